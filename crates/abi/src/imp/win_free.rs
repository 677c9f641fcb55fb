//! The end of windows, and memory that comes to dynamic ones and goes (MPI-5 §12.2.4, §12.2.5).

use std::ffi::c_void;

use ferry_calls::attribute;
use ferry_calls::fault_tolerance::meet;
use ferry_calls::win::flush::{TargetQuestion, await_answers};
use ferry_calls::win::free::{close, dynamic};
use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::{Error, Result, bail, resilience};
use ferry_ctypes::{InOut, MPI_Comm, MPI_Win};
use ferry_runtime::Cx;

use super::collective;

/// `MPI_Win_free`: nobody accesses the window any more when all have called it, and everything that
/// is under way has arrived.
pub(crate) unsafe fn win_free(cx: &Cx, win: InOut<MPI_Win>) -> Result<()> {
    let handle = win.get();
    let (comm, number) = cx.with(|p| {
        let window = p.windows.find(handle.0)?;
        window.epochs.check_free()?;
        Ok::<_, Error>((window.comm, window.number))
    })?;
    attribute::delete_all(cx, handle)?;
    let mut met = Ok(());
    if resilience::is_on() {
        // Those who live meet, and free the window whoever has died.
        met = meet(cx, MPI_Comm(comm), "call MPI_Win_free");
    } else {
        // SAFETY: no arguments but the communicator, which is the window's own.
        unsafe { collective::barrier(cx, MPI_Comm(comm))? };
    }
    let idle = |_: &mut (), p: &mut ferry_core::process::Process| p.engine.is_window_idle(number).then_some(());
    cx.block_on(&mut (), idle, |_, _| Awaited::one(Await::Ranks(Vec::new(), "receive what they have asked for")));
    win.set(MPI_Win::NULL);
    close(cx, handle, met)
}

/// `MPI_Win_attach`
///
/// # Safety
/// ABI-1 for the memory, until it is detached: peers read and write it.
pub(crate) unsafe fn win_attach(cx: &Cx, win: MPI_Win, base: *mut c_void, size: i64) -> Result<()> {
    let Ok(bytes) = u64::try_from(size) else {
        bail!(MPI_ERR_SIZE, "argument size is {size}; it must be at least 0");
    };
    if base.is_null() && bytes > 0 {
        bail!(MPI_ERR_BASE, "argument base is a null pointer and size is {size}; pass the address of the memory");
    }
    cx.with(|p| {
        let number = dynamic(p, win)?;
        let exposure = p.engine.exposure_mut(number).ok_or_else(|| Error::internal("the window has no memory"))?;
        if !exposure.attach(base.expose_provenance() as u64, bytes) {
            bail!(MPI_ERR_RMA_ATTACH, "{bytes} bytes at {base:p} overlap memory that is attached already; detach that first");
        }
        Ok(())
    })
}

/// `MPI_Win_detach`
pub(crate) fn win_detach(cx: &Cx, win: MPI_Win, base: *const c_void) -> Result<()> {
    let (detached, mut asked) = cx.with(|p| {
        let number = dynamic(p, win)?;
        let Some(detached) = p.engine.begin_detach(number, base.addr() as u64) else {
            bail!(
                MPI_ERR_RMA_ATTACH,
                "argument base is {base:p}, where no memory is attached; pass what was passed to MPI_Win_attach"
            );
        };
        let window = p.windows.find(win.0)?;
        let question = |&(peer, tag): &(u32, u32)| TargetQuestion { rank: window.group.rank_of(peer).unwrap_or(0), peer, tag };
        let asked: Vec<_> = detached.asked.iter().map(question).collect();
        Ok((detached, asked))
    })?;
    // All that can fail is a peer that is lost, which accesses nothing any more.
    let _ = await_answers(cx, &mut asked);
    cx.with(|p| p.engine.end_detach(&detached));
    Ok(())
}
