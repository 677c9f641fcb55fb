//! Blocks of memory that peers on the node map one by one, for windows: each is a file in memory of
//! its own, known to peers by its [`BlockName`].
//!
//! The process that allocates a [`Block`] tells peers its name (32 bytes, in whatever message), and
//! they map it when they first need it, for reading or for writing:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use ferry_heap::window::{Access, Block, BlockName};
//!
//! let block = Block::new(1 << 20)?; // zeros, in pages that are there once they are touched
//! let message: [u8; BlockName::BYTES] = block.name().to_bytes();
//!
//! let theirs = BlockName::from_bytes(message).map(Access::Read)?; // in another process
//! assert_eq!(theirs.len(), 1 << 20);
//! # Ok(())
//! # }
//! ```
//!
//! A block is its owner's until the [`Block`] is dropped, a peer's view until the [`View`] is: the
//! pages live until nobody maps them any more. It stays shared with peers when its owner forks, and
//! is shared with the child, too; a peer's view is not in its children. Core files have blocks, not
//! views.
//!
//! Who maps goes by `/proc/PID/fd`. Processes of other users or user namespaces may not do that.
//! From another process id namespace it leads to another process's files, which the file's identity
//! tells. Both are [`MapError`]s, and then messages are the way.
//!
//! # Safety arguments
//! None: addresses are handed out, and nothing is read or written here. Who does so heeds that
//! peers read and write the bytes at any time (MEM-2 of `ferry_sys::memory`).

use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::ptr::NonNull;

use ferry_sys::limits;
pub use ferry_sys::memory::Access;
use ferry_sys::memory::{self, Mapping};
use rustix::fs::fstat;

/// Blocks as long or longer ask for huge pages, in bytes.
const HUGE: usize = 2 << 20;

/// Memory that peers may map.
pub struct Block {
    mapping: Mapping,
    file: OwnedFd,
    name: BlockName,
}

impl Block {
    /// A new block of `len` bytes, all zero; at least a page.
    ///
    /// # Errors
    /// Those of the system: no descriptor or address space left (`ulimit -n`, `-v`), files limited
    /// to less (`ulimit -f`).
    pub fn new(len: usize) -> io::Result<Block> {
        let len = len.max(1);
        let file = memory::anonymous_file("ferry-window")?;
        // Beyond the limit the system would send a signal that ends the process.
        limits::check_file_size(len as u64)?;
        memory::set_len(file.as_fd(), len as u64)?;
        let mapping = Mapping::part(file.as_fd(), 0, len, Access::Write)?;
        let mapping = if len >= HUGE { mapping.in_huge_pages() } else { mapping };
        let stat = fstat(&file)?;
        let name = BlockName {
            process: std::process::id(),
            descriptor: file.as_raw_fd() as u32,
            device: stat.st_dev,
            inode: stat.st_ino,
            len: len as u64,
        };
        Ok(Block { mapping, file, name })
    }

    /// Its first byte, at the beginning of a page.
    pub fn base(&self) -> NonNull<u8> {
        self.mapping.base()
    }

    /// Bytes that were asked for, at least one.
    #[allow(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.mapping.len()
    }

    /// What peers map it by, as long as it lives.
    pub fn name(&self) -> BlockName {
        self.name
    }

    /// Its file, for peers that can only be handed a descriptor.
    pub fn file(&self) -> impl AsFd {
        self.file.as_fd()
    }
}

/// What a process has to know of a block to map it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockName {
    process: u32,
    descriptor: u32,
    device: u64,
    inode: u64,
    len: u64,
}

impl BlockName {
    /// Bytes of a name in messages.
    pub const BYTES: usize = 32;

    /// As it travels within a node.
    pub fn to_bytes(self) -> [u8; BlockName::BYTES] {
        let ids = u64::from(self.process) << 32 | u64::from(self.descriptor);
        let mut bytes = [0; BlockName::BYTES];
        for (place, word) in bytes.chunks_exact_mut(8).zip([ids, self.device, self.inode, self.len]) {
            place.copy_from_slice(&word.to_ne_bytes());
        }
        bytes
    }

    /// What [`BlockName::to_bytes`] was made of.
    pub fn from_bytes(bytes: [u8; BlockName::BYTES]) -> BlockName {
        let word = |index: usize| u64::from_ne_bytes(std::array::from_fn(|byte| bytes[8 * index + byte]));
        let [ids, device, inode, len] = [0, 1, 2, 3].map(word);
        BlockName { process: (ids >> 32) as u32, descriptor: ids as u32, device, inode, len }
    }

    /// Bytes of the block.
    #[allow(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Maps the block. With [`Access::Read`] nothing of this process can change it: a stray store
    /// faults.
    ///
    /// # Errors
    /// Where the system forbids it, or another file is there.
    pub fn map(&self, access: Access) -> Result<View, MapError> {
        let path = format!("/proc/{}/fd/{}", self.process, self.descriptor);
        let is_written = access == Access::Write;
        let file = OpenOptions::new().read(true).write(is_written).open(path).map_err(|error| self.refused(error))?;
        let stat = fstat(&file).map_err(|error| self.refused(error.into()))?;
        if (stat.st_dev, stat.st_ino) != (self.device, self.inode) {
            return Err(MapError::OtherFile { process: self.process });
        }
        let len = usize::try_from(self.len).map_err(|_| self.refused(io::ErrorKind::OutOfMemory.into()))?;
        let mapping = Mapping::part(file.as_fd(), 0, len, access).map_err(|error| self.refused(error))?;
        Ok(View(mapping.out_of_core_files().out_of_children()))
    }

    fn refused(&self, error: io::Error) -> MapError {
        MapError::Refused { process: self.process, bytes: self.len, error }
    }
}

/// Another process's block, as it is mapped here.
pub struct View(Mapping);

impl View {
    /// Where the block's first byte is here.
    pub fn base(&self) -> NonNull<u8> {
        self.0.base()
    }

    /// Bytes of the block, at least one.
    #[allow(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// Why a block cannot be mapped.
#[derive(Debug)]
pub enum MapError {
    /// The system does not allow it.
    Refused {
        /// The process whose block it is.
        process: u32,
        /// Bytes of the block.
        bytes: u64,
        /// What it says.
        error: io::Error,
    },
    /// The process of that number has another file there: it is one of another namespace, or the
    /// block is gone.
    OtherFile {
        /// Its number.
        process: u32,
    },
}

impl std::fmt::Display for MapError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MapError::Refused { process, bytes, error } => {
                write!(f, "cannot map {bytes} bytes of shared memory of process {process}: {error}")
            }
            MapError::OtherFile { process } => write!(
                f,
                "process {process} does not have the shared memory that it should: it runs in another process id namespace, or has freed it"
            ),
        }
    }
}

impl std::error::Error for MapError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MapError::Refused { error, .. } => Some(error),
            MapError::OtherFile { .. } => None,
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    /// The flags that `/proc/self/smaps` has of the mapping at an address.
    fn flags(base: NonNull<u8>) -> Vec<String> {
        let smaps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let begin = smaps.find(&format!("{:x}-", base.addr())).unwrap();
        let line = smaps[begin..].lines().find_map(|line| line.strip_prefix("VmFlags:")).unwrap();
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn has(base: NonNull<u8>, flag: &str) -> bool {
        flags(base).iter().any(|other| other == flag)
    }

    #[test]
    fn a_block_is_seen_through_its_name() {
        let block = Block::new(100_001).unwrap();
        let name = BlockName::from_bytes(block.name().to_bytes());
        assert_eq!((name, name.len(), block.len()), (block.name(), 100_001, 100_001));
        let (written, read) = (name.map(Access::Write).unwrap(), name.map(Access::Read).unwrap());
        // SAFETY: within the block, which nobody else uses.
        unsafe {
            assert_eq!(block.base().add(100_000).read(), 0);
            written.base().add(100_000).write(7);
            assert_eq!((block.base().add(100_000).read(), read.base().add(100_000).read()), (7, 7));
        }
        assert!(
            has(written.base(), "wr") && !has(read.base(), "wr") && !has(read.base(), "mw"),
            "no store, not even after mprotect"
        );
    }

    #[test]
    fn blocks_are_in_core_files_and_views_are_not() {
        let block = Block::new(1).unwrap();
        let view = block.name().map(Access::Write).unwrap();
        assert!(!has(block.base(), "dd") && has(view.base(), "dd"));
        assert!(!has(block.base(), "dc") && has(view.base(), "dc"), "nor in children");
    }

    #[test]
    fn what_is_not_the_block_is_not_mapped() {
        let block = Block::new(8).unwrap();
        let name = block.name();
        drop(block);
        assert!(matches!(name.map(Access::Read), Err(MapError::Refused { .. } | MapError::OtherFile { .. })));
        let other = Block::new(8).unwrap();
        let wrong = BlockName { inode: name.inode, ..other.name() };
        assert!(wrong.map(Access::Read).is_err_and(|error| error.to_string().contains("another process id namespace")));
        let nobody = BlockName { process: i32::MAX as u32, ..other.name() };
        assert!(nobody.map(Access::Read).is_err_and(|error| error.to_string().contains("No such file")));
    }
}
