//! Functions that combine vectors, of predefined operations.

use crate::{Failure, Result};
use ferry_collective::shared_area::ALL_BELOW_MAX;
use ferry_kernels::{ReduceFn, copy};
use ferry_shm::shared_area::Operation;

use super::pieces;
use super::task::{Buffers, Readers, Task};
use crate::member::Member;

/// Longest vector of which every rank combines the contributions of all for itself, where ranks
/// have processors of their own; in bytes. Of longer ones each rank combines a part.
pub const WHOLE_MAX: usize = 4096;
/// See [`Vector::part`].
const PART: usize = 8 << 10;

/// The loop of a reduction, and what it works on.
pub struct Vector {
    kernel: ReduceFn,
    element: usize,
    send: *const u8,
    recv: *mut u8,
}

impl Vector {
    pub fn of<M: Member>(task: &Task<M>) -> Result<Self> {
        let kernel = task.kernel.ok_or_else(|| Box::new(Failure::NoLoop(task.collective)))?;
        let recv = task.recv.address;
        let send = if task.in_place { recv } else { task.send.address };
        Ok(Vector { kernel, element: task.recv.blocks.shape(0).size as usize, send, recv })
    }

    /// `inout = input op inout` for `bytes` bytes.
    ///
    /// # Safety
    /// DIRECT-1, DIRECT-2.
    #[inline(always)]
    pub unsafe fn combine(&self, input: *const u8, inout: *mut u8, bytes: usize) {
        // SAFETY: as the caller promises.
        unsafe { (self.kernel)(input, inout, bytes / self.element) }
    }

    /// `into = second op first` for `len` bytes; part by part, so that each stays in the cache.
    ///
    /// # Safety
    /// DIRECT-1, DIRECT-2.
    pub unsafe fn combine_pair(&self, [first, second]: [*const u8; 2], into: *mut u8, len: usize) {
        let part = self.part();
        for offset in (0..len).step_by(part) {
            let len = part.min(len - offset);
            // SAFETY: as the caller promises.
            unsafe {
                copy(into.add(offset), first.add(offset), len);
                self.combine(second.add(offset), into.add(offset), len);
            }
        }
    }

    /// Bytes that are combined at once, in whole elements: a part of a processor's nearest cache.
    pub fn part(&self) -> usize {
        PART.next_multiple_of(self.element)
    }

    /// Bytes of an element.
    pub fn element(&self) -> usize {
        self.element
    }

    pub fn send_at(&self, position: usize) -> *const u8 {
        self.send.wrapping_add(position)
    }

    pub fn recv_at(&self, position: usize) -> *mut u8 {
        self.recv.wrapping_add(position)
    }
}

/// `MPI_Reduce`
pub fn reduce<M: Member>(task: &Task<M>) -> Result<()> {
    let has_tree = task.with(|seat, _| seat.area.has_tree());
    piece_by_piece(task, |vector, position, len, bytes| match has_tree {
        true => reduce_in_tree(task, vector, position, len, bytes, task.rank == task.root),
        false => reduce_at_root(task, vector, position, len, bytes),
    })
}

/// Combines vectors piece by piece: `one` does a piece, which is said by its position, its length
/// and that of the whole. Those behind one that has failed are passed over.
#[inline(always)]
fn piece_by_piece<M: Member>(task: &Task<M>, one: impl Fn(&Vector, usize, usize, usize) -> Result<()>) -> Result<()> {
    let (vector, bytes) = (Vector::of(task)?, task.recv.bytes(0));
    let mut result = Ok(());
    for (position, len) in pieces(bytes, 1, vector.element) {
        match result {
            Ok(()) => result = one(&vector, position, len, bytes),
            Err(_) => task.skip(),
        }
    }
    result
}

/// The root combines what the others publish.
fn reduce_at_root<M: Member>(task: &Task<M>, vector: &Vector, position: usize, len: usize, bytes: usize) -> Result<()> {
    let says = task.says(bytes);
    if task.rank != task.root {
        // SAFETY: DIRECT-1, DIRECT-2.
        let fill = |at| unsafe { copy(at, vector.send_at(position), len) };
        let operation = task.publish(Readers::One(task.root), says, len, fill);
        task.finish(operation, false);
        return Ok(());
    }
    let into = vector.recv_at(position);
    if !task.in_place {
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe { copy(into, vector.send_at(position), len) };
    }
    let operation = task.begin();
    let sources = (0..task.ranks).filter(|rank| *rank != task.root);
    // SAFETY: DIRECT-1, DIRECT-2.
    let result = task.collect(operation, sources, |_| says, |_, at, _| unsafe { vector.combine(at, into, len) });
    task.finish(operation, true);
    result
}

/// Whoever comes later combines; `wants` the result.
fn reduce_in_tree<M: Member>(
    task: &Task<M>,
    vector: &Vector,
    position: usize,
    len: usize,
    bytes: usize,
    wants: bool,
) -> Result<()> {
    let says = task.says(bytes);
    // SAFETY: DIRECT-1, DIRECT-2.
    let operation = task.publish(Readers::Nobody, says, len, |at| unsafe { copy(at, vector.send_at(position), len) });
    // SAFETY: DIRECT-2: both sides of a node agree on the call, so on the length.
    task.ascend(operation, |left, right| unsafe { vector.combine(left, right, len) });
    let mut result = Ok(());
    if wants {
        result = task.wait_for_tree(operation, says);
        if result.is_ok() {
            // SAFETY: DIRECT-1, DIRECT-2.
            task.with(|seat, _| unsafe {
                copy(vector.recv_at(position), seat.area.bytes(operation, seat.area.result_rank()), len)
            });
        }
    }
    task.finish(operation, wants);
    result
}

/// `MPI_Allreduce`
pub fn allreduce<M: Member>(task: &Task<M>) -> Result<()> {
    let has_tree = task.with(|seat, _| seat.area.has_tree());
    piece_by_piece(task, |vector, position, len, bytes| {
        if task.ranks == 2 {
            allreduce_of_two(task, vector, position, len, bytes)
        } else if has_tree {
            reduce_in_tree(task, vector, position, len, bytes, true)
        } else if bytes <= WHOLE_MAX {
            allreduce_whole(task, vector, position, len, bytes)
        } else {
            allreduce_parts(task, vector, position, len, bytes)
        }
    })
}

/// Both combine both contributions, rank 1's with rank 0's, so that they come to the same.
fn allreduce_of_two<M: Member>(task: &Task<M>, vector: &Vector, position: usize, len: usize, bytes: usize) -> Result<()> {
    let (says, other) = (task.says(bytes), 1 - task.rank);
    // SAFETY: DIRECT-1, DIRECT-2.
    let fill = |at| unsafe { copy(at, vector.send_at(position), len) };
    let operation = if task.in_place { task.publish(Readers::All, says, len, fill) } else { task.give(says, len, fill) };
    let own = match task.in_place {
        true => task.with(|seat, _| seat.area.bytes(operation, task.rank)),
        false => vector.send_at(position),
    };
    let combine = |_, theirs: *const u8, _| {
        let pair = if task.rank == 0 { [own, theirs] } else { [theirs, own] };
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe { vector.combine_pair(pair, vector.recv_at(position), len) };
    };
    let result = task.collect(operation, std::iter::once(other), |_| says, combine);
    task.finish(operation, true);
    result
}

/// Everybody combines the contributions of all, in the order of ranks, so that all come to the
/// same.
fn allreduce_whole<M: Member>(task: &Task<M>, vector: &Vector, position: usize, len: usize, bytes: usize) -> Result<()> {
    let (says, into) = (task.says(bytes), vector.recv_at(position));
    // SAFETY: DIRECT-1, DIRECT-2.
    let operation = task.publish(Readers::All, says, len, |at| unsafe { copy(at, vector.send_at(position), len) });
    let result = task.collect(
        operation,
        0..task.ranks,
        |_| says,
        |rank, at, _| {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { if rank == 0 { copy(into, at, len) } else { vector.combine(at, into, len) } }
        },
    );
    task.finish(operation, true);
    result
}

/// Everybody combines a part, and takes the other parts from the others.
fn allreduce_parts<M: Member>(task: &Task<M>, vector: &Vector, position: usize, len: usize, bytes: usize) -> Result<()> {
    let says = task.says(bytes);
    let elements = len / vector.element;
    let start = |rank: usize| position + elements * rank / task.ranks * vector.element;
    let size = |rank: usize| start(rank + 1) - start(rank);
    let (mine, own) = (vector.recv_at(start(task.rank)), size(task.rank));
    // SAFETY: DIRECT-1, DIRECT-2, of this and the next blocks.
    let fill = |at: *mut u8| {
        for rank in task.others() {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { copy(at.add(start(rank) - position), vector.send_at(start(rank)), size(rank)) };
        }
    };
    let operation = task.publish(Readers::All, says, len, fill);
    if !task.in_place {
        // SAFETY: as above.
        unsafe { copy(mine, vector.send_at(start(task.rank)), own) };
    }
    let offset = start(task.rank) - position;
    // SAFETY: as above.
    let combine = |_, at: *const u8, _| unsafe { vector.combine(at.add(offset), mine, own) };
    let combined = task.collect(operation, task.others(), |_| says, combine);
    task.finish(operation, true);
    // SAFETY: as above.
    let operation = task.publish(Readers::All, says, own, |at| unsafe { copy(at, mine, own) });
    let collected = task.collect(
        operation,
        task.others(),
        |_| says,
        |rank, at, _| {
            // SAFETY: as above.
            unsafe { copy(vector.recv_at(start(rank)), at, size(rank)) }
        },
    );
    task.finish(operation, true);
    combined.and(collected)
}

/// `MPI_Reduce_scatter_block`, `MPI_Reduce_scatter`
pub fn reduce_scatter<M: Member>(task: &Task<M>) -> Result<()> {
    let vector = Vector::of(task)?;
    let from = Buffers { address: vector.send.cast_mut(), ..task.recv };
    let longest = (0..task.ranks).map(|rank| task.recv.bytes(rank)).max().unwrap_or(0);
    let says = task.says(longest);
    let mut result = Ok(());
    let offsets: SmallOffsets = (0..task.ranks).map(|rank| task.recv.blocks.offset(rank as u32) as usize).collect();
    for (position, len) in pieces(longest, task.ranks, vector.element) {
        if result.is_err() {
            task.skip();
            continue;
        }
        let piece = |rank: usize| from.bytes(rank).saturating_sub(position).min(len);
        let (own, into) = (piece(task.rank), vector.recv_at(position));
        let source = |rank: usize| vector.send_at(offsets[rank] + position);
        let operation = task.publish(Readers::All, says, len * task.ranks, |at| {
            // The result may overwrite any of the input, if it is in place.
            for rank in (0..task.ranks).filter(|rank| task.in_place || *rank != task.rank) {
                // SAFETY: DIRECT-1, DIRECT-2.
                unsafe { copy(at.add(rank * len), source(rank), piece(rank)) };
            }
        });
        let offset = task.rank * len;
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe {
            match task.in_place {
                true => task.with(|seat, _| copy(into, seat.area.bytes(operation, task.rank).add(offset), own)),
                false => copy(into, source(task.rank), own),
            }
        }
        let sources = (0..task.ranks).filter(|rank| *rank != task.rank);
        // SAFETY: DIRECT-1, DIRECT-2.
        let combine = |_, at: *const u8, _| unsafe { vector.combine(at.add(offset), into, own) };
        let collected = task.collect(operation, sources, |_| says, combine);
        task.finish(operation, true);
        result = result.and(collected);
    }
    result
}

type SmallOffsets = smallvec::SmallVec<[usize; 16]>;

/// `MPI_Scan`, `MPI_Exscan`
pub fn scan<M: Member>(task: &Task<M>, is_inclusive: bool) -> Result<()> {
    piece_by_piece(task, |vector, position, len, bytes| {
        let scan = Prefix { task, vector, position, len, bytes, is_inclusive };
        if bytes <= ALL_BELOW_MAX || task.ranks == 2 { scan.combine_all_below() } else { scan.pass_along() }
    })
}

/// One piece of a prefix reduction.
struct Prefix<'a, M> {
    task: &'a Task<'a, M>,
    vector: &'a Vector,
    position: usize,
    len: usize,
    bytes: usize,
    is_inclusive: bool,
}

impl<M: Member> Prefix<'_, M> {
    fn is_last(&self) -> bool {
        self.task.rank + 1 == self.task.ranks
    }

    /// Everybody publishes its own, and combines what ranks below have.
    fn combine_all_below(&self) -> Result<()> {
        let Prefix { task, vector, position, len, .. } = *self;
        let (says, into) = (task.says(self.bytes), vector.recv_at(position));
        let operation = match self.is_last() {
            true => task.begin(),
            // SAFETY: DIRECT-1, DIRECT-2.
            false => task.publish(Readers::All, says, len, |at| unsafe { copy(at, vector.send_at(position), len) }),
        };
        if self.is_inclusive && !task.in_place {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { copy(into, vector.send_at(position), len) };
        }
        let is_first = |rank: usize| rank == 0 && !self.is_inclusive;
        let result = task.collect(
            operation,
            0..task.rank,
            |_| says,
            |rank, at, _| {
                // SAFETY: DIRECT-1, DIRECT-2.
                unsafe { if is_first(rank) { copy(into, at, len) } else { vector.combine(at, into, len) } }
            },
        );
        task.finish(operation, false);
        result
    }

    /// Everybody publishes its own combined with what the rank below has published.
    fn pass_along(&self) -> Result<()> {
        let task = self.task;
        if !self.is_last() {
            task.make_room(self.len);
        }
        let operation = task.begin();
        let result = if task.rank == 0 { self.begin_chain(operation) } else { self.link(operation) };
        task.finish(operation, false);
        result
    }

    fn begin_chain(&self, operation: Operation) -> Result<()> {
        let Prefix { task, vector, position, len, .. } = *self;
        // SAFETY: DIRECT-1, DIRECT-2.
        let fill = |at| unsafe { copy(at, vector.send_at(position), len) };
        task.publish_in(operation, Readers::One(1), task.says(self.bytes), len, fill);
        if self.is_inclusive && !task.in_place {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { copy(vector.recv_at(position), vector.send_at(position), len) };
        }
        Ok(())
    }

    fn link(&self, operation: Operation) -> Result<()> {
        let Prefix { task, vector, position, len, is_inclusive, .. } = *self;
        let (says, into) = (task.says(self.bytes), vector.recv_at(position));
        let mut below = std::ptr::null();
        let result = task.collect(operation, std::iter::once(task.rank - 1), |_| says, |_, at, _| below = at);
        if below.is_null() {
            if !self.is_last() {
                // The ranks above get to know that something is wrong.
                task.publish_in(operation, Readers::One(task.rank + 1), task.says(0).by_messages(), 0, |_| {});
            }
            return result;
        }
        if !self.is_last() {
            let fill = |at: *mut u8| {
                // SAFETY: DIRECT-1, DIRECT-2.
                unsafe {
                    copy(at, vector.send_at(position), len);
                    vector.combine(below, at, len);
                    if is_inclusive {
                        copy(into, at, len);
                    }
                }
            };
            task.publish_in(operation, Readers::One(task.rank + 1), says, len, fill);
        } else if is_inclusive {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe {
                if !task.in_place {
                    copy(into, vector.send_at(position), len);
                }
                vector.combine(below, into, len);
            }
        }
        if !is_inclusive {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { copy(into, below, len) };
        }
        result
    }
}
