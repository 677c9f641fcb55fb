//! Hosts as users name them: `-H a:2,b:2`, files of hosts, lists of Slurm.

use std::net::{IpAddr, UdpSocket};

/// Most hosts of a job: more than it can have ranks.
const MAX_HOSTS: usize = 16384;

/// A host and how many ranks the user wants there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The name by which the user calls it, perhaps `user@name`.
    pub name: String,
    /// Ranks it takes; `None` if the user did not say.
    pub slots: Option<usize>,
}

/// As [`parse_list`] reads it.
impl std::fmt::Display for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.slots {
            Some(slots) if self.name.contains(':') => write!(f, "[{}]:{slots}", self.name),
            Some(slots) => write!(f, "{}:{slots}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// Reads `a:2,b,[::1]:4`.
pub fn parse_list(text: &str) -> Result<Vec<Host>, String> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(parse_host).collect::<Result<_, _>>().and_then(merge)
}

/// Reads a file of hosts, one a line: `host`, `host:N`, `host slots=N`; `#` begins a comment.
/// Problems name file and line.
pub fn parse_file(name: &str, text: &str) -> Result<Vec<Host>, String> {
    let mut hosts = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        hosts.extend(parse_line(line).map_err(|problem| format!("{name}, line {}: {problem}", number + 1))?);
    }
    match hosts.is_empty() {
        true => Err(format!("{name}: there is no host in the file")),
        false => merge(hosts),
    }
}

fn parse_line(line: &str) -> Result<Option<Host>, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let mut host = parse_host(first)?;
    for word in words {
        match word.split_once('=') {
            Some(("slots", number)) if host.slots.is_none() => host.slots = Some(parse_slots(number)?),
            // A limit for Open MPI's --oversubscribe, which has none here.
            Some(("max_slots" | "max-slots", number)) => drop(parse_slots(number)?),
            _ => return Err(format!("'{word}' is not understood: a line is 'host', 'host:N' or 'host slots=N'")),
        }
    }
    Ok(Some(host))
}

fn parse_host(text: &str) -> Result<Host, String> {
    let (name, slots) = match text.rsplit_once(':') {
        // An address of IPv6 without brackets.
        Some((name, _)) if name.contains(':') && !name.ends_with(']') => (text, None),
        Some((name, slots)) if !slots.ends_with(']') => (name, Some(parse_slots(slots)?)),
        _ => (text, None),
    };
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_name = |c: char| c.is_ascii_alphanumeric() || ".-_:@%".contains(c);
    // A name that begins with a dash would be an option of the remote shell.
    match name.is_empty() || name.starts_with('-') || !name.chars().all(is_name) {
        true => Err(format!("'{text}' is no name of a host")),
        false => Ok(Host { name: name.to_owned(), slots }),
    }
}

fn parse_slots(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| format!("'{text}' is no number of slots"))
}

/// Hosts that are named several times become one with the sum of their slots, where a name alone is
/// one slot.
pub fn merge(hosts: Vec<Host>) -> Result<Vec<Host>, String> {
    let mut merged: Vec<Host> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for host in hosts {
        match places.get(&host.name) {
            Some(&place) => {
                let known: &mut Host = &mut merged[place];
                known.slots = Some(known.slots.unwrap_or(1).saturating_add(host.slots.unwrap_or(1)));
            }
            None => {
                places.insert(host.name.clone(), merged.len());
                merged.push(host);
            }
        }
    }
    match merged.len() {
        0 => Err("no host is named".to_owned()),
        many if many > MAX_HOSTS => Err(format!("{many} hosts are more than mpiexec knows to use ({MAX_HOSTS})")),
        _ => Ok(merged),
    }
}

/// Whether this is the machine that we run on.
pub fn is_here(name: &str) -> bool {
    let own = rustix::system::uname().nodename().to_string_lossy().into_owned();
    is_named(name, &own) || name.parse::<IpAddr>().is_ok_and(|address| UdpSocket::bind((address, 0)).is_ok())
}

/// Whether `name` is a name of the machine that calls itself `own`: with or without the domain.
fn is_named(name: &str, own: &str) -> bool {
    let is_short_for = |short: &str, long: &str| long.strip_prefix(short).is_some_and(|rest| rest.starts_with('.'));
    name == "localhost" || name == own || is_short_for(name, own) || is_short_for(own, name)
}

/// Hosts of a list as Slurm writes it: `login,node[01-03,7]-ib`.
pub fn expand(list: &str) -> Result<Vec<String>, String> {
    let wrong = || format!("'{list}' is no list of hosts");
    let mut names = Vec::new();
    for item in split_outside_brackets(list) {
        expand_item(item, &mut names).ok_or_else(wrong)?;
    }
    Ok(names)
}

/// The items between the commas that stand in no brackets.
fn split_outside_brackets(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_comma = |c: char| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        c == ',' && depth == 0
    };
    list.split(is_comma).filter(|item| !item.is_empty()).collect()
}

/// Appends the names of one item; `None` if it is malformed, or too many.
fn expand_item(item: &str, names: &mut Vec<String>) -> Option<()> {
    let Some((before, rest)) = item.split_once('[') else {
        names.push(item.to_owned());
        return (!item.contains(']') && names.len() <= MAX_HOSTS).then_some(());
    };
    let (ranges, after) = rest.split_once(']')?;
    for range in ranges.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (from, to) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
        if to.checked_sub(from)? >= MAX_HOSTS {
            return None;
        }
        for number in from..=to {
            expand_item(&format!("{before}{number:0width$}{after}", width = first.len()), names)?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn host(name: &str, slots: impl Into<Option<usize>>) -> Host {
        Host { name: name.to_owned(), slots: slots.into() }
    }

    #[test]
    fn lists_as_users_type_them() {
        assert_eq!(parse_list("a:2,b").unwrap(), [host("a", 2), host("b", None)]);
        assert_eq!(
            parse_list("me@a.example, [::1]:4,fe80::1,").unwrap(),
            [host("me@a.example", None), host("::1", 4), host("fe80::1", None)]
        );
        assert_eq!(parse_list("a,b:2,a,a").unwrap(), [host("a", 3), host("b", 2)]);
        for wrong in ["", "a:0", "a:x", ":2", "-oProxyCommand=x", "a b", "a;b:1"] {
            assert!(parse_list(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn files_in_the_forms_of_other_launchers() {
        let text = "# hosts\na slots=2 max_slots=4\nb:3 # fast\n\n  c\n";
        assert_eq!(parse_file("hosts", text).unwrap(), [host("a", 2), host("b", 3), host("c", None)]);
    }

    #[test]
    fn problems_name_file_and_line() {
        for (text, line, word) in [("a\nb slots=x\n", 2, "'x'"), ("a speed=9", 1, "'speed=9'"), ("a:2 slots=2", 1, "'slots=2'")] {
            let message = parse_file("my.hosts", text).unwrap_err();
            assert!(message.starts_with(&format!("my.hosts, line {line}: ")) && message.contains(word), "{message}");
        }
        assert!(parse_file("empty", "# nothing\n").unwrap_err().contains("no host"));
    }

    #[test]
    fn this_machine_has_several_names() {
        let own = rustix::system::uname().nodename().to_string_lossy().into_owned();
        for name in [own.as_str(), "localhost", "127.0.0.1", "::1"] {
            assert!(is_here(name) || name == "::1", "{name}");
        }
        assert!(!is_here("192.0.2.1") && !is_here("elsewhere.example"));
        assert!(is_named("a", "a.example") && is_named("a.example", "a") && !is_named("a", "ab") && !is_named("ab", "a"));
    }

    #[test]
    fn lists_of_slurm() {
        let names = expand("login,node[01-03,7]-ib,r[1-2]n[8-9]").unwrap();
        let expected = "login node01-ib node02-ib node03-ib node7-ib r1n8 r1n9 r2n8 r2n9";
        assert_eq!(names.join(" "), expected);
        for wrong in ["a[1-", "a[x]", "a]", "a[3-1]", "a[1-99999999999]"] {
            assert!(expand(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[a-c0-9:\\[\\]@,. =#\n-]{0,40}") {
            let _ = (parse_list(&text), parse_file("f", &text), expand(&text));
        }

        #[test]
        fn invariant_slots_add_up(counts in prop::collection::vec((0usize..4, 1usize..9), 1..20)) {
            let text: Vec<String> = counts.iter().map(|(name, slots)| format!("h{name}:{slots}")).collect();
            let hosts = parse_list(&text.join(",")).unwrap();
            let total: usize = hosts.iter().map(|host| host.slots.unwrap()).sum();
            prop_assert_eq!(total, counts.iter().map(|(_, slots)| slots).sum::<usize>());
        }
    }
}
