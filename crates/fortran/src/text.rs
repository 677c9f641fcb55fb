//! Strings: blank-padded and of known length in Fortran, ended by a null in C.
//!
//! # Safety arguments
//! FTN-1 of the crate.

use std::ffi::{CString, c_char};

/// Room for the longest string that MPI stores: the version of the library, with its null.
const ROOM: usize = 8192;

/// A string for C without the blanks at its end.
///
/// # Safety
/// FTN-1.
pub unsafe fn trimmed(text: *const c_char, length: usize) -> CString {
    // SAFETY: FTN-1.
    c_string(without_padding(unsafe { bytes(text, length) }))
}

/// A string for C without blanks at either end: keys and values of info objects.
///
/// # Safety
/// FTN-1.
pub unsafe fn stripped(text: *const c_char, length: usize) -> CString {
    // SAFETY: FTN-1.
    c_string(without_padding(unsafe { bytes(text, length) }).trim_ascii_start())
}

/// Room for a string that C stores.
pub fn room() -> [c_char; ROOM] {
    [0; ROOM]
}

/// Stores what C has left in `from`, cut or padded with blanks.
///
/// # Safety
/// FTN-1.
pub unsafe fn store(from: &[c_char], to: *mut c_char, length: usize) {
    let used = from.iter().position(|byte| *byte == 0).unwrap_or(from.len()).min(length);
    // SAFETY: FTN-1.
    let to = unsafe { std::slice::from_raw_parts_mut(to, length) };
    to[..used].copy_from_slice(&from[..used]);
    to[used..].fill(b' ' as c_char);
}

/// The bytes of a Fortran string without the blanks at its end.
pub fn without_padding(text: &[u8]) -> &[u8] {
    let used = text.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1);
    &text[..used]
}

/// A C string; a null within ends it.
pub fn c_string(text: &[u8]) -> CString {
    let used = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    CString::new(&text[..used]).unwrap_or_default()
}

/// The bytes of a Fortran string.
///
/// # Safety
/// FTN-1.
pub unsafe fn bytes<'a>(text: *const c_char, length: usize) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: FTN-1.
    unsafe { std::slice::from_raw_parts(text.cast(), length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_goes_and_comes_back() {
        let text = b"  a b   ";
        // SAFETY: text and room are as long as said.
        unsafe {
            assert_eq!(trimmed(text.as_ptr().cast(), 8).as_bytes(), b"  a b");
            assert_eq!(stripped(text.as_ptr().cast(), 8).as_bytes(), b"a b");
            assert_eq!(trimmed(text.as_ptr().cast(), 0).as_bytes(), b"");
            assert_eq!(trimmed(text.as_ptr().cast(), 2).as_bytes(), b"");
            let mut to = [b'x'; 6];
            store(&[97, 98, 0, 99], to.as_mut_ptr().cast(), 5);
            assert_eq!(&to, b"ab   x");
            store(&[97, 98, 99, 0], to.as_mut_ptr().cast(), 2);
            assert_eq!(&to, b"ab   x");
        }
    }
}
