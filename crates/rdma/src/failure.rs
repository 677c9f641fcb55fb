//! Errors of completions: what they say, and what most likely caused them.

use std::fmt;

use crate::work::{Completion, Operation};

/// Why a work request failed. The numbers are those of the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Status {
    /// A message longer than the receive, or a request longer than the port or queue allows.
    LocalLength = 1,
    /// The device found the queue pair inconsistent.
    LocalQueuePairOperation = 2,
    /// As before, in a reliable-datagram context.
    LocalContextOperation = 3,
    /// A local segment is not within a living region with the right that is needed.
    LocalProtection = 4,
    /// Thrown out since the queue pair is in error; an earlier request has the cause.
    Flushed = 5,
    /// A memory window could not be bound.
    MemoryWindowBind = 6,
    /// The peer answered with something the protocol does not allow.
    BadResponse = 7,
    /// A remote right is missing for a local queue operation.
    LocalAccess = 8,
    /// The peer found the request invalid.
    RemoteInvalidRequest = 9,
    /// The peer's memory is not registered so, or not any more.
    RemoteAccess = 10,
    /// The peer failed to carry the request out.
    RemoteOperation = 11,
    /// Nobody answers.
    RetriesExceeded = 12,
    /// The peer has no receive posted.
    ReceiverNotReady = 13,
    /// Domains of a reliable-datagram context differ.
    LocalDomainViolation = 14,
    /// A reliable-datagram request is not allowed.
    RemoteInvalidDatagram = 15,
    /// The peer gave up.
    RemoteAborted = 16,
    /// End-to-end context number is wrong.
    InvalidContextNumber = 17,
    /// End-to-end context state is wrong.
    InvalidContextState = 18,
    /// The device failed.
    Fatal = 19,
    /// A response came too late.
    ResponseTimeout = 20,
    /// An error without a name of its own.
    General = 21,
    /// Tag matching failed.
    TagMatching = 22,
    /// A rendezvous of tag matching did not complete.
    TagRendezvous = 23,
}

impl Status {
    /// From the number of the C interface; 0 is success and has none, unknown numbers are
    /// [`Status::General`].
    pub fn from_number(number: u32) -> Option<Status> {
        use Status::*;
        const ALL: [Status; 23] = [
            LocalLength,
            LocalQueuePairOperation,
            LocalContextOperation,
            LocalProtection,
            Flushed,
            MemoryWindowBind,
            BadResponse,
            LocalAccess,
            RemoteInvalidRequest,
            RemoteAccess,
            RemoteOperation,
            RetriesExceeded,
            ReceiverNotReady,
            LocalDomainViolation,
            RemoteInvalidDatagram,
            RemoteAborted,
            InvalidContextNumber,
            InvalidContextState,
            Fatal,
            ResponseTimeout,
            General,
            TagMatching,
            TagRendezvous,
        ];
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        Some(ALL.get(index).copied().unwrap_or(General))
    }

    /// What went wrong, in the words of the field.
    pub fn name(self) -> &'static str {
        match self {
            Status::LocalLength => "local length error",
            Status::LocalQueuePairOperation => "local queue pair operation error",
            Status::LocalContextOperation => "local end-to-end context error",
            Status::LocalProtection => "local protection error",
            Status::Flushed => "work request flushed",
            Status::MemoryWindowBind => "memory window bind error",
            Status::BadResponse => "bad response",
            Status::LocalAccess => "local access error",
            Status::RemoteInvalidRequest => "remote invalid request",
            Status::RemoteAccess => "remote access error",
            Status::RemoteOperation => "remote operation error",
            Status::RetriesExceeded => "transport retries exceeded",
            Status::ReceiverNotReady => "receiver-not-ready retries exceeded",
            Status::LocalDomainViolation => "local domain violation",
            Status::RemoteInvalidDatagram => "remote invalid datagram request",
            Status::RemoteAborted => "remote abort",
            Status::InvalidContextNumber => "invalid end-to-end context number",
            Status::InvalidContextState => "invalid end-to-end context state",
            Status::Fatal => "fatal device error",
            Status::ResponseTimeout => "response timeout",
            Status::General => "general error",
            Status::TagMatching => "tag matching error",
            Status::TagRendezvous => "tag matching rendezvous incomplete",
        }
    }

    /// The most likely cause, given what the request was.
    pub fn likely_cause(self, operation: Operation) -> &'static str {
        match (self, operation) {
            (Status::LocalLength, Operation::Receive) => "the message is longer than the receive buffer",
            (Status::LocalLength, _) => "the message is longer than the port or, on UD, one packet (MTU) allows",
            (Status::LocalProtection, Operation::Receive) => {
                "the receive buffer is not within a registered region with LOCAL_WRITE, or was deregistered"
            }
            (Status::LocalProtection, _) => {
                "the local memory is not within a registered region of this domain, or was deregistered"
            }
            (Status::Flushed, _) => {
                "the queue pair was already in error or was closed: its first failed request has the cause, or the adapter refused a request of the peer"
            }
            (Status::RemoteAccess, _) => {
                "the peer's key is stale or lacks the right, the range leaves its region, or its queue pair does not allow the operation"
            }
            (Status::RemoteInvalidRequest, Operation::Send) => "the message is longer than the peer's receive buffer",
            (Status::RemoteInvalidRequest, _) => {
                "the peer's queue pair does not support the operation or has too few read resources"
            }
            (Status::RemoteOperation, Operation::Send) => {
                "the message is longer than the peer's receive buffer, or that is not registered any more; its side has the details"
            }
            (Status::RemoteOperation, _) => "the peer's receive or memory failed while it answered; its side has the details",
            (Status::RetriesExceeded, _) => {
                "the peer's process is dead or its queue pair closed, the link is down, or GID, path, MTU or firewall (UDP 4791) are wrong"
            }
            (Status::ReceiverNotReady, _) => "the peer posts no receives: flow control failed, or it is stopped",
            (Status::LocalQueuePairOperation, Operation::Receive) => {
                "the message is longer than the receive buffer, or does not fit the queue pair"
            }
            (Status::LocalQueuePairOperation, _) => {
                "the request does not fit the queue pair (segments, inline bytes, kind); with soft-RoCE, its network device is down"
            }
            (Status::Fatal, _) => "the adapter failed and needs a reset; see the kernel's log",
            (Status::ResponseTimeout | Status::RemoteAborted, _) => "the peer stopped answering",
            _ => "the driver's log and the vendor's error code have more",
        }
    }
}

/// A request that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Why.
    pub status: Status,
    /// The vendor's code, for the vendor.
    pub vendor: u32,
}

/// A failed completion in words: operation, peer, status, likely cause.
pub struct Report<'a, Peer> {
    completion: &'a Completion,
    failure: Failure,
    peer: Peer,
}

impl Completion {
    /// The failure in words, if it is one; `peer` names the other end (`rank 3 on node b`, an
    /// [`Endpoint`](crate::Endpoint)).
    pub fn report<Peer: fmt::Display>(&self, peer: Peer) -> Option<Report<'_, Peer>> {
        self.result.err().map(|failure| Report { completion: self, failure, peer })
    }
}

impl<Peer: fmt::Display> fmt::Display for Report<'_, Peer> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Completion { operation, queue_pair, .. } = self.completion;
        let Failure { status, vendor } = self.failure;
        let direction = if *operation == Operation::Receive { "from" } else { "to" };
        write!(
            f,
            "{operation} {direction} {} failed: {} (status {}, vendor {vendor:#x}, ",
            self.peer,
            status.name(),
            status as u8
        )?;
        write!(f, "own queue pair {queue_pair}); likely cause: {}", status.likely_cause(*operation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{Done, WorkId};

    fn failed(operation: Operation, status: Status) -> Completion {
        Completion { id: WorkId::new(1), operation, queue_pair: 17, result: Err(Failure { status, vendor: 0x81 }) }
    }

    #[test]
    fn numbers_are_those_of_the_c_interface() {
        assert_eq!(Status::from_number(0), None);
        for number in 1..=23 {
            assert_eq!(Status::from_number(number).map(|status| status as u32), Some(number));
        }
        assert_eq!(Status::from_number(24), Some(Status::General));
    }

    #[test]
    fn a_report_names_peer_operation_and_cause() {
        let text = failed(Operation::Read, Status::RetriesExceeded).report("rank 3 on b").map(|report| report.to_string());
        let text = text.expect("it failed");
        for part in ["RDMA read", "rank 3 on b", "retries exceeded", "status 12", "0x81", "queue pair 17", "dead", "GID"] {
            assert!(text.contains(part), "{part:?} in {text:?}");
        }
    }

    #[test]
    fn success_has_no_report() {
        let done = Completion { result: Ok(Done::default()), ..failed(Operation::Send, Status::General) };
        assert!(done.report("anybody").is_none());
    }

    #[test]
    fn a_length_error_depends_on_the_side() {
        let cause = |operation| Status::LocalLength.likely_cause(operation);
        assert!(cause(Operation::Receive).contains("receive buffer"));
        let soft_roce = Status::LocalQueuePairOperation.likely_cause(Operation::Receive);
        assert!(soft_roce.contains("receive buffer"), "soft-RoCE says this of a message that is too long");
        assert_ne!(cause(Operation::Receive), cause(Operation::Send));
    }
}
