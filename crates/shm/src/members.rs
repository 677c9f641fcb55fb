//! Which world ranks share the node. The rest of the crate numbers them 0, 1, ... in ascending
//! order; callers of the crate use world ranks.

/// In place of a local rank: another node's.
const ELSEWHERE: u32 = u32::MAX;

/// World ranks of a node's processes, ascending. Lives as long as the process; copies are the same.
#[derive(Clone, Copy, Debug)]
pub struct Members {
    world: &'static [u32],
    /// Local rank of world rank `first + i`; [`ELSEWHERE`] for those of other nodes in between.
    local: &'static [u32],
    first: u32,
}

impl Members {
    /// The ranks of a job of one node.
    pub fn all(ranks: usize) -> Self {
        Members::new(&(0..ranks as u32).collect::<Vec<_>>())
    }

    /// These world ranks, ascending.
    ///
    /// # Panics
    /// If there is none, or they do not ascend.
    pub fn new(world: &[u32]) -> Self {
        assert!(!world.is_empty() && world.is_sorted_by(|a, b| a < b), "no ascending world ranks: {world:?}");
        let first = world[0];
        let mut local = vec![ELSEWHERE; (world[world.len() - 1] - first) as usize + 1];
        for (number, rank) in world.iter().enumerate() {
            local[(rank - first) as usize] = number as u32;
        }
        Members { world: world.to_vec().leak(), local: local.leak(), first }
    }

    /// Processes on the node.
    pub fn count(&self) -> usize {
        self.world.len()
    }

    /// World rank of local rank `local`.
    #[inline(always)]
    pub fn world(&self, local: usize) -> u32 {
        self.world[local]
    }

    /// All world ranks of the node.
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<> {
        self.world.iter().copied()
    }

    /// Local rank of world rank `world`; `None` if it is on another node.
    #[inline(always)]
    pub fn local(&self, world: u32) -> Option<u32> {
        self.local.get(self.place(world)).copied().filter(|local| *local != ELSEWHERE)
    }

    /// Local rank of a world rank that is on this node.
    ///
    /// # Panics
    /// If it is not.
    #[inline(always)]
    pub fn here(&self, world: u32) -> usize {
        match self.local(world) {
            Some(local) => local as usize,
            None => panic!("world rank {world} is on another node"),
        }
    }

    /// Index of world rank `world` in tables of [`Members::span`] entries.
    #[inline(always)]
    pub fn place(&self, world: u32) -> usize {
        world.wrapping_sub(self.first) as usize
    }

    /// World ranks from the first of the node to its last.
    pub fn span(&self) -> usize {
        self.local.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_translated_both_ways() {
        let members = Members::new(&[3, 4, 7]);
        let local: Vec<_> = [2, 3, 4, 5, 7, 8, u32::MAX].map(|world| members.local(world)).into();
        assert_eq!(local, [None, Some(0), Some(1), None, Some(2), None, None]);
        assert_eq!((members.world(2), members.count(), members.span()), (7, 3, 5));
        assert_eq!(members.iter().map(|rank| members.place(rank)).collect::<Vec<_>>(), [0, 1, 4]);
    }

    #[test]
    #[should_panic(expected = "world rank 5 is on another node")]
    fn a_rank_of_another_node_has_no_local_rank() {
        Members::new(&[3, 4, 7]).here(5);
    }
}
