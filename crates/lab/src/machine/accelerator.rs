//! Whether KVM boots here. That `/dev/kvm` is there says little: in many virtual machines it is,
//! and hangs. So a machine is booted once, with a time limit, and the outcome remembered for this
//! host and kernel.

use std::fs::{self, File};
use std::os::fd::AsFd;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::node::{Hardware, Process, memory_file};
use crate::error::{LabError, Result, system};
use crate::image::cpio::Archive;
use crate::options::Accelerator;
use crate::store::cache::Store;

/// A machine with KVM is up in well under a second.
const TIME_LIMIT: Duration = Duration::from_secs(8);

/// What the machine prints when it is up.
const SIGN_OF_LIFE: &str = "ferry-lab-is-alive";

const DEVICE: &str = "/dev/kvm";

/// Decides whether to use KVM; says on the error output why not if that was not asked for.
pub fn choose(wish: Accelerator, store: &Store, hardware: &Hardware<'_>) -> Result<bool> {
    match wish {
        Accelerator::Emulation => Ok(false),
        Accelerator::Kvm => {
            File::options().read(true).write(true).open(DEVICE).map_err(system(format!(
                "--accelerator kvm: cannot open {DEVICE} (join the group kvm, or leave the option out for emulation)"
            )))?;
            Ok(true)
        }
        Accelerator::Auto => automatic(store, hardware),
    }
}

fn automatic(store: &Store, hardware: &Hardware<'_>) -> Result<bool> {
    if File::options().read(true).write(true).open(DEVICE).is_err() {
        return Ok(false);
    }
    let key = key();
    if let Some(finding) = fs::read_to_string(store.finding()).ok().and_then(|text| remembered(&text, &key)) {
        return Ok(finding);
    }
    eprintln!("ferry lab: trying whether KVM boots here (at most {} s, once)", TIME_LIMIT.as_secs());
    let boots = boots(hardware)?;
    remember(&store.finding(), &key, boots)?;
    if !boots {
        eprintln!("ferry lab: it does not; the lab uses emulation, which is slower");
    }
    Ok(boots)
}

/// What the outcome depends on: the host and its kernel.
fn key() -> String {
    let system = rustix::system::uname();
    format!("{} {}", system.nodename().to_string_lossy(), system.release().to_string_lossy())
}

/// The outcome for `key` in lines `key: yes` and `key: no`; the last one counts.
fn remembered(text: &str, key: &str) -> Option<bool> {
    let finding = text.lines().rev().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))?;
    Some(finding == "yes")
}

fn remember(path: &Path, key: &str, boots: bool) -> Result<()> {
    use std::io::Write;
    let line = format!("{key}: {}\n", if boots { "yes" } else { "no" });
    let file = File::options().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(system(format!("cannot write {}", path.display())))
}

/// Boots a machine that does nothing but print.
fn boots(hardware: &Hardware<'_>) -> Result<bool> {
    let store_archive = hardware.kernel.with_file_name("initramfs.cpio");
    let common = fs::read(&store_archive).map_err(system(format!("cannot read {}", store_archive.display())))?;
    let mut archive = Archive::default();
    let script = format!("#!/bin/busybox sh\n/bin/busybox echo {SIGN_OF_LIFE}\n/bin/busybox poweroff -f\n");
    archive.file("init", 0o755, script.as_bytes());
    let archive = memory_file(&[&common, &archive.finish()])?;
    let hardware = Hardware { has_kvm: true, cpus: 2, memory_mib: 512, ..hardware.clone() };
    let mut machine = Process::start(&hardware, &archive, Vec::new(), &[])?;
    let deadline = Instant::now() + TIME_LIMIT;
    while let Some(left) = deadline.checked_duration_since(Instant::now()) {
        wait_readable(&machine, left)?;
        let goes_on = machine.console().read();
        if is_alive(machine.console().text()) {
            return Ok(true);
        }
        if !goes_on {
            return Ok(false);
        }
    }
    Ok(false)
}

fn wait_readable(machine: &Process, left: Duration) -> Result<()> {
    let timeout = Timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos().into() };
    let mut requests = [PollFd::from_borrowed_fd(machine.console_socket().as_fd(), PollFlags::IN)];
    match poll(&mut requests, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(LabError::System { doing: "cannot wait for a machine".to_owned(), source: error.into() }),
    }
}

fn is_alive(console: &[u8]) -> bool {
    console.windows(SIGN_OF_LIFE.len()).any(|window| window == SIGN_OF_LIFE.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_remembered_by_host_and_kernel() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("kvm");
        remember(&path, "laptop 6.1", false).unwrap();
        remember(&path, "laptop 6.12", true).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(remembered(&text, "laptop 6.1"), Some(false));
        assert_eq!(remembered(&text, "laptop 6.12"), Some(true));
        assert_eq!(remembered(&text, "laptop"), None);
    }

    #[test]
    fn life_is_seen_among_other_output() {
        assert!(is_alive(b"boot\r\nferry-lab-is-alive\r\n"));
        assert!(!is_alive(b"ferry-lab"));
    }
}
