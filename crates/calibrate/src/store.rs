//! The file that keeps a measurement for the next run: one for each host, processor model, kernel
//! and version of Ferry, in the user's cache directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::network::Network;
use crate::table::Table;

/// What a measurement is valid for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Host name.
    pub host: String,
    /// Model of the processor.
    pub cpu: String,
    /// Release of the kernel.
    pub kernel: String,
    /// Version of Ferry.
    pub ferry: String,
    /// Whether the two threads had a processor each.
    pub two_processors: bool,
}

impl Machine {
    /// This one.
    pub fn this(two_processors: bool) -> Machine {
        let (host, kernel) = ferry_sys::topology::host_and_kernel();
        let cpu = ferry_sys::topology::cpu_model().unwrap_or_else(|| "unknown".to_owned());
        Machine { host, cpu, kernel, ferry: env!("CARGO_PKG_VERSION").to_owned(), two_processors }
    }
}

/// What is kept of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// What has been measured so far.
    pub table: Table,
    /// How many times somebody has measured.
    #[serde(default)]
    pub runs: u32,
    /// What messages to other nodes take, if jobs had any.
    #[serde(default)]
    pub network: Option<Network>,
}

#[derive(Serialize, Deserialize)]
struct File {
    machine: Machine,
    #[serde(flatten)]
    kept: Kept,
}

/// Where measurements are kept: `$XDG_CACHE_HOME/ferry`, else `$HOME/.cache/ferry`; `None` if
/// neither is set, or the home, or what the cache is to stand in, is not there: users of services
/// and containers have homes that are not there, and nobody wants us to make them.
pub fn directory() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    within(set("XDG_CACHE_HOME"), set("HOME"))
}

fn within(cache: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let (base, below) = match (cache, home) {
        (Some(cache), _) => (cache, "ferry"),
        (None, home) => (home?.join(".cache"), "ferry"),
    };
    base.parent().is_some_and(Path::is_dir).then(|| base.join(below))
}

fn path(directory: &Path, machine: &Machine) -> PathBuf {
    let word = |text: &str| text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect::<String>();
    let processors = if machine.two_processors { 2 } else { 1 };
    directory.join(format!("costs-{}-{}-{processors}.json", word(&machine.host), word(&machine.cpu)))
}

/// The measurement of `machine` and its file, if one is kept in `directory` and can be read.
pub fn load(directory: &Path, machine: &Machine) -> Option<(Kept, PathBuf)> {
    let path = path(directory, machine);
    let text = fs::read_to_string(&path).ok()?;
    let file: File = serde_json::from_str(&text).ok()?;
    (file.machine == *machine).then_some((file.kept, path))
}

/// How long ago a file was written; `None` where that is not known.
pub fn age(path: &Path) -> Option<Duration> {
    fs::metadata(path).ok()?.modified().ok()?.elapsed().ok()
}

/// Keeps the measurement of `machine`: whole or not at all, whoever else writes it at the same
/// time.
///
/// # Errors
/// Where the system does not let this user write there.
pub fn save(directory: &Path, machine: &Machine, kept: &Kept) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let file = File { machine: machine.clone(), kept: kept.clone() };
    let draft = draft(directory, machine);
    fs::write(&draft, serde_json::to_string_pretty(&file)?)?;
    fs::rename(&draft, path(directory, machine))
}

/// A file of this process alone, whatever hosts share the directory.
fn draft(directory: &Path, machine: &Machine) -> PathBuf {
    let name = path(Path::new("."), machine);
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    directory.join(format!(".{name}-{}", std::process::id()))
}

/// As [`save`], of what stands beside the times: the file stays as old as these are.
///
/// # Errors
/// As [`save`].
pub fn save_beside(directory: &Path, machine: &Machine, kept: &Kept) -> io::Result<()> {
    let path = path(directory, machine);
    let written = fs::metadata(&path).and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    save(directory, machine, kept)?;
    fs::File::options().write(true).open(&path)?.set_modified(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_beside_the_times_makes_them_no_younger() {
        let directory = std::env::temp_dir().join(format!("ferry-old-costs-{}", std::process::id()));
        let kept = Kept { runs: 3, ..Kept::default() };
        save_beside(&directory, &machine(), &kept).unwrap();
        let path = path(&directory, &machine());
        assert!(age(&path).unwrap() > Duration::from_secs(1 << 30), "times that were never measured are old");
        save(&directory, &machine(), &kept).unwrap();
        assert!(age(&path).unwrap() < Duration::from_secs(1 << 20));
        let hour = Duration::from_secs(3600);
        fs::File::options().write(true).open(&path).unwrap().set_modified(SystemTime::now() - hour).unwrap();
        save_beside(&directory, &machine(), &kept).unwrap();
        assert!(age(&path).unwrap() >= hour);
        fs::remove_dir_all(&directory).unwrap();
    }

    fn machine() -> Machine {
        let text = |text: &str| text.to_owned();
        Machine { host: text("node/1"), cpu: text("Model (R) 9"), kernel: text("6.1"), ferry: text("0"), two_processors: true }
    }

    #[test]
    fn what_is_kept_is_found_for_the_same_machine_only() {
        let directory = std::env::temp_dir().join(format!("ferry-costs-{}", std::process::id()));
        let mut kept = Kept { runs: 3, ..Kept::default() };
        kept.table.ns[1][2] = 1234;
        save(&directory, &machine(), &kept).unwrap();
        assert_eq!(load(&directory, &machine()), Some((kept, path(&directory, &machine()))));
        for other in [Machine { kernel: "6.2".into(), ..machine() }, Machine { host: "b".into(), ..machine() }] {
            assert_eq!(load(&directory, &other), None);
        }
        fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn hosts_with_one_directory_write_drafts_of_their_own() {
        let other = Machine { host: "node/2".into(), ..machine() };
        assert_ne!(draft(Path::new("/x"), &machine()), draft(Path::new("/x"), &other));
        assert_ne!(draft(Path::new("/x"), &machine()), path(Path::new("/x"), &machine()));
    }

    #[test]
    fn no_home_is_made() {
        let (there, nowhere) = (std::env::temp_dir(), PathBuf::from("/nonexistent/home"));
        assert_eq!(within(None, Some(there.clone())), Some(there.join(".cache/ferry")));
        assert_eq!(within(Some(there.join("x")), Some(nowhere.clone())), Some(there.join("x/ferry")));
        assert_eq!(within(None, Some(nowhere.clone())), None);
        assert_eq!((within(Some(nowhere), Some(there)), within(None, None)), (None, None));
    }

    #[test]
    fn a_damaged_file_counts_as_none() {
        let directory = std::env::temp_dir().join(format!("ferry-damaged-costs-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        fs::write(path(&directory, &machine()), "{ half").unwrap();
        assert_eq!(load(&directory, &machine()), None);
        fs::remove_dir_all(&directory).unwrap();
    }
}
