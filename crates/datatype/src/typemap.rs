//! A type map (MPI 5.0, section 5.1) in compressed form, and the two operations all constructors
//! consist of: `repeat` and `sequence`.

use crate::error::TypeError;
use crate::layout::{Layout, Placed};
use crate::primitive::Primitive;
use crate::signature::Signature;

/// Half-open byte range `[lb, ub)`; `ub` may be below `lb` when set by `MPI_Type_create_resized`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub lb: i64,
    pub ub: i64,
}

impl Bounds {
    pub const ZERO: Bounds = Bounds { lb: 0, ub: 0 };

    /// Bounds of copies displaced by `low` to `high` bytes.
    fn spread(self, low: i128, high: i128) -> Result<Bounds, TypeError> {
        let lb = narrow(i128::from(self.lb) + low, "lower bound")?;
        let ub = narrow(i128::from(self.ub) + high, "upper bound")?;
        narrow(i128::from(ub) - i128::from(lb), "extent")?;
        Ok(Bounds { lb, ub })
    }

    fn union(self, other: Bounds) -> Bounds {
        Bounds { lb: self.lb.min(other.lb), ub: self.ub.max(other.ub) }
    }

    /// The same with the extent rounded up to a multiple of `alignment` bytes.
    fn pad(self, alignment: u64) -> Result<Bounds, TypeError> {
        let extent = i128::from(self.ub) - i128::from(self.lb);
        let alignment = i128::from(alignment);
        let padded = (extent + alignment - 1) / alignment * alignment;
        narrow(padded, "extent")?;
        Ok(Bounds { lb: self.lb, ub: narrow(i128::from(self.lb) + padded, "upper bound")? })
    }
}

/// Layout, signature, bounds and alignment of a type.
#[derive(Clone, Debug)]
pub(crate) struct TypeMap {
    /// Bytes of data.
    pub size: u64,
    /// Range of the data; `None` when there is none.
    pub data: Option<Bounds>,
    /// Range of the data and of the padding of its parts, which are rounded up to their alignment
    /// one inside the other; `None` without data.
    pub padded: Option<Bounds>,
    /// Range set by lower and upper bound markers; `None` without markers.
    pub markers: Option<Bounds>,
    /// Largest alignment of any element.
    pub alignment: u64,
    pub layout: Placed,
    pub signature: Signature,
    /// Nested operations, an upper bound of the height of `layout` and `signature`.
    pub depth: u32,
}

pub(crate) fn narrow(value: i128, what: &'static str) -> Result<i64, TypeError> {
    i64::try_from(value).map_err(|_| TypeError::Overflow { what })
}

impl TypeMap {
    pub const EMPTY: TypeMap = TypeMap {
        size: 0,
        data: None,
        padded: None,
        markers: None,
        alignment: 1,
        layout: Placed::EMPTY,
        signature: Signature::EMPTY,
        depth: 0,
    };

    pub const fn primitive(primitive: Primitive, layout: Layout, true_extent: i64) -> TypeMap {
        TypeMap {
            size: primitive.size(),
            data: Some(Bounds { lb: 0, ub: true_extent }),
            padded: Some(Bounds { lb: 0, ub: primitive.extent() as i64 }),
            markers: None,
            alignment: primitive.alignment(),
            layout: Placed { offset: 0, layout },
            signature: Signature::Uniform { primitive, count: 1 },
            depth: 1,
        }
    }

    /// Lower and upper bound: the markers' if there are any, else those of data and padding.
    ///
    /// MPI-5 section 5.1.7 rounds the extent of the flat type map once. With strides that are no
    /// multiple of the alignment the padding of a part may reach further than that; it counts, so
    /// that a type holds its parts whole, as in Open MPI.
    pub fn bounds(&self) -> Bounds {
        self.markers.or(self.padded).unwrap_or(Bounds::ZERO)
    }

    pub fn extent(&self) -> Result<i64, TypeError> {
        let bounds = self.bounds();
        narrow(i128::from(bounds.ub) - i128::from(bounds.lb), "extent")
    }

    /// Nothing in it: neither data nor markers.
    fn is_void(&self) -> bool {
        self.data.is_none() && self.markers.is_none()
    }

    /// `count` copies, each `stride` bytes after the one before.
    pub fn repeat(&self, count: u64, stride: i128) -> Result<TypeMap, TypeError> {
        if count == 0 || self.is_void() {
            return Ok(TypeMap::EMPTY);
        }
        if count == 1 {
            return Ok(self.clone());
        }
        let span = i128::from(count - 1).saturating_mul(stride);
        let (low, high) = (span.min(0), span.max(0));
        let spread = |bounds: Option<Bounds>| bounds.map(|b| b.spread(low, high)).transpose();
        let size = narrow(i128::from(self.size).saturating_mul(i128::from(count)), "size")? as u64;
        Ok(TypeMap {
            size,
            data: spread(self.data)?,
            padded: padded(spread(self.padded)?, self.alignment)?,
            markers: spread(self.markers)?,
            alignment: self.alignment,
            layout: self.layout.clone().repeat(count, narrow(stride, "stride")?),
            signature: self.signature.clone().repeat(count),
            depth: self.depth + 1,
        })
    }

    /// The same type `by` bytes further.
    pub fn shift(&self, by: i128) -> Result<TypeMap, TypeError> {
        if self.is_void() {
            return Ok(TypeMap::EMPTY);
        }
        let shift = |bounds: Option<Bounds>| bounds.map(|b| b.spread(by, by)).transpose();
        Ok(TypeMap {
            data: shift(self.data)?,
            padded: shift(self.padded)?,
            markers: shift(self.markers)?,
            layout: self.layout.clone().shift(narrow(by, "displacement")?),
            ..self.clone()
        })
    }

    /// The same data with the markers replaced.
    pub fn resized(&self, lb: i64, extent: i64) -> Result<TypeMap, TypeError> {
        let ub = narrow(i128::from(lb) + i128::from(extent), "upper bound")?;
        Ok(TypeMap { markers: Some(Bounds { lb, ub }), depth: self.depth + 1, ..self.clone() })
    }

    /// The parts one after the other, where they are.
    pub fn sequence(parts: &[TypeMap]) -> Result<TypeMap, TypeError> {
        let mut joined = Joined::default();
        for part in parts.iter().filter(|part| !part.is_void()) {
            joined.add(part.size, part.data, part.padded, part.markers)?;
        }
        let alignment = parts.iter().map(|part| part.alignment).max().unwrap_or(1);
        Ok(TypeMap {
            size: joined.size,
            data: joined.data,
            padded: padded(joined.padded, alignment)?,
            markers: joined.markers,
            alignment,
            layout: Placed::sequence(parts.iter().map(|part| part.layout.clone())),
            signature: Signature::concat(parts.iter().map(|part| part.signature.clone())),
            depth: parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1,
        })
    }

    /// For each `(displacement, count)` in bytes and copies: `count` copies of `self`, `stride`
    /// bytes apart, from `displacement`.
    pub fn blocks(&self, blocks: impl Iterator<Item = (i128, u64)>, stride: i64) -> Result<TypeMap, TypeError> {
        let mut joined = Joined::default();
        let mut places: Vec<Placed> = Vec::new();
        let mut last = (1, self.layout.clone());
        let mut copies = 0u64;
        for (displacement, count) in blocks.filter(|&(_, count)| count > 0 && !self.is_void()) {
            let span = i128::from(count - 1).saturating_mul(i128::from(stride));
            let (low, high) = (displacement + span.min(0), displacement + span.max(0));
            let spread = |bounds: Option<Bounds>| bounds.map(|b| b.spread(low, high)).transpose();
            let size = narrow(i128::from(self.size).saturating_mul(i128::from(count)), "size")? as u64;
            joined.add(size, spread(self.data)?, spread(self.padded)?, spread(self.markers)?)?;
            if last.0 != count {
                last = (count, self.layout.clone().repeat(count, stride));
            }
            let Placed { offset, layout } = last.1.clone();
            let offset = if layout.size() == 0 { 0 } else { narrow(i128::from(offset) + displacement, "displacement")? };
            places.push(Placed { offset, layout });
            copies = copies.checked_add(count).ok_or(TypeError::Overflow { what: "size" })?;
        }
        if places.is_empty() {
            return Ok(TypeMap::EMPTY);
        }
        Ok(TypeMap {
            size: joined.size,
            data: joined.data,
            padded: padded(joined.padded, self.alignment)?,
            markers: joined.markers,
            alignment: self.alignment,
            layout: Placed::sequence(places.into_iter()),
            signature: self.signature.clone().repeat(copies),
            depth: self.depth + 2,
        })
    }
}

/// Running union of parts.
#[derive(Default)]
struct Joined {
    size: u64,
    data: Option<Bounds>,
    padded: Option<Bounds>,
    markers: Option<Bounds>,
}

impl Joined {
    fn add(&mut self, size: u64, data: Option<Bounds>, padded: Option<Bounds>, markers: Option<Bounds>) -> Result<(), TypeError> {
        self.size = narrow(i128::from(self.size) + i128::from(size), "size")? as u64;
        self.data = join(self.data, data)?;
        self.padded = join(self.padded, padded)?;
        self.markers = join(self.markers, markers)?;
        Ok(())
    }
}

fn padded(bounds: Option<Bounds>, alignment: u64) -> Result<Option<Bounds>, TypeError> {
    bounds.map(|bounds| bounds.pad(alignment)).transpose()
}

fn join(a: Option<Bounds>, b: Option<Bounds>) -> Result<Option<Bounds>, TypeError> {
    match (a, b) {
        (Some(a), Some(b)) => {
            let both = a.union(b);
            narrow(i128::from(both.ub) - i128::from(both.lb), "extent")?;
            Ok(Some(both))
        }
        (a, b) => Ok(a.or(b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_holds_its_parts_with_their_padding() {
        let int = TypeMap::primitive(Primitive::I32, Layout::Dense { len: 4 }, 4);
        let inner = int.repeat(4, 4).and_then(|row| row.repeat(3, 25)).expect("small");
        assert_eq!(inner.extent(), Ok(68), "2 * 25 + 16 bytes, rounded up to 4");
        let outer = inner.repeat(3, 68).and_then(|row| row.repeat(2, 273)).expect("small");
        assert_eq!(outer.extent(), Ok(480), "273 + 3 * 68 bytes, rounded up to 4, though the last integer ends at 475");
        assert_eq!(outer.data, Some(Bounds { lb: 0, ub: 475 }));
    }
}
