//! The simulated adapter: what happens between posting and completion.
//!
//! - `port`: who sends when, and how long it takes
//! - `requester`: send queues of connections, answers, retries
//! - `responder`: what arrives on connections
//! - `datagram`: unreliable datagrams
//! - `queues`: completion queues and shared receive queues
//! - `pair`: the state of a queue pair

pub(crate) mod datagram;
pub(crate) mod pair;
pub(crate) mod port;
pub(crate) mod queues;
pub(crate) mod requester;
pub(crate) mod responder;
