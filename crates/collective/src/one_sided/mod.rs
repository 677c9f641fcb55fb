//! Algorithms that put into the memory of peers instead of sending messages (AG-1 to AG-5).
//!
//! A step that moves less than M_T ([`OneSided::copy_below`](crate::OneSided::copy_below)) goes
//! from collective buffer to collective buffer, whose addresses are known. A longer one goes from
//! window to window. A rank announces its window once in a call to those who put there. What to add
//! to the address of a window everybody works out for itself.
//!
//! In every schedule here a rank ends only after all ranks have begun. So two parts of a collective
//! buffer can be used in turn. A rank that is two operations ahead has ended one that all have
//! begun. So all have ended the one before, in which the part was used last.
//!
//! - `image`: the receive side as one window
//! - `allgather`, `alltoall`, `barrier`, `bcast`, `reduction`: the algorithms; `by_nodes`: those
//!   for ranks that share nodes; `cost`: what they cost

pub(crate) mod allgather;
pub(crate) mod alltoall;
pub(crate) mod barrier;
pub(crate) mod bcast;
pub(crate) mod by_nodes;
pub(crate) mod cost;
mod image;
pub(crate) mod reduction;

/// Signals are numbered by kind and step: there are this many of each kind.
const KIND: u16 = 1 << 14;

/// The data of a step are there.
const fn data(step: u32) -> u16 {
    step as u16
}

/// The second piece of the data of a step is there.
const fn second_piece(step: u32) -> u16 {
    KIND + step as u16
}

/// A window was announced for a step.
const fn announced(step: u32) -> u16 {
    2 * KIND + step as u16
}

/// The result is there.
const RESULT: u16 = 3 * KIND;

/// Most ranks that an algorithm may have which has a step for each of them.
pub(crate) const STEPS_MAX: u32 = KIND as u32;
