//! `ferry info` for people.

use std::io::{self, Write};

use super::machine::{Cache, CacheSparing, Machine};
use super::{Info, collectives, tools};

/// Writes everything.
pub fn write(info: &Info, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "Ferry {}: MPI {} behind the standard ABI {} ({})",
        info.version, info.mpi, info.abi.version, info.abi.library
    )?;
    writeln!(out, "Functions implemented: {} of {}", info.functions.implemented, info.functions.total)?;
    write_transports(info, out)?;
    write_machine(&info.machine, out)?;
    write_settings(info, out)?;
    write_collectives(info, out)?;
    write_tools(out)?;
    for warning in &info.warnings {
        writeln!(out, "\nwarning: {warning}")?;
    }
    Ok(())
}

fn write_transports(info: &Info, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nTransports")?;
    for transport in &info.transports {
        let state = transport.reason.as_deref().map_or("used".to_owned(), |reason| format!("not used: {reason}"));
        writeln!(out, "  {:<8} {:<34} {state}", transport.name, transport.reach)?;
        if let Some(note) = &transport.note {
            writeln!(out, "  {:<8} {note}", "")?;
        }
    }
    for way in &info.single_copy {
        let state = way.reason.as_deref().map_or("allowed here".to_owned(), |reason| format!("refused: {reason}"));
        writeln!(out, "  single copy by {}: {state}", way.name)?;
    }
    write_large(info, out)
}

fn write_large(info: &Info, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nLarge messages")?;
    match &info.large_messages {
        Some(large) => large.lines().iter().try_for_each(|line| writeln!(out, "  {line}")),
        None => writeln!(out, "  not measured: the system gives no memory, or no thread"),
    }
}

fn write_machine(machine: &Machine, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nMachine")?;
    writeln!(out, "  processor  {}", machine.model.as_deref().unwrap_or("unknown"))?;
    let cgroup = machine.cpus_of_cgroup.map_or("no limit".to_owned(), |cpus| cpus.to_string());
    writeln!(
        out,
        "  CPUs       {} usable: {} online, affinity {}, control group {cgroup}, {} NUMA node(s)",
        machine.cpus_usable,
        machine.cpus_online,
        ranges(&machine.cpus_allowed),
        machine.numa_nodes
    )?;
    machine.caches.iter().try_for_each(|cache| write_cache(cache, out))?;
    write_cache_sparing(&machine.cache_sparing, out)
}

fn write_cache_sparing(sparing: &CacheSparing, out: &mut impl Write) -> io::Result<()> {
    let from = size(sparing.dma_min);
    writeln!(out, "  copies of {from} and more should spare the caches (half of a process's part, one process on each CPU)")?;
    for level in &sparing.levels {
        let (part, processes) = (size(level.bytes / level.processes), level.processes);
        writeln!(out, "    L{}: {part} of {}, shared by {processes}: {}", level.level, size(level.bytes), level.role)?;
    }
    Ok(())
}

/// Bytes in the largest unit that they are a whole number of.
fn size(bytes: u64) -> String {
    match bytes {
        _ if bytes > 0 && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ => format!("{} KiB", bytes >> 10),
    }
}

fn write_cache(cache: &Cache, out: &mut impl Write) -> io::Result<()> {
    let sharing = if cache.shared_by == 1 { "one CPU".to_owned() } else { format!("{} CPUs", cache.shared_by) };
    writeln!(
        out,
        "  L{} {:<12}{} x {} for {sharing}, lines of {} bytes",
        cache.level,
        cache.kind,
        cache.count,
        size(cache.bytes),
        cache.line_bytes
    )
}

fn write_settings(info: &Info, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nSettings (environment variables)")?;
    for setting in &info.settings {
        let value = if setting.value.is_empty() { "(nothing)" } else { &setting.value };
        writeln!(out, "  {} = {value}  [{}]", setting.name, setting.origin)?;
        writeln!(out, "      {}", setting.doc)?;
        writeln!(out, "      Takes {}.", setting.values)?;
    }
    Ok(())
}

fn write_collectives(info: &Info, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nAlgorithms of collective operations (--json says what each does and is estimated to cost)")?;
    for operation in &info.collectives {
        let algorithms: Vec<_> = operation.algorithms.iter().map(with_needs).collect();
        writeln!(out, "  {:<27} {}", operation.operation, algorithms.join(", "))?;
        for alike in operation.ranges.chunk_by(|a, b| (a.ranks, a.over_area) == (b.ranks, b.over_area)) {
            let ranges: Vec<_> = alike.iter().map(range).collect();
            let how = if alike[0].over_area { "on one node" } else { "by messages" };
            // Where there is one algorithm, nothing is chosen.
            if operation.algorithms.len() > 2 {
                writeln!(out, "  {:<27}   {} ranks {how}: {}", "", alike[0].ranks, ranges.join(", "))?;
            }
        }
    }
    Ok(())
}

fn with_needs(algorithm: &collectives::Algorithm) -> String {
    match algorithm.requires {
        "" => algorithm.name.to_owned(),
        needs => format!("{} ({needs})", algorithm.name),
    }
}

fn range(range: &collectives::Range) -> String {
    match range.from_bytes {
        0 => range.algorithm.to_owned(),
        bytes => format!("from {bytes} bytes on {}", range.algorithm),
    }
}

fn write_tools(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nFor tools (MPI_T; docs/mpi_t.md and --json say what each is)")?;
    for (category, members) in tools::names() {
        writeln!(out, "  {category:<12} {}", members.join(", "))?;
    }
    Ok(())
}

/// 0,1,2,5 as 0-2,5.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| Some((run.first()?, run.last()?)));
    let texts: Vec<_> = runs.map(|(a, b)| if a == b { a.to_string() } else { format!("{a}-{b}") }).collect();
    texts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_numbers_are_shortened() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
        assert_eq!(ranges(&[]), "");
    }
}
