//! Packets: ordered, reliable messages to each peer, with a header of the engine and a body.
//!
//! # How a body leaves
//! The sender gives the device a [`Body`]. The device either has it written into a buffer of its
//! own ([`Body::fill`]), or borrows the memory where it lies ([`Body::lend`]) and sends straight
//! from there. Which of the two is the device's choice, by length and by what it knows of the
//! memory. The answer tells the sender when its memory is free again: at once ([`Sent::Copied`]),
//! or when the ticket of the loan comes back ([`Sent::Lent`]).
//!
//! # How a body arrives
//! [`Packets::poll`] shows packets to a [`Sink`]. A device whose packets take a while shows the
//! beginning first ([`Sink::begin`]), and stores the rest where the sink says.

pub use ferry_protocol::decision::Unasked;
pub use ferry_protocol::eager::Sent;
use ferry_protocol::packet::Header;
use ferry_protocol::transfer::Piece;

use crate::ticket::Ticket;

/// Reliable packets, in order from each peer.
pub trait Packets {
    /// Longest body of one packet that the device copies, in bytes.
    fn max_body(&self) -> usize;

    /// Sends a packet of `header.len` bytes of body if there is room for it now. Longer ones than
    /// [`Packets::max_body`], up to [`Unasked::in_place`], go as well if the body can be lent.
    fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent;

    /// Up to which length messages are better sent to `peer` at once than announced and asked for.
    fn unasked(&mut self, peer: u32) -> Unasked;

    /// Whether `peer` may still be listening. To others only what they have to know is worth a new
    /// connection.
    fn is_in_touch(&self, peer: u32) -> bool;

    /// Shows arrived packets to the sink, those of `first` before others'. Returns how many were
    /// consumed, and other progress.
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize;

    /// Whether something that [`Packets::try_send`] has taken is still in this process, so that it
    /// would be lost if the process ended.
    fn has_unsent(&mut self) -> bool;
}

/// The body of a packet that is being sent. Any closure that takes a [`Part`] is one that is always
/// copied.
pub trait Body {
    /// Writes a part of the body to where the device wants it. Called for one part after the other,
    /// in order, until all of the body is written; not at all if there is no room.
    fn fill(&mut self, part: Part);

    /// Where the body lies, if it lies together: for a device that decides by address whether to
    /// borrow it. Promises nothing.
    fn memory(&self) -> Option<Piece>;

    /// Whether the program does nothing before the send is over: a loan then costs it the time
    /// until the ticket is back.
    fn is_awaited(&self) -> bool;

    /// Lends the memory of the body. `None` if it cannot be lent: it has to be copied. A device
    /// asks at most once for each packet. It may call [`Body::fill`] as well, and answer
    /// [`Sent::Lent`], to have the sender wait for the adapter that reads the copy.
    fn lend(&mut self) -> Option<Loan<'_>>;
}

impl<F: FnMut(Part)> Body for F {
    #[inline(always)]
    fn fill(&mut self, part: Part) {
        self(part);
    }

    #[inline(always)]
    fn memory(&self) -> Option<Piece> {
        None
    }

    #[inline(always)]
    fn is_awaited(&self) -> bool {
        true
    }

    #[inline(always)]
    fn lend(&mut self) -> Option<Loan<'_>> {
        None
    }
}

/// Memory that a body lies in, lent to a device, and the ticket by which the device gives it back.
#[derive(Clone, Copy, Debug)]
pub struct Loan<'a> {
    pieces: &'a [Piece],
    ticket: Ticket,
}

impl<'a> Loan<'a> {
    /// Lends `pieces`, in order.
    ///
    /// # Safety
    /// They are readable memory that is not changed until the loan is given back: by any answer of
    /// [`Packets::try_send`] but [`Sent::Lent`], or by its ticket.
    #[inline]
    #[allow(unsafe_code)]
    pub unsafe fn new(pieces: &'a [Piece], ticket: impl Into<Ticket>) -> Self {
        Loan { pieces, ticket: ticket.into() }
    }

    /// The memory.
    #[inline]
    pub fn pieces(&self) -> &'a [Piece] {
        self.pieces
    }

    /// What comes back when the memory is free.
    #[inline]
    pub fn ticket(&self) -> Ticket {
        self.ticket
    }
}

/// A part of a packet's body that a device asks for.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its first byte in the body.
    pub offset: usize,
    /// Where it goes: writable memory of `len` bytes.
    pub to: *mut u8,
    /// Its bytes.
    pub len: usize,
    /// Whether it is better stored past the caches, as who reads it has another one. Such stores
    /// are ordered before later ones when the part is written.
    pub past_caches: bool,
}

impl Part {
    /// A part that is stored as usual.
    #[inline(always)]
    pub fn new(offset: usize, to: *mut u8, len: usize) -> Self {
        Part { offset, to, len, past_caches: false }
    }
}

/// What the engine did with a packet that [`Packets::poll`] showed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketTaken {
    /// Done with; its buffer may be reused.
    Consumed,
    /// As `Consumed`, and what the engine was waiting for is there: leave further packets where
    /// they are.
    ConsumedLast,
    /// Not wanted now: show it again later, and nothing behind it from this peer before.
    Refused,
}

/// What becomes of a packet of which only the beginning is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// [`Sink::packet`] is to be shown all of it.
    Whole,
    /// The body goes straight into the pieces of memory that the sink has listed. What they have no
    /// room for goes nowhere. Then [`Sink::landed`] is told this number.
    Into(u64),
    /// Not wanted now: see [`PacketTaken::Refused`].
    Refused,
}

/// Takes packets from a device.
pub trait Sink {
    /// A packet from the process with world rank `from`. `body` is valid for `header.len` bytes
    /// during the call; it may lie in memory that the peer shares.
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> PacketTaken;

    /// A packet from `from` has begun whose body takes a while: where it goes. If into memory,
    /// `into` lists that then. No other packet from `from` is shown meanwhile.
    fn begin(&mut self, from: u32, header: &Header, into: &mut ScatterList) -> Placement;

    /// The body is there that [`Sink::begin`] has given this number.
    fn landed(&mut self, number: u64);
}

/// Where the body of a packet goes: writable memory that nobody else uses until it is there
/// ([`Sink::landed`]), or its sender is lost. A device may rely on that, as listing memory here
/// takes a promise.
#[derive(Debug, Default)]
pub struct ScatterList {
    pieces: Vec<Piece>,
}

impl ScatterList {
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
