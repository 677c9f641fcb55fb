//! Stream sockets and memory in pieces: what is sent is gathered, what is received is scattered,
//! without a copy of this process's own.
//!
//! No call here blocks, and none raises `SIGPIPE`. "Not now" is the error `WouldBlock`; short
//! transfers are normal.
//!
//! # Safety arguments
//! - SOCK-1: the kernel checks every address of an I/O vector: memory that is not there is an error
//!   (`EFAULT`), never a fault of this process.
//! - SOCK-2: what the kernel reads or writes in this process is what the caller's vectors say;
//!   callers own that memory as each function asks.
//! - SOCK-3: the message header lives on the stack during the call and holds nothing but the
//!   vectors.
//! - SOCK-4: the kernel stores one `int`, or as much of a plain structure of numbers as it is told
//!   the length of, on the stack.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

pub use crate::pipe::{IoVec, MAX_PIECES};

/// Sends the pieces, in order, as far as there is room: how many bytes.
///
/// # Safety
/// The pieces that are mapped are this caller's to read.
#[inline]
pub unsafe fn send(socket: BorrowedFd<'_>, pieces: &[IoVec]) -> io::Result<usize> {
    let message = header(pieces);
    // SAFETY: SOCK-1, SOCK-2, SOCK-3.
    transferred(|| unsafe { libc::sendmsg(socket.as_raw_fd(), &message, libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT) })
}

/// Stores what has come in the pieces, in order, as far as both reach: how many bytes. 0: the peer
/// sends no more.
///
/// # Safety
/// The pieces that are mapped are this caller's to write, with no references to them.
#[inline]
pub unsafe fn receive(socket: BorrowedFd<'_>, pieces: &[IoVec]) -> io::Result<usize> {
    let mut message = header(pieces);
    // SAFETY: SOCK-1, SOCK-2, SOCK-3.
    transferred(|| unsafe { libc::recvmsg(socket.as_raw_fd(), &mut message, libc::MSG_DONTWAIT) })
}

/// Bytes that were sent and that the other host has not said to have.
pub fn unacknowledged(socket: BorrowedFd<'_>) -> io::Result<usize> {
    let mut bytes: libc::c_int = 0;
    // SAFETY: SOCK-4.
    match unsafe { libc::ioctl(socket.as_raw_fd(), libc::TIOCOUTQ, &mut bytes) } {
        0 => Ok(bytes as usize),
        _ => Err(io::Error::last_os_error()),
    }
}

/// What the system knows of a TCP connection. Fields that this kernel does not know are 0.
pub fn tcp_info(socket: BorrowedFd<'_>) -> io::Result<libc::tcp_info> {
    // SAFETY: zeros are numbers.
    let mut info: libc::tcp_info = unsafe { std::mem::zeroed() };
    let mut len = size_of_val(&info) as libc::socklen_t;
    let into = (&raw mut info).cast();
    // SAFETY: SOCK-4.
    match unsafe { libc::getsockopt(socket.as_raw_fd(), libc::IPPROTO_TCP, libc::TCP_INFO, into, &mut len) } {
        0 => Ok(info),
        _ => Err(io::Error::last_os_error()),
    }
}

fn header(pieces: &[IoVec]) -> libc::msghdr {
    // SAFETY: all zeros are a message header without address, vectors and control data.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = pieces.as_ptr().cast_mut();
    message.msg_iovlen = pieces.len().min(MAX_PIECES) as _;
    message
}

/// The result of a system call, again if a signal interrupted it.
#[inline]
fn transferred(mut call: impl FnMut() -> isize) -> io::Result<usize> {
    loop {
        if let Ok(bytes) = usize::try_from(call()) {
            return Ok(bytes);
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;

    use super::*;

    fn piece(bytes: &[u8]) -> IoVec {
        IoVec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() }
    }

    fn room(bytes: &mut [u8]) -> IoVec {
        IoVec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() }
    }

    #[test]
    fn pieces_are_gathered_and_scattered() {
        let (one, two) = UnixStream::pair().unwrap();
        let (mut head, mut tail) = ([0; 3], [0; 5]);
        // SAFETY: the test's own memory.
        unsafe {
            assert_eq!(send(one.as_fd(), &[piece(b"ab"), piece(b""), piece(b"cdef")]).unwrap(), 6);
            assert_eq!(receive(two.as_fd(), &[room(&mut head), room(&mut tail)]).unwrap(), 6);
        }
        assert_eq!((&head, &tail), (b"abc", b"def\0\0"));
    }

    #[test]
    fn nothing_to_read_is_not_the_end() {
        let (one, two) = UnixStream::pair().unwrap();
        let mut bytes = [0; 4];
        // SAFETY: the test's own memory.
        let mut look = || unsafe { receive(two.as_fd(), &[room(&mut bytes)]) };
        assert_eq!(look().unwrap_err().kind(), io::ErrorKind::WouldBlock);
        drop(one);
        assert_eq!(look().unwrap(), 0);
    }

    #[test]
    fn what_has_not_arrived_is_counted() {
        use std::net::{TcpListener, TcpStream};
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        one.set_nonblocking(true).unwrap();
        assert_eq!(unacknowledged(one.as_fd()).unwrap(), 0);
        let bytes = vec![7; 1 << 20];
        // SAFETY: the test's own memory.
        while unsafe { send(one.as_fd(), &[piece(&bytes)]) }.is_ok() {}
        assert!(unacknowledged(one.as_fd()).unwrap() > 0, "nobody reads");
        assert!(tcp_info(one.as_fd()).unwrap().tcpi_snd_mss > 0);
    }

    #[test]
    fn a_peer_that_is_gone_is_an_error_and_no_signal() {
        let (one, two) = UnixStream::pair().unwrap();
        drop(two);
        // SAFETY: the test's own memory.
        let error = unsafe { send(one.as_fd(), &[piece(b"x")]) }.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        let (one, _two) = UnixStream::pair().unwrap();
        let nowhere = IoVec { iov_base: std::ptr::without_provenance_mut(8), iov_len: 8 };
        // SAFETY: SOCK-1.
        let error = unsafe { send(one.as_fd(), &[nowhere]) }.unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::EFAULT));
    }
}
