//! `mpiexec` on another host: the ranks there, and a link to the launcher over standard input and
//! output. Started through a remote shell, by the launcher alone; has a guard of its own, as every
//! `mpiexec`.
//!
//! The agent lives as long as its link: at the end of its input, or when the launcher has been
//! silent for long, it kills what it started and leaves. When nothing is left to do it stays until
//! the launcher has heard so: a remote shell may drop what is still under way when its command has
//! ended.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use ferry_sys::signals::{Arrival, SignalDescriptor};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{WaitOptions, getppid, wait};

use super::fault::Fault;
use super::guard::Setting;
use super::link::{Inbound, frame, greeting};
use super::node::{Node, NodeEvent};
use super::outbox::write_some;
use super::words::{News, Order};

/// The option by which a launcher starts its agents.
pub const OPTION: &str = "--agent";
/// How often the launcher shows that it is there.
pub const PING_PERIOD: Duration = Duration::from_secs(10);
/// After so long without a word the other side is taken for lost: the cable, or the machine.
pub const SILENCE_LIMIT: Duration = Duration::from_secs(60);
/// Bytes read at once.
const READ_BYTES: usize = 64 << 10;

const _: () = assert!(SILENCE_LIMIT.as_secs() >= 3 * PING_PERIOD.as_secs());

enum AgentEvent {
    Signals,
    Arrived,
    Writable,
    Node(NodeEvent),
}

struct Agent {
    setting: Setting,
    signals: SignalDescriptor,
    /// `None` once the link is lost.
    link: Option<(OwnedFd, OwnedFd)>,
    inbound: Inbound,
    outbox: Vec<u8>,
    node: Option<Node>,
    heard: Instant,
    is_dismissed: bool,
}

/// Serves the launcher until the job is over; returns the exit status.
pub fn run(setting: Setting) -> u8 {
    let served = Agent::new(setting).and_then(Agent::serve);
    served.unwrap_or_else(|fault| super::report(&fault))
}

impl Agent {
    fn new(setting: Setting) -> Result<Self, Fault> {
        let signals = SignalDescriptor::new(&setting.watched, true).map_err(Fault::system("cannot watch signals"))?;
        let duplicate = super::output::duplicate;
        let link = (duplicate(std::io::stdin().as_fd())?, duplicate(std::io::stdout().as_fd())?);
        rustix::io::ioctl_fionbio(&link.1, true).map_err(Fault::system("cannot set up the link"))?;
        let (outbox, heard) = (greeting(), Instant::now());
        Ok(Agent {
            setting,
            signals,
            link: Some(link),
            inbound: Inbound::default(),
            outbox,
            node: None,
            heard,
            is_dismissed: false,
        })
    }

    fn serve(mut self) -> Result<u8, Fault> {
        loop {
            self.pass_news();
            self.write();
            if self.is_dismissed {
                return Ok(0);
            }
            if self.link.is_none() && self.node.as_ref().is_none_or(Node::is_over) {
                return Ok(1);
            }
            for event in self.wait()? {
                self.handle(event)?;
            }
            self.keep_time();
        }
    }

    fn wait(&self) -> Result<Vec<AgentEvent>, Fault> {
        let (mut requests, mut events) = (Vec::new(), Vec::new());
        self.interests(&mut |event, descriptor, flags| {
            requests.push(PollFd::from_borrowed_fd(descriptor, flags));
            events.push(event);
        });
        let of_link = self.link.as_ref().map(|_| self.heard + SILENCE_LIMIT);
        let deadline = of_link.into_iter().chain(self.node.as_ref().and_then(Node::deadline)).min();
        let limit = deadline.map(|at| at.saturating_duration_since(Instant::now()));
        let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
        match poll(&mut requests, limit.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(Fault::system("cannot wait for events")(error)),
        }
        let ready = requests.iter().zip(events).filter(|(request, _)| !request.revents().is_empty());
        Ok(ready.map(|(_, event)| event).collect())
    }

    fn interests<'a>(&'a self, register: &mut impl FnMut(AgentEvent, BorrowedFd<'a>, PollFlags)) {
        register(AgentEvent::Signals, self.signals.as_fd(), PollFlags::IN);
        if let Some((from, to)) = &self.link {
            register(AgentEvent::Arrived, from.as_fd(), PollFlags::IN);
            let has_more = if self.outbox.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
            // With nothing to write this still tells when the reader is gone.
            register(AgentEvent::Writable, to.as_fd(), has_more);
        }
        if let Some(node) = &self.node {
            node.interests(&mut |event, descriptor, flags| register(AgentEvent::Node(event), descriptor, flags));
        }
    }

    fn handle(&mut self, event: AgentEvent) -> Result<(), Fault> {
        match event {
            AgentEvent::Signals => {
                while let Some(arrival) = self.signals.next().map_err(Fault::system("cannot read signals"))? {
                    self.signal(arrival);
                }
            }
            AgentEvent::Arrived => self.read(),
            // If the other side is gone, the write says so.
            AgentEvent::Writable if self.outbox.is_empty() => self.lose_link(),
            AgentEvent::Writable => self.write(),
            AgentEvent::Node(event) => self.node.iter_mut().for_each(|node| node.handle(event)),
        }
        Ok(())
    }

    fn signal(&mut self, arrival: Arrival) {
        match arrival.number {
            libc::SIGCHLD => self.collect(),
            libc::SIGTERM if getppid() != Some(self.setting.guard) => self.lose_link(),
            libc::SIGTERM | libc::SIGINT | libc::SIGHUP | libc::SIGQUIT => match &mut self.node {
                Some(node) => node.obey(Order::End),
                None => self.link = None,
            },
            number => self.node.iter_mut().for_each(|node| node.obey(Order::Signal { number })),
        }
    }

    fn collect(&mut self) {
        let Some(node) = &mut self.node else { return };
        let has_children = loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) => drop(node.bury(pid, status)),
                Ok(None) => break true,
                Err(_) => break false,
            }
        };
        node.settle(has_children);
    }

    fn read(&mut self) {
        let Some((from, _)) = &self.link else { return };
        let mut buffer = vec![0u8; READ_BYTES];
        match rustix::io::read(from, &mut buffer) {
            Ok(0) => self.lose_link(),
            Ok(count) => {
                self.heard = Instant::now();
                self.inbound.push(&buffer[..count]);
                self.obey();
            }
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => self.lose_link(),
        }
    }

    fn obey(&mut self) {
        loop {
            match self.inbound.word() {
                Ok(None) => return,
                Ok(Some(order)) => self.do_order(order),
                Err(error) => {
                    super::say(&error.to_string());
                    return self.lose_link();
                }
            }
        }
    }

    fn do_order(&mut self, order: Order) {
        match (order, &mut self.node) {
            (Order::Bye, Some(node)) => self.is_dismissed = node.is_over(),
            (order, Some(node)) => node.obey(order),
            (Order::Ping, None) => frame(&News::Pong, &mut self.outbox),
            (Order::Start { plan }, None) => {
                let (node, fault) = Node::start(&plan, self.setting.signal_mask, None, Vec::new());
                if let Some(fault) = fault {
                    frame(&News::Failed { status: fault.status(), reason: fault.to_string() }, &mut self.outbox);
                }
                // A rank may have ended while the last ones were started; or none was.
                self.node = Some(node);
                self.collect();
            }
            (Order::Kill | Order::End, None) => self.link = None,
            (_, None) => {}
        }
    }

    fn pass_news(&mut self) {
        let news = self.node.iter_mut().flat_map(Node::take_news);
        news.for_each(|news| frame(&news, &mut self.outbox));
    }

    fn write(&mut self) {
        let Some((_, to)) = &self.link else { return self.outbox.clear() };
        if write_some(to, &mut self.outbox).is_err() {
            self.lose_link();
        }
    }

    /// Nobody is there any more for whom the ranks could work.
    fn lose_link(&mut self) {
        self.link = None;
        self.outbox.clear();
        self.node.iter_mut().for_each(Node::kill);
    }

    fn keep_time(&mut self) {
        let now = Instant::now();
        self.node.iter_mut().for_each(|node| node.keep_time(now));
        if self.link.is_some() && now >= self.heard + SILENCE_LIMIT {
            self.lose_link();
        }
    }
}
