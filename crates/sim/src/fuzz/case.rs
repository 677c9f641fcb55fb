//! A random job as a line of numbers: everything that a run depends on.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;

use ferry_device::Device;
use ferry_rc::Receives;
use ferry_ud::{LargeMessages, Repair};

use super::traffic;
use crate::environment::Plan;
use crate::fault::{CHANCES, Faults};
use crate::invariant;
use crate::job::{Invariant, Job, Violation};
use crate::profile::Profile;
use crate::random::Random;
use crate::scheme::{Run, Scheme};
use crate::verbs::SimVerbs;
use crate::world::World;

/// A job to be tried. The same case gives the same run, to the picosecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// Chance.
    pub seed: u64,
    /// Ranks.
    pub ranks: u32,
    /// Messages and collective operations.
    pub messages: u32,
    /// Most operations that a rank has under way.
    pub window: u32,
    /// What goes wrong.
    pub faults: Faults,
    /// Ranks that wait sleep.
    pub sleeps: bool,
    /// When a rank dies, in ns after all have met; 0: nobody does.
    pub death_ns: u64,
    /// When a queue pair breaks, in ns after all have met; 0: none does.
    pub break_ns: u64,
    /// Where messages arrive.
    pub scheme: Scheme,
    /// Peers may write small messages into rings.
    pub rings: bool,
    /// Messages that a packet holds go without asking.
    pub unasked: bool,
}

/// A case that went well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Events.
    pub events: u64,
    /// When it was over, in ps.
    pub end_ps: u64,
    /// Differs if any note does.
    pub digest: u64,
    /// Ways to peers that were connections at the end or had been before, of all ranks.
    pub connected: u64,
}

/// The machine on which cases run.
const PROFILE: &str = "ndr400";

/// A message takes some microseconds; deaths come in the middle of a job.
const DEATH_WITHIN_NS: u64 = 300_000;

/// Memory for buffers that suffices for the beginning, and more of it, in bytes: somewhere in
/// between it runs out.
const LEAST_MEMORY: u64 = 512 << 10;
const MORE_MEMORY: u64 = 2 << 20;

/// Messages of a case, and about as many operations of a rank at once, that use up whatever may be
/// under way between two ranks in both directions.
const FLOOD: u32 = 300;

/// Nobody who lives is silent for so long.
const SILENCE_NS: u64 = 2_000_000_000;

/// Longest message that goes without asking where any does: as with software adapters, more than a
/// packet.
const UNASKED: u64 = 64 << 10;

impl Case {
    /// The case of a seed.
    pub fn of(seed: u64) -> Case {
        let mut random = Random::new(seed);
        let mut often = |most: u32| if random.happens(1, 2) { random.below(most.into()) as u32 } else { 0 };
        let faults = Faults {
            loss: often(CHANCES / 4),
            duplication: often(CHANCES / 10),
            reordering: often(CHANCES / 4),
            delay: often(CHANCES / 10),
            delay_ns: 50_000,
            registration: often(CHANCES / 2),
            refusal: 0,
            slowness: often(CHANCES / 20),
            slow_ns: 200_000,
            memory_limit: 0,
            repetition: 0,
        };
        let death_ns = if random.happens(1, 8) { 1 + random.below(DEATH_WITHIN_NS) } else { 0 };
        let (sleeps, ranks) = (random.happens(1, 3), 2 + random.below(6) as u32);
        let (messages, window) = (10 + random.below(150) as u32, 1 + random.below(24) as u32);
        // A stream of their own: cases of older seeds stay what they were but for these.
        let mut random = Random::new(seed).fork(11);
        let is_whole = death_ns == 0;
        let break_ns = if is_whole && random.happens(1, 8) { 1 + random.below(DEATH_WITHIN_NS) } else { 0 };
        let is_short = is_whole && break_ns == 0 && random.happens(1, 8);
        let memory_limit = if is_short { LEAST_MEMORY + random.below(MORE_MEMORY) } else { 0 };
        let (scheme, rings) = (*random.pick(&Scheme::CONNECTED), random.happens(1, 2));
        let unasked = random.happens(1, 2);
        let repetition = if random.happens(1, 4) { random.below((CHANCES / 4).into()) as u32 } else { 0 };
        let is_flood = random.happens(1, 8);
        let (messages, window) =
            if is_flood { (FLOOD + messages, FLOOD / 4 + random.below(FLOOD.into()) as u32) } else { (messages, window) };
        let faults = Faults { memory_limit, repetition, ..faults };
        let case = Case { seed, ranks, messages, window, faults, sleeps, death_ns, break_ns, scheme, rings, unasked };
        // Another stream of their own: every third case is one over datagrams.
        let mut random = Random::new(seed).fork(12);
        let case = if random.happens(1, 3) { case.over(*random.pick(&Scheme::OF_DATAGRAMS)) } else { case };
        // And a third of those over datagrams have connections as well.
        let mut random = Random::new(seed).fork(15);
        let case = if case.scheme.is_datagrams() && random.happens(1, 3) { case.over(Scheme::Both) } else { case };
        // Send queues that are full too early.
        let mut random = Random::new(seed).fork(16);
        let is_refused = Scheme::OF_DATAGRAMS.contains(&case.scheme) && random.happens(1, 4);
        let refusal = if is_refused { random.below((CHANCES / 5).into()) as u32 } else { 0 };
        Case { faults: Faults { refusal, ..case.faults }, ..case }
    }

    /// The same with other receives.
    pub fn with(self, scheme: Scheme) -> Case {
        if scheme.is_datagrams() {
            return self.over(scheme);
        }
        Case { scheme, faults: Faults { refusal: 0, ..self.faults }, ..self }
    }

    /// The same over datagrams: there is no connection to break, unless there are some beside, and
    /// no device without its receives.
    pub fn over(self, scheme: Scheme) -> Case {
        let (break_ns, refusal) = if scheme == Scheme::Both { (self.break_ns, 0) } else { (0, self.faults.refusal) };
        Case { scheme, break_ns, faults: Faults { memory_limit: 0, refusal, ..self.faults }, ..self }
    }

    /// Whether ranks begin so much at once that nothing else may get through: nobody waits for all
    /// before it is over.
    pub(super) fn is_flood(&self) -> bool {
        self.window >= FLOOD / 4
    }

    /// Whether operations may end with the loss of a peer: then nobody waits for all, or for
    /// anybody.
    pub(super) fn may_lose(&self) -> bool {
        self.death_ns > 0 || self.break_ns > 0 || self.faults.memory_limit > 0
    }

    /// Who dies, if anybody does.
    pub(super) fn victim(&self) -> Option<u32> {
        (self.death_ns > 0).then(|| Random::new(self.seed).fork(9).below(self.ranks.into()) as u32)
    }

    /// Runs it; notes go to `log`, if they are wanted.
    ///
    /// # Errors
    /// What does not hold.
    ///
    /// # Panics
    /// If the adapters refuse what devices need.
    pub fn run(&self, log: Option<&mut Vec<String>>) -> Result<Ended, Violation> {
        let profile = Profile::find(PROFILE).unwrap_or_else(|error| panic!("{error}"));
        let world = World::new(profile, self.faults, self.seed);
        world.set_log(log.is_some());
        let result = self.scheme.apply(InWorld { case: self, world: &world });
        let digest = world.log_digest();
        if let Some(log) = log {
            log.extend(world.take_log());
        }
        result.map(|connected| Ended { events: world.totals().events, end_ps: world.now_ps(), digest, connected })
    }

    fn run_in<R: Receives<SimVerbs> + 'static>(&self, world: &World, receives: impl FnMut(u32) -> R) -> Result<u64, Violation> {
        let job = self.plan().build(world, receives);
        self.run_job(world, job, &mut invariant::all(Some(self.rings)), |_| 0)
    }

    fn run_datagrams(&self, world: &World, large: LargeMessages, repair: Repair) -> Result<u64, Violation> {
        let plan = self.datagram_plan(large, repair);
        self.run_job(world, plan.build_datagrams(world), &mut invariant::of_datagrams(), |_| 0)
    }

    /// Few receives, small blocks and few queue pairs, so that they run out, and large messages of
    /// all lengths.
    fn datagram_plan(&self, large: LargeMessages, repair: Repair) -> Plan {
        let mut plan = self.plan();
        let mut random = Random::new(self.seed).fork(13);
        let options = &mut plan.datagrams;
        (options.large, options.repair) = (large, repair);
        options.receives = 32 << random.below(4);
        options.pool = 1 + random.below(4) as u32;
        options.block_pieces = 2 << random.below(5);
        options.blocks_at_once = 1 + random.below(3) as u32;
        options.blocks_of_peer = 1 + random.below(4) as u16;
        options.bulk_sends = 4 << random.below(6);
        // By costs in one of four: whether a buffer was used before matters then.
        options.zero_copy_min = (!Random::new(self.seed).fork(17).happens(1, 4)).then_some(4096);
        options.silence_ns = (self.death_ns > 0).then_some(SILENCE_NS);
        options.eager_bytes = if self.unasked { UNASKED } else { 0 };
        plan
    }

    /// The same with connections, to few peers and soon, so that ways change while much is under
    /// way.
    fn run_both(&self, world: &World) -> Result<u64, Violation> {
        let mut plan = self.datagram_plan(LargeMessages::ZeroCopy, Repair::Missing);
        let mut random = Random::new(self.seed).fork(14);
        plan.hybrid.connections = 1 + random.below(4) as u32;
        plan.hybrid.hot_after = 1 + random.below(12) as u32;
        self.run_job(world, plan.build_both(world), &mut invariant::of_datagrams(), |device| {
            let usage = device.device().usage();
            u64::from(usage.connections) + usage.returned
        })
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::new(self.ranks);
        plan.options.patience_ns = (self.death_ns > 0).then_some(SILENCE_NS);
        if !self.rings {
            plan.options.rings = 0;
        }
        if self.unasked {
            plan.options.eager_bytes = UNASKED;
        }
        plan
    }

    fn run_job<D: Device + 'static>(
        &self,
        world: &World,
        job: ferry_rdma::Result<Job<D>>,
        invariants: &mut [Box<dyn Invariant<D>>],
        connected: impl Fn(&D) -> u64,
    ) -> Result<u64, Violation> {
        let mut job = job.unwrap_or_else(|error| panic!("no device can be made: {error}"));
        (0..self.ranks).for_each(|rank| world.set_sleeping(rank, self.sleeps));
        let (items, case, met) = (Rc::new(traffic::draw(self)), *self, Rc::new(Cell::new(0)));
        let program = |rank| traffic::exchange(rank, Rc::clone(&items), case, Rc::clone(&met));
        job.run(program, invariants)?;
        let connected = job.ranks().iter().map(|rank| rank.device(|device| connected(device))).sum();
        drop(job);
        self.find_leak(world)
            .map_or(Ok(connected), |text| Err(Violation { at_ps: world.now_ps(), invariant: "nothing is leaked", text }))
    }

    /// What ranks have left behind, if anything.
    fn find_leak(&self, world: &World) -> Option<String> {
        (0..self.ranks).find_map(|rank| {
            let memory = world.memory(rank);
            let left = [memory.buffers, memory.regions, memory.queue_pairs, memory.completions, memory.shared_receives];
            (left != [0; 5]).then(|| format!("rank {rank} has left {memory:?}"))
        })
    }

    /// Cases that are a bit smaller, the much smaller ones first.
    pub fn smaller(&self) -> Vec<Case> {
        let mut all = Vec::new();
        let mut add = |case: Case| {
            if case != *self {
                all.push(case)
            }
        };
        for messages in [self.messages / 2, self.messages * 3 / 4, self.messages.saturating_sub(1)] {
            add(Case { messages, ..*self });
        }
        for ranks in [2, self.ranks - 1] {
            add(Case { ranks: ranks.max(2), ..*self });
        }
        for window in [1, self.window / 2] {
            add(Case { window: window.max(1), ..*self });
        }
        add(Case { sleeps: false, ..*self });
        add(Case { death_ns: 0, ..*self });
        add(Case { break_ns: 0, ..*self });
        add(Case { scheme: Scheme::ALL[0], ..*self });
        add(Case { rings: false, ..*self });
        add(Case { unasked: false, ..*self });
        let faults = self.faults;
        add(Case { faults: Faults::default(), ..*self });
        for less in [
            Faults { loss: 0, ..faults },
            Faults { duplication: 0, ..faults },
            Faults { reordering: 0, ..faults },
            Faults { delay: 0, delay_ns: 0, ..faults },
            Faults { repetition: 0, ..faults },
            Faults { registration: 0, ..faults },
            Faults { refusal: 0, ..faults },
            Faults { slowness: 0, slow_ns: 0, ..faults },
            Faults { memory_limit: 0, ..faults },
        ] {
            add(Case { faults: less, ..*self });
        }
        all
    }

    /// Names and values, in the order in which they are written.
    fn fields(&self) -> [(&'static str, u64); 21] {
        let faults = &self.faults;
        [
            ("seed", self.seed),
            ("ranks", self.ranks.into()),
            ("messages", self.messages.into()),
            ("window", self.window.into()),
            ("loss", faults.loss.into()),
            ("duplication", faults.duplication.into()),
            ("reordering", faults.reordering.into()),
            ("delay", faults.delay.into()),
            ("delay_ns", faults.delay_ns),
            ("repetition", faults.repetition.into()),
            ("registration", faults.registration.into()),
            ("refusal", faults.refusal.into()),
            ("slowness", faults.slowness.into()),
            ("slow_ns", faults.slow_ns),
            ("memory_limit", faults.memory_limit),
            ("sleeps", self.sleeps.into()),
            ("death_ns", self.death_ns),
            ("break_ns", self.break_ns),
            ("receives", Scheme::ALL.iter().position(|scheme| *scheme == self.scheme).unwrap_or(0) as u64),
            ("rings", self.rings.into()),
            ("unasked", self.unasked.into()),
        ]
    }

    fn set(&mut self, name: &str, value: u64) -> Result<(), String> {
        let small = |most: u32| {
            u32::try_from(value)
                .ok()
                .filter(|value| *value <= most)
                .ok_or_else(|| format!("{name}={value} is too large: at most {most}"))
        };
        match name {
            "seed" => self.seed = value,
            "ranks" => self.ranks = small(1 << 16)?.max(2),
            "messages" => self.messages = small(1 << 20)?,
            "window" => self.window = small(1 << 16)?.max(1),
            "loss" => self.faults.loss = small(CHANCES - 1)?,
            "duplication" => self.faults.duplication = small(CHANCES)?,
            "reordering" => self.faults.reordering = small(CHANCES)?,
            "delay" => self.faults.delay = small(CHANCES)?,
            "delay_ns" => self.faults.delay_ns = value,
            "repetition" => self.faults.repetition = small(CHANCES)?,
            "registration" => self.faults.registration = small(CHANCES)?,
            "refusal" => self.faults.refusal = small(CHANCES - 1)?,
            "slowness" => self.faults.slowness = small(CHANCES)?,
            "slow_ns" => self.faults.slow_ns = value,
            "memory_limit" => self.faults.memory_limit = value,
            "sleeps" => self.sleeps = value != 0,
            "death_ns" => self.death_ns = value,
            "break_ns" => self.break_ns = value,
            "receives" => self.scheme = Scheme::ALL[small(Scheme::ALL.len() as u32 - 1)? as usize],
            "rings" => self.rings = value != 0,
            "unasked" => self.unasked = value != 0,
            _ => return Err(format!("a case has no {name:?}; it has {}", self.fields().map(|(name, _)| name).join(", "))),
        }
        Ok(())
    }
}

/// A case and the world that it is run in.
struct InWorld<'a> {
    case: &'a Case,
    world: &'a World,
}

impl Run for InWorld<'_> {
    type Output = Result<u64, Violation>;

    fn run<R: Receives<SimVerbs> + 'static>(self, receives: impl FnMut(u32) -> R) -> Self::Output {
        self.case.run_in(self.world, receives)
    }

    fn run_datagrams(self, large: LargeMessages, repair: Repair) -> Self::Output {
        self.case.run_datagrams(self.world, large, repair)
    }

    fn run_both(self) -> Self::Output {
        self.case.run_both(self.world)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.fields().into_iter().enumerate().filter(|(index, (_, value))| *index < 4 || *value > 0);
        for (index, (_, (name, value))) in fields.enumerate() {
            write!(f, "{}{name}={value}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Case {
    type Err = String;

    /// A seed, or what [`Case`] is shown as.
    fn from_str(text: &str) -> Result<Case, String> {
        if let Ok(seed) = text.trim().parse() {
            return Ok(Case::of(seed));
        }
        let (faults, scheme) = (Faults::default(), Scheme::ALL[0]);
        let (sleeps, rings, unasked, death_ns, break_ns) = (false, false, false, 0, 0);
        let mut case =
            Case { seed: 0, ranks: 2, messages: 0, window: 1, faults, sleeps, death_ns, break_ns, scheme, rings, unasked };
        for part in text.trim().split(',') {
            let (name, value) = part.split_once('=').ok_or_else(|| format!("{part:?} is neither a seed nor name=value"))?;
            let value = value.parse().map_err(|_| format!("{part:?}: {value:?} is not a whole number"))?;
            case.set(name, value)?;
        }
        Ok(case)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_can_be_written_and_read() {
        for seed in 0..200 {
            let case = Case::of(seed);
            assert_eq!(case.to_string().parse(), Ok(case));
            assert_eq!(seed.to_string().parse(), Ok(case));
            assert!(case.smaller().iter().all(|smaller| *smaller != case));
        }
    }

    #[test]
    fn nonsense_is_named() {
        let wrong = |text: &str| text.parse::<Case>().expect_err("nonsense");
        assert!(wrong("x").contains("neither a seed"));
        assert!(wrong("ranks=many").contains("\"many\" is not a whole number"));
        assert!(wrong("rank=3").contains("no \"rank\"; it has seed, ranks"));
        assert!(wrong("loss=20000").contains("at most 9999"), "a wire that loses everything");
    }
}
