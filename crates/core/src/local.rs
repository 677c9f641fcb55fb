//! What exists independently of `MPI_Init`: info objects, error handlers, error codes of the
//! program's own.

use ferry_constants as mpi;

use crate::errhandler::Errhandlers;
use crate::error_code::ErrorCodes;
use crate::fortran::Fortran;
use crate::info::Infos;
use ferry_tools::state::Tools;

/// Objects that may be made before `MPI_Init` and used after `MPI_Finalize` (MPI-5 §11.4.1).
pub struct Local {
    /// `MPI_Info` objects.
    pub infos: Infos,
    /// `MPI_Errhandler` objects.
    pub errhandlers: Errhandlers,
    /// Error classes, codes and strings.
    pub error_codes: ErrorCodes,
    /// The handle of the error handler that files have when they are opened, that of
    /// `MPI_FILE_NULL`.
    pub file_errhandler: usize,
    /// What the program said about its Fortran compiler.
    pub fortran: Fortran,
    /// What tools have made.
    pub tools: Tools,
}

impl Local {
    /// Nothing but what is predefined.
    pub const fn new() -> Self {
        Local {
            infos: Infos::new(),
            errhandlers: Errhandlers::new(),
            error_codes: ErrorCodes::new(),
            file_errhandler: mpi::MPI_ERRORS_RETURN,
            fortran: Fortran::new(),
            tools: Tools::new(),
        }
    }
}

impl Default for Local {
    fn default() -> Self {
        Self::new()
    }
}
