//! From initialization to finalization and abort (MPI-5 §11).
//!
//! A process uses MPI while the World Model is in force, from `MPI_Init` to `MPI_Finalize`, or a
//! session is open; [`begin`] and [`end`] bracket each such use. The first joins the job. After the
//! last, the process is out of MPI as far as the launcher knows. It keeps what it shares with its
//! peers. A later use goes on from there, and messages sent meanwhile wait for it.

use std::ffi::{c_char, c_int};

use ferry_calls::lifecycle::{begin_world, end, is_main, release_comms, settle};
use ferry_calls::{attribute, fault_tolerance};
use ferry_constants as mpi;
use ferry_core::group::WORLD_MODEL;
use ferry_core::process::Process;
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Comm, Out};
use ferry_runtime::cell::{self, Phase};
use ferry_runtime::{Cx, failure};

use crate::program::CFunctions;

/// `MPI_Init`
pub(crate) fn init(cx: &Cx, _argc: *mut c_int, _argv: *mut *mut *mut c_char) -> Result<()> {
    begin_world(cx, &CFunctions, mpi::MPI_THREAD_SINGLE).map(drop)
}

/// `MPI_Init_thread`
pub(crate) fn init_thread(
    cx: &Cx,
    _argc: *mut c_int,
    _argv: *mut *mut *mut c_char,
    required: c_int,
    provided: Out<c_int>,
) -> Result<()> {
    let levels = [mpi::MPI_THREAD_SINGLE, mpi::MPI_THREAD_FUNNELED, mpi::MPI_THREAD_SERIALIZED, mpi::MPI_THREAD_MULTIPLE];
    if !levels.contains(&required) {
        bail!(
            MPI_ERR_ARG,
            "argument required is {required}; it must be one of MPI_THREAD_SINGLE, _FUNNELED, _SERIALIZED, _MULTIPLE"
        );
    }
    let granted = begin_world(cx, &CFunctions, required)?;
    provided.set(granted);
    Ok(())
}

/// `MPI_Finalize`
pub(crate) fn finalize(cx: &Cx) -> Result<()> {
    if !cell::world_is(Phase::Running) {
        bail!(MPI_ERR_OTHER, "MPI_Init was not called; a session ends with MPI_Session_finalize");
    }
    attribute::delete_all(cx, MPI_Comm(mpi::MPI_COMM_SELF))?;
    settle(cx);
    fault_tolerance::part(cx)?;
    cell::set_world(Phase::After);
    release_comms(cx, WORLD_MODEL)?;
    let errhandlers =
        cx.with(|p| [mpi::MPI_COMM_WORLD, mpi::MPI_COMM_SELF].map(|handle| p.comms.get(handle).map(|comm| comm.errhandler)));
    cx.local(|l| errhandlers.into_iter().flatten().for_each(|errhandler| l.errhandlers.detach(errhandler)));
    end(cx, Process::close_world)
}

/// `MPI_Initialized`
pub(crate) fn initialized(_cx: &Cx, flag: Out<c_int>) -> Result<()> {
    flag.set(c_int::from(!cell::world_is(Phase::Before)));
    Ok(())
}

/// `MPI_Finalized`
pub(crate) fn finalized(_cx: &Cx, flag: Out<c_int>) -> Result<()> {
    flag.set(c_int::from(cell::world_is(Phase::After)));
    Ok(())
}

/// `MPI_Query_thread`
pub(crate) fn query_thread(cx: &Cx, provided: Out<c_int>) -> Result<()> {
    let Some(level) = cx.with(|p| p.world.level) else {
        bail!(MPI_ERR_OTHER, "MPI_Init was not called; the level of a session is in the info of MPI_Session_get_info");
    };
    provided.set(level);
    Ok(())
}

/// `MPI_Is_thread_main`
pub(crate) fn is_thread_main(_cx: &Cx, flag: Out<c_int>) -> Result<()> {
    flag.set(c_int::from(is_main()));
    Ok(())
}

/// `MPI_Abort`
pub(crate) fn abort(cx: &Cx, comm: MPI_Comm, errorcode: c_int) -> Result<()> {
    let rank = cx.with(|p| p.comms.find(comm.0, "comm").map(|_| p.rank()))?;
    let message = format!("MPI_Abort was called by rank {rank} with error code {errorcode}");
    failure::deafen();
    ferry_core::say(&message);
    failure::abort(errorcode, &message)
}
