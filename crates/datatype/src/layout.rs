//! Where the bytes of a datatype are: a small tree of dense runs and loops, normalised so that
//! equal data has few forms and the kernels meet long runs and long loops.
//!
//! Normal form, kept by the functions of this module, the only ones that build layouts:
//! - no part is empty, except that a whole layout without bytes is `Dense { len: 0 }`;
//! - neighbouring dense runs that touch are one run;
//! - `Strided` and `Blocks` repeat a child whose origin is 0, at least twice; a `Strided` never
//!   repeats a `Dense` of its own stride nor a `Strided` that it continues;
//! - `Runs` and `Sequence` have at least two entries.

use crate::shared::Shared;

/// Parts with at most this many runs are merged into the list around them; longer lists stay shared
/// subtrees.
const SPLICE_LIMIT: usize = 8;

/// Bytes of one element relative to the layout's origin, in the order of the type map.
#[derive(Clone, Debug)]
pub enum Layout {
    /// `len` bytes from offset 0.
    Dense {
        /// Bytes.
        len: u64,
    },
    /// `child` at offsets 0, `stride`, 2 `stride`, ...
    Strided {
        /// Repetitions.
        count: u64,
        /// Bytes from one repetition to the next; may be negative or 0.
        stride: i64,
        /// What is repeated.
        child: Shared<Layout>,
        /// Bytes of data in all.
        size: u64,
    },
    /// `child` at each of `offsets`.
    Blocks {
        /// Byte offset of each repetition.
        offsets: Shared<[i64]>,
        /// What is repeated.
        child: Shared<Layout>,
        /// Bytes of data in all.
        size: u64,
    },
    /// Dense runs of different lengths.
    Runs {
        /// The runs in order.
        runs: Shared<[Run]>,
    },
    /// Anything else: different layouts one after the other.
    Sequence {
        /// The parts in order.
        parts: Shared<[Part]>,
    },
}

/// A dense run within [`Layout::Runs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Byte offset of the first byte.
    pub offset: i64,
    /// Bytes of data up to the end of this run, counted from the start of the list.
    pub end: u64,
}

/// A part of [`Layout::Sequence`].
#[derive(Clone, Debug)]
pub struct Part {
    /// Byte offset of the part's origin.
    pub offset: i64,
    /// Bytes of data up to the end of this part, counted from the start of the list.
    pub end: u64,
    /// What lies there.
    pub layout: Layout,
}

/// A layout and where its origin is.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Byte offset of the origin.
    pub offset: i64,
    /// The layout there.
    pub layout: Layout,
}

impl Layout {
    /// No bytes.
    pub const EMPTY: Layout = Layout::Dense { len: 0 };

    /// Bytes of data.
    #[inline]
    pub fn size(&self) -> u64 {
        match self {
            Layout::Dense { len } => *len,
            Layout::Strided { size, .. } | Layout::Blocks { size, .. } => *size,
            Layout::Runs { runs } => runs.last().map_or(0, |run| run.end),
            Layout::Sequence { parts } => parts.last().map_or(0, |part| part.end),
        }
    }

    /// Dense runs, where neighbours may touch.
    pub fn runs(&self) -> u64 {
        match self {
            Layout::Dense { .. } => 1,
            Layout::Strided { count, child, .. } => count.saturating_mul(child.runs()),
            Layout::Blocks { offsets, child, .. } => child.runs().saturating_mul(offsets.len() as u64),
            Layout::Runs { runs } => runs.len() as u64,
            Layout::Sequence { parts } => parts.iter().fold(0, |sum: u64, part| sum.saturating_add(part.layout.runs())),
        }
    }

    /// Which repetition or part holds byte `position` of the data (below [`Layout::size`]), and
    /// which byte of it that is.
    #[inline]
    pub fn locate(&self, position: u64) -> (u64, u64) {
        match self {
            Layout::Dense { .. } => (0, position),
            Layout::Strided { child, .. } | Layout::Blocks { child, .. } => {
                let each = child.size();
                (position / each, position % each)
            }
            Layout::Runs { runs } => {
                let index = runs.partition_point(|run| run.end <= position);
                (index as u64, position - index.checked_sub(1).map_or(0, |before| runs[before].end))
            }
            Layout::Sequence { parts } => {
                let index = parts.partition_point(|part| part.end <= position);
                (index as u64, position - index.checked_sub(1).map_or(0, |before| parts[before].end))
            }
        }
    }

    /// Whether both are known to describe the same bytes (never wrongly true).
    fn same(a: &Layout, b: &Layout) -> bool {
        match (a, b) {
            (Layout::Dense { len: a }, Layout::Dense { len: b }) => a == b,
            (Layout::Strided { count: a, stride: s, child: c, .. }, Layout::Strided { count: b, stride: t, child: d, .. }) => {
                a == b && s == t && Layout::same(c, d)
            }
            (Layout::Blocks { offsets: a, child: c, .. }, Layout::Blocks { offsets: b, child: d, .. }) => {
                Shared::same(a, b) && Layout::same(c, d)
            }
            (Layout::Runs { runs: a }, Layout::Runs { runs: b }) => Shared::same(a, b),
            (Layout::Sequence { parts: a }, Layout::Sequence { parts: b }) => Shared::same(a, b),
            _ => false,
        }
    }

    fn repeat(self, count: u64, stride: i64) -> Layout {
        let size = self.size() * count;
        match self {
            _ if size == 0 => Layout::EMPTY,
            layout if count == 1 => layout,
            Layout::Dense { len } if i64::try_from(len) == Ok(stride) => Layout::Dense { len: size },
            Layout::Strided { count: inner, stride: step, child, .. }
                if i128::from(inner) * i128::from(step) == i128::from(stride) =>
            {
                Layout::Strided { count: count * inner, stride: step, child, size }
            }
            layout => Layout::Strided { count, stride, child: Shared::new(layout), size },
        }
    }
}

impl Placed {
    /// No bytes.
    pub const EMPTY: Placed = Placed { offset: 0, layout: Layout::EMPTY };

    /// `count` copies, each `stride` bytes after the one before.
    pub(crate) fn repeat(self, count: u64, stride: i64) -> Placed {
        Placed { offset: self.offset, layout: self.layout.repeat(count, stride) }.normalised()
    }

    /// The same bytes, `by` bytes further.
    pub(crate) fn shift(self, by: i64) -> Placed {
        Placed { offset: self.offset + by, layout: self.layout }.normalised()
    }

    fn normalised(self) -> Placed {
        if self.layout.size() == 0 { Placed::EMPTY } else { self }
    }

    /// The parts one after the other.
    pub(crate) fn sequence(parts: impl Iterator<Item = Placed>) -> Placed {
        let mut list = Merger::default();
        parts.for_each(|part| list.push(part));
        list.finish()
    }
}

/// Collects parts, merging dense neighbours on the way.
#[derive(Default)]
struct Merger {
    parts: Vec<Placed>,
}

impl Merger {
    fn push(&mut self, part: Placed) {
        match &part.layout {
            Layout::Dense { len: 0 } => {}
            Layout::Dense { len } => self.push_dense(part.offset, *len),
            Layout::Runs { runs } if runs.len() <= SPLICE_LIMIT => {
                let mut start = 0;
                for run in runs.iter() {
                    self.push_dense(part.offset + run.offset, run.end - start);
                    start = run.end;
                }
            }
            Layout::Sequence { parts } if parts.len() <= SPLICE_LIMIT => {
                for inner in parts.iter() {
                    self.push(Placed { offset: part.offset + inner.offset, layout: inner.layout.clone() });
                }
            }
            _ => self.parts.push(part),
        }
    }

    fn push_dense(&mut self, offset: i64, len: u64) {
        if let Some(Placed { offset: start, layout: Layout::Dense { len: before } }) = self.parts.last_mut()
            && i128::from(*start) + i128::from(*before) == i128::from(offset)
        {
            *before += len;
        } else {
            self.parts.push(Placed { offset, layout: Layout::Dense { len } });
        }
    }

    fn finish(mut self) -> Placed {
        let Some(first) = self.parts.first() else { return Placed::EMPTY };
        let origin = first.offset;
        if self.parts.len() == 1 {
            return self.parts.remove(0);
        }
        self.parts.iter_mut().for_each(|part| part.offset -= origin);
        Placed { offset: origin, layout: self.classify() }
    }

    fn classify(self) -> Layout {
        let first = &self.parts[0].layout;
        if self.parts.iter().all(|part| Layout::same(&part.layout, first)) {
            uniform(first.clone(), self.parts.iter().map(|part| part.offset).collect())
        } else if self.parts.iter().all(|part| matches!(part.layout, Layout::Dense { .. })) {
            runs(&self.parts)
        } else {
            sequence(self.parts)
        }
    }
}

/// The same child at each offset: a loop if the offsets are evenly spaced.
fn uniform(child: Layout, offsets: Vec<i64>) -> Layout {
    let stride = i128::from(offsets[1]) - i128::from(offsets[0]);
    let even = offsets.windows(2).all(|pair| i128::from(pair[1]) - i128::from(pair[0]) == stride);
    let count = offsets.len() as u64;
    match i64::try_from(stride) {
        Ok(stride) if even => child.repeat(count, stride),
        _ => {
            let size = child.size() * count;
            Layout::Blocks { offsets: offsets.into(), child: Shared::new(child), size }
        }
    }
}

fn runs(parts: &[Placed]) -> Layout {
    let mut end = 0;
    let list: Vec<Run> = parts
        .iter()
        .map(|part| {
            end += part.layout.size();
            Run { offset: part.offset, end }
        })
        .collect();
    Layout::Runs { runs: list.into() }
}

fn sequence(parts: Vec<Placed>) -> Layout {
    let mut end = 0;
    let list: Vec<Part> = parts
        .into_iter()
        .map(|Placed { offset, layout }| {
            end += layout.size();
            Part { offset, end, layout }
        })
        .collect();
    Layout::Sequence { parts: list.into() }
}
