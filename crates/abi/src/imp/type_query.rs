//! Size, bounds, envelope and contents of datatypes (MPI-5 §5.1.5, §5.1.7, §5.1.13).

use std::ffi::c_int;

use ferry_calls::datatype::query::{ask, contents, refuse_large_counts, store, store_datatypes, store_integers};
use ferry_core::Result;
use ferry_ctypes::{IntOut, MPI_Datatype, Out};
use ferry_datatype::Datatype;
use ferry_runtime::Cx;

pub(crate) fn type_size(cx: &Cx, datatype: MPI_Datatype, size: IntOut) -> Result<()> {
    let bytes = ask(cx, datatype, Datatype::size)?;
    size.set(bytes as i64);
    Ok(())
}

pub(crate) fn type_size_x(cx: &Cx, datatype: MPI_Datatype, size: Out<i64>) -> Result<()> {
    type_size(cx, datatype, IntOut::Long(size))
}

pub(crate) fn type_get_extent(cx: &Cx, datatype: MPI_Datatype, lb: Out<i64>, extent: Out<i64>) -> Result<()> {
    let bounds = ask(cx, datatype, |found| (found.lb(), found.extent()))?;
    lb.set(bounds.0);
    extent.set(bounds.1);
    Ok(())
}

pub(crate) fn type_get_extent_x(cx: &Cx, datatype: MPI_Datatype, lb: Out<i64>, extent: Out<i64>) -> Result<()> {
    type_get_extent(cx, datatype, lb, extent)
}

pub(crate) fn type_get_true_extent(cx: &Cx, datatype: MPI_Datatype, true_lb: Out<i64>, true_extent: Out<i64>) -> Result<()> {
    let bounds = ask(cx, datatype, |found| (found.true_lb(), found.true_extent()))?;
    true_lb.set(bounds.0);
    true_extent.set(bounds.1);
    Ok(())
}

pub(crate) fn type_get_true_extent_x(cx: &Cx, datatype: MPI_Datatype, true_lb: Out<i64>, true_extent: Out<i64>) -> Result<()> {
    type_get_true_extent(cx, datatype, true_lb, true_extent)
}

pub(crate) fn type_get_envelope(
    cx: &Cx,
    datatype: MPI_Datatype,
    num_integers: Out<c_int>,
    num_addresses: Out<c_int>,
    num_datatypes: Out<c_int>,
    combiner: Out<c_int>,
) -> Result<()> {
    let envelope = ask(cx, datatype, Datatype::envelope)?;
    refuse_large_counts(envelope.large_counts, "MPI_Type_get_envelope_c")?;
    num_integers.set(envelope.integers as c_int);
    num_addresses.set(envelope.addresses as c_int);
    num_datatypes.set(envelope.datatypes as c_int);
    combiner.set(envelope.combiner as c_int);
    Ok(())
}

pub(crate) fn type_get_envelope_c(
    cx: &Cx,
    datatype: MPI_Datatype,
    num_integers: Out<i64>,
    num_addresses: Out<i64>,
    num_large_counts: Out<i64>,
    num_datatypes: Out<i64>,
    combiner: Out<c_int>,
) -> Result<()> {
    let envelope = ask(cx, datatype, Datatype::envelope)?;
    num_integers.set(envelope.integers as i64);
    num_addresses.set(envelope.addresses as i64);
    num_large_counts.set(envelope.large_counts as i64);
    num_datatypes.set(envelope.datatypes as i64);
    combiner.set(envelope.combiner as c_int);
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
