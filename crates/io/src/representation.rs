//! Data representations: how values lie in a file (MPI 5.0, section 14.5).
//!
//! A datatype that describes memory describes the file as well, once the sizes of its elements are
//! those of the file. The byte displacements a program wrote stay as they are.

use ferry_datatype::{Combiner, Datatype, Distribution, Order, Primitive, TypeError};
use ferry_kernels as kernels;

/// How values lie in a file.
#[derive(Clone, Debug)]
pub enum Representation {
    /// As in memory: "native".
    Native,
    /// As in memory, too: "internal".
    Internal,
    /// "external32": big-endian, with the sizes that the standard lists.
    External32,
    /// One that the program registered.
    User(UserRepresentation),
}

/// A data representation that the program registered: bytes of each primitive in the file.
#[derive(Clone, Debug)]
pub struct UserRepresentation {
    /// Its name.
    pub name: std::sync::Arc<str>,
    /// Its place in the table of representations.
    pub number: usize,
    /// Bytes in the file of each predefined datatype that views of the file use, by handle.
    pub extents: std::sync::Arc<std::collections::BTreeMap<usize, u64>>,
}

type Result<T> = std::result::Result<T, TypeError>;

impl Representation {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Representation::Native => "native",
            Representation::Internal => "internal",
            Representation::External32 => "external32",
            Representation::User(user) => &user.name,
        }
    }

    /// The predefined representation of that name.
    pub fn predefined(name: &[u8]) -> Option<Representation> {
        match name {
            b"native" => Some(Representation::Native),
            b"internal" => Some(Representation::Internal),
            b"external32" => Some(Representation::External32),
            _ => None,
        }
    }

    /// Whether values lie in the file as in memory.
    pub fn is_native(&self) -> bool {
        matches!(self, Representation::Native | Representation::Internal)
    }

    /// Bytes of a predefined datatype in the file.
    fn bytes_of(&self, datatype: &Datatype) -> u64 {
        let external = || datatype.primitive().map_or(datatype.size(), kernels::external_size);
        match self {
            Representation::Native | Representation::Internal => datatype.size(),
            Representation::External32 => external(),
            Representation::User(user) => {
                datatype.handle().and_then(|handle| user.extents.get(&handle).copied()).unwrap_or(datatype.size())
            }
        }
    }

    /// `datatype` as it lies in a file of this representation.
    pub fn in_file(&self, datatype: &Datatype) -> Result<Datatype> {
        if self.is_native() || (matches!(self, Representation::External32) && !changes_size(datatype)) {
            return Ok(datatype.clone());
        }
        self.rebuild(datatype)
    }

    fn rebuild(&self, datatype: &Datatype) -> Result<Datatype> {
        let (envelope, contents) = (datatype.envelope(), datatype.contents());
        let inner = contents.datatypes.iter().map(|inner| self.rebuild(inner)).collect::<Result<Vec<_>>>()?;
        let integers = &contents.integers;
        let numbers = [&integers[..], &contents.addresses, &contents.large_counts].concat();
        let n = numbers.first().copied().unwrap_or(0) as usize;
        let (first, second) = (|| &numbers[1..1 + n], || &numbers[1 + n..1 + 2 * n]);
        match envelope.combiner {
            Combiner::Named | Combiner::F90Real | Combiner::F90Complex | Combiner::F90Integer | Combiner::ValueIndex => {
                self.element(datatype)
            }
            Combiner::Dup => inner[0].dup(),
            Combiner::Contiguous => Datatype::contiguous(numbers[0], &inner[0]),
            Combiner::Vector => Datatype::vector(numbers[0], numbers[1], numbers[2], &inner[0]),
            Combiner::HVector => Datatype::hvector(numbers[0], numbers[1], numbers[2], &inner[0]),
            Combiner::Indexed => Datatype::indexed(first(), second(), &inner[0]),
            Combiner::HIndexed => Datatype::hindexed(first(), second(), &inner[0]),
            Combiner::IndexedBlock => Datatype::indexed_block(numbers[1], &numbers[2..2 + n], &inner[0]),
            Combiner::HIndexedBlock => Datatype::hindexed_block(numbers[1], &numbers[2..2 + n], &inner[0]),
            Combiner::Struct => Datatype::structure(first(), second(), &inner),
            Combiner::Resized => Datatype::resized(&inner[0], numbers[0], numbers[1]),
            Combiner::Subarray => subarray(n, integers, &contents.large_counts, &inner[0]),
            Combiner::DistributedArray => distributed(integers, &contents.large_counts, &inner[0]),
        }
    }

    /// A predefined datatype: as many bytes as it takes in the file.
    fn element(&self, datatype: &Datatype) -> Result<Datatype> {
        let bytes = self.bytes_of(datatype);
        if bytes == datatype.size() && Ok(bytes) == u64::try_from(datatype.extent()) {
            return Ok(datatype.clone());
        }
        let byte = Datatype::predefined(ferry_constants::MPI_BYTE).expect("MPI_BYTE is predefined");
        Datatype::contiguous(bytes as i64, byte)
    }
}

/// The arguments of a subarray are `ndims`, three lists and the order; the lists are apart if they
/// are large.
fn subarray(n: usize, integers: &[i64], large: &[i64], inner: &Datatype) -> Result<Datatype> {
    let lists = if large.is_empty() { &integers[1..] } else { large };
    let order = Order::from_abi(integers[integers.len() - 1] as i32).unwrap_or(Order::C);
    Datatype::subarray(&lists[..n], &lists[n..2 * n], &lists[2 * n..3 * n], order, inner)
}

/// The arguments of a distributed array are `size`, `rank`, `ndims`, global sizes (apart if they
/// are large), three lists and the order.
fn distributed(integers: &[i64], large: &[i64], inner: &Datatype) -> Result<Datatype> {
    let (size, rank, n) = (integers[0], integers[1], integers[2] as usize);
    let (gsizes, rest) = if large.is_empty() { integers[3..].split_at(n) } else { (large, &integers[3..]) };
    let kinds = rest[..n].iter().map(|kind| Distribution::from_abi(*kind as i32).unwrap_or(Distribution::None));
    let order = Order::from_abi(integers[integers.len() - 1] as i32).unwrap_or(Order::C);
    let kinds: Vec<Distribution> = kinds.collect();
    Datatype::darray(size, rank, gsizes, &kinds, &rest[n..2 * n], &rest[2 * n..3 * n], order, inner)
}

/// Whether some element of `datatype` takes another number of bytes in external32, or has gaps in
/// memory.
fn changes_size(datatype: &Datatype) -> bool {
    let is_same =
        |primitive: Primitive| kernels::external_size(primitive) == primitive.size() && primitive.size() == primitive.extent();
    !datatype.signature().for_each_run(&mut |primitive, _| is_same(primitive))
}

/// Bytes in memory of the whole elements in the first `bytes` bytes of `count` elements of
/// `datatype` in external32.
pub fn bytes_in_memory(datatype: &Datatype, count: u64, bytes: u64) -> u64 {
    let Some(each) = datatype.signature().total(&kernels::external_size).filter(|each| *each > 0) else { return 0 };
    let (whole, mut rest) = (bytes / each, bytes % each);
    if whole >= count {
        return count * datatype.size();
    }
    let mut inside = whole * datatype.size();
    datatype.signature().for_each_run(&mut |primitive, length| {
        let fit = length.min(rest / kernels::external_size(primitive));
        inside += fit * primitive.size();
        rest -= fit * kernels::external_size(primitive);
        fit == length
    });
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_constants as mpi;

    fn named(handle: usize) -> Datatype {
        Datatype::predefined(handle).unwrap().clone()
    }

    fn shape(datatype: &Datatype) -> (u64, i64) {
        (datatype.size(), datatype.extent())
    }

    #[test]
    fn external_longs_take_four_bytes_however_they_are_arranged() {
        let (long, external) = (named(mpi::MPI_LONG), Representation::External32);
        let cases = [
            (Datatype::contiguous(3, &long), (12, 12)),
            (Datatype::vector(2, 1, 3, &long), (8, 16)),
            (Datatype::indexed(&[1, 2], &[0, 4], &long), (12, 24)),
            (Datatype::indexed_block(1, &[1, 3], &long), (8, 12)),
            (Datatype::subarray(&[4, 4], &[2, 2], &[1, 1], Order::C, &long), (16, 64)),
            (Datatype::darray(2, 1, &[6], &[Distribution::Cyclic], &[1], &[2], Order::C, &long), (12, 24)),
            (Datatype::subarray(&[8], &[2], &[1], Order::C, &long).map(Datatype::from_large_counts), (8, 32)),
        ];
        for (datatype, expected) in cases {
            assert_eq!(shape(&external.in_file(&datatype.unwrap()).unwrap()), expected);
        }
        assert_eq!(shape(&external.in_file(&named(mpi::MPI_DOUBLE)).unwrap()), (8, 8));
        assert_eq!(shape(&external.in_file(&named(mpi::MPI_DOUBLE_INT)).unwrap()), (12, 12));
    }

    #[test]
    fn byte_displacements_stay() {
        let spread = Datatype::hvector(2, 1, 100, &named(mpi::MPI_LONG)).unwrap();
        assert_eq!(shape(&Representation::External32.in_file(&spread).unwrap()), (8, 104));
    }

    #[test]
    fn elements_cut_by_the_end_of_the_file_do_not_count() {
        let pair = Datatype::structure(&[1, 1], &[0, 8], &[named(mpi::MPI_LONG), named(mpi::MPI_SHORT)]).unwrap();
        let counted: Vec<u64> = (0..=13).map(|bytes| bytes_in_memory(&pair, 2, bytes)).collect();
        assert_eq!(counted, [0, 0, 0, 0, 8, 8, 10, 10, 10, 10, 18, 18, 20, 20]);
    }
}
