//! Signals as data: block them, read them from a descriptor in the event loop.
//!
//! # Safety arguments
//! - SIG-1: `sigset_t` is plain integers; all zeroes is a valid value, and
//!   `sigemptyset`/`sigfillset` initialize it.
//! - SIG-2: the pointers passed are to live, exclusively borrowed or owned `sigset_t` values for
//!   the length of the call.
//! - SIG-3: `signalfd` returns a new descriptor that nobody else owns.
//! - SIG-4: a null action changes none; all zeroes is a valid `struct sigaction`, an owned value
//!   that the call fills in.

use std::io;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr;
use std::thread::{Builder, JoinHandle};

/// Size in bytes of `struct signalfd_siginfo`, see signalfd(2).
const SIGINFO_BYTES: usize = 128;

/// The number of `SIGUSR1`.
pub const USER_1: i32 = libc::SIGUSR1;
/// The number of `SIGUSR2`.
pub const USER_2: i32 = libc::SIGUSR2;

/// The number of `SIGTERM`.
pub const TERMINATE: i32 = libc::SIGTERM;

/// A set of signals.
#[derive(Clone, Copy)]
pub struct SignalSet(libc::sigset_t);

impl SignalSet {
    /// No signal.
    pub fn empty() -> Self {
        let mut set = MaybeUninit::zeroed();
        // SAFETY: SIG-1, SIG-2.
        unsafe {
            libc::sigemptyset(set.as_mut_ptr());
            SignalSet(set.assume_init())
        }
    }

    /// Every signal.
    pub fn full() -> Self {
        let mut set = SignalSet::empty();
        // SAFETY: SIG-2.
        unsafe { libc::sigfillset(&raw mut set.0) };
        set
    }

    /// The signals with these numbers.
    pub fn of(numbers: &[i32]) -> Self {
        let mut set = SignalSet::empty();
        for number in numbers {
            // SAFETY: SIG-2; a number that is no signal is refused by `sigaddset` without effect.
            unsafe { libc::sigaddset(&raw mut set.0, *number) };
        }
        set
    }

    /// All of them but those with these numbers.
    #[must_use]
    pub fn without(mut self, numbers: &[i32]) -> Self {
        for number in numbers {
            // SAFETY: SIG-2; a number that is no signal is refused by `sigdelset` without effect.
            unsafe { libc::sigdelset(&raw mut self.0, *number) };
        }
        self
    }

    /// Whether the set holds the signal.
    pub fn contains(&self, number: i32) -> bool {
        // SAFETY: SIG-2.
        unsafe { libc::sigismember(&raw const self.0, number) == 1 }
    }
}

fn change_mask(how: i32, set: &SignalSet) -> io::Result<SignalSet> {
    let mut old = SignalSet::empty();
    // SAFETY: SIG-2.
    match unsafe { libc::pthread_sigmask(how, &raw const set.0, &raw mut old.0) } {
        0 => Ok(old),
        code => Err(io::Error::from_raw_os_error(code)),
    }
}

/// Blocks the signals of `set` in the calling thread; returns the mask from before.
pub fn block(set: &SignalSet) -> io::Result<SignalSet> {
    change_mask(libc::SIG_BLOCK, set)
}

/// Makes `set` the mask of the calling thread; returns the mask from before.
pub fn set_mask(set: &SignalSet) -> io::Result<SignalSet> {
    change_mask(libc::SIG_SETMASK, set)
}

/// Signals that an instruction of a thread brings on itself: a page that the program protects and
/// makes good in a handler may be touched by any thread.
const SYNCHRONOUS: [i32; 6] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGSYS];

/// Keeps the program's signals from the calling thread as long as it lives.
pub struct Deaf {
    before: Option<SignalSet>,
    _of_this_thread: PhantomData<*const ()>,
}

impl Deaf {
    /// From here on.
    pub fn now() -> Self {
        Deaf { before: block(&SignalSet::full().without(&SYNCHRONOUS)).ok(), _of_this_thread: PhantomData }
    }
}

impl Drop for Deaf {
    fn drop(&mut self) {
        let restored = self.before.take().map(|before| set_mask(&before));
        debug_assert!(restored.is_none_or(|restored| restored.is_ok()), "a mask that was one is one");
    }
}

/// Starts a thread that takes no signals but its own, as these are the program's business: a thread
/// inherits the mask of the one that starts it.
pub fn start_deaf<T: Send + 'static>(builder: Builder, body: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    let mask = block(&SignalSet::full().without(&SYNCHRONOUS))?;
    let thread = builder.spawn(body);
    set_mask(&mask)?;
    thread
}

/// Gives a signal its default action. Async-signal-safe.
pub fn restore_default(number: i32) {
    // SAFETY: SIG_DFL installs no code of ours; the call has no memory arguments.
    unsafe { libc::signal(number, libc::SIG_DFL) };
}

/// Has this process ignore a signal from now on.
pub fn ignore(number: i32) {
    // SAFETY: SIG_IGN installs no code of ours; the call has no memory arguments.
    unsafe { libc::signal(number, libc::SIG_IGN) };
}

/// Whether this process ignores a signal.
pub fn is_ignored(number: i32) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: SIG-4.
    unsafe {
        libc::sigaction(number, ptr::null(), action.as_mut_ptr()) == 0 && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// A signal that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Number of the signal.
    pub number: i32,
    /// Process that sent it with `kill`; `None` if the kernel (terminal, timer, death of a child)
    /// did.
    pub sender: Option<i32>,
}

/// A descriptor that becomes readable when one of a set of blocked signals is pending.
pub struct SignalDescriptor(OwnedFd);

impl SignalDescriptor {
    /// Watches the signals of `set`, which the caller has blocked. Reading does not wait if
    /// `nonblocking`.
    pub fn new(set: &SignalSet, nonblocking: bool) -> io::Result<Self> {
        let flags = libc::SFD_CLOEXEC | if nonblocking { libc::SFD_NONBLOCK } else { 0 };
        // SAFETY: SIG-2.
        let descriptor = unsafe { libc::signalfd(-1, ptr::from_ref(&set.0), flags) };
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: SIG-3.
        Ok(SignalDescriptor(unsafe { OwnedFd::from_raw_fd(descriptor) }))
    }

    /// The next pending signal; `None` if there is none and the descriptor is non-blocking.
    pub fn next(&self) -> io::Result<Option<Arrival>> {
        let mut record = [0u8; SIGINFO_BYTES];
        loop {
            return match rustix::io::read(&self.0, &mut record) {
                Ok(SIGINFO_BYTES) => Ok(Some(decode(&record))),
                Ok(_) => Err(io::ErrorKind::UnexpectedEof.into()),
                Err(rustix::io::Errno::INTR) => continue,
                Err(rustix::io::Errno::AGAIN) => Ok(None),
                Err(error) => Err(error.into()),
            };
        }
    }
}

impl AsFd for SignalDescriptor {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

fn decode(record: &[u8; SIGINFO_BYTES]) -> Arrival {
    let word = |at: usize| i32::from_ne_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]]);
    let from_process = matches!(word(8), libc::SI_USER | libc::SI_QUEUE | libc::SI_TKILL);
    Arrival { number: word(0), sender: from_process.then(|| word(12)) }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Barrier};

    use super::*;
    use crate::threads;

    #[test]
    fn a_deaf_thread_leaves_signals_to_others() {
        let barrier = Arc::new(Barrier::new(3));
        let body = || {
            let barrier = barrier.clone();
            move || (barrier.wait(), barrier.wait())
        };
        let first = start_deaf(Builder::new().name("test-deaf".to_owned()), body()).unwrap();
        let second = Builder::new().name("test-hearing".to_owned()).spawn(body()).unwrap();
        barrier.wait();
        assert!(threads::are_deaf("test-deaf") && !threads::are_deaf("test-hearing") && !threads::are_deaf("test-nobody"));
        barrier.wait();
        first.join().unwrap();
        second.join().unwrap();
    }

    #[test]
    fn sets_hold_what_they_were_given() {
        let set = SignalSet::of(&[libc::SIGUSR1, libc::SIGTERM]);
        assert!(set.contains(libc::SIGUSR1) && set.contains(libc::SIGTERM) && !set.contains(libc::SIGINT));
        assert!(SignalSet::full().contains(libc::SIGINT) && !SignalSet::empty().contains(libc::SIGINT));
    }

    #[test]
    fn what_is_ignored_is_known() {
        assert!(!is_ignored(libc::SIGURG));
        ignore(libc::SIGURG);
        assert!(is_ignored(libc::SIGURG));
        restore_default(libc::SIGURG);
        assert!(!is_ignored(libc::SIGURG) && !is_ignored(-1));
    }

    #[test]
    fn record_tells_senders_from_the_kernel() {
        let mut record = [0u8; SIGINFO_BYTES];
        record[0] = libc::SIGINT as u8;
        record[8..12].copy_from_slice(&libc::SI_USER.to_ne_bytes());
        record[12..16].copy_from_slice(&77i32.to_ne_bytes());
        assert_eq!(decode(&record), Arrival { number: libc::SIGINT, sender: Some(77) });
        record[8..12].copy_from_slice(&libc::SI_KERNEL.to_ne_bytes());
        assert_eq!(decode(&record), Arrival { number: libc::SIGINT, sender: None });
    }
}
