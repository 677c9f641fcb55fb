//! One node segment for processes that a foreign launcher started.
//!
//! Ferry's `mpiexec` passes the file of the node segment to every rank. Under another launcher rank 0 creates it and hands it to the
//! others over a socket: name and secret travel through the launcher's key-value space (`docs/wire/pmi.md` lists the keys).

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::time::{Duration, Instant};

use ferry_sys::descriptor;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::error::LaunchError;
use crate::pmi::Client;

/// How long a rank waits for the others to connect or answer. They are past a barrier: only a stopped or dead one takes longer, and
/// the launcher ends the job of a dead one.
const EXCHANGE_LIMIT: Duration = Duration::from_secs(60);

/// Key under which rank 0 publishes the socket and the secret.
const KEY_SOCKET: &str = "ferry-node";

const SECRET_BYTES: usize = 16;

/// The file that all ranks share: the launcher's if it passed one, else rank 0's. Collective over the job; leaves no socket behind.
pub fn exchange(client: &mut Client) -> Result<OwnedFd, LaunchError> {
    if let Some(node) = client.node.take() {
        return Ok(node);
    }
    let rank = client.rank;
    let failed = |doing| move |source: io::Error| LaunchError::Exchange { rank, doing, source };
    let host = host_identity().map_err(failed("reading the name of this host"))?;
    if client.size == 1 {
        return ferry_sys::memory::anonymous_file("ferry-node").map_err(failed("creating the file"));
    }
    match rank {
        0 => serve(client, &host),
        _ => fetch(client, &host),
    }
}

fn serve(client: &mut Client, host: &str) -> Result<OwnedFd, LaunchError> {
    let failed = |doing| move |source: io::Error| LaunchError::Exchange { rank: 0, doing, source };
    let file = ferry_sys::memory::anonymous_file("ferry-node").map_err(failed("creating the file"))?;
    let name = random_hex().map_err(failed("drawing random bytes"))?;
    let secret = random_hex().map_err(failed("drawing random bytes"))?;
    let listener =
        UnixListener::bind_addr(&address(&name).map_err(failed("naming the socket"))?).map_err(failed("opening the socket"))?;
    client.put(KEY_SOCKET, &format!("{name}:{secret}"))?;
    client.put(&host_key(0), host)?;
    client.barrier()?;
    for rank in 1..client.size {
        check_host(client, rank, host, 0)?;
    }
    hand_out(&listener, &file, secret.as_bytes(), client.size - 1).map_err(failed("handing out the file"))?;
    Ok(file)
}

fn fetch(client: &mut Client, host: &str) -> Result<OwnedFd, LaunchError> {
    let rank = client.rank;
    let failed = |doing| move |source: io::Error| LaunchError::Exchange { rank, doing, source };
    client.put(&host_key(rank), host)?;
    client.barrier()?;
    check_host(client, 0, host, rank)?;
    let published = client.get(KEY_SOCKET)?.unwrap_or_default();
    let (name, secret) = published
        .split_once(':')
        .ok_or_else(|| LaunchError::Protocol { request: "get ferry-node", answer: published.clone() })?;
    let address = address(name).map_err(failed("naming the socket"))?;
    let stream = UnixStream::connect_addr(&address).map_err(failed("connecting"))?;
    receive(stream, secret.as_bytes()).map_err(failed("receiving the file"))
}

/// Gives `file` to `peers` processes that know the secret and belong to this user; others are turned away.
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
    let gave_up = || io::Error::new(io::ErrorKind::ConnectionReset, "rank 0 gave up; its own message says why");
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

fn check_host(client: &mut Client, rank: usize, host: &str, own_rank: usize) -> Result<(), LaunchError> {
    let other = client.get(&host_key(rank))?.unwrap_or_default();
    if other == host {
        return Ok(());
    }
    let name = |identity: &str| identity.split(':').next().unwrap_or_default().to_owned();
    Err(match own_rank {
        0 => LaunchError::SeveralHosts { rank, host: name(&other), first: name(host) },
        _ => LaunchError::SeveralHosts { rank: own_rank, host: name(host), first: name(&other) },
    })
}

fn host_key(rank: usize) -> String {
    format!("ferry-host-{rank}")
}

/// Host name and boot id: two hosts may share the first, never the second.
fn host_identity() -> io::Result<String> {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id")?;
    let uname = rustix::system::uname();
    let host = crate::pmi::message::escape(&uname.nodename().to_string_lossy());
    Ok(format!("{host}:{}", boot.trim()))
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
    use super::*;
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;

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

    #[test]
    fn host_identity_is_one_word_and_stable() {
        let identity = host_identity().unwrap();
        assert!(crate::pmi::message::is_word(&identity));
        assert_eq!(identity, host_identity().unwrap());
    }
}
