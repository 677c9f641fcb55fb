//! Tests of a ring's two ends: in loom's model (`--cfg loom`), natively, and under Miri.

use ferry_protocol::packet::{Header, Kind};

use super::*;
use crate::layout::MAX_BODY;

/// Bytes of the `number`th packet's body, `len` of them: different from those of its neighbours.
fn content(number: u64, len: usize) -> impl Iterator<Item = u8> {
    (0..len as u64).map(move |at| (number * 31 + at * 7 + 1) as u8)
}

/// Sends packet `number` with `len` bytes; false if the ring is full.
fn send(sender: &mut Sender, number: u64, len: usize) -> bool {
    send_by(&mut PairBuffer::absent(), sender, number, len)
}

/// As [`send`], with a pair buffer.
pub(crate) fn send_by(pair_buffer: &mut PairBuffer, sender: &mut Sender, number: u64, len: usize) -> bool {
    let header = Header::message(Kind::Eager, number, number as i32, len as u32);
    sender.try_send(header, pair_buffer, |part| {
        for (at, byte) in content(number, len).skip(part.offset).take(part.len).enumerate() {
            // SAFETY: the ring gives room for so many bytes.
            unsafe { part.to.add(at).write(byte) };
        }
    })
}

/// Takes up to `limit` packets and checks that they are those from `next` on, whole; returns how
/// many came.
fn receive(receiver: &mut Receiver, limit: usize, next: u64, len_of: impl Fn(u64) -> usize) -> usize {
    receive_by(&mut PairBuffer::absent(), receiver, limit, next, len_of)
}

/// As [`receive`], with a pair buffer.
pub(crate) fn receive_by(
    pair_buffer: &mut PairBuffer,
    receiver: &mut Receiver,
    limit: usize,
    next: u64,
    len_of: impl Fn(u64) -> usize,
) -> usize {
    let mut number = next;
    let show = |header: &Header, body: *const u8| {
        assert_eq!((header.context, header.tag, header.kind), (number, number as i32, Kind::Eager as u8));
        assert_eq!(header.len as usize, len_of(number));
        for (at, byte) in content(number, header.len as usize).enumerate() {
            // SAFETY: the ring shows `len` bytes.
            assert_eq!(unsafe { body.add(at).read() }, byte, "byte {at} of packet {number}");
        }
        number += 1;
        PacketTaken::Consumed
    };
    receiver.drain(limit, pair_buffer, show, || {}).taken
}

#[cfg(loom)]
mod loom_tests {
    use super::super::pair;
    use super::*;
    use loom::thread;

    /// All interleavings with up to three preemptions: where many packets are in the ring, all of
    /// them would take minutes.
    fn explore(test: impl Fn() + Send + Sync + 'static) {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(test);
    }

    /// Sends packets `from..to`, of `len_of` bytes, in one thread while the other one takes them.
    fn exchange(sender: Sender, receiver: Receiver, from: u64, to: u64, len_of: fn(u64) -> usize) {
        let mut sender = sender;
        let sending = thread::spawn(move || {
            for number in from..to {
                while !send(&mut sender, number, len_of(number)) {
                    thread::yield_now();
                }
            }
        });
        let mut receiver = receiver;
        let mut next = from;
        while next < to {
            match receive(&mut receiver, usize::MAX, next, len_of) {
                0 => thread::yield_now(),
                taken => next += taken as u64,
            }
        }
        sending.join().unwrap();
        assert!(!receiver.is_ready());
    }

    /// Ends that have exchanged packets `0..count` already.
    fn after(count: u64, len_of: fn(u64) -> usize) -> (Sender, Receiver) {
        let (mut sender, mut receiver) = pair();
        for number in 0..count {
            assert!(send(&mut sender, number, len_of(number)));
            assert_eq!(receive(&mut receiver, 1, number, len_of), 1);
        }
        (sender, receiver)
    }

    #[test]
    fn loom_packets_arrive_once_in_order_and_intact() {
        loom::model(|| {
            let (sender, receiver) = pair();
            exchange(sender, receiver, 0, 3, |number| [0, INLINE, 17][number as usize]);
        });
    }

    #[test]
    fn loom_bodies_arrive_intact() {
        loom::model(|| {
            let (sender, receiver) = pair();
            exchange(sender, receiver, 0, 3, |number| [INLINE + 1, 3, MAX_BODY][number as usize]);
        });
    }

    /// The cells wrap around: the packet at position 8 is written where that at position 0 was
    /// read.
    #[test]
    fn loom_cells_are_reused_after_they_were_read() {
        explore(|| {
            let (mut sender, receiver) = after(1, |_| 8);
            assert!((1..CELLS as u64).all(|number| send(&mut sender, number, 8)));
            let sent = CELLS as u64;
            exchange_rest(sender, receiver, sent, 1, sent + 2, |_| 8);
        });
    }

    /// As `exchange`, where packets `received..sent` are in the ring already.
    fn exchange_rest(mut sender: Sender, mut receiver: Receiver, sent: u64, received: u64, to: u64, len_of: fn(u64) -> usize) {
        let sending = thread::spawn(move || {
            for number in sent..to {
                while !send(&mut sender, number, len_of(number)) {
                    thread::yield_now();
                }
            }
        });
        let mut next = received;
        while next < to {
            match receive(&mut receiver, 2, next, len_of) {
                0 => thread::yield_now(),
                taken => next += taken as u64,
            }
        }
        sending.join().unwrap();
    }

    /// Bodies of two lines, with one line left at the end of the body space: the next one starts at
    /// its beginning, once others were read there.
    #[test]
    fn loom_bodies_wrap_around() {
        const LEN: fn(u64) -> usize = |number| if number == 0 { LINE } else { MAX_BODY };
        explore(|| {
            let (mut sender, receiver) = after(1, LEN);
            assert!((1..4).all(|number| send(&mut sender, number, LEN(number))));
            assert!(!send(&mut sender, 4, MAX_BODY));
            exchange_rest(sender, receiver, 4, 1, 6, LEN);
        });
    }

    #[test]
    fn loom_a_refused_packet_comes_again() {
        loom::model(|| {
            let (mut sender, mut receiver) = pair();
            let sending = thread::spawn(move || {
                assert!(send(&mut sender, 0, MAX_BODY));
                assert!(send(&mut sender, 1, 4));
            });
            let mut shown = 0;
            while shown == 0 {
                let drained = receiver.drain(
                    9,
                    &mut PairBuffer::absent(),
                    |header, _| {
                        assert_eq!(header.context, 0);
                        shown += 1;
                        PacketTaken::Refused
                    },
                    || {},
                );
                assert_eq!(drained.taken, 0);
                thread::yield_now();
            }
            assert!(!receiver.owes_announcement());
            let mut next = 0;
            while next < 2 {
                next += receive(&mut receiver, 9, next, |number| if number == 0 { MAX_BODY } else { 4 }) as u64;
                thread::yield_now();
            }
            sending.join().unwrap();
        });
    }

    /// A sender that found no room and goes to sleep either sees the room at its last look or is
    /// woken for it.
    #[test]
    fn loom_no_room_is_overlooked() {
        use crate::doorbell;
        use crate::sync::AtomicU32;
        use loom::sync::Arc;

        explore(|| {
            let (mut sender, mut receiver) = pair();
            for number in 0..CELLS as u64 {
                assert!(send(&mut sender, number, 8));
            }
            let asleep = Arc::new(AtomicU32::new(0));
            let bell = asleep.clone();
            let receiving = thread::spawn(move || {
                let drained =
                    receiver.drain(2, &mut PairBuffer::absent(), |_, _| PacketTaken::Consumed, || doorbell::wake(&bell, true));
                assert_eq!(drained.taken, 2);
            });
            while !send(&mut sender, CELLS as u64, 8) {
                doorbell::announce_sleep(&asleep, 1, true);
                if !sender.has_room_again() {
                    doorbell::sleep(&asleep, 1);
                }
                doorbell::wake_slowly(&asleep);
            }
            receiving.join().unwrap();
        });
    }
}

#[cfg(not(loom))]
pub(crate) mod heap {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::thread;

    use super::*;
    use crate::layout::{BODIES, PAGE, RING, WINDOW};

    /// A ring on the heap.
    pub(crate) struct Ring(*mut u8);

    const LAYOUT: Layout = match Layout::from_size_align(RING, PAGE) {
        Ok(layout) => layout,
        Err(_) => panic!("RING is no size"),
    };

    impl Ring {
        pub(crate) fn new() -> Self {
            // SAFETY: the size is not 0.
            Ring(unsafe { alloc_zeroed(LAYOUT) })
        }

        pub(crate) fn ends(&self) -> (Sender, Receiver) {
            // SAFETY: RING-1 while the tests keep the ring; RING-2, each test asks for the ends
            // once.
            unsafe { (Sender::new(self.0, BODIES), Receiver::new(self.0)) }
        }
    }

    impl Drop for Ring {
        fn drop(&mut self) {
            // SAFETY: allocated in `new` with this layout.
            unsafe { dealloc(self.0, LAYOUT) };
        }
    }

    /// Lengths around every border: none, in the cell, a line, the longest (which Miri is too slow
    /// for).
    pub(crate) fn len_of(number: u64) -> usize {
        let longest = if cfg!(miri) { 4 * LINE } else { MAX_BODY };
        let some = [0, 1, INLINE, INLINE + 1, LINE, LINE + 1, 500 % longest, longest - 1, longest];
        some[(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % some.len()]
    }

    fn exchange(count: u64, len_of: fn(u64) -> usize) {
        let ring = Ring::new();
        let (mut sender, mut receiver) = ring.ends();
        thread::scope(|scope| {
            scope.spawn(move || {
                for number in 0..count {
                    while !send(&mut sender, number, len_of(number)) {
                        thread::yield_now();
                    }
                }
            });
            let mut next = 0;
            while next < count {
                next += receive(&mut receiver, 32, next, len_of) as u64;
                thread::yield_now();
            }
        });
    }

    #[test]
    fn short_packets_cross_between_threads() {
        exchange(if cfg!(miri) { 300 } else { 200_000 }, |number| number as usize % (INLINE + 1));
    }

    #[test]
    fn bodies_of_all_lengths_cross_between_threads() {
        exchange(if cfg!(miri) { 300 } else { 20_000 }, len_of);
    }

    #[test]
    fn a_ring_holds_as_many_packets_as_it_has_cells() {
        let ring = Ring::new();
        let (mut sender, mut receiver) = ring.ends();
        let sent = (0..).take_while(|number| send(&mut sender, *number, 8)).count();
        assert_eq!(sent, CELLS);
        assert!(!sender.has_room_again());
        assert_eq!(receive(&mut receiver, CELLS, 0, |_| 8), CELLS);
        assert!(sender.has_room_again() && !sender.has_room_again());
        assert!(send(&mut sender, CELLS as u64, 8));
    }

    /// Bodies fill the body space to its end, and the one that would cross it waits for room at the
    /// beginning.
    #[test]
    #[cfg_attr(miri, ignore = "a hundred thousand bytes one by one")]
    fn a_ring_holds_as_many_bodies_as_it_has_bytes() {
        let ring = Ring::new();
        let (mut sender, mut receiver) = ring.ends();
        let sent = (0..).take_while(|number| send(&mut sender, *number, MAX_BODY)).count();
        assert_eq!(sent, WINDOW / MAX_BODY);
        assert!(send(&mut sender, sent as u64, INLINE), "a short packet needs no room for bodies");
        assert_eq!(receive(&mut receiver, 1, 0, |_| MAX_BODY), 1);
        assert!(send(&mut sender, sent as u64 + 1, MAX_BODY));
    }

    /// A ring goes on to lines that nobody has used for long: what one window of packets took is
    /// used again after the whole body space only.
    #[test]
    #[cfg_attr(miri, ignore = "megabytes byte by byte")]
    fn a_ring_uses_all_of_its_body_space() {
        let ring = Ring::new();
        let (mut sender, mut receiver) = ring.ends();
        let mut places = std::collections::HashSet::new();
        for number in 0..2 * (BODIES / MAX_BODY) as u64 {
            assert!(send(&mut sender, number, MAX_BODY));
            receiver.drain(
                1,
                &mut PairBuffer::absent(),
                |_, body| {
                    places.insert(body.addr());
                    PacketTaken::Consumed
                },
                || {},
            );
        }
        assert_eq!(places.len(), BODIES / MAX_BODY);
    }

    /// Whatever the receiver keeps to itself, a sender whose ring is empty always finds room.
    #[test]
    fn an_empty_ring_takes_any_packet() {
        let ring = Ring::new();
        let (mut sender, mut receiver) = ring.ends();
        for number in 0..if cfg!(miri) { 50 } else { 5_000 } {
            assert!(send(&mut sender, number, len_of(number)), "packet {number}");
            assert_eq!(receive(&mut receiver, 1, number, len_of), 1);
        }
    }

    #[test]
    fn announcements_are_reported_and_owed() {
        let ring = Ring::new();
        let (mut sender, mut receiver) = ring.ends();
        let mut announcements = 0;
        for number in 0..ANNOUNCE_CELLS + 1 {
            assert!(send(&mut sender, number, 1));
        }
        receiver.drain(CELLS, &mut PairBuffer::absent(), |_, _| PacketTaken::Consumed, || announcements += 1);
        assert_eq!(announcements, 1);
        assert!(receiver.owes_announcement());
        receiver.announce();
        assert!(!receiver.owes_announcement());
    }

    #[test]
    fn the_last_packet_ends_a_drain() {
        let ring = Ring::new();
        let (mut sender, mut receiver) = ring.ends();
        assert!((0..3).all(|number| send(&mut sender, number, 1)));
        let drained = receiver.drain(CELLS, &mut PairBuffer::absent(), |_, _| PacketTaken::ConsumedLast, || {});
        assert!(drained.is_over && drained.taken == 1);
        assert_eq!(receive(&mut receiver, CELLS, 1, |_| 1), 2);
    }

    #[test]
    fn sequence_numbers_wrap_around() {
        let last = u64::from(u32::MAX) * CELLS as u64;
        assert_eq!(sequence_at(last), 0);
        assert_eq!(sequence_at(last + CELLS as u64), 1);
    }
}
