//! What a rank holds of its adapter, by the number of peers that it has talked to.

use ferry_sim::evaluation::held::{Held, held_by};
use ferry_sim::{Profile, Scheme};

fn held(scheme: Scheme, peers: u32) -> Held {
    held_by(scheme, &Profile::find("mt25208-ddr").expect("known"), peers).unwrap_or_else(|error| panic!("{scheme:?}: {error}"))
}

#[test]
fn datagrams_need_nothing_for_each_peer() {
    let (few, many) = (held(Scheme::Datagrams, 15), held(Scheme::Datagrams, 4095));
    assert_eq!(few, many);
    assert!(many.contexts < 1_000_000, "{many:?}");
}

#[test]
fn connections_need_the_same_for_each_peer() {
    for scheme in [Scheme::PerPeer, Scheme::Buckets] {
        let [few, more, most] = [100, 200, 300].map(|peers| held(scheme, peers));
        assert!(more.queue_pairs >= 200, "{scheme:?}: {more:?}");
        assert_eq!(most.queue_pairs - more.queue_pairs, more.queue_pairs - few.queue_pairs, "{scheme:?}");
        assert_eq!(most.contexts - more.contexts, more.contexts - few.contexts, "{scheme:?}");
    }
}
