//! Communicators (MPI-5 §7.4): a group, a rank in it, and context ids that keep its messages apart
//! from all others.
//!
//! # Context ids
//! A context id is unique among all communicators of a job, ever. That takes no agreement: whoever
//! makes an id puts its own world rank into the upper half and a running number into the lower. The
//! leader of a new communicator makes the id and tells the members.
//!
//! ```text
//!  bit 63           62         54  52                 32 31                    1  0
//!  [construction   ][ shared area ][ leader's world rank ][ leader's running number ][ collective ]
//! ```
//! A communicator that spans jobs has a context id that its leader draws at random: bit 31 is set,
//! and bits 62 to 54, 52 to 32 and 30 to 1 are random. Running numbers do not reach bit 31.
//!
//! Bit 53 marks partitioned communication ([`PARTITIONED`]). Bits 62 to 54 have the number of the
//! shared area that the leader lends to the communicator; 0 for none. Bit 0 marks collective
//! operations on the communicator. Bit 63 marks the making of communicators by part of its group
//! (`MPI_Comm_create_group`). Both together mark the making of communicators by all of it.
//! Point-to-point messages have neither.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ferry_collective::Nodes;
use ferry_constants as mpi;
use ferry_engine::partitioned::PARTITIONED;
use ferry_handle::{Kind, Table};
use ferry_protocol::process::ProcessId;
use ferry_shm::layout::{MAX_RANKS, MAX_SHARED_AREAS};
use ferry_shm::shared_areas::{SharedAreaId, SharedAreas};

use crate::argument::Expected;
use crate::attribute::Attributes;
use crate::bsend::AttachedBuffer;
use crate::collective::puts::Puts;
use crate::group::{Comparison, Group, WORLD_MODEL};
use crate::info::Info;
use crate::nodes::NodeMap;
use crate::peers::Peers;
use crate::topology::Topology;
use crate::{Error, Result, bail, memory_kind};

/// Marks collective operations in a context id.
pub const COLLECTIVE: u64 = 1;
/// Marks the making of communicators in a context id: alone if part of the group does it, with
/// [`COLLECTIVE`] if all of it does.
pub const CONSTRUCTION: u64 = 1 << 63;

/// The context id of `MPI_COMM_WORLD`.
const WORLD_CONTEXT: u64 = 0;
/// The running number of every process's `MPI_COMM_SELF`.
const SELF_NUMBER: u32 = 1;
/// The largest running number: 30 bits.
const LAST_NUMBER: u32 = (1 << 30) - 1;
/// Marks the context id of a communicator that spans jobs.
const SPANNING: u64 = 1 << 31;
/// Its random bits.
const RANDOM_MASK: u64 = AREA_MASK << AREA_SHIFT | LEADER_MASK << 32 | (SPANNING - 2);

/// The handle of a predefined communicator that is not there: one that no table makes.
pub const CLOSED: usize = Kind::Comm.reserved(0x00ff_ffff);

/// Bytes of the longest name, without the terminating null.
pub const NAME_MAX: usize = mpi::MPI_MAX_OBJECT_NAME as usize - 1;

/// Where the number of the shared area begins.
const AREA_SHIFT: u32 = 54;
/// Largest number of a shared area: 9 bits.
const AREA_MASK: u64 = (1 << 9) - 1;
/// Bits of the leader's world rank.
const LEADER_MASK: u64 = (1 << 21) - 1;

const _: () = assert!(PARTITIONED & (AREA_MASK << AREA_SHIFT | LEADER_MASK << 32 | CONSTRUCTION | 0xffff_ffff) == 0);
const _: () = assert!(MAX_SHARED_AREAS as u64 <= AREA_MASK + 1 && MAX_RANKS as u64 <= LEADER_MASK + 1);

fn context_id(leader: u32, number: u32) -> u64 {
    u64::from(leader) << 32 | u64::from(number) << 1
}

/// The context id in which processes meet that make a communicator without having one, as `digest`
/// of what they call with says. Running number 0, which only `MPI_COMM_WORLD` has otherwise, keeps
/// it apart from those of communicators.
pub fn meeting_context(digest: u64) -> u64 {
    let place = digest & (AREA_MASK << AREA_SHIFT | LEADER_MASK << 32);
    CONSTRUCTION | if place == 0 { 1 << 32 } else { place }
}

/// The context id of a communicator that spans jobs.
fn random_context() -> Result<u64> {
    let drawn =
        ferry_sys::random::bytes().map_err(|error| Error::internal(format!("no random number for a context id: {error}")))?;
    Ok(spanning_context(u64::from_le_bytes(drawn)))
}

fn spanning_context(drawn: u64) -> u64 {
    drawn & RANDOM_MASK | SPANNING
}

/// The shared area of the communicator with context id `context`, if it has one.
fn shared_area_of(context: u64) -> Option<SharedAreaId> {
    match (context >> AREA_SHIFT & AREA_MASK) as u32 {
        _ if context == WORLD_CONTEXT => Some(SharedAreaId::WORLD),
        _ if context & SPANNING != 0 => None,
        0 => None,
        number => Some(SharedAreaId { leader: (context >> 32 & LEADER_MASK) as u32, number }),
    }
}

/// A communicator.
#[derive(Debug)]
pub struct Comm {
    /// The context id of its point-to-point messages.
    context: u64,
    group: Group,
    rank: u32,
    /// The other side, if it is an inter-communicator.
    remote: Option<Group>,
    /// The processes that messages may be addressed to: [`Comm::peers`], nobody once it is revoked.
    addressees: Group,
    /// `MPIX_Comm_revoke` was called on it somewhere.
    is_revoked: bool,
    /// Deaths of members that the program has acknowledged: so many of the first.
    pub acknowledged: usize,
    /// Whether it has processes of several jobs.
    spans: bool,
    /// See [`Comm::is_first`].
    is_first: bool,
    /// The session it was derived from; [`WORLD_MODEL`] if from none.
    session: usize,
    /// The handle of its error handler.
    pub errhandler: usize,
    /// Whether the program has set the error handler.
    has_chosen_errhandler: bool,
    /// What the program cached on it.
    pub attributes: Attributes,
    /// What the program asserted about it.
    pub hints: Hints,
    /// Its own buffer for buffered sends.
    pub attached: AttachedBuffer,
    name: Vec<u8>,
    /// Which of its processes are neighbors, as this one sees it.
    topology: Option<Arc<Topology>>,
    /// Collective operations started on it, without persistent ones.
    collectives: u32,
    /// Persistent collective operations made on it.
    persistents: u32,
    /// Which ranks share nodes, once that was asked; `None` inside if all do.
    nodes: Option<Option<Arc<Nodes>>>,
    /// Whether its ranks put into each other's memory.
    pub puts: Puts,
}

impl Comm {
    /// A communicator of `group`, in which this process has rank `rank`.
    fn new(context: u64, group: Group, rank: u32, errhandler: usize) -> Self {
        Comm {
            context,
            addressees: group.clone(),
            group,
            rank,
            remote: None,
            is_revoked: false,
            acknowledged: 0,
            spans: false,
            is_first: true,
            session: WORLD_MODEL,
            errhandler,
            has_chosen_errhandler: false,
            attributes: Attributes::default(),
            hints: Hints::default(),
            attached: AttachedBuffer::default(),
            name: Vec::new(),
            topology: None,
            collectives: 0,
            persistents: 0,
            nodes: None,
            puts: Puts::default(),
        }
    }

    /// `MPI_Comm_set_errhandler`; the handle of the error handler that it had.
    pub fn choose_errhandler(&mut self, errhandler: usize) -> usize {
        self.has_chosen_errhandler = true;
        std::mem::replace(&mut self.errhandler, errhandler)
    }

    /// A communicator of part of this one's processes, with this one's error handler; `None` if
    /// this process is not a member. The caller counts the error handler's new object.
    pub fn subset(&self, context: u64, group: Group) -> Option<Comm> {
        let rank = group.rank_of(self.group.process(self.rank)?)?;
        Some(Comm { session: self.session, ..Comm::new(context, group, rank, self.errhandler) })
    }

    /// A communicator derived from a session: of `group`, in which process `process` of the job is
    /// this one. `None` if it is no member. The caller counts the error handler's new object.
    pub fn of_session(session: usize, context: u64, group: Group, process: u32, errhandler: usize) -> Option<Comm> {
        let rank = group.rank_of(process)?;
        Some(Comm { session, ..Comm::new(context, group, rank, errhandler) })
    }

    /// A communicator of the same processes with the same hints, topology and error handler, but
    /// without attributes and name. The caller counts the error handler's new object.
    pub fn duplicate(&self, context: u64) -> Comm {
        let group = self.group.clone();
        let new = Comm::new(context, group, self.rank, self.errhandler);
        let (remote, topology) = (self.remote.clone(), self.topology.clone());
        let new = Comm { topology, hints: self.hints.clone(), session: self.session, ..new };
        match remote {
            Some(remote) => new.with_remote(remote),
            None => new,
        }
    }

    /// It as one side of an inter-communicator.
    pub fn with_remote(self, remote: Group) -> Comm {
        Comm { addressees: remote.clone(), remote: Some(remote), ..self }
    }

    /// Nobody can be sent anything over it any more, nor receive.
    pub fn revoke(&mut self) {
        self.is_revoked = true;
        self.addressees = Group::EMPTY;
    }

    /// See [`Comm::revoke`].
    pub fn is_revoked(&self) -> bool {
        self.is_revoked
    }

    /// The process that rank `rank` in sends and receives names: one of [`Comm::peers`]; none once
    /// the communicator is revoked.
    #[inline(always)]
    pub fn addressee(&self, rank: u32) -> Option<u32> {
        self.addressees.process(rank)
    }

    /// The processes on both sides.
    pub fn everybody(&self) -> impl Iterator<Item = u32> + '_ {
        self.group.processes().chain(self.remote.iter().flat_map(Group::processes))
    }

    /// Whether this side of an inter-communicator comes first where both have to be put in an
    /// order: the one whose leader, its rank 0, comes first among all processes. True in an
    /// intra-communicator. Known from [`Comms::insert`] on.
    pub fn is_first(&self) -> bool {
        self.is_first
    }

    /// Whether it has processes of several jobs. Known from [`Comms::insert`] on.
    pub fn spans(&self) -> bool {
        self.spans
    }

    /// It with a topology.
    pub fn with_topology(self, topology: Topology) -> Comm {
        Comm { topology: Some(Arc::new(topology)), ..self }
    }

    /// Its topology, if it has one.
    pub fn topology(&self) -> Option<&Arc<Topology>> {
        self.topology.as_ref()
    }

    /// Gives a duplicate the context id that its leader made (`MPI_Comm_idup`).
    pub fn set_context(&mut self, context: u64) {
        self.context = context;
    }

    /// The context id of point-to-point messages.
    #[inline]
    pub fn context(&self) -> u64 {
        self.context
    }

    /// The session it was derived from; [`WORLD_MODEL`] if from none.
    pub fn session(&self) -> usize {
        self.session
    }

    /// Its shared area, if it has one.
    pub fn shared_area(&self) -> Option<SharedAreaId> {
        shared_area_of(self.context)
    }

    /// The context id of collective operations.
    #[inline]
    pub fn collective_context(&self) -> u64 {
        self.context | COLLECTIVE
    }

    /// The number of the next collective operation: how many were started before it, modulo 2^32.
    /// Ranks agree on it, as they start them in the same order.
    #[inline]
    pub fn next_collective(&mut self) -> u32 {
        let number = self.collectives;
        self.collectives = number.wrapping_add(1);
        number
    }

    /// As [`Comm::next_collective`], of the persistent ones: how many were made before it.
    pub fn next_persistent(&mut self) -> u32 {
        let number = self.persistents;
        self.persistents = number.wrapping_add(1);
        number
    }

    /// The context id in which part of the group makes a new communicator.
    pub fn construction_context(&self) -> u64 {
        self.context | CONSTRUCTION
    }

    /// The context id in which all of the group makes new communicators.
    pub fn collective_construction_context(&self) -> u64 {
        self.context | CONSTRUCTION | COLLECTIVE
    }

    /// This process's rank.
    #[inline]
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// Which ranks share nodes.
    fn find_nodes(&self, map: &mut NodeMap) -> Result<Option<Nodes>> {
        // Nobody has told on which nodes the processes of other jobs are.
        if self.remote.is_some() || self.spans {
            return Ok(None);
        }
        let lowest = map.lowest_ranks()?;
        let nodes = Nodes::of(&self.group.processes().map(|process| lowest[process as usize]).collect::<Vec<_>>());
        Ok(nodes.map(|nodes| nodes.joined_by(map.put_costs())))
    }

    /// The number of processes on this side.
    #[inline]
    pub fn size(&self) -> u32 {
        self.group.size()
    }

    /// The processes on this side.
    #[inline]
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// The processes on the other side, if it is an inter-communicator.
    #[inline]
    pub fn remote(&self) -> Option<&Group> {
        self.remote.as_ref()
    }

    /// The processes that ranks in sends and receives name: the other side of an
    /// inter-communicator, else the group.
    #[inline]
    pub fn peers(&self) -> &Group {
        self.remote.as_ref().unwrap_or(&self.group)
    }

    /// `MPI_Comm_compare`: `MPI_IDENT`, `MPI_CONGRUENT`, `MPI_SIMILAR` or `MPI_UNEQUAL`.
    pub fn compare(&self, other: &Comm) -> i32 {
        if self.context == other.context {
            return mpi::MPI_IDENT;
        }
        let near = self.group.compare(&other.group);
        let far = match (&self.remote, &other.remote) {
            (None, None) => Comparison::Ident,
            (Some(mine), Some(theirs)) => mine.compare(theirs),
            _ => Comparison::Unequal,
        };
        match (near, far) {
            (Comparison::Ident, Comparison::Ident) => mpi::MPI_CONGRUENT,
            (Comparison::Unequal, _) | (_, Comparison::Unequal) => mpi::MPI_UNEQUAL,
            _ => mpi::MPI_SIMILAR,
        }
    }

    /// Its name; empty if it has none.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// `MPI_Comm_set_name`; what exceeds [`NAME_MAX`] bytes is cut off (MPI-5 §7.8).
    pub fn set_name(&mut self, name: &[u8]) {
        self.name = name[..name.len().min(NAME_MAX)].to_vec();
    }
}

/// What a program may assert about a communicator (MPI-5 §7.4.4). Every assertion is off until it
/// is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// A bit for each of [`HINTS`].
    on: u8,
    /// The memory kinds that buffers are in, and no others; `None` if nothing was asserted.
    memory_kinds: Option<Arc<str>>,
}

/// The assertion about memory kinds (MPI-5 §11.4.3).
const MEMORY_KINDS: &str = "mpi_assert_memory_alloc_kinds";

const HINTS: [&str; 5] = [
    "mpi_assert_no_any_tag",
    "mpi_assert_no_any_source",
    "mpi_assert_exact_length",
    "mpi_assert_allow_overtaking",
    "mpi_assert_strict_persistent_collective_ordering",
];

impl Hints {
    /// Takes over the known keys of `info` whose value is one of those the key has; the rest is
    /// ignored, as MPI-5 §10 wants.
    pub fn apply(&mut self, info: &Info) {
        for (bit, key) in HINTS.iter().enumerate() {
            match info.text(key) {
                Some("true") => self.on |= 1 << bit,
                Some("false") => self.on &= !(1 << bit),
                _ => {}
            }
        }
        if let Some(kinds) = info.text(MEMORY_KINDS).filter(|kinds| memory_kind::all_supported(kinds)) {
            self.memory_kinds = Some(kinds.into());
        }
    }

    /// All assertions and whether they hold (`MPI_Comm_get_info`).
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let flags = HINTS.iter().enumerate().map(|(bit, key)| (*key, if self.on >> bit & 1 == 1 { "true" } else { "false" }));
        flags.chain(self.memory_kinds.as_deref().map(|kinds| (MEMORY_KINDS, kinds)))
    }
}

/// What one process passes to `MPI_Comm_split`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which part it joins; `MPI_UNDEFINED` for none.
    pub color: i32,
    /// What the ranks in the part follow.
    pub key: i32,
}

/// The ranks in the parent of the processes that chose `color`, in the order of the new ranks: by
/// key, and by old rank among equal keys. `choices` are those of all processes of the parent, by
/// rank.
pub fn part(choices: &[Choice], color: i32) -> Vec<u32> {
    let mut ranks: Vec<u32> = (0..choices.len() as u32).filter(|rank| choices[*rank as usize].color == color).collect();
    ranks.sort_by_key(|rank| choices[*rank as usize].key);
    ranks
}

const COMM: Expected = Expected { class: mpi::MPI_ERR_COMM, what: "communicator", null: (mpi::MPI_COMM_NULL, "MPI_COMM_NULL") };

/// The error for an argument behind which there is no communicator.
#[cold]
fn missing(argument: &str, handle: usize) -> Error {
    let name = match handle {
        mpi::MPI_COMM_WORLD => "MPI_COMM_WORLD",
        mpi::MPI_COMM_SELF => "MPI_COMM_SELF",
        _ => return COMM.violated(argument, handle),
    };
    let text = format!(
        "argument {argument} is {name}, which exists only between MPI_Init and MPI_Finalize; call MPI_Init, or make a communicator of the \
         session with MPI_Group_from_session_pset and MPI_Comm_create_from_group"
    );
    Error::new(mpi::MPI_ERR_COMM, text)
}

/// Freed communicators that are remembered although no operation needs them.
const REMEMBERED: usize = 64;

/// What is left of a communicator that was freed while operations on it were under way.
struct Departed {
    context: u64,
    peers: Group,
}

/// The communicators of a process.
pub struct Comms {
    /// The handle that finds `world`; [`CLOSED`] before `MPI_Init` and after `MPI_Finalize`.
    world_handle: usize,
    world: Comm,
    /// The same for `self_`.
    self_handle: usize,
    self_: Comm,
    created: Table<Comm>,
    departed: BTreeMap<usize, Departed>,
    /// The processes that this one knows.
    pub peers: Peers,
    next_number: u32,
    /// Communicators made so far.
    pub made: u64,
    /// Shared areas for communicators; none where there is no shared memory.
    pub shared_areas: Option<SharedAreas>,
    /// Which processes share nodes; none where all do.
    pub nodes: Option<NodeMap>,
}

impl Comms {
    /// The communicators of process `own` of a job of `size`, none of them there yet: see
    /// [`Comms::open_world`].
    pub fn new(own: ProcessId, size: u32) -> Self {
        let process = own.rank;
        let fatal = mpi::MPI_ERRORS_ARE_FATAL;
        let mut world = Comm::new(WORLD_CONTEXT, Group::run(0, size), process, fatal);
        let mut self_ = Comm::new(context_id(process, SELF_NUMBER), Group::run(process, 1), 0, fatal);
        world.set_name(b"MPI_COMM_WORLD");
        self_.set_name(b"MPI_COMM_SELF");
        Comms {
            world_handle: CLOSED,
            world,
            self_handle: CLOSED,
            self_,
            created: Table::new(Kind::Comm),
            departed: BTreeMap::new(),
            peers: Peers::new(own, size),
            next_number: SELF_NUMBER + 1,
            made: 0,
            shared_areas: None,
            nodes: None,
        }
    }

    /// From `MPI_Init` on there are `MPI_COMM_WORLD` and `MPI_COMM_SELF`, both with a predefined
    /// error handler.
    pub fn open_world(&mut self, errhandler: usize) {
        for comm in [&mut self.world, &mut self.self_] {
            (comm.errhandler, comm.has_chosen_errhandler) = (errhandler, false);
        }
        (self.world_handle, self.self_handle) = (mpi::MPI_COMM_WORLD, mpi::MPI_COMM_SELF);
    }

    /// The communicator whose error handler gets the errors of calls without an object:
    /// `MPI_COMM_SELF`. Programs that were written before MPI 4.0 expect them at
    /// `MPI_COMM_WORLD`'s: those that have set that one and not the other get them there.
    pub fn of_no_object(&self) -> usize {
        let is_of_world = self.world.has_chosen_errhandler && !self.self_.has_chosen_errhandler;
        if is_of_world { mpi::MPI_COMM_WORLD } else { mpi::MPI_COMM_SELF }
    }

    /// From `MPI_Finalize` on there are none.
    pub fn close_world(&mut self) {
        (self.world_handle, self.self_handle) = (CLOSED, CLOSED);
    }

    /// The communicator behind a handle.
    #[inline(always)]
    pub fn get(&self, handle: usize) -> Option<&Comm> {
        if handle == self.world_handle { Some(&self.world) } else { self.get_other(handle) }
    }

    #[inline]
    fn get_other(&self, handle: usize) -> Option<&Comm> {
        if handle == self.self_handle { Some(&self.self_) } else { self.created.get(handle) }
    }

    /// The communicators with this context id, for change; there is one at most but while
    /// duplicates come about.
    pub fn of_context_mut(&mut self, context: u64) -> Option<&mut Comm> {
        let handle = self.by_context(context)?.0;
        self.get_mut(handle)
    }

    /// As [`Comms::get`], for change.
    pub fn get_mut(&mut self, handle: usize) -> Option<&mut Comm> {
        match handle {
            _ if handle == self.world_handle => Some(&mut self.world),
            _ if handle == self.self_handle => Some(&mut self.self_),
            _ => self.created.get_mut(handle),
        }
    }

    /// The communicator behind argument `argument`.
    ///
    /// # Errors
    /// `MPI_ERR_COMM` for anything but a living communicator.
    #[inline]
    pub fn find(&self, handle: usize, argument: &str) -> Result<&Comm> {
        self.get(handle).ok_or_else(|| missing(argument, handle))
    }

    /// As [`Comms::find`], for change.
    ///
    /// # Errors
    /// As [`Comms::find`].
    pub fn find_mut(&mut self, handle: usize, argument: &str) -> Result<&mut Comm> {
        self.get_mut(handle).ok_or_else(|| missing(argument, handle))
    }

    /// As [`Comms::find`], for functions that inter-communicators do not have.
    ///
    /// # Errors
    /// `MPI_ERR_COMM` also for an inter-communicator.
    pub fn find_intra(&self, handle: usize, argument: &str) -> Result<&Comm> {
        match self.find(handle, argument)? {
            comm if comm.remote.is_some() => {
                bail!(MPI_ERR_COMM, "argument {argument} is {handle:#x}, an inter-communicator; it must be an intra-communicator")
            }
            comm => Ok(comm),
        }
    }

    /// Which ranks of a communicator share nodes; `None` if all do, and between groups.
    ///
    /// # Errors
    /// `MPI_ERR_COMM` for anything but a living communicator, `MPI_ERR_OTHER` if it cannot be found
    /// out.
    pub fn nodes_of(&mut self, handle: usize) -> Result<Option<Arc<Nodes>>> {
        let Some(map) = &mut self.nodes else { return Ok(None) };
        let comm = match handle {
            _ if handle == self.world_handle => &mut self.world,
            _ if handle == self.self_handle => return Ok(None),
            _ => self.created.get_mut(handle).ok_or_else(|| missing("comm", handle))?,
        };
        if comm.nodes.is_none() {
            comm.nodes = Some(comm.find_nodes(map)?.map(Arc::new));
        }
        Ok(comm.nodes.clone().flatten())
    }

    /// Whether a communicator has ranks on several nodes, and all of the job have adapters by which
    /// ranks put into each other's memory.
    ///
    /// # Errors
    /// As [`Comms::nodes_of`].
    pub fn may_put(&mut self, handle: usize) -> Result<bool> {
        Ok(self.nodes_of(handle)?.is_some() && self.nodes.as_ref().is_some_and(NodeMap::can_put))
    }

    /// A handle for a new communicator.
    pub fn insert(&mut self, mut comm: Comm) -> usize {
        self.place(&mut comm);
        self.made += 1;
        self.created.insert(comm)
    }

    /// Puts another communicator behind a handle: one that has the old one's error handler.
    pub fn replace(&mut self, handle: usize, mut comm: Comm) {
        self.place(&mut comm);
        self.made += 1;
        if let Some(old) = self.created.get_mut(handle) {
            *old = comm;
        }
    }

    /// Finds out what depends on who the processes are.
    fn place(&self, comm: &mut Comm) {
        let (peers, remote) = (&self.peers, comm.remote.as_ref());
        comm.spans = peers.spans(&comm.group) || remote.is_some_and(|remote| peers.spans(remote));
        let leaders = remote.and_then(|remote| Some((comm.group.process(0)?, remote.process(0)?)));
        comm.is_first = leaders.is_none_or(|(own, other)| peers.is_before(own, other));
    }

    /// Refuses what `MPI_Comm_free` cannot free.
    ///
    /// # Errors
    /// `MPI_ERR_COMM` for predefined communicators and for anything but a living communicator.
    pub fn check_freeable(&self, handle: usize, argument: &str) -> Result<()> {
        match handle {
            mpi::MPI_COMM_WORLD => bail!(MPI_ERR_COMM, "argument {argument} is MPI_COMM_WORLD, which cannot be freed"),
            mpi::MPI_COMM_SELF => bail!(MPI_ERR_COMM, "argument {argument} is MPI_COMM_SELF, which cannot be freed"),
            _ => self.find(handle, argument).map(|_| ()),
        }
    }

    /// Takes a created communicator back. Operations on it that are under way go by its context id
    /// and complete; the ranks of its peers are remembered for them. `leaves_shared_area`: nothing
    /// is under way on its shared area.
    pub fn remove(&mut self, handle: usize, leaves_shared_area: bool) -> Option<Comm> {
        let comm = self.created.remove(handle)?;
        self.departed.insert(handle, Departed { context: comm.context, peers: comm.peers().clone() });
        if let (Some(place), Some(shared_areas)) = (comm.shared_area().filter(|_| leaves_shared_area), &mut self.shared_areas) {
            let others = comm.remote().into_iter().flat_map(Group::processes);
            let here = shared_areas.count_here(comm.group().processes().chain(others));
            shared_areas.leave(place, here);
        }
        Some(comm)
    }

    /// Whether so many freed communicators are remembered that it is time to look which of them are
    /// still needed, by operations, requests and messages that are alive, `needing` of them. So a
    /// look costs each freed communicator little, however many those are.
    pub fn remembers_many(&self, needing: usize) -> bool {
        self.departed.len() > REMEMBERED + needing
    }

    /// Forgets freed communicators but those with these contexts, which are still needed.
    pub fn forget_all_but(&mut self, contexts: impl Iterator<Item = u64>) {
        let contexts: BTreeSet<u64> = contexts.collect();
        self.departed.retain(|_, departed| contexts.contains(&departed.context));
    }

    /// The rank that a process had in a communicator which was freed while a receive from it was
    /// under way; `MPI_UNDEFINED` if there is no such communicator.
    pub fn departed_rank(&self, handle: usize, process: u32) -> i32 {
        self.departed
            .get(&handle)
            .and_then(|departed| departed.peers.rank_of(process))
            .map_or(mpi::MPI_UNDEFINED, |rank| rank as i32)
    }

    /// All communicators with their handles.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Comm)> {
        let predefined = [(self.world_handle, &self.world), (self.self_handle, &self.self_)];
        predefined.into_iter().filter(|(handle, _)| *handle != CLOSED).chain(self.created.iter())
    }

    /// The communicator of messages with context id `context`, whatever they are for; for
    /// diagnostics, as it looks through all of them.
    pub fn by_context(&self, context: u64) -> Option<(usize, &Comm)> {
        let context = context & !(COLLECTIVE | CONSTRUCTION | PARTITIONED);
        self.iter().find(|(_, comm)| comm.context == context)
    }

    /// A context id that no communicator had before, made by this process. `spans`: for a
    /// communicator whose processes may be of several jobs.
    ///
    /// # Errors
    /// `MPI_ERR_INTERN` when this process has made 2^30 of them, or there is no random number to be
    /// had.
    pub fn make_context(&mut self, spans: bool) -> Result<u64> {
        let context = self.make_context_without_shared_area(spans)?;
        if spans {
            return Ok(context);
        }
        let area = self.shared_areas.as_mut().and_then(SharedAreas::lend).unwrap_or(0);
        Ok(context | u64::from(area) << AREA_SHIFT)
    }

    /// As [`Comms::make_context`], for a communicator that has no use for a shared area: an
    /// inter-communicator, or one that waits for another id.
    ///
    /// # Errors
    /// As [`Comms::make_context`].
    pub fn make_context_without_shared_area(&mut self, spans: bool) -> Result<u64> {
        if spans {
            return random_context();
        }
        if self.next_number > LAST_NUMBER {
            return Err(Error::internal("this process has made 2^30 communicators, which is all it can"));
        }
        let context = context_id(self.peers.own().rank, self.next_number);
        self.next_number += 1;
        Ok(context)
    }

    /// Takes back a context id that this process has made for a communicator which has not come
    /// about.
    pub fn discard_context(&mut self, context: u64) {
        if let (Some(place), Some(shared_areas)) = (shared_area_of(context), &mut self.shared_areas) {
            shared_areas.take_back(place.number);
        }
    }

    /// The table of created communicators.
    pub fn table(&self) -> &Table<Comm> {
        &self.created
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn comms() -> Comms {
        comms_of(2, 4)
    }

    fn comms_of(process: u32, size: u32) -> Comms {
        let mut comms = Comms::new(ProcessId { job: 9, rank: process }, size);
        comms.open_world(mpi::MPI_ERRORS_ARE_FATAL);
        comms
    }

    fn world_of(comms: &Comms) -> &Comm {
        comms.get(mpi::MPI_COMM_WORLD).unwrap()
    }

    #[test]
    fn predefined_communicators_come_and_go_with_the_world() {
        let mut comms = Comms::new(ProcessId { job: 9, rank: 2 }, 4);
        for handle in [mpi::MPI_COMM_WORLD, mpi::MPI_COMM_SELF] {
            assert!(comms.get(0).is_none() && comms.get_mut(handle).is_none());
            let error = comms.find(handle, "comm").unwrap_err();
            assert!(error.class() == mpi::MPI_ERR_COMM && error.message().contains("call MPI_Init"), "{error}");
        }
        assert_eq!(comms.iter().count(), 0);
        comms.open_world(mpi::MPI_ERRORS_RETURN);
        assert_eq!((world_of(&comms).errhandler, comms.iter().count()), (mpi::MPI_ERRORS_RETURN, 2));
        comms.close_world();
        assert!(comms.get(mpi::MPI_COMM_WORLD).is_none() && comms.get(mpi::MPI_COMM_SELF).is_none());
    }

    #[test]
    fn a_communicator_that_takes_the_place_of_another_counts_as_made() {
        let mut comms = comms();
        let placeholder = world_of(&comms).duplicate(8);
        let handle = comms.insert(placeholder);
        let (made, settled) = (comms.made, world_of(&comms).duplicate(16));
        comms.replace(handle, settled);
        assert_eq!((comms.made, comms.get(handle).unwrap().context()), (made + 1, 16));
    }

    #[test]
    fn what_derives_from_a_session_stays_with_it() {
        let comm = Comm::of_session(0xa00a, 8, Group::run(0, 4), 2, mpi::MPI_ERRORS_RETURN).unwrap();
        assert_eq!((comm.rank(), comm.session()), (2, 0xa00a));
        assert_eq!(comm.duplicate(16).session(), 0xa00a);
        assert_eq!(comm.subset(24, Group::run(2, 1)).unwrap().session(), 0xa00a);
        assert!(Comm::of_session(0xa00a, 8, Group::run(0, 2), 2, mpi::MPI_ERRORS_RETURN).is_none());
        assert_eq!(world_of(&comms()).session(), WORLD_MODEL);
    }

    #[test]
    fn predefined_communicators_are_there() {
        let comms = comms();
        let (world, own) = (comms.get(mpi::MPI_COMM_WORLD).unwrap(), comms.get(mpi::MPI_COMM_SELF).unwrap());
        assert_eq!((world.rank(), world.size(), world.name()), (2, 4, &b"MPI_COMM_WORLD"[..]));
        assert_eq!((own.rank(), own.size(), own.name()), (0, 1, &b"MPI_COMM_SELF"[..]));
        assert_eq!(own.group().process(0), Some(2));
        for handle in [mpi::MPI_COMM_WORLD, mpi::MPI_COMM_SELF, mpi::MPI_COMM_NULL, 0, 0x1001] {
            assert_eq!(comms.check_freeable(handle, "comm").unwrap_err().class(), mpi::MPI_ERR_COMM);
        }
    }

    #[test]
    fn context_ids_never_repeat() {
        let (mut a, mut b) = (comms_of(0, 4), comms_of(1, 4));
        let mut seen: Vec<u64> = [&a, &b].iter().flat_map(|comms| comms.iter().map(|(_, comm)| comm.context())).collect();
        seen.dedup();
        for _ in 0..100 {
            seen.push(a.make_context(false).unwrap());
            seen.push(b.make_context(false).unwrap());
        }
        assert!(seen.iter().all(|context| context & (COLLECTIVE | CONSTRUCTION) == 0));
        seen.sort_unstable();
        let before = seen.len();
        seen.dedup();
        assert_eq!(before, seen.len() + 1, "only MPI_COMM_WORLD is shared");
    }

    #[test]
    fn running_out_of_context_ids_is_an_error() {
        let mut comms = comms();
        comms.next_number = LAST_NUMBER;
        assert_eq!(comms.make_context(false).unwrap(), 2 << 32 | 0x7fff_fffe);
        assert!(comms.make_context(false).is_err());
    }

    #[test]
    fn communicators_compare_by_context_and_groups() {
        let mut comms = comms();
        let contexts: Vec<u64> = (0..3).map(|_| comms.make_context(false).unwrap()).collect();
        let world = world_of(&comms);
        let reversed = world.subset(contexts[1], Group::of(vec![3, 2, 1, 0])).unwrap();
        let part = world.subset(contexts[2], Group::of(vec![2, 3])).unwrap();
        assert_eq!(world.compare(world), mpi::MPI_IDENT);
        assert_eq!(world.compare(&world.duplicate(contexts[0])), mpi::MPI_CONGRUENT);
        assert_eq!(world.compare(&reversed), mpi::MPI_SIMILAR);
        assert_eq!(world.compare(&part), mpi::MPI_UNEQUAL);
        assert_eq!((reversed.rank(), part.rank()), (1, 0));
        assert!(world.subset(contexts[2], Group::of(vec![0, 1])).is_none());
        let inter = world.duplicate(contexts[2]).with_remote(Group::run(4, 2));
        assert_eq!(world.compare(&inter), mpi::MPI_UNEQUAL);
        assert_eq!(inter.compare(&inter.duplicate(contexts[0])), mpi::MPI_CONGRUENT);
        assert_eq!(inter.peers().process(0), Some(4));
    }

    #[test]
    fn communicators_that_span_jobs_know_it_and_their_order() {
        let mut comms = comms();
        comms.peers.note(4, ProcessId { job: 1, rank: 0 });
        let (context, own) = (comms.make_context(true).unwrap(), comms.make_context_without_shared_area(false).unwrap());
        assert!(context & SPANNING != 0 && own & SPANNING == 0);
        assert_eq!((shared_area_of(context), context & !(RANDOM_MASK | SPANNING)), (None, 0));
        assert_eq!(spanning_context(u64::MAX) & (COLLECTIVE | CONSTRUCTION | PARTITIONED), 0);
        let inter = world_of(&comms).duplicate(context).with_remote(Group::run(4, 1));
        let handle = comms.insert(inter);
        let inter = comms.get(handle).unwrap();
        assert!(inter.spans() && !inter.is_first() && world_of(&comms).is_first() && !world_of(&comms).spans());
        let merged = inter.subset(context, Group::of(vec![4, 2])).unwrap();
        let handle = comms.insert(merged);
        assert!(comms.get(handle).unwrap().spans());
    }

    #[test]
    fn names_are_cut_and_not_inherited() {
        let mut comms = comms();
        let context = comms.make_context(false).unwrap();
        let mut copy = world_of(&comms).duplicate(context);
        assert_eq!(copy.name(), b"");
        copy.set_name(&[b'n'; 200]);
        assert_eq!(copy.name().len(), NAME_MAX);
    }

    #[test]
    fn hints_are_taken_if_known_and_well_formed() {
        let mut info = Info::default();
        info.set(b"mpi_assert_no_any_tag", b"true").unwrap();
        info.set(b"mpi_assert_exact_length", b"perhaps").unwrap();
        info.set(b"unheard_of", b"true").unwrap();
        let mut hints = Hints::default();
        hints.apply(&info);
        let on: Vec<_> = hints.pairs().filter(|pair| pair.1 == "true").map(|pair| pair.0).collect();
        assert_eq!((on, hints.pairs().count()), (vec!["mpi_assert_no_any_tag"], HINTS.len()));
        info.set(b"mpi_assert_no_any_tag", b"false").unwrap();
        hints.apply(&info);
        assert_eq!(hints, Hints::default());
        for (kinds, asserted) in [("bubble", None), ("system,mpi", Some("system,mpi"))] {
            info.set(MEMORY_KINDS.as_bytes(), kinds.as_bytes()).unwrap();
            hints.apply(&info);
            assert_eq!(hints.pairs().find(|pair| pair.0 == MEMORY_KINDS).map(|pair| pair.1), asserted);
        }
    }

    #[test]
    fn context_ids_lead_back_to_communicators() {
        let mut comms = comms();
        let context = comms.make_context(false).unwrap();
        let duplicate = world_of(&comms).duplicate(context);
        let handle = comms.insert(duplicate);
        for marked in [context, context | COLLECTIVE, context | CONSTRUCTION] {
            assert_eq!(comms.by_context(marked).map(|found| found.0), Some(handle));
        }
        assert_eq!(comms.by_context(WORLD_CONTEXT).map(|found| found.0), Some(mpi::MPI_COMM_WORLD));
        assert!(comms.remove(handle, true).is_some() && comms.by_context(context).is_none());
        assert_eq!(comms.find(handle, "comm").unwrap_err().class(), mpi::MPI_ERR_COMM);
    }

    #[test]
    fn ranks_outlive_a_communicator_with_operations() {
        let mut comms = comms();
        let contexts: Vec<u64> = (0..2).map(|_| comms.make_context(false).unwrap()).collect();
        let handles: Vec<usize> = contexts
            .iter()
            .map(|context| {
                let reversed = world_of(&comms).subset(*context, Group::of(vec![3, 2, 1, 0])).unwrap();
                comms.insert(reversed)
            })
            .collect();
        handles.iter().for_each(|handle| drop(comms.remove(*handle, true)));
        assert_eq!(handles.iter().map(|handle| comms.departed_rank(*handle, 3)).collect::<Vec<_>>(), [0, 0]);
        comms.forget_all_but([contexts[0]].into_iter());
        assert_eq!([comms.departed_rank(handles[0], 3), comms.departed_rank(handles[1], 3)], [0, mpi::MPI_UNDEFINED]);
        comms.forget_all_but([].into_iter());
        assert_eq!([comms.departed_rank(handles[0], 3), comms.departed_rank(handles[1], 3)], [mpi::MPI_UNDEFINED; 2]);
    }

    proptest! {
        #[test]
        fn parts_are_ordered_by_key_then_old_rank(pairs in prop::collection::vec((-1..3i32, -2..3i32), 0..30)) {
            let choices: Vec<_> = pairs.iter().map(|(color, key)| Choice { color: *color, key: *key }).collect();
            let parts: Vec<_> = (-1..3).map(|color| part(&choices, color)).collect();
            prop_assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), choices.len());
            for (color, ranks) in (-1..3).zip(&parts) {
                prop_assert!(ranks.iter().all(|rank| choices[*rank as usize].color == color));
                prop_assert!(ranks.is_sorted_by(|a, b| (choices[*a as usize].key, a) < (choices[*b as usize].key, b)));
            }
        }
    }
}
