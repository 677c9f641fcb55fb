//! Sessions (MPI-5 §11.3): MPI without `MPI_Init`, or beside it.

use ferry_constants as mpi;
use ferry_core::session::{ProcessSet, Session, level_of};
use ferry_core::{Error, Result, memory_kind};
use ferry_ctypes::{MPI_Errhandler, MPI_Info, MPI_Session};
use ferry_runtime::Cx;
use ferry_runtime::program::Program;

use crate::info;
use crate::lifecycle::begin;

/// Begins a session.
pub fn open(cx: &Cx, functions: &'static dyn Program, info: MPI_Info, errhandler: MPI_Errhandler) -> Result<MPI_Session> {
    let wanted = info::hints(cx, info)?;
    let required = wanted.text("thread_level").map(level_of).transpose()?;
    let handle = begin(cx, functions, required, |p, granted| {
        let asked = wanted.text("mpi_memory_alloc_kinds").unwrap_or(&p.settings.memory_alloc_kinds);
        let kinds = memory_kind::provided(asked);
        p.sessions.insert(Session::new(errhandler.0, granted, kinds))
    })?;
    Ok(MPI_Session(handle))
}

/// Refuses arguments that are no session and no info object or `MPI_INFO_NULL`.
pub fn check(cx: &Cx, session: MPI_Session, info: MPI_Info) -> Result<()> {
    cx.with(|p| p.sessions.find(session.0).map(|_| ()))?;
    info::hints(cx, info).map(|_| ())
}

/// The processes of a set of the session.
pub fn members(cx: &Cx, session: MPI_Session, name: &[u8]) -> Result<ferry_core::group::Group> {
    cx.with(|p| {
        p.sessions.find(session.0)?;
        Ok::<_, Error>(ProcessSet::named(name)?.group(p.rank(), p.world.size as u32, p.engine.node().members()))
    })
}

const _: () = assert!(mpi::MPI_MAX_PSET_NAME_LEN as usize > "ferry://NODE".len());
