//! Subarrays and distributed arrays (MPI 5.0, sections 5.1.3 and 5.1.4).

use crate::contents::{Combiner, Recipe};
use crate::datatype::Datatype;
use crate::error::TypeError;
use crate::typemap::{TypeMap, narrow};

type Result<T> = std::result::Result<T, TypeError>;

/// Which dimension varies fastest in memory, with the numbers of the ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Order {
    /// The last dimension.
    C = 12,
    /// The first dimension.
    Fortran = 15,
}

impl Order {
    /// The order of an ABI constant.
    pub fn from_abi(value: i32) -> Option<Order> {
        [Order::C, Order::Fortran].into_iter().find(|&order| order as i32 == value)
    }

    /// Dimensions from the fastest to the slowest.
    fn dimensions(self, count: usize) -> impl Iterator<Item = usize> {
        (0..count).map(move |index| if self == Order::C { count - 1 - index } else { index })
    }
}

/// How a dimension is dealt out to processes, with the numbers of the ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Distribution {
    /// Not at all: the whole dimension on one process.
    None = 16,
    /// One block per process.
    Block = 17,
    /// Blocks in turn.
    Cyclic = 18,
}

impl Distribution {
    /// `MPI_DISTRIBUTE_DFLT_DARG`: the block size the standard chooses.
    pub const DEFAULT_ARGUMENT: i64 = 19;

    /// The distribution of an ABI constant.
    pub fn from_abi(value: i32) -> Option<Distribution> {
        [Self::None, Self::Block, Self::Cyclic].into_iter().find(|&kind| kind as i32 == value)
    }
}

fn dimensions_match(argument: &'static str, list: &[i64], expected: usize) -> Result<()> {
    if list.len() == expected { Ok(()) } else { Err(TypeError::Length { argument, found: list.len(), expected }) }
}

fn positive(argument: &'static str, list: &[i64]) -> Result<()> {
    match list.iter().position(|&value| value < 1) {
        Some(index) => Err(TypeError::RangeEntry { argument, index, value: list[index], expected: "at least 1" }),
        None => Ok(()),
    }
}

impl Datatype {
    /// The part of a multidimensional array with `subsizes` elements from `starts`; its extent is
    /// that of the whole array of `sizes` (`MPI_Type_create_subarray`).
    pub fn subarray(sizes: &[i64], subsizes: &[i64], starts: &[i64], order: Order, old: &Datatype) -> Result<Datatype> {
        subarray_valid(sizes, subsizes, starts)?;
        let mut stride = i128::from(old.extent());
        let mut map = old.map().clone();
        for d in order.dimensions(sizes.len()) {
            map = map.repeat(subsizes[d] as u64, stride)?.shift(i128::from(starts[d]).saturating_mul(stride))?;
            stride = narrow(stride.saturating_mul(i128::from(sizes[d])), "extent")?.into();
        }
        let map = map.resized(0, narrow(stride, "extent")?)?;
        let recipe = Recipe::new(Combiner::Subarray)
            .integers(vec![sizes.len() as i64, order as i64])
            .counts([sizes, subsizes, starts].concat());
        Datatype::build(map, recipe.datatypes(vec![old.clone()]))
    }

    /// The elements of an array of `gsizes` that process `rank` of `size` owns when each dimension
    /// `d` is dealt out over `psizes[d]` processes as `distributions[d]` says, in blocks of
    /// `dargs[d]` (`MPI_Type_create_darray`). Ranks are numbered in row-major order of the process
    /// grid.
    #[allow(clippy::too_many_arguments)]
    pub fn darray(
        size: i64,
        rank: i64,
        gsizes: &[i64],
        distributions: &[Distribution],
        dargs: &[i64],
        psizes: &[i64],
        order: Order,
        old: &Datatype,
    ) -> Result<Datatype> {
        darray_valid(size, rank, gsizes, distributions.len(), dargs, psizes)?;
        let place = coordinates(rank, psizes);
        let mut map = old.map().clone();
        for d in order.dimensions(gsizes.len()) {
            let block = block_size(d, distributions[d], dargs[d], gsizes[d], psizes[d])?;
            map = cyclic(&map, gsizes[d], block, place[d], psizes[d])?;
        }
        let mut integers = vec![size, rank, gsizes.len() as i64];
        integers.extend(distributions.iter().map(|&kind| kind as i64));
        integers.extend([dargs, psizes].concat());
        integers.push(order as i64);
        let recipe = Recipe::new(Combiner::DistributedArray).integers(integers).counts(gsizes.to_vec());
        Datatype::build(map, recipe.datatypes(vec![old.clone()]))
    }
}

fn subarray_valid(sizes: &[i64], subsizes: &[i64], starts: &[i64]) -> Result<()> {
    if sizes.is_empty() {
        return Err(TypeError::Range { argument: "ndims", value: 0, expected: "at least 1" });
    }
    dimensions_match("array_of_subsizes", subsizes, sizes.len())?;
    dimensions_match("array_of_starts", starts, sizes.len())?;
    positive("array_of_sizes", sizes)?;
    positive("array_of_subsizes", subsizes)?;
    for (dimension, ((&size, &subsize), &start)) in sizes.iter().zip(subsizes).zip(starts).enumerate() {
        if start < 0 {
            let argument = "array_of_starts";
            return Err(TypeError::RangeEntry { argument, index: dimension, value: start, expected: "at least 0" });
        }
        if subsize > size || start > size - subsize {
            return Err(TypeError::Subarray { dimension, size, subsize, start });
        }
    }
    Ok(())
}

fn darray_valid(size: i64, rank: i64, gsizes: &[i64], kinds: usize, dargs: &[i64], psizes: &[i64]) -> Result<()> {
    if gsizes.is_empty() {
        return Err(TypeError::Range { argument: "ndims", value: 0, expected: "at least 1" });
    }
    if size < 1 {
        return Err(TypeError::Range { argument: "size", value: size, expected: "at least 1" });
    }
    if !(0..size).contains(&rank) {
        return Err(TypeError::Range { argument: "rank", value: rank, expected: "at least 0 and below size" });
    }
    if kinds != gsizes.len() {
        return Err(TypeError::Length { argument: "array_of_distribs", found: kinds, expected: gsizes.len() });
    }
    dimensions_match("array_of_dargs", dargs, gsizes.len())?;
    dimensions_match("array_of_psizes", psizes, gsizes.len())?;
    positive("array_of_gsizes", gsizes)?;
    positive("array_of_psizes", psizes)?;
    let product = psizes.iter().fold(1i128, |product, &psize| product.saturating_mul(psize.into()));
    if product == i128::from(size) { Ok(()) } else { Err(TypeError::ProcessGrid { product, size }) }
}

/// The place of `rank` in a row-major process grid.
fn coordinates(rank: i64, psizes: &[i64]) -> Vec<i64> {
    let mut rest = rank;
    let mut place = vec![0; psizes.len()];
    for (coordinate, psize) in place.iter_mut().zip(psizes).rev() {
        *coordinate = rest % psize;
        rest /= psize;
    }
    place
}

fn block_size(dimension: usize, kind: Distribution, darg: i64, gsize: i64, psize: i64) -> Result<i64> {
    let default = darg == Distribution::DEFAULT_ARGUMENT;
    let index = dimension;
    if kind != Distribution::None && !default && darg < 1 {
        let expected = "at least 1 or MPI_DISTRIBUTE_DFLT_DARG";
        return Err(TypeError::RangeEntry { argument: "array_of_dargs", index, value: darg, expected });
    }
    match kind {
        Distribution::None if psize != 1 => {
            let expected = "1 where array_of_distribs says MPI_DISTRIBUTE_NONE";
            Err(TypeError::RangeEntry { argument: "array_of_psizes", index, value: psize, expected })
        }
        Distribution::None => Ok(gsize),
        Distribution::Block if default => Ok((gsize - 1) / psize + 1),
        Distribution::Block if i128::from(darg) * i128::from(psize) < i128::from(gsize) => {
            Err(TypeError::BlockTooSmall { dimension, gsize, darg, psize })
        }
        Distribution::Cyclic if default => Ok(1),
        Distribution::Block | Distribution::Cyclic => Ok(darg),
    }
}

/// One dimension: of `gsize` elements of `old`, blocks of `block` are dealt in turn to `psize`
/// processes; those of process `place`.
fn cyclic(old: &TypeMap, gsize: i64, block: i64, place: i64, psize: i64) -> Result<TypeMap> {
    let extent = i128::from(old.extent()?);
    let (total, block, psize) = (i128::from(gsize), i128::from(block), i128::from(psize));
    let first = i128::from(place).saturating_mul(block);
    let period = block.saturating_mul(psize);
    let left = (total - first).max(0);
    let whole = if left >= block { (left - block) / period + 1 } else { 0 };
    let partial = (left - whole * period).clamp(0, block);
    let run = old.repeat(block.min(total) as u64, extent)?;
    let full = run.repeat(whole as u64, period.saturating_mul(extent))?.shift(first.saturating_mul(extent))?;
    let tail = old.repeat(partial as u64, extent)?.shift((first + whole * period).saturating_mul(extent))?;
    TypeMap::sequence(&[full, tail])?.resized(0, narrow(total.saturating_mul(extent), "extent")?)
}
