//! Info objects (MPI-5 §10). They exist independently of `MPI_Init`.

use std::ffi::{c_char, c_int};

use ferry_calls::info::{command_line, startup, store, value_of};
use ferry_calls::text;
use ferry_constants as mpi;
use ferry_core::info::Info;
use ferry_core::{Result, bail};
use ferry_ctypes::{InOut, MPI_Info, Out};
use ferry_runtime::Cx;

pub(crate) fn info_create(cx: &Cx, info: Out<MPI_Info>) -> Result<()> {
    store(cx, info, Info::default());
    Ok(())
}

pub(crate) unsafe fn info_create_env(cx: &Cx, argc: c_int, argv: *mut *mut c_char, info: Out<MPI_Info>) -> Result<()> {
    if argc < 0 {
        bail!(MPI_ERR_ARG, "argument argc is {argc}; it must be at least 0");
    }
    let given = if argv.is_null() { 0 } else { argc as usize };
    // SAFETY: ABI-1: argv is that of main, whose first argc elements are strings.
    let words = unsafe { (0..given).map(|at| text::bytes(*argv.add(at)).to_vec()).collect::<Vec<_>>() };
    let command = if words.is_empty() { command_line() } else { words };
    let environment = startup(cx, command).info();
    store(cx, info, environment);
    Ok(())
}

pub(crate) fn info_dup(cx: &Cx, info: MPI_Info, newinfo: Out<MPI_Info>) -> Result<()> {
    let copy = cx.local(|l| l.infos.get(info.0, "info").cloned())?;
    store(cx, newinfo, copy);
    Ok(())
}

pub(crate) fn info_free(cx: &Cx, info: InOut<MPI_Info>) -> Result<()> {
    let handle = info.get();
    cx.local(|l| l.infos.free(handle.0))?;
    info.set(MPI_Info::NULL);
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

pub(crate) fn info_get_nkeys(cx: &Cx, info: MPI_Info, nkeys: Out<c_int>) -> Result<()> {
    let count = cx.local(|l| l.infos.get(info.0, "info").map(Info::len))?;
    nkeys.set(count as c_int);
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

pub(crate) unsafe fn info_get(
    cx: &Cx,
    info: MPI_Info,
    key: *const c_char,
    valuelen: c_int,
    value: *mut c_char,
    flag: Out<c_int>,
) -> Result<()> {
    if valuelen < 0 {
        bail!(MPI_ERR_ARG, "argument valuelen is {valuelen}; it must be at least 0");
    }
    // SAFETY: ABI-1; the value has room for valuelen bytes and a null.
    unsafe {
        let found = value_of(cx, info, key)?;
        flag.set(c_int::from(found.is_some()));
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
    valuelen: Out<c_int>,
    flag: Out<c_int>,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let found = value_of(cx, info, key)?;
        flag.set(c_int::from(found.is_some()));
        if let Some(found) = found {
            valuelen.set(found.len() as c_int);
        }
    }
    Ok(())
}

pub(crate) unsafe fn info_get_string(
    cx: &Cx,
    info: MPI_Info,
    key: *const c_char,
    buflen: InOut<c_int>,
    value: *mut c_char,
    flag: Out<c_int>,
) -> Result<()> {
    let room = buflen.get();
    if room < 0 {
        bail!(MPI_ERR_ARG, "argument buflen is {room}; it must be at least 0");
    }
    if room > 0 {
        cx.non_null(value, "value")?;
    }
    // SAFETY: ABI-1; the value has room for buflen bytes.
    unsafe {
        let found = value_of(cx, info, key)?;
        flag.set(c_int::from(found.is_some()));
        if let Some(found) = found {
            if room > 0 {
                text::store(value, room as usize, &found);
            }
            buflen.set(found.len() as c_int + 1);
        }
    }
    Ok(())
}
