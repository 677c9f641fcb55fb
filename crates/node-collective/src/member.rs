//! What a call needs of its surroundings: a member of its communicator ([`Member`]), which reaches
//! the shared area, and the node ([`Node`]), which reaches the other ranks in other ways.
//!
//! A process of a job has both from its engine. The simulated node of the tests has them in one
//! process, for ranks that take turns.

use ferry_collective::Collective;
use ferry_device::Device;
use ferry_engine::cost::Backing;
use ferry_engine::{Buffer, Engine, MatchPattern, Methods, Mode, Outcome};
use ferry_shm::ShmDevice;
use ferry_shm::shared_area::SharedArea;
use ferry_shm::shared_heap::Between;

use crate::costs::Costs;
use crate::seat::Seat;

/// What a rank waits for, for whoever asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// That others publish in a call of this function with this root.
    Entries(Collective, usize),
    /// That slower ranks finish operations.
    Readers,
}

/// One rank of a communicator, as its collective calls see it: its seat at the shared area, how it
/// waits, and what is known of the communicator.
pub trait Member {
    /// See [`Node`].
    type Node: Node;

    /// With the rank's seat and what reaches other ranks.
    fn with<R>(&self, body: impl FnOnce(&mut Seat, &mut Self::Node) -> R) -> R;

    /// Looks again and again for what others publish before anything else is done.
    fn looks(&self) -> u32;

    /// Waits with progress until `is_ready`. Messages are not refused meanwhile: a rank that cannot
    /// send its own may be the one that is waited for.
    fn wait(&self, awaited: Awaited, is_ready: impl FnMut(&mut SharedArea) -> bool);

    /// Looks after everything else once.
    fn progress(&self);

    /// Waits for a message that [`Node::send`] or [`Node::receive`] has begun.
    fn take(&self, message: usize) -> Outcome;

    /// The communicator, for messages.
    fn comm(&self) -> usize;

    /// What reading memory and copying cost, as all ranks say alike.
    fn costs(&self) -> Costs;

    /// Whether the user lets large messages go by one of `methods`.
    fn allows(&self, methods: Methods) -> bool;

    /// Whether ranks share processors, as far as is known now.
    fn is_crowded(&self) -> bool;

    /// Tells tools of a call of a function with blocks of `bytes` bytes over the shared area.
    fn note(&self, collective: Collective, bytes: u64);
}

/// What reaches other ranks in other ways than the shared area.
pub trait Node {
    /// Wakes those of `ranks` that sleep while they wait for what was just published.
    fn wake(&mut self, ranks: impl Iterator<Item = u32>);

    /// Wakes ranks that are held back by this one, after it has finished an operation.
    fn wake_held_back_on(&mut self, area: &SharedArea, ranks: impl Iterator<Item = u32>);

    /// The way between buffers of this rank and `peer` that needs no system, if there is one.
    fn between_heaps(&mut self, peer: u32) -> Option<Between>;

    /// Whether this rank can read the memory of `peer`.
    fn can_read(&mut self, peer: u32) -> bool;

    /// The process that others read to read this rank's memory.
    fn process_id(&self) -> u32;

    /// Whether peers map `bytes` bytes at `address`.
    fn is_shared(&self, address: *const u8, bytes: u64) -> bool;

    /// Others copy from `bytes` bytes at `address`: what backs most of them.
    fn note_use(&mut self, address: *const u8, bytes: u64) -> Backing;

    /// Whether ranks outnumber processors.
    fn oversubscribed(&mut self) -> bool;

    /// Sends to world rank `to`; `None` if that is over at once.
    fn send(&mut self, to: u32, context: u64, tag: i32, buffer: Buffer) -> Option<usize>;

    /// Begins to receive a message for communicator `comm`.
    fn receive(&mut self, pattern: MatchPattern, buffer: Buffer, comm: usize) -> usize;

    /// How a message has ended, if it has.
    fn take(&mut self, message: usize) -> Option<Outcome>;
}

impl<D: Device<Node = ShmDevice>> Node for Engine<D> {
    #[inline(always)]
    fn wake(&mut self, ranks: impl Iterator<Item = u32>) {
        self.node_mut().wake(ranks);
    }

    #[inline(always)]
    fn wake_held_back_on(&mut self, area: &SharedArea, ranks: impl Iterator<Item = u32>) {
        self.node_mut().wake_held_back_on(area, ranks);
    }

    fn between_heaps(&mut self, peer: u32) -> Option<Between> {
        self.node_mut().between_heaps(peer)
    }

    fn can_read(&mut self, peer: u32) -> bool {
        self.node_mut().can_read(peer)
    }

    fn process_id(&self) -> u32 {
        std::process::id()
    }

    fn is_shared(&self, address: *const u8, bytes: u64) -> bool {
        Engine::is_shared(self, address, bytes)
    }

    fn note_use(&mut self, address: *const u8, bytes: u64) -> Backing {
        Engine::note_use(self, address, bytes)
    }

    #[inline(always)]
    fn oversubscribed(&mut self) -> bool {
        Engine::oversubscribed(self)
    }

    fn send(&mut self, to: u32, context: u64, tag: i32, buffer: Buffer) -> Option<usize> {
        Engine::send(self, to, context, tag, buffer, Mode::Standard)
    }

    fn receive(&mut self, pattern: MatchPattern, buffer: Buffer, comm: usize) -> usize {
        Engine::receive(self, pattern, buffer, comm)
    }

    #[inline]
    fn take(&mut self, message: usize) -> Option<Outcome> {
        Engine::take(self, message)
    }
}
