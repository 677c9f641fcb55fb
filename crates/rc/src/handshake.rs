//! How two processes agree on a connection, as pure data: datagrams may be lost, doubled and
//! reordered, and both may begin at once.
//!
//! Every datagram carries the sender's [`Offer`], so whoever gets one knows all that it needs.
//! There is one set of queue pairs for a pair of processes on either side whoever began, so that
//! two requests that cross are one connection.
//!
//! | state | knows the peer's offer | the peer knows ours | repeats |
//! |---|---|---|---|
//! | `Idle` | no | no | nothing |
//! | `Requesting` | no | perhaps | `Request` |
//! | `Accepted` | yes | perhaps | `Reply` |
//! | `Connected` | yes | yes | nothing; answers what is repeated |
//! | `GivenUp` | - | - | `NoMemory`, some times; nobody answers that |
//!
//! Messages may be sent when connected: the peer's queue pairs receive from the moment it knows our
//! offer.

use ferry_rdma::Endpoint;
use ferry_rdma::address::ENDPOINT_BYTES;

/// First wait for an answer, in nanoseconds; it doubles up to [`LONGEST_WAIT_NS`].
pub const FIRST_WAIT_NS: u64 = 20_000_000;
/// A peer that computes does not answer; asking it once a second harms nobody.
pub const LONGEST_WAIT_NS: u64 = 1_000_000_000;

/// What a datagram is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Asks for a connection.
    Request = 1,
    /// The sender's queue pairs are ready for messages.
    Reply = 2,
    /// Answer to a reply: the sender's are ready, too.
    Confirm = 3,
    /// The sender has no memory for the connection and has closed its queue pairs, which by
    /// themselves would tell no reason.
    NoMemory = 4,
}

/// How far a connection is; the module's table says what each state means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandshakeState {
    /// Nothing was said.
    Idle,
    /// A request was sent.
    Requesting,
    /// The peer's offer is known, and a reply was sent.
    Accepted,
    /// Both know both offers.
    Connected,
    /// This end has no memory for the connection.
    GivenUp,
}

/// What to do about a datagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The datagram's offer is the first: bring the queue pairs up with it, before anything is
    /// sent.
    pub bring_up: bool,
    /// What to answer.
    pub answer: Option<Kind>,
}

/// One end of a connection that is being made.
#[derive(Clone, Debug)]
pub struct Handshake {
    state: HandshakeState,
    /// The peer's offer has come: it may have used the connection.
    was_up: bool,
    /// When to repeat, while somebody has to answer.
    due: u64,
    wait: u64,
}

impl Default for Handshake {
    /// Nothing was said yet.
    fn default() -> Self {
        Handshake { state: HandshakeState::Idle, was_up: false, due: 0, wait: FIRST_WAIT_NS }
    }
}

impl Handshake {
    /// How far it is.
    pub fn state(&self) -> HandshakeState {
        self.state
    }

    /// Whether the peer's offer has ever come: it may have used the connection.
    pub fn was_up(&self) -> bool {
        self.was_up
    }

    /// This end wants the connection: what to send, if that was not said before.
    pub fn open(&mut self, now: u64) -> Option<Kind> {
        (self.state == HandshakeState::Idle).then(|| {
            self.enter(HandshakeState::Requesting, now);
            Kind::Request
        })
    }

    /// This end gives the connection up for want of memory: what to send.
    pub fn give_up(&mut self, now: u64) -> Kind {
        self.enter(HandshakeState::GivenUp, now);
        Kind::NoMemory
    }

    /// A datagram came. That of a peer that has given up ends the connection, and is no matter of
    /// the handshake.
    pub fn receive(&mut self, kind: Kind, now: u64) -> Step {
        let knows_offer = matches!(self.state, HandshakeState::Accepted | HandshakeState::Connected);
        match (self.state, kind) {
            // Nobody answers what was not asked.
            (HandshakeState::Idle, Kind::Reply | Kind::Confirm) | (HandshakeState::GivenUp, _) | (_, Kind::NoMemory) => {
                return Step::default();
            }
            (HandshakeState::Connected, _) => {}
            (_, Kind::Request) if knows_offer => {}
            (_, Kind::Request) => self.enter(HandshakeState::Accepted, now),
            (_, Kind::Reply | Kind::Confirm) => self.enter(HandshakeState::Connected, now),
        }
        let answer = match kind {
            Kind::Request => Some(Kind::Reply),
            Kind::Reply => Some(Kind::Confirm),
            Kind::Confirm | Kind::NoMemory => None,
        };
        self.was_up = true;
        Step { bring_up: !knows_offer, answer }
    }

    /// A message came over the connection, so the peer knows our offer. True if that is news.
    pub fn heard(&mut self) -> bool {
        let is_news = self.state == HandshakeState::Accepted;
        if is_news {
            self.state = HandshakeState::Connected;
        }
        is_news
    }

    /// What to repeat now.
    pub fn tick(&mut self, now: u64) -> Option<Kind> {
        let kind = match self.state {
            HandshakeState::Idle | HandshakeState::Connected => return None,
            HandshakeState::Requesting => Kind::Request,
            HandshakeState::Accepted => Kind::Reply,
            HandshakeState::GivenUp => Kind::NoMemory,
        };
        self.due().filter(|due| now >= *due).map(|_| {
            self.wait = (2 * self.wait).min(LONGEST_WAIT_NS);
            self.due = now + self.wait;
            kind
        })
    }

    /// When [`Handshake::tick`] has something to say, if ever.
    pub fn due(&self) -> Option<u64> {
        let is_due = match self.state {
            HandshakeState::Idle | HandshakeState::Connected => false,
            HandshakeState::Requesting | HandshakeState::Accepted => true,
            // Nobody answers: it has been said often enough.
            HandshakeState::GivenUp => self.wait < LONGEST_WAIT_NS,
        };
        is_due.then_some(self.due)
    }

    fn enter(&mut self, state: HandshakeState, now: u64) {
        (self.state, self.wait, self.due) = (state, FIRST_WAIT_NS, now + FIRST_WAIT_NS);
    }
}

/// Most size classes of a connection: tiny buffers and eight buckets (BSRQ-2).
pub const MOST_CLASSES: usize = 9;

/// A size class as its receiver offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassOffer {
    /// Number of the receiver's queue pair; on an extended connection, what messages name the
    /// receiver's shared queue by.
    pub number: u32,
    /// Bytes of a receive.
    pub bytes: u32,
    /// Receives that are posted for this peer alone; 0 where they are shared.
    pub credits: u16,
}

/// The queue pairs of an end of an extended connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePairs {
    /// Number of the one that sends.
    pub sending: u32,
    /// Number of the one that receives.
    pub receiving: u32,
}

/// What a process tells a peer about its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// World rank of the sender.
    pub from: u32,
    /// World rank of the receiver.
    pub to: u32,
    /// The sender's job.
    pub job: u64,
    /// The sender's port and its queue pair for datagrams.
    pub endpoint: Endpoint,
    /// Its queue pairs, if the connection is an extended one.
    pub ends: Option<QueuePairs>,
    /// Its size classes, the smallest first; none of an end that is closed.
    pub classes: Vec<ClassOffer>,
}

const MAGIC: [u8; 4] = [b'F', b'R', b'C', crate::card::VERSION];
const FIXED: usize = 24 + ENDPOINT_BYTES;
const CLASS: usize = 12;
/// Bytes of the longest datagram.
pub const MOST_BYTES: usize = FIXED + MOST_CLASSES * CLASS + ENDS;
/// Bytes of the queue pairs of an extended connection.
const ENDS: usize = 8;

impl Offer {
    /// What tells this end of a connection apart from others: number of a queue pair.
    pub fn number(&self) -> u32 {
        let first = self.classes.first().map_or(0, |class| class.number);
        self.ends.map_or(first, |ends| ends.sending)
    }

    /// The datagram that carries it.
    pub fn encode(&self, kind: Kind) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FIXED + CLASS * self.classes.len());
        bytes.extend(MAGIC);
        bytes.extend([kind as u8, self.classes.len() as u8, self.ends.is_some().into(), 0]);
        bytes.extend(self.from.to_le_bytes());
        bytes.extend(self.to.to_le_bytes());
        bytes.extend(self.job.to_le_bytes());
        bytes.extend(self.endpoint.to_bytes());
        for class in &self.classes {
            bytes.extend(class.number.to_le_bytes());
            bytes.extend(class.bytes.to_le_bytes());
            bytes.extend(class.credits.to_le_bytes());
            bytes.extend([0, 0]);
        }
        if let Some(QueuePairs { sending, receiving }) = self.ends {
            bytes.extend(sending.to_le_bytes());
            bytes.extend(receiving.to_le_bytes());
        }
        bytes
    }

    /// The inverse; none for datagrams of others.
    pub fn decode(bytes: &[u8]) -> Option<(Kind, Offer)> {
        let fixed = bytes.get(..FIXED)?;
        let kind =
            [Kind::Request, Kind::Reply, Kind::Confirm, Kind::NoMemory].into_iter().find(|kind| *kind as u8 == fixed[4])?;
        let (count, is_extended) = (usize::from(fixed[5]), fixed[6] == 1);
        let whole = FIXED + count * CLASS + if is_extended { ENDS } else { 0 };
        if fixed[..4] != MAGIC || (count == 0) != (kind == Kind::NoMemory) || count > MOST_CLASSES || bytes.len() != whole {
            return None;
        }
        let word = |bytes: &[u8], at: usize| u32::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
        let classes = bytes[FIXED..].chunks_exact(CLASS).take(count).map(|class| ClassOffer {
            number: word(class, 0),
            bytes: word(class, 4),
            credits: word(class, 8) as u16,
        });
        let endpoint = Endpoint::from_bytes(fixed[24..].try_into().ok()?)?;
        let job = u64::from(word(fixed, 16)) | u64::from(word(fixed, 20)) << 32;
        let ends = bytes[FIXED + count * CLASS..].as_chunks::<ENDS>().0.first();
        let ends = ends.map(|ends| QueuePairs { sending: word(ends, 0), receiving: word(ends, 4) });
        Some((kind, Offer { from: word(fixed, 8), to: word(fixed, 12), job, endpoint, ends, classes: classes.collect() }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use ferry_rdma::{Gid, Mtu};

    #[test]
    fn an_offer_survives_the_wire_and_other_datagrams_are_ignored() {
        let endpoint = Endpoint { gid: Gid([3; 16]), lid: 7, queue_pair: 0x1234, mtu: Mtu::Bytes1024, reads: 16 };
        let class = |bytes| ClassOffer { number: bytes + 1, bytes, credits: 8 };
        for ends in [None, Some(QueuePairs { sending: 0x1235, receiving: 0xff_ffff })] {
            let classes = vec![class(4096); MOST_CLASSES];
            let offer = Offer { from: 1, to: 70_000, job: 1 << 63 | 5, endpoint, ends, classes };
            let bytes = offer.encode(Kind::Reply);
            assert_eq!(Offer::decode(&bytes), Some((Kind::Reply, offer)));
            for wrong in [&bytes[..bytes.len() - 1], &bytes[..20], &[&[0], &bytes[1..]].concat(), &[]] {
                assert_eq!(Offer::decode(wrong), None);
            }
            assert!(bytes.len() <= MOST_BYTES);
        }
        let closed = Offer { from: 1, to: 0, job: 5, endpoint, ends: None, classes: Vec::new() };
        assert_eq!(Offer::decode(&closed.encode(Kind::NoMemory)), Some((Kind::NoMemory, closed.clone())));
        assert_eq!(Offer::decode(&closed.encode(Kind::Request)), None, "an offer of nothing");
    }

    #[test]
    fn waits_grow_to_a_limit() {
        let mut handshake = Handshake::default();
        assert_eq!(handshake.open(0), Some(Kind::Request));
        assert_eq!(handshake.open(1), None, "once");
        let (mut now, mut times) = (0, Vec::new());
        while times.len() < 9 {
            now = handshake.due().expect("nobody has answered");
            assert_eq!(handshake.tick(now - 1), None);
            assert_eq!(handshake.tick(now), Some(Kind::Request));
            times.push(handshake.due().expect("still") - now);
        }
        assert_eq!((times[0], times[8]), (2 * FIRST_WAIT_NS, LONGEST_WAIT_NS));
        assert!(now > 0);
    }

    #[derive(Clone, Copy)]
    struct OnTheWay {
        to: usize,
        kind: Kind,
    }

    struct World {
        ends: [Handshake; 2],
        brought_up: [u32; 2],
        wire: Vec<OnTheWay>,
        now: u64,
    }

    impl World {
        fn send(&mut self, from: usize, kind: Option<Kind>) {
            self.wire.extend(kind.map(|kind| OnTheWay { to: 1 - from, kind }));
        }

        fn arrive(&mut self, OnTheWay { to, kind }: OnTheWay) {
            let step = self.ends[to].receive(kind, self.now);
            self.brought_up[to] += u32::from(step.bring_up);
            if kind != Kind::Request {
                assert_eq!(self.brought_up[1 - to], 1, "who answers is ready for messages");
            }
            self.send(to, step.answer);
        }

        fn wait(&mut self) {
            let due = self.ends.iter().filter_map(Handshake::due).min();
            self.now = due.unwrap_or(self.now);
            for end in 0..2 {
                let kind = self.ends[end].tick(self.now);
                self.send(end, kind);
            }
        }

        fn step(&mut self, choice: u8, which: usize) {
            match choice {
                0 | 1 => {
                    let kind = self.ends[usize::from(choice)].open(self.now);
                    self.send(usize::from(choice), kind);
                }
                2 => self.wait(),
                _ if self.wire.is_empty() => {}
                3 => _ = self.wire.swap_remove(which % self.wire.len()),
                4 => self.wire.push(self.wire[which % self.wire.len()]),
                _ => {
                    let datagram = self.wire.swap_remove(which % self.wire.len());
                    self.arrive(datagram);
                }
            }
            for end in 0..2 {
                let is_connected = self.ends[end].state() == HandshakeState::Connected;
                assert!(!is_connected || self.brought_up == [1, 1], "connected, and somebody cannot receive");
            }
        }
    }

    proptest! {
        #[test]
        fn any_order_loss_and_doubling_end_with_one_connection(
            steps in prop::collection::vec((0..9u8, 0..100usize), 0..60), opener in 0..2u8
        ) {
            let ends = [Handshake::default(), Handshake::default()];
            let mut world = World { ends, brought_up: [0, 0], wire: Vec::new(), now: 0 };
            world.step(opener, 0);
            for (choice, which) in steps {
                world.step(choice, which);
            }
            // From here on nothing is lost.
            for _ in 0..10 {
                for which in 0..2 * world.wire.len() {
                    world.step(5, which);
                }
                world.step(2, 0);
            }
            prop_assert_eq!(world.brought_up, [1, 1]);
            prop_assert!(world.ends.iter().all(|end| end.state() == HandshakeState::Connected));
            prop_assert!(world.ends.iter().all(|end| end.due().is_none()), "and nobody goes on asking");
        }
    }

    #[test]
    fn who_gives_up_says_so_some_times_and_hears_nothing_more() {
        let mut handshake = Handshake::default();
        assert_eq!(handshake.give_up(0), Kind::NoMemory);
        let (mut now, mut count) = (0, 0);
        while let Some(due) = handshake.due() {
            assert_eq!(handshake.tick(due - 1), None);
            assert_eq!(handshake.tick(due), Some(Kind::NoMemory));
            assert_eq!(handshake.receive(Kind::Request, due), Step::default());
            (now, count) = (due, count + 1);
        }
        assert_eq!((count, handshake.tick(now + LONGEST_WAIT_NS)), (6, None));
        assert!(now < 2_000_000_000, "{now}: the peer's adapter gives up after some seconds and would tell no reason");
    }

    #[test]
    fn a_message_is_as_good_as_a_confirmation() {
        let mut handshake = Handshake::default();
        assert_eq!(handshake.receive(Kind::Request, 0), Step { bring_up: true, answer: Some(Kind::Reply) });
        assert!(handshake.heard() && !handshake.heard());
        assert_eq!(handshake.state(), HandshakeState::Connected);
        assert_eq!(handshake.receive(Kind::Reply, 0).answer, Some(Kind::Confirm));
    }
}
