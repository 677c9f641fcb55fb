//! One QEMU process for each node, and the network between them.
//!
//! - [`qemu`]: QEMU's command line (pure)
//! - [`node`]: a running node
//! - [`accelerator`]: whether KVM boots here
//! - [`switch`]: which node gets a packet (pure), and the thread that moves packets

pub mod accelerator;
pub mod node;
pub mod qemu;
pub mod switch;
