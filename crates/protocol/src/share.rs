//! How two processes share the copying of one message (LMT-beyond): the receiver takes pieces from
//! the front, the sender from the back, until they meet. Whoever comes late takes less. One word
//! says how much either has taken; this module computes its next value, a device keeps it where
//! both see it.

use std::ops::Range;

/// Unit in which bytes are taken: a page, which the system pins for each copy.
pub const UNIT: u64 = 4096;

/// Least bytes taken at once, unless fewer are left: a call of the system takes as long as copying
/// 64 KiB in huge pages (EPYC, Zen 4).
const LEAST: u64 = 32 * 1024;
/// Most bytes taken at once: what a call of the program may have to wait for.
const MOST: u64 = 1 << 20;
/// After its first piece a taker leaves as much as it takes: the other one may come late, and both
/// should end at about the same time.
const PARTS: u64 = 2;

/// The first piece that an end takes of a message of `units`: few calls, and the same part of each
/// message for either side, whose caches have it then. The sender, which comes in time, takes half,
/// and the receiver the rest when it is done with its first piece.
fn first(end: End, units: u64) -> u64 {
    match end {
        End::Front => units * 7 / 16,
        End::Back => units.div_ceil(2),
    }
}

/// From which end pieces are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// From the message's beginning: the receiver.
    Front,
    /// From its end: the sender.
    Back,
}

/// How large the pieces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The message is the only one: both are to end at about the same time.
    Fine,
    /// Others follow, with which whoever is done first goes on: few pieces, and in a stream of
    /// messages the same ones for either side.
    Halves,
}

/// What the two ends of a message see that both copy.
pub trait Share {
    /// Takes the next piece of a message of `bytes` bytes; `None` if all are taken, or the share is
    /// spoilt.
    fn take(&self, end: End, bytes: u64, cut: Cut) -> Option<Range<u64>>;

    /// Adds `bytes` bytes to those copied.
    fn add_done(&self, bytes: u64);

    /// Bytes copied so far.
    fn done(&self) -> u64;

    /// Copying has failed: nobody takes more. Spoils nothing if all `bytes` bytes were copied
    /// before; whether it is spoilt.
    fn spoil(&self, bytes: u64) -> bool;

    /// Whether copying has failed.
    fn is_spoilt(&self) -> bool;

    /// The sender's last access.
    fn leave(&self);

    /// Whether the sender has left.
    fn has_left(&self) -> bool;
}

/// How much was taken from either end, in units of [`UNIT`]. Begins at 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken(pub u64);

impl Taken {
    fn front(self) -> u64 {
        self.0 >> 32
    }

    fn back(self) -> u64 {
        self.0 & u64::from(u32::MAX)
    }

    /// Takes the next piece of a message of `bytes` bytes: what is taken then, and which bytes the
    /// piece is. `None` if everything is taken.
    pub fn take(self, end: End, bytes: u64, cut: Cut) -> Option<(Taken, Range<u64>)> {
        let units = bytes.div_ceil(UNIT);
        let left = units - self.front() - self.back();
        if left == 0 {
            return None;
        }
        let own = if end == End::Front { self.front() } else { self.back() };
        let wanted = match cut {
            Cut::Fine if own == 0 && left > units / 2 => first(end, units),
            Cut::Fine if left <= PARTS * LEAST / UNIT => left,
            Cut::Fine => left / PARTS,
            Cut::Halves => units.div_ceil(2),
        };
        let size = wanted.clamp(LEAST / UNIT, MOST / UNIT).min(left);
        Some(match end {
            End::Front => {
                let first = self.front();
                (Taken(self.0 + (size << 32)), first * UNIT..((first + size) * UNIT).min(bytes))
            }
            End::Back => {
                let last = units - self.back();
                (Taken(self.0 + size), (last - size) * UNIT..(last * UNIT).min(bytes))
            }
        })
    }

    /// Longest message that can be shared, in bytes.
    pub const LONGEST: u64 = u32::MAX as u64 * UNIT;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes everything, from the ends that `turns` says, round and round.
    fn pieces(bytes: u64, turns: &[End], cut: Cut) -> Vec<Range<u64>> {
        let mut taken = Taken::default();
        let mut pieces = Vec::new();
        for end in turns.iter().cycle() {
            let Some((next, piece)) = taken.take(*end, bytes, cut) else { break };
            taken = next;
            pieces.push(piece);
        }
        pieces.sort_by_key(|piece| piece.start);
        pieces
    }

    #[test]
    fn pieces_cover_the_message_once_whoever_takes_them() {
        let patterns: [&[End]; 4] = [&[End::Front], &[End::Back], &[End::Front, End::Back], &[End::Back, End::Back, End::Front]];
        for bytes in [1, UNIT - 1, UNIT, LEAST, LEAST + 1, 100_000, MOST * 7 + 13, 1 << 30] {
            for (turns, cut) in patterns.into_iter().flat_map(|turns| [(turns, Cut::Fine), (turns, Cut::Halves)]) {
                let pieces = pieces(bytes, turns, cut);
                assert_eq!((pieces[0].start, pieces.last().unwrap().end), (0, bytes));
                assert!(pieces.windows(2).all(|pair| pair[0].end == pair[1].start));
                assert!(pieces.iter().all(|piece| !piece.is_empty() && piece.end - piece.start <= MOST));
            }
        }
    }

    #[test]
    fn halves_are_the_same_whoever_comes_first() {
        let bytes = 1 << 20;
        let half = |turns: &[End]| pieces(bytes, turns, Cut::Halves);
        assert_eq!(half(&[End::Front, End::Back]), half(&[End::Back, End::Front]));
        assert_eq!(half(&[End::Front, End::Back]), [0..bytes / 2, bytes / 2..bytes]);
    }

    #[test]
    fn a_message_of_no_bytes_has_no_pieces() {
        assert_eq!(Taken::default().take(End::Front, 0, Cut::Fine), None);
    }

    #[test]
    fn one_that_comes_late_finds_something_left() {
        let bytes = 1 << 20;
        let (taken, _) = Taken::default().take(End::Front, bytes, Cut::Fine).unwrap();
        assert_eq!((taken.front() * UNIT, taken.back()), (bytes * 7 / 16, 0));
        let (taken, piece) = taken.take(End::Back, bytes, Cut::Fine).unwrap();
        assert_eq!(piece, bytes / 2..bytes);
        assert_eq!(taken.back() * UNIT, bytes / 2);
        assert_eq!(taken.take(End::Front, bytes, Cut::Fine).unwrap().1, bytes * 7 / 16..bytes / 2);
    }

    #[test]
    fn one_that_comes_very_late_leaves_as_much_as_it_takes() {
        let bytes = 1 << 20;
        let mut taken = Taken::default();
        for _ in 0..2 {
            taken = taken.take(End::Front, bytes, Cut::Fine).unwrap().0;
        }
        let left = bytes - taken.front() * UNIT;
        assert!(left < bytes / 2);
        assert_eq!(taken.take(End::Back, bytes, Cut::Fine).unwrap().1, bytes - left / PARTS / UNIT * UNIT..bytes);
    }

    #[test]
    fn the_longest_message_fits_the_word() {
        let (taken, piece) = Taken::default().take(End::Back, Taken::LONGEST, Cut::Fine).unwrap();
        assert_eq!((taken.front(), piece.end), (0, Taken::LONGEST));
    }
}
