//! What happens where descriptors run out. Limits belong to a process, so each test has one of its
//! own.

use std::os::fd::AsRawFd;
use std::process::Command;

use ferry_device::Device;
use rustix::process::{Resource, Rlimit, setrlimit};

use crate::job::*;

/// Runs an ignored test of this program in a process of its own.
fn in_a_process_of_its_own(test: &str) {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program).args(["--exact", test, "--ignored", "--test-threads", "1"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

/// The number of the descriptor that is opened next.
fn next_descriptor() -> u64 {
    rustix::io::dup(std::io::stderr()).unwrap().as_raw_fd() as u64
}

/// From now on no descriptor is to be had; nobody may raise the limit.
fn allow_no_more_descriptors() {
    let next = next_descriptor();
    setrlimit(Resource::Nofile, Rlimit { current: Some(next), maximum: Some(next) }).unwrap();
}

#[test]
fn who_calls_without_descriptors_names_the_limit() {
    in_a_process_of_its_own("limits::call_without_descriptors");
}

#[test]
#[ignore = "changes the limits of its process"]
fn call_without_descriptors() {
    let (mut one, _two) = pair();
    allow_no_more_descriptors();
    assert!(!try_send(&mut one, 1, 0, b""));
    let taken = lost(&mut one, &mut Mailbox::default()).reason;
    assert!(taken.contains("limit of") && taken.contains("ulimit -n"), "{taken}");
}

#[test]
fn a_soft_limit_is_raised() {
    in_a_process_of_its_own("limits::call_beyond_a_soft_limit");
}

#[test]
#[ignore = "changes the limits of its process"]
fn call_beyond_a_soft_limit() {
    let (mut one, mut two) = pair();
    let next = next_descriptor();
    setrlimit(Resource::Nofile, Rlimit { current: Some(next + 1), maximum: Some(next + 64) }).unwrap();
    acquaint(&mut one, &mut two, (0, 1));
    assert_eq!((one.next_lost(), two.next_lost()), (None, None));
}
