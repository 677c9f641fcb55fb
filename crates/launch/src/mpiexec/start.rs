//! Starting the ranks: environment, descriptors, processors, process.

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::UnixStream;

use ferry_sys::signals::SignalSet;
use ferry_sys::spawn::{Spawn, SpawnError, Step, spawn};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Resource, Rlimit, getrlimit, setrlimit};

use super::binding;
use super::fault::Fault;
use super::input::Broadcast;
use super::output::{Sink, Stream};
use super::program;
use super::request::{App, Inherit, Request, Stdin};
use crate::environment as env;

/// A rank's process and its connection.
pub struct Rank {
    /// Its process, which leads a process group.
    pub pid: Pid,
    /// Program as typed.
    pub program: String,
    /// False once it has been collected.
    pub is_running: bool,
    /// Our end of its PMI socket, non-blocking; `None` after it hung up.
    pub connection: Option<UnixStream>,
}

/// Everything that connects the launcher to the ranks.
#[derive(Default)]
pub struct Job {
    /// The ranks that have been started.
    pub ranks: Vec<Rank>,
    /// Output that passes through the launcher.
    pub streams: Vec<Stream>,
    /// Where it goes.
    pub sinks: Vec<Sink>,
    /// Input that passes through the launcher.
    pub input: Option<Broadcast>,
}

/// A program of the command line, ready to start.
struct Program<'a> {
    name: &'a OsStr,
    file: CString,
    arguments: Vec<CString>,
    environment: Vec<CString>,
    directory: Option<CString>,
}

/// Starts jobs; holds what all ranks share.
pub struct Starter<'a> {
    request: &'a Request,
    programs: Vec<Program<'a>>,
    placement: Vec<Option<Vec<usize>>>,
    node: OwnedFd,
    null: OwnedFd,
    job_id: &'a str,
    signal_mask: SignalSet,
    /// The limit to give the ranks, if ours had to be raised.
    open_files: Option<Rlimit>,
    terminal: Option<OwnedFd>,
    readers: Vec<OwnedFd>,
}

impl<'a> Starter<'a> {
    /// Looks up the programs and creates what the ranks share.
    pub fn new(request: &'a Request, job_id: &'a str, signal_mask: SignalSet, terminal: Option<OwnedFd>) -> Result<Self, Fault> {
        let programs = request.apps.iter().map(|app| prepare(request, app)).collect::<Result<_, _>>()?;
        let null = File::options().read(true).open("/dev/null").map_err(Fault::system("cannot open /dev/null"))?;
        Ok(Starter {
            request,
            programs,
            placement: binding::place(request.bind, request.ranks()),
            node: ferry_sys::memory::anonymous_file("ferry-node")
                .map_err(Fault::system("cannot create the node's memory file"))?,
            null: null.into(),
            job_id,
            signal_mask,
            open_files: raise_open_files(request.ranks()),
            terminal,
            readers: Vec::new(),
        })
    }

    /// Starts all ranks. What was started before a fault is in `job` all the same.
    pub fn start(mut self, job: &mut Job) -> Result<(), Fault> {
        self.open_shared_sinks(job)?;
        let apps = self.request.counts().enumerate().flat_map(|(app, count)| std::iter::repeat_n(app, count));
        for (rank, app) in apps.enumerate() {
            self.start_rank(rank, app, job)?;
        }
        if self.request.stdin == Stdin::All {
            let source = match self.terminal.take() {
                Some(terminal) => terminal,
                None => duplicate(std::io::stdin().as_fd())?,
            };
            job.input = Some(Broadcast::new(source, std::mem::take(&mut self.readers)));
        }
        Ok(())
    }

    /// Sinks 0 and 1 are our own output and error output when lines of all ranks meet there.
    fn open_shared_sinks(&self, job: &mut Job) -> Result<(), Fault> {
        if self.request.tag_output && self.request.output_filename.is_none() {
            job.sinks.push(Sink::new(duplicate(std::io::stdout().as_fd())?));
            job.sinks.push(Sink::new(duplicate(std::io::stderr().as_fd())?));
        }
        Ok(())
    }

    fn start_rank(&mut self, rank: usize, app: usize, job: &mut Job) -> Result<(), Fault> {
        let (connection, theirs) = UnixStream::pair().map_err(Fault::system("cannot create a socket"))?;
        connection.set_nonblocking(true).map_err(Fault::system("cannot set up a socket"))?;
        let input = self.input_of(rank)?;
        let output = self.output_of(rank, 0, job)?;
        let errors = self.output_of(rank, 1, job)?;
        let pid = self.spawn(rank, app, &theirs, [input.as_ref(), output.as_ref(), errors.as_ref()])?;
        let program = self.programs[app].name.to_string_lossy().into_owned();
        job.ranks.push(Rank { pid, program, is_running: true, connection: Some(connection) });
        Ok(())
    }

    fn spawn(&self, rank: usize, app: usize, socket: &UnixStream, standard: [Option<&OwnedFd>; 3]) -> Result<Pid, Fault> {
        let program = &self.programs[app];
        let mut environment = program.environment.clone();
        environment.extend(self.identity(rank, app, socket));
        let inherited: [BorrowedFd<'_>; 2] = [socket.as_fd(), self.node.as_fd()];
        let cpus = self.placement[rank].as_deref().map(binding::cpu_set);
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
        let pid = spawn(&process).map_err(|error| refused(program, rank, error))?;
        self.tell(rank, pid, program);
        Ok(pid)
    }

    /// The variables by which the rank knows who it is (docs/wire/pmi.md).
    fn identity(&self, rank: usize, app: usize, socket: &UnixStream) -> impl Iterator<Item = CString> {
        use std::os::fd::AsRawFd;
        let size = self.request.ranks().to_string();
        let rank = rank.to_string();
        let pairs = [
            (env::PMI_RANK, rank.clone()),
            (env::PMI_SIZE, size.clone()),
            (env::PMI_FD, socket.as_raw_fd().to_string()),
            (env::PMI_SPAWNED, "0".to_owned()),
            (env::MPI_LOCALRANKID, rank.clone()),
            (env::MPI_LOCALNRANKS, size.clone()),
            (env::NODE_FD, self.node.as_raw_fd().to_string()),
            (env::LOCAL_RANK, rank),
            (env::LOCAL_SIZE, size),
            (env::JOB_ID, self.job_id.to_owned()),
            (env::APPNUM, app.to_string()),
        ];
        pairs.into_iter().filter_map(|(name, value)| CString::new(format!("{name}={value}")).ok())
    }

    /// What the rank reads; `None` for the launcher's own input.
    fn input_of(&mut self, rank: usize) -> Result<Option<OwnedFd>, Fault> {
        match self.request.stdin {
            Stdin::Rank(reader) if reader == rank => Ok(self.terminal.take()),
            Stdin::All => {
                let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(Fault::system("cannot create a pipe"))?;
                rustix::io::ioctl_fionbio(&writer, true).map_err(Fault::system("cannot set up a pipe"))?;
                self.readers.push(writer);
                Ok(Some(reader))
            }
            _ => duplicate(self.null.as_fd()).map(Some),
        }
    }

    /// Where output number `which` (0 is standard output, 1 the error output) of the rank goes; `None` for the launcher's own.
    fn output_of(&self, rank: usize, which: usize, job: &mut Job) -> Result<Option<OwnedFd>, Fault> {
        let file = self.request.output_filename.as_ref().map(|base| create_output(base, rank, which)).transpose()?;
        if !self.request.tag_output {
            return Ok(file);
        }
        let sink = match file {
            Some(file) => {
                job.sinks.push(Sink::new(file));
                job.sinks.len() - 1
            }
            None => which,
        };
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(Fault::system("cannot create a pipe"))?;
        rustix::io::ioctl_fionbio(&reader, true).map_err(Fault::system("cannot set up a pipe"))?;
        job.streams.push(Stream::new(reader, rank, sink));
        Ok(Some(writer))
    }

    fn tell(&self, rank: usize, pid: Pid, program: &Program<'_>) {
        let processors = self.placement[rank].as_deref().map_or_else(|| "all".to_owned(), binding::describe);
        if self.request.report_bindings {
            super::say(&format!("rank {rank} runs on processors: {processors}"));
        }
        if self.request.verbose {
            super::say(&format!("rank {rank} is pid {}: {}", pid.as_raw_pid(), program.file.to_string_lossy()));
        }
    }
}

fn prepare<'a>(request: &Request, app: &'a App) -> Result<Program<'a>, Fault> {
    let variables = environment(request, app);
    let path = variables.get(OsStr::new("PATH")).map(OsString::as_os_str);
    let directory = app.directory.as_deref();
    if let Some(directory) = directory.filter(|d| !d.is_dir()) {
        return Err(Fault::Usage(format!("-wdir {}: there is no such directory", directory.display())));
    }
    let name = app.command[0].as_os_str();
    let file = program::resolve(name, path, directory)?;
    Ok(Program {
        name,
        file: c_string(file.into_os_string())?,
        arguments: app.command.iter().map(|a| c_string(a.clone())).collect::<Result<_, _>>()?,
        environment: variables.into_iter().map(|(name, value)| c_string(assignment(name, &value))).collect::<Result<_, _>>()?,
        directory: directory.map(|d| c_string(d.as_os_str().to_owned())).transpose()?,
    })
}

/// The variables of a program, without those that tell a rank who it is.
fn environment(request: &Request, app: &App) -> BTreeMap<OsString, OsString> {
    let mut variables: BTreeMap<OsString, OsString> = match app.inherit.as_ref().unwrap_or(&request.inherit) {
        Inherit::All => std::env::vars_os().filter(|(name, _)| !is_identity(name)).collect(),
        Inherit::None => BTreeMap::new(),
        Inherit::List(names) => names.iter().filter_map(|name| Some((name.clone(), std::env::var_os(name)?))).collect(),
    };
    for (name, value) in request.variables.iter().chain(&app.variables) {
        match value.clone().or_else(|| std::env::var_os(name)) {
            Some(value) => drop(variables.insert(name.clone(), value)),
            None => super::say(&format!("-x {}: the variable is not set here, so it is not passed on", name.to_string_lossy())),
        }
    }
    variables
}

/// Whether a variable says who a process is in a job that this launcher runs in itself.
fn is_identity(name: &OsStr) -> bool {
    const PREFIXES: [&str; 3] = ["PMI_", "PMIX_", "OMPI_COMM_WORLD_"];
    const NAMES: [&str; 5] = [env::NODE_FD, env::LOCAL_RANK, env::LOCAL_SIZE, env::JOB_ID, env::APPNUM];
    name.to_str().is_some_and(|name| PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || NAMES.contains(&name))
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

fn create_output(base: &OsStr, rank: usize, which: usize) -> Result<OwnedFd, Fault> {
    let name = [base.as_bytes(), format!(".{rank}.{}", ["out", "err"][which]).as_bytes()].concat();
    let name = OsStr::from_bytes(&name);
    let file = File::create(name).map_err(Fault::system(&format!("cannot create {}", name.to_string_lossy())))?;
    Ok(file.into())
}

fn duplicate(descriptor: BorrowedFd<'_>) -> Result<OwnedFd, Fault> {
    rustix::io::fcntl_dupfd_cloexec(descriptor, 3).map_err(Fault::system("cannot duplicate a descriptor"))
}

fn refused(program: &Program<'_>, rank: usize, error: SpawnError) -> Fault {
    let name = program.name.to_string_lossy().into_owned();
    match error.step {
        Step::Execute => NotExecutableReason::of(error).into_fault(name),
        _ => Fault::System { doing: format!("cannot start rank {rank} ({name})"), source: error.error },
    }
}

/// Why `execve` refused.
struct NotExecutableReason(String);

impl NotExecutableReason {
    fn of(SpawnError { error, .. }: SpawnError) -> Self {
        NotExecutableReason(match error.raw_os_error() {
            Some(libc::ENOEXEC) => "it is neither a program for this machine nor a script that starts with '#!'".to_owned(),
            Some(libc::ENOENT) => "the interpreter it names (after '#!', or the dynamic loader) does not exist".to_owned(),
            _ => error.to_string(),
        })
    }

    fn into_fault(self, program: String) -> Fault {
        Fault::NotExecutable { program, reason: self.0 }
    }
}

/// Descriptors a rank costs the launcher: a socket, two pipes, an input, and a file each way.
const DESCRIPTORS_PER_RANK: u64 = 6;
/// Descriptors of the launcher itself, generously.
const OWN_DESCRIPTORS: u64 = 64;

/// Makes room for the descriptors of many ranks; returns the old limit if it had to change, for the ranks to have.
fn raise_open_files(ranks: usize) -> Option<Rlimit> {
    let old = getrlimit(Resource::Nofile);
    let wanted = ranks as u64 * DESCRIPTORS_PER_RANK + OWN_DESCRIPTORS;
    if old.current.is_none_or(|current| current >= wanted) {
        return None;
    }
    let current = Some(old.maximum.map_or(wanted, |maximum| maximum.min(wanted)));
    // If this fails the ranks that fit are started, and the one that does not is named in the error.
    setrlimit(Resource::Nofile, Rlimit { current, ..old }).ok().map(|()| old)
}
