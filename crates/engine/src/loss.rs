//! Peers that cannot be reached any more: what waits for them fails, and so does what begins later.

use ferry_device::{Device, Lost};

use crate::operation::{Fault, Operation, OperationStage};
use crate::outbox::Waiting;
use crate::transfer::{TransferRoute, recall};
use crate::{Engine, EngineState};

impl<D: Device> Engine<D> {
    /// Says whose a send is that is not complete: `owner` gets to know of its error.
    pub fn assign(&mut self, send: usize, owner: usize) {
        if let Some(operation) = self.state.operations.get_mut(send) {
            operation.owner = owner;
        }
    }

    /// Why `peer` cannot be reached any more; `None` if nothing is known against it.
    pub fn loss_of(&self, peer: u32) -> Option<&str> {
        self.state.lost_peers.iter().find(|lost| lost.peer == peer).map(|lost| lost.reason.as_str())
    }

    /// Whether some peer cannot be reached any more.
    #[inline(always)]
    pub fn has_lost_peers(&self) -> bool {
        !self.state.lost_peers.is_empty()
    }

    /// Peers that cannot be reached any more, in the order in which they were lost.
    pub fn losses(&self) -> &[Lost] {
        &self.state.lost_peers
    }

    /// From now on there are peers up to number `count`, without it: processes of other jobs,
    /// behind the ranks of this one.
    pub fn add_peers(&mut self, count: usize) {
        self.state.outboxes.grow(count);
        // A device that has them may carry less in one packet.
        let limits = &mut self.state.limits;
        limits.eager_max = limits.eager_max.min(self.device.max_body() - 8);
    }

    /// Forgets a process of another job: its number may be given to another one. Nothing to it or
    /// from it is under way.
    pub fn forget_peer(&mut self, peer: u32) {
        self.state.lost_peers.retain(|lost| lost.peer != peer);
        self.refused_pipes.remove(&peer);
        self.state.busy.retain(|busy| *busy != peer);
        self.state.outboxes.forget(peer);
    }

    /// The device has given up a peer, and with it everything that was under way.
    #[cold]
    pub(crate) fn lose(&mut self, lost: Lost) {
        let peer = lost.peer;
        if self.loss_of(peer).is_some() {
            return;
        }
        self.state.lost_peers.push(lost);
        let (gone, left): (Vec<_>, _) = self.transfers.drain(..).partition(|transfer| transfer.peer == peer);
        self.transfers.extend(left);
        for transfer in gone {
            recall(transfer.background);
            match transfer.way {
                TransferRoute::Exposed(token) => self.device.conceal(peer, token),
                TransferRoute::Receive { slot, .. } => self.end_share(slot, false),
                _ => {}
            }
        }
        let exposed: Vec<_> = self.exposed.iter().filter(|(_, (to, _))| *to == peer).map(|(send, _)| *send).collect();
        exposed.into_iter().for_each(|send| self.conceal_send(send));
        self.state.lose_arrivals(peer);
        self.state.note_event();
        self.fail_lost();
    }

    /// Fails operations that need a lost peer, begun before or after it was lost.
    #[cold]
    pub(crate) fn fail_lost(&mut self) {
        for lost in 0..self.state.lost_peers.len() {
            let peer = self.state.lost_peers[lost].peer;
            let outbox = self.state.outboxes.of(peer);
            outbox.packets.clear();
            outbox.streams.clear();
            if self.state.casualties.is_resilient {
                outbox.packets.push_back(Waiting::Lost);
            }
            let needs = |operation: &Operation| operation.peer == peer && !operation.is_done();
            let concerned = self.state.operations.iter().filter(|(_, operation)| needs(operation));
            let concerned: Vec<_> = concerned.map(|(handle, operation)| (handle, operation.stage)).collect();
            for (handle, stage) in concerned {
                self.state.fail_for_loss(handle, stage, Fault::PeerLost);
            }
        }
        if self.state.casualties.are_any {
            self.state.fail_casualties();
        }
    }
}

impl EngineState {
    pub(crate) fn fail_for_loss(&mut self, handle: usize, stage: OperationStage, fault: Fault) {
        if let OperationStage::Posted(ticket) = stage
            && self.matcher.withdraw(ticket).is_none()
        {
            return;
        }
        self.fail(handle, fault);
    }
}
