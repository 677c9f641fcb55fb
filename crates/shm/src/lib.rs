//! The shared-memory device: packets between the ranks of one node through rings in the node
//! segment.
//!
//! - [`layout`]: where everything lies in the segment
//! - [`segment`]: attaching to it
//! - [`members`]: world ranks and ranks on the node
//! - [`neighbors`]: packets between processes of different jobs on the node
//! - [`pipes`]: pipes between ranks, for large messages
//! - [`ring`]: the two ends of a ring
//! - [`shared_heap`]: large blocks of programs' memory that peers map
//! - [`body`]: where the body of a packet goes, and how it is stored
//! - [`shared_area`]: collective operations in shared memory
//! - [`shared_areas`]: which communicator has which shared area
//! - [`background`]: what is copied while the program computes, and the thread that does so
//! - [`cross_memory`]: copies between the memories of two ranks
//! - `huge_pages`: memory of messages in huge pages
//! - [`note`]: numbers that one rank finds out for all
//! - [`share`]: what both see of a message that both copy
//! - [`doorbell`]: the word through which a sleeping rank is woken
//! - [`sleep`]: when to sleep, and how to wake cheaply
//! - [`device`]: the [`ferry_device::Device`] made of them
//! - [`window_memory`]: the memory of a window that ranks share
//! - `sync`: atomics and waiting, which `--cfg loom` swaps for loom's model
//!
//! Under `--cfg loom` only rings and doorbells run in the model; what needs a segment does not
//! exist.

pub mod background;
pub mod shared_area;
#[cfg(not(loom))]
pub mod shared_areas;
pub mod body;
#[cfg(not(loom))]
pub mod cross_memory;
#[cfg(not(loom))]
pub mod device;
pub mod doorbell;
#[cfg(not(loom))]
mod huge_pages;
pub mod layout;
#[cfg(not(loom))]
pub mod members;
#[cfg(not(loom))]
pub mod neighbors;
pub mod note;
#[cfg(not(loom))]
pub mod pipes;
pub mod ring;
#[cfg(not(loom))]
pub mod segment;
pub mod share;
#[cfg(not(loom))]
pub mod shared_heap;
#[cfg(not(loom))]
pub mod sleep;
mod sync;
#[cfg(not(loom))]
pub mod window_memory;

#[cfg(not(loom))]
pub use device::ShmDevice;
