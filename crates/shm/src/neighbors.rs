//! Packets between processes of different jobs on one node.
//!
//! A process that meets another job makes a *foreign segment* ([`segment`]): one sparse file with a
//! slot and a ring for each process that sends to it. A process of the other job maps that file
//! through `/proc`, claims a slot, and maps the word that wakes the owner. Both processes of a pair
//! do so before their meeting ends, so both decide alike afterwards: their messages go through the
//! rings if each has claimed a slot of the other, and over TCP if not.
//!
//! # Safety arguments
//! - NEIGHBOR-1: an end of a ring is dropped before the mapping that it lies in (order of fields),
//!   and gives no reference away.
//! - NEIGHBOR-2: a slot's ring has one sender, the process that has claimed it, and one receiver,
//!   the owner of the file. The owner frees it only when neither uses it any more.

mod copies;
mod segment;

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::atomic::AtomicU32;

use ferry_device::{Body, CopyError, Finished, Lost, OperationTicket, Sent, Sink};
use ferry_protocol::packet::Header;
use ferry_protocol::process::ProcessId;
use ferry_protocol::transfer::{Method, Methods, Piece, Token};
use ferry_sys::process;

use self::copies::{Copies, Shown};
pub use self::segment::CONTACT;
use self::segment::{Claim, Contact, ForeignSegment, WIDTH};
use crate::ShmDevice;
use crate::body::pair_buffer::PairBuffer;
use crate::doorbell;
use crate::ring::{Receiver, Sender};

/// Packets taken from one ring before the next ring has its turn.
const TURN: usize = 32;

/// The way to a process of another job.
struct Link {
    id: ProcessId,
    host: String,
    /// The end of the ring that lies in `claim`.
    sender: Sender,
    claim: Claim,
    /// How it has ended, if it has.
    end: Option<ProcessEnd>,
}

/// How a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProcessEnd {
    /// It had said that it may end.
    Left,
    /// Without that.
    Failed,
}

/// What a process of another job sends to this one.
struct NeighborRing {
    number: u32,
    slot: usize,
    /// The end of the ring that lies in the foreign segment.
    receiver: Receiver,
}

/// Processes of other jobs on this node, as one process reaches them.
pub struct Neighbors {
    own: ProcessId,
    /// The number of the first process of another job.
    first: u32,
    /// By number, from `first` on.
    links: Vec<Option<Link>>,
    incoming: Vec<NeighborRing>,
    segment: ForeignSegment,
    /// Changes of slots that have been looked at; `None` if all are to be looked at again.
    changes: Option<u32>,
    /// Processes that have ended, until their last packets are taken.
    ended: Vec<u32>,
    shown: Shown,
    copies: Copies,
    /// Rings between jobs have no pair buffer.
    pair_buffer: PairBuffer,
}

impl Neighbors {
    /// Makes the foreign segment of process `own`, whose sleeps end by the doorbell of `shm`.
    /// Processes of other jobs have numbers from `first` on.
    ///
    /// # Errors
    /// The system has no memory or descriptor for it.
    pub fn new(shm: &ShmDevice, own: ProcessId, first: u32) -> io::Result<Self> {
        Ok(Neighbors {
            own,
            segment: ForeignSegment::new(shm.doorbell_location()?)?,
            first,
            links: Vec::new(),
            incoming: Vec::new(),
            changes: None,
            ended: Vec::new(),
            shown: Shown::default(),
            copies: Copies::default(),
            pair_buffer: PairBuffer::absent(),
        })
    }

    /// What other processes of the node need to reach this one. Frees slots that nobody uses any
    /// more.
    pub fn contact(&mut self) -> [u8; CONTACT] {
        // Whoever has claimed a slot and is known has sent something, perhaps.
        self.notice();
        let incoming = &self.incoming;
        self.segment.reclaim(|slot| incoming.iter().any(|incoming| incoming.slot == slot));
        self.segment.contact().encode()
    }

    /// Makes the way to a process that has told its contact. A way that is there and in use stays
    /// as it is; the answer is false then. `watch` gets what becomes readable when that process
    /// ends. If it fails, the other process never sees a claim: both would go on differently.
    ///
    /// # Errors
    /// There is none: it is on another node, the system forbids it, or no slot is free.
    pub fn add(
        &mut self,
        number: u32,
        id: ProcessId,
        host: &str,
        contact: &[u8; CONTACT],
        watch: impl FnOnce(OwnedFd) -> io::Result<()>,
    ) -> io::Result<bool> {
        if self.link(number).is_some_and(|link| link.claim.is_in_use()) {
            return Ok(false);
        }
        self.forget(number);
        let contact = Contact::decode(contact);
        watch(process::end_of(contact.process)?)?;
        let claim = Claim::make(&contact, self.own)?;
        // SAFETY: RING-1 by NEIGHBOR-1; RING-2 by NEIGHBOR-2: the slot was just claimed.
        let sender = unsafe { Sender::new(claim.ring(), WIDTH) };
        let at = (number - self.first) as usize;
        if at >= self.links.len() {
            self.links.resize_with(at + 1, || None);
        }
        self.links[at] = Some(Link { id, host: host.to_owned(), sender, claim, end: None });
        self.changes = None;
        Ok(true)
    }

    /// Whether both processes have claimed slots of each other, so that packets go this way.
    pub fn is_mutual(&mut self, number: u32) -> bool {
        self.notice();
        self.link(number).is_some() && self.incoming.iter().any(|incoming| incoming.number == number)
    }

    /// Nothing is sent to a process or comes from it any more; its number may be given to another
    /// one.
    pub fn forget(&mut self, number: u32) {
        if let Some(link) = self.links.get_mut(number.wrapping_sub(self.first) as usize) {
            *link = None;
        }
        if let Some(at) = self.incoming.iter().position(|incoming| incoming.number == number) {
            let NeighborRing { slot, .. } = self.incoming.remove(at);
            self.segment.abandon(slot);
        }
        self.ended.retain(|other| *other != number);
        self.forget_copies(number);
        self.changes = None;
    }

    /// This process may end: those it has sent to say so in their errors.
    pub fn leave(&mut self) {
        self.links.iter().flatten().for_each(|link| link.claim.leave());
    }

    /// A process has ended.
    pub fn note_end(&mut self, number: u32) {
        // It may have claimed its place since the last look.
        self.notice();
        let Some(slot) = self.incoming.iter().find(|incoming| incoming.number == number).map(|incoming| incoming.slot) else {
            return;
        };
        if let Some(Some(link)) = self.links.get_mut(number.wrapping_sub(self.first) as usize) {
            link.end = Some(if self.segment.has_left(slot) { ProcessEnd::Left } else { ProcessEnd::Failed });
            self.ended.push(number);
        }
    }

    /// A process that cannot be reached any more, once all that it has sent is taken.
    pub fn next_lost(&mut self) -> Option<Lost> {
        let has_packets =
            |number: u32| self.incoming.iter().any(|incoming| incoming.number == number && incoming.receiver.is_ready());
        let at = self.ended.iter().position(|number| !has_packets(*number))?;
        let number = self.ended.swap_remove(at);
        self.forget_copies(number);
        Some(self.loss_of(number))
    }

    fn forget_copies(&mut self, number: u32) {
        self.shown.forget(number);
        self.copies.forget(number);
    }

    /// How large messages can go between this process and another one: by copies from memory to
    /// memory where the system lets this process read the other one's.
    pub fn methods(&self, number: u32) -> Methods {
        let is_readable = self.link(number).is_some_and(|link| link.claim.readable.is_some() && link.end.is_none());
        if is_readable { Methods::RING.with(Method::Get) } else { Methods::RING }
    }

    /// Shows a message to a process, which may copy it until [`Neighbors::conceal`].
    pub fn expose(&mut self, number: u32, memory: &[Piece]) -> Option<Token> {
        self.shown.add(number, memory)
    }

    /// A process is done with a message.
    pub fn conceal(&mut self, number: u32, token: Token) {
        self.shown.remove(number, token);
    }

    /// As [`Rendezvous::begin_get`](ferry_device::Rendezvous::begin_get).
    ///
    /// # Safety
    /// As there.
    ///
    /// # Errors
    /// The process cannot be read.
    pub unsafe fn begin_get(
        &mut self,
        number: u32,
        ticket: OperationTicket,
        into: &[Piece],
        from: Token,
    ) -> Result<(), CopyError> {
        let process = self.link(number).and_then(|link| link.claim.readable).ok_or(CopyError::Refused)?;
        // SAFETY: as the caller promises.
        unsafe { self.copies.begin((number, process), ticket, into, from) }
    }

    /// A copy that is over.
    pub fn next_finished(&mut self) -> Option<Finished> {
        self.copies.next_finished()
    }

    fn loss_of(&self, number: u32) -> Lost {
        let (host, end) = self.link(number).map_or(("", None), |link| (&link.host, link.end));
        let what =
            if end == Some(ProcessEnd::Left) { "the process has called MPI_Finalize and ended" } else { "the process has ended" };
        Lost { peer: number, reason: format!("{host}: {what}") }
    }

    /// Whether a process may still be listening.
    pub fn is_in_touch(&self, number: u32) -> bool {
        self.link(number).is_some_and(|link| link.end.is_none())
    }

    /// As [`Packets::try_send`](ferry_device::Packets::try_send).
    #[inline]
    pub fn try_send(&mut self, to: u32, header: Header, mut body: impl Body) -> Sent {
        let Some(Some(link)) = self.links.get_mut(to.wrapping_sub(self.first) as usize) else { return Sent::NoRoom };
        if link.end.is_some() {
            return Sent::NoRoom;
        }
        let sent = link.sender.try_send(header, &mut self.pair_buffer, |part| body.fill(part));
        doorbell::wake(link.claim.doorbell(), true);
        if sent { Sent::Copied } else { Sent::NoRoom }
    }

    /// As [`Packets::poll`](ferry_device::Packets::poll).
    #[inline]
    pub fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        self.notice();
        let copied = usize::from(self.copies.advance());
        if let Some(at) = first.and_then(|first| self.incoming.iter().position(|incoming| incoming.number == first)) {
            let (taken, _) = self.drain(at, sink);
            if taken > 0 {
                return taken;
            }
        }
        let mut sum = copied;
        for at in 0..self.incoming.len() {
            let (taken, is_over) = self.drain(at, sink);
            sum += taken;
            if is_over {
                break;
            }
        }
        sum
    }

    fn drain(&mut self, at: usize, sink: &mut impl Sink) -> (usize, bool) {
        let Neighbors { incoming, links, pair_buffer, first, .. } = self;
        let NeighborRing { number, receiver, .. } = &mut incoming[at];
        let doorbell = doorbell_of(links, *number - *first);
        let announced = || doorbell.into_iter().for_each(|doorbell| doorbell::wake(doorbell, true));
        let drained = receiver.drain(TURN, pair_buffer, |header: &Header, body| sink.packet(*number, header, body), announced);
        (drained.taken, drained.is_over)
    }

    /// Second half of S-1 of [`crate::doorbell`]: whether there is something to do, so that this
    /// process must not sleep. Announces before what was taken, so that no sender waits for room
    /// that is there.
    pub fn has_news(&mut self) -> bool {
        for NeighborRing { number, receiver, .. } in &mut self.incoming {
            if receiver.owes_announcement() {
                receiver.announce();
                let doorbell = doorbell_of(&self.links, *number - self.first);
                doorbell.into_iter().for_each(|doorbell| doorbell::wake(doorbell, true));
            }
        }
        // Senders of other jobs fence, and so does this one: the barriers of its own node need not
        // reach them.
        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
        self.notice();
        let has_packets = self.incoming.iter().any(|incoming| incoming.receiver.is_ready());
        has_packets
            || self.copies.are_any()
            || !self.ended.is_empty()
            || self.links.iter_mut().flatten().any(|link| link.sender.has_room_again())
    }

    fn link(&self, number: u32) -> Option<&Link> {
        self.links.get(number.wrapping_sub(self.first) as usize)?.as_ref()
    }

    #[inline]
    fn notice(&mut self) {
        let changes = self.segment.changes();
        if self.changes != Some(changes) {
            self.notice_senders(changes);
        }
    }

    /// Opens the rings of processes that have claimed slots and are known. Others are looked at
    /// again when this process gets to know them.
    #[cold]
    fn notice_senders(&mut self, changes: u32) {
        self.changes = Some(changes);
        for (slot, id) in self.segment.claimed() {
            let known = self.links.iter().position(|link| link.as_ref().is_some_and(|link| link.id == id));
            let Some(number) = known.map(|at| self.first + at as u32) else { continue };
            if self.incoming.iter().any(|incoming| incoming.number == number) {
                continue;
            }
            // SAFETY: RING-1 by NEIGHBOR-1; RING-2 by NEIGHBOR-2: each slot is opened once.
            let receiver = unsafe { Receiver::new(self.segment.ring(slot)) };
            self.incoming.push(NeighborRing { number, slot, receiver });
        }
    }
}

impl Drop for Neighbors {
    fn drop(&mut self) {
        self.leave();
    }
}

#[inline]
fn doorbell_of(links: &[Option<Link>], at: u32) -> Option<&AtomicU32> {
    links.get(at as usize)?.as_ref().map(|link| link.claim.doorbell())
}

/// Where the doorbell of a process is: the descriptor of its node's memory, device and number of
/// that file, and the offset of the block with the word.
#[derive(Clone, Copy, Debug)]
pub struct DoorbellLocation {
    /// In the process that owns it.
    pub descriptor: u32,
    /// By which the file is told from another one.
    pub identity: (u64, u64),
    /// A multiple of a page.
    pub offset: u64,
}

impl DoorbellLocation {
    /// That of a file, if it is still open.
    pub(crate) fn new(file: &impl AsRawFd, identity: (u64, u64), offset: usize) -> io::Result<Self> {
        let descriptor = u32::try_from(file.as_raw_fd()).map_err(|_| io::ErrorKind::NotFound)?;
        Ok(DoorbellLocation { descriptor, identity, offset: offset as u64 })
    }
}

#[cfg(all(test, not(miri)))]
mod tests;
