//! Every process that this one started, directly or not.
//!
//! The launcher is a subreaper: a descendant whose parent dies becomes its child, so that no daemon of a rank can leave the tree.

use std::collections::HashMap;
use std::fs;

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

/// Process ids of all descendants, parents before children.
pub fn descendants() -> Vec<Pid> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for (pid, parent) in processes() {
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

/// All processes of the machine with their parents.
fn processes() -> Vec<(i32, i32)> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter_map(|pid| Some((pid, parent_in(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)?))).collect()
}

/// The parent's id in a line of `/proc/PID/stat`; the program's name before it may hold anything, parentheses too.
fn parent_in(stat: &str) -> Option<i32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Sends `signal` to all descendants. A process that is gone by then needs none.
pub fn signal_all(signal: Signal) {
    for pid in descendants() {
        let _ = kill_process(pid, signal);
    }
}

/// Kills all descendants and collects them; returns how many there were.
///
/// A process forked between the look and the kill is found in the next round: its parent's death wakes the wait.
pub fn kill_all() -> usize {
    let mut killed = 0;
    let mut options = WaitOptions::NOHANG;
    loop {
        match wait(options) {
            Ok(Some(_)) => {
                killed += 1;
                options = WaitOptions::NOHANG;
            }
            Ok(None) => {
                signal_all(Signal::KILL);
                options = WaitOptions::empty();
            }
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return killed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let found = descendants().iter().any(|pid| pid.as_raw_pid() == child.id() as i32);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found);
    }

    #[test]
    fn odd_names_do_not_confuse() {
        assert_eq!(parent_in("12 (a) b (c) S 34 12 0"), Some(34));
        assert_eq!(parent_in("nonsense"), None);
    }
}
