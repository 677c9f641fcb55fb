//! How processes agree when they make communicators: small blocking exchanges within a circle of them, in a context of its own.
//!
//! Every message begins with the purpose of the exchange. So a process that is in another collective call than its peers finds out
//! instead of taking their data for its own.
//!
//! # Safety arguments
//! - AGREE-1: an operation's bytes live in a variable of the function that waits for the operation before it returns.

use ferry_constants as mpi;
use ferry_core::comm::Comm;
use ferry_core::group::Group;
use ferry_core::{Error, Result};
use ferry_engine::{Buffer, MatchPattern, Mode};

use crate::entry::Cx;

/// What an exchange is for.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    Duplicate = 1,
    Split = 2,
    Create = 3,
    CreateGroup = 4,
}

impl Purpose {
    fn of(code: u8) -> &'static str {
        match code {
            1 => "MPI_Comm_dup",
            2 => "MPI_Comm_split or MPI_Comm_split_type",
            3 => "MPI_Comm_create",
            4 => "MPI_Comm_create_group",
            _ => "another function",
        }
    }
}

/// The tag of exchanges by the whole of a communicator.
const WHOLE: i32 = 0;
/// The tag of exchanges by part of a communicator that the whole of it knows of.
const PART: i32 = 1;

/// Processes that agree on something.
pub struct Circle {
    members: Group,
    rank: u32,
    context: u64,
    tag: i32,
    purpose: Purpose,
}

impl Circle {
    /// All processes of `comm`, in a call that all of them make.
    pub fn whole(comm: &Comm, purpose: Purpose) -> Self {
        let context = comm.collective_construction_context();
        Circle { members: comm.group().clone(), rank: comm.rank(), context, tag: WHOLE, purpose }
    }

    /// Part of `comm`, in a call that all processes of `comm` make. `None` if this process is not one of the part.
    pub fn part(comm: &Comm, members: Group, purpose: Purpose) -> Option<Self> {
        let rank = members.rank_of(comm.group().process(comm.rank())?)?;
        Some(Circle { members, rank, context: comm.collective_construction_context(), tag: PART, purpose })
    }

    /// Part of `comm`, in a call that only this part makes, kept apart from others by `tag`. `None` if this process is not one of it.
    pub fn tagged(comm: &Comm, members: Group, tag: i32, purpose: Purpose) -> Option<Self> {
        let rank = members.rank_of(comm.group().process(comm.rank())?)?;
        Some(Circle { members, rank, context: comm.construction_context(), tag, purpose })
    }

    /// True for the member of rank 0.
    pub fn is_led_here(&self) -> bool {
        self.rank == 0
    }

    /// Gives all members the word of the leader, along a binomial tree.
    pub fn broadcast(&self, cx: &Cx, word: u64) -> Result<u64> {
        let (size, mut word, mut step) = (self.members.size(), word, 1);
        while step < size {
            if self.rank & step != 0 {
                word = u64::from_le_bytes(self.exchange(cx, None, Some(self.rank - step), &[], 1)?[0]);
                break;
            }
            step <<= 1;
        }
        while step > 1 {
            step >>= 1;
            if self.rank + step < size {
                self.exchange::<8>(cx, Some(self.rank + step), None, &[word.to_le_bytes()], 0)?;
            }
        }
        Ok(word)
    }

    /// Gives every member the blocks of all members, by rank, in a logarithmic number of steps.
    pub fn gather<const N: usize>(&self, cx: &Cx, block: [u8; N]) -> Result<Vec<[u8; N]>> {
        let size = self.members.size();
        let mut blocks = vec![block];
        let mut distance = 1;
        while distance < size {
            let count = distance.min(size - distance) as usize;
            let to = (self.rank + size - distance) % size;
            let from = (self.rank + distance) % size;
            let received = self.exchange(cx, Some(to), Some(from), &blocks[..count], count)?;
            blocks.extend(received);
            distance <<= 1;
        }
        blocks.rotate_right(self.rank as usize);
        Ok(blocks)
    }

    /// Sends `blocks` and receives `count` blocks, at once.
    fn exchange<const N: usize>(
        &self,
        cx: &Cx,
        to: Option<u32>,
        from: Option<u32>,
        blocks: &[[u8; N]],
        count: usize,
    ) -> Result<Vec<[u8; N]>> {
        let mut incoming = vec![0; 1 + count * N];
        let outgoing: Vec<u8> = std::iter::once(self.purpose as u8).chain(blocks.as_flattened().iter().copied()).collect();
        let receive = from.map(|rank| self.start_receive(cx, rank, &mut incoming));
        let send = to.and_then(|rank| self.start_send(cx, rank, &outgoing));
        let received = receive.map(|operation| cx.block(|p| p.engine.take(operation)));
        if let Some(operation) = send {
            cx.block(|p| p.engine.take(operation));
        }
        if received.is_some_and(|outcome| outcome.sent != incoming.len() as u64) || (from.is_some() && incoming[0] != outgoing[0])
        {
            return Err(self.disagreement(from, incoming[0]));
        }
        Ok(incoming[1..].as_chunks().0.to_vec())
    }

    fn start_send(&self, cx: &Cx, rank: u32, bytes: &[u8]) -> Option<usize> {
        let to = self.process(rank);
        cx.with(|p| {
            // SAFETY: AGREE-1.
            let buffer = unsafe { Buffer::dense(bytes.as_ptr().cast_mut(), bytes.len() as u64) };
            p.engine.send(to, self.context, self.tag, buffer, Mode::Standard)
        })
    }

    fn start_receive(&self, cx: &Cx, rank: u32, bytes: &mut [u8]) -> usize {
        let pattern = MatchPattern { context: self.context, source: self.process(rank) as i32, tag: self.tag };
        // SAFETY: AGREE-1.
        let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) };
        cx.with(|p| p.engine.receive(pattern, buffer, mpi::MPI_COMM_NULL))
    }

    fn process(&self, rank: u32) -> u32 {
        self.members.process(rank).expect("ranks in a circle are below its size")
    }

    #[cold]
    fn disagreement(&self, from: Option<u32>, code: u8) -> Error {
        let peer = from.map_or(0, |rank| self.process(rank));
        let (here, there) = (Purpose::of(self.purpose as u8), Purpose::of(code));
        Error::new(
            mpi::MPI_ERR_NOT_SAME,
            format!(
                "the process of rank {peer} in MPI_COMM_WORLD is in {there} while this one is in {here}; all must make the same calls"
            ),
        )
    }
}
