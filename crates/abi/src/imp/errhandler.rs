//! Error handlers (MPI-5 §9.3).

use std::ffi::c_int;

use ferry_calls::errhandler::{make, of_file, raise};
use ferry_core::Result;
use ferry_core::attribute::Object;
use ferry_ctypes::{
    InOut, MPI_Comm, MPI_Comm_errhandler_function, MPI_Errhandler, MPI_File, MPI_File_errhandler_function, MPI_Session,
    MPI_Session_errhandler_function, MPI_Win, MPI_Win_errhandler_function, Out,
};
use ferry_runtime::{Cx, Scope};

pub(crate) fn comm_create_errhandler(
    cx: &Cx,
    function: MPI_Comm_errhandler_function,
    errhandler: Out<MPI_Errhandler>,
) -> Result<()> {
    make(cx, Object::Comm, function.map_or(0, |function| function as usize), errhandler);
    Ok(())
}

pub(crate) fn win_create_errhandler(
    cx: &Cx,
    function: MPI_Win_errhandler_function,
    errhandler: Out<MPI_Errhandler>,
) -> Result<()> {
    make(cx, Object::Win, function.map_or(0, |function| function as usize), errhandler);
    Ok(())
}

pub(crate) fn file_create_errhandler(
    cx: &Cx,
    function: MPI_File_errhandler_function,
    errhandler: Out<MPI_Errhandler>,
) -> Result<()> {
    make(cx, Object::File, function.map_or(0, |function| function as usize), errhandler);
    Ok(())
}

pub(crate) fn session_create_errhandler(
    cx: &Cx,
    function: MPI_Session_errhandler_function,
    errhandler: Out<MPI_Errhandler>,
) -> Result<()> {
    make(cx, Object::Session, function.map_or(0, |function| function as usize), errhandler);
    Ok(())
}

pub(crate) fn comm_set_errhandler(cx: &Cx, comm: MPI_Comm, errhandler: MPI_Errhandler) -> Result<()> {
    cx.with(|p| p.comms.find(comm.0, "comm").map(|_| ()))?;
    cx.local(|l| l.errhandlers.attach(errhandler.0, Object::Comm))?;
    let replaced = cx.with(|p| match p.comms.get_mut(comm.0) {
        Some(found) => found.choose_errhandler(errhandler.0),
        None => errhandler.0,
    });
    cx.local(|l| l.errhandlers.detach(replaced));
    Ok(())
}

pub(crate) fn comm_get_errhandler(cx: &Cx, comm: MPI_Comm, errhandler: Out<MPI_Errhandler>) -> Result<()> {
    let handle = cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.errhandler))?;
    cx.local(|l| l.errhandlers.hold(handle));
    errhandler.set(MPI_Errhandler(handle));
    Ok(())
}

pub(crate) fn session_set_errhandler(cx: &Cx, session: MPI_Session, errhandler: MPI_Errhandler) -> Result<()> {
    cx.with(|p| p.sessions.find(session.0).map(|_| ()))?;
    cx.local(|l| l.errhandlers.attach(errhandler.0, Object::Session))?;
    let replaced = cx.with(|p| match p.sessions.get_mut(session.0) {
        Some(found) => std::mem::replace(&mut found.errhandler, errhandler.0),
        None => errhandler.0,
    });
    cx.local(|l| l.errhandlers.detach(replaced));
    Ok(())
}

pub(crate) fn session_get_errhandler(cx: &Cx, session: MPI_Session, errhandler: Out<MPI_Errhandler>) -> Result<()> {
    let handle = cx.with(|p| p.sessions.find(session.0).map(|found| found.errhandler))?;
    cx.local(|l| l.errhandlers.hold(handle));
    errhandler.set(MPI_Errhandler(handle));
    Ok(())
}

pub(crate) fn win_set_errhandler(cx: &Cx, win: MPI_Win, errhandler: MPI_Errhandler) -> Result<()> {
    cx.with(|p| p.windows.find(win.0).map(|_| ()))?;
    cx.local(|l| l.errhandlers.attach(errhandler.0, Object::Win))?;
    let replaced = cx.with(|p| p.windows.find_mut(win.0).map(|found| std::mem::replace(&mut found.errhandler, errhandler.0)))?;
    cx.local(|l| l.errhandlers.detach(replaced));
    Ok(())
}

pub(crate) fn win_get_errhandler(cx: &Cx, win: MPI_Win, errhandler: Out<MPI_Errhandler>) -> Result<()> {
    let handle = cx.with(|p| p.windows.find(win.0).map(|found| found.errhandler))?;
    cx.local(|l| l.errhandlers.hold(handle));
    errhandler.set(MPI_Errhandler(handle));
    Ok(())
}

pub(crate) fn file_set_errhandler(cx: &Cx, file: MPI_File, errhandler: MPI_Errhandler) -> Result<()> {
    let replaced = of_file(cx, file)?;
    cx.local(|l| l.errhandlers.attach(errhandler.0, Object::File))?;
    if file == MPI_File::NULL {
        cx.local(|l| l.file_errhandler = errhandler.0);
    } else {
        cx.with(|p| p.files.find_mut(file.0, "file").map(|found| found.errhandler = errhandler.0))?;
    }
    cx.local(|l| l.errhandlers.detach(replaced));
    Ok(())
}

pub(crate) fn file_get_errhandler(cx: &Cx, file: MPI_File, errhandler: Out<MPI_Errhandler>) -> Result<()> {
    let handle = of_file(cx, file)?;
    cx.local(|l| l.errhandlers.hold(handle));
    errhandler.set(MPI_Errhandler(handle));
    Ok(())
}

pub(crate) fn comm_call_errhandler(cx: &Cx, comm: MPI_Comm, errorcode: c_int) -> Result<()> {
    cx.with(|p| p.comms.find(comm.0, "comm").map(|_| ()))?;
    raise(cx, Scope::Comm(comm), errorcode)
}

pub(crate) fn session_call_errhandler(cx: &Cx, session: MPI_Session, errorcode: c_int) -> Result<()> {
    cx.with(|p| p.sessions.find(session.0).map(|_| ()))?;
    raise(cx, Scope::Session(session), errorcode)
}

pub(crate) fn win_call_errhandler(cx: &Cx, win: MPI_Win, errorcode: c_int) -> Result<()> {
    cx.with(|p| p.windows.find(win.0).map(|_| ()))?;
    raise(cx, Scope::Win(win), errorcode)
}

pub(crate) fn file_call_errhandler(cx: &Cx, fh: MPI_File, errorcode: c_int) -> Result<()> {
    of_file(cx, fh)?;
    raise(cx, Scope::File(fh), errorcode)
}

pub(crate) fn errhandler_free(cx: &Cx, errhandler: InOut<MPI_Errhandler>) -> Result<()> {
    let handle = errhandler.get();
    cx.local(|l| l.errhandlers.free(handle.0))?;
    errhandler.set(MPI_Errhandler::NULL);
    Ok(())
}
