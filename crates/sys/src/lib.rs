//! Safe wrappers of the operating system. Every `unsafe` system call of Ferry stands here.
//!
//! - [`alarm`]: hearing of arrivals at a descriptor
//! - [`barrier`]: memory barriers on other processors
//! - [`cache_share`]: from which size on copies should spare the caches
//! - [`children`]: hearing of forks
//! - [`clock`]: the monotonic clock
//! - [`cpu`]: affinity, quota, yielding
//! - [`cross_memory`]: reading another process's memory
//! - [`descriptor`]: passing descriptors between processes
//! - [`errno`]: numbers of errors that have no `io::ErrorKind`
//! - [`file`]: reading and writing files at offsets, locks on them
//! - [`futex`]: sleeping on a word
//! - [`heap`]: where the C library takes large blocks from
//! - [`huge_pages`]: whether memory is in huge pages
//! - [`interfaces`]: network interfaces and their addresses
//! - [`limits`]: limits of this process that bite
//! - [`lock`]: the library lock
//! - [`memory`]: anonymous shared memory
//! - [`namespace`]: which network this process sees
//! - [`pipe`]: pipes that carry large data
//! - [`process`]: whether other processes are there
//! - [`question`]: a signal as a question to the process
//! - [`random`]: random bytes
//! - [`resources`]: what hardware processes share
//! - [`signals`]: signal sets, masks and descriptors
//! - [`socket`]: stream sockets and memory in pieces
//! - [`spawn`]: starting processes
//! - [`symbol`]: symbols of loaded libraries
//! - [`terminal`]: what was read of a terminal too early
//! - [`threads`]: what the threads of this process do
//! - [`topology`]: caches and processors
//! - [`userfault`]: hearing when memory is unmapped

/// Numbers of errors, as `io::Error::raw_os_error` gives them.
pub mod errno {
    pub use libc::{
        EACCES, EAGAIN, EBADF, EBUSY, EDQUOT, EEXIST, EFAULT, EFBIG, EINVAL, EIO, EISDIR, ELOOP, EMFILE, ENAMETOOLONG, ENFILE,
        ENODEV, ENOENT, ENOLCK, ENOSPC, ENOSYS, ENOTDIR, ENOTSOCK, ENXIO, EOPNOTSUPP, EPERM, EPIPE, EROFS, ESRCH, ESTALE,
        ETOOMANYREFS, ETXTBSY,
    };
}

pub mod alarm;
pub mod barrier;
pub mod cache_share;
pub mod children;
pub mod clock;
pub mod cpu;
pub mod cross_memory;
pub mod descriptor;
pub mod file;
pub mod futex;
pub mod heap;
pub mod huge_pages;
pub mod interfaces;
pub mod limits;
pub mod lock;
pub mod memory;
pub mod namespace;
pub mod parts;
pub mod pipe;
pub mod process;
pub mod question;
pub mod random;
pub mod resources;
pub mod signals;
pub mod socket;
pub mod spawn;
pub mod symbol;
pub mod terminal;
pub mod threads;
pub mod topology;
pub mod userfault;
