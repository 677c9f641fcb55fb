//! Attributes as integers, and the predefined procedures that copy and delete them.
//!
//! # Safety arguments
//! FTN-1, FTN-2 of the crate. Predefined attributes of C are addresses of integers, but
//! MPI_WIN_BASE, which is the address meant.

use std::ffi::{c_int, c_void};

use crate::abi::{self, MPI_SUCCESS};
use crate::callback::attribute;
use crate::entry::{Fint, entry};
use crate::{handle, logical};

macro_rules! attributes {
    ($($set:ident $pset:ident $Set:ident $PSet:ident, $get:ident $pget:ident $Get:ident $PGet:ident, $module:ident $int:ty;)*) => {$(
        entry! { $set $pset (call = $Set $PSet) (object: *const Fint, keyval: *const c_int, attribute_val: *const $int) () {
            call(handle::$module::from_fortran(object), *keyval, attribute::to_c(i64::from(*attribute_val)))
        } }

        entry! { $get $pget (call = $Get $PGet) (object: *const Fint, keyval: *const c_int, attribute_val: *mut $int, flag: *mut Fint) () {
            let (mut kept, mut found): (*mut c_void, c_int) = (std::ptr::null_mut(), 0);
            let key = abi::key(*keyval);
            let code = call(handle::$module::from_fortran(object), key, (&raw mut kept).cast(), &mut found);
            *flag = logical::to_fortran(found);
            if code == MPI_SUCCESS && found != 0 { *attribute_val = value(key, kept) as $int; }
            code
        } }
    )*};
}

attributes! {
    mpi_comm_set_attr_ pmpi_comm_set_attr_ MPI_Comm_set_attr PMPI_Comm_set_attr, mpi_comm_get_attr_ pmpi_comm_get_attr_ MPI_Comm_get_attr PMPI_Comm_get_attr, comm i64;
    mpi_type_set_attr_ pmpi_type_set_attr_ MPI_Type_set_attr PMPI_Type_set_attr, mpi_type_get_attr_ pmpi_type_get_attr_ MPI_Type_get_attr PMPI_Type_get_attr, datatype i64;
    mpi_win_set_attr_ pmpi_win_set_attr_ MPI_Win_set_attr PMPI_Win_set_attr, mpi_win_get_attr_ pmpi_win_get_attr_ MPI_Win_get_attr PMPI_Win_get_attr, win i64;
    mpi_attr_put_ pmpi_attr_put_ MPI_Attr_put PMPI_Attr_put, mpi_attr_get_ pmpi_attr_get_ MPI_Attr_get PMPI_Attr_get, comm Fint;
}

/// What Fortran sees of an attribute.
///
/// # Safety
/// `kept` is what C has for the key.
unsafe fn value(keyval: c_int, kept: *mut c_void) -> i64 {
    match keyval {
        abi::MPI_WIN_BASE => kept as i64,
        // SAFETY: predefined attributes are addresses of integers.
        abi::MPI_WIN_SIZE => unsafe { *kept.cast::<i64>() },
        // SAFETY: as above.
        key if is_predefined(key) => i64::from(unsafe { *kept.cast::<c_int>() }),
        _ => attribute::to_fortran(kept),
    }
}

fn is_predefined(key: c_int) -> bool {
    let keys = [
        abi::MPI_TAG_UB,
        abi::MPI_IO,
        abi::MPI_HOST,
        abi::MPI_WTIME_IS_GLOBAL,
        abi::MPI_APPNUM,
        abi::MPI_LASTUSEDCODE,
        abi::MPI_UNIVERSE_SIZE,
        abi::MPI_WIN_DISP_UNIT,
        abi::MPI_WIN_CREATE_FLAVOR,
        abi::MPI_WIN_MODEL,
    ];
    keys.contains(&key)
}

macro_rules! predefined {
    ($($duplicate:ident $forget:ident $delete:ident $int:ty;)*) => {$(
        /// Copies the attribute.
        ///
        /// # Safety
        /// FTN-1.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $duplicate(
            _: *mut Fint, _: *mut Fint, _: *mut $int, from: *mut $int, to: *mut $int, flag: *mut Fint, ierror: *mut Fint,
        ) {
            // SAFETY: FTN-1.
            unsafe { (*to, *flag, *ierror) = (*from, 1, MPI_SUCCESS) };
        }

        /// Does not copy the attribute.
        ///
        /// # Safety
        /// FTN-1.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $forget(
            _: *mut Fint, _: *mut Fint, _: *mut $int, _: *mut $int, _: *mut $int, flag: *mut Fint, ierror: *mut Fint,
        ) {
            // SAFETY: FTN-1.
            unsafe { (*flag, *ierror) = (0, MPI_SUCCESS) };
        }

        /// Deletes nothing.
        ///
        /// # Safety
        /// FTN-1.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $delete(_: *mut Fint, _: *mut Fint, _: *mut $int, _: *mut $int, ierror: *mut Fint) {
            // SAFETY: FTN-1.
            unsafe { *ierror = MPI_SUCCESS };
        }
    )*};
}

predefined! {
    mpi_comm_dup_fn_ mpi_comm_null_copy_fn_ mpi_comm_null_delete_fn_ i64;
    mpi_dup_fn_ mpi_null_copy_fn_ mpi_null_delete_fn_ Fint;
}
