//! The bytes in front of a packet's body (`docs/wire/rc.md`): a prefix, and the engine's header,
//! whole or, where it is the last one's but for tag and length, its tag alone.

use ferry_protocol::packet::Header;

/// Bytes of a prefix.
pub const PREFIX_BYTES: usize = 8;
/// Bytes of a whole header.
pub const HEADER_BYTES: usize = 16;
/// Bytes of a cached one.
const CACHED_BYTES: usize = 4;
/// Most bytes in front of a body.
pub const MOST_FRONT: usize = PREFIX_BYTES + HEADER_BYTES;

/// Classes whose credits fit into a prefix: the first, and one of the others.
pub const MOST_CLASSES: usize = 9;

/// What the rest of a packet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Form {
    /// A whole header and the body.
    Whole = 1,
    /// A cached header and the body.
    Cached = 2,
    /// Nothing, or [`Grants`]: the packet brings credits.
    Credits = 3,
    /// A [`RingOffer`].
    RingOffer = 4,
    /// Nothing: use the ring no more, and say so.
    RingClose = 5,
    /// Nothing: the ring is not used from here on.
    RingClosed = 6,
    /// Nothing: the sender sends nothing more, and needs nothing more.
    Farewell = 7,
    /// Nothing; the number says of which size classes, as bits, the sender has no credits and would
    /// use more.
    Ask = 8,
    /// Nothing; the number is that of a put, whose data are there.
    Notice = 9,
    /// The body alone: the header is the last one's but for the length, and the rest is in the
    /// message's immediate data.
    Bare = 10,
}

impl Form {
    /// Those that a prefix can name.
    const NAMED: [Form; 9] = [
        Form::Whole,
        Form::Cached,
        Form::Credits,
        Form::RingOffer,
        Form::RingClose,
        Form::RingClosed,
        Form::Farewell,
        Form::Ask,
        Form::Notice,
    ];

    /// Whether it carries a packet of the engine.
    pub fn is_packet(self) -> bool {
        matches!(self, Form::Whole | Form::Cached | Form::Bare)
    }

    /// Bytes of its prefix.
    #[inline]
    pub fn prefix_bytes(self) -> usize {
        if self == Form::Bare { 0 } else { PREFIX_BYTES }
    }

    /// Bytes in front of a body that a packet of this form does without.
    #[inline]
    pub fn spared_bytes(self) -> usize {
        if self == Form::Bare { PREFIX_BYTES + CACHED_BYTES } else { 0 }
    }
}

/// The first bytes of everything that travels over a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// What follows.
    pub form: Form,
    /// Credits of the first size class given back.
    pub credits: u8,
    /// Credits of another size class given back, or lent.
    pub grant: Grant,
    /// Slots given back of the ring from the receiver to the sender of this.
    pub slots: u8,
    /// Number of the packet among those of the engine to this peer; the size classes of
    /// [`Form::Ask`]; that of a [`Form::Notice`]; 0 in others.
    pub sequence: u32,
}

/// Credits of a size class other than the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// SizeClass, from 1.
    pub class: u8,
    /// How many; up to [`Grant::MOST`].
    pub count: u8,
}

impl Grant {
    /// Credits that fit into one.
    pub const MOST: u16 = 31;
    /// No credits.
    pub const NONE: Grant = Grant { class: 1, count: 0 };

    fn encode(self) -> u8 {
        (self.class - 1) << 5 | self.count
    }

    fn decode(byte: u8) -> Grant {
        Grant { class: (byte >> 5) + 1, count: byte & 31 }
    }
}

const _: () = assert!(((MOST_CLASSES - 2) << 5) + Grant::MOST as usize <= 255);

/// Credits of all size classes but the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grants(pub [u16; MOST_CLASSES - 1]);

/// Bytes of [`Grants`].
pub const GRANTS_BYTES: usize = 2 * (MOST_CLASSES - 1);

impl Grants {
    /// As bytes.
    pub fn encode(&self) -> [u8; GRANTS_BYTES] {
        let mut bytes = [0; GRANTS_BYTES];
        for (place, count) in bytes.chunks_exact_mut(2).zip(self.0) {
            place.copy_from_slice(&count.to_le_bytes());
        }
        bytes
    }

    /// The inverse.
    pub fn decode(bytes: &[u8; GRANTS_BYTES]) -> Grants {
        Grants(std::array::from_fn(|index| u16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]])))
    }
}

impl Prefix {
    /// As bytes.
    #[inline]
    pub fn encode(&self) -> [u8; PREFIX_BYTES] {
        let [a, b, c, d] = self.sequence.to_le_bytes();
        [self.form as u8, self.credits, self.grant.encode(), self.slots, a, b, c, d]
    }

    /// The inverse; none if the form is unknown.
    #[inline]
    pub fn decode(bytes: [u8; PREFIX_BYTES]) -> Option<Prefix> {
        let [form, credits, grant, slots, a, b, c, d] = bytes;
        let form = *Form::NAMED.get(usize::from(form).checked_sub(1)?)?;
        Some(Prefix { form, credits, grant: Grant::decode(grant), slots, sequence: u32::from_le_bytes([a, b, c, d]) })
    }

    /// What a bare packet has as immediate data: the grant, and the low bits of the number. Nothing
    /// else is given back with it.
    #[inline]
    pub fn immediate(&self) -> u32 {
        debug_assert!(self.form == Form::Bare && self.credits == 0 && self.slots == 0);
        u32::from(self.grant.encode()) << BARE_NUMBER_BITS | self.sequence & (BARE_NUMBERS - 1)
    }

    /// The inverse. The packet is `next` or one of the [`BARE_NUMBERS`] less one after it.
    #[inline]
    pub fn of_immediate(data: u32, next: u32) -> Prefix {
        let ahead = data.wrapping_sub(next) & (BARE_NUMBERS - 1);
        let grant = Grant::decode((data >> BARE_NUMBER_BITS) as u8);
        Prefix { form: Form::Bare, credits: 0, grant, slots: 0, sequence: next.wrapping_add(ahead) }
    }
}

/// Bits of a packet's number in immediate data.
const BARE_NUMBER_BITS: u32 = 24;

/// Numbers that those bits tell apart.
pub const BARE_NUMBERS: u32 = 1 << BARE_NUMBER_BITS;

/// What headers have in common with the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Common {
    kind: u8,
    aux: u16,
    context: u64,
}

impl Common {
    fn of(header: &Header) -> Common {
        Common { kind: header.kind, aux: header.aux, context: header.context }
    }
}

/// One direction of a connection: the last header, which both ends know.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeaderCache {
    last: Option<(Common, i32)>,
}

/// Bytes of a header as it travels.
#[inline]
fn header_bytes(form: Form) -> usize {
    match form {
        Form::Bare => 0,
        Form::Cached => CACHED_BYTES,
        _ => HEADER_BYTES,
    }
}

/// A header as it travels.
#[derive(Clone, Copy, Debug)]
pub struct Encoded {
    /// Whether it is whole.
    pub form: Form,
    bytes: [u8; HEADER_BYTES],
}

impl Encoded {
    /// A header that [repeats](HeaderCache::repeats) the last one.
    pub const BARE: Encoded = Encoded { form: Form::Bare, bytes: [0; HEADER_BYTES] };

    /// Its bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..header_bytes(self.form)]
    }
}

impl HeaderCache {
    /// How `header` travels as the next one. [`HeaderCache::sent`] is to be called when it does.
    #[inline]
    pub fn encode(&self, header: &Header) -> Encoded {
        let mut bytes = [0; HEADER_BYTES];
        let is_cached = self.last.is_some_and(|(common, _)| common == Common::of(header));
        bytes[..4].copy_from_slice(&header.tag.to_le_bytes());
        if is_cached {
            return Encoded { form: Form::Cached, bytes };
        }
        bytes[4..6].copy_from_slice(&header.aux.to_le_bytes());
        bytes[6] = header.kind;
        bytes[8..].copy_from_slice(&header.context.to_le_bytes());
        Encoded { form: Form::Whole, bytes }
    }

    /// Whether `header` is the last one but for the length.
    #[inline]
    pub fn repeats(&self, header: &Header) -> bool {
        self.last == Some((Common::of(header), header.tag))
    }

    /// `header` is on its way.
    #[inline]
    pub fn sent(&mut self, header: &Header) {
        self.last = Some((Common::of(header), header.tag));
    }

    /// The next header, from the bytes after the prefix, and how many of them it took. None if they
    /// are too few, or there is no last one.
    #[inline]
    pub fn decode(&mut self, form: Form, bytes: &[u8]) -> Option<(Header, usize)> {
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let tag = || Some(word(0)? as i32);
        let (common, tag) = match form {
            Form::Bare => self.last?,
            Form::Cached => (self.last?.0, tag()?),
            _ => {
                let second = word(4)?;
                let context = u64::from(word(8)?) | u64::from(word(12)?) << 32;
                (Common { kind: (second >> 16) as u8, aux: second as u16, context }, tag()?)
            }
        };
        self.last = Some((common, tag));
        let Common { kind, aux, context } = common;
        let taken = header_bytes(form);
        let len = (bytes.len() - taken) as u32;
        Some((Header { device: 0, kind, reserved: 0, aux, context, tag, len }, taken))
    }
}

/// Where a ring is and what it is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingOffer {
    /// Address of its first slot.
    pub address: u64,
    /// Key for writing there.
    pub key: u32,
    /// Slots.
    pub slots: u8,
    /// Whether entries carry a checksum.
    pub checked: bool,
    /// Bytes of a slot, a multiple of 8 below 64 KiB.
    pub slot_bytes: u32,
}

/// Bytes of a [`RingOffer`]: as many as [`Grants`], so that the smallest buffers hold both.
pub const RING_OFFER_BYTES: usize = 16;

/// Slots have multiples of so many bytes.
const SLOT_UNIT: u32 = 8;

impl RingOffer {
    /// As bytes.
    pub fn encode(&self) -> [u8; RING_OFFER_BYTES] {
        let mut bytes = [0; RING_OFFER_BYTES];
        bytes[..8].copy_from_slice(&self.address.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.key.to_le_bytes());
        (bytes[12], bytes[13]) = (self.slots, self.checked.into());
        bytes[14..].copy_from_slice(&((self.slot_bytes / SLOT_UNIT) as u16).to_le_bytes());
        bytes
    }

    /// The inverse; none if it makes no sense.
    pub fn decode(bytes: &[u8]) -> Option<RingOffer> {
        let bytes: &[u8; RING_OFFER_BYTES] = bytes.try_into().ok()?;
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
        let offer = RingOffer {
            address: u64::from(word(0)) | u64::from(word(4)) << 32,
            key: word(8),
            slots: bytes[12],
            checked: bytes[13] != 0,
            slot_bytes: (word(12) >> 16) * SLOT_UNIT,
        };
        crate::ring::is_sensible(offer.slots.into(), offer.slot_bytes).then_some(offer)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn prefixes_survive_the_wire_and_unknown_forms_are_refused() {
        for form in Form::NAMED {
            for grant in [Grant { class: 1, count: 3 }, Grant { class: 8, count: 31 }] {
                let prefix = Prefix { form, credits: 200, grant, slots: 9, sequence: 0x8765_4321 };
                assert_eq!(Prefix::decode(prefix.encode()), Some(prefix));
            }
        }
        for form in [0, 10, 255] {
            assert_eq!(Prefix::decode([form, 0, 0, 0, 0, 0, 0, 0]), None);
        }
    }

    #[test]
    fn grants_survive_the_wire() {
        let grants = Grants([1, 0, 4096, 7, 65535, 0, 31, 256]);
        assert_eq!(Grants::decode(&grants.encode()), grants);
    }

    #[test]
    fn a_ring_offer_survives_the_wire() {
        let offer = RingOffer { address: 0x7fff_0000_1000, key: 5, slots: 32, checked: true, slot_bytes: 2048 };
        assert_eq!(RingOffer::decode(&offer.encode()), Some(offer));
        assert_eq!(RingOffer::decode(&RingOffer { slots: 0, ..offer }.encode()), None);
        assert_eq!(RingOffer::decode(&offer.encode()[1..]), None);
    }

    #[test]
    fn a_cached_header_without_a_last_one_is_refused() {
        assert!(HeaderCache::default().decode(Form::Cached, &[0; 4]).is_none());
        assert!(HeaderCache::default().decode(Form::Bare, &[0; 4]).is_none());
        assert!(HeaderCache::default().decode(Form::Whole, &[0; 15]).is_none());
    }

    fn headers() -> impl Strategy<Value = Vec<Header>> {
        let one = (1..3u8, 0..2u16, 0..2u64, -1..2i32, 0..100u32).prop_map(|(kind, aux, context, tag, len)| Header {
            device: 0,
            kind,
            reserved: 0,
            aux,
            context: context << 40,
            tag,
            len,
        });
        prop::collection::vec(one, 1..60)
    }

    proptest! {
        #[test]
        fn the_number_of_a_bare_packet_is_found_again(next: u32, ahead in 0..BARE_NUMBERS, class in 1..9u8, count in 0..32u8) {
            let grant = Grant { class, count };
            let prefix = Prefix { form: Form::Bare, credits: 0, grant, slots: 0, sequence: next.wrapping_add(ahead) };
            prop_assert_eq!(Prefix::of_immediate(prefix.immediate(), next), prefix);
        }

        #[test]
        fn headers_are_the_same_on_both_sides(headers in headers()) {
            let (mut sender, mut receiver) = (HeaderCache::default(), HeaderCache::default());
            let mut cached = 0;
            for (index, header) in headers.iter().enumerate() {
                let same = index > 0 && Common::of(&headers[index - 1]) == Common::of(header);
                prop_assert_eq!(sender.encode(header).form == Form::Cached, same);
                prop_assert_eq!(sender.repeats(header), same && headers[index - 1].tag == header.tag);
                let encoded = if sender.repeats(header) { Encoded::BARE } else { sender.encode(header) };
                sender.sent(header);
                cached += usize::from(same);
                let bytes = [encoded.bytes(), &vec![7; header.len as usize]].concat();
                let (seen, taken) = receiver.decode(encoded.form, &bytes).expect("whole");
                prop_assert_eq!(taken, encoded.bytes().len());
                prop_assert_eq!(format!("{seen:?}"), format!("{header:?}"));
            }
            prop_assert!(cached < headers.len());
        }
    }
}
