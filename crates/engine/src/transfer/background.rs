//! Copies that go on while the program computes (LMT-4).
//!
//! A call that does not wait offers the copying of its transfer to the device's background. Calls
//! that wait join in. Where the background fails, this process copies again by itself, and so finds
//! out why.
//!
//! # Safety arguments
//! - BACK-1: a transfer's memory satisfies XFER-1 until its operation is over, and no operation is
//!   over while the background copies for it.

use ferry_device::{Background, BackgroundOf, CopyStanding, Copying, Device, NodeCopies, Share, ShareOf};
use ferry_protocol::method::{Receiver, Sender};

use super::{Look, Transfer, TransferEnd};
use crate::Engine;
use crate::pieces::Pieces;

impl<D: Device> Engine<D> {
    /// As [`Engine::progress`], in a call that waits: it copies itself rather than have it done.
    #[inline]
    pub fn progress_waiting(&mut self, first: Option<u32>) -> bool {
        self.state.is_waiting = true;
        let moved = self.progress_from(first);
        self.state.is_waiting = false;
        moved
    }

    /// Offers the copying of a new transfer to the background.
    pub(super) fn hand_over(&mut self, transfer: &Transfer<ShareOf<D>, BackgroundOf<D>>) -> Option<BackgroundOf<D>> {
        let is_copying = matches!(
            transfer.end,
            TransferEnd::Receiver(Receiver::Reading(_) | Receiver::Queued | Receiver::Sharing(_))
                | TransferEnd::Sender(Sender::Writing(_) | Sender::Helping(_))
        );
        if self.state.is_waiting || !is_copying {
            return None;
        }
        let (end, share) = (transfer.end.side(), transfer.end.share());
        let Pieces::Dense(theirs) = transfer.remote else { return None };
        let Transfer { peer, bytes, operation, .. } = *transfer;
        self.mine.clear();
        let reach = self.state.operations.get(operation)?.buffer.slice_pieces(0, bytes, 1, &mut self.mine);
        let mine = self.mine.first().filter(|_| reach == bytes)?.address;
        let stores = self.stores_of(bytes, share.is_some());
        // SAFETY: BACK-1.
        unsafe { self.device.node_mut().copy_in_background(Copying { peer, end, mine, theirs, bytes, share, stores }) }
    }

    /// Sees how the background stands with a transfer; `None` if the transfer is for this process
    /// to go on with.
    pub(super) fn look_into_background(&mut self, index: usize) -> Option<Look> {
        let is_waiting = self.state.is_waiting;
        let transfer = &mut self.transfers[index];
        let (bytes, background) = (transfer.bytes, transfer.background.as_ref()?);
        let (end, share) = (transfer.end, transfer.end.share());
        if share.is_some_and(|share| share.done() == bytes || share.is_spoilt()) {
            background.close();
        }
        let standing = background.standing();
        if standing == CopyStanding::UnderWay {
            return Some(if is_waiting && background.help() { Look::Moved } else { Look::Waiting });
        }
        transfer.background = None;
        let result = match standing {
            CopyStanding::Failed(error) => Err(error),
            _ => Ok(standing == CopyStanding::Done),
        };
        self.set_end(index, end.copied_apart(bytes, result));
        None
    }
}

/// Waits until the background has let go of a transfer's memory: at most for the pieces that are
/// being copied.
pub(crate) fn recall(background: Option<impl Background>) {
    let Some(background) = background else { return };
    background.close();
    while background.standing() == CopyStanding::UnderWay {
        std::hint::spin_loop();
    }
}
