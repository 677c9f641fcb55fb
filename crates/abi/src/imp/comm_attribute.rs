//! Attributes of communicators (MPI-5 §7.7.2), those that MPI defines among them (§9.1.2).

use std::ffi::{c_int, c_void};

use ferry_calls::attribute::{answer, assign, erase, free_key, make_key, value};
use ferry_calls::comm::attribute::{is_predefined, predefined_address};
use ferry_core::Result;
use ferry_core::attribute::Object;
use ferry_ctypes::{
    InOut, MPI_Comm, MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function, MPI_Copy_function, MPI_Delete_function, Out,
};
use ferry_runtime::Cx;

pub(crate) fn comm_create_keyval(
    cx: &Cx,
    copy: MPI_Comm_copy_attr_function,
    delete: MPI_Comm_delete_attr_function,
    keyval: Out<c_int>,
    extra_state: *mut c_void,
) -> Result<()> {
    make_key(cx, Object::Comm, copy, delete, keyval, extra_state)
}

pub(crate) fn comm_free_keyval(cx: &Cx, keyval: InOut<c_int>) -> Result<()> {
    free_key(cx, Object::Comm, keyval)
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
    flag: Out<c_int>,
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

pub(crate) fn keyval_create(
    cx: &Cx,
    copy: MPI_Copy_function,
    delete: MPI_Delete_function,
    keyval: Out<c_int>,
    extra_state: *mut c_void,
) -> Result<()> {
    make_key(cx, Object::Comm, copy, delete, keyval, extra_state)
}

pub(crate) fn keyval_free(cx: &Cx, keyval: InOut<c_int>) -> Result<()> {
    free_key(cx, Object::Comm, keyval)
}

pub(crate) fn attr_put(cx: &Cx, comm: MPI_Comm, keyval: c_int, attribute_val: *mut c_void) -> Result<()> {
    assign(cx, comm, keyval, attribute_val)
}

pub(crate) unsafe fn attr_get(
    cx: &Cx,
    comm: MPI_Comm,
    keyval: c_int,
    attribute_val: *mut c_void,
    flag: Out<c_int>,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { comm_get_attr(cx, comm, keyval, attribute_val, flag) }
}

pub(crate) fn attr_delete(cx: &Cx, comm: MPI_Comm, keyval: c_int) -> Result<()> {
    comm_delete_attr(cx, comm, keyval)
}
