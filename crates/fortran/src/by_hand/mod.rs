//! Entry points that do not follow from the data alone.
//!
//! - `startup`: MPI_INIT, which also tells C about Fortran's types; `values`: functions that return
//!   a value;
//! - `callbacks` take procedures of the program; `attributes` their integers;
//! - `strings` have lengths that Fortran counts in its own way; `spawn` takes arrays of strings;
//! - `statuses`: conversions of statuses, comparisons of handles and what else only Fortran has.

mod attributes;
mod callbacks;
mod spawn;
mod startup;
mod statuses;
mod strings;
mod values;
