//! Neighborhood collectives (MPI-5 §8.6): every process exchanges blocks with its neighbors in the
//! topology, all at once.
//!
//! Several blocks may go between the same two processes. Messages between two ranks match in the
//! order in which they are sent and received, so the order of receives decides where they go: see
//! [`Neighbors::arrivals`]. Empty blocks are messages too; so a neighbor that disagrees about a
//! count is found out instead of waited for.

use crate::builder::Builder;
use crate::problem::{NOBODY, Neighbors, Problem};
use crate::schedule::Slice;

/// Every neighbor gets the same block.
pub(crate) fn allgather(b: &mut Builder, p: &Problem) {
    exchange(b, p, |_| p.send_side().block(0));
}

/// Every neighbor gets a block of its own.
pub(crate) fn alltoall(b: &mut Builder, p: &Problem) {
    exchange(b, p, |index| p.send_side().block(index));
}

fn exchange(b: &mut Builder, p: &Problem, outgoing: impl Fn(u32) -> Slice) {
    let Neighbors { sources, destinations, .. } = p.neighbors;
    let departures = || (0..).zip(destinations).map(|(index, peer)| (*peer, outgoing(index)));
    let arrivals = || p.neighbors.arrivals().map(|index| (sources[index as usize], p.recv_side().block(index)));
    let is_own = |peer: u32| peer == p.rank;
    let is_other = |peer: u32| peer != p.rank && peer != NOBODY;
    for ((_, from), (_, into)) in departures().filter(|(peer, _)| is_own(*peer)).zip(arrivals().filter(|(peer, _)| is_own(*peer)))
    {
        b.copy(from, into);
    }
    for (peer, into) in arrivals().filter(|(peer, _)| is_other(*peer)) {
        if into.is_empty() { b.expect(peer) } else { b.recv(peer, into) }
    }
    for (peer, from) in departures().filter(|(peer, _)| is_other(*peer)) {
        if from.is_empty() { b.notify(peer) } else { b.send(peer, from) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use proptest::prelude::*;

    use super::*;
    use crate::{Blocks, Collective, Schedule, Shape, Step};

    /// The neighbors of each rank: sources and destinations.
    type Lists = Vec<(Vec<u32>, Vec<u32>)>;

    /// What each block of one byte received comes from: rank and block of its sender; `None` if it
    /// was left alone.
    fn run(lists: &Lists, opposite: bool, collective: Collective) -> Vec<Vec<Option<(u32, i64)>>> {
        let schedules: Vec<Schedule> = (0..).zip(lists).map(|(rank, list)| schedule(rank, list, opposite, collective)).collect();
        let mut sent: HashMap<(u32, u32), VecDeque<i64>> = HashMap::new();
        for (rank, schedule) in (0..).zip(&schedules) {
            assert!(schedule.round_count() <= 1);
            for step in schedule.rounds().flat_map(|round| round.communication) {
                if let Step::Send { peer, from } = step {
                    sent.entry((rank, *peer)).or_default().push_back(from.offset);
                }
            }
        }
        let received = (0..).zip(lists).zip(&schedules).map(|((rank, list), schedule)| {
            let mut blocks = vec![None; list.0.len()];
            for step in schedule.rounds().flat_map(|round| round.local.iter().chain(round.communication)) {
                match step {
                    Step::Copy { from, to } => blocks[to.offset as usize] = Some((rank, from.offset)),
                    Step::Recv { peer, into } => {
                        let block = sent.get_mut(&(*peer, rank)).and_then(VecDeque::pop_front).expect("a message");
                        blocks[into.offset as usize] = Some((*peer, block));
                    }
                    _ => {}
                }
            }
            blocks
        });
        let received = received.collect();
        assert!(sent.values().all(VecDeque::is_empty), "every message is received");
        received
    }

    fn schedule(rank: u32, list: &(Vec<u32>, Vec<u32>), opposite: bool, collective: Collective) -> Schedule {
        let neighbors = Neighbors { sources: &list.0, destinations: &list.1, opposite };
        let blocks = Blocks::uniform(1, Shape::dense(1));
        let problem = Problem { neighbors, send: blocks, recv: blocks, ..Problem::new(rank, 99) };
        collective.algorithms()[0].schedule(&problem)
    }

    /// A ring or line of `len` processes in one dimension.
    fn line(len: u32, ring: bool) -> Lists {
        let at = |rank: u32, step: i64| match i64::from(rank) + step {
            place if ring => place.rem_euclid(len.into()) as u32,
            place => u32::try_from(place).ok().filter(|place| *place < len).unwrap_or(NOBODY),
        };
        (0..len).map(|rank| vec![at(rank, -1), at(rank, 1)]).map(|both| (both.clone(), both)).collect()
    }

    #[test]
    fn on_rings_what_goes_down_arrives_from_above() {
        for len in 1..5 {
            let lists = line(len, true);
            for (rank, blocks) in (0..).zip(run(&lists, true, Collective::NeighborAlltoall)) {
                let (below, above) = ((rank + len - 1) % len, (rank + 1) % len);
                assert_eq!(blocks, [Some((below, 1)), Some((above, 0))], "rank {rank} of {len}");
            }
        }
    }

    #[test]
    fn blocks_beyond_the_ends_are_left_alone() {
        let blocks = run(&line(3, false), true, Collective::NeighborAlltoall);
        assert_eq!(blocks, [vec![None, Some((1, 0))], vec![Some((0, 1)), Some((2, 0))], vec![Some((1, 1)), None]]);
        assert_eq!(run(&line(1, false), true, Collective::NeighborAllgather), [[None, None]]);
    }

    #[test]
    fn everybody_gets_the_one_block_of_an_allgather() {
        for (rank, blocks) in (0_u32..).zip(run(&line(4, true), true, Collective::NeighborAllgather)) {
            assert_eq!(blocks, [Some(((rank + 3) % 4, 0)), Some(((rank + 1) % 4, 0))]);
        }
    }

    #[test]
    fn empty_blocks_are_messages() {
        let neighbors = Neighbors { sources: &[1], destinations: &[2], opposite: false };
        let nothing = Blocks::uniform(0, Shape::dense(1));
        let problem = Problem { neighbors, send: nothing, recv: nothing, ..Problem::new(0, 3) };
        let schedule = Collective::NeighborAlltoall.algorithms()[0].schedule(&problem);
        let steps = schedule.round(0).unwrap().communication;
        assert_eq!(steps, [Step::Recv { peer: 1, into: Slice::EMPTY }, Step::Send { peer: 2, from: Slice::EMPTY }]);
    }

    proptest! {
        #[test]
        fn of_several_edges_the_first_meets_the_first(edges in proptest::collection::vec((0..4_u32, 0..4_u32), 0..24)) {
            let lists: Lists = (0..4)
                .map(|rank| {
                    let sources = edges.iter().filter(|(_, to)| *to == rank).map(|(from, _)| *from).collect();
                    (sources, edges.iter().filter(|(from, _)| *from == rank).map(|(_, to)| *to).collect())
                })
                .collect();
            let received = run(&lists, false, Collective::NeighborAlltoall);
            for (rank, blocks) in (0_u32..).zip(&received) {
                let sources = &lists[rank as usize].0;
                for (index, (source, block)) in sources.iter().zip(blocks).enumerate() {
                    let before = sources[..index].iter().filter(|other| *other == source).count();
                    let edges = lists[*source as usize].1.iter().enumerate().filter(|(_, to)| **to == rank);
                    let expected = edges.map(|(place, _)| place as i64).nth(before);
                    prop_assert_eq!(*block, expected.map(|place| (*source, place)));
                }
            }
        }
    }
}
