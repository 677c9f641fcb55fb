//! The script that the kernel starts, and what it is told about its node.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::cpio::Archive;

/// The script.
const SCRIPT: &str = include_str!("init.sh");

/// Directories that the script expects.
const DIRECTORIES: [&str; 9] = ["proc", "sys", "dev", "layer", "tools", "host", "root", "scratch", "files"];

/// Largest packet of the network in bytes: with it an RDMA packet carries 4 KiB.
pub const MTU: usize = 9000;

/// Bits of an address that all nodes share.
const PREFIX_BITS: u32 = 24;

/// What distinguishes a node.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    /// Number of the node, from 0.
    pub node: usize,
    /// `tc` arguments for what the network does.
    pub discipline: Option<&'a str>,
    /// Home directory of the user, whose keys are hidden.
    pub home: &'a Path,
    /// Directories to mount writable; number N has the mount tag `writableN`.
    pub writable: &'a [&'a Path],
    /// Program that becomes the agent.
    pub agent: &'a Path,
}

/// Name of a node.
pub fn name(node: usize) -> String {
    format!("node{node}")
}

/// IPv4 address of a node.
pub fn address(node: usize) -> String {
    format!("10.73.0.{}", node + 1)
}

/// Adds script and settings to the archive of a node.
pub fn add(archive: &mut Archive, settings: &Settings<'_>) {
    DIRECTORIES.iter().for_each(|directory| archive.directory(directory));
    archive.file("init", 0o755, SCRIPT.as_bytes());
    archive.file("settings", 0o644, &assignments(settings));
}

fn assignments(settings: &Settings<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    let mut assign = |name: &str, value: &OsStr| {
        text.extend(name.bytes().chain([b'=']));
        text.extend(quoted(value.as_bytes()));
        text.push(b'\n');
    };
    assign("NAME", name(settings.node).as_ref());
    assign("ADDRESS", address(settings.node).as_ref());
    assign("PREFIX_BITS", PREFIX_BITS.to_string().as_ref());
    assign("MTU", MTU.to_string().as_ref());
    assign("DISCIPLINE", settings.discipline.unwrap_or_default().as_ref());
    assign("HOME_DIRECTORY", settings.home.as_os_str());
    assign("AGENT", settings.agent.as_os_str());
    assign("WRITABLE", settings.writable.len().to_string().as_ref());
    for (index, directory) in settings.writable.iter().enumerate() {
        assign(&format!("WRITABLE_{index}"), directory.as_os_str());
    }
    text
}

/// A word of the shell that stands for exactly these bytes.
fn quoted(bytes: &[u8]) -> Vec<u8> {
    let inner: Vec<&[u8]> = bytes.split(|byte| *byte == b'\'').collect();
    [b"'".as_slice(), &inner.join(b"'\\''".as_slice()), b"'"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_shell_reads_settings_as_they_were() {
        let strange = Path::new("/home/o'brien $(reboot) \"x\\");
        let writable = [Path::new("/data"), strange];
        let settings =
            Settings { node: 3, discipline: Some("netem loss 1%"), home: strange, writable: &writable, agent: strange };
        let text =
            [assignments(&settings), b"printf '%s|' \"$NAME\" \"$ADDRESS\" \"$DISCIPLINE\" \"$AGENT\" \"$WRITABLE_1\"".to_vec()];
        let output = Command::new("sh").arg("-c").arg(OsStr::from_bytes(&text.concat())).output().unwrap();
        let strange = strange.display();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("node3|10.73.0.4|netem loss 1%|{strange}|{strange}|"));
    }

    #[test]
    fn the_script_is_one_that_a_shell_reads() {
        let output = Command::new("sh").args(["-n", "-c", SCRIPT]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    #[test]
    fn addresses_of_all_nodes_are_in_one_network() {
        assert_eq!((address(0).as_str(), address(63).as_str()), ("10.73.0.1", "10.73.0.64"));
        const { assert!(crate::options::NODES_MAX < 255) };
    }
}
