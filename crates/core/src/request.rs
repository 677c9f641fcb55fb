//! Requests that are more than one operation of the engine. A request of one operation is the
//! operation's own handle.

use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use ferry_constants::Status;
use ferry_engine::partitioned::{PartitionedReceive, PartitionedSend};
use ferry_engine::window::PendingAccess;
use ferry_engine::{Buffer, MatchPattern, Mode};
use ferry_handle::{Kind, Table};

use crate::Error;
use crate::collective::ongoing::Ongoing;
use crate::completed::Done;
use crate::file::pointer::Service;
use crate::file::request::FileRequest;
use crate::group::Group;
use crate::progress::ProgressSource;

/// How a persistent request's present round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// Not started, or finished and waited for.
    Inactive,
    /// Started, and complete already.
    Complete,
    /// Started: this operation of the engine.
    Operation(usize),
}

/// What a persistent request does each time it is started.
#[derive(Debug)]
pub enum Task {
    /// A communication with `MPI_PROC_NULL`.
    Nothing {
        /// For a receive: an empty status names this source.
        is_receive: bool,
    },
    /// A send to a world rank.
    Send {
        /// World rank.
        to: u32,
        /// Context id.
        context: u64,
        /// Tag.
        tag: i32,
        /// Standard or synchronous.
        mode: Mode,
        /// Copied first, so that the start is local.
        is_buffered: bool,
    },
    /// A receive.
    Receive(MatchPattern),
}

/// A persistent point-to-point request (MPI-5 §3.9).
#[derive(Debug)]
pub struct Persistent {
    /// What it does.
    pub task: Task,
    /// With which bytes.
    pub buffer: Buffer,
    /// The communicator, for statuses and messages.
    pub comm: usize,
    /// Senders by rank, for statuses.
    pub group: Group,
    /// The present round.
    pub round: Round,
}

impl Persistent {
    /// The operation of its round, if that is under way.
    pub fn operation(&self) -> Option<usize> {
        match self.round {
            Round::Operation(operation) => Some(operation),
            Round::Inactive | Round::Complete => None,
        }
    }
}

/// The making of a duplicate of a communicator by `MPI_Comm_idup`: its context id is on its way.
#[derive(Debug)]
pub struct Duplication {
    /// The operation of the engine that receives the context id.
    pub operation: usize,
    /// Where it receives it.
    pub context: Arc<AtomicU64>,
    /// The handle of the duplicate.
    pub comm: usize,
}

/// A send and a receive behind one request (`MPI_Isendrecv`). An operation that is not there was
/// complete at once.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// The operation that receives; `None` from `MPI_PROC_NULL`.
    pub receive: Option<usize>,
    /// The operation that sends.
    pub send: Option<usize>,
}

/// A generalized request (MPI-5 §13.2): an operation of the program's own.
#[derive(Clone, Copy, Debug)]
pub struct General {
    /// Fills the status.
    pub query: Option<unsafe extern "C" fn(*mut c_void, *mut Status) -> c_int>,
    /// Frees the extra state.
    pub free: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    /// Cancels the operation; is told whether it is complete.
    pub cancel: Option<unsafe extern "C" fn(*mut c_void, c_int) -> c_int>,
    /// What all of them get.
    pub extra_state: *mut c_void,
    /// `MPI_Grequest_complete` was called.
    pub is_complete: bool,
    /// `MPI_Request_free` was called before.
    pub is_freed: bool,
}

/// An access of one-sided communication with a request.
#[derive(Clone, Debug)]
pub struct OneSided {
    /// The handle of the window.
    pub window: usize,
    /// The target's rank.
    pub target: u32,
    /// What it waits for: at most data on their way, and results on theirs.
    pub pending: Vec<PendingAccess>,
}

/// An agreement behind a request.
#[derive(Debug)]
pub struct PendingAgreement {
    /// Which.
    pub agreement: crate::resilience::Number,
    /// The communicator's handle, for errors.
    pub comm: usize,
    /// What is to come of it; `None` once it has.
    pub outcome: Option<Outcome>,
    /// The error that came of it.
    pub failure: Option<Error>,
}

/// What comes of an agreement.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    /// The flag is stored here.
    Flag(*mut c_int),
    /// The communicator behind this handle gets its members.
    Comm(usize),
}

/// A request that is not simply an operation of the engine. What each kind answers when it is
/// waited for, cancelled or freed is the matter of the ABI layer, as that may call functions of the
/// program.
pub enum Request {
    /// See [`Persistent`].
    Persistent(Box<Persistent>),
    /// See [`Duplication`].
    Duplication(Duplication),
    /// A non-blocking or persistent collective operation.
    Collective(Box<Ongoing>),
    /// See [`Exchange`].
    Exchange(Exchange),
    /// `MPI_Buffer_iflush` and its kin: buffered sends that are to be over.
    Flush(Vec<usize>),
    /// See [`General`].
    General(General),
    /// `MPI_Rput` and its kin.
    OneSided(Box<OneSided>),
    /// `MPI_Psend_init`
    PartitionedSend(Box<PartitionedSend>),
    /// `MPI_Precv_init`
    PartitionedReceive(Box<PartitionedReceive>),
    /// An access to a file.
    File(Box<FileRequest>),
    /// Not of the program's: answers questions about the shared file pointer of an open file.
    FilePointer(Box<Service>),
    /// `MPIX_Comm_iagree` or `MPIX_Comm_ishrink`
    Agreement(PendingAgreement),
    /// What was complete at once, when [`crate::completed::CompletedRequests`] had no room.
    Completed(Done),
}

impl Request {
    /// Context id of the communicator that its later rounds name processes by, whether it was freed
    /// or not.
    pub fn context(&self) -> Option<u64> {
        match self {
            Request::Persistent(persistent) => match persistent.task {
                Task::Nothing { .. } => None,
                Task::Send { context, .. } => Some(context),
                Task::Receive(pattern) => Some(pattern.context),
            },
            Request::PartitionedSend(send) => Some(send.context()),
            Request::PartitionedReceive(receive) => Some(receive.context()),
            _ => None,
        }
    }

    /// What goes on behind it whenever the process makes progress.
    pub fn source(&self) -> Option<&dyn ProgressSource> {
        Some(match self {
            Request::Collective(ongoing) => ongoing.as_ref(),
            Request::PartitionedReceive(receive) => receive.as_ref(),
            Request::File(access) => access.as_ref(),
            Request::FilePointer(service) => service.as_ref(),
            _ => return None,
        })
    }

    /// As [`Request::source`], to go on with it.
    pub fn source_mut(&mut self) -> Option<&mut dyn ProgressSource> {
        Some(match self {
            Request::Collective(ongoing) => ongoing.as_mut(),
            Request::PartitionedReceive(receive) => receive.as_mut(),
            Request::File(access) => access.as_mut(),
            Request::FilePointer(service) => service.as_mut(),
            _ => return None,
        })
    }
}

/// The table of such requests.
pub type Requests = Table<Request>;

/// An empty table.
pub fn requests() -> Requests {
    Table::new(Kind::Request)
}
