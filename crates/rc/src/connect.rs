//! Connections: made on first use, watched, given up.

use std::collections::VecDeque;

use ferry_device::{CopyError, Lost};
use ferry_rdma::{
    Access, AsyncEvent, Atomics, Endpoint, Error, Operation, QueuePair, QueuePairAttributes, QueuePairCapacity, QueuePairPlan,
    Status, Transport, Verbs,
};
use ferry_verbs_transport::{Environment, Window};

use crate::card::Card;
use crate::connection::{ActivePair, Connection, Ends, Held, SizeClass};
use crate::credits::Credits;
use crate::device::RcDevice;
use crate::handshake::{ClassOffer, HandshakeState, Kind, Offer, QueuePairs};
use crate::receives::{ClassPlan, Receives};
use crate::transfers::MOST_SEGMENTS;
use crate::wire::MOST_FRONT;

/// Send requests of a queue pair of a peer without extended connections where others have them:
/// nine such queue pairs then need hardly more room for completions than the one of an extended
/// connection.
pub const MIXED_SENDS: u32 = 16;

/// Peers that are probed at once, so that a process with many does not send as many packets at a
/// time.
const PROBES: usize = 16;

/// Looks, one in each interval of probes, at which a peer has not answered for so long that it is
/// lost, where the adapter, as it is software, asks without end.
const SILENT_LOOKS: u32 = 7;

/// The same while others answer: software that has more to do than its processors can answers some
/// of them seconds late.
const SILENT_LOOKS_AMONG_OTHERS: u32 = 31;

/// How long the end of a process waits for the adapters of peers that have left, in nanoseconds: an
/// adapter that is there answers sooner.
const PATIENCE_WITH_GONE_NS: u64 = 20_000_000;

/// Reads outstanding of software, which answers all of them again when it repeats one.
const MOST_SOFTWARE_READS: u8 = 4;

/// How a queue pair that can receive becomes one that can send.
fn send_to<V: Verbs>(verbs: &V, own: &Endpoint, peer: &Endpoint) -> QueuePairAttributes {
    let device = verbs.device();
    QueuePairAttributes::send_to(own, peer, device.reads_outstanding).with_patience(device.software)
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// Place of the connection to `rank` if messages may be sent; begins to make one if there is
    /// none.
    #[inline]
    pub(crate) fn reach(&mut self, rank: u32) -> Option<usize> {
        match self.place(rank) {
            Some(place) if self.connections[place].is_ready() => Some(place),
            Some(place) => {
                self.miss(place);
                None
            }
            None => {
                self.contact(rank);
                None
            }
        }
    }

    /// Somebody has tried to send to a peer that has ended: then it is lost.
    #[cold]
    fn miss(&mut self, place: usize) {
        if std::mem::take(&mut self.connections[place].has_ended) {
            self.counters.failures += 1;
            self.lost.push_back(place as u32);
        }
    }

    #[cold]
    fn contact(&mut self, rank: u32) {
        let card = match &self.foreign {
            Some(foreign) => foreign.card(rank),
            None => self.environment.card(rank).and_then(|bytes| Card::decode(&bytes)),
        };
        let card = card
            .and_then(|card| if card.job == self.options.job { Ok(card) } else { Err("its card is of another job".to_owned()) });
        let begun = card.and_then(|card| {
            // Both ends have the other's card, or what this one makes of it: they come to the same.
            let is_extended = card.extended && self.receives.domain().is_some();
            self.begin(rank, (&card.endpoint, card.endpoint.queue_pair), is_extended).map_err(|error| error.to_string())
        });
        match begun {
            Ok(place) => {
                let now = self.environment.now();
                if let Some(kind) = self.connections[place].handshake.open(now) {
                    self.send_offer(place, kind);
                }
            }
            Err(reason) => self.lose_unmet(rank, reason),
        }
    }

    /// A peer that no connection can be made to.
    #[cold]
    fn lose_unmet(&mut self, rank: u32, reason: String) {
        self.counters.failures += 1;
        self.unreachable.push_back(Lost { peer: rank, reason: format!("{}: {reason}", self.name_of(rank)) });
    }

    /// A connection with queue pairs that wait for the peer's offer.
    fn begin(&mut self, rank: u32, (endpoint, datagrams): (&Endpoint, u32), is_extended: bool) -> Result<usize, Error> {
        let handle = self.verbs.address_handle(&self.verbs.path_to(endpoint))?;
        let place = self.free_place();
        let living = self.connections.iter().filter(|connection| connection.lost.is_none()).count();
        self.completions.reserve(living + 1)?;
        let ends = if is_extended { self.extended_ends()? } else { self.plain_ends()? };
        let queue_pairs: Vec<&V::QueuePair> = match is_extended {
            true => Vec::new(),
            false => ends.ways.iter().map(|way| &way.queue_pair).collect(),
        };
        if let Err(error) = self.receives.open(&self.verbs, place, &queue_pairs) {
            self.receives.close(place, true);
            return Err(error);
        }
        for (index, way) in ends.ways.iter().enumerate() {
            self.numbers.insert(way.queue_pair.number(), (place as u32, index as u8));
        }
        self.counters.queue_pairs += (ends.ways.len() + usize::from(ends.receiving.is_some())) as u64;
        if let Some(receiving) = &ends.receiving {
            self.numbers.insert(receiving.number(), (place as u32, 0));
        }
        let now = self.environment.now();
        let mut connection = Connection::new(rank, (handle, datagrams), ends, self.options.ring_after, now);
        let device = self.verbs.device();
        let most_reads = if device.software { MOST_SOFTWARE_READS } else { u8::MAX };
        connection.most_reads = device.reads_outstanding.min(endpoint.reads).min(most_reads).into();
        match self.connections.get_mut(place) {
            None => self.connections.push(connection),
            Some(former) => {
                connection.is_listed = former.is_listed;
                *former = connection;
                self.parted.retain(|parted| *parted as usize != place);
            }
        }
        if self.places.len() <= rank as usize {
            self.places.resize(rank as usize + 1, u32::MAX);
        }
        self.places[rank as usize] = place as u32;
        self.handshaking.push(place as u32);
        self.note_memory();
        Ok(place)
    }

    /// A place for a connection: the last one of those that are parted from, or one more. What is
    /// late of a queue pair that is gone is known by its number, which no place has any more.
    fn free_place(&self) -> usize {
        self.parted.last().map_or(self.connections.len(), |parted| *parted as usize)
    }

    /// A queue pair for each size class.
    fn plain_ends(&mut self) -> Result<Ends<V::QueuePair>, Error> {
        self.receives.start_plain(&self.verbs)?;
        let most_sends = if self.receives.domain().is_some() { MIXED_SENDS } else { u32::MAX };
        let plans = self.receives.classes().iter().map(|plan| ClassPlan { sends: plan.sends.min(most_sends), ..*plan });
        let ways = plans.enumerate().map(|(class, plan)| self.way(Transport::Rc, self.receives.shared(class), &plan));
        let ways = ways.collect::<Result<Vec<_>, _>>()?;
        let classes = (0..ways.len()).map(|way| SizeClass { way, ..SizeClass::default() }).collect();
        Ok(Ends { classes, ways, receiving: None })
    }

    /// One queue pair for all size classes, and one that receives.
    fn extended_ends(&self) -> Result<Ends<V::QueuePair>, Error> {
        let domain = self.receives.domain();
        let domain = domain.ok_or_else(|| {
            Error::Argument("it wants an extended connection (XRC), which this process has not offered".to_owned())
        })?;
        let mut receiving = self.verbs.receiving_end(domain)?;
        receiving.modify(&self.first_attributes())?;
        let plan = ClassPlan { bytes: 0, receives: 0, sends: u32::MAX };
        let ways = vec![self.way(Transport::XrcSend, None, &plan)?];
        let classes = vec![SizeClass::default(); self.receives.classes().len()];
        Ok(Ends { classes, ways, receiving: Some(receiving) })
    }

    fn first_attributes(&self) -> QueuePairAttributes {
        let mut access = Access::LOCAL_WRITE | Access::REMOTE_WRITE | Access::REMOTE_READ;
        access.set(Access::REMOTE_ATOMIC, self.verbs.device().atomics != Atomics::None);
        QueuePairAttributes::init_rc(self.verbs.port().number, access)
    }

    /// A queue pair that can take receives, if it has any.
    fn way(
        &self,
        transport: Transport,
        shared_receives: Option<&V::SharedReceiveQueue>,
        plan: &ClassPlan,
    ) -> Result<ActivePair<V::QueuePair>, Error> {
        let segments = self.verbs.device().segments.clamp(1, MOST_SEGMENTS);
        let most_sends = self.options.sends.min(plan.sends);
        let capacity = QueuePairCapacity {
            sends: most_sends.min(self.verbs.device().work_requests),
            receives: plan.receives,
            send_segments: segments,
            receive_segments: 1,
            inline_bytes: self.options.inline_bytes,
        };
        let mut queue_pair = self.verbs.queue_pair_with_less_inline(QueuePairPlan {
            transport,
            send_completions: &self.completions.queue,
            receive_completions: &self.completions.queue,
            shared_receives,
            capacity,
        })?;
        queue_pair.modify(&self.first_attributes())?;
        let sends = most_sends.min(queue_pair.capacity().sends) as usize;
        let inline = queue_pair.capacity().inline_bytes.min(self.options.inline_bytes) as usize;
        Ok(ActivePair { queue_pair, window: Window::new(sends), inline, to_queue: 0 })
    }

    /// What a peer is told by an end that has no queue pairs.
    fn empty_offer(&self, to: u32) -> Offer {
        let endpoint = self.verbs.endpoint(self.control.number());
        Offer { from: self.options.rank, to, job: self.options.job, endpoint, ends: None, classes: Vec::new() }
    }

    fn offer(&self, place: usize) -> Offer {
        let connection = &self.connections[place];
        let class = |(index, plan): (usize, &ClassPlan)| ClassOffer {
            number: self.receives.queue_name(place, index).unwrap_or_else(|| connection.way_of(index).queue_pair.number()),
            bytes: plan.bytes,
            credits: self.receives.granted(place, index),
        };
        Offer {
            ends: connection
                .receiving
                .as_ref()
                .map(|receiving| QueuePairs { sending: connection.ways[0].queue_pair.number(), receiving: receiving.number() }),
            classes: self.receives.classes().iter().take(connection.classes.len()).enumerate().map(class).collect(),
            ..self.empty_offer(connection.peer)
        }
    }

    fn send_offer(&mut self, place: usize, kind: Kind) {
        let bytes = self.offer(place).encode(kind);
        let (handle, queue_pair) = &self.connections[place].datagrams;
        match self.control.send(handle, *queue_pair, &bytes) {
            Ok(was_sent) => self.counters.datagrams += u64::from(was_sent),
            Err(error) if error.is_shortage() => {}
            Err(error) => self.fail(place, format!("a datagram cannot be sent: {error}")),
        }
    }

    /// Tells a peer that asks for a connection that there is no memory for it.
    #[cold]
    fn decline(&mut self, rank: u32, (endpoint, datagrams): (&Endpoint, u32)) {
        let Ok(handle) = self.verbs.address_handle(&self.verbs.path_to(endpoint)) else { return };
        let bytes = self.empty_offer(rank).encode(Kind::NoMemory);
        // The peer repeats its request if it is not told.
        let was_sent = self.control.send_once(handle, datagrams, &bytes).unwrap_or(false);
        self.counters.datagrams += u64::from(was_sent);
    }

    /// A datagram came. What is not for this process is not answered.
    pub(crate) fn hear_datagram(&mut self, bytes: &[u8], source: u32) {
        let Some((kind, offer)) = Offer::decode(bytes) else { return };
        let Some(from) = self.sender_of(&offer) else { return };
        let place = match self.place(from) {
            Some(place) => place,
            None if kind != Kind::Request => return,
            None => match self.begin(from, (&offer.endpoint, source), offer.ends.is_some()) {
                Ok(place) => place,
                Err(error) => {
                    self.decline(from, (&offer.endpoint, source));
                    return self.lose_unmet(from, error.to_string());
                }
            },
        };
        if self.connections[place].lost.is_some() {
            return;
        }
        if kind == Kind::NoMemory {
            return self.fail(place, "it has no memory for the connection and has closed it".to_owned());
        }
        let step = self.connections[place].handshake.receive(kind, self.environment.now());
        if step.bring_up
            && let Err(reason) = self.bring_up(place, &offer)
        {
            return self.fail(place, reason);
        }
        if self.connections[place].handshake.state() == HandshakeState::Connected {
            self.now_connected(place);
        }
        if let Some(kind) = step.answer {
            self.send_offer(place, kind);
        }
    }

    /// The peer that an offer is of, if it is for this process and of no former connection.
    fn sender_of(&self, offer: &Offer) -> Option<u32> {
        if offer.job != self.options.job {
            return None;
        }
        if let Some(foreign) = &self.foreign {
            return foreign.sender(&offer.endpoint, offer.number());
        }
        let is_over = self.former.get(&offer.from) == Some(&offer.number());
        (offer.to == self.options.rank && !is_over).then_some(offer.from)
    }

    /// Connects the queue pairs with those of the offer.
    fn bring_up(&mut self, place: usize, offer: &Offer) -> Result<(), String> {
        let plans = self.receives.classes();
        let same = offer.classes.len() == plans.len()
            && offer.classes.iter().zip(plans).all(|(theirs, ours)| theirs.bytes == ours.bytes);
        if !same || plans.iter().any(|plan| (plan.bytes as usize) < MOST_FRONT) {
            let bytes = |classes: Vec<u32>| classes.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
            let theirs = bytes(offer.classes.iter().map(|class| class.bytes).collect());
            let ours = bytes(plans.iter().map(|plan| plan.bytes).collect());
            return Err(format!(
                "it receives into buffers of {theirs} bytes, and this process into such of {ours}: give all ranks the same settings"
            ));
        }
        match &offer.ends {
            None => self.connect_ways(place, offer),
            Some(ends) => self.connect_ends(place, offer, ends),
        }
        .map_err(|error| format!("it cannot be connected to {}: {error}", offer.endpoint))?;
        let connection = &mut self.connections[place];
        connection.peer_number = offer.number();
        connection.mtu_bits = self.verbs.endpoint(self.control.number()).mtu.min(offer.endpoint.mtu).bytes().trailing_zeros();
        for (index, (class, theirs)) in connection.classes.iter_mut().zip(&offer.classes).enumerate() {
            let granted = self.receives.granted(place, index);
            class.credits = match self.receives.classes()[index].receives {
                0 => Credits::lent(theirs.credits, granted),
                _ => Credits::new(theirs.credits, granted, index == 0),
            };
            class.bytes = theirs.bytes as usize;
        }
        Ok(())
    }

    /// Connects each size class's queue pair with the peer's.
    fn connect_ways(&mut self, place: usize, offer: &Offer) -> Result<(), Error> {
        let (verbs, connection) = (&self.verbs, &mut self.connections[place]);
        if connection.receiving.is_some() {
            return Err(Error::Argument(
                "it wants a queue pair for each size, and this process offered an extended connection".to_owned(),
            ));
        }
        for (way, theirs) in connection.ways.iter_mut().zip(&offer.classes) {
            let own = verbs.endpoint(way.queue_pair.number());
            let peer = Endpoint { queue_pair: theirs.number, ..offer.endpoint };
            way.queue_pair.modify(&QueuePairAttributes::receive_from(&own, &peer, verbs.path_to(&peer)))?;
            way.queue_pair.modify(&send_to(&**verbs, &own, &peer))?;
        }
        Ok(())
    }

    /// Connects the sending end with the peer's receiving one, and the other way round.
    fn connect_ends(&mut self, place: usize, offer: &Offer, ends: &QueuePairs) -> Result<(), Error> {
        let (verbs, connection) = (&self.verbs, &mut self.connections[place]);
        let (Some(receiving), [way]) = (&mut connection.receiving, &mut connection.ways[..]) else {
            return Err(Error::Argument(
                "it wants an extended connection, and this process offered a queue pair for each size".to_owned(),
            ));
        };
        let from = Endpoint { queue_pair: ends.sending, ..offer.endpoint };
        let to = Endpoint { queue_pair: ends.receiving, ..offer.endpoint };
        let own = verbs.endpoint(receiving.number());
        receiving.modify(&QueuePairAttributes::receive_from(&own, &from, verbs.path_to(&from)))?;
        let own = verbs.endpoint(way.queue_pair.number());
        way.queue_pair.modify(&QueuePairAttributes::aim_at(&own, &to, verbs.path_to(&to)))?;
        way.queue_pair.modify(&send_to(&**verbs, &own, &to))?;
        for (class, theirs) in connection.classes.iter_mut().zip(&offer.classes) {
            class.to_queue = theirs.number;
        }
        way.to_queue = offer.classes[0].number;
        Ok(())
    }

    /// The handshake is over, on this side.
    pub(crate) fn now_connected(&mut self, place: usize) {
        if let Some(index) = self.handshaking.iter().position(|other| *other as usize == place) {
            self.handshaking.swap_remove(index);
            self.counters.connections += 1;
            self.list(place);
        }
    }

    /// What is due by the clock: datagrams are repeated; if this process waits, silent peers are
    /// probed.
    #[cold]
    pub(crate) fn look_at_clock(&mut self, is_waiting: bool) {
        let now = self.environment.now();
        for place in self.handshaking.clone() {
            let place = place as usize;
            let connection = &mut self.connections[place];
            let waited = now.saturating_sub(connection.since);
            if connection.lost.is_none() && self.options.patience_ns.is_some_and(|patience| waited > patience) {
                self.fail(place, format!("it has not answered for {} s", waited / 1_000_000_000));
            } else if let Some(kind) = connection.handshake.tick(now) {
                self.send_offer(place, kind);
            } else if connection.lost.is_some() && connection.handshake.due().is_none() {
                self.handshaking.retain(|other| *other as usize != place);
            }
        }
        let (last, next) = self.probed;
        if is_waiting && now.saturating_sub(last) >= self.options.probe_ns {
            if self.verbs.device().software {
                self.lose_silent();
            }
            self.probed = (now, self.probe_some(next));
            self.hear_adapter();
        }
    }

    /// Gives peers up that have not answered for long.
    fn lose_silent(&mut self) {
        let calm = if std::mem::take(&mut self.answered.0) { 0 } else { self.answered.1 + 1 };
        self.answered.1 = calm;
        let most = if calm >= SILENT_LOOKS { SILENT_LOOKS } else { SILENT_LOOKS_AMONG_OTHERS };
        for place in 0..self.connections.len() {
            let looks = self.connections[place].ways.iter_mut().map(|way| way.window.look()).max().unwrap_or(0);
            if looks >= most && self.connections[place].is_ready() {
                let seconds = u64::from(looks - 1) * self.options.probe_ns / 1_000_000_000;
                let cause = Status::RetriesExceeded.likely_cause(Operation::Send);
                self.fail(place, format!("its adapter has not answered for {seconds} s; likely cause: {cause}"));
            }
        }
    }

    /// Probes some peers to whose first size class nothing is outstanding, from the one at `next`
    /// on; where to go on. Requests on other size classes do not hold a probe back: they have queue
    /// pairs of their own, and one that is stuck says nothing.
    fn probe_some(&mut self, next: usize) -> usize {
        let all = self.connections.len();
        let count = all.min(PROBES);
        for place in (0..count).map(|step| (next + step) % all) {
            let connection = &self.connections[place];
            let is_asked = connection.is_ready() && !connection.is_forgotten();
            if is_asked && !connection.way_of(0).window.expects_completion() {
                self.probe(place, 0);
            }
        }
        next + count
    }

    /// Acts upon what the adapter says besides completions.
    pub(crate) fn hear_adapter(&mut self) {
        while let Ok(Some(event)) = self.verbs.next_event() {
            match event {
                AsyncEvent::QueuePairFailed { queue_pair } => {
                    if let Some(&(place, _)) = self.numbers.get(&queue_pair) {
                        self.fail(place as usize, format!("queue pair {queue_pair} failed without a reason"));
                    }
                }
                AsyncEvent::ReceivesLow { queue } => self.receives.ran_low(&self.verbs, queue),
                AsyncEvent::CompletionQueueFailed => self.fail_all("the completion queue failed"),
                AsyncEvent::DeviceFailed => self.fail_all("the own adapter failed"),
                _ => {}
            }
        }
    }

    /// A connection does not work any more: it ends with everything under way, and is reported.
    /// That of a peer that has said farewell, and that nobody has sent to since, ends in silence.
    #[cold]
    pub(crate) fn fail(&mut self, place: usize, reason: String) {
        let connection = &self.connections[place];
        if connection.lost.is_none() && connection.is_forgotten() {
            return self.end(place);
        }
        let name = self.name_of(connection.peer);
        let ended = if connection.has_left() { "it has ended; " } else { "" };
        self.fail_reported(place, format!("{name}: {ended}{reason}"));
    }

    /// As [`RcDevice::fail`], where this process has no memory for the connection: the peer is
    /// told, whose adapter finds a closed queue pair only, some seconds later.
    #[cold]
    pub(crate) fn give_up(&mut self, place: usize, reason: String) {
        if self.connections[place].lost.is_some() {
            return;
        }
        self.fail(place, reason);
        let kind = self.connections[place].handshake.give_up(self.environment.now());
        self.handshaking.push(place as u32);
        self.send_offer(place, kind);
    }

    /// As [`RcDevice::fail`], with a reason that names the peer.
    #[cold]
    pub(crate) fn fail_reported(&mut self, place: usize, reason: String) {
        let connection = &mut self.connections[place];
        if connection.lost.is_some() {
            return;
        }
        self.close(place, reason);
        self.counters.failures += 1;
        self.lost.push_back(place as u32);
    }

    /// The peer has ended, after its farewell. It is lost as soon as somebody sends to it.
    #[cold]
    pub(crate) fn end(&mut self, place: usize) {
        let name = self.name_of(self.connections[place].peer);
        self.close(place, format!("{name}: it has ended"));
        self.connections[place].has_ended = true;
    }

    /// Ends a connection with everything under way. What has arrived can still be delivered.
    #[cold]
    fn close(&mut self, place: usize, reason: String) {
        let connection = &mut self.connections[place];
        connection.lost = Some(reason);
        connection.owing = 0;
        connection.unposted.clear();
        connection.notices.puts.clear();
        let peer = connection.peer;
        connection.classes.clear();
        if let Some(receiving) = connection.receiving.take() {
            self.numbers.remove(&receiving.number());
        }
        let mut lent = Vec::new();
        for mut way in std::mem::take(&mut connection.ways) {
            self.numbers.remove(&way.queue_pair.number());
            // The adapter lets go of everything that was posted.
            drop(way.queue_pair);
            for held in way.window.drain() {
                match held {
                    Held::Buffer(slot) => self.pool.give_back(slot),
                    Held::Lent(index) => lent.push(index),
                    Held::Nothing | Held::Part(_) => {}
                }
            }
        }
        self.handshaking.retain(|other| *other as usize != place);
        lent.into_iter().for_each(|index| self.repay(index, Err(CopyError::Refused)));
        self.break_transfers(place);
        self.conceal_all(peer);
    }

    #[cold]
    pub(crate) fn fail_all(&mut self, reason: &str) {
        (0..self.connections.len()).for_each(|place| self.fail(place, reason.to_owned()));
    }

    /// A lost peer whose last packets have been delivered.
    #[cold]
    pub(crate) fn report_lost(&mut self) -> Option<Lost> {
        if let Some(lost) = self.unreachable.pop_front() {
            return Some(lost);
        }
        let is_empty = |place: &u32| !self.connections[*place as usize].is_deliverable();
        let index = self.lost.iter().position(is_empty)?;
        let place = self.lost.remove(index)? as usize;
        self.forget_receives(place, false);
        let connection = &self.connections[place];
        // Both ends have done without it meanwhile: its place is free once the loss is told.
        if self.places[connection.peer as usize] != place as u32 && !self.parted.contains(&(place as u32)) {
            self.parted.push(place as u32);
        }
        Some(Lost { peer: connection.peer, reason: connection.lost.clone().unwrap_or_default() })
    }

    /// What a closed connection has received into is nobody's any more.
    fn forget_receives(&mut self, place: usize, is_orderly: bool) {
        self.rings.retain(|other| *other as usize != place);
        let connection = &mut self.connections[place];
        connection.reader = None;
        for arrived in connection.pending.drain(..).flatten() {
            self.receives.recycle(place, arrived.id);
        }
        self.receives.close(place, is_orderly);
    }

    /// Both ends do without the connection from now on, over which nothing is on its way. There may
    /// be another one later.
    #[cold]
    pub(crate) fn part_at(&mut self, place: usize) {
        let is_orderly = self.connections[place].lost.is_none();
        let begun_meanwhile = std::mem::take(&mut self.connections[place].unposted);
        // Without an agreement there are none that wait for it.
        let has_begun = is_orderly && self.connections[place].is_hushed && !begun_meanwhile.is_empty();
        if has_begun {
            self.transfers.carry(&begun_meanwhile, usize::MAX);
        }
        self.close(place, "both ends do without it".to_owned());
        self.forget_receives(place, is_orderly);
        let Connection { peer, peer_number, .. } = self.connections[place];
        self.places[peer as usize] = u32::MAX;
        // One that is yet to be reported keeps its place.
        if !self.lost.contains(&(place as u32)) {
            self.parted.push(place as u32);
        }
        match &mut self.foreign {
            Some(foreign) => foreign.part(peer, peer_number),
            None => _ = self.former.insert(peer, peer_number),
        }
        if has_begun {
            self.begin_anew(peer, begun_meanwhile);
        }
    }

    /// Transfers that were begun while both ends agreed to do without their connection, and of
    /// which nothing was posted, go over another one.
    #[cold]
    fn begin_anew(&mut self, peer: u32, transfers: VecDeque<u32>) {
        let _ = self.reach(peer);
        match self.place(peer) {
            Some(place) => {
                self.transfers.carry(&transfers, place);
                self.connections[place].unposted.extend(transfers);
                self.post_parts(place);
            }
            // The peer is lost, which is reported.
            None => self.refuse(transfers),
        }
    }

    /// Waits, at most `patience_ns`, until everything that was sent has arrived, and says farewell
    /// to all peers. Whether all of that worked. To be called when this process sends nothing more:
    /// what the adapter has not had acknowledged when the device goes away may never arrive, and
    /// peers that have heard no farewell take the end for a failure.
    ///
    /// The device may be used again after that. Connections stay, and what peers send meanwhile
    /// waits in their receives.
    pub fn finish(&mut self, patience_ns: u64) -> bool {
        let begin = self.environment.now();
        let mut is_quiet = self.is_quiet();
        while !is_quiet && self.environment.now() - begin < patience_ns {
            // What is under way to those that have left may have nobody to arrive at.
            is_quiet = self.is_quiet() || self.environment.now() - begin >= PATIENCE_WITH_GONE_NS && self.is_quiet_but_for_gone();
        }
        for connection in self.connections.iter_mut().filter(|connection| connection.is_ready()) {
            connection.notices.farewell = true;
        }
        let is_told = loop {
            (0..self.connections.len()).for_each(|place| self.settle(place));
            let knows = |connection: &Connection<V>| {
                connection.notices.next().is_none() || !connection.is_ready() || connection.is_forgotten()
            };
            if self.connections.iter().all(knows) && self.is_quiet_but_for_gone() {
                break true;
            }
            if self.environment.now() - begin >= patience_ns {
                break false;
            }
        };
        self.connections.iter_mut().for_each(|connection| connection.notices.farewell = false);
        is_told && is_quiet
    }

    fn is_quiet_but_for_gone(&mut self) -> bool {
        self.collect();
        self.reclaim();
        let mut others = self.connections.iter().filter(|connection| !connection.is_forgotten());
        others.all(Connection::has_sent_all)
    }

    /// Whether everything that was sent, or begun, has arrived.
    pub fn is_quiet(&mut self) -> bool {
        self.collect();
        self.reclaim();
        self.connections.iter().all(Connection::has_sent_all)
    }
}
