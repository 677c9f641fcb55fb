//! What a program says about a window (MPI-5 §12.2.1, §12.7.2). A key that is not known, or a value
//! that the key does not have, is ignored.

use crate::info::Info;

/// Keys that are true or false.
const FLAGS: [&str; 4] = ["no_locks", "same_size", "same_disp_unit", "alloc_shared_noncontig"];
/// The bit of `no_locks`.
const NO_LOCKS: u8 = 1;

/// The orders among accumulates that a program may want kept.
const ORDERS: [&str; 4] = ["rar", "raw", "war", "waw"];

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowHints {
    /// A bit for each of [`FLAGS`].
    on: u8,
    ordering: String,
    ops: String,
    granularity: u64,
    alignment: u64,
}

impl Default for WindowHints {
    fn default() -> Self {
        let (ordering, ops) = (ORDERS.join(","), "same_op_no_op".to_owned());
        WindowHints { on: 0, ordering, ops, granularity: 0, alignment: 0 }
    }
}

impl WindowHints {
    /// Takes over what `info` says.
    pub fn apply(&mut self, info: &Info) {
        for (bit, key) in FLAGS.iter().enumerate() {
            match info.text(key) {
                Some("true") => self.on |= 1 << bit,
                Some("false") => self.on &= !(1 << bit),
                _ => {}
            }
        }
        if let Some(ordering) = info.text("accumulate_ordering").filter(|text| is_ordering(text)) {
            self.ordering = ordering.to_owned();
        }
        if let Some(ops) = info.text("accumulate_ops").filter(|text| matches!(*text, "same_op" | "same_op_no_op")) {
            self.ops = ops.to_owned();
        }
        let number = |key| info.text(key).and_then(|text| text.parse::<u64>().ok());
        self.granularity = number("mpi_accumulate_granularity").unwrap_or(self.granularity);
        self.alignment = number("mpi_minimum_memory_alignment").filter(|bytes| bytes.is_power_of_two()).unwrap_or(self.alignment);
    }

    /// All keys with what holds.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let flag = |bit: usize| (self.on >> bit & 1 == 1).to_string();
        let mut pairs: Vec<_> = FLAGS.iter().enumerate().map(|(bit, key)| (*key, flag(bit))).collect();
        pairs.push(("accumulate_ordering", self.ordering.clone()));
        pairs.push(("accumulate_ops", self.ops.clone()));
        pairs.push(("mpi_accumulate_granularity", self.granularity.to_string()));
        if self.alignment > 0 {
            pairs.push(("mpi_minimum_memory_alignment", self.alignment.to_string()));
        }
        pairs
    }

    /// Whether the program has said that it takes no locks.
    pub fn has_no_locks(&self) -> bool {
        self.on & NO_LOCKS != 0
    }

    /// Whether parts of a shared window may lie apart.
    pub fn may_lie_apart(&self) -> bool {
        self.on & 1 << (FLAGS.len() - 1) != 0
    }

    /// The alignment that the memory is to have; 0: any.
    pub fn alignment(&self) -> u64 {
        self.alignment
    }
}

fn is_ordering(text: &str) -> bool {
    text == "none" || text.split(',').all(|order| ORDERS.contains(&order.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(hints: &WindowHints, key: &str) -> Option<String> {
        hints.pairs().into_iter().find(|pair| pair.0 == key).map(|pair| pair.1)
    }

    #[test]
    fn hints_are_taken_if_well_formed() {
        let mut info = Info::default();
        let mut hints = WindowHints::default();
        let pairs = [
            ("no_locks", "true", "true"),
            ("same_size", "maybe", "false"),
            ("accumulate_ordering", "rar,waw", "rar,waw"),
            ("accumulate_ops", "any", "same_op_no_op"),
            ("mpi_accumulate_granularity", "4", "4"),
            ("mpi_minimum_memory_alignment", "128", "128"),
        ];
        for (key, given, _) in pairs {
            info.set(key.as_bytes(), given.as_bytes()).unwrap();
        }
        hints.apply(&info);
        for (key, _, expected) in pairs {
            assert_eq!(value(&hints, key).as_deref(), Some(expected), "{key}");
        }
        assert!(hints.has_no_locks() && !hints.may_lie_apart() && hints.alignment() == 128);
        info.set(b"accumulate_ordering", b"sometimes").unwrap();
        info.set(b"alloc_shared_noncontig", b"true").unwrap();
        hints.apply(&info);
        assert_eq!(value(&hints, "accumulate_ordering").as_deref(), Some("rar,waw"));
        assert!(hints.may_lie_apart());
    }
}
