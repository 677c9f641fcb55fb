//! A file of the system that is open: whole transfers, with the errors of the system in the words
//! of this layer.

use std::ffi::CString;
use std::fs::{File, OpenOptions};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferry_lustre::Refusal;
pub use ferry_lustre::Striping;
use ferry_sys::file::{self, Lock};

use crate::error::{Error, Result};
use crate::extent::Extent;
use crate::memory::Memory;

/// Bytes handed to the system at once: it takes no more than 2 GiB less a page.
const MOST_AT_ONCE: u64 = 1 << 30;

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// It may be read.
    pub reads: bool,
    /// It may be written.
    pub writes: bool,
    /// It is created if there is none.
    pub creates: bool,
    /// There must be none.
    pub is_new: bool,
    /// Permissions of a new file, less what the mask of the process takes away.
    pub permissions: u32,
    /// How a new file lies on the devices of its file system, where that can be told.
    pub striping: Striping,
}

impl Mode {
    /// Tests read and write files that may be new.
    #[cfg(test)]
    pub(crate) const TESTED: Mode = Mode {
        reads: true,
        writes: true,
        creates: true,
        is_new: false,
        permissions: 0o600,
        striping: Striping { devices: 0, unit: 0 },
    };

    fn options(self) -> OpenOptions {
        let mut options = File::options();
        options.read(self.reads).write(self.writes).create(self.creates && self.writes).create_new(self.is_new);
        options.mode(self.permissions);
        options
    }
}

/// A new file that lies on the devices of Lustre as was asked.
enum Striped {
    /// It is made.
    Made(File),
    /// Nothing is asked, the file is there already, or this cannot be had: it is to be opened so.
    Other(Mode),
}

fn create_striped(path: &Path, mode: Mode) -> Striped {
    let is_asked = mode.creates && mode.writes && !mode.striping.is_default();
    let Ok(name) = CString::new(path.as_os_str().as_bytes()) else { return Striped::Other(mode) };
    if !is_asked || !file::is_on_lustre(path) || path.exists() {
        return Striped::Other(mode);
    }
    match ferry_lustre::create(&name, mode.reads, mode.permissions, mode.striping) {
        Ok(made) => Striped::Made(File::from(made)),
        // The library makes the file before it is refused the striping, and leaves it there.
        Err(Refusal::Striping) if path.exists() => Striped::Other(Mode { is_new: false, ..mode }),
        Err(Refusal::Striping | Refusal::Exists | Refusal::Impossible) => Striped::Other(mode),
    }
}

/// A file that is open.
#[derive(Debug)]
pub struct OpenFile {
    file: File,
    path: Arc<str>,
    /// Its file system is this node's own.
    is_local: bool,
    /// Threads of this process share the locks of the file: they exclude each other here.
    locked: Mutex<()>,
}

/// How far a transfer got: bytes, and why no further if an error ended it.
#[derive(Debug, Default)]
pub struct Moved {
    /// Bytes, from the front.
    pub bytes: u64,
    /// What ended it early; the end of the file is no error.
    pub error: Option<Error>,
}

impl OpenFile {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// Those of the system.
    pub fn open(path: &Path, mode: Mode) -> Result<OpenFile> {
        let name: Arc<str> = path.to_string_lossy().into();
        let what = if mode.creates { "open or create" } else { "open" };
        let file = match create_striped(path, mode) {
            Striped::Made(file) => file,
            Striped::Other(mode) => mode.options().open(path).map_err(|error| Error::system(what, &name, &error))?,
        };
        let is_local = file::is_on_local_system(&file);
        let opened = OpenFile { file, path: name, is_local, locked: Mutex::new(()) };
        // The system opens folders for reading; a file that cannot be read is found out now rather
        // than later.
        let metadata = opened.file.metadata().map_err(|error| opened.error("look at", &error))?;
        if metadata.is_dir() {
            return Err(opened.error("open", &std::io::Error::from_raw_os_error(ferry_sys::errno::EISDIR)));
        }
        Ok(opened)
    }

    /// Whether its file system is this node's own, so that what is read and written is in this
    /// node's memory first. False where that is not known.
    pub fn is_local(&self) -> bool {
        self.is_local
    }

    /// How it lies on the devices of Lustre, if it does and that can be told.
    pub fn striping(&self) -> Option<Striping> {
        if file::is_on_lustre(Path::new(&*self.path)) { ferry_lustre::striping_of(self.file.as_fd()) } else { None }
    }

    /// Its name.
    pub fn path(&self) -> &Arc<str> {
        &self.path
    }

    /// An error of the system in the words of this layer.
    pub fn error(&self, what: impl Into<String>, error: &std::io::Error) -> Error {
        Error::system(what, &self.path, error)
    }

    /// Reads into `memory`, from position `position` on, what is in `extent`: fewer bytes at the
    /// end of the file.
    pub fn read(&self, memory: &Memory, position: u64, extent: Extent) -> Moved {
        let step = |done: u64, len| memory.read_from(self.file.as_fd(), extent.offset + done, position + done, len);
        self.transfer("read", extent, step)
    }

    /// Reads into `memory`, from position `position` on, what is in `extents`, if all of it is in
    /// the system's memory already: whether it was. If not, some of it may have been read.
    pub fn read_cached(&self, memory: &Memory, mut position: u64, extents: &[Extent]) -> bool {
        let mut pieces = Vec::new();
        extents.iter().all(|extent| {
            let is_read = memory.read_cached(self.file.as_fd(), extent.offset, position, extent.len, &mut pieces);
            position += extent.len;
            is_read
        })
    }

    /// Writes the data of `memory` from position `position` on to `extent`.
    pub fn write(&self, memory: &Memory, position: u64, extent: Extent) -> Moved {
        let step = |done: u64, len| memory.write_to(self.file.as_fd(), extent.offset + done, position + done, len);
        self.transfer("write", extent, step)
    }

    /// Reads what is at `offset`: fewer bytes at the end of the file.
    pub fn read_bytes(&self, offset: u64, bytes: &mut [u8]) -> Moved {
        let extent = Extent { offset, len: bytes.len() as u64 };
        self.transfer("read", extent, |done, len| {
            let done = done as usize;
            self.file.read_at(&mut bytes[done..done + len as usize], offset + done as u64)
        })
    }

    /// Writes `bytes` at `offset`.
    pub fn write_bytes(&self, offset: u64, bytes: &[u8]) -> Moved {
        let extent = Extent { offset, len: bytes.len() as u64 };
        self.transfer("write", extent, |done, len| {
            let done = done as usize;
            self.file.write_at(&bytes[done..done + len as usize], offset + done as u64)
        })
    }

    /// Moves all bytes of `extent` by `step`, which is told how many are done and how many to move,
    /// and moves some.
    fn transfer(&self, what: &str, extent: Extent, mut step: impl FnMut(u64, u64) -> std::io::Result<usize>) -> Moved {
        let mut bytes = 0;
        while bytes < extent.len {
            match step(bytes, (extent.len - bytes).min(MOST_AT_ONCE)) {
                Ok(0) => break,
                Ok(moved) => bytes += moved as u64,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let what = format!("{what} {} bytes at offset {} of", extent.len - bytes, extent.offset + bytes);
                    return Moved { bytes, error: Some(self.error(what, &error)) };
                }
            }
        }
        Moved { bytes, error: None }
    }

    /// Its size in bytes.
    ///
    /// # Errors
    /// Those of the system.
    pub fn size(&self) -> Result<u64> {
        self.file.metadata().map(|metadata| metadata.len()).map_err(|error| self.error("find the size of", &error))
    }

    /// Makes it `size` bytes long.
    ///
    /// # Errors
    /// Those of the system.
    pub fn set_size(&self, size: u64) -> Result<()> {
        self.file.set_len(size).map_err(|error| self.error(format!("set the size to {size} of"), &error))
    }

    /// Sees to it that its first `size` bytes have a place on the device; it gets longer if it is
    /// shorter.
    ///
    /// # Errors
    /// Those of the system.
    pub fn allocate(&self, size: u64) -> Result<()> {
        if size == 0 {
            return Ok(());
        }
        let error = match file::allocate(&self.file, size) {
            Ok(()) => return Ok(()),
            Err(error) => error,
        };
        if error.raw_os_error() != Some(ferry_sys::errno::EOPNOTSUPP) {
            return Err(self.error(format!("allocate {size} bytes of"), &error));
        }
        // A file system that cannot promise space can still give the size that goes with it.
        if self.size()? < size { self.set_size(size) } else { Ok(()) }
    }

    /// Waits until all that was written is on the device.
    ///
    /// # Errors
    /// Those of the system, also of writes before.
    pub fn sync(&self) -> Result<()> {
        self.file.sync_all().map_err(|error| self.error("write to the device", &error))
    }

    /// Keeps other processes from using `extent`, and other threads of this one from using what is
    /// locked, until the guard is dropped.
    ///
    /// # Errors
    /// Those of the system: some file systems have no locks.
    pub fn lock(&self, extent: Extent, lock: Lock) -> Result<Guard<'_>> {
        let held = self.locked.lock().unwrap_or_else(PoisonError::into_inner);
        file::lock(&self.file, extent.offset, extent.len, lock).map_err(|error| self.error("lock", &error))?;
        Ok(Guard { file: self, extent, _held: held })
    }

    /// Whether its file system has locks: tried with one, which is given back. Nobody waits: where
    /// somebody else has that lock, there are locks.
    ///
    /// # Errors
    /// Those of the system.
    pub fn has_locks(&self, lock: Lock) -> Result<()> {
        let held = self.locked.lock().unwrap_or_else(PoisonError::into_inner);
        let extent = Extent { offset: 0, len: 1 };
        if file::try_lock(&self.file, extent.offset, extent.len, lock).map_err(|error| self.error("lock", &error))? {
            drop(Guard { file: self, extent, _held: held });
        }
        Ok(())
    }

    /// Closes it, if nobody else has it any more.
    ///
    /// # Errors
    /// Those of the system, also of writes before.
    pub fn close(self: Arc<Self>) -> Result<()> {
        let Some(last) = Arc::into_inner(self) else { return Ok(()) };
        file::close(OwnedFd::from(last.file)).map_err(|error| Error::system("close", &last.path, &error))
    }
}

/// A lock on part of a file.
pub struct Guard<'a> {
    file: &'a OpenFile,
    extent: Extent,
    _held: MutexGuard<'a, ()>,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        // A lock that cannot be given back ends with the file.
        let _ = file::unlock(&self.file.file, self.extent.offset, self.extent.len);
    }
}

/// Removes the file at `path`.
///
/// # Errors
/// Those of the system.
pub fn delete(path: &Path) -> Result<()> {
    std::fs::remove_file(path).map_err(|error| Error::system("delete", &path.to_string_lossy().into(), &error))
}
