//! Words of a peer's memory that the device changes by itself (`MPI_Fetch_and_op`,
//! `MPI_Compare_and_swap`). It does so if its atomics are atomic with those of processors. Then
//! elements of 8 bytes have one mechanism, whoever changes them.
//!
//! Accumulates of one origin are ordered (MPI-5 §12.7.1). But messages do not wait for what the
//! device does, nor the device for messages. So the device changes words only while no message to
//! the target is unanswered, and an accumulate by messages waits for the device first
//! ([`Engine::has_changes`]). The device carries out changes in order. Swaps are an exception, as
//! they may take several requests: a swap is alone.
//!
//! # Safety arguments
//! Those of [`super::direct`], for the result.

use ferry_device::{Atomic, Change, Device, OneSidedMethods, OperationTicket};

use super::direct::Reach;
use super::origin::PendingAccess;
use crate::Engine;

/// What a device needs to change elements that processors change, too.
const NEEDED: OneSidedMethods = OneSidedMethods::ATOMIC_8.union(OneSidedMethods::ATOMIC_WITH_PROCESSORS);

/// Changes of words that the device makes for one target.
#[derive(Debug, Default)]
pub(crate) struct WordChanges {
    /// Their operations; those that are over leave when somebody looks.
    under_way: Vec<usize>,
    has_swap: bool,
}

impl<D: Device> Engine<D> {
    /// Changes a word of 8 bytes at a peer; what it was goes to `result`. `None`: messages do it.
    ///
    /// # Safety
    /// `result` is 8 bytes that nobody else uses before the operation is over.
    pub unsafe fn change_word(&mut self, at: &Reach<'_>, change: Change<u64>, result: *mut u8) -> Option<PendingAccess> {
        if self.is_unflushed(at.window, at.peer) || !self.device.one_sided_methods(at.peer, at.key).contains(NEEDED) {
            return None;
        }
        let is_swap = matches!(change, Change::Swap(_));
        let has_any = self.has_changes(at.window, at.peer);
        if has_any && (is_swap || self.changes(at)?.has_swap) {
            return None;
        }
        let operation = self.enter_word(at);
        let ticket = OperationTicket(operation).into();
        // SAFETY: as the caller promises.
        let begun = unsafe { self.device.atomic(at.peer, ticket, Atomic::Eight(change), at.key, at.offset, result) };
        if begun.is_err() {
            self.leave_direct(operation);
            return None;
        }
        let pending = PendingAccess { operation, expected: None, is_requested: false };
        self.note_pending(at.window, at.peer, pending);
        let changes = self.changes(at)?;
        changes.under_way.push(operation);
        changes.has_swap = is_swap;
        Some(pending)
    }

    /// Whether the device still changes words of a peer for this process.
    pub fn has_changes(&mut self, window: u64, number: u32) -> bool {
        let Some(peer) = self.peer(window, number) else { return false };
        let mut under_way = std::mem::take(&mut peer.changes.under_way);
        under_way.retain(|operation| self.operation(*operation).is_some_and(|operation| !operation.is_done()));
        let is_any = !under_way.is_empty();
        if let Some(peer) = self.peer(window, number) {
            peer.changes.under_way = under_way;
        }
        is_any
    }

    fn changes(&mut self, at: &Reach<'_>) -> Option<&mut WordChanges> {
        self.peer(at.window, at.peer).map(|peer| &mut peer.changes)
    }
}
