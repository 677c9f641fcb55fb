//! The word through which peers wake a rank.
//!
//! A rank's word `asleep` is 0 while the rank is awake. The rank sets it to another value before it
//! looks around for the last time, and the word keeps that value until somebody wakes the rank. A
//! peer publishes something (a packet, or room in a ring) and then looks at the word. If it is not
//! 0, the peer sets it to 0 and wakes the rank.
//!
//! There is a race: the sleeper looks, the sender publishes and sees 0, and the sleeper sleeps. To
//! exclude it, each side must order its store before its load. Senders do not pay for that. The
//! sleeper issues a memory barrier on all processors (`membarrier`) instead.
//!
//! A rank that cannot, or may not, register for such barriers is an exception. If the node has one,
//! every sender issues a fence of its own. A sleeper that knows so issues a fence, too, and no
//! barrier.
//!
//! - S-1: the sleeper stores `asleep = turn`, issues the barrier (a fence, if all senders issue
//!   fences), looks around (packets in, room for packets out), and sleeps while `asleep == turn`.
//! - S-2: the sender publishes, issues a fence if one is needed, and loads `asleep`. If that is not
//!   0, it stores 0 and wakes all sleepers.
//! - S-3: turns differ. A thread that was woken before it slept does not sleep on the turn of
//!   another thread of its process.

use std::time::Duration;

use crate::sync::{AtomicU32, Ordering, barrier, fence, futex};

/// A sleeper looks around this often even if nobody wakes it: a bound on the harm of a peer that
/// died while waking.
const LONGEST_NAP: Duration = Duration::from_secs(1);

/// The turn after `turn`; never 0 (S-3).
pub fn next_turn(turn: u32) -> u32 {
    turn.wrapping_add(1).max(1)
}

/// First half of S-1: peers that publish something from here on wake us; `senders_fence`: all of
/// them fence whenever they do. The caller looks around next.
pub fn announce_sleep(asleep: &AtomicU32, turn: u32, senders_fence: bool) {
    asleep.store(turn, Ordering::SeqCst);
    if senders_fence {
        fence(Ordering::SeqCst);
    } else {
        barrier::everywhere();
    }
}

/// Second half of S-1. May return early.
pub fn sleep(asleep: &AtomicU32, turn: u32) {
    futex::wait_shared(asleep, turn, LONGEST_NAP);
}

/// Wakes the rank that owns `asleep`, if it sleeps (S-2); `with_fence` unless all ranks take part
/// in barriers.
#[inline(always)]
pub fn wake(asleep: &AtomicU32, with_fence: bool) {
    if with_fence {
        fence(Ordering::SeqCst);
    }
    if asleep.load(Ordering::Relaxed) != 0 {
        wake_slowly(asleep);
    }
}

/// Clears the word and wakes all threads that sleep on it, so that none is left asleep with nobody
/// to wake it.
#[cold]
pub fn wake_slowly(asleep: &AtomicU32) {
    if asleep.swap(0, Ordering::AcqRel) != 0 {
        futex::wake_shared(asleep);
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    struct Rank {
        asleep: AtomicU32,
        /// Stands for the rings: published things.
        published: AtomicU32,
    }

    impl Rank {
        fn awake() -> Arc<Self> {
            Arc::new(Rank { asleep: AtomicU32::new(0), published: AtomicU32::new(0) })
        }

        fn publish(&self) {
            self.published.fetch_add(1, Ordering::Release);
            wake(&self.asleep, true);
        }

        /// Waits as a rank does: looks, announces, looks again, sleeps.
        fn wait_for(&self, wanted: u32, mut turn: u32) {
            while self.published.load(Ordering::Acquire) < wanted {
                announce_sleep(&self.asleep, turn, true);
                if self.published.load(Ordering::Acquire) >= wanted {
                    return wake_slowly(&self.asleep);
                }
                sleep(&self.asleep, turn);
                wake_slowly(&self.asleep);
                turn = next_turn(turn);
            }
        }
    }

    #[test]
    fn loom_no_wake_up_is_lost() {
        loom::model(|| {
            let rank = Rank::awake();
            let sender = {
                let rank = rank.clone();
                thread::spawn(move || rank.publish())
            };
            rank.wait_for(1, 1);
            sender.join().unwrap();
        });
    }

    #[test]
    fn loom_a_second_publication_wakes_again() {
        loom::model(|| {
            let rank = Rank::awake();
            let sender = {
                let rank = rank.clone();
                thread::spawn(move || {
                    rank.publish();
                    rank.publish();
                })
            };
            rank.wait_for(2, 1);
            sender.join().unwrap();
        });
    }

    #[test]
    fn loom_two_senders_wake_one_sleeper() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let rank = Rank::awake();
            let senders = [(); 2].map(|()| {
                let rank = rank.clone();
                thread::spawn(move || rank.publish())
            });
            rank.wait_for(2, 1);
            senders.into_iter().for_each(|sender| sender.join().unwrap());
        });
    }

    /// S-3. One thread has announced its sleep and is woken before it sleeps; then the other one
    /// announces its own.
    #[test]
    fn loom_a_thread_does_not_sleep_on_the_turn_of_another() {
        loom::model(|| {
            let asleep = Arc::new(AtomicU32::new(0));
            announce_sleep(&asleep, 1, true);
            let first = {
                let asleep = asleep.clone();
                thread::spawn(move || sleep(&asleep, 1))
            };
            wake(&asleep, true);
            announce_sleep(&asleep, next_turn(1), true);
            first.join().unwrap();
        });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_never_the_word_of_a_rank_that_is_awake() {
        assert_eq!((next_turn(0), next_turn(7), next_turn(u32::MAX)), (1, 8, 1));
    }

    #[test]
    fn waking_clears_the_word() {
        let asleep = AtomicU32::new(0);
        for senders_fence in [false, true] {
            announce_sleep(&asleep, 3, senders_fence);
            assert_eq!(asleep.load(Ordering::Relaxed), 3);
            wake(&asleep, senders_fence);
            assert_eq!(asleep.load(Ordering::Relaxed), 0);
            sleep(&asleep, 3); // returns at once
        }
    }
}
