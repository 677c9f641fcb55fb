//! Collective operations through shared memory (`ferry_core::collective::direct`,
//! `ferry_shm::board`): every rank publishes what others need on the communicator's board, and
//! takes what it needs from there straight into the program's buffers. [`attempt`] does not answer
//! if the call is not for it, whatever the reason, a wrong argument included: the general way then
//! does the call or reports the error.
//!
//! - [`task`]: what all functions do: publish, wait, collect
//! - [`moves`]: functions that only move data
//! - [`reductions`]: functions that combine vectors
//! - [`memory`]: data that stay where they are, and are read there
//! - [`large`]: functions on long blocks, which do so
//! - [`halves`]: broadcasts between two ranks that both copy
//! - [`short`]: short cuts for a few bytes
//! - [`background`]: functions that do not wait
//!
//! # Safety arguments
//! - DIRECT-1: buffers satisfy ABI-1, and are used as the function's arguments say, within the
//!   blocks of its sides.
//! - DIRECT-2: there is room on the board for as many bytes as are published, and as many are read
//!   as the rank that published them says it has; addresses on the board are valid until the
//!   operation is finished (BOARD-1, B-3).

use ferry_collective::{Blocks, Collective, Integers, Shape};
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_core::collective::pending_board::PendingCall;
use ferry_core::collective::{kernel, reduction};
use ferry_core::operation::Op;
use ferry_core::process::Process;
use ferry_ctypes::{FIRST_ADDRESS, IntArray, MPI_Datatype};
use ferry_datatype::Datatype;
use ferry_engine::collective::{Reduction, Types};
use ferry_kernels::ReduceFn;
use ferry_runtime::Cx;
use ferry_shm::board::MOST;
use smallvec::SmallVec;
use task::{Buffers, Task};

use crate::collective::arguments::{
    Argument, BlockCounts, Caller, Layout, Request, Role, check_apart, check_root, has_many, role, sides,
};

mod background;

mod halves;

mod large;

mod memory;

mod moves;

mod reductions;

mod short;

mod task;

/// Bytes of a block that are published in one operation: few enough that they stay in a processor's
/// cache.
const PIECE: usize = 64 << 10;

/// The same of all blocks that a rank publishes in one operation.
const PIECES: usize = 256 << 10;

const _: () = assert!(PIECE <= PIECES && PIECES <= MOST);

/// The pieces in which blocks of `bytes` bytes are published, `blocks` of them at once: position
/// and length, in whole elements of `element` bytes.
fn pieces(bytes: usize, blocks: usize, element: usize) -> impl Iterator<Item = (usize, usize)> {
    let longest = (PIECE.min(PIECES / blocks) / element).max(1) * element;
    (0..bytes).step_by(longest).map(move |position| (position, longest.min(bytes - position)))
}

/// Where, among the blocks that rank `giver` publishes for each other rank, that of `taker` is.
fn place_of(taker: usize, giver: usize) -> usize {
    if taker > giver { taker - 1 } else { taker }
}

/// Does the call over the communicator's board, if that is the way for it.
///
/// # Safety
/// DIRECT-1.
#[inline]
pub unsafe fn attempt(cx: &Cx, request: &Request) -> Option<Result<()>> {
    if request.collective.is_neighborhood() {
        return None;
    }
    // SAFETY: as the caller promises.
    let result = unsafe { short::attempt(cx, request) };
    if result.is_some() {
        return result;
    }
    let place = place(cx, request.comm.0)?;
    if request.collective == Collective::Alltoallw {
        // SAFETY: as the caller promises.
        return unsafe { attempt_typed(cx, request, place) };
    }
    // SAFETY: as the caller promises.
    match unsafe { dense_task(cx, request, place) } {
        Some(task) => perform(&task),
        // SAFETY: as the caller promises.
        None => unsafe { with_any_task(cx, request, place, perform) },
    }
}

/// As [`attempt`], of the function with a datatype for each block.
///
/// # Safety
/// DIRECT-1.
#[inline(never)]
unsafe fn attempt_typed(cx: &Cx, request: &Request, place: Caller) -> Option<Result<()>> {
    let mut shapes = [Shapes::new(), Shapes::new()];
    // SAFETY: as the caller promises.
    match unsafe { dense_typed_task(cx, request, place, &mut shapes) } {
        Some(task) => perform(&task),
        // SAFETY: as the caller promises.
        None => unsafe { with_any_task(cx, request, place, perform) },
    }
}

/// Makes ready for the call without waiting for it, over the communicator's second board, if that
/// is the way for it.
///
/// # Safety
/// DIRECT-1, until the call is over.
pub unsafe fn begin(cx: &Cx, request: &Request) -> Option<Box<dyn PendingCall>> {
    if request.collective.is_neighborhood() {
        return None;
    }
    let place = cx.with(|p| {
        let Process { direct, comms, .. } = p;
        direct.sit(comms, request.comm.0).map(|seat| Caller::on(&seat.board))
    })?;
    // SAFETY: as the caller promises.
    let call = match unsafe { dense_task(cx, request, place) } {
        Some(task) => background::prepare(&task)?,
        // SAFETY: as the caller promises.
        None => unsafe { with_any_task(cx, request, place, background::prepare)? },
    };
    Some(call)
}

/// This rank's place at the board of the communicator, if it has one with other members.
#[inline(always)]
fn place(cx: &Cx, comm: usize) -> Option<Caller> {
    let place = |p: &mut Process| p.direct.seat(comm).map(|seat| &seat.board).filter(|board| board.is_settled()).map(Caller::on);
    cx.with(place).or_else(|| {
        settle(cx, comm)?;
        cx.with(place)
    })
}

/// Takes the place and settles how to wait there; once in the life of a communicator.
#[cold]
fn settle(cx: &Cx, comm: usize) -> Option<()> {
    cx.with(|p| {
        let Process { direct, comms, .. } = p;
        direct.sit(comms, comm).map(|_| ())
    })?;
    if comm == mpi::MPI_COMM_WORLD {
        wait_for_all(cx);
    }
    cx.with(|p| {
        // Others than the members may never come: without knowing them, what is right for many
        // ranks does for few.
        let oversubscribed = p.engine.node_mut().crowding().is_none_or(|crowding| crowding.oversubscribed);
        p.direct.seat(comm).map(|seat| {
            seat.board.settle(oversubscribed);
            if !oversubscribed {
                seat.board.go_around();
            }
        })
    })
}

/// Waits until all ranks have attached, so that it is known whether they share processors.
fn wait_for_all(cx: &Cx) {
    cx.with(|p| p.engine.begin_probe());
    cx.block_on(&mut (), |_, p| p.engine.node_mut().crowding(), |_, p| p.describe_arrival());
    cx.with(|p| {
        p.engine.end_probe();
        p.adapt(ferry_runtime::cell::is_threaded());
        // Ranks that sleep until all have attached: attaching wakes nobody.
        let (all, me) = (0..p.world.size as u32, p.rank());
        p.engine.node_mut().wake(all.filter(|rank| *rank != me));
    });
}

/// A call whose arguments are as they mostly are, predefined datatypes without gaps; `None` if they
/// need a closer look.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn dense_task<'a>(cx: &'a Cx, request: &'a Request, place: Caller) -> Option<Task<'a>> {
    let Caller { rank, ranks, .. } = place;
    let root = check_root(request.root, place).ok()?;
    let role = role(request, place, rank == root);
    let (many_sent, many_received) = has_many(request.collective);
    let is_reduction = request.op.is_some();
    // SAFETY: as the caller promises; arguments are looked at where they are significant.
    let (send, recv) = unsafe {
        let send = if role.sends { dense(&request.send, if many_sent { ranks } else { 1 })? } else { NOTHING };
        let receives = role.receives || is_reduction;
        let blocks = if many_received || (is_reduction && many_sent) { ranks } else { 1 };
        let recv = if receives { dense(&request.recv, blocks)? } else { NOTHING };
        (send, recv)
    };
    dense_call(cx, request, place, (root, role), [send, recv])
}

/// As [`dense_task`], of the function with a datatype for each block; `shapes` becomes theirs.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn dense_typed_task<'a>(cx: &'a Cx, request: &'a Request, place: Caller, shapes: &'a mut [Shapes; 2]) -> Option<Task<'a>> {
    let role = role(request, place, false);
    let [sent, received] = shapes;
    // SAFETY: as the caller promises; arguments are looked at where they are significant.
    let (send, recv) = unsafe {
        let send = if role.sends { dense_typed(&request.send, place.ranks, sent)? } else { NOTHING };
        (send, dense_typed(&request.recv, place.ranks, received)?)
    };
    dense_call(cx, request, place, (0, role), [send, recv])
}

/// A call on the sides that have been found to be dense, if they are where data can be.
#[inline(always)]
fn dense_call<'a>(
    cx: &'a Cx,
    request: &Request,
    place: Caller,
    (root, role): (u32, Role),
    [send, recv]: [Dense<'a>; 2],
) -> Option<Task<'a>> {
    let Caller { rank, ranks, .. } = place;
    if (role.receives && recv.lowest() < FIRST_ADDRESS) || (role.sends && send.lowest() < FIRST_ADDRESS) {
        return None;
    }
    if role.sends && role.receives && send.meets(&recv) {
        return None;
    }
    let kernel = match request.op {
        None => None,
        Some(_) => Some(dense_kernel(cx, request)?),
    };
    Some(Task {
        cx,
        comm: request.comm.0,
        collective: request.collective,
        rank: rank as usize,
        ranks: ranks as usize,
        root: root as usize,
        in_place: role.in_place,
        send: send.buffers,
        recv: recv.buffers,
        kernel,
    })
}

/// A side of a dense call, and the bytes it lies in.
struct Dense<'a> {
    buffers: Buffers<'a>,
    start: i64,
    end: i64,
}

const NOTHING: Dense<'static> = Dense {
    buffers: Buffers { address: std::ptr::null_mut(), blocks: Blocks::Nothing, types: &[] },
    start: i64::MAX,
    end: i64::MAX,
};

impl Dense<'_> {
    /// The lowest address of data; that of no data is not looked at.
    #[inline(always)]
    fn lowest(&self) -> usize {
        if self.start == self.end { usize::MAX } else { self.start as usize }
    }

    /// Whether both may have data at one address.
    #[inline(always)]
    fn meets(&self, other: &Dense) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// The blocks of an argument of a predefined datatype without gaps, if counts and array are valid.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn dense(argument: &Argument, blocks: u32) -> Option<Dense<'_>> {
    let address = argument.address;
    let (blocks, start, end) = match argument.layout {
        Layout::Nothing => return Some(NOTHING),
        Layout::Equal { count, datatype } => {
            let shape = dense_shape(datatype)?;
            let bytes = count.checked_mul(shape.size as i64)?.checked_mul(i64::from(blocks))?;
            let start = address as i64;
            (Blocks::uniform(u64::try_from(count).ok()?, shape), start, start.checked_add(bytes)?)
        }
        Layout::Counted { counts, displacements, datatype } => {
            let shape = dense_shape(datatype)?;
            // SAFETY: as the caller promises.
            let (counts, displacements) = unsafe { (integers(counts, blocks)?, integers(displacements, blocks)?) };
            let extent = |index: u32| {
                let (first, count) = (displacements.at(index), counts.at(index));
                (count >= 0 && first.checked_add(count)?.checked_mul(shape.size as i64).is_some())
                    .then_some((first, first + count))
            };
            let mut span = (i64::MAX, i64::MIN);
            for index in 0..blocks {
                let (first, last) = extent(index)?;
                if first < last {
                    span = (span.0.min(first), span.1.max(last));
                }
            }
            let origin = address as i64;
            let at = |element: i64| origin.wrapping_add(element.wrapping_mul(shape.size as i64));
            let (start, end) = if span.0 < span.1 { (at(span.0), at(span.1)) } else { (origin, origin) };
            (Blocks::Varying { counts, displacements, shape }, start, end)
        }
        Layout::Packed { counts, datatype } => {
            let shape = dense_shape(datatype)?;
            // SAFETY: as the caller promises.
            let counts = unsafe { integers(counts, blocks)? };
            if (0..blocks).any(|index| counts.at(index) < 0) {
                return None;
            }
            let bytes = i64::try_from(counts.sum()).ok()?.checked_mul(shape.size as i64)?;
            let start = address as i64;
            (Blocks::Packed { counts, shape }, start, start.checked_add(bytes)?)
        }
        Layout::Typed { .. } => return None,
    };
    Some(Dense { buffers: Buffers { address: address.cast(), blocks, types: &[] }, start, end })
}

/// The types of blocks that have one each.
type Shapes = SmallVec<[Shape; 8]>;

/// The blocks of an argument of predefined datatypes without gaps, one for each block, if arrays,
/// counts and datatypes are valid.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn dense_typed<'a>(argument: &Argument, blocks: u32, shapes: &'a mut Shapes) -> Option<Dense<'a>> {
    let Layout::Typed { counts, displacements, datatypes } = argument.layout else { return None };
    if datatypes.is_null() || (argument.address as usize) < FIRST_ADDRESS {
        return None;
    }
    // SAFETY: as the caller promises.
    let (counts, displacements) = unsafe { (integers(counts, blocks)?, integers(displacements, blocks)?) };
    let (origin, mut span) = (argument.address as i64, (i64::MAX, i64::MIN));
    for index in 0..blocks {
        // SAFETY: as the caller promises.
        let shape = dense_shape(unsafe { *datatypes.add(index as usize) })?;
        let (first, count) = (displacements.at(index), counts.at(index));
        let bytes = u64::try_from(count).ok()?.checked_mul(shape.size)?;
        let start = origin.wrapping_add(first);
        let end = start.checked_add(i64::try_from(bytes).ok()?)?;
        if start < end {
            span = (span.0.min(start), span.1.max(end));
        }
        shapes.push(shape);
    }
    let (start, end) = if span.0 < span.1 { span } else { (origin, origin) };
    let blocks = Blocks::Typed { counts, displacements, shapes };
    Some(Dense { buffers: Buffers { address: argument.address.cast(), blocks, types: &[] }, start, end })
}

/// The shape of a predefined datatype without gaps.
#[inline(always)]
fn dense_shape(datatype: MPI_Datatype) -> Option<Shape> {
    let datatype = Datatype::predefined(datatype.0)?;
    let is_dense = datatype.is_contiguous() && datatype.true_lb() == 0;
    is_dense.then(|| Shape::dense(datatype.size()))
}

/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn integers<'a>(array: IntArray, len: u32) -> Option<Integers<'a>> {
    if array.is_null() {
        return None;
    }
    // SAFETY: as the caller promises.
    unsafe {
        Some(match array {
            IntArray::Int(array) => Integers::Narrow(std::slice::from_raw_parts(array, len as usize)),
            IntArray::Long(array) => Integers::Wide(std::slice::from_raw_parts(array, len as usize)),
        })
    }
}

/// The loop of a predefined operation that is defined for the vector's predefined datatype.
#[inline(always)]
fn dense_kernel(cx: &Cx, request: &Request) -> Option<ReduceFn> {
    let (Layout::Equal { datatype, .. } | Layout::Packed { datatype, .. }) = request.recv.layout else { return None };
    let handle = request.op?.0;
    let (op, strict) = cx.with(|p| (p.operations.get(handle, "op"), p.settings.strict));
    let Ok(Op::Predefined(op)) = op else { return None };
    kernel(op, Datatype::predefined(datatype.0)?.primitive()?, strict)
}

/// As [`dense_task`], of any datatypes, for `body`.
///
/// # Safety
/// DIRECT-1.
#[cold]
unsafe fn with_any_task<R>(cx: &Cx, request: &Request, place: Caller, body: impl FnOnce(&Task) -> Option<R>) -> Option<R> {
    let Caller { rank, ranks, .. } = place;
    let root = check_root(request.root, place).ok()?;
    let role = role(request, place, rank == root);
    let blocks = BlockCounts { send: ranks, recv: ranks };
    let (send, recv, kernel) = cx.with(|p| {
        // SAFETY: as the caller promises.
        let (send, recv) = unsafe { sides(p, request, role, blocks).ok()? };
        if role.sends && role.receives {
            check_apart(request.collective, rank, &send, &recv).ok()?;
        }
        let kernel = match request.op {
            None => None,
            Some(op) => Some(any_kernel(p, op.0, &recv.datatypes)?),
        };
        Some((send, recv, kernel))
    })?;
    // SAFETY: as the caller promises; the sides have been checked.
    let blocks = unsafe { (send.blocks(), recv.blocks()) };
    let task = Task {
        cx,
        comm: request.comm.0,
        collective: request.collective,
        rank: rank as usize,
        ranks: ranks as usize,
        root: root as usize,
        in_place: role.in_place,
        send: Buffers { address: request.send.address.cast(), blocks: blocks.0, types: &send.datatypes },
        recv: Buffers { address: request.recv.address.cast(), blocks: blocks.1, types: &recv.datatypes },
        kernel,
    };
    body(&task)
}

/// The loop of a predefined operation on a datatype without gaps. All ranks know both alike.
fn any_kernel(p: &Process, op: usize, datatypes: &Types) -> Option<ReduceFn> {
    let datatype = datatypes.first().filter(|datatype| datatype.is_contiguous() && datatype.true_lb() == 0)?;
    match reduction(p.operations.get(op, "op").ok()?, datatype, p.settings.strict).ok()? {
        Reduction::Kernel(kernel) => Some(kernel),
        _ => None,
    }
}

/// Does a checked call, if all ranks do it this way.
#[inline(always)]
fn perform(task: &Task) -> Option<Result<()>> {
    use Collective::*;
    let bytes = longest_block(task);
    match large::takes(task, bytes) {
        Ok(false) => {}
        Ok(true) => {
            task.cx.with(|p| {
                if p.direct.is_observed() {
                    p.note_direct(task.comm, bytes)
                }
            });
            return Some(large::perform(task));
        }
        Err(error) => return Some(Err(error)),
    }
    let (takes, is_observed) = task.cx.with(|p| (p.direct.takes(task.collective), p.direct.is_observed()));
    if !takes {
        return None;
    }
    if is_observed {
        task.cx.with(|p| p.note_direct(task.comm, bytes));
    }
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
fn longest_block(task: &Task) -> u64 {
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
