//! The algorithm that is no schedule: ranks of one node publish what they give on the shared area
//! of their communicator, and take what others have published. Here is what it needs and what it
//! costs; `ferry-node-collective` does it.

use crate::builder::Builder;
use crate::problem::Problem;
use crate::select::{Cost, Query};
use crate::table::{Algorithm, Collective, Requires, row};

/// How a call can use the shared area of its communicator. All ranks know it alike: they are on one
/// node, and what is to be combined has no gaps and an operation of MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AreaUse {
    /// The caller waits.
    Blocking,
    /// Nobody waits: a machine goes on whenever it is looked at.
    Pending,
}

/// The row of the table, the same for all functions.
pub(crate) const ROW: Algorithm = row(
    "direct",
    Requires::SharedArea,
    no_schedule,
    cost,
    "through the communicator's shared area, without messages: MPI's operations on data without gaps, and of non-blocking calls short ones without counts for each rank",
);

fn no_schedule(_: &mut Builder, problem: &Problem) {
    unreachable!(
        "rank {}: what goes over a shared area has no schedule, and no caller without an area is offered it",
        problem.rank
    )
}

/// Longest block that goes over the area where nobody waits, in bytes: longer ones are better
/// copied once, from buffer to buffer, by messages.
const LONGEST: u64 = 64 << 10;
/// The same of vectors that are combined, and of what one rank gives to all, between two ranks.
const LONGEST_OF_TWO: u64 = 256 << 10;
/// The same among more ranks, where messages take several rounds; and of data that ranks without
/// processors to spare exchange.
const LONGEST_OF_MANY: u64 = 1 << 20;
/// Longest vector of a prefix reduction among more than two ranks, in bytes: every rank combines
/// all below it.
const LONGEST_PREFIX: u64 = 4096;

/// Whether a call can go over the area.
pub(crate) fn takes(query: &Query) -> bool {
    match query.shared_area {
        Some(AreaUse::Blocking) => true,
        Some(AreaUse::Pending) => longest_pending(query).is_some_and(|longest| block_bytes(query) <= longest),
        None => false,
    }
}

/// Bytes of the block of one rank.
fn block_bytes(q: &Query) -> u64 {
    match q.collective {
        Collective::Allgather | Collective::ReduceScatterBlock => q.bytes / u64::from(q.ranks),
        _ => q.bytes,
    }
}

/// The longest block in bytes that goes over the area where nobody waits. Where processors are to
/// spare, threads copy long messages meanwhile. `None` of functions with counts for each rank.
fn longest_pending(q: &Query) -> Option<u64> {
    use Collective::*;
    let has_none_to_spare = q.processors.is_some_and(|processors| processors <= q.ranks);
    match q.collective {
        Allgather | Alltoall if has_none_to_spare => Some(LONGEST_OF_MANY),
        Allreduce if q.ranks == 2 && has_none_to_spare => Some(LONGEST_OF_MANY),
        Barrier | Gather | Scatter | Allgather | Alltoall | ReduceScatterBlock => Some(LONGEST),
        Bcast | Reduce | Allreduce => Some(if q.ranks == 2 { LONGEST_OF_TWO } else { LONGEST_OF_MANY }),
        Scan | Exscan => Some(if q.ranks == 2 { LONGEST } else { LONGEST_PREFIX }),
        _ => None,
    }
}

/// What part of a message's latency it takes until others see what a rank has published: nobody has
/// to match it.
const ENTRY_PART: f64 = 0.75;
/// A byte of a message goes in and out. On the area these are two copies, one after the other.
const COPY_PART: f64 = 0.5;
/// Bytes of a block that are published at once, few enough to stay in a processor's cache: what
/// comes behind them is copied in while others copy out.
pub const PIECE: usize = 64 << 10;
/// Longest vector of a prefix reduction of which every rank combines all contributions below its
/// own, in bytes. Longer ones go from rank to rank.
pub const ALL_BELOW_MAX: usize = 2048;
/// Most ranks that look for each other's entries one by one, if each has a processor: more combine
/// in a tree.
const FEW_RANKS: u32 = 8;

/// What part of that a step up the tree takes: whoever comes later goes on, and nobody waits.
const STEP_UP_PART: f64 = 0.25;

/// Ranks that publish once and look once: so many bytes are copied one after the other, and so many
/// by all ranks.
fn copies(q: &Query, one_by_one: f64, by_all: f64) -> Cost {
    use Collective::*;
    let entries = match q.collective {
        Bcast | Scatter | Scatterv => 1.0,
        Gather | Gatherv | Reduce => q.n() - 1.0,
        _ => q.n(),
    };
    // All that is sent counts at both ends.
    Cost::of(ENTRY_PART, ENTRY_PART * entries).moving(COPY_PART * one_by_one, COPY_PART * by_all / 2.0)
}

fn cost(q: &Query) -> Cost {
    use Collective::*;
    let (n, b, first) = (q.n(), q.b(), q.b().min(PIECE as f64));
    let is_tree = q.ranks > FEW_RANKS || q.oversubscribed();
    let in_tree = |cost: Cost| Cost { rounds: ENTRY_PART * (1.0 + STEP_UP_PART * q.log()), ..cost };
    match q.collective {
        Barrier if is_tree => in_tree(copies(q, 0.0, 0.0)),
        Bcast => copies(q, first + b, n * b),
        Gather | Scatter => copies(q, first + (n - 1.0) * b, 2.0 * (n - 1.0) * b),
        Allgather | Allgatherv => copies(q, b, n * b),
        Alltoall => copies(q, 2.0 * (n - 1.0) * b, 2.0 * n * (n - 1.0) * b),
        Reduce if is_tree => in_tree(copies(q, first + b, (n + 1.0) * b)).reducing(q.log() * b, (n - 1.0) * b),
        Reduce => copies(q, first, (n - 1.0) * b).reducing((n - 1.0) * b, (n - 1.0) * b),
        Allreduce if is_tree && q.ranks > 2 => in_tree(copies(q, 2.0 * b, 2.0 * n * b)).reducing(q.log() * b, (n - 1.0) * b),
        Allreduce => copies(q, 2.0 * q.most() + b / n, (2.0 * n - 1.0) * b).reducing(q.most(), (n - 1.0) * b),
        ReduceScatterBlock | ReduceScatter => copies(q, q.most(), n * q.most()).reducing(q.most(), (n - 1.0) * b),
        Scan | Exscan if q.ranks == 2 || q.bytes <= ALL_BELOW_MAX as u64 => {
            copies(q, b, (n - 1.0) * b).reducing((n - 1.0) * b, n * (n - 1.0) / 2.0 * b)
        }
        // From rank to rank, piece by piece.
        Scan | Exscan => {
            let chain = b + (n - 2.0) * first;
            copies(q, 2.0 * chain, 2.0 * (n - 1.0) * b).reducing(chain, (n - 1.0) * b)
        }
        _ => copies(q, 0.0, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choices, MessageCosts, Tuned, WayCosts};

    fn query(collective: Collective, ranks: u32, bytes: u64, processors: Option<u32>) -> Query {
        let costs = MessageCosts::ASSUMED;
        Query { shared_area: Some(AreaUse::Blocking), processors, costs, ..Query::example(collective, ranks, bytes) }
    }

    fn goes_over_area(query: &Query) -> bool {
        Choices::default().select(query).is_over_shared_area()
    }

    const RANKS: [u32; 9] = [2, 3, 4, 7, 8, 9, 16, 64, 1024];

    /// What users of one node are used to, whatever messages cost there.
    #[test]
    fn blocking_calls_of_one_node_go_over_the_area() {
        let costs = |message_ns, byte_ps| MessageCosts {
            near: WayCosts { message_ns, start_ns: message_ns * 3 / 10, byte_ps },
            ..MessageCosts::ASSUMED
        };
        for collective in Collective::ALL.into_iter().filter(|collective| !collective.is_neighborhood()) {
            for ranks in RANKS {
                for bytes in std::iter::once(0).chain((0..28).map(|bits| 1 << bits)) {
                    for (processors, costs) in [(2, costs(400, 80)), (2, costs(150, 50)), (2, costs(4000, 300))] {
                        let query = Query { costs, ..query(collective, ranks, bytes, Some(processors)) };
                        // Very many combine what is below each.
                        let may_leave = matches!(collective, Collective::Scan | Collective::Exscan) && ranks > 16;
                        assert!(goes_over_area(&query) || may_leave, "{query:?} goes by {:?}", Choices::default().select(&query));
                    }
                }
            }
        }
    }

    /// Where each rank has a processor, a root that combines all vectors takes longer than ranks
    /// that share the work.
    #[test]
    fn long_vectors_leave_the_area_where_one_rank_would_combine_too_many() {
        for collective in Collective::ALL.into_iter().filter(|collective| !collective.is_neighborhood()) {
            for ranks in RANKS {
                let short = query(collective, ranks, 8, Some(ranks));
                assert!(goes_over_area(&short), "{short:?} goes by {:?}", Choices::default().select(&short));
                let long = query(collective, ranks, 4 << 20, Some(ranks));
                let may_leave = match collective {
                    Collective::Reduce | Collective::Scan | Collective::Exscan => ranks > 3,
                    Collective::Allreduce => ranks > FEW_RANKS,
                    _ => false,
                };
                assert!(goes_over_area(&long) || may_leave, "{long:?} goes by {:?}", Choices::default().select(&long));
            }
        }
        assert!(!goes_over_area(&query(Collective::Reduce, 8, 4 << 20, Some(8))));
    }

    #[test]
    fn calls_that_nobody_waits_for_leave_the_area_beyond_a_length() {
        let pending = |collective, ranks, bytes, processors| {
            goes_over_area(&Query { shared_area: Some(AreaUse::Pending), ..query(collective, ranks, bytes, Some(processors)) })
        };
        assert!(pending(Collective::Bcast, 2, 256 << 10, 4) && !pending(Collective::Bcast, 2, (256 << 10) + 1, 4));
        assert!(pending(Collective::Bcast, 4, 1 << 20, 8));
        assert!(pending(Collective::Alltoall, 4, 64 << 10, 8) && !pending(Collective::Alltoall, 4, 128 << 10, 8));
        assert!(pending(Collective::Alltoall, 4, 1 << 20, 4), "no processor is left over");
        assert!(
            pending(Collective::Allgather, 4, 4 * (64 << 10), 8) && !pending(Collective::Allgather, 4, 4 * (64 << 10) + 4, 8)
        );
        assert!(!pending(Collective::Gatherv, 2, 0, 4), "it has counts");
    }

    #[test]
    fn the_area_is_for_those_that_have_one() {
        let without = Query { shared_area: None, ..query(Collective::Barrier, 4, 0, Some(2)) };
        assert!(!goes_over_area(&without));
        assert!(Collective::NeighborAlltoall.algorithms().iter().all(|known| !known.is_over_shared_area()));
        assert!(Collective::Bcast.algorithms_between_groups().iter().all(|known| !known.is_over_shared_area()));
    }

    #[test]
    fn the_user_and_a_tuning_file_say_otherwise() {
        let at = |bytes| query(Collective::Bcast, 4, bytes, Some(2));
        let mut choices = Choices::default();
        assert!(choices.over_area_below(u64::MAX, at) > 1 << 30);
        assert_eq!(choices.over_area_below(4096, at), 4097);
        let tuned = |up_to, name: &str| {
            let algorithm = Collective::Bcast.algorithms().iter().find(|known| known.name == name).unwrap();
            Tuned { collective: Collective::Bcast, ranks: 4, nodes: 1, largest: 4, up_to, algorithm }
        };
        choices.tune(vec![
            tuned(100, "direct"),
            tuned(100, "chain"),
            tuned(1000, "chain"),
            tuned(5000, "direct"),
            tuned(5000, "chain"),
        ]);
        assert_eq!(choices.over_area_below(u64::MAX, at), 101);
        let name = |choices: &Choices, query: Query| choices.select(&query).name;
        assert_eq!([100, 101, 1001].map(|bytes| name(&choices, at(bytes))), ["direct", "chain", "direct"]);
        assert_eq!(name(&choices, Query { shared_area: None, ..at(100) }), "chain", "the fastest of the others");
        choices.force("bcast", "binomial").expect("an algorithm");
        assert_eq!((choices.over_area_below(u64::MAX, at), name(&choices, at(8))), (0, "binomial"));
        choices.force("bcast", "direct").expect("an algorithm");
        assert_eq!(name(&choices, at(500)), "direct");
    }
}
