//! A section as a plan of a datatype: which parts of it hold the first so many elements.

use super::descriptor::Dimension;

/// So many repetitions in each dimension, the fastest first, from an offset in bytes on.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    pub offset: isize,
    pub repeats: Vec<Dimension>,
}

/// The parts that hold the first `elements` elements of a section: whole steps of the slowest
/// dimension, then of the next one within the step that is left, and so on.
pub fn parts(dimensions: &[Dimension], elements: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut left = elements;
    let mut offset = 0;
    for (at, dimension) in dimensions.iter().enumerate().rev() {
        let step: usize = dimensions[..at].iter().map(|inner| inner.extent.max(0) as usize).product();
        let whole = left.checked_div(step).unwrap_or(0).min(dimension.extent.max(0) as usize);
        if whole > 0 {
            let mut repeats = dimensions[..at].to_vec();
            repeats.push(Dimension { extent: whole as isize, ..*dimension });
            parts.push(Part { offset, repeats });
        }
        left -= whole * step;
        offset += whole as isize * dimension.stride;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::copy::elements;
    use super::super::descriptor::dimension;
    use super::*;

    #[test]
    fn whole_sections_are_one_part() {
        let section = [dimension(5, 8), dimension(3, 100)];
        assert_eq!(parts(&section, 15), [Part { offset: 0, repeats: section.to_vec() }]);
    }

    #[test]
    fn what_is_left_follows_in_smaller_steps() {
        let section = [dimension(5, 8), dimension(3, 100)];
        let expected = [
            Part { offset: 0, repeats: vec![dimension(5, 8), dimension(2, 100)] },
            Part { offset: 200, repeats: vec![dimension(4, 8)] },
        ];
        assert_eq!(parts(&section, 14), expected);
        assert_eq!(parts(&section, 3), [Part { offset: 0, repeats: vec![dimension(3, 8)] }]);
    }

    #[test]
    fn every_number_of_elements_is_held() {
        let section = [dimension(2, 8), dimension(3, 100), dimension(4, 1000)];
        for wanted in 0..=24 {
            let held: usize = parts(&section, wanted).iter().map(|part| elements(&part.repeats)).sum();
            assert_eq!(held, wanted);
        }
    }
}
