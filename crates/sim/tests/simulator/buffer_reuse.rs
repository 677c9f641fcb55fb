//! Eager messages straight from buffers that are used often, over simulated adapters (BR-1, BR-2,
//! BR-4, BR-6).

use ferry_rc::PerPeer;
use ferry_rc::options::BufferReuse;
use ferry_rc::per_peer::BASELINE;
use ferry_sim::{Profile, Report, Setup, Workload};

/// A ping-pong over a ring or over sends and receives.
fn ping_pong(bytes: usize, iterations: u32, is_ring: bool, reuse: BufferReuse) -> Report {
    let workload = Workload::find("pingpong").expect("known");
    let mut setup = Setup::new(workload, 2, Profile::find("connectx-ddr").expect("known"), 1);
    setup.settings.sizes = vec![bytes];
    setup.settings.iterations = iterations;
    setup.plan.options.reuse = reuse;
    setup.plan.options.rings = usize::from(is_ring);
    setup.plan.options.ring_slot_bytes = 16 << 10;
    setup.run(|_| PerPeer::new(&BASELINE)).unwrap_or_else(|error| panic!("{error}"))
}

fn latency_us(report: &Report) -> f64 {
    report.rows[0].value
}

#[test]
fn a_ping_pong_from_one_buffer_saves_the_copy_on_both_paths() {
    for is_ring in [true, false] {
        let [off, on] = [BufferReuse::OFF, BufferReuse::default()].map(|reuse| ping_pong(8192, 1000, is_ring, reuse));
        assert_eq!(off.counters.in_place_sent, 0);
        assert!(on.counters.in_place_sent > 1900, "ring {is_ring}: {:?}", on.counters);
        assert_eq!(on.counters.registrations, 2, "one for each rank");
        assert!(on.counters.bytes_copied < off.counters.bytes_copied / 10);
        let gain = 1.0 - latency_us(&on) / latency_us(&off);
        assert!(gain > 0.1, "ring {is_ring}: {} us without, {} us with", latency_us(&off), latency_us(&on));
        if is_ring {
            assert!(on.counters.ring_sent > 1900);
        }
    }
}

#[test]
fn short_messages_and_rarely_used_buffers_are_copied() {
    assert_eq!(ping_pong(64, 1000, true, BufferReuse::default()).counters.in_place_sent, 0);
    // Fewer uses than pay for a registration.
    assert_eq!(ping_pong(1024, 10, true, BufferReuse::default()).counters.in_place_sent, 0);
}
