//! Making communicators with grids and graphs (MPI-5 §8.5). Ranks keep their order: on one machine
//! no other is better, whatever `reorder` allows.
//!
//! All processes of the old communicator tell each other what they were called with, so that calls
//! that do not fit together are errors instead of hangs.

use std::ffi::c_int;

use ferry_calls::comm::agree::{Circle, Purpose};
use ferry_calls::comm::create::keep;
use ferry_calls::topology::create::{
    GridArguments, consult_alike, graph, grid, has_no_place, integers, keep_first, mapped, place,
};
use ferry_core::group::Group;
use ferry_core::topology::{Cart, Graph, Topology, digest};
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Comm, Out};
use ferry_runtime::Cx;

use ferry_calls::comm::agree::agree_on_context;

pub(crate) unsafe fn cart_create(
    cx: &Cx,
    comm_old: MPI_Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    _reorder: c_int,
    comm_cart: Out<MPI_Comm>,
) -> Result<()> {
    let (_, ranks) = place(cx, comm_old, "comm_old")?;
    // SAFETY: ABI-2.
    let GridArguments { dims, periods, nodes } = unsafe { grid(ranks, ndims, dims, periods)? };
    let rings: Vec<c_int> = periods.iter().map(|&ring| ring.into()).collect();
    let context = consult_alike(cx, comm_old, Purpose::Cart, digest([dims, &rings]), "dims and periods")?;
    let new = keep_first(cx, comm_old, nodes, context, |rank| Topology::Cart(Cart::new(dims, &periods, rank)))?;
    comm_cart.set(new);
    Ok(())
}

pub(crate) unsafe fn cart_sub(cx: &Cx, comm: MPI_Comm, remain_dims: *const c_int, newcomm: Out<MPI_Comm>) -> Result<()> {
    let topology = cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.topology().cloned()))?;
    let grid = Topology::cart(topology.as_deref())?;
    let ndims = grid.dims().len();
    if ndims > 0 {
        cx.non_null(remain_dims, "remain_dims")?;
    }
    // SAFETY: ABI-2.
    let remain: Vec<bool> = unsafe { integers(remain_dims, ndims) }.iter().map(|&remains| remains != 0).collect();
    let (part, ranks) = grid.sub(&remain);
    let (members, circle) = cx.with(|p| {
        let parent = p.comms.find(comm.0, "comm")?;
        let members = Group::of(ranks.iter().filter_map(|&rank| parent.group().process(rank)).collect());
        Ok::<_, Error>((members.clone(), Circle::part(parent, members, Purpose::CartSub)))
    })?;
    let circle = circle.ok_or_else(|| Error::internal("a process is not in its own slice of the grid"))?;
    let context = agree_on_context(cx, &circle)?;
    let new = keep(cx, comm, |parent| Some(parent.subset(context, members)?.with_topology(Topology::Cart(part))))?;
    newcomm.set(new);
    Ok(())
}

pub(crate) unsafe fn cart_map(
    cx: &Cx,
    comm: MPI_Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    newrank: Out<c_int>,
) -> Result<()> {
    let (rank, ranks) = place(cx, comm, "comm")?;
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        let nodes = if has_no_place(ndims, dims) { 0 } else { grid(ranks, ndims, dims, periods)?.nodes };
        newrank.set(mapped(rank, nodes));
    }
    Ok(())
}

pub(crate) unsafe fn graph_create(
    cx: &Cx,
    comm_old: MPI_Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    _reorder: c_int,
    comm_graph: Out<MPI_Comm>,
) -> Result<()> {
    let (_, ranks) = place(cx, comm_old, "comm_old")?;
    // SAFETY: ABI-2.
    let (index, edges) = unsafe { graph(cx, ranks, nnodes, indx, edges)? };
    let context = consult_alike(cx, comm_old, Purpose::Graph, digest([index, edges]), "indx and edges")?;
    let new = keep_first(cx, comm_old, index.len() as u32, context, |rank| Topology::Graph(Graph::new(index, edges, rank)))?;
    comm_graph.set(new);
    Ok(())
}

pub(crate) unsafe fn graph_map(
    cx: &Cx,
    comm: MPI_Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    newrank: Out<c_int>,
) -> Result<()> {
    let (rank, ranks) = place(cx, comm, "comm")?;
    // SAFETY: ABI-2.
    let (index, _) = unsafe { graph(cx, ranks, nnodes, indx, edges)? };
    newrank.set(mapped(rank, index.len() as u32));
    Ok(())
}
