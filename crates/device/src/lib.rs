//! What the engine asks of a transport. One adapter crate implements [`Device`] for each kind; the engine is generic over it, so that
//! no call on the message path is indirect.
//!
//! Besides packets a transport may offer other ways for the bytes of large messages ([`Device::methods`]): copies between the two processes' memories, and state that
//! both see ([`Share`]), through which they share the work of copying; networks move them between exposed memory by themselves
//! ([`Device::expose`], [`Device::begin_put`]). Whatever they do not say, they do not have: every method has an answer for
//! transports of packets only.
#![deny(unsafe_code)]

use std::ops::Range;
use std::os::fd::BorrowedFd;

use ferry_protocol::packet::Header;
use ferry_protocol::share::{Cut, End};
use ferry_protocol::transfer::{Methods, Piece, Token};

/// What the engine did with a packet that [`Device::poll`] showed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done with; its buffer may be reused.
    Consumed,
    /// As `Consumed`, and what the engine was waiting for is there: leave further packets where they are.
    ConsumedLast,
    /// Not wanted now: show it again later, and nothing behind it from this peer before.
    Refused,
}

/// What becomes of a packet of which only the beginning is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// [`Sink::packet`] is to be shown all of it.
    Whole,
    /// The body goes straight into the pieces of memory that the sink has listed, and what they have no room for nowhere. Then
    /// [`Sink::landed`] is told this number.
    Into(u64),
    /// Not wanted now: see [`Verdict::Refused`].
    Refused,
}

/// What became of a packet whose body stays in the sender's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// There is no room for it now; nothing was sent.
    NoRoom,
    /// Its memory cannot be read, as the system found out; nothing was sent.
    Unreadable,
    /// It is on its way, and its memory of no more concern.
    Gone,
    /// It is on its way, and the device reads its memory until [`Device::next_finished`] tells that it does not any more.
    UnderWay,
}

/// A part of a packet's body that a device asks for, see [`Device::try_send`].
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its first byte in the body.
    pub offset: usize,
    /// Where it goes: writable memory of `len` bytes.
    pub to: *mut u8,
    /// Its bytes.
    pub len: usize,
    /// Whether it is better stored past the caches: who reads it has another one. Such stores are ordered before later ones when the part is written.
    pub past_caches: bool,
}

impl Part {
    /// A part that is stored as usual.
    #[inline(always)]
    pub fn new(offset: usize, to: *mut u8, len: usize) -> Self {
        Part { offset, to, len, past_caches: false }
    }
}

/// Where the body of a packet goes: writable memory that nobody else uses until it is there ([`Sink::landed`]), or its sender is lost. A device may rely on that, as to
/// list memory here takes a promise.
#[derive(Debug, Default)]
pub struct Room {
    pieces: Vec<Piece>,
}

impl Room {
    /// The list, for what is to be appended.
    ///
    /// # Safety
    /// The pieces are such memory.
    #[allow(unsafe_code)]
    pub unsafe fn list(&mut self) -> &mut Vec<Piece> {
        &mut self.pieces
    }

    /// The pieces, in order.
    pub fn into_pieces(self) -> Vec<Piece> {
        self.pieces
    }
}

/// Takes packets from a device.
pub trait Sink {
    /// A packet from the process with world rank `from`. `body` is valid for `header.len` bytes during the call; it may lie
    /// in memory that the peer shares.
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> Verdict;

    /// A packet from `from` has begun whose body takes a while: where it goes, if into memory, into what `into` lists then. No other packet from `from` is shown
    /// meanwhile.
    fn begin(&mut self, _from: u32, _header: &Header, _into: &mut Room) -> Landing {
        Landing::Whole
    }

    /// The body is there that [`Sink::begin`] has given this number.
    fn landed(&mut self, _number: u64) {}
}

/// A reliable, per-peer ordered packet transport between the processes of a job.
pub trait Device {
    /// What sleeping until the next event takes; see [`Device::prepare_sleep`].
    type Nap: Nap;
    /// What two processes see of a message that both copy; see [`Device::open_share`].
    type Share: Share + Copy;
    /// Copying that goes on while the program computes; see [`Device::copy_in_background`].
    type Background: Background;

    /// The transport's name for reports ("shm").
    fn name(&self) -> &'static str;

    /// Longest body of one packet in bytes.
    fn max_body(&self) -> usize;

    /// Sends a packet if there is room for it now. `fill` writes a part of the body; it runs only if there is room, for one part after the other until `header.len`
    /// bytes are written. Returns whether the packet is on its way.
    fn try_send(&mut self, to: u32, header: Header, fill: impl FnMut(Part)) -> bool;

    /// Whether `peer` may still be listening. To others only what they have to know is worth a new connection.
    fn is_in_touch(&self, _peer: u32) -> bool {
        true
    }

    /// Longest message that is better sent to `peer` in packets than announced, beyond what the engine sends so anyway and whatever was measured, in bytes.
    fn longest_eager(&mut self, _peer: u32) -> u64 {
        0
    }

    /// Longest message that is better sent to `peer` in several packets than announced, if [costs](ferry_protocol::cost::Costs::unasked_max) say so, in bytes.
    fn longest_in_packets(&mut self, _peer: u32) -> u64 {
        0
    }

    /// Longest body that [`Device::try_send_long`] takes to `peer`, in bytes; 0: it takes none.
    fn longest_to(&mut self, _peer: u32) -> u64 {
        0
    }

    /// Sends a packet, in order with others, whose body is read where it lies. As for `ticket`, see [`Departure::UnderWay`].
    ///
    /// # Safety
    /// `body` is readable memory, `header.len` bytes, that is not changed before it is gone.
    #[allow(unsafe_code)]
    unsafe fn try_send_long(&mut self, _to: u32, _header: Header, _body: &[Piece], _ticket: u64) -> Departure {
        Departure::NoRoom
    }

    /// Shows arrived packets to the sink, those of `first` before others'. Returns how many were consumed.
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize;

    /// Announces that this process is about to sleep. `None` if a packet or room for a refused packet came meanwhile: poll, and try again.
    fn prepare_sleep(&mut self) -> Option<Self::Nap>;

    /// Wakes threads of this process that sleep in a [`Nap`].
    fn wake_self(&mut self);

    /// True if more ranks share the processors than there are processors, as far as known by now.
    fn oversubscribed(&mut self) -> bool;

    /// The ways that bytes of large messages can take between this process and `peer`, as far as this process can tell.
    fn methods(&mut self, _peer: u32) -> Methods {
        Methods::RING
    }

    /// Whether peers on the node map this memory of the process, so that they can copy it without the system.
    fn is_shared(&self, _memory: Piece) -> bool {
        false
    }

    /// A message goes from or to this memory of the process: whether most of it is in huge pages, as far as the device knows. It may put it there.
    fn note_use(&mut self, _memory: Piece) -> bool {
        false
    }

    /// Most pieces on one side of a copy.
    fn most_pieces(&self) -> usize {
        1
    }

    /// Makes memory of this process known to the device, so that `peer` may put into it ([`End::Front`]: this process receives) or get from it
    /// ([`End::Back`]: this process sends): what `peer` names it by. `None` if the device cannot: the message goes in packets.
    ///
    /// # Safety
    /// The memory is readable and, at the front, writable memory that nobody else uses until it is concealed.
    #[allow(unsafe_code)]
    unsafe fn expose(&mut self, _peer: u32, _end: End, _memory: &[Piece]) -> Option<Token> {
        None
    }

    /// The peer is done with what was exposed.
    fn conceal(&mut self, _peer: u32, _token: Token) {}

    /// Begins to put `from` into memory that `peer` has exposed, from its beginning. [`Device::next_finished`] tells when it is over. Packets sent to
    /// `peer` after that arrive after the data.
    ///
    /// # Safety
    /// `from` is readable memory that is not changed before it is over.
    #[allow(unsafe_code)]
    unsafe fn begin_put(&mut self, _peer: u32, _ticket: u64, _from: &[Piece], _into: Token) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    /// Begins to get what `peer` has exposed, as much as `into` is long. [`Device::next_finished`] tells when all is there.
    ///
    /// # Safety
    /// `into` is writable memory that nobody else uses before it is over.
    #[allow(unsafe_code)]
    unsafe fn begin_get(&mut self, _peer: u32, _ticket: u64, _into: &[Piece], _from: Token) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    /// A put, get or long packet that is over: its ticket, and how it ended. To be asked after each [`Device::poll`].
    fn next_finished(&mut self) -> Option<(u64, Result<(), CopyError>)> {
        None
    }

    /// A peer that cannot be reached any more, told once, with everything under way to and from it over.
    fn next_lost(&mut self) -> Option<Lost> {
        None
    }

    /// Whether something that [`Device::try_send`] has taken is still in this process.
    fn has_unsent(&mut self) -> bool {
        false
    }

    /// A file descriptor that becomes readable when something happens after [`Device::prepare_sleep`] has announced a sleep. `None` if events come
    /// otherwise. Whoever waits for it lets go of the [`Nap`] without taking it.
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// Copies from the memory of `peer` to this process's; both sides are as long.
    ///
    /// # Safety
    /// `into` is writable memory, if it is memory at all, that nobody else uses meanwhile.
    #[allow(unsafe_code)]
    unsafe fn read_from(&mut self, _peer: u32, _into: &[Piece], _from: &[Piece], _stores: Stores) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    /// Copies from this process's memory to that of `peer`; both sides are as long.
    ///
    /// # Safety
    /// `peer` has granted that `into` is written, and `from` is not changed meanwhile.
    #[allow(unsafe_code)]
    unsafe fn write_to(&mut self, _peer: u32, _from: &[Piece], _into: &[Piece], _stores: Stores) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    /// Whether large messages can go between this process and `peer` through pipes; makes ready what `peer` needs for giving this process one.
    fn prepare_pipes(&mut self, _peer: u32) -> bool {
        false
    }

    /// The pipe from `peer`, made if need be: a ticket, by which `peer` finds it. In use until it is released or closed.
    fn open_pipe(&mut self, _peer: u32) -> Result<u64, CopyError> {
        Err(CopyError::Refused)
    }

    /// The pipe to `peer` that `peer` has made, in use from now on.
    fn accept_pipe(&mut self, _peer: u32, _ticket: u64) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    /// Stores what has come through the pipe from `peer`, as far as `into` reaches: how many bytes; 0: none now.
    ///
    /// # Safety
    /// `into` is writable memory, if it is memory at all, that nobody else uses meanwhile.
    #[allow(unsafe_code)]
    unsafe fn read_pipe(&mut self, _peer: u32, _ticket: u64, _into: &[Piece]) -> Result<u64, CopyError> {
        Err(CopyError::Refused)
    }

    /// Puts data into the pipe to `peer`, as far as there is room: how many bytes; 0: none now. If `lend`, memory itself may go in.
    ///
    /// # Safety
    /// `from` is not changed meanwhile and, if `lend`, until `peer` has read it or closed the pipe.
    #[allow(unsafe_code)]
    unsafe fn write_pipe(&mut self, _peer: u32, _ticket: u64, _from: &[Piece], _lend: bool) -> Result<u64, CopyError> {
        Err(CopyError::Refused)
    }

    /// Whether data are there to be read, or there is room. True as well if that cannot be told.
    fn is_pipe_ready(&mut self, _end: PipeEnd) -> bool {
        true
    }

    /// The pipe is idle: it may be closed in favour of others, and used again otherwise.
    fn release_pipe(&mut self, _end: PipeEnd) {}

    /// What is in the pipe with this ticket is of no use any more; neither is the pipe.
    fn close_pipe(&mut self, _end: PipeEnd, _ticket: u64) {}

    /// New shared state for a message of at most [`Taken::LONGEST`](ferry_protocol::share::Taken::LONGEST) bytes that comes to this process: its number, by
    /// which the sender finds it. `None` if none is free.
    fn open_share(&mut self) -> Option<(u32, Self::Share)> {
        None
    }

    /// The state that `receiver` has opened as number `slot`; `None` if there is no such number.
    fn join_share(&mut self, _receiver: u32, _slot: u32) -> Option<Self::Share> {
        None
    }

    /// Whether this process, which has opened the state, is to leave the copying of a message of `bytes` bytes, all of which goes past the caches, to its sender `from` for now: that takes little
    /// longer, and this process's caches stay as they are. To be asked before each [`Share::take`] of such a message.
    fn leaves(&mut self, _from: u32, _slot: u32, _share: Self::Share, _bytes: u64) -> bool {
        false
    }

    /// This process, which opened it, has no more use for the state; the message has come whole or not. It may be opened again once the sender has left.
    fn close_share(&mut self, _slot: u32, _is_whole: bool) {}

    /// Wakes `peer`, if it sleeps, after this process has changed a share that it waits for.
    fn wake_peer(&mut self, _peer: u32) {}

    /// Has somebody else than the caller copy while the program computes. `None` if there is nobody: the caller copies itself.
    ///
    /// # Safety
    /// As [`Device::read_from`] or [`Device::write_to`], until [`Background::standing`] says that it is over.
    #[allow(unsafe_code)]
    unsafe fn copy_in_background(&mut self, _copy: Copying<Self::Share>) -> Option<Self::Background> {
        None
    }
}

/// A peer that cannot be reached any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// World rank.
    pub peer: u32,
    /// Host and cause, in words ("node1: connection reset by peer").
    pub reason: String,
}

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
    /// How it stands. Once it is over, nobody touches its memory any more, and everything that was copied is visible.
    fn standing(&self) -> Standing;

    /// Copies a piece that nobody has begun, if there is one.
    fn help(&self) -> bool;

    /// Whether there may be a piece that nobody has begun.
    fn has_pieces(&self) -> bool;

    /// No further piece begins. It is over as soon as those under way have ended.
    fn close(&self);
}

/// How a copy in the background stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Pieces are missing.
    UnderWay,
    /// Everything was copied.
    Done,
    /// It is over, as it was closed, or there was nothing left to take.
    Closed,
    /// It is over, and something was not copied.
    Failed(CopyError),
}

/// The background of devices that have none.
#[derive(Clone, Copy, Debug)]
pub enum NoBackground {}

impl Background for NoBackground {
    fn standing(&self) -> Standing {
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

/// One end of a pipe: where it is from, or goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipeEnd {
    /// The reader of the pipe from this peer.
    From(u32),
    /// The writer of the pipe to this peer.
    To(u32),
}

/// Why a copy between processes did not work. What was copied before is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyError {
    /// The system does not allow it, or not any more.
    Refused,
    /// This process's side is not memory that can be accessed so.
    BadLocal,
    /// The peer's side is not memory that can be accessed so.
    BadRemote,
}

/// What the two ends of a message see that both copy ([`ferry_protocol::share`]).
pub trait Share {
    /// Takes the next piece of a message of `bytes` bytes; `None` if all are taken, or the share is spoilt.
    fn take(&self, end: End, bytes: u64, cut: Cut) -> Option<Range<u64>>;

    /// Whether pieces of a message of `bytes` bytes are left to take.
    fn has_pieces(&self, bytes: u64) -> bool;

    /// Adds `bytes` bytes to those copied.
    fn add_done(&self, bytes: u64);

    /// Bytes copied so far.
    fn done(&self) -> u64;

    /// Copying has failed: nobody takes more.
    fn spoil(&self);

    /// Whether copying has failed.
    fn is_spoilt(&self) -> bool;

    /// The sender's last access.
    fn leave(&self);

    /// Whether the sender has left.
    fn has_left(&self) -> bool;
}

/// The share of devices that have none.
#[derive(Clone, Copy, Debug)]
pub enum NoShare {}

impl Share for NoShare {
    fn take(&self, _end: End, _bytes: u64, _cut: Cut) -> Option<Range<u64>> {
        match *self {}
    }

    fn has_pieces(&self, _bytes: u64) -> bool {
        match *self {}
    }

    fn add_done(&self, _bytes: u64) {}

    fn done(&self) -> u64 {
        match *self {}
    }

    fn spoil(&self) {}

    fn is_spoilt(&self) -> bool {
        match *self {}
    }

    fn leave(&self) {}

    fn has_left(&self) -> bool {
        match *self {}
    }
}

/// A sleep that [`Device::prepare_sleep`] has announced.
pub trait Nap {
    /// Sleeps until a peer or [`Device::wake_self`] wakes this process. May return early.
    fn take(self);

    /// After how many nanoseconds it has to end even if nothing happens that a descriptor ([`Device::descriptor`]) tells.
    fn most_ns(&self) -> Option<u64> {
        None
    }
}
