//! Functions of the program that tools have called when something happens:
//! `MPI_T_event_register_callback` and its kin.

use std::ffi::{c_int, c_void};
use std::mem::transmute;

use ferry_constants as mpi;

use crate::slots::Slots;
use crate::{Peer, functions, trampolines};

static EVENT: Slots = Slots::new();
static FREE: Slots = Slots::new();
static DROPPED: Slots = Slots::new();

type Event = unsafe extern "C" fn(usize, usize, c_int, *mut c_void);
type FreeEvent = unsafe extern "C" fn(usize, c_int, *mut c_void);
type Dropped = unsafe extern "C" fn(i64, usize, c_int, c_int, *mut c_void);

unsafe extern "C" fn event<P: Peer, const N: usize>(instance: usize, registration: usize, safety: c_int, user_data: *mut c_void) {
    // SAFETY: COMPAT-3.
    unsafe { transmute::<*mut c_void, Event>(EVENT.function(N))(instance, registration, safety_of::<P>(safety), user_data) }
}

unsafe extern "C" fn free<P: Peer, const N: usize>(registration: usize, safety: c_int, user_data: *mut c_void) {
    // SAFETY: COMPAT-3.
    unsafe { transmute::<*mut c_void, FreeEvent>(FREE.function(N))(registration, safety_of::<P>(safety), user_data) }
}

unsafe extern "C" fn dropped<P: Peer, const N: usize>(
    count: i64,
    registration: usize,
    source: c_int,
    safety: c_int,
    user_data: *mut c_void,
) {
    // SAFETY: COMPAT-3.
    unsafe {
        transmute::<*mut c_void, Dropped>(DROPPED.function(N))(count, registration, source, safety_of::<P>(safety), user_data)
    }
}

fn safety_of<P: Peer>(safety: c_int) -> c_int {
    P::MAPS.callback_safety.to_peer(safety)
}

/// The function for the library in place of the program's; an error if the program has too many.
fn trampoline(slots: &Slots, table: &[[*const c_void; 16]; 16], function: *const c_void) -> Result<*const c_void, c_int> {
    if function.is_null() {
        return Ok(function);
    }
    slots.number(function).map(|number| table[number / 16][number % 16]).ok_or(mpi::MPI_T_ERR_OUT_OF_HANDLES)
}

/// `MPI_T_event_register_callback`
///
/// # Safety
/// COMPAT-1
pub unsafe fn t_event_register_callback<P: Peer>(
    registration: usize,
    safety: c_int,
    info: usize,
    user_data: *mut c_void,
    function: *const c_void,
) -> c_int {
    match trampoline(&EVENT, &trampolines!(event), function) {
        // SAFETY: COMPAT-1, COMPAT-2.
        Ok(function) => unsafe { (functions().MPI_T_event_register_callback)(registration, safety, info, user_data, function) },
        Err(code) => code,
    }
}

/// `MPI_T_event_handle_free`
///
/// # Safety
/// COMPAT-1
pub unsafe fn t_event_handle_free<P: Peer>(registration: usize, user_data: *mut c_void, function: *const c_void) -> c_int {
    match trampoline(&FREE, &trampolines!(free), function) {
        // SAFETY: COMPAT-1, COMPAT-2.
        Ok(function) => unsafe { (functions().MPI_T_event_handle_free)(registration, user_data, function) },
        Err(code) => code,
    }
}

/// `MPI_T_event_set_dropped_handler`
///
/// # Safety
/// COMPAT-1
pub unsafe fn t_event_set_dropped_handler<P: Peer>(registration: usize, function: *const c_void) -> c_int {
    match trampoline(&DROPPED, &trampolines!(dropped), function) {
        // SAFETY: COMPAT-1, COMPAT-2.
        Ok(function) => unsafe { (functions().MPI_T_event_set_dropped_handler)(registration, function) },
        Err(code) => code,
    }
}
