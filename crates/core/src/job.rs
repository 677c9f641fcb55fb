//! Joining the job: who this process is, which memory it shares with whom, and how it reaches the others.

use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use ferry_launch::node;
use ferry_launch::pmi::Client;
use ferry_route::{Network, Routes};
use ferry_settings::Settings;
use ferry_shm::ShmDevice;
use ferry_shm::members::Members;
use ferry_shm::segment::Segment;
use ferry_tcp::{Config, Listening, TcpDevice};

use crate::launcher::Launcher;
use crate::{Error, Result, Transport};

/// Key under which a process of a job on several nodes publishes its card for TCP, as hexadecimal digits.
const KEY_TCP: &str = "ferry-tcp";

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
    /// Joins as the environment says (MPI-5 §11.2). Collective over jobs on several nodes.
    pub fn join(settings: &Settings) -> Result<Job> {
        match Client::from_env().map_err(|error| other(&error))? {
            Some(client) => Job::of(client, settings),
            None => Job::alone(),
        }
    }

    fn alone() -> Result<Job> {
        let file = ferry_sys::memory::anonymous_file("ferry-node").map_err(|error| other(&error))?;
        let transport = Routes::new(shared_memory(&file, 0, Members::all(1))?, None);
        Ok(Job { rank: 0, size: 1, appnum: 0, transport, launcher: None })
    }

    fn of(mut client: Client, settings: &Settings) -> Result<Job> {
        client.init().map_err(|error| other(&error))?;
        let file = node::join(&mut client).map_err(|error| other(&error))?;
        let (rank, size) = (client.rank as u32, client.size);
        let shm = shared_memory(&file, rank, Members::new(&client.node_ranks))?;
        let appnum = client.appnum().unwrap_or(0);
        let far = (shm.members().count() < size).then(|| publish(&mut client, settings)).transpose()?;
        let launcher = Launcher::new(client);
        let network = far.map(|listening| connect(listening, &launcher)).transpose()?;
        Ok(Job { rank, size, appnum, transport: Routes::new(shm, network), launcher: Some(launcher) })
    }
}

fn shared_memory(file: &OwnedFd, rank: u32, members: Members) -> Result<ShmDevice> {
    let segment = Segment::attach(file.as_fd(), members.here(rank), members.count()).map_err(|error| other(&error))?;
    Ok(ShmDevice::new(segment.of(members)))
}

/// Makes this process reachable for those of other nodes.
fn publish(client: &mut Client, settings: &Settings) -> Result<Listening> {
    let Some(secret) = client.job_secret.clone() else {
        return Err(Error::new(
            ferry_constants::MPI_ERR_OTHER,
            "the job is on several hosts, and its launcher has given no secret by which its processes know each other; start it with Ferry's mpiexec",
        ));
    };
    let host = client.host_name.clone().unwrap_or_else(|| format!("the host of rank {}", client.rank));
    let config = Config {
        rank: client.rank as u32,
        ranks: client.size as u32,
        secret: &secret,
        host: &host,
        interfaces: &settings.tcp_interfaces,
        timeout: Duration::from_secs(u64::from(settings.tcp_timeout.get())),
    };
    let listening = Listening::open(&config).map_err(|error| other(&error))?;
    client.publish(KEY_TCP, &ferry_sys::random::hex(&listening.card())).map_err(|error| other(&error))?;
    client.barrier().map_err(|error| other(&error))?;
    Ok(listening)
}

/// The network, which asks the launcher for a peer's card when it first meets it.
fn connect(listening: Listening, launcher: &Launcher) -> Result<Network> {
    let launcher = launcher.clone();
    let fetch = move |rank| card(&launcher, rank, KEY_TCP);
    let device = TcpDevice::new(listening, Box::new(fetch)).map_err(|error| other(&error))?;
    Ok(Network::Tcp(Box::new(device)))
}

fn card(launcher: &Launcher, rank: u32, key: &str) -> std::result::Result<Vec<u8>, String> {
    let digits = launcher.fetch(rank, key).map_err(|error| error.to_string())?;
    let digits =
        digits.ok_or_else(|| format!("rank {rank} has published no {key}; do all ranks run the same version of Ferry?"))?;
    from_hex(&digits).ok_or_else(|| format!("what rank {rank} has published as {key} is no hexadecimal number"))
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().filter(|_| pair.len() == 2)).collect()
}

fn other(error: &dyn std::error::Error) -> Error {
    Error::new(ferry_constants::MPI_ERR_OTHER, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_digits_are_bytes() {
        assert_eq!(from_hex(&ferry_sys::random::hex(&[0, 255, 16])), Some(vec![0, 255, 16]));
        assert_eq!([from_hex("0"), from_hex("0g"), from_hex("é")], [None, None, None]);
    }
}
