//! Writes schedules: algorithms state their steps in the order in which a blocking program would, the builder finds the rounds.

use crate::problem::{Problem, Shape};
use crate::schedule::{Region, Schedule, Slice, Step, TypeRef};

/// Elements of a reduction at regular distances: a user buffer or a part of scratch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vector {
    region: Region,
    origin: i64,
    extent: i64,
}

impl Vector {
    /// `count` elements from element `first` on.
    pub fn part(self, first: u64, count: u64) -> Slice {
        Slice { offset: self.origin + first as i64 * self.extent, count, type_ref: TypeRef::Reduce, region: self.region }
    }

    /// The vector that starts at element `first` of this one.
    pub fn from(self, first: u64) -> Vector {
        Vector { origin: self.origin + first as i64 * self.extent, ..self }
    }
}

/// What the ranks that an algorithm names are in the numbering of [`Step::Send`]: those below `split` count up from `low`, the others
/// from `high`. So an algorithm for one group also runs on ranks of two, or on a root and the other group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    pub split: u32,
    pub low: u32,
    pub high: u32,
}

impl Numbering {
    /// As they are.
    const SAME: Numbering = Numbering { split: u32::MAX, low: 0, high: 0 };

    fn peer(&self, rank: u32) -> u32 {
        if rank < self.split { self.low + rank } else { self.high + (rank - self.split) }
    }
}

/// Writes one rank's schedule.
///
/// Invariant: the round being written has its local steps in `round_start..local_end` and its communication steps from
/// `local_end` on.
pub(crate) struct Builder {
    schedule: Schedule,
    round_start: usize,
    local_end: usize,
    element: Shape,
    numbering: Numbering,
}

impl Builder {
    /// Starts a schedule in the memory of an old one.
    pub fn new(problem: &Problem, mut schedule: Schedule) -> Builder {
        schedule.clear();
        Builder { schedule, round_start: 0, local_end: 0, element: problem.recv.shape(0), numbering: Numbering::SAME }
    }

    /// Translates the ranks in all messages that follow.
    pub fn renumber(&mut self, numbering: Numbering) {
        self.numbering = numbering;
    }

    /// Ends the schedule.
    pub fn finish(mut self) -> Schedule {
        if self.schedule.len() > self.round_start {
            self.end_round(self.schedule.len());
        }
        self.schedule
    }

    fn end_round(&mut self, communication_end: usize) {
        self.schedule.end_round(self.local_end, communication_end);
        self.round_start = self.schedule.len();
        self.local_end = self.round_start;
    }

    /// Ends the round if it communicates: the steps that follow see what was received.
    pub fn wait(&mut self) {
        if self.schedule.len() > self.local_end {
            self.end_round(self.schedule.len());
        }
    }

    fn local(&mut self, step: Step) {
        self.wait();
        self.schedule.push(step);
        self.local_end = self.schedule.len();
    }

    /// Sends a slice, if it holds data.
    pub fn send(&mut self, peer: u32, from: Slice) {
        if !from.is_empty() {
            let (peer, from) = (self.numbering.peer(peer), self.canonical(from));
            self.schedule.push(Step::Send { peer, from });
        }
    }

    /// Receives into a slice, if it holds data.
    pub fn recv(&mut self, peer: u32, into: Slice) {
        if !into.is_empty() {
            let (peer, into) = (self.numbering.peer(peer), self.canonical(into));
            self.schedule.push(Step::Recv { peer, into });
        }
    }

    /// Sends a message of no bytes.
    pub fn notify(&mut self, peer: u32) {
        self.schedule.push(Step::Send { peer: self.numbering.peer(peer), from: Slice::EMPTY });
    }

    /// Receives a message of no bytes.
    pub fn expect(&mut self, peer: u32) {
        self.schedule.push(Step::Recv { peer: self.numbering.peer(peer), into: Slice::EMPTY });
    }

    /// Copies, if there is data and it is not in place already. Ends the round before.
    pub fn copy(&mut self, from: Slice, to: Slice) {
        if !from.is_empty() && from != to {
            let (from, to) = (self.canonical(from), self.canonical(to));
            self.local(Step::Copy { from, to });
        }
    }

    /// As [`Builder::copy`], but while the communication of the round goes on, with which it has nothing to do. Ends the round.
    pub fn copy_meanwhile(&mut self, from: Slice, to: Slice) {
        let communication_end = self.schedule.len();
        if communication_end == self.local_end {
            return self.copy(from, to);
        }
        if !from.is_empty() && from != to {
            let (from, to) = (self.canonical(from), self.canonical(to));
            self.schedule.push(Step::Copy { from, to });
            self.end_round(communication_end);
        }
    }

    /// `inout = input op inout`, if there is data. Ends the round before.
    pub fn reduce(&mut self, input: Slice, inout: Slice) {
        debug_assert!(input.count == inout.count && input.type_ref == TypeRef::Reduce && inout.type_ref == TypeRef::Reduce);
        if !input.is_empty() {
            self.local(Step::Reduce { input, inout });
        }
    }

    /// A slice as communication and copies want it: in bytes if its elements are dense.
    fn canonical(&self, slice: Slice) -> Slice {
        if slice.type_ref == TypeRef::Reduce && self.element.dense {
            return Slice::bytes(slice.region, slice.offset, slice.count * self.element.size);
        }
        slice
    }

    /// Takes `bytes` of scratch for packed data.
    pub fn scratch(&mut self, bytes: u64) -> Packed {
        Packed { region: Region::Scratch, start: self.schedule.reserve_scratch(bytes) as i64 }
    }

    /// Takes scratch for `count` elements of the reduction's type. The first element's origin is aligned.
    pub fn scratch_vector(&mut self, count: u64) -> Vector {
        let extent = self.element.extent;
        if count == 0 {
            return Vector { region: Region::Scratch, origin: 0, extent };
        }
        let (lowest, bytes) = self.element.span(count);
        let lead = lowest.min(0).unsigned_abs().next_multiple_of(crate::schedule::SCRATCH_ALIGN);
        let end = (lowest + bytes as i64).max(0) as u64;
        let start = self.schedule.reserve_scratch(lead + end);
        Vector { region: Region::Scratch, origin: (start + lead) as i64, extent }
    }

    /// A user buffer as a vector of the reduction's type.
    pub fn user_vector(&self, region: Region) -> Vector {
        Vector { region, origin: 0, extent: self.element.extent }
    }
}

/// Packed data: a run of bytes in scratch, or in a user buffer of dense type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    region: Region,
    start: i64,
}

impl Packed {
    /// The user's receive buffer, which has to be dense.
    pub fn user(region: Region) -> Packed {
        Packed { region, start: 0 }
    }

    /// `count` bytes from byte `first` on.
    pub fn part(self, first: u64, count: u64) -> Slice {
        if count == 0 {
            return Slice::EMPTY;
        }
        Slice::bytes(self.region, self.start + first as i64, count)
    }
}
