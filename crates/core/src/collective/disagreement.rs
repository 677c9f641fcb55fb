//! What to say when ranks disagree about a collective operation.

use ferry_collective::Collective;
use ferry_constants as mpi;
use ferry_engine::Fault;
use ferry_engine::collective::{KIND_BITS, Mismatch};
use ferry_node_collective::is_harmless;

use crate::{Error, Result};

/// What to say when ranks disagree about an operation; peers from `ranks` on are ranks of the
/// remote group.
///
/// # Errors
/// All but messages that may be shorter than the room for them.
#[cold]
pub fn disagreement(collective: Collective, mismatch: Mismatch, ranks: u32) -> Result<()> {
    if is_harmless(collective, mismatch) { Ok(()) } else { Err(self::mismatch(collective, mismatch, ranks)) }
}

/// The error for ranks that disagree about an operation; peers as in [`disagreement`].
#[cold]
pub(super) fn mismatch(collective: Collective, mismatch: Mismatch, ranks: u32) -> Error {
    let name = |peer: u32| match peer.checked_sub(ranks) {
        None => format!("rank {peer} of the communicator"),
        Some(peer) => format!("rank {peer} of the remote group"),
    };
    let rule = "the counts and datatypes of all ranks must describe the same amount of data";
    match mismatch {
        Mismatch::Own { sent, expected } => {
            let text = format!("this rank sends {sent} bytes to itself and expects {expected}; {rule}");
            Error::new(length_class(sent, expected), text)
        }
        Mismatch::Length { peer, sent, expected } => {
            let excuse = if sent == 0 { "; or that rank could not go on, and says why" } else { "" };
            let text = format!("{} sent {sent} bytes where this rank expected {expected}; {rule}{excuse}", name(peer));
            Error::new(length_class(sent, expected), text)
        }
        Mismatch::Fault { peer, fault } => {
            let (whose, what) = match fault {
                Fault::SendBuffer => ("rank's send", "read"),
                Fault::ReceiveBuffer => ("rank's receive", "written"),
                Fault::PeerLost | Fault::MemberLost | Fault::Revoked => ("rank's", "reached"),
            };
            let text = format!(
                "data from rank {peer} could not be moved: a {whose} buffer cannot be {what}; check its address, count and datatype"
            );
            Error::new(mpi::MPI_ERR_BUFFER, text)
        }
        Mismatch::Refused { peer } => {
            let text = format!(
                "the adapter refuses to put into memory of {}; set FERRY_COLLECTIVE to an algorithm by messages",
                name(peer)
            );
            Error::new(mpi::MPI_ERR_OTHER, text)
        }
        Mismatch::Unregistered { bytes } => {
            let text = format!(
                "{bytes} bytes of this rank's buffers cannot be registered with the adapter; raise the limit of locked memory \
                 (ulimit -l), or set FERRY_COLLECTIVE to an algorithm by messages"
            );
            Error::new(mpi::MPI_ERR_NO_MEM, text)
        }
        Mismatch::Tag { peer, tag } => {
            let theirs =
                Collective::ALL.get(tag as usize & ((1 << KIND_BITS) - 1)).map_or("another function", |other| other.name());
            let text = format!(
                "{} called {theirs} where this rank called {}; all ranks must call collective functions in the same order",
                name(peer),
                function_name(collective)
            );
            Error::new(mpi::MPI_ERR_OTHER, text)
        }
    }
}

/// The function's name as in `MPI_Bcast`.
pub(crate) fn function_name(collective: Collective) -> String {
    let (first, rest) = collective.name().split_at(1);
    format!("MPI_{}{rest}", first.to_uppercase())
}

pub(super) fn length_class(sent: u64, expected: u64) -> i32 {
    if sent > expected { mpi::MPI_ERR_TRUNCATE } else { mpi::MPI_ERR_COUNT }
}
