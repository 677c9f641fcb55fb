//! Procedures that MPI 3.0 removed and libraries of older interfaces have: addresses and extents
//! are default INTEGERs there. `removed.ld` has those that are other names of newer procedures.
//!
//! # Safety arguments
//! FTN-1, FTN-2 of the crate.

use std::ffi::{c_int, c_void};

use smallvec::SmallVec;

use crate::abi::{MPI_ERR_ARG, MPI_SUCCESS};
use crate::entry::{Fint, entry};
use crate::{handle, sentinel};

/// Displacements of default INTEGERs as C takes them.
///
/// # Safety
/// FTN-1.
unsafe fn displacements(values: *const Fint, count: c_int) -> SmallVec<[i64; 16]> {
    // SAFETY: FTN-1.
    (0..usize::try_from(count).unwrap_or(0)).map(|index| i64::from(unsafe { *values.add(index) })).collect()
}

/// Stores an address or extent, if a default INTEGER holds it: the newer procedures have larger
/// ones.
///
/// # Safety
/// FTN-1.
unsafe fn store(code: c_int, value: i64, to: *mut Fint) -> c_int {
    match Fint::try_from(value) {
        _ if code != MPI_SUCCESS => code,
        Ok(value) => {
            // SAFETY: FTN-1.
            unsafe { *to = value };
            MPI_SUCCESS
        }
        Err(_) => {
            eprintln!(
                "ferry: {value} is more than an INTEGER holds, which MPI_Address, MPI_Type_extent, MPI_Type_lb and MPI_Type_ub store; \
                 use MPI_Get_address and MPI_Type_get_extent"
            );
            MPI_ERR_ARG
        }
    }
}

entry! { mpi_address_ pmpi_address_ (call = MPI_Get_address PMPI_Get_address) (location: *mut c_void, address: *mut Fint) () {
    let mut value = 0;
    let code = call(sentinel::buffer(location), &mut value);
    store(code, value, address)
} }

entry! { mpi_type_extent_ pmpi_type_extent_ (call = MPI_Type_get_extent PMPI_Type_get_extent) (datatype: *const Fint, extent: *mut Fint) () {
    let (mut lb, mut value) = (0, 0);
    let code = call(handle::datatype::from_fortran(datatype), &mut lb, &mut value);
    store(code, value, extent)
} }

entry! { mpi_type_lb_ pmpi_type_lb_ (call = MPI_Type_get_extent PMPI_Type_get_extent) (datatype: *const Fint, displacement: *mut Fint) () {
    let (mut lb, mut value) = (0, 0);
    let code = call(handle::datatype::from_fortran(datatype), &mut lb, &mut value);
    store(code, lb, displacement)
} }

entry! { mpi_type_ub_ pmpi_type_ub_ (call = MPI_Type_get_extent PMPI_Type_get_extent) (datatype: *const Fint, displacement: *mut Fint) () {
    let (mut lb, mut value) = (0, 0);
    let code = call(handle::datatype::from_fortran(datatype), &mut lb, &mut value);
    store(code, lb + value, displacement)
} }

entry! { mpi_type_hindexed_ pmpi_type_hindexed_ (call = MPI_Type_create_hindexed PMPI_Type_create_hindexed) (count: *const c_int, lengths: *const c_int, places: *const Fint, oldtype: *const Fint, newtype: *mut Fint) () {
    let places = displacements(places, *count);
    let mut made = 0;
    let code = call(*count, lengths, places.as_ptr(), handle::datatype::from_fortran(oldtype), &mut made);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(made, newtype); }
    code
} }

entry! { mpi_type_hvector_ pmpi_type_hvector_ (call = MPI_Type_create_hvector PMPI_Type_create_hvector) (count: *const c_int, length: *const c_int, stride: *const Fint, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut made = 0;
    let code = call(*count, *length, i64::from(*stride), handle::datatype::from_fortran(oldtype), &mut made);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(made, newtype); }
    code
} }

entry! { mpi_type_struct_ pmpi_type_struct_ (call = MPI_Type_create_struct PMPI_Type_create_struct) (count: *const c_int, lengths: *const c_int, places: *const Fint, types: *const Fint, newtype: *mut Fint) () {
    let places = displacements(places, *count);
    let types = handle::datatype::all_from_fortran(types, i64::from(*count));
    let mut made = 0;
    let code = call(*count, lengths, places.as_ptr(), types.as_ptr(), &mut made);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(made, newtype); }
    code
} }
