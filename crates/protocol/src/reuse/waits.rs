//! Whether a program that waits for its sends gains by sends without a copy.
//!
//! A send is over when the adapter has read its buffer. One whose message was copied is over at
//! once; one whose message leaves from the user's buffer is over when the adapter says so, which
//! takes a round trip on reliable connections. Whether that matters depends on what the program
//! does next: between a message and its answer the wait is hidden, and in a row of blocking sends
//! it is all there is. So both are tried, now and then, some sends in a row each, and the time from
//! a send's beginning to the next one's is compared. The least time of each counts: whatever
//! disturbs makes it longer. Lengths are judged apart.

/// Classes of lengths: each has lengths twice as long as the one before; the last one has all that
/// are longer.
const CLASSES: usize = 8;
/// The first class has lengths below twice this.
const SHORTEST: u32 = 128;
/// Sends of a trial that go each way.
const TRIES: u32 = 4;
/// Sends between two trials, at first and at most: twice as many each time that nothing has
/// changed.
const BETWEEN: std::ops::RangeInclusive<u32> = 32..=4096;
/// A send without a copy may take a fiftieth longer, as it spares the processor and its caches.
const ALLOWANCE: u64 = 50;

/// How sends of some lengths go.
#[derive(Clone, Copy, Debug)]
struct Class {
    is_direct: bool,
    /// Sends until the next trial, and between the last two.
    left: u32,
    between: u32,
}

/// A trial under way.
#[derive(Clone, Copy, Debug)]
struct Trial {
    class: usize,
    sent: u32,
    /// Least times between two sends, in ns: copied, direct.
    least_ns: [u64; 2],
}

/// The send before.
#[derive(Clone, Copy, Debug)]
struct Last {
    class: usize,
    is_direct: bool,
    began_ns: u64,
}

/// The choice for blocking sends of one process.
#[derive(Clone, Debug)]
pub struct Waits {
    classes: [Class; CLASSES],
    trial: Option<Trial>,
    last: Option<Last>,
}

impl Default for Waits {
    fn default() -> Self {
        let class = Class { is_direct: true, left: 0, between: *BETWEEN.start() };
        Waits { classes: [class; CLASSES], trial: None, last: None }
    }
}

fn class_of(bytes: u32) -> usize {
    ((bytes / SHORTEST).max(1).ilog2() as usize).min(CLASSES - 1)
}

impl Waits {
    /// A blocking send of `bytes` bytes begins. Whether it should go without a copy. `now_ns` is
    /// asked only while there is something to find out.
    #[inline]
    pub fn next(&mut self, bytes: u32, now_ns: impl FnOnce() -> u64) -> bool {
        let index = class_of(bytes);
        let class = &mut self.classes[index];
        if class.left > 0 {
            class.left -= 1;
            self.last = None;
            return class.is_direct;
        }
        self.go_on(index, now_ns())
    }

    /// Whether blocking sends of `bytes` bytes go without a copy by now.
    pub fn is_direct(&self, bytes: u32) -> bool {
        self.classes[class_of(bytes)].is_direct
    }

    #[cold]
    fn go_on(&mut self, index: usize, now_ns: u64) -> bool {
        self.note(index, now_ns);
        // A trial of another class, whose sends may have ceased to come, is given up.
        let begun = self.trial.filter(|trial| trial.class == index);
        let trial = self.trial.insert(begun.unwrap_or(Trial { class: index, sent: 0, least_ns: [u64::MAX; 2] }));
        // One send more: the last one's time ends when the next one begins.
        if trial.sent > 2 * TRIES {
            let least_ns = trial.least_ns;
            self.trial = None;
            self.last = None;
            return self.classes[index].decide(least_ns);
        }
        let is_direct = if trial.sent < TRIES { !self.classes[index].is_direct } else { self.classes[index].is_direct };
        trial.sent += 1;
        self.last = Some(Last { class: index, is_direct, began_ns: now_ns });
        is_direct
    }

    /// Notes how long it was from the send before to this one.
    fn note(&mut self, index: usize, now_ns: u64) {
        let (Some(last), Some(trial)) = (self.last, &mut self.trial) else { return };
        if last.class == index && trial.class == index {
            let least = &mut trial.least_ns[usize::from(last.is_direct)];
            *least = (*least).min(now_ns.saturating_sub(last.began_ns));
        }
    }
}

impl Class {
    fn decide(&mut self, [copied_ns, direct_ns]: [u64; 2]) -> bool {
        let is_direct = direct_ns <= copied_ns.saturating_add(copied_ns / ALLOWANCE);
        self.between = if is_direct == self.is_direct { (self.between * 2).min(*BETWEEN.end()) } else { *BETWEEN.start() };
        self.is_direct = is_direct;
        self.left = self.between;
        is_direct
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program whose sends take so many ns until the next one. How many of `sends` went directly.
    fn run(waits: &mut Waits, sends: u32, bytes: u32, copied_ns: u64, direct_ns: u64) -> u32 {
        let mut now_ns = 0;
        let mut direct = 0;
        for _ in 0..sends {
            let is_direct = waits.next(bytes, || now_ns);
            direct += u32::from(is_direct);
            now_ns += if is_direct { direct_ns } else { copied_ns };
        }
        direct
    }

    #[test]
    fn a_program_that_hides_the_wait_sends_directly() {
        let mut waits = Waits::default();
        let direct = run(&mut waits, 10_000, 4096, 5_000, 4_400);
        assert!(direct > 9_900, "{direct}");
    }

    #[test]
    fn a_program_that_sends_in_a_row_copies() {
        let mut waits = Waits::default();
        let direct = run(&mut waits, 10_000, 4096, 600, 3_000);
        assert!(direct < 100, "{direct}");
        assert!(!waits.is_direct(4096) && waits.is_direct(256), "lengths are judged apart");
    }

    #[test]
    fn a_change_is_noticed() {
        let mut waits = Waits::default();
        run(&mut waits, 20_000, 4096, 600, 3_000);
        run(&mut waits, 6_000, 4096, 5_000, 4_400);
        assert!(waits.is_direct(4096));
    }

    #[test]
    fn sends_of_several_lengths_in_turn_end_their_trials() {
        let mut waits = Waits::default();
        let mut now_ns = 0;
        for round in 0..4_000_u32 {
            let bytes = if round % 16 < 12 { 512 } else { 8192 };
            let is_direct = waits.next(bytes, || now_ns);
            now_ns += if is_direct { 3_000 } else { 700 };
        }
        assert!(!waits.is_direct(512));
    }
}
