//! Reading and writing files (MPI-5 §14.4): where an access is, who takes part, and whether the
//! call waits.
//!
//! # Safety arguments
//! - FILE-1: the buffer of an access is the program's, which leaves it alone until the call, or the
//!   request, is complete (ABI-1).

use std::ffi::c_void;

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::file::exchange::{ExchangeStep, FileExchange};
use ferry_core::file::pointer::Change;
use ferry_core::file::request::{Converted, FileRequest, Report};
use ferry_core::file::{File, Split};
use ferry_core::process::Process;
use ferry_core::{Result, bail};
use ferry_ctypes::{FIRST_ADDRESS, MPI_Datatype, MPI_File, MPI_Request, Out};
use ferry_datatype::Datatype;
use ferry_io::access::{Access, Direction};
use ferry_io::collective::{Call, Order, Outcome};
use ferry_io::error::Error as IoError;
use ferry_io::memory::Memory;
use ferry_io::representation::Representation;
use ferry_kernels as kernels;
use ferry_runtime::Cx;
use ferry_runtime::program::Items;

use crate::file::pointer::change_shared;
use crate::file::representation::{to_file, with_extents};
use crate::file::request::{give_up, settle};
use crate::p2p::message::store;
use crate::request;

/// Where an access begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Positioning {
    /// At an offset in etypes.
    At(i64),
    /// At the individual file pointer.
    Individual,
    /// At the shared file pointer, in the order of ranks if all take part.
    Shared,
}

/// The arguments of an access.
pub struct Arguments {
    /// The file.
    pub fh: MPI_File,
    /// Where it begins.
    pub place: Positioning,
    /// Which way.
    pub direction: Direction,
    /// The buffer.
    pub buf: *mut c_void,
    /// How many elements.
    pub count: i64,
    /// Of which datatype.
    pub datatype: MPI_Datatype,
}

/// A buffer as both directions name it; none is written that is only read from.
pub fn address(buf: *const c_void) -> *mut c_void {
    buf.cast_mut()
}

/// The memory of an access, and how it is reported.
struct Prepared {
    memory: Memory,
    report: Report,
}

/// Refuses an access that the file does not allow, to all that take part alike.
fn check(file: &File, arguments: &Arguments) -> Result<()> {
    file.check_direction(arguments.direction)?;
    if arguments.place == Positioning::Shared { Ok(()) } else { file.check_random() }
}

/// The datatype and the buffer of an access.
///
/// # Safety
/// FILE-1.
pub unsafe fn buffer(p: &Process, arguments: &Arguments) -> Result<(Datatype, Memory)> {
    let Arguments { buf, count, datatype, fh, .. } = arguments;
    let datatype = p.datatypes.usable(datatype.0, "datatype")?.clone();
    // SAFETY: as the caller promises.
    let Some(memory) = (unsafe { Memory::new(buf.cast(), *count as u64, &datatype) }) else {
        bail!(MPI_ERR_COUNT, "argument count is {count}; with this datatype the access exceeds 2^63 bytes");
    };
    let etype = p.files.find(fh.0, "fh")?.view.etype().size();
    if !memory.bytes().is_multiple_of(etype.max(1)) {
        bail!(
            MPI_ERR_TYPE,
            "arguments count and datatype are {} bytes; an access must be of whole etypes, which have {etype}",
            memory.bytes()
        );
    }
    let first = (*buf as i64).wrapping_add(datatype.true_lb());
    let is_special = (*buf as usize) < FIRST_ADDRESS && *buf as usize != mpi::MPI_BOTTOM;
    if memory.bytes() > 0 && (is_special || (first as usize) < FIRST_ADDRESS) {
        bail!(
            MPI_ERR_BUFFER,
            "argument buf is {:#x} and {} bytes are to be transferred; pass the address of the data",
            *buf as usize,
            memory.bytes()
        );
    }
    Ok((datatype, memory))
}

/// Prepares the memory of an access: the program's, or what it becomes in the file.
///
/// # Safety
/// FILE-1.
unsafe fn prepare(cx: &Cx, arguments: &Arguments) -> Result<Prepared> {
    let file = arguments.fh.0;
    // SAFETY: as the caller promises.
    let ((datatype, memory), representation) = cx.with(|p| unsafe {
        let representation = p.files.find(file, "fh")?.view.representation().clone();
        Result::Ok((buffer(p, arguments)?, representation))
    })?;
    if representation.is_native() {
        return Ok(Prepared { memory, report: Report { file, converted: None, failure: None } });
    }
    let representation = with_extents(cx, representation, &[&datatype])?;
    let count = arguments.count as u64;
    let Some(bytes) = bytes_in_file(&representation, &datatype, count)? else {
        bail!(MPI_ERR_COUNT, "argument count is {count}; in this data representation the access exceeds 2^63 bytes");
    };
    let mut converted = Converted { representation, datatype, count, target: None };
    let items = Items { address: arguments.buf.cast(), datatype: arguments.datatype.0, count };
    let memory = match arguments.direction {
        // SAFETY: as the caller promises.
        Direction::Write => Memory::owned(unsafe { to_file(cx, &converted, &memory, items, bytes)? }),
        Direction::Read => {
            cx.with(|p| p.datatypes.hold(items.datatype));
            converted.target = Some((memory, items.datatype));
            Memory::owned(vec![0; bytes as usize])
        }
    };
    Ok(Prepared { memory, report: Report { file, converted: Some(converted), failure: None } })
}

/// Bytes of an access in the file.
fn bytes_in_file(representation: &Representation, datatype: &Datatype, count: u64) -> Result<Option<u64>> {
    Ok(match representation {
        Representation::External32 => kernels::external_packed_size(datatype, count),
        _ => representation.in_file(datatype)?.packed_size(count),
    })
}

/// An access by this process alone.
///
/// # Safety
/// FILE-1.
unsafe fn access_alone(cx: &Cx, arguments: &Arguments) -> Result<(Access, Report)> {
    cx.with(|p| check(p.files.find(arguments.fh.0, "fh")?, arguments))?;
    // SAFETY: as the caller promises.
    let Prepared { memory, report } = unsafe { prepare(cx, arguments)? };
    match placed(cx, arguments, memory) {
        Ok(access) => Ok((access, report)),
        Err(error) => {
            give_up(cx, &report);
            Err(error)
        }
    }
}

/// The access of prepared memory, where the arguments say.
fn placed(cx: &Cx, arguments: &Arguments, memory: Memory) -> Result<Access> {
    let etypes = |file: &File| memory.bytes() / file.view.etype_bytes();
    let first = match arguments.place {
        Positioning::Shared => {
            let amount = cx.with(|p| p.files.find(arguments.fh.0, "fh").map(etypes))?;
            change_shared(cx, arguments.fh, Change::Add(amount))?
        }
        place => cx.with(|p| pass(p.files.find_mut(arguments.fh.0, "fh")?, place, etypes))?,
    };
    cx.with(|p| access_at(p.files.find(arguments.fh.0, "fh")?, memory, arguments.direction, first))
}

/// The first etype of an access at an offset or the individual file pointer, which passes it.
fn pass(file: &mut File, place: Positioning, etypes: impl FnOnce(&File) -> u64) -> Result<u64> {
    match place {
        Positioning::At(offset) => match u64::try_from(offset) {
            Ok(offset) => Ok(offset),
            Err(_) => bail!(MPI_ERR_ARG, "argument offset is {offset}; it must not be negative"),
        },
        _ => {
            let first = file.position;
            file.position = first.saturating_add(etypes(file));
            Ok(first)
        }
    }
}

/// An access from etype `first` on.
fn access_at(file: &File, memory: Memory, direction: Direction, first: u64) -> Result<Access> {
    let position = first.checked_mul(file.view.etype_bytes());
    let Some(position) = position.filter(|position| file.view.holds(*position, memory.bytes())) else {
        return Err(IoError::TooFar.into());
    };
    let (open, view) = (file.open.clone(), file.view.clone());
    Ok(Access { file: open, view, position, memory, direction, manner: file.manner(direction) })
}

/// An access by all processes together, and the exchange that does it. What is wrong with this
/// process's arguments all of them hear of.
///
/// # Safety
/// FILE-1.
unsafe fn access_together(cx: &Cx, arguments: &Arguments) -> Result<(FileExchange, Report)> {
    cx.with(|p| {
        let file = p.files.find(arguments.fh.0, "fh")?;
        file.check_not_split()?;
        check(file, arguments)
    })?;
    // SAFETY: as the caller promises.
    let prepared = unsafe { prepare(cx, arguments) };
    cx.with(|p| {
        let file = p.files.find_mut(arguments.fh.0, "fh")?;
        let etype_bytes = file.view.etype_bytes();
        let etypes = prepared.as_ref().map_or(0, |prepared| prepared.memory.bytes() / etype_bytes);
        let (memory, report) = match prepared {
            Ok(Prepared { memory, report }) => (Ok(memory), report),
            Err(error) => (Err(error), Report { file: arguments.fh.0, converted: None, failure: None }),
        };
        let access = memory.and_then(|memory| {
            let first = if arguments.place == Positioning::Shared { 0 } else { pass(file, arguments.place, |_| etypes)? };
            access_at(file, memory, arguments.direction, first)
        });
        let access = access.map_err(|error| IoError::Said { class: error.class(), text: error.message().to_owned() });
        let order = (arguments.place == Positioning::Shared).then(|| order(file, etypes, etype_bytes));
        let plan = file.plan(arguments.direction);
        Ok((FileExchange::new(file, Call { access, plan, order }), report))
    })
}

/// How the ranks of a file share out what follows the shared file pointer.
fn order(file: &File, etypes: u64, etype_bytes: u64) -> Order {
    let pointer = file.pointer.clone();
    // Rank 0 reaches the pointer without messages.
    Order { etypes, etype_bytes, pointer: Box::new(move |sum| pointer.change(Change::Add(sum)).unwrap_or(0)) }
}

/// Reports an access that is over.
///
/// # Safety
/// ABI-1 for `status`.
unsafe fn report(cx: &Cx, report: &Report, outcome: Outcome, status: *mut Status) -> Result<()> {
    let (told, result) = settle(cx, report, outcome);
    // SAFETY: as the caller promises.
    unsafe { store(status, told) };
    result
}

/// An access by this process alone that the call waits for.
///
/// # Safety
/// FILE-1, ABI-1.
pub unsafe fn run_alone(cx: &Cx, arguments: &Arguments, status: *mut Status) -> Result<()> {
    // SAFETY: as the caller promises.
    let (access, how) = unsafe { access_alone(cx, arguments)? };
    let moved = access.run();
    // SAFETY: as the caller promises.
    unsafe { report(cx, &how, Outcome { moved, memory: Some(access.memory) }, status) }
}

/// An access by this process alone that the thread for files does.
///
/// # Safety
/// FILE-1, ABI-1.
pub unsafe fn start_alone(cx: &Cx, arguments: &Arguments, request: Out<MPI_Request>) -> Result<()> {
    // SAFETY: as the caller promises.
    let (access, how) = unsafe { access_alone(cx, arguments)? };
    let handle = cx.with(|p| {
        let access = FileRequest::alone(&p.engine, &mut p.files.worker, access, how);
        p.keep_access(access)
    });
    request.set(MPI_Request(handle));
    Ok(())
}

/// An access by all processes that the call waits for. What takes long happens in the call, with no
/// borrow of the process held.
///
/// # Safety
/// FILE-1, ABI-1.
pub unsafe fn run_together(cx: &Cx, arguments: &Arguments, status: *mut Status) -> Result<()> {
    // SAFETY: as the caller promises.
    let (mut exchange, how) = unsafe { access_together(cx, arguments)? };
    let outcome = loop {
        let step = cx.block_on(
            &mut exchange,
            |exchange, p| Some(exchange.poll(&mut p.engine)).filter(|step| !matches!(step, ExchangeStep::Pending { .. })),
            |exchange, _| exchange.awaited().map_or_else(Awaited::default, |pattern| Awaited::one(Await::Message(pattern))),
        );
        if let ExchangeStep::Work(work) = step {
            work();
        } else if let Some(outcome) = exchange.take_outcome() {
            break outcome;
        }
    };
    // SAFETY: as the caller promises.
    unsafe { report(cx, &how, outcome, status) }
}

/// Starts an access by all processes: its request.
///
/// # Safety
/// FILE-1.
unsafe fn start(cx: &Cx, arguments: &Arguments) -> Result<usize> {
    // SAFETY: as the caller promises.
    let (exchange, how) = unsafe { access_together(cx, arguments)? };
    Ok(cx.advance(|p| {
        let request = p.keep_access(FileRequest::together(exchange, how));
        p.advance_sources();
        request
    }))
}

/// An access by all processes that goes on whenever the process makes progress.
///
/// # Safety
/// FILE-1, ABI-1.
pub unsafe fn start_together(cx: &Cx, arguments: &Arguments, request: Out<MPI_Request>) -> Result<()> {
    // SAFETY: as the caller promises.
    request.set(MPI_Request(unsafe { start(cx, arguments)? }));
    Ok(())
}

/// Begins a split access by all processes.
///
/// # Safety
/// FILE-1.
pub unsafe fn begin(cx: &Cx, arguments: &Arguments, name: &'static str) -> Result<()> {
    // SAFETY: as the caller promises.
    let request = unsafe { start(cx, arguments)? };
    cx.with(|p| {
        let file = p.files.find_mut(arguments.fh.0, "fh")?;
        file.split = Some(Split { request, direction: arguments.direction, name });
        Ok(())
    })
}

/// Ends a split access by all processes.
///
/// # Safety
/// ABI-1 for `status`.
pub unsafe fn end(cx: &Cx, fh: MPI_File, name: &'static str, status: *mut Status) -> Result<()> {
    let request = cx.with(|p| {
        let file = p.files.find_mut(fh.0, "fh")?;
        match file.split {
            Some(split) if split.name == name => {
                file.split = None;
                Ok(split.request)
            }
            Some(split) => bail!(MPI_ERR_OTHER, "{}_begin was called for this file; end it with {}_end", split.name, split.name),
            None => bail!(MPI_ERR_OTHER, "{name}_begin was not called for this file; there is nothing to end"),
        }
    })?;
    let ended = cx.block_on(&mut (), |_, p| request::state::finish(p, request).transpose(), |_, _| Awaited::all([request]));
    let finished = ended?.conclude(cx);
    // SAFETY: as the caller promises.
    unsafe { store(status, finished.status) };
    finished.error.map_or(Ok(()), Err)
}
