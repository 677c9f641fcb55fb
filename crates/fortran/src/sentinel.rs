//! Variables whose address has a meaning: MPI_BOTTOM, MPI_IN_PLACE, MPI_STATUS_IGNORE and others.
//!
//! They live in common blocks. A program that names such a block has a definition of its own, which
//! the loader prefers to ours, so that all objects agree on one address; that is why ours are
//! reached through the symbol and not as statics of Rust.

use std::arch::global_asm;
use std::ffi::{c_char, c_int, c_void};

use ferry_constants::{MPI_BUFFER_AUTOMATIC, MPI_IN_PLACE, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY, Status};

use crate::entry::Fint;

macro_rules! blocks {
    ($($name:ident $function:ident $size:literal;)*) => {
        $(
            global_asm!(
                ".pushsection .bss",
                concat!(".globl ", stringify!($name)),
                concat!(".type ", stringify!($name), ", @object"),
                concat!(".size ", stringify!($name), ", ", $size),
                ".balign 16",
                concat!(stringify!($name), ": .zero ", $size),
                ".popsection"
            );
            fn $function() -> *mut c_void {
                (&raw const $name).cast_mut().cast()
            }
        )*
        unsafe extern "C" {
            $(static $name: u8;)*
        }
    };
}

blocks! {
    mpibottom_ bottom "4";
    mpiinplace_ in_place "4";
    mpibufferautomatic_ buffer_automatic "4";
    mpistatusignore_ status_ignore "32";
    mpistatusesignore_ statuses_ignore "32";
    mpierrcodesignore_ errcodes_ignore "4";
    mpiunweighted_ unweighted "4";
    mpiweightsempty_ weights_empty "4";
    mpiargvnull_ argv_null "1";
    mpiargvsnull_ argvs_null "1";
}

/// The address of a buffer, or C's value for one with a meaning.
#[inline]
pub fn buffer(address: *mut c_void) -> *mut c_void {
    match address {
        a if a == bottom() => std::ptr::null_mut(),
        a if a == in_place() => std::ptr::without_provenance_mut(MPI_IN_PLACE),
        a if a == buffer_automatic() => std::ptr::without_provenance_mut(MPI_BUFFER_AUTOMATIC),
        a => a,
    }
}

/// A status, or null where it is not wanted. The layouts agree.
#[inline]
pub fn status(address: *mut Fint) -> *mut Status {
    null_if(address, status_ignore()).cast()
}

/// Statuses, or null where they are not wanted. Some programs pass the one for the other.
#[inline]
pub fn statuses(address: *mut Fint) -> *mut Status {
    null_if(null_if(address, statuses_ignore()), status_ignore()).cast()
}

/// Weights of edges, or C's values for none.
pub fn weights(address: *mut Fint) -> *mut c_int {
    match address.cast() {
        a if a == unweighted() => std::ptr::without_provenance_mut(MPI_UNWEIGHTED),
        a if a == weights_empty() => std::ptr::without_provenance_mut(MPI_WEIGHTS_EMPTY),
        _ => address,
    }
}

/// Error codes of spawned processes, or null where they are not wanted.
pub fn errcodes(address: *mut Fint) -> *mut c_int {
    null_if(address, errcodes_ignore())
}

/// Arguments of a program to spawn, or null where there are none.
pub fn argv(address: *const c_char) -> *const c_char {
    let none = [argv_null(), argvs_null()].iter().any(|none| std::ptr::eq(address, none.cast()));
    if none { std::ptr::null() } else { address }
}

/// Where the older bindings of functions that detach a buffer have its address stored: not in the
/// argument, whose type they get wrong.
pub fn detached(_: *mut c_void, instead: &mut *mut c_void) -> *mut c_void {
    (&raw mut *instead).cast()
}

fn null_if(address: *mut Fint, sentinel: *mut c_void) -> *mut Fint {
    if std::ptr::eq(address, sentinel.cast()) { std::ptr::null_mut() } else { address }
}
