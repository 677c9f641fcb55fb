//! Entry points that take procedures of the program.
//!
//! # Safety arguments
//! FTN-1, FTN-2, FTN-3 of the crate.

use std::ffi::{c_char, c_int, c_void};

use crate::abi::{MPI_ERR_NO_MEM, MPI_SUCCESS};

use crate::callback::{attribute, datarep, errhandler, grequest, operation};
use crate::entry::{Fint, entry};
use crate::{handle, logical, text};

entry! { mpi_op_create_ pmpi_op_create_ (call = MPI_Op_create PMPI_Op_create) (user_fn: *const c_void, commute: *const Fint, op: *mut Fint) () {
    let mut c_op = 0;
    let Some(function) = operation::function(user_fn as usize) else { return MPI_ERR_NO_MEM };
    let code = call(function, logical::to_c(*commute), &mut c_op);
    if code == MPI_SUCCESS { handle::op::to_fortran(c_op, op); }
    code
} }

entry! { mpi_op_create_c_ pmpi_op_create_c_ (call = MPI_Op_create_c PMPI_Op_create_c) (user_fn: *const c_void, commute: *const Fint, op: *mut Fint) () {
    let mut c_op = 0;
    let Some(function) = operation::large_function(user_fn as usize) else { return MPI_ERR_NO_MEM };
    let code = call(function, logical::to_c(*commute), &mut c_op);
    if code == MPI_SUCCESS { handle::op::to_fortran(c_op, op); }
    code
} }

macro_rules! errhandlers {
    ($($name:ident $profiled:ident $mpi:ident $pmpi:ident $module:ident;)*) => {$(
        entry! { $name $profiled (call = $mpi $pmpi) (procedure: *const c_void, errhandler: *mut Fint) () {
            let mut c_errhandler = 0;
            let Some(function) = errhandler::$module::function(procedure as usize) else { return MPI_ERR_NO_MEM };
            let code = call(function, &mut c_errhandler);
            if code == MPI_SUCCESS { handle::errhandler::to_fortran(c_errhandler, errhandler); }
            code
        } }
    )*};
}

errhandlers! {
    mpi_comm_create_errhandler_ pmpi_comm_create_errhandler_ MPI_Comm_create_errhandler PMPI_Comm_create_errhandler comm;
    mpi_file_create_errhandler_ pmpi_file_create_errhandler_ MPI_File_create_errhandler PMPI_File_create_errhandler file;
    mpi_session_create_errhandler_ pmpi_session_create_errhandler_ MPI_Session_create_errhandler PMPI_Session_create_errhandler session;
    mpi_win_create_errhandler_ pmpi_win_create_errhandler_ MPI_Win_create_errhandler PMPI_Win_create_errhandler win;
}

macro_rules! keyvals {
    ($($name:ident $profiled:ident $mpi:ident $pmpi:ident $copy:ident $delete:ident $state:ty;)*) => {$(
        entry! { $name $profiled (call = $mpi $pmpi) (copy: *const c_void, delete: *const c_void, keyval: *mut c_int, extra_state: *const $state) () {
            let procedures = attribute::Keyval { copy: copy as usize, delete: delete as usize, extra_state: i64::from(*extra_state) };
            call(attribute::$copy as *const () as usize, attribute::$delete as *const () as usize, keyval, procedures.interned())
        } }
    )*};
}

keyvals! {
    mpi_comm_create_keyval_ pmpi_comm_create_keyval_ MPI_Comm_create_keyval PMPI_Comm_create_keyval copy_comm delete_comm i64;
    mpi_type_create_keyval_ pmpi_type_create_keyval_ MPI_Type_create_keyval PMPI_Type_create_keyval copy_type delete_type i64;
    mpi_win_create_keyval_ pmpi_win_create_keyval_ MPI_Win_create_keyval PMPI_Win_create_keyval copy_win delete_win i64;
    mpi_keyval_create_ pmpi_keyval_create_ MPI_Keyval_create PMPI_Keyval_create copy_old delete_old Fint;
}

entry! { mpi_grequest_start_ pmpi_grequest_start_ (call = MPI_Grequest_start PMPI_Grequest_start) (query_fn: *const c_void, free_fn: *const c_void, cancel_fn: *const c_void, extra_state: *const i64, request: *mut Fint) () {
    let mut c_request = 0;
    let procedures = Box::into_raw(Box::new(grequest::RequestProcedures {
        query: std::mem::transmute::<*const c_void, unsafe extern "C" fn(*mut i64, *mut crate::abi::Status, *mut Fint)>(query_fn),
        free: std::mem::transmute::<*const c_void, unsafe extern "C" fn(*mut i64, *mut Fint)>(free_fn),
        cancel: std::mem::transmute::<*const c_void, unsafe extern "C" fn(*mut i64, *mut Fint, *mut Fint)>(cancel_fn),
        extra_state: *extra_state,
    }));
    let code = call(
        grequest::query as *const () as usize,
        grequest::free as *const () as usize,
        grequest::cancel as *const () as usize,
        procedures.cast(),
        &mut c_request,
    );
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); } else { drop(Box::from_raw(procedures)); }
    code
} }

macro_rules! datareps {
    ($($name:ident $profiled:ident $mpi:ident $pmpi:ident $read:ident $write:ident;)*) => {$(
        entry! { $name $profiled (call = $mpi $pmpi) (datarep: *const c_char, read: *const c_void, write: *const c_void, extent: *const c_void, extra_state: *const i64) (datarep_len) {
            let name = text::trimmed(datarep, datarep_len);
            let procedures = datarep::DatarepProcedures { read: read as usize, write: write as usize, extent: extent as usize, extra_state: *extra_state };
            let unless_null = |procedure: *const c_void, function: usize| if is_null_conversion(procedure) { 0 } else { function };
            call(
                name.as_ptr(),
                unless_null(read, datarep::$read as *const () as usize),
                unless_null(write, datarep::$write as *const () as usize),
                datarep::extent as *const () as usize,
                std::ptr::from_mut(Box::leak(Box::new(procedures))).cast(),
            )
        } }
    )*};
}

datareps! {
    mpi_register_datarep_ pmpi_register_datarep_ MPI_Register_datarep PMPI_Register_datarep read write;
    mpi_register_datarep_c_ pmpi_register_datarep_c_ MPI_Register_datarep_c PMPI_Register_datarep_c read_large write_large;
}

/// Whether a procedure is MPI_CONVERSION_FN_NULL. The program may know the symbol under an address
/// of its own.
fn is_null_conversion(procedure: *const c_void) -> bool {
    std::ptr::eq(procedure, mpi_conversion_fn_null_ as *const c_void)
}

/// MPI_CONVERSION_FN_NULL: an address that is compared and never called.
#[unsafe(no_mangle)]
pub extern "C" fn mpi_conversion_fn_null_() {}
