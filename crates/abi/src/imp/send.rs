//! Blocking and immediate sends (MPI-5 §3.2, §3.4, §3.7). Ready sends are standard ones: their
//! receive is there already.

use std::ffi::{c_int, c_void};

use ferry_calls::p2p::message::Arguments;
use ferry_calls::p2p::send::{blocking, immediate};
use ferry_core::Result;
use ferry_ctypes::{MPI_Comm, MPI_Datatype, MPI_Request, Out};
use ferry_engine::Mode;
use ferry_runtime::Cx;

/// `MPI_Send`
#[inline]
pub(crate) unsafe fn send(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { blocking(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Standard) }
}

/// `MPI_Ssend`
#[inline]
pub(crate) unsafe fn ssend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { blocking(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Synchronous) }
}

/// `MPI_Rsend`
#[inline]
pub(crate) unsafe fn rsend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { blocking(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Standard) }
}

/// `MPI_Isend`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn isend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: Out<MPI_Request>,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { immediate(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Standard, request) }
}

/// `MPI_Issend`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn issend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: Out<MPI_Request>,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { immediate(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Synchronous, request) }
}

/// `MPI_Irsend`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn irsend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: Out<MPI_Request>,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { immediate(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Standard, request) }
}
