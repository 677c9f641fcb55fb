//! Reduction operations (MPI-5 §6.9): predefined ones, and the program's functions.

use ferry_constants as mpi;
use ferry_handle::{Kind, Table};
use ferry_kernels::ReduceOp;

use crate::argument::Expected;
use crate::{Result, bail};

/// A function of the program (`MPI_Op_create`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserOp {
    /// The C function: an `MPI_User_function`, or an `MPI_User_function_c` if `is_large`.
    pub function: usize,
    /// Whether operands may be exchanged.
    pub is_commutative: bool,
    /// Whether the function takes an `MPI_Count` as length.
    pub is_large: bool,
}

/// A reduction operation. Whoever uses it copies it: a handle may be freed while operations with it
/// are under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// One of the standard's.
    Predefined(ReduceOp),
    /// One of the program's.
    User(UserOp),
}

impl Op {
    /// `MPI_Op_commutative`. All predefined operations are, except those that only move data.
    pub fn is_commutative(&self) -> bool {
        match self {
            Op::Predefined(op) => !matches!(op, ReduceOp::Replace | ReduceOp::NoOp),
            Op::User(user) => user.is_commutative,
        }
    }
}

const OPERATION: Expected = Expected { class: mpi::MPI_ERR_OP, what: "operation", null: (mpi::MPI_OP_NULL, "MPI_OP_NULL") };

/// The operations that the program made.
pub struct Operations(Table<UserOp>);

impl Default for Operations {
    fn default() -> Self {
        Operations(Table::new(Kind::Op))
    }
}

impl Operations {
    /// The operation behind argument `argument`.
    ///
    /// # Errors
    /// `MPI_ERR_OP` for anything but a predefined or living operation.
    #[inline]
    pub fn get(&self, handle: usize, argument: &str) -> Result<Op> {
        if let Some(op) = ReduceOp::predefined(handle) {
            return Ok(Op::Predefined(op));
        }
        self.0.get(handle).map(|user| Op::User(*user)).ok_or_else(|| OPERATION.violated(argument, handle))
    }

    /// `MPI_Op_create`: the handle of a new operation.
    pub fn insert(&mut self, user: UserOp) -> usize {
        self.0.insert(user)
    }

    /// `MPI_Op_free`.
    ///
    /// # Errors
    /// `MPI_ERR_OP` for predefined operations and for anything but a living operation.
    pub fn free(&mut self, handle: usize) -> Result<()> {
        if ReduceOp::predefined(handle).is_some() {
            let name = mpi::handle_name(handle).unwrap_or("a predefined operation");
            bail!(MPI_ERR_OP, "argument op is {name}; predefined operations cannot be freed");
        }
        self.0.remove(handle).map(|_| ()).ok_or_else(|| OPERATION.violated("op", handle))
    }

    /// The table itself.
    pub fn table(&self) -> &Table<UserOp> {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predefined_operations_are_exactly_those_of_the_abi() {
        let all = [
            mpi::MPI_SUM,
            mpi::MPI_MIN,
            mpi::MPI_MAX,
            mpi::MPI_PROD,
            mpi::MPI_BAND,
            mpi::MPI_BOR,
            mpi::MPI_BXOR,
            mpi::MPI_LAND,
            mpi::MPI_LOR,
            mpi::MPI_LXOR,
            mpi::MPI_MINLOC,
            mpi::MPI_MAXLOC,
            mpi::MPI_REPLACE,
            mpi::MPI_NO_OP,
        ];
        let mut operations = Operations::default();
        for handle in 0..0x1000 {
            assert_eq!(operations.get(handle, "op").is_ok(), all.contains(&handle), "{handle:#x}");
            assert_eq!(operations.free(handle).unwrap_err().class(), mpi::MPI_ERR_OP);
        }
        assert!(operations.get(mpi::MPI_SUM, "op").unwrap().is_commutative());
        assert!(!operations.get(mpi::MPI_REPLACE, "op").unwrap().is_commutative());
    }

    #[test]
    fn freed_operations_are_not_found() {
        let mut operations = Operations::default();
        let user = UserOp { function: 0x4000, is_commutative: false, is_large: true };
        let handle = operations.insert(user);
        assert_eq!(operations.get(handle, "op").unwrap(), Op::User(user));
        operations.free(handle).unwrap();
        assert_eq!(operations.get(handle, "op").unwrap_err().class(), mpi::MPI_ERR_OP);
        assert_eq!(operations.free(handle).unwrap_err().class(), mpi::MPI_ERR_OP);
    }
}
