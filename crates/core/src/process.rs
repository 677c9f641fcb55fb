//! The state of one MPI process, from `MPI_Init` to `MPI_Finalize`.

use std::os::fd::{AsFd, OwnedFd};

use ferry_engine::{Engine, Limits, Message};
use ferry_handle::{Kind, Table};
use ferry_launch::pmi::Client;
use ferry_settings::{Settings, Spin};
use ferry_shm::ShmDevice;
use ferry_shm::segment::Segment;

use crate::attribute::Keyvals;
use crate::bsend::AttachedBuffer;
use crate::collective::Collectives;
use crate::collective::direct::Direct;
use crate::comm::{Comm, Comms};
use crate::group::Groups;
use crate::instant::Instants;
use crate::operation::Operations;
use crate::request::{Requests, requests};
use crate::types::Datatypes;
use crate::{Error, Result};

/// Looks of a blocking receive before it posts itself, with a processor to itself.
const FIRST_LOOKS_ALONE: u32 = 200;
/// The same where ranks share processors.
const FIRST_LOOKS_SHARED: u32 = 2;

/// Everything an initialized MPI process has.
pub struct Process {
    /// Point-to-point communication.
    pub engine: Engine<ShmDevice>,
    /// Communicators.
    pub comms: Comms,
    /// Groups.
    pub groups: Groups,
    /// Attribute keys.
    pub keyvals: Keyvals,
    /// Datatypes.
    pub datatypes: Datatypes,
    /// Reduction operations.
    pub operations: Operations,
    /// Requests that are more than one operation of the engine.
    pub requests: Requests,
    /// Requests of operations that were complete at once.
    pub instants: Instants,
    /// Messages that matched probes took.
    pub messages: Table<(usize, Message)>,
    /// What collective operations keep between calls.
    pub collectives: Collectives,
    /// Small collective operations on `MPI_COMM_WORLD` through shared memory.
    pub direct: Direct,
    /// The buffer of buffered sends.
    pub attached: AttachedBuffer,
    /// Settings from the environment.
    pub settings: Settings,
    /// The connection to the launcher, if there is one.
    pub launcher: Option<Client>,
    /// Processes in `MPI_COMM_WORLD`.
    pub size: usize,
    /// Thread level granted.
    pub thread_level: i32,
    /// See [`crate::wait::Waiter::first_looks`].
    pub first_looks: u32,
    /// `MPI_APPNUM`.
    pub appnum: i32,
}

impl Process {
    /// Joins the job as the environment says (MPI-5 §11.2).
    pub fn join(settings: Settings, thread_level: i32) -> Result<Self> {
        let mut launcher = Client::from_env().map_err(|error| other(&error))?;
        if let Some(client) = &mut launcher {
            client.init().map_err(|error| other(&error))?;
        }
        let (rank, size) = launcher.as_ref().map_or((0, 1), |client| (client.rank, client.size));
        let node = node_file(launcher.as_mut())?;
        let segment = Segment::attach(node.as_fd(), rank, size).map_err(|error| other(&error))?;
        let limits = Limits { eager_max: settings.eager_max, unexpected_budget: settings.unexpected_budget as u64 };
        let appnum = launcher.as_mut().and_then(|client| client.appnum().ok()).unwrap_or(0);
        let engine = Engine::new(ShmDevice::new(segment), rank as u32, size, limits);
        let direct = Direct::new(engine.device().area(), &settings);
        Ok(Process {
            engine,
            comms: Comms::new(rank as u32, size as u32),
            groups: Groups::default(),
            keyvals: Keyvals::default(),
            datatypes: Datatypes::default(),
            operations: Operations::default(),
            requests: requests(),
            instants: Instants::default(),
            messages: Table::new(Kind::Message),
            collectives: Collectives::new(&settings)?,
            direct,
            attached: AttachedBuffer::default(),
            first_looks: FIRST_LOOKS_ALONE,
            settings,
            launcher,
            size,
            thread_level,
            appnum: appnum as i32,
        })
    }

    /// World rank of this process.
    #[inline(always)]
    pub fn rank(&self) -> u32 {
        self.engine.rank()
    }

    /// Takes a communicator's handle away. Operations under way on it complete.
    pub fn free_comm(&mut self, handle: usize) -> Option<Comm> {
        let engine = &self.engine;
        self.comms.remove(handle, |context| engine.operations().any(|(_, operation)| operation.context == context))
    }

    /// Adapts the patience of waits once it is known whether ranks share processors.
    pub fn adapt(&mut self) {
        let automatic = if self.engine.oversubscribed() { FIRST_LOOKS_SHARED } else { FIRST_LOOKS_ALONE };
        self.first_looks = match self.settings.spin {
            Spin::Auto => automatic,
            Spin::Count(count) => count.min(automatic),
        };
    }
}

/// The file behind the node segment: from Ferry's launcher, by agreement under another one, or a private one.
fn node_file(launcher: Option<&mut Client>) -> Result<OwnedFd> {
    let Some(client) = launcher else {
        return ferry_sys::memory::anonymous_file("ferry-node").map_err(|error| other(&error));
    };
    match client.node.take() {
        Some(file) => Ok(file),
        None if client.size == 1 => ferry_sys::memory::anonymous_file("ferry-node").map_err(|error| other(&error)),
        None => ferry_launch::node::exchange(client).map_err(|error| other(&error)),
    }
}

fn other(error: &dyn std::error::Error) -> Error {
    Error::new(ferry_constants::MPI_ERR_OTHER, error.to_string())
}
