//! Making communicators with grids and graphs (MPI-5 §8.5). Ranks keep their order: on one machine
//! no other is better, whatever `reorder` allows.
//!
//! All processes of the old communicator tell each other what they were called with, so that calls
//! that do not fit together are errors instead of hangs.

use std::ffi::c_int;
use std::slice;

use ferry_constants as mpi;
use ferry_core::comm::Comm;
use ferry_core::group::Group;
use ferry_core::topology::{Cart, Graph, Topology, cart, digest, graph};
use ferry_core::{Error, Result, bail};

use super::agree::{Circle, Purpose};
use super::comm_create::{NO_CONTEXT, agree_on_context, keep};
use ferry_ctypes::MPI_Comm;
use ferry_runtime::Cx;

/// Elements of an argument; none of a null pointer, which the caller has refused if there are to be
/// some.
///
/// # Safety
/// ABI-2.
pub(super) unsafe fn integers<'a>(array: *const c_int, count: usize) -> &'a [c_int] {
    // SAFETY: as the caller promises.
    if count == 0 { &[] } else { unsafe { slice::from_raw_parts(array, count) } }
}

/// The length of an array argument.
pub(super) fn length(count: c_int, argument: &str, class: i32) -> Result<usize> {
    usize::try_from(count).map_err(|_| Error::new(class, format!("argument {argument} is {count}; it must be at least 0")))
}

/// What one process tells the others.
#[derive(Clone, Copy)]
pub(super) struct TopologyBallot {
    /// Of the leader: the context id of the new communicator.
    context: u64,
    /// What it was called with.
    pub(super) word: u64,
    pub(super) flags: u64,
}

impl TopologyBallot {
    fn to_bytes(self) -> [u8; 24] {
        let mut bytes = [0; 24];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip([self.context, self.word, self.flags]) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: [u8; 24]) -> Self {
        let (words, _) = bytes.as_chunks();
        TopologyBallot {
            context: u64::from_le_bytes(words[0]),
            word: u64::from_le_bytes(words[1]),
            flags: u64::from_le_bytes(words[2]),
        }
    }
}

/// Exchanges ballots among all processes of `comm`; returns them by rank, with the context id of
/// the new communicator.
pub(super) fn consult(cx: &Cx, comm: MPI_Comm, purpose: Purpose, word: u64, flags: u64) -> Result<(u64, Vec<TopologyBallot>)> {
    let (circle, context) = cx.with(|p| {
        let circle = Circle::whole(p.comms.find_intra(comm.0, "comm_old")?, purpose);
        let context = if circle.is_led_here() { p.comms.make_context(circle.spans()).unwrap_or(NO_CONTEXT) } else { NO_CONTEXT };
        Ok::<_, Error>((circle, context))
    })?;
    let ballots: Vec<TopologyBallot> = circle
        .gather(cx, TopologyBallot { context, word, flags }.to_bytes())?
        .into_iter()
        .map(TopologyBallot::from_bytes)
        .collect();
    match ballots[0].context {
        NO_CONTEXT => Err(Error::internal("rank 0 could not make a context id for the new communicator")),
        context => Ok((context, ballots)),
    }
}

/// As [`consult`] where all processes have to be called with the same `arguments`, of which `word`
/// is the digest.
fn consult_alike(cx: &Cx, comm: MPI_Comm, purpose: Purpose, word: u64, arguments: &str) -> Result<u64> {
    let (context, ballots) = consult(cx, comm, purpose, word, 0)?;
    match ballots.iter().position(|ballot| ballot.word != word) {
        Some(rank) => bail!(
            MPI_ERR_NOT_SAME,
            "arguments {arguments} are not the same at rank {rank} as at this one; all must pass the same"
        ),
        None => Ok(context),
    }
}

/// This process's rank in an intra-communicator, and the number of ranks.
pub(super) fn place(cx: &Cx, comm: MPI_Comm, argument: &str) -> Result<(u32, u32)> {
    cx.with(|p| p.comms.find_intra(comm.0, argument).map(|found| (found.rank(), found.size())))
}

/// Keeps a communicator of the first `nodes` ranks of `comm` with a topology; `MPI_COMM_NULL` at
/// the others.
fn keep_first(cx: &Cx, comm: MPI_Comm, nodes: u32, context: u64, topology: impl FnOnce(u32) -> Topology) -> Result<MPI_Comm> {
    keep(cx, comm, |parent: &Comm| {
        let members = if nodes == parent.size() {
            parent.group().clone()
        } else {
            Group::of(parent.group().processes().take(nodes as usize).collect())
        };
        let new = parent.subset(context, members)?;
        let rank = new.rank();
        Some(new.with_topology(topology(rank)))
    })
}

/// The arguments that describe a grid, checked.
struct GridArguments<'a> {
    dims: &'a [c_int],
    periods: Vec<bool>,
    nodes: u32,
}

/// # Safety
/// ABI-2.
unsafe fn grid<'a>(ranks: u32, ndims: c_int, dims: *const c_int, periods: *const c_int) -> Result<GridArguments<'a>> {
    let ndims = length(ndims, "ndims", mpi::MPI_ERR_DIMS)?;
    // SAFETY: as the caller promises.
    let (dims, periods) = unsafe { (integers(dims, ndims), integers(periods, ndims)) };
    let nodes = cart::nodes(dims, ranks)?;
    Ok(GridArguments { dims, periods: periods.iter().map(|&ring| ring != 0).collect(), nodes })
}

pub(crate) unsafe fn cart_create(
    cx: &Cx,
    comm_old: MPI_Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    _reorder: c_int,
    comm_cart: *mut MPI_Comm,
) -> Result<()> {
    let (_, ranks) = place(cx, comm_old, "comm_old")?;
    // SAFETY: ABI-2.
    let GridArguments { dims, periods, nodes } = unsafe { grid(ranks, ndims, dims, periods)? };
    let rings: Vec<c_int> = periods.iter().map(|&ring| ring.into()).collect();
    let context = consult_alike(cx, comm_old, Purpose::Cart, digest([dims, &rings]), "dims and periods")?;
    let new = keep_first(cx, comm_old, nodes, context, |rank| Topology::Cart(Cart::new(dims, &periods, rank)))?;
    // SAFETY: ABI-1.
    unsafe { *comm_cart = new };
    Ok(())
}

pub(crate) unsafe fn cart_sub(cx: &Cx, comm: MPI_Comm, remain_dims: *const c_int, newcomm: *mut MPI_Comm) -> Result<()> {
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
    // SAFETY: ABI-1.
    unsafe { *newcomm = new };
    Ok(())
}

/// The rank of `rank` in a topology of `nodes` processes: its own, if it is in it.
fn mapped(rank: u32, nodes: u32) -> c_int {
    if rank < nodes { rank as c_int } else { mpi::MPI_UNDEFINED }
}

/// Whether a grid has a dimension of length 0, and so room for nobody.
///
/// # Safety
/// ABI-2.
unsafe fn has_no_place(ndims: c_int, dims: *const c_int) -> bool {
    // SAFETY: as the caller promises.
    let dims = if dims.is_null() { &[] } else { unsafe { integers(dims, ndims.max(0) as usize) } };
    dims.contains(&0) && dims.iter().all(|&dim| dim >= 0)
}

pub(crate) unsafe fn cart_map(
    cx: &Cx,
    comm: MPI_Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    newrank: *mut c_int,
) -> Result<()> {
    let (rank, ranks) = place(cx, comm, "comm")?;
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        let nodes = if has_no_place(ndims, dims) { 0 } else { grid(ranks, ndims, dims, periods)?.nodes };
        *newrank = mapped(rank, nodes);
    }
    Ok(())
}

/// The index and edges of a graph, checked.
///
/// # Safety
/// ABI-2.
unsafe fn graph<'a>(
    cx: &Cx,
    ranks: u32,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
) -> Result<(&'a [c_int], &'a [c_int])> {
    let nodes = length(nnodes, "nnodes", mpi::MPI_ERR_ARG)?;
    // SAFETY: as the caller promises.
    let index = unsafe { integers(indx, nodes) };
    let count = graph::edge_count(index, ranks)?;
    if count > 0 {
        cx.non_null(edges, "edges")?;
    }
    // SAFETY: as the caller promises.
    let edges = unsafe { integers(edges, count) };
    graph::check_edges(edges, nodes as u32)?;
    Ok((index, edges))
}

pub(crate) unsafe fn graph_create(
    cx: &Cx,
    comm_old: MPI_Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    _reorder: c_int,
    comm_graph: *mut MPI_Comm,
) -> Result<()> {
    let (_, ranks) = place(cx, comm_old, "comm_old")?;
    // SAFETY: ABI-2.
    let (index, edges) = unsafe { graph(cx, ranks, nnodes, indx, edges)? };
    let context = consult_alike(cx, comm_old, Purpose::Graph, digest([index, edges]), "indx and edges")?;
    let new = keep_first(cx, comm_old, index.len() as u32, context, |rank| Topology::Graph(Graph::new(index, edges, rank)))?;
    // SAFETY: ABI-1.
    unsafe { *comm_graph = new };
    Ok(())
}

pub(crate) unsafe fn graph_map(
    cx: &Cx,
    comm: MPI_Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    newrank: *mut c_int,
) -> Result<()> {
    let (rank, ranks) = place(cx, comm, "comm")?;
    // SAFETY: ABI-2.
    let (index, _) = unsafe { graph(cx, ranks, nnodes, indx, edges)? };
    // SAFETY: ABI-1.
    unsafe { *newrank = mapped(rank, index.len() as u32) };
    Ok(())
}
