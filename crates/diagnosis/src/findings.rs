//! The findings about a job.

use serde::{Deserialize, Serialize};

use crate::graph::{Explanation, Need, Node, Step, Target, explain, stuck};
use crate::hints::{hints, list};
use crate::needs::nodes;
use crate::report::RankStanding;

/// Steps of a circle that are told; of a longer one the last is told besides, and how many are left
/// out.
const STEPS_TOLD: usize = 12;

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// Ranks wait for each other in a circle: certain.
    Deadlock,
    /// Ranks wait for somebody who will do nothing any more: certain.
    Vain,
    /// Ranks wait for those of the findings before.
    Behind,
    /// Every rank waits, and nothing moves.
    Still,
    /// Every rank waits or polls, and nothing moves: it may be that a poll is for something else as
    /// well.
    Polls,
    /// What may be the mistake.
    Hint,
}

/// Something found out about a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// See [`Topic`].
    pub topic: Topic,
    /// The ranks concerned.
    pub ranks: Vec<u32>,
    /// A sentence or several.
    pub text: String,
}

/// All that is known of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobReport {
    /// Why the report was made.
    pub reason: String,
    /// When the ranks were asked, by the machine's monotonic clock.
    pub asked_ns: u64,
    /// True if the job, or part of it, cannot go on.
    pub hangs: bool,
    /// What was found.
    pub findings: Vec<Finding>,
    /// The ranks in order.
    pub ranks: Vec<RankStanding>,
}

impl JobReport {
    /// What is found out about the ranks of a job, as they stood when they answered a question
    /// asked at `asked_ns`.
    pub fn new(reason: String, asked_ns: u64, ranks: Vec<RankStanding>) -> Self {
        let nodes = nodes(&ranks, asked_ns);
        let stuck = stuck(&nodes);
        let explanation = explain(&nodes, &stuck);
        let mut findings = explained(&explanation, &nodes, &ranks);
        let all_wait = is_still(&nodes);
        let hangs = all_wait || stuck.contains(&true);
        if all_wait && findings.is_empty() {
            let text = "every rank waits in MPI, and nothing moves".to_owned();
            findings.push(Finding { topic: Topic::Still, ranks: blocked(&nodes), text });
        }
        if !hangs && polls_in_vain(&nodes, &ranks) {
            findings.push(polling(&ranks));
        }
        findings.extend(hints(&ranks).into_iter().map(|hint| Finding { topic: Topic::Hint, ranks: hint.ranks, text: hint.text }));
        JobReport { reason, asked_ns, hangs, findings, ranks }
    }

    /// Whether all ranks wait or poll, and nothing has come of that for long. It need not be a
    /// hang: what a program polls for beside MPI nobody knows.
    pub fn is_idle(&self) -> bool {
        self.findings.iter().any(|finding| finding.topic == Topic::Polls)
    }

    /// Names the waits of the ranks that hang: the same text as long as it is the same hang.
    pub fn fingerprint(&self) -> String {
        let waits = self.ranks.iter().enumerate().filter_map(|(rank, standing)| match standing {
            RankStanding::Inside(report) => {
                let calls = report.waits.iter().map(|wait| format!("{}@{}", wait.call, wait.since_ns));
                let calls: Vec<String> = calls.chain(report.polls.clone().filter(|_| report.waits.is_empty())).collect();
                self.findings
                    .iter()
                    .any(|finding| finding.topic != Topic::Hint && finding.ranks.contains(&(rank as u32)))
                    .then(|| format!("{rank}:{}", calls.join("+")))
            }
            _ => None,
        });
        waits.collect::<Vec<_>>().join(" ")
    }

    /// On one line, as JSON.
    pub fn to_line(&self) -> String {
        // Every type of a report can be written: no map has keys that are no text.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// On many lines, as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The inverse of [`JobReport::to_line`].
    pub fn from_line(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }
}

/// Whether all processes that are not gone are blocked, and none of them by a process of another
/// job: how those stand nobody knows.
fn is_still(nodes: &[Node]) -> bool {
    let is_foreign = |target: &Target| target.rank() >= nodes.len();
    let waits_for_others = |need: &Need| need.clauses.iter().any(|clause| clause.targets.iter().any(is_foreign));
    let blocked = || nodes.iter().filter_map(|node| if let Node::Blocked(needs) = node { Some(needs) } else { None });
    !nodes.contains(&Node::Free) && blocked().next().is_some() && !blocked().flatten().any(waits_for_others)
}

/// Whether all processes that are not gone are blocked, or poll in vain, and some do.
fn polls_in_vain(nodes: &[Node], ranks: &[RankStanding]) -> bool {
    let polls = |standing: &RankStanding| matches!(standing, RankStanding::Inside(report) if report.waits.is_empty() && report.polls_in_vain);
    let is_idle = |(node, standing): (&Node, &RankStanding)| !matches!(node, Node::Free) || polls(standing);
    nodes.iter().zip(ranks).all(is_idle) && ranks.iter().any(polls)
}

fn polling(ranks: &[RankStanding]) -> Finding {
    let mut polls: Vec<(u32, &str)> = Vec::new();
    let mut all = Vec::new();
    for standing in ranks {
        let RankStanding::Inside(report) = standing else { continue };
        all.push(report.rank);
        polls.extend(report.polls.as_deref().filter(|_| report.polls_in_vain).map(|call| (report.rank, call)));
    }
    let who = list(&polls.iter().map(|(rank, _)| *rank).collect::<Vec<_>>());
    let verb = if polls.len() == 1 { "calls" } else { "call" };
    let mut calls: Vec<&str> = polls.iter().map(|(_, call)| *call).collect();
    calls.sort_unstable();
    calls.dedup();
    let others = if polls.len() < all.len() { "; all others wait in MPI" } else { "" };
    let text = format!(
        "{who} {verb} {} again and again, and nothing comes of it{others}. Unless something outside of MPI is waited for as well, the job hangs",
        calls.join(" or ")
    );
    Finding { topic: Topic::Polls, ranks: all, text }
}

fn blocked(nodes: &[Node]) -> Vec<u32> {
    (0..nodes.len()).filter(|rank| matches!(nodes[*rank], Node::Blocked(_))).map(|rank| rank as u32).collect()
}

fn explained(explanation: &Explanation, nodes: &[Node], ranks: &[RankStanding]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for circle in &explanation.circles {
        let ranks = circle.iter().map(|step| step.rank as u32).collect();
        findings.push(Finding { topic: Topic::Deadlock, ranks, text: circle_text(circle, nodes) });
    }
    for step in &explanation.ends {
        let why = match step.target.and_then(|target| ranks.get(target)) {
            Some(RankStanding::Exited) => ", which has exited",
            Some(_) => ", which has called MPI_Finalize",
            None => ", and nobody is there to do that",
        };
        let text = format!("{}{why}", sentence(step, nodes));
        findings.push(Finding { topic: Topic::Vain, ranks: vec![step.rank as u32], text });
    }
    if !explanation.behind.is_empty() {
        let ranks: Vec<u32> = explanation.behind.iter().map(|step| step.rank as u32).collect();
        let verb = if ranks.len() == 1 { "waits" } else { "wait" };
        let text = format!("{} {verb} behind them", list(&ranks));
        findings.push(Finding { topic: Topic::Behind, ranks, text });
    }
    findings
}

fn circle_text(circle: &[Step], nodes: &[Node]) -> String {
    let mut sentences: Vec<String> = circle.iter().map(|step| sentence(step, nodes)).collect();
    if sentences.len() > STEPS_TOLD + 1 {
        let left_out = sentences.len() - STEPS_TOLD - 1;
        sentences.splice(STEPS_TOLD..sentences.len() - 1, [format!("{left_out} more")]);
    }
    sentences.join("; ")
}

/// "rank 0 waits in MPI_Recv for a message from rank 1 (tag 7, MPI_COMM_WORLD)".
fn sentence(step: &Step, nodes: &[Node]) -> String {
    let Node::Blocked(needs) = &nodes[step.rank] else { return format!("rank {}", step.rank) };
    let need = &needs[step.need];
    format!("rank {} waits in {} {}", step.rank, need.call, need.clauses[step.clause].text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{self, inside};

    fn report_of(ranks: Vec<RankStanding>) -> JobReport {
        JobReport::new("a test".to_owned(), 100, ranks)
    }

    fn texts(report: &JobReport, topic: Topic) -> Vec<&str> {
        report.findings.iter().filter(|finding| finding.topic == topic).map(|finding| finding.text.as_str()).collect()
    }

    #[test]
    fn a_rank_that_waits_for_another_job_does_not_hang() {
        use crate::report::Thing;
        let receive =
            |from| samples::waiting(0, "MPI_Recv", vec![Thing::Message { context: 0, source: Some(from), tag: Some(7) }]);
        assert!(!report_of(inside(vec![receive(1)])).hangs, "the only rank of its job, for one of another");
        let accept = samples::waiting(0, "MPI_Comm_accept", vec![Thing::Foreign { until: "connect".to_owned() }]);
        assert!(!report_of(inside(vec![accept])).hangs);
        assert!(report_of(inside(vec![receive(0)])).hangs, "for itself");
    }

    #[test]
    fn a_deadlock_is_told_with_both_waits() {
        let report = report_of(inside(samples::crossed_tags()));
        assert!(report.hangs);
        assert_eq!(
            texts(&report, Topic::Deadlock),
            ["rank 0 waits in MPI_Recv for a message from rank 1 (tag 7, MPI_COMM_WORLD); \
              rank 1 waits in MPI_Ssend for its message to be received by rank 0 (tag 8, MPI_COMM_WORLD)"]
        );
        assert_eq!(texts(&report, Topic::Hint).len(), 1);
        assert_eq!(JobReport::from_line(&report.to_line()), Some(report));
    }

    #[test]
    fn who_has_left_is_waited_for_in_vain() {
        let mut ranks = inside(samples::crossed_tags());
        ranks[1] = RankStanding::Finalized;
        let report = report_of(ranks);
        assert!(report.hangs);
        assert!(texts(&report, Topic::Vain)[0].ends_with("which has called MPI_Finalize"));
    }

    #[test]
    fn a_rank_that_computes_keeps_a_job_alive() {
        let mut ranks = inside(samples::crossed_tags());
        ranks[1] = RankStanding::Outside { pid: 5, process: "running".to_owned() };
        let report = report_of(ranks);
        assert!(!report.hangs && report.findings.iter().all(|finding| finding.topic == Topic::Hint));
    }

    #[test]
    fn a_job_is_still_even_if_nobody_knows_why() {
        let mut reports = samples::crossed_tags();
        reports.iter_mut().for_each(|report| report.waits[0].things.clear());
        let report = report_of(inside(reports));
        assert!(report.hangs && texts(&report, Topic::Still).len() == 1);
    }

    #[test]
    fn ranks_that_poll_in_vain_while_the_others_wait_are_told_of() {
        let mut reports = samples::crossed_tags();
        reports[1].waits.clear();
        reports[1].polls = Some("MPI_Test".to_owned());
        let idle = report_of(inside(reports.clone()));
        assert!(!idle.hangs && !idle.is_idle(), "it may be computing between");
        reports[1].polls_in_vain = true;
        let report = report_of(inside(reports.clone()));
        assert!(!report.hangs && report.is_idle());
        assert!(texts(&report, Topic::Polls)[0].starts_with("rank 1 calls MPI_Test again and again"), "{:?}", report.findings);
        let mut ranks = inside(reports);
        ranks.push(RankStanding::Left { pid: 5, process: "running".to_owned() });
        assert!(!report_of(ranks).is_idle(), "somebody else may act");
    }

    #[test]
    fn who_has_finalized_and_goes_on_may_come_back() {
        let mut ranks = inside(samples::crossed_tags());
        ranks[1] = RankStanding::Left { pid: 5, process: "running".to_owned() };
        assert!(!report_of(ranks).hangs);
    }

    #[test]
    fn a_fingerprint_changes_with_the_waits_only() {
        let first = report_of(inside(samples::crossed_tags()));
        let mut later = samples::crossed_tags();
        later.iter_mut().for_each(|report| report.at_ns += 1_000_000);
        assert_eq!(report_of(inside(later.clone())).fingerprint(), first.fingerprint());
        later[0].waits[0].since_ns += 1;
        assert_ne!(report_of(inside(later)).fingerprint(), first.fingerprint());
    }

    #[test]
    fn long_circles_are_cut() {
        let ring = |rank: u32| {
            let mut report = samples::waiting(rank, "MPI_Recv", vec![crate::report::Thing::Operation(1)]);
            report.operations.push(samples::operation(
                crate::report::Kind::Receive,
                (rank + 1) % 40,
                0,
                crate::report::ReportedStage::Posted,
            ));
            report
        };
        let report = report_of(inside((0..40).map(ring).collect()));
        let text = texts(&report, Topic::Deadlock)[0];
        assert!(text.contains("27 more") && text.contains("rank 39 waits"), "{text}");
        assert_eq!(report.findings[0].ranks.len(), 40);
    }
}
