//! A whole run: files, keys, nodes, command, exit status.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::IsTerminal;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::error::{LabError, Result, system};
use crate::image::cpio::Archive;
use crate::image::{init, layer};
use crate::machine::accelerator;
use crate::machine::node::{self, Connections, Hardware, memory_file};
use crate::machine::switch::Switch;
use crate::options::Options;
use crate::session::frame::Command;
use crate::session::host::{Node, Session, Signals};
use crate::session::terminal;
use crate::store::cache::{Cache, Store};
use crate::store::fetch;
use crate::store::program::is_executable;
use crate::store::tools::Tools;

/// What the first node is to do.
#[derive(Clone, Debug)]
pub enum Task {
    /// Run a program with arguments.
    Run(Vec<OsString>),
    /// Give the user a shell.
    Shell,
}

/// Variables that mean something on the host only.
const UNSUITABLE: [&str; 8] = [
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "SSH_AUTH_SOCK",
    "SSH_CLIENT",
    "SSH_CONNECTION",
    "SSH_TTY",
    "TMPDIR",
    "XDG_RUNTIME_DIR",
];

/// Programs of administrators, which a user's `PATH` may lack.
const ADMINISTRATION: [&str; 2] = ["/usr/sbin", "/sbin"];

/// Starts the lab, does the task, ends the lab, and returns the task's exit status.
pub fn run(options: &Options, task: &Task) -> Result<u8> {
    options.check().map_err(LabError::Usage)?;
    let user = User::of_process()?;
    let store = fetch::store(&Cache::of_user()?)?;
    let tools = store.tools();
    let qemu = tools.program("qemu-system-x86_64")?;
    let kernel = store.kernel();
    let mut hardware =
        Hardware { qemu: &qemu, kernel: &kernel, has_kvm: false, cpus: options.cpus, memory_mib: options.memory.0 };
    hardware.has_kvm = accelerator::choose(options.accelerator, &store, &hardware)?;
    let command = command(task, &user)?;
    let started = Instant::now();
    let signals = Signals::watch()?;
    // The order matters at the end: the nodes end first, then the network between them.
    let (nodes, _switch) = start(options, &store, &hardware, &user)?;
    let mut session = Session::new(nodes, signals);
    if let Some(status) = session.boot()? {
        return Ok(status);
    }
    if options.verbose || std::io::stderr().is_terminal() {
        let how = if hardware.has_kvm { "KVM" } else { "emulation" };
        eprintln!("ferry lab: {} nodes up in {:.1} s ({how})", options.nodes, started.elapsed().as_secs_f64());
    }
    session.run(command)
}

/// Whoever uses the lab.
struct User {
    home: PathBuf,
    shell: PathBuf,
    directory: PathBuf,
    path: OsString,
}

impl User {
    fn of_process() -> Result<Self> {
        let variable = |name, default: &str| std::env::var_os(name).map_or_else(|| PathBuf::from(default), PathBuf::from);
        let shell = Some(variable("SHELL", "/bin/sh")).filter(|shell| shell.is_absolute() && is_executable(shell));
        let mut path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
        for directory in ADMINISTRATION {
            if !std::env::split_paths(&path).any(|entry| entry == Path::new(directory)) {
                path.push(":");
                path.push(directory);
            }
        }
        Ok(User {
            home: variable("HOME", "/"),
            shell: shell.unwrap_or_else(|| "/bin/sh".into()),
            directory: std::env::current_dir().map_err(system("cannot find out the current directory"))?,
            path,
        })
    }
}

fn command(task: &Task, user: &User) -> Result<Command> {
    let bytes = |text: OsString| text.into_vec();
    let (arguments, terminal) = match task {
        Task::Run(arguments) => (arguments.clone(), None),
        Task::Shell => (vec![user.shell.clone().into_os_string()], terminal::size()),
    };
    if arguments.is_empty() {
        return Err(LabError::Usage("there is no command to run".to_owned()));
    }
    Ok(Command {
        terminal,
        directory: bytes(user.directory.clone().into_os_string()),
        arguments: arguments.into_iter().map(bytes).collect(),
        environment: environment(user).into_iter().map(|(name, value)| bytes([name, value].join(OsStr::new("=")))).collect(),
    })
}

/// The variables that lab and command share with the host, and those of the lab.
fn environment(user: &User) -> Vec<(OsString, OsString)> {
    let ours = ours(user);
    let is_replaced = |name: &OsString| UNSUITABLE.iter().any(|n| name == n) || ours.iter().any(|(n, _)| name == n);
    let kept: Vec<_> = std::env::vars_os().filter(|(name, _)| !is_replaced(name)).collect();
    kept.into_iter().chain(ours.iter().map(|(name, value)| (OsString::from(name), value.clone()))).collect()
}

/// The lab's own variables. Open MPI refuses to run for root, who everybody is in the lab.
fn ours(user: &User) -> [(&'static str, OsString); 4] {
    [
        ("PATH", user.path.clone()),
        ("FERRY_HOSTFILE", layer::HOSTFILE.into()),
        ("OMPI_ALLOW_RUN_AS_ROOT", "1".into()),
        ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1".into()),
    ]
}

/// What commands that come over ssh find in their environment.
fn remote_environment(user: &User) -> Vec<(String, String)> {
    let libraries = std::env::var_os("LD_LIBRARY_PATH").map(|value| ("LD_LIBRARY_PATH", value));
    let all = ours(user).into_iter().chain(libraries);
    let text = all.filter_map(|(name, value)| Some((name.to_owned(), value.into_string().ok()?)));
    // The server's configuration has no way to write a quotation mark.
    text.filter(|(_, value)| !value.contains(['"', '\n'])).collect()
}

fn start(options: &Options, store: &Store, hardware: &Hardware<'_>, user: &User) -> Result<(Vec<Node>, Switch)> {
    let archives = archives(options, store, user)?;
    let writable = writable(options)?;
    let writable: Vec<&Path> = writable.iter().map(PathBuf::as_path).collect();
    let tools = store.tools();
    let mut nodes = Vec::new();
    let mut ports = Vec::new();
    for (index, archive) in archives.iter().enumerate() {
        let (process, connections) = node::start(hardware, archive, index, tools.root(), &writable)?;
        let Connections { agent, network } = connections;
        nodes.push(Node::new(process, agent));
        ports.push(network);
    }
    Ok((nodes, Switch::start(ports)?))
}

fn writable(options: &Options) -> Result<Vec<PathBuf>> {
    let absolute = |path: &PathBuf| path.canonicalize().map_err(system(format!("--writable {}", path.display())));
    options.writable.iter().map(absolute).collect()
}

/// The initial file system of each node.
fn archives(options: &Options, store: &Store, user: &User) -> Result<Vec<OwnedFd>> {
    let common = fs::read(store.archive()).map_err(system(format!("cannot read {}", store.archive().display())))?;
    let agent = std::env::current_exe().map_err(system("cannot find this program"))?;
    let passwd = fs::read_to_string("/etc/passwd").map_err(system("cannot read /etc/passwd"))?;
    let keys = [key_pair(&store.tools())?, key_pair(&store.tools())?];
    let environment = remote_environment(user);
    let writable = writable(options)?;
    let writable: Vec<&Path> = writable.iter().map(PathBuf::as_path).collect();
    let discipline = options.impairment.discipline();
    let lab = layer::Lab {
        nodes: options.nodes,
        cpus: options.cpus,
        host_key: &keys[0],
        user_key: &keys[1],
        passwd: &passwd,
        home: &user.home.to_string_lossy(),
        shell: &user.shell.to_string_lossy(),
        environment: &environment,
    };
    let own = |node| {
        let mut archive = Archive::default();
        let discipline = discipline.as_deref();
        init::add(&mut archive, &init::Settings { node, discipline, home: &user.home, writable: &writable, agent: &agent });
        layer::add(&mut archive, &lab);
        archive.finish()
    };
    (0..options.nodes).map(|node| memory_file(&[&common, &own(node)])).collect()
}

/// A new key. It is on disk for the moment that `ssh-keygen` takes.
fn key_pair(tools: &Tools) -> Result<layer::KeyPair> {
    let directory = tempfile::tempdir().map_err(system("cannot create a temporary directory"))?;
    let file = directory.path().join("key");
    let program = tools.program("ssh-keygen")?;
    program.arguments(["-q", "-t", "ed25519", "-N", "", "-C", "ferry-lab", "-f"]).arguments([&file]).check()?;
    let read = |path: PathBuf| fs::read(&path).map_err(system(format!("cannot read {}", path.display())));
    let public = String::from_utf8_lossy(&read(file.with_extension("pub"))?).into_owned();
    Ok(layer::KeyPair { private: read(file)?, public })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    fn user() -> User {
        User { home: "/home/u".into(), shell: "/bin/sh".into(), directory: "/data".into(), path: "/usr/bin:/opt/a\"b".into() }
    }

    #[test]
    fn commands_get_the_hosts_environment_and_the_labs() {
        let command = command(&Task::Run(vec!["ls".into(), "-l".into()]), &user()).unwrap();
        assert_eq!(command.arguments, [b"ls".to_vec(), b"-l".to_vec()]);
        assert_eq!(command.directory, b"/data");
        let named = |name: &[u8]| command.environment.iter().filter(|variable| variable.starts_with(name)).count();
        assert_eq!((named(b"PATH="), named(b"FERRY_HOSTFILE="), named(b"TMPDIR=")), (1, 1, 0));
        assert!(super::command(&Task::Run(Vec::new()), &user()).is_err());
    }

    #[test]
    fn what_the_server_cannot_write_is_left_out() {
        let names: Vec<String> = remote_environment(&user()).into_iter().map(|(name, _)| name).collect();
        assert!(names.contains(&"FERRY_HOSTFILE".to_owned()) && !names.contains(&"PATH".to_owned()));
    }

    #[test]
    fn program_directories_of_administrators_are_on_the_path() {
        let path = User::of_process().unwrap().path;
        let entries: Vec<&[u8]> = path.as_bytes().split(|byte| *byte == b':').collect();
        assert!(ADMINISTRATION.iter().all(|directory| entries.contains(&directory.as_bytes())));
    }
}
