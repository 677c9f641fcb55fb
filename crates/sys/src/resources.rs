//! The hardware that processes share, from the machine down to a hardware thread, as
//! `/sys/devices/system` describes it.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use crate::topology::{CacheKind, caches_below, numbered, parse_list};

/// A type of hardware resource with all of its instances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// What the type is called, in the words of hwloc.
    pub name: &'static str,
    /// The processors of each instance, ascending; instances by first processor.
    pub instances: Vec<Vec<usize>>,
}

/// Most types that [`resources`] lists.
pub const TYPES_MAX: usize = 10;

/// The resources of the machine: types with few large instances come first. Types that the system
/// does not tell of are left out. The system is asked once.
pub fn resources() -> &'static [Resource] {
    static RESOURCES: OnceLock<Vec<Resource>> = OnceLock::new();
    RESOURCES.get_or_init(|| resources_below(Path::new("/sys/devices/system")))
}

fn resources_below(root: &Path) -> Vec<Resource> {
    let (cpus, nodes) = (root.join("cpu"), root.join("node"));
    let online = read_list(&cpus.join("online")).unwrap_or_default();
    let caches = caches_below(&cpus);
    let cache = |level| {
        let data = caches.iter().filter(|cache| cache.level == level && cache.kind != CacheKind::Instruction);
        data.map(|cache| cache.cpus.clone()).collect()
    };
    let types: [(&str, Vec<Vec<usize>>); TYPES_MAX] = [
        ("Machine", vec![online.clone()]),
        ("Package", lists(&cpus, "cpu", "topology/package_cpus_list")),
        ("NUMANode", lists(&nodes, "node", "cpulist")),
        ("Die", lists(&cpus, "cpu", "topology/die_cpus_list")),
        ("L4Cache", cache(4)),
        ("L3Cache", cache(3)),
        ("L2Cache", cache(2)),
        ("L1Cache", cache(1)),
        ("Core", lists(&cpus, "cpu", "topology/core_cpus_list")),
        ("PU", online.into_iter().map(|cpu| vec![cpu]).collect()),
    ];
    let known = types.into_iter().map(|(name, instances)| Resource { name, instances: distinct(instances) });
    let mut resources: Vec<Resource> = known.filter(|resource| !resource.instances.is_empty()).collect();
    resources.sort_by_key(|resource| resource.instances.len());
    resources
}

fn distinct(mut instances: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    instances.retain(|cpus| !cpus.is_empty());
    instances.sort();
    instances.dedup();
    instances
}

fn read_list(file: &Path) -> Option<Vec<usize>> {
    parse_list(&fs::read_to_string(file).ok()?)
}

/// What the files `file` in the folders `<prefix><number>` list.
fn lists(folder: &Path, prefix: &str, file: &str) -> Vec<Vec<usize>> {
    let numbers = numbered(folder, prefix).into_iter();
    numbers.filter_map(|number| read_list(&folder.join(format!("{prefix}{number}")).join(file))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, file: &str, text: &str) {
        let path = root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Two packages, one NUMA node with memory only, cores of two hardware threads.
    #[test]
    fn types_go_from_large_to_small() {
        let root = std::env::temp_dir().join(format!("ferry-resources-{}", std::process::id()));
        write(&root, "cpu/online", "0-7\n");
        for cpu in 0..8 {
            let (package, core) = (["0-3", "4-7"][cpu / 4], ["0-1", "2-3", "4-5", "6-7"][cpu / 2]);
            write(&root, &format!("cpu/cpu{cpu}/topology/package_cpus_list"), package);
            write(&root, &format!("cpu/cpu{cpu}/topology/core_cpus_list"), core);
            for (file, text) in [("level", "1"), ("type", "Instruction"), ("size", "32K"), ("coherency_line_size", "64")] {
                write(&root, &format!("cpu/cpu{cpu}/cache/index0/{file}"), text);
            }
            write(&root, &format!("cpu/cpu{cpu}/cache/index0/shared_cpu_list"), core);
        }
        for (node, cpus) in ["0-3", "4-7", ""].iter().enumerate() {
            write(&root, &format!("node/node{node}/cpulist"), cpus);
        }
        let found = resources_below(&root);
        fs::remove_dir_all(&root).unwrap();
        let summary: Vec<_> = found.iter().map(|resource| (resource.name, resource.instances.len())).collect();
        assert_eq!(summary, [("Machine", 1), ("Package", 2), ("NUMANode", 2), ("Core", 4), ("PU", 8)]);
        assert_eq!(found[3].instances[1], [2, 3]);
    }

    #[test]
    fn this_machine_has_processors() {
        let names: Vec<&str> = resources().iter().map(|resource| resource.name).collect();
        assert!(names.contains(&"Machine") && names.contains(&"PU"), "{names:?}");
        assert!(resources().is_sorted_by_key(|resource| resource.instances.len()));
    }
}
