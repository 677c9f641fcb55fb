//! The shared-memory device. Ranks of one node exchange packets through rings in the node segment,
//! copy between their memories, and do collective operations in areas that they share.
//!
//! The segment:
//! - [`layout`]: where everything lies in it
//! - [`segment`]: attaching to it
//! - [`members`]: world ranks and ranks on the node
//! - [`note`]: numbers that one rank finds out for all
//!
//! Packets:
//! - [`ring`]: the two ends of a ring
//! - [`body`]: where the body of a packet goes, and how it is stored
//! - [`doorbell`]: the word through which a sleeping rank is woken
//! - [`sleep`]: when to sleep, and how to wake cheaply
//! - [`neighbors`]: packets between processes of different jobs on the node
//!
//! Large messages:
//! - [`cross_memory`]: copies between the memories of two ranks
//! - [`shared_heap`]: copies between large blocks of memory that peers map
//! - [`share`]: the words of a message that both ends copy
//! - [`pipes`]: pipes between ranks
//! - [`background`]: copies that go on while the program computes, and the thread that does them
//! - `huge_pages`: memory of messages in huge pages
//!
//! Collective operations and windows:
//! - [`shared_area`]: the memory of a communicator's collective operations
//! - [`shared_areas`]: which communicator has which shared area
//! - [`window_memory`]: the memory of a window
//!
//! - [`device`]: the [`ferry_device::Device`] made of them
//! - `sync`: atomics and waiting, which `--cfg loom` swaps for loom's model
//!
//! Under `--cfg loom` the lock-free parts run in loom's model. What needs a segment does not exist
//! there.

pub mod background;
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
pub mod shared_area;
#[cfg(not(loom))]
pub mod shared_areas;
#[cfg(not(loom))]
pub mod shared_heap;
#[cfg(not(loom))]
pub mod sleep;
mod sync;
#[cfg(not(loom))]
pub mod window_memory;

#[cfg(not(loom))]
pub use device::ShmDevice;
