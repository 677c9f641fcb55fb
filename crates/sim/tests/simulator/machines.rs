//! Machines of papers: where numbers were chosen for a baseline, the baseline comes out.

use ferry_rc::PerPeer;
use ferry_rc::per_peer::BASELINE;
use ferry_sim::workload::Settings;
use ferry_sim::{Profile, Setup, Workload};

fn measure(profile: &str, workload: &str, len: usize) -> f64 {
    let workload = Workload::find(workload).expect("known");
    let setup = Setup::new(workload, 2, Profile::find(profile).expect("known"), 1);
    let settings = Settings { iterations: 2, sizes: vec![len], ..Settings::default() };
    let report = Setup { settings, ..setup }.run(|_| PerPeer::new(&BASELINE)).expect("it runs");
    report.rows.first().expect("a measurement").value
}

#[test]
fn small_messages_take_microseconds_as_published() {
    for (profile, low, high) in [
        ("ndr400", 0.7, 1.5),
        ("hdr200", 0.7, 1.6),
        ("connectx-ddr", 1.5, 3.5),
        ("mt25208-ddr", 2.5, 4.0),
        ("infinihost3-sdr", 2.8, 4.5),
        ("mt23108-pcix", 4.0, 6.5),
    ] {
        let latency_us = measure(profile, "pingpong", 8);
        assert!((low..high).contains(&latency_us), "{profile}: {latency_us} us");
    }
}

#[test]
fn long_messages_come_near_the_slower_of_bus_and_wire() {
    for (profile, low, high) in [
        ("ndr400", 40_000.0, 48_500.0),
        ("connectx-ddr", 1_200.0, 1_560.0),
        ("mt25208-ddr", 1_200.0, 1_450.0),
        ("infinihost3-sdr", 820.0, 960.0),
        ("mt23108-pcix", 700.0, 880.0),
    ] {
        let rate = measure(profile, "bandwidth", 256 << 10);
        assert!((low..high).contains(&rate), "{profile}: {rate} MB/s");
    }
}

#[test]
fn a_bus_for_both_directions_halves_what_goes_both_ways() {
    let [one, both] = ["bandwidth", "bibandwidth"].map(|workload| measure("mt23108-pcix", workload, 256 << 10));
    assert!(both < one * 1.15, "PCI-X: {one} and {both} MB/s");
    let [one, both] = ["bandwidth", "bibandwidth"].map(|workload| measure("mt25208-ddr", workload, 256 << 10));
    assert!(both > one * 1.7, "PCI Express: {one} and {both} MB/s");
}
