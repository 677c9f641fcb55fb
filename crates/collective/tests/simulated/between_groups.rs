//! Every algorithm between two groups against a naive result: sizes of groups, roots, vectors,
//! types, orders of events.

use crate::case::{Case, Mapping};
use crate::inter::InterCase;
use ferry_collective::Collective;
use proptest::prelude::*;

/// Types whose element has 4 bytes, for reductions: indices into `types()` below this.
const REDUCIBLE: usize = 5;

fn is_reduction(collective: Collective) -> bool {
    use Collective::*;
    matches!(collective, Reduce | Allreduce | ReduceScatterBlock | ReduceScatter)
}

fn collectives() -> impl Iterator<Item = Collective> {
    Collective::ALL.into_iter().filter(|collective| !collective.algorithms_between_groups().is_empty())
}

fn call(
    collective: Collective,
    (ranks, remote): (usize, usize),
    size: usize,
    (send_type, recv_type): (usize, usize),
) -> InterCase {
    let recv_type = if is_reduction(collective) { recv_type % REDUCIBLE } else { recv_type };
    let seed = (ranks * 1000 + remote * 100 + size) as u64;
    let (root, commutative) = (ranks * 2 / 3, (ranks + size).is_multiple_of(2));
    let mapping = Mapping::One;
    let case = Case {
        collective,
        ranks,
        root,
        in_place: false,
        commutative,
        size,
        send_type,
        recv_type,
        seed,
        mapping,
        copy_below: None,
    };
    InterCase { case, remote, root_group: size % 2, first_group: remote % 2 }
}

#[test]
fn groups_of_all_sizes() {
    for collective in collectives() {
        for ranks in (1..=9).chain([16]) {
            for remote in [1, 2, 3, 5, 8, 12] {
                for (size, types) in [(0, (0, 0)), (1, (0, 5)), (6, (2, 4)), (9, (5, 1))] {
                    call(collective, (ranks, remote), size, types).check_all();
                }
            }
        }
    }
}

#[test]
fn many_exchanges_at_once() {
    for collective in [Collective::Alltoall, Collective::Alltoallv, Collective::Alltoallw] {
        call(collective, (40, 7), 1, (0, 0)).check_all();
        call(collective, (3, 35), 1, (0, 0)).check_all();
    }
}

#[test]
fn long_vectors() {
    for groups in [(1, 4), (4, 3), (2, 6)] {
        call(Collective::Bcast, groups, 9000, (0, 0)).check_all();
        call(Collective::Reduce, groups, 9001, (0, 0)).check_all();
        call(Collective::Allreduce, groups, 9000, (0, 1)).check_all();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_call(
        (collective, groups) in (0..Collective::ALL.len(), (1..=12_usize, 1..=12_usize)),
        (root, root_group, first_group) in (0..12_usize, 0..2_usize, 0..2_usize),
        (commutative, size, seed) in (any::<bool>(), 0..40_usize, any::<u64>()),
        types in (0..7_usize, 0..7_usize),
    ) {
        let collective = Collective::ALL[collective];
        if !collective.algorithms_between_groups().is_empty() {
            let InterCase { case, .. } = call(collective, groups, size, types);
            let case = Case { root, commutative, seed, ..case };
            InterCase { case, remote: groups.1, root_group, first_group }.check_all();
        }
    }
}
