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

use ferry_core::objects::Objects;
use ferry_core::process::Process;
use ferry_core::window::Window;
use ferry_ctypes::{FIRST_ADDRESS, MPI_Datatype};
use ferry_datatype::{Datatype, PlainElement, Primitive};
use ferry_engine::window::{Combiner, Target, TargetPart, combine_dense};
use ferry_kernels::{Accumulation, ElementInstruction, ReduceOp, copy_shared, pack, unpack};
use ferry_sys::barrier;

use crate::win::accumulate::AccumulateCall;
use crate::win::arguments::{Local, Named};

/// Bytes that lie together.
#[derive(Clone, Copy)]
struct Run {
    bytes: u64,
    primitive: Primitive,
}

/// What elements of a datatype are, if it is a predefined one without gaps.
#[inline(always)]
fn run(datatype: MPI_Datatype, count: i64) -> Option<Run> {
    let element = PlainElement::of(datatype.0)?;
    Some(Run { bytes: u64::try_from(count).ok()?.checked_mul(element.size())?, primitive: element.primitive })
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
fn place(windows: &mut Objects<Window>, named: &Named, (low, high): (i64, i64)) -> Option<(*mut u8, TargetPart)> {
    let window = windows.get_mut(named.win.0)?;
    let near = window.near.as_ref().filter(|_| window.accesses.is_none())?;
    let rank = u32::try_from(named.rank).ok()?;
    let part = near.at(window.node.place(rank)?)?;
    let displacement = u64::try_from(named.displacement).ok()?.checked_mul(part.unit)?;
    displacement.checked_add_signed(low)?;
    if displacement.checked_add_signed(high)? > part.size {
        return None;
    }
    window.epochs.use_target(rank).ok()?;
    // SAFETY: WARG-2.
    let combiner = unsafe { Combiner::new(near.own(), barrier::everywhere) };
    Some((part.base.wrapping_add(displacement as usize), TargetPart::new(part.control, combiner)))
}

/// As [`place`], of these elements.
#[inline(always)]
fn target(p: &mut Process, named: &Named, run: Run) -> Option<(*mut u8, TargetPart)> {
    place(&mut p.windows, named, (0, i64::try_from(run.bytes).ok()?))
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
    if let Some(room) = run(named.datatype, named.count) {
        return match target(p, named, room) {
            Some((into, _)) if source.bytes <= room.bytes => {
                // SAFETY: as the caller promises; the range is part of the window.
                unsafe { copy_shared(into, from, source.bytes as usize) };
                true
            }
            _ => false,
        };
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
    if let Some(source) = run(named.datatype, named.count) {
        return match target(p, named, source) {
            Some((from, _)) if source.bytes <= room.bytes => {
                // SAFETY: as the caller promises; the range is part of the window.
                unsafe { copy_shared(into, from, source.bytes as usize) };
                true
            }
            _ => false,
        };
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
    let Some(op) = ReduceOp::predefined(call.op.0).filter(|op| *op != ReduceOp::NoOp) else { return false };
    let Some((from, source)) = local(&call.origin) else { return false };
    let result = match call.result.as_ref().map(local) {
        Some(None) => return false,
        Some(Some((_, room))) if room.bytes < source.bytes || room.primitive != source.primitive => return false,
        Some(Some((address, _))) => address,
        None => std::ptr::null_mut(),
    };
    let Some(room) = run(call.named.datatype, call.named.count) else { return false };
    if source.bytes > room.bytes || source.primitive != room.primitive {
        return false;
    }
    let Some((into, part)) = target(p, &call.named, room) else { return false };
    if source.bytes == source.primitive.size()
        && let Some(instruction) = ElementInstruction::of(op, source.primitive)
        // SAFETY: as the caller promises; the element is part of the window.
        && unsafe { part.combine_element(instruction, into, from, result) }
    {
        return true;
    }
    let Some(what) = Accumulation::new(op, source.primitive) else { return false };
    // SAFETY: as the caller promises; the range is part of the window.
    unsafe { combine_dense(part, &what, into, from, result, source.bytes as usize) };
    true
}

/// `MPI_Fetch_and_op`; whether it is done.
///
/// # Safety
/// WARG-1, WARG-2.
#[inline]
pub unsafe fn fetch_and_op(p: &mut Process, call: &AccumulateCall) -> bool {
    let (Some(op), Some(result)) = (ReduceOp::predefined(call.op.0), &call.result) else { return false };
    let Some(element) = run(call.named.datatype, 1) else { return false };
    let Some(instruction) = ElementInstruction::of(op, element.primitive) else {
        // SAFETY: as the caller promises.
        return unsafe { accumulate(p, call) };
    };
    let (operand, result) = (call.origin.address, result.address.cast_mut());
    let is_operand = !instruction.takes_operand() || operand as usize >= FIRST_ADDRESS;
    if !is_operand || (result as usize) < FIRST_ADDRESS {
        return false;
    }
    let Some((into, part)) = target(p, &call.named, element) else { return false };
    // SAFETY: as the caller promises; the element is part of the window.
    unsafe { part.combine_element(instruction, into, operand.cast(), result.cast()) }
}

/// A comparison and swap of one element; whether it is done.
///
/// # Safety
/// WARG-1, WARG-2, for all three addresses.
#[inline]
pub unsafe fn compare_and_swap(p: &mut Process, named: &Named, swap: &Swap) -> bool {
    let Some(room) = run(named.datatype, named.count) else { return false };
    if [swap.new, swap.expected, swap.result.cast_const()].iter().any(|address| (*address as usize) < FIRST_ADDRESS) {
        return false;
    }
    let Some((into, part)) = target(p, named, room) else { return false };
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
