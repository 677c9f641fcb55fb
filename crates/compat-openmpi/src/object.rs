//! The objects whose addresses are the predefined handles.
//!
//! A program that is not position-independent has a copy of each object that it names, made when it
//! is loaded, and the copy is what everybody then means by the symbol. So an object says by its
//! contents which handle it stands for, and has the size that the program expects.
//!
//! Where the standard gives a handle no meaning, programs pass anything. So nothing is read but
//! what lies among the objects of this library or among the program's copies.
//!
//! # Safety arguments
//! - OBJECT-1: the objects of this library are all that is in their section, whose bounds the
//!   linker knows. Their sizes and those bounds are multiples of 16.
//! - OBJECT-2: the linker of a program puts all its copies into one section, so that what lies
//!   between two of them is memory that may be read.

use core::sync::atomic::{AtomicUsize, Ordering};

use ferry_compat::peer::NO_HANDLE;
use ferry_handle::FIRST_CREATED;

/// Values of the standard ABI that predefined handles have are below this.
pub const ABI_LIMIT: usize = 0x300;
/// Addresses of objects are multiples of 16; handles that the library makes have their kind, which
/// is not 0, in these bits.
const KIND_MASK: usize = 0xf;

/// An object of `SIZE` bytes.
#[repr(C, align(32))]
pub struct Object<const SIZE: usize> {
    bytes: [u8; SIZE],
}

impl<const SIZE: usize> Object<SIZE> {
    /// The object that stands for a handle of the standard ABI.
    pub const fn new(abi: usize) -> Self {
        let mut bytes = [0; SIZE];
        let handle = abi.to_ne_bytes();
        let mut next = 0;
        while next < handle.len() {
            bytes[next] = handle[next];
            next += 1;
        }
        Object { bytes }
    }
}

/// The address of an object, wherever the symbol leads.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Address(*const u8);

// SAFETY: objects are never written.
unsafe impl Sync for Address {}

impl Address {
    const NONE: Address = Address(core::ptr::null());

    /// The address of an object.
    pub const fn of<const SIZE: usize>(object: &'static Object<SIZE>) -> Self {
        Address(object.bytes.as_ptr())
    }
}

/// The addresses by the standard's values.
pub const fn by_abi(pairs: &[(usize, Address)]) -> [Address; ABI_LIMIT] {
    let mut table = [Address::NONE; ABI_LIMIT];
    let mut next = 0;
    while next < pairs.len() {
        table[pairs[next].0] = pairs[next].1;
        next += 1;
    }
    table
}

unsafe extern "C" {
    /// The first byte of the section of the library's own objects.
    #[link_name = "__start_predefined_objects"]
    static OWN_START: u8;
    /// The byte behind it.
    #[link_name = "__stop_predefined_objects"]
    static OWN_END: u8;
}

/// The first and the last of the program's copies; the last is before the first if there are none.
static COPIES: [AtomicUsize; 2] = [AtomicUsize::new(usize::MAX), AtomicUsize::new(0)];

/// Finds the program's copies among what the symbols lead to. It is called once, when the library
/// has been loaded.
pub fn find_copies(objects: &[Address]) {
    let [first, last] = &COPIES;
    for address in objects.iter().map(|object| object.0.expose_provenance()).filter(|address| !is_own(*address)) {
        first.fetch_min(address, Ordering::Relaxed);
        last.fetch_max(address, Ordering::Relaxed);
    }
}

#[inline(always)]
fn is_own(address: usize) -> bool {
    ((&raw const OWN_START).addr()..(&raw const OWN_END).addr()).contains(&address)
}

#[inline(always)]
fn is_among_copies(address: usize) -> bool {
    let [first, last] = COPIES.each_ref().map(|bound| bound.load(Ordering::Relaxed));
    (first..=last).contains(&address)
}

/// The standard's handle for one of a program.
#[inline(always)]
pub fn abi(handle: usize) -> usize {
    if handle & KIND_MASK != 0 {
        return handle;
    }
    if !is_own(handle) && !is_among_copies(handle) {
        return NO_HANDLE;
    }
    // SAFETY: OBJECT-1, OBJECT-2; the address is a multiple of 16.
    unsafe { *core::ptr::with_exposed_provenance::<usize>(handle) }
}

/// The program's handle for one of the standard; `null` stands for those that the interface does
/// not have.
#[inline(always)]
pub fn foreign(abi: usize, null: usize, table: &[Address; ABI_LIMIT]) -> usize {
    if abi >= FIRST_CREATED {
        return abi;
    }
    match table.get(abi) {
        Some(address) if !address.0.is_null() => address.0.expose_provenance(),
        _ => table[null].0.expose_provenance(),
    }
}
