//! Strings whose length C counts with the null and Fortran without.
//!
//! # Safety arguments
//! FTN-1, FTN-2 of the crate.

use std::ffi::{c_char, c_int};
use std::ptr::null_mut;

use crate::abi::MPI_SUCCESS;

use crate::entry::{Fint, entry};
use crate::{handle, logical, text};

entry! { mpi_info_create_env_ pmpi_info_create_env_ (call = MPI_Info_create_env PMPI_Info_create_env) (info: *mut Fint) () {
    let mut c_info = 0;
    let code = call(0, null_mut(), &mut c_info);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_info, info); }
    code
} }

entry! { mpi_info_get_ pmpi_info_get_ (call = MPI_Info_get PMPI_Info_get) (info: *const Fint, key: *const c_char, valuelen: *const c_int, value: *mut c_char, flag: *mut Fint) (key_len, value_len) {
    let c_key = text::stripped(key, key_len);
    let mut room = vec![0; usize::try_from(*valuelen).unwrap_or(0) + 1];
    let mut found = 0;
    let code = call(handle::info::from_fortran(info), c_key.as_ptr(), *valuelen, room.as_mut_ptr(), &mut found);
    *flag = logical::to_fortran(found);
    if code == MPI_SUCCESS && found != 0 { text::store(&room, value, value_len); }
    code
} }

entry! { mpi_info_get_string_ pmpi_info_get_string_ (call = MPI_Info_get_string PMPI_Info_get_string) (info: *const Fint, key: *const c_char, buflen: *mut c_int, value: *mut c_char, flag: *mut Fint) (key_len, value_len) {
    let c_key = text::stripped(key, key_len);
    let mut length = with_null(*buflen);
    let mut room = vec![0; usize::try_from(length).unwrap_or(0) + 1];
    let mut found = 0;
    let code = call(handle::info::from_fortran(info), c_key.as_ptr(), &mut length, room.as_mut_ptr(), &mut found);
    *flag = logical::to_fortran(found);
    if code == MPI_SUCCESS && found != 0 {
        if *buflen > 0 { text::store(&room, value, value_len); }
        *buflen = length - 1;
    }
    code
} }

entry! { mpi_session_get_nth_pset_ pmpi_session_get_nth_pset_ (call = MPI_Session_get_nth_pset PMPI_Session_get_nth_pset) (session: *const Fint, info: *const Fint, n: *const c_int, pset_len: *mut c_int, pset_name: *mut c_char) (pset_name_len) {
    let mut length = with_null(*pset_len);
    let mut room = vec![0; usize::try_from(length).unwrap_or(0) + 1];
    let code = call(handle::session::from_fortran(session), handle::info::from_fortran(info), *n, &mut length, room.as_mut_ptr());
    if code == MPI_SUCCESS {
        if *pset_len > 0 { text::store(&room, pset_name, pset_name_len); }
        *pset_len = length - 1;
    }
    code
} }

/// A length for C: 0 asks how long the string is and stays.
fn with_null(length: Fint) -> c_int {
    if length > 0 { length.saturating_add(1) } else { length }
}
