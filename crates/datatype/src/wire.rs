//! A datatype as bytes, so that another process can find the same data in its own memory (the
//! target's datatype in one-sided communication).
//!
//! Only what a walk over the data needs travels: layout, bounds and, if all elements have one, the
//! primitive. All numbers are little-endian.
//!
//! ```text
//! predefined:  0, handle (2 bytes)
//! any other:   1, primitive or 255, lb (8), ub (8), true lb (8), true ub (8), origin (8), layout
//! layout:      0 dense, bytes (8)
//!              1 strided, repetitions (8), stride (8), layout
//!              2 blocks, repetitions (8), offsets (8 each), layout
//!              3 runs, number (8), offset and end of each (8 + 8)
//!              4 sequence, number (8), offset (8) and layout of each
//! ```

use crate::contents::{Combiner, Recipe};
use crate::datatype::Datatype;
use crate::layout::{Layout, Part, Placed, Run};
use crate::primitive::Primitive;
use crate::shared::Shared;
use crate::signature::Signature;
use crate::typemap::{Bounds, TypeMap};

/// Stands for a datatype whose elements have different primitives.
const MIXED: u8 = u8::MAX;

impl Datatype {
    /// Appends the datatype as bytes.
    pub fn encode(&self, out: &mut Vec<u8>) {
        if let Some(handle) = self.handle() {
            out.push(0);
            out.extend((handle as u16).to_le_bytes());
            return;
        }
        let Placed { offset, layout } = self.layout();
        out.extend([1, self.primitive().map_or(MIXED, |primitive| primitive as u8)]);
        for word in [self.lb(), self.ub(), self.true_lb(), self.true_lb() + self.true_extent(), *offset] {
            out.extend(word.to_le_bytes());
        }
        encode_layout(layout, out);
    }

    /// Takes a datatype off the beginning of `bytes`. `None` if there is none, or one that no
    /// process makes.
    pub fn decode(bytes: &mut &[u8]) -> Option<Datatype> {
        let mut reader = Reader(bytes);
        let datatype = match reader.byte()? {
            0 => Datatype::predefined(usize::from(u16::from_le_bytes(reader.take()?)))?.clone(),
            1 => reader.made()?,
            _ => return None,
        };
        *bytes = reader.0;
        Some(datatype)
    }
}

fn encode_layout(layout: &Layout, out: &mut Vec<u8>) {
    match layout {
        Layout::Dense { len } => {
            out.push(0);
            out.extend(len.to_le_bytes());
        }
        Layout::Strided { count, stride, child, .. } => {
            out.push(1);
            out.extend(count.to_le_bytes());
            out.extend(stride.to_le_bytes());
            encode_layout(child, out);
        }
        Layout::Blocks { offsets, child, .. } => {
            out.push(2);
            out.extend((offsets.len() as u64).to_le_bytes());
            offsets.iter().for_each(|offset| out.extend(offset.to_le_bytes()));
            encode_layout(child, out);
        }
        Layout::Runs { runs } => {
            out.push(3);
            out.extend((runs.len() as u64).to_le_bytes());
            for run in runs.iter() {
                out.extend(run.offset.to_le_bytes());
                out.extend(run.end.to_le_bytes());
            }
        }
        Layout::Sequence { parts } => {
            out.push(4);
            out.extend((parts.len() as u64).to_le_bytes());
            for part in parts.iter() {
                out.extend(part.offset.to_le_bytes());
                encode_layout(&part.layout, out);
            }
        }
    }
}

/// Bytes that are left to be read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take().map(|[byte]: [u8; 1]| byte)
    }

    fn word(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn signed(&mut self) -> Option<i64> {
        self.take().map(i64::from_le_bytes)
    }

    /// A number of entries of at least `each` bytes: not more than there are bytes for.
    fn number(&mut self, each: usize) -> Option<usize> {
        let number = usize::try_from(self.word()?).ok()?;
        (number.checked_mul(each)? <= self.0.len()).then_some(number)
    }

    fn made(&mut self) -> Option<Datatype> {
        let primitive = match self.byte()? {
            MIXED => None,
            code => Some(*Primitive::ALL.get(usize::from(code))?),
        };
        let bounds = Bounds { lb: self.signed()?, ub: self.signed()? };
        let data = Bounds { lb: self.signed()?, ub: self.signed()? };
        let (offset, layout) = (self.signed()?, self.layout(Datatype::MAX_DEPTH)?);
        let size = layout.size();
        let signature = match primitive {
            _ if size == 0 => Signature::EMPTY,
            Some(primitive) if size.is_multiple_of(primitive.size()) => {
                Signature::Uniform { primitive, count: size / primitive.size() }
            }
            Some(_) => return None,
            None => mixed(size),
        };
        let map = TypeMap {
            size,
            data: (size > 0).then_some(data),
            padded: (size > 0).then_some(bounds),
            markers: Some(bounds),
            alignment: 1,
            layout: Placed { offset, layout },
            signature,
            depth: 1,
        };
        Datatype::build(map, Recipe::new(Combiner::Resized)).ok()
    }

    fn layout(&mut self, depth: u32) -> Option<Layout> {
        let deeper = depth.checked_sub(1)?;
        Some(match self.byte()? {
            0 => Layout::Dense { len: self.word()? },
            1 => {
                let (count, stride) = (self.word()?, self.signed()?);
                let child = self.layout(deeper)?;
                let size = child.size().checked_mul(count)?;
                Layout::Strided { count, stride, child: Shared::new(child), size }
            }
            2 => {
                let number = self.number(8)?;
                let offsets = (0..number).map(|_| self.signed()).collect::<Option<Vec<_>>>()?;
                let child = self.layout(deeper)?;
                let size = child.size().checked_mul(number as u64)?;
                Layout::Blocks { offsets: offsets.into(), child: Shared::new(child), size }
            }
            3 => {
                let number = self.number(16)?;
                let run = |reader: &mut Self| Some(Run { offset: reader.signed()?, end: reader.word()? });
                let runs = (0..number).map(|_| run(self)).collect::<Option<Vec<_>>>()?;
                let ascend = !runs.is_empty() && runs[0].end > 0 && runs.is_sorted_by(|a, b| a.end < b.end);
                ascend.then(|| Layout::Runs { runs: runs.into() })?
            }
            4 => self.sequence(deeper)?,
            _ => return None,
        })
    }

    fn sequence(&mut self, depth: u32) -> Option<Layout> {
        let number = self.number(8)?;
        let (mut parts, mut end) = (Vec::with_capacity(number), 0_u64);
        for _ in 0..number {
            let (offset, layout) = (self.signed()?, self.layout(depth)?);
            end = end.checked_add(layout.size())?;
            parts.push(Part { offset, end, layout });
        }
        (!parts.is_empty()).then(|| Layout::Sequence { parts: parts.into() })
    }
}

/// The signature of data whose primitives did not travel: never that of one primitive.
fn mixed(size: u64) -> Signature {
    let bytes = |primitive, count| Signature::Uniform { primitive, count };
    Signature::concat([bytes(Primitive::Byte, 1), bytes(Primitive::Packed, size.saturating_sub(1))].into_iter())
}
