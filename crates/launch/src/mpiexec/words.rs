//! What the launcher and the ranks of a node have to say to each other: orders one way, news the
//! other. For the launcher's own node they are passed by value; to and from agents they travel as
//! frames (`link`).

use std::ffi::OsString;

use serde::{Deserialize, Serialize};

use super::request::Bind;
use crate::pmi::server::Phase;
use crate::pmi::space::{FromKeySpace, ToKeySpace};

/// What a node is to start. Ranks go by their rank in the job here, everywhere else by their number
/// on the node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Name of the job.
    pub job_id: String,
    /// What TCP connections of the job prove themselves with.
    pub secret: String,
    /// The host as the user calls it.
    pub host: String,
    /// Nodes of the job.
    pub nodes: usize,
    /// Ranks of the job.
    pub size: usize,
    /// `PMI_process_mapping`.
    pub mapping: String,
    /// The ranks of this node, ascending, and the program that each runs.
    pub seats: Vec<(usize, usize)>,
    /// The programs of the command line.
    pub programs: Vec<ProgramCommand>,
    /// See [`Bind`].
    pub bind: Bind,
    /// Say where ranks run.
    pub report_bindings: bool,
    /// Say which process each rank is.
    pub verbose: bool,
    /// Where output goes.
    pub output: Output,
    /// Who reads.
    pub input: Input,
    /// Time between SIGTERM and SIGKILL, in milliseconds.
    pub grace_ms: u64,
}

/// A program of the command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramCommand {
    /// Its name as typed, and arguments.
    pub arguments: Vec<OsString>,
    /// Its environment, without what tells a rank who it is.
    pub variables: Vec<(OsString, OsString)>,
    /// Variables that the host's own environment provides, if it has them.
    pub host_variables: Vec<String>,
    /// Where it runs; `None` is where the launcher runs.
    pub directory: Option<OsString>,
}

/// Where the output of a node's ranks goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Output {
    /// To the launcher's own.
    Inherit,
    /// To files that begin with this name.
    Files {
        /// The name.
        base: OsString,
    },
    /// To the launcher, as [`News::Output`].
    Report,
}

/// Which ranks of a node read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// None.
    None,
    /// This one has the launcher's own standard input.
    Own {
        /// Its number on the node.
        rank: usize,
    },
    /// These get what [`Order::Input`] brings.
    Fed {
        /// Their numbers on the node.
        ranks: Vec<usize>,
    },
}

/// From the launcher to a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Start the ranks.
    Start {
        /// Which and how.
        plan: Box<Plan>,
    },
    /// From the job's key space.
    Space {
        /// What it says.
        word: FromKeySpace,
    },
    /// Ask all ranks that use MPI how they stand, and say of the others what they do.
    Question {
        /// The question.
        id: u32,
    },
    /// Pass a signal on.
    Signal {
        /// Which.
        number: i32,
    },
    /// Ask everything to end, and end it after the time that the plan gives.
    End,
    /// End everything.
    Kill,
    /// For the ranks that read; nothing is the end.
    Input {
        /// What they read.
        bytes: Vec<u8>,
    },
    /// So many bytes of output have found their way.
    Room {
        /// How many.
        bytes: usize,
    },
    /// A rank of the job has died or left: all ranks that use MPI are told.
    Lost {
        /// Its rank in the job.
        rank: usize,
        /// Its number on the node, if it was one of its ranks.
        number: Option<usize>,
        /// Whether it has finalized.
        has_left: bool,
        /// How it ended.
        reason: String,
    },
    /// Are you there?
    Ping,
    /// All that was said has been heard, to [`News::Over`]: whoever said it may go.
    Bye,
}

/// From a node to the launcher. Ranks go by their number on the node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum News {
    /// All ranks have been started.
    Started {
        /// Their processes.
        pids: Vec<i32>,
    },
    /// They could not be started; none is left.
    Failed {
        /// Exit status that says so.
        status: u8,
        /// Why.
        reason: String,
    },
    /// Something for the user to read.
    Note {
        /// A line.
        text: String,
    },
    /// A rank has initialized or finalized, or has hung up its connection.
    Phase {
        /// The rank.
        rank: usize,
        /// Where it stands now.
        phase: Phase,
        /// The process that initialized, if it said so.
        pid: Option<i32>,
        /// Whether it can be asked.
        is_connected: bool,
    },
    /// For the job's key space.
    Space {
        /// What the PMI server says.
        word: ToKeySpace,
    },
    /// A rank wants the job ended.
    Abort {
        /// The rank.
        rank: usize,
        /// Its code.
        code: i32,
        /// Its reason.
        message: String,
    },
    /// A rank was asked, by a signal, for a report about the job.
    Dump {
        /// The rank.
        rank: usize,
    },
    /// Nothing has moved at a rank for a while.
    Stall {
        /// The rank.
        rank: usize,
        /// For how long.
        seconds: u64,
    },
    /// A piece of a rank's answer to a question.
    Report {
        /// The rank.
        rank: usize,
        /// The question.
        id: u32,
        /// The piece.
        text: String,
        /// Pieces that follow.
        left: usize,
    },
    /// What the operating system says of a rank's process.
    Process {
        /// The rank.
        rank: usize,
        /// In words.
        text: String,
    },
    /// A rank sent something that is not PMI-1.
    Malformed {
        /// The rank.
        rank: usize,
        /// What it sent.
        line: String,
    },
    /// Output of a rank; nothing is its end.
    Output {
        /// The rank.
        rank: usize,
        /// 0 for the standard output, 1 for the error output.
        which: u8,
        /// What it wrote.
        bytes: Vec<u8>,
    },
    /// A rank's process has ended.
    Exited {
        /// The rank.
        rank: usize,
        /// Its status, unless a signal killed it.
        status: Option<i32>,
        /// The signal that killed it.
        signal: Option<i32>,
        /// Whether the node had told it to end, and it may have ended of that.
        was_told: bool,
    },
    /// The input has been read.
    Taken {
        /// Whether somebody may read more.
        wants_more: bool,
    },
    /// The launcher itself cannot go on.
    Trouble {
        /// Why.
        reason: String,
    },
    /// Nothing of the job is left here.
    Over,
    /// I am here.
    Pong,
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_frame::{Malformed, decode, encode};
    use proptest::prelude::*;

    fn plan() -> Plan {
        let program = ProgramCommand {
            arguments: vec!["a".into(), "b c".into()],
            variables: vec![("X".into(), "y".into())],
            host_variables: vec!["HOSTNAME".into()],
            directory: Some("/tmp".into()),
        };
        Plan {
            job_id: "j".into(),
            secret: "s".into(),
            host: "h".into(),
            nodes: 2,
            size: 4,
            mapping: "(vector)".into(),
            seats: vec![(1, 0), (3, 0)],
            programs: vec![program],
            bind: Bind::Core,
            report_bindings: true,
            verbose: false,
            output: Output::Files { base: "o".into() },
            input: Input::Fed { ranks: vec![0, 1] },
            grace_ms: 1000,
        }
    }

    fn there_and_back<T: Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(value: T) {
        let mut bytes = Vec::new();
        encode(&value, &mut bytes);
        assert_eq!(decode::<T>(&bytes).as_ref(), Ok(&value));
        for end in 0..bytes.len() {
            assert_eq!(decode::<T>(&bytes[..end]), Err(Malformed), "{value:?} cut at {end}");
        }
        bytes.push(0);
        assert_eq!(decode::<T>(&bytes), Err(Malformed));
    }

    #[test]
    fn words_arrive_as_they_were_said() {
        there_and_back(Order::Start { plan: Box::new(plan()) });
        there_and_back(Order::Space { word: FromKeySpace::Value { key: "k".into(), value: None } });
        there_and_back(Order::Input { bytes: b"text".to_vec() });
        there_and_back(Order::Lost { rank: 5, number: Some(1), has_left: false, reason: "killed".into() });
        there_and_back(News::Space { word: ToKeySpace::Arrived { pairs: vec![("a".into(), "b".into())] } });
        there_and_back(News::Phase { rank: 3, phase: Phase::Active, pid: Some(-1), is_connected: true });
        there_and_back(News::Exited { rank: 1, status: None, signal: Some(9), was_told: true });
        there_and_back(News::Report { rank: 1, id: 2, text: "%7b".into(), left: 3 });
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = (decode::<Order>(&bytes), decode::<News>(&bytes));
        }
    }
}
