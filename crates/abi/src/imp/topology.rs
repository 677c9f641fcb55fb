//! What process topologies are: coordinates, neighbors, shifts (MPI-5 §8.5.5). All of it is local.

use std::ffi::c_int;
use std::slice;

use ferry_calls::topology::{check_rank, check_room, store, store_neighbors, topology_of};
use ferry_constants as mpi;
use ferry_core::topology::Topology;
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Comm, Out};
use ferry_runtime::Cx;

pub(crate) fn topo_test(cx: &Cx, comm: MPI_Comm, status: Out<c_int>) -> Result<()> {
    let kind = topology_of(cx, comm)?.map_or(mpi::MPI_UNDEFINED, |topology| topology.kind());
    status.set(kind);
    Ok(())
}

pub(crate) fn cartdim_get(cx: &Cx, comm: MPI_Comm, ndims: Out<c_int>) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let cart = Topology::cart(topology.as_deref())?;
    ndims.set(cart.dims().len() as c_int);
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

pub(crate) unsafe fn cart_rank(cx: &Cx, comm: MPI_Comm, coords: *const c_int, rank: Out<c_int>) -> Result<()> {
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
    rank.set(found as c_int);
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

pub(crate) fn cart_shift(
    cx: &Cx,
    comm: MPI_Comm,
    direction: c_int,
    disp: c_int,
    rank_source: Out<c_int>,
    rank_dest: Out<c_int>,
) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let (source, destination) = Topology::cart(topology.as_deref())?.shift(direction, disp)?;
    rank_source.set(source);
    rank_dest.set(destination);
    Ok(())
}

pub(crate) fn graphdims_get(cx: &Cx, comm: MPI_Comm, nnodes: Out<c_int>, nedges: Out<c_int>) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let graph = Topology::graph(topology.as_deref())?;
    nnodes.set(graph.index().len() as c_int);
    nedges.set(graph.edges().len() as c_int);
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

pub(crate) fn graph_neighbors_count(cx: &Cx, comm: MPI_Comm, rank: c_int, nneighbors: Out<c_int>) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let graph = Topology::graph(topology.as_deref())?;
    let rank = check_rank(rank, graph.index().len())?;
    nneighbors.set(graph.neighbors_of(rank).len() as c_int);
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

pub(crate) fn dist_graph_neighbors_count(
    cx: &Cx,
    comm: MPI_Comm,
    indegree: Out<c_int>,
    outdegree: Out<c_int>,
    weighted: Out<c_int>,
) -> Result<()> {
    let topology = topology_of(cx, comm)?;
    let graph = Topology::dist_graph(topology.as_deref())?;
    indegree.set(graph.sources.ranks.len() as c_int);
    outdegree.set(graph.destinations.ranks.len() as c_int);
    weighted.set(c_int::from(graph.is_weighted));
    Ok(())
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
