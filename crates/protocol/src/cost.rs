//! What it costs to move a large message by each method, and the choice of the cheapest (LMT-1,
//! LMT-6). The numbers are measured elsewhere, on the machine they are for; this module
//! interpolates and compares.

use std::ops::Range;

use crate::correction::Corrections;
use crate::method::{Method, Methods};
use crate::packet::Begun;
use crate::share::UNIT;

/// Time by size: points of (bytes, nanoseconds), ascending; between them and beyond them straight
/// lines, but before the first no less than in proportion, and behind the last no less than that
/// one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve(Vec<(u64, f64)>);

impl Curve {
    /// A curve through `points`; sorted here.
    pub fn through(mut points: Vec<(u64, f64)>) -> Curve {
        points.sort_by_key(|point| point.0);
        points.dedup_by_key(|point| point.0);
        Curve(points)
    }

    /// `start_ns` and then `byte_ns` for each byte.
    pub fn line(start_ns: f64, byte_ns: f64) -> Curve {
        Curve(vec![(0, start_ns), (1 << 20, start_ns + byte_ns * (1 << 20) as f64)])
    }

    /// The points.
    pub fn points(&self) -> &[(u64, f64)] {
        &self.0
    }

    /// Nanoseconds for `bytes` bytes; infinite if nothing is known.
    pub fn ns(&self, bytes: u64) -> f64 {
        match self.0.as_slice() {
            [] => f64::INFINITY,
            [only] => only.1,
            points => {
                let above = points.partition_point(|point| point.0 < bytes).clamp(1, points.len() - 1);
                let ((x0, y0), (x1, y1)) = (points[above - 1], points[above]);
                let ns = y0 + (y1 - y0) * (bytes as f64 - x0 as f64) / (x1 - x0) as f64;
                if bytes < x0 {
                    ns.max(y0 * bytes as f64 / x0 as f64)
                } else if bytes > x1 {
                    ns.max(y1)
                } else {
                    ns
                }
            }
        }
    }
}

/// A transfer to choose a method for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Bytes to move.
    pub bytes: u64,
    /// Pieces they lie in, at the side that has more.
    pub pieces: u64,
    /// Under which circumstances.
    pub conditions: Conditions,
}

/// What a transfer's processes can do for it, and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Whether the two processes can both copy at the same time.
    pub has_two_processors: bool,
    /// Whether both have more transfers to get on with at the same time, as in a collective
    /// operation (LMT-7).
    pub is_one_of_many: bool,
    /// What their memory is made of.
    pub backings: Backings,
}

/// What backs the memory of a message, which decides what copies from and to it cost the other
/// process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backing {
    /// Each page is found and held by the system.
    #[default]
    SmallPages,
    /// Few pages are.
    HugePages,
    /// A file that the other process maps: between two of them nobody needs the system.
    SharedHeap,
}

impl Backing {
    /// All of them.
    pub const ALL: [Backing; 3] = [Backing::SmallPages, Backing::HugePages, Backing::SharedHeap];
}

/// The backing of both processes' memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backings {
    /// The sender's.
    pub sender: Backing,
    /// The receiver's.
    pub receiver: Backing,
}

impl Backings {
    /// The same on both sides.
    pub const fn both(backing: Backing) -> Backings {
        Backings { sender: backing, receiver: backing }
    }

    /// Whether both processes map all of it.
    pub fn are_shared(self) -> bool {
        self == Backings::both(Backing::SharedHeap)
    }
}

impl Conditions {
    /// Two processes that have nothing else to do, each with a processor, and memory in small
    /// pages.
    pub const USUAL: Conditions =
        Conditions { has_two_processors: true, is_one_of_many: false, backings: Backings::both(Backing::SmallPages) };
}

impl Transfer {
    /// Dense data under such circumstances.
    pub fn dense(bytes: u64, conditions: Conditions) -> Transfer {
        Transfer { bytes, pieces: 1, conditions }
    }
}

/// Pieces beyond those that pages make: the system copies page by page anyway.
pub fn surplus(bytes: u64, pieces: u64) -> u64 {
    pieces.saturating_sub(bytes / UNIT + 1)
}

/// Bytes that a ring takes before its receiver has to have a turn, where the two processes share a
/// processor, and what such a turn and that of the sender behind it take. Chosen so that an integer
/// sort on four ranks of two processors exchanges blocks of 1 MiB by reading (80 to 99 ms instead
/// of 117 to 138).
const RING_HOLDS: u64 = 128 << 10;
const TURNS_NS: f64 = 3000.0;

/// How many times as long the ring may take as copies by both ends that the system does, and is
/// chosen yet: where messages go both ways at once, two rings move half as much again as four such
/// copies do that take as long for one message (2 MiB on an EPYC: 35 and 25 GB/s).
const LITTLE_GAIN: f64 = 1.15;

/// Longest message that goes through the ring without asking, in bytes: what it saves beyond is
/// little beside its bytes, and nobody may be there to receive it.
const UNASKED_MOST: u64 = 1 << 20;
const _: () = assert!(UNASKED_MOST <= Begun::LONGEST);

/// What methods cost.
#[derive(Clone, Debug)]
pub struct Costs {
    /// Of dense data, by number of the method.
    methods: [Curve; Method::ALL.len()],
    /// The same where memory is in huge pages; nothing where that makes no difference, or is not
    /// known.
    in_huge_pages: [Curve; Method::ALL.len()],
    /// The same where both processes map the memory.
    in_shared_heaps: [Curve; Method::ALL.len()],
    /// Of dense data that go through the ring without being asked for.
    pub unasked: Curve,
    /// For each piece beyond those that pages make, where one process has the system copy, in
    /// nanoseconds.
    pub piece_ns: f64,
    /// From how many bytes on a receiver stores what comes through the ring past its caches
    /// (LMT-5).
    pub sparing_min: u64,
    /// Whether it does so in one page after the other, and not in several side by side.
    pub spares_in_order: bool,
    /// Where these come from, for reports.
    pub origin: String,
    /// What messages have shown since.
    pub corrections: Corrections,
}

impl Costs {
    /// Nothing is known: the ring, which always works.
    pub fn unknown() -> Costs {
        let mut costs = Costs {
            methods: Default::default(),
            in_huge_pages: Default::default(),
            in_shared_heaps: Default::default(),
            unasked: Curve::default(),
            piece_ns: 0.0,
            sparing_min: u64::MAX,
            spares_in_order: false,
            origin: "not measured".into(),
            corrections: Corrections::NONE,
        };
        costs.set(Method::Ring, Curve::line(0.0, 1.0));
        costs
    }

    /// Sets what `method` costs.
    pub fn set(&mut self, method: Method, curve: Curve) {
        self.methods[method as usize] = curve;
    }

    /// Sets what `method` costs where all memory is in huge pages.
    pub fn set_in_huge_pages(&mut self, method: Method, curve: Curve) {
        self.in_huge_pages[method as usize] = curve;
    }

    /// Sets what `method` costs where both processes map all memory.
    pub fn set_in_shared_heaps(&mut self, method: Method, curve: Curve) {
        self.in_shared_heaps[method as usize] = curve;
    }

    /// What `method` costs for dense data in small pages.
    pub fn curve(&self, method: Method) -> &Curve {
        &self.methods[method as usize]
    }

    /// The same, where the memory that somebody else copies from or to is in huge pages, or not.
    pub(crate) fn curve_in(&self, method: Method, backing: Backing) -> &Curve {
        let huge = &self.in_huge_pages[method as usize];
        if backing == Backing::HugePages && !huge.points().is_empty() { huge } else { self.curve(method) }
    }

    /// What `method` costs where both map all memory, if that is known.
    pub(crate) fn shared_curve(&self, method: Method, backings: Backings) -> Option<&Curve> {
        Some(&self.in_shared_heaps[method as usize]).filter(|curve| backings.are_shared() && !curve.points().is_empty())
    }

    /// What both copying costs: each does as much as it can in the time, from or to the other one's
    /// pages.
    pub(crate) fn both_ns(&self, bytes: u64, backings: Backings) -> f64 {
        if let Some(curve) = self.shared_curve(Method::Cooperative, backings) {
            return curve.ns(bytes);
        }
        let [reading, writing] =
            [backings.sender, backings.receiver].map(|backing| self.curve_in(Method::Cooperative, backing).ns(bytes));
        if reading == writing { reading } else { 2.0 / (1.0 / reading + 1.0 / writing) }
    }

    /// Nanoseconds that `transfer` takes by `method`, as its row of the table says and messages
    /// have shown.
    pub fn ns(&self, method: Method, transfer: &Transfer) -> f64 {
        self.measured_ns(method, transfer) * self.corrections.factor(method, transfer)
    }

    /// The same as it was measured.
    pub(crate) fn measured_ns(&self, method: Method, transfer: &Transfer) -> f64 {
        (method.row().cost)(self, transfer)
    }

    /// What passes until the receiver of a message knows of it, in nanoseconds; it is part of what
    /// was measured of methods.
    pub(crate) fn announcement_ns(&self) -> f64 {
        Some(self.unasked.ns(0)).filter(|ns| ns.is_finite()).unwrap_or(0.0)
    }

    /// What the pieces of a transfer cost that lie closer than pages, where one process has the
    /// system copy.
    pub(crate) fn surplus_ns(&self, transfer: &Transfer) -> f64 {
        surplus(transfer.bytes, transfer.pieces) as f64 * self.piece_ns
    }

    /// What takes the curve of `method` and its pieces, whatever backs the memory.
    pub(crate) fn plain_ns(&self, method: Method, transfer: &Transfer) -> f64 {
        self.curve(method).ns(transfer.bytes) + self.surplus_ns(transfer)
    }

    /// The longest dense message that is better sent through the ring without asking than announced
    /// and moved by another method, in bytes; 0 if that is not known. The ring itself is no faster
    /// after an announcement.
    pub fn unasked_max(&self, conditions: Conditions) -> u64 {
        let is_sooner = |bytes: &u64| {
            let transfer = Transfer::dense(*bytes, conditions);
            let others = Methods::ALL.without(Method::Ring);
            // Messages sent without asking are not timed. So methods that turn out slower than
            // measured do not make these longer.
            let asked_ns = |method: Method| self.ns(method, &transfer).min(self.measured_ns(method, &transfer));
            let asked = others.iter().map(asked_ns).fold(f64::INFINITY, f64::min);
            through_ring(&self.unasked, &transfer) < asked
        };
        // Eighths of powers of two.
        let sizes = (12..22).flat_map(|bits| (8..16).map(move |eighths| eighths << (bits - 3)));
        sizes.take_while(is_sooner).last().unwrap_or(0).min(UNASKED_MOST)
    }

    /// Lengths of dense messages that take at least a fifth less time if their memory is in huge
    /// pages, in bytes: beyond 16 MiB an EPYC (Zen 4) was taken to save a seventh, and did not.
    pub fn gaining_by_huge_pages(&self, conditions: Conditions) -> Range<u64> {
        let best = |bytes: u64, backing: Backing| {
            let transfer = Transfer::dense(bytes, Conditions { backings: Backings::both(backing), ..conditions });
            let ways = [Method::Ring, Method::Read, Method::Cooperative].into_iter();
            ways.map(|method| self.ns(method, &transfer)).fold(f64::INFINITY, f64::min)
        };
        let gains = |bytes: &u64| best(*bytes, Backing::HugePages) <= 0.8 * best(*bytes, Backing::SmallPages);
        let mut sizes = (14..28).map(|bits| 1u64 << bits).filter(gains);
        sizes.next().map_or(0..0, |first| first..2 * sizes.next_back().unwrap_or(first))
    }

    /// Bytes in a piece, on average, above which the system's copies of a long message in pieces
    /// are cheaper than the ring.
    pub fn least_piece(&self) -> u64 {
        const LONG: u64 = 1 << 20;
        let ring_ns = self.curve(Method::Ring).ns(LONG);
        let is_cheaper = |pieces: u64| {
            let transfer = Transfer { bytes: LONG, pieces, conditions: Conditions::USUAL };
            [Method::Read, Method::Cooperative].iter().any(|method| self.ns(*method, &transfer) < ring_ns)
        };
        let sizes = (6..=20).map(|bits| 1u64 << bits);
        sizes.into_iter().find(|size| is_cheaper(LONG / size)).unwrap_or(u64::MAX)
    }

    /// The cheapest of `allowed`, and why it is chosen; the ring if nothing is known of any, or if
    /// both having the system copy gains little on it.
    pub fn choose(&self, allowed: Methods, transfer: &Transfer) -> (Method, MethodReason) {
        let known = allowed.iter().map(|method| (method, self.ns(method, transfer))).filter(|(_, ns)| ns.is_finite());
        let takes_system = self.shared_curve(Method::Cooperative, transfer.conditions.backings).is_none();
        let (mut count, mut best) = (0, (Method::Ring, f64::INFINITY));
        for one in known {
            count += 1;
            best = if one.1 < best.1 { one } else { best };
        }
        match best {
            (Method::Cooperative, ns) if takes_system && self.ns(Method::Ring, transfer) <= LITTLE_GAIN * ns => {
                (Method::Ring, MethodReason::LittleGain)
            }
            (method, _) if count <= 1 => (method, MethodReason::Unmeasured),
            (method, _) => (method, MethodReason::Cheapest),
        }
    }
}

/// What takes `curve` alone, by copies of both processes at the same time: one after the other, if
/// both are busy anyway or share a processor, which they then have in turns.
pub(crate) fn through_ring(curve: &Curve, transfer: &Transfer) -> f64 {
    let Conditions { has_two_processors, is_one_of_many, .. } = transfer.conditions;
    let one_by_one = is_one_of_many || !has_two_processors;
    let turns = if has_two_processors { 0 } else { transfer.bytes / RING_HOLDS };
    curve.ns(transfer.bytes) * if one_by_one { 2.0 } else { 1.0 } + turns as f64 * TURNS_NS
}

/// Why a message comes by a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodReason {
    /// The network moves it by itself.
    NetworkMoves,
    /// A setting names the method.
    Forced,
    /// A setting names a method that the two ends cannot use.
    ForcedImpossible,
    /// The sender cannot say where the message lies: too many pieces, or memory that nobody may
    /// read.
    OutOfReach,
    /// The two ends can use no other method.
    OnlyOne,
    /// Nothing is known of what other methods cost.
    Unmeasured,
    /// It takes the least time.
    Cheapest,
    /// Copies by both ends would take a little less time, but keep the system busy.
    LittleGain,
    /// Another method was begun and the system or the device refused it.
    Refused,
    /// It may be faster than it was measured to be.
    Tried,
}

impl MethodReason {
    /// All of them, in the order of their numbers.
    pub const ALL: [MethodReason; 10] = [
        MethodReason::NetworkMoves,
        MethodReason::Forced,
        MethodReason::ForcedImpossible,
        MethodReason::OutOfReach,
        MethodReason::OnlyOne,
        MethodReason::Unmeasured,
        MethodReason::Cheapest,
        MethodReason::LittleGain,
        MethodReason::Refused,
        MethodReason::Tried,
    ];

    /// For people.
    pub fn text(self) -> &'static str {
        match self {
            MethodReason::NetworkMoves => "the network moves it by itself",
            MethodReason::Forced => "FERRY_LARGE_MESSAGES names it",
            MethodReason::ForcedImpossible => "FERRY_LARGE_MESSAGES names a method that these two ranks cannot use",
            MethodReason::OutOfReach => "too many pieces to be listed for the receiver",
            MethodReason::OnlyOne => "these two ranks can use no other method",
            MethodReason::Unmeasured => "what other methods cost is not known yet",
            MethodReason::Cheapest => "it takes the least time",
            MethodReason::LittleGain => "copies by both ends gain little on it",
            MethodReason::Refused => "the system or the network refused another method",
            MethodReason::Tried => "tried, as it may be faster than it was measured to be",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::cooperative::HELP_NS;

    fn dense(bytes: u64) -> Transfer {
        Transfer::dense(bytes, Conditions::USUAL)
    }

    const SHARED: Conditions = Conditions { has_two_processors: false, ..Conditions::USUAL };
    const MANY: Conditions = Conditions { is_one_of_many: true, ..Conditions::USUAL };

    fn costs() -> Costs {
        let mut costs = Costs::unknown();
        costs.set(Method::Ring, Curve::line(200.0, 0.1));
        costs.set(Method::Read, Curve::line(900.0, 0.05));
        costs.set(Method::Cooperative, Curve::line(2000.0, 0.03));
        costs.piece_ns = 50.0;
        costs
    }

    #[test]
    fn curves_pass_through_their_points_and_go_on() {
        let curve = Curve::through(vec![(1000, 10.0), (0, 0.0), (2000, 30.0)]);
        for (bytes, ns) in [(0, 0.0), (500, 5.0), (1000, 10.0), (1500, 20.0), (2000, 30.0), (3000, 50.0)] {
            assert_eq!(curve.ns(bytes), ns);
        }
        assert_eq!(Curve::default().ns(5), f64::INFINITY);
    }

    /// A busy machine has made the second time far too long, or the last one too short.
    #[test]
    fn curves_go_on_within_reason() {
        let steep = Curve::through(vec![(1000, 10.0), (2000, 500.0)]);
        assert_eq!([steep.ns(0), steep.ns(500), steep.ns(1500)], [0.0, 5.0, 255.0]);
        let falling = Curve::through(vec![(1000, 10.0), (2000, 4.0)]);
        assert_eq!([falling.ns(500), falling.ns(4000)], [13.0, 4.0]);
    }

    #[test]
    fn the_cheapest_allowed_method_is_chosen() {
        let costs = costs();
        let chosen: Vec<_> = [1000, 20_000, 1 << 20].map(|bytes| costs.choose(Methods::ALL, &dense(bytes)).0).into();
        assert_eq!(chosen, [Method::Ring, Method::Read, Method::Cooperative]);
        assert_eq!(costs.choose(Methods::RING, &dense(1 << 20)).0, Method::Ring);
        assert_eq!(Costs::unknown().choose(Methods::ALL, &dense(1 << 20)).0, Method::Ring);
    }

    #[test]
    fn both_copy_only_what_is_worth_the_senders_time() {
        let mut costs = costs();
        costs.set(Method::Cooperative, Curve::line(900.0 - HELP_NS / 2.0, 0.05));
        assert_eq!(costs.choose(Methods::ALL, &dense(1 << 20)).0, Method::Read);
        costs.set(Method::Cooperative, Curve::line(900.0 - HELP_NS * 2.0, 0.05));
        assert_eq!(costs.choose(Methods::ALL, &dense(1 << 20)).0, Method::Cooperative);
    }

    #[test]
    fn both_copy_where_that_gains_more_than_a_little_on_the_ring() {
        let mut costs = costs();
        let chosen = |costs: &Costs| costs.choose(Methods::RING.with(Method::Cooperative), &dense(1 << 20)).0;
        costs.set(Method::Ring, Curve::line(0.0, 0.04));
        costs.set(Method::Cooperative, Curve::line(0.0, 0.036));
        assert_eq!(chosen(&costs), Method::Ring);
        costs.set(Method::Cooperative, Curve::line(0.0, 0.033));
        assert_eq!(chosen(&costs), Method::Cooperative);
        // Without the system, any gain is one.
        costs.set_in_shared_heaps(Method::Cooperative, Curve::line(0.0, 0.036));
        let shared = Conditions { backings: Backings::both(Backing::SharedHeap), ..Conditions::USUAL };
        let transfer = Transfer::dense(1 << 20, shared);
        assert_eq!(costs.choose(Methods::RING.with(Method::Cooperative), &transfer).0, Method::Cooperative);
    }

    #[test]
    fn what_both_map_is_copied_without_the_system() {
        let mut costs = costs();
        let backings = |sender, receiver| Conditions { backings: Backings { sender, receiver }, ..Conditions::USUAL };
        let shared = backings(Backing::SharedHeap, Backing::SharedHeap);
        let ns = |costs: &Costs, method, conditions| costs.ns(method, &Transfer::dense(1 << 16, conditions));
        for method in [Method::Read, Method::Cooperative] {
            assert_eq!(ns(&costs, method, shared), ns(&costs, method, Conditions::USUAL), "nothing is known");
        }
        costs.set_in_shared_heaps(Method::Read, Curve::line(300.0, 0.02));
        costs.set_in_shared_heaps(Method::Cooperative, Curve::line(500.0, 0.01));
        assert_eq!(ns(&costs, Method::Read, shared), 300.0 + 0.02 * 65536.0);
        assert_eq!(ns(&costs, Method::Cooperative, shared), 500.0 + 0.01 * 65536.0 + HELP_NS);
        // It takes two.
        for one in [backings(Backing::SharedHeap, Backing::SmallPages), backings(Backing::HugePages, Backing::SharedHeap)] {
            assert_eq!(ns(&costs, Method::Read, one), ns(&costs, Method::Read, Conditions::USUAL));
        }
        let chosen = |bytes| costs.choose(Methods::ALL, &Transfer::dense(bytes, shared)).0;
        assert_eq!([chosen(20_000), chosen(1 << 20)], [Method::Read, Method::Cooperative]);
        costs.unasked = Curve::line(0.0, 0.05);
        assert!(costs.unasked_max(shared) < costs.unasked_max(Conditions::USUAL));
    }

    #[test]
    fn messages_go_unasked_as_long_as_that_is_sooner() {
        let mut costs = costs();
        assert_eq!(costs.unasked_max(Conditions::USUAL), 0);
        // Reading takes as long for 12,000 bytes; both copies one after the other take longer for
        // all.
        costs.unasked = Curve::line(300.0, 0.1);
        assert!((11_000..=12_000).contains(&costs.unasked_max(Conditions::USUAL)), "{}", costs.unasked_max(Conditions::USUAL));
        assert_eq!(costs.unasked_max(MANY), 0);
        costs.unasked = Curve::line(0.0, 0.0);
        assert_eq!(costs.unasked_max(MANY), UNASKED_MOST);
    }

    #[test]
    fn what_lies_in_huge_pages_is_copied_by_the_system() {
        let backing = |is_huge| if is_huge { Backing::HugePages } else { Backing::SmallPages };
        let in_pages = |sender, receiver| Conditions {
            backings: Backings { sender: backing(sender), receiver: backing(receiver) },
            ..Conditions::USUAL
        };
        let mut costs = costs();
        costs.set(Method::Ring, Curve::line(0.0, 0.03));
        costs.unasked = Curve::line(0.0, 0.03);
        let of = |costs: &Costs, method, conditions| costs.ns(method, &Transfer::dense(1 << 20, conditions));
        let both = Backings::both(Backing::HugePages);
        assert_eq!(
            of(&costs, Method::Read, in_pages(true, true)),
            of(&costs, Method::Read, Conditions::USUAL),
            "nothing is known"
        );
        costs.set_in_huge_pages(Method::Read, Curve::line(900.0, 0.025));
        costs.set_in_huge_pages(Method::Cooperative, Curve::line(2000.0, 0.015));
        // The receiver reads from the sender's pages.
        let read = |sender, receiver| of(&costs, Method::Read, in_pages(sender, receiver));
        assert!(
            read(true, false) == read(true, true)
                && read(false, true) == read(false, false)
                && read(true, false) < read(false, true)
        );
        let shared = |sender, receiver| of(&costs, Method::Cooperative, in_pages(sender, receiver));
        assert!(
            shared(true, true) < shared(true, false)
                && shared(true, false) == shared(false, true)
                && shared(true, false) < shared(false, false)
        );
        let choice = |conditions| costs.choose(Methods::ALL, &Transfer::dense(1 << 20, conditions)).0;
        assert_eq!((choice(Conditions::USUAL), choice(in_pages(true, true))), (Method::Ring, Method::Cooperative));
        let gaining = costs.gaining_by_huge_pages(Conditions::USUAL);
        assert_eq!(gaining, 1 << 19..1 << 28);
        assert!(costs.gaining_by_huge_pages(MANY).start < gaining.start);
        assert_eq!(super::tests::costs().gaining_by_huge_pages(Conditions::USUAL), 0..0);
        let unasked = |backings| costs.unasked_max(Conditions { backings, ..Conditions::USUAL });
        assert!(unasked(both) < 1 << 18 && unasked(Backings::default()) == UNASKED_MOST);
    }

    #[test]
    fn many_pieces_go_through_the_ring() {
        let transfer = Transfer { pieces: 8192, ..dense(1 << 20) };
        assert_eq!(costs().choose(Methods::ALL, &transfer).0, Method::Ring);
    }

    #[test]
    fn pieces_are_worth_listing_from_some_length_on() {
        // Both copying takes 33 us for 1 MiB, the ring 105: time for 2,900 pieces more, and pages
        // make 256.
        assert_eq!(costs().least_piece(), 512);
        assert_eq!(Costs::unknown().least_piece(), u64::MAX);
    }

    #[test]
    fn on_one_processor_sharing_the_work_gains_nothing() {
        let transfer = Transfer::dense(1 << 20, SHARED);
        assert_eq!(costs().choose(Methods::ALL, &transfer).0, Method::Read);
    }

    #[test]
    fn a_ring_between_processes_of_one_processor_takes_turns() {
        let shared = |bytes| Transfer::dense(bytes, SHARED);
        let mut costs = costs();
        costs.set(Method::Read, Curve::line(900.0, 0.2));
        assert_eq!([64 << 10, 1 << 20].map(|bytes| costs.choose(Methods::ALL, &shared(bytes)).0), [Method::Ring, Method::Read]);
        assert_eq!(costs.ns(Method::Ring, &shared(1 << 20)), 2.0 * costs.ns(Method::Ring, &dense(1 << 20)) + 8.0 * TURNS_NS);
        costs.unasked = Curve::line(100.0, 0.1);
        let longest = costs.unasked_max(SHARED);
        assert!((64 << 10..1 << 20).contains(&longest), "{longest}");
    }

    #[test]
    fn one_of_many_is_copied_by_one_process_and_sooner_than_alone() {
        let many = |bytes| Transfer::dense(bytes, MANY);
        assert_eq!(costs().choose(Methods::ALL, &many(1 << 20)).0, Method::Read);
        assert_eq!(costs().choose(Methods::ALL, &dense(8_000)).0, Method::Ring);
        assert_eq!(costs().choose(Methods::ALL, &many(8_000)).0, Method::Read);
    }
}
