//! The device: joins connections, those that are being made, and exposed memory.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use ferry_device::{
    Body, CopyError, Device, Finished, Loan, Lost, MovesNothing, NoNode, OperationTicket, Packets, Part, Rendezvous, Sent, Sink,
    Unasked,
};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End as Side;
use ferry_protocol::transfer::{Method, Methods, Piece, Token};
use rustix::event::{PollFd, PollFlags, Timespec};

use crate::card::Card;
use crate::connection::{Connection, End, Look, Stuck};
use crate::events::{Events, Interest, Key, TcpNap, Waker};
use crate::exposure::Exposures;
use crate::foreign::Foreign;
use crate::frame::{Frame, HEAD, MAX_BODY, MAX_LONG};
use crate::incoming::Receiver;
use crate::listening::Listening;
use crate::meeting::{Meetings, News};
use crate::memory::{Gather, Source, Target};
use crate::outgoing;
use crate::pace::Flood;
use crate::silence::{Silence, Watch};
use crate::socket;

/// Bytes that one system call receives besides data of puts: several of the longest frames. A nap
/// ends after this at the latest, as in shared memory: between naps a process looks whether its
/// launcher asks something.
const LONGEST_NAP: Duration = Duration::from_secs(1);

const RECEIVED_AT_ONCE: usize = 256 << 10;
/// Open connections that are each looked at by receiving from them: that is one system call for
/// each, where asking which is ready is one and receiving another.
const FEW: usize = 2;
/// Looks at few connections, or at that of the peer that is waited for, between two at everything
/// else.
const LOOKS_AT_FEW: u32 = 32;
/// Connections with something to send that are tried at one look.
const FLUSHES_A_LOOK: usize = 4;

/// Time between two looks at whether what was sent before a farewell has arrived.
const ARRIVAL_LOOKS: Timespec = Timespec { tv_sec: 0, tv_nsec: 2_000_000 };

/// Longest message that leaves as a copy, with its head, in bytes: windows of 12 to 16 KiB are 4 to
/// 6 % faster so than by gathering them from where they lie, single messages as fast; beyond there
/// is no difference, and a copy less.
const COPIED_MOST: u64 = 16 << 10;

const _: () = assert!(RECEIVED_AT_ONCE >= HEAD + MAX_BODY && COPIED_MOST <= MAX_BODY as u64);

/// Bytes that a connection has delivered from which on its rate tells of the network.
const TELLING: u64 = 4 << 20;

/// What connections have shown of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The shortest round trip to the peer that is farthest away, in ns.
    pub round_trip_ns: u32,
    /// A byte at the highest rate, in ps; `None` if too few have gone.
    pub byte_ps: Option<u32>,
}

/// Fetches the card of a world rank: from the launcher, on first contact. An error says in words
/// why there is none.
pub type FetchCard = Box<dyn FnMut(u32) -> Result<Vec<u8>, String> + Send>;

/// How this process stands with a peer.
enum PeerState {
    /// No connection; the next packet makes one.
    Apart,
    Open(Box<Connection>),
    /// There will be none any more.
    Lost,
}

/// The TCP transport of one rank.
pub struct TcpDevice {
    /// See [`TcpDevice::own`].
    own: Foreign,
    ways: Vec<PeerState>,
    /// World ranks whose ways are open.
    open: Vec<u32>,
    /// Those with something to send, and whose turn it is.
    unsent: Vec<u32>,
    turn: usize,
    /// Those with packets that were not taken.
    kept: Vec<u32>,
    meetings: Meetings,
    events: Events,
    fetch_card: FetchCard,
    exposures: Exposures,
    /// Where packets are received.
    buffer: Box<[u8]>,
    /// Where a packet is written before it is sent.
    packet: Box<[u8]>,
    finished: VecDeque<Finished>,
    lost: VecDeque<Lost>,
    /// What becomes readable when the process of a peer ends.
    processes: HashMap<u32, OwnedFd>,
    /// Peers whose processes have ended.
    ended: VecDeque<u32>,
    watch: Watch,
    flood: Flood,
    /// Looks at few connections since the last one at everything.
    looks: u32,
}

impl TcpDevice {
    /// The device of the rank that listens.
    pub fn new(listening: Listening, fetch_card: FetchCard) -> io::Result<Self> {
        let events = Events::new()?;
        let own = listening.own();
        let ranks = listening.identity.ranks as usize;
        let watch = Watch::new(listening.identity.timeout, Instant::now());
        Ok(TcpDevice {
            own,
            ways: (0..ranks).map(|_| PeerState::Apart).collect(),
            open: Vec::new(),
            unsent: Vec::new(),
            turn: 0,
            kept: Vec::new(),
            meetings: Meetings::new(listening.identity, listening.socket, &events)?,
            events,
            fetch_card,
            exposures: Exposures::default(),
            buffer: vec![0; RECEIVED_AT_ONCE].into(),
            packet: vec![0; HEAD + MAX_BODY].into(),
            finished: VecDeque::new(),
            lost: VecDeque::new(),
            processes: HashMap::new(),
            ended: VecDeque::new(),
            watch,
            flood: Flood::default(),
            looks: 0,
        })
    }

    /// What the connections to ranks of this job have shown so far; `None` if there are none.
    pub fn seen(&self) -> Option<Seen> {
        let ranks = self.meetings.identity().ranks;
        let sockets = self.open.iter().filter(|peer| **peer < ranks).filter_map(|peer| match &self.ways[*peer as usize] {
            PeerState::Open(connection) => Some(connection.socket.as_fd()),
            _ => None,
        });
        let (mut round_trip, mut rate) = (None, 0);
        for socket in sockets {
            round_trip = round_trip.max(socket::shortest_round_trip(socket));
            // A socket that has failed has delivered nothing.
            let (bytes_a_second, bytes) = socket::delivered(socket).unwrap_or_default();
            if bytes >= TELLING {
                rate = rate.max(bytes_a_second);
            }
        }
        let byte_ps = 1_000_000_000_000u64.checked_div(rate).map(|ps| u32::try_from(ps).unwrap_or(u32::MAX));
        Some(Seen { round_trip_ns: u32::try_from(round_trip?.as_nanos()).unwrap_or(u32::MAX), byte_ps })
    }

    /// Wakes sleepers as [`Device::wake_self`] does, without the device.
    pub fn waker(&self) -> Waker {
        self.events.waker()
    }

    /// World ranks that there is a connection to.
    pub fn connected(&self) -> &[u32] {
        &self.open
    }

    /// Gets to know a process of another job: the number by which it is a peer from now on. It must
    /// have got to know this one before either sends.
    pub fn add_foreign(&mut self, peer: Foreign) -> u32 {
        let number = self.meetings.add_foreign(peer);
        if number as usize >= self.ways.len() {
            self.ways.resize_with(number as usize + 1, || PeerState::Apart);
        }
        number
    }

    /// Notices the end of a peer's process, which makes `end` readable; sleepers wake then.
    ///
    /// # Errors
    /// The system has no room for it.
    pub fn watch_process(&mut self, peer: u32, end: OwnedFd) -> io::Result<()> {
        self.events.add(end.as_fd(), Key::Process(peer), Interest::READ)?;
        self.processes.insert(peer, end);
        Ok(())
    }

    /// Ends sleeps, too, when `descriptor` has become readable; as long as that is open.
    ///
    /// # Errors
    /// The system has no room for it.
    pub fn listen_to(&self, descriptor: BorrowedFd<'_>) -> io::Result<()> {
        self.events.add(descriptor, Key::Wake, Interest::READ)
    }

    /// A peer whose process was watched and has ended.
    pub fn next_ended(&mut self) -> Option<u32> {
        self.ended.pop_front()
    }

    /// Forgets a process of another job: nothing is sent to it or comes from it any more. The
    /// number may be given to another one. What waits to be sent to it is lost.
    pub fn forget_foreign(&mut self, peer: u32) {
        if let PeerState::Open(connection) = &mut self.ways[peer as usize]
            && !connection.is_broken
        {
            connection.queue.add(HEAD).copy_from_slice(&Frame::Goodbye.encode());
            self.flush(peer);
        }
        self.end(peer, End::Orderly);
        self.meetings.forget_foreign(peer);
        self.ways[peer as usize] = PeerState::Apart;
        self.lost.retain(|lost| lost.peer != peer);
        self.processes.remove(&peer);
        self.ended.retain(|ended| *ended != peer);
    }

    /// What this process tells processes of other jobs of itself.
    pub fn own(&self) -> &Foreign {
        &self.own
    }

    /// Says farewell to all peers, after what waits to be sent; waits for that at most `patience`.
    /// Whether all of it went. Then waits until it has arrived, as the end of a process that a peer
    /// still tells something takes with it what has not. To be called when the process may end:
    /// peers that hear no farewell take its end for a failure. It may go on instead: connections
    /// stay, and what peers send meanwhile waits for it.
    pub fn finish(&mut self, patience: Duration) -> bool {
        self.end_flood();
        for peer in self.open.clone() {
            let PeerState::Open(connection) = &mut self.ways[peer as usize] else { continue };
            if !connection.is_broken {
                connection.queue.add(HEAD).copy_from_slice(&Frame::Goodbye.encode());
                self.note_unsent(peer);
            }
        }
        let is_flushed = self.flush_until(Instant::now() + patience);
        if is_flushed {
            self.wait_for_arrival();
        }
        is_flushed
    }

    /// Waits until all that was sent is at the peers' hosts, or they send nothing more themselves,
    /// or are gone. What they do send stays where it is.
    fn wait_for_arrival(&mut self) {
        let TcpDevice { ways, watch, .. } = self;
        for way in ways {
            let PeerState::Open(connection) = way else { continue };
            let mut last = Instant::now();
            while !connection.is_broken && socket::has_unacknowledged(connection.socket.as_fd()) {
                // The system tells when the connection ends, but not when something has arrived.
                let mut ends = [PollFd::new(&connection.socket, PollFlags::RDHUP)];
                if rustix::event::poll(&mut ends, Some(&ARRIVAL_LOOKS)).is_ok_and(|ends| ends > 0) {
                    break;
                }
                let (now, since_look) = (Instant::now(), last.elapsed());
                if since_look >= watch.interval() {
                    last = now;
                    if connection.is_silent(now, since_look, watch.timeout()) {
                        break;
                    }
                }
            }
        }
    }

    fn flush_until(&mut self, deadline: Instant) -> bool {
        loop {
            while self.flush_some() {}
            let left = deadline.saturating_duration_since(Instant::now());
            if self.unsent.is_empty() || left.is_zero() {
                return self.unsent.is_empty();
            }
            self.wait_for_room(left.min(self.watch.interval()));
            self.look_for_silence();
        }
    }

    fn wait_for_room(&self, longest: Duration) {
        let connections = self.unsent.iter().filter_map(|peer| match &self.ways[*peer as usize] {
            PeerState::Open(connection) => Some(PollFd::new(&connection.socket, PollFlags::OUT)),
            _ => None,
        });
        let mut entries: Vec<_> = connections.collect();
        let longest = Timespec { tv_sec: longest.as_secs() as _, tv_nsec: longest.subsec_nanos().into() };
        // If it fails, or is interrupted, the caller looks again.
        let _ = rustix::event::poll(&mut entries, Some(&longest));
    }

    /// Begins to make a connection to a peer, if that has not begun.
    #[cold]
    fn reach(&mut self, to: u32) {
        if !matches!(self.ways[to as usize], PeerState::Apart) || self.meetings.is_calling(to) {
            return;
        }
        let foreign = self.meetings.foreign_card(to);
        let card = foreign.unwrap_or_else(|| (self.fetch_card)(to).and_then(|card| Card::decode(&card)));
        match card {
            Ok(card) => self.meetings.call(to, card, &self.events),
            Err(reason) => self.report(to, format!("no way to it is known: {reason}")),
        }
        self.take_news();
    }

    fn take_news(&mut self) -> bool {
        let mut has_opened = false;
        while let Some(news) = self.meetings.next_news() {
            match news {
                News::Opened { peer, host, socket } => {
                    self.ways[peer as usize] = PeerState::Open(Box::new(Connection::new(host, socket)));
                    self.open.push(peer);
                    has_opened = true;
                }
                News::Failed { peer, reason } => self.report(peer, reason),
            }
        }
        has_opened
    }

    fn note_unsent(&mut self, peer: u32) {
        if let PeerState::Open(connection) = &mut self.ways[peer as usize]
            && !std::mem::replace(&mut connection.is_unsent, true)
        {
            self.unsent.push(peer);
        }
    }

    /// Sends some of what waits on some connections: whether any byte went.
    fn flush_some(&mut self) -> bool {
        let mut has_moved = false;
        for _ in 0..self.unsent.len().min(FLUSHES_A_LOOK) {
            if self.turn >= self.unsent.len() {
                self.turn = 0;
            }
            let Some(&peer) = self.unsent.get(self.turn) else { break };
            has_moved |= self.flush(peer);
            if self.unsent.get(self.turn) == Some(&peer) {
                self.turn += 1;
            }
        }
        has_moved
    }

    fn flush(&mut self, peer: u32) -> bool {
        let PeerState::Open(connection) = &mut self.ways[peer as usize] else { return false };
        match connection.flush(|ticket, result| self.finished.push_back(Finished { ticket, result })) {
            Ok(has_moved) => {
                if connection.queue.is_empty() {
                    connection.is_unsent = false;
                    self.unsent.retain(|other| *other != peer);
                    self.notice(peer, Interest::READ);
                }
                has_moved
            }
            Err(Stuck::Socket) => {
                self.break_off(peer);
                false
            }
            Err(Stuck::InMessage) => {
                self.end(peer, End::Broken("the memory of a message that was half sent cannot be read any more".to_owned()));
                false
            }
        }
    }

    /// Nothing more is sent for the moment.
    #[inline]
    fn end_flood(&mut self) {
        if let Some(peer) = self.flood.end() {
            self.let_go(peer);
        }
    }

    /// Has what is held for a peer leave.
    #[cold]
    fn let_go(&mut self, peer: u32) {
        if let PeerState::Open(connection) = &self.ways[peer as usize] {
            // Fails for a socket that is broken alone, which the next look will tell.
            let _ = socket::let_go(connection.socket.as_fd());
        }
    }

    fn notice(&mut self, peer: u32, interest: Interest) {
        let PeerState::Open(connection) = &mut self.ways[peer as usize] else { return };
        if connection.interest != interest {
            connection.interest = interest;
            let outcome = self.events.change(connection.socket.as_fd(), Key::Peer(peer), interest);
            debug_assert!(outcome.is_ok(), "{outcome:?}");
        }
    }

    /// Nothing can be sent to a peer any more. What it has sent before is still received; then
    /// follows the error, or the end.
    #[cold]
    fn break_off(&mut self, peer: u32) {
        let PeerState::Open(connection) = &mut self.ways[peer as usize] else { return };
        connection.is_broken = true;
        connection.is_unsent = false;
        self.unsent.retain(|other| *other != peer);
        let tickets = connection.queue.abandon();
        self.finished.extend(tickets.into_iter().map(|ticket| Finished::badly(ticket, CopyError::Refused)));
        self.looks = LOOKS_AT_FEW;
    }

    /// The connection to a peer is over.
    #[cold]
    fn end(&mut self, peer: u32, end: End) {
        let PeerState::Open(connection) = &self.ways[peer as usize] else { return };
        let host = connection.host.clone();
        let has_exposed = self.exposures.remove_all(peer);
        self.break_off(peer);
        self.open.retain(|other| *other != peer);
        self.kept.retain(|other| *other != peer);
        self.ways[peer as usize] = PeerState::Apart;
        match end {
            End::Orderly if !has_exposed => {}
            End::Orderly => self.report(peer, format!("{host}: the process has left before a transfer was over")),
            End::Broken(reason) => self.report(peer, format!("{host}: {reason}")),
        }
    }

    #[cold]
    fn report(&mut self, peer: u32, reason: String) {
        self.ways[peer as usize] = PeerState::Lost;
        self.lost.push_back(Lost { peer, reason });
    }

    /// Receives from one peer, unless packets of it wait to be taken: what it brought.
    #[inline]
    fn receive(&mut self, peer: u32, sink: &mut impl Sink) -> Look {
        let TcpDevice { ways, buffer, exposures, .. } = self;
        let Some(PeerState::Open(connection)) = ways.get_mut(peer as usize) else { return Look::default() };
        if connection.is_kept {
            return Look::default();
        }
        match connection.receive(buffer, &mut Receiver { peer, sink, exposures }) {
            Ok(look) => {
                if look.has_kept {
                    connection.is_kept = true;
                    self.kept.push(peer);
                }
                look
            }
            Err(end) => {
                self.end(peer, end);
                Look { has_moved: true, ..Look::default() }
            }
        }
    }

    /// Shows again what was not taken, that of `first` before others'.
    fn show_kept(&mut self, first: Option<u32>, sink: &mut impl Sink) -> Look {
        let mut sum = Look::default();
        if let Some(at) = self.kept.iter().position(|peer| Some(*peer) == first) {
            self.kept.swap(0, at);
        }
        let mut at = 0;
        while let Some(&peer) = self.kept.get(at) {
            let look = self.show(peer, sink);
            sum.packets += look.packets;
            if look.is_over {
                return Look { is_over: true, ..sum };
            }
            if self.kept.get(at) == Some(&peer) {
                at += 1;
            }
        }
        sum
    }

    fn show(&mut self, peer: u32, sink: &mut impl Sink) -> Look {
        let TcpDevice { ways, exposures, kept, .. } = self;
        let PeerState::Open(connection) = &mut ways[peer as usize] else { return Look::default() };
        match connection.inbox.take_kept(&mut Receiver { peer, sink, exposures }) {
            Ok(taken) => {
                let look = Look::from(taken);
                if !look.has_kept {
                    connection.is_kept = false;
                    kept.retain(|other| *other != peer);
                }
                look
            }
            Err(fault) => {
                self.end(peer, End::Broken(fault.to_string()));
                Look::default()
            }
        }
    }

    /// Looks at all sockets. What it brought counts as packets, too, if the caller should look
    /// again.
    fn look_around(&mut self, sink: &mut impl Sink) -> usize {
        self.looks = 0;
        let mut moved = 0;
        for (key, is_writable) in self.events.look() {
            match key {
                Key::Listener => self.meetings.accept(&self.events),
                Key::Wake | Key::Bell => {}
                Key::Process(peer) => {
                    // Closed, it is in no set any more.
                    if self.processes.remove(&peer).is_some() {
                        self.ended.push_back(peer);
                        moved += 1;
                    }
                }
                Key::Meeting(number) => {
                    let is_settled = |peer: u32| !matches!(self.ways[peer as usize], PeerState::Apart);
                    self.meetings.handle(number, is_writable, is_settled, &self.events);
                    // At once: the next event may be about another connection to the same peer.
                    moved += usize::from(self.take_news());
                }
                Key::Peer(peer) => {
                    let look = self.receive(peer, sink);
                    moved += look.packets.max(usize::from(look.has_moved));
                    if look.is_over {
                        break;
                    }
                }
            }
        }
        self.look_for_silence();
        if !self.meetings.is_idle() {
            self.meetings.tick(Instant::now(), &self.events);
        }
        moved + usize::from(self.take_news())
    }

    /// Gives up peers whose hosts have not answered for too long. To be called now and then.
    fn look_for_silence(&mut self) {
        if self.watch.next().is_none() {
            return;
        }
        let now = Instant::now();
        let Some(since_look) = self.watch.begin(now) else { return };
        let timeout = self.watch.timeout();
        for peer in self.open.clone() {
            let PeerState::Open(connection) = &mut self.ways[peer as usize] else { continue };
            if !socket::has_unacknowledged(connection.socket.as_fd()) {
                connection.silence = Silence::default();
                continue;
            }
            self.watch.note_sent();
            if connection.is_silent(now, since_look, timeout) {
                self.end(peer, End::Broken(format!("it has not answered for {} s", timeout.as_secs())));
            }
        }
    }

    /// Whether a packet that was refused for want of room has room by now.
    fn has_room_again(&mut self) -> bool {
        let mut has_room = false;
        for way in &mut self.ways {
            if let PeerState::Open(connection) = way
                && connection.wants_room
                && connection.queue.has_room(HEAD + MAX_BODY)
                && connection.queue.has_room_for_long()
            {
                connection.wants_room = false;
                has_room = true;
            }
        }
        has_room
    }
}

impl TcpDevice {
    /// Sends a packet from where its body lies, as far as the socket takes it now.
    #[allow(unsafe_code)]
    fn send_from_place(&mut self, to: u32, header: Header, loan: &Loan<'_>) -> Sent {
        // SAFETY: MEM-1, as a loan promises.
        let mut source = unsafe { Source::new(loan.pieces()) };
        let PeerState::Open(connection) = &mut self.ways[to as usize] else {
            self.reach(to);
            return Sent::NoRoom;
        };
        if connection.is_broken || !connection.queue.has_room_for_long() {
            connection.wants_room = !connection.is_broken;
            return Sent::NoRoom;
        }
        self.watch.note_sent();
        connection.note_long(header.len.into());
        let head = Frame::Packet(header).encode();
        let mut sent = 0;
        if connection.queue.is_empty() {
            let mut gather = Gather::new((HEAD + MAX_LONG) as u64);
            gather.add(&head);
            gather.add_source(&source);
            sent = match gather.send(connection.socket.as_fd()) {
                Ok(sent) if sent == HEAD + header.len as usize => return Sent::Copied,
                Ok(sent) => sent,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
                Err(error) if socket::is_unreadable(&error) => return Sent::Unreadable,
                Err(_) => {
                    self.break_off(to);
                    return Sent::NoRoom;
                }
            };
        }
        source.advance(sent.saturating_sub(HEAD) as u64);
        connection.queue.add_body(loan.ticket(), &head[sent.min(HEAD)..], source, outgoing::Body::Packet);
        self.note_unsent(to);
        Sent::Lent
    }
}

impl Packets for TcpDevice {
    fn max_body(&self) -> usize {
        MAX_BODY
    }

    #[inline]
    fn try_send(&mut self, to: u32, header: Header, mut body: impl Body) -> Sent {
        if let Some(other) = self.flood.turn_to(to) {
            self.let_go(other);
        }
        if u64::from(header.len) > COPIED_MOST
            && let Some(loan) = body.lend()
        {
            return self.send_from_place(to, header, &loan);
        }
        let PeerState::Open(connection) = &mut self.ways[to as usize] else {
            self.reach(to);
            return Sent::NoRoom;
        };
        self.watch.note_sent();
        let len = HEAD + header.len as usize;
        let mut write = |packet: &mut [u8]| {
            packet[..HEAD].copy_from_slice(&Frame::Packet(header).encode());
            if len > HEAD {
                body.fill(Part::new(0, packet[HEAD..].as_mut_ptr(), len - HEAD));
            }
        };
        if !connection.queue.is_empty() {
            connection.wants_room = !connection.queue.has_room(len);
            if !connection.wants_room {
                write(connection.queue.add(len));
            }
            return if connection.wants_room { Sent::NoRoom } else { Sent::Copied };
        }
        if connection.is_broken {
            return Sent::NoRoom;
        }
        let packet = &mut self.packet[..len];
        write(packet);
        let send = if self.flood.next(len) { socket::send_held } else { socket::send };
        let sent = match send(connection.socket.as_fd(), packet) {
            Ok(sent) if sent == len => return Sent::Copied,
            Ok(sent) => sent,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            Err(_) => {
                self.break_off(to);
                return Sent::NoRoom;
            }
        };
        connection.queue.add(len - sent).copy_from_slice(&packet[sent..]);
        self.note_unsent(to);
        Sent::Copied
    }

    fn unasked(&mut self, _peer: u32) -> Unasked {
        Unasked { eager: COPIED_MOST, in_packets: 0, in_place: MAX_LONG as u64 }
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        matches!(self.ways[peer as usize], PeerState::Open(_))
    }

    #[inline]
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        self.end_flood();
        let mut moved = usize::from(!self.unsent.is_empty() && self.flush_some());
        if !self.kept.is_empty() {
            let look = self.show_kept(first, sink);
            moved += look.packets;
            if look.is_over || look.packets > 0 {
                return moved;
            }
        }
        if let Some(first) = first {
            let look = self.receive(first, sink);
            moved += look.packets.max(usize::from(look.has_moved));
            if look.is_over || look.packets > 0 {
                return moved;
            }
        }
        self.looks += 1;
        if self.looks <= LOOKS_AT_FEW && self.meetings.is_idle() {
            if self.open.len() > FEW {
                if first.is_some() {
                    return moved;
                }
            } else {
                for at in 0..self.open.len() {
                    let Some(&peer) = self.open.get(at).filter(|peer| Some(**peer) != first) else { continue };
                    let look = self.receive(peer, sink);
                    moved += look.packets.max(usize::from(look.has_moved));
                    if look.is_over {
                        break;
                    }
                }
                return moved;
            }
        }
        moved + self.look_around(sink)
    }

    fn has_unsent(&mut self) -> bool {
        !self.unsent.is_empty()
    }
}

impl Device for TcpDevice {
    type Nap = TcpNap;
    type Node = NoNode;

    fn name(&self) -> &'static str {
        "tcp"
    }

    fn node(&self) -> &NoNode {
        NoNode::shared()
    }

    fn node_mut(&mut self) -> &mut NoNode {
        NoNode::exclusive()
    }

    fn next_finished(&mut self) -> Option<Finished> {
        self.finished.pop_front()
    }

    fn next_lost(&mut self) -> Option<Lost> {
        self.lost.pop_front()
    }

    fn give_up(&mut self, peer: u32, reason: &str) -> bool {
        let is_open = matches!(self.ways.get(peer as usize), Some(PeerState::Open(_)));
        if is_open {
            self.end(peer, End::Broken(reason.to_owned()));
        }
        is_open
    }

    fn prepare_sleep(&mut self) -> Option<TcpNap> {
        self.looks = LOOKS_AT_FEW;
        self.end_flood();
        self.look_for_silence();
        if !(self.kept.is_empty() && self.finished.is_empty() && self.lost.is_empty()) || self.has_room_again() {
            return None;
        }
        for peer in self.unsent.clone() {
            self.notice(peer, Interest { read: true, write: true });
        }
        let deadline = self.meetings.next_deadline().into_iter().chain(self.watch.next()).min();
        let longest =
            deadline.map_or(LONGEST_NAP, |deadline| deadline.saturating_duration_since(Instant::now()).min(LONGEST_NAP));
        let nap = self.events.announce(Some(longest))?;
        if self.events.is_ready() { None } else { Some(nap) }
    }

    fn wake_self(&mut self) {
        self.events.wake();
    }

    fn sleep_is_outdated(&mut self) -> bool {
        false
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.events.descriptor())
    }

    fn oversubscribed(&mut self) -> bool {
        false
    }
}

/// The kernel moves streams, and nothing else by itself.
impl MovesNothing for TcpDevice {}

impl Rendezvous for TcpDevice {
    fn methods(&mut self, _peer: u32) -> Methods {
        Methods::RING.with(Method::Put)
    }

    #[allow(unsafe_code)]
    unsafe fn expose(&mut self, peer: u32, end: Side, memory: &[Piece]) -> Option<Token> {
        if end == Side::Back || matches!(self.ways[peer as usize], PeerState::Lost) {
            return None;
        }
        // SAFETY: MEM-2, as the caller promises.
        Some(self.exposures.insert(peer, unsafe { Target::new(memory.to_vec()) }))
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        self.exposures.remove(peer, token);
    }

    #[allow(unsafe_code)]
    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: MEM-1, as the caller promises.
        let source = unsafe { Source::new(from) };
        let PeerState::Open(connection) = &mut self.ways[peer as usize] else { return Err(CopyError::Refused) };
        if connection.is_broken {
            return Err(CopyError::Refused);
        }
        self.watch.note_sent();
        connection.note_long(from.iter().map(|piece| piece.len).sum());
        let was_empty = connection.queue.is_empty();
        let head = Frame::Put { token: into, bytes: source.left() }.encode();
        connection.queue.add_body(ticket.into(), &head, source, outgoing::Body::Put);
        self.note_unsent(peer);
        if was_empty {
            self.flush(peer);
        }
        Ok(())
    }

    #[allow(unsafe_code)]
    unsafe fn begin_get(&mut self, _peer: u32, _ticket: OperationTicket, _into: &[Piece], _from: Token) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }
}
