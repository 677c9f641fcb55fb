//! Every process that this one started, directly or not.
//!
//! The launcher is a subreaper: a descendant whose parent dies becomes its child, so that no daemon
//! of a rank can leave the tree.

use std::collections::HashMap;
use std::fs;

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

/// Process ids of all descendants, parents before children, without `foreign` and what comes from
/// them.
pub fn descendants(foreign: &[Pid]) -> Vec<Pid> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for (pid, parent) in processes().into_iter().filter(|(pid, _)| !foreign.iter().any(|f| f.as_raw_pid() == *pid)) {
        children.entry(parent).or_default().push(pid);
    }
    let mut found = children.remove(&getpid().as_raw_pid()).unwrap_or_default();
    let mut next = 0;
    while next < found.len() {
        found.extend(children.remove(&found[next]).unwrap_or_default());
        next += 1;
    }
    found.into_iter().filter_map(Pid::from_raw).collect()
}

/// The children that this process had before it became a launcher: a shell that executes `mpiexec`
/// leaves it its background jobs.
pub fn inherited() -> Vec<Pid> {
    match wait(WaitOptions::NOHANG) {
        // None at all: the usual case needs no look at all processes of the machine.
        Err(_) => Vec::new(),
        Ok(_) => descendants(&[]),
    }
}

/// All processes of the machine with their parents.
fn processes() -> Vec<(i32, i32)> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter_map(|pid| Some((pid, parent_in(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)?))).collect()
}

/// The parent of a process.
pub fn parent_of(pid: i32) -> Option<i32> {
    parent_in(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// Sends `signal` to the descendants in the process group of `leader` that do something with it: a
/// process whose action is the default is spared.
pub fn signal_takers(leader: Pid, signal: Signal) {
    let takes = |pid: &Pid| {
        let in_group = rustix::process::getpgid(Some(*pid)).is_ok_and(|group| group == leader);
        let status = || fs::read_to_string(format!("/proc/{}/status", pid.as_raw_pid())).unwrap_or_default();
        in_group && catches(&status(), signal.as_raw())
    };
    let takers: Vec<Pid> = descendants(&[]).into_iter().filter(takes).collect();
    send(signal, &takers);
}

/// Whether a process catches a signal, according to its `/proc/PID/status`.
fn catches(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// The parent's id in a line of `/proc/PID/stat`; the program's name before it may hold anything,
/// parentheses too.
fn parent_in(stat: &str) -> Option<i32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Sends `signal` to all descendants but `foreign` ones and theirs. A process that is gone by then
/// needs none.
pub fn signal_all(signal: Signal, foreign: &[Pid]) {
    send(signal, &descendants(foreign));
}

fn send(signal: Signal, processes: &[Pid]) {
    for pid in processes {
        let _ = kill_process(*pid, signal);
    }
}

/// Kills all descendants but `foreign` ones, and collects them.
///
/// A process forked between the look and the kill is found in the next round: its parent's death
/// ends the wait.
pub fn kill_all(foreign: &[Pid]) {
    while collect_ended() {
        let rest = descendants(foreign);
        if rest.is_empty() {
            return;
        }
        send(Signal::KILL, &rest);
        let _ = wait(WaitOptions::empty());
    }
}

/// Collects children that have ended; false if there are no others.
fn collect_ended() -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(None) => return true,
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let own = |pid: &Pid| pid.as_raw_pid() == child.id() as i32;
        let found = descendants(&[]).into_iter().find(own);
        let others = descendants(found.as_slice());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found.is_some());
        assert!(!others.contains(&found.unwrap()));
    }

    #[test]
    fn caught_signals_are_read_from_the_mask() {
        let status = "Name:\tx\nSigIgn:\t0000000000001000\nSigCgt:\t0000000000000200\n";
        assert!(catches(status, libc::SIGUSR1) && !catches(status, libc::SIGUSR2) && !catches(status, libc::SIGPIPE));
        assert!(!catches("", libc::SIGUSR1));
        assert_eq!(parent_of(std::process::id() as i32), rustix::process::getppid().map(Pid::as_raw_pid));
    }

    #[test]
    fn odd_names_do_not_confuse() {
        assert_eq!(parent_in("12 (a) b (c) S 34 12 0"), Some(34));
        assert_eq!(parent_in("nonsense"), None);
    }
}
