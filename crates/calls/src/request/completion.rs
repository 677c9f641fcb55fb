//! What a completed request tells the program (MPI-5 §3.7.3).

use ferry_constants::Status;
use ferry_ctypes::{MPI_Request, Out};

use crate::p2p::message::store;
use crate::request::finished::Finished;

/// Stores what became of one request: its status, and `MPI_REQUEST_NULL` unless it is persistent.
///
/// # Safety
/// ABI-1 for both pointers.
#[inline]
pub unsafe fn deliver(finished: &Finished, request: Out<MPI_Request>, status: *mut Status) {
    // SAFETY: as the caller promises.
    unsafe {
        store(status, finished.status);
        if !finished.is_persistent {
            request.set(MPI_Request::NULL);
        }
    }
}
