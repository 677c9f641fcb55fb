//! The buffers that buffered sends count against (MPI-5 §3.6).

use std::ffi::c_void;

use ferry_calls::p2p::buffered::{attach, detach, flush, iflush};
use ferry_core::Result;
use ferry_core::attached::AttachedTo;
use ferry_ctypes::{IntOut, MPI_Comm, MPI_Request, MPI_Session, Out};
use ferry_runtime::Cx;

/// `MPI_Buffer_attach`
pub(crate) fn buffer_attach(cx: &Cx, buffer: *mut c_void, size: i64) -> Result<()> {
    attach(cx, AttachedTo::Process, buffer, size)
}

/// `MPI_Comm_attach_buffer`
pub(crate) fn comm_attach_buffer(cx: &Cx, comm: MPI_Comm, buffer: *mut c_void, size: i64) -> Result<()> {
    attach(cx, AttachedTo::Comm(comm.0), buffer, size)
}

/// `MPI_Session_attach_buffer`
pub(crate) fn session_attach_buffer(cx: &Cx, session: MPI_Session, buffer: *mut c_void, size: i64) -> Result<()> {
    attach(cx, AttachedTo::Session(session.0), buffer, size)
}

/// `MPI_Buffer_detach`; waits until all buffered messages are delivered.
pub(crate) unsafe fn buffer_detach(cx: &Cx, buffer_addr: *mut c_void, size: IntOut) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { detach(cx, AttachedTo::Process, buffer_addr, size) }
}

/// `MPI_Comm_detach_buffer`
pub(crate) unsafe fn comm_detach_buffer(cx: &Cx, comm: MPI_Comm, buffer_addr: *mut c_void, size: IntOut) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { detach(cx, AttachedTo::Comm(comm.0), buffer_addr, size) }
}

/// `MPI_Session_detach_buffer`
pub(crate) unsafe fn session_detach_buffer(cx: &Cx, session: MPI_Session, buffer_addr: *mut c_void, size: IntOut) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { detach(cx, AttachedTo::Session(session.0), buffer_addr, size) }
}

/// `MPI_Buffer_flush`
pub(crate) fn buffer_flush(cx: &Cx) -> Result<()> {
    flush(cx, AttachedTo::Process)
}

/// `MPI_Comm_flush_buffer`
pub(crate) fn comm_flush_buffer(cx: &Cx, comm: MPI_Comm) -> Result<()> {
    flush(cx, AttachedTo::Comm(comm.0))
}

/// `MPI_Session_flush_buffer`
pub(crate) fn session_flush_buffer(cx: &Cx, session: MPI_Session) -> Result<()> {
    flush(cx, AttachedTo::Session(session.0))
}

/// `MPI_Buffer_iflush`
pub(crate) fn buffer_iflush(cx: &Cx, request: Out<MPI_Request>) -> Result<()> {
    iflush(cx, AttachedTo::Process, request)
}

/// `MPI_Comm_iflush_buffer`
pub(crate) fn comm_iflush_buffer(cx: &Cx, comm: MPI_Comm, request: Out<MPI_Request>) -> Result<()> {
    iflush(cx, AttachedTo::Comm(comm.0), request)
}

/// `MPI_Session_iflush_buffer`
pub(crate) fn session_iflush_buffer(cx: &Cx, session: MPI_Session, request: Out<MPI_Request>) -> Result<()> {
    iflush(cx, AttachedTo::Session(session.0), request)
}
