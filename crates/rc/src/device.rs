//! The device: its parts, and what the engine asks of it.

use std::collections::{HashMap, VecDeque};
use std::os::fd::BorrowedFd;
use std::sync::Arc;

use ferry_device::{
    Body, CopyError, Device, Finished, Lost, NoNode, Notice, OperationTicket, Packets, Regions, Rendezvous, Sent, Sink, Unasked,
};
use ferry_protocol::packet::Header;
use ferry_protocol::reuse::Reuse;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};
use ferry_rdma::{Completion, CompletionQueue, QueuePairAttributes, Verbs};
use ferry_verbs_transport::{Completions, Demand, Environment, Hold, Memories, Pool};
use rustc_hash::FxHashMap;

use crate::card::Card;
use crate::connect::MIXED_SENDS;
use crate::connection::Connection;
use crate::control::{self, Control};
use crate::counters::Counters;
use crate::direct::LentBodies;
use crate::foreign::ForeignPeers;
use crate::learn::Lengths;
use crate::one_sided::Open;
use crate::options::Options;
use crate::per_peer::{BASELINE, PerPeer};
use crate::receives::{ClassPlan, Receives};
use crate::ring::FLAG_BYTES;
use crate::transfers::{MOST_WRITES, Transfers};
use crate::wire::MOST_FRONT;

/// Entries of the completion queue for each peer: all receives, and a quarter of what may be posted
/// to send queues, as most packets are not signalled and few reads may be under way. Writes of
/// transfers have [`MOST_WRITES`] entries of their own, for all peers together.
fn completions_of_peer(options: &Options, classes: &[ClassPlan], is_extended: bool) -> u64 {
    let of = |sends: u32| u64::from(options.sends.min(sends) / 4);
    let each = |most: u32| -> u64 { classes.iter().map(|class| of(class.sends.min(most))).sum() };
    let receives: u64 = classes.iter().map(|class| u64::from(class.receives)).sum();
    receives + if is_extended { of(u32::MAX).max(each(MIXED_SENDS)) } else { each(u32::MAX) }
}

/// What a token stands for: peer, address, key.
pub(crate) type Exposure = (u32, u64, u32);

/// What ends a sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sleep {
    /// News alone.
    UntilNews,
    /// News, or the time for a look at silent connections.
    UntilProbe,
}

/// The transport over reliable connections of one process.
pub struct RcDevice<V: Verbs, E: Environment, R: Receives<V> = PerPeer<V>> {
    // In this order: queue pairs go before what they refer to.
    pub(crate) connections: Vec<Connection<V>>,
    pub(crate) control: Control<V>,
    pub(crate) completions: Completions<V>,
    pub(crate) receives: R,
    pub(crate) pool: Pool<V::Buffer>,
    pub(crate) memories: Memories<V, E::Monitor>,
    pub(crate) exposed: HashMap<Exposure, Vec<Hold>>,
    pub(crate) transfers: Transfers,
    /// Bodies of packets that the adapter reads where they lie.
    pub(crate) lent_bodies: LentBodies,
    /// Which buffers are used often; made when that first matters.
    pub(crate) reuse: Option<Reuse>,
    /// The same for origins of puts and gets.
    pub(crate) access_reuse: Option<Reuse>,
    /// Memory that peers have access to.
    pub(crate) open: Regions<Open>,
    /// Notices that nobody has asked for.
    pub(crate) heard: VecDeque<Notice>,
    /// Place of the connection to a rank; `u32::MAX` where there is none.
    pub(crate) places: Vec<u32>,
    /// Places of connections that are parted from, for new ones.
    pub(crate) parted: Vec<u32>,
    /// Place and way of a queue pair.
    pub(crate) numbers: FxHashMap<u32, (u32, u8)>,
    /// Connections with something to deliver, to tell or to post.
    pub(crate) listed: Vec<u32>,
    /// Memory for the next list.
    pub(crate) spare: Vec<u32>,
    /// Ends of connections of peers that both have done without since: what of their handshakes
    /// comes late is none of a new one.
    pub(crate) former: HashMap<u32, u32>,
    /// The processes that it was told of, if its peers are of other jobs.
    pub(crate) foreign: Option<ForeignPeers>,
    /// Connections that peers may write rings of.
    pub(crate) rings: Vec<u32>,
    /// Connections whose handshake is not over, or that were given up and whose peers may not know.
    pub(crate) handshaking: Vec<u32>,
    /// Connections that failed and were not reported.
    pub(crate) lost: VecDeque<u32>,
    /// Peers without a connection that there can be none to, and that were not reported.
    pub(crate) unreachable: VecDeque<Lost>,
    pub(crate) counters: Counters,
    /// Messages that took a receive of the peer, and of this process, by length.
    pub(crate) lengths_sent: Lengths,
    pub(crate) lengths_received: Lengths,
    pub(crate) options: Options,
    pub(crate) environment: E,
    /// A message on its way inline.
    pub(crate) scratch: Vec<u8>,
    pub(crate) batch: Vec<Completion>,
    /// Polls, for what is not done in each.
    pub(crate) polls: u32,
    /// When silent peers were probed last, and the next to be probed.
    pub(crate) probed: (u64, usize),
    /// Whether any peer's adapter has answered since the last look at silent ones, and looks since
    /// one had.
    pub(crate) answered: (bool, u32),
    /// The completion queue was armed and may have left an event.
    pub(crate) is_armed: bool,
    /// The sleep that was announced last, if nobody has been told that it is outdated.
    pub(crate) sleep: Option<Sleep>,
    pub(crate) verbs: Arc<V>,
}

impl<V: Verbs, E: Environment> RcDevice<V, E> {
    /// A device with receives for each peer ([`BASELINE`]), and its card, which others need to find
    /// it.
    ///
    /// # Errors
    /// The adapter lacks something, or memory cannot be locked.
    pub fn new(verbs: V, options: Options, environment: E, monitor: E::Monitor) -> ferry_rdma::Result<(Self, Vec<u8>)> {
        Self::with_receives(verbs, options, environment, monitor, PerPeer::new(&BASELINE))
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// A device that receives into `receives`, and its card.
    ///
    /// # Errors
    /// As [`RcDevice::new`].
    pub fn with_receives(
        verbs: V,
        options: Options,
        environment: E,
        monitor: E::Monitor,
        mut receives: R,
    ) -> ferry_rdma::Result<(Self, Vec<u8>)> {
        receives.plan(&verbs, options.ranks)?;
        let is_extended = receives.domain().is_some();
        let demand = Demand {
            shared: u64::from(receives.shared_receives()) + (control::RECEIVES + control::SENDS + MOST_WRITES) as u64,
            each: completions_of_peer(&options, receives.classes(), is_extended),
            connections: options.ranks as u64,
        };
        let completions = Completions::new(&verbs, demand)?;
        receives.start(&verbs, &completions.queue)?;
        let queue_key = QueuePairAttributes::queue_key_of(options.job);
        let control = Control::new(&verbs, &completions.queue, queue_key)?;
        let card = Card { endpoint: verbs.endpoint(control.number()), queue_key, job: options.job, extended: is_extended };
        let longest = receives.classes().iter().map(|class| class.bytes).max().unwrap_or(0).max(options.ring_slot_bytes) as usize;
        let verbs = Arc::new(verbs);
        let device = RcDevice {
            connections: Vec::new(),
            control,
            completions,
            pool: Pool::new(longest + FLAG_BYTES, options.send_bytes),
            memories: Memories::new(Arc::clone(&verbs), monitor, options.registered_bytes, options.regions),
            receives,
            exposed: HashMap::new(),
            transfers: Transfers::default(),
            lent_bodies: LentBodies::default(),
            reuse: None,
            access_reuse: None,
            open: Regions::default(),
            heard: VecDeque::new(),
            places: Vec::new(),
            parted: Vec::new(),
            numbers: HashMap::default(),
            listed: Vec::new(),
            spare: Vec::new(),
            former: HashMap::new(),
            foreign: None,
            rings: Vec::new(),
            handshaking: Vec::new(),
            lost: VecDeque::new(),
            unreachable: VecDeque::new(),
            counters: Counters::default(),
            lengths_sent: Lengths::default(),
            lengths_received: Lengths::default(),
            options,
            environment,
            scratch: Vec::new(),
            batch: Vec::new(),
            polls: 0,
            probed: (0, 0),
            answered: (false, 0),
            is_armed: false,
            sleep: None,
            verbs,
        };
        Ok((device, card.encode()))
    }

    /// What the device did so far.
    pub fn counters(&self) -> Counters {
        let [registrations, registration_hits, registered_bytes, registered_peak, caught_up_bytes] = self.memories.counts();
        Counters {
            registrations,
            registration_hits,
            caught_up_bytes,
            registered_bytes,
            registered_peak,
            receive_bytes: self.receive_bytes(),
            send_bytes: self.pool.bytes() as u64,
            ..self.counters
        }
    }

    fn receive_bytes(&self) -> u64 {
        let rings = self.rings.len() as u64 * u64::from(self.options.ring_slots * self.options.ring_slot_bytes);
        self.receives.bytes() + rings
    }

    /// There may be more memory for receiving than ever before.
    pub(crate) fn note_memory(&mut self) {
        self.counters.receive_peak = self.counters.receive_peak.max(self.receive_bytes());
    }

    /// What was found out of buffers that are used often; `None` before that first mattered.
    pub fn reuse(&self) -> Option<&Reuse> {
        self.reuse.as_ref()
    }

    /// The same of origins of puts and gets.
    pub fn access_reuse(&self) -> Option<&Reuse> {
        self.access_reuse.as_ref()
    }

    /// Lengths of the messages that took a receive of a peer, prefix and header included.
    pub fn lengths_sent(&self) -> &Lengths {
        &self.lengths_sent
    }

    /// Lengths of the messages that took a receive here.
    pub fn lengths_received(&self) -> &Lengths {
        &self.lengths_received
    }

    /// Bytes of the program's memory that may be registered at once.
    pub fn registered_max(&self) -> u64 {
        self.options.registered_bytes
    }

    /// Whether the adapter is software, which works on the processors of the ranks.
    pub fn is_software(&self) -> bool {
        self.verbs.device().software
    }

    /// The adapter.
    pub fn verbs(&self) -> &V {
        &self.verbs
    }

    /// The outside.
    pub fn environment(&mut self) -> &mut E {
        &mut self.environment
    }

    /// Place of the connection to `rank`, if there is one.
    #[inline]
    pub(crate) fn place(&self, rank: u32) -> Option<usize> {
        self.places.get(rank as usize).filter(|place| **place != u32::MAX).map(|place| *place as usize)
    }

    /// Puts a connection on the list of those with work.
    #[inline]
    pub(crate) fn list(&mut self, place: usize) {
        let connection = &mut self.connections[place];
        if !connection.is_listed {
            connection.is_listed = true;
            self.listed.push(place as u32);
        }
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> Packets for RcDevice<V, E, R> {
    fn max_body(&self) -> usize {
        self.receives.classes().last().map_or(0, |class| class.bytes as usize - MOST_FRONT)
    }

    #[inline]
    fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent {
        self.send_packet(to, &header, body)
    }

    fn unasked(&mut self, _peer: u32) -> Unasked {
        Unasked { eager: self.options.eager_bytes, ..Unasked::default() }
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        let is_there = |connection: &Connection<V>| connection.lost.is_none() && !connection.has_left();
        self.place(peer).is_none_or(|place| is_there(&self.connections[place]))
    }

    #[inline]
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        self.take_packets(first, sink)
    }

    fn has_unsent(&mut self) -> bool {
        !self.is_quiet()
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> Device for RcDevice<V, E, R> {
    type Nap = E::Nap;
    type Node = NoNode;

    fn name(&self) -> &'static str {
        "rc"
    }

    fn node(&self) -> &NoNode {
        NoNode::shared()
    }

    fn node_mut(&mut self) -> &mut NoNode {
        NoNode::exclusive()
    }

    #[inline]
    fn next_finished(&mut self) -> Option<Finished> {
        self.transfers.finished.pop_front()
    }

    #[inline]
    fn next_lost(&mut self) -> Option<Lost> {
        if self.lost.is_empty() && self.unreachable.is_empty() { None } else { self.report_lost() }
    }

    fn give_up(&mut self, peer: u32, reason: &str) -> bool {
        let Some(place) = self.place(peer) else { return false };
        if self.connections[place].lost.is_none() {
            self.fail_reported(place, reason.to_owned());
        }
        self.lost.contains(&(place as u32))
    }

    fn prepare_sleep(&mut self) -> Option<E::Nap> {
        self.ready_to_sleep().then(|| {
            let sleep = if self.connections.is_empty() { Sleep::UntilNews } else { Sleep::UntilProbe };
            self.sleep = Some(sleep);
            let most = (sleep == Sleep::UntilProbe).then_some(self.options.probe_ns);
            self.environment.nap(self.completions.queue.descriptor(), most)
        })
    }

    fn wake_self(&mut self) {
        self.environment.wake();
    }

    /// Connections are looked after now and then, and handshakes are repeated.
    fn sleep_is_outdated(&mut self) -> bool {
        let is_outdated = match self.sleep {
            None => false,
            Some(_) if !self.handshaking.is_empty() => true,
            Some(sleep) => sleep == Sleep::UntilNews && !self.connections.is_empty(),
        };
        if is_outdated {
            self.sleep = None;
        }
        is_outdated
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.completions.queue.descriptor()
    }

    fn oversubscribed(&mut self) -> bool {
        self.environment.oversubscribed()
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> Rendezvous for RcDevice<V, E, R> {
    fn methods(&mut self, peer: u32) -> Methods {
        let is_lost = self.place(peer).is_some_and(|place| self.connections[place].lost.is_some());
        if is_lost { Methods::RING } else { Methods::RING.or(Methods::NETWORK) }
    }

    #[allow(unsafe_code)]
    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: as the caller promises.
        unsafe { self.expose_memory(peer, end, memory) }
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        self.conceal_memory(peer, token);
    }

    #[allow(unsafe_code)]
    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.begin_transfer(peer, ticket.into(), from, into, false) }
    }

    #[allow(unsafe_code)]
    unsafe fn begin_get(&mut self, peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.begin_transfer(peer, ticket.into(), into, from, true) }
    }
}
