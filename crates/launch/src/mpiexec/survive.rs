//! Jobs that survive the death of ranks (`FERRY_FAULT_TOLERANCE`): the others are told, and go on.

use super::cause::Cause;
use super::hear::Member;
use super::run::{JobPhase, Launcher};
use super::words::Order;
use crate::pmi::server::Phase;
use crate::pmi::space::ToKeySpace;

impl Launcher<'_> {
    /// A rank has ended, for `cause` if it failed. In a job that survives that the others are told.
    /// What the launcher goes by; `None` if it has nothing more to do.
    pub(super) fn survive(&mut self, rank: usize, cause: Option<Cause>) -> Option<Option<Cause>> {
        if !self.survives || self.stage != JobPhase::Running {
            return Some(cause);
        }
        let has_left = self.members[rank].phase == Phase::Finalized;
        self.members[rank].has_survived |= has_left && cause.is_none();
        // Hosts tell of their ranks when they get to it: one that has survived another may have
        // ended before it is known that this one has died.
        let goes_on = self.members.iter().any(|member| !member.has_exited || member.has_survived);
        let reason = match &cause {
            _ if !goes_on => return Some(cause),
            None if !has_left => return Some(cause),
            Some(cause) => cause.to_string(),
            None => "it has called MPI_Finalize".to_owned(),
        };
        self.tell_lost(rank, has_left, &reason);
        if !has_left && !self.request.quiet {
            super::say(&format!("{reason}; the job goes on without it"));
        }
        match cause {
            // The others have nothing to do with how it ended after MPI_Finalize.
            Some(cause) if has_left => {
                self.fail(cause);
                None
            }
            Some(_) => None,
            None => Some(None),
        }
    }

    /// As [`Self::survive`], of all ranks of a host that cannot be reached any more. False if the
    /// job cannot go on.
    pub(super) fn survive_host(&mut self, node: usize, host: &str, reason: &str) -> bool {
        if !self.survives || self.stage != JobPhase::Running {
            return false;
        }
        let ranks: Vec<usize> = self.layout.nodes[node].seats.iter().map(|(rank, _)| *rank).collect();
        let lost: Vec<usize> = ranks.into_iter().filter(|rank| !self.members[*rank].has_exited).collect();
        lost.iter().for_each(|rank| self.members[*rank].has_exited = true);
        // A link that is cut as it is lost ends, too, and is heard of again.
        let is_news = self.lost_nodes.insert(node);
        if is_news && self.members.iter().all(|member| member.has_exited && !member.has_survived) {
            return false;
        }
        let mut answers = Vec::new();
        self.space.receive(node, ToKeySpace::Finished { pairs: Vec::new() }, &mut answers);
        answers.into_iter().for_each(|(node, word)| self.order(node, Order::Space { word }));
        for rank in &lost {
            self.tell_lost(*rank, false, &format!("host {host} is lost: {reason}"));
        }
        match lost.len() {
            _ if !is_news => {}
            0 => super::say(&format!("host {host}, whose ranks have ended, is lost: {reason}; some of their output may be")),
            count => super::say(&format!("host {host} with {count} ranks is lost: {reason}; the job goes on without it")),
        }
        true
    }

    fn tell_lost(&mut self, rank: usize, has_left: bool, reason: &str) {
        let Member { phase, .. } = &mut self.members[rank];
        *phase = Phase::Finalized;
        let (home, number) = self.layout.seats[rank];
        for node in 0..self.layout.nodes.len() {
            let number = (node == home).then_some(number);
            self.order(node, Order::Lost { rank, number, has_left, reason: reason.to_owned() });
        }
    }
}
