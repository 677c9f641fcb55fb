//! How processes agree when they make communicators: small blocking exchanges within a circle of
//! them, and between the leaders of two circles, in a context of its own.
//!
//! Every message begins with the purpose of the exchange. So a process that is in another
//! collective call than its peers finds out instead of taking their data for its own.
//!
//! # Safety arguments
//! - AGREE-1: an operation's bytes live in a variable of the function that waits for the operation
//!   before it returns.

use ferry_constants as mpi;
use ferry_core::comm::Comm;
use ferry_core::group::Group;
use ferry_core::{Error, Result, resilience};
use ferry_engine::{Buffer, Fault, MatchPattern, Mode};
use ferry_runtime::Cx;

/// What an exchange is for.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs, reason = "each is that of a function of the same name")]
pub enum Purpose {
    Duplicate = 1,
    Split = 2,
    Create = 3,
    CreateGroup = 4,
    Intercomm = 5,
    Merge = 6,
    FromGroup = 7,
    FromGroups = 8,
    Cart = 9,
    CartSub = 10,
    Graph = 11,
    DistGraph = 12,
    DistGraphAdjacent = 13,
    Window = 14,
    Connect = 15,
    Disconnect = 16,
    Spawn = 17,
    FileOpen = 32,
    FileClose = 33,
    FileSetView = 34,
    FileSetSize = 35,
    FilePreallocate = 36,
    FileSetInfo = 37,
    FileSync = 38,
    FileSetAtomicity = 39,
    FileSeekShared = 40,
}

impl Purpose {
    fn of(code: u8) -> &'static str {
        match code {
            1 => "MPI_Comm_dup",
            2 => "MPI_Comm_split or MPI_Comm_split_type",
            3 => "MPI_Comm_create",
            4 => "MPI_Comm_create_group",
            5 => "MPI_Intercomm_create",
            6 => "MPI_Intercomm_merge",
            7 => "MPI_Comm_create_from_group",
            8 => "MPI_Intercomm_create_from_groups",
            9 => "MPI_Cart_create",
            10 => "MPI_Cart_sub",
            11 => "MPI_Graph_create",
            12 => "MPI_Dist_graph_create",
            13 => "MPI_Dist_graph_create_adjacent",
            14 => "a function that makes a window",
            15 => "MPI_Comm_accept, MPI_Comm_connect or MPI_Comm_join",
            16 => "MPI_Comm_disconnect",
            17 => "MPI_Comm_spawn or MPI_Comm_spawn_multiple",
            32 => "MPI_File_open",
            33 => "MPI_File_close",
            34 => "MPI_File_set_view",
            35 => "MPI_File_set_size",
            36 => "MPI_File_preallocate",
            37 => "MPI_File_set_info",
            38 => "MPI_File_sync",
            39 => "MPI_File_set_atomicity",
            40 => "MPI_File_seek_shared",
            _ => "another function",
        }
    }
}

/// The tag of exchanges by the whole of a communicator.
const WHOLE: i32 = 0;

/// The tag of exchanges by part of a communicator that the whole of it knows of.
const PART: i32 = 1;

/// Where the messages of an exchange go. Processes are named by their numbers here.
#[derive(Clone, Copy)]
pub struct Channel {
    /// The context id of its messages.
    pub context: u64,
    /// Their tag.
    pub tag: i32,
    /// What it is about.
    pub purpose: Purpose,
}

impl Channel {
    /// Sends `blocks` and receives `count` blocks, at once.
    fn exchange<const N: usize>(
        &self,
        cx: &Cx,
        to: Option<u32>,
        from: Option<u32>,
        blocks: &[[u8; N]],
        count: usize,
    ) -> Result<Vec<[u8; N]>> {
        if let Some(fault) = cx.with(|p| p.engine.casualty(self.context)) {
            return Err(casualty(fault));
        }
        let mut incoming = vec![0; 1 + count * N];
        let outgoing: Vec<u8> = std::iter::once(self.purpose as u8).chain(blocks.as_flattened().iter().copied()).collect();
        let receive = from.map(|process| (process, self.start_receive(cx, process, &mut incoming)));
        let send = to.and_then(|process| self.start_send(cx, process, &outgoing));
        let received = receive.map(|(process, operation)| (process, cx.take(operation)));
        let sent = send.map(|operation| cx.take(operation));
        let ends = received.as_ref().map(|(_, outcome)| outcome).into_iter().chain(&sent);
        let is_casualty = |fault: &Fault| matches!(fault, Fault::Revoked | Fault::MemberLost);
        if let Some(fault) = ends.filter_map(|outcome| outcome.fault).find(is_casualty) {
            return Err(casualty(fault));
        }
        let lost = received.as_ref().filter(|(_, outcome)| outcome.fault.is_some()).map(|(process, _)| *process);
        if let Some(process) = lost.or_else(|| to.filter(|_| sent.is_some_and(|outcome| outcome.fault.is_some()))) {
            return Err(lost_peer(cx, process));
        }
        match received {
            Some((process, outcome)) if outcome.sent != incoming.len() as u64 || incoming[0] != outgoing[0] => {
                Err(self.disagreement(cx, process, incoming[0]))
            }
            _ => Ok(incoming[1..].as_chunks().0.to_vec()),
        }
    }

    fn start_send(&self, cx: &Cx, to: u32, bytes: &[u8]) -> Option<usize> {
        cx.with(|p| {
            // SAFETY: AGREE-1.
            let buffer = unsafe { Buffer::dense(bytes.as_ptr().cast_mut(), bytes.len() as u64) };
            p.engine.send(to, self.context, self.tag, buffer, Mode::Standard)
        })
    }

    fn start_receive(&self, cx: &Cx, from: u32, bytes: &mut [u8]) -> usize {
        let pattern = MatchPattern { context: self.context, source: from as i32, tag: self.tag };
        // SAFETY: AGREE-1.
        let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) };
        cx.with(|p| p.engine.receive(pattern, buffer, mpi::MPI_COMM_NULL))
    }

    #[cold]
    fn disagreement(&self, cx: &Cx, peer: u32, code: u8) -> Error {
        let name = cx.with(|p| p.comms.peers.name(peer));
        let (here, there) = (Purpose::of(self.purpose as u8), Purpose::of(code));
        Error::new(
            mpi::MPI_ERR_NOT_SAME,
            format!("the process of {name} is in {there} while this one is in {here}; all must make the same calls"),
        )
    }
}

#[cold]
fn casualty(fault: Fault) -> Error {
    if fault == Fault::Revoked { resilience::revoked() } else { resilience::member_lost() }
}

#[cold]
fn lost_peer(cx: &Cx, peer: u32) -> Error {
    let text = cx.with(|p| {
        let reason = p.engine.loss_of(peer).unwrap_or("it has ended");
        format!("the process of {} cannot be reached any more: {reason}", p.comms.peers.name(peer))
    });
    Error::new(resilience::class_of_loss(), text)
}

/// This process and another one.
#[derive(Clone, Copy)]
pub struct Pair {
    channel: Channel,
    other: u32,
    /// This one's place in an order that both know.
    pub is_first: bool,
}

impl Pair {
    /// This process and `other`, which must be another one.
    pub fn new(cx: &Cx, channel: Channel, other: u32) -> Self {
        let is_first = cx.with(|p| p.comms.peers.is_before(p.rank(), other));
        Pair { channel, other, is_first }
    }

    /// Which of two context ids, made by this process and the other one, both take.
    pub fn choose(&self, own: u64, theirs: u64) -> u64 {
        if self.is_first { own } else { theirs }
    }

    /// Sends `blocks` and receives `count`.
    pub fn swap<const N: usize>(&self, cx: &Cx, blocks: &[[u8; N]], count: usize) -> Result<Vec<[u8; N]>> {
        self.channel.exchange(cx, Some(self.other), Some(self.other), blocks, count)
    }
}

/// Processes that agree on something, one side of an inter-communicator if they are all of that.
pub struct Circle {
    channel: Channel,
    members: Group,
    rank: u32,
    /// The leaders of both sides.
    across: Option<Pair>,
    /// Whether the communicators that are made of it may span jobs.
    spans: bool,
}

impl Circle {
    /// All processes of `comm`, on both sides, in a call that all of them make.
    pub fn whole(comm: &Comm, purpose: Purpose) -> Self {
        let channel = Channel { context: comm.collective_construction_context(), tag: WHOLE, purpose };
        let other = comm.remote().and_then(|remote| remote.process(0));
        let across = other.map(|other| Pair { channel, other, is_first: comm.is_first() });
        Circle { channel, members: comm.group().clone(), rank: comm.rank(), across, spans: comm.spans() }
    }

    /// Part of `comm`, in a call that all processes of `comm` make. `None` if this process is not
    /// one of the part.
    pub fn part(comm: &Comm, members: Group, purpose: Purpose) -> Option<Self> {
        let channel = Channel { context: comm.collective_construction_context(), tag: PART, purpose };
        Circle::of(channel, members, comm.group().process(comm.rank())?, comm.spans())
    }

    /// Part of `comm`, in a call that only this part makes, kept apart from others by `tag`. `None`
    /// if this process is not one of it.
    pub fn tagged(comm: &Comm, members: Group, tag: i32, purpose: Purpose) -> Option<Self> {
        let channel = Channel { context: comm.construction_context(), tag, purpose };
        Circle::of(channel, members, comm.group().process(comm.rank())?, comm.spans())
    }

    /// Processes `members`, of which `own` is this one. `None` if it is not one of them. `spans`:
    /// they may be of several jobs.
    pub fn of(channel: Channel, members: Group, own: u32, spans: bool) -> Option<Self> {
        let rank = members.rank_of(own)?;
        Some(Circle { channel, members, rank, across: None, spans })
    }

    /// This process's rank.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// True for the member of rank 0.
    pub fn is_led_here(&self) -> bool {
        self.rank == 0
    }

    /// The members.
    pub fn members(&self) -> &Group {
        &self.members
    }

    /// Whether communicators that are made of it may span jobs.
    pub fn spans(&self) -> bool {
        self.spans
    }

    /// The leaders of both sides, if the circle is one side.
    pub fn across(&self) -> Option<Pair> {
        self.across
    }

    /// Gives all members the word of the member of rank 0.
    pub fn broadcast(&self, cx: &Cx, word: u64) -> Result<u64> {
        let words = self.broadcast_from(cx, 0, vec![word.to_le_bytes()], 1)?;
        Ok(u64::from_le_bytes(words[0]))
    }

    /// Gives all members the `count` blocks of the member of rank `root`, along a binomial tree.
    pub fn broadcast_from<const N: usize>(
        &self,
        cx: &Cx,
        root: u32,
        mut blocks: Vec<[u8; N]>,
        count: usize,
    ) -> Result<Vec<[u8; N]>> {
        let size = self.members.size();
        let (node, peer) = ((self.rank + size - root) % size, |node: u32| Some(self.process((node + root) % size)));
        let mut step = 1;
        while step < size {
            if node & step != 0 {
                blocks = self.channel.exchange(cx, None, peer(node - step), &[], count)?;
                break;
            }
            step <<= 1;
        }
        while step > 1 {
            step >>= 1;
            if node + step < size {
                self.channel.exchange::<N>(cx, peer(node + step), None, &blocks, 0)?;
            }
        }
        Ok(blocks)
    }

    /// Gives every member the blocks of all members, by rank, in a logarithmic number of steps.
    pub fn gather<const N: usize>(&self, cx: &Cx, block: [u8; N]) -> Result<Vec<[u8; N]>> {
        let size = self.members.size();
        let mut blocks = vec![block];
        let mut distance = 1;
        while distance < size {
            let count = distance.min(size - distance) as usize;
            let to = self.process((self.rank + size - distance) % size);
            let from = self.process((self.rank + distance) % size);
            let received = self.channel.exchange(cx, Some(to), Some(from), &blocks[..count], count)?;
            blocks.extend(received);
            distance <<= 1;
        }
        blocks.rotate_right(self.rank as usize);
        Ok(blocks)
    }

    /// Gives every member the `count` blocks of the other side, whose leader gets `blocks` of this
    /// one's. Nothing if there is no other side.
    pub fn swap<const N: usize>(&self, cx: &Cx, blocks: &[[u8; N]], count: usize) -> Result<Vec<[u8; N]>> {
        let Some(leaders) = self.across else { return Ok(Vec::new()) };
        let theirs = if self.is_led_here() { leaders.swap(cx, blocks, count)? } else { Vec::new() };
        self.broadcast_from(cx, 0, theirs, count)
    }

    fn process(&self, rank: u32) -> u32 {
        self.members.process(rank).expect("ranks in a circle are below its size")
    }
}

/// Sent instead of a context id by a leader that cannot make one.
pub const NO_CONTEXT: u64 = u64::MAX;

/// The context id that the leader of `circle` makes for a new communicator; the leader of the first
/// side if there are two.
pub fn agree_on_context(cx: &Cx, circle: &Circle) -> Result<u64> {
    let made = match circle.across() {
        _ if !circle.is_led_here() => Ok(NO_CONTEXT),
        None => cx.with(|p| p.comms.make_context(circle.spans)),
        Some(leaders) => offer_context(cx, leaders, circle.spans),
    };
    let word = circle.broadcast(cx, *made.as_ref().unwrap_or(&NO_CONTEXT))?;
    match (made, word) {
        (Err(error), _) => Err(error),
        (Ok(_), NO_CONTEXT) => Err(Error::internal("the leader of the new communicator could not make a context id")),
        (Ok(_), context) => Ok(context),
    }
}

/// The leaders of two sides take the context id of one of them.
fn offer_context(cx: &Cx, leaders: Pair, spans: bool) -> Result<u64> {
    let made = cx.with(|p| p.comms.make_context_without_shared_area(spans));
    let own = *made.as_ref().unwrap_or(&NO_CONTEXT);
    let theirs = u64::from_le_bytes(leaders.swap(cx, &[own.to_le_bytes()], 1)?[0]);
    made.map(|own| leaders.choose(own, theirs))
}
