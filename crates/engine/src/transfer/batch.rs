//! Reads several messages of one sender by one call of the system, if they are there at the same
//! time. A call takes as long to begin as copying 16 KiB does.
//!
//! # Safety arguments
//! - BATCH-1: as XFER-1; every message of a batch is under way until the call is over.

use ferry_device::{Device, NodeCopies, Stores};
use ferry_protocol::method::Receiver;
use ferry_protocol::method::read::Reading;
use ferry_protocol::transfer::TransferResult;

use super::{Look, Transfer, TransferEnd};
use crate::Engine;
use crate::pieces::cut;

/// Most bytes that are read by one call: as long as a call of the program may well have to wait.
const MOST: u64 = 256 * 1024;
/// Longest message that is worth it, in bytes.
const LONGEST: u64 = MOST / 4;

impl<D: Device> Engine<D> {
    /// Reads the message at `index` together with some behind it, if there are any: `None` if there
    /// are none, or one of them cannot be copied, which is found out one by one.
    pub(super) fn read_batch(&mut self, index: usize) -> Option<Look> {
        let (first, peer) = (&self.transfers[index], self.transfers[index].peer);
        if first.bytes > LONGEST || !self.transfers.get(index + 1).is_some_and(|next| next.fits_batch(peer)) {
            return None;
        }
        let count = self.list_batch(index, peer);
        if count < 2 {
            return None;
        }
        // SAFETY: BATCH-1.
        unsafe { self.device.node_mut().read_from(peer, &self.mine, &self.theirs, Stores::Usual) }.ok()?;
        for Transfer { operation, theirs, bytes, .. } in self.transfers.drain(index..index + count) {
            self.state.operations.received(operation, bytes);
            self.state.outboxes.fin(peer, theirs, TransferResult::Done);
        }
        self.flush();
        Some(Look::Moved)
    }

    /// Lists the memory of as many messages from `index` on as make a batch: how many.
    fn list_batch(&mut self, index: usize, peer: u32) -> usize {
        let Engine { transfers, state, mine, theirs, device, .. } = self;
        let (most, mut total, mut count) = (device.node().most_pieces(), 0, 0);
        mine.clear();
        theirs.clear();
        for transfer in transfers.range(index..).take_while(|transfer| transfer.fits_batch(peer)) {
            let bytes = transfer.bytes;
            let Some(receiving) = state.operations.get(transfer.operation).filter(|_| total + bytes <= MOST) else { break };
            let listed = receiving.buffer.slice_pieces(0, bytes, most, mine);
            if listed < bytes || transfer.remote.slice(0, bytes, most, theirs) < bytes {
                break;
            }
            total += bytes;
            count += 1;
        }
        cut(mine, total);
        cut(theirs, total);
        count
    }
}

impl<S, B> Transfer<S, B> {
    fn is_unread(&self) -> bool {
        matches!(self.end, TransferEnd::Receiver(Receiver::Reading(Reading { moved: 0 })))
    }

    fn fits_batch(&self, peer: u32) -> bool {
        self.is_unread() && self.peer == peer && self.background.is_none() && self.bytes <= LONGEST
    }
}
