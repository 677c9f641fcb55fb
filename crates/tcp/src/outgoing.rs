//! What waits to be sent on one connection, in order: packets that were written into it, and puts
//! that are read where they lie. Sans-IO.

use std::collections::VecDeque;

use ferry_device::Ticket;

use crate::frame::{HEAD, MAX_BODY};
use crate::memory::{Gather, Source};

/// Most bytes of packets that wait on one connection: some packets of the longest kind, and memory
/// that thousands of peers can be given.
pub const MAX_WAITING: usize = 256 << 10;

/// Most bytes of one system call: a call of the program does not wait for more, and other peers
/// have their turn.
const MAX_SEND: u64 = 1 << 20;

/// Bytes of long packets above which no further one is taken: two system calls' worth. The others
/// stay with the engine, which may think better of it.
const MAX_LONG_WAITING: u64 = 2 * MAX_SEND;

const _: () = assert!(MAX_WAITING >= 2 * (HEAD + MAX_BODY));

#[derive(Debug)]
enum Item {
    /// Frames, or the rest of one, and how many bytes of them are sent.
    Bytes { data: Vec<u8>, sent: usize },
    /// The data of a put or of a long packet; its head is in front, as bytes.
    Body { ticket: Ticket, source: Source, kind: Body },
    /// So many bytes in place of data that cannot be read.
    Blank(u64),
}

/// What data belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// A put. Nobody looks at its data before the engines have told each other that it is over, and
    /// how.
    Put,
    /// A long packet, which is over when it is there.
    Packet,
}

/// What data are that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Their ticket.
    pub ticket: Ticket,
    /// Whether something else goes in their place, so that what follows is understood.
    pub is_replaced: bool,
}

/// What goes in place of data that cannot be read.
static BLANK: [u8; 64 << 10] = [0; 64 << 10];

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
    pub fn add_body(&mut self, ticket: Ticket, head: &[u8], source: Source, kind: Body) {
        if !head.is_empty() {
            self.add(head.len()).copy_from_slice(head);
        }
        self.long += source.left();
        self.items.push_back(Item::Body { ticket, source, kind });
    }

    /// What to send next.
    pub fn gather(&self) -> Gather<'_> {
        self.gather_some(usize::MAX)
    }

    /// What to send next if that cannot be read: what is unreadable is then the data in front, or
    /// behind.
    pub fn gather_front(&self) -> Gather<'_> {
        self.gather_some(1)
    }

    fn gather_some(&self, items: usize) -> Gather<'_> {
        let mut gather = Gather::new(MAX_SEND);
        for item in self.items.iter().take(items) {
            let has_room = match item {
                Item::Bytes { data, sent } => gather.add(&data[*sent..]),
                Item::Body { source, .. } => gather.add_source(source),
                Item::Blank(left) => gather.add(&BLANK[..BLANK.len().min(*left as usize)]) && *left <= BLANK.len() as u64,
            };
            if !has_room {
                break;
            }
        }
        gather
    }

    /// Takes note that `bytes` bytes are sent; `finished` hears of the puts that are over.
    pub fn advance(&mut self, bytes: usize, mut finished: impl FnMut(Ticket)) {
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
                Item::Body { source, .. } => {
                    let step = source.advance(rest as u64);
                    rest -= step as usize;
                    self.long -= step;
                    source.left() == 0
                }
                Item::Blank(left) => {
                    let step = (*left).min(rest as u64);
                    rest -= step as usize;
                    self.long -= step;
                    *left -= step;
                    *left == 0
                }
            };
            if !is_over {
                break;
            }
            if let Some(Item::Body { ticket, .. }) = self.items.pop_front() {
                finished(ticket);
            }
        }
        debug_assert!(rest == 0, "more was sent than there was");
    }

    /// The data in front cannot be read: they are forgotten. `None` if there are none.
    pub fn give_up_front(&mut self) -> Option<Unreadable> {
        let Some(Item::Body { ticket, source, kind }) = self.items.front() else { return None };
        let unreadable = Unreadable { ticket: *ticket, is_replaced: *kind == Body::Put };
        self.items[0] = Item::Blank(source.left());
        Some(unreadable)
    }

    /// Forgets everything: the tickets of the puts that are not over.
    pub fn abandon(&mut self) -> Vec<Ticket> {
        (self.waiting, self.long) = (0, 0);
        let ticket = |item| if let Item::Body { ticket, .. } = item { Some(ticket) } else { None };
        std::mem::take(&mut self.items).into_iter().filter_map(ticket).collect()
    }
}

#[cfg(test)]
mod tests {
    use ferry_device::OperationTicket;
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

    fn ticket(number: usize) -> Ticket {
        OperationTicket(number).into()
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
                        queue.add_body(ticket(begun), &[7; HEAD], source(&[&DATA[..first], &DATA[first..first + second]]), Body::Put);
                        begun += 1;
                        expected.extend([7; HEAD]);
                        expected.extend(&DATA[..first + second]);
                    }
                    Step::Send(most) => {
                        let now = queue.gather().contents();
                        let now = &now[..now.len().min(most)];
                        sent.extend(now);
                        queue.advance(now.len(), |ended| over.push(ended));
                    }
                }
            }
            prop_assert_eq!(sent, expected);
            prop_assert!(queue.is_empty() && (queue.waiting, queue.long) == (0, 0));
            prop_assert_eq!(over, (0..begun).map(ticket).collect::<Vec<_>>());
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
    fn what_cannot_be_read_goes_as_blanks_and_what_follows_as_it_is() {
        let mut queue = SendQueue::default();
        queue.add_body(ticket(5), b"5", source(&[&DATA[..3000]]), Body::Put);
        queue.add(3).copy_from_slice(b"end");
        assert_eq!((queue.give_up_front(), queue.gather_front().contents()), (None, b"5".to_vec()));
        queue.advance(1 + 1000, |_| unreachable!());
        assert_eq!(queue.give_up_front(), Some(Unreadable { ticket: ticket(5), is_replaced: true }));
        assert_eq!(queue.gather().contents(), [&[0; 2000][..], b"end"].concat());
        queue.advance(500, |_| unreachable!());
        assert_eq!(queue.gather().contents(), [&[0; 1500][..], b"end"].concat());
        queue.advance(1500 + 3, |over| unreachable!("{over:?} is not over, it was given up"));
        assert!(queue.is_empty() && (queue.waiting, queue.long) == (0, 0));
    }

    #[test]
    fn long_blanks_go_piece_by_piece() {
        static LONG: [u8; 200 << 10] = [1; 200 << 10];
        let mut queue = SendQueue::default();
        queue.add_body(ticket(5), &[], source(&[&LONG]), Body::Packet);
        assert_eq!(queue.give_up_front(), Some(Unreadable { ticket: ticket(5), is_replaced: false }));
        queue.add(1)[0] = 7;
        let mut sent = Vec::new();
        while !queue.is_empty() {
            let now = queue.gather().contents();
            queue.advance(now.len(), |_| unreachable!());
            sent.extend(now);
        }
        assert!(sent.len() == LONG.len() + 1 && sent.ends_with(&[0, 7]));
    }

    #[test]
    fn puts_that_did_not_leave_are_named() {
        let mut queue = SendQueue::default();
        queue.add_body(ticket(5), &[0; HEAD], source(&[b"abc"]), Body::Put);
        queue.add_body(ticket(6), &[0; HEAD], source(&[]), Body::Put);
        queue.advance(HEAD + 3, |over| assert_eq!(over, ticket(5)));
        assert_eq!((queue.abandon(), queue.is_empty()), (vec![ticket(6)], true));
    }
}
