//! Memory for communication (MPI-5 §9.2): such as the other ranks of the node can map, so that
//! messages from and to it are copied once (ADR 0037).

use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;
use std::ptr::NonNull;
use std::sync::Mutex;

use ferry_core::Result;
use ferry_ctypes::MPI_Info;
use ferry_runtime::Cx;
use ferry_shm::shared_heap;

use crate::info;

/// Alignment of memory where the program asks for none: that of a cache line, and of the widest
/// vectors.
const ALIGNMENT: usize = 64;

/// What is allocated, by the address that the program has, so that anything else is found out when
/// it is freed.
pub static ALLOCATED: Mutex<BTreeMap<usize, BlockOrigin>> = Mutex::new(BTreeMap::new());

/// Where a block comes from.
pub enum BlockOrigin {
    /// A block of so many bytes that peers can map.
    Shared {
        /// Its address.
        base: NonNull<u8>,
        /// Its length.
        bytes: usize,
    },
    /// One of `malloc`, where there are none of those.
    Private {
        /// Its address.
        base: NonNull<u8>,
        /// Its length and alignment.
        layout: Layout,
    },
}

// SAFETY: a block is its owner's, whichever thread that is.
unsafe impl Send for BlockOrigin {}

impl BlockOrigin {
    /// A block, and the address in it that the program gets.
    pub fn new(cx: &Cx, bytes: usize, alignment: usize) -> Option<(BlockOrigin, *mut u8)> {
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
    pub unsafe fn free(self) {
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
pub fn alignment(cx: &Cx, info: MPI_Info) -> Result<usize> {
    let hints = info::hints(cx, info)?;
    let asked = hints.text("mpi_minimum_memory_alignment").and_then(|text| text.parse().ok()).unwrap_or(0_usize);
    Ok(asked.max(ALIGNMENT))
}
