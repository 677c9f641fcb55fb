//! The eager fast path (BR-2): entries that a peer writes by RDMA into a ring of slots, found by
//! looking at memory, without a completion.
//!
//! An entry ends where its slot ends, with a flag word. The flag has the length, the low half of
//! the entry's number, and, for devices that are software, a checksum. Its place does not depend on
//! the length. An adapter writes the bytes of one request in ascending order. So an entry whose
//! flag has the expected number is there as a whole: the low byte of the number comes after
//! everything but the number's other byte, and differs from that of the entry before in this slot.
//! Soft-RoCE copies in whatever order the kernel's memcpy does. Hence the checksum: an entry
//! without the right one is looked at again later.

use ferry_rdma::{Buffer, RemoteKey, RemoteMemory};

use crate::wire::{MOST_FRONT, RingOffer};

/// Bytes of a flag word.
pub const FLAG_BYTES: usize = 8;

/// Whether a ring can be like that: a number's low byte tells the entries of a slot apart, a length
/// has 16 bits, credits have 8.
pub fn is_sensible(slots: u32, slot_bytes: u32) -> bool {
    (2..=128).contains(&slots)
        && slot_bytes.is_multiple_of(8)
        && (MOST_FRONT + FLAG_BYTES..1 << 16).contains(&(slot_bytes as usize))
}

/// Bytes that an entry of `len` bytes takes in its slot.
fn room_for(len: usize) -> usize {
    len.next_multiple_of(8) + FLAG_BYTES
}

/// Flag word of entry `number`.
fn flag(number: u32, len: usize, checksum: u32) -> u64 {
    u64::from(checksum) | (len as u64) << 32 | u64::from(number as u16) << 48
}

/// The sender's end.
#[derive(Clone, Debug)]
pub struct RingWriter {
    offer: RingOffer,
    /// Entries written so far.
    written: u32,
    /// Slots that may be written.
    free: u32,
    is_open: bool,
}

/// An entry to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where its first byte goes.
    pub to: RemoteMemory,
    /// Bytes from there to the flag.
    pub body: usize,
    number: u32,
    checked: bool,
}

impl Entry {
    /// The flag word that ends it; `bytes` are what it carries.
    pub fn flag(&self, bytes: &[u8]) -> [u8; FLAG_BYTES] {
        let checksum = if self.checked { checksum(bytes) } else { 0 };
        flag(self.number, bytes.len(), checksum).to_le_bytes()
    }

    /// As [`Entry::flag`], if it does not depend on the bytes, of which there are `len`.
    pub fn plain_flag(&self, len: usize) -> [u8; FLAG_BYTES] {
        debug_assert!(!self.checked);
        flag(self.number, len, 0).to_le_bytes()
    }

    /// Whether the flag depends on the bytes.
    pub fn is_checked(&self) -> bool {
        self.checked
    }
}

impl RingWriter {
    /// A ring that the peer offers.
    pub fn new(offer: RingOffer) -> Self {
        RingWriter { free: offer.slots.into(), offer, written: 0, is_open: true }
    }

    /// Whether it is the ring of this offer.
    pub fn is_of(&self, offer: &RingOffer) -> bool {
        self.offer == *offer
    }

    /// The peer looks at the ring, or not any more.
    pub fn set_open(&mut self, is_open: bool) {
        self.is_open = is_open;
    }

    /// The slot for `len` bytes, if there is one. [`RingWriter::sent`] is to be called when it is
    /// on its way.
    #[inline]
    pub fn entry(&self, len: usize) -> Option<Entry> {
        let RingOffer { slots, slot_bytes, address, key, checked } = self.offer;
        let room = room_for(len);
        if !self.is_open || self.free == 0 || room > slot_bytes as usize {
            return None;
        }
        let slot = self.written % u32::from(slots);
        let end = u64::from(slot + 1) * u64::from(slot_bytes);
        let to = RemoteMemory { address: address + end - room as u64, key: RemoteKey(key) };
        Some(Entry { to, body: room - FLAG_BYTES, number: self.written.wrapping_add(1), checked })
    }

    /// The entry is on its way.
    pub fn sent(&mut self) {
        self.free -= 1;
        self.written = self.written.wrapping_add(1);
        if self.written.is_multiple_of(u32::from(self.offer.slots) << 16) {
            self.written = 0;
        }
    }

    /// The peer gave `count` slots back. False if it gives more than there are.
    #[must_use]
    pub fn gain(&mut self, count: u8) -> bool {
        self.free += u32::from(count);
        self.free <= self.offer.slots.into()
    }
}

/// Whether peers may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingStanding {
    /// The peer may write.
    Open,
    /// The peer was told not to, and has not agreed yet.
    Closing,
    /// Nothing will come.
    Closed,
}

/// The receiver's end.
pub struct RingReader<B> {
    buffer: B,
    slots: u32,
    slot_bytes: u32,
    checked: bool,
    /// Entries read so far.
    read: u32,
    /// Slots read and not given back.
    owed: u32,
    /// Whether the peer may write.
    pub standing: RingStanding,
}

/// An entry that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it begins in the ring's buffer.
    pub offset: usize,
    /// Bytes it carries.
    pub len: usize,
}

impl<B: Buffer> RingReader<B> {
    /// A ring in `buffer`, which is zeroed and as long as slots times bytes.
    pub fn new(buffer: B, slots: u32, slot_bytes: u32, checked: bool) -> Self {
        assert!(is_sensible(slots, slot_bytes) && buffer.len() >= (slots * slot_bytes) as usize);
        RingReader { buffer, slots, slot_bytes, checked, read: 0, owed: 0, standing: RingStanding::Open }
    }

    /// What the peer has to know.
    pub fn offer(&self) -> RingOffer {
        let RemoteMemory { address, key } = self.buffer.remote(0);
        RingOffer { address, key: key.0, slots: self.slots as u8, checked: self.checked, slot_bytes: self.slot_bytes }
    }

    /// The memory that entries are in.
    pub fn buffer(&self) -> &B {
        &self.buffer
    }

    /// The next entry, if it is there as a whole.
    #[inline]
    pub fn find(&self) -> Option<Found> {
        let slot = self.read % self.slots;
        let end = ((slot + 1) * self.slot_bytes) as usize;
        let word = self.buffer.load(end - FLAG_BYTES);
        let expected = self.read.wrapping_add(1) as u16;
        if (word >> 48) as u16 != expected || expected == 0 && word == 0 {
            return None;
        }
        let len = usize::from((word >> 32) as u16);
        if room_for(len) > self.slot_bytes as usize {
            return None;
        }
        let found = Found { offset: end - room_for(len), len };
        (!self.checked || self.is_whole(found, word as u32)).then_some(found)
    }

    /// The entry that was found is not needed any more.
    pub fn consumed(&mut self) {
        self.owed += 1;
        self.read = self.read.wrapping_add(1);
        if self.read.is_multiple_of(self.slots << 16) {
            self.read = 0;
        }
    }

    /// Slots for the next packet to give back.
    pub fn owed(&self) -> u8 {
        self.owed.min(255) as u8
    }

    /// [`RingReader::owed`] was sent.
    pub fn paid(&mut self) {
        self.owed -= u32::from(self.owed());
    }

    /// Whether the peer should have its slots even if no packet goes to it.
    pub fn is_pressing(&self) -> bool {
        self.owed >= self.slots / 2
    }

    #[cold]
    fn is_whole(&self, found: Found, expected: u32) -> bool {
        let mut bytes = [0; 1 << 12];
        let mut sum = Sum::default();
        for begin in (0..found.len).step_by(bytes.len()) {
            let piece = &mut bytes[..(found.len - begin).min(1 << 12)];
            self.buffer.read(found.offset + begin, piece);
            sum.add(piece);
        }
        sum.end() == expected
    }
}

/// A checksum over 8 bytes at a time.
#[derive(Default)]
struct Sum(u64);

impl Sum {
    /// All but the last call have a multiple of 8 bytes.
    fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.0 = mixed ^ mixed >> 29;
        }
    }

    fn end(&self) -> u32 {
        let mixed = (self.0 ^ 0x5bd1_e995).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed >> 32) as u32
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = Sum::default();
    sum.add(bytes);
    sum.end()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use ferry_rdma::{LocalKey, Region};
    use proptest::prelude::*;

    /// A ring's memory, written by the test as a device does.
    struct Memory(RefCell<Vec<u8>>);

    impl Region for Memory {
        fn address(&self) -> u64 {
            0x1000
        }
        fn len(&self) -> usize {
            self.0.borrow().len()
        }
        fn local_key(&self) -> LocalKey {
            LocalKey(1)
        }
        fn remote_key(&self) -> RemoteKey {
            RemoteKey(2)
        }
    }

    impl Buffer for Memory {
        fn place(&self, _offset: usize, _len: usize) -> *mut u8 {
            unreachable!("the tests copy")
        }
        fn write(&self, offset: usize, bytes: &[u8]) {
            self.0.borrow_mut()[offset..offset + bytes.len()].copy_from_slice(bytes);
        }
        fn read(&self, offset: usize, into: &mut [u8]) {
            into.copy_from_slice(&self.0.borrow()[offset..offset + into.len()]);
        }
        fn load(&self, offset: usize) -> u64 {
            let mut word = [0; 8];
            self.read(offset, &mut word);
            u64::from_le_bytes(word)
        }
        fn store(&self, offset: usize, value: u64) {
            self.write(offset, &value.to_le_bytes());
        }
    }

    const SLOT: u32 = 64;

    fn ring(slots: u32, checked: bool) -> (RingWriter, RingReader<Memory>) {
        let reader = RingReader::new(Memory(RefCell::new(vec![0; (slots * SLOT) as usize])), slots, SLOT, checked);
        (RingWriter::new(reader.offer()), reader)
    }

    fn encoded(writer: &RingWriter, bytes: &[u8]) -> Option<(usize, Vec<u8>)> {
        let entry = writer.entry(bytes.len())?;
        let mut all = bytes.to_vec();
        all.resize(entry.body, 0xaa);
        all.extend(entry.flag(bytes));
        Some((entry.to.address as usize - 0x1000, all))
    }

    fn contents(reader: &RingReader<Memory>) -> Option<Vec<u8>> {
        let Found { offset, len } = reader.find()?;
        let mut bytes = vec![0; len];
        reader.buffer().read(offset, &mut bytes);
        Some(bytes)
    }

    proptest! {
        #[test]
        fn entries_come_out_whole_and_in_order(
            slots in 2..9u32, checked: bool, steps in prop::collection::vec((0..4u8, 0..57usize), 1..400)
        ) {
            let (mut writer, mut reader) = ring(slots, checked);
            let (mut sent, mut received) = (Vec::new(), 0);
            for (choice, len) in steps {
                match choice {
                    0 | 1 => if let Some((offset, bytes)) = encoded(&writer, &vec![sent.len() as u8; len]) {
                        // In ascending order, byte by byte: nothing is found before the last two
                        // bytes, and what is found is whole.
                        for (index, byte) in bytes.iter().enumerate() {
                            if index + 2 < bytes.len() && received == sent.len() {
                                prop_assert_eq!(contents(&reader), None);
                            }
                            reader.buffer().write(offset + index, &[*byte]);
                        }
                        writer.sent();
                        sent.push(len);
                        prop_assert!(sent.len() - received <= slots as usize);
                    },
                    2 => match contents(&reader) {
                        Some(bytes) => {
                            prop_assert_eq!(bytes, vec![received as u8; sent[received]]);
                            reader.consumed();
                            received += 1;
                        }
                        None => prop_assert_eq!(received, sent.len()),
                    },
                    _ => {
                        let owed = reader.owed();
                        reader.paid();
                        prop_assert!(writer.gain(owed));
                    }
                }
            }
        }
    }

    #[test]
    fn a_checked_entry_is_found_only_when_all_of_it_is_there() {
        for missing in 0..40 {
            let (writer, reader) = ring(4, true);
            let (offset, bytes) = encoded(&writer, &[0x5a; 40]).expect("room");
            for (index, byte) in bytes.iter().enumerate().rev().filter(|(index, _)| *index != missing) {
                reader.buffer().write(offset + index, &[*byte]);
            }
            assert_eq!(reader.find(), None, "byte {missing} is missing");
            reader.buffer().write(offset + missing, &[0x5a]);
            assert_eq!(contents(&reader), Some(vec![0x5a; 40]));
        }
    }

    #[test]
    fn numbers_go_round_and_empty_slots_stay_empty() {
        let (mut writer, mut reader) = ring(3, false);
        for round in 0..200_000_u32 {
            assert_eq!(reader.find(), None, "before entry {round}");
            let (offset, bytes) = encoded(&writer, &round.to_le_bytes()).expect("room");
            reader.buffer().write(offset, &bytes);
            writer.sent();
            assert_eq!(contents(&reader).as_deref(), Some(&round.to_le_bytes()[..]));
            reader.consumed();
            let owed = reader.owed();
            reader.paid();
            assert!(writer.gain(owed));
        }
        assert!(!writer.gain(1), "more than there are");
    }

    #[test]
    fn a_closed_or_full_ring_and_a_long_entry_have_no_slot() {
        let (mut writer, _) = ring(2, false);
        assert!(writer.entry(56).is_some() && writer.entry(57).is_none());
        writer.set_open(false);
        assert!(writer.entry(1).is_none());
        writer.set_open(true);
        writer.sent();
        writer.sent();
        assert!(writer.entry(1).is_none());
    }
}
