//! Whether a program that waits for its sends gains by sends without a copy.
//!
//! A send is over when the adapter has read its buffer. One whose message was copied is over at
//! once; one whose message leaves from the user's buffer is over when the adapter says so, which
//! takes a round trip on reliable connections. Whether that matters depends on what the program
//! does next: between a message and its answer the wait is hidden, and in a row of blocking sends
//! it is all there is. So both are tried, now and then, some sends in a row each, and the time from
//! a send's beginning to the next one's is compared. The least time of each counts: whatever
//! disturbs makes it longer. Lengths are judged apart.
//!
//! As long as sends are copied, the wait is tried without what it is for: the message is copied,
//! and the send waits for the adapter all the same. What the copy takes is taken off.
//! So a program that would lose by the wait never pays for a registration, and a few sends are
//! enough to see it.

/// Classes of lengths: each has lengths twice as long as the one before; the last one has all that
/// are longer.
const CLASSES: usize = 8;
/// The first class has lengths below twice this.
const SHORTEST: u32 = 128;
/// Sends of a comparison that go each way, at most.
const TRIES: u32 = 4;
/// Sends between two comparisons, at first and at most.
const BETWEEN: std::ops::RangeInclusive<u32> = 32..=4096;
/// Comparisons that change nothing become rarer by this factor.
const RARER: u32 = 8;
/// Sends without a copy have to gain one part of so many before they are the rule. They stay it as
/// long as they lose nothing.
const GAIN: u64 = 50;
/// Waiting ends a comparison at once if it takes so many times as long as copying alone.
const HOPELESS: u64 = 2;

/// How a blocking send goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// By a copy; it is over at once.
    Copied,
    /// By a copy, but over when the adapter has read it: to see what the wait costs.
    Waited,
    /// Without a copy.
    Direct,
}

/// How sends of some lengths go.
#[derive(Clone, Copy, Debug)]
struct Class {
    is_direct: bool,
    /// Sends until the next comparison, and between the last two.
    left: u32,
    between: u32,
}

/// A comparison under way: copies come first, so that one that is given up costs nothing.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    class: usize,
    sent: u32,
    /// How sends after the copies go.
    other: Attempt,
    /// Least times between two sends, in ns: copied, and the other way.
    least_ns: [u64; 2],
}

/// The send before.
#[derive(Clone, Copy, Debug)]
struct Last {
    class: usize,
    is_copied: bool,
    began_ns: u64,
}

/// The choice for blocking sends of one process.
#[derive(Clone, Debug)]
pub struct Waits {
    classes: [Class; CLASSES],
    comparison: Option<Comparison>,
    last: Option<Last>,
}

impl Default for Waits {
    fn default() -> Self {
        let class = Class { is_direct: false, left: 0, between: *BETWEEN.start() };
        Waits { classes: [class; CLASSES], comparison: None, last: None }
    }
}

fn class_of(bytes: u32) -> usize {
    ((bytes / SHORTEST).max(1).ilog2() as usize).min(CLASSES - 1)
}

impl Waits {
    /// Whether a blocking send of `bytes` bytes will be copied, whatever its buffer.
    #[inline]
    pub fn copies(&self, bytes: u32) -> bool {
        let class = &self.classes[class_of(bytes)];
        !class.is_direct && class.left > 0
    }

    /// A blocking send of `bytes` bytes begins: how it should go. `copy_ns` is what its copy takes;
    /// `None` if that is not known. `now_ns` is asked only while there is something to find out.
    #[inline]
    pub fn next(&mut self, bytes: u32, copy_ns: impl FnOnce() -> Option<u64>, now_ns: impl FnOnce() -> u64) -> Attempt {
        let index = class_of(bytes);
        let class = &mut self.classes[index];
        if class.left > 0 {
            class.left -= 1;
            self.last = None;
            return class.attempt();
        }
        self.go_on(index, copy_ns(), now_ns())
    }

    /// The send that [`Waits::next`] was asked for last did not go, or not as it said: nothing is
    /// known from it.
    pub fn unsent(&mut self) {
        if let (Some(last), Some(comparison)) = (self.last.take(), &mut self.comparison)
            && comparison.class == last.class
        {
            comparison.sent -= 1;
        }
    }

    /// Whether blocking sends of `bytes` bytes go without a copy by now.
    pub fn is_direct(&self, bytes: u32) -> bool {
        self.classes[class_of(bytes)].is_direct
    }

    #[cold]
    fn go_on(&mut self, index: usize, copy_ns: Option<u64>, now_ns: u64) -> Attempt {
        self.note(index, now_ns);
        let class = &mut self.classes[index];
        // A comparison of another class, whose sends may have ceased to come, is given up.
        let begun = self.comparison.filter(|comparison| comparison.class == index);
        let waits = !class.is_direct && copy_ns.is_some();
        let other = if waits { Attempt::Waited } else { Attempt::Direct };
        let comparison =
            self.comparison.insert(begun.unwrap_or(Comparison { class: index, sent: 0, other, least_ns: [u64::MAX; 2] }));
        if comparison.is_over() {
            let is_direct = comparison.gains(class.is_direct, copy_ns.unwrap_or(0));
            class.go_on(is_direct);
            (self.comparison, self.last) = (None, None);
            return class.attempt();
        }
        let is_copied = comparison.sent < TRIES;
        comparison.sent += 1;
        self.last = Some(Last { class: index, is_copied, began_ns: now_ns });
        if is_copied { Attempt::Copied } else { comparison.other }
    }

    /// Notes how long it was from the send before to this one.
    fn note(&mut self, index: usize, now_ns: u64) {
        let (Some(last), Some(comparison)) = (self.last, &mut self.comparison) else { return };
        if last.class == index && comparison.class == index {
            let least = &mut comparison.least_ns[usize::from(!last.is_copied)];
            *least = (*least).min(now_ns.saturating_sub(last.began_ns));
        }
    }
}

impl Comparison {
    /// Whether enough is known. A send without a copy may have to register its buffer, so that one
    /// of them says little.
    fn is_over(&self) -> bool {
        let [copied_ns, other_ns] = self.least_ns;
        let is_hopeless = self.sent > TRIES && self.other == Attempt::Waited && other_ns / HOPELESS > copied_ns;
        self.sent >= 2 * TRIES || is_hopeless
    }

    /// Whether sends should go without a copy, which takes so long. Where sends of other lengths
    /// came in between, nothing may be known.
    fn gains(&self, is_direct: bool, copy_ns: u64) -> bool {
        let [copied_ns, other_ns] = self.least_ns;
        if copied_ns.max(other_ns) == u64::MAX {
            return is_direct;
        }
        let least_gain_ns = if is_direct { 0 } else { copied_ns / GAIN };
        if self.other == Attempt::Waited {
            // No wait makes anything faster: what seems so has come from elsewhere.
            let lost_ns = other_ns.saturating_sub(copied_ns);
            return copy_ns >= lost_ns + least_gain_ns;
        }
        other_ns + least_gain_ns <= copied_ns
    }
}

impl Class {
    fn attempt(&self) -> Attempt {
        if self.is_direct { Attempt::Direct } else { Attempt::Copied }
    }

    fn go_on(&mut self, is_direct: bool) {
        self.between = if is_direct == self.is_direct { (self.between * RARER).min(*BETWEEN.end()) } else { *BETWEEN.start() };
        self.is_direct = is_direct;
        self.left = self.between;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a copy costs a send.
    const COPY_NS: u64 = 400;

    /// A program: from a send to the next one it takes so long with a copy, and so much longer if
    /// the send waits for the adapter.
    #[derive(Clone, Copy)]
    struct Sends {
        bytes: u32,
        copied_ns: u64,
        wait_ns: u64,
    }

    impl Sends {
        fn ns(self, attempt: Attempt) -> u64 {
            match attempt {
                Attempt::Copied => self.copied_ns,
                Attempt::Waited => self.copied_ns + self.wait_ns,
                Attempt::Direct => self.copied_ns + self.wait_ns - COPY_NS,
            }
        }

        /// How many of `sends` were not copied, and how many waited in vain.
        fn run(self, waits: &mut Waits, sends: u32, knows: bool) -> (u32, u32) {
            let (mut now_ns, mut direct, mut waited) = (0, 0, 0);
            for _ in 0..sends {
                let attempt = waits.next(self.bytes, || knows.then_some(COPY_NS), || now_ns);
                direct += u32::from(attempt == Attempt::Direct);
                waited += u32::from(attempt == Attempt::Waited);
                now_ns += self.ns(attempt);
            }
            (direct, waited)
        }
    }

    const HIDDEN: Sends = Sends { bytes: 4096, copied_ns: 5_000, wait_ns: 0 };
    const IN_A_ROW: Sends = Sends { bytes: 4096, copied_ns: 600, wait_ns: 2_800 };

    #[test]
    fn a_program_that_hides_the_wait_sends_directly() {
        for knows in [true, false] {
            let (direct, waited) = HIDDEN.run(&mut Waits::default(), 10_000, knows);
            assert!(direct > 9_900, "{direct}");
            assert_eq!(waited, if knows { TRIES } else { 0 });
        }
    }

    #[test]
    fn a_program_that_sends_in_a_row_copies_and_never_sends_without_a_copy() {
        let mut waits = Waits::default();
        let (direct, waited) = IN_A_ROW.run(&mut waits, 10_000, true);
        assert_eq!(direct, 0);
        assert!(waited <= 6, "one send tells: {waited}");
        let mut unknowing = Waits::default();
        let (direct, _) = IN_A_ROW.run(&mut unknowing, 10_000, false);
        assert!(direct < 50 && !unknowing.is_direct(4096), "{direct}");
    }

    #[test]
    fn a_gain_that_is_hardly_one_is_left() {
        let slow = Sends { copied_ns: 60_000, ..HIDDEN };
        let mut waits = Waits::default();
        assert_eq!(slow.run(&mut waits, 10_000, true).0, 0, "a copy takes 0.7 % of the time");
        assert!(!waits.is_direct(4096));
    }

    #[test]
    fn what_is_faster_by_chance_while_sends_wait_is_no_gain() {
        let mut waits = Waits::default();
        let mut now_ns = 0;
        for _ in 0..10_000 {
            let attempt = waits.next(4096, || Some(COPY_NS), || now_ns);
            now_ns += if attempt == Attempt::Copied { 60_000 } else { 50_000 };
        }
        assert!(!waits.is_direct(4096));
    }

    /// A send that finds no room is offered again and again, in next to no time.
    #[test]
    fn sends_that_do_not_go_say_nothing() {
        for (sends, is_direct) in [(HIDDEN, true), (IN_A_ROW, false)] {
            let (mut waits, mut now_ns) = (Waits::default(), 0);
            for send in 0..20_000 {
                for _ in 0..send % 3 {
                    waits.next(sends.bytes, || Some(COPY_NS), || now_ns);
                    waits.unsent();
                    now_ns += 50;
                }
                now_ns += sends.ns(waits.next(sends.bytes, || Some(COPY_NS), || now_ns));
            }
            assert_eq!(waits.is_direct(sends.bytes), is_direct, "{} ns of waiting", sends.wait_ns);
        }
    }

    #[test]
    fn a_change_is_noticed() {
        let mut waits = Waits::default();
        IN_A_ROW.run(&mut waits, 20_000, true);
        HIDDEN.run(&mut waits, 6_000, true);
        assert!(waits.is_direct(4096) && !waits.is_direct(256), "lengths are judged apart");
        IN_A_ROW.run(&mut waits, 6_000, true);
        assert!(!waits.is_direct(4096));
    }

    #[test]
    fn registrations_on_the_way_do_not_end_what_gains() {
        let mut waits = Waits::default();
        HIDDEN.run(&mut waits, 100, true);
        let mut now_ns = 0;
        for send in 0..10_000 {
            let attempt = waits.next(4096, || Some(COPY_NS), || now_ns);
            let registers = attempt == Attempt::Direct && send % 3 > 0;
            now_ns += HIDDEN.ns(attempt) + if registers { 100_000 } else { 0 };
        }
        assert!(waits.is_direct(4096));
    }

    #[test]
    fn sends_of_several_lengths_in_turn_end_their_comparisons() {
        let mut waits = Waits::default();
        let mut now_ns = 0;
        for round in 0..4_000_u32 {
            let bytes = if round % 16 < 12 { 512 } else { 8192 };
            let sends = Sends { bytes, ..IN_A_ROW };
            now_ns += sends.ns(waits.next(bytes, || None, || now_ns));
        }
        assert!(!waits.is_direct(512) && !waits.is_direct(8192));
    }
}
