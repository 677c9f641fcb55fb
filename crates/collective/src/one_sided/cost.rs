//! What algorithms by puts cost, in the words of [`Cost`]: bytes that leave a rank, and bytes that
//! it copies.

use super::{allgather, by_nodes, reduction};
use crate::select::{Cost, MessageReach, Query};

/// How an allgather at distances 1, 2, 4, ... of blocks of equal length goes on: steps through
/// collective buffers and steps from window to window.
struct Doubling {
    /// Blocks that a rank has after the steps through collective buffers.
    gathered: f64,
    /// Steps from window to window.
    direct: f64,
}

impl Doubling {
    fn of(q: &Query) -> Doubling {
        let (block, copy_below) = (q.bytes / u64::from(q.ranks), q.one_sided.map_or(0, |puts| puts.copy_below));
        let gathered = f64::from(allgather::gathered_in_buffer(q.ranks, block, copy_below));
        Doubling { gathered, direct: q.log() - gathered.log2().ceil() }
    }

    /// The one exchange of addresses: a step of its own only if no other comes before.
    fn announcing(&self) -> f64 {
        if self.direct > 0.0 && self.gathered == 1.0 { 1.0 } else { 0.0 }
    }

    /// Bytes that go into collective buffers and out again.
    fn copied(&self, q: &Query) -> f64 {
        if self.gathered > 1.0 { (1.0 + self.gathered) * q.b() / q.n() } else { 0.0 }
    }
}

pub(crate) fn barrier(q: &Query) -> Cost {
    Cost::of(q.log(), q.n() * q.log()).by_puts()
}

pub(crate) fn allgather(q: &Query) -> Cost {
    let steps = Doubling::of(q);
    let (rounds, puts) = (q.log() + steps.announcing(), q.log() + steps.direct);
    Cost::of(rounds, q.n() * puts).moving(q.most(), (q.n() - 1.0) * q.b()).copying(steps.copied(q)).by_puts()
}

/// As doubling; some steps put two pieces.
pub(crate) fn allgather_circulant(q: &Query) -> Cost {
    let cost = allgather(q);
    let pieces = Doubling::of(q).direct / 2.0;
    Cost { messages: cost.messages + q.n() * pieces, ..cost }
}

pub(crate) fn allgather_ring(q: &Query) -> Cost {
    let (rounds, messages) = (q.n(), q.n() * (q.n() - 1.0));
    Cost::of(rounds, messages).moving(q.most(), (q.n() - 1.0) * q.b()).around().by_puts()
}

/// To the leader and back by copies between two memories, among leaders by puts.
pub(crate) fn allgather_by_nodes(q: &Query) -> Cost {
    let (ranks, nodes) = q.spread.map_or((1.0, 1.0), |spread| (f64::from(spread.largest), f64::from(spread.nodes)));
    let steps = nodes.log2().ceil();
    // The leader copies everything to each other rank of its node.
    let within_ns = 2.0 * WITHIN_NS + (ranks - 1.0) * (2.0 * EACH_NS + q.b() * WITHIN_BYTE_NS);
    // Each step announces and puts, in one piece or two, the first one in one.
    let messages = nodes * (2.5 * steps - 0.5);
    let far = Cost::of(steps + 1.0, messages).moving(q.b() * (nodes - 1.0) / nodes, (nodes - 1.0) * q.b());
    Cost { within_ns, way: MessageReach::Leaders, ..far }.by_puts()
}

pub(crate) fn barrier_by_nodes(q: &Query) -> Cost {
    let (ranks, nodes) = q.spread.map_or((1.0, 1.0), |spread| (f64::from(spread.largest), f64::from(spread.nodes)));
    let steps = nodes.log2().ceil();
    let within_ns = 2.0 * WITHIN_NS + (ranks - 1.0) * EACH_NS;
    Cost { within_ns, way: MessageReach::Leaders, ..Cost::of(steps, nodes * steps) }.by_puts()
}

/// Nodes and ranks of the largest, as numbers.
fn shape(q: &Query) -> (f64, f64) {
    q.spread.map_or((1.0, 1.0), |spread| (f64::from(spread.nodes), f64::from(spread.largest)))
}

/// To the leaders and back, where a leader moves so many bytes for each rank of its node.
fn within(ranks: f64, bytes: f64) -> f64 {
    2.0 * WITHIN_NS + (ranks - 1.0) * (2.0 * EACH_NS + bytes * WITHIN_BYTE_NS)
}

pub(crate) fn bcast_by_nodes(q: &Query) -> Cost {
    let (nodes, ranks) = shape(q);
    let within_ns = within(ranks, q.b()) + q.b() * WITHIN_BYTE_NS;
    let in_pieces = q.one_sided.is_some_and(|puts| by_nodes::goes_in_pieces(puts, nodes as u32, q.bytes));
    let far = match in_pieces {
        true => Cost::of(3.0, 3.0 * nodes * (nodes - 1.0)).moving(2.0 * q.b(), (nodes + 1.0) * q.b()),
        false => {
            Cost::of(nodes.log2().ceil(), nodes * nodes.log2().ceil()).moving(nodes.log2().ceil() * q.b(), (nodes - 1.0) * q.b())
        }
    };
    Cost { within_ns, way: MessageReach::Leaders, ..far }.by_puts()
}

pub(crate) fn allreduce_by_nodes(q: &Query) -> Cost {
    let (nodes, ranks) = shape(q);
    let far = allreduce_doubling(&Query { ranks: nodes as u32, ..*q });
    let within_ns = within(ranks, 2.0 * q.b()) + (ranks - 1.0) * q.b() * REDUCED_BYTE_NS;
    Cost { within_ns, way: MessageReach::Leaders, ..far }
}

pub(crate) fn alltoall_by_nodes(q: &Query) -> Cost {
    let (nodes, ranks) = shape(q);
    let row = q.n() * q.b();
    let bytes = ranks * (q.n() - ranks) * q.b();
    let pieces = ranks * (nodes + q.n()) * PIECE_NS;
    let within_ns = within(ranks, 2.0 * row) + pieces;
    let far = Cost::of(2.0, 2.0 * nodes * (nodes - 1.0)).moving(bytes, nodes * bytes).copying(3.0 * ranks * row);
    Cost { within_ns, way: MessageReach::Leaders, ..far }.by_puts()
}

/// Combining a byte.
const REDUCED_BYTE_NS: f64 = 0.1;
/// A short piece that a leader copies from one place to another, with the step that says so.
const PIECE_NS: f64 = 40.0;

/// A put to a rank of the same node with its signal, which is a packet.
const WITHIN_NS: f64 = 600.0;
/// Every further one of a leader.
const EACH_NS: f64 = 200.0;
/// A byte of it.
const WITHIN_BYTE_NS: f64 = 0.08;

/// Everybody puts to everybody, `times` times; each time announced, unless it goes through
/// collective buffers.
fn linear(q: &Query, times: f64, is_short: bool) -> Cost {
    let puts = times * (q.n() - 1.0);
    let announced = if is_short { 1.0 } else { 2.0 };
    Cost::of(times - 1.0 + announced, announced * puts * q.n()).at_one(announced * puts).by_puts()
}

fn fits(q: &Query, bytes: f64) -> bool {
    q.one_sided.is_some_and(|puts| bytes <= puts.buffer_max() as f64)
}

pub(crate) fn allgather_linear(q: &Query) -> Cost {
    let is_short = fits(q, q.b());
    let copied = if is_short { q.b() } else { 0.0 };
    linear(q, 1.0, is_short).moving(q.most(), (q.n() - 1.0) * q.b()).copying(copied)
}

pub(crate) fn alltoall(q: &Query) -> Cost {
    let is_short = fits(q, q.n() * q.b());
    let copied = if is_short { 2.0 * q.n() * q.b() } else { 0.0 };
    linear(q, 1.0, is_short).moving(q.n() * q.b(), q.n() * q.n() * q.b()).copying(copied)
}

pub(crate) fn alltoallv(q: &Query) -> Cost {
    linear(q, 1.0, false)
}

pub(crate) fn bcast(q: &Query) -> Cost {
    linear(q, 2.0, false).moving(2.0 * q.most(), (q.n() + 1.0) * q.b())
}

pub(crate) fn reduce_scatter(q: &Query) -> Cost {
    linear(q, 1.0, false).moving(q.most(), (q.n() - 1.0) * q.b()).reducing(q.most(), (q.n() - 1.0) * q.b())
}

pub(crate) fn allreduce_linear(q: &Query) -> Cost {
    linear(q, 2.0, false).moving(2.0 * q.most(), 2.0 * (q.n() - 1.0) * q.b()).reducing(q.most(), (q.n() - 1.0) * q.b())
}

pub(crate) fn allreduce_doubling(q: &Query) -> Cost {
    let steps = q.folded() * q.log();
    Cost::of(steps, q.n() * q.log())
        .moving(steps * q.b(), q.n() * q.log() * q.b())
        .copying(2.0 * steps * q.b())
        .reducing(steps * q.b(), q.n() * q.log() * q.b())
        .by_puts()
}

/// Whether the vectors of [`reduction::allreduce_doubling`] fit in collective buffers.
pub(crate) fn doubling_fits(q: &Query) -> bool {
    q.one_sided.is_some_and(|puts| reduction::doubling_bytes(q.ranks, q.bytes) <= puts.buffer_max())
}

/// The same of [`by_nodes::allreduce`].
pub(crate) fn doubling_of_nodes_fits(q: &Query) -> bool {
    q.spread.is_some_and(|spread| doubling_fits(&Query { ranks: spread.nodes, ..*q }))
}
