//! Reductions of the program: `MPI_Op_create`.

use std::ffi::{c_int, c_void};
use std::mem::transmute;

use ferry_constants as mpi;

use crate::library::report;
use crate::slots::Slots;
use crate::{Handle, Peer, functions, trampolines};

static SMALL: Slots = Slots::new();
static LARGE: Slots = Slots::new();

/// The program's function: a length of type `L` and the peer's datatype.
type UserFunction<P, L> = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut L, *mut <P as Peer>::Datatype);

unsafe extern "C" fn small<P: Peer, const N: usize>(
    input: *mut c_void,
    inout: *mut c_void,
    length: *mut c_int,
    datatype: *mut usize,
) {
    // SAFETY: COMPAT-3; the library passes what the standard says.
    unsafe { reduce::<P, c_int>(SMALL.function(N), input, inout, length, datatype) }
}

unsafe extern "C" fn large<P: Peer, const N: usize>(
    input: *mut c_void,
    inout: *mut c_void,
    length: *mut i64,
    datatype: *mut usize,
) {
    // SAFETY: COMPAT-3; the library passes what the standard says.
    unsafe { reduce::<P, i64>(LARGE.function(N), input, inout, length, datatype) }
}

unsafe fn reduce<P: Peer, L>(
    function: *mut c_void,
    input: *mut c_void,
    inout: *mut c_void,
    length: *mut L,
    datatype: *mut usize,
) {
    // SAFETY: COMPAT-3; the datatype is a handle.
    unsafe {
        let function: UserFunction<P, L> = transmute(function);
        function(input, inout, length, &mut P::Datatype::foreign(*datatype));
    }
}

/// The function for the library in place of the program's; an error if the program has too many.
fn trampoline(slots: &Slots, table: &[[*const c_void; 16]; 16], function: *const c_void) -> Result<*const c_void, c_int> {
    if function.is_null() {
        return Ok(function);
    }
    match slots.number(function) {
        Some(number) => Ok(table[number / 16][number % 16]),
        None => Err(report(
            mpi::MPI_ERR_NO_MEM,
            "the program has more than 256 functions for reductions of its own; make operations of fewer functions",
        )),
    }
}

/// `MPI_Op_create`
///
/// # Safety
/// COMPAT-1
pub unsafe fn op_create<P: Peer>(function: *const c_void, commute: c_int, op: *mut usize) -> c_int {
    match trampoline(&SMALL, &trampolines!(small), function) {
        // SAFETY: COMPAT-1, COMPAT-2.
        Ok(function) => unsafe { (functions().MPI_Op_create)(function, commute, op) },
        Err(code) => code,
    }
}

/// `MPI_Op_create_c`
///
/// # Safety
/// COMPAT-1
pub unsafe fn op_create_c<P: Peer>(function: *const c_void, commute: c_int, op: *mut usize) -> c_int {
    match trampoline(&LARGE, &trampolines!(large), function) {
        // SAFETY: COMPAT-1, COMPAT-2.
        Ok(function) => unsafe { (functions().MPI_Op_create_c)(function, commute, op) },
        Err(code) => code,
    }
}
