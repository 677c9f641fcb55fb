//! Starting processes: `MPI_Comm_spawn` and `MPI_Comm_spawn_multiple`, which store a code for each
//! process that the root asks for. The other processes do not know how many these are; the root
//! tells them.

use std::ffi::{c_char, c_int};
use std::ptr;

use ferry_constants as mpi;

use super::blocks::at_root;
use crate::handles::length;
use crate::peer::code;
use crate::{Peer, functions};

/// What the call did not write: no error class.
const UNWRITTEN: c_int = c_int::MIN + 79;

/// `MPI_Comm_spawn`
///
/// # Safety
/// COMPAT-1
#[expect(clippy::too_many_arguments, reason = "those of the standard's function")]
pub unsafe fn comm_spawn<P: Peer>(
    command: *const c_char,
    argv: *mut *mut c_char,
    maxprocs: c_int,
    info: usize,
    root: c_int,
    comm: usize,
    intercomm: *mut usize,
    codes: *mut c_int,
) -> c_int {
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let asked = told(comm, root, at_root(comm, root, maxprocs));
        with_codes::<P>(codes, asked, |codes| {
            (functions().MPI_Comm_spawn)(command, argv, maxprocs, info, root, comm, intercomm, codes)
        })
    }
}

/// `MPI_Comm_spawn_multiple`
///
/// # Safety
/// COMPAT-1
#[expect(clippy::too_many_arguments, reason = "those of the standard's function")]
pub unsafe fn comm_spawn_multiple<P: Peer>(
    count: c_int,
    commands: *mut *mut c_char,
    argv: *mut *mut *mut c_char,
    maxprocs: *const c_int,
    infos: *const usize,
    root: c_int,
    comm: usize,
    intercomm: *mut usize,
    codes: *mut c_int,
) -> c_int {
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let programs = at_root(comm, root, if maxprocs.is_null() { 0 } else { count });
        let own = (0..programs).map(|program| length(*maxprocs.add(program))).sum();
        let asked = told(comm, root, own);
        with_codes::<P>(codes, asked, |codes| {
            (functions().MPI_Comm_spawn_multiple)(count, commands, argv, maxprocs, infos, root, comm, intercomm, codes)
        })
    }
}

/// The root's number at every process; 0 where there is none, which the call itself reports.
unsafe fn told(comm: usize, root: c_int, own: usize) -> usize {
    let mut number = own as u64;
    // SAFETY: COMPAT-1, COMPAT-2.
    let result = unsafe {
        if !super::blocks::has_root(comm, root) {
            return 0;
        }
        (functions().MPI_Bcast)((&raw mut number).cast(), 1, mpi::MPI_UINT64_T, root, comm)
    };
    if result == mpi::MPI_SUCCESS { number as usize } else { 0 }
}

/// The result of a call that stores up to `asked` codes; those that it stores become the peer's.
///
/// # Safety
/// COMPAT-1
unsafe fn with_codes<P: Peer>(user: *mut c_int, asked: usize, call: impl FnOnce(*mut c_int) -> c_int) -> c_int {
    if user.is_null() {
        return call(ptr::null_mut());
    }
    let mut codes = vec![UNWRITTEN; asked];
    let result = call(codes.as_mut_ptr());
    for (at, stored) in codes.iter().enumerate().filter(|(_, stored)| **stored != UNWRITTEN) {
        // SAFETY: COMPAT-1.
        unsafe { *user.add(at) = code::<P>(*stored) };
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_peer::TestPeer;

    #[test]
    fn codes_that_a_call_stores_become_the_peers_even_if_it_fails() {
        let mut user = [mpi::MPI_ERR_SPAWN; 4];
        let call = |codes: *mut c_int| {
            // SAFETY: there is room for three codes.
            unsafe {
                *codes = mpi::MPI_SUCCESS;
                *codes.add(1) = mpi::MPI_ERR_SPAWN;
            }
            mpi::MPI_ERR_SPAWN
        };
        // SAFETY: there are three codes and more.
        let result = unsafe { with_codes::<TestPeer>(user.as_mut_ptr(), 3, call) };
        let untouched = mpi::MPI_ERR_SPAWN;
        assert_eq!((result, user), (mpi::MPI_ERR_SPAWN, [mpi::MPI_SUCCESS, 201, untouched, untouched]));
    }
}
