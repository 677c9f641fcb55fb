//! Grids of ranks.

/// A grid of ranks in two dimensions, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub columns: u32,
    pub rows: u32,
}

impl Grid {
    /// As square as `ranks` allow.
    pub fn of(ranks: u32) -> Grid {
        let columns = (1..=ranks.isqrt()).rev().find(|columns| ranks.is_multiple_of(*columns)).unwrap_or(1);
        Grid { columns: ranks / columns, rows: columns }
    }

    /// Column and row of a rank.
    pub fn place(self, rank: u32) -> (u32, u32) {
        (rank % self.columns, rank / self.columns)
    }

    /// The rank so many columns and rows away, if there is one.
    pub fn at(self, rank: u32, (right, down): (i32, i32)) -> Option<u32> {
        let (column, row) = self.place(rank);
        let column = column.checked_add_signed(right).filter(|column| *column < self.columns)?;
        let row = row.checked_add_signed(down).filter(|row| *row < self.rows)?;
        Some(row * self.columns + column)
    }

    /// The same, around the edges.
    pub fn around(self, rank: u32, (right, down): (i32, i32)) -> u32 {
        let (column, row) = self.place(rank);
        let wrap = |at: u32, by: i32, size: u32| (i64::from(at) + i64::from(by)).rem_euclid(i64::from(size)) as u32;
        wrap(row, down, self.rows) * self.columns + wrap(column, right, self.columns)
    }
}

/// The three sides of a box of `ranks` (a power of two), as equal as possible.
pub(super) fn cube(ranks: u32) -> [u32; 3] {
    let mut sides = [1; 3];
    (0..ranks.trailing_zeros()).for_each(|bit| sides[bit as usize % 3] *= 2);
    sides
}

/// The rank next to `rank` in dimension `dimension` of a periodic box.
pub(super) fn beside(sides: [u32; 3], rank: u32, dimension: usize, by: i32) -> u32 {
    let mut place = [rank % sides[0], rank / sides[0] % sides[1], rank / sides[0] / sides[1]];
    let side = sides[dimension];
    place[dimension] = (i64::from(place[dimension]) + i64::from(by)).rem_euclid(i64::from(side)) as u32;
    (place[2] * sides[1] + place[1]) * sides[0] + place[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_as_square_as_possible_and_know_their_neighbors() {
        assert_eq!(Grid::of(12), Grid { columns: 4, rows: 3 });
        assert_eq!(Grid::of(7), Grid { columns: 7, rows: 1 });
        let grid = Grid::of(12);
        assert_eq!((grid.at(5, (1, 0)), grid.at(3, (1, 0)), grid.at(5, (0, -1))), (Some(6), None, Some(1)));
        assert_eq!((grid.around(3, (1, 0)), grid.around(0, (0, -1))), (0, 8));
    }

    #[test]
    fn boxes_are_periodic() {
        assert_eq!(cube(16), [4, 2, 2]);
        let sides = cube(16);
        for dimension in 0..3 {
            for rank in 0..16 {
                let there = beside(sides, rank, dimension, 1);
                assert_eq!(beside(sides, there, dimension, -1), rank);
            }
        }
    }
}
