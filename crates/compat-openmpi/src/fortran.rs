//! Integers that stand for handles in Fortran: small numbers for predefined handles, which the
//! standard's library gives to none, and the standard library's own for all others.

use core::ffi::c_int;

use ferry_constants as mpi;

/// Numbers up to this are predefined handles. Those without a handle in the standard stand for its
/// null value.
const LAST_PREDEFINED: c_int = 99;

/// Fortran's number of a predefined handle of the standard.
pub fn number(abi: usize, table: &[(c_int, usize)]) -> Option<c_int> {
    table.iter().find(|(_, handle)| *handle == abi).map(|(number, _)| *number)
}

/// The standard's handle of a number that is a predefined one.
pub fn handle(number: c_int, table: &[(c_int, usize)]) -> Option<usize> {
    let found = table.iter().find(|(listed, _)| *listed == number).map(|(_, handle)| *handle);
    found.or_else(|| (0..=LAST_PREDEFINED).contains(&number).then(|| null_of(table)))
}

/// What the standard has for a number that it has no handle for: the null handle of the table, or
/// none of any type.
fn null_of(table: &[(c_int, usize)]) -> usize {
    let is_datatypes = table.iter().any(|(_, handle)| *handle == mpi::MPI_INT);
    if is_datatypes { mpi::MPI_DATATYPE_NULL } else { ferry_compat::peer::NO_HANDLE }
}

const _: () = assert!(LAST_PREDEFINED < ferry_handle::FIRST_CREATED as c_int);
