//! `read`: the receiver copies from the sender's memory, and tells it when all is there.

use super::machine::{CopiedApart, CopyError, ReceiverEnd, STEP, Turn};
use super::{MeasuredLengths, Receiver};
use crate::cost::{Costs, Transfer};
use crate::method::Method;

/// Lengths that are timed.
pub(super) const MEASURED: Option<MeasuredLengths> = Some(MeasuredLengths { from: 8 << 10, to: 4 << 20 });

/// The receiver, while it copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Bytes copied, from the front.
    pub moved: u64,
}

impl Reading {
    pub(super) fn over(self, bytes: u64) -> Option<ReceiverEnd> {
        (self.moved == bytes).then_some(ReceiverEnd::Received { tells: true })
    }

    pub(super) fn next(self, bytes: u64) -> Turn {
        Turn::Copy(self.moved..bytes.min(self.moved + STEP))
    }

    pub(super) fn copied<S>(self, result: Result<u64, CopyError>) -> Receiver<S> {
        match result {
            Ok(some) => Receiver::Reading(Reading { moved: self.moved + some }),
            Err(error) => Receiver::Over(error.into()),
        }
    }

    /// What the background could not copy is copied again, which shows why.
    pub(super) fn copied_apart(bytes: u64, result: CopiedApart) -> Reading {
        Reading { moved: if result == Ok(true) { bytes } else { 0 } }
    }
}

/// What it costs: the sender's pages are found and held by the system, unless both map the memory.
pub(super) fn ns(costs: &Costs, transfer: &Transfer) -> f64 {
    let Transfer { bytes, conditions, .. } = *transfer;
    match costs.shared_curve(Method::Read, conditions.backings) {
        Some(curve) => curve.ns(bytes),
        None => costs.curve_in(Method::Read, conditions.backings.sender).ns(bytes) + costs.surplus_ns(transfer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_in_steps_and_its_sender_told() {
        let bytes = STEP + 5;
        let mut state = Reading::default();
        assert_eq!((state.over(bytes), state.next(bytes)), (None, Turn::Copy(0..STEP)));
        for some in [100, STEP - 100] {
            let Receiver::<()>::Reading(next) = state.copied(Ok(some)) else { panic!("it goes on") };
            state = next;
        }
        assert_eq!((state.over(bytes), state.next(bytes)), (None, Turn::Copy(STEP..STEP + 5)));
        assert_eq!(Reading { moved: bytes }.over(bytes), Some(ReceiverEnd::Received { tells: true }));
    }

    #[test]
    fn a_copy_that_fails_ends_it() {
        let end = |error| match (Reading { moved: 7 }).copied::<()>(Err(error)) {
            Receiver::Over(end) => end,
            other => panic!("{other:?}"),
        };
        assert_eq!(end(CopyError::Refused), ReceiverEnd::InPackets);
        assert_eq!(end(CopyError::BadLocal), ReceiverEnd::Bad(crate::method::BadBuffer::Receiver));
        assert_eq!(end(CopyError::BadRemote), ReceiverEnd::Bad(crate::method::BadBuffer::Sender));
    }

    #[test]
    fn what_the_background_did_not_finish_begins_again() {
        let moved = |result| Reading::copied_apart(9, result).moved;
        assert_eq!([moved(Ok(true)), moved(Ok(false)), moved(Err(CopyError::Refused))], [9, 0, 0]);
    }
}
