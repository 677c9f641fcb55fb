//! One open connection: its socket, what waits to be sent, and what has come and was not taken.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use ferry_device::{CopyError, Sink, Ticket};

use crate::events::Interest;
use crate::exposure::Exposures;
use crate::incoming::{Behind, Inbox, Receiver, Stop, Taken};
use crate::meeting::words;
use crate::memory::Scatter;
use crate::outgoing::{SendQueue, Unreadable};
use crate::pace::{InFlight, Step};
use crate::silence::Silence;
use crate::socket;

/// Bytes that are received at once behind a long body, or where one is expected: the head of the
/// next frame, and short packets. More of a long body would have to be copied.
const SHORT_READ: usize = 4 << 10;

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
    /// Whether what comes next is expected to be long.
    expects_long: bool,
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
    /// For how long its host has not answered.
    pub silence: Silence,
    in_flight: InFlight,
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

/// Why nothing more can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The socket does not take it; what it has brought tells more.
    Socket,
    /// The rest of a message that has begun cannot be read, and what follows would be taken for it.
    InMessage,
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
            expects_long: false,
            interest: Interest::READ,
            is_unsent: false,
            is_kept: false,
            wants_room: false,
            is_broken: false,
            silence: Silence::default(),
            in_flight: InFlight::default(),
        }
    }

    /// A long message of `bytes` bytes begins to be sent.
    #[inline]
    pub fn note_long(&mut self, bytes: u64) {
        let step = self.in_flight.begin(bytes);
        if step != Step::Nothing {
            self.bound_in_flight(step, bytes);
        }
    }

    #[cold]
    fn bound_in_flight(&mut self, step: Step, bytes: u64) {
        let bound = match step {
            Step::Nothing => None,
            Step::Ask => {
                let shortest = socket::shortest_round_trip(self.socket.as_fd());
                shortest.and_then(|shortest| self.in_flight.is_near(shortest, bytes))
            }
            Step::Bound(bound) => Some(bound),
        };
        if let Some(bound) = bound {
            // Fails for a socket that is broken alone, which the next send will tell.
            let _ = socket::bound_in_flight(self.socket.as_fd(), bound);
        }
    }

    /// Whether its host has not answered for `timeout`, as seen now, `since_look` after the last
    /// look.
    pub fn is_silent(&mut self, now: Instant, since_look: Duration, timeout: Duration) -> bool {
        let seen = socket::unanswered(self.socket.as_fd());
        seen.is_ok_and(|seen| self.silence.lasts(seen, now, since_look, timeout))
    }

    /// Sends some of what waits: whether any byte went. `finished` hears of data that are of no
    /// more concern.
    pub fn flush(&mut self, mut finished: impl FnMut(Ticket, Result<(), CopyError>)) -> Result<bool, Stuck> {
        let sent = self.queue.gather().send(self.socket.as_fd());
        self.advance(sent, &mut finished).or_else(|error| match socket::is_unreadable(&error) {
            true => self.flush_front(&mut finished),
            false => Err(Stuck::Socket),
        })
    }

    fn advance(&mut self, sent: io::Result<usize>, finished: &mut impl FnMut(Ticket, Result<(), CopyError>)) -> io::Result<bool> {
        match sent {
            Ok(bytes) => {
                self.queue.advance(bytes, |ticket| finished(ticket, Ok(())));
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Some of what waits cannot be read: sends what comes first, or gives it up.
    #[cold]
    fn flush_front(&mut self, finished: &mut impl FnMut(Ticket, Result<(), CopyError>)) -> Result<bool, Stuck> {
        let sent = self.queue.gather_front().send(self.socket.as_fd());
        self.advance(sent, finished).or_else(|error| {
            let given_up = if socket::is_unreadable(&error) { self.queue.give_up_front() } else { None };
            let Some(Unreadable { ticket, is_replaced }) = given_up else { return Err(Stuck::Socket) };
            finished(ticket, Err(CopyError::BadLocal));
            if is_replaced { Ok(true) } else { Err(Stuck::InMessage) }
        })
    }

    /// Receives what is there, by one system call, into `buffer` or where a put wants it, and takes
    /// it.
    #[inline]
    pub fn receive<S: Sink>(&mut self, buffer: &mut [u8], receiver: &mut Receiver<'_, S>) -> Result<Look, End> {
        let room = if self.expects_long { SHORT_READ } else { buffer.len() };
        let received = match self.inbox.has_landing() {
            false => socket::receive(self.socket.as_fd(), &mut buffer[..room]).map(|bytes| (0, bytes)),
            true => self.receive_long(buffer, receiver.peer, receiver.exposures),
        };
        match received {
            Ok((0, 0)) => Err(self.end(None)),
            Ok((direct, bytes)) => {
                self.in_flight.note_arrival();
                self.inbox.landed(direct, receiver.sink);
                let taken = self.inbox.take(&buffer[..bytes], receiver);
                self.expects_long = self.inbox.has_long_landing() || (self.expects_long && bytes < room);
                taken.map(Look::from).map_err(|fault| End::Broken(fault.to_string()))
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Look::default()),
            Err(error) => Err(self.end(Some(&error))),
        }
    }

    /// Receives data that have a place and what follows: bytes that are where they belong, and
    /// bytes in `buffer`.
    fn receive_long(&mut self, buffer: &mut [u8], peer: u32, exposures: &mut Exposures) -> io::Result<(u64, usize)> {
        let mut scatter = Scatter::default();
        let (direct, behind) = self.inbox.scatter(peer, exposures, &mut scatter);
        match behind {
            Behind::Nothing => {}
            Behind::Next => scatter.add(&mut buffer[..SHORT_READ]),
            Behind::Waste => scatter.add(buffer),
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
