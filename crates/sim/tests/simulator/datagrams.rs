//! Datagrams on simulated adapters.

use crate::support::*;
use ferry_rdma::{
    Destination, Payload, QueuePair as _, QueuePairState, ReceiveWork, Region as _, Request, SendWork, Status, Verbs as _, WorkId,
};
use ferry_sim::{Faults, Profile, World};

const KEY: u32 = 7;

fn send(a: &End, b: &End, id: u64, len: usize, queue_key: u32) {
    let handle = a.verbs.address_handle(&a.verbs.path_to(&b.verbs.endpoint(b.pair.number()))).expect("a handle");
    let segments = [a.buffer.segment(0, len)];
    let request = Request::Send { immediate: Some(id as u32) };
    let to = Destination { handle: &handle, queue_pair: b.pair.number(), queue_key };
    a.pair.post_datagram(to, &[SendWork::new(WorkId::new(id), request, Payload::Segments(&segments))]).expect("posted");
}

#[test]
fn a_datagram_lands_behind_the_room_for_its_header() {
    for is_ethernet in [false, true] {
        let text =
            Profile::KNOWN[0].1.replace("is_ethernet = { value = false", &format!("is_ethernet = {{ value = {is_ethernet}"));
        let world = World::new(Profile::parse("test", &text).expect("a profile"), Faults::default(), 1);
        let (a, b) = datagram_ends(&world);
        a.fill(0, b"datagram");
        let segments = [b.buffer.segment(0, 40), b.buffer.segment(100, 4096)];
        b.pair.post_receive(&[ReceiveWork { id: WorkId::new(1), segments: &segments }]).expect("posted");
        send(&a, &b, 5, 8, KEY);
        let done = b.completion().result.expect("it came");
        assert_eq!((done.bytes, done.immediate, done.source_queue_pair), (48, Some(5), a.pair.number()));
        assert_eq!((done.global_route_header, b.bytes(100, 8)), (is_ethernet, b"datagram".to_vec()));
        let header = if is_ethernet { a.verbs.gid().0.to_vec() } else { vec![0; 16] };
        assert_eq!(b.bytes(8, 16), header, "where the header has its source");
        assert!(a.completion().result.is_ok());
    }
}

#[test]
fn datagrams_longer_than_a_packet_fail_and_the_queue_can_be_revived() {
    let (mut a, b) = datagram_ends(&world());
    send(&a, &b, 1, LARGEST.bytes() + 1, KEY);
    assert_eq!(a.completion().result.err().map(|failure| failure.status), Some(Status::LocalLength));
    assert_eq!(a.pair.state(), QueuePairState::SendQueueError);
    a.pair.modify(&ferry_rdma::QueuePairAttributes::to(QueuePairState::ReadyToSend)).expect("legal");
    send(&a, &b, 2, 8, KEY);
    assert!(a.completion().result.is_ok());
}

#[test]
fn datagrams_without_a_receive_or_with_another_key_vanish() {
    let world = world();
    let (a, b) = datagram_ends(&world);
    send(&a, &b, 1, 8, KEY);
    assert!(a.completion().result.is_ok() && b.completions().is_empty());
    assert_eq!(world.totals().datagrams_dropped, 1);
    b.receive(1, 0, 4096);
    send(&a, &b, 2, 8, KEY + 1);
    assert!(b.completions().is_empty());
    send(&a, &b, 3, 8, KEY);
    assert_eq!(b.completion().result.map(|done| done.immediate), Ok(Some(3)));
}

#[test]
fn a_receive_without_room_for_the_header_fails() {
    let (a, b) = datagram_ends(&world());
    b.receive(1, 0, 47);
    send(&a, &b, 1, 8, KEY);
    assert_eq!(b.completion().result.err().map(|failure| failure.status), Some(Status::LocalLength));
    assert_eq!(b.pair.state(), QueuePairState::Error);
}

#[test]
fn faults_lose_double_and_reorder_as_often_as_asked_and_the_same_for_the_same_seed() {
    let run = |faults: Faults, seed| {
        let world = World::new(Profile::find("ndr400").expect("a profile"), faults, seed);
        let (a, b) = datagram_ends(&world);
        let mut seen = Vec::new();
        for id in 0..400 {
            for _ in 0..2 {
                let segments = [b.buffer.segment(0, 4096)];
                _ = b.pair.post_receive(&[ReceiveWork { id: WorkId::new(id), segments: &segments }]);
            }
            send(&a, &b, id, 1024, KEY);
            if id % 8 == 7 {
                seen.extend(b.completions().iter().filter_map(|done| done.result.ok()?.immediate));
                a.completions();
            }
        }
        (seen, world.totals())
    };
    let (seen, totals) = run(Faults::default(), 1);
    assert_eq!((seen, totals.datagrams_lost), ((0..400).collect(), 0));
    let (seen, totals) = run(Faults { loss: 1000, ..Faults::default() }, 1);
    assert!((20..80).contains(&totals.datagrams_lost) && seen.len() as u64 == 400 - totals.datagrams_lost);
    let doubled = run(Faults { duplication: 1000, ..Faults::default() }, 1).0;
    assert!(doubled.len() > 410, "{}", doubled.len());
    let faults = Faults { reordering: 2000, ..Faults::default() };
    let reordered = run(faults, 1).0;
    assert!(reordered.len() == 400 && reordered.windows(2).any(|pair| pair[0] > pair[1]));
    assert_eq!(reordered, run(faults, 1).0);
    assert_ne!(reordered, run(faults, 2).0);
}
