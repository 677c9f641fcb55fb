//! Messages that both sides copy, beyond as many as there are shares: they wait in order, and get a
//! share as soon as one is free. So a sender of many messages has always some to help with.

use ferry_device::{BackgroundOf, Device, NodeCopies, Share, ShareOf};
use ferry_protocol::cost::Backing;
use ferry_protocol::share::{Cut, Taken};
use ferry_protocol::transfer::{Grant, Method, Offer};

use super::{Transfer, TransferRoute};
use crate::Engine;

/// How many times what goes past the caches at all a receiver may have to copy before it rather
/// leaves that to the sender: of a working set as large as its second-level cache, its half of 16
/// MiB takes half as much as `memcpy`, its half of 64 MiB two thirds (EPYC, Zen 5, whose least
/// length is 8 MiB).
const SPARED: u64 = 2;

impl<D: Device> Engine<D> {
    /// A message that both are to copy.
    pub(super) fn begin_share(&mut self, receive: usize, from: u32, bytes: u64, offer: Offer) {
        if bytes > Taken::LONGEST {
            return self.begin_read(receive, from, bytes, offer);
        }
        let remote = match self.remote(from, offer.place) {
            Ok(remote) => remote,
            Err(error) => return self.end_receive(receive, from, offer.operation, error),
        };
        let is_in_heaps = offer.backing == Backing::SharedHeap && self.backing(receive, bytes) == Backing::SharedHeap;
        let may_leave = is_in_heaps && bytes / 2 > SPARED.saturating_mul(self.state.costs.sparing_min);
        let way =
            if self.has_queued { TransferRoute::Queued } else { self.share(receive, from, bytes, offer.operation, may_leave) };
        self.has_queued |= matches!(way, TransferRoute::Queued);
        self.add(Transfer { operation: receive, peer: from, theirs: offer.operation, bytes, remote, way, background: None });
    }

    /// Opens a share for a message and tells its sender, if one is free and the sender can write
    /// where the message goes.
    fn share(&mut self, receive: usize, from: u32, bytes: u64, theirs: u64, may_leave: bool) -> TransferRoute<ShareOf<D>> {
        let Some((slot, share)) = self.device.node_mut().open_share() else { return TransferRoute::Queued };
        let Some(place) = self.own_place(receive) else {
            share.leave();
            self.device.node_mut().close_share(slot, false);
            return TransferRoute::Read(0);
        };
        self.grant(from, theirs, Method::Cooperative, Grant { operation: receive as u64, wanted: bytes, place, slot });
        TransferRoute::Receive { share, slot, may_leave, failure: None }
    }

    /// Messages that wait for shares get those that are free, the oldest first.
    #[cold]
    pub(super) fn share_queued(&mut self) {
        let is_queued = |transfer: &Transfer<ShareOf<D>, BackgroundOf<D>>| {
            matches!(transfer.way, TransferRoute::Queued) && transfer.background.is_none()
        };
        while let Some(index) = self.transfers.iter().position(is_queued) {
            let Transfer { operation, peer, bytes, theirs, .. } = self.transfers[index];
            let way = self.share(operation, peer, bytes, theirs, false);
            if matches!(way, TransferRoute::Queued) {
                return;
            }
            self.transfers[index].way = way;
        }
        self.has_queued = false;
    }

    /// How large pieces are taken of the message at `index`.
    pub(super) fn cut(&self, index: usize) -> Cut {
        let this = &self.transfers[index];
        let is_alike = |other: &Transfer<ShareOf<D>, BackgroundOf<D>>| {
            other.peer == this.peer && std::mem::discriminant(&other.way) == std::mem::discriminant(&this.way)
        };
        if self.transfers.get(index + 1).is_some_and(is_alike) { Cut::Halves } else { Cut::Fine }
    }

    /// A share is of no use to its message any more, which has come whole or not.
    pub(crate) fn end_share(&mut self, slot: u32, is_whole: bool) {
        self.device.node_mut().close_share(slot, is_whole);
        if self.has_queued {
            self.share_queued();
        }
    }
}
