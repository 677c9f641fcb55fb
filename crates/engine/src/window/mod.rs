//! One-sided communication (MPI-5 chapter 12) below MPI's objects: memory that others access, and
//! accesses to memory of others.
//!
//! A window is named by a number that all its processes know and no other window has. Where the
//! target's memory is mapped here, or is this process's own, an access is loads, stores and CPU
//! atomics by the origin ([`access`]). All else are messages ([`ferry_protocol::rma::message`]):
//! the origin asks (`origin`), the target acts when it makes progress (`target`). Both ways combine
//! elements by the same mechanism, so accumulates are atomic whatever way they take.
//!
//! - [`access`]: loads, stores and atomics
//! - `attached`: attached memory that the device accesses by itself
//! - `direct`: puts and gets that the device does by itself
//! - `elements`: how elements are combined
//! - [`exposure`]: memory of this process that others may access
//! - `inbox`: messages on their way in and out
//! - `origin`: accesses to memory of others, and what they wait for
//! - `target`: accesses by others
//! - `words`: words that the device changes by itself
//!
//! # Safety arguments
//! - WIN-1: whoever opens a window promises that its memory and control block stay valid until it
//!   is closed, and that all who access them while it is open do so by this module: elements that
//!   are combined by atomics are combined by nothing else meanwhile.
//! - WIN-2: before memory is accessed, the access is checked to lie within what is exposed.
//! - WIN-3: data of messages lie in memory that the operation which moves them owns, or in the
//!   program's (BUF-1).

pub mod access;
mod attached;
mod direct;
mod elements;
pub mod exposure;
pub(crate) mod inbox;
mod origin;
mod target;
mod words;

use ferry_device::Device;
use ferry_protocol::rma::conflict::Registry;
use rustc_hash::FxHashMap;

pub use self::access::{Target, combine_dense};
pub use self::attached::Detached;
use self::attached::OpenedRanges;
pub use self::direct::{Part, PartsRefused, Reach};
pub use self::elements::{Combiner, TargetPart};
pub use self::exposure::{AccessRefusal, Attached, Exposed, Exposure};
pub use self::inbox::OneSided;
use self::origin::Peer;
pub use self::origin::{Notice, PendingAccess, Problem, Remote};
use self::target::{LockWaiter, Queue};
use crate::Engine;

/// A window of this process.
pub(crate) struct Window {
    exposure: Exposure,
    /// Whose its operations are, for reports.
    owner: usize,
    /// Messages of origins that could not be acted upon yet, and data on their way from them.
    queues: FxHashMap<u32, Queue>,
    /// Processes that wait for a hold of this process's control block.
    waiting: Vec<LockWaiter>,
    /// Sends of data to origins, which read the window's memory.
    replies: Vec<usize>,
    /// Targets that this process has accessed by messages, made when they are first accessed.
    peers: FxHashMap<u32, Peer>,
    /// How often each process has exposed its part to this one, and completed an epoch here, that
    /// no call has waited for yet.
    notices: FxHashMap<(u32, Notice), u32>,
    /// Attached memory that others access by themselves.
    opened: OpenedRanges,
    /// Accesses of others, if it is checked whether they conflict.
    noted: Registry,
}

impl<D: Device> Engine<D> {
    /// Opens a window: from here on others may access what is exposed.
    ///
    /// # Safety
    /// WIN-1.
    pub unsafe fn open_window(&mut self, number: u64, exposure: Exposure, owner: usize) {
        let window = Window {
            exposure,
            owner,
            queues: FxHashMap::default(),
            waiting: Vec::new(),
            replies: Vec::new(),
            peers: FxHashMap::default(),
            notices: FxHashMap::default(),
            opened: OpenedRanges::default(),
            noted: Registry::default(),
        };
        self.state.one_sided.windows.insert(number, Box::new(window));
    }

    /// What a window exposes.
    pub fn exposure(&self, window: u64) -> Option<&Exposure> {
        self.state.one_sided.windows.get(&window).map(|window| &window.exposure)
    }

    /// The same, to attach and detach memory.
    pub fn exposure_mut(&mut self, window: u64) -> Option<&mut Exposure> {
        self.state.one_sided.windows.get_mut(&window).map(|window| &mut window.exposure)
    }

    /// Whether nothing is under way that reads or writes a window's memory.
    pub fn is_window_idle(&mut self, window: u64) -> bool {
        self.serve_windows();
        let is_done = |engine: &Self, operation: usize| engine.operation(operation).is_none_or(|operation| operation.is_done());
        let Some(found) = self.state.one_sided.windows.get(&window) else { return true };
        found.queues.values().all(Queue::is_idle) && found.replies.iter().all(|reply| is_done(self, *reply))
    }

    /// Accesses of these peers to this process's part are over.
    pub fn forget_noted(&mut self, window: u64, peers: &[u32]) {
        if let Some(window) = self.state.one_sided.windows.get_mut(&window) {
            peers.iter().for_each(|peer| window.noted.forget(*peer));
        }
    }

    /// Closes a window, which is idle and which nobody accesses any more.
    pub fn close_window(&mut self, window: u64) {
        if let Some(closed) = self.state.one_sided.windows.remove(&window) {
            closed.replies.into_iter().for_each(|reply| self.forget(reply));
            self.close_ranges(closed.opened);
        }
    }
}
