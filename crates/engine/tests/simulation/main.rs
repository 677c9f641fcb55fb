//! Engines over a device in memory, driven by random programs on a random schedule, against the
//! plain rules of MPI: every message is matched by the receive that the order of arrivals and
//! receives prescribes, arrives whole, completes when it may, and leaves nothing behind.

mod costs;
mod loss;
mod model;
mod moves;
mod network;
mod partitioned;
mod sleep;
mod violations;
mod windows;
mod world;

use ferry_engine::{Method, Methods};
use proptest::prelude::*;

use moves::Abilities;
use world::{Action, Config, World};

fn config() -> impl Strategy<Value = Config> {
    use network::PipeFaults;
    let pipes = prop_oneof![Just(PipeFaults::NoPipes), Just(PipeFaults::Never), (2..60u64).prop_map(PipeFaults::OneIn),];
    let methods = [Methods::NONE, Methods::only(Method::Put), Methods::only(Method::Get), Methods::NETWORK];
    let refuses = prop_oneof![Just(0u64), 2..20u64];
    let longest = prop_oneof![Just(0u64), Just(300), Just(100_000)];
    let longest_eager = prop_oneof![2 => Just(0u64), 1 => Just(200), 1 => Just(100_000)];
    let longest_in_packets = prop_oneof![2 => Just(0u64), 1 => Just(5_000), 1 => Just(150_000)];
    let abilities = (prop::sample::select(methods.to_vec()), refuses, longest, longest_eager, longest_in_packets).prop_map(
        |(methods, refuses, longest, longest_eager, longest_in_packets)| Abilities {
            methods,
            refuses,
            longest,
            longest_eager,
            longest_in_packets,
            is_shared: false,
        },
    );
    (
        (pipes, abilities),
        2..5usize,
        1..5usize,
        prop_oneof![Just(64usize), Just(256), Just(4096)],
        prop_oneof![Just(0u64), Just(300), Just(1 << 20)],
    )
        .prop_flat_map(|((pipes, abilities), ranks, ring, max_body, budget)| {
            (0..=max_body).prop_map(move |eager_max| Config { ranks, ring, max_body, eager_max, budget, pipes, abilities })
        })
}

/// Sizes: none, small, around the eager limit, large.
fn size() -> impl Strategy<Value = world::Size> {
    use world::Size;
    prop_oneof![
        1 => Just(Size::Bytes(0)),
        3 => (1..64usize).prop_map(Size::Bytes),
        3 => (-9..10i64).prop_map(Size::AroundEager),
        1 => (64..200_000usize).prop_map(Size::Bytes),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    let (rank, peer, context) = (0..4u32, 0..4u32, 0..2u64);
    let send = (rank.clone(), peer, context.clone(), 0..3i32, size(), prop::bool::weighted(0.3), any::<bool>());
    let wanted = (rank.clone(), -1..4i32, context, -1..3i32);
    prop_oneof![
        6 => send.prop_map(|(me, to, context, tag, size, synchronous, strided)| Action::Send { me, to, context, tag, size, synchronous, strided }),
        5 => (wanted.clone(), size(), any::<bool>()).prop_map(|(wanted, size, strided)| Action::Receive { wanted, size, strided }),
        2 => (wanted.clone(), size(), 0..4u32).prop_map(|(wanted, size, tries)| Action::ReceiveSoon { wanted, size, tries }),
        1 => wanted.clone().prop_map(Action::Probe),
        2 => (wanted, size()).prop_map(|(wanted, size)| Action::MatchedProbe { wanted, size }),
        2 => (rank.clone(), any::<usize>()).prop_map(|(me, which)| Action::Cancel { me, which }),
        8 => rank.prop_map(Action::Progress),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, max_shrink_iters: 4096, ..ProptestConfig::default() })]

    #[test]
    fn messages_are_matched_delivered_and_forgotten(config in config(), actions in prop::collection::vec(action(), 1..120)) {
        let mut world = World::new(config);
        for action in actions {
            world.run(action);
        }
        world.finish();
    }
}

/// A receiver that waits for nothing holds its senders back, and takes everything once it asks.
#[test]
fn a_flood_stays_with_the_senders() {
    let pipes = network::PipeFaults::NoPipes;
    let config = Config { ranks: 2, ring: 8, max_body: 256, eager_max: 128, budget: 2000, pipes, abilities: Abilities::NONE };
    let mut world = World::new(config);
    for _ in 0..500 {
        let size = world::Size::Bytes(100);
        world.run(Action::Send { me: 0, to: 1, context: 0, tag: 0, size, synchronous: false, strided: false });
        world.run(Action::Progress(1));
        assert!(world.unexpected_bytes(1) <= 2000 + 256);
    }
    assert!(world.refusals(1) > 0);
    world.finish();
}

/// A large message does not stand in the way of a small one behind it.
#[test]
fn a_small_message_passes_the_pieces_of_a_large_one() {
    let pipes = network::PipeFaults::NoPipes;
    let config = Config { ranks: 2, ring: 2, max_body: 64, eager_max: 32, budget: 1 << 20, pipes, abilities: Abilities::NONE };
    let mut world = World::new(config);
    let send = |tag, size| Action::Send {
        me: 0,
        to: 1,
        context: 0,
        tag,
        size: world::Size::Bytes(size),
        synchronous: false,
        strided: false,
    };
    world.run(send(0, 100_000));
    world.run(Action::Receive { wanted: (1, 0, 0, 0), size: world::Size::Bytes(100_000), strided: false });
    world.run(Action::Receive { wanted: (1, 0, 0, 1), size: world::Size::Bytes(8), strided: false });
    for rank in [1, 0, 1, 0, 1, 0] {
        world.run(Action::Progress(rank));
    }
    world.run(send(1, 8));
    let mut rounds = 0;
    while !world.receive_is_done(1, 1) {
        world.run(Action::Progress(0));
        world.run(Action::Progress(1));
        rounds += 1;
        assert!(rounds < 20, "the small message waits for the large one");
    }
    assert!(!world.receive_is_done(1, 0));
    world.finish();
}
