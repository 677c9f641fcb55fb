//! Barrier by signals.

use super::data;
use crate::builder::Builder;
use crate::problem::Problem;

/// Dissemination: in step k every rank signals the rank 2^k above it.
pub(crate) fn dissemination(b: &mut Builder, p: &Problem) {
    let mut distance = 1;
    while distance < p.ranks {
        let step = distance.ilog2();
        b.signal(p.above(distance), data(step));
        b.hear(p.below(distance), data(step));
        b.wait();
        distance *= 2;
    }
}
