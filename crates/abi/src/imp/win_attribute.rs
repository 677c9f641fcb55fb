//! Attributes of windows (MPI-5 §7.7.3), those that MPI defines among them (§12.2.6).

use std::ffi::{c_int, c_void};

use ferry_calls::attribute::{answer, assign, erase, free_key, make_key, value};
use ferry_core::Result;
use ferry_core::attribute::Object;
use ferry_core::window::Facts;
use ferry_ctypes::{InOut, MPI_Win, MPI_Win_copy_attr_function, MPI_Win_delete_attr_function, Out};
use ferry_runtime::Cx;

/// `MPI_Win_create_keyval`
pub(crate) fn win_create_keyval(
    cx: &Cx,
    copy: MPI_Win_copy_attr_function,
    delete: MPI_Win_delete_attr_function,
    keyval: Out<c_int>,
    extra_state: *mut c_void,
) -> Result<()> {
    make_key(cx, Object::Win, copy, delete, keyval, extra_state)
}

/// `MPI_Win_free_keyval`
pub(crate) fn win_free_keyval(cx: &Cx, keyval: InOut<c_int>) -> Result<()> {
    free_key(cx, Object::Win, keyval)
}

/// `MPI_Win_set_attr`
pub(crate) fn win_set_attr(cx: &Cx, win: MPI_Win, keyval: c_int, attribute_val: *mut c_void) -> Result<()> {
    assign(cx, win, keyval, attribute_val)
}

/// `MPI_Win_delete_attr`
pub(crate) fn win_delete_attr(cx: &Cx, win: MPI_Win, keyval: c_int) -> Result<()> {
    cx.with(|p| p.windows.find(win.0).map(|_| ()))?;
    cx.with(|p| p.keyvals.check(Object::Win, keyval))?;
    erase(cx, win, keyval)
}

/// `MPI_Win_get_attr`
pub(crate) unsafe fn win_get_attr(
    cx: &Cx,
    win: MPI_Win,
    keyval: c_int,
    attribute_val: *mut c_void,
    flag: Out<c_int>,
) -> Result<()> {
    let found = if Facts::is_key(keyval) {
        cx.with(|p| p.windows.find(win.0).map(|window| window.facts.value(keyval)))?
    } else {
        value(cx, win, keyval)?
    };
    // SAFETY: ABI-1.
    unsafe { answer(found, attribute_val, flag) };
    Ok(())
}
