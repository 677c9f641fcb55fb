//! How many blocks, hence datatypes, a collective operation with a datatype for each has, and how
//! many elements arrays have that the root alone passes (COMPAT-2).

use std::ffi::{c_int, c_void};

use ferry_constants as mpi;

use crate::functions;
use crate::handles::length;

/// One for each process of the communicator, or of the remote group; none where the argument does
/// not count.
///
/// # Safety
/// COMPAT-1
pub unsafe fn peers(comm: usize, buffer: *const c_void) -> usize {
    if buffer as usize == mpi::MPI_IN_PLACE || !exists(comm) {
        return 0;
    }
    let (mut is_inter, mut size) = (0, 0);
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        (functions().MPI_Comm_test_inter)(comm, &mut is_inter);
        let size_of = if is_inter == 0 { functions().MPI_Comm_size } else { functions().MPI_Comm_remote_size };
        size_of(comm, &mut size);
    }
    length(size)
}

/// One for each neighbor that this process sends to.
///
/// # Safety
/// COMPAT-1
pub unsafe fn targets(comm: usize, _buffer: *const c_void) -> usize {
    // SAFETY: COMPAT-1.
    unsafe { degrees(comm) }.1
}

/// One for each neighbor that this process receives from.
///
/// # Safety
/// COMPAT-1
pub unsafe fn sources(comm: usize, _buffer: *const c_void) -> usize {
    // SAFETY: COMPAT-1.
    unsafe { degrees(comm) }.0
}

/// So many at the root, none elsewhere.
///
/// # Safety
/// COMPAT-1
pub unsafe fn at_root(comm: usize, root: c_int, count: c_int) -> usize {
    let mut rank = mpi::MPI_UNDEFINED;
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        if !has_root(comm, root) {
            return 0;
        }
        (functions().MPI_Comm_rank)(comm, &mut rank);
    }
    if rank == root { length(count) } else { 0 }
}

/// Whether `root` is a rank of an intra-communicator.
///
/// # Safety
/// COMPAT-1
pub(super) unsafe fn has_root(comm: usize, root: c_int) -> bool {
    let (mut is_inter, mut size) = (1, 0);
    if !exists(comm) {
        return false;
    }
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        (functions().MPI_Comm_test_inter)(comm, &mut is_inter);
        (functions().MPI_Comm_size)(comm, &mut size);
    }
    is_inter == 0 && (0..size).contains(&root)
}

unsafe fn degrees(comm: usize) -> (usize, usize) {
    let f = functions();
    let (mut kind, mut rank, mut dims) = (mpi::MPI_UNDEFINED, 0, 0);
    let (mut into, mut out, mut weighted): (c_int, c_int, c_int) = (0, 0, 0);
    if !exists(comm) {
        return (0, 0);
    }
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        (f.MPI_Topo_test)(comm, &mut kind);
        match kind {
            mpi::MPI_CART => {
                (f.MPI_Cartdim_get)(comm, &mut dims);
                (into, out) = (2 * dims, 2 * dims);
            }
            mpi::MPI_GRAPH => {
                (f.MPI_Comm_rank)(comm, &mut rank);
                (f.MPI_Graph_neighbors_count)(comm, rank, &mut into);
                out = into;
            }
            mpi::MPI_DIST_GRAPH => {
                (f.MPI_Dist_graph_neighbors_count)(comm, &mut into, &mut out, &mut weighted);
            }
            _ => {}
        }
    }
    (length(into), length(out))
}

/// Whether the communicator can be asked: errors are for the call itself to report.
fn exists(comm: usize) -> bool {
    comm != mpi::MPI_COMM_NULL
        && (comm >= ferry_handle::FIRST_CREATED || comm == mpi::MPI_COMM_WORLD || comm == mpi::MPI_COMM_SELF)
}
