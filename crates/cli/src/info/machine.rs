//! Processors, caches and limits of this machine.

use ferry_sys::cache_share::{self, LevelRole};
use ferry_sys::{cpu, topology};
use serde::Serialize;

/// What the machine has and what of it this process may use.
#[derive(Debug, Serialize)]
pub struct Machine {
    /// Model of the processor.
    pub model: Option<String>,
    /// Processors that are online.
    pub cpus_online: usize,
    /// Processors in the affinity mask, by number.
    pub cpus_allowed: Vec<usize>,
    /// Processors' worth of time that the control group grants, if it sets a limit.
    pub cpus_of_cgroup: Option<usize>,
    /// Ranks that run without sharing a processor.
    pub cpus_usable: usize,
    /// NUMA nodes.
    pub numa_nodes: usize,
    /// Caches, by level.
    pub caches: Vec<Cache>,
    /// From which size on copies should spare the caches, with one process on each usable CPU.
    pub cache_sparing: CacheSparing,
}

/// What [`cache_share::sparing`] says.
#[derive(Debug, Serialize)]
pub struct CacheSparing {
    /// Bytes.
    pub dma_min: u64,
    /// The levels of caches and what is said of them.
    pub levels: Vec<CacheLevel>,
}

/// One level of caches, for one process.
#[derive(Debug, Serialize)]
pub struct CacheLevel {
    /// 2 or more.
    pub level: u32,
    /// Size of one in bytes.
    pub bytes: u64,
    /// Processes that share one.
    pub processes: u64,
    /// Whether it decides, and if not, why.
    pub role: &'static str,
}

/// Equal caches of one level.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Cache {
    /// 1 is the closest.
    pub level: u32,
    /// data, instruction or unified.
    pub kind: &'static str,
    /// Size of one in bytes.
    pub bytes: u64,
    /// Bytes in a line.
    pub line_bytes: u32,
    /// Processors that share one.
    pub shared_by: usize,
    /// How many there are.
    pub count: usize,
}

/// Looks at the machine.
pub fn look() -> Machine {
    let cpus_allowed = cpu::allowed();
    let cpus_of_cgroup = cpu::cgroup_quota();
    Machine {
        model: topology::cpu_model(),
        cpus_online: topology::online_cpus().len(),
        cpus_usable: cpus_of_cgroup.map_or(cpus_allowed.len(), |quota| quota.min(cpus_allowed.len())),
        cache_sparing: cache_sparing(&cpus_allowed),
        cpus_allowed,
        cpus_of_cgroup,
        numa_nodes: topology::numa_nodes(),
        caches: kinds(&topology::caches()),
    }
}

fn cache_sparing(cpus: &[usize]) -> CacheSparing {
    let (own, processes) = (&cpus[..cpus.len().min(1)], cpus.iter().map(|cpu| vec![*cpu]).collect::<Vec<_>>());
    let found = cache_share::sparing(&topology::caches(), own, &processes);
    let level = |candidate: &cache_share::Candidate| CacheLevel {
        level: candidate.level,
        bytes: candidate.bytes,
        processes: candidate.processes,
        role: match candidate.role {
            LevelRole::Decides => "decides",
            LevelRole::Smaller => "a smaller part",
            LevelRole::NotCounted => "not counted on: a part so large is the host's or nobody's",
        },
    };
    CacheSparing { dma_min: found.dma_min, levels: found.candidates.iter().map(level).collect() }
}

/// Counts equal caches together.
fn kinds(caches: &[topology::Cache]) -> Vec<Cache> {
    let mut kinds: Vec<Cache> = Vec::new();
    for cache in caches {
        let one = Cache {
            level: cache.level,
            kind: kind_name(cache.kind),
            bytes: cache.bytes,
            line_bytes: cache.line_bytes,
            shared_by: cache.cpus.len(),
            count: 0,
        };
        let place = kinds.iter().position(|kind| Cache { count: 0, ..*kind } == one).unwrap_or_else(|| {
            kinds.push(one);
            kinds.len() - 1
        });
        kinds[place].count += 1;
    }
    kinds
}

fn kind_name(kind: topology::CacheKind) -> &'static str {
    match kind {
        topology::CacheKind::Data => "data",
        topology::CacheKind::Instruction => "instruction",
        topology::CacheKind::Unified => "unified",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_caches_are_counted_together() {
        let cache = |level, cpu: usize| topology::Cache {
            level,
            kind: topology::CacheKind::Data,
            bytes: 1024,
            line_bytes: 64,
            cpus: vec![cpu],
        };
        let kinds = kinds(&[cache(1, 0), cache(1, 1), cache(2, 0)]);
        assert_eq!(kinds.iter().map(|kind| (kind.level, kind.count)).collect::<Vec<_>>(), [(1, 2), (2, 1)]);
    }
}
