//! Measured times as data.

use ferry_collective::{MessageCosts, WayCosts};
pub use ferry_engine::cost::{Backing, Backings, Conditions};
use ferry_engine::cost::{Costs, Curve, Transfer, surplus};
use ferry_engine::{Method, Methods};
use ferry_sys::cache_share::{self, COUNTABLE_MAX, Sparing};
use ferry_sys::topology;
use serde::{Deserialize, Serialize};

use crate::measure;

/// No message takes less, in nanoseconds: two processors exchange a line.
const LEAST_MESSAGE_NS: f64 = 50.0;

/// A way that a message was measured by: the eager one, or a method for large messages, of which
/// some are measured under several conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasuredMethod {
    /// In one packet.
    Eager,
    /// By a method that is to be measured (`MethodRow::measured`), with data in caches.
    By(Method),
    /// As `By(Read)`, with the data in pieces of [`PIECE`] bytes.
    Pieces,
    /// As `By(Ring)`, but the receiver stores past its caches (LMT-5).
    Sparing,
    /// As `Sparing`, with data that are in no cache.
    FarSparing,
    /// As `By(Cooperative)`, with data that are in no cache.
    FarCooperative,
    /// As `By(Ring)`, without asking first.
    Unasked,
    /// As `Sparing`, in one page after the other and not in several side by side.
    InOrder,
    /// As `By(Read)`, with the data in huge pages.
    HugeRead,
    /// As `By(Cooperative)`, with the data in huge pages.
    HugeCooperative,
    /// As `HugeCooperative`, with data that are in no cache.
    FarHugeCooperative,
    /// As `By(Read)`, with the data in shared heaps.
    SharedRead,
    /// As `By(Cooperative)`, with the data in shared heaps.
    SharedCooperative,
    /// As `SharedCooperative`, with data that are in no cache.
    FarSharedCooperative,
}

/// The ways beside the methods.
const OTHERS: [MeasuredMethod; 13] = [
    MeasuredMethod::Eager,
    MeasuredMethod::Pieces,
    MeasuredMethod::Sparing,
    MeasuredMethod::FarSparing,
    MeasuredMethod::FarCooperative,
    MeasuredMethod::Unasked,
    MeasuredMethod::InOrder,
    MeasuredMethod::HugeRead,
    MeasuredMethod::HugeCooperative,
    MeasuredMethod::FarHugeCooperative,
    MeasuredMethod::SharedRead,
    MeasuredMethod::SharedCooperative,
    MeasuredMethod::FarSharedCooperative,
];

/// How many methods are to be measured.
const METHODS: usize = {
    let (mut count, mut number) = (0, 0);
    while number < Method::ALL.len() {
        if Method::ALL[number].row().measured.is_some() {
            count += 1;
        }
        number += 1;
    }
    count
};

/// Length of the pieces of [`MeasuredMethod::Pieces`], in bytes.
pub const PIECE: u64 = 1024;

/// Sizes of the table's columns, in bytes.
pub const SIZES: [u64; 7] = [4 << 10, 8 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

impl MeasuredMethod {
    /// All ways, in the order of the table's rows: methods, then the others.
    pub const ALL: [MeasuredMethod; METHODS + OTHERS.len()] = {
        let mut all = [MeasuredMethod::Eager; METHODS + OTHERS.len()];
        let (mut count, mut number) = (0, 0);
        while number < Method::ALL.len() {
            if Method::ALL[number].row().measured.is_some() {
                all[count] = MeasuredMethod::By(Method::ALL[number]);
                count += 1;
            }
            number += 1;
        }
        let mut other = 0;
        while other < OTHERS.len() {
            all[count + other] = OTHERS[other];
            other += 1;
        }
        all
    };

    /// Its row of the table.
    ///
    /// # Panics
    /// For a method that is not to be measured.
    pub fn row(self) -> usize {
        let row = MeasuredMethod::ALL.iter().position(|way| *way == self);
        row.unwrap_or_else(|| unreachable!("{self:?} is not measured"))
    }

    /// Whether the data are in no cache before.
    pub fn is_far(self) -> bool {
        matches!(
            self,
            MeasuredMethod::FarSparing
                | MeasuredMethod::FarCooperative
                | MeasuredMethod::FarHugeCooperative
                | MeasuredMethod::FarSharedCooperative
        )
    }

    /// Whether the receiver stores past its caches.
    pub fn is_sparing(self) -> bool {
        matches!(self, MeasuredMethod::Sparing | MeasuredMethod::FarSparing | MeasuredMethod::InOrder)
    }

    /// Whether the data are in huge pages.
    pub fn is_huge(self) -> bool {
        matches!(self, MeasuredMethod::HugeRead | MeasuredMethod::HugeCooperative | MeasuredMethod::FarHugeCooperative)
    }

    /// Whether the data are in shared heaps.
    pub fn is_shared(self) -> bool {
        matches!(self, MeasuredMethod::SharedRead | MeasuredMethod::SharedCooperative | MeasuredMethod::FarSharedCooperative)
    }

    /// Whether the data go through a pipe.
    pub fn is_pipe(self) -> bool {
        matches!(self, MeasuredMethod::By(method) if Methods::PIPES.has(method))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            MeasuredMethod::Eager => "eager",
            MeasuredMethod::By(method) => method.name(),
            MeasuredMethod::Pieces => "read in pieces of 1 KiB",
            MeasuredMethod::Sparing => "ring past caches",
            MeasuredMethod::FarSparing => "the same from memory",
            MeasuredMethod::FarCooperative => "cooperative from memory",
            MeasuredMethod::Unasked => "ring unasked",
            MeasuredMethod::InOrder => "page by page past caches",
            MeasuredMethod::HugeRead => "read from huge pages",
            MeasuredMethod::HugeCooperative => "cooperative, huge pages",
            MeasuredMethod::FarHugeCooperative => "the same from memory",
            MeasuredMethod::SharedRead => "read, shared heaps",
            MeasuredMethod::SharedCooperative => "cooperative, shared heaps",
            MeasuredMethod::FarSharedCooperative => "the same from memory",
        }
    }
}

/// Where the choice of a method changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// First length of the method's range.
    pub bytes: u64,
    /// The method.
    pub method: Method,
    /// What that length takes by it, in nanoseconds.
    pub ns: f64,
    /// The method of shorter messages, and what that length takes by it.
    pub before: Option<(Method, f64)>,
}

/// What a process may expect of the caches (LMT-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caches {
    /// Bytes from which on copies should go past them.
    pub dma_min: u64,
    /// Longest message whose data they may hold, in bytes; at most [`COUNTABLE_MAX`].
    pub countable: u64,
}

impl Caches {
    /// Those of a rank on the first of the processors `allowed`, where each has one.
    pub fn of_one_each(allowed: &[usize]) -> Caches {
        let ranks: Vec<_> = allowed.iter().map(|cpu| vec![*cpu]).collect();
        Caches::from(&cache_share::sparing(&topology::caches(), &allowed[..allowed.len().min(1)], &ranks))
    }
}

impl From<&Sparing> for Caches {
    fn from(found: &Sparing) -> Caches {
        Caches { dma_min: found.dma_min, countable: found.dma_min.min(COUNTABLE_MAX) }
    }
}

/// One-way times in nanoseconds: a row for each of [`MeasuredMethod::ALL`], a column for each of
/// [`SIZES`]; 0 where nothing was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Rows of columns. In files under a name that goes with the order of the rows.
    #[serde(rename = "one_way_ns")]
    pub ns: [[u32; SIZES.len()]; MeasuredMethod::ALL.len()],
}

impl Table {
    /// Takes over what `newer` has, where that is less or nothing was measured: whatever disturbs a
    /// measurement makes it longer. For the same reason no length takes longer than the lengths
    /// beyond it.
    pub fn improve(&mut self, newer: &Table) {
        let cells = self.ns.iter_mut().flatten().zip(newer.ns.iter().flatten());
        cells.filter(|(ns, newer)| **newer > 0 && (**ns == 0 || *newer < *ns)).for_each(|(ns, newer)| *ns = *newer);
        for row in &mut self.ns {
            let mut least = u32::MAX;
            for ns in row.iter_mut().rev().filter(|ns| **ns > 0) {
                *ns = least.min(*ns);
                least = *ns;
            }
        }
    }

    /// Measured points of a way: bytes and nanoseconds.
    pub fn points(&self, way: MeasuredMethod) -> impl Iterator<Item = (u64, f64)> + '_ {
        let row = &self.ns[way.row()];
        SIZES.iter().zip(row).filter(|(_, ns)| **ns > 0).map(|(bytes, ns)| (*bytes, f64::from(*ns)))
    }

    fn curve(&self, way: MeasuredMethod) -> Curve {
        Curve::through(self.points(way).collect())
    }

    /// As the engine uses them, for a process with such caches. Methods that were not measured are
    /// never chosen.
    pub fn costs(&self, origin: &str, caches: &Caches) -> Costs {
        let mut costs = Costs::unknown();
        costs.origin = origin.to_owned();
        costs.piece_ns = self.piece_ns();
        costs.sparing_min = self.sparing_min(caches);
        costs.spares_in_order = self.spares_in_order();
        // To ask takes no time back.
        let asked = self.curve(MeasuredMethod::By(Method::Ring));
        costs.unasked =
            Curve::through(self.points(MeasuredMethod::Unasked).map(|(bytes, ns)| (bytes, ns.min(asked.ns(bytes)))).collect());
        costs.set(Method::Ring, self.ring(costs.sparing_min, caches));
        let (read, cooperative) = (
            self.points(MeasuredMethod::By(Method::Read)).collect::<Vec<_>>(),
            self.points(MeasuredMethod::By(Method::Cooperative)).collect::<Vec<_>>(),
        );
        let far = self.far(MeasuredMethod::FarCooperative, &cooperative, ASSUMED_SLOWDOWN);
        let far_read = far * proportion(&read, &cooperative);
        costs.set(Method::Read, beyond(&read, far_read, caches));
        let has_own = [Method::Ring, Method::Read, Method::Cooperative];
        let measured = Method::ALL.into_iter().filter(|method| method.row().measured.is_some());
        for method in measured.filter(|method| !has_own.contains(method)) {
            let points = self.as_long_as(&read, self.points(MeasuredMethod::By(method)).collect());
            costs.set(method, beyond(&points, far_read * proportion(&points, &read), caches));
        }
        costs.set(Method::Cooperative, beyond(&cooperative, far, caches));
        let (read, cooperative) = (
            self.points(MeasuredMethod::HugeRead).collect::<Vec<_>>(),
            self.points(MeasuredMethod::HugeCooperative).collect::<Vec<_>>(),
        );
        let far = self.far(MeasuredMethod::FarHugeCooperative, &cooperative, ASSUMED_SLOWDOWN);
        costs.set_in_huge_pages(Method::Read, slowly_beyond(&read, far * proportion(&read, &cooperative), caches));
        let cooperative: Vec<_> = cooperative.iter().map(|(bytes, ns)| (*bytes, ns + BETWEEN_PROCESSES_NS)).collect();
        costs.set_in_huge_pages(Method::Cooperative, slowly_beyond(&cooperative, far, caches));
        let (read, cooperative) = (
            self.points(MeasuredMethod::SharedRead).collect::<Vec<_>>(),
            self.points(MeasuredMethod::SharedCooperative).collect::<Vec<_>>(),
        );
        let far = self.far(MeasuredMethod::FarSharedCooperative, &cooperative, ASSUMED_SLOWDOWN);
        costs.set_in_shared_heaps(Method::Read, beyond(&read, far * proportion(&read, &cooperative), caches));
        costs.set_in_shared_heaps(Method::Cooperative, beyond(&cooperative, far, caches));
        costs
    }

    /// `points` of a way that was not measured for long messages, and what these take if a byte of
    /// them is as much dearer as it is in `read`: the system copies here as there.
    fn as_long_as(&self, read: &[(u64, f64)], mut points: Vec<(u64, f64)>) -> Vec<(u64, f64)> {
        if let Some(last) = points.last().copied() {
            let times = last.1 / self.curve(MeasuredMethod::By(Method::Read)).ns(last.0);
            points.extend(read.iter().filter(|point| point.0 > last.0).map(|(bytes, ns)| (*bytes, times * ns)));
        }
        points
    }

    /// Whether stores past the caches are far cheaper in one page after the other. The other
    /// measurements of them are by the order that is.
    pub fn spares_in_order(&self) -> bool {
        let side_by_side = self.curve(MeasuredMethod::Sparing);
        let is_measured = !side_by_side.points().is_empty();
        is_measured && self.points(MeasuredMethod::InOrder).any(|(bytes, ns)| 1.5 * ns < side_by_side.ns(bytes))
    }

    /// What messages past the caches take.
    fn sparing(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        let in_order: Vec<_> = self.points(MeasuredMethod::InOrder).filter(|_| self.spares_in_order()).collect();
        let others = self.points(MeasuredMethod::Sparing);
        others.map(move |point| in_order.iter().copied().find(|better| better.0 == point.0).unwrap_or(point))
    }

    /// From how many bytes on the receiver of a message through the ring stores past its caches:
    /// where they are worth sparing, and it costs at most half as much again as far as was
    /// measured, which caches still hold. Beyond, plain stores cost as much again when lines leave
    /// the caches: on an EPYC (Zen 4) 4 MiB take 251 us past the caches and 184 through them, 16
    /// MiB 1.0 and 1.45 ms.
    fn sparing_min(&self, caches: &Caches) -> u64 {
        let (usual, sparing) = (self.curve(MeasuredMethod::By(Method::Ring)), Curve::through(self.sparing().collect()));
        let is_cheap = |bytes: &u64| sparing.ns(*bytes).is_finite() && sparing.ns(*bytes) <= 1.5 * usual.ns(*bytes);
        let sizes = (20..=26).flat_map(|bits| [1u64 << bits, 3 << (bits - 1)]);
        sizes.filter(|bytes| *bytes >= caches.dma_min).find(is_cheap).unwrap_or(u64::MAX)
    }

    /// What messages through the ring take. The longest are in no cache when they are measured, and
    /// it takes some twenty more of them to be: no longer than past the caches, which does not
    /// depend on that, do they take in a program that sends them again and again.
    fn ring(&self, sparing_min: u64, caches: &Caches) -> Curve {
        let past_caches: Vec<_> = self.sparing().collect();
        let bounded = |(bytes, ns): (u64, f64)| {
            let bound = past_caches.iter().find(|point| point.0 == bytes).map_or(ns, |point| point.1);
            (bytes, ns.min(bound))
        };
        let near = self.points(MeasuredMethod::By(Method::Ring)).filter(|point| point.0 < sparing_min).map(bounded);
        let sparing = self.sparing().filter(|point| point.0 >= sparing_min);
        let points: Vec<_> = near.chain(sparing).collect();
        beyond(&points, self.far(MeasuredMethod::FarSparing, &points, 1.0), caches)
    }

    /// Nanoseconds for a byte that is in no cache: as measured, or else so many times as long as
    /// the longest of `near` took.
    fn far(&self, way: MeasuredMethod, near: &[(u64, f64)], slowdown: f64) -> f64 {
        let near_ns = near.last().map_or(0.0, byte_ns);
        self.points(way).last().as_ref().map_or(slowdown * near_ns, byte_ns).max(near_ns)
    }

    /// From which length on which method is chosen for dense data on two processors: bytes and
    /// methods, the shortest first.
    pub fn choices(&self, caches: &Caches, backing: Backing) -> Vec<(u64, Method)> {
        let costs = self.costs("", caches);
        let mut choices: Vec<(u64, Method)> = Vec::new();
        // Eighths of powers of two.
        for bytes in (13..27).flat_map(|bits| (8..16).map(move |eighths| eighths << (bits - 3))) {
            let method = costs.choose(Methods::ALL, &alone(bytes, backing)).0;
            if choices.last().is_none_or(|(_, last)| *last != method) {
                choices.push((bytes, method));
            }
        }
        choices
    }

    /// As [`Table::choices`], with the times that decide.
    pub fn crossings(&self, caches: &Caches, backing: Backing) -> Vec<Crossing> {
        let costs = self.costs("", caches);
        let ns = |method: Method, bytes: u64| costs.ns(method, &alone(bytes, backing));
        let mut before = None;
        let crossing = |(bytes, method): (u64, Method)| {
            let other = before.replace(method);
            Crossing { bytes, method, ns: ns(method, bytes), before: other.map(|other| (other, ns(other, bytes))) }
        };
        self.choices(caches, backing).into_iter().map(crossing).collect()
    }

    /// Whether there was time to measure everything that the choice among methods needs: all but
    /// the longest messages, data in no cache, and pipes.
    pub fn is_complete(&self) -> bool {
        let needed = 2..SIZES.len() - 1;
        self.ns[MeasuredMethod::By(Method::Cooperative).row()][needed].iter().all(|ns| *ns > 0)
            && self.ns[MeasuredMethod::Eager.row()][0] > 0
    }

    /// Whether nothing is left to measure.
    pub fn is_whole(&self) -> bool {
        measure::everything().all(|(column, _, way)| self.ns[way.row()][column] > 0)
    }

    /// What another piece costs where the system copies, in nanoseconds.
    fn piece_ns(&self) -> f64 {
        let dense = self.curve(MeasuredMethod::By(Method::Read));
        let each =
            self.points(MeasuredMethod::Pieces).map(|(bytes, ns)| (ns - dense.ns(bytes)) / surplus(bytes, bytes / PIECE) as f64);
        each.fold(0.0, f64::max)
    }

    /// What it takes to read two lengths from another process, in ns, as `Read` or another way of
    /// that kind was measured, without the messages around it; `None` where it was not, or where
    /// the messages alone are said to take as long.
    pub fn reads(&self, way: MeasuredMethod) -> Option<[(u64, u64); 2]> {
        let messages_ns = 2.0 * f64::from(self.message_costs()?.message_ns);
        let read = |bytes: u64| self.points(way).find(|point| point.0 == bytes);
        let apart = |(bytes, ns): (u64, f64)| (ns > messages_ns).then_some((bytes, (ns - messages_ns) as u64));
        Some([apart(read(SIZES[2])?)?, apart(read(SIZES[3])?)?])
    }

    /// What short messages within the machine take, and a byte of longer ones, for the choice among
    /// algorithms of collective operations; `None` where that was not measured.
    pub fn message_costs(&self) -> Option<WayCosts> {
        let (eager, ring) = (self.curve(MeasuredMethod::Eager), self.curve(MeasuredMethod::Unasked));
        let &[(short, short_ns), .., (long, long_ns)] = eager.points() else { return None };
        let byte_ns = (long_ns - short_ns).max(0.0) / (long - short) as f64;
        let message_ns = (short_ns - byte_ns * short as f64).max(LEAST_MESSAGE_NS);
        let assumed = MessageCosts::ASSUMED.near;
        let start_ns = message_ns * f64::from(assumed.start_ns) / f64::from(assumed.message_ns);
        let ring_ns = ring.points().last().filter(|point| point.0 > long)?;
        let byte_ps = 1e3 * self::byte_ns(ring_ns);
        Some(WayCosts { message_ns: message_ns as u32, start_ns: start_ns as u32, byte_ps: byte_ps as u32 })
    }

    /// The longest message that is cheaper eagerly than by the best method for large messages, in
    /// bytes; `None` where that was not measured.
    pub fn eager_max(&self) -> Option<usize> {
        let (eager, read) = (self.curve(MeasuredMethod::Eager), self.curve(MeasuredMethod::By(Method::Read)));
        let others = [self.curve(MeasuredMethod::By(Method::Ring)), self.curve(MeasuredMethod::Unasked)];
        let large = |bytes| others.iter().map(|other| other.ns(bytes)).fold(read.ns(bytes), f64::min);
        if eager.points().is_empty() || read.points().is_empty() {
            return None;
        }
        let (first, last) = (SIZES[0], eager.points().last()?.0);
        let mut crossing = first;
        for bytes in (first..=last).step_by(1024) {
            if eager.ns(bytes) > large(bytes) {
                break;
            }
            crossing = bytes;
        }
        Some(crossing as usize)
    }
}

/// How much longer both ends take where they are not threads of one process, as they are in the
/// measurement, in nanoseconds: 256 KiB, 512 KiB and 1 MiB in huge pages took 8.4, 14.3 and 26 us
/// between processes of an EPYC (Zen 4), and 6.8, 12 and 23 between threads.
const BETWEEN_PROCESSES_NS: f64 = 1500.0;

/// How much longer copies by the system take from memory than from caches where that was not
/// measured: they read what they are about to write.
const ASSUMED_SLOWDOWN: f64 = 1.5;

fn byte_ns(point: &(u64, f64)) -> f64 {
    point.1 / point.0 as f64
}

/// How much longer one takes than the other for the longest message.
fn proportion(one: &[(u64, f64)], other: &[(u64, f64)]) -> f64 {
    one.last().zip(other.last()).map_or(1.0, |(one, other)| (byte_ns(one) / byte_ns(other)).max(1.0))
}

/// A dense message between two processes that have nothing else to do.
fn alone(bytes: u64, backing: Backing) -> Transfer {
    Transfer::dense(bytes, Conditions { backings: Backings::both(backing), ..Conditions::USUAL })
}

/// A curve through `points` that goes on in proportion as long as caches hold the data; beyond, a
/// byte takes `far_ns`.
fn beyond(points: &[(u64, f64)], far_ns: f64, caches: &Caches) -> Curve {
    let far = caches.countable;
    fading(points, far_ns, far / 2, far)
}

/// As [`beyond`], for data in huge pages, which use all sets of the caches alike: small pages lie
/// anywhere, and some of them take the others' place before the caches are full. On an EPYC (Zen 4,
/// 32 MiB) 1, 8, 16 and 64 MiB take 20, 28, 40 and 57 ps a byte by both ends in huge pages, and 39,
/// 63, 75 and 79 in small ones.
fn slowly_beyond(points: &[(u64, f64)], far_ns: f64, caches: &Caches) -> Curve {
    fading(points, far_ns, caches.countable, 8 * caches.countable)
}

/// A curve through `points` that goes on in proportion up to `near` bytes; from `far` bytes on a
/// byte takes `far_ns`.
fn fading(points: &[(u64, f64)], far_ns: f64, near: u64, far: u64) -> Curve {
    let mut points = points.to_vec();
    if let Some(last) = points.last().copied() {
        let near = near.max(last.0);
        let far = far.max(2 * near);
        let at = |bytes: u64, ns: f64| (bytes, bytes as f64 * ns);
        points.extend([at(near, byte_ns(&last)), at(far, far_ns), at(2 * far, far_ns)]);
    }
    Curve::through(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eager 0.2 ns a byte, ring 1 us and 0.1, read 1.5 us and 0.05, and 50 ns a piece.
    fn table() -> Table {
        let mut table = Table::default();
        for (column, bytes) in SIZES.into_iter().enumerate() {
            let line = |start: f64, byte: f64| (start + byte * bytes as f64) as u32;
            table.ns[MeasuredMethod::Eager.row()][column] = if bytes <= 16 << 10 { line(0.0, 0.2) } else { 0 };
            table.ns[MeasuredMethod::By(Method::Ring).row()][column] = line(1000.0, 0.1);
            table.ns[MeasuredMethod::By(Method::Read).row()][column] = line(1500.0, 0.05);
        }
        table.ns[MeasuredMethod::Pieces.row()][4] = (1500.0 + 0.05 * f64::from(256 << 10) + 50.0 * 191.0) as u32;
        table
    }

    const CACHES: Caches = Caches { dma_min: 1 << 20, countable: 32 << 20 };

    #[test]
    fn eager_ends_where_the_first_other_way_is_cheaper() {
        let eager_max = table().eager_max().unwrap();
        assert!((9_000..=10_240).contains(&eager_max), "{eager_max}");
        assert_eq!(Table::default().eager_max(), None);
    }

    #[test]
    fn short_messages_and_reads_are_what_the_curves_say() {
        let mut table = table();
        assert_eq!(
            (table.message_costs(), table.reads(MeasuredMethod::By(Method::Read))),
            (None, None),
            "nobody has sent unasked"
        );
        table.ns[MeasuredMethod::Unasked.row()] = [0, 1000, 2000, 8000, 26_000, 104_858, 0];
        table.ns[MeasuredMethod::Eager.row()] = [500, 700, 1100, 0, 0, 0, 0];
        let costs = table.message_costs().unwrap();
        assert_eq!(costs, WayCosts { message_ns: 300, start_ns: 90, byte_ps: 100 });
        let [(short, short_ns), (long, long_ns)] = table.reads(MeasuredMethod::By(Method::Read)).unwrap();
        assert_eq!([short, long], [16 << 10, 64 << 10]);
        assert_eq!([short_ns, long_ns], [1500 + 819 - 600, 1500 + 3276 - 600], "without the two messages around it");
    }

    #[test]
    fn a_table_without_long_messages_is_incomplete() {
        let mut table = table();
        assert!(!table.is_complete());
        table.ns[MeasuredMethod::By(Method::Cooperative).row()] = [1, 1, 1, 1, 1, 1, 0];
        assert!(table.is_complete());
    }

    #[test]
    fn of_two_measurements_the_shorter_times_stay() {
        let (mut table, mut newer) = (table(), table());
        let row = MeasuredMethod::By(Method::Ring).row();
        (table.ns[row], newer.ns[row]) = ([5, 0, 7, 0, 99, 8, 9], [4, 3, 8, 0, 0, 9, 9]);
        table.improve(&newer);
        assert_eq!(table.ns[row], [3, 3, 7, 0, 8, 8, 9]);
    }

    #[test]
    fn pieces_cost_what_they_take_more() {
        let costs = table().costs("test", &CACHES);
        assert!((costs.piece_ns - 50.0).abs() < 0.1, "{}", costs.piece_ns);
    }

    #[test]
    fn choices_change_where_costs_cross() {
        let choices = table().choices(&CACHES, Backing::SmallPages);
        assert_eq!(choices.iter().map(|choice| choice.1).collect::<Vec<_>>(), [Method::Ring, Method::Read]);
        assert!((9_000..=11_000).contains(&choices[1].0), "{choices:?}");
    }

    #[test]
    fn a_crossing_says_what_decided_it() {
        let crossings = table().crossings(&CACHES, Backing::SmallPages);
        assert_eq!((crossings[0].method, crossings[0].before), (Method::Ring, None));
        let (other, other_ns) = crossings[1].before.unwrap();
        assert_eq!((crossings[1].method, other), (Method::Read, Method::Ring));
        assert!(crossings[1].ns < other_ns && other_ns < 1.1 * crossings[1].ns);
    }

    #[test]
    fn what_was_not_measured_is_never_chosen() {
        let costs = table().costs("test", &CACHES);
        assert_eq!(costs.curve(Method::Cooperative).ns(1 << 20), f64::INFINITY);
        assert!((costs.curve(Method::Ring).ns(1 << 20) - 105_857.0).abs() < 2.0);
    }

    /// Stores past the caches take twice as long at 1 MiB and nine tenths as long at 4; from memory
    /// they do no worse, others three times as bad.
    fn table_with_sparing() -> Table {
        let mut table = table();
        let ring = table.ns[MeasuredMethod::By(Method::Ring).row()];
        table.ns[MeasuredMethod::By(Method::Cooperative).row()] = ring.map(|ns| ns / 2);
        table.ns[MeasuredMethod::Sparing.row()] = [0, 0, 0, 0, 0, 2 * ring[5], ring[6] / 10 * 9];
        table.ns[MeasuredMethod::FarSparing.row()][4] = ring[4];
        table.ns[MeasuredMethod::FarCooperative.row()][4] = 3 * ring[4] / 2;
        table
    }

    #[test]
    fn caches_are_spared_from_where_it_costs_little_and_not_below_dma_min() {
        let sparing_min = table_with_sparing().costs("", &CACHES).sparing_min;
        assert!((2 << 20..=4 << 20).contains(&sparing_min), "{sparing_min}");
        let large = Caches { dma_min: 16 << 20, ..CACHES };
        assert_eq!(table_with_sparing().costs("", &large).sparing_min, 16 << 20);
        assert_eq!(table().costs("", &CACHES).sparing_min, u64::MAX);
        assert_eq!(Table::default().costs("", &CACHES).sparing_min, u64::MAX);
    }

    #[test]
    fn a_ring_takes_no_longer_than_past_the_caches() {
        let mut table = table_with_sparing();
        let sparing = table.ns[MeasuredMethod::Sparing.row()];
        let ring = table.costs("", &Caches { dma_min: 64 << 20, ..CACHES });
        assert_eq!(ring.curve(Method::Ring).ns(SIZES[6]), f64::from(sparing[6]));
        assert!(ring.curve(Method::Ring).ns(SIZES[5]) < f64::from(sparing[5]), "which costs more there");
        table.ns[MeasuredMethod::Sparing.row()] = [0; SIZES.len()];
        assert!(table.costs("", &CACHES).curve(Method::Ring).ns(SIZES[6]) > f64::from(sparing[6]));
    }

    #[test]
    fn pipes_are_no_cheaper_for_long_messages_because_nobody_measured_them() {
        let mut table = table();
        let reading = &mut table.ns[MeasuredMethod::By(Method::Read).row()];
        // Four times the bytes take eight times as long.
        reading[6] = 8 * reading[5];
        let piped = reading[5] * 2;
        table.ns[MeasuredMethod::By(Method::Vmsplice).row()][5] = piped;
        let curve = table.costs("", &CACHES);
        assert_eq!(curve.curve(Method::Vmsplice).ns(4 << 20), f64::from(8 * piped));
        assert!(curve.curve(Method::Vmsplice).ns(64 << 20) >= curve.curve(Method::Read).ns(64 << 20));
    }

    #[test]
    fn pages_go_one_by_one_past_the_caches_where_that_is_far_cheaper() {
        let mut table = table_with_sparing();
        let side_by_side = table.ns[MeasuredMethod::Sparing.row()][5];
        for (in_order, is_better) in [(side_by_side * 9 / 10, false), (side_by_side / 4, true)] {
            table.ns[MeasuredMethod::InOrder.row()][5] = in_order;
            let costs = table.costs("", &CACHES);
            assert_eq!(costs.spares_in_order, is_better);
            assert_eq!(costs.sparing_min == 1 << 20, is_better, "{}", costs.sparing_min);
        }
        table.ns[MeasuredMethod::Sparing.row()] = [0; SIZES.len()];
        assert!(!table.spares_in_order());
    }

    /// Half of what both copying takes is that of pages.
    #[test]
    fn huge_pages_are_chosen_for_and_caches_hold_more_of_them() {
        let mut table = table_with_sparing();
        let small = table.ns[MeasuredMethod::By(Method::Cooperative).row()];
        table.ns[MeasuredMethod::HugeCooperative.row()] = [0, 0, small[2] / 2, small[3] / 2, small[4] / 2, small[5] / 2, 0];
        let costs = table.costs("", &CACHES);
        let ns = |bytes, huge| costs.ns(Method::Cooperative, &alone(bytes, huge));
        let growth = |from: u64, times: u64, huge| ns(times * from, huge) / ns(from, huge) / times as f64;
        let (neither, both) = (Backing::SmallPages, Backing::HugePages);
        assert!((growth(1 << 20, 32, both) - 1.0).abs() < 0.02 && growth(1 << 20, 32, neither) > 1.2);
        assert!((growth(CACHES.countable, 2, neither) - 1.0).abs() < 0.02 && growth(CACHES.countable, 2, both) > 1.05);
        assert!((growth(8 * CACHES.countable, 2, both) - 1.0).abs() < 0.02);
        let choice = |huge| costs.choose(Methods::ALL, &alone(CACHES.countable, huge)).0;
        assert_eq!((choice(neither), choice(both)), (Method::Ring, Method::Cooperative));
    }

    #[test]
    fn what_no_cache_holds_goes_by_what_is_cheaper_from_memory() {
        let choices = table_with_sparing().choices(&CACHES, Backing::SmallPages);
        let (from, last) = *choices.last().unwrap();
        assert_eq!(last, Method::Ring, "{choices:?}");
        assert!((16 << 20..=32 << 20).contains(&from), "{choices:?}");
        let small = table_with_sparing().choices(&Caches { countable: 12 << 20, ..CACHES }, Backing::SmallPages);
        assert!((6 << 20..=12 << 20).contains(&small.last().unwrap().0), "{small:?}");
    }
}
