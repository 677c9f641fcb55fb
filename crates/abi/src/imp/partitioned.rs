//! Partitioned communication (MPI-5 chapter 4).

use std::ffi::{c_int, c_void};

use ferry_calls::p2p::message::Arguments;
use ferry_calls::p2p::partitioned::{Init, ready, refuse_failed, refused};
use ferry_calls::request::waits::look;
use ferry_core::process::Process;
use ferry_core::request::Request;
use ferry_core::{Result, bail};
use ferry_ctypes::{IntArray, MPI_Comm, MPI_Datatype, MPI_Info, MPI_Request, Out};
use ferry_engine::partitioned::{PartitionedReceive, PartitionedSend};
use ferry_runtime::Cx;

/// `MPI_Psend_init`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn psend_init(
    cx: &Cx,
    buf: *const c_void,
    partitions: c_int,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: Out<MPI_Request>,
) -> Result<()> {
    let init = Init { arguments: Arguments { buf, count, datatype, peer: dest, tag, comm }, partitions, info };
    let send = |p: &mut Process, address, data| {
        p.channels += 1;
        Request::PartitionedSend(Box::new(PartitionedSend::new(&mut p.engine, address, data, p.channels)))
    };
    // SAFETY: ABI-1.
    unsafe { init.make(cx, send, request) }
}

/// `MPI_Precv_init`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn precv_init(
    cx: &Cx,
    buf: *mut c_void,
    partitions: c_int,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: Out<MPI_Request>,
) -> Result<()> {
    let init = Init { arguments: Arguments { buf, count, datatype, peer: dest, tag, comm }, partitions, info };
    let receive = |p: &mut Process, address, data| {
        Request::PartitionedReceive(Box::new(PartitionedReceive::new(&mut p.engine, address, data)))
    };
    // SAFETY: ABI-1.
    unsafe { init.make(cx, receive, request) }
}

/// `MPI_Pready`
pub(crate) fn pready(cx: &Cx, partition: c_int, request: MPI_Request) -> Result<()> {
    ready(cx, request, std::iter::once(i64::from(partition)), "partition")
}

/// `MPI_Pready_range`; both ends are in the range.
pub(crate) fn pready_range(cx: &Cx, partition_low: c_int, partition_high: c_int, request: MPI_Request) -> Result<()> {
    // mpi4py and others say "none" with a high end one below the low one.
    if i64::from(partition_high) + 1 < i64::from(partition_low) {
        bail!(MPI_ERR_ARG, "argument partition_high is {partition_high}; it must be at least partition_low, {partition_low}");
    }
    ready(cx, request, i64::from(partition_low)..=i64::from(partition_high), "partition_high")
}

/// `MPI_Pready_list`
pub(crate) unsafe fn pready_list(cx: &Cx, length: c_int, array_of_partitions: *const c_int, request: MPI_Request) -> Result<()> {
    cx.count(i64::from(length), "length")?;
    if length > 0 {
        cx.non_null(array_of_partitions, "array_of_partitions")?;
    }
    // SAFETY: ABI-2.
    let partitions = (0..length as usize).map(|index| unsafe { IntArray::Int(array_of_partitions).at(index) });
    ready(cx, request, partitions, "array_of_partitions")
}

/// `MPI_Parrived`
pub(crate) fn parrived(cx: &Cx, request: MPI_Request, partition: c_int, flag: Out<c_int>) -> Result<()> {
    let arrived = look(cx, |p| {
        let Process { requests, engine, .. } = p;
        let Some(Request::PartitionedReceive(receive)) = requests.get_mut(request.0) else {
            bail!(
                MPI_ERR_REQUEST,
                "argument request is {:#x}; it must be a request of MPI_Precv_init that was not freed",
                request.0
            );
        };
        let arrived = receive.arrived(engine, i64::from(partition));
        let error = |refusal| refused(refusal, "partition", i64::from(partition), receive.partitions(), receive.owner());
        if arrived.map_err(error)? {
            return Ok(Some(()));
        }
        refuse_failed(p, request.0).map(|()| None)
    })?;
    flag.set(c_int::from(arrived.is_some()));
    Ok(())
}
