//! Errors of calls (those of completions are in [`failure`](crate::failure)).

use crate::state::{Attributes, QueuePairState, Transport};

/// Result of a call.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call failed. Messages say what was asked for and, where there is one, the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Verbs cannot be used on this machine.
    #[error("RDMA is not available: {0}")]
    Unavailable(String),
    /// No device suits; the list says why each was refused.
    #[error("no RDMA device {wanted}: {}", if refused.is_empty() { "there is none".to_owned() } else { refused.join("; ") })]
    NoDevice {
        /// What was looked for.
        wanted: String,
        /// One line a candidate.
        refused: Vec<String>,
    },
    /// A setting or argument makes no sense.
    #[error("{0}")]
    Argument(String),
    /// More was asked for than the device has.
    #[error("{asked} {what} were asked for, the device has at most {most}")]
    Limit {
        /// Of what.
        what: &'static str,
        /// How many were asked for.
        asked: u64,
        /// How many there are.
        most: u64,
    },
    /// The system or the driver refused.
    #[error("{call} failed: {reason}{}{remedy}", if remedy.is_empty() { "" } else { "; " })]
    System {
        /// Function of libibverbs or file.
        call: &'static str,
        /// Error number of the system.
        number: i32,
        /// Its text.
        reason: String,
        /// What to do about it, or nothing.
        remedy: &'static str,
    },
    /// No room for another work request: poll completions, then post again.
    #[error("the queue is full: {posted} of the work requests were posted")]
    QueueFull {
        /// Those before the one that did not fit.
        posted: usize,
    },
    /// The state machine of queue pairs has no such transition.
    #[error("{transport:?} queue pair cannot go from {from:?} to {to:?}")]
    NoTransition {
        /// Kind of the queue pair.
        transport: Transport,
        /// Present state.
        from: QueuePairState,
        /// Wanted state.
        to: QueuePairState,
    },
    /// The transition wants other attributes.
    #[error("{transport:?} queue pair from {from:?} to {to:?}: missing attributes {missing:?}, superfluous ones {superfluous:?}")]
    WrongAttributes {
        /// Kind of the queue pair.
        transport: Transport,
        /// Present state.
        from: QueuePairState,
        /// Wanted state.
        to: QueuePairState,
        /// Required, not given.
        missing: Attributes,
        /// Given, not allowed.
        superfluous: Attributes,
    },
}

impl Error {
    /// True if the same call can succeed after others have given something back.
    pub fn is_shortage(&self) -> bool {
        const EAGAIN: i32 = 11;
        const ENOMEM: i32 = 12;
        match self {
            Error::QueueFull { .. } => true,
            Error::System { number, .. } => [EAGAIN, ENOMEM].contains(number),
            _ => false,
        }
    }
}
