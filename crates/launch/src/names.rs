//! The name service: which port a service is published with (`MPI_Publish_name`). There is one for
//! all jobs of a user on a host: a folder of the user's with a file for each name. A name belongs
//! to the launcher or process that has published it, and counts as long as that lives: it has
//! locked the file, which those see as well that cannot see its process, in a container of theirs.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use ferry_sys::random;
use hmac_sha256::Hash;
use rustix::fs::{FlockOperation, flock};

use crate::node::random_hex;
use crate::pmi::message::Message;

/// Where the folder is, if not where the user's session has one.
const VARIABLE: &str = "FERRY_NAMES";
/// Times that publishing is tried while others publish, or leave, the same name.
const ATTEMPTS: u32 = 8;

/// Why a name cannot be used so.
#[derive(Debug)]
pub enum NameError {
    /// Somebody has published it.
    Taken,
    /// Nobody has.
    Unknown,
    /// The folder cannot be used.
    Folder(PathBuf, io::Error),
}

impl std::fmt::Display for NameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NameError::Taken => f.write_str("it is published already"),
            NameError::Unknown => f.write_str("nobody has published it"),
            NameError::Folder(folder, error) => write!(f, "the folder of names {} cannot be used: {error}", folder.display()),
        }
    }
}

impl std::error::Error for NameError {}

/// The names, and which of them this process has published: those go with it.
#[derive(Debug)]
pub struct Names {
    folder: PathBuf,
    /// Where each own name is, what is in its file, and that file, locked.
    own: Vec<(PathBuf, String, File)>,
}

impl Default for Names {
    fn default() -> Self {
        Names::new(folder())
    }
}

/// The folder of the user's names.
fn folder() -> PathBuf {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let session = || set("XDG_RUNTIME_DIR").filter(|folder| folder.is_dir()).map(|folder| folder.join("ferry-names"));
    let common = || std::env::temp_dir().join(format!("ferry-names-{}", rustix::process::geteuid().as_raw()));
    set(VARIABLE).or_else(session).unwrap_or_else(common)
}

impl Names {
    /// Names in a folder, which is made when it is first needed.
    pub fn new(folder: PathBuf) -> Self {
        Names { folder, own: Vec::new() }
    }

    /// Publishes `service` with `port`.
    ///
    /// # Errors
    /// It is taken, or the folder cannot be used.
    pub fn publish(&mut self, service: &str, port: &str) -> Result<(), NameError> {
        self.make_folder()?;
        let owner = random_hex().map_err(|error| self.unusable(error))?;
        let draft = self.folder.join(format!(".{owner}"));
        let entry = Entry { owner, service: service.to_owned(), port: port.to_owned() };
        let place = self.place(service);
        let file = write(&draft, &entry.text()).map_err(|error| self.unusable(error))?;
        let mut outcome = Err(NameError::Taken);
        for _ in 0..ATTEMPTS {
            // A link is made whole or not at all, and not over another one.
            outcome = match fs::hard_link(&draft, &place) {
                Ok(()) => Ok(()),
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(self.unusable(error)),
                Err(_) if self.find(service).is_some() => Err(NameError::Taken),
                // It was left by one that is dead, and is gone now.
                Err(_) => continue,
            };
            break;
        }
        // Left behind it does no harm.
        let _ = fs::remove_file(&draft);
        outcome.inspect(|()| self.own.push((place, entry.text(), file)))
    }

    /// The port that `service` is published with.
    ///
    /// # Errors
    /// Nobody has published it.
    pub fn lookup(&self, service: &str) -> Result<String, NameError> {
        self.find(service).ok_or(NameError::Unknown)
    }

    /// Withdraws `service`, whoever has published it.
    ///
    /// # Errors
    /// Nobody has published it, or the folder cannot be used.
    pub fn unpublish(&mut self, service: &str) -> Result<(), NameError> {
        self.lookup(service)?;
        let place = self.place(service);
        // It counts as long as its file is locked: nobody takes it for one that nobody has left.
        fs::remove_file(&place).map_err(|error| self.unusable(error))?;
        self.own.retain(|(own, ..)| *own != place);
        Ok(())
    }

    /// Serves a line of PMI-1: `publish_name`, `lookup_name` or `unpublish_name`. The answer,
    /// without its newline.
    pub fn serve(&mut self, line: &str) -> String {
        let Some(message) = Message::parse(line) else { return "cmd=unknown rc=-1".to_owned() };
        let (service, port) = (message.field("service").unwrap_or_default(), message.field("port").unwrap_or_default());
        let (answer, outcome) = match message.command() {
            "publish_name" => ("publish_result", self.publish(service, port).map(|()| String::new())),
            "unpublish_name" => ("unpublish_result", self.unpublish(service).map(|()| String::new())),
            _ => ("lookup_result", self.lookup(service).map(|port| format!(" port={port}"))),
        };
        match outcome {
            Ok(more) => format!("cmd={answer} rc=0 msg=success{more}"),
            Err(NameError::Taken) => format!("cmd={answer} rc=-1 msg=duplicate_service"),
            Err(NameError::Unknown) => format!("cmd={answer} rc=-1 msg=service_not_found port=unknown"),
            Err(error) => format!("cmd={answer} rc=-1 msg={}", crate::pmi::message::escape(&error.to_string())),
        }
    }

    /// What is published under a name by somebody who lives. The name of one who does not is
    /// withdrawn.
    fn find(&self, service: &str) -> Option<String> {
        let place = self.place(service);
        let file = File::open(&place).ok()?;
        let text = io::read_to_string(&file).ok()?;
        let entry = Entry::parse(&text)?;
        if flock(&file, FlockOperation::NonBlockingLockShared).is_ok() {
            // Somebody else may have done it.
            let _ = self.withdraw(&place, &text);
            return None;
        }
        (entry.service == service).then_some(entry.port)
    }

    /// Removes a name if `text` is still in its file: somebody may have published it anew
    /// meanwhile, and it is put back then.
    fn withdraw(&self, place: &Path, text: &str) -> io::Result<()> {
        let aside = self.folder.join(format!(".{}.gone", random_hex()?));
        fs::rename(place, &aside)?;
        if fs::read_to_string(&aside)? != text {
            fs::hard_link(&aside, place)?;
        }
        fs::remove_file(&aside)
    }

    /// Where a name is: services may have any characters, and be longer than names of files.
    fn place(&self, service: &str) -> PathBuf {
        self.folder.join(random::hex(&Hash::hash(service.as_bytes())))
    }

    /// The folder is this user's alone: whoever could write there could have jobs connect to it.
    fn make_folder(&self) -> Result<(), NameError> {
        match fs::DirBuilder::new().mode(0o700).create(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(self.unusable(error)),
            _ => {}
        }
        let facts = fs::symlink_metadata(&self.folder).map_err(|error| self.unusable(error))?;
        let is_own = facts.is_dir() && facts.uid() == rustix::process::geteuid().as_raw() && facts.mode() & 0o022 == 0;
        if is_own { Ok(()) } else { Err(self.unusable(io::Error::from(io::ErrorKind::PermissionDenied))) }
    }

    fn unusable(&self, error: io::Error) -> NameError {
        NameError::Folder(self.folder.clone(), error)
    }
}

impl Drop for Names {
    fn drop(&mut self) {
        for (place, text, _) in &self.own {
            // What is left counts no more: it is locked no longer.
            let _ = self.withdraw(place, text);
        }
    }
}

/// A new file with this text, locked.
fn write(draft: &Path, text: &str) -> io::Result<File> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(draft)?;
    flock(&file, FlockOperation::NonBlockingLockExclusive)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

/// What is in a file.
struct Entry {
    /// Tells it from others of the same name and port.
    owner: String,
    service: String,
    port: String,
}

impl Entry {
    fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.owner, self.port, self.service)
    }

    fn parse(text: &str) -> Option<Self> {
        let (owner, rest) = text.split_once('\n')?;
        let (port, service) = rest.split_once('\n')?;
        Some(Entry { owner: owner.to_owned(), port: port.to_owned(), service: service.strip_suffix('\n')?.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(test: &str) -> Names {
        let folder = std::env::temp_dir().join(format!("ferry-names-test-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Names::new(folder)
    }

    #[test]
    fn names_are_published_once_and_seen_by_others() {
        let mut names = names("once");
        names.publish("s", "p").unwrap();
        assert!(matches!(names.publish("s", "q"), Err(NameError::Taken)));
        let mut others = Names::new(names.folder.clone());
        assert_eq!(others.lookup("s").unwrap(), "p");
        assert!(matches!(others.lookup("t"), Err(NameError::Unknown)));
        others.unpublish("s").unwrap();
        assert!(matches!(names.unpublish("s"), Err(NameError::Unknown)));
        names.publish("s", "q").unwrap();
        let folder = names.folder.clone();
        drop(names);
        assert!(others.lookup("s").is_err(), "it goes with its owner");
        fs::remove_dir(folder).unwrap();
    }

    #[test]
    fn a_name_that_another_one_has_published_anew_stays() {
        let mut names = names("anew");
        names.publish("s", "p").unwrap();
        let mut others = Names::new(names.folder.clone());
        others.unpublish("s").unwrap();
        others.publish("s", "q").unwrap();
        drop(names);
        assert_eq!(others.lookup("s").unwrap(), "q");
        let (place, text, _) = &others.own[0];
        others.withdraw(place, "what was there before").unwrap();
        assert_eq!(others.lookup("s").unwrap(), "q", "it is put back");
        others.withdraw(place, text).unwrap();
        assert!(others.lookup("s").is_err());
        fs::remove_dir(&others.folder).unwrap();
    }

    #[test]
    fn names_of_the_dead_do_not_count() {
        let mut names = names("dead");
        names.make_folder().unwrap();
        let entry = Entry { owner: "somebody".to_owned(), service: "s".to_owned(), port: "p".to_owned() };
        fs::write(names.place("s"), entry.text()).unwrap();
        assert!(names.lookup("s").is_err());
        fs::write(names.place("s"), entry.text()).unwrap();
        names.publish("s", "q").unwrap();
        assert_eq!(names.lookup("s").unwrap(), "q");
        fs::remove_dir_all(&names.folder).unwrap();
    }

    #[test]
    fn lines_are_served() {
        let mut names = names("lines");
        assert!(names.serve("cmd=publish_name service=s port=p").contains("rc=0"));
        assert!(names.serve("cmd=publish_name service=s port=q").contains("duplicate"));
        assert!(names.serve("cmd=lookup_name service=s").ends_with("port=p"));
        assert!(names.serve("cmd=unpublish_name service=s").contains("rc=0"));
        assert!(names.serve("cmd=lookup_name service=s").contains("rc=-1"));
        fs::remove_dir_all(&names.folder).unwrap();
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_not_used() {
        let names = names("open");
        fs::DirBuilder::new().mode(0o777).create(&names.folder).unwrap();
        fs::set_permissions(&names.folder, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        assert!(matches!(names.make_folder(), Err(NameError::Folder(..))));
        fs::remove_dir(&names.folder).unwrap();
    }
}
