//! The networks between nodes: TCP, which is always there, and RDMA to peers that have it as well.
//! Processes of other jobs on this node are reached through memory where that can be had, those on
//! other nodes by RDMA where both have an adapter.
//!
//! Which of them leads to a peer is decided once, by what both ends have published: both decide
//! alike, and messages between two processes stay in order.
//!
//! # Safety arguments
//! - NET-1: unsafe methods are passed on as they are: what the caller promises is what each network
//!   asks for.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use ferry_device::{
    Access, Atomic, Body, CopyError, Device, Finished, Key, Lost, Nap, NoNode, Notice, OneSided, OneSidedMethods,
    OperationTicket, Packets, RegionId, RegisterError, Rendezvous, Sent, Sink, Ticket, Unasked,
};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};
use ferry_rc::Counters;
use ferry_shm::neighbors::{CONTACT, Neighbors};
use ferry_sys::descriptor::raise;
use ferry_tcp::foreign::Foreign;
use ferry_tcp::{TcpDevice, TcpNap, Waker};
use rustix::event::{PollFd, PollFlags, Timespec, epoll, poll};

use crate::foreign::{ForeignRdma, OpenForeign};
use crate::rdma::{Rdma, Sleep};

/// How long the end of a process waits for its last words to go out over TCP, to peers that compute
/// and do not listen meanwhile.
pub const FAREWELL: Duration = Duration::from_secs(60);
/// The same over RDMA, where adapters listen.
const FAREWELL_RDMA: Duration = Duration::from_secs(1);

/// Polls of RDMA between two of TCP while no TCP connection is open.
const TURN: u32 = 64;

/// Polls that brought something from other jobs of this node after which the networks have a turn
/// as well.
const TURN_BESIDE_NEIGHBORS: u32 = 16;

/// Says whether a world rank has published that it can be reached by RDMA.
pub type HasRdma = Box<dyn FnMut(u32) -> bool + Send>;

/// What leads to a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// Nobody has asked yet.
    Undecided,
    /// TCP.
    Tcp,
    /// RDMA.
    Rdma,
    /// Memory of this node, to a process of another job.
    Neighbor,
}

/// What moves a large message by itself, for those who received it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// Puts by TCP.
    PutByTcp,
    /// Puts by an adapter.
    PutByRdma,
    /// Gets by an adapter.
    GotByRdma,
    /// Gets from the memory of another job on this node.
    GotNear,
}

/// Messages and their bytes, by [`Carried`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CarriedCounts([(u64, u64); 4]);

impl CarriedCounts {
    /// Counts a message into `memory`.
    pub fn add(&mut self, how: Carried, memory: &[Piece]) {
        let (messages, bytes) = &mut self.0[how as usize];
        *messages += 1;
        *bytes += memory.iter().map(|piece| piece.len).sum::<u64>();
    }

    /// How many messages, and bytes in them.
    pub fn of(&self, how: Carried) -> (u64, u64) {
        self.0[how as usize]
    }
}

/// RDMA beside TCP.
struct RdmaAndTcp {
    rdma: Rdma,
    has_rdma: HasRdma,
    /// Readable when either has news.
    news: Arc<OwnedFd>,
}

/// The networks of a process.
pub struct Network {
    tcp: TcpDevice,
    rdma: Option<RdmaAndTcp>,
    /// Processes of other jobs on this node.
    neighbors: Option<Neighbors>,
    /// Processes of other jobs on other nodes.
    foreign: Option<ForeignRdma>,
    via: Vec<Via>,
    /// Processes of this job.
    ranks: u32,
    polls: u32,
    /// Polls that found neighbors busy.
    polls_beside_neighbors: u32,
    carried: CarriedCounts,
}

impl Network {
    /// TCP alone, in a job of `ranks`.
    pub fn tcp(tcp: TcpDevice, ranks: usize) -> Self {
        Network {
            tcp,
            rdma: None,
            neighbors: None,
            foreign: None,
            via: vec![Via::Tcp; ranks],
            ranks: ranks as u32,
            polls: 0,
            polls_beside_neighbors: 0,
            carried: CarriedCounts::default(),
        }
    }

    /// TCP and RDMA, in a job of `ranks`.
    ///
    /// # Errors
    /// No descriptor is to be had.
    pub fn both(tcp: TcpDevice, rdma: Rdma, has_rdma: HasRdma, ranks: usize) -> io::Result<Self> {
        let news = raise(epoll::create(epoll::CreateFlags::CLOEXEC)?);
        for descriptor in [tcp.descriptor(), rdma.descriptor()].into_iter().flatten() {
            epoll::add(&news, descriptor, epoll::EventData::new_u64(0), epoll::EventFlags::IN)?;
        }
        let both = RdmaAndTcp { rdma, has_rdma, news: Arc::new(news) };
        Ok(Network {
            tcp,
            rdma: Some(both),
            neighbors: None,
            foreign: None,
            via: vec![Via::Undecided; ranks],
            ranks: ranks as u32,
            polls: 0,
            polls_beside_neighbors: 0,
            carried: CarriedCounts::default(),
        })
    }

    /// What connections to other hosts have shown of the network that sockets go by.
    pub fn seen_by_sockets(&self) -> Option<ferry_tcp::Seen> {
        self.tcp.seen()
    }

    /// What leads to a peer, as far as it has been decided.
    pub fn via(&self, peer: u32) -> Via {
        self.via[peer as usize]
    }

    /// From now on processes of other jobs on this node may be reached through memory.
    pub fn add_neighbors(&mut self, neighbors: Neighbors) {
        self.neighbors = Some(neighbors);
        // They sleep for the networks alone, and neighbors ring the bell of the node.
        self.tcp.wake_self();
    }

    /// From now on processes of other jobs on other nodes may be reached by an adapter that `open`
    /// opens, once they are introduced to this one.
    pub fn add_foreign_rdma(&mut self, open: OpenForeign) {
        self.foreign = Some(ForeignRdma::new(open));
    }

    /// Whether [`Network::add_foreign_rdma`] was called.
    pub fn has_foreign_rdma(&self) -> bool {
        self.foreign.is_some()
    }

    /// Whether [`Network::add_neighbors`] was called.
    pub fn has_neighbors(&self) -> bool {
        self.neighbors.is_some()
    }

    /// Large messages received that did not come in packets.
    pub fn carried(&self) -> CarriedCounts {
        self.carried
    }

    /// What this process tells processes of other jobs of itself. That stays true until
    /// [`Network::end_introduction`].
    pub fn own(&mut self) -> Foreign {
        let contact = self.neighbors.as_mut().map_or([0; CONTACT], Neighbors::contact);
        Foreign { contact, adapter: self.introduce_adapter(), ..self.tcp.own().clone() }
    }

    /// The card of the adapter, by which processes of other jobs reach it; nothing without one.
    fn introduce_adapter(&mut self) -> Vec<u8> {
        let Network { foreign: Some(foreign), tcp, .. } = self else { return Vec::new() };
        let (card, opened) = foreign.introduce();
        match opened.and_then(Rdma::descriptor).map(|descriptor| tcp.listen_to(descriptor)) {
            // Sleepers would not hear of it.
            Some(Err(_)) => {
                foreign.close();
                Vec::new()
            }
            _ => card,
        }
    }

    /// What [`Network::own`] was asked for is over.
    pub fn end_introduction(&mut self) {
        if let Some(foreign) = &mut self.foreign {
            foreign.end_introduction();
        }
    }

    /// Wakes sleepers from any thread.
    pub fn waker(&self) -> Waker {
        self.tcp.waker()
    }

    /// Gets to know a process of another job, and gives it a number behind all others.
    pub fn add_foreign(&mut self, peer: Foreign) -> u32 {
        let number = self.tcp.add_foreign(peer.clone());
        if number as usize >= self.via.len() {
            self.via.resize(number as usize + 1, Via::Tcp);
        }
        self.via[number as usize] = Via::Undecided;
        self.meet_again(number, &peer);
        number
    }

    /// Makes the ways to a process of another job: through memory, if it is on this node, and by
    /// the adapter, if both have one. To be called at each meeting: the other process may have
    /// forgotten this one meanwhile.
    pub fn meet_again(&mut self, number: u32, peer: &Foreign) {
        let host = &peer.card.host;
        let is_new = match &mut self.neighbors {
            None => false,
            Some(neighbors) => {
                let watch = |end| self.tcp.watch_process(number, end);
                !matches!(neighbors.add(number, peer.id, host, &peer.contact, watch), Ok(false))
            }
        };
        if let Some(foreign) = &mut self.foreign {
            let name = format!("rank {} of job {:016x} on {host}", peer.id.rank, peer.id.job);
            foreign.admit(number, &peer.adapter, &name);
        }
        // Decided by the first message, when both have done this. Where there is neither, TCP leads
        // there.
        if is_new {
            self.via[number as usize] = Via::Undecided;
        }
    }

    /// Forgets a process of another job.
    pub fn forget_foreign(&mut self, number: u32) {
        self.tcp.forget_foreign(number);
        if let Some(neighbors) = &mut self.neighbors {
            neighbors.forget(number);
        }
        if let Some(foreign) = &mut self.foreign {
            foreign.forget(number);
        }
        self.via[number as usize] = Via::Tcp;
    }

    /// RDMA, if there is any.
    pub fn rdma(&self) -> Option<&Rdma> {
        self.rdma.as_ref().map(|both| &both.rdma)
    }

    /// What RDMA to processes of other jobs did so far.
    pub fn foreign_counters(&self) -> Counters {
        self.foreign.as_ref().map(ForeignRdma::counters).unwrap_or_default()
    }

    fn rdma_mut(&mut self) -> Option<&mut Rdma> {
        self.rdma.as_mut().map(|both| &mut both.rdma)
    }

    /// Whether there is an adapter that is software.
    pub fn is_software(&self) -> bool {
        self.rdma().is_some_and(|rdma| rdma.is_software()) || self.foreign.as_ref().is_some_and(ForeignRdma::is_software)
    }

    /// The process may end: tells its peers. Whether all of them could be told over TCP; an adapter
    /// that cannot has a peer with something else to complain about.
    pub fn leave(&mut self) -> bool {
        if let Some(neighbors) = &mut self.neighbors {
            neighbors.leave();
        }
        let is_told = self.tcp.finish(FAREWELL);
        if let Some(both) = &mut self.rdma {
            let _ = both.rdma.finish(FAREWELL_RDMA.as_nanos() as u64);
        }
        if let Some(rdma) = self.foreign.as_mut().and_then(ForeignRdma::rdma) {
            // As above.
            let _ = rdma.finish(FAREWELL_RDMA.as_nanos() as u64);
        }
        is_told
    }

    /// What leads to `peer`.
    #[inline]
    fn to(&mut self, peer: u32) -> To<'_> {
        if self.via[peer as usize] == Via::Undecided {
            self.decide(peer);
        }
        match (self.via[peer as usize], &mut self.rdma, &mut self.neighbors) {
            (Via::Rdma, ..) if peer >= self.ranks => match self.foreign.as_mut().and_then(ForeignRdma::rdma) {
                Some(rdma) => To::Rdma(rdma),
                None => To::Tcp(&mut self.tcp),
            },
            (Via::Rdma, Some(both), _) => To::Rdma(&mut both.rdma),
            (Via::Neighbor, _, Some(neighbors)) => To::Neighbor(neighbors),
            _ => To::Tcp(&mut self.tcp),
        }
    }

    /// RDMA, if it leads to `peer`, of this job: keys are of the device for its ranks.
    #[inline]
    fn rdma_to(&mut self, peer: u32) -> Option<&mut Rdma> {
        if peer >= self.ranks {
            return None;
        }
        match self.to(peer) {
            To::Rdma(rdma) => Some(rdma),
            To::Tcp(_) | To::Neighbor(_) => None,
        }
    }

    #[cold]
    fn decide(&mut self, peer: u32) {
        let is_neighbor = peer >= self.ranks && self.neighbors.as_mut().is_some_and(|neighbors| neighbors.is_mutual(peer));
        let mut has_rdma = || match peer < self.ranks {
            true => self.rdma.as_mut().is_some_and(|both| (both.has_rdma)(peer)),
            false => self.foreign.as_ref().is_some_and(|foreign| foreign.leads_to(peer)),
        };
        self.via[peer as usize] = match is_neighbor {
            true => Via::Neighbor,
            false if has_rdma() => Via::Rdma,
            false => Via::Tcp,
        };
    }

    /// Takes note of processes of other jobs that have ended.
    fn note_ends(&mut self) {
        while let Some(peer) = self.tcp.next_ended() {
            if let Some(neighbors) = &mut self.neighbors {
                neighbors.note_end(peer);
            }
        }
    }
}

/// What leads to a peer, to use it.
enum To<'a> {
    Tcp(&'a mut TcpDevice),
    Rdma(&'a mut Rdma),
    Neighbor(&'a mut Neighbors),
}

/// What goes to other jobs on this node without asking: as within a job.
const UNASKED_TO_NEIGHBORS: Unasked = Unasked { eager: 0, in_packets: u64::MAX, in_place: 0 };

/// A sleep for the networks.
pub enum NetworkNap {
    /// For TCP alone.
    Tcp(TcpNap),
    /// For both, of which one is taken and the other kept until that is over.
    Both(TcpNap, Arc<OwnedFd>, Sleep),
}

impl Nap for NetworkNap {
    fn take(self) {
        match self {
            NetworkNap::Tcp(nap) => nap.take(),
            NetworkNap::Both(_kept, news, sleep) => {
                let limit = sleep.most_ns.map(Duration::from_nanos).and_then(|limit| Timespec::try_from(limit).ok());
                // An interrupted sleep is a short one.
                let _ = poll(&mut [PollFd::new(&*news, PollFlags::IN)], limit.as_ref());
            }
        }
    }

    fn most_ns(&self) -> Option<u64> {
        match self {
            NetworkNap::Tcp(nap) => nap.most_ns(),
            NetworkNap::Both(_, _, sleep) => sleep.most_ns,
        }
    }
}

impl Packets for Network {
    fn max_body(&self) -> usize {
        let of_ranks = self.rdma.as_ref().map_or(usize::MAX, |both| both.rdma.max_body());
        let of_foreign = self.foreign.as_ref().map_or(usize::MAX, ForeignRdma::max_body);
        of_ranks.min(of_foreign).min(self.tcp.max_body())
    }

    #[inline]
    fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent {
        match self.to(to) {
            To::Rdma(rdma) => rdma.try_send(to, header, body),
            To::Tcp(tcp) => tcp.try_send(to, header, body),
            To::Neighbor(neighbors) => neighbors.try_send(to, header, body),
        }
    }

    fn unasked(&mut self, peer: u32) -> Unasked {
        match self.to(peer) {
            To::Rdma(rdma) => rdma.unasked(peer),
            To::Tcp(tcp) => tcp.unasked(peer),
            To::Neighbor(_) => UNASKED_TO_NEIGHBORS,
        }
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        match (self.via(peer), self.rdma()) {
            (Via::Tcp, _) => self.tcp.is_in_touch(peer),
            (Via::Rdma, _) if peer >= self.ranks => true,
            (Via::Rdma, Some(rdma)) => rdma.is_in_touch(peer),
            (Via::Neighbor, _) => self.neighbors.as_ref().is_some_and(|neighbors| neighbors.is_in_touch(peer)),
            _ => true,
        }
    }

    #[inline]
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let mut near = 0;
        if let Some(neighbors) = &mut self.neighbors {
            near = neighbors.poll(first.filter(|first| self.via[*first as usize] == Via::Neighbor), sink);
            if near > 0 && self.skips_networks() {
                return near;
            }
        }
        near + self.poll_networks(first, sink)
    }

    fn has_unsent(&mut self) -> bool {
        let is_foreign_unsent = self.foreign.as_mut().and_then(ForeignRdma::rdma).is_some_and(Rdma::has_unsent);
        self.tcp.has_unsent() || is_foreign_unsent || self.rdma.as_mut().is_some_and(|both| both.rdma.has_unsent())
    }
}

impl Network {
    /// Whether this poll leaves the networks out, as neighbors keep the process busy.
    fn skips_networks(&mut self) -> bool {
        self.polls_beside_neighbors = self.polls_beside_neighbors.wrapping_add(1);
        !self.polls_beside_neighbors.is_multiple_of(TURN_BESIDE_NEIGHBORS)
    }

    #[inline]
    fn poll_networks(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let Some(rdma) = self.foreign.as_mut().and_then(ForeignRdma::rdma) else { return self.poll_own_networks(first, sink) };
        let to_foreign = first.filter(|first| *first >= self.ranks && self.via[*first as usize] == Via::Rdma);
        let taken = rdma.poll(to_foreign, sink);
        taken + self.poll_own_networks(first.filter(|_| to_foreign.is_none()), sink)
    }

    #[inline]
    fn poll_own_networks(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let Some(RdmaAndTcp { rdma, .. }) = &mut self.rdma else {
            let first = first.filter(|first| self.via[*first as usize] != Via::Neighbor);
            return self.tcp.poll(first, sink);
        };
        let first_of = |wanted| first.filter(|first| self.via[*first as usize] == wanted);
        let taken = rdma.poll(first_of(Via::Rdma), sink);
        self.polls = self.polls.wrapping_add(1);
        if self.tcp.connected().is_empty() && !self.polls.is_multiple_of(TURN) {
            return taken;
        }
        taken + self.tcp.poll(first_of(Via::Tcp), sink)
    }
}

impl Device for Network {
    type Nap = NetworkNap;
    type Node = NoNode;

    fn name(&self) -> &'static str {
        if self.rdma.is_some() { "rdma" } else { "tcp" }
    }

    fn node(&self) -> &NoNode {
        NoNode::shared()
    }

    fn node_mut(&mut self) -> &mut NoNode {
        NoNode::exclusive()
    }

    fn next_finished(&mut self) -> Option<Finished> {
        let rdma = self.rdma.as_mut().and_then(|both| both.rdma.next_finished());
        let foreign = || self.foreign.as_mut().and_then(ForeignRdma::rdma)?.next_finished();
        let near = || self.neighbors.as_mut().and_then(Neighbors::next_finished);
        rdma.or_else(near).or_else(foreign).or_else(|| self.tcp.next_finished())
    }

    fn next_lost(&mut self) -> Option<Lost> {
        self.note_ends();
        let near = self.neighbors.as_mut().and_then(Neighbors::next_lost);
        let rdma = || self.rdma.as_mut().and_then(|both| both.rdma.next_lost());
        let foreign = || self.foreign.as_mut().and_then(ForeignRdma::rdma)?.next_lost();
        near.or_else(rdma).or_else(foreign).or_else(|| self.tcp.next_lost())
    }

    fn give_up(&mut self, peer: u32, reason: &str) -> bool {
        match self.to(peer) {
            To::Tcp(tcp) => tcp.give_up(peer, reason),
            To::Rdma(rdma) => rdma.give_up(peer, reason),
            To::Neighbor(_) => false,
        }
    }

    /// Neighbors ring the bell of the node, which is to be announced before this.
    fn prepare_sleep(&mut self) -> Option<NetworkNap> {
        self.note_ends();
        if self.neighbors.as_mut().is_some_and(Neighbors::has_news) {
            return None;
        }
        // Its news end the sleep of TCP, which is no longer than that of any device.
        if let Some(rdma) = self.foreign.as_mut().and_then(ForeignRdma::rdma) {
            rdma.prepare_sleep()?;
        }
        let tcp = self.tcp.prepare_sleep()?;
        let Some(RdmaAndTcp { rdma, news, .. }) = &mut self.rdma else { return Some(NetworkNap::Tcp(tcp)) };
        let sleep = rdma.prepare_sleep()?;
        Some(NetworkNap::Both(tcp, Arc::clone(news), sleep))
    }

    fn wake_self(&mut self) {
        self.tcp.wake_self();
    }

    fn sleep_is_outdated(&mut self) -> bool {
        let rdma = self.rdma.as_mut().is_some_and(|both| both.rdma.sleep_is_outdated());
        let foreign = self.foreign.as_mut().and_then(ForeignRdma::rdma).is_some_and(|rdma| rdma.sleep_is_outdated());
        rdma | foreign | self.tcp.sleep_is_outdated()
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.rdma.as_ref().map(|both| both.news.as_fd()).or(self.tcp.descriptor())
    }

    /// An adapter that is software needs the processors for what ranks wait for.
    fn oversubscribed(&mut self) -> bool {
        self.is_software()
    }
}

impl Rendezvous for Network {
    fn methods(&mut self, peer: u32) -> Methods {
        match self.to(peer) {
            To::Rdma(rdma) => rdma.methods(peer),
            To::Tcp(tcp) => tcp.methods(peer),
            To::Neighbor(neighbors) => neighbors.methods(peer),
        }
    }

    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: NET-1.
        let (token, how) = unsafe {
            match self.to(peer) {
                To::Rdma(rdma) => (rdma.expose(peer, end, memory), Carried::PutByRdma),
                To::Tcp(tcp) => (tcp.expose(peer, end, memory), Carried::PutByTcp),
                To::Neighbor(neighbors) if end == End::Back => return neighbors.expose(peer, memory),
                To::Neighbor(_) => return None,
            }
        };
        if end == End::Front && token.is_some() {
            self.carried.add(how, memory);
        }
        token
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        match self.to(peer) {
            To::Rdma(rdma) => rdma.conceal(peer, token),
            To::Tcp(tcp) => tcp.conceal(peer, token),
            To::Neighbor(neighbors) => neighbors.conceal(peer, token),
        }
    }

    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: NET-1.
        unsafe {
            match self.to(peer) {
                To::Rdma(rdma) => rdma.begin_put(peer, ticket, from, into),
                To::Tcp(tcp) => tcp.begin_put(peer, ticket, from, into),
                To::Neighbor(_) => Err(CopyError::Refused),
            }
        }
    }

    unsafe fn begin_get(&mut self, peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: NET-1.
        let how = unsafe {
            match self.to(peer) {
                To::Rdma(rdma) => rdma.begin_get(peer, ticket, into, from).map(|()| Carried::GotByRdma),
                To::Tcp(tcp) => return tcp.begin_get(peer, ticket, into, from),
                To::Neighbor(neighbors) => neighbors.begin_get(peer, ticket, into, from).map(|()| Carried::GotNear),
            }
        };
        how.map(|how| self.carried.add(how, into))
    }
}

/// RDMA moves by itself; TCP leaves everything to messages.
impl OneSided for Network {
    fn one_sided_methods(&mut self, peer: u32, key: &Key) -> OneSidedMethods {
        self.rdma_to(peer).map_or(OneSidedMethods::empty(), |rdma| rdma.one_sided_methods(peer, key))
    }

    unsafe fn register(&mut self, memory: Piece, access: Access) -> Result<RegionId, RegisterError> {
        let rdma = self.rdma_mut().ok_or(RegisterError::Unsupported)?;
        // SAFETY: NET-1.
        unsafe { rdma.register(memory, access) }
    }

    fn key(&self, region: RegionId) -> Key {
        self.rdma().map_or(Key::NONE, |rdma| rdma.key(region))
    }

    fn reaches(&self, region: RegionId, peer: u32) -> bool {
        self.rdma().is_some_and(|rdma| rdma.reaches(region, peer))
    }

    fn deregister(&mut self, region: RegionId) {
        if let Some(rdma) = self.rdma_mut() {
            rdma.deregister(region);
        }
    }

    fn hasten(&mut self) {
        if let Some(rdma) = self.rdma_mut() {
            rdma.hasten();
        }
    }

    unsafe fn put(
        &mut self,
        peer: u32,
        ticket: Ticket,
        from: &[Piece],
        into: &Key,
        offset: u64,
        notify: Option<u32>,
    ) -> Result<(), CopyError> {
        let rdma = self.rdma_to(peer).ok_or(CopyError::Refused)?;
        // SAFETY: NET-1.
        unsafe { rdma.put(peer, ticket, from, into, offset, notify) }
    }

    unsafe fn get(&mut self, peer: u32, ticket: Ticket, into: &[Piece], from: &Key, offset: u64) -> Result<(), CopyError> {
        let rdma = self.rdma_to(peer).ok_or(CopyError::Refused)?;
        // SAFETY: NET-1.
        unsafe { rdma.get(peer, ticket, into, from, offset) }
    }

    unsafe fn atomic(
        &mut self,
        peer: u32,
        ticket: Ticket,
        what: Atomic,
        at: &Key,
        offset: u64,
        result: *mut u8,
    ) -> Result<(), CopyError> {
        let rdma = self.rdma_to(peer).ok_or(CopyError::Refused)?;
        // SAFETY: NET-1.
        unsafe { rdma.atomic(peer, ticket, what, at, offset, result) }
    }

    fn has_ended(&self, _peer: u32) -> bool {
        false
    }

    fn next_notice(&mut self) -> Option<Notice> {
        self.rdma_mut()?.next_notice()
    }
}
