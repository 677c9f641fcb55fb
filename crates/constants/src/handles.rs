//! Names of the predefined handles.

use crate::generated::PREDEFINED_HANDLES;

/// The name of predefined handle `value`, such as `MPI_COMM_WORLD`; synonyms give the first name of
/// the standard.
pub fn handle_name(value: usize) -> Option<&'static str> {
    let index = PREDEFINED_HANDLES.binary_search_by_key(&value, |(handle, _)| *handle).ok()?;
    Some(PREDEFINED_HANDLES[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::*;

    #[test]
    fn handles_ascend_and_have_names() {
        assert!(PREDEFINED_HANDLES.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(handle_name(MPI_COMM_WORLD), Some("MPI_COMM_WORLD"));
        assert_eq!(handle_name(MPI_LONG_LONG), Some("MPI_LONG_LONG_INT"));
        assert_eq!(handle_name(0x1fff), None);
    }
}
