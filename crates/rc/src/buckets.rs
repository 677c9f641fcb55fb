//! Buckets of receives that peers share (BSRQ-1, BSRQ-2, BSRQ-5). Small messages and control come
//! into a few tiny buffers of each peer. All others come into buffers of the size that suits them,
//! from one shared queue for each size. [`Quotas`](crate::quotas) says how many a peer may use at a
//! time, so that no queue ever runs dry. Memory is registered when it is granted.
//!
//! Where the adapter has extended connections (XRC), one queue pair serves all size classes of a
//! peer that has them, too: the sender names the queue. Tiny buffers are in shared queues then as
//! well, and each peer has as many of them as ever (ADR 0029).

use std::collections::VecDeque;
use std::ops::Range;

use ferry_rdma::traits::POST_BATCH;
use ferry_rdma::{Access, Buffer, Error, ReceiveWork, Region, Result, Segment, SharedReceiveQueue, Verbs, WorkId};

use crate::learn::Lengths;
use crate::per_peer::PerPeer;
use crate::quotas::Quotas;
use crate::receives::{ClassPlan, Handed, Receives, Reposted};
use crate::wire::{GRANTS_BYTES, MOST_CLASSES, MOST_FRONT, PREFIX_BYTES, RING_OFFER_BYTES};

/// Receives that a queue has beyond what is lent: the adapter tells of a queue that is empty, which
/// it can only be if receives were lost with a queue pair.
const SPARE: u32 = 1;

/// Bytes of a bucket's first registration, or one buffer, if that is more. Each that follows is
/// twice as large, so that who lends much registers seldom: it takes a while, and a sender waits.
const FIRST_CHUNK: u32 = 256 * 1024;

/// How often that doubles: 1 MiB at most.
const DOUBLINGS: usize = 2;

/// What an adapter may have too few of.
pub(crate) const SHARED_QUEUES: &str = "shared receive queues";

/// Fewest receives that a bucket may lend.
const FEWEST: u32 = 4;

/// Send requests on the way to one bucket of one peer: twice what fits between two completions that
/// are looked at, for 1.3 KiB of queue each.
const BUCKET_SENDS: u32 = 64;

/// Bits of an id above the index in a bucket say which one; ids of tiny buffers of one peer have
/// none of them.
const SLOT_SHIFT: u32 = 48;

/// What peers without extended connections have in common where others have them, as a share of the
/// same for all: such jobs are rare.
const PLAIN_SHARE: u64 = 16;

/// Sizes and limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Bytes of a message's body that tiny buffers hold, and how many of them a peer has.
    pub tiny: (u32, u16),
    /// Bytes of a message's body that the buffers of each bucket hold, the smallest first.
    pub sizes: Vec<u32>,
    /// Bytes of all buckets together, of which each has the same share.
    pub slab: u64,
    /// Use extended connections if the adapter has them.
    pub extended: bool,
}

impl Default for Plan {
    /// As in the paper: 128 bytes, and buckets of 256 B to 32 KiB. Bodies and what is in front of
    /// them, as bodies of a power of two are the most frequent ones.
    fn default() -> Self {
        Plan { tiny: (128, 8), sizes: (8..16).map(|power| 1 << power).collect(), slab: 16 << 20, extended: true }
    }
}

impl Plan {
    /// Tiny buffers for bodies of the first size, and buckets for the others.
    pub fn of_sizes(sizes: &[u32]) -> Plan {
        let plan = Plan::default();
        Plan {
            tiny: (sizes.first().copied().unwrap_or(0), plan.tiny.1),
            sizes: sizes.get(1..).unwrap_or_default().to_vec(),
            ..plan
        }
    }

    /// All sizes, that of tiny buffers first: the inverse of [`Plan::of_sizes`].
    pub fn all_sizes(&self) -> Vec<u32> {
        std::iter::once(self.tiny.0).chain(self.sizes.iter().copied()).collect()
    }

    /// Sizes that suit messages of these lengths, with the same longest one.
    pub fn learnt(&self, lengths: &Lengths) -> Plan {
        let front = MOST_FRONT as u32;
        let longest = self.sizes.last().map_or(0, |size| size + front);
        let mut sizes = lengths.sizes(MOST_CLASSES, front, longest);
        if sizes.len() == 1 {
            sizes.insert(0, front);
        }
        let bodies: Vec<u32> = sizes.iter().map(|size| size - front).collect();
        Plan { tiny: (bodies[0], self.tiny.1), sizes: bodies[1..].to_vec(), ..self.clone() }
    }

    /// Says what is wrong with it, if something is.
    ///
    /// # Errors
    /// Why buckets cannot be like that.
    pub fn check(&self) -> std::result::Result<(), String> {
        let (tiny, count) = self.tiny;
        let ascends = std::iter::once(&tiny).chain(&self.sizes).is_sorted_by(|one, next| one < next);
        let largest = u64::from(self.sizes.last().copied().unwrap_or(0)) + MOST_FRONT as u64;
        let slab = largest * u64::from(FEWEST) * self.sizes.len() as u64;
        match self.sizes.len() {
            count if !(1..MOST_CLASSES).contains(&count) => {
                Err(format!("there can be 1 to {} buckets, not {count}", MOST_CLASSES - 1))
            }
            _ if count < crate::credits::FEWEST => {
                Err(format!("a peer needs {} tiny buffers, not {count}", crate::credits::FEWEST))
            }
            _ if !ascends => Err(format!("sizes of buckets must ascend from {tiny} on: {:?}", self.sizes)),
            _ if self.sizes.iter().any(|size| !size.is_multiple_of(8) || *size > 1 << 24) => {
                Err(format!("sizes of buckets must be multiples of 8, up to 16 MiB: {:?}", self.sizes))
            }
            _ if self.slab < slab => Err(format!("{} bytes are too few for these buckets, which need {slab}", self.slab)),
            _ => Ok(()),
        }
    }
}

// Any tiny buffers hold control packets, and short bodies behind a cached header even if they are
// for bodies of no bytes.
const _: () = assert!(PREFIX_BYTES + RING_OFFER_BYTES <= MOST_FRONT);
const _: () = assert!(PREFIX_BYTES + GRANTS_BYTES <= MOST_FRONT);

/// Buffers of one size.
struct Bucket<V: Verbs> {
    /// What ids say, from 1 on.
    slot: usize,
    class: usize,
    /// Bytes of a buffer.
    bytes: u32,
    queue: Option<V::SharedReceiveQueue>,
    /// Receives that the queue holds.
    capacity: u32,
    quotas: Quotas,
    chunks: Vec<V::Buffer>,
    /// Chunk and offset of each buffer that has been posted.
    places: Vec<(u32, u32)>,
    /// Buffers of the last chunk that have never been posted.
    fresh: Range<u32>,
    /// Buffers to be posted again.
    recycled: Vec<u32>,
    /// Receives that may be gone with queue pairs that failed.
    written_off: u32,
}

impl<V: Verbs> Bucket<V> {
    fn new(slot: usize, class: usize, bytes: u32) -> Self {
        Bucket {
            slot,
            class,
            bytes,
            queue: None,
            capacity: 0,
            quotas: Quotas::default(),
            chunks: Vec::new(),
            places: Vec::new(),
            fresh: 0..0,
            recycled: Vec::new(),
            written_off: 0,
        }
    }

    /// Decides how many receives there may be.
    fn plan(&mut self, verbs: &V, peers: usize, share: u64) {
        let limit = (share / u64::from(self.bytes)).max(FEWEST.into()) as u32;
        self.capacity = (limit + peers as u32 + SPARE).min(verbs.device().shared_receive_requests);
        self.quotas = Quotas::new(limit.min(self.capacity.saturating_sub(SPARE)), peers);
    }

    /// A bucket of tiny buffers, of which each of so many peers has `count`.
    fn tiny(slot: usize, bytes: u32, peers: u32, count: u16) -> Self {
        let receives = peers * u32::from(count);
        Bucket { capacity: receives + SPARE, quotas: Quotas::new(receives, 1), ..Bucket::new(slot, 0, bytes) }
    }

    /// Lends `count` more receives to a peer, as far as there is memory. How many.
    fn lend(&mut self, verbs: &V, place: usize, count: u16) -> u16 {
        let needed = self.quotas.granted() + u32::from(count) + SPARE;
        if self.usable() < needed {
            self.grow(verbs, needed - self.usable());
        }
        let given = self.usable().saturating_sub(self.quotas.granted()).min(count.into()) as u16;
        self.quotas.give(place, given);
        given
    }

    /// Receives that can be lent without registering memory.
    fn at_hand(&self) -> u16 {
        let left = (self.usable() + self.fresh.len() as u32).saturating_sub(self.quotas.granted() + SPARE);
        left.min(u16::MAX.into()) as u16
    }

    fn usable(&self) -> u32 {
        self.places.len() as u32 - self.written_off
    }

    /// Posts `missing` more buffers, or as many as there is memory for and room in the queue. No
    /// more than that: posting takes time as well, and the sender waits.
    #[cold]
    fn grow(&mut self, verbs: &V, mut missing: u32) {
        let is_first = self.places.is_empty();
        while missing > 0 && (!self.fresh.is_empty() || self.register(verbs, missing)) {
            let count = missing.min(self.fresh.len() as u32);
            self.take_fresh(count);
            missing -= count;
        }
        // What cannot be posted now stays on the list.
        let _ = self.post();
        if is_first && !self.places.is_empty() {
            self.arm();
        }
    }

    /// Puts `count` fresh buffers on the list of those to be posted.
    fn take_fresh(&mut self, count: u32) {
        let (chunk, known) = (self.chunks.len() as u32 - 1, self.places.len() as u32);
        let taken = self.fresh.start..self.fresh.start + count;
        self.fresh.start = taken.end;
        self.places.extend(taken.map(|buffer| (chunk, buffer * self.bytes)));
        self.recycled.extend(known..known + count);
    }

    /// Registers memory for at least `missing` buffers, as far as there is some and the queue has
    /// room. Whether there are any.
    fn register(&mut self, verbs: &V, missing: u32) -> bool {
        let made = self.places.len() as u32;
        let wanted = next_chunk(self.bytes, self.chunks.len(), self.quotas.limit().saturating_sub(made));
        let mut count = missing.max(wanted).min(self.capacity - made);
        while count > 0 {
            // A device that has no more memory to register is no error: peers share what there is.
            if let Ok(chunk) = verbs.buffer((count * self.bytes) as usize, Access::LOCAL_WRITE) {
                self.chunks.push(chunk);
                self.fresh = 0..count;
                return true;
            }
            count /= 2;
        }
        false
    }

    /// Has the adapter tell of an empty queue.
    fn arm(&self) {
        if let Some(queue) = &self.queue {
            // Without it receives that are lost are missed when the next chunk comes.
            let _ = queue.set_limit(SPARE);
        }
    }

    fn segment(&self, index: u32) -> Segment {
        let (chunk, offset) = self.places[index as usize];
        self.chunks[chunk as usize].segment(offset as usize, self.bytes as usize)
    }

    /// Posts everything that came back, some with each doorbell.
    #[inline]
    fn post(&mut self) -> Result<()> {
        let Some(queue) = &self.queue else { return Ok(()) };
        while !self.recycled.is_empty() {
            let begin = self.recycled.len().saturating_sub(POST_BATCH);
            let batch = &self.recycled[begin..];
            let mut segments = [[Segment::default()]; POST_BATCH];
            segments.iter_mut().zip(batch).for_each(|(place, index)| *place = [self.segment(*index)]);
            let mut works = [ReceiveWork { id: WorkId::new(0), segments: &[] }; POST_BATCH];
            for (work, (segments, index)) in works.iter_mut().zip(segments.iter().zip(batch)) {
                *work = ReceiveWork { id: id_of(self.slot, *index), segments };
            }
            match queue.post_receive(&works[..batch.len()]) {
                Ok(()) => self.recycled.truncate(begin),
                Err(error) => {
                    if let Error::QueueFull { posted } = error {
                        self.recycled.drain(begin..begin + posted);
                    }
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    fn buffer(&self, index: usize) -> (&V::Buffer, usize) {
        let (chunk, offset) = self.places[index];
        (&self.chunks[chunk as usize], offset as usize)
    }
}

/// Buffers of the next registration, of `bytes` each, after `chunks` others; so many are `left`
/// within the limit.
fn next_chunk(bytes: u32, chunks: usize, left: u32) -> u32 {
    let first = (FIRST_CHUNK / bytes).max(1);
    // What is lent beyond the limit is little.
    ((FIRST_CHUNK << chunks.min(DOUBLINGS)) / bytes).min(left).max(first)
}

fn id_of(slot: usize, index: u32) -> WorkId {
    WorkId::new((slot as u64) << SLOT_SHIFT | u64::from(index))
}

/// Slot of the bucket and index of a buffer; slot 0 is that of tiny ones of one peer.
#[inline]
fn split(id: WorkId) -> (usize, usize) {
    ((id.value() >> SLOT_SHIFT) as usize, id.value() as u32 as usize)
}

/// A connection's receives that came back and were not posted, by size class.
#[derive(Clone, Copy, Default)]
struct Used {
    counts: [u16; MOST_CLASSES],
    /// Classes that have some, as bits.
    classes: u32,
    /// The connection is an extended one.
    is_extended: bool,
}

/// The tiny buffers of all peers, and the buckets that they share.
pub struct Buckets<V: Verbs> {
    classes: Vec<ClassPlan>,
    /// Tiny buffers of peers that have a queue pair for each size class.
    tiny: PerPeer<V>,
    tiny_count: u16,
    /// By slot, from 1 on: those of such peers; those of extended connections; tiny buffers of
    /// these.
    buckets: Vec<Bucket<V>>,
    slab: u64,
    used: Vec<Used>,
    handed: VecDeque<Handed>,
    wants_extended: bool,
    domain: Option<V::ExtendedDomain>,
    why_plain: Option<String>,
}

impl<V: Verbs> Buckets<V> {
    /// No buffers yet.
    ///
    /// # Panics
    /// If [`Plan::check`] finds something.
    pub fn new(plan: &Plan) -> Self {
        if let Err(reason) = plan.check() {
            panic!("{reason}");
        }
        let front = MOST_FRONT as u32;
        let tiny = PerPeer::new(&[((plan.tiny.0 + front).next_multiple_of(8), plan.tiny.1)]);
        let last = plan.sizes.len() - 1;
        let class = |(index, size): (usize, &u32)| {
            // Puts use the last one's queue pair as well.
            let sends = if index == last { u32::MAX } else { BUCKET_SENDS };
            ClassPlan { bytes: size + front, receives: 0, sends }
        };
        let classes: Vec<ClassPlan> = tiny.classes().iter().copied().chain(plan.sizes.iter().enumerate().map(class)).collect();
        let buckets = classes.iter().enumerate().skip(1).map(|(class, plan)| Bucket::new(class, class, plan.bytes)).collect();
        Buckets {
            classes,
            tiny,
            tiny_count: plan.tiny.1,
            buckets,
            slab: plan.slab,
            used: Vec::new(),
            handed: VecDeque::new(),
            wants_extended: plan.extended,
            domain: None,
            why_plain: None,
        }
    }

    /// Classes of buckets.
    fn sizes(&self) -> usize {
        self.classes.len() - 1
    }

    /// Where in the list the bucket of a size class of a connection is; none for tiny buffers of
    /// that peer alone.
    #[inline]
    fn bucket_of(&self, place: usize, class: usize) -> Option<usize> {
        let sizes = self.sizes();
        match (class.checked_sub(1), self.used[place].is_extended) {
            (None, false) => None,
            (None, true) => Some(2 * sizes + place % (self.buckets.len() - 2 * sizes)),
            (Some(bucket), false) => Some(bucket),
            (Some(bucket), true) => Some(sizes + bucket),
        }
    }

    /// Has buckets for extended connections behind the others, which become small.
    fn plan_extended(&mut self, verbs: &V, peers: usize, share: u64) {
        let sizes = self.sizes();
        for class in 1..=sizes {
            let mut bucket = Bucket::new(sizes + class, class, self.classes[class].bytes);
            bucket.plan(verbs, peers, share);
            self.buckets.push(bucket);
        }
        self.buckets[..sizes].iter_mut().for_each(|bucket| bucket.plan(verbs, peers, share / PLAIN_SHARE));
        // A queue may not hold the tiny buffers of all peers.
        let most = verbs.device().shared_receive_requests.saturating_sub(SPARE) / u32::from(self.tiny_count);
        let each = (peers as u32).clamp(1, most.max(1));
        for group in 0..(peers as u32).div_ceil(each).max(1) as usize {
            self.buckets.push(Bucket::tiny(2 * sizes + 1 + group, self.classes[0].bytes, each, self.tiny_count));
        }
    }

    /// Makes the queues of some of the buckets.
    fn make_queues(&mut self, which: std::ops::Range<usize>, make: impl Fn(u32) -> Result<V::SharedReceiveQueue>) -> Result<()> {
        self.buckets[which].iter_mut().try_for_each(|bucket| {
            bucket.queue = Some(make(bucket.capacity)?);
            Ok(())
        })
    }

    /// Lends an extended connection its tiny buffers.
    fn open_tiny(&mut self, verbs: &V, place: usize) -> Result<()> {
        let Some(bucket) = self.bucket_of(place, 0) else { return Ok(()) };
        let given = self.buckets[bucket].lend(verbs, place, self.tiny_count);
        if given < crate::credits::FEWEST {
            return Err(Error::Limit {
                what: "tiny receives in registered memory",
                asked: self.tiny_count.into(),
                most: given.into(),
            });
        }
        Ok(())
    }
}

impl<V: Verbs> Receives<V> for Buckets<V> {
    fn plan(&mut self, verbs: &V, peers: usize) -> Result<()> {
        let (asked, most) = (self.sizes() as u64, verbs.device().shared_receive_queues.into());
        if asked > most {
            return Err(Error::Limit { what: SHARED_QUEUES, asked, most });
        }
        let share = self.slab / asked;
        if self.wants_extended {
            match verbs.try_extended_connections().and_then(|()| verbs.extended_domain()) {
                Ok(domain) => self.domain = Some(domain),
                Err(error) => self.why_plain = Some(error.to_string()),
            }
        }
        match self.domain {
            Some(_) => self.plan_extended(verbs, peers, share),
            None => self.buckets.iter_mut().for_each(|bucket| bucket.plan(verbs, peers, share)),
        }
        Ok(())
    }

    fn start(&mut self, verbs: &V, completions: &V::CompletionQueue) -> Result<()> {
        let Some(domain) = self.domain.take() else { return self.start_plain(verbs) };
        let made = self.make_queues(self.sizes()..self.buckets.len(), |requests| {
            verbs.extended_receive_queue(&domain, requests, 1, completions)
        });
        self.domain = Some(domain);
        made
    }

    fn domain(&self) -> Option<&V::ExtendedDomain> {
        self.domain.as_ref()
    }

    fn why_plain(&self) -> Option<&str> {
        self.why_plain.as_deref()
    }

    fn start_plain(&mut self, verbs: &V) -> Result<()> {
        if self.buckets[self.sizes() - 1].queue.is_some() {
            return Ok(());
        }
        self.make_queues(0..self.sizes(), |requests| verbs.shared_receive_queue(requests, 1))
    }

    fn classes(&self) -> &[ClassPlan] {
        &self.classes
    }

    fn shared(&self, class: usize) -> Option<&V::SharedReceiveQueue> {
        self.buckets.get(class.checked_sub(1)?)?.queue.as_ref()
    }

    fn shared_receives(&self) -> u32 {
        // Those of tiny buffers count as their peers'.
        self.buckets.iter().filter(|bucket| bucket.class > 0).map(|bucket| bucket.capacity).sum()
    }

    fn open(&mut self, verbs: &V, place: usize, queue_pairs: &[&V::QueuePair]) -> Result<()> {
        if self.used.len() <= place {
            self.used.resize(place + 1, Used::default());
        }
        self.used[place] = Used { is_extended: queue_pairs.is_empty(), ..Used::default() };
        // Without tiny buffers there is no connection; who has no others can ask.
        if queue_pairs.is_empty() {
            self.open_tiny(verbs, place)?;
        }
        for class in 1..self.classes.len() {
            let Some(bucket) = self.bucket_of(place, class) else { continue };
            let bucket = &mut self.buckets[bucket];
            let first = bucket.quotas.first();
            bucket.lend(verbs, place, first);
        }
        queue_pairs.first().map_or(Ok(()), |first| self.tiny.open(verbs, place, &[first]))
    }

    fn queue_name(&self, place: usize, class: usize) -> Option<u32> {
        self.buckets[self.bucket_of(place, class)?].queue.as_ref()?.extended_number()
    }

    fn granted(&self, place: usize, class: usize) -> u16 {
        match self.bucket_of(place, class) {
            None => self.tiny.granted(place, 0),
            Some(bucket) => self.buckets[bucket].quotas.of(place),
        }
    }

    #[inline]
    fn class_of(&self, id: WorkId) -> usize {
        split(id).0.checked_sub(1).map_or(0, |bucket| self.buckets[bucket].class)
    }

    #[inline]
    fn read(&self, id: WorkId, offset: usize, into: &mut [u8]) {
        match split(id) {
            (0, _) => self.tiny.read(id, offset, into),
            (slot, index) => {
                let (chunk, begin) = self.buckets[slot - 1].buffer(index);
                chunk.read(begin + offset, into);
            }
        }
    }

    #[inline]
    fn at(&self, id: WorkId, offset: usize, len: usize) -> *const u8 {
        match split(id) {
            (0, _) => self.tiny.at(id, offset, len),
            (slot, index) => {
                let (chunk, begin) = self.buckets[slot - 1].buffer(index);
                chunk.place(begin + offset, len)
            }
        }
    }

    #[inline]
    fn recycle(&mut self, place: usize, id: WorkId) {
        let (slot, index) = split(id);
        if slot == 0 {
            return self.tiny.recycle(place, id);
        }
        let bucket = &mut self.buckets[slot - 1];
        bucket.recycled.push(index as u32);
        let class = bucket.class;
        let used = &mut self.used[place];
        used.counts[class] += 1;
        used.classes |= 1 << class;
    }

    #[inline]
    fn recycled(&self, place: usize) -> u32 {
        let used = &self.used[place];
        if used.is_extended { used.classes } else { used.classes | self.tiny.recycled(place) }
    }

    #[inline]
    fn backlog(&self, place: usize, class: usize) -> u16 {
        let used = &self.used[place];
        if class == 0 && !used.is_extended { self.tiny.backlog(place, class) } else { used.counts[class] }
    }

    #[inline]
    fn repost(&mut self, place: usize, class: usize, queue_pair: &V::QueuePair) -> Result<Reposted> {
        let Some(bucket) = self.bucket_of(place, class) else { return self.tiny.repost(place, class, queue_pair) };
        let bucket = &mut self.buckets[bucket];
        bucket.post()?;
        let used = &mut self.used[place];
        used.classes &= !(1 << class);
        let count = std::mem::take(&mut used.counts[class]);
        let (again, moved) = bucket.quotas.back(place, count);
        self.handed.extend(moved.map(|(place, count)| Handed { place, class, count }));
        Ok(Reposted { again, withdrawn: count - again })
    }

    #[cold]
    fn lend(&mut self, verbs: &V, place: usize, class: usize) -> Option<u16> {
        let bucket = self.bucket_of(place, class)?;
        let bucket = &mut self.buckets[bucket];
        let wanted = bucket.quotas.more(place);
        let more = if bucket.quotas.deserves_memory(place) { wanted } else { wanted.min(bucket.at_hand()) };
        let given = bucket.lend(verbs, place, more);
        if given == 0 {
            bucket.quotas.deny(place);
        }
        (bucket.quotas.of(place) > 0).then_some(given)
    }

    #[inline]
    fn next_handed(&mut self) -> Option<Handed> {
        self.handed.pop_front()
    }

    #[cold]
    fn ran_low(&mut self, verbs: &V, queue: u32) {
        let is_that = |bucket: &&mut Bucket<V>| bucket.queue.as_ref().is_some_and(|known| known.number() == queue);
        if let Some(bucket) = self.buckets.iter_mut().find(is_that) {
            // What is lent is posted or comes back: an empty queue has lost some, as many as these
            // at most.
            let before = bucket.places.len();
            if bucket.post().is_ok() && before < bucket.capacity as usize {
                bucket.grow(verbs, (FIRST_CHUNK / bucket.bytes).max(SPARE));
            }
            bucket.written_off += (bucket.places.len() - before) as u32;
            bucket.arm();
        }
    }

    fn orphan(&mut self, id: WorkId) {
        let (slot, index) = split(id);
        if let Some(bucket) = slot.checked_sub(1).and_then(|bucket| self.buckets.get_mut(bucket)) {
            bucket.recycled.push(index as u32);
        }
    }

    fn close(&mut self, place: usize, is_orderly: bool) {
        self.tiny.close(place, is_orderly);
        for bucket in &mut self.buckets {
            let quota = bucket.quotas.close(place);
            // What messages took that were on their way does not come back.
            bucket.written_off += if is_orderly { 0 } else { quota.into() };
        }
        self.handed.retain(|handed| handed.place != place);
        if let Some(used) = self.used.get_mut(place) {
            *used = Used { is_extended: used.is_extended, ..Used::default() };
        }
    }

    fn bytes(&self) -> u64 {
        let chunks = self.buckets.iter().flat_map(|bucket| &bucket.chunks);
        self.tiny.bytes() + chunks.map(|chunk| chunk.len() as u64).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tell_tiny_buffers_and_buckets_apart() {
        assert_eq!(split(id_of(8, u32::MAX)), (8, u32::MAX as usize));
        // As in `per_peer`: place, size class, index.
        assert_eq!(split(WorkId::new(0xff_ffff << 24 | 4095)).0, 0);
    }

    #[test]
    fn registrations_double_within_the_limit_and_stay_small_beyond() {
        let limit = (2 << 20) / 536;
        let (mut made, mut sizes) = (0, Vec::new());
        while made < limit {
            let count = next_chunk(536, sizes.len(), limit - made);
            made += count;
            sizes.push((count * 536) >> 10);
        }
        assert_eq!(sizes, [255, 511, 1023, 255]);
        assert!(made < limit + FIRST_CHUNK / 536, "{made} buffers, of which {limit} can be lent");
        assert_eq!(next_chunk(536, sizes.len(), 0), FIRST_CHUNK / 536);
        assert_eq!(next_chunk(1 << 20, 0, 100), 1);
    }

    #[test]
    fn learnt_plans_make_sense_and_keep_the_longest_message() {
        let plan = Plan::default().learnt(&Lengths::default());
        assert_eq!((plan.check(), plan.tiny.0, plan.sizes), (Ok(()), 0, vec![32_768]));
        let mut lengths = Lengths::default();
        [24, 24, 64, 64, 532, 8216].into_iter().for_each(|len| lengths.count(len));
        let plan = Plan::default().learnt(&lengths);
        assert_eq!((plan.check(), plan.all_sizes()), (Ok(()), vec![0, 40, 520, 8680, 32_768]));
        assert_eq!(Plan::of_sizes(&plan.all_sizes()), plan);
    }

    #[test]
    fn nonsensical_plans_are_named() {
        let wrong = |change: fn(&mut Plan)| {
            let mut plan = Plan::default();
            change(&mut plan);
            plan.check().expect_err("nonsense")
        };
        assert_eq!(Plan::default().check(), Ok(()));
        assert!(wrong(|plan| plan.sizes.clear()).contains("1 to 8 buckets"));
        assert!(wrong(|plan| plan.sizes.push(1 << 16)).contains("not 9"));
        assert!(wrong(|plan| plan.tiny.1 = 3).contains("4 tiny buffers"));
        assert!(wrong(|plan| plan.sizes[3] = 100).contains("ascend"));
        assert!(wrong(|plan| plan.sizes[0] = 257).contains("multiples of 8"));
        assert!(wrong(|plan| plan.slab = 1 << 20).contains("too few"));
    }
}
