//! Dense copies.

use std::ptr::copy_nonoverlapping;

/// Most bytes [`copy_small`] takes.
pub const SMALL: usize = 64;

/// Copies `len` bytes.
///
/// # Safety
/// `src` is readable and `dst` writable for `len` bytes, and they do not overlap.
#[inline]
pub unsafe fn copy(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise (K-2, K-3).
    unsafe {
        if len <= SMALL {
            copy_small(dst, src, len);
        } else {
            copy_nonoverlapping(src, dst, len);
        }
    }
}

/// Copies at most [`SMALL`] bytes without a call: two blocks of a power of two that may overlap
/// each other.
///
/// # Safety
/// As [`copy`], and `len` is at most [`SMALL`].
#[inline(always)]
pub unsafe fn copy_small(dst: *mut u8, src: *const u8, len: usize) {
    debug_assert!(len <= SMALL);
    // SAFETY: the caller's promise (K-2, K-3); each branch has at least one block's length of
    // bytes.
    unsafe {
        match len {
            33.. => ends::<32>(dst, src, len),
            16.. => ends::<16>(dst, src, len),
            8.. => ends::<8>(dst, src, len),
            4.. => ends::<4>(dst, src, len),
            2.. => ends::<2>(dst, src, len),
            1 => *dst = *src,
            0 => {}
        }
    }
}

/// Copies the first and the last `N` of `len` bytes.
///
/// # Safety
/// As [`copy`], and `len` is at least `N`.
#[inline(always)]
unsafe fn ends<const N: usize>(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: `len >= N` keeps both blocks inside (K-2, K-3).
    unsafe {
        let first = src.cast::<[u8; N]>().read_unaligned();
        let last = src.add(len - N).cast::<[u8; N]>().read_unaligned();
        dst.cast::<[u8; N]>().write_unaligned(first);
        dst.add(len - N).cast::<[u8; N]>().write_unaligned(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_every_length_exactly() {
        let source: Vec<u8> = (0..200).map(|i| i as u8 ^ 0x5a).collect();
        for len in 0..=130 {
            let mut target = [0xee; 200];
            // SAFETY: both are 200 bytes and distinct.
            unsafe { copy(target.as_mut_ptr().add(3), source.as_ptr().add(1), len) };
            assert_eq!(target[3..3 + len], source[1..1 + len]);
            assert!(target[..3].iter().chain(&target[3 + len..]).all(|&byte| byte == 0xee));
        }
    }
}
