//! Which rank runs on which host: pure.

use super::hosts::Host;

/// How ranks are dealt to hosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dealing {
    /// One rank for each host in turn, rather than a host's slots at once.
    pub by_node: bool,
    /// So many ranks for each host in turn.
    pub per_node: Option<usize>,
    /// Whether hosts take more ranks than they have slots.
    pub oversubscribes: bool,
}

/// Whether the user has said how many ranks hosts take. A host named without a number among others
/// with one has one slot.
fn is_counted(hosts: &[Host]) -> bool {
    hosts.iter().any(|host| host.slots.is_some())
}

/// Ranks that the hosts take together; one for each if the user has not said.
pub fn slots(hosts: &[Host], dealing: &Dealing) -> usize {
    match dealing.per_node {
        Some(count) => count * hosts.len(),
        None => hosts.iter().map(|host| host.slots.unwrap_or(1)).sum(),
    }
}

/// The host of each of `ranks` ranks, as indices. Hosts are dealt to in turn and in order, until
/// all ranks have a place; one that has as many as its slots is passed over. `Err` says how to make
/// room.
pub fn place(ranks: usize, hosts: &[Host], dealing: &Dealing) -> Result<Vec<usize>, String> {
    let limit = match is_counted(hosts) && !dealing.oversubscribes {
        true => |host: &Host| host.slots.unwrap_or(1),
        false => |_: &Host| usize::MAX,
    };
    let room = hosts.iter().fold(0usize, |room, host| room.saturating_add(limit(host)));
    if ranks > room {
        return Err(format!(
            "{ranks} ranks are more than the hosts have slots ({room}); name more hosts or slots, or allow it with --oversubscribe"
        ));
    }
    let share = |index: usize, host: &Host| match *dealing {
        Dealing { by_node: true, .. } => 1,
        Dealing { per_node: Some(count), .. } => count,
        _ if is_counted(hosts) => host.slots.unwrap_or(1),
        // Neighbours together: blocks that differ by one rank at most.
        _ => ranks / hosts.len() + usize::from(index < ranks % hosts.len()),
    };
    Ok(deal(ranks, hosts, share, limit))
}

fn deal(ranks: usize, hosts: &[Host], share: impl Fn(usize, &Host) -> usize, limit: impl Fn(&Host) -> usize) -> Vec<usize> {
    let mut places = Vec::with_capacity(ranks);
    let mut taken = vec![0; hosts.len()];
    for (index, host) in hosts.iter().enumerate().cycle() {
        if places.len() == ranks {
            break;
        }
        let count = share(index, host).min(limit(host) - taken[index]).min(ranks - places.len());
        taken[index] += count;
        places.extend(std::iter::repeat_n(index, count));
    }
    places
}

/// The node of each rank as `PMI_process_mapping`: blocks `(node,nodes,ranks)` of so many
/// neighbouring nodes from `node` on, each with so many neighbouring ranks.
pub fn mapping(nodes: &[usize]) -> String {
    let mut blocks: Vec<(usize, usize, usize)> = Vec::new();
    for run in nodes.chunk_by(|a, b| a == b) {
        match blocks.last_mut() {
            Some((first, count, ranks)) if *first + *count == run[0] && *ranks == run.len() => *count += 1,
            _ => blocks.push((run[0], 1, run.len())),
        }
    }
    let blocks: Vec<String> = blocks.iter().map(|(first, count, ranks)| format!(",({first},{count},{ranks})")).collect();
    format!("(vector{})", blocks.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hosts(slots: &[usize]) -> Vec<Host> {
        let host = |(index, slots): (usize, &usize)| Host { name: format!("h{index}"), slots: Some(*slots).filter(|n| *n > 0) };
        slots.iter().enumerate().map(host).collect()
    }

    fn placed(ranks: usize, slots: &[usize], dealing: Dealing) -> Vec<usize> {
        place(ranks, &hosts(slots), &dealing).unwrap()
    }

    #[test]
    fn slots_are_filled_in_order() {
        assert_eq!(placed(4, &[2, 2], Dealing::default()), [0, 0, 1, 1]);
        assert_eq!(placed(3, &[1, 2, 9], Dealing::default()), [0, 1, 1]);
        assert_eq!(placed(3, &[2, 0], Dealing::default()), [0, 0, 1], "a name alone is one slot");
    }

    #[test]
    fn hosts_without_numbers_take_any_number_in_blocks() {
        assert_eq!(placed(5, &[0, 0], Dealing::default()), [0, 0, 0, 1, 1]);
        assert_eq!(placed(1, &[0, 0], Dealing::default()), [0]);
        assert_eq!(slots(&hosts(&[0, 0]), &Dealing::default()), 2);
    }

    #[test]
    fn ranks_per_node_and_by_node() {
        let two = Dealing { per_node: Some(2), ..Dealing::default() };
        assert_eq!(placed(6, &[0, 0], two), [0, 0, 1, 1, 0, 0]);
        assert_eq!(placed(4, &[4, 4], two), [0, 0, 1, 1]);
        assert_eq!(placed(4, &[1, 3], Dealing { by_node: true, ..Dealing::default() }), [0, 1, 1, 1]);
        assert_eq!(slots(&hosts(&[9, 9]), &two), 4);
    }

    #[test]
    fn more_ranks_than_slots_need_permission() {
        let message = place(5, &hosts(&[2, 2]), &Dealing::default()).unwrap_err();
        assert!(message.contains("slots (4)") && message.contains("--oversubscribe"), "{message}");
        let over = Dealing { oversubscribes: true, ..Dealing::default() };
        assert_eq!(placed(5, &[2, 2], over), [0, 0, 1, 1, 0]);
    }

    #[test]
    fn mappings_join_neighbours() {
        assert_eq!(mapping(&[0; 5]), "(vector,(0,1,5))");
        assert_eq!(mapping(&[0, 0, 1, 1, 2, 2]), "(vector,(0,3,2))");
        assert_eq!(mapping(&[0, 0, 1, 0]), "(vector,(0,1,2),(1,1,1),(0,1,1))");
    }

    /// The node of each rank, from the text.
    fn unmapped(text: &str) -> Vec<usize> {
        let inner = text.strip_prefix("(vector,(").unwrap().strip_suffix("))").unwrap();
        let mut nodes = Vec::new();
        for block in inner.split("),(") {
            let numbers: Vec<usize> = block.split(',').map(|number| number.parse().unwrap()).collect();
            (numbers[0]..numbers[0] + numbers[1]).for_each(|node| nodes.extend(std::iter::repeat_n(node, numbers[2])));
        }
        nodes
    }

    proptest! {
        #[test]
        fn invariant_mappings_say_every_ranks_node(nodes in prop::collection::vec(0usize..4, 1..40)) {
            prop_assert_eq!(unmapped(&mapping(&nodes)), nodes);
        }

        #[test]
        fn invariant_all_ranks_are_placed_and_slots_respected(
            ranks in 1usize..60, slots in prop::collection::vec(0usize..6, 1..8), by_node: bool, per_node in prop::option::of(1usize..5), oversubscribes: bool,
        ) {
            let (hosts, dealing) = (hosts(&slots), Dealing { by_node, per_node, oversubscribes });
            match place(ranks, &hosts, &dealing) {
                Err(_) => prop_assert!(!oversubscribes && ranks > hosts.iter().map(|h| h.slots.unwrap_or(1)).sum::<usize>()),
                Ok(places) => {
                    prop_assert_eq!(places.len(), ranks);
                    for (index, host) in hosts.iter().enumerate().filter(|_| is_counted(&hosts) && !oversubscribes) {
                        prop_assert!(places.iter().filter(|place| **place == index).count() <= host.slots.unwrap_or(1));
                    }
                }
            }
        }
    }
}
