//! Constructors of datatypes (MPI-5 §5.1.2 to §5.1.4).

use std::ffi::c_int;

use ferry_calls::datatype::construct::{addresses, dimensions, distributions, give, list, old, order_of};
use ferry_core::Result;
use ferry_ctypes::{IntArray, MPI_Datatype, Out};
use ferry_datatype::Datatype;
use ferry_runtime::Cx;

pub(crate) fn type_contiguous(cx: &Cx, count: i64, oldtype: MPI_Datatype, newtype: Out<MPI_Datatype>) -> Result<()> {
    let old = old(cx, oldtype)?;
    give(cx, Datatype::contiguous(count, &old), newtype)
}

pub(crate) fn type_vector(
    cx: &Cx,
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: MPI_Datatype,
    newtype: Out<MPI_Datatype>,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    give(cx, Datatype::vector(count, blocklength, stride, &old), newtype)
}

pub(crate) fn type_create_hvector(
    cx: &Cx,
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: MPI_Datatype,
    newtype: Out<MPI_Datatype>,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    give(cx, Datatype::hvector(count, blocklength, stride, &old), newtype)
}

pub(crate) unsafe fn type_indexed(
    cx: &Cx,
    count: i64,
    array_of_blocklengths: IntArray,
    array_of_displacements: IntArray,
    oldtype: MPI_Datatype,
    newtype: Out<MPI_Datatype>,
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
    newtype: Out<MPI_Datatype>,
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
    newtype: Out<MPI_Datatype>,
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
    newtype: Out<MPI_Datatype>,
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
    newtype: Out<MPI_Datatype>,
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

pub(crate) fn type_create_resized(
    cx: &Cx,
    oldtype: MPI_Datatype,
    lb: i64,
    extent: i64,
    newtype: Out<MPI_Datatype>,
) -> Result<()> {
    let old = old(cx, oldtype)?;
    give(cx, Datatype::resized(&old, lb, extent), newtype)
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
    newtype: Out<MPI_Datatype>,
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
    newtype: Out<MPI_Datatype>,
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
