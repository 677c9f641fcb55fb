//! Sans-IO protocol code: packet formats, matching, large messages. No clock, no operating system,
//! no device, no payload.
//!
//! - [`agreement`]: agreement among processes some of which die
//! - [`eager`]: messages that come without being asked for: how they leave, and how they arrive
//! - [`packet`]: what a packet looks like and means
//! - [`matching`]: which receive takes which message
//! - [`partition`]: how the two sides of partitioned communication find each other and overlap
//! - [`process`]: the name of a process that holds in every job
//! - [`rma`]: one-sided communication: epochs, locks, messages
//! - [`method`]: the table of methods for large messages, and the machines of their two ends
//! - [`choice`]: what a process knows of costs, and decides by them
//! - [`decision`]: how a message goes, and why
//! - [`transfer`]: large messages: offers, grants, results
//! - [`datagram`]: reliable packets in order over a network that loses them; large messages whose
//!   packets land by themselves
//! - [`cost`]: what methods cost, and the choice of one
//! - [`reuse`]: which buffers are used so often that eager messages leave from them without a copy
//! - [`stage`]: the stages of an operation, and which packets make sense in them
//! - [`correction`]: what messages take corrects what was measured of methods
//! - [`share`]: how two processes share the copying of one message
#![forbid(unsafe_code)]

pub mod agreement;
pub mod choice;
pub mod correction;
pub mod cost;
pub mod datagram;
pub mod decision;
pub mod eager;
pub mod matching;
pub mod method;
pub mod packet;
pub mod partition;
pub mod process;
pub mod reuse;
pub mod rma;
pub mod share;
pub mod stage;
pub mod transfer;
