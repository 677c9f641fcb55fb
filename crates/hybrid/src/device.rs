//! Both devices as one.

use std::os::fd::BorrowedFd;

use ferry_device::{
    Body, CopyError, Device, Finished, Lost, Nap, NoNode, OperationTicket, Packets, Rendezvous, Sent, Sink, Unasked,
};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};
use ferry_rc::{PerPeer, RcDevice, Receives};
use ferry_rdma::Verbs;
use ferry_ud::UdDevice;
use ferry_ud::beside::Proposal;
use ferry_verbs_transport::Environment;

use crate::losses::{By, Losses};
use crate::ordered::{Behind, Watching};
use crate::ways::{Counted, Options, Phase, Ways};

/// Marks a token as one of datagrams, of which a transfer has no such bit; nor has an address of a
/// program.
const OF_DATAGRAMS: u64 = 1 << 63;

/// How connections are used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Peers that messages go to over connections, or soon will.
    pub connections: u32,
    /// Connections that were given up for hotter peers, by this process or by the other one.
    pub returned: u64,
    /// Connections that could not be made, to peers that are talked to over datagrams on.
    pub refused: u64,
    /// Why the last one could not.
    pub last_refusal: Option<String>,
}

/// The transport of one process: datagrams, and connections to hot peers.
pub struct HybridDevice<V: Verbs, E: Environment, R: Receives<V> = PerPeer<V>> {
    pub(crate) datagrams: UdDevice<V, E>,
    pub(crate) connections: RcDevice<V, E, R>,
    ways: Ways,
    losses: Losses,
    usage: Use,
    /// Memory that is open to peers, in regions. As long as there is some, accesses may begin at
    /// any moment over any connection, and all of them stay.
    pub(crate) open_regions: usize,
}

impl<V: Verbs, E: Environment, R: Receives<V>> HybridDevice<V, E, R> {
    /// One of two devices of the same process, each of which finds its own cards ([`crate::card`]).
    pub fn new(datagrams: UdDevice<V, E>, connections: RcDevice<V, E, R>, options: Options) -> Self {
        let (ways, losses, usage) = (Ways::new(options), Losses::default(), Use::default());
        HybridDevice { datagrams, connections, ways, losses, usage, open_regions: 0 }
    }

    /// The device over datagrams.
    pub fn datagrams(&self) -> &UdDevice<V, E> {
        &self.datagrams
    }

    /// The device over connections.
    pub fn connections(&self) -> &RcDevice<V, E, R> {
        &self.connections
    }

    /// How connections are used.
    pub fn usage(&self) -> Use {
        Use { connections: self.ways.used(), ..self.usage.clone() }
    }

    /// Readable when either device has news.
    pub fn descriptors(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        [self.datagrams.descriptor(), self.connections.descriptor()].into_iter().flatten()
    }

    /// Whether everything that was sent has arrived.
    pub fn is_quiet(&mut self) -> bool {
        self.datagrams.is_quiet() & self.connections.is_quiet()
    }

    /// Waits, at most `patience_ns` for each, until everything that was sent has arrived, and says
    /// farewell to all peers. Whether all of that worked.
    pub fn finish(&mut self, patience_ns: u64) -> bool {
        // Connections that this process wished to do without end like the others.
        self.ways.all_parting().into_iter().for_each(|peer| self.stay(peer));
        self.connections.finish(patience_ns) & self.datagrams.finish(patience_ns)
    }

    /// Whether packets to a peer go over its connection. `None`: nowhere, until what went over
    /// datagrams has arrived.
    #[inline]
    fn is_connected(&mut self, peer: u32) -> Option<bool> {
        match self.ways.phase(peer) {
            Phase::Connected => Some(true),
            Phase::Parting | Phase::Parted => None,
            Phase::Cold | Phase::Invited => Some(false),
            Phase::Agreed | Phase::Draining => self.change(peer),
        }
    }

    /// Goes on to change the way to a peer.
    #[cold]
    fn change(&mut self, peer: u32) -> Option<bool> {
        if self.ways.phase(peer) == Phase::Agreed {
            if !self.connections.is_connected(peer) {
                return Some(false);
            }
            self.ways.drain(peer, self.datagrams.mark(peer));
        }
        if !self.datagrams.has_arrived(peer, self.ways.mark(peer)) {
            return None;
        }
        self.ways.connected(peer);
        Some(true)
    }

    /// What peers say about connections.
    fn hear(&mut self) {
        while let Some((peer, proposal)) = self.datagrams.next_proposal() {
            match proposal {
                Proposal::Invite => {
                    let was_cold = self.ways.phase(peer) == Phase::Cold;
                    let answer = if self.ways.is_invited(peer) { Proposal::Accept } else { Proposal::Decline };
                    if !self.datagrams.propose(peer, answer) && was_cold {
                        self.ways.is_refused(peer);
                    }
                }
                Proposal::Accept if self.ways.is_accepted(peer) => self.connections.connect(peer),
                Proposal::Accept => {}
                Proposal::Decline => self.ways.is_declined(peer),
                Proposal::Part(sent) => self.hear_part(peer, sent),
                Proposal::Parted(sent) => self.hear_parted(peer, sent),
                Proposal::Gone if self.ways.phase(peer) == Phase::Parted => self.part(peer),
                Proposal::Gone => {}
                Proposal::Stay | Proposal::Resume => self.stay(peer),
            }
        }
    }

    /// A peer is hot, and there are as many connections as may be: one that has grown cold is taken
    /// back, if nothing is under way over it.
    #[cold]
    fn make_room(&mut self, hot: u32) {
        let (ways, datagrams) = (&mut self.ways, &self.datagrams);
        let coldest = ways.coldest(hot, |peer| datagrams.is_in_touch(peer));
        let Some(cold) = coldest.filter(|_| self.open_regions == 0) else { return };
        if !self.connections.is_idle(cold) {
            return;
        }
        self.connections.hush(cold, true);
        self.ways.parting(cold);
        if !self.datagrams.propose(cold, Proposal::Part(self.connections.packets_sent(cold))) {
            self.stay(cold);
        }
    }

    /// A peer wishes to do without its connection. That is agreed to if nothing is under way at
    /// this end either: there is no waiting in which others might have to wait, too.
    fn hear_part(&mut self, peer: u32, sent: u32) {
        // Both wish so at once: the one with the lower rank has asked.
        let has_asked = self.ways.phase(peer) == Phase::Parting;
        if has_asked && self.datagrams.rank() < peer {
            return;
        }
        let is_over = self.connections.packets_taken(peer) == sent
            && (has_asked
                || self.ways.phase(peer) == Phase::Connected && self.open_regions == 0 && self.connections.is_idle(peer));
        let answer = if is_over {
            self.connections.hush(peer, true);
            self.ways.parted(peer);
            Proposal::Parted(self.connections.packets_sent(peer))
        } else {
            // Nobody answers the own wish, if there is one: the peer had asked.
            self.stay(peer);
            Proposal::Stay
        };
        if !self.datagrams.propose(peer, answer) {
            self.stay(peer);
        }
    }

    /// The peer agrees. What it has sent before may not have been taken yet: then all stays as it
    /// was.
    fn hear_parted(&mut self, peer: u32, sent: u32) {
        // If not, this process has finished meanwhile, and the connection stays.
        let is_wished = self.ways.phase(peer) == Phase::Parting;
        let is_over = is_wished && self.connections.packets_taken(peer) == sent;
        let _ = self.datagrams.propose(peer, if is_over { Proposal::Gone } else { Proposal::Resume });
        if is_over { self.part(peer) } else { self.stay(peer) }
    }

    fn part(&mut self, peer: u32) {
        self.connections.part(peer);
        self.ways.returned(peer);
        self.usage.returned += 1;
    }

    fn stay(&mut self, peer: u32) {
        if self.ways.stays(peer) {
            self.connections.hush(peer, false);
        }
    }

    /// A connection is lost. If it was never there, datagrams go on, as often as the peer asks for
    /// it; else the peer may have used it.
    fn lose_connection(&mut self, lost: Lost) -> Option<Lost> {
        let was_never_there = !self.losses.has(lost.peer) && !self.connections.was_up(lost.peer);
        if was_never_there && self.ways.is_refused(lost.peer) {
            self.usage.refused += 1;
            self.usage.last_refusal = Some(lost.reason);
            return None;
        }
        if was_never_there && !self.connections.has_begun(lost.peer) {
            return None;
        }
        let lost = self.losses.note(By::Connections, lost, |lost| self.datagrams.give_up(lost.peer, &lost.reason))?;
        self.ways.forget(lost.peer);
        Some(lost)
    }

    fn lose_datagrams(&mut self, lost: Lost) -> Option<Lost> {
        let lost = self.losses.note(By::Datagrams, lost, |lost| self.connections.give_up(lost.peer, &lost.reason))?;
        self.ways.forget(lost.peer);
        Some(lost)
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> Packets for HybridDevice<V, E, R> {
    fn max_body(&self) -> usize {
        self.datagrams.max_body().min(self.connections.max_body())
    }

    #[inline]
    fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent {
        match self.is_connected(to) {
            Some(true) => {
                self.ways.count_connected(to);
                self.connections.try_send(to, header, body)
            }
            None => Sent::NoRoom,
            Some(false) => {
                let sent = self.datagrams.try_send(to, header, body);
                let counted = if sent.is_on_its_way() { self.ways.count(to) } else { Counted::Nothing };
                match counted {
                    Counted::Nothing => {}
                    Counted::IsHot if self.datagrams.propose(to, Proposal::Invite) => {}
                    Counted::IsHot => self.ways.is_declined(to),
                    Counted::NoRoom => self.make_room(to),
                }
                sent
            }
        }
    }

    fn unasked(&mut self, peer: u32) -> Unasked {
        if self.ways.phase(peer) == Phase::Connected { self.connections.unasked(peer) } else { self.datagrams.unasked(peer) }
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        if self.ways.phase(peer) == Phase::Connected {
            self.connections.is_in_touch(peer)
        } else {
            self.datagrams.is_in_touch(peer)
        }
    }

    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let mut watching = Watching { sink, is_last: false };
        let taken = self.datagrams.poll(first, &mut watching);
        let is_last = watching.is_last;
        self.hear();
        if is_last {
            return taken;
        }
        let (datagrams, ways) = (&self.datagrams, &mut self.ways);
        let has_turn = |from| {
            ways.heard(from);
            !datagrams.has_backlog(from)
        };
        taken + self.connections.poll(first, &mut Behind { sink, has_turn })
    }

    fn has_unsent(&mut self) -> bool {
        !self.is_quiet()
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> Device for HybridDevice<V, E, R> {
    type Nap = E::Nap;
    type Node = NoNode;

    fn name(&self) -> &'static str {
        "ud and rc"
    }

    fn node(&self) -> &NoNode {
        NoNode::shared()
    }

    fn node_mut(&mut self) -> &mut NoNode {
        NoNode::exclusive()
    }

    #[inline]
    fn next_finished(&mut self) -> Option<Finished> {
        self.datagrams.next_finished().or_else(|| self.connections.next_finished())
    }

    #[inline]
    fn next_lost(&mut self) -> Option<Lost> {
        while let Some(lost) = self.connections.next_lost() {
            if let Some(lost) = self.lose_connection(lost) {
                return Some(lost);
            }
        }
        while let Some(lost) = self.datagrams.next_lost() {
            if let Some(lost) = self.lose_datagrams(lost) {
                return Some(lost);
            }
        }
        None
    }

    fn give_up(&mut self, peer: u32, reason: &str) -> bool {
        self.datagrams.give_up(peer, reason) | self.connections.give_up(peer, reason)
    }

    /// The sleep of the device that wants to look sooner; both end when anything comes.
    fn prepare_sleep(&mut self) -> Option<E::Nap> {
        let [one, other] = [self.datagrams.prepare_sleep()?, self.connections.prepare_sleep()?];
        let most = |nap: &E::Nap| nap.most_ns().unwrap_or(u64::MAX);
        Some(if most(&one) <= most(&other) { one } else { other })
    }

    fn wake_self(&mut self) {
        self.datagrams.wake_self();
    }

    fn sleep_is_outdated(&mut self) -> bool {
        self.datagrams.sleep_is_outdated() | self.connections.sleep_is_outdated()
    }

    /// There is one of each: [`HybridDevice::descriptors`].
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    fn oversubscribed(&mut self) -> bool {
        self.datagrams.oversubscribed()
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> Rendezvous for HybridDevice<V, E, R> {
    fn methods(&mut self, peer: u32) -> Methods {
        if self.ways.is_mutual(peer) { self.connections.methods(peer) } else { self.datagrams.methods(peer) }
    }

    #[allow(unsafe_code)]
    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: HY-1.
        unsafe {
            if self.ways.is_mutual(peer) {
                return self.connections.expose(peer, end, memory);
            }
            let token = self.datagrams.expose(peer, end, memory)?;
            Some(Token { address: token.address | OF_DATAGRAMS, ..token })
        }
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        match of_datagrams(token) {
            Some(token) => self.datagrams.conceal(peer, token),
            None => self.connections.conceal(peer, token),
        }
    }

    #[allow(unsafe_code)]
    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: HY-1.
        unsafe {
            match of_datagrams(into) {
                Some(into) => self.datagrams.begin_put(peer, ticket, from, into),
                None => self.connections.begin_put(peer, ticket, from, into),
            }
        }
    }

    #[allow(unsafe_code)]
    unsafe fn begin_get(&mut self, peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: HY-1.
        unsafe {
            match of_datagrams(from) {
                Some(from) => self.datagrams.begin_get(peer, ticket, into, from),
                None => self.connections.begin_get(peer, ticket, into, from),
            }
        }
    }
}

/// A token as the device over datagrams knows it, if it is one of its own.
fn of_datagrams(token: Token) -> Option<Token> {
    (token.address & OF_DATAGRAMS != 0).then_some(Token { address: token.address & !OF_DATAGRAMS, ..token })
}
