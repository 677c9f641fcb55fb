//! Communicators that are revoked or have lost members, in a job that survives the death of ranks:
//! what is under way on them fails.
//!
//! Nothing here is looked at before something of it has happened.

use std::collections::BTreeSet;

use ferry_device::{Device, Lost};
use ferry_protocol::matching::Pattern;
use ferry_protocol::packet::{Kind, REFUSED_AS_DECIMATED, REFUSED_AS_REVOKED};

use crate::operation::{Fault, OperationStage};
use crate::partitioned::{PARTITIONED, is_data_context};
use crate::transfer::News;
use crate::{Engine, EngineState, Unexpected};

/// Marks of a context id that tell kinds of messages of one communicator apart: of collective
/// operations, of the making of communicators, of partitioned communication.
const COLLECTIVE: u64 = 1;
const KINDS: u64 = COLLECTIVE | 1 << 63 | PARTITIONED;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Casualties {
    /// Whether there are any.
    pub are_any: bool,
    /// Nothing goes to lost peers: sends to them fail.
    pub is_resilient: bool,
    /// Contexts of communicators that are revoked.
    revoked: BTreeSet<u64>,
    /// Contexts of communicators that have lost members.
    decimated: BTreeSet<u64>,
}

impl Casualties {
    /// What became of the communicator of this context, if that ends the operation.
    fn fault_in(&self, context: u64) -> Option<Fault> {
        // These are numbered by their senders, not by communicators.
        if is_data_context(context) {
            return None;
        }
        let base = context & !KINDS;
        if self.revoked.contains(&base) {
            return Some(Fault::Revoked);
        }
        (context & COLLECTIVE != 0 && self.decimated.contains(&base)).then_some(Fault::MemberLost)
    }
}

impl<D: Device> Engine<D> {
    /// From now on sends to lost peers fail, however short they are.
    pub fn survive_losses(&mut self) {
        self.state.losses.casualties.is_resilient = true;
    }

    /// Whether [`Engine::survive_losses`] was called.
    pub(crate) fn survives_losses(&self) -> bool {
        self.state.losses.casualties.is_resilient
    }

    /// A peer is gone, as somebody else has found out. What is under way with it fails once the
    /// device is done with it.
    pub fn lose_peer(&mut self, peer: u32, reason: String) {
        match self.device.give_up(peer, &reason) {
            true => _ = self.hear_device(),
            false => self.lose(Lost { peer, reason }),
        }
        self.wake_if_needed();
    }

    /// What became of the communicator of these messages, if that ends their exchange.
    pub fn casualty(&self, context: u64) -> Option<Fault> {
        if self.state.losses.casualties.are_any { self.state.losses.casualties.fault_in(context) } else { None }
    }

    /// Ends everything on the communicator with context id `context`, now and later.
    pub fn revoke(&mut self, context: u64) {
        let casualties = &mut self.state.losses.casualties;
        casualties.are_any = true;
        casualties.revoked.insert(context & !KINDS);
        self.fail_lost();
        self.wake_if_needed();
    }

    /// Ends collective operations on the communicator with context id `context`, which has lost a
    /// member, now and later.
    pub fn decimate(&mut self, context: u64) {
        let casualties = &mut self.state.losses.casualties;
        casualties.are_any = true;
        casualties.decimated.insert(context & !KINDS);
        self.fail_lost();
        self.wake_if_needed();
    }
}

impl EngineState {
    /// Fails receives on such communicators that have no message, and drops messages that have no
    /// receive, of which their senders are told. What has begun to move goes on: the peer may be at
    /// its memory.
    #[cold]
    pub(crate) fn fail_casualties(&mut self) {
        let posted = self.operations.iter().filter(|(_, operation)| matches!(operation.stage, OperationStage::Posted(_)));
        let concerned = posted.filter_map(|(handle, operation)| {
            self.losses.casualties.fault_in(operation.context).map(|fault| (handle, operation.stage, fault))
        });
        let concerned: Vec<_> = concerned.collect();
        for (handle, stage, fault) in concerned {
            self.fail_for_loss(handle, stage, fault);
        }
        while let Some((source, message, fault)) = self.take_casualty() {
            self.release_unexpected(&message);
            let sender = match message {
                Unexpected::Eager { ack, .. } => ack,
                Unexpected::Rts { offer } => Some(offer.operation),
                Unexpected::Local { operation } => {
                    self.operations.fail(operation, fault);
                    None
                }
                Unexpected::Long { .. } => None,
            };
            if let Some(operation) = sender {
                let answer = if fault == Fault::Revoked { REFUSED_AS_REVOKED } else { REFUSED_AS_DECIMATED };
                self.outboxes.control_word(source, Kind::CancelReply, operation, answer);
            }
        }
    }

    /// A message that nobody is going to receive, who has sent it, and why.
    fn take_casualty(&mut self) -> Option<(u32, Unexpected, Fault)> {
        let casualties = &self.losses.casualties;
        // One that is still coming stays until it is there.
        let is_one = |key: &Pattern, message: &Unexpected| {
            !matches!(message, Unexpected::Long { .. }) && casualties.fault_in(key.context).is_some()
        };
        let found = self.incoming.matcher.unexpected().find(|(key, message)| is_one(key, message))?.0;
        let (source, fault) = (found.source as u32, casualties.fault_in(found.context)?);
        self.incoming.matcher.take_unexpected_if(is_one).map(|message| (source, message, fault))
    }

    /// The receiver of a message has answered that nobody is going to receive it.
    #[cold]
    pub(crate) fn refused(&mut self, handle: usize, answer: u16) {
        let fault = if answer == REFUSED_AS_REVOKED { Fault::Revoked } else { Fault::MemberLost };
        if self.operations.get(handle).is_some_and(|operation| !operation.is_done()) {
            self.operations.fail(handle, fault);
            if self.transfer_news.has_exposed {
                self.transfer_news.note(News::Withdrawn { send: handle });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_protocol::partition::{data_context, setup_context};

    #[test]
    fn partitions_are_of_no_communicator() {
        let mut casualties = Casualties { are_any: true, ..Casualties::default() };
        (0..64).for_each(|context| _ = casualties.revoked.insert(context << 1));
        (64..128).for_each(|context| _ = casualties.decimated.insert(context << 1));
        assert!((0..128).all(|channel| casualties.fault_in(data_context(channel)).is_none()));
        assert_eq!(casualties.fault_in(setup_context(2)), Some(Fault::Revoked));
        assert_eq!(casualties.fault_in(2 | COLLECTIVE), Some(Fault::Revoked));
        assert_eq!(casualties.fault_in(128 | COLLECTIVE), Some(Fault::MemberLost));
        assert_eq!(casualties.fault_in(128), None);
    }
}
