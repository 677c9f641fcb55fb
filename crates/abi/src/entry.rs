//! How every C entry point enters Ferry and leaves it again: state check, library lock, error handlers.
//!
//! # Safety arguments
//! - ENTRY-1: the process state is touched only inside [`Cx::with`] and [`Cx::local`]. Under `MPI_THREAD_MULTIPLE` they hold the library lock;
//!   at lower levels the program promises that no two threads call MPI at once (MPI-5 §11.2.1).
//! - ENTRY-2: no closure passed to `with` or `local` calls user code or enters MPI again, so borrows never nest on one thread.
//! - ENTRY-3: the process cell is written by `MPI_Init` before [`RUNNING`] is published and stays until the process ends.

use std::cell::UnsafeCell;
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use ferry_constants as mpi;
use ferry_core::local::Local;
use ferry_core::process::Process;
use ferry_core::wait::{Step, Waiter};
use ferry_core::{Error, Result};
use ferry_device::Nap;
use ferry_sys::cpu;
use ferry_sys::lock::RawLock;

use crate::ctypes::{MPI_Comm, MPI_File, MPI_Session, MPI_Win};
use crate::failure;
use crate::imp::collective_request::run_jobs;

/// The name of the MPI function being run, for messages.
#[derive(Clone, Copy)]
pub struct Call(pub &'static str);

impl Call {
    pub const fn named(name: &'static str) -> Self {
        Call(name)
    }
}

/// The object whose error handler takes the call's errors.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "sessions, windows and files have no functions yet, so nobody reads which one it is")]
pub enum Scope {
    /// No object: `MPI_COMM_SELF`'s handler (MPI-5 §9.3).
    None,
    Comm(MPI_Comm),
    Session(MPI_Session),
    Win(MPI_Win),
    File(MPI_File),
}

const BEFORE: u8 = 0;
const RUNNING: u8 = 1;
const AFTER: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(BEFORE);
static THREADED: AtomicBool = AtomicBool::new(false);
static LOCK: RawLock = RawLock::new();

struct Global<T>(UnsafeCell<T>);
// SAFETY: access is serialised by ENTRY-1.
unsafe impl<T> Sync for Global<T> {}

static PROCESS: Global<MaybeUninit<Process>> = Global(UnsafeCell::new(MaybeUninit::uninit()));
static LOCAL: Global<Local> = Global(UnsafeCell::new(Local::new()));

/// What an implementation works with: the call's name, argument checks and access to the process.
pub struct Cx {
    pub call: Call,
}

/// Runs an entry point that needs an initialized library.
#[inline(always)]
pub fn call(call: Call, scope: Scope, body: impl FnOnce(&Cx) -> Result<()>) -> c_int {
    if STATE.load(Ordering::Relaxed) != RUNNING {
        return failure::not_running(call, is_finalized());
    }
    match body(&Cx { call }) {
        Ok(()) => mpi::MPI_SUCCESS,
        Err(error) => failure::handle(&Cx { call }, scope, error),
    }
}

/// Runs an entry point that may be called before `MPI_Init` and after `MPI_Finalize`.
#[inline]
pub fn call_anytime(call: Call, scope: Scope, body: impl FnOnce(&Cx) -> Result<()>) -> c_int {
    match body(&Cx { call }) {
        Ok(()) => mpi::MPI_SUCCESS,
        Err(error) => failure::handle(&Cx { call }, scope, error),
    }
}

/// A function of the standard that Ferry does not have yet.
#[cold]
pub fn unsupported(call: Call, scope: Scope) -> c_int {
    if call.0.starts_with("MPI_T_") {
        // The tool interface only returns codes (MPI-5 §15.3.1).
        return mpi::MPI_ERR_UNSUPPORTED_OPERATION;
    }
    let error = Error::new(mpi::MPI_ERR_UNSUPPORTED_OPERATION, "this version of Ferry does not implement the function yet");
    failure::handle(&Cx { call }, scope, error)
}

/// True between `MPI_Init` and `MPI_Finalize`.
pub fn is_running() -> bool {
    STATE.load(Ordering::Acquire) == RUNNING
}

/// True once `MPI_Finalize` is through.
pub fn is_finalized() -> bool {
    STATE.load(Ordering::Acquire) == AFTER
}

/// True once `MPI_Init` was through, also after `MPI_Finalize`.
pub fn was_initialized() -> bool {
    STATE.load(Ordering::Acquire) != BEFORE
}

/// Publishes the process state; from here on calls are served.
pub fn start(process: Process, threaded: bool) {
    THREADED.store(threaded, Ordering::Relaxed);
    // SAFETY: ENTRY-3, the state is not RUNNING yet, so nobody reads the cell.
    unsafe { (*PROCESS.0.get()).write(process) };
    STATE.store(RUNNING, Ordering::Release);
}

/// No call is served any more.
pub fn stop() {
    STATE.store(AFTER, Ordering::Release);
}

struct Unlock;
impl Drop for Unlock {
    #[inline]
    fn drop(&mut self) {
        LOCK.unlock();
    }
}

#[inline]
fn guard() -> Option<Unlock> {
    if THREADED.load(Ordering::Relaxed) {
        LOCK.lock();
        return Some(Unlock);
    }
    None
}

impl Cx {
    /// Borrows the process state of an initialized library.
    #[inline]
    pub fn with<R>(&self, body: impl FnOnce(&mut Process) -> R) -> R {
        let _guard = guard();
        // SAFETY: ENTRY-1, ENTRY-2, ENTRY-3; entry points that may run before MPI_Init do not call `with`.
        body(unsafe { (*PROCESS.0.get()).assume_init_mut() })
    }

    /// Borrows what exists independently of `MPI_Init`: infos, error handlers, user-defined error codes.
    pub fn local<R>(&self, body: impl FnOnce(&mut Local) -> R) -> R {
        let _guard = guard();
        // SAFETY: ENTRY-1, ENTRY-2.
        body(unsafe { &mut *LOCAL.0.get() })
    }

    /// Makes progress until `poll` answers; gives way and sleeps when nothing happens for long. The lock is not held between looks. Functions
    /// of the program that collective operations under way wait for are called from here.
    #[inline]
    pub fn block<R>(&self, mut poll: impl FnMut(&mut Process) -> Option<R>) -> R {
        if let Some(answer) = self.with(&mut poll) {
            return answer;
        }
        let mut waiter = self.with(|p| {
            p.adapt();
            Waiter::new(p)
        });
        loop {
            let (moved, answer, has_jobs) = self.with(|p| (p.progress(), poll(p), p.has_jobs()));
            if has_jobs {
                run_jobs(self);
            }
            if let Some(answer) = answer {
                return answer;
            }
            if moved || has_jobs {
                waiter.moved();
                continue;
            }
            match waiter.idle() {
                Step::Look => std::hint::spin_loop(),
                Step::Yield => cpu::give_way(),
                Step::Sleep => {
                    if let Some(answer) = self.sleep(&mut poll) {
                        return answer;
                    }
                }
            }
        }
    }

    /// Sleeps, unless the answer is there. Not everything that is waited for comes as a packet, which the device looks for: what comes through
    /// the collective area, or lets a collective operation go on, is looked for here, now that peers know that they must wake us.
    #[cold]
    fn sleep<R>(&self, mut poll: impl FnMut(&mut Process) -> Option<R>) -> Option<R> {
        let nap = self.with(|p| p.engine.prepare_nap())?;
        let (moved, answer, has_jobs) = self.with(|p| (p.advance_collectives(), poll(p), p.has_jobs()));
        if answer.is_none() && !moved && !has_jobs {
            nap.take();
        }
        self.with(|p| p.engine.woke());
        if has_jobs {
            run_jobs(self);
        }
        answer
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
