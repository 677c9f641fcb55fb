//! The engine does point-to-point operations, one-sided accesses and collective schedules over a
//! device. It asks `ferry-protocol` what to do, moves the bytes with `ferry-kernels`, and hands
//! packets to a [`Device`]. It has no clock and makes no call of the system: whoever calls
//! [`Engine::progress`] decides when to try again.
//!
//! Messages:
//! - [`buffer`], `pieces`: the memory of a program's message
//! - [`operation`], `operations`: operations that did not complete at once, and who sleeps until
//!   some are over
//! - `send`, `receive`: the two sides of a message; probes and cancellation
//! - `arrival`, `incoming`: packets that come in, and messages that nobody has received yet
//! - [`outbox`]: packets that wait for room in the device
//! - `begun`, `long`: messages beyond one packet that come without being asked for
//! - `transfer`: large messages that are announced first
//! - [`owned`], `spares`: messages in memory of Ferry's own
//!
//! What is made of messages:
//! - [`collective`]: the run of collective schedules
//! - [`roundup`]: a few words of every rank for every other
//! - [`partitioned`]: partitioned communication
//! - [`window`]: one-sided communication
//!
//! What goes wrong, and what is seen:
//! - `loss`: peers that cannot be reached any more
//! - `casualties`: communicators that are revoked, or have lost members
//! - `census`: which contexts have operations that are not over
//! - [`inspect`]: views for reports of what a process waits for
//! - [`statistics`]: what went to whom
//! - `observe`: events that tools want to see, and what tools set
//! - `policy`: limits and costs, by which the engine decides

pub mod buffer;
pub mod collective;
pub mod inspect;
pub mod operation;
pub mod outbox;
pub mod owned;
pub mod partitioned;
pub mod roundup;
pub mod statistics;
pub mod window;

mod arrival;
mod begun;
mod casualties;
mod census;
mod incoming;
mod long;
mod loss;
mod observe;
mod operations;
mod pieces;
mod policy;
mod receive;
mod send;
mod spares;
mod transfer;

use std::collections::{BTreeMap, VecDeque};

use ferry_device::{BackgroundOf, CopyError, Device, Notice, OneSidedTicket, ShareOf};
use ferry_protocol::reuse::profile::Profile;
use ferry_protocol::transfer::{Piece, Token};

pub use crate::buffer::Buffer;
use crate::collective::buffers::CollectiveBuffers;
use crate::incoming::{Direct, Incoming, UNEXPECTED_OVERHEAD, Unexpected};
use crate::loss::Losses;
use crate::observe::Records;
pub use crate::operation::{Ended, Fault, Mode, Operation, OperationStage, Outcome};
use crate::operations::Operations;
use crate::outbox::Outboxes;
pub use crate::policy::Limits;
use crate::policy::Policy;
pub use crate::receive::{Message, Received};
use crate::statistics::{PeerTraffic, Totals};
use crate::transfer::{Transfer, TransferNews};
use crate::window::OneSided;
pub use ferry_protocol::cost;
pub use ferry_protocol::matching::{ANY_SOURCE, ANY_TAG, Pattern as MatchPattern};
pub use ferry_protocol::transfer::{Method, Methods};

/// Everything but the device, so that the device can show packets to it.
pub(crate) struct EngineState {
    /// World rank of this process.
    pub me: u32,
    /// What is decided by.
    pub policy: Policy,
    /// Operations that did not complete at once.
    pub operations: Operations,
    /// Packets on their way out.
    pub outboxes: Outboxes,
    /// Messages on their way in.
    pub incoming: Incoming,
    /// What packets have brought for large messages.
    pub transfer_news: TransferNews,
    /// Peers and communicators that are lost.
    pub losses: Losses,
    /// Windows, and messages about them.
    pub one_sided: OneSided,
    /// What is counted and noted.
    pub records: Records,
    /// The call that makes progress right now waits.
    pub is_waiting: bool,
}

/// Point-to-point communication of one process.
pub struct Engine<D: Device> {
    device: D,
    state: EngineState,
    /// Large messages under way that do not travel in packets, the oldest first.
    transfers: VecDeque<Transfer<ShareOf<D>, BackgroundOf<D>>>,
    /// Whether some of them may wait for a share.
    has_queued: bool,
    /// Sends whose messages are exposed: to whom, and as what.
    exposed: BTreeMap<usize, (u32, Token)>,
    /// The last pipe to a peer that this process could not accept.
    refused_pipes: BTreeMap<u32, u64>,
    /// One-sided communication that is over and that nobody has asked for.
    one_sided: VecDeque<(OneSidedTicket, Result<(), CopyError>)>,
    /// Notices of peers, but for those of collective operations.
    notices: VecDeque<Notice>,
    /// Collective buffers of communicators.
    collective_buffers: CollectiveBuffers,
    /// The pieces of the copy being made, on either side; kept for their memory.
    mine: Vec<Piece>,
    theirs: Vec<Piece>,
}

impl<D: Device> Engine<D> {
    /// The engine of world rank `me` of `ranks`.
    pub fn new(device: D, me: u32, ranks: usize, limits: Limits) -> Self {
        let policy = Policy::new(limits.within(device.max_body()));
        let state = EngineState {
            me,
            policy,
            operations: Operations::default(),
            outboxes: Outboxes::new(ranks),
            incoming: Incoming::default(),
            transfer_news: TransferNews::default(),
            losses: Losses::default(),
            one_sided: OneSided::default(),
            records: Records::default(),
            is_waiting: false,
        };
        Engine {
            device,
            state,
            transfers: VecDeque::new(),
            has_queued: false,
            exposed: BTreeMap::new(),
            refused_pipes: BTreeMap::new(),
            one_sided: VecDeque::new(),
            notices: VecDeque::new(),
            collective_buffers: CollectiveBuffers::default(),
            mine: Vec::new(),
            theirs: Vec::new(),
        }
    }

    /// Notes from now on which buffers short messages leave from.
    pub fn profile_buffers(&mut self) {
        self.state.records.profile = Some(Box::default());
    }

    /// What was noted.
    pub fn buffer_profile(&self) -> Option<&Profile> {
        self.state.records.profile.as_deref()
    }

    /// World rank of this process.
    #[inline(always)]
    pub fn rank(&self) -> u32 {
        self.state.me
    }

    /// The device.
    pub fn device(&self) -> &D {
        &self.device
    }

    /// What copies within the machine, for whoever uses shared memory by name.
    #[inline(always)]
    pub fn node(&self) -> &D::Node {
        self.device.node()
    }

    /// As [`Engine::node`], to use it.
    #[inline(always)]
    pub fn node_mut(&mut self) -> &mut D::Node {
        self.device.node_mut()
    }

    /// The device, for collectives and windows that use it directly.
    pub fn device_mut(&mut self) -> &mut D {
        &mut self.device
    }

    /// Longest message that goes out without asking first, in bytes.
    pub fn eager_max(&self) -> usize {
        self.state.policy.limits.eager_max
    }

    /// One-sided communication that is over, begun with the device ([`ferry_device::OneSided`]):
    /// its ticket, and how it ended. To be asked after [`Engine::progress`].
    #[inline]
    pub fn next_one_sided(&mut self) -> Option<(OneSidedTicket, Result<(), CopyError>)> {
        self.one_sided.pop_front()
    }

    /// A put of a peer with a notice has come. The numbers of collective operations, which have the
    /// highest bit set, are not among them.
    #[inline]
    pub fn next_notice(&mut self) -> Option<Notice> {
        self.notices.pop_front()
    }

    /// The device, and the collective buffers that peers put into over it.
    pub fn collective_buffers(&mut self) -> (&mut D, &mut CollectiveBuffers) {
        (&mut self.device, &mut self.collective_buffers)
    }

    /// What collective buffers were used for so far.
    pub fn put_counts(&self) -> collective::buffers::Counts {
        self.collective_buffers.counts()
    }

    /// Sends what waits and takes what came. True if anything moved.
    #[inline]
    pub fn progress(&mut self) -> bool {
        self.progress_from(None)
    }

    /// As [`Engine::progress`], looking at packets of peer `first` first.
    #[inline]
    pub fn progress_from(&mut self, first: Option<u32>) -> bool {
        let mut moved = !self.state.outboxes.busy.is_empty() && self.flush();
        moved |= self.device.poll(first, &mut self.state) > 0;
        moved |= self.hear_device();
        if !self.state.losses.peers.is_empty() || self.state.losses.casualties.are_any {
            self.fail_lost();
        }
        if self.state.transfer_news.has_transfers {
            moved |= self.advance_transfers();
        }
        if self.state.one_sided.is_busy() {
            moved |= self.serve_windows();
        }
        if !self.state.outboxes.busy.is_empty() {
            moved |= self.flush();
        }
        self.wake_if_needed();
        moved
    }

    /// An operation, until it is taken.
    #[inline(always)]
    pub fn operation(&self, handle: usize) -> Option<&Operation> {
        self.state.operations.get(handle)
    }

    /// Ends the life of a finished operation. `None` if there is none, or it is not done.
    #[inline]
    pub fn take(&mut self, handle: usize) -> Option<Outcome> {
        self.end(handle)?.map(|ended| ended.outcome)
    }

    /// Ends the life of an operation if it is done. The outer `None`: there is no such operation,
    /// or the program has no further use for it.
    #[inline(always)]
    pub fn end(&mut self, handle: usize) -> Option<Option<Ended>> {
        let mut is_orphan = false;
        let ended = self.state.operations.remove_if(handle, |operation| {
            let Operation { owner, is_receive, .. } = *operation;
            is_orphan = operation.is_orphan;
            operation.is_done().then(|| Ended { outcome: operation.outcome(), owner, is_receive })
        });
        if is_orphan { None } else { ended }
    }

    /// As [`Engine::end`], if the operation has no error.
    #[inline(always)]
    pub fn end_well(&mut self, handle: usize) -> Option<Option<Ended>> {
        self.state.operations.remove_if(handle, |operation| {
            let Operation { owner, is_receive, .. } = *operation;
            let outcome = operation.outcome();
            let is_well = operation.is_done() && !outcome.has_failed(is_receive);
            is_well.then_some(Ended { outcome, owner, is_receive })
        })
    }

    /// The program has no further use for the operation: it goes away once it is done.
    pub fn forget(&mut self, handle: usize) {
        if let Some(operation) = self.state.operations.get_mut(handle) {
            operation.is_orphan = true;
            if operation.is_done() {
                self.state.operations.discard(handle);
            }
        }
    }

    /// Whether [`Engine::take_lost`] has an answer.
    #[inline(always)]
    pub fn has_lost(&self) -> bool {
        self.state.operations.has_lost()
    }

    /// A failed operation that nobody waits for, as the program freed its request.
    pub fn take_lost(&mut self) -> Option<Ended> {
        self.state.operations.take_lost()
    }

    /// Keeps `memory` alive until the operation is done (its buffer points there).
    pub fn own(&mut self, handle: usize, memory: Box<[u8]>) {
        if let Some(operation) = self.state.operations.get_mut(handle) {
            operation.owned = Some(memory);
        }
    }

    /// Whether there may be operations with this context that are not done. If not, that is known
    /// without a look at any of them.
    pub fn may_have_unfinished(&self, context: u64) -> bool {
        self.state.operations.may_have_unfinished(context)
    }

    /// Operations that are alive.
    pub fn operation_count(&self) -> usize {
        self.state.operations.len()
    }

    /// All operations that are alive.
    pub fn operations(&self) -> impl Iterator<Item = (usize, &Operation)> {
        self.state.operations.iter()
    }

    /// An operation's handle as a C `int`; see [`ferry_handle::Table::to_int`].
    pub fn operation_to_int(&self, handle: usize) -> Option<i32> {
        self.state.operations.table().to_int(handle)
    }

    /// The inverse of [`Engine::operation_to_int`].
    pub fn operation_from_int(&self, int: i32) -> Option<usize> {
        self.state.operations.table().from_int(int)
    }

    /// True if packets or pieces wait for room in the device, or in the device for room elsewhere.
    pub fn has_unsent(&mut self) -> bool {
        !self.state.outboxes.busy.is_empty() || self.device.has_unsent()
    }

    /// Announces that this thread is about to sleep. `None`: do not, something is there already.
    pub fn prepare_nap(&mut self) -> Option<D::Nap> {
        let nap = self.device.prepare_sleep()?;
        if self.has_transfer_news() || (self.state.one_sided.is_busy() && self.serve_windows()) {
            self.device.wake_self();
            return None;
        }
        self.state.operations.sleeps();
        self.state.records.totals.naps += 1;
        self.observe_nap();
        Some(nap)
    }

    /// The nap of [`Engine::prepare_nap`] is over.
    pub fn woke(&mut self) {
        self.state.operations.woke();
    }

    /// Something is over that a thread of this process may sleep for.
    pub fn wake_sleepers(&mut self) {
        self.state.operations.note_event();
        self.wake_if_needed();
    }

    /// Whether ranks outnumber processors; see [`Device::oversubscribed`].
    pub fn oversubscribed(&mut self) -> bool {
        self.device.oversubscribed()
    }

    /// What was sent to world rank `peer`.
    pub fn traffic(&self, peer: u32) -> PeerTraffic {
        self.state.outboxes.traffic(peer)
    }

    /// Levels and totals.
    pub fn totals(&self) -> Totals {
        let (unexpected_messages, posted_receives) =
            (self.state.incoming.matcher.unexpected_len(), self.state.incoming.matcher.posted_len());
        let (unexpected_messages, posted_receives) = (unexpected_messages as u64, posted_receives as u64);
        Totals { unexpected_messages, posted_receives, ..self.state.records.totals }
    }

    #[inline(always)]
    pub(crate) fn wake_if_needed(&mut self) {
        let operations = &mut self.state.operations;
        if operations.take_wakeup() || operations.has_sleepers() && self.device.sleep_is_outdated() {
            self.device.wake_self();
        }
    }
}
