//! Allgather over puts, in a simulated job: every algorithm gives right data whatever the size, and is what it is said to be.

use ferry_sim::Profile;
use ferry_sim::allgather::Experiment;

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
    let pair = |experiment: Experiment| (us(experiment), us(experiment.over_puts().by("put_doubling")));
    for bytes in [4, 32 << 10] {
        let (messages, puts) = pair(Experiment::new(16, bytes).by("doubling"));
        println!("{bytes}: {messages} {puts}");
        assert!(puts < messages, "{bytes} bytes: {puts} us by puts, {messages} us by messages");
    }
    let fresh = Experiment { reuses_buffers: false, ..Experiment::new(16, 32 << 10).by("doubling") };
    let (messages, puts) = pair(fresh);
    println!("fresh: {messages} {puts}");
    assert!(puts * 1.5 < messages, "fresh buffers: {puts} us by puts, {messages} us by messages");
}
