//! Two devices as one.
//!
//! # Safety arguments
//! - ROUTE-1: unsafe methods are passed on as they are, to the part that has the peer: what the caller promises is what that part asks for.

use std::ops::{Deref, DerefMut};

use ferry_device::{CopyError, Copying, Departure, Device, Lost, Nap, Part, PipeEnd, Sink, Stores};
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
    /// Wakes sleepers; made when first needed. `None`, too, if no thread can be had: naps are short then.
    watcher: Option<Watcher>,
    /// Polls since the last one of the network.
    polls: u32,
    /// Nobody else is on this node: sleepers wait for the network itself.
    is_alone: bool,
}

/// Shared memory, and a network if there are other nodes. Dereferences to what processes of the node have in common.
pub struct Routes<N> {
    shm: ShmDevice,
    far: Option<Box<Far<N>>>,
}

impl<N: Device> Routes<N> {
    /// Routes of a process: to those of its node, and by `network` to all others.
    pub fn new(shm: ShmDevice, network: Option<N>) -> Self {
        let is_alone = shm.members().count() == 1;
        let far = network.map(|network| Box::new(Far { network, watcher: None, polls: 0, is_alone }));
        Routes { shm, far }
    }

    /// The network, if there are other nodes.
    pub fn network(&self) -> Option<&N> {
        self.far.as_ref().map(|far| &far.network)
    }

    /// As [`Routes::network`], to change it.
    pub fn network_mut(&mut self) -> Option<&mut N> {
        self.far.as_mut().map(|far| &mut far.network)
    }

    /// Whether there are other nodes, and no other rank is on this one.
    pub fn is_alone(&self) -> bool {
        self.far.as_ref().is_some_and(|far| far.is_alone)
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

impl<N> Deref for Routes<N> {
    type Target = ShmDevice;

    fn deref(&self) -> &ShmDevice {
        &self.shm
    }
}

impl<N> DerefMut for Routes<N> {
    fn deref_mut(&mut self) -> &mut ShmDevice {
        &mut self.shm
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
}

impl<N: Device> Device for Routes<N> {
    type Nap = RouteNap<N>;
    type Share = <ShmDevice as Device>::Share;
    type Background = <ShmDevice as Device>::Background;

    fn name(&self) -> &'static str {
        self.far.as_ref().map_or(self.shm.name(), |far| far.network.name())
    }

    fn max_body(&self) -> usize {
        self.far.as_ref().map_or(usize::MAX, |far| far.network.max_body()).min(self.shm.max_body())
    }

    #[inline(always)]
    fn try_send(&mut self, to: u32, header: Header, fill: impl FnMut(Part)) -> bool {
        match self.far(to) {
            None => self.shm.try_send(to, header, fill),
            Some(far) => far.network.try_send(to, header, fill),
        }
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        let is_near = self.shm.members().local(peer).is_some();
        self.far.as_ref().is_none_or(|far| is_near || far.network.is_in_touch(peer))
    }

    fn longest_eager(&mut self, peer: u32) -> u64 {
        self.far(peer).map_or(0, |far| far.network.longest_eager(peer))
    }

    fn longest_in_packets(&mut self, peer: u32) -> u64 {
        match self.far(peer) {
            None => self.shm.longest_in_packets(peer),
            Some(far) => far.network.longest_in_packets(peer),
        }
    }

    fn longest_to(&mut self, peer: u32) -> u64 {
        self.far(peer).map_or(0, |far| far.network.longest_to(peer))
    }

    unsafe fn try_send_long(&mut self, to: u32, header: Header, body: &[Piece], ticket: u64) -> Departure {
        let Some(far) = self.far(to) else { return Departure::NoRoom };
        // SAFETY: ROUTE-1.
        unsafe { far.network.try_send_long(to, header, body, ticket) }
    }

    #[inline(always)]
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        if self.far.is_none() { self.shm.poll(first, sink) } else { self.poll_both(first, sink) }
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

    fn oversubscribed(&mut self) -> bool {
        self.shm.oversubscribed() || self.far.as_mut().is_some_and(|far| far.network.oversubscribed())
    }

    fn has_unsent(&mut self) -> bool {
        self.far.as_mut().is_some_and(|far| far.network.has_unsent())
    }

    fn methods(&mut self, peer: u32) -> Methods {
        match self.far(peer) {
            None => self.shm.methods(peer),
            Some(far) => far.network.methods(peer),
        }
    }

    fn is_shared(&self, memory: Piece) -> bool {
        self.shm.is_shared(memory)
    }

    fn note_use(&mut self, memory: Piece) -> bool {
        self.shm.note_use(memory)
    }

    fn most_pieces(&self) -> usize {
        self.shm.most_pieces()
    }

    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: ROUTE-1.
        unsafe { self.far(peer)?.network.expose(peer, end, memory) }
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        if let Some(far) = self.far(peer) {
            far.network.conceal(peer, token);
        }
    }

    unsafe fn begin_put(&mut self, peer: u32, ticket: u64, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: ROUTE-1.
        unsafe { self.far(peer).ok_or(CopyError::Refused)?.network.begin_put(peer, ticket, from, into) }
    }

    unsafe fn begin_get(&mut self, peer: u32, ticket: u64, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: ROUTE-1.
        unsafe { self.far(peer).ok_or(CopyError::Refused)?.network.begin_get(peer, ticket, into, from) }
    }

    #[inline(always)]
    fn next_finished(&mut self) -> Option<(u64, Result<(), CopyError>)> {
        self.far.as_mut()?.network.next_finished()
    }

    #[inline(always)]
    fn next_lost(&mut self) -> Option<Lost> {
        self.far.as_mut()?.network.next_lost()
    }

    #[inline]
    unsafe fn read_from(&mut self, peer: u32, into: &[Piece], from: &[Piece], stores: Stores) -> Result<(), CopyError> {
        // SAFETY: ROUTE-1.
        unsafe { self.shm.read_from(peer, into, from, stores) }
    }

    #[inline]
    unsafe fn write_to(&mut self, peer: u32, from: &[Piece], into: &[Piece], stores: Stores) -> Result<(), CopyError> {
        // SAFETY: ROUTE-1.
        unsafe { self.shm.write_to(peer, from, into, stores) }
    }

    fn prepare_pipes(&mut self, peer: u32) -> bool {
        self.shm.prepare_pipes(peer)
    }

    fn open_pipe(&mut self, peer: u32) -> Result<u64, CopyError> {
        self.shm.open_pipe(peer)
    }

    fn accept_pipe(&mut self, peer: u32, ticket: u64) -> Result<(), CopyError> {
        self.shm.accept_pipe(peer, ticket)
    }

    #[inline]
    unsafe fn read_pipe(&mut self, peer: u32, ticket: u64, into: &[Piece]) -> Result<u64, CopyError> {
        // SAFETY: ROUTE-1.
        unsafe { self.shm.read_pipe(peer, ticket, into) }
    }

    #[inline]
    unsafe fn write_pipe(&mut self, peer: u32, ticket: u64, from: &[Piece], lend: bool) -> Result<u64, CopyError> {
        // SAFETY: ROUTE-1.
        unsafe { self.shm.write_pipe(peer, ticket, from, lend) }
    }

    fn is_pipe_ready(&mut self, end: PipeEnd) -> bool {
        self.shm.is_pipe_ready(end)
    }

    fn release_pipe(&mut self, end: PipeEnd) {
        self.shm.release_pipe(end);
    }

    fn close_pipe(&mut self, end: PipeEnd, ticket: u64) {
        self.shm.close_pipe(end, ticket);
    }

    fn open_share(&mut self) -> Option<(u32, Self::Share)> {
        self.shm.open_share()
    }

    fn join_share(&mut self, receiver: u32, slot: u32) -> Option<Self::Share> {
        self.shm.join_share(receiver, slot)
    }

    fn leaves(&mut self, from: u32, slot: u32, share: Self::Share, bytes: u64) -> bool {
        self.shm.leaves(from, slot, share, bytes)
    }

    fn close_share(&mut self, slot: u32, is_whole: bool) {
        self.shm.close_share(slot, is_whole);
    }

    fn wake_peer(&mut self, peer: u32) {
        self.shm.wake_peer(peer);
    }

    unsafe fn copy_in_background(&mut self, copying: Copying<Self::Share>) -> Option<Self::Background> {
        // SAFETY: ROUTE-1.
        unsafe { self.shm.copy_in_background(copying) }
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
