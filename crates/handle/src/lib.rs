//! Handles of MPI objects that a program creates: index + generation + kind in one pointer-sized
//! value.
//!
//! ```text
//!  bit 63        40 39          12 11     4 3    0
//!     [generation ][ index + 1    ][ zero  ][kind ]
//! ```
//! The low twelve bits of a created handle are its [`Kind`]; the index field is never zero, so no
//! created handle falls into the range below [`FIRST_CREATED`] that the standard ABI keeps for
//! predefined handles. A slot remembers the whole value of the handle it was given out under:
//! looking up is one bounds check and one comparison, and a stale, forged or wrong-kind handle is
//! simply not found.
#![forbid(unsafe_code)]

/// The smallest value of a created handle; smaller ones are predefined by the ABI.
pub const FIRST_CREATED: usize = 0x1000;

const INDEX_SHIFT: u32 = 12;
const INDEX_BITS: u32 = 28;
const GENERATION_SHIFT: u32 = INDEX_SHIFT + INDEX_BITS;
const INDEX_MASK: usize = (1 << INDEX_BITS) - 1;
const KIND_MASK: usize = 0xf;

/// Handles as integers: index + [`INT_BASE`], then the kind; like handles they keep clear of
/// predefined values.
const INT_SHIFT: u32 = 4;
const INT_BASE: usize = FIRST_CREATED >> INT_SHIFT;

/// The most objects of one kind that may live at once.
pub const CAPACITY: usize = INDEX_MASK - 1;

/// What a handle refers to; part of its value, so that a communicator passed as a request is found
/// out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// `MPI_Comm`
    Comm = 1,
    /// `MPI_Group`
    Group = 2,
    /// `MPI_Datatype`
    Datatype = 3,
    /// `MPI_Op`
    Op = 4,
    /// `MPI_Info`
    Info = 5,
    /// `MPI_Errhandler`
    Errhandler = 6,
    /// `MPI_Request` of one point-to-point operation, owned by the engine
    Operation = 7,
    /// Any other `MPI_Request`: persistent, collective, generalized
    Request = 8,
    /// `MPI_Message`
    Message = 9,
    /// `MPI_Session`
    Session = 10,
    /// `MPI_Win`
    Win = 11,
    /// `MPI_File`
    File = 12,
    /// Any handle of the tool information interface
    Tool = 13,
}

impl Kind {
    /// True if `handle` was made by a table of this kind (it may be stale).
    #[inline]
    pub fn made(self, handle: usize) -> bool {
        handle >= FIRST_CREATED && handle & KIND_MASK == self as usize
    }

    /// A handle of this kind that no table ever makes, told apart by `number` (below 2^24): for
    /// shared objects without a slot.
    pub const fn reserved(self, number: usize) -> usize {
        number << GENERATION_SHIFT | INDEX_MASK << INDEX_SHIFT | self as usize
    }

    /// The number of a handle that [`Kind::reserved`] made for this kind.
    #[inline(always)]
    pub const fn reserved_number(self, handle: usize) -> Option<usize> {
        const LOW: usize = (1 << GENERATION_SHIFT) - 1;
        if handle & LOW == INDEX_MASK << INDEX_SHIFT | self as usize { Some(handle >> GENERATION_SHIFT) } else { None }
    }

    /// The name of the kind a created handle claims to be, for error messages.
    pub fn name_of(handle: usize) -> Option<&'static str> {
        const NAMES: [&str; 14] = [
            "",
            "communicator",
            "group",
            "datatype",
            "operation",
            "info",
            "error handler",
            "request",
            "request",
            "message",
            "session",
            "window",
            "file",
            "tool object",
        ];
        if handle < FIRST_CREATED {
            return None;
        }
        NAMES.get(handle & KIND_MASK).copied().filter(|name| !name.is_empty())
    }
}

struct Slot<T> {
    /// Invariant: the handle under which `value` was given out; while free, zero.
    handle: usize,
    /// Counts how often the slot was given out; wraps at 24 bits.
    generation: u32,
    /// While free: the next free slot, or `u32::MAX`.
    next_free: u32,
    value: Option<T>,
}

/// A table of objects of one kind, addressed by handle. Slots are reused under a new generation.
pub struct Table<T> {
    kind: Kind,
    slots: Vec<Slot<T>>,
    first_free: u32,
    len: usize,
}

const NO_SLOT: u32 = u32::MAX;

impl<T> Table<T> {
    /// An empty table; allocates nothing.
    pub const fn new(kind: Kind) -> Self {
        Table { kind, slots: Vec::new(), first_free: NO_SLOT, len: 0 }
    }

    /// Objects alive.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if no object is alive.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The object behind `handle`, or `None` for a handle this table did not make or has taken
    /// back.
    #[inline]
    pub fn get(&self, handle: usize) -> Option<&T> {
        let slot = self.slots.get(index_of(handle))?;
        if slot.handle == handle { slot.value.as_ref() } else { None }
    }

    /// As [`Table::get`], for change.
    #[inline]
    pub fn get_mut(&mut self, handle: usize) -> Option<&mut T> {
        let slot = self.slots.get_mut(index_of(handle))?;
        if slot.handle == handle { slot.value.as_mut() } else { None }
    }

    /// Keeps `value` and returns its handle.
    ///
    /// # Panics
    /// If [`CAPACITY`] objects are alive already.
    #[inline]
    pub fn insert(&mut self, value: T) -> usize {
        self.insert_with(|_| value)
    }

    /// As [`Table::insert`], of a value that depends on its handle.
    ///
    /// # Panics
    /// As [`Table::insert`].
    #[inline(always)]
    pub fn insert_with(&mut self, value: impl FnOnce(usize) -> T) -> usize {
        if self.first_free == NO_SLOT {
            self.grow();
        }
        let index = self.first_free as usize;
        let slot = &mut self.slots[index];
        let handle = compose(self.kind, index, slot.generation);
        slot.value = Some(value(handle));
        self.first_free = slot.next_free;
        slot.handle = handle;
        self.len += 1;
        handle
    }

    /// Takes the object back; the handle is stale from here on.
    #[inline]
    pub fn remove(&mut self, handle: usize) -> Option<T> {
        let index = index_of(handle);
        let slot = self.slots.get_mut(index)?;
        if slot.handle != handle {
            return None;
        }
        let value = slot.value.take();
        slot.handle = 0;
        slot.generation = slot.generation.wrapping_add(1) & 0xff_ffff;
        slot.next_free = self.first_free;
        self.first_free = index as u32;
        self.len -= 1;
        value
    }

    /// The handle of a living object as a C `int` for Fortran and for logs (MPI-5 §20.3): without
    /// the generation, so that it means whatever object has the slot when it is converted back.
    pub fn to_int(&self, handle: usize) -> Option<i32> {
        self.get(handle)?;
        i32::try_from((index_of(handle) + INT_BASE) << INT_SHIFT | self.kind as usize).ok()
    }

    /// The handle behind an integer of [`Table::to_int`], if an object lives there.
    pub fn from_int(&self, int: i32) -> Option<usize> {
        let int = usize::try_from(int).ok().filter(|int| int & KIND_MASK == self.kind as usize)?;
        let slot = self.slots.get((int >> INT_SHIFT).checked_sub(INT_BASE)?)?;
        slot.value.as_ref().map(|_| slot.handle)
    }

    /// Looks at an object and ends it, in place, if `answer` has an answer. The outer `None`: no
    /// such object.
    #[inline(always)]
    pub fn remove_if<R>(&mut self, handle: usize, answer: impl FnOnce(&mut T) -> Option<R>) -> Option<Option<R>> {
        let index = index_of(handle);
        let slot = self.slots.get_mut(index).filter(|slot| slot.handle == handle)?;
        let answer = answer(slot.value.as_mut()?);
        if answer.is_some() {
            slot.value = None;
            slot.handle = 0;
            slot.generation = slot.generation.wrapping_add(1) & 0xff_ffff;
            slot.next_free = self.first_free;
            self.first_free = index as u32;
            self.len -= 1;
        }
        Some(answer)
    }

    /// All living objects with their handles, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.slots.iter().filter_map(|slot| slot.value.as_ref().map(|value| (slot.handle, value)))
    }

    /// As [`Table::iter`], for change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (usize, &mut T)> {
        self.slots.iter_mut().filter_map(|slot| {
            let handle = slot.handle;
            slot.value.as_mut().map(|value| (handle, value))
        })
    }

    #[cold]
    fn grow(&mut self) {
        let index = self.slots.len();
        assert!(index < CAPACITY, "more than {CAPACITY} objects of one kind");
        self.slots.push(Slot { handle: 0, generation: 0, next_free: NO_SLOT, value: None });
        self.first_free = index as u32;
    }
}

/// The index in a created handle: no two living objects of a kind have the same.
#[inline]
pub const fn index_of(handle: usize) -> usize {
    ((handle >> INDEX_SHIFT) & INDEX_MASK).wrapping_sub(1)
}

#[inline]
fn compose(kind: Kind, index: usize, generation: u32) -> usize {
    (generation as usize) << GENERATION_SHIFT | (index + 1) << INDEX_SHIFT | kind as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn created_handles_are_never_predefined_ones() {
        let mut table = Table::new(Kind::Comm);
        assert!((0..1000).all(|n| table.insert(n) >= FIRST_CREATED));
    }

    #[test]
    fn stale_handles_are_not_found_when_the_slot_is_reused() {
        let mut table = Table::new(Kind::Request);
        let old = table.insert('a');
        assert_eq!(table.remove(old), Some('a'));
        let new = table.insert('b');
        assert_ne!(old, new);
        assert_eq!(table.remove(old), None);
        assert_eq!((table.get(old), table.get(new)), (None, Some(&'b')));
    }

    #[test]
    fn objects_end_in_place_when_there_is_an_answer() {
        let mut table = Table::new(Kind::Request);
        let handle = table.insert(5);
        assert_eq!(table.remove_if(handle, |_| None::<()>), Some(None));
        assert_eq!(table.remove_if(handle, |value| Some(*value + 1)), Some(Some(6)));
        assert_eq!((table.remove_if(handle, |_| Some(())), table.len()), (None, 0));
        assert_ne!(table.insert(6), handle);
    }

    #[test]
    fn garbage_and_wrong_kinds_are_not_found() {
        let mut comms = Table::new(Kind::Comm);
        let mut groups = Table::new(Kind::Group);
        let (comm, group) = (comms.insert(1), groups.insert(2));
        assert_eq!(comms.get(group), None);
        assert!(Kind::Comm.made(comm) && !Kind::Comm.made(group));
        for garbage in [0, 1, 0x101, 0xfff, 0x1000, usize::MAX, usize::MAX << 12, comm ^ 1 << 62, 0xdead_beef] {
            assert_eq!(comms.get(garbage), None, "{garbage:#x}");
            assert_eq!(comms.remove(garbage), None, "{garbage:#x}");
        }
        assert_eq!(comms.get(comm), Some(&1));
    }

    #[test]
    fn integers_lead_back_to_handles() {
        let (mut comms, mut groups) = (Table::new(Kind::Comm), Table::new(Kind::Group));
        let handles: Vec<_> = (0..300).map(|n| comms.insert(n)).collect();
        groups.insert(0);
        for handle in &handles {
            let int = comms.to_int(*handle).unwrap();
            assert!(int as usize >= FIRST_CREATED);
            assert_eq!((comms.from_int(int), groups.from_int(int)), (Some(*handle), None));
        }
        let int = comms.to_int(handles[7]).unwrap();
        comms.remove(handles[7]);
        assert_eq!((comms.to_int(handles[7]), comms.from_int(int)), (None, None));
        assert!([-1, 0, 0x101, i32::MAX, i32::MIN].iter().all(|int| comms.from_int(*int).is_none()));
    }

    #[test]
    fn reserved_handles_have_their_kind_and_are_in_no_table() {
        let table: Table<()> = Table::new(Kind::Operation);
        let reserved = [0, 1].map(|number| Kind::Operation.reserved(number));
        assert!(reserved.iter().all(|handle| Kind::Operation.made(*handle) && table.get(*handle).is_none()));
        assert_ne!(reserved[0], reserved[1]);
    }

    #[test]
    fn length_and_iteration_follow_inserts_and_removes() {
        let mut table = Table::new(Kind::Info);
        let handles: Vec<_> = (0..10).map(|n| table.insert(n)).collect();
        for handle in &handles[..5] {
            table.remove(*handle);
        }
        assert_eq!(table.len(), 5);
        assert_eq!(table.iter().map(|(_, n)| *n).sum::<i32>(), 5 + 6 + 7 + 8 + 9);
    }
}
