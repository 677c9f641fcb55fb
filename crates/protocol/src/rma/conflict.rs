//! Accesses of one process to a window that conflict (MPI-5 §12.7): which of them were since the
//! last synchronization with the target, and whether another one may overlap them.
//!
//! | | put | get | accumulate |
//! |---|---|---|---|
//! | put | conflict | conflict | conflict |
//! | get | conflict | - | conflict |
//! | accumulate | conflict | conflict | conflict if the datatypes differ |

use std::collections::BTreeMap;
use std::ops::Range;

/// Pieces of a target that are remembered: beyond that nothing more is noted until the next
/// synchronization, so that a program with many accesses takes a bounded amount of memory.
pub const MOST_PIECES: usize = 1 << 16;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Stores.
    Put,
    /// Loads.
    Get,
    /// Combines.
    Accumulate {
        /// A number of the predefined datatype.
        datatype: usize,
    },
}

impl AccessKind {
    fn name(self) -> &'static str {
        match self {
            AccessKind::Put => "a put",
            AccessKind::Get => "a get",
            AccessKind::Accumulate { .. } => "an accumulate",
        }
    }

    fn conflicts_with(self, other: AccessKind) -> bool {
        match (self, other) {
            (AccessKind::Get, AccessKind::Get) => false,
            (AccessKind::Accumulate { datatype }, AccessKind::Accumulate { datatype: with }) => datatype != with,
            _ => true,
        }
    }
}

/// Two accesses that conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The access that is refused.
    pub now: AccessKind,
    /// The one before.
    pub before: AccessKind,
    /// Bytes that both have.
    pub bytes: Range<u64>,
}

impl Conflict {
    /// What is wrong, and what to do.
    pub fn text(&self) -> String {
        let (now, before, Range { start, end }) = (self.now.name(), self.before.name(), &self.bytes);
        let differ = match (self.now, self.before) {
            (AccessKind::Accumulate { .. }, AccessKind::Accumulate { .. }) => " of another datatype",
            _ => "",
        };
        format!(
            "{now} overlaps {before}{differ} since the last synchronization, in bytes {start} to {end}; separate them by MPI_Win_flush, MPI_Win_fence or epochs of their own"
        )
    }
}

/// Accesses to one target.
#[derive(Debug, Default)]
struct Target {
    /// By first byte, and the order in which they came: the end, and what it was.
    pieces: BTreeMap<(u64, u64), (u64, AccessKind)>,
    /// Bytes of the longest piece.
    longest: u64,
}

/// Accesses to all targets since the last synchronization with each.
#[derive(Debug, Default)]
pub struct Accesses {
    targets: BTreeMap<u32, Target>,
    count: u64,
}

impl Accesses {
    /// Notes an access to these bytes, which do not overlap each other.
    ///
    /// # Errors
    /// The first conflict; then nothing is noted.
    pub fn note(&mut self, target: u32, pieces: &[Range<u64>], kind: AccessKind) -> Result<(), Conflict> {
        let noted = self.targets.entry(target).or_default();
        if let Some(conflict) = pieces.iter().find_map(|piece| noted.conflict(piece, kind)) {
            return Err(conflict);
        }
        for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
            if noted.pieces.len() >= MOST_PIECES {
                break;
            }
            self.count += 1;
            noted.longest = noted.longest.max(piece.end - piece.start);
            noted.pieces.insert((piece.start, self.count), (piece.end, kind));
        }
        Ok(())
    }

    /// Accesses to a target are over there.
    pub fn synchronize(&mut self, target: u32) {
        self.targets.remove(&target);
    }

    /// The same for all targets.
    pub fn synchronize_all(&mut self) {
        self.targets.clear();
    }
}

impl Target {
    fn conflict(&self, piece: &Range<u64>, kind: AccessKind) -> Option<Conflict> {
        let first = piece.start.saturating_sub(self.longest);
        let near = self.pieces.range((first, 0)..(piece.end, 0));
        near.filter(|(_, (end, before))| *end > piece.start && kind.conflicts_with(*before))
            .map(|((start, _), (end, before))| Conflict {
                now: kind,
                before: *before,
                bytes: piece.start.max(*start)..piece.end.min(*end),
            })
            .next()
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "accesses in one piece")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SUM: AccessKind = AccessKind::Accumulate { datatype: 1 };

    #[test]
    fn what_conflicts_is_as_in_the_table() {
        let other = AccessKind::Accumulate { datatype: 2 };
        for (now, before, conflicts) in [
            (AccessKind::Put, AccessKind::Put, true),
            (AccessKind::Put, AccessKind::Get, true),
            (AccessKind::Get, AccessKind::Put, true),
            (AccessKind::Get, AccessKind::Get, false),
            (SUM, AccessKind::Put, true),
            (AccessKind::Get, SUM, true),
            (SUM, SUM, false),
            (SUM, other, true),
        ] {
            let mut accesses = Accesses::default();
            assert_eq!(accesses.note(3, &[8..16], before), Ok(()));
            let found = accesses.note(3, &[0..4, 12..20], now);
            assert_eq!(found.is_err(), conflicts, "{now:?} after {before:?}");
            if let Err(conflict) = found {
                assert_eq!(conflict, Conflict { now, before, bytes: 12..16 });
                assert!(conflict.text().contains("bytes 12 to 16"));
            }
        }
    }

    #[test]
    fn what_touches_is_elsewhere_or_was_synchronized_does_not_conflict() {
        let mut accesses = Accesses::default();
        assert_eq!(accesses.note(0, &[8..16], AccessKind::Put), Ok(()));
        assert_eq!(accesses.note(0, &[0..8, 16..24], AccessKind::Put), Ok(()));
        assert_eq!(accesses.note(1, &[8..16], AccessKind::Put), Ok(()));
        assert!(accesses.note(1, &[8..9], AccessKind::Get).is_err());
        accesses.synchronize(0);
        assert_eq!(accesses.note(0, &[8..16], AccessKind::Get), Ok(()));
        assert!(accesses.note(1, &[8..9], AccessKind::Get).is_err(), "that is another target");
        accesses.synchronize_all();
        assert_eq!(accesses.note(1, &[8..9], AccessKind::Get), Ok(()));
    }

    fn access() -> impl Strategy<Value = (u64, u64, AccessKind)> {
        (0..200_u64, 1..40_u64, prop_oneof![Just(AccessKind::Put), Just(AccessKind::Get), Just(SUM)])
    }

    proptest! {
        #[test]
        fn conflicts_are_those_of_a_list(all in prop::collection::vec(access(), 1..60)) {
            let (mut accesses, mut list) = (Accesses::default(), Vec::<(u64, u64, AccessKind)>::new());
            for (start, len, kind) in all {
                let end = start + len;
                let is_bad = list.iter().any(|(from, to, before)| *from < end && start < *to && kind.conflicts_with(*before));
                prop_assert_eq!(accesses.note(0, std::slice::from_ref(&(start..end)), kind).is_err(), is_bad);
                if !is_bad {
                    list.push((start, end, kind));
                }
            }
        }
    }
}
