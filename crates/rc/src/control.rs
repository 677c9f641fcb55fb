//! Datagrams: one queue pair for all peers, over which connections are made. They may be lost;
//! [`handshake`](crate::handshake) repeats them.

use ferry_rdma::work::GLOBAL_ROUTE_HEADER_BYTES;
use ferry_rdma::{
    Access, Buffer, Destination, Done, Payload, QueuePair, QueuePairAttributes, QueuePairCapacity, QueuePairPlan, QueuePairState,
    ReceiveWork, Region, Request, Result, SendWork, Transport, Verbs, WorkId,
};

use crate::handshake::MOST_BYTES;

/// Datagrams that may come before somebody looks; what comes beyond is repeated.
pub const RECEIVES: usize = 64;
/// Datagrams on the way out.
pub const SENDS: usize = 32;

/// Bytes of a place for a datagram, with its route header.
const PLACE: usize = 256;
const HEADER: usize = GLOBAL_ROUTE_HEADER_BYTES as usize;
const _: () = assert!(HEADER + MOST_BYTES <= PLACE);

/// The queue pair and its memory: places for what comes, then for what goes.
pub struct Control<V: Verbs> {
    queue_pair: V::QueuePair,
    buffer: V::Buffer,
    queue_key: u32,
    /// Places for what goes that are free.
    free: Vec<u8>,
    /// By place: the way of what goes, if nothing else needs it.
    handles: Vec<Option<V::AddressHandle>>,
}

impl<V: Verbs> Control<V> {
    /// Ready to send and receive.
    pub fn new(verbs: &V, completions: &V::CompletionQueue, queue_key: u32) -> Result<Self> {
        let capacity = QueuePairCapacity {
            sends: SENDS as u32,
            receives: RECEIVES as u32,
            send_segments: 1,
            receive_segments: 1,
            inline_bytes: 0,
        };
        let mut queue_pair = verbs.queue_pair(&QueuePairPlan {
            transport: Transport::Ud,
            send_completions: completions,
            receive_completions: completions,
            shared_receives: None,
            capacity,
        })?;
        queue_pair.modify(&QueuePairAttributes::init_ud(verbs.port().number, queue_key))?;
        queue_pair.modify(&QueuePairAttributes::to(QueuePairState::ReadyToReceive))?;
        queue_pair.modify(&QueuePairAttributes::send_datagrams())?;
        let buffer = verbs.buffer((RECEIVES + SENDS) * PLACE, Access::LOCAL_WRITE)?;
        let (free, handles) = ((0..SENDS as u8).collect(), (0..SENDS).map(|_| None).collect());
        let control = Control { queue_pair, buffer, queue_key, free, handles };
        (0..RECEIVES).try_for_each(|index| control.receive(index))?;
        Ok(control)
    }

    /// Number of the queue pair.
    pub fn number(&self) -> u32 {
        self.queue_pair.number()
    }

    fn receive(&self, index: usize) -> Result<()> {
        let segments = [self.buffer.segment(index * PLACE, PLACE)];
        self.queue_pair.post_receive(&[ReceiveWork { id: WorkId::new(index as u64), segments: &segments }])
    }

    /// Sends a datagram, if there is a place for it: who wants an answer repeats it.
    pub fn send(&mut self, to: &V::AddressHandle, queue_pair: u32, bytes: &[u8]) -> Result<bool> {
        Ok(self.post(to, queue_pair, bytes)?.is_some())
    }

    /// As [`Control::send`], by a way that is no more needed after that.
    pub fn send_once(&mut self, to: V::AddressHandle, queue_pair: u32, bytes: &[u8]) -> Result<bool> {
        let Some(index) = self.post(&to, queue_pair, bytes)? else { return Ok(false) };
        self.handles[usize::from(index)] = Some(to);
        Ok(true)
    }

    /// The place that it took.
    fn post(&mut self, to: &V::AddressHandle, queue_pair: u32, bytes: &[u8]) -> Result<Option<u8>> {
        let Some(index) = self.free.pop() else { return Ok(None) };
        let offset = (RECEIVES + usize::from(index)) * PLACE;
        self.buffer.write(offset, bytes);
        let segments = [self.buffer.segment(offset, bytes.len())];
        let work = SendWork::new(WorkId::new(index.into()), Request::Send { immediate: None }, Payload::Segments(&segments));
        let posted = self.queue_pair.post_datagram(Destination { handle: to, queue_pair, queue_key: self.queue_key }, &[work]);
        if posted.is_err() {
            self.free.push(index);
        }
        posted.map(|()| Some(index))
    }

    /// A datagram was sent.
    pub fn sent(&mut self, id: WorkId) {
        let index = id.value() as u8;
        self.handles[usize::from(index)] = None;
        self.free.push(index);
    }

    /// A datagram came: its bytes. Its place is posted again.
    pub fn received(&mut self, id: WorkId, done: Done) -> Result<Vec<u8>> {
        let index = id.value() as usize;
        let mut bytes = vec![0; (done.bytes as usize).clamp(HEADER, PLACE) - HEADER];
        self.buffer.read(index * PLACE + HEADER, &mut bytes);
        self.receive(index)?;
        Ok(bytes)
    }
}
