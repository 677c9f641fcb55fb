//! Reading the command line of `mpiexec` by the table of options, with help and suggestions.
//!
//! Users type the options of MPICH and Open MPI, so every name is accepted with one dash or two,
//! and a value of an option that has one may follow after `=`. Options end at the program's name;
//! `:` starts the next program.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use super::fault::Fault;
use super::request::{App, MAX_RANKS, Request, Stdin};
use super::table::{GROUPS, Spec, specs, with_dashes};

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Action {
    /// Start a job.
    Run(Box<Request>),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print the manual page.
    Manual,
    /// Print the completions for bash.
    Completion,
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
                "manual-page" => return Ok(Action::Manual),
                "completion-bash" => return Ok(Action::Completion),
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

/// Reads options alone, for a launcher whose programs are told in another way.
pub fn parse_options(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, Fault> {
    let mut arguments = arguments.into_iter().peekable();
    let mut request = Request::new();
    while let Some(argument) = arguments.next() {
        let Some((spec, inline)) = recognize(&argument)? else {
            return Err(Fault::Usage(format!("'{}' is no option", argument.to_string_lossy())));
        };
        let values = take_values(spec, &argument, inline, &mut arguments)?;
        (spec.apply)(&mut request, &values).map_err(|problem| bad_value(&argument, &values, &problem))?;
    }
    // What was set for the only program, which is none, holds for all.
    let app = std::mem::take(request.app());
    request.variables.extend(app.variables);
    Ok(request)
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
    check_ranks(&request).map(|()| Action::Run(Box::new(request)))
}

/// Whether the numbers of ranks fit to each other, as far as the hosts are known.
pub fn check_ranks(request: &Request) -> Result<(), Fault> {
    let ranks = request.ranks();
    if ranks > MAX_RANKS {
        return Err(Fault::Usage(format!("{ranks} ranks are more than mpiexec starts ({MAX_RANKS})")));
    }
    match request.stdin {
        Stdin::Rank(rank) if rank >= ranks => Err(Fault::Usage(format!("--stdin {rank}: there are only {ranks} ranks"))),
        _ => Ok(()),
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
        "Starts an MPI job on this host, or on several.\n\nUsage: mpiexec [options] program [arguments] [: [options] program [arguments]]...\n",
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
         killed it; 124 after --timeout, 127 if a program is not found, 2 for a wrong command line.\n\
         SIGUSR1, to mpiexec or to a rank, prints who waits for whom; so does `ferry dump PID`.\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mpiexec::request::Bind;
    use std::time::Duration;

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
        for line in ["-grr 4 a", "-n 4 a", "-np 4 a", "--np 4 a", "-c 4 a", "-np=4 a", "--n=4 a", "-ppn 4 a"] {
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
    fn the_shared_heap_is_a_variable_of_all_programs() {
        let request = run("-n 1 a : --shared-heap b");
        assert_eq!(request.variables, [pair("FERRY_SHARED_HEAP", Some("on"))]);
    }

    #[test]
    fn surviving_the_death_of_ranks_is_a_variable_of_all_programs() {
        for line in ["--fault-tolerance a", "--with-ft ulfm a"] {
            let request = run(line);
            assert_eq!(request.variables, [pair("FERRY_FAULT_TOLERANCE", Some("on"))]);
            assert!(request.survives(&|_| None));
        }
        let plain = run("--with-ft no a");
        assert!(plain.variables.is_empty() && !plain.survives(&|_| None));
        let of_environment = |name: &str| (name == "FERRY_FAULT_TOLERANCE").then(|| "on".into());
        assert!(plain.survives(&of_environment) && !run("-x FERRY_FAULT_TOLERANCE=off a").survives(&of_environment));
        assert!(refused("--with-ft perhaps a").contains("ulfm"));
    }

    #[test]
    fn modes() {
        let request =
            run("--bind-to none --tag-output --stdin all --timeout 1.5 --grace=0 -quiet --oversubscribe --allow-run-as-root p");
        assert_eq!((request.bind, request.stdin, request.tag_output), (Bind::None, Stdin::All, true));
        assert_eq!((request.timeout, request.grace), (Some(Duration::from_millis(1500)), Duration::ZERO));
        assert_eq!(run("-bind-to core p").bind, Bind::Core);
        let request = run("-print-rank-map p");
        assert!(request.report_bindings && request.notes().is_empty());
        assert!(run("-l p").tag_output && run("-prepend-rank p").tag_output);
        assert_eq!(run("-s none p").stdin, Stdin::None);
    }

    #[test]
    fn hosts_and_how_ranks_are_dealt() {
        let request = run("-H a:2,b -H c -n 2 p");
        let hosts: Vec<_> = request.hosts.iter().map(|host| (host.name.as_str(), host.slots)).collect();
        assert_eq!(hosts, [("a", Some(2)), ("b", None), ("c", None)]);
        assert_eq!(run("-host localhost:4,b:3 a").ranks(), 7);
        assert_eq!(run("-hosts a,b -ppn 3 a").ranks(), 6);
        assert_eq!(run("-hosts a,b -n 1 a : b").ranks(), 2);
        let dealing = run("--map-by node --oversubscribe p").dealing;
        assert!(dealing.by_node && dealing.oversubscribes && dealing.per_node.is_none());
        assert_eq!(run("--map-by ppr:2:node p").dealing.per_node, Some(2));
        assert!(run("--map-by slot:oversubscribe p").dealing.oversubscribes);
        let request = run("--map-by node --map-by :oversubscribe p");
        assert!(request.dealing.by_node && request.dealing.oversubscribes && request.notes().is_empty());
        assert!(run("-rr p").dealing.by_node && !run("--bynode -byslot p").dealing.by_node);
        assert_eq!(run("-bootstrap ssh p").remote_shell, Some("ssh".into()));
        let request = run("--rsh my-shell --launcher-path /x --launch-timeout 2 p");
        assert_eq!((request.remote_shell, request.agent_path), (Some("my-shell".into()), Some("/x".into())));
        assert_eq!(request.launch_timeout, Duration::from_secs(2));
    }

    #[test]
    fn other_launchers_options_are_noted() {
        let request = run("--mca btl self --rank-by core --map-by numa -n 2 a");
        assert_eq!((request.ranks(), request.notes().len()), (2, 3));
        assert!(run("-q --mca btl self a").notes().is_empty());
        let request = run("-bind-to socket:overload-allowed -iface ib0 --nooversubscribe -n 2 a");
        assert_eq!((request.ranks(), request.bind, request.notes().len()), (2, Bind::Even, 3));
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
            "--bind-to sockets a",
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
        assert!(refused("-host a;b a").contains("'a;b'"));
        assert!(refused("-n 1 a : -host b c").contains("before the first"));
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
