//! Matching: which posted receive takes which arriving message (MPI-5 §3.5).
//!
//! Two queues, each ordered by a running number: *posted* receives ([`posted`]), and *unexpected*
//! messages ([`unexpected`]). An entry is found through a hash bin of its (context, source, tag) in
//! constant time; entries with wildcards (posted) and look-ups with wildcards (unexpected) walk a
//! list in order. Both queues keep the standard's rule that the earliest of several candidates is
//! taken.
//!
//! Invariants:
//! - M-1: an entry is in exactly one bin or the list of wildcards; an unexpected message also in
//!   the ordered list of its queue.
//! - M-2: bins and lists are ascending in `order`.
//! - M-3: no posted receive and unexpected message of one process match each other.

mod posted;
mod unexpected;

pub use posted::Ticket;

use posted::Posted;
use unexpected::Unexpected;

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

#[inline(always)]
fn bin_of(key: &Pattern) -> usize {
    let mixed = key.context ^ (key.source as u32 as u64) << 40 ^ key.tag as u32 as u64;
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// First and last entry of a list.
#[derive(Clone, Copy)]
struct Ends {
    first: u32,
    last: u32,
}

const EMPTY: Ends = Ends { first: NIL, last: NIL };

/// The matching state of one process: `R` stands for a receive, `M` for an unexpected message.
pub struct Matcher<R, M> {
    posted: Posted<R>,
    unexpected: Unexpected<M>,
}

impl<R: Copy, M> Default for Matcher<R, M> {
    fn default() -> Self {
        Matcher { posted: Posted::new(), unexpected: Unexpected::new() }
    }
}

impl<R: Copy, M> Matcher<R, M> {
    /// Takes the earliest unexpected message that `pattern` accepts.
    #[inline(always)]
    pub fn take_unexpected(&mut self, pattern: &Pattern) -> Option<(Pattern, M)> {
        if self.unexpected.len() == 0 { None } else { self.unexpected.take(pattern) }
    }

    /// The earliest unexpected message that `pattern` accepts, left in place.
    pub fn peek_unexpected(&self, pattern: &Pattern) -> Option<(Pattern, &M)> {
        self.unexpected.peek(pattern)
    }

    /// Posts a receive. The caller has found no unexpected message for it (M-3).
    #[inline(always)]
    pub fn post(&mut self, pattern: Pattern, receive: R) -> Ticket {
        self.posted.push(pattern, receive)
    }

    /// Takes the earliest posted receive for an arriving message, described without wildcards.
    #[inline(always)]
    pub fn arrive(&mut self, message: &Pattern) -> Option<R> {
        self.posted.take(message)
    }

    /// Keeps a message for which [`Matcher::arrive`] found no receive.
    #[inline]
    pub fn keep(&mut self, message: Pattern, item: M) {
        self.unexpected.push(message, item);
    }

    /// Takes a posted receive back, if it is still unmatched.
    pub fn withdraw(&mut self, ticket: Ticket) -> Option<R> {
        self.posted.withdraw(ticket)
    }

    /// Takes the first unexpected message that `wanted` picks out (a sender's cancellation).
    pub fn take_unexpected_if(&mut self, wanted: impl Fn(&Pattern, &M) -> bool) -> Option<M> {
        self.unexpected.take_if(wanted)
    }

    /// Posted receives, in order.
    pub fn posted(&self) -> impl Iterator<Item = (&Pattern, &R)> {
        self.posted.in_order().into_iter()
    }

    /// Unexpected messages, in order of arrival.
    pub fn unexpected(&self) -> impl Iterator<Item = (&Pattern, &M)> {
        self.unexpected.iter()
    }

    /// Receives waiting.
    #[inline]
    pub fn posted_len(&self) -> usize {
        self.posted.len()
    }

    /// Messages waiting.
    #[inline]
    pub fn unexpected_len(&self) -> usize {
        self.unexpected.len()
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
