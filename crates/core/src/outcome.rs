//! What the program gets to know of an operation of the engine that is over: its status, its error.

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_engine::{Fault, Outcome};

use crate::Error;
use crate::process::Process;
use crate::resilience::{self, revoked};

/// The rank in communicator `comm` of the process with world rank `process`.
#[inline]
pub fn rank_in(p: &Process, comm: usize, process: u32) -> c_int {
    match p.comms.get(comm) {
        Some(comm) => comm.peers().rank_of(process).map_or(mpi::MPI_UNDEFINED, |rank| rank as c_int),
        None => p.comms.departed_rank(comm, process),
    }
}

/// The status of a finished receive or probe on `comm`.
#[inline]
pub fn status(p: &Process, comm: usize, outcome: &Outcome) -> Status {
    let mut status = Status::new(rank_in(p, comm, outcome.source), outcome.tag, outcome.bytes);
    if outcome.cancelled {
        status.set_cancelled(true);
    }
    status
}

/// The error of an operation that is over, if it has one.
#[inline(always)]
pub fn failure(p: &Process, comm: usize, outcome: &Outcome, is_receive: bool) -> Option<Error> {
    if !outcome.has_failed(is_receive) {
        return None;
    }
    Some(match outcome.fault {
        Some(fault) => inaccessible(p, comm, outcome, fault, is_receive),
        None => truncated(p, comm, outcome),
    })
}

/// The error of a message whose bytes could not be moved.
#[cold]
pub fn inaccessible(p: &Process, comm: usize, outcome: &Outcome, fault: Fault, is_receive: bool) -> Error {
    let rank = rank_in(p, comm, outcome.source);
    let whose = match (fault, is_receive) {
        (Fault::SendBuffer, false) => "argument buf: the send buffer cannot be read".to_owned(),
        (Fault::SendBuffer, true) => format!("the send buffer of rank {rank} cannot be read"),
        (Fault::ReceiveBuffer, true) => "argument buf: the receive buffer cannot be written".to_owned(),
        (Fault::ReceiveBuffer, false) => format!("the receive buffer of rank {rank} cannot be written"),
        (Fault::PeerLost, _) => {
            let reason = p.engine.loss_of(outcome.source).unwrap_or("it has ended");
            let text = format!("rank {rank} cannot be reached any more (message with tag {}): {reason}", outcome.tag);
            return Error::new(resilience::class_of_loss(), text).on(comm);
        }
        (Fault::MemberLost, _) => return resilience::member_lost().on(comm),
        (Fault::Revoked, _) => return revoked().on(comm),
    };
    let text = format!("{whose} (message with tag {}); check its address, count and datatype", outcome.tag);
    Error::new(mpi::MPI_ERR_BUFFER, text).on(comm)
}

/// The error of a message longer than its receive buffer.
#[cold]
fn truncated(p: &Process, comm: usize, outcome: &Outcome) -> Error {
    let rank = rank_in(p, comm, outcome.source);
    let Outcome { tag, bytes, sent, .. } = outcome;
    Error::new(
        mpi::MPI_ERR_TRUNCATE,
        format!("the message from rank {rank} with tag {tag} has {sent} bytes and the receive buffer takes {bytes}; receive into a larger buffer"),
    )
    .on(comm)
}
