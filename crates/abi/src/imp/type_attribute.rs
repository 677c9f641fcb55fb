//! Attributes of datatypes (MPI-5 §7.7.4).
//!
//! # Safety arguments
//! - TYPE-1: a callback kept under a key is a function of the type its constructor demands (CT-2), and runs with no borrow of the process
//!   held (ENTRY-2).

use std::ffi::{c_int, c_void};

use ferry_constants as mpi;
use ferry_core::attribute::{Callback, Copier, Object};
use ferry_core::{Error, Result};

use crate::ctypes::{
    CopyAttribute, CopyRule, DeleteAttribute, MPI_Datatype, MPI_Type_copy_attr_function, MPI_Type_delete_attr_function,
};
use crate::entry::Cx;

pub(crate) unsafe fn type_create_keyval(
    cx: &Cx,
    type_copy_attr_fn: MPI_Type_copy_attr_function,
    type_delete_attr_fn: MPI_Type_delete_attr_function,
    type_keyval: *mut c_int,
    extra_state: *mut c_void,
) -> Result<()> {
    let callback =
        |function: *const ()| Callback { function: function.expose_provenance(), extra_state: extra_state.expose_provenance() };
    let copier = match type_copy_attr_fn.rule() {
        CopyRule::Drop => Copier::Nothing,
        CopyRule::Same => Copier::Same,
        CopyRule::Call(function) => Copier::Call(callback(function as *const ())),
    };
    let deleter = type_delete_attr_fn.map(|function| callback(function as *const ()));
    let key = cx.with(|p| p.keyvals.create(Object::Type, copier, deleter))?;
    // SAFETY: ABI-1.
    unsafe { *type_keyval = key };
    Ok(())
}

pub(crate) unsafe fn type_free_keyval(cx: &Cx, type_keyval: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        cx.with(|p| p.keyvals.free(Object::Type, *type_keyval))?;
        *type_keyval = mpi::MPI_KEYVAL_INVALID;
    }
    Ok(())
}

pub(crate) unsafe fn type_get_attr(
    cx: &Cx,
    datatype: MPI_Datatype,
    type_keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> Result<()> {
    let value = cx.with(|p| {
        p.keyvals.check(Object::Type, type_keyval)?;
        p.datatypes.notes(datatype.0, "datatype").map(|notes| notes.attributes.get(type_keyval))
    })?;
    // SAFETY: ABI-1: the attribute argument is the address of a pointer.
    unsafe {
        *flag = c_int::from(value.is_some());
        if let Some(value) = value {
            attribute_val.cast::<usize>().write_unaligned(value);
        }
    }
    Ok(())
}

pub(crate) fn type_set_attr(cx: &Cx, datatype: MPI_Datatype, type_keyval: c_int, attribute_val: *mut c_void) -> Result<()> {
    let previous = cx.with(|p| {
        p.keyvals.check_settable(Object::Type, type_keyval)?;
        p.datatypes.notes(datatype.0, "datatype").map(|notes| notes.attributes.get(type_keyval))
    })?;
    if let Some(previous) = previous {
        run_deleter(cx, datatype, type_keyval, previous)?;
    }
    keep(cx, datatype, type_keyval, attribute_val.expose_provenance())
}

pub(crate) fn type_delete_attr(cx: &Cx, datatype: MPI_Datatype, type_keyval: c_int) -> Result<()> {
    let value = cx.with(|p| {
        p.keyvals.check(Object::Type, type_keyval)?;
        p.datatypes.notes(datatype.0, "datatype").map(|notes| notes.attributes.get(type_keyval))
    })?;
    match value {
        Some(value) => delete(cx, datatype, type_keyval, value),
        None => Err(Error::new(
            mpi::MPI_ERR_KEYVAL,
            format!("the datatype has no attribute under argument type_keyval, {type_keyval}"),
        )),
    }
}

/// Deletes all attributes of a datatype, the newest first. A delete function that fails ends it.
pub fn delete_all(cx: &Cx, datatype: MPI_Datatype) -> Result<()> {
    let newest = || cx.with(|p| p.datatypes.notes(datatype.0, "datatype").map(|notes| notes.attributes.last()));
    while let Some((key, value)) = newest()? {
        delete(cx, datatype, key, value)?;
    }
    Ok(())
}

/// Gives `to` the attributes of `from` that their keys say a copy gets.
pub fn copy_all(cx: &Cx, from: MPI_Datatype, to: MPI_Datatype) -> Result<()> {
    let attributes = cx.with(|p| p.datatypes.notes(from.0, "oldtype").map(|notes| notes.attributes.snapshot()))?;
    for (key, value) in attributes {
        let copied = match cx.with(|p| p.keyvals.copier(key)) {
            Copier::Nothing => None,
            Copier::Same => Some(value),
            Copier::Call(callback) => run_copier(callback, from, key, value)?,
        };
        if let Some(value) = copied {
            keep(cx, to, key, value)?;
        }
    }
    Ok(())
}

fn keep(cx: &Cx, datatype: MPI_Datatype, key: c_int, value: usize) -> Result<()> {
    cx.with(|p| {
        let notes = p.datatypes.notes(datatype.0, "datatype")?;
        notes.attributes.set(&mut p.keyvals, key, value);
        Ok(())
    })
}

fn delete(cx: &Cx, datatype: MPI_Datatype, key: c_int, value: usize) -> Result<()> {
    run_deleter(cx, datatype, key, value)?;
    cx.with(|p| {
        let notes = p.datatypes.notes(datatype.0, "datatype")?;
        notes.attributes.remove(&mut p.keyvals, key);
        Ok(())
    })
}

fn run_deleter(cx: &Cx, datatype: MPI_Datatype, key: c_int, value: usize) -> Result<()> {
    let Some(callback) = cx.with(|p| p.keyvals.deleter(key)) else { return Ok(()) };
    let function = std::ptr::with_exposed_provenance::<()>(callback.function);
    // SAFETY: TYPE-1.
    let code = unsafe {
        let function = std::mem::transmute::<*const (), DeleteAttribute<MPI_Datatype>>(function);
        function(datatype, key, pointer(value), pointer(callback.extra_state))
    };
    succeeded(code, "delete", key)
}

/// The value a copy function gives the copy; `None` if it gets none.
fn run_copier(callback: Callback, from: MPI_Datatype, key: c_int, value: usize) -> Result<Option<usize>> {
    let (mut copied, mut flag): (usize, c_int) = (0, 0);
    let function = std::ptr::with_exposed_provenance::<()>(callback.function);
    // SAFETY: TYPE-1.
    let code = unsafe {
        let function = std::mem::transmute::<*const (), CopyAttribute<MPI_Datatype>>(function);
        function(from, key, pointer(callback.extra_state), pointer(value), (&raw mut copied).cast(), &mut flag)
    };
    succeeded(code, "copy", key)?;
    Ok((flag != 0).then_some(copied))
}

fn pointer(address: usize) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address)
}

fn succeeded(code: c_int, what: &str, key: c_int) -> Result<()> {
    match code {
        mpi::MPI_SUCCESS => Ok(()),
        code => Err(Error::new(code, format!("the {what} function of attribute key {key} returned error code {code}"))),
    }
}
