//! Events for tools (MPI-5 §15.3.8): sources, types, registrations.

use std::ffi::{c_char, c_int, c_void};

use ferry_calls::info;
use ferry_calls::tool::event::{check_callback, instance, level_of, put_bytes, put_elements, put_no_hints, raise_pending};
use ferry_calls::tool::{name, new_handle, put, put_index, put_text, row};
use ferry_core::Result;
use ferry_core::info::Info;
use ferry_ctypes::{
    MPI_Datatype, MPI_Info, MPI_T_enum, MPI_T_event_cb_function, MPI_T_event_dropped_cb_function, MPI_T_event_free_cb_function,
    MPI_T_event_instance, MPI_T_event_registration, Out,
};
use ferry_runtime::{Cx, events};
use ferry_sys::clock;
use ferry_tools::enumeration;
use ferry_tools::event::{self, SOURCES};
use ferry_tools::kind::Bind;
use ferry_tools::refusal::Refusal;
use ferry_tools::state::{Callback, Object, Registration, enum_handle};

use crate::program::SOURCE;

pub(crate) fn t_source_get_num(_cx: &Cx, num_sources: Out<c_int>) -> Result<()> {
    num_sources.set(SOURCES.len() as c_int);
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn t_source_get_info(
    cx: &Cx,
    source_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    desc: *mut c_char,
    desc_len: *mut c_int,
    ordering: *mut c_int,
    ticks_per_second: *mut i64,
    max_ticks: *mut i64,
    info: *mut MPI_Info,
) -> Result<()> {
    let (_, source) = row(&SOURCES, source_index)?;
    // SAFETY: ABI-1.
    unsafe {
        put_text(name, name_len, source.name)?;
        put_text(desc, desc_len, source.doc)?;
        put(ordering, source.ordering);
        put(ticks_per_second, source.ticks_per_second);
        put(max_ticks, source.max_ticks);
        put_no_hints(cx, info);
    }
    Ok(())
}

pub(crate) fn t_source_get_timestamp(_cx: &Cx, source_index: c_int, timestamp: Out<i64>) -> Result<()> {
    row(&SOURCES, source_index)?;
    timestamp.set(clock::now_ns() as i64);
    Ok(())
}

pub(crate) fn t_event_get_num(_cx: &Cx, num_events: Out<c_int>) -> Result<()> {
    num_events.set(event::table().len() as c_int);
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn t_event_get_info(
    cx: &Cx,
    event_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    array_of_datatypes: *mut MPI_Datatype,
    array_of_displacements: *mut i64,
    num_elements: *mut c_int,
    enumtype: *mut MPI_T_enum,
    info: *mut MPI_Info,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
) -> Result<()> {
    let (index, event) = row(event::table(), event_index)?;
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        put_text(name, name_len, event.name)?;
        put_text(desc, desc_len, event.doc)?;
        put_elements(event, array_of_datatypes, array_of_displacements, num_elements)?;
        put(verbosity, event.verbosity.constant());
        put(enumtype, MPI_T_enum(enum_handle(Some(enumeration::of_event(index)))));
        put(bind, Bind::Nothing.constant());
        put_no_hints(cx, info);
    }
    Ok(())
}

pub(crate) unsafe fn t_event_get_index(_cx: &Cx, name_: *const c_char, event_index: Out<c_int>) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let name = name(name_)?;
        put_index(event_index, event::table(), |event| event.name == name)
    }
}

pub(crate) fn t_event_handle_alloc(
    cx: &Cx,
    event_index: c_int,
    _obj_handle: *mut c_void,
    info: MPI_Info,
    event_registration: Out<MPI_T_event_registration>,
) -> Result<()> {
    let (index, _) = row(event::table(), event_index)?;
    info::hints(cx, info)?;
    let made = new_handle(cx, Object::Registration(Registration { event: index, ..Registration::default() }))?;
    event_registration.set(MPI_T_event_registration(made));
    Ok(())
}

/// Hints are checked and, as none is known, ignored.
pub(crate) fn t_event_handle_set_info(cx: &Cx, event_registration: MPI_T_event_registration, info: MPI_Info) -> Result<()> {
    cx.local(|l| l.tools.registration(event_registration.0).map(drop))?;
    info::hints(cx, info).map(drop)
}

pub(crate) fn t_event_handle_get_info(
    cx: &Cx,
    event_registration: MPI_T_event_registration,
    info_used: Out<MPI_Info>,
) -> Result<()> {
    cx.local(|l| l.tools.registration(event_registration.0).map(drop))?;
    info::store(cx, info_used, Info::default());
    Ok(())
}

fn callback(function: *const (), user_data: *mut c_void) -> Callback {
    Callback { function: function.expose_provenance(), user_data: user_data.expose_provenance() }
}

pub(crate) fn t_event_register_callback(
    cx: &Cx,
    event_registration: MPI_T_event_registration,
    cb_safety: c_int,
    info: MPI_Info,
    user_data: *mut c_void,
    event_cb_function: MPI_T_event_cb_function,
) -> Result<()> {
    let level = level_of(cb_safety)?;
    info::hints(cx, info)?;
    let callback = event_cb_function.map(|function| callback(function as *const (), user_data));
    cx.local(|l| l.tools.registration(event_registration.0).map(|found| found.callbacks[level] = callback))?;
    events::attach(cx);
    Ok(())
}

/// Hints are checked and, as none is known, ignored.
pub(crate) fn t_event_callback_set_info(
    cx: &Cx,
    event_registration: MPI_T_event_registration,
    cb_safety: c_int,
    info: MPI_Info,
) -> Result<()> {
    check_callback(cx, event_registration, cb_safety)?;
    info::hints(cx, info).map(drop)
}

pub(crate) fn t_event_callback_get_info(
    cx: &Cx,
    event_registration: MPI_T_event_registration,
    cb_safety: c_int,
    info_used: Out<MPI_Info>,
) -> Result<()> {
    check_callback(cx, event_registration, cb_safety)?;
    info::store(cx, info_used, Info::default());
    Ok(())
}

/// What came before is raised first; then no more is raised for the registration, and the tool is
/// told so: by a thread that calls callbacks just now, if there is one, when that is done.
pub(crate) fn t_event_handle_free(
    cx: &Cx,
    event_registration: MPI_T_event_registration,
    user_data: *mut c_void,
    free_cb_function: MPI_T_event_free_cb_function,
) -> Result<()> {
    raise_pending(cx);
    cx.local(|l| l.tools.free_registration(event_registration.0))?;
    events::attach(cx);
    if let Some(function) = free_cb_function {
        events::tell_freed(event_registration.0, callback(function as *const (), user_data));
    }
    Ok(())
}

pub(crate) fn t_event_set_dropped_handler(
    cx: &Cx,
    event_registration: MPI_T_event_registration,
    dropped_cb_function: MPI_T_event_dropped_cb_function,
) -> Result<()> {
    // What was lost before is nothing that the new function is told.
    raise_pending(cx);
    let function = dropped_cb_function.map(|function| (function as *const ()).expose_provenance());
    Ok(cx.local(|l| l.tools.registration(event_registration.0).map(|found| found.dropped = function))?)
}

pub(crate) unsafe fn t_event_read(
    cx: &Cx,
    event_instance: MPI_T_event_instance,
    element_index: c_int,
    buffer: *mut c_void,
) -> Result<()> {
    let instance = instance(cx, event_instance)?;
    let index = usize::try_from(element_index).map_err(|_| Refusal::InvalidIndex)?;
    let element = instance.element(index).ok_or(Refusal::InvalidIndex)?;
    // SAFETY: ABI-1.
    unsafe { put_bytes(buffer, &element) };
    Ok(())
}

pub(crate) unsafe fn t_event_copy(cx: &Cx, event_instance: MPI_T_event_instance, buffer: *mut c_void) -> Result<()> {
    let instance = instance(cx, event_instance)?;
    // SAFETY: ABI-1.
    unsafe { put_bytes(buffer, &instance.bytes()) };
    Ok(())
}

pub(crate) fn t_event_get_timestamp(cx: &Cx, event_instance: MPI_T_event_instance, event_timestamp: Out<i64>) -> Result<()> {
    let instance = instance(cx, event_instance)?;
    event_timestamp.set(instance.time_ns as i64);
    Ok(())
}

pub(crate) fn t_event_get_source(cx: &Cx, event_instance: MPI_T_event_instance, source_index: Out<c_int>) -> Result<()> {
    instance(cx, event_instance)?;
    source_index.set(SOURCE);
    Ok(())
}
