//! Who learns what messages cost.

use ferry_engine::cost::{Costs, Curve};
use ferry_engine::{Buffer, Engine, Limits, Method, Methods, Mode};
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::transfer::{Grant, MemoryLocation, Offer, TransferResult};

use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, Packet, PipeFaults};

/// A rank that sends long messages wants to know what they cost, though everything that comes to it
/// is short.
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

/// A message from a shared heap is announced, so that it is fetched from there; but not the next
/// ones, if the receiver has wanted it in packets though it is one piece there, too.
#[test]
fn a_sender_learns_that_the_receivers_memory_is_in_no_heap() {
    const LONG: u64 = 2 << 20;
    let abilities =
        Abilities { methods: Methods::only(Method::Read), longest_in_packets: 1 << 20, is_shared: true, ..Abilities::NONE };
    let network = Network::new(2, 8, PipeFaults::NoPipes, abilities);
    let device = MemoryDevice { network: network.clone(), me: 0, max_body: 4096 };
    let mut engine = Engine::new(device, 0, 2, Limits { eager_max: 1024, unexpected_budget: 1 << 20, method: None });
    let mut costs = Costs::unknown();
    costs.set(Method::Read, Curve::line(1e9, 1.0));
    costs.set_in_shared_heaps(Method::Read, Curve::line(10.0, 0.01));
    costs.unasked = Curve::line(1000.0, 0.1);
    engine.set_costs(costs, true);
    let mut bytes = vec![7u8; LONG as usize];
    // What goes first of a message to the receiver, which answers an announcement: it wants it in
    // packets, or has fetched it.
    let mut sent = |len: u64, answer: Option<(Kind, u32)>| {
        // SAFETY: BUF-1: the bytes outlive the engine's use of them.
        engine.send(1, 0, 0, unsafe { Buffer::dense(bytes.as_mut_ptr(), len) }, Mode::Standard);
        let first = network.borrow_mut().ring(0, 1).pop_front().expect("a packet");
        if let Some((answer, pieces)) = answer {
            let offer = Offer::decode(&first.body).expect("an offer");
            let grant = Grant { operation: 0, wanted: len, place: MemoryLocation { address: 0, pieces }, slot: 0 };
            let (word, body) = match answer {
                Kind::Cts => (Method::Ring as u16, grant.encode().to_vec()),
                _ => (TransferResult::Done as u16, Vec::new()),
            };
            let mut header = Header::about(answer, offer.operation, body.len() as u32);
            header.aux = word;
            network.borrow_mut().ring(1, 0).push_back(Packet::new(header, body));
            engine.progress();
        }
        network.borrow_mut().ring(0, 1).clear();
        engine.progress();
        network.borrow_mut().ring(0, 1).clear();
        first.header.kind()
    };
    let (announced, in_packets) = (Some(Kind::Rts), Some(Kind::Begin));
    let (wanted_in_packets, fetched) = (Some((Kind::Cts, 1)), Some((Kind::Fin, 0)));
    for _ in 0..2 {
        assert_eq!(sent(3000, Some((Kind::Cts, 2))), announced, "what is received in pieces says nothing of others");
        assert_eq!(sent(3000, wanted_in_packets), announced, "now and then it is asked again");
        for _ in 0..8 {
            assert_eq!(sent(3000, None), in_packets);
        }
    }
    assert_eq!(sent(3000, wanted_in_packets), announced);
    assert_eq!(sent(LONG, fetched), announced);
    assert_eq!(sent(3000, fetched), announced, "another message was fetched from heap to heap");
}

/// The receiver knows what a message is one of, so it is told where the message lies though the
/// ring may be the better way for one alone.
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
