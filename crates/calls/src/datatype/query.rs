//! Size, bounds, envelope and contents of datatypes (MPI-5 §5.1.5, §5.1.7, §5.1.13).

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_core::{Result, bail};
use ferry_ctypes::MPI_Datatype;
use ferry_datatype::{Combiner, Contents, Datatype};
use ferry_runtime::Cx;

/// The answer of `query` about argument `datatype`.
pub fn ask<R>(cx: &Cx, datatype: MPI_Datatype, query: impl FnOnce(&Datatype) -> R) -> Result<R> {
    cx.with(|p| p.datatypes.get(datatype.0, "datatype").map(query))
}

/// Refuses to tell of large counts through a function that has none.
pub fn refuse_large_counts(large_counts: usize, instead: &str) -> Result<()> {
    if large_counts > 0 {
        bail!(MPI_ERR_TYPE, "argument datatype was made with large counts, which do not fit an int; call {instead} instead");
    }
    Ok(())
}

/// What a datatype was made of; an error for predefined ones.
pub fn contents(cx: &Cx, datatype: MPI_Datatype) -> Result<Contents> {
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
pub unsafe fn store<T: Copy>(values: &[T], argument: &str, room: i64, array: *mut T) -> Result<()> {
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
pub unsafe fn store_integers(contents: &Contents, argument: &str, room: i64, array: *mut c_int) -> Result<()> {
    let narrow = |&value: &i64| c_int::try_from(value).unwrap_or(mpi::MPI_UNDEFINED);
    let integers: Vec<c_int> = contents.integers.iter().map(narrow).collect();
    // SAFETY: as the caller promises.
    unsafe { store(&integers, argument, room, array) }
}

/// # Safety
/// `array` takes `room` values.
pub unsafe fn store_datatypes(cx: &Cx, contents: &Contents, argument: &str, room: i64, array: *mut MPI_Datatype) -> Result<()> {
    // Checked before handles are made, which nobody would free.
    if i64::try_from(contents.datatypes.len()).is_ok_and(|len| len > room) {
        bail!(MPI_ERR_ARG, "argument {argument} is {room}; the datatype has {} of them", contents.datatypes.len());
    }
    let handles: Vec<_> = cx.with(|p| contents.datatypes.iter().map(|child| MPI_Datatype(p.datatypes.reveal(child))).collect());
    // SAFETY: as the caller promises.
    unsafe { store(&handles, argument, room, array) }
}
