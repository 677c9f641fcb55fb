//! Memory of the program as one message: registered ranges in order, and segments of any part of
//! it.

use ferry_device::CopyError;
use ferry_protocol::transfer::Piece;
use ferry_rdma::{Segment, Verbs};
use ferry_regcache::Monitor;
use ferry_verbs_transport::{Hold, Memories};

/// Pieces of one message at most: each is registered for itself.
const MOST_PIECES: usize = 256;

/// Segments of one packet at most.
pub(crate) const MOST_SEGMENTS: usize = 16;

/// A range of it.
#[derive(Debug)]
struct Part {
    /// Where it begins in the message, in the process, and how long it is.
    begin: u64,
    address: u64,
    len: u64,
    hold: Hold,
}

/// Registered memory of a message.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    parts: Vec<Part>,
    bytes: u64,
}

impl Layout {
    /// Registers the pieces.
    ///
    /// # Safety
    /// As [`Memories::hold`] for each, until the layout is released.
    #[allow(unsafe_code)]
    pub unsafe fn register<V: Verbs, M: Monitor>(
        memories: &mut Memories<V, M>,
        pieces: &[Piece],
        is_written: bool,
    ) -> Result<Layout, CopyError> {
        if pieces.len() > MOST_PIECES {
            return Err(CopyError::Refused);
        }
        let mut layout = Layout::default();
        for piece in pieces.iter().filter(|piece| piece.len > 0) {
            // SAFETY: as the caller promises.
            let Some(hold) = (unsafe { memories.hold(*piece, is_written) }) else {
                layout.release(memories);
                return Err(CopyError::Refused);
            };
            layout.parts.push(Part { begin: layout.bytes, address: piece.address, len: piece.len, hold });
            layout.bytes += piece.len;
        }
        Ok(layout)
    }

    /// The memory is used no more. What packets have brought to it was brought from where it lay
    /// before ([`Layout::catch_up`]).
    pub fn release<V: Verbs, M: Monitor>(self, memories: &mut Memories<V, M>) {
        self.parts.into_iter().for_each(|part| memories.release_as_it_is(part.hold));
    }

    /// Packets have filled `len` bytes at `offset`: they are where the memory lies now, too.
    pub fn catch_up<V: Verbs, M: Monitor>(&self, memories: &mut Memories<V, M>, offset: u64, len: u64) {
        for (address, len, part) in self.ranges(offset, len) {
            memories.catch_up(&part.hold, address - part.address, len);
        }
    }

    /// Bytes of the message.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The ranges that bytes `offset` to `offset + len` lie in: address, length, and which part.
    fn ranges(&self, offset: u64, len: u64) -> impl Iterator<Item = (u64, u64, &Part)> {
        let first = self.parts.partition_point(|part| part.begin + part.len <= offset);
        let end = offset + len;
        self.parts[first..].iter().take_while(move |part| part.begin < end).map(move |part| {
            let from = offset.max(part.begin);
            (part.address + (from - part.begin), end.min(part.begin + part.len) - from, part)
        })
    }

    /// Whether every packet of `mtu` bytes has at most `most` segments.
    pub fn fits(&self, mtu: u64, most: usize) -> bool {
        let packets = self.bytes / mtu;
        self.parts.len() <= most || (0..packets).all(|packet| self.ranges(packet * mtu, mtu).count() <= most)
    }

    /// Appends the segments of `len` bytes at `offset`.
    pub fn segments<V: Verbs, M: Monitor>(&self, memories: &Memories<V, M>, offset: u64, len: u64, into: &mut Vec<Segment>) {
        for (address, len, part) in self.ranges(offset, len) {
            into.push(memories.segment(&part.hold, address - part.address, len as u32));
        }
    }

    /// Where `len` bytes at `offset` lie: addresses and lengths.
    pub fn places(&self, offset: u64, len: u64) -> impl Iterator<Item = Piece> {
        self.ranges(offset, len).map(|(address, len, _)| Piece { address, len })
    }
}
