//! `write`: the receiver grants, and the sender copies to its memory and tells it when all is
//! there.

use super::Sender;
use super::machine::{CopiedApart, CopyError, STEP, SenderEnd, Turn, result_of_sender};
use crate::cost::{Costs, Transfer};
use crate::method::Method;

/// The sender, while it copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// Bytes copied, from the front.
    pub moved: u64,
}

impl Writing {
    pub(super) fn over(self, bytes: u64) -> Option<SenderEnd> {
        (self.moved == bytes).then_some(SenderEnd::Sent { tells: true })
    }

    pub(super) fn next(self, bytes: u64) -> Turn {
        Turn::Copy(self.moved..bytes.min(self.moved + STEP))
    }

    pub(super) fn copied<S>(self, result: Result<u64, CopyError>) -> Sender<S> {
        match result {
            Ok(some) => Sender::Writing(Writing { moved: self.moved + some }),
            Err(error) => Sender::Over(SenderEnd::Stopped(result_of_sender(error))),
        }
    }

    /// What the background could not copy is copied again, which shows why.
    pub(super) fn copied_apart(bytes: u64, result: CopiedApart) -> Writing {
        Writing { moved: if result == Ok(true) { bytes } else { 0 } }
    }
}

/// What it costs: the receiver's pages are found and held by the system.
pub(super) fn ns(costs: &Costs, transfer: &Transfer) -> f64 {
    let curve = costs.curve_in(Method::Write, transfer.conditions.backings.receiver);
    curve.ns(transfer.bytes) + costs.surplus_ns(transfer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::machine::TransferResult;

    #[test]
    fn a_message_is_written_and_its_receiver_told() {
        let state = Writing::default();
        assert_eq!((state.over(9), state.next(9)), (None, Turn::Copy(0..9)));
        let Sender::<()>::Writing(state) = state.copied(Ok(9)) else { panic!("it goes on") };
        assert_eq!(state.over(9), Some(SenderEnd::Sent { tells: true }));
    }

    #[test]
    fn the_receiver_decides_what_follows_a_copy_that_fails() {
        let told = |error| match Writing::default().copied::<()>(Err(error)) {
            Sender::Over(SenderEnd::Stopped(told)) => told,
            other => panic!("{other:?}"),
        };
        assert_eq!(told(CopyError::Refused), TransferResult::Refused);
        assert_eq!(told(CopyError::BadLocal), TransferResult::BadSendBuffer);
        assert_eq!(told(CopyError::BadRemote), TransferResult::BadReceiveBuffer);
    }
}
