//! `MPI_Comm_split_type`, whose types include some that only one peer has.

use std::ffi::{CStr, c_int};
use std::ptr;

use ferry_constants as mpi;

use crate::library::report_on;
use crate::{Peer, SplitType, functions};

/// The info key that names a type of hardware.
const RESOURCE_TYPE: &CStr = c"mpi_hw_resource_type";
/// Of messages that only one process sends itself.
const TAG: c_int = 0;

/// `MPI_Comm_split_type`
///
/// # Safety
/// COMPAT-1
pub unsafe fn comm_split_type<P: Peer>(comm: usize, split_type: c_int, key: c_int, info: usize, newcomm: *mut usize) -> c_int {
    let split = functions().MPI_Comm_split_type;
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        match P::split_type(split_type) {
            None => split(comm, P::MAPS.split_type.to_abi(split_type), key, info, newcomm),
            Some(SplitType::Memory) => split(comm, mpi::MPI_COMM_TYPE_SHARED, key, info, newcomm),
            Some(SplitType::Hardware(name)) => by_hardware(comm, name, key, newcomm),
            Some(SplitType::Unknown(name)) => report_on(
                comm,
                mpi::MPI_ERR_UNSUPPORTED_OPERATION,
                &format!("{name} is a type of another MPI, which Ferry does not know: pass MPI_COMM_TYPE_HW_GUIDED with an info"),
            ),
        }
    }
}

/// Processes confined to the same instance are together. One that is confined to none is alone.
unsafe fn by_hardware(comm: usize, name: &CStr, key: c_int, newcomm: *mut usize) -> c_int {
    let f = functions();
    let mut info = mpi::MPI_INFO_NULL;
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let made = (f.MPI_Info_create)(&mut info);
        if made != mpi::MPI_SUCCESS {
            return made;
        }
        (f.MPI_Info_set)(info, RESOURCE_TYPE.as_ptr(), name.as_ptr());
        let result = (f.MPI_Comm_split_type)(comm, mpi::MPI_COMM_TYPE_HW_GUIDED, key, info, newcomm);
        (f.MPI_Info_free)(&mut info);
        let mut is_inter = 0;
        if result == mpi::MPI_SUCCESS && *newcomm == mpi::MPI_COMM_NULL {
            (f.MPI_Comm_test_inter)(comm, &mut is_inter);
            if is_inter == 0 {
                return alone(comm, newcomm);
            }
        }
        result
    }
}

/// A communicator of this process, made from `comm`.
unsafe fn alone(comm: usize, newcomm: *mut usize) -> c_int {
    let f = functions();
    let [mut all, mut own] = [mpi::MPI_GROUP_NULL; 2];
    let mut rank = 0;
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        (f.MPI_Comm_rank)(comm, &mut rank);
        (f.MPI_Comm_group)(comm, &mut all);
        (f.MPI_Group_incl)(all, 1, ptr::from_ref(&rank), &mut own);
        let result = (f.MPI_Comm_create_group)(comm, own, TAG, newcomm);
        (f.MPI_Group_free)(&mut own);
        (f.MPI_Group_free)(&mut all);
        result
    }
}
