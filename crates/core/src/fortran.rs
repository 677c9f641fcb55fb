//! What a program says about its Fortran compiler (MPI-5 §20.4), so that a Fortran interface on top
//! of the standard ABI can be asked later.
//!
//! Ferry's Fortran datatypes have the sizes of the common compilers. Others cannot be set: they
//! would change what datatypes mean that are constants of the ABI. Truth values are what the
//! program declares; the kernels keep them, as they alone look at elements.

use ferry_constants as mpi;
use ferry_datatype::Datatype;
use ferry_kernels::{declare_logical, declared_logical};

use crate::info::Info;
use crate::{Result, bail};

/// Sizes in bytes of the `LOGICAL` types.
const LOGICAL_SIZES: [usize; 5] = [1, 2, 4, 8, 16];

/// What the program has declared of its Fortran types; once.
pub struct Fortran {
    info: Option<Info>,
}

/// Info keys for the size of a Fortran type, and the datatype of the ABI it must agree with.
const SIZES: [(&str, usize); 4] = [
    ("mpi_logical_size", mpi::MPI_LOGICAL),
    ("mpi_integer_size", mpi::MPI_INTEGER),
    ("mpi_real_size", mpi::MPI_REAL),
    ("mpi_double_precision_size", mpi::MPI_DOUBLE_PRECISION),
];

/// The bytes of a `LOGICAL` of `size` bytes that stand for true and false, if they were declared
/// (`MPI_Abi_get_fortran_booleans`).
///
/// # Errors
/// `MPI_ERR_ARG` for a size that no `LOGICAL` has.
pub fn booleans(size: i32) -> Result<Option<(Vec<u8>, Vec<u8>)>> {
    let size = logical(size)?;
    let bytes = |value: u128| value.to_le_bytes()[..size].to_vec();
    Ok(declared_logical(size).map(|(yes, no)| (bytes(yes), bytes(no))))
}

/// Declares the values of true and false (`MPI_Abi_set_fortran_booleans`), both of `size` bytes:
/// reductions and `external32` heed them.
///
/// # Errors
/// `MPI_ERR_ARG` for a size that no `LOGICAL` has and for equal values, `MPI_ERR_ABI` if they were
/// declared before.
pub fn set_booleans(size: i32, yes: &[u8], no: &[u8]) -> Result<()> {
    let bytes = logical(size)?;
    if yes == no {
        bail!(MPI_ERR_ARG, "arguments logical_true and logical_false are the same value; they must differ");
    }
    if !declare_logical(bytes, value(yes), value(no)) {
        bail!(MPI_ERR_ABI, "the values of a LOGICAL of {size} bytes were set before; ask MPI_Abi_get_fortran_booleans first");
    }
    Ok(())
}

impl Fortran {
    /// Nothing declared.
    pub const fn new() -> Self {
        Fortran { info: None }
    }

    /// What was declared by [`Fortran::set_info`].
    pub fn info(&self) -> Option<&Info> {
        self.info.as_ref()
    }

    /// Declares the sizes of types and which optional ones there are (`MPI_Abi_set_fortran_info`).
    ///
    /// # Errors
    /// `MPI_ERR_ABI` if that was done before, or for a size that the ABI's datatype does not have.
    pub fn set_info(&mut self, info: Info) -> Result<()> {
        if self.info.is_some() {
            bail!(MPI_ERR_ABI, "the Fortran types were described before; ask MPI_Abi_get_fortran_info first");
        }
        for (key, datatype) in SIZES {
            let (Some(declared), Some(datatype)) = (info.text(key), Datatype::predefined(datatype)) else { continue };
            let bytes = datatype.size();
            if declared.parse() != Ok(bytes) {
                bail!(
                    MPI_ERR_ABI,
                    "info key {key} is {declared}; the datatype of the ABI has {bytes} bytes, and no other size is supported"
                );
            }
        }
        self.info = Some(info);
        Ok(())
    }
}

impl Default for Fortran {
    fn default() -> Self {
        Fortran::new()
    }
}

fn value(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
}

fn logical(size: i32) -> Result<usize> {
    match LOGICAL_SIZES.into_iter().find(|known| usize::try_from(size) == Ok(*known)) {
        Some(bytes) => Ok(bytes),
        None => bail!(MPI_ERR_ARG, "argument logical_size is {size}; a LOGICAL has 1, 2, 4, 8 or 16 bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_values_are_set_once_for_each_size() {
        assert_eq!(booleans(4).unwrap(), None);
        set_booleans(4, &[255; 4], &[0; 4]).unwrap();
        set_booleans(16, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], &[0; 16]).unwrap();
        assert_eq!(booleans(4).unwrap(), Some((vec![255; 4], vec![0; 4])));
        assert_eq!(booleans(16).unwrap().unwrap().0[15], 7);
        assert_eq!(booleans(8).unwrap(), None);
        assert_eq!(set_booleans(4, &[1; 4], &[0; 4]).unwrap_err().class(), mpi::MPI_ERR_ABI);
        assert_eq!(set_booleans(8, &[1; 8], &[1; 8]).unwrap_err().class(), mpi::MPI_ERR_ARG);
        for size in [0, 3, -4, 32] {
            assert_eq!(booleans(size).unwrap_err().class(), mpi::MPI_ERR_ARG);
        }
    }

    #[test]
    fn types_are_described_once_and_as_the_abi_has_them() {
        let mut fortran = Fortran::new();
        let mut info = Info::default();
        info.set(b"mpi_integer_size", b"8").unwrap();
        let error = fortran.set_info(info.clone()).unwrap_err();
        assert!(error.class() == mpi::MPI_ERR_ABI && error.message().contains("4 bytes"), "{error}");
        info.set(b"mpi_integer_size", b"4").unwrap();
        info.set(b"mpi_integer16_supported", b"true").unwrap();
        fortran.set_info(info.clone()).unwrap();
        assert_eq!(fortran.info(), Some(&info));
        assert_eq!(fortran.set_info(info).unwrap_err().class(), mpi::MPI_ERR_ABI);
    }
}
