//! The C interface of libibverbs, loaded when it is first wanted: nothing of RDMA is needed to
//! build Ferry, nor to run it without RDMA.
//!
//! - `bindings`: types, constants and the table of functions, generated (`generate/generate.sh`)
//!   and committed
//! - [`inline`]: the functions that the C header defines itself, which go through tables in the
//!   objects
//! - [`library`]: loading, once per process
//!
//! Everything here is as unsafe as C; the crate `verbs` makes it safe.

#[allow(missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, rustdoc::all)]
#[allow(clippy::all, clippy::undocumented_unsafe_blocks, unsafe_op_in_unsafe_fn)]
mod bindings;
pub mod inline;
mod load;

pub use bindings::*;
pub use load::{LoadError, kernel_copies_on_fork, library};
