//! Queue pairs and address handles as programs hold them.

use std::rc::Rc;

use ferry_rdma::work::INLINE_SLICES;
use ferry_rdma::{
    Destination, Error, Operation, Path, Payload, QueuePairAttributes, QueuePairCapacity, QueuePairPlan, QueuePairState,
    ReceiveWork, Request, Result, SendWork, Status, Transport, state,
};

use crate::event::Event;
use crate::nic::pair::{Data, Pair, Sending, Target};
use crate::profile::Footprint;
use crate::queues::{CompletionHold, ExtendedDomain, SharedHold, add_receives};
use crate::verbs::SimVerbs;
use crate::world::World;

/// A queue pair. What it needs lives as long as it does.
pub struct QueuePair {
    world: World,
    context: u32,
    number: u32,
    transport: Transport,
    capacity: QueuePairCapacity,
    _completions: Option<[Rc<CompletionHold>; 2]>,
    shared: Option<Rc<SharedHold>>,
}

/// Of a queue pair without completions of its own.
const NO_QUEUE: u32 = u32::MAX;

/// Bytes that a queue pair takes in adapter and driver.
fn bytes_of(footprint: &Footprint, capacity: &QueuePairCapacity, has_receives: bool) -> u64 {
    let receives = if has_receives { u64::from(capacity.receives) } else { 0 };
    footprint.queue_pair + u64::from(capacity.sends) * footprint.send_request + receives * footprint.receive_request
}

impl QueuePair {
    pub(crate) fn new(world: &World, context: u32, plan: &QueuePairPlan<'_, SimVerbs>) -> QueuePair {
        let completions = [Rc::clone(&plan.send_completions.hold), Rc::clone(&plan.receive_completions.hold)];
        let shared = plan.shared_receives.map(|queue| Rc::clone(&queue.hold));
        let queues = (completions[0].number, completions[1].number);
        let state = &mut *world.state();
        let footprint = state.profile.footprint;
        state.contexts[context as usize].memory.queue_pairs += bytes_of(&footprint, &plan.capacity, shared.is_none());
        let pair = Pair::new(context, plan.transport, queues, shared.as_ref().map(|shared| shared.number), plan.capacity);
        let number = state.add_pair(pair);
        let world = world.clone();
        let (transport, capacity) = (plan.transport, plan.capacity);
        QueuePair { world, context, number, transport, capacity, _completions: Some(completions), shared }
    }

    /// The receiving end of an extended connection.
    pub(crate) fn receiving(world: &World, context: u32, domain: &ExtendedDomain) -> QueuePair {
        let (transport, capacity) = (Transport::XrcReceive, QueuePairCapacity::default());
        let state = &mut *world.state();
        state.contexts[context as usize].memory.queue_pairs += bytes_of(&state.profile.footprint, &capacity, false);
        let pair = Pair::new(context, transport, (NO_QUEUE, NO_QUEUE), None, capacity);
        let number = state.add_pair(Pair { domain: Some(domain.number), ..pair });
        QueuePair { world: world.clone(), context, number, transport, capacity, _completions: None, shared: None }
    }

    fn may_send(&self, is_right: bool, what: &str) -> Result<()> {
        if !is_right {
            return Err(Error::Argument(format!("{:?} queue pair cannot post {what}", self.transport)));
        }
        let state = ferry_rdma::QueuePair::state(self);
        let allowed = matches!(
            state,
            QueuePairState::ReadyToSend
                | QueuePairState::SendQueueDrained
                | QueuePairState::SendQueueError
                | QueuePairState::Error
        );
        self.may(allowed, state, "send")
    }

    fn may(&self, allowed: bool, state: QueuePairState, what: &str) -> Result<()> {
        if allowed { Ok(()) } else { Err(Error::Argument(format!("queue pair in state {state:?} takes no {what} requests"))) }
    }

    fn post(&self, target: Option<Target>, works: &[SendWork<'_>]) -> Result<()> {
        let world = &mut *self.world.state();
        world.observe(self.number);
        let processor = world.profile.processor;
        let taken = target.as_ref().and_then(|_| world.dice.taken_of(works.len()));
        let mut posted = Ok(());
        for (count, work) in works.iter().enumerate() {
            if taken == Some(count) {
                posted = Err(Error::QueueFull { posted: count });
                break;
            }
            let ready_ps = world.charge(self.context, processor.post_ps) + processor.doorbell_ps;
            let sending = match sending(&self.capacity, target, work, ready_ps) {
                Ok(sending) => sending,
                Err(error) => {
                    posted = Err(error);
                    break;
                }
            };
            let Some(pair) = world.pair(self.number) else { break };
            if let Err(error) = pair.take_request(count) {
                posted = Err(error);
                break;
            }
            if matches!(pair.state, QueuePairState::Error | QueuePairState::SendQueueError) {
                world.complete(self.number, (work.id, work.request.operation()), Err(Status::Flushed), 1, true);
            } else {
                pair.sends.push_back(sending);
                world.agenda.put(ready_ps, Event::Ready { queue_pair: self.number });
            }
        }
        world.charge(self.context, processor.doorbell_ps);
        posted
    }
}

fn limit(what: &'static str, asked: usize, most: u32) -> Result<()> {
    if asked <= most as usize { Ok(()) } else { Err(Error::Limit { what, asked: asked as u64, most: most.into() }) }
}

/// A request as the device keeps it, if it fits the queue pair.
fn sending(capacity: &QueuePairCapacity, target: Option<Target>, work: &SendWork<'_>, ready_ps: u64) -> Result<Sending> {
    let operation = work.request.operation();
    if target.is_some() && operation != Operation::Send {
        return Err(Error::Argument(format!("a datagram cannot be a {operation}: only a send")));
    }
    let (data, bytes) = match work.payload {
        Payload::Segments(segments) => {
            limit("segments", segments.len(), capacity.send_segments)?;
            let bytes: u64 = segments.iter().map(|segment| u64::from(segment.len)).sum();
            (Data::Segments(segments.into()), bytes)
        }
        Payload::Inline(slices) => {
            let bytes: usize = slices.iter().map(|slice| slice.len()).sum();
            limit("inline bytes", bytes, capacity.inline_bytes)?;
            limit("pieces of inline data", slices.len(), capacity.send_segments.min(INLINE_SLICES as u32))?;
            if !matches!(operation, Operation::Send | Operation::Write) {
                return Err(Error::Argument(format!(
                    "inline data cannot go with {operation}: they are for sends and RDMA writes"
                )));
            }
            (Data::Inline(slices.concat().into()), bytes as u64)
        }
    };
    let most = i32::MAX as u64;
    let bytes = u32::try_from(bytes).ok().filter(|bytes| u64::from(*bytes) <= most);
    let bytes = bytes.ok_or(Error::Limit { what: "bytes of a message", asked: most + 1, most })?;
    Ok(Sending {
        id: work.id,
        request: work.request,
        data,
        bytes,
        signalled: work.signalled,
        solicited: work.solicited && matches!(work.request, Request::Send { .. } | Request::Write { immediate: Some(_), .. }),
        fenced: work.fenced,
        ready_ps,
        is_outstanding: false,
        target,
        to_queue: work.to_queue,
        result: None,
    })
}

impl Drop for QueuePair {
    fn drop(&mut self) {
        let state = &mut *self.world.state();
        state.forget_completions(self.number);
        state.remove_pair(self.number);
        let bytes = bytes_of(&state.profile.footprint, &self.capacity, self.shared.is_none());
        state.contexts[self.context as usize].memory.queue_pairs -= bytes;
    }
}

impl ferry_rdma::QueuePair for QueuePair {
    type AddressHandle = AddressHandle;

    fn number(&self) -> u32 {
        self.number
    }

    fn state(&self) -> QueuePairState {
        self.world.view().pair_ref(self.number).map_or(QueuePairState::Error, |pair| pair.state)
    }

    fn capacity(&self) -> QueuePairCapacity {
        self.capacity
    }

    fn modify(&mut self, attributes: &QueuePairAttributes) -> Result<()> {
        state::check(self.transport, ferry_rdma::QueuePair::state(self), attributes)?;
        let world = &mut *self.world.state();
        match attributes.state {
            QueuePairState::Error => world.fail(self.number),
            QueuePairState::Reset => world.reset(self.number),
            _ => {
                if let Some(pair) = world.pair(self.number) {
                    pair.set(attributes);
                }
                world.rest(self.number);
                world.ready(self.number);
            }
        }
        Ok(())
    }

    fn post_send(&self, works: &[SendWork<'_>]) -> Result<()> {
        self.may_send(self.transport.sends_to_peer(), "requests to one peer")?;
        self.post(None, works)
    }

    fn post_datagram(&self, to: Destination<'_, AddressHandle>, works: &[SendWork<'_>]) -> Result<()> {
        self.may_send(self.transport == Transport::Ud, "datagrams")?;
        let Path { gid, global, way, .. } = to.handle.path;
        self.post(Some(Target { gid, is_global: global, way, queue_pair: to.queue_pair, queue_key: to.queue_key }), works)
    }

    fn post_receive(&self, works: &[ReceiveWork<'_>]) -> Result<()> {
        let state = ferry_rdma::QueuePair::state(self);
        let has_queue = self.shared.is_none() && matches!(self.transport, Transport::Rc | Transport::Ud);
        self.may(state != QueuePairState::Reset && has_queue, state, "receive")?;
        let world = &mut *self.world.state();
        let processor = world.profile.processor;
        world.observe(self.number);
        world.charge(self.context, processor.doorbell_ps + processor.post_ps * works.len() as u64);
        let QueuePairCapacity { receives, receive_segments, .. } = self.capacity;
        let Some(pair) = world.pair(self.number) else { return Ok(()) };
        if state == QueuePairState::Error {
            for work in works {
                world.complete(self.number, (work.id, Operation::Receive), Err(Status::Flushed), 0, true);
            }
            return Ok(());
        }
        add_receives(&mut pair.receives, receives, receive_segments, works)
    }
}

/// A way to another port, for datagrams.
pub struct AddressHandle {
    pub(crate) path: Path,
}
