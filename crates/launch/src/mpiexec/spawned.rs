//! A launcher that was started by another one, or by a process, for processes that a program wants
//! (`MPI_Comm_spawn`). Its standard input is a socket, on which it reads what to start
//! ([`crate::spawn`]) and says, once, whether all of the processes have called `MPI_Init`.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use ferry_sys::descriptor::raise;
use ferry_sys::spawn::{Fork, fork};

use super::cause::Cause;
use super::fault::Fault;
use super::guard;
use super::hosts;
use super::options;
use super::request::{App, Bind, Request, Stdin};
use super::run;
use crate::environment as env;
use crate::pmi::message::escape;
use crate::spawn::{FAILED, LAST, MAX_BYTES, STARTED, SpawnOrder};

/// The only argument of such a launcher, but for options that hold for it.
pub const OPTION: &str = "--ferry-spawned";

/// The first option of one that goes on by itself: whoever started it waits for its end, and it
/// leaves a successor.
const DETACHED: &str = "--ferry-detached";

/// Whoever wants to know how the start went.
pub struct StartListener {
    socket: UnixStream,
    /// It was told that all processes have called `MPI_Init`. It may wait for them, still.
    pub has_started: bool,
}

impl StartListener {
    /// All processes have called `MPI_Init`.
    /// It is told once: it may not read any more, and ranks may leave MPI and use it again.
    pub fn tell_started(&mut self) {
        if !std::mem::replace(&mut self.has_started, true) {
            self.tell(&format!("{STARTED}\n"));
        }
    }

    /// They have not, and will not; or they have failed since.
    pub fn tell_failed(mut self, why: &str) {
        self.tell(&format!("{FAILED} {}\n", escape(why)));
    }

    fn tell(&mut self, line: &str) {
        // If nobody is left to be told, nobody wants to know.
        let _ = self.socket.write_all(line.as_bytes());
    }
}

/// Runs such a launcher and returns its exit status.
pub fn run(arguments: impl Iterator<Item = OsString>) -> Result<u8, Fault> {
    let mut arguments = arguments.peekable();
    let (order, starter) = read_order()?;
    if arguments.next_if(|first| first == DETACHED).is_some()
        && let Fork::Parent(_) = fork().map_err(Fault::system("cannot start a process"))?
    {
        return Ok(0);
    }
    let request = match request_of(order, arguments) {
        Ok(request) => request,
        Err(fault) => {
            starter.tell_failed(&fault.to_string());
            return Err(fault);
        }
    };
    guard::run(false, |setting| run::run(&request, setting, Some(starter)).unwrap_or_else(|fault| super::report(&fault)))
}

/// Reads what is to be started. The standard input is empty from then on.
fn read_order() -> Result<(SpawnOrder, StartListener), Fault> {
    let own = |fault: &str| Fault::Usage(format!("{OPTION} is for Ferry itself: {fault}"));
    let socket =
        std::io::stdin().as_fd().try_clone_to_owned().map(raise).map_err(Fault::system("cannot copy the standard input"))?;
    let null = std::fs::File::open("/dev/null").map_err(Fault::system("cannot open /dev/null"))?;
    rustix::stdio::dup2_stdin(OwnedFd::from(null)).map_err(Fault::system("cannot replace the standard input"))?;
    let socket = UnixStream::from(socket);
    let mut reader = BufReader::new(&socket).take(MAX_BYTES as u64);
    let mut text = String::new();
    while !text.ends_with(&format!("{LAST}\n")) {
        match reader.read_line(&mut text) {
            Ok(0) | Err(_) => return Err(own("its standard input is no order")),
            Ok(_) => {}
        }
    }
    let order = SpawnOrder::decode(&text).ok_or_else(|| own("its standard input is no order"))?;
    Ok((order, StartListener { socket, has_started: false }))
}

/// What an order asks for. `arguments` are options of the launcher that passes it on.
fn request_of(order: SpawnOrder, arguments: impl Iterator<Item = OsString>) -> Result<Request, Fault> {
    let mut request = options::parse_options(arguments)?;
    let app = |program: crate::spawn::SpawnProgram| App {
        count: Some(program.count),
        command: program.words,
        variables: program.variables.into_iter().map(|(name, value)| (name, Some(value))).collect(),
        inherit: None,
        directory: program.directory.map(PathBuf::from),
    };
    request.apps = order.programs.into_iter().map(app).filter(|app| app.count != Some(0)).collect();
    if !order.hosts.is_empty() {
        request.hosts = hosts::parse_list(&order.hosts).map_err(Fault::Usage)?;
    }
    request.variables.push((env::PARENT_PORT.into(), Some(order.port.into())));
    // Where the processes run that want these is not known here.
    (request.bind, request.stdin, request.dealing.oversubscribes) = (Bind::None, Stdin::None, true);
    if request.apps.is_empty() {
        return Err(Fault::Usage("no process to start".to_owned()));
    }
    options::check_ranks(&request)?;
    Ok(request)
}

/// The words for whoever waits, if the job has failed.
pub fn why(cause: Option<&Cause>) -> String {
    cause.map_or_else(|| "its processes have ended without calling MPI_Init".to_owned(), |cause| cause.sentence(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spawn::SpawnProgram;

    #[test]
    fn an_order_is_a_request() {
        let program = |count, name: &str| SpawnProgram { count, words: vec![name.into(), ":".into()], ..SpawnProgram::default() };
        let order = SpawnOrder {
            port: "p".to_owned(),
            hosts: "a:2".to_owned(),
            programs: vec![program(2, "x"), program(0, "y"), program(1, "z")],
        };
        let request = request_of(order, ["--tag-output".into()].into_iter()).unwrap();
        assert_eq!((request.ranks(), request.apps.len(), request.tag_output, request.stdin), (3, 2, true, Stdin::None));
        assert_eq!(request.apps[0].command, ["x", ":"]);
        assert_eq!(request.hosts[0].name, "a");
        assert!(request.variables.contains(&(env::PARENT_PORT.into(), Some("p".into()))));
        assert!(request_of(SpawnOrder::default(), std::iter::empty()).is_err());
    }
}
