//! A few words of every rank for every other: an allgather whose buffers belong to it.
//!
//! # Safety arguments
//! - ROUND-1: both buffers are allocated when the roundup is made, never move, and are touched by
//!   nobody else while it is under way. One that is dropped before it is over leaves them
//!   allocated, because operations of the engine may point to them.

use std::mem::ManuallyDrop;

use ferry_collective::{Algorithm, Blocks, Problem, Shape};
use ferry_datatype::Datatype;
use ferry_device::Device;
use smallvec::smallvec;

use crate::Engine;
use crate::collective::{Address, Execution, Memory, Mismatch, Progress, Reduction};
use crate::inspect::CollectiveStanding;

/// What every rank says to every other, in `N` words.
pub struct Roundup<const N: usize> {
    execution: Execution,
    own: ManuallyDrop<Box<[u64; N]>>,
    all: ManuallyDrop<Box<[[u64; N]]>>,
    is_under_way: bool,
}

impl<const N: usize> Roundup<N> {
    /// The problem whose algorithm carries the words, of a caller whose place `problem` says.
    pub fn problem<'a>(problem: &Problem<'a>) -> Problem<'a> {
        let words = Blocks::uniform(size_of::<[u64; N]>() as u64, Shape::dense(1));
        let Problem { rank, ranks, remote, is_first, nodes, costs, .. } = *problem;
        Problem { remote, is_first, nodes, costs, send: words, recv: words, ..Problem::new(rank, ranks) }
    }

    /// Makes ready to say `own`, by an algorithm for allgather and [`Roundup::problem`].
    pub fn new(own: [u64; N], problem: &Problem, algorithm: &Algorithm, address: Address) -> Self {
        let blocks = if problem.remote > 0 { problem.remote } else { problem.ranks };
        let (own, mut all) = (Box::new(own), vec![[0; N]; blocks as usize].into_boxed_slice());
        let byte = Datatype::byte();
        let mut execution = Execution::idle();
        let (send, recv) = (own.as_ptr().cast(), all.as_mut_ptr().cast());
        // SAFETY: ROUND-1; the blocks are as long as the problem says.
        let memory = unsafe { Memory::new(send, smallvec![byte.clone()], recv, smallvec![byte.clone()]) };
        execution.prepare(|old| algorithm.schedule_into(problem, old), memory, Reduction::None, address);
        Roundup { execution, own: ManuallyDrop::new(own), all: ManuallyDrop::new(all), is_under_way: false }
    }

    /// Changes what this process says, before that begins.
    pub fn say(&mut self, words: [u64; N]) {
        debug_assert!(!self.is_under_way);
        **self.own = words;
    }

    /// Begins, for the first time or again.
    pub fn begin(&mut self) {
        self.is_under_way = true;
        self.execution.begin();
    }

    /// Goes on as far as possible; whether it is over.
    pub fn advance<D: Device>(&mut self, engine: &mut Engine<D>, world_rank: impl Fn(u32) -> u32, looks: u32) -> bool {
        if self.is_under_way {
            self.is_under_way = !matches!(self.execution.advance(engine, world_rank, looks), Progress::Done);
        }
        !self.is_under_way
    }

    /// Whether it has begun and is not over.
    pub fn is_under_way(&self) -> bool {
        self.is_under_way
    }

    /// Once it is over: what every rank has said, of the remote group if there is one; what was in
    /// the way otherwise.
    pub fn words(&self) -> Result<&[[u64; N]], Mismatch> {
        self.execution.mismatch().map_or(Ok(&**self.all), Err)
    }

    /// See [`Execution::standing`].
    pub fn standing(&self) -> CollectiveStanding {
        self.execution.standing()
    }

    /// See [`Execution::position`].
    pub fn position(&self) -> (usize, usize) {
        self.execution.position()
    }
}

impl<const N: usize> Drop for Roundup<N> {
    fn drop(&mut self) {
        if !self.is_under_way {
            // SAFETY: ROUND-1: it is over, and both are dropped once, here.
            unsafe {
                ManuallyDrop::drop(&mut self.own);
                ManuallyDrop::drop(&mut self.all);
            }
        }
    }
}
