//! Descriptors: out of the program's way ([`raise`]), passed between processes over local sockets,
//! and mailboxes for that.
//!
//! A mailbox is a datagram socket in the abstract namespace: it has no file, and is gone with its
//! process, however that ends.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};

use rustix::fs::{Mode, OFlags};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    SocketAddrUnix, recvmsg, sendmsg, sendmsg_addr,
};
use rustix::process::{Resource, getrlimit};

/// Where the library's descriptors begin, if the limit of open files leaves room: above all that
/// shells use and that programs close by a loop to 255, and below 1024, so that the system's table
/// of descriptors need not grow.
const FLOOR: RawFd = 768;

/// The first number for descriptors that are not the program's: at most three quarters of the limit
/// of open files, as the program needs room as well.
pub fn floor() -> RawFd {
    let limit = getrlimit(Resource::Nofile).current.and_then(|limit| RawFd::try_from(limit).ok());
    limit.map_or(FLOOR, |limit| FLOOR.min(limit / 4 * 3)).max(FIRST_FREE)
}

/// The first number that is none of a standard stream.
const FIRST_FREE: RawFd = 3;

/// Moves a descriptor out of the program's way, to a high number that is closed by `exec`: a
/// program that has closed its standard streams would write into it, and one that opens files
/// expects low numbers. Where there is no room up there it stays above the standard streams, or
/// where it is.
pub fn raise(descriptor: OwnedFd) -> OwnedFd {
    let above = |least| rustix::io::fcntl_dupfd_cloexec(&descriptor, least);
    match above(floor()) {
        Ok(high) => high,
        Err(_) if descriptor.as_raw_fd() >= FIRST_FREE => descriptor,
        Err(_) => above(FIRST_FREE).unwrap_or(descriptor),
    }
}

/// Keeps the numbers of the standard streams taken, as long as it lives, where the program has
/// closed them: what other libraries open meanwhile, whose descriptors cannot be moved, gets none
/// of them.
pub struct Standard(Vec<OwnedFd>);

impl Standard {
    /// Takes those that are free.
    pub fn take() -> Self {
        let null = || rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty()).ok();
        let low = |descriptor: &OwnedFd| descriptor.as_raw_fd() < FIRST_FREE;
        Standard(std::iter::from_fn(null).take_while(low).collect())
    }

    /// How many were free.
    pub fn taken(&self) -> usize {
        self.0.len()
    }
}

/// Most descriptors of one message.
pub const MAX_DESCRIPTORS: usize = 2;

/// Sends `bytes` and `descriptors` over a connected socket.
pub fn send(socket: BorrowedFd<'_>, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    with_control(descriptors, |control| sendmsg(socket, &[IoSlice::new(bytes)], control, SendFlags::NOSIGNAL))
}

fn with_control(
    descriptors: &[BorrowedFd<'_>],
    send: impl FnOnce(&mut SendAncillaryBuffer<'_, '_, '_>) -> rustix::io::Result<usize>,
) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !control.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(io::Error::other(format!("more than {MAX_DESCRIPTORS} descriptors in one message")));
    }
    send(&mut control)?;
    Ok(())
}

/// What came over a socket.
#[derive(Debug)]
pub struct Received {
    /// Bytes of data.
    pub len: usize,
    /// Descriptors, closed by `exec`.
    pub descriptors: Vec<OwnedFd>,
    /// Descriptors were lost: this process may not open as many (`EMFILE`).
    pub is_short: bool,
}

/// Takes one message from a socket.
pub fn receive(socket: BorrowedFd<'_>, bytes: &mut [u8]) -> io::Result<Received> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let message = recvmsg(socket, &mut [IoSliceMut::new(bytes)], &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let descriptors = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    let descriptors = descriptors.flatten().collect();
    Ok(Received { len: message.bytes, descriptors, is_short: message.flags.contains(ReturnFlags::CTRUNC) })
}

/// A place where other processes can leave descriptors.
#[derive(Debug)]
pub struct Mailbox {
    socket: UnixDatagram,
}

impl Mailbox {
    /// The mailbox `name`; fails if there is one.
    pub fn open(name: &str) -> io::Result<Self> {
        let socket = UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(name)?)?;
        let socket = UnixDatagram::from(raise(socket.into()));
        socket.set_nonblocking(true)?;
        Ok(Mailbox { socket })
    }

    /// The next message, if there is one.
    pub fn take(&self, bytes: &mut [u8]) -> io::Result<Option<Received>> {
        match receive(self.socket.as_fd(), bytes) {
            Ok(received) => Ok(Some(received)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl AsFd for Mailbox {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

/// A socket that leaves messages in mailboxes.
#[derive(Debug)]
pub struct Courier {
    socket: UnixDatagram,
}

impl Courier {
    /// A courier.
    pub fn new() -> io::Result<Self> {
        let socket = UnixDatagram::from(raise(UnixDatagram::unbound()?.into()));
        socket.set_nonblocking(true)?;
        Ok(Courier { socket })
    }

    /// Leaves a message in the mailbox `name`.
    ///
    /// Fails with `ConnectionRefused` if there is none (another network namespace), with
    /// `WouldBlock` if it is full (`/proc/sys/net/unix/max_dgram_qlen`), with `ETOOMANYREFS` if the
    /// user has too many descriptors on their way.
    pub fn leave(&self, name: &str, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
        let address = SocketAddrUnix::new_abstract_name(name.as_bytes())?;
        with_control(descriptors, |control| {
            sendmsg_addr(&self.socket, &address, &[IoSlice::new(bytes)], control, SendFlags::NOSIGNAL)
        })
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::net::UnixStream;

    use super::*;

    fn name() -> String {
        format!("ferry-test-{}", crate::random::hex(&crate::random::bytes::<16>().unwrap()))
    }

    #[test]
    fn descriptors_stand_high_and_are_closed_by_exec() {
        let raised = raise(crate::memory::anonymous_file("ferry-test").unwrap());
        assert!(raised.as_raw_fd() >= floor() && floor() > 2);
        assert!(rustix::io::fcntl_getfd(&raised).unwrap().contains(rustix::io::FdFlags::CLOEXEC));
        let again = raise(raised.try_clone().unwrap());
        assert_ne!(again.as_raw_fd(), raised.as_raw_fd());
    }

    fn inode(descriptor: OwnedFd) -> u64 {
        File::from(descriptor).metadata().unwrap().ino()
    }

    fn file() -> OwnedFd {
        crate::memory::anonymous_file("ferry-test").unwrap()
    }

    #[test]
    fn descriptors_arrive_in_order_with_their_bytes() {
        let name = name();
        let (mailbox, courier) = (Mailbox::open(&name).unwrap(), Courier::new().unwrap());
        let files = [file(), file()];
        courier.leave(&name, b"two", &[files[0].as_fd(), files[1].as_fd()]).unwrap();
        courier.leave(&name, b"another", &[files[1].as_fd()]).unwrap();
        let mut bytes = [0; 16];
        let two = mailbox.take(&mut bytes).unwrap().unwrap();
        assert_eq!((&bytes[..two.len], two.is_short), (&b"two"[..], false));
        let another = mailbox.take(&mut bytes).unwrap().unwrap();
        assert_eq!((&bytes[..another.len], another.descriptors.len()), (&b"another"[..], 1));
        let arrived: Vec<u64> = two.descriptors.into_iter().map(inode).collect();
        assert_eq!(arrived, files.map(inode));
        assert!(mailbox.take(&mut bytes).unwrap().is_none());
    }

    #[test]
    fn a_mailbox_that_is_not_there_a_full_one_and_a_taken_name_are_errors() {
        let (name, courier) = (name(), Courier::new().unwrap());
        assert_eq!(courier.leave(&name, b"x", &[]).unwrap_err().kind(), io::ErrorKind::ConnectionRefused);
        let mailbox = Mailbox::open(&name).unwrap();
        assert_eq!(Mailbox::open(&name).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        let full = (0..100_000).find_map(|_| courier.leave(&name, b"x", &[]).err()).unwrap();
        assert_eq!(full.kind(), io::ErrorKind::WouldBlock);
        drop(mailbox);
        assert_eq!(courier.leave(&name, b"x", &[]).unwrap_err().kind(), io::ErrorKind::ConnectionRefused);
    }

    #[test]
    fn a_stream_passes_them_too() {
        let (one, two) = UnixStream::pair().unwrap();
        let sent = file();
        send(one.as_fd(), b"1", &[sent.as_fd()]).unwrap();
        let mut received = receive(two.as_fd(), &mut [0; 1]).unwrap();
        assert_eq!(inode(received.descriptors.remove(0)), inode(sent));
        drop(one);
        let end = receive(two.as_fd(), &mut [0; 1]).unwrap();
        assert_eq!((end.len, end.descriptors.len()), (0, 0));
    }
}
