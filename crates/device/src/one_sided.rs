//! One-sided communication: a process registers memory once, tells peers its [`Key`], and they put,
//! get and change words in it without its help.
//!
//! # What is ordered, and what is over
//! - A ticket comes back when the operation is complete at both ends: data of a put are in the
//!   peer's memory, data of a get and the old value of an atomic in this process's. To flush a peer
//!   is to wait for its tickets; there is no call for it.
//! - Operations under way are not ordered, neither among each other nor with packets. What must
//!   come after a put waits for its ticket, or is a notice.
//! - A notice ([`OneSided::put`] with `notify`) is heard by the peer's [`OneSided::next_notice`]
//!   after the data of the put that carries it are in its memory. Notices from one peer come in the
//!   order of their puts.
//! - Memory is visible to a process once it has heard, in any way, from whoever saw the ticket come
//!   back.
//!
//! # What a device can do
//! [`OneSided::one_sided_methods`] says it for one key of one peer. What is missing is done with
//! messages by the caller, and so is everything after [`CopyError::Refused`]. A device may refuse
//! at any call (there is no memory to register the local side, say).
//!
//! | device | what it does by itself |
//! |---|---|
//! | shared memory | put, get; with memory that both map: atomics of 4 and 8 bytes, loads and stores |
//! | RC | put, get, notices; atomics of 8 bytes where the adapter has them |
//! | TCP | nothing |

use bitflags::bitflags;
use ferry_protocol::transfer::Piece;

use crate::CopyError;
use crate::region::{Access, Key, RegionId, RegisterError};
use crate::ticket::Ticket;

/// Access to registered memory of peers.
pub trait OneSided {
    /// What the device does by itself with the memory that `key` of `peer` names. Empty: nothing;
    /// use messages. A key that makes no sense has none.
    fn one_sided_methods(&mut self, peer: u32, key: &Key) -> OneSidedMethods;

    /// Registers memory of this process, once for all peers. Nothing happens to memory that no peer
    /// was told the key of.
    ///
    /// # Errors
    /// The device has nothing of the kind, or the system does not let it.
    ///
    /// # Safety
    /// Until it is deregistered, the memory stays where it is, readable and, if `access` says so,
    /// writable for peers. What they and this process do there at the same time is the caller's to
    /// order.
    #[allow(unsafe_code)]
    unsafe fn register(&mut self, memory: Piece, access: Access) -> Result<RegionId, RegisterError>;

    /// What peers name a region by. It travels in messages as [`Key::bytes`].
    fn key(&self, region: RegionId) -> Key;

    /// Whether `peer` can use a region by its key. Of a device that consists of several, some may
    /// have refused to register the memory.
    fn reaches(&self, region: RegionId, peer: u32) -> bool;

    /// Peers use the region no more.
    fn deregister(&mut self, region: RegionId);

    /// Somebody waits now for tickets that may be late ([`crate::CollectiveTicket::may_be_late`]).
    fn hasten(&mut self) {}

    /// Whether a put or get was refused as the process of `peer` is no more. Others may not have
    /// told so yet.
    fn has_ended(&self, peer: u32) -> bool;

    /// Begins to put `from` into memory of `peer`, `offset` bytes from its beginning. With
    /// `notify`, the peer hears that number once the data are there ([`OneSidedMethods::NOTIFY`]).
    ///
    /// # Errors
    /// Nothing was begun, and the ticket does not come back. [`CopyError::BadRemote`]: it is not
    /// within the memory, or that may not be written.
    ///
    /// # Safety
    /// `from` is readable memory that is not changed before the ticket is back.
    #[allow(unsafe_code)]
    unsafe fn put(
        &mut self,
        peer: u32,
        ticket: Ticket,
        from: &[Piece],
        into: &Key,
        offset: u64,
        notify: Option<u32>,
    ) -> Result<(), CopyError>;

    /// Begins to get memory of `peer` from `offset` on, as much as `into` is long.
    ///
    /// # Errors
    /// As [`OneSided::put`].
    ///
    /// # Safety
    /// `into` is writable memory that nobody else uses before the ticket is back.
    #[allow(unsafe_code)]
    unsafe fn get(&mut self, peer: u32, ticket: Ticket, into: &[Piece], from: &Key, offset: u64) -> Result<(), CopyError>;

    /// Begins to change a word of `peer` at `offset`, a multiple of its width from the beginning of
    /// the address space. What it was before goes to `result`, in the byte order of the machine.
    ///
    /// # Errors
    /// As [`OneSided::put`]; also if the word is not aligned.
    ///
    /// # Safety
    /// `result` is writable memory of the word's width that nobody else uses before the ticket is
    /// back.
    #[allow(unsafe_code)]
    unsafe fn atomic(
        &mut self,
        peer: u32,
        ticket: Ticket,
        what: Atomic,
        at: &Key,
        offset: u64,
        result: *mut u8,
    ) -> Result<(), CopyError>;

    /// A notice of a peer. To be asked after each [`Packets::poll`](crate::Packets::poll), until it
    /// answers `None`. The engine asks: numbers with the highest bit set are those of collective
    /// operations, others come from its `next_notice`.
    fn next_notice(&mut self) -> Option<Notice>;
}

bitflags! {
    /// What a device does by itself with certain memory of a certain peer.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct OneSidedMethods: u8 {
        /// [`OneSided::put`].
        const PUT = 1;
        /// [`OneSided::get`].
        const GET = 1 << 1;
        /// [`OneSided::atomic`] of 4 bytes.
        const ATOMIC_4 = 1 << 2;
        /// [`OneSided::atomic`] of 8 bytes.
        const ATOMIC_8 = 1 << 3;
        /// Atomics are atomic as well with what processors do there. Without it only with atomics
        /// by this same device: whoever also changes the word otherwise must choose one of the two
        /// ways for all.
        const ATOMIC_WITH_PROCESSORS = 1 << 4;
        /// [`OneSided::put`] with a notice.
        const NOTIFY = 1 << 5;
    }
}

/// How a word of a peer changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomic {
    /// 4 bytes.
    Four(Change<u32>),
    /// 8 bytes.
    Eight(Change<u64>),
}

/// What becomes of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<W> {
    /// `swap`, if it is `compare`.
    CompareSwap {
        /// What it has to be.
        compare: W,
        /// What it becomes.
        swap: W,
    },
    /// The sum, modulo two to the power of its bits.
    FetchAdd(W),
    /// This.
    Swap(W),
}

impl Atomic {
    /// Bytes of the word.
    pub fn width(self) -> u64 {
        match self {
            Atomic::Four(_) => 4,
            Atomic::Eight(_) => 8,
        }
    }
}

/// A put with a notice has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whose it was.
    pub peer: u32,
    /// Its number.
    pub number: u32,
}

/// Says that a device has no one-sided communication. That is all it takes: such a device has
/// [`OneSided`].
pub trait MovesNothing {}

impl<T: MovesNothing> OneSided for T {
    fn one_sided_methods(&mut self, _peer: u32, _key: &Key) -> OneSidedMethods {
        OneSidedMethods::empty()
    }

    #[allow(unsafe_code)]
    unsafe fn register(&mut self, _memory: Piece, _access: Access) -> Result<RegionId, RegisterError> {
        Err(RegisterError::Unsupported)
    }

    fn key(&self, _region: RegionId) -> Key {
        Key::NONE
    }

    fn reaches(&self, _region: RegionId, _peer: u32) -> bool {
        false
    }

    fn deregister(&mut self, _region: RegionId) {}

    #[allow(unsafe_code)]
    unsafe fn put(
        &mut self,
        _peer: u32,
        _ticket: Ticket,
        _from: &[Piece],
        _into: &Key,
        _offset: u64,
        _notify: Option<u32>,
    ) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    #[allow(unsafe_code)]
    unsafe fn get(&mut self, _peer: u32, _ticket: Ticket, _into: &[Piece], _from: &Key, _offset: u64) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    #[allow(unsafe_code)]
    unsafe fn atomic(
        &mut self,
        _peer: u32,
        _ticket: Ticket,
        _what: Atomic,
        _at: &Key,
        _offset: u64,
        _result: *mut u8,
    ) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    fn has_ended(&self, _peer: u32) -> bool {
        false
    }

    fn next_notice(&mut self) -> Option<Notice> {
        None
    }
}
