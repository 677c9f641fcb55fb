//! What can go wrong with a file, in the words and classes of the standard (MPI 5.0, section 14.7).

use std::fmt;
use std::sync::Arc;

use ferry_constants as mpi;
use ferry_sys::errno;

/// A failed operation on a file.
#[derive(Clone, Debug)]
pub enum Error {
    /// The system refused.
    System {
        /// What was to be done, as in "cannot write 3 bytes at offset 4 of".
        what: String,
        /// The file's name.
        path: Arc<str>,
        /// The number of the system's error.
        errno: i32,
    },
    /// A value that has no representation in the file.
    Unrepresentable {
        /// The file's name.
        path: Arc<str>,
        /// The name of the representation.
        representation: &'static str,
    },
    /// An offset that no file has.
    TooFar,
    /// A process that takes part in the operation cannot be reached any more.
    PeerLost {
        /// Its rank in the file's group.
        rank: u32,
    },
    /// A message of another process that makes no sense: the processes are not in the same call.
    Confused {
        /// Its rank in the file's group.
        rank: u32,
    },
    /// Any other error, and those of other processes.
    Said {
        /// The error class of the standard.
        class: i32,
        /// What there is to say.
        text: String,
    },
}

/// Shorthand for results of operations on files.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// What the system said when this process was to do `what` with file `path`.
    pub fn system(what: impl Into<String>, path: &Arc<str>, error: &std::io::Error) -> Error {
        Error::System { what: what.into(), path: path.clone(), errno: error.raw_os_error().unwrap_or(errno::EIO) }
    }

    /// The error class of the standard.
    pub fn class(&self) -> i32 {
        match self {
            Error::System { errno, .. } => class_of(*errno),
            Error::Unrepresentable { .. } => mpi::MPI_ERR_CONVERSION,
            Error::TooFar => mpi::MPI_ERR_ARG,
            Error::PeerLost { .. } => mpi::MPI_ERR_PROC_ABORTED,
            Error::Confused { .. } => mpi::MPI_ERR_NOT_SAME,
            Error::Said { class, .. } => *class,
        }
    }

    /// It as other processes hear of it, when it happened at `rank`.
    pub fn at(&self, rank: u32) -> Error {
        Error::Said { class: self.class(), text: format!("rank {rank} of the file's group failed: {self}") }
    }

    /// It in bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.class().to_le_bytes().to_vec();
        bytes.extend_from_slice(self.to_string().as_bytes());
        bytes
    }

    /// The inverse of [`Error::encode`].
    pub fn decode(bytes: &[u8]) -> Option<Error> {
        let (class, text) = bytes.split_first_chunk()?;
        Some(Error::Said { class: i32::from_le_bytes(*class), text: String::from_utf8_lossy(text).into_owned() })
    }
}

/// The error class for an error of the system.
fn class_of(number: i32) -> i32 {
    match number {
        errno::ENOENT => mpi::MPI_ERR_NO_SUCH_FILE,
        errno::EEXIST => mpi::MPI_ERR_FILE_EXISTS,
        errno::EACCES | errno::EPERM => mpi::MPI_ERR_ACCESS,
        errno::EROFS => mpi::MPI_ERR_READ_ONLY,
        errno::ENOSPC => mpi::MPI_ERR_NO_SPACE,
        // A limit on the size of files is a quota of the process.
        errno::EDQUOT | errno::EFBIG => mpi::MPI_ERR_QUOTA,
        errno::EBUSY | errno::ETXTBSY => mpi::MPI_ERR_FILE_IN_USE,
        errno::ENAMETOOLONG | errno::ENOTDIR | errno::EISDIR | errno::ELOOP | errno::ENXIO | errno::ENODEV => {
            mpi::MPI_ERR_BAD_FILE
        }
        errno::EFAULT => mpi::MPI_ERR_BUFFER,
        errno::ENOSYS | errno::EOPNOTSUPP | errno::ENOLCK => mpi::MPI_ERR_UNSUPPORTED_OPERATION,
        _ => mpi::MPI_ERR_IO,
    }
}

/// What to do about an error of the system, where that is not plain.
fn remedy(number: i32) -> &'static str {
    match number {
        errno::ENOENT => "; create it with MPI_MODE_CREATE, or check the path",
        errno::EEXIST => "; open it without MPI_MODE_EXCL, or delete it first",
        errno::EFBIG => "; raise the limit on the size of files (ulimit -f)",
        errno::ENOLCK | errno::EOPNOTSUPP => "; this file system cannot do that",
        _ => "",
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::System { what, path, errno } => {
                let reason = std::io::Error::from_raw_os_error(*errno);
                write!(f, "cannot {what} {path}: {reason}{}", remedy(*errno))
            }
            Error::Unrepresentable { path, representation } => {
                write!(
                    f,
                    "a value does not fit its representation {representation} in {path}; use another datatype, or \"native\""
                )
            }
            Error::TooFar => f.write_str("the access reaches beyond byte 2^63 - 1, the last that a file can have"),
            Error::PeerLost { rank } => write!(f, "rank {rank} of the file's group cannot be reached any more"),
            Error::Confused { rank } => {
                write!(f, "rank {rank} of the file's group is in another collective call; all ranks must make the same calls")
            }
            Error::Said { text, .. } => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}
