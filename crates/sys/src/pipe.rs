//! Pipes as a way for large data: vectors of memory in and out, nothing that waits, the capacity
//! the system really grants.
//!
//! No call here blocks or sleeps. "Not now" is 0 bytes; a signal that interrupts is not seen. Short
//! transfers are normal: callers go on where it stopped.
//!
//! # Safety arguments
//! - PIPE-1: the kernel checks every address of an I/O vector: memory that is not there is an error
//!   (`EFAULT`), never a fault of this process.
//! - PIPE-2: what the kernel reads or writes in this process is what the caller's vectors say;
//!   callers own that memory as each function asks.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, fcntl_getpipe_size, fcntl_setpipe_size, pipe_with};

use crate::descriptor::raise;

/// One piece of memory: address and length in bytes.
pub use libc::iovec as IoVec;

/// Most pieces of one call (`IOV_MAX` of Linux); further ones are left for the next.
pub const MAX_PIECES: usize = 1024;

/// The two ends of a pipe. A signal `SIGPIPE` never comes of writing while the process that writes
/// holds a reader, too.
#[derive(Debug)]
pub struct Pipe {
    /// Where data come out.
    pub reader: OwnedFd,
    /// Where data go in.
    pub writer: OwnedFd,
}

impl Pipe {
    /// A pipe whose ends neither block nor survive `exec`.
    ///
    /// Fails with `EMFILE` at the process's limit of descriptors, with `ENFILE` at the system's or
    /// at the user's limit of memory in pipes (`/proc/sys/fs/pipe-user-pages-hard`).
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        Ok(Pipe { reader: raise(reader), writer: raise(writer) })
    }
}

/// Bytes a pipe holds, if it is filled page by page. Each piece that does not begin or end with a
/// page takes a page's room all the same.
pub fn capacity(pipe: BorrowedFd<'_>) -> io::Result<usize> {
    Ok(fcntl_getpipe_size(pipe)?)
}

/// Makes the pipe hold `wanted` bytes, or as much as the system allows; returns what it holds now.
///
/// A user without privileges is refused more than `/proc/sys/fs/pipe-max-size` for one pipe, and
/// any growth beyond `/proc/sys/fs/pipe-user-pages-soft` for all of them. That is no error: the
/// pipe works as it is.
pub fn raise_capacity(pipe: BorrowedFd<'_>, wanted: usize) -> io::Result<usize> {
    let granted = capacity(pipe)?;
    let mut size = wanted;
    while size > granted {
        match fcntl_setpipe_size(pipe, size) {
            Ok(now) => return Ok(now),
            Err(Errno::PERM | Errno::NOMEM | Errno::BUSY) => size /= 2,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(granted)
}

/// Bytes that are in the pipe and have not been read. Once a pipe into which memory was spliced
/// says 0, all of that memory has been read.
pub fn held(pipe: BorrowedFd<'_>) -> io::Result<usize> {
    Ok(rustix::io::ioctl_fionread(pipe)? as usize)
}

/// Whether a page's room is free.
pub fn has_room(pipe: BorrowedFd<'_>) -> io::Result<bool> {
    Ok(events(pipe, PollFlags::OUT)?.contains(PollFlags::OUT))
}

/// Whether nothing is in the pipe and nobody holds a writer.
pub fn is_at_end(pipe: BorrowedFd<'_>) -> io::Result<bool> {
    let events = events(pipe, PollFlags::IN)?;
    Ok(events.contains(PollFlags::HUP) && !events.contains(PollFlags::IN))
}

fn events(pipe: BorrowedFd<'_>, wanted: PollFlags) -> io::Result<PollFlags> {
    let mut entry = [PollFd::from_borrowed_fd(pipe, wanted)];
    rustix::io::retry_on_intr(|| poll(&mut entry, Some(&Timespec::default())))?;
    Ok(entry[0].revents())
}

/// What [`read`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// So many bytes; 0: none yet.
    Bytes(usize),
    /// Nothing is in the pipe, and nobody holds a writer: none will come.
    End,
}

/// Copies what is in the pipe to the pieces, in order, as far as both reach.
///
/// # Safety
/// The pieces that are mapped are this caller's to write, with no references to them.
pub unsafe fn read(pipe: BorrowedFd<'_>, pieces: &[IoVec]) -> io::Result<Read> {
    if is_empty(pieces) {
        return Ok(Read::Bytes(0));
    }
    // SAFETY: PIPE-1, PIPE-2.
    match transferred(|| unsafe { libc::readv(pipe.as_raw_fd(), pieces.as_ptr(), count(pieces)) })? {
        Some(0) => Ok(Read::End),
        bytes => Ok(Read::Bytes(bytes.unwrap_or(0))),
    }
}

/// Copies the pieces into the pipe, as far as there is room: how many bytes. The memory may be
/// changed afterwards.
///
/// # Safety
/// The pieces that are mapped are this caller's to read.
pub unsafe fn write(pipe: BorrowedFd<'_>, pieces: &[IoVec]) -> io::Result<usize> {
    if is_empty(pieces) {
        return Ok(0);
    }
    // SAFETY: PIPE-1, PIPE-2.
    Ok(transferred(|| unsafe { libc::writev(pipe.as_raw_fd(), pieces.as_ptr(), count(pieces)) })?.unwrap_or(0))
}

/// Puts the pages behind the pieces into the pipe without copying, as far as there is room: how
/// many bytes.
///
/// # Safety
/// As for [`write()`]. Besides, what the reader gets is what is in the memory when it reads: nobody
/// changes it until [`held`] says 0 or the reader has said that it has everything.
pub unsafe fn splice(pipe: BorrowedFd<'_>, pieces: &[IoVec]) -> io::Result<usize> {
    if is_empty(pieces) {
        return Ok(0);
    }
    let pieces = &pieces[..pieces.len().min(MAX_PIECES)];
    // SAFETY: PIPE-1, PIPE-2; pages are lent, not given.
    let call = || unsafe { libc::vmsplice(pipe.as_raw_fd(), pieces.as_ptr(), pieces.len(), libc::SPLICE_F_NONBLOCK) };
    Ok(transferred(call)?.unwrap_or(0))
}

fn is_empty(pieces: &[IoVec]) -> bool {
    pieces.iter().take(MAX_PIECES).all(|piece| piece.iov_len == 0)
}

fn count(pieces: &[IoVec]) -> libc::c_int {
    pieces.len().min(MAX_PIECES) as libc::c_int
}

/// The result of a system call, again if a signal interrupted it; `None`: it would have had to
/// wait.
fn transferred(mut call: impl FnMut() -> isize) -> io::Result<Option<usize>> {
    loop {
        if let Ok(bytes) = usize::try_from(call()) {
            return Ok(Some(bytes));
        }
        let error = io::Error::last_os_error();
        match error.kind() {
            io::ErrorKind::Interrupted => {}
            io::ErrorKind::WouldBlock => return Ok(None),
            _ => return Err(error),
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::fd::AsFd;

    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    use super::*;

    const PAGE: usize = 4096;

    fn piece(bytes: &[u8]) -> IoVec {
        IoVec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() }
    }

    fn room(bytes: &mut [u8]) -> IoVec {
        IoVec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() }
    }

    fn pattern(len: usize, seed: usize) -> Vec<u8> {
        (0..len).map(|index| (index.wrapping_mul(167) ^ (index >> 8) ^ seed) as u8).collect()
    }

    fn read_into(pipe: &Pipe, pieces: &[IoVec]) -> Read {
        // SAFETY: the tests' own memory.
        unsafe { read(pipe.reader.as_fd(), pieces) }.unwrap()
    }

    /// Every `gap`th range of `len` bytes.
    fn ranges(total: usize, len: usize, gap: usize) -> Vec<std::ops::Range<usize>> {
        (0..total / gap).map(|index| index * gap..index * gap + len).collect()
    }

    /// Moves all of `from` to `into` through a pipe, in as many calls as it takes.
    fn pump(pipe: &Pipe, from: &[IoVec], into: &[IoVec], put: unsafe fn(BorrowedFd<'_>, &[IoVec]) -> io::Result<usize>) {
        let (mut from, mut into) = (from.to_vec(), into.to_vec());
        while !into.is_empty() {
            // SAFETY: the tests' own memory.
            let sent = unsafe { put(pipe.writer.as_fd(), &from) }.unwrap();
            advance(&mut from, sent);
            let Read::Bytes(bytes) = read_into(pipe, &into) else { panic!("the writer is open") };
            advance(&mut into, bytes);
        }
        assert!(from.is_empty());
    }

    fn advance(pieces: &mut Vec<IoVec>, mut bytes: usize) {
        pieces.retain_mut(|piece| {
            let step = bytes.min(piece.iov_len);
            bytes -= step;
            piece.iov_base = piece.iov_base.wrapping_byte_add(step);
            piece.iov_len -= step;
            piece.iov_len > 0
        });
        assert_eq!(bytes, 0);
    }

    #[test]
    fn gapped_pieces_arrive_in_gapped_pieces() {
        for put in [write, splice] {
            let pipe = Pipe::new().unwrap();
            let from = pattern(1 << 20, 3);
            let mut into = vec![0u8; 1 << 20];
            let (sent, taken) = (ranges(from.len(), 3000, 4096), ranges(into.len(), 48, 64));
            let total = sent.len() * 3000;
            let source: Vec<IoVec> = sent.iter().map(|range| piece(&from[range.clone()])).collect();
            let mut target: Vec<IoVec> = taken.iter().take(total / 48).map(|range| room(&mut into[range.clone()])).collect();
            assert_eq!(total % 48, 0);
            target.truncate(total / 48);
            pump(&pipe, &source, &target, put);
            let expected: Vec<u8> = sent.iter().flat_map(|range| from[range.clone()].iter().copied()).collect();
            let arrived: Vec<u8> = taken.iter().flat_map(|range| into[range.clone()].iter().copied()).take(total).collect();
            assert!(expected == arrived);
            assert!(into.iter().enumerate().all(|(at, byte)| at % 64 < 48 || *byte == 0), "gaps are untouched");
        }
    }

    #[test]
    fn a_full_pipe_takes_nothing_and_an_empty_one_gives_nothing() {
        let pipe = Pipe::new().unwrap();
        let bytes = pattern(capacity(pipe.writer.as_fd()).unwrap() + 1, 0);
        // SAFETY: the test's own memory.
        let sent = unsafe { write(pipe.writer.as_fd(), &[piece(&bytes)]) }.unwrap();
        assert_eq!(sent, bytes.len() - 1);
        assert!(!has_room(pipe.writer.as_fd()).unwrap() && !is_at_end(pipe.reader.as_fd()).unwrap());
        assert_eq!(held(pipe.reader.as_fd()).unwrap(), sent);
        // SAFETY: as above.
        assert_eq!(unsafe { write(pipe.writer.as_fd(), &[piece(&bytes)]) }.unwrap(), 0);
        // SAFETY: as above.
        assert_eq!(unsafe { splice(pipe.writer.as_fd(), &[piece(&bytes)]) }.unwrap(), 0);
        let mut into = vec![0; sent];
        assert_eq!(read_into(&pipe, &[room(&mut into)]), Read::Bytes(sent));
        assert!(into == bytes[..sent]);
        assert!(has_room(pipe.writer.as_fd()).unwrap() && !is_at_end(pipe.reader.as_fd()).unwrap());
        assert_eq!((held(pipe.reader.as_fd()).unwrap(), read_into(&pipe, &[room(&mut into)])), (0, Read::Bytes(0)));
    }

    #[test]
    fn no_pieces_are_no_end_of_the_data() {
        let pipe = Pipe::new().unwrap();
        assert_eq!(read_into(&pipe, &[]), Read::Bytes(0));
        assert_eq!(read_into(&pipe, &[piece(&[])]), Read::Bytes(0));
        // SAFETY: no memory.
        assert_eq!(unsafe { splice(pipe.writer.as_fd(), &[piece(&[])]) }.unwrap(), 0);
    }

    #[test]
    fn a_pipe_without_writers_has_an_end_behind_its_data() {
        let Pipe { reader, writer } = Pipe::new().unwrap();
        let mut into = [0; 8];
        // SAFETY: the test's own memory.
        unsafe {
            write(writer.as_fd(), &[piece(b"last")]).unwrap();
            drop(writer);
            assert!(!is_at_end(reader.as_fd()).unwrap());
            assert_eq!(read(reader.as_fd(), &[room(&mut into)]).unwrap(), Read::Bytes(4));
            assert_eq!(read(reader.as_fd(), &[room(&mut into)]).unwrap(), Read::End);
            assert!(is_at_end(reader.as_fd()).unwrap());
        }
    }

    #[test]
    fn more_pieces_than_one_call_takes_need_several() {
        let pipe = Pipe::new().unwrap();
        let bytes = pattern(2 * MAX_PIECES, 9);
        let single: Vec<IoVec> = bytes.chunks(1).map(piece).collect();
        // SAFETY: the test's own memory.
        let first = unsafe { write(pipe.writer.as_fd(), &single) }.unwrap();
        assert_eq!(first, MAX_PIECES);
        // SAFETY: as above.
        assert_eq!(unsafe { write(pipe.writer.as_fd(), &single[first..]) }.unwrap(), MAX_PIECES);
        let mut into = vec![0; bytes.len()];
        let mut rooms: Vec<IoVec> = into.chunks_mut(1).map(room).collect();
        while !rooms.is_empty() {
            let Read::Bytes(bytes @ 1..) = read_into(&pipe, &rooms) else { panic!("bytes are missing") };
            advance(&mut rooms, bytes);
        }
        assert!(into == bytes);
    }

    #[test]
    fn spliced_memory_is_read_when_the_reader_reads() {
        let pipe = Pipe::new().unwrap();
        let mut bytes = vec![1u8; 2 * PAGE];
        // SAFETY: the test's own memory, which it changes on purpose.
        unsafe { splice(pipe.writer.as_fd(), &[piece(&bytes)]) }.unwrap();
        assert_eq!(held(pipe.writer.as_fd()).unwrap(), bytes.len());
        // SAFETY: a pointer write, so that the compiler keeps it.
        unsafe { bytes.as_mut_ptr().add(PAGE).write_volatile(2) };
        let mut into = vec![0; bytes.len()];
        read_into(&pipe, &[room(&mut into)]);
        assert_eq!((into[0], into[PAGE]), (1, 2), "pages were lent, not copied");
        assert_eq!(held(pipe.writer.as_fd()).unwrap(), 0);
    }

    /// Two pages of which the second must not be touched.
    fn guarded() -> *mut u8 {
        // SAFETY: new mappings, the second in place of the first one's end.
        unsafe {
            let both =
                mmap_anonymous(std::ptr::null_mut(), 2 * PAGE, ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE).unwrap();
            mmap_anonymous(both.byte_add(PAGE), PAGE, ProtFlags::empty(), MapFlags::PRIVATE | MapFlags::FIXED).unwrap();
            both.cast()
        }
    }

    #[test]
    fn memory_that_must_not_be_touched_is_an_error_and_no_signal() {
        let pipe = Pipe::new().unwrap();
        let memory = guarded();
        let forbidden = [IoVec { iov_base: memory.wrapping_add(PAGE).cast(), iov_len: PAGE }];
        let half = [IoVec { iov_base: memory.cast(), iov_len: 2 * PAGE }];
        let fault = |result: io::Result<usize>| result.unwrap_err().raw_os_error() == Some(libc::EFAULT);
        // SAFETY: the test's own memory, and memory that the kernel refuses (PIPE-1).
        unsafe {
            assert!(fault(write(pipe.writer.as_fd(), &forbidden)) && fault(splice(pipe.writer.as_fd(), &forbidden)));
            memory.write_bytes(7, PAGE);
            assert_eq!(write(pipe.writer.as_fd(), &half).unwrap(), PAGE, "as far as it goes");
            assert!(fault(read(pipe.reader.as_fd(), &forbidden).map(|_| 0)));
            let mut into = [0; PAGE];
            assert_eq!(read_into(&pipe, &[room(&mut into)]), Read::Bytes(PAGE), "nothing was lost");
            assert!(into.iter().all(|byte| *byte == 7));
            munmap(memory.cast(), 2 * PAGE).unwrap();
        }
    }

    /// Runs the test in a child: limits belong to a process. The child's own result is its exit
    /// status.
    fn in_child(test: impl FnOnce()) {
        // SAFETY: the child calls async-signal-safe functions and allocates, as glibc allows after
        // fork.
        match unsafe { libc::fork() } {
            -1 => panic!("fork: {}", io::Error::last_os_error()),
            0 => {
                let passed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(test)).is_ok();
                // SAFETY: ends the child without the test harness's exit handlers.
                unsafe { libc::_exit(i32::from(!passed)) }
            }
            child => {
                let mut status = 0;
                // SAFETY: waits for the child of this call.
                assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
                assert_eq!(status, 0, "the child's test failed");
            }
        }
    }

    #[test]
    fn the_limit_of_descriptors_is_an_error_of_its_own() {
        in_child(|| {
            let maximum = getrlimit(Resource::Nofile).maximum;
            setrlimit(Resource::Nofile, Rlimit { current: Some(64), maximum }).unwrap();
            let mut pipes = Vec::new();
            let error = loop {
                match Pipe::new() {
                    Ok(pipe) => pipes.push(pipe),
                    Err(error) => break error,
                }
            };
            assert_eq!(error.raw_os_error(), Some(libc::EMFILE));
            assert!(!pipes.is_empty() && pipes.len() <= 32);
        });
    }

    #[test]
    fn a_capacity_that_is_not_granted_leaves_the_pipe_as_large_as_it_can_be() {
        in_child(|| {
            // As somebody without privileges, who may not exceed the system's maximum. Fails for
            // those who are not root, and have none. SAFETY: no memory arguments.
            let _ = unsafe { libc::setresuid(65534, 65534, 65534) };
            let maximum: usize = std::fs::read_to_string("/proc/sys/fs/pipe-max-size").unwrap().trim().parse().unwrap();
            let pipe = Pipe::new().unwrap();
            let granted = raise_capacity(pipe.reader.as_fd(), 16 * maximum).unwrap();
            assert_eq!(granted, capacity(pipe.writer.as_fd()).unwrap());
            assert!(granted <= maximum);
            assert!(granted == maximum || user_is_at_the_soft_limit());
        });
    }

    fn user_is_at_the_soft_limit() -> bool {
        // Another pipe of this size would be refused, too.
        Pipe::new().is_ok_and(|pipe| capacity(pipe.reader.as_fd()).unwrap() < 64 * 1024)
    }

    #[test]
    fn a_pipe_never_shrinks_by_raising() {
        let pipe = Pipe::new().unwrap();
        let before = capacity(pipe.reader.as_fd()).unwrap();
        assert_eq!(raise_capacity(pipe.reader.as_fd(), 1).unwrap(), before);
        assert_eq!(raise_capacity(pipe.reader.as_fd(), 4 * before).unwrap(), 4 * before);
    }

    #[test]
    fn a_signal_does_not_show() {
        extern "C" fn ignore(_: i32) {}
        // SAFETY: a handler that does nothing, for a signal nothing else here uses.
        unsafe { libc::signal(libc::SIGUSR2, ignore as *const () as usize) };
        let pipe = Pipe::new().unwrap();
        // SAFETY: this thread lives until the join below.
        let me = unsafe { libc::pthread_self() } as usize;
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    // SAFETY: as above.
                    unsafe { libc::pthread_kill(me as libc::pthread_t, libc::SIGUSR2) };
                    std::thread::yield_now();
                }
            });
            let from = pattern(1 << 22, 5);
            let mut into = vec![0; from.len()];
            let target = [room(&mut into)];
            pump(&pipe, &[piece(&from)], &target, write);
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(from == into);
        });
    }
}
