//! Receives that wait for their message.
//!
//! Entries of a bin, and those with wildcards, are singly linked lists: an arriving message nearly
//! always takes the first, and whoever takes another one has walked to it.

use super::{BINS, EMPTY, Ends, NIL, Pattern, bin_of};

/// The order of an entry that is free.
const FREE: u64 = u64::MAX;

struct PostedEntry<R> {
    key: Pattern,
    /// Ascending from 0; [`FREE`] if nothing is posted here.
    order: u64,
    receive: R,
    /// The next in its list; of a free entry the next free one.
    next: u32,
}

/// Names a posted receive, to withdraw it. Valid until the receive is matched or withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    index: u32,
    /// The lower half of the entry's order.
    order: u32,
}

/// An entry and the one before it in its list.
#[derive(Clone, Copy)]
struct LinkedEntry {
    previous: u32,
    index: u32,
}

pub(super) struct Posted<R> {
    entries: Vec<PostedEntry<R>>,
    free: u32,
    bins: Box<[Ends; BINS]>,
    wild: Ends,
    order: u64,
    len: usize,
}

impl<R: Copy> Posted<R> {
    pub(super) fn new() -> Self {
        Posted { entries: Vec::new(), free: NIL, bins: Box::new([EMPTY; BINS]), wild: EMPTY, order: 0, len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn ends(&mut self, key: &Pattern) -> &mut Ends {
        if key.is_wild() { &mut self.wild } else { &mut self.bins[bin_of(key)] }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, key: Pattern, receive: R) -> Ticket {
        let order = self.order;
        let entry = PostedEntry { key, order, receive, next: NIL };
        let index = self.free;
        match self.entries.get_mut(index as usize) {
            Some(slot) => {
                self.free = slot.next;
                *slot = entry;
            }
            None => return self.push_new(entry),
        }
        self.append(&key, index);
        Ticket { index, order: order as u32 }
    }

    #[cold]
    fn push_new(&mut self, entry: PostedEntry<R>) -> Ticket {
        let (key, order, index) = (entry.key, entry.order, self.entries.len() as u32);
        self.entries.push(entry);
        self.append(&key, index);
        Ticket { index, order: order as u32 }
    }

    #[inline(always)]
    fn append(&mut self, key: &Pattern, index: u32) {
        let ends = self.ends(key);
        let last = std::mem::replace(&mut ends.last, index);
        if last == NIL {
            ends.first = index;
        } else {
            self.entries[last as usize].next = index;
        }
        self.order += 1;
        self.len += 1;
    }

    /// Takes the earliest receive for `message`.
    #[inline(always)]
    pub(super) fn take(&mut self, message: &Pattern) -> Option<R> {
        let exact = self.find(self.bins[bin_of(message)].first, |key| key == message);
        let place = if self.wild.first == NIL { exact } else { self.earlier_wild(exact, message) };
        if place.index == NIL { None } else { Some(self.remove(place)) }
    }

    fn earlier_wild(&self, exact: LinkedEntry, message: &Pattern) -> LinkedEntry {
        let wild = self.find(self.wild.first, |key| key.accepts(message));
        let order = |place: LinkedEntry| self.entries.get(place.index as usize).map_or(FREE, |entry| entry.order);
        if order(wild) < order(exact) { wild } else { exact }
    }

    /// The first entry from `first` along its list that `fits`.
    #[inline(always)]
    fn find(&self, first: u32, fits: impl Fn(&Pattern) -> bool) -> LinkedEntry {
        let mut place = LinkedEntry { previous: NIL, index: first };
        while let Some(entry) = self.entries.get(place.index as usize)
            && !fits(&entry.key)
        {
            place = LinkedEntry { previous: place.index, index: entry.next };
        }
        place
    }

    #[inline(always)]
    fn remove(&mut self, place: LinkedEntry) -> R {
        let LinkedEntry { previous, index } = place;
        let free = std::mem::replace(&mut self.free, index);
        let entry = &mut self.entries[index as usize];
        let next = std::mem::replace(&mut entry.next, free);
        entry.order = FREE;
        let (key, receive) = (entry.key, entry.receive);
        let ends = self.ends(&key);
        if next == NIL {
            ends.last = previous;
        }
        if previous == NIL {
            ends.first = next;
        } else {
            self.entries[previous as usize].next = next;
        }
        self.len -= 1;
        receive
    }

    pub(super) fn withdraw(&mut self, ticket: Ticket) -> Option<R> {
        let entry = self.entries.get(ticket.index as usize)?;
        if entry.order == FREE || entry.order as u32 != ticket.order {
            return None;
        }
        let key = entry.key;
        let mut place = LinkedEntry { previous: NIL, index: self.ends(&key).first };
        while place.index != ticket.index {
            place = LinkedEntry { previous: place.index, index: self.entries[place.index as usize].next };
        }
        Some(self.remove(place))
    }

    /// All of them, in the order in which they were posted.
    pub(super) fn in_order(&self) -> Vec<(&Pattern, &R)> {
        let mut posted: Vec<&PostedEntry<R>> = self.entries.iter().filter(|entry| entry.order != FREE).collect();
        posted.sort_by_key(|entry| entry.order);
        posted.into_iter().map(|entry| (&entry.key, &entry.receive)).collect()
    }
}
