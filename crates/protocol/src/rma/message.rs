//! What an origin and a target tell each other that do not share the target's memory. Every message
//! is about one window, which its packets name.
//!
//! ```text
//!  0 kind   1 flags   2 operation or hold (2)   4 tag (4)
//!  8 displacement    16 count    24 bytes      (8 each)
//! 32 length of the datatype (4)   36 status (4)
//! 40 the datatype, then the data
//! ```
//! All numbers are little-endian. Messages of one origin are acted upon in order; only data that
//! come separately may be overtaken by what does not depend on them ([`Message::waits_for_data`]).

use super::conflict::{AccessKind, Encounter};

/// Bytes in front of datatype and data.
pub const HEAD: usize = 40;
/// Where the number of bytes of data stands.
const BYTES_AT: usize = 24;

/// The data come in a message of their own, with the same tag.
const COMING: u8 = 1;
/// What the target had before goes back, in a message with the same tag.
const FETCH: u8 = 2;
/// There are no data: the operation looks at none.
const ABSENT: u8 = 4;

/// The part of the target's memory that a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetRange<'a> {
    /// Bytes from the beginning of the part; in dynamic windows an address.
    pub displacement: u64,
    /// Elements of the datatype.
    pub count: u64,
    /// The datatype, encoded.
    pub datatype: &'a [u8],
}

/// The data of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data<'a> {
    /// These bytes.
    Here(&'a [u8]),
    /// So many bytes, in a message of their own.
    Coming(u64),
    /// None, for so many bytes of the target (`MPI_NO_OP`).
    Absent(u64),
}

impl Data<'_> {
    /// How many bytes.
    pub fn bytes(&self) -> u64 {
        match self {
            Data::Here(bytes) => bytes.len() as u64,
            Data::Coming(bytes) | Data::Absent(bytes) => *bytes,
        }
    }
}

/// What became of a request at the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// It was done.
    Done = 0,
    /// Something since the last answer was about memory that is not part of the window.
    OutOfRange = 1,
    /// The same, about memory that is not attached.
    NotAttached = 2,
}

impl Status {
    fn of(number: u32) -> Option<Status> {
        [Status::Done, Status::OutOfRange, Status::NotAttached].into_iter().find(|status| *status as u32 == number)
    }
}

/// A message. A tag tells what belongs together apart from everything else between the two
/// processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of the format")]
pub enum Message<'a> {
    /// Store the data.
    Put { place: TargetRange<'a>, tag: u32, data: Data<'a> },
    /// Send so many bytes of the data, in a message with this tag.
    Get { place: TargetRange<'a>, tag: u32, bytes: u64 },
    /// Combine the data into the target's, and send what was there before if `fetches`. The
    /// operation is the handle of a predefined one.
    Accumulate { place: TargetRange<'a>, tag: u32, op: u16, fetches: bool, data: Data<'a> },
    /// Compare the element with the second half of the data, store the first half if they are
    /// equal, and send what was there before.
    CompareAndSwap { place: TargetRange<'a>, tag: u32, data: &'a [u8] },
    /// Take a hold of the target's control block for the origin, and say so when it is there.
    Enter { hold: u16, tag: u32 },
    /// Give it back, or give up waiting for it; say so, if there is a tag, when everything before
    /// is done.
    Leave { hold: u16, tag: u32 },
    /// Say so when everything before is done.
    Flush { tag: u32 },
    /// The answer to the three above, and to [`Message::Revoke`].
    Answer { tag: u32, status: Status },
    /// The origin of this message exposes its part to the receiver (`MPI_Win_post`).
    Posted,
    /// The origin of this message has completed its epoch at the receiver (`MPI_Win_complete`):
    /// valid when everything before is done.
    Completed,
    /// Tell the key of the attached range that has this address.
    AskKey { address: u64 },
    /// The answer: the attached range, and what the device calls it. A range of no bytes: nothing
    /// is attached there. An empty key: the device does not access it.
    Key { address: u64, bytes: u64, key: &'a [u8] },
    /// The range at this address is detached: forget its key, and answer when no access by the
    /// device is under way.
    Revoke { address: u64, tag: u32 },
    /// An access to these bytes is made: compare it with those of others (`FERRY_CHECK`), note it,
    /// and send the answer.
    Note { kind: AccessKind, tag: u32, pieces: &'a [u8] },
    /// What is noted of the sender is over; say so.
    Forget { tag: u32 },
    /// The answer to [`Message::Note`].
    ConflictAnswer { tag: u32, conflict: Option<Encounter> },
}

const PUT: u8 = 1;
const GET: u8 = 2;
const ACCUMULATE: u8 = 3;
const COMPARE_AND_SWAP: u8 = 4;
const ENTER: u8 = 5;
const LEAVE: u8 = 6;
const FLUSH: u8 = 7;
const ANSWER: u8 = 8;
const POSTED: u8 = 9;
const COMPLETED: u8 = 10;
const ASK_KEY: u8 = 11;
const KEY: u8 = 12;
const REVOKE: u8 = 13;
const NOTE: u8 = 14;
const FORGET: u8 = 15;
const CONFLICT_ANSWER: u8 = 16;

/// The fixed part of a message.
#[derive(Default)]
struct Head {
    kind: u8,
    flags: u8,
    operation: u16,
    tag: u32,
    displacement: u64,
    count: u64,
    bytes: u64,
    status: u32,
}

impl<'a> Message<'a> {
    /// The message as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let (head, datatype, data) = self.parts();
        let room = match data {
            Some(Data::Here(bytes)) => bytes.len(),
            _ => 0,
        };
        let mut out = Vec::with_capacity(HEAD + datatype.len() + room);
        out.extend([head.kind, head.flags]);
        out.extend(head.operation.to_le_bytes());
        out.extend(head.tag.to_le_bytes());
        for word in [head.displacement, head.count, head.bytes] {
            out.extend(word.to_le_bytes());
        }
        out.extend((datatype.len() as u32).to_le_bytes());
        out.extend(head.status.to_le_bytes());
        out.extend(datatype);
        if let Some(Data::Here(bytes)) = data {
            out.extend(bytes);
        }
        out
    }

    /// The message as bytes, to which the caller appends `bytes` bytes of data.
    pub fn encode_before(&self, bytes: u64) -> Vec<u8> {
        let mut out = self.encode();
        out[BYTES_AT..BYTES_AT + 8].copy_from_slice(&bytes.to_le_bytes());
        out.reserve_exact(bytes as usize);
        out
    }

    fn parts(&self) -> (Head, &'a [u8], Option<Data<'a>>) {
        let none = Head::default();
        match *self {
            Message::Put { place, tag, data } => (placed(PUT, &place, tag, data), place.datatype, Some(data)),
            Message::Get { place, tag, bytes } => {
                (Head { flags: 0, ..placed(GET, &place, tag, Data::Coming(bytes)) }, place.datatype, None)
            }
            Message::Accumulate { place, tag, op, fetches, data } => {
                let head = placed(ACCUMULATE, &place, tag, data);
                let flags = head.flags | if fetches { FETCH } else { 0 };
                (Head { operation: op, flags, ..head }, place.datatype, Some(data))
            }
            Message::CompareAndSwap { place, tag, data } => {
                let data = Data::Here(data);
                (placed(COMPARE_AND_SWAP, &place, tag, data), place.datatype, Some(data))
            }
            Message::Enter { hold, tag } => (Head { kind: ENTER, operation: hold, tag, ..none }, &[], None),
            Message::Leave { hold, tag } => (Head { kind: LEAVE, operation: hold, tag, ..none }, &[], None),
            Message::Flush { tag } => (Head { kind: FLUSH, tag, ..none }, &[], None),
            Message::Answer { tag, status } => (Head { kind: ANSWER, tag, status: status as u32, ..none }, &[], None),
            Message::Posted => (Head { kind: POSTED, ..none }, &[], None),
            Message::Completed => (Head { kind: COMPLETED, ..none }, &[], None),
            Message::AskKey { address } => (Head { kind: ASK_KEY, displacement: address, ..none }, &[], None),
            Message::Key { address, bytes, key } => {
                let data = Data::Here(key);
                let head = Head { kind: KEY, displacement: address, count: bytes, bytes: data.bytes(), ..none };
                (head, &[], Some(data))
            }
            Message::Note { kind, tag, pieces } => {
                let (operation, displacement) = kind.code();
                let data = Data::Here(pieces);
                (Head { kind: NOTE, operation, tag, displacement, bytes: data.bytes(), ..none }, &[], Some(data))
            }
            Message::Forget { tag } => (Head { kind: FORGET, tag, ..none }, &[], None),
            Message::ConflictAnswer { tag, conflict } => {
                let head = Head { kind: CONFLICT_ANSWER, tag, ..none };
                let Some(Encounter { by, now, before, from, to }) = conflict else { return (head, &[], None) };
                let operation = now.code().0 << 8 | before.code().0;
                (Head { operation, displacement: from, count: to, status: by, ..head }, &[], None)
            }
            Message::Revoke { address, tag } => (Head { kind: REVOKE, displacement: address, tag, ..none }, &[], None),
        }
    }

    /// The message that these bytes are; `None` if they are none.
    pub fn decode(bytes: &'a [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let half = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let short = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        let (kind, flags, operation, tag) = (head[0], head[1], half(2), short(4));
        let (datatype, here) = rest.split_at_checked(short(32) as usize)?;
        let place = TargetRange { displacement: word(8), count: word(16), datatype };
        let bytes = word(BYTES_AT);
        let data = match flags & (COMING | ABSENT) {
            COMING => Data::Coming(bytes),
            ABSENT => Data::Absent(bytes),
            _ => Data::Here(here),
        };
        if data.bytes() != bytes && kind != GET {
            return None;
        }
        Some(match kind {
            PUT if flags & ABSENT != 0 => return None,
            PUT => Message::Put { place, tag, data },
            GET => Message::Get { place, tag, bytes },
            ACCUMULATE => Message::Accumulate { place, tag, op: operation, fetches: flags & FETCH != 0, data },
            COMPARE_AND_SWAP => Message::CompareAndSwap { place, tag, data: here },
            ENTER => Message::Enter { hold: operation, tag },
            LEAVE => Message::Leave { hold: operation, tag },
            FLUSH => Message::Flush { tag },
            ANSWER => Message::Answer { tag, status: Status::of(short(36))? },
            POSTED => Message::Posted,
            COMPLETED => Message::Completed,
            ASK_KEY => Message::AskKey { address: place.displacement },
            KEY => Message::Key { address: place.displacement, bytes: place.count, key: here },
            REVOKE => Message::Revoke { address: place.displacement, tag },
            NOTE => Message::Note { kind: AccessKind::of(operation, place.displacement)?, tag, pieces: here },
            FORGET => Message::Forget { tag },
            CONFLICT_ANSWER if operation == 0 => Message::ConflictAnswer { tag, conflict: None },
            CONFLICT_ANSWER => {
                let (now, before) = (AccessKind::of(operation >> 8, 0)?, AccessKind::of(operation & 255, 0)?);
                let (from, to) = (place.displacement, place.count);
                Message::ConflictAnswer { tag, conflict: Some(Encounter { by: short(36), now, before, from, to }) }
            }
            _ => return None,
        })
    }

    /// Whether the message is acted upon only when all data are there that came separately from the
    /// same origin before.
    pub fn waits_for_data(&self) -> bool {
        matches!(self, Message::Flush { .. } | Message::Leave { .. } | Message::Completed)
    }
}

fn placed(kind: u8, place: &TargetRange<'_>, tag: u32, data: Data<'_>) -> Head {
    let flags = match data {
        Data::Here(_) => 0,
        Data::Coming(_) => COMING,
        Data::Absent(_) => ABSENT,
    };
    let TargetRange { displacement, count, .. } = *place;
    Head { kind, flags, operation: 0, tag, displacement, count, bytes: data.bytes(), status: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples() -> Vec<Message<'static>> {
        let place = TargetRange { displacement: 0x1234_5678_9abc, count: 7, datatype: &[0, 9, 2] };
        let encounter = Encounter { by: 3, now: AccessKind::Get, before: AccessKind::Put, from: 8, to: 1 << 40 };
        vec![
            Message::Put { place, tag: 1, data: Data::Here(b"abc") },
            Message::Put { place, tag: 2, data: Data::Coming(1 << 40) },
            Message::Get { place, tag: 3, bytes: 99 },
            Message::Accumulate { place, tag: 4, op: 0x21, fetches: false, data: Data::Here(b"") },
            Message::Accumulate { place, tag: u32::MAX, op: 0x3d, fetches: true, data: Data::Coming(8) },
            Message::Accumulate { place, tag: 5, op: 0x3e, fetches: true, data: Data::Absent(1 << 40) },
            Message::CompareAndSwap { place, tag: 6, data: b"newold" },
            Message::Enter { hold: 3, tag: 7 },
            Message::Leave { hold: 4, tag: 0 },
            Message::Flush { tag: 9 },
            Message::Answer { tag: 10, status: Status::NotAttached },
            Message::Posted,
            Message::Completed,
            Message::AskKey { address: u64::MAX },
            Message::Key { address: 1 << 40, bytes: 64, key: b"key" },
            Message::Key { address: 0, bytes: 0, key: b"" },
            Message::Revoke { address: 4096, tag: 11 },
            Message::Note { kind: AccessKind::Accumulate { datatype: 9 }, tag: 12, pieces: &[1; 32] },
            Message::Note { kind: AccessKind::Put, tag: 13, pieces: &[] },
            Message::Forget { tag: 14 },
            Message::ConflictAnswer { tag: 15, conflict: None },
            Message::ConflictAnswer { tag: 16, conflict: Some(encounter) },
        ]
    }

    #[test]
    fn messages_arrive_as_they_were() {
        for message in examples() {
            assert_eq!(Message::decode(&message.encode()), Some(message));
        }
    }

    #[test]
    fn what_is_cut_or_unknown_is_no_message() {
        for message in examples() {
            let bytes = message.encode();
            let has_datatype = bytes[32] != 0;
            for len in (0..HEAD + if has_datatype { 3 } else { 0 }).step_by(5) {
                assert_eq!(Message::decode(&bytes[..len]), None, "{len} bytes of {message:?}");
            }
            for kind in [0, 17, 255] {
                assert_eq!(Message::decode(&[&[kind], &bytes[1..]].concat()), None);
            }
        }
    }

    #[test]
    fn data_are_as_long_as_they_say() {
        let place = TargetRange { displacement: 0, count: 1, datatype: &[] };
        let message = Message::Put { place, tag: 1, data: Data::Here(b"abc") };
        let mut bytes = message.encode();
        let mut apart = Message::Put { place, tag: 1, data: Data::Here(b"") }.encode_before(3);
        apart.extend(b"abc");
        assert_eq!(Message::decode(&apart), Some(message));
        bytes.pop();
        assert_eq!(Message::decode(&bytes), None);
    }
}
