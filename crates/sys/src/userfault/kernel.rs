//! The kernel's side of userfaultfd: its structures, and what is asked of a descriptor.

use std::io;
use std::mem::{ManuallyDrop, MaybeUninit, offset_of};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};

const USER_MODE_ONLY: libc::c_int = 1;
const API: u64 = 0xaa;
const EVENT_REMAP: u8 = 0x14;
const EVENT_REMOVE: u8 = 0x15;
const EVENT_UNMAP: u8 = 0x16;
/// Bits of `features`: remap, remove, unmap.
const FEATURES: u64 = 1 << 2 | 1 << 3 | 1 << 6;
const MODE_WRITE_PROTECT: u64 = 1 << 1;

/// `struct uffdio_api`.
#[repr(C)]
struct ApiRequest {
    api: u64,
    features: u64,
    ioctls: u64,
}

/// `struct uffdio_register`; without `ioctls`, `struct uffdio_range` at its beginning.
#[repr(C)]
struct RegisterRequest {
    start: u64,
    len: u64,
    mode: u64,
    ioctls: u64,
}

/// `struct uffd_msg`: remap has `from`, `to`, `len`, the others `start`, `end`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Message {
    event: u8,
    _reserved: [u8; 7],
    words: [u64; 3],
}

/// `struct uffdio_writeprotect`.
#[repr(C)]
struct ProtectRequest {
    start: u64,
    len: u64,
    mode: u64,
}

const _: () = assert!(size_of::<ApiRequest>() == 24 && size_of::<RegisterRequest>() == 32);
const _: () = assert!(size_of::<ProtectRequest>() == 24);
const _: () = assert!(size_of::<Message>() == 32 && offset_of!(Message, words) == 8);

/// `_IOWR(0xaa, number, type)` of `size` bytes.
const fn request(number: u64, size: usize) -> libc::c_ulong {
    3 << 30 | (size as u64) << 16 | API << 8 | number
}

/// `_IOR(0xaa, 1, struct uffdio_range)`.
const UNREGISTER: libc::c_ulong = 2 << 30 | 16 << 16 | API << 8 | 1;

/// What the kernel says of watched memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Nothing is at these addresses any more, or something else.
    Unmapped(u64, u64),
    /// These addresses have no pages of before any more. They stay watched.
    Emptied(u64, u64),
    /// So many bytes moved from one address to another, and are watched there.
    Moved(u64, u64, u64),
    /// Something that nobody asked for.
    Unknown,
}

impl Event {
    fn of(message: &Message) -> Event {
        let [first, second, third] = message.words;
        match message.event {
            EVENT_UNMAP => Event::Unmapped(first, second),
            EVENT_REMOVE => Event::Emptied(first, second),
            EVENT_REMAP => Event::Moved(first, second, third),
            _ => Event::Unknown,
        }
    }
}

/// Whether system calls that take watched memory away are under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traffic {
    /// None whose effect anybody may have seen.
    Still,
    /// One has begun, and its event may not have been read.
    UnderWay,
    /// The descriptor is not what it was.
    Lost,
}

/// Device and number of what a descriptor is of.
pub fn identity(descriptor: BorrowedFd<'_>) -> io::Result<[u64; 2]> {
    let stat = rustix::fs::fstat(descriptor)?;
    Ok([stat.st_dev, stat.st_ino])
}

/// A userfaultfd that tells of events and has no faults.
pub struct Descriptor {
    file: ManuallyDrop<OwnedFd>,
    /// By which it is told from what the program may have opened in its place.
    identity: [u64; 2],
    /// Whether the number is ours to close.
    is_ours: AtomicBool,
}

impl Descriptor {
    pub fn open() -> io::Result<Descriptor> {
        let flags = libc::O_CLOEXEC | libc::O_NONBLOCK | USER_MODE_ONLY;
        // SAFETY: a new descriptor, or -1; nobody else owns it.
        let file = unsafe {
            let number = libc::syscall(libc::SYS_userfaultfd, flags);
            if number < 0 {
                return Err(io::Error::last_os_error());
            }
            crate::descriptor::raise(OwnedFd::from_raw_fd(number as i32))
        };
        let descriptor = Descriptor::of(file)?;
        let mut wanted = ApiRequest { api: API, features: FEATURES, ioctls: 0 };
        descriptor.control(request(0x3f, size_of::<ApiRequest>()), (&raw mut wanted).cast())?;
        Ok(descriptor)
    }

    fn of(file: OwnedFd) -> io::Result<Descriptor> {
        let identity = identity(file.as_fd())?;
        Ok(Descriptor { file: ManuallyDrop::new(file), identity, is_ours: AtomicBool::new(true) })
    }

    pub fn identity(&self) -> [u64; 2] {
        self.identity
    }

    pub fn register(&self, address: u64, len: u64) -> io::Result<()> {
        let mut wanted = RegisterRequest { start: address, len, mode: MODE_WRITE_PROTECT, ioctls: 0 };
        self.control(request(0, size_of::<RegisterRequest>()), (&raw mut wanted).cast())
    }

    pub fn unregister(&self, address: u64, len: u64) -> io::Result<()> {
        let mut range = [address, len];
        self.control(UNREGISTER, (&raw mut range).cast())
    }

    /// Asks for something impossible, which the kernel refuses in one way while events wait and in
    /// another when none does: it looks at that first. Changes nothing.
    pub fn traffic(&self) -> Traffic {
        // An address that cannot be read would do as well, but takes a fault.
        let mut nothing = ProtectRequest { start: 0, len: 0, mode: u64::MAX };
        let answer = self.control(request(6, size_of::<ProtectRequest>()), (&raw mut nothing).cast());
        match answer.map_err(|error| error.raw_os_error()) {
            Err(Some(libc::EAGAIN)) => Traffic::UnderWay,
            Err(Some(libc::EINVAL)) => Traffic::Still,
            _ => Traffic::Lost,
        }
    }

    /// Ends all watching, whoever else has a reference: nobody waits for a reader of events any
    /// more. The number becomes one of `instead`, or is given up where the limit of open files does
    /// not let that be. Neither allocates nor frees (UF-1).
    pub fn release(&self, instead: BorrowedFd<'_>) {
        if identity(self.as_fd()).ok() != Some(self.identity) {
            // The program has closed it, and the number may be its own by now.
            self.is_ours.store(false, Ordering::SeqCst);
            return;
        }
        let number = self.file.as_raw_fd();
        // SAFETY: UF-5.
        unsafe {
            if libc::dup3(instead.as_raw_fd(), number, libc::O_CLOEXEC) < 0 {
                self.is_ours.store(false, Ordering::SeqCst);
                libc::close(number);
            }
        }
    }

    fn control(&self, request: libc::c_ulong, argument: *mut libc::c_void) -> io::Result<()> {
        // SAFETY: the argument is the structure that the request wants (UF-3).
        match unsafe { libc::ioctl(self.file.as_raw_fd(), request, argument) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// Reads the events that there are; false if that cannot be done any more.
    pub fn read_all(&self, mut take: impl FnMut(Event)) -> bool {
        const BATCH: usize = 16;
        loop {
            let mut batch = [const { MaybeUninit::<Message>::uninit() }; BATCH];
            // SAFETY: UF-3.
            let bytes = unsafe { libc::read(self.file.as_raw_fd(), batch.as_mut_ptr().cast(), size_of_val(&batch)) };
            let Ok(bytes) = usize::try_from(bytes) else {
                let error = io::Error::last_os_error().raw_os_error();
                return matches!(error, Some(libc::EAGAIN | libc::EINTR));
            };
            for message in &batch[..bytes / size_of::<Message>()] {
                // SAFETY: the kernel wrote so many whole messages (UF-3).
                take(Event::of(unsafe { message.assume_init_ref() }));
            }
            if bytes < size_of_val(&batch) {
                return true;
            }
        }
    }
}

impl AsFd for Descriptor {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        if *self.is_ours.get_mut() {
            // SAFETY: once, and nobody uses it after that.
            unsafe { ManuallyDrop::drop(&mut self.file) };
        }
    }
}
