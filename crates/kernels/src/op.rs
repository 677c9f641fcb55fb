//! The predefined reduction operations (MPI 5.0, section 6.9.2).

/// A predefined reduction operation, with its ABI handle. All are associative and commutative
/// except `Replace` and `NoOp`, which only one-sided calls take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(usize)]
#[allow(missing_docs)]
pub enum ReduceOp {
    Sum = 0x21,
    Min = 0x22,
    Max = 0x23,
    Product = 0x24,
    BitAnd = 0x28,
    BitOr = 0x29,
    BitXor = 0x2a,
    LogicalAnd = 0x30,
    LogicalOr = 0x31,
    LogicalXor = 0x32,
    MinLocation = 0x38,
    MaxLocation = 0x39,
    Replace = 0x3c,
    NoOp = 0x3d,
}

use ReduceOp::*;

impl ReduceOp {
    /// Every operation.
    pub const ALL: [ReduceOp; 14] = [
        Sum,
        Min,
        Max,
        Product,
        BitAnd,
        BitOr,
        BitXor,
        LogicalAnd,
        LogicalOr,
        LogicalXor,
        MinLocation,
        MaxLocation,
        Replace,
        NoOp,
    ];

    /// The operation of a predefined ABI handle other than `MPI_OP_NULL`.
    #[inline]
    pub const fn predefined(handle: usize) -> Option<ReduceOp> {
        Some(match handle {
            0x21 => Sum,
            0x22 => Min,
            0x23 => Max,
            0x24 => Product,
            0x28 => BitAnd,
            0x29 => BitOr,
            0x2a => BitXor,
            0x30 => LogicalAnd,
            0x31 => LogicalOr,
            0x32 => LogicalXor,
            0x38 => MinLocation,
            0x39 => MaxLocation,
            0x3c => Replace,
            0x3d => NoOp,
            _ => return None,
        })
    }

    /// The ABI handle.
    pub const fn handle(self) -> usize {
        self as usize
    }

    /// Name in the standard.
    pub const fn name(self) -> &'static str {
        match self {
            Sum => "MPI_SUM",
            Min => "MPI_MIN",
            Max => "MPI_MAX",
            Product => "MPI_PROD",
            BitAnd => "MPI_BAND",
            BitOr => "MPI_BOR",
            BitXor => "MPI_BXOR",
            LogicalAnd => "MPI_LAND",
            LogicalOr => "MPI_LOR",
            LogicalXor => "MPI_LXOR",
            MinLocation => "MPI_MINLOC",
            MaxLocation => "MPI_MAXLOC",
            Replace => "MPI_REPLACE",
            NoOp => "MPI_NO_OP",
        }
    }

    /// Whether the order of the operands does not matter.
    pub const fn is_commutative(self) -> bool {
        !matches!(self, Replace | NoOp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_name_their_operations() {
        for op in ReduceOp::ALL {
            assert_eq!(ReduceOp::predefined(op.handle()), Some(op));
        }
        let found = (0..0x100).filter(|&handle| ReduceOp::predefined(handle).is_some()).count();
        assert_eq!(found, ReduceOp::ALL.len());
    }
}
