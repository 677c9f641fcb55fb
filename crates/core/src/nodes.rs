//! Which processes of the job share nodes, for collective operations on communicators that span
//! several.
//!
//! When it joins, the lowest rank of each node publishes four things: which ranks are there, what
//! messages cost by what earlier jobs have found out, whether peers on other nodes can put into its
//! memory, and what that costs. Of all nodes the dearest counts.
//!
//! A process asks when it first needs to know. It begins with rank 0's node. The lowest rank that
//! is on none of the nodes known so far is the lowest rank of its node, so it is asked for next. So
//! all processes come to the same map, with one question for each node.

use std::sync::Arc;

use ferry_collective::{MessageCosts, PutCosts, WayCosts};
use ferry_constants as mpi;
use ferry_launch::LaunchError;
use ferry_launch::pmi::{Client, MAX_VALUE_BYTES};
use ferry_launch::ranges;

use crate::{Error, Result};

/// Begins what messages cost, by what the node knows: two words, within it and to others, in
/// hexadecimal digits.
const MESSAGES: char = '=';
/// Between the two words.
const AND: char = ',';
/// Key under which the ranks of a node are published, followed by the number of the piece.
const KEY: &str = "ferry-node";
/// Bytes of one piece of the text.
const PIECE_BYTES: usize = MAX_VALUE_BYTES / 2;
/// Begins the text of a node whose lowest rank has an adapter for puts: the word of what they cost
/// follows, in hexadecimal digits, and [`RANKS`].
const PUTS: char = '*';
/// Begins the ranks after that.
const RANKS: char = ':';
/// Ends a piece after which others come.
const MORE: char = '+';
/// The node of a rank that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// Publishes the ranks of the node of this process, if it is the lowest of them. The others see it
/// after the next barrier.
///
/// # Errors
/// Those of the launcher.
pub(crate) fn publish(
    client: &mut Client,
    ranks: &[u32],
    costs: impl FnOnce() -> (MessageCosts, Option<PutCosts>),
) -> std::result::Result<(), LaunchError> {
    if ranks.first().is_none_or(|lowest| *lowest as usize != client.rank) {
        return Ok(());
    }
    (0..).zip(pieces(&text(ranks, costs()))).try_for_each(|(number, piece)| client.publish(&key(number), &piece))
}

fn text(ranks: &[u32], (MessageCosts { near, far }, puts): (MessageCosts, Option<PutCosts>)) -> String {
    let puts = puts.map_or(String::new(), |costs| format!("{PUTS}{:x}", costs.word()));
    format!("{MESSAGES}{:x}{AND}{:x}{puts}{RANKS}{}", near.word(), far.word(), ranges::format(ranks))
}

/// What messages cost, what puts do if a node has an adapter for them, and its ranks; `None` of a
/// text that is none.
fn read(text: &str) -> Option<(MessageCosts, Option<PutCosts>, &str)> {
    let (costs, ranks) = text.strip_prefix(MESSAGES)?.split_once(RANKS)?;
    let (messages, puts) = costs.split_once(PUTS).map_or((costs, None), |(messages, puts)| (messages, Some(puts)));
    let word = |digits| u64::from_str_radix(digits, 16).ok();
    let (near, far) = messages.split_once(AND)?;
    let messages = MessageCosts { near: WayCosts::of_word(word(near)?), far: WayCosts::of_word(word(far)?) };
    let puts = puts.map(|puts| word(puts).map(PutCosts::of_word));
    match puts {
        Some(None) => None,
        Some(puts) => Some((messages, puts, ranks)),
        None => Some((messages, None, ranks)),
    }
}

fn key(number: u32) -> String {
    format!("{KEY}{number}")
}

fn pieces(text: &str) -> Vec<String> {
    let cut: Vec<_> = text.as_bytes().chunks(PIECE_BYTES).map(String::from_utf8_lossy).collect();
    let last = cut.len() - 1;
    (0..).zip(cut).map(|(number, piece)| if number < last { format!("{piece}{MORE}") } else { piece.into_owned() }).collect()
}

/// Asks the launcher for what a rank has published under a key.
type Ask = Box<dyn Fn(u32, &str) -> std::result::Result<Option<String>, LaunchError> + Send>;

/// The nodes of a job.
pub struct NodeMap {
    ask: Ask,
    processes: usize,
    /// The lowest rank on the node of each process, once it is known.
    lowest: Option<Arc<[u32]>>,
    /// What puts cost at most among the nodes known so far, if all have adapters for them.
    put_costs: Option<PutCosts>,
    /// What messages cost at most among the nodes known so far.
    message_costs: Option<MessageCosts>,
}

impl NodeMap {
    /// Of a job of so many processes on several nodes.
    pub(crate) fn new(processes: usize, ask: Ask) -> Self {
        NodeMap { ask, processes, lowest: None, put_costs: Some(PutCosts::of_word(0)), message_costs: None }
    }

    /// The lowest rank on the node of each process of the job.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` if the launcher cannot be asked, or a node has not said which ranks it has.
    pub(crate) fn lowest_ranks(&mut self) -> Result<Arc<[u32]>> {
        if let Some(known) = &self.lowest {
            return Ok(known.clone());
        }
        let mut lowest = vec![UNKNOWN; self.processes];
        for rank in 0..self.processes {
            if lowest[rank] == UNKNOWN {
                self.ranks_beside(rank as u32)?.into_iter().for_each(|other| lowest[other as usize] = rank as u32);
            }
        }
        Ok(self.lowest.insert(lowest.into()).clone())
    }

    /// Whether all nodes have adapters by which ranks put into each other's memory; false as long
    /// as that is not known.
    pub(crate) fn can_put(&self) -> bool {
        self.put_costs().is_some()
    }

    /// What puts cost between nodes, alike at all ranks; `None` where there are none, or as long as
    /// that is not known.
    pub(crate) fn put_costs(&self) -> Option<PutCosts> {
        self.put_costs.filter(|_| self.lowest.is_some())
    }

    /// What messages cost, alike at all ranks; `None` as long as that is not known.
    pub(crate) fn message_costs(&self) -> Option<MessageCosts> {
        self.message_costs.filter(|_| self.lowest.is_some())
    }

    /// The ranks on the node of which `lowest` is the lowest.
    fn ranks_beside(&mut self, lowest: u32) -> Result<Vec<u32>> {
        let mut text = String::new();
        for number in 0.. {
            let piece = (self.ask)(lowest, &key(number)).map_err(|error| Error::new(mpi::MPI_ERR_OTHER, error.to_string()))?;
            text.push_str(&piece.ok_or_else(|| unclear(lowest))?);
            match text.strip_suffix(MORE) {
                Some(rest) => text.truncate(rest.len()),
                None => break,
            }
        }
        let (messages, puts, ranks) = read(&text).ok_or_else(|| unclear(lowest))?;
        let dearer = |(one, other): (PutCosts, PutCosts)| if one.word() > other.word() { one } else { other };
        self.put_costs = self.put_costs.zip(puts).map(dearer);
        self.message_costs = Some(self.message_costs.map_or(messages, |known| known.dearest(messages)));
        let ranks = ranges::parse(ranks, self.processes).filter(|ranks| ranks.first() == Some(&lowest));
        ranks.ok_or_else(|| unclear(lowest))
    }
}

#[cold]
fn unclear(rank: u32) -> Error {
    let text = format!("rank {rank} has not published which ranks are on its node; do all ranks run the same version of Ferry?");
    Error::new(mpi::MPI_ERR_OTHER, text)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn map(nodes: &[&[u32]]) -> (NodeMap, Arc<AtomicU32>) {
        map_with_puts(nodes, |_| true)
    }

    /// Dearer the higher the rank.
    fn costs(lowest: u32) -> PutCosts {
        PutCosts { byte_ps: 40 + lowest, ..PutCosts::USUAL }
    }

    /// Slower between nodes the higher the rank, and within them the lower.
    fn messages(lowest: u32) -> MessageCosts {
        let MessageCosts { near, far } = MessageCosts::ASSUMED;
        let near = WayCosts { message_ns: 1000 - 100 * (lowest % 10), ..near };
        MessageCosts { near, far: WayCosts { message_ns: 20_000 + 10 * lowest, ..far } }
    }

    fn map_with_puts(nodes: &[&[u32]], can_put: impl Fn(u32) -> bool) -> (NodeMap, Arc<AtomicU32>) {
        let mut words = HashMap::new();
        for ranks in nodes {
            let all = (messages(ranks[0]), can_put(ranks[0]).then(|| costs(ranks[0])));
            for (number, piece) in (0..).zip(pieces(&text(ranks, all))) {
                assert!(piece.len() < MAX_VALUE_BYTES);
                words.insert((ranks[0], key(number)), piece);
            }
        }
        let asked = Arc::new(AtomicU32::new(0));
        let count = asked.clone();
        let ask = move |rank: u32, key: &str| {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(words.get(&(rank, key.to_owned())).cloned())
        };
        (NodeMap::new(nodes.iter().map(|ranks| ranks.len()).sum(), Box::new(ask)), asked)
    }

    #[test]
    fn each_node_is_asked_for_once() {
        let (mut map, asked) = map(&[&[0, 3], &[1, 2, 5], &[4]]);
        for _ in 0..2 {
            assert_eq!(*map.lowest_ranks().unwrap(), [0, 1, 1, 0, 4, 1]);
            assert_eq!(asked.load(Ordering::Relaxed), 3);
        }
    }

    #[test]
    fn ranks_put_if_all_nodes_can() {
        let nodes: [&[u32]; 3] = [&[0, 3], &[1, 2, 5], &[4]];
        let (mut all, _) = map(&nodes);
        assert!(!all.can_put(), "nobody has asked");
        all.lowest_ranks().unwrap();
        assert!(all.can_put());
        assert_eq!(all.put_costs(), Some(costs(4)), "the dearest");
        let (mut some, _) = map_with_puts(&nodes, |lowest| lowest != 1);
        assert_eq!(*some.lowest_ranks().unwrap(), [0, 1, 1, 0, 4, 1]);
        assert!(!some.can_put());
    }

    /// Each rank asks for itself, and those of a slow node choose by the same costs as those of a
    /// fast one.
    #[test]
    fn all_ranks_go_by_the_dearest_messages_of_all_nodes() {
        let nodes: [&[u32]; 3] = [&[0, 3], &[1, 2, 5], &[4]];
        let costs = [(); 6].map(|()| {
            let (mut map, _) = map_with_puts(&nodes, |lowest| lowest != 1);
            assert_eq!(map.message_costs(), None, "nobody has asked");
            map.lowest_ranks().unwrap();
            map.message_costs().unwrap()
        });
        assert!(costs.iter().all(|costs| *costs == messages(0).dearest(messages(4))), "{costs:?}");
        assert_eq!((costs[0].near.message_ns, costs[0].far.message_ns), (1000, 20_040));
    }

    #[test]
    fn long_lists_come_in_pieces() {
        let (even, odd): (Vec<u32>, Vec<u32>) = (0..1000).partition(|rank| rank % 2 == 0);
        let (mut map, asked) = map(&[&even, &odd]);
        let lowest = map.lowest_ranks().unwrap();
        assert!(lowest.iter().enumerate().all(|(rank, lowest)| rank as u32 % 2 == *lowest));
        assert!(asked.load(Ordering::Relaxed) > 2);
    }

    #[test]
    fn a_node_that_has_not_said_is_an_error() {
        let (known, _) = map(&[&[0, 2]]);
        let mut short = NodeMap { processes: 3, ..known };
        let error = short.lowest_ranks().unwrap_err();
        assert!(error.class() == mpi::MPI_ERR_OTHER && error.message().contains("rank 1"), "{error}");
    }
}
