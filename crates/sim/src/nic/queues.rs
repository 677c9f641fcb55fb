//! Completion queues and shared receive queues as the device sees them.

use std::collections::VecDeque;

use ferry_rdma::{AsyncEvent, Completion, Done, Failure, Operation, Status, WorkId};

use crate::event::Event;
use crate::nic::pair::{Pair, Receiving};
use crate::state::WorldState;

/// A completion queue.
#[derive(Debug)]
pub(crate) struct Completions {
    pub context: u32,
    pub capacity: u32,
    /// Entries, and places in the send queue that taking them gives back.
    pub entries: VecDeque<(Completion, u32)>,
    /// It overflowed.
    pub has_failed: bool,
    /// Who is woken: by the next completion (`false`) or the next solicited one (`true`).
    pub armed: Option<bool>,
    /// Times somebody was woken.
    pub interrupts: u64,
}

/// A shared receive queue.
#[derive(Debug)]
pub(crate) struct SharedQueue {
    pub context: u32,
    pub capacity: u32,
    pub segments: u32,
    pub limit: u32,
    pub receives: VecDeque<Receiving>,
    /// Fewest receives it ever held once it had some.
    pub fewest: u32,
    /// If it belongs to a domain of extended connections.
    pub extended: Option<Extended>,
}

/// What a shared receive queue of a domain of extended connections has besides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extended {
    pub domain: u32,
    pub completions: u32,
}

/// What peers name such a queue by has this bit, so that nobody takes it for its number in events.
pub(crate) const EXTENDED_BIT: u32 = 1 << 23;

impl WorldState {
    /// A completion of queue pair `queue_pair`, for its send or its receive queue.
    pub(crate) fn complete(
        &mut self,
        queue_pair: u32,
        (id, operation): (WorkId, Operation),
        result: Result<Done, Status>,
        places: u32,
        solicited: bool,
    ) {
        let Some(pair) = self.pair(queue_pair) else { return };
        let queue = if operation == Operation::Receive { pair.receive_queue } else { pair.send_queue };
        let result = result.map_err(|status| Failure { status, vendor: 0 });
        let completion = Completion { id, operation, queue_pair, result };
        let at_ps = self.now_ps + self.profile.adapter.completion_ps;
        let solicited = solicited || result.is_err();
        self.agenda.put(at_ps, Event::Completion { queue, completion, places, solicited });
    }

    /// An entry is written.
    pub(crate) fn write_completion(&mut self, queue: u32, completion: Completion, places: u32, solicited: bool) {
        if self.pair(completion.queue_pair).is_none() {
            return;
        }
        let Some(found) = self.completions.get_mut(queue as usize).and_then(Option::as_mut) else { return };
        if found.has_failed {
            return;
        }
        let context = found.context;
        if found.entries.len() >= found.capacity as usize {
            found.has_failed = true;
            return self.overrun(queue, context);
        }
        found.entries.push_back((completion, places));
        if found.armed.is_some_and(|solicited_only| solicited || !solicited_only) {
            found.armed = None;
            found.interrupts += 1;
            self.wake(context);
        }
        self.totals.completions += 1;
        self.contexts[context as usize].unread += 1;
        self.touch(context);
    }

    /// Nothing comes out of the queue any more, and what completes there fails.
    fn overrun(&mut self, queue: u32, context: u32) {
        say!(self, "completion queue {queue} of rank {context} overflows");
        self.raise(context, AsyncEvent::CompletionQueueFailed);
        let extended = self.shared.iter().flatten().filter_map(|shared| shared.extended);
        let domains: Vec<u32> =
            extended.filter(|extended| extended.completions == queue).map(|extended| extended.domain).collect();
        let is_of_those = |pair: &Pair| pair.domain.is_some_and(|domain| domains.contains(&domain));
        let uses = |pair: &Pair| pair.send_queue == queue || pair.receive_queue == queue || is_of_those(pair);
        let hit: Vec<u32> = self.pairs().filter(|(_, pair)| uses(pair)).map(|(number, _)| number).collect();
        for number in hit {
            self.fail(number);
        }
    }

    /// Queues an event that is not a completion.
    pub(crate) fn raise(&mut self, context: u32, event: AsyncEvent) {
        let at_ps = self.now_ps + self.profile.adapter.completion_ps;
        self.agenda.put(at_ps, Event::Async { context, event });
    }

    /// The shared receive queue that requests name so, if it is one of the domain.
    pub(crate) fn named_queue(&self, domain: u32, name: u32) -> Option<(u32, Extended)> {
        let number = name & !EXTENDED_BIT;
        let extended = self.shared.get(number as usize)?.as_ref()?.extended?;
        (name & EXTENDED_BIT != 0 && extended.domain == domain).then_some((number, extended))
    }

    /// Takes the next receive for a message to `queue_pair`.
    pub(crate) fn take_receive(&mut self, queue_pair: u32) -> Option<Receiving> {
        let pair = self.pair(queue_pair)?;
        let Some(shared) = pair.shared else { return pair.receives.pop_front() };
        let queue = self.shared.get_mut(shared as usize)?.as_mut()?;
        let receive = queue.receives.pop_front();
        let left = queue.receives.len() as u32;
        queue.fewest = queue.fewest.min(left);
        self.driest = Some(self.driest.map_or(left, |driest| driest.min(left)));
        if receive.is_some() && left < queue.limit {
            queue.limit = 0;
            let context = queue.context;
            say!(self, "shared receive queue {shared} of rank {context} runs low: {left} receives are left");
            self.raise(context, AsyncEvent::ReceivesLow { queue: shared });
        }
        receive
    }
}
