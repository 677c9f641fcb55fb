//! Calls of functions of the program, by their C types.
//!
//! # Safety arguments
//! - PROGRAM-1: the address of a function was given by the program as a function of the type that
//!   the call which took it demands (CT-2), and is called with no borrow of the process held
//!   (ENTRY-2): so promises whoever calls a method of [`Program`]. Types of one purpose differ,
//!   from one kind of object to another, in nothing but what a handle is called.

use std::ffi::{c_int, c_void};

use ferry_constants::{self as mpi, Status};
use ferry_core::attribute;
use ferry_core::collective::Combination;
use ferry_core::file::{Conversion, DataRepresentation};
use ferry_core::request::General;
use ferry_ctypes::{CopyAttribute, DeleteAttribute, MPI_Datatype, MPI_T_event_instance, MPI_T_event_registration};
use ferry_engine::collective::Combine;
use ferry_runtime::program::{self, CachedValue, Items, Program};
use ferry_tools::state::{self, RAISED_AT, SAFETY_LEVELS};

/// The safety level that callbacks of tools are told.
pub const SAFETY: c_int = SAFETY_LEVELS[RAISED_AT];

/// The index of the one source of events there is.
pub const SOURCE: c_int = 0;

/// Says that functions of the program are called here, for errors before MPI runs.
pub fn install() {
    program::install(&CFunctions);
}

/// The program's functions are C functions.
pub struct CFunctions;

/// The function of type `F` at an address.
///
/// # Safety
/// `F` is the type of a function pointer, and `address` that of such a function (PROGRAM-1).
unsafe fn at<F>(address: usize) -> F {
    const { assert!(size_of::<F>() == size_of::<*const ()>()) };
    let address = std::ptr::with_exposed_provenance::<()>(address);
    // SAFETY: as the caller promises.
    unsafe { std::mem::transmute_copy::<*const (), F>(&address) }
}

fn pointer(value: usize) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(value)
}

impl Program for CFunctions {
    unsafe fn handle_error(&self, function: usize, handle: usize, code: c_int) {
        type Function = unsafe extern "C" fn(*mut usize, *mut c_int, ...);
        let (mut handle, mut code) = (handle, code);
        // SAFETY: PROGRAM-1.
        unsafe { at::<Function>(function)(&mut handle, &mut code) };
    }

    unsafe fn combine(&self, job: &Combination) {
        type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut MPI_Datatype);
        type FunctionC = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut i64, *mut MPI_Datatype);
        let Combination { program: ferry_core::collective::ProgramFunction { op, datatype, extent }, combine } = *job;
        let Combine { input, inout, count } = combine;
        let mut datatype = MPI_Datatype(datatype);
        if op.is_large {
            let mut count = count as i64;
            // SAFETY: PROGRAM-1.
            unsafe { at::<FunctionC>(op.function)(input.cast(), inout.cast(), &mut count, &mut datatype) };
            return;
        }
        let longest = c_int::MAX as u64;
        for first in (0..count).step_by(longest as usize) {
            let offset = first as isize * extent as isize;
            let mut len = longest.min(count - first) as c_int;
            let (input, inout) = (input.wrapping_offset(offset).cast(), inout.wrapping_offset(offset).cast());
            // SAFETY: PROGRAM-1.
            unsafe { at::<Function>(op.function)(input, inout, &mut len, &mut datatype) };
        }
    }

    unsafe fn tell_event(&self, callback: state::Callback, instance: usize, registration: usize) {
        type Function = unsafe extern "C" fn(MPI_T_event_instance, MPI_T_event_registration, c_int, *mut c_void);
        let (instance, registration) = (MPI_T_event_instance(instance), MPI_T_event_registration(registration));
        // SAFETY: PROGRAM-1.
        unsafe { at::<Function>(callback.function)(instance, registration, SAFETY, pointer(callback.user_data)) };
    }

    unsafe fn tell_freed(&self, callback: state::Callback, registration: usize) {
        type Function = unsafe extern "C" fn(MPI_T_event_registration, c_int, *mut c_void);
        // SAFETY: PROGRAM-1.
        unsafe { at::<Function>(callback.function)(MPI_T_event_registration(registration), SAFETY, pointer(callback.user_data)) };
    }

    unsafe fn tell_dropped(&self, callback: state::Callback, count: i64, registration: usize) {
        type Function = unsafe extern "C" fn(i64, MPI_T_event_registration, c_int, c_int, *mut c_void);
        let registration = MPI_T_event_registration(registration);
        // SAFETY: PROGRAM-1.
        unsafe { at::<Function>(callback.function)(count, registration, SOURCE, SAFETY, pointer(callback.user_data)) };
    }

    unsafe fn copy_attribute(&self, callback: attribute::Callback, of: CachedValue) -> (c_int, Option<usize>) {
        let (mut copy, mut flag) = (std::ptr::null_mut::<c_void>(), 0);
        let (extra_state, value, into) = (pointer(callback.extra_state), pointer(of.value), (&raw mut copy).cast());
        // SAFETY: PROGRAM-1.
        let code =
            unsafe { at::<CopyAttribute<usize>>(callback.function)(of.object, of.key, extra_state, value, into, &mut flag) };
        (code, (flag != 0).then(|| copy.expose_provenance()))
    }

    unsafe fn delete_attribute(&self, callback: attribute::Callback, of: CachedValue) -> c_int {
        let (value, extra_state) = (pointer(of.value), pointer(callback.extra_state));
        // SAFETY: PROGRAM-1.
        unsafe { at::<DeleteAttribute<usize>>(callback.function)(of.object, of.key, value, extra_state) }
    }

    unsafe fn query_request(&self, general: &General, status: &mut Status) -> c_int {
        // SAFETY: PROGRAM-1.
        general.query.map_or(mpi::MPI_SUCCESS, |function| unsafe { function(general.extra_state, status) })
    }

    unsafe fn free_request(&self, general: &General) -> c_int {
        // SAFETY: PROGRAM-1.
        general.free.map_or(mpi::MPI_SUCCESS, |function| unsafe { function(general.extra_state) })
    }

    unsafe fn cancel_request(&self, general: &General) -> c_int {
        let is_complete = c_int::from(general.is_complete);
        // SAFETY: PROGRAM-1.
        general.cancel.map_or(mpi::MPI_SUCCESS, |function| unsafe { function(general.extra_state, is_complete) })
    }

    unsafe fn extent_in_file(&self, registered: &DataRepresentation, datatype: usize) -> (c_int, i64) {
        type Function = unsafe extern "C" fn(MPI_Datatype, *mut i64, *mut c_void) -> c_int;
        let mut extent = -1;
        let (datatype, extra_state) = (MPI_Datatype(datatype), pointer(registered.extra_state));
        // SAFETY: PROGRAM-1.
        let code = unsafe { at::<Function>(registered.extent)(datatype, &mut extent, extra_state) };
        (code, extent)
    }

    unsafe fn convert(
        &self,
        registered: &DataRepresentation,
        conversion: Conversion,
        items: Items,
        file: *mut u8,
        position: u64,
    ) -> c_int {
        type Function = unsafe extern "C" fn(*mut c_void, MPI_Datatype, c_int, *mut c_void, i64, *mut c_void) -> c_int;
        type FunctionC = unsafe extern "C" fn(*mut c_void, MPI_Datatype, i64, *mut c_void, i64, *mut c_void) -> c_int;
        let Items { address, datatype, count } = items;
        let (user, datatype, file) = (address.cast(), MPI_Datatype(datatype), file.cast());
        let (position, extra_state) = (position as i64, pointer(registered.extra_state));
        // SAFETY: PROGRAM-1.
        unsafe {
            match conversion.is_large {
                true => at::<FunctionC>(conversion.function)(user, datatype, count as i64, file, position, extra_state),
                false => at::<Function>(conversion.function)(user, datatype, count as c_int, file, position, extra_state),
            }
        }
    }
}
