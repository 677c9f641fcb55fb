//! Size, bounds, envelope and contents of datatypes (MPI-5 §5.1.5, §5.1.7, §5.1.13).

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_core::{Result, bail};
use ferry_datatype::{Combiner, Contents, Datatype};

use ferry_ctypes::{IntOut, MPI_Datatype};
use ferry_runtime::Cx;

/// The answer of `query` about argument `datatype`.
fn ask<R>(cx: &Cx, datatype: MPI_Datatype, query: impl FnOnce(&Datatype) -> R) -> Result<R> {
    cx.with(|p| p.datatypes.get(datatype.0, "datatype").map(query))
}

pub(crate) unsafe fn type_size(cx: &Cx, datatype: MPI_Datatype, size: IntOut) -> Result<()> {
    let bytes = ask(cx, datatype, Datatype::size)?;
    // SAFETY: ABI-1.
    unsafe { size.set(bytes as i64) };
    Ok(())
}

pub(crate) unsafe fn type_size_x(cx: &Cx, datatype: MPI_Datatype, size: *mut i64) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { type_size(cx, datatype, IntOut::Long(size)) }
}

pub(crate) unsafe fn type_get_extent(cx: &Cx, datatype: MPI_Datatype, lb: *mut i64, extent: *mut i64) -> Result<()> {
    let bounds = ask(cx, datatype, |found| (found.lb(), found.extent()))?;
    // SAFETY: ABI-1.
    unsafe { (*lb, *extent) = bounds };
    Ok(())
}

pub(crate) unsafe fn type_get_extent_x(cx: &Cx, datatype: MPI_Datatype, lb: *mut i64, extent: *mut i64) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { type_get_extent(cx, datatype, lb, extent) }
}

pub(crate) unsafe fn type_get_true_extent(
    cx: &Cx,
    datatype: MPI_Datatype,
    true_lb: *mut i64,
    true_extent: *mut i64,
) -> Result<()> {
    let bounds = ask(cx, datatype, |found| (found.true_lb(), found.true_extent()))?;
    // SAFETY: ABI-1.
    unsafe { (*true_lb, *true_extent) = bounds };
    Ok(())
}

pub(crate) unsafe fn type_get_true_extent_x(
    cx: &Cx,
    datatype: MPI_Datatype,
    true_lb: *mut i64,
    true_extent: *mut i64,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { type_get_true_extent(cx, datatype, true_lb, true_extent) }
}

pub(crate) unsafe fn type_get_envelope(
    cx: &Cx,
    datatype: MPI_Datatype,
    num_integers: *mut c_int,
    num_addresses: *mut c_int,
    num_datatypes: *mut c_int,
    combiner: *mut c_int,
) -> Result<()> {
    let envelope = ask(cx, datatype, Datatype::envelope)?;
    refuse_large_counts(envelope.large_counts, "MPI_Type_get_envelope_c")?;
    // SAFETY: ABI-1.
    unsafe {
        *num_integers = envelope.integers as c_int;
        *num_addresses = envelope.addresses as c_int;
        *num_datatypes = envelope.datatypes as c_int;
        *combiner = envelope.combiner as c_int;
    }
    Ok(())
}

pub(crate) unsafe fn type_get_envelope_c(
    cx: &Cx,
    datatype: MPI_Datatype,
    num_integers: *mut i64,
    num_addresses: *mut i64,
    num_large_counts: *mut i64,
    num_datatypes: *mut i64,
    combiner: *mut c_int,
) -> Result<()> {
    let envelope = ask(cx, datatype, Datatype::envelope)?;
    // SAFETY: ABI-1.
    unsafe {
        *num_integers = envelope.integers as i64;
        *num_addresses = envelope.addresses as i64;
        *num_large_counts = envelope.large_counts as i64;
        *num_datatypes = envelope.datatypes as i64;
        *combiner = envelope.combiner as c_int;
    }
    Ok(())
}

fn refuse_large_counts(large_counts: usize, instead: &str) -> Result<()> {
    if large_counts > 0 {
        bail!(MPI_ERR_TYPE, "argument datatype was made with large counts, which do not fit an int; call {instead} instead");
    }
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn type_get_contents(
    cx: &Cx,
    datatype: MPI_Datatype,
    max_integers: c_int,
    max_addresses: c_int,
    max_datatypes: c_int,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut i64,
    array_of_datatypes: *mut MPI_Datatype,
) -> Result<()> {
    let contents = contents(cx, datatype)?;
    refuse_large_counts(contents.large_counts.len(), "MPI_Type_get_contents_c")?;
    // SAFETY: ABI-1, ABI-2; `store` writes no more than the maximum.
    unsafe {
        store_integers(&contents, "max_integers", max_integers.into(), array_of_integers)?;
        store(&contents.addresses, "max_addresses", max_addresses.into(), array_of_addresses)?;
        store_datatypes(cx, &contents, "max_datatypes", max_datatypes.into(), array_of_datatypes)
    }
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn type_get_contents_c(
    cx: &Cx,
    datatype: MPI_Datatype,
    max_integers: i64,
    max_addresses: i64,
    max_large_counts: i64,
    max_datatypes: i64,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut i64,
    array_of_large_counts: *mut i64,
    array_of_datatypes: *mut MPI_Datatype,
) -> Result<()> {
    let contents = contents(cx, datatype)?;
    // SAFETY: ABI-1, ABI-2; `store` writes no more than the maximum.
    unsafe {
        store_integers(&contents, "max_integers", max_integers, array_of_integers)?;
        store(&contents.addresses, "max_addresses", max_addresses, array_of_addresses)?;
        store(&contents.large_counts, "max_large_counts", max_large_counts, array_of_large_counts)?;
        store_datatypes(cx, &contents, "max_datatypes", max_datatypes, array_of_datatypes)
    }
}

fn contents(cx: &Cx, datatype: MPI_Datatype) -> Result<Contents> {
    let (combiner, contents) = ask(cx, datatype, |found| (found.envelope().combiner, found.contents()))?;
    if combiner == Combiner::Named {
        bail!(MPI_ERR_TYPE, "argument datatype is predefined and has no contents; its combiner is MPI_COMBINER_NAMED");
    }
    Ok(contents)
}

/// Stores `values` if there is room for them.
///
/// # Safety
/// `array` takes `room` values.
unsafe fn store<T: Copy>(values: &[T], argument: &str, room: i64, array: *mut T) -> Result<()> {
    if i64::try_from(values.len()).is_ok_and(|len| len > room) {
        bail!(MPI_ERR_ARG, "argument {argument} is {room}; the datatype has {} of them", values.len());
    }
    // SAFETY: as the caller promises; copying no values touches no array.
    unsafe {
        if !values.is_empty() {
            std::ptr::copy_nonoverlapping(values.as_ptr(), array, values.len());
        }
    }
    Ok(())
}

/// # Safety
/// `array` takes `room` values.
unsafe fn store_integers(contents: &Contents, argument: &str, room: i64, array: *mut c_int) -> Result<()> {
    let narrow = |&value: &i64| c_int::try_from(value).unwrap_or(mpi::MPI_UNDEFINED);
    let integers: Vec<c_int> = contents.integers.iter().map(narrow).collect();
    // SAFETY: as the caller promises.
    unsafe { store(&integers, argument, room, array) }
}

/// # Safety
/// `array` takes `room` values.
unsafe fn store_datatypes(cx: &Cx, contents: &Contents, argument: &str, room: i64, array: *mut MPI_Datatype) -> Result<()> {
    // Checked before handles are made, which nobody would free.
    if i64::try_from(contents.datatypes.len()).is_ok_and(|len| len > room) {
        bail!(MPI_ERR_ARG, "argument {argument} is {room}; the datatype has {} of them", contents.datatypes.len());
    }
    let handles: Vec<_> = cx.with(|p| contents.datatypes.iter().map(|child| MPI_Datatype(p.datatypes.reveal(child))).collect());
    // SAFETY: as the caller promises.
    unsafe { store(&handles, argument, room, array) }
}
