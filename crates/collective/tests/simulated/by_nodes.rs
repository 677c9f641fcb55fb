//! Every algorithm for ranks on several nodes against a naive result: mappings of ranks to nodes,
//! roots, sizes, types, in place, orders of events.

use crate::case::{Case, Mapping};
use ferry_collective::{Algorithm, Collective, Requires};
use proptest::prelude::*;

/// Types whose element has 4 bytes, for reductions: indices into `types()` below this.
const REDUCIBLE: usize = 5;

fn is_for_nodes(algorithm: &Algorithm) -> bool {
    matches!(algorithm.requires, Requires::Nodes | Requires::NodesInOrder | Requires::Slots)
}

fn collectives() -> impl Iterator<Item = Collective> {
    Collective::ALL.into_iter().filter(|collective| collective.algorithms().iter().any(is_for_nodes))
}

/// Runs a call by every algorithm for nodes that may do it; how many there are.
fn check_all(case: Case) -> usize {
    let allowed = case.collective.algorithms().iter().filter(|algorithm| is_for_nodes(algorithm) && case.allows(algorithm));
    allowed
        .map(|algorithm| {
            let outcome = std::panic::catch_unwind(|| case.check(algorithm));
            assert!(outcome.is_ok(), "{algorithm:?} fails for {case:?}");
        })
        .count()
}

fn is_reduction(collective: Collective) -> bool {
    use Collective::*;
    matches!(collective, Reduce | Allreduce | ReduceScatterBlock | ReduceScatter | Scan | Exscan)
}

fn call(collective: Collective, (ranks, mapping): (usize, Mapping), size: usize, variant: usize) -> Case {
    let in_place = variant % 2 == 1 && collective != Collective::Bcast;
    let (send_type, recv_type) = if variant < 2 { (0, 5) } else { (2, 4) };
    let recv_type = if is_reduction(collective) { recv_type % REDUCIBLE } else { recv_type };
    let (root, commutative) = ((ranks * 2 / 3) % ranks, (variant / 2 + size).is_multiple_of(2));
    let seed = (ranks * 1000 + size * 10 + variant) as u64;
    Case { collective, ranks, root, in_place, commutative, size, send_type, recv_type, seed, mapping, copy_below: None }
}

#[test]
fn all_mappings() {
    let shapes = [
        (4, Mapping::Blocks(2)),
        (8, Mapping::Blocks(4)),
        (8, Mapping::Cyclic(2)),
        (9, Mapping::Blocks(3)),
        (7, Mapping::Blocks(3)),
        (10, Mapping::Cyclic(3)),
        (6, Mapping::Blocks(5)),
        (11, Mapping::Random(4)),
        (16, Mapping::Blocks(2)),
        (12, Mapping::Random(11)),
    ];
    for collective in collectives() {
        let cases =
            shapes.iter().flat_map(|shape| (0..4).flat_map(move |variant| [0, 1, 5, 20].map(|size| (*shape, size, variant))));
        let checked: usize = cases.map(|(shape, size, variant)| check_all(call(collective, shape, size, variant))).sum();
        assert!(checked >= 32, "{collective:?} was done only {checked} times");
    }
}

#[test]
fn every_root() {
    use Collective::*;
    for collective in [Bcast, Gather, Scatter, Reduce] {
        for mapping in [Mapping::Blocks(3), Mapping::Cyclic(3), Mapping::Random(3)] {
            for root in 0..8 {
                for variant in 0..4 {
                    check_all(Case { root, ..call(collective, (8, mapping), 3, variant) });
                }
            }
        }
    }
}

#[test]
fn long_data() {
    use Collective::*;
    for collective in [Bcast, Reduce, Allreduce, Allgather, ReduceScatterBlock, Scan] {
        for variant in [0, 1] {
            check_all(call(collective, (6, Mapping::Blocks(3)), 9000, variant));
            check_all(call(collective, (5, Mapping::Cyclic(2)), 9000, variant));
        }
    }
}

#[test]
fn nothing_is_done_by_nodes_on_one_node_or_with_one_rank_on_each() {
    for collective in collectives() {
        for mapping in [Mapping::One, Mapping::Blocks(1), Mapping::Cyclic(6), Mapping::Blocks(6)] {
            assert_eq!(check_all(call(collective, (6, mapping), 2, 0)), 0);
        }
    }
}

fn mapping() -> impl Strategy<Value = Mapping> {
    (0..3, 1..7_usize).prop_map(|(kind, number)| match kind {
        0 => Mapping::Blocks(number),
        1 => Mapping::Cyclic(number),
        _ => Mapping::Random(number),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_call(
        (collective, ranks, root, mapping) in (0..17_usize, 2..=17_usize, 0..17_usize, mapping()),
        (in_place, commutative, size) in (any::<bool>(), any::<bool>(), 0..40_usize),
        (send_type, recv_type, seed) in (0..7_usize, 0..7_usize, any::<u64>()),
    ) {
        let collective = Collective::ALL[collective];
        let recv_type = if is_reduction(collective) { recv_type % REDUCIBLE } else { recv_type };
        let in_place = in_place && collective != Collective::Bcast;
        check_all(Case { collective, ranks, root: root % ranks, in_place, commutative, size, send_type, recv_type, seed, mapping, copy_below: None });
    }
}
