//! The words between the state machines of large messages and the engine that runs them.
//!
//! A machine is the state of one end of a message whose way is decided: [`super::Receiver`] or
//! [`super::Sender`]. It copies nothing, and knows neither a device nor the system. The engine
//!
//! 1. asks whether the end is over (`over`), and then does what the end says;
//! 2. else asks what to do next (`next`), does it, and tells the machine how it went (`copied`),
//!    which gives the next state;
//! 3. gives back what the machine holds of the device ([`Holding`]), however it ended.

use std::ops::Range;

/// Most bytes of one copy: what a call of the program may have to wait for.
pub const STEP: u64 = 512 * 1024;

/// Whose buffer is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadBuffer {
    /// The sender's: it cannot be read.
    Sender,
    /// The receiver's: it cannot be written.
    Receiver,
}

impl BadBuffer {
    /// As the other end is told.
    pub fn result(self) -> TransferResult {
        match self {
            BadBuffer::Sender => TransferResult::BadSendBuffer,
            BadBuffer::Receiver => TransferResult::BadReceiveBuffer,
        }
    }
}

/// How a message ended at its receiver, which decides what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiverEnd {
    /// All bytes are there. `tells`: the sender does not know yet.
    Received {
        /// Whether the sender has to be told.
        tells: bool,
    },
    /// The method does not work: the sender is to send all in packets.
    InPackets,
    /// A buffer is at fault, which ends the message on both sides.
    Bad(BadBuffer),
}

impl From<CopyError> for ReceiverEnd {
    fn from(error: CopyError) -> Self {
        match error {
            CopyError::Refused => ReceiverEnd::InPackets,
            CopyError::BadLocal => ReceiverEnd::Bad(BadBuffer::Receiver),
            CopyError::BadRemote => ReceiverEnd::Bad(BadBuffer::Sender),
        }
    }
}

impl From<TransferResult> for ReceiverEnd {
    /// What the sender has told of its copying.
    fn from(result: TransferResult) -> Self {
        match result {
            TransferResult::Done => ReceiverEnd::Received { tells: false },
            TransferResult::Refused => ReceiverEnd::InPackets,
            TransferResult::BadSendBuffer => ReceiverEnd::Bad(BadBuffer::Sender),
            TransferResult::BadReceiveBuffer => ReceiverEnd::Bad(BadBuffer::Receiver),
        }
    }
}

/// How a method ended at the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SenderEnd {
    /// All bytes are where they belong. `tells`: the receiver does not know yet.
    Sent {
        /// Whether the receiver has to be told.
        tells: bool,
    },
    /// The method did not work here. The receiver is told why, and decides what follows.
    Stopped(TransferResult),
    /// The method did not work at the receiver, which knows, and decides what follows.
    Left,
}

/// What a sender tells when it could not copy.
pub fn result_of_sender(error: CopyError) -> TransferResult {
    match error {
        CopyError::Refused => TransferResult::Refused,
        CopyError::BadLocal => TransferResult::BadSendBuffer,
        CopyError::BadRemote => TransferResult::BadReceiveBuffer,
    }
}

/// What the engine is to do next for one end of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing, before something else happens.
    Wait,
    /// Copy these bytes between the two memories, as many as one call of the device takes.
    Copy(Range<u64>),
    /// Copy all of these bytes between the two memories.
    CopyAll(Range<u64>),
    /// Move these bytes through a pipe, as many as go at once.
    Pipe(PipeTurn),
}

/// What is to go through a pipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipeTurn {
    /// The pipe.
    pub ticket: u64,
    /// Bytes of the message.
    pub piece: Range<u64>,
    /// Sender: the pipe is lent the pages.
    pub is_lent: bool,
    /// Receiver: the bytes are thrown away, as they have nowhere to go.
    pub is_discarded: bool,
}

/// What one end of a message holds of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding<S> {
    /// Nothing.
    Nothing,
    /// Receiver: the share of this number.
    Slot(u32),
    /// Sender: the receiver's share.
    Share(S),
    /// A pipe. `is_spent`: all of the message has gone into it, or come out of it.
    Pipe {
        /// The pipe.
        ticket: u64,
        /// Whether the message needs it no more.
        is_spent: bool,
    },
    /// Receiver: memory that the peer's device puts into.
    Memory(Token),
}

/// What somebody else than this machine has copied, when it is this machine's turn again.
pub type CopiedApart = Result<bool, CopyError>;

/// Memory that a network device of this process or of a peer has been shown, as the device names
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Token {
    /// Its address, or whatever the device finds it by.
    pub address: u64,
    /// The key that goes with it.
    pub key: u32,
}

/// Why bytes could not be moved between two processes. What was moved before is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyError {
    /// The system or the adapter does not allow it, or not any more; or the peer is lost.
    Refused,
    /// This process's side is not memory that can be accessed so.
    BadLocal,
    /// The peer's side is not memory that can be accessed so.
    BadRemote,
}

/// How a large message ended, as the side that copied tells the other one (`aux` of a `Fin`
/// packet).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum TransferResult {
    /// All bytes that were wanted are where they belong.
    Done = 0,
    /// The sender's memory cannot be read.
    BadSendBuffer = 1,
    /// The receiver's memory cannot be written.
    BadReceiveBuffer = 2,
    /// The system does not allow the method any more: grant another one.
    Refused = 3,
}

impl TransferResult {
    /// The result with this number.
    pub fn of(number: u16) -> Option<TransferResult> {
        [TransferResult::Done, TransferResult::BadSendBuffer, TransferResult::BadReceiveBuffer, TransferResult::Refused]
            .get(number as usize)
            .copied()
    }
}
