//! What a look at the usage table costs, beside a balanced tree, by the number of buffers (BR-3;
//! the paper's figure 3).
//!
//! `cargo run --release -p ferry-protocol --example reuse_lookup`

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use ferry_protocol::reuse::UsageTable;
use ferry_protocol::reuse::table::EARNED;

/// Looks for each number of buffers, and rounds of which the median counts.
const LOOKS: usize = 1 << 18;
const ROUNDS: usize = 7;

fn main() {
    println!("{:>9} {:>10} {:>10}", "buffers", "table ns", "tree ns");
    for buffers in [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] {
        let addresses: Vec<u64> = (0..buffers as u64).map(|index| 0x7f00_0000_0000 + index * 8192).collect();
        let order: Vec<u64> = (0..LOOKS).map(|look| addresses[mix(look) % buffers]).collect();
        let mut table = UsageTable::default();
        let mut tree = BTreeMap::new();
        for address in &addresses {
            table.note(*address, EARNED);
            tree.insert(*address, 1_u32);
        }
        let in_table = median(|| order.iter().for_each(|address| _ = black_box(table.note(*address, 1))));
        let in_tree = median(|| order.iter().for_each(|address| *tree.get_mut(black_box(address)).expect("inserted") += 1));
        println!("{buffers:>9} {in_table:>10.1} {in_tree:>10.1}");
    }
}

/// Spreads numbers.
fn mix(number: usize) -> usize {
    let mixed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 31) as usize >> 8
}

/// Nanoseconds for a look.
fn median(mut looks: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            looks();
            began.elapsed().as_nanos() as f64 / LOOKS as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}
