//! Memory of the simulated machines: pages of the library's own, ranges of the program, and the
//! table of what is registered.
//!
//! # Safety arguments
//! - SM-1: pages of an [`Arena`] are mapped, readable and writable, as long as the arena lives;
//!   everything that holds an address in it holds the arena.
//! - SM-2: memory of the program is as its maker has promised ([`UserMemory::new`]) as long as it
//!   is registered.
//! - SM-3: a [`Span`] comes from [`Keys::local`] or [`Keys::remote`], which find a living
//!   registration around it, or names bytes that the request itself owns. It is used within the
//!   event that made it, in which nothing is deregistered.
//! - SM-4: a world is on one thread (it is not `Send`), and no reference into registered memory
//!   lives while it handles an event or a call: copies go from and to raw pointers.

mod arena;
mod keys;

pub(crate) use arena::{Arena, PAGE};
pub(crate) use keys::{Keys, Owner, Registered};

use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

/// A range of the program's memory that may be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserMemory {
    pub(crate) address: u64,
    pub(crate) len: usize,
}

impl UserMemory {
    /// The range of `len` bytes from `address` on.
    ///
    /// # Safety
    /// While it is registered it is memory that may be read and, as far as its access allows,
    /// written by any call to the world, and no reference that forbids this is alive during such a
    /// call.
    pub const unsafe fn new(address: u64, len: usize) -> UserMemory {
        UserMemory { address, len }
    }
}

/// Bytes that may be accessed (SM-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    address: u64,
    len: u64,
}

impl Span {
    /// Bytes that a request owns.
    pub fn of_bytes(bytes: &[u8]) -> Span {
        Span { address: bytes.as_ptr().expose_provenance() as u64, len: bytes.len() as u64 }
    }

    /// Bytes that the caller owns, to be written.
    pub fn of_bytes_mut(bytes: &mut [u8]) -> Span {
        Span { address: bytes.as_mut_ptr().expose_provenance() as u64, len: bytes.len() as u64 }
    }

    /// Its address and length.
    pub fn range(self) -> (u64, u64) {
        (self.address, self.len)
    }

    fn pointer(self, offset: u64) -> *mut u8 {
        debug_assert!(offset <= self.len);
        ptr::with_exposed_provenance_mut((self.address + offset) as usize)
    }
}

/// Bytes in all of `spans`.
pub(crate) fn bytes_in(spans: &[Span]) -> u64 {
    spans.iter().map(|span| span.len).sum()
}

/// Copies `len` bytes from byte `from_offset` of `from`'s to byte `to_offset` of `to`'s.
///
/// # Panics
/// If either has fewer bytes.
pub(crate) fn copy(from: &[Span], from_offset: u64, to: &[Span], to_offset: u64, len: u64) {
    assert!(from_offset + len <= bytes_in(from) && to_offset + len <= bytes_in(to), "a copy leaves its ranges");
    let (mut source, mut target) = (seek(from, from_offset), seek(to, to_offset));
    let mut left = len;
    while left > 0 {
        let piece = left.min(from[source.0].len - source.1).min(to[target.0].len - target.1);
        // SAFETY: SM-3, SM-4; the piece lies within both spans. They may overlap.
        unsafe { ptr::copy(from[source.0].pointer(source.1), to[target.0].pointer(target.1), piece as usize) };
        left -= piece;
        source = step(from, source, piece);
        target = step(to, target, piece);
    }
}

fn seek(spans: &[Span], offset: u64) -> (usize, u64) {
    let mut left = offset;
    for (index, span) in spans.iter().enumerate() {
        if left < span.len {
            return (index, left);
        }
        left -= span.len;
    }
    (spans.len(), 0)
}

fn step(spans: &[Span], (index, offset): (usize, u64), by: u64) -> (usize, u64) {
    if offset + by < spans[index].len {
        return (index, offset + by);
    }
    let next = spans[index + 1..].iter().position(|span| span.len > 0);
    next.map_or((spans.len(), 0), |skip| (index + 1 + skip, 0))
}

/// The bytes of `from`, in memory of their own.
pub(crate) fn gather(from: &[Span]) -> Box<[u8]> {
    let mut bytes = vec![0u8; bytes_in(from) as usize].into_boxed_slice();
    let len = bytes.len() as u64;
    copy(from, 0, &[Span::of_bytes_mut(&mut bytes)], 0, len);
    bytes
}

/// Replaces the word at `span` by what `change` makes of it; what it was.
///
/// # Panics
/// If it is not 8 aligned bytes.
pub(crate) fn update(span: Span, change: impl Fn(u64) -> u64) -> u64 {
    assert!(span.len == 8 && span.address.is_multiple_of(8), "atomics are on 8 aligned bytes");
    // SAFETY: SM-3, SM-4.
    let word = unsafe { AtomicU64::from_ptr(span.pointer(0).cast()) };
    let old = word.load(Ordering::Acquire);
    word.store(change(old), Ordering::Release);
    old
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_go_across_the_ends_of_pieces() {
        let (from, mut to) = ([*b"abcdef", *b"ghijkl"], [[0u8; 5], [0; 5], [0; 5]]);
        let from: Vec<Span> = from.iter().map(|piece| Span::of_bytes(piece)).collect();
        let spans: Vec<Span> = to.iter_mut().map(|piece| Span::of_bytes_mut(piece)).collect();
        copy(&from, 2, &spans, 3, 10);
        let seen = gather(&spans);
        assert_eq!(&*seen, b"\0\0\0cdefghijkl\0\0");
    }

    #[test]
    fn empty_pieces_are_passed_over() {
        let (a, none, b) = (*b"ab", [0u8; 0], *b"cd");
        let from = [Span::of_bytes(&none), Span::of_bytes(&a), Span::of_bytes(&none), Span::of_bytes(&b)];
        assert_eq!(&*gather(&from), b"abcd");
    }

    #[test]
    #[should_panic(expected = "leaves its ranges")]
    fn copies_beyond_a_range_are_refused() {
        let (from, mut to) = ([0u8; 4], [0u8; 4]);
        copy(&[Span::of_bytes(&from)], 1, &[Span::of_bytes_mut(&mut to)], 0, 4);
    }

    #[test]
    fn updates_return_what_was_there() {
        let mut word = vec![5u64].into_boxed_slice();
        let span = Span { address: word.as_mut_ptr().expose_provenance() as u64, len: 8 };
        assert_eq!((update(span, |old| old + 2), update(span, |_| 1), word[0]), (5, 7, 1));
    }
}
