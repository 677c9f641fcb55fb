//! Pack and unpack of vectors beside memcpy of as many bytes and a plain loop over the same blocks:
//! `cargo bench -p ferry-kernels --bench blocks [-- KIBIBYTES] [-- cold]`. The blocks lie twice
//! their length apart. With `cold` all memory is dropped from the caches before each repetition, so
//! that all kernels find the same state. `memcpy 2` copies the two halves of the scattered buffer
//! in turn: as dense a copy, out of a buffer that takes as much of the caches.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use ferry_datatype::Datatype;
use ferry_kernels::{flush, pack, unpack};

const BLOCKS: [usize; 9] = [8, 16, 32, 64, 128, 256, 512, 1024, 4096];
const REPETITIONS: usize = 80;
const BYTE: usize = 0x247;
/// Least bytes that one reading of the clock covers.
const TIMED_BYTES: usize = 256 << 10;

/// A quarter of the repetitions took at most so many microseconds.
fn quartile(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 4]
}

/// The kernels to compare: name, and what moves all bytes between a vector and dense memory.
type Kernel = (&'static str, fn(&Datatype, *mut u8, *mut u8, usize, usize));

fn plain_loop(scattered: *mut u8, dense: *mut u8, bytes: usize, block: usize, packs: bool) {
    for i in 0..bytes / block {
        // SAFETY: the vector and the dense memory hold that many blocks.
        unsafe {
            let (user, stream) = (scattered.add(2 * i * block), dense.add(i * block));
            let (dst, src) = if packs { (stream, user) } else { (user, stream) };
            std::ptr::copy_nonoverlapping(src, dst, black_box(block));
        }
    }
}

/// Type, elements, user's buffer, position, packed side and its length.
type Pack = unsafe fn(&Datatype, u64, *const u8, u64, *mut u8, usize) -> usize;
type Unpack = unsafe fn(&Datatype, u64, *mut u8, u64, *const u8, usize) -> usize;

fn packed(run: Pack, vector: &Datatype, user: *mut u8, stream: *mut u8, bytes: usize) {
    // SAFETY: the buffers hold the vector and its bytes.
    unsafe { run(vector, 1, user, 0, stream, bytes) };
}

fn unpacked(run: Unpack, vector: &Datatype, user: *mut u8, stream: *mut u8, bytes: usize) {
    // SAFETY: as above.
    unsafe { run(vector, 1, user, 0, stream, bytes) };
}

fn memcpy(user: *mut u8, stream: *mut u8, bytes: usize) {
    // SAFETY: as above.
    unsafe { std::ptr::copy_nonoverlapping(user, stream, black_box(bytes)) };
}

/// Of the two halves in turn.
fn memcpy_in_turn(user: *mut u8, stream: *mut u8, bytes: usize) {
    static TURN: AtomicUsize = AtomicUsize::new(0);
    let half = TURN.fetch_add(1, Ordering::Relaxed) % 2;
    // SAFETY: as above; the user's buffer has twice as many bytes.
    memcpy(unsafe { user.add(half * bytes) }, stream, bytes);
}

const KERNELS: [Kernel; 6] = [
    ("memcpy", |_, user, stream, bytes, _| memcpy(user, stream, bytes)),
    ("memcpy 2", |_, user, stream, bytes, _| memcpy_in_turn(user, stream, bytes)),
    ("loop out", |_, user, stream, bytes, block| plain_loop(user, stream, bytes, block, true)),
    ("pack", |vector, user, stream, bytes, _| packed(pack, vector, user, stream, bytes)),
    ("loop in", |_, user, stream, bytes, block| plain_loop(user, stream, bytes, block, false)),
    ("unpack", |vector, user, stream, bytes, _| unpacked(unpack, vector, user, stream, bytes)),
];

fn measure(bytes: usize, block: usize, is_cold: bool) -> Vec<f64> {
    let byte = Datatype::predefined(BYTE).expect("MPI_BYTE");
    let vector = Datatype::vector((bytes / block) as i64, block as i64, 2 * block as i64, byte).expect("a vector");
    let (mut user, mut stream) = (vec![1u8; 2 * bytes + 8192], vec![1u8; bytes + 8192]);
    let (user_start, stream_start) = (user.as_ptr().align_offset(4096), stream.as_ptr().align_offset(4096));
    let (user, stream) = (user[user_start..].as_mut_ptr(), stream[stream_start..].as_mut_ptr());
    let rounds = if is_cold { 1 } else { (TIMED_BYTES / bytes).max(1) };
    let time = |kernel: &Kernel| {
        kernel.1(&vector, user, stream, bytes, block);
        if is_cold {
            for (start, len) in [(user, 2 * bytes), (stream, bytes)] {
                // SAFETY: so many bytes of the buffers.
                assert!(flush(unsafe { std::slice::from_raw_parts(start, len) }), "this processor drops nothing from its caches");
            }
        }
        let started = Instant::now();
        for _ in 0..rounds {
            kernel.1(black_box(&vector), user, stream, bytes, block);
        }
        1e6 * started.elapsed().as_secs_f64() / rounds as f64
    };
    // Round by round, so that all kernels see the same disturbances.
    let times: Vec<Vec<f64>> = (0..REPETITIONS).map(|_| KERNELS.iter().map(time).collect()).collect();
    (0..KERNELS.len()).map(|kernel| quartile(times.iter().map(|round| round[kernel]).collect())).collect()
}

fn main() {
    let kibibytes: usize = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(1024);
    let is_cold = std::env::args().any(|word| word == "cold");
    println!("{kibibytes} KiB of data in {}, microseconds, first quartile", if is_cold { "no cache" } else { "the caches" });
    print!("{:>6}", "block");
    KERNELS.iter().for_each(|(name, _)| print!("{name:>11}"));
    println!();
    for block in BLOCKS {
        print!("{block:>6}");
        measure(kibibytes << 10, block, is_cold).iter().for_each(|time| print!("{time:>11.1}"));
        println!();
    }
}
