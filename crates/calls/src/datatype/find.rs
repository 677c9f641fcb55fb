//! Datatypes by what they hold: of a size, of a Fortran precision, of a value and an index (MPI-5
//! §19.1.8, §6.9.4).

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Datatype, Out};
use ferry_datatype::{Combiner, Datatype};
use ferry_runtime::Cx;

/// The types of each class by size in bytes.
pub const BY_SIZE: [(c_int, &[(c_int, usize)]); 4] = [
    (
        mpi::MPIX_TYPECLASS_LOGICAL,
        &[
            (1, mpi::MPI_LOGICAL1),
            (2, mpi::MPI_LOGICAL2),
            (4, mpi::MPI_LOGICAL4),
            (8, mpi::MPI_LOGICAL8),
            (16, mpi::MPI_LOGICAL16),
        ],
    ),
    (
        mpi::MPI_TYPECLASS_INTEGER,
        &[
            (1, mpi::MPI_INTEGER1),
            (2, mpi::MPI_INTEGER2),
            (4, mpi::MPI_INTEGER4),
            (8, mpi::MPI_INTEGER8),
            (16, mpi::MPI_INTEGER16),
        ],
    ),
    (mpi::MPI_TYPECLASS_REAL, &[(2, mpi::MPI_REAL2), (4, mpi::MPI_REAL4), (8, mpi::MPI_REAL8), (16, mpi::MPI_REAL16)]),
    (
        mpi::MPI_TYPECLASS_COMPLEX,
        &[(4, mpi::MPI_COMPLEX4), (8, mpi::MPI_COMPLEX8), (16, mpi::MPI_COMPLEX16), (32, mpi::MPI_COMPLEX32)],
    ),
];

/// Decimal digits, decimal exponent and type of the kinds of real numbers, smallest first.
const REALS: [(c_int, c_int, usize, usize); 4] = [
    (6, 37, mpi::MPI_REAL4, mpi::MPI_COMPLEX8),
    (15, 307, mpi::MPI_REAL8, mpi::MPI_COMPLEX16),
    (18, 4931, mpi::MPI_LONG_DOUBLE, mpi::MPI_C_LONG_DOUBLE_COMPLEX),
    (33, 4931, mpi::MPI_REAL16, mpi::MPI_COMPLEX32),
];

/// Decimal digits and type of the kinds of integers, smallest first.
pub const INTEGERS: [(c_int, usize); 5] =
    [(2, mpi::MPI_INTEGER1), (4, mpi::MPI_INTEGER2), (9, mpi::MPI_INTEGER4), (18, mpi::MPI_INTEGER8), (38, mpi::MPI_INTEGER16)];

/// Real and complex type of at least `p` digits and exponents up to `r`; either may be
/// `MPI_UNDEFINED`.
pub fn real_kind(p: c_int, r: c_int) -> Result<(usize, usize)> {
    if p == mpi::MPI_UNDEFINED && r == mpi::MPI_UNDEFINED {
        bail!(MPI_ERR_ARG, "arguments p and r are both MPI_UNDEFINED; one must be a number of digits");
    }
    let enough = |wanted: c_int, has: c_int| wanted == mpi::MPI_UNDEFINED || wanted <= has;
    let found = REALS.iter().find(|&&(digits, exponent, ..)| enough(p, digits) && enough(r, exponent));
    match found {
        Some(&(_, _, real, complex)) => Ok((real, complex)),
        None => bail!(MPI_ERR_ARG, "arguments p and r are {p} and {r}; no real type has such precision and range"),
    }
}

/// Stores a handle for a predefined datatype that `combiner` found by its arguments.
pub fn give(cx: &Cx, combiner: Combiner, arguments: &[c_int], base: usize, newtype: Out<MPI_Datatype>) -> Result<()> {
    let arguments = arguments.iter().copied().map(i64::from).collect();
    let base = Datatype::predefined(base).expect("the tables list predefined datatypes");
    let handle = cx.with(|p| p.datatypes.fortran(combiner, arguments, base))?;
    newtype.set(MPI_Datatype(handle));
    Ok(())
}

/// Value, index and pair type.
pub const PAIRS: [(usize, usize, usize); 9] = [
    (mpi::MPI_FLOAT, mpi::MPI_INT, mpi::MPI_FLOAT_INT),
    (mpi::MPI_DOUBLE, mpi::MPI_INT, mpi::MPI_DOUBLE_INT),
    (mpi::MPI_LONG, mpi::MPI_INT, mpi::MPI_LONG_INT),
    (mpi::MPI_INT, mpi::MPI_INT, mpi::MPI_2INT),
    (mpi::MPI_SHORT, mpi::MPI_INT, mpi::MPI_SHORT_INT),
    (mpi::MPI_LONG_DOUBLE, mpi::MPI_INT, mpi::MPI_LONG_DOUBLE_INT),
    (mpi::MPI_REAL, mpi::MPI_REAL, mpi::MPI_2REAL),
    (mpi::MPI_DOUBLE_PRECISION, mpi::MPI_DOUBLE_PRECISION, mpi::MPI_2DOUBLE_PRECISION),
    (mpi::MPI_INTEGER, mpi::MPI_INTEGER, mpi::MPI_2INTEGER),
];
