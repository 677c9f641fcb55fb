//! Collective operations within a node, through an area that the ranks of a communicator share
//! (`ferry_shm::shared_area`). Every rank publishes there what others need, and takes what it needs
//! straight into the program's buffers.
//!
//! The caller has checked before which data are in which buffers ([`Task`]). [`perform`] does a
//! call that waits. [`prepare`] makes ready for one that does not.
//!
//! - [`member`]: what a call needs of its surroundings, as traits
//! - [`seat`]: a rank's place at the shared area, and what ranks say there of a call
//! - [`task`]: what all functions do: publish, wait, collect
//! - [`moves`]: functions that only move data
//! - [`reductions`]: functions that combine vectors
//! - [`memory`]: data that stay where they are, and are read there
//! - [`large`]: functions on long blocks, whose data stay where they are
//! - [`halves`]: broadcasts between two ranks that both copy
//! - [`background`]: functions that do not wait
//! - [`pending_area`]: the shared area of calls that nobody waits for, and those under way there
//! - [`costs`]: whether blocks are copied or read
//!
//! # Safety arguments
//! - DIRECT-1: buffers belong to the program's call, and are used as the function's arguments say,
//!   within the blocks of its sides, until the call is over.
//! - DIRECT-2: there is room on the shared area for as many bytes as are published, and as many are
//!   read as the rank that published them says it has; addresses on the shared area are valid until
//!   the operation is finished (AREA-1, SA-3).

mod background;
pub mod costs;
mod halves;
mod large;
pub mod member;
mod memory;
mod moves;
pub mod pending_area;
mod reductions;
pub mod seat;
pub mod task;

use ferry_collective::Collective;
use ferry_collective::shared_area::PIECE;
use ferry_engine::collective::Mismatch;
use ferry_shm::shared_area::MOST;

pub use crate::background::{decline, prepare};
use crate::member::Member;
use crate::seat::Says;
use crate::task::Task;

/// Why a call over the shared area failed.
#[derive(Debug)]
pub enum Failure {
    /// Another rank has called something else.
    Disagreement {
        /// Its rank in the communicator.
        rank: usize,
        /// What it says.
        theirs: Says,
        /// What this rank says.
        expected: Says,
    },
    /// Ranks do not move the same amount of data, or a message has failed.
    Mismatch {
        /// The function.
        collective: Collective,
        /// What does not agree.
        mismatch: Mismatch,
    },
    /// A buffer of a rank, or this rank's, is no memory.
    Unreadable {
        /// Its rank in the communicator.
        rank: usize,
    },
    /// A reduction came without a loop that combines.
    NoLoop(Collective),
}

/// Results; a failure is one pointer wide, so that they travel in a register.
pub type Result<T> = std::result::Result<T, Box<Failure>>;

/// The same of all blocks that a rank publishes in one operation.
const PIECES: usize = 256 << 10;

const _: () = assert!(PIECE <= PIECES && PIECES <= MOST);

/// The longest piece of blocks that are published, `blocks` of them at once, in whole elements of
/// `element` bytes.
fn longest_piece(blocks: usize, element: usize) -> usize {
    (PIECE.min(PIECES / blocks) / element).max(1) * element
}

/// The pieces in which blocks of `bytes` bytes are published: position and length.
fn pieces(bytes: usize, blocks: usize, element: usize) -> impl Iterator<Item = (usize, usize)> {
    let longest = longest_piece(blocks, element);
    (0..bytes).step_by(longest).map(move |position| (position, longest.min(bytes - position)))
}

/// Where, among the blocks that rank `giver` publishes for each other rank, that of `taker` is.
fn place_of(taker: usize, giver: usize) -> usize {
    if taker > giver { taker - 1 } else { taker }
}

/// Whether a call sends, and receives, a block for each rank.
pub fn has_many(collective: Collective) -> (bool, bool) {
    use Collective::*;
    match collective {
        Gather | Gatherv | Allgather | Allgatherv | NeighborAllgather | NeighborAllgatherv => (false, true),
        Scatter | Scatterv => (true, false),
        Alltoall | Alltoallv | Alltoallw | NeighborAlltoall | NeighborAlltoallv | NeighborAlltoallw => (true, true),
        ReduceScatterBlock | ReduceScatter => (true, false),
        _ => (false, false),
    }
}

/// Whether a message that is shorter than the room for it does no harm: in functions whose senders
/// alone know its length.
pub fn is_harmless(collective: Collective, mismatch: Mismatch) -> bool {
    use Collective::*;
    let may_be_short = matches!(
        collective,
        Gatherv | Scatterv | Allgatherv | Alltoallv | Alltoallw | NeighborAllgatherv | NeighborAlltoallv | NeighborAlltoallw
    );
    match mismatch {
        Mismatch::Own { sent, expected } | Mismatch::Length { sent, expected, .. } => sent < expected && may_be_short,
        _ => false,
    }
}

/// The failure of a call whose data do not agree, unless that does no harm.
#[cold]
fn mismatch(collective: Collective, mismatch: Mismatch) -> Result<()> {
    if is_harmless(collective, mismatch) { Ok(()) } else { Err(Box::new(Failure::Mismatch { collective, mismatch })) }
}

/// Does a checked call with such a [`longest_block`] that goes over the shared area; `None` if it
/// turns out to be too much for that.
#[inline(always)]
pub fn perform<M: Member>(task: &Task<M>, bytes: u64) -> Option<Result<()>> {
    use Collective::*;
    match large::takes(task, bytes) {
        Ok(false) => {}
        Ok(true) => {
            task.member.note(task.collective, bytes);
            return Some(large::perform(task));
        }
        Err(failure) => return Some(Err(failure)),
    }
    task.member.note(task.collective, bytes);
    Some(match task.collective {
        Barrier => moves::barrier(task),
        Bcast => moves::bcast(task),
        Gather => moves::gather(task),
        Gatherv => moves::gatherv(task),
        Scatter => moves::scatter(task),
        Scatterv => return moves::scatterv(task),
        Allgather | Allgatherv => moves::allgather(task),
        Alltoall => moves::alltoall(task),
        Alltoallv | Alltoallw => return moves::alltoallv(task),
        Reduce => reductions::reduce(task),
        Allreduce => reductions::allreduce(task),
        ReduceScatterBlock | ReduceScatter => reductions::reduce_scatter(task),
        Scan => reductions::scan(task, true),
        Exscan => reductions::scan(task, false),
        NeighborAllgather | NeighborAllgatherv | NeighborAlltoall | NeighborAlltoallv | NeighborAlltoallw => return None,
    })
}

/// The longest block of a call in bytes, as all ranks know it alike; 0 where they do not.
#[inline(always)]
pub fn longest_block<M: Member>(task: &Task<M>) -> u64 {
    use Collective::*;
    let is_root = task.rank == task.root;
    match task.collective {
        Gather if !is_root => task.send.bytes(0) as u64,
        Scatter if is_root => task.send.bytes(0) as u64,
        Bcast | Gather | Scatter | Allgather | Alltoall | Reduce | Allreduce | ReduceScatterBlock | Scan | Exscan => {
            task.recv.bytes(0) as u64
        }
        Allgatherv | ReduceScatter => (0..task.ranks).map(|rank| task.recv.bytes(rank) as u64).max().unwrap_or(0),
        _ => 0,
    }
}
