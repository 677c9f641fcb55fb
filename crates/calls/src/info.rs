//! Info objects (MPI-5 §10). They exist independently of `MPI_Init`.

use std::ffi::{c_char, c_int};
use std::os::unix::ffi::OsStringExt;

use ferry_constants as mpi;
use ferry_core::Result;
use ferry_core::info::{Info, Startup};
use ferry_ctypes::{MPI_Info, Out};
use ferry_runtime::{Cx, cell};

use crate::{environment, text};

/// Stores a handle for `info`.
pub fn store(cx: &Cx, to: Out<MPI_Info>, info: Info) {
    let handle = cx.local(|l| l.infos.insert(info));
    to.set(MPI_Info(handle));
}

/// A copy of what an argument that may be `MPI_INFO_NULL` refers to; an empty object for that.
pub fn hints(cx: &Cx, info: MPI_Info) -> Result<Info> {
    cx.local(|l| Ok(l.infos.get_optional(info.0, "info")?.cloned().unwrap_or_default()))
}

/// Fills `MPI_INFO_ENV` once the process has joined its job; `thread_level` is the level that was
/// asked for.
pub fn fill_environment(cx: &Cx, thread_level: c_int) {
    let info = Startup { thread_level: Some(level_name(thread_level)), ..startup(cx, command_line()) }.info();
    cx.local(|l| l.infos.set_environment(info));
}

/// How the program was started, as far as this process knows.
pub fn startup(cx: &Cx, command: Vec<Vec<u8>>) -> Startup {
    Startup {
        command,
        max_processes: max_processes(cx),
        host: environment::host_name(),
        architecture: Some(std::env::consts::ARCH.to_owned()),
        directory: std::env::current_dir().ok().map(|path| path.into_os_string().into_vec()),
        thread_level: None,
    }
}

/// Processes of the job: at all times the same, so before the first `MPI_Init` as the launcher's
/// variables say.
fn max_processes(cx: &Cx) -> Option<u32> {
    if cell::has_process() { Some(cx.with(|p| p.world.size as u32)) } else { ferry_core::launcher::promised_size() }
}

/// The words of this process's command line.
pub fn command_line() -> Vec<Vec<u8>> {
    let line = std::fs::read("/proc/self/cmdline").unwrap_or_default();
    line.split(|byte| *byte == 0).filter(|word| !word.is_empty()).map(<[u8]>::to_vec).collect()
}

fn level_name(level: c_int) -> &'static str {
    match level {
        mpi::MPI_THREAD_MULTIPLE => "MPI_THREAD_MULTIPLE",
        mpi::MPI_THREAD_SERIALIZED => "MPI_THREAD_SERIALIZED",
        mpi::MPI_THREAD_FUNNELED => "MPI_THREAD_FUNNELED",
        _ => "MPI_THREAD_SINGLE",
    }
}

/// The value of a key, copied.
///
/// # Safety
/// ABI-1 for `key`.
pub unsafe fn value_of(cx: &Cx, info: MPI_Info, key: *const c_char) -> Result<Option<Vec<u8>>> {
    // SAFETY: as the caller promises.
    let key = unsafe { text::bytes(key) };
    cx.local(|l| Ok(l.infos.get(info.0, "info")?.get(key)?.map(<[u8]>::to_vec)))
}
