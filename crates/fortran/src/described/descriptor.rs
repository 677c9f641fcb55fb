//! The descriptor of an array as compilers pass it (`CFI_cdesc_t` of ISO_Fortran_binding.h).
//!
//! # Safety arguments
//! - DESC-1: a compiler passes a valid descriptor with as many dimensions as `rank` says, of an
//!   object that is allocated.

use std::ffi::c_void;

use crate::count::ChoiceBuffer;

/// The fields that compilers agree on. What lies between `rank` and the dimensions differs and is
/// not read.
#[repr(C)]
pub struct Descriptor {
    base: *mut c_void,
    element: usize,
    version: i32,
    rank: u8,
    others: [u8; 3],
    dimensions: [Dimension; 0],
}

/// One dimension: elements are `stride` bytes apart.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// The first index, as the caller counts.
    pub lower: isize,
    /// Number of elements; -1 for the last dimension of an array of assumed size.
    pub extent: isize,
    /// Distance of neighboring elements in bytes.
    pub stride: isize,
}

impl ChoiceBuffer for *const Descriptor {
    unsafe fn address(self) -> *mut c_void {
        // SAFETY: DESC-1.
        unsafe { &*self }.base()
    }
}

impl Descriptor {
    /// The address of the first element.
    pub fn base(&self) -> *mut c_void {
        self.base
    }

    /// Bytes of an element.
    pub fn element(&self) -> usize {
        self.element
    }

    /// The dimensions, the fastest first; none for a scalar.
    pub fn dimensions(&self) -> &[Dimension] {
        // SAFETY: DESC-1.
        unsafe { std::slice::from_raw_parts(self.dimensions.as_ptr(), usize::from(self.rank)) }
    }

    /// Whether the elements lie side by side.
    pub fn is_contiguous(&self) -> bool {
        is_contiguous(self.element, self.dimensions())
    }
}

/// Whether elements of `element` bytes lie side by side. An array of assumed size (extent -1)
/// always does; so does one of no elements.
pub fn is_contiguous(element: usize, dimensions: &[Dimension]) -> bool {
    let mut expected = element as isize;
    for dimension in dimensions {
        if dimension.extent <= 0 {
            return true;
        }
        if dimension.extent != 1 && dimension.stride != expected {
            return dimensions.iter().any(|dimension| dimension.extent == 0);
        }
        expected *= dimension.extent;
    }
    true
}

#[cfg(test)]
pub fn dimension(extent: isize, stride: isize) -> Dimension {
    Dimension { lower: 0, extent, stride }
}

const _: () = assert!(std::mem::offset_of!(Descriptor, rank) == 20 && std::mem::offset_of!(Descriptor, dimensions) == 24);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contiguity_is_seen_from_strides() {
        assert!(is_contiguous(4, &[]));
        assert!(is_contiguous(4, &[dimension(3, 4), dimension(2, 12)]));
        assert!(!is_contiguous(4, &[dimension(3, 8)]));
        assert!(!is_contiguous(4, &[dimension(3, 4), dimension(2, 16)]));
        assert!(!is_contiguous(4, &[dimension(3, -4)]));
        assert!(is_contiguous(4, &[dimension(1, 400), dimension(2, 4)]));
        assert!(is_contiguous(4, &[dimension(3, 4), dimension(-1, 12)]));
        assert!(is_contiguous(4, &[dimension(3, 8), dimension(0, 4)]));
    }
}
