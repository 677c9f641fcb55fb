//! What goes wrong on purpose, and how often. Everything is decided by the seed of the world.

use crate::random::Random;

/// Chances are out of this many.
pub const CHANCES: u32 = 10_000;

/// What goes wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Datagrams that get lost, of [`CHANCES`].
    pub loss: u32,
    /// Datagrams that come twice.
    pub duplication: u32,
    /// Datagrams that are overtaken by later ones.
    pub reordering: u32,
    /// Bursts that come later than they should.
    pub delay: u32,
    /// The longest delay, in ns.
    pub delay_ns: u64,
    /// Reads that a requester asks for a second time, as its timer ran out although the answer was
    /// on its way.
    pub repetition: u32,
    /// Registrations of memory of the program that fail.
    pub registration: u32,
    /// Posts of datagrams of which the send queue takes only the first few, or none, as if it were
    /// full.
    pub refusal: u32,
    /// Work that a rank does later than it could: it computes, or is not scheduled.
    pub slowness: u32,
    /// The longest such time, in ns.
    pub slow_ns: u64,
    /// Bytes of registered buffers a rank may have; 0: as many as it likes.
    pub memory_limit: u64,
}

/// What happens to a datagram on the wire.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fate {
    pub is_lost: bool,
    pub is_doubled: bool,
    pub delay_ps: u64,
    pub second_ps: u64,
}

/// Faults as they are drawn.
#[derive(Debug)]
pub(crate) struct Dice {
    pub faults: Faults,
    wire: Random,
    memory: Random,
    processor: Random,
    timers: Random,
    queues: Random,
}

impl Dice {
    pub fn new(faults: Faults, random: &Random) -> Self {
        Dice {
            faults,
            wire: random.fork(1),
            memory: random.fork(2),
            processor: random.fork(3),
            timers: random.fork(4),
            queues: random.fork(5),
        }
    }

    /// How much later a burst comes.
    pub fn delay_ps(&mut self) -> u64 {
        let Faults { delay, delay_ns, .. } = self.faults;
        if self.wire.happens(delay, CHANCES) { self.wire.below(delay_ns * 1000) } else { 0 }
    }

    pub fn fate(&mut self, latency_ps: u64) -> Fate {
        let Faults { loss, duplication, reordering, .. } = self.faults;
        let spread_ps = 4 * latency_ps;
        let is_late = self.wire.happens(reordering, CHANCES);
        Fate {
            is_lost: self.wire.happens(loss, CHANCES),
            is_doubled: self.wire.happens(duplication, CHANCES),
            delay_ps: if is_late { self.wire.below(spread_ps) } else { 0 },
            second_ps: self.wire.below(spread_ps),
        }
    }

    /// How long after a read its repetition comes, if it is repeated.
    pub fn repetition_ps(&mut self) -> Option<u64> {
        /// Long after the answer to most reads.
        const WITHIN_PS: u64 = 100_000_000;
        self.timers.happens(self.faults.repetition, CHANCES).then(|| self.timers.below(WITHIN_PS))
    }

    /// Whether a registration of the program's memory fails.
    pub fn refuses_registration(&mut self) -> bool {
        self.memory.happens(self.faults.registration, CHANCES)
    }

    /// How many of `count` requests a send queue takes that says it is full, if it does.
    pub fn taken_of(&mut self, count: usize) -> Option<usize> {
        self.queues.happens(self.faults.refusal, CHANCES).then(|| self.queues.below(count.max(1) as u64) as usize)
    }

    /// How long a rank does something else now.
    pub fn slowness_ps(&mut self) -> u64 {
        let Faults { slowness, slow_ns, .. } = self.faults;
        if self.processor.happens(slowness, CHANCES) { self.processor.below(slow_ns * 1000) } else { 0 }
    }
}
