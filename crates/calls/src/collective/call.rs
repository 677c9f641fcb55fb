//! Collective calls, from their arguments to their runs: one description ([`Request`]) makes the
//! blocking call ([`run`]), the non-blocking one ([`start`]) and the persistent one ([`prepare`]).
//!
//! # Safety arguments
//! - CALL-1: the arguments of a [`Request`] satisfy ARGS-1. The buffers stay valid until the run is
//!   over: a blocking call does not return before, and of the others the standard demands it (MPI-5
//!   §6.12). Nothing else of the arguments is used after the schedule is built.
//! - CALL-2: the address of a user-defined operation was given by the program as a function of the
//!   type that the call which made it demands (CT-2). It is called with no borrow of the process
//!   held (ENTRY-2), with vectors within the buffers and scratch of a schedule.

use ferry_collective::{Collective, NO_ROOT, Neighbors, Problem};
use ferry_core::collective::check::Digest;
use ferry_core::collective::ongoing::Work;
use ferry_core::collective::{Call, Combination, Event, Lifetime, ProgramFunction, Run, reduction};
use ferry_core::diagnosis::{Await, Awaited, Form};
use ferry_core::group::Group;
use ferry_core::operation::Op;
use ferry_core::process::Process;
use ferry_core::topology::Topology;
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Comm, MPI_Info, MPI_Op, MPI_Request, Out};
use ferry_engine::collective::{Combine, Memory, Reduction};
use ferry_runtime::{Cx, program as functions};

use crate::collective::arguments::{
    Argument, BlockCounts, Caller, Layout, Request, Role, Side, check_apart, check_root, role, sides,
};
use crate::collective::direct::attempt;
use crate::{collective, info};

/// Checks a call and does it.
///
/// # Safety
/// CALL-1, CALL-2.
pub unsafe fn run(cx: &Cx, request: &Request) -> Result<()> {
    // SAFETY: as the caller promises.
    if let Some(result) = unsafe { attempt(cx, request) } {
        return result;
    }
    // SAFETY: as the caller promises.
    let mut run = cx.with(|p| unsafe { make(p, request, Form::Blocking) })?;
    run.begin();
    loop {
        match cx.block_on(&mut *run, |run, p| run.poll(&mut p.engine, p.waits.first_looks), describe) {
            Event::Done(result) => {
                cx.with(|p| run.finish(p));
                return result;
            }
            // SAFETY: CALL-2.
            Event::Combine(job) => unsafe { functions::program().combine(&job) },
        }
    }
}

fn describe(run: &Run, p: &mut Process) -> Awaited {
    Awaited::one(Await::Collective(p.describe_run(run.comm(), Form::Blocking, run)))
}

/// Checks a call and starts it; `started` becomes its request.
///
/// # Safety
/// CALL-1, CALL-2, ABI-1 for `started`.
pub unsafe fn start(cx: &Cx, request: &Request, started: Out<MPI_Request>) -> Result<()> {
    // SAFETY: as the caller promises.
    let handle = match unsafe { collective::direct::begin(cx, request) } {
        Some(call) => cx.advance(|p| p.keep_collective(Work::OnPendingArea(request.comm.0, call), Lifetime::Once)),
        None => cx.advance(|p| {
            // SAFETY: as the caller promises.
            let run = unsafe { make(p, request, Form::Nonblocking)? };
            Result::Ok(p.keep_collective(Work::Run(run), Lifetime::Once))
        })?,
    };
    started.set(MPI_Request(handle));
    Ok(())
}

/// Checks a call and makes a persistent request for it.
///
/// # Safety
/// CALL-1, CALL-2, ABI-1 for `prepared`.
pub unsafe fn prepare(cx: &Cx, request: &Request, info: MPI_Info, prepared: Out<MPI_Request>) -> Result<()> {
    // No hint changes how the operation is done.
    info::hints(cx, info)?;
    let handle = cx.with(|p| {
        // SAFETY: as the caller promises.
        let run = unsafe { make(p, request, Form::Persistent)? };
        Result::Ok(p.keep_collective(Work::Run(run), Lifetime::Persistent))
    })?;
    prepared.set(MPI_Request(handle));
    Ok(())
}

/// Checks a call and makes its schedule.
///
/// # Safety
/// CALL-1.
unsafe fn make(p: &mut Process, request: &Request, form: Form) -> Result<Box<Run>> {
    let lifetime = if form == Form::Persistent { Lifetime::Persistent } else { Lifetime::Once };
    let comm = match request.collective.algorithms_between_groups() {
        [] => p.comms.find_intra(request.comm.0, "comm")?,
        _ => p.comms.find(request.comm.0, "comm")?,
    };
    let (rank, is_first) = (comm.rank(), comm.is_first());
    let place = Caller { rank, ranks: comm.size(), remote: comm.remote().map_or(0, Group::size) };
    let root = if request.collective.has_root() { check_root(request.root, place)? } else { 0 };
    // No argument is significant at a rank that takes no part.
    let absent = Request { send: Argument::NONE, recv: Argument::NONE, op: None, ..*request };
    let request = if root == NO_ROOT { &absent } else { request };
    let role = role(request, place, rank == root);
    let topology = comm.topology().filter(|_| request.collective.is_neighborhood()).cloned();
    let neighbors = match request.collective.is_neighborhood() {
        true => Topology::any(topology.as_deref())?.neighbors()?,
        false => Neighbors::NONE,
    };
    let blocks = block_counts(request.collective, place, &neighbors);
    // SAFETY: as the caller promises.
    let (send, recv) = unsafe { sides(p, request, (rank, role), blocks)? };
    if role.sends && role.receives {
        check_apart(request.collective, rank, &send, &recv)?;
    }
    let (op, program) = operation(p, request, &recv)?;
    let reduction = match op {
        Some(op) => reduction(op, &recv.datatypes[0], p.settings.strict)?,
        None => Reduction::None,
    };
    // SAFETY: CALL-1; the sides have been checked.
    let blocks = unsafe { (send.blocks(), recv.blocks()) };
    let problem = Problem {
        root,
        in_place: role.in_place,
        commutative: op.is_none_or(|op| op.is_commutative()),
        send: blocks.0,
        recv: blocks.1,
        neighbors,
        remote: place.remote,
        is_first,
        ..Problem::new(rank, place.ranks)
    };
    let types = [&send.datatypes[..], &recv.datatypes[..]];
    let digest = p.settings.check.is_on().then(|| Digest::new(request.collective, form, &problem, op, types));
    // SAFETY: CALL-1; the sides have been checked.
    let memory = unsafe {
        let (sent, received) = (send.datatypes.clone(), recv.datatypes.clone());
        Memory::new(send.argument.address.cast(), sent, recv.argument.address.cast(), received)
    };
    let (comm, collective, may_compute) = (request.comm.0, request.collective, form != Form::Blocking);
    let call = Call { comm, collective, problem, memory, reduction, program, digest, may_compute };
    Run::prepare(p, call, lifetime)
}

/// The blocks of buffers that have one for each peer: for each neighbor in a neighborhood, else for
/// each rank.
fn block_counts(collective: Collective, place: Caller, neighbors: &Neighbors) -> BlockCounts {
    use Collective::{ReduceScatter, ReduceScatterBlock};
    match collective {
        _ if collective.is_neighborhood() => {
            BlockCounts { send: neighbors.destinations.len() as u32, recv: neighbors.sources.len() as u32 }
        }
        // The result is scattered in the caller's own group.
        _ if place.remote == 0 || matches!(collective, ReduceScatter | ReduceScatterBlock) => {
            BlockCounts { send: place.ranks, recv: place.ranks }
        }
        _ => BlockCounts { send: place.remote, recv: place.remote },
    }
}

/// The operation of a reduction, and the program's function if it is one.
fn operation(p: &Process, request: &Request, recv: &Side) -> Result<(Option<Op>, Option<ProgramFunction>)> {
    let Some(handle) = request.op else { return Ok((None, None)) };
    let op = p.operations.get(handle.0, "op")?;
    let program = match (op, request.recv.layout) {
        (Op::User(op), Layout::Equal { datatype, .. } | Layout::Packed { datatype, .. }) => {
            Some(ProgramFunction { op, datatype: datatype.0, extent: recv.shapes[0].extent })
        }
        _ => None,
    };
    Ok((Some(op), program))
}

/// Refuses arguments of `MPI_Reduce_local`, and says how it combines.
///
/// # Safety
/// CALL-1.
pub unsafe fn reduce_locally(cx: &Cx, input: Argument, inout: Argument, op: MPI_Op) -> Result<()> {
    let (reduction, program, count) = cx.with(|p| {
        let request =
            Request { collective: Collective::Reduce, send: input, recv: inout, root: 0, op: Some(op), comm: MPI_Comm::NULL };
        let role = Role { in_place: false, sends: true, receives: true };
        // SAFETY: as the caller promises.
        let (send, recv) = unsafe { sides(p, &request, (0, role), BlockCounts { send: 1, recv: 1 })? };
        check_apart(Collective::Reduce, 0, &send, &recv)?;
        let (op, program) = operation(p, &request, &recv)?;
        let op = op.ok_or_else(|| Error::internal("the operation has gone"))?;
        // SAFETY: CALL-1; the side has been checked.
        let count = unsafe { recv.blocks().count(0) };
        Result::Ok((reduction(op, &recv.datatypes[0], p.settings.strict)?, program, count))
    })?;
    let combine = Combine { input: input.address.cast(), inout: inout.address.cast(), count };
    match (reduction, program) {
        _ if count == 0 => {}
        // SAFETY: CALL-1; the kernel is that of the datatype.
        (Reduction::Kernel(kernel), _) => unsafe { kernel(combine.input, combine.inout, count as usize) },
        // SAFETY: CALL-2.
        (_, Some(program)) => unsafe { functions::program().combine(&Combination { program, combine }) },
        _ => {}
    }
    Ok(())
}
