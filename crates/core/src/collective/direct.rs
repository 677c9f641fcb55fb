//! Collective operations through shared memory, without messages: which of them, and the shared
//! areas of communicators.
//!
//! Whether an operation goes this way is chosen by the algorithm table
//! ([`Process::goes_over_area`](crate::process::Process::goes_over_area)), from what all ranks know
//! alike: the communicator, the function, the length, and the settings. A rank that disagrees is
//! found out by what it published next to its data.

use std::ops::Add;

use ferry_collective::Collective;
use ferry_constants as mpi;
use ferry_node_collective::Failure;
use ferry_node_collective::costs::Costs;
use ferry_node_collective::seat::{Says, Seat};
use ferry_shm::body::stores::PastCaches;
use ferry_shm::shared_area::SharedArea;
use ferry_shm::shared_areas::{Pair, SharedAreaId};
use ferry_sys::memory::Mapping;

use super::disagreement::{self, function_name, length_class};
use crate::Error;
use crate::comm::Comms;

/// The shared areas of a communicator in use.
struct TakenSeat {
    comm: usize,
    area: SharedAreaId,
    /// The communicator has been freed with calls under way.
    has_left: bool,
    seat: Seat,
    /// What decides whether members read each other's memory, once they have agreed about that.
    costs: Option<Costs>,
    /// What the shared areas are in.
    _memory: Mapping,
}

/// The shared areas in use.
#[derive(Default)]
pub struct Direct {
    seats: Vec<TakenSeat>,
    /// Where the last one was found.
    last: usize,
    /// Somebody wants to hear of calls.
    is_observed: bool,
    /// Of shared areas that are no more.
    past: Totals,
}

impl Direct {
    /// Whether somebody wants to hear of calls.
    pub fn set_observed(&mut self, is_observed: bool) {
        self.is_observed = is_observed;
    }

    /// See [`Direct::set_observed`].
    #[inline(always)]
    pub fn is_observed(&self) -> bool {
        self.is_observed
    }

    /// The seat at the shared area of communicator `comm`, if this rank has taken it.
    #[inline(always)]
    pub fn seat(&mut self, comm: usize) -> Option<&mut Seat> {
        if self.seats.get(self.last).is_none_or(|seat| seat.comm != comm) {
            self.last = self.seats.iter().position(|seat| seat.comm == comm)?;
        }
        self.seats.get_mut(self.last).map(|place| &mut place.seat)
    }

    /// What decides whether the members of `comm` read each other's memory: what they agreed on, or
    /// agree on now.
    pub fn costs(&mut self, comm: usize, wants_reads: bool) -> Costs {
        let Some(place) = self.seats.iter_mut().find(|place| place.comm == comm) else { return Costs::TYPICAL };
        *place.costs.get_or_insert_with(|| Costs::agreed(&place.seat.area, wants_reads))
    }

    /// As [`Direct::seat`], to look at.
    pub fn find(&self, comm: usize) -> Option<&Seat> {
        self.seats.iter().find(|place| place.comm == comm).map(|place| &place.seat)
    }

    /// As [`Direct::seat`]; takes the seat if need be, and if the communicator has a shared area
    /// and other members, all of them on this node.
    pub fn sit(&mut self, comms: &Comms, comm: usize) -> Option<&mut Seat> {
        if self.seat(comm).is_none() {
            let (found, shared_areas) = (comms.get(comm)?, comms.shared_areas.as_ref()?);
            let place =
                found.shared_area().filter(|place| found.remote().is_none() && found.size() > 1 && shared_areas.has(*place))?;
            if shared_areas.count_here(found.group().processes()) < found.size() as usize {
                return None;
            }
            let Pair { areas: [area, pending], memory } = shared_areas.open(place, found.rank() as usize, found.size() as usize);
            let processes = (0..found.size()).map(|rank| found.group().process(rank).unwrap_or(rank)).collect();
            let seat = Seat::new([area, pending], processes, found.collective_context());
            self.seats.push(TakenSeat { comm, area: place, has_left: false, seat, costs: None, _memory: memory });
        }
        self.seat(comm)
    }

    /// The communicator is no more. False if calls on it are under way, so that the seat stays
    /// until [`Direct::leave_at_last`].
    pub fn leave(&mut self, comm: usize) -> bool {
        let Some(index) = self.seats.iter().position(|seat| seat.comm == comm) else { return true };
        if self.seats[index].seat.pending_area.is_busy() {
            self.seats[index].has_left = true;
            return false;
        }
        let past = totals(&self.seats.swap_remove(index).seat);
        self.past = self.past + past;
        true
    }

    /// A call on the pending area of `comm` is over. If it was the last one of a communicator that
    /// has been freed: its shared area, and the ranks there.
    pub fn leave_at_last(&mut self, comm: usize) -> Option<(SharedAreaId, usize)> {
        let place = self.seats.iter().find(|place| place.comm == comm && place.has_left && !place.seat.pending_area.is_busy())?;
        let (place, ranks) = (place.area, place.seat.area.ranks());
        self.leave(comm);
        Some((place, ranks))
    }

    /// The algorithms are chosen otherwise from now on.
    pub fn forget_choices(&mut self) {
        self.seats.iter_mut().for_each(|place| place.seat.forget_choices());
    }

    /// Entries this rank has published on all shared areas, and bytes with them.
    pub fn published(&self) -> (u64, u64) {
        self.sum().published
    }

    /// What this rank has published past the caches.
    pub fn past_caches(&self) -> PastCaches {
        self.sum().past_caches
    }

    fn sum(&self) -> Totals {
        self.seats.iter().map(|place| totals(&place.seat)).fold(self.past, Totals::add)
    }
}

/// What a rank has done on shared areas.
#[derive(Clone, Copy, Default)]
struct Totals {
    /// Entries, and bytes with them.
    published: (u64, u64),
    past_caches: PastCaches,
}

impl Add for Totals {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let published = (self.published.0 + other.published.0, self.published.1 + other.published.1);
        Totals { published, past_caches: self.past_caches + other.past_caches }
    }
}

fn totals(seat: &Seat) -> Totals {
    let of = |area: &SharedArea| Totals { published: area.published(), past_caches: area.past_caches() };
    of(&seat.area) + of(seat.pending_area.area())
}

/// The failure of a call over a shared area, as the program hears of it.
impl From<Box<Failure>> for Error {
    #[cold]
    fn from(failure: Box<Failure>) -> Self {
        match *failure {
            Failure::Disagreement { rank, theirs, expected } => disagreement(rank, theirs, expected),
            Failure::Mismatch { collective, mismatch } => disagreement::mismatch(collective, mismatch, u32::MAX),
            Failure::Unreadable { rank } => unreadable(rank),
            Failure::NoLoop(collective) => Error::internal(format!("{} has no loop", collective.name())),
        }
    }
}

fn unreadable(rank: usize) -> Error {
    let text = format!(
        "the buffer of rank {rank} of the communicator cannot be read, or this rank's cannot be written: part of it is not memory of the \
         process; check its address and count"
    );
    Error::new(mpi::MPI_ERR_BUFFER, text)
}

fn describe(says: Says) -> String {
    let Some((collective, root)) = says.call() else { return "another function".into() };
    let name = function_name(collective);
    match collective {
        Collective::Bcast
        | Collective::Gather
        | Collective::Gatherv
        | Collective::Scatter
        | Collective::Scatterv
        | Collective::Reduce => {
            format!("{name} with {} bytes a rank and root {root}", says.bytes())
        }
        _ => format!("{name} with {} bytes a rank", says.bytes()),
    }
}

/// The error for `rank`, which says something else: of another length only, or altogether.
#[cold]
fn disagreement(rank: usize, theirs: Says, expected: Says) -> Error {
    let text = format!(
        "rank {rank} of the communicator called {} where this rank called {}; all ranks must call the same collective functions with the \
         same amount of data in the same order",
        describe(theirs),
        describe(expected)
    );
    let is_length = theirs.call().is_some() && theirs.is_same_call(expected) && theirs.bytes() != expected.bytes();
    Error::new(if is_length { length_class(theirs.bytes(), expected.bytes()) } else { mpi::MPI_ERR_OTHER }, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_disagrees_is_named() {
        let said = Says::new(Collective::Scatterv, 1023, 1 << 30);
        let text = disagreement(3, said, Says::new(Collective::Barrier, 0, 0)).to_string();
        assert!(
            text.contains("rank 3")
                && text.contains("MPI_Scatterv")
                && text.contains("root 1023")
                && text.contains("MPI_Barrier")
        );
    }
}
