//! The end of windows, and memory that comes to dynamic ones and goes (MPI-5 §12.2.4, §12.2.5).

use ferry_constants as mpi;
use ferry_core::attribute::Object;
use ferry_core::process::Process;
use ferry_core::window::Flavor;
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Comm, MPI_Win};
use ferry_runtime::Cx;

use crate::{comm, win};

/// Takes a window away that nobody accesses any more; `met` is what became of the meeting before.
///
/// # Errors
/// That of `met`, for the window's error handler.
pub fn close(cx: &Cx, win: MPI_Win, met: Result<()>) -> Result<()> {
    let freed = cx.with(|p| {
        let window = p.windows.remove(win.0)?;
        p.engine.close_window(window.number);
        if let Some(region) = window.far.region {
            p.engine.close_to_peers(region);
        }
        Some(window)
    });
    let Some(window) = freed else { return met };
    comm::create::release(cx, MPI_Comm(window.comm));
    if window.is_served {
        win::progress::end_if_unneeded(cx);
    }
    match met {
        Ok(()) => {
            cx.local(|l| l.errhandlers.detach(window.errhandler));
            Ok(())
        }
        // The handler is called after this, so it is not let go.
        Err(error) => Err(error.for_handler(Object::Win, window.errhandler)),
    }
}

/// The number of a dynamic window.
pub fn dynamic(p: &Process, win: MPI_Win) -> Result<u64> {
    let window = p.windows.find(win.0)?;
    if window.flavor() != Flavor::Dynamic {
        let text = "argument win was not made by MPI_Win_create_dynamic; only to such windows memory can be attached";
        return Err(Error::new(mpi::MPI_ERR_RMA_FLAVOR, text));
    }
    Ok(window.number)
}
