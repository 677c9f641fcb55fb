//! Blocking collective functions (MPI-5 chapter 6).

use std::ffi::{c_int, c_void};

use ferry_collective::Collective;
use ferry_core::Result;

use super::collective_arguments::{Argument, Layout, Names, Request};
use super::collective_call::{reduce_locally, run};
use super::collective_direct as direct;
use crate::ctypes::{IntArray, MPI_Comm, MPI_Datatype, MPI_Op};
use crate::entry::Cx;

const SEND: Names = Names { buffer: "sendbuf", counts: "sendcount", datatype: "sendtype" };
const RECV: Names = Names { buffer: "recvbuf", counts: "recvcount", datatype: "recvtype" };
const SEND_MANY: Names = Names { buffer: "sendbuf", counts: "sendcounts", datatype: "sendtype" };
const RECV_MANY: Names = Names { buffer: "recvbuf", counts: "recvcounts", datatype: "recvtype" };
const SEND_TYPED: Names = Names { buffer: "sendbuf", counts: "sendcounts", datatype: "sendtypes" };
const RECV_TYPED: Names = Names { buffer: "recvbuf", counts: "recvcounts", datatype: "recvtypes" };
const BUFFER: Names = Names { buffer: "buffer", counts: "count", datatype: "datatype" };

fn equal(names: Names, address: *const c_void, count: i64, datatype: MPI_Datatype) -> Argument {
    Argument { names, address: address.cast_mut(), layout: Layout::Equal { count, datatype } }
}

fn counted(names: Names, address: *const c_void, arrays: (IntArray, IntArray), datatype: MPI_Datatype) -> Argument {
    let (counts, displacements) = arrays;
    Argument { names, address: address.cast_mut(), layout: Layout::Counted { counts, displacements, datatype } }
}

fn typed(names: Names, address: *const c_void, arrays: (IntArray, IntArray), datatypes: *const MPI_Datatype) -> Argument {
    let (counts, displacements) = arrays;
    Argument { names, address: address.cast_mut(), layout: Layout::Typed { counts, displacements, datatypes } }
}

fn request(collective: Collective, send: Argument, recv: Argument, comm: MPI_Comm) -> Request {
    Request { collective, send, recv, root: 0, op: None, comm }
}

/// `MPI_Barrier`.
pub(crate) fn barrier(cx: &Cx, comm: MPI_Comm) -> Result<()> {
    if let Some(result) = direct::barrier(cx, comm) {
        return result;
    }
    // SAFETY: there are no buffers.
    unsafe { run(cx, &request(Collective::Barrier, Argument::NONE, Argument::NONE, comm)) }
}

/// `MPI_Bcast`.
pub(crate) unsafe fn bcast(
    cx: &Cx,
    buffer: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    // SAFETY: ABI-1.
    if let Some(result) = unsafe { direct::bcast(cx, buffer, count, datatype, root, comm) } {
        return result;
    }
    let buffer = equal(BUFFER, buffer, count, datatype);
    // SAFETY: ABI-1.
    unsafe { run(cx, &Request { root, ..request(Collective::Bcast, Argument::NONE, buffer, comm) }) }
}

/// `MPI_Gather`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn gather(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    let (send, recv) = (equal(SEND, sendbuf, sendcount, sendtype), equal(RECV, recvbuf, recvcount, recvtype));
    // SAFETY: ABI-1.
    unsafe { run(cx, &Request { root, ..request(Collective::Gather, send, recv, comm) }) }
}

/// `MPI_Gatherv`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn gatherv(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: IntArray,
    displs: IntArray,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    let send = equal(SEND, sendbuf, sendcount, sendtype);
    let recv = counted(RECV_MANY, recvbuf, (recvcounts, displs), recvtype);
    // SAFETY: ABI-1, ABI-2.
    unsafe { run(cx, &Request { root, ..request(Collective::Gatherv, send, recv, comm) }) }
}

/// `MPI_Scatter`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn scatter(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    let (send, recv) = (equal(SEND, sendbuf, sendcount, sendtype), equal(RECV, recvbuf, recvcount, recvtype));
    // SAFETY: ABI-1.
    unsafe { run(cx, &Request { root, ..request(Collective::Scatter, send, recv, comm) }) }
}

/// `MPI_Scatterv`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn scatterv(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcounts: IntArray,
    displs: IntArray,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    let send = counted(SEND_MANY, sendbuf, (sendcounts, displs), sendtype);
    let recv = equal(RECV, recvbuf, recvcount, recvtype);
    // SAFETY: ABI-1, ABI-2.
    unsafe { run(cx, &Request { root, ..request(Collective::Scatterv, send, recv, comm) }) }
}

/// `MPI_Allgather`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn allgather(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> Result<()> {
    let (sent, received) = ((sendbuf, sendcount, sendtype), (recvbuf, recvcount, recvtype));
    // SAFETY: ABI-1.
    if let Some(result) = unsafe { direct::allgather(cx, sent, received, comm) } {
        return result;
    }
    let (send, recv) = (equal(SEND, sendbuf, sendcount, sendtype), equal(RECV, recvbuf, recvcount, recvtype));
    // SAFETY: ABI-1.
    unsafe { run(cx, &request(Collective::Allgather, send, recv, comm)) }
}

/// `MPI_Allgatherv`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn allgatherv(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: IntArray,
    displs: IntArray,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> Result<()> {
    let send = equal(SEND, sendbuf, sendcount, sendtype);
    let recv = counted(RECV_MANY, recvbuf, (recvcounts, displs), recvtype);
    // SAFETY: ABI-1, ABI-2.
    unsafe { run(cx, &request(Collective::Allgatherv, send, recv, comm)) }
}

/// `MPI_Alltoall`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn alltoall(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> Result<()> {
    let (send, recv) = (equal(SEND, sendbuf, sendcount, sendtype), equal(RECV, recvbuf, recvcount, recvtype));
    // SAFETY: ABI-1.
    unsafe { run(cx, &request(Collective::Alltoall, send, recv, comm)) }
}

/// `MPI_Alltoallv`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn alltoallv(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcounts: IntArray,
    sdispls: IntArray,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: IntArray,
    rdispls: IntArray,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> Result<()> {
    let send = counted(SEND_MANY, sendbuf, (sendcounts, sdispls), sendtype);
    let recv = counted(RECV_MANY, recvbuf, (recvcounts, rdispls), recvtype);
    // SAFETY: ABI-1, ABI-2.
    unsafe { run(cx, &request(Collective::Alltoallv, send, recv, comm)) }
}

/// `MPI_Alltoallw`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn alltoallw(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcounts: IntArray,
    sdispls: IntArray,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: IntArray,
    rdispls: IntArray,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
) -> Result<()> {
    let send = typed(SEND_TYPED, sendbuf, (sendcounts, sdispls), sendtypes);
    let recv = typed(RECV_TYPED, recvbuf, (recvcounts, rdispls), recvtypes);
    // SAFETY: ABI-1, ABI-2.
    unsafe { run(cx, &request(Collective::Alltoallw, send, recv, comm)) }
}

const OPERAND: Names = Names { buffer: "sendbuf", counts: "count", datatype: "datatype" };
const RESULT: Names = Names { buffer: "recvbuf", counts: "count", datatype: "datatype" };
const OPERANDS: Names = Names { buffer: "sendbuf", counts: "recvcounts", datatype: "datatype" };
const RESULTS: Names = Names { buffer: "recvbuf", counts: "recvcounts", datatype: "datatype" };

/// The two buffers of a reduction, of one layout.
fn vectors(sendbuf: *const c_void, recvbuf: *mut c_void, layout: Layout) -> (Argument, Argument) {
    let (send, recv) = if matches!(layout, Layout::Packed { .. }) { (OPERANDS, RESULTS) } else { (OPERAND, RESULT) };
    (Argument { names: send, address: sendbuf.cast_mut(), layout }, Argument { names: recv, address: recvbuf, layout })
}

fn reducing(collective: Collective, vectors: (Argument, Argument), op: MPI_Op, comm: MPI_Comm) -> Request {
    Request { op: Some(op), ..request(collective, vectors.0, vectors.1, comm) }
}

/// `MPI_Reduce`.
#[allow(clippy::too_many_arguments)]
pub(crate) unsafe fn reduce(
    cx: &Cx,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    let vectors = vectors(sendbuf, recvbuf, Layout::Equal { count, datatype });
    // SAFETY: ABI-1.
    unsafe { run(cx, &Request { root, ..reducing(Collective::Reduce, vectors, op, comm) }) }
}

/// `MPI_Allreduce`.
pub(crate) unsafe fn allreduce(
    cx: &Cx,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> Result<()> {
    // SAFETY: ABI-1.
    if let Some(result) = unsafe { direct::allreduce(cx, sendbuf, recvbuf, count, datatype, op, comm) } {
        return result;
    }
    let vectors = vectors(sendbuf, recvbuf, Layout::Equal { count, datatype });
    // SAFETY: ABI-1.
    unsafe { run(cx, &reducing(Collective::Allreduce, vectors, op, comm)) }
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $function:ident: $collective:ident;)*) => { $(
        $(#[$doc])*
        pub(crate) unsafe fn $function(
            cx: &Cx, sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm,
        ) -> Result<()> {
            let vectors = vectors(sendbuf, recvbuf, Layout::Equal { count, datatype });
            // SAFETY: ABI-1.
            unsafe { run(cx, &reducing(Collective::$collective, vectors, op, comm)) }
        }
    )* };
}

// by macro: reduce_scatter_block, scan, exscan
reductions! {
    /// `MPI_Reduce_scatter_block`.
    reduce_scatter_block: ReduceScatterBlock;
    /// `MPI_Scan`.
    scan: Scan;
    /// `MPI_Exscan`.
    exscan: Exscan;
}

/// `MPI_Reduce_scatter`.
pub(crate) unsafe fn reduce_scatter(
    cx: &Cx,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: IntArray,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> Result<()> {
    let vectors = vectors(sendbuf, recvbuf, Layout::Packed { counts: recvcounts, datatype });
    // SAFETY: ABI-1, ABI-2.
    unsafe { run(cx, &reducing(Collective::ReduceScatter, vectors, op, comm)) }
}

/// `MPI_Reduce_local`.
pub(crate) unsafe fn reduce_local(
    cx: &Cx,
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    op: MPI_Op,
) -> Result<()> {
    let (mut input, mut inout) = vectors(inbuf, inoutbuf, Layout::Equal { count, datatype });
    (input.names.buffer, inout.names.buffer) = ("inbuf", "inoutbuf");
    // SAFETY: ABI-1.
    unsafe { reduce_locally(cx, input, inout, op) }
}
