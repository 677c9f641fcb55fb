//! The hosts that a batch system has given to this job, from its environment: Slurm and PBS; and
//! `FERRY_HOSTFILE`.

use super::hosts::{self, Host};

/// Names a file of hosts to use unless the command line names some.
pub const HOSTFILE: &str = "FERRY_HOSTFILE";

/// Where the hosts come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `FERRY_HOSTFILE`.
    File,
    /// A job of Slurm's.
    Slurm,
    /// A job of PBS's.
    Pbs,
}

impl Source {
    /// The environment variable, for messages.
    pub fn variable(self) -> &'static str {
        match self {
            Source::File => HOSTFILE,
            Source::Slurm => "SLURM_JOB_NODELIST",
            Source::Pbs => "PBS_NODEFILE",
        }
    }
}

/// The hosts to use if the command line names none; `None` if nobody names any. `variable` reads
/// the environment, `read` a file.
pub fn find(
    variable: impl Fn(&str) -> Option<String>,
    read: impl Fn(&str) -> Result<String, String>,
) -> Result<Option<(Source, Vec<Host>)>, String> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let from_file = |name: &str, file: &str| {
        let text = read(file).map_err(|problem| format!("{name}={file}: {problem}"))?;
        hosts::parse_file(file, &text).map_err(|problem| format!("{name}: {problem}"))
    };
    if let Some(file) = set(HOSTFILE) {
        return from_file(HOSTFILE, &file).map(|hosts| Some((Source::File, hosts)));
    }
    if let Some(list) = set("SLURM_JOB_NODELIST").or_else(|| set("SLURM_NODELIST")) {
        let slots = set("SLURM_TASKS_PER_NODE").or_else(|| set("SLURM_JOB_CPUS_PER_NODE"));
        return slurm(&list, slots.as_deref()).map(|hosts| Some((Source::Slurm, hosts)));
    }
    match set("PBS_NODEFILE") {
        // A host stands there once for each of its slots.
        Some(file) => from_file("PBS_NODEFILE", &file).map(|hosts| Some((Source::Pbs, hosts.into_iter().map(counted).collect()))),
        None => Ok(None),
    }
}

fn counted(host: Host) -> Host {
    Host { slots: host.slots.or(Some(1)), ..host }
}

fn slurm(list: &str, slots: Option<&str>) -> Result<Vec<Host>, String> {
    let names = hosts::expand(list).map_err(|problem| format!("SLURM_JOB_NODELIST: {problem}"))?;
    let slots = match slots {
        Some(text) => repeated(text).ok_or_else(|| format!("SLURM_TASKS_PER_NODE={text} is not understood"))?,
        None => Vec::new(),
    };
    let host = |(index, name): (usize, String)| Host { name, slots: slots.get(index).copied() };
    hosts::merge(names.into_iter().enumerate().map(host).collect())
}

/// `2(x3),1` is 2, 2, 2, 1.
fn repeated(text: &str) -> Option<Vec<usize>> {
    let mut numbers: Vec<usize> = Vec::new();
    for item in text.split(',') {
        let (number, times) = match item.split_once("(x") {
            Some((number, times)) => (number, times.strip_suffix(')')?.parse().ok().filter(|times| *times <= 1 << 20)?),
            None => (item, 1),
        };
        let number: usize = number.parse().ok().filter(|number| *number > 0)?;
        numbers.extend(std::iter::repeat_n(number, times));
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)], file: &str) -> Result<Option<(Source, String)>, String> {
        let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let show = |host: &Host| format!("{}:{}", host.name, host.slots.unwrap_or(0));
        let text = |hosts: Vec<Host>| hosts.iter().map(show).collect::<Vec<_>>().join(" ");
        find(variable, |_| Ok(file.to_owned())).map(|found| found.map(|(source, hosts)| (source, text(hosts))))
    }

    #[test]
    fn slurm_says_hosts_and_tasks() {
        let hosts = found(&[("SLURM_JOB_NODELIST", "n[1-3],m"), ("SLURM_TASKS_PER_NODE", "2(x3),1")], "").unwrap();
        assert_eq!(hosts, Some((Source::Slurm, "n1:2 n2:2 n3:2 m:1".to_owned())));
        let hosts = found(&[("SLURM_NODELIST", "n1,n2"), ("SLURM_JOB_CPUS_PER_NODE", "8(x2)")], "").unwrap();
        assert_eq!(hosts, Some((Source::Slurm, "n1:8 n2:8".to_owned())));
        assert!(found(&[("SLURM_JOB_NODELIST", "n1"), ("SLURM_TASKS_PER_NODE", "2(x")], "").unwrap_err().contains("2(x"));
        assert!(found(&[("SLURM_JOB_NODELIST", "n[1-")], "").unwrap_err().contains("SLURM_JOB_NODELIST"));
    }

    #[test]
    fn pbs_names_a_host_for_each_slot() {
        let hosts = found(&[("PBS_NODEFILE", "f")], "a\na\nb\n").unwrap();
        assert_eq!(hosts, Some((Source::Pbs, "a:2 b:1".to_owned())));
    }

    #[test]
    fn a_file_of_the_users_comes_first() {
        let hosts = found(&[(HOSTFILE, "f"), ("PBS_NODEFILE", "g"), ("SLURM_JOB_NODELIST", "n1")], "a:3\nb\n").unwrap();
        assert_eq!(hosts, Some((Source::File, "a:3 b:0".to_owned())));
        assert_eq!(found(&[(HOSTFILE, ""), ("PBS_NODEFILE", "")], "").unwrap(), None);
        assert!(found(&[(HOSTFILE, "f")], "a slots=no").unwrap_err().contains("f, line 1"));
    }
}
