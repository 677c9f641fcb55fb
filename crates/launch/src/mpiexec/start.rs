//! Starting the ranks of a node: environment, descriptors, processors, process.

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use ferry_sys::descriptor::raise;
use ferry_sys::signals::SignalSet;
use ferry_sys::spawn::{Spawn, SpawnError, Step, spawn};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Rlimit};

use super::binding;
use super::fault::Fault;
use super::input::Broadcast;
use super::interface;
use super::library;
use super::limits;
use super::output::{Stream, create_file, duplicate};
use super::program;
use super::shared_heap;
use super::words::{Input, Output, Plan, ProgramCommand};
use crate::environment as env;
use crate::ranges;

/// A rank's process and its connection.
pub struct Rank {
    /// Its process, which leads a process group.
    pub pid: Pid,
    /// False once it has been collected.
    pub is_running: bool,
    /// Our end of its PMI socket, non-blocking; `None` after it hung up.
    pub connection: Option<UnixStream>,
}

/// Everything that connects us to the ranks of this node.
#[derive(Default)]
pub struct Crew {
    /// The ranks that have been started.
    pub ranks: Vec<Rank>,
    /// Output that passes through.
    pub streams: Vec<Stream>,
    /// Input that passes through.
    pub input: Option<Broadcast>,
    /// For the user to read.
    pub notes: Vec<String>,
}

/// A program of the command line, ready to start.
struct Prepared<'a> {
    name: &'a OsStr,
    file: CString,
    arguments: Vec<CString>,
    environment: Vec<CString>,
    directory: Option<CString>,
}

/// Starts the ranks of a node; holds what all of them share.
pub struct Starter<'a> {
    plan: &'a Plan,
    programs: Vec<Prepared<'a>>,
    placement: Vec<Option<Vec<usize>>>,
    shared: Vec<CString>,
    node: OwnedFd,
    null: OwnedFd,
    signal_mask: SignalSet,
    /// The limit to give the ranks, if ours had to be raised.
    open_files: Option<Rlimit>,
    terminal: Option<OwnedFd>,
    readers: Vec<OwnedFd>,
}

impl<'a> Starter<'a> {
    /// Looks up the programs and creates what the ranks share.
    pub fn new(plan: &'a Plan, signal_mask: SignalSet, terminal: Option<OwnedFd>) -> Result<Self, Fault> {
        let library = shared_heap::library(plan.seats.len());
        let places = Places { heap: library, standard: library::folder(), older: interface::folder() };
        let prepared = |program| prepare(program, &places);
        let programs = plan.programs.iter().map(prepared).collect::<Result<_, _>>()?;
        let null = File::options().read(true).open("/dev/null").map_err(Fault::system("cannot open /dev/null"))?;
        let node =
            ferry_sys::memory::anonymous_file("ferry-node").map_err(Fault::system("cannot create the node's memory file"))?;
        Ok(Starter {
            plan,
            programs,
            placement: binding::place(plan.bind, plan.seats.len()),
            shared: common_identity(plan, &node),
            node,
            null: null.into(),
            signal_mask,
            open_files: limits::raise_open_files(plan.seats.len()),
            terminal,
            readers: Vec::new(),
        })
    }

    /// Starts all ranks. What was started before a fault is in `crew` all the same.
    pub fn start(mut self, crew: &mut Crew) -> Result<(), Fault> {
        for number in 0..self.plan.seats.len() {
            self.start_rank(number, crew)?;
        }
        if !self.readers.is_empty() {
            crew.input = Some(Broadcast::fed(std::mem::take(&mut self.readers)));
        }
        Ok(())
    }

    fn start_rank(&mut self, number: usize, crew: &mut Crew) -> Result<(), Fault> {
        let (connection, theirs) = UnixStream::pair().map_err(Fault::system("cannot create a socket"))?;
        let theirs = UnixStream::from(raise(theirs.into()));
        connection.set_nonblocking(true).map_err(Fault::system("cannot set up a socket"))?;
        let input = self.input_of(number)?;
        let output = self.output_of(number, 0, crew)?;
        let errors = self.output_of(number, 1, crew)?;
        let pid = self.spawn(number, &theirs, [input.as_ref(), output.as_ref(), errors.as_ref()])?;
        self.note(number, pid, &mut crew.notes);
        crew.ranks.push(Rank { pid, is_running: true, connection: Some(connection) });
        Ok(())
    }

    fn spawn(&self, number: usize, socket: &UnixStream, standard: [Option<&OwnedFd>; 3]) -> Result<Pid, Fault> {
        let (rank, app) = self.plan.seats[number];
        let program = &self.programs[app];
        let mut environment = program.environment.clone();
        environment.extend(self.shared.iter().cloned());
        environment.extend(own_identity(number, rank, app, socket));
        let inherited: [BorrowedFd<'_>; 2] = [socket.as_fd(), self.node.as_fd()];
        let cpus = self.placement[number].as_deref().map(binding::cpu_set);
        let process = Spawn {
            program: &program.file,
            arguments: &program.arguments,
            environment: &environment,
            directory: program.directory.as_deref(),
            standard: standard.map(|descriptor| descriptor.map(|d| d.as_fd())),
            inherited: &inherited,
            cpus: cpus.as_ref(),
            open_files: self.open_files,
            signal_mask: &self.signal_mask,
            leads_session: false,
        };
        spawn(&process).map_err(|error| refused(program, rank, error))
    }

    /// What the rank reads; `None` for the launcher's own input.
    fn input_of(&mut self, number: usize) -> Result<Option<OwnedFd>, Fault> {
        match &self.plan.input {
            Input::Own { rank } if *rank == number => Ok(self.terminal.take()),
            Input::Fed { ranks } if ranks.contains(&number) => {
                let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(Fault::system("cannot create a pipe"))?;
                rustix::io::ioctl_fionbio(&writer, true).map_err(Fault::system("cannot set up a pipe"))?;
                self.readers.push(writer);
                Ok(Some(reader))
            }
            _ => duplicate(self.null.as_fd()).map(Some),
        }
    }

    /// Where output number `which` (0 is standard output, 1 the error output) of the rank goes;
    /// `None` for the launcher's own.
    fn output_of(&self, number: usize, which: u8, crew: &mut Crew) -> Result<Option<OwnedFd>, Fault> {
        match &self.plan.output {
            Output::Inherit => Ok(None),
            Output::Files { base } => create_file(base, self.plan.seats[number].0, usize::from(which)).map(Some),
            Output::Report => {
                let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(Fault::system("cannot create a pipe"))?;
                rustix::io::ioctl_fionbio(&reader, true).map_err(Fault::system("cannot set up a pipe"))?;
                crew.streams.push(Stream { pipe: Some(reader), rank: number, which });
                Ok(Some(writer))
            }
        }
    }

    fn note(&self, number: usize, pid: Pid, notes: &mut Vec<String>) {
        let (rank, app) = self.plan.seats[number];
        let place = if self.plan.nodes > 1 { format!(" on {}", self.plan.host) } else { String::new() };
        if self.plan.report_bindings {
            let processors = self.placement[number].as_deref().map_or_else(|| "all".to_owned(), binding::describe);
            notes.push(format!("rank {rank} runs on processors{}: {processors}", place.replace(" on ", " of ")));
        }
        if self.plan.verbose {
            notes.push(format!("rank {rank} is pid {}{place}: {}", pid.as_raw_pid(), self.programs[app].file.to_string_lossy()));
        }
    }
}

/// The variables by which the ranks of a node know the job (docs/wire/pmi.md).
fn common_identity(plan: &Plan, node: &OwnedFd) -> Vec<CString> {
    let local = plan.seats.len().to_string();
    let ranks: Vec<u32> = plan.seats.iter().map(|(rank, _)| *rank as u32).collect();
    assignments([
        (env::PMI_SIZE, plan.size.to_string()),
        (env::PMI_SPAWNED, "0".to_owned()),
        (env::MPI_LOCALNRANKS, local.clone()),
        (env::LOCAL_SIZE, local),
        (env::NODE_FD, node.as_raw_fd().to_string()),
        (env::NODE_RANKS, ranges::format(&ranks)),
        (env::NODE_COUNT, plan.nodes.to_string()),
        (env::HOST_NAME, plan.host.clone()),
        (env::JOB_ID, plan.job_id.clone()),
        (env::JOB_SECRET, plan.secret.clone()),
    ])
}

/// The variables by which a rank knows who it is.
fn own_identity(number: usize, rank: usize, app: usize, socket: &UnixStream) -> Vec<CString> {
    assignments([
        (env::PMI_RANK, rank.to_string()),
        (env::PMI_FD, socket.as_raw_fd().to_string()),
        (env::MPI_LOCALRANKID, number.to_string()),
        (env::LOCAL_RANK, number.to_string()),
        (env::APPNUM, app.to_string()),
    ])
}

fn assignments<const N: usize>(pairs: [(&str, String); N]) -> Vec<CString> {
    pairs.into_iter().filter_map(|(name, value)| CString::new(format!("{name}={value}")).ok()).collect()
}

/// Where Ferry's libraries are, if they are to be had.
struct Places {
    /// The library of the shared heap.
    heap: Option<PathBuf>,
    /// The folder of the library of the standard ABI.
    standard: Option<PathBuf>,
    /// The folder of the libraries of older ABIs.
    older: Option<PathBuf>,
}

fn prepare<'a>(program: &'a ProgramCommand, places: &Places) -> Result<Prepared<'a>, Fault> {
    let theirs = program.host_variables.iter().filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?)));
    let mut variables: BTreeMap<OsString, OsString> = theirs.chain(program.variables.iter().cloned()).collect();
    let path = variables.get(OsStr::new("PATH")).map(OsString::as_os_str);
    let directory = program.directory.as_deref().map(Path::new);
    if let Some(directory) = directory.filter(|d| !d.is_dir()) {
        return Err(Fault::Usage(format!("there is no directory {} to run in (-wdir names another)", directory.display())));
    }
    let name = program.arguments.first().map(OsString::as_os_str).unwrap_or_default();
    let file = program::resolve(name, path, directory)?;
    let whole = directory.unwrap_or(Path::new("")).join(&file);
    if let Some(library) = &places.heap {
        shared_heap::preload(library, &file, &mut variables);
    }
    if let Some(folder) = &places.standard {
        library::show(folder, &whole, &mut variables);
    }
    if let Some(folder) = &places.older {
        interface::show(folder, &whole, &mut variables)?;
    }
    Ok(Prepared {
        name,
        file: c_string(file.into_os_string())?,
        arguments: program.arguments.iter().map(|a| c_string(a.clone())).collect::<Result<_, _>>()?,
        environment: variables.into_iter().map(|(name, value)| c_string(assignment(name, &value))).collect::<Result<_, _>>()?,
        directory: directory.map(|d| c_string(d.as_os_str().to_owned())).transpose()?,
    })
}

fn assignment(mut name: OsString, value: &OsStr) -> OsString {
    name.push("=");
    name.push(value);
    name
}

fn c_string(text: OsString) -> Result<CString, Fault> {
    let shown = text.to_string_lossy().into_owned();
    CString::new(text.into_vec()).map_err(|_| Fault::Usage(format!("'{shown}' holds a zero byte")))
}

fn refused(program: &Prepared<'_>, rank: usize, error: SpawnError) -> Fault {
    let name = program.name.to_string_lossy().into_owned();
    match (error.step, error.error.raw_os_error()) {
        (Step::Execute, Some(libc::ENOENT)) if !program.is_there() => Fault::ProgramNotFound {
            program: name,
            hint: format!(" any more: it is gone since ranks before rank {rank} were started"),
        },
        (Step::Execute, _) => NotExecutableReason::of(error).into_fault(name),
        (Step::Clone, Some(libc::EAGAIN)) => {
            let doing = format!("cannot start rank {rank} ({name}), {} is reached", limits::processes());
            Fault::System { doing, source: error.error }
        }
        _ => Fault::System { doing: format!("cannot start rank {rank} ({name})"), source: error.error },
    }
}

impl Prepared<'_> {
    /// Whether the file is there now.
    fn is_there(&self) -> bool {
        let file = Path::new(OsStr::from_bytes(self.file.as_bytes()));
        let directory = self.directory.as_ref().map(|directory| Path::new(OsStr::from_bytes(directory.as_bytes())));
        directory.unwrap_or(Path::new("")).join(file).exists()
    }
}

/// Why `execve` refused.
struct NotExecutableReason(String);

impl NotExecutableReason {
    fn of(SpawnError { error, .. }: SpawnError) -> Self {
        NotExecutableReason(match error.raw_os_error() {
            Some(libc::ENOEXEC) => "it is neither a program for this machine nor a script that starts with '#!'".to_owned(),
            Some(libc::ETXTBSY) => "it is still being written (another process has the file open for writing)".to_owned(),
            Some(libc::ENOENT) => "the interpreter it names (after '#!', or the dynamic loader) does not exist".to_owned(),
            _ => error.to_string(),
        })
    }

    fn into_fault(self, program: String) -> Fault {
        Fault::NotExecutable { program, reason: self.0 }
    }
}
