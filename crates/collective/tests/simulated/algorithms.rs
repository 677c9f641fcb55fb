//! Every algorithm against a naive result: all numbers of ranks to 17 and 32, roots, sizes, types,
//! in place, orders of events.

use crate::case::{Case, Mapping};
use ferry_collective::Collective;
use proptest::prelude::*;

/// Types whose element has 4 bytes, for reductions: indices into `types()` below this.
const REDUCIBLE: usize = 5;

/// Runs a call by every algorithm that may do it.
fn check_all(case: Case) {
    for algorithm in case.collective.algorithms().iter().filter(|algorithm| case.allows(algorithm)) {
        let outcome = std::panic::catch_unwind(|| case.check(algorithm));
        assert!(outcome.is_ok(), "{algorithm:?} fails for {case:?}");
    }
}

fn is_reduction(collective: Collective) -> bool {
    use Collective::*;
    matches!(collective, Reduce | Allreduce | ReduceScatterBlock | ReduceScatter | Scan | Exscan)
}

fn base(collective: Collective, ranks: usize, size: usize) -> Case {
    let seed = (ranks * 1000 + size) as u64;
    let mapping = Mapping::One;
    Case {
        collective,
        ranks,
        root: 0,
        in_place: false,
        commutative: true,
        size,
        send_type: 0,
        recv_type: 0,
        seed,
        mapping,
        copy_below: None,
    }
}

/// All algorithms of a collective for every number of ranks, with dense and other types, in place
/// or not.
fn sweep(collective: Collective) {
    for ranks in (1..=17).chain([32]) {
        for size in if ranks < 9 { [0, 1, 3, 20] } else { [0, 1, 2, 7] } {
            for variant in 0..4 {
                let in_place = variant % 2 == 1 && collective != Collective::Bcast;
                let (send_type, recv_type) = if variant < 2 { (0, 5) } else { (2, 4) };
                let recv_type = if is_reduction(collective) { recv_type % REDUCIBLE } else { recv_type };
                let (root, commutative) = ((ranks * 2 / 3) % ranks, (ranks + size) % 2 == 0);
                check_all(Case { root, in_place, commutative, send_type, recv_type, ..base(collective, ranks, size) });
            }
        }
    }
}

macro_rules! sweeps {
    ($($name:ident: $collective:ident,)*) => {
        $(#[test]
        fn $name() {
            sweep(Collective::$collective);
        })*
    };
}

sweeps! {
    barrier: Barrier,
    bcast: Bcast,
    gather: Gather,
    gatherv: Gatherv,
    scatter: Scatter,
    scatterv: Scatterv,
    allgather: Allgather,
    allgatherv: Allgatherv,
    alltoall: Alltoall,
    alltoallv: Alltoallv,
    alltoallw: Alltoallw,
    reduce: Reduce,
    allreduce: Allreduce,
    reduce_scatter_block: ReduceScatterBlock,
    reduce_scatter: ReduceScatter,
    scan: Scan,
    exscan: Exscan,
}

#[test]
fn every_root() {
    use Collective::*;
    for collective in [Bcast, Gather, Scatter, Reduce, Gatherv, Scatterv] {
        for ranks in [2, 5, 8, 11] {
            for root in 0..ranks {
                let commutative = root % 2 == 0;
                check_all(Case { root, commutative, recv_type: 1, ..base(collective, ranks, 5) });
            }
        }
    }
}

#[test]
fn long_vectors_are_pipelined() {
    // More than one segment of the chain, and more than what a reduction receives at once.
    for ranks in [2, 3, 6] {
        check_all(Case { root: 1, ..base(Collective::Bcast, ranks, 7000) });
        for in_place in [false, true] {
            check_all(Case { root: 1, in_place, ..base(Collective::Reduce, ranks, 13_000) });
        }
    }
    check_all(Case { in_place: true, commutative: false, ..base(Collective::Reduce, 16, 13_000) });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_call(
        (collective, ranks, root) in (0..17_usize, 1..=17_usize, 0..17_usize),
        (in_place, commutative, size) in (any::<bool>(), any::<bool>(), 0..40_usize),
        (send_type, recv_type, seed) in (0..7_usize, 0..7_usize, any::<u64>()),
    ) {
        let collective = Collective::ALL[collective];
        let recv_type = if is_reduction(collective) { recv_type % REDUCIBLE } else { recv_type };
        let in_place = in_place && collective != Collective::Bcast;
        let mapping = Mapping::One;
        check_all(Case { collective, ranks, root: root % ranks, in_place, commutative, size, send_type, recv_type, seed, mapping, copy_below: None });
    }
}
