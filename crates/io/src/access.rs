//! Accesses by one process alone: from a view and memory to reads and writes of the system.
//!
//! Bytes that lie together in the file go in one call. Where a read has many short extents close
//! together, what lies between is read as well and left out ([`windows`], data sieving). Extents
//! are read by calls of their own where that costs less and need not wait for a device
//! ([`Access::read_cached`]). A write could do likewise only by writing back bytes that are not the
//! program's; it does so under a lock, and only if the program asked for it.

use std::sync::Arc;

use ferry_sys::file::Lock;

use crate::extent::Extent;
use crate::memory::Memory;
use crate::open_file::{Moved, OpenFile};
use crate::view::View;

/// Which way the bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the file.
    Read,
    /// To the file.
    Write,
}

/// How an access treats bytes between its own, and other processes.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Longest window that is read or written with what lies between, in bytes; 0: piece by piece.
    pub sieve: u64,
    /// No other process sees part of the access.
    pub is_atomic: bool,
}

/// An access: bytes of memory, and where they are in the file.
#[derive(Debug)]
pub struct Access {
    /// The file.
    pub file: Arc<OpenFile>,
    /// What it is seen through.
    pub view: Arc<View>,
    /// Where the stream of the access begins.
    pub position: u64,
    /// The bytes.
    pub memory: Memory,
    /// Which way they go.
    pub direction: Direction,
    /// How.
    pub manner: Manner,
}

/// Largest gap that is read rather than jumped over, in bytes: reading it takes as long as another
/// call.
const GAP_MAX: u64 = 4 << 10;
/// Extents of at least so many bytes go in calls of their own.
const LONG_EXTENT: u64 = 64 << 10;
/// Bytes that an extent in a call of its own spares, on average, from where that costs less than a
/// window: the gap before it, which is not read, and half its length, as it is not copied twice.
const LEAST_SPARED: u64 = 3 << 10;
/// Bytes of memory with gaps that are put together at once.
const STAGE: u64 = 1 << 20;

impl Access {
    /// Bytes of the access.
    pub fn len(&self) -> u64 {
        self.memory.bytes()
    }

    /// True without bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// From the first to past the last byte in the file.
    pub fn span(&self) -> Option<Extent> {
        (!self.is_empty()).then(|| self.view.span(self.position, self.len()))
    }

    /// Does it: how many bytes, from the front.
    pub fn run(&self) -> Moved {
        let Some(span) = self.span() else { return Moved::default() };
        let lock = match self.direction {
            Direction::Read => Lock::Shared,
            Direction::Write => Lock::Exclusive,
        };
        let is_locked = self.manner.is_atomic || (self.direction == Direction::Write && self.manner.sieve > 0);
        let guard = if is_locked { self.file.lock(span, lock).map(Some) } else { Ok(None) };
        match guard {
            Ok(_guard) => self.run_locked(),
            Err(error) => Moved { bytes: 0, error: Some(error) },
        }
    }

    fn run_locked(&self) -> Moved {
        match self.direction {
            Direction::Read => self.read(),
            Direction::Write if self.manner.sieve > 0 => self.write_sieving(),
            Direction::Write => self.write(),
        }
    }

    fn extents(&self) -> impl Iterator<Item = Extent> {
        self.view.walk(self.position, self.len())
    }

    fn read(&self) -> Moved {
        let mut done = Moved::default();
        let mut stage = Vec::new();
        for window in windows(self.extents(), self.manner.sieve) {
            let wanted = window.bytes;
            let moved = match &window.extents[..] {
                [alone] => self.read_alone(&mut stage, done.bytes, *alone),
                _ if self.read_cached(done.bytes, &window) => Moved { bytes: wanted, error: None },
                extents => self.read_window(room(&mut stage, window.span.len), done.bytes, window.span, extents),
            };
            done.bytes += moved.bytes;
            if moved.error.is_some() || moved.bytes < wanted {
                return Moved { error: moved.error, ..done };
            }
        }
        done
    }

    /// Reads the extents of a window one by one straight to memory, if that costs less than to read
    /// all of it and nothing waits for a device. Whether that was done.
    fn read_cached(&self, position: u64, window: &Window) -> bool {
        let is_tried = self.file.is_local() && self.memory.has_long_pieces() && window.is_cheaper_in_parts();
        is_tried && self.file.read_cached(&self.memory, position, &window.extents)
    }

    /// Reads an extent straight to memory if its pieces there are long, else through `stage`.
    fn read_alone(&self, stage: &mut Vec<u8>, position: u64, extent: Extent) -> Moved {
        if self.memory.has_long_pieces() {
            return self.file.read(&self.memory, position, extent);
        }
        let mut done = Moved::default();
        let stage = room(stage, extent.len.min(STAGE));
        while done.bytes < extent.len && done.error.is_none() {
            let len = (extent.len - done.bytes).min(STAGE) as usize;
            let moved = self.file.read_bytes(extent.offset + done.bytes, &mut stage[..len]);
            self.memory.unpack(position + done.bytes, &stage[..moved.bytes as usize]);
            done = Moved { bytes: done.bytes + moved.bytes, error: moved.error };
            if moved.bytes < len as u64 {
                break;
            }
        }
        done
    }

    /// Reads a window with all that lies between its extents into `bytes`.
    fn read_window(&self, bytes: &mut [u8], position: u64, span: Extent, extents: &[Extent]) -> Moved {
        let moved = self.file.read_bytes(span.offset, bytes);
        let end = span.offset + moved.bytes;
        let mut done = 0;
        for extent in extents {
            let len = extent.len.min(end.saturating_sub(extent.offset));
            let start = (extent.offset - span.offset) as usize;
            self.memory.unpack(position + done, &bytes[start.min(bytes.len())..][..len as usize]);
            done += len;
            if len < extent.len {
                break;
            }
        }
        Moved { bytes: done, error: moved.error }
    }

    fn write(&self) -> Moved {
        let mut stage = StagingBuffer::new(&self.memory);
        let mut done = Moved::default();
        for extent in self.extents() {
            let moved = if self.memory.has_long_pieces() {
                self.file.write(&self.memory, done.bytes, extent)
            } else {
                self.write_staged(&mut stage, done.bytes, extent)
            };
            done.bytes += moved.bytes;
            if let Some(error) = moved.error {
                return Moved { error: Some(error), ..done };
            }
        }
        done
    }

    fn write_staged(&self, stage: &mut StagingBuffer<'_>, position: u64, extent: Extent) -> Moved {
        let mut done = 0;
        while done < extent.len {
            let bytes = stage.from(position + done, extent.len - done);
            let moved = self.file.write_bytes(extent.offset + done, bytes);
            done += moved.bytes;
            if moved.error.is_some() {
                return Moved { bytes: done, error: moved.error };
            }
        }
        Moved { bytes: done, error: None }
    }

    /// Reads, changes and writes back what is around short extents. The whole access is locked.
    fn write_sieving(&self) -> Moved {
        let mut done = Moved::default();
        let mut stage = Vec::new();
        for window in windows(self.extents(), self.manner.sieve) {
            let moved = match &window.extents[..] {
                [alone] => self.file.write(&self.memory, done.bytes, *alone),
                extents => self.change_window(room(&mut stage, window.span.len), done.bytes, window.span, extents),
            };
            done.bytes += moved.bytes;
            if moved.error.is_some() {
                return Moved { error: moved.error, ..done };
            }
        }
        done
    }

    fn change_window(&self, bytes: &mut [u8], position: u64, span: Extent, extents: &[Extent]) -> Moved {
        let read = self.file.read_bytes(span.offset, bytes);
        if read.error.is_some() {
            return Moved { bytes: 0, error: read.error };
        }
        // What the file does not have is zeros.
        bytes[read.bytes as usize..].fill(0);
        let mut at = position;
        for extent in extents {
            let start = (extent.offset - span.offset) as usize;
            self.memory.pack(at, &mut bytes[start..start + extent.len as usize]);
            at += extent.len;
        }
        let written = self.file.write_bytes(span.offset, bytes);
        if written.error.is_none() {
            return Moved { bytes: at - position, error: None };
        }
        let end = span.offset + written.bytes;
        let before = extents.iter().map(|extent| extent.len.min(end.saturating_sub(extent.offset))).sum();
        Moved { bytes: before, error: written.error }
    }
}

/// The first `len` bytes of `stage`, which is made longer if need be: what is in them is of the
/// last use.
fn room(stage: &mut Vec<u8>, len: u64) -> &mut [u8] {
    if stage.len() < len as usize {
        stage.resize(len as usize, 0);
    }
    &mut stage[..len as usize]
}

/// Memory with gaps, put together a part at a time.
struct StagingBuffer<'a> {
    memory: &'a Memory,
    bytes: Vec<u8>,
    start: u64,
}

impl<'a> StagingBuffer<'a> {
    fn new(memory: &'a Memory) -> Self {
        StagingBuffer { memory, bytes: Vec::new(), start: 0 }
    }

    /// Some of the data from `position` on, at least one byte and at most `len`.
    fn from(&mut self, position: u64, len: u64) -> &[u8] {
        if !(self.start..self.start + self.bytes.len() as u64).contains(&position) {
            self.start = position;
            self.bytes.resize((self.memory.bytes() - position).min(STAGE) as usize, 0);
            self.memory.pack(position, &mut self.bytes);
        }
        let rest = &self.bytes[(position - self.start) as usize..];
        &rest[..rest.len().min(usize::try_from(len).unwrap_or(usize::MAX))]
    }
}

/// Extents that are accessed together.
struct Window {
    span: Extent,
    extents: Vec<Extent>,
    bytes: u64,
}

impl Window {
    /// Whether its extents in calls of their own take less than all of it in one: a call for each
    /// costs about as much as copying [`LEAST_SPARED`] bytes.
    fn is_cheaper_in_parts(&self) -> bool {
        let gaps = self.span.len.saturating_sub(self.bytes);
        gaps + self.bytes / 2 >= LEAST_SPARED * self.extents.len() as u64
    }
}

/// Groups extents that lie close together into windows of at most `most` bytes. Long extents stay
/// alone.
fn windows(extents: impl Iterator<Item = Extent>, most: u64) -> impl Iterator<Item = Window> {
    let mut extents = extents.peekable();
    std::iter::from_fn(move || {
        let first = extents.next()?;
        let mut window = Window { span: first, extents: vec![first], bytes: first.len };
        while let Some(next) = extents.peek()
            && joins(window.span, *next, most)
            && let Some(next) = extents.next()
        {
            window.span.len = window.span.end().max(next.end()) - window.span.offset;
            window.bytes += next.len;
            window.extents.push(next);
        }
        Some(window)
    })
}

/// Extents in order, those that lie close together with what lies between, in groups of at most
/// `most` bytes.
pub fn gathered(extents: impl Iterator<Item = Extent>, most: u64) -> impl Iterator<Item = Extent> {
    windows(extents, most).map(|window| window.span)
}

/// Whether `next` is accessed together with what is before it.
fn joins(span: Extent, next: Extent, most: u64) -> bool {
    next.offset >= span.offset
        && next.len < LONG_EXTENT
        && next.offset.saturating_sub(span.end()) <= GAP_MAX
        && next.end().max(span.end()) - span.offset <= most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_file::Mode;
    use crate::representation::Representation;
    use ferry_constants as mpi;
    use ferry_datatype::Datatype;
    use proptest::prelude::*;

    fn byte() -> &'static Datatype {
        Datatype::predefined(mpi::MPI_BYTE).unwrap()
    }

    fn temporary() -> (tempfile::TempDir, Arc<OpenFile>) {
        let folder = tempfile::tempdir().unwrap();
        let file = OpenFile::open(&folder.path().join("file"), Mode::TESTED).unwrap();
        (folder, Arc::new(file))
    }

    fn contents(file: &OpenFile) -> Vec<u8> {
        let mut bytes = vec![0; file.size().unwrap() as usize];
        assert_eq!(file.read_bytes(0, &mut bytes).bytes, bytes.len() as u64);
        bytes
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn only_bytes_of_the_access_change(
            displacement in 0i64..9,
            blocks in prop::collection::vec((0i64..6, 1i64..6), 1..4),
            tail in 0i64..4,
            position in 0u64..20,
            spacing in 1i64..4,
            len in 0i64..60,
            old in 0usize..100,
            sieve in prop::sample::select(vec![0u64, 16, 4096]),
            is_atomic: bool,
        ) {
            let (_folder, file) = temporary();
            let mut model: Vec<u8> = (0..old).map(|n| n as u8 | 0x80).collect();
            file.write_bytes(0, &model);
            let mut at = 0;
            let places: Vec<i64> = blocks.iter().map(|(gap, len)| { let here = at + gap; at = here + len; here }).collect();
            let lens: Vec<i64> = blocks.iter().map(|(_, len)| *len).collect();
            let filetype = Datatype::resized(&Datatype::hindexed(&lens, &places, byte()).unwrap(), 0, at + tail).unwrap();
            let view = Arc::new(View::new(displacement, byte(), &filetype, Representation::Native, true).unwrap());
            let spread = Datatype::vector(len, 1, spacing, byte()).unwrap();
            let mut buffer: Vec<u8> = (0..=(len * spacing) as usize).map(|n| n as u8).collect();
            let data: Vec<u8> = (0..len).map(|n| (n * spacing) as u8).collect();
            let offsets: Vec<u64> = view.walk(position, len as u64).flat_map(|e| e.offset..e.end()).collect();
            for (offset, value) in offsets.iter().zip(&data) {
                model.resize(model.len().max(*offset as usize + 1), 0);
                model[*offset as usize] = *value;
            }
            let access = |buffer: &mut Vec<u8>, direction| Access {
                file: file.clone(),
                view: view.clone(),
                position,
                // SAFETY: MEM-1: the buffer outlives the access.
                memory: unsafe { Memory::new(buffer.as_mut_ptr(), 1, &spread).unwrap() },
                direction,
                manner: Manner { sieve, is_atomic },
            };
            let moved = access(&mut buffer, Direction::Write).run();
            prop_assert!(moved.error.is_none());
            prop_assert_eq!(moved.bytes, len as u64);
            prop_assert_eq!(contents(&file), model);

            let cut = old as u64;
            file.set_size(cut.min(file.size().unwrap())).unwrap();
            let mut back = vec![0xee; buffer.len()];
            let read = access(&mut back, Direction::Read).run();
            let there = offsets.iter().take_while(|offset| **offset < cut).count();
            prop_assert_eq!(read.bytes, there as u64);
            let mut expected = vec![0xee; buffer.len()];
            (0..there).for_each(|n| expected[n * spacing as usize] = buffer[n * spacing as usize]);
            prop_assert_eq!(back, expected);
        }
    }

    #[test]
    fn long_extents_with_gaps_go_in_calls_of_their_own() {
        for (len, gap, expected) in [
            (1024, 1024, false),
            (1024, 3072, true),
            (2048, 2500, true),
            (4096, 4096, true),
            (4096, 8, false),
            (512, 1536, false),
        ] {
            let extents = (0..100).map(|number| Extent { offset: number * (len + gap), len });
            let window = windows(extents, 4 << 20).next().expect("a window");
            assert_eq!(window.is_cheaper_in_parts(), expected, "{len} bytes each {}", len + gap);
        }
    }

    /// Blocks of a page each, of which every other one is this access's; the file ends in one of
    /// them, or between two. In parts, in windows and piece by piece the same is read.
    #[test]
    fn what_is_read_in_parts_is_what_is_read_in_windows() {
        let (_folder, file) = temporary();
        let whole: Vec<u8> = (0..100_000u32).flat_map(u32::to_le_bytes).collect();
        assert!(file.write_bytes(0, &whole).error.is_none());
        let block = Datatype::contiguous(4096, byte()).unwrap();
        let filetype = Datatype::resized(&block, 0, 8192).unwrap();
        let view = Arc::new(View::new(100, byte(), &filetype, Representation::Native, false).unwrap());
        // The file gets shorter.
        for size in [400_000, 100 + 8192 * 20 + 5000, 100 + 8192 * 20 + 1000] {
            file.set_size(size).unwrap();
            let mut expected: Vec<u8> = Vec::new();
            for start in (100..size as usize).step_by(8192) {
                expected.extend(&whole[start..size.min(start as u64 + 4096) as usize]);
            }
            for sieve in [0, 30_000, 4 << 20] {
                let memory = Memory::owned(vec![0; 200_000]);
                let manner = Manner { sieve, is_atomic: false };
                let access = Access {
                    file: Arc::clone(&file),
                    view: Arc::clone(&view),
                    position: 0,
                    memory,
                    direction: Direction::Read,
                    manner,
                };
                let moved = access.run();
                assert!(moved.error.is_none());
                let mut read = vec![0; moved.bytes as usize];
                access.memory.pack(0, &mut read);
                assert_eq!(read.len(), expected.len().min(200_000), "{size} bytes, windows of {sieve}");
                assert!(read[..] == expected[..read.len()], "{size} bytes, windows of {sieve}");
            }
        }
    }

    #[test]
    fn windows_hold_what_is_close_together() {
        let extents = [(0, 4), (8, 4), (30_000, 4), (30_010, 100_000), (130_020, 4)].map(|(offset, len)| Extent { offset, len });
        let lens = |most| windows(extents.into_iter(), most).map(|window| window.extents.len()).collect::<Vec<_>>();
        assert_eq!(lens(1 << 20), [2, 1, 2]);
        assert_eq!(lens(0), [1; 5]);
    }

    #[test]
    fn an_error_of_the_system_says_where() {
        let (folder, _) = temporary();
        let file = OpenFile::open(&folder.path().join("file"), Mode { writes: false, creates: false, ..Mode::TESTED }).unwrap();
        let moved = file.write_bytes(3, b"abc");
        let error = moved.error.unwrap();
        assert_eq!(error.class(), mpi::MPI_ERR_IO);
        assert!(error.to_string().starts_with("cannot write 3 bytes at offset 3 of "), "{error}");
    }
}
