//! Why a datatype cannot be made.

/// An invalid argument of a datatype constructor, or a type too large to describe.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeError {
    /// A count or block length below zero.
    #[error("argument {argument} is {value}; it must not be negative")]
    NegativeCount {
        /// Name of the argument in the standard.
        argument: &'static str,
        /// What was passed.
        value: i64,
    },
    /// An entry below zero in an array of counts or block lengths.
    #[error("argument {argument}[{index}] is {value}; it must not be negative")]
    NegativeEntry {
        /// Name of the array in the standard.
        argument: &'static str,
        /// Position in the array.
        index: usize,
        /// What was passed.
        value: i64,
    },
    /// Two arrays of one constructor differ in length.
    #[error("argument {argument} has {found} entries; it must have {expected}")]
    Length {
        /// Name of the array in the standard.
        argument: &'static str,
        /// Entries passed.
        found: usize,
        /// Entries needed.
        expected: usize,
    },
    /// A scalar argument outside its range.
    #[error("argument {argument} is {value}; it must be {expected}")]
    Range {
        /// Name of the argument in the standard.
        argument: &'static str,
        /// What was passed.
        value: i64,
        /// The valid range in words.
        expected: &'static str,
    },
    /// An array argument with an entry outside its range.
    #[error("argument {argument}[{index}] is {value}; it must be {expected}")]
    RangeEntry {
        /// Name of the array in the standard.
        argument: &'static str,
        /// Position in the array.
        index: usize,
        /// What was passed.
        value: i64,
        /// The valid range in words.
        expected: &'static str,
    },
    /// A subarray that does not lie within its array.
    #[error(
        "arguments array_of_starts[{dimension}] {start} and array_of_subsizes[{dimension}] {subsize} together exceed \
             array_of_sizes[{dimension}] {size}"
    )]
    Subarray {
        /// Dimension at fault.
        dimension: usize,
        /// Full size.
        size: i64,
        /// Size of the part.
        subsize: i64,
        /// First index of the part.
        start: i64,
    },
    /// The process grid of a distributed array has not as many places as there are processes.
    #[error("the product of argument array_of_psizes is {product}; it must equal argument size, {size}")]
    ProcessGrid {
        /// Product of the grid's dimensions.
        product: i128,
        /// Number of processes.
        size: i64,
    },
    /// A block distribution too small to cover its dimension.
    #[error(
        "argument array_of_dargs[{dimension}] is {darg}; {psize} such blocks cannot hold the {gsize} elements of array_of_gsizes[{dimension}]"
    )]
    BlockTooSmall {
        /// Dimension at fault.
        dimension: usize,
        /// Elements of the whole array.
        gsize: i64,
        /// Block size asked for.
        darg: i64,
        /// Processes in this dimension.
        psize: i64,
    },
    /// A size, extent or displacement that does not fit in 63 bits.
    #[error("the {what} of the new datatype would not fit in 63 bits")]
    Overflow {
        /// The quantity that overflowed.
        what: &'static str,
    },
    /// More nested constructors than [`crate::Datatype::MAX_DEPTH`].
    #[error("the new datatype would nest more than {limit} constructors")]
    TooDeep {
        /// The limit.
        limit: u32,
    },
}
