//! Collective operations between the two groups of an intercommunicator (MPI-5 §6.2.2). What one
//! group contributes, the other one gets.
//!
//! - this file: views that make ranks of both groups one group, so that the algorithms of
//!   intracommunicators serve where they can;
//! - `exchange`: allgather and alltoall; `reduction`: reduce, allreduce and reduce-scatter;
//! - `table`: all of them, with costs.
//!
//! Ranks of the caller's group are peers 0 to `ranks`; rank r of the other group is peer
//! `ranks + r`.

mod exchange;
mod reduction;
mod table;

pub(crate) use table::algorithms;

use crate::builder::{Builder, Numbering};
use crate::problem::{NO_ROOT, Problem};

type Build = fn(&mut Builder, &Problem);

/// Runs an algorithm for one group on the ranks of both, the first group's first.
fn joined(b: &mut Builder, p: &Problem, build: Build) {
    let ranks = p.ranks + p.remote;
    if p.is_first {
        return build(b, &Problem { ranks, remote: 0, ..*p });
    }
    b.renumber(Numbering::Split { split: p.remote, low: p.ranks, high: 0 });
    build(b, &Problem { rank: p.remote + p.rank, ranks, remote: 0, ..*p });
}

/// Runs an algorithm for one group with a root on the other group and the root, which comes last
/// and has no data of its own to move: as in place. So block i of the root is that of rank i.
fn rooted(b: &mut Builder, p: &Problem, build: Build) {
    if p.root == NO_ROOT {
        return;
    }
    let (others, rank, numbering) = match p.is_root() {
        true => (p.remote, p.remote, Numbering::Split { split: u32::MAX, low: p.ranks, high: 0 }),
        false => (p.ranks, p.rank, Numbering::Split { split: p.ranks, low: 0, high: p.root }),
    };
    b.renumber(numbering);
    build(b, &Problem { rank, ranks: others + 1, remote: 0, root: others, in_place: p.is_root(), ..*p });
}

/// The caller's group alone, with its rank 0 as root.
fn own_group<'a>(p: &Problem<'a>) -> Problem<'a> {
    Problem { remote: 0, root: 0, ..*p }
}

/// The peer that is rank `rank` of the other group.
fn across(p: &Problem, rank: u32) -> u32 {
    p.ranks + rank
}

/// All ranks of the other group, starting at another one at each rank, so that no peer is
/// everybody's first.
fn remote_ranks(p: &Problem) -> impl Iterator<Item = u32> {
    let (remote, rank) = (p.remote, p.rank);
    (0..remote).map(move |index| ((u64::from(index) + u64::from(rank)) % u64::from(remote)) as u32)
}
