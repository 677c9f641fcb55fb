//! What is typed on the terminal, on its way to the rank that reads it.
//!
//! It is passed on a piece at a time: a line is taken from the terminal when the reader has had the
//! one before. What is typed ahead and never read stays in the terminal so, for whoever reads it
//! next; a piece that was passed on and is left is put back.

use std::fs::File;
use std::io::Read;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use rustix::event::PollFlags;
use rustix::io::Errno;

use super::fault::Fault;

/// A pipe of one page has room again when it is empty, and not before.
const PAGE: usize = 4096;

/// See the module.
pub struct Keyboard {
    terminal: OwnedFd,
    /// To the reader; `None` after the end of the input, or when nobody reads.
    pipe: Option<OwnedFd>,
    /// Whether the reader has had everything.
    is_taken: bool,
}

impl Keyboard {
    /// From the standard input to `pipe`.
    pub fn new(pipe: OwnedFd) -> Result<Self, Fault> {
        rustix::io::ioctl_fionbio(&pipe, true).map_err(Fault::system("cannot set up a pipe"))?;
        rustix::pipe::fcntl_setpipe_size(&pipe, PAGE).map_err(Fault::system("cannot set up a pipe"))?;
        let terminal = rustix::io::fcntl_dupfd_cloexec(std::io::stdin(), 3).map_err(Fault::system("cannot use the terminal"))?;
        Ok(Keyboard { terminal, pipe: Some(pipe), is_taken: true })
    }

    /// What to wait for: the reader, or the terminal, if it may be read.
    pub fn wants(&self, in_foreground: bool) -> Option<(BorrowedFd<'_>, PollFlags)> {
        match &self.pipe {
            Some(_) if self.is_taken => in_foreground.then_some((self.terminal.as_fd(), PollFlags::IN)),
            Some(pipe) => Some((pipe.as_fd(), PollFlags::OUT)),
            None => None,
        }
    }

    /// What it waited for is there, or can never be.
    pub fn go_on(&mut self, came: PollFlags) {
        match self.is_taken {
            true => self.pass_on(),
            // Nobody reads any more, and nothing more is taken from the terminal.
            false if came.contains(PollFlags::ERR) => self.give_back(),
            false => self.is_taken = true,
        }
    }

    fn pass_on(&mut self) {
        let Some(pipe) = &self.pipe else { return };
        let mut piece = [0u8; PAGE];
        match rustix::io::read(&self.terminal, &mut piece) {
            Ok(count) if count > 0 => match rustix::io::write(pipe, &piece[..count]) {
                // An empty pipe takes a page.
                Ok(_) => self.is_taken = false,
                // Nobody reads.
                Err(_) => {
                    self.pipe = None;
                    self.put_back(&piece[..count]);
                }
            },
            Err(Errno::INTR | Errno::AGAIN) => {}
            // The end, or a terminal that hung up: the same to the reader.
            Ok(_) | Err(_) => self.pipe = None,
        }
    }

    /// The job is over: what the reader has left goes back.
    pub fn give_back(&mut self) {
        let Some(pipe) = self.pipe.take().filter(|_| !self.is_taken) else { return };
        let left = rustix::io::ioctl_fionread(&pipe).unwrap_or(0) as usize;
        // The only way to the other end of a pipe; no descriptor for it was kept, so that the
        // writer notices when nobody reads.
        let reader = File::open(format!("/proc/self/fd/{}", pipe.as_raw_fd()));
        let mut piece = vec![0; left];
        if left > 0
            && let Ok(mut reader) = reader
            && reader.read_exact(&mut piece).is_ok()
        {
            self.put_back(&piece);
        }
    }

    /// Only in front of nothing: behind what was typed since it would be out of order.
    fn put_back(&self, piece: &[u8]) {
        if rustix::io::ioctl_fionread(&self.terminal).is_ok_and(|typed| typed == 0) {
            // A system that does not allow it keeps this one line from the next reader.
            let _ = ferry_sys::terminal::put_back(self.terminal.as_fd(), piece);
        }
    }
}
