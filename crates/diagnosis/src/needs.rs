//! From the reports of ranks to the graph of [`crate::graph`]: what each wait needs, and of whom.

use crate::graph::{Clause, Need, Node, Target};
use crate::report::{Channel, Collective, Form, Kind, Operation, RankReport, RankStanding, ReportedStage, Thing, Wait};

/// The graph of a job. A rank counts as blocked only if it has been still since `asked_ns`, when
/// the reports were asked for: so all the waits that the graph shows were there at once, at that
/// moment.
pub fn nodes(ranks: &[RankStanding], asked_ns: u64) -> Vec<Node> {
    let node = |standing: &RankStanding| match standing {
        RankStanding::Finalized | RankStanding::Exited => Node::Gone,
        RankStanding::Inside(report) if report.free_threads == 0 && report.is_still_since(asked_ns) => {
            Node::Blocked(report.waits.iter().map(|wait| need(ranks, report, wait)).collect())
        }
        _ => Node::Free,
    };
    ranks.iter().map(node).collect()
}

/// What a wait needs, in a job whose ranks stand like this (as far as known); no clauses if that is
/// not known.
pub fn need(ranks: &[RankStanding], report: &RankReport, wait: &Wait) -> Need {
    let parts: Vec<Option<Vec<Clause>>> = wait.things.iter().map(|thing| clauses(ranks, report, thing)).collect();
    let clauses = if wait.is_any && parts.len() > 1 { any(parts) } else { parts.into_iter().flatten().flatten().collect() };
    Need { call: wait.call.clone(), clauses }
}

/// One clause for all: whoever can do something for any of the parts. Nothing is needed if a part
/// needs nothing, or nobody knows what.
fn any(parts: Vec<Option<Vec<Clause>>>) -> Vec<Clause> {
    let count = parts.len();
    let mut targets = Vec::new();
    for part in parts {
        match part {
            Some(clauses) if !clauses.is_empty() => targets.extend(clauses.into_iter().flat_map(|clause| clause.targets)),
            _ => return Vec::new(),
        }
    }
    vec![Clause { text: format!("for any of {count} requests ({})", names(targets.iter().map(|target| target.rank()))), targets }]
}

/// "rank 1" or "ranks 0, 2-5".
pub fn names(ranks: impl IntoIterator<Item = usize>) -> String {
    let mut ranks: Vec<usize> = ranks.into_iter().collect();
    ranks.sort_unstable();
    ranks.dedup();
    let runs: Vec<String> = ranks
        .chunk_by(|a, b| a + 1 == *b)
        .filter_map(|run| Some((run.first()?, run.last()?)))
        .map(|(first, last)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first}-{last}"),
        })
        .collect();
    format!("rank{} {}", if ranks.len() == 1 { "" } else { "s" }, runs.join(", "))
}

/// What a thing needs; `None` if that is not known.
fn clauses(ranks: &[RankStanding], report: &RankReport, thing: &Thing) -> Option<Vec<Clause>> {
    Some(match thing {
        Thing::Operation(id) => operation(report, report.operation(*id)?).into_iter().collect(),
        Thing::Message { context, source, tag } => {
            vec![Clause {
                targets: senders(report, *context, *source),
                text: format!("for a message from {}", address(report, *context, *source, *tag)),
            }]
        }
        Thing::Collective(id) => collective(ranks, report, report.collective(*id)?),
        // A number beyond all: nobody here knows how they stand.
        Thing::Foreign { until } => {
            vec![Clause { targets: vec![Target::Call(usize::MAX)], text: format!("for processes of another job to {until}") }]
        }
        Thing::Ranks { ranks, until } => {
            let clause = |rank: &u32| {
                let who = if *rank == report.rank { "another thread of its own".to_owned() } else { format!("rank {rank}") };
                Clause { targets: vec![Target::Call(*rank as usize)], text: format!("for {who} to {until}") }
            };
            ranks.iter().map(clause).collect()
        }
    })
}

fn operation(report: &RankReport, operation: &Operation) -> Option<Clause> {
    let peer = operation.peer.unwrap_or(report.rank) as usize;
    let place = place(report, operation.channel, operation.context, operation.peer, operation.tag);
    let (targets, text) = match (operation.kind, operation.stage) {
        (_, ReportedStage::Done) => return None,
        (Kind::Receive, ReportedStage::Receiving { .. }) => {
            (vec![Target::Progress(peer)], format!("for the rest of a message from {place}"))
        }
        (Kind::Receive, _) => (senders(report, operation.context, operation.peer), format!("for a message from {place}")),
        (_, ReportedStage::Queued { is_eager: true }) => {
            (vec![Target::Progress(peer)], format!("for room on the way to {place}"))
        }
        (_, ReportedStage::Sending { .. }) => (vec![Target::Progress(peer)], format!("for room on the way to {place}")),
        (_, ReportedStage::Withdrawing) => {
            (vec![Target::Progress(peer)], format!("for the cancellation of a message to {place}"))
        }
        _ => (vec![Target::Call(peer)], format!("for its message to be received by {place}")),
    };
    let purpose = match operation.channel {
        Channel::Construction => ", making a communicator",
        Channel::Setup => ", to begin partitioned communication",
        Channel::PointToPoint | Channel::Collective | Channel::Partition => "",
    };
    Some(Clause { targets, text: text + purpose })
}

/// A collective operation needs the parts of others. A rank that has begun the same operation does
/// its part by itself, once it has what it needs of those that have not: then any of these may be
/// what is missing.
fn collective(ranks: &[RankStanding], report: &RankReport, collective: &Collective) -> Vec<Clause> {
    let name = report.name_of(collective.context);
    let part = |who: String| format!("for {who}'s part of {} ({name})", collective.called());
    let one = |rank: u32| rank_name(report, collective.context, rank as usize);
    let pending = collective
        .operations
        .iter()
        .filter_map(|id| report.operation(*id))
        .filter(|operation| operation.stage != ReportedStage::Done);
    let pending = pending.filter_map(|operation| operation.peer).map(|peer| {
        if !has_begun(ranks, peer, collective) {
            return Clause { targets: vec![Target::Call(peer as usize)], text: part(one(peer)) };
        }
        match absent(ranks, report, collective) {
            absent if absent.is_empty() => Clause { targets: vec![Target::Progress(peer as usize)], text: part(one(peer)) },
            absent => Clause {
                text: part(names(absent.iter().map(|rank| *rank as usize))),
                targets: absent.into_iter().map(|rank| Target::Call(rank as usize)).collect(),
            },
        }
    });
    let missing =
        collective.missing.iter().map(|rank| Clause { targets: vec![Target::Call(*rank as usize)], text: part(one(*rank)) });
    pending.chain(missing).collect()
}

/// Members that have not begun a collective operation, as far as known.
pub fn absent(ranks: &[RankStanding], report: &RankReport, collective: &Collective) -> Vec<u32> {
    let members = report.communicator(collective.context).into_iter().flat_map(|communicator| communicator.peers());
    members.filter(|rank| *rank != report.rank && !has_begun(ranks, *rank, collective)).collect()
}

/// Whether a rank has begun an operation and not ended it.
pub fn has_begun(ranks: &[RankStanding], rank: u32, collective: &Collective) -> bool {
    let is_same = |other: &Collective| {
        (other.context, other.number, &other.function) == (collective.context, collective.number, &collective.function)
            && (other.form == Form::Persistent, other.is_direct())
                == (collective.form == Form::Persistent, collective.is_direct())
    };
    matches!(ranks.get(rank as usize), Some(RankStanding::Inside(report)) if report.collectives.iter().any(is_same))
}

/// Whoever a message may come from. Not the process itself, unless it is named: it waits.
fn senders(report: &RankReport, context: u64, source: Option<u32>) -> Vec<Target> {
    match (source, report.communicator(context)) {
        (Some(source), _) => vec![Target::Call(source as usize)],
        (None, Some(communicator)) => {
            communicator.peers().filter(|peer| *peer != report.rank).map(|peer| Target::Call(peer as usize)).collect()
        }
        // Nobody knows: progress of the process itself, which is always met.
        (None, None) => vec![Target::Progress(report.rank as usize)],
    }
}

/// As [`address`], of a message on `channel`: "rank 1 (partition 3, MPI_COMM_WORLD)". The receiver
/// of a partition may not know its communicator yet.
pub fn place(report: &RankReport, channel: Channel, context: u64, peer: Option<u32>, tag: Option<i32>) -> String {
    match (channel, tag, peer) {
        (Channel::Partition, Some(partition), Some(peer)) => {
            let communicator = report.communicator(context).map_or_else(String::new, |found| format!(", {}", found.name));
            format!("{} (partition {partition}{communicator})", rank_name(report, context, peer as usize))
        }
        _ => address(report, context, peer, tag),
    }
}

/// "rank 1 (tag 7, MPI_COMM_WORLD)".
pub fn address(report: &RankReport, context: u64, peer: Option<u32>, tag: Option<i32>) -> String {
    let who = peer.map_or_else(|| "any rank".to_owned(), |peer| rank_name(report, context, peer as usize));
    let tag = tag.map_or_else(|| "any tag".to_owned(), |tag| format!("tag {tag}"));
    format!("{who} ({tag}, {})", report.name_of(context))
}

/// "rank 5", with its rank in the communicator where that differs: "rank 5 (there rank 2)".
pub fn rank_name(report: &RankReport, context: u64, world: usize) -> String {
    if let Some((_, name)) = report.foreign.iter().find(|(number, _)| *number as usize == world) {
        return name.clone();
    }
    let there = report.communicator(context).and_then(|communicator| communicator.rank_of(world as u32));
    match there {
        Some(there) if there != world => format!("rank {world} (there rank {there})"),
        _ => format!("rank {world}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stuck;
    use crate::report::Communicator;
    use crate::samples::{self, inside};

    #[test]
    fn names_are_short() {
        assert_eq!(names([3]), "rank 3");
        assert_eq!(names([5, 1, 2, 3, 5, 7, 8]), "ranks 1-3, 5, 7, 8");
    }

    #[test]
    fn processes_of_other_jobs_have_names_and_may_act() {
        let receive = Thing::Message { context: 0, source: Some(2), tag: Some(7) };
        let mut report = samples::waiting(0, "MPI_Recv", vec![receive]);
        report.foreign = vec![(2, "rank 1 of job 00000000000000aa".to_owned())];
        let needed = need(&[], &report, &report.waits[0]);
        assert!(needed.clauses[0].text.starts_with("for a message from rank 1 of job 00000000000000aa (tag 7"), "{needed:?}");
        let ranks = inside(vec![report]);
        assert_eq!(stuck(&nodes(&ranks, 100)), [false]);
        let until = "connect to the port".to_owned();
        let report = samples::waiting(0, "MPI_Comm_accept", vec![Thing::Foreign { until }]);
        let needed = need(&[], &report, &report.waits[0]);
        assert_eq!(needed.clauses[0].text, "for processes of another job to connect to the port");
        assert_eq!(stuck(&nodes(&inside(vec![report]), 100)), [false]);
    }

    #[test]
    fn crossed_waits_are_stuck_only_while_both_are_still() {
        let ranks = inside(samples::crossed_tags());
        assert_eq!(stuck(&nodes(&ranks, 100)), [true, true]);
        let mut moving = samples::crossed_tags();
        moving[1].moved_ns = 150;
        assert_eq!(stuck(&nodes(&inside(moving), 100)), [false, false]);
        let mut threaded = samples::crossed_tags();
        threaded[0].free_threads = 1;
        assert_eq!(stuck(&nodes(&inside(threaded), 100)), [false, false]);
    }

    #[test]
    fn any_source_needs_one_other_rank() {
        let mut reports = samples::crossed_tags();
        reports[0].operations[0].peer = None;
        reports[0].communicators[0].peers = vec![(0, 3)];
        let mut ranks = inside(reports);
        ranks.push(RankStanding::Outside { pid: 1, process: String::new() });
        assert_eq!(stuck(&nodes(&ranks, 100)), [false, false, false]);
        ranks[2] = RankStanding::Finalized;
        assert_eq!(stuck(&nodes(&ranks, 100)), [true, true, false]);
    }

    #[test]
    fn one_of_several_requests_needs_any_of_their_ranks() {
        let mut report = samples::crossed_tags().remove(0);
        let other = Operation { id: 2, peer: Some(2), ..report.operations[0].clone() };
        report.operations.push(other);
        report.waits[0].things.push(Thing::Operation(2));
        assert_eq!(need(&[], &report, &report.waits[0]).clauses.len(), 2);
        report.waits[0].is_any = true;
        let need_of_any = need(&[], &report, &report.waits[0]);
        assert_eq!(need_of_any.clauses[0].targets, [Target::Call(1), Target::Call(2)]);
        report.operations[1].stage = ReportedStage::Done;
        assert!(need(&[], &report, &report.waits[0]).clauses.is_empty());
    }

    /// Rank 0 waits for its operation, which needs rank 1; that one has begun it too, and waits for
    /// rank 0 elsewhere. Rank 2 has not begun it.
    fn nonblocking() -> Vec<RankReport> {
        let communicators = vec![Communicator { context: 0, name: "c".to_owned(), peers: vec![(0, 3)] }];
        let collective = || Collective {
            operations: vec![1],
            missing: Vec::new(),
            rounds: (1, 2),
            ..samples::collective(0, "MPI_Barrier", &[]).collectives.remove(0)
        };
        let in_barrier = |rank, peer| {
            let mut report = samples::waiting(rank, "MPI_Wait", vec![Thing::Collective(9)]);
            report.operations.push(samples::operation(Kind::Receive, peer, 0, ReportedStage::Posted));
            report.collectives.push(collective());
            report.communicators = communicators.clone();
            report
        };
        let (first, mut second) = (in_barrier(0, 1), in_barrier(1, 2));
        second.waits[0].things = vec![Thing::Operation(2)];
        second.operations.push(Operation { id: 2, ..samples::operation(Kind::Receive, 0, 5, ReportedStage::Posted) });
        let third = samples::waiting(2, "MPI_Recv", vec![Thing::Operation(1)]);
        vec![first, second, third]
    }

    #[test]
    fn a_rank_does_its_part_of_an_operation_it_has_begun_while_it_waits_for_something_else() {
        let mut ranks = inside(nonblocking());
        ranks[2] = RankStanding::Outside { pid: 1, process: String::new() };
        assert_eq!(stuck(&nodes(&ranks, 100)), [false, false, false], "rank 2 may still come");
        let mut reports = nonblocking();
        reports[2].operations.push(samples::operation(Kind::Receive, 0, 3, ReportedStage::Posted));
        let ranks = inside(reports);
        assert_eq!(stuck(&nodes(&ranks, 100)), [true, true, true]);
        let RankStanding::Inside(first) = &ranks[0] else { panic!("rank 0 has reported") };
        assert_eq!(need(&ranks, first, &first.waits[0]).clauses[0].text, "for rank 2's part of MPI_Barrier (c)");
    }

    #[test]
    fn ranks_have_both_names_where_they_differ() {
        let mut report = samples::crossed_tags().remove(0);
        report.communicators[0].peers = vec![(1, 1), (0, 1)];
        assert_eq!(rank_name(&report, 0, 1), "rank 1 (there rank 0)");
        assert_eq!(address(&report, 0, None, None), "any rank (any tag, MPI_COMM_WORLD)");
    }
}
