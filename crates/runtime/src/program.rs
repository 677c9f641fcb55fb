//! The functions of the program: error handlers, reductions, callbacks of tools, copies of
//! attributes, generalized requests, data representations.
//!
//! What calls them knows them as addresses, or as what `ferry_core` keeps of them. Only the layer
//! of entry points knows their C types, so it implements [`Program`], and says so once
//! ([`install`]).

use std::ffi::c_int;
use std::sync::OnceLock;

use ferry_constants::Status;
use ferry_core::attribute;
use ferry_core::collective::Combination;
use ferry_core::file::{Conversion, DataRepresentation};
use ferry_core::request::General;
use ferry_tools::state;

/// An attribute of an object.
#[derive(Clone, Copy, Debug)]
pub struct CachedValue {
    /// The object's handle.
    pub object: usize,
    /// The key.
    pub key: c_int,
    /// The value.
    pub value: usize,
}

/// Items in a program's buffer, as conversion functions are told of them.
#[derive(Clone, Copy, Debug)]
pub struct Items {
    /// The buffer.
    pub address: *mut u8,
    /// The datatype's handle.
    pub datatype: usize,
    /// How many.
    pub count: u64,
}

/// Calls functions of the program. Each returns what the function did.
///
/// # Safety
/// Of all methods: functions are what the program gave for this purpose, in a call that names their
/// type. No borrow of the process is held.
pub trait Program: Sync {
    /// An error handler, for the object `handle`.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn handle_error(&self, function: usize, handle: usize, code: c_int);

    /// A reduction: `inout = input op inout`.
    ///
    /// # Safety
    /// See [`Program`]; the vectors are valid for as many elements as the job says.
    unsafe fn combine(&self, job: &Combination);

    /// A callback of a tool: an event, and for which registration.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn tell_event(&self, callback: state::Callback, instance: usize, registration: usize);

    /// A callback of a tool: so many events of a registration were dropped.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn tell_dropped(&self, callback: state::Callback, count: i64, registration: usize);

    /// A callback of a tool: a registration has ended.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn tell_freed(&self, callback: state::Callback, registration: usize);

    /// A copy function of attributes: the code it returned, and the copy if there is to be one.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn copy_attribute(&self, callback: attribute::Callback, of: CachedValue) -> (c_int, Option<usize>);

    /// A delete function of attributes.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn delete_attribute(&self, callback: attribute::Callback, of: CachedValue) -> c_int;

    /// Fills the status of a generalized request.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn query_request(&self, general: &General, status: &mut Status) -> c_int;

    /// Frees the state of a generalized request.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn free_request(&self, general: &General) -> c_int;

    /// Cancels a generalized request.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn cancel_request(&self, general: &General) -> c_int;

    /// The extent of a predefined datatype in a file, and the code returned.
    ///
    /// # Safety
    /// See [`Program`].
    unsafe fn extent_in_file(&self, registered: &DataRepresentation, datatype: usize) -> (c_int, i64);

    /// Converts items between memory and what stands in a file from `file` on; the first one is
    /// item `position` of the buffer. A function with a small count gets no more than that holds.
    ///
    /// # Safety
    /// See [`Program`]; items and `file` are valid for what the function does to them.
    unsafe fn convert(
        &self,
        registered: &DataRepresentation,
        conversion: Conversion,
        items: Items,
        file: *mut u8,
        position: u64,
    ) -> c_int;
}

static PROGRAM: OnceLock<&'static dyn Program> = OnceLock::new();

/// Says who calls functions of the program, before any of them is called. The first one stays.
pub fn install(program: &'static dyn Program) {
    // One that is there is the same: there is one layer of entry points.
    let _ = PROGRAM.set(program);
}

/// Who calls functions of the program.
///
/// # Panics
/// If nobody has been installed, which is a defect of the layer of entry points.
pub fn program() -> &'static dyn Program {
    *PROGRAM.get().expect("the layer of entry points installs itself before functions of the program are called")
}
