//! Point-to-point operations that did not complete at once.

use ferry_protocol::cost::Backing;
use ferry_protocol::matching::Pattern;
use ferry_protocol::method::BadBuffer;
pub use ferry_protocol::stage::OperationStage;

use crate::buffer::Buffer;
use crate::owned::NOBODY;

/// How a send completes (MPI-5 §3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// When the buffer may be reused. Ready sends are standard ones whose receive is there already.
    Standard,
    /// When, besides, the matching receive has started.
    Synchronous,
}

/// Why the data of a message were not moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The sender's memory could not be read, as the system found out while it copied.
    SendBuffer,
    /// The receiver's memory could not be written.
    ReceiveBuffer,
    /// The peer cannot be reached any more.
    PeerLost,
    /// A member of the communicator has died, which ends its collective operations
    /// (`FERRY_FAULT_TOLERANCE`).
    MemberLost,
    /// The communicator is revoked (`MPIX_Comm_revoke`).
    Revoked,
}

impl Fault {
    /// The fault of a message one of whose buffers is bad.
    pub fn of(buffer: BadBuffer) -> Fault {
        match buffer {
            BadBuffer::Sender => Fault::SendBuffer,
            BadBuffer::Receiver => Fault::ReceiveBuffer,
        }
    }
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
    /// The data were not moved, and why.
    pub fault: Option<Fault>,
}

impl Outcome {
    /// True if the receive buffer was too small.
    #[inline]
    pub fn is_truncated(&self) -> bool {
        self.sent > self.bytes
    }

    /// True if the operation, a receive or a send, has an error.
    #[inline(always)]
    pub fn has_failed(&self, is_receive: bool) -> bool {
        self.fault.is_some() || (is_receive && self.is_truncated())
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

/// One operation. Invariant: `buffer` is not touched once `stage` is `Done`.
#[derive(Debug)]
pub struct Operation {
    /// Context id of its communicator.
    pub context: u64,
    /// Whose it is: a value of the caller's (the communicator's handle), for reports.
    pub owner: usize,
    /// The user's bytes.
    pub buffer: Buffer,
    /// What it waits for.
    pub stage: OperationStage,
    /// Bytes stored or sent so far.
    pub moved: u64,
    /// Receive that is matched: bytes the sender sent. Send that is matched: bytes the receiver
    /// asked for.
    pub whole: u64,
    /// World rank of the peer; for a receive that is not matched, the pattern's (`ANY_SOURCE` as
    /// `u32::MAX`).
    pub peer: u32,
    /// Tag sent; for a receive that is not matched, asked for.
    pub tag: i32,
    /// How a send completes.
    pub mode: Mode,
    /// True for a receive.
    pub is_receive: bool,
    /// The program does nothing before this send is over.
    pub is_awaited: bool,
    /// Freed by the program: goes away by itself when done.
    pub is_orphan: bool,
    /// Withdrawn before it was matched.
    pub is_cancelled: bool,
    /// What backs most of the buffer, once the device was asked.
    pub backing: Option<Backing>,
    /// See [`Outcome::fault`].
    pub fault: Option<Fault>,
    /// Memory that `buffer` points to, where the program may not wait for the original (buffered
    /// sends), or the list of the buffer's pieces that the peer reads.
    pub owned: Option<Box<[u8]>>,
}

impl Operation {
    /// A send of `buffer`, whose error nobody gets to know of unless it is waited for or assigned
    /// ([`crate::Engine::assign`]).
    #[inline(always)]
    pub fn send(peer: u32, context: u64, tag: i32, buffer: Buffer, mode: Mode) -> Self {
        Operation {
            context,
            owner: NOBODY,
            buffer,
            stage: OperationStage::Queued,
            moved: 0,
            whole: 0,
            peer,
            tag,
            mode,
            is_receive: false,
            is_awaited: false,
            is_orphan: false,
            is_cancelled: false,
            backing: None,
            fault: None,
            owned: None,
        }
    }

    /// A receive for `pattern` (world rank of the source) into `buffer`.
    #[inline(always)]
    pub fn receive(pattern: &Pattern, buffer: Buffer, owner: usize, stage: OperationStage) -> Self {
        let send = Operation::send(pattern.source as u32, pattern.context, pattern.tag, buffer, Mode::Standard);
        Operation { stage, owner, is_receive: true, ..send }
    }

    /// True if it is over.
    #[inline(always)]
    pub fn is_done(&self) -> bool {
        self.stage == OperationStage::Done
    }

    /// How it ended. Valid once `stage` is `Done`.
    #[inline(always)]
    pub fn outcome(&self) -> Outcome {
        let Operation { peer, tag, moved, whole, is_cancelled, fault, .. } = *self;
        Outcome { source: peer, tag, bytes: moved, sent: whole, cancelled: is_cancelled, fault }
    }
}

const _: () = assert!(size_of::<Operation>() <= 112, "an operation and its handle fit in two cache lines");
