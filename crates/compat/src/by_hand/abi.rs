//! Which ABI a library has: `MPI_Abi_get_version`.

use std::ffi::c_int;

use ferry_constants as mpi;

use crate::Peer;

/// `MPI_Abi_get_version`: this one is not the standard's, which the number -1 says (MPI-5 §20.2.1).
///
/// # Safety
/// COMPAT-1
pub unsafe fn abi_get_version<P: Peer>(major: *mut c_int, minor: *mut c_int) -> c_int {
    if major.is_null() || minor.is_null() {
        return mpi::MPI_ERR_ARG;
    }
    // SAFETY: COMPAT-1.
    unsafe {
        *major = -1;
        *minor = -1;
    }
    mpi::MPI_SUCCESS
}
