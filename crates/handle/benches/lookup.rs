//! What looking up a handle costs: `cargo bench -p ferry-handle`. The limit is 2 ns for a handle
//! among a thousand others.

use std::hint::black_box;
use std::time::Instant;

use ferry_handle::{Kind, Table};

const OBJECTS: usize = 1024;
const LOOKUPS: usize = 20_000_000;
const REPETITIONS: usize = 7;

fn nanoseconds_per_lookup(table: &Table<u64>, handles: &[usize; OBJECTS]) -> f64 {
    let started = Instant::now();
    let mut sum = 0u64;
    for index in 0..LOOKUPS {
        let handle = black_box(handles[index % OBJECTS]);
        sum = sum.wrapping_add(table.get(handle).copied().unwrap_or_default());
    }
    black_box(sum);
    started.elapsed().as_nanos() as f64 / LOOKUPS as f64
}

fn main() {
    let mut table = Table::new(Kind::Request);
    let handles = std::array::from_fn(|index| table.insert(index as u64));
    let mut times: Vec<f64> = (0..REPETITIONS).map(|_| nanoseconds_per_lookup(&table, &handles)).collect();
    times.sort_by(f64::total_cmp);
    println!(
        "look-up of a handle: median {:.2} ns, fastest {:.2} ns (loop and checks of the result included)",
        times[REPETITIONS / 2],
        times[0]
    );
}
