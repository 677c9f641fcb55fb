//! Queue pairs that large messages are received by (UD-2): made when they are needed, up to a
//! limit, and used again. One receives from one peer at a time.

use ferry_rdma::{
    Completion, QueuePair, QueuePairAttributes, QueuePairCapacity, QueuePairPlan, QueuePairState, ReceiveWork, Result, Transport,
    Verbs, WorkId,
};
use ferry_verbs_transport::Completions;

use crate::layout::MOST_SEGMENTS;
use crate::port::bring_up;

/// Segments of a receive: the route header, and memory of the program (UD-5).
pub(crate) const RECEIVE_SEGMENTS: usize = MOST_SEGMENTS + 1;

/// A block that a queue pair receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct User {
    /// The exposure it belongs to.
    pub exposure: u32,
    /// Which of its open blocks.
    pub block: u32,
}

struct Pair<Q> {
    queue_pair: Q,
    /// Told apart from former uses: completions of those may still come.
    generation: u32,
    user: Option<User>,
}

/// All of them.
pub(crate) struct Pairs<V: Verbs> {
    all: Vec<Pair<V::QueuePair>>,
    free: Vec<u32>,
    most: u32,
    receives: u16,
    segments: u32,
    queue_key: u32,
}

const GENERATION_BITS: u32 = 24;

impl<V: Verbs> Pairs<V> {
    /// None yet; up to `most`, for `receives` packets each.
    pub fn new(verbs: &V, most: u32, receives: u16, queue_key: u32) -> Self {
        let segments = verbs.device().segments.min(RECEIVE_SEGMENTS as u32);
        Pairs { all: Vec::new(), free: Vec::new(), most, receives, segments, queue_key }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Segments of the program's memory that a receive can have.
    pub fn segments(&self) -> usize {
        self.segments as usize - 1
    }

    /// Whether there is any, or one can be made. If not, none is tried again.
    pub fn are_to_be_had(&mut self, verbs: &V, completions: &mut Completions<V>) -> bool {
        if self.all.is_empty() && self.most > 0 {
            match self.add(verbs, completions) {
                Ok(index) => self.free.push(index),
                Err(_) => self.most = 0,
            }
        }
        !self.all.is_empty()
    }

    /// Takes one for a block. `None`: all are in use, of as many as may be and as the adapter
    /// gives.
    pub fn take(&mut self, verbs: &V, completions: &mut Completions<V>, user: User) -> Result<Option<u32>> {
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.all.len() < self.most as usize => match self.add(verbs, completions) {
                Ok(index) => index,
                // Blocks go on as those there are become free.
                Err(_) if self.all.iter().any(|pair| pair.user.is_some()) => {
                    self.most = self.all.len() as u32;
                    return Ok(None);
                }
                Err(error) => return Err(error),
            },
            None => return Ok(None),
        };
        let pair = &mut self.all[index as usize];
        pair.generation = (pair.generation + 1) % (1 << GENERATION_BITS);
        pair.user = Some(user);
        Ok(Some(index))
    }

    fn add(&mut self, verbs: &V, completions: &mut Completions<V>) -> Result<u32> {
        completions.reserve(self.all.len() + 1)?;
        let capacity = QueuePairCapacity {
            sends: 1,
            receives: self.receives.into(),
            send_segments: 1,
            receive_segments: self.segments,
            inline_bytes: 0,
        };
        let mut queue_pair = verbs.queue_pair(&QueuePairPlan {
            transport: Transport::Ud,
            send_completions: &completions.queue,
            receive_completions: &completions.queue,
            shared_receives: None,
            capacity,
        })?;
        bring_up(verbs, &mut queue_pair, self.queue_key, false)?;
        self.all.push(Pair { queue_pair, generation: 0, user: None });
        Ok(self.all.len() as u32 - 1)
    }

    /// Whether all are in use, and no more may be made.
    pub fn are_all_taken(&self) -> bool {
        self.free.is_empty() && self.all.len() >= self.most as usize
    }

    /// Its number, for the sender.
    pub fn number(&self, index: u32) -> u32 {
        self.all[index as usize].queue_pair.number()
    }

    /// What the receives of the present use are called.
    pub fn work_id(&self, index: u32, slot: u16) -> WorkId {
        WorkId::new(u64::from(self.all[index as usize].generation) << 32 | u64::from(index) << 16 | u64::from(slot))
    }

    /// What packets of the present use are labelled with. A late packet of a former use carries
    /// another label, unless 65,536 uses lie between.
    pub fn tag(&self, index: u32) -> u16 {
        self.all[index as usize].generation as u16
    }

    /// Whose receive has completed; `None` if it is of a former use.
    pub fn user_of(&self, completion: &Completion) -> Option<(u32, User)> {
        let id = completion.id.value();
        let index = (id >> 16) as u16;
        let pair = self.all.get(usize::from(index))?;
        let is_present = u64::from(pair.generation) == id >> 32 && pair.queue_pair.number() == completion.queue_pair;
        Some((index.into(), pair.user.filter(|_| is_present)?))
    }

    /// Posts receives.
    pub fn post(&self, index: u32, works: &[ReceiveWork<'_>]) -> Result<()> {
        self.all[index as usize].queue_pair.post_receive(works)
    }

    /// Takes back all receives that are posted: no packet lands in their memory after this.
    pub fn reset(&mut self, verbs: &V, index: u32) -> Result<()> {
        let pair = &mut self.all[index as usize];
        pair.queue_pair.modify(&QueuePairAttributes::to(QueuePairState::Reset))?;
        pair.generation = (pair.generation + 1) % (1 << GENERATION_BITS);
        bring_up(verbs, &mut pair.queue_pair, self.queue_key, false)
    }

    /// It receives no more. It must have no receives posted.
    pub fn give_back(&mut self, index: u32) {
        self.all[index as usize].user = None;
        self.free.push(index);
    }

    /// It cannot be used any more, as the adapter said.
    pub fn abandon(&mut self, index: u32) {
        self.all[index as usize].user = None;
    }
}
