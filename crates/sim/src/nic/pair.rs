//! Queue pairs as the device sees them.

use std::collections::VecDeque;

use ferry_rdma::{
    Access, Done, Error, Gid, Operation, QueuePairAttributes, QueuePairCapacity, QueuePairState, Request, Segment, Status,
    Transport, WorkId,
};
use smallvec::SmallVec;

/// Segments of a request; most have one or two.
pub(crate) type Segments = SmallVec<[Segment; 2]>;

/// The local side of a request.
#[derive(Debug)]
pub(crate) enum Data {
    /// Registered memory.
    Segments(Segments),
    /// Copied when it was posted.
    Inline(Box<[u8]>),
}

/// Where a datagram goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub gid: Gid,
    pub is_global: bool,
    pub way: u8,
    pub queue_pair: u32,
    pub queue_key: u32,
}

/// A request in a send queue.
#[derive(Debug)]
pub(crate) struct Sending {
    pub id: WorkId,
    pub request: Request,
    pub data: Data,
    pub bytes: u32,
    pub signalled: bool,
    pub solicited: bool,
    pub fenced: bool,
    /// When the adapter knows of it.
    pub ready_ps: u64,
    /// A read or atomic that counts as outstanding.
    pub is_outstanding: bool,
    pub target: Option<Target>,
    /// The shared receive queue that it names, on an extended connection.
    pub to_queue: u32,
    pub result: Option<Result<Done, Status>>,
}

impl Sending {
    /// Whether an answer of its own ends it.
    pub fn wants_response(&self) -> bool {
        matches!(self.request.operation(), Operation::Read | Operation::CompareSwap | Operation::FetchAdd)
    }

    pub fn segments(&self) -> u64 {
        match &self.data {
            Data::Segments(segments) => segments.len() as u64,
            Data::Inline(_) => 0,
        }
    }
}

/// A request in a receive queue.
#[derive(Clone, Debug)]
pub(crate) struct Receiving {
    pub id: WorkId,
    pub segments: Segments,
}

impl Receiving {
    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|segment| u64::from(segment.len)).sum()
    }
}

/// The connection of a queue pair, from its attributes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Connection {
    pub peer: u32,
    pub gid: Gid,
    pub mtu: u32,
    pub access: Access,
    pub timeout: u8,
    pub retries: u8,
    pub not_ready_retries: u8,
    pub not_ready_timer: u8,
    pub reads_outstanding: u8,
    pub reads_answered: u8,
    pub queue_key: u32,
}

/// What comes of posts to a send queue that takes no more requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostEnd {
    /// It is full, and says how many it has taken.
    Full,
    /// They fail, and nobody knows how many it has taken.
    Failure,
}

/// How many more requests a send queue takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PostLimit {
    pub left: u32,
    pub end: PostEnd,
}

/// A queue pair.
#[derive(Debug)]
pub(crate) struct Pair {
    pub context: u32,
    pub transport: Transport,
    pub state: QueuePairState,
    pub send_queue: u32,
    pub receive_queue: u32,
    /// Where its receives come from, if not from a queue of its own. The receiving end of an
    /// extended connection has the one that the last request named, and its completions.
    pub shared: Option<u32>,
    /// The domain of the receiving end of an extended connection.
    pub domain: Option<u32>,
    pub capacity: QueuePairCapacity,
    pub connection: Connection,

    /// Requests, the oldest first, and the number of that one.
    pub sends: VecDeque<Sending>,
    pub first: u64,
    /// Message and byte to send next.
    pub next: (u64, u32),
    /// Places taken in the send queue, and those of requests that ended without saying so.
    pub places: u32,
    pub silent: u32,
    /// Requests that it takes, if there is an end to them.
    pub posts: Option<PostLimit>,
    /// Not before this time: a receiver was not ready.
    pub blocked_ps: u64,
    pub retries_left: u8,
    pub not_ready_left: u8,
    pub outstanding: u8,
    /// Whether the port has it on its list.
    pub is_listed: bool,
    /// When answers are overdue, and whether an event looks after that.
    pub deadline_ps: Option<u64>,
    pub has_timer: bool,
    /// When the last piece arrives; later ones come later.
    pub last_arrival_ps: u64,
    /// The same of responses to it.
    pub last_response_ps: u64,
    pub wants_drained: bool,

    /// Receives of its own.
    pub receives: VecDeque<Receiving>,
    /// When the last datagram to be sent was fetched: the adapter fetches the next one while others
    /// are on the wire.
    pub fetched_ps: u64,
    /// Message and byte to arrive next.
    pub expected: (u64, u32),
    /// The receive that a message is coming into.
    pub current: Option<Receiving>,
    /// First bytes of messages whose completions nobody has taken, where somebody observes that.
    pub arrived: VecDeque<Front>,
}

/// What comes first of a message.
#[derive(Clone, Debug)]
pub(crate) struct Front {
    /// Its first bytes.
    pub bytes: SmallVec<[u8; FRONT_BYTES]>,
    /// Its immediate data.
    pub immediate: Option<u32>,
}

/// How many they are.
pub(crate) const FRONT_BYTES: usize = 32;

impl Pair {
    pub fn new(context: u32, transport: Transport, queues: (u32, u32), shared: Option<u32>, capacity: QueuePairCapacity) -> Self {
        Pair {
            context,
            transport,
            state: QueuePairState::Reset,
            send_queue: queues.0,
            receive_queue: queues.1,
            shared,
            domain: None,
            capacity,
            connection: Connection::default(),
            sends: VecDeque::new(),
            first: 0,
            next: (0, 0),
            places: 0,
            silent: 0,
            posts: None,
            blocked_ps: 0,
            retries_left: 0,
            not_ready_left: 0,
            outstanding: 0,
            is_listed: false,
            deadline_ps: None,
            has_timer: false,
            last_arrival_ps: 0,
            last_response_ps: 0,
            wants_drained: false,
            receives: VecDeque::new(),
            fetched_ps: 0,
            expected: (0, 0),
            current: None,
            arrived: VecDeque::new(),
        }
    }

    /// Takes over what `attributes` say, after they have been checked.
    pub fn set(&mut self, attributes: &QueuePairAttributes) {
        let connection = &mut self.connection;
        connection.access = attributes.access.unwrap_or(connection.access);
        connection.queue_key = attributes.queue_key.unwrap_or(connection.queue_key);
        connection.gid = attributes.path.map_or(connection.gid, |path| path.gid);
        connection.mtu = attributes.mtu.map_or(connection.mtu, |mtu| mtu.bytes() as u32);
        connection.peer = attributes.peer.unwrap_or(connection.peer);
        connection.reads_answered = attributes.reads_answered.unwrap_or(connection.reads_answered);
        connection.reads_outstanding = attributes.reads_outstanding.unwrap_or(connection.reads_outstanding);
        connection.not_ready_timer = attributes.receiver_not_ready_timer.unwrap_or(connection.not_ready_timer);
        connection.timeout = attributes.timeout.unwrap_or(connection.timeout);
        connection.retries = attributes.retries.unwrap_or(connection.retries);
        connection.not_ready_retries = attributes.receiver_not_ready_retries.unwrap_or(connection.not_ready_retries);
        self.wants_drained = attributes.notify_drained.unwrap_or(self.wants_drained);
        if let Some(sequence) = attributes.receive_sequence {
            self.expected = (sequence.into(), 0);
        }
        if let Some(sequence) = attributes.send_sequence {
            (self.first, self.next) = (sequence.into(), (sequence.into(), 0));
        }
        (self.retries_left, self.not_ready_left) = (self.connection.retries, self.connection.not_ready_retries);
        self.state = attributes.state;
    }

    /// The send queue takes one more request, after `posted` others of the same call.
    ///
    /// # Errors
    /// It does not.
    pub fn take_request(&mut self, posted: usize) -> Result<(), Error> {
        match &mut self.posts {
            None => {}
            Some(PostLimit { left: 0, end: PostEnd::Full }) => return Err(Error::QueueFull { posted }),
            Some(PostLimit { left: 0, end: PostEnd::Failure }) => {
                let reason = "the send queue has failed".to_owned();
                return Err(Error::System { call: "ibv_wr_complete", number: 5, reason, remedy: "" });
            }
            Some(limit) => limit.left -= 1,
        }
        if self.places >= self.capacity.sends {
            return Err(Error::QueueFull { posted });
        }
        self.places += 1;
        Ok(())
    }

    /// The request with number `sequence`, if it is not over.
    pub fn sending(&mut self, sequence: u64) -> Option<&mut Sending> {
        let index = sequence.checked_sub(self.first)?;
        self.sends.get_mut(index as usize)
    }

    /// How long answers are waited for, in ps; none: for ever.
    pub fn patience_ps(&self) -> Option<u64> {
        const UNIT_PS: u64 = 4_096_000;
        (self.connection.timeout > 0).then(|| UNIT_PS << self.connection.timeout.min(31))
    }

    /// Whether it is an end of a connection that works as far as this end knows.
    pub fn is_up(&self) -> bool {
        match self.transport {
            Transport::Rc | Transport::XrcSend => self.state == QueuePairState::ReadyToSend,
            Transport::XrcReceive => self.state == QueuePairState::ReadyToReceive,
            Transport::Ud => false,
        }
    }

    /// Whether requests of a queue pair of kind `sender` can come to it.
    pub fn hears(&self, sender: Transport) -> bool {
        matches!((sender, self.transport), (Transport::Rc, Transport::Rc) | (Transport::XrcSend, Transport::XrcReceive))
    }

    /// Whether messages may arrive.
    pub fn may_receive(&self) -> bool {
        matches!(
            self.state,
            QueuePairState::ReadyToReceive
                | QueuePairState::ReadyToSend
                | QueuePairState::SendQueueDrained
                | QueuePairState::SendQueueError
        )
    }
}

/// What a sender waits when there is no receive, in ps, by the code of the specification
/// (InfiniBand Architecture Specification, volume 1, table 46).
pub(crate) fn not_ready_ps(code: u8) -> u64 {
    const TEN_US: [u64; 32] = [
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144,
        8192, 12288, 16384, 24576, 32768, 49152,
    ];
    TEN_US[usize::from(code & 31)] * 10_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_are_those_of_the_specification() {
        assert_eq!(not_ready_ps(ferry_rdma::state::RECEIVER_NOT_READY_TIMER), 640_000_000, "0.64 ms");
        assert_eq!(not_ready_ps(0), 655_360_000_000, "655.36 ms");
        let capacity = QueuePairCapacity { sends: 1, receives: 1, send_segments: 1, receive_segments: 1, inline_bytes: 0 };
        let mut pair = Pair::new(0, Transport::Rc, (0, 0), None, capacity);
        assert_eq!(pair.patience_ps(), None, "0 is for ever");
        pair.connection.timeout = 16;
        assert_eq!(pair.patience_ps(), Some(268_435_456_000), "268 ms");
    }
}
