//! The error classes of the standard and a short text for each (MPI-5 §9.4).

use crate::generated::*;

/// An error class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorClass {
    /// Its number.
    pub code: i32,
    /// Its name in C, such as `MPI_ERR_COMM`.
    pub name: &'static str,
    /// What it means, in a few words without a full stop.
    pub text: &'static str,
}

macro_rules! class {
    ($name:ident, $text:literal) => {
        ErrorClass { code: $name, name: stringify!($name), text: $text }
    };
}

/// Every predefined class, in ascending order of code.
pub const ERROR_CLASSES: &[ErrorClass] = &[
    class!(MPI_SUCCESS, "no error"),
    class!(MPI_ERR_BUFFER, "invalid buffer address"),
    class!(MPI_ERR_COUNT, "invalid count"),
    class!(MPI_ERR_TYPE, "invalid datatype"),
    class!(MPI_ERR_TAG, "invalid tag"),
    class!(MPI_ERR_COMM, "invalid communicator"),
    class!(MPI_ERR_RANK, "invalid rank"),
    class!(MPI_ERR_REQUEST, "invalid request"),
    class!(MPI_ERR_ROOT, "invalid root"),
    class!(MPI_ERR_GROUP, "invalid group"),
    class!(MPI_ERR_OP, "invalid reduction operation"),
    class!(MPI_ERR_TOPOLOGY, "invalid topology"),
    class!(MPI_ERR_DIMS, "invalid dimensions"),
    class!(MPI_ERR_ARG, "invalid argument"),
    class!(MPI_ERR_UNKNOWN, "unknown error"),
    class!(MPI_ERR_TRUNCATE, "message longer than the receive buffer"),
    class!(MPI_ERR_OTHER, "error without a class of its own"),
    class!(MPI_ERR_INTERN, "error inside the MPI library"),
    class!(MPI_ERR_PENDING, "operation still pending"),
    class!(MPI_ERR_IN_STATUS, "error code is in the status"),
    class!(MPI_ERR_ACCESS, "permission denied"),
    class!(MPI_ERR_AMODE, "invalid file access mode"),
    class!(MPI_ERR_ASSERT, "invalid assertion"),
    class!(MPI_ERR_BAD_FILE, "invalid file name"),
    class!(MPI_ERR_BASE, "invalid base address"),
    class!(MPI_ERR_CONVERSION, "error in a data conversion function"),
    class!(MPI_ERR_DISP, "invalid displacement"),
    class!(MPI_ERR_DUP_DATAREP, "data representation already defined"),
    class!(MPI_ERR_FILE_EXISTS, "file exists"),
    class!(MPI_ERR_FILE_IN_USE, "file is in use"),
    class!(MPI_ERR_FILE, "invalid file handle"),
    class!(MPI_ERR_INFO_KEY, "info key too long"),
    class!(MPI_ERR_INFO_NOKEY, "info key not defined"),
    class!(MPI_ERR_INFO_VALUE, "info value too long"),
    class!(MPI_ERR_INFO, "invalid info object"),
    class!(MPI_ERR_IO, "input or output failed"),
    class!(MPI_ERR_KEYVAL, "invalid attribute key"),
    class!(MPI_ERR_LOCKTYPE, "invalid lock type"),
    class!(MPI_ERR_NAME, "service name not published"),
    class!(MPI_ERR_NO_MEM, "out of memory"),
    class!(MPI_ERR_NOT_SAME, "collective argument or order differs between processes"),
    class!(MPI_ERR_NO_SPACE, "no space left"),
    class!(MPI_ERR_NO_SUCH_FILE, "no such file"),
    class!(MPI_ERR_PORT, "invalid port name"),
    class!(MPI_ERR_QUOTA, "quota exceeded"),
    class!(MPI_ERR_READ_ONLY, "read-only file or file system"),
    class!(MPI_ERR_RMA_ATTACH, "memory cannot be attached"),
    class!(MPI_ERR_RMA_CONFLICT, "conflicting accesses to a window"),
    class!(MPI_ERR_RMA_RANGE, "target memory is not part of the window"),
    class!(MPI_ERR_RMA_SHARED, "memory cannot be shared"),
    class!(MPI_ERR_RMA_SYNC, "wrong synchronization of a window"),
    class!(MPI_ERR_SERVICE, "service name cannot be unpublished"),
    class!(MPI_ERR_SIZE, "invalid size"),
    class!(MPI_ERR_SPAWN, "processes could not be started"),
    class!(MPI_ERR_UNSUPPORTED_DATAREP, "data representation not supported"),
    class!(MPI_ERR_UNSUPPORTED_OPERATION, "operation not supported"),
    class!(MPI_ERR_WIN, "invalid window"),
    class!(MPI_ERR_RMA_FLAVOR, "window has the wrong flavour"),
    class!(MPI_ERR_PROC_ABORTED, "a peer process aborted"),
    class!(MPI_ERR_VALUE_TOO_LARGE, "value too large to store"),
    class!(MPI_ERR_SESSION, "invalid session"),
    class!(MPI_ERR_ERRHANDLER, "invalid error handler"),
    class!(MPI_ERR_ABI, "ABI mismatch or invalid ABI request"),
    class!(MPIX_ERR_PROC_FAILED, "a process has died"),
    class!(MPIX_ERR_PROC_FAILED_PENDING, "a process has died that might have sent the message"),
    class!(MPIX_ERR_REVOKED, "the communicator is revoked"),
    class!(MPI_T_ERR_CANNOT_INIT, "tool interface cannot be initialized"),
    class!(MPI_T_ERR_NOT_ACCESSIBLE, "tool interface function not accessible"),
    class!(MPI_T_ERR_NOT_INITIALIZED, "tool interface not initialized"),
    class!(MPI_T_ERR_NOT_SUPPORTED, "tool interface function not supported"),
    class!(MPI_T_ERR_MEMORY, "tool interface out of memory"),
    class!(MPI_T_ERR_INVALID, "invalid use of the tool interface"),
    class!(MPI_T_ERR_INVALID_INDEX, "invalid variable or category index"),
    class!(MPI_T_ERR_INVALID_ITEM, "invalid item index"),
    class!(MPI_T_ERR_INVALID_SESSION, "invalid tool session"),
    class!(MPI_T_ERR_INVALID_HANDLE, "invalid tool handle"),
    class!(MPI_T_ERR_INVALID_NAME, "invalid variable or category name"),
    class!(MPI_T_ERR_OUT_OF_HANDLES, "no more tool handles"),
    class!(MPI_T_ERR_OUT_OF_SESSIONS, "no more tool sessions"),
    class!(MPI_T_ERR_CVAR_SET_NOT_NOW, "control variable cannot be set now"),
    class!(MPI_T_ERR_CVAR_SET_NEVER, "control variable cannot be set"),
    class!(MPI_T_ERR_PVAR_NO_WRITE, "performance variable cannot be written"),
    class!(MPI_T_ERR_PVAR_NO_STARTSTOP, "performance variable cannot be started or stopped"),
    class!(MPI_T_ERR_PVAR_NO_ATOMIC, "performance variable cannot be read and reset at once"),
];

/// A process that an operation needs has died, in a job that survives that: no class of the
/// standard yet.
pub const MPIX_ERR_PROC_FAILED: i32 = 101;
/// A receive from any source waits although a process that might send has died, and nobody has
/// acknowledged that.
pub const MPIX_ERR_PROC_FAILED_PENDING: i32 = 102;
/// The communicator is revoked.
pub const MPIX_ERR_REVOKED: i32 = 103;

/// The predefined class of number `code`.
pub fn error_class(code: i32) -> Option<&'static ErrorClass> {
    let index = ERROR_CLASSES.binary_search_by_key(&code, |class| class.code).ok()?;
    Some(&ERROR_CLASSES[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_ascend_and_are_found() {
        assert!(ERROR_CLASSES.is_sorted_by(|a, b| a.code < b.code));
        for class in ERROR_CLASSES {
            assert_eq!(error_class(class.code), Some(class));
        }
    }

    #[test]
    fn classes_of_mpi_have_no_gap() {
        for code in MPI_SUCCESS..=MPI_ERR_ABI {
            assert!(error_class(code).is_some(), "class {code} has no text");
        }
        assert_eq!(error_class(MPI_ERR_ABI + 1), None);
    }
}
