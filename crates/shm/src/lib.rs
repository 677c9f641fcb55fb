//! The shared-memory device: packets between the ranks of one node through rings in the node
//! segment.
//!
//! - [`layout`]: where everything lies in the segment
//! - [`segment`]: attaching to it
//! - [`members`]: world ranks and ranks on the node
//! - [`neighbors`]: packets between processes of different jobs on the node
//! - [`pipes`]: pipes between ranks, for large messages
//! - `ends`: the ends of pipes a rank holds
//! - [`ring`]: the two ends of a ring
//! - [`shared_heap`]: large blocks of programs' memory that peers map
//! - [`pair_buffer`]: memory that goes back and forth between two ranks with their packets
//! - [`board`]: collective operations in shared memory
//! - [`boards`]: which communicator has which board
//! - [`background`]: what is copied while the program computes, and whether there is a thread for
//!   it
//! - [`copier`]: a thread that moves data while the program computes
//! - [`cross_memory`]: copies between the memories of two ranks
//! - `huge_pages`: memory of messages in huge pages
//! - [`note`]: numbers that one rank finds out for all
//! - [`share`]: what both see of a message that both copy
//! - `left_to_sender`: whether the receiver leaves its copying to the sender
//! - [`doorbell`]: the word through which a sleeping rank is woken
//! - [`sleep`]: when to sleep, and how to wake cheaply
//! - [`device`]: the [`ferry_device::Device`] made of them
//! - [`stores`]: whether long pieces are stored through the caches or past them
//! - `trials`: which of two ways is the better one, found out by trying
//! - [`window_memory`]: the memory of a window that ranks share
//! - `sync`: atomics and waiting, which `--cfg loom` swaps for loom's model
//!
//! Under `--cfg loom` only rings and doorbells run in the model; what needs a segment does not
//! exist.

#[cfg(not(loom))]
pub mod background;
pub mod board;
#[cfg(not(loom))]
pub mod boards;
pub mod copier;
#[cfg(not(loom))]
pub mod cross_memory;
#[cfg(not(loom))]
pub mod device;
pub mod doorbell;
#[cfg(not(loom))]
mod ends;
#[cfg(not(loom))]
mod huge_pages;
pub mod layout;
#[cfg(not(loom))]
mod left_to_sender;
pub mod members;
#[cfg(not(loom))]
pub mod neighbors;
pub mod note;
pub mod pair_buffer;
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
pub mod stores;
mod sync;
mod trials;
#[cfg(not(loom))]
pub mod window_memory;

#[cfg(not(loom))]
pub use device::ShmDevice;
