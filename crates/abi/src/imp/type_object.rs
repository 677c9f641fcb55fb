//! Datatypes as objects: commit, duplicate, free, name (MPI-5 §5.1.9, §5.1.10, §7.8).

use std::ffi::{c_char, c_int};

use ferry_calls::attribute::{copy_all, delete_all};
use ferry_calls::datatype::object::{NAME_MAX, name_of};
use ferry_calls::text;
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_ctypes::{InOut, MPI_Datatype, Out};
use ferry_runtime::Cx;

pub(crate) fn type_commit(cx: &Cx, datatype: InOut<MPI_Datatype>) -> Result<()> {
    let handle = datatype.get();
    cx.with(|p| p.datatypes.commit(handle.0, "datatype"))
}

pub(crate) fn type_free(cx: &Cx, datatype: InOut<MPI_Datatype>) -> Result<()> {
    let handle = datatype.get();
    cx.with(|p| p.datatypes.check_freeable(handle.0, "datatype"))?;
    delete_all(cx, handle)?;
    cx.with(|p| p.datatypes.remove(handle.0, "datatype"))?;
    datatype.set(MPI_Datatype::NULL);
    Ok(())
}

pub(crate) fn type_dup(cx: &Cx, oldtype: MPI_Datatype, newtype: Out<MPI_Datatype>) -> Result<()> {
    let new = cx.with(|p| -> Result<_> {
        let copy = p.datatypes.get(oldtype.0, "oldtype")?.dup()?;
        let is_committed = p.datatypes.is_committed(oldtype.0);
        let new = p.datatypes.insert(copy);
        p.datatypes.created_mut(new, "newtype")?.is_committed = is_committed;
        Ok(MPI_Datatype(new))
    })?;
    if let Err(error) = copy_all(cx, oldtype, new) {
        // The error that is reported is that of the copy function.
        let _ = delete_all(cx, new);
        cx.with(|p| p.datatypes.remove(new.0, "newtype"))?;
        return Err(error);
    }
    newtype.set(new);
    Ok(())
}

pub(crate) unsafe fn type_set_name(cx: &Cx, datatype: MPI_Datatype, type_name: *const c_char) -> Result<()> {
    // SAFETY: ABI-1, and the entry point has refused null.
    let name = unsafe { text::bytes(type_name) };
    let kept = name[..name.len().min(NAME_MAX)].to_vec();
    cx.with(|p| p.datatypes.notes(datatype.0, "datatype").map(|notes| notes.name = Some(kept)))
}

pub(crate) unsafe fn type_get_name(cx: &Cx, datatype: MPI_Datatype, type_name: *mut c_char, resultlen: Out<c_int>) -> Result<()> {
    let name = name_of(cx, datatype)?;
    // SAFETY: ABI-1.
    resultlen.set(unsafe { text::store(type_name, mpi::MPI_MAX_OBJECT_NAME as usize, &name) });
    Ok(())
}
