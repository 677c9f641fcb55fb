//! Integers that name constants, in variables and arrays of the program (COMPAT-1).

use std::ffi::c_int;
use std::ptr;

use ferry_constants as mpi;
use smallvec::SmallVec;

use crate::Peer;
use crate::peer::{code_of_error, weights};
use crate::values::Values;

/// An array of integers on its way in.
pub struct Integers {
    is_null: bool,
    abi: SmallVec<[c_int; 16]>,
}

impl Integers {
    /// The array of `length` integers at `user`, each of which names a constant of the table.
    ///
    /// # Safety
    /// COMPAT-1
    pub unsafe fn new(user: *const c_int, length: usize, values: &Values) -> Self {
        let length = if user.is_null() { 0 } else { length };
        // SAFETY: COMPAT-1.
        let abi = (0..length).map(|index| values.to_abi(unsafe { *user.add(index) })).collect();
        Integers { is_null: user.is_null(), abi }
    }

    /// What the standard's function gets.
    pub fn abi(&self) -> *const c_int {
        if self.is_null { ptr::null() } else { self.abi.as_ptr() }
    }
}

/// Turns the integer that a successful call stored into the peer's.
///
/// # Safety
/// COMPAT-1
#[inline]
pub unsafe fn fix(result: c_int, stored: *mut c_int, values: &Values) {
    if result == mpi::MPI_SUCCESS && !stored.is_null() {
        // SAFETY: COMPAT-1.
        unsafe { *stored = values.to_peer(*stored) };
    }
}

/// As [`fix`] for an array.
///
/// # Safety
/// COMPAT-1
pub unsafe fn fix_all(result: c_int, stored: *mut c_int, length: usize, values: &Values) {
    if stored.is_null() {
        return;
    }
    for index in 0..length {
        // SAFETY: COMPAT-1.
        unsafe { fix(result, stored.add(index), values) };
    }
}

/// As [`fix`] for an error class or code.
///
/// # Safety
/// COMPAT-1
pub unsafe fn fix_code<P: Peer>(result: c_int, stored: *mut c_int) {
    if result == mpi::MPI_SUCCESS && !stored.is_null() {
        // SAFETY: COMPAT-1.
        unsafe { *stored = crate::peer::code::<P>(*stored) };
    }
}

/// Turns the key that a call reads and may set to `MPI_KEYVAL_INVALID` into the standard's; undone
/// by [`key_stored`].
///
/// # Safety
/// COMPAT-1
pub unsafe fn key_read<P: Peer>(key: *mut c_int) {
    if !key.is_null() {
        // SAFETY: COMPAT-1.
        unsafe { *key = P::MAPS.keyval.to_abi(*key) };
    }
}

/// Turns a key that a call stored into the peer's.
///
/// # Safety
/// COMPAT-1
pub unsafe fn key_stored<P: Peer>(key: *mut c_int) {
    if !key.is_null() {
        // SAFETY: COMPAT-1.
        unsafe { *key = P::MAPS.keyval.to_peer(*key) };
    }
}

/// Turns the address of a buffer that a call stored into the peer's.
///
/// # Safety
/// COMPAT-1
pub unsafe fn fix_buffer<P: Peer>(result: c_int, stored: *mut std::ffi::c_void) {
    let stored = stored.cast::<usize>();
    // SAFETY: COMPAT-1; the variable holds an address.
    unsafe {
        if result == mpi::MPI_SUCCESS && !stored.is_null() && stored.read_unaligned() == mpi::MPI_BUFFER_AUTOMATIC {
            stored.write_unaligned(P::BUFFER_AUTOMATIC);
        }
    }
}

/// A file displacement, which may be `MPI_DISPLACEMENT_CURRENT`.
pub fn displacement(peer: i64, current: i64) -> i64 {
    if peer == current { mpi::MPI_DISPLACEMENT_CURRENT } else { peer }
}

/// Weights that the program passes in or wants to be stored.
pub fn weights_of<P: Peer>(user: *const c_int) -> *mut c_int {
    weights::<P, c_int>(user)
}

/// The peer's number for a class that has to be one.
pub fn class<P: Peer>(class: c_int) -> c_int {
    code_of_error::<P>(class)
}
