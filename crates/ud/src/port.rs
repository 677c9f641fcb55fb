//! The queue pair that all packets go through, of whatever peer, and its receives: one pool for
//! all.

use ferry_protocol::datagram::header::MOST_BYTES;
use ferry_protocol::datagram::{DatagramHeader, DatagramKind};
use ferry_rdma::traits::POST_BATCH;
use ferry_rdma::work::GLOBAL_ROUTE_HEADER_BYTES;
use ferry_rdma::{
    Access, Buffer, Destination, Error, Payload, QueuePair, QueuePairAttributes, QueuePairCapacity, QueuePairPlan,
    QueuePairState, ReceiveWork, Region, Request, Result, Segment, SendWork, SharedReceiveQueue, Transport, Verbs, WorkId,
};
use ferry_verbs_transport::window::Mark;
use ferry_verbs_transport::{Pool, Window};

use crate::counters::Counters;
use crate::fragments::Fragment;
use crate::options::Options;

/// Bytes of a place for a header, for alignment.
const HEADER_PLACE: usize = 64;
const _: () = assert!(MOST_BYTES <= HEADER_PLACE);

/// Bytes in front of a datagram.
const FRONT: usize = GLOBAL_ROUTE_HEADER_BYTES as usize;

/// Bytes of a packet that go inline at most.
const MOST_INLINE: usize = 256;

/// Of a request that holds no fragment.
pub(crate) const NO_FRAGMENT: u32 = u32::MAX;

/// A request that waits for its doorbell.
struct Prepared {
    id: WorkId,
    signalled: bool,
    /// The receiver is woken, if it sleeps.
    solicited: bool,
    payload: PreparedPayload,
    /// The bytes of the fragment that it holds.
    body: usize,
}

/// What it sends.
enum PreparedPayload {
    /// So many bytes of the place for inline data that has its index.
    Inline(usize),
    /// The first so many of these segments.
    Segments([Segment; 2], usize),
}

/// Where a packet goes.
pub(crate) struct Target<'a, A> {
    pub address: &'a A,
    pub queue_pair: u32,
}

impl Prepared {
    /// The request; `inline` is what it holds if it goes inline.
    fn work<'a>(&'a self, inline: &'a &'a [u8]) -> SendWork<'a> {
        let payload = match &self.payload {
            PreparedPayload::Inline(_) => Payload::Inline(std::slice::from_ref(inline)),
            PreparedPayload::Segments(segments, count) => Payload::Segments(&segments[..*count]),
        };
        let work = SendWork::new(self.id, Request::Send { immediate: None }, payload);
        SendWork { signalled: self.signalled, solicited: self.solicited, ..work }
    }
}

/// The queue pair and its memory.
pub(crate) struct Port<V: Verbs> {
    queue_pair: V::QueuePair,
    /// Receives, if the adapter has shared queues of them.
    shared: Option<V::SharedReceiveQueue>,
    places: V::Buffer,
    /// Headers of requests that have not completed: what a fragment holds is never changed.
    headers: V::Buffer,
    /// Fragments that requests name.
    pub window: Window<u32>,
    /// Requests to one peer that go with the next doorbell, at most [`POST_BATCH`].
    prepared: Vec<Prepared>,
    /// Where the window stood before them.
    mark: Mark,
    /// What those of them hold that go inline.
    inline_data: Vec<[u8; MOST_INLINE]>,
    /// Receives to be posted again.
    again: Vec<u32>,
    stride: usize,
    sends: u32,
    inline: usize,
    queue_key: u32,
}

/// Makes a queue pair for datagrams ready to send and receive.
pub(crate) fn bring_up<V: Verbs>(verbs: &V, queue_pair: &mut V::QueuePair, queue_key: u32, sends: bool) -> Result<()> {
    queue_pair.modify(&QueuePairAttributes::init_ud(verbs.port().number, queue_key))?;
    queue_pair.modify(&QueuePairAttributes::to(QueuePairState::ReadyToReceive))?;
    if sends { queue_pair.modify(&QueuePairAttributes::send_datagrams()) } else { Ok(()) }
}

impl<V: Verbs> Port<V> {
    /// Ready to send and receive packets of `mtu` bytes.
    pub fn new(verbs: &V, completions: &V::CompletionQueue, options: &Options, mtu: usize, queue_key: u32) -> Result<Self> {
        let shared = match verbs.device().shared_receive_queues {
            0 => None,
            _ => Some(verbs.shared_receive_queue(options.receives, 1)?),
        };
        let capacity = QueuePairCapacity {
            sends: options.sends,
            receives: if shared.is_some() { 0 } else { options.receives },
            send_segments: 2,
            receive_segments: 1,
            inline_bytes: options.inline_bytes,
        };
        let mut queue_pair = verbs.queue_pair_with_less_inline(QueuePairPlan {
            transport: Transport::Ud,
            send_completions: completions,
            receive_completions: completions,
            shared_receives: shared.as_ref(),
            capacity,
        })?;
        bring_up(verbs, &mut queue_pair, queue_key, true)?;
        let stride = (FRONT + mtu).next_multiple_of(HEADER_PLACE);
        let places = verbs.buffer(options.receives as usize * stride, Access::LOCAL_WRITE)?;
        let sends = options.sends.min(queue_pair.capacity().sends);
        let headers = verbs.buffer(sends as usize * HEADER_PLACE, Access::LOCAL_WRITE)?;
        let inline = (queue_pair.capacity().inline_bytes as usize).min(options.inline_bytes as usize).min(MOST_INLINE);
        let again = (0..options.receives).collect();
        let mut port = Port {
            queue_pair,
            shared,
            places,
            headers,
            window: Window::new(sends as usize),
            prepared: Vec::with_capacity(POST_BATCH),
            mark: Mark::default(),
            inline_data: vec![[0; MOST_INLINE]; POST_BATCH],
            again,
            stride,
            sends,
            inline,
            queue_key,
        };
        port.repost()?;
        Ok(port)
    }

    /// Number of the queue pair.
    pub fn number(&self) -> u32 {
        self.queue_pair.number()
    }

    /// Bytes of the receives.
    pub fn receive_bytes(&self) -> u64 {
        self.places.len() as u64
    }

    /// Packets that can be prepared now.
    pub fn room(&self) -> usize {
        self.window.room().min(POST_BATCH - self.prepared.len())
    }

    /// Prepares a packet: a header, and what a fragment holds, if there is one. There must be room.
    /// [`Port::post`] sends it.
    pub fn prepare(
        &mut self,
        header: &DatagramHeader,
        fragment: Option<(u32, &Fragment)>,
        pool: &Pool<V::Buffer>,
        counters: &mut Counters,
    ) {
        let mut bytes = [0; MOST_BYTES];
        let len = header.encode(&mut bytes);
        let body = fragment.map_or(0, |(_, fragment)| usize::from(fragment.len));
        if self.prepared.is_empty() {
            self.mark = self.window.mark();
        }
        let number = self.window.number_after(0);
        let signalled = self.window.must_signal(body);
        let payload = if len + body <= self.inline {
            let data = &mut self.inline_data[self.prepared.len()];
            data[..len].copy_from_slice(&bytes[..len]);
            if let Some((_, fragment)) = fragment {
                pool.read(fragment.slot, 0, &mut data[len..len + body]);
            }
            PreparedPayload::Inline(len + body)
        } else {
            let place = (number % self.sends) as usize * HEADER_PLACE;
            self.headers.write(place, &bytes[..len]);
            let body_segment = fragment.filter(|_| body > 0).map(|(_, fragment)| pool.segment(fragment.slot, body));
            let segments = [self.headers.segment(place, len), body_segment.unwrap_or_default()];
            PreparedPayload::Segments(segments, 1 + usize::from(body > 0))
        };
        self.window.push(fragment.map_or(NO_FRAGMENT, |(index, _)| index), body, signalled);
        // The end of a packet wakes its receiver, and so does whatever is no part of one.
        let solicited = header.asks || fragment.is_none_or(|(_, fragment)| fragment.is_last);
        self.prepared.push(Prepared { id: WorkId::new(number.into()), signalled, solicited, payload, body });
        counters.datagrams_sent += 1;
        counters.requests += 1;
        counters.acknowledgements += u64::from(header.kind == DatagramKind::Acknowledgement);
    }

    /// Sends what was prepared, all of it to one peer and with one doorbell. The fragments of the
    /// requests that the queue had no room for: those requests are off the window again.
    ///
    /// # Errors
    /// The adapter takes no requests, and it is unknown which of these it has taken. The window
    /// keeps all of them, so that nothing that the adapter may read is used again.
    pub fn post(&mut self, to: &Target<'_, V::AddressHandle>, counters: &mut Counters) -> Result<Vec<u32>> {
        let destination = Destination { handle: to.address, queue_pair: to.queue_pair, queue_key: self.queue_key };
        let mut inline: [&[u8]; POST_BATCH] = [&[]; POST_BATCH];
        for ((slice, prepared), data) in inline.iter_mut().zip(&self.prepared).zip(&self.inline_data) {
            if let PreparedPayload::Inline(len) = prepared.payload {
                *slice = &data[..len];
            }
        }
        let result = match self.prepared.as_slice() {
            [] => return Ok(Vec::new()),
            [one] => self.queue_pair.post_datagram(destination, &[one.work(&inline[0])]),
            [first, ..] => {
                let mut works = [first.work(&inline[0]); POST_BATCH];
                for ((work, prepared), slice) in works.iter_mut().zip(&self.prepared).zip(&inline) {
                    *work = prepared.work(slice);
                }
                self.queue_pair.post_datagram(destination, &works[..self.prepared.len()])
            }
        };
        counters.doorbells += 1;
        let untaken = match result {
            Err(Error::QueueFull { posted }) => Ok(self.take_back(posted, counters)),
            result => result.map(|()| Vec::new()),
        };
        self.prepared.clear();
        untaken
    }

    /// Only the first `posted` of the prepared requests were taken: the fragments of the others.
    #[cold]
    fn take_back(&mut self, posted: usize, counters: &mut Counters) -> Vec<u32> {
        let mut fragments: Vec<u32> = self.window.back_to(self.mark).collect();
        let untaken = fragments.split_off(posted.min(fragments.len()));
        for (fragment, prepared) in fragments.into_iter().zip(&self.prepared) {
            self.window.push(fragment, prepared.body, prepared.signalled);
        }
        let count = untaken.len() as u64;
        counters.untaken += count;
        counters.datagrams_sent -= count;
        counters.requests -= count;
        untaken
    }

    /// What came into a receive, without what the adapter puts in front: how long it is.
    pub fn len_of(&self, bytes: u32) -> usize {
        (bytes as usize).clamp(FRONT, self.stride) - FRONT
    }

    /// Reads from a receive.
    pub fn read(&self, id: WorkId, offset: usize, into: &mut [u8]) {
        self.places.read(id.value() as usize * self.stride + FRONT + offset, into);
    }

    /// Where `len` bytes at `offset` of a receive are.
    pub fn at(&self, id: WorkId, offset: usize, len: usize) -> *const u8 {
        self.places.place(id.value() as usize * self.stride + FRONT + offset, len)
    }

    /// A receive is to be posted again, soon.
    pub fn recycle(&mut self, id: WorkId) {
        self.again.push(id.value() as u32);
    }

    /// Posts what is to be posted again.
    pub fn repost(&mut self) -> Result<()> {
        let mut again = std::mem::take(&mut self.again);
        let result = again.chunks(POST_BATCH).try_for_each(|batch| self.post_receives(batch));
        again.clear();
        self.again = again;
        result
    }

    fn post_receives(&self, batch: &[u32]) -> Result<()> {
        let mut segments = [[Segment::default()]; POST_BATCH];
        for (place, index) in segments.iter_mut().zip(batch) {
            *place = [self.places.segment(*index as usize * self.stride, self.stride)];
        }
        let mut works = [ReceiveWork { id: WorkId::new(0), segments: &[] }; POST_BATCH];
        for (work, (segments, index)) in works.iter_mut().zip(segments.iter().zip(batch)) {
            *work = ReceiveWork { id: WorkId::new((*index).into()), segments };
        }
        match &self.shared {
            Some(shared) => shared.post_receive(&works[..batch.len()]),
            None => self.queue_pair.post_receive(&works[..batch.len()]),
        }
    }
}
