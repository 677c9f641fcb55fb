//! The table of methods: the ways that the bytes of a large message can take (LMT-1, LMT-2).
//!
//! A method is a row of [`TABLE`] and the states of its two ends, which a module of its own holds.
//! [`crate::decision`] says which method a message takes, and why. Once that is decided, each end
//! is a machine ([`Receiver`], [`Sender`]): it says what to do next and how the message ended, and
//! the engine does it ([`machine`]). A new method is a row and the variants here, and its module.
//!
//! - [`machine`]: the words between machines and the engine
//! - [`read`], [`write`]: one end copies
//! - [`cooperative`]: both copy
//! - [`pipe`]: through a pipe of the system
//! - [`network`]: a network moves the bytes

pub mod cooperative;
pub mod machine;
pub mod network;
pub mod pipe;
pub mod read;
pub mod write;

use crate::share::{Cut, Share};

use self::cooperative::{GivingUp, Helping, Sharing, Stopping};
pub use self::machine::{BadBuffer, STEP};
use self::machine::{CopiedApart, CopyError, Holding, ReceiverEnd, SenderEnd, Token, TransferResult, Turn};
use self::pipe::{Draining, Filling};
use self::read::Reading;
use self::write::Writing;
use crate::cost::{Costs, Transfer, through_ring};

/// A way for the bytes of a large message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Method {
    /// In packets: the sender copies into the device's buffers while the receiver copies out of
    /// them (LMT-2 a).
    Ring = 0,
    /// Through a pipe, copied into it and out of it by the kernel (LMT-2 b).
    Writev = 1,
    /// Through a pipe that is lent the sender's pages (LMT-2 c).
    Vmsplice = 2,
    /// The receiver copies from the sender's memory (LMT-2 d).
    Read = 3,
    /// The sender copies to the receiver's memory (LMT-2 d).
    Write = 4,
    /// Both copy, one from the front and one from the back, until they meet (LMT-beyond).
    Cooperative = 5,
    /// Through a network: the sender's device puts it into the receiver's memory.
    Put = 6,
    /// Through a network: the receiver's device gets it from the sender's memory.
    Get = 7,
}

/// What both ends of a message must be able to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Packets of the device: every device has them.
    Packets,
    /// A pipe between two processes of a node.
    Pipe,
    /// The system, or a mapping: the receiver reads the sender's memory.
    ReadMemory,
    /// The same: each of them may write to the other one's memory, too.
    WriteMemory,
    /// A network that moves data between the two processes' memories by itself.
    Network,
}

/// What both ends set up before a method begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodSetup {
    /// Nothing: the receiver grants, and packets come.
    Packets,
    /// The receiver learns where the sender's pieces lie.
    ReceiverCopies,
    /// The receiver grants, with its place, and the sender learns where the pieces lie.
    SenderCopies,
    /// Both of these, and a share.
    BothCopy,
    /// The receiver opens a pipe and grants.
    Pipe,
    /// The receiver exposes its memory and grants, and the sender's device puts.
    Put,
    /// The receiver's device gets from the memory that the sender has exposed.
    Get,
}

/// What a method costs, by what was measured.
pub type Cost = fn(&Costs, &Transfer) -> f64;

/// Which lengths of messages are timed by a method, among those that any is timed with, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredLengths {
    /// The shortest.
    pub from: u64,
    /// The longest.
    pub to: u64,
}

/// A row of the table of methods.
#[derive(Clone, Copy, Debug)]
pub struct MethodRow {
    /// The method.
    pub method: Method,
    /// Its name in settings and reports.
    pub name: &'static str,
    /// What both ends must be able to use.
    pub needs: Needs,
    /// What both ends set up.
    pub setup: MethodSetup,
    /// Nanoseconds that a transfer takes.
    pub cost: Cost,
    /// Messages that are timed on a machine, so that `cost` has a curve of the method; `None` if it
    /// goes by curves of other methods, or is not chosen by cost.
    pub measured: Option<MeasuredLengths>,
    /// Who does what, for people.
    pub doc: &'static str,
}

const fn row(
    method: Method,
    name: &'static str,
    needs: Needs,
    setup: MethodSetup,
    cost: Cost,
    measured: Option<MeasuredLengths>,
    doc: &'static str,
) -> MethodRow {
    MethodRow { method, name, needs, setup, cost, measured, doc }
}

/// Every method, in the order of their numbers. Settings, reports, variables for tools and sets of
/// methods derive from it.
pub const TABLE: [MethodRow; 8] = [
    row(
        Method::Ring,
        "ring",
        Needs::Packets,
        MethodSetup::Packets,
        |costs, transfer| through_ring(costs.curve(Method::Ring), transfer),
        Some(MeasuredLengths { from: 8 << 10, to: 4 << 20 }),
        "the sender copies into packets, the receiver out of them",
    ),
    row(
        Method::Writev,
        "writev",
        Needs::Pipe,
        MethodSetup::Pipe,
        pipe::writev_ns,
        pipe::MEASURED,
        "the kernel copies into a pipe and out of it",
    ),
    row(
        Method::Vmsplice,
        "vmsplice",
        Needs::Pipe,
        MethodSetup::Pipe,
        pipe::vmsplice_ns,
        pipe::MEASURED,
        "a pipe is lent the sender's pages, the kernel copies out of it",
    ),
    row(
        Method::Read,
        "read",
        Needs::ReadMemory,
        MethodSetup::ReceiverCopies,
        read::ns,
        read::MEASURED,
        "the receiver copies from the sender's memory",
    ),
    row(
        Method::Write,
        "write",
        Needs::WriteMemory,
        MethodSetup::SenderCopies,
        write::ns,
        None,
        "the sender copies to the receiver's memory",
    ),
    row(
        Method::Cooperative,
        "cooperative",
        Needs::WriteMemory,
        MethodSetup::BothCopy,
        cooperative::ns,
        cooperative::MEASURED,
        "both copy, one from the front and one from the back",
    ),
    row(
        Method::Put,
        "put",
        Needs::Network,
        MethodSetup::Put,
        network::put_ns,
        None,
        "the sender's adapter or network puts it into the receiver's memory",
    ),
    row(
        Method::Get,
        "get",
        Needs::Network,
        MethodSetup::Get,
        network::get_ns,
        None,
        "the receiver's adapter gets it from the sender's memory",
    ),
];

/// What a setting takes that names a method, for a reader.
pub const CHOICES: &str = {
    const BYTES: [u8; choices_len()] = choices();
    match std::str::from_utf8(&BYTES) {
        Ok(text) => text,
        Err(_) => panic!("names are text"),
    }
};

/// What [`CHOICES`] begins with, and what stands before each name, and the last one.
const FIRST: &[u8] = b"auto";
const BETWEEN: &[u8] = b", ";
const LAST: &[u8] = b", or ";

const fn choices_len() -> usize {
    let mut len = FIRST.len() + LAST.len() - BETWEEN.len();
    let mut number = 0;
    while number < TABLE.len() {
        len += BETWEEN.len() + TABLE[number].name.len();
        number += 1;
    }
    len
}

const fn choices<const LEN: usize>() -> [u8; LEN] {
    let (mut text, mut at) = put([0; LEN], 0, FIRST);
    let mut number = 0;
    while number < TABLE.len() {
        (text, at) = put(text, at, if number + 1 == TABLE.len() { LAST } else { BETWEEN });
        (text, at) = put(text, at, TABLE[number].name.as_bytes());
        number += 1;
    }
    text
}

const fn put<const LEN: usize>(mut text: [u8; LEN], at: usize, bytes: &[u8]) -> ([u8; LEN], usize) {
    let mut index = 0;
    while index < bytes.len() {
        text[at + index] = bytes[index];
        index += 1;
    }
    (text, at + bytes.len())
}

impl Method {
    /// All of them, in the order of their numbers.
    pub const ALL: [Method; TABLE.len()] = {
        let mut all = [Method::Ring; TABLE.len()];
        let mut number = 0;
        while number < TABLE.len() {
            assert!(TABLE[number].method as usize == number, "rows are in the order of numbers");
            all[number] = TABLE[number].method;
            number += 1;
        }
        all
    };

    /// The method of a number.
    pub fn of(number: u16) -> Option<Method> {
        Method::ALL.get(number as usize).copied()
    }

    /// The method of a name.
    pub fn of_name(name: &str) -> Option<Method> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.method)
    }

    /// Its row of the table.
    pub const fn row(self) -> &'static MethodRow {
        &TABLE[self as usize]
    }

    /// Its name in settings and reports.
    pub const fn name(self) -> &'static str {
        self.row().name
    }
}

/// The receiver of a message whose way is decided.
#[derive(Clone, Copy, Debug)]
pub enum Receiver<S> {
    /// It copies.
    Reading(Reading),
    /// The sender copies and tells when it is over.
    Awaiting,
    /// Both are to copy, as soon as a share is free; it copies alone if it comes to that before.
    Queued,
    /// Both copy.
    Sharing(Sharing<S>),
    /// It could not copy its part.
    GivingUp(GivingUp<S>),
    /// It reads a pipe.
    Draining(Draining),
    /// The sender's device puts into memory that it has exposed.
    Exposing(Token),
    /// Its device gets.
    Getting,
    /// It is over.
    Over(ReceiverEnd),
}

/// The sender of a message whose way is decided, other than in packets.
#[derive(Clone, Copy, Debug)]
pub enum Sender<S> {
    /// It copies.
    Writing(Writing),
    /// Both copy.
    Helping(Helping<S>),
    /// It could not copy its part.
    Stopping(Stopping<S>),
    /// It fills a pipe.
    Filling(Filling),
    /// Its device puts.
    Putting,
    /// It is over.
    Over(SenderEnd),
}

impl<S: Share> Receiver<S> {
    /// How it ended, of a message of `bytes` bytes.
    pub fn over(&self, bytes: u64) -> Option<ReceiverEnd> {
        match self {
            Receiver::Reading(state) => state.over(bytes),
            Receiver::Sharing(state) => state.over(bytes),
            Receiver::GivingUp(state) => state.over(bytes),
            Receiver::Draining(state) => state.over(bytes),
            Receiver::Over(end) => Some(*end),
            Receiver::Awaiting | Receiver::Queued | Receiver::Exposing(_) | Receiver::Getting => None,
        }
    }

    /// What to do next. Pieces of a share are taken with the answer.
    pub fn next(&self, bytes: u64, cut: Cut) -> Turn {
        match self {
            Receiver::Reading(state) => state.next(bytes),
            Receiver::Queued => Reading::default().next(bytes),
            Receiver::Sharing(state) => state.next(bytes, cut),
            Receiver::Draining(state) => state.next(bytes),
            Receiver::Awaiting | Receiver::GivingUp(_) | Receiver::Exposing(_) | Receiver::Getting | Receiver::Over(_) => {
                Turn::Wait
            }
        }
    }

    /// What [`Receiver::next`] wanted was done: the next state, and whether the sender may sleep
    /// for that.
    #[must_use]
    pub fn copied(self, bytes: u64, result: Result<u64, CopyError>) -> (Self, bool) {
        match self {
            Receiver::Reading(state) => (state.copied(result), false),
            Receiver::Queued => (Reading::default().copied(result), false),
            Receiver::Sharing(state) => state.copied(bytes, result),
            Receiver::Draining(state) => {
                let (state, wakes) = state.copied(result);
                (Receiver::Draining(state), wakes)
            }
            other => (other, false),
        }
    }

    /// Somebody else has copied for this process and is over: all that was left (true), less, or
    /// with an error.
    #[must_use]
    pub fn copied_apart(self, bytes: u64, result: CopiedApart) -> (Self, bool) {
        match self {
            Receiver::Reading(_) | Receiver::Queued => (Receiver::Reading(Reading::copied_apart(bytes, result)), false),
            Receiver::Sharing(state) => state.copied_apart(bytes, result),
            other => (other, false),
        }
    }

    /// Whether there is something to do that no packet tells. `is_handed_over`: somebody else
    /// copies for this process.
    pub fn is_due(&self, bytes: u64, is_handed_over: bool) -> bool {
        match self {
            Receiver::Reading(_) | Receiver::Queued => !is_handed_over,
            Receiver::Sharing(state) => state.is_due(bytes),
            Receiver::GivingUp(state) => state.over(bytes).is_some(),
            Receiver::Over(_) => true,
            Receiver::Awaiting | Receiver::Draining(_) | Receiver::Exposing(_) | Receiver::Getting => false,
        }
    }

    /// What it holds of the device, `bytes` being the length of the message.
    pub fn holding(&self, bytes: u64) -> Holding<S> {
        match *self {
            Receiver::Sharing(Sharing { slot, .. }) | Receiver::GivingUp(GivingUp { slot, .. }) => Holding::Slot(slot),
            Receiver::Draining(Draining { ticket, moved, .. }) => Holding::Pipe { ticket, is_spent: moved == bytes },
            Receiver::Exposing(token) => Holding::Memory(token),
            _ => Holding::Nothing,
        }
    }
}

impl<S> Receiver<S> {
    /// The beginning of a method that holds nothing of the device.
    pub fn start(method: Method) -> Self {
        match method {
            Method::Read => Receiver::Reading(Reading::default()),
            Method::Write => Receiver::Awaiting,
            _ => Receiver::Over(ReceiverEnd::InPackets),
        }
    }

    /// Bytes stored from the beginning on, where that is how they come.
    pub fn moved(&self) -> Option<u64> {
        match self {
            Receiver::Reading(Reading { moved }) | Receiver::Draining(Draining { moved, .. }) => Some(*moved),
            _ => None,
        }
    }
}

impl<S: Share + Copy> Sender<S> {
    /// How it ended, of a message of `bytes` bytes.
    pub fn over(&self, bytes: u64) -> Option<SenderEnd> {
        match self {
            Sender::Writing(state) => state.over(bytes),
            Sender::Helping(state) => state.over(bytes),
            Sender::Stopping(state) => Some(state.over()),
            Sender::Filling(state) => state.over(),
            Sender::Over(end) => Some(*end),
            Sender::Putting => None,
        }
    }

    /// What to do next. Pieces of a share are taken with the answer.
    pub fn next(&self, bytes: u64, cut: Cut) -> Turn {
        match self {
            Sender::Writing(state) => state.next(bytes),
            Sender::Helping(state) => state.next(bytes, cut),
            Sender::Filling(state) => state.next(bytes),
            Sender::Stopping(_) | Sender::Putting | Sender::Over(_) => Turn::Wait,
        }
    }

    /// What [`Sender::next`] wanted was done: the next state, and whether the receiver may sleep
    /// for that.
    #[must_use]
    pub fn copied(self, bytes: u64, result: Result<u64, CopyError>) -> (Self, bool) {
        match self {
            Sender::Writing(state) => (state.copied(result), false),
            Sender::Helping(state) => state.copied(bytes, result),
            Sender::Filling(state) => {
                let (state, wakes) = state.copied(result);
                (Sender::Filling(state), wakes)
            }
            other => (other, false),
        }
    }

    /// As [`Receiver::copied_apart`].
    #[must_use]
    pub fn copied_apart(self, bytes: u64, result: CopiedApart) -> (Self, bool) {
        match self {
            Sender::Writing(_) => (Sender::Writing(Writing::copied_apart(bytes, result)), false),
            Sender::Helping(state) => state.copied_apart(bytes, result),
            other => (other, false),
        }
    }

    /// As [`Receiver::is_due`].
    pub fn is_due(&self, bytes: u64, is_handed_over: bool) -> bool {
        match self {
            Sender::Writing(_) => !is_handed_over,
            Sender::Helping(state) => state.over(bytes).is_some(),
            Sender::Stopping(_) | Sender::Over(_) => true,
            Sender::Filling(_) | Sender::Putting => false,
        }
    }

    /// What it holds of the device, `bytes` being the length of the message.
    pub fn holding(&self, bytes: u64) -> Holding<S> {
        match *self {
            Sender::Helping(Helping { share }) | Sender::Stopping(Stopping { share, .. }) => Holding::Share(share),
            Sender::Filling(Filling { ticket, moved, .. }) => Holding::Pipe { ticket, is_spent: moved == bytes },
            _ => Holding::Nothing,
        }
    }
}

impl<S> Sender<S> {
    /// The beginning of a method that holds nothing of the device.
    pub fn start(method: Method) -> Self {
        match method {
            Method::Write => Sender::Writing(Writing::default()),
            // Their senders are asked for nothing.
            _ => Sender::Over(SenderEnd::Stopped(TransferResult::Refused)),
        }
    }

    /// Bytes that have left from the beginning on, where that is how they go.
    pub fn moved(&self) -> Option<u64> {
        match self {
            Sender::Writing(Writing { moved }) | Sender::Filling(Filling { moved, .. }) => Some(*moved),
            _ => None,
        }
    }
}

/// A set of methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Methods(u32);

impl Methods {
    /// What every device can do.
    pub const RING: Methods = Methods::only(Method::Ring);
    /// Every method.
    pub const ALL: Methods = Methods((1 << Method::ALL.len()) - 1);

    /// No method.
    pub const NONE: Methods = Methods(0);
    /// Those for which a process needs to know where the data lie in the other one.
    pub const COPIES: Methods = Methods::READS.or(Methods::WRITES);
    /// Those of a process that can read the other one's memory.
    pub const READS: Methods = Methods::needing(Needs::ReadMemory);
    /// Those of processes that can write to each other's memory.
    pub const WRITES: Methods = Methods::needing(Needs::WriteMemory);
    /// Those that go through a pipe.
    pub const PIPES: Methods = Methods::needing(Needs::Pipe);
    /// Those of networks, which move the data by themselves.
    pub const NETWORK: Methods = Methods::needing(Needs::Network);

    const fn needing(needs: Needs) -> Methods {
        let mut methods = Methods::NONE;
        let mut number = 0;
        while number < TABLE.len() {
            if TABLE[number].needs as u8 == needs as u8 {
                methods = methods.with(TABLE[number].method);
            }
            number += 1;
        }
        methods
    }

    /// As a word of a packet.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`Methods::bits`]. Methods that this version does not know stay in the set
    /// and are never chosen.
    pub const fn of_bits(bits: u32) -> Methods {
        Methods(bits)
    }

    /// One method.
    pub const fn only(method: Method) -> Methods {
        Methods(1 << method as u8)
    }

    /// Without `method`.
    #[must_use]
    pub const fn without(self, method: Method) -> Methods {
        self.minus(Methods::only(method))
    }

    /// With `method` too.
    #[must_use]
    pub const fn with(self, method: Method) -> Methods {
        Methods(self.0 | 1 << method as u8)
    }

    /// Those in either.
    #[must_use]
    pub const fn or(self, other: Methods) -> Methods {
        Methods(self.0 | other.0)
    }

    /// Those that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: Methods) -> Methods {
        Methods(self.0 & !other.0)
    }

    /// Those in both.
    #[must_use]
    pub const fn and(self, other: Methods) -> Methods {
        Methods(self.0 & other.0)
    }

    /// Whether `method` is among them.
    pub const fn has(self, method: Method) -> bool {
        self.0 & 1 << method as u8 != 0
    }

    /// Those among them that this version knows, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Method> {
        Method::ALL.into_iter().filter(move |method| self.has(*method))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let both = Methods::RING.with(Method::Cooperative);
        assert!(both.has(Method::Ring) && both.has(Method::Cooperative) && !both.has(Method::Read));
        assert_eq!((Methods::ALL.and(both), Methods::RING.or(both)), (both, both));
        assert!(Methods::PIPES.has(Method::Writev) && !Methods::PIPES.has(Method::Ring));
        assert_eq!(both.iter().collect::<Vec<_>>(), [Method::Ring, Method::Cooperative]);
    }

    #[test]
    fn numbers_and_names_find_their_method() {
        for (number, method) in Method::ALL.into_iter().enumerate() {
            assert_eq!((method as usize, Method::of(number as u16)), (number, Some(method)));
            assert_eq!(Method::of_name(method.name()), Some(method));
        }
        assert_eq!((Method::of(Method::ALL.len() as u16), Method::of_name("auto")), (None, None));
        let names = Method::ALL.map(Method::name);
        let (last, others) = names.split_last().unwrap();
        assert_eq!(CHOICES, format!("auto, {}, or {last}", others.join(", ")));
    }

    #[test]
    fn every_method_is_needing_something() {
        let all = Methods::RING.or(Methods::PIPES).or(Methods::COPIES).or(Methods::NETWORK);
        assert_eq!(all, Methods::ALL);
        assert_eq!(Methods::COPIES.iter().collect::<Vec<_>>(), [Method::Read, Method::Write, Method::Cooperative]);
    }
}
