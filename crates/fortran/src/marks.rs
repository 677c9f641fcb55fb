//! The variables whose address has a meaning, of `mpif.h` and the modules of the standard ABI.

use std::ffi::c_void;
use std::ptr;

use crate::abi::MPI_BUFFER_AUTOMATIC;
use crate::common_block::blocks;
pub use crate::mark_blocks::*;

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

/// C's value for the address of a buffer with a meaning that not every interface has.
#[inline]
pub fn further_buffer(address: *mut c_void) -> Option<*mut c_void> {
    (address == buffer_automatic()).then(|| ptr::without_provenance_mut(MPI_BUFFER_AUTOMATIC))
}

/// What C gets where no status is wanted.
pub const STATUS_IGNORE: usize = 0;
