//! Every workload runs, on several numbers of ranks, and all invariants hold.

use ferry_rc::PerPeer;
use ferry_rc::per_peer::BASELINE;
use ferry_sim::workload::Settings;
use ferry_sim::{Profile, Scheme, Setup, Workload};

fn setup(workload: Workload, ranks: u32) -> Setup {
    let profile = Profile::find("ndr400").expect("known");
    // Spectra make tens of thousands of accesses for each iteration and length.
    let (iterations, sizes) = match workload.name {
        "put-spectrum" | "get-spectrum" => (1, vec![2048]),
        _ => (2, vec![8, 4096, 65536]),
    };
    let settings = Settings { iterations, sizes, points: 16, ..Settings::default() };
    Setup { settings, ..Setup::new(workload, ranks, profile, 1) }
}

#[test]
fn all_of_them_run_and_every_message_has_its_contents() {
    for workload in Workload::ALL {
        for ranks in [1, 2, 4, 8, 9].into_iter().filter(|ranks| workload.check(*ranks).is_ok()) {
            let report = setup(workload, ranks).run(|_| PerPeer::new(&BASELINE));
            let report = report.unwrap_or_else(|error| panic!("{} on {ranks} ranks: {error}", workload.name));
            println!("{} {ranks}: {} events, {:?}", workload.name, report.totals.events, report.rows.last());
            assert!(report.end_ps > 0 && !report.rows.is_empty());
        }
    }
}

#[test]
fn what_is_impossible_is_refused_with_the_reason() {
    let cg = Workload::find("cg").expect("known");
    let text = |setup: Setup| setup.check().expect_err("impossible").to_string();
    assert!(text(setup(cg, 6)).contains("power of two"));
    let mut nobody = setup(cg, 4);
    nobody.plan.per_node = 0;
    assert!(text(nobody).contains("0 ranks a node"));
    for (sizes, why) in [(&[128][..], "1 to 8 buckets"), (&[128, 512, 256], "ascend"), (&[128, 250], "multiples of 8")] {
        let error = Scheme::run_sizes(&setup(cg, 4), sizes).expect_err("impossible").to_string();
        assert!(error.contains(why) && error.contains(&format!("{sizes:?}")), "{error}");
    }
    Scheme::run_sizes(&setup(cg, 4), &[128, 1024, 32_768]).unwrap_or_else(|error| panic!("{error}"));
    let random = Workload::find("random").expect("known");
    assert!(text(setup(random, 1 << 24)).contains("MiB"), "more ranks than memory");
}
