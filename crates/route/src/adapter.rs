//! An RDMA adapter with any transport: reliable connections, datagrams, or both
//! (`FERRY_RDMA_TRANSPORT`).
//!
//! # Safety arguments
//! - ADAPTER-1: unsafe methods are passed on as they are: what the caller promises is what each
//!   transport asks for.

use std::io;
use std::ops::{Deref, DerefMut};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use ferry_device::{
    Access, Atomic, Body, CopyError, Device, Finished, Key, Lost, NoNode, Notice, OneSided, OneSidedMethods, OperationTicket,
    Packets, RegionId, RegisterError, Rendezvous, Sent, Sink, Ticket, Unasked,
};
use ferry_hybrid::{HybridDevice, datagrams_in_common};
use ferry_protocol::packet::Header;
use ferry_protocol::reuse::Reuse;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};
use ferry_rc::learn::Lengths;
use ferry_rc::{AnyReceives, Counters, RcDevice};
use ferry_rdma::{Endpoint, Verbs};
use ferry_sys::descriptor::raise;
use ferry_ud::Card;
use ferry_ud::UdDevice;
use ferry_verbs::Adapter;
use rustix::event::epoll;

use crate::rdma::{Outside, OverConnections, Sleep};

/// RDMA of a process.
pub enum Rdma {
    /// Over reliable connections.
    Connections(Box<OverConnections>),
    /// Over datagrams.
    Datagrams(Box<UdDevice<Adapter, Outside>>),
    /// Over datagrams, and over reliable connections to peers that turn out hot.
    Both(Box<Both>),
}

/// The device over both.
type OverBoth = HybridDevice<Adapter, Outside, AnyReceives<Adapter>>;

/// Datagrams and connections.
pub struct Both {
    device: OverBoth,
    /// Readable when either has news.
    news: OwnedFd,
}

impl Both {
    /// Both devices as one.
    ///
    /// # Errors
    /// No descriptor is to be had.
    pub fn new(device: OverBoth) -> io::Result<Both> {
        let news = raise(epoll::create(epoll::CreateFlags::CLOEXEC)?);
        for descriptor in device.descriptors() {
            epoll::add(&news, descriptor, epoll::EventData::new_u64(0), epoll::EventFlags::IN)?;
        }
        Ok(Both { device, news })
    }
}

impl Deref for Both {
    type Target = OverBoth;

    fn deref(&self) -> &Self::Target {
        &self.device
    }
}

impl DerefMut for Both {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.device
    }
}

macro_rules! either {
    ($self:ident, $device:ident => $what:expr) => {
        match $self {
            Rdma::Connections($device) => $what,
            Rdma::Datagrams($device) => $what,
            Rdma::Both($device) => $what,
        }
    };
}

/// The port that a card of any transport names.
fn endpoint_of(card: &[u8]) -> Option<Endpoint> {
    match card.first() {
        Some(&ferry_hybrid::card::VERSION) => endpoint_of(ferry_hybrid::card::split(card).ok()?.0),
        Some(&ferry_ud::card::VERSION) => Card::decode(card).ok().map(|card| card.endpoint),
        _ => ferry_rc::card::Card::decode(card).ok().map(|card| card.endpoint),
    }
}

/// Whether the ports of two cards are of one network, as far as they can be read.
pub fn share_network(own: &[u8], theirs: &[u8]) -> bool {
    endpoint_of(own).zip(endpoint_of(theirs)).is_none_or(|(own, theirs)| own.shares_network(&theirs))
}

impl Rdma {
    /// What the device did so far.
    pub fn counters(&self) -> Counters {
        match self {
            Rdma::Connections(device) => device.counters(),
            Rdma::Datagrams(device) => datagrams_in_common(&device.counters()),
            Rdma::Both(both) => both.connections().counters().and(&datagrams_in_common(&both.datagrams().counters())),
        }
    }

    /// The device over connections, if there is one.
    fn connections(&self) -> Option<&OverConnections> {
        match self {
            Rdma::Connections(device) => Some(device),
            Rdma::Datagrams(_) => None,
            Rdma::Both(both) => Some(both.connections()),
        }
    }

    /// What was found out of buffers that are used often, once that matters. Datagrams are copied
    /// in any case.
    pub fn reuse(&self) -> Option<&Reuse> {
        self.connections().and_then(RcDevice::reuse)
    }

    /// The same of origins of puts and gets.
    pub fn access_reuse(&self) -> Option<&Reuse> {
        self.connections().and_then(RcDevice::access_reuse)
    }

    /// Lengths of the messages that took a receive of a peer, if such are counted.
    pub fn lengths_sent(&self) -> Lengths {
        self.connections().map(|device| device.lengths_sent().clone()).unwrap_or_default()
    }

    /// Lengths of the messages that took a receive here.
    pub fn lengths_received(&self) -> Lengths {
        self.connections().map(|device| device.lengths_received().clone()).unwrap_or_default()
    }

    /// Why messages are not received as was wanted, if so.
    pub fn receives_instead(&self) -> Option<&str> {
        self.connections().and_then(RcDevice::receives_instead)
    }

    /// Whether peers that can are connected by extended connections.
    pub fn is_extended(&self) -> bool {
        self.connections().is_some_and(RcDevice::is_extended)
    }

    /// Bytes of the program's memory that may be registered at once for puts of peers; `None` where
    /// peers cannot put. Where peers that turn out hot have connections, puts make them, too: an
    /// algorithm puts to few peers, or is for few ranks.
    pub fn put_bytes(&self) -> Option<u64> {
        match self {
            Rdma::Connections(device) => Some(device.registered_max()),
            Rdma::Datagrams(_) => None,
            Rdma::Both(both) => Some(both.connections().registered_max()),
        }
    }

    /// The rate of the port, in Mbit/s.
    pub fn rate_mbps(&self) -> u32 {
        match self {
            Rdma::Connections(device) => device.verbs().port().rate_mbps,
            Rdma::Datagrams(device) => device.verbs().port().rate_mbps,
            Rdma::Both(both) => both.connections().verbs().port().rate_mbps,
        }
    }

    /// Whether the adapter is software, which works on the processors of the ranks.
    pub fn is_software(&self) -> bool {
        match self {
            Rdma::Connections(device) => device.is_software(),
            Rdma::Datagrams(device) => device.is_software(),
            Rdma::Both(both) => both.datagrams().is_software(),
        }
    }

    /// Gets to know a process of another job by its card: a device that was made for such over
    /// connections does.
    ///
    /// # Errors
    /// The card is of another version, or the device another one.
    pub fn admit(&mut self, number: u32, card: &[u8], name: &str) -> Result<(), String> {
        match self {
            Rdma::Connections(device) => device.admit(number, card, name),
            Rdma::Datagrams(_) | Rdma::Both(_) => Err("processes of other jobs are reached over connections".to_owned()),
        }
    }

    /// Forgets a process of another job.
    pub fn dismiss(&mut self, number: u32, patience_ns: u64) {
        if let Rdma::Connections(device) = self {
            device.dismiss(number, patience_ns);
        }
    }

    /// Whether everything that was sent has arrived.
    pub fn is_quiet(&mut self) -> bool {
        either!(self, device => device.is_quiet())
    }

    /// Waits, at most `patience_ns`, until everything that was sent has arrived, and says farewell
    /// to all peers. Whether all of that worked.
    pub fn finish(&mut self, patience_ns: u64) -> bool {
        either!(self, device => device.finish(patience_ns))
    }

    /// Whether this process can talk to one with this card.
    ///
    /// # Errors
    /// Why not, with both sides' values.
    pub fn check(&self, own: &[u8], theirs: &[u8]) -> Result<(), String> {
        let name = |card: &[u8]| match card.first() {
            Some(&ferry_ud::card::VERSION) => "ud-copy or ud-zcopy",
            Some(&ferry_hybrid::card::VERSION) => "auto",
            _ => "rc",
        };
        if name(own) != name(theirs) {
            return Err(format!(
                "it has FERRY_RDMA_TRANSPORT={}, this process {}: set the same for all, and the same FERRY_RDMA_CONNECTIONS",
                name(theirs),
                name(own)
            ));
        }
        if !share_network(own, theirs) {
            let [theirs, own] = [theirs, own].map(|card| endpoint_of(card).map_or("unknown", |endpoint| endpoint.network()));
            return Err(format!(
                "its port is of {theirs}, this process's of {own}: name ports of one network by FERRY_RDMA_DEVICE"
            ));
        }
        match self {
            Rdma::Connections(_) => Ok(()),
            Rdma::Datagrams(_) => Card::decode(theirs)?.check(&Card::decode(own)?),
            Rdma::Both(_) => {
                let [theirs, own] = [theirs, own].map(ferry_hybrid::card::split);
                Card::decode(theirs?.0)?.check(&Card::decode(own?.0)?)
            }
        }
    }
}

impl Packets for Rdma {
    fn max_body(&self) -> usize {
        either!(self, device => device.max_body())
    }

    #[inline]
    fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent {
        either!(self, device => device.try_send(to, header, body))
    }

    fn unasked(&mut self, peer: u32) -> Unasked {
        either!(self, device => device.unasked(peer))
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        either!(self, device => device.is_in_touch(peer))
    }

    #[inline]
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        either!(self, device => device.poll(first, sink))
    }

    fn has_unsent(&mut self) -> bool {
        either!(self, device => device.has_unsent())
    }
}

impl Device for Rdma {
    type Nap = Sleep;
    type Node = NoNode;

    fn name(&self) -> &'static str {
        either!(self, device => device.name())
    }

    fn node(&self) -> &NoNode {
        either!(self, device => device.node())
    }

    fn node_mut(&mut self) -> &mut NoNode {
        either!(self, device => device.node_mut())
    }

    #[inline]
    fn next_finished(&mut self) -> Option<Finished> {
        either!(self, device => device.next_finished())
    }

    #[inline]
    fn next_lost(&mut self) -> Option<Lost> {
        either!(self, device => device.next_lost())
    }

    fn give_up(&mut self, peer: u32, reason: &str) -> bool {
        either!(self, device => device.give_up(peer, reason))
    }

    fn prepare_sleep(&mut self) -> Option<Sleep> {
        either!(self, device => device.prepare_sleep())
    }

    fn wake_self(&mut self) {
        either!(self, device => device.wake_self());
    }

    fn sleep_is_outdated(&mut self) -> bool {
        either!(self, device => device.sleep_is_outdated())
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Rdma::Connections(device) => device.descriptor(),
            Rdma::Datagrams(device) => device.descriptor(),
            Rdma::Both(both) => Some(both.news.as_fd()),
        }
    }

    fn oversubscribed(&mut self) -> bool {
        either!(self, device => device.oversubscribed())
    }
}

impl Rendezvous for Rdma {
    fn methods(&mut self, peer: u32) -> Methods {
        either!(self, device => device.methods(peer))
    }

    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: ADAPTER-1.
        unsafe { either!(self, device => device.expose(peer, end, memory)) }
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        either!(self, device => device.conceal(peer, token));
    }

    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: ADAPTER-1.
        unsafe { either!(self, device => device.begin_put(peer, ticket, from, into)) }
    }

    unsafe fn begin_get(&mut self, peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: ADAPTER-1.
        unsafe { either!(self, device => device.begin_get(peer, ticket, into, from)) }
    }
}

impl OneSided for Rdma {
    fn one_sided_methods(&mut self, peer: u32, key: &Key) -> OneSidedMethods {
        either!(self, device => device.one_sided_methods(peer, key))
    }

    unsafe fn register(&mut self, memory: Piece, access: Access) -> Result<RegionId, RegisterError> {
        // SAFETY: ADAPTER-1.
        unsafe { either!(self, device => device.register(memory, access)) }
    }

    fn key(&self, region: RegionId) -> Key {
        either!(self, device => device.key(region))
    }

    fn reaches(&self, region: RegionId, peer: u32) -> bool {
        either!(self, device => device.reaches(region, peer))
    }

    fn deregister(&mut self, region: RegionId) {
        either!(self, device => device.deregister(region));
    }

    fn hasten(&mut self) {
        either!(self, device => device.hasten());
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
        // SAFETY: ADAPTER-1.
        unsafe { either!(self, device => device.put(peer, ticket, from, into, offset, notify)) }
    }

    unsafe fn get(&mut self, peer: u32, ticket: Ticket, into: &[Piece], from: &Key, offset: u64) -> Result<(), CopyError> {
        // SAFETY: ADAPTER-1.
        unsafe { either!(self, device => device.get(peer, ticket, into, from, offset)) }
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
        // SAFETY: ADAPTER-1.
        unsafe { either!(self, device => device.atomic(peer, ticket, what, at, offset, result)) }
    }

    fn has_ended(&self, _peer: u32) -> bool {
        false
    }

    fn next_notice(&mut self) -> Option<Notice> {
        either!(self, device => device.next_notice())
    }
}

#[cfg(test)]
mod tests {
    use ferry_protocol::datagram::Epoch;
    use ferry_rdma::{Gid, Mtu};

    use super::*;

    #[test]
    fn cards_of_all_transports_tell_whether_they_share_a_network() {
        let cards = |lid| {
            let endpoint = Endpoint { gid: Gid([3; 16]), lid, queue_pair: 5, mtu: Mtu::Bytes4096, reads: 16 };
            let connections = ferry_rc::card::Card { endpoint, queue_key: 1, job: 2, extended: false }.encode();
            let (epoch, large) = (Epoch(3), ferry_ud::LargeMessages::ZeroCopy);
            let datagrams = Card { endpoint, bulk: 4, queue_key: 1, job: 2, epoch, block_pieces: 256, large }.encode();
            let both = ferry_hybrid::card::join(&datagrams, &connections);
            [connections, datagrams, both]
        };
        for (infiniband, ethernet) in cards(7).iter().zip(&cards(0)) {
            assert!(share_network(infiniband, &cards(9)[0]) && share_network(ethernet, ethernet));
            assert!(!share_network(infiniband, ethernet) && !share_network(ethernet, infiniband));
        }
        assert!(share_network(&[], &cards(7)[0]), "others complain of a card that cannot be read");
    }
}
