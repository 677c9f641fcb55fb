//! The lab: virtual machines with a stock Debian kernel and soft-RoCE, so that anyone can run MPI
//! over RDMA on a laptop.
//!
//! - [`options`]: what the user may choose
//! - [`run`]: a whole run, from the first download to the exit status
//! - [`store`]: kernel and tools, fetched once into the user's cache
//! - [`image`]: the initial file system of a node, made here
//! - [`machine`]: one QEMU process for each node, and the switch between them
//! - [`session`]: the conversation with the nodes; the command's input, output and end
//! - [`error`]: what may go wrong, with the remedy
//!
//! `image`, the command lines in `machine` and `store`, and the frames of `session` are pure
//! functions. docs/lab.md tells users about all this, docs/adr/0016-lab.md why it is so.
#![forbid(unsafe_code)]

pub mod error;
pub mod image;
pub mod machine;
pub mod options;
pub mod run;
pub mod session;
pub mod store;

pub use error::{LabError, Result};
