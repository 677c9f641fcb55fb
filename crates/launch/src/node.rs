//! Who is on the same host, and one node segment for them, where a foreign launcher started the
//! processes.
//!
//! Ferry's `mpiexec` tells every rank who is on its node and passes the file of the node segment.
//! Under another launcher every rank publishes where it runs and a socket of its own. The lowest
//! rank of each host then creates the file and hands it to the others of that host over its socket
//! (`docs/wire/pmi.md` lists the keys). What a launcher calls a node is not always what can share
//! memory: several of its nodes may be one host, and containers of one host may not see each other.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::time::{Duration, Instant};

use ferry_sys::descriptor;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::error::LaunchError;
use crate::pmi::Client;

/// How long a rank waits for the others to connect or answer. They are past a barrier: only a
/// stopped or dead one takes longer, and the launcher ends the job of a dead one.
const EXCHANGE_LIMIT: Duration = Duration::from_secs(60);

/// Ranks of a job in which every rank looks at the place of every other. In larger ones, where that
/// would take long, only those that the launcher says are on the same node are looked at.
const MAX_COMPARED: usize = 256;

/// Key under which every rank publishes its [`RankLocation`].
const KEY_PLACE: &str = "ferry-place";

/// Key under which rank 0 publishes the job's secret.
const KEY_SECRET: &str = "ferry-secret";

const SECRET_BYTES: usize = 16;

/// The file that all ranks on this node share: the launcher's if it passed one, else the lowest
/// rank's. Completes what `client` says of the node. Collective over the job; leaves no socket
/// behind.
pub fn join(client: &mut Client) -> Result<OwnedFd, LaunchError> {
    match client.node.take() {
        Some(node) => Ok(node),
        None if client.size == 1 => anonymous(client),
        None => {
            let place = RankLocation::here().map_err(failed(client, "finding out where it runs"))?;
            meet(client, &place)
        }
    }
}

/// Where a rank runs, and how those on the same host reach it.
#[derive(Debug, PartialEq, Eq)]
struct RankLocation {
    /// Equal for ranks that can share memory.
    host: String,
    /// Digits of the name of its socket.
    socket: String,
    /// What it wants to be shown over the socket.
    secret: String,
}

impl RankLocation {
    fn here() -> io::Result<Self> {
        Ok(RankLocation { host: host_identity()?, socket: random_hex()?, secret: random_hex()? })
    }

    fn listen(&self) -> io::Result<UnixListener> {
        UnixListener::bind_addr(&address(&self.socket)?)
    }

    fn to_word(&self) -> String {
        format!("{}/{}/{}", self.host, self.socket, self.secret)
    }

    fn from_word(word: &str) -> Option<Self> {
        let mut parts = word.rsplitn(3, '/').map(str::to_owned);
        let (secret, socket, host) = (parts.next()?, parts.next()?, parts.next()?);
        Some(RankLocation { host, socket, secret })
    }
}

fn anonymous(client: &Client) -> Result<OwnedFd, LaunchError> {
    ferry_sys::memory::anonymous_file("ferry-node").map_err(failed(client, "creating the file"))
}

fn meet(client: &mut Client, own: &RankLocation) -> Result<OwnedFd, LaunchError> {
    // Who is the lowest rank of the host shows only behind the barrier, when its socket has to be
    // there.
    let listener = own.listen().map_err(failed(client, "opening the socket"))?;
    client.publish(KEY_PLACE, &own.to_word())?;
    if client.rank == 0 {
        let secret = random_hex().map_err(failed(client, "drawing random bytes"))?;
        client.publish(KEY_SECRET, &secret)?;
    }
    client.barrier()?;
    client.job_secret = Some(published(client, 0, KEY_SECRET)?);
    client.host_name = Some(host_name());
    match find_neighbors(client, own)? {
        None => serve(client, &listener, own),
        Some(first) => fetch(client, &first),
    }
}

/// Finds the ranks of this host. The place of the lowest, unless that is this one.
fn find_neighbors(client: &mut Client, own: &RankLocation) -> Result<Option<RankLocation>, LaunchError> {
    let mut first = None;
    let mut neighbors = Vec::new();
    for rank in candidates(client)? {
        let is_own = rank as usize == client.rank;
        let place = if is_own { None } else { Some(place_of(client, rank)?).filter(|place| place.host == own.host) };
        if is_own || place.is_some() {
            first = if neighbors.is_empty() { place } else { first };
            neighbors.push(rank);
        }
    }
    client.node_ranks = neighbors;
    Ok(first)
}

/// Ranks that may be on this host, ascending.
fn candidates(client: &mut Client) -> Result<Vec<u32>, LaunchError> {
    let claimed = if client.size > MAX_COMPARED { client.claimed_node_ranks()? } else { None };
    Ok(claimed.unwrap_or_else(|| (0..client.size as u32).collect()))
}

fn place_of(client: &mut Client, rank: u32) -> Result<RankLocation, LaunchError> {
    let word = published(client, rank, KEY_PLACE)?;
    RankLocation::from_word(&word).ok_or(LaunchError::Protocol { request: KEY_PLACE, answer: word })
}

fn published(client: &mut Client, rank: u32, key: &'static str) -> Result<String, LaunchError> {
    client.fetch(rank, key)?.ok_or(LaunchError::Unpublished { rank, key })
}

fn serve(client: &Client, listener: &UnixListener, own: &RankLocation) -> Result<OwnedFd, LaunchError> {
    let file = anonymous(client)?;
    let peers = client.node_ranks.len() - 1;
    hand_out(listener, &file, own.secret.as_bytes(), peers).map_err(failed(client, "handing out the file"))?;
    Ok(file)
}

fn fetch(client: &Client, first: &RankLocation) -> Result<OwnedFd, LaunchError> {
    let address = address(&first.socket).map_err(failed(client, "naming the socket"))?;
    let stream = UnixStream::connect_addr(&address).map_err(failed(client, "connecting"))?;
    receive(stream, first.secret.as_bytes()).map_err(failed(client, "receiving the file"))
}

fn failed(client: &Client, doing: &'static str) -> impl FnOnce(io::Error) -> LaunchError + use<> {
    let rank = client.rank;
    move |source| LaunchError::Exchange { rank, doing, source }
}

/// Gives `file` to `peers` processes that know the secret and belong to this user; others are
/// turned away.
fn hand_out(listener: &UnixListener, file: &OwnedFd, secret: &[u8], peers: usize) -> io::Result<()> {
    let deadline = Instant::now() + EXCHANGE_LIMIT;
    let mut served = 0;
    while served < peers {
        wait_readable(listener.as_fd(), deadline)?;
        let (stream, _) = listener.accept()?;
        if let Ok(()) = admit(&stream, secret, deadline) {
            descriptor::send(stream.as_fd(), b"1", &[file.as_fd()])?;
            served += 1;
        }
    }
    Ok(())
}

fn admit(mut stream: &UnixStream, secret: &[u8], deadline: Instant) -> io::Result<()> {
    let refused = || io::Error::from(io::ErrorKind::PermissionDenied);
    let peer = rustix::net::sockopt::socket_peercred(stream)?;
    if peer.uid != rustix::process::geteuid() {
        return Err(refused());
    }
    let mut shown = [0u8; 2 * SECRET_BYTES];
    stream.set_read_timeout(Some(remaining(deadline)?))?;
    stream.read_exact(&mut shown)?;
    if shown == *secret { Ok(()) } else { Err(refused()) }
}

fn receive(mut stream: UnixStream, secret: &[u8]) -> io::Result<OwnedFd> {
    stream.write_all(secret)?;
    wait_readable(stream.as_fd(), Instant::now() + EXCHANGE_LIMIT)?;
    let received = descriptor::receive(stream.as_fd(), &mut [0u8; 1])?;
    let gave_up =
        || io::Error::new(io::ErrorKind::ConnectionReset, "the lowest rank of this host gave up; its own message says why");
    received.descriptors.into_iter().next().ok_or_else(gave_up)
}

fn wait_readable(descriptor: std::os::fd::BorrowedFd<'_>, deadline: Instant) -> io::Result<()> {
    loop {
        let limit = Timespec::try_from(remaining(deadline)?).map_err(io::Error::other)?;
        match poll(&mut [PollFd::from_borrowed_fd(descriptor, PollFlags::IN)], Some(&limit)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => continue,
            Ok(_) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}

fn remaining(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Host name, boot id and network namespace: two hosts may share the first, never the second;
/// containers of one host may share the first two, but sockets of one network namespace are not
/// seen in another.
fn host_identity() -> io::Result<String> {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id")?;
    let network = ferry_sys::namespace::network()?;
    Ok(format!("{}:{}:{network}", crate::pmi::message::escape(&host_name()), boot.trim()))
}

/// Name of this host, for messages to people.
pub fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Random bytes as hexadecimal digits.
pub(crate) fn random_hex() -> io::Result<String> {
    Ok(ferry_sys::random::hex(&ferry_sys::random::bytes::<SECRET_BYTES>()?))
}

fn address(name: &str) -> io::Result<SocketAddr> {
    SocketAddr::from_abstract_name(format!("ferry-{name}"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;
    use crate::pmi::testing;
    use std::fs::File;

    fn inode(file: OwnedFd) -> u64 {
        File::from(file).metadata().unwrap().ino()
    }

    #[test]
    fn every_peer_gets_the_file_and_strangers_do_not() {
        let name = random_hex().unwrap();
        let listener = UnixListener::bind_addr(&address(&name).unwrap()).unwrap();
        let file = ferry_sys::memory::anonymous_file("test").unwrap();
        let expected = inode(file.try_clone().unwrap());
        let secret = random_hex().unwrap();
        let peer = |secret: String| {
            let name = name.clone();
            std::thread::spawn(move || receive(UnixStream::connect_addr(&address(&name).unwrap())?, secret.as_bytes()))
        };
        let (stranger, first, second) = (peer("0".repeat(2 * SECRET_BYTES)), peer(secret.clone()), peer(secret.clone()));
        hand_out(&listener, &file, secret.as_bytes(), 2).unwrap();
        drop(listener);
        assert_eq!(inode(first.join().unwrap().unwrap()), expected);
        assert_eq!(inode(second.join().unwrap().unwrap()), expected);
        assert!(stranger.join().unwrap().is_err());
    }

    /// Lets ranks meet whose hosts are those of `hosts`; what each got, with the file it shares.
    fn met(hosts: &'static [&str]) -> Vec<(Client, u64)> {
        let ranks: Vec<_> = testing::job(hosts.len()).into_iter().zip(hosts).collect();
        let meeting = ranks.into_iter().map(|(mut client, host)| {
            std::thread::spawn(move || {
                let place = RankLocation { host: (*host).to_owned(), ..RankLocation::here().unwrap() };
                client.init().unwrap();
                let file = meet(&mut client, &place).unwrap();
                (client, inode(file))
            })
        });
        let threads: Vec<_> = meeting.collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    }

    #[test]
    fn ranks_meet_those_of_their_host() {
        let met = met(&["a", "b", "a", "c", "b", "a"]);
        let neighbors: Vec<&[u32]> = met.iter().map(|(client, _)| &client.node_ranks[..]).collect();
        assert_eq!(neighbors, [&[0, 2, 5][..], &[1, 4], &[0, 2, 5], &[3], &[1, 4], &[0, 2, 5]]);
        let same_file = |a: usize, b: usize| met[a].1 == met[b].1;
        assert!(same_file(0, 2) && same_file(0, 5) && same_file(1, 4));
        assert!(!same_file(0, 1) && !same_file(0, 3) && !same_file(1, 3));
    }

    #[test]
    fn all_ranks_learn_one_secret_and_their_host() {
        let met = met(&["a", "b", "b"]);
        let secrets: Vec<_> = met.iter().map(|(client, _)| client.job_secret.clone().unwrap()).collect();
        assert_eq!(secrets[0].len(), 2 * SECRET_BYTES);
        assert!(secrets.iter().all(|secret| *secret == secrets[0]));
        assert!(met.iter().all(|(client, _)| client.host_name.as_deref() == Some(&host_name())));
    }

    #[test]
    fn places_travel_as_words() {
        let place = RankLocation { host: "a/b:c:1".into(), socket: "01".into(), secret: "23".into() };
        assert_eq!(RankLocation::from_word(&place.to_word()), Some(place));
        assert_eq!(RankLocation::from_word("a/b"), None);
        assert!(RankLocation::here().unwrap().to_word().len() < crate::pmi::MAX_VALUE_BYTES);
    }

    #[test]
    fn host_identity_is_one_word_and_stable() {
        let identity = host_identity().unwrap();
        assert!(crate::pmi::message::is_word(&identity));
        assert_eq!(identity, host_identity().unwrap());
    }
}
