//! What algorithms for several nodes cost: their parts, each as if it were a call of its own.

use crate::nodes::Spread;
use crate::select::{Cost, MessageReach, Query, select};
use crate::table::Collective;

/// What every part within a node costs besides: ranks wait for each other, whose processor may do
/// something else.
const PART_NS: f64 = 6000.0;
/// Factor on the time of a part within a node: its ranks share memory and perhaps processors.
const CROWDED: f64 = 2.0;

/// A part within the node with most ranks, in nanoseconds.
fn within_ns(q: &Query, collective: Collective, bytes: f64) -> f64 {
    let ranks = q.spread.map_or(1, |spread| spread.largest);
    let part = Query { collective, ranks, bytes: bytes as u64, spread: None, one_sided: None, ..*q };
    PART_NS + CROWDED * (select(&part).cost)(&part).time_ns(&part)
}

/// Packing so many bytes and the like, in nanoseconds.
fn copies_ns(q: &Query, bytes: f64) -> f64 {
    PART_NS + CROWDED * Cost::of(0.0, 0.0).moving(bytes, 0.0).time_ns(&Query { spread: None, processors: None, ..*q })
}

/// A part among one rank of each node, `at_once` of which go on at the same time.
fn between(q: &Query, collective: Collective, bytes: f64, at_once: f64) -> Cost {
    let nodes = q.spread.map_or(1, |spread| spread.nodes);
    let apart = Spread { adapters: q.adapters(), ..Spread::apart(nodes) };
    let part = Query { collective, ranks: nodes, bytes: bytes as u64, spread: Some(apart), one_sided: None, ..*q };
    let cost = (select(&part).cost)(&part);
    let (messages, traffic) = (cost.messages * at_once, cost.traffic * at_once);
    Cost { messages, traffic, way: MessageReach::Leaders, ..cost }
}

fn and_within(cost: Cost, within_ns: f64) -> Cost {
    Cost { within_ns, ..cost }
}

/// Ranks of a node, and nodes.
fn slots(q: &Query) -> (f64, f64) {
    q.spread.map_or((1.0, 1.0), |spread| (f64::from(spread.largest), f64::from(spread.nodes)))
}

pub(crate) fn barrier(q: &Query) -> Cost {
    and_within(between(q, Collective::Barrier, 0.0, 1.0), 2.0 * within_ns(q, Collective::Bcast, 0.0))
}

pub(crate) fn bcast(q: &Query) -> Cost {
    and_within(between(q, Collective::Bcast, q.b(), 1.0), within_ns(q, Collective::Bcast, q.b()))
}

pub(crate) fn gather(q: &Query) -> Cost {
    let (ranks, nodes) = slots(q);
    let bytes = (q.n() - ranks) * q.b();
    let far = Cost::of(1.0, nodes - 1.0).moving(bytes, bytes);
    and_within(Cost { way: MessageReach::Leaders, ..far }, within_ns(q, Collective::Gather, q.b()))
}

pub(crate) fn scatter(q: &Query) -> Cost {
    gather(q)
}

pub(crate) fn allgather(q: &Query) -> Cost {
    let within = within_ns(q, Collective::Gather, q.b() / q.n()) + within_ns(q, Collective::Bcast, q.b());
    and_within(between(q, Collective::Allgather, q.b(), 1.0), within)
}

pub(crate) fn allgather_by_slots(q: &Query) -> Cost {
    let (ranks, _) = slots(q);
    let within = within_ns(q, Collective::Allgather, q.b()) + copies_ns(q, 2.0 * q.b());
    and_within(between(q, Collective::Allgather, q.b() / ranks, ranks), within)
}

pub(crate) fn alltoall_by_slots(q: &Query) -> Cost {
    let (ranks, nodes) = slots(q);
    // Every block is copied in and out three times more, also between the two exchanges.
    let within = within_ns(q, Collective::Alltoall, nodes * q.b()) + copies_ns(q, 6.0 * q.n() * q.b()) + PART_NS;
    and_within(between(q, Collective::Alltoall, ranks * q.b(), ranks), within)
}

pub(crate) fn reduce(q: &Query) -> Cost {
    and_within(between(q, Collective::Reduce, q.b(), 1.0), within_ns(q, Collective::Reduce, q.b()))
}

pub(crate) fn allreduce(q: &Query) -> Cost {
    let within = within_ns(q, Collective::Reduce, q.b()) + within_ns(q, Collective::Bcast, q.b());
    and_within(between(q, Collective::Allreduce, q.b(), 1.0), within)
}

pub(crate) fn allreduce_by_slots(q: &Query) -> Cost {
    let (ranks, _) = slots(q);
    let within = within_ns(q, Collective::ReduceScatter, q.b()) + within_ns(q, Collective::Allgatherv, q.b());
    and_within(between(q, Collective::Allreduce, q.b() / ranks, ranks), within)
}

pub(crate) fn reduce_scatter(q: &Query) -> Cost {
    let within = within_ns(q, Collective::Reduce, q.b()) + within_ns(q, Collective::Scatter, q.b() / q.n());
    and_within(between(q, Collective::ReduceScatter, q.b(), 1.0), within)
}

pub(crate) fn scan(q: &Query) -> Cost {
    let within = within_ns(q, Collective::Scan, q.b()) + within_ns(q, Collective::Bcast, q.b());
    and_within(between(q, Collective::Exscan, q.b(), 1.0), within)
}
