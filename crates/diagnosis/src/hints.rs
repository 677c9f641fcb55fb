//! What is near to what somebody waits for: the usual slips of programs that hang.

use crate::needs::{absent, address, has_begun, names};
use crate::report::{Channel, Collective, Kind, RankReport, RankStanding, ReportedStage, Thing, Unexpected};

/// A hint: whom it concerns, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Ranks it names.
    pub ranks: Vec<u32>,
    /// One sentence.
    pub text: String,
}

/// A message that is waited for.
#[derive(Clone, Copy)]
struct Wanted {
    context: u64,
    source: Option<u32>,
    tag: Option<i32>,
}

/// All hints about a job.
pub fn hints(ranks: &[RankStanding]) -> Vec<Hint> {
    let reports = ranks.iter().filter_map(|standing| match standing {
        RankStanding::Inside(report) => Some(&**report),
        _ => None,
    });
    let mut hints = Vec::new();
    for report in reports {
        hints.extend(wanted(report).filter_map(|wanted| near_miss(report, &wanted)));
        let collectives = waited_for(report).filter_map(|thing| match thing {
            Thing::Collective(id) => report.collective(*id),
            _ => None,
        });
        for collective in collectives {
            for absent in absentees(ranks, report, collective) {
                absence(report, collective, absent, ranks, &mut hints);
            }
        }
    }
    merge(hints)
}

fn waited_for(report: &RankReport) -> impl Iterator<Item = &Thing> {
    report.waits.iter().flat_map(|wait| &wait.things)
}

fn wanted(report: &RankReport) -> impl Iterator<Item = Wanted> + '_ {
    waited_for(report).filter_map(|thing| match *thing {
        Thing::Message { context, source, tag } => Some(Wanted { context, source, tag }),
        Thing::Operation(id) => report
            .operation(id)
            .filter(|operation| operation.kind == Kind::Receive && operation.stage == ReportedStage::Posted)
            .filter(|operation| operation.channel == Channel::PointToPoint)
            .map(|operation| Wanted { context: operation.context, source: operation.peer, tag: operation.tag }),
        _ => None,
    })
}

/// A message that is there and differs from the wanted one in its tag, its communicator or its
/// sender only.
fn near_miss(report: &RankReport, wanted: &Wanted) -> Option<Hint> {
    let messages = || report.unexpected.iter().filter(|message| message.channel == Channel::PointToPoint);
    let context = |message: &&Unexpected| message.context == wanted.context;
    let source = |message: &&Unexpected| wanted.source.is_none_or(|source| source == message.source);
    let tag = |message: &&Unexpected| wanted.tag.is_none_or(|tag| tag == message.tag);
    let found = messages()
        .find(|message| context(message) && source(message))
        .or_else(|| messages().find(|message| source(message) && tag(message)))
        .or_else(|| messages().find(|message| context(message) && tag(message)))?;
    let text = format!(
        "rank {} waits for a message from {}, and one from {} of {} bytes is there: {}",
        report.rank,
        address(report, wanted.context, wanted.source, wanted.tag),
        address(report, found.context, Some(found.source), Some(found.tag)),
        found.bytes,
        match (context(&found), source(&found)) {
            (true, true) => "another tag",
            (false, _) => "another communicator",
            (true, false) => "another sender",
        }
    );
    Some(Hint { ranks: vec![report.rank, found.source], text })
}

/// Ranks that a collective operation waits for: who has begun it too waits for the others that have
/// not.
fn absentees(ranks: &[RankStanding], report: &RankReport, collective: &Collective) -> Vec<u32> {
    let operations = collective.operations.iter().filter_map(|id| report.operation(*id));
    let peers = operations.filter(|operation| operation.stage != ReportedStage::Done).filter_map(|operation| operation.peer);
    let waited_for = peers.flat_map(|peer| match has_begun(ranks, peer, collective) {
        true => absent(ranks, report, collective),
        false => vec![peer],
    });
    waited_for.chain(collective.missing.iter().copied()).filter(|rank| *rank != report.rank).collect()
}

/// Says what a rank does that is waited for in a collective operation.
fn absence(report: &RankReport, collective: &Collective, absent: u32, ranks: &[RankStanding], hints: &mut Vec<Hint>) {
    let name = report.name_of(collective.context);
    let Some(doing) = ranks.get(absent as usize).and_then(|standing| doing(standing, report, collective)) else { return };
    let text = format!("rank {absent} has not done its part of {} ({name}): it {doing}", collective.called());
    hints.push(Hint { ranks: vec![report.rank, absent], text });
}

/// What a rank does instead of the `collective` that `waiting` is in; `None` if it is in it.
fn doing(standing: &RankStanding, waiting: &RankReport, collective: &Collective) -> Option<String> {
    Some(match standing {
        RankStanding::Before { .. } => "has not called MPI_Init".to_owned(),
        RankStanding::Outside { .. } => "is outside of MPI, or busy in it".to_owned(),
        RankStanding::Finalized | RankStanding::Left { .. } => "has called MPI_Finalize".to_owned(),
        RankStanding::Exited => "has exited".to_owned(),
        RankStanding::Inside(report) => {
            let theirs = waited_for(report).find_map(|thing| match thing {
                Thing::Collective(id) => report.collective(*id).filter(|other| other.context == collective.context),
                _ => None,
            });
            match (theirs, report.waits.first(), &report.polls) {
                (Some(other), ..) if other.called() != collective.called() => {
                    let called = other.called();
                    format!("is in {called} on the same communicator; all ranks must call the same functions in the same order")
                }
                (Some(other), ..) if other.is_direct() != collective.is_direct() => {
                    let way = |direct| if direct { "through shared memory" } else { "by messages" };
                    let (here, there) = (way(collective.is_direct()), way(other.is_direct()));
                    format!("does it {there} and rank {} {here}; counts, datatypes and operations must agree", waiting.rank)
                }
                (Some(_), ..) => return None,
                (None, Some(wait), _) => format!("waits in {}", wait.call),
                (None, None, Some(call)) => format!("calls {call} again and again"),
                (None, None, None) => "is outside of MPI, or busy in it".to_owned(),
            }
        }
    })
}

/// Says the same thing once.
fn merge(hints: Vec<Hint>) -> Vec<Hint> {
    let mut merged: Vec<Hint> = Vec::new();
    for hint in hints {
        match merged.iter_mut().find(|other| other.text == hint.text) {
            Some(other) => other.ranks.extend(hint.ranks),
            None => merged.push(hint),
        }
    }
    for hint in &mut merged {
        hint.ranks.sort_unstable();
        hint.ranks.dedup();
    }
    merged
}

/// "ranks 0, 2-5" of world ranks.
pub fn list(ranks: &[u32]) -> String {
    names(ranks.iter().map(|rank| *rank as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Form;
    use crate::samples::{self, inside};

    fn texts(ranks: &[RankStanding]) -> Vec<String> {
        hints(ranks).into_iter().map(|hint| hint.text).collect()
    }

    #[test]
    fn another_tag_communicator_or_sender_is_seen() {
        let mut reports = samples::crossed_tags();
        let text = texts(&inside(reports.clone())).remove(0);
        assert!(text.contains("tag 7") && text.contains("tag 8") && text.ends_with("another tag"), "{text}");
        (reports[0].unexpected[0].tag, reports[0].unexpected[0].context) = (7, 12);
        assert!(texts(&inside(reports.clone()))[0].ends_with("another communicator"));
        (reports[0].unexpected[0].source, reports[0].unexpected[0].context) = (5, 0);
        assert!(texts(&inside(reports.clone()))[0].ends_with("another sender"));
        reports[0].unexpected[0].channel = Channel::Collective;
        assert!(texts(&inside(reports)).is_empty());
    }

    #[test]
    fn who_is_missing_in_a_collective_is_told_once_with_what_it_does() {
        let mut ranks = inside(vec![samples::collective(0, "MPI_Barrier", &[2]), samples::collective(1, "MPI_Barrier", &[2])]);
        ranks.push(RankStanding::Outside { pid: 3, process: String::new() });
        assert_eq!(
            texts(&ranks),
            ["rank 2 has not done its part of MPI_Barrier (MPI_COMM_WORLD): it is outside of MPI, or busy in it"]
        );
        assert_eq!(hints(&ranks)[0].ranks, [0, 1, 2]);
        ranks[2] = RankStanding::Inside(Box::new(samples::collective(2, "MPI_Bcast", &[0])));
        let texts = texts(&ranks);
        assert!(texts.iter().any(|text| text.contains("rank 2") && text.contains("it is in MPI_Bcast")), "{texts:?}");
    }

    #[test]
    fn ranks_in_one_function_may_miss_each_other() {
        let mut reports = vec![samples::collective(0, "MPI_Bcast", &[1]), samples::collective(1, "MPI_Bcast", &[0])];
        reports[1].collectives[0].rounds = (1, 2);
        let found = texts(&inside(reports.clone()));
        assert!(
            found.iter().any(|text| text.ends_with(
                "it does it by messages and rank 0 through shared memory; counts, datatypes and operations must agree"
            )),
            "{found:?}"
        );
        reports[1].collectives[0].form = Form::Nonblocking;
        let found = texts(&inside(reports));
        assert!(found.iter().any(|text| text.contains("rank 1 has not") && text.contains("it is in MPI_Ibcast")), "{found:?}");
        assert!(
            found.iter().any(|text| text.contains("its part of MPI_Ibcast") && text.contains("it is in MPI_Bcast")),
            "{found:?}"
        );
    }

    #[test]
    fn a_rank_in_the_same_function_is_not_missing() {
        let ranks = inside(vec![samples::collective(0, "MPI_Barrier", &[1]), samples::collective(1, "MPI_Barrier", &[0])]);
        assert!(texts(&ranks).is_empty());
    }
}
