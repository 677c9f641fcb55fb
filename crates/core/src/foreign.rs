//! Processes of other jobs: making this one reachable for them, getting to know them, forgetting
//! them again.
//!
//! Those on this node are reached through memory
//! ([ADR 0080](../../../docs/adr/0080-memory-between-jobs.md)), others by RDMA where both have an
//! adapter ([ADR 0087](../../../docs/adr/0087-connections-between-jobs.md)), else over TCP
//! ([ADR 0056](../../../docs/adr/0056-peers-of-other-jobs.md)). A job on one node has no network;
//! its processes open one when they first have to do with another job.

use std::time::Duration;

use ferry_constants as mpi;
use ferry_route::Network;
use ferry_route::rdma::open_for_foreign_peers;
use ferry_settings::NetworkChoice;
use ferry_shm::neighbors::Neighbors;
use ferry_tcp::foreign::{FOREIGN, Foreign};
use ferry_tcp::{Config, Listening, TcpDevice};

use crate::group::Group;
use crate::introductions::IntroductionNumber;
use crate::job::wanted_adapter;
use crate::process::Process;
use crate::request::Request;
use crate::spawn::parent_port;
use crate::{Error, Result};

/// What a process tells processes of other jobs of itself.
pub type Introduction = [u8; FOREIGN];

impl Process {
    /// What this process tells processes of other jobs of itself; makes it reachable until
    /// [`Process::end_introduction`].
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` if it cannot be reached.
    pub fn begin_introduction(&mut self) -> Result<(IntroductionNumber, Introduction)> {
        self.open_network()?;
        self.open_neighbors();
        self.open_adapter();
        let told = self.open_network()?.own().encode();
        Ok((self.other_jobs.introductions.begin(), told))
    }

    /// An introduction is over: whom it has met has a communicator, or will be forgotten. To be
    /// called once for each.
    pub fn end_introduction(&mut self, introduction: IntroductionNumber) {
        self.other_jobs.introductions.end(introduction);
        if let Some(network) = self.engine.device_mut().network_mut() {
            network.end_introduction();
        }
    }

    /// Makes this process reachable through memory, if the system lets it; TCP does without.
    fn open_neighbors(&mut self) {
        if self.engine.device().network().is_none_or(Network::has_neighbors) {
            return;
        }
        if let Ok(neighbors) = Neighbors::new(self.engine.node(), self.comms.peers.own(), self.world.size as u32) {
            let device = self.engine.device_mut();
            device.sleep_at_doorbell();
            if let Some(network) = device.network_mut() {
                network.add_neighbors(neighbors);
            }
        }
    }

    /// Lets processes of other jobs on other nodes reach the adapter of this one.
    fn open_adapter(&mut self) {
        let is_wanted = self.settings.network != NetworkChoice::Tcp;
        let (wanted, rank) = (wanted_adapter(&self.settings), self.comms.peers.own().rank);
        let Some(network) = self.engine.device_mut().network_mut().filter(|network| is_wanted && !network.has_foreign_rdma())
        else {
            return;
        };
        // Without one, or where it cannot be used, TCP leads there.
        network.add_foreign_rdma(Box::new(move || open_for_foreign_peers(&wanted, rank).ok()));
    }

    fn open_network(&mut self) -> Result<&mut Network> {
        if self.engine.device().network().is_none() {
            let network = self.new_network()?;
            self.engine.device_mut().add_network(network);
        }
        self.engine.device_mut().network_mut().ok_or_else(|| Error::internal("no network"))
    }

    /// A network for processes of other jobs alone.
    fn new_network(&self) -> Result<Network> {
        let own = self.comms.peers.own();
        let config = Config {
            job: own.job,
            rank: own.rank,
            ranks: self.world.size as u32,
            secret: &self.world.secret,
            host: &self.world.host,
            interfaces: &self.settings.tcp_interfaces,
            timeout: Duration::from_secs(u64::from(self.settings.tcp_timeout.get())),
        };
        let listening = Listening::open(&config).map_err(|error| other(&error))?;
        let never = |rank| Err(format!("rank {rank} is on this node"));
        let tcp = TcpDevice::new(listening, Box::new(never)).map_err(|error| other(&error))?;
        Ok(Network::tcp(tcp, self.world.size))
    }

    /// Gets to know the processes that have introduced themselves so in return, some of which may
    /// be of this job or known already: their numbers. They are not forgotten before the
    /// introduction is over.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` for one with another version of Ferry.
    pub fn meet(&mut self, introduction: IntroductionNumber, introductions: &[Introduction]) -> Result<Vec<u32>> {
        self.tell_connected(true);
        let numbers: Result<Vec<u32>> = introductions.iter().map(|introduction| self.meet_one(introduction)).collect();
        self.engine.add_peers(self.comms.peers.count());
        self.other_jobs.introductions.note(introduction, numbers.as_deref().unwrap_or_default());
        numbers
    }

    fn meet_one(&mut self, introduction: &Introduction) -> Result<u32> {
        let peer = Foreign::decode(introduction).map_err(|why| {
            let text = format!("a process of another job cannot be reached: {why}; do both jobs run the same version of Ferry?");
            Error::new(mpi::MPI_ERR_OTHER, text)
        })?;
        if let Some(number) = self.comms.peers.number_of(peer.id) {
            if self.comms.peers.is_foreign(number) {
                // One that was lost is reached anew.
                if self.engine.loss_of(number).is_some() {
                    self.engine.forget_peer(number);
                }
                self.open_network()?.meet_again(number, &peer);
            }
            return Ok(number);
        }
        let id = peer.id;
        let number = self.open_network()?.add_foreign(peer);
        self.comms.peers.note(number, id);
        Ok(number)
    }

    /// Forgets processes of other jobs that no communicator, group, window, file or collective
    /// operation under way has any more, and that no introduction has just met.
    pub fn forget_foreign(&mut self) {
        let unused: Vec<u32> = self.comms.peers.foreign().filter(|number| !self.is_known(*number)).collect();
        for number in unused {
            if let Some(network) = self.engine.device_mut().network_mut() {
                network.forget_foreign(number);
            }
            self.engine.forget_peer(number);
            self.comms.peers.forget(number);
        }
        if self.comms.peers.foreign().next().is_none() {
            self.tell_connected(false);
        }
    }

    /// Tells the launcher of a process that was spawned whether that has to do with other jobs: if
    /// not, it may fail without harm to those that wanted it.
    fn tell_connected(&mut self, is_connected: bool) {
        let Some(launcher) =
            self.launcher.as_ref().filter(|_| parent_port().is_some() && self.other_jobs.is_parted == is_connected)
        else {
            return;
        };
        // A launcher that does not listen has ended, and this process is about to.
        let _ = launcher.tell_connected(is_connected);
        self.other_jobs.is_parted = !is_connected;
    }

    fn is_known(&self, number: u32) -> bool {
        let has = |group: &Group| group.rank_of(number).is_some();
        let of_comms = self.comms.iter().any(|(_, comm)| has(comm.group()) || comm.remote().is_some_and(has));
        let is_busy = || self.engine.operations().any(|(_, operation)| operation.peer == number);
        // Its communicator may be freed, and its next messages be for others than its last ones.
        let is_collective = |request: &Request| matches!(request, Request::Collective(ongoing) if ongoing.any_group(has));
        of_comms
            || self.other_jobs.introductions.have_met(number)
            || is_busy()
            || self.requests.iter().any(|(_, request)| is_collective(request))
            || self.groups.any(has)
            || self.windows.iter().any(|(_, window)| has(&window.group))
            || self.files.any_group(has)
    }
}

fn other(error: &dyn std::error::Error) -> Error {
    Error::new(mpi::MPI_ERR_OTHER, error.to_string())
}
