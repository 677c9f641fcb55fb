//! Handles as C integers (MPI-5 §20.3.4): for Fortran, and for programs that print or hash them.
//!
//! Predefined handles keep their value. The integer of any other handle leads back to the object
//! that has its place in the table. What is no handle becomes -1, and what is no integer of a
//! handle becomes the null handle.

use std::ffi::c_int;

use ferry_core::local::Local;
use ferry_core::process::Process;
use ferry_ctypes::{
    MPI_Comm, MPI_Datatype, MPI_Errhandler, MPI_File, MPI_Group, MPI_Info, MPI_Message, MPI_Op, MPI_Request, MPI_Session, MPI_Win,
};
use ferry_handle::FIRST_CREATED;
use ferry_runtime::{Call, Cx, cell};

pub(crate) fn comm_toint(handle: MPI_Comm) -> c_int {
    to_int(handle.0, || in_process(|p| p.comms.table().to_int(handle.0)))
}

pub(crate) fn comm_fromint(int: c_int) -> MPI_Comm {
    MPI_Comm(from_int(int, MPI_Comm::NULL.0, || in_process(|p| p.comms.table().from_int(int))))
}

pub(crate) fn group_toint(handle: MPI_Group) -> c_int {
    to_int(handle.0, || in_process(|p| p.groups.table().to_int(handle.0)))
}

pub(crate) fn group_fromint(int: c_int) -> MPI_Group {
    MPI_Group(from_int(int, MPI_Group::NULL.0, || in_process(|p| p.groups.table().from_int(int))))
}

pub(crate) fn message_toint(handle: MPI_Message) -> c_int {
    to_int(handle.0, || in_process(|p| p.messages.to_int(handle.0)))
}

pub(crate) fn message_fromint(int: c_int) -> MPI_Message {
    MPI_Message(from_int(int, MPI_Message::NULL.0, || in_process(|p| p.messages.from_int(int))))
}

pub(crate) fn op_toint(handle: MPI_Op) -> c_int {
    to_int(handle.0, || in_process(|p| p.operations.table().to_int(handle.0)))
}

pub(crate) fn op_fromint(int: c_int) -> MPI_Op {
    MPI_Op(from_int(int, MPI_Op::NULL.0, || in_process(|p| p.operations.table().from_int(int))))
}

pub(crate) fn request_toint(handle: MPI_Request) -> c_int {
    let created = |p: &mut Process| {
        let of_operation = p.engine.operation_to_int(handle.0).or_else(|| p.completed.to_int(handle.0));
        of_operation.or_else(|| p.requests.to_int(handle.0))
    };
    to_int(handle.0, || in_process(created))
}

pub(crate) fn request_fromint(int: c_int) -> MPI_Request {
    let created = |p: &mut Process| {
        let of_operation = p.engine.operation_from_int(int).or_else(|| p.completed.from_int(int));
        of_operation.or_else(|| p.requests.from_int(int))
    };
    MPI_Request(from_int(int, MPI_Request::NULL.0, || in_process(created)))
}

pub(crate) fn type_toint(handle: MPI_Datatype) -> c_int {
    to_int(handle.0, || in_process(|p| p.datatypes.table().to_int(handle.0)))
}

pub(crate) fn type_fromint(int: c_int) -> MPI_Datatype {
    MPI_Datatype(from_int(int, MPI_Datatype::NULL.0, || in_process(|p| p.datatypes.table().from_int(int))))
}

pub(crate) fn errhandler_toint(handle: MPI_Errhandler) -> c_int {
    to_int(handle.0, || in_local(|l| l.errhandlers.to_int(handle.0)))
}

pub(crate) fn errhandler_fromint(int: c_int) -> MPI_Errhandler {
    MPI_Errhandler(from_int(int, MPI_Errhandler::NULL.0, || in_local(|l| l.errhandlers.from_int(int))))
}

pub(crate) fn info_toint(handle: MPI_Info) -> c_int {
    to_int(handle.0, || in_local(|l| l.infos.table().to_int(handle.0)))
}

pub(crate) fn info_fromint(int: c_int) -> MPI_Info {
    MPI_Info(from_int(int, MPI_Info::NULL.0, || in_local(|l| l.infos.table().from_int(int))))
}

pub(crate) fn session_toint(handle: MPI_Session) -> c_int {
    to_int(handle.0, || in_process(|p| p.sessions.to_int(handle.0)))
}

pub(crate) fn session_fromint(int: c_int) -> MPI_Session {
    MPI_Session(from_int(int, MPI_Session::NULL.0, || in_process(|p| p.sessions.from_int(int))))
}

pub(crate) fn file_toint(handle: MPI_File) -> c_int {
    to_int(handle.0, || in_process(|p| p.files.table().to_int(handle.0)))
}

pub(crate) fn file_fromint(int: c_int) -> MPI_File {
    MPI_File(from_int(int, MPI_File::NULL.0, || in_process(|p| p.files.table().from_int(int))))
}

pub(crate) fn win_toint(handle: MPI_Win) -> c_int {
    to_int(handle.0, || in_process(|p| p.windows.to_int(handle.0)))
}

pub(crate) fn win_fromint(int: c_int) -> MPI_Win {
    MPI_Win(from_int(int, MPI_Win::NULL.0, || in_process(|p| p.windows.from_int(int))))
}

/// What a handle that does not refer to anything becomes.
const NO_HANDLE: c_int = -1;

/// Predefined handles are their own integers; `created` finds those of others.
fn to_int(handle: usize, created: impl FnOnce() -> Option<c_int>) -> c_int {
    if handle < FIRST_CREATED { handle as c_int } else { created().unwrap_or(NO_HANDLE) }
}

fn from_int(int: c_int, null: usize, created: impl FnOnce() -> Option<usize>) -> usize {
    match usize::try_from(int) {
        Ok(predefined) if predefined < FIRST_CREATED => predefined,
        Ok(_) => created().unwrap_or(null),
        Err(_) => null,
    }
}

fn in_process<R>(body: impl FnOnce(&mut Process) -> Option<R>) -> Option<R> {
    cell::is_running().then(|| Cx { call: Call::named("") }.with(body)).flatten()
}

fn in_local<R>(body: impl FnOnce(&mut Local) -> Option<R>) -> Option<R> {
    Cx { call: Call::named("") }.local(body)
}
