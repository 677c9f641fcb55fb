//! The launcher's event loop: one thread, one `poll`, no timer but its timeout.
//!
//! A job goes through the stages `Running -> (Leaving) -> Ending`; it is over when nothing is left
//! on any node. How its ranks fare is heard and judged in `hear`; how they come to be is in
//! `launch`.

use std::collections::BTreeSet;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixListener;
use std::time::{Duration, Instant};

use ferry_sys::signals::{Arrival, SignalDescriptor, SignalSet};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getppid, wait};

use super::agent::PING_PERIOD;
use super::cause::Cause;
use super::diagnosis::{self, Diagnosis, Reason};
use super::fault::Fault;
use super::guard::Setting;
use super::hear::Member;
use super::input::Feed;
use super::launch::Launch;
use super::node::{Node, NodeEvent};
use super::offspring::Offspring;
use super::output::{Outputs, Sink};
use super::plan::{self, Layout};
use super::remote::{AgentState, Remote, RemoteEvent};
use super::request::Request;
use super::spawned::{self, StartListener};
use super::words::{Order, Output};
use crate::names::Names;
use crate::pmi::space::Space;

/// How long the others may go on when a rank that is outside of MPI exits with a status other than
/// 0: usually they all do, and want to print why. With the grace period it stays within the 2 s in
/// which a job must end.
const LEAVE_PERIOD: Duration = Duration::from_millis(500);

/// Two SIGINT closer than this are one key press that reached the guard twice (as a process and as
/// a member of its group).
const SAME_PRESS: Duration = Duration::from_millis(100);

/// How far the job's end has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobPhase {
    /// Nothing has gone wrong.
    Running,
    /// A rank failed outside of MPI; the others are told to end at this time.
    Leaving(Instant),
    /// All have been told to end.
    Ending,
}

/// What is ready.
#[derive(Clone, Copy, Debug)]
enum Event {
    Signals,
    Node(NodeEvent),
    Remote(usize, RemoteEvent),
    Sink(usize),
    Feed,
    Visitor,
    Offspring(usize),
}

/// The launcher of one job.
pub(super) struct Launcher<'a> {
    pub(super) request: &'a Request,
    guard: Pid,
    signals: SignalDescriptor,
    pub(super) layout: Layout,
    pub(super) launch: Launch,
    pub(super) space: Space,
    pub(super) names: Names,
    /// The node on this host, and its number.
    pub(super) here: Option<(usize, Node)>,
    /// The nodes on other hosts.
    pub(super) remotes: Vec<Remote>,
    /// The ranks of the job.
    pub(super) members: Vec<Member>,
    pub(super) outputs: Outputs,
    /// Bytes of output that nodes have sent and that have not been confirmed, by node.
    pub(super) owed: Vec<usize>,
    pub(super) feed: Option<Feed>,
    pub(super) stage: JobPhase,
    deadline: Option<Instant>,
    /// It is over.
    is_late: bool,
    /// Nodes that cannot be reached any more, as the user knows.
    pub(super) lost_nodes: BTreeSet<usize>,
    next_ping: Instant,
    pub(super) diagnosis: Diagnosis,
    /// Where `ferry dump` asks.
    reception: Option<UnixListener>,
    pub(super) interrupted: Option<(i32, Instant)>,
    /// Launchers of processes that ranks wanted.
    pub(super) offspring: Vec<Offspring>,
    /// Signal mask of what is started.
    pub(super) signal_mask: SignalSet,
    /// Whoever waits until all ranks use MPI.
    starter: Option<StartListener>,
    /// That one was told that they do not.
    is_failure_told: bool,
    pub(super) failure: Option<Cause>,
    /// Ranks that ended after they were told to.
    pub(super) ended: usize,
    /// The job goes on when ranks die.
    pub(super) survives: bool,
}

/// Runs the job that `request` describes and returns its exit status.
pub fn run(request: &Request, setting: Setting, starter: Option<StartListener>) -> Result<u8, Fault> {
    match Launcher::prepare(request, setting) {
        Ok(launcher) => Launcher { starter, ..launcher }.run(),
        Err(fault) => {
            if let Some(starter) = starter {
                starter.tell_failed(&fault.to_string());
            }
            Err(fault)
        }
    }
}

impl<'a> Launcher<'a> {
    /// Everything before the first process.
    fn prepare(request: &'a Request, setting: Setting) -> Result<Self, Fault> {
        let signals = SignalDescriptor::new(&setting.watched, true).map_err(Fault::system("cannot watch signals"))?;
        let random = || crate::node::random_hex().map_err(Fault::system("cannot draw random bytes"));
        let (job_id, secret) = (random()?[..16].to_owned(), random()?);
        let layout = Layout::new(request)?;
        let plans = plan::plans(request, &layout, &job_id, &secret)?;
        let passing: Vec<bool> = layout.seats.iter().map(|(node, _)| plans[*node].output == Output::Report).collect();
        let outputs = Outputs::new(&passing, request.tag_output, request.output_filename.as_deref())?;
        let deadline = request.timeout.map(|limit| Instant::now() + limit);
        // Before the ranks: whoever sees one may ask.
        let reception = diagnosis::reception(setting.guard.as_raw_pid());
        let nodes = plans.len();
        let is_here = |node: usize| layout.nodes[node].is_here;
        let launch = Launch::new(request, plans, is_here, setting.signal_mask, setting.terminal)?;
        Ok(Launcher {
            request,
            guard: setting.guard,
            signals,
            members: Member::all(request, &layout),
            layout,
            launch,
            space: Space::new(nodes),
            names: Names::default(),
            here: None,
            remotes: Vec::new(),
            outputs,
            owed: vec![0; nodes],
            feed: None,
            stage: JobPhase::Running,
            deadline,
            is_late: false,
            lost_nodes: BTreeSet::new(),
            next_ping: Instant::now() + PING_PERIOD,
            diagnosis: Diagnosis::default(),
            reception,
            interrupted: None,
            offspring: Vec::new(),
            signal_mask: setting.signal_mask,
            starter: None,
            is_failure_told: false,
            failure: None,
            ended: 0,
            survives: request.survives(&|name| std::env::var_os(name)),
        })
    }
}

impl Launcher<'_> {
    fn run(mut self) -> Result<u8, Fault> {
        self.bring_up();
        self.hear_here();
        while !self.is_over() {
            for event in self.wait()? {
                self.handle(event)?;
                self.hear_here();
            }
            self.bring_up();
            self.keep_time();
            self.hear_here();
        }
        self.finish_output()?;
        if let Some(starter) = self.starter.take().filter(|starter| !starter.has_started) {
            starter.tell_failed(&spawned::why(None));
        }
        let Some(cause) = self.failure else { return Ok(0) };
        if !self.is_failure_told {
            super::say(&cause.sentence(self.ended));
        }
        Ok(if has_parted(&self.members, &cause) { 0 } else { cause.status() })
    }

    fn is_over(&self) -> bool {
        let is_over_here = self.here.as_ref().is_none_or(|(_, node)| node.is_over());
        is_over_here
            && self.offspring.is_empty()
            && !self.launch.is_pending()
            && self.remotes.iter().all(|remote| remote.process().is_none())
    }

    /// Waits until something is ready or the next deadline.
    fn wait(&self) -> Result<Vec<Event>, Fault> {
        let mut requests = Vec::new();
        let mut events = Vec::new();
        self.interests(&mut |event, descriptor, flags| {
            requests.push(PollFd::from_borrowed_fd(descriptor, flags));
            events.push(event);
        });
        poll_until(&mut requests, self.next_deadline())?;
        let ready = requests.iter().zip(events).filter(|(request, _)| !request.revents().is_empty());
        Ok(ready.map(|(_, event)| event).collect())
    }

    fn interests<'a>(&'a self, register: &mut impl FnMut(Event, BorrowedFd<'a>, PollFlags)) {
        register(Event::Signals, self.signals.as_fd(), PollFlags::IN);
        if let Some(reception) = &self.reception {
            register(Event::Visitor, reception.as_fd(), PollFlags::IN);
        }
        if let Some((_, node)) = &self.here {
            node.interests(&mut |event, descriptor, flags| register(Event::Node(event), descriptor, flags));
        }
        for (index, remote) in self.remotes.iter().enumerate() {
            remote.interests(&mut |event, descriptor, flags| register(Event::Remote(index, event), descriptor, flags));
        }
        for (index, sink) in self.outputs.sinks.iter().enumerate().filter(|(_, sink)| sink.is_waiting()) {
            register(Event::Sink(index), sink.file.as_fd(), PollFlags::OUT);
        }
        for (index, offspring) in self.offspring.iter().enumerate() {
            offspring.wants().into_iter().for_each(|socket| register(Event::Offspring(index), socket, PollFlags::IN));
        }
        let source = self.feed.iter().flat_map(|feed| feed.wants());
        source.for_each(|source| register(Event::Feed, source.as_fd(), PollFlags::IN));
    }

    fn next_deadline(&self) -> Option<Instant> {
        let of_stage = match self.stage {
            JobPhase::Running => self.deadline,
            JobPhase::Leaving(at) => Some(self.deadline.map_or(at, |deadline| deadline.min(at))),
            JobPhase::Ending => None,
        };
        let of_node = self.here.as_ref().and_then(|(_, node)| node.deadline());
        let of_remotes = self.remotes.iter().filter_map(Remote::deadline);
        let ping = (!self.remotes.is_empty()).then_some(self.next_ping);
        let all = of_stage.into_iter().chain(self.diagnosis.deadline()).chain(of_node).chain(of_remotes).chain(ping);
        all.chain(self.launch.deadline).chain(self.launch.half_time).chain(self.outputs.deadline()).min()
    }

    fn handle(&mut self, event: Event) -> Result<(), Fault> {
        match event {
            Event::Signals => {
                while let Some(arrival) = self.signals.next().map_err(Fault::system("cannot read signals"))? {
                    self.signal(arrival);
                    self.hear_here();
                }
            }
            Event::Node(event) => self.here.iter_mut().for_each(|(_, node)| node.handle(event)),
            Event::Remote(index, RemoteEvent::Arrived) => self.hear_remote(index),
            Event::Remote(index, RemoteEvent::Writable) => self.remotes[index].write(),
            Event::Remote(index, RemoteEvent::Errors) => {
                let lines = self.remotes[index].read_errors();
                self.show_errors(index, lines);
            }
            Event::Sink(index) => self.flush(index),
            Event::Feed => self.feed_nodes(),
            Event::Offspring(index) => self.hear_offspring(index),
            Event::Visitor => {
                if let Some(visitor) = self.reception.as_ref().and_then(diagnosis::receive) {
                    self.ask(Reason::Visitor(visitor));
                }
            }
        }
        Ok(())
    }

    pub(super) fn show_errors(&self, index: usize, lines: Vec<String>) {
        let host = &self.remotes[index].host;
        lines.iter().filter(|line| self.launch.is_worth_showing(line)).for_each(|line| super::say(&format!("{host}: {line}")));
    }

    fn feed_nodes(&mut self) {
        let Some((bytes, nodes)) = self.feed.as_mut().and_then(Feed::read) else { return };
        nodes.into_iter().for_each(|node| self.order(node, Order::Input { bytes: bytes.clone() }));
    }

    fn signal(&mut self, arrival: Arrival) {
        match arrival.number {
            libc::SIGCHLD => self.collect(),
            libc::SIGTERM if getppid() != Some(self.guard) => {
                self.fail(Cause::Abandoned);
                self.kill();
            }
            libc::SIGTERM => {
                self.note_interrupt(libc::SIGTERM);
                self.end();
            }
            libc::SIGINT => self.interrupt(),
            number => {
                if number == libc::SIGHUP || number == libc::SIGQUIT {
                    self.note_interrupt(number);
                }
                self.pass_on(number);
            }
        }
    }

    /// The first SIGINT is the ranks' to handle; the second one kills.
    fn interrupt(&mut self) {
        match self.interrupted {
            _ if self.is_same_press(libc::SIGINT) => {}
            Some((libc::SIGINT, _)) => {
                self.fail(Cause::Interrupted(libc::SIGINT));
                self.kill();
            }
            _ => {
                self.note_interrupt(libc::SIGINT);
                self.pass_on(libc::SIGINT);
            }
        }
    }

    /// Whether a signal has come already, a moment ago.
    fn is_same_press(&self, number: i32) -> bool {
        self.interrupted.is_some_and(|(before, at)| (before, number) == (libc::SIGINT, libc::SIGINT) && at.elapsed() < SAME_PRESS)
    }

    /// If there are no ranks yet whose end would say so, the job is over here.
    fn note_interrupt(&mut self, number: i32) {
        self.interrupted = Some((number, Instant::now()));
        if self.launch.is_pending() {
            self.fail(Cause::Interrupted(number));
            self.kill();
        }
    }

    /// Gives an order to one node.
    pub(super) fn order(&mut self, node: usize, order: Order) {
        match &mut self.here {
            Some((here, own)) if *here == node => own.obey(order),
            _ => self.remotes.iter_mut().filter(|remote| remote.node == node).for_each(|remote| remote.send(&order)),
        }
    }

    /// Gives an order to all nodes.
    pub(super) fn order_all(&mut self, order: &Order) {
        self.here.iter_mut().for_each(|(_, node)| node.obey(order.clone()));
        self.remotes.iter_mut().filter(|remote| remote.state != AgentState::Calling).for_each(|remote| remote.send(order));
    }

    /// Collects the children that have ended: ranks and remote shells.
    pub(super) fn collect(&mut self) {
        let has_children = loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) => self.bury(pid, status),
                Ok(None) => break true,
                Err(_) => break false,
            }
        };
        self.here.iter_mut().for_each(|(_, node)| node.settle(has_children));
    }

    fn bury(&mut self, pid: Pid, status: WaitStatus) {
        if self.bury_offspring(pid, status) {
            self.here.iter_mut().for_each(|(_, node)| node.remove_stranger(pid));
            return;
        }
        if self.here.as_mut().is_some_and(|(_, node)| node.bury(pid, status)) {
            return self.hear_here();
        }
        if let Some(index) = self.remotes.iter().position(|remote| remote.process() == Some(pid)) {
            self.bury_remote(index, status);
        }
    }

    /// Remembers the first cause.
    pub(super) fn fail(&mut self, cause: Cause) {
        let cause = self.failure.get_or_insert(cause);
        if let Some(starter) = self.starter.take() {
            self.is_failure_told = !starter.has_started;
            starter.tell_failed(&spawned::why(Some(cause)));
        }
    }

    /// All ranks use MPI.
    pub(super) fn note_all_active(&mut self) {
        self.starter.iter_mut().for_each(StartListener::tell_started);
    }

    pub(super) fn let_leave(&mut self) {
        if self.stage == JobPhase::Running {
            self.stage = JobPhase::Leaving(Instant::now() + LEAVE_PERIOD);
        }
    }

    /// Asks everything to end.
    pub(super) fn end(&mut self) {
        if self.stage != JobPhase::Ending {
            self.stage = JobPhase::Ending;
            self.launch.give_up();
            self.order_all(&Order::End);
            self.end_offspring(Signal::TERM);
            self.expect_end(self.request.grace);
        }
    }

    /// Ends everything.
    pub(super) fn kill(&mut self) {
        self.stage = JobPhase::Ending;
        self.launch.give_up();
        self.order_all(&Order::Kill);
        self.end_offspring(Signal::KILL);
        self.expect_end(Duration::ZERO);
    }

    /// Agents that have not answered have no ranks: they go at once.
    fn expect_end(&mut self, more: Duration) {
        for remote in &mut self.remotes {
            match remote.state {
                AgentState::Calling => remote.cut(),
                _ => remote.expect_end(more),
            }
        }
    }

    /// Writes what the ranks have left, waiting for the reader: until the job's time is over or a
    /// signal asks for the end, and if that was so before, as long as the reader goes on.
    fn finish_output(&mut self) -> Result<(), Fault> {
        self.outputs.sinks.iter_mut().for_each(Sink::release);
        let mut is_urgent = self.is_late
            || matches!(self.failure, Some(Cause::Timeout(_) | Cause::Interrupted(_) | Cause::Abandoned))
            || matches!(self.interrupted, Some((libc::SIGTERM, _)));
        loop {
            (0..self.outputs.sinks.len()).for_each(|index| self.flush(index));
            let mut requests = vec![PollFd::new(&self.signals, PollFlags::IN)];
            let waiting = self.outputs.sinks.iter().filter(|sink| sink.is_waiting());
            requests.extend(waiting.map(|sink| PollFd::new(&sink.file, PollFlags::OUT)));
            if requests.len() == 1 {
                return Ok(());
            }
            let until = if is_urgent { Some(Instant::now() + self.request.grace) } else { self.deadline };
            let is_late = !poll_until(&mut requests, until)?;
            if is_late && is_urgent {
                self.fail(Cause::Interrupted(libc::SIGTERM));
                return Ok(());
            }
            if is_late {
                is_urgent = true;
                self.fail(Cause::Timeout(self.request.timeout.unwrap_or_default()));
            }
            while let Some(Arrival { number, .. }) = self.signals.next().map_err(Fault::system("cannot read signals"))? {
                let is_end = [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGQUIT].contains(&number);
                if is_end && !self.is_same_press(number) {
                    self.fail(Cause::Interrupted(number));
                    return Ok(());
                }
            }
        }
    }

    fn keep_time(&mut self) {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) && self.stage != JobPhase::Ending {
            self.deadline = None;
            self.is_late = true;
            self.time_out();
        }
        self.finish_inquiry();
        if self.launch.half_time.is_some_and(|at| now >= at) {
            self.name_awaited();
        }
        if self.launch.deadline.is_some_and(|deadline| now >= deadline) {
            self.name_silent();
        }
        if now >= self.next_ping {
            self.next_ping = now + PING_PERIOD;
            self.remotes
                .iter_mut()
                .filter(|remote| remote.state != AgentState::Calling)
                .for_each(|remote| remote.send(&Order::Ping));
        }
        for index in 0..self.remotes.len() {
            if let Err(reason) = self.remotes[index].keep_time(now) {
                self.lose(index, reason);
            }
        }
        self.here.iter_mut().for_each(|(_, node)| node.keep_time(now));
        self.outputs.keep_time(now);
        if let JobPhase::Leaving(at) = self.stage
            && now >= at
        {
            self.end();
        }
    }
}

/// Waits until one of them is ready; false if it is `until` first.
fn poll_until(requests: &mut [PollFd<'_>], until: Option<Instant>) -> Result<bool, Fault> {
    let limit = until.and_then(|at| Timespec::try_from(at.saturating_duration_since(Instant::now())).ok());
    match poll(requests, limit.as_ref()) {
        Ok(ready) => Ok(ready > 0),
        Err(rustix::io::Errno::INTR) => Ok(true),
        Err(error) => Err(Fault::system("cannot wait for events")(error)),
    }
}

/// Whether what has failed had nothing to do with other jobs any more: processes that were spawned
/// and have disconnected fail on their own account, and whoever wanted them does not hear of it.
fn has_parted(members: &[Member], cause: &Cause) -> bool {
    match cause.who() {
        Some(who) => members[who.rank].has_parted,
        None => members.iter().all(|member| member.has_parted),
    }
}
