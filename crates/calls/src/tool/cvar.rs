//! Control variables for tools (MPI-5 §15.3.6).
//!
//! Before `MPI_Init` there is no process whose settings could change: values are kept and read by
//! it.

use std::ffi::{c_int, c_void};

use ferry_core::Result;
use ferry_ctypes::MPI_T_cvar_handle;
use ferry_runtime::Cx;
use ferry_settings::Settings;
use ferry_tools::cvar::{self, Cvar, TEXT_BYTES, Value};
use ferry_tools::kind::Form;
use ferry_tools::refusal::Refusal;

/// The control variable behind a handle.
pub fn find(cx: &Cx, handle: MPI_T_cvar_handle) -> Result<&'static Cvar> {
    Ok(&cvar::table()[cx.local(|l| l.tools.cvar(handle.0))?])
}

/// The settings that `MPI_Init` would begin with now.
pub fn early_settings(cx: &Cx) -> (Settings, Vec<ferry_settings::Warning>) {
    let (mut settings, warnings) = Settings::from_env(std::env::vars_os());
    cx.local(|l| {
        for (target, value) in l.tools.early() {
            // It was taken before, and the environment does not decide about it.
            let _ = target.write(&mut settings, value);
        }
    });
    (settings, warnings)
}

/// The value at `buf`. A string without an end within its elements is no value.
///
/// # Safety
/// ABI-1.
pub unsafe fn value_at(cvar: &Cvar, buf: *const c_void) -> std::result::Result<Value, Refusal> {
    // SAFETY: as the caller promises; the string is looked at up to its end.
    unsafe {
        match cvar.form {
            Form::Int => {
                let number = buf.cast::<c_int>().read_unaligned();
                u64::try_from(number).map(Value::Number).map_err(|_| Refusal::Invalid)
            }
            Form::Text => {
                let bytes = (0..TEXT_BYTES).map(|at| *buf.cast::<u8>().add(at)).take_while(|byte| *byte != 0).collect::<Vec<_>>();
                let fits = bytes.len() < TEXT_BYTES;
                String::from_utf8(bytes).ok().filter(|_| fits).map(Value::Text).ok_or(Refusal::Invalid)
            }
            Form::Unsigned | Form::Double => Ok(Value::Number(buf.cast::<u64>().read_unaligned())),
        }
    }
}
