//! Views: which bytes of a file a process sees, in which order (MPI 5.0, section 14.3).
//!
//! Seen through a view, a file is a stream of bytes without gaps. A position in the stream counts
//! those bytes; the view says at which offset of the file each of them is. Only this module knows
//! how a filetype tiles a file.

use ferry_datatype::{Cursor, Datatype, TypeError};

use crate::extent::Extent;
use crate::representation::Representation;

/// Why a view is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewError {
    /// The displacement is negative.
    Displacement(i64),
    /// The etype has no bytes.
    EmptyEtype,
    /// The filetype is not made of whole etypes.
    Filetype {
        /// Bytes of the filetype.
        filetype: u64,
        /// Bytes of the etype.
        etype: u64,
    },
    /// The filetype has bytes in front of its origin.
    Negative,
    /// The filetype goes back in the file.
    NotMonotone,
    /// Bytes of the filetype overlap in a file that may be written.
    Overlap,
    /// A datatype of the file's representation cannot be made.
    Type(TypeError),
}

impl std::fmt::Display for ViewError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ViewError::Displacement(disp) => write!(f, "argument disp is {disp}; it must not be negative"),
            ViewError::EmptyEtype => f.write_str("argument etype has no bytes; offsets count etypes, so it must have some"),
            ViewError::Filetype { filetype, etype } => {
                write!(f, "argument filetype has {filetype} bytes, the etype {etype}; a filetype must consist of whole etypes")
            }
            ViewError::Negative => {
                f.write_str("argument filetype has negative displacements, which would lead in front of the view")
            }
            ViewError::NotMonotone => f.write_str("argument filetype goes back in the file; displacements must not decrease"),
            ViewError::Overlap => f.write_str("argument filetype overlaps itself, which only a file opened for reading may have"),
            ViewError::Type(error) => write!(f, "argument filetype cannot be laid out in this data representation: {error}"),
        }
    }
}

/// A view of a file.
#[derive(Clone, Debug)]
pub struct View {
    displacement: u64,
    etype: Datatype,
    filetype: Datatype,
    representation: Representation,
    /// Bytes of an etype in the file.
    etype_bytes: u64,
    /// The filetype as it lies in the file.
    layout: Datatype,
    /// Tiles that fit below byte 2^63.
    tiles: u64,
    /// In a tile, later positions are at later offsets.
    is_tile_monotone: bool,
    /// Tiles do not overlap.
    are_tiles_apart: bool,
}

impl View {
    /// The view that every file begins with: bytes from byte 0 on.
    pub fn bytes() -> View {
        let byte = Datatype::predefined(ferry_constants::MPI_BYTE).expect("MPI_BYTE is predefined");
        View::new(0, byte, byte, Representation::Native, true).expect("bytes one after the other are a view")
    }

    /// `filetype` again and again from byte `displacement` on; `is_written`: the file may be
    /// written through it.
    ///
    /// # Errors
    /// For arguments that the standard forbids.
    pub fn new(
        displacement: i64,
        etype: &Datatype,
        filetype: &Datatype,
        representation: Representation,
        is_written: bool,
    ) -> Result<View, ViewError> {
        let origin = u64::try_from(displacement).map_err(|_| ViewError::Displacement(displacement))?;
        let layout = representation.in_file(filetype).map_err(ViewError::Type)?;
        let etype_bytes = representation.in_file(etype).map_err(ViewError::Type)?.size();
        if etype_bytes == 0 {
            return Err(ViewError::EmptyEtype);
        }
        if !layout.size().is_multiple_of(etype_bytes) {
            return Err(ViewError::Filetype { filetype: layout.size(), etype: etype_bytes });
        }
        let is_tile_monotone = check_tile(&layout, is_written)?;
        // Programs that access one tile only leave its extent as it happens to be: HDF5 does.
        let are_tiles_apart = layout.true_extent() <= layout.extent();
        let room = i64::MAX as u64 - origin;
        // No tile reaches further than this from where the one before began.
        let reach = layout.size().max(layout.extent().max(layout.true_lb() + layout.true_extent()) as u64);
        let tiles = match layout.size() {
            0 => 0,
            _ if layout.extent() <= 0 => 1,
            _ => room / reach,
        };
        let (etype, filetype) = (etype.clone(), filetype.clone());
        Ok(View {
            displacement: origin,
            etype,
            filetype,
            representation,
            etype_bytes,
            layout,
            tiles,
            is_tile_monotone,
            are_tiles_apart,
        })
    }

    /// Where the view begins.
    pub fn displacement(&self) -> u64 {
        self.displacement
    }

    /// What offsets count.
    pub fn etype(&self) -> &Datatype {
        &self.etype
    }

    /// What tiles the file.
    pub fn filetype(&self) -> &Datatype {
        &self.filetype
    }

    /// How values are represented.
    pub fn representation(&self) -> &Representation {
        &self.representation
    }

    /// Bytes of an etype in the file.
    pub fn etype_bytes(&self) -> u64 {
        self.etype_bytes
    }

    /// Whether later positions are at later offsets, among the `len` bytes from `position` on.
    pub fn is_monotone(&self, position: u64, len: u64) -> bool {
        let is_one_tile = || len == 0 || position / self.layout.size() == (position + len - 1) / self.layout.size();
        self.is_tile_monotone && (self.are_tiles_apart || is_one_tile())
    }

    /// Whether the view is all bytes of the file from its displacement on.
    pub fn is_dense(&self) -> bool {
        self.layout.is_contiguous()
    }

    /// Bytes of an extent on average.
    pub fn average_extent(&self) -> u64 {
        self.layout.size() / self.layout.layout().layout.runs().max(1)
    }

    /// Bytes that can be seen through the view at most.
    fn total(&self) -> u64 {
        self.layout.size() * self.tiles
    }

    /// Whether all of `len` bytes from `position` on are in the view and below byte 2^63.
    pub fn holds(&self, position: u64, len: u64) -> bool {
        len == 0 || position.checked_add(len).is_some_and(|end| end <= self.total())
    }

    /// The extents of the bytes from `position` on. Those of more than [`View::holds`] do not come.
    pub fn walk(&self, position: u64, len: u64) -> Walk<'_> {
        let mut cursor = self.layout.cursor(self.tiles);
        cursor.seek(position);
        Walk { cursor, displacement: self.displacement, rest: len, ahead: None }
    }

    /// From the first to past the last byte of an access of at least one byte, whose positions
    /// [`View::holds`].
    pub fn span(&self, position: u64, len: u64) -> Extent {
        let first = self.offset_of(position);
        let last = self.offset_of(position + len - 1);
        if self.is_monotone(position, len) {
            return Extent { offset: first, len: last + 1 - first };
        }
        let (low, high) =
            self.walk(position, len).fold((first, last + 1), |(low, high), e| (low.min(e.offset), high.max(e.end())));
        Extent { offset: low, len: high - low }
    }

    /// The offset in the file of the byte at `position`, which the view holds.
    pub fn offset_of(&self, position: u64) -> u64 {
        self.walk(position, 1).next().map_or(self.displacement, |extent| extent.offset)
    }

    /// The offset that a position has which may be the end of a file: as [`View::offset_of`],
    /// without a bound.
    pub fn byte_offset(&self, position: u64) -> Option<u64> {
        if self.layout.size() == 0 {
            return (position == 0).then_some(self.displacement);
        }
        (position < self.total()).then(|| self.offset_of(position))
    }

    /// How many of the `len` bytes from `position` on are at offsets below `offset`. For monotone
    /// accesses.
    pub fn below(&self, position: u64, len: u64, offset: u64) -> u64 {
        let (mut below, mut above) = (0, len);
        if self.are_tiles_apart && self.layout.size() > 0 {
            let first = self.displacement + self.layout.true_lb() as u64;
            let tile = offset.saturating_sub(first) / self.layout.extent() as u64;
            let starts = [tile, tile + 1].map(|tile| tile.min(self.tiles) * self.layout.size());
            [below, above] = starts.map(|start| start.saturating_sub(position).min(len));
        }
        while below < above {
            let middle = below + (above - below) / 2;
            if self.offset_of(position + middle) < offset { below = middle + 1 } else { above = middle }
        }
        below
    }

    /// How many bytes of the stream a file of `size` bytes has. Where tiles overlap: those in front
    /// of a byte past the end.
    pub fn end_of_file(&self, size: u64) -> u64 {
        self.below(0, self.total(), size)
    }
}

/// Refuses filetypes that the standard forbids; whether no byte of a tile is there twice.
fn check_tile(layout: &Datatype, is_written: bool) -> Result<bool, ViewError> {
    if layout.size() == 0 {
        return Ok(true);
    }
    if layout.true_lb() < 0 {
        return Err(ViewError::Negative);
    }
    if layout.dense_run(1).is_some() {
        return Ok(true);
    }
    let (mut start, mut end) = (0, 0);
    let mut overlaps = false;
    let mut cursor = layout.cursor(1);
    while let Some(segment) = cursor.next(usize::MAX) {
        if segment.offset < start {
            return Err(ViewError::NotMonotone);
        }
        overlaps |= segment.offset < end;
        (start, end) = (segment.offset, segment.offset + segment.len as i64);
    }
    match (overlaps, is_written) {
        (true, true) => Err(ViewError::Overlap),
        (overlaps, _) => Ok(!overlaps),
    }
}

/// Goes through the extents of an access; neighbours that touch come as one.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    cursor: Cursor<'a>,
    displacement: u64,
    rest: u64,
    /// The extent after the one given out last, whose end had to be found.
    ahead: Option<Extent>,
}

impl Walk<'_> {
    fn segment(&mut self) -> Option<Extent> {
        if self.rest == 0 {
            return None;
        }
        let segment = self.cursor.next(usize::try_from(self.rest).unwrap_or(usize::MAX))?;
        self.rest -= segment.len as u64;
        Some(Extent { offset: self.displacement + segment.offset as u64, len: segment.len as u64 })
    }
}

impl Iterator for Walk<'_> {
    type Item = Extent;

    fn next(&mut self) -> Option<Extent> {
        let mut extent = self.ahead.take().or_else(|| self.segment())?;
        while let Some(more) = self.segment() {
            if more.offset != extent.end() {
                self.ahead = Some(more);
                break;
            }
            extent.len += more.len;
        }
        Some(extent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_constants as mpi;
    use proptest::prelude::*;

    fn named(handle: usize) -> Datatype {
        Datatype::predefined(handle).unwrap().clone()
    }

    fn view(displacement: i64, filetype: &Datatype) -> Result<View, ViewError> {
        View::new(displacement, &named(mpi::MPI_BYTE), filetype, Representation::Native, true)
    }

    #[test]
    fn a_view_of_bytes_is_one_extent_to_the_end_of_all_files() {
        let view = View::bytes();
        assert_eq!(view.walk(5, 1 << 40).collect::<Vec<_>>(), [Extent { offset: 5, len: 1 << 40 }]);
        assert!(view.holds(0, i64::MAX as u64) && !view.holds(1, i64::MAX as u64) && !view.holds(u64::MAX, 2));
        assert_eq!(view.end_of_file(1 << 50), 1 << 50);
    }

    #[test]
    fn forbidden_filetypes_are_refused() {
        let int = named(mpi::MPI_INT);
        let back = Datatype::hindexed(&[1, 1], &[8, 0], &int).unwrap();
        assert_eq!(view(0, &back).unwrap_err(), ViewError::NotMonotone);
        let before = Datatype::hindexed(&[1], &[-4], &int).unwrap();
        assert_eq!(view(0, &before).unwrap_err(), ViewError::Negative);
        let twice = Datatype::hindexed(&[1, 1], &[0, 2], &int).unwrap();
        assert_eq!(view(0, &twice).unwrap_err(), ViewError::Overlap);
        assert_eq!(view(-1, &int).unwrap_err(), ViewError::Displacement(-1));
        let short = View::new(0, &int, &named(mpi::MPI_SHORT), Representation::Native, true);
        assert_eq!(short.unwrap_err(), ViewError::Filetype { filetype: 2, etype: 4 });
    }

    #[test]
    fn tiles_may_overlap_where_an_access_is_within_one() {
        let narrow = view(8, &Datatype::resized(&named(mpi::MPI_INT), 0, 2).unwrap()).unwrap();
        assert!(narrow.is_monotone(4, 4) && !narrow.is_monotone(4, 5));
        assert_eq!(narrow.span(4, 4), Extent { offset: 10, len: 4 });
        assert_eq!(narrow.span(0, 12), Extent { offset: 8, len: 8 });
        assert_eq!((narrow.below(4, 4, 9), narrow.below(4, 4, 12), narrow.below(4, 4, 99)), (0, 2, 4));
        // An explicit lower bound behind the first bytes, as in structures of blocks of which one
        // has it.
        let bound = Datatype::resized(&named(mpi::MPI_INT), 4, -2).unwrap();
        let alone = view(0, &bound).unwrap();
        assert!(alone.holds(0, 4) && !alone.holds(0, 5));
    }

    proptest! {
        #[test]
        fn views_agree_with_a_list_of_their_bytes(
            displacement in 0i64..20,
            blocks in prop::collection::vec((0i64..4, 0i64..4), 1..5),
            tail in 0i64..4,
            from in 0u64..30,
            len in 0u64..30,
        ) {
            let mut at = 0;
            let places: Vec<i64> = blocks.iter().map(|(gap, len)| { let here = at + gap; at = here + len; here }).collect();
            let lens: Vec<i64> = blocks.iter().map(|(_, len)| *len).collect();
            let raw = Datatype::hindexed(&lens, &places, &named(mpi::MPI_BYTE)).unwrap();
            let filetype = Datatype::resized(&raw, 0, at + tail).unwrap();
            prop_assume!(filetype.size() > 0);
            let view = view(displacement, &filetype).unwrap();
            let tile: Vec<i64> = places.iter().zip(&lens).flat_map(|(place, len)| *place..place + len).collect();
            let bytes: Vec<u64> = (0..80).flat_map(|n| tile.iter().map(move |b| (displacement + n * (at + tail) + b) as u64)).collect();
            let seen: Vec<u64> = view.walk(from, len).flat_map(|e| e.offset..e.end()).collect();
            prop_assert_eq!(&seen[..], &bytes[from as usize..(from + len) as usize]);
            let extents: Vec<Extent> = view.walk(from, len).collect();
            prop_assert!(extents.windows(2).all(|pair| pair[0].end() < pair[1].offset));
            for offset in 0..60 {
                let below = seen.iter().filter(|byte| **byte < offset).count() as u64;
                prop_assert_eq!(view.below(from, len, offset), below, "offset {}", offset);
            }
            if len > 0 {
                let span = view.span(from, len);
                prop_assert_eq!((span.offset, span.end()), (seen[0], seen[seen.len() - 1] + 1));
            }
        }
    }
}
