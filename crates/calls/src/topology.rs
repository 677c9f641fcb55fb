//! What process topologies are: coordinates, neighbors, shifts (MPI-5 §8.5.5). All of it is local.

pub mod create;
pub mod graph;

use std::ffi::c_int;
use std::sync::Arc;

use ferry_constants as mpi;
use ferry_core::topology::Topology;
use ferry_core::topology::dist_graph::Adjacency;
use ferry_core::{Result, bail};
use ferry_ctypes::MPI_Comm;
use ferry_runtime::Cx;

/// The topology of a communicator, if it has one.
pub fn topology_of(cx: &Cx, comm: MPI_Comm) -> Result<Option<Arc<Topology>>> {
    cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.topology().cloned()))
}

/// Refuses an array of `given` elements where `needed` are to be stored.
pub fn check_room(given: c_int, argument: &str, needed: usize, what: &str) -> Result<()> {
    if usize::try_from(given).is_ok_and(|given| given >= needed) {
        return Ok(());
    }
    bail!(MPI_ERR_ARG, "argument {argument} is {given}; the topology has {needed} {what}, so it must be at least {needed}");
}

/// Refuses a rank that the topology does not have.
pub fn check_rank(rank: c_int, size: usize) -> Result<u32> {
    match u32::try_from(rank) {
        Ok(found) if (found as usize) < size => Ok(found),
        _ => bail!(MPI_ERR_RANK, "argument rank is {rank}; the topology has ranks 0 to {}", size as i64 - 1),
    }
}

/// # Safety
/// ABI-2: there is room for all values.
pub unsafe fn store(to: *mut c_int, values: impl IntoIterator<Item = c_int>) {
    for (index, value) in values.into_iter().enumerate() {
        // SAFETY: as the caller promises.
        unsafe { *to.add(index) = value };
    }
}

/// Stores the first `room` neighbors, and their weights if the graph has some and the program wants
/// them.
///
/// # Safety
/// ABI-2.
pub unsafe fn store_neighbors(room: c_int, found: &Adjacency, ranks: *mut c_int, weights: *mut c_int) {
    let room = room as usize;
    // SAFETY: ABI-2.
    unsafe {
        store(ranks, found.ranks.iter().take(room).map(|&rank| rank as c_int));
        if !weights.is_null() && weights as usize != mpi::MPI_UNWEIGHTED && weights as usize != mpi::MPI_WEIGHTS_EMPTY {
            store(weights, found.weights.iter().take(room).copied());
        }
    }
}
