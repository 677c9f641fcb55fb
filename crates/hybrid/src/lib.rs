//! Datagrams first, and reliable connections to peers that turn out hot: the transport of large
//! jobs. Its memory does not grow with the number of peers, and it has the latency of connections
//! where that pays. ADR 0061 has the reasons, `docs/wire/ud.md` what peers tell each other.
//!
//! - [`device`]: the two devices as one, and [`ferry_device::Device`]
//! - [`ways`]: which way packets to each peer take, and when that changes; a pure state machine
//! - `ordered`: packets over a connection wait for what came over datagrams before
//! - `losses`: a peer that is lost is lost on both ways, and reported once
//! - `one_sided`: windows use connections
//! - [`card`]: the cards of both
//! - `counters`: what both count
//!
//! # How messages stay in order
//! A sender that changes to a connection waits until all that it has sent over datagrams has
//! arrived, that is until the receiver's device has taken it in order. The receiver shows nothing
//! from the connection while something of that peer that came over datagrams waits for the engine.
//! The way back is the same: a process closes a connection when both ends have taken all that the
//! other one has sent over it, and sends nothing meanwhile.
//!
//! # Safety arguments
//! - HY-1: unsafe methods are passed on as they are: what the caller promises is what each device
//!   asks for. A token goes to the device that it came from.

#![deny(unsafe_code)]

pub mod card;
mod counters;
pub mod device;
mod losses;
mod one_sided;
mod ordered;
pub mod ways;

pub use counters::datagrams_in_common;
pub use device::{HybridDevice, Use};
pub use ways::Options;
