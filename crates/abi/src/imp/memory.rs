//! Memory for communication (MPI-5 §9.2): such as the other ranks of the node can map, so that
//! messages from and to it are copied once (ADR 0037).

use std::ffi::c_void;
use std::sync::PoisonError;

use ferry_calls::memory::{ALLOCATED, BlockOrigin, alignment};
use ferry_constants as mpi;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::MPI_Info;
use ferry_runtime::Cx;

pub(crate) unsafe fn alloc_mem(cx: &Cx, size: i64, info: MPI_Info, baseptr: *mut c_void) -> Result<()> {
    let Ok(bytes) = usize::try_from(size) else {
        bail!(MPI_ERR_ARG, "argument size is {size}; it must be at least 0");
    };
    let alignment = alignment(cx, info)?;
    let no_memory = || Error::new(mpi::MPI_ERR_NO_MEM, format!("{bytes} bytes with alignment {alignment} cannot be allocated"));
    if !alignment.is_power_of_two() {
        return Err(no_memory());
    }
    let (block, address) = BlockOrigin::new(cx, bytes.max(1), alignment).ok_or_else(no_memory)?;
    ALLOCATED.lock().unwrap_or_else(PoisonError::into_inner).insert(address.addr(), block);
    // SAFETY: ABI-1: the argument is the address of a pointer.
    unsafe { *baseptr.cast::<*mut u8>() = address };
    Ok(())
}

pub(crate) unsafe fn free_mem(_cx: &Cx, base: *mut c_void) -> Result<()> {
    match ALLOCATED.lock().unwrap_or_else(PoisonError::into_inner).remove(&base.addr()) {
        Some(block) => {
            // SAFETY: the program gives it back, and it was not freed since it was allocated, as it
            // was in the table.
            unsafe { block.free() };
            Ok(())
        }
        None => bail!(MPI_ERR_BASE, "argument base is {base:p}, which MPI_Alloc_mem did not return, or which was freed already"),
    }
}
