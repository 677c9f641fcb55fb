//! The device of a job on several nodes: packets to processes of the same node go through shared
//! memory, others through a network.
//!
//! Both parts know peers by world rank. A job on one node has no network, and costs nothing more
//! than its shared memory.
//!
//! - [`adapter`]: RDMA with either transport
//! - [`foreign`]: RDMA to processes of other jobs
//! - [`network`]: the networks between nodes
//! - [`rdma`]: what either needs of a real adapter
//! - [`routes`]: the [`ferry_device::Device`] made of two
//! - [`watcher`]: a thread that wakes sleepers of the node's memory when the network has something

pub mod adapter;
pub mod foreign;
pub mod network;
pub mod rdma;
pub mod routes;
pub mod watcher;

pub use ferry_tcp::FetchCard;
pub use network::{FAREWELL, Network};
pub use routes::Routes;
