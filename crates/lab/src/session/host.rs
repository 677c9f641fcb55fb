//! The launcher's side of the conversation: waits until all nodes are up, has the first one run the
//! command, and passes on what is typed, what is written, signals and the exit status. One thread,
//! one `poll`.

use std::collections::HashMap;
use std::io::{IsTerminal, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use ferry_sys::signals::{SignalDescriptor, SignalSet, block, restore_default};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, wait};

use super::frame::{Command, Decoder, INPUT_WINDOW_BYTES, Reply, Request, bytes};
use super::terminal::{self, RawTerminal};
use crate::error::{LabError, Result, system};
use crate::image::init::name;
use crate::machine::node::Process;

/// How long nodes may take to come up. Under emulation on a busy machine it is tens of seconds.
const BOOT_LIMIT: Duration = Duration::from_secs(180);

/// How long a command may take to end after a signal that we passed on.
const GRACE_PERIOD: Duration = Duration::from_secs(3);

/// Signals that end the lab.
const ENDING: [Signal; 4] = [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM];

/// Status of a process that writes where nobody reads any more.
const BROKEN_PIPE: u8 = 128 + 13;

/// A node in the conversation.
pub struct Node {
    process: Process,
    agent: UnixStream,
    decoder: Decoder,
    state: NodeState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeState {
    Booting,
    Ready,
    Gone,
}

impl Node {
    /// A node that has just been started.
    pub fn new(process: Process, agent: UnixStream) -> Self {
        Node { process, agent, decoder: Decoder::default(), state: NodeState::Booting }
    }
}

/// Signals that the launcher reads as events, from before the first node is started.
pub struct Signals(SignalDescriptor);

impl Signals {
    /// Starts to watch.
    pub fn watch() -> Result<Self> {
        let numbers: Vec<i32> = ENDING.iter().chain(&[Signal::CHILD, Signal::WINCH]).map(|signal| signal.as_raw()).collect();
        let watched = SignalSet::of(&numbers);
        restore_default(Signal::CHILD.as_raw());
        block(&watched).map_err(system("cannot block signals"))?;
        SignalDescriptor::new(&watched, true).map(Signals).map_err(system("cannot watch signals"))
    }
}

/// The conversation.
pub struct Session {
    nodes: Vec<Node>,
    signals: Signals,
    deadline: Option<Instant>,
    /// The first signal that ends the lab.
    interrupted: Option<i32>,
    /// Whether the command has been started.
    is_started: bool,
    /// Bytes that the command has not taken yet; `None` after the end of the input.
    input_on_its_way: Option<usize>,
    raw: Option<RawTerminal>,
}

/// What is ready.
#[derive(Clone, Copy)]
enum Event {
    Signals,
    Agent(usize),
    Console(usize),
    Input,
}

/// Status of the whole, once it is known.
type Status = Option<u8>;

impl Session {
    /// A conversation with nodes that have just been started.
    pub fn new(nodes: Vec<Node>, signals: Signals) -> Self {
        let deadline = Some(Instant::now() + BOOT_LIMIT);
        Session { nodes, signals, deadline, interrupted: None, is_started: false, input_on_its_way: None, raw: None }
    }

    /// Waits until all nodes are up. A status means that the user has had enough.
    pub fn boot(&mut self) -> Result<Status> {
        while self.nodes.iter().any(|node| node.state == NodeState::Booting) {
            if let Some(status) = self.step()? {
                return Ok(Some(status));
            }
        }
        self.deadline = None;
        Ok(None)
    }

    /// Runs the command on the first node and returns its exit status.
    pub fn run(&mut self, command: Command) -> Result<u8> {
        if command.terminal.is_some() {
            self.raw = Some(RawTerminal::new()?);
        }
        self.tell(&Request::Start(command))?;
        self.is_started = true;
        self.input_on_its_way = Some(0);
        loop {
            if let Some(status) = self.step()? {
                return Ok(status);
            }
        }
    }

    fn step(&mut self) -> Result<Status> {
        let Some(events) = self.wait()? else { return self.expire() };
        for event in events {
            let status = match event {
                Event::Signals => self.handle_signals()?,
                Event::Agent(node) => self.listen(node)?,
                Event::Console(node) => {
                    self.nodes[node].process.console().read();
                    None
                }
                Event::Input => {
                    self.read_input()?;
                    None
                }
            };
            if status.is_some() {
                return Ok(status);
            }
        }
        Ok(None)
    }

    /// What is ready; `None` when the deadline has passed.
    fn wait(&self) -> Result<Option<Vec<Event>>> {
        let mut events = vec![Event::Signals];
        let mut requests = vec![PollFd::new(&self.signals.0, PollFlags::IN)];
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.state != NodeState::Gone) {
            events.extend([Event::Agent(index), Event::Console(index)]);
            requests.push(PollFd::new(&node.agent, PollFlags::IN));
            requests.push(PollFd::from_borrowed_fd(node.process.console_socket().as_fd(), PollFlags::IN));
        }
        let input = std::io::stdin();
        if self.wants_input() {
            events.push(Event::Input);
            requests.push(PollFd::new(&input, PollFlags::IN));
        }
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let timeout = left.map(|left| Timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos().into() });
        match poll(&mut requests, timeout.as_ref()) {
            Ok(0) => Ok(None),
            Ok(_) => {
                let ready = events.into_iter().zip(&requests).filter(|(_, request)| !request.revents().is_empty());
                Ok(Some(ready.map(|(event, _)| event).collect()))
            }
            Err(Errno::INTR) => Ok(Some(Vec::new())),
            Err(error) => Err(system("cannot wait for events")(error)),
        }
    }

    /// The deadline has passed: nodes do not come up, or the command does not end after a signal.
    fn expire(&mut self) -> Result<Status> {
        if let Some(number) = self.interrupted {
            return Ok(Some(128 + number as u8));
        }
        match self.nodes.iter().position(|node| node.state == NodeState::Booting) {
            Some(node) => Err(self.failure(node, &format!("is not up after {} s", BOOT_LIMIT.as_secs()))),
            None => Ok(None),
        }
    }

    fn failure(&mut self, node: usize, problem: &str) -> LabError {
        let console = self.nodes[node].process.console().detail();
        LabError::Node { node: name(node), problem: problem.to_owned(), console }
    }

    fn handle_signals(&mut self) -> Result<Status> {
        while let Some(arrival) = self.signals.0.next().map_err(system("cannot read signals"))? {
            let status = match arrival.number {
                number if number == Signal::CHILD.as_raw() => self.collect()?,
                number if number == Signal::WINCH.as_raw() => self.resize()?,
                number => self.interrupt(number)?,
            };
            if status.is_some() {
                return Ok(status);
            }
        }
        Ok(None)
    }

    /// The command gets the first signal and some time; the second ends the lab at once, and so
    /// does the first before the command runs.
    fn interrupt(&mut self, number: i32) -> Result<Status> {
        if self.interrupted.is_some() || !self.is_started {
            return Ok(Some(128 + number as u8));
        }
        self.interrupted = Some(number);
        self.deadline = Some(Instant::now() + GRACE_PERIOD);
        self.tell(&Request::Signal(number))?;
        Ok(None)
    }

    fn resize(&mut self) -> Result<Status> {
        if let (Some(_), Some(size)) = (&self.raw, terminal::size()) {
            self.tell(&Request::Resize(size))?;
        }
        Ok(None)
    }

    /// Collects nodes that have ended. The first is needed to the end, the others until all are up.
    fn collect(&mut self) -> Result<Status> {
        let pids: HashMap<Pid, usize> =
            self.nodes.iter().enumerate().filter_map(|(index, node)| Some((node.process.pid()?, index))).collect();
        while let Ok(Some((pid, _))) = wait(WaitOptions::NOHANG) {
            let Some(&node) = pids.get(&pid) else { continue };
            self.nodes[node].process.has_ended();
            // What it said last may be the command's status.
            while self.nodes[node].state != NodeState::Gone {
                if let Some(status) = self.listen(node)? {
                    return Ok(Some(status));
                }
            }
        }
        Ok(None)
    }

    /// The node's end of the conversation is closed.
    fn lose(&mut self, node: usize) -> Result<()> {
        let state = std::mem::replace(&mut self.nodes[node].state, NodeState::Gone);
        if node == 0 || state == NodeState::Booting || !self.is_started {
            return Err(self.failure(node, "has ended"));
        }
        // The cursor of a raw terminal does not return by itself.
        let return_first = if self.raw.is_some() { "\r" } else { "" };
        eprintln!("ferry lab: {} has gone down{return_first}", name(node));
        Ok(())
    }

    /// Reads what a node says.
    fn listen(&mut self, node: usize) -> Result<Status> {
        let mut chunk = vec![0; 64 << 10];
        let count = match self.nodes[node].agent.read(&mut chunk) {
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => return Ok(None),
            Err(_) => 0,
        };
        if count == 0 {
            self.lose(node)?;
            return Ok(None);
        }
        self.nodes[node].decoder.push(&chunk[..count]);
        while let Some(reply) = self.next_reply(node)? {
            if let Some(status) = self.handle(node, reply)? {
                return Ok(Some(status));
            }
        }
        Ok(None)
    }

    fn next_reply(&mut self, node: usize) -> Result<Option<Reply>> {
        self.nodes[node].decoder.message().map_err(|_| self.failure(node, "says what this version of ferry does not understand"))
    }

    fn handle(&mut self, node: usize, reply: Reply) -> Result<Status> {
        match reply {
            Reply::Ready => self.nodes[node].state = NodeState::Ready,
            Reply::Output(output) => return write(&mut std::io::stdout().lock(), &output),
            Reply::Errors(errors) => return write(&mut std::io::stderr().lock(), &errors),
            Reply::Taken(count) => self.input_on_its_way = self.input_on_its_way.map(|bytes| bytes.saturating_sub(count)),
            Reply::Exit(status) => return Ok(Some(status)),
            Reply::Refused(status, reason) => {
                self.raw = None;
                eprintln!("ferry lab: {reason}");
                return Ok(Some(status));
            }
        }
        Ok(None)
    }

    fn tell(&mut self, request: &Request) -> Result<()> {
        match self.nodes[0].agent.write_all(&bytes(request)) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.failure(0, "has ended")),
        }
    }

    /// Whether to read input: the command takes it, and reading would not stop us as it stops a
    /// background process at its terminal.
    fn wants_input(&self) -> bool {
        let has_room = self.input_on_its_way.is_some_and(|bytes| bytes < INPUT_WINDOW_BYTES);
        has_room && (!std::io::stdin().is_terminal() || is_in_foreground())
    }

    fn read_input(&mut self) -> Result<()> {
        let Some(on_its_way) = self.input_on_its_way else { return Ok(()) };
        let mut chunk = vec![0; INPUT_WINDOW_BYTES - on_its_way];
        match rustix::io::read(std::io::stdin(), &mut chunk) {
            Ok(count) if count > 0 => {
                chunk.truncate(count);
                self.input_on_its_way = Some(on_its_way + count);
                self.tell(&Request::Input(chunk))
            }
            Err(Errno::INTR | Errno::AGAIN) => Ok(()),
            // The end, or nothing that can be read.
            _ => {
                self.input_on_its_way = None;
                self.tell(&Request::InputEnd)
            }
        }
    }
}

fn is_in_foreground() -> bool {
    rustix::termios::tcgetpgrp(std::io::stdin()).is_ok_and(|group| group == rustix::process::getpgrp())
}

/// Writes what the command wrote. If nobody reads that any more, the lab ends as the command would.
fn write(stream: &mut impl Write, bytes: &[u8]) -> Result<Status> {
    match stream.write_all(bytes).and_then(|()| stream.flush()) {
        Ok(()) => Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(Some(BROKEN_PIPE)),
        Err(error) => Err(system("cannot write what the command wrote")(error)),
    }
}
