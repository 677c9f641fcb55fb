//! Large messages between jobs of one node. Where the system allows it, the receiver copies them
//! from the sender's memory: one copy instead of the two of a ring.
//!
//! The sender lists the pieces of its message in memory of its own ([`Shown`]) and tells where that
//! list is. The receiver reads the list, then the message, a step each time it makes progress.
//!
//! # Safety arguments
//! - NCOPY-1: memory of this process is written only where the caller of [`Copies::begin`] promises
//!   that, until the ticket is back. That of a peer is only read, which the system checks.

use std::collections::{HashMap, VecDeque};
use std::io;

use ferry_device::{CopyError, Finished, OperationTicket};
use ferry_protocol::transfer::{Piece, Token};
use ferry_sys::cross_memory::{self, BAD_ADDRESS, MOST_RANGES, Range};

/// Bytes that are copied before others have their turn: some 100 us.
const STEP: usize = 1 << 20;
/// Pieces of a message at most; one that has more goes through the ring.
const MOST_PIECES: usize = 1 << 16;

/// Messages of this process that peers may copy, by where their lists are.
#[derive(Default)]
pub(super) struct Shown(HashMap<u64, (u32, Box<[Piece]>)>);

impl Shown {
    /// Shows a message to a peer.
    pub(super) fn add(&mut self, peer: u32, memory: &[Piece]) -> Option<Token> {
        let key = u32::try_from(memory.len()).ok().filter(|count| *count as usize <= MOST_PIECES)?;
        let list: Box<[Piece]> = memory.into();
        // An empty list has an address that others may have as well.
        let address = if list.is_empty() { return None } else { list.as_ptr().addr() as u64 };
        self.0.insert(address, (peer, list));
        Some(Token { address, key })
    }

    /// A peer is done with a message.
    pub(super) fn remove(&mut self, peer: u32, token: Token) {
        if self.0.get(&token.address).is_some_and(|(shown_to, _)| *shown_to == peer) {
            self.0.remove(&token.address);
        }
    }

    pub(super) fn forget(&mut self, peer: u32) {
        self.0.retain(|_, (shown_to, _)| *shown_to != peer);
    }
}

/// A message that is being copied.
struct NeighborCopy {
    peer: u32,
    process: i32,
    ticket: OperationTicket,
    /// What is left to be copied.
    into: VecDeque<Range>,
    from: VecDeque<Range>,
}

/// Messages that are being copied, and those that are over.
#[derive(Default)]
pub(super) struct Copies {
    under_way: VecDeque<NeighborCopy>,
    finished: VecDeque<(u32, Finished)>,
}

impl Copies {
    /// Begins to copy what the process with number `process` in the system, which is `peer`, shows
    /// by `token`.
    ///
    /// # Safety
    /// `into` is writable memory that nobody else uses before the ticket is back.
    pub(super) unsafe fn begin(
        &mut self,
        (peer, process): (u32, u32),
        ticket: OperationTicket,
        into: &[Piece],
        token: Token,
    ) -> Result<(), CopyError> {
        let process = i32::try_from(process).map_err(|_| CopyError::Refused)?;
        let from = list_of(process, token).map_err(|_| CopyError::Refused)?;
        let into = into.iter().map(range).filter(|range| range.len > 0).collect();
        self.under_way.push_back(NeighborCopy { peer, process, ticket, into, from });
        Ok(())
    }

    /// Whether there is anything to do, or to tell.
    pub(super) fn are_any(&self) -> bool {
        !self.under_way.is_empty() || !self.finished.is_empty()
    }

    /// Copies some of the message whose turn it is; whether there was one.
    pub(super) fn advance(&mut self) -> bool {
        let Some(mut copy) = self.under_way.pop_front() else { return false };
        match copy.step() {
            Ok(false) => self.under_way.push_back(copy),
            Ok(true) => self.finished.push_back((copy.peer, Finished::well(copy.ticket))),
            Err(error) => self.finished.push_back((copy.peer, Finished::badly(copy.ticket, error))),
        }
        true
    }

    pub(super) fn next_finished(&mut self) -> Option<Finished> {
        self.finished.pop_front().map(|(_, finished)| finished)
    }

    pub(super) fn forget(&mut self, peer: u32) {
        self.under_way.retain(|copy| copy.peer != peer);
        self.finished.retain(|(of, _)| *of != peer);
    }
}

impl NeighborCopy {
    /// Copies some of what is left; whether that was all.
    fn step(&mut self) -> Result<bool, CopyError> {
        let (into, from) = (first_of(&self.into), first_of(&self.from));
        if into.is_empty() {
            return Ok(true);
        }
        // SAFETY: NCOPY-1.
        match unsafe { cross_memory::read(self.process, &into, &from) } {
            // The sender has shown less than this process wants.
            Ok(0) => Err(CopyError::Refused),
            Ok(copied) => {
                pass(&mut self.into, copied);
                pass(&mut self.from, copied);
                Ok(self.into.is_empty())
            }
            Err(error) if error.raw_os_error() == Some(BAD_ADDRESS) => Err(self.whose_is_bad()),
            Err(_) => Err(CopyError::Refused),
        }
    }

    #[cold]
    fn whose_is_bad(&self) -> CopyError {
        let first = self.from.front().map_or(0, |range| range.address);
        if cross_memory::peek(self.process, first, &mut [0]).is_ok() { CopyError::BadLocal } else { CopyError::BadRemote }
    }
}

/// The pieces that a process shows.
fn list_of(process: i32, token: Token) -> io::Result<VecDeque<Range>> {
    let count = token.key as usize;
    if count == 0 || count > MOST_PIECES {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; count * size_of::<Piece>()];
    if cross_memory::peek(process, token.address as usize, &mut bytes)? != bytes.len() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let word = |bytes: &[u8; 8]| u64::from_ne_bytes(*bytes);
    let pieces = bytes.as_chunks::<8>().0.chunks_exact(2).map(|pair| Piece { address: word(&pair[0]), len: word(&pair[1]) });
    Ok(pieces.map(|piece| range(&piece)).filter(|range| range.len > 0).collect())
}

fn range(piece: &Piece) -> Range {
    Range { address: piece.address as usize, len: piece.len as usize }
}

/// The first ranges, of [`STEP`] bytes and [`MOST_RANGES`] at most.
fn first_of(ranges: &VecDeque<Range>) -> Vec<Range> {
    let (mut first, mut room) = (Vec::new(), STEP);
    for range in ranges.iter().take(MOST_RANGES) {
        first.push(Range { len: range.len.min(room), ..*range });
        room -= range.len.min(room);
        if room == 0 {
            break;
        }
    }
    first
}

/// Takes `bytes` bytes from the front.
fn pass(ranges: &mut VecDeque<Range>, mut bytes: usize) {
    while let Some(range) = ranges.front_mut() {
        let passed = range.len.min(bytes);
        (range.address, range.len, bytes) = (range.address + passed, range.len - passed, bytes - passed);
        if range.len > 0 {
            return;
        }
        ranges.pop_front();
    }
}
