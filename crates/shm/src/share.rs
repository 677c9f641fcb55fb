//! The words of a message that sender and receiver both copy (LMT-beyond). They lie in the
//! receiver's rank block.
//!
//! The receiver opens a share and tells the sender its number. Both take pieces
//! ([`ferry_protocol::share`]) until none is left. The end that copies the last bytes sees that all
//! are done; the other one polls. The sender says when it has touched the share for the last time.
//! Only then may the receiver open it again.
//!
//! - SH-1: a piece is taken by one compare-and-swap of `taken`. Pieces are disjoint, and together
//!   they are the message.
//! - SH-2: `done` is added to, with release order, after the bytes have been copied. Who reads a
//!   sum with acquire order sees all those bytes.
//! - SH-3: the receiver writes all three words only when it opens the share, before the sender
//!   knows of it. The sender touches nothing after it has stored [`LEFT`] in `state`.
//! - SH-4: `SPOILT` is set by one compare-and-swap of `done`, and never when all is done. Both ends
//!   see alike whether a message was spoilt before it was whole.

use std::ops::Range;

use ferry_device::Share;
use ferry_protocol::share::{Cut, End, Taken};

use crate::sync::{AtomicU32, AtomicU64, Ordering};

/// Set in `done` when copying has failed.
const SPOILT: u64 = 1 << 63;

/// Values of `state`; 0 is that of a share nobody has opened yet.
const OPEN: u32 = 1;
const LEFT: u32 = 2;

/// The state. Zeros are a free share.
#[repr(C, align(128))]
pub struct SharedCopy {
    /// [`Taken`]: how much was taken from either end.
    taken: AtomicU64,
    /// Bytes copied, and [`SPOILT`].
    done: AtomicU64,
    /// [`OPEN`], and then [`LEFT`] by the sender.
    state: AtomicU32,
}

impl SharedCopy {
    /// Opens it for a new message, if its last sender has left it. By its owner only.
    pub fn open(&self) -> bool {
        if self.state.load(Ordering::Acquire) == OPEN {
            return false;
        }
        self.taken.store(0, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.state.store(OPEN, Ordering::Release);
        true
    }
}

impl Share for &'static SharedCopy {
    fn take(&self, end: End, bytes: u64, cut: Cut) -> Option<Range<u64>> {
        (**self).take(end, bytes, cut)
    }

    fn add_done(&self, bytes: u64) {
        self.done.fetch_add(bytes, Ordering::AcqRel);
    }

    fn done(&self) -> u64 {
        self.done.load(Ordering::Acquire) & !SPOILT
    }

    fn spoil(&self, bytes: u64) -> bool {
        let spoil = |done| (done != bytes).then_some(done | SPOILT);
        self.done.fetch_update(Ordering::AcqRel, Ordering::Acquire, spoil).is_ok()
    }

    fn is_spoilt(&self) -> bool {
        self.done.load(Ordering::Acquire) & SPOILT != 0
    }

    fn leave(&self) {
        self.state.store(LEFT, Ordering::Release);
    }

    fn has_left(&self) -> bool {
        self.state.load(Ordering::Acquire) == LEFT
    }
}

impl SharedCopy {
    fn take(&self, end: End, bytes: u64, cut: Cut) -> Option<Range<u64>> {
        let mut taken = self.taken.load(Ordering::Relaxed);
        loop {
            if self.done.load(Ordering::Relaxed) & SPOILT != 0 {
                return None;
            }
            let (next, piece) = Taken(taken).take(end, bytes, cut)?;
            match self.taken.compare_exchange_weak(taken, next.0, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return Some(piece),
                Err(found) => taken = found,
            }
        }
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::thread;

    struct Both {
        share: SharedCopy,
        /// The message's memory: one cell for each page.
        pages: [UnsafeCell<u32>; PAGES],
    }

    const PAGES: usize = 20;
    const BYTES: u64 = PAGES as u64 * 4096;

    fn copy_some(both: &Both, end: End) {
        while let Some(piece) = both.share.take(end, BYTES, Cut::Fine) {
            for page in piece.start / 4096..piece.end / 4096 {
                both.pages[page as usize].with_mut(|page| unsafe { *page += 1 });
            }
            both.share.done.fetch_add(piece.end - piece.start, Ordering::AcqRel);
        }
    }

    /// SH-1, SH-2: whoever sees that all is done sees every page copied once.
    #[test]
    fn loom_both_ends_copy_everything_once() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let share = SharedCopy { taken: AtomicU64::new(0), done: AtomicU64::new(0), state: AtomicU32::new(0) };
            assert!(share.open() && !share.open());
            let both = Arc::new(Both { share, pages: std::array::from_fn(|_| UnsafeCell::new(0)) });
            let sender = {
                let both = both.clone();
                thread::spawn(move || {
                    copy_some(&both, End::Back);
                    both.share.state.store(LEFT, Ordering::Release);
                })
            };
            copy_some(&both, End::Front);
            if both.share.done.load(Ordering::Acquire) == BYTES {
                both.pages.iter().for_each(|page| page.with(|page| assert_eq!(unsafe { *page }, 1)));
            }
            sender.join().unwrap();
            assert_eq!(both.share.done.load(Ordering::Acquire), BYTES);
            assert!(both.share.open());
        });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn share() -> &'static SharedCopy {
        Box::leak(Box::new(SharedCopy { taken: AtomicU64::new(0), done: AtomicU64::new(0), state: AtomicU32::new(0) }))
    }

    #[test]
    fn it_opens_again_only_after_the_sender_has_left() {
        let share = share();
        assert!(share.open());
        assert!(!share.open());
        share.leave();
        assert!(share.has_left() && share.open() && !share.has_left());
    }

    #[test]
    fn a_spoilt_share_hands_out_nothing_and_keeps_count() {
        let share = share();
        share.open();
        let piece = Share::take(&share, End::Front, 1 << 20, Cut::Fine).unwrap();
        assert!(share.spoil(1 << 20));
        share.add_done(piece.end);
        assert!(share.is_spoilt() && Share::take(&share, End::Back, 1 << 20, Cut::Fine).is_none());
        assert_eq!(share.done(), piece.end);
        share.leave();
        assert!(share.open() && !share.is_spoilt());
    }

    /// Exactly one of the two ends decides: what is spoilt was not all there, what is all there is
    /// not spoilt.
    #[test]
    fn a_share_of_which_all_is_done_cannot_be_spoilt() {
        let share = share();
        share.open();
        share.add_done(100);
        assert!(!share.spoil(100) && !share.is_spoilt());
        assert!(share.spoil(101) && share.spoil(101) && share.is_spoilt());
    }
}
