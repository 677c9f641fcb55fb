//! A job: its ranks as tasks on one thread, and the loop that lets the world and them go on.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use ferry_device::Device;
use ferry_engine::{Engine, Limits};

use crate::log::Microseconds;
use crate::rank::{Rank, Wait};
use crate::world::World;

/// What goes wrong in a run: which invariant does not hold, and what is seen of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at {} us: {invariant} does not hold: {text}", Microseconds(self.at_ps))]
pub struct Violation {
    /// When.
    pub at_ps: u64,
    /// The invariant's name.
    pub invariant: &'static str,
    /// What is seen.
    pub text: String,
}

/// Something that holds after every event.
pub trait Invariant<D: Device> {
    /// Its name.
    fn name(&self) -> &'static str;
    /// What is wrong, if anything is.
    fn check(&mut self, job: &Job<D>) -> Result<(), String>;
}

/// The memory that a task lives in.
type Task = Pin<Box<dyn Future<Output = ()>>>;

/// Ranks of a world.
pub struct Job<D: Device> {
    // Dropped in this order: tasks hold buffers that engines and devices know of, and nothing
    // happens any more.
    world: World,
    ranks: Vec<Rank<D>>,
    tasks: Vec<Option<Task>>,
    /// How long nothing may come of anything before ranks are taken for stuck, in ps.
    pub patience_ps: u64,
}

/// Retries of an adapter take two seconds; a silent peer is probed each second.
const PATIENCE_PS: u64 = 60 * 1_000_000_000_000;

impl<D: Device + 'static> Job<D> {
    /// A job of the ranks that `devices` belong to, in order; they are the first that were opened
    /// in `world`.
    pub fn new(world: &World, devices: Vec<D>, limits: Limits) -> Self {
        let ranks = devices.len() as u32;
        world.set_automatic(false);
        let make = |(rank, device)| {
            let rank = rank as u32;
            Rank::new(world.clone(), rank, ranks, Engine::new(device, rank, ranks as usize, limits))
        };
        let ranks = devices.into_iter().enumerate().map(make).collect();
        Job { world: world.clone(), ranks, tasks: Vec::new(), patience_ps: PATIENCE_PS }
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// A rank.
    pub fn rank(&self, rank: u32) -> &Rank<D> {
        &self.ranks[rank as usize]
    }

    /// All ranks.
    pub fn ranks(&self) -> &[Rank<D>] {
        &self.ranks
    }

    /// Whether the program of a rank is over.
    pub fn is_over(&self, rank: u32) -> bool {
        self.tasks.get(rank as usize).is_none_or(Option::is_none)
    }

    /// Runs `program` on every rank until all that live are done.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn run<F>(&mut self, program: impl FnMut(Rank<D>) -> F, invariants: &mut [Box<dyn Invariant<D>>]) -> Result<(), Violation>
    where
        F: Future<Output = ()> + 'static,
    {
        let mut program = program;
        let task = |rank: Rank<D>| {
            let part = program(rank.clone());
            let whole = async move {
                part.await;
                rank.finish().await;
            };
            Some(Box::pin(whole) as Task)
        };
        self.tasks = self.ranks.iter().cloned().map(task).collect();
        self.world.start(self.ranks.len() as u32);
        let result = self.go_on(invariants);
        // What is left are tasks of ranks that died, or of a run that failed: nobody polls them,
        // and no event touches their memory.
        result
    }

    fn go_on(&mut self, invariants: &mut [Box<dyn Invariant<D>>]) -> Result<(), Violation> {
        let mut waits: usize = self.tasks.len();
        loop {
            while let Some(rank) = self.world.next_runnable() {
                waits -= usize::from(self.poll(rank));
            }
            if let Some(violation) = self.world.take_violation() {
                return Err(violation);
            }
            for invariant in invariants.iter_mut() {
                let text = invariant.check(self).err();
                if let Some(text) = text {
                    return Err(self.violation(invariant.name(), text));
                }
            }
            if waits == 0 || self.only_dead_wait() || self.world.is_aborted() {
                return Ok(());
            }
            if !self.world.step() || self.world.idle_ps() > self.patience_ps {
                return Err(self.violation("progress", self.describe_waits()));
            }
        }
    }

    /// Lets a task go on; whether it is over now.
    fn poll(&mut self, rank: u32) -> bool {
        if self.world.is_dead(rank) {
            return false;
        }
        let Some(task) = self.tasks[rank as usize].as_mut() else { return false };
        let is_over = matches!(task.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(()));
        if is_over {
            self.tasks[rank as usize] = None;
        }
        is_over
    }

    fn only_dead_wait(&self) -> bool {
        self.world.has_dead() && (0..self.tasks.len() as u32).all(|rank| self.is_over(rank) || self.world.is_dead(rank))
    }

    fn violation(&self, invariant: &'static str, text: String) -> Violation {
        Violation { at_ps: self.world.now_ps(), invariant, text }
    }

    /// Who waits for what; the first few.
    pub fn describe_waits(&self) -> String {
        const MOST: usize = 16;
        let waiting: Vec<u32> = (0..self.ranks.len() as u32).filter(|rank| !self.is_over(*rank)).collect();
        let describe = |rank: &u32| {
            let wait = self.ranks[*rank as usize].seat.wait.get();
            let state = if self.world.is_dead(*rank) { "is dead" } else { "waits" };
            if wait == Wait::Nothing { format!("rank {rank} {state}") } else { format!("rank {rank} {state} for {wait}") }
        };
        let mut lines: Vec<String> = waiting.iter().take(MOST).map(describe).collect();
        if waiting.len() > MOST {
            lines.push(format!("and {} others", waiting.len() - MOST));
        }
        format!("nothing is going to happen, but {}", lines.join("; "))
    }
}
