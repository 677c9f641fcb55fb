//! Constructors of datatypes (MPI-5 §5.1.2 to §5.1.4).

use std::ffi::c_int;
use std::slice;

use ferry_core::{Result, bail};
use ferry_datatype::{Datatype, Distribution, Order, TypeError};

use ferry_ctypes::{IntArray, MPI_Datatype};
use ferry_runtime::Cx;

/// The datatype behind argument `oldtype`, which need not be committed.
fn old(cx: &Cx, oldtype: MPI_Datatype) -> Result<Datatype> {
    cx.with(|p| p.datatypes.get(oldtype.0, "oldtype").cloned())
}

/// Stores the handle of a new datatype.
///
/// # Safety
/// ABI-1 for `newtype`.
unsafe fn give(cx: &Cx, made: std::result::Result<Datatype, TypeError>, newtype: *mut MPI_Datatype) -> Result<()> {
    let made = if is_large(cx) { made?.from_large_counts() } else { made? };
    let handle = cx.with(|p| p.datatypes.insert(made));
    // SAFETY: ABI-1.
    unsafe { *newtype = MPI_Datatype(handle) };
    Ok(())
}

/// Whether the program called the form of the constructor with large counts.
fn is_large(cx: &Cx) -> bool {
    cx.call.0.ends_with("_c")
}

/// The elements of an array argument.
///
/// # Safety
/// ABI-2.
unsafe fn list(array: IntArray, count: i64) -> Vec<i64> {
    // SAFETY: ABI-2.
    (0..count as usize).map(|index| unsafe { array.at(index) }).collect()
}

/// The elements of an array argument of addresses.
///
/// # Safety
/// ABI-2.
unsafe fn addresses<'a, T>(array: *const T, count: i64) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: ABI-2, and the entry point has refused null.
    unsafe { slice::from_raw_parts(array, count as usize) }
}

pub(crate) unsafe fn type_contiguous(cx: &Cx, count: i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> Result<()> {
    let old = old(cx, oldtype)?;
    // SAFETY: ABI-1.
    unsafe { give(cx, Datatype::contiguous(count, &old), newtype) }
}

pub(crate) unsafe fn type_vector(
    cx: &Cx,
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    // SAFETY: ABI-1.
    unsafe { give(cx, Datatype::vector(count, blocklength, stride, &old), newtype) }
}

pub(crate) unsafe fn type_create_hvector(
    cx: &Cx,
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    // SAFETY: ABI-1.
    unsafe { give(cx, Datatype::hvector(count, blocklength, stride, &old), newtype) }
}

pub(crate) unsafe fn type_indexed(
    cx: &Cx,
    count: i64,
    array_of_blocklengths: IntArray,
    array_of_displacements: IntArray,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        let (lengths, displacements) = (list(array_of_blocklengths, count), list(array_of_displacements, count));
        give(cx, Datatype::indexed(&lengths, &displacements, &old), newtype)
    }
}

pub(crate) unsafe fn type_create_hindexed(
    cx: &Cx,
    count: i64,
    array_of_blocklengths: IntArray,
    array_of_displacements: *const i64,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        let (lengths, displacements) = (list(array_of_blocklengths, count), addresses(array_of_displacements, count));
        give(cx, Datatype::hindexed(&lengths, displacements, &old), newtype)
    }
}

pub(crate) unsafe fn type_create_indexed_block(
    cx: &Cx,
    count: i64,
    blocklength: i64,
    array_of_displacements: IntArray,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    // SAFETY: ABI-1, ABI-2.
    unsafe { give(cx, Datatype::indexed_block(blocklength, &list(array_of_displacements, count), &old), newtype) }
}

pub(crate) unsafe fn type_create_hindexed_block(
    cx: &Cx,
    count: i64,
    blocklength: i64,
    array_of_displacements: *const i64,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    // SAFETY: ABI-1, ABI-2.
    unsafe { give(cx, Datatype::hindexed_block(blocklength, addresses(array_of_displacements, count), &old), newtype) }
}

pub(crate) unsafe fn type_create_struct(
    cx: &Cx,
    count: i64,
    array_of_blocklengths: IntArray,
    array_of_displacements: *const i64,
    array_of_types: *const MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        let handles = addresses(array_of_types, count);
        let (lengths, displacements) = (list(array_of_blocklengths, count), addresses(array_of_displacements, count));
        let types: Vec<Datatype> = cx.with(|p| {
            let blocks = lengths.iter().zip(handles).enumerate();
            let found =
                blocks.map(|(i, (&length, handle))| p.datatypes.get_for(length, handle.0, &format!("array_of_types[{i}]")));
            found.map(|datatype| datatype.cloned()).collect::<Result<_>>()
        })?;
        give(cx, Datatype::structure(&lengths, displacements, &types), newtype)
    }
}

pub(crate) unsafe fn type_create_resized(
    cx: &Cx,
    oldtype: MPI_Datatype,
    lb: i64,
    extent: i64,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    // SAFETY: ABI-1.
    unsafe { give(cx, Datatype::resized(&old, lb, extent), newtype) }
}

fn dimensions(ndims: c_int) -> Result<i64> {
    if ndims < 1 {
        bail!(MPI_ERR_ARG, "argument ndims is {ndims}; it must be at least 1");
    }
    Ok(ndims.into())
}

fn order_of(order: c_int) -> Result<Order> {
    let Some(order) = Order::from_abi(order) else {
        bail!(MPI_ERR_ARG, "argument order is {order}; it must be MPI_ORDER_C or MPI_ORDER_FORTRAN");
    };
    Ok(order)
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn type_create_subarray(
    cx: &Cx,
    ndims: c_int,
    array_of_sizes: IntArray,
    array_of_subsizes: IntArray,
    array_of_starts: IntArray,
    order: c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    let (count, order) = (dimensions(ndims)?, order_of(order)?);
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        let (sizes, subsizes) = (list(array_of_sizes, count), list(array_of_subsizes, count));
        give(cx, Datatype::subarray(&sizes, &subsizes, &list(array_of_starts, count), order, &old), newtype)
    }
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn type_create_darray(
    cx: &Cx,
    size: c_int,
    rank: c_int,
    ndims: c_int,
    array_of_gsizes: IntArray,
    array_of_distribs: *const c_int,
    array_of_dargs: *const c_int,
    array_of_psizes: *const c_int,
    order: c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    let (count, order) = (dimensions(ndims)?, order_of(order)?);
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        let kinds = distributions(addresses(array_of_distribs, count))?;
        let gsizes = list(array_of_gsizes, count);
        let (dargs, psizes) = (list(IntArray::Int(array_of_dargs), count), list(IntArray::Int(array_of_psizes), count));
        let made = Datatype::darray(size.into(), rank.into(), &gsizes, &kinds, &dargs, &psizes, order, &old);
        give(cx, made, newtype)
    }
}

fn distributions(values: &[c_int]) -> Result<Vec<Distribution>> {
    let kinds = values.iter().enumerate().map(|(i, &value)| match Distribution::from_abi(value) {
        Some(kind) => Ok(kind),
        None => bail!(
            MPI_ERR_ARG,
            "argument array_of_distribs[{i}] is {value}; it must be MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK or MPI_DISTRIBUTE_CYCLIC"
        ),
    });
    kinds.collect()
}
