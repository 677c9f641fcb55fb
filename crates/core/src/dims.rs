//! Balanced process grids (MPI-5 §8.5.2).

use std::ops::RangeInclusive;

use crate::{Result, bail};

/// Fills the zeros of `dims` so that the product is `nodes`: with factors as close to each other as
/// possible (see [`factors`]), the largest first.
///
/// # Errors
/// `MPI_ERR_DIMS` if an entry is negative or the product of those given does not divide `nodes`;
/// `MPI_ERR_ARG` if `nodes` is not positive.
pub fn balance(nodes: i32, dims: &mut [i32]) -> Result<()> {
    if nodes < 1 {
        bail!(MPI_ERR_ARG, "argument nnodes is {nodes}; it must be at least 1");
    }
    if let Some(index) = dims.iter().position(|&dim| dim < 0) {
        bail!(MPI_ERR_DIMS, "argument dims[{index}] is {}; it must not be negative", dims[index]);
    }
    let given = dims.iter().filter(|&&dim| dim > 0).fold(1i64, |product, &dim| product.saturating_mul(dim.into()));
    let free = dims.iter().filter(|&&dim| dim == 0).count();
    let left = i64::from(nodes) / given;
    if left * given != i64::from(nodes) || (free == 0 && left != 1 && !dims.is_empty()) {
        bail!(
            MPI_ERR_DIMS,
            "the entries of argument dims multiply to {given}; that does not divide argument nnodes, {nodes}, as it must"
        );
    }
    let factors = factors(left as u32, free);
    let zeros = dims.iter_mut().filter(|dim| **dim == 0);
    zeros.zip(factors).for_each(|(dim, factor)| *dim = factor as i32);
    Ok(())
}

/// `number` as a product of `count` factors, the largest first: the difference between the largest
/// and the smallest is as small as it can be; among those the smallest is as large as it can be,
/// then the second smallest, and so on.
fn factors(number: u32, count: usize) -> Vec<u32> {
    if count < 2 {
        return vec![number; count];
    }
    let search = Search::new(number);
    // A product of a number and ones is always possible.
    let mut best = (number - 1, [&vec![1; count - 1][..], &[number]].concat());
    for &smallest in search.divisors.iter().rev().filter(|&&smallest| is_within(smallest, count, number)) {
        let rest = number / smallest;
        for &largest in search.divisors.iter().filter(|&&largest| largest >= smallest && reaches(largest, count - 1, rest)) {
            if largest - smallest >= best.0 {
                break;
            }
            let mut chosen = vec![smallest];
            if rest.is_multiple_of(largest) && search.fill(rest / largest, count - 2, smallest..=largest, &mut chosen) {
                chosen.push(largest);
                best = (largest - smallest, chosen);
                break;
            }
        }
    }
    best.1.reverse();
    best.1
}

/// The factors that products can have.
struct Search {
    divisors: Vec<u32>,
}

impl Search {
    fn new(number: u32) -> Self {
        let is_small = |d: &u32| u64::from(*d) * u64::from(*d) <= u64::from(number);
        let mut divisors: Vec<u32> = (1..).take_while(is_small).filter(|d| number.is_multiple_of(*d)).collect();
        divisors.extend(divisors.clone().iter().rev().map(|d| number / d));
        divisors.dedup();
        Search { divisors }
    }

    /// Appends `count` factors of `number` within `range` to `chosen`, the smallest first and each
    /// as large as it can be.
    fn fill(&self, number: u32, count: usize, range: RangeInclusive<u32>, chosen: &mut Vec<u32>) -> bool {
        if count == 0 {
            return number == 1;
        }
        let (least, most) = range.into_inner();
        if !is_within(least, count, number) || !reaches(most, count, number) {
            return false;
        }
        let from = self.divisors.partition_point(|&d| d < least);
        let to = self.divisors.partition_point(|&d| d <= most);
        for &factor in self.divisors[from..to].iter().rev().filter(|&&d| is_within(d, count, number) && number.is_multiple_of(d))
        {
            chosen.push(factor);
            if self.fill(number / factor, count - 1, factor..=most, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }
}

/// Whether `factor` to the power of `count` is at most `number`: else it is not the smallest of
/// `count` factors.
fn is_within(factor: u32, count: usize, number: u32) -> bool {
    u64::from(factor).checked_pow(count as u32).is_some_and(|power| power <= u64::from(number))
}

/// Whether `factor` to the power of `count` is at least `number`: else it is not the largest of
/// `count` factors.
fn reaches(factor: u32, count: usize, number: u32) -> bool {
    u64::from(factor).checked_pow(count as u32).is_none_or(|power| power >= u64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_constants as mpi;

    fn balanced(nodes: i32, dims: &[i32]) -> Vec<i32> {
        let mut dims = dims.to_vec();
        balance(nodes, &mut dims).expect("valid");
        dims
    }

    #[test]
    fn grids_are_as_square_as_they_can_be() {
        for (nodes, free, expected) in [
            (1, 3, vec![1, 1, 1]),
            (6, 2, vec![3, 2]),
            (7, 2, vec![7, 1]),
            (12, 2, vec![4, 3]),
            (12, 3, vec![3, 2, 2]),
            (16, 3, vec![4, 2, 2]),
            (24, 3, vec![4, 3, 2]),
            (36, 2, vec![6, 6]),
            (1 << 30, 30, vec![2; 30]),
            (7488, 3, vec![26, 18, 16]),
            (98784, 5, vec![14, 14, 9, 8, 7]),
            (5040, 3, vec![21, 16, 15]),
            (2_147_483_647, 3, vec![2_147_483_647, 1, 1]),
        ] {
            assert_eq!(balanced(nodes, &vec![0; free]), expected, "{nodes} in {free}");
        }
    }

    #[test]
    fn grids_multiply_to_the_nodes() {
        for nodes in (1..2000).chain([735_134_400, 1_396_755_360, 2_095_133_040, 2_147_483_646]) {
            for free in (1..12).chain([20, 31]) {
                let found = balanced(nodes, &vec![0; free]);
                assert_eq!(found.iter().map(|&dim| i64::from(dim)).product::<i64>(), i64::from(nodes));
                assert!(found.is_sorted_by(|a, b| a >= b), "{found:?}");
            }
        }
    }

    /// All products of `count` factors, each at least `least`, smallest first.
    fn products(number: u32, count: usize, least: u32) -> Vec<Vec<u32>> {
        if count == 1 {
            return if number >= least { vec![vec![number]] } else { Vec::new() };
        }
        let firsts = (least..=number).filter(|first| number.is_multiple_of(*first));
        let with =
            |first: u32| products(number / first, count - 1, first).into_iter().map(move |rest| [&[first][..], &rest].concat());
        firsts.flat_map(with).collect()
    }

    #[test]
    fn no_grid_is_closer_to_a_cube() {
        for (numbers, free) in [(1..700, 2), (1..400, 3), (1..200, 4), (1..130, 6)] {
            for number in numbers {
                let all = products(number, free, 1).into_iter();
                let best =
                    all.min_by_key(|dims| (dims[free - 1] - dims[0], std::cmp::Reverse(dims.clone()))).expect("one at least");
                let found: Vec<u32> = factors(number, free).into_iter().rev().collect();
                assert_eq!(found, best, "{number} in {free}");
            }
        }
    }

    #[test]
    fn given_entries_stay() {
        assert_eq!(balanced(6, &[0, 3, 0]), [2, 3, 1]);
        assert_eq!(balanced(6, &[6]), [6]);
        assert!(balanced(5, &[]).is_empty());
    }

    #[test]
    fn bad_grids_are_refused() {
        for (nodes, dims, class) in [
            (7, vec![0, 3, 0], mpi::MPI_ERR_DIMS),
            (6, vec![2, 2], mpi::MPI_ERR_DIMS),
            (6, vec![3], mpi::MPI_ERR_DIMS),
            (6, vec![-1, 0], mpi::MPI_ERR_DIMS),
            (0, vec![0], mpi::MPI_ERR_ARG),
        ] {
            assert_eq!(balance(nodes, &mut dims.clone()).unwrap_err().class(), class, "{nodes} {dims:?}");
        }
    }
}
