//! What the engine decides by: limits, and what is known of costs.

use ferry_protocol::choice::Choice;
use ferry_protocol::transfer::Method;

/// Sizes the engine works with.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longest message that is sent without asking first, in bytes.
    pub eager_max: usize,
    /// Memory for unexpected messages above which senders are held back, in bytes.
    pub unexpected_budget: u64,
    /// How large messages travel, if it works for the two processes; `None`: as is cheapest.
    pub method: Option<Method>,
}

impl Limits {
    /// The same for a device whose packets have bodies of up to `max_body` bytes: a synchronous
    /// message has a word in front.
    pub(crate) fn within(self, max_body: usize) -> Limits {
        Limits { eager_max: self.eager_max.min(max_body - 8), ..self }
    }
}

/// See the module.
pub(crate) struct Policy {
    pub limits: Limits,
    /// Longest message that goes to any peer without asking first, in bytes.
    pub long_max: u64,
    /// What is known of costs, and decided by them.
    pub choice: Choice,
    /// Tells the time in nanoseconds, if messages are timed.
    pub clock: Option<fn() -> u64>,
}

impl Policy {
    pub(crate) fn new(limits: Limits) -> Self {
        Policy { limits, long_max: u64::MAX, choice: Choice::default(), clock: None }
    }

    /// The announced message of operation `receive` has come.
    #[inline]
    pub(crate) fn note_end(&mut self, receive: usize) {
        if let Some(clock) = self.clock {
            self.choice.end(receive, clock);
        }
    }

    /// Most pieces of a message that are worth listing for a peer. One is no list, and it is the
    /// receiver who knows what the message is one of.
    pub(crate) fn most_pieces(&self, bytes: u64) -> u64 {
        if self.limits.method.is_some() { u64::MAX } else { self.choice.most_pieces(bytes) }
    }
}
