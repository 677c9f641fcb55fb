//! Memory for communication (MPI-5 §9.2).

use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use ferry_constants as mpi;
use ferry_core::{Error, Result, bail};

use super::info;
use crate::ctypes::MPI_Info;
use crate::entry::Cx;

/// Alignment of memory where the program asks for none: that of a cache line, and of the widest vectors.
const ALIGNMENT: usize = 64;

/// What is allocated, by address, so that anything else is found out when it is freed.
static ALLOCATED: Mutex<BTreeMap<usize, Layout>> = Mutex::new(BTreeMap::new());

/// The alignment that the hints demand.
fn alignment(cx: &Cx, info: MPI_Info) -> Result<usize> {
    let hints = info::hints(cx, info)?;
    let asked = hints.text("mpi_minimum_memory_alignment").and_then(|text| text.parse().ok()).unwrap_or(0_usize);
    Ok(asked.max(ALIGNMENT))
}

pub(crate) unsafe fn alloc_mem(cx: &Cx, size: i64, info: MPI_Info, baseptr: *mut c_void) -> Result<()> {
    let Ok(bytes) = usize::try_from(size) else {
        bail!(MPI_ERR_ARG, "argument size is {size}; it must be at least 0");
    };
    let alignment = alignment(cx, info)?;
    let no_memory = || Error::new(mpi::MPI_ERR_NO_MEM, format!("{bytes} bytes with alignment {alignment} cannot be allocated"));
    let layout = Layout::from_size_align(bytes.max(1), alignment).map_err(|_| no_memory())?;
    // SAFETY: the layout's size is not zero.
    let address = unsafe { alloc(layout) };
    if address.is_null() {
        return Err(no_memory());
    }
    ALLOCATED.lock().unwrap_or_else(PoisonError::into_inner).insert(address.addr(), layout);
    // SAFETY: ABI-1: the argument is the address of a pointer.
    unsafe { *baseptr.cast::<*mut u8>() = address };
    Ok(())
}

pub(crate) unsafe fn free_mem(_cx: &Cx, base: *mut c_void) -> Result<()> {
    match ALLOCATED.lock().unwrap_or_else(PoisonError::into_inner).remove(&base.addr()) {
        Some(layout) => {
            // SAFETY: the address came from `alloc` with this layout, and was not freed since, as it was in the table.
            unsafe { dealloc(base.cast(), layout) };
            Ok(())
        }
        None => bail!(MPI_ERR_BASE, "argument base is {base:p}, which MPI_Alloc_mem did not return, or which was freed already"),
    }
}
