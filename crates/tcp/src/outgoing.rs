//! What waits to be sent on one connection, in order: packets that were written into it, and puts that are read where they lie. Sans-IO.

use std::collections::VecDeque;

use crate::frame::{HEAD, MAX_BODY};
use crate::memory::{Gather, Source};

/// Most bytes of packets that wait on one connection: some packets of the longest kind, and memory that thousands of peers can be given.
pub const MAX_WAITING: usize = 256 << 10;

/// Most bytes of one system call: a call of the program does not wait for more, and other peers have their turn.
const MAX_SEND: u64 = 1 << 20;

/// Bytes of long packets above which no further one is taken: two system calls' worth. The others stay with the engine, which may think better of it.
const MAX_LONG_WAITING: u64 = 2 * MAX_SEND;

const _: () = assert!(MAX_WAITING >= 2 * (HEAD + MAX_BODY));

#[derive(Debug)]
enum Item {
    /// Frames, or the rest of one, and how many bytes of them are sent.
    Bytes { data: Vec<u8>, sent: usize },
    /// The data of a put or of a long packet; its head is in front, as bytes.
    Put { ticket: u64, source: Source },
}

/// The queue of one connection.
#[derive(Debug, Default)]
pub struct SendQueue {
    items: VecDeque<Item>,
    /// Bytes of packets in it.
    waiting: usize,
    /// Bytes of puts and long packets in it.
    long: u64,
}

impl SendQueue {
    /// Whether nothing waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether `len` bytes of packets may be added.
    #[inline]
    pub fn has_room(&self, len: usize) -> bool {
        self.waiting + len <= MAX_WAITING
    }

    /// Whether a long packet may be added.
    #[inline]
    pub fn has_room_for_long(&self) -> bool {
        self.long < MAX_LONG_WAITING
    }

    /// Adds `len` bytes, which are to be written where this points.
    pub fn add(&mut self, len: usize) -> &mut [u8] {
        self.waiting += len;
        let is_open = matches!(self.items.back(), Some(Item::Bytes { data, .. }) if data.len() + len <= MAX_WAITING);
        if !is_open {
            self.items.push_back(Item::Bytes { data: Vec::new(), sent: 0 });
        }
        let Some(Item::Bytes { data, .. }) = self.items.back_mut() else { unreachable!("it was just pushed") };
        let before = data.len();
        data.resize(before + len, 0);
        &mut data[before..]
    }

    /// Adds what is left of the head of a put or of a long packet, and of its data.
    pub fn add_put(&mut self, ticket: u64, head: &[u8], source: Source) {
        if !head.is_empty() {
            self.add(head.len()).copy_from_slice(head);
        }
        self.long += source.left();
        self.items.push_back(Item::Put { ticket, source });
    }

    /// What to send next.
    pub fn gather(&self) -> Gather<'_> {
        let mut gather = Gather::new(MAX_SEND);
        for item in &self.items {
            let has_room = match item {
                Item::Bytes { data, sent } => gather.add(&data[*sent..]),
                Item::Put { source, .. } => gather.add_source(source),
            };
            if !has_room {
                break;
            }
        }
        gather
    }

    /// Takes note that `bytes` bytes are sent; `finished` hears of the puts that are over.
    pub fn advance(&mut self, bytes: usize, mut finished: impl FnMut(u64)) {
        let mut rest = bytes;
        while let Some(item) = self.items.front_mut() {
            let is_over = match item {
                Item::Bytes { data, sent } => {
                    let step = rest.min(data.len() - *sent);
                    *sent += step;
                    rest -= step;
                    self.waiting -= step;
                    *sent == data.len()
                }
                Item::Put { source, .. } => {
                    let step = source.advance(rest as u64);
                    rest -= step as usize;
                    self.long -= step;
                    source.left() == 0
                }
            };
            if !is_over {
                break;
            }
            if let Some(Item::Put { ticket, .. }) = self.items.pop_front() {
                finished(ticket);
            }
        }
        debug_assert!(rest == 0, "more was sent than there was");
    }

    /// Forgets everything: the tickets of the puts that are not over.
    pub fn abandon(&mut self) -> Vec<u64> {
        (self.waiting, self.long) = (0, 0);
        let ticket = |item| if let Item::Put { ticket, .. } = item { Some(ticket) } else { None };
        std::mem::take(&mut self.items).into_iter().filter_map(ticket).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::memory::tests::source;

    static DATA: [u8; 5000] = {
        let mut data = [0; 5000];
        let mut at = 0;
        while at < data.len() {
            data[at] = (at % 251) as u8;
            at += 1;
        }
        data
    };

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Packet(usize),
        Put(usize, usize),
        Send(usize),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (1..3000usize).prop_map(Step::Packet),
            (0..2500usize, 0..2500usize).prop_map(|(first, second)| Step::Put(first, second)),
            (0..4000usize).prop_map(Step::Send),
        ]
    }

    proptest! {
        #[test]
        fn bytes_leave_in_the_order_they_entered(steps in proptest::collection::vec(step(), 1..60)) {
            let (mut queue, mut expected, mut sent) = (SendQueue::default(), Vec::new(), Vec::<u8>::new());
            let (mut begun, mut over) = (0, Vec::new());
            for step in steps.into_iter().chain([Step::Send(usize::MAX); 4]) {
                match step {
                    Step::Packet(len) => {
                        queue.add(len).copy_from_slice(&DATA[..len]);
                        expected.extend(&DATA[..len]);
                    }
                    Step::Put(first, second) => {
                        queue.add_put(begun, &[7; HEAD], source(&[&DATA[..first], &DATA[first..first + second]]));
                        begun += 1;
                        expected.extend([7; HEAD]);
                        expected.extend(&DATA[..first + second]);
                    }
                    Step::Send(most) => {
                        let now = queue.gather().contents();
                        let now = &now[..now.len().min(most)];
                        sent.extend(now);
                        queue.advance(now.len(), |ticket| over.push(ticket));
                    }
                }
            }
            prop_assert_eq!(sent, expected);
            prop_assert!(queue.is_empty() && (queue.waiting, queue.long) == (0, 0));
            prop_assert_eq!(over, (0..begun).collect::<Vec<_>>());
        }
    }

    #[test]
    fn room_is_bounded_and_comes_back() {
        let mut queue = SendQueue::default();
        while queue.has_room(1000) {
            queue.add(1000);
        }
        assert!(queue.waiting > MAX_WAITING - 1000 && queue.waiting <= MAX_WAITING);
        queue.advance(1000, |_| {});
        assert!(queue.has_room(1000));
    }

    #[test]
    fn a_queue_that_never_empties_does_not_grow() {
        let mut queue = SendQueue::default();
        queue.add(1000);
        for _ in 0..10_000 {
            queue.add(1000);
            queue.advance(1000, |_| {});
        }
        let held: usize = queue.items.iter().map(|item| if let Item::Bytes { data, .. } = item { data.len() } else { 0 }).sum();
        assert!(held <= 2 * MAX_WAITING, "{held}");
    }

    #[test]
    fn puts_that_did_not_leave_are_named() {
        let mut queue = SendQueue::default();
        queue.add_put(5, &[0; HEAD], source(&[b"abc"]));
        queue.add_put(6, &[0; HEAD], source(&[]));
        queue.advance(HEAD + 3, |ticket| assert_eq!(ticket, 5));
        assert_eq!((queue.abandon(), queue.is_empty()), (vec![6], true));
    }
}
