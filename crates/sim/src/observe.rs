//! What invariants look at: at which queue pairs something has happened, and messages on the way.

use ferry_rdma::{Completion, Done, Operation, Request, Transport};
use smallvec::SmallVec;

use crate::memory::{self, Span};
use crate::nic::pair::{FRONT_BYTES, Front, Pair};
use crate::nic::queues::{EXTENDED_BIT, SharedQueue};
use crate::state::WorldState;
use crate::world::World;

impl WorldState {
    /// Something happens at a queue pair.
    pub(crate) fn observe(&mut self, queue_pair: u32) {
        if let Some(touched) = &mut self.touched {
            touched.push(queue_pair);
        }
    }

    /// A message is in `memory`, the receive of a queue pair.
    pub(crate) fn observe_arrival(&mut self, queue_pair: u32, memory: &[Span], message: &Done) {
        if self.touched.is_some() {
            self.observe(queue_pair);
            let front = front(memory, message.bytes, message.immediate);
            if let Some(pair) = self.pair(queue_pair) {
                pair.arrived.push_back(front);
            }
        }
    }

    /// A completion was taken.
    pub(crate) fn observe_taken(&mut self, completion: &Completion) {
        if self.touched.is_some() {
            self.observe(completion.queue_pair);
            let is_message = completion.operation == Operation::Receive && completion.result.is_ok();
            if let Some(pair) = self.pair(completion.queue_pair).filter(|_| is_message) {
                pair.arrived.pop_front();
            }
        }
    }

    /// The queue pairs that are connected with each other, and this one, if both may send.
    fn connected(&self, queue_pair: u32) -> Option<(&Pair, &Pair)> {
        let pair = self.pair_ref(queue_pair)?;
        let peer = self.pair_ref(pair.connection.peer)?;
        let both = [pair, peer].iter().all(|pair| pair.is_up());
        (both && peer.connection.peer == queue_pair).then_some((pair, peer))
    }
}

/// What comes first of a message of `bytes`.
fn front(memory: &[Span], bytes: u32, immediate: Option<u32>) -> Front {
    let mut first = SmallVec::from_elem(0, FRONT_BYTES.min(bytes as usize));
    let len = first.len() as u64;
    memory::copy(memory, 0, &[Span::of_bytes_mut(&mut first)], 0, len);
    Front { bytes: first, immediate }
}

/// The immediate data of a send.
fn immediate_of(request: Request) -> Option<u32> {
    if let Request::Send { immediate } = request { immediate } else { None }
}

impl World {
    /// From now on it is noted at which queue pairs something happens.
    pub(crate) fn set_observed(&self) {
        self.state().touched.get_or_insert_default();
    }

    /// Queue pairs at which something has happened.
    pub(crate) fn take_touched(&self) -> Vec<u32> {
        let mut touched = self.state().touched.as_mut().map(std::mem::take).unwrap_or_default();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// The queue pair that this one is connected with, where both may send.
    pub(crate) fn peer_of(&self, queue_pair: u32) -> Option<u32> {
        self.view().connected(queue_pair).map(|(pair, _)| pair.connection.peer)
    }

    /// Whose it is.
    pub(crate) fn rank_of(&self, queue_pair: u32) -> Option<u32> {
        self.view().pair_ref(queue_pair).map(|pair| pair.context)
    }

    /// The shared queues that its receives may come from; none if they are its own.
    pub(crate) fn shared_of(&self, queue_pair: u32) -> Option<Vec<u32>> {
        let state = self.view();
        let pair = state.pair_ref(queue_pair)?;
        match (pair.transport, pair.domain) {
            (Transport::XrcSend, _) => Some(Vec::new()),
            (_, None) => pair.shared.map(|shared| vec![shared]),
            (_, Some(domain)) => {
                let queues = state.shared.iter().enumerate();
                let is_of = |queue: &SharedQueue| queue.extended.is_some_and(|extended| extended.domain == domain);
                Some(queues.filter(|(_, queue)| queue.as_deref().is_some_and(is_of)).map(|(number, _)| number as u32).collect())
            }
        }
    }

    /// Queue pairs that may take receives from this shared queue, and what peers name it by, if
    /// they do.
    pub(crate) fn pairs_of(&self, shared: u32) -> (Vec<u32>, Option<u32>) {
        let state = self.view();
        let queue = state.shared.get(shared as usize).and_then(Option::as_deref);
        let domain = queue.and_then(|queue| queue.extended).map(|extended| extended.domain);
        let uses = |pair: &Pair| if domain.is_some() { pair.domain == domain } else { pair.shared == Some(shared) };
        let pairs = state.pairs().filter(|(_, pair)| uses(pair)).map(|(number, _)| number).collect();
        (pairs, domain.map(|_| EXTENDED_BIT | shared))
    }

    /// Queue pairs from one rank to another.
    pub(crate) fn pairs_between(&self, from: u32, to: u32) -> Vec<u32> {
        let state = self.view();
        let goes = |(number, pair): &(u32, &Pair)| {
            pair.context == from && state.connected(*number).is_some_and(|(_, peer)| peer.context == to)
        };
        state.pairs().filter(goes).map(|(number, _)| number).collect()
    }

    /// Fronts of messages that were posted to a queue pair and have not come into a receive; only
    /// those that name a queue so, if one is given.
    pub(crate) fn flying(&self, queue_pair: u32, name: Option<u32>) -> Vec<Front> {
        let state = self.view();
        let Some((pair, peer)) = state.connected(queue_pair) else { return Vec::new() };
        let begin = peer.expected.0.saturating_sub(pair.first) as usize;
        let sends = pair.sends.iter().skip(begin).filter(|sending| sending.request.operation() == Operation::Send);
        let sends = sends.filter(|sending| name.is_none_or(|name| sending.to_queue == name));
        let front = |sending| Some(front(&state.spans_of(pair.context, sending)?, sending.bytes, immediate_of(sending.request)));
        sends.filter_map(front).collect()
    }

    /// Fronts of messages from a queue pair that have come and whose completions were not taken.
    pub(crate) fn unread(&self, queue_pair: u32) -> Vec<Front> {
        let state = self.view();
        state.connected(queue_pair).map_or(Vec::new(), |(_, peer)| peer.arrived.iter().cloned().collect())
    }

    /// Receives of its own that are posted to a queue pair; those of a message that is coming are.
    pub(crate) fn posted_own(&self, queue_pair: u32) -> u64 {
        let state = self.view();
        state.pair_ref(queue_pair).map_or(0, |pair| pair.receives.len() as u64 + u64::from(pair.current.is_some()))
    }

    /// The same of a shared queue.
    pub(crate) fn posted_shared(&self, shared: u32) -> u64 {
        let state = self.view();
        let queue = state.shared.get(shared as usize).and_then(Option::as_ref);
        let coming = state.pairs().filter(|(_, pair)| pair.shared == Some(shared) && pair.current.is_some()).count();
        queue.map_or(0, |queue| queue.receives.len() as u64) + coming as u64
    }
}
