//! Events for tools (MPI-5 §15.3.8): sources, types, registrations.

use std::ffi::{c_int, c_void};

use ferry_core::Result;
use ferry_core::info::Info;
use ferry_ctypes::{MPI_Datatype, MPI_Info, MPI_T_event_instance, MPI_T_event_registration, Out};
use ferry_runtime::{Cx, cell, events};
use ferry_tools::event::{Event, Instance};
use ferry_tools::refusal::Refusal;
use ferry_tools::state::SAFETY_LEVELS;

use crate::info;

/// Makes an info object without hints, if it is asked for: Ferry has none for events.
///
/// # Safety
/// ABI-1.
pub unsafe fn put_no_hints(cx: &Cx, info: *mut MPI_Info) {
    if !info.is_null() {
        // SAFETY: as the caller promises.
        info::store(cx, unsafe { Out::at(info) }, Info::default());
    }
}

/// Stores as many elements as there is room for, and how many there are.
///
/// # Safety
/// ABI-1, ABI-2.
pub unsafe fn put_elements(event: &Event, datatypes: *mut MPI_Datatype, displacements: *mut i64, num: *mut c_int) -> Result<()> {
    if num.is_null() {
        return Ok(());
    }
    // SAFETY: as the caller promises.
    let room = usize::try_from(unsafe { *num }).map_err(|_| Refusal::Invalid)?;
    for (at, (element, displacement)) in event.elements.iter().zip(event.displacements()).take(room).enumerate() {
        // SAFETY: as the caller promises; `at` is within the room.
        unsafe {
            if !datatypes.is_null() {
                *datatypes.add(at) = MPI_Datatype(element.form.datatype());
            }
            if !displacements.is_null() {
                *displacements.add(at) = displacement as i64;
            }
        }
    }
    // SAFETY: as the caller promises.
    unsafe { *num = event.elements.len() as c_int };
    Ok(())
}

/// The place of a safety level among the callbacks of a registration.
pub fn level_of(cb_safety: c_int) -> Result<usize> {
    Ok(SAFETY_LEVELS.iter().position(|level| *level == cb_safety).ok_or(Refusal::Invalid)?)
}

/// Refuses a safety level for which no callback is registered.
pub fn check_callback(cx: &Cx, event_registration: MPI_T_event_registration, cb_safety: c_int) -> Result<()> {
    let registration = cx.local(|l| l.tools.registration(event_registration.0).copied())?;
    registration.callbacks[level_of(cb_safety)?].map(drop).ok_or(Refusal::Invalid.into())
}

/// Raises what has been observed, if the process uses MPI.
pub fn raise_pending(cx: &Cx) {
    if cell::is_running() {
        events::raise(cx);
    }
}

/// Copies bytes of an event to a tool.
///
/// # Safety
/// ABI-1: `to` has room for them.
pub unsafe fn put_bytes(to: *mut c_void, bytes: &[u8]) {
    // SAFETY: as the caller promises.
    unsafe { to.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
}

/// The event behind a handle.
pub fn instance(cx: &Cx, handle: MPI_T_event_instance) -> Result<Instance> {
    Ok(cx.local(|l| l.tools.instance(handle.0).copied())?)
}
