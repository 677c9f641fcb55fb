//! Events (MPI-5 §15.3.8): their types, the instances, and the queue in which they wait until
//! callbacks may run.
//!
//! Whoever observes an event puts an [`Instance`] into the [`Queue`] if its type is wanted;
//! callbacks run later, with nothing of the library borrowed. An instance has the time at which it
//! was observed.

use std::collections::VecDeque;

use ferry_constants as mpi;

use crate::kind::{Form, Verbosity};

/// What may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A message came before its receive.
    UnexpectedMessage,
    /// A long message was announced, or an announced one was matched.
    RendezvousStarted,
    /// A collective operation began.
    CollectiveStarted,
    /// A blocking call is about to sleep.
    Nap,
}

/// Event types.
pub const KINDS: usize = 4;

/// Elements of the longest event.
pub const ELEMENTS_MAX: usize = 4;

/// One element of an event's data.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// Its name.
    pub name: &'static str,
    /// How it is represented: [`Form::Int`] or [`Form::Unsigned`].
    pub form: Form,
}

/// One event type. None is bound to an object.
#[derive(Debug)]
pub struct Event {
    /// Its name, unique.
    pub name: &'static str,
    /// What happened, in a sentence or two.
    pub doc: &'static str,
    /// Which it is.
    pub kind: Kind,
    /// Whom it is for.
    pub verbosity: Verbosity,
    /// The name of its category.
    pub category: &'static str,
    /// Its data.
    pub elements: &'static [Element],
}

const fn int(name: &'static str) -> Element {
    Element { name, form: Form::Int }
}

const fn unsigned(name: &'static str) -> Element {
    Element { name, form: Form::Unsigned }
}

static TABLE: [Event; KINDS] = [
    Event {
        name: "unexpected_message",
        doc: "A message came before its receive and waits for it. source: its sender, a rank of MPI_COMM_WORLD; queued: messages that wait \
              now, this one included.",
        kind: Kind::UnexpectedMessage,
        verbosity: Verbosity::Tuner,
        category: "queues",
        elements: &[int("source"), int("tag"), unsigned("bytes"), unsigned("queued")],
    },
    Event {
        name: "rendezvous_started",
        doc: "A long message was announced to its receiver (is_receive is 0), or an announced one has met its receive (1). peer: the other \
              process, a rank of MPI_COMM_WORLD.",
        kind: Kind::RendezvousStarted,
        verbosity: Verbosity::Tuner,
        category: "transports",
        elements: &[int("peer"), int("tag"), unsigned("bytes"), int("is_receive")],
    },
    Event {
        name: "collective_started",
        doc: "A collective operation began. variable: index of the performance variable that counts calls of this function by this \
              algorithm; ranks: processes in the communicator; bytes: what the choice of the algorithm went by.",
        kind: Kind::CollectiveStarted,
        verbosity: Verbosity::Tuner,
        category: "collectives",
        elements: &[int("variable"), int("ranks"), unsigned("bytes")],
    },
    Event {
        name: "nap",
        doc: "A blocking call is about to sleep until a peer wakes it. operations: sends and receives that are not complete.",
        kind: Kind::Nap,
        verbosity: Verbosity::Tuner,
        category: "waiting",
        elements: &[unsigned("operations")],
    },
];

/// All types, by index, which is the discriminant of the kind.
pub fn table() -> &'static [Event] {
    &TABLE
}

impl Event {
    /// Where each element lies in the buffer of `MPI_T_event_copy`, in bytes.
    pub fn displacements(&self) -> impl Iterator<Item = usize> {
        self.elements.iter().scan(0, |end: &mut usize, element| {
            let at = end.next_multiple_of(element.form.bytes());
            *end = at + element.form.bytes();
            Some(at)
        })
    }
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    /// What happened.
    pub kind: Kind,
    /// When, in nanoseconds of the source's clock.
    pub time_ns: u64,
    /// The elements, in their order; signed ones sign-extended.
    pub words: [u64; ELEMENTS_MAX],
}

impl Instance {
    /// Its type.
    pub fn event(&self) -> &'static Event {
        &TABLE[self.kind as usize]
    }

    /// The bytes of element `index`, as many as its form has.
    pub fn element(&self, index: usize) -> Option<Vec<u8>> {
        let form = self.event().elements.get(index)?.form;
        Some(match form {
            Form::Int => (self.words[index] as i32).to_ne_bytes().into(),
            _ => self.words[index].to_ne_bytes().into(),
        })
    }

    /// The data as `MPI_T_event_copy` lays it out; padding is zero.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (index, at) in self.event().displacements().enumerate() {
            bytes.resize(at, 0);
            bytes.extend(self.element(index).unwrap_or_default());
        }
        bytes
    }
}

/// Instances that may wait for their callbacks. More come at once only if a program receives a
/// flood within one call; a queue of this length takes 200 KiB.
pub const QUEUE_MAX: usize = 4096;

/// Events observed and not yet raised, and how many of each type found no room behind them.
#[derive(Debug, Default)]
pub struct Batch {
    /// In the order of observation.
    pub instances: VecDeque<Instance>,
    /// Later than all of `instances`, by type.
    pub dropped: [u64; KINDS],
}

impl Batch {
    /// True if there is nothing to raise or to report.
    pub fn is_empty(&self) -> bool {
        self.instances.is_empty()
    }
}

/// Where observed events wait.
#[derive(Debug)]
pub struct Queue {
    wanted: u32,
    clock: fn() -> u64,
    batch: Batch,
}

impl Queue {
    /// A queue for the types whose bits are set in `wanted`; `clock` tells the time in nanoseconds.
    pub fn new(wanted: u32, clock: fn() -> u64) -> Self {
        Queue { wanted, clock, batch: Batch::default() }
    }

    /// From here on these types are wanted.
    pub fn want(&mut self, wanted: u32) {
        self.wanted = wanted;
    }

    /// Puts an event in, if its type is wanted and there is room.
    pub fn observe(&mut self, kind: Kind, words: &[u64]) {
        if self.wanted >> kind as u32 & 1 == 0 {
            return;
        }
        if self.batch.instances.len() == QUEUE_MAX {
            self.batch.dropped[kind as usize] += 1;
            return;
        }
        let mut elements = [0; ELEMENTS_MAX];
        elements[..words.len()].copy_from_slice(words);
        self.batch.instances.push_back(Instance { kind, time_ns: (self.clock)(), words: elements });
    }

    /// True if there is nothing to raise.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.batch.is_empty()
    }

    /// Takes everything out. What is observed from here on comes after what was dropped.
    pub fn take(&mut self) -> Batch {
        std::mem::take(&mut self.batch)
    }
}

/// The source of events (MPI-5 §15.3.8): this process, whose one queue keeps the order.
pub struct EventSource {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// `MPI_T_SOURCE_...`.
    pub ordering: i32,
    /// Ticks of its clock in a second.
    pub ticks_per_second: i64,
    /// The last time stamp before they begin anew.
    pub max_ticks: i64,
}

/// All sources, by index.
pub static SOURCES: [EventSource; 1] = [EventSource {
    name: "process",
    doc: "This process: events in the order in which it observes them, by the machine's monotonic clock.",
    ordering: mpi::MPI_T_SOURCE_ORDERED,
    ticks_per_second: 1_000_000_000,
    max_ticks: i64::MAX,
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_in_the_order_of_their_kinds() {
        for (index, event) in table().iter().enumerate() {
            assert_eq!(event.kind as usize, index);
            assert!(event.elements.len() <= ELEMENTS_MAX && !event.elements.is_empty());
            assert!(table()[..index].iter().all(|other| other.name != event.name));
        }
    }

    #[test]
    fn elements_lie_where_the_displacements_say() {
        let instance = Instance { kind: Kind::RendezvousStarted, time_ns: 0, words: [3, -7i64 as u64, 1 << 40, 1] };
        let displacements: Vec<_> = instance.event().displacements().collect();
        assert_eq!(displacements, [0, 4, 8, 16]);
        let bytes = instance.bytes();
        assert_eq!(bytes.len(), 20);
        for (index, at) in displacements.into_iter().enumerate() {
            let element = instance.element(index).unwrap();
            assert_eq!(bytes[at..at + element.len()], element);
        }
        assert_eq!(instance.element(1).unwrap(), (-7i32).to_ne_bytes());
        assert_eq!(instance.element(4), None);
    }

    #[test]
    fn the_queue_takes_what_is_wanted_and_counts_what_it_drops() {
        let mut queue = Queue::new(1 << Kind::Nap as u32, || 5);
        queue.observe(Kind::UnexpectedMessage, &[1, 2, 3, 4]);
        assert!(queue.is_empty());
        for n in 0..QUEUE_MAX as u64 + 3 {
            queue.observe(Kind::Nap, &[n]);
        }
        let batch = queue.take();
        assert_eq!((batch.instances.len(), batch.dropped[Kind::Nap as usize]), (QUEUE_MAX, 3));
        assert_eq!(batch.instances[1], Instance { kind: Kind::Nap, time_ns: 5, words: [1, 0, 0, 0] });
        assert!(queue.is_empty() && queue.take().dropped == [0; KINDS]);
    }
}
