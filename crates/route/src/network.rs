//! The networks between nodes: TCP, which is always there, and RDMA to peers that have it as well.
//!
//! Which of them leads to a peer is decided once, by what both ends have published: both decide
//! alike, and messages between two processes stay in order.
//!
//! # Safety arguments
//! - NET-1: unsafe methods are passed on as they are: what the caller promises is what each network
//!   asks for.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::Arc;
use std::time::Duration;

use ferry_device::{
    Access, Atomic, Body, CopyError, Device, Finished, Key, Lost, Nap, NoNode, Notice, OneSided, OneSidedMethods,
    OperationTicket, Packets, RegionId, RegisterError, Rendezvous, Sent, Sink, Ticket, Unasked,
};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};
use ferry_sys::descriptor::raise;
use ferry_tcp::foreign::Foreign;
use ferry_tcp::{TcpDevice, TcpNap, Waker};
use rustix::event::{PollFd, PollFlags, Timespec, epoll, poll};

use crate::rdma::{Rdma, Sleep};

/// How long the end of a process waits for its last words to go out over TCP, to peers that compute
/// and do not listen meanwhile.
pub const FAREWELL: Duration = Duration::from_secs(60);
/// The same over RDMA, where adapters listen.
const FAREWELL_RDMA: Duration = Duration::from_secs(1);

/// Polls of RDMA between two of TCP while no TCP connection is open.
const TURN: u32 = 64;

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
    via: Vec<Via>,
    polls: u32,
}

impl Network {
    /// TCP alone, in a job of `ranks`.
    pub fn tcp(tcp: TcpDevice, ranks: usize) -> Self {
        Network { tcp, rdma: None, via: vec![Via::Tcp; ranks], polls: 0 }
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
        Ok(Network { tcp, rdma: Some(both), via: vec![Via::Undecided; ranks], polls: 0 })
    }

    /// What leads to a peer, as far as it has been decided.
    pub fn via(&self, peer: u32) -> Via {
        self.via[peer as usize]
    }

    /// TCP, by which processes of other jobs are reached.
    pub fn tcp_mut(&mut self) -> &mut TcpDevice {
        &mut self.tcp
    }

    /// Wakes sleepers from any thread.
    pub fn waker(&self) -> Waker {
        self.tcp.waker()
    }

    /// Gets to know a process of another job, and gives it a number behind all others.
    pub fn add_foreign(&mut self, peer: Foreign) -> u32 {
        let number = self.tcp.add_foreign(peer);
        if number as usize >= self.via.len() {
            self.via.resize(number as usize + 1, Via::Tcp);
        }
        number
    }

    /// RDMA, if there is any.
    pub fn rdma(&self) -> Option<&Rdma> {
        self.rdma.as_ref().map(|both| &both.rdma)
    }

    fn rdma_mut(&mut self) -> Option<&mut Rdma> {
        self.rdma.as_mut().map(|both| &mut both.rdma)
    }

    /// Whether there is an adapter that is software.
    pub fn is_software(&self) -> bool {
        self.rdma().is_some_and(|rdma| rdma.is_software())
    }

    /// The process may end: tells its peers. Whether all of them could be told over TCP; an adapter
    /// that cannot has a peer with something else to complain about.
    pub fn leave(&mut self) -> bool {
        let is_told = self.tcp.finish(FAREWELL);
        if let Some(both) = &mut self.rdma {
            let _ = both.rdma.finish(FAREWELL_RDMA.as_nanos() as u64);
        }
        is_told
    }

    /// RDMA, if it leads to `peer`.
    #[inline]
    fn rdma_to(&mut self, peer: u32) -> Option<&mut Rdma> {
        match self.via[peer as usize] {
            Via::Tcp => None,
            Via::Rdma => self.rdma.as_mut().map(|both| &mut both.rdma),
            Via::Undecided => self.decide(peer),
        }
    }

    #[cold]
    fn decide(&mut self, peer: u32) -> Option<&mut Rdma> {
        let both = self.rdma.as_mut()?;
        let has_rdma = (both.has_rdma)(peer);
        self.via[peer as usize] = if has_rdma { Via::Rdma } else { Via::Tcp };
        has_rdma.then_some(&mut both.rdma)
    }
}

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
        self.rdma.as_ref().map_or(usize::MAX, |both| both.rdma.max_body()).min(self.tcp.max_body())
    }

    #[inline]
    fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent {
        match self.rdma_to(to) {
            Some(rdma) => rdma.try_send(to, header, body),
            None => self.tcp.try_send(to, header, body),
        }
    }

    fn unasked(&mut self, peer: u32) -> Unasked {
        match self.rdma_to(peer) {
            Some(rdma) => rdma.unasked(peer),
            None => self.tcp.unasked(peer),
        }
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        match (self.via(peer), self.rdma()) {
            (Via::Tcp, _) => self.tcp.is_in_touch(peer),
            (Via::Rdma, Some(rdma)) => rdma.is_in_touch(peer),
            _ => true,
        }
    }

    #[inline]
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let Some(RdmaAndTcp { rdma, .. }) = &mut self.rdma else { return self.tcp.poll(first, sink) };
        let first_of = |wanted| first.filter(|first| self.via[*first as usize] == wanted);
        let taken = rdma.poll(first_of(Via::Rdma), sink);
        self.polls = self.polls.wrapping_add(1);
        if self.tcp.connected().is_empty() && !self.polls.is_multiple_of(TURN) {
            return taken;
        }
        taken + self.tcp.poll(first_of(Via::Tcp), sink)
    }

    fn has_unsent(&mut self) -> bool {
        self.tcp.has_unsent() || self.rdma.as_mut().is_some_and(|both| both.rdma.has_unsent())
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
        rdma.or_else(|| self.tcp.next_finished())
    }

    fn next_lost(&mut self) -> Option<Lost> {
        let rdma = self.rdma.as_mut().and_then(|both| both.rdma.next_lost());
        rdma.or_else(|| self.tcp.next_lost())
    }

    fn prepare_sleep(&mut self) -> Option<NetworkNap> {
        let tcp = self.tcp.prepare_sleep()?;
        let Some(RdmaAndTcp { rdma, news, .. }) = &mut self.rdma else { return Some(NetworkNap::Tcp(tcp)) };
        let sleep = rdma.prepare_sleep()?;
        Some(NetworkNap::Both(tcp, Arc::clone(news), sleep))
    }

    fn wake_self(&mut self) {
        self.tcp.wake_self();
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
        match self.rdma_to(peer) {
            Some(rdma) => rdma.methods(peer),
            None => self.tcp.methods(peer),
        }
    }

    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: NET-1.
        unsafe {
            match self.rdma_to(peer) {
                Some(rdma) => rdma.expose(peer, end, memory),
                None => self.tcp.expose(peer, end, memory),
            }
        }
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        match self.rdma_to(peer) {
            Some(rdma) => rdma.conceal(peer, token),
            None => self.tcp.conceal(peer, token),
        }
    }

    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: NET-1.
        unsafe {
            match self.rdma_to(peer) {
                Some(rdma) => rdma.begin_put(peer, ticket, from, into),
                None => self.tcp.begin_put(peer, ticket, from, into),
            }
        }
    }

    unsafe fn begin_get(&mut self, peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: NET-1.
        unsafe {
            match self.rdma_to(peer) {
                Some(rdma) => rdma.begin_get(peer, ticket, into, from),
                None => self.tcp.begin_get(peer, ticket, into, from),
            }
        }
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

    fn deregister(&mut self, region: RegionId) {
        if let Some(rdma) = self.rdma_mut() {
            rdma.deregister(region);
        }
    }

    fn forget(&mut self, peer: u32, key: &Key) {
        if let Some(rdma) = self.rdma_to(peer) {
            rdma.forget(peer, key);
        }
    }

    fn hasten(&mut self) {
        if let Some(rdma) = self.rdma_mut() {
            rdma.hasten();
        }
    }

    fn map(&mut self, peer: u32, key: &Key) -> Option<NonNull<u8>> {
        self.rdma_to(peer)?.map(peer, key)
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

    fn next_notice(&mut self) -> Option<Notice> {
        self.rdma_mut()?.next_notice()
    }
}
