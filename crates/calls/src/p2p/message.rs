//! What sends, receives and probes have in common: argument checks, patterns, statuses.

use std::ffi::{c_int, c_void};

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::comm::Comm;
use ferry_core::process::Process;
use ferry_core::resilience::revoked;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{FIRST_ADDRESS, MPI_Comm, MPI_Datatype};
use ferry_engine::{ANY_SOURCE, ANY_TAG, Buffer, MatchPattern};

/// The largest tag (`MPI_TAG_UB`).
pub const TAG_MAX: c_int = c_int::MAX;

const _: () = assert!(ANY_SOURCE == mpi::MPI_ANY_SOURCE && ANY_TAG == mpi::MPI_ANY_TAG);

/// A message as the arguments of a call name it.
#[derive(Clone, Copy)]
pub struct Arguments {
    /// The buffer.
    pub buf: *const c_void,
    /// How many elements.
    pub count: i64,
    /// Of which datatype.
    pub datatype: MPI_Datatype,
    /// Destination or source.
    pub peer: c_int,
    /// The tag.
    pub tag: c_int,
    /// The communicator.
    pub comm: MPI_Comm,
}

/// World rank of the destination; `None` for `MPI_PROC_NULL`.
#[inline(always)]
pub fn destination(comm: &Comm, dest: c_int) -> Result<Option<u32>> {
    if dest >= 0
        && let Some(process) = comm.addressee(dest as u32)
    {
        return Ok(Some(process));
    }
    match dest {
        _ if comm.is_revoked() => Err(revoked()),
        mpi::MPI_PROC_NULL => Ok(None),
        _ => Err(bad_rank("dest", dest, comm)),
    }
}

/// What a receive or probe asks for; `None` for `MPI_PROC_NULL`.
#[inline(always)]
pub fn pattern(comm: &Comm, source: c_int, tag: c_int) -> Result<Option<MatchPattern>> {
    if tag < 0 && tag != mpi::MPI_ANY_TAG {
        return Err(bad_tag("tag", tag, true));
    }
    if source >= 0
        && let Some(process) = comm.addressee(source as u32)
    {
        return Ok(Some(MatchPattern { context: comm.context(), source: process as i32, tag }));
    }
    match source {
        mpi::MPI_ANY_SOURCE => Ok(Some(MatchPattern { context: comm.context(), source: ANY_SOURCE, tag })),
        _ if comm.is_revoked() => Err(revoked()),
        mpi::MPI_PROC_NULL => Ok(None),
        _ => Err(bad_rank("source", source, comm)),
    }
}

/// Refuses a tag that no message can have.
#[inline(always)]
pub fn check_send_tag(tag: c_int) -> Result<()> {
    if tag < 0 { Err(bad_tag("tag", tag, false)) } else { Ok(()) }
}

/// The bytes a call names.
///
/// # Safety
/// ABI-1, until the operation that gets the buffer is complete.
#[inline(always)]
pub unsafe fn buffer(p: &Process, arguments: &Arguments) -> Result<Buffer> {
    let datatype = p.datatypes.usable_for(arguments.count, arguments.datatype.0, "datatype")?;
    // SAFETY: as the caller promises.
    let buffer = unsafe { Buffer::new(arguments.buf.cast_mut().cast(), arguments.count as u64, datatype) };
    match buffer {
        Some(buffer) if (arguments.buf as usize) >= FIRST_ADDRESS || buffer.bytes() == 0 => Ok(buffer),
        Some(buffer) => absolute(buffer, arguments, datatype),
        None => Err(too_large(arguments)),
    }
}

/// A buffer at `MPI_BOTTOM` is valid if its datatype has absolute addresses.
#[cold]
fn absolute(buffer: Buffer, arguments: &Arguments, datatype: &ferry_datatype::Datatype) -> Result<Buffer> {
    let first = (arguments.buf as i64).wrapping_add(datatype.true_lb());
    match arguments.buf as usize {
        mpi::MPI_IN_PLACE => bail!(MPI_ERR_BUFFER, "argument buf is MPI_IN_PLACE, which only collective functions take"),
        mpi::MPI_BOTTOM if first as usize >= FIRST_ADDRESS => Ok(buffer),
        address => bail!(
            MPI_ERR_BUFFER,
            "argument buf is {address:#x} and {} bytes are to be transferred; pass the address of the data, or MPI_BOTTOM with a datatype of \
             absolute addresses",
            buffer.bytes()
        ),
    }
}

#[cold]
fn too_large(arguments: &Arguments) -> Error {
    Error::new(
        mpi::MPI_ERR_COUNT,
        format!("argument count is {}; with this datatype the message exceeds 2^63 bytes", arguments.count),
    )
}

#[cold]
fn bad_rank(argument: &str, rank: c_int, comm: &Comm) -> Error {
    let wildcards = if argument == "source" { ", MPI_ANY_SOURCE or MPI_PROC_NULL" } else { " or MPI_PROC_NULL" };
    let last = comm.peers().size() as i64 - 1;
    Error::new(mpi::MPI_ERR_RANK, format!("argument {argument} is {rank}; it must be between 0 and {last}{wildcards}"))
}

#[cold]
fn bad_tag(argument: &str, tag: c_int, is_receive: bool) -> Error {
    let wildcard = if is_receive { ", or MPI_ANY_TAG" } else { "" };
    Error::new(
        mpi::MPI_ERR_TAG,
        format!("argument {argument} is {tag}; it must be between 0 and MPI_TAG_UB ({TAG_MAX}){wildcard}"),
    )
}

/// Stores a status where the program wants it; leaves `MPI_ERROR` as it is (MPI-5 §3.2.5).
///
/// # Safety
/// ABI-1 for `to`.
#[inline(always)]
pub unsafe fn store(to: *mut Status, status: Status) {
    if !to.is_null() {
        // SAFETY: as the caller promises.
        unsafe {
            (*to).source = status.source;
            (*to).tag = status.tag;
            (*to).internal = status.internal;
        }
    }
}

/// Stores the empty status of a call without an active request (MPI-5 §3.7.3), which tells of no
/// error.
///
/// # Safety
/// ABI-1 for `to`.
pub unsafe fn store_empty(to: *mut Status) {
    if !to.is_null() {
        // SAFETY: as the caller promises.
        unsafe { *to = Status::empty() };
    }
}
