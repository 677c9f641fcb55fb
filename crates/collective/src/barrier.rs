//! Barrier.

use crate::builder::Builder;
use crate::problem::Problem;
use crate::tree::Binomial;

/// Dissemination: in round k every rank signals the rank 2^k above it. ceil(log2 n) rounds for any
/// number of ranks.
pub(crate) fn dissemination(b: &mut Builder, p: &Problem) {
    let mut distance = 1;
    while distance < p.ranks {
        b.expect(p.below(distance));
        b.notify(p.above(distance));
        b.wait();
        distance *= 2;
    }
}

/// Up a binomial tree and down again: twice the rounds of dissemination, but only 2 (n - 1)
/// messages in all.
pub(crate) fn tree(b: &mut Builder, p: &Problem) {
    let tree = Binomial::new(p.rank, p.ranks, 0);
    for child in tree.children() {
        b.expect(child.peer);
    }
    b.wait();
    if let Some(parent) = tree.parent() {
        b.notify(parent);
        b.expect(parent);
        b.wait();
    }
    for child in tree.children().rev() {
        b.notify(child.peer);
    }
}
