//! The arguments of the collective functions: which of them a rank uses, and their check.
//!
//! # Safety arguments
//! - ARGS-1: buffers, counts, displacements and datatypes of a [`Request`] are what the MPI
//!   function's arguments are (ABI-1, ABI-2): where they are significant they are valid until the
//!   function returns.

use std::ffi::{c_int, c_void};
use std::ops::Range;

use ferry_collective::{Blocks, Collective, Integers, NO_ROOT, Shape};
use ferry_constants as mpi;
use ferry_core::process::Process;
use ferry_core::{Result, bail};
use ferry_ctypes::{FIRST_ADDRESS, IntArray, MPI_Comm, MPI_Datatype, MPI_Op};
use ferry_datatype::Datatype;
use ferry_engine::collective::Types;
use ferry_node_collective::has_many;
use ferry_shm::shared_area::SharedArea;
use smallvec::SmallVec;

/// How a buffer consists of blocks, as the arguments say it.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "the fields are arguments that the variants describe")]
pub enum Layout {
    /// There is no such argument.
    Nothing,
    /// One block of `count` elements, or one for each rank.
    Equal { count: i64, datatype: MPI_Datatype },
    /// One block after the other.
    Packed { counts: IntArray, datatype: MPI_Datatype },
    /// Blocks at displacements in units of the extent.
    Counted { counts: IntArray, displacements: IntArray, datatype: MPI_Datatype },
    /// Blocks at displacements in bytes, each of its own type.
    Typed { counts: IntArray, displacements: IntArray, datatypes: *const MPI_Datatype },
}

/// What the arguments of a buffer are called.
#[derive(Clone, Copy)]
pub struct Names {
    /// That of the buffer.
    pub buffer: &'static str,
    /// That of the count, or counts.
    pub counts: &'static str,
    /// That of the datatype, or datatypes.
    pub datatype: &'static str,
}

/// One buffer argument with what describes it.
#[derive(Clone, Copy)]
pub struct Argument {
    /// What the standard calls its parts.
    pub names: Names,
    /// The address.
    pub address: *mut c_void,
    /// What lies there.
    pub layout: Layout,
}

impl Argument {
    /// No buffer.
    pub const NONE: Argument = Argument {
        names: Names { buffer: "", counts: "", datatype: "" },
        address: std::ptr::null_mut(),
        layout: Layout::Nothing,
    };

    fn is_in_place(&self) -> bool {
        self.address as usize == mpi::MPI_IN_PLACE && !matches!(self.layout, Layout::Nothing)
    }
}

/// A call of a collective function.
#[derive(Clone, Copy)]
pub struct Request {
    /// Which function.
    pub collective: Collective,
    /// What is sent.
    pub send: Argument,
    /// Where what is received goes.
    pub recv: Argument,
    /// Of rooted functions, else 0.
    pub root: c_int,
    /// Of reductions.
    pub op: Option<MPI_Op>,
    /// The communicator.
    pub comm: MPI_Comm,
}

/// Which arguments a rank uses.
#[derive(Clone, Copy)]
pub struct Role {
    /// The send buffer is `MPI_IN_PLACE`.
    pub in_place: bool,
    /// The send buffer is significant.
    pub sends: bool,
    /// The receive buffer is significant.
    pub receives: bool,
}

/// Where a collective function is called.
#[derive(Clone, Copy)]
pub struct Caller {
    /// Its rank.
    pub rank: u32,
    /// Ranks of its group.
    pub ranks: u32,
    /// Ranks of the remote group, or 0.
    pub remote: u32,
}

impl Caller {
    /// At the shared area of a communicator.
    #[inline(always)]
    pub fn on(area: &SharedArea) -> Self {
        Caller { rank: area.rank() as u32, ranks: area.ranks() as u32, remote: 0 }
    }
}

/// The arguments that a rank uses; nothing is done in place between groups.
pub fn role(request: &Request, place: Caller, is_root: bool) -> Role {
    if place.remote == 0 {
        return role_in_one_group(request, place.rank, is_root);
    }
    use Collective::*;
    let (sends, receives) = match request.collective {
        Barrier => (false, false),
        Bcast => (false, true),
        Gather | Gatherv | Reduce => (!is_root, is_root),
        Scatter | Scatterv => (is_root, !is_root),
        _ => (true, true),
    };
    Role { in_place: false, sends, receives }
}

fn role_in_one_group(request: &Request, rank: u32, is_root: bool) -> Role {
    use Collective::*;
    let (send_in_place, recv_in_place) = (request.send.is_in_place(), request.recv.is_in_place());
    match request.collective {
        Barrier => Role { in_place: false, sends: false, receives: false },
        Bcast => Role { in_place: false, sends: false, receives: true },
        Gather | Gatherv | Reduce => {
            let in_place = is_root && send_in_place;
            Role { in_place, sends: !in_place, receives: is_root }
        }
        Scatter | Scatterv => {
            let in_place = is_root && recv_in_place;
            Role { in_place, sends: is_root, receives: !in_place }
        }
        collective if collective.is_neighborhood() => Role { in_place: false, sends: true, receives: true },
        // Nothing is below the first rank (MPI-5 §6.11.2).
        Exscan if rank == 0 && !send_in_place => Role { in_place: false, sends: true, receives: false },
        _ => Role { in_place: send_in_place, sends: !send_in_place, receives: true },
    }
}

fn is_reduction(collective: Collective) -> bool {
    use Collective::*;
    matches!(collective, Reduce | Allreduce | ReduceScatterBlock | ReduceScatter | Scan | Exscan)
}

/// The blocks of buffers that have one for each peer.
#[derive(Clone, Copy)]
pub struct BlockCounts {
    /// Of the send buffer.
    pub send: u32,
    /// Of the receive buffer.
    pub recv: u32,
}

/// A buffer whose arguments have been checked if they are significant. `shapes` and `datatypes`
/// have one entry, or one for each block if the layout is typed.
pub struct Side<'a> {
    /// The argument.
    pub argument: &'a Argument,
    blocks: u32,
    /// The datatypes.
    pub datatypes: Types,
    /// Their shapes.
    pub shapes: SmallVec<[Shape; 1]>,
}

impl<'a> Side<'a> {
    fn new(argument: &'a Argument, blocks: u32) -> Self {
        Side { argument, blocks, datatypes: Types::new(), shapes: SmallVec::new() }
    }

    /// Checks counts and datatypes, of `blocks` blocks.
    ///
    /// # Safety
    /// ARGS-1.
    unsafe fn check(&mut self, p: &Process, blocks: u32) -> Result<()> {
        let argument = self.argument;
        self.blocks = blocks;
        match argument.layout {
            Layout::Nothing => return Ok(()),
            Layout::Equal { count, datatype } => {
                check_count(count, argument.names.counts)?;
                self.add_type(p, count, datatype)?;
            }
            Layout::Packed { counts, datatype } | Layout::Counted { counts, datatype, .. } => {
                // SAFETY: as the caller promises; the array was found not to be null.
                let most = unsafe {
                    self.check_counts(counts)?;
                    (0..blocks as usize).map(|index| counts.at(index)).max()
                };
                self.add_type(p, most.unwrap_or(0), datatype)?;
            }
            Layout::Typed { counts, datatypes, .. } => {
                // SAFETY: as the caller promises.
                unsafe {
                    self.check_counts(counts)?;
                    self.add_types(p, counts, datatypes)?;
                }
            }
        }
        self.check_size()
    }

    /// A datatype of which there are at most `count` elements in a block.
    fn add_type(&mut self, p: &Process, count: i64, datatype: MPI_Datatype) -> Result<()> {
        let datatype = p.datatypes.usable_for(count, datatype.0, self.argument.names.datatype)?.clone();
        self.shapes.push(shape(&datatype));
        self.datatypes.push(datatype);
        Ok(())
    }

    /// # Safety
    /// ARGS-1.
    unsafe fn add_types(&mut self, p: &Process, counts: IntArray, datatypes: *const MPI_Datatype) -> Result<()> {
        if datatypes.is_null() && self.blocks > 0 {
            bail!(
                MPI_ERR_ARG,
                "argument {} is a null pointer; pass an array with a datatype for each rank",
                self.argument.names.datatype
            );
        }
        for index in 0..self.blocks as usize {
            // SAFETY: as the caller promises.
            let (datatype, count) = unsafe { (*datatypes.add(index), counts.at(index)) };
            // The type of an empty block says nothing; programs leave it null.
            let is_unused = count == 0 && datatype == MPI_Datatype::NULL;
            self.add_type(p, count, if is_unused { MPI_Datatype(mpi::MPI_BYTE) } else { datatype })?;
        }
        Ok(())
    }

    /// # Safety
    /// ARGS-1.
    unsafe fn check_counts(&self, counts: IntArray) -> Result<()> {
        let Names { counts: name, .. } = self.argument.names;
        if counts.is_null() && self.blocks > 0 {
            bail!(MPI_ERR_ARG, "argument {name} is a null pointer; pass an array with a count for each rank or neighbor");
        }
        for index in 0..self.blocks as usize {
            // SAFETY: as the caller promises.
            let count = unsafe { counts.at(index) };
            if count < 0 {
                bail!(MPI_ERR_COUNT, "argument {name}[{index}] is {count}; it must be at least 0");
            }
        }
        Ok(())
    }

    /// Refuses counts whose bytes exceed an address space.
    fn check_size(&self) -> Result<()> {
        // SAFETY: the arrays were found not to be null, and are as ARGS-1 says.
        let blocks = unsafe { self.blocks() };
        let bytes = |index: u32| {
            let Shape { size, extent, .. } = blocks.shape(index);
            i128::from(blocks.count(index)) * i128::from(size.max(extent.unsigned_abs()))
        };
        let total = match blocks {
            Blocks::Nothing => 0,
            Blocks::Uniform { .. } => bytes(0) * i128::from(self.blocks),
            _ => (0..self.blocks).map(bytes).sum(),
        };
        match i64::try_from(total) {
            Ok(_) => Ok(()),
            Err(_) => bail!(MPI_ERR_COUNT, "argument {} asks for {total} bytes, more than 2^63", self.argument.names.counts),
        }
    }

    /// The blocks as algorithms want them; [`Blocks::Nothing`] of arguments that are not
    /// significant, and so were not checked.
    ///
    /// # Safety
    /// ARGS-1, and the arrays are not null.
    pub unsafe fn blocks(&self) -> Blocks<'_> {
        let many = self.blocks;
        if self.shapes.is_empty() {
            return Blocks::Nothing;
        }
        // SAFETY: as the caller promises.
        unsafe {
            match self.argument.layout {
                Layout::Nothing => Blocks::Nothing,
                Layout::Equal { count, .. } => Blocks::uniform(count as u64, self.shapes[0]),
                Layout::Packed { counts, .. } => Blocks::Packed { counts: integers(counts, many), shape: self.shapes[0] },
                Layout::Counted { counts, displacements, .. } => Blocks::Varying {
                    counts: integers(counts, many),
                    displacements: integers(displacements, many),
                    shape: self.shapes[0],
                },
                Layout::Typed { counts, displacements, .. } => Blocks::Typed {
                    counts: integers(counts, many),
                    displacements: integers(displacements, many),
                    shapes: &self.shapes,
                },
            }
        }
    }

    /// Refuses a buffer argument that cannot be the address of data.
    fn check_address(&self) -> Result<()> {
        let (address, names) = (self.argument.address as usize, self.argument.names);
        if address >= FIRST_ADDRESS {
            return Ok(());
        }
        if address == mpi::MPI_IN_PLACE {
            bail!(
                MPI_ERR_BUFFER,
                "argument {} is MPI_IN_PLACE, which is not allowed for this argument at this rank",
                names.buffer
            );
        }
        // SAFETY: ARGS-1; this side has been checked.
        let blocks = unsafe { self.blocks() };
        for index in 0..if blocks.is_uniform() { self.blocks.min(1) } else { self.blocks } {
            let lowest = (address as i64).wrapping_add(blocks.offset(index)).wrapping_add(blocks.shape(index).true_lb);
            let is_absolute = address == mpi::MPI_BOTTOM && lowest as usize >= FIRST_ADDRESS;
            if blocks.bytes(index) > 0 && !is_absolute {
                bail!(
                    MPI_ERR_BUFFER,
                    "argument {} is {address:#x} and is to hold data; pass the address of the data, or MPI_BOTTOM with a datatype of absolute \
                     addresses",
                    names.buffer
                );
            }
        }
        Ok(())
    }

    /// The addresses of some of the blocks, if their data has no gaps: as one range if they follow
    /// one another, else as one for each.
    fn dense_ranges(&self, which: Range<u32>) -> impl Iterator<Item = Range<i64>> {
        // SAFETY: ARGS-1; this side has been checked.
        let blocks = unsafe { self.blocks() };
        let base = self.argument.address as i64;
        let (first, len) = (which.start, which.len() as u64);
        let (step, whole) = match blocks {
            Blocks::Uniform { .. } => (which.len(), Some(blocks.bytes(first) * len)),
            Blocks::Packed { .. } if len > 1 => (which.len(), Some(blocks.total_bytes(self.blocks))),
            _ => (1, None),
        };
        which.step_by(step.max(1)).filter_map(move |index| {
            let bytes = whole.unwrap_or_else(|| blocks.bytes(index)) as i64;
            let start = base.wrapping_add(blocks.offset(index));
            (bytes > 0 && blocks.shape(index).dense).then(|| start..start.saturating_add(bytes))
        })
    }
}

fn shape(datatype: &Datatype) -> Shape {
    let true_lb = datatype.true_lb();
    Shape {
        size: datatype.size(),
        extent: datatype.extent(),
        true_lb,
        true_extent: datatype.true_extent() as u64,
        dense: datatype.is_contiguous() && true_lb == 0,
    }
}

/// # Safety
/// The array has at least `len` elements, valid while the result is used, or `len` is 0.
unsafe fn integers<'a>(array: IntArray, len: u32) -> Integers<'a> {
    if array.is_null() {
        return Integers::Wide(&[]);
    }
    // SAFETY: as the caller promises.
    unsafe {
        match array {
            IntArray::Int(array) => Integers::Narrow(std::slice::from_raw_parts(array, len as usize)),
            IntArray::Long(array) => Integers::Wide(std::slice::from_raw_parts(array, len as usize)),
        }
    }
}

fn check_count(count: i64, name: &str) -> Result<()> {
    if count < 0 {
        bail!(MPI_ERR_COUNT, "argument {name} is {count}; it must be at least 0");
    }
    Ok(())
}

fn check_displacements(argument: &Argument, blocks: u32) -> Result<()> {
    match argument.layout {
        Layout::Counted { displacements, .. } | Layout::Typed { displacements, .. } if displacements.is_null() && blocks > 0 => {
            bail!(
                MPI_ERR_ARG,
                "the displacements of argument {} are a null pointer; pass an array with one for each rank or neighbor",
                argument.names.buffer
            )
        }
        _ => Ok(()),
    }
}

/// Refuses send and receive buffers that certainly overlap. With gaps in a datatype they may share
/// addresses without sharing data.
pub fn check_apart(collective: Collective, rank: u32, send: &Side, recv: &Side) -> Result<()> {
    use Collective::*;
    // Between groups there may be fewer blocks than ranks on this side.
    let own = rank.min(recv.blocks.saturating_sub(1));
    let own = own..own + 1;
    let (sent, received) = match collective {
        // Different blocks are compared one with many, never many with many.
        Alltoallv | Alltoallw => (own.clone(), own),
        NeighborAlltoallv | NeighborAlltoallw => return Ok(()),
        ReduceScatterBlock => (0..send.blocks, 0..1),
        ReduceScatter => return check_result_apart(rank, send, recv),
        _ => (0..send.blocks, 0..recv.blocks),
    };
    for sent in send.dense_ranges(sent) {
        for received in recv.dense_ranges(received.clone()) {
            refuse_overlap(&sent, &received, send, recv)?;
        }
    }
    Ok(())
}

/// As [`check_apart`] for `MPI_Reduce_scatter`, whose receive buffer holds the block of this rank
/// alone.
fn check_result_apart(rank: u32, send: &Side, recv: &Side) -> Result<()> {
    let base = recv.argument.address as i64;
    for own in recv.dense_ranges(rank..rank + 1) {
        for sent in send.dense_ranges(0..send.blocks) {
            refuse_overlap(&sent, &(base..base + (own.end - own.start)), send, recv)?;
        }
    }
    Ok(())
}

fn refuse_overlap(sent: &Range<i64>, received: &Range<i64>, send: &Side, recv: &Side) -> Result<()> {
    if sent.start < received.end && received.start < sent.end {
        bail!(
            MPI_ERR_BUFFER,
            "arguments {} and {} overlap: {:#x} to {:#x} and {:#x} to {:#x}; use MPI_IN_PLACE, or different buffers",
            send.argument.names.buffer,
            recv.argument.names.buffer,
            sent.start,
            sent.end,
            received.start,
            received.end
        );
    }
    Ok(())
}

/// The root as problems have it (see [`ferry_collective::Problem`]).
pub fn check_root(root: c_int, place: Caller) -> Result<u32> {
    let Caller { rank, ranks, remote } = place;
    match root {
        _ if remote == 0 => match u32::try_from(root) {
            Ok(rank) if rank < ranks => Ok(rank),
            _ if root == mpi::MPI_ROOT => {
                bail!(
                    MPI_ERR_ROOT,
                    "argument root is MPI_ROOT, which is for inter-communicators; it must be between 0 and {}",
                    ranks - 1
                )
            }
            _ => bail!(MPI_ERR_ROOT, "argument root is {root}; it must be between 0 and {}", ranks - 1),
        },
        mpi::MPI_ROOT => Ok(rank),
        mpi::MPI_PROC_NULL => Ok(NO_ROOT),
        _ => match u32::try_from(root) {
            Ok(rank) if rank < remote => Ok(ranks + rank),
            _ => bail!(
                MPI_ERR_ROOT,
                "argument root is {root}; on this inter-communicator it must be the root's rank in the remote group, between 0 and {}, or in \
                 the root's own group MPI_ROOT at the root and MPI_PROC_NULL at all others",
                remote - 1
            ),
        },
    }
}

/// The checked buffers of a call of rank `rank`, of `blocks` blocks where they have one for each
/// peer. The receive side of a reduction is there at all ranks: it describes the vector.
///
/// # Safety
/// ARGS-1.
pub unsafe fn sides<'a>(
    p: &Process,
    request: &'a Request,
    (rank, role): (u32, Role),
    blocks: BlockCounts,
) -> Result<(Side<'a>, Side<'a>)> {
    let (many_sent, many_received) = has_many(request.collective);
    let is_reduction = is_reduction(request.collective);
    let mut pair = (Side::new(&request.send, 0), Side::new(&request.recv, 0));
    // SAFETY: as the caller promises; arguments are looked at where they are significant.
    unsafe {
        if role.sends {
            let blocks = if many_sent { blocks.send } else { 1 };
            check_displacements(&request.send, blocks)?;
            pair.0.check(p, blocks)?;
            pair.0.check_address()?;
        }
        if role.receives || is_reduction {
            let blocks = if many_received || (is_reduction && many_sent) { blocks.recv } else { 1 };
            check_displacements(&request.recv, blocks)?;
            pair.1.check(p, blocks)?;
        }
        // The result is one block of the vector, which may be empty where others are not.
        let is_one_block = request.collective == Collective::ReduceScatter && !role.in_place;
        if role.receives && !(is_one_block && pair.1.blocks().bytes(rank) == 0) {
            pair.1.check_address()?;
        }
    }
    Ok(pair)
}
