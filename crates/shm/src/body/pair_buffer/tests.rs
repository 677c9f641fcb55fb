//! Tests of bodies that go back and forth: in loom's model (`--cfg loom`), natively, and under
//! Miri.

use super::*;
use crate::ring::tests::{receive_by, send_by};
use crate::ring::{Receiver, Sender};

/// One of two ranks that are connected both ways.
struct Rank {
    to: Sender,
    from: Receiver,
    pair_buffer: PairBuffer,
}

impl Rank {
    fn send(&mut self, number: u64, len: usize) -> bool {
        send_by(&mut self.pair_buffer, &mut self.to, number, len)
    }

    fn receive(&mut self, limit: usize, next: u64, len_of: impl Fn(u64) -> usize) -> usize {
        receive_by(&mut self.pair_buffer, &mut self.from, limit, next, len_of)
    }
}

#[cfg(loom)]
mod loom_tests {
    use loom::thread;

    use super::*;
    use crate::layout::MAX_BODY;

    /// The higher rank answers with what it received last, and gets that back.
    #[test]
    fn loom_a_compartment_goes_there_and_back_and_there() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let ((there, arriving), (back, answers)) = (crate::ring::pair(), crate::ring::pair());
            let (mine, theirs) = pair();
            let mut lower = Rank { to: there, from: answers, pair_buffer: mine };
            let mut higher = Rank { to: back, from: arriving, pair_buffer: theirs };
            let await_one = |rank: &mut Rank, number| {
                while rank.receive(1, number, |_| MAX_BODY) == 0 {
                    thread::yield_now();
                }
            };
            let answering = thread::spawn(move || {
                await_one(&mut higher, 0);
                assert_eq!(higher.pair_buffer.own, 1);
                assert!(higher.send(0, MAX_BODY));
                assert_eq!(higher.pair_buffer.own, 0);
                await_one(&mut higher, 1);
            });
            assert!(lower.send(0, MAX_BODY));
            await_one(&mut lower, 0);
            assert_eq!(lower.pair_buffer.own, u8::MAX);
            assert!(lower.send(1, MAX_BODY));
            answering.join().unwrap();
        });
    }
}

#[cfg(not(loom))]
mod heap {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::thread;

    use ferry_device::PacketTaken;

    use super::*;
    use crate::layout::{MAX_BODY, PAGE, PAIR_BUFFER, PAIR_SLOTS, WINDOW};
    use crate::ring::tests::heap::{Ring, len_of};

    const LAYOUT: Layout = match Layout::from_size_align(PAIR_BUFFER, PAGE) {
        Ok(layout) => layout,
        Err(_) => panic!("PAIR_BUFFER is no size"),
    };

    /// The memory between two ranks.
    struct Memory {
        rings: [Ring; 2],
        pair_buffer: *mut u8,
    }

    impl Memory {
        fn new() -> Self {
            // SAFETY: the size is not 0.
            Memory { rings: [Ring::new(), Ring::new()], pair_buffer: unsafe { alloc_zeroed(LAYOUT) } }
        }

        /// The lower rank and the higher one.
        fn ranks(&self) -> (Rank, Rank) {
            let [(there, arriving), (back, answers)] = [self.rings[0].ends(), self.rings[1].ends()];
            // SAFETY: PAIR-1 while the tests keep the memory; each test asks for the ranks once.
            let (mine, theirs) = unsafe { (PairBuffer::new(self.pair_buffer, true), PairBuffer::new(self.pair_buffer, false)) };
            (Rank { to: there, from: answers, pair_buffer: mine }, Rank { to: back, from: arriving, pair_buffer: theirs })
        }

        fn holds(&self, body: *const u8) -> bool {
            (self.pair_buffer.addr()..self.pair_buffer.addr() + PAIR_BUFFER).contains(&body.addr())
        }
    }

    impl Drop for Memory {
        fn drop(&mut self) {
            // SAFETY: allocated in `new` with this layout.
            unsafe { dealloc(self.pair_buffer, LAYOUT) };
        }
    }

    fn patient_ranks(memory: &Memory) -> (Rank, Rank) {
        let (mut lower, mut higher) = memory.ranks();
        lower.pair_buffer.set_patient(true);
        higher.pair_buffer.set_patient(true);
        (lower, higher)
    }

    /// Where the body of the next packet is, which is taken if `answer` says so.
    fn next_body(rank: &mut Rank, answer: PacketTaken) -> *const u8 {
        let mut place = std::ptr::null();
        let show = |_: &_, body| {
            place = body;
            answer
        };
        rank.from.drain(1, &mut rank.pair_buffer, show, || {});
        assert!(!place.is_null(), "there is no packet");
        place
    }

    #[test]
    fn an_answer_takes_the_place_of_the_message() {
        let memory = Memory::new();
        let (mut lower, mut higher) = memory.ranks();
        for number in 0..5 {
            assert!(lower.send(number, IN_RING_MOST + 1));
            let there = next_body(&mut higher, PacketTaken::Consumed);
            assert!(higher.send(number, IN_RING_MOST + 1));
            let back = next_body(&mut lower, PacketTaken::Consumed);
            assert!(there == back && memory.holds(back));
            assert_eq!((lower.pair_buffer.own, higher.pair_buffer.own), (u8::MAX, 0));
        }
    }

    #[test]
    fn the_higher_rank_begins_in_its_ring_and_short_bodies_stay_there() {
        let memory = Memory::new();
        let (mut lower, mut higher) = memory.ranks();
        assert!(higher.send(0, MAX_BODY));
        assert!(!memory.holds(next_body(&mut lower, PacketTaken::Consumed)));
        assert!(lower.send(0, IN_RING_MOST));
        assert!(!memory.holds(next_body(&mut higher, PacketTaken::Consumed)));
    }

    #[test]
    fn whoever_gets_no_answers_goes_on_in_the_ring() {
        let memory = Memory::new();
        let (mut lower, mut higher) = memory.ranks();
        let sent = (0..).take_while(|number| lower.send(*number, MAX_BODY)).count();
        assert_eq!(sent, PAIR_SLOTS + WINDOW / MAX_BODY);
        let bodies: Vec<_> = (0..sent).map(|_| next_body(&mut higher, PacketTaken::Consumed)).collect();
        assert!(bodies[..PAIR_SLOTS].iter().all(|body| memory.holds(*body)));
        assert!(!bodies[PAIR_SLOTS..].iter().any(|body| memory.holds(*body)));
        assert_eq!((lower.pair_buffer.own, higher.pair_buffer.own), (0, u8::MAX));
        assert!(lower.send(0, MAX_BODY) && !memory.holds(next_body(&mut higher, PacketTaken::Consumed)));
    }

    /// Attempts of a rank without a slot that fail before it goes on in the ring.
    fn attempts(rank: &mut Rank) -> u32 {
        (0..).take_while(|_| !rank.send(0, MAX_BODY)).count() as u32
    }

    #[test]
    fn who_is_answered_waits_for_a_compartment_but_not_for_ever() {
        let memory = Memory::new();
        let (mut lower, mut higher) = patient_ranks(&memory);
        assert!(lower.send(0, MAX_BODY));
        next_body(&mut higher, PacketTaken::Consumed);
        assert!(higher.send(0, MAX_BODY) && !higher.send(0, MAX_BODY));
        assert!(higher.to.has_room_again(), "it must not sleep meanwhile");
        assert!(higher.send(0, IN_RING_MOST), "short ones do not wait");
        assert_eq!(attempts(&mut higher), PATIENCE.start() - 1);
        assert_eq!(attempts(&mut higher), 0, "patience does not begin anew");
        assert!(lower.send(0, MAX_BODY));
        next_body(&mut higher, PacketTaken::Consumed);
        assert!(higher.send(0, MAX_BODY) && !higher.send(0, MAX_BODY));
    }

    #[test]
    fn patience_grows_with_the_time_that_answers_take_and_shrinks_without() {
        let memory = Memory::new();
        let (mut lower, mut higher) = patient_ranks(&memory);
        let answer = |lower: &mut Rank, higher: &mut Rank| {
            assert!(lower.send(0, MAX_BODY));
            next_body(higher, PacketTaken::Consumed);
            assert!(higher.send(0, MAX_BODY));
        };
        answer(&mut lower, &mut higher);
        assert!((0..5).all(|_| !higher.send(0, MAX_BODY)));
        answer(&mut lower, &mut higher);
        assert_eq!(attempts(&mut higher), 2 * 5 + 32);
        answer(&mut lower, &mut higher);
        assert_eq!(attempts(&mut higher), (2 * 5 + 32) / 2);
    }

    #[test]
    fn a_few_long_bodies_are_a_turn() {
        let memory = Memory::new();
        let (mut lower, mut higher) = patient_ranks(&memory);
        let len = |number: u64| if number < 6 { MAX_BODY } else { 64 };
        assert!((0..20).all(|number| lower.send(number, len(number))));
        assert_eq!([0, 4, 20].map(|next| higher.receive(32, next, len)), [4, 16, 0]);
        higher.pair_buffer.set_patient(false);
        let len = |number: u64| if number < 3 { MAX_BODY } else { 64 };
        assert!((0..20).all(|number| lower.send(number, len(number))));
        assert_eq!(higher.receive(20, 0, len), 20, "ranks that share a processor take what there is");
    }

    #[test]
    fn a_refused_packet_keeps_its_compartment() {
        let memory = Memory::new();
        let (mut lower, mut higher) = memory.ranks();
        assert!(lower.send(0, MAX_BODY));
        let first = next_body(&mut higher, PacketTaken::Refused);
        assert_eq!(higher.pair_buffer.own, 0);
        assert_eq!(higher.receive(1, 0, |_| MAX_BODY), 1);
        assert_eq!(higher.pair_buffer.own, 1);
        assert!(higher.send(0, MAX_BODY) && next_body(&mut lower, PacketTaken::Consumed) == first);
    }

    /// Both send as fast as they can, bodies of all lengths; nothing is lost or written over, and
    /// in the end every slot is somebody's.
    #[test]
    fn bodies_cross_in_both_directions() {
        let count = if cfg!(miri) { 60 } else { 10_000 };
        let memory = Memory::new();
        let (lower, higher) = patient_ranks(&memory);
        let exchange = |mut rank: Rank, salt: u64| {
            let len = |number: u64| len_of(number + salt);
            let other = |number: u64| len_of(number + 1 - salt);
            let (mut sent, mut received) = (0, 0);
            while sent < count || received < count {
                // Turns of different lengths, or as long as there is room.
                let turn = 1 + sent % 23;
                sent += (sent..count.min(sent + turn)).take_while(|number| rank.send(*number, len(*number))).count() as u64;
                received += rank.receive(1 + (sent % 5) as usize, received, other) as u64;
                thread::yield_now();
            }
            rank.pair_buffer.own
        };
        let (one, other) = thread::scope(|scope| {
            let other = scope.spawn(|| exchange(higher, 1));
            (exchange(lower, 0), other.join().unwrap())
        });
        assert_eq!((one ^ other, one & other), (u8::MAX, 0));
    }
}
