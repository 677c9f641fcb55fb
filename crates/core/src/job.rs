//! Joining the job: who this process is, which memory it shares with whom, and how it reaches the others.

use std::os::fd::{AsFd, OwnedFd};

use ferry_launch::node;
use ferry_launch::pmi::Client;
use ferry_route::Routes;
use ferry_shm::ShmDevice;
use ferry_shm::members::Members;
use ferry_shm::segment::Segment;

use crate::launcher::Launcher;
use crate::{Error, Result, Transport};

/// This process's place in its job.
pub(crate) struct Job {
    /// World rank.
    pub rank: u32,
    /// Processes of the job.
    pub size: usize,
    /// `MPI_APPNUM`.
    pub appnum: usize,
    /// The way to its peers.
    pub transport: Transport,
    /// The connection to the launcher, if there is one.
    pub launcher: Option<Launcher>,
}

impl Job {
    /// Joins as the environment says (MPI-5 §11.2).
    pub fn join() -> Result<Job> {
        match Client::from_env().map_err(|error| other(&error))? {
            Some(client) => Job::of(client),
            None => Job::alone(),
        }
    }

    fn alone() -> Result<Job> {
        let file = ferry_sys::memory::anonymous_file("ferry-node").map_err(|error| other(&error))?;
        let transport = Routes::new(shared_memory(&file, 0, Members::all(1))?, None);
        Ok(Job { rank: 0, size: 1, appnum: 0, transport, launcher: None })
    }

    fn of(mut client: Client) -> Result<Job> {
        client.init().map_err(|error| other(&error))?;
        let file = node::exchange(&mut client).map_err(|error| other(&error))?;
        let (rank, size) = (client.rank as u32, client.size);
        let shm = shared_memory(&file, rank, Members::new(&client.node_ranks))?;
        let appnum = client.appnum().unwrap_or(0);
        Ok(Job { rank, size, appnum, transport: Routes::new(shm, None), launcher: Some(Launcher::new(client)) })
    }
}

fn shared_memory(file: &OwnedFd, rank: u32, members: Members) -> Result<ShmDevice> {
    let segment = Segment::attach(file.as_fd(), members.here(rank), members.count()).map_err(|error| other(&error))?;
    Ok(ShmDevice::new(segment.of(members)))
}

fn other(error: &dyn std::error::Error) -> Error {
    Error::new(ferry_constants::MPI_ERR_OTHER, error.to_string())
}
