//! Blocking and immediate receives (MPI-5 §3.2.4, §3.7).

use ferry_core::Result;
use ferry_core::process::Process;
use ferry_core::wait::Waiter;
use ferry_engine::Received;

use crate::p2p::message::{Arguments, buffer, pattern};

/// Starts a receive; `None` if it is from `MPI_PROC_NULL`.
///
/// # Safety
/// ABI-1 for the buffer, until the receive is complete.
#[inline(always)]
pub unsafe fn start(p: &mut Process, arguments: &Arguments) -> Result<Option<usize>> {
    let pattern = pattern(p.comms.find(arguments.comm.0, "comm")?, arguments.peer, arguments.tag)?;
    // SAFETY: as the caller promises.
    let buffer = unsafe { buffer(p, arguments)? };
    Ok(pattern.map(|pattern| p.engine.receive(pattern, buffer, arguments.comm.0)))
}

/// Starts a receive that the caller is going to wait for.
///
/// # Safety
/// As [`start`].
#[inline(always)]
pub unsafe fn start_soon(p: &mut Process, arguments: &Arguments) -> Result<Option<Received>> {
    let pattern = pattern(p.comms.find(arguments.comm.0, "comm")?, arguments.peer, arguments.tag)?;
    // SAFETY: as the caller promises.
    let buffer = unsafe { buffer(p, arguments)? };
    let looks = Waiter::first_looks(p);
    Ok(pattern.map(|pattern| p.engine.receive_soon(pattern, buffer, arguments.comm.0, looks)))
}
