//! Numbers of the MPI 5.0 standard ABI (version 1.0): constants, the layout of `MPI_Status`, and
//! error classes.
//!
//! `generated` holds every constant under its C name; handles and special addresses are `usize`,
//! integers are `i32`.
#![forbid(unsafe_code)]

mod error_classes;
mod generated;
mod handles;
mod status;

pub use error_classes::{
    ERROR_CLASSES, ErrorClass, MPIX_ERR_PROC_FAILED, MPIX_ERR_PROC_FAILED_PENDING, MPIX_ERR_REVOKED, error_class,
};
pub use generated::*;
pub use handles::handle_name;
pub use status::Status;
