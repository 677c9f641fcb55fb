//! Views of an engine's state for reports of what a process waits for. Nothing here changes
//! anything, or is called on the way of a message.

use ferry_device::Device;
use ferry_protocol::matching::Pattern;

use crate::collective::Execution;
use crate::{Engine, Unexpected};

/// How a message without receive has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// All of it is here, or comes without being asked for.
    Eager,
    /// All of it is here, and the sender waits for its receive.
    Synchronous,
    /// It has been announced.
    Announced,
    /// This process sends it to itself.
    Local,
}

/// A message without receive.
#[derive(Clone, Copy, Debug)]
pub struct Unmatched {
    /// Context id, sender's world rank and tag.
    pub key: Pattern,
    /// Its length.
    pub bytes: u64,
    /// How it has come.
    pub arrival: Arrival,
}

impl<D: Device> Engine<D> {
    /// Messages that no receive has taken, in the order they came.
    pub fn unmatched(&self) -> impl Iterator<Item = Unmatched> + '_ {
        self.state.incoming.matcher.unexpected().map(|(key, message)| {
            let arrival = match message {
                Unexpected::Eager { ack: None, .. } | Unexpected::Long { .. } => Arrival::Eager,
                Unexpected::Eager { ack: Some(_), .. } => Arrival::Synchronous,
                Unexpected::Rts { .. } => Arrival::Announced,
                Unexpected::Local { .. } => Arrival::Local,
            };
            let bytes = message.bytes(|operation| self.state.operations.bytes_of(operation));
            Unmatched { key: *key, bytes, arrival }
        })
    }
}

/// How a collective operation stands.
#[derive(Clone, Debug)]
pub struct CollectiveStanding {
    /// Tag of its messages.
    pub tag: i32,
    /// Rounds begun.
    pub round: usize,
    /// Rounds in all.
    pub rounds: usize,
    /// Operations of the round begun last that have not been taken.
    pub operations: Vec<usize>,
}

impl Execution {
    /// How it stands.
    pub fn standing(&self) -> CollectiveStanding {
        let (tag, round, rounds) = self.extent();
        CollectiveStanding { tag, round, rounds, operations: self.pending_operations().collect() }
    }
}
