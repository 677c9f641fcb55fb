//! Broadcast where ranks share nodes: to the root's leader, among leaders, and within nodes.

use super::{FEW_NODES, NodePosition, WITHIN};
use crate::builder::Builder;
use crate::one_sided::bcast::{Whole, scatter};
use crate::one_sided::{RESULT, announced, data};
use crate::problem::{OneSided, Problem};
use crate::schedule::{Slice, Target};
use crate::tree::ceil_log2;

/// Among leaders in pieces, or down a tree.
pub(crate) fn bcast(b: &mut Builder, p: &Problem) {
    let (place, whole) = (NodePosition::of(p), Whole::new(b, p));
    whole.pack(b, p);
    if place.leads(p) {
        lead(b, p, &place, &whole);
    } else if p.is_root() {
        b.hear(place.leader, announced(WITHIN));
        b.wait();
        b.put(place.leader, whole.all(), Target::Window { slot: 0, offset: 0 }, data(WITHIN));
        b.hear(place.leader, RESULT);
        b.wait();
    } else {
        b.announce(place.leader, place.slot(p.rank), whole.all(), announced(WITHIN));
        b.hear(place.leader, RESULT);
        b.wait();
    }
    whole.unpack(b, p);
}

fn lead(b: &mut Builder, p: &Problem, place: &NodePosition, whole: &Whole) {
    for (rank, _) in place.others() {
        if rank == p.root {
            b.announce(rank, 0, whole.all(), announced(WITHIN));
            b.hear(rank, data(WITHIN));
        } else {
            b.hear(rank, announced(WITHIN));
        }
    }
    b.wait();
    if goes_in_pieces(p.puts(), place.nodes.count(), whole.bytes) {
        place.among_leaders(b, p, |b, p| scatter(b, p, whole));
    } else {
        spread(b, p, place, whole.all());
    }
    for (rank, slot) in place.others() {
        let part = if rank == p.root { Slice::EMPTY } else { whole.all() };
        b.put(rank, part, Target::Window { slot, offset: 0 }, RESULT);
    }
}

/// Leaders signal each other at distances 1, 2, 4, ..., as in a barrier; who has the data by then
/// puts them to who has not.
fn spread(b: &mut Builder, p: &Problem, place: &NodePosition, whole: Slice) {
    let count = place.nodes.count();
    let from_root = (place.node + count - place.nodes.node_of(p.root)) % count;
    if from_root > 0 {
        let step = from_root.ilog2();
        b.announce(place.leader_below(1 << step), step as u16, whole, announced(step));
    }
    for held in place.distances() {
        let (step, above) = (held.ilog2(), place.leader_above(held));
        if from_root < held && from_root + held < count {
            b.hear(above, announced(step));
            b.wait();
            b.put(above, whole, Target::Window { slot: step as u16, offset: 0 }, data(step));
        } else {
            b.signal(above, data(step));
        }
        b.hear(place.leader_below(held), data(step));
        b.wait();
    }
}

/// Whether leaders scatter pieces, which each puts to all others, by what puts cost: that moves
/// everything twice, a tree moves it once a step.
pub(crate) fn goes_in_pieces(puts: OneSided, nodes: u32, bytes: u64) -> bool {
    let costs = puts.costs;
    let (steps, bytes_ps) = (u64::from(ceil_log2(nodes)), bytes.saturating_mul(costs.byte_ps.into()));
    let tree_ns = steps.saturating_mul(u64::from(costs.step_ns) + bytes_ps / 1000);
    let pieces_ns = 3 * u64::from(costs.step_ns) + 3 * u64::from(nodes) * u64::from(costs.start_ns) + 2 * bytes_ps / 1000;
    nodes <= FEW_NODES && pieces_ns < tree_ns
}
