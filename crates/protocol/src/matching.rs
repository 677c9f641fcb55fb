//! Matching: which posted receive takes which arriving message (MPI-5 §3.5).
//!
//! Two queues, each ordered by a running number: *posted* receives, and *unexpected* messages. An entry is found through a
//! hash bin of its (context, source, tag) in constant time; entries with wildcards (posted) and look-ups with wildcards
//! (unexpected) walk a list in order. Both queues keep the standard's rule that the earliest of several candidates is taken.
//!
//! Invariants:
//! - M-1: an entry is in exactly one bin, and in the ordered list of its queue.
//! - M-2: bins and lists are ascending in `order`.
//! - M-3: no posted receive and unexpected message of one process match each other.

/// Source wildcard of receives and probes.
pub const ANY_SOURCE: i32 = -1;
/// Tag wildcard of receives and probes.
pub const ANY_TAG: i32 = -2;

/// What a receive or probe asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Context id of the communicator.
    pub context: u64,
    /// World rank of the sender, or [`ANY_SOURCE`].
    pub source: i32,
    /// Tag, or [`ANY_TAG`].
    pub tag: i32,
}

impl Pattern {
    #[inline]
    fn is_wild(&self) -> bool {
        self.source == ANY_SOURCE || self.tag == ANY_TAG
    }

    /// Whether a receive for this pattern takes `message`, which has no wildcards.
    #[inline]
    pub fn accepts(&self, message: &Pattern) -> bool {
        self.context == message.context
            && (self.source == message.source || self.source == ANY_SOURCE)
            && (self.tag == message.tag || self.tag == ANY_TAG)
    }
}

const BINS: usize = 256;
const NIL: u32 = u32::MAX;

#[inline]
fn bin_of(key: &Pattern) -> usize {
    let mixed = key.context ^ (key.source as u32 as u64) << 40 ^ key.tag as u32 as u64;
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// Neighbours in one doubly linked list.
#[derive(Clone, Copy)]
struct Link {
    previous: u32,
    next: u32,
}

const UNLINKED: Link = Link { previous: NIL, next: NIL };

#[derive(Clone, Copy)]
struct Ends {
    first: u32,
    last: u32,
}

const EMPTY: Ends = Ends { first: NIL, last: NIL };

struct Entry<T> {
    key: Pattern,
    order: u64,
    /// In the bin, or for wildcard receives in the wildcard list.
    bin: Link,
    /// In the list of all entries of the queue.
    all: Link,
    item: Option<T>,
}

/// One queue of entries, with bins and lists as the module says.
struct Queue<T> {
    entries: Vec<Entry<T>>,
    free: Vec<u32>,
    bins: Box<[Ends; BINS]>,
    wild: Ends,
    all: Ends,
    order: u64,
    len: usize,
}

impl<T> Queue<T> {
    fn new() -> Self {
        Queue { entries: Vec::new(), free: Vec::new(), bins: Box::new([EMPTY; BINS]), wild: EMPTY, all: EMPTY, order: 0, len: 0 }
    }

    #[inline]
    fn ends(&mut self, key: &Pattern) -> &mut Ends {
        if key.is_wild() { &mut self.wild } else { &mut self.bins[bin_of(key)] }
    }

    #[inline]
    fn push(&mut self, key: Pattern, item: T) -> u32 {
        let index = self.slot(key, item);
        let (last_bin, last_all) = (self.ends(&key).last, self.all.last);
        let entry = &mut self.entries[index as usize];
        entry.bin = Link { previous: last_bin, next: NIL };
        entry.all = Link { previous: last_all, next: NIL };
        match last_bin {
            NIL => self.ends(&key).first = index,
            last => self.entries[last as usize].bin.next = index,
        }
        match last_all {
            NIL => self.all.first = index,
            last => self.entries[last as usize].all.next = index,
        }
        self.ends(&key).last = index;
        self.all.last = index;
        self.len += 1;
        index
    }

    #[inline]
    fn slot(&mut self, key: Pattern, item: T) -> u32 {
        self.order += 1;
        let entry = Entry { key, order: self.order, bin: UNLINKED, all: UNLINKED, item: Some(item) };
        match self.free.pop() {
            Some(index) => {
                self.entries[index as usize] = entry;
                index
            }
            None => {
                self.entries.push(entry);
                (self.entries.len() - 1) as u32
            }
        }
    }

    #[inline]
    fn remove(&mut self, index: u32) -> Option<T> {
        let entry = &mut self.entries[index as usize];
        let (key, bin, all) = (entry.key, entry.bin, entry.all);
        let item = entry.item.take()?;
        match bin.previous {
            NIL => self.ends(&key).first = bin.next,
            previous => self.entries[previous as usize].bin.next = bin.next,
        }
        match bin.next {
            NIL => self.ends(&key).last = bin.previous,
            next => self.entries[next as usize].bin.previous = bin.previous,
        }
        match all.previous {
            NIL => self.all.first = all.next,
            previous => self.entries[previous as usize].all.next = all.next,
        }
        match all.next {
            NIL => self.all.last = all.previous,
            next => self.entries[next as usize].all.previous = all.previous,
        }
        self.free.push(index);
        self.len -= 1;
        Some(item)
    }

    /// First entry from `start` along the bin links that `fits`.
    #[inline]
    fn first_in_bin(&self, start: u32, fits: impl Fn(&Pattern) -> bool) -> u32 {
        let mut index = start;
        while index != NIL && !fits(&self.entries[index as usize].key) {
            index = self.entries[index as usize].bin.next;
        }
        index
    }

    fn first_of_all(&self, fits: impl Fn(&Pattern) -> bool) -> u32 {
        let mut index = self.all.first;
        while index != NIL && !fits(&self.entries[index as usize].key) {
            index = self.entries[index as usize].all.next;
        }
        index
    }

    fn iter(&self) -> impl Iterator<Item = (&Pattern, &T)> {
        let mut index = self.all.first;
        std::iter::from_fn(move || {
            let entry = self.entries.get(index as usize)?;
            index = entry.all.next;
            entry.item.as_ref().map(|item| (&entry.key, item))
        })
    }
}

/// Names a posted receive, to withdraw it. Valid until the receive is matched or withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    index: u32,
    order: u64,
}

/// The matching state of one process: `R` stands for a receive, `M` for an unexpected message.
pub struct Matcher<R, M> {
    posted: Queue<R>,
    unexpected: Queue<M>,
}

impl<R, M> Default for Matcher<R, M> {
    fn default() -> Self {
        Matcher { posted: Queue::new(), unexpected: Queue::new() }
    }
}

impl<R, M> Matcher<R, M> {
    /// Takes the earliest unexpected message that `pattern` accepts.
    #[inline]
    pub fn take_unexpected(&mut self, pattern: &Pattern) -> Option<(Pattern, M)> {
        let index = self.find_unexpected(pattern);
        if index == NIL {
            return None;
        }
        let key = self.unexpected.entries[index as usize].key;
        self.unexpected.remove(index).map(|message| (key, message))
    }

    /// The earliest unexpected message that `pattern` accepts, left in place.
    pub fn peek_unexpected(&self, pattern: &Pattern) -> Option<(Pattern, &M)> {
        let entry = self.unexpected.entries.get(self.find_unexpected(pattern) as usize)?;
        entry.item.as_ref().map(|message| (entry.key, message))
    }

    #[inline]
    fn find_unexpected(&self, pattern: &Pattern) -> u32 {
        if self.unexpected.len == 0 {
            NIL
        } else if pattern.is_wild() {
            self.unexpected.first_of_all(|key| pattern.accepts(key))
        } else {
            self.unexpected.first_in_bin(self.unexpected.bins[bin_of(pattern)].first, |key| key == pattern)
        }
    }

    /// Posts a receive. The caller has found no unexpected message for it (M-3).
    #[inline]
    pub fn post(&mut self, pattern: Pattern, receive: R) -> Ticket {
        let index = self.posted.push(pattern, receive);
        Ticket { index, order: self.posted.order }
    }

    /// Takes the earliest posted receive for an arriving message, described without wildcards.
    #[inline]
    pub fn arrive(&mut self, message: &Pattern) -> Option<R> {
        if self.posted.len == 0 {
            return None;
        }
        let mut index = self.posted.first_in_bin(self.posted.bins[bin_of(message)].first, |key| key == message);
        if self.posted.wild.first != NIL {
            index = self.earlier_wild(index, message);
        }
        if index == NIL { None } else { self.posted.remove(index) }
    }

    fn earlier_wild(&self, exact: u32, message: &Pattern) -> u32 {
        let wild = self.posted.first_in_bin(self.posted.wild.first, |key| key.accepts(message));
        let order = |index: u32| self.posted.entries.get(index as usize).map_or(u64::MAX, |entry| entry.order);
        if order(wild) < order(exact) { wild } else { exact }
    }

    /// Keeps a message for which [`Matcher::arrive`] found no receive.
    #[inline]
    pub fn keep(&mut self, message: Pattern, item: M) {
        self.unexpected.push(message, item);
    }

    /// Takes a posted receive back, if it is still unmatched.
    pub fn withdraw(&mut self, ticket: Ticket) -> Option<R> {
        let entry = self.posted.entries.get(ticket.index as usize)?;
        if entry.order != ticket.order { None } else { self.posted.remove(ticket.index) }
    }

    /// Takes the first unexpected message that `wanted` picks out (a sender's cancellation).
    pub fn take_unexpected_if(&mut self, wanted: impl Fn(&Pattern, &M) -> bool) -> Option<M> {
        let mut index = self.unexpected.all.first;
        while index != NIL {
            let entry = &self.unexpected.entries[index as usize];
            if entry.item.as_ref().is_some_and(|item| wanted(&entry.key, item)) {
                return self.unexpected.remove(index);
            }
            index = entry.all.next;
        }
        None
    }

    /// Posted receives, in order.
    pub fn posted(&self) -> impl Iterator<Item = (&Pattern, &R)> {
        self.posted.iter()
    }

    /// Unexpected messages, in order of arrival.
    pub fn unexpected(&self) -> impl Iterator<Item = (&Pattern, &M)> {
        self.unexpected.iter()
    }

    /// Receives waiting.
    #[inline]
    pub fn posted_len(&self) -> usize {
        self.posted.len
    }

    /// Messages waiting.
    #[inline]
    pub fn unexpected_len(&self) -> usize {
        self.unexpected.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The standard's rule, said as plainly as possible: two vectors, first candidate wins.
    #[derive(Default)]
    struct Model {
        posted: Vec<(Pattern, u32)>,
        unexpected: Vec<(Pattern, u32)>,
    }

    impl Model {
        fn receive(&mut self, pattern: Pattern, id: u32) -> Option<u32> {
            match self.unexpected.iter().position(|(key, _)| pattern.accepts(key)) {
                Some(at) => Some(self.unexpected.remove(at).1),
                None => {
                    self.posted.push((pattern, id));
                    None
                }
            }
        }

        fn arrive(&mut self, message: Pattern, id: u32) -> Option<u32> {
            match self.posted.iter().position(|(pattern, _)| pattern.accepts(&message)) {
                Some(at) => Some(self.posted.remove(at).1),
                None => {
                    self.unexpected.push((message, id));
                    None
                }
            }
        }
    }

    #[derive(Clone, Debug)]
    enum Event {
        Receive(Pattern),
        Arrive(Pattern),
        Withdraw(usize),
        Peek(Pattern),
    }

    fn pattern(wild: bool) -> impl Strategy<Value = Pattern> {
        let low = if wild { -1 } else { 0 };
        (0..2u64, low..3i32, low..3i32).prop_map(|(context, source, tag)| Pattern {
            context,
            source,
            tag: if tag == -1 { ANY_TAG } else { tag },
        })
    }

    fn event() -> impl Strategy<Value = Event> {
        prop_oneof![
            4 => pattern(true).prop_map(Event::Receive),
            4 => pattern(false).prop_map(Event::Arrive),
            1 => any::<usize>().prop_map(Event::Withdraw),
            1 => pattern(true).prop_map(Event::Peek),
        ]
    }

    proptest! {
        #[test]
        fn matches_exactly_as_the_plain_model(events in prop::collection::vec(event(), 1..200)) {
            let (mut model, mut matcher) = (Model::default(), Matcher::<u32, u32>::default());
            let mut tickets = Vec::new();
            for (id, event) in events.into_iter().enumerate() {
                let id = id as u32;
                match event {
                    Event::Receive(pattern) => {
                        let got = matcher.take_unexpected(&pattern).map(|(_, m)| m);
                        if got.is_none() {
                            tickets.push((matcher.post(pattern, id), id));
                        }
                        prop_assert_eq!(got, model.receive(pattern, id));
                    }
                    Event::Arrive(message) => {
                        let got = matcher.arrive(&message);
                        if got.is_none() {
                            matcher.keep(message, id);
                        }
                        prop_assert_eq!(got, model.arrive(message, id));
                    }
                    Event::Withdraw(which) if !tickets.is_empty() => {
                        let (ticket, id) = tickets[which % tickets.len()];
                        let expected = model.posted.iter().position(|(_, other)| *other == id).map(|at| model.posted.remove(at).1);
                        prop_assert_eq!(matcher.withdraw(ticket), expected);
                    }
                    Event::Withdraw(_) => {}
                    Event::Peek(pattern) => {
                        let expected = model.unexpected.iter().find(|(key, _)| pattern.accepts(key)).map(|(_, id)| *id);
                        prop_assert_eq!(matcher.peek_unexpected(&pattern).map(|(_, id)| *id), expected);
                    }
                }
                prop_assert_eq!(matcher.posted().map(|(_, r)| *r).collect::<Vec<_>>(), model.posted.iter().map(|(_, r)| *r).collect::<Vec<_>>());
                prop_assert_eq!(matcher.unexpected().map(|(_, m)| *m).collect::<Vec<_>>(), model.unexpected.iter().map(|(_, m)| *m).collect::<Vec<_>>());
            }
        }
    }
}
