//! Memory of one's own that looks like a shared heap, to measure what copies between such heaps take.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::atomic::Ordering;

use ferry_sys::memory::{self, Mapping};
use ferry_sys::random;

use crate::{Head, View};

/// A heap of one block.
pub struct SharedMemory {
    file: OwnedFd,
    mapping: Mapping,
}

impl SharedMemory {
    /// With `len` bytes, all of them written.
    ///
    /// # Errors
    /// Where the system has no such memory.
    pub fn written(len: usize) -> io::Result<SharedMemory> {
        let file = memory::anonymous_file("ferry-heap")?;
        let mapping = Mapping::shared(file.as_fd(), size_of::<Head>() + len)?;
        let cookie = u64::from_ne_bytes(random::bytes()?) | 1;
        let mut memory = SharedMemory { file, mapping };
        memory.bytes().fill(1);
        memory.head().len.store(memory.mapping.len() as u64, Ordering::Relaxed);
        memory.head().cookie.store(cookie, Ordering::Release);
        Ok(memory)
    }

    fn head(&self) -> &Head {
        // SAFETY: the file begins with a head, zeros at first, and lives as long as this.
        unsafe { self.mapping.base().cast::<Head>().as_ref() }
    }

    /// Where it is.
    pub fn view(&self) -> View {
        View {
            descriptor: self.file.as_raw_fd() as u32,
            base: self.mapping.base().as_ptr() as u64,
            len: self.mapping.len() as u64,
        }
    }

    /// The bytes. Peers that map them change them as they are told to.
    pub fn bytes(&mut self) -> &mut [u8] {
        let head = size_of::<Head>();
        // SAFETY: behind the head, and as long as this lives; whoever lets peers write there waits for them before it looks.
        unsafe { std::slice::from_raw_parts_mut(self.mapping.base().as_ptr().add(head), self.mapping.len() - head) }
    }
}
