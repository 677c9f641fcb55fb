//! `PMI_process_mapping`: what a launcher says of which rank runs on which of its nodes.
//!
//! `(vector,(START,NODES,RANKS),...)`: RANKS ranks on each of NODES nodes from node START on; the
//! whole vector again if ranks are left.

/// The ranks on the launcher's node of `rank`, ascending. `None` if `text` is no mapping that
/// places all `size` ranks.
pub fn ranks_beside(text: &str, rank: usize, size: usize) -> Option<Vec<u32>> {
    let nodes = nodes_of_ranks(&blocks(text)?, size)?;
    let own = nodes.get(rank)?;
    Some((0u32..).zip(&nodes).filter(|(_, node)| *node == own).map(|(rank, _)| rank).collect())
}

/// Ranks that follow each other: on `nodes` nodes from `start` on, `ranks` each.
struct Block {
    start: usize,
    nodes: usize,
    ranks: usize,
}

fn blocks(text: &str) -> Option<Vec<Block>> {
    let inner = text.trim().strip_prefix("(vector,")?.strip_suffix(')')?;
    let blocks = inner.strip_prefix('(')?.strip_suffix(')')?;
    blocks.split("),(").map(block).collect()
}

fn block(text: &str) -> Option<Block> {
    let numbers: Vec<usize> = text.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
    let [start, nodes, ranks] = numbers[..] else { return None };
    Some(Block { start, nodes, ranks })
}

fn nodes_of_ranks(blocks: &[Block], size: usize) -> Option<Vec<usize>> {
    // A block without ranks could be passed for ever.
    blocks.iter().all(|block| block.nodes > 0 && block.ranks > 0).then_some(())?;
    let placed = blocks.iter().cycle().flat_map(|block| {
        let nodes = block.start..block.start.saturating_add(block.nodes);
        nodes.flat_map(|node| std::iter::repeat_n(node, block.ranks))
    });
    Some(placed.take(size).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn blocks_place_ranks_in_order() {
        assert_eq!(ranks_beside("(vector,(0,1,4))", 2, 4), Some(vec![0, 1, 2, 3]));
        assert_eq!(ranks_beside("(vector,(0,2,2))", 2, 4), Some(vec![2, 3]));
        assert_eq!(ranks_beside("(vector,(0,2,1),(1,1,3))", 1, 5), Some(vec![1, 2, 3, 4]));
        assert_eq!(ranks_beside("(vector,(0,2,1),(0,2,1))", 1, 4), Some(vec![1, 3]));
    }

    #[test]
    fn the_vector_begins_again_when_ranks_are_left() {
        assert_eq!(ranks_beside("(vector,(0,2,1))", 0, 5), Some(vec![0, 2, 4]));
    }

    #[test]
    fn anything_else_places_nobody() {
        for text in [
            "",
            "(vector)",
            "(vector,)",
            "(vector,(0,1))",
            "(vector,(0,0,4))",
            "(vector,(0,1,1),(0,9999999999999,0))",
            "(vector,(a,1,4))",
            "(matrix,(0,1,4))",
        ] {
            assert_eq!(ranks_beside(text, 0, 4), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics_and_own_rank_is_there(text in "\\(vector,(\\([0-9],[0-9],[0-9]\\),?){1,3}\\)", rank in 0usize..6) {
            if let Some(ranks) = ranks_beside(&text, rank, 6) {
                prop_assert!(ranks.contains(&(rank as u32)));
            }
        }
    }
}
