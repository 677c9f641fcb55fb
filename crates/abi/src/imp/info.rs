//! Info objects (MPI-5 §10). They exist independently of `MPI_Init`.

use std::ffi::{c_char, c_int};
use std::os::unix::ffi::OsStringExt;

use ferry_constants as mpi;
use ferry_core::info::{Info, Startup};
use ferry_core::{Result, bail};

use super::{environment, text};
use ferry_ctypes::MPI_Info;
use ferry_runtime::{cell, Cx};

/// Stores a handle for `info`.
///
/// # Safety
/// ABI-1 for `to`.
pub unsafe fn store(cx: &Cx, to: *mut MPI_Info, info: Info) {
    let handle = cx.local(|l| l.infos.insert(info));
    // SAFETY: as the caller promises.
    unsafe { *to = MPI_Info(handle) };
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
fn startup(cx: &Cx, command: Vec<Vec<u8>>) -> Startup {
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
    if cell::has_process() { Some(cx.with(|p| p.size as u32)) } else { ferry_core::launcher::promised_size() }
}

fn command_line() -> Vec<Vec<u8>> {
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

pub(crate) unsafe fn info_create(cx: &Cx, info: *mut MPI_Info) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { store(cx, info, Info::default()) };
    Ok(())
}

pub(crate) unsafe fn info_create_env(cx: &Cx, argc: c_int, argv: *mut *mut c_char, info: *mut MPI_Info) -> Result<()> {
    if argc < 0 {
        bail!(MPI_ERR_ARG, "argument argc is {argc}; it must be at least 0");
    }
    let given = if argv.is_null() { 0 } else { argc as usize };
    // SAFETY: ABI-1: argv is that of main, whose first argc elements are strings.
    let words = unsafe { (0..given).map(|at| text::bytes(*argv.add(at)).to_vec()).collect::<Vec<_>>() };
    let command = if words.is_empty() { command_line() } else { words };
    let environment = startup(cx, command).info();
    // SAFETY: ABI-1.
    unsafe { store(cx, info, environment) };
    Ok(())
}

pub(crate) unsafe fn info_dup(cx: &Cx, info: MPI_Info, newinfo: *mut MPI_Info) -> Result<()> {
    let copy = cx.local(|l| l.infos.get(info.0, "info").cloned())?;
    // SAFETY: ABI-1.
    unsafe { store(cx, newinfo, copy) };
    Ok(())
}

pub(crate) unsafe fn info_free(cx: &Cx, info: *mut MPI_Info) -> Result<()> {
    // SAFETY: ABI-1.
    let handle = unsafe { *info };
    cx.local(|l| l.infos.free(handle.0))?;
    // SAFETY: ABI-1.
    unsafe { *info = MPI_Info::NULL };
    Ok(())
}

pub(crate) unsafe fn info_set(cx: &Cx, info: MPI_Info, key: *const c_char, value: *const c_char) -> Result<()> {
    // SAFETY: ABI-1.
    let (key, value) = unsafe { (text::bytes(key), text::bytes(value)) };
    cx.local(|l| l.infos.get_mut(info.0, "info")?.set(key, value))
}

pub(crate) unsafe fn info_delete(cx: &Cx, info: MPI_Info, key: *const c_char) -> Result<()> {
    // SAFETY: ABI-1.
    let key = unsafe { text::bytes(key) };
    cx.local(|l| l.infos.get_mut(info.0, "info")?.delete(key))
}

pub(crate) unsafe fn info_get_nkeys(cx: &Cx, info: MPI_Info, nkeys: *mut c_int) -> Result<()> {
    let count = cx.local(|l| l.infos.get(info.0, "info").map(Info::len))?;
    // SAFETY: ABI-1.
    unsafe { *nkeys = count as c_int };
    Ok(())
}

pub(crate) unsafe fn info_get_nthkey(cx: &Cx, info: MPI_Info, n: c_int, key: *mut c_char) -> Result<()> {
    cx.local(|l| {
        let found = l.infos.get(info.0, "info")?.nth_key(n)?;
        // SAFETY: ABI-1; keys have room for MPI_MAX_INFO_KEY bytes.
        unsafe { text::store(key, mpi::MPI_MAX_INFO_KEY as usize, found) };
        Ok(())
    })
}

/// The value of a key, copied.
///
/// # Safety
/// ABI-1 for `key`.
unsafe fn value_of(cx: &Cx, info: MPI_Info, key: *const c_char) -> Result<Option<Vec<u8>>> {
    // SAFETY: as the caller promises.
    let key = unsafe { text::bytes(key) };
    cx.local(|l| Ok(l.infos.get(info.0, "info")?.get(key)?.map(<[u8]>::to_vec)))
}

pub(crate) unsafe fn info_get(
    cx: &Cx,
    info: MPI_Info,
    key: *const c_char,
    valuelen: c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> Result<()> {
    if valuelen < 0 {
        bail!(MPI_ERR_ARG, "argument valuelen is {valuelen}; it must be at least 0");
    }
    // SAFETY: ABI-1; the value has room for valuelen bytes and a null.
    unsafe {
        let found = value_of(cx, info, key)?;
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            text::store(value, valuelen as usize + 1, &found);
        }
    }
    Ok(())
}

pub(crate) unsafe fn info_get_valuelen(
    cx: &Cx,
    info: MPI_Info,
    key: *const c_char,
    valuelen: *mut c_int,
    flag: *mut c_int,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let found = value_of(cx, info, key)?;
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            *valuelen = found.len() as c_int;
        }
    }
    Ok(())
}

pub(crate) unsafe fn info_get_string(
    cx: &Cx,
    info: MPI_Info,
    key: *const c_char,
    buflen: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> Result<()> {
    // SAFETY: ABI-1.
    let room = unsafe { *buflen };
    if room < 0 {
        bail!(MPI_ERR_ARG, "argument buflen is {room}; it must be at least 0");
    }
    if room > 0 {
        cx.non_null(value, "value")?;
    }
    // SAFETY: ABI-1; the value has room for buflen bytes.
    unsafe {
        let found = value_of(cx, info, key)?;
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            if room > 0 {
                text::store(value, room as usize, &found);
            }
            *buflen = found.len() as c_int + 1;
        }
    }
    Ok(())
}
