//! A cache of memory registrations (BR-7), without an operating system or a device.
//!
//! Registering memory costs tens of microseconds. So memory stays registered when its message is
//! done (lazy deregistration), until room is needed or the pages behind it change. The caller says
//! when pages change ([`Cache::invalidate`]): from events of userfaultfd (`ferry_sys::userfault`),
//! or because it knows. Devices that follow page tables need no cache.
//!
//! - [`cache`]: look-up, registration, invalidation
//! - [`monitor`]: what tells of memory whose pages change
//! - [`range`]: ranges of whole pages
//! - `table`: entries by index and generation, and which of them was used last
//!
//! Regions that can be found are disjoint, so a look-up is one step in an ordered map. A request
//! that overlaps some becomes one region with them, and with unreferenced neighbors that are not
//! larger than itself. So a page is registered again at most a logarithmic number of times, however
//! a program walks through its memory.
//!
//! A region leaves the map when it is evicted, invalidated or replaced by a larger one. If somebody
//! holds it, it stays registered until the last holder has released it, but nobody gets it any
//! more.

#![forbid(unsafe_code)]

pub mod cache;
pub mod monitor;
pub mod range;
mod table;

pub use cache::{Cache, Error, Lease, Limits, Registrar, Statistics};
pub use monitor::{Blind, Monitor};
pub use range::PageRange;
