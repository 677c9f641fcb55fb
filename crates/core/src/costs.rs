//! What moving messages costs on this machine (LMT-6): assumed at first, measured as soon as there is a large message, kept for the next run.
//!
//! The first rank of a node that wants to know reads the file or measures, and leaves the result in the node segment for the others, who assume until then.

use ferry_calibrate::table::{SIZES, Table, Way};
use ferry_engine::Method;
use ferry_engine::cost::{Costs, Curve};
use ferry_settings::Origin;

use crate::process::Process;

/// What is assumed until it is measured: two processors of a 2023 server that share their last cache.
pub fn assumed() -> Costs {
    let mut costs = Costs::unknown();
    costs.origin = "assumed".into();
    costs.set(Method::Ring, Curve::line(1500.0, 0.075));
    costs.set(Method::Read, Curve::line(900.0, 0.05));
    costs.set(Method::Cooperative, Curve::line(2400.0, 0.03));
    costs.piece_ns = 200.0;
    costs
}

impl Process {
    /// There are large messages: finds out what they cost, unless another rank is about to.
    #[cold]
    pub(crate) fn learn_costs(&mut self) {
        let note = self.engine.device().costs();
        if note.begin() {
            let allowed = self.engine.device().processors();
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
        self.engine.set_costs(table.costs("measured"), true);
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
