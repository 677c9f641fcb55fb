//! The tool information interface: initialization, strings, enumerations, categories (MPI-5
//! §15.3.4, §15.3.5, §15.3.9).
//!
//! The tables are those of `ferry-tools`; its state lies in `Local`, as it exists without
//! `MPI_Init`.

pub mod cvar;
pub mod event;
pub mod pvar;

use std::ffi::{CStr, c_char, c_int};

use ferry_constants as mpi;
use ferry_core::{Error, Result};
use ferry_ctypes::Out;
use ferry_runtime::Cx;
use ferry_tools::category::{self, Category};
use ferry_tools::refusal::Refusal;
use ferry_tools::state::Object;

/// Stores what a tool asked for, unless it did not ask.
///
/// # Safety
/// ABI-1: `to` is null or valid for writing.
pub unsafe fn put<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: as the caller promises.
        unsafe { to.write(value) };
    }
}

/// Returns a string by the convention of MPI-5 §15.3.3: `len` is the room on entry, and the length
/// with the terminating null on return.
///
/// # Errors
/// `MPI_T_ERR_INVALID` for a negative length.
///
/// # Safety
/// ABI-1: `len` is null or valid; `to` is null or has room for `*len` bytes.
pub unsafe fn put_text(to: *mut c_char, len: *mut c_int, text: &str) -> Result<()> {
    if len.is_null() {
        return Ok(());
    }
    // SAFETY: as the caller promises.
    let room = unsafe { *len };
    let room = usize::try_from(room).map_err(|_| Refusal::Invalid)?;
    if !to.is_null() && room > 0 {
        // SAFETY: as the caller promises; there is room for one byte at least.
        unsafe { super::text::store(to, room, text.as_bytes()) };
    }
    // SAFETY: as the caller promises.
    unsafe { *len = text.len() as c_int + 1 };
    Ok(())
}

/// The row of a table that a tool names by its index.
///
/// # Errors
/// `MPI_T_ERR_INVALID_INDEX`.
pub fn row<T>(table: &'static [T], index: c_int) -> Result<(usize, &'static T)> {
    let at = usize::try_from(index).map_err(|_| Refusal::InvalidIndex)?;
    Ok((at, table.get(at).ok_or(Refusal::InvalidIndex)?))
}

/// Stores the index of the row that `is_it`.
///
/// # Errors
/// `MPI_T_ERR_INVALID_NAME` if there is none.
pub fn put_index<T>(to: Out<c_int>, table: &[T], is_it: impl FnMut(&T) -> bool) -> Result<()> {
    let index = table.iter().position(is_it).ok_or(Refusal::InvalidName)?;
    to.set(index as c_int);
    Ok(())
}

/// The text of a name that a tool passes; one that is no UTF-8 is nobody's.
///
/// # Errors
/// `MPI_T_ERR_INVALID_NAME`.
///
/// # Safety
/// ABI-1: `name` ends with a null.
pub unsafe fn name<'a>(name: *const c_char) -> Result<&'a str> {
    // SAFETY: as the caller promises.
    Ok(unsafe { CStr::from_ptr(name) }.to_str().map_err(|_| Refusal::InvalidName)?)
}

/// A handle for a new object.
///
/// # Errors
/// `MPI_T_ERR_OUT_OF_HANDLES`.
pub fn new_handle(cx: &Cx, object: Object) -> Result<usize> {
    let full = || Error::new(mpi::MPI_T_ERR_OUT_OF_HANDLES, "too many objects");
    cx.local(|l| l.tools.insert(object)).ok_or_else(full)
}

/// Stores up to `len` of the members of a category.
///
/// # Safety
/// ABI-1, ABI-2.
pub unsafe fn put_members(
    cat_index: c_int,
    len: c_int,
    indices: *mut c_int,
    members: impl Fn(&Category) -> Vec<usize>,
) -> Result<()> {
    let (_, category) = row(category::table(), cat_index)?;
    let room = usize::try_from(len).map_err(|_| Refusal::Invalid)?;
    for (at, member) in members(category).into_iter().take(room).enumerate() {
        // SAFETY: as the caller promises; `at < len`.
        unsafe { *indices.add(at) = member as c_int };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_returned_by_the_convention() {
        let mut room = [0x7f as c_char; 8];
        let mut put = |len: c_int| {
            let mut len = len;
            // SAFETY: no room beyond the array is named.
            let code = unsafe { put_text(room.as_mut_ptr(), &mut len, "queues") }.map_err(|error| error.class());
            (code, len)
        };
        assert_eq!(put(0), (Ok(()), 7));
        assert_eq!(put(-1), (Err(mpi::MPI_T_ERR_INVALID), -1));
        assert_eq!(put(3), (Ok(()), 7));
        assert_eq!(put(7), (Ok(()), 7));
        // SAFETY: the string ends with a null.
        assert_eq!(unsafe { CStr::from_ptr(room.as_ptr()) }.to_bytes(), b"queues");
        assert_eq!(room[7], 0x7f);
        // SAFETY: null pointers are not used.
        unsafe {
            let mut len = 99;
            put_text(std::ptr::null_mut(), &mut len, "x").unwrap();
            put_text(room.as_mut_ptr(), std::ptr::null_mut(), "x").unwrap();
            assert_eq!((len, room[0]), (2, b'q' as c_char));
        }
    }
}
