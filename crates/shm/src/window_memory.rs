//! The memory of a window that the ranks of a node share: one anonymous file, mapped by all of
//! them.
//!
//! ```text
//! | control blocks, one for each rank of the node, 128 bytes each | to the next page | data of rank 0 | data of rank 1 | ...
//! ```
//!
//! [`Packing`] says how data follow one another. The file is sparse: pages that nobody touches cost
//! nothing, and the rank that touches one first decides where it lies.
//!
//! # Safety arguments
//! - WM-1: the mapping is as long as the layout says and lives as long as this object. Control
//!   blocks are atomics, and zeros are valid ones.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use ferry_protocol::rma::control::Control;
use ferry_sys::memory::{Mapping, anonymous_file, set_len};

/// Bytes of a page.
const PAGE: u64 = 4096;

/// How the data of ranks follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Without gaps, from an address of this alignment on (at least a page).
    Dense(u64),
    /// Each from an address of this alignment on, at least a page.
    Apart(u64),
}

impl Packing {
    fn alignment(self) -> u64 {
        match self {
            Packing::Dense(alignment) | Packing::Apart(alignment) => alignment.max(PAGE).next_power_of_two(),
        }
    }
}

/// Where what is in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowLayout {
    /// First byte of each rank's data, and the end of the last one's.
    offsets: Box<[u64]>,
    /// Bytes of each rank's data.
    sizes: Box<[u64]>,
    /// Alignment of the mapping, and of the first data in it.
    alignment: u64,
}

impl WindowLayout {
    /// Of data of these sizes, one for each rank of the node; `None` if they do not fit in the
    /// address space.
    pub fn new(sizes: Box<[u64]>, packing: Packing) -> Option<Self> {
        let alignment = packing.alignment();
        let mut next = (size_of::<Control>() as u64 * sizes.len() as u64).next_multiple_of(alignment);
        let mut offsets = Vec::with_capacity(sizes.len() + 1);
        for size in &sizes {
            offsets.push(next);
            next = next.checked_add(*size)?;
            if matches!(packing, Packing::Apart(_)) {
                next = next.checked_next_multiple_of(alignment)?;
            }
        }
        offsets.push(next);
        next.checked_add(alignment).filter(|end| *end <= i64::MAX as u64)?;
        Some(WindowLayout { offsets: offsets.into(), sizes, alignment })
    }

    fn bytes(&self) -> usize {
        self.offsets[self.sizes.len()].next_multiple_of(PAGE) as usize
    }
}

/// The memory, mapped by this process.
pub struct WindowMemory {
    mapping: Mapping,
    layout: WindowLayout,
}

impl WindowMemory {
    /// New memory, and the file for others to map, by the rank of the node number `own`, whose data
    /// are in this process's core files; those of others are not.
    ///
    /// # Errors
    /// Those of the system.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn create(layout: WindowLayout, own: usize) -> io::Result<(OwnedFd, Self)> {
        let file = anonymous_file("ferry-window")?;
        set_len(file.as_fd(), layout.bytes() as u64)?;
        let memory = Self::open(file.as_fd(), layout, own)?;
        Ok((file, memory))
    }

    /// The memory that another rank has created with the same layout; as [`WindowMemory::create`].
    ///
    /// # Errors
    /// Those of the system, and `UnexpectedEof` if the file is shorter.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn open(file: BorrowedFd<'_>, layout: WindowLayout, own: usize) -> io::Result<Self> {
        let begin = layout.offsets[own] as usize;
        let data = begin..begin + layout.sizes[own] as usize;
        let mapping = Mapping::aligned(file, layout.bytes(), layout.alignment as usize)?.out_of_core_files_but(data);
        Ok(WindowMemory { mapping, layout })
    }

    /// Ranks of the node.
    pub fn ranks(&self) -> usize {
        self.layout.sizes.len()
    }

    /// The control block of a rank of the node.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn control(&self, rank: usize) -> &Control {
        assert!(rank < self.ranks());
        // SAFETY: WM-1.
        unsafe { self.mapping.base().cast::<Control>().add(rank).as_ref() }
    }

    /// The data of a rank of the node: their first byte, and how many.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn data(&self, rank: usize) -> (*mut u8, u64) {
        let offset = self.layout.offsets[rank];
        (self.mapping.base().as_ptr().wrapping_add(offset as usize), self.layout.sizes[rank])
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use ferry_protocol::rma::control::Hold;

    fn layout(packing: Packing) -> WindowLayout {
        WindowLayout::new(Box::new([100, 0, 5000, 1]), packing).unwrap()
    }

    #[test]
    fn dense_data_follow_one_another_and_others_are_aligned() {
        for (packing, alignment) in [
            (Packing::Dense(8), PAGE),
            (Packing::Dense(1 << 21), 1 << 21),
            (Packing::Apart(64), PAGE),
            (Packing::Apart(1 << 16), 1 << 16),
        ] {
            let (_file, memory) = WindowMemory::create(layout(packing), 3).unwrap();
            let data: Vec<_> = (0..4).map(|rank| memory.data(rank)).collect();
            assert!((data[0].0 as u64).is_multiple_of(alignment));
            for pair in data.windows(2) {
                let end = pair[0].0.addr() as u64 + pair[0].1;
                match packing {
                    Packing::Dense(_) => assert_eq!(pair[1].0.addr() as u64, end),
                    Packing::Apart(_) => assert_eq!(pair[1].0.addr() as u64, end.next_multiple_of(alignment)),
                }
            }
            let last = data[3].0;
            // SAFETY: one byte of the last rank's data.
            unsafe { last.write(7) };
        }
    }

    #[test]
    fn ranks_see_the_same_memory() {
        let (file, one) = WindowMemory::create(layout(Packing::Dense(64)), 0).unwrap();
        let two = WindowMemory::open(file.as_fd(), layout(Packing::Dense(64)), 1).unwrap();
        assert!(one.control(3).try_enter(Hold::Exclusive) && !two.control(3).try_enter(Hold::Shared));
        assert!(two.control(2).try_enter(Hold::Shared));
        // SAFETY: one byte of data of rank 2, in both mappings.
        unsafe {
            one.data(2).0.add(4999).write(9);
            assert_eq!(two.data(2).0.add(4999).read(), 9);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(WindowLayout::new(Box::new([u64::MAX, 1]), Packing::Dense(1)), None);
        assert_eq!(WindowLayout::new(Box::new([i64::MAX as u64]), Packing::Apart(1)), None);
    }
}
