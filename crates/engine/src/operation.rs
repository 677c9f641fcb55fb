//! Point-to-point operations that did not complete at once.

use ferry_protocol::matching::Ticket;

use crate::buffer::Buffer;

/// How a send completes (MPI-5 §3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// When the buffer may be reused. Ready sends are standard ones whose receive is there already.
    Standard,
    /// When, besides, the matching receive has started.
    Synchronous,
}

/// How an operation ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// World rank of the sender.
    pub source: u32,
    /// The message's tag.
    pub tag: i32,
    /// Bytes received.
    pub bytes: u64,
    /// Bytes sent; more than `bytes` if the message was truncated.
    pub sent: u64,
    /// Withdrawn before it was matched.
    pub cancelled: bool,
}

impl Outcome {
    /// True if the receive buffer was too small.
    #[inline]
    pub fn is_truncated(&self) -> bool {
        self.sent > self.bytes
    }
}

/// What is left of an operation that is over.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// How it ended.
    pub outcome: Outcome,
    /// Whose it was.
    pub owner: usize,
    /// True for a receive.
    pub is_receive: bool,
}

/// What an operation is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Receive: no message matched yet.
    Posted(Ticket),
    /// Receive: the message is coming in pieces.
    Receiving {
        /// Bytes stored so far.
        here: u64,
        /// Bytes asked for.
        wanted: u64,
    },
    /// Send: waits for room in the device.
    Queued,
    /// Send: the peer has been told; its receive is not matched yet.
    Announced,
    /// Send: as `Announced`, and the peer was asked to give the message back.
    Withdrawing,
    /// Send: pieces are going out.
    Sending {
        /// The receiver's operation.
        to: u64,
        /// Bytes sent so far.
        gone: u64,
        /// Bytes asked for.
        wanted: u64,
    },
    /// Over.
    Done,
}

/// One operation. Invariant: `buffer` is not touched once `stage` is `Done`.
#[derive(Debug)]
pub struct Operation {
    /// What it waits for.
    pub stage: Stage,
    /// World rank of the peer; for a receive that is not matched, the pattern's (`ANY_SOURCE` as `u32::MAX`).
    pub peer: u32,
    /// Context id of its communicator.
    pub context: u64,
    /// Whose it is: a value of the caller's (the communicator's handle), for reports.
    pub owner: usize,
    /// Tag asked for or sent.
    pub tag: i32,
    /// How a send completes.
    pub mode: Mode,
    /// True for a receive.
    pub is_receive: bool,
    /// Freed by the program: goes away by itself when done.
    pub is_orphan: bool,
    /// The user's bytes.
    pub buffer: Buffer,
    /// Memory that `buffer` points to, where the program may not wait for the original (buffered sends).
    pub owned: Option<Box<[u8]>>,
    /// Valid once `stage` is `Done`.
    pub outcome: Outcome,
}

impl Operation {
    /// A send of `buffer`.
    pub fn send(peer: u32, context: u64, tag: i32, buffer: Buffer, mode: Mode) -> Self {
        Operation {
            stage: Stage::Queued,
            peer,
            context,
            owner: 0,
            tag,
            mode,
            is_receive: false,
            is_orphan: false,
            buffer,
            owned: None,
            outcome: Outcome::default(),
        }
    }

    /// True if it is over.
    #[inline(always)]
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }
}
