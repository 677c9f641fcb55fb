//! Small collective operations through shared memory (`ferry_core::collective::direct`). Each function answers `None` if the call is not for
//! it, whatever the reason, a wrong argument included: the general way then does the call or reports the error.
//!
//! # Safety arguments
//! - DIRECT-1: buffers satisfy ABI-1; lengths have been checked against the area's cells.

use std::ffi::{c_int, c_void};

use ferry_collective::Collective;
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_core::collective::direct::what;
use ferry_core::operation::Op;
use ferry_core::process::Process;
use ferry_datatype::Datatype;
use ferry_engine::Buffer;
use ferry_kernels::{ReduceFn, ReduceOp};
use ferry_shm::area::{Area, Ticket, What};

use crate::ctypes::{MPI_Comm, MPI_Datatype, MPI_Op};
use crate::entry::Cx;

/// Dense data of a call: address and bytes, if the datatype is predefined and has no gaps.
#[inline(always)]
fn dense(address: *const c_void, count: i64, datatype: MPI_Datatype) -> Option<(*mut u8, u64)> {
    let run = Datatype::predefined(datatype.0)?.dense_run(u64::try_from(count).ok()?)?;
    let is_buffer = address as usize > mpi::MPI_BUFFER_AUTOMATIC || run.len == 0;
    is_buffer.then_some((address.cast_mut().cast(), run.len as u64))
}

/// Data of a call that only moves it, and how far apart blocks of so many elements are. Ranks may describe the same data by different
/// datatypes, so the choice of this way must not depend on them.
///
/// # Safety
/// ABI-1.
#[inline(always)]
unsafe fn data(cx: &Cx, address: *const c_void, count: i64, datatype: MPI_Datatype) -> Option<(Buffer, i64)> {
    match dense(address, count, datatype) {
        // SAFETY: as the caller promises.
        Some((address, bytes)) => Some((unsafe { Buffer::dense(address, bytes) }, bytes as i64)),
        // SAFETY: as the caller promises.
        None => unsafe { scattered(cx, address, count, datatype) },
    }
}

/// # Safety
/// ABI-1.
unsafe fn scattered(cx: &Cx, address: *const c_void, count: i64, datatype: MPI_Datatype) -> Option<(Buffer, i64)> {
    let elements = u64::try_from(count).ok()?;
    cx.with(|p| {
        let datatype = p.datatypes.usable(datatype.0, "datatype").ok()?;
        let lowest = (address as i64).wrapping_add(datatype.true_lb());
        let is_buffer = match address as usize {
            mpi::MPI_BOTTOM => lowest > mpi::MPI_BUFFER_AUTOMATIC as i64,
            address => address > mpi::MPI_BUFFER_AUTOMATIC,
        };
        // SAFETY: as the caller promises.
        let buffer = unsafe { Buffer::new(address.cast_mut().cast(), elements, datatype)? };
        (is_buffer || buffer.bytes() == 0).then(|| (buffer, count.wrapping_mul(datatype.extent())))
    })
}

/// Waits until it is known how ranks of the area wait for each other; once in the life of a process.
#[cold]
fn settle(cx: &Cx) {
    patiently(cx, |p| p.engine.device_mut().knows_oversubscription().is_some());
    let oversubscribed = cx.with(|p| p.engine.oversubscribed());
    cx.with(|p| {
        p.adapt();
        p.direct.area.settle(oversubscribed);
        // Ranks that sleep until all have attached: attaching wakes nobody.
        p.engine.device_mut().wake_all();
    });
}

/// Whether the call goes through the area; if so, the area is ready for this rank's next cell.
#[inline(always)]
fn prepare(cx: &Cx, comm: MPI_Comm, collective: Collective, bytes: u64, writes: bool) -> Option<()> {
    let (takes, settled) = cx.with(|p| (p.direct.takes(comm.0, collective, bytes), p.direct.area.is_settled()));
    if !takes {
        return None;
    }
    if !settled {
        settle(cx);
    }
    if writes {
        hold_back(cx);
    }
    Some(())
}

/// Waits until no rank is so slow that it may still read the cell this one writes next.
#[inline(always)]
fn hold_back(cx: &Cx) {
    if cx.with(|p| p.direct.area.must_hold_back()) {
        cx.with(|p| p.direct.area.begin_holding_back());
        patiently(cx, |p| !p.direct.area.must_hold_back());
        cx.with(|p| p.direct.area.end_holding_back());
    }
}

/// Waits with progress. Messages are not refused meanwhile: a rank that cannot send its own may be the one that is waited for.
#[cold]
fn patiently(cx: &Cx, is_ready: impl Fn(&mut Process) -> bool) {
    cx.with(|p| p.engine.begin_probe());
    cx.block(|p| is_ready(p).then_some(()));
    cx.with(|p| p.engine.end_probe());
}

/// Looks again and again, as long as it is worth while with the lock held; then politely.
#[inline(always)]
fn wait(cx: &Cx, is_ready: impl Fn(&Area) -> bool) {
    let soon = cx.with(|p| (0..p.first_looks).any(|_| is_ready(&p.direct.area)));
    if !soon {
        patiently(cx, |p| is_ready(&p.direct.area));
    }
}

/// An operation to which every rank contributes: writes, lets the last rank combine where one does that for all, waits, collects.
#[inline(always)]
fn exchange(
    cx: &Cx,
    what: What,
    fill: impl FnOnce(*mut u8),
    combine: impl FnOnce(&Area, Ticket),
    collect: impl FnOnce(&Area, Ticket),
) -> Result<()> {
    let ticket = cx.with(|p| {
        let Process { direct, engine, .. } = p;
        let ticket = direct.area.begin_exchange(what, fill);
        if direct.area.arrive(ticket) {
            combine(&direct.area, ticket);
            direct.area.release(ticket, what);
            engine.device_mut().wake_all();
        } else if !direct.area.combines() {
            engine.device_mut().wake_all();
        }
        ticket
    });
    wait(cx, |area| area.is_exchanged(ticket));
    cx.with(|p| {
        let result = p.direct.check(ticket, what);
        if result.is_ok() {
            collect(&p.direct.area, ticket);
        }
        p.direct.area.finish_exchange(ticket);
        p.engine.device_mut().wake_held_back(&p.direct.area);
        result
    })
}

/// `MPI_Barrier`
///
/// # Safety
/// None: there are no buffers.
#[inline]
pub unsafe fn barrier(cx: &Cx, comm: MPI_Comm) -> Option<Result<()>> {
    prepare(cx, comm, Collective::Barrier, 0, true)?;
    Some(exchange(cx, what(Collective::Barrier, 0), |_| {}, |_, _| {}, |_, _| {}))
}

/// `MPI_Bcast`
///
/// # Safety
/// ABI-1.
#[inline]
pub unsafe fn bcast(
    cx: &Cx,
    buffer: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Option<Result<()>> {
    // SAFETY: DIRECT-1.
    let (data, _) = unsafe { data(cx, buffer, count, datatype)? };
    let bytes = data.bytes();
    let (rank, ranks) = cx.with(|p| (p.direct.area.rank(), p.direct.area.ranks()));
    if root < 0 || root as usize >= ranks {
        return None;
    }
    let (root, is_root) = (root as usize, root as usize == rank);
    prepare(cx, comm, Collective::Bcast, bytes, is_root)?;
    let expected = what(Collective::Bcast, bytes as usize);
    if is_root {
        cx.with(|p| {
            // SAFETY: DIRECT-1.
            p.direct.area.broadcast(expected, |cell| unsafe { data.read(0, cell, bytes as usize) });
            p.engine.device_mut().wake_all();
        });
        return Some(Ok(()));
    }
    let ticket = cx.with(|p| p.direct.area.begin_broadcast());
    wait(cx, |area| area.is_written(ticket, root));
    Some(cx.with(|p| {
        let theirs = p.direct.area.what(ticket, root);
        let result = if theirs == expected { Ok(()) } else { Err(p.direct.disagreement_with(root, theirs, expected)) };
        if result.is_ok() {
            // SAFETY: DIRECT-1.
            unsafe { data.write(0, p.direct.area.contribution(ticket, root), bytes as usize) };
        }
        p.direct.area.finish(ticket);
        p.engine.device_mut().wake_held_back(&p.direct.area);
        result
    }))
}

/// Combines the contributions of all ranks, in the order of ranks, at `into`.
///
/// # Safety
/// DIRECT-1; every contribution is there.
#[inline(always)]
unsafe fn fold(area: &Area, ticket: Ticket, kernel: ReduceFn, into: *mut u8, count: usize, bytes: usize) {
    // SAFETY: as the caller promises.
    unsafe {
        ferry_kernels::copy(into, area.contribution(ticket, 0), bytes);
        (1..area.ranks()).for_each(|rank| kernel(area.contribution(ticket, rank), into, count));
    }
}

/// `MPI_Allreduce`
///
/// # Safety
/// ABI-1.
#[inline]
pub unsafe fn allreduce(
    cx: &Cx,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> Option<Result<()>> {
    let (into, bytes) = dense(recvbuf, count, datatype)?;
    let from = match sendbuf as usize {
        mpi::MPI_IN_PLACE => into,
        same if same == into as usize => return None,
        _ => dense(sendbuf, count, datatype)?.0,
    };
    let kernel = kernel(cx, op, datatype)?;
    prepare(cx, comm, Collective::Allreduce, bytes, true)?;
    let (count, bytes) = (count as usize, bytes as usize);
    Some(exchange(
        cx,
        what(Collective::Allreduce, bytes),
        // SAFETY: DIRECT-1.
        |cell| unsafe { ferry_kernels::copy(cell, from, bytes) },
        // SAFETY: DIRECT-1; the caller is the last to arrive.
        |area, ticket| unsafe { fold(area, ticket, kernel, area.result(ticket), count, bytes) },
        |area, ticket| {
            // SAFETY: DIRECT-1.
            unsafe {
                if area.combines() {
                    ferry_kernels::copy(into, area.result(ticket), bytes);
                } else {
                    fold(area, ticket, kernel, into, count, bytes);
                }
            }
        },
    ))
}

/// The loop of a predefined operation that is defined for a predefined datatype.
#[inline(always)]
fn kernel(cx: &Cx, op: MPI_Op, datatype: MPI_Datatype) -> Option<ReduceFn> {
    let Ok(Op::Predefined(op)) = cx.with(|p| p.operations.get(op.0, "op")) else { return None };
    let primitive = Datatype::predefined(datatype.0)?.primitive()?;
    if matches!(op, ReduceOp::Replace | ReduceOp::NoOp) { None } else { ferry_kernels::reduction(op, primitive) }
}

/// `MPI_Allgather`
///
/// # Safety
/// ABI-1.
#[inline]
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub unsafe fn allgather(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> Option<Result<()>> {
    // SAFETY: DIRECT-1.
    let (into, stride) = unsafe { data(cx, recvbuf, recvcount, recvtype)? };
    let bytes = into.bytes();
    let (rank, ranks) = cx.with(|p| (p.direct.area.rank(), p.direct.area.ranks()));
    let from = match sendbuf as usize {
        mpi::MPI_IN_PLACE => into.shifted(stride * rank as i64),
        same if same == recvbuf as usize => return None,
        // SAFETY: DIRECT-1.
        _ => match unsafe { data(cx, sendbuf, sendcount, sendtype)? } {
            (from, _) if from.bytes() == bytes => from,
            _ => return None,
        },
    };
    prepare(cx, comm, Collective::Allgather, bytes, true)?;
    let bytes = bytes as usize;
    Some(exchange(
        cx,
        what(Collective::Allgather, bytes),
        // SAFETY: DIRECT-1.
        |cell| unsafe { from.read(0, cell, bytes) },
        |_, _| {},
        |area, ticket| {
            for rank in 0..ranks {
                // SAFETY: DIRECT-1; the buffer has room for every rank's data.
                unsafe { into.shifted(stride * rank as i64).write(0, area.contribution(ticket, rank), bytes) };
            }
        },
    ))
}
