//! The heap of this process, as Ferry finds it: that of `libferry_heap.so`, if that is loaded and
//! switched on, and else one of its own.
//!
//! # Safety arguments
//! - OWN-1: the symbol is an interface of this or another version, which is told by its first word;
//!   the library stays loaded.

use std::ptr::NonNull;
use std::sync::{Mutex, OnceLock, PoisonError};

use ferry_sys::symbol;

use crate::head::Head;
use crate::small::Small;
use crate::{Interface, Name, SYMBOL, VERSION, arena};

/// What both heaps offer.
static OWN: Interface = crate::interface(activate_own, stay_outside_own);

extern "C" fn activate_own(found: &mut Name) -> bool {
    arena::activate().map(|name| *found = name).is_some()
}

/// `malloc` is the C library's here.
extern "C" fn stay_outside_own(_outside: bool) {}

/// The heap that was switched on, and its name.
static ACTIVE: OnceLock<(&'static Interface, Name)> = OnceLock::new();

fn preloaded() -> Option<&'static Interface> {
    static FOUND: OnceLock<Option<&'static Interface>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let interface = symbol::find(SYMBOL)?.cast::<Interface>();
        // SAFETY: OWN-1.
        unsafe { if interface.cast::<u32>().read() == VERSION { Some(interface.as_ref()) } else { None } }
    })
}

fn switch_on(heap: &'static Interface) -> Option<(&'static Interface, Name)> {
    let mut name = Name { descriptor: 0, cookie: 0 };
    (heap.activate)(&mut name).then_some((heap, name))
}

/// Has `malloc` give large blocks from the heap of `libferry_heap.so`, if that is loaded: whether
/// it does.
pub fn serve_malloc() -> bool {
    let found = preloaded().and_then(switch_on);
    found.is_some_and(|found| std::ptr::eq(ACTIVE.get_or_init(|| found).0, found.0))
}

/// Blocks shorter than a granule.
static SMALL: Mutex<Small> = Mutex::new(Small::new());

/// A block of at least `bytes` bytes in memory that peers can map, aligned to the power of two that
/// is as long, or to 16 KiB. `None` where the system has no such memory, or in a child of the
/// process whose heap it is. The heap is switched on by the first one.
pub fn allocate(bytes: usize) -> Option<NonNull<u8>> {
    let (heap, _) = match ACTIVE.get() {
        Some(active) => *active,
        None => {
            let found = switch_on(&OWN)?;
            *ACTIVE.get_or_init(|| found)
        }
    };
    let long = |bytes| NonNull::new((heap.allocate)(bytes));
    match Small::takes(bytes) {
        true => SMALL.lock().unwrap_or_else(PoisonError::into_inner).allocate(bytes, long),
        false => long(bytes),
    }
}

/// Frees a block that was allocated with so many bytes.
///
/// # Safety
/// Nobody uses the block any more.
pub unsafe fn free(block: NonNull<u8>, bytes: usize) {
    if Small::takes(bytes) {
        return SMALL.lock().unwrap_or_else(PoisonError::into_inner).free(block, bytes);
    }
    // SAFETY: as the caller promises.
    let was_used = ACTIVE.get().is_some_and(|(heap, _)| unsafe { (heap.free)(block.as_ptr()) });
    debug_assert!(was_used, "a block that is not in use");
}

/// Where peers find the heap, once it is on.
#[inline]
pub fn name() -> Option<Name> {
    ACTIVE.get().map(|(_, name)| *name)
}

/// What peers see of the heap, once it is on.
#[inline]
pub fn head() -> Option<&'static Head> {
    ACTIVE.get().and_then(|(heap, _)| (heap.head)())
}

/// Runs `body`; what it allocates on this thread lies outside the heap: memory that adapters hold
/// for as long as the process lives, whatever becomes of the heap.
pub fn outside<R>(body: impl FnOnce() -> R) -> R {
    struct Outside(&'static Interface);
    impl Drop for Outside {
        fn drop(&mut self) {
            (self.0.stay_outside)(false);
        }
    }
    let _outside = preloaded().map(|interface| {
        (interface.stay_outside)(true);
        Outside(interface)
    });
    body()
}

/// Adapters may be told of blocks from now on: see [`former`].
pub fn keep_former() {
    for heap in preloaded().into_iter().chain([&OWN]) {
        (heap.keep_former)();
    }
}

/// How often blocks have come to lie on other pages with what they held, as when the process forks.
/// Waits if that is just happening.
pub fn moves() -> u64 {
    ACTIVE.get().map_or(0, |(heap, _)| (heap.moves)())
}

/// Where the pages are on which the `len` bytes at `address` were before their region was private;
/// `None` for other memory.
pub fn former(address: u64, len: u64) -> Option<*const u8> {
    ACTIVE.get().map(|(heap, _)| (heap.former)(address, len)).filter(|place| !place.is_null())
}

/// An adapter holds `len` bytes at `address` open to peers until [`let_go`]: a fork leaves them on
/// their pages.
pub fn keep(address: u64, len: u64) {
    if let Some((heap, _)) = ACTIVE.get() {
        (heap.keep)(address, len);
    }
}

/// The inverse of [`keep`], as often.
pub fn let_go(address: u64, len: u64) {
    if let Some((heap, _)) = ACTIVE.get() {
        (heap.let_go)(address, len);
    }
}
