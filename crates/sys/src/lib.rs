//! Safe wrappers of the operating system. Every `unsafe` system call of Ferry stands here.
//!
//! - [`barrier`]: memory barriers on other processors
//! - [`cpu`]: affinity, quota, yielding
//! - [`futex`]: sleeping on a word
//! - [`lock`]: the library lock
//! - [`memory`]: anonymous shared memory
//! - [`signals`]: signal sets, masks and descriptors
//! - [`spawn`]: starting processes

pub mod barrier;
pub mod cpu;
pub mod futex;
pub mod lock;
pub mod memory;
pub mod signals;
pub mod spawn;
