//! From initialization to finalization and abort (MPI-5 §11).

use std::cell::Cell;
use std::ffi::{c_char, c_int};
use std::io::Write;

use ferry_constants as mpi;
use ferry_core::process::Process;
use ferry_core::{Result, bail};
use ferry_settings::Settings;

use super::{attribute, info, report};
use crate::ctypes::MPI_Comm;
use crate::entry::{self, Cx};
use crate::failure;

thread_local! {
    static IS_MAIN: Cell<bool> = const { Cell::new(false) };
}

/// `MPI_Init`
pub(crate) unsafe fn init(cx: &Cx, _argc: *mut c_int, _argv: *mut *mut *mut c_char) -> Result<()> {
    begin(cx, mpi::MPI_THREAD_SINGLE).map(drop)
}

/// `MPI_Init_thread`
pub(crate) unsafe fn init_thread(
    cx: &Cx,
    _argc: *mut c_int,
    _argv: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> Result<()> {
    let levels = [mpi::MPI_THREAD_SINGLE, mpi::MPI_THREAD_FUNNELED, mpi::MPI_THREAD_SERIALIZED, mpi::MPI_THREAD_MULTIPLE];
    if !levels.contains(&required) {
        bail!(
            MPI_ERR_ARG,
            "argument required is {required}; it must be one of MPI_THREAD_SINGLE, _FUNNELED, _SERIALIZED, _MULTIPLE"
        );
    }
    let granted = begin(cx, required)?;
    // SAFETY: ABI-1.
    unsafe { *provided = granted };
    Ok(())
}

fn begin(cx: &Cx, level: c_int) -> Result<c_int> {
    if entry::was_initialized() {
        let when = if entry::is_finalized() { "after MPI_Finalize" } else { "a second time" };
        bail!(MPI_ERR_OTHER, "the library is being initialized {when}; a program may do so once");
    }
    let (settings, warnings) = Settings::from_env(std::env::vars_os());
    let process = Process::join(settings, level)?;
    if process.rank() == 0 {
        for warning in &warnings {
            // A warning that cannot be printed is lost with standard error.
            let _ = writeln!(std::io::stderr(), "ferry: warning: {warning}");
        }
    }
    IS_MAIN.set(true);
    entry::start(process, level == mpi::MPI_THREAD_MULTIPLE);
    info::fill_environment(cx, level);
    Ok(level)
}

/// `MPI_Finalize`
pub(crate) unsafe fn finalize(cx: &Cx) -> Result<()> {
    attribute::delete_all(cx, MPI_Comm(mpi::MPI_COMM_SELF))?;
    cx.block(|p| (!p.engine.has_unsent() && !has_orphans(p)).then_some(()));
    report::show(cx)?;
    let launcher = cx.with(|p| p.launcher.take());
    entry::stop();
    if let Some(launcher) = launcher {
        // The launcher may be gone already; this process is done either way.
        let _ = launcher.finalize();
    }
    Ok(())
}

/// Operations the program has freed but that are still under way.
fn has_orphans(p: &Process) -> bool {
    p.engine.operations().any(|(_, operation)| operation.is_orphan && !operation.is_receive)
}

/// `MPI_Initialized`
pub(crate) unsafe fn initialized(_cx: &Cx, flag: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { *flag = c_int::from(entry::was_initialized()) };
    Ok(())
}

/// `MPI_Finalized`
pub(crate) unsafe fn finalized(_cx: &Cx, flag: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { *flag = c_int::from(entry::is_finalized()) };
    Ok(())
}

/// `MPI_Query_thread`
pub(crate) unsafe fn query_thread(cx: &Cx, provided: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { *provided = cx.with(|p| p.thread_level) };
    Ok(())
}

/// `MPI_Is_thread_main`
pub(crate) unsafe fn is_thread_main(_cx: &Cx, flag: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { *flag = c_int::from(IS_MAIN.get()) };
    Ok(())
}

/// `MPI_Abort`
pub(crate) unsafe fn abort(cx: &Cx, comm: MPI_Comm, errorcode: c_int) -> Result<()> {
    let rank = cx.with(|p| p.comms.find(comm.0, "comm").map(|_| p.rank()))?;
    let message = format!("MPI_Abort was called by rank {rank} with error code {errorcode}");
    // Nobody is left to be told if standard error is closed.
    let _ = writeln!(std::io::stderr(), "ferry: {message}");
    failure::abort(errorcode, &message)
}
