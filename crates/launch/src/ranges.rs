//! Sets of ranks as text: `0-1,4`.

use std::fmt::Write;

/// The ranks that `text` lists, ascending. `None` unless it is a list of ascending ranges of ranks
/// below `size`.
pub fn parse(text: &str, size: usize) -> Option<Vec<u32>> {
    let mut ranks: Vec<u32> = Vec::new();
    for range in text.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        let is_ascending = first <= last && ranks.last().is_none_or(|before| *before < first);
        if !is_ascending || last as usize >= size {
            return None;
        }
        ranks.extend(first..=last);
    }
    Some(ranks)
}

/// Ascending ranks as text that [`parse`] takes.
pub fn format(ranks: &[u32]) -> String {
    ranks.chunk_by(|a, b| a + 1 == *b).fold(String::new(), |mut text, run| {
        let (first, last) = (run[0], run[run.len() - 1]);
        let comma = if text.is_empty() { "" } else { "," };
        let _ = if first == last { write!(text, "{comma}{first}") } else { write!(text, "{comma}{first}-{last}") };
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn ranges_and_single_ranks_mix() {
        assert_eq!(parse("0-1,4", 5), Some(vec![0, 1, 4]));
        assert_eq!(parse("3\n", 4), Some(vec![3]));
        assert_eq!(format(&[0, 1, 4, 7, 8, 9]), "0-1,4,7-9");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", ",", "1,0", "0,0", "0-2,2", "2-1", "-1", "0-", "x", "4", "0-4000000000", "0,,1"] {
            assert_eq!(parse(text, 4), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(ranks in prop::collection::btree_set(0u32..64, 1..40)) {
            let ranks: Vec<u32> = BTreeSet::into_iter(ranks).collect();
            prop_assert_eq!(parse(&format(&ranks), 64), Some(ranks));
        }
    }
}
