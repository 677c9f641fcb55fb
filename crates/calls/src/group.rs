//! Groups (MPI-5 §7.3). All of them are local.

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_core::group::Group;
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Group, Out};
use ferry_runtime::Cx;

/// The group behind an argument.
pub fn find(cx: &Cx, group: MPI_Group, argument: &str) -> Result<Group> {
    cx.with(|p| p.groups.get(group.0, argument))
}

/// Stores a handle for `group`, which was derived from `origin` and belongs to its session.
fn store(cx: &Cx, to: Out<MPI_Group>, group: Group, origin: MPI_Group) {
    let handle = cx.with(|p| {
        let session = p.groups.session_of(origin.0);
        p.groups.insert_of(session, group)
    });
    to.set(MPI_Group(handle));
}

/// An array argument of `n` elements.
///
/// # Safety
/// ABI-1, ABI-2: `array` has `n` elements if that is more than 0.
pub unsafe fn array<'a, T>(array: *const T, n: c_int) -> Result<&'a [T]> {
    match usize::try_from(n) {
        Ok(0) => Ok(&[]),
        // SAFETY: as the caller promises; the entry point has refused null.
        Ok(n) => Ok(unsafe { std::slice::from_raw_parts(array, n) }),
        Err(_) => bail!(MPI_ERR_ARG, "argument n is {n}; it must be at least 0"),
    }
}

/// Stores what `combine` makes of two groups.
pub fn combined(cx: &Cx, a: MPI_Group, b: MPI_Group, to: Out<MPI_Group>, combine: fn(&Group, &Group) -> Group) -> Result<()> {
    let group = combine(&find(cx, a, "group1")?, &find(cx, b, "group2")?);
    let origin = if a.0 == mpi::MPI_GROUP_EMPTY { b } else { a };
    store(cx, to, group, origin);
    Ok(())
}

/// Stores what `select` makes of a group and an array.
///
/// # Safety
/// ABI-1, ABI-2.
pub unsafe fn selected<T>(
    cx: &Cx,
    group: MPI_Group,
    n: c_int,
    items: *const T,
    to: Out<MPI_Group>,
    select: fn(&Group, &[T]) -> Result<Group>,
) -> Result<()> {
    let found = find(cx, group, "group")?;
    // SAFETY: as the caller promises.
    let items = unsafe { array(items, n)? };
    store(cx, to, select(&found, items)?, group);
    Ok(())
}
