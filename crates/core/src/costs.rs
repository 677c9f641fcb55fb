//! What moving messages costs on this machine (LMT-6): assumed at first, measured as soon as there
//! is a large message, kept for the next run.
//!
//! The first rank of a node that wants to know reads the file or measures, and leaves the result in
//! the node segment for the others, who assume until then.

use ferry_calibrate::table::{Caches, SIZES, Table, Way};
use ferry_engine::Method;
use ferry_engine::cost::{Costs, Curve};
use ferry_settings::Origin;
use ferry_sys::cache_share::{COUNTABLE_MAX, sparing};
use ferry_sys::{cpu, topology};

use crate::process::Process;

/// What is assumed until it is measured: two processors of a 2023 server that share their last
/// cache, which holds 16 MiB of data and does not hold 32.
pub fn assumed() -> Costs {
    const MIB: u64 = 1 << 20;
    let mut costs = Costs::unknown();
    costs.origin = "assumed".into();
    costs.set(Method::Ring, Curve::through(vec![(0, 1500.0), (MIB, 80e3), (32 * MIB, 2.6e6), (64 * MIB, 5.2e6)]));
    costs.unasked = Curve::line(700.0, 0.075);
    costs.set(Method::Read, Curve::through(vec![(0, 900.0), (MIB, 53e3), (16 * MIB, 1.2e6), (32 * MIB, 8e6), (64 * MIB, 16e6)]));
    costs.set(
        Method::Cooperative,
        Curve::through(vec![(0, 2400.0), (MIB, 34e3), (16 * MIB, 8e5), (32 * MIB, 4e6), (64 * MIB, 8e6)]),
    );
    costs.set_in_huge_pages(
        Method::Read,
        Curve::through(vec![(0, 900.0), (MIB, 42e3), (16 * MIB, 1e6), (32 * MIB, 4e6), (64 * MIB, 8e6)]),
    );
    costs.set_in_huge_pages(
        Method::Cooperative,
        Curve::through(vec![(0, 1500.0), (MIB, 23e3), (16 * MIB, 7e5), (32 * MIB, 2e6), (64 * MIB, 4e6)]),
    );
    costs.piece_ns = 200.0;
    costs.sparing_min = COUNTABLE_MAX / 8;
    costs
}

impl Process {
    /// There are large messages: finds out what they cost, unless another rank is about to.
    #[cold]
    pub(crate) fn learn_costs(&mut self) {
        let note = self.engine.node().costs();
        if note.begin() {
            let allowed = self.engine.node().processors();
            match ferry_calibrate::look_up(&allowed) {
                Ok(found) => note.write(found.table.ns.iter().flatten().copied()),
                // What is assumed stays, for all ranks.
                Err(_) => note.write([]),
            }
        }
        let Some(words) = note.read() else { return self.engine.postpone_costs() };
        let table = read(words);
        if table.is_complete() {
            self.adopt(&table);
        } else {
            // The machine was too busy to measure in time.
            self.engine.set_costs(assumed(), true);
        }
    }

    fn adopt(&mut self, table: &Table) {
        let masks = self.engine.node().affinities();
        let caches = Caches::from(&sparing(&topology::caches(), &cpu::allowed(), &masks));
        self.engine.set_costs(table.costs("measured", &caches), true);
        if self.settings.origin("FERRY_EAGER_MAX") == Some(Origin::Default)
            && let Some(eager_max) = table.eager_max()
        {
            let limits = self.engine.limits();
            self.engine.set_limits(ferry_engine::Limits { eager_max, ..limits });
            self.settings.eager_max = self.engine.limits().eager_max;
        }
    }
}

fn read(mut words: impl Iterator<Item = u32>) -> Table {
    let mut table = Table::default();
    for row in &mut table.ns {
        row.iter_mut().for_each(|ns| *ns = words.next().unwrap_or(0));
    }
    table
}

const _: () = assert!(SIZES.len() * Way::ALL.len() <= ferry_shm::note::WORDS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_survives_the_note() {
        let mut table = Table::default();
        table.ns.iter_mut().flatten().enumerate().for_each(|(at, ns)| *ns = at as u32 * 7);
        assert_eq!(read(table.ns.iter().flatten().copied()), table);
    }
}
