//! What moving messages between two processes of this machine costs (LMT-6): measured in some milliseconds, by the same engine and device that move the
//! program's messages, between two threads on two processors; kept in a file for the next run.
//!
//! - [`measure`]: the measurement
//! - [`reads`]: what reading another process's memory costs, for collective operations
//! - [`table`]: its result as data, and what the engine makes of it
//! - [`store`]: the file

pub mod measure;
pub mod reads;
pub mod store;
pub mod table;

use std::io;
use std::path::PathBuf;

use crate::table::Table;

/// Costs of this machine.
#[derive(Debug)]
pub struct Found {
    /// The times.
    pub table: Table,
    /// The file they come from; `None` if they were measured now.
    pub file: Option<PathBuf>,
}

/// Times that everything is measured for one file, and the least is kept: what a busy machine has made long is put right by the next runs.
const FULL_RUNS: u32 = 3;
/// Most times that somebody measures for one file: what has not been measured then cannot be measured here.
const MOST_RUNS: u32 = 8;

/// Costs of this machine for a job that may use the processors `allowed`: from the file if it has all of them, measured often enough, else measured now and kept.
/// There may be time for a part only; later runs measure the rest.
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
    let is_settled = kept.runs >= FULL_RUNS && kept.table.is_whole();
    if is_settled || kept.runs >= MOST_RUNS {
        return Ok(Found { table: std::mem::take(&mut kept.table), file });
    }
    let mut table = if kept.runs < FULL_RUNS { Table::default() } else { kept.table.clone() };
    measure::measure(other, &mut table)?;
    kept.table.improve(&table);
    kept.runs += 1;
    if let Some(directory) = directory {
        // Without the file the next run measures again.
        let _ = store::save(&directory, &machine, kept);
    }
    Ok(Found { table: std::mem::take(&mut kept.table), file: None })
}
