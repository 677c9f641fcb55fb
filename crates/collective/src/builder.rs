//! Writes schedules: algorithms state their steps in the order in which a blocking program would,
//! the builder finds the rounds.

use crate::problem::{Problem, Shape};
use crate::schedule::{Region, Schedule, Slice, Step, Target, TypeRef};

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

    /// Where it starts.
    pub fn place(self) -> BufferPlace {
        BufferPlace { region: self.region, offset: self.origin }
    }

    /// The vector that starts at element `first` of this one.
    pub fn from(self, first: u64) -> Vector {
        Vector { origin: self.origin + first as i64 * self.extent, ..self }
    }
}

/// What the ranks that an algorithm names are in the numbering of [`Step::Send`]. So an algorithm
/// for one group also runs on ranks of two, on a root and the other group, or on some ranks of a
/// group.
#[derive(Clone, Debug)]
pub(crate) enum Numbering {
    /// As they are.
    Same,
    /// Those below `split` count up from `low`, the others from `high`.
    Split { split: u32, low: u32, high: u32 },
    /// Rank i is the i-th of these.
    Listed(Vec<u32>),
}

impl Numbering {
    fn peer(&self, rank: u32) -> u32 {
        match self {
            Numbering::Same => rank,
            Numbering::Split { split, low, .. } if rank < *split => low + rank,
            Numbering::Split { split, high, .. } => high + (rank - split),
            Numbering::Listed(ranks) => ranks[rank as usize],
        }
    }
}

/// Where one of the two buffers that an algorithm knows really is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BufferPlace {
    region: Region,
    offset: i64,
}

impl BufferPlace {
    /// The user's send buffer.
    pub const SEND: BufferPlace = BufferPlace { region: Region::SendBuffer, offset: 0 };
    /// The user's receive buffer.
    pub const RECV: BufferPlace = BufferPlace { region: Region::RecvBuffer, offset: 0 };
}

/// Writes one rank's schedule.
///
/// Invariant: the round being written has its local steps in `round_start..local_end` and its
/// communication steps from `local_end` on.
pub(crate) struct Builder {
    schedule: Schedule,
    round_start: usize,
    local_end: usize,
    element: Shape,
    numbering: Numbering,
    send: BufferPlace,
    recv: BufferPlace,
}

impl Builder {
    /// Starts a schedule in the memory of an old one.
    pub fn new(problem: &Problem, mut schedule: Schedule) -> Builder {
        schedule.clear();
        Builder {
            schedule,
            round_start: 0,
            local_end: 0,
            element: problem.recv.shape(0),
            numbering: Numbering::Same,
            send: BufferPlace::SEND,
            recv: BufferPlace::RECV,
        }
    }

    /// Translates the ranks in all messages that follow.
    pub fn renumber(&mut self, numbering: Numbering) {
        self.numbering = numbering;
    }

    /// In all steps that follow, the user's buffers are to be found elsewhere.
    pub fn relocate(&mut self, send: BufferPlace, recv: BufferPlace) {
        (self.send, self.recv) = (send, recv);
    }

    /// Ends the schedule.
    pub fn finish(mut self) -> Schedule {
        if self.schedule.len() > self.round_start {
            self.end_round(self.schedule.len());
        }
        self.schedule.find_followed();
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

    /// Puts a slice, which is dense, into memory of a peer.
    pub fn put(&mut self, peer: u32, from: Slice, into: Target, signal: u16) {
        let (peer, from) = (self.numbering.peer(peer), self.canonical(from));
        debug_assert!(from.type_ref == TypeRef::Bytes, "devices move bytes");
        self.schedule.push(Step::Put { peer, from, into, signal, is_followed: false });
    }

    /// Sends a peer a signal without data.
    pub fn signal(&mut self, peer: u32, signal: u16) {
        self.put(peer, Slice::EMPTY, Target::Buffer { offset: 0 }, signal);
    }

    /// Tells a peer where it may put.
    pub fn announce(&mut self, peer: u32, slot: u16, window: Slice, signal: u16) {
        let (peer, window) = (self.numbering.peer(peer), self.canonical(window));
        debug_assert!(window.type_ref == TypeRef::Bytes && window.region != Region::Buffer);
        self.schedule.push(Step::Announce { peer, slot, window, signal });
    }

    /// Waits for a signal of a peer before the next round.
    pub fn hear(&mut self, peer: u32, signal: u16) {
        self.schedule.push(Step::Await { peer: self.numbering.peer(peer), signal });
    }

    /// Copies, if there is data and it is not in place already. Ends the round before.
    pub fn copy(&mut self, from: Slice, to: Slice) {
        let (from, to) = (self.canonical(from), self.canonical(to));
        if !from.is_empty() && from != to {
            self.local(Step::Copy { from, to });
        }
    }

    /// As [`Builder::copy`], but while the communication of the round goes on, with which it has
    /// nothing to do. Ends the round.
    pub fn copy_meanwhile(&mut self, from: Slice, to: Slice) {
        let communication_end = self.schedule.len();
        if communication_end == self.local_end {
            return self.copy(from, to);
        }
        let (from, to) = (self.canonical(from), self.canonical(to));
        if !from.is_empty() && from != to {
            self.schedule.push(Step::Copy { from, to });
            self.end_round(communication_end);
        }
    }

    /// `inout = input op inout`, if there is data. Ends the round before.
    pub fn reduce(&mut self, input: Slice, inout: Slice) {
        debug_assert!(input.count == inout.count && input.type_ref == TypeRef::Reduce && inout.type_ref == TypeRef::Reduce);
        let (input, inout) = (self.placed(input), self.placed(inout));
        if !input.is_empty() {
            self.local(Step::Reduce { input, inout });
        }
    }

    /// A slice where it really is.
    fn placed(&self, slice: Slice) -> Slice {
        let place = match slice.region {
            Region::SendBuffer => self.send,
            Region::RecvBuffer => self.recv,
            Region::Scratch | Region::Buffer => return slice,
        };
        Slice { region: place.region, offset: place.offset + slice.offset, ..slice }
    }

    /// A slice as communication and copies want it: where it really is, and in bytes if its
    /// elements are dense.
    fn canonical(&self, slice: Slice) -> Slice {
        let slice = self.placed(slice);
        if slice.type_ref == TypeRef::Reduce && self.element.dense {
            return Slice::bytes(slice.region, slice.offset, slice.count * self.element.size);
        }
        slice
    }

    /// Takes `bytes` of scratch for packed data.
    pub fn scratch(&mut self, bytes: u64) -> Packed {
        Packed { region: Region::Scratch, start: self.schedule.reserve_scratch(bytes) as i64 }
    }

    /// Takes `bytes` of the collective buffer.
    pub fn buffer(&mut self, bytes: u64) -> Packed {
        Packed { region: Region::Buffer, start: self.schedule.reserve_buffer(bytes) as i64 }
    }

    /// Takes scratch for `count` elements of the reduction's type. The first element's origin is
    /// aligned.
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

    /// Packed data as a vector of the reduction's type, which is dense.
    pub fn vector_at(&self, packed: Packed, first: u64) -> Vector {
        Vector { region: packed.region, origin: packed.start + first as i64, extent: self.element.extent }
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

    /// What starts `first` bytes from the start of a user buffer, which is dense there.
    pub fn user_from(region: Region, first: i64) -> Packed {
        Packed { region, start: first }
    }

    /// Where byte `first` is as a target of puts; it is in the collective buffer.
    pub fn target(self, first: u64) -> Target {
        debug_assert!(self.region == Region::Buffer);
        Target::Buffer { offset: self.start as u64 + first }
    }

    /// Where byte `first` is.
    pub fn place(self, first: u64) -> BufferPlace {
        BufferPlace { region: self.region, offset: self.start + first as i64 }
    }

    /// `count` bytes from byte `first` on.
    pub fn part(self, first: u64, count: u64) -> Slice {
        if count == 0 {
            return Slice::EMPTY;
        }
        Slice::bytes(self.region, self.start + first as i64, count)
    }
}
