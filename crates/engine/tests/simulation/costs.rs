//! Who learns what messages cost.

use ferry_engine::cost::{Costs, Curve};
use ferry_engine::{Buffer, Engine, Limits, Method, Methods, Mode};
use ferry_protocol::transfer::Offer;

use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, PipeFaults};

/// A rank that sends long messages wants to know what they cost, though everything that comes to it is short.
#[test]
fn a_sender_of_long_messages_wants_costs() {
    let network = Network::new(2, 8, PipeFaults::NoPipes, Abilities { longest_in_packets: 1 << 20, ..Abilities::NONE });
    let limits = Limits { eager_max: 1024, unexpected_budget: 1 << 20, method: None };
    for is_announced in [true, false] {
        let device = MemoryDevice { network: network.clone(), me: 0, max_body: 4096 };
        let mut engine = Engine::new(device, 0, 2, limits);
        if !is_announced {
            let mut costs = Costs::unknown();
            costs.unasked = Curve::line(0.0, 0.0);
            engine.set_costs(costs, false);
        }
        let mut bytes = [7u8; 3000];
        // SAFETY: BUF-1: the bytes outlive the engine's use of them.
        let mut buffer = |len| unsafe { Buffer::dense(bytes.as_mut_ptr(), len) };
        engine.send(1, 0, 0, buffer(1024), Mode::Standard);
        assert!(!engine.wants_costs(), "for a short message");
        engine.send(1, 0, 0, buffer(3000), Mode::Standard);
        assert!(engine.wants_costs());
        engine.postpone_costs();
        assert!(!engine.wants_costs());
        engine.send(1, 0, 0, buffer(3000), Mode::Standard);
        assert!(engine.wants_costs(), "again");
        engine.set_costs(Costs::unknown(), true);
        engine.send(1, 0, 0, buffer(3000), Mode::Standard);
        assert!(!engine.wants_costs(), "when they are known");
    }
}

/// The receiver knows what a message is one of, so it is told where the message lies though the ring may be the better way for one alone.
#[test]
fn a_dense_message_says_where_it_lies_whatever_copies_cost() {
    let abilities = Abilities { methods: Methods::only(Method::Read), ..Abilities::NONE };
    let network = Network::new(2, 8, PipeFaults::NoPipes, abilities);
    let device = MemoryDevice { network: network.clone(), me: 0, max_body: 4096 };
    let mut engine = Engine::new(device, 0, 2, Limits { eager_max: 1024, unexpected_budget: 1 << 20, method: None });
    let mut costs = Costs::unknown();
    costs.set(Method::Read, Curve::line(1e9, 1.0));
    engine.set_costs(costs, true);
    let mut bytes = [7u8; 3000];
    let address = bytes.as_mut_ptr();
    // SAFETY: BUF-1: the bytes outlive the engine's use of them.
    engine.send(1, 0, 0, unsafe { Buffer::dense(address, 3000) }, Mode::Standard);
    let mut network = network.borrow_mut();
    let packet = network.ring(0, 1).pop_front().expect("the message is announced");
    let place = Offer::decode(&packet.body).expect("an offer").place;
    assert_eq!((place.address, place.pieces), (address as u64, 1));
}
