//! The options of `mpiexec`, each declared once: names, values, help, effect.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::Duration;

use crate::environment as env;

use super::hosts::{self, Host};
use super::request::{Bind, Inherit, MAX_RANKS, Request, Stdin};

/// Stores an option's values in the request. `Err` says what the values should be.
pub type Apply = fn(&mut Request, &[OsString]) -> Result<(), String>;

/// One option.
pub struct Spec {
    /// Names without dashes; the first is the one that help shows.
    pub names: &'static [&'static str],
    /// Names of the values in help, blank-separated.
    pub values: &'static str,
    /// One line of help.
    pub doc: &'static str,
    /// See [`Apply`].
    pub apply: Apply,
}

const fn option(names: &'static [&'static str], values: &'static str, doc: &'static str, apply: Apply) -> Spec {
    Spec { names, values, doc, apply }
}

/// Options grouped as the help shows them.
pub const GROUPS: &[(&str, &[Spec])] = &[
    (
        "Ranks and programs",
        &[
            option(&["n", "np", "c"], "N", "ranks of this program (default 1)", |r, v| {
                set(&mut r.app().count, Some(number(v, 1, MAX_RANKS)?))
            }),
            option(&["wdir", "wd", "cwd"], "DIR", "directory this program runs in", |r, v| {
                set(&mut r.app().directory, Some(PathBuf::from(&v[0])))
            }),
            option(&["allow-run-as-root"], "", "accepted: root needs no permission", accept),
        ],
    ),
    (
        "Hosts (default: those of a Slurm or PBS job, else this one)",
        &[
            option(&["host", "hosts", "H"], "NAMES", "run on these hosts: a,b or with the ranks each takes, a:2,b:2", |r, v| {
                let text = v[0].to_str().ok_or("expects names of hosts")?;
                name_hosts(r, hosts::parse_list(text)?)
            }),
            option(
                &["hostfile", "machinefile", "f", "machine", "default-hostfile"],
                "FILE",
                "the same from a file, a host a line: 'a', 'a:2' or 'a slots=2' (also: variable FERRY_HOSTFILE)",
                |r, v| {
                    let text = std::fs::read_to_string(&v[0]).map_err(|error| error.to_string())?;
                    name_hosts(r, hosts::parse_file(&v[0].to_string_lossy(), &text)?)
                },
            ),
            option(&["ppn", "perhost", "npernode", "N", "grr"], "N", "deal ranks to the hosts by N", |r, v| {
                set(&mut r.dealing.per_node, Some(number(v, 1, MAX_RANKS)?))
            }),
            option(
                &["map-by"],
                "HOW",
                "slot: fill one host after the other (the default); node: one rank for each in turn; ppr:N:node: as -N N",
                map_by,
            ),
            option(&["rr", "bynode"], "", "as --map-by node", |r, _| set(&mut r.dealing.by_node, true)),
            option(&["byslot"], "", "as --map-by slot", |r, _| set(&mut r.dealing.by_node, false)),
            option(&["oversubscribe"], "", "let hosts take more ranks than their number of slots", |r, _| {
                set(&mut r.dealing.oversubscribes, true)
            }),
            option(
                &["launcher", "rsh", "bootstrap", "launcher-exec", "bootstrap-exec"],
                "COMMAND",
                "reach other hosts by this remote shell (also: variable FERRY_RSH; default: ssh, in a Slurm job srun)",
                |r, v| set(&mut r.remote_shell, Some(v[0].clone())),
            ),
            option(&["launcher-path"], "FILE", "mpiexec on the other hosts (default: where it is here)", |r, v| {
                set(&mut r.agent_path, Some(v[0].clone()))
            }),
            option(
                &["launch-timeout"],
                "SECONDS",
                "time in which all hosts must answer and start their ranks (default 60)",
                |r, v| set(&mut r.launch_timeout, seconds(&v[0])?),
            ),
        ],
    ),
    (
        "Environment",
        &[
            option(&["env"], "NAME VALUE", "set a variable for this program", |r, v| {
                r.app().variables.push((variable_name(&v[0])?, Some(v[1].clone())));
                Ok(())
            }),
            option(&["genv"], "NAME VALUE", "set a variable for all programs", |r, v| {
                r.variables.push((variable_name(&v[0])?, Some(v[1].clone())));
                Ok(())
            }),
            option(&["x"], "NAME[=VALUE]", "set or pass on a variable; before the first program: for all programs", export),
            option(
                &["initial-errhandler"],
                "NAME",
                "first error handler: mpi_errors_are_fatal (the default), mpi_errors_abort, mpi_errors_return",
                initial_errhandler,
            ),
            option(&["memory-alloc-kinds"], "KINDS", "kinds of memory this program asks MPI to support", |r, v| {
                r.app().variables.push((env::MEMORY_ALLOC_KINDS.into(), Some(v[0].clone())));
                Ok(())
            }),
            option(
                &["shared-heap"],
                "",
                "malloc gives all programs large blocks that the ranks of a host share: faster messages, for more memory (also: variable FERRY_SHARED_HEAP=on)",
                |r, _| {
                    r.variables.push((env::SHARED_HEAP.into(), Some("on".into())));
                    Ok(())
                },
            ),
            option(&["envall"], "", "this program gets the launcher's variables (the default)", |r, _| {
                set(&mut r.app().inherit, Some(Inherit::All))
            }),
            option(&["envnone"], "", "this program gets only the variables set here", |r, _| {
                set(&mut r.app().inherit, Some(Inherit::None))
            }),
            option(&["envlist"], "NAMES", "this program gets these of the launcher's variables", |r, v| {
                set(&mut r.app().inherit, Some(Inherit::List(names(&v[0]))))
            }),
            option(&["genvall"], "", "as -envall, for all programs", |r, _| set(&mut r.inherit, Inherit::All)),
            option(&["genvnone"], "", "as -envnone, for all programs", |r, _| set(&mut r.inherit, Inherit::None)),
            option(&["genvlist"], "NAMES", "as -envlist, for all programs", |r, v| {
                set(&mut r.inherit, Inherit::List(names(&v[0])))
            }),
        ],
    ),
    (
        "Processors",
        &[
            option(
                &["bind-to"],
                "core|none",
                "a core for each rank, or no binding (default: an even share, none if oversubscribed); others count as an even share",
                bind,
            ),
            option(&["bind-to-core"], "", "as --bind-to core", |r, _| set(&mut r.bind, Bind::Core)),
            option(&["bind-to-none"], "", "as --bind-to none", |r, _| set(&mut r.bind, Bind::None)),
            option(&["report-bindings", "print-rank-map"], "", "print the processors of each rank", |r, _| {
                set(&mut r.report_bindings, true)
            }),
        ],
    ),
    (
        "Input and output",
        &[
            option(&["l", "prepend-rank", "tag-output"], "", "print whole lines, each after its rank: '[3] '", |r, _| {
                set(&mut r.tag_output, true)
            }),
            option(&["output-filename"], "BASE", "write output to BASE.rank.out and BASE.rank.err", |r, v| {
                set(&mut r.output_filename, Some(v[0].clone()))
            }),
            option(&["stdin", "s"], "N|none|all", "who reads the standard input (default: rank 0)", |r, v| {
                r.stdin = match v[0].to_str() {
                    Some("none") => Stdin::None,
                    Some("all") => Stdin::All,
                    _ => Stdin::Rank(number(v, 0, MAX_RANKS - 1).map_err(|_| "expects a rank, 'none' or 'all'".to_owned())?),
                };
                Ok(())
            }),
            option(&["q", "quiet"], "", "print only errors", |r, _| set(&mut r.quiet, true)),
            option(&["v", "verbose"], "", "print the process of each rank", |r, _| set(&mut r.verbose, true)),
        ],
    ),
    (
        "Ending",
        &[
            option(
                &["timeout"],
                "SECONDS",
                "end the job after this time, with status 124 (also: variable MPIEXEC_TIMEOUT)",
                |r, v| set(&mut r.timeout, Some(seconds(&v[0])?)),
            ),
            option(&["grace"], "SECONDS", "time between SIGTERM and SIGKILL when ranks are ended (default 1)", |r, v| {
                set(&mut r.grace, seconds(&v[0])?)
            }),
        ],
    ),
    (
        "Failures",
        &[
            option(
                &["fault-tolerance"],
                "",
                "the job goes on when ranks die, as far as its program can (also: variable FERRY_FAULT_TOLERANCE=on)",
                survive,
            ),
            option(&["with-ft"], "KIND", "as --fault-tolerance, for 'ulfm' or 'mpi'; not for 'no' or 'off'", |r, v| {
                match v[0].to_str() {
                    Some("ulfm" | "mpi" | "yes" | "true" | "on" | "1") => survive(r, v),
                    Some("no" | "false" | "off" | "0") => Ok(()),
                    _ => Err("expects ulfm, mpi or no".to_owned()),
                }
            }),
        ],
    ),
    (
        "Options of other launchers",
        &[
            option(&["mca", "gmca", "prtemca", "pmixmca"], "NAME VALUE", "Open MPI's settings: ignored, with a note", |r, v| {
                r.notes.push(format!("--mca {} is a setting of Open MPI; it is ignored", v[0].to_string_lossy()));
                Ok(())
            }),
            option(
                &[
                    "iface",
                    "prefix",
                    "rmk",
                    "display",
                    "output",
                    "personality",
                    "info",
                    "cpu-set",
                    "cpus-per-proc",
                    "cpus-per-rank",
                    "usize",
                ],
                "VALUE",
                "of other launchers: ignored, with a note",
                |r, v| {
                    r.notes.push(format!("an option of another launcher is ignored: {}", v[0].to_string_lossy()));
                    Ok(())
                },
            ),
            option(
                &[
                    "nooversubscribe",
                    "display-map",
                    "display-allocation",
                    "do-not-launch",
                    "use-hwthread-cpus",
                    "merge-stderr-to-stdout",
                    "print-all-exitcodes",
                    "disable-auto-cleanup",
                    "enable-recovery",
                    "nolocal",
                    "ordered-output",
                    "prot",
                ],
                "",
                "of other launchers: ignored, with a note",
                |r, _| {
                    r.notes.push("an option of another launcher that Ferry does not need is ignored".to_owned());
                    Ok(())
                },
            ),
            option(&["rank-by"], "HOW", "Open MPI's order of ranks: ignored, with a note (see --map-by)", |r, v| {
                r.notes
                    .push(format!("the order '{}' is not known; ranks are numbered as they are dealt", v[0].to_string_lossy()));
                Ok(())
            }),
        ],
    ),
    (
        "Other",
        &[
            option(&["h", "help"], "", "print this", accept),
            option(&["V", "version"], "", "print the version", accept),
            option(&["manual-page"], "", "print the manual page in the format of man", accept),
            option(&["completion-bash"], "", "print completions for bash", accept),
        ],
    ),
];

fn set<T>(place: &mut T, value: T) -> Result<(), String> {
    *place = value;
    Ok(())
}

/// All options.
pub fn specs() -> impl Iterator<Item = &'static Spec> {
    GROUPS.iter().flat_map(|(_, specs)| specs.iter())
}

fn initial_errhandler(request: &mut Request, values: &[OsString]) -> Result<(), String> {
    const NAMES: [&str; 3] = ["mpi_errors_are_fatal", "mpi_errors_abort", "mpi_errors_return"];
    if !NAMES.iter().any(|name| values[0].eq_ignore_ascii_case(name)) {
        return Err(format!("expects one of {}", NAMES.join(", ")));
    }
    request.app().variables.push((env::INITIAL_ERRHANDLER.into(), Some(values[0].clone())));
    Ok(())
}

fn survive(request: &mut Request, _: &[OsString]) -> Result<(), String> {
    request.variables.push((env::FAULT_TOLERANCE.into(), Some("on".into())));
    Ok(())
}

fn accept(_: &mut Request, _: &[OsString]) -> Result<(), String> {
    Ok(())
}

fn number(values: &[OsString], least: usize, most: usize) -> Result<usize, String> {
    let value = values[0].to_str().and_then(|text| text.parse().ok());
    value.filter(|n| (least..=most).contains(n)).ok_or_else(|| format!("expects a number from {least} to {most}"))
}

fn seconds(value: &OsStr) -> Result<Duration, String> {
    let value = value.to_str().and_then(|text| text.parse().ok());
    value.and_then(|s| Duration::try_from_secs_f64(s).ok()).ok_or_else(|| "expects a number of seconds".to_owned())
}

fn variable_name(name: &OsStr) -> Result<OsString, String> {
    match name.is_empty() || name.as_bytes().contains(&b'=') {
        false => Ok(name.to_owned()),
        true => Err("expects the name of a variable, then its value".to_owned()),
    }
}

fn names(list: &OsStr) -> Vec<OsString> {
    list.as_bytes().split(|b| *b == b',').filter(|n| !n.is_empty()).map(|n| OsStr::from_bytes(n).to_owned()).collect()
}

fn export(request: &mut Request, values: &[OsString]) -> Result<(), String> {
    let text = values[0].as_bytes();
    let (name, value) = match text.iter().position(|b| *b == b'=') {
        Some(at) => (&text[..at], Some(OsStr::from_bytes(&text[at + 1..]).to_owned())),
        None => (text, None),
    };
    let pair = (variable_name(OsStr::from_bytes(name))?, value);
    match request.is_first_app() {
        true => request.variables.push(pair),
        false => request.app().variables.push(pair),
    }
    Ok(())
}

/// Objects that other launchers bind ranks to; an even share of the processors keeps ranks within
/// them where that is possible.
const SHARED_OBJECTS: [&str; 12] =
    ["hwthread", "thread", "socket", "package", "numa", "board", "l1cache", "l2cache", "l3cache", "machine", "slot", "user"];

fn bind(request: &mut Request, values: &[OsString]) -> Result<(), String> {
    let how = values[0].to_string_lossy().to_lowercase();
    let object = how.split(':').next().unwrap_or_default();
    request.bind = match object {
        "core" => Bind::Core,
        "none" => Bind::None,
        object if SHARED_OBJECTS.contains(&object) => {
            request.notes.push(format!("ranks are not bound to a whole '{object}'; each gets an even share of the processors"));
            Bind::Even
        }
        _ => return Err("expects 'core' or 'none'".to_owned()),
    };
    Ok(())
}

/// Hosts of several options are one list.
fn name_hosts(request: &mut Request, hosts: Vec<Host>) -> Result<(), String> {
    if !request.is_first_app() {
        return Err("hosts are for all programs: name them before the first one".to_owned());
    }
    request.hosts.extend(hosts);
    request.hosts = hosts::merge(std::mem::take(&mut request.hosts))?;
    Ok(())
}

fn map_by(request: &mut Request, values: &[OsString]) -> Result<(), String> {
    let how = values[0].to_string_lossy().to_lowercase();
    match how.split(':').collect::<Vec<_>>()[..] {
        ["slot" | "core" | "hwthread", ..] => request.dealing.by_node = false,
        ["node", ..] => request.dealing.by_node = true,
        // A word on slots alone, of which the line below knows.
        ["", "oversubscribe"] => {}
        ["ppr", count, "node", ..] => request.dealing.per_node = Some(number(&[count.into()], 1, MAX_RANKS)?),
        _ => request.notes.push(format!("the placement '{how}' is not known; hosts are filled one after the other")),
    }
    request.dealing.oversubscribes |= how.ends_with(":oversubscribe");
    Ok(())
}

/// An option's name as users type it.
pub fn with_dashes(name: &str) -> String {
    match name {
        // These are typed with one dash since the beginnings of MPI.
        "np" | "env" | "genv" | "wdir" | "ppn" | "envall" | "envnone" | "envlist" | "genvall" | "genvnone" | "genvlist" => {
            format!("-{name}")
        }
        _ if name.len() == 1 => format!("-{name}"),
        _ => format!("--{name}"),
    }
}
