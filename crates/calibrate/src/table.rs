//! Measured times as data.

use ferry_engine::cost::{Costs, Curve, Transfer, surplus};
use ferry_engine::{Method, Methods};
use serde::{Deserialize, Serialize};

/// A way that a message was measured by: the eager one, or a method for large messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// In one packet.
    Eager,
    /// See [`Method::Ring`].
    Ring,
    /// See [`Method::Read`].
    Read,
    /// See [`Method::Cooperative`].
    Cooperative,
    /// As `Read`, with the data in pieces of [`PIECE`] bytes.
    Pieces,
}

/// Length of the pieces of [`Way::Pieces`], in bytes.
pub const PIECE: u64 = 1024;

/// Sizes of the table's columns, in bytes.
pub const SIZES: [u64; 7] = [4 << 10, 8 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

impl Way {
    /// All ways, in the order of the table's rows.
    pub const ALL: [Way; 5] = [Way::Eager, Way::Ring, Way::Read, Way::Cooperative, Way::Pieces];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Way::Eager => "eager",
            Way::Ring => "ring",
            Way::Read => "read",
            Way::Cooperative => "cooperative",
            Way::Pieces => "read in pieces of 1 KiB",
        }
    }
}

/// One-way times in nanoseconds: a row for each of [`Way::ALL`], a column for each of [`SIZES`]; 0 where nothing was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Rows of columns.
    pub ns: [[u32; SIZES.len()]; Way::ALL.len()],
}

impl Table {
    /// Measured points of a way: bytes and nanoseconds.
    pub fn points(&self, way: Way) -> impl Iterator<Item = (u64, f64)> + '_ {
        let row = &self.ns[way as usize];
        SIZES.iter().zip(row).filter(|(_, ns)| **ns > 0).map(|(bytes, ns)| (*bytes, f64::from(*ns)))
    }

    fn curve(&self, way: Way) -> Curve {
        Curve::through(self.points(way).collect())
    }

    /// As the engine uses them. Methods that were not measured are never chosen.
    pub fn costs(&self, origin: &str) -> Costs {
        let mut costs = Costs::unknown();
        costs.origin = origin.to_owned();
        for (method, way) in [(Method::Ring, Way::Ring), (Method::Read, Way::Read), (Method::Cooperative, Way::Cooperative)] {
            costs.set(method, self.curve(way));
        }
        costs.piece_ns = self.piece_ns();
        costs
    }

    /// From which length on which method is chosen for dense data on two processors: bytes and methods, the shortest first.
    pub fn choices(&self) -> Vec<(u64, Method)> {
        let costs = self.costs("");
        let mut choices: Vec<(u64, Method)> = Vec::new();
        // Eighths of powers of two.
        for bytes in (13..27).flat_map(|bits| (8..16).map(move |eighths| eighths << (bits - 3))) {
            let transfer = Transfer { bytes, pieces: 1, has_two_processors: true };
            let method = costs.choose(Methods::ALL, &transfer);
            if choices.last().is_none_or(|(_, last)| *last != method) {
                choices.push((bytes, method));
            }
        }
        choices
    }

    /// Whether there was time to measure everything that the choice among methods needs: all but the longest messages.
    pub fn is_complete(&self) -> bool {
        let needed = 2..SIZES.len() - 1;
        self.ns[Way::Cooperative as usize][needed].iter().all(|ns| *ns > 0) && self.ns[Way::Eager as usize][0] > 0
    }

    /// What another piece costs where the system copies, in nanoseconds.
    fn piece_ns(&self) -> f64 {
        let dense = self.curve(Way::Read);
        let each = self.points(Way::Pieces).map(|(bytes, ns)| (ns - dense.ns(bytes)) / surplus(bytes, bytes / PIECE) as f64);
        each.fold(0.0, f64::max)
    }

    /// The longest message that is cheaper eagerly than by the best method for large messages, in bytes; `None` where that was not measured.
    pub fn eager_max(&self) -> Option<usize> {
        let (eager, read) = (self.curve(Way::Eager), self.curve(Way::Read));
        let large = |bytes| read.ns(bytes).min(self.curve(Way::Ring).ns(bytes));
        if eager.points().is_empty() || read.points().is_empty() {
            return None;
        }
        let (first, last) = (SIZES[0], eager.points().last()?.0);
        let mut crossing = first;
        for bytes in (first..=last).step_by(1024) {
            if eager.ns(bytes) > large(bytes) {
                break;
            }
            crossing = bytes;
        }
        Some(crossing as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eager 0.2 ns a byte, ring 1 us and 0.1, read 1.5 us and 0.05, and 50 ns a piece.
    fn table() -> Table {
        let mut table = Table::default();
        for (column, bytes) in SIZES.into_iter().enumerate() {
            let line = |start: f64, byte: f64| (start + byte * bytes as f64) as u32;
            table.ns[Way::Eager as usize][column] = if bytes <= 16 << 10 { line(0.0, 0.2) } else { 0 };
            table.ns[Way::Ring as usize][column] = line(1000.0, 0.1);
            table.ns[Way::Read as usize][column] = line(1500.0, 0.05);
        }
        table.ns[Way::Pieces as usize][4] = (1500.0 + 0.05 * f64::from(256 << 10) + 50.0 * 191.0) as u32;
        table
    }

    #[test]
    fn eager_ends_where_the_first_other_way_is_cheaper() {
        let eager_max = table().eager_max().unwrap();
        assert!((9_000..=10_240).contains(&eager_max), "{eager_max}");
        assert_eq!(Table::default().eager_max(), None);
    }

    #[test]
    fn a_table_without_long_messages_is_incomplete() {
        let mut table = table();
        assert!(!table.is_complete());
        table.ns[Way::Cooperative as usize] = [1, 1, 1, 1, 1, 1, 0];
        assert!(table.is_complete());
    }

    #[test]
    fn pieces_cost_what_they_take_more() {
        let costs = table().costs("test");
        assert!((costs.piece_ns - 50.0).abs() < 0.1, "{}", costs.piece_ns);
    }

    #[test]
    fn choices_change_where_costs_cross() {
        let choices = table().choices();
        assert_eq!(choices.iter().map(|choice| choice.1).collect::<Vec<_>>(), [Method::Ring, Method::Read]);
        assert!((9_000..=11_000).contains(&choices[1].0), "{choices:?}");
    }

    #[test]
    fn what_was_not_measured_is_never_chosen() {
        let costs = table().costs("test");
        assert_eq!(costs.curve(Method::Cooperative).ns(1 << 20), f64::INFINITY);
        assert!((costs.curve(Method::Ring).ns(1 << 20) - 105_857.0).abs() < 2.0);
    }
}
