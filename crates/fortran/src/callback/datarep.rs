//! Data representations of files.
//!
//! # Safety arguments
//! - REP-1: the extra state is a `DatarepProcedures` of ours, which is never freed: representations
//!   last as long as the program.
//! - FTN-3 of the crate.

use std::ffi::{c_int, c_void};

use crate::abi::MPI_SUCCESS;

use crate::entry::Fint;
use crate::generated::c;
use crate::handle;

/// The procedures of a representation, and the extra state that they get.
pub struct DatarepProcedures {
    pub read: usize,
    pub write: usize,
    pub extent: usize,
    pub extra_state: i64,
}

type Extent = unsafe extern "C" fn(*mut Fint, *mut i64, *mut i64, *mut Fint);
type Convert<Count> = unsafe extern "C" fn(*mut c_void, *mut Fint, *mut Count, *mut c_void, *mut i64, *mut i64, *mut Fint);

pub unsafe extern "C" fn extent(datatype: c::MPI_Datatype, extent: *mut i64, extra: *mut c_void) -> c_int {
    let mut error = MPI_SUCCESS;
    // SAFETY: REP-1, FTN-3.
    unsafe {
        let procedures = &mut *extra.cast::<DatarepProcedures>();
        let procedure: Extent = std::mem::transmute(procedures.extent);
        procedure(&mut handle::datatype::value(datatype), extent, &mut procedures.extra_state, &mut error);
    }
    error
}

unsafe fn convert<Count>(
    procedure: usize,
    state: &mut i64,
    (memory, file): (*mut c_void, *mut c_void),
    datatype: c::MPI_Datatype,
    mut count: Count,
    mut position: i64,
) -> c_int {
    let mut error = MPI_SUCCESS;
    // SAFETY: FTN-3.
    unsafe {
        let procedure: Convert<Count> = std::mem::transmute(procedure);
        procedure(memory, &mut handle::datatype::value(datatype), &mut count, file, &mut position, state, &mut error);
    }
    error
}

macro_rules! conversions {
    ($($name:ident $field:ident $count:ty;)*) => {$(
        pub unsafe extern "C" fn $name(
            memory: *mut c_void, datatype: c::MPI_Datatype, count: $count, file: *mut c_void, position: i64, extra: *mut c_void,
        ) -> c_int {
            // SAFETY: REP-1, FTN-3.
            unsafe {
                let procedures = &mut *extra.cast::<DatarepProcedures>();
                convert(procedures.$field, &mut procedures.extra_state, (memory, file), datatype, count, position)
            }
        }
    )*};
}

conversions! {
    read read c_int;
    write write c_int;
    read_large read i64;
    write_large write i64;
}
