//! Running programs of the host. They are killed when the lab ends, however it ends.

use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ferry_sys::memory::anonymous_file;
use ferry_sys::signals::SignalSet;
use ferry_sys::spawn::{Spawn, spawn};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, WaitOptions, WaitStatus, pidfd_open, waitpid};

use crate::error::{LabError, Result, detail, system};

/// How often somebody who watches a program is asked to look.
const WATCH_INTERVAL: Duration = Duration::from_millis(100);

/// Lines of a program's messages that an error shows.
const DETAIL_LINES: usize = 8;

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct HostProgram {
    path: PathBuf,
    arguments: Vec<OsString>,
    directory: Option<PathBuf>,
    libraries: Option<PathBuf>,
    input: Vec<u8>,
}

/// What a program left.
#[derive(Debug)]
pub struct Outcome {
    /// True if it ended with status 0.
    pub is_success: bool,
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its error output.
    pub errors: Vec<u8>,
}

impl Outcome {
    /// The output as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.output).into_owned()
    }

    /// The end of the error output, for an error of ours.
    pub fn detail(&self) -> String {
        detail(&self.errors, DETAIL_LINES)
    }
}

impl HostProgram {
    /// The program in the file `path`.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        HostProgram { path: path.into(), arguments: Vec::new(), directory: None, libraries: None, input: Vec::new() }
    }

    /// Adds arguments.
    pub fn arguments<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Runs it in this directory.
    pub fn directory(mut self, directory: &Path) -> Self {
        self.directory = Some(directory.to_owned());
        self
    }

    /// Lets it find shared libraries here, too.
    pub fn libraries(mut self, directory: Option<PathBuf>) -> Self {
        self.libraries = directory;
        self
    }

    /// Gives it this to read.
    pub fn input(mut self, bytes: &[u8]) -> Self {
        self.input = bytes.to_owned();
        self
    }

    /// Runs it to its end.
    pub fn run(&self) -> Result<Outcome> {
        self.run_watched(|| ())
    }

    /// Runs it to its end; calls `look` again and again meanwhile.
    pub fn run_watched(&self, mut look: impl FnMut()) -> Result<Outcome> {
        let [mut input, mut output, mut errors] = [memory_file()?, memory_file()?, memory_file()?];
        input.write_all(&self.input).and_then(|()| input.rewind()).map_err(system("cannot prepare input"))?;
        let pid = self.start([input.as_fd(), output.as_fd(), errors.as_fd()].map(Some), &[])?;
        let handle = pidfd_open(pid, PidfdFlags::empty()).map_err(system("cannot watch a process"))?;
        while !has_ended(&handle)? {
            look();
        }
        let status = collect(pid)?;
        Ok(Outcome { is_success: status.exit_status() == Some(0), output: content(&mut output)?, errors: content(&mut errors)? })
    }

    /// Runs it to its end; anything but success is an error.
    pub fn check(&self) -> Result<Outcome> {
        let outcome = self.run()?;
        match outcome.is_success {
            true => Ok(outcome),
            false => Err(LabError::Program { program: self.name(), detail: outcome.detail() }),
        }
    }

    /// Starts it with these standard descriptors (all above 2), and passes `inherited` on under
    /// their own numbers. It is killed when the calling thread ends.
    pub fn start(&self, standard: [Option<BorrowedFd<'_>>; 3], inherited: &[BorrowedFd<'_>]) -> Result<Pid> {
        let program = c_string(self.path.as_os_str())?;
        let arguments = [self.path.as_os_str()].into_iter().chain(self.arguments.iter().map(OsString::as_os_str));
        let arguments = arguments.map(c_string).collect::<Result<Vec<_>>>()?;
        let environment = self.environment()?;
        let directory = self.directory.as_deref().map(|path| c_string(path.as_os_str())).transpose()?;
        let process = Spawn {
            program: &program,
            arguments: &arguments,
            environment: &environment,
            directory: directory.as_deref(),
            standard,
            inherited,
            cpus: None,
            open_files: None,
            signal_mask: &SignalSet::empty(),
            leads_session: false,
        };
        spawn(&process).map_err(|error| system(format!("cannot start {}", self.path.display()))(error.error))
    }

    fn environment(&self) -> Result<Vec<CString>> {
        let ours = ["LC_ALL", "LD_LIBRARY_PATH"];
        let kept = std::env::vars_os().filter(|(name, _)| !ours.iter().any(|n| name == n));
        let mut variables: Vec<(OsString, OsString)> = kept.collect();
        variables.push(("LC_ALL".into(), "C".into()));
        if let Some(libraries) = &self.libraries {
            variables.push(("LD_LIBRARY_PATH".into(), libraries.into()));
        }
        variables.into_iter().map(|(name, value)| c_string(&[name, value].join(OsStr::new("=")))).collect()
    }

    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Waits for a process of ours and collects it.
pub fn collect(pid: Pid) -> Result<WaitStatus> {
    let ended =
        rustix::io::retry_on_intr(|| waitpid(Some(pid), WaitOptions::empty())).map_err(system("cannot wait for a process"))?;
    ended.map(|(_, status)| status).ok_or_else(|| system("cannot wait for a process")(std::io::Error::other("it has no status")))
}

/// The file that a name stands for: found along `PATH` and in the directories of administrators,
/// which are not in every user's.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/bin", "/bin"].map(PathBuf::from);
    let mut directories = std::env::split_paths(&path).filter(|directory| directory.is_absolute()).chain(usual);
    directories.find_map(|directory| Some(directory.join(name)).filter(|file| is_executable(file)))
}

/// Whether there is a program at this path.
pub fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// A path or argument for the operating system.
pub fn c_string(text: &OsStr) -> Result<CString> {
    CString::new(text.to_owned().into_vec())
        .map_err(|_| LabError::Usage(format!("'{}' holds a zero byte", String::from_utf8_lossy(text.as_bytes()))))
}

fn memory_file() -> Result<File> {
    anonymous_file("ferry-lab").map(File::from).map_err(system("cannot create a file in memory"))
}

fn content(file: &mut File) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(system("cannot read a program's output"))?;
    Ok(bytes)
}

/// Waits for the end of a process, but not longer than [`WATCH_INTERVAL`].
fn has_ended(handle: &OwnedFd) -> Result<bool> {
    let timeout = Timespec { tv_sec: 0, tv_nsec: WATCH_INTERVAL.as_nanos() as _ };
    let mut requests = [PollFd::new(handle, PollFlags::IN)];
    match poll(&mut requests, Some(&timeout)) {
        Ok(count) => Ok(count > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(system("cannot wait for a process")(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> HostProgram {
        HostProgram::new("/bin/sh").arguments(["-c", script])
    }

    #[test]
    fn output_errors_and_success_are_told_apart() {
        let outcome = shell("cat; echo problem >&2; exit 3").input(b"text").run().unwrap();
        assert!(!outcome.is_success);
        assert_eq!((outcome.text().as_str(), outcome.detail().as_str()), ("text", "\n  | problem"));
        let error = shell("echo problem >&2; exit 3").check().unwrap_err();
        assert_eq!(error.to_string(), "sh failed\n  | problem");
    }

    #[test]
    fn programs_run_where_and_with_what_was_asked() {
        let program = shell("pwd; echo $LD_LIBRARY_PATH").directory(Path::new("/usr")).libraries(Some("/l".into()));
        assert_eq!(program.check().unwrap().text(), "/usr\n/l\n");
    }

    #[test]
    fn names_are_found_along_the_path() {
        assert!(find("sh").is_some_and(|file| file.ends_with("sh")));
        assert_eq!(find("no-such-program-of-ours"), None);
        assert!(HostProgram::new("/nonexistent").run().is_err());
    }
}
