//! Schedules: what one rank does in one collective operation, as data.
//!
//! A schedule is a list of rounds. The local steps of a round ([`Step::Copy`], [`Step::Reduce`])
//! run first, in order. Then its communication steps ([`Step::Send`], [`Step::Recv`]) are all
//! started, in order. Then copies are made that have to do with none of them. The round is complete
//! when all of these are. Local steps therefore see what the rounds before them received. Messages
//! between two ranks match in the order in which the steps stand (every message of one operation
//! has the same tag).
//!
//! Besides messages there are puts into memory of peers ([`Step::Put`]), for devices that have
//! them. A rank tells a peer where it may put ([`Step::Announce`]), and waits for the signals that
//! come with the data ([`Step::Await`]). A put may be under way until the schedule ends, longer
//! than its round: no later step writes what it reads. Puts may arrive in any order; nothing but
//! its own signal tells that one is there.
//!
//! A schedule names buffers, never addresses, so it can be kept and run again on other buffers of
//! the same shape.

use smallvec::SmallVec;

/// The memory a [`Slice`] lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The user's send buffer. Never written.
    SendBuffer,
    /// The user's receive buffer (also the buffer of broadcast, and of every operation called with
    /// `MPI_IN_PLACE`).
    RecvBuffer,
    /// Memory of the executor: [`Schedule::scratch_bytes`] bytes, aligned to [`SCRATCH_ALIGN`],
    /// uninitialized at the start.
    Scratch,
    /// The part of this rank's collective buffer that belongs to the operation:
    /// [`Schedule::buffer_bytes`] bytes, uninitialized at the start, into which peers put without
    /// having been told where it is.
    Buffer,
}

/// Where a put goes in the memory of a peer. Offsets are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To its collective buffer.
    Buffer {
        /// From the start of the operation's part.
        offset: u64,
    },
    /// To the window that it has announced in a slot of this rank.
    Window {
        /// Which slot.
        slot: u16,
        /// From the start of the window.
        offset: u64,
    },
}

/// Slots in which peers can announce windows during one operation.
pub const SLOTS: u16 = 64;

/// Alignment in bytes of the scratch region, and of the first element of everything a schedule puts
/// there.
pub const SCRATCH_ALIGN: u64 = 64;

/// The datatype the count of a [`Slice`] is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeRef {
    /// Packed data: the count is in bytes. Slices of user buffers whose type is dense (see
    /// [`crate::Shape`]) are in bytes too.
    Bytes,
    /// The send type, the i-th of `MPI_Alltoallw`, otherwise 0.
    Send(u32),
    /// The receive type, the i-th of `MPI_Alltoallw`, otherwise 0.
    Recv(u32),
    /// The type of a reduction.
    Reduce,
}

/// `count` elements of a datatype, the first with its origin (displacement 0 of its type map) at
/// `offset` bytes from the start of the region.
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
    /// `inout = input op inout`, element by element: `input` is the left operand. Both slices are
    /// of [`TypeRef::Reduce`], of one count, and do not overlap.
    Reduce {
        /// Left operand.
        input: Slice,
        /// Right operand and result.
        inout: Slice,
    },
    /// Put `from` into the memory of `peer`; then `peer` sees the signal. Without data it is the
    /// signal alone.
    Put {
        /// Rank in the communicator.
        peer: u32,
        /// The data, of [`TypeRef::Bytes`]; not written by any later step, here or by a put that
        /// may be under way.
        from: Slice,
        /// Where it goes. The slot of a window was announced before: its signal has been awaited.
        into: Target,
        /// What `peer` awaits; this rank sends it each signal once.
        signal: u16,
        /// It is over, as far as this rank is concerned, when a later put to `peer` is: a device
        /// need not tell of both. Only of puts from outside the collective buffer.
        is_followed: bool,
    },
    /// Tell `peer` where a window of this rank is, and that it may put there; then it sees the
    /// signal.
    Announce {
        /// Rank in the communicator.
        peer: u32,
        /// The slot of `peer`; nobody else announces anything there.
        slot: u16,
        /// The window, of [`TypeRef::Bytes`], not in the collective buffer.
        window: Slice,
        /// As for a put.
        signal: u16,
    },
    /// Wait until a signal of `peer` is there.
    Await {
        /// Rank in the communicator.
        peer: u32,
        /// Which of its signals.
        signal: u16,
    },
    /// Copy data from one layout to another of the same total bytes: pack, unpack, or both. The
    /// slices do not overlap.
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

/// A range of bytes of a user buffer or of scratch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its first byte, from the start of the region.
    pub start: i64,
    /// The byte after its last.
    pub end: i64,
}

impl Span {
    /// Whether it holds all of a slice of bytes in its region.
    pub fn holds(&self, slice: &Slice) -> bool {
        self.start <= slice.offset && slice.offset + slice.count as i64 <= self.end
    }
}

/// Bytes of a page at least: there is none between two windows that are closer.
const PAGE: i64 = 4096;

/// The steps of one round.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// [`Step::Copy`] and [`Step::Reduce`], to be run first and in order.
    pub local: &'a [Step],
    /// All others, to be started in order. The next round begins when messages are sent and
    /// received and signals are there; puts may go on.
    pub communication: &'a [Step],
    /// [`Step::Copy`], to be run when the communication has been started. They write nothing that
    /// is sent, received into or read by one another, and read nothing that is received into.
    pub meanwhile: &'a [Step],
}

/// What one rank does in one collective operation. Built by [`crate::Algorithm::schedule`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    steps: Vec<Step>,
    rounds: Vec<Bounds>,
    scratch_bytes: u64,
    buffer_bytes: u64,
    puts: u32,
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

    /// Bytes of the collective buffer that it uses.
    pub fn buffer_bytes(&self) -> u64 {
        self.buffer_bytes
    }

    /// Whether it puts and announces.
    pub fn is_one_sided(&self) -> bool {
        self.puts > 0
    }

    /// The ranks that it puts to or announces something to.
    pub fn targets(&self) -> impl Iterator<Item = u32> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Put { peer, .. } | Step::Announce { peer, .. } => Some(*peer),
            _ => None,
        })
    }

    /// Where the windows are that it announces in a region, ascending: ranges that have no page
    /// without a part of a window.
    pub fn windows(&self, region: Region) -> SmallVec<[Span; 4]> {
        let windows = self.steps.iter().filter_map(|step| match step {
            Step::Announce { window, .. } if window.region == region && !window.is_empty() => Some(window),
            _ => None,
        });
        let span = |window: &Slice| Span { start: window.offset, end: window.offset + window.count as i64 };
        let mut spans: SmallVec<[Span; 4]> = windows.map(span).collect();
        spans.sort_unstable_by_key(|span| span.start);
        spans.dedup_by(|next, last| {
            let is_close = next.start.saturating_sub(last.end) < PAGE;
            if is_close {
                last.end = last.end.max(next.end);
            }
            is_close
        });
        spans
    }

    /// The ranks that it announces windows within a span of a region to.
    pub fn announced_within(&self, region: Region, span: Span) -> impl Iterator<Item = u32> + '_ {
        self.steps.iter().filter_map(move |step| match step {
            Step::Announce { peer, window, .. } if window.region == region && !window.is_empty() && span.holds(window) => {
                Some(*peer)
            }
            _ => None,
        })
    }

    /// Empties it, keeping the memory for the next schedule.
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.rounds.clear();
        (self.scratch_bytes, self.buffer_bytes) = (0, 0);
        self.puts = 0;
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.puts += u32::from(matches!(step, Step::Put { .. } | Step::Announce { .. }));
        self.steps.push(step);
    }

    /// Finds the puts after which others go to the same peer, from memory of the program or
    /// scratch.
    pub(crate) fn find_followed(&mut self) {
        let mut last: SmallVec<[u32; 16]> = SmallVec::new();
        for step in self.steps.iter_mut().rev() {
            let Step::Put { peer, from, is_followed, .. } = step else { continue };
            if from.is_empty() || from.region == Region::Buffer {
                continue;
            }
            *is_followed = last.contains(peer);
            if !*is_followed {
                last.push(*peer);
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Ends a round whose local steps end at `local_end`, whose communication steps end at
    /// `communication_end`, and whose copies meanwhile end with the last step pushed.
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

    /// Takes `bytes` more of the collective buffer; returns the offset where they start.
    pub(crate) fn reserve_buffer(&mut self, bytes: u64) -> u64 {
        let start = self.buffer_bytes;
        self.buffer_bytes = start + bytes;
        start
    }
}
