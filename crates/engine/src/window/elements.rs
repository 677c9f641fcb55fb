//! How elements of a part are combined: by atomics, or by who has claimed the part
//! ([`ferry_protocol::rma::control`]). An atomic for each of many elements takes ten to thirty
//! times as long as a loop over all of them.

use ferry_kernels::ElementInstruction;
use ferry_protocol::rma::control::{Control, ElementMode};

/// Looks at a claimed control block before the processor is given to others: the claim is held for
/// some pages.
const LOOKS: u32 = 200;
/// Looks at announcements before a part stays with atomics: somebody who has announced one has no
/// processor.
const LOOKS_MOST: u32 = 1_000;

/// How this process combines elements.
#[derive(Clone, Copy, Debug)]
pub struct Combiner {
    /// The control block of this process's own part of the window.
    own: *const Control,
    /// Makes every processor of the node's processes pass a memory barrier; false if it cannot.
    barrier: fn() -> bool,
}

impl Combiner {
    /// Of a process whose block is `own`.
    ///
    /// # Safety
    /// WIN-1 for the block and those that lie together with it, as it says, for as long as this is
    /// used.
    pub unsafe fn new(own: *const Control, barrier: fn() -> bool) -> Self {
        Combiner { own, barrier }
    }

    fn own(&self) -> &Control {
        // SAFETY: the promise of whoever made it.
        unsafe { &*self.own }
    }

    /// The blocks of the node's processes.
    fn all(&self) -> &[Control] {
        let owner = self.own().owner();
        // SAFETY: the promise of whoever made it.
        unsafe { std::slice::from_raw_parts(self.own.sub(owner.place as usize), owner.places as usize) }
    }

    /// Whether parts may be switched to claims.
    fn may_switch(&self) -> bool {
        let all = self.all();
        !all.is_empty() && all.iter().all(|control| control.owner().may_claim)
    }

    /// Switches a part to claims, under the claim; false if it stays with atomics (CONTROL-4).
    fn switch(&self, part: &Control) -> bool {
        if !self.may_switch() {
            return false;
        }
        part.set_mode(ElementMode::Claims);
        let is_quiet = |control: &Control| (0..LOOKS_MOST).any(|look| look_again(look, || !control.is_acting()));
        let is_alone = (self.barrier)() && self.all().iter().all(is_quiet);
        if !is_alone {
            part.set_mode(ElementMode::Atomics);
            part.note_failed_switch();
        }
        is_alone
    }
}

/// Looks whether something is so; if not, waits a moment.
fn look_again(look: u32, mut is_so: impl FnMut() -> bool) -> bool {
    if is_so() {
        return true;
    }
    if look % LOOKS == LOOKS - 1 {
        std::thread::yield_now();
    } else {
        std::hint::spin_loop();
    }
    false
}

/// The control block of a target's part, and who combines elements there.
#[derive(Clone, Copy, Debug)]
pub struct TargetPart {
    control: *const Control,
    combiner: Combiner,
}

impl TargetPart {
    /// The part of this block.
    pub fn new(control: *const Control, combiner: Combiner) -> Self {
        TargetPart { control, combiner }
    }
}

impl TargetPart {
    /// Runs `body` while nobody else has claimed the part.
    pub(super) fn claim(&self, body: impl FnOnce(&Control)) {
        // SAFETY: WIN-1.
        let control = unsafe { &*self.control };
        let mut look = 0;
        while !look_again(look, || control.try_claim_elements()) {
            look = look.wrapping_add(1);
        }
        body(control);
        control.release_elements();
    }

    /// Runs `atomics`, which combines some elements by atomics.
    #[inline(always)]
    pub(super) fn combine_few(&self, atomics: impl FnOnce()) {
        let own = self.combiner.own();
        // SAFETY: WIN-1.
        if unsafe { &*self.control }.try_announce(own) {
            atomics();
            own.end_announced();
        } else {
            self.claim(|control| {
                atomics();
                control.note_few();
            });
        }
    }

    /// Combines one element by an instruction of the processor. False: that cannot be at this
    /// address, and nothing was done.
    ///
    /// # Safety
    /// WIN-1, WIN-2 for the target; BUF-1 for the operand and the result, which may be null.
    #[inline(always)]
    pub unsafe fn combine_element(
        &self,
        instruction: ElementInstruction,
        target: *mut u8,
        operand: *const u8,
        result: *mut u8,
    ) -> bool {
        let fits = instruction.fits(target);
        if fits {
            // SAFETY: the caller's promise; WIN-1: others choose the same mechanism.
            self.combine_few(|| unsafe { instruction.apply(target, operand, result) });
        }
        fits
    }

    /// Combines many elements: by `alone`, or by `atomics` where that cannot be.
    pub(super) fn combine_many(&self, alone: impl FnOnce(), atomics: impl FnOnce()) {
        // SAFETY: WIN-1.
        let control = unsafe { &*self.control };
        if control.mode() == ElementMode::Atomics && (control.is_resting() || !self.combiner.may_switch()) {
            return self.combine_few(atomics);
        }
        self.claim(|control| match self.is_claimed_alone(control) {
            true => {
                alone();
                control.note_many();
            }
            false => atomics(),
        });
    }

    /// Whether who has claimed the part combines its elements alone, for which the part may have to
    /// be switched. Whoever had claimed it before may have failed at that a moment ago: then nobody
    /// who has waited for the claim tries again at once.
    fn is_claimed_alone(&self, control: &Control) -> bool {
        control.mode() == ElementMode::Claims || (!control.is_resting() && self.combiner.switch(control))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    use ferry_protocol::rma::control::Owner;

    use super::*;

    /// Blocks of three processes that lie together.
    fn blocks(may_claim: bool) -> [Control; 3] {
        let blocks: [Control; 3] = Default::default();
        for (place, block) in blocks.iter().enumerate() {
            block.set_owner(Owner { address: 0, place: place as u32, places: 3, may_claim: may_claim || place == 0 });
        }
        blocks
    }

    /// The part of the last block, to the second one's process.
    fn part(blocks: &[Control; 3], barrier: fn() -> bool) -> TargetPart {
        let own = blocks.as_ptr().wrapping_add(1);
        // SAFETY: the blocks outlive what is made here.
        TargetPart::new(&raw const blocks[2], unsafe { Combiner::new(own, barrier) })
    }

    fn how_many_are_combined(part: &TargetPart) -> &'static str {
        let how = std::cell::Cell::new("");
        part.combine_many(|| how.set("alone"), || how.set("by atomics"));
        how.get()
    }

    #[test]
    fn many_elements_are_combined_under_a_claim_and_single_ones_follow() {
        let blocks = blocks(true);
        let part = part(&blocks, || true);
        let mut singles = 0;
        part.combine_few(|| singles += 1);
        assert_eq!((how_many_are_combined(&part), blocks[2].mode()), ("alone", ElementMode::Claims));
        part.combine_few(|| singles += u32::from(!blocks[1].is_acting() && !blocks[2].try_claim_elements()));
        assert_eq!(singles, 2, "the second one under the claim");
        assert!(blocks[2].try_claim_elements(), "the claim was given back");
    }

    #[test]
    fn a_part_stays_with_atomics_while_somebody_has_announced_one() {
        let blocks = blocks(true);
        assert!(blocks[2].try_announce(&blocks[0]));
        let part = part(&blocks, || true);
        assert_eq!((how_many_are_combined(&part), blocks[2].mode()), ("by atomics", ElementMode::Atomics));
        blocks[0].end_announced();
        let by_atomics = (0..10_000).take_while(|_| how_many_are_combined(&part) == "by atomics").count();
        assert!((1..10_000).contains(&by_atomics), "the switch is tried again, after a while: {by_atomics}");
        assert_eq!(blocks[2].mode(), ElementMode::Claims);
    }

    #[test]
    fn a_switch_that_fails_is_not_tried_by_each_accumulate() {
        static TRIED: AtomicU32 = AtomicU32::new(0);
        let barrier = || {
            TRIED.fetch_add(1, Ordering::Relaxed);
            false
        };
        let blocks = blocks(true);
        let part = part(&blocks, barrier);
        (0..50).for_each(|_| assert_eq!(how_many_are_combined(&part), "by atomics"));
        assert_eq!(TRIED.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn who_waited_for_the_claim_while_a_switch_failed_does_not_try_again() {
        static TRIED: AtomicU32 = AtomicU32::new(0);
        static IS_SECOND_THERE: AtomicBool = AtomicBool::new(false);
        // The first one fails when the second one has seen that no switch has failed yet.
        let barrier = || {
            TRIED.fetch_add(1, Ordering::SeqCst);
            while !IS_SECOND_THERE.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            false
        };
        let blocks = blocks(true);
        let first = part(&blocks, barrier);
        std::thread::scope(|scope| {
            let blocks = &blocks;
            scope.spawn(move || {
                let second = part(blocks, barrier);
                while TRIED.load(Ordering::SeqCst) == 0 {
                    std::thread::yield_now();
                }
                assert!(!blocks[2].is_resting() && blocks[2].mode() == ElementMode::Claims);
                IS_SECOND_THERE.store(true, Ordering::SeqCst);
                second.claim(|control| assert!(!second.is_claimed_alone(control)));
            });
            assert_eq!(how_many_are_combined(&first), "by atomics");
        });
        assert_eq!(TRIED.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_part_stays_with_atomics_where_there_is_no_barrier_or_one_process_cannot_pass_it() {
        for (blocks, barrier) in
            [(blocks(true), (|| false) as fn() -> bool), (blocks(false), || true), (Default::default(), || true)]
        {
            assert_eq!(how_many_are_combined(&part(&blocks, barrier)), "by atomics");
            assert!(blocks[2].mode() == ElementMode::Atomics && blocks.iter().all(|block| !block.is_acting()));
        }
    }
}
