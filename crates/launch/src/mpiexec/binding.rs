//! Which processors each rank runs on.

use std::fs;

use rustix::thread::CpuSet;

use super::request::Bind;

/// A processor (hardware thread) and where it sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cpu {
    /// Socket.
    pub package: u32,
    /// Core within the socket.
    pub core: u32,
    /// Number by which the kernel knows it.
    pub id: usize,
}

/// The processors this process may use, neighbours next to each other.
pub fn available() -> Vec<Cpu> {
    let mut cpus: Vec<Cpu> = ferry_sys::cpu::allowed().into_iter().map(locate).collect();
    cpus.sort_unstable();
    cpus
}

fn locate(id: usize) -> Cpu {
    let read = |name: &str| fs::read_to_string(format!("/sys/devices/system/cpu/cpu{id}/topology/{name}")).ok();
    let number = |name: &str| read(name).and_then(|text| text.trim().parse().ok());
    // Without topology every processor is a core of its own.
    Cpu { package: number("physical_package_id").unwrap_or(0), core: number("core_id").unwrap_or(id as u32), id }
}

/// The processors of each of `ranks` ranks on this machine, as [`plan`] has them.
pub fn place(bind: Bind, ranks: usize) -> Vec<Option<Vec<usize>>> {
    let is_free = match bind {
        Bind::None => true,
        Bind::Even => ranks == 1 || ranks > ferry_sys::cpu::allowed().len(),
        Bind::Core => false,
    };
    // Reading the topology of a large machine takes milliseconds.
    if is_free { vec![None; ranks] } else { plan(bind, &available(), ranks) }
}

/// The processors of each of `ranks` ranks; `None` leaves a rank unbound. `cpus` is sorted as by
/// [`available`] and not empty.
pub fn plan(bind: Bind, cpus: &[Cpu], ranks: usize) -> Vec<Option<Vec<usize>>> {
    let cores: Vec<&[Cpu]> = cpus.chunk_by(|a, b| (a.package, a.core) == (b.package, b.core)).collect();
    let ids = |group: &[Cpu]| -> Vec<usize> { group.iter().map(|cpu| cpu.id).collect() };
    let share = |rank: usize, total: usize| (rank * total / ranks)..((rank + 1) * total / ranks);
    let choose = |rank: usize| match bind {
        Bind::None => None,
        Bind::Core if ranks <= cores.len() => Some(ids(cores[share(rank, cores.len()).start])),
        Bind::Core => Some(ids(cores[rank % cores.len()])),
        Bind::Even if ranks == 1 || ranks > cpus.len() => None,
        // Whole cores as long as there is one for each rank, then hardware threads.
        Bind::Even if ranks <= cores.len() => Some(cores[share(rank, cores.len())].iter().flat_map(|core| ids(core)).collect()),
        Bind::Even => Some(ids(&cpus[share(rank, cpus.len())])),
    };
    (0..ranks).map(choose).collect()
}

/// The kernel's form of a list of processors.
pub fn cpu_set(ids: &[usize]) -> CpuSet {
    let mut set = CpuSet::new();
    ids.iter().for_each(|id| set.set(*id));
    set
}

/// `0-3,8` for people.
pub fn describe(ids: &[usize]) -> String {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let runs = ids.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `cores` cores of `threads` hardware threads, numbered as Linux does: first threads first.
    fn machine(cores: usize, threads: usize) -> Vec<Cpu> {
        let mut cpus: Vec<Cpu> = (0..cores * threads).map(|id| Cpu { package: 0, core: (id % cores) as u32, id }).collect();
        cpus.sort_unstable();
        cpus
    }

    #[test]
    fn ranks_get_whole_cores_while_there_are_enough() {
        let plan = plan(Bind::Even, &machine(4, 2), 2);
        assert_eq!(plan, [Some(vec![0, 4, 1, 5]), Some(vec![2, 6, 3, 7])]);
    }

    #[test]
    fn oversubscribed_or_single_ranks_are_free() {
        assert_eq!(plan(Bind::Even, &machine(2, 1), 3), [None, None, None]);
        assert_eq!(plan(Bind::Even, &machine(2, 1), 1), [None]);
        assert_eq!(plan(Bind::None, &machine(2, 1), 2), [None, None]);
    }

    #[test]
    fn one_core_each_even_when_oversubscribed() {
        assert_eq!(plan(Bind::Core, &machine(2, 2), 3), [Some(vec![0, 2]), Some(vec![1, 3]), Some(vec![0, 2])]);
    }

    #[test]
    fn the_short_way_decides_as_the_long_one() {
        for ranks in [1, 2, 3, available().len() + 1] {
            for bind in [Bind::None, Bind::Even, Bind::Core] {
                assert_eq!(place(bind, ranks), plan(bind, &available(), ranks));
            }
        }
    }

    #[test]
    fn this_machine_has_processors() {
        let cpus = available();
        assert!(!cpus.is_empty() && cpus.is_sorted());
    }

    #[test]
    fn descriptions() {
        assert_eq!(describe(&[0, 4, 1, 5, 2]), "0-2,4-5");
        assert_eq!(describe(&[7]), "7");
    }

    proptest! {
        #[test]
        fn invariant_even_shares_cover_every_processor_once(cores in 1usize..40, threads in 1usize..4, ranks in 2usize..80) {
            let cpus = machine(cores, threads);
            let plan = plan(Bind::Even, &cpus, ranks);
            prop_assert_eq!(plan.len(), ranks);
            if ranks <= cpus.len() {
                let mut used: Vec<usize> = plan.into_iter().flatten().flatten().collect();
                used.sort_unstable();
                prop_assert_eq!(used, (0..cpus.len()).collect::<Vec<_>>());
            }
        }

        #[test]
        fn invariant_even_shares_differ_by_at_most_one_unit(cores in 1usize..40, ranks in 2usize..80) {
            let plan = plan(Bind::Even, &machine(cores, 1), ranks);
            let sizes: Vec<usize> = plan.into_iter().flatten().map(|share| share.len()).collect();
            prop_assert!(sizes.iter().max().unwrap_or(&0) - sizes.iter().min().unwrap_or(&0) <= 1);
        }
    }
}
