//! Packets on their way out.

use ferry_device::{Body, Packets, Part, Sent};
use ferry_protocol::packet::{Header, Kind};
use ferry_rdma::{Error, Payload, Region, RemoteMemory, Request, SendWork, Verbs, WorkId};
use ferry_verbs_transport::{Environment, Pool, Slot};

use crate::connection::{ActivePair, Connection, Held, Route, SizeClass};
use crate::device::RcDevice;
use crate::receives::Receives;
use crate::ring::{FLAG_BYTES, RingReader};
use crate::wire::{Encoded, Form, Grants, PREFIX_BYTES};

/// Where a message is put together.
#[derive(Clone, Copy)]
pub(crate) enum Staging {
    /// In memory of the process, from where the device takes it inline.
    Inline,
    /// In a registered buffer.
    Buffer(Slot),
}

/// A message that is put together.
struct Draft<'a, B> {
    staging: Staging,
    scratch: &'a mut Vec<u8>,
    pool: &'a Pool<B>,
}

impl<B: ferry_rdma::Buffer> Draft<'_, B> {
    fn write(&mut self, offset: usize, bytes: &[u8]) {
        match self.staging {
            Staging::Inline => self.scratch[offset..offset + bytes.len()].copy_from_slice(bytes),
            Staging::Buffer(slot) => self.pool.write(slot, offset, bytes),
        }
    }

    fn place(&mut self, offset: usize, len: usize) -> *mut u8 {
        match self.staging {
            Staging::Inline => self.scratch[offset..offset + len].as_mut_ptr(),
            Staging::Buffer(slot) => self.pool.place(slot, offset, len),
        }
    }

    /// The first `len` bytes, in memory of the process.
    fn bytes(&mut self, len: usize) -> &[u8] {
        if let Staging::Buffer(slot) = self.staging {
            self.scratch.resize(self.scratch.len().max(len), 0);
            self.pool.read(slot, 0, &mut self.scratch[..len]);
        }
        &self.scratch[..len]
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// See [`Packets::try_send`].
    #[inline]
    pub(crate) fn send_packet(&mut self, to: u32, header: &Header, mut body: impl Body) -> Sent {
        debug_assert!(header.len as usize <= self.max_body());
        let Some(place) = self.reach(to) else { return Sent::NoRoom };
        let encoded = self.connections[place].headers_out.encode(header);
        let front = PREFIX_BYTES + encoded.bytes().len();
        // Buffers are chosen for the message with all that may be in front of it, however it goes:
        // so the next one of this length finds the same.
        let len = front + header.len as usize;
        let Some(route) = self.connections[place].route(len, header.kind == Kind::Fin as u8) else {
            self.counters.stalls += 1;
            self.ask(place, len);
            return Sent::NoRoom;
        };
        let is_bare = self.connections[place].goes_bare(route, header, front);
        let (encoded, front) = if is_bare { (Encoded::BARE, 0) } else { (encoded, front) };
        let filled = front + header.len as usize;
        let in_place = self.send_in_place(place, route, header, (&encoded, front), &mut body);
        let is_copied = in_place.is_none();
        let sent = in_place.unwrap_or_else(|| self.send_copied(place, route, &encoded, (front, filled), &mut body));
        if sent.is_on_its_way() {
            self.note_sent(place, route, header, encoded.form);
            if matches!(route, Route::Class(_)) {
                self.lengths_sent.count((filled + encoded.form.spared_bytes()) as u32);
            }
            if let Route::Class(1..) = route {
                self.ask(place, len);
            }
        } else if is_copied && body.is_awaited() {
            self.note_unsent();
        }
        sent
    }

    /// Sends a message by a copy in a buffer, or inline.
    #[inline]
    fn send_copied(
        &mut self,
        place: usize,
        route: Route,
        encoded: &Encoded,
        (front, filled): (usize, usize),
        body: &mut impl Body,
    ) -> Sent {
        let whole = if let Route::Ring(entry) = route { entry.body + FLAG_BYTES } else { filled };
        let Some(staging) = self.stage(place, route, whole) else {
            self.counters.stalls += 1;
            return Sent::NoRoom;
        };
        self.draft(place, staging, route, encoded, (front, filled), body);
        if !self.post_message(place, route, staging, whole, encoded.form) {
            return Sent::NoRoom;
        }
        self.counters.bytes_copied += (filled - front) as u64;
        match staging {
            Staging::Inline => self.counters.inline_sent += 1,
            Staging::Buffer(slot) => {
                self.counters.sent_message_bytes += whole as u64;
                self.counters.sent_buffer_bytes += slot.bytes() as u64;
            }
        }
        Sent::Copied
    }

    /// Asks the peer for more credits, if there are none of the size class whose buffers suit a
    /// message of `len` bytes.
    #[inline]
    fn ask(&mut self, place: usize, len: usize) {
        let connection = &mut self.connections[place];
        let Some(class) = connection.best_class(len) else { return };
        if connection.classes[class].credits.should_ask() {
            connection.notices.ask |= 1 << class;
            self.counters.asks += 1;
            self.list(place);
            self.tell(place);
        }
    }

    /// Where a message of `len` bytes is put together; `None` if there is no buffer now.
    #[inline]
    fn stage(&mut self, place: usize, route: Route, len: usize) -> Option<Staging> {
        let class = if let Route::Class(class) = route { class } else { 0 };
        if len <= self.connections[place].way_of(class).inline {
            self.scratch.resize(self.scratch.len().max(len), 0);
            return Some(Staging::Inline);
        }
        let slot = self.pool.take(&*self.verbs, len);
        if slot.is_none() {
            self.await_buffer(place, len);
        }
        slot.map(Staging::Buffer)
    }

    #[inline]
    pub(crate) fn draft(
        &mut self,
        place: usize,
        staging: Staging,
        route: Route,
        encoded: &Encoded,
        (front, len): (usize, usize),
        body: &mut impl Body,
    ) {
        let connection = &self.connections[place];
        let mut draft = Draft { staging, scratch: &mut self.scratch, pool: &self.pool };
        if front > 0 {
            draft.write(0, &connection.prefix(encoded.form, connection.sequence_out).encode());
            draft.write(PREFIX_BYTES, encoded.bytes());
        }
        if len > front {
            body.fill(Part::new(0, draft.place(front, len - front), len - front));
        }
        if let Route::Ring(entry) = route {
            let flag = if entry.is_checked() { entry.flag(draft.bytes(len)) } else { entry.plain_flag(len) };
            draft.write(entry.body, &flag);
        }
    }

    /// Posts what was put together. False if that did not work.
    #[inline]
    fn post_message(&mut self, place: usize, route: Route, staging: Staging, whole: usize, form: Form) -> bool {
        let (class, request) = match route {
            Route::Class(class) => (class, Request::Send { immediate: self.connections[place].immediate(form) }),
            Route::Ring(entry) => (0, Request::Write { to: entry.to, immediate: None }),
        };
        let result = match staging {
            Staging::Inline => {
                let slices = [&self.scratch[..whole]];
                self.connections[place].post((place, class), silent(request, Payload::Inline(&slices)), Held::Nothing)
            }
            Staging::Buffer(slot) => {
                let segments = [self.pool.segment(slot, whole)];
                self.connections[place].post((place, class), silent(request, Payload::Segments(&segments)), Held::Buffer(slot))
            }
        };
        self.counters.doorbells += 1;
        match result {
            Ok(()) => {
                self.counters.requests += 1;
                true
            }
            Err(error) => {
                let slot = if let Staging::Buffer(slot) = staging { Some(slot) } else { None };
                self.refused(place, slot, &error);
                false
            }
        }
    }

    #[cold]
    pub(crate) fn refused(&mut self, place: usize, slot: Option<Slot>, error: &Error) {
        if let Some(slot) = slot {
            self.pool.give_back(slot);
        }
        if !error.is_shortage() {
            self.fail(place, format!("a packet cannot be posted: {error}"));
        }
    }

    #[inline]
    fn note_sent(&mut self, place: usize, route: Route, header: &Header, form: Form) {
        let connection = &mut self.connections[place];
        connection.headers_out.sent(header);
        connection.sequence_out = connection.sequence_out.wrapping_add(1);
        connection.paid();
        match route {
            Route::Class(class) => connection.classes[class].credits.spend(),
            Route::Ring(_) => {
                if let Some(writer) = &mut connection.writer {
                    writer.sent();
                }
                self.counters.ring_sent += 1;
            }
        }
        self.counters.packets_sent += 1;
        self.counters.headers_cached += u64::from(form != Form::Whole);
        self.counters.bare_sent += u64::from(form == Form::Bare);
    }

    /// Tells the peer what it is to know, if there is anything and room for it.
    pub(crate) fn tell(&mut self, place: usize) {
        if !self.connections[place].is_ready() {
            return;
        }
        while let Some(form) = self.connections[place].notices.next() {
            if !self.connections[place].classes[0].credits.allow() || !self.send_control(place, form) {
                // Credits have one of their own: both ends may wait with news until the other gives
                // some back.
                break;
            }
            self.connections[place].notices.sent(form);
        }
        let connection = &self.connections[place];
        // There are none if that has failed.
        let allows = connection.classes.first().is_some_and(|class| class.credits.allow_urgent());
        if allows && connection.is_pressing() {
            self.send_control(place, Form::Credits);
        }
    }

    /// False if there is no room now, or the connection has failed.
    fn send_control(&mut self, place: usize, form: Form) -> bool {
        let connection = &mut self.connections[place];
        if connection.way_of(0).window.room() == 0 {
            return false;
        }
        let sequence = match form {
            Form::Farewell => connection.sequence_out,
            _ => connection.notices.number(form),
        };
        let mut bytes = connection.prefix(form, sequence).encode().to_vec();
        let grants = connection.grants().filter(|_| form == Form::Credits);
        bytes.extend(grants.iter().flat_map(Grants::encode));
        if form == Form::RingOffer {
            let Some(reader) = &connection.reader else { return true };
            bytes.extend(reader.offer().encode());
        }
        match self.post_control(place, &bytes, form == Form::Farewell) {
            Ok(true) => {}
            Ok(false) => return false,
            Err(error) => {
                self.refused(place, None, &error);
                return false;
            }
        }
        let connection = &mut self.connections[place];
        connection.classes[0].credits.spend();
        if let Some(grants) = grants {
            connection.paid_grants(&grants);
        }
        connection.paid();
        self.lengths_sent.count(bytes.len() as u32);
        self.counters.control_sent += 1;
        true
    }

    fn post_control(&mut self, place: usize, bytes: &[u8], signalled: bool) -> Result<bool, Error> {
        let connection = &mut self.connections[place];
        let work = |payload| SendWork { signalled, ..silent(Request::Send { immediate: None }, payload) };
        if bytes.len() <= connection.way_of(0).inline {
            connection.post((place, 0), work(Payload::Inline(&[bytes])), Held::Nothing)?;
        } else {
            let Some(slot) = self.pool.take(&*self.verbs, bytes.len()) else {
                self.await_buffer(place, bytes.len());
                return Ok(false);
            };
            self.pool.write(slot, 0, bytes);
            let segments = [self.pool.segment(slot, bytes.len())];
            let result = connection.post((place, 0), work(Payload::Segments(&segments)), Held::Buffer(slot));
            if result.is_err() {
                self.pool.give_back(slot);
                result?;
            }
        }
        self.counters.doorbells += 1;
        self.counters.requests += 1;
        Ok(true)
    }

    /// There is no buffer for `len` bytes now: one comes back, or the peer is given up, as there
    /// never will be one.
    #[cold]
    pub(crate) fn await_buffer(&mut self, place: usize, len: usize) {
        if self.pool.lacks(len) {
            self.give_up(place, format!("there is no memory for a send buffer of {len} bytes"));
        } else {
            self.reclaim();
        }
    }

    /// Has completions come of requests that nobody would hear of, as their buffers are needed.
    #[cold]
    pub(crate) fn reclaim(&mut self) {
        (0..self.connections.len()).for_each(|place| self.reclaim_from(place));
    }

    /// The same for those of one connection.
    pub(crate) fn reclaim_from(&mut self, place: usize) {
        for way in 0..self.connections[place].ways.len() {
            // A connection that cannot be probed has no ways any more.
            let Some(ActivePair { window, .. }) = self.connections[place].ways.get(way) else { return };
            if window.unsignalled() > 0 && window.room() > 0 {
                self.probe(place, way);
            }
        }
    }

    /// Posts a write of nothing that completes: when it does, all before it has, and the peer's
    /// adapter has answered. Not if the queue has no room now.
    pub(crate) fn probe(&mut self, place: usize, way: usize) {
        let request = Request::Write { to: RemoteMemory::default(), immediate: None };
        let work = SendWork { signalled: true, ..silent(request, Payload::Segments(&[])) };
        let target = &mut self.connections[place].ways[way];
        let result = target.post((place, way), work.to_queue(target.to_queue), Held::Nothing);
        self.counters.doorbells += 1;
        self.counters.requests += 1;
        if let Err(error) = result
            && !error.is_shortage()
        {
            self.fail(place, format!("it cannot be probed: {error}"));
        }
    }

    /// Gives a peer that has sent enough a ring, if there may be one more.
    #[cold]
    pub(crate) fn offer_ring(&mut self, place: usize) {
        let connection = &mut self.connections[place];
        connection.ringless = 0;
        if let Some(reader) = &mut connection.reader {
            if reader.standing == crate::ring::RingStanding::Closed {
                reader.standing = crate::ring::RingStanding::Open;
                connection.notices.offer = true;
            }
            return;
        }
        let (slots, bytes) = (self.options.ring_slots, self.options.ring_slot_bytes);
        if self.rings.len() >= self.options.rings || !crate::ring::is_sensible(slots, bytes) {
            connection.ring_after = u32::MAX;
            return;
        }
        let access = ferry_rdma::Access::LOCAL_WRITE | ferry_rdma::Access::REMOTE_WRITE;
        let Ok(buffer) = self.verbs.buffer((slots * bytes) as usize, access) else { return };
        debug_assert!(buffer.len() >= (slots * bytes) as usize);
        let checked = self.verbs.device().software;
        self.connections[place].reader = Some(RingReader::new(buffer, slots, bytes, checked));
        self.connections[place].notices.offer = true;
        self.rings.push(place as u32);
        self.note_memory();
    }
}

/// A request that completes if it fails, and when it is time for one that does.
#[inline]
pub(crate) fn silent(request: Request, payload: Payload<'_>) -> SendWork<'_> {
    SendWork::new(WorkId::default(), request, payload).unsignalled()
}

impl<V: Verbs> Connection<V> {
    /// Posts a message of a size class.
    #[inline]
    pub(crate) fn post(&mut self, (place, class): (usize, usize), work: SendWork<'_>, held: Held) -> ferry_rdma::Result<()> {
        let SizeClass { way, to_queue, .. } = self.classes[class];
        self.ways[way].post((place, way), work.to_queue(to_queue), held)
    }

    /// Whether a message of `len` bytes would go through a ring, had the peer one.
    pub(crate) fn counts_for_ring(&self, len: usize, slot_bytes: u32) -> bool {
        len + 2 * FLAG_BYTES <= slot_bytes as usize
    }
}
