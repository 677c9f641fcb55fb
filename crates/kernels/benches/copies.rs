//! The copies of this crate beside memcpy: `cargo bench -p ferry-kernels --bench copies`.
//!
//! First the speed at each size and some alignments, with buffers used again and again; then what a
//! copy of 64 MiB leaves of a working set of 1 MiB in the caches (LMT-5): the time to read it
//! before and after.

use std::hint::black_box;
use std::time::Instant;

use ferry_kernels::{Sweep, copy, copy_nontemporal};

const SIZES: [usize; 11] = [64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20];
/// Bytes by which source and destination miss a page boundary.
const ALIGNMENTS: [(usize, usize); 4] = [(0, 0), (8, 0), (0, 8), (1, 3)];
const REPETITIONS: usize = 9;
/// Least bytes that one reading of the clock covers.
const TIMED_BYTES: usize = 1 << 20;
const PAGE: usize = 4096;
const WORKING_SET: usize = 1 << 20;

type Copy = (&'static str, unsafe fn(*mut u8, *const u8, usize));

unsafe fn memcpy(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe { std::ptr::copy_nonoverlapping(src, dst, len) }
}

unsafe fn copy_here(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe { copy(dst, src, len) }
}

unsafe fn in_order(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe { copy_nontemporal(dst, src, len, Sweep::InOrder) }
}

unsafe fn side_by_side(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe { copy_nontemporal(dst, src, len, Sweep::SideBySide) }
}

unsafe fn by_quarters(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe { copy_nontemporal(dst, src, len, Sweep::Quarters) }
}

const COPIES: [Copy; 5] = [
    ("memcpy", memcpy),
    ("copy", copy_here),
    ("copy_nontemporal", side_by_side),
    ("nontemporal in order", in_order),
    ("nontemporal by quarters", by_quarters),
];

/// Page-aligned memory with room for the alignments.
struct Memory(Vec<u8>);

impl Memory {
    fn new(bytes: usize) -> Memory {
        Memory(vec![1; bytes + 2 * PAGE])
    }

    fn at(&mut self, offset: usize) -> *mut u8 {
        let start = self.0.as_ptr().align_offset(PAGE);
        self.0[start + offset..].as_mut_ptr()
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Bytes a nanosecond.
fn speed(run: Copy, dst: *mut u8, src: *const u8, len: usize) -> f64 {
    let rounds = (TIMED_BYTES / len).max(1);
    // SAFETY: both buffers are as long.
    let once = || unsafe { run.1(black_box(dst), black_box(src), black_box(len)) };
    // The copy before left the buffers elsewhere.
    once();
    let started = Instant::now();
    (0..rounds).for_each(|_| once());
    (rounds * len) as f64 / started.elapsed().as_nanos() as f64
}

fn speeds() {
    let longest = SIZES[SIZES.len() - 1];
    let (mut from, mut to) = (Memory::new(longest), Memory::new(longest));
    println!(
        "GB/s, median of {REPETITIONS}; columns: {} at source and destination offsets {ALIGNMENTS:?}",
        COPIES.map(|copy| copy.0).join(", ")
    );
    for len in SIZES {
        print!("{len:>9}");
        for (src, dst) in ALIGNMENTS {
            let rounds: Vec<_> = (0..REPETITIONS).map(|_| COPIES.map(|run| speed(run, to.at(dst), from.at(src), len))).collect();
            (0..COPIES.len()).for_each(|copy| print!("{:>7.1}", median(rounds.iter().map(|round| round[copy]).collect())));
            print!("   ");
        }
        println!();
    }
}

/// Microseconds to read one word of each line, in an order that prefetchers do not follow.
fn read(set: &[u64]) -> f64 {
    let lines = set.len() / 8;
    let started = Instant::now();
    let mut sum = 0u64;
    for i in 0..lines {
        sum = sum.wrapping_add(set[i * 7919 % lines * 8]);
    }
    black_box(sum);
    1e6 * started.elapsed().as_secs_f64()
}

fn working_set() {
    let set = vec![1u64; WORKING_SET / 8];
    let len = 64 << 20;
    let (mut from, mut to) = (Memory::new(len), Memory::new(len));
    println!("microseconds to read a working set of 1 MiB: in the caches, then after a copy of 64 MiB");
    for run in COPIES {
        let round = |_| {
            (0..3).for_each(|_| _ = read(&set));
            let before = read(&set);
            // SAFETY: both buffers are as long.
            unsafe { run.1(to.at(0), from.at(0), len) };
            (before, read(&set))
        };
        let (before, after): (Vec<f64>, Vec<f64>) = (0..REPETITIONS).map(round).unzip();
        println!("{:>18} {:>8.1} {:>8.1}", run.0, median(before), median(after));
    }
}

fn main() {
    speeds();
    working_set();
}
