//! States of a queue pair, and the one table of legal transitions with the attributes each wants
//! (InfiniBand Architecture Specification, volume 1, 10.3.1 and 11.2.4.2; alternate paths are not
//! used).

use bitflags::bitflags;

use crate::address::{Endpoint, Mtu, Path};
use crate::error::{Error, Result};
use crate::work::Access;

/// Kinds of queue pairs. The numbers are those of the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Transport {
    /// Reliable connection: to one peer, in order, exactly once.
    Rc = 2,
    /// Unreliable datagrams: to anybody, one packet each, with loss and disorder.
    Ud = 4,
    /// Sending end of an extended reliable connection: each request names a shared receive queue of
    /// the peer's domain.
    XrcSend = 9,
    /// Receiving end of one: it has neither receives nor completions of its own, the shared receive
    /// queues do.
    XrcReceive = 10,
}

impl Transport {
    /// Whether its send queue takes requests to one peer.
    #[inline]
    pub const fn sends_to_peer(self) -> bool {
        matches!(self, Transport::Rc | Transport::XrcSend)
    }
}

/// States of a queue pair. The numbers are those of the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum QueuePairState {
    /// New: nothing may be posted.
    Reset = 0,
    /// Receives may be posted.
    Init = 1,
    /// Receives work.
    ReadyToReceive = 2,
    /// Sends work, too.
    ReadyToSend = 3,
    /// The send queue finishes what it has begun and rests.
    SendQueueDrained = 4,
    /// The send queue failed; receives work (UD only).
    SendQueueError = 5,
    /// Everything posted is flushed.
    Error = 6,
}

bitflags! {
    /// Sets of attributes. The bits are those of the C interface.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Attributes: u32 {
        /// State (always given).
        const STATE = 1;
        /// Notification when drained.
        const NOTIFY_DRAINED = 1 << 2;
        /// Remote rights.
        const ACCESS = 1 << 3;
        /// Index of the partition key.
        const PARTITION_KEY = 1 << 4;
        /// Port.
        const PORT = 1 << 5;
        /// Queue key.
        const QUEUE_KEY = 1 << 6;
        /// Path to the peer.
        const PATH = 1 << 7;
        /// Bytes a packet.
        const MTU = 1 << 8;
        /// Acknowledgement timeout.
        const TIMEOUT = 1 << 9;
        /// Retries without an answer.
        const RETRIES = 1 << 10;
        /// Retries without a receive.
        const RECEIVER_NOT_READY_RETRIES = 1 << 11;
        /// First packet number to expect.
        const RECEIVE_SEQUENCE = 1 << 12;
        /// Reads and atomics outstanding.
        const READS_OUTSTANDING = 1 << 13;
        /// What the peer is told to wait without a receive.
        const RECEIVER_NOT_READY_TIMER = 1 << 15;
        /// First packet number to send.
        const SEND_SEQUENCE = 1 << 16;
        /// Reads and atomics answered.
        const READS_ANSWERED = 1 << 17;
        /// The peer's queue pair.
        const PEER = 1 << 20;
    }
}

/// A transition of the table.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    /// Present state.
    pub from: QueuePairState,
    /// Next state.
    pub to: QueuePairState,
    /// Attributes that must be given, besides the state.
    pub required: Attributes,
    /// Attributes that may be given.
    pub optional: Attributes,
}

const fn set(attributes: &[Attributes]) -> Attributes {
    let (mut bits, mut index) = (0, 0);
    while index < attributes.len() {
        bits |= attributes[index].bits();
        index += 1;
    }
    Attributes::from_bits_retain(bits)
}

const fn row(from: QueuePairState, to: QueuePairState, required: &[Attributes], optional: &[Attributes]) -> Transition {
    Transition { from, to, required: set(required), optional: set(optional) }
}

use Attributes as A;
use QueuePairState::{Init, ReadyToReceive as Rtr, ReadyToSend as Rts, Reset, SendQueueDrained as Sqd, SendQueueError as Sqe};

/// Reliable connections. From any state there is a way to `Reset` and `Error`, without attributes.
#[rustfmt::skip]
pub const RC_TRANSITIONS: [Transition; 8] = [
    row(Reset, Init, &[A::PARTITION_KEY, A::PORT, A::ACCESS], &[]),
    row(Init,  Init, &[], &[A::PARTITION_KEY, A::PORT, A::ACCESS]),
    row(Init,  Rtr,  &[A::PATH, A::MTU, A::PEER, A::RECEIVE_SEQUENCE, A::READS_ANSWERED, A::RECEIVER_NOT_READY_TIMER],
                     &[A::ACCESS, A::PARTITION_KEY]),
    row(Rtr,   Rts,  &[A::TIMEOUT, A::RETRIES, A::RECEIVER_NOT_READY_RETRIES, A::SEND_SEQUENCE, A::READS_OUTSTANDING],
                     &[A::ACCESS, A::RECEIVER_NOT_READY_TIMER]),
    row(Rts,   Rts,  &[], &[A::ACCESS, A::RECEIVER_NOT_READY_TIMER]),
    row(Rts,   Sqd,  &[], &[A::NOTIFY_DRAINED]),
    row(Sqd,   Rts,  &[], &[A::ACCESS, A::RECEIVER_NOT_READY_TIMER]),
    row(Sqd,   Sqd,  &[], &[A::PORT, A::PATH, A::TIMEOUT, A::RETRIES, A::RECEIVER_NOT_READY_RETRIES, A::READS_OUTSTANDING,
                            A::READS_ANSWERED, A::ACCESS, A::PARTITION_KEY, A::RECEIVER_NOT_READY_TIMER]),
];

/// Unreliable datagrams; the same holds of `Reset` and `Error`.
#[rustfmt::skip]
pub const UD_TRANSITIONS: [Transition; 9] = [
    row(Reset, Init, &[A::PARTITION_KEY, A::PORT, A::QUEUE_KEY], &[]),
    row(Init,  Init, &[], &[A::PARTITION_KEY, A::PORT, A::QUEUE_KEY]),
    row(Init,  Rtr,  &[], &[A::PARTITION_KEY, A::QUEUE_KEY]),
    row(Rtr,   Rts,  &[A::SEND_SEQUENCE], &[A::QUEUE_KEY]),
    row(Rts,   Rts,  &[], &[A::QUEUE_KEY]),
    row(Rts,   Sqd,  &[], &[A::NOTIFY_DRAINED]),
    row(Sqd,   Rts,  &[], &[A::QUEUE_KEY]),
    row(Sqd,   Sqd,  &[], &[A::PARTITION_KEY, A::QUEUE_KEY]),
    row(Sqe,   Rts,  &[], &[A::QUEUE_KEY]),
];

/// Sending ends of extended connections; the same holds of `Reset` and `Error`. What concerns
/// arriving requests is not theirs.
#[rustfmt::skip]
pub const XRC_SEND_TRANSITIONS: [Transition; 8] = [
    row(Reset, Init, &[A::PARTITION_KEY, A::PORT, A::ACCESS], &[]),
    row(Init,  Init, &[], &[A::PARTITION_KEY, A::PORT, A::ACCESS]),
    row(Init,  Rtr,  &[A::PATH, A::MTU, A::PEER, A::RECEIVE_SEQUENCE], &[A::ACCESS, A::PARTITION_KEY]),
    row(Rtr,   Rts,  &[A::TIMEOUT, A::RETRIES, A::RECEIVER_NOT_READY_RETRIES, A::SEND_SEQUENCE, A::READS_OUTSTANDING], &[A::ACCESS]),
    row(Rts,   Rts,  &[], &[A::ACCESS]),
    row(Rts,   Sqd,  &[], &[A::NOTIFY_DRAINED]),
    row(Sqd,   Rts,  &[], &[A::ACCESS]),
    row(Sqd,   Sqd,  &[], &[A::PORT, A::PATH, A::TIMEOUT, A::RETRIES, A::RECEIVER_NOT_READY_RETRIES, A::READS_OUTSTANDING,
                            A::ACCESS, A::PARTITION_KEY]),
];

/// Receiving ends of extended connections, which receive from `ReadyToReceive` on and have no send
/// queue to bring up further; the same holds of `Reset` and `Error`.
#[rustfmt::skip]
pub const XRC_RECEIVE_TRANSITIONS: [Transition; 3] = [
    row(Reset, Init, &[A::PARTITION_KEY, A::PORT, A::ACCESS], &[]),
    row(Init,  Init, &[], &[A::PARTITION_KEY, A::PORT, A::ACCESS]),
    row(Init,  Rtr,  &[A::PATH, A::MTU, A::PEER, A::RECEIVE_SEQUENCE, A::READS_ANSWERED, A::RECEIVER_NOT_READY_TIMER],
                     &[A::ACCESS, A::PARTITION_KEY]),
];

/// The transition from `from` to `to`, if there is one.
pub fn transition(transport: Transport, from: QueuePairState, to: QueuePairState) -> Option<Transition> {
    if matches!(to, QueuePairState::Reset | QueuePairState::Error) {
        return Some(row(from, to, &[], &[]));
    }
    let table: &[Transition] = match transport {
        Transport::Rc => &RC_TRANSITIONS,
        Transport::Ud => &UD_TRANSITIONS,
        Transport::XrcSend => &XRC_SEND_TRANSITIONS,
        Transport::XrcReceive => &XRC_RECEIVE_TRANSITIONS,
    };
    table.iter().copied().find(|row| (row.from, row.to) == (from, to))
}

/// Whether a queue pair in state `from` may be modified so.
pub fn check(transport: Transport, from: QueuePairState, wanted: &QueuePairAttributes) -> Result<()> {
    let to = wanted.state;
    let row = transition(transport, from, to).ok_or(Error::NoTransition { transport, from, to })?;
    let given = wanted.given().difference(Attributes::STATE);
    let missing = row.required.difference(given);
    let superfluous = given.difference(row.required | row.optional);
    if !missing.is_empty() || !superfluous.is_empty() {
        return Err(Error::WrongAttributes { transport, from, to, missing, superfluous });
    }
    Ok(())
}

/// A new state and the attributes that go with it. Timers are codes of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePairAttributes {
    /// The state to go to.
    pub state: QueuePairState,
    /// Index of the partition key.
    pub partition_key: Option<u16>,
    /// Own port.
    pub port: Option<u8>,
    /// Remote rights of the queue pair.
    pub access: Option<Access>,
    /// Key that datagrams to it must have.
    pub queue_key: Option<u32>,
    /// Path to the peer.
    pub path: Option<Path>,
    /// Bytes a packet; the smaller of both ends'.
    pub mtu: Option<Mtu>,
    /// The peer's queue pair.
    pub peer: Option<u32>,
    /// First packet number to expect, 24 bits.
    pub receive_sequence: Option<u32>,
    /// First packet number to send, 24 bits: the peer's `receive_sequence`.
    pub send_sequence: Option<u32>,
    /// Reads and atomics answered at once.
    pub reads_answered: Option<u8>,
    /// Reads and atomics outstanding; not more than the peer answers.
    pub reads_outstanding: Option<u8>,
    /// What a peer without a receive here has to wait: code of [`RECEIVER_NOT_READY_TIMER`].
    pub receiver_not_ready_timer: Option<u8>,
    /// Acknowledgements are waited for 4.096 us times two to the power of this.
    pub timeout: Option<u8>,
    /// Retries without an answer, 0 to 7.
    pub retries: Option<u8>,
    /// Retries without a receive, 0 to 7; 7 means for ever.
    pub receiver_not_ready_retries: Option<u8>,
    /// Whether to tell when the send queue has drained.
    pub notify_drained: Option<bool>,
}

/// 0.64 ms: soon enough for a flood to go on, seldom enough not to be one.
pub const RECEIVER_NOT_READY_TIMER: u8 = 12;
/// 4.096 us * 2^16 = 268 ms: with [`RETRIES`] a dead peer is known after about 2 s (devices may
/// take up to four times that).
pub const TIMEOUT: u8 = 16;
/// One less than the most there are, which soft-RoCE takes for [endless](ENDLESS_RETRIES).
pub const RETRIES: u8 = 6;
/// Of adapters that are software: 4.096 us * 2^18 = 1.07 s. They may answer late, and what is sent
/// again because of that only adds to what they have to do. What was lost they are told of sooner,
/// but for the last packet.
pub const PATIENT_TIMEOUT: u8 = 18;
/// What soft-RoCE takes for retries without end.
pub const ENDLESS_RETRIES: u8 = 7;
/// For ever: a peer that is alive but slow is no error; one that is dead does not answer at all.
pub const RECEIVER_NOT_READY_RETRIES: u8 = 7;

impl QueuePairAttributes {
    /// Nothing but a state.
    pub const fn to(state: QueuePairState) -> Self {
        QueuePairAttributes {
            state,
            partition_key: None,
            port: None,
            access: None,
            queue_key: None,
            path: None,
            mtu: None,
            peer: None,
            receive_sequence: None,
            send_sequence: None,
            reads_answered: None,
            reads_outstanding: None,
            receiver_not_ready_timer: None,
            timeout: None,
            retries: None,
            receiver_not_ready_retries: None,
            notify_drained: None,
        }
    }

    /// RC, or an end of an extended connection, from `Reset` to `Init` on `port`; peers have the
    /// rights `access` at most.
    pub const fn init_rc(port: u8, access: Access) -> Self {
        QueuePairAttributes { partition_key: Some(0), port: Some(port), access: Some(access), ..Self::to(QueuePairState::Init) }
    }

    /// The key of a job's datagrams. The highest bit would ask for a privilege.
    pub const fn queue_key_of(job: u64) -> u32 {
        (job.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as u32
    }

    /// UD from `Reset` to `Init`.
    pub const fn init_ud(port: u8, queue_key: u32) -> Self {
        QueuePairAttributes {
            partition_key: Some(0),
            port: Some(port),
            queue_key: Some(queue_key),
            ..Self::to(QueuePairState::Init)
        }
    }

    /// RC, or the receiving end of an extended connection, from `Init` to `ReadyToReceive`,
    /// connected to `peer` over `path`. `own` is what the peer gets: MTU and reads are what both
    /// can. Packet numbers begin at the sender's queue pair number, so both ends know them.
    pub fn receive_from(own: &Endpoint, peer: &Endpoint, path: Path) -> Self {
        QueuePairAttributes {
            path: Some(path),
            mtu: Some(own.mtu.min(peer.mtu)),
            peer: Some(peer.queue_pair),
            receive_sequence: Some(peer.queue_pair),
            reads_answered: Some(own.reads),
            receiver_not_ready_timer: Some(RECEIVER_NOT_READY_TIMER),
            ..Self::to(QueuePairState::ReadyToReceive)
        }
    }

    /// The sending end of an extended connection from `Init` to `ReadyToReceive`: as
    /// [`receive_from`](Self::receive_from), but nothing arrives there.
    pub fn aim_at(own: &Endpoint, peer: &Endpoint, path: Path) -> Self {
        QueuePairAttributes { reads_answered: None, receiver_not_ready_timer: None, ..Self::receive_from(own, peer, path) }
    }

    /// RC, or the sending end of an extended connection, from `ReadyToReceive` to `ReadyToSend`;
    /// `reads` is what the own device can have outstanding.
    pub fn send_to(own: &Endpoint, peer: &Endpoint, reads: u8) -> Self {
        QueuePairAttributes {
            timeout: Some(TIMEOUT),
            retries: Some(RETRIES),
            receiver_not_ready_retries: Some(RECEIVER_NOT_READY_RETRIES),
            send_sequence: Some(own.queue_pair),
            reads_outstanding: Some(reads.min(peer.reads)),
            ..Self::to(QueuePairState::ReadyToSend)
        }
    }

    /// The same with retries without end, [a second](PATIENT_TIMEOUT) apart, if the adapter is
    /// `software` that has them. Its peers work on processors that others use as well, so that they
    /// may answer late however often they are asked: whoever has it finds out about dead peers by
    /// itself.
    #[must_use]
    pub fn with_patience(self, software: bool) -> Self {
        match software {
            true => QueuePairAttributes { retries: Some(ENDLESS_RETRIES), timeout: Some(PATIENT_TIMEOUT), ..self },
            false => self,
        }
    }

    /// UD from `ReadyToReceive` to `ReadyToSend`.
    pub const fn send_datagrams() -> Self {
        QueuePairAttributes { send_sequence: Some(0), ..Self::to(QueuePairState::ReadyToSend) }
    }

    /// Which attributes are given.
    pub fn given(&self) -> Attributes {
        let optional = [
            (self.partition_key.is_some(), A::PARTITION_KEY),
            (self.port.is_some(), A::PORT),
            (self.access.is_some(), A::ACCESS),
            (self.queue_key.is_some(), A::QUEUE_KEY),
            (self.path.is_some(), A::PATH),
            (self.mtu.is_some(), A::MTU),
            (self.peer.is_some(), A::PEER),
            (self.receive_sequence.is_some(), A::RECEIVE_SEQUENCE),
            (self.send_sequence.is_some(), A::SEND_SEQUENCE),
            (self.reads_answered.is_some(), A::READS_ANSWERED),
            (self.reads_outstanding.is_some(), A::READS_OUTSTANDING),
            (self.receiver_not_ready_timer.is_some(), A::RECEIVER_NOT_READY_TIMER),
            (self.timeout.is_some(), A::TIMEOUT),
            (self.retries.is_some(), A::RETRIES),
            (self.receiver_not_ready_retries.is_some(), A::RECEIVER_NOT_READY_RETRIES),
            (self.notify_drained.is_some(), A::NOTIFY_DRAINED),
        ];
        optional.into_iter().filter(|(given, _)| *given).fold(A::STATE, |all, (_, one)| all | one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Gid;

    const STATES: [QueuePairState; 7] = [Reset, Init, Rtr, Rts, Sqd, Sqe, QueuePairState::Error];

    fn endpoint(queue_pair: u32, mtu: Mtu, reads: u8) -> Endpoint {
        Endpoint { gid: Gid::default(), lid: 0, queue_pair, mtu, reads }
    }

    fn path() -> Path {
        Path { gid: Gid::default(), lid: 0, gid_index: 1, global: true, port: 1, service_level: 0, traffic_class: 0, way: 0 }
    }

    #[test]
    fn jobs_have_different_keys_without_privilege() {
        let mut keys: Vec<u32> = (0..1000).map(QueuePairAttributes::queue_key_of).collect();
        assert!(keys.iter().all(|key| key >> 31 == 0));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 1000);
    }

    #[test]
    fn the_way_of_a_connection_is_legal() {
        let (own, peer) = (endpoint(5, Mtu::Bytes4096, 16), endpoint(9, Mtu::Bytes1024, 4));
        let receive = QueuePairAttributes::receive_from(&own, &peer, path());
        let send = QueuePairAttributes::send_to(&own, &peer, 128);
        assert_eq!(check(Transport::Rc, Reset, &QueuePairAttributes::init_rc(1, Access::REMOTE_WRITE)), Ok(()));
        assert_eq!(check(Transport::Rc, Init, &receive), Ok(()));
        assert_eq!(check(Transport::Rc, Rtr, &send), Ok(()));
        assert_eq!((receive.mtu, send.reads_outstanding), (Some(Mtu::Bytes1024), Some(4)), "what both ends can");
        assert_eq!(QueuePairAttributes::receive_from(&peer, &own, path()).receive_sequence, send.send_sequence);
    }

    #[test]
    fn the_way_of_datagrams_is_legal() {
        assert_eq!(check(Transport::Ud, Reset, &QueuePairAttributes::init_ud(1, 7)), Ok(()));
        assert_eq!(check(Transport::Ud, Init, &QueuePairAttributes::to(Rtr)), Ok(()));
        assert_eq!(check(Transport::Ud, Rtr, &QueuePairAttributes::send_datagrams()), Ok(()));
    }

    #[test]
    fn the_way_of_an_extended_connection_is_legal() {
        let (own, peer) = (endpoint(5, Mtu::Bytes4096, 16), endpoint(9, Mtu::Bytes1024, 4));
        let (aim, receive) =
            (QueuePairAttributes::aim_at(&own, &peer, path()), QueuePairAttributes::receive_from(&peer, &own, path()));
        let send = QueuePairAttributes::send_to(&own, &peer, 128);
        for transport in [Transport::XrcSend, Transport::XrcReceive] {
            assert_eq!(check(transport, Reset, &QueuePairAttributes::init_rc(1, Access::REMOTE_WRITE)), Ok(()));
        }
        assert_eq!(check(Transport::XrcSend, Init, &aim), Ok(()));
        assert_eq!(check(Transport::XrcSend, Rtr, &send), Ok(()));
        assert_eq!(check(Transport::XrcReceive, Init, &receive), Ok(()));
        assert_eq!((receive.receive_sequence, aim.mtu), (send.send_sequence, Some(Mtu::Bytes1024)));
        let answers = Attributes::READS_ANSWERED | Attributes::RECEIVER_NOT_READY_TIMER;
        let error = check(Transport::XrcSend, Init, &receive).expect_err("nothing arrives there");
        assert!(matches!(error, Error::WrongAttributes { superfluous, .. } if superfluous == answers), "{error:?}");
        assert!(transition(Transport::XrcReceive, Rtr, Rts).is_none(), "it has no send queue");
    }

    #[test]
    fn every_state_can_be_reset_and_failed_and_nothing_skips() {
        for transport in [Transport::Rc, Transport::Ud, Transport::XrcSend, Transport::XrcReceive] {
            for state in STATES {
                assert_eq!(check(transport, state, &QueuePairAttributes::to(Reset)), Ok(()));
                assert_eq!(check(transport, state, &QueuePairAttributes::to(QueuePairState::Error)), Ok(()));
                assert!(transition(transport, QueuePairState::Error, state).is_none_or(|row| row.required.is_empty()));
            }
            for (from, to) in [(Reset, Rtr), (Reset, Rts), (Init, Rts), (Rts, Init), (QueuePairState::Error, Rts), (Rts, Sqe)] {
                assert!(transition(transport, from, to).is_none(), "{transport:?} {from:?} -> {to:?}");
            }
        }
        assert!(transition(Transport::Rc, Sqe, Rts).is_none(), "RC has no such state");
    }

    #[test]
    fn missing_and_superfluous_attributes_are_named() {
        let wanted = QueuePairAttributes { queue_key: Some(1), access: None, ..QueuePairAttributes::init_rc(1, Access::empty()) };
        let error = check(Transport::Rc, Reset, &wanted).expect_err("two mistakes");
        assert!(matches!(error, Error::WrongAttributes { missing: A::ACCESS, superfluous: A::QUEUE_KEY, .. }), "{error:?}");
        let text = error.to_string();
        assert!(text.contains("ACCESS") && text.contains("QUEUE_KEY"), "{text}");
    }
}
