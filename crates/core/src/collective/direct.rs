//! Small collective operations of all ranks of the node through shared memory, without messages.
//!
//! Whether an operation goes this way depends only on what all ranks know alike: the communicator, the function, the length, the datatype
//! and operation being predefined, and the settings. A rank that disagrees is found out by what it wrote next to its data.

use ferry_collective::Collective;
use ferry_constants as mpi;
use ferry_settings::Settings;
use ferry_shm::area::{Area, CELL_DATA, Ticket, What};

use crate::Error;
use crate::comm::CLOSED;

/// The area of `MPI_COMM_WORLD`, and which functions use it.
pub struct Direct {
    /// The shared memory.
    pub area: Area,
    /// The handle of the communicator it serves; none of any communicator while there is no `MPI_COMM_WORLD`.
    comm: usize,
    is_forced: [bool; Collective::ALL.len()],
}

/// What an operation is, as all ranks must agree: function and bytes a rank.
#[inline(always)]
pub fn what(collective: Collective, bytes: usize) -> What {
    debug_assert!(bytes <= CELL_DATA);
    (collective as What) << 8 | bytes as What
}

impl Direct {
    /// Uses `area` for every function whose algorithm the user has not chosen.
    pub fn new(area: Area, settings: &Settings) -> Self {
        let forced = |collective: Collective| settings.collective.iter().any(|choice| choice.collective == collective.name());
        Direct { area, comm: CLOSED, is_forced: Collective::ALL.map(forced) }
    }

    /// Whether there is an `MPI_COMM_WORLD` to serve.
    pub fn serve_world(&mut self, is_there: bool) {
        self.comm = if is_there { mpi::MPI_COMM_WORLD } else { CLOSED };
    }

    /// Whether an operation of `bytes` bytes a rank on communicator `comm` goes through the area.
    #[inline(always)]
    pub fn takes(&self, comm: usize, collective: Collective, bytes: u64) -> bool {
        comm == self.comm && bytes <= CELL_DATA as u64 && self.area.ranks() > 1 && !self.is_forced[collective as usize]
    }

    /// Refuses an exchange for which another rank has called something else.
    #[inline(always)]
    pub fn check(&self, ticket: Ticket, expected: What) -> Result<(), Error> {
        if self.area.combines() {
            return if self.area.agreed(ticket) == expected { Ok(()) } else { Err(self.disagreement(ticket, expected)) };
        }
        match (0..self.area.ranks()).all(|rank| self.area.what(ticket, rank) == expected) {
            true => Ok(()),
            false => Err(self.disagreement(ticket, expected)),
        }
    }

    /// Names a rank that has called something else, and what.
    #[cold]
    pub fn disagreement(&self, ticket: Ticket, expected: What) -> Error {
        let other = (0..self.area.ranks()).find(|rank| self.area.what(ticket, *rank) != expected);
        let (rank, theirs) = other.map_or((self.area.rank(), expected), |rank| (rank, self.area.what(ticket, rank)));
        self.disagreement_with(rank, theirs, expected)
    }

    /// The error for `rank`, which has called something else.
    #[cold]
    pub fn disagreement_with(&self, rank: usize, theirs: What, expected: What) -> Error {
        let describe = |what: What| {
            let name = Collective::ALL.get((what >> 8) as usize).map_or("another function", |collective| collective.name());
            format!("{name} with {} bytes a rank", what & 0xff)
        };
        let text = format!(
            "rank {rank} of the communicator called {} where this rank called {}; all ranks must call the same collective functions with the \
             same amount of data in the same order",
            describe(theirs),
            describe(expected)
        );
        Error::new(mpi::MPI_ERR_OTHER, text)
    }
}
