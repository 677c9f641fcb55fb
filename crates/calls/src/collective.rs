//! The collective functions (MPI-5 chapter 6): each is described once, and done at once, in the
//! background, or whenever it is started.

pub mod arguments;
pub mod call;
pub mod direct;
pub mod request;

use std::ffi::{c_int, c_void};

use ferry_collective::Collective;
use ferry_ctypes::{IntArray, MPI_Comm, MPI_Datatype, MPI_Op};

use crate::collective::arguments::{Argument, Layout, Names, Request};

const SEND: Names = Names { buffer: "sendbuf", counts: "sendcount", datatype: "sendtype" };

const RECV: Names = Names { buffer: "recvbuf", counts: "recvcount", datatype: "recvtype" };

const SEND_MANY: Names = Names { buffer: "sendbuf", counts: "sendcounts", datatype: "sendtype" };

const RECV_MANY: Names = Names { buffer: "recvbuf", counts: "recvcounts", datatype: "recvtype" };

const SEND_TYPED: Names = Names { buffer: "sendbuf", counts: "sendcounts", datatype: "sendtypes" };

const RECV_TYPED: Names = Names { buffer: "recvbuf", counts: "recvcounts", datatype: "recvtypes" };

const BUFFER: Names = Names { buffer: "buffer", counts: "count", datatype: "datatype" };

const OPERAND: Names = Names { buffer: "sendbuf", counts: "count", datatype: "datatype" };

const RESULT: Names = Names { buffer: "recvbuf", counts: "count", datatype: "datatype" };

const OPERANDS: Names = Names { buffer: "sendbuf", counts: "recvcounts", datatype: "datatype" };

const RESULTS: Names = Names { buffer: "recvbuf", counts: "recvcounts", datatype: "datatype" };

/// Data to send, of one layout for every rank.
pub fn sent(address: *const c_void, count: i64, datatype: MPI_Datatype) -> Argument {
    Argument { names: SEND, address: address.cast_mut(), layout: Layout::Equal { count, datatype } }
}

/// Room for data, of one layout for every rank.
pub fn received(address: *mut c_void, count: i64, datatype: MPI_Datatype) -> Argument {
    Argument { names: RECV, address, layout: Layout::Equal { count, datatype } }
}

/// Data to send, with a count and displacement for each rank.
pub fn sent_many(address: *const c_void, arrays: (IntArray, IntArray), datatype: MPI_Datatype) -> Argument {
    let (counts, displacements) = arrays;
    Argument { names: SEND_MANY, address: address.cast_mut(), layout: Layout::Counted { counts, displacements, datatype } }
}

/// Room for data, with a count and displacement for each rank.
pub fn received_many(address: *mut c_void, arrays: (IntArray, IntArray), datatype: MPI_Datatype) -> Argument {
    let (counts, displacements) = arrays;
    Argument { names: RECV_MANY, address, layout: Layout::Counted { counts, displacements, datatype } }
}

/// Data to send, with a count, displacement in bytes and datatype for each rank.
pub fn sent_typed(address: *const c_void, arrays: (IntArray, IntArray), datatypes: *const MPI_Datatype) -> Argument {
    let (counts, displacements) = arrays;
    Argument { names: SEND_TYPED, address: address.cast_mut(), layout: Layout::Typed { counts, displacements, datatypes } }
}

/// Room for data, with a count, displacement in bytes and datatype for each rank.
pub fn received_typed(address: *mut c_void, arrays: (IntArray, IntArray), datatypes: *const MPI_Datatype) -> Argument {
    let (counts, displacements) = arrays;
    Argument { names: RECV_TYPED, address, layout: Layout::Typed { counts, displacements, datatypes } }
}

/// A call that moves data; its communicator is filled in by the macro.
pub fn moving(collective: Collective, send: Argument, recv: Argument) -> Request {
    Request { collective, send, recv, root: 0, op: None, comm: MPI_Comm::NULL }
}

/// A broadcast; its communicator is filled in by the macro.
pub fn broadcasting(buffer: *mut c_void, count: i64, datatype: MPI_Datatype, root: c_int) -> Request {
    let buffer = Argument { names: BUFFER, address: buffer, layout: Layout::Equal { count, datatype } };
    Request { root, ..moving(Collective::Bcast, Argument::NONE, buffer) }
}

/// The two buffers of a reduction, of one layout.
pub fn vectors(sendbuf: *const c_void, recvbuf: *mut c_void, layout: Layout) -> (Argument, Argument) {
    let (send, recv) = if matches!(layout, Layout::Packed { .. }) { (OPERANDS, RESULTS) } else { (OPERAND, RESULT) };
    (Argument { names: send, address: sendbuf.cast_mut(), layout }, Argument { names: recv, address: recvbuf, layout })
}

/// A call that combines vectors of `layout`.
pub fn reducing(collective: Collective, buffers: (*const c_void, *mut c_void), layout: Layout, op: MPI_Op) -> Request {
    let (send, recv) = vectors(buffers.0, buffers.1, layout);
    Request { op: Some(op), ..moving(collective, send, recv) }
}
