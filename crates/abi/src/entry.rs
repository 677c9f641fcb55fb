//! How every C entry point enters Ferry and leaves it again: state check, error handlers.

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_core::{Error, Result};
pub use ferry_runtime::{Call, Cx, Scope};
use ferry_runtime::{cell, events, failure};

use crate::program;

/// Runs an entry point that needs an initialized library.
#[inline(always)]
pub fn call(call: Call, scope: Scope, body: impl FnOnce(&Cx) -> Result<()>) -> c_int {
    if !cell::is_simply_running()
        && let Some(code) = not_simply_running(call, scope)
    {
        return code;
    }
    match body(&Cx { call }) {
        Ok(()) => mpi::MPI_SUCCESS,
        Err(error) => fail(call, scope, error),
    }
}

/// Gives an error to the error handler that takes it.
#[cold]
fn fail(call: Call, scope: Scope, error: Error) -> c_int {
    program::install();
    failure::handle(&Cx { call }, scope, error)
}

/// What a call returns if the library does not run. If it does, raises events.
#[cold]
fn not_simply_running(call: Call, scope: Scope) -> Option<c_int> {
    program::install();
    if cell::is_child() {
        return Some(failure::in_child(call, scope));
    }
    if !cell::is_running() {
        return Some(failure::not_running(call, scope));
    }
    events::raise(&Cx { call });
    None
}

/// Runs an entry point of the tool information interface: it returns codes, and no error handler
/// hears of them (MPI-5 §15.3.10).
pub fn tool(call: Call, body: impl FnOnce(&Cx) -> Result<()>) -> c_int {
    let cx = Cx { call };
    if call.0 != "MPI_T_init_thread" && !cx.local(|l| l.tools.is_initialized()) {
        return mpi::MPI_T_ERR_NOT_INITIALIZED;
    }
    match body(&cx) {
        Ok(()) => mpi::MPI_SUCCESS,
        Err(error) if TOOL_CODES.contains(&error.class()) => error.class(),
        Err(_) => mpi::MPI_T_ERR_INVALID,
    }
}

/// The codes of the tool information interface.
const TOOL_CODES: std::ops::RangeInclusive<c_int> = mpi::MPI_T_ERR_CANNOT_INIT..=mpi::MPI_T_ERR_PVAR_NO_ATOMIC;

/// Runs an entry point that may be called before `MPI_Init` and after `MPI_Finalize`.
#[inline]
pub fn call_anytime(call: Call, scope: Scope, body: impl FnOnce(&Cx) -> Result<()>) -> c_int {
    match body(&Cx { call }) {
        Ok(()) => mpi::MPI_SUCCESS,
        Err(error) => fail(call, scope, error),
    }
}

/// A function of the standard that Ferry does not have yet.
#[cold]
#[allow(dead_code, reason = "at the moment it has all; a function that is described is not always written at once")]
pub fn unsupported(call: Call, scope: Scope) -> c_int {
    let error = Error::new(mpi::MPI_ERR_UNSUPPORTED_OPERATION, "this version of Ferry does not implement the function yet");
    fail(call, scope, error)
}
