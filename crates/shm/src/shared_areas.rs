//! Which communicator has which shared areas of the node segment. A communicator has a pair: one
//! for calls that wait, and right behind it the pending area for calls that do not.
//!
//! Every rank has some pairs that it hands out to the communicators it leads. The number of the
//! pair travels with the communicator's context id. A pair comes back when all ranks of the
//! communicator have left it. The last one to leave gives its memory back, so that it is zero
//! again, and then sets `left` of the first area to 0. The leader hands the pair out again once it
//! sees that 0.
//!
//! # Safety arguments
//! - AREAS-1: a shared area's head is made of atomics only, in the segment.
//! - AREAS-2: only the last rank to leave a shared area clears it, and its leader hands it out
//!   again only after that. Meanwhile nobody uses it.

use std::sync::atomic::Ordering;

use ferry_sys::memory::Mapping;

use crate::layout::PAGE;
use crate::segment::Segment;
use crate::shared_area::{Head, SharedArea, control_size, size};

/// A shared area: the rank that hands it out, and its number there. Number 0 of world rank 0 is
/// `MPI_COMM_WORLD`'s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedAreaId {
    /// World rank.
    pub leader: u32,
    /// Its number.
    pub number: u32,
}

impl SharedAreaId {
    /// The shared area of `MPI_COMM_WORLD`.
    pub const WORLD: SharedAreaId = SharedAreaId { leader: 0, number: 0 };
}

/// The shared areas of a communicator, and the memory that they are in.
pub struct Pair {
    /// Of calls that wait, and of those that do not. Not to be used once this is gone.
    pub areas: [SharedArea; 2],
    /// Unmapped with it.
    pub memory: Mapping,
}

/// The shared areas as one rank sees them.
pub struct SharedAreas {
    segment: Segment,
    /// Heads of this rank's shared areas that it has looked at.
    heads: Vec<Option<&'static Head>>,
    /// Shared areas of this rank that are with communicators of which this rank is part.
    lent: Vec<bool>,
}

impl SharedAreas {
    pub(crate) fn new(segment: Segment) -> Self {
        let mut lent = vec![false; segment.shared_areas()];
        lent[0] = true;
        SharedAreas { segment, heads: vec![None; segment.shared_areas()], lent }
    }

    /// Whether there is such a shared area on this node.
    pub fn has(&self, place: SharedAreaId) -> bool {
        self.segment.members().local(place.leader).is_some() && (place.number as usize) < self.segment.shared_areas()
    }

    /// The views of rank `rank` of `ranks` of the shared areas of a communicator, of calls that
    /// wait and of those that do not. To be asked for once by a communicator that has them.
    ///
    /// # Panics
    /// If there are no such shared areas.
    pub fn open(&self, place: SharedAreaId, rank: usize, ranks: usize) -> Pair {
        assert!(self.has(place) && ranks <= self.segment.ranks());
        let memory = self.segment.shared_areas_of(self.leader(place), place.number as usize, ranks);
        let base = memory.base().as_ptr();
        // SAFETY: AREA-1 by the layout and AREAS-2, as long as the pair; AREA-2: the
        // communicator asks once.
        let areas = unsafe { [base, base.add(size(ranks))].map(|base| SharedArea::new(base, rank, ranks)) };
        Pair { areas, memory }
    }

    /// A shared area for a communicator that this rank leads; `None` if all are with others.
    pub fn lend(&mut self) -> Option<u32> {
        let (me, segment) = (self.segment.rank(), self.segment);
        let free = (0..self.lent.len()).filter(|number| !self.lent[*number]);
        let is_back = |head: &Head| head.left().load(Ordering::Acquire) == 0;
        let number = free
            .into_iter()
            .find(|number| is_back(self.heads[*number].get_or_insert_with(|| segment.shared_area_head(me, *number))))?;
        self.lent[number] = true;
        Some(number as u32)
    }

    /// Takes a shared area back that has been lent to a communicator which has not come about.
    pub fn take_back(&mut self, number: u32) {
        self.lent[number as usize] = false;
    }

    /// This rank will not use the shared area any more; nor will its communicator once all `ranks`
    /// ranks of it that are on this node have said so.
    pub fn leave(&mut self, place: SharedAreaId, ranks: usize) {
        if !self.has(place) {
            return;
        }
        let leader = self.leader(place);
        let memory = self.segment.shared_areas_of(leader, place.number as usize, ranks);
        // SAFETY: AREAS-1.
        let left = unsafe { memory.base().cast::<Head>().as_ref() }.left();
        if leader == self.segment.rank() {
            // Not handed out before `left` is 0 again, which it is not now.
            self.lent[place.number as usize] = false;
        }
        if left.fetch_add(1, Ordering::AcqRel) as usize + 1 >= ranks {
            clear(&memory, ranks);
        }
    }

    /// Local rank of the leader.
    fn leader(&self, place: SharedAreaId) -> usize {
        self.segment.members().here(place.leader)
    }

    /// How many of these processes are on this node.
    pub fn count_here(&self, ranks: impl Iterator<Item = u32>) -> usize {
        ranks.filter(|rank| self.segment.members().local(*rank).is_some()).count()
    }
}

/// Makes a pair of shared areas as new. The head stays until the rest is: with its `left` the pair
/// may be handed out again.
fn clear(memory: &Mapping, ranks: usize) {
    let first = memory.base().as_ptr();
    // SAFETY: AREAS-2; the ranges are those of the two shared areas behind their heads.
    unsafe {
        for base in [first.add(size(ranks)), first] {
            let head = &*base.cast::<Head>();
            if head.is_used() {
                let rest = base.add(PAGE);
                if ferry_sys::memory::give_back(rest, size(ranks) - PAGE).is_err() {
                    rest.write_bytes(0, control_size(ranks) - PAGE);
                }
            }
            head.reset();
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::fd::AsFd;

    use super::*;

    #[test]
    fn a_shared_area_comes_back_clean_when_all_have_left() {
        let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
        let [mut one, mut two] = [0, 1].map(|rank| SharedAreas::new(Segment::attach(file.as_fd(), rank, 2).unwrap()));
        let place = SharedAreaId { leader: 1, number: two.lend().unwrap() };
        let pair = one.open(place, 0, 2);
        let operations = pair.areas.map(|mut area| {
            area.settle(false);
            assert!(area.can_publish(4096));
            let operation = area.begin();
            // SAFETY: there is room for so many bytes.
            area.publish(operation, 7, 4096, |at| unsafe { at.write_bytes(9, 4096) });
            operation
        });
        let other_pair = two.open(place, 1, 2);
        let [first, second] = &other_pair.areas;
        assert!(first.is_published(operations[0], 0) && second.is_published(operations[1], 0));
        two.leave(place, 2);
        let other = two.lend().unwrap();
        assert_ne!(other, place.number, "rank 0 may still use it");
        one.leave(place, 2);
        assert_eq!(two.lend(), Some(place.number));
        let fresh = two.open(place, 1, 2);
        for (fresh, operation) in fresh.areas.iter().zip(operations) {
            assert!(!fresh.is_published(operation, 0) && !fresh.is_settled());
        }
        two.take_back(other);
        assert_eq!(two.lend(), Some(other));
    }

    #[test]
    fn there_are_only_so_many_shared_areas() {
        let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
        let mut areas = SharedAreas::new(Segment::attach(file.as_fd(), 0, 1).unwrap());
        let lent = std::iter::from_fn(|| areas.lend()).count();
        assert_eq!(lent + 1, crate::layout::MAX_SHARED_AREAS);
        assert!(!areas.has(SharedAreaId { leader: 1, number: 0 }));
    }
}
