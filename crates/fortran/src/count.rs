//! Lengths of arrays that no argument gives: what the communicator says.
//!
//! # Safety arguments
//! FTN-1, FTN-2 of the crate. Errors leave a length 0: the call that follows reports them.

use std::ffi::{c_int, c_void};

use crate::abi::{MPI_CART, MPI_DIST_GRAPH, MPI_GRAPH, MPI_IN_PLACE};

use crate::entry::Fint;
use crate::generated::c;
use crate::{handle, sentinel};

/// Processes that a collective operation exchanges data with: the remote group's of an
/// intercommunicator.
///
/// # Safety
/// FTN-1.
pub unsafe fn peers(comm: *const Fint) -> i64 {
    let (mut inter, mut size) = (0, 0);
    // SAFETY: FTN-1, FTN-2.
    unsafe {
        let comm = handle::comm::from_fortran(comm);
        c::PMPI_Comm_test_inter(comm, &mut inter);
        if inter == 0 {
            c::PMPI_Comm_size(comm, &mut size)
        } else {
            c::PMPI_Comm_remote_size(comm, &mut size)
        };
    }
    i64::from(size)
}

/// A choice buffer, as one of the bindings passes it.
pub trait ChoiceBuffer {
    /// Its address.
    ///
    /// # Safety
    /// FTN-1.
    unsafe fn address(self) -> *mut c_void;
}

impl ChoiceBuffer for *const c_void {
    unsafe fn address(self) -> *mut c_void {
        self.cast_mut()
    }
}

/// The length `count` of an array that describes a send buffer: nothing may be read of it where
/// that is `MPI_IN_PLACE`.
///
/// # Safety
/// FTN-1.
pub unsafe fn unless_in_place(sendbuf: impl ChoiceBuffer, count: i64) -> i64 {
    // SAFETY: FTN-1.
    let address = sentinel::buffer(unsafe { sendbuf.address() });
    if address.addr() == MPI_IN_PLACE { 0 } else { count }
}

/// Dimensions of a grid.
///
/// # Safety
/// FTN-1.
pub unsafe fn dimensions(comm: *const Fint) -> i64 {
    let mut dimensions = 0;
    // SAFETY: FTN-1, FTN-2.
    unsafe { c::PMPI_Cartdim_get(handle::comm::from_fortran(comm), &mut dimensions) };
    i64::from(dimensions)
}

/// Neighbors that send to this process.
///
/// # Safety
/// FTN-1.
pub unsafe fn sources(comm: *const Fint) -> i64 {
    // SAFETY: FTN-1.
    i64::from(unsafe { degrees(comm) }.0)
}

/// Neighbors that this process sends to.
///
/// # Safety
/// FTN-1.
pub unsafe fn destinations(comm: *const Fint) -> i64 {
    // SAFETY: FTN-1.
    i64::from(unsafe { degrees(comm) }.1)
}

unsafe fn degrees(comm: *const Fint) -> (c_int, c_int) {
    let (mut topology, mut into, mut out, mut weighted, mut rank) = (0, 0, 0, 0, 0);
    // SAFETY: FTN-1, FTN-2.
    unsafe {
        let handle = handle::comm::from_fortran(comm);
        c::PMPI_Topo_test(handle, &mut topology);
        match topology {
            MPI_CART => {
                c::PMPI_Cartdim_get(handle, &mut into);
                (2 * into, 2 * into)
            }
            MPI_GRAPH => {
                c::PMPI_Comm_rank(handle, &mut rank);
                c::PMPI_Graph_neighbors_count(handle, rank, &mut into);
                (into, into)
            }
            MPI_DIST_GRAPH => {
                c::PMPI_Dist_graph_neighbors_count(handle, &mut into, &mut out, &mut weighted);
                (into, out)
            }
            _ => (0, 0),
        }
    }
}
