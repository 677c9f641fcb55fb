//! Strings that are longer in the standard ABI than the peer's programs have room for (COMPAT-1).

use std::ffi::{c_char, c_int};
use std::ptr;

/// Room for what the standard's function stores, of which the program gets what it has room for.
pub struct Room {
    user: *mut c_char,
    /// Bytes that the program has, the final null included.
    size: usize,
    abi: Vec<u8>,
}

impl Room {
    /// For a string that the program has `size` bytes for, and the standard's function may store
    /// `needed` bytes of.
    pub fn new(user: *mut c_char, size: usize, needed: usize) -> Self {
        Room { user, size, abi: vec![0; if user.is_null() { 0 } else { needed }] }
    }

    /// What the standard's function gets.
    pub fn abi(&mut self) -> *mut c_char {
        if self.user.is_null() { ptr::null_mut() } else { self.abi.as_mut_ptr().cast() }
    }

    /// Stores as much as the program has room for, and its length where the program wants that.
    ///
    /// # Safety
    /// COMPAT-1
    pub unsafe fn store(self, length: *mut c_int) {
        let end = self.abi.iter().position(|byte| *byte == 0).unwrap_or(self.abi.len());
        let kept = end.min(self.size - 1);
        if self.user.is_null() {
            return;
        }
        // SAFETY: COMPAT-1: the program has `size` bytes, and an integer for the length unless that
        // is null.
        unsafe {
            ptr::copy_nonoverlapping(self.abi.as_ptr().cast(), self.user, kept);
            *self.user.add(kept) = 0;
            if !length.is_null() {
                *length = (*length).min(kept as c_int);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_strings_are_cut() {
        let (mut user, mut length) = ([1; 8], 11);
        let mut room = Room::new(user.as_mut_ptr(), 6, 32);
        // SAFETY: there is room for 32 bytes.
        unsafe { ptr::copy_nonoverlapping(c"hello world".as_ptr(), room.abi(), 12) };
        // SAFETY: the string has 6 bytes, and there is a length.
        unsafe { room.store(&mut length) };
        assert_eq!((user.map(|byte| byte as u8), length), (*b"hello\0\x01\x01", 5));
    }
}
