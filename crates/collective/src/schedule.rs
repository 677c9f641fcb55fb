//! Schedules: what one rank does in one collective operation, as data.
//!
//! A schedule is a list of rounds. The local steps of a round ([`Step::Copy`], [`Step::Reduce`]) run first, in order; then
//! its communication steps ([`Step::Send`], [`Step::Recv`]) are all started, in order; then copies are made that have to do with none of
//! them; the round is complete when all is. Local steps therefore see what the rounds before them received. Messages between two ranks match in the order in which
//! the steps stand (every message of one operation has the same tag).
//!
//! A schedule names buffers, never addresses, so it can be kept and run again on other buffers of the same shape.

/// The memory a [`Slice`] lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The user's send buffer. Never written.
    SendBuffer,
    /// The user's receive buffer (also the buffer of broadcast, and of every operation called with `MPI_IN_PLACE`).
    RecvBuffer,
    /// Memory of the executor: [`Schedule::scratch_bytes`] bytes, aligned to [`SCRATCH_ALIGN`], uninitialized at the start.
    Scratch,
}

/// Alignment in bytes of the scratch region, and of the first element of everything a schedule puts there.
pub const SCRATCH_ALIGN: u64 = 64;

/// The datatype the count of a [`Slice`] is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeRef {
    /// Packed data: the count is in bytes. Slices of user buffers whose type is dense (see [`crate::Shape`]) are in bytes too.
    Bytes,
    /// The send type, the i-th of `MPI_Alltoallw`, otherwise 0.
    Send(u32),
    /// The receive type, the i-th of `MPI_Alltoallw`, otherwise 0.
    Recv(u32),
    /// The type of a reduction.
    Reduce,
}

/// `count` elements of a datatype, the first with its origin (displacement 0 of its type map) at `offset` bytes from the
/// start of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    /// Origin of the first element, bytes from the start of the region.
    pub offset: i64,
    /// Elements of `type_ref`.
    pub count: u64,
    /// What one element is.
    pub type_ref: TypeRef,
    /// Where it lies.
    pub region: Region,
}

impl Slice {
    /// Nothing: steps on it are left out of schedules.
    pub const EMPTY: Slice = Slice { offset: 0, count: 0, type_ref: TypeRef::Bytes, region: Region::Scratch };

    /// `count` bytes at `offset`.
    pub const fn bytes(region: Region, offset: i64, count: u64) -> Slice {
        Slice { offset, count, type_ref: TypeRef::Bytes, region }
    }

    /// Whether it holds no data.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// One action of one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send `from` to `peer`. An empty slice is a message of no bytes.
    Send {
        /// Rank in the communicator; see [`crate::Problem`] for two groups.
        peer: u32,
        /// The data; not written by any other step of the round.
        from: Slice,
    },
    /// Receive into `into` from `peer`.
    Recv {
        /// Rank in the communicator; see [`crate::Problem`] for two groups.
        peer: u32,
        /// The place; not touched by any other step of the round that communicates.
        into: Slice,
    },
    /// `inout = input op inout`, element by element: `input` is the left operand. Both slices are of [`TypeRef::Reduce`],
    /// of one count, and do not overlap.
    Reduce {
        /// Left operand.
        input: Slice,
        /// Right operand and result.
        inout: Slice,
    },
    /// Copy data from one layout to another of the same total bytes: pack, unpack, or both. The slices do not overlap.
    Copy {
        /// Source.
        from: Slice,
        /// Destination.
        to: Slice,
    },
}

/// Ends of the three parts of a round in the list of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    local_end: u32,
    communication_end: u32,
    end: u32,
}

/// The steps of one round.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// [`Step::Copy`] and [`Step::Reduce`], to be run first and in order.
    pub local: &'a [Step],
    /// [`Step::Send`] and [`Step::Recv`], to be started in order and completed before the next round.
    pub communication: &'a [Step],
    /// [`Step::Copy`], to be run when the communication has been started. They write nothing that is sent, received into or read by one another,
    /// and read nothing that is received into.
    pub meanwhile: &'a [Step],
}

/// What one rank does in one collective operation. Built by [`crate::Algorithm::schedule`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    steps: Vec<Step>,
    rounds: Vec<Bounds>,
    scratch_bytes: u64,
}

impl Schedule {
    /// Number of rounds.
    pub fn round_count(&self) -> usize {
        self.rounds.len()
    }

    /// The round at `index`, `None` past the last.
    pub fn round(&self, index: usize) -> Option<Round<'_>> {
        let bounds = self.rounds.get(index)?;
        let start = index.checked_sub(1).map_or(0, |previous| self.rounds[previous].end as usize);
        let ends = [bounds.local_end, bounds.communication_end, bounds.end].map(|end| end as usize);
        let [local_end, communication_end, end] = ends;
        Some(Round {
            local: &self.steps[start..local_end],
            communication: &self.steps[local_end..communication_end],
            meanwhile: &self.steps[communication_end..end],
        })
    }

    /// All rounds in order.
    pub fn rounds(&self) -> impl Iterator<Item = Round<'_>> {
        (0..self.round_count()).map_while(|index| self.round(index))
    }

    /// Bytes of scratch memory the schedule uses.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }

    /// The largest number of communication steps in one round.
    pub fn widest_round(&self) -> usize {
        self.rounds().map(|round| round.communication.len()).max().unwrap_or(0)
    }

    /// Empties it, keeping the memory for the next schedule.
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.rounds.clear();
        self.scratch_bytes = 0;
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Ends a round whose local steps end at `local_end`, whose communication steps end at `communication_end`, and whose copies meanwhile
    /// end with the last step pushed.
    pub(crate) fn end_round(&mut self, local_end: usize, communication_end: usize) {
        let [local_end, communication_end, end] = [local_end, communication_end, self.steps.len()].map(|end| end as u32);
        self.rounds.push(Bounds { local_end, communication_end, end });
    }

    /// Takes `bytes` more of scratch; returns the offset where they start.
    pub(crate) fn reserve_scratch(&mut self, bytes: u64) -> u64 {
        let start = self.scratch_bytes.next_multiple_of(SCRATCH_ALIGN);
        self.scratch_bytes = start + bytes;
        start
    }
}
