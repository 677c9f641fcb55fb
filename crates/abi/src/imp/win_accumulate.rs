//! Accumulates (MPI-5 §12.3.3, §12.3.4, §12.3.5): operations on a target's memory, each element at
//! once.
//!
//! # Safety arguments
//! Those of [`super::win_arguments`], and
//! - WACC-1: buffers were checked to hold the bytes that are combined, which are whole elements of
//!   one primitive.

use std::ffi::{c_int, c_void};

use ferry_core::operation::Op;
use ferry_core::process::Process;
use ferry_core::{Error, Result, bail};
use ferry_datatype::{Datatype, Primitive};
use ferry_engine::Buffer;
use ferry_engine::window::PendingAccess;
use ferry_kernels::{Accumulation, ReduceOp};

use super::win_arguments::{Found, Local, Named, Route, check_fits, find, local, origin, remote};
use super::win_conflict;
use super::win_request::start;
use crate::ctypes::{MPI_Datatype, MPI_Op, MPI_Request, MPI_Win};
use crate::entry::Cx;

/// An accumulate as the arguments of a call name it.
struct AccumulateCall {
    origin: Local,
    /// Where what was there before goes.
    result: Option<Local>,
    named: Named,
    op: MPI_Op,
}

/// Does an accumulate: what is to be waited for before this process's memory may be used again.
///
/// # Safety
/// WARG-1, WARG-2.
unsafe fn combine(p: &mut Process, call: &AccumulateCall) -> Result<(Found, [Option<PendingAccess>; 2])> {
    let op = operation(p, call.op, call.result.is_some())?;
    // SAFETY: as the caller promises.
    let found = unsafe { find(p, &call.named)? };
    let none = [None, None];
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
        let kind = win_conflict::accumulate(p.datatypes.usable(call.named.datatype.0, "target_datatype")?);
        win_conflict::note(p, &found, &call.named, kind)?;
    }
    if bytes == 0 {
        return Ok((found, none));
    }
    if let Route::Direct(target) = &found.route {
        // SAFETY: as the caller promises; WACC-1.
        unsafe { target.accumulate(&what, &from, results.as_ref(), bytes) };
        return Ok((found, none));
    }
    let Process { engine, datatypes, .. } = p;
    let at = remote(&found, &call.named, datatypes.usable(call.named.datatype.0, "target_datatype")?);
    // SAFETY: WARG-1, WACC-1.
    let pending = unsafe { engine.accumulate_remote(&at, (op as u16, &what), from, results, bytes) };
    Ok((found, pending))
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

fn result(address: *mut c_void, count: i64, datatype: MPI_Datatype) -> Option<Local> {
    Some(Local { name: "result_addr", address, count, datatype })
}

/// `MPI_Accumulate`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn accumulate(
    cx: &Cx,
    origin_addr: *const c_void,
    origin_count: i64,
    origin_datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    target_count: i64,
    target_datatype: MPI_Datatype,
    op: MPI_Op,
    win: MPI_Win,
) -> Result<()> {
    let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
    let call = AccumulateCall { origin: origin(origin_addr, origin_count, origin_datatype), result: None, named, op };
    // SAFETY: ABI-1.
    cx.with(|p| unsafe { combine(p, &call) }).map(drop)
}

/// `MPI_Raccumulate`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn raccumulate(
    cx: &Cx,
    origin_addr: *const c_void,
    origin_count: i64,
    origin_datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    target_count: i64,
    target_datatype: MPI_Datatype,
    op: MPI_Op,
    win: MPI_Win,
    started: *mut MPI_Request,
) -> Result<()> {
    let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
    let call = AccumulateCall { origin: origin(origin_addr, origin_count, origin_datatype), result: None, named, op };
    // SAFETY: ABI-1.
    unsafe {
        start(cx, &call.named, started, |p| combine(p, &call).map(|(found, pending)| (found, pending.into_iter().flatten())))
    }
}

/// `MPI_Get_accumulate`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn get_accumulate(
    cx: &Cx,
    origin_addr: *const c_void,
    origin_count: i64,
    origin_datatype: MPI_Datatype,
    result_addr: *mut c_void,
    result_count: i64,
    result_datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    target_count: i64,
    target_datatype: MPI_Datatype,
    op: MPI_Op,
    win: MPI_Win,
) -> Result<()> {
    let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
    let result = result(result_addr, result_count, result_datatype);
    let call = AccumulateCall { origin: origin(origin_addr, origin_count, origin_datatype), result, named, op };
    // SAFETY: ABI-1.
    cx.with(|p| unsafe { combine(p, &call) }).map(drop)
}

/// `MPI_Rget_accumulate`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn rget_accumulate(
    cx: &Cx,
    origin_addr: *const c_void,
    origin_count: i64,
    origin_datatype: MPI_Datatype,
    result_addr: *mut c_void,
    result_count: i64,
    result_datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    target_count: i64,
    target_datatype: MPI_Datatype,
    op: MPI_Op,
    win: MPI_Win,
    started: *mut MPI_Request,
) -> Result<()> {
    let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
    let result = result(result_addr, result_count, result_datatype);
    let call = AccumulateCall { origin: origin(origin_addr, origin_count, origin_datatype), result, named, op };
    // SAFETY: ABI-1.
    unsafe {
        start(cx, &call.named, started, |p| combine(p, &call).map(|(found, pending)| (found, pending.into_iter().flatten())))
    }
}

/// Refuses a datatype that is not a predefined one.
fn check_predefined(datatype: MPI_Datatype) -> Result<&'static Datatype> {
    match Datatype::predefined(datatype.0) {
        Some(found) => Ok(found),
        None => bail!(MPI_ERR_TYPE, "argument datatype is {:#x}; it must be a predefined datatype", datatype.0),
    }
}

/// `MPI_Fetch_and_op`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn fetch_and_op(
    cx: &Cx,
    origin_addr: *const c_void,
    result_addr: *mut c_void,
    datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    op: MPI_Op,
    win: MPI_Win,
) -> Result<()> {
    check_predefined(datatype)?;
    let named = Named { rank: target_rank, displacement: target_disp, count: 1, datatype, win };
    let call = AccumulateCall { origin: origin(origin_addr, 1, datatype), result: result(result_addr, 1, datatype), named, op };
    // SAFETY: ABI-1.
    cx.with(|p| unsafe { combine(p, &call) }).map(drop)
}

/// Whether elements can be compared and swapped: integers, logicals and bytes (MPI-5 §12.3.4).
fn is_comparable(primitive: Primitive) -> bool {
    use Primitive::*;
    let is_integer = matches!(primitive, I8 | I16 | I32 | I64 | I128 | U8 | U16 | U32 | U64 | Long | UnsignedLong);
    is_integer || matches!(primitive, Bool | Logical1 | Logical2 | Logical4 | Logical8 | Logical16 | Byte)
}

/// `MPI_Compare_and_swap`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn compare_and_swap(
    cx: &Cx,
    origin_addr: *const c_void,
    compare_addr: *const c_void,
    result_addr: *mut c_void,
    datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    win: MPI_Win,
) -> Result<()> {
    let Some(primitive) = check_predefined(datatype)?.primitive().filter(|primitive| is_comparable(*primitive)) else {
        bail!(MPI_ERR_TYPE, "argument datatype is not one of integers, logicals and MPI_BYTE");
    };
    let named = Named { rank: target_rank, displacement: target_disp, count: 1, datatype, win };
    let size = primitive.size() as usize;
    cx.with(|p| {
        // SAFETY: ABI-1.
        let found = unsafe { find(p, &named)? };
        if found.is_checked {
            let kind = win_conflict::accumulate(p.datatypes.usable(datatype.0, "datatype")?);
            win_conflict::note(p, &found, &named, kind)?;
        }
        match &found.route {
            Route::Nobody => {}
            // SAFETY: ABI-1; WARG-2; the three point to an element each.
            Route::Direct(target) => unsafe {
                target.compare_and_swap(primitive, origin_addr.cast(), compare_addr.cast(), result_addr.cast());
            },
            _ => {
                let mut data = vec![0_u8; 2 * size];
                // SAFETY: ABI-1; the vector has room for two elements.
                let result = unsafe {
                    data.as_mut_ptr().copy_from_nonoverlapping(origin_addr.cast(), size);
                    data.as_mut_ptr().add(size).copy_from_nonoverlapping(compare_addr.cast(), size);
                    Buffer::dense(result_addr.cast(), size as u64)
                };
                let Process { engine, datatypes, .. } = p;
                let at = remote(&found, &named, datatypes.usable(datatype.0, "datatype")?);
                // SAFETY: ABI-1.
                unsafe { engine.compare_and_swap_remote(&at, &data, result) };
            }
        }
        Ok(())
    })
}
