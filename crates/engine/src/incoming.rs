//! Messages on their way in: receives that wait for them, and those that nobody has received yet.

use ferry_protocol::matching::{Matcher, Pattern};
use ferry_protocol::transfer::Offer;

use crate::buffer::Buffer;
use crate::long::Arrivals;
use crate::receive::Received;

/// Memory an unexpected message takes besides its data, in bytes (an entry of the queue and of the
/// heap, rounded up).
pub(crate) const UNEXPECTED_OVERHEAD: u64 = 128;

/// A message that came before its receive.
#[derive(Debug)]
pub(crate) enum Unexpected {
    /// All of it; `ack` is the synchronous sender's operation.
    Eager { data: Box<[u8]>, ack: Option<u64> },
    /// One that may still be coming: its number among [`Incoming::arrivals`], and its length.
    Long { number: u64, bytes: u64 },
    /// Its announcement.
    Rts { offer: Offer },
    /// A send of this process to itself.
    Local { operation: usize },
}

impl Unexpected {
    /// Bytes of data that this process keeps of it.
    pub fn kept_bytes(&self) -> u64 {
        match self {
            Unexpected::Eager { data, .. } => data.len() as u64,
            Unexpected::Long { bytes, .. } => *bytes,
            Unexpected::Rts { .. } | Unexpected::Local { .. } => 0,
        }
    }

    /// Length of the message in bytes; `bytes_of` knows that of a send of this process.
    pub fn bytes(&self, bytes_of: impl Fn(usize) -> u64) -> u64 {
        match self {
            Unexpected::Eager { data, .. } => data.len() as u64,
            Unexpected::Long { bytes, .. } => *bytes,
            Unexpected::Rts { offer } => offer.bytes,
            Unexpected::Local { operation } => bytes_of(*operation),
        }
    }
}

/// A receive that a blocking call is waiting for right now: later than every posted receive, and
/// kept out of the queue.
pub(crate) struct Direct {
    pub pattern: Pattern,
    pub buffer: Buffer,
    pub owner: usize,
    pub result: Option<Received>,
}

/// See the module.
#[derive(Default)]
pub(crate) struct Incoming {
    /// Posted receives, and messages without receive.
    pub matcher: Matcher<usize, Unexpected>,
    /// The receive of a blocking call.
    pub direct: Option<Direct>,
    /// Long messages that are coming, or have come before their receive.
    pub arrivals: Arrivals,
}
