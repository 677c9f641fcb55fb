//! What communicators are: ranks, groups, names, hints (MPI-5 §7.4). All of it is local.

use std::ffi::{c_char, c_int};

use ferry_calls::comm::remote;
use ferry_calls::{info, text};
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_core::info::Info;
use ferry_ctypes::{MPI_Comm, MPI_Group, MPI_Info, Out};
use ferry_runtime::Cx;

pub(crate) fn comm_size(cx: &Cx, comm: MPI_Comm, size: Out<c_int>) -> Result<()> {
    let found = cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.size()))?;
    size.set(found as c_int);
    Ok(())
}

pub(crate) fn comm_rank(cx: &Cx, comm: MPI_Comm, rank: Out<c_int>) -> Result<()> {
    let found = cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.rank()))?;
    rank.set(found as c_int);
    Ok(())
}

pub(crate) fn comm_compare(cx: &Cx, comm1: MPI_Comm, comm2: MPI_Comm, result: Out<c_int>) -> Result<()> {
    let comparison =
        cx.with(|p| Ok::<_, ferry_core::Error>(p.comms.find(comm1.0, "comm1")?.compare(p.comms.find(comm2.0, "comm2")?)))?;
    result.set(comparison);
    Ok(())
}

pub(crate) fn comm_group(cx: &Cx, comm: MPI_Comm, group: Out<MPI_Group>) -> Result<()> {
    let handle = cx.with(|p| {
        let found = p.comms.find(comm.0, "comm")?;
        let (session, members) = (found.session(), found.group().clone());
        Ok::<_, ferry_core::Error>(p.groups.insert_of(session, members))
    })?;
    group.set(MPI_Group(handle));
    Ok(())
}

pub(crate) fn comm_test_inter(cx: &Cx, comm: MPI_Comm, flag: Out<c_int>) -> Result<()> {
    let is_inter = cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.remote().is_some()))?;
    flag.set(c_int::from(is_inter));
    Ok(())
}

pub(crate) fn comm_remote_size(cx: &Cx, comm: MPI_Comm, size: Out<c_int>) -> Result<()> {
    let (_, group) = remote(cx, comm)?;
    size.set(group.size() as c_int);
    Ok(())
}

pub(crate) fn comm_remote_group(cx: &Cx, comm: MPI_Comm, group: Out<MPI_Group>) -> Result<()> {
    let (session, members) = remote(cx, comm)?;
    let handle = cx.with(|p| p.groups.insert_of(session, members));
    group.set(MPI_Group(handle));
    Ok(())
}

pub(crate) fn comm_get_parent(cx: &Cx, parent: Out<MPI_Comm>) -> Result<()> {
    let found = cx.with(|p| p.other_jobs.parent).map_or(MPI_Comm::NULL, MPI_Comm);
    parent.set(found);
    Ok(())
}

pub(crate) unsafe fn comm_set_name(cx: &Cx, comm: MPI_Comm, comm_name: *const c_char) -> Result<()> {
    // SAFETY: ABI-1.
    let name = unsafe { text::bytes(comm_name) };
    cx.with(|p| p.comms.find_mut(comm.0, "comm").map(|found| found.set_name(name)))
}

/// `MPI_COMM_NULL` has a name, too (MPI-5 §7.8).
pub(crate) unsafe fn comm_get_name(cx: &Cx, comm: MPI_Comm, comm_name: *mut c_char, resultlen: Out<c_int>) -> Result<()> {
    let name = match comm {
        MPI_Comm::NULL => b"MPI_COMM_NULL".to_vec(),
        _ => cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.name().to_vec()))?,
    };
    // SAFETY: ABI-1.
    resultlen.set(unsafe { text::store(comm_name, mpi::MPI_MAX_OBJECT_NAME as usize, &name) });
    Ok(())
}

pub(crate) fn comm_set_info(cx: &Cx, comm: MPI_Comm, info: MPI_Info) -> Result<()> {
    let given = info::hints(cx, info)?;
    cx.with(|p| p.comms.find_mut(comm.0, "comm").map(|found| found.hints.apply(&given)))
}

pub(crate) fn comm_get_info(cx: &Cx, comm: MPI_Comm, info_used: Out<MPI_Info>) -> Result<()> {
    let (hints, kinds) = cx.with(|p| {
        let found = p.comms.find(comm.0, "comm")?;
        Ok::<_, ferry_core::Error>((found.hints.clone(), p.memory_kinds(found.session())))
    })?;
    let mut used = Info::default();
    for (key, value) in hints.pairs().chain([("mpi_memory_alloc_kinds", kinds.as_str())]) {
        used.set(key.as_bytes(), value.as_bytes())?;
    }
    info::store(cx, info_used, used);
    Ok(())
}
