//! From how many bytes on a copy should spare the caches:
//! `DMA_min = cache size / (2 x processes that share it)` (LMT-5, LMT-6), for the caches and
//! processors that a process really runs on.
//!
//! Which cache: of every cache that the process uses, what falls to it if all processes that may
//! run there take equal parts; the largest part counts. A core's own second-level cache wins over a
//! last-level cache that many share, and loses to one that few share. A part of more than
//! [`COUNTABLE_MAX`] is not believed. A guest is told the size of the host's last-level cache, but
//! strangers use most of that. What a process then loses to a copy is its second-level cache.
//!
//! Affinity masks hold what control groups' cpusets leave. A control group's quota of time does not
//! matter: processes that take turns still share the caches.

use crate::topology::{Cache, CacheKind};

/// Largest part of a cache that a process counts on: larger than a core's part of any common
/// last-level cache.
pub const COUNTABLE_MAX: u64 = 32 << 20;

/// Where the system does not tell of caches: half of a second-level cache of common size.
pub const UNKNOWN_DMA_MIN: u64 = 1 << 20;

/// A level of caches as one process sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// 2 or more.
    pub level: u32,
    /// Size of one cache in bytes.
    pub bytes: u64,
    /// Processes that share one, at least 1; those that may leave it count in part.
    pub processes: u64,
    /// Why it decides, or does not.
    pub role: LevelRole,
}

/// Why a level decides or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelRole {
    /// A process has the largest part of this one.
    Decides,
    /// A process has a smaller part of this one.
    Smaller,
    /// The part is larger than [`COUNTABLE_MAX`].
    NotCounted,
}

/// The threshold and what it was decided by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparing {
    /// Bytes from which on copies should go past the caches.
    pub dma_min: u64,
    /// Levels that were looked at, ascending; empty where the system does not tell of any.
    pub candidates: Vec<Candidate>,
}

impl Candidate {
    /// Bytes that fall to one process.
    pub fn part(&self) -> u64 {
        self.bytes / self.processes
    }
}

/// Decides for a process that may run on processors `own`, among processes that may run on
/// `processes` (itself included; each ascending).
pub fn sparing(caches: &[Cache], own: &[usize], processes: &[Vec<usize>]) -> Sparing {
    let used = |cache: &&Cache| cache.level >= 2 && cache.kind != CacheKind::Instruction && common(&cache.cpus, own) > 0;
    let mut candidates: Vec<Candidate> = Vec::new();
    for cache in caches.iter().filter(used) {
        let one = candidate(cache, processes);
        match candidates.iter_mut().find(|other| other.level == one.level) {
            // A process that may use several has to expect the worst.
            Some(other) if other.part() > one.part() => *other = one,
            Some(_) => {}
            None => candidates.push(one),
        }
    }
    candidates.sort_by_key(|candidate| candidate.level);
    let part = mark(&mut candidates);
    Sparing { dma_min: part.map_or(UNKNOWN_DMA_MIN, |part| part / 2), candidates }
}

fn candidate(cache: &Cache, processes: &[Vec<usize>]) -> Candidate {
    // In 1024ths, as a process that may run on c processors spends k/c of its time on k of them.
    let shares = processes.iter().filter(|mask| !mask.is_empty());
    let sum: usize = shares.map(|mask| 1024 * common(&cache.cpus, mask) / mask.len()).sum();
    let processes = ((sum + 512) / 1024).max(1) as u64;
    Candidate { level: cache.level, bytes: cache.bytes, processes, role: LevelRole::Smaller }
}

/// Marks the candidate with the largest part that counts and returns that part.
fn mark(candidates: &mut [Candidate]) -> Option<u64> {
    for candidate in candidates.iter_mut().filter(|candidate| candidate.part() > COUNTABLE_MAX) {
        candidate.role = LevelRole::NotCounted;
    }
    let counted = candidates.iter_mut().filter(|candidate| candidate.role == LevelRole::Smaller);
    let decides = counted.max_by_key(|candidate| candidate.part())?;
    decides.role = LevelRole::Decides;
    Some(decides.part())
}

/// How many processors are in both lists.
fn common(cpus: &[usize], mask: &[usize]) -> usize {
    mask.iter().filter(|cpu| cpus.contains(cpu)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use LevelRole::{Decides, NotCounted, Smaller};

    const MIB: u64 = 1 << 20;

    fn cache(level: u32, bytes: u64, cpus: &[usize]) -> Cache {
        Cache { level, kind: CacheKind::Unified, bytes, line_bytes: 64, cpus: cpus.to_vec() }
    }

    /// One process on each of the processors.
    fn bound(cpus: &[usize]) -> Vec<Vec<usize>> {
        cpus.iter().map(|&cpu| vec![cpu]).collect()
    }

    fn verdicts(sparing: &Sparing) -> Vec<(u32, u64, LevelRole)> {
        sparing.candidates.iter().map(|candidate| (candidate.level, candidate.processes, candidate.role)).collect()
    }

    /// Two cores of a guest that sees the host's last-level cache.
    fn guest() -> Vec<Cache> {
        let first = Cache { kind: CacheKind::Data, ..cache(1, 48 << 10, &[0]) };
        vec![first, cache(2, 2 * MIB, &[0]), cache(2, 2 * MIB, &[1]), cache(3, 480 * MIB, &[0, 1])]
    }

    /// Four cores of two hardware threads: 0 and 4, 1 and 5, ...
    fn laptop() -> Vec<Cache> {
        let mut caches: Vec<Cache> = (0..4).map(|core| cache(2, 5 * MIB / 4, &[core, core + 4])).collect();
        caches.push(cache(3, 12 * MIB, &[0, 1, 2, 3, 4, 5, 6, 7]));
        caches
    }

    /// Two complexes of eight cores, each with a last-level cache of its own.
    fn complexes() -> Vec<Cache> {
        let mut caches: Vec<Cache> = (0..16).map(|core| cache(2, MIB / 2, &[core])).collect();
        caches.extend([(0, 8), (8, 16)].map(|(first, end)| cache(3, 32 * MIB, &(first..end).collect::<Vec<_>>())));
        caches
    }

    #[test]
    fn a_guest_does_not_count_on_the_hosts_cache() {
        let found = sparing(&guest(), &[0], &bound(&[0, 1]));
        assert_eq!(found.dma_min, MIB);
        assert_eq!(verdicts(&found), [(2, 1, Decides), (3, 2, NotCounted)]);
    }

    #[test]
    fn processes_that_are_not_bound_share_as_those_that_are() {
        let two = sparing(&guest(), &[0, 1], &[vec![0, 1], vec![0, 1]]);
        assert_eq!((two.dma_min, verdicts(&two)[0]), (MIB, (2, 1, Decides)));
        let eight = sparing(&guest(), &[0, 1], &vec![vec![0, 1]; 8]);
        let last = Candidate { level: 3, bytes: 480 * MIB, processes: 8, role: NotCounted };
        assert_eq!((eight.dma_min, verdicts(&eight)[0], &eight.candidates[1]), (MIB / 4, (2, 4, Decides), &last));
    }

    #[test]
    fn few_processes_have_more_of_the_last_level() {
        let cores: Vec<Vec<usize>> = (0..4).map(|core| vec![core, core + 4]).collect();
        let found = sparing(&laptop(), &[1, 5], &cores);
        assert_eq!((found.dma_min, verdicts(&found)), (3 * MIB / 2, vec![(2, 1, Smaller), (3, 4, Decides)]));
        let alone = sparing(&laptop(), &[1], &bound(&[1]));
        assert_eq!(alone.dma_min, 6 * MIB);
    }

    #[test]
    fn hardware_threads_share_the_caches_of_their_core() {
        let found = sparing(&laptop(), &[0], &bound(&[0, 1, 2, 3, 4, 5, 6, 7]));
        assert_eq!((found.dma_min, verdicts(&found)), (3 * MIB / 4, vec![(2, 2, Smaller), (3, 8, Decides)]));
    }

    #[test]
    fn a_complex_has_its_own_last_level() {
        let full = sparing(&complexes(), &[3], &bound(&(0..16).collect::<Vec<_>>()));
        assert_eq!((full.dma_min, verdicts(&full)[1]), (2 * MIB, (3, 8, Decides)));
        let apart = sparing(&complexes(), &[0], &bound(&[0, 8]));
        assert_eq!((apart.dma_min, verdicts(&apart)[1]), (16 * MIB, (3, 1, Decides)));
    }

    #[test]
    fn whoever_may_use_two_complexes_expects_the_fuller() {
        let mut processes = bound(&[0, 1, 2]);
        processes.push(vec![7, 8]);
        let found = sparing(&complexes(), &[7, 8], &processes);
        assert_eq!((found.dma_min, verdicts(&found)[1]), (4 * MIB, (3, 4, Decides)));
    }

    #[test]
    fn a_cache_that_many_share_loses_to_a_cores_own() {
        let mut caches: Vec<Cache> = (0..4).map(|core| cache(2, 2 * MIB, &[core])).collect();
        caches.push(cache(3, 6 * MIB, &[0, 1, 2, 3]));
        let found = sparing(&caches, &[0], &bound(&[0, 1, 2, 3]));
        assert_eq!((found.dma_min, verdicts(&found)), (MIB, vec![(2, 1, Decides), (3, 4, Smaller)]));
    }

    #[test]
    fn without_knowledge_there_is_a_common_answer() {
        let nothing = Sparing { dma_min: UNKNOWN_DMA_MIN, candidates: Vec::new() };
        assert_eq!(sparing(&[], &[0], &bound(&[0, 1])), nothing);
        assert_eq!(sparing(&guest(), &[], &[]), nothing);
    }
}
