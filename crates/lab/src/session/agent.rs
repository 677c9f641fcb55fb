//! The first process of a node: it answers the launcher, runs the command, accepts ssh connections,
//! and collects orphans.
//!
//! When it cannot go on, the machine ends; why is on the console, which the launcher shows.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ferry_sys::signals::{SignalDescriptor, SignalSet, block};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, Signal, WaitOptions, WaitStatus, setrlimit, wait};

use super::command::{Running, start};
use super::frame::{Decoder, Reply, Request, bytes};
use crate::error::{LabError, Result, system};
use crate::image::layer::SSHD_CONFIG;
use crate::machine::qemu::PORT_NAME;
use crate::store::program::{HostProgram, find};

/// Where ssh servers listen.
const SSH_PORT: u16 = 22;

/// Bytes that are read from the launcher at once.
const CHUNK_BYTES: usize = 64 << 10;

/// Limit on descriptors of processes of a node, as usual on clusters.
const OPEN_FILES: u64 = 65_536;

/// Runs the agent; returns only if it fails.
pub fn run() -> ExitCode {
    // Nobody's own machine shall be switched off, nor listen for ssh with our keys.
    if !rustix::process::getpid().is_init() {
        eprintln!("ferry lab: the agent runs as the first process of a node only");
        return ExitCode::FAILURE;
    }
    match Agent::new().and_then(Agent::serve) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferry lab: the node's agent cannot go on: {error}");
            // In a node this does not return.
            let _ = rustix::system::reboot(rustix::system::RebootCommand::PowerOff);
            ExitCode::FAILURE
        }
    }
}

struct Agent {
    port: File,
    decoder: Decoder,
    signals: SignalDescriptor,
    ssh: TcpListener,
    sshd: HostProgram,
    command: Option<Running>,
}

/// What is ready.
#[derive(Clone, Copy)]
enum AgentEvent {
    Port,
    Signals,
    Ssh,
    Output(usize),
    Input,
}

impl Agent {
    fn new() -> Result<Self> {
        let watched = SignalSet::of(&[Signal::CHILD.as_raw()]);
        block(&watched).map_err(system("cannot block signals"))?;
        raise_limits()?;
        let sshd = find("sshd").ok_or(LabError::Missing { program: "sshd", purpose: "between nodes", remedy: "-" })?;
        Ok(Agent {
            port: File::options().read(true).write(true).open(port()?).map_err(system("cannot open the port of the launcher"))?,
            decoder: Decoder::default(),
            signals: SignalDescriptor::new(&watched, true).map_err(system("cannot watch signals"))?,
            ssh: TcpListener::bind((Ipv4Addr::UNSPECIFIED, SSH_PORT)).map_err(system("cannot listen for ssh"))?,
            sshd: HostProgram::new(sshd).arguments(["-i", "-f", SSHD_CONFIG]),
            command: None,
        })
    }

    fn serve(mut self) -> Result<()> {
        self.say(&Reply::Ready)?;
        loop {
            for event in self.wait()? {
                match event {
                    AgentEvent::Port => self.listen()?,
                    AgentEvent::Signals => self.collect()?,
                    AgentEvent::Ssh => self.accept()?,
                    AgentEvent::Output(which) => self.pass_on(which)?,
                    AgentEvent::Input => self.take(|command| command.channels.write())?,
                }
            }
        }
    }

    fn wait(&self) -> Result<Vec<AgentEvent>> {
        let mut events = vec![AgentEvent::Port, AgentEvent::Signals, AgentEvent::Ssh];
        let mut requests = vec![
            PollFd::new(&self.port, PollFlags::IN),
            PollFd::new(&self.signals, PollFlags::IN),
            PollFd::new(&self.ssh, PollFlags::IN),
        ];
        if let Some(Running { channels, .. }) = &self.command {
            for (which, output) in
                channels.outputs.iter().enumerate().filter_map(|(which, output)| Some((which, output.as_ref()?)))
            {
                events.push(AgentEvent::Output(which));
                requests.push(PollFd::new(output, PollFlags::IN));
            }
            if let Some(input) = channels.waiting_input() {
                events.push(AgentEvent::Input);
                requests.push(PollFd::from_borrowed_fd(input, PollFlags::OUT));
            }
        }
        match poll(&mut requests, None) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(system("cannot wait for events")(error)),
        }
        let ready = events.into_iter().zip(&requests).filter(|(_, request)| !request.revents().is_empty());
        Ok(ready.map(|(event, _)| event).collect())
    }

    fn say(&mut self, reply: &Reply) -> Result<()> {
        use std::io::Write;
        self.port.write_all(&bytes(reply)).map_err(system("cannot write to the launcher"))
    }

    fn listen(&mut self) -> Result<()> {
        use std::io::Read;
        let mut chunk = vec![0; CHUNK_BYTES];
        let count = self.port.read(&mut chunk).map_err(system("cannot read from the launcher"))?;
        if count == 0 {
            return Err(system("the launcher is gone")(Errno::PIPE));
        }
        self.decoder.push(&chunk[..count]);
        while let Some(request) =
            self.decoder.message().map_err(|_| system("cannot read what the launcher says")(Errno::PROTO))?
        {
            self.handle(request)?;
        }
        Ok(())
    }

    fn handle(&mut self, request: Request) -> Result<()> {
        match request {
            Request::Start(command) => match start(&command) {
                Ok(running) => {
                    self.command = Some(running);
                    Ok(())
                }
                Err(refusal) => self.say(&Reply::Refused(refusal.status, refusal.reason)),
            },
            Request::Input(input) => self.take(|command| command.channels.feed(&input)),
            Request::InputEnd => self.take(|command| {
                command.channels.end_input();
                0
            }),
            Request::Signal(number) => {
                self.command.iter().for_each(|command| command.signal(number));
                Ok(())
            }
            // A terminal that has gone needs no size.
            Request::Resize(size) => {
                let _ = self.command.as_ref().map(|command| command.channels.resize(size));
                Ok(())
            }
        }
    }

    /// Gives the command input, and tells the launcher how much of it has been taken.
    fn take(&mut self, give: impl FnOnce(&mut Running) -> usize) -> Result<()> {
        match self.command.as_mut().map(give) {
            Some(taken) if taken > 0 => self.say(&Reply::Taken(taken)),
            _ => Ok(()),
        }
    }

    /// Passes on what the command wrote.
    fn pass_on(&mut self, which: usize) -> Result<()> {
        match self.command.as_mut().and_then(|command| command.channels.read(which)) {
            Some(chunk) => self.forward(which, chunk),
            None => Ok(()),
        }
    }

    fn forward(&mut self, which: usize, chunk: Vec<u8>) -> Result<()> {
        self.say(&if which == 0 { Reply::Output(chunk) } else { Reply::Errors(chunk) })
    }

    /// An ssh server for each connection.
    fn accept(&mut self) -> Result<()> {
        match self.ssh.accept() {
            Ok((connection, _)) => {
                let connection: OwnedFd = connection.into();
                let descriptor = Some(connection.as_fd());
                self.sshd.start([descriptor, descriptor, None], &[]).map(drop)
            }
            // Whoever called has hung up.
            Err(_) => Ok(()),
        }
    }

    /// Collects processes that have ended: the command, ssh servers, orphans.
    fn collect(&mut self) -> Result<()> {
        while self.signals.next().map_err(system("cannot read signals"))?.is_some() {}
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            if self.command.as_ref().is_some_and(|command| command.pid == pid) {
                self.finish(status)?;
            }
        }
        Ok(())
    }

    /// The command has ended: what it wrote goes first, then its status. What it left running may
    /// still hold the pipes.
    fn finish(&mut self, status: WaitStatus) -> Result<()> {
        for which in [0, 1] {
            let rest = self.command.as_mut().map(|command| command.channels.rest(which)).unwrap_or_default();
            for chunk in rest.chunks(CHUNK_BYTES) {
                self.forward(which, chunk.to_vec())?;
            }
        }
        self.command = None;
        self.say(&Reply::Exit(exit_status(status)))
    }
}

/// The status as a shell has it: 128 and the signal's number for a process that a signal ended.
fn exit_status(status: WaitStatus) -> u8 {
    let signal = || 128 + status.terminating_signal().unwrap_or_default();
    status.exit_status().unwrap_or_else(signal) as u8
}

/// Verbs lock memory, and programs with many connections have many descriptors.
fn raise_limits() -> Result<()> {
    let unlimited = Rlimit { current: None, maximum: None };
    setrlimit(Resource::Memlock, unlimited).map_err(system("cannot lift the limit on locked memory"))?;
    let files = Rlimit { current: Some(OPEN_FILES), maximum: Some(OPEN_FILES) };
    setrlimit(Resource::Nofile, files).map_err(system("cannot raise the limit on descriptors"))
}

/// The device of the launcher's port.
fn port() -> Result<PathBuf> {
    let ports = fs::read_dir("/sys/class/virtio-ports").map_err(system("cannot list the ports"))?.flatten();
    let mut ours = ports.filter(|port| fs::read_to_string(port.path().join("name")).is_ok_and(|name| name.trim() == PORT_NAME));
    let port = ours.next().ok_or_else(|| system("the launcher's port is missing")(Errno::NODEV))?;
    Ok(Path::new("/dev").join(port.file_name()))
}
