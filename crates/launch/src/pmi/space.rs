//! What the nodes of a job share of PMI-1, sans-IO: the pairs and the barrier. The ranks of a node
//! speak to its [`PmiServer`](super::server::PmiServer), the PMI servers to the one [`Space`]: once
//! for each node and barrier, and once for each pair that a node asks for.

use std::collections::HashMap;

/// What a PMI server has to say.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ToKeySpace {
    /// Every rank of the node waits in the barrier or has finalized, and one waits. With the pairs
    /// that are new.
    Arrived {
        /// Keys and values put since the last time.
        pairs: Vec<(String, String)>,
    },
    /// Every rank of the node has finalized: barriers need not wait for it. With the pairs that are
    /// new.
    Finished {
        /// Keys and values put since the last time.
        pairs: Vec<(String, String)>,
    },
    /// A rank of a finished node has initialized again.
    Resumed,
    /// A rank wants a value that the PMI server does not know.
    Get {
        /// The key.
        key: String,
    },
    /// A rank publishes, looks up or withdraws a name, or wants processes: the launcher answers.
    Service {
        /// The rank, by its number at the PMI server.
        rank: usize,
        /// Its line.
        line: String,
    },
}

/// What a PMI server is told.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum FromKeySpace {
    /// All have arrived: the ranks that wait may go on.
    Release {
        /// A key has got another value: what the PMI server knows may be old.
        is_stale: bool,
    },
    /// The value it asked for.
    Value {
        /// The key.
        key: String,
        /// `None` if there is no such key.
        value: Option<String>,
    },
    /// The answer to [`ToKeySpace::Service`].
    Answer {
        /// The rank, by its number at the PMI server.
        rank: usize,
        /// The answer, without its newline.
        line: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeStanding {
    Open,
    Arrived,
    Finished,
}

/// The state that the PMI servers of all nodes share.
pub struct Space {
    nodes: Vec<NodeStanding>,
    pairs: HashMap<String, String>,
    is_stale: bool,
}

impl Space {
    /// For a job on so many nodes.
    pub fn new(nodes: usize) -> Self {
        Space { nodes: vec![NodeStanding::Open; nodes], pairs: HashMap::new(), is_stale: false }
    }

    /// Takes what a node's PMI server has to say; appends to `answers` what to tell which node.
    pub fn receive(&mut self, node: usize, word: ToKeySpace, answers: &mut Vec<(usize, FromKeySpace)>) {
        match word {
            ToKeySpace::Arrived { pairs } => self.stand(node, NodeStanding::Arrived, pairs, answers),
            ToKeySpace::Finished { pairs } => self.stand(node, NodeStanding::Finished, pairs, answers),
            ToKeySpace::Resumed => self.nodes[node] = NodeStanding::Open,
            ToKeySpace::Get { key } => {
                let value = self.pairs.get(&key).cloned();
                answers.push((node, FromKeySpace::Value { key, value }));
            }
            // The launcher's: it has nothing to do with the pairs.
            ToKeySpace::Service { .. } => {}
        }
    }

    fn stand(
        &mut self,
        node: usize,
        standing: NodeStanding,
        pairs: Vec<(String, String)>,
        answers: &mut Vec<(usize, FromKeySpace)>,
    ) {
        for (key, value) in pairs {
            let old = self.pairs.insert(key, value.clone());
            self.is_stale |= old.is_some_and(|old| old != value);
        }
        self.nodes[node] = standing;
        if self.nodes.contains(&NodeStanding::Open) || !self.nodes.contains(&NodeStanding::Arrived) {
            return;
        }
        let is_stale = std::mem::take(&mut self.is_stale);
        for (node, standing) in self.nodes.iter_mut().enumerate().filter(|(_, standing)| **standing == NodeStanding::Arrived) {
            *standing = NodeStanding::Open;
            answers.push((node, FromKeySpace::Release { is_stale }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tell(space: &mut Space, node: usize, word: ToKeySpace) -> Vec<(usize, FromKeySpace)> {
        let mut answers = Vec::new();
        space.receive(node, word, &mut answers);
        answers
    }

    fn pair(key: &str, value: &str) -> Vec<(String, String)> {
        vec![(key.to_owned(), value.to_owned())]
    }

    fn arrived() -> ToKeySpace {
        ToKeySpace::Arrived { pairs: Vec::new() }
    }

    #[test]
    fn nodes_meet_and_finished_ones_are_not_waited_for() {
        let mut space = Space::new(3);
        assert!(tell(&mut space, 0, ToKeySpace::Arrived { pairs: pair("a", "1") }).is_empty());
        assert!(tell(&mut space, 2, ToKeySpace::Finished { pairs: Vec::new() }).is_empty());
        let release = |node| (node, FromKeySpace::Release { is_stale: false });
        assert_eq!(tell(&mut space, 1, arrived()), [release(0), release(1)]);
        let value = FromKeySpace::Value { key: "a".to_owned(), value: Some("1".to_owned()) };
        assert_eq!(tell(&mut space, 1, ToKeySpace::Get { key: "a".to_owned() }), [(1, value)]);
        assert!(tell(&mut space, 2, ToKeySpace::Resumed).is_empty());
        assert!(tell(&mut space, 0, arrived()).is_empty());
        assert!(tell(&mut space, 1, arrived()).is_empty());
        assert_eq!(tell(&mut space, 2, arrived()).len(), 3);
    }

    #[test]
    fn another_value_makes_what_nodes_know_stale_once() {
        let mut space = Space::new(1);
        for (value, is_stale) in [("1", false), ("1", false), ("2", true), ("2", false)] {
            let answers = tell(&mut space, 0, ToKeySpace::Arrived { pairs: pair("a", value) });
            assert_eq!(answers, [(0, FromKeySpace::Release { is_stale })]);
        }
    }

    proptest! {
        #[test]
        fn invariant_nodes_are_released_together(nodes in 1usize..9, arrivals in prop::collection::vec(0usize..9, 0..200)) {
            let mut space = Space::new(nodes);
            let mut inside = vec![false; nodes];
            for node in arrivals.into_iter().map(|node| node % nodes) {
                inside[node] = true;
                let released = tell(&mut space, node, arrived()).len();
                let all = inside.iter().all(|is_inside| *is_inside);
                prop_assert_eq!(released, if all { nodes } else { 0 });
                if all {
                    inside.fill(false);
                }
            }
        }
    }
}
