//! A report for people.

use std::fmt::Write;

use crate::findings::{JobReport, Topic};
use crate::needs::{need, place};
use crate::report::{Channel, Kind, Operation, RankReport, RankStanding, ReportedStage, Unexpected};

/// Lines of one list of a rank that are shown.
const LINES_MAX: usize = 16;

/// A whole job.
pub fn job(report: &JobReport) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        let _ = writeln!(out, "  {}{}", heading(finding.topic), finding.text);
    }
    for (rank, standing) in report.ranks.iter().enumerate() {
        out.push_str(&match standing {
            RankStanding::Inside(report) => self::rank(report),
            RankStanding::Before { pid, process } => {
                format!("  rank {rank} (process {pid}, {process}) has not called MPI_Init\n")
            }
            RankStanding::Outside { pid, process } => {
                format!("  rank {rank} (process {pid}, {process}) did not answer: it is outside of MPI (computing), or stopped\n")
            }
            RankStanding::Left { pid, process } => {
                format!("  rank {rank} has called MPI_Finalize, and goes on (process {pid}, {process})\n")
            }
            RankStanding::Finalized => format!("  rank {rank} has called MPI_Finalize\n"),
            RankStanding::Exited => format!("  rank {rank} has exited\n"),
        });
    }
    out
}

fn heading(topic: Topic) -> &'static str {
    match topic {
        Topic::Deadlock => "deadlock: ",
        Topic::Vain => "in vain: ",
        Topic::Hint => "hint: ",
        Topic::Behind | Topic::Still | Topic::Polls => "",
    }
}

/// One rank.
pub fn rank(report: &RankReport) -> String {
    let mut out = String::new();
    let head = format!("  rank {} (process {})", report.rank, report.pid);
    if report.waits.is_empty() {
        let what = match &report.polls {
            Some(call) => format!("calls {call} again and again, with nothing to show for it"),
            None => "passes through MPI".to_owned(),
        };
        let _ = writeln!(out, "{head} {what}");
    }
    for wait in &report.waits {
        let _ = write!(out, "{head} has been in {} for {}", wait.call, duration(report.at_ns.saturating_sub(wait.since_ns)));
        if let Some(clause) = need(&[], report, wait).clauses.first() {
            let _ = write!(out, ", waiting {}", clause.text);
        }
        let _ = match need(&[], report, wait).clauses.len() {
            0 | 1 => writeln!(out),
            more => writeln!(out, " (and {} more)", more - 1),
        };
    }
    if report.free_threads > 0 {
        let _ =
            writeln!(out, "      {} of its threads may call MPI, or end an access to a file, at any time", report.free_threads);
    }
    lists(report, &mut out);
    out
}

fn lists(report: &RankReport, out: &mut String) {
    let operations = report.operations.iter().filter(|operation| operation.stage != ReportedStage::Done);
    section(out, "pending", operations.map(|operation| describe(report, operation)).collect(), report.operations_left_out);
    section(out, "collective", report.collectives.iter().map(|collective| collective_line(report, collective)).collect(), 0);
    section(out, "unexpected", grouped(report), report.unexpected_left_out);
}

fn section(out: &mut String, title: &str, lines: Vec<String>, left_out: u64) {
    let hidden = left_out + lines.len().saturating_sub(LINES_MAX) as u64;
    for line in lines.iter().take(LINES_MAX) {
        let _ = writeln!(out, "      {title}: {line}");
    }
    if hidden > 0 {
        let _ = writeln!(out, "      {title}: and {hidden} more");
    }
}

fn describe(report: &RankReport, operation: &Operation) -> String {
    let (what, direction) = match operation.kind {
        Kind::Send => ("send", "to"),
        Kind::SynchronousSend => ("synchronous send", "to"),
        Kind::Receive => ("receive", "from"),
    };
    let age = operation
        .seen_ns
        .map_or_else(String::new, |seen| format!(", at least {} old", duration(report.at_ns.saturating_sub(seen))));
    let freed = if operation.is_freed { ", request freed" } else { "" };
    format!(
        "{what} {direction} {}, {} bytes{}: {}{age}{freed}",
        place(report, operation.channel, operation.context, operation.peer, operation.tag),
        operation.bytes,
        of_channel(operation.channel),
        stage(operation.stage)
    )
}

fn of_channel(channel: Channel) -> &'static str {
    match channel {
        Channel::PointToPoint => "",
        Channel::Collective => ", of a collective function",
        Channel::Construction => ", to make a communicator",
        Channel::Setup => ", to begin partitioned communication",
        Channel::Partition => ", of a partitioned request",
    }
}

fn stage(stage: ReportedStage) -> String {
    match stage {
        ReportedStage::Posted => "no message has matched".to_owned(),
        ReportedStage::Receiving { here, wanted } => format!("{here} of {wanted} bytes are here"),
        ReportedStage::Queued { is_eager: true } => "waits for room in the receiver's ring".to_owned(),
        ReportedStage::Queued { is_eager: false } => "not announced yet, there is no room in the receiver's ring".to_owned(),
        ReportedStage::Announced => "the receiver has no matching receive".to_owned(),
        ReportedStage::Withdrawing => "being cancelled".to_owned(),
        ReportedStage::Sending { gone, wanted } => format!("{gone} of {wanted} bytes are on their way"),
        ReportedStage::Done => "complete".to_owned(),
    }
}

fn collective_line(report: &RankReport, collective: &crate::report::Collective) -> String {
    let (round, rounds) = collective.rounds;
    let place = if rounds == 0 { String::new() } else { format!(", round {round} of {rounds}") };
    let missing = if collective.missing.is_empty() {
        String::new()
    } else {
        format!(", without {} so far", crate::hints::list(&collective.missing))
    };
    format!(
        "{} number {} on {}, {}{place}{missing}",
        collective.called(),
        collective.number,
        report.name_of(collective.context),
        collective.algorithm
    )
}

/// One line for messages that differ in nothing that is shown.
fn grouped(report: &RankReport) -> Vec<String> {
    let mut groups: Vec<(&Unexpected, u64)> = Vec::new();
    for message in &report.unexpected {
        match groups.iter_mut().find(|(other, _)| *other == message) {
            Some((_, count)) => *count += 1,
            None => groups.push((message, 1)),
        }
    }
    let line = |(message, count): (&Unexpected, u64)| {
        let times = if count == 1 { "message".to_owned() } else { format!("{count} messages") };
        format!(
            "{times} from {}, {} bytes{}, {}",
            place(report, message.channel, message.context, Some(message.source), Some(message.tag)),
            message.bytes,
            of_channel(message.channel),
            message.protocol
        )
    };
    groups.into_iter().map(line).collect()
}

/// Nanoseconds in the unit that fits.
pub fn duration(ns: u64) -> String {
    let seconds = ns / 1_000_000_000;
    match seconds {
        0..10 => format!("{}.{} s", seconds, ns / 100_000_000 % 10),
        10..120 => format!("{seconds} s"),
        _ => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{self, inside};

    #[test]
    fn durations_have_two_digits_or_more() {
        assert_eq!([0, 1_260_000_000, 61_000_000_000, 125_000_000_000].map(duration), ["0.0 s", "1.2 s", "61 s", "2 min 5 s"]);
    }

    #[test]
    fn a_job_is_told_rank_by_rank() {
        let mut ranks = inside(samples::crossed_tags());
        ranks.push(RankStanding::Outside { pid: 7, process: "running".to_owned() });
        let text = job(&JobReport::new(String::new(), 100, ranks));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("  deadlock: rank 0 waits in MPI_Recv"), "{text}");
        assert!(lines[1].starts_with("  hint: rank 0 waits"), "{text}");
        assert_eq!(
            lines[2],
            "  rank 0 (process 1000) has been in MPI_Recv for 3.0 s, waiting for a message from rank 1 (tag 7, MPI_COMM_WORLD)"
        );
        assert_eq!(
            lines[3],
            "      pending: receive from rank 1 (tag 7, MPI_COMM_WORLD), 4 bytes: no message has matched, at least 3.0 s old"
        );
        assert_eq!(lines[4], "      unexpected: message from rank 1 (tag 8, MPI_COMM_WORLD), 4 bytes, eager, synchronous");
        assert!(lines.last().unwrap().contains("rank 2 (process 7, running) did not answer"));
    }

    #[test]
    fn long_lists_are_cut_and_equal_messages_counted() {
        let mut report = samples::crossed_tags().remove(0);
        report.operations = vec![report.operations[0].clone(); 50];
        report.operations_left_out = 1000;
        report.unexpected = vec![report.unexpected[0].clone(); 5];
        let text = rank(&report);
        assert!(text.contains("pending: and 1034 more") && text.contains("5 messages from rank 1"), "{text}");
    }

    #[test]
    fn a_rank_that_polls_is_told_from_one_that_passes() {
        let mut report = RankReport::default();
        assert!(rank(&report).contains("passes through MPI"));
        report.polls = Some("MPI_Test".to_owned());
        assert!(rank(&report).contains("calls MPI_Test again and again"));
    }
}
