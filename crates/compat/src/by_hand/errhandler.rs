//! Error handlers of the program: `MPI_Comm_create_errhandler` and its kin.

use std::ffi::{c_int, c_void};
use std::mem::transmute;

use ferry_constants as mpi;

use crate::library::report;
use crate::peer::code;
use crate::slots::Slots;
use crate::{Handle, Peer, functions, trampolines};

static COMM: Slots = Slots::new();
static FILE: Slots = Slots::new();
static SESSION: Slots = Slots::new();
static WIN: Slots = Slots::new();

type UserHandler<H> = unsafe extern "C" fn(*mut H, *mut c_int, ...);

unsafe extern "C" fn comm<P: Peer, const N: usize>(object: *mut usize, error: *mut c_int) {
    // SAFETY: COMPAT-3; the library passes what the standard says.
    unsafe { handle::<P, P::Comm>(COMM.function(N), object, error) }
}

unsafe extern "C" fn file<P: Peer, const N: usize>(object: *mut usize, error: *mut c_int) {
    // SAFETY: COMPAT-3; the library passes what the standard says.
    unsafe { handle::<P, P::File>(FILE.function(N), object, error) }
}

unsafe extern "C" fn session<P: Peer, const N: usize>(object: *mut usize, error: *mut c_int) {
    // SAFETY: COMPAT-3; the library passes what the standard says.
    unsafe { handle::<P, P::Session>(SESSION.function(N), object, error) }
}

unsafe extern "C" fn win<P: Peer, const N: usize>(object: *mut usize, error: *mut c_int) {
    // SAFETY: COMPAT-3; the library passes what the standard says.
    unsafe { handle::<P, P::Win>(WIN.function(N), object, error) }
}

unsafe fn handle<P: Peer, H: Handle>(function: *mut c_void, object: *mut usize, error: *mut c_int) {
    // SAFETY: COMPAT-3; object and error are variables of the library.
    unsafe {
        let function: UserHandler<H> = transmute(function);
        function(&mut H::foreign(*object), &mut code::<P>(*error));
    }
}

type CreateErrhandler = unsafe extern "C" fn(*const c_void, *mut usize) -> c_int;

unsafe fn create(
    slots: &Slots,
    table: &[[*const c_void; 16]; 16],
    function: *const c_void,
    errhandler: *mut usize,
    create: CreateErrhandler,
) -> c_int {
    let trampoline = match slots.number(function) {
        _ if function.is_null() => function,
        Some(number) => table[number / 16][number % 16],
        None => {
            return report(mpi::MPI_ERR_NO_MEM, "the program has more than 256 error handlers of one kind; use fewer functions");
        }
    };
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe { create(trampoline, errhandler) }
}

/// `MPI_Comm_create_errhandler`
///
/// # Safety
/// COMPAT-1
pub unsafe fn comm_create_errhandler<P: Peer>(function: *const c_void, errhandler: *mut usize) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe { create(&COMM, &trampolines!(comm), function, errhandler, functions().MPI_Comm_create_errhandler) }
}

/// `MPI_File_create_errhandler`
///
/// # Safety
/// COMPAT-1
pub unsafe fn file_create_errhandler<P: Peer>(function: *const c_void, errhandler: *mut usize) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe { create(&FILE, &trampolines!(file), function, errhandler, functions().MPI_File_create_errhandler) }
}

/// `MPI_Session_create_errhandler`
///
/// # Safety
/// COMPAT-1
pub unsafe fn session_create_errhandler<P: Peer>(function: *const c_void, errhandler: *mut usize) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe { create(&SESSION, &trampolines!(session), function, errhandler, functions().MPI_Session_create_errhandler) }
}

/// `MPI_Win_create_errhandler`
///
/// # Safety
/// COMPAT-1
pub unsafe fn win_create_errhandler<P: Peer>(function: *const c_void, errhandler: *mut usize) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe { create(&WIN, &trampolines!(win), function, errhandler, functions().MPI_Win_create_errhandler) }
}
