//! Peers that cannot be reached any more: what waits for them fails, and so does what begins later.
//!
//! A peer is lost if the device says so, or if one of its packets makes no sense. Such a peer is
//! told, and its packets are dropped from then on.

use std::fmt;

use ferry_device::{Device, Lost};
use ferry_protocol::method::machine::Holding;
use ferry_protocol::method::{Receiver, Sender};
use ferry_protocol::packet::{Kind, RESET, RESET_BACK};
use ferry_protocol::stage::Violation;

use crate::casualties::Casualties;
use crate::operation::{Fault, Operation, OperationStage};
use crate::outbox::Waiting;
use crate::transfer::{Transfer, TransferEnd, recall};
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
        self.state.losses.peers.iter().find(|lost| lost.peer == peer).map(|lost| lost.reason.as_str())
    }

    /// Whether some peer cannot be reached any more.
    #[inline(always)]
    pub fn has_lost_peers(&self) -> bool {
        !self.state.losses.peers.is_empty()
    }

    /// Peers that cannot be reached any more, in the order in which they were lost.
    pub fn losses(&self) -> &[Lost] {
        &self.state.losses.peers
    }

    /// Peers that take this process for lost, as a packet of it made no sense there: whatever else
    /// this process does, it and they are not members of one job any more. Of two that have said so
    /// of each other only one has the other here.
    pub fn rejected_by(&self) -> &[u32] {
        &self.state.losses.rejected_by
    }

    /// From now on there are peers up to number `count`, without it: processes of other jobs,
    /// behind the ranks of this one.
    pub fn add_peers(&mut self, count: usize) {
        self.state.outboxes.grow(count);
        // A device that has them may carry less in one packet.
        self.state.policy.limits = self.state.policy.limits.within(self.device.max_body());
    }

    /// Forgets a process of another job: its number may be given to another one. Nothing to it or
    /// from it is under way.
    pub fn forget_peer(&mut self, peer: u32) {
        self.state.losses.peers.retain(|lost| lost.peer != peer);
        self.state.losses.expelled.retain(|expelled| *expelled != peer);
        self.state.losses.violators.retain(|(violator, _)| *violator != peer);
        self.state.losses.untold.retain(|(expelled, _)| *expelled != peer);
        self.state.losses.rejected_by.retain(|rejecting| *rejecting != peer);
        self.refused_pipes.remove(&peer);
        self.state.outboxes.forget(peer);
    }

    /// The device has given up a peer, and with it everything that was under way.
    #[cold]
    pub(crate) fn lose(&mut self, lost: Lost) {
        let peer = lost.peer;
        let is_known = self.loss_of(peer).is_some();
        let losses = &mut self.state.losses;
        if let Some(at) = losses.violators.iter().position(|(violator, _)| *violator == peer) {
            losses.violators.swap_remove(at);
            losses.expelled.push(peer);
        }
        losses.untold.retain(|(expelled, _)| *expelled != peer);
        // What was kept for the sake of one that was expelled is over now.
        if is_known && !losses.expelled.contains(&peer) {
            return;
        }
        if !is_known {
            losses.peers.push(lost);
        }
        // Nothing reaches it any more, not even the word that it was expelled.
        self.state.outboxes.of(peer).packets.clear();
        self.let_go(peer, Keeps::Nothing);
        self.state.lose_arrivals(peer, false);
        self.fail_lost();
    }

    /// Lets go of peers whose packets made no sense, or that say so of packets of this process.
    #[cold]
    fn expel(&mut self) {
        for (peer, keeps) in std::mem::take(&mut self.state.losses.violators) {
            let is_answer = self.state.losses.expelled.contains(&peer);
            self.let_go(peer, keeps);
            self.state.lose_arrivals(peer, true);
            if !is_answer {
                self.state.losses.expelled.push(peer);
                let word = if keeps == Keeps::DevicesWork { RESET_BACK } else { RESET };
                self.state.losses.untold.push((peer, word));
            }
        }
    }

    /// Tells peers that they are expelled, unless the device is still at their memory: they lend
    /// that until they hear of it.
    #[cold]
    fn tell_expelled(&mut self) {
        for (peer, word) in std::mem::take(&mut self.state.losses.untold) {
            let is_at_work = |transfer: &Transfer<_, _>| transfer.peer == peer && Keeps::DevicesWork.keeps(&transfer.end);
            if self.transfers.iter().any(is_at_work) {
                self.state.losses.untold.push((peer, word));
                continue;
            }
            self.state.outboxes.control(peer, Kind::Reset, word);
            self.flush();
        }
    }

    /// Ends what is under way to and from a peer, but for what `keeps` says.
    fn let_go(&mut self, peer: u32, keeps: Keeps) {
        let ends = |transfer: &Transfer<_, _>| transfer.peer == peer && !keeps.keeps(&transfer.end);
        let (gone, left): (Vec<_>, _) = self.transfers.drain(..).partition(ends);
        self.transfers.extend(left);
        for mut transfer in gone {
            recall(transfer.background.take());
            match transfer.end {
                TransferEnd::Receiver(receiver) => match receiver.holding(transfer.bytes) {
                    Holding::Memory(token) => self.device.conceal(peer, token),
                    Holding::Slot(slot) => self.end_share(slot),
                    _ => {}
                },
                TransferEnd::Sender(_) if keeps != Keeps::Nothing => self.release(&transfer),
                // What it holds is the dead peer's.
                TransferEnd::Sender(_) => {}
            }
        }
        let exposed: Vec<_> = self.exposed.iter().filter(|(_, (to, _))| *to == peer).map(|(send, _)| *send).collect();
        exposed.into_iter().for_each(|send| self.conceal_send(send));
        self.state.operations.note_event();
    }

    /// Fails operations that need a lost peer, begun before or after it was lost.
    #[cold]
    pub(crate) fn fail_lost(&mut self) {
        if !self.state.losses.violators.is_empty() {
            self.expel();
        }
        if !self.state.losses.untold.is_empty() {
            self.tell_expelled();
        }
        for lost in 0..self.state.losses.peers.len() {
            let peer = self.state.losses.peers[lost].peer;
            let outbox = self.state.outboxes.of(peer);
            outbox.packets.retain(Waiting::is_reset);
            outbox.streams.clear();
            if self.state.losses.casualties.is_resilient {
                outbox.packets.push_back(Waiting::Lost);
            }
            let needs = |operation: &Operation| operation.peer == peer && !operation.is_done();
            let concerned = self.state.operations.iter().filter(|(_, operation)| needs(operation));
            let mut concerned: Vec<_> = concerned.map(|(handle, operation)| (handle, operation.stage)).collect();
            if self.state.losses.expelled.contains(&peer) {
                concerned.retain(|(handle, stage)| !self.is_at_work_for(*handle, *stage));
            }
            for (handle, stage) in concerned {
                self.state.fail_for_loss(handle, stage, Fault::PeerLost);
            }
        }
        if self.state.losses.casualties.are_any {
            self.state.fail_casualties();
        }
    }

    /// Whether a send that leaves without being asked for goes in packets, which the device copies.
    fn is_begun(&self, send: usize) -> bool {
        self.state.operations.get(send).is_some_and(|operation| operation.moved > 0)
    }

    /// Whether the device or an expelled peer may be at the memory of an operation.
    fn is_at_work_for(&self, handle: usize, stage: OperationStage) -> bool {
        (stage == OperationStage::Leaving && !self.is_begun(handle))
            || self.transfers.iter().any(|transfer| transfer.operation == handle)
            || self.state.incoming.arrivals.long.is_landing_for(handle)
    }
}

/// Peers and communicators that are lost.
#[derive(Default)]
pub(crate) struct Losses {
    /// Peers that cannot be reached any more, in the order in which they were lost.
    pub peers: Vec<Lost>,
    /// Peers among them whose packets are dropped, as one made no sense.
    pub expelled: Vec<u32>,
    /// Peers to be let go, as a packet made no sense or they say so of one, and what stays under
    /// way.
    pub violators: Vec<(u32, Keeps)>,
    /// Peers that were expelled and have yet to be told, and the word of the packet.
    pub untold: Vec<(u32, u64)>,
    /// Peers that have let go of this process, as a packet made no sense there.
    pub rejected_by: Vec<u32>,
    /// What failures other than losses of peers end.
    pub casualties: Casualties,
}

/// What stays under way with a peer that this process lets go of: whoever may be at the memory of
/// an operation ends before the operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeps {
    /// Nothing: the peer is gone, and the device has ended everything.
    Nothing,
    /// What the device does: the peer has let go of this process.
    DevicesWork,
    /// Also what the peer does: it has not heard of this yet.
    PeersWork,
}

impl Keeps {
    fn keeps<S>(self, end: &TransferEnd<S>) -> bool {
        match end {
            TransferEnd::Receiver(Receiver::Getting) | TransferEnd::Sender(Sender::Putting) => self != Keeps::Nothing,
            TransferEnd::Receiver(Receiver::Awaiting | Receiver::Sharing(_) | Receiver::GivingUp(_) | Receiver::Exposing(_)) => {
                self == Keeps::PeersWork
            }
            _ => false,
        }
    }
}

impl EngineState {
    /// A packet of `from` makes no sense: nothing more is taken from it, and what needs it fails.
    #[cold]
    pub(crate) fn violated(&mut self, from: u32, packet: &dyn fmt::Debug, violation: Violation) {
        let reason = format!(
            "it sent a packet that makes no sense: {violation} ({packet:?}); do all ranks run the same version of Ferry?"
        );
        self.drop_peer(from, reason, Keeps::PeersWork);
    }

    /// `from` has let go of this process, as it says: of itself, or back (`is_back`), as this one
    /// has let go of it.
    #[cold]
    pub(crate) fn reset_by(&mut self, from: u32, is_back: bool) {
        let is_expelled = self.losses.expelled.contains(&from);
        // Of two that find fault with each other one stays.
        let stays = is_back || (is_expelled && self.me < from);
        if !stays && !self.losses.rejected_by.contains(&from) {
            self.losses.rejected_by.push(from);
        }
        if is_expelled {
            self.losses.violators.push((from, Keeps::DevicesWork));
            return;
        }
        // Both ends have found fault with each other: what it says is its answer, too.
        if let Some((_, keeps)) = self.losses.violators.iter_mut().find(|(violator, _)| *violator == from) {
            *keeps = Keeps::DevicesWork;
            return;
        }
        let reason = "it has ended the connection, as a packet of this process made no sense there; do all ranks run the same \
                      version of Ferry?";
        self.drop_peer(from, reason.to_owned(), Keeps::DevicesWork);
    }

    fn drop_peer(&mut self, peer: u32, reason: String, keeps: Keeps) {
        // Of a peer that is lost already, anything may still be on its way.
        if self.losses.peers.iter().all(|lost| lost.peer != peer) {
            self.losses.peers.push(Lost { peer, reason });
            self.losses.violators.push((peer, keeps));
            self.operations.note_event();
        }
    }

    /// Whether packets of this peer are dropped.
    #[inline(always)]
    pub(crate) fn is_expelled(&self, peer: u32) -> bool {
        !self.losses.expelled.is_empty() && self.losses.expelled.contains(&peer)
    }

    pub(crate) fn fail_for_loss(&mut self, handle: usize, stage: OperationStage, fault: Fault) {
        if let OperationStage::Posted(ticket) = stage
            && self.incoming.matcher.withdraw(ticket).is_none()
        {
            return;
        }
        self.operations.fail(handle, fault);
    }
}
