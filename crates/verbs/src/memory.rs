//! Registered memory. Safety arguments: crate `verbs`, and
//!
//! - RM-1: a buffer's memory is reached through raw pointers only, by one thread (it is not `Sync`)
//!   and by the device, which the language takes for the outside world; offsets are checked.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferry_heap::own;
use ferry_rdma::{Access, Buffer as _, Error, LocalKey, RemoteKey, Result};
use ferry_verbs_sys as sys;

use crate::adapter::Domain;
use crate::system;

/// Pages as devices pin them.
const PAGE: usize = 4096;

/// A registration; dropping it ends the device's access.
struct Registration {
    raw: NonNull<sys::ibv_mr>,
    domain: Arc<Domain>,
}

// SAFETY: VB-2.
unsafe impl Send for Registration {}
// SAFETY: VB-2; nothing of it changes.
unsafe impl Sync for Registration {}

impl Registration {
    /// # Safety
    /// As [`UserMemory::new`], for as long as the registration lives.
    unsafe fn new(domain: &Arc<Domain>, address: u64, len: usize, access: Access) -> Result<Registration> {
        let (library, domain) = (domain.library(), Arc::clone(domain));
        // SAFETY: the domain lives; deregistered in drop (VB-1). What the device may touch is
        // promised by the caller.
        let register = || unsafe { sys::inline::ibv_reg_mr(library, domain.raw(), address, len, access.bits()) };
        Ok(Registration { raw: system::made("ibv_reg_mr", register)?, domain })
    }

    fn keys(&self) -> (LocalKey, RemoteKey) {
        // SAFETY: VB-1.
        let raw = unsafe { self.raw.as_ref() };
        (LocalKey(raw.lkey), RemoteKey(raw.rkey))
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        // SAFETY: VB-1.
        let result = unsafe { self.domain.library().ibv_dereg_mr(self.raw.as_ptr()) };
        // Memory that the device may still reach must not be used otherwise: there is no way on.
        assert_eq!(result, 0, "{}", system::error("ibv_dereg_mr", result));
    }
}

/// A range of the program's memory that may be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserMemory {
    address: u64,
    len: usize,
}

impl UserMemory {
    /// The range of `len` bytes from `address` on. This is the one unsafe entry: whoever makes it
    /// vouches for what is done with it.
    ///
    /// # Safety
    /// While a [`Region`] made of it lives, and as far as its access allows:
    /// - UM-1: every request that is posted with its local key, until it completes, may read the
    ///   range it names, or write it where it is a receive, a read or an atomic: no reference that
    ///   forbids this is alive (for writes: any, for reads: a unique one).
    /// - UM-2: the same holds at any time for ranges and rights that peers were given the remote
    ///   key for.
    /// - UM-3: when the program gives the memory back (frees, unmaps, remaps it), nothing of it is
    ///   posted any more. The region itself may live on: the device keeps to the pages it has
    ///   pinned. With [`Access::ON_DEMAND`] the device follows the page tables instead, so that
    ///   UM-1 and UM-2 hold of what is mapped there later.
    pub const unsafe fn new(address: u64, len: usize) -> UserMemory {
        UserMemory { address, len }
    }
}

/// Registered memory of the program.
pub struct Region {
    memory: UserMemory,
    keys: (LocalKey, RemoteKey),
    _registration: Registration,
}

impl Region {
    pub(crate) fn new(domain: &Arc<Domain>, memory: UserMemory, access: Access) -> Result<Region> {
        // SAFETY: promised by whoever made the range (UM-1 to UM-3).
        let registration = unsafe { Registration::new(domain, memory.address, memory.len, access)? };
        Ok(Region { memory, keys: registration.keys(), _registration: registration })
    }
}

impl ferry_rdma::Region for Region {
    fn address(&self) -> u64 {
        self.memory.address
    }

    fn len(&self) -> usize {
        self.memory.len
    }

    fn local_key(&self) -> LocalKey {
        self.keys.0
    }

    fn remote_key(&self) -> RemoteKey {
        self.keys.1
    }
}

/// Zeroed pages that no fork puts elsewhere, freed in drop.
struct Pages {
    base: NonNull<u8>,
    layout: Layout,
}

impl Pages {
    fn new(len: usize) -> Result<Pages> {
        let whole = len.max(1).checked_next_multiple_of(PAGE);
        let layout = whole.and_then(|whole| Layout::from_size_align(whole, PAGE).ok());
        let layout = layout.ok_or_else(|| Error::Argument(format!("a buffer of {len} bytes is beyond the address space")))?;
        // SAFETY: the layout has bytes.
        let base = own::outside(|| unsafe { alloc_zeroed(layout) });
        let base = NonNull::new(base).ok_or_else(|| system::error("malloc", libc::ENOMEM))?;
        Ok(Pages { base, layout })
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.base.as_ptr(), self.layout) }
    }
}

/// Registered memory of the library's own.
pub struct Buffer {
    keys: (LocalKey, RemoteKey),
    // Dropped in this order: the device's access ends before the memory is freed (VB-3).
    _registration: Registration,
    pages: Pages,
    len: usize,
    /// Not `Sync` (RM-1).
    _one_thread: PhantomData<*mut u8>,
}

// SAFETY: RM-1, and VB-2.
unsafe impl Send for Buffer {}

impl Buffer {
    pub(crate) fn new(domain: &Arc<Domain>, len: usize, access: Access) -> Result<Buffer> {
        let pages = Pages::new(len)?;
        let address = pages.base.as_ptr().expose_provenance() as u64;
        // SAFETY: the pages are freed after the registration is gone, and no reference into them is
        // ever made (RM-1).
        let registration = unsafe { Registration::new(domain, address, len, access)? };
        Ok(Buffer { keys: registration.keys(), _registration: registration, pages, len, _one_thread: PhantomData })
    }

    #[inline]
    fn word(&self, offset: usize) -> &AtomicU64 {
        let place = self.place(offset, 8).cast::<u64>();
        assert!(place.is_aligned(), "a word at {offset}");
        // SAFETY: valid and aligned; others change it as one word or as the outside world does
        // (RM-1).
        unsafe { AtomicU64::from_ptr(place) }
    }
}

impl ferry_rdma::Region for Buffer {
    fn address(&self) -> u64 {
        self.pages.base.as_ptr().addr() as u64
    }

    fn len(&self) -> usize {
        self.len
    }

    fn local_key(&self) -> LocalKey {
        self.keys.0
    }

    fn remote_key(&self) -> RemoteKey {
        self.keys.1
    }
}

impl ferry_rdma::Buffer for Buffer {
    #[inline]
    fn place(&self, offset: usize, len: usize) -> *mut u8 {
        assert!(offset <= self.len && len <= self.len - offset, "{len} bytes at {offset} of a buffer of {}", self.len);
        // SAFETY: within the allocation, as just asserted.
        unsafe { self.pages.base.as_ptr().add(offset) }
    }

    fn write(&self, offset: usize, bytes: &[u8]) {
        let place = self.place(offset, bytes.len());
        // SAFETY: the place has that many bytes; a borrowed slice is never part of a buffer (RM-1).
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
    }

    fn read(&self, offset: usize, into: &mut [u8]) {
        let place = self.place(offset, into.len());
        // SAFETY: as for `write`.
        unsafe { place.copy_to_nonoverlapping(into.as_mut_ptr(), into.len()) }
    }

    fn load(&self, offset: usize) -> u64 {
        self.word(offset).load(Ordering::Acquire)
    }

    fn store(&self, offset: usize, value: u64) {
        self.word(offset).store(value, Ordering::Release)
    }
}
