//! Accesses that end in the call that makes them: of predefined elements without gaps, to memory
//! that MPI has allocated and this process reaches by loads and stores. Most accesses within a node
//! are like that. Puts and gets may have gaps at the target.
//!
//! Everything else, and everything that is wrong, is for the general way
//! ([`crate::win::access`], [`crate::win::accumulate`]), which is asked where these functions have
//! done nothing.
//!
//! # Safety arguments
//! Those of [`crate::win::arguments`].

use ferry_core::operation::Op;
use ferry_core::process::Process;
use ferry_core::window::Windows;
use ferry_ctypes::{FIRST_ADDRESS, MPI_Datatype};
use ferry_datatype::{Datatype, Primitive};
use ferry_engine::Buffer;
use ferry_engine::window::{Target, TargetPart};
use ferry_kernels::{Accumulation, ReduceOp, copy_shared, pack, unpack};

use crate::win::accumulate::AccumulateCall;
use crate::win::arguments::{Local, Named, combiner};

/// Bytes that lie together.
#[derive(Clone, Copy)]
struct Run {
    bytes: u64,
    primitive: Primitive,
}

/// What elements of a datatype are, if it is a predefined one without gaps.
#[inline(always)]
fn run(datatype: MPI_Datatype, count: i64) -> Option<Run> {
    let primitive = Datatype::predefined(datatype.0)?.primitive()?;
    if primitive.size() != primitive.extent() {
        return None;
    }
    Some(Run { bytes: u64::try_from(count).ok()?.checked_mul(primitive.size())?, primitive })
}

/// Memory of this process.
#[inline(always)]
fn local(argument: &Local) -> Option<(*mut u8, Run)> {
    let run = run(argument.datatype, argument.count)?;
    (argument.address as usize >= FIRST_ADDRESS).then_some((argument.address.cast_mut().cast(), run))
}

/// Memory of a target, in an epoch that allows accesses to it: where the displacement is.
/// `footprint`: first and past the last byte that are accessed from there on.
#[inline(always)]
fn place(windows: &mut Windows, named: &Named, (low, high): (i64, i64)) -> Option<(*mut u8, TargetPart)> {
    let window = windows.get_mut(named.win.0)?;
    if window.accesses.is_some() || !window.flavor().is_allocated() {
        return None;
    }
    let rank = u32::try_from(named.rank).ok()?;
    let (base, size) = window.node.data(rank)?;
    let displacement = u64::try_from(named.displacement).ok()?.checked_mul(window.parts.of_rank(rank).unit)?;
    displacement.checked_add_signed(low)?;
    if displacement.checked_add_signed(high)? > size {
        return None;
    }
    let part = TargetPart::new(window.node.control(rank)?, combiner(window));
    window.epochs.use_target(rank).ok()?;
    Some((base.wrapping_add(displacement as usize), part))
}

/// As [`place`], of predefined elements without gaps.
#[inline(always)]
fn target(p: &mut Process, named: &Named) -> Option<(*mut u8, Run, TargetPart)> {
    let run = run(named.datatype, named.count)?;
    let (address, part) = place(&mut p.windows, named, (0, i64::try_from(run.bytes).ok()?))?;
    Some((address, run, part))
}

/// As [`place`], of elements of any datatype: they, and their bytes of data.
fn typed_target<'a>(p: &'a mut Process, named: &Named) -> Option<(*mut u8, &'a Datatype, u64)> {
    let Process { windows, datatypes, .. } = p;
    let datatype = datatypes.usable(named.datatype.0, "target_datatype").ok()?;
    let (footprint, bytes) = (datatype.footprint(named.count as u64)?, datatype.packed_size(named.count as u64)?);
    let (address, _) = place(windows, named, footprint)?;
    Some((address, datatype, bytes))
}

/// `MPI_Put`; whether it is done.
///
/// # Safety
/// WARG-1, WARG-2.
#[inline]
pub unsafe fn put(p: &mut Process, origin: &Local, named: &Named) -> bool {
    let Some((from, source)) = local(origin) else { return false };
    if let Some((into, room, _)) = target(p, named) {
        if source.bytes > room.bytes {
            return false;
        }
        // SAFETY: as the caller promises; the range is part of the window.
        unsafe { copy_shared(into, from, source.bytes as usize) };
        return true;
    }
    match typed_target(p, named) {
        Some((into, datatype, room)) if source.bytes <= room => {
            // SAFETY: as the caller promises; the elements are part of the window.
            unsafe { unpack(datatype, named.count as u64, into, 0, from, source.bytes as usize) };
            true
        }
        _ => false,
    }
}

/// `MPI_Get`; whether it is done.
///
/// # Safety
/// WARG-1, WARG-2.
#[inline]
pub unsafe fn get(p: &mut Process, origin: &Local, named: &Named) -> bool {
    let Some((into, room)) = local(origin) else { return false };
    if let Some((from, source, _)) = target(p, named) {
        if source.bytes > room.bytes {
            return false;
        }
        // SAFETY: as the caller promises; the range is part of the window.
        unsafe { copy_shared(into, from, source.bytes as usize) };
        return true;
    }
    match typed_target(p, named) {
        Some((from, datatype, bytes)) if bytes <= room.bytes => {
            // SAFETY: as the caller promises; the elements are part of the window.
            unsafe { pack(datatype, named.count as u64, from, 0, into, bytes as usize) };
            true
        }
        _ => false,
    }
}

/// An accumulate of elements of one type; whether it is done.
///
/// # Safety
/// WARG-1, WARG-2.
#[inline]
pub unsafe fn accumulate(p: &mut Process, call: &AccumulateCall) -> bool {
    let Ok(Op::Predefined(op)) = p.operations.get(call.op.0, "op") else { return false };
    if op == ReduceOp::NoOp {
        return false;
    }
    let Some((from, source)) = local(&call.origin) else { return false };
    let results = match call.result.as_ref().map(local) {
        Some(None) => return false,
        Some(Some((_, room))) if room.bytes < source.bytes || room.primitive != source.primitive => return false,
        // SAFETY: WARG-1.
        Some(Some((address, room))) => Some(unsafe { Buffer::dense(address, room.bytes) }),
        None => None,
    };
    let Some(what) = Accumulation::new(op, source.primitive) else { return false };
    let Some((into, room, part)) = target(p, &call.named) else { return false };
    if source.bytes > room.bytes || source.primitive != room.primitive {
        return false;
    }
    // SAFETY: as the caller promises; the range is part of the window.
    unsafe {
        let target = Target::dense(into, room.bytes, part);
        target.accumulate(&what, &Buffer::dense(from, source.bytes), results.as_ref(), source.bytes);
    }
    true
}

/// A comparison and swap of one element; whether it is done.
///
/// # Safety
/// WARG-1, WARG-2, for all three addresses.
#[inline]
pub unsafe fn compare_and_swap(p: &mut Process, named: &Named, swap: &Swap) -> bool {
    let Some((into, room, part)) = target(p, named) else { return false };
    // SAFETY: as the caller promises; the element is part of the window.
    unsafe { Target::dense(into, room.bytes, part).compare_and_swap(room.primitive, swap.new, swap.expected, swap.result) };
    true
}

/// What a comparison and swap works with in this process: an element each.
pub struct Swap {
    /// To be stored.
    pub new: *const u8,
    /// What has to be there.
    pub expected: *const u8,
    /// For what was there.
    pub result: *mut u8,
}
