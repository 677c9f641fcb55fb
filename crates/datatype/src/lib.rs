//! MPI datatypes as pure values (MPI 5.0, chapter 5). Nothing here touches a buffer: a [`Datatype`]
//! says where the bytes of a message are, `ferry-kernels` moves them.
//!
//! - `primitive`: the machine element types every type map is made of.
//! - `layout`: where the bytes are, as a small normalised tree of runs and loops.
//! - `signature`: which primitives the bytes are, in order.
//! - `typemap`: layout, signature, bounds and alignment together, and the two ways to combine them:
//!   repeat and sequence.
//! - `datatype`: the immutable handle programs hold and its queries.
//! - `construct`, `array`: the constructors of the standard.
//! - `contents`: what `MPI_Type_get_envelope` and `MPI_Type_get_contents` report.
//! - `predefined`: the table of the named types of the ABI.
//! - `cursor`: resumable walk over the segments of a message.
//! - `wire`: a datatype as bytes for another process.
#![forbid(unsafe_code)]

mod array;
mod construct;
mod contents;
mod cursor;
mod datatype;
mod digest;
mod error;
mod layout;
mod predefined;
mod primitive;
mod shared;
mod signature;
mod typemap;
mod wire;

pub use array::{Distribution, Order};
pub use contents::{Combiner, Contents, Envelope};
pub use cursor::{Cursor, Segment};
pub use datatype::Datatype;
pub use error::TypeError;
pub use layout::{Layout, Part, Placed, Run};
pub use predefined::PlainElement;
pub use primitive::Primitive;
pub use shared::Shared;
pub use signature::Signature;
