//! Choice buffers of `mpi_f08`: descriptors of arrays, perhaps of sections whose elements do not
//! lie side by side.
//!
//! - `descriptor` reads what a compiler passes;
//! - `copy` gathers the elements of a section and puts them back, for blocking calls;
//! - `layout` makes a datatype of a section, for calls after which MPI goes on using it;
//! - `section` chooses among these and says what to pass to C;
//! - `only_fortran` has procedures without a counterpart in C.

mod copy;
mod descriptor;
mod layout;
mod only_fortran;
mod section;

pub use descriptor::Descriptor;
pub use section::{Object, Pack, Section};
