//! The ranks of one node: their processes, connections, output and input. Orders come in, news come
//! out ([`super::words`]); the launcher has one for its own host, an agent is one with a link.
//!
//! A node goes through the stages `Running -> Ending -> Killing`; it is over when nothing is left
//! of its ranks and of what they started.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use ferry_sys::signals::SignalSet;
use rustix::event::PollFlags;
use rustix::process::{Pid, Signal, WaitStatus, kill_process_group};

use super::descendants;
use super::diagnosis::process;
use super::fault::Fault;
use super::start::{Crew, Rank, Starter};
use super::words::{News, Order, Plan};
use crate::pmi::MAX_LINE_BYTES;
use crate::pmi::message::escape;
use crate::pmi::server::{Effect, LOST, Phase, PmiServer};

/// Output that may be on its way to the user before the ranks are held back, in bytes.
const MAX_ON_THE_WAY_BYTES: usize = 1 << 20;

/// How far the end has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodePhase {
    Running,
    /// All have got SIGTERM; SIGKILL comes at this time.
    Ending(Instant),
    /// All have got SIGKILL.
    Killing,
}

impl NodePhase {
    /// Whether a rank that died of `signal`, or exited, may have done so because it was told to.
    fn explains(self, signal: Option<i32>) -> bool {
        match self {
            NodePhase::Running => false,
            NodePhase::Ending(_) => signal.is_none_or(|signal| signal == libc::SIGTERM),
            NodePhase::Killing => true,
        }
    }
}

/// What is ready.
#[derive(Clone, Copy, Debug)]
pub enum NodeEvent {
    /// A rank says something.
    Connection(usize),
    /// A rank has written.
    Stream(usize),
    /// A rank can be given more to read.
    Input,
}

/// See the module.
pub struct Node {
    crew: Crew,
    pmi_server: PmiServer,
    /// What ranks are told of others that have died or left.
    losses: Vec<String>,
    /// Received and not yet complete lines, by rank.
    inboxes: Vec<Vec<u8>>,
    /// Replies not yet taken, by rank.
    outboxes: Vec<Vec<u8>>,
    stage: NodePhase,
    grace: Duration,
    /// Children that are none of the ranks' (remote shells).
    strangers: Vec<Pid>,
    /// Bytes of output whose arrival has not been confirmed.
    on_the_way: usize,
    /// Input is being passed on.
    is_feeding: bool,
    is_over: bool,
    news: Vec<News>,
}

impl Node {
    /// Starts the ranks of `plan`. After a fault, some of them may run: they have to be ended.
    pub fn start(
        plan: &Plan,
        signal_mask: SignalSet,
        terminal: Option<std::os::fd::OwnedFd>,
        strangers: Vec<Pid>,
    ) -> (Self, Option<Fault>) {
        let mut crew = Crew::default();
        let started = Starter::new(plan, signal_mask, terminal).and_then(|starter| starter.start(&mut crew));
        let appnums: Vec<usize> = plan.seats.iter().map(|(_, app)| *app).collect();
        let mut node = Node {
            pmi_server: PmiServer::new(&format!("ferry-{}", plan.job_id), plan.size, &plan.mapping, &appnums),
            losses: Vec::new(),
            inboxes: vec![Vec::new(); crew.ranks.len()],
            outboxes: vec![Vec::new(); crew.ranks.len()],
            stage: NodePhase::Running,
            grace: Duration::from_millis(plan.grace_ms),
            strangers,
            on_the_way: 0,
            is_feeding: false,
            is_over: false,
            news: crew.notes.drain(..).map(|text| News::Note { text }).collect(),
            crew,
        };
        match &started {
            Ok(()) => node.news.push(News::Started { pids: node.crew.ranks.iter().map(|rank| rank.pid.as_raw_pid()).collect() }),
            Err(_) => node.kill(),
        }
        (node, started.err())
    }

    /// What has happened since the last time.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Whether nothing is left here.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Registers what to wait for.
    pub fn interests<'a>(&'a self, register: &mut impl FnMut(NodeEvent, BorrowedFd<'a>, PollFlags)) {
        for (number, rank) in self.crew.ranks.iter().enumerate() {
            if let Some(connection) = &rank.connection {
                let reply = if self.outboxes[number].is_empty() { PollFlags::empty() } else { PollFlags::OUT };
                register(NodeEvent::Connection(number), connection.as_fd(), PollFlags::IN | reply);
            }
        }
        let may_read = self.on_the_way < MAX_ON_THE_WAY_BYTES;
        for (index, stream) in self.crew.streams.iter().enumerate().filter(|_| may_read) {
            stream.pipe.iter().for_each(|pipe| register(NodeEvent::Stream(index), pipe.as_fd(), PollFlags::IN));
        }
        let behind = self.crew.input.iter().flat_map(|input| input.behind());
        behind.for_each(|pipe| register(NodeEvent::Input, pipe.as_fd(), PollFlags::OUT));
    }

    /// Does what is ready.
    pub fn handle(&mut self, event: NodeEvent) {
        match event {
            NodeEvent::Connection(rank) => _ = self.serve(rank),
            NodeEvent::Stream(index) => drop(self.forward(index)),
            NodeEvent::Input => self.feed(),
        }
    }

    /// Does what the launcher wants.
    pub fn obey(&mut self, order: Order) {
        match order {
            Order::Space { word } => {
                let mut effects = Vec::new();
                self.pmi_server.receive(word, &mut effects);
                effects.into_iter().for_each(|effect| self.apply(effect));
            }
            Order::Question { id } => self.question(id),
            Order::Signal { number: number @ (libc::SIGUSR1 | libc::SIGUSR2) } => self.signal_programs(number),
            Order::Signal { number } => self.signal_groups(number),
            Order::End => self.end(),
            Order::Kill => self.kill(),
            Order::Input { bytes } => self.take_input(bytes),
            Order::Room { bytes } => self.on_the_way = self.on_the_way.saturating_sub(bytes),
            Order::Lost { rank, number, has_left, reason } => self.lose(rank, number, has_left, &reason),
            Order::Ping => self.news.push(News::Pong),
            // An agent's: it gets one plan and makes the node of it, and waits for its dismissal.
            Order::Start { .. } | Order::Bye => {}
        }
    }

    /// When [`Self::keep_time`] has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        if let NodePhase::Ending(at) = self.stage { Some(at) } else { None }
    }

    /// Does what is due.
    pub fn keep_time(&mut self, now: Instant) {
        if self.deadline().is_some_and(|at| now >= at) {
            self.kill();
        }
    }

    /// A child is none of the ranks'.
    pub fn add_stranger(&mut self, pid: Pid) {
        self.strangers.push(pid);
    }

    /// That child has ended.
    pub fn remove_stranger(&mut self, pid: Pid) {
        self.strangers.retain(|stranger| *stranger != pid);
    }

    /// A child has ended. False if it is no rank.
    pub fn bury(&mut self, pid: Pid, status: WaitStatus) -> bool {
        let Some(rank) = self.crew.ranks.iter().position(|rank| rank.is_running && rank.pid == pid) else {
            self.strangers.retain(|stranger| *stranger != pid);
            return false;
        };
        // What it said before it died counts: an abort, or that it had finalized.
        while self.serve(rank) {}
        self.crew.ranks[rank].is_running = false;
        self.crew.ranks[rank].connection = None;
        let (status, signal) = (status.exit_status(), status.terminating_signal());
        self.news.push(News::Exited { rank, status, signal, was_told: self.stage.explains(signal) });
        true
    }

    /// Looks whether anything is left, once no rank runs; ends it if so. `has_children`: whether
    /// this process has any child.
    pub fn settle(&mut self, has_children: bool) {
        if self.is_over || self.crew.ranks.iter().any(|rank| rank.is_running) {
            return;
        }
        let is_empty = !has_children || (!self.strangers.is_empty() && descendants::descendants(&self.strangers).is_empty());
        if !is_empty {
            return self.end_leftovers();
        }
        self.finish_output();
        self.is_over = true;
        self.news.push(News::Over);
    }

    /// Reads and answers what a rank has to say; true if it has said something.
    fn serve(&mut self, rank: usize) -> bool {
        let before = self.standing(rank);
        let has_said = self.read_connection(rank);
        let mut effects = Vec::new();
        let inbox = std::mem::take(&mut self.inboxes[rank]);
        let mut rest = inbox.as_slice();
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.pmi_server.line(rank, &String::from_utf8_lossy(&rest[..end]), &mut effects);
            rest = &rest[end + 1..];
        }
        if rest.len() > MAX_LINE_BYTES {
            effects.push(Effect::Malformed { rank, line: format!("a line longer than {MAX_LINE_BYTES} bytes") });
        } else {
            self.inboxes[rank] = rest.to_vec();
        }
        let after = self.standing(rank);
        if before != after {
            let (phase, is_connected, pid) = after;
            if phase == Phase::Active && before.0 != phase {
                let known = self.losses.concat();
                effects.push(Effect::Reply { rank, line: known });
            }
            self.news.push(News::Phase { rank, phase, pid, is_connected });
        }
        effects.into_iter().for_each(|effect| self.apply(effect));
        self.write_connection(rank);
        has_said
    }

    fn standing(&self, rank: usize) -> (Phase, bool, Option<i32>) {
        (self.pmi_server.phase(rank), self.crew.ranks[rank].connection.is_some(), self.pmi_server.pid(rank))
    }

    /// Reads some of it; true if there was something.
    fn read_connection(&mut self, rank: usize) -> bool {
        let Some(connection) = &mut self.crew.ranks[rank].connection else { return false };
        let mut buffer = [0u8; 4096];
        let mut has_said = false;
        loop {
            match connection.read(&mut buffer) {
                Ok(count) if count > 0 => {
                    has_said = true;
                    self.inboxes[rank].extend_from_slice(&buffer[..count]);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return has_said,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The rank closed its end; its exit status will tell whether that was right.
                Ok(_) | Err(_) => {
                    self.crew.ranks[rank].connection = None;
                    return has_said;
                }
            }
            if self.inboxes[rank].len() > MAX_LINE_BYTES {
                return has_said;
            }
        }
    }

    fn write_connection(&mut self, rank: usize) {
        let outbox = &mut self.outboxes[rank];
        let Some(connection) = &mut self.crew.ranks[rank].connection else { return outbox.clear() };
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
        self.news.push(match effect {
            Effect::Reply { rank, line } => {
                self.outboxes[rank].extend_from_slice(line.as_bytes());
                return self.write_connection(rank);
            }
            Effect::Up(word) => News::Space { word },
            Effect::Abort { rank, code, message } => News::Abort { rank, code, message },
            Effect::Dump { rank } => News::Dump { rank },
            Effect::Stall { rank, seconds } => News::Stall { rank, seconds },
            Effect::Report { rank, id, text, left } => News::Report { rank, id, text, left },
            Effect::Malformed { rank, line } => News::Malformed { rank, line },
        });
    }

    /// Asks the ranks that use MPI, and looks at the processes of all that run.
    fn question(&mut self, id: u32) {
        for number in 0..self.crew.ranks.len() {
            let Rank { pid, is_running, connection } = &self.crew.ranks[number];
            let (phase, pid) = (self.pmi_server.phase(number), self.pmi_server.pid(number).unwrap_or(pid.as_raw_pid()));
            if !is_running {
                continue;
            }
            let is_asked = phase == Phase::Active && connection.is_some();
            self.news.push(News::Process { rank: number, text: process(pid) });
            if is_asked {
                self.outboxes[number].extend_from_slice(format!("cmd=ferry_question id={id}\n").as_bytes());
                self.write_connection(number);
            }
        }
    }

    /// Tells the ranks that use MPI, and later those that begin to, that a rank of the job is gone.
    fn lose(&mut self, rank: usize, number: Option<usize>, has_left: bool, reason: &str) {
        if let Some(number) = number {
            let mut effects = Vec::new();
            self.pmi_server.lose(number, &mut effects);
            effects.into_iter().for_each(|effect| self.apply(effect));
        }
        let line = format!("cmd={LOST} rank={rank} left={} reason={}\n", u8::from(has_left), escape(reason));
        for number in 0..self.crew.ranks.len() {
            if self.pmi_server.phase(number) == Phase::Active && self.crew.ranks[number].connection.is_some() {
                self.outboxes[number].extend_from_slice(line.as_bytes());
                self.write_connection(number);
            }
        }
        self.losses.push(line);
    }

    /// Sends a signal to the process group of each rank that has not been collected, so that no
    /// group id can be a stranger's.
    fn signal_groups(&self, number: i32) {
        let Some(signal) = Signal::from_named_raw(number) else { return };
        for rank in self.crew.ranks.iter().filter(|rank| rank.is_running) {
            let _ = kill_process_group(rank.pid, signal);
        }
    }

    /// As [`Self::signal_groups`], for signals that ask MPI processes something: the shells and
    /// scripts around them are not to die of it. A rank may have said just now that it is one: its
    /// message counts, though the signal was noticed first.
    fn signal_programs(&mut self, number: i32) {
        let Some(signal) = Signal::from_named_raw(number) else { return };
        for rank in 0..self.crew.ranks.len() {
            self.serve(rank);
        }
        for (number, rank) in self.crew.ranks.iter().enumerate().filter(|(_, rank)| rank.is_running) {
            if self.pmi_server.phase(number) == Phase::Silent {
                let _ = kill_process_group(rank.pid, signal);
            } else {
                descendants::signal_takers(rank.pid, signal);
            }
        }
    }

    fn take_input(&mut self, bytes: Vec<u8>) {
        let Some(input) = &mut self.crew.input else { return };
        match bytes.is_empty() {
            true => self.crew.input = None,
            false => {
                input.push(bytes);
                self.is_feeding = true;
                self.report_input();
            }
        }
    }

    fn feed(&mut self) {
        self.crew.input.iter_mut().for_each(|input| input.write());
        self.report_input();
    }

    fn report_input(&mut self) {
        if let Some(input) = self.crew.input.as_ref().filter(|input| self.is_feeding && input.is_idle()) {
            self.is_feeding = false;
            self.news.push(News::Taken { wants_more: input.has_readers() });
        }
    }

    /// Reads what a rank has written; true if there may be more.
    fn forward(&mut self, index: usize) -> bool {
        let stream = &mut self.crew.streams[index];
        let (rank, which) = (stream.rank, stream.which);
        match stream.read() {
            Ok(None) => false,
            Ok(Some(bytes)) => {
                let is_more = !bytes.is_empty();
                self.on_the_way += bytes.len();
                self.news.push(News::Output { rank, which, bytes });
                is_more
            }
            Err(error) => {
                self.news.push(News::Trouble { reason: format!("cannot read a rank's output: {error}") });
                false
            }
        }
    }

    /// Passes on what the ranks left in their pipes. All writers are dead: the pipes hold at most
    /// their capacity.
    fn finish_output(&mut self) {
        for index in 0..self.crew.streams.len() {
            while self.forward(index) {}
            let stream = &mut self.crew.streams[index];
            if stream.pipe.take().is_some() {
                self.news.push(News::Output { rank: stream.rank, which: stream.which, bytes: Vec::new() });
            }
        }
    }

    /// Asks everything to end.
    fn end(&mut self) {
        if self.stage == NodePhase::Running {
            self.stage = NodePhase::Ending(Instant::now() + self.grace);
            self.signal_groups(libc::SIGTERM);
            // A stopped process handles no SIGTERM.
            self.signal_groups(libc::SIGCONT);
        }
    }

    /// Ends everything.
    pub fn kill(&mut self) {
        self.stage = NodePhase::Killing;
        self.signal_groups(libc::SIGKILL);
        descendants::signal_all(Signal::KILL, &self.strangers);
    }

    /// All ranks have exited and something they started has not.
    fn end_leftovers(&mut self) {
        match self.stage {
            NodePhase::Running => {
                self.stage = NodePhase::Ending(Instant::now() + self.grace);
                descendants::signal_all(Signal::TERM, &self.strangers);
                descendants::signal_all(Signal::CONT, &self.strangers);
            }
            NodePhase::Ending(_) => descendants::signal_all(Signal::TERM, &self.strangers),
            NodePhase::Killing => descendants::signal_all(Signal::KILL, &self.strangers),
        }
    }
}
