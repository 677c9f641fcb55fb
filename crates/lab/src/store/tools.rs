//! Which programs the lab needs, and where they are: on the host, or unpacked beside the kernel.

use std::path::{Path, PathBuf};

use super::program::{HostProgram, find, is_executable};
use crate::error::{LabError, Result};

/// Programs and the Debian packages that hold them. A package is fetched if the host lacks one of
/// its programs.
pub const NEEDED: [(&str, &[&str]); 8] = [
    ("qemu-system-x86", &["qemu-system-x86_64"]),
    ("openssh-server", &["sshd"]),
    ("openssh-client", &["ssh", "ssh-keygen"]),
    ("iproute2", &["ip", "tc", "rdma"]),
    ("ibverbs-utils", &["ibv_devices", "ibv_devinfo", "ibv_rc_pingpong", "ibv_ud_pingpong"]),
    ("rdmacm-utils", &["rping"]),
    ("perftest", &["ib_send_lat"]),
    ("xz-utils", &["xz"]),
];

/// Packages without a program to know them by.
pub const LIBRARIES: [&str; 3] = ["libibverbs1", "ibverbs-providers", "librdmacm1"];

/// Where programs may lie in a tree of unpacked packages.
const DIRECTORIES: [&str; 2] = ["usr/bin", "usr/sbin"];

/// Where libraries lie in a tree of unpacked packages.
const LIBRARY_DIRECTORY: &str = "usr/lib/x86_64-linux-gnu";

/// The packages to fetch for a host.
pub fn missing_packages() -> Vec<&'static str> {
    let absent = NEEDED.iter().filter(|(_, programs)| programs.iter().any(|program| find(program).is_none()));
    absent.map(|(package, _)| *package).chain(LIBRARIES).collect()
}

/// A tree of unpacked packages, which completes what the host has.
#[derive(Clone, Debug)]
pub struct Tools {
    root: PathBuf,
}

/// A program of the host or of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its file.
    pub path: PathBuf,
    /// Libraries of the tree, if it comes from there.
    pub libraries: Option<PathBuf>,
}

impl Tools {
    /// The tree at `root`.
    pub fn new(root: PathBuf) -> Self {
        Tools { root }
    }

    /// The tree's root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A program, the host's own if it has it.
    pub fn find(&self, name: &str) -> Option<Found> {
        let own = || Some(Found { path: self.unpacked(name)?, libraries: Some(self.root.join(LIBRARY_DIRECTORY)) });
        find(name).map(|path| Found { path, libraries: None }).or_else(own)
    }

    fn unpacked(&self, name: &str) -> Option<PathBuf> {
        DIRECTORIES.iter().map(|directory| self.root.join(directory).join(name)).find(|file| is_executable(file))
    }

    /// A program, ready for its arguments.
    pub fn program(&self, name: &'static str) -> Result<HostProgram> {
        let remedy = "remove the directory ferry/lab in your cache directory, so that everything is fetched again";
        let found = self.find(name).ok_or(LabError::Missing { program: name, purpose: "to run", remedy })?;
        Ok(HostProgram::new(found.path).libraries(found.libraries))
    }

    /// Whether host and tree together hold every program.
    pub fn is_complete(&self) -> bool {
        NEEDED.iter().flat_map(|(_, programs)| *programs).all(|program| self.find(program).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::OpenOptionsExt;

    #[test]
    fn programs_of_the_tree_bring_their_libraries() {
        let root = tempfile::tempdir().unwrap();
        let tools = Tools::new(root.path().to_owned());
        assert_eq!(tools.find("only-in-the-tree"), None);
        std::fs::create_dir_all(root.path().join("usr/sbin")).unwrap();
        let file = root.path().join("usr/sbin/only-in-the-tree");
        std::fs::File::options().write(true).create_new(true).mode(0o755).open(&file).unwrap();
        let found = tools.find("only-in-the-tree").unwrap();
        assert_eq!((found.path, found.libraries), (file, Some(root.path().join(LIBRARY_DIRECTORY))));
        assert_eq!(tools.find("sh").unwrap().libraries, None);
    }
}
