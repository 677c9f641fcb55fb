//! The caches and processors of the machine, as `/sys/devices/system` describes them.

use std::fs;
use std::path::Path;

/// What a cache holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheKind {
    /// Data.
    Data,
    /// Instructions.
    Instruction,
    /// Both.
    Unified,
}

/// One cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// 1 is the closest to the processor.
    pub level: u32,
    /// What it holds.
    pub kind: CacheKind,
    /// Size in bytes.
    pub bytes: u64,
    /// Bytes in a line.
    pub line_bytes: u32,
    /// Processors that share it, ascending.
    pub cpus: Vec<usize>,
}

/// The caches of the online processors: each once, by level, then by first processor; empty where
/// the system says nothing.
pub fn caches() -> Vec<Cache> {
    caches_below(Path::new("/sys/devices/system/cpu"))
}

/// The model of the first processor, if the system names it.
pub fn cpu_model() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The host's name and the kernel's release; empty where the system does not say.
pub fn host_and_kernel() -> (String, String) {
    let read = |name: &str| fs::read_to_string(format!("/proc/sys/kernel/{name}")).map(|text| text.trim().to_owned());
    (read("hostname").unwrap_or_default(), read("osrelease").unwrap_or_default())
}

/// Processors that are online, ascending.
pub fn online_cpus() -> Vec<usize> {
    fs::read_to_string("/sys/devices/system/cpu/online").ok().and_then(|text| parse_list(&text)).unwrap_or_default()
}

/// NUMA nodes with memory or processors.
pub fn numa_nodes() -> usize {
    fs::read_to_string("/sys/devices/system/node/online").ok().and_then(|text| parse_list(&text)).map_or(1, |nodes| nodes.len())
}

pub(crate) fn caches_below(root: &Path) -> Vec<Cache> {
    let mut caches: Vec<Cache> = Vec::new();
    for cpu in numbered(root, "cpu") {
        let folder = root.join(format!("cpu{cpu}/cache"));
        for index in numbered(&folder, "index") {
            match read_cache(&folder.join(format!("index{index}"))) {
                Some(cache) if !caches.contains(&cache) => caches.push(cache),
                _ => {}
            }
        }
    }
    caches.sort_by_key(|cache| (cache.level, cache.cpus.first().copied()));
    caches
}

/// The numbers n of the entries named `<prefix>n`, ascending.
pub(crate) fn numbered(folder: &Path, prefix: &str) -> Vec<usize> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.strip_prefix(prefix)?.parse().ok();
    let mut numbers: Vec<usize> = entries.filter_map(|entry| number(entry.ok()?)).collect();
    numbers.sort_unstable();
    numbers
}

fn read_cache(folder: &Path) -> Option<Cache> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok().map(|text| text.trim().to_owned());
    let kind = match read("type")?.as_str() {
        "Data" => CacheKind::Data,
        "Instruction" => CacheKind::Instruction,
        "Unified" => CacheKind::Unified,
        _ => return None,
    };
    Some(Cache {
        level: read("level")?.parse().ok()?,
        kind,
        bytes: parse_size(&read("size")?)?,
        line_bytes: read("coherency_line_size")?.parse().ok()?,
        cpus: parse_list(&read("shared_cpu_list")?)?,
    })
}

/// `48K`, `2M`.
fn parse_size(text: &str) -> Option<u64> {
    let shift = match text.as_bytes().last()? {
        b'K' => 10,
        b'M' => 20,
        b'G' => 30,
        _ => return text.parse().ok(),
    };
    text[..text.len() - 1].parse::<u64>().ok()?.checked_mul(1 << shift)
}

/// `0-3,8`; the list may be empty.
pub fn parse_list(text: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for part in text.trim().split(',').filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        numbers.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_hold_ranges() {
        assert_eq!(parse_list("0-2,5\n"), Some(vec![0, 1, 2, 5]));
        assert_eq!(parse_list(""), Some(vec![]));
        assert_eq!(parse_list("a"), None);
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("48K"), Some(48 << 10));
        assert_eq!(parse_size("512"), Some(512));
        assert_eq!(parse_size("x"), None);
    }

    #[test]
    fn a_shared_cache_is_listed_once() {
        let root = std::env::temp_dir().join(format!("ferry-topology-{}", std::process::id()));
        for cpu in 0..2 {
            for (index, (level, kind, size, cpus)) in
                [("1", "Data", "48K", format!("{cpu}")), ("3", "Unified", "32M", "0-1".into())].iter().enumerate()
            {
                let folder = root.join(format!("cpu{cpu}/cache/index{index}"));
                fs::create_dir_all(&folder).unwrap();
                let line = "64".to_owned();
                let files = [("level", level), ("type", kind), ("size", size), ("coherency_line_size", &line.as_str())];
                files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
                fs::write(folder.join("shared_cpu_list"), cpus).unwrap();
            }
        }
        let caches = caches_below(&root);
        fs::remove_dir_all(&root).unwrap();
        let summary: Vec<_> = caches.iter().map(|cache| (cache.level, cache.bytes, cache.cpus.clone())).collect();
        assert_eq!(summary, [(1, 48 << 10, vec![0]), (1, 48 << 10, vec![1]), (3, 32 << 20, vec![0, 1])]);
    }
}
