//! The receiver's end of messages that come without being asked for in several packets.
//!
//! The first packet is matched like any other. Those that follow carry no more than bytes, so a
//! peer begins no second message before the first is whole.

use crate::stage::Violation;

/// A message of which more packets come.
#[derive(Clone, Copy, Debug)]
struct Coming<D> {
    from: u32,
    into: D,
    /// Bytes that have not come.
    left: u64,
}

/// Messages of which more packets come, at most one of each peer; `D` says where one goes.
#[derive(Clone, Debug)]
pub struct ComingMessages<D>(Vec<Coming<D>>);

/// The bytes of a packet belong there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<D> {
    /// Where the message goes.
    pub into: D,
    /// Whether the message is whole with these bytes.
    pub is_last: bool,
}

impl<D> Default for ComingMessages<D> {
    fn default() -> Self {
        ComingMessages(Vec::new())
    }
}

impl<D: Copy> ComingMessages<D> {
    /// Whether `from` may begin a message.
    ///
    /// # Errors
    /// Its last one is not whole.
    pub fn may_begin(&self, from: u32) -> Result<(), Violation> {
        if self.0.iter().any(|coming| coming.from == from) { Err(Violation::Unfinished) } else { Ok(()) }
    }

    /// A message of `whole` bytes from `from`, which may begin one, goes to `into`; `first` bytes
    /// of it are there.
    pub fn begin(&mut self, from: u32, into: D, whole: u64, first: u64) -> Chunk<D> {
        debug_assert!(first <= whole && self.may_begin(from).is_ok(), "the header says both lengths");
        if first < whole {
            self.0.push(Coming { from, into, left: whole - first });
        }
        Chunk { into, is_last: first == whole }
    }

    /// The next `bytes` bytes have come from `from`.
    ///
    /// # Errors
    /// It has begun no message, or that has fewer left.
    pub fn more(&mut self, from: u32, bytes: u64) -> Result<Chunk<D>, Violation> {
        let is_it = |coming: &Coming<D>| coming.from == from && coming.left >= bytes;
        let index = self.0.iter().position(is_it).ok_or(Violation::NoBeginning)?;
        let coming = &mut self.0[index];
        coming.left -= bytes;
        let chunk = Chunk { into: coming.into, is_last: coming.left == 0 };
        if chunk.is_last {
            self.0.swap_remove(index);
        }
        Ok(chunk)
    }

    /// Nothing more comes from `from`: where its message went that was not whole.
    pub fn lose(&mut self, from: u32) -> Option<D> {
        let index = self.0.iter().position(|coming| coming.from == from)?;
        Some(self.0.swap_remove(index).into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_of_several_peers_go_each_to_its_message() {
        let mut coming = ComingMessages::default();
        assert_eq!(coming.begin(1, 'a', 100, 40), Chunk { into: 'a', is_last: false });
        assert_eq!(coming.begin(2, 'b', 100, 50), Chunk { into: 'b', is_last: false });
        assert_eq!(coming.more(1, 30), Ok(Chunk { into: 'a', is_last: false }));
        assert_eq!(coming.more(2, 50), Ok(Chunk { into: 'b', is_last: true }));
        assert_eq!(coming.more(1, 30), Ok(Chunk { into: 'a', is_last: true }));
        assert_eq!((coming.may_begin(1), coming.may_begin(2)), (Ok(()), Ok(())));
    }

    #[test]
    fn a_message_that_comes_whole_leaves_nothing_behind() {
        let mut coming = ComingMessages::default();
        assert!(coming.begin(1, (), 64, 64).is_last);
        assert_eq!(coming.may_begin(1), Ok(()));
        assert_eq!(coming.more(1, 0), Err(Violation::NoBeginning));
    }

    #[test]
    fn what_makes_no_sense_is_a_violation_and_changes_nothing() {
        let mut coming = ComingMessages::default();
        coming.begin(1, (), 100, 40);
        assert_eq!(coming.may_begin(1), Err(Violation::Unfinished));
        assert_eq!((coming.more(1, 61), coming.more(2, 1)), (Err(Violation::NoBeginning), Err(Violation::NoBeginning)));
        assert_eq!(coming.more(1, 60), Ok(Chunk { into: (), is_last: true }));
    }

    #[test]
    fn a_lost_peer_may_begin_anew() {
        let mut coming = ComingMessages::default();
        coming.begin(1, 'a', 100, 40);
        coming.begin(2, 'b', 100, 40);
        assert_eq!((coming.lose(1), coming.lose(1)), (Some('a'), None));
        assert_eq!((coming.may_begin(1), coming.more(1, 1)), (Ok(()), Err(Violation::NoBeginning)));
        assert_eq!(coming.more(2, 60), Ok(Chunk { into: 'b', is_last: true }));
    }
}
