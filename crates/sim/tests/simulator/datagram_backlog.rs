//! Packets over datagrams that the engine does not want yet when their sender is lost.

use ferry_device::{Device, PacketTaken, Packets, Part, Placement, ScatterList, Sink};
use ferry_protocol::packet::{Header, Kind};

use crate::support::{datagram_devices, world};

/// Lengths of the packets, which are told apart by them: one, three and one datagrams.
const LENGTHS: [usize; 3] = [100, 10_000, 200];

/// An engine that takes packets, or does not.
#[derive(Default)]
struct Engine {
    takes: bool,
    refused: usize,
    taken: Vec<usize>,
}

impl Sink for Engine {
    fn packet(&mut self, from: u32, header: &Header, _body: *const u8) -> PacketTaken {
        assert_eq!(from, 0);
        if !self.takes {
            self.refused += 1;
            return PacketTaken::Refused;
        }
        self.taken.push(header.len as usize);
        PacketTaken::Consumed
    }

    fn begin(&mut self, _from: u32, _header: &Header, _into: &mut ScatterList) -> Placement {
        if self.takes {
            return Placement::Whole;
        }
        self.refused += 1;
        Placement::Refused
    }

    fn landed(&mut self, _number: u64) {
        panic!("nothing was given a place");
    }
}

#[test]
fn what_had_come_from_a_peer_that_is_lost_is_shown_in_order_until_it_is_taken() {
    let world = world();
    let [mut sender, mut receiver] = datagram_devices(&world);
    let mut engine = Engine::default();
    for len in LENGTHS {
        let header = Header { len: len as u32, ..Header::message(Kind::Eager, 0, 0, 0) };
        assert!(sender.try_send(1, header, |_: Part| {}).is_on_its_way());
        // The sender hears that all has come.
        while !sender.is_quiet() {
            world.settle();
            receiver.poll(None, &mut engine);
            sender.poll(None, &mut Engine::default());
        }
    }
    assert!(receiver.give_up(0, "another way to it is broken"));
    for _ in 0..5 {
        receiver.poll(None, &mut engine);
    }
    assert!(engine.refused > 5 && receiver.next_lost().is_none(), "what has come is due before the loss");
    engine.takes = true;
    receiver.poll(None, &mut engine);
    assert_eq!(engine.taken, LENGTHS);
    assert_eq!(receiver.next_lost().map(|lost| lost.peer), Some(0));
}
