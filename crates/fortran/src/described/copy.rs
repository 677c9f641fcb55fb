//! The elements of a section, copied into one piece of memory and back.
//!
//! # Safety arguments
//! - COPY-1: element `i` of every dimension lies `i * stride` bytes from the first, within the
//!   array that the descriptor describes.

use super::descriptor::Dimension;

/// Number of elements.
pub fn elements(dimensions: &[Dimension]) -> usize {
    dimensions.iter().map(|dimension| dimension.extent.max(0) as usize).product()
}

/// The elements in the order of the array.
///
/// # Safety
/// COPY-1 for `base`.
pub unsafe fn gather(base: *const u8, element: usize, dimensions: &[Dimension]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(elements(dimensions) * element);
    for_each(dimensions, &mut |offset| {
        // SAFETY: COPY-1.
        bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(base.offset(offset), element) });
    });
    bytes
}

/// Puts elements back where they were gathered.
///
/// # Safety
/// COPY-1 for `base`.
pub unsafe fn scatter(bytes: &[u8], base: *mut u8, element: usize, dimensions: &[Dimension]) {
    let mut parts = bytes.chunks_exact(element.max(1));
    for_each(dimensions, &mut |offset| {
        if let Some(part) = parts.next() {
            // SAFETY: COPY-1.
            unsafe { std::ptr::copy_nonoverlapping(part.as_ptr(), base.offset(offset), part.len()) };
        }
    });
}

/// Calls `visit` with the offset of each element.
fn for_each(dimensions: &[Dimension], visit: &mut impl FnMut(isize)) {
    fn walk(dimensions: &[Dimension], offset: isize, visit: &mut impl FnMut(isize)) {
        match dimensions.split_last() {
            None => visit(offset),
            Some((last, rest)) => (0..last.extent).for_each(|index| walk(rest, offset + index * last.stride, visit)),
        }
    }
    walk(dimensions, 0, visit);
}

#[cfg(test)]
mod tests {
    use super::super::descriptor::dimension;
    use super::*;

    #[test]
    fn sections_are_gathered_in_the_order_of_arrays_and_put_back() {
        let array: Vec<u16> = (0..24).collect();
        // Rows 1 and 3, columns 0, 2 and 4 of an array of four rows.
        let section = [dimension(2, 4), dimension(3, 16)];
        // SAFETY: the section lies within the array.
        let bytes = unsafe { gather(array.as_ptr().add(1).cast(), 2, &section) };
        let values: Vec<u16> = bytes.chunks(2).map(|b| u16::from_ne_bytes([b[0], b[1]])).collect();
        assert_eq!(values, [1, 3, 9, 11, 17, 19]);
        let mut copy = vec![0u16; 24];
        // SAFETY: as above.
        unsafe { scatter(&bytes, copy.as_mut_ptr().add(1).cast(), 2, &section) };
        let expected: Vec<u16> = (0..24).map(|i| if [1, 3, 9, 11, 17, 19].contains(&i) { i } else { 0 }).collect();
        assert_eq!(copy, expected);
    }

    #[test]
    fn backward_sections_are_gathered_backward() {
        let array = [1u8, 2, 3, 4];
        // SAFETY: the section lies within the array.
        let bytes = unsafe { gather(array.as_ptr().add(3), 1, &[dimension(4, -1)]) };
        assert_eq!(bytes, [4, 3, 2, 1]);
    }
}
