//! What holds after every event. Programs check contents and order of messages themselves
//! ("delivery"), and the loop of a job that something can still happen ("progress"); the rest is
//! here.

use ferry_device::Device;
use ferry_rc::Receives;

use crate::credits::CreditsConserved;
use crate::environment::SimDevice;
use crate::job::{Invariant, Job};
use crate::verbs::SimVerbs;

/// All invariants of jobs over reliable connections. `rings`: whether there are any, if each credit
/// is to be looked after, which takes time.
pub fn all<R: Receives<SimVerbs> + 'static>(rings: Option<bool>) -> Vec<Box<dyn Invariant<SimDevice<R>>>> {
    let mut all: Vec<Box<dyn Invariant<SimDevice<R>>>> =
        vec![Box::new(LivingMemory), Box::new(DisjointReceives::default()), Box::new(ReceiversReady)];
    if let Some(rings) = rings {
        all.push(Box::new(CreditsConserved::new(rings)));
    }
    all
}

/// All invariants of jobs over datagrams, which may find no receive: those are repeated.
pub fn of_datagrams<D: Device + 'static>() -> Vec<Box<dyn Invariant<D>>> {
    vec![Box::new(LivingMemory), Box::new(DisjointReceives::default())]
}

/// No adapter touches memory of a program after that is gone.
struct LivingMemory;

impl<D: Device + 'static> Invariant<D> for LivingMemory {
    fn name(&self) -> &'static str {
        "registered memory lives"
    }

    fn check(&mut self, job: &Job<D>) -> Result<(), String> {
        match job.world().totals().stale_accesses {
            0 => Ok(()),
            count => Err(format!("an adapter has touched memory {count} times that its program had given back")),
        }
    }
}

/// No two receives that are posted share memory.
#[derive(Default)]
struct DisjointReceives {
    events: u64,
    /// The number of the event of the next look.
    next: u64,
}

/// Events of a rank between two looks, and for each receive there is, as a look goes through all
/// receives of all.
const EACH_RANK: u64 = 64;
const EACH_RECEIVE: u64 = 2;

impl<D: Device + 'static> Invariant<D> for DisjointReceives {
    fn name(&self) -> &'static str {
        "buffers are not shared"
    }

    fn check(&mut self, job: &Job<D>) -> Result<(), String> {
        self.events += 1;
        if self.events < self.next {
            return Ok(());
        }
        let receives = job.world().check_receives()?;
        self.next = self.events + (EACH_RANK * job.ranks().len() as u64).max(EACH_RECEIVE * receives);
        Ok(())
    }
}

/// Flow control never lets a message find no receive.
struct ReceiversReady;

impl<R: Receives<SimVerbs> + 'static> Invariant<SimDevice<R>> for ReceiversReady {
    fn name(&self) -> &'static str {
        "receivers are ready"
    }

    fn check(&mut self, job: &Job<SimDevice<R>>) -> Result<(), String> {
        match job.world().totals().not_ready {
            0 => Ok(()),
            count => Err(format!("{count} messages have found no receive")),
        }
    }
}
