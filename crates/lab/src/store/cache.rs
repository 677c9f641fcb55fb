//! Where kernel and tools lie: `ferry/lab` in the user's cache directory. A store appears there by
//! one `rename`, so it is complete or not there.

use std::fs::{self, File};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::tools::Tools;
use crate::error::{LabError, Result, system};

/// Changes whenever what is in a store, or how it is laid out, changes.
const FORMAT: u32 = 1;

/// The user's cache.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
    system: String,
}

/// Kernel and tools, ready to use.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// The store at `root`.
    pub fn new(root: PathBuf) -> Self {
        Store { root }
    }

    /// The kernel that QEMU starts.
    pub fn kernel(&self) -> PathBuf {
        self.root.join("kernel")
    }

    /// The archive with busybox and modules, common to all nodes.
    pub fn archive(&self) -> PathBuf {
        self.root.join("initramfs.cpio")
    }

    /// What the host lacks.
    pub fn tools(&self) -> Tools {
        Tools::new(self.root.join("tools"))
    }

    /// Packages and versions that it was made of, one a line.
    pub fn manifest(&self) -> PathBuf {
        self.root.join("packages")
    }

    /// Where is remembered whether KVM boots.
    pub fn finding(&self) -> PathBuf {
        self.root.join("kvm")
    }

    fn is_usable(&self) -> bool {
        self.manifest().is_file() && self.tools().is_complete()
    }
}

/// Holds the cache while one process changes it.
pub struct Lock {
    _file: OwnedFd,
}

impl Cache {
    /// The user's cache for the distribution that runs here.
    pub fn of_user() -> Result<Self> {
        let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path: &PathBuf| path.is_absolute());
        let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
        let base = base.ok_or_else(|| {
            LabError::Usage(
                "neither XDG_CACHE_HOME nor HOME is set to a directory: where shall kernel and tools be kept?".to_owned(),
            )
        })?;
        let release = fs::read_to_string("/etc/os-release").map_err(system("cannot read /etc/os-release"))?;
        Ok(Cache { root: base.join("ferry/lab"), system: system_name(&release) })
    }

    /// The store, if it is there and complete.
    pub fn store(&self) -> Option<Store> {
        Some(Store::new(self.place())).filter(Store::is_usable)
    }

    /// Where the store lies.
    fn place(&self) -> PathBuf {
        self.root.join(format!("{}-v{FORMAT}", self.system))
    }

    /// Waits until no other process changes the cache.
    pub fn lock(&self) -> Result<Lock> {
        let path = self.root.join("lock");
        let doing = || format!("cannot use the cache directory {}", self.root.display());
        fs::create_dir_all(&self.root).map_err(system(doing()))?;
        let file: OwnedFd = File::create(&path).map_err(system(doing()))?.into();
        rustix::io::retry_on_intr(|| flock(&file, FlockOperation::LockExclusive)).map_err(system(doing()))?;
        Ok(Lock { _file: file })
    }

    /// An empty directory in which to make a store. What an interrupted process left there is
    /// removed.
    pub fn workshop(&self, _lock: &Lock) -> Result<PathBuf> {
        let place = self.root.join("unfinished");
        remove(&place)?;
        fs::create_dir(&place).map_err(system(format!("cannot create {}", place.display())))?;
        Ok(place)
    }

    /// Makes the finished store in `made` the cache's.
    pub fn publish(&self, _lock: &Lock, made: &Path) -> Result<Store> {
        let place = self.place();
        remove(&place)?;
        fs::rename(made, &place).map_err(system(format!("cannot rename {}", made.display())))?;
        Ok(Store::new(place))
    }
}

/// Removes a directory and all in it, if it is there.
pub fn remove(directory: &Path) -> Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(system(format!("cannot remove {}", directory.display()))(error))
        }
        _ => Ok(()),
    }
}

/// Distribution and version, like `debian-12`, from `/etc/os-release`: tools fit the libraries of
/// one version.
fn system_name(release: &str) -> String {
    let value = |name: &str| release.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim_matches('"'));
    format!("{}-{}", value("ID=").unwrap_or("linux"), value("VERSION_ID=").unwrap_or("rolling"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(root: &Path) -> Cache {
        Cache { root: root.join("ferry/lab"), system: "debian-12".to_owned() }
    }

    #[test]
    fn systems_are_named_by_distribution_and_version() {
        assert_eq!(system_name("NAME=\"Debian\"\nVERSION_ID=\"12\"\nID=debian\n"), "debian-12");
        assert_eq!(system_name("ID=\"arch\"\n"), "arch-rolling");
    }

    #[test]
    fn a_store_appears_when_it_is_published() {
        let directory = tempfile::tempdir().unwrap();
        let cache = cache(directory.path());
        let lock = cache.lock().unwrap();
        let workshop = cache.workshop(&lock).unwrap();
        fs::write(workshop.join("packages"), "a=1\n").unwrap();
        let store = cache.publish(&lock, &workshop).unwrap();
        assert_eq!(fs::read_to_string(store.manifest()).unwrap(), "a=1\n");
        assert!(!workshop.exists());
        // Again, over the one that is there.
        let workshop = cache.workshop(&lock).unwrap();
        cache.publish(&lock, &workshop).unwrap();
        assert!(!store.manifest().exists());
    }

    #[test]
    fn leftovers_of_an_interrupted_process_are_removed() {
        let directory = tempfile::tempdir().unwrap();
        let cache = cache(directory.path());
        let lock = cache.lock().unwrap();
        fs::write(cache.workshop(&lock).unwrap().join("half"), "").unwrap();
        assert_eq!(fs::read_dir(cache.workshop(&lock).unwrap()).unwrap().count(), 0);
    }

    #[test]
    fn one_process_at_a_time_holds_the_lock() {
        let directory = tempfile::tempdir().unwrap();
        let cache = cache(directory.path());
        let lock = cache.lock().unwrap();
        let file = File::open(cache.root.join("lock")).unwrap();
        assert!(flock(&file, FlockOperation::NonBlockingLockExclusive).is_err());
        drop(lock);
        assert!(flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok());
    }
}
