//! Sleeps over datagrams where several threads share a process: one sleeps, and the others go on.

use ferry_device::{Device, Nap, Packets, Part};
use ferry_protocol::packet::{Header, Kind};
use ferry_sim::environment::{Cards, Outside};
use ferry_sim::program::BlockMonitor;
use ferry_sim::{Faults, Profile, SimVerbs, World};
use ferry_ud::{Options, UdDevice};

fn device(world: &World, node: u32, rank: u32, cards: &Cards) -> UdDevice<SimVerbs, Outside> {
    let options = Options { receives: 64, inline_bytes: world.inline_bytes(), ..Options::new(rank, 2, 1) };
    let made = UdDevice::new(world.open(node), options, Outside::new(world, rank, cards), BlockMonitor::new(world, rank));
    let (device, card) = made.expect("a device");
    cards.borrow_mut().push(card);
    device
}

#[test]
fn a_sleep_that_another_thread_outdates_by_a_message_is_told_so_once() {
    let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), 1);
    let cards = Cards::default();
    let nodes = [world.add_node(), world.add_node()];
    let [mut own, _peer] = [0, 1].map(|rank| device(&world, nodes[rank as usize], rank, &cards));
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
