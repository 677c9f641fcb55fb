//! Two devices as one.
//!
//! # Safety arguments
//! - ROUTE-1: unsafe methods are passed on as they are, to the part that has the peer: what the
//!   caller promises is what that part asks for.

use std::os::fd::BorrowedFd;

use ferry_device::{
    Access, Atomic, Body, CopyError, Device, Finished, Key, Lost, Nap, Notice, OneSided, OneSidedMethods, OperationTicket,
    Packets, RegionId, Regions, RegisterError, Rendezvous, Sent, Sink, Ticket, Unasked,
};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};
use ferry_shm::ShmDevice;

use crate::watcher::Watcher;

/// Polls that brought something from this node after which the network has a turn as well.
const TURN: u32 = 16;

/// The way to other nodes.
struct Far<N> {
    network: N,
    /// Wakes sleepers; made when first needed. `None`, too, if no thread can be had: naps are short
    /// then.
    watcher: Option<Watcher>,
    /// Polls since the last one of the network.
    polls: u32,
    /// Nobody else is on this node, nor of another job: sleepers wait for the network itself.
    is_alone: bool,
}

/// Shared memory, and a network if there are other nodes. [`Device::node`] is what processes of the
/// node have in common.
pub struct Routes<N> {
    shm: ShmDevice,
    far: Option<Box<Far<N>>>,
    /// What each part calls registered memory.
    regions: Regions<(Option<RegionId>, Option<RegionId>)>,
}

impl<N: Device> Routes<N> {
    /// Routes of a process: to those of its node, and by `network` to all others.
    pub fn new(shm: ShmDevice, network: Option<N>) -> Self {
        let mut routes = Routes { shm, far: None, regions: Regions::default() };
        if let Some(network) = network {
            routes.add_network(network);
        }
        routes
    }

    /// From now on `network` leads to whoever is not on this node, where nothing has so far.
    pub fn add_network(&mut self, network: N) {
        let is_alone = self.shm.members().count() == 1;
        self.far = Some(Box::new(Far { network, watcher: None, polls: 0, is_alone }));
    }

    /// The network, if there are other nodes.
    pub fn network(&self) -> Option<&N> {
        self.far.as_ref().map(|far| &far.network)
    }

    /// As [`Routes::network`], to change it.
    pub fn network_mut(&mut self) -> Option<&mut N> {
        self.far.as_mut().map(|far| &mut far.network)
    }

    /// Whether there are other nodes, and no other rank, nor a known one of another job, is on
    /// this one.
    pub fn is_alone(&self) -> bool {
        self.far.as_ref().is_some_and(|far| far.is_alone)
    }

    /// Sleepers wait for the doorbell of the node from here on, as processes of other jobs ring it.
    pub fn sleep_at_doorbell(&mut self) {
        if let Some(far) = &mut self.far {
            far.is_alone = false;
        }
    }

    /// The way to `peer`, if it is on another node.
    #[inline(always)]
    fn far(&mut self, peer: u32) -> Option<&mut Far<N>> {
        let far = self.far.as_deref_mut()?;
        if self.shm.members().local(peer).is_some() { None } else { Some(far) }
    }

    /// Polls both parts; the network less often while this node keeps the process busy.
    fn poll_both(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let Some(far) = self.far.as_deref_mut() else { return self.shm.poll(first, sink) };
        if first.is_some_and(|first| self.shm.members().local(first).is_none()) {
            let taken = far.network.poll(first, sink);
            return if taken > 0 { taken } else { self.shm.poll(None, sink) };
        }
        let taken = self.shm.poll(first, sink);
        far.polls += 1;
        if taken > 0 && far.polls < TURN {
            return taken;
        }
        far.polls = 0;
        taken + far.network.poll(None, sink)
    }
}

/// A sleep that ends with news from either part.
pub enum RouteNap<N: Device> {
    /// On the word that ranks of the node, and a [`Watcher`], ring.
    Near(<ShmDevice as Device>::Nap),
    /// For the network alone.
    Far(N::Nap),
}

impl<N: Device> Nap for RouteNap<N> {
    fn take(self) {
        match self {
            RouteNap::Near(nap) => nap.take(),
            RouteNap::Far(nap) => nap.take(),
        }
    }

    fn most_ns(&self) -> Option<u64> {
        match self {
            RouteNap::Near(nap) => nap.most_ns(),
            RouteNap::Far(nap) => nap.most_ns(),
        }
    }
}

impl<N: Device> Packets for Routes<N> {
    fn max_body(&self) -> usize {
        self.far.as_ref().map_or(usize::MAX, |far| far.network.max_body()).min(self.shm.max_body())
    }

    #[inline(always)]
    fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent {
        match self.far(to) {
            None => self.shm.try_send(to, header, body),
            Some(far) => far.network.try_send(to, header, body),
        }
    }

    fn unasked(&mut self, peer: u32) -> Unasked {
        match self.far(peer) {
            None => self.shm.unasked(peer),
            Some(far) => far.network.unasked(peer),
        }
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        match &self.far {
            Some(far) if self.shm.members().local(peer).is_none() => far.network.is_in_touch(peer),
            _ => self.shm.is_in_touch(peer),
        }
    }

    #[inline(always)]
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        if self.far.is_none() { self.shm.poll(first, sink) } else { self.poll_both(first, sink) }
    }

    fn has_unsent(&mut self) -> bool {
        self.shm.has_unsent() || self.far.as_mut().is_some_and(|far| far.network.has_unsent())
    }
}

impl<N: Device> Device for Routes<N> {
    type Nap = RouteNap<N>;
    type Node = ShmDevice;

    fn name(&self) -> &'static str {
        self.far.as_ref().map_or(self.shm.name(), |far| far.network.name())
    }

    #[inline(always)]
    fn node(&self) -> &ShmDevice {
        &self.shm
    }

    #[inline(always)]
    fn node_mut(&mut self) -> &mut ShmDevice {
        &mut self.shm
    }

    #[inline(always)]
    fn next_finished(&mut self) -> Option<Finished> {
        let near = self.shm.next_finished();
        if near.is_some() { near } else { self.far.as_mut()?.network.next_finished() }
    }

    #[inline(always)]
    fn next_lost(&mut self) -> Option<Lost> {
        let near = self.shm.next_lost();
        if near.is_some() { near } else { self.far.as_mut()?.network.next_lost() }
    }

    fn give_up(&mut self, peer: u32, reason: &str) -> bool {
        match &mut self.far {
            Some(far) if self.shm.members().local(peer).is_none() => far.network.give_up(peer, reason),
            _ => self.shm.give_up(peer, reason),
        }
    }

    fn prepare_sleep(&mut self) -> Option<Self::Nap> {
        let Some(far) = self.far.as_deref_mut() else { return self.shm.prepare_sleep().map(RouteNap::Near) };
        if far.is_alone {
            return far.network.prepare_sleep().map(RouteNap::Far);
        }
        let nap = self.shm.prepare_sleep()?;
        let most_ns = far.network.prepare_sleep().map(|nap| nap.most_ns());
        match most_ns {
            Some(most_ns) if far.watch(self.shm.doorbell(), most_ns) => Some(RouteNap::Near(nap)),
            _ => {
                self.shm.wake_self();
                None
            }
        }
    }

    fn wake_self(&mut self) {
        self.shm.wake_self();
        if let Some(far) = &mut self.far {
            far.network.wake_self();
        }
    }

    #[inline]
    fn sleep_is_outdated(&mut self) -> bool {
        self.far.as_mut().is_some_and(|far| far.network.sleep_is_outdated())
    }

    /// That of the network where nobody else is on the node; elsewhere sleepers wait for a word in
    /// the node's memory.
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.far.as_ref().filter(|far| far.is_alone)?.network.descriptor()
    }

    fn oversubscribed(&mut self) -> bool {
        self.shm.oversubscribed() || self.far.as_mut().is_some_and(|far| far.network.oversubscribed())
    }
}

impl<N: Device> Rendezvous for Routes<N> {
    fn methods(&mut self, peer: u32) -> Methods {
        match self.far(peer) {
            None => self.shm.methods(peer),
            Some(far) => far.network.methods(peer),
        }
    }

    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: ROUTE-1.
        unsafe {
            match self.far(peer) {
                None => self.shm.expose(peer, end, memory),
                Some(far) => far.network.expose(peer, end, memory),
            }
        }
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        match self.far(peer) {
            None => self.shm.conceal(peer, token),
            Some(far) => far.network.conceal(peer, token),
        }
    }

    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: ROUTE-1.
        unsafe {
            match self.far(peer) {
                None => self.shm.begin_put(peer, ticket, from, into),
                Some(far) => far.network.begin_put(peer, ticket, from, into),
            }
        }
    }

    unsafe fn begin_get(&mut self, peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: ROUTE-1.
        unsafe {
            match self.far(peer) {
                None => self.shm.begin_get(peer, ticket, into, from),
                Some(far) => far.network.begin_get(peer, ticket, into, from),
            }
        }
    }
}

/// A key is that of shared memory and that of the network, each of which may name nothing.
impl<N: Device> OneSided for Routes<N> {
    fn one_sided_methods(&mut self, peer: u32, key: &Key) -> OneSidedMethods {
        let (near, other) = key.split();
        match self.far(peer) {
            None => self.shm.one_sided_methods(peer, &near),
            Some(far) => far.network.one_sided_methods(peer, &other),
        }
    }

    unsafe fn register(&mut self, memory: Piece, access: Access) -> Result<RegionId, RegisterError> {
        // SAFETY: ROUTE-1.
        let near = unsafe { self.shm.register(memory, access) };
        // SAFETY: ROUTE-1.
        let other = self.far.as_mut().map(|far| unsafe { far.network.register(memory, access) });
        match (near, other) {
            // What is missing is in no key, and done with messages.
            (near, Some(Ok(other))) => Ok(self.regions.insert((near.ok(), Some(other)))),
            (Ok(near), _) => Ok(self.regions.insert((Some(near), None))),
            (Err(error), None | Some(Err(RegisterError::Unsupported))) => Err(error),
            (Err(_), Some(Err(error))) => Err(error),
        }
    }

    fn key(&self, region: RegionId) -> Key {
        let Some((near, other)) = self.regions.get(region) else { return Key::NONE };
        let near = near.map_or(Key::NONE, |near| self.shm.key(near));
        let other = other.zip(self.far.as_ref()).map_or(Key::NONE, |(other, far)| far.network.key(other));
        Key::join(&near, &other)
    }

    fn reaches(&self, region: RegionId, peer: u32) -> bool {
        let Some((near, other)) = self.regions.get(region) else { return false };
        match self.far.as_deref().filter(|_| self.shm.members().local(peer).is_none()) {
            None => near.is_some(),
            Some(far) => other.is_some_and(|other| far.network.reaches(other, peer)),
        }
    }

    fn deregister(&mut self, region: RegionId) {
        let Some((near, other)) = self.regions.remove(region) else { return };
        if let Some(near) = near {
            self.shm.deregister(near);
        }
        if let Some((other, far)) = other.zip(self.far.as_mut()) {
            far.network.deregister(other);
        }
    }

    fn hasten(&mut self) {
        if let Some(far) = &mut self.far {
            far.network.hasten();
        }
    }

    fn has_ended(&self, peer: u32) -> bool {
        self.shm.has_ended(peer)
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
        let (near, other) = into.split();
        // SAFETY: ROUTE-1.
        unsafe {
            match self.far(peer) {
                None => self.shm.put(peer, ticket, from, &near, offset, notify),
                Some(far) => far.network.put(peer, ticket, from, &other, offset, notify),
            }
        }
    }

    unsafe fn get(&mut self, peer: u32, ticket: Ticket, into: &[Piece], from: &Key, offset: u64) -> Result<(), CopyError> {
        let (near, other) = from.split();
        // SAFETY: ROUTE-1.
        unsafe {
            match self.far(peer) {
                None => self.shm.get(peer, ticket, into, &near, offset),
                Some(far) => far.network.get(peer, ticket, into, &other, offset),
            }
        }
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
        let (near, other) = at.split();
        // SAFETY: ROUTE-1.
        unsafe {
            match self.far(peer) {
                None => self.shm.atomic(peer, ticket, what, &near, offset, result),
                Some(far) => far.network.atomic(peer, ticket, what, &other, offset, result),
            }
        }
    }

    fn next_notice(&mut self) -> Option<Notice> {
        let near = self.shm.next_notice();
        if near.is_some() { near } else { self.far.as_mut()?.network.next_notice() }
    }
}

impl<N: Device> Far<N> {
    /// Has the network ring `bell`, after `most_ns` in any case; false if that cannot be had.
    fn watch(&mut self, bell: &'static std::sync::atomic::AtomicU32, most_ns: Option<u64>) -> bool {
        if self.watcher.is_none() {
            self.watcher = self.network.descriptor().and_then(|descriptor| Watcher::start(descriptor, bell).ok());
        }
        self.watcher.as_mut().is_none_or(|watcher| watcher.arm(most_ns).is_ok())
    }
}
