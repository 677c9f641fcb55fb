//! Sockets as this crate uses them: never blocking, closed by `exec`, watched by the kernel for
//! peers that are gone.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use ferry_sys::descriptor::raise;
use rustix::io::Errno;
use rustix::net::{self, AddressFamily, SendFlags, SocketFlags, SocketType, sockopt};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::interfaces::Reachable;
use crate::silence::Unanswered;

/// Connections that wait to be accepted; the system has a limit of its own (`net.core.somaxconn`).
const BACKLOG: i32 = 4096;

/// Longest time between two questions whether a peer is there that Linux takes.
const LONGEST_KEEPALIVE: Duration = Duration::from_secs(32767);

const FLAGS: SocketFlags = SocketFlags::CLOEXEC.union(SocketFlags::NONBLOCK);

/// A socket that listens on a port that the system chooses: at the only address there is, or at all
/// of this host's.
pub fn listen(addresses: &[Reachable]) -> io::Result<(OwnedFd, u16)> {
    let places: &[IpAddr] = match addresses {
        [only] => &[only.address],
        all if all.iter().all(|reachable| reachable.address.is_loopback() && reachable.address.is_ipv4()) => {
            &[Ipv4Addr::LOCALHOST.into()]
        }
        all if all.iter().all(|reachable| reachable.address.is_ipv4()) => &[Ipv4Addr::UNSPECIFIED.into()],
        _ => &[Ipv6Addr::UNSPECIFIED.into(), Ipv4Addr::UNSPECIFIED.into()],
    };
    let mut outcome = Err(Errno::ADDRNOTAVAIL.into());
    for place in places {
        outcome = listen_at(*place);
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

fn listen_at(place: IpAddr) -> io::Result<(OwnedFd, u16)> {
    let socket = open(place)?;
    if place.is_ipv6() {
        sockopt::set_ipv6_v6only(&socket, false)?;
    }
    net::bind(&socket, &SocketAddr::new(place, 0))?;
    net::listen(&socket, BACKLOG)?;
    let address: SocketAddr = net::getsockname(&socket)?.try_into()?;
    Ok((socket, address.port()))
}

fn open(place: IpAddr) -> io::Result<OwnedFd> {
    let family = if place.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
    with_descriptor(|| net::socket_with(family, SocketType::STREAM, FLAGS, None)).map(raise)
}

/// A socket that is being connected to `address`; it is writable once that is over, and [`outcome`]
/// tells how it went.
pub fn connect(address: SocketAddr, timeout: Duration) -> io::Result<OwnedFd> {
    let socket = open(address.ip())?;
    prepare(socket.as_fd(), timeout)?;
    match net::connect(&socket, &address) {
        Ok(()) | Err(Errno::INPROGRESS) => Ok(socket),
        Err(error) => Err(error.into()),
    }
}

/// How connecting went.
pub fn outcome(socket: BorrowedFd<'_>) -> io::Result<()> {
    Ok(sockopt::socket_error(socket)??)
}

/// The next connection that waits at `listener`; `None`: there is none.
pub fn accept(listener: BorrowedFd<'_>, timeout: Duration) -> io::Result<Option<OwnedFd>> {
    match with_descriptor(|| net::accept_with(listener, FLAGS)) {
        Ok(socket) => {
            let socket = raise(socket);
            prepare(socket.as_fd(), timeout)?;
            Ok(Some(socket))
        }
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// Has short packets leave at once, and a peer that answers no more noticed within about `timeout`
/// if no data are under way to it; where some are, [`unanswered`] tells.
fn prepare(socket: BorrowedFd<'_>, timeout: Duration) -> io::Result<()> {
    sockopt::set_tcp_nodelay(socket, true)?;
    sockopt::set_socket_keepalive(socket, true)?;
    let quarter = (timeout / 4).clamp(Duration::from_secs(1), LONGEST_KEEPALIVE);
    sockopt::set_tcp_keepidle(socket, quarter)?;
    sockopt::set_tcp_keepintvl(socket, quarter)?;
    sockopt::set_tcp_keepcnt(socket, 3)?;
    Ok(())
}

/// Sends the beginning of `bytes`: how many.
#[inline]
pub fn send(socket: BorrowedFd<'_>, bytes: &[u8]) -> io::Result<usize> {
    send_with(socket, bytes, SendFlags::empty())
}

/// As [`send`], but the system may hold them for a moment, until more follow or [`let_go`].
#[inline]
pub fn send_held(socket: BorrowedFd<'_>, bytes: &[u8]) -> io::Result<usize> {
    send_with(socket, bytes, SendFlags::MORE)
}

#[inline]
fn send_with(socket: BorrowedFd<'_>, bytes: &[u8], flags: SendFlags) -> io::Result<usize> {
    Ok(rustix::io::retry_on_intr(|| net::send(socket, bytes, SendFlags::NOSIGNAL | SendFlags::DONTWAIT | flags))?)
}

/// Nothing is held any more.
pub fn let_go(socket: BorrowedFd<'_>) -> io::Result<()> {
    // To say it again has the system send what it holds.
    Ok(sockopt::set_tcp_nodelay(socket, true)?)
}

/// The shortest round trip that was seen on a connection, if the system knows it.
pub fn shortest_round_trip(socket: BorrowedFd<'_>) -> Option<Duration> {
    let micros = ferry_sys::socket::tcp_info(socket).ok()?.tcpi_min_rtt;
    (micros != 0 && micros != u32::MAX).then(|| Duration::from_micros(micros.into()))
}

/// The rate at which a connection has delivered last, in bytes a second, and how many it has
/// delivered in all.
pub fn delivered(socket: BorrowedFd<'_>) -> io::Result<(u64, u64)> {
    let info = ferry_sys::socket::tcp_info(socket)?;
    Ok((info.tcpi_delivery_rate, info.tcpi_bytes_acked))
}

/// Bounds what is in flight, with what the system adds to it, in bytes.
pub fn bound_in_flight(socket: BorrowedFd<'_>, bytes: usize) -> io::Result<()> {
    // Linux takes twice as much as it is told.
    Ok(sockopt::set_socket_send_buffer_size(socket, bytes / 2)?)
}

/// Receives as much as is there and fits: how many bytes; 0: the peer sends no more.
#[inline]
pub fn receive(socket: BorrowedFd<'_>, bytes: &mut [u8]) -> io::Result<usize> {
    Ok(rustix::io::retry_on_intr(|| net::recv(socket, &mut *bytes, net::RecvFlags::DONTWAIT))?.0)
}

/// Whether memory that was to be sent cannot be read.
pub fn is_unreadable(error: &io::Error) -> bool {
    Errno::from_io_error(error) == Some(Errno::FAULT)
}

/// Whether something that was sent is not known to have arrived at the peer's host.
pub fn has_unacknowledged(socket: BorrowedFd<'_>) -> bool {
    ferry_sys::socket::unacknowledged(socket).is_ok_and(|bytes| bytes > 0)
}

/// What is known of the peer's host while [`has_unacknowledged`].
pub fn unanswered(socket: BorrowedFd<'_>) -> io::Result<Unanswered> {
    let info = ferry_sys::socket::tcp_info(socket)?;
    Ok(Unanswered {
        repeats: u32::from(info.tcpi_retransmits) + u32::from(info.tcpi_probes),
        since_answer: Duration::from_millis(info.tcpi_last_ack_recv.into()),
    })
}

/// What needs a descriptor; if there is none, once more with the limit of open files raised as far
/// as this process may.
fn with_descriptor(mut call: impl FnMut() -> Result<OwnedFd, Errno>) -> io::Result<OwnedFd> {
    match rustix::io::retry_on_intr(&mut call) {
        Err(Errno::MFILE) => {
            raise_limit();
            rustix::io::retry_on_intr(call).map_err(|error| name_limit(error.into()))
        }
        outcome => outcome.map_err(|error| name_limit(error.into())),
    }
}

fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    // Fails for nobody: a process may always raise its limit to the maximum. If it does, the second
    // attempt says so.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

/// An error that names the limit it is about, and the remedy.
fn name_limit(error: io::Error) -> io::Error {
    let limit = |words: String| io::Error::new(io::ErrorKind::QuotaExceeded, words);
    match Errno::from_io_error(&error) {
        Some(Errno::MFILE) => {
            let files = getrlimit(Resource::Nofile).current.unwrap_or(0);
            limit(format!("this process has its limit of {files} open files; raise it (`ulimit -Hn`, `ulimit -n`)"))
        }
        Some(Errno::NFILE) => limit("the system has its limit of open files; raise it (`sysctl fs.file-max`)".to_owned()),
        _ => error,
    }
}

/// Whether a descriptor was missing.
pub fn is_limit(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::QuotaExceeded
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use super::*;

    fn pair() -> (OwnedFd, OwnedFd) {
        let (listener, port) = listen_at(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST)).unwrap();
        let timeout = Duration::from_secs(10);
        let one = connect(SocketAddr::from(([127, 0, 0, 1], port)), timeout).unwrap();
        let two = loop {
            if let Some(two) = accept(listener.as_fd(), timeout).unwrap() {
                break two;
            }
        };
        (one, two)
    }

    fn unsent(socket: &OwnedFd) -> u32 {
        ferry_sys::socket::tcp_info(socket.as_fd()).unwrap().tcpi_notsent_bytes
    }

    #[test]
    fn a_timeout_may_be_as_long_as_one_likes() {
        let (listener, port) = listen_at(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST)).unwrap();
        connect(SocketAddr::from(([127, 0, 0, 1], port)), Duration::from_secs(1_000_000)).unwrap();
        drop(listener);
    }

    #[test]
    fn what_is_held_leaves_when_it_is_let_go() {
        let (one, two) = pair();
        assert_eq!(send_held(one.as_fd(), b"held").unwrap(), 4);
        assert_eq!(unsent(&one), 4);
        let mut bytes = [0; 8];
        assert_eq!(receive(two.as_fd(), &mut bytes).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        let_go(one.as_fd()).unwrap();
        assert_eq!(unsent(&one), 0);
        assert_eq!((receive(two.as_fd(), &mut bytes).unwrap(), &bytes[..4]), (4, &b"held"[..]));
    }

    #[test]
    fn what_is_held_leaves_with_what_follows() {
        let (one, two) = pair();
        send_held(one.as_fd(), b"he").unwrap();
        send(one.as_fd(), b"ld").unwrap();
        assert_eq!(unsent(&one), 0);
        let mut bytes = [0; 8];
        assert_eq!(receive(two.as_fd(), &mut bytes).unwrap(), 4);
    }

    #[test]
    fn a_socket_takes_no_more_than_is_to_be_in_flight() {
        let taken = |bound: bool| {
            let (one, _two) = pair();
            assert!(shortest_round_trip(one.as_fd()).is_some());
            if bound {
                bound_in_flight(one.as_fd(), 400_000).unwrap();
            }
            let bytes = vec![7; 1 << 20];
            std::iter::from_fn(|| send(one.as_fd(), &bytes).ok()).sum::<usize>()
        };
        let (bounded, by_itself) = (taken(true), taken(false));
        assert!(bounded < by_itself, "{bounded} and {by_itself} bytes that nobody receives");
    }
}
