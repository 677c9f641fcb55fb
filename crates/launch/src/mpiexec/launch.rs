//! Bringing the nodes of a job up: agents are called in parallel, and when all have answered every
//! node gets its plan. So no rank runs before it is certain that every host can be reached.

use std::ffi::OsString;
use std::os::fd::AsFd;
use std::time::Instant;

use ferry_sys::signals::SignalSet;
use rustix::process::Pid;

use super::agent::OPTION;
use super::cause::Cause;
use super::fault::Fault;
use super::input::Feed;
use super::node::Node;
use super::output::duplicate;
use super::remote::{AgentState, Remote};
use super::request::Request;
use super::run::Launcher;
use super::shell::Shell;
use super::words::{Input, Order, Plan};

/// Agents that are called at once: sshd turns away more than a few connections that have not
/// authenticated, on each host; here it bounds processes.
const MAX_CALLING: usize = 64;

/// What is left to do before all ranks run.
pub struct Launch {
    /// By node; each is taken when its node starts.
    plans: Vec<Option<Plan>>,
    /// Nodes of other hosts that have not been called.
    uncalled: Vec<usize>,
    shell: Option<Shell>,
    agent: Vec<OsString>,
    signal_mask: SignalSet,
    terminal: Option<std::os::fd::OwnedFd>,
    /// Until when all ranks must run; `None` once they do.
    pub deadline: Option<Instant>,
    /// When hosts that have not answered are named; `None` once they were.
    pub half_time: Option<Instant>,
}

impl Launch {
    /// For these plans, of which `here` is this host's.
    pub fn new(
        request: &Request,
        plans: Vec<Plan>,
        is_here: impl Fn(usize) -> bool,
        signal_mask: SignalSet,
        terminal: Option<std::os::fd::OwnedFd>,
    ) -> Result<Self, Fault> {
        let uncalled: Vec<usize> = (0..plans.len()).rev().filter(|node| !is_here(*node)).collect();
        let mut launch = Launch {
            plans: plans.into_iter().map(Some).collect(),
            uncalled,
            shell: None,
            agent: Vec::new(),
            signal_mask,
            terminal,
            deadline: None,
            half_time: None,
        };
        if !launch.uncalled.is_empty() {
            let shell = Shell::of(request)?;
            // Whether it is there at all.
            shell.file()?;
            launch.shell = Some(shell);
            launch.agent = vec![agent_file(request)?, OPTION.into()];
            launch.deadline = Some(Instant::now() + request.launch_timeout);
            launch.half_time = Some(Instant::now() + request.launch_timeout / 2);
        }
        Ok(launch)
    }

    /// Whether there are nodes that have not got their plan.
    pub fn is_pending(&self) -> bool {
        self.plans.iter().any(Option::is_some)
    }

    /// Whether a line of a remote shell's error output is for the user to read.
    pub fn is_worth_showing(&self, line: &str) -> bool {
        !self.shell.as_ref().is_some_and(|shell| shell.is_noise(line))
    }

    /// Nothing more is to start.
    pub fn give_up(&mut self) {
        self.plans.iter_mut().for_each(|plan| *plan = None);
        self.uncalled.clear();
        (self.deadline, self.half_time) = (None, None);
    }
}

/// The file of `mpiexec` on the other hosts: where ours is, unless the user says.
fn agent_file(request: &Request) -> Result<OsString, Fault> {
    match &request.agent_path {
        Some(path) => Ok(path.clone()),
        None => std::env::current_exe().map(Into::into).map_err(Fault::system("cannot find mpiexec's own file")),
    }
}

impl Launcher<'_> {
    /// Does the next steps that can be done.
    pub(super) fn bring_up(&mut self) {
        if !self.launch.is_pending() {
            return;
        }
        if let Err(fault) = self.call_agents().and_then(|()| self.start_nodes()) {
            self.fail(Cause::Start(fault.to_string(), fault.status()));
            self.end();
        }
    }

    fn call_agents(&mut self) -> Result<(), Fault> {
        let is_calling = |remote: &&Remote| remote.state == AgentState::Calling;
        while self.remotes.iter().filter(is_calling).count() < MAX_CALLING {
            let Some(node) = self.launch.uncalled.pop() else { break };
            let Some(shell) = &self.launch.shell else { break };
            let host = &self.layout.nodes[node].host;
            let remote = Remote::call(shell, node, host, &self.launch.agent, &self.launch.signal_mask);
            let words = self.request.host_words(host);
            let named = |fault: Fault| Fault::Host { host: words, reason: fault.to_string(), status: fault.status() };
            self.remotes.push(remote.map_err(named)?);
        }
        Ok(())
    }

    /// Gives every node its plan, if all agents are there.
    fn start_nodes(&mut self) -> Result<(), Fault> {
        let is_ready = |remote: &Remote| remote.state == AgentState::Ready;
        if !self.launch.uncalled.is_empty() || !self.remotes.iter().all(is_ready) {
            return Ok(());
        }
        self.open_feed()?;
        for index in 0..self.remotes.len() {
            let node = self.remotes[index].node;
            if let Some(plan) = self.launch.plans[node].take() {
                self.remotes[index].state = AgentState::Starting;
                self.remotes[index].send(&Order::Start { plan: Box::new(plan) });
            }
        }
        let own = (0..self.launch.plans.len()).find_map(|node| Some((node, self.launch.plans[node].take()?)));
        own.map_or(Ok(()), |(node, plan)| self.start_here(node, &plan))
    }

    fn start_here(&mut self, node: usize, plan: &Plan) -> Result<(), Fault> {
        let strangers: Vec<Pid> = self.remotes.iter().filter_map(Remote::process).collect();
        let (started, fault) = Node::start(plan, self.launch.signal_mask, self.launch.terminal.take(), strangers);
        self.here = Some((node, started));
        // Before the ends of those that run already are heard: they are killed because of it.
        if let Some(fault) = &fault {
            self.fail(Cause::Start(fault.to_string(), fault.status()));
        }
        // A rank may have ended while the last ones were started; or none was.
        self.collect();
        fault.map_or(Ok(()), Err)
    }

    /// The launcher's input goes through it to ranks that cannot read it themselves.
    fn open_feed(&mut self) -> Result<(), Fault> {
        let is_fed = |plan: &Plan| matches!(plan.input, Input::Fed { .. });
        let fed: Vec<usize> =
            (0..self.launch.plans.len()).filter(|node| self.launch.plans[*node].as_ref().is_some_and(is_fed)).collect();
        if !fed.is_empty() {
            let source = match self.launch.terminal.take() {
                Some(terminal) => terminal,
                None => duplicate(std::io::stdin().as_fd())?,
            };
            self.feed = Some(Feed::new(source, fed));
        }
        Ok(())
    }

    /// All ranks run: nobody has to answer within a time any more.
    pub(super) fn note_started(&mut self) {
        if self.remotes.iter().all(|remote| matches!(remote.state, AgentState::Running | AgentState::Over)) {
            (self.launch.deadline, self.launch.half_time) = (None, None);
        }
    }

    /// Half of the time for a start is over: says what is waited for. A call is not given up for
    /// another one: where a host is slow that would never end.
    pub(super) fn name_awaited(&mut self) {
        self.launch.half_time = None;
        let limit = self.request.launch_timeout.as_secs_f64();
        for remote in self.remotes.iter().filter(|remote| matches!(remote.state, AgentState::Calling | AgentState::Starting)) {
            let (host, awaited) = (self.request.host_words(&remote.host), remote.awaited());
            super::say(&format!("waiting for host {host}, until {limit} s are over (--launch-timeout): {awaited}"));
        }
    }

    /// The hosts that should have answered by now.
    pub(super) fn name_silent(&mut self) {
        let silent = self.remotes.iter().filter(|remote| matches!(remote.state, AgentState::Calling | AgentState::Starting));
        let silent: Vec<String> =
            silent.map(|remote| format!("{}: {}", self.request.host_words(&remote.host), remote.awaited())).collect();
        let (noun, limit) = (if silent.len() == 1 { "host" } else { "hosts" }, self.request.launch_timeout.as_secs_f64());
        let hosts = silent.join("; ");
        self.fail(Cause::Start(format!("no answer within {limit} s (--launch-timeout sets this time) from {noun} {hosts}"), 1));
        self.kill();
    }
}
