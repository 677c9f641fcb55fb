//! A running node: QEMU's process and what connects us with it.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::path::Path;

use ferry_sys::memory::anonymous_file;
use rustix::process::{Pid, Signal, kill_process};

use super::qemu::{self, Devices, Machine};
use crate::error::{Result, detail, system};
use crate::store::program::{HostProgram, collect};

/// How much of a console is kept.
const CONSOLE_BYTES_MAX: usize = 16 << 10;

/// Lines of a console that an error shows.
const CONSOLE_LINES: usize = 30;

/// A QEMU process. It is killed when this is dropped, and by the kernel when the launcher dies.
pub struct Process {
    pid: Option<Pid>,
    console: Console,
}

/// What a node's kernel prints.
pub struct Console {
    socket: UnixStream,
    text: Vec<u8>,
}

/// What all machines of a lab have in common.
#[derive(Clone, Debug)]
pub struct Hardware<'a> {
    /// QEMU.
    pub qemu: &'a HostProgram,
    /// The kernel's file.
    pub kernel: &'a Path,
    /// KVM instead of emulation.
    pub has_kvm: bool,
    /// Processors.
    pub cpus: usize,
    /// Memory in MiB.
    pub memory_mib: u64,
}

/// What connects a node with the launcher and the network: our ends.
pub struct Connections {
    /// The agent's port.
    pub agent: UnixStream,
    /// The network's socket.
    pub network: UnixDatagram,
}

/// Starts a node that boots from `archive`.
pub fn start(
    hardware: &Hardware<'_>,
    archive: &OwnedFd,
    node: usize,
    tools: &Path,
    writable: &[&Path],
) -> Result<(Process, Connections)> {
    let (agent, agent_theirs) = UnixStream::pair().map_err(system("cannot create a socket"))?;
    let (network, network_theirs) = UnixDatagram::pair().map_err(system("cannot create a socket"))?;
    let devices =
        qemu::devices(&Devices { node, network: network_theirs.as_raw_fd(), agent: agent_theirs.as_raw_fd(), tools, writable });
    let inherited = [network_theirs.as_fd(), agent_theirs.as_fd()];
    let process = Process::start(hardware, archive, devices, &inherited)?;
    Ok((process, Connections { agent, network }))
}

impl Process {
    /// Starts a machine with further `arguments` and descriptors.
    pub fn start(
        hardware: &Hardware<'_>,
        archive: &OwnedFd,
        arguments: Vec<std::ffi::OsString>,
        inherited: &[std::os::fd::BorrowedFd<'_>],
    ) -> Result<Self> {
        let (socket, console) = UnixStream::pair().map_err(system("cannot create a socket"))?;
        socket.set_nonblocking(true).map_err(system("cannot set up a socket"))?;
        let machine = qemu::machine(&Machine {
            kernel: hardware.kernel,
            archive: archive.as_raw_fd(),
            console: console.as_raw_fd(),
            has_kvm: hardware.has_kvm,
            cpus: hardware.cpus,
            memory_mib: hardware.memory_mib,
        });
        let program = hardware.qemu.clone().arguments(machine).arguments(arguments);
        let null: OwnedFd = File::open("/dev/null").map_err(system("cannot open /dev/null"))?.into();
        let inherited: Vec<_> = inherited.iter().copied().chain([console.as_fd(), archive.as_fd()]).collect();
        // QEMU's own messages go where the kernel's go.
        let pid = program.start([Some(null.as_fd()), Some(console.as_fd()), Some(console.as_fd())], &inherited)?;
        Ok(Process { pid: Some(pid), console: Console { socket, text: Vec::new() } })
    }

    /// QEMU's process, while it has not been collected.
    pub fn pid(&self) -> Option<Pid> {
        self.pid
    }

    /// Notes that the process has been collected.
    pub fn has_ended(&mut self) {
        self.pid = None;
    }

    /// What its kernel prints.
    pub fn console(&mut self) -> &mut Console {
        &mut self.console
    }

    /// What its kernel prints.
    pub fn console_socket(&self) -> &UnixStream {
        &self.console.socket
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(pid) = self.pid.take() {
            // Our child, not collected yet: the id is its own. Both calls fail only if it is not.
            let _ = kill_process(pid, Signal::KILL);
            let _ = collect(pid);
        }
    }
}

impl Console {
    /// Reads what is there; false once nothing can come any more.
    pub fn read(&mut self) -> bool {
        let mut chunk = [0; 4096];
        loop {
            match self.socket.read(&mut chunk) {
                Ok(0) => return false,
                Ok(count) => self.text.extend(&chunk[..count]),
                Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
            }
            let excess = self.text.len().saturating_sub(CONSOLE_BYTES_MAX);
            self.text.drain(..excess);
        }
    }

    /// What was printed last.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The end of what was printed, for an error.
    pub fn detail(&mut self) -> String {
        self.read();
        detail(&self.text, CONSOLE_LINES)
    }
}

/// A file in memory that holds these bytes one after the other.
pub fn memory_file(parts: &[&[u8]]) -> Result<OwnedFd> {
    let mut file = File::from(anonymous_file("ferry-lab").map_err(system("cannot create a file in memory"))?);
    parts.iter().try_for_each(|part| file.write_all(part)).map_err(system("cannot write to memory"))?;
    Ok(file.into())
}
