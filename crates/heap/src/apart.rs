//! Memory of one's own that looks like a shared heap, to measure what copies between such heaps
//! take.

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::atomic::Ordering;

use ferry_sys::memory::{self, Access, Mapping};
use ferry_sys::random;

use crate::Name;
use crate::head::Head;

/// A heap of one block.
pub struct SharedMemory {
    file: OwnedFd,
    mapping: Mapping,
    head: &'static Head,
}

impl SharedMemory {
    /// With `len` bytes, all of them written.
    ///
    /// # Errors
    /// Where the system has no such memory.
    pub fn written(len: usize) -> io::Result<SharedMemory> {
        let file = memory::anonymous_file("ferry-heap")?;
        let mapping = Mapping::shared(file.as_fd(), size_of::<Head>() + len)?.out_of_core_files();
        let cookie = u64::from_ne_bytes(random::bytes()?) | 1;
        let head = ManuallyDrop::new(Mapping::part(file.as_fd(), 0, size_of::<Head>(), Access::Write)?);
        // SAFETY: the file begins with a head, zeros at first, whose mapping stays.
        let head: &'static Head = unsafe { head.base().cast::<Head>().as_ref() };
        let mut memory = SharedMemory { file, mapping, head };
        memory.bytes().fill(1);
        let base = memory.bytes().as_ptr() as u64;
        head.add(base, len as u64, size_of::<Head>() as u64);
        head.cookie.store(cookie, Ordering::Release);
        Ok(memory)
    }

    /// What peers see of it.
    pub fn head(&self) -> &'static Head {
        self.head
    }

    /// Where it is.
    pub fn name(&self) -> Name {
        Name { descriptor: self.file.as_raw_fd() as u32, cookie: self.head.cookie.load(Ordering::Relaxed) }
    }

    /// The bytes. Peers that map them change them as they are told to.
    pub fn bytes(&mut self) -> &mut [u8] {
        let head = size_of::<Head>();
        // SAFETY: behind the head, and as long as this lives; whoever lets peers write there waits
        // for them before it looks.
        unsafe { std::slice::from_raw_parts_mut(self.mapping.base().as_ptr().add(head), self.mapping.len() - head) }
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // Peers keep it mapped. What the system does not take back stays until they end.
        let head = size_of::<Head>() as u64;
        let _ = memory::clear(self.file.as_fd(), head, self.mapping.len() as u64 - head);
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::peer::PeerHeap;

    #[test]
    fn memory_goes_back_though_peers_keep_it_mapped() {
        let memory = SharedMemory::written(1 << 20).unwrap();
        let peer = PeerHeap::open(std::process::id(), memory.name()).unwrap();
        let place = peer.head().place(memory.mapping.base().as_ptr() as u64 + size_of::<Head>() as u64, 1 << 20).unwrap();
        assert!(peer.at(place, Access::Read).is_some());
        let file = memory.file.try_clone().unwrap();
        let bytes = || rustix::fs::fstat(&file).unwrap().st_blocks * 512;
        assert!(bytes() >= 1 << 20);
        drop(memory);
        assert!(bytes() <= 2 * size_of::<Head>() as i64, "{} bytes", bytes());
    }
}
