//! Names of the environment variables by which a launcher tells a process who it is.
//! `docs/wire/pmi.md` is their specification.

/// Rank in the job (PMI-1).
pub const PMI_RANK: &str = "PMI_RANK";
/// Number of processes of the job (PMI-1).
pub const PMI_SIZE: &str = "PMI_SIZE";
/// Descriptor number of the connection to the launcher (PMI-1).
pub const PMI_FD: &str = "PMI_FD";
/// Whether the job was started by another MPI job (PMI-1): always 0.
pub const PMI_SPAWNED: &str = "PMI_SPAWNED";
/// The launcher's name of the job (PMI-2).
pub const PMI_JOBID: &str = "PMI_JOBID";
/// The launcher's name of the job (PMIx).
pub const PMIX_NAMESPACE: &str = "PMIX_NAMESPACE";
/// Rank in the job (PMIx).
pub const PMIX_RANK: &str = "PMIX_RANK";
/// Where a launcher listens that does not pass a descriptor (PMI-1).
pub const PMI_PORT: &str = "PMI_PORT";
/// Local rank and size under the names that MPICH's family and its users' scripts read.
pub const MPI_LOCALRANKID: &str = "MPI_LOCALRANKID";
/// See [`MPI_LOCALRANKID`].
pub const MPI_LOCALNRANKS: &str = "MPI_LOCALNRANKS";

/// Descriptor number of the file that all processes of the job on this node share.
pub const NODE_FD: &str = "FERRY_NODE_FD";
/// Rank among the job's processes on this node.
pub const LOCAL_RANK: &str = "FERRY_LOCAL_RANK";
/// Number of the job's processes on this node.
pub const LOCAL_SIZE: &str = "FERRY_LOCAL_SIZE";
/// World ranks of the job's processes on this node, as ranges (`0-1,4`); absent: all of the job.
pub const NODE_RANKS: &str = "FERRY_NODE_RANKS";
/// What only processes of the job know: 32 hexadecimal digits. Never to be printed, nor put on a
/// command line.
pub const JOB_SECRET: &str = "FERRY_JOB_SECRET";
/// Name of this host as messages to people use it.
pub const HOST_NAME: &str = "FERRY_HOST_NAME";
/// Number of nodes of the job.
pub const NODE_COUNT: &str = "FERRY_NODE_COUNT";
/// Unique name of the job: 16 hexadecimal digits.
pub const JOB_ID: &str = "FERRY_JOB_ID";
/// The value of `-initial-errhandler`, a setting of the library.
pub const INITIAL_ERRHANDLER: &str = "FERRY_INITIAL_ERRHANDLER";
/// The value of `-memory-alloc-kinds`, a setting of the library.
pub const MEMORY_ALLOC_KINDS: &str = "FERRY_MEMORY_ALLOC_KINDS";
/// `on` with `-shared-heap`: a setting of the library, and what `mpiexec` itself goes by.
pub const SHARED_HEAP: &str = "FERRY_SHARED_HEAP";
/// `on` with `-fault-tolerance`: a setting of the library, and what `mpiexec` itself goes by.
pub const FAULT_TOLERANCE: &str = "FERRY_FAULT_TOLERANCE";
/// The port at which processes that were spawned meet those that wanted them.
pub const PARENT_PORT: &str = "FERRY_PARENT_PORT";
/// Position in the command line of the program that the process runs (`MPI_APPNUM`).
pub const APPNUM: &str = "FERRY_APPNUM";
