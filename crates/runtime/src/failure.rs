//! What happens to errors: the error handler of the object concerned decides (MPI-5 §9.3).
//!
//! An error of a call without an object, or with an invalid one, goes to the handler of
//! `MPI_COMM_SELF`. It goes to that of `MPI_COMM_WORLD` where the program has set that one alone,
//! as programs from before MPI 4.0 do. Before `MPI_Init`, and in programs that only have sessions,
//! there is neither. Then it goes to the initial error handler, which `mpiexec -initial-errhandler`
//! sets.
//!
//! `MPI_ERRORS_ARE_FATAL` ends the job. `MPI_ERRORS_ABORT` ends the processes of the object: the
//! job for a communicator of several processes, this process alone for a session, a file and a
//! communicator of one process. `mpiexec` then ends the job, since one of its processes failed.
//!
//! # Safety arguments
//! - FAIL-1: a handler value was given by the program as a function of the type its object demands
//!   (CT-2), and is called with no borrow of the process held (ENTRY-2).

use std::cell::RefCell;
use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_core::Error;
use ferry_core::attribute::Object;
use ferry_core::errhandler::{Handler, of_setting};
use ferry_settings::Settings;

use ferry_ctypes::{MPI_Comm, MPI_File, MPI_Session, MPI_Win};

use crate::cell::{self, Call, Cx, Phase};
use crate::program::program;

/// The object whose error handler takes the call's errors.
#[derive(Clone, Copy)]
pub enum Scope {
    /// No object: `MPI_COMM_SELF`'s handler (MPI-5 §9.3).
    None,
    /// A communicator.
    Comm(MPI_Comm),
    /// A session.
    Session(MPI_Session),
    /// A window.
    Win(MPI_Win),
    /// A file.
    File(MPI_File),
}

thread_local! {
    /// Class and text of this thread's last error, for `MPI_Error_string`.
    static LAST: RefCell<Option<(c_int, String)>> = const { RefCell::new(None) };
}

/// The text of this thread's last error, if it was of class `class`.
pub fn last_message(class: c_int) -> Option<String> {
    LAST.with_borrow(|last| last.as_ref().filter(|(seen, _)| *seen == class).map(|(_, text)| text.clone()))
}

/// A call before the first `MPI_Init` or `MPI_Session_init`, or after the last `MPI_Finalize` or
/// `MPI_Session_finalize`.
#[cold]
pub fn not_running(call: Call, scope: Scope) -> c_int {
    let advice = match (cell::is_over(), cell::world_is(Phase::After)) {
        (true, true) => "called after MPI_Finalize",
        (true, false) => "called after the last session was finalized; open another one with MPI_Session_init, or call MPI_Init",
        _ => "called before MPI_Init; call MPI_Init, MPI_Init_thread or MPI_Session_init first",
    };
    handle(&Cx { call }, scope, Error::new(mpi::MPI_ERR_OTHER, advice))
}

/// A call in a child that was forked by a process of the job. What only tidies up, as exit handlers
/// do, has no effect; anything else is an error, and ends at most the child.
#[cold]
pub fn in_child(call: Call, scope: Scope) -> c_int {
    if call.0 == "MPI_Finalize" {
        cell::set_world(Phase::After);
    }
    if call.0 == "MPI_Finalize" || call.0 == "MPI_Session_finalize" || call.0.ends_with("_free") {
        return mpi::MPI_SUCCESS;
    }
    let advice = "called in a child process (fork) of a rank, which has no part in the job; call MPI in the rank itself, or execute a program that uses MPI alone";
    let error = Error::new(mpi::MPI_ERR_OTHER, advice);
    match call.0 {
        "MPI_Abort" => die(&format!("MPI_Abort: {advice}"), mpi::MPI_ERR_OTHER),
        _ => handle(&Cx { call }, scope, error),
    }
}

/// The object an error belongs to, and the handle of its error handler.
struct Owner {
    object: Object,
    handle: usize,
    errhandler: usize,
}

/// The error of a function of the program that returned `code`, which `text` says; `MPI_ERR_OTHER`
/// if that is no error code.
#[cold]
pub fn of_program(cx: &Cx, code: c_int, text: &str) -> Error {
    match cx.local(|l| l.error_codes.class_of(code)) {
        Ok(_) => Error::new(code, text),
        Err(_) => Error::new(
            mpi::MPI_ERR_OTHER,
            format!("{text}, which is no error code; return MPI_SUCCESS, an error class, or an added code"),
        ),
    }
}

/// Gives an error to the handler of its object and returns what the call returns.
#[cold]
pub fn handle(cx: &Cx, scope: Scope, error: Error) -> c_int {
    let code = error.class();
    let owner = owner_of(cx, scope, &error);
    let handler = cx.local(|l| l.errhandlers.resolve(owner.errhandler, owner.object)).unwrap_or(Handler::Fatal);
    let text = describe(cx.call, &owner, &error);
    LAST.set(Some((code, text.clone())));
    match handler {
        Handler::Return => code,
        Handler::Fatal => die(&text, code),
        Handler::Abort if is_shared(cx, &owner) => die(&text, code),
        Handler::Abort => {
            tell(&text);
            leave(code)
        }
        Handler::Call(function) => {
            // SAFETY: FAIL-1.
            unsafe { program().handle_error(function, owner.handle, code) };
            code
        }
    }
}

fn owner_of(cx: &Cx, scope: Scope, error: &Error) -> Owner {
    if let Some((object, errhandler)) = error.errhandler() {
        return Owner { object, handle: null_of(object), errhandler };
    }
    let owner = match (error.comm(), scope) {
        (Some(comm), _) => comm_owner(cx, comm),
        _ if error.file().is_some() => Some(file_owner(cx, error.file().unwrap_or(mpi::MPI_FILE_NULL))),
        (None, Scope::Comm(comm)) => comm_owner(cx, comm.0),
        (None, Scope::Session(session)) => session_owner(cx, session.0),
        (None, Scope::File(file)) => Some(file_owner(cx, file.0)),
        (None, Scope::Win(win)) => win_owner(cx, win.0),
        (None, Scope::None) => None,
    };
    owner.or_else(|| comm_owner(cx, of_no_object(cx))).unwrap_or_else(initial_owner)
}

/// The communicator that answers for calls without an object.
fn of_no_object(cx: &Cx) -> usize {
    if cell::is_running() { cx.with(|p| p.comms.of_no_object()) } else { mpi::MPI_COMM_SELF }
}

fn null_of(object: Object) -> usize {
    match object {
        Object::Session => mpi::MPI_SESSION_NULL,
        Object::File => mpi::MPI_FILE_NULL,
        Object::Win => mpi::MPI_WIN_NULL,
        Object::Comm | Object::Type => mpi::MPI_COMM_NULL,
    }
}

fn comm_owner(cx: &Cx, handle: usize) -> Option<Owner> {
    let errhandler = cell::has_objects().then(|| cx.with(|p| p.comms.get(handle).map(|found| found.errhandler))).flatten()?;
    Some(Owner { object: Object::Comm, handle, errhandler })
}

/// Of what is no open file, `MPI_FILE_NULL` is the owner (MPI-5 §14.7).
fn file_owner(cx: &Cx, handle: usize) -> Owner {
    let errhandler = cell::is_running().then(|| cx.with(|p| p.files.get(handle).map(|found| found.errhandler))).flatten();
    match errhandler {
        Some(errhandler) => Owner { object: Object::File, handle, errhandler },
        None => Owner { object: Object::File, handle: mpi::MPI_FILE_NULL, errhandler: cx.local(|l| l.file_errhandler) },
    }
}

fn win_owner(cx: &Cx, handle: usize) -> Option<Owner> {
    let errhandler = cell::is_running().then(|| cx.with(|p| p.windows.get(handle).map(|found| found.errhandler))).flatten()?;
    Some(Owner { object: Object::Win, handle, errhandler })
}

fn session_owner(cx: &Cx, handle: usize) -> Option<Owner> {
    let errhandler = cell::has_objects().then(|| cx.with(|p| p.sessions.get(handle).map(|found| found.errhandler))).flatten()?;
    Some(Owner { object: Object::Session, handle, errhandler })
}

/// Where there is no object: the initial error handler.
fn initial_owner() -> Owner {
    let (settings, _) = Settings::from_env(std::env::vars_os());
    Owner { object: Object::Comm, handle: mpi::MPI_COMM_NULL, errhandler: of_setting(settings.initial_errhandler) }
}

/// Whether other processes have to do with the object as well. Without an object, all of the job
/// have.
fn is_shared(cx: &Cx, owner: &Owner) -> bool {
    let size =
        |comm| cell::is_running().then(|| cx.with(|p| p.comms.get(comm).map(|found| found.size().max(found.peers().size()))));
    match owner.object {
        Object::Win => cell::is_running() && cx.with(|p| p.windows.get(owner.handle).is_none_or(|found| found.group.size() > 1)),
        Object::Comm => size(owner.handle).flatten().is_none_or(|size| size > 1),
        _ => false,
    }
}

fn describe(call: Call, owner: &Owner, error: &Error) -> String {
    let class = mpi::error_class(error.class()).map_or("an error class of the program", |class| class.name);
    let place = match owner.object {
        Object::Comm => comm_name(owner.handle).map(|name| format!(" on {name}")),
        Object::Win => win_name(owner.handle).map(|name| format!(" on {name}")),
        _ => None,
    };
    format!("{}{}: {} ({class})", call.0, place.unwrap_or_default(), error.message())
}

/// What a window is called in messages.
fn win_name(win: usize) -> Option<String> {
    if !cell::is_running() {
        return None;
    }
    let cx = Cx { call: Call::named("") };
    cx.with(|p| {
        let found = p.windows.get(win)?;
        let name = String::from_utf8_lossy(found.name()).into_owned();
        Some(if name.is_empty() { format!("window {win:#x} of {} ranks", found.group.size()) } else { name })
    })
}

/// What a communicator is called in messages.
pub fn comm_name(comm: usize) -> Option<String> {
    if !cell::is_running() {
        return None;
    }
    let cx = Cx { call: Call::named("") };
    cx.with(|p| {
        let found = p.comms.get(comm)?;
        let name = String::from_utf8_lossy(found.name()).into_owned();
        Some(if name.is_empty() { format!("communicator {comm:#x} of {} ranks", found.size()) } else { name })
    })
}

/// Says on standard error what happened.
fn tell(text: &str) {
    let cx = Cx { call: Call::named("") };
    let rank = cell::is_running().then(|| cx.with(|p| p.rank()));
    match rank {
        Some(rank) => ferry_core::say(&format!("rank {rank}: {text}")),
        None => ferry_core::say(text),
    }
}

/// From now on this process takes no SIGTERM: it is about to end the job by itself, and a handler
/// of the program would bury the reason. To be called before the launcher is told, which has the
/// job's processes end.
pub fn deafen() {
    ferry_sys::signals::ignore(ferry_sys::signals::TERMINATE);
}

/// Ends the job: says why, tells the launcher, and exits.
pub fn die(text: &str, code: c_int) -> ! {
    deafen();
    tell(text);
    abort(code, "")
}

/// Ends the job through the launcher, and this process.
pub fn abort(code: c_int, message: &str) -> ! {
    if cell::is_running() {
        let cx = Cx { call: Call::named("") };
        cx.with(|p| {
            if p.is_own()
                && let Some(launcher) = &mut p.launcher
            {
                // If the launcher is gone, so is the job.
                let _ = launcher.abort(code, message);
            }
        });
    }
    leave(code)
}

/// Ends this process as failed.
fn leave(code: c_int) -> ! {
    std::process::exit(if code & 0xff == 0 { 1 } else { code & 0xff })
}
