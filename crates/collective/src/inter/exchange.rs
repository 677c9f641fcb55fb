//! Allgather and alltoall between groups, with equal and with different blocks.

use super::{across, own_group, remote_ranks};
use crate::bcast;
use crate::builder::Builder;
use crate::problem::Problem;
use crate::schedule::Slice;
use crate::starts::Starts;

/// Exchanges in flight at once in the linear algorithm.
const WINDOW: u32 = 32;

/// Everybody sends to everybody of the other group, all at once.
pub(crate) fn allgather_linear(b: &mut Builder, p: &Problem) {
    let (own, blocks) = (p.send_side().block(0), p.recv_side());
    for rank in remote_ranks(p) {
        b.recv(across(p, rank), blocks.block(rank));
    }
    for rank in remote_ranks(p) {
        b.send(across(p, rank), own);
    }
}

/// Rank 0 of each group receives all blocks of the other group and broadcasts them in its own.
pub(crate) fn allgather_leader(b: &mut Builder, p: &Problem) {
    let blocks = p.recv_side();
    if p.recv.is_uniform() {
        swap_with_leader(b, p, |rank| blocks.block(rank));
        return bcast::binomial_slice(b, &own_group(p), blocks.run(0, p.remote));
    }
    let starts = Starts::of_blocks(&p.recv, p.remote, |rank| p.recv.bytes(rank));
    let packed = b.scratch(starts.at(p.remote));
    let part = |rank: u32| packed.part(starts.at(rank), starts.length(rank, rank + 1));
    swap_with_leader(b, p, part);
    bcast::binomial_slice(b, &own_group(p), packed.part(0, starts.at(p.remote)));
    for rank in 0..p.remote {
        b.copy(part(rank), blocks.block(rank));
    }
}

/// Every rank sends its block to rank 0 of the other group.
fn swap_with_leader(b: &mut Builder, p: &Problem, place: impl Fn(u32) -> Slice) {
    if p.rank == 0 {
        for rank in 0..p.remote {
            b.recv(across(p, rank), place(rank));
        }
    }
    b.send(across(p, 0), p.send_side().block(0));
    b.wait();
}

/// Every block goes to one rank of the other group, as evenly as possible; then all go around the
/// ring of that group.
pub(crate) fn allgather_ring(b: &mut Builder, p: &Problem) {
    let blocks = p.recv_side();
    // Rank r of this group gets the blocks of the ranks `arriving.at(r)..arriving.at(r + 1)` of the
    // other one.
    let (arriving, leaving) = (Starts::even(p.remote.into(), p.ranks), Starts::even(p.ranks.into(), p.remote));
    let part = |rank: u32| arriving.at(rank) as u32..arriving.at(rank + 1) as u32;
    for rank in part(p.rank) {
        b.recv(across(p, rank), blocks.block(rank));
    }
    let taker = (0..p.remote).find(|&rank| leaving.at(rank + 1) > u64::from(p.rank)).unwrap_or(0);
    b.send(across(p, taker), p.send_side().block(0));
    b.wait();
    for step in 0..p.ranks - 1 {
        part(p.below(step + 1)).for_each(|rank| b.recv(p.below(1), blocks.block(rank)));
        part(p.below(step)).for_each(|rank| b.send(p.above(1), blocks.block(rank)));
        b.wait();
    }
}

/// One exchange at a time.
pub(crate) fn alltoall_pairwise(b: &mut Builder, p: &Problem) {
    alltoall(b, p, 1);
}

/// Up to [`WINDOW`] exchanges in flight.
pub(crate) fn alltoall_linear(b: &mut Builder, p: &Problem) {
    alltoall(b, p, WINDOW);
}

/// In step s the ranks meet whose numbers add up to s, modulo the size of the larger group: at most
/// two in each step.
fn alltoall(b: &mut Builder, p: &Problem, window: u32) {
    let steps = p.ranks.max(p.remote);
    let (from, to) = (p.send_side(), p.recv_side());
    let partner = |step: u32| Some((step + steps - p.rank) % steps).filter(|rank| *rank < p.remote);
    for first in (0..steps).step_by(window as usize) {
        let together = first..(first + window).min(steps);
        for rank in together.clone().filter_map(partner) {
            b.recv(across(p, rank), to.block(rank));
        }
        for rank in together.filter_map(partner) {
            b.send(across(p, rank), from.block(rank));
        }
        b.wait();
    }
}
