//! The control block of one process's part of a window. Where processes of a node share memory, it
//! lies there, and all of them change it by atomics; for processes of other nodes its owner does
//! so, asked by messages. So a lock is one word whatever way it is taken.
//!
//! Locks have two levels. Every part has a *local* word for `MPI_Win_lock`. The part of rank 0 has
//! the *global* word besides, which keeps `MPI_Win_lock_all` and exclusive locks apart: so that
//! locking all parts takes one atomic, not one for each process.
//!
//! | call | global word | then the local word of the target |
//! |---|---|---|
//! | `MPI_Win_lock`, shared | - | [`Hold::Shared`] |
//! | `MPI_Win_lock`, exclusive | [`Hold::Registered`] | [`Hold::Exclusive`] |
//! | `MPI_Win_lock_all` | [`Hold::All`] | - |
//!
//! Invariants:
//! - CONTROL-1: the local word is `EXCLUSIVE`, or the number of shared holders.
//! - CONTROL-2: of the two halves of the global word at most one is not 0.
//! - CONTROL-3: who waits for a word counts itself in `waiters` before its last look; who leaves
//!   looks at `waiters` after that. Both orders are sequentially consistent, so one of the two sees
//!   the other.
//!
//! Elements are combined in one of two ways, which the part's block says ([`ElementMode`]): each by
//! an atomic of the processor, or many at once by whoever has claimed the part. A part begins with
//! atomics; who combines many elements switches it, and who combines single ones for a while
//! switches it back. Atomics need no claim, so that single elements stay as quick as the processor
//! is. They are announced in the block of the process that makes them, which only that process
//! writes:
//!
//! - CONTROL-4: a process announces an atomic before it looks at the mode, and takes the
//!   announcement back after the atomic. Who has switched the mode makes every processor pass a
//!   memory barrier, and then waits until no announcement is left. So whoever looked at the mode
//!   before has announced itself visibly, and whoever looks later sees the new mode.
//! - CONTROL-5: the mode changes under the claim only. Under the claim single elements are combined
//!   by atomics all the same, and what needs the part alone looks at the mode once it has the
//!   claim.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, compiler_fence};

/// What a process may hold of a control block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Hold {
    /// The part, with other shared holders.
    Shared = 1,
    /// The part, alone.
    Exclusive = 2,
    /// All parts, with other such holders and shared ones.
    All = 3,
    /// The right to lock parts exclusively, with others who have it.
    Registered = 4,
}

/// The local word under an exclusive lock.
const EXCLUSIVE: u64 = 1 << 63;
/// One holder of the right to exclusive locks in the global word.
const REGISTRATION: u64 = 1 << 32;
/// The half of the global word that counts those who have locked all.
const ALL_MASK: u64 = REGISTRATION - 1;

impl Hold {
    /// The hold of a number in a message.
    pub fn of(number: u16) -> Option<Hold> {
        [Hold::Shared, Hold::Exclusive, Hold::All, Hold::Registered].into_iter().find(|hold| *hold as u16 == number)
    }

    /// The word with one more holder; `None` while others keep it from being one.
    fn entered(self, word: u64) -> Option<u64> {
        let (is_free, more) = match self {
            Hold::Shared => (word & EXCLUSIVE == 0, 1),
            Hold::Exclusive => (word == 0, EXCLUSIVE),
            Hold::All => (word & !ALL_MASK == 0, 1),
            Hold::Registered => (word & ALL_MASK == 0, REGISTRATION),
        };
        is_free.then(|| word + more)
    }

    /// What a holder takes away from the word when it leaves.
    fn share(self) -> u64 {
        match self {
            Hold::Shared | Hold::All => 1,
            Hold::Exclusive => EXCLUSIVE,
            Hold::Registered => REGISTRATION,
        }
    }
}

/// How elements of a part are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ElementMode {
    /// Each by an atomic.
    Atomics = 0,
    /// By who has claimed the part.
    Claims = 1,
}

/// What others have to know of a part's owner before they access the part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Owner {
    /// Where it has the part's memory, in its own address space.
    pub address: u64,
    /// Which of the control blocks that lie together this is.
    pub place: u32,
    /// How many lie together.
    pub places: u32,
    /// Other processes can make its processor pass a memory barrier, and nothing but processes of
    /// this node changes its elements.
    pub may_claim: bool,
}

/// Single elements combined under claims after which a part goes back to atomics.
const FEW_MOST: u32 = 256;
/// Accumulates of many elements that follow a failed switch by atomics: somebody had no processor
/// then, and a switch takes as long as some of them.
const REST: u32 = 64;
/// The same after a part has gone back to atomics because of single elements: a program that does
/// both does not pay for a switch each time.
const REST_AFTER_FEW: u32 = 16;

/// See the module. All zeros are a valid block: nobody holds anything.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub struct Control {
    local: AtomicU64,
    global: AtomicU64,
    waiters: AtomicU32,
    /// 1 while somebody has claimed the part's elements.
    elements: AtomicU32,
    /// What is in [`Owner`]: written by the owner before anybody else looks.
    address: AtomicU64,
    place: AtomicU32,
    places: AtomicU32,
    may_claim: AtomicU32,
    /// An [`ElementMode`].
    mode: AtomicU32,
    /// Single elements combined since the last many, under claims.
    few: AtomicU32,
    /// Accumulates of many elements that are left to atomics before a switch is tried again.
    rest: AtomicU32,
    /// So that what follows is in another line of the caches.
    gap: [u32; 2],
    /// 1 while the owner combines elements of some part by atomics.
    acting: AtomicU32,
}

const _: () = assert!(size_of::<Control>() == 128 && align_of::<Control>() == 128);
const _: () = assert!(std::mem::offset_of!(Control, acting) == 64);

impl Control {
    /// Takes a hold if that is possible now.
    #[inline]
    pub fn try_enter(&self, hold: Hold) -> bool {
        self.word(hold).fetch_update(Ordering::SeqCst, Ordering::Relaxed, |word| hold.entered(word)).is_ok()
    }

    /// Gives a hold back. True if somebody may wait for that.
    #[inline]
    #[must_use]
    pub fn leave(&self, hold: Hold) -> bool {
        let before = self.word(hold).fetch_sub(hold.share(), Ordering::SeqCst);
        debug_assert!(before >= hold.share(), "{hold:?} was given back without having been taken: {before:#x}");
        self.waiters.load(Ordering::SeqCst) > 0
    }

    /// Counts a process that waits for a hold (CONTROL-3).
    pub fn begin_wait(&self) {
        self.waiters.fetch_add(1, Ordering::SeqCst);
    }

    /// Counts it no more.
    pub fn end_wait(&self) {
        self.waiters.fetch_sub(1, Ordering::SeqCst);
    }

    /// Takes the right to combine elements without atomics, if nobody has it. Who waits for it only
    /// looks, so that the line stays with whoever has it, and with those who look at the mode.
    #[inline]
    pub fn try_claim_elements(&self) -> bool {
        self.elements.load(Ordering::Relaxed) == 0
            && self.elements.compare_exchange_weak(0, 1, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Gives that right back.
    #[inline]
    pub fn release_elements(&self) {
        self.elements.store(0, Ordering::Release);
    }

    /// Announces an atomic by the process whose block is `own`. False: the part is in the other
    /// mode, and nothing was announced.
    #[inline(always)]
    #[must_use]
    pub fn try_announce(&self, own: &Control) -> bool {
        own.acting.store(1, Ordering::Relaxed);
        // The processor's part of the order is the switching one's to enforce (CONTROL-4).
        compiler_fence(Ordering::SeqCst);
        if self.mode() == ElementMode::Atomics {
            return true;
        }
        own.end_announced();
        false
    }

    /// The atomic that this block's process has announced is done.
    #[inline(always)]
    pub fn end_announced(&self) {
        self.acting.store(0, Ordering::Release);
    }

    /// Whether this block's process combines elements by atomics now.
    pub fn is_acting(&self) -> bool {
        self.acting.load(Ordering::Acquire) != 0
    }

    /// How elements are combined.
    #[inline(always)]
    pub fn mode(&self) -> ElementMode {
        if self.mode.load(Ordering::Acquire) == ElementMode::Atomics as u32 { ElementMode::Atomics } else { ElementMode::Claims }
    }

    /// Changes that, under the claim.
    pub fn set_mode(&self, mode: ElementMode) {
        self.few.store(0, Ordering::Relaxed);
        self.mode.store(mode as u32, Ordering::SeqCst);
    }

    /// Notes that a single element was combined under the claim: after many in a row the part goes
    /// back to atomics.
    pub fn note_few(&self) {
        let few = self.few.load(Ordering::Relaxed) + 1;
        self.few.store(few, Ordering::Relaxed);
        if few > FEW_MOST {
            self.set_mode(ElementMode::Atomics);
            self.rest.store(REST_AFTER_FEW, Ordering::Relaxed);
        }
    }

    /// Notes that many elements were combined under the claim.
    pub fn note_many(&self) {
        self.few.store(0, Ordering::Relaxed);
    }

    /// Notes that a switch to claims has failed: it would most likely fail again at once.
    pub fn note_failed_switch(&self) {
        self.rest.store(REST, Ordering::Relaxed);
    }

    /// Whether an accumulate of many elements is left to atomics, as a switch has failed lately.
    /// Counts it; of two that are counted at once one may be missed, but never a switch that has
    /// failed meanwhile.
    pub fn is_resting(&self) -> bool {
        let rest = self.rest.load(Ordering::Relaxed);
        if rest > 0 {
            // Whoever was first has counted.
            _ = self.rest.compare_exchange(rest, rest - 1, Ordering::Relaxed, Ordering::Relaxed);
        }
        rest > 0
    }

    /// What the owner has said of itself.
    pub fn owner(&self) -> Owner {
        Owner {
            address: self.address(),
            place: self.place.load(Ordering::Relaxed),
            places: self.places.load(Ordering::Relaxed),
            may_claim: self.may_claim.load(Ordering::Relaxed) != 0,
        }
    }

    /// Says that, before anybody else looks.
    pub fn set_owner(&self, owner: Owner) {
        self.address.store(owner.address, Ordering::Relaxed);
        self.place.store(owner.place, Ordering::Relaxed);
        self.places.store(owner.places, Ordering::Relaxed);
        self.may_claim.store(owner.may_claim.into(), Ordering::Relaxed);
    }

    /// Where the owner has the part's memory.
    pub fn address(&self) -> u64 {
        self.address.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn word(&self, hold: Hold) -> &AtomicU64 {
        match hold {
            Hold::Shared | Hold::Exclusive => &self.local,
            Hold::All | Hold::Registered => &self.global,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_that_exclude_each_other_are_never_there_at_once() {
        use Hold::*;
        let exclude = |a, b| {
            matches!((a, b), (Shared, Exclusive) | (Exclusive, Shared | Exclusive) | (All, Registered) | (Registered, All))
        };
        for first in [Shared, Exclusive, All, Registered] {
            for second in [Shared, Exclusive, All, Registered] {
                let control = Control::default();
                assert!(control.try_enter(first));
                assert_eq!(control.try_enter(second), !exclude(first, second), "{first:?}, then {second:?}");
                if !exclude(first, second) {
                    assert!(!control.leave(second));
                }
                assert!(!control.leave(first));
                assert!(control.try_enter(second), "{second:?} after {first:?}");
            }
        }
    }

    #[test]
    fn who_leaves_knows_of_waiters() {
        let control = Control::default();
        assert!(control.try_enter(Hold::Exclusive));
        control.begin_wait();
        assert!(control.leave(Hold::Exclusive));
        control.end_wait();
        assert!(control.try_enter(Hold::Shared) && !control.leave(Hold::Shared));
    }

    #[test]
    fn holds_are_found_by_number() {
        for hold in [Hold::Shared, Hold::Exclusive, Hold::All, Hold::Registered] {
            assert_eq!(Hold::of(hold as u16), Some(hold));
        }
        assert_eq!((Hold::of(0), Hold::of(5)), (None, None));
    }

    #[test]
    fn atomics_are_announced_in_the_block_of_who_makes_them() {
        let (part, own) = (Control::default(), Control::default());
        assert!(part.try_announce(&own) && own.is_acting() && !part.is_acting());
        own.end_announced();
        part.set_mode(ElementMode::Claims);
        assert!(!part.try_announce(&own) && !own.is_acting());
    }

    #[test]
    fn a_part_goes_back_to_atomics_after_many_single_elements_in_a_row() {
        let part = Control::default();
        part.set_mode(ElementMode::Claims);
        for _ in 0..2 {
            (0..FEW_MOST).for_each(|_| part.note_few());
            assert_eq!(part.mode(), ElementMode::Claims);
            part.note_many();
        }
        (0..=FEW_MOST).for_each(|_| part.note_few());
        assert_eq!(part.mode(), ElementMode::Atomics);
        assert_eq!((0..2 * REST).filter(|_| part.is_resting()).count(), REST_AFTER_FEW as usize);
    }

    #[test]
    fn a_failed_switch_is_not_tried_again_for_a_while() {
        let part = Control::default();
        assert!(!part.is_resting());
        part.note_failed_switch();
        assert_eq!((0..2 * REST).filter(|_| part.is_resting()).count(), REST as usize);
    }

    #[test]
    fn owners_are_known_by_what_they_have_said() {
        let part = Control::default();
        part.set_owner(Owner { address: 77, place: 2, places: 5, may_claim: true });
        let Owner { address, place, places, may_claim } = part.owner();
        assert_eq!((address, place, places, may_claim, part.address()), (77, 2, 5, true, 77));
    }

    #[test]
    fn only_one_combines_elements() {
        let control = Control::default();
        while !control.try_claim_elements() {}
        assert!(!control.try_claim_elements());
        control.release_elements();
        while !control.try_claim_elements() {}
    }
}
