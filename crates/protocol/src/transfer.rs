//! Large messages (LMT-1): the ways their bytes can take, what a sender offers, what the receiver
//! grants, what each way costs, and how two processes share the work of copying.
//!
//! The sender offers a message with an [`Offer`]: where it lies and by which methods it can be
//! fetched. The receiver matches it, chooses a method ([`Costs::choose`]) and either fetches the
//! bytes itself or answers with a [`Grant`].

use crate::cost::Backing;

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

impl Method {
    /// All of them, in the order of their numbers.
    pub const ALL: [Method; 8] = [
        Method::Ring,
        Method::Writev,
        Method::Vmsplice,
        Method::Read,
        Method::Write,
        Method::Cooperative,
        Method::Put,
        Method::Get,
    ];

    /// The method of a number.
    pub fn of(number: u16) -> Option<Method> {
        Method::ALL.get(number as usize).copied()
    }

    /// Its name in settings and reports.
    pub fn name(self) -> &'static str {
        match self {
            Method::Ring => "ring",
            Method::Writev => "writev",
            Method::Vmsplice => "vmsplice",
            Method::Read => "read",
            Method::Write => "write",
            Method::Cooperative => "cooperative",
            Method::Put => "put",
            Method::Get => "get",
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
    pub const COPIES: Methods = Methods::only(Method::Read).with(Method::Write).with(Method::Cooperative);
    /// Those that go through a pipe.
    pub const PIPES: Methods = Methods::only(Method::Writev).with(Method::Vmsplice);
    /// Those of networks, which move the data by themselves.
    pub const NETWORK: Methods = Methods::only(Method::Put).with(Method::Get);

    /// One method.
    pub const fn only(method: Method) -> Methods {
        Methods(1 << method as u8)
    }

    /// Without `method`.
    #[must_use]
    pub const fn without(self, method: Method) -> Methods {
        Methods(self.0 & !(1 << method as u8))
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

/// Where data lie in a process's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryLocation {
    /// If there is one piece: its address. If there are more: the address of a list of as many
    /// [`Piece`]s.
    pub address: u64,
    /// Pieces; 0 where the data cannot be accessed like this.
    pub pieces: u32,
}

/// Bytes that lie together in a process's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Piece {
    /// Address of the first byte.
    pub address: u64,
    /// Bytes.
    pub len: u64,
}

/// Memory that a network device of this process or of a peer has been shown, as the device names
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Token {
    /// Its address, or whatever the device finds it by.
    pub address: u64,
    /// The key that goes with it.
    pub key: u32,
}

/// Bytes of the bodies that announce and grant a large message.
pub const BODY: usize = 40;

/// Body of a request to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The sender's operation.
    pub operation: u64,
    /// Length of the message in bytes.
    pub bytes: u64,
    /// Where it lies in the sender's memory, for copies on one machine.
    pub place: MemoryLocation,
    /// How the sender can give it.
    pub methods: Methods,
    /// If it can be got through a network: what it is named by.
    pub token: Token,
    /// What backs it there.
    pub backing: Backing,
}

impl Offer {
    /// As bytes.
    pub fn encode(&self) -> [u8; BODY] {
        let place =
            if self.methods.has(Method::Get) { MemoryLocation { address: self.token.address, pieces: 0 } } else { self.place };
        encode(self.operation, self.bytes, place, [self.methods.0, self.token.key, self.backing as u32])
    }

    /// The inverse of [`Offer::encode`]; `None` if the length is wrong.
    pub fn decode(body: &[u8]) -> Option<Self> {
        let (operation, bytes, place, [methods, key, flags]) = decode(body)?;
        let (methods, token) = (Methods(methods), Token { address: place.address, key });
        let (place, token) =
            if methods.has(Method::Get) { (MemoryLocation::default(), token) } else { (place, Token::default()) };
        let backing = Backing::ALL.get(flags as usize).copied().unwrap_or_default();
        Some(Offer { operation, bytes, place, methods, token, backing })
    }
}

/// Body of a clear to send; the method travels in the packet's `aux`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The receiver's operation.
    pub operation: u64,
    /// Bytes of the message that the receiver takes, from its beginning.
    pub wanted: u64,
    /// Where they go in the receiver's memory. Through a pipe: the address is its ticket.
    pub place: MemoryLocation,
    /// Of some methods: which shared state of the receiver's device is the transfer's; through a
    /// network: the key that goes with the address.
    pub slot: u32,
}

impl Grant {
    /// As bytes.
    pub fn encode(&self) -> [u8; BODY] {
        encode(self.operation, self.wanted, self.place, [self.slot, 0, 0])
    }

    /// The inverse of [`Grant::encode`]; `None` if the length is wrong.
    pub fn decode(body: &[u8]) -> Option<Self> {
        let (operation, wanted, place, [slot, ..]) = decode(body)?;
        Some(Grant { operation, wanted, place, slot })
    }
}

fn encode(first: u64, second: u64, place: MemoryLocation, words: [u32; 3]) -> [u8; BODY] {
    let mut body = [0; BODY];
    body[..8].copy_from_slice(&first.to_le_bytes());
    body[8..16].copy_from_slice(&second.to_le_bytes());
    body[16..24].copy_from_slice(&place.address.to_le_bytes());
    body[24..28].copy_from_slice(&place.pieces.to_le_bytes());
    for (at, word) in body[28..].chunks_exact_mut(4).zip(words) {
        at.copy_from_slice(&word.to_le_bytes());
    }
    body
}

fn decode(body: &[u8]) -> Option<(u64, u64, MemoryLocation, [u32; 3])> {
    let body: &[u8; BODY] = body.try_into().ok()?;
    let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| body[at + byte]));
    let short = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| body[at + byte]));
    Some((long(0), long(8), MemoryLocation { address: long(16), pieces: short(24) }, [28, 32, 36].map(short)))
}

/// How a large message ended, as the side that copied tells the other one (`aux` of a `Fin`
/// packet).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum TransferResult {
    /// All bytes that were wanted are where they belong.
    Done = 0,
    /// The sender's memory cannot be read.
    BadSendBuffer = 1,
    /// The receiver's memory cannot be written.
    BadReceiveBuffer = 2,
    /// The system does not allow the method any more: grant another one.
    Refused = 3,
}

impl TransferResult {
    /// The verdict of a number.
    pub fn of(number: u16) -> Option<TransferResult> {
        [TransferResult::Done, TransferResult::BadSendBuffer, TransferResult::BadReceiveBuffer, TransferResult::Refused]
            .get(number as usize)
            .copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_and_grants_survive_the_wire() {
        let place = MemoryLocation { address: 0x7fff_1234_5678, pieces: 3 };
        let methods = Methods::RING.with(Method::Read);
        let offer = Offer { operation: 7, bytes: 1 << 40, place, methods, token: Token::default(), backing: Backing::SharedHeap };
        assert_eq!(Offer::decode(&offer.encode()), Some(offer));
        let token = Token { address: u64::MAX - 5, key: 0xfedc_ba98 };
        let offer = Offer {
            place: MemoryLocation::default(),
            methods: Methods::RING.or(Methods::NETWORK),
            token,
            backing: Backing::HugePages,
            ..offer
        };
        assert_eq!(Offer::decode(&offer.encode()), Some(offer));
        let grant = Grant { operation: u64::MAX, wanted: 9, place, slot: 63 };
        assert_eq!(Grant::decode(&grant.encode()), Some(grant));
        assert_eq!(Grant::decode(&grant.encode()[1..]), None);
    }

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let both = Methods::RING.with(Method::Cooperative);
        assert!(both.has(Method::Ring) && both.has(Method::Cooperative) && !both.has(Method::Read));
        assert_eq!((Methods::ALL.and(both), Methods::RING.or(both)), (both, both));
        assert!(Methods::PIPES.has(Method::Writev) && !Methods::PIPES.has(Method::Ring));
        assert_eq!(both.iter().collect::<Vec<_>>(), [Method::Ring, Method::Cooperative]);
    }

    #[test]
    fn numbers_are_those_of_the_wire() {
        for (number, method) in Method::ALL.into_iter().enumerate() {
            assert_eq!((method as usize, Method::of(number as u16)), (number, Some(method)));
        }
        assert_eq!((Method::of(8), TransferResult::of(4), TransferResult::of(3)), (None, None, Some(TransferResult::Refused)));
    }
}
