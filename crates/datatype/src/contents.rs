//! How a type was made: envelope and contents (MPI 5.0, section 5.1.13).

use crate::datatype::Datatype;

/// The constructor that made a type, with the numbers of the ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
#[allow(missing_docs)]
pub enum Combiner {
    Named = 101,
    Dup = 102,
    Contiguous = 103,
    Vector = 104,
    HVector = 105,
    Indexed = 106,
    HIndexed = 107,
    IndexedBlock = 108,
    HIndexedBlock = 109,
    Struct = 110,
    Subarray = 111,
    DistributedArray = 112,
    F90Real = 113,
    F90Complex = 114,
    F90Integer = 115,
    Resized = 116,
    ValueIndex = 117,
}

/// Number of arguments of each kind in [`Contents`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The constructor.
    pub combiner: Combiner,
    /// Entries of [`Contents::integers`].
    pub integers: usize,
    /// Entries of [`Contents::addresses`].
    pub addresses: usize,
    /// Entries of [`Contents::large_counts`].
    pub large_counts: usize,
    /// Entries of [`Contents::datatypes`].
    pub datatypes: usize,
}

/// The arguments of the constructor, in the order the standard lists them.
#[derive(Clone, Debug)]
pub struct Contents {
    /// `int` arguments. Those of a constructor without large counts fit in an `int`.
    pub integers: Vec<i64>,
    /// `MPI_Aint` arguments.
    pub addresses: Vec<i64>,
    /// `MPI_Count` arguments, only of large-count constructors.
    pub large_counts: Vec<i64>,
    /// Datatype arguments.
    pub datatypes: Vec<Datatype>,
}

/// The recorded arguments. `counts` are `int` or `MPI_Count`, `addresses` are `MPI_Aint` or
/// `MPI_Count`, by which form of the constructor was called.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub combiner: Combiner,
    /// Arguments that are `int` in both forms.
    pub integers: Vec<i64>,
    pub counts: Vec<i64>,
    pub addresses: Vec<i64>,
    pub datatypes: Vec<Datatype>,
    pub large: bool,
}

impl Recipe {
    pub const NAMED: Recipe = Recipe::new(Combiner::Named);

    pub const fn new(combiner: Combiner) -> Recipe {
        Recipe { combiner, integers: Vec::new(), counts: Vec::new(), addresses: Vec::new(), datatypes: Vec::new(), large: false }
    }

    pub fn integers(self, integers: Vec<i64>) -> Recipe {
        Recipe { integers, ..self }
    }

    pub fn counts(self, counts: Vec<i64>) -> Recipe {
        Recipe { counts, ..self }
    }

    pub fn addresses(self, addresses: Vec<i64>) -> Recipe {
        Recipe { addresses, ..self }
    }

    pub fn datatypes(self, datatypes: Vec<Datatype>) -> Recipe {
        Recipe { datatypes, ..self }
    }

    pub fn envelope(&self) -> Envelope {
        let (int, count, address) = (self.integers.len(), self.counts.len(), self.addresses.len());
        let (integers, addresses, large_counts) = if self.large { (int, 0, count + address) } else { (int + count, address, 0) };
        Envelope { combiner: self.combiner, integers, addresses, large_counts, datatypes: self.datatypes.len() }
    }

    pub fn contents(&self) -> Contents {
        let datatypes = self.datatypes.clone();
        if self.large {
            let large_counts = [&self.counts[..], &self.addresses].concat();
            Contents { integers: self.integers.clone(), addresses: Vec::new(), large_counts, datatypes }
        } else {
            let (before, after) = self.integers.split_at(self.counts_position());
            let integers = [before, &self.counts, after].concat();
            Contents { integers, addresses: self.addresses.clone(), large_counts: Vec::new(), datatypes }
        }
    }

    /// How many of `integers` the standard lists before the counts.
    fn counts_position(&self) -> usize {
        match self.combiner {
            Combiner::Subarray => 1,
            Combiner::DistributedArray => 3,
            _ => 0,
        }
    }
}
