//! Groups (MPI-5 §7.3). All of them are local.

use std::ffi::c_int;

use ferry_calls::group::{array, combined, find, selected};
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_core::group::Group;
use ferry_ctypes::{InOut, MPI_Group, Out};
use ferry_runtime::Cx;

pub(crate) fn group_size(cx: &Cx, group: MPI_Group, size: Out<c_int>) -> Result<()> {
    let group = find(cx, group, "group")?;
    size.set(group.size() as c_int);
    Ok(())
}

pub(crate) fn group_rank(cx: &Cx, group: MPI_Group, rank: Out<c_int>) -> Result<()> {
    let group = find(cx, group, "group")?;
    let mine = group.rank_of(cx.with(|p| p.rank()));
    rank.set(mine.map_or(mpi::MPI_UNDEFINED, |rank| rank as c_int));
    Ok(())
}

pub(crate) fn group_compare(cx: &Cx, group1: MPI_Group, group2: MPI_Group, result: Out<c_int>) -> Result<()> {
    let comparison = find(cx, group1, "group1")?.compare(&find(cx, group2, "group2")?);
    result.set(comparison.as_mpi());
    Ok(())
}

pub(crate) unsafe fn group_translate_ranks(
    cx: &Cx,
    group1: MPI_Group,
    n: c_int,
    ranks1: *const c_int,
    group2: MPI_Group,
    ranks2: *mut c_int,
) -> Result<()> {
    let (from, to) = (find(cx, group1, "group1")?, find(cx, group2, "group2")?);
    // SAFETY: ABI-1, ABI-2.
    let ranks = unsafe { array(ranks1, n)? };
    for (at, rank) in ranks.iter().enumerate() {
        let translated = from.translate(*rank, &to)?;
        // SAFETY: ABI-2; the arrays may be the same one.
        unsafe { *ranks2.add(at) = translated };
    }
    Ok(())
}

pub(crate) fn group_union(cx: &Cx, group1: MPI_Group, group2: MPI_Group, newgroup: Out<MPI_Group>) -> Result<()> {
    combined(cx, group1, group2, newgroup, Group::union)
}

pub(crate) fn group_intersection(cx: &Cx, group1: MPI_Group, group2: MPI_Group, newgroup: Out<MPI_Group>) -> Result<()> {
    combined(cx, group1, group2, newgroup, Group::intersection)
}

pub(crate) fn group_difference(cx: &Cx, group1: MPI_Group, group2: MPI_Group, newgroup: Out<MPI_Group>) -> Result<()> {
    combined(cx, group1, group2, newgroup, Group::difference)
}

pub(crate) unsafe fn group_incl(
    cx: &Cx,
    group: MPI_Group,
    n: c_int,
    ranks: *const c_int,
    newgroup: Out<MPI_Group>,
) -> Result<()> {
    // SAFETY: ABI-1, ABI-2.
    unsafe { selected(cx, group, n, ranks, newgroup, Group::incl) }
}

pub(crate) unsafe fn group_excl(
    cx: &Cx,
    group: MPI_Group,
    n: c_int,
    ranks: *const c_int,
    newgroup: Out<MPI_Group>,
) -> Result<()> {
    // SAFETY: ABI-1, ABI-2.
    unsafe { selected(cx, group, n, ranks, newgroup, Group::excl) }
}

pub(crate) unsafe fn group_range_incl(
    cx: &Cx,
    group: MPI_Group,
    n: c_int,
    ranges: *mut [c_int; 3],
    newgroup: Out<MPI_Group>,
) -> Result<()> {
    // SAFETY: ABI-1, ABI-2.
    unsafe { selected(cx, group, n, ranges, newgroup, Group::range_incl) }
}

pub(crate) unsafe fn group_range_excl(
    cx: &Cx,
    group: MPI_Group,
    n: c_int,
    ranges: *mut [c_int; 3],
    newgroup: Out<MPI_Group>,
) -> Result<()> {
    // SAFETY: ABI-1, ABI-2.
    unsafe { selected(cx, group, n, ranges, newgroup, Group::range_excl) }
}

pub(crate) fn group_free(cx: &Cx, group: InOut<MPI_Group>) -> Result<()> {
    let handle = group.get();
    cx.with(|p| p.groups.free(handle.0))?;
    group.set(MPI_Group::NULL);
    Ok(())
}
