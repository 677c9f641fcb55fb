//! What moving messages between two processes of this machine costs (LMT-6): measured in some milliseconds, by the same engine and device that move the
//! program's messages, between two threads on two processors; kept in a file for the next run.
//!
//! - [`measure`]: the measurement
//! - [`table`]: its result as data, and what the engine makes of it
//! - [`store`]: the file

pub mod measure;
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

/// Costs of this machine for a job that may use the processors `allowed`: from the file if there is one, else measured now and kept.
///
/// # Errors
/// Where the system gives no memory, or no thread.
pub fn look_up(allowed: &[usize]) -> io::Result<Found> {
    let here = ferry_sys::cpu::current();
    let other = allowed.iter().copied().find(|cpu| *cpu != here);
    let machine = store::Machine::this(other.is_some());
    let directory = store::directory();
    if let Some((table, file)) = directory.as_deref().and_then(|directory| store::load(directory, &machine)) {
        return Ok(Found { table, file: Some(file) });
    }
    let table = measure::measure(other)?;
    if let Some(directory) = directory.filter(|_| table.is_complete()) {
        // Without the file the next run measures again.
        let _ = store::save(&directory, &machine, &table);
    }
    Ok(Found { table, file: None })
}
