//! What the nodes of a job share of PMI-1, sans-IO: the pairs and the barrier. The ranks of a node
//! speak to its [`Desk`](super::server::Desk), the desks to the one [`Space`]: once for each node
//! and barrier, and once for each pair that a node asks for.

use std::collections::HashMap;

/// What a desk has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upward {
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
    /// A rank wants a value that the desk does not know.
    Get {
        /// The key.
        key: String,
    },
    /// A rank publishes, looks up or withdraws a name, or wants processes: the launcher answers.
    Service {
        /// The rank, by its number at the desk.
        rank: usize,
        /// Its line.
        line: String,
    },
}

/// What a desk is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Downward {
    /// All have arrived: the ranks that wait may go on.
    Release {
        /// A key has got another value: what the desk knows may be old.
        is_stale: bool,
    },
    /// The value it asked for.
    Value {
        /// The key.
        key: String,
        /// `None` if there is no such key.
        value: Option<String>,
    },
    /// The answer to [`Upward::Service`].
    Answer {
        /// The rank, by its number at the desk.
        rank: usize,
        /// The answer, without its newline.
        line: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Open,
    Arrived,
    Finished,
}

/// The state that the desks of all nodes share.
pub struct Space {
    nodes: Vec<Standing>,
    pairs: HashMap<String, String>,
    is_stale: bool,
}

impl Space {
    /// For a job on so many nodes.
    pub fn new(nodes: usize) -> Self {
        Space { nodes: vec![Standing::Open; nodes], pairs: HashMap::new(), is_stale: false }
    }

    /// Takes what a node's desk has to say; appends to `answers` what to tell which node.
    pub fn receive(&mut self, node: usize, word: Upward, answers: &mut Vec<(usize, Downward)>) {
        match word {
            Upward::Arrived { pairs } => self.stand(node, Standing::Arrived, pairs, answers),
            Upward::Finished { pairs } => self.stand(node, Standing::Finished, pairs, answers),
            Upward::Resumed => self.nodes[node] = Standing::Open,
            Upward::Get { key } => {
                let value = self.pairs.get(&key).cloned();
                answers.push((node, Downward::Value { key, value }));
            }
            // The launcher's: it has nothing to do with the pairs.
            Upward::Service { .. } => {}
        }
    }

    fn stand(&mut self, node: usize, standing: Standing, pairs: Vec<(String, String)>, answers: &mut Vec<(usize, Downward)>) {
        for (key, value) in pairs {
            let old = self.pairs.insert(key, value.clone());
            self.is_stale |= old.is_some_and(|old| old != value);
        }
        self.nodes[node] = standing;
        if self.nodes.contains(&Standing::Open) || !self.nodes.contains(&Standing::Arrived) {
            return;
        }
        let is_stale = std::mem::take(&mut self.is_stale);
        for (node, standing) in self.nodes.iter_mut().enumerate().filter(|(_, standing)| **standing == Standing::Arrived) {
            *standing = Standing::Open;
            answers.push((node, Downward::Release { is_stale }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tell(space: &mut Space, node: usize, word: Upward) -> Vec<(usize, Downward)> {
        let mut answers = Vec::new();
        space.receive(node, word, &mut answers);
        answers
    }

    fn pair(key: &str, value: &str) -> Vec<(String, String)> {
        vec![(key.to_owned(), value.to_owned())]
    }

    fn arrived() -> Upward {
        Upward::Arrived { pairs: Vec::new() }
    }

    #[test]
    fn nodes_meet_and_finished_ones_are_not_waited_for() {
        let mut space = Space::new(3);
        assert!(tell(&mut space, 0, Upward::Arrived { pairs: pair("a", "1") }).is_empty());
        assert!(tell(&mut space, 2, Upward::Finished { pairs: Vec::new() }).is_empty());
        let release = |node| (node, Downward::Release { is_stale: false });
        assert_eq!(tell(&mut space, 1, arrived()), [release(0), release(1)]);
        let value = Downward::Value { key: "a".to_owned(), value: Some("1".to_owned()) };
        assert_eq!(tell(&mut space, 1, Upward::Get { key: "a".to_owned() }), [(1, value)]);
        assert!(tell(&mut space, 2, Upward::Resumed).is_empty());
        assert!(tell(&mut space, 0, arrived()).is_empty());
        assert!(tell(&mut space, 1, arrived()).is_empty());
        assert_eq!(tell(&mut space, 2, arrived()).len(), 3);
    }

    #[test]
    fn another_value_makes_what_nodes_know_stale_once() {
        let mut space = Space::new(1);
        for (value, is_stale) in [("1", false), ("1", false), ("2", true), ("2", false)] {
            let answers = tell(&mut space, 0, Upward::Arrived { pairs: pair("a", value) });
            assert_eq!(answers, [(0, Downward::Release { is_stale })]);
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
