//! The functions of MPI, by theme. The generator finds `pub(crate) unsafe fn <name>` in the files of this folder, where `<name>` is the MPI
//! name in lower case without `MPI_`; `MPI_X` and `MPI_X_c` share an implementation (see ARCHITECTURE.md).
//!
//! - [`environment`], [`lifecycle`]: versions, time, memory; initialization to abort
//! - [`message`]: what sends, receives and probes have in common
//! - [`send`], [`receive`], [`exchange`], [`probe`], [`persistent`], [`buffered`]: point-to-point communication
//! - [`completion`]: requests: wait, test, cancel, free
//!
//! # Safety arguments
//! - ABI-1: every pointer argument is what the caller of the MPI function promises by calling it: null where the standard allows it, a
//!   special address of the ABI, or valid for the access the standard describes.
//! - ABI-2: arrays have as many elements as the accompanying count says.

pub mod buffered;
pub mod completion;
pub mod exchange;
pub mod lifecycle;
pub mod message;
pub mod persistent;
pub mod probe;
pub mod receive;
pub mod send;
