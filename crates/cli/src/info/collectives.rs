//! The algorithms of collective operations: what each needs, what it is estimated to cost, and from
//! which size on it is chosen.

use std::sync::LazyLock;

use ferry_collective::{AreaUse, Collective, INTER, MessageCosts, Query, select};
use serde::Serialize;

/// Numbers of ranks for which costs are told: a power of two, and one that is not.
pub const RANKS: [u32; 2] = [8, 13];
/// Sizes for which costs are told.
const SIZES: [u64; 4] = [8, 1 << 10, 32 << 10, 1 << 20];
/// The largest size that is tried in search of the ranges, as a power of two.
const SIZE_BITS_MAX: u32 = 26;

/// A collective operation and its algorithms.
#[derive(Debug, Serialize)]
pub struct Operation {
    pub operation: String,
    pub algorithms: Vec<Algorithm>,
    /// Which algorithm is chosen.
    pub ranges: Vec<Range>,
}

#[derive(Debug, Serialize)]
pub struct Algorithm {
    pub name: &'static str,
    pub about: String,
    /// What it needs; nothing if it is empty.
    pub requires: &'static str,
    pub costs: Vec<Cost>,
}

/// What the model of a machine says, for ranks of one node that have a processor each.
#[derive(Debug, Serialize)]
pub struct Cost {
    pub ranks: u32,
    pub bytes: u64,
    pub estimated_us: f64,
}

/// From this size on, the algorithm is the cheapest.
#[derive(Debug, Serialize)]
pub struct Range {
    pub ranks: u32,
    /// The ranks are on one node, and the call blocks. If not, calls go by messages.
    pub over_area: bool,
    pub from_bytes: u64,
    pub algorithm: &'static str,
}

/// All operations, within one group and between two.
pub fn list() -> Vec<Operation> {
    let within = Collective::ALL.into_iter().map(|collective| operation(collective, false));
    let between = Collective::ALL.into_iter().filter(|collective| !collective.algorithms_between_groups().is_empty());
    within.chain(between.map(|collective| operation(collective, true))).collect()
}

fn operation(collective: Collective, between_groups: bool) -> Operation {
    let (prefix, algorithms) = match between_groups {
        true => (INTER, collective.algorithms_between_groups()),
        false => ("", collective.algorithms()),
    };
    let algorithm = |algorithm: &ferry_collective::Algorithm| Algorithm {
        name: algorithm.name,
        about: algorithm.about.to_owned(),
        requires: algorithm.requires.describe(),
        costs: costs(collective, between_groups, algorithm),
    };
    Operation {
        operation: format!("{prefix}{}", collective.name()),
        algorithms: algorithms.iter().map(algorithm).collect(),
        ranges: RANKS.into_iter().flat_map(|ranks| all_ranges(collective, between_groups, ranks)).collect(),
    }
}

/// What messages cost on this machine.
static COSTS: LazyLock<MessageCosts> = LazyLock::new(ferry_calibrate::message_costs);

fn query(collective: Collective, between_groups: bool, ranks: u32, bytes: u64) -> Query {
    let costs = if between_groups { MessageCosts::ASSUMED } else { *COSTS };
    let (longest, commutative, processors, spread, one_sided, shared_area) = (0, true, None, None, None, None);
    Query { collective, between_groups, ranks, bytes, longest, commutative, processors, spread, one_sided, shared_area, costs }
}

fn costs(collective: Collective, between_groups: bool, algorithm: &ferry_collective::Algorithm) -> Vec<Cost> {
    let points = RANKS.into_iter().flat_map(|ranks| SIZES.into_iter().map(move |bytes| (ranks, bytes)));
    let shared_area = algorithm.is_over_shared_area().then_some(AreaUse::Blocking);
    let queries = points.map(|(ranks, bytes)| Query { shared_area, ..query(collective, between_groups, ranks, bytes) });
    let possible = queries.filter(|query| algorithm.requires.met_by(query));
    let cost = |query: Query| {
        let estimated_us = (algorithm.cost)(&query).time_ns(&query) / 1000.0;
        Cost { ranks: query.ranks, bytes: query.bytes, estimated_us }
    };
    possible.map(cost).collect()
}

/// Over the shared area of a node, where there is one, and by messages.
fn all_ranges(collective: Collective, between_groups: bool, ranks: u32) -> Vec<Range> {
    let by_messages = query(collective, between_groups, ranks, 0);
    let over_area = Query { shared_area: Some(AreaUse::Blocking), ..by_messages };
    let has_area = by_messages.algorithms().iter().any(ferry_collective::Algorithm::is_over_shared_area);
    has_area.then(|| ranges(over_area)).into_iter().flatten().chain(ranges(by_messages)).collect()
}

fn ranges(query: Query) -> Vec<Range> {
    let over_area = query.shared_area.is_some();
    let sizes = std::iter::once(0).chain((0..=SIZE_BITS_MAX).map(|bits| 1 << bits));
    let mut ranges: Vec<Range> = Vec::new();
    for from_bytes in sizes {
        let algorithm = select(&Query { bytes: from_bytes, ..query }).name;
        if ranges.last().is_none_or(|last| last.algorithm != algorithm) {
            ranges.push(Range { ranks: query.ranks, over_area, from_bytes, algorithm });
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Operation {
        list().into_iter().find(|operation| operation.operation == name).expect("such an operation")
    }

    #[test]
    fn ranges_begin_at_nothing_and_name_algorithms_whose_needs_are_met() {
        for operation in list() {
            for alike in operation.ranges.chunk_by(|a, b| (a.ranks, a.over_area) == (b.ranks, b.over_area)) {
                assert_eq!(alike[0].from_bytes, 0, "{}", operation.operation);
                assert!(alike.is_sorted_by_key(|range| range.from_bytes));
            }
            for range in &operation.ranges {
                let algorithm = operation.algorithms.iter().find(|algorithm| algorithm.name == range.algorithm).expect("known");
                assert!(algorithm.costs.iter().any(|cost| cost.ranks == range.ranks), "{} {range:?}", operation.operation);
            }
        }
    }

    #[test]
    fn ranks_of_one_node_share_memory() {
        let bcast = named("bcast");
        let over_area: Vec<_> = bcast.ranges.iter().filter(|range| range.over_area).map(|range| range.algorithm).collect();
        assert_eq!(over_area, ["direct"; RANKS.len()]);
        let row = bcast.algorithms.iter().find(|algorithm| algorithm.name == "direct").expect("a row");
        assert!(row.costs.len() == 8 && row.costs.iter().all(|cost| cost.estimated_us > 0.0), "{row:?}");
        let others = [named("neighbor_alltoall"), named("inter_bcast")];
        assert!(others.iter().flat_map(|operation| &operation.ranges).all(|range| !range.over_area));
    }

    #[test]
    fn needs_are_told_and_heeded() {
        let allgather = named("allgather");
        let doubling = allgather.algorithms.iter().find(|algorithm| algorithm.name == "doubling").expect("known");
        assert_eq!(doubling.requires, "a number of ranks that is a power of two");
        assert!(doubling.costs.iter().all(|cost| cost.ranks == 8) && !doubling.costs.is_empty());
        assert!(named("allreduce").ranges.iter().any(|range| range.from_bytes > 1000), "long vectors go another way");
    }
}
