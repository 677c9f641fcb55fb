//! What messages take corrects what was measured of methods (LMT-6): one measurement in a busy
//! moment is not to decide for as long as it is kept.
//!
//! A receiver times messages that come alone. The second one that takes far less than its method
//! was measured to take corrects the method: hardly anything makes two messages too short. Of those
//! that take far longer the shortest of several counts: a sender may be late. A method that was
//! measured to be too slow is never chosen, so the others are tried now and then, ever more rarely.
//! Lengths are kept apart, each doubling by itself, and so is memory of different kinds. Only the
//! receiver decides by which method a message comes, so both ends go on agreeing.

use crate::cost::{Backing, Transfer};
use crate::method::{Method, Methods};

/// Doublings of the length that are kept apart, from [`SHORTEST`] on; the last one has all that
/// are longer.
const CLASSES: usize = 14;
/// The first class ends below twice this, in bytes.
const SHORTEST: u64 = 8 << 10;
/// Kinds of memory.
const KINDS: usize = Backing::ALL.len();

/// How much less, and how much more, a message has to take than was measured to correct that.
/// Measurements of one machine differ by less.
const LESS: f64 = 0.7;
/// See [`LESS`].
const MORE: f64 = 1.4;
/// Messages in a row of which the shortest corrects what is too low.
const ROW: u32 = 8;
/// Most that a measurement is taken to be wrong by.
const MOST: f64 = 8.0;
/// Corrections of a method in a class at most. Where messages take now this time and now that one,
/// it would go on for ever, and each costs the process a look at all lengths.
const CORRECTIONS: u8 = 16;

/// Messages of a class before another method is tried, at first and at most; the number doubles
/// each time.
const TRIED_AFTER_MIN: u32 = 32;
/// See [`TRIED_AFTER_MIN`].
const TRIED_AFTER_MAX: u32 = 4096;
/// How many times as long a method may be thought to take to be tried. With more than that a wrong
/// measurement would not matter, or trying cost too much.
const TRIED_BELOW: f64 = 5.0;

/// What is known of a method in a class beyond what was measured.
#[derive(Clone, Copy, Debug)]
struct Experience {
    /// Times what was measured.
    factor: f64,
    /// The two shortest of `seen` messages of a row, in parts of what was measured.
    least: [f64; 2],
    seen: u32,
    /// How often `factor` has changed.
    changes: u8,
}

const NONE: Experience = Experience { factor: 1.0, least: [f64::INFINITY; 2], seen: 0, changes: 0 };

impl Experience {
    /// A message took `part` of what was measured. Whether that has changed the factor.
    fn note(&mut self, part: f64) -> bool {
        let [first, second] = self.least;
        self.least = if part < first { [part, first] } else { [first, second.min(part)] };
        self.seen += 1;
        let [first, second] = self.least;
        let changed = if second < LESS * self.factor {
            Some(second)
        } else if self.seen < ROW {
            return false;
        } else {
            Some(first).filter(|first| *first > MORE * self.factor)
        };
        let changed = changed.filter(|_| self.changes < CORRECTIONS);
        let changes = self.changes + u8::from(changed.is_some());
        *self = Experience { factor: changed.unwrap_or(self.factor), changes, ..NONE };
        changed.is_some()
    }
}

/// Messages of some lengths.
#[derive(Clone, Debug)]
struct LengthClass {
    methods: [Experience; Method::ALL.len()],
    /// Messages until another method is tried, and from then to the next time.
    left: u32,
    between: u32,
    /// The number of the method that was tried last.
    tried: usize,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Corrections {
    /// By kind of memory and length; empty as long as nothing is timed.
    classes: Vec<LengthClass>,
}

impl Corrections {
    /// Nothing is corrected, as nothing is timed.
    pub const NONE: Corrections = Corrections { classes: Vec::new() };

    /// From now on messages are timed.
    pub fn begin(&mut self) {
        let class = LengthClass { methods: [NONE; Method::ALL.len()], left: TRIED_AFTER_MIN, between: TRIED_AFTER_MIN, tried: 0 };
        self.classes = vec![class; KINDS * CLASSES];
    }

    fn index(transfer: &Transfer) -> usize {
        let backings = transfer.conditions.backings;
        let kind = match [backings.sender, backings.receiver] {
            _ if backings.are_shared() => Backing::SharedHeap,
            both if both.contains(&Backing::HugePages) => Backing::HugePages,
            _ => Backing::SmallPages,
        };
        let class = ((transfer.bytes / SHORTEST).max(1).ilog2() as usize).min(CLASSES - 1);
        kind as usize * CLASSES + class
    }

    /// What `method` takes longer than was measured.
    #[inline]
    pub(crate) fn factor(&self, method: Method, transfer: &Transfer) -> f64 {
        if self.classes.is_empty() {
            return 1.0;
        }
        self.classes[Self::index(transfer)].methods[method as usize].factor
    }

    /// Whether what such a message takes tells something of its method: it is in one piece, and
    /// both ends have nothing else to do.
    pub fn is_timed(&self, transfer: &Transfer) -> bool {
        let conditions = transfer.conditions;
        !self.classes.is_empty() && transfer.pieces <= 1 && conditions.has_two_processors && !conditions.is_one_of_many
    }

    /// Such a message comes: whether it is time to try another method than the best one.
    #[inline]
    pub(crate) fn is_time(&mut self, transfer: &Transfer) -> bool {
        if !self.is_timed(transfer) {
            return false;
        }
        let class = &mut self.classes[Self::index(transfer)];
        class.left -= 1;
        class.left == 0
    }

    /// The method of `usable` that is to be tried, if one is. `ns` says what each is thought to
    /// take.
    pub(crate) fn method_to_try(&mut self, usable: Methods, transfer: &Transfer, ns: [f64; Method::ALL.len()]) -> Option<Method> {
        let class = &mut self.classes[Self::index(transfer)];
        class.between = (2 * class.between).min(TRIED_AFTER_MAX);
        class.left = class.between;
        let ns = |method: Method| ns[method as usize];
        let best_ns = usable.iter().map(ns).fold(f64::INFINITY, f64::min);
        let is_worth_it = |method: &Method| ns(*method) > best_ns && ns(*method) < TRIED_BELOW * best_ns;
        let behind = |method: &Method| (*method as usize + Method::ALL.len() - class.tried - 1) % Method::ALL.len();
        let next = usable.iter().filter(is_worth_it).min_by_key(behind)?;
        class.tried = next as usize;
        Some(next)
    }

    /// A message has come by `method` in `ns` nanoseconds, where `measured_ns` were measured.
    /// Whether that has changed what the method is thought to take.
    pub(crate) fn note(&mut self, method: Method, transfer: &Transfer, ns: f64, measured_ns: f64) -> bool {
        if !self.is_timed(transfer) || !measured_ns.is_finite() || measured_ns <= 0.0 {
            return false;
        }
        let class = &mut self.classes[Self::index(transfer)];
        let known = &mut class.methods[method as usize];
        let part = (ns / measured_ns).clamp(1.0 / MOST, MOST);
        let was_short = part < LESS * known.factor;
        let has_changed = known.note(part);
        if was_short && !has_changed && class.tried == method as usize {
            // A method that promises something is tried again with the next message.
            class.tried = (class.tried + Method::ALL.len() - 1) % Method::ALL.len();
            (class.left, class.between) = (1, (class.between / 2).max(TRIED_AFTER_MIN));
        }
        has_changed
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::choice::Choice;
    use crate::cost::{Conditions, Costs, Curve};
    use crate::decision::{AnnouncedMessage, MethodReason};

    const METHODS: [Method; 3] = [Method::Ring, Method::Read, Method::Cooperative];

    fn costs(byte_ns: [f64; 3]) -> Costs {
        let mut costs = Costs::unknown();
        METHODS.into_iter().zip(byte_ns).for_each(|(method, byte_ns)| costs.set(method, Curve::line(0.0, byte_ns)));
        costs
    }

    fn message(bytes: u64) -> AnnouncedMessage {
        let usable = METHODS.into_iter().fold(Methods::NONE, Methods::with);
        let transfer = Transfer::dense(bytes, Conditions::USUAL);
        AnnouncedMessage { offered: usable, own: usable, is_within_reach: true, forced: None, tried: None, transfer }
    }

    /// Has messages of `bytes` bytes come to a process that measured `costs`, on a machine on which
    /// a byte takes `byte_ns` and a third as much more at times: how often each method was chosen.
    fn receive(choice: &mut Choice, bytes: u64, byte_ns: [f64; 3], messages: u32) -> [u32; 3] {
        let mut counts = [0; 3];
        for number in 0..messages {
            let message = message(bytes);
            let (method, _) = choice.method(&message);
            let place = METHODS.into_iter().position(|known| known == method).expect("one that both ends can use");
            counts[place] += 1;
            let noise = 1.0 + f64::from(number % 7) / 20.0 + if number % 13 == 0 { 5.0 } else { 0.0 };
            choice.note(method, &message.transfer, byte_ns[place] * bytes as f64 * noise);
        }
        counts
    }

    proptest! {
        /// A file of costs in which one method is wrong by four times, either way: within 500
        /// messages they go by the best method, or one that is nearly as good, and other methods
        /// are no more than tried.
        #[test]
        fn a_measurement_that_is_wrong_by_four_times_is_corrected(
            byte_ns in [0.02..0.1f64, 0.02..0.1f64, 0.02..0.1f64],
            wrong in 0..3usize,
            is_too_long in any::<bool>(),
            bytes in (16u64 << 10)..(32 << 20),
        ) {
            let mut measured = byte_ns;
            measured[wrong] *= if is_too_long { 4.0 } else { 0.25 };
            let mut choice = Choice::default();
            choice.learn();
            choice.set(costs(measured), true);
            receive(&mut choice, bytes, byte_ns, 500);
            let counts = receive(&mut choice, bytes, byte_ns, 500);
            let best = byte_ns.into_iter().fold(f64::INFINITY, f64::min);
            let good: u32 = counts.iter().zip(byte_ns).filter(|(_, ns)| *ns <= 1.6 * best).map(|(count, _)| *count).sum();
            prop_assert!(good >= 490, "{counts:?} of {byte_ns:?}, measured {measured:?}");
        }
    }

    #[test]
    fn one_slow_message_corrects_nothing() {
        let mut corrections = Corrections::NONE;
        corrections.begin();
        let transfer = message(1 << 20).transfer;
        for number in 0..100 {
            let ns = if number % 3 == 0 { 100.0 } else { 5000.0 };
            assert!(!corrections.note(Method::Ring, &transfer, ns, 100.0));
        }
        assert_eq!(corrections.factor(Method::Ring, &transfer), 1.0);
    }

    #[test]
    fn times_that_go_up_and_down_correct_only_so_often() {
        let mut corrections = Corrections::NONE;
        corrections.begin();
        let transfer = message(1 << 20).transfer;
        let changes = (0..10_000).filter(|number| {
            let ns = if number / 20 % 2 == 0 { 10.0 } else { 100.0 };
            corrections.note(Method::Ring, &transfer, ns, 100.0)
        });
        assert_eq!(changes.count(), usize::from(CORRECTIONS));
    }

    #[test]
    fn lengths_and_kinds_of_memory_are_kept_apart() {
        let mut corrections = Corrections::NONE;
        corrections.begin();
        let (short, long) = (message(64 << 10).transfer, message(1 << 20).transfer);
        assert!(!corrections.note(Method::Read, &long, 25.0, 100.0), "one may be an accident");
        assert!(corrections.note(Method::Read, &long, 25.0, 100.0));
        assert_eq!([short, long].map(|transfer| corrections.factor(Method::Read, &transfer)), [1.0, 0.25]);
        let mut huge = long;
        huge.conditions.backings.sender = Backing::HugePages;
        assert_eq!(corrections.factor(Method::Read, &huge), 1.0);
    }

    #[test]
    fn messages_that_are_not_alone_say_nothing_and_nothing_is_tried_for_them() {
        let mut choice = Choice::default();
        choice.learn();
        choice.set(costs([0.02, 0.05, 0.05]), true);
        let mut message = message(1 << 20);
        message.transfer.conditions.is_one_of_many = true;
        for _ in 0..10_000 {
            let (_, reason) = choice.method(&message);
            assert_ne!(reason, MethodReason::Tried);
            choice.note(Method::Ring, &message.transfer, 1.0);
        }
        assert_eq!(choice.costs().corrections.factor(Method::Ring, &message.transfer), 1.0);
    }

    #[test]
    fn a_process_that_times_nothing_tries_nothing() {
        let mut choice = Choice::default();
        choice.set(costs([0.02, 0.05, 0.05]), true);
        assert_eq!(receive(&mut choice, 1 << 20, [0.2, 0.05, 0.05], 5000), [5000, 0, 0]);
    }

    #[test]
    fn other_methods_are_tried_ever_more_rarely() {
        let mut choice = Choice::default();
        choice.learn();
        let byte_ns = [0.02, 0.05, 0.06];
        choice.set(costs(byte_ns), true);
        let [_, read, cooperative] = receive(&mut choice, 1 << 20, byte_ns, 20_000);
        assert!(read + cooperative < 16 && read > 2 && cooperative > 2, "{read}, {cooperative}");
    }
}
