//! Control variables for tools (MPI-5 §15.3.6).
//!
//! Before `MPI_Init` there is no process whose settings could change: values are kept and read by
//! it.

use std::ffi::{c_char, c_int, c_void};

use ferry_calls::tool::cvar::{early_settings, find, value_at};
use ferry_calls::tool::{name, new_handle, put, put_index, put_text, row};
use ferry_core::Result;
use ferry_ctypes::{InOut, MPI_Datatype, MPI_T_cvar_handle, MPI_T_enum, Out};
use ferry_runtime::{Cx, cell};
use ferry_tools::cvar::{self, TEXT_BYTES, Value, When};
use ferry_tools::enumeration;
use ferry_tools::kind::{Bind, Form};
use ferry_tools::refusal::Refusal;
use ferry_tools::state::{Object, enum_handle};

pub(crate) fn t_cvar_get_num(_cx: &Cx, num_cvar: Out<c_int>) -> Result<()> {
    num_cvar.set(cvar::table().len() as c_int);
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn t_cvar_get_info(
    _cx: &Cx,
    cvar_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    datatype: *mut MPI_Datatype,
    enumtype: *mut MPI_T_enum,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
    scope: *mut c_int,
) -> Result<()> {
    let (_, cvar) = row(cvar::table(), cvar_index)?;
    // SAFETY: ABI-1.
    unsafe {
        put_text(name, name_len, &cvar.name)?;
        put_text(desc, desc_len, &cvar.doc)?;
        put(verbosity, cvar.verbosity.constant());
        put(datatype, MPI_Datatype(cvar.form.datatype()));
        put(enumtype, MPI_T_enum(enum_handle(enumeration::of_cvar(cvar))));
        put(bind, Bind::Nothing.constant());
        put(scope, cvar.scope.constant());
    }
    Ok(())
}

pub(crate) unsafe fn t_cvar_get_index(_cx: &Cx, name_: *const c_char, cvar_index: Out<c_int>) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let name = name(name_)?;
        put_index(cvar_index, cvar::table(), |cvar| cvar.name == name)
    }
}

pub(crate) fn t_cvar_handle_alloc(
    cx: &Cx,
    cvar_index: c_int,
    _obj_handle: *mut c_void,
    handle: Out<MPI_T_cvar_handle>,
    count: Out<c_int>,
) -> Result<()> {
    let (index, cvar) = row(cvar::table(), cvar_index)?;
    let made = new_handle(cx, Object::Cvar(index))?;
    handle.set(MPI_T_cvar_handle(made));
    count.set(cvar.count() as c_int);
    Ok(())
}

pub(crate) fn t_cvar_handle_free(cx: &Cx, handle: InOut<MPI_T_cvar_handle>) -> Result<()> {
    let freed = handle.get();
    cx.local(|l| l.tools.free_cvar(freed.0))?;
    handle.set(MPI_T_cvar_handle::NULL);
    Ok(())
}

pub(crate) unsafe fn t_cvar_read(cx: &Cx, handle: MPI_T_cvar_handle, buf: *mut c_void) -> Result<()> {
    let cvar = find(cx, handle)?;
    let value = match cell::has_process() {
        true => cx.with(|p| cvar.target.read(&p.settings)),
        false => cvar.target.read(&early_settings(cx).0),
    };
    // SAFETY: ABI-1: the buffer has room for the elements of the variable; a tool may have aligned
    // it for bytes only.
    unsafe {
        match value {
            Value::Number(number) if cvar.form == Form::Int => buf.cast::<c_int>().write_unaligned(number as c_int),
            Value::Number(number) => buf.cast::<u64>().write_unaligned(number),
            Value::Text(text) => _ = ferry_calls::text::store(buf.cast(), TEXT_BYTES, text.as_bytes()),
        }
    }
    Ok(())
}

pub(crate) unsafe fn t_cvar_write(cx: &Cx, handle: MPI_T_cvar_handle, buf: *const c_void) -> Result<()> {
    let cvar = find(cx, handle)?;
    // SAFETY: ABI-1.
    let value = unsafe { value_at(cvar, buf) }?;
    if !cell::has_process() {
        let (mut settings, _) = early_settings(cx);
        cvar.target.write(&mut settings, &value)?;
        cx.local(|l| l.tools.set_early(cvar.target, value));
        return Ok(());
    }
    if cvar.when == When::BeforeInit || !cell::is_running() {
        return Err(Refusal::Never.into());
    }
    Ok(cx.with(|p| p.set_control(cvar.target, &value))?)
}
