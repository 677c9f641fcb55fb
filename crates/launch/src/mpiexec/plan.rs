//! From what the user asked for to what each node has to start.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use super::fault::Fault;
use super::hosts::{self, Host};
use super::placement;
use super::request::{App, Inherit, Request, Stdin};
use super::words::{Input, Output, Plan, ProgramCommand};
use crate::environment as env;

/// The nodes of a job and their ranks.
#[derive(Debug)]
pub struct Layout {
    /// In the order of their first ranks' hosts on the command line; only those that have ranks.
    pub nodes: Vec<Site>,
    /// Node of each rank of the job, and its number there.
    pub seats: Vec<(usize, usize)>,
}

/// A node's host and ranks.
#[derive(Debug, PartialEq, Eq)]
pub struct Site {
    /// As the user calls it.
    pub host: String,
    /// Whether it is the one that the launcher runs on.
    pub is_here: bool,
    /// Its ranks, ascending, each with the program that it runs.
    pub seats: Vec<(usize, usize)>,
}

impl Layout {
    /// Where the ranks of `request` run.
    pub fn new(request: &Request) -> Result<Self, Fault> {
        let apps: Vec<usize> = request.counts().enumerate().flat_map(|(app, count)| std::iter::repeat_n(app, count)).collect();
        let hosts = named_once(&request.hosts)?;
        let places = placement::place(apps.len(), &hosts, &request.dealing).map_err(Fault::Usage)?;
        let mut layout = Layout { nodes: Vec::new(), seats: Vec::new() };
        let mut nodes = vec![None; hosts.len()];
        for (rank, place) in places.into_iter().enumerate() {
            let node = *nodes[place].get_or_insert_with(|| layout.open(&hosts[place].name));
            layout.seats.push((node, layout.nodes[node].seats.len()));
            layout.nodes[node].seats.push((rank, apps[rank]));
        }
        Ok(layout)
    }

    fn open(&mut self, host: &str) -> usize {
        self.nodes.push(Site { host: host.to_owned(), is_here: hosts::is_here(host), seats: Vec::new() });
        self.nodes.len() - 1
    }
}

/// The hosts, this one alone if the user named none. Names for this one become one name: its ranks
/// share memory.
fn named_once(named: &[Host]) -> Result<Vec<Host>, Fault> {
    if named.is_empty() {
        let own = rustix::system::uname().nodename().to_string_lossy().into_owned();
        return Ok(vec![Host { name: own, slots: None }]);
    }
    let here = named.iter().find(|host| hosts::is_here(&host.name)).map(|host| host.name.clone());
    let rename = |host: &Host| match &here {
        Some(name) if host.name != *name && hosts::is_here(&host.name) => Host { name: name.clone(), ..host.clone() },
        _ => host.clone(),
    };
    hosts::merge(named.iter().map(rename).collect()).map_err(Fault::Usage)
}

/// What each node of the layout has to start.
pub fn plans(request: &Request, layout: &Layout, job_id: &str, secret: &str) -> Result<Vec<Plan>, Fault> {
    let own: Vec<ProgramCommand> = request.apps.iter().map(|app| program(request, app)).collect();
    let nodes: Vec<usize> = layout.seats.iter().map(|(node, _)| *node).collect();
    let mapping = placement::mapping(&nodes);
    let directory = std::env::current_dir();
    let plan = |site: &Site| {
        let programs = match site.is_here {
            true => own.clone(),
            false => {
                let directory = directory.as_ref().map_err(|error| Fault::Usage(format!("the current directory: {error}")))?;
                own.iter().map(|program| elsewhere(program, directory.as_os_str())).collect()
            }
        };
        Ok(Plan {
            job_id: job_id.to_owned(),
            secret: secret.to_owned(),
            host: site.host.clone(),
            nodes: layout.nodes.len(),
            size: layout.seats.len(),
            mapping: mapping.clone(),
            seats: site.seats.clone(),
            programs,
            bind: request.bind,
            report_bindings: request.report_bindings,
            verbose: request.verbose,
            output: output(request, site),
            input: input(request, site),
            grace_ms: request.grace.as_millis().try_into().unwrap_or(u64::MAX),
        })
    };
    layout.nodes.iter().map(plan).collect()
}

fn output(request: &Request, site: &Site) -> Output {
    match &request.output_filename {
        _ if request.tag_output || !site.is_here => Output::Report,
        Some(base) => Output::Files { base: base.clone() },
        None => Output::Inherit,
    }
}

fn input(request: &Request, site: &Site) -> Input {
    let number = |rank| site.seats.iter().position(|(seat, _)| *seat == rank);
    match request.stdin {
        Stdin::All => Input::Fed { ranks: (0..site.seats.len()).collect() },
        Stdin::Rank(reader) => match number(reader) {
            Some(rank) if site.is_here => Input::Own { rank },
            Some(rank) => Input::Fed { ranks: vec![rank] },
            None => Input::None,
        },
        Stdin::None => Input::None,
    }
}

fn program(request: &Request, app: &App) -> ProgramCommand {
    ProgramCommand {
        arguments: app.command.clone(),
        variables: environment(request, app).into_iter().collect(),
        host_variables: match inherit(request, app) {
            Inherit::All => HOST_VARIABLES.iter().map(|name| (*name).to_owned()).collect(),
            _ => Vec::new(),
        },
        directory: app.directory.clone().map(Into::into),
    }
}

/// Variables that describe a host, or a session on it: a rank on another host has that host's, if
/// any.
const HOST_VARIABLES: &[&str] = &[
    "HOSTNAME",
    "SSH_CLIENT",
    "SSH_CONNECTION",
    "SSH_TTY",
    "SSH_AUTH_SOCK",
    "XDG_RUNTIME_DIR",
    "XDG_SESSION_ID",
    "DBUS_SESSION_BUS_ADDRESS",
    "SLURMD_NODENAME",
    "SLURM_NODEID",
    "SLURM_PROCID",
    "SLURM_LOCALID",
    "SLURM_TASK_PID",
    "SLURM_TOPOLOGY_ADDR",
];

/// A program as it runs on another host, from the same directory.
fn elsewhere(program: &ProgramCommand, here: &OsStr) -> ProgramCommand {
    let is_theirs = |name: &OsString| program.host_variables.iter().any(|theirs| name == theirs.as_str());
    let here = std::path::Path::new(here);
    let directory = program.directory.as_deref().map_or_else(|| here.to_owned(), |directory| here.join(directory));
    ProgramCommand {
        arguments: program.arguments.clone(),
        variables: program.variables.iter().filter(|(name, _)| !is_theirs(name)).cloned().collect(),
        host_variables: program.host_variables.clone(),
        directory: Some(directory.into_os_string()),
    }
}

fn inherit<'a>(request: &'a Request, app: &'a App) -> &'a Inherit {
    app.inherit.as_ref().unwrap_or(&request.inherit)
}

/// The variables of a program, without those that tell a rank who it is.
fn environment(request: &Request, app: &App) -> BTreeMap<OsString, OsString> {
    let mut variables: BTreeMap<OsString, OsString> = match inherit(request, app) {
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
    const PREFIXES: [&[u8]; 3] = [b"PMI_", b"PMIX_", b"OMPI_COMM_WORLD_"];
    const NAMES: [&str; 12] = [
        env::MPI_LOCALRANKID,
        env::MPI_LOCALNRANKS,
        env::PARENT_PORT,
        env::NODE_FD,
        env::LOCAL_RANK,
        env::LOCAL_SIZE,
        env::NODE_RANKS,
        env::NODE_COUNT,
        env::HOST_NAME,
        env::JOB_SECRET,
        env::JOB_ID,
        env::APPNUM,
    ];
    PREFIXES.iter().any(|prefix| name.as_bytes().starts_with(prefix)) || NAMES.iter().any(|known| name == *known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mpiexec::options::{Action, parse};

    fn request(line: &str) -> Request {
        match parse(line.split(' ').map(OsString::from)) {
            Ok(Action::Run(request)) => *request,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn planned(line: &str) -> (Layout, Vec<Plan>) {
        let request = request(line);
        let layout = Layout::new(&request).unwrap();
        let plans = plans(&request, &layout, "job", "secret").unwrap();
        (layout, plans)
    }

    #[test]
    fn one_host_is_here_and_needs_nothing_passed_on() {
        let (layout, plans) = planned("-n 3 a");
        assert!(layout.nodes[0].is_here && layout.nodes.len() == 1);
        let plan = &plans[0];
        assert_eq!((plan.nodes, plan.size, plan.mapping.as_str()), (1, 3, "(vector,(0,1,3))"));
        assert_eq!((&plan.output, &plan.input, &plan.programs[0].directory), (&Output::Inherit, &Input::Own { rank: 0 }, &None));
    }

    #[test]
    fn every_node_knows_its_ranks_and_programs() {
        let (layout, plans) = planned("-H a:2,localhost:1,127.0.0.1:1 -n 3 x : -n 1 -wdir sub y");
        assert_eq!(layout.seats, [(0, 0), (0, 1), (1, 0), (1, 1)]);
        assert_eq!((plans[0].seats.as_slice(), plans[1].seats.as_slice()), (&[(0, 0), (1, 0)][..], &[(2, 0), (3, 1)][..]));
        assert_eq!((plans[0].host.as_str(), plans[1].host.as_str()), ("a", "localhost"));
        assert!(!layout.nodes[0].is_here && layout.nodes[1].is_here, "two names for this host are one node");
        assert_eq!((&plans[0].output, &plans[1].output), (&Output::Report, &Output::Inherit));
        assert_eq!((&plans[0].input, &plans[1].input), (&Input::Fed { ranks: vec![0] }, &Input::None));
        let here = std::env::current_dir().unwrap();
        assert_eq!(plans[0].programs[0].directory.as_deref(), Some(here.as_os_str()));
        assert_eq!(plans[0].programs[1].directory.as_deref(), Some(here.join("sub").as_os_str()));
    }

    #[test]
    fn hosts_without_ranks_are_left_out() {
        let (layout, plans) = planned("-H a:2,b:2 -n 1 x");
        assert_eq!((layout.nodes.len(), plans[0].nodes), (1, 1));
    }

    #[test]
    fn what_describes_a_host_stays_there() {
        let (_, plans) = planned("-H a -n 1 -genv HOSTNAME here -genv OTHER x p");
        let names: Vec<_> = plans[0].programs[0].variables.iter().map(|(name, _)| name.to_str().unwrap()).collect();
        assert!(!names.contains(&"HOSTNAME") && names.contains(&"OTHER") && names.contains(&"PATH"));
        assert!(is_identity("MPI_LOCALRANKID".as_ref()) && is_identity("MPI_LOCALNRANKS".as_ref()));
        assert!(is_identity("FERRY_JOB_SECRET".as_ref()) && is_identity("PMI_RANK".as_ref()) && !is_identity("PATH".as_ref()));
    }
}
