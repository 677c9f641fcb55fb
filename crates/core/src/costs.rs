//! What moving messages costs on this machine (LMT-6): assumed or read from a file at first,
//! measured by jobs that have had large messages for a while, kept for the next run.
//!
//! The first rank of a node that wants to know reads the file and leaves its times in the node
//! segment for the others, who assume until then. A measurement takes some twenty milliseconds of
//! two processors, which a short job is not to pay (ADR 0062): that rank measures when
//! [`LEARN_AFTER`] has passed since its first large message. It does so at once if there was no
//! file, and else at the end of the job, for the next one.

use std::time::{Duration, Instant};

use ferry_calibrate::network::Seen;
use ferry_calibrate::table::{Caches, MeasuredMethod, SIZES, Table};
use ferry_engine::Engine;
use ferry_route::Network;
use ferry_settings::{Origin, Settings};
use ferry_sys::cache_share::sparing;
use ferry_sys::{cpu, topology};

use crate::Transport;

/// Time after the first large message from which on a measurement is worth its time: twenty times
/// what it takes.
const LEARN_AFTER: Duration = Duration::from_millis(400);

/// What a process has to find out about costs.
#[derive(Debug, Default)]
pub(crate) struct Learning {
    /// When this process had its first large message.
    since: Option<Instant>,
    /// Nobody on this node knows costs, and this process is the one to measure them.
    owes_all: bool,
    /// The file is to be measured again by this process.
    owes_file: bool,
}

impl Learning {
    fn has_paid(&self, now: Instant) -> bool {
        self.since.is_some_and(|since| now.saturating_duration_since(since) >= LEARN_AFTER)
    }

    /// There are large messages: finds out what they cost, unless another rank is about to.
    #[cold]
    pub(crate) fn learn(&mut self, engine: &mut Engine<Transport>, settings: &mut Settings) {
        let now = Instant::now();
        self.since.get_or_insert(now);
        let note = engine.node().costs();
        if note.begin() {
            let known = ferry_calibrate::known(&engine.node().processors());
            self.owes_file = known.is_due;
            match known.table {
                Some(table) => note.write(words_of(&table)),
                None => self.owes_all = true,
            }
        }
        if self.owes_all && self.has_paid(now) {
            (self.owes_all, self.owes_file) = (false, false);
            match ferry_calibrate::look_up(&engine.node().processors()) {
                Ok(found) => note.write(words_of(&found.table)),
                // What is assumed stays, for all ranks.
                Err(_) => note.write([]),
            }
        }
        let Some(words) = note.read() else { return engine.postpone_costs() };
        let table = read(words);
        if table.is_complete() {
            adopt(&table, engine, settings);
        } else {
            // The machine was too busy to measure in time.
            engine.set_costs(ferry_calibrate::assumed(), true);
        }
    }

    /// The process leaves the job: measures for the next one if that is due and this one was long,
    /// and keeps what connections to other nodes have shown.
    pub(crate) fn learn_for_others(&mut self, engine: &Engine<Transport>, rank: u32) {
        let is_first = engine.node().members().iter().next() == Some(rank);
        if let Some(seen) = engine.device().network().filter(|_| is_first).and_then(Network::seen_by_sockets) {
            let seen = Seen { round_trip_ns: seen.round_trip_ns, byte_ps: seen.byte_ps };
            // The next job goes by what was known before.
            let _ = ferry_calibrate::keep_network(seen);
        }
        if std::mem::take(&mut self.owes_file) && self.has_paid(Instant::now()) {
            // The file stays as it is where the system gives no memory, or no thread.
            let _ = ferry_calibrate::look_up(&engine.node().processors());
        }
    }
}

/// Goes on with measured costs.
fn adopt(table: &Table, engine: &mut Engine<Transport>, settings: &mut Settings) {
    let masks = engine.node().affinities();
    let caches = Caches::from(&sparing(&topology::caches(), &cpu::allowed(), &masks));
    engine.set_costs(table.costs("measured", &caches), true);
    if settings.origin("FERRY_EAGER_MAX") == Some(Origin::Default)
        && let Some(eager_max) = table.eager_max()
    {
        let limits = engine.limits();
        engine.set_limits(ferry_engine::Limits { eager_max, ..limits });
        settings.eager_max = engine.limits().eager_max;
    }
}

fn words_of(table: &Table) -> impl Iterator<Item = u32> + '_ {
    table.ns.iter().flatten().copied()
}

fn read(mut words: impl Iterator<Item = u32>) -> Table {
    let mut table = Table::default();
    for row in &mut table.ns {
        row.iter_mut().for_each(|ns| *ns = words.next().unwrap_or(0));
    }
    table
}

const _: () = assert!(SIZES.len() * MeasuredMethod::ALL.len() <= ferry_shm::note::WORDS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_is_for_those_that_have_large_messages_for_long() {
        let (mut learning, now) = (Learning::default(), Instant::now());
        assert!(!learning.has_paid(now + 2 * LEARN_AFTER), "no large message");
        learning.since = Some(now);
        assert!(!learning.has_paid(now) && !learning.has_paid(now + LEARN_AFTER / 2) && learning.has_paid(now + LEARN_AFTER));
    }

    #[test]
    fn a_table_survives_the_note() {
        let mut table = Table::default();
        table.ns.iter_mut().flatten().enumerate().for_each(|(at, ns)| *ns = at as u32 * 7);
        assert_eq!(read(table.ns.iter().flatten().copied()), table);
    }
}
