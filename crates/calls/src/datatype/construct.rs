//! Constructors of datatypes (MPI-5 §5.1.2 to §5.1.4).

use std::ffi::c_int;
use std::slice;

use ferry_core::{Result, bail};
use ferry_ctypes::{IntArray, MPI_Datatype, Out};
use ferry_datatype::{Datatype, Distribution, Order, TypeError};
use ferry_runtime::Cx;

/// The datatype behind argument `oldtype`, which need not be committed.
pub fn old(cx: &Cx, oldtype: MPI_Datatype) -> Result<Datatype> {
    cx.with(|p| p.datatypes.get(oldtype.0, "oldtype").cloned())
}

/// Stores the handle of a new datatype.
pub fn give(cx: &Cx, made: std::result::Result<Datatype, TypeError>, newtype: Out<MPI_Datatype>) -> Result<()> {
    let made = if is_large(cx) { made?.from_large_counts() } else { made? };
    let handle = cx.with(|p| p.datatypes.insert(made));
    newtype.set(MPI_Datatype(handle));
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
pub unsafe fn list(array: IntArray, count: i64) -> Vec<i64> {
    // SAFETY: ABI-2.
    (0..count as usize).map(|index| unsafe { array.at(index) }).collect()
}

/// The elements of an array argument of addresses.
///
/// # Safety
/// ABI-2.
pub unsafe fn addresses<'a, T>(array: *const T, count: i64) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: ABI-2, and the entry point has refused null.
    unsafe { slice::from_raw_parts(array, count as usize) }
}

/// Refuses a number of dimensions below one.
pub fn dimensions(ndims: c_int) -> Result<i64> {
    if ndims < 1 {
        bail!(MPI_ERR_ARG, "argument ndims is {ndims}; it must be at least 1");
    }
    Ok(ndims.into())
}

/// The order that a constant names.
pub fn order_of(order: c_int) -> Result<Order> {
    let Some(order) = Order::from_abi(order) else {
        bail!(MPI_ERR_ARG, "argument order is {order}; it must be MPI_ORDER_C or MPI_ORDER_FORTRAN");
    };
    Ok(order)
}

/// The distributions that constants name.
pub fn distributions(values: &[c_int]) -> Result<Vec<Distribution>> {
    let kinds = values.iter().enumerate().map(|(i, &value)| match Distribution::from_abi(value) {
        Some(kind) => Ok(kind),
        None => bail!(
            MPI_ERR_ARG,
            "argument array_of_distribs[{i}] is {value}; it must be MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK or MPI_DISTRIBUTE_CYCLIC"
        ),
    });
    kinds.collect()
}
