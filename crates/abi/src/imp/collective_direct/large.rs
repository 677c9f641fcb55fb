//! Functions on long blocks: data go from buffer to buffer in one copy ([`memory`](super::memory)).

use ferry_core::Result;
use ferry_core::collective::costs::{Costs, Gift, is_better_read};
use ferry_kernels::copy;
use smallvec::SmallVec;

use super::memory::{Reading, Source, agree};
use super::reductions::Vector;
use super::task::{Readers, Task};

/// Whether a call with blocks of `bytes` bytes, as all ranks know them alike, is done here. Before the first one ranks agree whether they can read each
/// other's memory.
#[inline(always)]
pub fn takes(task: &Task, bytes: u64) -> Result<bool> {
    /// Shorter blocks never are.
    const SHORT: u64 = 2048;
    if bytes < SHORT { Ok(false) } else { takes_long(task, bytes) }
}

#[cold]
fn takes_long(task: &Task, bytes: u64) -> Result<bool> {
    let Some(gift) = gift(task, bytes) else { return Ok(false) };
    if !is_better_read(&Costs::TYPICAL, gift) || !task.cx.with(|p| p.direct.allows(task.collective)) {
        return Ok(false);
    }
    match task.with(|seat, _| seat.reads_memory) {
        Some(reads_memory) => Ok(reads_memory),
        None => {
            let reads_memory = agree(task, task.says(bytes as usize))?;
            task.with(|seat, _| seat.reads_memory = Some(reads_memory));
            Ok(reads_memory)
        }
    }
}

/// What a rank gives in a call with blocks of `bytes` bytes; `None` if there is no such way for the function.
fn gift(task: &Task, bytes: u64) -> Option<Gift> {
    use ferry_collective::Collective::*;
    let ranks = task.ranks as u64;
    let shares = task.cx.with(|p| p.engine.oversubscribed());
    let exchange = Gift { bytes, readers: ranks - 1, is_same: false, runs_ahead: false, shares };
    Some(match task.collective {
        Bcast => Gift { is_same: true, runs_ahead: true, ..exchange },
        Scatter => Gift { runs_ahead: true, ..exchange },
        Gather => Gift { readers: 1, runs_ahead: true, ..exchange },
        Allgather | Allgatherv => Gift { is_same: true, ..exchange },
        Alltoall | ReduceScatter | ReduceScatterBlock => exchange,
        Allreduce | Reduce => Gift { bytes: bytes / ranks, ..exchange },
        _ => return None,
    })
}

/// Whether a rank that alone knows how much it gives offers it as memory: `bytes` bytes to each of the others.
pub fn is_offered(task: &Task, bytes: usize, readers: usize) -> bool {
    let may = task.with(|seat, _| seat.reads_memory.unwrap_or(!seat.has_been_refused));
    let shares = task.cx.with(|p| p.engine.oversubscribed());
    let gift = Gift { bytes: bytes as u64, readers: readers as u64, is_same: false, runs_ahead: false, shares };
    may && is_better_read(&Costs::TYPICAL, gift)
}

/// All of what a rank reads.
fn whole(bytes: usize) -> impl Fn(usize) -> (usize, usize) {
    move |_| (0, bytes)
}

/// Does the call; `bytes` as for [`takes`].
pub fn perform(task: &Task) -> Result<()> {
    use ferry_collective::Collective::*;
    match task.collective {
        Bcast => bcast(task),
        Scatter => scatter(task),
        Gather => gather(task),
        Allgather | Allgatherv => allgather(task),
        Alltoall => alltoall(task),
        ReduceScatter | ReduceScatterBlock => reduce_scatter(task),
        _ => reduce(task, task.collective == Allreduce),
    }
}

fn bcast(task: &Task) -> Result<()> {
    let bytes = task.recv.bytes(0);
    let says = task.says(bytes);
    if task.rank == task.root {
        let source = Source::one(&task.recv, 0, false);
        return Reading::offer(task, says, &source, Readers::All).end(None, whole(bytes));
    }
    let mut reading = Reading::begin(task);
    if let Some(remote) = reading.find(task.root, says, 0) {
        reading.store(task.root, remote, bytes, &task.recv, 0);
    }
    reading.end(None, whole(0))
}

fn scatter(task: &Task) -> Result<()> {
    if task.rank == task.root {
        let bytes = task.send.bytes(0);
        let source = Source::each(task, &task.send, false);
        let mut reading = Reading::offer(task, task.says(bytes), &source, Readers::All);
        if !task.in_place {
            reading.note(task.keep(&task.send.block(task.rank), &task.recv.block(0)));
        }
        return reading.end(None, whole(bytes));
    }
    let bytes = task.recv.bytes(0);
    let mut reading = Reading::begin(task);
    if let Some(remote) = reading.find(task.root, task.says(bytes), task.rank) {
        reading.store(task.root, remote, bytes, &task.recv, 0);
    }
    reading.end(None, whole(0))
}

fn gather(task: &Task) -> Result<()> {
    if task.rank != task.root {
        let bytes = task.send.bytes(0);
        let source = Source::one(&task.send, 0, false);
        return Reading::offer(task, task.says(bytes), &source, Readers::One(task.root)).end(None, whole(bytes));
    }
    let bytes = task.recv.bytes(0);
    let mut reading = Reading::begin(task);
    if !task.in_place {
        reading.note(task.keep(&task.send.block(0), &task.recv.block(task.rank)));
    }
    for rank in task.others() {
        if let Some(remote) = reading.find(rank, task.says(bytes), 0) {
            reading.store(rank, remote, bytes, &task.recv, rank);
        }
    }
    reading.end(None, whole(0))
}

fn allgather(task: &Task) -> Result<()> {
    let (from, block) = if task.in_place { (&task.recv, task.rank) } else { (&task.send, 0) };
    let bytes = from.bytes(block);
    let source = Source::one(from, block, false);
    let mut reading = Reading::offer(task, task.says(bytes), &source, Readers::All);
    if !task.in_place {
        reading.note(task.keep(&task.send.block(0), &task.recv.block(task.rank)));
    }
    for rank in task.others() {
        let expected = task.recv.bytes(rank);
        if let Some(remote) = reading.find(rank, task.says(expected), 0) {
            reading.store(rank, remote, expected.min(remote.bytes as usize), &task.recv, rank);
        }
    }
    reading.end(None, whole(bytes))
}

fn alltoall(task: &Task) -> Result<()> {
    let from = if task.in_place { &task.recv } else { &task.send };
    let bytes = task.recv.bytes(0);
    let source = Source::each(task, from, task.in_place);
    let mut reading = Reading::offer(task, task.says(from.bytes(0)), &source, Readers::All);
    if !task.in_place {
        reading.note(task.keep(&task.send.block(task.rank), &task.recv.block(task.rank)));
    }
    for rank in task.others() {
        if let Some(remote) = reading.find(rank, task.says(bytes), task.rank) {
            reading.store(rank, remote, bytes, &task.recv, rank);
        }
    }
    reading.end(None, whole(from.bytes(0)))
}

/// Every rank combines a part of all vectors; then those who want the result collect the parts.
fn reduce(task: &Task, for_all: bool) -> Result<()> {
    let vector = Vector::of(task)?;
    let bytes = task.recv.bytes(0);
    let (says, elements) = (task.says(bytes), bytes / vector.element());
    let start = |rank: usize| elements * rank / task.ranks * vector.element();
    let piece = |rank: usize| (start(rank), start(rank + 1) - start(rank));
    let (first, own) = piece(task.rank);
    let wants = for_all || task.rank == task.root;
    let mut apart = if wants { Vec::new() } else { super::memory::lines(own) };
    let part = if wants { vector.recv_at(first) } else { apart.as_mut_ptr().cast() };
    let source = Source::memory(vector.send_at(0), bytes);
    let mut reading = Reading::offer(task, says, &source, Readers::All);
    // SAFETY: DIRECT-1: in place it is there already.
    unsafe {
        if !(task.in_place && wants) {
            copy(part, vector.send_at(first), own);
        }
        for rank in task.others() {
            if let Some(remote) = reading.find(rank, says, 0) {
                reading.combine(rank, remote, first, own, &vector, part);
            }
        }
    }
    let combined = reading.end(Some(&vector), piece);
    let source = Source::memory(part, own);
    let readers = if for_all { Readers::All } else { Readers::One(task.root) };
    let mut reading = match wants && !for_all {
        true => Reading::begin(task),
        false => Reading::offer(task, says, &source, readers),
    };
    reading.note(combined);
    for rank in task.others().filter(|_| wants) {
        let (at, len) = piece(rank);
        if let Some(remote) = reading.find(rank, says, 0) {
            // SAFETY: DIRECT-1.
            unsafe { reading.store_at(rank, remote, vector.recv_at(at), len) };
        }
    }
    reading.end(None, whole(own))
}

/// Every rank combines its own block of all vectors.
fn reduce_scatter(task: &Task) -> Result<()> {
    let vector = Vector::of(task)?;
    let longest = (0..task.ranks).map(|rank| task.recv.bytes(rank)).max().unwrap_or(0);
    let starts: SmallVec<[usize; 16]> = (0..task.ranks).map(|rank| task.recv.blocks.offset(rank as u32) as usize).collect();
    let total = starts[task.ranks - 1] + task.recv.bytes(task.ranks - 1);
    let piece = |rank: usize| (starts[rank], task.recv.bytes(rank));
    let (first, own) = piece(task.rank);
    // In place the result lies over what others read.
    let mut apart = if task.in_place { super::memory::lines(own) } else { Vec::new() };
    let part = if task.in_place { apart.as_mut_ptr().cast() } else { vector.recv_at(0) };
    let source = Source::memory(vector.send_at(0), total);
    let mut reading = Reading::offer(task, task.says(longest), &source, Readers::All);
    // SAFETY: DIRECT-1.
    unsafe {
        copy(part, vector.send_at(first), own);
        for rank in task.others() {
            if let Some(remote) = reading.find(rank, task.says(longest), 0) {
                reading.combine(rank, remote, first, own, &vector, part);
            }
        }
    }
    let result = reading.end(Some(&vector), piece);
    if task.in_place {
        // SAFETY: DIRECT-1; all readers are done.
        unsafe { copy(vector.recv_at(0), part, own) };
    }
    result
}
