//! Values of predefined attributes that name constants: the program gets the address of a number in
//! the peer's terms.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use ferry_constants as mpi;

use crate::peer::code;
use crate::{Peer, functions};

static HOST: AtomicI32 = AtomicI32::new(0);
static IO: AtomicI32 = AtomicI32::new(0);
static LAST_USED_CODE: AtomicI32 = AtomicI32::new(0);

/// Numbers of flavors and models of windows, each in a place of its own: windows that differ in
/// them have different addresses.
static OF_WINDOWS: [c_int; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// `MPI_Comm_get_attr`
///
/// # Safety
/// COMPAT-1
pub unsafe fn comm_get_attr<P: Peer>(comm: usize, keyval: c_int, value: *mut c_void, flag: *mut c_int) -> c_int {
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let result = (functions().MPI_Comm_get_attr)(comm, keyval, value, flag);
        translate::<P>(result, keyval, value, flag)
    }
}

/// `MPI_Attr_get`
///
/// # Safety
/// COMPAT-1
pub unsafe fn attr_get<P: Peer>(comm: usize, keyval: c_int, value: *mut c_void, flag: *mut c_int) -> c_int {
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let result = (functions().MPI_Attr_get)(comm, keyval, value, flag);
        translate::<P>(result, keyval, value, flag)
    }
}

/// `MPI_Win_get_attr`
///
/// # Safety
/// COMPAT-1
pub unsafe fn win_get_attr<P: Peer>(win: usize, keyval: c_int, value: *mut c_void, flag: *mut c_int) -> c_int {
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let result = (functions().MPI_Win_get_attr)(win, keyval, value, flag);
        translate::<P>(result, keyval, value, flag)
    }
}

unsafe fn translate<P: Peer>(result: c_int, keyval: c_int, value: *mut c_void, flag: *const c_int) -> c_int {
    // SAFETY: COMPAT-1; after success the value is the address of a variable that lives on.
    unsafe {
        if result == mpi::MPI_SUCCESS && *flag != 0 {
            let address = value.cast::<*const c_int>();
            if let Some(place) = translated::<P>(keyval, *address) {
                *address = place;
            }
        }
    }
    result
}

/// Where the translated number is, for a key whose value needs it.
///
/// # Safety
/// For such a key the value is the address of an integer.
unsafe fn translated<P: Peer>(keyval: c_int, value: *const c_int) -> Option<*const c_int> {
    // SAFETY: as the caller promises.
    let number = || unsafe { *value };
    match keyval {
        mpi::MPI_HOST => Some(kept(&HOST, P::MAPS.rank.to_peer(number()))),
        mpi::MPI_IO => Some(kept(&IO, P::MAPS.rank.to_peer(number()))),
        mpi::MPI_LASTUSEDCODE => Some(kept(&LAST_USED_CODE, last_used::<P>(number()))),
        mpi::MPI_WIN_CREATE_FLAVOR => of_windows(P::MAPS.window_flavor.to_peer(number())),
        mpi::MPI_WIN_MODEL => of_windows(P::MAPS.window_model.to_peer(number())),
        _ => None,
    }
}

/// The place of what is the same wherever a process asks for it.
fn kept(place: &'static AtomicI32, number: c_int) -> *const c_int {
    place.store(number, Ordering::Relaxed);
    place.as_ptr()
}

fn of_windows(number: c_int) -> Option<*const c_int> {
    OF_WINDOWS.iter().find(|known| **known == number).map(ptr::from_ref)
}

fn last_used<P: Peer>(number: c_int) -> c_int {
    if number <= mpi::MPI_ERR_LASTCODE { P::LAST_CODE } else { code::<P>(number) }
}
