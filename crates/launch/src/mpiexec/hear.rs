//! How the ranks of a job fare: news of all nodes come together, are judged, and passed on.

use std::time::Instant;

use rustix::process::WaitStatus;

use super::cause::{Cause, Who};
use super::diagnosis::{Presence, Reason};
use super::plan::Layout;
use super::remote::AgentState;
use super::request::Request;
use super::run::{JobPhase, Launcher};
use super::words::{News, Order};
use crate::pmi::server::{CONNECTED, Phase, SPAWN};
use crate::pmi::space::{FromKeySpace, ToKeySpace};

/// Output that is confirmed at once, in bytes: a small part of what may be on its way, so that a
/// node never waits for confirmations.
const CONFIRMED_BYTES: usize = 64 << 10;

/// What the launcher knows of a rank.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its process; 0 before it starts.
    pub(super) pid: i32,
    /// Program as typed.
    program: String,
    /// The host, if it is another one than ours.
    host: Option<String>,
    pub(super) has_exited: bool,
    /// It has left by `MPI_Finalize`, in a job that survives deaths.
    pub(super) has_survived: bool,
    pub(super) phase: Phase,
    /// The process that initialized, if it said so.
    mpi_pid: Option<i32>,
    is_connected: bool,
    /// It was spawned, and has nothing to do with other jobs any more.
    pub(super) has_parted: bool,
    /// What its operating system said of it last.
    process: String,
}

impl Member {
    /// The ranks of the job, before they start.
    pub(super) fn all(request: &Request, layout: &Layout) -> Vec<Member> {
        let member = |&(node, number): &(usize, usize)| {
            let site = &layout.nodes[node];
            Member {
                pid: 0,
                program: request.apps[site.seats[number].1].command[0].to_string_lossy().into_owned(),
                host: (!site.is_here).then(|| site.host.clone()),
                has_exited: false,
                has_survived: false,
                phase: Phase::Silent,
                mpi_pid: None,
                is_connected: true,
                has_parted: false,
                process: "unknown".to_owned(),
            }
        };
        layout.seats.iter().map(member).collect()
    }
}

impl Launcher<'_> {
    /// News of the node on this host.
    pub(super) fn hear_here(&mut self) {
        loop {
            let Some((number, node)) = &mut self.here else { return };
            let (number, news) = (*number, node.take_news());
            if news.is_empty() {
                return;
            }
            news.into_iter().for_each(|news| self.hear(number, news));
        }
    }

    /// News of an agent.
    pub(super) fn hear_remote(&mut self, index: usize) {
        let node = self.remotes[index].node;
        match self.remotes[index].read() {
            Ok(news) => news.into_iter().for_each(|news| self.hear(node, news)),
            Err(reason) => {
                self.lose(index, reason);
                self.remotes[index].cut();
            }
        }
    }

    /// A remote shell has ended: at the end of the job, or too early.
    pub(super) fn bury_remote(&mut self, index: usize, status: WaitStatus) {
        let node = self.remotes[index].node;
        let (news, lines, problem) = self.remotes[index].bury(status);
        news.into_iter().for_each(|news| self.hear(node, news));
        self.show_errors(index, lines);
        if let Some(problem) = problem {
            self.lose(index, problem);
        }
    }

    /// A host is out of reach: the job cannot go on.
    pub(super) fn lose(&mut self, index: usize, reason: String) {
        let (node, host) = (self.remotes[index].node, self.remotes[index].host.clone());
        if self.remotes[index].state == AgentState::Running && self.survive_host(node, &host, &reason) {
            return;
        }
        for (rank, _) in &self.layout.nodes[node].seats {
            self.members[*rank].has_exited = true;
        }
        self.fail(match self.remotes[index].state {
            AgentState::Calling | AgentState::Ready | AgentState::Starting => {
                Cause::Start(format!("cannot start ranks on host {}: {reason}", self.request.host_words(&host)), 1)
            }
            _ => Cause::HostLost(host, reason),
        });
        self.end();
    }

    fn hear(&mut self, node: usize, news: News) {
        let rank = |number: usize| self.layout.nodes[node].seats.get(number).map(|(rank, _)| *rank);
        // A number that is none of the node's can only be an agent's mistake.
        let known = match &news {
            News::Phase { rank: number, .. }
            | News::Abort { rank: number, .. }
            | News::Dump { rank: number }
            | News::Stall { rank: number, .. }
            | News::Report { rank: number, .. }
            | News::Process { rank: number, .. }
            | News::Malformed { rank: number, .. }
            | News::Output { rank: number, .. }
            | News::Exited { rank: number, .. } => rank(*number),
            _ => Some(0),
        };
        match known {
            Some(rank) => self.hear_of(node, rank, news),
            None => self.trouble("an agent speaks of a rank that it does not have".to_owned()),
        }
    }

    /// `rank` is the rank in the job that the news are about, if they are about one.
    fn hear_of(&mut self, node: usize, rank: usize, news: News) {
        match news {
            News::Started { pids } => self.hear_started(node, &pids),
            News::Failed { status, reason } => {
                let host = self.request.host_words(&self.layout.nodes[node].host);
                self.fail(Cause::Start(format!("on host {host}: {reason}"), status));
                self.end();
            }
            News::Note { text } => super::say(&text),
            News::Phase { phase, pid, is_connected, .. } => {
                let member = &mut self.members[rank];
                (member.phase, member.mpi_pid, member.is_connected) = (phase, pid, is_connected);
                if self.members.iter().all(|member| member.phase != Phase::Silent) {
                    self.note_all_active();
                }
            }
            News::Space { word: ToKeySpace::Service { rank, line } } if line.starts_with(SPAWN) => {
                self.start_offspring(node, rank, &line[SPAWN.len()..]);
            }
            News::Space { word: ToKeySpace::Service { rank: number, line } } if line.starts_with(CONNECTED) => {
                let known = self.layout.nodes[node].seats.get(number).map(|(rank, _)| *rank);
                known.into_iter().for_each(|rank| self.members[rank].has_parted = line[CONNECTED.len()..] == *"0");
            }
            News::Space { word: ToKeySpace::Service { rank, line } } => {
                let line = self.names.serve(&line);
                self.order(node, Order::Space { word: FromKeySpace::Answer { rank, line } });
            }
            News::Space { word } => {
                let mut answers = Vec::new();
                self.space.receive(node, word, &mut answers);
                answers.into_iter().for_each(|(node, word)| self.order(node, Order::Space { word }));
            }
            News::Abort { code, message, .. } => {
                self.fail(Cause::Abort(self.who(rank), code, message));
                self.end();
            }
            News::Dump { .. } => self.ask(Reason::Signal(rank)),
            News::Stall { seconds, .. } => self.ask(Reason::Stall(rank, seconds)),
            News::Report { id, text, left, .. } => {
                let is_far = self.remotes.iter().any(|remote| remote.node == node);
                self.diagnosis.take(rank, id, &text, left, is_far);
            }
            News::Process { text, .. } => self.members[rank].process = text,
            News::Malformed { line, .. } => {
                self.fail(Cause::Protocol(self.who(rank), line));
                self.end();
            }
            News::Output { which, bytes, .. } => self.pass_output(node, rank, which, &bytes),
            News::Exited { status, signal, was_told, .. } => self.hear_of_end(rank, status, signal, was_told),
            News::Taken { wants_more } => self.feed.iter_mut().for_each(|feed| feed.taken(node, wants_more)),
            News::Trouble { reason } => self.trouble(reason),
            News::Over => self.hear_over(node),
            News::Pong => {}
        }
    }

    fn trouble(&mut self, reason: String) {
        self.fail(Cause::Launcher(reason));
        self.end();
    }

    fn hear_started(&mut self, node: usize, pids: &[i32]) {
        for ((rank, _), pid) in self.layout.nodes[node].seats.iter().zip(pids) {
            self.members[*rank].pid = *pid;
        }
        for remote in self.remotes.iter_mut().filter(|remote| remote.node == node) {
            remote.state = AgentState::Running;
        }
        self.note_started();
    }

    fn hear_over(&mut self, node: usize) {
        for remote in self.remotes.iter_mut().filter(|remote| remote.node == node) {
            remote.state = AgentState::Over;
            remote.send(&Order::Bye);
            remote.expect_end(std::time::Duration::ZERO);
        }
        self.feed.iter_mut().for_each(|feed| feed.taken(node, false));
        self.note_started();
    }

    pub(super) fn who(&self, rank: usize) -> Who {
        let Member { pid, program, host, .. } = &self.members[rank];
        Who { rank, pid: *pid, program: program.clone(), host: host.clone() }
    }

    fn hear_of_end(&mut self, rank: usize, status: Option<i32>, signal: Option<i32>, was_told: bool) {
        self.members[rank].has_exited = true;
        let is_active = self.members[rank].phase == Phase::Active;
        let cause = match (status, signal) {
            (Some(0), _) if !is_active => None,
            (Some(0), _) => Some(Cause::Unfinalized(self.who(rank))),
            (Some(code), _) => Some(Cause::Status(self.who(rank), code as u8)),
            (None, signal) => Some(self.cause_of_death(rank, signal.unwrap_or(libc::SIGKILL))),
        };
        if !was_told && cause.as_ref().is_some_and(|cause| !cause.is_consequence()) {
            self.forget_consequence();
        }
        let Some(cause) = self.survive(rank, cause) else { return };
        let (is_ending, is_failure) = (self.stage == JobPhase::Ending, cause.is_some());
        cause.into_iter().for_each(|cause| self.fail(cause));
        self.ended += usize::from(is_ending && !self.is_culprit(rank));
        match is_failure {
            true if is_active || signal.is_some() => self.end(),
            true => self.let_leave(),
            false => {}
        }
    }

    fn cause_of_death(&self, rank: usize, signal: i32) -> Cause {
        match self.interrupted {
            Some((sent, _)) if sent == signal || signal == libc::SIGKILL => Cause::Interrupted(sent),
            _ => Cause::Signal(self.who(rank), signal),
        }
    }

    /// A rank that aborts because it lost a peer is heard before the peer's end is, now and then.
    /// The peer's end is the cause.
    pub(super) fn forget_consequence(&mut self) {
        if self.failure.as_ref().is_some_and(Cause::is_consequence) {
            let aborted = self.failure.take().and_then(|cause| cause.who().map(|who| who.rank));
            self.ended += usize::from(aborted.is_some_and(|rank| self.members[rank].has_exited));
        }
    }

    /// Whether the job fails because of this rank.
    fn is_culprit(&self, rank: usize) -> bool {
        self.failure.as_ref().and_then(Cause::who).is_some_and(|who| who.rank == rank)
    }

    /// Starts an inquiry, or joins the one under way.
    pub(super) fn ask(&mut self, reason: Reason) {
        let presence = (0..self.members.len()).map(|rank| self.presence(rank)).collect();
        if let Some(id) = self.diagnosis.ask(reason, presence, Instant::now()) {
            self.order_all(&Order::Question { id });
        }
    }

    fn presence(&self, rank: usize) -> Presence {
        let Member { pid, has_exited, phase, mpi_pid, is_connected, .. } = &self.members[rank];
        let pid = mpi_pid.unwrap_or(*pid);
        match phase {
            Phase::Finalized if *has_exited => Presence::Finalized,
            _ if *has_exited => Presence::Exited,
            Phase::Finalized => Presence::Left { pid },
            Phase::Active if *is_connected => Presence::Active { pid },
            _ => Presence::Before { pid },
        }
    }

    /// Prints what an inquiry has found, once it is over.
    pub(super) fn finish_inquiry(&mut self) {
        let mut diagnosis = std::mem::take(&mut self.diagnosis);
        let process = |rank: usize| self.members[rank].process.clone();
        let can_answer = |rank| matches!(self.presence(rank), Presence::Active { .. });
        let outcome = diagnosis.finish(can_answer, process, Instant::now());
        self.diagnosis = diagnosis;
        let Some(outcome) = outcome else { return };
        if let Some(report) = &outcome.printed {
            super::say(report.trim_end());
        }
        if outcome.is_timeout {
            self.end_late();
        }
    }

    /// The job's time is over: it ends, once its ranks have said how they stand.
    pub(super) fn time_out(&mut self) {
        let is_active = |rank| matches!(self.presence(rank), Presence::Active { .. });
        if (0..self.members.len()).any(is_active) { self.ask(Reason::Timeout) } else { self.end_late() }
    }

    fn end_late(&mut self) {
        self.fail(Cause::Timeout(self.request.timeout.unwrap_or_default()));
        self.end();
    }

    fn pass_output(&mut self, node: usize, rank: usize, which: u8, bytes: &[u8]) {
        self.owed[node] += bytes.len();
        if let Some(sink) = self.outputs.push(rank, which, bytes) {
            self.flush(sink);
        }
    }

    /// Writes what a sink takes; nodes may send more when all sinks keep up.
    pub(super) fn flush(&mut self, index: usize) {
        if let Err(error) = self.outputs.sinks[index].flush() {
            self.lose_output(index, &error);
        }
        if self.outputs.is_full() {
            return;
        }
        for node in 0..self.owed.len() {
            if self.owed[node] >= CONFIRMED_BYTES {
                let bytes = std::mem::take(&mut self.owed[node]);
                self.order(node, Order::Room { bytes });
            }
        }
    }

    fn lose_output(&mut self, index: usize, error: &std::io::Error) {
        self.outputs.sinks[index].discard();
        self.fail(Cause::Output(error.to_string()));
        self.end();
    }
}
