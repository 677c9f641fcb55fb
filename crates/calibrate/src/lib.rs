//! What moving messages between two processes of this machine costs (LMT-6).
//!
//! Two threads on two processors measure it in some milliseconds, by the same engine and device
//! that move the program's messages. The result is kept in a file for the next run.
//!
//! - [`assumed()`]: the costs that count until they are measured
//! - [`measure`]: the measurement
//! - [`network`]: what messages between nodes cost
//! - [`reads`]: what reading another process's memory costs, for collective operations
//! - [`table`]: the result as data, and what the engine makes of it
//! - [`store`]: the file

mod assumed;
pub mod measure;
pub mod network;
pub mod reads;
pub mod store;
pub mod table;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use ferry_collective::MessageCosts;
use ferry_engine::Method;

pub use crate::assumed::assumed;
use crate::network::{Network, Seen};
use crate::reads::Moves;
use crate::store::Kept;
use crate::table::{MeasuredMethod, Table};

/// Costs of this machine.
#[derive(Debug)]
pub struct Found {
    /// The times.
    pub table: Table,
    /// The file they come from; `None` if they were measured now.
    pub file: Option<PathBuf>,
}

/// Times that everything is measured for one file, and the least is kept: what a busy machine has
/// made long is put right by the next runs.
const FULL_RUNS: u32 = 3;
/// Most times that somebody measures for one file: what has not been measured then cannot be
/// measured here.
const MOST_RUNS: u32 = 12;
/// After this time everything is measured once more: the machine may have been busy all the time
/// before.
const FRESH: Duration = Duration::from_secs(3600);

/// What is kept of costs, without a measurement.
#[derive(Debug)]
pub struct Known {
    /// Costs by every way that jobs choose from; `None` if some are missing.
    pub table: Option<Table>,
    /// Whether [`look_up`] would measure.
    pub is_due: bool,
}

/// What earlier runs have kept of this machine's costs: takes the time that a small file takes.
pub fn known(allowed: &[usize]) -> Known {
    let here = ferry_sys::cpu::current();
    let machine = store::Machine::this(allowed.iter().any(|cpu| *cpu != here));
    let loaded = store::directory().and_then(|directory| store::load(&directory, &machine));
    let Some((kept, file)) = loaded else { return Known { table: None, is_due: true } };
    let is_due = known_enough(&kept, store::age(&file).unwrap_or_default()).is_some();
    Known { table: Some(kept.table).filter(Table::is_complete), is_due }
}

/// What earlier jobs have found out about messages of this machine, within it and to other nodes;
/// what is assumed where they have not.
pub fn message_costs() -> MessageCosts {
    let kept = kept_of_several().unwrap_or_default();
    let near = kept.table.message_costs().unwrap_or(MessageCosts::ASSUMED.near);
    let far = kept.network.map_or(MessageCosts::ASSUMED.far, |network| network.costs());
    MessageCosts { near, far }
}

/// What is kept of the network of this machine.
pub fn known_network() -> Option<Network> {
    kept_of_several()?.network
}

/// What reading memory and copying take on this machine: reads as messages were measured, if they
/// were, else in the caches of one processor.
pub fn moves() -> Moves {
    let here = reads::measure();
    let Some(table) = kept_of_several().map(|kept| kept.table) else { return here };
    let read = table.reads(MeasuredMethod::By(Method::Read)).filter(|_| here.read.is_some()).or(here.read);
    let read_huge = table.reads(MeasuredMethod::HugeRead).filter(|_| here.read_huge.is_some()).or(here.read_huge);
    Moves { read, read_huge, ..here }
}

/// What is kept of this machine with several processors: what is known of networks stands there.
fn kept_of_several() -> Option<Kept> {
    Some(store::load(&store::directory()?, &store::Machine::this(true))?.0)
}

/// Keeps what the connections of a job have shown, for later ones.
///
/// # Errors
/// Where the system does not let this user write, or gives no sockets.
pub fn keep_network(seen: Seen) -> io::Result<()> {
    let Some(directory) = store::directory() else { return Ok(()) };
    let mut kept = kept_of_several().unwrap_or_default();
    kept.network = Some(match kept.network {
        Some(network) => network.with(seen),
        None => {
            let work_ns = network::work_ns().ok_or_else(|| io::Error::other("no socket within this machine"))?;
            Network { round_trip_ns: seen.round_trip_ns, byte_ps: seen.byte_ps, work_ns }
        }
    });
    store::save_beside(&directory, &store::Machine::this(true), &kept)
}

/// As [`look_up`], for somebody who waits for all of it: measures several times if others keep the
/// processors busy. What comes back may be incomplete all the same.
///
/// # Errors
/// As [`look_up`].
pub fn look_up_all(allowed: &[usize]) -> io::Result<Found> {
    const TRIES: u32 = 5;
    let mut found = look_up(allowed)?;
    for _ in 1..TRIES {
        if !found.table.is_complete() {
            found = look_up(allowed)?;
        }
    }
    Ok(found)
}

/// Costs of this machine for a job that may use the processors `allowed`: from the file if it has
/// all of them, measured often enough, else measured now and kept. There may be time for a part
/// only; later runs measure the rest.
///
/// # Errors
/// Where the system gives no memory, or no thread.
pub fn look_up(allowed: &[usize]) -> io::Result<Found> {
    let here = ferry_sys::cpu::current();
    let other = allowed.iter().copied().find(|cpu| *cpu != here);
    let machine = store::Machine::this(other.is_some());
    let directory = store::directory();
    let (mut kept, file) = directory.as_deref().and_then(|directory| store::load(directory, &machine)).unzip();
    let kept = kept.get_or_insert_default();
    let age = file.as_deref().and_then(store::age).unwrap_or_default();
    let Some(mut table) = known_enough(kept, age) else {
        return Ok(Found { table: std::mem::take(&mut kept.table), file });
    };
    measure::measure(other, &mut table)?;
    kept.table.improve(&table);
    kept.runs += 1;
    if let Some(directory) = directory {
        // Without the file the next run measures again.
        let _ = store::save(&directory, &machine, kept);
    }
    Ok(Found { table: std::mem::take(&mut kept.table), file: None })
}

/// What of the times in a file that was written `age` ago need not be measured now; `None` if
/// nothing is to be measured.
fn known_enough(kept: &Kept, age: Duration) -> Option<Table> {
    if kept.runs < FULL_RUNS || age >= FRESH {
        Some(Table::default())
    } else if kept.table.is_whole() || kept.runs >= MOST_RUNS {
        None
    } else {
        Some(kept.table.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_measured_some_times_and_once_more_an_hour_later() {
        let mut kept = Kept::default();
        kept.table.ns.iter_mut().flatten().for_each(|ns| *ns = 1);
        assert!(kept.table.is_whole());
        let mut partial = kept.table.clone();
        partial.ns[table::MeasuredMethod::Eager.row()][0] = 0;
        let soon = FRESH - Duration::from_secs(1);
        let nothing = Some(Table::default());
        for (runs, is_whole, age, expected) in [
            (0, false, Duration::ZERO, &nothing),
            (FULL_RUNS - 1, true, soon, &nothing),
            (FULL_RUNS, true, soon, &None),
            (FULL_RUNS, true, FRESH, &nothing),
            (FULL_RUNS, false, soon, &Some(partial.clone())),
            (MOST_RUNS, false, soon, &None),
            (MOST_RUNS, false, FRESH, &nothing),
        ] {
            let table = if is_whole { kept.table.clone() } else { partial.clone() };
            assert_eq!(&known_enough(&Kept { runs, table, network: None }, age), expected, "{runs} runs, {is_whole}, {age:?}");
        }
    }
}
