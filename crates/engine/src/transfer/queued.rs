//! Messages that both sides copy and for which no share is free. They wait in order, and get a
//! share as soon as one is free. So a sender of many messages always has some to help with.

use ferry_device::{BackgroundOf, Device, NodeCopies, Share, ShareOf};
use ferry_protocol::method::Receiver;
use ferry_protocol::method::cooperative::Sharing;
use ferry_protocol::method::read::Reading;
use ferry_protocol::share::{Cut, Taken};
use ferry_protocol::transfer::{Grant, Method, Offer};

use super::{Transfer, TransferEnd, transfer};
use crate::Engine;

impl<D: Device> Engine<D> {
    /// A message that both are to copy.
    pub(super) fn begin_share(&mut self, receive: usize, from: u32, bytes: u64, offer: Offer) {
        if bytes > Taken::LONGEST {
            return self.begin_copying(receive, from, bytes, offer, Method::Read);
        }
        let mut transfer = transfer(receive, from, offer.operation, bytes, Receiver::Queued);
        match self.remote(from, offer.place) {
            Ok(remote) => transfer.remote = remote,
            Err(error) => return self.end_receive(&transfer, error.into()),
        }
        if !self.has_queued {
            transfer.end = self.share(&transfer).into();
        }
        self.has_queued |= transfer.end.is_queued();
        self.add(transfer);
    }

    /// Opens a share for a message and tells its sender, if one is free and the sender can write
    /// where the message goes.
    fn share(&mut self, transfer: &Transfer<ShareOf<D>, BackgroundOf<D>>) -> Receiver<ShareOf<D>> {
        let Transfer { operation, peer, theirs, bytes, .. } = *transfer;
        let Some((slot, share)) = self.device.node_mut().open_share() else { return Receiver::Queued };
        let Some(place) = self.own_place(operation) else {
            share.leave();
            self.device.node_mut().close_share(slot);
            return Receiver::Reading(Reading::default());
        };
        self.grant(peer, theirs, Method::Cooperative, Grant { operation: operation as u64, wanted: bytes, place, slot });
        Receiver::Sharing(Sharing { share, slot })
    }

    /// Messages that wait for shares get those that are free, the oldest first.
    #[cold]
    pub(super) fn share_queued(&mut self) {
        let is_queued =
            |transfer: &Transfer<ShareOf<D>, BackgroundOf<D>>| transfer.end.is_queued() && transfer.background.is_none();
        while let Some(index) = self.transfers.iter().position(is_queued) {
            // Nothing below comes back here: a grant puts packets aside.
            let Some(mut transfer) = self.transfers.remove(index) else { return };
            transfer.end = self.share(&transfer).into();
            let is_still_queued = transfer.end.is_queued();
            self.transfers.insert(index, transfer);
            if is_still_queued {
                return;
            }
        }
        self.has_queued = false;
    }

    /// How large pieces are taken of the message at `index`.
    pub(super) fn cut(&self, index: usize) -> Cut {
        let this = &self.transfers[index];
        let is_alike = |other: &Transfer<ShareOf<D>, BackgroundOf<D>>| other.peer == this.peer && other.end.is_like(&this.end);
        if self.transfers.get(index + 1).is_some_and(is_alike) { Cut::Halves } else { Cut::Fine }
    }

    /// A share is of no use to its message any more.
    pub(crate) fn end_share(&mut self, slot: u32) {
        self.device.node_mut().close_share(slot);
        if self.has_queued {
            self.share_queued();
        }
    }
}

impl<S> TransferEnd<S> {
    /// Whether it waits for a share.
    fn is_queued(&self) -> bool {
        matches!(self, TransferEnd::Receiver(Receiver::Queued))
    }
}
