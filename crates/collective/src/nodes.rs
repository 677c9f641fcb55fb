//! Which ranks of a communicator share a node, and what is between nodes.

use crate::put_costs::PutCosts;

/// The node of every rank. All ranks of the communicator know it alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes {
    /// Node of each rank; nodes are numbered by their lowest ranks.
    node_of: Box<[u32]>,
    /// Ranks, node after node, ascending within each.
    order: Box<[u32]>,
    /// Where each node starts in `order`, and the end.
    starts: Box<[u32]>,
    spread: Spread,
}

/// What the choice of an algorithm depends on of [`Nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spread {
    /// Number of nodes: 2 or more.
    pub nodes: u32,
    /// Ranks on the node with most.
    pub largest: u32,
    /// Every node has as many ranks.
    pub is_even: bool,
    /// Ranks ascend from node to node.
    pub is_in_order: bool,
    /// What puts cost between the nodes, if all of them have adapters for puts: messages go by
    /// these adapters, too.
    pub adapters: Option<PutCosts>,
}

impl Nodes {
    /// Ranks with equal labels share a node. `None` if all do: then nothing is to be known.
    pub fn of(labels: &[u32]) -> Option<Nodes> {
        let mut order: Vec<u32> = (0..labels.len() as u32).collect();
        order.sort_by_key(|rank| labels[*rank as usize]);
        let mut groups: Vec<&[u32]> = order.chunk_by(|a, b| labels[*a as usize] == labels[*b as usize]).collect();
        if groups.len() < 2 {
            return None;
        }
        groups.sort_by_key(|group| group[0]);
        let mut node_of = vec![0; labels.len()];
        let mut starts = vec![0];
        for (node, group) in groups.iter().enumerate() {
            group.iter().for_each(|rank| node_of[*rank as usize] = node as u32);
            starts.push(starts[node] + group.len() as u32);
        }
        let largest = groups.iter().map(|group| group.len()).max()?;
        let order = groups.concat();
        let spread = Spread {
            nodes: groups.len() as u32,
            largest: largest as u32,
            is_even: groups.iter().all(|group| group.len() == largest),
            is_in_order: order.is_sorted(),
            adapters: None,
        };
        Some(Nodes { node_of: node_of.into(), order: order.into(), starts: starts.into(), spread })
    }

    /// The same nodes, with adapters between them.
    #[must_use]
    pub fn joined_by(self, adapters: Option<PutCosts>) -> Nodes {
        Nodes { spread: Spread { adapters, ..self.spread }, ..self }
    }

    /// Number of nodes.
    pub fn count(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The node of a rank.
    pub fn node_of(&self, rank: u32) -> u32 {
        self.node_of[rank as usize]
    }

    /// The ranks of a node, ascending.
    pub fn ranks(&self, node: u32) -> &[u32] {
        &self.order[self.start(node) as usize..self.start(node + 1) as usize]
    }

    /// All ranks, node after node.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Ranks of all nodes before `node`.
    pub fn start(&self, node: u32) -> u32 {
        self.starts[node as usize]
    }

    /// What the choice of an algorithm depends on.
    pub fn spread(&self) -> Spread {
        self.spread
    }
}

impl Spread {
    /// One rank on each of `nodes` nodes.
    pub fn apart(nodes: u32) -> Spread {
        Spread { nodes, largest: 1, is_even: true, is_in_order: true, adapters: None }
    }

    /// One rank of each node.
    pub(crate) fn one_of_each(self) -> Spread {
        Spread { adapters: self.adapters, ..Spread::apart(self.nodes) }
    }

    /// Whether ranks share nodes.
    pub(crate) fn shares(&self) -> bool {
        self.largest > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_numbered_by_their_lowest_ranks() {
        let nodes = Nodes::of(&[7, 3, 7, 9, 3, 7]).unwrap();
        let ranks: Vec<&[u32]> = (0..nodes.count()).map(|node| nodes.ranks(node)).collect();
        assert_eq!(ranks, [&[0, 2, 5][..], &[1, 4], &[3]]);
        assert_eq!((nodes.node_of(4), nodes.start(2), nodes.order()), (1, 5, &[0, 2, 5, 1, 4, 3][..]));
        assert_eq!(nodes.spread(), Spread { largest: 3, is_even: false, is_in_order: false, ..Spread::apart(3) });
    }

    #[test]
    fn blocks_of_ranks_are_in_order() {
        assert_eq!(Nodes::of(&[5, 5, 1, 1]).unwrap().spread(), Spread { largest: 2, ..Spread::apart(2) });
        assert_eq!(Nodes::of(&[4, 2, 3]).unwrap().spread(), Spread::apart(3));
        assert_eq!((Nodes::of(&[1, 1]), Nodes::of(&[])), (None, None));
        let joined = Nodes::of(&[5, 5, 1, 1]).unwrap().joined_by(Some(PutCosts::USUAL)).spread();
        assert_eq!(joined.one_of_each(), Spread { largest: 1, ..joined });
    }
}
