//! Datatypes as objects: commit, duplicate, free, name (MPI-5 §5.1.9, §5.1.10, §7.8).

use ferry_constants as mpi;
use ferry_core::Result;
use ferry_ctypes::MPI_Datatype;
use ferry_datatype::Datatype;
use ferry_runtime::Cx;

/// Bytes of a name without the terminating null.
pub const NAME_MAX: usize = mpi::MPI_MAX_OBJECT_NAME as usize - 1;

/// The name the program gave, else that of the standard, else nothing.
pub fn name_of(cx: &Cx, datatype: MPI_Datatype) -> Result<Vec<u8>> {
    if datatype == MPI_Datatype::NULL {
        return Ok(b"MPI_DATATYPE_NULL".to_vec());
    }
    let given = cx.with(|p| p.datatypes.notes(datatype.0, "datatype").map(|notes| notes.name.clone()))?;
    let standard = || Datatype::predefined(datatype.0).and_then(Datatype::name).unwrap_or_default().into();
    Ok(given.unwrap_or_else(standard))
}
