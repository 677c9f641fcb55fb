//! The meeting of two processes of different jobs, each of which speaks for a group: they tell each
//! other how everybody in the groups is reached, over a stream that both have already. Calls block;
//! whoever has something else to do has a thread make them.
//!
//! ```text
//! both:          opening (magic, version, who, processes in the group, context id offered)
//! lower process: its group         then the other one
//! both:          a byte: 1 if its whole group knows the other one
//! ```

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use ferry_protocol::process::{PROCESS_ID, ProcessId};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::SendFlags;

use crate::foreign::FOREIGN;
use crate::meeting::words;

/// Version of what is said.
const VERSION: u32 = 3;
const MAGIC: [u8; 8] = *b"ferrymet";
/// Bytes of an opening.
const OPENING: usize = 8 + 4 + PROCESS_ID + 4 + 8;
/// More processes than any job has.
const MOST_PROCESSES: u32 = 1 << 21;

/// One side of a meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The process that speaks for it.
    pub speaker: ProcessId,
    /// A context id for a communicator of both groups; that of the lower speaker is taken.
    pub context: u64,
    /// How each of the group is reached ([`crate::foreign::Foreign`]).
    pub group: Vec<[u8; FOREIGN]>,
}

impl Side {
    /// The context id that both sides take, as `self` and `other` see it.
    pub fn choose(&self, other: &Side) -> u64 {
        if self.speaker < other.speaker { self.context } else { other.context }
    }

    fn opening(&self) -> [u8; OPENING] {
        let mut opening = [0; OPENING];
        let parts: [&[u8]; 5] = [
            &MAGIC,
            &VERSION.to_le_bytes(),
            &self.speaker.to_bytes(),
            &(self.group.len() as u32).to_le_bytes(),
            &self.context.to_le_bytes(),
        ];
        opening.copy_from_slice(&parts.concat());
        opening
    }

    /// The other side, without its group, and how many processes that has.
    fn of_opening(opening: &[u8; OPENING]) -> Result<(Side, usize), String> {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| opening[at + byte]));
        if opening[..8] != MAGIC {
            return Err("the other end of the connection is not Ferry".to_owned());
        }
        if word(8) != VERSION {
            return Err(format!("the other process speaks version {} of how jobs meet, this one {VERSION}", word(8)));
        }
        let count = word(12 + PROCESS_ID);
        if count > MOST_PROCESSES {
            return Err(format!("the other process speaks for {count} processes, which is impossible"));
        }
        let speaker = ProcessId::from_bytes(std::array::from_fn(|byte| opening[12 + byte]));
        let context = u64::from(word(OPENING - 4)) << 32 | u64::from(word(OPENING - 8));
        Ok((Side { speaker, context, group: Vec::new() }, count as usize))
    }
}

/// A stream to the process that speaks for the other group.
#[derive(Debug)]
pub struct Encounter {
    socket: OwnedFd,
}

impl Encounter {
    /// Over a connected stream socket, blocking or not.
    pub fn new(socket: OwnedFd) -> Self {
        Encounter { socket }
    }

    /// Tells the other process of this side, and hears of its own.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub fn swap(&self, ours: &Side) -> Result<Side, String> {
        self.send(&ours.opening())?;
        let mut opening = [0; OPENING];
        self.receive(&mut opening)?;
        let (mut theirs, count) = Side::of_opening(&opening)?;
        if theirs.speaker == ours.speaker {
            return Err("a process cannot meet itself".to_owned());
        }
        // One after the other, as neither may find room for all of its words at once.
        theirs.group = vec![[0; FOREIGN]; count];
        if ours.speaker < theirs.speaker {
            self.send(ours.group.as_flattened())?;
            self.receive(theirs.group.as_flattened_mut())?;
        } else {
            self.receive(theirs.group.as_flattened_mut())?;
            self.send(ours.group.as_flattened())?;
        }
        Ok(theirs)
    }

    /// Whether both groups know each other: `ours` does.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub fn agree(&self, ours: bool) -> Result<bool, String> {
        self.send(&[u8::from(ours)])?;
        let mut theirs = [0];
        self.receive(&mut theirs)?;
        Ok(ours && theirs == [1])
    }

    pub(crate) fn socket(&self) -> &OwnedFd {
        &self.socket
    }

    pub(crate) fn send(&self, mut bytes: &[u8]) -> Result<(), String> {
        while !bytes.is_empty() {
            match rustix::net::send(&self.socket, bytes, SendFlags::NOSIGNAL) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self.wait(PollFlags::OUT)?,
                Err(error) => return Err(format!("the other process cannot be told anything: {}", words(&error.into()))),
            }
        }
        Ok(())
    }

    pub(crate) fn receive(&self, mut room: &mut [u8]) -> Result<(), String> {
        while !room.is_empty() {
            match rustix::io::read(&self.socket, &mut *room) {
                Ok(0) => return Err("the other process has hung up".to_owned()),
                Ok(count) => room = &mut room[count..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self.wait(PollFlags::IN)?,
                Err(error) => return Err(format!("nothing is heard of the other process: {}", words(&error.into()))),
            }
        }
        Ok(())
    }

    fn wait(&self, what: PollFlags) -> Result<(), String> {
        let mut entries = [PollFd::from_borrowed_fd(self.socket.as_fd(), what)];
        match poll(&mut entries, None) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(format!("cannot wait: {}", words(&io::Error::from(error)))),
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;

    fn side(job: u64, processes: usize) -> Side {
        Side { speaker: ProcessId { job, rank: 1 }, context: job * 100, group: vec![[job as u8; FOREIGN]; processes] }
    }

    #[test]
    fn large_groups_meet() {
        let (one, two) = UnixStream::pair().unwrap();
        two.set_nonblocking(true).unwrap();
        // More than the sockets have room for.
        let (a, b) = (side(1, 5000), side(2, 7000));
        let theirs = b.clone();
        let other = std::thread::spawn(move || {
            let encounter = Encounter::new(two.into());
            let heard = encounter.swap(&theirs).unwrap();
            (heard, encounter.agree(true).unwrap())
        });
        let encounter = Encounter::new(one.into());
        assert_eq!(encounter.swap(&a).unwrap(), b);
        assert!(encounter.agree(true).unwrap());
        assert_eq!(other.join().unwrap(), (a.clone(), true));
        assert_eq!((a.choose(&b), b.choose(&a)), (100, 100));
    }

    #[test]
    fn one_that_does_not_know_all_is_heard() {
        let (one, two) = UnixStream::pair().unwrap();
        let (one, two) = (Encounter::new(one.into()), Encounter::new(two.into()));
        two.send(&[0]).unwrap();
        assert!(!one.agree(true).unwrap());
        drop(two);
        assert!(one.agree(true).is_err());
    }

    #[test]
    fn strangers_and_oneself_are_refused() {
        let (one, two) = UnixStream::pair().unwrap();
        let (one, two) = (Encounter::new(one.into()), Encounter::new(two.into()));
        two.send(&[7; OPENING]).unwrap();
        assert!(one.swap(&side(1, 1)).unwrap_err().contains("not Ferry"));
        let (one, two) = UnixStream::pair().unwrap();
        let (one, two) = (Encounter::new(one.into()), Encounter::new(two.into()));
        two.send(&side(1, 1).opening()).unwrap();
        assert!(one.swap(&side(1, 1)).unwrap_err().contains("itself"));
    }
}
