//! Memory for communication (MPI-5 §9.2): such as the other ranks of the node can map, so that
//! messages from and to it are copied once (ADR 0037).

use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

use ferry_constants as mpi;
use ferry_core::{Error, Result, bail};
use ferry_shm::shared_heap;

use super::info;
use ferry_ctypes::MPI_Info;
use ferry_runtime::Cx;

/// Alignment of memory where the program asks for none: that of a cache line, and of the widest
/// vectors.
const ALIGNMENT: usize = 64;

/// What is allocated, by the address that the program has, so that anything else is found out when
/// it is freed.
static ALLOCATED: Mutex<BTreeMap<usize, BlockOrigin>> = Mutex::new(BTreeMap::new());

/// Where a block comes from.
enum BlockOrigin {
    /// A block of so many bytes that peers can map.
    Shared { base: NonNull<u8>, bytes: usize },
    /// One of `malloc`, where there are none of those.
    Private { base: NonNull<u8>, layout: Layout },
}

// SAFETY: a block is its owner's, whichever thread that is.
unsafe impl Send for BlockOrigin {}

impl BlockOrigin {
    fn new(cx: &Cx, bytes: usize, alignment: usize) -> Option<(BlockOrigin, *mut u8)> {
        BlockOrigin::shared(cx, bytes, alignment).or_else(|| BlockOrigin::private(bytes, alignment))
    }

    fn shared(cx: &Cx, bytes: usize, alignment: usize) -> Option<(BlockOrigin, *mut u8)> {
        // Blocks are aligned to their length up to a limit; beyond it there has to be room to move.
        let room = if alignment > shared_heap::ALIGNMENT { alignment } else { 0 };
        let bytes = bytes.max(alignment.min(shared_heap::ALIGNMENT)).checked_add(room)?;
        let base = cx.with(|process| process.engine.node_mut().allocate(bytes))?;
        let before = base.addr().get().next_multiple_of(alignment) - base.addr().get();
        Some((BlockOrigin::Shared { base, bytes }, base.as_ptr().wrapping_add(before)))
    }

    fn private(bytes: usize, alignment: usize) -> Option<(BlockOrigin, *mut u8)> {
        let layout = Layout::from_size_align(bytes, alignment).ok()?;
        // SAFETY: the layout's size is not zero.
        let base = NonNull::new(unsafe { alloc(layout) })?;
        Some((BlockOrigin::Private { base, layout }, base.as_ptr()))
    }

    /// # Safety
    /// Nobody uses it any more.
    unsafe fn free(self) {
        // SAFETY: as the caller promises; each is what was allocated so.
        unsafe {
            match self {
                BlockOrigin::Shared { base, bytes } => shared_heap::free(base, bytes),
                BlockOrigin::Private { base, layout } => dealloc(base.as_ptr(), layout),
            }
        }
    }
}

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
