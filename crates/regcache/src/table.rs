//! Entries by index and generation, and a list of the unreferenced ones in the order of last use.

use crate::range::PageRange;

/// A place for an entry. The generation counts its occupants: a stale index finds another
/// generation.
struct Slot<Region> {
    generation: u32,
    entry: Option<Entry<Region>>,
}

/// A registered region.
pub struct Entry<Region> {
    pub range: PageRange,
    pub region: Region,
    /// Whether it is heard of when its pages change.
    pub is_watched: bool,
    pub references: u32,
    /// Whether look-ups can find it.
    pub current: bool,
    /// Neighbors in the list of unreferenced entries: the one used after this, and before.
    newer: Option<u32>,
    older: Option<u32>,
}

/// Invariant: an entry is in the list exactly if it is current and has no references.
pub struct Table<Region> {
    slots: Vec<Slot<Region>>,
    free: Vec<u32>,
    newest: Option<u32>,
    oldest: Option<u32>,
}

impl<Region> Table<Region> {
    pub fn new() -> Self {
        Table { slots: Vec::new(), free: Vec::new(), newest: None, oldest: None }
    }

    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Adds a current entry with one reference.
    pub fn insert(&mut self, range: PageRange, region: Region, is_watched: bool) -> u32 {
        let entry = Some(Entry { range, region, is_watched, references: 1, current: true, newer: None, older: None });
        if let Some(index) = self.free.pop() {
            self.slots[index as usize].entry = entry;
            return index;
        }
        self.slots.push(Slot { generation: 0, entry });
        (self.slots.len() - 1) as u32
    }

    /// Takes an entry out that is not in the list.
    pub fn remove(&mut self, index: u32) -> Entry<Region> {
        let slot = &mut self.slots[index as usize];
        slot.generation = slot.generation.wrapping_add(1);
        self.free.push(index);
        slot.entry.take().expect("only occupied slots are removed")
    }

    pub fn generation(&self, index: u32) -> u32 {
        self.slots[index as usize].generation
    }

    /// The entry, if it is still of that generation.
    pub fn find(&self, index: u32, generation: u32) -> Option<&Entry<Region>> {
        self.slots.get(index as usize).filter(|slot| slot.generation == generation)?.entry.as_ref()
    }

    pub fn entry(&self, index: u32) -> &Entry<Region> {
        self.slots[index as usize].entry.as_ref().expect("the index of an occupied slot")
    }

    pub fn entry_mut(&mut self, index: u32) -> &mut Entry<Region> {
        self.slots[index as usize].entry.as_mut().expect("the index of an occupied slot")
    }

    /// The unreferenced entry that was used least recently.
    pub fn oldest(&self) -> Option<u32> {
        self.oldest
    }

    /// Puts an entry at the newest end of the list.
    pub fn link(&mut self, index: u32) {
        let older = self.newest.replace(index);
        let entry = self.entry_mut(index);
        (entry.newer, entry.older) = (None, older);
        match older {
            Some(older) => self.entry_mut(older).newer = Some(index),
            None => self.oldest = Some(index),
        }
    }

    /// Takes an entry out of the list.
    pub fn unlink(&mut self, index: u32) {
        let entry = self.entry_mut(index);
        let (newer, older) = (entry.newer.take(), entry.older.take());
        match newer {
            Some(newer) => self.entry_mut(newer).older = older,
            None => self.newest = older,
        }
        match older {
            Some(older) => self.entry_mut(older).newer = newer,
            None => self.oldest = newer,
        }
    }

    /// Takes every entry out.
    pub fn drain(&mut self) -> impl Iterator<Item = Entry<Region>> {
        (self.newest, self.oldest) = (None, None);
        self.free.clear();
        std::mem::take(&mut self.slots).into_iter().filter_map(|slot| slot.entry)
    }
}
