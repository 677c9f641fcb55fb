//! The command line of `mpiexec`: one table of options, from which parsing, help and suggestions come.
//!
//! Users type the options of MPICH and Open MPI, so every name is accepted with one dash or two, and a value of an option that has one
//! may follow after `=`. Options end at the program's name; `:` starts the next program.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::Duration;

use super::fault::Fault;

/// Most ranks one `mpiexec` starts: each needs descriptors and a process here.
pub const MAX_RANKS: usize = 4096;

/// Time between SIGTERM and SIGKILL unless `--grace` says otherwise.
const DEFAULT_GRACE: Duration = Duration::from_secs(1);

/// Where ranks may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    ranks_per_node: Option<usize>,
    notes: Vec<String>,
}

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Action {
    /// Start a job.
    Run(Box<Request>),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
}

impl Request {
    fn new() -> Self {
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
            ranks_per_node: None,
            notes: Vec::new(),
        }
    }

    /// The program that options apply to now.
    fn app(&mut self) -> &mut App {
        let last = self.apps.len() - 1;
        &mut self.apps[last]
    }

    fn is_first_app(&self) -> bool {
        self.apps.len() == 1
    }

    /// Ranks of each program, in order.
    pub fn counts(&self) -> impl Iterator<Item = usize> + '_ {
        self.apps.iter().map(|app| app.count.or(self.ranks_per_node).unwrap_or(1))
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

type Apply = fn(&mut Request, &[OsString]) -> Result<(), String>;

/// One option.
struct Spec {
    /// Names without dashes; the first is the one that help shows.
    names: &'static [&'static str],
    /// Names of the values in help, blank-separated.
    values: &'static str,
    doc: &'static str,
    apply: Apply,
}

const fn option(names: &'static [&'static str], values: &'static str, doc: &'static str, apply: Apply) -> Spec {
    Spec { names, values, doc, apply }
}

/// Options grouped as the help shows them.
const GROUPS: &[(&str, &[Spec])] = &[
    (
        "Ranks and programs",
        &[
            option(&["n", "np", "c"], "N", "ranks of this program (default 1)", |r, v| {
                r.app().count = Some(number(v, 1, MAX_RANKS)?);
                Ok(())
            }),
            option(
                &["ppn", "perhost", "npernode", "N"],
                "N",
                "ranks per host: there is one host, so N is the default of -n",
                |r, v| {
                    r.ranks_per_node = Some(number(v, 1, MAX_RANKS)?);
                    Ok(())
                },
            ),
            option(&["wdir", "wd", "cwd"], "DIR", "directory this program runs in", |r, v| {
                r.app().directory = Some(PathBuf::from(&v[0]));
                Ok(())
            }),
            option(&["host", "hosts", "H"], "NAMES", "accepted if every name is this host", local_hosts),
            option(&["hostfile", "machinefile", "f"], "FILE", "accepted if every host in the file is this one", |r, v| {
                let text = std::fs::read_to_string(&v[0]).map_err(|error| error.to_string())?;
                let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
                let hosts: Vec<&str> = lines.filter_map(|line| line.split_whitespace().next()).collect();
                local_hosts(r, &[hosts.join(",").into()])
            }),
            option(&["oversubscribe"], "", "accepted: more ranks than processors need no permission", accept),
            option(&["allow-run-as-root"], "", "accepted: root needs no permission", accept),
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
            option(&["envall"], "", "this program gets the launcher's variables (the default)", |r, _| {
                r.app().inherit = Some(Inherit::All);
                Ok(())
            }),
            option(&["envnone"], "", "this program gets only the variables set here", |r, _| {
                r.app().inherit = Some(Inherit::None);
                Ok(())
            }),
            option(&["envlist"], "NAMES", "this program gets these of the launcher's variables", |r, v| {
                r.app().inherit = Some(Inherit::List(names(&v[0])));
                Ok(())
            }),
            option(&["genvall"], "", "as -envall, for all programs", |r, _| {
                r.inherit = Inherit::All;
                Ok(())
            }),
            option(&["genvnone"], "", "as -envnone, for all programs", |r, _| {
                r.inherit = Inherit::None;
                Ok(())
            }),
            option(&["genvlist"], "NAMES", "as -envlist, for all programs", |r, v| {
                r.inherit = Inherit::List(names(&v[0]));
                Ok(())
            }),
        ],
    ),
    (
        "Processors",
        &[
            option(
                &["bind-to"],
                "core|none",
                "a core for each rank, or no binding (default: an even share, none if oversubscribed)",
                bind,
            ),
            option(&["report-bindings"], "", "print the processors of each rank", |r, _| {
                r.report_bindings = true;
                Ok(())
            }),
        ],
    ),
    (
        "Input and output",
        &[
            option(&["l", "prepend-rank", "tag-output"], "", "print whole lines, each after its rank: '[3] '", |r, _| {
                r.tag_output = true;
                Ok(())
            }),
            option(&["output-filename"], "BASE", "write output to BASE.rank.out and BASE.rank.err", |r, v| {
                r.output_filename = Some(v[0].clone());
                Ok(())
            }),
            option(&["stdin", "s"], "N|none|all", "who reads the standard input (default: rank 0)", |r, v| {
                r.stdin = match v[0].to_str() {
                    Some("none") => Stdin::None,
                    Some("all") => Stdin::All,
                    _ => Stdin::Rank(number(v, 0, MAX_RANKS - 1).map_err(|_| "expects a rank, 'none' or 'all'".to_owned())?),
                };
                Ok(())
            }),
            option(&["q", "quiet"], "", "print only errors", |r, _| {
                r.quiet = true;
                Ok(())
            }),
            option(&["v", "verbose"], "", "print the process of each rank", |r, _| {
                r.verbose = true;
                Ok(())
            }),
        ],
    ),
    (
        "Ending",
        &[
            option(
                &["timeout"],
                "SECONDS",
                "end the job after this time, with status 124 (also: variable MPIEXEC_TIMEOUT)",
                |r, v| {
                    r.timeout = Some(seconds(&v[0])?);
                    Ok(())
                },
            ),
            option(&["grace"], "SECONDS", "time between SIGTERM and SIGKILL when ranks are ended (default 1)", |r, v| {
                r.grace = seconds(&v[0])?;
                Ok(())
            }),
            option(&["map-by", "rank-by"], "HOW", "Open MPI's placement: ignored, with a note (see --bind-to)", |r, v| {
                r.notes.push(format!("the placement '{}' is not known; ranks are spread evenly", v[0].to_string_lossy()));
                Ok(())
            }),
        ],
    ),
    (
        "Options of other launchers",
        &[option(&["mca", "gmca", "prtemca", "pmixmca"], "NAME VALUE", "Open MPI's settings: ignored, with a note", |r, v| {
            r.notes.push(format!("--mca {} is a setting of Open MPI; it is ignored", v[0].to_string_lossy()));
            Ok(())
        })],
    ),
    ("Other", &[option(&["h", "help"], "", "print this", accept), option(&["V", "version"], "", "print the version", accept)]),
];

fn specs() -> impl Iterator<Item = &'static Spec> {
    GROUPS.iter().flat_map(|(_, specs)| specs.iter())
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

fn bind(request: &mut Request, values: &[OsString]) -> Result<(), String> {
    request.bind = match values[0].to_str() {
        Some("core") => Bind::Core,
        Some("none") => Bind::None,
        _ => return Err("expects 'core' or 'none'".to_owned()),
    };
    Ok(())
}

fn local_hosts(_: &mut Request, values: &[OsString]) -> Result<(), String> {
    let own = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let is_local = |name: &str| [own.as_str(), "localhost", "127.0.0.1", "::1"].contains(&name);
    let hosts = names(&values[0]);
    let bare = |host: &OsString| host.to_string_lossy().split(':').next().unwrap_or_default().to_owned();
    match hosts.iter().map(bare).find(|host| !is_local(host)) {
        Some(host) => Err(format!("several hosts are not supported yet: '{host}' is not this host ('{own}')")),
        None => Ok(()),
    }
}

/// Reads the command line, without the launcher's own name.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Action, Fault> {
    let mut arguments = arguments.into_iter().peekable();
    let mut request = Request::new();
    while let Some(argument) = arguments.next() {
        if let Some((spec, inline)) = recognize(&argument)? {
            let values = take_values(spec, &argument, inline, &mut arguments)?;
            match spec.names[0] {
                "h" => return Ok(Action::Help),
                "V" => return Ok(Action::Version),
                _ => (spec.apply)(&mut request, &values).map_err(|problem| bad_value(&argument, &values, &problem))?,
            }
            continue;
        }
        request.app().command.push(argument);
        while let Some(argument) = arguments.next_if(|a| a != ":") {
            request.app().command.push(argument);
        }
        if arguments.next().is_some() {
            request.apps.push(App::default());
        }
    }
    check(request)
}

/// The option an argument names, with the value that follows `=`; `None` if it is the program.
fn recognize(argument: &OsStr) -> Result<Option<(&'static Spec, Option<OsString>)>, Fault> {
    let bytes = argument.as_bytes();
    if argument == ":" {
        return Err(Fault::Usage("no program before ':'".to_owned()));
    }
    if !bytes.starts_with(b"-") || bytes.len() == 1 {
        return Ok(None);
    }
    let bare = bytes.strip_prefix(b"--").unwrap_or(&bytes[1..]);
    let at = bare.iter().position(|b| *b == b'=').unwrap_or(bare.len());
    let (name, rest) = bare.split_at(at);
    let spec =
        specs().find(|spec| spec.names.iter().any(|known| known.as_bytes() == name)).ok_or_else(|| unknown(argument, name))?;
    Ok(Some((spec, rest.get(1..).map(|value| OsStr::from_bytes(value).to_owned()))))
}

fn take_values(
    spec: &Spec,
    typed: &OsStr,
    inline: Option<OsString>,
    arguments: &mut impl Iterator<Item = OsString>,
) -> Result<Vec<OsString>, Fault> {
    let wanted = spec.values.split_whitespace().count();
    let typed = typed.to_string_lossy();
    if inline.is_some() && wanted != 1 {
        return Err(Fault::Usage(format!("{typed}: the option takes {wanted} values after blanks, none after '='")));
    }
    let values: Vec<OsString> = inline.into_iter().chain(arguments).take(wanted).collect();
    match values.len() == wanted {
        true => Ok(values),
        false => Err(Fault::Usage(format!("{typed} expects {}", spec.values))),
    }
}

fn bad_value(typed: &OsStr, values: &[OsString], problem: &str) -> Fault {
    let values: Vec<_> = values.iter().map(|v| v.to_string_lossy()).collect();
    let typed = typed.to_string_lossy();
    let typed = typed.split('=').next().unwrap_or_default();
    Fault::Usage(format!("{typed} {}: {problem}", values.join(" ")))
}

fn check(request: Request) -> Result<Action, Fault> {
    if request.apps.iter().any(|app| app.command.is_empty()) {
        let place = if request.apps.len() > 1 { " after ':'" } else { "" };
        return Err(Fault::Usage(format!("no program given{place} (mpiexec --help shows how)")));
    }
    let ranks = request.ranks();
    if ranks > MAX_RANKS {
        return Err(Fault::Usage(format!("{ranks} ranks are more than mpiexec starts ({MAX_RANKS})")));
    }
    match request.stdin {
        Stdin::Rank(rank) if rank >= ranks => Err(Fault::Usage(format!("--stdin {rank}: there are only {ranks} ranks"))),
        _ => Ok(Action::Run(Box::new(request))),
    }
}

fn unknown(typed: &OsStr, name: &[u8]) -> Fault {
    let name = String::from_utf8_lossy(name);
    let known = specs().flat_map(|spec| spec.names).min_by_key(|known| distance(&name, known));
    let nearest = known.map(|known| with_dashes(known)).unwrap_or_default();
    Fault::Usage(format!(
        "unknown option '{}'; the nearest known one is '{nearest}' (mpiexec --help lists all)",
        typed.to_string_lossy()
    ))
}

fn with_dashes(name: &str) -> String {
    match name {
        // These are typed with one dash since the beginnings of MPI.
        "np" | "env" | "genv" | "wdir" | "ppn" | "envall" | "envnone" | "envlist" | "genvall" | "genvnone" | "genvlist" => {
            format!("-{name}")
        }
        _ if name.len() == 1 => format!("-{name}"),
        _ => format!("--{name}"),
    }
}

/// Edits (insert, delete, replace, swap of neighbours) between two names.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let swap =
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] { rows[i - 2][j - 2] + 1 } else { usize::MAX };
            rows[i][j] = replace.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(swap);
        }
    }
    rows[a.len()][b.len()]
}

/// The help text.
pub fn help() -> String {
    let mut text = String::from(
        "Starts an MPI job on this machine.\n\nUsage: mpiexec [options] program [arguments] [: [options] program [arguments]]...\n",
    );
    for (title, specs) in GROUPS {
        text.push_str(&format!("\n{title}\n"));
        for spec in *specs {
            let names: Vec<String> = spec.names.iter().map(|name| with_dashes(name)).collect();
            let left = format!("{} {}", names.join(", "), spec.values);
            text.push_str(&format!("  {:<38} {}\n", left.trim_end(), spec.doc));
        }
    }
    text.push_str(
        "\nEvery name may have one dash or two. The exit status is that of the first rank that fails, or 128 + the signal that\n\
         killed it; 124 after --timeout, 127 if a program is not found, 2 for a wrong command line.\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(line: &str) -> Request {
        match parse(line.split(' ').map(OsString::from)) {
            Ok(Action::Run(request)) => *request,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn refused(line: &str) -> String {
        match parse(line.split(' ').map(OsString::from)) {
            Err(Fault::Usage(message)) => message,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn pair(name: &str, value: Option<&str>) -> (OsString, Option<OsString>) {
        (name.into(), value.map(OsString::from))
    }

    #[test]
    fn counts_in_every_spelling() {
        for line in ["-n 4 a", "-np 4 a", "--np 4 a", "-c 4 a", "-np=4 a", "--n=4 a", "-ppn 4 a"] {
            assert_eq!(run(line).ranks(), 4, "{line}");
        }
        assert_eq!(run("a").ranks(), 1);
    }

    #[test]
    fn options_end_at_the_program() {
        let request = run("-n 2 prog -n 3 --help -x");
        assert_eq!(request.apps[0].command, ["prog", "-n", "3", "--help", "-x"]);
        assert_eq!(request.ranks(), 2);
    }

    #[test]
    fn several_programs() {
        let request = run("-genv A 1 -n 1 a b : -n 2 -env B 2 -wdir /tmp c : d");
        assert_eq!(request.counts().collect::<Vec<_>>(), [1, 2, 1]);
        assert_eq!(request.variables, [pair("A", Some("1"))]);
        assert_eq!(request.apps[1].variables, [pair("B", Some("2"))]);
        assert_eq!(request.apps[1].directory.as_deref(), Some("/tmp".as_ref()));
        assert_eq!(request.apps[2].directory, None);
    }

    #[test]
    fn variables_in_both_styles() {
        let request = run("-x A -x B=c=d -x E= p : -x F=g q");
        assert_eq!(request.variables, [pair("A", None), pair("B", Some("c=d")), pair("E", Some(""))]);
        assert_eq!(request.apps[1].variables, [pair("F", Some("g"))]);
        assert!(refused("-env A=1 b p").contains("name of a variable"));
    }

    #[test]
    fn modes() {
        let request =
            run("--bind-to none --tag-output --stdin all --timeout 1.5 --grace=0 -quiet --oversubscribe --allow-run-as-root p");
        assert_eq!((request.bind, request.stdin, request.tag_output), (Bind::None, Stdin::All, true));
        assert_eq!((request.timeout, request.grace), (Some(Duration::from_millis(1500)), Duration::ZERO));
        assert_eq!(run("-bind-to core p").bind, Bind::Core);
        assert!(run("-l p").tag_output && run("-prepend-rank p").tag_output);
        assert_eq!(run("-s none p").stdin, Stdin::None);
    }

    #[test]
    fn other_launchers_options_are_noted() {
        let request = run("--mca btl self --map-by core -n 2 a");
        assert_eq!((request.ranks(), request.notes().len()), (2, 2));
        assert!(run("-q --mca btl self a").notes().is_empty());
    }

    #[test]
    fn unknown_options_name_the_nearest() {
        for (typed, nearest) in [
            ("--tag-outptu", "--tag-output"),
            ("-nnp", "-np"),
            ("--bindto", "--bind-to"),
            ("-genvv", "-genv"),
            ("--oversubscribed", "--oversubscribe"),
        ] {
            let message = refused(&format!("{typed} 4 a"));
            assert!(message.contains(&format!("'{nearest}'")) && message.contains(typed), "{message}");
        }
    }

    #[test]
    fn bad_values_say_what_is_expected() {
        for line in [
            "-n 0 a",
            "-n x a",
            "-n -1 a",
            "-n 99999 a",
            "--bind-to socket a",
            "--stdin 2 a",
            "--timeout soon a",
            "-n",
            "-env A",
            "--oversubscribe=1 a",
        ] {
            assert!(!refused(line).is_empty());
        }
        assert!(refused("-n 2").contains("no program"));
        assert!(refused("-n 2 a : -n 1").contains("after ':'"));
        assert!(refused("-host elsewhere.example a").contains("several hosts"));
        assert_eq!(run("-host localhost:4 a").ranks(), 1);
        assert!(refused("-hostfile /nonexistent a").contains("No such file"));
    }

    #[test]
    fn help_names_every_option_once() {
        let mut names: Vec<&str> = specs().flat_map(|spec| spec.names).copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|name| help().contains(&with_dashes(name))));
        assert_eq!(parse(["--help".into()]).ok(), Some(Action::Help));
        assert_eq!(parse(["-version".into()]).ok(), Some(Action::Version));
    }

    #[test]
    fn distances() {
        assert_eq!(
            (distance("abc", "abc"), distance("abc", "acb"), distance("", "ab"), distance("kitten", "sitting")),
            (0, 1, 2, 3)
        );
    }
}
