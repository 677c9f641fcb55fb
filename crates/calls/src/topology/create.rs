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
use ferry_core::topology::{Topology, cart, graph};
use ferry_core::{Error, Result, bail};
use ferry_ctypes::MPI_Comm;
use ferry_runtime::Cx;

use crate::comm::agree::NO_CONTEXT;
use crate::comm::agree::{Circle, Purpose};
use crate::comm::create::keep;

/// Elements of an argument; none of a null pointer, which the caller has refused if there are to be
/// some.
///
/// # Safety
/// ABI-2.
pub unsafe fn integers<'a>(array: *const c_int, count: usize) -> &'a [c_int] {
    // SAFETY: as the caller promises.
    if count == 0 { &[] } else { unsafe { slice::from_raw_parts(array, count) } }
}

/// The length of an array argument.
pub fn length(count: c_int, argument: &str, class: i32) -> Result<usize> {
    usize::try_from(count).map_err(|_| Error::new(class, format!("argument {argument} is {count}; it must be at least 0")))
}

/// What one process tells the others.
#[derive(Clone, Copy)]
pub struct TopologyBallot {
    /// Of the leader: the context id of the new communicator.
    context: u64,
    /// What it was called with: what is compared or summed, and flags.
    pub word: u64,
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
pub fn consult(cx: &Cx, comm: MPI_Comm, purpose: Purpose, word: u64, flags: u64) -> Result<(u64, Vec<TopologyBallot>)> {
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
pub fn consult_alike(cx: &Cx, comm: MPI_Comm, purpose: Purpose, word: u64, arguments: &str) -> Result<u64> {
    let (context, ballots) = consult(cx, comm, purpose, word, 0)?;
    match ballots.iter().position(|ballot| ballot.word != word) {
        Some(rank) => {
            discard(cx, comm, context);
            bail!(
                MPI_ERR_NOT_SAME,
                "arguments {arguments} are not the same at rank {rank} as at this one; all must pass the same"
            )
        }
        None => Ok(context),
    }
}

/// Gives the context id of [`consult`] back: all processes of `comm` know that no communicator
/// comes of it.
pub fn discard(cx: &Cx, comm: MPI_Comm, context: u64) {
    cx.with(|p| {
        // The leader has made it.
        if p.comms.get(comm.0).is_some_and(|old| old.rank() == 0) {
            p.comms.discard_context(context);
        }
    });
}

/// This process's rank in an intra-communicator, and the number of ranks.
pub fn place(cx: &Cx, comm: MPI_Comm, argument: &str) -> Result<(u32, u32)> {
    cx.with(|p| p.comms.find_intra(comm.0, argument).map(|found| (found.rank(), found.size())))
}

/// Keeps a communicator of the first `nodes` ranks of `comm` with a topology; `MPI_COMM_NULL` at
/// the others.
pub fn keep_first(cx: &Cx, comm: MPI_Comm, nodes: u32, context: u64, topology: impl FnOnce(u32) -> Topology) -> Result<MPI_Comm> {
    if nodes == 0 {
        discard(cx, comm, context);
        return Ok(MPI_Comm::NULL);
    }
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
pub struct GridArguments<'a> {
    /// Processes in each dimension.
    pub dims: &'a [c_int],
    /// Which dimensions are periodic.
    pub periods: Vec<bool>,
    /// Processes of all dimensions.
    pub nodes: u32,
}

/// # Safety
/// ABI-2.
pub unsafe fn grid<'a>(ranks: u32, ndims: c_int, dims: *const c_int, periods: *const c_int) -> Result<GridArguments<'a>> {
    let ndims = length(ndims, "ndims", mpi::MPI_ERR_DIMS)?;
    // SAFETY: as the caller promises.
    let (dims, periods) = unsafe { (integers(dims, ndims), integers(periods, ndims)) };
    let nodes = cart::nodes(dims, ranks)?;
    Ok(GridArguments { dims, periods: periods.iter().map(|&ring| ring != 0).collect(), nodes })
}

/// The rank of `rank` in a topology of `nodes` processes: its own, if it is in it.
pub fn mapped(rank: u32, nodes: u32) -> c_int {
    if rank < nodes { rank as c_int } else { mpi::MPI_UNDEFINED }
}

/// Whether a grid has a dimension of length 0, and so room for nobody.
///
/// # Safety
/// ABI-2.
pub unsafe fn has_no_place(ndims: c_int, dims: *const c_int) -> bool {
    // SAFETY: as the caller promises.
    let dims = if dims.is_null() { &[] } else { unsafe { integers(dims, ndims.max(0) as usize) } };
    dims.contains(&0) && dims.iter().all(|&dim| dim >= 0)
}

/// The index and edges of a graph, checked.
///
/// # Safety
/// ABI-2.
pub unsafe fn graph<'a>(
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
