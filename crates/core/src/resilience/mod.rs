//! A job that survives the death of processes (`FERRY_FAULT_TOLERANCE`): who has died, which
//! communicators are revoked, and what processes agree upon
//! ([ADR 0075](../../../../docs/adr/0075-surviving-the-death-of-ranks.md)).
//!
//! Ferry's launcher tells every rank when another one is gone; a device may find out before. Either
//! way operations with the dead fail, and so do collective operations of communicators that had
//! them as members, at all ranks. Revocations and agreements travel as messages in a context of
//! their own, which no death and no revocation ends. All of this happens whenever the process makes
//! progress ([`crate::process::Process::tend_failures`]), and only in a job that was started for
//! it.
//!
//! - `ledger`: the agreements of one communicator
//! - `tend`: what the process does

mod ledger;
mod tend;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

use ferry_constants as mpi;
use ferry_engine::owned::OwnedReceive;

use self::ledger::Ledger;
use crate::comm::Comm;
use crate::group::Group;
use crate::{Error, Result};

/// Messages that are kept for communicators this process does not have: those that it is about to
/// make, and freed ones, to which late messages come. The oldest go first.
const STRAYS_MAX: usize = 1024;
/// At least so many of each process are kept: all may begin to agree, and revoke, before this one
/// has the communicator.
const STRAYS_A_PROCESS: usize = 4;

/// The job survives the death of processes.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// The error class of an operation with a process that is gone.
pub fn class_of_loss() -> i32 {
    if is_on() { mpi::MPIX_ERR_PROC_FAILED } else { mpi::MPI_ERR_PROC_ABORTED }
}

/// Whether the job survives the death of processes.
pub fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// The error of a collective operation on a communicator that has lost a member.
#[cold]
pub fn member_lost() -> Error {
    let text = "a process of the communicator has died, which ends its collective operations; see MPIX_Comm_get_failed, and go on with \
                a communicator of MPIX_Comm_shrink";
    Error::new(mpi::MPIX_ERR_PROC_FAILED, text)
}

/// The error of operations on a revoked communicator.
#[cold]
pub fn revoked() -> Error {
    let text = "the communicator is revoked; only MPIX_Comm_shrink, MPIX_Comm_agree and their kin still work on it";
    Error::new(mpi::MPIX_ERR_REVOKED, text)
}

/// Which agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The context id of its communicator.
    context: u64,
    /// How many were begun on that before it.
    number: u64,
}

/// What processes have agreed upon.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The bitwise "and" of all flags.
    pub flag: i32,
    /// The context id that the first of the living has offered.
    pub context: u64,
    /// The processes of the communicator that have died.
    pub failed: Vec<u32>,
    /// All of the living had acknowledged those deaths.
    pub is_acknowledged: bool,
}

/// A message about a communicator that this process does not have.
struct Stray {
    context: u64,
    from: u32,
    tag: i32,
    bytes: Vec<u8>,
}

/// See the module.
#[derive(Default)]
pub struct Resilience {
    /// Processes that have died, in the order in which this one has learnt of it.
    failed: Vec<u32>,
    /// Processes that have left by `MPI_Finalize`.
    left: BTreeSet<u32>,
    /// Losses that the device has reported so far.
    losses: usize,
    /// Communicators made and files opened so far, as far as members of theirs were looked for
    /// among the dead.
    made: u64,
    revoked: BTreeSet<u64>,
    ledgers: BTreeMap<u64, Ledger>,
    coming: Vec<(u32, i32, OwnedReceive)>,
    strays: VecDeque<Stray>,
}

impl Resilience {
    /// Whether a process has died, or left.
    fn is_gone(&self, process: u32) -> bool {
        self.left.contains(&process) || self.failed.contains(&process)
    }

    /// Keeps a message for later, in a job of so many processes.
    fn keep_stray(&mut self, stray: Stray, processes: usize) {
        if self.strays.len() >= STRAYS_MAX.max(STRAYS_A_PROCESS * processes) {
            self.strays.pop_front();
        }
        self.strays.push_back(stray);
    }

    fn refuse_casualty(&self, comm: &Comm) -> Result<()> {
        if comm.is_revoked() {
            return Err(revoked());
        }
        if self.failed.iter().any(|process| is_member(comm, *process)) {
            return Err(member_lost());
        }
        Ok(())
    }
}

/// The members of `group` that are not among `failed`.
pub fn survivors(group: &Group, failed: &[u32]) -> Group {
    Group::of(group.processes().filter(|process| !failed.contains(process)).collect())
}

/// The error of functions that need a job which survives deaths.
#[cold]
pub fn not_on() -> Error {
    let text =
        "this job does not survive the death of ranks; start it with mpiexec --fault-tolerance, or set FERRY_FAULT_TOLERANCE=on";
    Error::new(mpi::MPI_ERR_UNSUPPORTED_OPERATION, text)
}

fn is_member(comm: &Comm, process: u32) -> bool {
    comm.group().rank_of(process).is_some() || comm.remote().is_some_and(|remote| remote.rank_of(process).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_messages_of_all_processes_are_kept_and_no_more() {
        for (processes, kept) in [(2, 1024), (3000, 12_000)] {
            let mut resilience = Resilience::default();
            for number in 0..13_000 {
                let stray = Stray { context: 7, from: number % processes, tag: 1, bytes: Vec::new() };
                resilience.keep_stray(stray, processes as usize);
            }
            assert_eq!(resilience.strays.len(), kept);
        }
    }
}
