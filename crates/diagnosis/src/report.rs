//! The data of a report. Times are nanoseconds of the machine's monotonic clock, which all its
//! processes share; ranks are ranks in `MPI_COMM_WORLD` unless something else is said.

use serde::{Deserialize, Serialize};

/// What a process says of itself, at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankReport {
    /// Its rank.
    pub rank: u32,
    /// Its process id.
    pub pid: u32,
    /// When the report was made.
    pub at_ns: u64,
    /// When something last came or went, as far as known: not later than this.
    pub moved_ns: u64,
    /// Threads outside of the waits below which may call MPI, or end an access to a file, at any
    /// time.
    pub free_threads: u32,
    /// A function that was called again and again without waiting: the program polls.
    pub polls: Option<String>,
    /// It has done nothing else, and nothing has come of it, for as long as the watchdog's patience
    /// lasts.
    #[serde(default)]
    pub polls_in_vain: bool,
    /// The blocking calls that its threads are in; empty if it is outside of MPI, or passes
    /// through.
    pub waits: Vec<Wait>,
    /// Operations that are not complete.
    pub operations: Vec<Operation>,
    /// How many more there are than the list shows.
    pub operations_left_out: u64,
    /// Messages that came and that no receive has taken, in order of arrival.
    pub unexpected: Vec<Unexpected>,
    /// How many more there are than the list shows.
    pub unexpected_left_out: u64,
    /// Collective operations under way.
    pub collectives: Vec<Collective>,
    /// The communicators that the lists name.
    pub communicators: Vec<Communicator>,
    /// What the processes of other jobs are called that this one knows: their numbers are beyond
    /// the ranks of the job.
    #[serde(default)]
    pub foreign: Vec<(u32, String)>,
}

/// A blocking call that a thread is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// The MPI function.
    pub call: String,
    /// Since when it waits.
    pub since_ns: u64,
    /// One of `things` ends the wait; else it takes all of them.
    pub is_any: bool,
    /// What it waits for; empty if the function does not say.
    pub things: Vec<Thing>,
}

/// Something that is waited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    /// The end of this operation: an [`Operation::id`].
    Operation(u64),
    /// A message, without receiving it.
    Message {
        /// The communicator's [`Communicator::context`].
        context: u64,
        /// From whom; `None`: from any rank.
        source: Option<u32>,
        /// With which tag; `None`: with any.
        tag: Option<i32>,
    },
    /// The end of this collective operation: a [`Collective::id`].
    Collective(u64),
    /// Until these ranks have done something.
    Ranks {
        /// Which ranks.
        ranks: Vec<u32>,
        /// What they have to do: "call MPI_Init".
        until: String,
    },
    /// Until processes of another job have done something: "connect to the port".
    Foreign {
        /// What they have to do.
        until: String,
    },
}

/// A sort of messages on a communicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Messages of the program.
    PointToPoint,
    /// Messages of collective functions.
    Collective,
    /// Messages of functions that make communicators.
    Construction,
    /// Messages by which partitioned requests find each other; their tag is that of the requests.
    Setup,
    /// Partitions of partitioned requests; their tag is the number of the partition.
    Partition,
}

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A send that is complete when its buffer may be reused.
    Send,
    /// A send that is complete when, besides, its receive has started.
    SynchronousSend,
    /// A receive.
    Receive,
}

/// Where an operation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportedStage {
    /// Receive: no message has matched.
    Posted,
    /// Receive: the message comes in pieces.
    Receiving {
        /// Bytes that are there.
        here: u64,
        /// Bytes of the whole.
        wanted: u64,
    },
    /// Send: there is no room on the way to the receiver.
    Queued {
        /// Room is all that the send needs.
        is_eager: bool,
    },
    /// Send: announced, or there already, and not matched by a receive.
    Announced,
    /// Send: being cancelled.
    Withdrawing,
    /// Send: goes out in pieces.
    Sending {
        /// Bytes gone.
        gone: u64,
        /// Bytes of the whole.
        wanted: u64,
    },
    /// Complete, and not waited for yet.
    Done,
}

/// An operation under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// Its name within the rank.
    pub id: u64,
    /// See [`Kind`].
    pub kind: Kind,
    /// The communicator's [`Communicator::context`].
    pub context: u64,
    /// See [`Channel`].
    pub channel: Channel,
    /// The other side; `None`: any rank.
    pub peer: Option<u32>,
    /// `None`: any tag.
    pub tag: Option<i32>,
    /// Length of the message, or of the receive's buffer.
    pub bytes: u64,
    /// See [`ReportedStage`].
    pub stage: ReportedStage,
    /// When it was first noticed: it is at least as old.
    pub seen_ns: Option<u64>,
    /// The program has freed its request.
    pub is_freed: bool,
}

/// A message without receive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unexpected {
    /// The communicator's [`Communicator::context`].
    pub context: u64,
    /// See [`Channel`].
    pub channel: Channel,
    /// Its sender.
    pub source: u32,
    /// Its tag.
    pub tag: i32,
    /// Its length.
    pub bytes: u64,
    /// How it travels: "eager", "eager, synchronous", "rendezvous", "local".
    pub protocol: String,
}

/// In which of its forms a collective function was called. All ranks must have called the same
/// (MPI-5 §6.12, §6.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// As in `MPI_Bcast`.
    Blocking,
    /// As in `MPI_Ibcast`.
    Nonblocking,
    /// As in `MPI_Bcast_init`.
    Persistent,
}

/// A collective operation under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collective {
    /// Its name within the rank.
    pub id: u64,
    /// The function, without "I" and "_init": "MPI_Allreduce".
    pub function: String,
    /// See [`Form`].
    pub form: Form,
    /// The communicator's [`Communicator::context`].
    pub context: u64,
    /// Its number among the collective operations of this communicator that go the same way.
    pub number: u64,
    /// How it is done.
    pub algorithm: String,
    /// Rounds begun and rounds in all; 0 of 0 where there are none.
    pub rounds: (u64, u64),
    /// Its operations that are not complete: each an [`Operation::id`].
    pub operations: Vec<u64>,
    /// Ranks that have not done their part, where that is known without messages.
    pub missing: Vec<u32>,
}

impl Collective {
    /// The function that was called: "MPI_Iallreduce".
    pub fn called(&self) -> String {
        match (self.form, self.function.strip_prefix("MPI_")) {
            (Form::Nonblocking, Some(name)) => format!("MPI_I{}", name.to_lowercase()),
            (Form::Persistent, _) => format!("{}_init", self.function),
            _ => self.function.clone(),
        }
    }

    /// Whether it goes through shared memory, without messages.
    pub fn is_direct(&self) -> bool {
        self.rounds.1 == 0
    }
}

/// A communicator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Communicator {
    /// Its context id: the same in all its processes.
    pub context: u64,
    /// Its name, or its handle.
    pub name: String,
    /// The processes that ranks in sends and receives mean, in their order, as runs of a first
    /// world rank and a length.
    pub peers: Vec<(u32, u32)>,
}

impl Communicator {
    /// All peers as world ranks, in order.
    pub fn peers(&self) -> impl Iterator<Item = u32> + '_ {
        self.peers.iter().flat_map(|(first, len)| *first..first.saturating_add(*len))
    }

    /// A world rank's rank here.
    pub fn rank_of(&self, world: u32) -> Option<usize> {
        self.peers().position(|peer| peer == world)
    }

    /// Groups ranks into runs, for [`Communicator::peers`].
    pub fn runs(ranks: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for rank in ranks {
            match runs.last_mut() {
                Some((first, len)) if *first + *len == rank => *len += 1,
                _ => runs.push((rank, 1)),
            }
        }
        runs
    }
}

impl RankReport {
    /// The operation of this id.
    pub fn operation(&self, id: u64) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }

    /// The collective operation of this id.
    pub fn collective(&self, id: u64) -> Option<&Collective> {
        self.collectives.iter().find(|collective| collective.id == id)
    }

    /// The communicator of this context.
    pub fn communicator(&self, context: u64) -> Option<&Communicator> {
        self.communicators.iter().find(|communicator| communicator.context == context)
    }

    /// What a communicator is called.
    pub fn name_of(&self, context: u64) -> String {
        self.communicator(context).map_or_else(|| format!("communicator {context:#x}"), |communicator| communicator.name.clone())
    }

    /// Whether it has been in the same waits, and nothing has moved, since `time_ns` at least.
    pub fn is_still_since(&self, time_ns: u64) -> bool {
        !self.waits.is_empty() && self.moved_ns <= time_ns && self.waits.iter().all(|wait| wait.since_ns <= time_ns)
    }

    /// On one line.
    pub fn to_line(&self) -> String {
        // Every type of a report can be written: no map has keys that are no text.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The inverse of [`RankReport::to_line`].
    pub fn from_line(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }
}

/// What is known of one rank of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum RankStanding {
    /// It is running and has not called `MPI_Init`.
    Before {
        /// The process that was started for the rank.
        pid: u32,
        /// What the operating system says of it.
        process: String,
    },
    /// It has reported.
    Inside(Box<RankReport>),
    /// It has initialized MPI and did not answer: it does something else.
    Outside {
        /// The process that was started for the rank.
        pid: u32,
        /// What the operating system says of it.
        process: String,
    },
    /// It has called `MPI_Finalize`, and its process has ended.
    Finalized,
    /// It has called `MPI_Finalize` and goes on: it may use MPI again.
    Left {
        /// Its process.
        pid: u32,
        /// What the operating system says of it.
        process: String,
    },
    /// Its process has ended.
    Exited,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn a_report_survives_its_line() {
        for report in samples::crossed_tags() {
            let line = report.to_line();
            assert!(!line.contains('\n'));
            assert_eq!(RankReport::from_line(&line), Some(report));
        }
        assert_eq!(RankReport::from_line("{\"rank\":"), None);
    }

    #[test]
    fn runs_of_ranks_keep_their_order() {
        let runs = Communicator::runs([4, 5, 6, 2, 3, 0]);
        assert_eq!(runs, [(4, 3), (2, 2), (0, 1)]);
        let communicator = Communicator { context: 0, name: String::new(), peers: runs };
        assert_eq!(communicator.peers().collect::<Vec<_>>(), [4, 5, 6, 2, 3, 0]);
        assert_eq!((communicator.rank_of(2), communicator.rank_of(9)), (Some(3), None));
    }

    #[test]
    fn a_rank_is_still_only_if_nothing_of_it_moved() {
        let mut report = samples::crossed_tags().remove(0);
        (report.moved_ns, report.waits[0].since_ns) = (50, 70);
        assert!(report.is_still_since(70) && !report.is_still_since(60));
        report.moved_ns = 80;
        assert!(!report.is_still_since(70));
        report.waits.clear();
        assert!(!report.is_still_since(100));
    }
}
