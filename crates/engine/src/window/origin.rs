//! Accesses to memory of others by messages, and copies between the two memories where devices can.
//!
//! Short data travel in the message. Longer ones travel in a message of their own, which goes as
//! any other between two processes: a put's data go straight into the target's memory, a get's into
//! the origin's. What is under way to a target is a list of the engine's operations; what the
//! target has not said that it has done is one flag.

use std::ops::Range;

use ferry_datatype::Datatype;
use ferry_device::{CopyError, Device, NodeCopies, Stores};
use ferry_kernels::Accumulation;
use ferry_protocol::matching::Pattern;
use ferry_protocol::rma::conflict::{AccessKind, Encounter};
use ferry_protocol::rma::control::Hold;
use ferry_protocol::rma::message::{Data, Message, Status, TargetRange};
use ferry_protocol::transfer::{Method, Piece};

use super::attached::KnownRanges;
use super::inbox::{Answers, OneSided, tag_back, tag_there};
use super::words::WordChanges;
use crate::Engine;
use crate::buffer::Buffer;
use crate::operation::Mode;
use crate::pieces::cut;

/// Bytes of data that travel in the message itself.
const SHORT: u64 = 16 * 1024;
/// Operations under way to one target above which those that are done are looked for.
const CROWD: usize = 64;

/// `count` elements of a datatype in a window's memory at another process.
#[derive(Clone, Copy, Debug)]
pub struct Remote<'a> {
    /// The window.
    pub window: u64,
    /// World rank of the target.
    pub peer: u32,
    /// Bytes from the beginning of the target's part; in dynamic windows an address.
    pub displacement: u64,
    /// How many elements.
    pub count: u64,
    /// Of which datatype.
    pub datatype: &'a Datatype,
}

/// An operation of the engine that an access consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingAccess {
    /// The operation.
    pub operation: usize,
    /// Bytes that come back, if they do: others mean that the target has refused.
    pub expected: Option<u64>,
    /// A request waits for it, and ends it.
    pub is_requested: bool,
}

/// What a process tells another one about its epochs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notice {
    /// It exposes its part.
    Posted,
    /// It has completed its epoch.
    Completed,
}

/// Why an access failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The target cannot be reached any more.
    Lost,
    /// The memory is not what the window exposes.
    Refused(Status),
    /// This process's memory cannot be accessed.
    BadLocal,
    /// It conflicts with an access of another process (`FERRY_CHECK`).
    Conflict(Encounter),
}

/// What a target has answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub status: Status,
    /// Of a note about an access.
    pub conflict: Option<Encounter>,
}

/// A target that is accessed by messages.
#[derive(Debug, Default)]
pub(crate) struct Peer {
    pending: Vec<PendingAccess>,
    /// Messages went out that the target was not asked about.
    is_unflushed: bool,
    /// The tag of the answer to the last question whether all is done.
    asked: Option<u32>,
    problem: Option<Problem>,
    /// What it has told of its attached memory.
    pub(super) attached: KnownRanges,
    /// Words that the device changes.
    pub(super) changes: WordChanges,
}

impl Peer {
    /// Whether messages went out that the target has not said to be done. Another thread's flush
    /// may have asked about them, and wait.
    fn is_unflushed(&self, answers: &Answers) -> bool {
        self.is_unflushed || self.asked.is_some_and(|tag| matches!(answers.get(&tag), Some(None)))
    }

    /// Whether something is under way to it, was not flushed, or has failed.
    fn is_restless(&self, answers: &Answers) -> bool {
        self.is_unflushed(answers) || !self.pending.is_empty() || self.problem.is_some()
    }

    /// Operations under way.
    pub(super) fn operations(&self) -> impl Iterator<Item = usize> {
        self.pending.iter().map(|pending| pending.operation)
    }
}

impl Remote<'_> {
    fn encoded(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16);
        self.datatype.encode(&mut bytes);
        bytes
    }

    fn place<'a>(&self, datatype: &'a [u8]) -> TargetRange<'a> {
        TargetRange { displacement: self.displacement, count: self.count, datatype }
    }
}

impl<D: Device> Engine<D> {
    /// Puts the first `bytes` bytes of `from`: what is to be waited for until `from` may be
    /// changed.
    ///
    /// # Safety
    /// BUF-1 for `from` until then.
    pub unsafe fn put_remote(&mut self, at: &Remote<'_>, from: Buffer, bytes: u64) -> Option<PendingAccess> {
        let (datatype, tag) = (at.encoded(), self.state.one_sided.next_tag());
        let place = at.place(&datatype);
        let operation = if bytes <= SHORT {
            let mut message = Message::Put { place, tag, data: Data::Here(&[]) }.encode_before(bytes);
            // SAFETY: as the caller promises.
            unsafe { append(&mut message, &from, bytes) };
            self.send_bytes(at.peer, at.window, message);
            None
        } else {
            self.send_message(at.peer, at.window, &Message::Put { place, tag, data: Data::Coming(bytes) });
            self.send_data(at.peer, at.window, tag, from)
        };
        self.note_access(at, operation, None)
    }

    /// Gets `bytes` bytes into `into`: what is to be waited for until they are there.
    ///
    /// # Safety
    /// BUF-1 for `into` until then.
    pub unsafe fn get_remote(&mut self, at: &Remote<'_>, into: Buffer, bytes: u64) -> Option<PendingAccess> {
        let (datatype, tag) = (at.encoded(), self.state.one_sided.next_tag());
        let operation = self.receive_data(at.peer, at.window, tag, into);
        self.send_message(at.peer, at.window, &Message::Get { place: at.place(&datatype), tag, bytes });
        self.note_access(at, Some(operation), Some(bytes))
    }

    /// Combines the first `bytes` bytes of `from` into the target's memory; `results` gets what was
    /// there before. What is to be waited for until the buffers may be used again.
    ///
    /// # Safety
    /// BUF-1 for both buffers until then.
    pub unsafe fn accumulate_remote(
        &mut self,
        at: &Remote<'_>,
        (op, what): (u16, &Accumulation),
        from: Buffer,
        results: Option<Buffer>,
        bytes: u64,
    ) -> [Option<PendingAccess>; 2] {
        let (datatype, tag) = (at.encoded(), self.state.one_sided.next_tag());
        let (place, fetches) = (at.place(&datatype), results.is_some());
        let result = results.map(|results| self.receive_data(at.peer, at.window, tag, results));
        let accumulate = |data| Message::Accumulate { place, tag, op, fetches, data };
        let operand = if !what.takes_operands() {
            self.send_message(at.peer, at.window, &accumulate(Data::Absent(bytes)));
            None
        } else if bytes <= SHORT {
            let mut message = accumulate(Data::Here(&[])).encode_before(bytes);
            // SAFETY: as the caller promises.
            unsafe { append(&mut message, &from, bytes) };
            self.send_bytes(at.peer, at.window, message);
            None
        } else {
            self.send_message(at.peer, at.window, &accumulate(Data::Coming(bytes)));
            self.send_data(at.peer, at.window, tag, from)
        };
        [self.note_access(at, operand, None), result.and_then(|result| self.note_access(at, Some(result), Some(bytes)))]
    }

    /// Swaps one element: what is to be waited for until `result` is there. `data` is the new
    /// element and the one to compare with.
    ///
    /// # Safety
    /// BUF-1 for `result` until then.
    pub unsafe fn compare_and_swap_remote(&mut self, at: &Remote<'_>, data: &[u8], result: Buffer) -> Option<PendingAccess> {
        let (datatype, tag) = (at.encoded(), self.state.one_sided.next_tag());
        let bytes = result.bytes();
        let operation = self.receive_data(at.peer, at.window, tag, result);
        self.send_message(at.peer, at.window, &Message::CompareAndSwap { place: at.place(&datatype), tag, data });
        self.note_access(at, Some(operation), Some(bytes))
    }

    fn send_data(&mut self, peer: u32, window: u64, tag: u32, from: Buffer) -> Option<usize> {
        let operation = self.send(peer, window, tag_there(tag), from, Mode::Standard)?;
        let owner = self.owner_of(window);
        self.assign(operation, owner);
        Some(operation)
    }

    fn receive_data(&mut self, peer: u32, window: u64, tag: u32, into: Buffer) -> usize {
        let owner = self.owner_of(window);
        self.receive(Pattern { context: window, source: peer as i32, tag: tag_back(tag) }, into, owner)
    }

    pub(crate) fn owner_of(&self, window: u64) -> usize {
        self.state.one_sided.windows.get(&window).map_or(0, |window| window.owner)
    }

    fn note_access(&mut self, at: &Remote<'_>, operation: Option<usize>, expected: Option<u64>) -> Option<PendingAccess> {
        self.state.one_sided.windows.get_mut(&at.window)?.peers.entry(at.peer).or_default().is_unflushed = true;
        let pending = PendingAccess { operation: operation?, expected, is_requested: false };
        self.note_pending(at.window, at.peer, pending);
        Some(pending)
    }

    /// An operation of an access is under way.
    pub(crate) fn note_pending(&mut self, window: u64, number: u32, pending: PendingAccess) {
        let Some(found) = self.state.one_sided.windows.get_mut(&window) else { return };
        let peer = found.peers.entry(number).or_default();
        peer.pending.push(pending);
        if peer.pending.len() > CROWD && peer.pending.len().is_power_of_two() {
            self.settle_peer(window, number);
        }
    }

    /// A request waits for an access: it ends the operation.
    pub fn entrust(&mut self, window: u64, peer: u32, entrusted: &PendingAccess) -> PendingAccess {
        let peers = self.state.one_sided.windows.get_mut(&window).map(|window| &mut window.peers);
        let list = peers.and_then(|peers| peers.get_mut(&peer)).map(|peer| &mut peer.pending);
        if let Some(pending) = list.into_iter().flatten().rev().find(|pending| pending.operation == entrusted.operation) {
            pending.is_requested = true;
        }
        PendingAccess { is_requested: true, ..*entrusted }
    }

    /// Whether an access is over as far as this process's memory goes.
    pub fn is_access_done(&self, pending: &PendingAccess) -> bool {
        self.operation(pending.operation).is_none_or(|operation| operation.is_done())
    }

    /// Ends an access that is done.
    pub fn end_access(&mut self, pending: &PendingAccess) -> Result<(), Problem> {
        let Some(outcome) = self.take(pending.operation) else { return Ok(()) };
        match (outcome.fault, pending.expected) {
            (Some(crate::Fault::PeerLost), _) => Err(Problem::Lost),
            (Some(_), _) => Err(Problem::BadLocal),
            (None, Some(expected)) if outcome.sent != expected => Err(Problem::Refused(Status::OutOfRange)),
            _ => Ok(()),
        }
    }

    /// Whether all accesses to a target are over as far as this process's memory goes.
    pub fn is_settled(&mut self, window: u64, peer: u32) -> bool {
        self.settle_peer(window, peer)
    }

    /// Takes what is done off the list of a target; whether nothing is left.
    fn settle_peer(&mut self, window: u64, number: u32) -> bool {
        let Some(peer) = self.peer(window, number) else { return true };
        let mut pending = std::mem::take(&mut peer.pending);
        let mut problem = None;
        pending.retain(|pending| {
            let is_done = self.is_access_done(pending);
            if is_done && !pending.is_requested {
                problem = self.end_access(pending).err().or(problem);
            }
            !is_done
        });
        let is_empty = pending.is_empty();
        if let Some(peer) = self.peer(window, number) {
            peer.pending = pending;
            peer.problem = peer.problem.or(problem);
        }
        is_empty
    }

    pub(super) fn peer(&mut self, window: u64, peer: u32) -> Option<&mut Peer> {
        self.state.one_sided.windows.get_mut(&window)?.peers.get_mut(&peer)
    }

    /// Operations under way to a target, for reports.
    pub fn under_way(&self, window: u64, peer: u32) -> Vec<usize> {
        let peer = self.state.one_sided.windows.get(&window).and_then(|window| window.peers.get(&peer));
        peer.map_or(Vec::new(), |peer| peer.pending.iter().map(|pending| pending.operation).collect())
    }

    /// Targets with accesses that were not flushed, ascending.
    pub fn unflushed(&self, window: u64) -> Vec<u32> {
        let OneSided { windows, answers, .. } = &self.state.one_sided;
        let Some(window) = windows.get(&window) else { return Vec::new() };
        let peers = window.peers.iter().filter(|(_, peer)| peer.is_restless(answers));
        let mut peers: Vec<u32> = peers.map(|(rank, _)| *rank).collect();
        peers.sort_unstable();
        peers
    }

    /// Whether no access to a target, or to any, is under way or was not flushed.
    #[inline]
    pub fn is_quiet(&self, window: u64, target: Option<u32>) -> bool {
        let OneSided { windows, answers, .. } = &self.state.one_sided;
        let Some(window) = windows.get(&window) else { return true };
        match target {
            _ if window.peers.is_empty() => true,
            Some(peer) => window.peers.get(&peer).is_none_or(|peer| !peer.is_restless(answers)),
            None => !window.peers.values().any(|peer| peer.is_restless(answers)),
        }
    }

    /// Whether accesses to a target were not flushed.
    pub fn is_unflushed(&self, window: u64, peer: u32) -> bool {
        let OneSided { windows, answers, .. } = &self.state.one_sided;
        let peer = windows.get(&window).and_then(|window| window.peers.get(&peer));
        peer.is_some_and(|peer| peer.is_unflushed(answers))
    }

    /// The first problem of accesses to a target since the last call.
    pub fn take_problem(&mut self, window: u64, peer: u32) -> Option<Problem> {
        self.peer(window, peer)?.problem.take()
    }

    /// Asks a target to say when everything before is done: the tag of its answer.
    pub fn begin_flush(&mut self, window: u64, peer: u32) -> u32 {
        let tag = self.expect_answer();
        self.send_message(peer, window, &Message::Flush { tag });
        if let Some(peer) = self.peer(window, peer) {
            (peer.is_unflushed, peer.asked) = (false, Some(tag));
        }
        tag
    }

    /// Tells a target of an access to these bytes, to be compared with those of others: the tag of
    /// its answer.
    pub fn begin_note(&mut self, window: u64, peer: u32, kind: AccessKind, pieces: &[Range<u64>]) -> u32 {
        let tag = self.expect_answer();
        let pieces: Vec<u8> = pieces.iter().flat_map(|piece| [piece.start, piece.end]).flat_map(u64::to_le_bytes).collect();
        self.send_message(peer, window, &Message::Note { kind, tag, pieces: &pieces });
        tag
    }

    /// Tells a target that accesses of this process are over: the tag of its answer.
    pub fn begin_forget(&mut self, window: u64, peer: u32) -> u32 {
        let tag = self.expect_answer();
        self.send_message(peer, window, &Message::Forget { tag });
        tag
    }

    /// Asks for a hold of a process's control block: the tag of its answer, which comes when the
    /// hold is there.
    pub fn begin_enter(&mut self, window: u64, peer: u32, hold: Hold) -> u32 {
        let tag = self.expect_answer();
        self.send_message(peer, window, &Message::Enter { hold: hold as u16, tag });
        tag
    }

    /// Gives up a hold that was asked for and has not come: it goes back if it does.
    pub fn give_up_enter(&mut self, window: u64, peer: u32, hold: Hold, tag: u32) {
        self.state.one_sided.answers.remove(&tag);
        self.begin_leave(window, peer, hold, false);
    }

    /// Gives such a hold back; with an answer, if `is_answered`, when everything before is done.
    pub fn begin_leave(&mut self, window: u64, peer: u32, hold: Hold, is_answered: bool) -> u32 {
        let tag = if is_answered { self.expect_answer() } else { 0 };
        self.send_message(peer, window, &Message::Leave { hold: hold as u16, tag });
        if let Some(peer) = self.peer(window, peer).filter(|_| is_answered) {
            (peer.is_unflushed, peer.asked) = (false, Some(tag));
        }
        tag
    }

    pub(super) fn expect_answer(&mut self) -> u32 {
        let tag = self.state.one_sided.next_tag();
        self.state.one_sided.answers.insert(tag, None);
        tag
    }

    /// The answer of `peer` with this tag, if it is there; it is taken.
    pub fn take_answer(&mut self, peer: u32, tag: u32) -> Option<Result<(), Problem>> {
        let answers = &mut self.state.one_sided.answers;
        match answers.get(&tag).copied().flatten() {
            Some(answer) => {
                answers.remove(&tag);
                Some(match answer {
                    Answer { conflict: Some(conflict), .. } => Err(Problem::Conflict(conflict)),
                    Answer { status: Status::Done, .. } => Ok(()),
                    Answer { status, .. } => Err(Problem::Refused(status)),
                })
            }
            None if self.loss_of(peer).is_some() => {
                self.state.one_sided.answers.remove(&tag);
                Some(Err(Problem::Lost))
            }
            None => None,
        }
    }

    /// Tells `peer` about an epoch of this process.
    pub fn notify(&mut self, window: u64, peer: u32, notice: Notice) {
        let message = match notice {
            Notice::Posted => Message::Posted,
            Notice::Completed => Message::Completed,
        };
        self.send_message(peer, window, &message);
    }

    /// Whether `peer` has told so, and no call has taken it.
    pub fn has_notice(&mut self, window: u64, peer: u32, notice: Notice) -> bool {
        self.serve_windows();
        let window = self.state.one_sided.windows.get(&window);
        window.is_some_and(|window| window.notices.get(&(peer, notice)).is_some_and(|count| *count > 0))
    }

    /// Takes a notice that is there.
    pub fn take_notice(&mut self, window: u64, peer: u32, notice: Notice) {
        let Some(window) = self.state.one_sided.windows.get_mut(&window) else { return };
        if let Some(count) = window.notices.get_mut(&(peer, notice)) {
            *count -= 1;
            if *count == 0 {
                window.notices.remove(&(peer, notice));
            }
        }
    }

    /// Whether this process can copy to and from the memory of `peer`.
    pub fn can_copy(&mut self, peer: u32) -> bool {
        let methods = self.device.methods(peer);
        methods.has(Method::Read) && methods.has(Method::Write)
    }

    /// Has `access` called with where these addresses of a process of the node are here, if its
    /// memory is in a heap that the node shares; it is not called otherwise.
    pub fn visit_peer<T>(&mut self, peer: u32, addresses: Range<u64>, access: impl FnOnce(*mut u8) -> T) -> Option<T> {
        let memory = Piece { address: addresses.start, len: addresses.end - addresses.start };
        let (mut access, mut outcome) = (Some(access), None);
        let mut once = |at: *mut u8| outcome = access.take().map(|access| access(at));
        self.device.node_mut().visit(peer, memory, &mut once);
        outcome
    }

    /// Copies the first `bytes` bytes of `from` to the memory of `peer` that `into` describes,
    /// whose addresses are the peer's.
    ///
    /// # Errors
    /// If it cannot be done: some of it may have been.
    ///
    /// # Safety
    /// BUF-1 for `from`; the peer exposes what `into` describes.
    pub unsafe fn copy_to_peer(&mut self, peer: u32, from: &Buffer, into: &Buffer, bytes: u64) -> Result<(), CopyError> {
        self.copy_pieces(from, into, bytes, |device, from, into| {
            // SAFETY: as the caller promises.
            unsafe { device.node_mut().write_to(peer, from, into, Stores::Usual) }
        })
    }

    /// Copies `bytes` bytes of the memory of `peer` that `from` describes to `into`.
    ///
    /// # Errors
    /// As [`Engine::copy_to_peer`].
    ///
    /// # Safety
    /// As there, the other way round.
    pub unsafe fn copy_from_peer(&mut self, peer: u32, into: &Buffer, from: &Buffer, bytes: u64) -> Result<(), CopyError> {
        self.copy_pieces(into, from, bytes, |device, into, from| {
            // SAFETY: as the caller promises.
            unsafe { device.node_mut().read_from(peer, into, from, Stores::Usual) }
        })
    }

    fn copy_pieces(
        &mut self,
        local: &Buffer,
        remote: &Buffer,
        bytes: u64,
        copy: impl Fn(&mut D, &[Piece], &[Piece]) -> Result<(), CopyError>,
    ) -> Result<(), CopyError> {
        let (most, mut done) = (self.device.node().most_pieces(), 0);
        let (mut mine, mut theirs) = (std::mem::take(&mut self.mine), std::mem::take(&mut self.theirs));
        let mut outcome = Ok(());
        while done < bytes && outcome.is_ok() {
            mine.clear();
            theirs.clear();
            let covered = local.slice_pieces(done, bytes - done, most, &mut mine);
            let len = remote.slice_pieces(done, covered, most, &mut theirs);
            cut(&mut mine, len);
            outcome = copy(&mut self.device, &mine, &theirs);
            done += len;
        }
        (self.mine, self.theirs) = (mine, theirs);
        outcome
    }
}

/// Appends the first `bytes` bytes of `from` to a message.
///
/// # Safety
/// BUF-1.
unsafe fn append(message: &mut Vec<u8>, from: &Buffer, bytes: u64) {
    let len = message.len();
    message.reserve(bytes as usize);
    // SAFETY: the capacity is reserved, and `read` fills all of it.
    unsafe {
        from.read(0, message.as_mut_ptr().add(len), bytes as usize);
        message.set_len(len + bytes as usize);
    }
}
