//! Attributes of communicators (MPI-5 §7.7.2), those that MPI defines among them (§9.1.2).

use std::ffi::c_int;
use std::sync::atomic::{AtomicI32, Ordering};

use ferry_constants as mpi;
use ferry_runtime::Cx;

use crate::p2p::message::TAG_MAX;

const FIRST: c_int = mpi::MPI_TAG_UB;

const COUNT: usize = (mpi::MPI_UNIVERSE_SIZE - FIRST + 1) as usize;

/// Where programs find the values of predefined attributes: these are addresses of integers that
/// last.
static PREDEFINED: [AtomicI32; COUNT] = [const { AtomicI32::new(0) }; COUNT];

/// The value of an attribute that MPI defines; `None` if this process does not know it.
fn predefined(cx: &Cx, key: c_int) -> Option<c_int> {
    match key {
        mpi::MPI_TAG_UB => Some(TAG_MAX),
        mpi::MPI_IO => Some(mpi::MPI_ANY_SOURCE),
        mpi::MPI_HOST => Some(mpi::MPI_PROC_NULL),
        // Processes read the monotonic clock of their machine.
        mpi::MPI_WTIME_IS_GLOBAL => {
            Some(cx.with(|p| c_int::from(p.comms.nodes.is_none() && p.comms.peers.foreign().next().is_none())))
        }
        mpi::MPI_UNIVERSE_SIZE => universe_size(cx),
        mpi::MPI_APPNUM => Some(cx.with(|p| p.world.appnum)),
        mpi::MPI_LASTUSEDCODE => Some(cx.local(|l| l.error_codes.last_used())),
        _ => None,
    }
}

/// What the launcher says, asked once.
fn universe_size(cx: &Cx) -> Option<c_int> {
    let known = PREDEFINED[(mpi::MPI_UNIVERSE_SIZE - FIRST) as usize].load(Ordering::Relaxed);
    if known > 0 {
        return Some(known);
    }
    cx.with(|p| match &mut p.launcher {
        Some(launcher) => launcher.universe_size().ok().and_then(|size| c_int::try_from(size).ok()),
        None => Some(p.world.size as c_int),
    })
}

/// Whether a key is one of the standard's.
pub fn is_predefined(key: c_int) -> bool {
    (FIRST..FIRST + COUNT as c_int).contains(&key)
}

/// The address of a predefined attribute's value.
pub fn predefined_address(cx: &Cx, key: c_int) -> Option<usize> {
    let place = &PREDEFINED[(key - FIRST) as usize];
    place.store(predefined(cx, key)?, Ordering::Relaxed);
    Some(place.as_ptr().expose_provenance())
}
