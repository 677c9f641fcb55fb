//! Large messages on their way out: what their receivers ask for goes straight from the program's
//! memory.

use std::collections::HashMap;

use ferry_device::{CopyError, Finished, OperationTicket};
use ferry_protocol::transfer::{Piece, Token};
use ferry_rdma::Verbs;
use ferry_verbs_transport::Environment;

use crate::bulk::Batch;
use crate::control::{Control, TAIL_FRONT, pieces};
use crate::device::UdDevice;
use crate::layout::Layout;

/// What a receiver asks for.
#[derive(Clone, Debug)]
pub(crate) struct Cleared {
    pub block: u32,
    pub pair: u32,
    pub tag: u16,
    pub round: u16,
    pub pieces: Vec<u8>,
}

/// A message.
pub(crate) struct Put {
    ticket: OperationTicket,
    pub peer: usize,
    pub transfer: u64,
    pub layout: Layout,
    /// Requests posted and not complete, and batches queued.
    pub outstanding: u32,
    pub over: Option<Result<(), CopyError>>,
}

/// All of them.
#[derive(Default)]
pub(crate) struct Puts {
    entries: Vec<Option<Put>>,
    free: Vec<u32>,
    by_transfer: HashMap<(usize, u64), u32>,
    /// What was asked for before the put has begun.
    early: HashMap<(usize, u64), Vec<Cleared>>,
}

impl Puts {
    pub fn get(&self, index: u32) -> Option<&Put> {
        self.entries.get(index as usize)?.as_ref()
    }

    pub fn get_mut(&mut self, index: u32) -> Option<&mut Put> {
        self.entries.get_mut(index as usize)?.as_mut()
    }

    /// All that are under way.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Put> {
        self.entries.iter_mut().flatten()
    }

    /// Whether nothing is under way.
    pub fn is_empty(&self) -> bool {
        self.by_transfer.is_empty()
    }

    /// Whether some are under way to a peer.
    pub fn are_to(&self, peer: usize) -> bool {
        self.by_transfer.keys().any(|(to, _)| *to == peer)
    }

    fn insert(&mut self, put: Put) -> u32 {
        let key = (put.peer, put.transfer);
        let index = match self.free.pop() {
            Some(index) => {
                self.entries[index as usize] = Some(put);
                index
            }
            None => {
                self.entries.push(Some(put));
                self.entries.len() as u32 - 1
            }
        };
        self.by_transfer.insert(key, index);
        index
    }
}

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// Begins to put a message into memory that a peer has exposed.
    ///
    /// # Safety
    /// UD-M2.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn put(
        &mut self,
        rank: u32,
        ticket: OperationTicket,
        from: &[Piece],
        into: Token,
    ) -> Result<(), CopyError> {
        let peer = self.reach(rank).ok_or(CopyError::BadRemote)?;
        let transfer = into.address;
        // SAFETY: UD-M2.
        let layout = unsafe { Layout::register(&mut self.memories, from, false) };
        let fitting = layout.and_then(|layout| {
            if layout.fits(self.mtu as u64, self.bulk.segments()) {
                return Ok(layout);
            }
            layout.release(&mut self.memories);
            Err(CopyError::Refused)
        });
        // The receiver hears of it, and what it has asked for is of no use.
        let layout = fitting.inspect_err(|_| _ = self.puts.early.remove(&(peer, transfer)))?;
        self.find_ways(peer);
        self.counters.puts += 1;
        self.counters.bytes_direct += layout.bytes();
        self.send_tail(peer, transfer, &layout);
        // No adapter sends any more: this put is not among those that end with it.
        if self.peers.met[peer].is_lost {
            layout.release(&mut self.memories);
            self.puts.early.remove(&(peer, transfer));
            return Err(CopyError::BadRemote);
        }
        let index = self.puts.insert(Put { ticket, peer, transfer, layout, outstanding: 0, over: None });
        for cleared in self.puts.early.remove(&(peer, transfer)).unwrap_or_default() {
            self.queue(index, cleared);
        }
        self.pump_bulk();
        Ok(())
    }

    /// Bytes that fill no packet go with control.
    fn send_tail(&mut self, peer: usize, transfer: u64, layout: &Layout) {
        let (mut offset, end) = (layout.bytes() - layout.bytes() % self.mtu as u64, layout.bytes());
        while offset < end {
            let len = (end - offset).min((self.fragment_bytes - TAIL_FRONT) as u64);
            let mut bytes = vec![0; len as usize];
            crate::land::read(layout, offset, &mut bytes);
            self.tell(peer, Control::Tail { transfer, offset, bytes }.encode());
            offset += len;
        }
    }

    /// A receiver asks for pieces.
    pub(crate) fn cleared(&mut self, peer: usize, transfer: u64, cleared: Cleared) {
        match self.puts.by_transfer.get(&(peer, transfer)) {
            Some(index) => {
                self.queue(*index, cleared);
                self.pump_bulk();
            }
            None => self.puts.early.entry((peer, transfer)).or_default().push(cleared),
        }
    }

    fn queue(&mut self, index: u32, cleared: Cleared) {
        let (mtu, per_block) = (self.mtu as u64, u64::from(self.options.block_pieces));
        let Some(put) = self.puts.get_mut(index).filter(|put| put.over.is_none()) else { return };
        let packets = put.layout.bytes() / mtu;
        let first = u64::from(cleared.block) * per_block;
        let peer = put.peer;
        if first >= packets {
            return self.abandon(peer, "it has asked for more than a message is long");
        }
        let of = (packets - first).min(per_block) as u16;
        let asked = pieces(&cleared.pieces, of);
        if asked.is_empty() {
            return self.abandon(peer, "it has asked for no piece of a message");
        }
        put.outstanding += 1;
        if cleared.round > 0 {
            self.counters.pieces_repeated += asked.len() as u64;
        }
        self.bulk.queue(Batch::new(index, &cleared, asked));
    }

    /// The receiver has the whole message.
    pub(crate) fn put_done(&mut self, peer: usize, transfer: u64) {
        if let Some(index) = self.puts.by_transfer.get(&(peer, transfer)).copied() {
            self.end_put(index, Ok(()));
        }
    }

    /// Puts to a peer end, as it can be reached no more.
    pub(crate) fn end_puts(&mut self, peer: usize) {
        self.puts.early.retain(|(to, _), _| *to != peer);
        let to_peer: Vec<u32> =
            self.puts.by_transfer.iter().filter(|((to, _), _)| *to == peer).map(|(_, index)| *index).collect();
        to_peer.into_iter().for_each(|index| self.end_put(index, Err(CopyError::BadRemote)));
    }

    /// Reports all puts that are over and that no request reads the memory of any more.
    pub(crate) fn settle_puts(&mut self) {
        (0..self.puts.entries.len() as u32).for_each(|index| self.settle_put(index));
    }

    fn end_put(&mut self, index: u32, result: Result<(), CopyError>) {
        if let Some(put) = self.puts.get_mut(index) {
            put.over.get_or_insert(result);
        }
        self.bulk.cut(index);
        self.pump_bulk();
        self.settle_put(index);
    }

    /// Reports a put that is over once no request reads its memory any more.
    pub(crate) fn settle_put(&mut self, index: u32) {
        let Some(put) = self.puts.get(index) else { return };
        let Some(result) = put.over.filter(|_| put.outstanding == 0 && !self.bulk.has(index)) else { return };
        let Some(put) = self.puts.entries[index as usize].take() else { return };
        self.puts.by_transfer.remove(&(put.peer, put.transfer));
        self.puts.free.push(index);
        put.layout.release(&mut self.memories);
        self.finished.push_back(Finished { ticket: put.ticket.into(), result });
    }
}
