//! The collective functions (MPI-5 chapter 6): each is described once, and done at once, in the
//! background, or whenever it is started.

use std::ffi::{c_int, c_void};

use ferry_calls::collective::arguments::{Argument, Layout, Request};
use ferry_calls::collective::call::reduce_locally;
use ferry_calls::collective::{
    broadcasting, moving, received, received_many, received_typed, reducing, sent, sent_many, sent_typed, vectors,
};
use ferry_collective::Collective;
use ferry_core::Result;
use ferry_ctypes::{IntArray, MPI_Datatype, MPI_Op};
use ferry_runtime::Cx;

use super::collective_forms::collectives;

// by macro: barrier, ibarrier, barrier_init
// by macro: bcast, ibcast, bcast_init
// by macro: gather, igather, gather_init, gatherv, igatherv, gatherv_init
// by macro: scatter, iscatter, scatter_init, scatterv, iscatterv, scatterv_init
// by macro: allgather, iallgather, allgather_init, allgatherv, iallgatherv, allgatherv_init
// by macro: alltoall, ialltoall, alltoall_init, alltoallv, ialltoallv, alltoallv_init, alltoallw
// by macro: ialltoallw, alltoallw_init
collectives! {
    /// `MPI_Barrier`
    barrier, ibarrier, barrier_init () {
        moving(Collective::Barrier, Argument::NONE, Argument::NONE)
    }

    /// `MPI_Bcast`
    bcast, ibcast, bcast_init (buffer: *mut c_void, count: i64, datatype: MPI_Datatype, root: c_int) {
        broadcasting(buffer, count, datatype, root)
    }

    /// `MPI_Gather`
    gather, igather, gather_init (
        sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int
    ) {
        Request { root, ..moving(Collective::Gather, sent(sendbuf, sendcount, sendtype), received(recvbuf, recvcount, recvtype)) }
    }

    /// `MPI_Gatherv`
    gatherv, igatherv, gatherv_init (
        sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: IntArray, displs: IntArray, recvtype: MPI_Datatype, root: c_int
    ) {
        let recv = received_many(recvbuf, (recvcounts, displs), recvtype);
        Request { root, ..moving(Collective::Gatherv, sent(sendbuf, sendcount, sendtype), recv) }
    }

    /// `MPI_Scatter`
    scatter, iscatter, scatter_init (
        sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int
    ) {
        Request { root, ..moving(Collective::Scatter, sent(sendbuf, sendcount, sendtype), received(recvbuf, recvcount, recvtype)) }
    }

    /// `MPI_Scatterv`
    scatterv, iscatterv, scatterv_init (
        sendbuf: *const c_void, sendcounts: IntArray, displs: IntArray, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int
    ) {
        let send = sent_many(sendbuf, (sendcounts, displs), sendtype);
        Request { root, ..moving(Collective::Scatterv, send, received(recvbuf, recvcount, recvtype)) }
    }

    /// `MPI_Allgather`
    allgather, iallgather, allgather_init (
        sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype
    ) {
        moving(Collective::Allgather, sent(sendbuf, sendcount, sendtype), received(recvbuf, recvcount, recvtype))
    }

    /// `MPI_Allgatherv`
    allgatherv, iallgatherv, allgatherv_init (
        sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: IntArray, displs: IntArray, recvtype: MPI_Datatype
    ) {
        let recv = received_many(recvbuf, (recvcounts, displs), recvtype);
        moving(Collective::Allgatherv, sent(sendbuf, sendcount, sendtype), recv)
    }

    /// `MPI_Alltoall`
    alltoall, ialltoall, alltoall_init (
        sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype
    ) {
        moving(Collective::Alltoall, sent(sendbuf, sendcount, sendtype), received(recvbuf, recvcount, recvtype))
    }

    /// `MPI_Alltoallv`
    alltoallv, ialltoallv, alltoallv_init (
        sendbuf: *const c_void, sendcounts: IntArray, sdispls: IntArray, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: IntArray, rdispls: IntArray, recvtype: MPI_Datatype
    ) {
        let send = sent_many(sendbuf, (sendcounts, sdispls), sendtype);
        moving(Collective::Alltoallv, send, received_many(recvbuf, (recvcounts, rdispls), recvtype))
    }

    /// `MPI_Alltoallw`
    alltoallw, ialltoallw, alltoallw_init (
        sendbuf: *const c_void, sendcounts: IntArray, sdispls: IntArray, sendtypes: *const MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: IntArray, rdispls: IntArray, recvtypes: *const MPI_Datatype
    ) {
        let send = sent_typed(sendbuf, (sendcounts, sdispls), sendtypes);
        moving(Collective::Alltoallw, send, received_typed(recvbuf, (recvcounts, rdispls), recvtypes))
    }
}

// by macro: reduce, ireduce, reduce_init, allreduce, iallreduce, allreduce_init
// by macro: reduce_scatter, ireduce_scatter, reduce_scatter_init
// by macro: reduce_scatter_block, ireduce_scatter_block, reduce_scatter_block_init
// by macro: scan, iscan, scan_init, exscan, iexscan, exscan_init
collectives! {
    /// `MPI_Reduce`
    reduce, ireduce, reduce_init (
        sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, root: c_int
    ) {
        Request { root, ..reducing(Collective::Reduce, (sendbuf, recvbuf), Layout::Equal { count, datatype }, op) }
    }

    /// `MPI_Allreduce`
    allreduce, iallreduce, allreduce_init (
        sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op
    ) {
        reducing(Collective::Allreduce, (sendbuf, recvbuf), Layout::Equal { count, datatype }, op)
    }

    /// `MPI_Reduce_scatter`
    reduce_scatter, ireduce_scatter, reduce_scatter_init (
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: IntArray, datatype: MPI_Datatype, op: MPI_Op
    ) {
        reducing(Collective::ReduceScatter, (sendbuf, recvbuf), Layout::Packed { counts: recvcounts, datatype }, op)
    }

    /// `MPI_Reduce_scatter_block`
    reduce_scatter_block, ireduce_scatter_block, reduce_scatter_block_init (
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: MPI_Datatype, op: MPI_Op
    ) {
        reducing(Collective::ReduceScatterBlock, (sendbuf, recvbuf), Layout::Equal { count: recvcount, datatype }, op)
    }

    /// `MPI_Scan`
    scan, iscan, scan_init (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op) {
        reducing(Collective::Scan, (sendbuf, recvbuf), Layout::Equal { count, datatype }, op)
    }

    /// `MPI_Exscan`
    exscan, iexscan, exscan_init (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op) {
        reducing(Collective::Exscan, (sendbuf, recvbuf), Layout::Equal { count, datatype }, op)
    }
}

/// `MPI_Reduce_local`
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
