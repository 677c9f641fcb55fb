//! Reduction operations of the program's own (MPI-5 §6.9.5).

use ferry_core::operation::UserOp;
use ferry_ctypes::{MPI_Op, Out};
use ferry_runtime::Cx;

/// Stores a handle for an operation.
///
/// # Safety
/// ABI-1 for `op`.
pub unsafe fn store(cx: &Cx, op: Out<MPI_Op>, user: UserOp) {
    let handle = cx.with(|p| p.operations.insert(user));
    op.set(MPI_Op(handle));
}
