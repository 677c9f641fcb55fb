//! The initial file system of a node, and what goes into it. Pure: bytes in, bytes out.
//!
//! - [`cpio`]: the archive format that the kernel unpacks
//! - [`elf`]: what a kernel module says of itself
//! - [`modules`]: which modules to load, in what order
//! - [`kernel`]: the kernel proper inside a bootable image
//! - [`init`]: the script that the kernel starts
//! - [`layer`]: the files in which a node differs from the host

pub mod cpio;
pub mod elf;
pub mod init;
pub mod kernel;
pub mod layer;
pub mod modules;
