//! One report about the whole job, from what its ranks say of themselves.
//!
//! An inquiry starts for one of four reasons: a user has sent a rank a signal, nothing has moved at
//! a rank for long, a visitor asks (`ferry dump`), or `--timeout` is over. Every rank that has
//! initialized MPI is asked. It answers when it next looks, which is at the latest a second later
//! if it waits. Who has not answered in time does something else. Everything here is data in, data
//! out; [`super::run`] owns the sockets and the clock.
//!
//! All that is compared is of one time, that of the question. A rank that was gone then is gone. A
//! rank was blocked then if it has answered with waits that were there then. All others may have
//! done anything, those that have finished since among them. A rank answers only after it has
//! looked once more for what had come when it read the question: what somebody sent before he was
//! gone cannot be under way any more.

use std::io::{self, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::time::{Duration, Instant};

use ferry_diagnosis::{JobReport, RankReport, RankStanding, text};
use ferry_sys::clock;

use super::descendants::parent_of;
use crate::pmi::message::unescape;

/// How long ranks have for their answers. One that waits looks once a second, and may not get a
/// processor at once.
const ANSWER_LIMIT: Duration = Duration::from_millis(2500);
/// Complaints that come so soon after an inquiry are about what it has seen.
const COMPLAINT_PAUSE: Duration = Duration::from_secs(2);
/// Longest answer of one rank, in bytes: what 64 operations, messages and communicators take, many
/// times over.
const ANSWER_BYTES_MAX: usize = 4 << 20;
/// The unit of processor time in `/proc`: 100 on every Linux (`USER_HZ`).
const TICKS_PER_SECOND: u64 = 100;
/// How long a visitor may take to read.
const VISIT_LIMIT: Duration = Duration::from_secs(2);

/// Who wants to know.
#[derive(Debug)]
pub enum Reason {
    /// This rank got the signal for it.
    Signal(usize),
    /// Nothing has moved at this rank for so many seconds. Nobody is told unless the job hangs.
    Stall(usize, u64),
    /// Somebody waits for the report at the other end.
    Visitor(UnixStream),
    /// The job's time is over.
    Timeout,
}

/// What is known of a rank without its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It can answer.
    Active {
        /// Its process.
        pid: i32,
    },
    /// It has not called `MPI_Init`.
    Before {
        /// Its process.
        pid: i32,
    },
    /// It has called `MPI_Finalize`, and its process has ended.
    Finalized,
    /// It has called `MPI_Finalize` and goes on: it may use MPI again.
    Left {
        /// Its process.
        pid: i32,
    },
    /// It has ended without using MPI.
    Exited,
}

struct Inquiry {
    id: u32,
    asked_ns: u64,
    deadline: Instant,
    reasons: Vec<Reason>,
    /// How the ranks stood when they were asked.
    presence: Vec<Presence>,
    /// Pieces received so far, by rank.
    pieces: Vec<String>,
    answers: Vec<Option<Box<RankReport>>>,
}

/// What comes of an inquiry.
#[derive(Debug, Default)]
pub struct Outcome {
    /// To be printed: a heading and the report.
    pub printed: Option<String>,
    /// The job's time was over: now it ends.
    pub is_timeout: bool,
}

/// The inquiries of one job.
#[derive(Default)]
pub struct Diagnosis {
    current: Option<Inquiry>,
    asked: u32,
    last_end: Option<Instant>,
    /// See [`JobReport::fingerprint`]: the hang that was printed last.
    printed: String,
}

impl Diagnosis {
    /// Somebody wants to know. The number of the question, if ranks have to be asked now.
    pub fn ask(&mut self, reason: Reason, presence: Vec<Presence>, now: Instant) -> Option<u32> {
        if let Some(inquiry) = &mut self.current {
            inquiry.reasons.push(reason);
            return None;
        }
        let is_late = |end: Instant| now.saturating_duration_since(end) < COMPLAINT_PAUSE;
        if matches!(reason, Reason::Stall(..)) && self.last_end.is_some_and(is_late) {
            return None;
        }
        self.asked += 1;
        let ranks = presence.len();
        self.current = Some(Inquiry {
            presence,
            id: self.asked,
            asked_ns: clock::now_ns(),
            deadline: now + ANSWER_LIMIT,
            reasons: vec![reason],
            pieces: vec![String::new(); ranks],
            answers: vec![None; ranks],
        });
        Some(self.asked)
    }

    /// Takes a piece of a rank's answer, which may be to an earlier question. If the rank is on
    /// another host, its clock is another one: the answer is taken for having been made now, so
    /// that nothing in it seems older than it is.
    pub fn take(&mut self, rank: usize, id: u32, piece: &str, left: usize, is_far: bool) {
        let Some(inquiry) = self.current.as_mut().filter(|inquiry| inquiry.id == id) else { return };
        let pieces = &mut inquiry.pieces[rank];
        if pieces.len() + piece.len() <= ANSWER_BYTES_MAX {
            pieces.push_str(piece);
        }
        if left == 0 {
            inquiry.answers[rank] = RankReport::from_line(&unescape(&std::mem::take(pieces))).map(Box::new);
            inquiry.answers[rank].iter_mut().filter(|_| is_far).for_each(|report| {
                let ahead_ns = report.at_ns.wrapping_sub(clock::now_ns()) as i64;
                set_clock(report, ahead_ns);
            });
        }
    }

    /// When to [`finish`](Self::finish) at the latest.
    pub fn deadline(&self) -> Option<Instant> {
        self.current.as_ref().map(|inquiry| inquiry.deadline)
    }

    /// Ends the inquiry if all ranks that can answer have, or its time is over. `can_answer` looks
    /// at a rank as it stands now.
    pub fn finish(
        &mut self,
        can_answer: impl Fn(usize) -> bool,
        process: impl Fn(usize) -> String,
        now: Instant,
    ) -> Option<Outcome> {
        let inquiry = self.current.as_ref()?;
        let has_answered = |(rank, answer): (usize, &Option<_>)| answer.is_some() || !can_answer(rank);
        if now < inquiry.deadline && !inquiry.answers.iter().enumerate().all(has_answered) {
            return None;
        }
        self.last_end = Some(now);
        let Inquiry { asked_ns, reasons, answers, presence, .. } = self.current.take()?;
        let stood = presence.iter().zip(answers).enumerate();
        let ranks = stood.map(|(rank, (presence, answer))| standing(presence, || process(rank), answer)).collect();
        let report = JobReport::new(why(&reasons), asked_ns, ranks);
        Some(self.publish(report, reasons))
    }

    fn publish(&mut self, report: JobReport, reasons: Vec<Reason>) -> Outcome {
        let is_asked = reasons.iter().any(|reason| matches!(reason, Reason::Signal(_) | Reason::Timeout));
        let is_timeout = reasons.iter().any(|reason| matches!(reason, Reason::Timeout));
        let is_complaint = reasons.iter().any(|reason| matches!(reason, Reason::Stall(..)));
        let fingerprint = report.fingerprint();
        let is_news = (report.hangs || report.is_idle()) && is_complaint && fingerprint != self.printed;
        for reason in reasons {
            if let Reason::Visitor(visitor) = reason {
                // A visitor that has left needs no report.
                let _ = show(visitor, &report);
            }
        }
        let printed = (is_asked || is_news).then(|| {
            self.printed = fingerprint;
            format!("{}\n{}", heading(&report, is_asked), text::job(&report))
        });
        Outcome { printed, is_timeout }
    }
}

/// What the report begins with: the reason, and that the job hangs if that was not known before.
fn heading(report: &JobReport, is_asked: bool) -> String {
    let hangs = if report.hangs && !is_asked { "the job hangs; " } else { "" };
    format!("{hangs}{}", report.reason)
}

/// Times of another host's clock as ours has them.
fn set_clock(report: &mut RankReport, ahead_ns: i64) {
    let times = [&mut report.at_ns, &mut report.moved_ns].into_iter();
    let times = times.chain(report.waits.iter_mut().map(|wait| &mut wait.since_ns));
    let seen = report.operations.iter_mut().filter_map(|operation| operation.seen_ns.as_mut());
    times.chain(seen).for_each(|time| *time = time.saturating_add_signed(-ahead_ns));
}

fn show(mut visitor: UnixStream, report: &JobReport) -> io::Result<()> {
    visitor.set_nonblocking(false)?;
    visitor.set_write_timeout(Some(VISIT_LIMIT))?;
    visitor.write_all(report.to_line().as_bytes())
}

fn why(reasons: &[Reason]) -> String {
    let word = |reason: &Reason| match reason {
        Reason::Timeout => Some("the job at the end of its time:".to_owned()),
        Reason::Signal(rank) => Some(format!("the job, as rank {rank} was asked by a signal:")),
        Reason::Visitor(_) => Some("the job, as ferry dump asked:".to_owned()),
        Reason::Stall(..) => None,
    };
    let stall = || {
        let seconds =
            reasons.iter().filter_map(|reason| if let Reason::Stall(_, seconds) = reason { Some(*seconds) } else { None });
        format!(
            "nothing has moved for {} s (FERRY_WATCHDOG sets this time, FERRY_WATCHDOG=off switches the report off):",
            seconds.max().unwrap_or(0)
        )
    };
    reasons.iter().find_map(word).unwrap_or_else(stall)
}

fn standing(presence: &Presence, process: impl Fn() -> String, answer: Option<Box<RankReport>>) -> RankStanding {
    match (presence, answer) {
        (Presence::Finalized, _) => RankStanding::Finalized,
        (Presence::Exited, _) => RankStanding::Exited,
        (_, Some(report)) => RankStanding::Inside(report),
        (Presence::Left { pid }, None) => RankStanding::Left { pid: *pid as u32, process: process() },
        (Presence::Active { pid }, None) => RankStanding::Outside { pid: *pid as u32, process: process() },
        (Presence::Before { pid }, None) => RankStanding::Before { pid: *pid as u32, process: process() },
    }
}

/// What the operating system says a process of this host does.
pub fn process(pid: i32) -> String {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    describe(&stat).unwrap_or_else(|| "unknown".to_owned())
}

/// From a line of `/proc/PID/stat`; the program's name in it may hold anything.
fn describe(stat: &str) -> Option<String> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let state = match *fields.first()? {
        "R" => "running",
        "S" | "D" => "sleeping",
        "T" | "t" => "stopped",
        "Z" | "X" => "ended",
        _ => "in an unknown state",
    };
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(format!("{state}, {}.{} s of processor time", ticks / TICKS_PER_SECOND, ticks * 10 / TICKS_PER_SECOND % 10))
}

/// Where the launcher that `guard` started takes visitors.
fn address(guard: i32) -> io::Result<SocketAddr> {
    SocketAddr::from_abstract_name(format!("ferry-mpiexec-{guard}"))
}

/// Takes visitors for the job of `guard`. `None` if that is not possible: then there is no
/// `ferry dump`.
pub fn reception(guard: i32) -> Option<UnixListener> {
    let listener = UnixListener::bind_addr(&address(guard).ok()?).ok()?;
    listener.set_nonblocking(true).ok()?;
    Some(listener)
}

/// The next visitor, if it may know: one of this user, or the administrator.
pub fn receive(listener: &UnixListener) -> Option<UnixStream> {
    let (visitor, _) = listener.accept().ok()?;
    let peer = rustix::net::sockopt::socket_peercred(&visitor).ok()?;
    (peer.uid == rustix::process::geteuid() || peer.uid.is_root()).then_some(visitor)
}

/// Asks the `mpiexec` that is, or started, the process `pid`.
///
/// # Errors
/// `NotFound` if it is no process of a job of Ferry's `mpiexec`; `PermissionDenied` if the job is
/// somebody else's.
pub fn visit(pid: i32) -> io::Result<JobReport> {
    use std::io::Read;
    let mut launcher = pid;
    let mut stream = loop {
        match UnixStream::connect_addr(&address(launcher)?) {
            Ok(stream) => break stream,
            Err(_) => launcher = parent_of(launcher).filter(|parent| *parent > 1).ok_or(io::ErrorKind::NotFound)?,
        }
    };
    let server = rustix::net::sockopt::socket_peercred(&stream)?;
    if server.uid != rustix::process::geteuid() && !rustix::process::geteuid().is_root() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    stream.set_read_timeout(Some(2 * ANSWER_LIMIT + VISIT_LIMIT))?;
    let mut line = String::new();
    stream.read_to_string(&mut line)?;
    JobReport::from_line(&line).ok_or_else(|| io::Error::new(io::ErrorKind::PermissionDenied, "mpiexec gave no report"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pmi::message::escape;
    use ferry_diagnosis::report::Wait;
    use std::io::Read;

    const ACTIVE: Presence = Presence::Active { pid: 1 };

    fn unknown(_: usize) -> String {
        "unknown".to_owned()
    }

    fn waiting(rank: u32) -> String {
        let things = Vec::new();
        let wait = Wait { call: "MPI_Barrier".to_owned(), since_ns: 1, is_any: false, things };
        escape(&RankReport { rank, waits: vec![wait], ..RankReport::default() }.to_line())
    }

    #[test]
    fn an_inquiry_ends_with_the_last_answer() {
        let (mut diagnosis, now) = (Diagnosis::default(), Instant::now());
        assert_eq!(diagnosis.ask(Reason::Signal(1), vec![ACTIVE, ACTIVE, Presence::Finalized], now), Some(1));
        let presence = |rank| rank != 2;
        let answer = waiting(0);
        let (first, second) = answer.split_at(20);
        diagnosis.take(0, 1, first, 1, false);
        diagnosis.take(1, 1, &waiting(1), 0, false);
        assert!(diagnosis.finish(presence, unknown, now).is_none());
        diagnosis.take(0, 1, second, 0, false);
        let printed = diagnosis.finish(presence, unknown, now).unwrap().printed.unwrap();
        assert!(
            printed.contains("rank 1 was asked") && printed.contains("rank 0 (process 0) has been in MPI_Barrier"),
            "{printed}"
        );
        assert!(printed.contains("rank 2 has called MPI_Finalize"), "{printed}");
        assert!(diagnosis.deadline().is_none());
    }

    #[test]
    fn who_does_not_answer_is_outside() {
        let (mut diagnosis, now) = (Diagnosis::default(), Instant::now());
        diagnosis.ask(Reason::Timeout, vec![ACTIVE], now);
        diagnosis.take(0, 99, &waiting(0), 0, false);
        let outcome = diagnosis.finish(|_| true, unknown, now + ANSWER_LIMIT).unwrap();
        assert!(outcome.is_timeout && outcome.printed.unwrap().contains("did not answer"));
    }

    fn complain(diagnosis: &mut Diagnosis, at: Instant, answers: &[Option<String>]) -> Option<String> {
        diagnosis.ask(Reason::Stall(0, 60), vec![ACTIVE; answers.len()], at)?;
        let id = diagnosis.asked;
        for (rank, answer) in answers.iter().enumerate() {
            answer.iter().for_each(|answer| diagnosis.take(rank, id, answer, 0, false));
        }
        diagnosis.finish(|_| true, unknown, at + ANSWER_LIMIT).unwrap().printed
    }

    #[test]
    fn a_hang_is_printed_once_and_a_job_that_computes_never() {
        let (mut diagnosis, now) = (Diagnosis::default(), Instant::now());
        let minute = Duration::from_secs(60);
        assert_eq!(complain(&mut diagnosis, now, &[Some(waiting(0)), None]), None);
        let all = [Some(waiting(0)), Some(waiting(1))];
        assert_eq!(complain(&mut diagnosis, now + ANSWER_LIMIT, &all), None, "too soon");
        let printed = complain(&mut diagnosis, now + minute, &all).unwrap();
        assert!(printed.contains("60 s") && printed.contains("FERRY_WATCHDOG=off"), "{printed}");
        assert_eq!(complain(&mut diagnosis, now + 2 * minute, &all), None);
    }

    #[test]
    fn visitors_get_the_report_as_data() {
        let (mut diagnosis, now) = (Diagnosis::default(), Instant::now());
        let (mut ours, theirs) = UnixStream::pair().unwrap();
        diagnosis.ask(Reason::Visitor(theirs), vec![ACTIVE], now);
        diagnosis.take(0, 1, &waiting(0), 0, false);
        assert!(diagnosis.finish(|_| true, unknown, now).unwrap().printed.is_none());
        let mut line = String::new();
        ours.read_to_string(&mut line).unwrap();
        assert!(JobReport::from_line(&line).unwrap().hangs);
    }

    #[test]
    fn a_process_is_described_whatever_its_name() {
        let stat = "12 (a) b) R 1 12 12 0 -1 4194304 0 0 0 0 250 31 0 0 20 0 1 0";
        assert_eq!(describe(stat).as_deref(), Some("running, 2.8 s of processor time"));
        assert_eq!(describe("nonsense"), None);
        assert!(process(std::process::id() as i32).contains("processor time"));
    }

    #[test]
    fn visits_find_the_launcher_of_a_parent() {
        let own = std::process::id() as i32;
        let listener = UnixListener::bind_addr(&address(own).unwrap()).unwrap();
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let pid = child.id() as i32;
        let visit = std::thread::spawn(move || visit(pid));
        let (mut visitor, _) = listener.accept().unwrap();
        visitor.write_all(JobReport::new("x".to_owned(), 0, Vec::new()).to_line().as_bytes()).unwrap();
        drop(visitor);
        assert_eq!(visit.join().unwrap().unwrap().reason, "x");
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(super::visit(1).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
