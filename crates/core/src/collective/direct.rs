//! Collective operations through shared memory, without messages: which of them, and the boards of
//! communicators.
//!
//! Whether an operation goes this way depends only on what all ranks know alike: the communicator,
//! the function, the length, and the settings. A rank that disagrees is found out by what it
//! published next to its data.

use std::ops::Add;

use ferry_collective::Collective;
use ferry_collective::direct::has;
pub use ferry_collective::direct::{ABOUT, NAME};
use ferry_constants as mpi;
use ferry_settings::Settings;
use ferry_shm::board::{Board, NO_AGREEMENT, Operation, What};
use ferry_shm::boards::{BoardId, Pair};
use ferry_shm::stores::PastCaches;
use ferry_sys::memory::Mapping;

use super::costs::Costs;
use super::pending_board::PendingBoard;
use crate::comm::Comms;
use crate::group::Group;
use crate::{Error, Result};

/// A communicator's boards as this rank sees them.
pub struct Seat {
    comm: usize,
    place: BoardId,
    /// The board of calls that wait.
    pub board: Board,
    /// The board of calls that do not.
    pub pending_board: PendingBoard,
    /// The communicator has been freed with calls under way.
    has_left: bool,
    members: Group,
    /// Whether all members can read each other's memory, once they have agreed about it.
    pub reads_memory: Option<bool>,
    /// Whether what all of them give is better read where it is.
    pub better_read: AllBetterRead,
    /// What decides whether they do, once they have agreed about that.
    pub(super) costs: Option<Costs>,
    /// Somebody could not read memory where that had not been agreed.
    pub has_been_refused: bool,
    /// What the boards are in.
    _memory: Mapping,
}

/// Whether what all members give in long calls is in huge pages or shared heaps, so that it is
/// better read than copied, as they agree from time to time; each of them counts the calls for
/// which that matters.
#[derive(Debug, Default)]
pub struct AllBetterRead {
    calls: u32,
    are: bool,
}

impl AllBetterRead {
    /// Counts a call: whether the members are to agree anew. At the 8th, the 16th and so on, and
    /// every 256th.
    pub fn count(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        self.calls >= 8 && (self.calls.is_power_of_two() || self.calls.is_multiple_of(256))
    }

    /// They have agreed.
    pub fn set(&mut self, are: bool) {
        self.are = are;
    }

    /// What they last agreed on.
    pub fn are(&self) -> bool {
        self.are
    }
}

impl Seat {
    /// World ranks of the other members.
    #[inline(always)]
    pub fn others(&self) -> impl Iterator<Item = u32> + use<'_> {
        let me = self.board.rank() as u32;
        (0..self.members.size()).filter(move |rank| *rank != me).map(|rank| self.process(rank))
    }

    /// World rank of a member.
    #[inline(always)]
    pub fn process(&self, rank: u32) -> u32 {
        self.members.process(rank).unwrap_or(rank)
    }
}

/// The boards in use, and which functions use them.
pub struct Direct {
    seats: Vec<Seat>,
    /// Where the last one was found.
    last: usize,
    /// Functions that the user does not want to go another way.
    allowed: [bool; Collective::ALL.len()],
    /// Somebody wants to hear of calls.
    is_observed: bool,
    /// Of boards that are no more.
    past: Totals,
}

impl Direct {
    /// As `settings` say.
    pub fn new(settings: &Settings) -> Self {
        let mut direct = Direct {
            seats: Vec::new(),
            last: 0,
            allowed: [true; Collective::ALL.len()],
            is_observed: false,
            past: Totals::default(),
        };
        direct.force(settings);
        direct
    }

    /// From now on as `settings` say.
    pub fn force(&mut self, settings: &Settings) {
        self.allowed = Collective::ALL.map(|collective| {
            // What is checked goes by messages: a board has no place for it.
            if settings.check.is_on() {
                return false;
            }
            let choice = settings.collective.iter().find(|choice| choice.collective == collective.name());
            choice.is_none_or(|choice| choice.algorithm == NAME)
        });
    }

    /// Whether somebody wants to hear of calls.
    pub fn set_observed(&mut self, is_observed: bool) {
        self.is_observed = is_observed;
    }

    /// See [`Direct::set_observed`].
    #[inline(always)]
    pub fn is_observed(&self) -> bool {
        self.is_observed
    }

    /// Whether an operation goes this way, if the communicator has a board.
    #[inline(always)]
    pub fn takes(&self, collective: Collective) -> bool {
        has(collective) && self.allowed[collective as usize]
    }

    /// The seat at the board of communicator `comm`, if this rank has taken it.
    #[inline(always)]
    pub fn seat(&mut self, comm: usize) -> Option<&mut Seat> {
        if self.seats.get(self.last).is_none_or(|seat| seat.comm != comm) {
            self.last = self.seats.iter().position(|seat| seat.comm == comm)?;
        }
        self.seats.get_mut(self.last)
    }

    /// As [`Direct::seat`], to look at.
    pub fn find(&self, comm: usize) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.comm == comm)
    }

    /// As [`Direct::seat`]; takes the seat if need be, and if the communicator has a board and
    /// other members, all of them on this node.
    pub fn sit(&mut self, comms: &Comms, comm: usize) -> Option<&mut Seat> {
        if self.seat(comm).is_none() {
            let (found, boards) = (comms.get(comm)?, comms.boards.as_ref()?);
            let place = found.board().filter(|place| found.remote().is_none() && found.size() > 1 && boards.has(*place))?;
            if boards.count_here(found.group().processes()) < found.size() as usize {
                return None;
            }
            let Pair { boards: [board, second], memory } = boards.open(place, found.rank() as usize, found.size() as usize);
            let (pending_board, members) = (PendingBoard::new(second), found.group().clone());
            self.seats.push(Seat {
                comm,
                place,
                board,
                pending_board,
                has_left: false,
                members,
                reads_memory: None,
                better_read: AllBetterRead::default(),
                costs: None,
                has_been_refused: false,
                _memory: memory,
            });
        }
        self.seat(comm)
    }

    /// The communicator is no more. False if calls on it are under way, so that the seat stays
    /// until [`Direct::leave_at_last`].
    pub fn leave(&mut self, comm: usize) -> bool {
        let Some(index) = self.seats.iter().position(|seat| seat.comm == comm) else { return true };
        if self.seats[index].pending_board.is_busy() {
            self.seats[index].has_left = true;
            return false;
        }
        let past = totals(&self.seats.swap_remove(index));
        self.past = self.past + past;
        true
    }

    /// A call on the second board of `comm` is over. If it was the last one of a communicator that
    /// has been freed: its board, and the ranks there.
    pub fn leave_at_last(&mut self, comm: usize) -> Option<(BoardId, usize)> {
        let seat = self.seat(comm).filter(|seat| seat.has_left && !seat.pending_board.is_busy())?;
        let (place, ranks) = (seat.place, seat.board.ranks());
        self.leave(comm);
        Some((place, ranks))
    }

    /// Operations this rank has begun on all boards.
    pub fn calls(&self) -> u64 {
        self.sum().begun
    }

    /// Entries this rank has published on all boards, and bytes with them.
    pub fn published(&self) -> (u64, u64) {
        self.sum().published
    }

    /// What this rank has published past the caches.
    pub fn past_caches(&self) -> PastCaches {
        self.sum().past_caches
    }

    fn sum(&self) -> Totals {
        self.seats.iter().map(totals).fold(self.past, Totals::add)
    }
}

/// What a rank has done on boards.
#[derive(Clone, Copy, Default)]
struct Totals {
    /// Operations.
    begun: u64,
    /// Entries, and bytes with them.
    published: (u64, u64),
    past_caches: PastCaches,
}

impl Add for Totals {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let published = (self.published.0 + other.published.0, self.published.1 + other.published.1);
        Totals { begun: self.begun + other.begun, published, past_caches: self.past_caches + other.past_caches }
    }
}

fn totals(seat: &Seat) -> Totals {
    let of = |board: &Board| Totals { begun: board.begun(), published: board.published(), past_caches: board.past_caches() };
    of(&seat.board) + of(seat.pending_board.board())
}

const FUNCTION_SHIFT: u32 = 56;
const ROOT_SHIFT: u32 = 40;
const BYTES_MASK: u64 = (1 << (ROOT_SHIFT - 2)) - 1;
/// Marks that the data follow by messages.
const BY_MESSAGES: u64 = 1 << (ROOT_SHIFT - 1);
/// Marks that the data are where they were, and their addresses on the board.
const BY_ADDRESS: u64 = 1 << (ROOT_SHIFT - 2);

const _: () = assert!(ferry_shm::layout::MAX_RANKS <= 1 << (FUNCTION_SHIFT - ROOT_SHIFT));

/// What a rank says an operation is: the function, its root (else 0) and bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Says(pub What);

impl Says {
    /// Of these parts.
    #[inline(always)]
    pub fn new(collective: Collective, root: u32, bytes: u64) -> Self {
        Says((collective as u64) << FUNCTION_SHIFT | u64::from(root) << ROOT_SHIFT | bytes & BYTES_MASK)
    }

    /// The same, of data too long for a board.
    pub fn by_messages(self) -> Self {
        Says(self.0 | BY_MESSAGES)
    }

    /// Whether the data are too long for a board.
    #[inline(always)]
    pub fn is_by_messages(self) -> bool {
        self.0 & BY_MESSAGES != 0
    }

    /// The same, of data that are read where they are.
    #[inline(always)]
    pub fn by_address(self) -> Self {
        Says(self.0 | BY_ADDRESS)
    }

    /// Whether the data are read where they are.
    #[inline(always)]
    pub fn is_by_address(self) -> bool {
        self.0 & BY_ADDRESS != 0
    }

    /// The bytes.
    #[inline(always)]
    pub fn bytes(self) -> u64 {
        self.0 & BYTES_MASK
    }

    /// Whether function and root are the same.
    #[inline(always)]
    pub fn is_same_call(self, other: Says) -> bool {
        (self.0 ^ other.0) >> ROOT_SHIFT == 0
    }

    fn describe(self) -> String {
        let function = Collective::ALL.get((self.0 >> FUNCTION_SHIFT) as usize).copied();
        let Some(collective) = function.filter(|_| self.0 != NO_AGREEMENT) else { return "another function".into() };
        let root = self.0 << 8 >> 8 >> ROOT_SHIFT;
        let name = super::function_name(collective);
        match collective {
            Collective::Bcast
            | Collective::Gather
            | Collective::Gatherv
            | Collective::Scatter
            | Collective::Scatterv
            | Collective::Reduce => {
                format!("{name} with {} bytes a rank and root {root}", self.bytes())
            }
            _ => format!("{name} with {} bytes a rank", self.bytes()),
        }
    }
}

/// The error for `rank`, which says something else: of another length only, or altogether.
#[cold]
pub fn disagreement(rank: usize, theirs: Says, expected: Says) -> Error {
    let text = format!(
        "rank {rank} of the communicator called {} where this rank called {}; all ranks must call the same collective functions with the \
         same amount of data in the same order",
        theirs.describe(),
        expected.describe()
    );
    let is_length = theirs.0 != NO_AGREEMENT && theirs.is_same_call(expected) && theirs.bytes() != expected.bytes();
    Error::new(if is_length { super::length_class(theirs.bytes(), expected.bytes()) } else { mpi::MPI_ERR_OTHER }, text)
}

/// Looks for a rank that has published something else than expected; how it gives its data is its
/// own affair.
///
/// # Errors
/// As [`disagreement`] says, if there is one.
#[cold]
pub fn find_disagreement(board: &Board, operation: Operation, expected: Says) -> Result<()> {
    let other = (0..board.ranks())
        .filter(|rank| board.is_published(operation, *rank))
        .map(|rank| (rank, Says(board.what(operation, rank))))
        .find(|(_, theirs)| theirs.by_address() != expected.by_address());
    match other {
        Some((rank, theirs)) => Err(disagreement(rank, theirs, expected)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_at_the_same_calls_and_ever_less_often() {
        let mut better_read = AllBetterRead::default();
        let due: Vec<_> = (1..=1024).filter(|_| better_read.count()).collect();
        assert_eq!(due, [8, 16, 32, 64, 128, 256, 512, 768, 1024]);
        assert!(!better_read.are());
    }

    #[test]
    fn what_is_said_can_be_read_back() {
        let said = Says::new(Collective::Scatterv, 1023, 1 << 30);
        assert_eq!((said.bytes(), said.is_by_messages(), said.is_by_address()), (1 << 30, false, false));
        let elsewhere = said.by_address();
        assert!(said.is_same_call(elsewhere) && elsewhere.is_by_address() && !elsewhere.is_by_messages());
        assert_eq!(elsewhere.bytes(), 1 << 30);
        let longer = Says::new(Collective::Scatterv, 1023, 7).by_messages();
        assert!(said.is_same_call(longer) && longer.is_by_messages());
        for other in [Says::new(Collective::Scatterv, 0, 1 << 30), Says::new(Collective::Gatherv, 1023, 1 << 30)] {
            assert!(!said.is_same_call(other));
        }
        let text = disagreement(3, said, Says::new(Collective::Barrier, 0, 0)).to_string();
        assert!(
            text.contains("rank 3")
                && text.contains("MPI_Scatterv")
                && text.contains("root 1023")
                && text.contains("MPI_Barrier")
        );
    }

    #[test]
    fn the_user_decides() {
        let mut settings = Settings::default();
        let choice = |collective: &str, algorithm: &str| ferry_settings::CollectiveChoice {
            collective: collective.into(),
            algorithm: algorithm.into(),
        };
        settings.collective = vec![choice("bcast", "binomial"), choice("gather", NAME)];
        let direct = Direct::new(&settings);
        assert!(!direct.takes(Collective::Bcast) && direct.takes(Collective::Gather) && direct.takes(Collective::Scatter));
        assert!(!direct.takes(Collective::NeighborAlltoall));
    }
}
