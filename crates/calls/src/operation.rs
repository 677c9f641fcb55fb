//! Reduction operations of the program's own (MPI-5 §6.9.5).

use ferry_core::operation::UserOp;
use ferry_ctypes::MPI_Op;
use ferry_runtime::Cx;

/// Stores a handle for an operation.
///
/// # Safety
/// ABI-1 for `op`.
pub unsafe fn store(cx: &Cx, op: *mut MPI_Op, user: UserOp) {
    let handle = cx.with(|p| p.operations.insert(user));
    // SAFETY: as the caller promises.
    unsafe { *op = MPI_Op(handle) };
}
