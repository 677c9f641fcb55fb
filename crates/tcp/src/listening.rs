//! A process that can be reached: its socket listens, and its card says where.

use std::fmt;
use std::os::fd::OwnedFd;
use std::time::Duration;

use ferry_protocol::process::ProcessId;

use crate::card::Card;
use crate::foreign::{CONTACT, Foreign};
use crate::handshake::Secret;
use crate::interfaces;
use crate::meeting::{Identity, words};
use crate::socket;

/// Who this process is and how it can be reached.
#[derive(Clone, Debug)]
pub struct Config<'a> {
    /// Number of the job, which no other job has.
    pub job: u64,
    /// World rank.
    pub rank: u32,
    /// Size of the world.
    pub ranks: u32,
    /// What the ranks of the job have in common and nobody else knows.
    pub secret: &'a str,
    /// Name of this host, for reports.
    pub host: &'a str,
    /// `FERRY_TCP_INTERFACES`: names or networks, with commas between them; empty: chosen by what
    /// they are.
    pub interfaces: &'a str,
    /// `FERRY_TCP_TIMEOUT`: after this long a peer that does not answer is lost. At least a second.
    pub timeout: Duration,
}

/// Why a process cannot be reached, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TcpError(String);

impl TcpError {
    pub(crate) fn new(words: String) -> Self {
        TcpError(words)
    }
}

impl fmt::Display for TcpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TCP: {}", self.0)
    }
}

impl std::error::Error for TcpError {}

/// A socket that listens. Peers may connect already; they are answered by the device that is made
/// of it.
pub struct Listening {
    pub(crate) socket: OwnedFd,
    pub(crate) identity: Identity,
    port: u16,
}

impl Listening {
    /// Listens at the addresses that `config` chooses, on a port that the system chooses.
    pub fn open(config: &Config<'_>) -> Result<Self, TcpError> {
        let interfaces = ferry_sys::interfaces::all().map_err(|error| TcpError(format!("no interfaces: {}", words(&error))))?;
        let addresses = interfaces::choose(&interfaces, config.interfaces).map_err(TcpError)?;
        let (socket, port) = socket::listen(&addresses).map_err(|error| TcpError(format!("cannot listen: {}", words(&error))))?;
        let random = || ferry_sys::random::bytes().map_err(|error| TcpError(format!("no random bytes: {}", words(&error))));
        let (challenge, key) = (random()?, random()?);
        let identity = Identity {
            id: ProcessId { job: config.job, rank: config.rank },
            ranks: config.ranks,
            secret: Secret::new(config.secret),
            host: config.host.to_owned(),
            challenge,
            key,
            addresses,
            timeout: config.timeout.max(Duration::from_secs(1)),
        };
        Ok(Listening { socket, identity, port })
    }

    /// What peers need to reach this process, at most [`MAX_CARD`](crate::card::MAX_CARD) bytes.
    pub fn card(&self) -> Vec<u8> {
        self.own_card().encode()
    }

    fn own_card(&self) -> Card {
        let Identity { challenge, host, addresses, .. } = &self.identity;
        Card { port: self.port, challenge: *challenge, host: host.clone(), addresses: addresses.clone() }
    }

    /// What this process tells processes of other jobs of itself.
    pub(crate) fn own(&self) -> Foreign {
        Foreign {
            id: self.identity.id,
            key: self.identity.key,
            card: self.own_card(),
            contact: [0; CONTACT],
            adapter: Vec::new(),
        }
    }
}
