//! The errors of the tool interface (MPI-5 §15.3.10): codes that calls return, and nothing else.

use ferry_constants as mpi;

/// Why a call was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A wrong argument.
    Invalid,
    /// There is no variable, category, event, source, element or item of that index.
    InvalidIndex,
    /// There is nothing of that name.
    InvalidName,
    /// A handle that refers to nothing, or to something else.
    InvalidHandle,
    /// A session that is none.
    InvalidSession,
    /// The interface is not initialized.
    NotInitialized,
    /// MPI is not initialized, so the object is not there.
    NotAccessible,
    /// The control variable may be set at another time.
    NotNow,
    /// The control variable cannot be set any more.
    Never,
    /// The performance variable is always on.
    NoStartStop,
    /// The performance variable can only be read.
    NoWrite,
    /// The performance variable cannot be reset, so it cannot be read and reset.
    NoAtomic,
}

impl Refusal {
    /// `MPI_T_ERR_...`.
    pub fn code(self) -> i32 {
        match self {
            Refusal::Invalid => mpi::MPI_T_ERR_INVALID,
            Refusal::InvalidIndex => mpi::MPI_T_ERR_INVALID_INDEX,
            Refusal::InvalidName => mpi::MPI_T_ERR_INVALID_NAME,
            Refusal::InvalidHandle => mpi::MPI_T_ERR_INVALID_HANDLE,
            Refusal::InvalidSession => mpi::MPI_T_ERR_INVALID_SESSION,
            Refusal::NotInitialized => mpi::MPI_T_ERR_NOT_INITIALIZED,
            Refusal::NotAccessible => mpi::MPI_T_ERR_NOT_ACCESSIBLE,
            Refusal::NotNow => mpi::MPI_T_ERR_CVAR_SET_NOT_NOW,
            Refusal::Never => mpi::MPI_T_ERR_CVAR_SET_NEVER,
            Refusal::NoStartStop => mpi::MPI_T_ERR_PVAR_NO_STARTSTOP,
            Refusal::NoWrite => mpi::MPI_T_ERR_PVAR_NO_WRITE,
            Refusal::NoAtomic => mpi::MPI_T_ERR_PVAR_NO_ATOMIC,
        }
    }
}
