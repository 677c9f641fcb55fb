//! The process cell and the library lock: where the state of the process is, who may touch it when,
//! and whether calls are served at all.
//!
//! # Safety arguments
//! - ENTRY-1: the process state is touched only inside [`Cx::with`] and [`Cx::try_with`], the
//!   objects that need no process only inside [`Cx::local`]. `local` and `try_with` always hold a
//!   lock, `with` holds one under `MPI_THREAD_MULTIPLE`; at lower levels the program promises that
//!   no two threads call MPI at once (MPI-5 §11.2.1), and whoever calls [`set_level`] raises the
//!   level only while no other thread can be in a call.
//! - ENTRY-2: no closure passed to `with`, `try_with` or `local` calls user code or enters MPI
//!   again, so borrows never nest on one thread.
//! - ENTRY-3: the process cell is written by the first `MPI_Init` or `MPI_Session_init` before
//!   [`PROCESS_PHASE`] is published and stays until the process ends.

use std::cell::UnsafeCell;
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU8, Ordering};

use ferry_constants as mpi;
use ferry_core::local::Local;
use ferry_core::process::Process;
use ferry_core::{Error, Result};
use ferry_sys::lock::{Held, RawLock};

use crate::program::{self, Program};

/// The name of the MPI function being run, for messages.
#[derive(Clone, Copy)]
pub struct Call(pub &'static str);

impl Call {
    /// The call of this name.
    pub const fn named(name: &'static str) -> Self {
        Call(name)
    }
}

/// Where the process, or one of its ways to use MPI, stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Not begun.
    Before,
    /// Begun and not ended.
    Running,
    /// Ended. A process may run again, if another session is begun.
    After,
}

/// As [`Phase::Running`], while tools wait for events: calls then begin with raising those that
/// have come. So events cost nothing as long as nobody waits for them.
const WATCHED: u8 = 3;

/// The process was forked by one that uses MPI, or did: it has a copy of that one's objects, and no
/// part in the job.
const CHILD: u8 = 4;

/// The phase of the process: running while `MPI_Init` is in force or a session is open.
struct Phases(AtomicU8);

impl Phases {
    #[inline(always)]
    fn is(&self, phase: Phase, order: Ordering) -> bool {
        let value = self.0.load(order);
        value == phase as u8 || phase == Phase::Running && value == WATCHED
    }

    /// Running, with no tool that waits for events.
    #[inline(always)]
    fn is_unwatched(&self) -> bool {
        self.0.load(Ordering::Relaxed) == Phase::Running as u8
    }

    fn set(&self, phase: Phase) {
        self.0.store(phase as u8, Ordering::Release);
    }
}

static PROCESS_PHASE: Phases = Phases(AtomicU8::new(Phase::Before as u8));
static WORLD_PHASE: Phases = Phases(AtomicU8::new(Phase::Before as u8));
static LEVEL: AtomicI32 = AtomicI32::new(mpi::MPI_THREAD_SINGLE);
static THREADED: AtomicBool = AtomicBool::new(false);
static TOOL_THREADS: AtomicBool = AtomicBool::new(false);
static OWN_THREAD: AtomicBool = AtomicBool::new(false);
static LOCK: RawLock = RawLock::new();
static LOCAL_LOCK: RawLock = RawLock::new();

struct Global<T>(UnsafeCell<T>);
// SAFETY: access is serialised by ENTRY-1.
unsafe impl<T> Sync for Global<T> {}

static PROCESS: Global<MaybeUninit<Process>> = Global(UnsafeCell::new(MaybeUninit::uninit()));
static LOCAL: Global<Local> = Global(UnsafeCell::new(Local::new()));

/// What a call works with: its name, argument checks and access to the process.
pub struct Cx {
    /// The call.
    pub call: Call,
}

/// Whether calls are served, and no tool waits for events.
#[inline(always)]
pub fn is_simply_running() -> bool {
    PROCESS_PHASE.is_unwatched()
}

/// True while `MPI_Init` is in force or a session is open.
pub fn is_running() -> bool {
    PROCESS_PHASE.is(Phase::Running, Ordering::Acquire)
}

/// True if the process used MPI and does so no more.
pub fn is_over() -> bool {
    PROCESS_PHASE.is(Phase::After, Ordering::Acquire)
}

/// True if there is a process to look at: it uses MPI, or did.
pub fn has_process() -> bool {
    !PROCESS_PHASE.is(Phase::Before, Ordering::Acquire) && !is_child()
}

/// True if the process was forked by one that uses MPI, or did.
pub fn is_child() -> bool {
    PROCESS_PHASE.0.load(Ordering::Acquire) == CHILD
}

/// True if there are communicators and sessions to look at, if only those that a child has copies
/// of.
pub fn has_objects() -> bool {
    is_running() || is_child()
}

/// In a child that was forked: nothing is served any more. Other threads, which may have held a
/// lock, are not there.
extern "C" fn in_child() {
    if !PROCESS_PHASE.is(Phase::Before, Ordering::Relaxed) {
        PROCESS_PHASE.0.store(CHILD, Ordering::Release);
        [&LOCK, &LOCAL_LOCK].into_iter().for_each(RawLock::free_in_child);
        ferry_sys::question::hang_up();
    }
}

/// Whether calls begin with raising events, while the process is running.
pub fn watch(is_watched: bool) {
    let (from, to) = if is_watched { (Phase::Running as u8, WATCHED) } else { (WATCHED, Phase::Running as u8) };
    // In any other phase there is nothing to change.
    let _ = PROCESS_PHASE.0.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed);
}

/// Whether the World Model, from `MPI_Init` to `MPI_Finalize`, is in `phase`.
pub fn world_is(phase: Phase) -> bool {
    WORLD_PHASE.is(phase, Ordering::Acquire)
}

/// Changes the phase of the World Model.
pub fn set_world(phase: Phase) {
    WORLD_PHASE.set(phase);
}

/// Publishes the process state; from here on calls are served. `functions` calls those of the
/// program.
pub fn start(process: Process, functions: &'static dyn Program) {
    program::install(functions);
    // SAFETY: ENTRY-3, the process has not run yet, so nobody reads the cell.
    unsafe { (*PROCESS.0.get()).write(process) };
    // Without memory for it children are recognized all the same where they could do harm: by their
    // process ids.
    let _ = ferry_sys::children::on_fork(in_child);
    PROCESS_PHASE.set(Phase::Running);
}

/// Serves calls again after [`stop`]; `rejoin` prepares the process. Nothing is served if that
/// fails.
pub fn restart(rejoin: impl FnOnce(&mut Process) -> Result<()>) -> Result<()> {
    // SAFETY: ENTRY-3: it has run before; ENTRY-1: no calls are served now.
    rejoin(unsafe { (*PROCESS.0.get()).assume_init_mut() })?;
    PROCESS_PHASE.set(Phase::Running);
    Ok(())
}

/// No call is served any more.
pub fn stop() {
    PROCESS_PHASE.set(Phase::After);
}

/// The highest thread level granted.
pub fn level() -> c_int {
    LEVEL.load(Ordering::Relaxed)
}

/// Serves calls at this thread level from here on.
pub fn set_level(level: c_int) {
    LEVEL.store(level, Ordering::Relaxed);
    let has_others = TOOL_THREADS.load(Ordering::Relaxed) || OWN_THREAD.load(Ordering::Relaxed);
    THREADED.store(level == mpi::MPI_THREAD_MULTIPLE || has_others, Ordering::Relaxed);
    // At MPI_THREAD_FUNNELED, too, other threads of the program may unmap during a call.
    ferry_sys::userfault::expect_other_threads(level != mpi::MPI_THREAD_SINGLE || has_others);
}

/// Lets threads of tools look at the process while others are in calls of MPI, if that can still be
/// arranged: whoever is in a call now does not know of them.
pub fn admit_tool_threads() -> bool {
    if !is_running() {
        TOOL_THREADS.store(true, Ordering::Relaxed);
        THREADED.store(true, Ordering::Relaxed);
    }
    THREADED.load(Ordering::Relaxed)
}

/// Lets a thread of Ferry's own look at the process beside calls of the program, or no more. Not
/// while another thread may be in a call that does not know of it.
pub fn admit_own_thread(is_admitted: bool) {
    OWN_THREAD.store(is_admitted, Ordering::Relaxed);
    set_level(level());
}

/// Whether several threads may be in calls at once.
#[inline(always)]
pub fn is_threaded() -> bool {
    THREADED.load(Ordering::Relaxed)
}

/// Whether a tool waits for events.
#[inline(always)]
pub fn is_watched() -> bool {
    !PROCESS_PHASE.is_unwatched()
}

#[inline]
fn guard() -> Option<Held<'static>> {
    is_threaded().then(|| LOCK.lock())
}

impl Cx {
    /// Borrows the process state of an initialized library.
    #[inline]
    pub fn with<R>(&self, body: impl FnOnce(&mut Process) -> R) -> R {
        let _guard = guard();
        // SAFETY: ENTRY-1, ENTRY-2, ENTRY-3; entry points that may run before MPI_Init do not call
        // `with`.
        body(unsafe { (*PROCESS.0.get()).assume_init_mut() })
    }

    /// As [`Cx::with`] at a level with several threads, unless another thread is at it.
    pub fn try_with<R>(&self, body: impl FnOnce(&mut Process) -> R) -> Option<R> {
        let _held = LOCK.try_lock()?;
        // SAFETY: as in `with`; the lock is held.
        Some(body(unsafe { (*PROCESS.0.get()).assume_init_mut() }))
    }

    /// Borrows what exists independently of `MPI_Init`: infos, error handlers, user-defined error
    /// codes.
    pub fn local<R>(&self, body: impl FnOnce(&mut Local) -> R) -> R {
        let _held = LOCAL_LOCK.lock();
        // SAFETY: ENTRY-1, ENTRY-2.
        body(unsafe { &mut *LOCAL.0.get() })
    }

    /// Refuses a null pointer where the function stores a result or reads an object.
    #[inline(always)]
    pub fn non_null<T>(&self, pointer: *const T, argument: &str) -> Result<()> {
        if pointer.is_null() { Err(null_argument(argument)) } else { Ok(()) }
    }

    /// Refuses a negative count.
    #[inline(always)]
    pub fn count(&self, value: i64, argument: &str) -> Result<i64> {
        if value < 0 { Err(negative_count(value, argument)) } else { Ok(value) }
    }
}

#[cold]
fn null_argument(argument: &str) -> Error {
    Error::new(mpi::MPI_ERR_ARG, format!("argument {argument} is a null pointer; pass the address of a variable"))
}

#[cold]
fn negative_count(value: i64, argument: &str) -> Error {
    Error::new(mpi::MPI_ERR_COUNT, format!("argument {argument} is {value}; it must be at least 0"))
}
