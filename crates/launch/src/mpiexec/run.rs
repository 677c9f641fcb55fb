//! The launcher's event loop: one thread, one `poll`, no timer but its timeout.
//!
//! A job goes through the stages `Running -> (Leaving) -> Ending -> Killing`; it is over when the launcher has no child left, adopted
//! ones included.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixListener;
use std::time::{Duration, Instant};

use ferry_sys::signals::{Arrival, SignalDescriptor, SignalSet};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getppid, kill_process_group, wait};

use super::descendants;
use super::diagnosis::{self, Diagnosis, Presence, Reason};
use super::fault::Fault;
use super::guard::{Setting, WATCHED};
use super::request::Request;
use super::start::{Job, Rank, Starter};
use super::verdict::{Cause, Who};
use crate::pmi::MAX_LINE_BYTES;
use crate::pmi::server::{Effect, Phase, Server};

/// How long the others may go on when a rank that is outside of MPI exits with a status other than 0: usually they all do, and want to
/// print why. With the grace period it stays within the 2 s in which a job must end.
const LEAVE_PERIOD: Duration = Duration::from_millis(500);

/// Two SIGINT closer than this are one key press that reached the guard twice (as a process and as a member of its group).
const SAME_PRESS: Duration = Duration::from_millis(100);

/// How far the job's end has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing has gone wrong.
    Running,
    /// A rank failed outside of MPI; the others get SIGTERM at this time.
    Leaving(Instant),
    /// All have got SIGTERM; SIGKILL comes at this time.
    Ending(Instant),
    /// All have got SIGKILL.
    Killing,
}

/// What is ready.
#[derive(Clone, Copy, Debug)]
enum Event {
    Signals,
    Connection(usize),
    Stream(usize),
    Sink(usize),
    InputReady,
    InputTaken,
    Visitor,
}

struct Launcher<'a> {
    request: &'a Request,
    guard: Pid,
    signals: SignalDescriptor,
    server: Server,
    job: Job,
    /// Received and not yet complete lines, by rank.
    inboxes: Vec<Vec<u8>>,
    /// Replies not yet taken, by rank.
    outboxes: Vec<Vec<u8>>,
    stage: Stage,
    deadline: Option<Instant>,
    diagnosis: Diagnosis,
    /// Where `ferry dump` asks.
    reception: Option<UnixListener>,
    interrupted: Option<(i32, Instant)>,
    failure: Option<Cause>,
    /// Ranks that ended after they were told to.
    ended: usize,
    has_children: bool,
}

/// Runs the job that `request` describes and returns its exit status.
pub fn run(request: &Request, setting: Setting) -> Result<u8, Fault> {
    let signals = SignalDescriptor::new(&SignalSet::of(WATCHED), true).map_err(Fault::system("cannot watch signals"))?;
    let job_id = crate::node::random_hex().map_err(Fault::system("cannot draw random bytes"))?;
    let job_id = &job_id[..16];
    let starter = Starter::new(request, job_id, setting.signal_mask, setting.terminal)?;
    let deadline = request.timeout.map(|limit| Instant::now() + limit);
    // Before the ranks: whoever sees one may ask.
    let reception = diagnosis::reception(setting.guard.as_raw_pid());
    let mut job = Job::default();
    if let Err(fault) = starter.start(&mut job) {
        descendants::kill_all(&[]);
        return Err(fault);
    }
    let appnums: Vec<usize> = request.counts().enumerate().flat_map(|(app, count)| std::iter::repeat_n(app, count)).collect();
    let launcher = Launcher {
        request,
        guard: setting.guard,
        signals,
        server: Server::new(&format!("ferry-{job_id}"), &appnums),
        inboxes: vec![Vec::new(); job.ranks.len()],
        outboxes: vec![Vec::new(); job.ranks.len()],
        job,
        stage: Stage::Running,
        deadline,
        diagnosis: Diagnosis::default(),
        reception,
        interrupted: None,
        failure: None,
        ended: 0,
        has_children: true,
    };
    launcher.run()
}

impl Launcher<'_> {
    fn run(mut self) -> Result<u8, Fault> {
        // A rank may have ended while the last ones were started.
        self.collect();
        while self.has_children {
            for event in self.wait()? {
                self.handle(event)?;
            }
            self.keep_time();
        }
        self.finish_output();
        let Some(cause) = self.failure else { return Ok(0) };
        super::say(&cause.sentence(self.ended));
        Ok(cause.status())
    }

    /// Waits until something is ready or the next deadline.
    fn wait(&self) -> Result<Vec<Event>, Fault> {
        let mut requests = Vec::new();
        let mut events = Vec::new();
        self.interests(&mut |event, descriptor, flags| {
            requests.push(PollFd::from_borrowed_fd(descriptor, flags));
            events.push(event);
        });
        let limit = self.next_deadline().map(|at| at.saturating_duration_since(Instant::now()));
        let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
        match poll(&mut requests, limit.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(Fault::system("cannot wait for events")(error)),
        }
        let ready = requests.iter().zip(events).filter(|(request, _)| !request.revents().is_empty());
        Ok(ready.map(|(_, event)| event).collect())
    }

    fn interests<'a>(&'a self, register: &mut impl FnMut(Event, BorrowedFd<'a>, PollFlags)) {
        register(Event::Signals, self.signals.as_fd(), PollFlags::IN);
        if let Some(reception) = &self.reception {
            register(Event::Visitor, reception.as_fd(), PollFlags::IN);
        }
        for (rank, state) in self.job.ranks.iter().enumerate() {
            if let Some(connection) = &state.connection {
                let reply = if self.outboxes[rank].is_empty() { PollFlags::empty() } else { PollFlags::OUT };
                register(Event::Connection(rank), connection.as_fd(), PollFlags::IN | reply);
            }
        }
        for (index, stream) in self.job.streams.iter().enumerate() {
            if let Some(pipe) = stream.pipe.as_ref().filter(|_| !self.job.sinks[stream.sink].is_full()) {
                register(Event::Stream(index), pipe.as_fd(), PollFlags::IN);
            }
        }
        for (index, sink) in self.job.sinks.iter().enumerate().filter(|(_, sink)| sink.is_waiting()) {
            register(Event::Sink(index), sink.file.as_fd(), PollFlags::OUT);
        }
        if let Some(input) = &self.job.input {
            input.wants().into_iter().for_each(|source| register(Event::InputReady, source.as_fd(), PollFlags::IN));
            input.behind().for_each(|pipe| register(Event::InputTaken, pipe.as_fd(), PollFlags::OUT));
        }
    }

    fn next_deadline(&self) -> Option<Instant> {
        let of_stage = match self.stage {
            Stage::Running => self.deadline,
            Stage::Leaving(at) => Some(self.deadline.map_or(at, |deadline| deadline.min(at))),
            Stage::Ending(at) => Some(at),
            Stage::Killing => None,
        };
        of_stage.into_iter().chain(self.diagnosis.deadline()).min()
    }

    fn handle(&mut self, event: Event) -> Result<(), Fault> {
        match event {
            Event::Signals => {
                while let Some(arrival) = self.signals.next().map_err(Fault::system("cannot read signals"))? {
                    self.signal(arrival);
                }
            }
            Event::Connection(rank) => self.serve(rank),
            Event::Stream(index) => self.forward(index),
            Event::Sink(index) => self.flush(index),
            Event::InputReady => self.job.input.iter_mut().for_each(|input| input.read()),
            Event::InputTaken => self.job.input.iter_mut().for_each(|input| input.write()),
            Event::Visitor => {
                if let Some(visitor) = self.reception.as_ref().and_then(diagnosis::receive) {
                    self.ask(Reason::Visitor(visitor));
                }
            }
        }
        Ok(())
    }

    fn signal(&mut self, arrival: Arrival) {
        match arrival.number {
            libc::SIGCHLD => self.collect(),
            libc::SIGTERM if getppid() != Some(self.guard) => {
                self.fail(Cause::Abandoned);
                self.kill();
            }
            libc::SIGTERM => {
                self.interrupted = Some((libc::SIGTERM, Instant::now()));
                self.end();
            }
            libc::SIGINT => self.interrupt(),
            libc::SIGUSR1 | libc::SIGUSR2 => self.signal_programs(arrival.number),
            number => {
                if number == libc::SIGHUP || number == libc::SIGQUIT {
                    self.interrupted = Some((number, Instant::now()));
                }
                self.signal_groups(number);
            }
        }
    }

    /// The first SIGINT is the ranks' to handle; the second one kills.
    fn interrupt(&mut self) {
        let now = Instant::now();
        match self.interrupted {
            Some((libc::SIGINT, before)) if now - before < SAME_PRESS => {}
            Some((libc::SIGINT, _)) => {
                self.fail(Cause::Interrupted(libc::SIGINT));
                self.kill();
            }
            _ => {
                self.interrupted = Some((libc::SIGINT, now));
                self.signal_groups(libc::SIGINT);
            }
        }
    }

    /// Sends a signal to the process group of each rank that has not been collected, so that no group id can be a stranger's.
    fn signal_groups(&self, number: i32) {
        let Some(signal) = Signal::from_named_raw(number) else { return };
        for rank in self.job.ranks.iter().filter(|rank| rank.is_running) {
            let _ = kill_process_group(rank.pid, signal);
        }
    }

    /// As [`Self::signal_groups`], for signals that ask MPI processes something: the shells and scripts around them are not to die of it. A rank may have said
    /// just now that it is one: its message counts, though the signal was noticed first.
    fn signal_programs(&mut self, number: i32) {
        let Some(signal) = Signal::from_named_raw(number) else { return };
        (0..self.job.ranks.len()).for_each(|rank| self.serve(rank));
        for (number, rank) in self.job.ranks.iter().enumerate().filter(|(_, rank)| rank.is_running) {
            if self.server.phase(number) == Phase::Silent {
                let _ = kill_process_group(rank.pid, signal);
            } else {
                descendants::signal_takers(rank.pid, signal);
            }
        }
    }

    /// Starts an inquiry, or joins the one under way.
    fn ask(&mut self, reason: Reason) {
        let Some(question) = self.diagnosis.ask(reason, self.job.ranks.len(), Instant::now()) else { return };
        for rank in 0..self.job.ranks.len() {
            if matches!(self.presence(rank), Presence::Active { .. }) {
                self.outboxes[rank].extend_from_slice(question.as_bytes());
                self.write_connection(rank);
            }
        }
    }

    fn presence(&self, rank: usize) -> Presence {
        let Rank { pid, is_running, connection, .. } = &self.job.ranks[rank];
        let pid = self.server.pid(rank).unwrap_or_else(|| pid.as_raw_pid());
        match self.server.phase(rank) {
            Phase::Finalized => Presence::Finalized,
            _ if !is_running => Presence::Exited,
            Phase::Active if connection.is_some() => Presence::Active { pid },
            _ => Presence::Before { pid },
        }
    }

    /// Prints what an inquiry has found, once it is over.
    fn finish_inquiry(&mut self) {
        let mut diagnosis = std::mem::take(&mut self.diagnosis);
        let outcome = diagnosis.finish(|rank| self.presence(rank), Instant::now());
        self.diagnosis = diagnosis;
        let Some(outcome) = outcome else { return };
        if let Some(report) = &outcome.printed {
            super::say(report.trim_end());
        }
        if outcome.is_timeout {
            self.end_late();
        }
    }

    /// The job's time is over: it ends, once its ranks have said how they stand.
    fn time_out(&mut self) {
        let is_active = |rank| matches!(self.presence(rank), Presence::Active { .. });
        if (0..self.job.ranks.len()).any(is_active) { self.ask(Reason::Timeout) } else { self.end_late() }
    }

    fn end_late(&mut self) {
        self.fail(Cause::Timeout(self.request.timeout.unwrap_or_default()));
        self.end();
    }

    /// Reads and answers what a rank has to say.
    fn serve(&mut self, rank: usize) {
        self.read_connection(rank);
        let mut effects = Vec::new();
        let inbox = std::mem::take(&mut self.inboxes[rank]);
        let mut rest = inbox.as_slice();
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.server.line(rank, &String::from_utf8_lossy(&rest[..end]), &mut effects);
            rest = &rest[end + 1..];
        }
        if rest.len() > MAX_LINE_BYTES {
            effects.push(Effect::Malformed { rank, line: format!("a line longer than {MAX_LINE_BYTES} bytes") });
        } else {
            self.inboxes[rank] = rest.to_vec();
        }
        effects.into_iter().for_each(|effect| self.apply(effect));
        self.write_connection(rank);
    }

    fn read_connection(&mut self, rank: usize) {
        let Some(connection) = &mut self.job.ranks[rank].connection else { return };
        let mut buffer = [0u8; 4096];
        loop {
            match connection.read(&mut buffer) {
                Ok(count) if count > 0 => self.inboxes[rank].extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The rank closed its end; its exit status will tell whether that was right.
                Ok(_) | Err(_) => {
                    self.job.ranks[rank].connection = None;
                    return;
                }
            }
            if self.inboxes[rank].len() > MAX_LINE_BYTES {
                return;
            }
        }
    }

    fn write_connection(&mut self, rank: usize) {
        let outbox = &mut self.outboxes[rank];
        let Some(connection) = &mut self.job.ranks[rank].connection else { return outbox.clear() };
        while !outbox.is_empty() {
            match connection.write(outbox) {
                Ok(count) => drop(outbox.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => return outbox.clear(),
            }
        }
    }

    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Reply { rank, line } => {
                self.outboxes[rank].extend_from_slice(line.as_bytes());
                self.write_connection(rank);
            }
            Effect::Abort { rank, code, message } => {
                self.fail(Cause::Abort(self.who(rank), code, message));
                self.end();
            }
            Effect::Dump { rank } => self.ask(Reason::Signal(rank)),
            Effect::Stall { rank, seconds } => self.ask(Reason::Stall(rank, seconds)),
            Effect::Report { rank, id, text, left } => self.diagnosis.take(rank, id, &text, left),
            Effect::Malformed { rank, line } => {
                self.fail(Cause::Protocol(self.who(rank), line));
                self.end();
            }
        }
    }

    fn who(&self, rank: usize) -> Who {
        let Rank { pid, program, .. } = &self.job.ranks[rank];
        Who { rank, pid: pid.as_raw_pid(), program: program.clone() }
    }

    fn forward(&mut self, index: usize) {
        let stream = &mut self.job.streams[index];
        let sink = stream.sink;
        if let Err(error) = stream.forward(&mut self.job.sinks[sink]) {
            stream.close(&mut self.job.sinks[sink]);
            self.fail(Cause::Launcher(format!("cannot read a rank's output: {error}")));
            self.end();
        }
        self.flush(sink);
    }

    fn flush(&mut self, index: usize) {
        if let Err(error) = self.job.sinks[index].flush() {
            self.lose_output(index, &error);
        }
    }

    fn lose_output(&mut self, index: usize, error: &std::io::Error) {
        self.job.streams.iter_mut().filter(|stream| stream.sink == index).for_each(|stream| stream.pipe = None);
        self.job.sinks[index].discard();
        self.fail(Cause::Output(error.to_string()));
        self.end();
    }

    /// Collects the children that have ended and judges the ranks among them.
    fn collect(&mut self) {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) => {
                    if let Some(rank) = self.job.ranks.iter().position(|rank| rank.is_running && rank.pid == pid) {
                        self.judge(rank, status);
                    }
                }
                Ok(None) => break,
                Err(_) => {
                    self.has_children = false;
                    return;
                }
            }
        }
        if self.job.ranks.iter().all(|rank| !rank.is_running) {
            self.end_leftovers();
        }
    }

    fn judge(&mut self, rank: usize, status: WaitStatus) {
        // What it said before it died counts: an abort, or that it had finalized.
        self.serve(rank);
        self.job.ranks[rank].is_running = false;
        self.ended += usize::from(matches!(self.stage, Stage::Ending(_) | Stage::Killing) && !self.is_culprit(rank));
        self.job.ranks[rank].connection = None;
        let is_active = self.server.phase(rank) == Phase::Active;
        match (status.exit_status(), status.terminating_signal()) {
            (Some(0), _) if !is_active => {}
            (Some(0), _) => {
                self.fail(Cause::Unfinalized(self.who(rank)));
                self.end();
            }
            (Some(code), _) => {
                self.fail(Cause::Status(self.who(rank), code as u8));
                if is_active { self.end() } else { self.let_leave() }
            }
            (None, signal) => {
                let signal = signal.unwrap_or(libc::SIGKILL);
                self.fail(match self.interrupted {
                    Some((sent, _)) if sent == signal || signal == libc::SIGKILL => Cause::Interrupted(sent),
                    _ => Cause::Signal(self.who(rank), signal),
                });
                self.end();
            }
        }
    }

    /// Whether the job fails because of this rank.
    fn is_culprit(&self, rank: usize) -> bool {
        self.failure.as_ref().and_then(Cause::who).is_some_and(|who| who.rank == rank)
    }

    /// Remembers the first cause.
    fn fail(&mut self, cause: Cause) {
        self.failure.get_or_insert(cause);
    }

    fn let_leave(&mut self) {
        if self.stage == Stage::Running {
            self.stage = Stage::Leaving(Instant::now() + LEAVE_PERIOD);
        }
    }

    /// Asks everything to end.
    fn end(&mut self) {
        if matches!(self.stage, Stage::Running | Stage::Leaving(_)) {
            self.stage = Stage::Ending(Instant::now() + self.request.grace);
            self.signal_groups(libc::SIGTERM);
            // A stopped process handles no SIGTERM.
            self.signal_groups(libc::SIGCONT);
        }
    }

    /// Ends everything.
    fn kill(&mut self) {
        self.stage = Stage::Killing;
        self.signal_groups(libc::SIGKILL);
        descendants::signal_all(Signal::KILL);
    }

    /// All ranks have exited and something they started has not.
    fn end_leftovers(&mut self) {
        match self.stage {
            Stage::Running | Stage::Leaving(_) => {
                self.stage = Stage::Ending(Instant::now() + self.request.grace);
                descendants::signal_all(Signal::TERM);
                descendants::signal_all(Signal::CONT);
            }
            Stage::Ending(_) => descendants::signal_all(Signal::TERM),
            Stage::Killing => descendants::signal_all(Signal::KILL),
        }
    }

    fn keep_time(&mut self) {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) && matches!(self.stage, Stage::Running | Stage::Leaving(_)) {
            self.deadline = None;
            self.time_out();
        }
        self.finish_inquiry();
        match self.stage {
            Stage::Leaving(at) if now >= at => self.end(),
            Stage::Ending(at) if now >= at => self.kill(),
            _ => {}
        }
    }

    /// Passes on what the ranks left in their pipes. All writers are dead: the pipes hold at most their capacity.
    fn finish_output(&mut self) {
        for index in 0..self.job.streams.len() {
            let stream = &mut self.job.streams[index];
            let sink = stream.sink;
            while let Ok(true) = stream.forward(&mut self.job.sinks[sink]) {}
            stream.close(&mut self.job.sinks[sink]);
        }
        for index in 0..self.job.sinks.len() {
            if let Err(error) = self.job.sinks[index].drain() {
                self.lose_output(index, &error);
            }
        }
    }
}
