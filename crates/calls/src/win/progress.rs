//! The thread that serves accesses of others while the program computes outside of MPI: to memory
//! that they cannot reach by themselves.
//!
//! It lives as long as there is a window that needs it. While the program calls MPI, it only looks
//! now and then whether it still does ([`LOOK`]): those calls make progress by themselves.
//! Otherwise it sleeps on the device until something comes. It calls no function of the program.
//!
//! Where the program has no `MPI_THREAD_MULTIPLE`, calls take the library lock from the first such
//! window on: it is made in a call of the only thread that may be in one.

use ferry_device::{Device, Nap};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use ferry_core::process::Process;
use ferry_runtime::{Call, Cx, cell};
use ferry_settings::AutoOff;
use ferry_sys::futex;
use ferry_sys::signals::start_deaf;

/// Time between two looks at a program that calls MPI: for at most so long an access waits after
/// the program has left MPI.
const LOOK: Duration = Duration::from_micros(500);

const GOES_ON: u32 = 0;

const IS_OVER: u32 = 1;

/// A thread, and the word that ends it.
struct Running {
    word: Arc<AtomicU32>,
    thread: JoinHandle<()>,
}

static RUNNING: Mutex<Option<Running>> = Mutex::new(None);

/// Starts the thread, unless it runs. If the system has none to give, accesses wait for calls of
/// MPI.
pub fn begin(cx: &Cx) {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if running.is_some() || cx.with(|p| p.settings.window_thread == AutoOff::Off) {
        return;
    }
    cell::admit_own_thread(true);
    let word = Arc::new(AtomicU32::new(GOES_ON));
    let own = word.clone();
    let thread = start_deaf(std::thread::Builder::new().name("ferry-windows".to_owned()), move || serve(&own));
    match thread {
        Ok(thread) => *running = Some(Running { word, thread }),
        Err(_) => cell::admit_own_thread(false),
    }
}

/// Ends the thread, if no window needs it. One that comes about meanwhile finds it running, or
/// starts it again once it has ended.
pub fn end_if_unneeded(cx: &Cx) {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if !cx.with(|p| p.windows.iter().any(|(_, window)| window.is_served)) {
        stop(cx, &mut running);
    }
}

/// Ends the thread, if it runs.
pub fn end(cx: &Cx) {
    stop(cx, &mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner));
}

fn stop(cx: &Cx, running: &mut Option<Running>) {
    let Some(Running { word, thread }) = running.take() else { return };
    word.store(IS_OVER, Ordering::SeqCst);
    futex::wake_private(&word, 1);
    cx.with(|p| p.engine.device_mut().wake_self());
    // A thread that has panicked has said so.
    let _ = thread.join();
    cell::admit_own_thread(false);
}

fn serve(word: &AtomicU32) {
    let cx = Cx { call: Call::named("the thread that serves windows") };
    let mut seen = 0;
    while word.load(Ordering::SeqCst) == GOES_ON {
        let looks = cx.with(|p| p.waits.looks);
        if looks != seen {
            seen = looks;
            futex::wait_private_for(word, GOES_ON, LOOK);
            continue;
        }
        if let Some(nap) = cx.with(|p| p.engine.prepare_nap()) {
            // Whoever ends this thread wakes sleepers after it has said so.
            if word.load(Ordering::SeqCst) == GOES_ON {
                nap.take();
            }
            cx.with(|p| p.engine.woke());
        }
        seen = cx.with(|p| {
            while Process::progress(p) {}
            p.waits.looks
        });
    }
}
