//! Reliable, ordered packets to a peer over a network that loses, reorders and duplicates them
//! (UD-1). Sans-IO: the clock is an argument, packets are opaque.
//!
//! - [`sequence`]: numbers of packets, which go round
//! - [`header`]: what travels in front of a packet
//! - [`round_trip`]: how long an answer takes, and how long to wait for one
//! - [`allowance`]: how many packets may be on their way
//! - [`sending`]: packets that were not acknowledged, and which of them goes next
//! - [`receiving`]: what has come, what is missing, and when that is to be told
//! - [`link`]: both directions of one peer
//! - [`block`]: which piece of a large message lies where, when packets land in its memory by
//!   themselves
//! - [`cost`]: whether a large message goes like that, or is copied
//! - [`reuse`]: which buffers large messages come into again
//!
//! A packet has a number. The receiver acknowledges all packets below a number, and names those
//! beyond it that have come. The sender repeats what is missing and nothing else. A timer runs only
//! while something is not acknowledged.

pub mod allowance;
pub mod block;
pub mod cost;
pub mod header;
pub mod link;
pub mod receiving;
pub mod reuse;
pub mod round_trip;
pub mod sending;
pub mod sequence;
#[cfg(test)]
mod tests;

pub use header::{Acknowledgement, DatagramHeader, DatagramKind, Epoch};
pub use link::{Heard, Link, Options};
pub use receiving::{Arrival, Receiving};
pub use sending::Sending;
pub use sequence::Sequence;

/// Packets on their way to a peer at most. A bitmap of what has come beyond the first missing one
/// has a bit for each.
pub const MOST_IN_FLIGHT: u16 = 128;
