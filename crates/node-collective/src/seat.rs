//! A rank's place at the shared area of a communicator, and what ranks say there of a call.

use ferry_collective::{AreaUse, Collective, Query};
use ferry_engine::collective::UNREAD;
use ferry_shm::shared_area::{NO_AGREEMENT, Operation, SharedArea, What};

use crate::pending_area::PendingArea;
use crate::{Failure, Result};

/// A communicator's shared areas as this rank sees them.
pub struct Seat {
    /// The shared area of calls that wait.
    pub area: SharedArea,
    /// The shared area of calls that do not.
    pub pending_area: PendingArea,
    /// World ranks of the members.
    processes: Box<[u32]>,
    /// The context of the communicator's messages with what could not be read.
    context: u64,
    /// Whether all members can read each other's memory, once they have agreed about it.
    pub reads_memory: Option<bool>,
    /// Whether what all of them give is better read where it is.
    pub better_read: AllBetterRead,
    /// Somebody could not read memory where that had not been agreed.
    pub has_been_refused: bool,
    choices: [[AreaLengths; Collective::ALL.len()]; 2],
}

/// Which calls of a function are known to go over the shared area, by the longest block in bytes.
#[derive(Clone, Copy, Default)]
struct AreaLengths {
    /// All with shorter blocks.
    below: u64,
    /// The algorithm table was asked about calls of less than so many bytes.
    asked_below: u64,
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
    /// At a communicator's two shared areas, whose ranks are `processes`.
    pub fn new([area, pending]: [SharedArea; 2], processes: Box<[u32]>, context: u64) -> Self {
        let pending_area = PendingArea::new(pending);
        let better_read = AllBetterRead::default();
        Seat {
            area,
            pending_area,
            processes,
            context,
            reads_memory: None,
            better_read,
            has_been_refused: false,
            choices: Default::default(),
        }
    }

    /// The longest block in bytes with which all calls of a function are known to go over the
    /// shared area, and one more.
    #[inline(always)]
    pub fn over_area_below(&self, area_use: AreaUse, collective: Collective) -> u64 {
        self.choices[area_use as usize][collective as usize].below
    }

    /// Whether nobody has asked yet, by [`Seat::know_over_area`], how a call of so many bytes goes.
    pub fn is_unasked(&self, query: &Query, area_use: AreaUse) -> bool {
        query.bytes >= self.choices[area_use as usize][query.collective as usize].asked_below
    }

    /// Of calls that ask `query` those of fewer than `below` bytes go over the shared area, as far
    /// as is known of those of fewer than `asked_below`.
    pub fn know_over_area(&mut self, query: &Query, area_use: AreaUse, below: u64, asked_below: u64) {
        use Collective::*;
        let blocks = match query.collective {
            Allgather | Allgatherv | ReduceScatterBlock | ReduceScatter => u64::from(query.ranks),
            _ => 1,
        };
        self.choices[area_use as usize][query.collective as usize] = AreaLengths { below: below.div_ceil(blocks), asked_below };
    }

    /// The algorithms are chosen otherwise from now on.
    pub fn forget_choices(&mut self) {
        self.choices = Default::default();
    }

    /// Context and tag of messages with what could not be read in calls that wait. Between two
    /// ranks they follow in the order of operations.
    pub fn unread_tag(&self) -> (u64, i32) {
        (self.context, UNREAD)
    }

    /// World ranks of the other members.
    #[inline(always)]
    pub fn others(&self) -> impl Iterator<Item = u32> + use<'_> {
        let me = self.area.rank();
        self.processes.iter().enumerate().filter(move |(rank, _)| *rank != me).map(|(_, process)| *process)
    }

    /// World rank of a member.
    #[inline(always)]
    pub fn process(&self, rank: u32) -> u32 {
        self.processes.get(rank as usize).copied().unwrap_or(rank)
    }
}

const FUNCTION_SHIFT: u32 = 56;
const ROOT_SHIFT: u32 = 40;
const BYTES_MASK: u64 = (1 << (ROOT_SHIFT - 2)) - 1;
/// Marks that the data follow by messages.
const BY_MESSAGES: u64 = 1 << (ROOT_SHIFT - 1);
/// Marks that the data are where they were, and their addresses on the shared area.
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

    /// The same, of data too long for a shared area.
    pub fn by_messages(self) -> Self {
        Says(self.0 | BY_MESSAGES)
    }

    /// Whether the data are too long for a shared area.
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

    /// The function and its root; `None` where ranks have not agreed on any.
    pub fn call(self) -> Option<(Collective, u64)> {
        let function = Collective::ALL.get((self.0 >> FUNCTION_SHIFT) as usize).copied();
        function.filter(|_| self.0 != NO_AGREEMENT).map(|collective| (collective, self.0 << 8 >> 8 >> ROOT_SHIFT))
    }
}

/// The failure for `rank`, which says something else.
#[cold]
pub fn disagreement(rank: usize, theirs: Says, expected: Says) -> Box<Failure> {
    Box::new(Failure::Disagreement { rank, theirs, expected })
}

/// Looks for a rank that has published something else than expected; how it gives its data is its
/// own affair.
///
/// # Errors
/// [`Failure::Disagreement`] if there is one.
#[cold]
pub fn find_disagreement(area: &SharedArea, operation: Operation, expected: Says) -> Result<()> {
    let other = (0..area.ranks())
        .filter(|rank| area.is_published(operation, *rank))
        .map(|rank| (rank, Says(area.what(operation, rank))))
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
    }
}
