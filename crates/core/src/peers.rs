//! Who the processes are that this one knows: its own job, and processes of other jobs that it has
//! met.
//!
//! Everything in this process names a peer by a number. Those of its own job are their world ranks;
//! processes of other jobs come behind them, in the order in which this process has met them. So a
//! number means something only here: what is told to others is a [`ProcessId`].

use std::collections::HashMap;

use ferry_protocol::process::ProcessId;

use crate::group::Group;
use crate::{Error, Result};

/// The processes that this one knows.
#[derive(Debug)]
pub struct Peers {
    own: ProcessId,
    /// Processes of this job.
    size: u32,
    /// Processes of other jobs; `None` where one was forgotten.
    foreign: Vec<Option<ProcessId>>,
    numbers: HashMap<ProcessId, u32>,
}

impl Peers {
    /// Those of process `own` in a job of `size`, which has met nobody else.
    pub fn new(own: ProcessId, size: u32) -> Self {
        Peers { own, size, foreign: Vec::new(), numbers: HashMap::new() }
    }

    /// This process.
    pub fn own(&self) -> ProcessId {
        self.own
    }

    /// One more than the highest number.
    pub fn count(&self) -> usize {
        self.size as usize + self.foreign.len()
    }

    /// Whether the process with this number is of another job.
    #[inline]
    pub fn is_foreign(&self, number: u32) -> bool {
        number >= self.size
    }

    /// Whether any process of a group is of another job.
    pub fn spans(&self, group: &Group) -> bool {
        !self.foreign.is_empty() && group.processes().any(|number| self.is_foreign(number))
    }

    /// The process with this number.
    ///
    /// # Errors
    /// `MPI_ERR_INTERN` if it was forgotten: no communicator that is alive has it.
    pub fn id_of(&self, number: u32) -> Result<ProcessId> {
        let Some(place) = number.checked_sub(self.size) else { return Ok(ProcessId { rank: number, ..self.own }) };
        let known = self.foreign.get(place as usize).copied().flatten();
        known.ok_or_else(|| Error::internal("a process of another job that was disconnected"))
    }

    /// The number of a process; `None` if this one has not met it.
    pub fn number_of(&self, id: ProcessId) -> Option<u32> {
        match id.job == self.own.job {
            true => (id.rank < self.size).then_some(id.rank),
            false => self.numbers.get(&id).copied(),
        }
    }

    /// Whether the first process comes before the second in the order that all processes know.
    pub fn is_before(&self, first: u32, second: u32) -> bool {
        match (self.id_of(first), self.id_of(second)) {
            (Ok(first), Ok(second)) => first < second,
            _ => first < second,
        }
    }

    /// For messages to people.
    pub fn name(&self, number: u32) -> String {
        match self.id_of(number) {
            Ok(id) if id.job == self.own.job => format!("rank {} in MPI_COMM_WORLD", id.rank),
            Ok(id) => foreign_name(id),
            Err(_) => "disconnected".to_owned(),
        }
    }

    /// Takes note of the number that a process of another job has got.
    pub(crate) fn note(&mut self, number: u32, id: ProcessId) {
        let place = (number - self.size) as usize;
        if place >= self.foreign.len() {
            self.foreign.resize(place + 1, None);
        }
        self.foreign[place] = Some(id);
        self.numbers.insert(id, number);
    }

    /// Forgets a process of another job.
    pub(crate) fn forget(&mut self, number: u32) {
        let place = number.checked_sub(self.size).map(|place| place as usize);
        if let Some(id) = place.and_then(|place| self.foreign.get_mut(place)).and_then(Option::take) {
            self.numbers.remove(&id);
        }
    }

    /// Numbers of the processes of other jobs.
    pub fn foreign(&self) -> impl Iterator<Item = u32> + '_ {
        (self.size..).zip(&self.foreign).filter(|(_, id)| id.is_some()).map(|(number, _)| number)
    }
}

/// A process of another job, for messages to people.
pub fn foreign_name(id: ProcessId) -> String {
    format!("rank {} of job {:016x}", id.rank, id.job)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_other_jobs_come_behind_the_own_ones() {
        let own = ProcessId { job: 5, rank: 1 };
        let (low, high) = (ProcessId { job: 4, rank: 7 }, ProcessId { job: 6, rank: 0 });
        let mut peers = Peers::new(own, 3);
        assert!(!peers.spans(&Group::run(0, 3)) && peers.is_before(0, 2) && peers.count() == 3);
        peers.note(3, high);
        peers.note(4, low);
        assert_eq!([own, low, high].map(|id| peers.number_of(id)), [Some(1), Some(4), Some(3)]);
        assert_eq!(peers.number_of(ProcessId { job: 5, rank: 3 }), None, "this job has three");
        assert!(peers.spans(&Group::run(2, 2)) && !peers.spans(&Group::run(0, 3)));
        assert!(peers.is_before(4, 0) && peers.is_before(2, 3), "by job, then by rank");
        assert_eq!((peers.name(2), peers.name(4)), ("rank 2 in MPI_COMM_WORLD".into(), "rank 7 of job 0000000000000004".into()));
        peers.forget(4);
        assert!(peers.id_of(4).is_err() && peers.number_of(low).is_none());
        assert_eq!(peers.foreign().collect::<Vec<_>>(), [3]);
    }
}
