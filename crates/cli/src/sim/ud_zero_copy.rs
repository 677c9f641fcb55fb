//! `ferry sim ud-zero-copy`: large messages over datagrams, copied and not, beside reliable
//! connections (UD-8): latency, bandwidth one way and both ways, what losses cost, NAS patterns,
//! mixes of messages and memory, on the machine of the paper. It ends with an error that names each
//! figure of the paper that is not reached.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use ferry_sim::evaluation::Pattern;
use ferry_sim::evaluation::held::{Held, held_by};
use ferry_sim::evaluation::resident::bytes_of_peer;
use ferry_sim::{Faults, Profile, Scheme, Setup, Workload};
use serde_json::{Map, Value, json};

/// The machine of the paper.
const PROFILE: &str = "mt25208-ddr";

/// What is compared.
const METHODS: [(&str, Scheme); 3] =
    [("RC-rdma", Scheme::PerPeer), ("UD-copy", Scheme::DatagramsCopied), ("UD-zcopy", Scheme::Datagrams)];

/// What is measured by size.
const MEASURED: [(&str, &str); 3] = [("pingpong", "us"), ("bandwidth", "MB/s"), ("bibandwidth", "MB/s")];

/// Patterns of the paper's figure 7, on as many ranks.
const PATTERNS: [&str; 6] = ["cg", "ft", "is", "lu", "mg", "sp"];
const PATTERN_RANKS: u32 = 16;

/// Packets lost, of 10,000.
const LOSSES: [u32; 4] = [0, 10, 100, 500];

/// Ranks that memory is measured with, and those that it is extrapolated to.
const MEASURED_RANKS: [u32; 6] = [64, 256, 1024, 4096, 8192, 16_384];
const EXTRAPOLATED_RANKS: [u32; 2] = [131_072, 1_048_576];

/// How large messages are compared.
#[derive(clap::Args)]
pub struct Arguments {
    /// Machine: a name (`ferry sim list`) or a .toml file
    #[arg(long, default_value = PROFILE, value_name = "PROFILE")]
    profile: String,
    /// Rounds of each size
    #[arg(long, default_value_t = 4)]
    iterations: u32,
    /// Print an object of JSON
    #[arg(long)]
    json: bool,
}

/// A table: a name, what its columns are, and rows of a name and numbers.
struct Table {
    name: String,
    unit: &'static str,
    columns: Vec<String>,
    rows: Vec<(String, Vec<f64>)>,
}

impl Table {
    fn new(name: &str, unit: &'static str, columns: impl IntoIterator<Item = impl Into<String>>) -> Table {
        let columns = columns.into_iter().map(Into::into).collect();
        Table { name: name.to_owned(), unit, columns, rows: Vec::new() }
    }

    fn text(&self) -> String {
        let head = format!("| {} | {} |\n|---|{}\n", self.unit, self.columns.join(" | "), "---:|".repeat(self.columns.len()));
        let row = |(name, values): &(String, Vec<f64>)| {
            let values: Vec<String> = values.iter().map(|value| rounded(*value)).collect();
            format!("| {name} | {} |\n", values.join(" | "))
        };
        format!("**{}**\n\n{head}{}\n", self.name, self.rows.iter().map(row).collect::<String>())
    }

    fn json(&self) -> Value {
        let row = |(name, values): &(String, Vec<f64>)| {
            let cells = self.columns.iter().cloned().zip(values.iter().map(|value| json!(value)));
            (name.clone(), Value::Object(cells.collect()))
        };
        let rows: Map<String, Value> = self.rows.iter().map(row).collect();
        json!({"unit": self.unit, "rows": rows})
    }

    /// The value of a column in a row.
    fn at(&self, row: &str, column: &str) -> f64 {
        let column = self.columns.iter().position(|name| name == column);
        let row = self.rows.iter().find(|(name, _)| name == row);
        column.zip(row).map_or(f64::NAN, |(column, (_, values))| values[column])
    }
}

fn rounded(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// Sizes from 1 B to 4 MiB.
fn sizes() -> Vec<usize> {
    (0..23).map(|bits| 1 << bits).collect()
}

fn setup(arguments: &Arguments, workload: &str, ranks: u32) -> Result<Setup> {
    let workload = Workload::find(workload).map_err(|error| anyhow!(error))?;
    let mut setup = Setup::new(workload, ranks, Profile::find(&arguments.profile)?, 1);
    setup.settings.iterations = arguments.iterations;
    // The paper's rings of the fast path are for short messages; the limit of eager ones is that of
    // its library.
    setup.plan.datagrams.pool = 64;
    Ok(setup)
}

fn by_size(arguments: &Arguments, workload: &str, unit: &'static str) -> Result<Table> {
    let mut table = Table::new(workload, unit, METHODS.map(|(name, _)| name));
    let mut setup = setup(arguments, workload, 2)?;
    setup.settings.sizes = sizes();
    let reports = METHODS.iter().map(|(_, scheme)| scheme.run(&setup)).collect::<Result<Vec<_>, _>>()?;
    for (index, size) in sizes().iter().enumerate() {
        let values = reports.iter().map(|report| report.rows.get(index).map_or(f64::NAN, |row| row.value)).collect();
        table.rows.push((size.to_string(), values));
    }
    Ok(table)
}

/// Bandwidth of messages of 1 MiB where packets are lost.
fn by_loss(arguments: &Arguments) -> Result<Table> {
    let schemes = [Scheme::DatagramsCopied, Scheme::Datagrams, Scheme::DatagramsByBlock];
    let mut table = Table::new("bandwidth of 1 MiB by loss", "MB/s", schemes.map(Scheme::name));
    for loss in LOSSES {
        let mut setup = setup(arguments, "bandwidth", 2)?;
        setup.settings.sizes = vec![1 << 20];
        setup.settings.iterations = 1;
        setup.faults = Faults { loss, reordering: loss, ..Faults::default() };
        let values = schemes.iter().map(|scheme| Ok(scheme.run(&setup)?.rows.first().map_or(f64::NAN, |row| row.value)));
        let name = format!("{} % lost, as many reordered", f64::from(loss) / 100.0);
        table.rows.push((name, values.collect::<Result<Vec<f64>>>()?));
    }
    Ok(table)
}

/// Time of NAS patterns, relative to that over connections.
fn by_pattern(arguments: &Arguments) -> Result<Table> {
    let mut table = Table::new("NAS patterns on 16 ranks", "time, RC-rdma = 1", METHODS.map(|(name, _)| name));
    for name in PATTERNS {
        let pattern = Pattern::find(name).map_err(|error| anyhow!(error))?;
        let setup = pattern.setup(PATTERN_RANKS, Profile::find(&arguments.profile)?, 1).map_err(|error| anyhow!(error))?;
        let time = |scheme: &Scheme| Ok(scheme.run(&setup)?.work_ps as f64);
        let times = METHODS.iter().map(|(_, scheme)| time(scheme)).collect::<Result<Vec<f64>>>()?;
        table.rows.push((name.to_owned(), times.iter().map(|time| time / times[0]).collect()));
    }
    Ok(table)
}

/// LAMMPS as far as the paper tells what its messages are (table II), and steps of it.
const MIXES: [&str; 2] = ["chain", "rhodo"];
const STEPS: u32 = 20;

/// Time of its mixes of messages, relative to that over connections. Ranks compute little, so that
/// communication shows.
fn by_mix(arguments: &Arguments) -> Result<Table> {
    let mut table = Table::new("LAMMPS on 16 ranks", "time, RC-rdma = 1", METHODS.map(|(name, _)| name));
    for name in MIXES {
        let mut setup = setup(arguments, name, PATTERN_RANKS)?;
        (setup.settings.iterations, setup.settings.warm_up) = (STEPS, 1);
        let times = METHODS.iter().map(|(_, scheme)| Ok(scheme.run(&setup)?.work_ps as f64)).collect::<Result<Vec<f64>>>()?;
        table.rows.push((format!("in.{name}"), times.iter().map(|time| time / times[0]).collect()));
    }
    Ok(table)
}

/// Peers that a rank really talks to, so that the system can say what they take.
const TALKED_TO: u32 = 8192;

/// Resident memory of peers.
fn resident(arguments: &Arguments) -> Result<Table> {
    let mut table =
        Table::new("resident memory that peers add, as the system counts it", "peers talked to", ["bytes each", "MB"]);
    let bytes = bytes_of_peer(&Profile::find(&arguments.profile)?, TALKED_TO).map_err(|error| anyhow!(error))?;
    if bytes <= 0.0 {
        bail!("the system counts no memory for peers that were talked to: memory was free before; run the command alone");
    }
    table.rows.push((TALKED_TO.to_string(), vec![bytes, bytes * f64::from(TALKED_TO) / 1e6]));
    Ok(table)
}

/// What memory of a rank is compared by.
const MEMORY: [(&str, Scheme); 3] = [("RC", Scheme::PerPeer), ("RC, SRQ", Scheme::Buckets), ("UD", Scheme::Datagrams)];

/// A number of ranks, marked where memory was not measured.
fn rank_name(ranks: u32) -> String {
    if MEASURED_RANKS.contains(&ranks) { ranks.to_string() } else { format!("{ranks} (extrapolated)") }
}

/// Memory of a rank that talks to all others, by their number. What is not measured is on a line
/// through the last two that are.
fn memory(arguments: &Arguments) -> Result<[Table; 2]> {
    let columns = MEMORY.map(|(name, _)| name);
    let mut tables = [
        Table::new("contexts and queues of the adapter, of a rank that talks to all", "MB", columns),
        Table::new("receive buffers of the same", "MB", columns),
    ];
    let profile = Profile::find(&arguments.profile)?;
    let held = |ranks: u32| {
        let of = |(_, scheme): (&str, Scheme)| held_by(scheme, &profile, ranks - 1).map_err(|error| anyhow!(error));
        MEMORY.into_iter().map(of).collect::<Result<Vec<Held>>>()
    };
    let measured = MEASURED_RANKS.into_iter().map(held).collect::<Result<Vec<_>>>()?;
    let kinds: [fn(&Held) -> u64; 2] = [|held| held.contexts, |held| held.receives];
    for (table, kind) in tables.iter_mut().zip(kinds) {
        let bytes: Vec<Vec<f64>> = measured.iter().map(|all| all.iter().map(|held| kind(held) as f64).collect()).collect();
        for (ranks, bytes) in MEASURED_RANKS.into_iter().zip(&bytes) {
            table.rows.push((rank_name(ranks), bytes.iter().map(|bytes| bytes / 1e6).collect()));
        }
        for ranks in EXTRAPOLATED_RANKS {
            let values = (0..MEMORY.len()).map(|scheme| extrapolated(&bytes, scheme, ranks) / 1e6);
            table.rows.push((rank_name(ranks), values.collect()));
        }
    }
    Ok(tables)
}

/// What a scheme holds by a line through the last two measurements.
fn extrapolated(bytes: &[Vec<f64>], scheme: usize, ranks: u32) -> f64 {
    let last = MEASURED_RANKS.len() - 1;
    let [few, many] = [last - 1, last].map(|index| (f64::from(MEASURED_RANKS[index]), bytes[index][scheme]));
    many.1 + (many.1 - few.1) / (many.0 - few.0) * (f64::from(ranks) - many.0)
}

/// A figure of the paper: what, what it is here, and whether that is reached.
struct Figure {
    what: String,
    value: f64,
    is_reached: bool,
}

fn at_least(what: &str, value: f64, least: f64) -> Figure {
    Figure { what: format!("{what}: {value:.3}, at least {least}"), value, is_reached: value >= least }
}

fn at_most(what: &str, value: f64, most: f64) -> Figure {
    Figure { what: format!("{what}: {value:.3}, at most {most}"), value, is_reached: value <= most }
}

fn figures(tables: &[Table]) -> Vec<Figure> {
    let [latency, one_way, both_ways] = [&tables[0], &tables[1], &tables[2]];
    let ratio =
        |table: &Table, size: usize, method: &str| table.at(&size.to_string(), method) / table.at(&size.to_string(), "RC-rdma");
    let mib = 1 << 20;
    let mut all: Vec<Figure> = sizes()
        .into_iter()
        .filter(|size| *size >= 64 << 10)
        .map(|size| at_least(&format!("one way, {size} B, UD-zcopy of RC-rdma"), ratio(one_way, size, "UD-zcopy"), 0.91))
        .collect();
    all.push(at_least("both ways, 1 MiB, UD-zcopy of RC-rdma", ratio(both_ways, mib, "UD-zcopy"), 0.93));
    all.push(at_most("latency, 1 MiB, UD-zcopy of RC-rdma", ratio(latency, mib, "UD-zcopy"), 1.28));
    all.push(at_least("latency, 1 MiB, UD-copy of RC-rdma", ratio(latency, mib, "UD-copy"), 1.6));
    all.push(at_most("one way, 1 MiB, UD-copy of RC-rdma", ratio(one_way, mib, "UD-copy"), 0.75));
    all.push(at_most("both ways, 1 MiB, UD-copy of RC-rdma", ratio(both_ways, mib, "UD-copy"), 0.6));
    let (contexts, resident) = (&tables[6], &tables[8]);
    all.push(at_most("contexts and queues over UD at 8192 ranks, MB", contexts.at(&rank_name(8192), "UD"), 1.0));
    let growth = contexts.at(&rank_name(1 << 20), "UD") / contexts.at(&rank_name(8192), "UD");
    all.push(at_most("growth of that from 8192 to 1048576 ranks", growth, 1.01));
    let each = resident.at(&TALKED_TO.to_string(), "bytes each");
    all.push(at_most("resident memory of a peer that was talked to, bytes", each, 256.0));
    all
}

/// Runs the evaluation.
///
/// # Errors
/// If something cannot be run, an invariant does not hold, or a figure is not reached.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut tables = Vec::new();
    let began = Instant::now();
    let mut add = |more: Vec<Table>| -> Result<()> {
        for table in more {
            // It takes long; who waits sees how far it is, and keeps what is done.
            eprintln!("ferry sim: {} is done after {} s", table.name, began.elapsed().as_secs());
            if !arguments.json {
                write!(stdout(), "{}", table.text())?;
            }
            tables.push(table);
        }
        Ok(())
    };
    // First: memory that something else has freed would serve the peers.
    let resident = resident(arguments)?;
    for (workload, unit) in MEASURED {
        add(vec![by_size(arguments, workload, unit)?])?;
    }
    add(vec![by_loss(arguments)?])?;
    add(vec![by_pattern(arguments)?])?;
    add(vec![by_mix(arguments)?])?;
    add(memory(arguments)?.into())?;
    add(vec![resident])?;
    let figures = figures(&tables);
    let mut out = stdout().lock();
    if arguments.json {
        writeln!(out, "{}", document(&tables, &figures))?;
    } else {
        for figure in &figures {
            writeln!(out, "- {}{}", figure.what, if figure.is_reached { "" } else { " **(not reached)**" })?;
        }
    }
    match missed(&figures) {
        None => Ok(ExitCode::SUCCESS),
        Some(missed) => bail!(missed),
    }
}

/// Tables by their names, and the figures. What was not measured is null.
fn document(tables: &[Table], figures: &[Figure]) -> Value {
    let figure = |figure: &Figure| json!({"what": figure.what, "value": figure.value, "reached": figure.is_reached});
    let mut all: Map<String, Value> = tables.iter().map(|table| (table.name.clone(), table.json())).collect();
    all.insert("figures".to_owned(), figures.iter().map(figure).collect());
    Value::Object(all)
}

/// The error that names each figure that is not reached, if there is any.
fn missed(figures: &[Figure]) -> Option<String> {
    let missed: Vec<&str> = figures.iter().filter(|figure| !figure.is_reached).map(|figure| figure.what.as_str()).collect();
    (!missed.is_empty()).then(|| format!("figures that are not reached:\n  {}", missed.join("\n  ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables in the order of [`run`], in which UD-zcopy is as good as `good` of RC-rdma by size.
    fn tables(good: f64) -> Vec<Table> {
        let by_size = |name: &str, unit, factors: [f64; 3]| {
            let mut table = Table::new(name, unit, METHODS.map(|(name, _)| name));
            table.rows = sizes().iter().map(|size| (size.to_string(), factors.map(|factor| 100.0 * factor).to_vec())).collect();
            table
        };
        let mut all = vec![
            by_size("pingpong", "us", [1.0, 1.7, 1.2]),
            by_size("bandwidth", "MB/s", [1.0, 0.5, good]),
            by_size("bibandwidth", "MB/s", [1.0, 0.5, good]),
        ];
        all.extend(["losses", "patterns", "mixes"].map(|name| Table::new(name, "", ["x"])));
        for name in ["contexts", "buffers"] {
            let mut table = Table::new(name, "MB", MEMORY.map(|(name, _)| name));
            let ranks = MEASURED_RANKS.into_iter().chain(EXTRAPOLATED_RANKS);
            table.rows = ranks.map(|ranks| (rank_name(ranks), vec![1.0, 1.0, 0.5])).collect();
            all.push(table);
        }
        let mut resident = Table::new("resident", "peers", ["bytes each"]);
        resident.rows.push((TALKED_TO.to_string(), vec![250.0]));
        all.push(resident);
        all
    }

    #[test]
    fn the_object_has_all_tables_by_name_and_all_figures() {
        let mut tables = tables(0.95);
        tables[3].rows.push(("a \"b\"".to_owned(), vec![f64::NAN]));
        let figures = figures(&tables);
        let read: Value = serde_json::from_str(&document(&tables, &figures).to_string()).expect("JSON");
        assert_eq!(read["bandwidth"]["unit"], "MB/s");
        assert_eq!(read["bandwidth"]["rows"]["65536"]["UD-zcopy"], 95.0);
        assert_eq!(read["losses"]["rows"]["a \"b\""]["x"], Value::Null, "not measured");
        let told = read["figures"].as_array().expect("a list");
        assert_eq!(told.len(), figures.len());
        assert!(told.iter().all(|figure| figure["reached"] == true && figure["value"].is_number()), "{told:?}");
        assert_eq!(read.as_object().map(Map::len), Some(tables.len() + 1));
    }

    #[test]
    fn the_error_names_each_figure_that_is_not_reached_and_those_that_were_not_measured() {
        assert_eq!(missed(&figures(&tables(0.95))), None);
        let behind = missed(&figures(&tables(0.9))).expect("64 KiB to 4 MiB, and both ways");
        assert_eq!(behind.matches("at least 0.91").count(), 7, "{behind}");
        assert!(behind.contains("\n  both ways, 1 MiB, UD-zcopy of RC-rdma: 0.900, at least 0.93"), "{behind}");
        let mut gone = tables(0.95);
        gone[8].rows.clear();
        let unknown = missed(&figures(&gone)).expect("a figure that is not there");
        assert!(unknown.contains("resident memory of a peer that was talked to"), "{unknown}");
    }
}
