//! The kernel's side of userfaultfd: its structures, and what is asked of a descriptor.

use std::io;
use std::mem::{MaybeUninit, offset_of};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

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

const _: () = assert!(size_of::<ApiRequest>() == 24 && size_of::<RegisterRequest>() == 32);
const _: () = assert!(size_of::<Message>() == 32 && offset_of!(Message, words) == 8);

/// `_IOWR(0xaa, number, type)` of `size` bytes.
const fn request(number: u64, size: usize) -> libc::c_ulong {
    3 << 30 | (size as u64) << 16 | API << 8 | number
}

/// `_IOR(0xaa, 1, struct uffdio_range)`.
const UNREGISTER: libc::c_ulong = 2 << 30 | 16 << 16 | API << 8 | 1;

/// What the kernel says of watched memory.
pub enum Event {
    /// These addresses have no pages of before any more.
    Gone(u64, u64),
    /// So many bytes moved from one address to another.
    Moved(u64, u64, u64),
    /// Something that nobody asked for.
    Unknown,
}

impl Event {
    fn of(message: &Message) -> Event {
        let [first, second, third] = message.words;
        match message.event {
            EVENT_UNMAP | EVENT_REMOVE => Event::Gone(first, second),
            EVENT_REMAP => Event::Moved(first, second, third),
            _ => Event::Unknown,
        }
    }
}

/// A userfaultfd that tells of events and has no faults.
pub struct Descriptor(OwnedFd);

impl Descriptor {
    pub fn open() -> io::Result<Descriptor> {
        let flags = libc::O_CLOEXEC | libc::O_NONBLOCK | USER_MODE_ONLY;
        // SAFETY: a new descriptor, or -1; nobody else owns it.
        let descriptor = unsafe {
            let number = libc::syscall(libc::SYS_userfaultfd, flags);
            if number < 0 {
                return Err(io::Error::last_os_error());
            }
            Descriptor(crate::descriptor::raise(OwnedFd::from_raw_fd(number as i32)))
        };
        let mut wanted = ApiRequest { api: API, features: FEATURES, ioctls: 0 };
        descriptor.control(request(0x3f, size_of::<ApiRequest>()), (&raw mut wanted).cast())?;
        Ok(descriptor)
    }

    pub fn register(&self, address: u64, len: u64) -> io::Result<()> {
        let mut wanted = RegisterRequest { start: address, len, mode: MODE_WRITE_PROTECT, ioctls: 0 };
        self.control(request(0, size_of::<RegisterRequest>()), (&raw mut wanted).cast())
    }

    pub fn unregister(&self, address: u64, len: u64) -> io::Result<()> {
        let mut range = [address, len];
        self.control(UNREGISTER, (&raw mut range).cast())
    }

    fn control(&self, request: libc::c_ulong, argument: *mut libc::c_void) -> io::Result<()> {
        // SAFETY: the argument is the structure that the request wants (UF-3).
        match unsafe { libc::ioctl(self.0.as_raw_fd(), request, argument) } {
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
            let bytes = unsafe { libc::read(self.0.as_raw_fd(), batch.as_mut_ptr().cast(), size_of_val(&batch)) };
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
        self.0.as_fd()
    }
}
