//! Algorithms by puts, which arrive in any order: against a naive result, below and above M_T, and
//! one operation right after the other, so that a slow reader would notice if the next one but one
//! wrote over what it has not read.

use crate::case::{Case, Mapping, verify_sequence};
use ferry_collective::{Algorithm, Collective};
use proptest::prelude::*;

/// Types whose element has 4 bytes, for reductions: indices into `types()` below this.
const REDUCIBLE: usize = 5;

/// Those that have algorithms by puts.
const COLLECTIVES: [Collective; 10] = {
    use Collective::*;
    [Barrier, Bcast, Allgather, Allgatherv, Alltoall, Alltoallv, Alltoallw, Allreduce, ReduceScatterBlock, ReduceScatter]
};

fn is_by_puts(algorithm: &Algorithm) -> bool {
    algorithm.name.starts_with("put_")
}

fn is_reduction(collective: Collective) -> bool {
    use Collective::*;
    matches!(collective, Allreduce | ReduceScatterBlock | ReduceScatter)
}

fn case(collective: Collective, ranks: usize, size: usize, copy_below: u64) -> Case {
    let (root, seed) = (ranks / 2, (ranks * 1000 + size) as u64 ^ copy_below);
    Case {
        collective,
        ranks,
        root,
        in_place: false,
        commutative: false,
        size,
        send_type: 0,
        recv_type: 0,
        seed,
        mapping: Mapping::One,
        copy_below: Some(copy_below),
    }
}

/// Runs a call by every algorithm by puts that may do it; how many may.
fn check_all(case: Case) -> usize {
    let algorithms = case.collective.algorithms().iter().filter(|algorithm| is_by_puts(algorithm) && case.allows(algorithm));
    let check = |algorithm: &Algorithm| {
        let outcome = std::panic::catch_unwind(|| case.check(algorithm));
        assert!(outcome.is_ok(), "{algorithm:?} fails for {case:?}");
    };
    algorithms.map(check).count()
}

/// All numbers of ranks; M_T so that all, some and no steps go through collective buffers.
fn sweep(collective: Collective) {
    let mut checked = 0;
    for ranks in (2..=17).chain([32]) {
        for copy_below in [8, 64, 4096] {
            for size in if ranks < 9 { [0, 1, 5] } else { [0, 2, 3] } {
                for variant in 0..4 {
                    let in_place = variant % 2 == 1 && collective != Collective::Bcast;
                    let (send_type, recv_type) = if variant < 2 { (0, 5) } else { (2, 4) };
                    let recv_type = if is_reduction(collective) { recv_type % REDUCIBLE } else { recv_type };
                    checked += check_all(Case { in_place, send_type, recv_type, ..case(collective, ranks, size, copy_below) });
                }
            }
        }
    }
    assert!(checked > 100, "{checked} runs");
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
    allgather: Allgather,
    allgatherv: Allgatherv,
    alltoall: Alltoall,
    alltoallv: Alltoallv,
    alltoallw: Alltoallw,
    allreduce: Allreduce,
    reduce_scatter_block: ReduceScatterBlock,
    reduce_scatter: ReduceScatter,
}

#[test]
fn ranks_that_share_nodes() {
    use Collective::*;
    let by_nodes =
        |collective: Collective| collective.algorithms().iter().find(|known| known.name == "put_nodes").expect("known");
    let shapes = [(4, 2), (7, 3), (9, 3), (16, 4), (10, 7), (12, 5), (20, 2), (6, 4), (36, 2)];
    for collective in [Barrier, Bcast, Allgather, Allgatherv, Allreduce, Alltoall] {
        let mut checked = 0;
        for (ranks, in_node) in shapes {
            for (copy_below, size) in [(8, 0), (64, 1), (4096, 5), (64, 30), (4096, 2000)] {
                for variant in 0..4 {
                    let (send_type, recv_type) = if variant < 2 { (0, 5) } else { (2, 4) };
                    let recv_type = if is_reduction(collective) { recv_type % REDUCIBLE } else { recv_type };
                    let mapping = Mapping::Blocks(in_node);
                    let in_place = variant % 2 == 1 && collective != Bcast;
                    // Roots that lead a node, and others.
                    let root = (variant * 3 + ranks / 2) % ranks;
                    let case =
                        Case { in_place, send_type, recv_type, mapping, root, ..case(collective, ranks, size, copy_below) };
                    let is_few = ranks.div_ceil(in_node) <= 16;
                    let is_for = |collective| match collective {
                        Allreduce => size <= 5 && copy_below == 4096,
                        Alltoall => is_few,
                        _ => true,
                    };
                    // What is long has few ranks, so that the test is short.
                    let most = if size > 100 { 6 } else { 60 / (size + 1) };
                    if ranks > most.max(7) || (size > 100 && collective != Bcast) {
                        continue;
                    }
                    assert!(case.allows(by_nodes(collective)) || !is_for(collective), "{case:?}");
                    checked += check_all(case);
                }
            }
        }
        assert!(checked > 40, "{checked} runs");
        let dealt_out = Case { mapping: Mapping::Cyclic(2), ..case(collective, 6, 1, 4096) };
        assert!(!dealt_out.allows(by_nodes(collective)), "ranks are not in the order of nodes");
    }
}

#[test]
fn puts_after_which_others_go_to_the_same_peer_are_known() {
    use ferry_collective::Step;
    let followed = |algorithm: &str, ranks: usize, size: usize| {
        let known = Collective::Allgather.algorithms().iter().find(|known| known.name == algorithm).expect("known");
        let (ranks, _) = case(Collective::Allgather, ranks, size, 8).operation(known);
        let steps: Vec<Step> = ranks[0].schedule.rounds().flat_map(|round| round.communication.to_vec()).collect();
        let puts = steps.into_iter().filter_map(|step| match step {
            Step::Put { is_followed, .. } => Some(is_followed),
            _ => None,
        });
        puts.collect::<Vec<bool>>()
    };
    assert_eq!(followed("put_ring", 5, 3), [true, true, true, false], "all go to the next rank");
    assert_eq!(followed("put_doubling", 8, 3), [false; 3], "each goes to another rank");
}

#[test]
fn short_steps_use_no_window_and_long_ones_no_buffer() {
    let doubling = Collective::Allgather.algorithms().iter().find(|algorithm| algorithm.name == "put_doubling").unwrap();
    let buffer_bytes = |size, copy_below| {
        let (ranks, _) = case(Collective::Allgather, 8, size, copy_below).operation(doubling);
        let announces = !ranks[0].schedule.windows(ferry_collective::Region::RecvBuffer).is_empty();
        (ranks[0].schedule.buffer_bytes(), announces)
    };
    // Blocks of 8 bytes: steps of 8, 16 and 32.
    assert_eq!(buffer_bytes(1, 33), (64, false));
    assert_eq!(buffer_bytes(1, 32), (32, true), "the last step crosses M_T");
    assert_eq!(buffer_bytes(1, 17), (32, true));
    assert_eq!(buffer_bytes(1, 8), (0, true));
}

#[test]
fn windows_that_lie_apart_are_named_apart() {
    use ferry_collective::{Blocks, Integers, OneSided, Problem, Region, Shape, Span};
    let linear = Collective::Alltoallv.algorithms().iter().find(|algorithm| algorithm.name == "put_linear").unwrap();
    let windows = |displacements: &[i32; 4]| {
        let (counts, shape) = (Integers::Narrow(&[8192; 4]), Shape::dense(1));
        let blocks = |displacements| Blocks::Varying { counts, displacements: Integers::Narrow(displacements), shape };
        let problem = Problem {
            send: blocks(&[0, 8192, 16384, 24576]),
            recv: blocks(displacements),
            one_sided: Some(OneSided::with_copies_below(4096)),
            ..Problem::new(0, 4)
        };
        let schedule = linear.schedule(&problem);
        assert!(schedule.windows(Region::SendBuffer).is_empty() && schedule.windows(Region::Scratch).is_empty());
        schedule.windows(Region::RecvBuffer).into_iter().map(|Span { start, end }| (start, end)).collect::<Vec<_>>()
    };
    // Nobody puts to the own block, which comes first.
    assert_eq!(windows(&[0, 8192, 16384, 24576]), [(8192, 32768)]);
    assert_eq!(windows(&[0, 24576, 16384, 8192]), [(8192, 32768)], "in any order");
    assert_eq!(windows(&[0, 8192, 16384 + 4095, 40000 + 4095]), [(8192, 28671), (44095, 52287)]);
    assert_eq!(windows(&[0, 1 << 30, 1 << 20, -(1 << 30)]).len(), 3);
}

/// Any operations, one after the other.
fn check_sequence(cases: &[Case], by: &[usize], seed: u64) {
    let chosen = cases.iter().zip(by).map(|(case, by)| {
        let allowed: Vec<_> = case.collective.algorithms().iter().filter(|algorithm| case.allows(algorithm)).collect();
        let by_puts: Vec<_> = allowed.iter().copied().filter(|algorithm| is_by_puts(algorithm)).collect();
        // Now and then messages come between.
        let among = if by % 4 == 0 || by_puts.is_empty() { allowed } else { by_puts };
        case.operation(among[by / 4 % among.len()])
    });
    let (ranks, parts): (Vec<_>, Vec<_>) = chosen.unzip();
    verify_sequence(ranks.into_iter().zip(parts.iter().map(Vec::as_slice)).collect(), seed);
}

#[test]
fn slow_readers_are_not_overwritten() {
    for seed in 0..60 {
        let cases: Vec<Case> =
            (0..8).map(|index| Case { seed: seed * 8 + index, ..case(Collective::Allgather, 8, 2, 4096) }).collect();
        check_sequence(&cases, &[1, 5, 9, 1, 5, 9, 1, 5], seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence(
        (ranks, seed, copy_below, in_node) in (2..=12_usize, any::<u64>(), 1..600_u64, 1..6_usize),
        calls in prop::collection::vec((0..COLLECTIVES.len(), 0..20_usize, 0..12_usize, any::<bool>(), 0..7_usize, 0..7_usize), 1..6),
    ) {
        let cases: Vec<Case> = calls.iter().enumerate().map(|(index, &(collective, _, size, in_place, send_type, recv_type))| {
            let collective = COLLECTIVES[collective];
            let in_place = in_place && collective != Collective::Bcast;
            let recv_type = if is_reduction(collective) { recv_type % REDUCIBLE } else { recv_type };
            let mapping = Mapping::Blocks(in_node);
            let base = Case { mapping, ..case(collective, ranks, size, copy_below) };
            Case { in_place, send_type, recv_type, seed: seed.wrapping_add(index as u64), ..base }
        }).collect();
        let by: Vec<usize> = calls.iter().map(|call| call.1).collect();
        check_sequence(&cases, &by, seed);
    }
}
