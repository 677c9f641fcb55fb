//! The constructors of MPI 5.0, section 5.1.2 and 5.1.7, except arrays. Counts are elements;
//! displacements and strides are extents of the old type, or bytes where the name begins with `h`.

use crate::contents::{Combiner, Recipe};
use crate::datatype::Datatype;
use crate::error::TypeError;
use crate::typemap::TypeMap;

type Result<T> = std::result::Result<T, TypeError>;

/// `value` as a count, which must not be negative.
fn count(argument: &'static str, value: i64) -> Result<u64> {
    u64::try_from(value).map_err(|_| TypeError::NegativeCount { argument, value })
}

fn counts_valid(argument: &'static str, values: &[i64]) -> Result<()> {
    match values.iter().position(|&value| value < 0) {
        Some(index) => Err(TypeError::NegativeEntry { argument, index, value: values[index] }),
        None => Ok(()),
    }
}

fn same_length(argument: &'static str, found: usize, expected: usize) -> Result<()> {
    if found == expected { Ok(()) } else { Err(TypeError::Length { argument, found, expected }) }
}

fn listed(first: &[i64], second: &[i64]) -> Vec<i64> {
    let mut list = Vec::with_capacity(first.len() + second.len());
    list.extend_from_slice(first);
    list.extend_from_slice(second);
    list
}

impl Datatype {
    pub(crate) fn map(&self) -> &TypeMap {
        &self.0.map
    }

    /// A type equal to this one (`MPI_Type_dup`).
    pub fn dup(&self) -> Result<Datatype> {
        Datatype::build(self.map().clone(), Recipe::new(Combiner::Dup).datatypes(vec![self.clone()]))
    }

    /// `count` elements one after the other (`MPI_Type_contiguous`).
    pub fn contiguous(elements: i64, old: &Datatype) -> Result<Datatype> {
        let map = old.map().repeat(count("count", elements)?, old.extent().into())?;
        Datatype::build(map, Recipe::new(Combiner::Contiguous).counts(vec![elements]).datatypes(vec![old.clone()]))
    }

    /// `blocks` blocks of `blocklength` elements, `stride` extents apart (`MPI_Type_vector`).
    pub fn vector(blocks: i64, blocklength: i64, stride: i64, old: &Datatype) -> Result<Datatype> {
        let map = vector_map(blocks, blocklength, i128::from(stride) * i128::from(old.extent()), old)?;
        let recipe = Recipe::new(Combiner::Vector).counts(vec![blocks, blocklength, stride]);
        Datatype::build(map, recipe.datatypes(vec![old.clone()]))
    }

    /// `blocks` blocks of `blocklength` elements, `stride` bytes apart (`MPI_Type_create_hvector`).
    pub fn hvector(blocks: i64, blocklength: i64, stride: i64, old: &Datatype) -> Result<Datatype> {
        let map = vector_map(blocks, blocklength, stride.into(), old)?;
        let recipe = Recipe::new(Combiner::HVector).counts(vec![blocks, blocklength]).addresses(vec![stride]);
        Datatype::build(map, recipe.datatypes(vec![old.clone()]))
    }

    /// Blocks of different lengths at displacements in extents (`MPI_Type_indexed`).
    pub fn indexed(blocklengths: &[i64], displacements: &[i64], old: &Datatype) -> Result<Datatype> {
        let map = indexed_map(blocklengths, displacements, old.extent(), old)?;
        let mut counts = vec![blocklengths.len() as i64];
        counts.extend(listed(blocklengths, displacements));
        Datatype::build(map, Recipe::new(Combiner::Indexed).counts(counts).datatypes(vec![old.clone()]))
    }

    /// Blocks of different lengths at displacements in bytes (`MPI_Type_create_hindexed`).
    pub fn hindexed(blocklengths: &[i64], displacements: &[i64], old: &Datatype) -> Result<Datatype> {
        let map = indexed_map(blocklengths, displacements, 1, old)?;
        let counts = listed(&[blocklengths.len() as i64], blocklengths);
        let recipe = Recipe::new(Combiner::HIndexed).counts(counts).addresses(displacements.to_vec());
        Datatype::build(map, recipe.datatypes(vec![old.clone()]))
    }

    /// Blocks of one length at displacements in extents (`MPI_Type_create_indexed_block`).
    pub fn indexed_block(blocklength: i64, displacements: &[i64], old: &Datatype) -> Result<Datatype> {
        let map = block_map(blocklength, displacements, old.extent(), old)?;
        let counts = listed(&[displacements.len() as i64, blocklength], displacements);
        Datatype::build(map, Recipe::new(Combiner::IndexedBlock).counts(counts).datatypes(vec![old.clone()]))
    }

    /// Blocks of one length at displacements in bytes (`MPI_Type_create_hindexed_block`).
    pub fn hindexed_block(blocklength: i64, displacements: &[i64], old: &Datatype) -> Result<Datatype> {
        let map = block_map(blocklength, displacements, 1, old)?;
        let recipe = Recipe::new(Combiner::HIndexedBlock)
            .counts(vec![displacements.len() as i64, blocklength])
            .addresses(displacements.to_vec());
        Datatype::build(map, recipe.datatypes(vec![old.clone()]))
    }

    /// Blocks of different types at displacements in bytes (`MPI_Type_create_struct`).
    pub fn structure(blocklengths: &[i64], displacements: &[i64], types: &[Datatype]) -> Result<Datatype> {
        same_length("array_of_displacements", displacements.len(), blocklengths.len())?;
        same_length("array_of_types", types.len(), blocklengths.len())?;
        counts_valid("array_of_blocklengths", blocklengths)?;
        let blocks = blocklengths.iter().zip(displacements).zip(types);
        let parts = blocks.map(|((&length, &displacement), old)| {
            old.map().repeat(length as u64, old.extent().into())?.shift(displacement.into())
        });
        let map = TypeMap::sequence(&parts.collect::<Result<Vec<_>>>()?)?;
        let recipe = Recipe::new(Combiner::Struct)
            .counts(listed(&[blocklengths.len() as i64], blocklengths))
            .addresses(displacements.to_vec());
        Datatype::build(map, recipe.datatypes(types.to_vec()))
    }

    /// The same data with another lower bound and extent, in bytes (`MPI_Type_create_resized`).
    pub fn resized(old: &Datatype, lb: i64, extent: i64) -> Result<Datatype> {
        let map = old.map().resized(lb, extent)?;
        let recipe = Recipe::new(Combiner::Resized).addresses(vec![lb, extent]);
        Datatype::build(map, recipe.datatypes(vec![old.clone()]))
    }

    /// An unnamed predefined type of a Fortran precision and range, represented as `base`
    /// (`MPI_Type_create_f90_real` and its like). `arguments` are what the program passed:
    /// precision and range, or range alone.
    pub fn fortran(combiner: Combiner, arguments: &[i64], base: &Datatype) -> Result<Datatype> {
        Datatype::build(base.map().clone(), Recipe::new(combiner).integers(arguments.to_vec()))
    }
}

fn vector_map(blocks: i64, blocklength: i64, stride: i128, old: &Datatype) -> Result<TypeMap> {
    let (blocks, blocklength) = (count("count", blocks)?, count("blocklength", blocklength)?);
    old.map().repeat(blocklength, old.extent().into())?.repeat(blocks, stride)
}

fn indexed_map(blocklengths: &[i64], displacements: &[i64], unit: i64, old: &Datatype) -> Result<TypeMap> {
    same_length("array_of_displacements", displacements.len(), blocklengths.len())?;
    counts_valid("array_of_blocklengths", blocklengths)?;
    let blocks = blocklengths.iter().zip(displacements);
    old.map()
        .blocks(blocks.map(|(&length, &displacement)| (i128::from(displacement) * i128::from(unit), length as u64)), old.extent())
}

fn block_map(blocklength: i64, displacements: &[i64], unit: i64, old: &Datatype) -> Result<TypeMap> {
    let length = count("blocklength", blocklength)?;
    let blocks = displacements.iter().map(|&displacement| (i128::from(displacement) * i128::from(unit), length));
    old.map().blocks(blocks, old.extent())
}
