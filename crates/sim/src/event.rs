//! What is to happen, in order of time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ferry_rdma::{AsyncEvent, Completion, Gid, RemoteMemory, Status};

/// What a responder says to a requester.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The request, and all before it that are not reads or atomics, are done.
    Done,
    /// There was no receive; the code says how long to wait. The message begins again at this byte.
    NotReady { timer: u8, offset: u32 },
    /// The request is refused.
    Refused(Status),
    /// The request was an atomic, and this is what was there.
    Old(u64),
}

/// A datagram on its way.
#[derive(Debug)]
pub(crate) struct Flying {
    pub from: Gid,
    pub from_queue_pair: u32,
    pub to: Gid,
    pub queue_pair: u32,
    pub queue_key: u32,
    pub is_global: bool,
    /// Which way through the network.
    pub way: u8,
    pub solicited: bool,
    pub immediate: Option<u32>,
    pub bytes: Box<[u8]>,
}

/// An event. Queue pairs and queues are named by number; those that are gone by then are passed
/// over.
#[derive(Debug)]
pub(crate) enum Event {
    /// A queue pair may have something to send.
    Ready { queue_pair: u32 },
    /// A port has sent what it was sending.
    PortFree { node: u32 },
    /// Part of a request is at the responder.
    Arrival { from: u32, sequence: u64, offset: u32 },
    /// A read that has arrived before is at the responder once more.
    Repetition { from: u32, memory: RemoteMemory, bytes: u32 },
    /// A response is at the requester.
    Answer { to: u32, sequence: u64, answer: Answer },
    /// Part of what was read is at the requester.
    ReadArrival { to: u32, sequence: u64, offset: u32 },
    /// A datagram is at its port.
    Datagram(Box<Flying>),
    /// An entry of a completion queue is written. It stands for so many places in the send queue.
    Completion { queue: u32, completion: Completion, places: u32, solicited: bool },
    /// The time to wait for answers may be over.
    Timeout { queue_pair: u32 },
    /// An event that is not a completion.
    Async { context: u32, event: AsyncEvent },
    /// A rank may go on.
    Run { context: u32 },
    /// A rank may have waited long enough. The number is that of its place in the agenda.
    Alarm { context: u32, number: u64 },
    /// The process of a rank dies.
    Death { context: u32 },
    /// A queue pair breaks.
    Break { pick: u64 },
}

/// The queue of events: by time, and those of one time in the order of their numbers, which is that
/// in which they were put in.
#[derive(Default)]
pub(crate) struct Agenda {
    /// Time and number, by which they are sorted, and place of the event, which stays where it is
    /// meanwhile.
    heap: BinaryHeap<Reverse<(u64, u64, u32)>>,
    events: Vec<Option<Event>>,
    free: Vec<u32>,
    number: u64,
}

impl Agenda {
    pub fn put(&mut self, at_ps: u64, event: Event) {
        let number = self.next_number();
        self.put_as(at_ps, number, event);
    }

    /// A number for an event that is put in later, but comes as if it was put in now.
    pub fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    /// Puts in an event that has a number.
    pub fn put_as(&mut self, at_ps: u64, number: u64, event: Event) {
        let place = match self.free.pop() {
            Some(place) => {
                self.events[place as usize] = Some(event);
                place
            }
            None => {
                self.events.push(Some(event));
                self.events.len() as u32 - 1
            }
        };
        self.heap.push(Reverse((at_ps, number, place)));
    }

    pub fn take(&mut self) -> Option<(u64, Event)> {
        let Reverse((at_ps, _, place)) = self.heap.pop()?;
        self.free.push(place);
        self.events[place as usize].take().map(|event| (at_ps, event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_by_time_and_then_in_order() {
        let mut agenda = Agenda::default();
        for (at, node) in [(5, 0), (3, 1), (5, 2), (3, 3), (4, 4)] {
            agenda.put(at, Event::PortFree { node });
        }
        let mut order = Vec::new();
        while let Some((at, Event::PortFree { node })) = agenda.take() {
            order.push((at, node));
        }
        assert_eq!(order, [(3, 1), (3, 3), (4, 4), (5, 0), (5, 2)]);
    }

    #[test]
    fn events_with_a_number_come_as_if_they_were_put_in_before() {
        let mut agenda = Agenda::default();
        let number = agenda.next_number();
        agenda.put(5, Event::PortFree { node: 1 });
        agenda.put(4, Event::PortFree { node: 2 });
        agenda.put_as(5, number, Event::PortFree { node: 0 });
        let order: Vec<_> = std::iter::from_fn(|| agenda.take()).collect();
        assert!(
            matches!(
                order[..],
                [(4, Event::PortFree { node: 2 }), (5, Event::PortFree { node: 0 }), (5, Event::PortFree { node: 1 })]
            ),
            "{order:?}"
        );
    }
}
