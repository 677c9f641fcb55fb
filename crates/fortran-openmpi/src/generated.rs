//! The entry points that take buffers by address, which those of `mpi_f08` do here as well.

#[allow(dead_code, reason = "buffers by address have no large forms")]
#[path = "../../fortran/src/generated/c.rs"]
pub mod c;
#[path = "../../fortran/src/generated/plain.rs"]
mod plain;
