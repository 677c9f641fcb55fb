//! Compares two ways on the program's own messages, and keeps the faster one.
//!
//! It is for a choice that changes while a program runs and that no description of the machine
//! tells. Now and then some bodies in a row go each way. The least times are compared. Classes of
//! lengths are judged apart.

/// Classes of lengths: each has lengths twice as long as the one before, the last one all that are
/// longer.
const CLASSES: usize = 6;

/// Bodies of a comparison that go each way. The least time counts: whatever disturbs makes it
/// longer.
const TRIES: u32 = 3;
/// Bodies between two comparisons, at least and at most: what the worse way costs more is to be
/// half a percent of all, and yet a change to be noticed within some milliseconds.
const BETWEEN: std::ops::RangeInclusive<u32> = 32..=4096;
/// Bodies between two comparisons for each body that these cost more.
const BODIES_PER_EXCESS: u64 = 200;
/// Bodies between two looks for the receiver's report, and looks until it is given up: the receiver
/// may not take those bodies for long.
const BETWEEN_LOOKS: u32 = 8;
const LOOKS: u32 = 32;
/// Looks after which the comparison of another class is given up, whose bodies may have ceased to
/// come.
const REFUSALS: u32 = 4;

/// What one body of a comparison is told by: the comparison's number, and which way it took; 0 for
/// a body of none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct ComparisonTicket(u32);

impl ComparisonTicket {
    pub(crate) const NONE: ComparisonTicket = ComparisonTicket(0);

    fn new(number: u16, is_other: bool) -> Self {
        ComparisonTicket(u32::from(number) << 2 | 2 | u32::from(is_other))
    }

    /// The time, in nanoseconds; 0 for a body of no comparison.
    #[inline(always)]
    pub(super) fn now_ns(self) -> u64 {
        if cfg!(any(miri, loom)) || self == ComparisonTicket::NONE { 0 } else { ferry_sys::clock::now_ns() }
    }

    fn number(self) -> u16 {
        (self.0 >> 2) as u16
    }

    fn is_other(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Which way a body takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ComparisonTurn {
    /// The second of the two ways.
    pub is_other: bool,
    /// Unless it is none, [`Comparisons::note`] is to be told how long it took, and a receiver that
    /// is asked is given the ticket.
    pub ticket: ComparisonTicket,
}

/// Least times of a comparison, in nanoseconds for 64 KiB: the usual way, the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Times([u64; 2]);

impl Times {
    const UNKNOWN: Times = Times([u64::MAX; 2]);

    fn with(self, other: Times) -> Times {
        Times([0, 1].map(|way| self.0[way].saturating_add(other.0[way])))
    }

    fn note(&mut self, is_other: bool, len: usize, ns: u64) {
        let least = &mut self.0[usize::from(is_other)];
        *least = (*least).min(ns.saturating_mul(1 << 16) / len.max(1) as u64);
    }
}

/// What a receiver says of a comparison: its number, and the two times. 0 if there was none.
#[derive(Clone, Copy)]
struct Report(u64);

impl Report {
    const TIME_BITS: u32 = 24;
    const MOST: u64 = (1 << Self::TIME_BITS) - 1;

    fn new(number: u16, times: Times) -> Self {
        let [usual, other] = times.0.map(|ns| ns.min(Self::MOST));
        Report(u64::from(number) << (2 * Self::TIME_BITS) | other << Self::TIME_BITS | usual)
    }

    fn times_of(self, number: u16) -> Option<Times> {
        let is_of_it = self.0 >> (2 * Self::TIME_BITS) == u64::from(number);
        is_of_it.then_some(Times([self.0 & Self::MOST, self.0 >> Self::TIME_BITS & Self::MOST]))
    }
}

/// How bodies of some lengths go.
#[derive(Clone, Copy)]
struct Class {
    is_other: bool,
    /// Bodies until something is to be done for a comparison.
    left: u32,
}

/// The comparison that is under way.
struct Comparison {
    /// Not 0, so that no report is one of it by accident.
    number: u16,
    class: usize,
    sent: u32,
    /// As this process has measured.
    own: Times,
    looks: u32,
    /// Times that another class had to wait.
    refusals: u32,
}

/// Whose times decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Criterion {
    /// The writer's and the reader's: past the caches, or through them, if that takes three
    /// quarters of the time or less.
    Both,
    /// The writer's alone: past the caches if that takes a third of the time or less, which no
    /// reader takes back.
    Writer,
}

/// The choice between two ways for the bodies of one process.
pub(crate) struct Comparisons {
    criterion: Criterion,
    /// The first class has lengths below twice this.
    shortest: usize,
    classes: [Class; CLASSES],
    comparison: Option<Comparison>,
    last_number: u16,
}

impl Comparisons {
    /// The first comparison of a class comes after `first` bodies.
    pub(crate) fn new(criterion: Criterion, shortest: usize, first: u32) -> Self {
        let class = Class { is_other: false, left: first };
        Comparisons { criterion, shortest, classes: [class; CLASSES], comparison: None, last_number: 0 }
    }

    /// Which way a body of `len` bytes takes. `report` is the receiver's last one.
    #[inline(always)]
    pub(crate) fn next(&mut self, len: usize, report: impl FnOnce() -> u64) -> ComparisonTurn {
        let index = self.index(len);
        let class = &mut self.classes[index];
        if class.left > 0 {
            class.left -= 1;
            return ComparisonTurn { is_other: class.is_other, ticket: ComparisonTicket::NONE };
        }
        self.go_on(index, report)
    }

    /// The class of a length.
    #[inline(always)]
    fn index(&self, len: usize) -> usize {
        ((len.saturating_sub(1) / self.shortest).max(1).ilog2() as usize).min(CLASSES - 1)
    }

    /// Whether bodies of `len` bytes take the second way by now.
    #[cfg(test)]
    pub(crate) fn is_other(&self, len: usize) -> bool {
        self.classes[self.index(len)].is_other
    }

    /// Begins a comparison, or goes on with it, or waits for that of another class.
    #[cold]
    fn go_on(&mut self, index: usize, report: impl FnOnce() -> u64) -> ComparisonTurn {
        let class = &mut self.classes[index];
        let comparison = match &mut self.comparison {
            Some(comparison) if comparison.class == index => comparison,
            Some(comparison) if comparison.refusals < REFUSALS => {
                comparison.refusals += 1;
                class.left = BETWEEN_LOOKS;
                return ComparisonTurn { is_other: class.is_other, ticket: ComparisonTicket::NONE };
            }
            other => {
                self.last_number = self.last_number.wrapping_add(1).max(1);
                other.insert(Comparison {
                    number: self.last_number,
                    class: index,
                    sent: 0,
                    own: Times::UNKNOWN,
                    looks: 0,
                    refusals: 0,
                })
            }
        };
        if comparison.sent < 2 * TRIES {
            let is_other = comparison.sent >= TRIES;
            comparison.sent += 1;
            return ComparisonTurn {
                is_other: class.is_other != is_other,
                ticket: ComparisonTicket::new(comparison.number, is_other),
            };
        }
        let both = match self.criterion {
            Criterion::Both => Report(report()).times_of(comparison.number).map(|read| comparison.own.with(read)),
            Criterion::Writer => Some(comparison.own),
        };
        if let Some(times) = both {
            class.decide(self.criterion, times);
            self.comparison = None;
        } else {
            comparison.looks += 1;
            class.left = BETWEEN_LOOKS;
            if comparison.looks == LOOKS {
                class.left = *BETWEEN.start();
                self.comparison = None;
            }
        }
        ComparisonTurn { is_other: class.is_other, ticket: ComparisonTicket::NONE }
    }

    /// It took so long for a body of `len` bytes that has a ticket.
    #[cold]
    pub(crate) fn note(&mut self, ticket: ComparisonTicket, len: usize, ns: u64) {
        if let Some(comparison) = &mut self.comparison {
            debug_assert_eq!(comparison.number, ticket.number());
            comparison.own.note(ticket.is_other(), len, ns);
        }
    }
}

impl Class {
    fn decide(&mut self, criterion: Criterion, Times([mut usual, mut other]): Times) {
        // What was never done to its end has no time, and is not better than anything.
        let is_other_better = other < u64::MAX
            && match criterion {
                Criterion::Both => other.saturating_mul(4) < usual.saturating_mul(3),
                Criterion::Writer if self.is_other => usual.saturating_mul(3) > other,
                Criterion::Writer => other.saturating_mul(3) <= usual,
            };
        if is_other_better {
            self.is_other = !self.is_other;
            std::mem::swap(&mut usual, &mut other);
        }
        let excess = u64::from(TRIES).saturating_mul(other.saturating_sub(usual));
        let left = excess.saturating_mul(BODIES_PER_EXCESS) / usual.max(1);
        self.left = left.clamp((*BETWEEN.start()).into(), (*BETWEEN.end()).into()) as u32;
    }
}

/// What a receiver finds out for a comparison of its sender.
pub(crate) struct Reads {
    number: u16,
    taken: u32,
    times: Times,
}

impl Reads {
    pub(crate) fn new() -> Self {
        Reads { number: 0, taken: 0, times: Times::UNKNOWN }
    }

    /// It took so long to take a body of `len` bytes that has a ticket: the report, if that was the
    /// last one of a comparison.
    #[cold]
    pub(crate) fn note(&mut self, ticket: ComparisonTicket, len: usize, ns: u64) -> Option<u64> {
        if ticket.number() != self.number {
            *self = Reads { number: ticket.number(), ..Reads::new() };
        }
        self.times.note(ticket.is_other(), len, ns);
        self.taken += 1;
        (self.taken == 2 * TRIES).then(|| Report::new(self.number, self.times).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT_MOST: usize = 512;
    const FIRST: u32 = 8;

    /// A writer and a reader that takes each piece at once.
    struct Pair {
        comparisons: Comparisons,
        reads: Reads,
        report: u64,
    }

    /// What a body takes to be written and to be read, through caches and past them.
    type Machine = [[u64; 2]; 2];
    const NEAR: Machine = [[400, 400], [300, 1000]];
    const APART: Machine = [[7000, 1400], [860, 900]];

    impl Pair {
        fn new() -> Self {
            Pair { comparisons: Comparisons::new(Criterion::Both, SHORT_MOST, FIRST), reads: Reads::new(), report: 0 }
        }

        /// How one body is stored on such a machine.
        fn store(&mut self, len: usize, machine: Machine) -> ComparisonTurn {
            let turn = self.comparisons.next(len, || self.report);
            if turn.ticket != ComparisonTicket::NONE {
                let [write_ns, read_ns] = machine[usize::from(turn.is_other)];
                self.comparisons.note(turn.ticket, len, write_ns);
                if let Some(report) = self.reads.note(turn.ticket, len, read_ns) {
                    self.report = report;
                }
            }
            turn
        }

        /// Of `bodies` of `len` bytes, how many go past the caches, and how many are of a
        /// comparison.
        fn count(&mut self, bodies: usize, len: usize, machine: Machine) -> (usize, usize) {
            let turns: Vec<_> = (0..bodies).map(|_| self.store(len, machine)).collect();
            let count = |is: fn(&ComparisonTurn) -> bool| turns.iter().filter(|turn| is(turn)).count();
            (count(|turn| turn.is_other), count(|turn| turn.ticket != ComparisonTicket::NONE))
        }
    }

    #[test]
    fn near_processors_store_through_caches_and_seldom_try_anything_else() {
        let (past, tried) = Pair::new().count(100_000, 16 << 10, NEAR);
        assert!(past > 0 && past < 1_500 && tried == 2 * past, "{past} past caches, {tried} of comparisons");
    }

    #[test]
    fn processors_apart_take_the_second_way_from_the_first_comparison_on() {
        let mut pair = Pair::new();
        let first = (FIRST + 2 * TRIES) as usize;
        assert_eq!(pair.count(first, 16 << 10, APART), (TRIES as usize, 2 * TRIES as usize));
        let (past, _) = pair.count(100_000, 16 << 10, APART);
        assert!(past > 99_800, "{past} past caches");
    }

    #[test]
    fn a_move_is_noticed_both_ways() {
        let mut pair = Pair::new();
        let most = (*BETWEEN.end() + 2 * TRIES + BETWEEN_LOOKS) as usize;
        for _ in 0..3 {
            pair.count(most, 4 << 10, APART);
            assert!(pair.comparisons.classes[2].is_other);
            pair.count(most, 4 << 10, NEAR);
            assert!(!pair.comparisons.classes[2].is_other);
        }
    }

    #[test]
    fn lengths_are_judged_apart_and_a_small_gain_is_none() {
        const LITTLE: Machine = [[400, 400], [250, 400]];
        let mut pair = Pair::new();
        for (index, len) in [513, 1024, 1025, 8 << 10, (8 << 10) + 1, 32 << 10].into_iter().enumerate() {
            pair.count(200, len, if index > 3 { APART } else { LITTLE });
        }
        assert_eq!(pair.comparisons.classes.map(|class| class.is_other), [false, false, false, false, true, true]);
    }

    #[test]
    fn a_writer_alone_wants_more() {
        let past_with = |machine: [u64; 2]| {
            let mut comparisons = Comparisons::new(Criterion::Writer, SHORT_MOST, FIRST);
            for _ in 0..200 {
                let turn = comparisons.next(32 << 10, || unreachable!());
                comparisons.note(turn.ticket, 32 << 10, machine[usize::from(turn.is_other)]);
            }
            let before = comparisons.classes[5].is_other;
            for _ in 0..5000 {
                let turn = comparisons.next(32 << 10, || unreachable!());
                comparisons.note(turn.ticket, 32 << 10, 1000);
            }
            (before, comparisons.classes[5].is_other)
        };
        assert_eq!([[7000, 1400], [3000, 1400]].map(past_with), [(true, false), (false, false)]);
    }

    #[test]
    fn one_slow_body_decides_nothing() {
        let mut times = Times::UNKNOWN;
        let bodies = [(false, 900_000), (false, 400), (true, 900_000), (true, 800)];
        bodies.into_iter().for_each(|(is_other, ns)| times.note(is_other, 1 << 16, ns));
        assert_eq!(times, Times([400, 800]));
    }

    /// A comparison whose bodies nobody takes, or whose class has none any more, does not stand in
    /// the way of others.
    #[test]
    fn comparisons_are_given_up() {
        let mut pair = Pair::new();
        let without_report = (FIRST + 2 * TRIES + LOOKS * (BETWEEN_LOOKS + 1) - BETWEEN_LOOKS) as usize;
        for _ in 0..without_report {
            pair.comparisons.next(4096, || 0);
        }
        assert!(pair.comparisons.comparison.is_none());
        pair.count((*BETWEEN.start() + TRIES) as usize, 4096, APART);
        assert!(pair.comparisons.comparison.as_ref().is_some_and(|comparison| comparison.class == 2));
        pair.count(200, 32 << 10, APART);
        assert!(pair.comparisons.classes[5].is_other && !pair.comparisons.classes[2].is_other);
        pair.count(200, 4096, APART);
        assert!(pair.comparisons.classes[2].is_other);
    }

    /// Each class comes to its comparison, though bodies of both come by turns.
    #[test]
    fn classes_wait_for_each_other() {
        let mut pair = Pair::new();
        for _ in 0..200 {
            pair.store(4 << 10, APART);
            pair.store(32 << 10, APART);
        }
        assert!(pair.comparisons.is_other(4 << 10) && pair.comparisons.is_other(32 << 10));
    }

    #[test]
    fn what_was_never_measured_is_not_chosen() {
        for criterion in [Criterion::Both, Criterion::Writer] {
            for times in [[u64::MAX, u64::MAX], [100, u64::MAX]] {
                let mut class = Class { is_other: false, left: 0 };
                class.decide(criterion, Times(times));
                assert!(!class.is_other, "{criterion:?} {times:?}");
            }
        }
    }

    #[test]
    fn reports_say_which_comparison_they_are_of() {
        let report = Report::new(7, Times([100, u64::MAX]));
        assert_eq!(report.times_of(7), Some(Times([100, Report::MOST])));
        assert_eq!((report.times_of(6), Report(0).times_of(1)), (None, None));
        let ticket = ComparisonTicket::new(u16::MAX, true);
        assert!(ticket != ComparisonTicket::NONE && ticket.number() == u16::MAX && ticket.is_other());
    }

    #[test]
    fn every_length_has_a_class() {
        let mut comparisons = Comparisons::new(Criterion::Both, SHORT_MOST, FIRST);
        for len in [0, 1, 512, 513, 1 << 20, usize::MAX] {
            comparisons.next(len, || 0);
        }
    }
}
