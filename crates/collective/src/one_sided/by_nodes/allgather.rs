//! Allgather where ranks share nodes.

use super::{NodePosition, WITHIN};
use crate::builder::Builder;
use crate::one_sided::image::Image;
use crate::one_sided::{RESULT, announced, data, second_piece};
use crate::problem::Problem;
use crate::schedule::Target;

/// Blocks to the leader; among leaders at distances 1, 2, 4, ..., as in the circulant graph, all
/// that a leader has; everything to all ranks of the node. For any blocks.
pub(crate) fn allgather(b: &mut Builder, p: &Problem) {
    let (place, image) = (NodePosition::of(p), Image::new(b, p));
    if place.leads(p) {
        lead_allgather(b, p, &place, &image);
    } else {
        b.announce(place.leader, place.slot(p.rank), image.whole(p), announced(WITHIN));
        image.place_own(b, p);
        b.hear(place.leader, announced(WITHIN));
        b.wait();
        let into = Target::Window { slot: 0, offset: image.starts.at(p.rank) };
        b.put(place.leader, image.run(p.rank, p.rank + 1), into, data(WITHIN));
        b.hear(place.leader, RESULT);
        // What comes before the own block, and what comes after.
        b.hear(place.leader, RESULT + 1);
        b.wait();
    }
    image.unpack(b, p);
}

fn lead_allgather(b: &mut Builder, p: &Problem, place: &NodePosition, image: &Image) {
    for (rank, _) in place.others() {
        b.announce(rank, 0, image.whole(p), announced(WITHIN));
    }
    for held in place.distances() {
        b.announce(place.leader_above(held), held.ilog2() as u16, image.whole(p), announced(held.ilog2()));
    }
    image.place_own(b, p);
    for (rank, _) in place.others() {
        b.hear(rank, data(WITHIN));
        b.hear(rank, announced(WITHIN));
    }
    b.wait();
    let count = place.nodes.count();
    for held in place.distances() {
        let (step, more) = (held.ilog2(), held.min(count - held));
        let (from, to) = (place.leader_above(held), place.leader_below(held));
        b.hear(to, announced(step));
        b.wait();
        let [head, tail] = place.ranks_around(place.node, more);
        let pieces = [(head, data(step)), (tail, second_piece(step))];
        for ((first, end), signal) in pieces.into_iter().filter_map(|(run, signal)| Some((run?, signal))) {
            let into = Target::Window { slot: step as u16, offset: image.starts.at(first) };
            b.put(to, image.run(first, end), into, signal);
        }
        b.hear(from, data(step));
        if place.ranks_around((place.node + held) % count, more)[1].is_some() {
            b.hear(from, second_piece(step));
        }
        b.wait();
    }
    for (rank, slot) in place.others() {
        // All but its own block, which it may still be reading from.
        for ((first, end), signal) in [((0, rank), RESULT), ((rank + 1, p.ranks), RESULT + 1)] {
            b.put(rank, image.run(first, end), Target::Window { slot, offset: image.starts.at(first) }, signal);
        }
    }
}
