//! Puts memory of messages into huge pages, and knows which memory is in one (ADR 0034).
//!
//! The system finds and holds each page of the other process when it copies. For a small page that
//! takes as long as copying it; for a huge page it is done once. Moving memory into a huge page
//! takes as long as ten to twenty-five copies of it save. So memory is moved after messages have
//! copied some of it, its *price* in bytes.
//!
//! - A program may unmap its memory and get small pages at the same place. So huge pages are looked
//!   at again, and memory that has become small pays the price again.
//! - The price doubles each time the system refuses.
//! - All of this takes at most a twentieth of the time since the first such message. Short runs do
//!   not pay for what they would not get (ADR 0062).

use ferry_sys::clock;
use ferry_sys::huge_pages::{self, HUGE, PageMap};

/// Nanoseconds that a huge page is taken to cost before one was made: 0.2 to 0.5 ms on an EPYC (Zen
/// 4) where the system has the memory at hand, ten times as many where its host first has to give
/// it.
const ASSUMED_NS: u64 = 330_000;
/// Bytes that go through a huge page's memory for each nanosecond of its cost before it is put into
/// one. 2 MiB save 28 us when both processes copy them, and 35 to 40 when one of several reads
/// them, so a third to all of the cost has been lost by then.
const BYTES_PER_NS: u64 = 50;
/// What huge pages for one message may take, in nanoseconds, beyond the first one: others have to
/// wait for the next message.
const MOST_NS: u64 = 2_000_000;
/// What the first huge page may cost, in nanoseconds: on a virtual machine whose host has to give
/// the memory. Nobody knows before one was made.
const FIRST_NS: u64 = 4_000_000;
/// One part in so many of the time that passes may be spent on huge pages.
const SHARE: u64 = 20;
/// The price doubles this often at most.
const MOST_REFUSALS: u32 = 20;
/// Bytes through a huge page after which it is looked at again, which takes a microsecond.
const LOOK_AGAIN: u64 = 2 * HUGE as u64;
/// Places of memory that are remembered; a place takes the entry of another one with the same
/// remainder.
const ENTRIES: usize = 1024;

/// What the system can tell and do about the memory of a huge page at an address.
pub(crate) trait System {
    /// Whether it is in one; `None` if that cannot be told.
    fn is_huge(&mut self, address: u64) -> Option<bool>;

    /// Puts it into one, and tells how many nanoseconds that took.
    fn make_huge(&mut self, address: u64) -> (Made, u64);

    /// Time, in nanoseconds.
    fn now_ns(&mut self) -> u64;
}

/// What came of a wish for a huge page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// The memory is in it.
    Done,
    /// Too little of its memory is in use, which was quickly seen.
    TooEarly,
    /// The system could not do it.
    Refused,
}

/// The operating system.
pub(crate) struct Kernel(Option<PageMap>);

impl System for Kernel {
    fn is_huge(&mut self, address: u64) -> Option<bool> {
        let address = address as usize;
        self.0.as_ref()?.is_huge(address..address + HUGE)
    }

    fn make_huge(&mut self, address: u64) -> (Made, u64) {
        let (address, start_ns) = (address as usize, clock::now_ns());
        // Memory that nobody has used yet comes with it.
        let made = match huge_pages::resident(address) < HUGE / 8 {
            true => Made::TooEarly,
            false => huge_pages::collapse(address..address + HUGE).map_or(Made::Refused, |()| Made::Done),
        };
        (made, clock::now_ns() - start_ns)
    }

    fn now_ns(&mut self) -> u64 {
        clock::now_ns()
    }
}

/// Memory of the size and at a place of a huge page.
#[derive(Clone, Copy)]
struct Window {
    /// Its address by [`HUGE`].
    number: u64,
    is_huge: bool,
    /// Bytes of messages since it was looked at.
    moved: u64,
    /// How often the system has refused a huge page.
    refusals: u32,
}

const NOBODY: Window = Window { number: u64::MAX, is_huge: false, moved: 0, refusals: 0 };

/// What is known of this process's memory.
pub(crate) struct HugePages<S = Kernel> {
    /// `None`: memory stays as it is, and nothing is known of it.
    system: Option<S>,
    windows: Vec<Window>,
    made: u64,
    /// What a huge page costs, as far as is known: nanoseconds.
    cost_ns: u64,
    /// When a message was noted first, and what has been spent on huge pages since.
    began_ns: u64,
    spent_ns: u64,
}

impl HugePages {
    /// Does nothing.
    pub fn none() -> Self {
        HugePages::over(None)
    }

    /// Where the system has them.
    pub fn where_allowed() -> Self {
        HugePages::over(huge_pages::are_allowed().then(|| Kernel(PageMap::open())))
    }
}

impl<S: System> HugePages<S> {
    fn over(system: Option<S>) -> Self {
        HugePages { system, windows: Vec::new(), made: 0, cost_ns: ASSUMED_NS, began_ns: 0, spent_ns: 0 }
    }

    /// Whether it does anything.
    pub fn is_on(&self) -> bool {
        self.system.is_some()
    }

    /// Huge pages that this process has had made.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// A message goes from or to this memory: whether most of it is in huge pages, which may be so
    /// from now on.
    pub fn note(&mut self, address: u64, bytes: u64) -> bool {
        const SIZE: u64 = HUGE as u64;
        let end = address.saturating_add(bytes);
        if !self.is_on() {
            return false;
        }
        let (mut huge, mut left_ns) = (0, MOST_NS);
        for number in address / SIZE..end.div_ceil(SIZE) {
            let part = end.min((number + 1) * SIZE) - address.max(number * SIZE);
            // Its ends pay as much as what is between them.
            if self.note_part(number, bytes.min(SIZE), &mut left_ns) {
                huge += part;
            }
        }
        4 * huge >= 3 * bytes
    }

    /// A message lies in this window, which is worth so many bytes: whether it is in a huge page.
    /// There are `left_ns` nanoseconds to make some.
    fn note_part(&mut self, number: u64, worth: u64, left_ns: &mut u64) -> bool {
        let HugePages { system: Some(system), windows, made, cost_ns, began_ns, spent_ns } = self else { return false };
        if windows.is_empty() {
            *windows = vec![NOBODY; ENTRIES];
            *began_ns = system.now_ns();
        }
        let address = number * HUGE as u64;
        let price = |window: &Window| (BYTES_PER_NS * *cost_ns) << window.refusals;
        let window = &mut windows[number as usize % ENTRIES];
        if window.number != number {
            *window = Window { number, is_huge: system.is_huge(address) == Some(true), ..NOBODY };
        }
        window.moved += worth;
        if window.is_huge && window.moved >= LOOK_AGAIN {
            match system.is_huge(address) {
                Some(true) => window.moved = 0,
                // What nobody knows is asked for once more, which costs little if it is there.
                Some(false) => (window.is_huge, window.moved) = (false, 0),
                None => (window.is_huge, window.moved) = (false, price(window)),
            }
        }
        let expected_ns = if *made == 0 { FIRST_NS } else { *cost_ns };
        if !window.is_huge
            && window.moved >= price(window)
            && *left_ns > 0
            && system.now_ns() - *began_ns >= SHARE * (*spent_ns + expected_ns)
        {
            window.moved = 0;
            let (outcome, ns) = system.make_huge(address);
            *left_ns = left_ns.saturating_sub(ns);
            *spent_ns += ns;
            match outcome {
                Made::Done => {
                    window.is_huge = true;
                    *made += 1;
                    // One that was dear tells of others, and cheap ones only little by little.
                    *cost_ns = ns.max((*cost_ns + ns) / 2);
                }
                Made::TooEarly => {}
                Made::Refused => window.refusals = (window.refusals + 1).min(MOST_REFUSALS),
            }
        }
        window.is_huge
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const SIZE: u64 = HUGE as u64;
    /// Uses of a whole window that pay for it.
    const USES: u32 = (BYTES_PER_NS * ASSUMED_NS).div_ceil(SIZE) as u32;

    /// Windows that are huge, and those that cannot be.
    #[derive(Default)]
    struct Fake {
        huge: HashSet<u64>,
        refuses: HashSet<u64>,
        unused: HashSet<u64>,
        tells: bool,
        asked: u32,
        ns: u64,
        now_ns: u64,
        /// Time between two looks at the clock.
        tick_ns: u64,
    }

    impl System for Fake {
        fn is_huge(&mut self, address: u64) -> Option<bool> {
            assert!(address.is_multiple_of(SIZE));
            self.tells.then(|| self.huge.contains(&(address / SIZE)))
        }

        fn make_huge(&mut self, address: u64) -> (Made, u64) {
            assert!(address.is_multiple_of(SIZE));
            self.asked += 1;
            let number = address / SIZE;
            if self.unused.contains(&number) {
                return (Made::TooEarly, 1000);
            }
            if self.refuses.contains(&number) {
                return (Made::Refused, 1000);
            }
            self.huge.insert(number);
            (Made::Done, self.ns)
        }

        fn now_ns(&mut self) -> u64 {
            self.now_ns += self.tick_ns;
            self.now_ns
        }
    }

    fn pages(tells: bool) -> HugePages<Fake> {
        HugePages::over(Some(Fake { tells, ns: ASSUMED_NS, tick_ns: 1_000_000_000, ..Fake::default() }))
    }

    /// Uses until `note` says huge.
    fn uses<S: System>(pages: &mut HugePages<S>, address: u64, bytes: u64) -> Option<u32> {
        (1..100_000).find(|_| pages.note(address, bytes))
    }

    #[test]
    fn memory_becomes_huge_when_it_has_paid_for_it() {
        for tells in [true, false] {
            let mut pages = pages(tells);
            assert_eq!(uses(&mut pages, 5 * SIZE, SIZE), Some(USES));
            assert_eq!((pages.made(), pages.system.as_ref().unwrap().asked), (1, 1));
            assert!(pages.note(5 * SIZE + 9, 1) && !pages.note(6 * SIZE, 1));
        }
    }

    #[test]
    fn what_is_huge_already_costs_nothing() {
        let mut pages = pages(true);
        pages.system.as_mut().unwrap().huge.extend([7, 8]);
        assert!(pages.note(7 * SIZE + 100, SIZE));
        assert_eq!(pages.made(), 0);
    }

    #[test]
    fn a_message_is_in_huge_pages_if_most_of_it_is() {
        let mut pages = pages(true);
        pages.system.as_mut().unwrap().huge.insert(7);
        assert!(
            pages.note(7 * SIZE, SIZE / 3 * 4) && !pages.note(7 * SIZE, SIZE / 2 * 3) && !pages.note(6 * SIZE + SIZE / 2, SIZE)
        );
    }

    #[test]
    fn few_are_made_for_one_message() {
        let mut pages = pages(true);
        let long = 20 * SIZE;
        (0..USES).for_each(|_| _ = pages.note(0, long));
        assert_eq!(pages.made(), MOST_NS.div_ceil(ASSUMED_NS));
        assert_eq!(uses(&mut pages, 0, long), Some(2), "three quarters of it");
    }

    /// As on a virtual machine whose host gives memory as it is used.
    #[test]
    fn where_they_are_dear_they_have_to_pay_more() {
        let mut pages = pages(true);
        pages.system.as_mut().unwrap().ns = 10 * ASSUMED_NS;
        let long = 4 * SIZE;
        (0..USES).for_each(|_| _ = pages.note(0, long));
        assert_eq!(pages.made(), 1, "the first one tells");
        (0..3 * USES).for_each(|_| _ = pages.note(0, long));
        assert_eq!(pages.made(), 1);
        assert!(uses(&mut pages, 0, long).unwrap() > 5 * USES);
    }

    #[test]
    fn no_more_than_a_part_of_the_time_is_spent() {
        let mut pages = pages(true);
        pages.system.as_mut().unwrap().tick_ns = 100_000;
        let long = 40 * SIZE;
        for message in 0..20_000 {
            pages.note(0, long);
            let (system, spent_ns) = (pages.system.as_ref().unwrap(), pages.spent_ns);
            assert!(SHARE * spent_ns <= system.now_ns, "message {message}");
            assert!(spent_ns == 0 || system.now_ns >= SHARE * FIRST_NS, "nobody knows what the first one costs");
        }
        assert_eq!(pages.made(), 40, "in the end all are huge");
    }

    #[test]
    fn what_was_in_vain_is_dearer_the_next_time() {
        let mut pages = pages(true);
        pages.system.as_mut().unwrap().refuses.insert(5);
        (0..1_000_000).for_each(|_| _ = pages.note(5 * SIZE, SIZE));
        let asked = pages.system.as_ref().unwrap().asked;
        assert!((10..20).contains(&asked), "{asked}");
        assert_eq!(pages.made(), 0);
    }

    #[test]
    fn what_comes_into_use_is_not_dearer_for_having_been_asked_for() {
        let mut pages = pages(true);
        pages.system.as_mut().unwrap().unused.insert(5);
        assert!((0..1000).all(|_| !pages.note(5 * SIZE, SIZE)));
        pages.system.as_mut().unwrap().unused.clear();
        assert!(uses(&mut pages, 5 * SIZE, SIZE).unwrap() <= USES);
    }

    #[test]
    fn what_has_become_small_is_noticed_and_pays_again() {
        let mut pages = pages(true);
        let first = uses(&mut pages, 5 * SIZE, SIZE).unwrap();
        pages.system.as_mut().unwrap().huge.clear();
        let stays = (1..1000).find(|_| !pages.note(5 * SIZE, SIZE)).unwrap();
        assert_eq!(stays, LOOK_AGAIN / SIZE);
        assert_eq!(uses(&mut pages, 5 * SIZE, SIZE), Some(first));
    }

    /// Without a look, the system is asked to do it again, which it does at once if there is
    /// nothing to do.
    #[test]
    fn where_nobody_can_look_it_is_made_again() {
        let mut pages = pages(false);
        uses(&mut pages, 5 * SIZE, SIZE).unwrap();
        let looks = 3;
        assert!((0..looks * LOOK_AGAIN / SIZE).all(|_| pages.note(5 * SIZE, SIZE)));
        assert_eq!(pages.system.as_ref().unwrap().asked, 4);
    }

    /// On this system, with memory of this process.
    #[cfg(not(miri))]
    #[test]
    fn memory_that_is_used_often_is_put_into_huge_pages() {
        let mut pages = HugePages::where_allowed();
        let [memory, other] = [(); 2].map(|()| vec![7u8; 3 * HUGE]);
        let [start, probe] = [&memory, &other].map(|memory| (memory.as_ptr() as usize).next_multiple_of(HUGE));
        // An older system, or no memory in one piece.
        if !pages.is_on() || huge_pages::collapse(probe..probe + HUGE).is_err() {
            return;
        }
        // As if the first message had been long ago.
        assert!(!pages.note(start as u64, 1));
        pages.began_ns = 0;
        assert!(uses(&mut pages, start as u64, 2 * SIZE).is_some() && pages.note(start as u64, SIZE));
        assert!(memory.iter().all(|byte| *byte == 7));
    }

    #[test]
    fn without_a_system_nothing_is_huge() {
        let mut pages = HugePages::none();
        assert!((0..1000).all(|_| !pages.note(0, 64 * SIZE)));
        assert!(pages.windows.is_empty());
    }
}
