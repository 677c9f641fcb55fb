//! Ranges of a file, and lists of them that stay short where the ranges are regular.

/// Bytes of a file that lie together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The first byte.
    pub offset: u64,
    /// Bytes.
    pub len: u64,
}

impl Extent {
    /// Past its last byte.
    pub fn end(&self) -> u64 {
        self.offset + self.len
    }
}

/// `count` extents of one length, each `stride` bytes after the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Series {
    offset: u64,
    len: u64,
    stride: u64,
    count: u64,
}

/// Bytes of a [`Series`] in a message.
const SERIES_BYTES: usize = 32;

impl Series {
    fn nth(&self, n: u64) -> Extent {
        Extent { offset: self.offset + n * self.stride, len: self.len }
    }

    fn last(&self) -> Extent {
        self.nth(self.count - 1)
    }

    /// Takes in the extent that comes next, if it goes on as the series does.
    fn take_in(&mut self, next: Extent) -> bool {
        if self.count == 1 && self.last().end() == next.offset {
            self.len += next.len;
            return true;
        }
        if next.len != self.len || next.offset < self.last().offset {
            return false;
        }
        let stride = next.offset - self.last().offset;
        let goes_on = self.count == 1 || stride == self.stride;
        if goes_on {
            (self.stride, self.count) = (stride, self.count + 1);
        }
        goes_on
    }
}

/// Extents in the order in which an access has their bytes. Neighbours that touch are one extent,
/// and those at regular distances are kept, and sent, as one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extents {
    series: Vec<Series>,
    bytes: u64,
}

impl Extents {
    /// Appends an extent with at least one byte.
    pub fn push(&mut self, extent: Extent) {
        self.bytes += extent.len;
        if self.series.last_mut().is_some_and(|last| last.take_in(extent)) {
            return;
        }
        self.series.push(Series { offset: extent.offset, len: extent.len, stride: 0, count: 1 });
    }

    /// All extents in order.
    pub fn iter(&self) -> impl Iterator<Item = Extent> + '_ {
        self.series.iter().flat_map(|series| (0..series.count).map(|n| series.nth(n)))
    }

    /// Bytes in all.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many extents.
    pub fn len(&self) -> u64 {
        self.series.iter().map(|series| series.count).sum()
    }

    /// True without extents.
    pub fn is_empty(&self) -> bool {
        self.series.is_empty()
    }

    /// From the lowest byte to past the highest.
    pub fn span(&self) -> Option<Extent> {
        let low = self.series.iter().map(|series| series.offset).min()?;
        let high = self.series.iter().map(|series| series.last().end()).max()?;
        Some(Extent { offset: low, len: high - low })
    }

    /// Bytes of [`Extents::encode`].
    pub fn encoded_len(&self) -> usize {
        8 + self.series.len() * SERIES_BYTES
    }

    /// Appends the list to a message.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.series.len() as u64).to_le_bytes());
        for Series { offset, len, stride, count } in &self.series {
            [offset, len, stride, count].into_iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
        }
    }

    /// Takes a list off the front of a message; `None` if there is none.
    pub fn decode(bytes: &[u8]) -> Option<(Extents, &[u8])> {
        let (count, rest) = bytes.split_first_chunk()?;
        let len = usize::try_from(u64::from_le_bytes(*count)).ok()?.checked_mul(SERIES_BYTES)?;
        let (list, rest) = rest.split_at_checked(len)?;
        let mut extents = Extents::default();
        for entry in list.as_chunks::<SERIES_BYTES>().0 {
            let word = |at: usize| u64::from_le_bytes(entry[8 * at..8 * at + 8].try_into().unwrap_or_default());
            let series = Series { offset: word(0), len: word(1), stride: word(2), count: word(3) };
            extents.bytes = extents.bytes.checked_add(series.len.checked_mul(series.count)?)?;
            extents.series.push(series);
        }
        Some((extents, rest))
    }
}

impl FromIterator<Extent> for Extents {
    fn from_iter<I: IntoIterator<Item = Extent>>(extents: I) -> Self {
        let mut list = Extents::default();
        extents.into_iter().for_each(|extent| list.push(extent));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn extent(offset: u64, len: u64) -> Extent {
        Extent { offset, len }
    }

    #[test]
    fn regular_extents_are_one_entry() {
        let list: Extents = (0..1000).map(|n| extent(7 + n * 10, 4)).collect();
        assert_eq!((list.series.len(), list.len(), list.bytes()), (1, 1000, 4000));
        assert_eq!(list.span(), Some(extent(7, 9994)));
    }

    #[test]
    fn extents_that_touch_are_one() {
        let list: Extents = (0..1000).map(|n| extent(n * 4, 4)).collect();
        assert_eq!(list.iter().collect::<Vec<_>>(), [extent(0, 4000)]);
    }

    proptest! {
        #[test]
        fn lists_say_what_was_put_in(parts in prop::collection::vec((0u64..4, 1u64..4), 0..40)) {
            let mut at = 0;
            let extents: Vec<Extent> = parts.iter().map(|(gap, len)| {
                let next = extent(at + gap, *len);
                at = next.end();
                next
            }).collect();
            let list: Extents = extents.iter().copied().collect();
            let bytes = |extents: Vec<Extent>| extents.iter().flat_map(|e| e.offset..e.end()).collect::<Vec<_>>();
            prop_assert_eq!(bytes(list.iter().collect()), bytes(extents));
            let mut message = Vec::new();
            list.encode(&mut message);
            prop_assert_eq!(message.len(), list.encoded_len());
            message.push(9);
            let (back, rest) = Extents::decode(&message).unwrap();
            prop_assert_eq!((back, rest), (list, &[9u8][..]));
        }
    }
}
