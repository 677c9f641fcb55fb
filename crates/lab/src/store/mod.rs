//! Kernel and tools, fetched once into the user's cache.
//!
//! - [`cache`]: where it lies, what is in it, who may change it
//! - [`packages`]: command lines of apt-get and what their answers mean (pure)
//! - [`fetch`]: the first use: package lists, packages, kernel, modules
//! - [`program`]: running programs of the host
//! - [`tools`]: which programs and packages the lab needs, and where they are
//! - [`progress`]: what the user sees meanwhile

pub mod cache;
pub mod fetch;
pub mod packages;
pub mod program;
pub mod progress;
pub mod tools;
