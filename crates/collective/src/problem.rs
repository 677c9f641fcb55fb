//! The input of an algorithm: who calls, on which shapes of buffers.

use crate::message_costs::MessageCosts;
use crate::nodes::Nodes;
use crate::put_costs::PutCosts;
use crate::schedule::{Region, Slice, TypeRef};

/// What algorithms need to know of a datatype. Bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Bytes of data in one element.
    pub size: u64,
    /// Distance from one element to the next.
    pub extent: i64,
    /// Offset of the lowest byte of data from the element's origin.
    pub true_lb: i64,
    /// Distance from the lowest byte of data to the end of the highest.
    pub true_extent: u64,
    /// `n` elements at an address are, for every n, exactly their packed form at that address:
    /// lower bound 0, extent equal to size, no gaps, type map in ascending order.
    pub dense: bool,
}

impl Shape {
    /// A dense type of `size` bytes.
    pub const fn dense(size: u64) -> Shape {
        Shape { size, extent: size as i64, true_lb: 0, true_extent: size, dense: true }
    }

    /// The same type, which algorithms are to pack and unpack.
    const fn apart(self) -> Shape {
        Shape { dense: false, ..self }
    }

    /// The bytes `count` elements lie in: (offset of the lowest from the first element's origin,
    /// number). `count` > 0.
    pub fn span(&self, count: u64) -> (i64, u64) {
        let reach = (count as i64 - 1) * self.extent;
        (reach.min(0) + self.true_lb, reach.unsigned_abs() + self.true_extent)
    }
}

/// An array of counts or displacements as the caller gave it: `int` in `MPI_X`, `MPI_Count` or
/// `MPI_Aint` in `MPI_X_c`.
#[derive(Clone, Copy, Debug)]
pub enum Integers<'a> {
    /// `int`.
    Narrow(&'a [i32]),
    /// `MPI_Count` or `MPI_Aint`.
    Wide(&'a [i64]),
}

impl Integers<'_> {
    /// The value at `index`.
    #[inline]
    pub fn at(&self, index: u32) -> i64 {
        match self {
            Integers::Narrow(values) => i64::from(values[index as usize]),
            Integers::Wide(values) => values[index as usize],
        }
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Integers::Narrow(values) => values.len(),
            Integers::Wide(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sum of all values.
    pub fn sum(&self) -> u64 {
        (0..self.len() as u32).map(|index| self.at(index) as u64).sum()
    }
}

/// The blocks a buffer consists of, one for each peer. Counts are not negative.
#[derive(Clone, Copy, Debug)]
pub enum Blocks<'a> {
    /// No buffer: the argument is not significant at this rank.
    Nothing,
    /// Every block has `count` elements; block i starts at element i * count. A buffer that is a
    /// single block is this too.
    Uniform {
        /// Elements in a block.
        count: u64,
        /// Their type.
        shape: Shape,
    },
    /// Block i has `counts[i]` elements and follows block i - 1 (`MPI_Reduce_scatter`).
    Packed {
        /// Elements in each block.
        counts: Integers<'a>,
        /// Their type.
        shape: Shape,
    },
    /// Block i has `counts[i]` elements and starts at element `displacements[i]`.
    Varying {
        /// Elements in each block.
        counts: Integers<'a>,
        /// Start of each block in elements (units of the extent).
        displacements: Integers<'a>,
        /// Their type.
        shape: Shape,
    },
    /// Block i has `counts[i]` elements of `shapes[i]` and starts at byte `displacements[i]`
    /// (`MPI_Alltoallw`).
    Typed {
        /// Elements in each block.
        counts: Integers<'a>,
        /// Start of each block in bytes.
        displacements: Integers<'a>,
        /// Type of each block.
        shapes: &'a [Shape],
    },
}

impl Blocks<'_> {
    /// A buffer of `count` elements of a type, or of that for each peer.
    pub const fn uniform(count: u64, shape: Shape) -> Blocks<'static> {
        Blocks::Uniform { count, shape }
    }

    /// The elements in block `index`.
    #[inline(always)]
    pub fn count(&self, index: u32) -> u64 {
        match self {
            Blocks::Nothing => 0,
            Blocks::Uniform { count, .. } => *count,
            Blocks::Packed { counts, .. } | Blocks::Varying { counts, .. } | Blocks::Typed { counts, .. } => {
                counts.at(index) as u64
            }
        }
    }

    /// The type of block `index`.
    #[inline(always)]
    pub fn shape(&self, index: u32) -> Shape {
        match self {
            Blocks::Nothing => Shape::dense(0),
            Blocks::Uniform { shape, .. } | Blocks::Packed { shape, .. } | Blocks::Varying { shape, .. } => *shape,
            Blocks::Typed { shapes, .. } => shapes[index as usize],
        }
    }

    /// The same blocks, to be packed and unpacked; `room` is for their types.
    fn apart<'b>(&self, room: &'b mut Vec<Shape>) -> Blocks<'b>
    where
        Self: 'b,
    {
        match *self {
            Blocks::Nothing => Blocks::Nothing,
            Blocks::Uniform { count, shape } => Blocks::Uniform { count, shape: shape.apart() },
            Blocks::Packed { counts, shape } => Blocks::Packed { counts, shape: shape.apart() },
            Blocks::Varying { counts, displacements, shape } => Blocks::Varying { counts, displacements, shape: shape.apart() },
            Blocks::Typed { counts, displacements, shapes } => {
                room.extend(shapes.iter().map(|shape| shape.apart()));
                Blocks::Typed { counts, displacements, shapes: room }
            }
        }
    }

    /// The data in block `index`, in bytes.
    #[inline(always)]
    pub fn bytes(&self, index: u32) -> u64 {
        self.count(index) * self.shape(index).size
    }

    /// The data in the first `blocks` blocks, in bytes.
    pub fn total_bytes(&self, blocks: u32) -> u64 {
        match self {
            Blocks::Uniform { count, shape } => count * shape.size * u64::from(blocks),
            _ => (0..blocks).map(|index| self.bytes(index)).sum(),
        }
    }

    /// Whether all blocks have one count and type and follow one another, so that [`Side::run`]
    /// works.
    pub fn is_uniform(&self) -> bool {
        matches!(self, Blocks::Uniform { .. })
    }

    /// Where block `index` starts: its first element, bytes from the start of the buffer.
    #[inline(always)]
    pub fn offset(&self, index: u32) -> i64 {
        match self {
            Blocks::Nothing => 0,
            Blocks::Uniform { count, shape } => (i64::from(index) * *count as i64).wrapping_mul(shape.extent),
            Blocks::Packed { counts, shape } => (0..index).map(|i| counts.at(i)).sum::<i64>().wrapping_mul(shape.extent),
            Blocks::Varying { displacements, shape, .. } => displacements.at(index).wrapping_mul(shape.extent),
            Blocks::Typed { displacements, .. } => displacements.at(index),
        }
    }
}

/// One of the caller's buffers: its blocks, where they are and how their types are called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'a> {
    pub region: Region,
    pub blocks: Blocks<'a>,
}

impl Side<'_> {
    /// Block `index`; [`Slice::EMPTY`] if it holds no data.
    pub fn block(&self, index: u32) -> Slice {
        self.slice(index, self.blocks.count(index))
    }

    /// `length` blocks from `first` on as one slice. Only of uniform blocks.
    pub fn run(&self, first: u32, length: u32) -> Slice {
        debug_assert!(self.blocks.is_uniform());
        self.slice(first, self.blocks.count(first) * u64::from(length))
    }

    fn slice(&self, index: u32, count: u64) -> Slice {
        let shape = self.blocks.shape(index);
        if count * shape.size == 0 {
            return Slice::EMPTY;
        }
        let offset = self.blocks.offset(index);
        if shape.dense {
            return Slice::bytes(self.region, offset, count * shape.size);
        }
        Slice { offset, count, type_ref: self.type_ref(index), region: self.region }
    }

    fn type_ref(&self, index: u32) -> TypeRef {
        let index = if matches!(self.blocks, Blocks::Typed { .. }) { index } else { 0 };
        match self.region {
            Region::SendBuffer => TypeRef::Send(index),
            _ => TypeRef::Recv(index),
        }
    }
}

/// The root as those ranks of an intercommunicator see it that are in its group and take no part
/// (`MPI_PROC_NULL`).
pub const NO_ROOT: u32 = u32::MAX;

/// The rank of a neighbor that is not there (`MPI_PROC_NULL`): beyond the end of a grid.
pub const NOBODY: u32 = u32::MAX;

/// The ranks with which a process exchanges blocks in neighborhood collectives. A rank may occur
/// several times.
#[derive(Clone, Copy, Debug)]
pub struct Neighbors<'a> {
    /// Whom the blocks of the receive buffer come from; [`NOBODY`] for blocks that are left alone.
    pub sources: &'a [u32],
    /// Whom the blocks of the send buffer go to.
    pub destinations: &'a [u32],
    /// Neighbors 2d and 2d + 1 are opposite, in dimension d of a grid: what goes to one arrives at
    /// its receiver from the other.
    pub opposite: bool,
}

impl Neighbors<'static> {
    /// None.
    pub const NONE: Neighbors<'static> = Neighbors { sources: &[], destinations: &[], opposite: false };
}

impl Neighbors<'_> {
    /// The blocks of the receive buffer in the order in which their messages are sent, as far as
    /// they come from one process: if two blocks go around a ring to the same process, the first
    /// goes down and arrives there from above.
    pub(crate) fn arrivals(&self) -> impl Iterator<Item = u32> + use<> {
        let flip = u32::from(self.opposite);
        (0..self.sources.len() as u32).map(move |index| index ^ flip)
    }
}

/// One call of a collective operation at one rank.
///
/// | operation | `send` | `recv` |
/// |---|---|---|
/// | barrier | | |
/// | bcast | | the buffer, one block |
/// | gather, gatherv | one block; ignored at an in-place root | at the root: one block for each rank |
/// | scatter, scatterv | at the root: one block for each rank | one block; ignored at an in-place root |
/// | allgather, allgatherv | one block; ignored if in place | one block for each rank |
/// | alltoall, alltoallv, alltoallw | one block for each rank; ignored if in place | one block for each rank |
/// | reduce, allreduce, scan, exscan | ignored | `Uniform`: the vector, also at ranks without receive buffer |
/// | `neighbor_allgather`, `neighbor_allgatherv` | one block | one block for each of `neighbors.sources` |
/// | `neighbor_alltoall`, `neighbor_alltoallv`, `neighbor_alltoallw` | one block for each of `neighbors.destinations` | one block for each of `neighbors.sources` |
/// | `reduce_scatter_block`, `reduce_scatter` | ignored | `Uniform` or `Packed`: the blocks of the input vector |
///
/// In an intercommunicator (`remote` > 0) the peers of a schedule are numbered through: 0 to
/// `ranks` are the caller's group, `ranks` to `ranks + remote` the other one. "Each rank" in the
/// table means each of the other group, but for the blocks of reduce-scatter, which are those of
/// the caller's group.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Rank of the caller.
    pub rank: u32,
    /// Ranks in the communicator, on the caller's side of it.
    pub ranks: u32,
    /// Ranks on the other side of an intercommunicator; 0 in an intracommunicator.
    pub remote: u32,
    /// The caller's group comes first when ranks of both groups are numbered through. Each group
    /// says the opposite of the other.
    pub is_first: bool,
    /// The root of rooted operations; in an intercommunicator numbered as peers are, or
    /// [`NO_ROOT`].
    pub root: u32,
    /// `MPI_IN_PLACE` was given at this rank.
    pub in_place: bool,
    /// The operation of a reduction commutes.
    pub commutative: bool,
    /// What this rank sends; see the table.
    pub send: Blocks<'a>,
    /// What this rank receives; see the table.
    pub recv: Blocks<'a>,
    /// The caller's neighbors, in neighborhood collectives.
    pub neighbors: Neighbors<'a>,
    /// Which ranks share nodes, if they are on several and that is known. `None` in an
    /// intercommunicator.
    pub nodes: Option<&'a Nodes>,
    /// Every rank can put into the memory of every other, and how. `None` in an intercommunicator.
    pub one_sided: Option<OneSided>,
    /// What messages cost, as all ranks know alike.
    pub costs: MessageCosts,
}

/// How ranks put into each other's memory; the same at all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneSided {
    /// M_T, the bytes from which on a step moves data between windows; shorter ones go through
    /// collective buffers (AG-2).
    pub copy_below: u64,
    /// Most bytes that an operation moves between windows: all of them are registered meanwhile.
    pub window_max: u64,
    /// What puts cost, by which algorithms are chosen.
    pub costs: PutCosts,
}

impl OneSided {
    /// With M_T of `copy_below` bytes, windows of any length, and usual costs.
    pub const fn with_copies_below(copy_below: u64) -> OneSided {
        OneSided { copy_below, window_max: u64::MAX, costs: PutCosts::USUAL }
    }

    /// With M_T as costs say, but not above `most` bytes, and windows of any length.
    pub fn of_costs(costs: PutCosts, most: u64) -> OneSided {
        OneSided { copy_below: costs.copy_below().min(most), window_max: u64::MAX, costs }
    }

    /// Most bytes of the collective buffer that an operation uses (AG-3).
    pub const fn buffer_max(self) -> u64 {
        2 * self.copy_below
    }
}

impl<'a> Problem<'a> {
    /// The same call where algorithms put into scratch, not into the program's memory, as if its
    /// types had gaps: each rank decides that for itself. `rooms` are for the types of both sides.
    pub fn through_scratch<'b>(&self, rooms: &'b mut [Vec<Shape>; 2]) -> Problem<'b>
    where
        'a: 'b,
    {
        let [send, recv] = rooms;
        Problem { send: self.send.apart(send), recv: self.recv.apart(recv), ..*self }
    }
}

impl Problem<'_> {
    /// A call without buffers, to be filled in with struct update syntax.
    pub const fn new(rank: u32, ranks: u32) -> Problem<'static> {
        Problem {
            rank,
            ranks,
            remote: 0,
            is_first: true,
            root: 0,
            in_place: false,
            commutative: true,
            send: Blocks::Nothing,
            recv: Blocks::Nothing,
            neighbors: Neighbors::NONE,
            nodes: None,
            one_sided: None,
            costs: MessageCosts::ASSUMED,
        }
    }

    /// How ranks put. Only algorithms that need it ask; without it they do without collective
    /// buffers.
    pub(crate) fn puts(&self) -> OneSided {
        self.one_sided.unwrap_or(OneSided::with_copies_below(0))
    }

    pub(crate) fn is_root(&self) -> bool {
        self.rank == self.root
    }

    /// The rank `distance` above this one, around the ring.
    pub(crate) fn above(&self, distance: u32) -> u32 {
        ((u64::from(self.rank) + u64::from(distance)) % u64::from(self.ranks)) as u32
    }

    /// The rank `distance` below this one, around the ring. `distance` is at most `ranks`.
    pub(crate) fn below(&self, distance: u32) -> u32 {
        self.above(self.ranks - distance)
    }
}

impl<'a> Problem<'a> {
    pub(crate) fn send_side(&self) -> Side<'a> {
        Side { region: Region::SendBuffer, blocks: self.send }
    }

    pub(crate) fn recv_side(&self) -> Side<'a> {
        Side { region: Region::RecvBuffer, blocks: self.recv }
    }
}
