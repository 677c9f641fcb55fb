//! Completion queues and shared receive queues as programs hold them.

use std::rc::Rc;

use ferry_rdma::traits::POLL_BATCH;
use ferry_rdma::{Completion, Error, ReceiveWork, Result};
use smallvec::SmallVec;

use crate::nic::pair::Receiving;
use crate::nic::queues::{Completions, EXTENDED_BIT, Extended, SharedQueue};
use crate::world::World;

/// What holds a queue in the world; it goes away with the last who holds it.
pub(crate) struct CompletionHold {
    world: World,
    pub number: u32,
    context: u32,
    /// Entries that it may grow to.
    most: u32,
}

impl Drop for CompletionHold {
    fn drop(&mut self) {
        let state = &mut *self.world.state();
        let Some(queue) = state.completions[self.number as usize].take() else { return };
        let bytes = u64::from(queue.capacity) * state.profile.footprint.completion;
        let context = &mut state.contexts[self.context as usize];
        context.memory.completions -= bytes;
        context.unread -= queue.entries.len() as u64;
    }
}

/// A completion queue.
#[derive(Clone)]
pub struct CompletionQueue {
    pub(crate) hold: Rc<CompletionHold>,
}

impl CompletionQueue {
    pub(crate) fn new(world: &World, context: u32, capacity: u32, most: u32) -> CompletionQueue {
        let state = &mut *world.state();
        let queue = Completions {
            context,
            capacity: capacity.max(1),
            entries: Default::default(),
            has_failed: false,
            armed: None,
            interrupts: 0,
        };
        let bytes = u64::from(queue.capacity) * state.profile.footprint.completion;
        state.contexts[context as usize].memory.completions += bytes;
        state.completions.push(Some(Box::new(queue)));
        let number = state.completions.len() as u32 - 1;
        CompletionQueue { hold: Rc::new(CompletionHold { world: world.clone(), number, context, most }) }
    }

    /// How often somebody who had armed it was woken.
    pub fn interrupts(&self) -> u64 {
        let state = self.hold.world.view();
        state.completions[self.hold.number as usize].as_ref().map_or(0, |queue| queue.interrupts)
    }

    /// Takes entries out; gives their places in send queues back.
    fn take(&self) -> SmallVec<[Completion; POLL_BATCH]> {
        let CompletionHold { world, number, context, .. } = &*self.hold;
        let state = &mut *world.state();
        let Some(queue) = state.completions[*number as usize].as_mut() else { return SmallVec::new() };
        let count = queue.entries.len().min(POLL_BATCH);
        let taken: SmallVec<[(Completion, u32); POLL_BATCH]> = queue.entries.drain(..count).collect();
        let processor = state.profile.processor;
        state.contexts[*context as usize].unread -= count as u64;
        state.charge(*context, processor.poll_ps + processor.completion_ps * count as u64);
        for (completion, places) in &taken {
            state.observe_taken(completion);
            if let Some(pair) = state.pair(completion.queue_pair) {
                pair.places -= places;
            }
        }
        taken.into_iter().map(|(completion, _)| completion).collect()
    }
}

impl ferry_rdma::CompletionQueue for CompletionQueue {
    fn poll(&self, take: impl FnMut(Completion)) -> Result<usize> {
        let mut taken = self.take();
        if taken.is_empty() {
            let is_automatic = self.hold.world.view().is_automatic;
            if is_automatic && self.hold.world.step() {
                taken = self.take();
            }
        }
        let count = taken.len();
        taken.into_iter().for_each(take);
        Ok(count)
    }

    fn arm(&self, solicited_only: bool) -> Result<()> {
        let state = &mut *self.hold.world.state();
        if let Some(queue) = state.completions[self.hold.number as usize].as_mut() {
            // Asking for any completion covers asking for solicited ones.
            queue.armed = Some(solicited_only && queue.armed.unwrap_or(true));
        }
        Ok(())
    }

    fn grow(&self, entries: u32) -> Result<()> {
        let CompletionHold { world, number, context, most } = &*self.hold;
        if entries > *most {
            return Err(Error::Limit { what: "entries of a queue that grows", asked: entries.into(), most: (*most).into() });
        }
        let state = &mut *world.state();
        if let Some(queue) = state.completions[*number as usize].as_mut().filter(|queue| queue.capacity < entries) {
            let bytes = u64::from(entries - queue.capacity) * state.profile.footprint.completion;
            queue.capacity = entries;
            state.contexts[*context as usize].memory.completions += bytes;
            state.charge(*context, state.profile.processor.doorbell_ps);
        }
        Ok(())
    }
}

/// A domain of extended connections.
#[derive(Clone)]
pub struct ExtendedDomain {
    pub(crate) number: u32,
}

impl ExtendedDomain {
    pub(crate) fn new(world: &World) -> ExtendedDomain {
        let state = &mut *world.state();
        state.domains += 1;
        ExtendedDomain { number: state.domains }
    }
}

/// As [`CompletionHold`].
pub(crate) struct SharedHold {
    world: World,
    pub number: u32,
    context: u32,
    /// Its receives complete there, if it belongs to a domain of extended connections.
    completions: Option<Rc<CompletionHold>>,
}

impl Drop for SharedHold {
    fn drop(&mut self) {
        let state = &mut *self.world.state();
        let queue = state.shared[self.number as usize].take();
        let bytes = queue.map_or(0, |queue| u64::from(queue.capacity)) * state.profile.footprint.receive_request;
        state.contexts[self.context as usize].memory.shared_receives -= bytes;
    }
}

/// Receives shared by many queue pairs.
#[derive(Clone)]
pub struct SharedReceiveQueue {
    pub(crate) hold: Rc<SharedHold>,
}

impl SharedReceiveQueue {
    pub(crate) fn new(
        world: &World,
        context: u32,
        (capacity, segments): (u32, u32),
        extended: Option<(&ExtendedDomain, &CompletionQueue)>,
    ) -> SharedReceiveQueue {
        let state = &mut *world.state();
        let completions = extended.map(|(_, completions)| Rc::clone(&completions.hold));
        let extended =
            extended.map(|(domain, completions)| Extended { domain: domain.number, completions: completions.hold.number });
        let queue =
            SharedQueue { context, capacity, segments, limit: 0, receives: Default::default(), fewest: u32::MAX, extended };
        let bytes = u64::from(capacity) * state.profile.footprint.receive_request;
        state.contexts[context as usize].memory.shared_receives += bytes;
        state.shared.push(Some(Box::new(queue)));
        let number = state.shared.len() as u32 - 1;
        SharedReceiveQueue { hold: Rc::new(SharedHold { world: world.clone(), number, context, completions }) }
    }

    /// The fewest receives that were left when one had been taken.
    pub fn fewest(&self) -> Option<u32> {
        let state = self.hold.world.view();
        let fewest = state.shared[self.hold.number as usize].as_ref().map(|queue| queue.fewest);
        fewest.filter(|fewest| *fewest != u32::MAX)
    }
}

impl ferry_rdma::SharedReceiveQueue for SharedReceiveQueue {
    fn number(&self) -> u32 {
        self.hold.number
    }

    fn extended_number(&self) -> Option<u32> {
        self.hold.completions.as_ref().map(|_| EXTENDED_BIT | self.hold.number)
    }

    fn post_receive(&self, works: &[ReceiveWork<'_>]) -> Result<()> {
        let state = &mut *self.hold.world.state();
        let Some(queue) = state.shared[self.hold.number as usize].as_mut() else { return Ok(()) };
        let posted = add_receives(&mut queue.receives, queue.capacity, queue.segments, works);
        let processor = state.profile.processor;
        state.charge(self.hold.context, processor.doorbell_ps + processor.post_ps * works.len() as u64);
        posted
    }

    fn set_limit(&self, requests: u32) -> Result<()> {
        let state = &mut *self.hold.world.state();
        let Some(queue) = state.shared[self.hold.number as usize].as_mut() else { return Ok(()) };
        if requests > queue.capacity {
            return Err(Error::Limit { what: "receives before a limit", asked: requests.into(), most: queue.capacity.into() });
        }
        queue.limit = requests;
        Ok(())
    }
}

/// Appends receives while there is room.
pub(crate) fn add_receives(
    receives: &mut std::collections::VecDeque<Receiving>,
    capacity: u32,
    segments: u32,
    works: &[ReceiveWork<'_>],
) -> Result<()> {
    for (posted, work) in works.iter().enumerate() {
        if work.segments.len() > segments as usize {
            return Err(Error::Limit { what: "segments", asked: work.segments.len() as u64, most: segments.into() });
        }
        if receives.len() >= capacity as usize {
            return Err(Error::QueueFull { posted });
        }
        receives.push_back(Receiving { id: work.id, segments: work.segments.into() });
    }
    Ok(())
}
