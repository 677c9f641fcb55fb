//! Cartesian topologies (MPI-5 §8.5.1): grids of processes, ranks in row-major order.

use ferry_collective::{NOBODY, Neighbors};
use ferry_constants as mpi;

use crate::{Result, bail};

/// A grid and the place of one process in it.
///
/// Invariant: `dims`, `periods` and `coords` are of one length; the product of `dims` fits 31 bits;
/// `neighbors` is twice as long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cart {
    dims: Vec<i32>,
    periods: Vec<bool>,
    coords: Vec<i32>,
    /// Of dimension d the process below at 2d, the one above at 2d + 1.
    neighbors: Vec<u32>,
}

/// The number of processes in a grid of `dims`, which must not exceed `ranks`.
///
/// # Errors
/// `MPI_ERR_DIMS` if an entry is not positive or the product exceeds `ranks`.
pub fn nodes(dims: &[i32], ranks: u32) -> Result<u32> {
    if let Some(index) = dims.iter().position(|&dim| dim < 1) {
        bail!(MPI_ERR_DIMS, "argument dims[{index}] is {}; it must be at least 1", dims[index]);
    }
    let product = dims.iter().fold(1_i64, |product, &dim| product.saturating_mul(dim.into()));
    if product > i64::from(ranks) {
        bail!(MPI_ERR_DIMS, "the entries of argument dims multiply to {product}; the communicator has only {ranks} processes");
    }
    Ok(product as u32)
}

impl Cart {
    /// A grid that [`nodes`] accepts, seen from `rank`.
    pub fn new(dims: &[i32], periods: &[bool], rank: u32) -> Cart {
        let mut cart = Cart { dims: dims.to_vec(), periods: periods.to_vec(), coords: Vec::new(), neighbors: Vec::new() };
        cart.coords = cart.coords_of(rank);
        cart.neighbors = (0..dims.len()).flat_map(|dim| [-1, 1].map(|step| cart.moved(dim, step).unwrap_or(NOBODY))).collect();
        cart
    }

    /// Processes along each dimension.
    pub fn dims(&self) -> &[i32] {
        &self.dims
    }

    /// Whether each dimension is a ring.
    pub fn periods(&self) -> &[bool] {
        &self.periods
    }

    /// Where this process is.
    pub fn coords(&self) -> &[i32] {
        &self.coords
    }

    /// Processes in the grid.
    pub fn size(&self) -> u32 {
        self.dims.iter().product::<i32>() as u32
    }

    /// Where `rank`, which is in the grid, is.
    pub fn coords_of(&self, rank: u32) -> Vec<i32> {
        let mut rest = rank as i32;
        let mut coords = vec![0; self.dims.len()];
        for (coord, dim) in coords.iter_mut().zip(&self.dims).rev() {
            *coord = rest % dim;
            rest /= dim;
        }
        coords
    }

    /// The rank at `coords`, which go around rings.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` for a coordinate outside a dimension that is no ring.
    pub fn rank_at(&self, coords: &[i32]) -> Result<u32> {
        for (index, &coord) in coords.iter().enumerate() {
            let dim = self.dims[index];
            if !self.periods[index] && !(0..dim).contains(&coord) {
                bail!(
                    MPI_ERR_ARG,
                    "argument coords[{index}] is {coord}; in a dimension that is not periodic it must be between 0 and {}",
                    dim - 1
                );
            }
        }
        Ok(self.wrapped(coords))
    }

    /// The rank at `coords`, which go around.
    fn wrapped(&self, coords: &[i32]) -> u32 {
        coords.iter().zip(&self.dims).fold(0, |rank, (coord, dim)| rank * dim + coord.rem_euclid(*dim)) as u32
    }

    /// The rank `step` further along dimension `dim`; `None` beyond an end.
    fn moved(&self, dim: usize, step: i64) -> Option<u32> {
        let (len, target) = (i64::from(self.dims[dim]), i64::from(self.coords[dim]) + step);
        let target = if self.periods[dim] { target.rem_euclid(len) } else { target };
        if !(0..len).contains(&target) {
            return None;
        }
        let mut coords = self.coords.clone();
        coords[dim] = target as i32;
        Some(self.wrapped(&coords))
    }

    /// `MPI_Cart_shift`: from where data come that are shifted by `displacement` along `direction`,
    /// and where they go. `MPI_PROC_NULL` beyond an end.
    ///
    /// # Errors
    /// `MPI_ERR_DIMS` if there is no such dimension.
    pub fn shift(&self, direction: i32, displacement: i32) -> Result<(i32, i32)> {
        let dim = match usize::try_from(direction) {
            Ok(dim) if dim < self.dims.len() => dim,
            _ => bail!(
                MPI_ERR_DIMS,
                "argument direction is {direction}; the topology has {} dimensions, numbered from 0",
                self.dims.len()
            ),
        };
        let at = |step| self.moved(dim, step).map_or(mpi::MPI_PROC_NULL, |rank| rank as i32);
        Ok((at(-i64::from(displacement)), at(displacement.into())))
    }

    /// `MPI_Cart_sub`: the grid of the dimensions that remain, with this process's place in it, and
    /// the ranks of its processes in the order of their new ranks.
    pub fn sub(&self, remain: &[bool]) -> (Cart, Vec<u32>) {
        let kept: Vec<usize> = (0..self.dims.len()).filter(|dim| remain[*dim]).collect();
        let pick = |values: &[i32]| kept.iter().map(|dim| values[*dim]).collect::<Vec<_>>();
        let periods: Vec<bool> = kept.iter().map(|dim| self.periods[*dim]).collect();
        let corner = Cart::new(&pick(&self.dims), &periods, 0);
        let old_rank = |rank| {
            let mut coords = self.coords.clone();
            kept.iter().zip(corner.coords_of(rank)).for_each(|(dim, coord)| coords[*dim] = coord);
            self.wrapped(&coords)
        };
        let ranks = (0..corner.size()).map(old_rank).collect();
        (Cart::new(&corner.dims, &periods, corner.wrapped(&pick(&self.coords))), ranks)
    }

    /// Below and above in each dimension. What goes down arrives from above.
    pub fn neighbors(&self) -> Neighbors<'_> {
        Neighbors { sources: &self.neighbors, destinations: &self.neighbors, opposite: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn grids_must_fit() {
        assert_eq!(nodes(&[], 5).unwrap(), 1);
        assert_eq!(nodes(&[2, 3], 6).unwrap(), 6);
        for dims in [&[0][..], &[-1], &[2, 4], &[i32::MAX, i32::MAX, i32::MAX]] {
            assert_eq!(nodes(dims, 7).unwrap_err().class(), mpi::MPI_ERR_DIMS, "{dims:?}");
        }
    }

    #[test]
    fn ranks_are_in_row_major_order() {
        let cart = Cart::new(&[2, 3], &[false, true], 4);
        assert_eq!((cart.coords(), cart.size()), (&[1, 1][..], 6));
        assert_eq!(cart.rank_at(&[1, -1]).unwrap(), 5);
        assert_eq!(cart.rank_at(&[0, 6]).unwrap(), 0);
        assert_eq!(cart.rank_at(&[2, 0]).unwrap_err().class(), mpi::MPI_ERR_ARG);
        assert_eq!(cart.rank_at(&[-1, 0]).unwrap_err().class(), mpi::MPI_ERR_ARG);
        assert_eq!(cart.neighbors().sources, [1, NOBODY, 3, 5]);
    }

    #[test]
    fn shifts_end_at_ends() {
        let cart = Cart::new(&[3], &[false], 1);
        let nobody = mpi::MPI_PROC_NULL;
        assert_eq!(cart.shift(0, 1).unwrap(), (0, 2));
        assert_eq!(cart.shift(0, -1).unwrap(), (2, 0));
        assert_eq!(cart.shift(0, 2).unwrap(), (nobody, nobody));
        assert_eq!(cart.shift(0, i32::MIN).unwrap(), (nobody, nobody));
        assert_eq!(Cart::new(&[3], &[true], 0).shift(0, i32::MAX).unwrap(), (2, 1));
        for direction in [-1, 1] {
            assert_eq!(cart.shift(direction, 1).unwrap_err().class(), mpi::MPI_ERR_DIMS);
        }
    }

    #[test]
    fn a_grid_without_dimensions_is_one_process() {
        let cart = Cart::new(&[], &[], 0);
        assert_eq!((cart.size(), cart.coords_of(0), cart.rank_at(&[]).unwrap()), (1, vec![], 0));
        assert_eq!(cart.shift(0, 1).unwrap_err().class(), mpi::MPI_ERR_DIMS);
        assert_eq!(cart.sub(&[]), (cart.clone(), vec![0]));
    }

    fn grids() -> impl Strategy<Value = (Vec<i32>, Vec<bool>)> {
        proptest::collection::vec((1..5_i32, any::<bool>()), 0..4).prop_map(|sides| sides.into_iter().unzip())
    }

    proptest! {
        #[test]
        fn coordinates_and_ranks_agree((dims, periods) in grids()) {
            let size = nodes(&dims, u32::MAX).unwrap();
            for rank in 0..size {
                let cart = Cart::new(&dims, &periods, rank);
                prop_assert_eq!(cart.rank_at(cart.coords()).unwrap(), rank);
                prop_assert_eq!(cart.size(), size);
            }
        }

        #[test]
        fn the_process_above_has_this_one_below((dims, periods) in grids()) {
            let all: Vec<Cart> = (0..nodes(&dims, u32::MAX).unwrap()).map(|rank| Cart::new(&dims, &periods, rank)).collect();
            for (rank, cart) in all.iter().enumerate() {
                for (block, neighbor) in cart.neighbors().destinations.iter().enumerate() {
                    if *neighbor != NOBODY {
                        prop_assert_eq!(all[*neighbor as usize].neighbors().sources[block ^ 1], rank as u32);
                    }
                }
            }
        }

        #[test]
        fn a_shift_is_many_steps((dims, periods) in grids(), displacement in -9..9_i32) {
            for rank in 0..nodes(&dims, u32::MAX).unwrap() {
                let cart = Cart::new(&dims, &periods, rank);
                for direction in 0..dims.len() {
                    let naive = |step: i32| {
                        let mut coords = cart.coords().to_vec();
                        coords[direction] += step;
                        cart.rank_at(&coords).map_or(mpi::MPI_PROC_NULL, |rank| rank as i32)
                    };
                    let expected = (naive(-displacement), naive(displacement));
                    prop_assert_eq!(cart.shift(direction as i32, displacement).unwrap(), expected);
                }
            }
        }

        #[test]
        fn slices_partition_the_grid((dims, periods) in grids(), bits in 0..16_u32) {
            let remain: Vec<bool> = (0..dims.len()).map(|dim| bits >> dim & 1 == 1).collect();
            for rank in 0..nodes(&dims, u32::MAX).unwrap() {
                let (sub, ranks) = Cart::new(&dims, &periods, rank).sub(&remain);
                prop_assert_eq!(ranks.len() as u32, sub.size());
                let own = sub.rank_at(sub.coords()).unwrap();
                prop_assert_eq!(ranks[own as usize], rank);
                for (new, old) in ranks.iter().enumerate() {
                    let (other, others) = Cart::new(&dims, &periods, *old).sub(&remain);
                    prop_assert_eq!((&others, other.rank_at(other.coords()).unwrap()), (&ranks, new as u32));
                }
            }
        }
    }
}
