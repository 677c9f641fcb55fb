//! Memory of the program that peers put into and get from. It is registered through a cache (BR-7).
//! The cache is coherent because a monitor tells of pages that change, or because the device
//! follows page tables. Without either, every registration is for one use.
//!
//! # Safety arguments
//! - VT-1: a registration covers the pages around memory that a caller of [`Memories::hold`]
//!   vouches for; requests and tokens name only bytes of that memory, and end before the caller's
//!   promise does ([`Rendezvous::expose`](ferry_device::Rendezvous::expose) until it is concealed,
//!   `begin_put` and `begin_get` until they are over). Pages that stay registered after that are
//!   named by nobody.
//! - VT-2: memory whose pages were pinned, and that has moved, is the same as its former pages, but
//!   for what the device has written to these; both have the bytes of the hold. Where the processor
//!   writes to it as well, what the device has written is brought before that, range by range.
//!   Memory that is open does not move: peers and the processor write there whenever they like.

use std::sync::Arc;

use ferry_protocol::transfer::Piece;
use ferry_rdma::{Access, Atomics, Error, Region, RemoteKey, Segment, Verbs};
use ferry_regcache::{Cache, Lease, Limits, Monitor, PageRange, Registrar};

/// Pages as devices pin them.
const PAGE: u64 = 4096;

const READ: Access = Access::REMOTE_READ;
const WRITE: Access = Access::LOCAL_WRITE.union(Access::REMOTE_WRITE).union(Access::REMOTE_READ);
const CHANGE: Access = WRITE.union(Access::REMOTE_ATOMIC);

/// What a registration allows, the most first: a device that refuses the one may grant the next.
/// With [`READ`] at last constants of the program can be sent, too.
const RIGHTS: [Access; 2] = [CHANGE, WRITE];

/// A registration of memory of the program.
struct Registered<R> {
    region: R,
    access: Access,
}

/// What the program's memory is registered for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rights {
    Read,
    Write,
    Change,
}

/// Registers with a device, and has a monitor watch.
struct ProgramRegistrar<V: Verbs, M> {
    verbs: Arc<V>,
    monitor: M,
    /// The device follows page tables.
    on_demand: bool,
}

impl<V: Verbs, M: Monitor> ProgramRegistrar<V, M> {
    fn try_register(&self, range: PageRange, access: Access) -> Result<V::Region, Error> {
        let access = if self.on_demand { access | Access::ON_DEMAND } else { access };
        // SAFETY: VT-1.
        #[allow(unsafe_code)]
        let memory = unsafe { V::memory(range.start(), range.bytes() as usize) };
        self.verbs.register(memory, access)
    }
}

impl<V: Verbs, M: Monitor> Registrar for ProgramRegistrar<V, M> {
    type Region = Registered<V::Region>;
    type Error = Error;
    type Rights = Rights;

    fn watch(&mut self, range: PageRange) -> bool {
        self.on_demand || self.monitor.watch(range)
    }

    fn unwatch(&mut self, range: PageRange) {
        if !self.on_demand {
            self.monitor.unwatch(range);
        }
    }

    fn register(&mut self, range: PageRange) -> Result<Self::Region, Error> {
        let first = usize::from(self.verbs.device().atomics == Atomics::None);
        for access in &RIGHTS[first..] {
            match self.try_register(range, *access) {
                Ok(region) => return Ok(Registered { region, access: *access }),
                Err(error) if error.is_shortage() => return Err(error),
                Err(_) => {}
            }
        }
        self.try_register(range, READ).map(|region| Registered { region, access: READ })
    }

    fn rights(&self, region: &Self::Region) -> Rights {
        match region.access {
            access if access.contains(CHANGE) => Rights::Change,
            access if access.contains(WRITE) => Rights::Write,
            _ => Rights::Read,
        }
    }

    fn deregister(&mut self, region: Self::Region) {
        drop(region);
    }

    fn is_shortage(&self, error: &Error) -> bool {
        error.is_shortage()
    }
}

/// What keeps memory registered; it must be given back.
#[derive(Debug)]
pub struct Hold {
    lease: Lease,
    address: u64,
    len: u64,
    writable: bool,
    /// [`Memories::moves`] while it was registered.
    moves: u64,
    /// It lay on other pages before that already, which are not those that were registered.
    had_moved: bool,
    /// Nobody would tell that its pages change: it is found only as long as somebody vouches that
    /// they do not.
    is_vouched_for: bool,
}

/// The memory of the program.
pub struct Memories<V: Verbs, M: Monitor> {
    cache: Cache<ProgramRegistrar<V, M>>,
    /// Bytes that were brought from pages on which memory lies no longer.
    caught_up: u64,
}

impl<V: Verbs, M: Monitor> Memories<V, M> {
    /// Nothing is registered yet.
    pub fn new(verbs: Arc<V>, monitor: M, bytes: u64, regions: usize) -> Self {
        let on_demand = verbs.device().on_demand_paging.serves_rc();
        Self::following(verbs, monitor, bytes, regions, on_demand)
    }

    /// As [`Memories::new`], for a transport that can use memory which is not pinned if
    /// `on_demand`.
    pub fn following(verbs: Arc<V>, monitor: M, bytes: u64, regions: usize, on_demand: bool) -> Self {
        let device = verbs.device();
        // A quarter is for the library's own and for other processes.
        let regions = regions.min((device.regions - device.regions / 4) as usize);
        let program = ProgramRegistrar { verbs, monitor, on_demand };
        Memories { cache: Cache::new(program, Limits { bytes, regions, page: PAGE }), caught_up: 0 }
    }

    /// Registers `piece`, or finds it registered. `None` if the device cannot, or not for writing
    /// where `writable` asks for that.
    ///
    /// # Safety
    /// The piece is memory that requests may read and, if `writable`, write until the hold is given
    /// back.
    #[allow(unsafe_code)]
    pub unsafe fn hold(&mut self, piece: Piece, writable: bool) -> Option<Hold> {
        self.hold_for(piece, writable, false)
    }

    /// The same for memory that stays where it is until the hold is [closed](Memories::close):
    /// until then its registration serves all holds of parts of it.
    ///
    /// # Safety
    /// As for [`Memories::hold`]; and the memory is neither freed nor mapped anew before the hold
    /// is closed.
    #[allow(unsafe_code)]
    pub unsafe fn hold_open(&mut self, piece: Piece, writable: bool) -> Option<Hold> {
        // Before its pages are pinned: they are those of the memory until it is closed.
        self.keep(piece.address, piece.len);
        let hold = self.hold_for(piece, writable, true);
        if hold.is_none() {
            self.let_go(piece.address, piece.len);
        }
        hold
    }

    /// Whether `piece` is registered already, so that holding it for reading costs a look.
    pub fn is_registered(&mut self, piece: Piece) -> bool {
        self.forget_changed();
        self.cache.contains(piece.address, piece.len, Rights::Read)
    }

    /// Gives a hold of [`Memories::hold_open`] back.
    pub fn close(&mut self, hold: Hold) {
        if hold.is_vouched_for {
            self.forget(&hold.lease);
        }
        let (address, len) = (hold.address, hold.len);
        self.release_as_it_is(hold);
        self.let_go(address, len);
    }

    /// See [`Monitor::keep`]: a device that follows page tables moves with the memory.
    fn keep(&mut self, address: u64, len: u64) {
        let program = self.cache.registrar();
        if !program.on_demand {
            program.monitor.keep(address, len);
        }
    }

    fn let_go(&mut self, address: u64, len: u64) {
        let program = self.cache.registrar();
        if !program.on_demand {
            program.monitor.let_go(address, len);
        }
    }

    fn hold_for(&mut self, piece: Piece, writable: bool, is_open: bool) -> Option<Hold> {
        loop {
            let moves = self.moves();
            let (lease, is_watched) = self.register(piece, if writable { Rights::Write } else { Rights::Read })?;
            if !is_watched && !is_open {
                self.forget(&lease);
            }
            let Piece { address, len } = piece;
            let had_moved = writable && self.monitor().former(address, len).is_some();
            let hold = Hold { lease, address, len, writable, moves, had_moved, is_vouched_for: !is_watched };
            if self.moves() != moves {
                // Of which pages the registration is is not known.
                self.forget(&hold.lease);
                self.release_as_it_is(hold);
                continue;
            }
            if writable && !self.cache.region(&hold.lease).access.contains(WRITE) {
                if hold.is_vouched_for {
                    self.forget(&hold.lease);
                }
                self.release_as_it_is(hold);
                return None;
            }
            return Some(hold);
        }
    }

    /// What it takes to register `piece`, which is memory while this is called, in ns of the clock
    /// `now`. `None` if it cannot be registered.
    pub(crate) fn time_registration(&mut self, piece: Piece, now: impl Fn() -> u64) -> Option<u64> {
        let began = now();
        let (lease, _) = self.register(piece, Rights::Read)?;
        let ns = now() - began;
        self.forget(&lease);
        self.cache.release(lease);
        Some(ns)
    }

    /// What it takes to find `piece` registered, in ns.
    pub(crate) fn time_find(&mut self, piece: Piece, now: impl Fn() -> u64) -> Option<u64> {
        const FINDS: u64 = 32;
        let lease = self.register_to_find(piece)?;
        let began = now();
        for _ in 0..FINDS {
            if let Some(found) = self.register_to_find(piece) {
                self.cache.release(found);
            }
        }
        let ns = (now() - began).div_ceil(FINDS);
        self.forget(&lease);
        self.cache.release(lease);
        Some(ns)
    }

    /// And whether the registration will be heard of when its pages change, or was found, of which
    /// that is true or somebody's care.
    fn register(&mut self, piece: Piece, wanted: Rights) -> Option<(Lease, bool)> {
        self.forget_changed();
        let misses = self.cache.statistics().misses;
        let lease = self.cache.acquire(piece.address, piece.len, wanted).ok()?;
        let is_watched = self.cache.statistics().misses == misses || self.cache.is_watched(&lease);
        Some((lease, is_watched))
    }

    fn register_to_find(&mut self, piece: Piece) -> Option<Lease> {
        let (lease, is_watched) = self.register(piece, Rights::Read)?;
        if !is_watched {
            self.forget(&lease);
        }
        Some(lease)
    }

    /// The memory is used no more. What the device has written to pages on which it lies no longer
    /// is in it then, too.
    pub fn release(&mut self, hold: Hold) {
        self.catch_up(&hold, 0, hold.len);
        self.release_as_it_is(hold);
    }

    /// The same where the processor writes to the memory, too: what the device has written was
    /// [brought](Memories::catch_up) before.
    pub fn release_as_it_is(&mut self, hold: Hold) {
        self.cache.release(hold.lease);
    }

    /// Brings `len` bytes at `offset`, all of which only the device has written since they were
    /// held, from pages on which the memory lies no longer, if there are such.
    pub fn catch_up(&mut self, hold: &Hold, offset: u64, len: u64) {
        debug_assert!(offset + len <= hold.len);
        if hold.writable && !hold.had_moved && self.moves() != hold.moves {
            self.bring(hold.address + offset, len);
        }
    }

    #[cold]
    #[allow(unsafe_code)]
    fn bring(&mut self, address: u64, len: u64) {
        let Some(former) = self.monitor().former(address, len) else { return };
        self.caught_up += len;
        // SAFETY: VT-2; the memory may be written until the hold is given back, as the caller of
        // `hold` vouches.
        unsafe {
            let memory = std::ptr::with_exposed_provenance_mut::<u8>(address as usize);
            former.copy_to(memory, len as usize);
        }
    }

    /// The registration is not found again.
    fn forget(&mut self, lease: &Lease) {
        self.cache.forget(lease);
    }

    fn monitor(&mut self) -> &M {
        &self.cache.registrar().monitor
    }

    /// How often memory has moved away from pages that the device has pinned. One that follows page
    /// tables moves with it.
    fn moves(&mut self) -> u64 {
        let program = self.cache.registrar();
        if program.on_demand { 0 } else { program.monitor.moves() }
    }

    /// For requests of this process.
    pub fn segment(&self, hold: &Hold, offset: u64, len: u32) -> Segment {
        debug_assert!(offset + u64::from(len) <= hold.len);
        let region = &self.cache.region(&hold.lease).region;
        Segment { address: hold.address + offset, len, key: region.local_key() }
    }

    /// Whether peers may change words of the memory by atomics.
    pub fn has_atomics(&self, hold: &Hold) -> bool {
        self.cache.region(&hold.lease).access.contains(Access::REMOTE_ATOMIC)
    }

    /// For peers.
    pub fn remote_key(&self, hold: &Hold) -> RemoteKey {
        self.cache.region(&hold.lease).region.remote_key()
    }

    fn forget_changed(&mut self) {
        let mut everything = false;
        let mut gone = Vec::new();
        self.cache.registrar().monitor.changes(|change| match change {
            Some(range) => gone.push(range),
            None => everything = true,
        });
        if everything {
            self.cache.clear();
        }
        for (address, len) in gone {
            self.cache.invalidate(address, len);
        }
    }

    /// Registrations so far.
    #[inline]
    pub fn registrations(&self) -> u64 {
        self.cache.statistics().misses
    }

    /// Registrations, uses without one, bytes now, bytes at most, bytes brought from pages on which
    /// memory lies no longer.
    pub fn counts(&self) -> [u64; 5] {
        let statistics = self.cache.statistics();
        [statistics.misses, statistics.hits, self.cache.bytes(), statistics.peak_bytes, self.caught_up]
    }
}
