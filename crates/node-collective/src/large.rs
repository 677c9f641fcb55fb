//! Functions on long blocks: data go from buffer to buffer in one copy ([`memory`](super::memory)).

use crate::Result;
use crate::costs::{SharedBlock, is_better_read};
use ferry_engine::Methods;
use ferry_engine::cost::Backing;
use ferry_kernels::copy;
use smallvec::SmallVec;

use super::halves;
use super::memory::{Reading, Source, agree};
use super::reductions::Vector;
use super::task::{Buffers, Readers, Task};
use crate::member::{Member, Node};

/// Shorter blocks always go over the shared area.
const SHORT: u64 = 2048;

/// Shorter broadcasts go over the shared area, where the root need not wait.
const BROADCAST: u64 = 64 << 10;
/// Shorter vectors of two ranks go over the shared area, where each combines all of them: one wait
/// instead of two.
const VECTOR_OF_TWO: u64 = 192 << 10;

/// Whether a call with blocks of `bytes` bytes, as all ranks know them alike, is done here. Before
/// the first one ranks agree whether they can read each other's memory.
#[inline(always)]
pub fn takes<M: Member>(task: &Task<M>, bytes: u64) -> Result<bool> {
    if bytes < SHORT { Ok(false) } else { takes_long(task, bytes) }
}

#[cold]
fn takes_long<M: Member>(task: &Task<M>, bytes: u64) -> Result<bool> {
    let Some(block) = shared_block(task, bytes) else { return Ok(false) };
    let costs = task.member.costs();
    let is_better = |backing| costs.is_better_read_from(backing, block);
    let may_be_better = is_better(Backing::HugePages) || is_better(Backing::SharedHeap);
    let gives_better = may_be_better && backing(task, bytes).is_none_or(is_better);
    if !is_better_read(&costs, block) {
        return Ok(may_be_better && all_give_better(task, bytes, gives_better)?);
    }
    if let Some(reads_memory) = task.with(|seat, _| seat.reads_memory) {
        return Ok(reads_memory);
    }
    let reads_memory = agree(task, task.says(bytes as usize), can_read_all)?;
    task.with(|seat, _| seat.reads_memory = Some(reads_memory));
    Ok(reads_memory)
}

/// What backs what this rank gives in a call with blocks of `bytes` bytes, and will from now on.
/// `None` where it gives nothing.
fn backing<M: Member>(task: &Task<M>, bytes: u64) -> Option<Backing> {
    use ferry_collective::Collective::*;
    let is_root = task.rank == task.root;
    let (from, block, blocks) = match task.collective {
        Bcast if is_root => (&task.recv, 0, 1),
        Scatter if is_root => (&task.send, 0, task.ranks),
        Bcast | Scatter => return None,
        Allgather | Allgatherv if task.in_place => (&task.recv, task.rank, 1),
        // Packed apart.
        Alltoall if task.in_place => return Some(Backing::SmallPages),
        Alltoall | ReduceScatter | ReduceScatterBlock if !task.in_place => (&task.send, 0, task.ranks),
        _ if task.in_place => (&task.recv, 0, 1),
        _ => (&task.send, 0, 1),
    };
    let Some(address) = from.dense(block) else { return Some(Backing::SmallPages) };
    Some(task.with(|_, node| node.note_use(address, bytes * blocks as u64)))
}

/// Whether all ranks can read each other's memory, and what they give is better read: what they
/// last agreed on. This one says whether that is so of what it gives now.
fn all_give_better<M: Member>(task: &Task<M>, bytes: u64, gives_better: bool) -> Result<bool> {
    if task.with(|seat, _| seat.better_read.count()) {
        let are = agree(task, task.says(bytes as usize), |task| gives_better && can_read_all(task))?;
        task.with(|seat, _| seat.better_read.set(are));
    }
    Ok(task.with(|seat, _| seat.better_read.are()))
}

/// Whether this rank may and can read the memory of all others.
pub fn can_read_all<M: Member>(task: &Task<M>) -> bool {
    // Methods of networks say nothing about a node.
    let readable = Methods::COPIES.or(Methods::NETWORK);
    task.member.allows(readable) && task.with(|seat, node| seat.others().all(|rank| node.can_read(rank)))
}

/// What a rank gives in a call with blocks of `bytes` bytes; `None` where copies are better: a root
/// that broadcasts to ranks that share its processor, and whoever gives to a root, need not wait if
/// they copy, and in a tree nobody waits for more than one other rank.
fn shared_block<M: Member>(task: &Task<M>, bytes: u64) -> Option<SharedBlock> {
    use ferry_collective::Collective::*;
    let ranks = task.ranks as u64;
    let shares = task.with(|seat, _| seat.area.shares_processors());
    let exchange = SharedBlock { bytes, readers: ranks - 1, is_same: false, shares };
    match task.collective {
        Allgather | Allgatherv => Some(SharedBlock { is_same: true, ..exchange }),
        Scatter | Alltoall | ReduceScatter | ReduceScatterBlock => Some(exchange),
        Bcast if bytes >= BROADCAST && !shares => Some(SharedBlock { is_same: true, ..exchange }),
        Allreduce if ranks == 2 && bytes < VECTOR_OF_TWO => None,
        // A part of the vector, and then of the result.
        Allreduce if !task.with(|seat, _| seat.area.has_tree()) => Some(SharedBlock { bytes: 2 * bytes / ranks, ..exchange }),
        _ => None,
    }
}

/// Whether ranks share processors as far as this one knows: others may know otherwise.
pub fn shares<M: Member>(task: &Task<M>) -> bool {
    task.with(|_, node| node.oversubscribed())
}

/// Whether a rank that alone knows how much it gives offers it as memory: `bytes` bytes to each of
/// `readers` others.
#[inline(always)]
pub fn is_offered<M: Member>(task: &Task<M>, bytes: usize, readers: usize, from: &Buffers) -> bool {
    bytes as u64 >= SHORT && is_long_offered(task, bytes as u64, readers as u64, from)
}

#[cold]
fn is_long_offered<M: Member>(task: &Task<M>, bytes: u64, readers: u64, from: &Buffers) -> bool {
    let offered = SharedBlock { bytes, readers, is_same: false, shares: shares(task) };
    // One block for another rank stands for all.
    let block = if readers == 1 { 0 } else { task.others().next().unwrap_or(0) };
    let is_shared =
        from.dense(block).is_some_and(|address| task.with(|_, node| node.is_shared(address, from.bytes(block) as u64)));
    let backing = if is_shared { Backing::SharedHeap } else { Backing::SmallPages };
    let may = task.with(|seat, _| seat.reads_memory.unwrap_or(!seat.has_been_refused));
    may && task.member.costs().is_better_read_from(backing, offered) && can_read_all(task)
}

/// All of what a rank reads.
fn whole(bytes: usize) -> impl Fn(usize) -> (usize, usize) {
    move |_| (0, bytes)
}

/// Does a call that [`takes`] takes.
pub fn perform<M: Member>(task: &Task<M>) -> Result<()> {
    use ferry_collective::Collective::*;
    match task.collective {
        Scatter => scatter(task),
        Bcast => bcast(task),
        Allgather | Allgatherv => allgather(task),
        Alltoall => alltoall(task),
        ReduceScatter | ReduceScatterBlock => reduce_scatter(task),
        _ => allreduce(task),
    }
}

fn bcast<M: Member>(task: &Task<M>) -> Result<()> {
    if task.ranks == 2 {
        return halves::bcast(task);
    }
    let bytes = task.recv.bytes(0);
    if task.rank == task.root {
        let source = Source::one(&task.recv, 0, false);
        return Reading::offer(task, task.says(bytes), &source, Readers::All).end(None, whole(bytes));
    }
    let mut reading = Reading::begin(task);
    if let Some(remote) = reading.find(task.root, task.says(bytes), 0) {
        reading.store(task.root, remote, bytes, &task.recv, 0);
    }
    reading.end(None, whole(0))
}

fn scatter<M: Member>(task: &Task<M>) -> Result<()> {
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

fn allgather<M: Member>(task: &Task<M>) -> Result<()> {
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

fn alltoall<M: Member>(task: &Task<M>) -> Result<()> {
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

/// Every rank combines a part of all vectors, and takes the other parts of the result from the
/// others.
fn allreduce<M: Member>(task: &Task<M>) -> Result<()> {
    let vector = Vector::of(task)?;
    let bytes = task.recv.bytes(0);
    let (says, elements) = (task.says(bytes), bytes / vector.element());
    let start = |rank: usize| elements * rank / task.ranks * vector.element();
    let piece = |rank: usize| (start(rank), start(rank + 1) - start(rank));
    let (first, own) = piece(task.rank);
    let part = vector.recv_at(first);
    let source = Source::memory(vector.send_at(0), bytes);
    let mut reading = Reading::offer(task, says, &source, Readers::All);
    for (index, rank) in task.others().enumerate() {
        if let Some(remote) = reading.find(rank, says, 0) {
            let so_far = if index == 0 { vector.send_at(first) } else { part };
            // SAFETY: DIRECT-1. In place others read only their own parts of the vector, and this
            // rank writes but this one.
            unsafe { reading.combine(rank, remote, (first, own), &vector, so_far, part) };
        }
    }
    let combined = reading.end(Some(&vector), piece);
    let source = Source::memory(part, own);
    let mut reading = Reading::offer(task, says, &source, Readers::All);
    reading.note(combined);
    for rank in task.others() {
        let (at, len) = piece(rank);
        if let Some(remote) = reading.find(rank, says, 0) {
            // SAFETY: DIRECT-1.
            unsafe { reading.store_at(rank, remote, vector.recv_at(at), len) };
        }
    }
    reading.end(None, whole(own))
}

/// Every rank combines its own block of all vectors.
fn reduce_scatter<M: Member>(task: &Task<M>) -> Result<()> {
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
    for (index, rank) in task.others().enumerate() {
        if let Some(remote) = reading.find(rank, task.says(longest), 0) {
            let so_far = if index == 0 { vector.send_at(first) } else { part };
            // SAFETY: DIRECT-1.
            unsafe { reading.combine(rank, remote, (first, own), &vector, so_far, part) };
        }
    }
    let result = reading.end(Some(&vector), piece);
    if task.in_place {
        // SAFETY: DIRECT-1; all readers are done.
        unsafe { copy(vector.recv_at(0), part, own) };
    }
    result
}
