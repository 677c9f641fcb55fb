//! Credits are conserved: what a sender may send, what is on the way, and what it is still to be
//! told of, are receives that are posted. With receives of their own for each peer both are the
//! same number; where peers share a queue, the sum over all of them is at most what the queue
//! holds.

use std::collections::BTreeSet;

use ferry_rc::Receives;
use ferry_rc::wire::{Form, GRANTS_BYTES, Grants, PREFIX_BYTES, Prefix};

use crate::environment::SimDevice;
use crate::job::{Invariant, Job};
use crate::nic::pair::Front;
use crate::verbs::SimVerbs;

/// Events between two looks at shared queues, as a look goes through all peers.
const STRIDE: u64 = 16;

/// The invariant.
pub struct CreditsConserved {
    /// Everything that brings credits is a message; with rings, entries of these bring some, which
    /// the adapter does not tell from other writes.
    is_exact: bool,
    events: u64,
    shared: BTreeSet<u32>,
}

/// The direction into the queue pair `number`.
struct Direction {
    /// What the sender may send, what is on its way, and what it will be told of.
    promised: u64,
    text: String,
}

impl CreditsConserved {
    /// For a job whose peers write into rings, or not.
    pub fn new(rings: bool) -> Self {
        CreditsConserved { is_exact: !rings, events: 0, shared: BTreeSet::new() }
    }

    fn check_own<R: Receives<SimVerbs> + 'static>(&self, job: &Job<SimDevice<R>>, number: u32) -> Result<(), String> {
        let Some(Direction { promised, text }) = direction(job, number, None) else { return Ok(()) };
        let posted = job.world().posted_own(number);
        let text = format!("{text}, and {posted} receives are posted");
        if promised == posted || !self.is_exact && promised < posted { Ok(()) } else { Err(text) }
    }

    fn check_shared<R: Receives<SimVerbs> + 'static>(&self, job: &Job<SimDevice<R>>, queue: u32) -> Result<(), String> {
        let (numbers, name) = job.world().pairs_of(queue);
        let directions: Vec<Direction> = numbers.into_iter().filter_map(|number| direction(job, number, name)).collect();
        let promised: u64 = directions.iter().map(|direction| direction.promised).sum();
        let posted = job.world().posted_shared(queue);
        if promised <= posted {
            return Ok(());
        }
        let texts: Vec<&str> = directions.iter().map(|direction| direction.text.as_str()).collect();
        Err(format!("{promised} credits of shared queue {queue} for {posted} receives: {}", texts.join("; ")))
    }
}

impl<R: Receives<SimVerbs> + 'static> Invariant<SimDevice<R>> for CreditsConserved {
    fn name(&self) -> &'static str {
        "credits are conserved"
    }

    fn check(&mut self, job: &Job<SimDevice<R>>) -> Result<(), String> {
        let world = job.world();
        world.set_observed();
        for number in world.take_touched() {
            for number in [Some(number), world.peer_of(number)].into_iter().flatten() {
                match world.shared_of(number) {
                    Some(queues) => self.shared.extend(queues),
                    None => self.check_own(job, number)?,
                }
            }
        }
        self.events += 1;
        if self.events.is_multiple_of(STRIDE) {
            for queue in std::mem::take(&mut self.shared) {
                self.check_shared(job, queue)?;
            }
        }
        Ok(())
    }
}

/// Credits of `class` that a message brings.
fn credits_in(front: &Front, class: usize) -> u64 {
    let of_bytes = || front.bytes.first_chunk().and_then(|bytes: &[u8; PREFIX_BYTES]| Prefix::decode(*bytes));
    let Some(prefix) = front.immediate.map_or_else(of_bytes, |data| Some(Prefix::of_immediate(data, 0))) else { return 0 };
    let own = if class == 0 { prefix.credits.into() } else { 0 };
    let granted = if usize::from(prefix.grant.class) == class { u64::from(prefix.grant.count) } else { 0 };
    let bytes: Option<&[u8; GRANTS_BYTES]> = front.bytes.get(PREFIX_BYTES..).and_then(|rest| rest.first_chunk());
    let more =
        bytes.filter(|_| prefix.form == Form::Credits && class > 0).map_or(0, |bytes| Grants::decode(bytes).0[class - 1].into());
    own + granted + more
}

/// The state of what comes into a queue pair, and names a shared queue so, if one is named; none
/// unless both ends are there and may send.
fn direction<R: Receives<SimVerbs> + 'static>(job: &Job<SimDevice<R>>, number: u32, name: Option<u32>) -> Option<Direction> {
    let world = job.world();
    let peer = world.peer_of(number)?;
    let (to, from) = (world.rank_of(number)?, world.rank_of(peer)?);
    // What a broken queue pair has thrown out is lost with its connection, and so is what was to
    // come from the dead.
    if world.is_broken(to, from) || world.is_dead(to) || world.is_dead(from) {
        return None;
    }
    let named = |name| job.rank(to).seat.engine.borrow().device().device().class_named(number, name);
    let class = match name {
        Some(name) => Some(named(name)?),
        None => None,
    };
    let state = |rank: u32, number: u32| job.rank(rank).seat.engine.borrow().device().device().class_state(number, class);
    let (receiver, sender) = (state(to, number)?, state(from, peer)?);
    let class = receiver.class;
    let messages = world.flying(peer, name).len() as u64;
    // Credits come over any size class of the connection.
    let ways = world.pairs_between(to, from);
    let fronts = ways.into_iter().flat_map(|way| world.flying(way, None).into_iter().chain(world.unread(way)));
    let credits: u64 = fronts.map(|front| credits_in(&front, class)).sum();
    let (available, owed) = (u64::from(sender.available), u64::from(receiver.owed));
    let promised = available + messages + credits + owed;
    let text = format!(
        "rank {from} has {available} credits of class {class} of rank {to}, {messages} messages are on the way there and {credits} credits back, \
         {owed} are owed"
    );
    Some(Direction { promised, text })
}
