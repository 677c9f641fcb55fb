//! Making inter-communicators of two groups, and one communicator of both sides again (MPI-5
//! §7.6.2).

use std::ffi::c_int;

use ferry_core::group::Group;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::MPI_Comm;
use ferry_protocol::process::ProcessId;
use ferry_runtime::Cx;

use crate::comm::agree::{Channel, Circle, NO_CONTEXT, Pair, Purpose};
use crate::p2p::message::{TAG_MAX, check_send_tag};

/// A leader's rank, checked.
pub fn leader(argument: &str, rank: c_int, group: &Group) -> Result<u32> {
    match u32::try_from(rank) {
        Ok(rank) if rank < group.size() => Ok(rank),
        _ => bail!(MPI_ERR_RANK, "argument {argument} is {rank}; it must be between 0 and {}", i64::from(group.size()) - 1),
    }
}

/// Refuses groups that share a process.
pub fn check_disjoint(cx: &Cx, ours: &Group, theirs: &Group) -> Result<()> {
    let Some(process) = ours.intersection(theirs).process(0) else { return Ok(()) };
    let name = cx.with(|p| p.comms.peers.name(process));
    bail!(
        MPI_ERR_COMM,
        "the process of {name} is in both groups; the groups of an inter-communicator must have no process in common"
    )
}

/// As [`check_disjoint`], with processes of which this one may not know.
pub fn check_strangers(cx: &Cx, ours: &Group, theirs: &[ProcessId]) -> Result<()> {
    let known = cx.with(|p| theirs.iter().filter_map(|id| p.comms.peers.number_of(*id)).collect());
    check_disjoint(cx, ours, &Group::of(known))
}

/// This process and the remote leader, for messages on `peer_comm`.
pub fn meet_on(cx: &Cx, peer_comm: MPI_Comm, remote_leader: c_int, tag: c_int) -> Result<Pair> {
    check_send_tag(tag)?;
    let (channel, other) = cx.with(|p| {
        let comm = p.comms.find(peer_comm.0, "peer_comm")?;
        let rank = leader("remote_leader", remote_leader, comm.peers())?;
        let other = comm.peers().process(rank).ok_or_else(|| Error::internal("a rank without a process"))?;
        if other == p.rank() {
            bail!(MPI_ERR_RANK, "argument remote_leader is {remote_leader}, which is this process; it must lead the other group");
        }
        let channel = Channel { context: comm.construction_context(), tag, purpose: Purpose::Intercomm };
        Ok((channel, other))
    })?;
    Ok(Pair::new(cx, channel, other))
}

const _: () = assert!(TAG_MAX == c_int::MAX, "every tag that is not negative is one of these messages, too");

/// What the processes of one side pass for `high`.
pub const LOW: u32 = 0;

const HIGH: u32 = 1;

/// They do not agree.
pub const MIXED: u32 = 2;

/// What one side tells the other one: `high` of all of it, and a context id.
#[derive(Clone, Copy)]
struct Offer {
    high: u32,
    context: u64,
}

impl Offer {
    fn to_bytes(self) -> [u8; 16] {
        (u128::from(self.high) << 64 | u128::from(self.context)).to_le_bytes()
    }

    fn from_bytes(bytes: [u8; 16]) -> Self {
        let word = u128::from_le_bytes(bytes);
        Offer { high: (word >> 64) as u32, context: word as u64 }
    }
}

/// What all of one side passed for `high`.
fn common(said: &[[u8; 1]]) -> u32 {
    match (said.contains(&[0]), said.contains(&[1])) {
        (true, true) => MIXED,
        (true, _) => LOW,
        _ => HIGH,
    }
}

/// Both sides' offers, this one's first, and the context id that both take. Only the leaders make
/// one.
pub fn bargain(cx: &Cx, circle: &Circle, high: bool) -> Result<(u32, u32, u64)> {
    let ours = common(&circle.gather(cx, [u8::from(high)])?);
    let made = if circle.is_led_here() { cx.with(|p| p.comms.make_context(circle.spans()))? } else { NO_CONTEXT };
    let told = Offer { high: ours, context: made }.to_bytes();
    let theirs = Offer::from_bytes(circle.swap(cx, &[told], 1)?[0]);
    let chosen = match circle.across() {
        Some(leaders) if circle.is_led_here() => leaders.choose(made, theirs.context),
        _ => NO_CONTEXT,
    };
    let context = circle.broadcast(cx, chosen)?;
    if circle.is_led_here() && (context != made || ours == MIXED || theirs.high == MIXED) {
        cx.with(|p| p.comms.discard_context(made));
    }
    Ok((ours, theirs.high, context))
}
