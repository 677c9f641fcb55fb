//! Starting processes from a program (MPI-5 §11.8). They meet those that wanted them at a port, as
//! other jobs do ([`crate::jobs::connect`]).

use std::ffi::{OsStr, OsString, c_char, c_int};
use std::io::Read;
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use ferry_constants as mpi;
use ferry_core::info::Info;
use ferry_core::launcher::Launcher;
use ferry_core::spawn::{INITIAL_ERRHANDLER, MEMORY_ALLOC_KINDS, SpawnOrder, SpawnProgram, starter};
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Comm, Out};
use ferry_runtime::Cx;

use crate::comm::agree::{Circle, Purpose};
use crate::jobs::connect::{RootLink, connect_to, meet, not_accepted};
use crate::text;

/// The keys of MPI-5 §11.8.4, and what other libraries have beside them.
const HOST: &str = "host";

const DIRECTORY: &str = "wdir";

const PATH: &str = "path";

const SOFT: &str = "soft";

const ENVIRONMENT: &str = "env";

const ARCHITECTURE: &str = "arch";

const FILE: &str = "file";

/// The names of the only architecture that Ferry runs on.
const ARCHITECTURES: [&str; 3] = ["x86_64", "x86-64", "amd64"];

/// Longest file of keys, in bytes.
const LONGEST_FILE: u64 = 1 << 20;

/// The keys of an info that become settings of the processes.
const SETTINGS: [(&str, &str); 2] =
    [("mpi_initial_errhandler", INITIAL_ERRHANDLER), ("mpi_memory_alloc_kinds", MEMORY_ALLOC_KINDS)];

/// One command of a call.
pub struct Command {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// How many processes at most.
    pub most: c_int,
    /// Hints.
    pub hints: Info,
}

/// A program and its arguments, which end with a null; there are none if that is all
/// (`MPI_ARGV_NULL`).
///
/// # Safety
/// ABI-1.
pub unsafe fn words_of(command: *const c_char, argv: *mut *mut c_char) -> Vec<OsString> {
    // SAFETY: as the caller promises.
    let own = |word: *const c_char| OsStr::from_bytes(unsafe { text::bytes(word) }).to_owned();
    let mut words = vec![own(command)];
    // SAFETY: as the caller promises; nothing is read behind the null.
    let argument = |at: usize| unsafe { *argv.add(at) };
    words.extend((0..).take_while(|_| !argv.is_null()).map(argument).take_while(|word| !word.is_null()).map(|word| own(word)));
    words
}

/// # Safety
/// ABI-1 for `intercomm`; `errcodes` is null or has room for a code for each process that the root
/// asks for.
pub unsafe fn spawn(
    cx: &Cx,
    commands: impl FnOnce() -> Result<Vec<Command>>,
    root: c_int,
    comm: MPI_Comm,
    intercomm: Out<MPI_Comm>,
    errcodes: *mut c_int,
) -> Result<()> {
    let (circle, is_root) = cx.with(|p| {
        let found = p.comms.find_intra(comm.0, "comm")?;
        Ok::<_, Error>((Circle::whole(found, Purpose::Spawn), i64::from(root) == i64::from(found.rank())))
    })?;
    let commands = is_root.then(commands);
    let asked = commands.as_ref().and_then(|commands| commands.as_ref().ok()).map_or(0, |commands| asked_in(commands));
    let order = commands.map(|commands| commands.and_then(|commands| order_of(&commands)));
    let is_valid = (0..i64::from(circle.members().size())).contains(&i64::from(root));
    let asked =
        if is_valid { circle.broadcast_from(cx, root as u32, vec![(asked as u64).to_le_bytes()], 1)? } else { vec![[0; 8]] };
    let way = || order.unwrap_or_else(|| Err(Error::internal("an order of no root"))).and_then(|order| start(cx, order));
    let new = meet(cx, comm, root, "call MPI_Init, which were spawned", way);
    let started = match &new {
        Ok(new) => cx.with(|p| p.comms.get(new.0).and_then(|comm| comm.remote().map(|remote| remote.size()))).unwrap_or(0),
        Err(_) => 0,
    };
    if !errcodes.is_null() {
        for at in 0..u64::from_le_bytes(asked[0]) {
            let code = if at < u64::from(started) { mpi::MPI_SUCCESS } else { mpi::MPI_ERR_SPAWN };
            // SAFETY: as the caller promises.
            unsafe { *errcodes.add(at as usize) = code };
        }
    }
    intercomm.set(new?);
    Ok(())
}

/// The way of the root: has the processes started, and waits for them at a port of their own.
fn start(cx: &Cx, mut order: SpawnOrder) -> Result<RootLink> {
    let port = cx.with(|p| p.other_jobs.ports.open(&p.world.host, &p.settings.tcp_interfaces))?;
    order.port.clone_from(&port);
    let start = cx.with(|p| starter(p.launcher.clone(), order));
    // It stays open as long as somebody waits there.
    let port = cx.with(|p| p.other_jobs.ports.take(&port))?;
    Ok(Box::new(move || {
        let met = start().and_then(|launcher| {
            let accepted = port.accept_unless(launcher.as_ref().map(AsFd::as_fd), None).map_err(|why| not_accepted(&why))?;
            accepted.ok_or_else(|| launcher.map_or_else(|| not_accepted("nobody will"), |launcher| launcher.failure()))
        });
        port.close();
        met
    }))
}

/// How many processes the program asks for. Numbers that are none are refused later.
fn asked_in(commands: &[Command]) -> usize {
    commands.iter().map(|command| usize::try_from(command.most).unwrap_or(0)).sum()
}

/// What the launcher is to start.
fn order_of(commands: &[Command]) -> Result<SpawnOrder> {
    let programs: Vec<SpawnProgram> = commands.iter().map(program_of).collect::<Result<_>>()?;
    if programs.iter().all(|program| program.count == 0) {
        bail!(MPI_ERR_SPAWN, "no process is to be started: maxprocs is 0");
    }
    let mut hosts: Vec<&str> = commands.iter().filter_map(|command| command.hints.text(HOST)).collect();
    hosts.dedup();
    Ok(SpawnOrder { port: String::new(), hosts: hosts.join(","), programs })
}

fn program_of(command: &Command) -> Result<SpawnProgram> {
    let Command { words, most, hints } = command;
    check_architecture(hints)?;
    let most = usize::try_from(*most)
        .map_err(|_| Error::new(mpi::MPI_ERR_ARG, format!("argument maxprocs is {most}; it must be at least 0")))?;
    if words[0].is_empty() {
        bail!(MPI_ERR_ARG, "argument command is empty; it must name a program");
    }
    let directory = match hints.text(DIRECTORY) {
        Some(directory) => Some(directory.into()),
        None => std::env::current_dir().ok().map(|directory| directory.into_os_string()),
    };
    let mut words = words.clone();
    if let Some(file) = hints.text(PATH).and_then(|path| find_in(path, &words[0])) {
        words[0] = file;
    }
    let mut variables = variables_of(hints)?;
    for (key, setting) in SETTINGS {
        variables.extend(hints.text(key).map(|value| (setting.into(), value.into())));
    }
    let count = hints.text(SOFT).map_or(Ok(most), |soft| highest_of(soft, most))?;
    Ok(SpawnProgram { count, words, directory, variables })
}

/// The hints, and those of the file that they name, as far as they do not have them themselves.
pub fn with_file(hints: Info) -> Result<Info> {
    let Some(path) = hints.text(FILE) else { return Ok(hints) };
    let unreadable = |why: String| {
        Error::new(mpi::MPI_ERR_INFO_VALUE, format!("the info key {FILE} is \"{path}\", which cannot be read: {why}"))
    };
    let file = std::fs::File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let mut text = String::new();
    file.take(LONGEST_FILE + 1).read_to_string(&mut text).map_err(|error| unreadable(error.to_string()))?;
    if text.len() as u64 > LONGEST_FILE {
        return Err(unreadable(format!("it is longer than {LONGEST_FILE} bytes")));
    }
    let mut all = keys_of(&text).map_err(unreadable)?;
    for (key, value) in hints.iter() {
        all.set(key, value)?;
    }
    Ok(all)
}

/// The keys of a file: lines `KEY = VALUE`, of which those of `env` add up; empty ones and those
/// that begin with `#` are not looked at.
fn keys_of(text: &str) -> std::result::Result<Info, String> {
    let mut keys = Info::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once('=').ok_or_else(|| format!("the line \"{line}\" is not KEY = VALUE"))?;
        let (key, value) = (key.trim(), value.trim());
        let known = [HOST, DIRECTORY, PATH, SOFT, ENVIRONMENT, ARCHITECTURE].into_iter().chain(SETTINGS.map(|(key, _)| key));
        if !known.into_iter().any(|known| known == key) {
            return Err(format!("the line \"{line}\" has a key that is not known there"));
        }
        let before = keys.text(key).filter(|_| key == ENVIRONMENT).map(|before| format!("{before}\n"));
        let value = before.unwrap_or_default() + value;
        keys.set(key.as_bytes(), value.as_bytes()).map_err(|error| error.to_string())?;
    }
    Ok(keys)
}

/// Fails if the processes are to run on machines that Ferry does not run on.
fn check_architecture(hints: &Info) -> Result<()> {
    match hints.text(ARCHITECTURE) {
        Some(other) if !ARCHITECTURES.iter().any(|known| known.eq_ignore_ascii_case(other.trim())) => {
            bail!(MPI_ERR_SPAWN, "the info key {ARCHITECTURE} is \"{other}\"; Ferry runs on {} only", ARCHITECTURES[0])
        }
        _ => Ok(()),
    }
}

/// The file of a program in one of the folders of a list.
fn find_in(path: &str, program: &OsStr) -> Option<OsString> {
    let is_name = !program.as_bytes().contains(&b'/');
    let file = |folder| Path::new(folder).join(program);
    path.split(':').filter(|_| is_name).map(file).find(|file| file.is_file()).map(|file| file.into_os_string())
}

/// Variables, one a line (`NAME=VALUE`).
fn variables_of(hints: &Info) -> Result<Vec<(OsString, OsString)>> {
    let lines = hints.text(ENVIRONMENT).unwrap_or_default().lines().filter(|line| !line.trim().is_empty());
    let pair = |line: &str| match line.split_once('=').filter(|(name, _)| !name.is_empty()) {
        Some((name, value)) => Ok((OsString::from_vec(name.into()), OsString::from_vec(value.into()))),
        None => bail!(MPI_ERR_INFO_VALUE, "the info key {ENVIRONMENT} has the line \"{line}\"; each line must be NAME=VALUE"),
    };
    lines.map(pair).collect()
}

/// The highest number up to `most` that a list allows: numbers and ranges `first:last` or
/// `first:last:step`, with commas between them.
fn highest_of(soft: &str, most: usize) -> Result<usize> {
    let wrong =
        || Error::new(mpi::MPI_ERR_INFO_VALUE, format!("the info key {SOFT} is \"{soft}\"; it must be a list like 1,2:8:2"));
    let mut highest = None;
    for part in soft.split(',') {
        let numbers: Vec<i64> =
            part.split(':').map(|word| word.trim().parse()).collect::<std::result::Result<_, _>>().map_err(|_| wrong())?;
        let (first, last, step) = match *numbers {
            [only] => (only, only, 1),
            [first, last] => (first, last, 1),
            [first, last, step] if step != 0 => (first, last, step),
            _ => return Err(wrong()),
        };
        let (low, high) = if step > 0 { (first, last) } else { (last, first) };
        // Of the numbers from `first` in steps, the highest up to `most`.
        let fits = |number: &i64| (0..=most as i64).contains(number) && (number - first) % step == 0;
        highest = highest.max((low.max(0)..=high.min(most as i64)).rev().find(fits));
    }
    match highest {
        Some(highest) => Ok(highest as usize),
        None => bail!(MPI_ERR_SPAWN, "the info key {SOFT} is \"{soft}\", which allows no number up to maxprocs, {most}"),
    }
}

/// A process that was spawned meets those that wanted it, at the end of its `MPI_Init`. What such a
/// process starts itself inherits the name of the port, but no launcher.
pub fn meet_parent(cx: &Cx) -> Result<()> {
    if !cx.with(|p| p.launcher.as_ref().is_some_and(Launcher::is_ferry)) {
        return Ok(());
    }
    let Some(port) = ferry_core::spawn::parent_port() else { return Ok(()) };
    let world = MPI_Comm(mpi::MPI_COMM_WORLD);
    let parent = meet(cx, world, 0, "meet the processes that they have spawned", || Ok(connect_to(cx, port, None)))?;
    cx.with(|p| {
        if let Some(comm) = p.comms.get_mut(parent.0) {
            comm.set_name(b"MPI_COMM_PARENT");
        }
        p.other_jobs.parent = Some(parent.0);
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_numbers_are_the_highest_that_fit() {
        for (soft, most, expected) in
            [("3", 4, 3), ("1,4,2", 4, 4), ("0:8:3", 7, 6), ("8:0:-3", 7, 5), ("1:100", 7, 7), ("9,2", 8, 2)]
        {
            assert_eq!(highest_of(soft, most).unwrap(), expected, "{soft}");
        }
        assert_eq!(highest_of("5", 4).unwrap_err().class(), mpi::MPI_ERR_SPAWN);
        for wrong in ["", "a", "1:2:0", "1:2:3:4"] {
            assert_eq!(highest_of(wrong, 4).unwrap_err().class(), mpi::MPI_ERR_INFO_VALUE, "{wrong}");
        }
    }

    #[test]
    fn variables_come_in_lines() {
        let mut hints = Info::default();
        hints.set(ENVIRONMENT.as_bytes(), b"A=1\nB=c=d\n").unwrap();
        assert_eq!(variables_of(&hints).unwrap(), [("A".into(), "1".into()), ("B".into(), "c=d".into())]);
        hints.set(ENVIRONMENT.as_bytes(), b"A").unwrap();
        assert!(variables_of(&hints).is_err());
    }
}
