//! Two ends and a network between them that loses, doubles and reorders what it likes.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use proptest::prelude::*;

use super::*;

/// What the network does to a packet, in chances out of 100.
#[derive(Clone, Copy, Debug)]
struct Network {
    loss: u32,
    duplication: u32,
    reordering: u32,
    latency_ns: u64,
    /// By how much packets are late that others overtake, at most.
    late_ns: u64,
}

const LATENCY_NS: u64 = 2_000;

impl Network {
    /// One of microseconds.
    fn fast(loss: u32, duplication: u32, reordering: u32) -> Network {
        Network { loss, duplication, reordering, latency_ns: LATENCY_NS, late_ns: 10 * LATENCY_NS }
    }
}

/// A packet on the wire: when it arrives, a number that tells packets apart, to which end, and what
/// it is.
type Flight = Reverse<(u64, u64, usize, Vec<u8>)>;

struct Wire {
    network: Network,
    random: u64,
    flights: BinaryHeap<Flight>,
    count: u64,
}

impl Wire {
    fn below(&mut self, limit: u64) -> u64 {
        // xorshift64*
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % limit
    }

    fn happens(&mut self, chances: u32) -> bool {
        self.below(100) < chances.into()
    }

    fn send(&mut self, to: usize, now_ns: u64, bytes: Vec<u8>) {
        let copies = if self.happens(self.network.loss) { 0 } else { 1 + usize::from(self.happens(self.network.duplication)) };
        for _ in 0..copies {
            let late = if self.happens(self.network.reordering) { self.below(self.network.late_ns) } else { 0 };
            self.count += 1;
            self.flights.push(Reverse((now_ns + self.network.latency_ns + late, self.count, to, bytes.clone())));
        }
    }
}

struct End {
    link: Link<u32, u32>,
    me: u32,
    delivered: Vec<u32>,
    released: BTreeSet<u32>,
    repeated: u32,
    /// Packets it has room for, which changes.
    room: u16,
}

impl End {
    fn new(me: u32, packets: u32) -> End {
        let options = link::Options { me, epoch: Epoch(me as u16 + 1), peer_epoch: Epoch(2 - me as u16) };
        let mut link = Link::new(&options);
        (0..packets).for_each(|item| link.sending.push(item, 0));
        End { link, me, delivered: Vec::new(), released: BTreeSet::new(), repeated: 0, room: MOST_IN_FLIGHT }
    }

    fn take(&mut self, bytes: &[u8], now_ns: u64) {
        let (header, len) = DatagramHeader::decode(bytes).expect("a header");
        let item = bytes[len..].first_chunk().map(|item| u32::from_le_bytes(*item));
        let released = &mut self.released;
        let heard = self.link.hear(&header, self.room, now_ns, |item| assert!(released.insert(item), "{item} came back twice"));
        match (heard, item) {
            (Heard::Packet(Arrival::InOrder), Some(item)) => {
                self.delivered.push(item);
                while let Some(item) = self.link.receiving.next_held() {
                    self.delivered.push(item);
                }
            }
            (Heard::Packet(Arrival::Early), Some(item)) => self.link.receiving.hold(header.sequence, item),
            _ => {}
        }
    }

    fn advance(&mut self, now_ns: u64, wire: &mut Wire) {
        self.link.sending.tick(now_ns);
        let mut bytes = [0; header::MOST_BYTES];
        while let Some(sending::Outgoing { sequence, item, asks, is_repeated }) = self.link.sending.next(now_ns) {
            let item = *item;
            self.repeated += u32::from(is_repeated);
            let len = self.link.header(self.me, DatagramKind::First, sequence, asks, self.room).encode(&mut bytes);
            wire.send(1 - self.me as usize, now_ns, [&bytes[..len], &item.to_le_bytes()].concat());
        }
        if self.link.must_tell(now_ns) {
            let header = self.link.header(self.me, DatagramKind::Acknowledgement, Sequence(0), false, self.room);
            let len = header.encode(&mut bytes);
            wire.send(1 - self.me as usize, now_ns, bytes[..len].to_vec());
        }
    }
}

/// Lets two ends send each other so many packets, with room for as many as one of `rooms` says.
/// Returns the ends, how many packets were on the wire, and how long it took.
fn run(packets: [u32; 2], network: Network, rooms: &[u16], seed: u64) -> ([End; 2], u64, u64) {
    let mut wire = Wire { network, random: seed | 1, flights: BinaryHeap::new(), count: 0 };
    let mut ends = [End::new(0, packets[0]), End::new(1, packets[1])];
    let mut now_ns = 0;
    for step in 0.. {
        assert!(step < 200_000, "no end: {:?}", ends.map(|end| (end.delivered.len(), end.released.len())));
        for end in &mut ends {
            end.room = rooms[wire.below(rooms.len() as u64) as usize];
            end.advance(now_ns, &mut wire);
        }
        if ends.iter().all(|end| end.link.is_quiet()) && wire.flights.is_empty() {
            break;
        }
        let timers = ends.iter().filter_map(|end| end.link.deadline_ns());
        let flight = wire.flights.peek().map(|Reverse(flight)| flight.0);
        now_ns = now_ns.max(timers.chain(flight).min().expect("something is outstanding"));
        while wire.flights.peek().is_some_and(|Reverse(flight)| flight.0 <= now_ns) {
            let Some(Reverse((_, _, to, bytes))) = wire.flights.pop() else { break };
            ends[to].take(&bytes, now_ns);
        }
    }
    (ends, wire.count, now_ns)
}

/// Room that comes and goes.
const ROOMS: [u16; 4] = [0, 1, 7, MOST_IN_FLIGHT];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn everything_is_delivered_once_and_in_order(
        packets in [0..400u32, 0..400u32],
        loss in 0..30u32, duplication in 0..20u32, reordering in 0..50u32,
        seed in any::<u64>(),
    ) {
        let (ends, ..) = run(packets, Network::fast(loss, duplication, reordering), &ROOMS, seed);
        for (end, sent) in ends.iter().zip([packets[1], packets[0]]) {
            prop_assert_eq!(&end.delivered, &(0..sent).collect::<Vec<_>>());
        }
        for (end, sent) in ends.iter().zip(packets) {
            prop_assert_eq!(end.released.len() as u32, sent, "all memory comes back");
            prop_assert_eq!(end.link.deadline_ns(), None, "no timer without anything outstanding");
        }
    }

    #[test]
    fn bytes_on_the_wire_follow_what_is_lost(seed in any::<u64>(), loss in 0..6u32) {
        let (_, count, _) = run([1000, 0], Network::fast(loss, 0, 0), &ROOMS, seed);
        // Each packet once, what is lost again, an acknowledgement for each few.
        prop_assert!(count < 1000 + 1000 * 3, "{} packets for 1000", count);
    }
}

/// A stream over a network that loses some packets by chance and delivers others late is as fast as
/// the round trip allows, with many packets on their way, and repeats little but what is lost.
#[test]
fn a_stream_bears_chance_losses_and_late_packets() {
    const PACKETS: u32 = 20_000;
    const MS: u64 = 1_000_000;
    for (loss, reordering) in [(0, 0), (1, 0), (0, 5), (1, 5), (5, 5)] {
        let network = Network { loss, duplication: 0, reordering, latency_ns: MS, late_ns: MS };
        let (ends, _, ns) = run([PACKETS, 0], network, &[MOST_IN_FLIGHT], 7);
        assert_eq!(ends[1].delivered.len() as u32, PACKETS);
        let (trips, repeated) = (ns / (2 * MS), ends[0].repeated);
        let least = u64::from(PACKETS / u32::from(MOST_IN_FLIGHT));
        assert!(trips < 5 * least && repeated < PACKETS / 100 * (2 * loss + 1), "{loss} %, {reordering} %: {trips}, {repeated}");
    }
}

#[test]
fn a_former_life_is_not_heard_and_a_new_one_is_noticed() {
    let mut end = End::new(0, 1);
    let mut header = Link::<u32, u32>::new(&link::Options { me: 1, epoch: Epoch(2), peer_epoch: Epoch(1) }).header(
        1,
        DatagramKind::First,
        Sequence(0),
        false,
        8,
    );
    let mut hear = |header: &DatagramHeader| end.link.hear(header, 8, 0, |_| panic!("released"));
    assert_eq!(hear(&DatagramHeader { epoch: Epoch(1), ..header }), Heard::Stale);
    assert_eq!(hear(&DatagramHeader { epoch: Epoch(3), ..header }), Heard::Restarted);
    assert_eq!(hear(&DatagramHeader { to_epoch: Epoch(0), ..header }), Heard::Stale);
    assert_eq!(hear(&header), Heard::Packet(Arrival::InOrder));
    header.kind = DatagramKind::Farewell;
    assert_eq!(hear(&header), Heard::Farewell);
}
