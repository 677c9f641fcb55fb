//! One open connection: its socket, what waits to be sent, and what has come and was not taken.

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use ferry_device::Sink;

use crate::events::Interest;
use crate::exposure::Exposures;
use crate::incoming::{Inbox, Landing, Receiver, Stop, Taken};
use crate::meeting::words;
use crate::memory::Scatter;
use crate::outgoing::SendQueue;
use crate::socket;

/// A connection to a peer.
pub struct Connection {
    /// Name of the peer's host.
    pub host: String,
    /// The socket, which does not block.
    pub socket: OwnedFd,
    /// What waits to be sent.
    pub queue: SendQueue,
    /// What has come and was not taken.
    pub inbox: Inbox,
    /// What the set of events notices of it.
    pub interest: Interest,
    /// Whether it is on the device's list of connections with something to send.
    pub is_unsent: bool,
    /// Whether it is on the device's list of connections with packets that were not taken.
    pub is_kept: bool,
    /// Whether a packet was refused for want of room.
    pub wants_room: bool,
    /// Nothing can be sent any more. What has come before that is still received.
    pub is_broken: bool,
}

/// What one look at a connection brought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Packets that the sink took.
    pub packets: usize,
    /// Whether any byte came.
    pub has_moved: bool,
    /// The sink has what it was waiting for.
    pub is_over: bool,
    /// Packets were kept.
    pub has_kept: bool,
}

impl From<Taken> for Look {
    fn from(taken: Taken) -> Self {
        let Taken { packets, stop } = taken;
        Look { packets, has_moved: true, is_over: stop == Stop::Last, has_kept: stop != Stop::Empty }
    }
}

/// How a connection came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The peer has said that it sends no more, and closed it.
    Orderly,
    /// Why it cannot go on, in words.
    Broken(String),
}

impl Connection {
    /// A connection on which nothing was sent yet.
    pub fn new(host: String, socket: OwnedFd) -> Self {
        Connection {
            host,
            socket,
            queue: SendQueue::default(),
            inbox: Inbox::default(),
            interest: Interest::READ,
            is_unsent: false,
            is_kept: false,
            wants_room: false,
            is_broken: false,
        }
    }

    /// Sends some of what waits: whether any byte went. `finished` hears of puts that are over.
    pub fn flush(&mut self, finished: impl FnMut(u64)) -> io::Result<bool> {
        match self.queue.gather().send(self.socket.as_fd()) {
            Ok(bytes) => {
                self.queue.advance(bytes, finished);
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Receives what is there, by one system call, into `buffer` or where a put wants it, and takes it.
    #[inline]
    pub fn receive<S: Sink>(&mut self, buffer: &mut [u8], receiver: &mut Receiver<'_, S>) -> Result<Look, End> {
        let received = match self.inbox.landing() {
            None => socket::receive(self.socket.as_fd(), buffer).map(|bytes| (0, bytes)),
            Some(landing) => self.receive_put(landing, buffer, receiver.peer, receiver.exposures),
        };
        match received {
            Ok((0, 0)) => Err(self.end(None)),
            Ok((direct, bytes)) => {
                self.inbox.landed(direct);
                let taken = self.inbox.take(&buffer[..bytes], receiver);
                taken.map(Look::from).map_err(|fault| End::Broken(fault.to_string()))
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Look::default()),
            Err(error) => Err(self.end(Some(&error))),
        }
    }

    /// Receives the data of a put and what follows: bytes that are where they belong, and bytes in `buffer`.
    fn receive_put(
        &mut self,
        landing: Landing,
        buffer: &mut [u8],
        peer: u32,
        exposures: &mut Exposures,
    ) -> io::Result<(u64, usize)> {
        let mut scatter = Scatter::default();
        let target = exposures.target(peer, landing.token);
        let is_wanted = target.is_some();
        let direct = target.map_or(0, |target| scatter.add_target(target, landing.at, landing.left));
        if direct == landing.left || !is_wanted {
            scatter.add(buffer);
        }
        let bytes = scatter.receive(self.socket.as_fd())? as u64;
        Ok((bytes.min(direct), bytes.saturating_sub(direct) as usize))
    }

    /// The stream is over, or cannot go on.
    fn end(&self, error: Option<&io::Error>) -> End {
        let is_done = self.queue.is_empty() && !self.inbox.is_within_frame();
        match error {
            _ if self.inbox.has_goodbye() && is_done => End::Orderly,
            Some(error) => End::Broken(words(error)),
            None if self.inbox.is_within_frame() => End::Broken("the connection ended within a message".to_owned()),
            None => End::Broken("the connection was closed: the process has ended".to_owned()),
        }
    }
}
