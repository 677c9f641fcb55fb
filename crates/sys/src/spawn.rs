//! Starting processes: a program with everything prepared by the parent ([`spawn`]), and a second
//! copy of a small process ([`fork`]).
//!
//! [`spawn`] runs the child on the parent's memory until it executes its program
//! (`CLONE_VM | CLONE_VFORK`): no page table is copied, and the child can still set what
//! `posix_spawn` cannot (parent-death signal, processors, a process group without races).
//!
//! # Safety arguments
//! - SPAWN-1: between `clone` and `execve` the child runs only [`child`], which neither allocates
//!   nor takes a lock nor unwinds: system calls on memory that the parent prepared. The parent
//!   thread is suspended meanwhile (`CLONE_VFORK`), so `Handover` is not aliased.
//! - SPAWN-2: the child has its own stack, a live allocation of `STACK_BYTES` whose top is aligned
//!   to 16 bytes; every signal is blocked while it is in use, so no handler runs on it.
//! - SPAWN-3: the pointer arrays end with null and point to `CString`s that outlive the call.
//! - FORK-1: `fork` is refused unless the process has a single thread, so no lock can be held by a
//!   thread that the child lacks.
//! - ADOPT-1: [`adopt`] takes a descriptor number that the environment handed over; `fcntl` showed
//!   that it is open, and the environment's contract (docs/wire/pmi.md) is that it belongs to the
//!   caller alone.
//! - DUP-1: the descriptor has just been made by `fcntl`; nobody else knows its number.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;

use rustix::io::{Errno, FdFlags};
use rustix::process::{Pid, Resource, Rlimit, Signal};
use rustix::thread::CpuSet;

use crate::descriptor::{floor, raise};
use crate::signals::{self, SignalSet};

/// Stack of the child until it executes: the deepest call is `execve`.
const STACK_BYTES: usize = 128 << 10;

/// Status of a child that did not get as far as its program; the parent learns the reason from
/// [`SpawnError`].
const EXIT_NOT_STARTED: c_int = 127;

/// A process to start. It leads a process group of its own and is killed when the thread that
/// starts it ends.
pub struct Spawn<'a> {
    /// Path of the program; relative ones count from `directory`.
    pub program: &'a CStr,
    /// Arguments, the first being the program's name for itself.
    pub arguments: &'a [CString],
    /// Environment as `NAME=value`.
    pub environment: &'a [CString],
    /// Directory to change to first.
    pub directory: Option<&'a CStr>,
    /// Standard input, output and error; `None` keeps the parent's. Descriptors are above 2.
    pub standard: [Option<BorrowedFd<'a>>; 3],
    /// Descriptors to pass under their own numbers although they are close-on-exec here.
    pub inherited: &'a [BorrowedFd<'a>],
    /// Processors to run on; `None` keeps the parent's.
    pub cpus: Option<&'a CpuSet>,
    /// Limit on the number of its descriptors; `None` keeps the parent's.
    pub open_files: Option<Rlimit>,
    /// Signal mask of the program.
    pub signal_mask: &'a SignalSet,
    /// Lead a session of its own, whose terminal is the standard input.
    pub leads_session: bool,
}

/// What the child was doing when it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Creating the process.
    Clone,
    /// Process group, parent-death signal, processors or descriptors.
    Prepare,
    /// Changing to the directory.
    Directory,
    /// Executing the program.
    Execute,
}

/// Why a process did not start.
#[derive(Debug)]
pub struct SpawnError {
    /// Where it failed.
    pub step: Step,
    /// The operating system's reason.
    pub error: io::Error,
}

struct Handover<'a> {
    spawn: &'a Spawn<'a>,
    arguments: Vec<*const c_char>,
    environment: Vec<*const c_char>,
    parent: Pid,
    failure: Option<(Step, Errno)>,
}

/// Starts the process and returns its id, once its program has been executed.
pub fn spawn(spawn: &Spawn<'_>) -> Result<Pid, SpawnError> {
    let mut handover = Handover {
        spawn,
        arguments: null_terminated(spawn.arguments),
        environment: null_terminated(spawn.environment),
        parent: rustix::process::getpid(),
        failure: None,
    };
    let failed = |error| SpawnError { step: Step::Clone, error };
    let mask = signals::set_mask(&SignalSet::full()).map_err(failed)?;
    let result = clone(&mut handover);
    signals::set_mask(&mask).map_err(failed)?;
    let pid = result.map_err(failed)?;
    match handover.failure {
        None => Ok(pid),
        Some((step, errno)) => {
            // The child has exited or is about to: collect it, its status says nothing more.
            let _ = rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty());
            Err(SpawnError { step, error: errno.into() })
        }
    }
}

fn null_terminated(strings: &[CString]) -> Vec<*const c_char> {
    strings.iter().map(|s| s.as_ptr()).chain([ptr::null()]).collect()
}

fn clone(handover: &mut Handover<'_>) -> io::Result<Pid> {
    let mut stack = vec![0u128; STACK_BYTES / size_of::<u128>()];
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: SPAWN-1, SPAWN-2: one past the end of an allocation of 16-byte units is the top of a
    // descending stack.
    let pid = unsafe {
        let top = stack.as_mut_ptr_range().end.cast::<c_void>();
        libc::clone(child, top, flags, ptr::from_mut(handover).cast())
    };
    Pid::from_raw(pid).filter(|_| pid > 0).ok_or_else(io::Error::last_os_error)
}

extern "C" fn child(argument: *mut c_void) -> c_int {
    // SAFETY: SPAWN-1: `clone` above passed a live, unaliased `Handover`.
    let handover = unsafe { &mut *argument.cast::<Handover<'_>>() };
    let failure = match prepare(handover.spawn, handover.parent) {
        Ok(()) => execute(handover),
        Err(failure) => failure,
    };
    handover.failure = Some(failure);
    // SAFETY: ends the child without running the parent's exit handlers.
    unsafe { libc::_exit(EXIT_NOT_STARTED) }
}

fn prepare(spawn: &Spawn<'_>, parent: Pid) -> Result<(), (Step, Errno)> {
    let step = |errno| (Step::Prepare, errno);
    match spawn.leads_session {
        true => drop(rustix::process::setsid().map_err(step)?),
        false => rustix::process::setpgid(None, None).map_err(step)?,
    }
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL)).map_err(step)?;
    if rustix::process::getppid() != Some(parent) {
        // The parent died before the death signal was armed.
        return Err((Step::Prepare, Errno::SRCH));
    }
    if let Some(cpus) = spawn.cpus {
        rustix::thread::sched_setaffinity(None, cpus).map_err(step)?;
    }
    if let Some(limit) = &spawn.open_files {
        rustix::process::setrlimit(Resource::Nofile, *limit).map_err(step)?;
    }
    for (number, descriptor) in spawn.standard.iter().enumerate() {
        if let Some(descriptor) = descriptor {
            install(descriptor.as_raw_fd(), number as RawFd).map_err(step)?;
        }
    }
    if spawn.leads_session {
        rustix::process::ioctl_tiocsctty(rustix::stdio::stdin()).map_err(step)?;
    }
    for descriptor in spawn.inherited {
        rustix::io::fcntl_setfd(descriptor, FdFlags::empty()).map_err(step)?;
    }
    match spawn.directory {
        Some(directory) => rustix::process::chdir(directory).map_err(|errno| (Step::Directory, errno)),
        None => Ok(()),
    }
}

fn install(from: RawFd, to: RawFd) -> Result<(), Errno> {
    // SAFETY: `dup2` on numbers has no memory arguments; it acts on the child's own descriptor
    // table.
    match unsafe { libc::dup2(from, to) } {
        -1 => Err(last_errno()),
        _ => Ok(()),
    }
}

fn execute(handover: &Handover<'_>) -> (Step, Errno) {
    // Rust's runtime ignores SIGPIPE; programs expect the default.
    signals::restore_default(libc::SIGPIPE);
    if let Err(error) = signals::set_mask(handover.spawn.signal_mask) {
        return (Step::Prepare, Errno::from_raw_os_error(error.raw_os_error().unwrap_or(libc::EINVAL)));
    }
    // SAFETY: SPAWN-3.
    unsafe { libc::execve(handover.spawn.program.as_ptr(), handover.arguments.as_ptr(), handover.environment.as_ptr()) };
    (Step::Execute, last_errno())
}

fn last_errno() -> Errno {
    // SAFETY: the address of the thread's errno is always valid.
    Errno::from_raw_os_error(unsafe { *libc::__errno_location() })
}

/// The two sides of [`fork`].
pub enum Fork {
    /// The original process; holds the child's id.
    Parent(Pid),
    /// The copy.
    Child,
}

/// Copies the calling process, which must have a single thread.
pub fn fork() -> io::Result<Fork> {
    if std::fs::read_dir("/proc/self/task")?.count() != 1 {
        return Err(io::Error::other("fork of a process with several threads"));
    }
    // SAFETY: FORK-1.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Fork::Child),
        pid => Pid::from_raw(pid).map(Fork::Parent).ok_or_else(|| io::Error::other("fork returned no process id")),
    }
}

/// Takes over the descriptor `number` that this process's environment names, closed by `exec` and
/// out of the program's way ([`raise`]). Fails if it is not open.
pub fn adopt(number: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: `fcntl` with F_SETFD has no memory arguments; a bad number is reported as EBADF.
    if number < 0 || unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) } == -1 {
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    // SAFETY: ADOPT-1.
    let descriptor = unsafe { OwnedFd::from_raw_fd(number) };
    Ok(if number < floor() { raise(descriptor) } else { descriptor })
}

/// As [`adopt`], for a socket: what is none is somebody else's, and left alone.
pub fn adopt_socket(number: RawFd) -> io::Result<OwnedFd> {
    let (mut kind, mut len) = (0 as c_int, size_of::<c_int>() as libc::socklen_t);
    // SAFETY: the two values live, and `len` is the first one's size.
    match unsafe { libc::getsockopt(number, libc::SOL_SOCKET, libc::SO_TYPE, (&raw mut kind).cast(), &raw mut len) } {
        0 => adopt(number),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A copy of the program's socket `number`, closed by `exec` and out of the program's way. Fails if
/// that is no socket.
pub fn duplicate_socket(number: RawFd) -> io::Result<OwnedFd> {
    let (mut kind, mut len) = (0 as c_int, size_of::<c_int>() as libc::socklen_t);
    // SAFETY: the two values live, and `len` is the first one's size.
    if unsafe { libc::getsockopt(number, libc::SOL_SOCKET, libc::SO_TYPE, (&raw mut kind).cast(), &raw mut len) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: `fcntl` with F_DUPFD_CLOEXEC has no memory arguments.
    match unsafe { libc::fcntl(number, libc::F_DUPFD_CLOEXEC, floor()) } {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: DUP-1.
        copy => Ok(unsafe { OwnedFd::from_raw_fd(copy) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::{WaitOptions, waitpid};
    use std::io::Read;
    use std::os::fd::AsFd;

    fn shell<'a>(arguments: &'a [CString], mask: &'a SignalSet) -> Spawn<'a> {
        Spawn {
            program: c"/bin/sh",
            arguments,
            environment: &[],
            directory: None,
            standard: [None; 3],
            inherited: &[],
            cpus: None,
            open_files: None,
            signal_mask: mask,
            leads_session: false,
        }
    }

    fn script(text: &str) -> Vec<CString> {
        ["sh", "-c", text].iter().map(|s| CString::new(*s).unwrap()).collect()
    }

    fn status(pid: Pid) -> Option<i32> {
        let (_, status) = waitpid(Some(pid), WaitOptions::empty()).unwrap().unwrap();
        status.exit_status()
    }

    #[test]
    fn status_directory_and_output_arrive() {
        let (reader, writer) = std::io::pipe().unwrap();
        let arguments = script("pwd; exit 7");
        let mask = SignalSet::empty();
        let process =
            Spawn { directory: Some(c"/usr"), standard: [None, Some(writer.as_fd()), None], ..shell(&arguments, &mask) };
        let pid = spawn(&process).unwrap();
        drop(writer);
        let mut output = String::new();
        { reader }.read_to_string(&mut output).unwrap();
        assert_eq!((output.as_str(), status(pid)), ("/usr\n", Some(7)));
    }

    #[test]
    fn child_leads_its_group_and_gets_descriptors() {
        let (reader, writer) = std::io::pipe().unwrap();
        let arguments = script(&format!("test $(cut -d' ' -f5 /proc/$$/stat) = $$ && echo yes >&{}", writer.as_raw_fd()));
        let mask = SignalSet::empty();
        let inherited = [writer.as_fd()];
        let environment = [CString::new("PATH=/usr/bin:/bin").unwrap()];
        let process = Spawn { inherited: &inherited, environment: &environment, ..shell(&arguments, &mask) };
        let pid = spawn(&process).unwrap();
        drop(writer);
        let mut output = String::new();
        { reader }.read_to_string(&mut output).unwrap();
        assert_eq!((output.as_str(), status(pid)), ("yes\n", Some(0)));
    }

    #[test]
    fn leader_of_a_session_has_its_terminal() {
        use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let master = openpt(flags).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let slave = ioctl_tiocgptpeer(&master, flags).unwrap();
        let arguments = script("echo here > /dev/tty");
        let mask = SignalSet::empty();
        let process = Spawn { standard: [Some(slave.as_fd()), None, None], leads_session: true, ..shell(&arguments, &mask) };
        assert_eq!(status(spawn(&process).unwrap()), Some(0));
        let mut line = [0; 16];
        let count = rustix::io::read(&master, &mut line).unwrap();
        assert_eq!(&line[..count], b"here\r\n");
    }

    #[test]
    fn failures_name_their_step() {
        let arguments = script("true");
        let mask = SignalSet::empty();
        let missing = Spawn { program: c"/nonexistent/program", ..shell(&arguments, &mask) };
        assert_eq!(spawn(&missing).unwrap_err().step, Step::Execute);
        let nowhere = Spawn { directory: Some(c"/nonexistent"), ..shell(&arguments, &mask) };
        assert_eq!(spawn(&nowhere).unwrap_err().step, Step::Directory);
    }

    #[test]
    fn what_is_no_socket_is_left_alone() {
        let file = std::fs::File::open("/dev/null").unwrap();
        assert_eq!(adopt_socket(file.as_raw_fd()).unwrap_err().raw_os_error(), Some(libc::ENOTSOCK));
        assert!(file.metadata().is_ok());
    }

    #[test]
    fn adopting_a_closed_descriptor_fails() {
        assert!(adopt(-1).is_err());
        assert!(adopt_socket(-1).is_err());
        assert!(adopt(1 << 20).is_err());
    }
}
