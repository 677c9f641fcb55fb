//! What a command line asks for.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::hosts::Host;
use super::placement::{Dealing, slots};
use crate::environment as env;

/// Most ranks one `mpiexec` starts: each needs descriptors and a process here.
pub const MAX_RANKS: usize = 4096;

/// Time between SIGTERM and SIGKILL unless `--grace` says otherwise.
const DEFAULT_GRACE: Duration = Duration::from_secs(1);

/// Time in which all hosts must have started their ranks unless `--launch-timeout` says otherwise.
const DEFAULT_LAUNCH_TIMEOUT: Duration = Duration::from_secs(60);

/// Where ranks may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Bind {
    /// An equal share of the processors each, unless there are more ranks than processors.
    #[default]
    Even,
    /// One core each.
    Core,
    /// Anywhere.
    None,
}

/// Who gets the launcher's standard input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stdin {
    /// One rank.
    Rank(usize),
    /// Every rank gets all of it.
    All,
    /// Nobody.
    None,
}

/// Which variables of the launcher's environment a program gets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Inherit {
    /// All.
    #[default]
    All,
    /// None.
    None,
    /// Those named.
    List(Vec<OsString>),
}

/// One program of the job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct App {
    /// Ranks that run it; `None` if the user did not say.
    pub count: Option<usize>,
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Variables set for it: name and value; no value passes the launcher's.
    pub variables: Vec<(OsString, Option<OsString>)>,
    /// Variables taken over.
    pub inherit: Option<Inherit>,
    /// Where it runs.
    pub directory: Option<PathBuf>,
}

/// What the user asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The programs.
    pub apps: Vec<App>,
    /// Variables set for all programs, before each program's own.
    pub variables: Vec<(OsString, Option<OsString>)>,
    /// Variables taken over by programs that do not say.
    pub inherit: Inherit,
    /// See [`Bind`].
    pub bind: Bind,
    /// Print where ranks run.
    pub report_bindings: bool,
    /// Print each rank's process id and program.
    pub verbose: bool,
    /// Print only errors.
    pub quiet: bool,
    /// Prefix each line of output with its rank.
    pub tag_output: bool,
    /// Write output to files of this name and the rank instead.
    pub output_filename: Option<OsString>,
    /// See [`Stdin`].
    pub stdin: Stdin,
    /// End the job after this time.
    pub timeout: Option<Duration>,
    /// Time between SIGTERM and SIGKILL.
    pub grace: Duration,
    /// Hosts to run on; none is this one.
    pub hosts: Vec<Host>,
    /// How ranks are dealt to them.
    pub dealing: Dealing,
    /// The command that runs commands on other hosts.
    pub remote_shell: Option<OsString>,
    /// Whether the hosts come from Slurm.
    pub is_slurm: bool,
    /// Who has named the hosts, if the command line did not: an environment variable.
    pub hosts_from: Option<&'static str>,
    /// The file of `mpiexec` on other hosts.
    pub agent_path: Option<OsString>,
    /// Within what time all ranks must have started.
    pub launch_timeout: Duration,
    pub(super) notes: Vec<String>,
}
impl Request {
    /// One program, not named yet, with every default.
    pub(super) fn new() -> Self {
        Request {
            apps: vec![App::default()],
            variables: Vec::new(),
            inherit: Inherit::All,
            bind: Bind::Even,
            report_bindings: false,
            verbose: false,
            quiet: false,
            tag_output: false,
            output_filename: None,
            stdin: Stdin::Rank(0),
            timeout: None,
            grace: DEFAULT_GRACE,
            hosts: Vec::new(),
            dealing: Dealing::default(),
            remote_shell: None,
            is_slurm: false,
            hosts_from: None,
            agent_path: None,
            launch_timeout: DEFAULT_LAUNCH_TIMEOUT,
            notes: Vec::new(),
        }
    }

    /// The program that options apply to now.
    pub(super) fn app(&mut self) -> &mut App {
        let last = self.apps.len() - 1;
        &mut self.apps[last]
    }

    /// Whether options belong to the first program, so that some of them hold for all.
    pub(super) fn is_first_app(&self) -> bool {
        self.apps.len() == 1
    }

    /// Ranks of each program, in order. A single program without a number takes all slots of the
    /// hosts that were named.
    pub fn counts(&self) -> impl Iterator<Item = usize> + '_ {
        let default = match (self.hosts.is_empty(), self.apps.len()) {
            (false, 1) => slots(&self.hosts, &self.dealing),
            _ => self.dealing.per_node.unwrap_or(1),
        };
        self.apps.iter().map(move |app| app.count.unwrap_or(default))
    }

    /// A host as messages name it, with who has named it if the user has not.
    pub fn host_words(&self, host: &str) -> String {
        match self.hosts_from {
            Some(variable) => format!("'{host}' (from {variable})"),
            None => format!("'{host}'"),
        }
    }

    /// Whether the job goes on when ranks die: as the command line says, else the launcher's own
    /// environment, which `variable` reads.
    pub fn survives(&self, variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
        let named = self.variables.iter().rev().find(|(name, _)| name == env::FAULT_TOLERANCE);
        let value = match named {
            Some((_, Some(value))) => Some(value.clone()),
            _ => variable(env::FAULT_TOLERANCE),
        };
        value.is_some_and(|value| value == "on")
    }

    /// Number of ranks of the job.
    pub fn ranks(&self) -> usize {
        self.counts().sum()
    }

    /// Things the user should know about options that were accepted.
    pub fn notes(&self) -> &[String] {
        if self.quiet { &[] } else { &self.notes }
    }
}
