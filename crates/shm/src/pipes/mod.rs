//! Pipes between the ranks of a node, for large messages (LMT-2 b and c): one from each rank to
//! each that asks for it.
//!
//! The receiver makes the pipe when it first wants a message this way. It leaves both ends in the
//! sender's mailbox. Its answer to the announcement has the pipe's number, the *ticket*. A sender
//! makes its mailbox before it announces a message, so the ends are there before the ticket.
//!
//! Pipes stay for the next message. When there are too many, either end closes the one that was
//! idle for longest; the other end notices by its next use. A mailbox is an abstract socket whose
//! name and secret stand in the rank's block. So nothing is left behind, and letters of strangers
//! are thrown away.
//!
//! A pipe is a stream. Messages of one pair go through it one after the other, and the caller says
//! which. The sender holds the reading end, too, so that the death of a receiver is no `SIGPIPE`:
//! it looks like a slow receiver, and the launcher ends the job. The receiver sees an end of data
//! if the sender dies.
//!
//! # Safety arguments
//! - PIPES-1: callers vouch for the memory of pieces as `ferry_sys::pipe` asks. This module passes
//!   on what they give, in order.

mod ends;

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::Ordering;

use ferry_device::CopyError;
use ferry_sys::descriptor::{Courier, Mailbox};
use ferry_sys::pipe::{self, IoVec, Pipe, Read};
use ferry_sys::random;

use self::ends::{End, Ends};
use crate::segment::Segment;

pub use self::ends::PipeError;

/// What the receiver asks the system to let a pipe hold, in bytes. Measured between two processors
/// with messages of 1 MiB that are lent: 64 KiB takes 138 us, 128 KiB 91 us, 256 KiB 99 us, 1 MiB
/// 85 us. 256 such pipes are what one user may have by default (`pipe-user-pages-soft`).
pub const WANTED_CAPACITY: usize = 256 * 1024;

/// Shorter pieces are copied into the pipe even where longer ones are lent: a lent piece takes a
/// page's room however short it is.
const MIN_SPLICE: usize = 4096;

/// Bytes of a letter: secret, sender, ticket.
const LETTER: usize = 16 + 4 + 8;

/// Names a pipe between two ranks. Never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipeTicket(pub u64);

/// The pipes of one rank.
pub struct Pipes {
    segment: Segment,
    mailbox: Option<Mailbox>,
    courier: Option<Courier>,
    /// Readers of pipes that this rank has made.
    incoming: Ends<OwnedFd>,
    /// Pipes that peers have made.
    outgoing: Ends<Pipe>,
    /// Tickets given out so far.
    tickets: u64,
    /// Why messages from or to a peer go another way; by peer, the last reason.
    refusals: Vec<Option<PipeError>>,
    /// Why pages cannot be lent.
    lending_refusal: Option<io::Error>,
}

impl Pipes {
    /// The pipes of the rank that attached to `segment`: none yet.
    pub fn new(segment: Segment) -> Self {
        Pipes {
            segment,
            mailbox: None,
            courier: None,
            incoming: Ends::new(),
            outgoing: Ends::new(),
            tickets: 0,
            refusals: (0..segment.ranks()).map(|_| None).collect(),
            lending_refusal: None,
        }
    }

    /// Makes this rank reachable ([`Pipes::prepare`]); whether pipes to and from `peer` may work,
    /// as far as is known.
    pub fn prepare_for(&mut self, peer: u32) -> bool {
        let is_barred = self.refusals[peer as usize].as_ref().is_some_and(|error| !error.is_passing());
        if is_barred {
            return false;
        }
        match self.prepare() {
            Ok(()) => true,
            Err(error) => {
                self.refused(peer, error);
                false
            }
        }
    }

    /// Notes why a message from or to `peer` could not go through a pipe; it is asked for no more
    /// unless the reason may pass.
    pub fn refused(&mut self, peer: u32, error: PipeError) -> CopyError {
        match error {
            PipeError::Memory => return CopyError::BadLocal,
            // Closed for a reason that was noted then.
            PipeError::NotOpen => {}
            _ => self.refusals[peer as usize] = Some(error),
        }
        CopyError::Refused
    }

    /// Why a message from or to `peer` could not go through a pipe, the last time one could not.
    pub fn refusal(&self, peer: u32) -> Option<&PipeError> {
        self.refusals[peer as usize].as_ref()
    }

    /// Why pages cannot be lent, and are copied into pipes instead.
    pub fn lending_refusal(&self) -> Option<&io::Error> {
        self.lending_refusal.as_ref()
    }

    /// Makes this rank reachable for those that want to give it a pipe. To be called before a
    /// message is announced that may go through one.
    pub fn prepare(&mut self) -> Result<(), PipeError> {
        if self.mailbox.is_some() {
            return Ok(());
        }
        let words: [u64; 4] = random::bytes::<32>()
            .map(|bytes| std::array::from_fn(|word| u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * word + byte]))))
            .map_err(PipeError::Mailbox)?;
        self.mailbox = Some(Mailbox::open(&mailbox_name([words[0], words[1]])).map_err(PipeError::Mailbox)?);
        let block = self.segment.block(self.segment.rank());
        block.mailbox.iter().zip(words).for_each(|(slot, word)| slot.store(word, Ordering::Relaxed));
        block.has_mailbox.store(1, Ordering::Release);
        Ok(())
    }

    /// Receiver: the pipe from `peer`, made if need be. It is in use until [`Pipes::finish_from`].
    pub fn open_from(&mut self, peer: u32) -> Result<PipeTicket, PipeError> {
        if let Some(ticket) = self.reuse_from(peer) {
            return Ok(ticket);
        }
        while self.incoming.is_full() {
            self.incoming.close_idle().ok_or(PipeError::AllInUse)?;
        }
        loop {
            match self.make_from(peer) {
                Err(PipeError::FileLimit) if self.close_idle() => {}
                result => return result,
            }
        }
    }

    /// The pipe that is there, unless the sender has closed its ends while it was idle.
    fn reuse_from(&mut self, peer: u32) -> Option<PipeTicket> {
        let end = self.incoming.get(peer)?;
        if end.is_idle && pipe::is_at_end(end.what.as_fd()).unwrap_or(true) {
            self.incoming.close(peer);
            return None;
        }
        self.incoming.use_of(peer).map(|end| PipeTicket(end.ticket))
    }

    fn make_from(&mut self, peer: u32) -> Result<PipeTicket, PipeError> {
        let pipe = Pipe::new().map_err(PipeError::from_opening)?;
        pipe::raise_capacity(pipe.writer.as_fd(), WANTED_CAPACITY).map_err(PipeError::System)?;
        let ticket = self.tickets + 1;
        self.leave(peer, ticket, &pipe)?;
        self.tickets = ticket;
        self.incoming.add(End::new(peer, ticket, pipe.reader));
        Ok(PipeTicket(ticket))
    }

    fn leave(&mut self, peer: u32, ticket: u64, pipe: &Pipe) -> Result<(), PipeError> {
        let block = self.segment.block(peer as usize);
        if block.has_mailbox.load(Ordering::Acquire) == 0 {
            return Err(PipeError::NoMailbox);
        }
        let words = block.mailbox.each_ref().map(|word| word.load(Ordering::Relaxed));
        let letter = letter([words[2], words[3]], self.segment.rank() as u32, ticket);
        let courier = match &self.courier {
            Some(courier) => courier,
            None => self.courier.insert(Courier::new().map_err(PipeError::from_opening)?),
        };
        let ends = [pipe.reader.as_fd(), pipe.writer.as_fd()];
        courier.leave(&mailbox_name([words[0], words[1]]), &letter, &ends).map_err(PipeError::from_leaving)
    }

    /// Receiver: stores what has come from `peer`, as far as the pieces reach: how many bytes; 0:
    /// none yet.
    ///
    /// # Safety
    /// The pieces are the caller's to write ([`pipe::read`]).
    pub unsafe fn read_some(&mut self, peer: u32, ticket: PipeTicket, pieces: &[IoVec]) -> Result<usize, PipeError> {
        let end = self.incoming.find(peer, ticket.0).ok_or(PipeError::NotOpen)?;
        // SAFETY: PIPES-1.
        match unsafe { pipe::read(end.what.as_fd(), pieces) } {
            Ok(Read::Bytes(bytes)) => Ok(bytes),
            // A pipe that is on its way has an open writer, too: the one in the letter.
            Ok(Read::End) => Err(PipeError::PeerGone),
            Err(error) => Err(PipeError::from_transfer(error)),
        }
    }

    /// Receiver: the message is complete, and the pipe is free for the next, or to be closed.
    pub fn finish_from(&mut self, peer: u32) {
        self.incoming.release(peer);
    }

    /// Receiver: what is in the pipe from `peer` is of no use any more. The next message gets a new
    /// one.
    pub fn close_from(&mut self, peer: u32, ticket: PipeTicket) {
        if self.incoming.find(peer, ticket.0).is_some() {
            self.incoming.close(peer);
        }
    }

    /// Receiver: whether something from `peer` waits to be read.
    pub fn is_readable(&mut self, peer: u32) -> bool {
        self.incoming.get(peer).is_some_and(|end| pipe::held(end.what.as_fd()).map_or(true, |bytes| bytes > 0))
    }

    /// Sender: takes the pipe to `peer` that has this ticket. It is in use until
    /// [`Pipes::finish_to`].
    pub fn accept_to(&mut self, peer: u32, ticket: PipeTicket) -> Result<(), PipeError> {
        if self.outgoing.find(peer, ticket.0).is_none() {
            let lost = self.take_letters()?;
            if self.outgoing.find(peer, ticket.0).is_none() {
                return Err(if lost { PipeError::FileLimit } else { PipeError::Undelivered });
            }
        }
        self.outgoing.use_of(peer);
        Ok(())
    }

    /// Takes all pipes that peers have left. True if some were lost for want of descriptors.
    fn take_letters(&mut self) -> Result<bool, PipeError> {
        let mut lost = false;
        loop {
            while self.outgoing.is_full() && self.outgoing.close_idle().is_some() {}
            let mut letter = [0; LETTER + 1];
            let mailbox = self.mailbox.as_ref().ok_or(PipeError::NoMailbox)?;
            let Some(received) = mailbox.take(&mut letter).map_err(PipeError::Mailbox)? else { return Ok(lost) };
            let Some((peer, ticket)) = self.read_letter(&letter[..received.len]) else { continue };
            let mut ends = received.descriptors.into_iter();
            match (ends.next(), ends.next()) {
                (Some(reader), Some(writer)) => self.outgoing.add(End::idle(peer, ticket, Pipe { reader, writer })),
                _ => {
                    lost = true;
                    self.close_idle();
                }
            }
        }
    }

    /// Who has left a letter, and the ticket in it; `None` for a stranger's.
    fn read_letter(&self, text: &[u8]) -> Option<(u32, u64)> {
        let peer = u32::from_le_bytes(text.get(16..20)?.try_into().ok()?);
        let ticket = u64::from_le_bytes(text.get(20..28)?.try_into().ok()?);
        let words = &self.segment.block(self.segment.rank()).mailbox;
        let secret = [2, 3].map(|word| words[word].load(Ordering::Relaxed));
        let is_ours = text == letter(secret, peer, ticket) && (peer as usize) < self.segment.ranks();
        is_ours.then_some((peer, ticket))
    }

    /// Sender: copies pieces into the pipe to `peer`, as far as there is room: how many bytes; 0:
    /// none now.
    ///
    /// # Safety
    /// The pieces are the caller's to read ([`pipe::write`]).
    pub unsafe fn write_some(&mut self, peer: u32, ticket: PipeTicket, pieces: &[IoVec]) -> Result<usize, PipeError> {
        let end = self.outgoing.find(peer, ticket.0).ok_or(PipeError::NotOpen)?;
        // SAFETY: PIPES-1.
        unsafe { pipe::write(end.what.writer.as_fd(), pieces) }.map_err(PipeError::from_transfer)
    }

    /// Sender: as [`Pipes::write_some`], but lends the pages of long pieces instead of copying,
    /// where the system does so.
    ///
    /// # Safety
    /// As [`pipe::splice`] asks: nobody changes the pieces before the receiver says that it has
    /// them.
    pub unsafe fn splice_some(&mut self, peer: u32, ticket: PipeTicket, pieces: &[IoVec]) -> Result<usize, PipeError> {
        if self.lending_refusal.is_some() {
            // SAFETY: as the caller promises, and more.
            return unsafe { self.write_some(peer, ticket, pieces) };
        }
        // SAFETY: as the caller promises.
        match unsafe { self.lend_some(peer, ticket, pieces) } {
            Err(PipeError::System(error)) => {
                self.lending_refusal = Some(error);
                // SAFETY: as above.
                unsafe { self.write_some(peer, ticket, pieces) }
            }
            result => result,
        }
    }

    /// As [`Pipes::splice_some`], if the system does so.
    unsafe fn lend_some(&mut self, peer: u32, ticket: PipeTicket, pieces: &[IoVec]) -> Result<usize, PipeError> {
        let end = self.outgoing.find(peer, ticket.0).ok_or(PipeError::NotOpen)?;
        let pipe = end.what.writer.as_fd();
        let mut sent = 0;
        for run in pieces.chunk_by(|one, next| (one.iov_len < MIN_SPLICE) == (next.iov_len < MIN_SPLICE)) {
            let is_short = run[0].iov_len < MIN_SPLICE;
            // SAFETY: PIPES-1.
            let result = unsafe { if is_short { pipe::write(pipe, run) } else { pipe::splice(pipe, run) } };
            match result {
                // What went before is on its way; the error comes again with the next call.
                Err(_) if sent > 0 => break,
                result => {
                    let bytes = result.map_err(PipeError::from_transfer)?;
                    sent += bytes;
                    if bytes < run.iter().map(|piece| piece.iov_len).sum() {
                        break;
                    }
                }
            }
        }
        Ok(sent)
    }

    /// Sender: whether there is room for at least a page in the pipe to `peer`. True as well if
    /// that cannot be told.
    pub fn is_writable(&mut self, peer: u32) -> bool {
        self.outgoing.get(peer).is_none_or(|end| pipe::has_room(end.what.writer.as_fd()).unwrap_or(true))
    }

    /// Sender: all of the message is in the pipe, which is free for the next, or to be closed.
    pub fn finish_to(&mut self, peer: u32) {
        self.outgoing.release(peer);
    }

    /// Sender: the pipe to `peer` is of no use any more.
    pub fn close_to(&mut self, peer: u32, ticket: PipeTicket) {
        if self.outgoing.find(peer, ticket.0).is_some() {
            self.outgoing.close(peer);
        }
    }

    /// Bytes the pipe from or to `peer` holds, as the system has granted them.
    pub fn capacity(&mut self, peer: u32) -> Result<usize, PipeError> {
        let pipe = match (self.incoming.get(peer), self.outgoing.get(peer)) {
            (Some(end), _) => end.what.as_fd(),
            (None, Some(end)) => end.what.writer.as_fd(),
            (None, None) => return Err(PipeError::NotOpen),
        };
        pipe::capacity(pipe).map_err(PipeError::System)
    }

    /// Closes the pipe that was idle for longest; false if all are in use.
    fn close_idle(&mut self) -> bool {
        self.outgoing.close_idle().or_else(|| self.incoming.close_idle()).is_some()
    }
}

fn mailbox_name(words: [u64; 2]) -> String {
    format!("ferry-mail-{:016x}{:016x}", words[0], words[1])
}

fn letter(secret: [u64; 2], from: u32, ticket: u64) -> [u8; LETTER] {
    let mut text = [0; LETTER];
    text[..8].copy_from_slice(&secret[0].to_le_bytes());
    text[8..16].copy_from_slice(&secret[1].to_le_bytes());
    text[16..20].copy_from_slice(&from.to_le_bytes());
    text[20..].copy_from_slice(&ticket.to_le_bytes());
    text
}

#[cfg(all(test, not(miri)))]
mod tests;
