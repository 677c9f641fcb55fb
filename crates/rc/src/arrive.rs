//! What comes in: completions, packets and rings; and going to sleep.

use ferry_device::{Notice, PacketTaken, Sink};
use ferry_protocol::packet::Header;
use ferry_rdma::traits::POLL_BATCH;
use ferry_rdma::{Buffer, Completion, CompletionQueue, Done, Failure, Operation, Verbs, WorkId};
use ferry_verbs_transport::Environment;

use crate::connection::{Arrived, Farewell, Held, SizeClass, number_of};
use crate::device::RcDevice;
use crate::receives::{Handed, Receives, Reposted};
use crate::ring::{Found, RingStanding, RingWriter};
use crate::wire::{Form, GRANTS_BYTES, Grants, MOST_FRONT, PREFIX_BYTES, Prefix, RING_OFFER_BYTES, RingOffer};

/// Packets of one peer before others have their turn.
const TURN: usize = 32;

/// Batches of completions taken in one poll.
const BATCHES: usize = 4;

/// Polls between two looks at the clock; each costs some tens of nanoseconds.
const POLLS_PER_LOOK: u32 = 256;

/// The same while connections are being made.
const POLLS_PER_LOOK_CONNECTING: u32 = 16;

/// What became of a peer's packets.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    count: usize,
    /// The engine has what it waits for.
    is_over: bool,
}

/// Where the next packet of a peer is.
#[derive(Clone, Copy)]
enum Source {
    Receive(Arrived),
    Ring(Found),
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// See [`Packets::poll`](ferry_device::Packets::poll).
    #[inline]
    pub(crate) fn take_packets(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let first = first.and_then(|rank| self.place(rank));
        if let Some(place) = first {
            let taken = self.deliver(place, sink);
            if taken.count > 0 {
                self.settle_in_time(place, true);
                return taken.count;
            }
        }
        let moved = self.collect();
        let mut taken = Taken::default();
        if let Some(place) = first.filter(|_| moved > 0) {
            taken = self.deliver(place, sink);
        }
        self.list_rings();
        taken.count += self.serve_listed(taken.is_over, sink);
        self.polls = self.polls.wrapping_add(1);
        let rarely = if self.handshaking.is_empty() { POLLS_PER_LOOK } else { POLLS_PER_LOOK_CONNECTING };
        if self.polls.is_multiple_of(rarely) {
            self.look_at_clock(taken.count == 0);
        }
        taken.count
    }

    #[inline]
    fn list_rings(&mut self) {
        for index in 0..self.rings.len() {
            let place = self.rings[index] as usize;
            if self.connections[place].is_deliverable() {
                self.list(place);
            }
        }
    }

    /// Delivers from the connections on the list, unless the engine has what it waits for, and
    /// keeps those that still have work.
    #[inline]
    fn serve_listed(&mut self, mut is_over: bool, sink: &mut impl Sink) -> usize {
        if self.listed.is_empty() {
            return 0;
        }
        let mut count = 0;
        let mut listed = std::mem::replace(&mut self.listed, std::mem::take(&mut self.spare));
        for place in listed.iter().map(|place| *place as usize) {
            self.connections[place].is_listed = false;
            let mut has_news = is_over;
            if !is_over {
                let taken = self.deliver(place, sink);
                count += taken.count;
                (is_over, has_news) = (taken.is_over, taken.count > 0);
            }
            self.settle_in_time(place, has_news);
            let connection = &self.connections[place];
            if connection.is_deliverable() || (connection.is_ready() && connection.has_work()) {
                self.list(place);
            }
        }
        listed.clear();
        self.spare = listed;
        count
    }

    /// Shows packets of a connection to the engine, in order.
    #[inline]
    fn deliver(&mut self, place: usize, sink: &mut impl Sink) -> Taken {
        let mut taken = Taken::default();
        while taken.count < TURN {
            let Some(source) = self.next_source(place) else { break };
            let Some((header, front)) = self.head(place, source) else {
                self.fail(place, "it sent a packet that makes no sense".to_owned());
                break;
            };
            let body = self.body(place, source, front, header.len as usize);
            match sink.packet(self.connections[place].peer, &header, body) {
                PacketTaken::Refused => {
                    self.connections[place].head = Some((header, front));
                    break;
                }
                answer => {
                    self.done_with(place, source);
                    taken.count += 1;
                    if answer == PacketTaken::ConsumedLast {
                        taken.is_over = true;
                        break;
                    }
                }
            }
        }
        self.counters.packets_received += taken.count as u64;
        taken
    }

    #[inline]
    fn next_source(&mut self, place: usize) -> Option<Source> {
        let connection = &self.connections[place];
        if let Some(Some(arrived)) = connection.pending.front() {
            return Some(Source::Receive(*arrived));
        }
        let found = connection.reader.as_ref()?.find()?;
        if connection.head.is_some() {
            return Some(Source::Ring(found));
        }
        let prefix = self.ring_prefix(place, found);
        let Some(prefix) = prefix.filter(|prefix| prefix.form.is_packet()) else {
            self.fail(place, "it wrote something into its ring that makes no sense".to_owned());
            return None;
        };
        (prefix.sequence == connection.sequence_in).then_some(Source::Ring(found))
    }

    fn ring_prefix(&self, place: usize, found: Found) -> Option<Prefix> {
        let reader = self.connections[place].reader.as_ref()?;
        let mut bytes = [0; PREFIX_BYTES];
        (found.len >= bytes.len()).then(|| reader.buffer().read(found.offset, &mut bytes))?;
        Prefix::decode(bytes)
    }

    /// Header of the next packet, and bytes in front of its body.
    #[inline]
    fn head(&mut self, place: usize, source: Source) -> Option<(Header, usize)> {
        if let Some(head) = self.connections[place].head {
            return Some(head);
        }
        let mut bytes = [0; MOST_FRONT];
        let (form, len) = match source {
            Source::Receive(arrived) => {
                let known = MOST_FRONT.min(arrived.bytes as usize);
                self.receives.read(arrived.id, 0, &mut bytes[..known]);
                (arrived.form, arrived.bytes as usize)
            }
            Source::Ring(found) => {
                let known = MOST_FRONT.min(found.len);
                let connection = &mut self.connections[place];
                connection.reader.as_ref()?.buffer().read(found.offset, &mut bytes[..known]);
                let prefix = Prefix::decode(*bytes.first_chunk()?)?;
                if !connection.gain(&prefix) {
                    return None;
                }
                (prefix.form, found.len)
            }
        };
        let known = MOST_FRONT.min(len);
        let (mut header, taken) = self.connections[place].headers_in.decode(form, &bytes[form.prefix_bytes()..known])?;
        let front = form.prefix_bytes() + taken;
        header.len = (len - front) as u32;
        Some((header, front))
    }

    #[inline]
    fn body(&self, place: usize, source: Source, front: usize, len: usize) -> *const u8 {
        match source {
            Source::Receive(arrived) => self.receives.at(arrived.id, front, len),
            Source::Ring(found) => {
                let reader = self.connections[place].reader.as_ref();
                reader.map_or(std::ptr::null(), |reader| reader.buffer().place(found.offset + front, len).cast_const())
            }
        }
    }

    /// The next packet was consumed.
    #[inline]
    fn done_with(&mut self, place: usize, source: Source) {
        let connection = &mut self.connections[place];
        match source {
            Source::Receive(arrived) => self.receives.recycle(place, arrived.id),
            Source::Ring(_) => {
                if let Some(reader) = &mut connection.reader {
                    reader.consumed();
                }
                self.counters.ring_received += 1;
            }
        }
        connection.delivered();
    }

    /// [`RcDevice::settle`], now or, if the engine has got something, when it looks again: it is to
    /// go on with that first, and several receives cost one doorbell.
    #[inline]
    fn settle_in_time(&mut self, place: usize, has_news: bool) {
        if has_news && self.can_wait(place) {
            return self.list(place);
        }
        self.settle(place);
    }

    /// Whether the peer can go on for a while without what it would be given back.
    #[inline]
    fn can_wait(&self, place: usize) -> bool {
        let connection = &self.connections[place];
        let recycled = self.receives.recycled(place);
        let is_idle = |class: usize| recycled & 1 << class == 0;
        let can_wait = |(class, target): (usize, &SizeClass)| {
            is_idle(class) || !target.credits.would_press(self.receives.backlog(place, class))
        };
        recycled != 0 && !connection.has_work() && connection.classes.iter().enumerate().all(can_wait)
    }

    /// Gives buffers back to the adapter, and credits and news to the peer; goes on with transfers.
    #[inline]
    pub(crate) fn settle(&mut self, place: usize) {
        let mut recycled = self.receives.recycled(place);
        while recycled != 0 {
            let class = recycled.trailing_zeros() as usize;
            recycled &= recycled - 1;
            self.repost(place, class);
        }
        if !self.connections[place].unposted.is_empty() {
            self.post_parts(place);
        }
        self.tell(place);
    }

    /// Posts receives of a size class again, and says what that means for credits.
    #[inline]
    fn repost(&mut self, place: usize, class: usize) {
        let connection = &mut self.connections[place];
        let Some(target) = connection.classes.get_mut(class) else { return };
        match self.receives.repost(place, class, &connection.ways[target.way].queue_pair) {
            Ok(Reposted { again, withdrawn }) => {
                target.credits.withdraw(withdrawn);
                target.credits.owe(again);
                connection.owes(class);
            }
            Err(error) => return self.fail(place, format!("a receive cannot be posted: {error}")),
        }
        while let Some(Handed { place, class, count }) = self.receives.next_handed() {
            self.lend(place, class, count);
        }
    }

    /// A peer has asked for credits: it gets `count` more, and what it is owed.
    fn lend(&mut self, place: usize, class: usize, count: u16) {
        let connection = &mut self.connections[place];
        if let Some(target) = connection.classes.get_mut(class) {
            target.credits.lend(count);
            target.credits.hurry();
            connection.owes(class);
            self.list(place);
        }
    }

    /// The peer would use more of some size classes.
    #[cold]
    fn asked(&mut self, place: usize, classes: u32) {
        for class in (1..self.receives.classes().len()).filter(|class| classes & 1 << class != 0) {
            match self.receives.lend(&self.verbs, place, class) {
                Some(count) => self.lend(place, class, count),
                None => return self.give_up(place, "there is no memory to receive its messages into".to_owned()),
            }
        }
        self.note_memory();
    }

    /// Takes completions. How many there were.
    pub(crate) fn collect(&mut self) -> usize {
        let mut all = 0;
        for _ in 0..BATCHES {
            let mut batch = std::mem::take(&mut self.batch);
            let found = self.completions.queue.poll(|completion| batch.push(completion));
            for completion in batch.drain(..) {
                self.complete(completion);
            }
            self.batch = batch;
            match found {
                Ok(count) => {
                    all += count;
                    if count < POLL_BATCH {
                        break;
                    }
                }
                Err(error) => {
                    self.fail_all(&format!("the completion queue cannot be read: {error}"));
                    break;
                }
            }
        }
        self.counters.completions += all as u64;
        all
    }

    fn complete(&mut self, completion: Completion) {
        if completion.queue_pair == self.control.number() {
            return self.complete_datagram(completion);
        }
        // Completions of queue pairs that are gone are of no interest.
        let Some(&(place, way)) = self.numbers.get(&completion.queue_pair) else {
            if completion.operation == Operation::Receive {
                self.receives.orphan(completion.id);
            }
            return;
        };
        let (place, way) = (place as usize, usize::from(way));
        match completion.result {
            Err(failure) => self.complete_badly(place, &completion, failure),
            Ok(done) if completion.operation == Operation::Receive => self.arrived(place, completion.id, done),
            Ok(_) => self.complete_sends(place, way, completion.id),
        }
    }

    fn complete_datagram(&mut self, completion: Completion) {
        match (completion.operation, completion.result) {
            (Operation::Receive, Ok(done)) => match self.control.received(completion.id, done) {
                Ok(bytes) => self.hear_datagram(&bytes, done.source_queue_pair),
                Err(error) => self.fail_all(&format!("a receive cannot be posted: {error}")),
            },
            // A receive that failed shows in what is never answered; the queue pair for datagrams
            // has no state to recover.
            (Operation::Receive, Err(_)) => {}
            _ => self.control.sent(completion.id),
        }
    }

    #[cold]
    fn complete_badly(&mut self, place: usize, completion: &Completion, _failure: Failure) {
        let connection = &self.connections[place];
        if connection.lost.is_none() && connection.is_forgotten() {
            return self.end(place);
        }
        let name = self.name_of(connection.peer);
        let ended = if connection.has_left() { format!("{name}: it has ended; ") } else { String::new() };
        let report = completion.report(name).map(|report| report.to_string());
        self.fail_reported(place, ended + &report.unwrap_or_default());
    }

    #[inline]
    fn complete_sends(&mut self, place: usize, way: usize, id: WorkId) {
        let (mut parts, mut reads) = (0, 0);
        self.answered.0 = true;
        let connection = &mut self.connections[place];
        for held in connection.ways[way].window.complete(number_of(id)) {
            match held {
                Held::Nothing => {}
                Held::Buffer(slot) => self.pool.give_back(slot),
                Held::Lent(index) => self.lent_bodies.read(index),
                Held::Part(transfer) => {
                    reads += usize::from(self.transfers.part_done(transfer));
                    parts += 1;
                }
            }
        }
        if parts > 0 {
            self.connections[place].reads -= reads;
            self.end_transfers();
            if !self.connections[place].unposted.is_empty() {
                self.list(place);
            }
        }
        self.give_bodies_back();
    }

    /// A message came into a posted buffer.
    #[inline]
    fn arrived(&mut self, place: usize, id: WorkId, done: Done) {
        if done.written {
            return self.noticed(place, id, done.immediate.unwrap_or_default());
        }
        let prefix = self.prefix_of(place, id, &done);
        let connection = &mut self.connections[place];
        let Some(prefix) = prefix.filter(|prefix| connection.gain(prefix)) else {
            return self.fail(place, "it sent a message that makes no sense".to_owned());
        };
        self.lengths_received.count(done.bytes + prefix.form.spared_bytes() as u32);
        self.counters.message_bytes += u64::from(done.bytes);
        self.counters.buffer_bytes += u64::from(self.receives.classes()[self.receives.class_of(id)].bytes);
        if connection.handshake.heard() {
            self.now_connected(place);
        }
        if prefix.form.is_packet() {
            let arrived = Arrived { id, form: prefix.form, bytes: done.bytes };
            if !self.connections[place].keep(prefix.sequence, arrived) {
                return self.fail(place, format!("it sent packet {} twice or far too early", prefix.sequence));
            }
            self.count_for_ring(place, done.bytes as usize);
        } else {
            self.told(place, &prefix, id, done.bytes as usize);
            self.receives.recycle(place, id);
        }
        self.list(place);
    }

    /// A put with a number has come, and has used up a receive.
    fn noticed(&mut self, place: usize, id: WorkId, number: u32) {
        if self.connections[place].handshake.heard() {
            self.now_connected(place);
        }
        self.heard.push_back(Notice { peer: self.connections[place].peer, number });
        self.receives.recycle(place, id);
        self.list(place);
    }

    /// What a message begins with or has as immediate data.
    #[inline]
    fn prefix_of(&self, place: usize, id: WorkId, done: &Done) -> Option<Prefix> {
        if let Some(data) = done.immediate {
            return Some(Prefix::of_immediate(data, self.connections[place].sequence_in));
        }
        let mut bytes = [0; PREFIX_BYTES];
        (done.bytes as usize >= bytes.len()).then(|| self.receives.read(id, 0, &mut bytes))?;
        Prefix::decode(bytes)
    }

    #[inline]
    fn count_for_ring(&mut self, place: usize, len: usize) {
        let connection = &mut self.connections[place];
        if connection.counts_for_ring(len, self.options.ring_slot_bytes) {
            connection.ringless += 1;
            if connection.ringless == connection.ring_after {
                self.offer_ring(place);
            }
        }
    }

    /// The peer told something, mostly about rings.
    fn told(&mut self, place: usize, prefix: &Prefix, id: WorkId, len: usize) {
        let connection = &mut self.connections[place];
        match prefix.form {
            Form::Whole | Form::Cached | Form::Bare => {}
            Form::Credits if len == PREFIX_BYTES => {}
            Form::Credits => {
                let mut bytes = [0; GRANTS_BYTES];
                if len == PREFIX_BYTES + GRANTS_BYTES {
                    self.receives.read(id, PREFIX_BYTES, &mut bytes);
                }
                let counts = Grants::decode(&bytes).0.into_iter().enumerate();
                let good = counts.fold(true, |good, (index, count)| good & connection.gain_credits(index + 1, count));
                if !good {
                    self.fail(place, "it gave back credits that nobody had".to_owned());
                }
            }
            Form::Ask => self.asked(place, prefix.sequence),
            Form::Notice => self.heard.push_back(Notice { peer: connection.peer, number: prefix.sequence }),
            Form::Farewell => {
                let ours = connection.sequence_out;
                connection.farewell = Some(Farewell { theirs: prefix.sequence, ours });
            }
            Form::RingClose => {
                if let Some(writer) = &mut connection.writer {
                    writer.set_open(false);
                }
                connection.notices.closed = true;
            }
            Form::RingClosed => {
                if let Some(reader) = &mut connection.reader {
                    reader.standing = RingStanding::Closed;
                    connection.ringless = 0;
                }
            }
            Form::RingOffer => {
                let mut bytes = [0; RING_OFFER_BYTES];
                if len == PREFIX_BYTES + RING_OFFER_BYTES {
                    self.receives.read(id, PREFIX_BYTES, &mut bytes);
                }
                let Some(offer) = RingOffer::decode(&bytes) else {
                    return self.fail(place, "it offered a ring that makes no sense".to_owned());
                };
                match &mut connection.writer {
                    Some(writer) if writer.is_of(&offer) => writer.set_open(true),
                    _ => connection.writer = Some(RingWriter::new(offer)),
                }
            }
        }
    }

    /// Whether nothing is there and the next event will be heard of.
    pub(crate) fn ready_to_sleep(&mut self) -> bool {
        self.look_at_clock(true);
        for index in 0..self.listed.len() {
            self.settle(self.listed[index] as usize);
        }
        let mut is_quiet = self.handshaking.is_empty() & self.close_rings();
        if self.is_armed {
            is_quiet &= self.completions.queue.clear().is_ok();
        }
        self.is_armed = true;
        if let Err(error) = self.completions.queue.arm(false) {
            self.fail_all(&format!("the completion queue cannot be armed: {error}"));
            return false;
        }
        is_quiet &= self.collect() == 0;
        self.list_rings();
        let has_packet = self.listed.iter().any(|place| self.connections[*place as usize].is_deliverable());
        self.hear_adapter();
        is_quiet && !has_packet && self.lost.is_empty() && self.transfers.finished.is_empty() && self.heard.is_empty()
    }

    /// Has peers write into no ring any more, as that wakes nobody. True once all have agreed.
    fn close_rings(&mut self) -> bool {
        let mut all_closed = true;
        for index in 0..self.rings.len() {
            let place = self.rings[index] as usize;
            let connection = &mut self.connections[place];
            let Some(reader) = connection.reader.as_mut().filter(|_| connection.lost.is_none()) else { continue };
            if reader.standing == RingStanding::Open {
                let was_offered = !std::mem::take(&mut connection.notices.offer);
                reader.standing = if was_offered { RingStanding::Closing } else { RingStanding::Closed };
                connection.notices.close = was_offered;
                // Who sleeps often has little of a ring.
                connection.ring_after = connection.ring_after.saturating_mul(2).min(LONGEST_RINGLESS);
                connection.ringless = 0;
            }
            all_closed &= reader.standing == RingStanding::Closed;
            self.tell(place);
            if self.connections[place].notices.next().is_some() {
                self.list(place);
            }
        }
        all_closed
    }
}

/// Messages without a ring, at most, for a process that sleeps again and again.
const LONGEST_RINGLESS: u32 = 4096;
