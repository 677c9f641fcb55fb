//! The heap of this process, as Ferry finds it: by the [`Interface`] of `libferry_heap.so`, if that is loaded.
//!
//! # Safety arguments
//! - OWN-1: the symbol is an interface of this or another version, which is told by its first word; the library stays loaded.
//! - OWN-2: a view that the interface gave is of a mapping that stays, and begins with a head.

use std::sync::OnceLock;

use ferry_sys::{cpu, symbol};

use crate::{Head, Interface, SYMBOL, Stage, VERSION, View};

static ACTIVATED: OnceLock<View> = OnceLock::new();

fn interface() -> Option<&'static Interface> {
    static FOUND: OnceLock<Option<&'static Interface>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let interface = symbol::find(SYMBOL)?.cast::<Interface>();
        // SAFETY: OWN-1.
        unsafe { if interface.cast::<u32>().read() == VERSION { Some(interface.as_ref()) } else { None } }
    })
}

/// Switches the heap on, if the process has one: where it is.
pub fn activate() -> Option<View> {
    let mut view = View { descriptor: 0, base: 0, len: 0 };
    if !(interface()?.activate)(&mut view) {
        return None;
    }
    ACTIVATED.get_or_init(|| view);
    Some(view)
}

/// Runs `body`; what it allocates on this thread lies outside the heap: memory that adapters hold for as long as the process lives, whatever becomes of the heap.
pub fn outside<R>(body: impl FnOnce() -> R) -> R {
    struct Outside(&'static Interface);
    impl Drop for Outside {
        fn drop(&mut self) {
            (self.0.stay_outside)(false);
        }
    }
    let _outside = interface().map(|interface| {
        (interface.stay_outside)(true);
        Outside(interface)
    });
    body()
}

/// How often blocks have come to lie on other pages with what they held: 0, or 1 once the heap is private. Waits if that is just happening.
pub fn moves() -> u64 {
    let Some(view) = ACTIVATED.get() else { return 0 };
    loop {
        match head(view).stage() {
            Stage::Shared | Stage::Retiring => return 0,
            Stage::Moving => cpu::give_way(),
            Stage::Private => return 1,
        }
    }
}

/// Where the pages are on which the `len` bytes at `address` were before the heap was private; `None` for other memory.
pub fn former(address: u64, len: u64) -> Option<*const u8> {
    let position = ACTIVATED.get()?.position(address, len)?;
    let file = (interface()?.former)();
    (file != 0).then(|| std::ptr::with_exposed_provenance((file + position) as usize))
}

fn head(view: &View) -> &'static Head {
    // SAFETY: OWN-2.
    unsafe { &*std::ptr::with_exposed_provenance::<Head>(view.base as usize) }
}
