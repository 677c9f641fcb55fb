//! Reduction operations of the program's own (MPI-5 §6.9.5).

use std::ffi::c_int;

use ferry_calls::operation::store;
use ferry_core::Result;
use ferry_core::operation::UserOp;
use ferry_ctypes::{InOut, MPI_Op, MPI_User_function, MPI_User_function_c, Out};
use ferry_runtime::Cx;

pub(crate) unsafe fn op_create(cx: &Cx, user_fn: MPI_User_function, commute: c_int, op: Out<MPI_Op>) -> Result<()> {
    let function = user_fn.map_or(0, |function| function as usize);
    // SAFETY: ABI-1.
    unsafe { store(cx, op, UserOp { function, is_commutative: commute != 0, is_large: false }) };
    Ok(())
}

pub(crate) unsafe fn op_create_c(cx: &Cx, user_fn: MPI_User_function_c, commute: c_int, op: Out<MPI_Op>) -> Result<()> {
    let function = user_fn.map_or(0, |function| function as usize);
    // SAFETY: ABI-1.
    unsafe { store(cx, op, UserOp { function, is_commutative: commute != 0, is_large: true }) };
    Ok(())
}

pub(crate) fn op_free(cx: &Cx, op: InOut<MPI_Op>) -> Result<()> {
    let handle = op.get();
    cx.with(|p| p.operations.free(handle.0))?;
    op.set(MPI_Op::NULL);
    Ok(())
}

pub(crate) fn op_commutative(cx: &Cx, op: MPI_Op, commute: Out<c_int>) -> Result<()> {
    let op = cx.with(|p| p.operations.get(op.0, "op"))?;
    commute.set(c_int::from(op.is_commutative()));
    Ok(())
}
