//! Messages that came before their receive.

use super::{BINS, EMPTY, Ends, NIL, Pattern, bin_of};

/// Neighbours in one doubly linked list.
#[derive(Clone, Copy)]
struct ListLink {
    previous: u32,
    next: u32,
}

struct UnexpectedEntry<M> {
    key: Pattern,
    /// In the bin.
    bin: ListLink,
    /// In the list of all messages, in order of arrival.
    all: ListLink,
    message: Option<M>,
}

pub(super) struct Unexpected<M> {
    entries: Vec<UnexpectedEntry<M>>,
    free: Vec<u32>,
    bins: Box<[Ends; BINS]>,
    all: Ends,
    len: usize,
}

impl<M> Unexpected<M> {
    pub(super) fn new() -> Self {
        Unexpected { entries: Vec::new(), free: Vec::new(), bins: Box::new([EMPTY; BINS]), all: EMPTY, len: 0 }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, key: Pattern, message: M) {
        let bin = bin_of(&key);
        let (last_of_bin, last_of_all) = (self.bins[bin].last, self.all.last);
        let link = |previous| ListLink { previous, next: NIL };
        let entry = UnexpectedEntry { key, bin: link(last_of_bin), all: link(last_of_all), message: Some(message) };
        let index = self.place(entry);
        match last_of_bin {
            NIL => self.bins[bin].first = index,
            last => self.entries[last as usize].bin.next = index,
        }
        match last_of_all {
            NIL => self.all.first = index,
            last => self.entries[last as usize].all.next = index,
        }
        self.bins[bin].last = index;
        self.all.last = index;
        self.len += 1;
    }

    fn place(&mut self, entry: UnexpectedEntry<M>) -> u32 {
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

    fn remove(&mut self, index: u32) -> Option<M> {
        let entry = &mut self.entries[index as usize];
        let (key, bin, all) = (entry.key, entry.bin, entry.all);
        let message = entry.message.take()?;
        let ends = &mut self.bins[bin_of(&key)];
        match bin.previous {
            NIL => ends.first = bin.next,
            previous => self.entries[previous as usize].bin.next = bin.next,
        }
        match bin.next {
            NIL => ends.last = bin.previous,
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
        Some(message)
    }

    /// The earliest message that `pattern` accepts.
    fn find(&self, pattern: &Pattern) -> u32 {
        let (mut index, is_wild) = match pattern.is_wild() {
            true => (self.all.first, true),
            false => (self.bins[bin_of(pattern)].first, false),
        };
        while let Some(entry) = self.entries.get(index as usize)
            && !pattern.accepts(&entry.key)
        {
            index = if is_wild { entry.all.next } else { entry.bin.next };
        }
        index
    }

    pub(super) fn take(&mut self, pattern: &Pattern) -> Option<(Pattern, M)> {
        let index = self.find(pattern);
        let key = self.entries.get(index as usize)?.key;
        self.remove(index).map(|message| (key, message))
    }

    pub(super) fn peek(&self, pattern: &Pattern) -> Option<(Pattern, &M)> {
        if self.len == 0 {
            return None;
        }
        let entry = self.entries.get(self.find(pattern) as usize)?;
        entry.message.as_ref().map(|message| (entry.key, message))
    }

    pub(super) fn take_if(&mut self, wanted: impl Fn(&Pattern, &M) -> bool) -> Option<M> {
        let mut index = self.all.first;
        while index != NIL {
            let entry = &self.entries[index as usize];
            if entry.message.as_ref().is_some_and(|message| wanted(&entry.key, message)) {
                return self.remove(index);
            }
            index = entry.all.next;
        }
        None
    }

    /// All of them, in order of arrival.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Pattern, &M)> {
        let mut index = self.all.first;
        std::iter::from_fn(move || {
            let entry = self.entries.get(index as usize)?;
            index = entry.all.next;
            entry.message.as_ref().map(|message| (&entry.key, message))
        })
    }
}
