//! Sleeps over datagrams where several threads share a process: one sleeps, and the others go on.

use ferry_device::{Device, Nap, Packets, Part};
use ferry_protocol::packet::{Header, Kind};

use crate::support::{datagram_devices, world};

#[test]
fn a_sleep_that_another_thread_outdates_by_a_message_is_told_so_once() {
    let [mut own, _peer] = datagram_devices(&world());
    let nap = own.prepare_sleep().expect("nothing is outstanding");
    assert_eq!(nap.most_ns(), None, "nothing is due");
    assert!(!own.sleep_is_outdated());
    assert!(own.try_send(1, Header::message(Kind::Eager, 0, 0, 0), |_: Part| {}).is_on_its_way());
    assert!(own.sleep_is_outdated(), "the message may have to be repeated");
    assert!(!own.sleep_is_outdated(), "the sleeper was woken");
    let most_ns = (0..10).find_map(|_| own.prepare_sleep()).expect("a sleep").most_ns().expect("an end");
    assert!((1..5_000_000).contains(&most_ns), "{most_ns}");
    assert!(!own.sleep_is_outdated(), "this sleep knows");
}
