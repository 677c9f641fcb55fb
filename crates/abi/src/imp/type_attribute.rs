//! Attributes of datatypes (MPI-5 §7.7.4).

use std::ffi::{c_int, c_void};

use ferry_calls::attribute::{answer, assign, erase, free_key, make_key, value};
use ferry_core::Result;
use ferry_core::attribute::Object;
use ferry_ctypes::{InOut, MPI_Datatype, MPI_Type_copy_attr_function, MPI_Type_delete_attr_function, Out};
use ferry_runtime::Cx;

pub(crate) fn type_create_keyval(
    cx: &Cx,
    copy: MPI_Type_copy_attr_function,
    delete: MPI_Type_delete_attr_function,
    keyval: Out<c_int>,
    extra_state: *mut c_void,
) -> Result<()> {
    make_key(cx, Object::Type, copy, delete, keyval, extra_state)
}

pub(crate) fn type_free_keyval(cx: &Cx, keyval: InOut<c_int>) -> Result<()> {
    free_key(cx, Object::Type, keyval)
}

pub(crate) fn type_set_attr(cx: &Cx, datatype: MPI_Datatype, keyval: c_int, attribute_val: *mut c_void) -> Result<()> {
    assign(cx, datatype, keyval, attribute_val)
}

pub(crate) unsafe fn type_get_attr(
    cx: &Cx,
    datatype: MPI_Datatype,
    keyval: c_int,
    attribute_val: *mut c_void,
    flag: Out<c_int>,
) -> Result<()> {
    let found = value(cx, datatype, keyval)?;
    // SAFETY: ABI-1.
    unsafe { answer(found, attribute_val, flag) };
    Ok(())
}

pub(crate) fn type_delete_attr(cx: &Cx, datatype: MPI_Datatype, keyval: c_int) -> Result<()> {
    cx.with(|p| p.datatypes.get(datatype.0, "datatype").map(drop))?;
    cx.with(|p| p.keyvals.check(Object::Type, keyval))?;
    erase(cx, datatype, keyval)
}
