//! Balanced process grids (MPI-5 §8.5.2).

use crate::{Result, bail};

/// Fills the zeros of `dims` so that the product is `nodes`: with factors as close to each other as possible, the largest first.
///
/// # Errors
/// `MPI_ERR_DIMS` if an entry is negative or the product of those given does not divide `nodes`; `MPI_ERR_ARG` if `nodes` is not positive.
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

/// `number` as a product of `count` factors, largest first, whose largest is as small as it can be, then the next, and so on.
fn factors(number: u32, count: usize) -> Vec<u32> {
    let mut divisors: Vec<u32> =
        (1..).take_while(|d| u64::from(d * d) <= u64::from(number)).filter(|d| number.is_multiple_of(*d)).collect();
    divisors.extend(divisors.clone().iter().rev().map(|d| number / d));
    divisors.dedup();
    let mut chosen = Vec::with_capacity(count);
    let found = choose(number, count, number, &divisors, &mut chosen);
    debug_assert!(found || count == 0, "every number is itself times ones");
    chosen
}

/// Finds `count` factors of `number`, none above `most`; smallest largest first.
fn choose(number: u32, count: usize, most: u32, divisors: &[u32], chosen: &mut Vec<u32>) -> bool {
    if count == 0 {
        return number == 1;
    }
    for &factor in divisors.iter().filter(|&&d| d <= most && number.is_multiple_of(d)) {
        if !reaches(factor, count, number) {
            continue;
        }
        chosen.push(factor);
        if choose(number / factor, count - 1, factor, divisors, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}

/// Whether `factor` to the power of `count` is at least `number`: else it is not the largest of `count` factors.
fn reaches(factor: u32, count: usize, number: u32) -> bool {
    let mut power = 1u64;
    (0..count).any(|_| {
        power *= u64::from(factor);
        power >= u64::from(number)
    })
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
            (2_147_483_647, 3, vec![2_147_483_647, 1, 1]),
        ] {
            assert_eq!(balanced(nodes, &vec![0; free]), expected, "{nodes} in {free}");
        }
    }

    #[test]
    fn grids_multiply_to_the_nodes() {
        for nodes in (1..2000).chain([735_134_400, 2_147_483_646]) {
            for free in 1..7 {
                let found = balanced(nodes, &vec![0; free]);
                assert_eq!(found.iter().map(|&dim| i64::from(dim)).product::<i64>(), i64::from(nodes));
                assert!(found.is_sorted_by(|a, b| a >= b), "{found:?}");
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
