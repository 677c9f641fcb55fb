//! Strings of the C interface.

use std::ffi::{CStr, c_char, c_int};

/// The bytes of a string argument, without the terminating null.
///
/// # Safety
/// ABI-1: `text` ends with a null and stays as it is while the result is used.
pub unsafe fn bytes<'a>(text: *const c_char) -> &'a [u8] {
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}

/// Stores as much of `text` as fits into `room` bytes with a terminating null, and returns how many
/// bytes that were without it.
///
/// # Safety
/// ABI-1: `to` is valid for writing `room` bytes, at least one.
pub unsafe fn store(to: *mut c_char, room: usize, text: &[u8]) -> c_int {
    let len = text.len().min(room - 1);
    // SAFETY: `len + 1 <= room`.
    unsafe {
        to.copy_from_nonoverlapping(text.as_ptr().cast(), len);
        to.add(len).write(0);
    }
    len as c_int
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_to_its_room() {
        let mut room = [0x7f as c_char; 6];
        // SAFETY: no room beyond the array is named; both results end with a null.
        unsafe {
            assert_eq!(store(room.as_mut_ptr(), 4, b"rank"), 3);
            assert_eq!(bytes(room.as_ptr()), b"ran");
            assert_eq!(room[4], 0x7f);
            assert_eq!(store(room.as_mut_ptr(), 6, b"rank"), 4);
            assert_eq!(bytes(room.as_ptr()), b"rank");
        }
    }
}
