//! Representations of files that the program defines: `MPI_Register_datarep`. They last as long as
//! the process.

use std::ffi::{c_char, c_int, c_void};
use std::mem::transmute;

use crate::peer::abi_code;
use crate::{Handle, Peer, functions};

struct DatarepFunctions {
    read: *const c_void,
    write: *const c_void,
    extent: *const c_void,
    extra_state: *mut c_void,
}

type Convert<D, N> = unsafe extern "C" fn(*mut c_void, D, N, *mut c_void, i64, *mut c_void) -> c_int;
type Extent<D> = unsafe extern "C" fn(D, *mut i64, *mut c_void) -> c_int;

unsafe extern "C" fn read<P: Peer, N>(
    user: *mut c_void,
    datatype: usize,
    count: N,
    file: *mut c_void,
    position: i64,
    state: *mut c_void,
) -> c_int {
    // SAFETY: COMPAT-3; the state is what `register` made, and is never freed.
    unsafe {
        let functions = &*state.cast::<DatarepFunctions>();
        let convert: Convert<P::Datatype, N> = transmute(functions.read);
        abi_code::<P>(convert(user, P::Datatype::foreign(datatype), count, file, position, functions.extra_state))
    }
}

unsafe extern "C" fn write<P: Peer, N>(
    user: *mut c_void,
    datatype: usize,
    count: N,
    file: *mut c_void,
    position: i64,
    state: *mut c_void,
) -> c_int {
    // SAFETY: COMPAT-3; the state is what `register` made, and is never freed.
    unsafe {
        let functions = &*state.cast::<DatarepFunctions>();
        let convert: Convert<P::Datatype, N> = transmute(functions.write);
        abi_code::<P>(convert(user, P::Datatype::foreign(datatype), count, file, position, functions.extra_state))
    }
}

unsafe extern "C" fn extent<P: Peer>(datatype: usize, extent: *mut i64, state: *mut c_void) -> c_int {
    // SAFETY: COMPAT-3; the state is what `register` made, and is never freed.
    unsafe {
        let functions = &*state.cast::<DatarepFunctions>();
        let function: Extent<P::Datatype> = transmute(functions.extent);
        abi_code::<P>(function(P::Datatype::foreign(datatype), extent, functions.extra_state))
    }
}

type Register = unsafe extern "C" fn(*const c_char, *const c_void, *const c_void, *const c_void, *mut c_void) -> c_int;

unsafe fn register<P: Peer, N>(register: Register, datarep: *const c_char, given: DatarepFunctions) -> c_int {
    let replace = |function: *const c_void, trampoline: *const c_void| if function.is_null() { function } else { trampoline };
    let read = replace(given.read, read::<P, N> as *const c_void);
    let write = replace(given.write, write::<P, N> as *const c_void);
    let extent = replace(given.extent, extent::<P> as *const c_void);
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe { register(datarep, read, write, extent, Box::into_raw(Box::new(given)).cast()) }
}

/// `MPI_Register_datarep`
///
/// # Safety
/// COMPAT-1
pub unsafe fn register_datarep<P: Peer>(
    datarep: *const c_char,
    read: *const c_void,
    write: *const c_void,
    extent: *const c_void,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe {
        register::<P, c_int>(functions().MPI_Register_datarep, datarep, DatarepFunctions { read, write, extent, extra_state })
    }
}

/// `MPI_Register_datarep_c`
///
/// # Safety
/// COMPAT-1
pub unsafe fn register_datarep_c<P: Peer>(
    datarep: *const c_char,
    read: *const c_void,
    write: *const c_void,
    extent: *const c_void,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe {
        register::<P, i64>(functions().MPI_Register_datarep_c, datarep, DatarepFunctions { read, write, extent, extra_state })
    }
}
