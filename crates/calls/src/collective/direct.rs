//! Collective operations through shared memory (`ferry_node_collective`): arguments from C become
//! a task of that crate, and this process a member. [`attempt`] does not answer if the call is not
//! for it, whatever the reason, a wrong argument included: the general way then does the call or
//! reports the error.
//!
//! - [`short`]: short cuts for a few bytes
//!
//! All else is done by `ferry_node_collective`.
//!
//! # Safety arguments
//! - DIRECT-1: buffers satisfy ABI-1, and are used as the function's arguments say, within the
//!   blocks of its sides.
//! - DIRECT-2: there is room on the shared area for as many bytes as are published, and as many are
//!   read as the rank that published them says it has; addresses on the shared area are valid until
//!   the operation is finished (AREA-1, SA-3).

use ferry_collective::{AreaUse, Blocks, Collective, Integers, Shape};
use ferry_constants as mpi;
use ferry_core::collective::{kernel, reduction};
use ferry_core::operation::Op;
use ferry_core::process::Process;
use ferry_core::{Error, Result, Transport};
use ferry_ctypes::{FIRST_ADDRESS, IntArray, MPI_Datatype};
use ferry_datatype::Datatype;
use ferry_engine::collective::{Reduction, Types};
use ferry_engine::{Engine, Methods, Outcome};
use ferry_kernels::ReduceFn;
use ferry_node_collective::costs::Costs;
use ferry_node_collective::member::{Awaited, Member};
use ferry_node_collective::pending_area::PendingCall;
use ferry_node_collective::seat::Seat;
use ferry_node_collective::task::{Buffers, Task};
use ferry_node_collective::{decline, has_many, longest_block, perform, prepare};
use ferry_runtime::Cx;
use ferry_shm::shared_area::SharedArea;
use smallvec::SmallVec;

use crate::collective::arguments::{Argument, BlockCounts, Caller, Layout, Request, Role, check_apart, check_root, role, sides};

mod short;

/// This process as a member of a communicator.
struct CommMember<'a> {
    cx: &'a Cx,
    comm: usize,
}

impl Member for CommMember<'_> {
    type Node = Engine<Transport>;

    #[inline(always)]
    fn with<R>(&self, body: impl FnOnce(&mut Seat, &mut Engine<Transport>) -> R) -> R {
        self.cx.with(|p| {
            let Process { direct, engine, .. } = p;
            body(direct.seat(self.comm).expect("a seat is kept as long as its communicator"), engine)
        })
    }

    #[inline(always)]
    fn looks(&self) -> u32 {
        self.cx.with(|p| p.waits.first_looks)
    }

    #[cold]
    fn wait(&self, awaited: Awaited, mut is_ready: impl FnMut(&mut SharedArea) -> bool) {
        self.cx.with(|p| p.engine.begin_probe());
        let poll =
            |_: &mut (), p: &mut Process| p.direct.seat(self.comm).is_none_or(|seat| is_ready(&mut seat.area)).then_some(());
        let describe = |_: &(), p: &mut Process| match awaited {
            Awaited::Entries(collective, root) => p.describe_shared_area(self.comm, collective, root),
            Awaited::Readers => p.describe_held_back(self.comm),
        };
        self.cx.block_on(&mut (), poll, describe);
        self.cx.with(|p| p.engine.end_probe());
    }

    fn progress(&self) {
        self.cx.with(|p| p.progress());
    }

    fn take(&self, message: usize) -> Outcome {
        self.cx.take(message)
    }

    fn comm(&self) -> usize {
        self.comm
    }

    fn costs(&self) -> Costs {
        self.cx.with(|p| p.reading_costs(self.comm))
    }

    fn allows(&self, methods: Methods) -> bool {
        self.cx.with(|p| p.settings.large_messages.is_none_or(|method| methods.has(method)))
    }

    fn is_crowded(&self) -> bool {
        self.cx.with(|p| p.engine.node_mut().crowding().is_none_or(|crowding| crowding.oversubscribed))
    }

    #[inline(always)]
    fn note(&self, collective: Collective, bytes: u64) {
        self.cx.with(|p| {
            if p.direct.is_observed() {
                p.note_over_area(self.comm, collective, bytes);
            }
        });
    }
}

/// Does the call over the communicator's shared area, if that is the way for it.
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
    let member = CommMember { cx, comm: request.comm.0 };
    if request.collective == Collective::Alltoallw {
        // SAFETY: as the caller promises.
        return unsafe { attempt_typed(&member, request, place) };
    }
    // SAFETY: as the caller promises.
    match unsafe { dense_task(&member, request, place) } {
        Some(task) => over(&task),
        // SAFETY: as the caller promises.
        None => unsafe { with_any_task(&member, request, place, over) },
    }
}

/// As [`attempt`], of the function with a datatype for each block.
///
/// # Safety
/// DIRECT-1.
#[inline(never)]
unsafe fn attempt_typed(member: &CommMember, request: &Request, place: Caller) -> Option<Result<()>> {
    let mut shapes = [Shapes::new(), Shapes::new()];
    // SAFETY: as the caller promises.
    match unsafe { dense_typed_task(member, request, place, &mut shapes) } {
        Some(task) => over(&task),
        // SAFETY: as the caller promises.
        None => unsafe { with_any_task(member, request, place, over) },
    }
}

/// Makes ready for the call without waiting for it, over the communicator's pending area, if that
/// is the way for it.
///
/// # Safety
/// DIRECT-1, until the call is over.
pub unsafe fn begin(cx: &Cx, request: &Request) -> Option<Box<dyn PendingCall<Engine<Transport>>>> {
    if request.collective.is_neighborhood() {
        return None;
    }
    let place = cx.with(|p| {
        let Process { direct, comms, .. } = p;
        direct.sit(comms, request.comm.0).map(|seat| Caller::on(&seat.area))
    })?;
    let member = CommMember { cx, comm: request.comm.0 };
    // SAFETY: as the caller promises.
    match unsafe { dense_task(&member, request, place) } {
        Some(task) => prepared(&task),
        // SAFETY: as the caller promises.
        None => unsafe { with_any_task(&member, request, place, prepared) },
    }
}

/// A checked call that nobody waits for, if it goes over the shared area.
fn prepared(task: &Task<CommMember>) -> Option<Box<dyn PendingCall<Engine<Transport>>>> {
    let bytes = longest_block(task);
    if !goes_over_area(task, AreaUse::Pending, bytes) {
        decline(task, bytes);
        return None;
    }
    let call = prepare(task, bytes)?;
    task.member.cx.with(|p| p.collectives.calls.add_over_area(task.collective));
    Some(call)
}

/// Whether a call with such a longest block goes over the shared area.
#[inline(always)]
fn goes_over_area(task: &Task<CommMember>, area_use: AreaUse, bytes: u64) -> bool {
    let CommMember { cx, comm } = *task.member;
    let is_known = task.with(|seat, _| bytes < seat.over_area_below(area_use, task.collective));
    is_known || cx.with(|p| p.goes_over_area(comm, task.query(area_use)))
}

/// This rank's place at the shared area of the communicator, if it has one with other members.
#[inline(always)]
fn place(cx: &Cx, comm: usize) -> Option<Caller> {
    let place = |p: &mut Process| p.direct.seat(comm).map(|seat| &seat.area).filter(|area| area.is_settled()).map(Caller::on);
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
            seat.area.settle(oversubscribed);
            if !oversubscribed {
                seat.area.go_around();
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
unsafe fn dense_task<'a>(member: &'a CommMember<'a>, request: &'a Request, place: Caller) -> Option<Task<'a, CommMember<'a>>> {
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
    let recv = if is_reduction && many_sent && !role.in_place { recv.of_block(rank) } else { recv };
    dense_call(member, request, place, (root, role), [send, recv])
}

/// As [`dense_task`], of the function with a datatype for each block; `shapes` becomes theirs.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn dense_typed_task<'a>(
    member: &'a CommMember<'a>,
    request: &'a Request,
    place: Caller,
    shapes: &'a mut [Shapes; 2],
) -> Option<Task<'a, CommMember<'a>>> {
    let role = role(request, place, false);
    let [sent, received] = shapes;
    // SAFETY: as the caller promises; arguments are looked at where they are significant.
    let (send, recv) = unsafe {
        let send = if role.sends { dense_typed(&request.send, place.ranks, sent)? } else { NOTHING };
        (send, dense_typed(&request.recv, place.ranks, received)?)
    };
    dense_call(member, request, place, (0, role), [send, recv])
}

/// A call on the sides that have been found to be dense, if they are where data can be.
#[inline(always)]
fn dense_call<'a>(
    member: &'a CommMember<'a>,
    request: &Request,
    place: Caller,
    (root, role): (u32, Role),
    [send, recv]: [Dense<'a>; 2],
) -> Option<Task<'a, CommMember<'a>>> {
    if (role.receives && recv.lowest() < FIRST_ADDRESS) || (role.sends && send.lowest() < FIRST_ADDRESS) {
        return None;
    }
    if role.sends && role.receives && send.meets(&recv) {
        return None;
    }
    let kernel = match request.op {
        None => None,
        Some(_) => Some(dense_kernel(member.cx, request)?),
    };
    Some(task(member, request, place, (root, role), [send.buffers, recv.buffers], kernel))
}

/// A call on checked buffers.
#[inline(always)]
fn task<'a>(
    member: &'a CommMember<'a>,
    request: &Request,
    place: Caller,
    (root, role): (u32, Role),
    [send, recv]: [Buffers<'a>; 2],
    kernel: Option<ReduceFn>,
) -> Task<'a, CommMember<'a>> {
    Task {
        member,
        collective: request.collective,
        rank: place.rank as usize,
        ranks: place.ranks as usize,
        root: root as usize,
        in_place: role.in_place,
        send,
        recv,
        kernel,
    }
}

/// Does a checked call, if all ranks do it over the shared area.
#[inline(always)]
fn over(task: &Task<CommMember>) -> Option<Result<()>> {
    let bytes = longest_block(task);
    if !goes_over_area(task, AreaUse::Blocking, bytes) {
        return None;
    }
    let result = perform(task, bytes)?;
    task.member.cx.with(|p| p.collectives.calls.add_over_area(task.collective));
    Some(result.map_err(Error::from))
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

    /// Where the whole is one block of what `buffers` describe: the result of a vector's parts.
    #[inline(always)]
    fn of_block(self, block: u32) -> Self {
        Dense { end: self.start + self.buffers.bytes(block as usize) as i64, ..self }
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
unsafe fn with_any_task<R>(
    member: &CommMember,
    request: &Request,
    place: Caller,
    body: impl FnOnce(&Task<CommMember>) -> Option<R>,
) -> Option<R> {
    let Caller { rank, ranks, .. } = place;
    let root = check_root(request.root, place).ok()?;
    let role = role(request, place, rank == root);
    let blocks = BlockCounts { send: ranks, recv: ranks };
    let (send, recv, kernel) = member.cx.with(|p| {
        // SAFETY: as the caller promises.
        let (send, recv) = unsafe { sides(p, request, (rank, role), blocks).ok()? };
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
    let send = Buffers { address: request.send.address.cast(), blocks: blocks.0, types: &send.datatypes };
    let recv = Buffers { address: request.recv.address.cast(), blocks: blocks.1, types: &recv.datatypes };
    body(&task(member, request, place, (root, role), [send, recv], kernel))
}

/// The loop of a predefined operation on a datatype without gaps. All ranks know both alike.
fn any_kernel(p: &Process, op: usize, datatypes: &Types) -> Option<ReduceFn> {
    let datatype = datatypes.first().filter(|datatype| datatype.is_contiguous() && datatype.true_lb() == 0)?;
    match reduction(p.operations.get(op, "op").ok()?, datatype, p.settings.strict).ok()? {
        Reduction::Kernel(kernel) => Some(kernel),
        _ => None,
    }
}
