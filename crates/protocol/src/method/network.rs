//! `put` and `get`: a network moves the bytes by itself between the two memories.
//!
//! | method | receiver | sender |
//! |---|---|---|
//! | put | exposes its memory, grants, waits to be told | its device puts, then it tells |
//! | get | its device gets, then it tells | exposes its memory when it offers, waits to be told |

use super::machine::{CopyError, ReceiverEnd, SenderEnd, result_of_sender};
use crate::cost::{Costs, Transfer};
use crate::method::Method;

/// The receiver's device has got the bytes, or could not.
pub fn got(result: Result<(), CopyError>) -> ReceiverEnd {
    result.map_or_else(ReceiverEnd::from, |()| ReceiverEnd::Received { tells: true })
}

/// The sender's device has put the bytes, or could not.
pub fn put(result: Result<(), CopyError>) -> SenderEnd {
    match result {
        Ok(()) => SenderEnd::Sent { tells: true },
        Err(error) => SenderEnd::Stopped(result_of_sender(error)),
    }
}

/// What a put costs.
pub(super) fn put_ns(costs: &Costs, transfer: &Transfer) -> f64 {
    costs.plain_ns(Method::Put, transfer)
}

/// What a get costs.
pub(super) fn get_ns(costs: &Costs, transfer: &Transfer) -> f64 {
    costs.plain_ns(Method::Get, transfer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::machine::TransferResult;

    #[test]
    fn what_the_device_refuses_goes_in_packets() {
        assert_eq!(got(Ok(())), ReceiverEnd::Received { tells: true });
        assert_eq!(got(Err(CopyError::Refused)), ReceiverEnd::InPackets);
        assert_eq!(put(Ok(())), SenderEnd::Sent { tells: true });
        assert_eq!(put(Err(CopyError::Refused)), SenderEnd::Stopped(TransferResult::Refused));
    }
}
