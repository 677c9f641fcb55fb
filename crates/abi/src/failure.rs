//! What happens to errors: the error handler of the object concerned decides (MPI-5 §9.3).
//!
//! # Safety arguments
//! - FAIL-1: a handler value was given by the program as a function of the type its object demands (CT-2), and is called with no
//!   borrow of the process held (ENTRY-2).

use std::cell::RefCell;
use std::ffi::c_int;
use std::io::Write;

use ferry_constants as mpi;
use ferry_core::Error;
use ferry_core::attribute::Object;
use ferry_core::errhandler::Handler;

use crate::ctypes::MPI_Comm;
use crate::entry::{self, Call, Cx, Scope};

thread_local! {
    /// Class and text of this thread's last error, for `MPI_Error_string`.
    static LAST: RefCell<Option<(c_int, String)>> = const { RefCell::new(None) };
}

/// The text of this thread's last error, if it was of class `class`.
pub fn last_message(class: c_int) -> Option<String> {
    LAST.with_borrow(|last| last.as_ref().filter(|(seen, _)| *seen == class).map(|(_, text)| text.clone()))
}

/// A call before `MPI_Init` or after `MPI_Finalize`. No object exists whose handler could decide: it is fatal.
#[cold]
pub fn not_running(call: Call, is_finalized: bool) -> c_int {
    let advice =
        if is_finalized { "called after MPI_Finalize" } else { "called before MPI_Init; call MPI_Init or MPI_Init_thread first" };
    let error = Error::new(mpi::MPI_ERR_OTHER, advice);
    die(&describe(call, None, &error), mpi::MPI_ERR_OTHER)
}

/// Gives an error to the handler of its object and returns what the call returns.
#[cold]
pub fn handle(cx: &Cx, scope: Scope, error: Error) -> c_int {
    let code = error.class();
    let (comm, handler) = handler_of(cx, scope, &error);
    let text = describe(cx.call, comm, &error);
    LAST.set(Some((code, text.clone())));
    match handler {
        Handler::Return => code,
        Handler::Fatal | Handler::Abort => die(&text, code),
        Handler::Call(function) => {
            call_comm_handler(function, comm.unwrap_or(mpi::MPI_COMM_SELF), code);
            code
        }
    }
}

/// The communicator an error belongs to, and what its handler is.
fn handler_of(cx: &Cx, scope: Scope, error: &Error) -> (Option<usize>, Handler) {
    let named = match (error.comm(), scope) {
        (Some(comm), _) => Some(comm),
        (None, Scope::Comm(comm)) => Some(comm.0),
        _ => None,
    };
    if !entry::is_running() {
        return (None, Handler::Fatal);
    }
    let (comm, handle) = cx.with(|p| match named.and_then(|comm| p.comms.get(comm).map(|found| (comm, found))) {
        Some((comm, found)) => (Some(comm), found.errhandler),
        None => (None, p.comms.self_().errhandler),
    });
    (comm, cx.local(|l| l.errhandlers.resolve(handle, Object::Comm)).unwrap_or(Handler::Fatal))
}

fn call_comm_handler(function: usize, comm: usize, code: c_int) {
    type Function = unsafe extern "C" fn(*mut MPI_Comm, *mut c_int, ...);
    let (mut comm, mut code) = (MPI_Comm(comm), code);
    let address = std::ptr::with_exposed_provenance::<()>(function);
    // SAFETY: FAIL-1.
    unsafe {
        let function = std::mem::transmute::<*const (), Function>(address);
        function(&mut comm, &mut code);
    }
}

fn describe(call: Call, comm: Option<usize>, error: &Error) -> String {
    let class = mpi::error_class(error.class()).map_or("an error class of the program", |class| class.name);
    let place = comm.and_then(comm_name).map(|name| format!(" on {name}")).unwrap_or_default();
    format!("{}{place}: {} ({class})", call.0, error.message())
}

/// What a communicator is called in messages.
pub fn comm_name(comm: usize) -> Option<String> {
    if !entry::is_running() {
        return None;
    }
    let cx = Cx { call: Call::named("") };
    cx.with(|p| {
        let found = p.comms.get(comm)?;
        let name = String::from_utf8_lossy(found.name()).into_owned();
        Some(if name.is_empty() { format!("communicator {comm:#x} of {} ranks", found.size()) } else { name })
    })
}

/// Ends the job: says why, tells the launcher, and exits.
pub fn die(text: &str, code: c_int) -> ! {
    let cx = Cx { call: Call::named("") };
    let rank = entry::is_running().then(|| cx.with(|p| p.rank()));
    let who = rank.map_or("ferry".to_owned(), |rank| format!("ferry: rank {rank}"));
    // Nobody is left to be told if standard error is closed.
    let _ = writeln!(std::io::stderr(), "{who}: {text}");
    abort(code, "")
}

/// Ends the job through the launcher, and this process.
pub fn abort(code: c_int, message: &str) -> ! {
    if entry::is_running() {
        let cx = Cx { call: Call::named("") };
        cx.with(|p| {
            if let Some(launcher) = &mut p.launcher {
                // If the launcher is gone, so is the job.
                let _ = launcher.abort(code, message);
            }
        });
    }
    std::process::exit(if code & 0xff == 0 { 1 } else { code & 0xff })
}
