//! Variables whose address has a meaning: MPI_BOTTOM, MPI_IN_PLACE, MPI_STATUS_IGNORE and others.
//! `marks` knows their addresses.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use crate::abi::Status;
use crate::entry::Fint;
use crate::marks;

/// The address of a buffer, or C's value for one with a meaning.
#[inline]
pub fn buffer(address: *mut c_void) -> *mut c_void {
    marks::buffer(address).unwrap_or(address)
}

/// A status, or C's value where it is not wanted. The layouts agree.
#[inline]
pub fn status(address: *mut Fint) -> *mut Status {
    if marks::is_status_ignore(address.cast()) { ignored() } else { address.cast() }
}

/// Statuses, or C's value where they are not wanted. Some programs pass the one for the other.
#[inline]
pub fn statuses(address: *mut Fint) -> *mut Status {
    if marks::is_statuses_ignore(address.cast()) { ignored() } else { status(address) }
}

fn ignored() -> *mut Status {
    ptr::without_provenance_mut(marks::STATUS_IGNORE)
}

/// Weights of edges, or C's values for none.
pub fn weights(address: *mut Fint) -> *mut c_int {
    marks::weights(address.cast()).unwrap_or(address)
}

/// Error codes of spawned processes, or null where they are not wanted.
pub fn errcodes(address: *mut Fint) -> *mut c_int {
    if marks::is_errcodes_ignore(address.cast()) { ptr::null_mut() } else { address }
}

/// Arguments of a program to spawn, or null where there are none.
pub fn argv(address: *const c_char) -> *const c_char {
    if marks::is_argv_null(address.cast()) { ptr::null() } else { address }
}

/// Where the older bindings of functions that detach a buffer have its address stored: not in the
/// argument, whose type they get wrong.
pub fn detached(_: *mut c_void, instead: &mut *mut c_void) -> *mut c_void {
    (&raw mut *instead).cast()
}
