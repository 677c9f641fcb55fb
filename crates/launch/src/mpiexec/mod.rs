//! `mpiexec`.
//!
//! - [`options`], [`table`], [`request`]: reading the command line, the options it may hold, what
//!   it asks for
//! - [`guard`]: the process the user sees, which starts the launcher proper and cleans up after it
//! - [`hosts`], [`allocation`], [`placement`], [`plan`]: hosts as users and batch systems name
//!   them, which rank runs where, what each node has to start
//! - [`run`]: the launcher's event loop; `launch` brings the nodes up, `hear` judges how ranks
//!   fare, `survive` lets a job go on without ranks that died
//! - [`offspring`], [`spawned`]: launchers for processes that ranks want, from above and from
//!   within
//! - [`node`]: the ranks of one node: orders in, news out ([`words`])
//! - [`start`]: environment, descriptors and processes of the ranks
//! - [`library`]: the MPI library for programs that would not find it; [`interface`]: the one of an
//!   older ABI; [`needs`], [`elf`]: what a program needs
//! - [`limits`]: limits of the operating system that bite meanwhile
//! - [`program`]: from a program's name to its file
//! - [`binding`]: processors of each rank
//! - [`agent`]: `mpiexec` on another host, a node with a link
//! - [`remote`], [`shell`]: the launcher's side of an agent, and the command that reaches it
//! - [`link`], [`wire`], `outbox`: words as frames, and their way out
//! - [`output`], [`merge`], [`input`]: the ranks' output, whose lines are kept whole, and input
//!   where it passes through the launcher
//! - [`manual`]: the manual page and completions, from the table of options
//! - [`keyboard`]: what is typed on the terminal, a line at a time
//! - [`descendants`]: everything the ranks started
//! - [`diagnosis`]: one report about the whole job, from what its ranks say of themselves
//! - [`cause`]: why a job failed, as a sentence and a status
//! - [`fault`]: why it could not start

pub mod agent;
pub mod allocation;
pub mod binding;
pub mod cause;
pub mod descendants;
pub mod diagnosis;
pub mod elf;
pub mod fault;
pub mod guard;
mod hear;
pub mod hosts;
pub mod input;
pub mod interface;
pub mod keyboard;
mod launch;
pub mod library;
pub mod limits;
pub mod link;
pub mod manual;
pub mod merge;
pub mod needs;
pub mod node;
mod offspring;
pub mod options;
mod outbox;
pub mod output;
pub mod placement;
pub mod plan;
pub mod program;
pub mod remote;
pub mod request;
pub mod run;
pub mod shared_heap;
pub mod shell;
pub mod spawned;
pub mod start;
mod survive;
pub mod table;
pub mod words;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use self::fault::Fault;
use self::options::Action;
use self::request::{Request, Stdin};

/// Environment variable that stands for `--timeout`, in seconds, as other launchers have it.
const TIMEOUT_VARIABLE: &str = "MPIEXEC_TIMEOUT";

/// Runs `mpiexec` with these arguments (without its own name) and returns its exit status.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let mut arguments = arguments.into_iter().peekable();
    if arguments.peek().is_some_and(|first| first == agent::OPTION) {
        return guard::run(false, agent::run).unwrap_or_else(|fault| report(&fault));
    }
    if arguments.next_if(|first| first == spawned::OPTION).is_some() {
        return spawned::run(arguments).unwrap_or_else(|fault| report(&fault));
    }
    match options::parse(arguments) {
        Ok(Action::Help) => print(&options::help()),
        Ok(Action::Version) => print(&format!("mpiexec of Ferry {}\n", env!("CARGO_PKG_VERSION"))),
        Ok(Action::Manual) => print(&manual::page()),
        Ok(Action::Completion) => print(&manual::completion()),
        Ok(Action::Run(mut request)) => start(&mut request).unwrap_or_else(|fault| report(&fault)),
        Err(fault) => report(&fault),
    }
}

fn start(request: &mut Request) -> Result<u8, Fault> {
    request.notes().iter().for_each(|note| say(note));
    find_hosts(request)?;
    if request.timeout.is_none() {
        request.timeout = timeout_variable()?;
    }
    let reads_terminal = request.stdin != Stdin::None && std::io::stdin().is_terminal();
    guard::run(reads_terminal, |setting| run::run(request, setting, None).unwrap_or_else(|fault| report(&fault)))
}

/// The hosts of the job, if the command line names none.
fn find_hosts(request: &mut Request) -> Result<(), Fault> {
    if request.hosts.is_empty() {
        let variable = |name: &str| std::env::var(name).ok();
        let read = |file: &str| std::fs::read_to_string(file).map_err(|error| error.to_string());
        if let Some((source, hosts)) = allocation::find(variable, read).map_err(Fault::Usage)? {
            request.is_slurm = source == allocation::Source::Slurm;
            request.hosts_from = Some(source.variable());
            request.hosts = hosts;
        }
    }
    options::check_ranks(request)
}

fn timeout_variable() -> Result<Option<Duration>, Fault> {
    let Some(value) = std::env::var_os(TIMEOUT_VARIABLE).filter(|value| !value.as_bytes().is_empty()) else { return Ok(None) };
    let seconds = value.to_str().and_then(|text| text.parse().ok()).and_then(|s| Duration::try_from_secs_f64(s).ok());
    let wrong = || Fault::Usage(format!("{TIMEOUT_VARIABLE}={} is not a number of seconds", value.to_string_lossy()));
    seconds.map(Some).ok_or_else(wrong)
}

fn print(text: &str) -> u8 {
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => 0,
        Err(_) => 1,
    }
}

/// Tells the user why nothing was started; returns the exit status.
fn report(fault: &Fault) -> u8 {
    say(&fault.to_string());
    fault.status()
}

/// What a pipe takes at once if it takes anything.
const PIPE_PART: usize = 4096;

/// A reader of errors that takes nothing for so long is none.
const READER_PERIOD: Duration = Duration::from_secs(1);

/// Whether whoever reads a descriptor takes something soon.
fn is_taken(descriptor: BorrowedFd<'_>, patience: Duration) -> bool {
    let until = Instant::now() + patience;
    loop {
        let left = Timespec::try_from(until.saturating_duration_since(Instant::now())).unwrap_or_default();
        match poll(&mut [PollFd::from_borrowed_fd(descriptor, PollFlags::OUT)], Some(&left)) {
            Err(rustix::io::Errno::INTR) => {}
            ready => return ready.is_ok_and(|ready| ready > 0),
        }
    }
}

/// One line on the error output. If that is closed, or whoever reads it has taken nothing for a
/// while, there is nobody to tell.
fn say(line: &str) {
    let errors = std::io::stderr();
    for part in format!("mpiexec: {line}\n").as_bytes().chunks(PIPE_PART) {
        if !is_taken(errors.as_fd(), READER_PERIOD) || errors.lock().write_all(part).is_err() {
            return;
        }
    }
}
