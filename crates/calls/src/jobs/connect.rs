//! Inter-communicators of processes that did not know each other: ports, connecting and accepting,
//! sockets of the program (MPI-5 §11.9).
//!
//! The roots of both groups meet over a stream ([`Encounter`]) and tell each other how everybody is
//! reached; each tells its group. Nobody goes on before everybody knows everybody. What blocks at a
//! root is done by a thread while the call makes progress.

use std::ffi::{c_char, c_int};
use std::time::Duration;

use ferry_constants as mpi;
use ferry_core::blocking_task::BlockingTask;
use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::foreign::Introduction;
use ferry_core::group::Group;
use ferry_core::info::Info;
use ferry_core::ports::{Encounter, Side, Unreached, connect};
use ferry_core::{Error, Result, bail};
use ferry_ctypes::MPI_Comm;
use ferry_runtime::Cx;

use crate::comm::agree::{Circle, Purpose};
use crate::comm::create::keep;
use crate::comm::introduce::Introducing;
use crate::text;

/// The info key by which a program limits how long it waits, in seconds.
const TIMEOUT: &str = "timeout";

/// How the root of a group gets to the other root.
pub type RootLink = Box<dyn FnOnce() -> std::result::Result<Encounter, Error> + Send>;

/// What a root hears in a meeting, with the stream on which that goes on.
type Heard = std::result::Result<(Encounter, Side), Error>;

/// A new inter-communicator of `comm` and a group that its root `root` meets in the way that `way`
/// makes there. `doing` says what the root waits for.
pub fn meet(
    cx: &Cx,
    comm: MPI_Comm,
    root: c_int,
    doing: &'static str,
    way: impl FnOnce() -> Result<RootLink>,
) -> Result<MPI_Comm> {
    let (circle, ours) = cx.with(|p| {
        let found = p.comms.find_intra(comm.0, "comm")?;
        Ok::<_, Error>((Circle::whole(found, Purpose::Connect), found.group().clone()))
    })?;
    let root = u32::try_from(root).ok().filter(|rank| *rank < ours.size()).ok_or_else(|| {
        Error::new(mpi::MPI_ERR_ROOT, format!("argument root is {root}; it must be between 0 and {}", i64::from(ours.size()) - 1))
    })?;
    let (introducing, introductions) = introduce_all(cx, &circle)?;
    let heard = (circle.rank() == root).then(|| way().and_then(|way| swap(cx, introductions, way, doing)));
    let (encounter, context, theirs) = share(cx, &circle, root, heard)?;
    let numbers = settle(cx, &circle, root, introducing.meet(&theirs), encounter)?;
    keep(cx, comm, |parent| Some(parent.subset(context, ours)?.with_remote(Group::of(numbers))))
}

/// How everybody of the group is reached.
fn introduce_all<'a>(cx: &'a Cx, circle: &Circle) -> Result<(Introducing<'a>, Vec<Introduction>)> {
    let introducing = Introducing::begin(cx);
    let all = circle.gather(cx, introducing.as_ref().map_or([0; _], |introducing| introducing.own))?;
    let introducing = introducing?;
    match all.iter().position(|introduction| introduction.iter().all(|byte| *byte == 0)) {
        None => Ok((introducing, all)),
        Some(rank) => bail!(MPI_ERR_OTHER, "rank {rank} of the group cannot be reached by other jobs; see its message"),
    }
}

/// Meets the other root, which may take as long as it takes.
fn swap(cx: &Cx, group: Vec<Introduction>, way: RootLink, doing: &'static str) -> Heard {
    let side = cx.with(|p| {
        Ok::<_, Error>(Side { speaker: p.comms.peers.own(), context: p.comms.make_context_without_shared_area(true)?, group })
    })?;
    let work = move || {
        let encounter = way()?;
        let theirs = encounter.swap(&side).map_err(broken)?;
        let context = side.choose(&theirs);
        Ok((encounter, Side { context, ..theirs }))
    };
    run(cx, work, doing)
}

/// Has a thread do `work`, and makes progress meanwhile.
pub fn run<T: Send + 'static>(cx: &Cx, work: impl FnOnce() -> Result<T> + Send + 'static, doing: &'static str) -> Result<T> {
    let mut task = cx.with(|p| BlockingTask::begin(&p.engine, work))?;
    cx.block_on(&mut task, |task, _| task.take(), |_, _| Awaited::one(Await::Foreign(doing)))
}

fn broken(why: String) -> Error {
    Error::new(mpi::MPI_ERR_PORT, format!("while two jobs met: {why}"))
}

/// The root tells its group what it has heard.
fn share(cx: &Cx, circle: &Circle, root: u32, heard: Option<Heard>) -> Result<(Option<Encounter>, u64, Vec<Introduction>)> {
    let word = match &heard {
        Some(Ok((_, theirs))) => heading(mpi::MPI_SUCCESS, theirs.group.len() as u32, theirs.context),
        Some(Err(error)) => heading(error.class(), 0, 0),
        None => heading(mpi::MPI_SUCCESS, 0, 0),
    };
    let told = u128::from_le_bytes(circle.broadcast_from(cx, root, vec![word], 1)?[0]);
    let (class, count, context) = (told as u32 as i32, (told >> 32) as u32, (told >> 64) as u64);
    let (encounter, group) = match heard {
        Some(heard) => heard.map(|(encounter, theirs)| (Some(encounter), theirs.group))?,
        None if class != mpi::MPI_SUCCESS => bail_for_root(root, class)?,
        None => (None, Vec::new()),
    };
    Ok((encounter, context, circle.broadcast_from(cx, root, group, count as usize)?))
}

fn heading(class: i32, count: u32, context: u64) -> [u8; 16] {
    (u128::from(class as u32) | u128::from(count) << 32 | u128::from(context) << 64).to_le_bytes()
}

#[cold]
fn bail_for_root<T>(root: u32, class: i32) -> Result<T> {
    Err(Error::new(class, format!("the root, rank {root}, found an error; see its message")))
}

/// Waits until everybody has met the other group, on both sides. `met` is whom this process has.
fn settle(cx: &Cx, circle: &Circle, root: u32, met: Result<Vec<u32>>, encounter: Option<Encounter>) -> Result<Vec<u32>> {
    let all_met = circle.gather(cx, [u8::from(met.is_ok())])?.iter().all(|word| *word == [1]);
    let doing = "let its group know of this one";
    let agreed = encounter.map(|encounter| run(cx, move || encounter.agree(all_met).map_err(broken), doing));
    let both = u64::from(matches!(agreed, Some(Ok(true))));
    let both = circle.broadcast_from(cx, root, vec![both.to_le_bytes()], 1)?[0];
    let met = met?;
    if let Some(Err(error)) = agreed {
        return Err(error);
    }
    match u64::from_le_bytes(both) {
        1 => Ok(met),
        _ => bail!(MPI_ERR_OTHER, "a process of one of both groups cannot reach the others; see its message"),
    }
}

/// How long a call may wait.
pub fn limit_of(hints: &Info) -> Result<Option<Duration>> {
    let Some(value) = hints.text(TIMEOUT) else { return Ok(None) };
    let seconds = value.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.map(Some).ok_or_else(|| {
        Error::new(mpi::MPI_ERR_INFO_VALUE, format!("the info key {TIMEOUT} is \"{value}\"; it must be a number of seconds"))
    })
}

/// The name of a port, which only the root has.
///
/// # Safety
/// ABI-1.
pub unsafe fn port_name_of(cx: &Cx, port_name: *const c_char) -> Result<String> {
    cx.non_null(port_name, "port_name")?;
    // SAFETY: as the caller promises.
    Ok(String::from_utf8_lossy(unsafe { text::bytes(port_name) }).into_owned())
}

/// The way of a root that accepts at an open port.
pub fn accept_at(cx: &Cx, name: &str, limit: Option<Duration>) -> Result<RootLink> {
    let port = cx.with(|p| p.other_jobs.ports.find(name))?;
    Ok(Box::new(move || port.accept(limit).map_err(|why| not_accepted(&why))))
}

/// Nobody was accepted at a port.
pub fn not_accepted(why: &str) -> Error {
    Error::new(mpi::MPI_ERR_PORT, format!("nobody has connected: {why}"))
}

/// The way of a root that connects to a port.
pub fn connect_to(cx: &Cx, name: String, limit: Option<Duration>) -> RootLink {
    let own = cx.with(|p| p.comms.peers.own());
    Box::new(move || {
        connect(&name, own, limit).map_err(|unreached| {
            let text = match unreached {
                Unreached::Name(why) => format!("argument port_name is \"{name}\", which is no port: {why}"),
                Unreached::Absent(why) => format!("nobody accepts at the port \"{name}\" {why}"),
            };
            Error::new(mpi::MPI_ERR_PORT, text)
        })
    })
}
