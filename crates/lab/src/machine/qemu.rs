//! QEMU's command line.

use std::ffi::{OsStr, OsString};
use std::os::fd::RawFd;
use std::path::Path;

/// First bytes of the nodes' Ethernet addresses: QEMU's own range, and a number of ours.
const MAC_PREFIX: [u8; 5] = [0x52, 0x54, 0x00, 0xfe, 0x00];

/// Name by which the agent finds its port.
pub const PORT_NAME: &str = "ferry.lab";

/// Ethernet address of a node.
pub fn mac(node: usize) -> [u8; 6] {
    let [a, b, c, d, e] = MAC_PREFIX;
    [a, b, c, d, e, node as u8 + 1]
}

/// The node with this Ethernet address.
pub fn node_of(mac: [u8; 6]) -> Option<usize> {
    let (prefix, last) = mac.split_at(5);
    if prefix == MAC_PREFIX { usize::from(last[0]).checked_sub(1) } else { None }
}

/// How a virtual machine is made.
#[derive(Clone, Debug)]
pub struct Machine<'a> {
    /// The kernel's file.
    pub kernel: &'a Path,
    /// Descriptor of the initial file system.
    pub archive: RawFd,
    /// Descriptor (a socket) of the serial console.
    pub console: RawFd,
    /// KVM instead of emulation.
    pub has_kvm: bool,
    /// Processors.
    pub cpus: usize,
    /// Memory in MiB.
    pub memory_mib: u64,
}

/// What a node has beyond the machine.
#[derive(Clone, Debug)]
pub struct Devices<'a> {
    /// Number of the node.
    pub node: usize,
    /// Descriptor (a datagram socket) of the network.
    pub network: RawFd,
    /// Descriptor (a stream socket) of the agent's port.
    pub agent: RawFd,
    /// Tree of unpacked packages.
    pub tools: &'a Path,
    /// Directories in which the node may write.
    pub writable: &'a [&'a Path],
}

/// Arguments of the machine.
pub fn machine(machine: &Machine<'_>) -> Vec<OsString> {
    // Emulated string instructions take a step for each byte. A kernel that is not told that they
    // are fast copies four times as much a second.
    let accelerator: [&str; 4] = match machine.has_kvm {
        true => ["-accel", "kvm", "-cpu", "host"],
        false => ["-accel", "tcg,thread=multi", "-cpu", "max,-erms,-fsrm"],
    };
    let mut line = Line::default();
    line.words(&["-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-machine", "q35"]);
    line.words(&accelerator);
    line.pair("-smp", machine.cpus.to_string());
    line.pair("-m", machine.memory_mib.to_string());
    line.pair("-kernel", machine.kernel);
    line.pair("-initrd", format!("/proc/self/fd/{}", machine.archive));
    // Tests of the kernel's cryptography take an emulated processor most of a second.
    line.pair("-append", "console=ttyS0 quiet panic=-1 mitigations=off cryptomgr.notests no_timer_check tsc=reliable");
    line.pair("-chardev", format!("socket,id=console,fd={}", machine.console));
    line.pair("-serial", "chardev:console");
    line.0
}

/// Arguments of a node's devices.
pub fn devices(devices: &Devices<'_>) -> Vec<OsString> {
    let mac = mac(devices.node).map(|byte| format!("{byte:02x}")).join(":");
    let mut line = Line::default();
    line.pair("-netdev", format!("socket,id=network,fd={}", devices.network));
    line.pair("-device", format!("virtio-net-pci,netdev=network,mac={mac},romfile="));
    line.pair("-chardev", format!("socket,id=agent,fd={}", devices.agent));
    line.pair("-device", "virtio-serial-pci");
    line.pair("-device", format!("virtserialport,chardev=agent,name={PORT_NAME}"));
    line.share("host", Path::new("/"), true);
    line.share("tools", devices.tools, true);
    for (index, directory) in devices.writable.iter().enumerate() {
        line.share(&format!("writable{index}"), directory, false);
    }
    line.0
}

#[derive(Default)]
struct Line(Vec<OsString>);

impl Line {
    fn words(&mut self, words: &[&str]) {
        self.0.extend(words.iter().map(OsString::from));
    }

    fn pair(&mut self, name: &str, value: impl AsRef<OsStr>) {
        self.0.extend([name.into(), value.as_ref().to_owned()]);
    }

    /// A directory of the host under a mount tag. Files of several devices get distinct numbers.
    fn share(&mut self, tag: &str, directory: &Path, is_readonly: bool) {
        let mut files = OsString::from(format!("local,id={tag},security_model=none,multidevs=remap,path="));
        files.push(escaped(directory.as_os_str()));
        if is_readonly {
            files.push(",readonly=on");
        }
        self.pair("-fsdev", files);
        self.pair("-device", format!("virtio-9p-pci,fsdev={tag},mount_tag={tag}"));
    }
}

/// A value inside an option: commas are doubled.
fn escaped(value: &OsStr) -> OsString {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let bytes = value.as_bytes().iter().flat_map(|byte| std::iter::repeat_n(*byte, if *byte == b',' { 2 } else { 1 }));
    OsString::from_vec(bytes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value<'a>(line: &'a [OsString], name: &str, nth: usize) -> &'a str {
        let at = line.iter().enumerate().filter(|(_, word)| *word == name).nth(nth).unwrap().0;
        line[at + 1].to_str().unwrap()
    }

    #[test]
    fn machine_boots_the_kernel_without_files_of_its_own() {
        let settings =
            Machine { kernel: Path::new("/c/kernel"), archive: 7, console: 8, has_kvm: false, cpus: 3, memory_mib: 512 };
        let line = machine(&settings);
        assert_eq!(value(&line, "-initrd", 0), "/proc/self/fd/7");
        assert_eq!(value(&line, "-chardev", 0), "socket,id=console,fd=8");
        assert_eq!((value(&line, "-smp", 0), value(&line, "-m", 0)), ("3", "512"));
        assert_eq!((value(&line, "-accel", 0), value(&line, "-cpu", 0)), ("tcg,thread=multi", "max,-erms,-fsrm"));
        assert_eq!(value(&machine(&Machine { has_kvm: true, ..settings }), "-accel", 0), "kvm");
    }

    #[test]
    fn host_and_tools_are_read_only_and_other_shares_are_not() {
        let writable = [Path::new("/data,1")];
        let line = devices(&Devices { node: 1, network: 5, agent: 6, tools: Path::new("/c/tools"), writable: &writable });
        assert_eq!(value(&line, "-fsdev", 0), "local,id=host,security_model=none,multidevs=remap,path=/,readonly=on");
        assert!(value(&line, "-fsdev", 1).ends_with("path=/c/tools,readonly=on"));
        assert!(value(&line, "-fsdev", 2).ends_with("id=writable0,security_model=none,multidevs=remap,path=/data,,1"));
        assert!(value(&line, "-device", 0).contains("mac=52:54:00:fe:00:02"));
    }

    #[test]
    fn nodes_are_known_by_their_addresses() {
        assert!((0..crate::options::NODES_MAX).all(|node| node_of(mac(node)) == Some(node)));
        assert_eq!(node_of([0xff; 6]), None);
        assert_eq!(node_of([0x52, 0x54, 0, 0xfe, 0, 0]), None);
    }
}
