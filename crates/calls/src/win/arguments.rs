//! What the functions of one-sided communication have in common: which memory of which target a
//! call names, and how this process gets at it.
//!
//! # Safety arguments
//! - WARG-1: buffers of a call satisfy ABI-1 until the access is complete, as MPI-5 §12.3 demands
//!   of programs.
//! - WARG-2: memory of a window stays valid until the window is freed (WIN-1 of the engine): the
//!   program's by its promise, what MPI allocates by ours.

use std::ffi::{c_int, c_void};

use ferry_constants as mpi;
use ferry_core::process::Process;
use ferry_core::window::{Flavor, Window};
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{FIRST_ADDRESS, MPI_Datatype, MPI_Win};
use ferry_datatype::Datatype;
use ferry_engine::Buffer;
use ferry_engine::window::exposure::is_within;
use ferry_engine::window::{AccessRefusal, Combiner, Problem, Remote, Target, TargetPart};
use ferry_sys::barrier;

/// Bytes of a piece from which on it is worth a place in a list for the system; many shorter ones
/// are packed into a message.
const WORTH_LISTING: u64 = 64;

/// So many pieces are listed however short they are.
const FEW_PIECES: u64 = 16;

/// Memory of this process that a call names.
#[derive(Clone, Copy)]
pub struct Local {
    /// The name of the argument that is the address, for messages.
    pub name: &'static str,
    /// The address.
    pub address: *const c_void,
    /// How many elements.
    pub count: i64,
    /// Of which datatype.
    pub datatype: MPI_Datatype,
}

/// Memory of a target that a call names.
#[derive(Clone, Copy)]
pub struct Named {
    /// The target's rank.
    pub rank: c_int,
    /// Where in its memory, in its units.
    pub displacement: i64,
    /// How many elements.
    pub count: i64,
    /// Of which datatype.
    pub datatype: MPI_Datatype,
    /// The window.
    pub win: MPI_Win,
}

/// How this process gets at a target's memory.
pub enum Route {
    /// `MPI_PROC_NULL`.
    Nobody,
    /// By loads, stores and atomics.
    Direct(Target),
    /// By copies between the two memories: the bytes at their addresses in the target's address
    /// space; or by messages.
    Copy(Buffer),
    /// By messages.
    Messages,
}

/// A target's memory, found and checked.
pub struct Found {
    /// How it is reached.
    pub route: Route,
    /// The engine's number of the window.
    pub window: u64,
    /// The target's rank.
    pub rank: u32,
    /// The target's world rank.
    pub peer: u32,
    /// Bytes from the beginning of the target's part; in dynamic windows an address.
    pub displacement: u64,
    /// Bytes of data that the call names there.
    pub bytes: u64,
    /// It is checked whether accesses conflict.
    pub is_checked: bool,
    /// The tag of the target's answer whether it conflicts with accesses of others.
    pub answer: Option<u32>,
}

/// The memory that argument `origin_addr` names.
pub fn origin(address: *const c_void, count: i64, datatype: MPI_Datatype) -> Local {
    Local { name: "origin_addr", address, count, datatype }
}

/// The bytes that a call names in this process.
///
/// # Safety
/// WARG-1.
#[inline]
pub unsafe fn local(p: &Process, argument: &Local) -> Result<Buffer> {
    let datatype = p.datatypes.usable(argument.datatype.0, "origin_datatype")?;
    // SAFETY: as the caller promises.
    let buffer = unsafe { Buffer::new(argument.address.cast_mut().cast(), argument.count as u64, datatype) };
    match buffer {
        Some(buffer) if argument.address as usize >= FIRST_ADDRESS || buffer.bytes() == 0 => Ok(buffer),
        Some(buffer) => absolute(buffer, argument, datatype),
        None => bail!(
            MPI_ERR_COUNT,
            "the count of argument {} is {}; with this datatype the data exceed 2^63 bytes",
            argument.name,
            argument.count
        ),
    }
}

/// A buffer at `MPI_BOTTOM` is valid if its datatype has absolute addresses.
#[cold]
fn absolute(buffer: Buffer, argument: &Local, datatype: &Datatype) -> Result<Buffer> {
    let first = (argument.address as i64).wrapping_add(datatype.true_lb());
    if argument.address as usize == mpi::MPI_BOTTOM && first as usize >= FIRST_ADDRESS {
        return Ok(buffer);
    }
    bail!(
        MPI_ERR_BUFFER,
        "argument {} is {:p} and {} bytes are to be moved; pass the address of the data, or MPI_BOTTOM with a datatype of absolute addresses",
        argument.name,
        argument.address,
        buffer.bytes()
    )
}

/// Refuses an address that no element of `bytes` bytes can have; `name` is the argument's.
pub fn check_address(name: &str, address: *const c_void, bytes: usize) -> Result<()> {
    if (address as usize) < FIRST_ADDRESS {
        bail!(MPI_ERR_BUFFER, "argument {name} is {address:p} and {bytes} bytes are to be moved; pass the address of the data");
    }
    Ok(())
}

/// Finds the memory that a call names, in an epoch that allows the access.
///
/// # Errors
/// `MPI_ERR_WIN`, `MPI_ERR_RANK`, `MPI_ERR_DISP`, `MPI_ERR_TYPE`, `MPI_ERR_RMA_SYNC`,
/// `MPI_ERR_RMA_RANGE`.
///
/// # Safety
/// WARG-1, WARG-2.
#[inline]
pub unsafe fn find(p: &mut Process, named: &Named) -> Result<Found> {
    let Process { windows, datatypes, engine, .. } = p;
    let window = windows.find_mut(named.win.0)?;
    let datatype = datatypes.usable(named.datatype.0, "target_datatype")?;
    let Some(rank) = window.target(named.rank, "target_rank")? else {
        window.epochs.use_nobody()?;
        return Ok(Found {
            route: Route::Nobody,
            window: window.number,
            rank: 0,
            peer: 0,
            displacement: 0,
            bytes: 0,
            is_checked: false,
            answer: None,
        });
    };
    let count = named.count as u64;
    let Some(bytes) = datatype.packed_size(count) else {
        bail!(MPI_ERR_COUNT, "argument target_count is {count}; with this datatype the data exceed 2^63 bytes");
    };
    let displacement = displacement(window, rank, named)?;
    window.epochs.use_target(rank)?;
    let peer = window.process(rank);
    let is_checked = window.accesses.is_some();
    let mut found =
        Found { route: Route::Messages, window: window.number, rank, peer, displacement, bytes, is_checked, answer: None };
    if window.flavor() == Flavor::Dynamic {
        if rank == window.rank {
            let exposure = engine.exposure(window.number).ok_or_else(|| Error::internal("the window has no memory"))?;
            let target = exposure.target(displacement, count, datatype).map_err(|refusal| refused(rank, refusal))?;
            found.route = Route::Direct(target);
        }
        return Ok(found);
    }
    let size = window.parts.of_rank(rank).size;
    if !is_within(size, displacement, count, datatype) {
        return Err(out_of_range(rank, named, size));
    }
    found.route = route(window, rank, displacement, count, datatype);
    Ok(found)
}

fn displacement(window: &Window, rank: u32, named: &Named) -> Result<u64> {
    if window.flavor() == Flavor::Dynamic {
        return Ok(named.displacement as u64);
    }
    let Ok(units) = u64::try_from(named.displacement) else {
        bail!(MPI_ERR_DISP, "argument target_disp is {}; it must be at least 0", named.displacement);
    };
    let part = window.parts.of_rank(rank);
    units.checked_mul(part.unit).ok_or_else(|| out_of_range(rank, named, part.size))
}

/// How this process gets at memory that has been checked.
#[inline]
fn route(window: &Window, rank: u32, displacement: u64, count: u64, datatype: &Datatype) -> Route {
    let control = window.node.control(rank);
    let base = match window.flavor() {
        Flavor::Allocate | Flavor::Shared => window.node.data(rank).map(|(base, _)| base),
        _ if rank == window.rank => Some(std::ptr::with_exposed_provenance_mut(window.facts.base())),
        _ => None,
    };
    if let (Some(base), Some(control)) = (base, control) {
        let address = base.wrapping_add(displacement as usize);
        let part = TargetPart::new(control, combiner(window));
        // SAFETY: WARG-2; the range was checked.
        let target =
            unsafe { Buffer::new(address, count, datatype).map(|buffer| Target::new(buffer, address, count, datatype, part)) };
        return target.map_or(Route::Messages, Route::Direct);
    }
    let Some(control) = control else { return Route::Messages };
    let address = std::ptr::without_provenance_mut::<u8>(control.address().wrapping_add(displacement) as usize);
    // SAFETY: addresses of another process, which only the system looks at.
    let remote = unsafe { Buffer::new(address, count, datatype) };
    match remote {
        Some(remote) if remote.pieces() <= FEW_PIECES || remote.bytes() / remote.pieces() >= WORTH_LISTING => Route::Copy(remote),
        _ => Route::Messages,
    }
}

/// How this process combines elements of a window.
///
/// # Panics
/// If it has no control block there, which every process has.
#[inline]
pub fn combiner(window: &Window) -> Combiner {
    let own = window.node.control(window.rank).expect("every process has a control block");
    // SAFETY: WARG-2.
    unsafe { Combiner::new(own, barrier::everywhere) }
}

/// Has `access` called with a target's memory if that is the program's own, in a heap that the node
/// shares, as memory of `MPI_Alloc_mem` is. `None`: it was not called.
pub fn visit<T>(p: &mut Process, found: &Found, named: &Named, access: impl FnOnce(&Target) -> T) -> Option<T> {
    let Process { windows, datatypes, engine, .. } = p;
    let window = windows.get(named.win.0).filter(|window| window.flavor() == Flavor::Create)?;
    let control = window.node.control(found.rank)?;
    let part = TargetPart::new(control, combiner(window));
    let datatype = datatypes.usable(named.datatype.0, "target_datatype").ok()?;
    let count = named.count as u64;
    let (low, high) = datatype.footprint(count)?;
    let base = control.address().wrapping_add(found.displacement);
    let visited = engine.visit_peer(found.peer, base.wrapping_add_signed(low)..base.wrapping_add_signed(high), |at| {
        let address = at.wrapping_offset(-low as isize);
        // SAFETY: WARG-2; the range was checked.
        unsafe {
            Buffer::new(address, count, datatype).map(|buffer| access(&Target::new(buffer, address, count, datatype, part)))
        }
    });
    visited.flatten()
}

/// A target's memory as messages name it.
pub fn remote<'a>(found: &Found, named: &Named, datatype: &'a Datatype) -> Remote<'a> {
    let Found { window, peer, displacement, .. } = *found;
    Remote { window, peer, displacement, count: named.count as u64, datatype }
}

#[cold]
fn out_of_range(rank: u32, named: &Named, size: u64) -> Error {
    let text = format!(
        "arguments target_disp ({}), target_count ({}) and target_datatype reach beyond the part of rank {rank}, which has {size} bytes",
        named.displacement, named.count
    );
    Error::new(mpi::MPI_ERR_RMA_RANGE, text)
}

/// The error of an access that the window does not allow.
#[cold]
pub fn refused(rank: u32, refusal: AccessRefusal) -> Error {
    let text = match refusal {
        AccessRefusal::OutOfRange => format!("memory was accessed that is not part of the window at rank {rank}"),
        AccessRefusal::NotAttached => format!(
            "memory was accessed that is not attached at rank {rank}; pass addresses of MPI_Get_address there, of memory after MPI_Win_attach"
        ),
    };
    Error::new(mpi::MPI_ERR_RMA_RANGE, text)
}

/// The error of an access that failed at the target, or on the way.
#[cold]
pub fn failed(p: &Process, rank: u32, peer: u32, problem: Problem) -> Error {
    use ferry_protocol::rma::message::Status;
    match problem {
        Problem::Lost => {
            let reason = p.engine.loss_of(peer).unwrap_or("it has ended");
            Error::new(
                ferry_core::resilience::class_of_loss(),
                format!("rank {rank} of the window cannot be reached any more: {reason}"),
            )
        }
        Problem::BadLocal => {
            let text = format!("data of an access to rank {rank} could not be moved; check the addresses of both sides");
            Error::new(mpi::MPI_ERR_BUFFER, text)
        }
        Problem::Conflict(encounter) => {
            let other = format!("rank {} of MPI_COMM_WORLD", encounter.by);
            let text = format!("at rank {rank}, {}", encounter.text(&other));
            Error::new(mpi::MPI_ERR_RMA_CONFLICT, text)
        }
        Problem::Refused(Status::NotAttached) => refused(rank, AccessRefusal::NotAttached),
        Problem::Refused(_) => refused(rank, AccessRefusal::OutOfRange),
    }
}

/// Refuses more data than there is room for.
#[inline]
pub fn check_fits(bytes: u64, from: &str, room: u64, into: &str) -> Result<()> {
    if bytes > room {
        bail!(MPI_ERR_TRUNCATE, "{from} has {bytes} bytes of data and {into} has room for {room}; make them equal");
    }
    Ok(())
}
