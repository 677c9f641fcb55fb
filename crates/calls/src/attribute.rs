//! Attributes cached on communicators, datatypes and windows (MPI-5 §7.7), whatever the object.
//!
//! The program's copy and delete functions run without any borrow of the process, and may call MPI
//! themselves: so every step here looks the object up again.
//!
//! # Safety arguments
//! - ATTR-1: a function that a key was made with has the type its kind of object demands (CT-2),
//!   and gets the extra state and the values that the program gave.

use std::ffi::{c_int, c_void};

use ferry_constants as mpi;
use ferry_core::attribute::{Attributes, Callback, Copier, Keyvals, Object};
use ferry_core::process::Process;
use ferry_core::{Error, Result};
use ferry_ctypes::{CopyCallback, CopyRule, DeleteAttribute, InOut, MPI_Comm, MPI_Datatype, Out};
use ferry_runtime::Cx;
use ferry_runtime::failure::of_program;
use ferry_runtime::program::{CachedValue, program};

/// An MPI object that attributes are cached on.
pub trait Cached: Copy {
    /// The kind of object its keys are for.
    const OBJECT: Object;

    /// Its handle.
    fn handle(self) -> usize;

    /// Its attributes, and the keys of the process.
    fn attributes(self, p: &mut Process) -> Result<(&mut Attributes, &mut Keyvals)>;
}

impl Cached for MPI_Comm {
    const OBJECT: Object = Object::Comm;

    fn handle(self) -> usize {
        self.0
    }

    fn attributes(self, p: &mut Process) -> Result<(&mut Attributes, &mut Keyvals)> {
        Ok((&mut p.comms.find_mut(self.0, "comm")?.attributes, &mut p.keyvals))
    }
}

impl Cached for MPI_Datatype {
    const OBJECT: Object = Object::Type;

    fn handle(self) -> usize {
        self.0
    }

    fn attributes(self, p: &mut Process) -> Result<(&mut Attributes, &mut Keyvals)> {
        Ok((&mut p.datatypes.notes(self.0, "datatype")?.attributes, &mut p.keyvals))
    }
}

/// Makes a key for objects of kind `H` and stores it.
pub fn make_key<H>(
    cx: &Cx,
    object: Object,
    copy: CopyCallback<H>,
    delete: Option<DeleteAttribute<H>>,
    keyval: Out<c_int>,
    extra_state: *mut c_void,
) -> Result<()> {
    let extra_state = extra_state.expose_provenance();
    let copier = match copy.rule() {
        CopyRule::Drop => Copier::Nothing,
        CopyRule::Same => Copier::Same,
        CopyRule::Call(function) => Copier::Call(Callback { function: function as usize, extra_state }),
    };
    let deleter = delete.map(|function| Callback { function: function as usize, extra_state });
    let key = cx.with(|p| p.keyvals.create(object, copier, deleter))?;
    keyval.set(key);
    Ok(())
}

/// Frees a key and stores `MPI_KEYVAL_INVALID` in its place.
pub fn free_key(cx: &Cx, object: Object, keyval: InOut<c_int>) -> Result<()> {
    let key = keyval.get();
    cx.with(|p| p.keyvals.free(object, key))?;
    keyval.set(mpi::MPI_KEYVAL_INVALID);
    Ok(())
}

/// The value under a key, which is not a predefined one.
pub fn value<H: Cached>(cx: &Cx, object: H, key: c_int) -> Result<Option<usize>> {
    cx.with(|p| {
        let (attributes, keyvals) = object.attributes(p)?;
        match attributes.get(key) {
            Some(value) => Ok(Some(value)),
            None => keyvals.check(H::OBJECT, key).map(|()| None),
        }
    })
}

/// Stores what a `..._get_attr` function answers.
///
/// # Safety
/// ABI-1: `to` is the address of a pointer, `flag` that of an int.
pub unsafe fn answer(value: Option<usize>, to: *mut c_void, flag: Out<c_int>) {
    // SAFETY: as the caller promises.
    unsafe {
        flag.set(c_int::from(value.is_some()));
        if let Some(value) = value {
            *to.cast::<*mut c_void>() = std::ptr::with_exposed_provenance_mut(value);
        }
    }
}

/// Sets an attribute; one that is replaced is deleted first.
pub fn assign<H: Cached>(cx: &Cx, object: H, key: c_int, value: *mut c_void) -> Result<()> {
    let old = cx.with(|p| {
        let (attributes, keyvals) = object.attributes(p)?;
        keyvals.check_settable(H::OBJECT, key)?;
        Ok::<_, Error>(attributes.get(key))
    })?;
    if let Some(old) = old {
        run_deleter(cx, object, key, old)?;
    }
    cx.with(|p| {
        let (attributes, keyvals) = object.attributes(p)?;
        attributes.set(keyvals, key, value.expose_provenance());
        Ok(())
    })
}

/// Deletes an attribute, if the object has it.
pub fn erase<H: Cached>(cx: &Cx, object: H, key: c_int) -> Result<()> {
    match value(cx, object, key)? {
        Some(old) => erase_value(cx, object, key, old),
        None => Ok(()),
    }
}

fn erase_value<H: Cached>(cx: &Cx, object: H, key: c_int, old: usize) -> Result<()> {
    run_deleter(cx, object, key, old)?;
    cx.with(|p| {
        let (attributes, keyvals) = object.attributes(p)?;
        attributes.remove(keyvals, key);
        Ok(())
    })
}

/// Deletes all attributes of an object, newest first (MPI-5 §11.2.2 demands that order of
/// `MPI_COMM_SELF` at the end). Stops at the first delete function that fails.
pub fn delete_all<H: Cached>(cx: &Cx, object: H) -> Result<()> {
    while let Some((key, value)) = cx.with(|p| Ok::<_, Error>(object.attributes(p)?.0.last()))? {
        erase_value(cx, object, key, value)?;
    }
    Ok(())
}

/// Gives `to` those attributes of `from` that the copy functions of their keys allow. Stops at the
/// first one that fails.
pub fn copy_all<H: Cached>(cx: &Cx, from: H, to: H) -> Result<()> {
    let attributes = cx.with(|p| from.attributes(p).map(|(attributes, _)| attributes.snapshot()))?;
    for (key, value) in attributes {
        let Some(copy) = run_copier(cx, from, key, value)? else { continue };
        cx.with(|p| {
            let (attributes, keyvals) = to.attributes(p)?;
            attributes.set(keyvals, key, copy);
            Ok::<_, Error>(())
        })?;
    }
    Ok(())
}

/// What a duplicate of the object gets for an attribute.
fn run_copier<H: Cached>(cx: &Cx, object: H, key: c_int, value: usize) -> Result<Option<usize>> {
    let callback = match cx.with(|p| p.keyvals.copier(key)) {
        Copier::Nothing => return Ok(None),
        Copier::Same => return Ok(Some(value)),
        Copier::Call(callback) => callback,
    };
    // SAFETY: ATTR-1.
    let (code, copy) = unsafe { program().copy_attribute(callback, CachedValue { object: object.handle(), key, value }) };
    check(cx, code, "copy", key)?;
    Ok(copy)
}

/// Runs the delete function of a key on a value.
fn run_deleter<H: Cached>(cx: &Cx, object: H, key: c_int, value: usize) -> Result<()> {
    let Some(callback) = cx.with(|p| p.keyvals.deleter(key)) else { return Ok(()) };
    // SAFETY: ATTR-1.
    let code = unsafe { program().delete_attribute(callback, CachedValue { object: object.handle(), key, value }) };
    check(cx, code, "delete", key)
}

fn check(cx: &Cx, code: c_int, which: &str, key: c_int) -> Result<()> {
    match code {
        mpi::MPI_SUCCESS => Ok(()),
        _ => Err(of_program(cx, code, &format!("the {which} function of attribute key {key} returned error code {code}"))),
    }
}
