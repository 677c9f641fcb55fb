//! Neighborhood collectives (MPI-5 §8.6, §8.8, §8.9): the blocks are those of the neighbors in the
//! communicator's topology.

use std::ffi::c_void;

use ferry_calls::collective::{moving, received, received_many, received_typed, sent, sent_many, sent_typed};
use ferry_collective::Collective;
use ferry_ctypes::{IntArray, MPI_Datatype};

use super::collective_forms::collectives;

// by macro: neighbor_allgather, ineighbor_allgather, neighbor_allgather_init
// by macro: neighbor_allgatherv, ineighbor_allgatherv, neighbor_allgatherv_init
// by macro: neighbor_alltoall, ineighbor_alltoall, neighbor_alltoall_init
// by macro: neighbor_alltoallv, ineighbor_alltoallv, neighbor_alltoallv_init
// by macro: neighbor_alltoallw, ineighbor_alltoallw, neighbor_alltoallw_init
collectives! {
    /// `MPI_Neighbor_allgather`
    neighbor_allgather, ineighbor_allgather, neighbor_allgather_init (
        sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype
    ) {
        let (send, recv) = (sent(sendbuf, sendcount, sendtype), received(recvbuf, recvcount, recvtype));
        moving(Collective::NeighborAllgather, send, recv)
    }

    /// `MPI_Neighbor_allgatherv`
    neighbor_allgatherv, ineighbor_allgatherv, neighbor_allgatherv_init (
        sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: IntArray, displs: IntArray, recvtype: MPI_Datatype
    ) {
        let (send, recv) = (sent(sendbuf, sendcount, sendtype), received_many(recvbuf, (recvcounts, displs), recvtype));
        moving(Collective::NeighborAllgatherv, send, recv)
    }

    /// `MPI_Neighbor_alltoall`
    neighbor_alltoall, ineighbor_alltoall, neighbor_alltoall_init (
        sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype
    ) {
        let (send, recv) = (sent(sendbuf, sendcount, sendtype), received(recvbuf, recvcount, recvtype));
        moving(Collective::NeighborAlltoall, send, recv)
    }

    /// `MPI_Neighbor_alltoallv`
    neighbor_alltoallv, ineighbor_alltoallv, neighbor_alltoallv_init (
        sendbuf: *const c_void, sendcounts: IntArray, sdispls: IntArray, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: IntArray, rdispls: IntArray, recvtype: MPI_Datatype
    ) {
        let send = sent_many(sendbuf, (sendcounts, sdispls), sendtype);
        let recv = received_many(recvbuf, (recvcounts, rdispls), recvtype);
        moving(Collective::NeighborAlltoallv, send, recv)
    }

    /// `MPI_Neighbor_alltoallw`
    neighbor_alltoallw, ineighbor_alltoallw, neighbor_alltoallw_init (
        sendbuf: *const c_void, sendcounts: IntArray, sdispls: *const i64, sendtypes: *const MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: IntArray, rdispls: *const i64, recvtypes: *const MPI_Datatype
    ) {
        let send = sent_typed(sendbuf, (sendcounts, IntArray::Long(sdispls)), sendtypes);
        let recv = received_typed(recvbuf, (recvcounts, IntArray::Long(rdispls)), recvtypes);
        moving(Collective::NeighborAlltoallw, send, recv)
    }
}
