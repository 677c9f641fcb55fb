//! Accesses to a window that conflict (MPI-5 §12.7): which of them were since the last
//! synchronization with the target, and whether another one may overlap them. An origin keeps its
//! own ([`Accesses`]), a target those of all others ([`Registry`]).
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

const SUM_NAME: &str = "an accumulate";

impl AccessKind {
    fn name(self) -> &'static str {
        match self {
            AccessKind::Put => "a put",
            AccessKind::Get => "a get",
            AccessKind::Accumulate { .. } => SUM_NAME,
        }
    }

    /// Two numbers that say what it is, the first of them not 0 and below 256.
    pub fn code(self) -> (u16, u64) {
        match self {
            AccessKind::Put => (1, 0),
            AccessKind::Get => (2, 0),
            AccessKind::Accumulate { datatype } => (3, datatype as u64),
        }
    }

    /// The inverse of [`AccessKind::code`].
    pub fn of(code: u16, datatype: u64) -> Option<AccessKind> {
        Some(match code {
            1 => AccessKind::Put,
            2 => AccessKind::Get,
            3 => AccessKind::Accumulate { datatype: datatype as usize },
            _ => return None,
        })
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

/// An access that conflicts with one of another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// World rank of the other process.
    pub by: u32,
    /// The access that is told so.
    pub now: AccessKind,
    /// The one of the other process.
    pub before: AccessKind,
    /// The first byte that both have.
    pub from: u64,
    /// The byte after the last one.
    pub to: u64,
}

impl Encounter {
    /// What is wrong, and what to do; `other` names the other process.
    pub fn text(&self, other: &str) -> String {
        let (now, before, Encounter { from, to, .. }) = (self.now.name(), self.before.name(), self);
        let differ =
            if self.now.name() == self.before.name() && self.now.name() == SUM_NAME { " of another datatype" } else { "" };
        format!(
            "{now} overlaps {before}{differ} by {other} that no synchronization has ended, in bytes {from} to {to}; separate the two by locks, fences, or a flush and a message"
        )
    }
}

/// Accesses of other processes to the part of this one that no synchronization has ended.
#[derive(Debug, Default)]
pub struct Registry {
    origins: BTreeMap<u32, Target>,
    count: u64,
}

impl Registry {
    /// Notes an access of `origin` to these bytes; the first conflict with another process.
    pub fn note(&mut self, origin: u32, pieces: &[Range<u64>], kind: AccessKind) -> Option<Encounter> {
        let others = self.origins.iter().filter(|(by, _)| **by != origin);
        let encounter =
            others.flat_map(|(by, noted)| pieces.iter().map(move |piece| (*by, noted, piece))).find_map(|(by, noted, piece)| {
                let Conflict { now, before, bytes } = noted.conflict(piece, kind)?;
                Some(Encounter { by, now, before, from: bytes.start, to: bytes.end })
            });
        self.origins.entry(origin).or_default().insert(pieces, kind, &mut self.count);
        encounter
    }

    /// Accesses of a process are over.
    pub fn forget(&mut self, origin: u32) {
        self.origins.remove(&origin);
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
        noted.insert(pieces, kind, &mut self.count);
        Ok(())
    }

    /// Targets with accesses.
    pub fn targets(&self) -> impl Iterator<Item = u32> {
        self.targets.keys().copied()
    }

    /// Whether there are accesses to a target.
    pub fn has(&self, target: u32) -> bool {
        self.targets.contains_key(&target)
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
    /// Notes an access; `count` is the number of those before.
    fn insert(&mut self, pieces: &[Range<u64>], kind: AccessKind, count: &mut u64) {
        for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
            if self.pieces.len() >= MOST_PIECES {
                break;
            }
            *count += 1;
            self.longest = self.longest.max(piece.end - piece.start);
            self.pieces.insert((piece.start, *count), (piece.end, kind));
        }
    }

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

    #[test]
    fn accesses_of_two_processes_conflict_until_one_is_over() {
        let mut registry = Registry::default();
        assert_eq!(registry.note(4, &[0..8, 16..24], AccessKind::Put), None);
        assert_eq!(registry.note(4, &[0..8], AccessKind::Put), None, "of one process, which finds that itself");
        assert_eq!(registry.note(5, &[8..16], AccessKind::Get), None, "beside it");
        let found = registry.note(6, &[4..6, 20..40], AccessKind::Get).expect("a conflict");
        assert_eq!(found, Encounter { by: 4, now: AccessKind::Get, before: AccessKind::Put, from: 4, to: 6 });
        assert!(found.text("rank 1").contains("a get overlaps a put by rank 1"));
        registry.forget(4);
        assert_eq!(registry.note(5, &[20..30], AccessKind::Get), None, "two gets");
        assert_eq!(registry.note(7, &[100..108], SUM), None);
        assert_eq!(registry.note(8, &[100..108], SUM), None, "accumulates go together");
        let other = registry.note(9, &[104..112], AccessKind::Accumulate { datatype: 2 });
        assert!(other.is_some_and(|found| found.text("x").contains("another datatype")));
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
