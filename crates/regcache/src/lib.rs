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
//! Regions that can be found may overlap, but none contains another. So a look-up is one step in an
//! ordered map. A request that no region contains becomes one region with those that overlap and
//! with unreferenced neighbors, where none of these adds more than there is already. So a page that
//! is not asked for is registered again at most a logarithmic number of times, however a program
//! walks through its memory. A region that would add more stays as it is, beside the new one.
//!
//! Memory may be writable or not, and may become so. A region that allows less than is wanted is
//! not found and not merged, and a merged one is kept only if it allows as much as its parts did.
//! What cannot be watched is not merged either.
//!
//! A region leaves the map when it is evicted, invalidated or replaced by a larger one. If somebody
//! holds it, it stays registered until the last holder has released it, but nobody gets it any
//! more. Its pages are not watched any more, but for those that other regions have. Only of one
//! that is invalidated they are left as they are: they may be somebody else's by now.

#![forbid(unsafe_code)]

pub mod cache;
pub mod monitor;
pub mod range;
mod table;

pub use cache::{Cache, Error, Lease, Limits, Registrar, Statistics};
pub use monitor::{Blind, Monitor};
pub use range::PageRange;
