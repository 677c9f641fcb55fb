//! Functions that only move data.

use crate::Result;
use crate::seat::Says;
use ferry_engine::{Buffer, MatchPattern};
use ferry_shm::shared_area::{MOST, Operation};
use smallvec::SmallVec;

use super::large::is_offered;
use super::memory::{Reading, Source};
use super::task::{Buffers, Readers, Task};
use super::{pieces, place_of};
use crate::member::{Member, Node};

/// Reads `len` bytes of a block from `position` on.
///
/// # Safety
/// DIRECT-1, DIRECT-2.
#[inline(always)]
unsafe fn read(buffer: &Buffer, position: usize, at: *mut u8, len: usize) {
    // SAFETY: as the caller promises.
    unsafe { buffer.read(position as u64, at, len) }
}

/// `MPI_Barrier`
pub fn barrier<M: Member>(task: &Task<M>) -> Result<()> {
    let says = task.says(0);
    let has_tree = task.with(|seat, _| seat.area.has_tree());
    let operation = task.publish(if has_tree { Readers::Nobody } else { Readers::All }, says, 0, |_| {});
    let result = if has_tree {
        task.ascend(operation, |_, _| {});
        task.wait_for_tree(operation, says)
    } else {
        task.collect(operation, task.others(), |_| says, |_, _, _| {})
    };
    task.finish(operation, true);
    result
}

/// `MPI_Bcast`
pub fn bcast<M: Member>(task: &Task<M>) -> Result<()> {
    let buffer = task.recv.block(0);
    let (bytes, mut result) = (buffer.bytes() as usize, Ok(()));
    let says = task.says(bytes);
    for (position, len) in pieces(bytes, 1, 1) {
        if task.rank == task.root {
            // SAFETY: DIRECT-1, DIRECT-2.
            let operation = task.publish(Readers::All, says, len, |at| unsafe { read(&buffer, position, at, len) });
            task.finish(operation, false);
            continue;
        }
        result = task.take_one(result, std::iter::once(task.root), false, says, |_, at| {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { buffer.write(position as u64, at, len) }
        });
    }
    result
}

/// `MPI_Gather`
pub fn gather<M: Member>(task: &Task<M>) -> Result<()> {
    if task.rank != task.root {
        let buffer = task.send.block(0);
        let bytes = buffer.bytes() as usize;
        for (position, len) in pieces(bytes, 1, 1) {
            let readers = Readers::One(task.root);
            // SAFETY: DIRECT-1, DIRECT-2.
            let operation = task.publish(readers, task.says(bytes), len, |at| unsafe { read(&buffer, position, at, len) });
            task.finish(operation, false);
        }
        return Ok(());
    }
    let bytes = task.recv.bytes(0);
    let mut result = if task.in_place { Ok(()) } else { task.keep(&task.send.block(0), &task.recv.block(task.rank)) };
    for (position, len) in pieces(bytes, 1, 1) {
        result = task.take_one(result, task.others(), true, task.says(bytes), |rank, at| {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { task.recv.block(rank).write(position as u64, at, len) }
        });
    }
    result
}

/// `MPI_Scatter`
pub fn scatter<M: Member>(task: &Task<M>) -> Result<()> {
    let is_root = task.rank == task.root;
    let bytes = if is_root { task.send.bytes(0) } else { task.recv.bytes(0) };
    let (says, mut result) = (task.says(bytes), Ok(()));
    for (position, len) in pieces(bytes, task.ranks, 1) {
        if is_root {
            let operation = task.publish(Readers::All, says, len * task.ranks, |at| {
                for rank in task.others() {
                    // SAFETY: DIRECT-1, DIRECT-2.
                    unsafe { read(&task.send.block(rank), position, at.add(rank * len), len) };
                }
            });
            task.finish(operation, false);
            continue;
        }
        result = task.take_one(result, std::iter::once(task.root), false, says, |_, at| {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { task.recv.block(0).write(position as u64, at.add(task.rank * len), len) }
        });
    }
    if is_root && !task.in_place {
        result = result.and(task.keep(&task.send.block(task.rank), &task.recv.block(0)));
    }
    result
}

/// `MPI_Allgather`, `MPI_Allgatherv`
pub fn allgather<M: Member>(task: &Task<M>) -> Result<()> {
    let own = if task.in_place { task.recv.block(task.rank) } else { task.send.block(0) };
    let longest = (0..task.ranks).map(|rank| task.recv.bytes(rank)).max().unwrap_or(0);
    let mine = own.bytes() as usize;
    let mut result = Ok(());
    for (position, len) in pieces(longest, 1, 1) {
        let piece = |bytes: usize| bytes.saturating_sub(position).min(len);
        if result.is_err() {
            task.skip();
            continue;
        }
        let operation = task.give(task.says(mine), piece(mine), |at| {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { read(&own, position.min(mine), at, piece(mine)) }
        });
        if position == 0 && !task.in_place {
            result = task.keep(&own, &task.recv.block(task.rank));
        }
        let expected = |rank| task.says(task.recv.bytes(rank));
        let collected = task.collect(operation, task.others(), expected, |rank, at, bytes| {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { task.recv.block(rank).write(position.min(bytes) as u64, at, piece(bytes)) }
        });
        task.finish(operation, true);
        result = result.and(collected);
    }
    result
}

/// `MPI_Alltoall`
pub fn alltoall<M: Member>(task: &Task<M>) -> Result<()> {
    let from = if task.in_place { &task.recv } else { &task.send };
    let (bytes, mut result) = (task.recv.bytes(0), Ok(()));
    for (position, len) in pieces(bytes, task.ranks, 1) {
        let says = task.says(from.bytes(0));
        if result.is_err() {
            task.skip();
            continue;
        }
        let operation = task.give(says, len * (task.ranks - 1), |at| {
            let len = len.min(from.bytes(0).saturating_sub(position));
            for rank in task.others() {
                // SAFETY: DIRECT-1, DIRECT-2.
                unsafe { read(&from.block(rank), position, at.add(place_of(rank, task.rank) * len), len) };
            }
        });
        if position == 0 && !task.in_place {
            result = task.keep(&task.send.block(task.rank), &task.recv.block(task.rank));
        }
        let collected = task.collect(
            operation,
            task.others(),
            |_| task.says(bytes),
            |rank, at, _| {
                // SAFETY: DIRECT-1, DIRECT-2.
                unsafe { task.recv.block(rank).write(position as u64, at.add(place_of(task.rank, rank) * len), len) }
            },
        );
        task.finish(operation, true);
        result = result.and(collected);
    }
    result
}

/// `MPI_Gatherv`. The root alone knows all lengths: what is too long for the shared area follows by
/// messages.
pub fn gatherv<M: Member>(task: &Task<M>) -> Result<()> {
    let tag = task.with(|seat, _| seat.unread_tag());
    if task.rank != task.root {
        let buffer = task.send.block(0);
        let bytes = buffer.bytes() as usize;
        if is_offered(task, bytes, 1, &task.send) {
            let source = Source::one(&task.send, 0, false);
            return Reading::offer(task, task.says(bytes), &source, Readers::One(task.root)).end(None, |_| (0, bytes));
        }
        let is_long = bytes > MOST;
        let (says, len) = if is_long { (task.says(bytes).by_messages(), 0) } else { (task.says(bytes), bytes) };
        // SAFETY: DIRECT-1, DIRECT-2.
        let operation = task.publish(Readers::One(task.root), says, len, |at| unsafe { read(&buffer, 0, at, len) });
        task.finish(operation, false);
        if is_long {
            send(task, buffer, tag);
        }
        return Ok(());
    }
    let mut result = if task.in_place { Ok(()) } else { task.keep(&task.send.block(0), &task.recv.block(task.rank)) };
    let mut late = SmallVec::<[usize; 8]>::new();
    let mut reading = Reading::begin(task);
    let operation = reading.operation();
    for rank in task.others() {
        let expected = task.says(task.recv.bytes(rank));
        let theirs = published(task, operation, rank);
        if theirs.is_by_address() {
            take_offer(task, &mut reading, rank, expected, 0, &task.recv, rank);
            continue;
        }
        if theirs.is_by_messages() && theirs.is_same_call(expected) {
            late.push(rank);
            continue;
        }
        let collected = task.collect(
            operation,
            std::iter::once(rank),
            |_| expected,
            |_, at, bytes| {
                // SAFETY: DIRECT-1, DIRECT-2.
                unsafe { task.recv.block(rank).write(0, at, bytes) }
            },
        );
        result = result.and(collected);
    }
    result = result.and(reading.end(None, |_| (0, 0)));
    for rank in late {
        result = result.and(receive(task, rank, tag));
    }
    result
}

/// Takes part `index` of what `rank` offers into a block. What is longer than the block is cut,
/// which is an error.
fn take_offer<M: Member>(
    task: &Task<M>,
    reading: &mut Reading<M>,
    rank: usize,
    expected: Says,
    index: usize,
    into: &Buffers,
    block: usize,
) {
    if let Some(remote) = reading.find(rank, expected, index) {
        let room = into.bytes(block);
        reading.store(rank, remote, room.min(remote.bytes as usize), into, block);
        reading.note(task.check_length(rank, remote.bytes, room as u64));
    }
}

/// What `rank` says, once it does.
fn published<M: Member>(task: &Task<M>, operation: Operation, rank: usize) -> Says {
    let mut theirs = Says(0);
    task.wait(|area| {
        theirs = Says(area.what(operation, rank));
        area.is_published(operation, rank) && {
            theirs = Says(area.what(operation, rank));
            true
        }
    });
    theirs
}

fn send<M: Member>(task: &Task<M>, buffer: Buffer, tag: (u64, i32)) {
    let sent = task.with(|seat, node| node.send(seat.process(task.root as u32), tag.0, tag.1, buffer));
    if let Some(message) = sent {
        task.member.take(message);
    }
}

fn receive<M: Member>(task: &Task<M>, rank: usize, (context, tag): (u64, i32)) -> Result<()> {
    let source = task.with(|seat, _| seat.process(rank as u32)) as i32;
    let buffer = task.recv.block(rank);
    let expected = buffer.bytes();
    let pattern = MatchPattern { context, source, tag };
    let message = task.with(|_, node| node.receive(pattern, buffer, task.member.comm()));
    let outcome = task.member.take(message);
    task.check_length(rank, outcome.sent, expected)
}

/// Bytes of a table that says where the block for each rank begins, and where the last one ends.
fn table_bytes(ranks: usize) -> usize {
    (ranks + 1) * size_of::<u64>()
}

/// Bytes of a table and the blocks for all other ranks; `None` if it is more than finds room on a
/// shared area.
fn tabled<M: Member>(task: &Task<M>, from: &Buffers) -> Option<usize> {
    let total = task.others().try_fold(table_bytes(task.ranks), |sum, rank| sum.checked_add(from.bytes(rank)))?;
    (total <= MOST).then_some(total)
}

/// Writes the table and the blocks.
///
/// # Safety
/// DIRECT-1; `at` has room for [`tabled`] bytes.
unsafe fn write_tabled<M: Member>(task: &Task<M>, from: &Buffers, at: *mut u8) {
    let mut offset = table_bytes(task.ranks);
    for rank in 0..task.ranks {
        let len = if rank == task.rank { 0 } else { from.bytes(rank) };
        // SAFETY: as the caller promises.
        unsafe {
            at.cast::<u64>().add(rank).write(offset as u64);
            read(&from.block(rank), 0, at.add(offset), len);
        }
        offset += len;
    }
    // SAFETY: as the caller promises.
    unsafe { at.cast::<u64>().add(task.ranks).write(offset as u64) };
}

/// Takes this rank's block behind the table that `rank` has published.
///
/// # Safety
/// DIRECT-1; such a table is at `at`.
unsafe fn take_tabled<M: Member>(task: &Task<M>, rank: usize, at: *const u8, into: &Buffer) -> Result<()> {
    // SAFETY: as the caller promises.
    let (start, end) = unsafe { (at.cast::<u64>().add(task.rank).read(), at.cast::<u64>().add(task.rank + 1).read()) };
    let sent = end - start;
    // SAFETY: as the caller promises.
    unsafe { into.write(0, at.add(start as usize), sent.min(into.bytes()) as usize) };
    task.check_length(rank, sent, into.bytes())
}

/// `MPI_Scatterv`; `None` if the root says that it is too much for the shared area.
pub fn scatterv<M: Member>(task: &Task<M>) -> Option<Result<()>> {
    let says = task.says(0);
    if task.rank == task.root {
        if is_offered(task, mean(task, &task.send), task.ranks - 1, &task.send) {
            return Some(offer_parts(task, says));
        }
        let total = tabled(task, &task.send);
        let said = if total.is_some() { says } else { says.by_messages() };
        let operation = task.publish(Readers::All, said, total.unwrap_or(0), |at| {
            if total.is_some() {
                // SAFETY: DIRECT-1, DIRECT-2.
                unsafe { write_tabled(task, &task.send, at) };
            }
        });
        task.finish(operation, false);
        total?;
        return Some(if task.in_place { Ok(()) } else { task.keep(&task.send.block(task.rank), &task.recv.block(0)) });
    }
    let mut reading = Reading::begin(task);
    let operation = reading.operation();
    let theirs = published(task, operation, task.root);
    if theirs.is_by_address() {
        take_offer(task, &mut reading, task.root, says, task.rank, &task.recv, 0);
        return Some(reading.end(None, |_| (0, 0)));
    }
    if theirs == says.by_messages() {
        task.finish(operation, false);
        return None;
    }
    let mut result = Ok(());
    let collected = task.collect(
        operation,
        std::iter::once(task.root),
        |_| says,
        |rank, at, _| {
            // SAFETY: DIRECT-1, DIRECT-2.
            result = unsafe { take_tabled(task, rank, at, &task.recv.block(0)) };
        },
    );
    task.finish(operation, false);
    Some(collected.and(result))
}

/// The root's part of a scatterv of what is long.
fn offer_parts<M: Member>(task: &Task<M>, says: Says) -> Result<()> {
    let source = Source::each(task, &task.send, false);
    let mut reading = Reading::offer(task, says, &source, Readers::All);
    if !task.in_place {
        reading.note(task.keep(&task.send.block(task.rank), &task.recv.block(0)));
    }
    reading.end(None, |rank| (0, task.send.bytes(rank)))
}

/// Bytes that each of the other ranks gets on an average.
fn mean<M: Member>(task: &Task<M>, from: &Buffers) -> usize {
    task.others().map(|rank| from.bytes(rank)).sum::<usize>() / (task.ranks - 1)
}

/// `MPI_Alltoallv`, `MPI_Alltoallw`; `None` if a rank says that it is too much for the shared area.
pub fn alltoallv<M: Member>(task: &Task<M>) -> Option<Result<()>> {
    let from = if task.in_place { &task.recv } else { &task.send };
    let is_offered = is_offered(task, mean(task, from), task.ranks - 1, from);
    let source = is_offered.then(|| Source::each(task, from, task.in_place));
    let (mut reading, mut all_fit) = match &source {
        Some(source) => (Reading::offer(task, task.says(0), source, Readers::All), true),
        None => publish_tabled(task, from),
    };
    let (says, operation) = (task.says(0), reading.operation());
    if task.in_place {
        // Nothing may be overwritten that would have to be sent by messages yet.
        for rank in task.others() {
            all_fit &= published(task, operation, rank) != says.by_messages();
        }
    }
    if all_fit && !task.in_place {
        reading.note(task.keep(&task.send.block(task.rank), &task.recv.block(task.rank)));
    }
    let may_take = all_fit || !task.in_place;
    for rank in task.others().filter(|_| may_take) {
        let theirs = published(task, operation, rank);
        if theirs == says.by_messages() {
            all_fit = false;
        } else if theirs.is_by_address() {
            take_offer(task, &mut reading, rank, says, task.rank, &task.recv, rank);
        } else if all_fit {
            reading.note(take_published(task, operation, rank));
        }
    }
    reading.note_exchange();
    let result = reading.end(None, |rank| (0, from.bytes(rank)));
    all_fit.then_some(result)
}

/// Publishes all blocks if they find room on the shared area, else that they do not; and whether
/// they do.
fn publish_tabled<'a, M: Member>(task: &'a Task<'a, M>, from: &Buffers) -> (Reading<'a, M>, bool) {
    let (says, total) = (task.says(0), tabled(task, from));
    let said = if total.is_some() { says } else { says.by_messages() };
    let operation = task.publish(Readers::All, said, total.unwrap_or(0), |at| {
        if total.is_some() {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { write_tabled(task, from, at) };
        }
    });
    (Reading::of(task, operation), total.is_some())
}

/// Takes this rank's block of what `rank` has published.
fn take_published<M: Member>(task: &Task<M>, operation: Operation, rank: usize) -> Result<()> {
    let mut taken = Ok(());
    let collected = task.collect(
        operation,
        std::iter::once(rank),
        |_| task.says(0),
        |rank, at, _| {
            // SAFETY: DIRECT-1, DIRECT-2.
            taken = unsafe { take_tabled(task, rank, at, &task.recv.block(rank)) };
        },
    );
    collected.and(taken)
}
