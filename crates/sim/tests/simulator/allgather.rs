//! Allgather over puts, in a simulated job: every algorithm gives right data whatever the size, and
//! is what it is said to be.

use ferry_sim::allgather::{Experiment, of_mpich};
use ferry_sim::{Profile, RunError};

fn profile() -> Profile {
    Profile::find("mt23108-pcix").expect("a known machine")
}

fn us(experiment: Experiment) -> f64 {
    let experiment = Experiment { iterations: 3, ..experiment };
    experiment.run(&profile(), 1).unwrap_or_else(|error| panic!("{experiment:?}: {error}"))
}

#[test]
fn all_algorithms_give_right_data() {
    for ranks in [2, 5, 8] {
        for bytes in [4, 1000, 3000, 20_000] {
            for algorithm in ["put_doubling", "put_circulant", "put_ring", "put_linear"] {
                for reuses_buffers in [true, false] {
                    us(Experiment { reuses_buffers, ..Experiment::new(ranks, bytes).by(algorithm).over_puts() });
                }
            }
        }
    }
}

#[test]
fn puts_are_faster_than_messages_and_more_so_with_fresh_buffers() {
    let messages = |experiment: Experiment| us(experiment.by(of_mpich(experiment.ranks, experiment.bytes)));
    let gain = |experiment: Experiment| messages(experiment) / us(experiment.by("put_doubling").over_puts());
    let short = gain(Experiment::new(16, 4));
    assert!(short > 1.05, "{short}");
    // Registering a part of what is registered would take longer than the put.
    let medium = gain(Experiment::new(16, 1024));
    assert!(medium > 1.05, "{medium}");
    let long = gain(Experiment::new(16, 32 << 10));
    let fresh = gain(Experiment { reuses_buffers: false, ..Experiment::new(16, 32 << 10) });
    assert!(fresh > 1.5 && fresh > long, "{fresh}, {long}");
}

#[test]
fn collective_buffers_that_are_given_back_are_used_again() {
    let bytes = |times| Experiment::new(3, 100).over_puts().churn(&profile(), times).expect("nothing goes wrong");
    let once = bytes(1);
    assert!(once > 0 && bytes(200) == once);
}

#[test]
fn m_t_beyond_collective_buffers_is_refused() {
    let experiment = Experiment { copy_below: Some(64 << 10), ..Experiment::new(4, 20_000).by("put_doubling").over_puts() };
    let refused = experiment.run(&profile(), 1).expect_err("there is no room").to_string();
    assert!(refused.contains("M_T is 65536 bytes"), "{refused}");
    us(Experiment { copy_below: Some(16 << 10), ..experiment });
}

#[test]
fn hollow_transfers_take_as_long_as_others() {
    for algorithm in ["put_doubling", "put_ring"] {
        let full = Experiment::new(8, 64 << 10).by(algorithm).over_puts();
        let (full_us, hollow_us) = (us(full), us(Experiment { is_hollow: true, ..full }));
        assert!((hollow_us / full_us - 1.0).abs() < 0.1, "{algorithm}: {hollow_us} us without data, {full_us} with");
    }
}

#[test]
fn a_rank_that_dies_meanwhile_is_named() {
    for algorithm in ["put_doubling", "put_circulant", "put_ring", "put_linear"] {
        let experiment = Experiment { iterations: 50, ..Experiment::new(4, 20_000).by(algorithm).over_puts() };
        let Err(RunError::Violation(violation, _)) = experiment.run_with_death(&profile(), 1, (2, 3_000_000_000)) else {
            panic!("{algorithm}: the others do without rank 2");
        };
        let text = violation.to_string();
        assert!(text.contains("rank 2") || text.contains("peer: 2"), "{algorithm}: {text}");
        assert!(text.contains("PeerLost"), "{algorithm}: {text}");
    }
}
