//! The engine: point-to-point operations over a device. It asks `ferry-protocol` what to do, moves
//! the bytes with `ferry-kernels`, and hands packets to a [`Device`]. No clock and no operating
//! system inside: whoever calls [`Engine::progress`] decides when to try again.
//!
//! - [`buffer`]: user buffers
//! - [`collective`]: the run of collective schedules
//! - [`inspect`]: views for reports of what a process waits for
//! - [`operation`]: operations that did not complete at once
//! - [`owned`]: messages in memory of Ferry's own
//! - [`partitioned`]: partitioned communication
//! - [`outbox`]: what waits for room in the device
//! - [`roundup`]: a few words of every rank for every other
//! - [`statistics`]: what went to whom
//! - `casualties`: communicators that are revoked, or have lost members
//! - `census`: which contexts have operations that are not over
//! - `observe`: events that tools want to see, and what tools set
//! - `send`: the sending side and the flushing of outboxes
//! - `arrival`: what happens to packets that come in
//! - `long`: long messages that come without being asked for
//! - `loss`: peers that cannot be reached any more
//! - [`window`]: one-sided communication
//! - `receive`: the receiving side, probes and cancellation
//! - `transfer`: large messages that do not travel in packets
//! - `pieces`: the pieces of memory they lie in

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
mod long;
mod loss;
mod observe;
mod pieces;
mod receive;
mod send;
mod spares;
mod transfer;

use std::collections::{BTreeMap, VecDeque};

use ferry_device::{BackgroundOf, CopyError, Device, Notice, OneSidedTicket, ShareOf};
use ferry_handle::{Kind as HandleKind, Table};
use ferry_protocol::choice::Choice;
use ferry_protocol::matching::{Matcher, Pattern};
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::reuse::profile::Profile;
use ferry_protocol::transfer::{BODY, Offer, Piece, Token};
use ferry_tools::event::Queue;

pub use crate::buffer::Buffer;
use crate::census::Census;
use crate::collective::areas::Areas;
use crate::long::Arrivals;
use crate::loss::Losses;
pub use crate::operation::{Ended, Fault, Mode, Operation, OperationStage, Outcome};
use crate::outbox::{Outboxes, Waiting};
pub use crate::receive::{Message, Received};
use crate::statistics::{PeerTraffic, Totals};
use crate::transfer::{News, Transfer};
use crate::window::OneSided;
pub use ferry_protocol::cost;
pub use ferry_protocol::matching::{ANY_SOURCE, ANY_TAG, Pattern as MatchPattern};
pub use ferry_protocol::transfer::{Method, Methods};

/// Sizes the engine works with.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longest message that is sent without asking first, in bytes.
    pub eager_max: usize,
    /// Memory for unexpected messages above which senders are held back, in bytes.
    pub unexpected_budget: u64,
    /// How large messages travel, if it works for the two processes; `None`: as is cheapest.
    pub method: Option<Method>,
}

/// Memory an unexpected message takes besides its data, in bytes (an entry of the queue and of the
/// heap, rounded up).
pub(crate) const UNEXPECTED_OVERHEAD: u64 = 128;

/// A message that came before its receive.
#[derive(Debug)]
pub(crate) enum Unexpected {
    /// All of it; `ack` is the synchronous sender's operation.
    Eager { data: Box<[u8]>, ack: Option<u64> },
    /// One that may still be coming: its number among [`EngineState::arrivals`], and its length.
    Long { number: u64, bytes: u64 },
    /// Its announcement.
    Rts { offer: Offer },
    /// A send of this process to itself.
    Local { operation: usize },
}

impl Unexpected {
    /// Bytes of data that this process keeps of it.
    pub fn kept_bytes(&self) -> u64 {
        match self {
            Unexpected::Eager { data, .. } => data.len() as u64,
            Unexpected::Long { bytes, .. } => *bytes,
            Unexpected::Rts { .. } | Unexpected::Local { .. } => 0,
        }
    }
}

/// A receive that a blocking call is waiting for right now: later than every posted receive, and
/// kept out of the queue.
pub(crate) struct Direct {
    pub pattern: Pattern,
    pub buffer: Buffer,
    pub owner: usize,
    pub result: Option<Received>,
}

/// Threads that sleep, and whether they are to wake.
#[derive(Debug, Default)]
pub(crate) struct Wakeups {
    /// Threads of this process in a nap.
    pub sleepers: u32,
    /// Something happened that a sleeping thread may wait for.
    pub must_wake: bool,
}

/// Everything but the device, so that the device can show packets to it.
pub(crate) struct EngineState {
    pub me: u32,
    pub limits: Limits,
    pub matcher: Matcher<usize, Unexpected>,
    pub operations: Table<Operation>,
    pub outboxes: Outboxes,
    /// Long messages that are coming, or have come before their receive.
    pub arrivals: Arrivals,
    /// Longest message that goes to any peer without asking first, in bytes.
    pub long_max: u64,
    /// Peers whose outbox has work.
    pub busy: Vec<u32>,
    pub direct: Option<Direct>,
    /// Operations that are not done, and probes that wait: while there are any, no packet is
    /// refused.
    pub unfinished: usize,
    /// Operations that are not done, by context.
    pub census: Census,
    /// Operations that failed after the program had freed their requests.
    lost: Vec<Ended>,
    /// Who is to be woken.
    pub wakeups: Wakeups,
    pub totals: Totals,
    /// What is known of costs, and decided by them.
    pub choice: Choice,
    /// What packets have brought for large messages and the engine has not acted upon.
    pub news: Vec<News>,
    /// Whether there are news or transfers under way.
    pub has_transfers: bool,
    /// Whether messages of sends are exposed.
    pub has_exposed: bool,
    /// Peers and communicators that are lost.
    pub losses: Losses,
    /// Where events wait for the callbacks of tools, while there are callbacks.
    pub observed: Option<Box<Queue>>,
    /// Windows, and messages about them.
    pub one_sided: OneSided,
    /// Notices that packets have brought.
    pub heard: Vec<Notice>,
    /// Uses of buffers that short messages leave from, while somebody wants to know.
    pub profile: Option<Box<Profile>>,
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
    /// The call that makes progress right now waits.
    is_waiting: bool,
    /// One-sided communication that is over and that nobody has asked for.
    one_sided: VecDeque<(OneSidedTicket, Result<(), CopyError>)>,
    /// Notices of peers, but for those of collective operations.
    notices: VecDeque<Notice>,
    /// Collective buffers of communicators.
    areas: Areas,
    /// The pieces of the copy being made, on either side; kept for their memory.
    mine: Vec<Piece>,
    theirs: Vec<Piece>,
}

impl<D: Device> Engine<D> {
    /// The engine of world rank `me` of `ranks`.
    pub fn new(device: D, me: u32, ranks: usize, limits: Limits) -> Self {
        let eager_max = limits.eager_max.min(device.max_body() - 8);
        let state = EngineState {
            me,
            limits: Limits { eager_max, ..limits },
            matcher: Matcher::default(),
            operations: Table::new(HandleKind::Operation),
            outboxes: Outboxes::new(ranks),
            arrivals: Arrivals::default(),
            long_max: u64::MAX,
            busy: Vec::new(),
            direct: None,
            unfinished: 0,
            census: Census::default(),
            lost: Vec::new(),
            wakeups: Wakeups::default(),
            totals: Totals::default(),
            choice: Choice::default(),
            news: Vec::new(),
            has_transfers: false,
            has_exposed: false,
            losses: Losses::default(),
            observed: None,
            one_sided: OneSided::default(),
            heard: Vec::new(),
            profile: None,
        };
        Engine {
            device,
            state,
            transfers: VecDeque::new(),
            has_queued: false,
            exposed: BTreeMap::new(),
            refused_pipes: BTreeMap::new(),
            is_waiting: false,
            one_sided: VecDeque::new(),
            notices: VecDeque::new(),
            areas: Areas::default(),
            mine: Vec::new(),
            theirs: Vec::new(),
        }
    }

    /// Notes from now on which buffers short messages leave from.
    pub fn profile_buffers(&mut self) {
        self.state.profile = Some(Box::default());
    }

    /// What was noted.
    pub fn buffer_profile(&self) -> Option<&Profile> {
        self.state.profile.as_deref()
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
        self.state.limits.eager_max
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
    pub fn areas(&mut self) -> (&mut D, &mut Areas) {
        (&mut self.device, &mut self.areas)
    }

    /// What collective buffers were used for so far.
    pub fn put_counts(&self) -> collective::areas::Counts {
        self.areas.counts()
    }

    /// Sends what waits and takes what came. True if anything moved.
    #[inline]
    pub fn progress(&mut self) -> bool {
        self.progress_from(None)
    }

    /// As [`Engine::progress`], looking at packets of peer `first` first.
    #[inline]
    pub fn progress_from(&mut self, first: Option<u32>) -> bool {
        let mut moved = !self.state.busy.is_empty() && self.flush();
        moved |= self.device.poll(first, &mut self.state) > 0;
        moved |= self.hear_device();
        if !self.state.losses.peers.is_empty() || self.state.losses.casualties.are_any {
            self.fail_lost();
        }
        if self.state.has_transfers {
            moved |= self.advance_transfers();
        }
        if self.state.one_sided.is_busy() {
            moved |= self.serve_windows();
        }
        if !self.state.busy.is_empty() {
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
                self.state.discard(handle);
            }
        }
    }

    /// Whether [`Engine::take_lost`] has an answer.
    #[inline(always)]
    pub fn has_lost(&self) -> bool {
        !self.state.lost.is_empty()
    }

    /// A failed operation that nobody waits for, as the program freed its request.
    pub fn take_lost(&mut self) -> Option<Ended> {
        self.state.lost.pop()
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
        self.state.census.may_have(context)
    }

    /// Operations that are alive.
    pub fn operation_count(&self) -> usize {
        self.state.operations.len()
    }

    /// All operations that are alive.
    pub fn operations(&self) -> impl Iterator<Item = (usize, &Operation)> {
        self.state.operations.iter()
    }

    /// An operation's handle as a C `int`; see [`Table::to_int`].
    pub fn operation_to_int(&self, handle: usize) -> Option<i32> {
        self.state.operations.to_int(handle)
    }

    /// The inverse of [`Engine::operation_to_int`].
    pub fn operation_from_int(&self, int: i32) -> Option<usize> {
        self.state.operations.from_int(int)
    }

    /// True if packets or pieces wait for room in the device, or in the device for room elsewhere.
    pub fn has_unsent(&mut self) -> bool {
        !self.state.busy.is_empty() || self.device.has_unsent()
    }

    /// Announces that this thread is about to sleep. `None`: do not, something is there already.
    pub fn prepare_nap(&mut self) -> Option<D::Nap> {
        let nap = self.device.prepare_sleep()?;
        if self.has_transfer_news() || (self.state.one_sided.is_busy() && self.serve_windows()) {
            self.device.wake_self();
            return None;
        }
        self.state.wakeups.sleepers += 1;
        self.state.totals.naps += 1;
        self.observe_nap();
        Some(nap)
    }

    /// The nap of [`Engine::prepare_nap`] is over.
    pub fn woke(&mut self) {
        self.state.wakeups.sleepers -= 1;
    }

    /// Something is over that a thread of this process may sleep for.
    pub fn wake_sleepers(&mut self) {
        self.state.note_event();
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
        let (unexpected_messages, posted_receives) = (self.state.matcher.unexpected_len(), self.state.matcher.posted_len());
        let (unexpected_messages, posted_receives) = (unexpected_messages as u64, posted_receives as u64);
        Totals { unexpected_messages, posted_receives, ..self.state.totals }
    }

    #[inline(always)]
    pub(crate) fn wake_if_needed(&mut self) {
        if self.state.wakeups.must_wake {
            self.state.wakeups.must_wake = false;
            self.device.wake_self();
        }
    }
}

impl EngineState {
    /// An operation with this context begins, and is in the table at once.
    #[inline(always)]
    pub(crate) fn enter(&mut self, context: u64) {
        self.unfinished += 1;
        if self.census.is_crowded() {
            self.take_census();
        }
        self.census.enter(context);
    }

    /// As [`EngineState::enter`], of an operation that is in the table already.
    pub(crate) fn enter_late(&mut self, context: u64) {
        self.unfinished += 1;
        self.census.enter(context);
        if self.census.is_crowded() {
            self.take_census();
        }
    }

    #[cold]
    fn take_census(&mut self) {
        let unfinished = self.operations.iter().filter(|(_, operation)| !operation.is_done());
        self.census.take(unfinished.map(|(_, operation)| operation.context));
    }

    /// Marks an operation as over.
    #[inline]
    pub(crate) fn complete(&mut self, handle: usize) {
        self.complete_with(handle, |_| {});
    }

    /// Ends the life of an operation that is over and that the program has freed. Its error is
    /// kept.
    #[cold]
    fn discard(&mut self, handle: usize) {
        let Some(operation) = self.operations.remove(handle) else { return };
        let (outcome, owner, is_receive) = (operation.outcome(), operation.owner, operation.is_receive);
        if outcome.has_failed(is_receive) && owner != owned::NOBODY {
            self.lost.push(Ended { outcome, owner, is_receive });
        }
    }

    /// As [`EngineState::complete`], after `last` has had the operation.
    #[inline(always)]
    pub(crate) fn complete_with(&mut self, handle: usize, last: impl FnOnce(&mut Operation)) {
        let Some(operation) = self.operations.get_mut(handle) else { return };
        last(operation);
        operation.stage = OperationStage::Done;
        if operation.owned.is_some() {
            operation.owned = None;
        }
        self.unfinished -= 1;
        self.census.leave(operation.context);
        if operation.is_orphan {
            self.discard(handle);
        }
        self.note_event();
    }

    /// Something happened that a thread may be asleep for.
    #[inline(always)]
    pub(crate) fn note_event(&mut self) {
        if self.wakeups.sleepers > 0 {
            self.wakeups.must_wake = true;
        }
    }

    pub(crate) fn list(&mut self, peer: u32) {
        let outbox = self.outboxes.of(peer);
        if !outbox.is_listed {
            outbox.is_listed = true;
            self.busy.push(peer);
        }
    }

    /// A packet of kind `kind` without body about `operation` of the peer's.
    pub(crate) fn control(&mut self, peer: u32, kind: Kind, operation: u64) {
        self.control_packet(peer, Header::about(kind, operation, 0), [0; BODY]);
    }

    pub(crate) fn control_packet(&mut self, peer: u32, header: Header, body: [u8; BODY]) {
        self.outboxes.of(peer).packets.push_back(Waiting::Control(header, body));
        self.list(peer);
    }

    /// Puts aside what a packet has brought for a large message.
    pub(crate) fn note(&mut self, news: News) {
        self.news.push(news);
        self.has_transfers = true;
    }
}
