//! From initialization to finalization and abort (MPI-5 §11).
//!
//! A process uses MPI while the World Model is in force, from `MPI_Init` to `MPI_Finalize`, or a
//! session is open; [`begin`] and [`end`] bracket each such use. The first joins the job. After the
//! last, the process is out of MPI as far as the launcher knows. It keeps what it shares with its
//! peers. A later use goes on from there, and messages sent meanwhile wait for it.

use std::ffi::c_int;
use std::sync::atomic::{AtomicUsize, Ordering};

use ferry_constants as mpi;
use ferry_core::diagnosis::Awaited;
use ferry_core::errhandler::of_setting;
use ferry_core::group::WORLD_MODEL;
use ferry_core::process::Process;
use ferry_core::{Result, bail};
use ferry_ctypes::MPI_Comm;
use ferry_runtime::cell::{self, Phase};
use ferry_runtime::program::Program;
use ferry_runtime::{Cx, events};
use ferry_sys::lock::RawLock;

use crate::{attribute, comm, info, jobs, record, report, tool, win};

thread_local! {
    /// Its address tells threads apart.
    static MARK: u8 = const { 0 };
}

/// The main thread: the one that called `MPI_Init`, or until then the one that joined the job.
static MAIN: AtomicUsize = AtomicUsize::new(0);

fn this_thread() -> usize {
    MARK.with(|mark| std::ptr::from_ref(mark).addr())
}

/// Whether this is the main thread.
pub fn is_main() -> bool {
    MAIN.load(Ordering::Relaxed) == this_thread()
}

/// Uses of MPI begin and end one at a time, whatever the thread level (MPI-5 §11.4.1).
static TURN: RawLock = RawLock::new();

/// Begins a use of MPI: joins the job if there is no other, and lets `enter` note the use with the
/// thread level granted. `required` is the level asked for, `None` for whatever suits; `functions`
/// calls those of the program.
pub fn begin<R>(
    cx: &Cx,
    functions: &'static dyn Program,
    required: Option<c_int>,
    enter: impl FnOnce(&mut Process, c_int) -> R,
) -> Result<R> {
    if cell::is_child() {
        bail!(
            MPI_ERR_OTHER,
            "this process was forked by a rank of a job, in whose place it cannot use MPI; execute a program that uses MPI alone (without PMI_FD), or fork before \
             MPI is initialized"
        );
    }
    let _turn = TURN.lock();
    let is_first = !cell::is_running();
    if is_first {
        join(cx, functions)?;
        events::attach(cx);
    }
    let granted = grant(is_first, required);
    Ok(cx.with(|p| enter(p, granted)))
}

fn join(cx: &Cx, functions: &'static dyn Program) -> Result<()> {
    MAIN.store(this_thread(), Ordering::Relaxed);
    if cell::is_over() {
        return cell::restart(Process::rejoin);
    }
    let (settings, warnings) = tool::cvar::early_settings(cx);
    let process = Process::join(settings)?;
    if process.rank() == 0 {
        warnings.iter().for_each(|warning| ferry_core::say(&format!("warning: {warning}")));
    }
    cell::start(process, functions);
    Ok(())
}

/// The thread level that a use gets. Calls of several threads are kept apart from the first use on
/// that asks for `MPI_THREAD_MULTIPLE`. A use that joins others at lower levels gets it only in the
/// thread that is alone in calling MPI: another one may be in a call right now.
fn grant(is_first: bool, required: Option<c_int>) -> c_int {
    let required = required.unwrap_or(if is_first { mpi::MPI_THREAD_MULTIPLE } else { cell::level() });
    if is_first {
        cell::set_level(required);
    } else if required > cell::level() {
        let is_alone = is_main() && cell::level() < mpi::MPI_THREAD_SERIALIZED;
        cell::set_level(if is_alone { required } else { required.min(mpi::MPI_THREAD_SERIALIZED).max(cell::level()) });
    }
    required.min(cell::level())
}

/// Ends a use of MPI, which `leave` strikes out; leaves the job if it was the last.
pub fn end(cx: &Cx, leave: impl FnOnce(&mut Process)) -> Result<()> {
    let _turn = TURN.lock();
    cx.with(leave);
    if cx.with(|p| p.is_used()) {
        return Ok(());
    }
    settle(cx);
    win::progress::end(cx);
    let is_told = cx.with(|p| std::mem::replace(&mut p.world.has_reported, true));
    let shown = if is_told { Ok(()) } else { last_words(cx) };
    events::raise(cx);
    let left = cx.with(Process::leave);
    cell::stop();
    shown.and(left)
}

/// What the settings ask for at the end, and what they asked for in vain.
fn last_words(cx: &Cx) -> Result<()> {
    if let Some(fallback_warning) = cx.with(|p| p.fallback_warning()) {
        ferry_core::say(&format!("warning: {fallback_warning}"));
    }
    record::write(cx)?;
    report::show(cx)
}

/// Waits until what was sent is on its way and freed operations are complete; reports errors of
/// freed receives.
pub fn settle(cx: &Cx) {
    cx.advance(Process::progress);
    let poll = |_: &mut (), p: &mut Process| {
        let is_quiet = !p.engine.has_unsent() && orphans(p).next().is_none() && !p.has_freed_accesses();
        is_quiet.then_some(())
    };
    cx.block_on(&mut (), poll, |_, p| Awaited::all(orphans(p)));
}

/// Operations the program has freed but that are still under way.
fn orphans(p: &Process) -> impl Iterator<Item = usize> {
    p.engine.operations().filter(|(_, operation)| operation.is_orphan && !operation.is_receive).map(|(handle, _)| handle)
}

/// Frees the communicators that were derived from `session`, or from none.
pub fn release_comms(cx: &Cx, session: usize) -> Result<()> {
    let derived = cx.with(|p| {
        p.comms.table().iter().filter(|(_, comm)| comm.session() == session).map(|(handle, _)| handle).collect::<Vec<_>>()
    });
    for handle in derived {
        if session != WORLD_MODEL {
            attribute::delete_all(cx, MPI_Comm(handle))?;
        }
        comm::create::release(cx, MPI_Comm(handle));
    }
    Ok(())
}

/// Begins the World Model: the thread level granted.
pub fn begin_world(cx: &Cx, functions: &'static dyn Program, required: c_int) -> Result<c_int> {
    if !cell::world_is(Phase::Before) && !cell::is_child() {
        let when = if cell::world_is(Phase::After) { "after MPI_Finalize" } else { "a second time" };
        bail!(MPI_ERR_OTHER, "the library is being initialized {when}; a program may do so once");
    }
    let granted = begin(cx, functions, Some(required), |p, granted| {
        p.open_world(granted, of_setting(p.settings.initial_errhandler));
        granted
    })?;
    MAIN.store(this_thread(), Ordering::Relaxed);
    cell::set_world(Phase::Running);
    info::fill_environment(cx, required);
    jobs::spawn::meet_parent(cx)?;
    Ok(granted)
}
