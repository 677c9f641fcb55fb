//! Splitting communicators by what processes share (MPI-5 §7.4.2): memory, hardware, process sets.
//!
//! All processes exchange one ballot, which says what each of them asks for and where on the
//! hardware it is, so that each can work out who is with it. Of an inter-communicator, the sides
//! exchange theirs too.

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_core::comm::{Choice, part};
use ferry_core::group::Group;
use ferry_core::hardware::{Hardware, NOWHERE, Places, SHARED_MEMORY, next_finer};
use ferry_core::info::Info;
use ferry_core::session::ProcessSet;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Comm, MPI_Info};
use ferry_protocol::process::ProcessId;
use ferry_runtime::Cx;

use crate::comm::agree::{Circle, Purpose};
use crate::comm::create::keep;

/// The info key that names a type of hardware resource.
const RESOURCE_TYPE: &str = "mpi_hw_resource_type";

/// The info key that names a process set.
const PROCESS_SET: &str = "mpi_pset_name";

/// Color of processes that share memory. It and those of hardware resources count within a node.
const MEMORY_COLOR: i32 = 0;

/// Colors of instances of hardware resources start here, those of process sets there: no two kinds
/// of color are alike.
const HARDWARE_COLORS: i32 = 1 << 29;

const PROCESS_SET_COLORS: i32 = 1 << 30;

/// Colors of one type of resource, or one process set.
const COLORS_OF_ONE: i32 = 1 << 24;

const _: () = assert!(size_of::<Places>() as i32 / 4 * COLORS_OF_ONE <= HARDWARE_COLORS);

/// What one process tells the others.
#[derive(Clone, Copy)]
pub struct TypeBallot {
    /// A context id in case this process becomes a leader.
    context: u64,
    /// The lowest of the processes that share memory with this one. Those of different jobs do not.
    node: ProcessId,
    split_type: i32,
    /// Of guided splits; `MPI_UNDEFINED` for none.
    pub choice: Choice,
    places: Places,
}

/// Bytes of a ballot.
const BALLOT: usize = PLACES_END + size_of::<u64>();

/// Where the places end, and the job begins.
const PLACES_END: usize = 24 + size_of::<Places>();

impl TypeBallot {
    fn is_unguided(&self) -> bool {
        self.split_type == mpi::MPI_COMM_TYPE_HW_UNGUIDED
    }

    fn to_bytes(self) -> [u8; BALLOT] {
        let words = [self.split_type, self.choice.color, self.choice.key].map(|word| word as u32);
        let mut bytes = [0; BALLOT];
        bytes[..8].copy_from_slice(&self.context.to_le_bytes());
        for (chunk, word) in bytes[8..].chunks_exact_mut(4).zip([self.node.rank].into_iter().chain(words).chain(self.places)) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        bytes[PLACES_END..].copy_from_slice(&self.node.job.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: [u8; BALLOT]) -> Self {
        let (chunks, _) = bytes.as_chunks();
        let word = |index: usize| u32::from_le_bytes(chunks[index]);
        TypeBallot {
            context: u64::from(word(1)) << 32 | u64::from(word(0)),
            node: ProcessId { job: u64::from(word(PLACES_END / 4 + 1)) << 32 | u64::from(word(PLACES_END / 4)), rank: word(2) },
            split_type: word(3) as i32,
            choice: Choice { color: word(4) as i32, key: word(5) as i32 },
            places: std::array::from_fn(|index| word(6 + index)),
        }
    }
}

/// The color of the processes on one instance of type `index`.
fn hardware_color(places: &Places, index: usize) -> i32 {
    match places[index] {
        NOWHERE => mpi::MPI_UNDEFINED,
        instance => HARDWARE_COLORS + index as i32 * COLORS_OF_ONE + instance as i32,
    }
}

/// The color of a split by the resource that `hints` name; `MPI_UNDEFINED` if it is not known, or
/// if this process is not confined to one instance of it.
fn color_by_resource(hardware: &Hardware, hints: &Info) -> i32 {
    match hints.text(RESOURCE_TYPE) {
        Some(SHARED_MEMORY) => MEMORY_COLOR,
        Some(name) => hardware.find(name).map_or(mpi::MPI_UNDEFINED, |index| hardware_color(&hardware.places(), index)),
        None => mpi::MPI_UNDEFINED,
    }
}

/// The color of a split by the process set that `hints` name; `MPI_UNDEFINED` if there is none of
/// the name.
fn color_by_process_set(cx: &Cx, hints: &Info) -> i32 {
    let named = hints.text(PROCESS_SET).and_then(|name| ProcessSet::named(name.as_bytes()).ok());
    let Some(set) = named else { return mpi::MPI_UNDEFINED };
    let first = cx.with(|p| set.group(p.rank(), p.world.size as u32, p.engine.node().members()).process(0)).unwrap_or(0);
    PROCESS_SET_COLORS + set as i32 * COLORS_OF_ONE + first as i32
}

/// The color of this process in splits where it needs to know nothing of others.
pub fn own_color(cx: &Cx, hardware: &Hardware, split_type: c_int, hints: &Info) -> Result<i32> {
    match split_type {
        mpi::MPI_COMM_TYPE_SHARED => Ok(MEMORY_COLOR),
        mpi::MPI_COMM_TYPE_HW_GUIDED => Ok(color_by_resource(hardware, hints)),
        mpi::MPI_COMM_TYPE_RESOURCE_GUIDED => match color_by_resource(hardware, hints) {
            mpi::MPI_UNDEFINED => Ok(color_by_process_set(cx, hints)),
            color => Ok(color),
        },
        mpi::MPI_COMM_TYPE_HW_UNGUIDED | mpi::MPI_UNDEFINED => Ok(mpi::MPI_UNDEFINED),
        _ => bail!(MPI_ERR_ARG, "argument split_type is {split_type}, which is none of MPI_COMM_TYPE_... and not MPI_UNDEFINED"),
    }
}

/// Everybody's ballots, by rank.
pub struct Ballots {
    /// Of the own side.
    pub ours: Vec<TypeBallot>,
    /// Of the other side of an inter-communicator.
    pub theirs: Vec<TypeBallot>,
    /// The context id that this process offered.
    pub made: u64,
}

impl Ballots {
    /// Exchanges those of all processes of `comm`.
    pub fn cast(cx: &Cx, comm: MPI_Comm, split_type: c_int, choice: Choice, places: Places) -> Result<Ballots> {
        let (circle, others, context, node) = cx.with(|p| {
            let node = ProcessId { rank: p.engine.node().members().world(0), ..p.comms.peers.own() };
            let found = p.comms.find(comm.0, "comm")?;
            let others = found.remote().map_or(0, Group::size);
            let circle = Circle::whole(found, Purpose::Split);
            let spans = circle.spans();
            let made = if others == 0 { p.comms.make_context(spans) } else { p.comms.make_context_without_shared_area(spans) };
            Ok::<_, Error>((circle, others, made?, node))
        })?;
        let ours = circle.gather(cx, TypeBallot { context, node, split_type, choice, places }.to_bytes())?;
        let theirs = circle.swap(cx, &ours, others as usize)?;
        let read = |blocks: Vec<[u8; BALLOT]>| blocks.into_iter().map(TypeBallot::from_bytes).collect();
        Ok(Ballots { ours: read(ours), theirs: read(theirs), made: context })
    }

    /// Gives up the context id that this process offered unless the new communicator has it.
    pub fn settle(&self, cx: &Cx, new: MPI_Comm) {
        cx.with(|p| {
            if p.comms.get(new.0).is_none_or(|comm| comm.context() != self.made) {
                p.comms.discard_context(self.made);
            }
        });
    }

    fn all(&self) -> impl Iterator<Item = &TypeBallot> {
        self.ours.iter().chain(&self.theirs)
    }

    /// Refuses types other than `split_type`, with which this process was called.
    pub fn check_types(&self, split_type: c_int) -> Result<()> {
        let differs = |ballot: &&TypeBallot| ![split_type, mpi::MPI_UNDEFINED].contains(&ballot.split_type);
        match self.all().find(differs) {
            Some(other) if split_type != mpi::MPI_UNDEFINED => bail!(
                MPI_ERR_NOT_SAME,
                "argument split_type is {split_type} here and {} at another rank; all processes must pass the same, or MPI_UNDEFINED",
                other.split_type
            ),
            _ => Ok(()),
        }
    }

    /// Of an unguided split what splits the processes which take part.
    fn unguided_type(&self) -> Option<Boundary> {
        let taking_part: Vec<&TypeBallot> = self.all().filter(|ballot| ballot.is_unguided()).collect();
        if taking_part.iter().any(|ballot| ballot.node != taking_part[0].node) {
            return Some(Boundary::Memory);
        }
        next_finer(&taking_part.iter().map(|ballot| ballot.places).collect::<Vec<Places>>()).map(Boundary::Resource)
    }
}

/// What splits processes.
#[derive(Clone, Copy)]
enum Boundary {
    /// That they are on several nodes.
    Memory,
    /// A type of hardware resource, by index.
    Resource(usize),
}

/// Whether processes on different nodes differ although they have the same color. Those of
/// different jobs differ in any case.
fn counts_within_a_node(color: i32) -> bool {
    color < PROCESS_SET_COLORS
}

/// The processes of `group` with color `color` by key, and the context id of the first; `None` if
/// there are none.
fn part_of(group: &Group, ballots: &[TypeBallot], color: i32, color_of: impl Fn(&TypeBallot) -> i32) -> Option<(Group, u64)> {
    let choices: Vec<Choice> = ballots.iter().map(|ballot| Choice { color: color_of(ballot), ..ballot.choice }).collect();
    let ranks = part(&choices, color);
    let context = ballots[*ranks.first()? as usize].context;
    Some((Group::of(ranks.iter().filter_map(|rank| group.process(*rank)).collect()), context))
}

/// The communicator of the processes with the color that `color_of` gives this one.
pub fn keep_part(cx: &Cx, comm: MPI_Comm, ballots: &Ballots, color_of: impl Fn(&TypeBallot) -> i32) -> Result<MPI_Comm> {
    keep(cx, comm, |parent| {
        let own = &ballots.ours[parent.rank() as usize];
        let color = color_of(own);
        if color == mpi::MPI_UNDEFINED {
            return None;
        }
        let color_of = |ballot: &TypeBallot| {
            let is_apart = if counts_within_a_node(color) { ballot.node != own.node } else { ballot.node.job != own.node.job };
            if is_apart { mpi::MPI_UNDEFINED } else { color_of(ballot) }
        };
        let (members, ours) = part_of(parent.group(), &ballots.ours, color, color_of)?;
        let Some(remote) = parent.remote() else { return parent.subset(ours, members) };
        let (theirs, other) = part_of(remote, &ballots.theirs, color, color_of)?;
        let context = if parent.is_first() { ours } else { other };
        Some(parent.subset(context, members)?.with_remote(theirs))
    })
}

/// Splits by the coarsest type of resource that yields strict subsets, and tells its name.
pub fn split_unguided(cx: &Cx, comm: MPI_Comm, ballots: &Ballots, hardware: &Hardware, info: MPI_Info) -> Result<MPI_Comm> {
    let Some(boundary) = ballots.unguided_type() else { return Ok(MPI_Comm::NULL) };
    let color = |ballot: &TypeBallot| match boundary {
        _ if !ballot.is_unguided() => mpi::MPI_UNDEFINED,
        Boundary::Memory => MEMORY_COLOR,
        Boundary::Resource(index) => hardware_color(&ballot.places, index),
    };
    let new = keep_part(cx, comm, ballots, color)?;
    if new != MPI_Comm::NULL {
        tell_type(cx, info, hardware, boundary)?;
    }
    Ok(new)
}

/// Puts the type by which an unguided split went into the program's info object, if it passed one.
fn tell_type(cx: &Cx, info: MPI_Info, hardware: &Hardware, boundary: Boundary) -> Result<()> {
    let name = match boundary {
        Boundary::Memory => Some(SHARED_MEMORY.to_owned()),
        Boundary::Resource(index) => hardware.name(index),
    };
    match name {
        Some(name) if info != MPI_Info::NULL => {
            cx.local(|l| l.infos.get_mut(info.0, "info")?.set(RESOURCE_TYPE.as_bytes(), name.as_bytes()))
        }
        _ => Ok(()),
    }
}
