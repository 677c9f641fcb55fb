//! Files: reading and writing at an offset from and into memory in pieces, space, locks.
//!
//! # Safety arguments
//! - FILE-1: whoever calls [`read_at`] or [`write_at`] promises that the pieces are valid for
//!   writing or reading. The kernel checks all addresses: memory that is not there is an error.
//! - FILE-2: strings end with a null byte, variables live as long as the call.

use std::ffi::CString;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Most pieces of one call: what the kernel takes (`IOV_MAX`).
pub const MOST_PIECES: usize = 1024;

/// Memory that lies together.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Piece(libc::iovec);

// SAFETY: an address and a length; who uses them answers for it (FILE-1).
unsafe impl Send for Piece {}

impl Piece {
    /// `len` bytes at `address`.
    pub fn new(address: *mut u8, len: usize) -> Self {
        Piece(libc::iovec { iov_base: address.cast(), iov_len: len })
    }

    /// Bytes.
    pub fn len(&self) -> usize {
        self.0.iov_len
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.0.iov_len == 0
    }

    /// The address after its last byte.
    pub fn end(&self) -> *mut u8 {
        self.0.iov_base.cast::<u8>().wrapping_add(self.0.iov_len)
    }

    /// Makes it longer by `len` bytes.
    pub fn extend(&mut self, len: usize) {
        self.0.iov_len += len;
    }

    /// Takes `len` bytes off its front.
    pub fn advance(&mut self, len: usize) {
        self.0.iov_base = self.0.iov_base.cast::<u8>().wrapping_add(len).cast();
        self.0.iov_len -= len;
    }
}

fn outcome(result: isize) -> io::Result<usize> {
    usize::try_from(result).map_err(|_| io::Error::last_os_error())
}

/// Reads what is at `offset` into at most [`MOST_PIECES`] pieces: how many bytes there were; 0 at
/// the end of the file.
///
/// # Safety
/// FILE-1.
pub unsafe fn read_at(file: BorrowedFd<'_>, pieces: &[Piece], offset: u64) -> io::Result<usize> {
    let count = pieces.len().min(MOST_PIECES) as i32;
    // SAFETY: FILE-1; a piece is an `iovec`.
    outcome(unsafe { libc::preadv2(file.as_raw_fd(), pieces.as_ptr().cast(), count, offset as i64, 0) })
}

/// As [`read_at`], of what is in the system's memory already: fewer bytes, or an error, where that
/// is not all, or the file system cannot tell.
///
/// # Safety
/// FILE-1.
pub unsafe fn read_cached_at(file: BorrowedFd<'_>, pieces: &[Piece], offset: u64) -> io::Result<usize> {
    let count = pieces.len().min(MOST_PIECES) as i32;
    // SAFETY: FILE-1; a piece is an `iovec`.
    outcome(unsafe { libc::preadv2(file.as_raw_fd(), pieces.as_ptr().cast(), count, offset as i64, libc::RWF_NOWAIT) })
}

/// Writes at most [`MOST_PIECES`] pieces at `offset`: how many bytes of them.
///
/// # Safety
/// FILE-1.
pub unsafe fn write_at(file: BorrowedFd<'_>, pieces: &[Piece], offset: u64) -> io::Result<usize> {
    let count = pieces.len().min(MOST_PIECES) as i32;
    // SAFETY: FILE-1; a piece is an `iovec`.
    outcome(unsafe { libc::pwritev2(file.as_raw_fd(), pieces.as_ptr().cast(), count, offset as i64, 0) })
}

/// Closes a file and says what the system still had to say about it: some find out only now that
/// data cannot be kept.
pub fn close(file: std::os::fd::OwnedFd) -> io::Result<()> {
    use std::os::fd::IntoRawFd;
    // SAFETY: the descriptor was this function's own and is not used again, whatever the result.
    if unsafe { libc::close(file.into_raw_fd()) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Whether the file system of a file is this node's own: on its disks or in its memory. False for
/// what other nodes serve, and where it is not known.
pub fn is_on_local_system(file: impl AsFd) -> bool {
    // Not among libc's numbers.
    const ZFS: i64 = 0x2fc1_2fc1;
    const BCACHEFS: i64 = 0xca45_1a4e;
    let local = [
        libc::BTRFS_SUPER_MAGIC,
        libc::EXT4_SUPER_MAGIC,
        libc::F2FS_SUPER_MAGIC,
        libc::OVERLAYFS_SUPER_MAGIC,
        libc::TMPFS_MAGIC,
        libc::XFS_SUPER_MAGIC,
        BCACHEFS,
        ZFS,
    ];
    rustix::fs::fstatfs(file).is_ok_and(|system| local.contains(&system.f_type))
}

/// Whether the file system that has the folder of `path` is Lustre. The C library is asked, so that
/// a program may stand in between.
pub fn is_on_lustre(path: &Path) -> bool {
    // Not among libc's numbers.
    const LUSTRE: i64 = 0x0bd0_0bd0;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(name) = CString::new(folder.as_os_str().as_bytes()) else { return false };
    let mut found = MaybeUninit::<libc::statfs>::zeroed();
    // SAFETY: FILE-2. All-zero bytes are a value of the structure.
    unsafe { libc::statfs(name.as_ptr(), found.as_mut_ptr()) == 0 && found.assume_init().f_type == LUSTRE }
}

/// Gives the first `size` bytes of a file a place on the device.
pub fn allocate(file: impl AsFd, size: u64) -> io::Result<()> {
    loop {
        match rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, size) {
            Err(rustix::io::Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

/// Who else may use a range of a file while it is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// Others that lock it in the same way.
    Shared,
    /// Nobody.
    Exclusive,
}

impl Lock {
    fn kind(self) -> i32 {
        match self {
            Lock::Shared => libc::F_RDLCK,
            Lock::Exclusive => libc::F_WRLCK,
        }
    }
}

/// Locks `len` bytes from `offset` on for this open file, and waits until it can.
///
/// The lock belongs to the open file, not to the process (`F_OFD_SETLKW`), so that closing another
/// descriptor of the same file does not end it.
pub fn lock(file: impl AsFd, offset: u64, len: u64, lock: Lock) -> io::Result<()> {
    set_lock(file.as_fd(), libc::F_OFD_SETLKW, lock.kind(), offset, len)
}

/// As [`lock`], but does not wait: false if somebody else has it.
pub fn try_lock(file: impl AsFd, offset: u64, len: u64, lock: Lock) -> io::Result<bool> {
    let held_by_another = |error: &io::Error| matches!(error.raw_os_error(), Some(libc::EAGAIN | libc::EACCES));
    match set_lock(file.as_fd(), libc::F_OFD_SETLK, lock.kind(), offset, len) {
        Err(error) if held_by_another(&error) => Ok(false),
        taken => taken.map(|()| true),
    }
}

/// Ends [`lock`].
pub fn unlock(file: impl AsFd, offset: u64, len: u64) -> io::Result<()> {
    set_lock(file.as_fd(), libc::F_OFD_SETLKW, libc::F_UNLCK, offset, len)
}

fn set_lock(file: BorrowedFd<'_>, command: i32, kind: i32, offset: u64, len: u64) -> io::Result<()> {
    let (start, len) = (offset as libc::off_t, len as libc::off_t);
    let wanted = libc::flock { l_type: kind as i16, l_whence: libc::SEEK_SET as i16, l_start: start, l_len: len, l_pid: 0 };
    loop {
        // SAFETY: `wanted` is valid for the call, which only reads it.
        if unsafe { libc::fcntl(file.as_raw_fd(), command, &raw const wanted) } == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_and_written_in_order() {
        let file = crate::memory::anonymous_file("ferry-test").unwrap();
        let (mut one, mut two) = (*b"abc", *b"defg");
        let pieces = [Piece::new(one.as_mut_ptr(), 3), Piece::new(two.as_mut_ptr(), 4)];
        // SAFETY: FILE-1: the arrays live.
        unsafe {
            assert_eq!(write_at(file.as_fd(), &pieces, 5_000_000_000).unwrap(), 7);
            let mut all = [0; 9];
            assert_eq!(read_at(file.as_fd(), &[Piece::new(all.as_mut_ptr(), 9)], 4_999_999_999).unwrap(), 8);
            assert_eq!(&all, b"\0abcdefg\0");
            assert_eq!(read_at(file.as_fd(), &[Piece::new(all.as_mut_ptr(), 9)], 6_000_000_000).unwrap(), 0);
        }
    }

    #[test]
    fn folders_here_are_not_on_lustre() {
        assert!(!is_on_lustre(Path::new("/proc/file")) && !is_on_lustre(Path::new("/no/such")));
    }

    #[test]
    fn locks_are_taken_and_given_back() {
        let file = crate::memory::anonymous_file("ferry-test").unwrap();
        lock(&file, 0, 10, Lock::Exclusive).unwrap();
        lock(&file, 5, 10, Lock::Shared).unwrap();
        unlock(&file, 0, 15).unwrap();
    }

    #[test]
    fn a_lock_that_another_open_file_has_is_not_waited_for() {
        let file = crate::memory::anonymous_file("ferry-test").unwrap();
        let other =
            std::fs::File::options().read(true).write(true).open(format!("/proc/self/fd/{}", file.as_fd().as_raw_fd())).unwrap();
        assert!(try_lock(&file, 0, 1, Lock::Exclusive).unwrap());
        assert!(!try_lock(&other, 0, 1, Lock::Exclusive).unwrap());
        unlock(&file, 0, 1).unwrap();
        assert!(try_lock(&other, 0, 1, Lock::Exclusive).unwrap());
    }
}
