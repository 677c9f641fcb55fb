//! Safe wrappers of the operating system. Every `unsafe` system call of Ferry stands here.
//!
//! - [`barrier`]: memory barriers on other processors
//! - [`clock`]: the monotonic clock
//! - [`cpu`]: affinity, quota, yielding
//! - [`cross_memory`]: reading another process's memory
//! - [`futex`]: sleeping on a word
//! - [`lock`]: the library lock
//! - [`memory`]: anonymous shared memory
//! - [`question`]: a signal as a question to the process
//! - [`resources`]: what hardware processes share
//! - [`signals`]: signal sets, masks and descriptors
//! - [`spawn`]: starting processes
//! - [`topology`]: caches and processors

pub mod barrier;
pub mod clock;
pub mod cpu;
pub mod cross_memory;
pub mod futex;
pub mod lock;
pub mod memory;
pub mod question;
pub mod resources;
pub mod signals;
pub mod spawn;
pub mod topology;
