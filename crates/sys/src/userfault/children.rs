//! A forked child gets something else for its copy of the descriptor.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use super::kernel::{Descriptor, identity};

/// The descriptor that children get something else for, and what: in the upper and lower half. A
/// process has one.
static TAKEN: AtomicU64 = AtomicU64::new(NOTHING);
const NOTHING: u64 = u64::MAX;
/// The device and number of the first of them, by which it is told from what the program may have
/// opened in its place.
static IDENTITY: [AtomicU64; 2] = [const { AtomicU64::new(NOTHING) }; 2];

fn pair(descriptor: &impl AsFd, instead: &impl AsFd) -> u64 {
    (descriptor.as_fd().as_raw_fd() as u64) << 32 | instead.as_fd().as_raw_fd() as u64
}

/// From now on children have `instead` in the place of `descriptor`.
pub fn take_from_children(descriptor: &Descriptor, instead: &impl AsFd) {
    static DONE: Once = Once::new();
    IDENTITY.iter().zip(descriptor.identity()).for_each(|(place, number)| place.store(number, Ordering::SeqCst));
    TAKEN.store(pair(descriptor, instead), Ordering::SeqCst);
    DONE.call_once(|| {
        // SAFETY: the function stays. For want of memory nothing is taken from children.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
}

/// The inverse, before the numbers may be those of other descriptors. What was taken later stays.
pub fn leave_to_children(descriptor: &Descriptor, instead: &impl AsFd) {
    let taken = pair(descriptor, instead);
    let _by_another = TAKEN.compare_exchange(taken, NOTHING, Ordering::SeqCst, Ordering::SeqCst);
}

extern "C" fn in_child() {
    let taken = TAKEN.load(Ordering::SeqCst);
    if taken == NOTHING {
        return;
    }
    let (instead, ours) = (taken as u32 as i32, (taken >> 32) as i32);
    // SAFETY: UF-4.
    unsafe {
        let found = identity(BorrowedFd::borrow_raw(ours)).ok();
        if found == Some([0, 1].map(|index| IDENTITY[index].load(Ordering::SeqCst))) {
            libc::dup3(instead, ours, libc::O_CLOEXEC);
        }
    }
}
