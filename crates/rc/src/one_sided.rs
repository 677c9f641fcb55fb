//! One-sided communication: regions, puts, gets, atomics and notices ([`ferry_device::OneSided`]).
//!
//! A key is an [`Extent`] and the adapter's key. Puts and gets are transfers like those of large
//! messages, with an offset. An atomic is one request whose old value comes into a buffer of the
//! pool. Adapters have no swap: it is a compare-and-swap, repeated until it finds what it expects.
//!
//! A put with a notice takes the first way of the connection. Its last request brings the number as
//! immediate data, which takes a credit of the first size class; without one a control message
//! tells the number later (`docs/wire/rc.md`). Requests of one queue pair are carried out in order,
//! so the data are there before the message is.
//!
//! # Safety arguments
//! - OS-1: a region is made of memory that the caller of `register` vouches for until it is
//!   deregistered, and keys name only bytes of it.
//! - OS-2: the local side of a put or get is memory that its caller vouches for until the ticket is
//!   back; a result is memory of eight bytes that the caller vouches for as long, and is written
//!   right before that.

use ferry_device::{
    Access, Atomic, Change, CopyError, Extent, Key, Notice, OneSided, OneSidedMethods, RegionId, RegisterError, Ticket,
};
use ferry_protocol::transfer::Piece;
use ferry_rdma::{Atomics, RemoteKey, RemoteMemory, Verbs};
use ferry_verbs_transport::{Environment, Hold, Slot};

use crate::device::RcDevice;
use crate::receives::Receives;
use crate::transfers::{Local, Transfer, Work};

/// Memory of this process that peers have access to.
pub(crate) struct Open {
    hold: Hold,
    extent: Extent,
}

/// A key as this device writes it: the memory, and what the adapter calls it.
fn decode(key: &Key) -> Option<(Extent, RemoteKey)> {
    let (extent, rest) = Extent::decode(key.bytes())?;
    let rest: &[u8; 4] = rest.try_into().ok()?;
    Some((extent, RemoteKey(u32::from_le_bytes(*rest))))
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// What the adapter can do with words of peers.
    fn word_methods(&self) -> OneSidedMethods {
        match self.verbs.device().atomics {
            Atomics::None => OneSidedMethods::empty(),
            Atomics::Device => OneSidedMethods::ATOMIC_8,
            Atomics::Global => OneSidedMethods::ATOMIC_8 | OneSidedMethods::ATOMIC_WITH_PROCESSORS,
        }
    }

    /// The connection to `peer` that such a transfer may be queued for, made if need be.
    fn connection_for(&mut self, work: Work, peer: u32) -> Result<usize, CopyError> {
        if peer == self.options.rank {
            return Err(CopyError::Refused);
        }
        let place = self.reach(peer).or_else(|| self.place(peer));
        let suits = |place: &usize| self.connections[*place].lost.is_none() && self.connections[*place].takes(work);
        place.filter(suits).ok_or(CopyError::Refused)
    }

    /// Begins to move between `pieces` and `bytes` bytes of a peer's region.
    ///
    /// # Safety
    /// As [`OneSided::put`] and [`OneSided::get`].
    #[allow(unsafe_code)]
    unsafe fn move_one_sided(
        &mut self,
        (peer, ticket): (u32, Ticket),
        pieces: &[Piece],
        (key, offset): (&Key, u64),
        work: Work,
    ) -> Result<(), CopyError> {
        let bytes = pieces.iter().map(|piece| piece.len).sum();
        let needed = if work == Work::Get { Access::GET } else { Access::PUT };
        let (extent, remote_key) = decode(key).ok_or(CopyError::BadRemote)?;
        let remote = RemoteMemory { address: extent.at(offset, bytes, needed)?, key: remote_key };
        let place = self.connection_for(work, peer)?;
        // SAFETY: OS-2.
        let local = unsafe { self.local_side(place, pieces, bytes, work)? };
        self.begin_work(Transfer::new(ticket, place, work, local, remote));
        Ok(())
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> OneSided for RcDevice<V, E, R> {
    fn one_sided_methods(&mut self, peer: u32, key: &Key) -> OneSidedMethods {
        let is_lost = self.place(peer).is_some_and(|place| self.connections[place].lost.is_some());
        let Some((extent, _)) = decode(key).filter(|_| peer != self.options.rank && !is_lost) else {
            return OneSidedMethods::empty();
        };
        let mut methods = OneSidedMethods::empty();
        methods.set(OneSidedMethods::GET, extent.access.contains(Access::GET));
        methods.set(OneSidedMethods::PUT | OneSidedMethods::NOTIFY, extent.access.contains(Access::PUT));
        if extent.access.contains(Access::ATOMIC) { methods | self.word_methods() } else { methods }
    }

    #[allow(unsafe_code)]
    unsafe fn register(&mut self, memory: Piece, access: Access) -> Result<RegionId, RegisterError> {
        // SAFETY: OS-1.
        let hold = unsafe { self.memories.hold_open(memory, access.is_writing()) };
        let Some(hold) = hold else {
            let Piece { address, len } = memory;
            return Err(RegisterError::Refused(format!("{len} bytes at {address:#x} cannot be registered with the adapter")));
        };
        let access = if self.memories.has_atomics(&hold) { access } else { access - Access::ATOMIC };
        let extent = Extent { address: memory.address, len: memory.len, access };
        Ok(self.open.insert(Open { hold, extent }))
    }

    fn key(&self, region: RegionId) -> Key {
        let Some(Open { hold, extent }) = self.open.get(region) else { return Key::NONE };
        let RemoteKey(key) = self.memories.remote_key(hold);
        Key::of(&[extent.encode().as_slice(), &key.to_le_bytes()].concat()).unwrap_or(Key::NONE)
    }

    /// Registered memory is open to all peers.
    fn reaches(&self, _region: RegionId, _peer: u32) -> bool {
        true
    }

    fn deregister(&mut self, region: RegionId) {
        if let Some(open) = self.open.remove(region) {
            self.memories.close(open.hold);
        }
    }

    fn hasten(&mut self) {
        self.reclaim();
    }

    #[allow(unsafe_code)]
    unsafe fn put(
        &mut self,
        peer: u32,
        ticket: Ticket,
        from: &[Piece],
        into: &Key,
        offset: u64,
        notify: Option<u32>,
    ) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.move_one_sided((peer, ticket), from, (into, offset), Work::Put { notify }) }
    }

    #[allow(unsafe_code)]
    unsafe fn get(&mut self, peer: u32, ticket: Ticket, into: &[Piece], from: &Key, offset: u64) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.move_one_sided((peer, ticket), into, (from, offset), Work::Get) }
    }

    #[allow(unsafe_code)]
    unsafe fn atomic(
        &mut self,
        peer: u32,
        ticket: Ticket,
        what: Atomic,
        at: &Key,
        offset: u64,
        result: *mut u8,
    ) -> Result<(), CopyError> {
        let Atomic::Eight(change) = what else { return Err(CopyError::Refused) };
        if self.word_methods().is_empty() {
            return Err(CopyError::Refused);
        }
        let (extent, key) = decode(at).ok_or(CopyError::BadRemote)?;
        let remote = RemoteMemory { address: extent.word_at(offset, 8)?, key };
        let place = self.connection_for(Work::Atomic, peer)?;
        let Some(slot) = self.pool.take(&*self.verbs, WORD) else {
            self.reclaim();
            return Err(CopyError::Refused);
        };
        let word = Word { change, guess: 0, slot, result: result.expose_provenance() as u64 };
        self.begin_work(Transfer::new(ticket, place, Work::Atomic, Local::Word(word), remote));
        Ok(())
    }

    fn has_ended(&self, _peer: u32) -> bool {
        false
    }

    fn next_notice(&mut self) -> Option<Notice> {
        self.heard.pop_front()
    }
}

/// Bytes of a word that adapters change.
pub(crate) const WORD: usize = 8;

/// A word of a peer that is being changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    change: Change<u64>,
    /// Of a swap: what the word is expected to be.
    guess: u64,
    /// Where the old value comes.
    pub slot: Slot,
    /// Address where it goes.
    result: u64,
}

impl Word {
    /// The request, whose old value comes into [`Word::slot`].
    pub fn request(&self, at: RemoteMemory) -> ferry_rdma::Request {
        use ferry_rdma::Request::{CompareSwap, FetchAdd};
        match self.change {
            Change::CompareSwap { compare, swap } => CompareSwap { at, compare, swap },
            Change::FetchAdd(add) => FetchAdd { at, add },
            Change::Swap(swap) => CompareSwap { at, compare: self.guess, swap },
        }
    }

    /// The word was `old`: whether that ends it. If so the caller is told; if not, the next request
    /// expects that.
    #[allow(unsafe_code)]
    pub fn answered(&mut self, old: u64) -> bool {
        if matches!(self.change, Change::Swap(_)) && old != self.guess {
            self.guess = old;
            return false;
        }
        let result = std::ptr::with_exposed_provenance_mut::<u64>(self.result as usize);
        // SAFETY: OS-2.
        unsafe { result.write_unaligned(old) };
        true
    }
}
