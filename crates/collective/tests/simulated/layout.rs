//! Datatypes of the simulation: lists of byte ranges, walked one byte at a time.

use ferry_collective::{Blocks, Integers, Shape};

/// A datatype: byte ranges of one element in type-map order, and its extent.
#[derive(Clone, Debug)]
pub struct Type {
    pub runs: Vec<(i64, u64)>,
    pub extent: i64,
}

impl Type {
    /// Offsets from an origin of the data bytes of `count` elements, in packed order.
    pub fn offsets(&self, count: u64) -> impl Iterator<Item = i64> + '_ {
        (0..count as i64).flat_map(move |element| {
            self.runs.iter().flat_map(move |&(start, length)| (0..length as i64).map(move |i| element * self.extent + start + i))
        })
    }

    pub fn size(&self) -> u64 {
        self.runs.iter().map(|&(_, length)| length).sum()
    }

    pub fn shape(&self) -> Shape {
        let true_lb = self.runs.iter().map(|&(start, _)| start).min().unwrap_or(0);
        let end = self.runs.iter().map(|&(start, length)| start + length as i64).max().unwrap_or(0);
        let dense = self.runs.len() == 1 && self.runs[0].0 == 0 && self.extent == self.size() as i64;
        Shape { size: self.size(), extent: self.extent, true_lb, true_extent: (end - true_lb) as u64, dense }
    }
}

/// Types of 4 and 8 bytes: dense, with gaps, with negative bounds, out of order, and running
/// downwards.
pub fn types() -> Vec<Type> {
    let of = |runs: &[(i64, u64)], extent| Type { runs: runs.to_vec(), extent };
    vec![
        of(&[(0, 4)], 4),
        of(&[(0, 4)], 8),
        of(&[(-4, 2), (2, 2)], 12),
        of(&[(2, 2), (0, 2)], 4),
        of(&[(0, 4)], -6),
        of(&[(0, 8)], 8),
        of(&[(3, 8)], 16),
    ]
}

/// Blocks with storage of their own; see [`Blocks`].
#[derive(Clone, Debug)]
pub enum Plan {
    Nothing,
    Uniform { count: u64, of: Type },
    Packed { counts: Vec<i32>, of: Type },
    Varying { counts: Vec<i32>, displacements: Vec<i32>, of: Type },
    Typed { counts: Vec<i64>, displacements: Vec<i64>, of: Vec<Type>, shapes: Vec<Shape> },
}

impl Plan {
    pub fn blocks(&self) -> Blocks<'_> {
        match self {
            Plan::Nothing => Blocks::Nothing,
            Plan::Uniform { count, of } => Blocks::uniform(*count, of.shape()),
            Plan::Packed { counts, of } => Blocks::Packed { counts: Integers::Narrow(counts), shape: of.shape() },
            Plan::Varying { counts, displacements, of } => Blocks::Varying {
                counts: Integers::Narrow(counts),
                displacements: Integers::Narrow(displacements),
                shape: of.shape(),
            },
            Plan::Typed { counts, displacements, shapes, .. } => {
                Blocks::Typed { counts: Integers::Wide(counts), displacements: Integers::Wide(displacements), shapes }
            }
        }
    }

    /// The type of block `index`.
    pub fn of(&self, index: usize) -> &Type {
        match self {
            Plan::Nothing => panic!("a buffer that is not significant has been used"),
            Plan::Uniform { of, .. } | Plan::Packed { of, .. } | Plan::Varying { of, .. } => of,
            Plan::Typed { of, .. } => &of[index],
        }
    }

    /// Offsets of the data bytes of block `index`, in packed order.
    pub fn block(&self, index: usize) -> Vec<i64> {
        let (origin, count) = match self {
            Plan::Nothing => return Vec::new(),
            Plan::Uniform { count, of } => (index as i64 * *count as i64 * of.extent, *count),
            Plan::Packed { counts, of } => {
                (counts[..index].iter().map(|&c| i64::from(c)).sum::<i64>() * of.extent, counts[index] as u64)
            }
            Plan::Varying { counts, displacements, of } => (i64::from(displacements[index]) * of.extent, counts[index] as u64),
            Plan::Typed { counts, displacements, .. } => (displacements[index], counts[index] as u64),
        };
        self.of(index).offsets(count).map(|offset| origin + offset).collect()
    }
}
