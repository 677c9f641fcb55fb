//! What the copying thread of a rank copies, and whether there is one (LMT-4).
//!
//! # Safety arguments
//! - BG-1: whoever asks for a copy promises that its memory stays as it is until the copy is over
//!   ([`ferry_device::NodeCopies::copy_in_background`]). The kernel checks all addresses: memory
//!   that has gone is an error.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use ferry_device::{Background, CopyError, CopyStanding, Copying, Share};
use ferry_protocol::share::{Cut, End};
use ferry_protocol::transfer::Piece;
use ferry_sys::cpu;

use super::job::{Copier, Help, Job, Moved, Mover};
use crate::cross_memory::Reach;
use crate::doorbell;
use crate::segment::Crowding;
use crate::share::SharedCopy;

/// Bytes copied at once: what somebody who joins in may have to wait for, and enough that claiming
/// them costs nothing.
const CHUNK: u64 = 256 << 10;
/// Shortest copy that is worth waking a thread for, in bytes: waking one takes as long as copying
/// so much.
const LEAST: u64 = 128 << 10;
/// Copies between two looks whether processors are left over: a look reads a directory of `/proc`.
const COPIES_A_LOOK: u32 = 256;

/// When a thread copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Where the threads of all ranks leave processors over.
    WhereSpare,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// One copy.
pub struct CopyJob {
    copying: Copying<&'static SharedCopy>,
    reach: Reach,
    /// The word through which the peer is woken when a shared copy is done.
    peer: &'static AtomicU32,
}

impl CopyJob {
    fn copy(&self, position: u64, len: u64) -> Result<(), CopyError> {
        let Copying { end, mine, theirs, stores, .. } = self.copying;
        let (mine, theirs) = (Piece { address: mine + position, len }, Piece { address: theirs + position, len });
        // SAFETY: BG-1.
        unsafe {
            match end {
                End::Front => self.reach.read(&[mine], &[theirs], stores),
                End::Back => self.reach.write(&[mine], &[theirs], stores),
            }
        }
    }

    fn copy_shared(&self, share: &'static SharedCopy) -> Result<Moved, CopyError> {
        let Copying { end, bytes, .. } = self.copying;
        let Some(piece) = Share::take(&share, end, bytes, Cut::Fine) else { return Ok(Moved::Nothing) };
        self.copy(piece.start, piece.end - piece.start)?;
        share.add_done(piece.end - piece.start);
        if share.done() == bytes {
            doorbell::wake(self.peer, true);
        }
        Ok(Moved::Chunk)
    }
}

impl Mover for CopyJob {
    fn move_chunk(&self, chunk: u32) -> Result<Moved, CopyError> {
        if let Some(share) = self.copying.share {
            return self.copy_shared(share);
        }
        let position = u64::from(chunk) * CHUNK;
        self.copy(position, CHUNK.min(self.copying.bytes - position)).map(|()| Moved::Chunk)
    }
}

/// A copy that the thread has been given, as the one who waits for it sees it.
pub struct InBackground(Arc<Job<CopyJob>>);

impl Background for InBackground {
    fn standing(&self) -> CopyStanding {
        self.0.standing()
    }

    fn help(&self) -> bool {
        self.0.help() != Help::NothingLeft
    }

    fn has_pieces(&self) -> bool {
        self.0.has_chunks()
    }

    fn close(&self) {
        self.0.close();
    }
}

/// The copying thread of a rank: started by the first copy, if the rank is to have one.
pub struct Copiers {
    wish: Wish,
    /// What came of the last look.
    has_spare: bool,
    copies: u32,
    thread: Option<Copier<CopyJob>>,
}

impl Copiers {
    pub(crate) fn new() -> Self {
        Copiers { wish: Wish::Never, has_spare: false, copies: 0, thread: None }
    }

    /// From now on as `wish` says.
    pub fn set_wish(&mut self, wish: Wish) {
        (self.wish, self.copies) = (wish, 0);
    }

    /// Ends the thread, if there is one. Copies that it has not made are left to whoever waits for
    /// them.
    pub fn end(&mut self) {
        self.thread = None;
    }

    /// Whether a copy of so many bytes is for the thread, of `ranks` ranks on the node.
    pub(crate) fn takes(&mut self, bytes: u64, ranks: usize, crowding: impl FnOnce() -> Option<Crowding>) -> bool {
        if bytes < LEAST || self.wish == Wish::Never {
            return false;
        }
        self.wish == Wish::Always || self.has_spare(ranks, crowding)
    }

    fn has_spare(&mut self, ranks: usize, crowding: impl FnOnce() -> Option<Crowding>) -> bool {
        if self.copies.is_multiple_of(COPIES_A_LOOK) {
            let own = cpu::threads() - usize::from(self.thread.is_some());
            // The thread inherits the processors of this one.
            let can_go_elsewhere = cpu::allowed().len() > own;
            let known = crowding();
            self.has_spare = can_go_elsewhere && known.is_some_and(|known| known.processors as usize > ranks * own);
            if known.is_none() {
                return false;
            }
        }
        self.copies = self.copies.wrapping_add(1);
        self.has_spare
    }

    /// Gives the thread a copy; `None` if the system has no thread for it. `own` and `peer` are the
    /// words through which the two ranks are woken.
    pub(crate) fn give(
        &mut self,
        copying: Copying<&'static SharedCopy>,
        reach: Reach,
        own: &'static AtomicU32,
        peer: &'static AtomicU32,
    ) -> Option<InBackground> {
        let thread = match &mut self.thread {
            Some(thread) if thread.is_of_this_process() => thread,
            place => place.insert(Copier::start(move || doorbell::wake(own, true)).ok()?),
        };
        let chunks = if copying.share.is_some() { u32::MAX } else { u32::try_from(copying.bytes.div_ceil(CHUNK)).ok()? };
        let job = Arc::new(Job::new(CopyJob { copying, reach, peer }, chunks));
        thread.submit(job.clone());
        Some(InBackground(job))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crowding(processors: u32) -> impl FnOnce() -> Option<Crowding> {
        move || Some(Crowding { oversubscribed: false, processors })
    }

    #[test]
    fn short_copies_and_wishes_decide_first() {
        let mut copiers = Copiers::new();
        assert!(!copiers.takes(1 << 30, 1, crowding(1 << 20)));
        copiers.set_wish(Wish::Always);
        assert!(copiers.takes(LEAST, 64, || None) && !copiers.takes(LEAST - 1, 1, crowding(1 << 20)));
    }

    #[test]
    fn ranks_with_their_threads_must_leave_processors_over() {
        let mut copiers = Copiers::new();
        copiers.set_wish(Wish::WhereSpare);
        assert!(!copiers.takes(LEAST, 1000, crowding(2)));
        copiers.set_wish(Wish::WhereSpare);
        assert!(!copiers.takes(LEAST, 1, || None));
        let threads = cpu::threads();
        assert_eq!(copiers.takes(LEAST, 1, crowding(1 << 20)), cpu::allowed().len() > threads);
    }
}
