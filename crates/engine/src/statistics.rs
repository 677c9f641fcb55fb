//! What went to whom, by protocol; collected always (two additions a message), shown by
//! `FERRY_STATS` and MPI_T.

use ferry_protocol::decision::{MethodReason, StartReason};
use ferry_protocol::transfer::Method;

/// How a message travelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// In one packet, copied in and out of the device's buffers.
    Eager,
    /// Announced first, then in pieces.
    Rendezvous,
    /// To this process itself.
    Local,
    /// Written where all ranks of the node read it: small collective operations.
    Shared,
    /// Large messages as their receiver counts them, by the method that it chose.
    Received(Method),
    /// Messages beyond the eager limit as their sender counts them, by why they began as they did.
    Started(StartReason),
    /// Announced messages as their receiver counts them, by the method that it chose and why.
    Decided(Method, MethodReason),
}

/// Messages and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages sent.
    pub messages: u64,
    /// Bytes of data in them.
    pub bytes: u64,
}

impl Traffic {
    /// Counts a message of `bytes` bytes.
    #[inline(always)]
    pub fn add(&mut self, bytes: u64) {
        self.messages += 1;
        self.bytes += bytes;
    }
}

/// Messages sent to one peer.
#[derive(Clone, Copy, Debug, Default)]
pub struct PeerTraffic {
    /// See [`Protocol::Eager`]; for the process itself, see [`Protocol::Local`].
    pub eager: Traffic,
    /// See [`Protocol::Rendezvous`].
    pub rendezvous: Traffic,
}

/// Levels and totals of one process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Unexpected messages waiting now.
    pub unexpected_messages: u64,
    /// Bytes of memory they take now.
    pub unexpected_bytes: u64,
    /// The most bytes they ever took.
    pub unexpected_peak: u64,
    /// The most that waited at once since [`crate::Engine::renew_marks`].
    pub unexpected_mark: Traffic,
    /// Messages that came before their receive.
    pub unexpected_arrivals: u64,
    /// Receives posted now.
    pub posted_receives: u64,
    /// Packets a full unexpected budget left with the sender.
    pub refusals: u64,
    /// Times the process went to sleep.
    pub naps: u64,
    /// Large messages received, by number of the [`Method`] that their receive chose.
    pub methods: [Traffic; Method::ALL.len()],
    /// Messages that did not leave at once when they were sent, by number of the reason why they
    /// began as they did.
    pub starts: [Traffic; StartReason::ALL.len()],
    /// Decisions about announced messages, by number of the method and of the reason. A message
    /// whose method is refused counts once more.
    pub decisions: [[Traffic; MethodReason::ALL.len()]; Method::ALL.len()],
    /// Puts to windows of peers that the device did by itself.
    pub window_puts: Traffic,
    /// Gets from them.
    pub window_gets: Traffic,
}

impl Totals {
    /// Counts a message that waits for its receive and takes `bytes` of memory; `queued` wait now,
    /// this one included.
    pub(crate) fn arrived_early(&mut self, bytes: u64, queued: u64) {
        self.unexpected_arrivals += 1;
        self.unexpected_bytes += bytes;
        self.unexpected_peak = self.unexpected_peak.max(self.unexpected_bytes);
        self.unexpected_mark.bytes = self.unexpected_mark.bytes.max(self.unexpected_bytes);
        self.unexpected_mark.messages = self.unexpected_mark.messages.max(queued);
    }
}
