//! Copies between processes of one machine: memory to memory, through pipes, shared between both
//! ends, and in the background.
//!
//! Only shared memory has them. Other devices have [`NoNode`] as their
//! [`Device::Node`](crate::Device::Node). A device that wraps one with copies hands it out as a
//! whole, so that there is nothing to forward.

use std::ops::Range;

use ferry_protocol::share::{Cut, End, Share};
use ferry_protocol::transfer::Piece;

use crate::{CopyError, Device};

/// Copies between this process and peers of its machine. Peers elsewhere are refused.
pub trait NodeCopies {
    /// What two processes see of a message that both copy; see [`NodeCopies::open_share`].
    type Share: Share + Copy;
    /// Copying that goes on while the program computes; see [`NodeCopies::copy_in_background`].
    type Background: Background;

    /// Whether peers on the node map this memory of the process, so that they can copy it without
    /// the system.
    fn is_shared(&self, memory: Piece) -> bool;

    /// A message goes from or to this memory of the process: whether most of it is in huge pages,
    /// as far as the device knows. It may put it there.
    fn note_use(&mut self, memory: Piece) -> bool;

    /// Most pieces on one side of a copy.
    fn most_pieces(&self) -> usize;

    /// Copies from the memory of `peer` to this process's; both sides are as long.
    ///
    /// # Safety
    /// `into` is writable memory, if it is memory at all, that nobody else uses meanwhile.
    #[allow(unsafe_code)]
    unsafe fn read_from(&mut self, peer: u32, into: &[Piece], from: &[Piece], stores: Stores) -> Result<(), CopyError>;

    /// Copies from this process's memory to that of `peer`; both sides are as long.
    ///
    /// # Safety
    /// `peer` has granted that `into` is written, and `from` is not changed meanwhile.
    #[allow(unsafe_code)]
    unsafe fn write_to(&mut self, peer: u32, from: &[Piece], into: &[Piece], stores: Stores) -> Result<(), CopyError>;

    /// Has `access` called with where memory of `peer` is in this process, if both map it; it stays
    /// there until that returns. Whether it was called.
    fn visit(&mut self, peer: u32, memory: Piece, access: &mut dyn FnMut(*mut u8)) -> bool;

    /// Whether large messages can go between this process and `peer` through pipes; makes ready
    /// what `peer` needs for giving this process one.
    fn prepare_pipes(&mut self, peer: u32) -> bool;

    /// The pipe from `peer`, made if need be: a ticket, by which `peer` finds it. In use until it
    /// is released or closed.
    fn open_pipe(&mut self, peer: u32) -> Result<u64, CopyError>;

    /// The pipe to `peer` that `peer` has made, in use from now on.
    fn accept_pipe(&mut self, peer: u32, ticket: u64) -> Result<(), CopyError>;

    /// Stores what has come through the pipe from `peer`, as far as `into` reaches: how many bytes;
    /// 0: none now.
    ///
    /// # Safety
    /// `into` is writable memory, if it is memory at all, that nobody else uses meanwhile.
    #[allow(unsafe_code)]
    unsafe fn read_pipe(&mut self, peer: u32, ticket: u64, into: &[Piece]) -> Result<u64, CopyError>;

    /// Puts data into the pipe to `peer`, as far as there is room: how many bytes; 0: none now. If
    /// `lend`, memory itself may go in.
    ///
    /// # Safety
    /// `from` is not changed meanwhile and, if `lend`, until `peer` has read it or closed the pipe.
    #[allow(unsafe_code)]
    unsafe fn write_pipe(&mut self, peer: u32, ticket: u64, from: &[Piece], lend: bool) -> Result<u64, CopyError>;

    /// Whether data are there to be read, or there is room. True as well if that cannot be told.
    fn is_pipe_ready(&mut self, end: PipeEnd) -> bool;

    /// The pipe is idle: it may be closed in favour of others, and used again otherwise.
    fn release_pipe(&mut self, end: PipeEnd);

    /// What is in the pipe with this ticket is of no use any more; neither is the pipe.
    fn close_pipe(&mut self, end: PipeEnd, ticket: u64);

    /// New shared state for a message of at most
    /// [`Taken::LONGEST`](ferry_protocol::share::Taken::LONGEST) bytes that comes to this process:
    /// its number, by which the sender finds it. `None` if none is free.
    fn open_share(&mut self) -> Option<(u32, Self::Share)>;

    /// The state that `receiver` has opened as number `slot`; `None` if there is no such number.
    fn join_share(&mut self, receiver: u32, slot: u32) -> Option<Self::Share>;

    /// This process, which opened it, has no more use for the state. It may be opened again once
    /// the sender has left.
    fn close_share(&mut self, slot: u32);

    /// Wakes `peer`, if it sleeps, after this process has changed a share that it waits for.
    fn wake_peer(&mut self, peer: u32);

    /// Has somebody else than the caller copy while the program computes. `None` if there is
    /// nobody: the caller copies itself.
    ///
    /// # Safety
    /// As [`NodeCopies::read_from`] or [`NodeCopies::write_to`], until [`Background::standing`]
    /// says that it is over.
    #[allow(unsafe_code)]
    unsafe fn copy_in_background(&mut self, copy: Copying<Self::Share>) -> Option<Self::Background>;
}

/// The [`NodeCopies::Share`] of a device.
pub type ShareOf<D> = <<D as Device>::Node as NodeCopies>::Share;

/// The [`NodeCopies::Background`] of a device.
pub type BackgroundOf<D> = <<D as Device>::Node as NodeCopies>::Background;

/// A copy between the memories of two processes, dense on both sides.
#[derive(Clone, Copy, Debug)]
pub struct Copying<S> {
    /// The other process.
    pub peer: u32,
    /// [`End::Front`]: from the peer to this process. [`End::Back`]: to the peer.
    pub end: End,
    /// Address in this process.
    pub mine: u64,
    /// Address in the peer.
    pub theirs: u64,
    /// Bytes.
    pub bytes: u64,
    /// Through which pieces are taken, if the peer copies, too.
    pub share: Option<S>,
    /// How it stores.
    pub stores: Stores,
}

/// How a copy stores, where it is the device that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stores {
    /// As usual: what was copied is in the caches.
    Usual,
    /// Past the caches: what was in them stays (LMT-5).
    PastCaches,
}

/// A copy that goes on in the background (LMT-4).
pub trait Background {
    /// How it stands. Once it is over, nobody touches its memory any more, and everything that was
    /// copied is visible.
    fn standing(&self) -> CopyStanding;

    /// Copies a piece that nobody has begun, if there is one.
    fn help(&self) -> bool;

    /// Whether there may be a piece that nobody has begun.
    fn has_pieces(&self) -> bool;

    /// No further piece begins. It is over as soon as those under way have ended.
    fn close(&self);
}

/// How a copy in the background stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStanding {
    /// Pieces are missing.
    UnderWay,
    /// Everything was copied.
    Done,
    /// It is over, as it was closed, or there was nothing left to take.
    Closed,
    /// It is over, and something was not copied.
    Failed(CopyError),
}

/// One end of a pipe: where it is from, or goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipeEnd {
    /// The reader of the pipe from this peer.
    From(u32),
    /// The writer of the pipe to this peer.
    To(u32),
}

/// The node of devices that copy nothing within a machine.
#[derive(Debug)]
pub struct NoNode {
    _private: (),
}

impl NoNode {
    /// It holds nothing, so there is one wherever one is asked for.
    #[inline]
    pub fn shared() -> &'static NoNode {
        &NoNode { _private: () }
    }

    /// As [`NoNode::shared`], to be called.
    #[inline]
    pub fn exclusive() -> &'static mut NoNode {
        // A box of nothing takes no memory.
        Box::leak(Box::new(NoNode { _private: () }))
    }
}

const _: () = assert!(size_of::<NoNode>() == 0);

impl NodeCopies for NoNode {
    type Share = NoShare;
    type Background = NoBackground;

    fn is_shared(&self, _memory: Piece) -> bool {
        false
    }

    fn note_use(&mut self, _memory: Piece) -> bool {
        false
    }

    fn most_pieces(&self) -> usize {
        1
    }

    #[allow(unsafe_code)]
    unsafe fn read_from(&mut self, _peer: u32, _into: &[Piece], _from: &[Piece], _stores: Stores) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    #[allow(unsafe_code)]
    unsafe fn write_to(&mut self, _peer: u32, _from: &[Piece], _into: &[Piece], _stores: Stores) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    fn visit(&mut self, _peer: u32, _memory: Piece, _access: &mut dyn FnMut(*mut u8)) -> bool {
        false
    }

    fn prepare_pipes(&mut self, _peer: u32) -> bool {
        false
    }

    fn open_pipe(&mut self, _peer: u32) -> Result<u64, CopyError> {
        Err(CopyError::Refused)
    }

    fn accept_pipe(&mut self, _peer: u32, _ticket: u64) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    #[allow(unsafe_code)]
    unsafe fn read_pipe(&mut self, _peer: u32, _ticket: u64, _into: &[Piece]) -> Result<u64, CopyError> {
        Err(CopyError::Refused)
    }

    #[allow(unsafe_code)]
    unsafe fn write_pipe(&mut self, _peer: u32, _ticket: u64, _from: &[Piece], _lend: bool) -> Result<u64, CopyError> {
        Err(CopyError::Refused)
    }

    fn is_pipe_ready(&mut self, _end: PipeEnd) -> bool {
        true
    }

    fn release_pipe(&mut self, _end: PipeEnd) {}

    fn close_pipe(&mut self, _end: PipeEnd, _ticket: u64) {}

    fn open_share(&mut self) -> Option<(u32, NoShare)> {
        None
    }

    fn join_share(&mut self, _receiver: u32, _slot: u32) -> Option<NoShare> {
        None
    }

    fn close_share(&mut self, _slot: u32) {}

    fn wake_peer(&mut self, _peer: u32) {}

    #[allow(unsafe_code)]
    unsafe fn copy_in_background(&mut self, _copy: Copying<NoShare>) -> Option<NoBackground> {
        None
    }
}

/// The background of devices that have none.
#[derive(Clone, Copy, Debug)]
pub enum NoBackground {}

impl Background for NoBackground {
    fn standing(&self) -> CopyStanding {
        match *self {}
    }

    fn help(&self) -> bool {
        match *self {}
    }

    fn has_pieces(&self) -> bool {
        match *self {}
    }

    fn close(&self) {}
}

/// The share of devices that have none.
#[derive(Clone, Copy, Debug)]
pub enum NoShare {}

impl Share for NoShare {
    fn take(&self, _end: End, _bytes: u64, _cut: Cut) -> Option<Range<u64>> {
        match *self {}
    }

    fn add_done(&self, _bytes: u64) {}

    fn done(&self) -> u64 {
        match *self {}
    }

    fn spoil(&self, _bytes: u64) -> bool {
        match *self {}
    }

    fn is_spoilt(&self) -> bool {
        match *self {}
    }

    fn leave(&self) {}

    fn has_left(&self) -> bool {
        match *self {}
    }
}
