//! What schedules of puts need of a device, and the windows that ranks announce.

use ferry_protocol::transfer::Piece;

/// What a peer names registered memory by: bytes that only devices understand.
pub type Key = [u8; 64];

/// Registered memory of this process.
pub type Region = u32;

/// A put with this number has come from a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    /// World rank.
    pub peer: u32,
    /// Its number.
    pub number: u32,
}

/// Memory that peers may put into, as it is announced to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Window {
    /// Of the registered memory that it lies in.
    pub key: Key,
    /// Where it starts there.
    pub offset: u64,
    /// Bytes.
    pub len: u64,
}

const _: () = assert!(size_of::<Window>() == 80 && align_of::<Window>() == 8);

/// A device whose ranks put into each other's memory.
pub trait Puts {
    /// Registers memory; `None` if that is not possible.
    ///
    /// # Safety
    /// Until it is deregistered it is memory that may be read and, if `is_written`, written by peers.
    unsafe fn register(&mut self, memory: Piece, is_written: bool) -> Option<Region>;

    /// What peers name it by.
    fn key(&self, region: Region) -> Key;

    /// Nobody names it any more.
    fn deregister(&mut self, region: Region);

    /// Begins to put `from` into memory of `peer`, which then hears the notice. Whether it was begun: then the ticket comes back ([`Puts::next_put`]).
    ///
    /// # Safety
    /// `from` is readable memory that is not changed before the ticket is back.
    unsafe fn put(&mut self, peer: u32, ticket: u64, from: Piece, into: &Key, offset: u64, notice: u32) -> bool;

    /// A notice of a peer. Its data are there.
    fn next_notice(&mut self) -> Option<Notice>;

    /// A put that is over, and whether it went well.
    fn next_put(&mut self) -> Option<(u64, bool)>;
}
