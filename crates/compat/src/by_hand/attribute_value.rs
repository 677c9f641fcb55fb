//! Values of predefined attributes that name constants: the program gets the address of a number in
//! the peer's terms.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicI32, Ordering};

use ferry_constants as mpi;

use crate::peer::code;
use crate::{Peer, functions};

static HOST: AtomicI32 = AtomicI32::new(0);
static IO: AtomicI32 = AtomicI32::new(0);
static LAST_USED_CODE: AtomicI32 = AtomicI32::new(0);
static FLAVOR: AtomicI32 = AtomicI32::new(0);
static MODEL: AtomicI32 = AtomicI32::new(0);

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
                *address = place.as_ptr();
            }
        }
    }
    result
}

/// Where the translated number is, for a key whose value needs it.
unsafe fn translated<P: Peer>(keyval: c_int, value: *const c_int) -> Option<&'static AtomicI32> {
    let convert = |number: c_int| match keyval {
        mpi::MPI_HOST => Some((&HOST, P::MAPS.rank.to_peer(number))),
        mpi::MPI_IO => Some((&IO, P::MAPS.rank.to_peer(number))),
        mpi::MPI_LASTUSEDCODE => Some((&LAST_USED_CODE, last_used::<P>(number))),
        mpi::MPI_WIN_CREATE_FLAVOR => Some((&FLAVOR, P::MAPS.window_flavor.to_peer(number))),
        mpi::MPI_WIN_MODEL => Some((&MODEL, P::MAPS.window_model.to_peer(number))),
        _ => None,
    };
    convert(0)?;
    // SAFETY: the value of these attributes is the address of an integer.
    let (place, number) = convert(unsafe { *value })?;
    place.store(number, Ordering::Relaxed);
    Some(place)
}

fn last_used<P: Peer>(number: c_int) -> c_int {
    if number <= mpi::MPI_ERR_LASTCODE { P::LAST_CODE } else { code::<P>(number) }
}
