//! Windows as MPI objects (MPI-5 §12.2): what one process knows of a window. How memory is accessed
//! is the engine's matter ([`ferry_engine::window`]), which calls are legal that of
//! [`ferry_protocol::rma::epoch`].
//!
//! A window has a communicator of its own, which no program sees: its context id is the window's
//! number, its barriers end fences, and ranks are its ranks.
//!
//! - [`facts`]: what programs read through the predefined attributes
//! - [`far`]: what the network reaches by itself
//! - [`hints`]: what programs say about a window
//! - [`near`]: what accesses by loads and stores look at
//! - [`node`]: the ranks of this node and the memory that they share
//! - [`parts`]: size and displacement unit of each rank's part

pub mod facts;
pub mod far;
pub mod hints;
pub mod near;
pub mod node;
pub mod parts;

use std::sync::atomic::AtomicU32;

use ferry_constants as mpi;
use ferry_handle::Kind;
use ferry_protocol::rma::conflict::Accesses;
use ferry_protocol::rma::epoch::{Epochs, Misuse};

pub use self::facts::{Facts, Flavor};
pub use self::far::FarWindow;
pub use self::hints::WindowHints;
pub use self::near::{NearPart, NearParts};
pub use self::node::Node;
pub use self::parts::Parts;
use crate::argument::Expected;
use crate::attribute::Attributes;
use crate::comm::NAME_MAX;
use crate::group::Group;
use crate::objects::ObjectKind;
use crate::{Error, Result, bail};

/// A window.
pub struct Window {
    /// The handle of its communicator.
    pub comm: usize,
    /// What the engine calls it: the communicator's context id.
    pub number: u64,
    /// Its processes.
    pub group: Group,
    /// This process's rank.
    pub rank: u32,
    /// The session of the communicator that it was made from.
    pub session: usize,
    /// Sizes and displacement units.
    pub parts: Parts,
    /// What is shared within the node.
    pub node: Node,
    /// What the network reaches by itself.
    pub far: FarWindow,
    /// What this process may do now.
    pub epochs: Epochs,
    /// What attributes point to; stays where it is.
    pub facts: Box<Facts>,
    /// What the program cached on it.
    pub attributes: Attributes,
    /// The handle of its error handler.
    pub errhandler: usize,
    /// What the program says about it.
    pub hints: WindowHints,
    /// Memory that MPI has allocated, as far as this process reaches it by loads and stores.
    pub near: Option<NearParts>,
    /// Others need this process to make progress.
    pub is_served: bool,
    /// Accesses of this process, if it is checked whether they conflict (`FERRY_CHECK`).
    pub accesses: Option<Box<Accesses>>,
    /// Flushes, some of which make progress.
    pub flushes: AtomicU32,
    name: Vec<u8>,
}

/// What a new window is made of.
pub struct Parameters {
    /// See [`Window::comm`].
    pub comm: usize,
    /// See [`Window::number`].
    pub number: u64,
    /// See [`Window::group`].
    pub group: Group,
    /// See [`Window::rank`].
    pub rank: u32,
    /// See [`Window::session`].
    pub session: usize,
    /// See [`Window::parts`].
    pub parts: Parts,
    /// See [`Window::node`].
    pub node: Node,
    /// See [`Window::facts`].
    pub facts: Facts,
    /// See [`Window::hints`].
    pub hints: WindowHints,
}

impl Window {
    /// A window outside of any epoch, with the error handler that windows begin with.
    pub fn new(parameters: Parameters) -> Self {
        let Parameters { comm, number, group, rank, session, parts, node, facts, hints } = parameters;
        let is_served = group.size() > 1 && (!node.holds_all(group.size()) || !facts.flavor().is_allocated());
        let near = if facts.flavor().is_allocated() { NearParts::new(&node, &parts, rank) } else { None };
        Window {
            comm,
            number,
            group,
            rank,
            session,
            parts,
            node,
            far: FarWindow::default(),
            epochs: Epochs::default(),
            facts: Box::new(facts),
            attributes: Attributes::default(),
            errhandler: mpi::MPI_ERRORS_ARE_FATAL,
            hints,
            near,
            is_served,
            accesses: None,
            flushes: AtomicU32::new(0),
            name: Vec::new(),
        }
    }

    /// How its memory came about.
    #[inline]
    pub fn flavor(&self) -> Flavor {
        self.facts.flavor()
    }

    /// World rank of the process with rank `rank`.
    #[inline]
    pub fn process(&self, rank: u32) -> u32 {
        self.group.process(rank).unwrap_or(u32::MAX)
    }

    /// The rank behind argument `argument`; `None` for `MPI_PROC_NULL`.
    ///
    /// # Errors
    /// `MPI_ERR_RANK` for any other.
    #[inline]
    pub fn target(&self, rank: i32, argument: &str) -> Result<Option<u32>> {
        match u32::try_from(rank) {
            Ok(found) if found < self.group.size() => Ok(Some(found)),
            _ if rank == mpi::MPI_PROC_NULL => Ok(None),
            _ => Err(self.no_rank(rank, argument)),
        }
    }

    #[cold]
    fn no_rank(&self, rank: i32, argument: &str) -> Error {
        let last = i64::from(self.group.size()) - 1;
        let text = format!("argument {argument} is {rank}; it must be between 0 and {last} or MPI_PROC_NULL");
        Error::new(mpi::MPI_ERR_RANK, text)
    }

    /// The processes of `group`, all of them ones of the window, as ranks, ascending.
    ///
    /// # Errors
    /// `MPI_ERR_GROUP` if one is not.
    pub fn ranks_of(&self, group: &Group) -> Result<Vec<u32>> {
        let ranks: Option<Vec<u32>> = group.processes().map(|process| self.group.rank_of(process)).collect();
        match ranks {
            Some(mut ranks) => {
                ranks.sort_unstable();
                Ok(ranks)
            }
            None => bail!(
                MPI_ERR_GROUP,
                "argument group has a process that is not one of the window; use part of the group of MPI_Win_get_group"
            ),
        }
    }

    /// Its name; empty if it has none.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// `MPI_Win_set_name`; what exceeds [`NAME_MAX`] bytes is cut off.
    pub fn set_name(&mut self, name: &[u8]) {
        self.name = name[..name.len().min(NAME_MAX)].to_vec();
    }
}

/// The error of a call that the epochs do not allow.
impl From<Misuse> for Error {
    #[cold]
    fn from(misuse: Misuse) -> Error {
        Error::new(mpi::MPI_ERR_RMA_SYNC, misuse.text())
    }
}

impl ObjectKind for Window {
    const KIND: Kind = Kind::Win;
    const EXPECTED: Expected = Expected { class: mpi::MPI_ERR_WIN, what: "window", null: (mpi::MPI_WIN_NULL, "MPI_WIN_NULL") };
    const ARGUMENT: &'static str = "win";
}
