//! What the system takes to copy from one process's memory to another's, and what a process takes
//! to copy. A process reads and copies its own memory to find out. That needs nobody else, and
//! takes a tenth of a millisecond and the first use of a huge page. That comes within a tenth or
//! two of what reading another one's takes.

use ferry_sys::huge_pages::{self, HugeMemory};
use ferry_sys::{clock, cross_memory};

/// Bytes that are read: so few that the call decides, and so many that the bytes do and still stay
/// in a processor's own cache.
const SIZES: [usize; 2] = [4 << 10, 64 << 10];
/// Repetitions, of which the fastest counts.
const REPETITIONS: usize = 8;

/// How much longer a byte takes that another processor has in its caches, in percent, where pages
/// are huge: 12 us for 256 KiB, 10 from own memory (EPYC, Zen 4). In small ones finding pages takes
/// most of the time.
const FOREIGN_PERCENT: u64 = 20;

/// A length in bytes, and what it takes in nanoseconds.
pub type Point = (u64, u64);

/// What it takes to move bytes in the caches of one processor.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    /// To read two lengths; `None` where the system does not let processes read.
    pub read: Option<[Point; 2]>,
    /// The same from memory in huge pages, if there are some.
    pub read_huge: Option<[Point; 2]>,
    /// To copy the longer one.
    pub copy: Point,
}

/// Measures.
pub fn measure() -> Moves {
    let source = vec![1u8; SIZES[1]];
    let mut target = vec![2u8; SIZES[1]];
    let me = std::process::id() as i32;
    let mut read = |from: &[u8], bytes: usize| {
        let target = &mut target[..bytes];
        let read = || cross_memory::peek(me, from.as_ptr() as usize, target).is_ok_and(|read| read == bytes);
        fastest_ns(read).map(|ns| (bytes as u64, ns))
    };
    let mut both = |from: &[u8]| read(from, SIZES[0]).zip(read(from, SIZES[1])).map(|(short, long)| [short, long]);
    let small = both(&source);
    let read_huge = huge_pages::are_allowed().then(|| both(HugeMemory::written(SIZES[1]).ok()?.bytes())).flatten();
    let read_huge = read_huge.map(|[short, long]| {
        let more_ns = |(bytes, ns): Point| {
            (bytes, ns + FOREIGN_PERCENT * (long.1.saturating_sub(short.1)) * bytes / (100 * (long.0 - short.0)))
        };
        [more_ns(short), more_ns(long)]
    });
    let copy = || {
        target.copy_from_slice(std::hint::black_box(&source));
        std::hint::black_box(&target);
        true
    };
    Moves { read: small, read_huge, copy: (SIZES[1] as u64, fastest_ns(copy).unwrap_or(u64::MAX)) }
}

/// `None` if it fails.
fn fastest_ns(mut moves: impl FnMut() -> bool) -> Option<u64> {
    let mut fastest = u64::MAX;
    for _ in 0..REPETITIONS {
        let start_ns = clock::now_ns();
        if !moves() {
            return None;
        }
        fastest = fastest.min(clock::now_ns() - start_ns);
    }
    Some(fastest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_moved_takes_time() {
        let moves = measure();
        let read = moves.read.unwrap();
        assert_eq!(read.map(|point| point.0), SIZES.map(|bytes| bytes as u64));
        assert!(read.iter().chain([&moves.copy]).all(|point| (1..1_000_000_000).contains(&point.1)), "{moves:?}");
    }
}
