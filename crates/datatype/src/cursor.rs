//! A resumable walk over the segments of a message.

use crate::datatype::Datatype;
use crate::layout::Layout;
use smallvec::SmallVec;

/// Dense bytes of a message, relative to the user's buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Byte offset from the buffer address the program passed.
    pub offset: i64,
    /// Bytes.
    pub len: usize,
}

/// A position in the packed stream of `count` elements of a type, and the loop indices that belong
/// to it.
///
/// Seeking costs the depth of the type, with a binary search for each list of blocks; going on to
/// the next segment costs O(1) amortised.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    datatype: &'a Datatype,
    count: u64,
    position: u64,
    total: u64,
    /// Element of the message that `frames` are in.
    element: u64,
    frames: SmallVec<[Frame<'a>; 4]>,
    /// What is left of the current run.
    run: Segment,
}

/// A loop in progress: `index` is the repetition or part the walk is in.
#[derive(Clone, Debug)]
struct Frame<'a> {
    layout: &'a Layout,
    base: i64,
    index: u64,
}

impl<'a> Cursor<'a> {
    /// At the start of `count` elements.
    pub fn new(datatype: &'a Datatype, count: u64) -> Cursor<'a> {
        let total = datatype.size().saturating_mul(count);
        let run = Segment { offset: 0, len: 0 };
        let mut cursor = Cursor { datatype, count, position: 0, total, element: 0, frames: SmallVec::new(), run };
        cursor.seek(0);
        cursor
    }

    /// Bytes of the packed stream before the cursor.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Bytes of the packed stream in all.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Goes to byte `position` of the packed stream, or to its end if that is less.
    pub fn seek(&mut self, position: u64) {
        self.position = position.min(self.total);
        self.frames.clear();
        self.run.len = 0;
        if self.position == self.total {
            return;
        }
        if let Some(run) = self.datatype.dense_run(self.count) {
            self.run = run.after(self.position);
        } else {
            self.element = self.position / self.datatype.size();
            self.enter_element(self.position % self.datatype.size());
        }
    }

    /// The bytes at the cursor, at most `max` (at least 1) and as many as are dense, and moves past
    /// them; `None` at the end.
    #[inline]
    pub fn next(&mut self, max: usize) -> Option<Segment> {
        debug_assert!(max > 0, "a segment has at least one byte");
        if self.run.len == 0 && !self.advance() {
            return None;
        }
        let len = self.run.len.min(max);
        let segment = Segment { offset: self.run.offset, len };
        self.run = self.run.after(len as u64);
        self.position += len as u64;
        Some(segment)
    }

    /// Enters the next run; false at the end.
    fn advance(&mut self) -> bool {
        if self.position >= self.total {
            return false;
        }
        while let Some(frame) = self.frames.last_mut() {
            frame.index += 1;
            if let Some(child) = frame.child() {
                self.enter(child, 0);
                return true;
            }
            self.frames.pop();
        }
        self.element += 1;
        self.enter_element(0);
        true
    }

    fn enter_element(&mut self, skip: u64) {
        let placed = self.datatype.layout();
        let displacement = (self.element as i64).wrapping_mul(self.datatype.extent());
        self.enter(Child::Layout(&placed.layout, placed.offset.wrapping_add(displacement)), skip);
    }

    /// Descends to the run that holds byte `skip` of `child`.
    fn enter(&mut self, mut child: Child<'a>, mut skip: u64) {
        self.run = loop {
            match child {
                Child::Run(run) => break run.after(skip),
                Child::Layout(Layout::Dense { len }, base) => {
                    break Segment { offset: base, len: *len as usize }.after(skip);
                }
                Child::Layout(layout, base) => {
                    let (index, inner) = layout.locate(skip);
                    let frame = Frame { layout, base, index };
                    child = frame.child().expect("located within the layout");
                    skip = inner;
                    self.frames.push(frame);
                }
            }
        };
    }
}

impl Segment {
    /// What follows the first `bytes` bytes.
    fn after(self, bytes: u64) -> Segment {
        Segment { offset: self.offset.wrapping_add(bytes as i64), len: self.len - bytes as usize }
    }
}

/// What a frame's index points at, with its absolute place.
enum Child<'a> {
    Run(Segment),
    Layout(&'a Layout, i64),
}

impl<'a> Frame<'a> {
    /// The part at `index`, or `None` past the last.
    fn child(&self) -> Option<Child<'a>> {
        let index = self.index as usize;
        match self.layout {
            Layout::Dense { .. } => None,
            Layout::Strided { count, stride, child, .. } => {
                let offset = (self.index as i64).wrapping_mul(*stride);
                (self.index < *count).then(|| Child::Layout(child, self.base.wrapping_add(offset)))
            }
            Layout::Blocks { offsets, child, .. } => Some(Child::Layout(child, self.base.wrapping_add(*offsets.get(index)?))),
            Layout::Runs { runs } => {
                let run = runs.get(index)?;
                let start = index.checked_sub(1).map_or(0, |before| runs[before].end);
                Some(Child::Run(Segment { offset: self.base.wrapping_add(run.offset), len: (run.end - start) as usize }))
            }
            Layout::Sequence { parts } => {
                let part = parts.get(index)?;
                Some(Child::Layout(&part.layout, self.base.wrapping_add(part.offset)))
            }
        }
    }
}
