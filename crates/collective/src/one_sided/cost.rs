//! What algorithms by puts cost, in the words of [`Cost`]. Copies of short data are in the bytes
//! moved.

use super::reduction;
use crate::select::{Cost, Query};

/// Steps that announce: the one exchange of addresses, unless all goes through collective buffers.
fn announcing(q: &Query, longest_step: f64) -> f64 {
    if longest_step < q.one_sided.map_or(0.0, |puts| puts.copy_below as f64) { 0.0 } else { 1.0 }
}

pub(crate) fn barrier(q: &Query) -> Cost {
    Cost::of(q.log(), q.n() * q.log()).by_puts()
}

pub(crate) fn allgather(q: &Query) -> Cost {
    let rounds = q.log() + announcing(q, q.b() / 2.0);
    Cost::of(rounds, q.n() * q.log()).moving(2.0 * q.most(), (q.n() - 1.0) * q.b()).by_puts()
}

/// As doubling; some steps put two pieces.
pub(crate) fn allgather_circulant(q: &Query) -> Cost {
    let cost = allgather(q);
    Cost { at_one: cost.at_one + q.log() / 2.0, ..cost }
}

pub(crate) fn allgather_ring(q: &Query) -> Cost {
    let (rounds, messages) = (q.n(), q.n() * (q.n() - 1.0));
    Cost::of(rounds, messages).moving(2.0 * q.most(), (q.n() - 1.0) * q.b()).around().by_puts()
}

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
    linear(q, 1.0, fits(q, q.b())).moving(2.0 * q.most(), (q.n() - 1.0) * q.b())
}

pub(crate) fn alltoall(q: &Query) -> Cost {
    linear(q, 1.0, fits(q, q.n() * q.b())).moving(2.0 * q.n() * q.b(), q.n() * q.n() * q.b())
}

pub(crate) fn alltoallv(q: &Query) -> Cost {
    linear(q, 1.0, false)
}

pub(crate) fn bcast(q: &Query) -> Cost {
    linear(q, 2.0, false).moving(3.0 * q.most(), (q.n() + 1.0) * q.b())
}

pub(crate) fn reduce_scatter(q: &Query) -> Cost {
    linear(q, 1.0, false).moving(2.0 * q.most(), (q.n() - 1.0) * q.b()).reducing(q.most(), (q.n() - 1.0) * q.b())
}

pub(crate) fn allreduce_linear(q: &Query) -> Cost {
    linear(q, 2.0, false).moving(4.0 * q.most(), 2.0 * (q.n() - 1.0) * q.b()).reducing(q.most(), (q.n() - 1.0) * q.b())
}

pub(crate) fn allreduce_doubling(q: &Query) -> Cost {
    let steps = q.folded() * q.log();
    Cost::of(steps, q.n() * q.log())
        .moving(2.0 * steps * q.b(), q.n() * q.log() * q.b())
        .reducing(steps * q.b(), q.n() * q.log() * q.b())
        .by_puts()
}

/// Whether the vectors of [`reduction::allreduce_doubling`] fit in collective buffers.
pub(crate) fn doubling_fits(q: &Query) -> bool {
    q.one_sided.is_some_and(|puts| reduction::doubling_bytes(q.ranks, q.bytes) <= puts.buffer_max())
}
