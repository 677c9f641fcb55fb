//! Accumulates (MPI-5 §12.3.3, §12.3.4, §12.3.5): operations on a target's memory, each element at
//! once.

use std::ffi::{c_int, c_void};

use ferry_calls::win;
use ferry_calls::win::accumulate::{
    AccumulateCall, await_changes, change_far, check_predefined, combine, is_comparable, is_word, result,
};
use ferry_calls::win::arguments::{Named, Route, check_address, find, origin, remote, visit};
use ferry_calls::win::near::{self, Swap};
use ferry_calls::win::request::{complete, start};
use ferry_core::process::Process;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Datatype, MPI_Op, MPI_Request, MPI_Win, Out};
use ferry_device::Change;
use ferry_engine::Buffer;
use ferry_engine::window::Target;
use ferry_runtime::Cx;

/// A function of accumulates as C has it: with arguments for what was there before, or without; one
/// with a request has an argument more.
macro_rules! accumulate {
    ($(#[$doc:meta])* fn $name:ident($($address:ident, $count:ident, $datatype:ident)?; $($started:ident)?)) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $name(
            cx: &Cx,
            origin_addr: *const c_void,
            origin_count: i64,
            origin_datatype: MPI_Datatype,
            $($address: *mut c_void,
            $count: i64,
            $datatype: MPI_Datatype,)?
            target_rank: c_int,
            target_disp: i64,
            target_count: i64,
            target_datatype: MPI_Datatype,
            op: MPI_Op,
            win: MPI_Win,
            $($started: Out<MPI_Request>,)?
        ) -> Result<()> {
            let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
            let origin = origin(origin_addr, origin_count, origin_datatype);
            let result = accumulate!(@result $($address, $count, $datatype)?);
            let has_request = accumulate!(@has_request $($started)?);
            let call = AccumulateCall { origin, result, named, op, has_request, is_word: false };
            // SAFETY: ABI-1.
            let access = |p: &mut Process| unsafe { combine(p, &call) };
            accumulate!(@end cx, call, access $(, $started)?)
        }
    };
    (@result) => { None };
    (@result $address:ident, $count:ident, $datatype:ident) => { result($address, $count, $datatype) };
    (@has_request) => { false };
    (@has_request $started:ident) => { true };
    (@end $cx:ident, $call:ident, $access:ident) => {{
        // SAFETY: ABI-1.
        if $cx.with(|p| unsafe { near::accumulate(p, &$call) }) { Ok(()) } else { complete($cx, $access) }
    }};
    (@end $cx:ident, $call:ident, $access:ident, $started:ident) => { start($cx, &$call.named, $started, $access) };
}

// by macro: accumulate, raccumulate, get_accumulate, rget_accumulate
accumulate! {
    /// `MPI_Accumulate`
    fn accumulate(;)
}

accumulate! {
    /// `MPI_Raccumulate`
    fn raccumulate(; started)
}

accumulate! {
    /// `MPI_Get_accumulate`
    fn get_accumulate(result_addr, result_count, result_datatype;)
}

accumulate! {
    /// `MPI_Rget_accumulate`
    fn rget_accumulate(result_addr, result_count, result_datatype; started)
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
    let call = AccumulateCall {
        origin: origin(origin_addr, 1, datatype),
        result: result(result_addr, 1, datatype),
        named,
        op,
        has_request: false,
        is_word: true,
    };
    // SAFETY: ABI-1.
    if cx.with(|p| unsafe { near::fetch_and_op(p, &call) }) {
        return Ok(());
    }
    // SAFETY: ABI-1.
    complete(cx, |p| unsafe { combine(p, &call) })
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
    let swap = Swap { new: origin_addr.cast(), expected: compare_addr.cast(), result: result_addr.cast() };
    // SAFETY: ABI-1.
    if cx.with(|p| unsafe { near::compare_and_swap(p, &named, &swap) }) {
        return Ok(());
    }
    let size = primitive.size() as usize;
    let found = cx.with(|p| {
        // SAFETY: ABI-1.
        let mut found = unsafe { find(p, &named)? };
        if !matches!(found.route, Route::Nobody) {
            check_address("origin_addr", origin_addr, size)?;
            check_address("compare_addr", compare_addr, size)?;
            check_address("result_addr", result_addr, size)?;
        }
        if found.is_checked {
            let kind = win::conflict::accumulate(p.datatypes.usable(datatype.0, "datatype")?);
            win::conflict::note(p, &mut found, &named, kind, true)?;
        }
        match &found.route {
            Route::Nobody => {}
            // SAFETY: ABI-1; WARG-2; the three point to an element each.
            Route::Direct(target) => unsafe {
                target.compare_and_swap(primitive, origin_addr.cast(), compare_addr.cast(), result_addr.cast());
            },
            _ if !p.engine.is_unflushed(found.window, found.peer) && {
                // SAFETY: ABI-1; WARG-2; the three point to an element each.
                let swap = |target: &Target| unsafe {
                    target.compare_and_swap(primitive, origin_addr.cast(), compare_addr.cast(), result_addr.cast());
                };
                visit(p, &found, &named, swap).is_some()
            } => {}
            _ if is_word(primitive) && {
                // SAFETY: ABI-1; elements of 8 bytes.
                let word = |address: *const c_void| unsafe { address.cast::<u64>().read_unaligned() };
                let change = Change::CompareSwap { compare: word(compare_addr), swap: word(origin_addr) };
                // SAFETY: ABI-1.
                unsafe { change_far(p, &found, &named, change, result_addr.cast()) }.is_some()
            } => {}
            _ => {
                await_changes(p, &found);
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
        Ok::<_, Error>(found)
    })?;
    win::conflict::await_answer(cx, &found)
}
