//! Processes of different jobs.

use std::time::Duration;

use ferry_device::{Device, Packets};
use ferry_protocol::process::ProcessId;
use ferry_tcp::foreign::Foreign;
use ferry_tcp::{Config, TcpDevice};

use crate::job::*;

/// A device of rank `rank` of a job of `ranks`, and what it tells others.
fn of_job(job: u64, rank: u32, ranks: u32, secret: &str) -> (TcpDevice, Foreign) {
    let cards = cards(ranks);
    let device = device(&Config { job, secret, timeout: Duration::from_secs(10), ..config(rank, ranks) }, &cards);
    let own = Foreign::decode(&device.own().encode()).unwrap();
    assert_eq!(own.id, ProcessId { job, rank });
    (device, own)
}

#[test]
fn processes_that_have_met_talk_and_part() {
    let (mut one, own) = of_job(1, 2, 3, SECRET);
    let (mut two, other) = of_job(2, 0, 1, "fedcba9876543210fedcba9876543210");
    for _ in 0..3 {
        let (number_of_two, number_of_one) = (one.add_foreign(other.clone()), two.add_foreign(own.clone()));
        assert_eq!((number_of_two, number_of_one), (3, 1), "behind the ranks of each job");
        let (mut from_two, mut from_one) = (Mailbox::default(), Mailbox::default());
        acquaint(&mut one, &mut two, (number_of_one, number_of_two));
        send(&mut one, number_of_two, 5, b"hello", &mut from_two);
        receive(&mut two, &mut from_one, 1);
        assert_eq!(from_one.packets[0], (number_of_one, 5, b"hello".to_vec()));
        send(&mut two, number_of_one, 6, b"thanks", &mut from_one);
        receive(&mut one, &mut from_two, 1);
        assert_eq!(from_two.packets[0], (number_of_two, 6, b"thanks".to_vec()));
        one.forget_foreign(number_of_two);
        two.forget_foreign(number_of_one);
        assert_eq!((one.next_lost(), two.next_lost(), one.connected().len()), (None, None, 0));
    }
}

#[test]
fn a_process_that_has_not_been_told_of_is_turned_away() {
    let (mut one, _) = of_job(1, 0, 1, SECRET);
    let (mut two, other) = of_job(2, 0, 1, SECRET);
    let number = one.add_foreign(other);
    let mut mailbox = Mailbox::default();
    assert!(!try_send(&mut one, number, 0, b"hello"));
    let mut lost = None;
    until("a refusal", || {
        one.poll(None, &mut mailbox);
        two.poll(None, &mut mailbox);
        lost = one.next_lost();
        lost.is_some()
    });
    assert!(lost.is_some_and(|lost| lost.peer == number && lost.reason.contains("does not know this process")));
    assert!(mailbox.packets.is_empty());
}
