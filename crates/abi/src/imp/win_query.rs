//! What windows are: groups, names, hints, and memory that is shared (MPI-5 §12.2.3, §12.2.7,
//! §7.8).

use std::ffi::{c_char, c_int, c_void};

use ferry_calls::win::query::{Shared, shared};
use ferry_calls::{info, text};
use ferry_constants as mpi;
use ferry_core::info::Info;
use ferry_core::process::Process;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{IntOut, MPI_Group, MPI_Info, MPI_Win, Out};
use ferry_runtime::Cx;

/// `MPI_Win_get_group`
pub(crate) fn win_get_group(cx: &Cx, win: MPI_Win, group: Out<MPI_Group>) -> Result<()> {
    let handle = cx.with(|p| {
        let window = p.windows.find(win.0)?;
        let (session, members) = (window.session, window.group.clone());
        Ok::<_, Error>(p.groups.insert_of(session, members))
    })?;
    group.set(MPI_Group(handle));
    Ok(())
}

/// `MPI_Win_set_name`
pub(crate) unsafe fn win_set_name(cx: &Cx, win: MPI_Win, win_name: *const c_char) -> Result<()> {
    // SAFETY: ABI-1.
    let name = unsafe { text::bytes(win_name) };
    cx.with(|p| p.windows.find_mut(win.0).map(|window| window.set_name(name)))
}

/// `MPI_Win_get_name`. `MPI_WIN_NULL` has a name, too (MPI-5 §7.8).
pub(crate) unsafe fn win_get_name(cx: &Cx, win: MPI_Win, win_name: *mut c_char, resultlen: Out<c_int>) -> Result<()> {
    let name = match win {
        MPI_Win::NULL => b"MPI_WIN_NULL".to_vec(),
        _ => cx.with(|p| p.windows.find(win.0).map(|window| window.name().to_vec()))?,
    };
    // SAFETY: ABI-1.
    resultlen.set(unsafe { text::store(win_name, mpi::MPI_MAX_OBJECT_NAME as usize, &name) });
    Ok(())
}

/// `MPI_Win_set_info`
pub(crate) fn win_set_info(cx: &Cx, win: MPI_Win, info: MPI_Info) -> Result<()> {
    let given = info::hints(cx, info)?;
    cx.with(|p| p.windows.find_mut(win.0).map(|window| window.hints.apply(&given)))
}

/// `MPI_Win_get_info`
pub(crate) fn win_get_info(cx: &Cx, win: MPI_Win, info_used: Out<MPI_Info>) -> Result<()> {
    let pairs = cx.with(|p| p.windows.find(win.0).map(|window| window.hints.pairs()))?;
    let mut used = Info::default();
    for (key, value) in pairs {
        used.set(key.as_bytes(), value.as_bytes())?;
    }
    info::store(cx, info_used, used);
    Ok(())
}

/// `MPI_Win_shared_query`, for windows of any kind. `MPI_PROC_NULL` stands for the lowest rank
/// whose part is not empty.
pub(crate) unsafe fn win_shared_query(
    cx: &Cx,
    win: MPI_Win,
    rank: c_int,
    size: Out<i64>,
    disp_unit: IntOut,
    baseptr: *mut c_void,
) -> Result<()> {
    let found = cx.with(|p: &mut Process| {
        let window = p.windows.find(win.0)?;
        Ok::<_, Error>(match window.target(rank, "rank")? {
            Some(rank) => shared(window, rank),
            // The lowest rank that has memory, whether this process reaches it or not.
            None => {
                let first = (0..window.group.size()).find(|rank| window.parts.of_rank(*rank).size > 0);
                first.map_or(Shared::NONE, |rank| shared(window, rank))
            }
        })
    })?;
    let unit = found.unit as i64;
    if !disp_unit.holds(unit) {
        bail!(MPI_ERR_VALUE_TOO_LARGE, "argument disp_unit cannot hold {unit}; call MPI_Win_shared_query_c");
    }
    // SAFETY: ABI-1: the last argument is the address of a pointer.
    unsafe {
        size.set(found.size as i64);
        disp_unit.set(unit);
        *baseptr.cast::<*mut c_void>() = found.base.cast();
    }
    Ok(())
}
