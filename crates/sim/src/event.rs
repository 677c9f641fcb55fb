//! What is to happen, in order of time.

use std::cmp::{Ordering, Reverse};
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
    /// A rank has waited long enough.
    Alarm { context: u32, number: u32 },
    /// The process of a rank dies.
    Death { context: u32 },
    /// A queue pair breaks.
    Break { pick: u64 },
}

struct Entry {
    at_ps: u64,
    number: u64,
    event: Event,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.at_ps, self.number).cmp(&(other.at_ps, other.number))
    }
}

/// The queue of events: by time, and those of one time in the order in which they were put in.
#[derive(Default)]
pub(crate) struct Agenda {
    heap: BinaryHeap<Reverse<Entry>>,
    number: u64,
}

impl Agenda {
    pub fn put(&mut self, at_ps: u64, event: Event) {
        self.number += 1;
        self.heap.push(Reverse(Entry { at_ps, number: self.number, event }));
    }

    pub fn take(&mut self) -> Option<(u64, Event)> {
        self.heap.pop().map(|Reverse(entry)| (entry.at_ps, entry.event))
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
}
