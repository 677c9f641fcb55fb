//! Making and freeing communicators (MPI-5 §7.4.2).
//!
//! The leader of a new communicator, its rank 0, makes the context id; the others learn it through
//! [`crate::comm::agree`]. Of an inter-communicator it is the leader of the side that comes first
//! ([`Comm::is_first`]).

use ferry_constants as mpi;
use ferry_core::comm::{Choice, Comm, part};
use ferry_core::group::Group;
use ferry_core::info::Info;
use ferry_core::process::Process;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Comm, MPI_Group};
use ferry_engine::Operation;
use ferry_runtime::Cx;

use crate::attribute;
pub use crate::comm::agree::agree_on_context;
use crate::comm::agree::{Circle, Purpose};
use crate::comm::introduce::introduce;

/// Keeps what `make` makes of the parent, with its error handler counted; `MPI_COMM_NULL` if it
/// makes nothing.
pub fn keep(cx: &Cx, parent: MPI_Comm, make: impl FnOnce(&Comm) -> Option<Comm>) -> Result<MPI_Comm> {
    let made = cx.with(|p| {
        let made = make(p.comms.find(parent.0, "comm")?);
        Ok::<_, Error>(made.map(|comm| (comm.errhandler, p.comms.insert(comm))))
    })?;
    let Some((errhandler, handle)) = made else { return Ok(MPI_Comm::NULL) };
    cx.local(|l| l.errhandlers.inherit(errhandler));
    Ok(MPI_Comm(handle))
}

/// Takes a communicator away, without a look at its attributes.
pub fn release(cx: &Cx, comm: MPI_Comm) {
    if let Some(freed) = cx.with(|p| p.free_comm(comm.0)) {
        cx.local(|l| l.errhandlers.detach(freed.errhandler));
    }
}

/// Duplicates `comm` with its attributes; hints are `hints`, or those of `comm`.
pub fn duplicate(cx: &Cx, comm: MPI_Comm, hints: Option<Info>) -> Result<MPI_Comm> {
    let circle = cx.with(|p| p.comms.find(comm.0, "comm").map(|found| Circle::whole(found, Purpose::Duplicate)))?;
    let context = agree_on_context(cx, &circle)?;
    let new = keep(cx, comm, |parent| {
        let mut copy = parent.duplicate(context);
        if let Some(hints) = &hints {
            copy.hints = Default::default();
            copy.hints.apply(hints);
        }
        Some(copy)
    })?;
    attribute::copy_all(cx, comm, new).inspect_err(|_| {
        // The error that is reported is the first one; attributes that cannot be deleted now are
        // the program's loss.
        let _ = attribute::delete_all(cx, new);
        release(cx, new);
    })?;
    Ok(new)
}

/// What one process tells the others in a split.
#[derive(Clone, Copy)]
struct SplitBallot {
    choice: Choice,
    /// A context id in case this process becomes a leader.
    context: u64,
}

impl SplitBallot {
    fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&self.choice.color.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.choice.key.to_le_bytes());
        bytes[8..].copy_from_slice(&self.context.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: [u8; 16]) -> Self {
        let word = u128::from_le_bytes(bytes);
        SplitBallot { choice: Choice { color: word as i32, key: (word >> 32) as i32 }, context: (word >> 64) as u64 }
    }
}

/// The processes of `group` that chose `color`, by key, with the context id of the one that leads
/// them.
fn part_of(group: &Group, ballots: &[[u8; 16]], color: i32) -> Option<(Group, u64)> {
    let ballots: Vec<SplitBallot> = ballots.iter().map(|bytes| SplitBallot::from_bytes(*bytes)).collect();
    let choices: Vec<Choice> = ballots.iter().map(|ballot| ballot.choice).collect();
    let ranks = part(&choices, color);
    let context = ballots[*ranks.first()? as usize].context;
    Some((Group::of(ranks.iter().filter_map(|rank| group.process(*rank)).collect()), context))
}

/// The communicator that a split makes for a process.
struct Part {
    context: u64,
    members: Group,
    /// The other side, of an inter-communicator.
    theirs: Option<Group>,
}

/// Splits `comm`; a negative color stands for `MPI_UNDEFINED`. Of an inter-communicator, the sides
/// of the new one are those who chose the color on each side, and it has to be chosen on both.
pub fn split(cx: &Cx, comm: MPI_Comm, choice: Choice) -> Result<MPI_Comm> {
    let (circle, remote, is_first, made) = cx.with(|p| {
        let found = p.comms.find(comm.0, "comm")?;
        let (circle, remote, is_first) = (Circle::whole(found, Purpose::Split), found.remote().cloned(), found.is_first());
        let spans = circle.spans();
        let made = if remote.is_none() { p.comms.make_context(spans) } else { p.comms.make_context_without_shared_area(spans) };
        Ok::<_, Error>((circle, remote, is_first, made?))
    })?;
    let ours = circle.gather(cx, SplitBallot { choice, context: made }.to_bytes())?;
    let theirs = circle.swap(cx, &ours, remote.as_ref().map_or(0, |remote| remote.size() as usize))?;
    let chosen = || {
        let (members, own) = part_of(circle.members(), &ours, choice.color)?;
        let Some(remote) = &remote else { return Some(Part { context: own, members, theirs: None }) };
        let (theirs, other) = part_of(remote, &theirs, choice.color)?;
        Some(Part { context: if is_first { own } else { other }, members, theirs: Some(theirs) })
    };
    let part = if choice.color == mpi::MPI_UNDEFINED { None } else { chosen() };
    if part.as_ref().is_none_or(|part| part.context != made) {
        cx.with(|p| p.comms.discard_context(made));
    }
    keep(cx, comm, |parent| {
        let Part { context, members, theirs } = part?;
        let new = parent.subset(context, members)?;
        Some(match theirs {
            Some(theirs) => new.with_remote(theirs),
            None => new,
        })
    })
}

/// The members of an argument that must be part of `comm`.
pub fn members_within(cx: &Cx, comm: MPI_Comm, group: MPI_Group) -> Result<Group> {
    cx.with(|p| {
        let members = p.groups.get(group.0, "group")?;
        let parent = p.comms.find(comm.0, "comm")?.group();
        let stranger = members.processes().position(|process| parent.rank_of(process).is_none());
        match stranger {
            Some(rank) => bail!(MPI_ERR_GROUP, "argument group has a process, of rank {rank}, that is not in the communicator"),
            None => Ok(members),
        }
    })
}

/// Makes a communicator of the members of `circle`; `MPI_COMM_NULL` if this process is not one of
/// them.
pub fn create(cx: &Cx, comm: MPI_Comm, members: Group, circle: Option<Circle>) -> Result<MPI_Comm> {
    let Some(circle) = circle else { return Ok(MPI_Comm::NULL) };
    let context = agree_on_context(cx, &circle)?;
    keep(cx, comm, |parent| parent.subset(context, members))
}

/// Makes an inter-communicator of `members` and those whom the other side names; `MPI_COMM_NULL` if
/// either side names none.
pub fn create_between(cx: &Cx, comm: MPI_Comm, members: Group) -> Result<MPI_Comm> {
    let circle = cx.with(|p| p.comms.find(comm.0, "comm").map(|parent| Circle::whole(parent, Purpose::Create)))?;
    let meet = || circle.across().ok_or_else(|| Error::internal("an inter-communicator without another side"));
    let met = introduce(cx, &circle, 0, &members, meet, |_| Ok(()))?;
    if met.theirs.is_empty() {
        return Ok(MPI_Comm::NULL);
    }
    keep(cx, comm, |parent| Some(parent.subset(met.context, members)?.with_remote(met.theirs)))
}

/// Operations of the program on a communicator that are under way.
pub fn unfinished(p: &Process, context: u64) -> impl Iterator<Item = usize> {
    let on_it = move |operation: &Operation| operation.context == context && !operation.is_done();
    let operations = p.engine.may_have_unfinished(context).then(|| p.engine.operations()).into_iter().flatten();
    operations.filter(move |(_, operation)| on_it(operation)).map(|(handle, _)| handle)
}
