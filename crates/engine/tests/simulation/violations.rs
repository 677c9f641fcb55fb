//! Packets that make no sense: each ends the connection to its sender, with a reason at both ends,
//! and nothing else.

use ferry_engine::cost::{Costs, Curve};
use ferry_engine::{Buffer, Engine, Fault, Limits, MatchPattern, Mode};
use ferry_protocol::packet::{Begun, Header, Kind};
use ferry_protocol::transfer::{Grant, MemoryLocation, Method, Methods};
use proptest::prelude::*;

use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, Packet, PipeFaults, Shared};

const RANKS: usize = 3;
const LONG: usize = 20_000;
/// Packets that a ring holds.
const ROOM: usize = 64;

/// Three ranks, and what is under way between the first two of them.
struct Scene {
    network: Shared,
    engines: Vec<Engine<MemoryDevice>>,
    /// Operations of rank 0 with rank 1.
    operations: Vec<usize>,
    /// Buffers of operations, which stay where they are.
    memory: Vec<Vec<u8>>,
}

impl Scene {
    fn new(abilities: Abilities) -> Scene {
        let network = Network::new(RANKS, ROOM, PipeFaults::NoPipes, abilities);
        let limits = Limits { eager_max: 1024, unexpected_budget: 1 << 20, method: None };
        let engine = |me| Engine::new(MemoryDevice { network: network.clone(), me, max_body: 4096 }, me as u32, RANKS, limits);
        let engines = (0..RANKS).map(engine).collect();
        Scene { network, engines, operations: Vec::new(), memory: Vec::new() }
    }

    fn buffer(&mut self, bytes: usize) -> Buffer {
        self.memory.push(vec![7; bytes]);
        let memory = self.memory.last_mut().expect("it was just pushed");
        // SAFETY: BUF-1: the memory outlives the engines' use of it.
        unsafe { Buffer::dense(memory.as_mut_ptr(), bytes as u64) }
    }

    /// A send or receive of rank 0 with rank 1, in each of the stages that last.
    fn fill(&mut self) {
        let pattern = |tag| MatchPattern { context: 0, source: 1, tag };
        for (tag, mode, bytes) in [(0, Mode::Standard, LONG), (1, Mode::Synchronous, 8), (2, Mode::Standard, LONG)] {
            let buffer = self.buffer(bytes);
            self.operations.extend(self.engines[0].send(1, 0, tag, buffer, mode));
        }
        let cancelled = self.operations[2];
        for tag in [3, 4] {
            let buffer = self.buffer(LONG);
            self.operations.push(self.engines[0].receive(pattern(tag), buffer, 0));
        }
        let buffer = self.buffer(LONG);
        let _unmatched = self.engines[1].send(0, 0, 4, buffer, Mode::Standard);
        self.engines[0].progress();
        self.engines[0].cancel(cancelled);
    }

    fn inject(&mut self, header: Header, body: Vec<u8>) {
        self.network.borrow_mut().ring(1, 0).push_back(Packet::new(header, body));
    }

    fn progress(&mut self) {
        for _ in 0..50 {
            self.engines.iter_mut().for_each(|engine| _ = engine.progress());
        }
    }

    /// Messages from rank 2 still reach rank 0.
    fn others_go_on(&mut self) {
        let (sent, received) = (self.buffer(100), self.buffer(100));
        let receive = self.engines[0].receive(MatchPattern { context: 9, source: 2, tag: 0 }, received, 0);
        let _sent = self.engines[2].send(0, 9, 0, sent, Mode::Standard);
        self.progress();
        assert_eq!(self.engines[0].take(receive).map(|outcome| (outcome.fault, outcome.bytes)), Some((None, 100)));
    }

    /// What rank 0 had with rank 1 is over.
    fn all_is_over(&mut self) {
        for operation in std::mem::take(&mut self.operations) {
            assert!(self.engines[0].operation(operation).is_none_or(ferry_engine::Operation::is_done));
        }
    }
}

/// Packets that make no sense whatever is under way.
fn nonsense() -> Vec<(Header, Vec<u8>)> {
    let about = |kind, aux, len: u32| Header { aux, ..Header::about(kind, 12345, len) };
    let begin = Header { aux: 100, ..Header::message(Kind::Begin, 0, 9, 64) };
    vec![
        (Header { kind: 0, ..about(Kind::Ack, 0, 0) }, vec![]),
        (Header { kind: 99, ..about(Kind::Ack, 0, 0) }, vec![]),
        (about(Kind::EagerSync, 0, 7), vec![0; 7]),
        (about(Kind::Rts, 0, 39), vec![0; 39]),
        (about(Kind::Cts, 0, 40), vec![0; 40]),
        (about(Kind::Cts, 77, 40), vec![0; 40]),
        (about(Kind::Cts, 0, 3), vec![0; 3]),
        (about(Kind::Data, 0, 8), vec![0; 8]),
        (about(Kind::Ack, 0, 0), vec![]),
        (about(Kind::CancelReply, 1, 0), vec![]),
        (about(Kind::Fin, 4, 0), vec![]),
        (about(Kind::More, 0, 8), vec![0; 8]),
        (begin, vec![0; 64]),
    ]
}

#[test]
fn nonsense_ends_the_connection_to_its_sender_with_a_reason_at_both_ends() {
    for (header, body) in nonsense() {
        let mut scene = Scene::new(Abilities::NONE);
        scene.fill();
        scene.inject(header, body.clone());
        if header.kind == Kind::Begin as u8 {
            scene.inject(header, body);
        }
        scene.progress();
        let reason = scene.engines[0].loss_of(1).unwrap_or_else(|| panic!("{header:?} is taken"));
        assert!(reason.contains("makes no sense") && reason.contains("same version of Ferry"), "{reason}");
        let told = scene.engines[1].loss_of(0).expect("rank 1 is told");
        assert!(told.contains("has ended the connection"), "{told}");
        assert!(scene.engines[2].losses().is_empty());
        scene.all_is_over();
        scene.others_go_on();
    }
}

#[test]
fn two_that_find_fault_with_each_other_at_once_both_end() {
    for abilities in [Abilities::NONE, Abilities { longest: 100_000, longest_eager: 0, ..Abilities::NONE }] {
        let mut scene = Scene::new(abilities);
        scene.fill();
        let nonsense = Header::about(Kind::Ack, 12345, 0);
        scene.inject(nonsense, vec![]);
        scene.network.borrow_mut().ring(0, 1).push_back(Packet::new(nonsense, vec![]));
        scene.progress();
        assert!(scene.engines[0].loss_of(1).is_some() && scene.engines[1].loss_of(0).is_some());
        assert!(!scene.engines[0].has_unsent() && !scene.engines[1].has_unsent());
        scene.all_is_over();
        scene.others_go_on();
    }
}

#[test]
fn nothing_waits_to_tell_a_peer_that_the_device_has_given_up() {
    let mut scene = Scene::new(Abilities::NONE);
    let full = Header::message(Kind::Eager, 0, 0, 0);
    while scene.network.borrow_mut().ring(0, 1).len() < ROOM {
        scene.network.borrow_mut().ring(0, 1).push_back(Packet::new(full, vec![]));
    }
    scene.inject(Header::about(Kind::Ack, 12345, 0), vec![]);
    (0..5).for_each(|_| _ = scene.engines[0].progress());
    assert!(scene.engines[0].loss_of(1).is_some() && scene.engines[0].has_unsent(), "it has yet to be told");
    scene.network.borrow_mut().lose(0, 1);
    (0..5).for_each(|_| _ = scene.engines[0].progress());
    assert!(!scene.engines[0].has_unsent());
}

#[test]
fn nothing_is_taken_from_a_peer_after_nonsense() {
    let mut scene = Scene::new(Abilities { longest: 100_000, longest_eager: 0, ..Abilities::NONE });
    scene.inject(Header::about(Kind::Ack, 7, 0), vec![]);
    scene.progress();
    for bytes in [8, LONG] {
        let buffer = scene.buffer(bytes);
        let header = Header::message(Kind::Eager, 0, 0, bytes as u32);
        scene.inject(header, vec![1; bytes]);
        let receive = scene.engines[0].receive(MatchPattern { context: 0, source: -1, tag: -1 }, buffer, 0);
        scene.progress();
        assert!(scene.engines[0].take(receive).is_none(), "a message of a peer that is lost is matched");
        scene.engines[0].cancel(receive);
        assert!(scene.engines[0].take(receive).is_some_and(|outcome| outcome.cancelled));
    }
    scene.others_go_on();
}

/// The peer's device may still put into exposed memory: the receive ends after the peer has let go.
#[test]
fn memory_that_the_peer_may_be_at_stays_lent_until_it_has_let_go() {
    let mut scene = Scene::new(Abilities { methods: Methods::only(Method::Put), ..Abilities::NONE });
    let (sent, received) = (scene.buffer(LONG), scene.buffer(LONG));
    let receive = scene.engines[0].receive(MatchPattern { context: 0, source: 1, tag: 0 }, received, 0);
    let _send = scene.engines[1].send(0, 0, 0, sent, Mode::Standard);
    scene.engines[0].progress();
    scene.inject(Header::about(Kind::Ack, 7, 0), vec![]);
    scene.engines[0].progress();
    assert!(scene.engines[0].loss_of(1).is_some());
    assert!(scene.engines[0].operation(receive).is_some_and(|receive| !receive.is_done()));
    scene.progress();
    assert_eq!(scene.engines[0].take(receive).map(|outcome| outcome.fault), Some(Some(Fault::PeerLost)));
}

/// The buffer of an operation that a device is at.
fn lent(scene: &Scene, operation: usize) -> bool {
    scene.engines[0].operation(operation).is_some_and(|operation| !operation.is_done())
}

/// While the device puts or gets, the peer can end nothing: neither by saying how it ended, nor by
/// another grant. The operation is over when the device is done.
#[test]
fn a_peer_does_not_end_what_the_device_moves() {
    let grant = Grant { operation: 1, wanted: 8, place: MemoryLocation::default(), slot: 0 }.encode().to_vec();
    for (is_put, kind, body) in [(true, Kind::Fin, vec![]), (true, Kind::Cts, grant), (false, Kind::Fin, vec![])].iter().cloned()
    {
        for at_once in [false, true] {
            let method = if is_put { Method::Put } else { Method::Get };
            let mut scene = Scene::new(Abilities { methods: Methods::only(method), refuses: 0, ..Abilities::NONE });
            let (mine, theirs) = (scene.buffer(LONG), scene.buffer(LONG));
            let pattern = |source| MatchPattern { context: 0, source, tag: 0 };
            scene.network.borrow_mut().delay_moves(20);
            let operation = if is_put {
                let _receive = scene.engines[1].receive(pattern(0), theirs, 0);
                let send = scene.engines[0].send(1, 0, 0, mine, Mode::Standard).expect("it is announced");
                scene.engines[1].progress();
                send
            } else {
                let receive = scene.engines[0].receive(pattern(1), mine, 0);
                let _send = scene.engines[1].send(0, 0, 0, theirs, Mode::Standard);
                receive
            };
            if !at_once {
                (0..3).for_each(|_| _ = scene.engines[0].progress());
            }
            let header = Header { kind: kind as u8, ..Header::about(kind, operation as u64, body.len() as u32) };
            scene.inject(header, body.clone());
            (0..3).for_each(|_| _ = scene.engines[0].progress());
            let reason = scene.engines[0].loss_of(1).unwrap_or_else(|| panic!("{kind:?} is taken, at once: {at_once}"));
            assert!(reason.contains("does not wait for it"), "{reason}");
            assert!(lent(&scene, operation), "{kind:?} has ended what the device is at, at once: {at_once}");
            scene.progress();
            assert!(!lent(&scene, operation), "the device is done");
            scene.others_go_on();
        }
    }
}

/// A long message of an expelled peer that the device still stores: its receive has failed, or
/// there is none and never will be.
#[test]
fn what_lands_of_an_expelled_peer_is_nobodys() {
    for longest_in_packets in [0, 100_000] {
        for is_received in [true, false] {
            let longest = if longest_in_packets == 0 { 100_000 } else { 0 };
            let mut scene = Scene::new(Abilities { longest, longest_eager: 0, longest_in_packets, ..Abilities::NONE });
            let mut costs = Costs::unknown();
            costs.unasked = Curve::line(0.0, 0.0);
            scene.engines[1].set_costs(costs, true);
            let (sent, received) = (scene.buffer(LONG), scene.buffer(LONG));
            let header =
                Header { aux: ((LONG - 4000) as u64).div_ceil(Begun::UNIT) as u16, ..Header::message(Kind::Begin, 0, 0, 4000) };
            if longest == 0 {
                scene.inject(header, vec![1; 4000]);
            } else {
                let _send = scene.engines[1].send(0, 0, 0, sent, Mode::Standard);
            }
            scene.engines[0].progress();
            assert_eq!(scene.engines[0].totals().unexpected_messages, 1, "it has begun to come");
            let pattern = MatchPattern { context: 0, source: 1, tag: 0 };
            let receive = is_received.then(|| scene.engines[0].receive(pattern, received, 0));
            scene.network.borrow_mut().ring(1, 0).push_front(Packet::new(Header::about(Kind::Ack, 12345, 0), vec![]));
            scene.progress();
            assert!(scene.engines[0].loss_of(1).is_some());
            if let Some(receive) = receive {
                assert_eq!(scene.engines[0].take(receive).map(|outcome| outcome.fault), Some(Some(Fault::PeerLost)));
            }
            let totals = scene.engines[0].totals();
            assert_eq!((totals.unexpected_messages, totals.unexpected_bytes), (0, 0));
            scene.others_go_on();
        }
    }
}

/// Who is told that a packet of it made no sense knows; of two that say so of each other one does.
#[test]
fn one_of_two_that_part_is_rejected() {
    let nonsense = || Packet::new(Header::about(Kind::Ack, 12345, 0), vec![]);
    // Each rank with nonsense finds fault with the other one; words may cross on the way.
    for (finders, crosses, rejected) in [
        (&[0][..], false, [false, true]),
        (&[1], false, [true, false]),
        (&[0, 1], false, [false, true]),
        (&[1, 0], false, [true, false]),
        (&[0, 1], true, [false, true]),
        (&[1, 0], true, [false, true]),
    ] {
        let mut scene = Scene::new(Abilities::NONE);
        let mut on_their_way = Vec::new();
        for finder in finders.iter().copied() {
            let network = scene.network.clone();
            network.borrow_mut().ring(1 - finder, finder).push_front(nonsense());
            scene.engines[finder].progress();
            if crosses {
                on_their_way.push((finder, network.borrow_mut().ring(finder, 1 - finder).pop_front().expect("a word")));
            }
        }
        for (from, packet) in on_their_way {
            scene.network.borrow_mut().ring(from, 1 - from).push_back(packet);
        }
        scene.progress();
        assert!(scene.engines[0].loss_of(1).is_some() && scene.engines[1].loss_of(0).is_some());
        let found = [0, 1].map(|rank| !scene.engines[rank].rejected_by().is_empty());
        assert_eq!(found, rejected, "{finders:?} find fault, words cross: {crosses}");
        assert!(scene.engines[2].rejected_by().is_empty());
    }
}

/// A peer of another job may have let go of this process, too: that does not hide the others.
#[test]
fn all_that_have_let_go_of_a_process_are_known() {
    let nonsense = || Packet::new(Header::about(Kind::Ack, 12345, 0), vec![]);
    for finders in [[1, 2], [2, 1]] {
        let mut scene = Scene::new(Abilities::NONE);
        for finder in finders {
            scene.network.clone().borrow_mut().ring(0, finder).push_front(nonsense());
            scene.engines[finder].progress();
        }
        scene.progress();
        let mut found = scene.engines[0].rejected_by().to_vec();
        found.sort_unstable();
        assert_eq!(found, [1, 2], "{finders:?} find fault");
        scene.engines[0].forget_peer(2);
        assert_eq!(scene.engines[0].rejected_by(), [1]);
    }
}

fn packets() -> impl Strategy<Value = (u8, u16, Option<usize>, u64, Vec<u8>)> {
    let context = prop_oneof![0..3u64, any::<u64>()];
    let body = prop_oneof![Just(vec![]), Just(vec![0; 8]), Just(vec![1; 40]), prop::collection::vec(any::<u8>(), 0..64)];
    (0..18u8, 0..8u16, prop::option::of(0..5usize), context, body)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Whatever a peer sends: this process lives, its operations with the peer end if the peer is
    /// lost, and others do not notice.
    #[test]
    fn whatever_a_peer_sends_harms_nobody_else(packets in prop::collection::vec(packets(), 1..12)) {
        let mut scene = Scene::new(Abilities { longest_in_packets: 100_000, ..Abilities::NONE });
        scene.fill();
        for (kind, aux, about, context, body) in packets {
            let context = about.map_or(context, |index| scene.operations[index] as u64);
            let header = Header { kind, aux, ..Header::message(Kind::Eager, context, 3, body.len() as u32) };
            scene.inject(header, body);
            scene.engines[0].progress();
        }
        scene.progress();
        if scene.engines[0].loss_of(1).is_some() {
            scene.all_is_over();
        }
        prop_assert!(scene.engines[2].losses().is_empty());
        scene.others_go_on();
    }
}
