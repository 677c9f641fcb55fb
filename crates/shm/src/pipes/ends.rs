//! The ends of pipes that a rank holds, and what can go wrong with pipes. Their number is limited;
//! an idle pipe may be closed for another one.

use std::io;

use ferry_sys::errno::{EAGAIN, EFAULT, EMFILE, ENFILE, EPIPE, ETOOMANYREFS};

/// Most pipes of each direction that one rank keeps open: more peers at once share the room, the
/// others go over the rings. Outgoing ends are two descriptors each, so that all of them are under
/// a fifth of the 1,024 that a process may open by default.
pub(crate) const MOST_OPEN: usize = 64;

/// Why a pipe is not to be had, or did not do.
#[derive(Debug)]
pub enum PipeError {
    /// This process may not open more descriptors.
    FileLimit,
    /// The system or the user may not have more pipes.
    PipeLimit,
    /// As many pipes are in use as one rank may have.
    AllInUse,
    /// The peer has no mailbox for the ends of a pipe.
    NoMailbox,
    /// The peer's mailbox, or this rank's own, cannot be used.
    Mailbox(io::Error),
    /// The peer's mailbox is full; a later message may find room.
    MailboxFull,
    /// The peer's pipe has not come, or was closed while it was idle; a later message may have one.
    Undelivered,
    /// No pipe to or from this peer is open: a fault of the caller.
    NotOpen,
    /// The peer has closed its end in the middle of a message: it died.
    PeerGone,
    /// Memory of a message cannot be read or written (`EFAULT`).
    Memory,
    /// The operating system refused.
    System(io::Error),
}

impl PipeError {
    pub(crate) fn from_opening(error: io::Error) -> Self {
        match error.raw_os_error() {
            Some(EMFILE) => PipeError::FileLimit,
            Some(ENFILE) => PipeError::PipeLimit,
            _ => PipeError::System(error),
        }
    }

    pub(crate) fn from_leaving(error: io::Error) -> Self {
        match error.raw_os_error() {
            Some(EAGAIN) => PipeError::MailboxFull,
            Some(EMFILE | ETOOMANYREFS) => PipeError::FileLimit,
            _ => PipeError::Mailbox(error),
        }
    }

    pub(crate) fn from_transfer(error: io::Error) -> Self {
        match error.raw_os_error() {
            Some(EFAULT) => PipeError::Memory,
            Some(EPIPE) => PipeError::PeerGone,
            _ => PipeError::System(error),
        }
    }

    /// Whether a later message to the same peer may well find a pipe.
    pub fn is_passing(&self) -> bool {
        matches!(self, PipeError::AllInUse | PipeError::MailboxFull | PipeError::Undelivered | PipeError::FileLimit)
    }
}

impl std::fmt::Display for PipeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PipeError::FileLimit => write!(f, "the process has as many descriptors open as it may; raise the limit (ulimit -n)"),
            PipeError::PipeLimit => {
                write!(
                    f,
                    "no more pipes: the user's or the system's limit is reached (/proc/sys/fs/pipe-user-pages-hard, file-max)"
                )
            }
            PipeError::AllInUse => write!(f, "{MOST_OPEN} pipes are in use, which is as many as a rank keeps"),
            PipeError::NoMailbox => write!(f, "the peer takes no pipes"),
            PipeError::Mailbox(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                write!(f, "the peer cannot be reached by a local socket; do the ranks have different network namespaces?")
            }
            PipeError::Mailbox(error) => write!(f, "pipes cannot be passed between processes: {error}"),
            PipeError::MailboxFull => write!(f, "the peer has too many pipes to take (/proc/sys/net/unix/max_dgram_qlen)"),
            PipeError::Undelivered => write!(f, "the pipe was closed while it was idle"),
            PipeError::NotOpen => write!(f, "there is no pipe between these ranks"),
            PipeError::PeerGone => write!(f, "the peer's process has ended in the middle of a message"),
            PipeError::Memory => write!(f, "memory of the message is not there, or protected"),
            PipeError::System(error) => write!(f, "the system refused: {error}"),
        }
    }
}

impl std::error::Error for PipeError {}

/// One end of a pipe, or both.
#[derive(Debug)]
pub(crate) struct End<T> {
    pub peer: u32,
    pub ticket: u64,
    pub what: T,
    pub is_idle: bool,
    last_used: u64,
}

impl<T> End<T> {
    /// In use.
    pub fn new(peer: u32, ticket: u64, what: T) -> Self {
        End { peer, ticket, what, is_idle: false, last_used: 0 }
    }

    /// Not in use yet.
    pub fn idle(peer: u32, ticket: u64, what: T) -> Self {
        End { is_idle: true, ..End::new(peer, ticket, what) }
    }
}

/// Ends by peer, few enough to be looked through.
#[derive(Debug)]
pub(crate) struct Ends<T> {
    ends: Vec<End<T>>,
    clock: u64,
}

impl<T> Ends<T> {
    pub fn new() -> Self {
        Ends { ends: Vec::new(), clock: 0 }
    }

    pub fn is_full(&self) -> bool {
        self.ends.len() >= MOST_OPEN
    }

    pub fn get(&mut self, peer: u32) -> Option<&mut End<T>> {
        self.ends.iter_mut().find(|end| end.peer == peer)
    }

    /// The end of `peer` with this ticket.
    pub fn find(&mut self, peer: u32, ticket: u64) -> Option<&mut End<T>> {
        self.get(peer).filter(|end| end.ticket == ticket)
    }

    /// The end of `peer`, now in use.
    pub fn use_of(&mut self, peer: u32) -> Option<&mut End<T>> {
        self.clock += 1;
        let now = self.clock;
        let end = self.get(peer)?;
        (end.is_idle, end.last_used) = (false, now);
        Some(end)
    }

    /// Adds an end, in place of that of the same peer if there is one.
    pub fn add(&mut self, end: End<T>) {
        self.close(end.peer);
        self.clock += 1;
        self.ends.push(End { last_used: self.clock, ..end });
    }

    /// The end of `peer` is idle from now on.
    pub fn release(&mut self, peer: u32) {
        self.clock += 1;
        let now = self.clock;
        if let Some(end) = self.get(peer) {
            (end.is_idle, end.last_used) = (true, now);
        }
    }

    pub fn close(&mut self, peer: u32) {
        self.ends.retain(|end| end.peer != peer);
    }

    /// Closes the end that was idle for longest; `None` if all are in use.
    pub fn close_idle(&mut self) -> Option<u32> {
        let (index, end) = self.ends.iter().enumerate().filter(|(_, end)| end.is_idle).min_by_key(|(_, end)| end.last_used)?;
        let peer = end.peer;
        self.ends.swap_remove(index);
        Some(peer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_that_was_idle_for_longest_goes_and_one_in_use_stays() {
        let mut ends = Ends::new();
        (0..4).for_each(|peer| ends.add(End::new(peer, 1, ())));
        assert_eq!(ends.close_idle(), None);
        [2, 0, 1].into_iter().for_each(|peer| ends.release(peer));
        assert!(ends.use_of(2).is_some());
        assert_eq!([ends.close_idle(), ends.close_idle(), ends.close_idle()], [Some(0), Some(1), None]);
        assert!(ends.get(2).is_some() && ends.get(3).is_some());
    }

    #[test]
    fn a_peer_has_one_end_the_newest() {
        let mut ends = Ends::new();
        ends.add(End::new(5, 1, ()));
        ends.add(End::new(5, 2, ()));
        assert_eq!(ends.get(5).map(|end| end.ticket), Some(2));
        ends.close(5);
        assert!(ends.get(5).is_none());
    }
}
