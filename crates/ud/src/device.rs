//! The device: its parts, and what the engine asks of it.

use std::collections::{HashMap, VecDeque};
use std::os::fd::BorrowedFd;
use std::sync::Arc;

use ferry_device::{
    Body, CopyError, Device, Finished, Lost, MovesNothing, NoNode, OperationTicket, Packets, Rendezvous, Sent, Sink, Unasked,
};
use ferry_protocol::datagram::cost::DatagramCosts;
use ferry_protocol::datagram::header::MOST_BYTES;
use ferry_protocol::datagram::link;
use ferry_protocol::datagram::reuse::BufferUses;
use ferry_protocol::packet::Header;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Method, Methods, Piece, Token};
use ferry_rdma::{Completion, CompletionQueue, Error, Path, QueuePairAttributes, Verbs};
use ferry_verbs_transport::{Completions, Demand, Environment, Memories, Pool};

use crate::breaking::Breaking;
use crate::bulk::Bulk;
use crate::card::Card;
use crate::control::Proposal;
use crate::counters::Counters;
use crate::expose::Exposures;
use crate::fragments::Fragments;
use crate::options::{LargeMessages, Options};
use crate::pairs::Pairs;
use crate::peers::Peers;
use crate::port::Port;
use crate::put::Puts;
use crate::tend::Turns;

/// Longest body of a packet, in bytes. It goes in fragments as long as the network takes.
const MOST_BODY: usize = 32 << 10;

/// Longest sleep while a peer owes an answer or is owed one, in nanoseconds; 0 stands for as long
/// as it takes.
pub(crate) const NEVER: u64 = u64::MAX;

/// A sleep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Announced {
    /// When it ends by itself.
    due_ns: u64,
    /// Each completion ends it, not only the end of a message.
    awaits_any: bool,
}

/// The transport over unreliable datagrams of one process.
pub struct UdDevice<V: Verbs, E: Environment> {
    // In this order: queue pairs go before what they refer to.
    pub(crate) port: Port<V>,
    pub(crate) bulk: Bulk<V>,
    pub(crate) pairs: Pairs<V>,
    pub(crate) completions: Completions<V>,
    pub(crate) peers: Peers<V>,
    pub(crate) pool: Pool<V::Buffer>,
    pub(crate) fragments: Fragments,
    pub(crate) memories: Memories<V, E::Monitor>,
    pub(crate) exposures: Exposures<V>,
    /// Memory that large messages came into.
    pub(crate) uses: BufferUses,
    pub(crate) puts: Puts,
    /// Completions taken from the queue and not looked at.
    pub(crate) batch: VecDeque<Completion>,
    /// Peers with something outstanding, or that are owed something.
    pub(crate) listed: Vec<u32>,
    /// Peers with something that the engine has not taken.
    pub(crate) ready: Vec<u32>,
    /// When time has something to do; [`NEVER`]: never.
    pub(crate) due_ns: u64,
    /// Control that waits for a send buffer, with the peer it is for.
    pub(crate) controls: VecDeque<(u32, Vec<u8>)>,
    /// Tickets of those that are over.
    pub(crate) finished: VecDeque<Finished>,
    /// Peers that were given up and not reported.
    pub(crate) lost: VecDeque<(u32, String)>,
    /// What peers have said of reliable connections.
    pub(crate) proposals: VecDeque<(u32, Proposal)>,
    /// The ways to peers that large messages go to, where there are several: the first is that of
    /// packets, and no part of this.
    pub(crate) ways: HashMap<u32, Vec<V::AddressHandle>>,
    /// Lost peers that have to hear of it.
    pub(crate) breaking: Vec<Breaking>,
    /// Peers that were never met and never will be.
    pub(crate) unreachable: VecDeque<Lost>,
    /// When silent peers are probed next, and which is the first of them.
    pub(crate) probe: (u64, usize),
    pub(crate) turns: Turns,
    pub(crate) own: Card,
    /// Bytes of a packet, and of what a fragment holds.
    pub(crate) mtu: usize,
    pub(crate) fragment_bytes: usize,
    pub(crate) counters: Counters,
    /// What large messages cost, once that matters.
    pub(crate) costs: Option<DatagramCosts>,
    pub(crate) options: Options,
    pub(crate) environment: E,
    /// The completion queue was armed and may have left an event.
    pub(crate) is_armed: bool,
    /// The sleep that was announced last, unless something outdated it.
    pub(crate) announced: Option<Announced>,
    /// The last packet found no send buffers: completions of sends free some.
    pub(crate) lacks_buffers: bool,
    /// Peers of which something came early. Those of which nothing is missing any more leave the
    /// list when this process sleeps.
    pub(crate) with_gaps: Vec<u32>,
    pub(crate) verbs: Arc<V>,
}

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// A device, and its card, which others need to find it.
    ///
    /// # Errors
    /// An option makes no sense, the adapter lacks something, or memory cannot be locked.
    pub fn new(verbs: V, mut options: Options, environment: E, monitor: E::Monitor) -> ferry_rdma::Result<(Self, Vec<u8>)> {
        options.paths = options.paths.min(verbs.port().paths());
        options.check(verbs.device())?;
        let mtu = verbs.port().mtu.bytes();
        let demand = Demand {
            shared: u64::from(options.receives) + u64::from((options.sends + options.bulk_sends) / 4),
            each: options.block_pieces.into(),
            connections: options.pool.into(),
        };
        let mut completions = Completions::new(&verbs, demand)?;
        let queue_key = QueuePairAttributes::queue_key_of(options.job);
        let port = Port::new(&verbs, &completions.queue, &options, mtu, queue_key)?;
        let bulk = Bulk::new(&verbs, &mut completions, &options, queue_key)?;
        let pairs = Pairs::new(&verbs, options.pool, options.block_pieces, queue_key);
        let exposures = Exposures::new(&verbs, mtu)?;
        let own = Card {
            endpoint: verbs.endpoint(port.number()),
            bulk: bulk.number(),
            queue_key,
            job: options.job,
            epoch: options.epoch,
            block_pieces: options.block_pieces,
            large: options.large,
        };
        let fragment_bytes = mtu - MOST_BYTES;
        let verbs = Arc::new(verbs);
        let on_demand = verbs.device().on_demand_paging;
        let follows = on_demand.supported && on_demand.ud_send && on_demand.ud_receive;
        let device = UdDevice {
            port,
            bulk,
            pairs,
            completions,
            peers: Peers::new(),
            pool: Pool::new(fragment_bytes, options.send_bytes),
            fragments: Fragments::default(),
            memories: Memories::following(Arc::clone(&verbs), monitor, options.registered_bytes, options.regions, follows),
            exposures,
            uses: BufferUses::default(),
            puts: Puts::default(),
            batch: VecDeque::new(),
            listed: Vec::new(),
            ready: Vec::new(),
            due_ns: NEVER,
            controls: VecDeque::new(),
            finished: VecDeque::new(),
            lost: VecDeque::new(),
            proposals: VecDeque::new(),
            ways: HashMap::new(),
            breaking: Vec::new(),
            unreachable: VecDeque::new(),
            probe: (0, 0),
            turns: Turns::new(options.receives),
            own,
            mtu,
            fragment_bytes,
            counters: Counters::default(),
            costs: None,
            options,
            environment,
            is_armed: false,
            announced: None,
            lacks_buffers: false,
            with_gaps: Vec::new(),
            verbs,
        };
        Ok((device, own.encode()))
    }

    /// What the device did so far.
    pub fn counters(&self) -> Counters {
        let [registrations, registration_hits, ..] = self.memories.counts();
        Counters {
            registrations,
            registration_hits,
            receive_bytes: self.port.receive_bytes(),
            send_bytes: self.pool.bytes() as u64,
            queue_pairs: 2 + self.pairs.count() as u64,
            ..self.counters
        }
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

    /// The peer with this rank that messages may be sent to; contacts it if it is new.
    #[inline]
    pub(crate) fn reach(&mut self, rank: u32) -> Option<usize> {
        match self.peers.index_of(rank) {
            Some(index) if self.peers.met[index].is_lost => None,
            Some(index) => Some(index),
            None => self.contact(rank),
        }
    }

    /// The peer with this rank, from its card: nothing is asked of it.
    #[cold]
    pub(crate) fn contact(&mut self, rank: u32) -> Option<usize> {
        let card = self.environment.card(rank).and_then(|bytes| Card::decode(&bytes));
        let card = card.and_then(|card| card.check(&self.own).map(|()| card));
        let met = card.and_then(|card| {
            let handle = self.verbs.address_handle(&self.verbs.path_to(&card.endpoint));
            handle.map(|handle| (card, handle)).map_err(|error: Error| error.to_string())
        });
        match met {
            Ok((card, handle)) => {
                let ends = link::Options { me: self.options.rank, epoch: self.options.epoch, peer_epoch: card.epoch };
                self.counters.peers += 1;
                self.due_ns = self.due_ns.min(self.environment.now());
                Some(self.peers.add(rank, &card, handle, &ends))
            }
            Err(reason) => {
                self.counters.failures += 1;
                let reason = format!("{}: {reason}", self.environment.name(rank));
                self.unreachable.push_back(Lost { peer: rank, reason });
                None
            }
        }
    }
}

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// Finds the ways to a peer that gets a large message, if it may have several. One that cannot
    /// be had is not used: there is the first.
    pub(crate) fn find_ways(&mut self, index: usize) {
        if self.options.paths < 2 || self.ways.contains_key(&(index as u32)) {
            return;
        }
        let card = self.environment.card(self.peers.met[index].rank).and_then(|bytes| Card::decode(&bytes));
        let ways = card.ok().map(|card| {
            let first = self.verbs.path_to(&card.endpoint);
            let handles = (1..self.options.paths).map(|way| self.verbs.address_handle(&Path { way, ..first }));
            handles.map_while(Result::ok).collect()
        });
        self.ways.insert(index as u32, ways.unwrap_or_default());
    }
}

impl<V: Verbs, E: Environment> Packets for UdDevice<V, E> {
    fn max_body(&self) -> usize {
        MOST_BODY
    }

    #[inline]
    fn try_send(&mut self, to: u32, header: Header, mut body: impl Body) -> Sent {
        if self.send_packet(to, &header, |part| body.fill(part)) { Sent::Copied } else { Sent::NoRoom }
    }

    fn unasked(&mut self, _peer: u32) -> Unasked {
        Unasked { eager: self.options.eager_bytes, ..Unasked::default() }
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        self.peers.index_of(peer).is_none_or(|index| self.peers.met[index].is_in_touch())
    }

    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        self.take_packets(first, sink)
    }

    fn has_unsent(&mut self) -> bool {
        !self.is_quiet()
    }
}

impl<V: Verbs, E: Environment> Device for UdDevice<V, E> {
    type Nap = E::Nap;
    type Node = NoNode;

    fn name(&self) -> &'static str {
        "ud"
    }

    fn node(&self) -> &NoNode {
        NoNode::shared()
    }

    fn node_mut(&mut self) -> &mut NoNode {
        NoNode::exclusive()
    }

    #[inline]
    fn next_finished(&mut self) -> Option<Finished> {
        self.finished.pop_front()
    }

    #[inline]
    fn next_lost(&mut self) -> Option<Lost> {
        if self.lost.is_empty() && self.unreachable.is_empty() { None } else { self.report_lost() }
    }

    /// If the peer lives, it hears of that.
    fn give_up(&mut self, peer: u32, reason: &str) -> bool {
        let Some(index) = self.peers.index_of(peer) else { return false };
        self.abandon(index, reason);
        self.lost.iter().any(|(lost, _)| *lost as usize == index)
    }

    fn prepare_sleep(&mut self) -> Option<E::Nap> {
        self.ready_to_sleep().then(|| {
            let now = self.environment.now();
            self.announced = Some(Announced { due_ns: self.due_ns, awaits_any: self.awaits_any_completion() });
            let most = (self.due_ns != NEVER).then(|| self.due_ns.saturating_sub(now));
            self.environment.nap(self.completions.queue.descriptor(), most)
        })
    }

    fn wake_self(&mut self) {
        self.environment.wake();
    }

    fn sleep_is_outdated(&mut self) -> bool {
        let Some(announced) = self.announced else { return false };
        let is_outdated = self.due_ns < announced.due_ns || !announced.awaits_any && self.awaits_any_completion();
        if is_outdated {
            self.announced = None;
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

/// Datagrams reach no memory.
impl<V: Verbs, E: Environment> MovesNothing for UdDevice<V, E> {}

impl<V: Verbs, E: Environment> Rendezvous for UdDevice<V, E> {
    fn methods(&mut self, peer: u32) -> Methods {
        let is_lost = self.peers.index_of(peer).is_some_and(|index| self.peers.met[index].is_lost);
        match self.options.large {
            LargeMessages::ZeroCopy if !is_lost => Methods::RING.with(Method::Put),
            _ => Methods::RING,
        }
    }

    #[allow(unsafe_code)]
    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: UD-M1, as the caller promises.
        unsafe { self.expose_memory(peer, end, memory) }
    }

    fn conceal(&mut self, _peer: u32, token: Token) {
        self.conceal_memory(token);
    }

    #[allow(unsafe_code)]
    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: UD-M2, as the caller promises.
        unsafe { self.put(peer, ticket, from, into) }
    }

    #[allow(unsafe_code)]
    unsafe fn begin_get(&mut self, _: u32, _: OperationTicket, _: &[Piece], _: Token) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }
}
