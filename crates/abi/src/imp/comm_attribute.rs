//! Attributes of communicators (MPI-5 §7.7.2), those that MPI defines among them (§9.1.2).

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicI32, Ordering};

use ferry_constants as mpi;
use ferry_core::Result;
use ferry_core::attribute::Object;

use super::attribute::{answer, assign, erase, free_key, make_key, value};
use super::message::TAG_MAX;
use ferry_ctypes::{
    MPI_Comm, MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function, MPI_Copy_function, MPI_Delete_function,
};
use ferry_runtime::Cx;

const FIRST: c_int = mpi::MPI_TAG_UB;
const COUNT: usize = (mpi::MPI_UNIVERSE_SIZE - FIRST + 1) as usize;

/// Where programs find the values of predefined attributes: these are addresses of integers that
/// last.
static PREDEFINED: [AtomicI32; COUNT] = [const { AtomicI32::new(0) }; COUNT];

/// The value of an attribute that MPI defines; `None` if this process does not know it.
fn predefined(cx: &Cx, key: c_int) -> Option<c_int> {
    match key {
        mpi::MPI_TAG_UB => Some(TAG_MAX),
        mpi::MPI_IO => Some(mpi::MPI_ANY_SOURCE),
        mpi::MPI_HOST => Some(mpi::MPI_PROC_NULL),
        // All processes run on one machine and read its monotonic clock.
        mpi::MPI_WTIME_IS_GLOBAL => Some(1),
        mpi::MPI_UNIVERSE_SIZE => universe_size(cx),
        mpi::MPI_APPNUM => Some(cx.with(|p| p.appnum)),
        mpi::MPI_LASTUSEDCODE => Some(cx.local(|l| l.error_codes.last_used())),
        _ => None,
    }
}

/// What the launcher says, asked once.
fn universe_size(cx: &Cx) -> Option<c_int> {
    let known = PREDEFINED[(mpi::MPI_UNIVERSE_SIZE - FIRST) as usize].load(Ordering::Relaxed);
    if known > 0 {
        return Some(known);
    }
    cx.with(|p| match &mut p.launcher {
        Some(launcher) => launcher.universe_size().ok().and_then(|size| c_int::try_from(size).ok()),
        None => Some(p.size as c_int),
    })
}

fn is_predefined(key: c_int) -> bool {
    (FIRST..FIRST + COUNT as c_int).contains(&key)
}

/// The address of a predefined attribute's value.
fn predefined_address(cx: &Cx, key: c_int) -> Option<usize> {
    let place = &PREDEFINED[(key - FIRST) as usize];
    place.store(predefined(cx, key)?, Ordering::Relaxed);
    Some(place.as_ptr().expose_provenance())
}

pub(crate) unsafe fn comm_create_keyval(
    cx: &Cx,
    copy: MPI_Comm_copy_attr_function,
    delete: MPI_Comm_delete_attr_function,
    keyval: *mut c_int,
    extra_state: *mut c_void,
) -> Result<()> {
    // SAFETY: ABI-1, CT-2.
    unsafe { make_key(cx, Object::Comm, copy, delete, keyval, extra_state) }
}

pub(crate) unsafe fn comm_free_keyval(cx: &Cx, keyval: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { free_key(cx, Object::Comm, keyval) }
}

pub(crate) fn comm_set_attr(cx: &Cx, comm: MPI_Comm, keyval: c_int, attribute_val: *mut c_void) -> Result<()> {
    assign(cx, comm, keyval, attribute_val)
}

pub(crate) fn comm_delete_attr(cx: &Cx, comm: MPI_Comm, keyval: c_int) -> Result<()> {
    cx.with(|p| p.comms.find(comm.0, "comm").map(|_| ()))?;
    cx.with(|p| p.keyvals.check(Object::Comm, keyval))?;
    erase(cx, comm, keyval)
}

pub(crate) unsafe fn comm_get_attr(
    cx: &Cx,
    comm: MPI_Comm,
    keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> Result<()> {
    let found = if is_predefined(keyval) {
        cx.with(|p| p.comms.find(comm.0, "comm").map(|_| ()))?;
        predefined_address(cx, keyval)
    } else {
        value(cx, comm, keyval)?
    };
    // SAFETY: ABI-1.
    unsafe { answer(found, attribute_val, flag) };
    Ok(())
}

pub(crate) unsafe fn keyval_create(
    cx: &Cx,
    copy: MPI_Copy_function,
    delete: MPI_Delete_function,
    keyval: *mut c_int,
    extra_state: *mut c_void,
) -> Result<()> {
    // SAFETY: ABI-1, CT-2.
    unsafe { make_key(cx, Object::Comm, copy, delete, keyval, extra_state) }
}

pub(crate) unsafe fn keyval_free(cx: &Cx, keyval: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { free_key(cx, Object::Comm, keyval) }
}

pub(crate) fn attr_put(cx: &Cx, comm: MPI_Comm, keyval: c_int, attribute_val: *mut c_void) -> Result<()> {
    assign(cx, comm, keyval, attribute_val)
}

pub(crate) unsafe fn attr_get(
    cx: &Cx,
    comm: MPI_Comm,
    keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { comm_get_attr(cx, comm, keyval, attribute_val, flag) }
}

pub(crate) fn attr_delete(cx: &Cx, comm: MPI_Comm, keyval: c_int) -> Result<()> {
    comm_delete_attr(cx, comm, keyval)
}
