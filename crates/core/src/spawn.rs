//! Having processes started (MPI-5 §11.8): by the launcher, if it is Ferry's, else by a launcher of
//! Ferry's that this process starts.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use ferry_constants as mpi;
use ferry_launch::environment::PARENT_PORT;
pub use ferry_launch::environment::{INITIAL_ERRHANDLER, MEMORY_ALLOC_KINDS};
use ferry_launch::pmi::message::unescape;
use ferry_launch::spawn::STARTED;
pub use ferry_launch::spawn::{SpawnOrder, SpawnProgram};
use ferry_sys::signals::{SignalSet, block, set_mask};

use crate::launcher::Launcher;
use crate::{Error, Result};

/// What tells a launcher of Ferry's that it was started so, and that whoever started it does not
/// wait for it.
const OPTIONS: [&str; 2] = ["--ferry-spawned", "--ferry-detached"];

/// The port at which the processes wait that wanted this one, if such there are.
pub fn parent_port() -> Option<String> {
    std::env::var(PARENT_PORT).ok().filter(|port| !port.is_empty())
}

/// What starts the processes of `order`: it returns once all of them have called `MPI_Init`, and
/// may be called by any thread. `launcher` is that of this process; if it is not Ferry's, the
/// processes have one that says whether they fail later.
pub fn starter(launcher: Option<Launcher>, order: SpawnOrder) -> impl FnOnce() -> Result<Option<TheirLauncher>> + Send {
    let launcher = launcher.filter(Launcher::is_ferry);
    // That of the program: the processes get it.
    let mask = block(&SignalSet::empty());
    move || match launcher {
        Some(launcher) => launcher.spawn(&order).map(|()| None).map_err(|error| failed(&error.to_string())),
        None => start(&order, &mask.map_err(|error| failed(&format!("no signal mask: {error}")))?).map(Some),
    }
}

/// The launcher that this process has started for others.
pub struct TheirLauncher(UnixStream);

impl TheirLauncher {
    /// Why they have failed: waits until it says so. There is something to read then.
    pub fn failure(&self) -> Error {
        match self.word().as_str() {
            "" => failed("they have ended before they met this one"),
            why => failed(&unescape(why.split_once(' ').map_or(why, |(_, why)| why))),
        }
    }

    /// The next line, and nothing behind it: that is to be waited for. None at the end.
    fn word(&self) -> String {
        let mut byte = [0];
        let next = || (&self.0).read_exact(&mut byte).is_ok().then_some(byte[0]);
        let bytes: Vec<u8> = std::iter::from_fn(next).take_while(|byte| *byte != b'\n').collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl AsFd for TheirLauncher {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Starts a launcher for the processes, with a signal mask. It goes on if this one ends.
fn start(order: &SpawnOrder, mask: &SignalSet) -> Result<TheirLauncher> {
    let file = mpiexec().ok_or_else(|| failed("Ferry's mpiexec is not beside its library, where it was installed"))?;
    let system = |doing: &'static str| move |error: std::io::Error| failed(&format!("{doing}: {error}"));
    let (mut own, theirs) = UnixStream::pair().map_err(system("no socket"))?;
    // A process inherits the mask of the thread that starts it.
    let own_mask = set_mask(mask).map_err(system("no signal mask"))?;
    let launcher = Command::new(&file).args(OPTIONS).stdin(Stdio::from(OwnedFd::from(theirs))).spawn();
    set_mask(&own_mask).map_err(system("no signal mask"))?;
    let mut launcher = launcher.map_err(system("cannot start mpiexec"))?;
    own.write_all(order.encode().as_bytes()).map_err(system("mpiexec does not listen"))?;
    let own = TheirLauncher(own);
    let word = own.word();
    // It has a successor, and ends at once.
    let _ = launcher.wait();
    match word.trim_end() {
        STARTED => Ok(own),
        "" => Err(failed("mpiexec has ended without a word")),
        other => Err(failed(&unescape(other.split_once(' ').map_or(other, |(_, why)| why)))),
    }
}

fn failed(why: &str) -> Error {
    Error::new(mpi::MPI_ERR_SPAWN, format!("the processes were not started: {why}"))
}

/// `mpiexec` of the installation that this library belongs to.
fn mpiexec() -> Option<PathBuf> {
    let maps = std::fs::read("/proc/self/maps").ok()?;
    let here = mpiexec as fn() -> Option<PathBuf> as usize;
    let library = maps.split(|byte| *byte == b'\n').find_map(|line| path_at(line, here))?;
    let folders = PathBuf::from(library);
    folders.ancestors().skip(1).take(3).map(|folder| folder.join("bin/mpiexec")).find(|file| file.is_file())
}

/// The file of a line of `/proc/self/maps`, if it is mapped at `address`.
fn path_at(line: &[u8], address: usize) -> Option<OsString> {
    let (range, rest) = line.split_at_checked(line.iter().position(|byte| *byte == b' ')?)?;
    let (first, end) = std::str::from_utf8(range).ok()?.split_once('-')?;
    let number = |digits| usize::from_str_radix(digits, 16).ok();
    let path = &rest[rest.iter().position(|byte| *byte == b'/')?..];
    (number(first)?..number(end)?).contains(&address).then(|| OsString::from_vec(path.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_address() {
        let line = b"7f00a000-7f00b000 r-xp 00001000 08:01 1234   /opt/a b/lib/libmpi_abi.so";
        assert_eq!(path_at(line, 0x7f00_a123), Some("/opt/a b/lib/libmpi_abi.so".into()));
        assert_eq!(path_at(line, 0x7f00_b000), None);
        assert_eq!(path_at(b"7f00a000-7f00b000 rw-p 00000000 00:00 0 ", 0x7f00_a000), None);
    }
}
