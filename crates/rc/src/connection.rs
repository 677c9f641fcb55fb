//! One connection: its size classes, what arrived and was not delivered, and what the peer is to be
//! told.

use std::collections::VecDeque;

use ferry_protocol::packet::Header;
use ferry_rdma::{QueuePair, Result, SendWork, Verbs, WorkId};
use ferry_verbs_transport::{Slot, Window};

use crate::credits::Credits;
use crate::handshake::{Handshake, HandshakeState};
use crate::ring::{Entry, RingReader, RingWriter};
use crate::wire::{BARE_NUMBERS, Form, Grant, Grants, HeaderCache, Prefix};

/// Places in a send queue that packets and transfers leave for what keeps the connection going.
const URGENT_ROOM: usize = 2;

/// What a request holds until it is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Nothing.
    Nothing,
    /// A buffer of the pool.
    Buffer(Slot),
    /// A part of a transfer.
    Part(u32),
    /// A body that is lent.
    Lent(u32),
}

impl Held {
    /// Bytes of the pool that wait for its completion.
    fn bytes(self) -> usize {
        if let Held::Buffer(slot) = self { slot.bytes() } else { 0 }
    }
}

/// What a send request is called: place of the connection, way, number in the queue.
pub fn work_id(place: usize, way: usize, number: u32) -> WorkId {
    WorkId::new((place as u64) << 32 | (way as u64) << 28 | u64::from(number))
}

/// The number in the queue of [`work_id`].
pub fn number_of(id: WorkId) -> u32 {
    id.value() as u32 & ((1 << 28) - 1)
}

/// Messages for the peer's buffers of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct SizeClass {
    pub credits: Credits,
    /// Longest message that the peer's buffers hold.
    pub bytes: usize,
    /// The way they go.
    pub way: usize,
    /// What they name the peer's shared queue by, on an extended connection.
    pub to_queue: u32,
}

/// A queue pair with what is under way in it.
pub struct ActivePair<Q> {
    pub queue_pair: Q,
    pub window: Window<Held>,
    /// Longest message that goes inline.
    pub inline: usize,
    /// What requests that take no receive name, on an extended connection.
    pub to_queue: u32,
}

/// The own end of a connection that is to be made.
pub struct Ends<Q> {
    pub classes: Vec<SizeClass>,
    pub ways: Vec<ActivePair<Q>>,
    /// Where messages come to if they do not come to the ways: on an extended connection.
    pub receiving: Option<Q>,
}

impl<Q: QueuePair> ActivePair<Q> {
    /// Room for packets and transfers.
    pub fn room(&self) -> usize {
        self.window.room().saturating_sub(URGENT_ROOM)
    }

    /// Posts one request as request of this way, number `way` of connection `place`. If it is not
    /// signalled by itself, it is when it is time for that.
    #[inline]
    pub fn post(&mut self, (place, way): (usize, usize), work: SendWork<'_>, held: Held) -> Result<()> {
        let signalled = work.signalled || self.window.must_signal(held.bytes());
        let id = work_id(place, way, self.window.number_after(0));
        self.queue_pair.post_send(&[SendWork { id, signalled, ..work }])?;
        self.window.push(held, held.bytes(), signalled);
        Ok(())
    }
}

/// A message whose turn has not come, or that was not wanted yet.
#[derive(Clone, Copy, Debug)]
pub struct Arrived {
    pub id: WorkId,
    pub form: Form,
    pub bytes: u32,
}

/// The way of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Into the peer's ring.
    Ring(Entry),
    /// Over a size class.
    Class(usize),
}

/// The way of rings, of the first size class and of reads.
const FIRST_WAY: usize = 0;

/// What the peer is to be told, mostly of rings.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    pub offer: bool,
    pub close: bool,
    pub closed: bool,
    pub farewell: bool,
    /// Classes, as bits, that more credits are wanted for.
    pub ask: u32,
    /// Numbers of puts that are posted.
    pub puts: VecDeque<u32>,
}

impl Notices {
    /// What goes into its message as number.
    pub fn number(&self, form: Form) -> u32 {
        match form {
            Form::Ask => self.ask,
            Form::Notice => self.puts.front().copied().unwrap_or_default(),
            _ => 0,
        }
    }

    /// The next one.
    pub fn next(&self) -> Option<Form> {
        match (self.offer, self.close, self.closed) {
            (_, _, true) => Some(Form::RingClosed),
            (_, true, _) => Some(Form::RingClose),
            (true, _, _) => Some(Form::RingOffer),
            _ if !self.puts.is_empty() => Some(Form::Notice),
            _ if self.ask != 0 => Some(Form::Ask),
            _ => self.farewell.then_some(Form::Farewell),
        }
    }

    /// It was sent.
    pub fn sent(&mut self, form: Form) {
        match form {
            Form::RingOffer => self.offer = false,
            Form::RingClose => self.close = false,
            Form::RingClosed => self.closed = false,
            Form::Farewell => self.farewell = false,
            Form::Ask => self.ask = 0,
            Form::Notice => _ = self.puts.pop_front(),
            Form::Whole | Form::Cached | Form::Bare | Form::Credits => {}
        }
    }
}

/// A connection to one peer.
pub struct Connection<V: Verbs> {
    pub peer: u32,
    pub handshake: Handshake,
    /// When it was first wanted, in nanoseconds.
    pub since: u64,
    /// The way of datagrams, and the peer's queue pair for them.
    pub datagrams: (V::AddressHandle, u32),
    /// None once it has ended.
    pub classes: Vec<SizeClass>,
    pub ways: Vec<ActivePair<V::QueuePair>>,
    /// The receiving end of an extended connection.
    pub receiving: Option<V::QueuePair>,
    /// Classes but the first, as bits, whose credits are owed to the peer.
    pub owing: u32,
    pub headers_out: HeaderCache,
    pub headers_in: HeaderCache,
    pub sequence_out: u32,
    /// Number of the next packet to deliver.
    pub sequence_in: u32,
    /// Messages by number, from `sequence_in` on; those that came through the ring are not among
    /// them.
    pub pending: VecDeque<Option<Arrived>>,
    /// The next packet's header, if it was refused before: decoding changes the cache.
    pub head: Option<(Header, usize)>,
    pub writer: Option<RingWriter>,
    pub reader: Option<RingReader<V::Buffer>>,
    pub notices: Notices,
    /// Messages that a ring would have taken, since there was one last.
    pub ringless: u32,
    /// How many of them make a ring.
    pub ring_after: u32,
    /// Reads posted and not complete, and how many there may be: none where an adapter has none.
    pub reads: usize,
    pub most_reads: usize,
    /// The adapter's packets hold two to the power of this bytes.
    pub mtu_bits: u32,
    /// Transfers with parts to be posted, in order.
    pub unposted: VecDeque<u32>,
    /// Whether the device's list of connections with work has it.
    pub is_listed: bool,
    /// Why there are no queue pairs any more.
    pub lost: Option<String>,
    /// Nothing may be sent: both ends are about to do without the connection.
    pub is_hushed: bool,
    /// What tells the peer's end apart from former ones: number of a queue pair.
    pub peer_number: u32,
    /// What the peer's last farewell was about.
    pub farewell: Option<Farewell>,
    /// The peer has ended after its farewell, and nobody has tried to send to it since.
    pub has_ended: bool,
}

/// Where both directions of a connection were when its peer said farewell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Farewell {
    /// Number of the peer's next packet: one that uses MPI again sends it.
    pub theirs: u32,
    /// Number of the next packet to the peer.
    pub ours: u32,
}

impl<V: Verbs> Connection<V> {
    /// A connection that nothing was said about, with queue pairs that can receive.
    pub fn new(
        peer: u32,
        datagrams: (V::AddressHandle, u32),
        Ends { classes, ways, receiving }: Ends<V::QueuePair>,
        ring_after: u32,
        since: u64,
    ) -> Self {
        Connection {
            peer,
            handshake: Handshake::default(),
            since,
            datagrams,
            classes,
            ways,
            receiving,
            owing: 0,
            headers_out: HeaderCache::default(),
            headers_in: HeaderCache::default(),
            sequence_out: 0,
            sequence_in: 0,
            pending: VecDeque::new(),
            head: None,
            writer: None,
            reader: None,
            notices: Notices::default(),
            ringless: 0,
            ring_after,
            reads: 0,
            most_reads: 0,
            mtu_bits: 0,
            unposted: VecDeque::new(),
            is_listed: false,
            lost: None,
            is_hushed: false,
            peer_number: 0,
            farewell: None,
            has_ended: false,
        }
    }

    /// Whether messages may be sent.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.handshake.state() == HandshakeState::Connected && self.lost.is_none() && !self.is_hushed
    }

    /// Whether the peer has said farewell, and no packet of it was delivered since.
    pub fn has_left(&self) -> bool {
        self.farewell.is_some_and(|farewell| farewell.theirs.wrapping_sub(self.sequence_in) as i32 >= 0)
    }

    /// Whether the peer has left, and no packet was sent to it since: nobody waits for it.
    pub fn is_forgotten(&self) -> bool {
        self.has_left() && self.farewell.is_some_and(|farewell| farewell.ours == self.sequence_out)
    }

    /// The way of transfers. Reads share the first one with the packets that say they are over: an
    /// adapter may ask for a read once more although the answer is on its way, and the peer, which
    /// has to answer that from memory that is still shown, hears of the end only after it. Writes
    /// are not carried out twice, and have the way to themselves that has the fewest packets.
    #[inline]
    pub fn way_of_transfers(&self, goes_first: bool) -> usize {
        if goes_first { FIRST_WAY } else { self.ways.len().saturating_sub(1) }
    }

    /// The way for a message of `len` bytes, if there is room. One that says that reads are over
    /// goes after them.
    #[inline]
    pub fn route(&self, len: usize, is_after_reads: bool) -> Option<Route> {
        let first = self.ways.get(FIRST_WAY)?;
        if first.room() > 0
            && let Some(entry) = self.writer.as_ref().and_then(|writer| writer.entry(len))
        {
            return Some(Route::Ring(entry));
        }
        // The smallest buffers that hold it. Where those are lent and spent, the next ones, but
        // none that are far too large; with fixed buffers it waits (BSRQ-4).
        let best = self.best_class(len)?;
        let longest = 2 * self.classes[best].bytes;
        let suits = |class: &SizeClass| class.credits.is_lent() && class.bytes <= longest && !is_after_reads;
        let mut classes = (best..self.classes.len()).take(2).filter(|class| *class == best || suits(&self.classes[*class]));
        classes.find(|class| self.way_of(*class).room() > 0 && self.classes[*class].credits.allow()).map(Route::Class)
    }

    /// Whether a packet with `front` bytes in front of its body goes without them: where that saves
    /// a packet of the adapter, the header is the last one's but for the length, and no more is to
    /// be given back than immediate data hold.
    #[inline]
    pub fn goes_bare(&self, route: Route, header: &Header, front: usize) -> bool {
        let body = header.len as usize;
        let last_packet = |len: usize| (len - 1) >> self.mtu_bits;
        matches!(route, Route::Class(_))
            && body > 0
            && last_packet(body) < last_packet(front + body)
            && self.headers_out.repeats(header)
            && self.classes[0].credits.owed() == 0
            && self.reader.as_ref().is_none_or(|reader| reader.owed() == 0)
    }

    /// The way of a size class's messages.
    #[inline]
    pub fn way_of(&self, class: usize) -> &ActivePair<V::QueuePair> {
        &self.ways[self.classes[class].way]
    }

    /// The size class with the smallest buffers that hold `len` bytes.
    #[inline]
    pub fn best_class(&self, len: usize) -> Option<usize> {
        self.classes.iter().position(|class| class.bytes >= len)
    }

    /// What goes in front of the next message.
    #[inline]
    pub fn prefix(&self, form: Form, sequence: u32) -> Prefix {
        let credits = self.classes.first().map_or(0, |class| class.credits.owed().min(255)) as u8;
        let slots = self.reader.as_ref().map_or(0, RingReader::owed);
        Prefix { form, credits, grant: self.grant(), slots, sequence }
    }

    /// The immediate data of the next message, if it has some.
    #[inline]
    pub fn immediate(&self, form: Form) -> Option<u32> {
        (form == Form::Bare).then(|| self.prefix(form, self.sequence_out).immediate())
    }

    #[inline]
    fn grant(&self) -> Grant {
        if self.owing == 0 {
            return Grant::NONE;
        }
        let class = self.owing.trailing_zeros() as usize;
        Grant { class: class as u8, count: self.classes[class].credits.owed().min(Grant::MOST) as u8 }
    }

    /// [`Connection::prefix`] is on its way.
    #[inline]
    pub fn paid(&mut self) {
        let Grant { class, count } = self.grant();
        self.pay(class.into(), count.into());
        if let Some(first) = self.classes.first_mut() {
            first.credits.paid(first.credits.owed().min(255));
        }
        if let Some(reader) = &mut self.reader {
            reader.paid();
        }
    }

    #[inline]
    fn pay(&mut self, class: usize, count: u16) {
        if count > 0 {
            let credits = &mut self.classes[class].credits;
            credits.paid(count);
            self.owing &= !(u32::from(credits.owed() == 0) << class);
        }
    }

    /// All credits of size classes but the first that are owed beyond what a prefix brings.
    pub fn grants(&self) -> Option<Grants> {
        let first = self.grant();
        let mut grants = Grants::default();
        for class in (1..self.classes.len()).filter(|class| self.owing & 1 << class != 0) {
            let in_front = if usize::from(first.class) == class { u16::from(first.count) } else { 0 };
            grants.0[class - 1] = self.classes[class].credits.owed() - in_front;
        }
        (grants != Grants::default()).then_some(grants)
    }

    /// [`Connection::grants`] are on their way; to be called before [`Connection::paid`].
    pub fn paid_grants(&mut self, grants: &Grants) {
        for (index, count) in grants.0.into_iter().enumerate() {
            self.pay(index + 1, count);
        }
    }

    /// Receives of a size class have been posted again, or were lent.
    #[inline]
    pub fn owes(&mut self, class: usize) {
        self.owing |= u32::from(class > 0 && self.classes[class].credits.owed() > 0) << class;
    }

    /// The peer gave back what a prefix says. False if that cannot be.
    #[must_use]
    #[inline]
    pub fn gain(&mut self, prefix: &Prefix) -> bool {
        let mut good = self.gain_credits(0, prefix.credits.into());
        if prefix.grant.count > 0 {
            good &= self.gain_credits(prefix.grant.class.into(), prefix.grant.count.into());
        }
        match &mut self.writer {
            Some(writer) => good & writer.gain(prefix.slots),
            None => good && prefix.slots == 0,
        }
    }

    /// The same for some credits of a size class. Those of a connection that has ended are of no
    /// interest.
    #[must_use]
    #[inline]
    pub fn gain_credits(&mut self, class: usize, count: u16) -> bool {
        match self.classes.get_mut(class) {
            Some(class) => class.credits.gain(count),
            None => self.classes.is_empty() || count == 0,
        }
    }

    /// Whether the peer waits, or may soon wait, for what it could be given back.
    #[inline]
    pub fn is_pressing(&self) -> bool {
        self.classes.first().is_some_and(|class| class.credits.is_pressing())
            || (self.owing != 0 && self.is_class_pressing())
            || self.reader.as_ref().is_some_and(RingReader::is_pressing)
    }

    fn is_class_pressing(&self) -> bool {
        self.classes.iter().skip(1).any(|class| class.credits.is_pressing())
    }

    /// Whether all requests are complete and all transfers posted: those that were begun before the
    /// connection was ready wait, and nobody may wait for them.
    pub fn has_sent_all(&self) -> bool {
        self.unposted.is_empty() && self.ways.iter().all(|way| way.window.is_empty())
    }

    /// Whether there is something to tell or to post.
    pub fn has_work(&self) -> bool {
        self.notices.next().is_some() || self.is_pressing() || !self.unposted.is_empty()
    }

    /// Whether the next packet is here.
    #[inline]
    pub fn is_deliverable(&self) -> bool {
        self.head.is_some() || matches!(self.pending.front(), Some(Some(_))) || self.ring_has_next()
    }

    fn ring_has_next(&self) -> bool {
        let Some((reader, found)) = self.reader.as_ref().and_then(|reader| Some((reader, reader.find()?))) else { return false };
        let mut bytes = [0; crate::wire::PREFIX_BYTES];
        if found.len < bytes.len() {
            return true;
        }
        ferry_rdma::Buffer::read(reader.buffer(), found.offset, &mut bytes);
        Prefix::decode(bytes).is_none_or(|prefix| prefix.sequence == self.sequence_in)
    }

    /// Puts a message that came out of turn where it belongs. False if there is one already.
    #[must_use]
    pub fn keep(&mut self, sequence: u32, arrived: Arrived) -> bool {
        let ahead = sequence.wrapping_sub(self.sequence_in) as usize;
        if ahead > MOST_AHEAD {
            return false;
        }
        if self.pending.len() <= ahead {
            self.pending.resize(ahead + 1, None);
        }
        self.pending[ahead].replace(arrived).is_none()
    }

    /// The next packet is done with.
    #[inline]
    pub fn delivered(&mut self) {
        self.head = None;
        self.sequence_in = self.sequence_in.wrapping_add(1);
        self.pending.pop_front();
    }
}

/// Packets that may overtake one: more than all receives that any peer has.
const MOST_AHEAD: usize = 1 << 20;
const _: () = assert!(MOST_AHEAD < BARE_NUMBERS as usize);
