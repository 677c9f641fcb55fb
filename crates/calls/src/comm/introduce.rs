//! How two groups that are to be the sides of a new communicator get to know each other, through
//! their leaders.
//!
//! The leaders exchange a context id and who their processes are; each tells its group. Where
//! processes of several jobs are involved, some may not have met: then the leaders pass on how
//! everybody is reached as well, and nobody goes on before everybody knows everybody.

use ferry_constants as mpi;
use ferry_core::foreign::Introduction;
use ferry_core::group::Group;
use ferry_core::introductions::IntroductionNumber;
use ferry_core::peers::foreign_name;
use ferry_core::{Error, Result};
use ferry_protocol::process::{PROCESS_ID, ProcessId};
use ferry_runtime::Cx;

use crate::comm::agree::{Circle, NO_CONTEXT, Pair};

/// An introduction of this process to processes of other jobs, to be kept until the communicator
/// exists that it was for: what was told stays true, and who was met stays known.
pub struct Introducing<'a> {
    cx: &'a Cx,
    number: IntroductionNumber,
    /// What this process tells of itself.
    pub own: Introduction,
}

impl<'a> Introducing<'a> {
    /// Makes this process reachable.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` if it cannot be reached.
    pub fn begin(cx: &'a Cx) -> Result<Self> {
        let (number, own) = cx.with(|p| p.begin_introduction())?;
        Ok(Introducing { cx, number, own })
    }

    /// Gets to know those who have introduced themselves in return: their numbers.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` for one with another version of Ferry.
    pub fn meet(&self, theirs: &[Introduction]) -> Result<Vec<u32>> {
        self.cx.with(|p| p.meet(self.number, theirs))
    }
}

impl Drop for Introducing<'_> {
    fn drop(&mut self) {
        self.cx.with(|p| p.end_introduction(self.number));
    }
}

/// What the members of one group learn of the other one.
pub struct Introduced<'a> {
    /// The context id of the new communicator.
    pub context: u64,
    /// The other group.
    pub theirs: Group,
    /// Where processes had not met before.
    _introducing: Option<Introducing<'a>>,
}

/// What a leader has heard from the other one.
struct HeardIntroduction {
    context: u64,
    theirs: Vec<[u8; PROCESS_ID]>,
    /// Processes may not have met.
    are_strangers: bool,
}

/// The leaders, of whom one is the member of rank `leader` in `circle`, tell each other that their
/// groups `ours` are to be the two sides of a new communicator, and tell the members of their
/// circles. At the leader, `meet` makes the pair of both, and `check` may refuse the other group;
/// the error is then every member's.
pub fn introduce<'a>(
    cx: &'a Cx,
    circle: &Circle,
    leader: u32,
    ours: &Group,
    meet: impl FnOnce() -> Result<Pair>,
    check: impl FnOnce(&[ProcessId]) -> Result<()>,
) -> Result<Introduced<'a>> {
    let mut pair = None;
    let heard: Option<Result<HeardIntroduction>> = (circle.rank() == leader).then(|| {
        let leaders = *pair.insert(meet()?);
        let heard = tell(cx, circle, leaders, ours)?;
        check(&heard.theirs.iter().copied().map(ProcessId::from_bytes).collect::<Vec<_>>())?;
        Ok(heard)
    });
    let told = match &heard {
        Some(Ok(heard)) => Heading::of(heard),
        Some(Err(error)) => Heading { class: error.class() as u32, ..Heading::NOTHING },
        None => Heading::NOTHING,
    };
    let told = Heading::from_bytes(circle.broadcast_from(cx, leader, vec![told.to_bytes()], 1)?[0]);
    let heard = match heard {
        Some(Err(error)) => return Err(error),
        _ if told.class != mpi::MPI_SUCCESS as u32 => return Err(refused(leader, told.class as i32)),
        heard => heard.and_then(Result::ok),
    };
    let theirs = heard.map_or(Vec::new(), |heard| heard.theirs);
    let theirs = circle.broadcast_from(cx, leader, theirs, told.size as usize)?;
    let introducing = told.are_strangers.then(|| acquaint(cx, circle, leader, pair)).transpose()?;
    Ok(Introduced { context: told.context, theirs: group_of(cx, &theirs)?, _introducing: introducing })
}

/// The leaders' exchange: a context id and the group of each.
fn tell(cx: &Cx, circle: &Circle, leaders: Pair, ours: &Group) -> Result<HeardIntroduction> {
    let own_job = cx.with(|p| p.comms.peers.own().job);
    let ours = ids_of(cx, ours)?;
    let is_mixed = circle.spans() || ours.iter().any(|id| ProcessId::from_bytes(*id).job != own_job);
    let said = Opening { size: ours.len() as u32, job: own_job, is_mixed };
    let answer = Opening::from_bytes(leaders.swap(cx, &[said.to_bytes()], 1)?[0]);
    let spans = is_mixed || answer.is_mixed || answer.job != own_job;
    let made = cx.with(|p| p.comms.make_context_without_shared_area(spans));
    let own = *made.as_ref().unwrap_or(&NO_CONTEXT);
    let other = u64::from_le_bytes(leaders.swap(cx, &[own.to_le_bytes()], 1)?[0]);
    let theirs = leaders.swap(cx, &ours, answer.size as usize)?;
    made?;
    match leaders.choose(own, other) {
        NO_CONTEXT => Err(Error::internal("the leader of the other group could not make a context id")),
        // Both sides of a communicator have met.
        context => Ok(HeardIntroduction { context, theirs, are_strangers: spans && circle.across().is_none() }),
    }
}

/// Everybody learns how everybody on the other side is reached, and waits until everybody has.
fn acquaint<'a>(cx: &'a Cx, circle: &Circle, leader: u32, pair: Option<Pair>) -> Result<Introducing<'a>> {
    let introducing = Introducing::begin(cx)?;
    let ours: Vec<Introduction> = circle.gather(cx, introducing.own)?;
    let theirs = match pair {
        Some(leaders) => {
            let count = leaders.swap(cx, &[(ours.len() as u64).to_le_bytes()], 1)?[0];
            leaders.swap(cx, &ours, u64::from_le_bytes(count) as usize)?
        }
        None => Vec::new(),
    };
    let count = circle.broadcast_from(cx, leader, vec![(theirs.len() as u64).to_le_bytes()], 1)?[0];
    let theirs = circle.broadcast_from(cx, leader, theirs, u64::from_le_bytes(count) as usize)?;
    let met = introducing.meet(&theirs);
    let all_met = circle.gather(cx, [u8::from(met.is_ok())])?.iter().all(|word| *word == [1]);
    let far_met = match pair {
        Some(leaders) => leaders.swap(cx, &[[u8::from(all_met)]], 1)?[0],
        None => [0],
    };
    let far_met = circle.broadcast_from(cx, leader, vec![far_met], 1)?[0] == [1];
    met?;
    match all_met && far_met {
        true => Ok(introducing),
        false => Err(Error::new(mpi::MPI_ERR_OTHER, "a process of one of both groups cannot reach the others; see its message")),
    }
}

/// Who the processes of a group are, for everybody.
pub fn ids_of(cx: &Cx, group: &Group) -> Result<Vec<[u8; PROCESS_ID]>> {
    cx.with(|p| group.processes().map(|number| p.comms.peers.id_of(number).map(ProcessId::to_bytes)).collect())
}

/// The inverse of [`ids_of`].
pub fn group_of(cx: &Cx, ids: &[[u8; PROCESS_ID]]) -> Result<Group> {
    let numbers: Result<Vec<u32>> = cx.with(|p| {
        let number = |id: &[u8; PROCESS_ID]| {
            let id = ProcessId::from_bytes(*id);
            p.comms.peers.number_of(id).ok_or_else(|| Error::internal(format!("{} is a stranger", foreign_name(id))))
        };
        ids.iter().map(number).collect()
    });
    numbers.map(Group::of)
}

/// The first words of leaders.
struct Opening {
    size: u32,
    job: u64,
    /// The group has processes of several jobs.
    is_mixed: bool,
}

impl Opening {
    fn to_bytes(&self) -> [u8; 16] {
        (u128::from(self.size) | u128::from(self.is_mixed) << 32 | u128::from(self.job) << 64).to_le_bytes()
    }

    fn from_bytes(bytes: [u8; 16]) -> Self {
        let word = u128::from_le_bytes(bytes);
        Opening { size: word as u32, is_mixed: word >> 32 & 1 == 1, job: (word >> 64) as u64 }
    }
}

/// What a leader tells its group first.
struct Heading {
    class: u32,
    size: u32,
    context: u64,
    are_strangers: bool,
}

impl Heading {
    const NOTHING: Heading = Heading { class: mpi::MPI_SUCCESS as u32, size: 0, context: NO_CONTEXT, are_strangers: false };

    fn of(heard: &HeardIntroduction) -> Self {
        let HeardIntroduction { context, theirs, are_strangers } = heard;
        let size = theirs.len() as u32;
        Heading { class: mpi::MPI_SUCCESS as u32, size, context: *context, are_strangers: *are_strangers }
    }

    fn to_bytes(&self) -> [u8; 16] {
        let class = u128::from(self.class) | u128::from(self.are_strangers) << 31;
        (class | u128::from(self.size) << 32 | u128::from(self.context) << 64).to_le_bytes()
    }

    fn from_bytes(bytes: [u8; 16]) -> Self {
        let word = u128::from_le_bytes(bytes);
        let class = word as u32;
        let (size, context) = ((word >> 32) as u32, (word >> 64) as u64);
        Heading { class: class & 0x7fff_ffff, size, context, are_strangers: class >> 31 == 1 }
    }
}

#[cold]
fn refused(leader: u32, class: i32) -> Error {
    Error::new(
        class,
        format!("the leader of this group, rank {leader}, found an error and could not make the communicator; see its message"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive() {
        let opening = Opening::from_bytes(Opening { size: 7, job: u64::MAX - 1, is_mixed: true }.to_bytes());
        assert_eq!((opening.size, opening.job, opening.is_mixed), (7, u64::MAX - 1, true));
        let heading = Heading { class: 13, size: u32::MAX, context: 1 << 63, are_strangers: true };
        let heading = Heading::from_bytes(heading.to_bytes());
        assert_eq!((heading.class, heading.size, heading.context, heading.are_strangers), (13, u32::MAX, 1 << 63, true));
    }
}
