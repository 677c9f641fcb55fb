//! The queue pair that large messages leave by: packets as long as the network takes, straight from
//! the program's memory, only the last one of a batch signalled (UD-4).

use std::collections::VecDeque;

use ferry_protocol::datagram::block::Label;
use ferry_rdma::traits::POST_BATCH;
use ferry_rdma::{
    Completion, Destination, Error, Payload, QueuePair, QueuePairAttributes, QueuePairCapacity, QueuePairPlan, QueuePairState,
    Request, Result, Segment, SendWork, Transport, Verbs, WorkId,
};
use ferry_verbs_transport::{Completions, Environment, Window};

use crate::control::Control;
use crate::device::UdDevice;
use crate::layout::MOST_SEGMENTS;
use crate::options::Options;
use crate::port::bring_up;
use crate::put::Cleared;

/// Pieces of a block to be sent.
pub(crate) struct Batch {
    put: u32,
    block: u32,
    pair: u32,
    tag: u16,
    round: u16,
    pieces: Vec<u16>,
    /// How many were posted.
    posted: usize,
}

impl Batch {
    pub fn new(put: u32, cleared: &Cleared, pieces: Vec<u16>) -> Self {
        let &Cleared { block, pair, tag, round, .. } = cleared;
        Batch { put, block, pair, tag, round, pieces, posted: 0 }
    }
}

/// A request that was posted.
#[derive(Clone, Copy, Debug)]
struct Posted {
    put: u32,
    /// It is the last one of a batch: block and round.
    last: Option<(u32, u16)>,
}

/// The queue pair, and what waits for it.
pub(crate) struct Bulk<V: Verbs> {
    queue_pair: V::QueuePair,
    window: Window<Posted>,
    batches: VecDeque<Batch>,
    capacity: usize,
    segments: usize,
    queue_key: u32,
    /// The queue has not taken all that it should have had room for.
    pub is_held_up: bool,
}

impl<V: Verbs> Bulk<V> {
    pub fn new(verbs: &V, completions: &mut Completions<V>, options: &Options, queue_key: u32) -> Result<Self> {
        let segments = verbs.device().segments.min(MOST_SEGMENTS as u32);
        let capacity = QueuePairCapacity {
            sends: options.bulk_sends,
            receives: 1,
            send_segments: segments,
            receive_segments: 1,
            inline_bytes: 0,
        };
        let mut queue_pair = verbs.queue_pair(&QueuePairPlan {
            transport: Transport::Ud,
            send_completions: &completions.queue,
            receive_completions: &completions.queue,
            shared_receives: None,
            capacity,
        })?;
        bring_up(verbs, &mut queue_pair, queue_key, true)?;
        let sends = options.bulk_sends.min(queue_pair.capacity().sends) as usize;
        let window = Window::new(sends);
        Ok(Bulk {
            queue_pair,
            window,
            batches: VecDeque::new(),
            capacity: sends,
            segments: segments as usize,
            queue_key,
            is_held_up: false,
        })
    }

    /// Its number: receivers know packets by it.
    pub fn number(&self) -> u32 {
        self.queue_pair.number()
    }

    /// Segments that a packet can have.
    pub fn segments(&self) -> usize {
        self.segments
    }

    pub fn queue(&mut self, batch: Batch) {
        self.batches.push_back(batch);
    }

    /// Whether a batch of a put waits or has begun.
    pub fn has(&self, put: u32) -> bool {
        self.batches.iter().any(|batch| batch.put == put)
    }

    /// The first batch gives way to the next ones, if that is not done and there are several ways.
    fn take_turns(&mut self, paths: u8) {
        let others = usize::from(paths).min(self.batches.len()).saturating_sub(1);
        if others > 0 && self.batches.front().is_some_and(|batch| batch.posted < batch.pieces.len()) {
            self.batches.make_contiguous()[..=others].rotate_left(1);
        }
    }

    /// Nobody wants the rest of a put. One more packet of a batch that has begun tells when those
    /// before it have left.
    pub fn cut(&mut self, put: u32) {
        for batch in self.batches.iter_mut().filter(|batch| batch.put == put) {
            let rest = if batch.posted == 0 { 0 } else { batch.posted + 1 };
            batch.pieces.truncate(rest);
        }
    }
}

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// Sends large messages as far as there is room.
    pub(crate) fn pump_bulk(&mut self) {
        self.bulk.is_held_up = false;
        while let Some(batch) = self.bulk.batches.front() {
            let put = batch.put;
            if batch.posted < batch.pieces.len() {
                if self.bulk.window.room() == 0 {
                    return;
                }
                match self.post_batch() {
                    Ok(true) => {}
                    // The next completion, or the next look, goes on.
                    Ok(false) => {
                        self.bulk.is_held_up = true;
                        self.due_ns = self.due_ns.min(self.environment.now());
                        return;
                    }
                    Err(error) => return self.fail_all(&format!("a large message cannot be sent: {error}")),
                }
                // Batches on different ways are sent alternately, so that no way waits.
                self.bulk.take_turns(self.options.paths);
                continue;
            }
            // The next one has its turn when all of this one is posted.
            let was_cut = batch.posted == 0;
            self.bulk.batches.pop_front();
            if was_cut && let Some(put) = self.puts.get_mut(put) {
                put.outstanding -= 1;
            }
            self.settle_put(put);
        }
    }

    /// Posts the next few pieces of the first batch with one doorbell. False if the queue had no
    /// room for all of them, against what it said.
    fn post_batch(&mut self) -> Result<bool> {
        let (mtu, per_block) = (self.mtu as u64, u64::from(self.options.block_pieces));
        let Some(batch) = self.bulk.batches.front_mut() else { return Ok(true) };
        let Some(put) = self.puts.get_mut(batch.put) else { return Ok(true) };
        let count = (batch.pieces.len() - batch.posted).min(self.bulk.window.room()).min(POST_BATCH);
        let chosen = &batch.pieces[batch.posted..batch.posted + count];
        let mut segments: Vec<Segment> = Vec::with_capacity(count);
        let mut ends = [0; POST_BATCH];
        for (end, piece) in ends.iter_mut().zip(chosen) {
            let offset = (u64::from(batch.block) * per_block + u64::from(*piece)) * mtu;
            put.layout.segments(&self.memories, offset, mtu, &mut segments);
            *end = segments.len();
        }
        let first = self.bulk.window.number_after(0);
        let is_last = |index: usize| batch.posted + index + 1 == batch.pieces.len();
        // A queue shorter than a batch needs room before the end of it.
        let unsignalled = self.bulk.window.unsignalled() as usize;
        let signals = |index: usize| is_last(index) || (unsignalled + index + 1).is_multiple_of((self.bulk.capacity / 2).max(1));
        let nothing = SendWork::new(WorkId::new(first.into()), Request::Send { immediate: None }, Payload::Segments(&[]));
        let mut works = [nothing; POST_BATCH];
        let mut begin = 0;
        for (index, (work, piece)) in works.iter_mut().zip(chosen).enumerate() {
            let id = WorkId::new(self.bulk.window.number_after(index).into());
            let immediate = Some(Label { piece: *piece, tag: batch.tag }.encode());
            let payload = Payload::Segments(&segments[begin..ends[index]]);
            let plain = SendWork::new(id, Request::Send { immediate }, payload);
            *work = SendWork { signalled: signals(index), solicited: is_last(index), ..plain };
            begin = ends[index];
        }
        let ways = self.ways.get(&(put.peer as u32)).map_or(&[][..], Vec::as_slice);
        // Blocks take one way each, so that they stay in order.
        let way = (batch.block.wrapping_add(batch.put) as usize) % (1 + ways.len());
        let first = &self.peers.met[put.peer].address;
        let handle = way.checked_sub(1).and_then(|way| ways.get(way)).unwrap_or(first);
        let to = Destination { handle, queue_pair: batch.pair, queue_key: self.bulk.queue_key };
        let posted = match self.bulk.queue_pair.post_datagram(to, &works[..count]) {
            Ok(()) => count,
            Err(Error::QueueFull { posted }) => posted,
            Err(error) => return Err(error),
        };
        for (index, work) in works[..posted].iter().enumerate() {
            let last = is_last(index).then_some((batch.block, batch.round));
            self.bulk.window.push(Posted { put: batch.put, last }, 0, work.signalled);
        }
        batch.posted += posted;
        self.counters.datagrams_sent += posted as u64;
        self.counters.doorbells += 1;
        self.counters.requests += posted as u64;
        self.counters.untaken += (count - posted) as u64;
        Ok(posted == count)
    }

    /// Sends nothing any more of what was posted or waits: the adapter reads no memory of the
    /// program after this, and whether it has taken the last requests does not matter.
    ///
    /// # Errors
    /// The queue pair cannot be reset, or not be used after that: the adapter is at its end.
    #[cold]
    pub(crate) fn stop_bulk(&mut self) -> Result<()> {
        let bulk = &mut self.bulk;
        if bulk.window.is_empty() && bulk.batches.is_empty() {
            return Ok(());
        }
        bulk.batches.clear();
        bulk.window.drain().for_each(drop);
        self.puts.iter_mut().for_each(|put| put.outstanding = 0);
        bulk.queue_pair.modify(&QueuePairAttributes::to(QueuePairState::Reset))?;
        bring_up(&*self.verbs, &mut bulk.queue_pair, bulk.queue_key, true)
    }

    /// Requests have left.
    pub(crate) fn bulk_completed(&mut self, completion: &Completion) {
        if let Err(failure) = completion.result {
            return self.fail_all(&format!("a large message cannot be sent: {}", failure.status.name()));
        }
        let number = completion.id.value() as u32;
        let ended: Vec<Posted> = self.bulk.window.complete(number).filter(|posted| posted.last.is_some()).collect();
        for Posted { put: index, last } in ended {
            let Some(put) = self.puts.get_mut(index) else { continue };
            put.outstanding -= 1;
            let (peer, transfer, is_over) = (put.peer, put.transfer, put.over.is_some());
            if let Some((block, round)) = last.filter(|_| !is_over) {
                self.tell(peer, Control::Fin { transfer, block, round }.encode());
            }
            self.settle_put(index);
        }
        self.pump_bulk();
    }
}
