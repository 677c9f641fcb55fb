//! Error handlers. C declares them with a variable number of arguments; ours look at the first two,
//! which every calling convention that we run on passes as if there were no others.
//!
//! # Safety arguments
//! FTN-3 of the crate.

use std::ffi::c_int;

use crate::entry::Fint;
use crate::generated::c;
use crate::handle;

type HandlerProcedure = unsafe extern "C" fn(*mut Fint, *mut Fint);

macro_rules! kinds {
    ($($module:ident $type:ident;)*) => {$(
        /// Error handlers of one kind of object.
        pub mod $module {
            use super::super::pool::{Pool, at, functions};
            use super::*;

            static HANDLERS: Pool = Pool::new();

            /// The C function for a procedure; none if there are too many.
            pub fn function(procedure: usize) -> Option<usize> {
                Some(at(&functions!(handle_error), HANDLERS.number(procedure)?))
            }

            unsafe extern "C" fn handle_error<const N: usize>(object: *mut c::$type, code: *mut c_int) {
                // SAFETY: FTN-3.
                unsafe {
                    let procedure: HandlerProcedure = std::mem::transmute(HANDLERS.procedure(N));
                    procedure(&mut handle::$module::value(*object), code);
                }
            }
        }
    )*};
}

kinds! {
    comm MPI_Comm;
    file MPI_File;
    session MPI_Session;
    win MPI_Win;
}
