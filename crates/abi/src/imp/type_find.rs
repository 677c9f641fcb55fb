//! Datatypes by what they hold: of a size, of a Fortran precision, of a value and an index (MPI-5
//! §19.1.8, §6.9.4).

use std::ffi::c_int;

use ferry_calls::datatype::find::{BY_SIZE, INTEGERS, PAIRS, give, real_kind};
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Datatype, Out};
use ferry_datatype::Combiner;
use ferry_runtime::Cx;

pub(crate) fn type_match_size(_cx: &Cx, typeclass: c_int, size: c_int, datatype: Out<MPI_Datatype>) -> Result<()> {
    let Some((_, sizes)) = BY_SIZE.iter().find(|(class, _)| *class == typeclass) else {
        bail!(
            MPI_ERR_ARG,
            "argument typeclass is {typeclass}; it must be MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_REAL or MPI_TYPECLASS_COMPLEX"
        );
    };
    let Some((_, handle)) = sizes.iter().find(|(bytes, _)| *bytes == size) else {
        bail!(MPI_ERR_ARG, "argument size is {size}; no datatype of the class has so many bytes");
    };
    datatype.set(MPI_Datatype(*handle));
    Ok(())
}

pub(crate) fn type_create_f90_real(cx: &Cx, p: c_int, r: c_int, newtype: Out<MPI_Datatype>) -> Result<()> {
    let (real, _) = real_kind(p, r)?;
    give(cx, Combiner::F90Real, &[p, r], real, newtype)
}

pub(crate) fn type_create_f90_complex(cx: &Cx, p: c_int, r: c_int, newtype: Out<MPI_Datatype>) -> Result<()> {
    let (_, complex) = real_kind(p, r)?;
    give(cx, Combiner::F90Complex, &[p, r], complex, newtype)
}

pub(crate) fn type_create_f90_integer(cx: &Cx, r: c_int, newtype: Out<MPI_Datatype>) -> Result<()> {
    let Some((_, base)) = INTEGERS.iter().find(|(digits, _)| r <= *digits) else {
        bail!(MPI_ERR_ARG, "argument r is {r}; no integer type has so many digits");
    };
    give(cx, Combiner::F90Integer, &[r], *base, newtype)
}

pub(crate) fn type_get_value_index(
    cx: &Cx,
    value_type: MPI_Datatype,
    index_type: MPI_Datatype,
    pair_type: Out<MPI_Datatype>,
) -> Result<()> {
    cx.with(|p| -> Result<()> {
        p.datatypes.get(value_type.0, "value_type")?;
        p.datatypes.get(index_type.0, "index_type").map(drop)
    })?;
    let pair = PAIRS.iter().find(|&&(value, index, _)| (value, index) == (value_type.0, index_type.0));
    pair_type.set(pair.map_or(MPI_Datatype::NULL, |&(.., pair)| MPI_Datatype(pair)));
    Ok(())
}
