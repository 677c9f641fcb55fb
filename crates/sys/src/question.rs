//! A signal as a question to this process: the handler only notes it, tells the launcher, and wakes
//! who sleeps.
//!
//! # Safety arguments
//! - QUESTION-1: the handler touches lock-free atomics and what they point to, which is `'static`,
//!   and calls `send`, `write` and `futex`, all async-signal-safe. It leaves `errno` as it was.
//! - QUESTION-2: `sigaction` is plain integers and a pointer; all zeroes is a valid value. The
//!   pointers passed are to live values.

use std::io;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU32, AtomicUsize, Ordering};

/// What the handler does besides noting the signal.
#[derive(Clone, Copy, Default)]
pub struct Reaction {
    /// A connected socket and what to send there.
    pub tell: Option<(i32, &'static [u8])>,
    /// A word that sleepers of this process sleep on ([`crate::futex::wait_shared`]): it is set to
    /// 0.
    pub wake: Option<&'static AtomicU32>,
    /// What to write to standard error if no thread is [`attend`]ing.
    pub excuse: Option<&'static [u8]>,
}

/// Bytes that the handler sends.
struct Text {
    address: AtomicPtr<u8>,
    len: AtomicUsize,
}

impl Text {
    const fn none() -> Self {
        Text { address: AtomicPtr::new(ptr::null_mut()), len: AtomicUsize::new(0) }
    }

    fn set(&self, text: &'static [u8]) {
        self.len.store(text.len(), Ordering::Relaxed);
        self.address.store(text.as_ptr().cast_mut(), Ordering::Release);
    }
}

static ASKED: AtomicBool = AtomicBool::new(false);
static ATTENDING: AtomicU32 = AtomicU32::new(0);
static SOCKET: AtomicI32 = AtomicI32::new(-1);
static MESSAGE: Text = Text::none();
static EXCUSE: Text = Text::none();
static SLEEPERS: AtomicPtr<AtomicU32> = AtomicPtr::new(ptr::null_mut());

/// Takes over a signal, if nobody has done so: whether its action was the default. Interrupted
/// system calls go on.
pub fn listen(number: i32, reaction: Reaction) -> io::Result<bool> {
    if let Some((socket, message)) = reaction.tell {
        MESSAGE.set(message);
        SOCKET.store(socket, Ordering::Release);
    }
    if let Some(excuse) = reaction.excuse {
        EXCUSE.set(excuse);
    }
    if let Some(word) = reaction.wake {
        SLEEPERS.store(ptr::from_ref(word).cast_mut(), Ordering::Release);
    }
    if current(number)? != libc::SIG_DFL {
        return Ok(false);
    }
    let mut action = zeroed();
    action.sa_sigaction = handler as *const () as usize;
    action.sa_flags = libc::SA_RESTART;
    // SAFETY: QUESTION-1, QUESTION-2.
    match unsafe { libc::sigaction(number, &action, ptr::null_mut()) } {
        0 => Ok(true),
        _ => Err(io::Error::last_os_error()),
    }
}

/// The socket is no more to be used.
pub fn hang_up() {
    SOCKET.store(-1, Ordering::Release);
}

fn zeroed() -> libc::sigaction {
    // SAFETY: QUESTION-2.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

fn current(number: i32) -> io::Result<libc::sighandler_t> {
    let mut action = zeroed();
    // SAFETY: QUESTION-2.
    match unsafe { libc::sigaction(number, ptr::null(), &mut action) } {
        0 => Ok(action.sa_sigaction),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Whether the signal came since this was last asked.
#[inline]
pub fn take() -> bool {
    ASKED.load(Ordering::Relaxed) && ASKED.swap(false, Ordering::AcqRel)
}

/// A thread looks for questions from now on, until the value is dropped.
pub fn attend() -> Attending {
    ATTENDING.fetch_add(1, Ordering::AcqRel);
    Attending(())
}

/// See [`attend`].
#[derive(Debug)]
pub struct Attending(());

impl Drop for Attending {
    fn drop(&mut self) {
        ATTENDING.fetch_sub(1, Ordering::AcqRel);
    }
}

extern "C" fn handler(_number: i32) {
    // SAFETY: QUESTION-1.
    let errno = unsafe { *libc::__errno_location() };
    ASKED.store(true, Ordering::Release);
    let socket = SOCKET.load(Ordering::Acquire);
    if socket >= 0 {
        let message = MESSAGE.address.load(Ordering::Acquire);
        // A launcher that does not take the message is gone, or knows already.
        // SAFETY: QUESTION-1.
        unsafe {
            libc::send(socket, message.cast(), MESSAGE.len.load(Ordering::Relaxed), libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL)
        };
    } else if ATTENDING.load(Ordering::Acquire) == 0 {
        let excuse = EXCUSE.address.load(Ordering::Acquire);
        if !excuse.is_null() {
            // SAFETY: QUESTION-1.
            unsafe { libc::write(libc::STDERR_FILENO, excuse.cast(), EXCUSE.len.load(Ordering::Relaxed)) };
        }
    }
    // SAFETY: QUESTION-1.
    if let Some(word) = unsafe { SLEEPERS.load(Ordering::Acquire).as_ref() }
        && word.swap(0, Ordering::AcqRel) != 0
    {
        crate::futex::wake_shared(word);
    }
    // SAFETY: QUESTION-1.
    unsafe { *libc::__errno_location() = errno };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::fd::AsRawFd;
    use std::os::unix::net::UnixStream;

    /// One test, since the handler and the disposition of a signal belong to the process.
    #[test]
    fn a_signal_is_noted_told_and_wakes_and_one_that_is_taken_is_left_alone() {
        static WORD: AtomicU32 = AtomicU32::new(7);
        let (mut reader, writer) = UnixStream::pair().unwrap();
        let reaction = Reaction { tell: Some((writer.as_raw_fd(), b"asked\n")), wake: Some(&WORD), excuse: None };
        assert!(!take());
        assert!(listen(libc::SIGURG, reaction).unwrap());
        // SAFETY: raise has no memory arguments.
        unsafe { libc::raise(libc::SIGURG) };
        assert!(take() && !take());
        assert_eq!(WORD.load(Ordering::Relaxed), 0);
        let mut told = [0; 6];
        reader.read_exact(&mut told).unwrap();
        assert_eq!(&told, b"asked\n");
        hang_up();
        assert!(!listen(libc::SIGURG, Reaction::default()).unwrap());
        assert_eq!(ATTENDING.load(Ordering::Relaxed), 0);
        let attending = attend();
        assert_eq!(ATTENDING.load(Ordering::Relaxed), 1);
        drop(attending);
        assert_eq!(ATTENDING.load(Ordering::Relaxed), 0);
    }
}
