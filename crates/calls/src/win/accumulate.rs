//! Accumulates (MPI-5 §12.3.3, §12.3.4, §12.3.5): operations on a target's memory, each element at
//! once.
//!
//! # Safety arguments
//! Those of [`crate::win::arguments`], and
//! - WACC-1: buffers were checked to hold the bytes that are combined, which are whole elements of
//!   one primitive.

use std::ffi::c_void;

use ferry_core::operation::Op;
use ferry_core::process::Process;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Datatype, MPI_Op};
use ferry_datatype::{Datatype, Primitive};
use ferry_device::Change;
use ferry_engine::Buffer;
use ferry_engine::window::{PendingAccess, Reach, Target};
use ferry_kernels::{Accumulation, ReduceOp};

use crate::win;
use crate::win::access::reach;
use crate::win::arguments::{Found, Local, Named, Route, check_fits, find, local, remote, visit};

/// An accumulate as the arguments of a call name it.
pub struct AccumulateCall {
    /// The operands.
    pub origin: Local,
    /// Where what was there before goes.
    pub result: Option<Local>,
    /// The target's memory.
    pub named: Named,
    /// The operation.
    pub op: MPI_Op,
    /// It ends with a request.
    pub has_request: bool,
    /// It is of one element, as is its result.
    pub is_word: bool,
}

/// What is to be waited for: the operands, and what was there before.
type PendingPair = std::iter::Flatten<std::array::IntoIter<Option<PendingAccess>, 2>>;

/// Does an accumulate: what is to be waited for before this process's memory may be used again.
///
/// # Safety
/// WARG-1, WARG-2.
pub unsafe fn combine(p: &mut Process, call: &AccumulateCall) -> Result<(Found, PendingPair)> {
    let op = operation(p, call.op, call.result.is_some())?;
    // SAFETY: as the caller promises.
    let mut found = unsafe { find(p, &call.named)? };
    let none = [None, None].into_iter().flatten();
    if matches!(found.route, Route::Nobody) || found.bytes == 0 {
        return Ok((found, none));
    }
    let what = accumulation(p, op, call)?;
    // SAFETY: as the caller promises.
    let (from, bytes) = unsafe { operands(p, call, &what, &found)? };
    // SAFETY: as the caller promises.
    let results = call.result.as_ref().map(|result| unsafe { local(p, result) }).transpose()?;
    if let Some(results) = &results {
        check_fits(bytes, "the target", results.bytes(), "the result")?;
    }
    if found.is_checked {
        let kind = win::conflict::accumulate(p.datatypes.usable(call.named.datatype.0, "target_datatype")?);
        win::conflict::note(p, &mut found, &call.named, kind, !(call.has_request && call.result.is_some()))?;
    }
    if bytes == 0 {
        return Ok((found, none));
    }
    if let Route::Direct(target) = &found.route {
        // SAFETY: as the caller promises; WACC-1.
        unsafe { target.accumulate(&what, &from, results.as_ref(), bytes) };
        return Ok((found, none));
    }
    // Accumulates are ordered: while messages are unanswered, others follow them.
    if !p.engine.is_unflushed(found.window, found.peer) {
        // SAFETY: as the caller promises; WACC-1.
        let combine = |target: &Target| unsafe { target.accumulate(&what, &from, results.as_ref(), bytes) };
        if visit(p, &found, &call.named, combine).is_some() {
            return Ok((found, none));
        }
    }
    if call.is_word
        && let Some(result) = &call.result
        && let Some(change) = change(op, &what, &call.origin)
        // SAFETY: as the caller promises; both are of one element.
        && let Some(pending) = unsafe { change_far(p, &found, &call.named, change, result.address.cast_mut().cast()) }
    {
        return Ok((found, [Some(pending), None].into_iter().flatten()));
    }
    await_changes(p, &found);
    let Process { engine, datatypes, .. } = p;
    let at = remote(&found, &call.named, datatypes.usable(call.named.datatype.0, "target_datatype")?);
    // SAFETY: WARG-1, WACC-1.
    let pending = unsafe { engine.accumulate_remote(&at, (op as u16, &what), from, results, bytes) };
    Ok((found, pending.into_iter().flatten()))
}

/// How the device changes a word; `None` if it cannot.
pub fn change(op: ReduceOp, what: &Accumulation, origin: &Local) -> Option<Change<u64>> {
    if !is_word(what.primitive()) {
        return None;
    }
    // SAFETY: WARG-1; elements of 8 bytes.
    let operand = || unsafe { origin.address.cast::<u64>().read_unaligned() };
    Some(match op {
        ReduceOp::Sum => Change::FetchAdd(operand()),
        ReduceOp::NoOp => Change::FetchAdd(0),
        ReduceOp::Replace => Change::Swap(operand()),
        _ => return None,
    })
}

/// Whether elements are integers of 8 bytes.
pub fn is_word(primitive: Primitive) -> bool {
    use Primitive::*;
    matches!(primitive, I64 | U64 | Long | UnsignedLong) && primitive.size() == 8
}

/// Has the device change a word of a target on another node; `None`: messages do it.
///
/// # Safety
/// WARG-1 for `result`.
pub unsafe fn change_far(
    p: &mut Process,
    found: &Found,
    named: &Named,
    change: Change<u64>,
    result: *mut u8,
) -> Option<PendingAccess> {
    let (key, parts) = reach(p, found, named)?;
    let at = Reach { window: found.window, peer: found.peer, key: &key, offset: parts.first()?.offset };
    // SAFETY: as the caller promises.
    unsafe { p.engine.change_word(&at, change, result) }
}

/// Waits until the device has changed what it was to change at a target: accumulates are ordered,
/// and a message would not wait. The target's processor has no part in it.
pub fn await_changes(p: &mut Process, found: &Found) {
    while p.engine.has_changes(found.window, found.peer) {
        p.progress();
    }
}

/// The operation of a call.
fn operation(p: &Process, op: MPI_Op, fetches: bool) -> Result<ReduceOp> {
    match p.operations.get(op.0, "op")? {
        Op::Predefined(ReduceOp::NoOp) if !fetches => {
            bail!(MPI_ERR_OP, "argument op is MPI_NO_OP, which only functions that fetch take")
        }
        Op::Predefined(op) => Ok(op),
        Op::User(_) => bail!(MPI_ERR_OP, "argument op was made by MPI_Op_create; accumulates take predefined operations only"),
    }
}

/// How elements are combined: those of the target are all of one primitive, and the origin's of the
/// same.
fn accumulation(p: &Process, op: ReduceOp, call: &AccumulateCall) -> Result<Accumulation> {
    let target = p.datatypes.usable(call.named.datatype.0, "target_datatype")?;
    if target.size() == 0 {
        return Accumulation::new(ReduceOp::Replace, Primitive::Byte).ok_or_else(|| Error::internal("bytes cannot be stored"));
    }
    let primitive = basic(target, "target_datatype")?;
    if op != ReduceOp::NoOp {
        let origin = p.datatypes.usable(call.origin.datatype.0, "origin_datatype")?;
        if origin.size() > 0 && basic(origin, "origin_datatype")? != primitive {
            bail!(MPI_ERR_TYPE, "arguments origin_datatype and target_datatype consist of different predefined datatypes");
        }
    }
    match Accumulation::new(op, primitive) {
        Some(what) => Ok(what),
        None => bail!(MPI_ERR_OP, "argument op is {}, which is not defined for the elements of target_datatype", op.name()),
    }
}

fn basic(datatype: &Datatype, argument: &str) -> Result<Primitive> {
    match datatype.primitive() {
        Some(primitive) => Ok(primitive),
        None => {
            bail!(MPI_ERR_TYPE, "argument {argument} consists of several predefined datatypes; accumulates take those of one")
        }
    }
}

/// What is combined, and how many bytes. `MPI_NO_OP` looks at none.
///
/// # Safety
/// WARG-1.
unsafe fn operands(p: &Process, call: &AccumulateCall, what: &Accumulation, found: &Found) -> Result<(Buffer, u64)> {
    if !what.takes_operands() {
        return Ok((Buffer::empty(), found.bytes));
    }
    // SAFETY: as the caller promises.
    let from = unsafe { local(p, &call.origin)? };
    check_fits(from.bytes(), "the origin", found.bytes, "the target")?;
    let bytes = from.bytes();
    Ok((from, bytes))
}

/// Where what was there before goes.
pub fn result(address: *mut c_void, count: i64, datatype: MPI_Datatype) -> Option<Local> {
    Some(Local { name: "result_addr", address, count, datatype })
}

/// Refuses a datatype that is not a predefined one.
pub fn check_predefined(datatype: MPI_Datatype) -> Result<&'static Datatype> {
    match Datatype::predefined(datatype.0) {
        Some(found) => Ok(found),
        None => bail!(MPI_ERR_TYPE, "argument datatype is {:#x}; it must be a predefined datatype", datatype.0),
    }
}

/// Whether elements can be compared and swapped: integers, logicals and bytes (MPI-5 §12.3.4).
pub fn is_comparable(primitive: Primitive) -> bool {
    use Primitive::*;
    let is_integer = matches!(primitive, I8 | I16 | I32 | I64 | I128 | U8 | U16 | U32 | U64 | Long | UnsignedLong);
    is_integer || matches!(primitive, Bool | Logical1 | Logical2 | Logical4 | Logical8 | Logical16 | Byte)
}
