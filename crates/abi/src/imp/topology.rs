//! What process topologies are: coordinates, neighbors, shifts (MPI-5 §8.5.5). All of it is local.

use std::ffi::c_int;
use std::slice;
use std::sync::Arc;

use ferry_constants as mpi;
use ferry_core::topology::Topology;
use ferry_core::topology::dist_graph::Adjacency;
use ferry_core::{Result, bail};

use ferry_ctypes::MPI_Comm;
use ferry_runtime::Cx;

/// The topology of a communicator, if it has one.
fn topology_of(cx: &Cx, comm: MPI_Comm) -> Result<Option<Arc<Topology>>> {
    cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.topology().cloned()))
}

/// Refuses an array of `given` elements where `needed` are to be stored.
fn check_room(given: c_int, argument: &str, needed: usize, what: &str) -> Result<()> {
    if usize::try_from(given).is_ok_and(|given| given >= needed) {
        return Ok(());
    }
    bail!(MPI_ERR_ARG, "argument {argument} is {given}; the topology has {needed} {what}, so it must be at least {needed}");
}

fn check_rank(rank: c_int, size: usize) -> Result<u32> {
    match u32::try_from(rank) {
        Ok(found) if (found as usize) < size => Ok(found),
        _ => bail!(MPI_ERR_RANK, "argument rank is {rank}; the topology has ranks 0 to {}", size as i64 - 1),
    }
}

/// # Safety
/// ABI-2: there is room for all values.
unsafe fn store(to: *mut c_int, values: impl IntoIterator<Item = c_int>) {
    for (index, value) in values.into_iter().enumerate() {
        // SAFETY: as the caller promises.
        unsafe { *to.add(index) = value };
    }
}

pub(crate) unsafe fn topo_test(cx: &Cx, comm: MPI_Comm, status: *mut c_int) -> Result<()> {
    let kind = topology_of(cx, comm)?.map_or(mpi::MPI_UNDEFINED, |topology| topology.kind());
    // SAFETY: ABI-1.
    unsafe { *status = kind };
    Ok(())
}

pub(crate) unsafe fn cartdim_get(cx: &Cx, comm: MPI_Comm, ndims: *mut c_int) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let cart = Topology::cart(topology.as_deref())?;
    // SAFETY: ABI-1.
    unsafe { *ndims = cart.dims().len() as c_int };
    Ok(())
}

pub(crate) unsafe fn cart_get(
    cx: &Cx,
    comm: MPI_Comm,
    maxdims: c_int,
    dims: *mut c_int,
    periods: *mut c_int,
    coords: *mut c_int,
) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let cart = Topology::cart(topology.as_deref())?;
    check_room(maxdims, "maxdims", cart.dims().len(), "dimensions")?;
    // SAFETY: ABI-2.
    unsafe {
        store(dims, cart.dims().iter().copied());
        store(periods, cart.periods().iter().map(|&ring| c_int::from(ring)));
        store(coords, cart.coords().iter().copied());
    }
    Ok(())
}

pub(crate) unsafe fn cart_rank(cx: &Cx, comm: MPI_Comm, coords: *const c_int, rank: *mut c_int) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let cart = Topology::cart(topology.as_deref())?;
    let coords = match cart.dims().len() {
        0 => &[][..],
        dims => {
            cx.non_null(coords, "coords")?;
            // SAFETY: ABI-2.
            unsafe { slice::from_raw_parts(coords, dims) }
        }
    };
    let found = cart.rank_at(coords)?;
    // SAFETY: ABI-1.
    unsafe { *rank = found as c_int };
    Ok(())
}

pub(crate) unsafe fn cart_coords(cx: &Cx, comm: MPI_Comm, rank: c_int, maxdims: c_int, coords: *mut c_int) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let cart = Topology::cart(topology.as_deref())?;
    let rank = check_rank(rank, cart.size() as usize)?;
    check_room(maxdims, "maxdims", cart.dims().len(), "dimensions")?;
    // SAFETY: ABI-2.
    unsafe { store(coords, cart.coords_of(rank)) };
    Ok(())
}

pub(crate) unsafe fn cart_shift(
    cx: &Cx,
    comm: MPI_Comm,
    direction: c_int,
    disp: c_int,
    rank_source: *mut c_int,
    rank_dest: *mut c_int,
) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let (source, destination) = Topology::cart(topology.as_deref())?.shift(direction, disp)?;
    // SAFETY: ABI-1.
    unsafe {
        *rank_source = source;
        *rank_dest = destination;
    }
    Ok(())
}

pub(crate) unsafe fn graphdims_get(cx: &Cx, comm: MPI_Comm, nnodes: *mut c_int, nedges: *mut c_int) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let graph = Topology::graph(topology.as_deref())?;
    // SAFETY: ABI-1.
    unsafe {
        *nnodes = graph.index().len() as c_int;
        *nedges = graph.edges().len() as c_int;
    }
    Ok(())
}

pub(crate) unsafe fn graph_get(
    cx: &Cx,
    comm: MPI_Comm,
    maxindex: c_int,
    maxedges: c_int,
    indx: *mut c_int,
    edges: *mut c_int,
) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let graph = Topology::graph(topology.as_deref())?;
    check_room(maxindex, "maxindex", graph.index().len(), "nodes")?;
    check_room(maxedges, "maxedges", graph.edges().len(), "edges")?;
    // SAFETY: ABI-2.
    unsafe {
        store(indx, graph.index().iter().copied());
        store(edges, graph.edges().iter().copied());
    }
    Ok(())
}

pub(crate) unsafe fn graph_neighbors_count(cx: &Cx, comm: MPI_Comm, rank: c_int, nneighbors: *mut c_int) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let graph = Topology::graph(topology.as_deref())?;
    let rank = check_rank(rank, graph.index().len())?;
    // SAFETY: ABI-1.
    unsafe { *nneighbors = graph.neighbors_of(rank).len() as c_int };
    Ok(())
}

pub(crate) unsafe fn graph_neighbors(
    cx: &Cx,
    comm: MPI_Comm,
    rank: c_int,
    maxneighbors: c_int,
    neighbors: *mut c_int,
) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let graph = Topology::graph(topology.as_deref())?;
    let found = graph.neighbors_of(check_rank(rank, graph.index().len())?);
    check_room(maxneighbors, "maxneighbors", found.len(), "neighbors of that rank")?;
    // SAFETY: ABI-2.
    unsafe { store(neighbors, found.iter().copied()) };
    Ok(())
}

pub(crate) unsafe fn dist_graph_neighbors_count(
    cx: &Cx,
    comm: MPI_Comm,
    indegree: *mut c_int,
    outdegree: *mut c_int,
    weighted: *mut c_int,
) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let graph = Topology::dist_graph(topology.as_deref())?;
    // SAFETY: ABI-1.
    unsafe {
        *indegree = graph.sources.ranks.len() as c_int;
        *outdegree = graph.destinations.ranks.len() as c_int;
        *weighted = c_int::from(graph.is_weighted);
    }
    Ok(())
}

/// Stores the first `room` neighbors, and their weights if the graph has some and the program wants
/// them.
///
/// # Safety
/// ABI-2.
unsafe fn store_neighbors(room: c_int, found: &Adjacency, ranks: *mut c_int, weights: *mut c_int) {
    let room = room as usize;
    // SAFETY: ABI-2.
    unsafe {
        store(ranks, found.ranks.iter().take(room).map(|&rank| rank as c_int));
        if !weights.is_null() && weights as usize != mpi::MPI_UNWEIGHTED && weights as usize != mpi::MPI_WEIGHTS_EMPTY {
            store(weights, found.weights.iter().take(room).copied());
        }
    }
}

/// As many neighbors as there is room for (MPI-5 §8.5.5).
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn dist_graph_neighbors(
    cx: &Cx,
    comm: MPI_Comm,
    maxindegree: c_int,
    sources: *mut c_int,
    sourceweights: *mut c_int,
    maxoutdegree: c_int,
    destinations: *mut c_int,
    destweights: *mut c_int,
) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let graph = Topology::dist_graph(topology.as_deref())?;
    for (room, argument) in [(maxindegree, "maxindegree"), (maxoutdegree, "maxoutdegree")] {
        if room < 0 {
            bail!(MPI_ERR_ARG, "argument {argument} is {room}; it must be at least 0");
        }
    }
    // SAFETY: ABI-2.
    unsafe {
        store_neighbors(maxindegree, &graph.sources, sources, sourceweights);
        store_neighbors(maxoutdegree, &graph.destinations, destinations, destweights);
    }
    Ok(())
}
