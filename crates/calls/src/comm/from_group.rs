//! Communicators of groups, without a communicator that has their processes already (MPI-5 §7.4.2,
//! §7.6.2): what sessions begin with.
//!
//! The processes meet in a context that the string tag and the processes themselves determine. So
//! exactly the members take part, and calls with different tags or groups that are under way at
//! once do not mix (docs/adr/0014).

use std::ffi::{c_char, c_int};

use ferry_constants as mpi;
use ferry_core::attribute::Object;
use ferry_core::comm::{Comm, meeting_context};
use ferry_core::group::Group;
use ferry_core::info::Info;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Comm, MPI_Errhandler, MPI_Group, MPI_Info};
use ferry_protocol::process::PROCESS_ID;
use ferry_runtime::Cx;
use hmac_sha256::Hash;

use crate::comm::agree::{Channel, Circle, Pair, Purpose, agree_on_context};
use crate::comm::intercomm::{check_disjoint, check_strangers, leader};
use crate::comm::introduce::{ids_of, introduce};
use crate::{info, text};

/// Where processes meet for a call with `stringtag`. Context id and tag have 61 bits of the digest.
fn meeting_place(purpose: Purpose, stringtag: &[u8], processes: &[[u8; PROCESS_ID]]) -> Channel {
    let call = [&[purpose as u8], stringtag, &[0], processes.as_flattened()].concat();
    let digest = Hash::hash(&call);
    let [first, second] = [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|byte| digest[at + byte])));
    Channel { context: meeting_context(first), tag: (second >> 33) as i32, purpose }
}

/// What the arguments ask of the new communicator.
struct Wishes {
    stringtag: Vec<u8>,
    hints: Info,
    errhandler: MPI_Errhandler,
    session: usize,
}

impl Wishes {
    /// # Safety
    /// ABI-1.
    unsafe fn new(
        cx: &Cx,
        group: MPI_Group,
        stringtag: *const c_char,
        info: MPI_Info,
        errhandler: MPI_Errhandler,
    ) -> Result<Self> {
        cx.non_null(stringtag, "stringtag")?;
        // SAFETY: as the caller promises.
        let stringtag = unsafe { text::bytes(stringtag) }.to_vec();
        let longest = mpi::MPI_MAX_STRINGTAG_LEN as usize - 1;
        if stringtag.len() > longest {
            let len = stringtag.len();
            bail!(
                MPI_ERR_ARG,
                "argument stringtag has {len} characters; it may have {longest} (MPI_MAX_STRINGTAG_LEN with the null)"
            );
        }
        cx.local(|l| l.errhandlers.resolve(errhandler.0, Object::Comm))?;
        let session = cx.with(|p| p.groups.session_of(group.0));
        Ok(Wishes { stringtag, hints: info::hints(cx, info)?, errhandler, session })
    }

    /// Keeps a communicator of `members`; an inter-communicator if there are others.
    fn keep(&self, cx: &Cx, context: u64, members: Group, theirs: Option<Group>) -> Result<MPI_Comm> {
        cx.local(|l| l.errhandlers.attach(self.errhandler.0, Object::Comm))?;
        let handle = cx.with(|p| {
            let new = Comm::of_session(self.session, context, members, p.rank(), self.errhandler.0);
            let mut new = new.ok_or_else(|| Error::internal("a communicator without its own process"))?;
            new.hints.apply(&self.hints);
            Ok::<_, Error>(p.comms.insert(match theirs {
                Some(theirs) => new.with_remote(theirs),
                None => new,
            }))
        })?;
        Ok(MPI_Comm(handle))
    }
}

/// The members of a group, of which this process has to be one, and its circle.
fn circle_of(cx: &Cx, argument: &str, members: &Group, purpose: Purpose, wishes: &Wishes) -> Result<Circle> {
    let own = cx.with(|p| p.rank());
    let channel = meeting_place(purpose, &wishes.stringtag, &ids_of(cx, members)?);
    let spans = cx.with(|p| p.comms.peers.spans(members));
    let stranger = || Error::new(mpi::MPI_ERR_GROUP, format!("argument {argument} is a group that this process is not in"));
    Circle::of(channel, members.clone(), own, spans).ok_or_else(stranger)
}

/// Errors go to the error handler that the new communicator was to have.
fn for_handler(errhandler: MPI_Errhandler) -> impl Fn(Error) -> Error {
    move |error| if error.class() == mpi::MPI_ERR_ERRHANDLER { error } else { error.for_handler(Object::Comm, errhandler.0) }
}

/// Stores the new communicator, or the null handle beside the error for the handler.
///
/// # Safety
/// ABI-1 for `to`.
pub unsafe fn store(new: Result<MPI_Comm>, errhandler: MPI_Errhandler, to: *mut MPI_Comm) -> Result<()> {
    // SAFETY: as the caller promises.
    let new = new.inspect_err(|_| unsafe { MPI_Comm::clear(to) }).map_err(for_handler(errhandler))?;
    // SAFETY: as the caller promises.
    unsafe { *to = new };
    Ok(())
}

/// # Safety
/// ABI-1.
pub unsafe fn from_group(
    cx: &Cx,
    group: MPI_Group,
    stringtag: *const c_char,
    info: MPI_Info,
    errhandler: MPI_Errhandler,
) -> Result<MPI_Comm> {
    let members = cx.with(|p| p.groups.get(group.0, "group"))?;
    // SAFETY: as the caller promises.
    let wishes = unsafe { Wishes::new(cx, group, stringtag, info, errhandler)? };
    if members.is_empty() {
        return Ok(MPI_Comm::NULL);
    }
    let circle = circle_of(cx, "group", &members, Purpose::FromGroup, &wishes)?;
    let context = agree_on_context(cx, &circle)?;
    wishes.keep(cx, context, members, None)
}

/// `groups` are the local and the remote one, each with its leader; the remote ones are looked at
/// by the local leader alone.
///
/// # Safety
/// ABI-1.
pub unsafe fn from_groups(
    cx: &Cx,
    groups: ((MPI_Group, c_int), (MPI_Group, c_int)),
    stringtag: *const c_char,
    info: MPI_Info,
    errhandler: MPI_Errhandler,
) -> Result<MPI_Comm> {
    let ((local, local_leader), remote) = groups;
    let ours = cx.with(|p| p.groups.get(local.0, "local_group"))?;
    // SAFETY: as the caller promises.
    let wishes = unsafe { Wishes::new(cx, local, stringtag, info, errhandler)? };
    if ours.is_empty() {
        return Ok(MPI_Comm::NULL);
    }
    let local_leader = leader("local_leader", local_leader, &ours)?;
    let circle = circle_of(cx, "local_group", &ours, Purpose::FromGroups, &wishes)?;
    let meet = || meet(cx, &ours, remote, &wishes.stringtag);
    let met = introduce(cx, &circle, local_leader, &ours, meet, |theirs| check_strangers(cx, &ours, theirs))?;
    wishes.keep(cx, met.context, ours.clone(), Some(met.theirs))
}

/// This process and the leader of the remote group.
fn meet(cx: &Cx, ours: &Group, (remote, remote_leader): (MPI_Group, c_int), stringtag: &[u8]) -> Result<Pair> {
    let theirs = cx.with(|p| p.groups.get(remote.0, "remote_group"))?;
    let rank = leader("remote_leader", remote_leader, &theirs)?;
    check_disjoint(cx, ours, &theirs)?;
    let (own, other) = (cx.with(|p| p.rank()), theirs.process(rank).unwrap_or(u32::MAX));
    let mut both = ids_of(cx, &Group::of(vec![own, other]))?;
    both.sort_unstable();
    let channel = meeting_place(Purpose::FromGroups, stringtag, &both);
    Ok(Pair::new(cx, channel, other))
}

#[cfg(test)]
mod tests {
    use ferry_protocol::process::ProcessId;

    use super::*;

    #[test]
    fn calls_that_differ_meet_in_different_places() {
        let place = |purpose, tag: &str, processes: &[u32]| {
            let ids: Vec<_> = processes.iter().map(|rank| ProcessId { job: 1, rank: *rank }.to_bytes()).collect();
            let channel = meeting_place(purpose, tag.as_bytes(), &ids);
            assert!(channel.tag >= 0);
            (channel.context, channel.tag)
        };
        let places = [
            place(Purpose::FromGroup, "a", &[0, 1]),
            place(Purpose::FromGroup, "b", &[0, 1]),
            place(Purpose::FromGroup, "", &[0, 1]),
            place(Purpose::FromGroup, "a", &[1, 0]),
            place(Purpose::FromGroup, "a", &[0, 1, 2]),
            place(Purpose::FromGroups, "a", &[0, 1]),
        ];
        assert_eq!(places[0], place(Purpose::FromGroup, "a", &[0, 1]));
        for (index, one) in places.iter().enumerate() {
            assert!(places[..index].iter().all(|other| other.0 != one.0 && other.1 != one.1));
        }
    }
}
