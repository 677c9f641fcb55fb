//! Registered buffers for packets on the way out (BSRQ-3): free lists by size that grow on demand
//! to a limit; a packet gets the smallest that fits.

use ferry_rdma::{Access, Buffer, Segment, Verbs};

/// Bytes of the smallest buffers.
const SMALLEST: usize = 256;
/// Bytes registered at once, or one buffer, if that is more.
const SLAB: usize = 64 * 1024;

/// A buffer of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    class: u8,
    slab: u32,
    offset: u32,
}

impl Slot {
    /// Bytes of the buffer.
    #[inline]
    pub fn bytes(self) -> usize {
        SMALLEST << self.class
    }
}

/// Which size holds `len` bytes.
fn class_of(len: usize) -> usize {
    len.next_power_of_two().max(SMALLEST).trailing_zeros() as usize - SMALLEST.trailing_zeros() as usize
}

/// The buffers.
pub struct Pool<B> {
    slabs: Vec<B>,
    /// By size: [`SMALLEST`] bytes, twice that, and so on.
    free: Vec<Vec<Slot>>,
    /// Whether there are buffers of a size at all.
    has: Vec<bool>,
    bytes: usize,
    most: usize,
}

impl<B: Buffer> Pool<B> {
    /// No buffers yet; those to come hold up to `longest` bytes each and take up to `most` bytes in
    /// all, or one slab of each size, if that is more.
    pub fn new(longest: usize, most: usize) -> Self {
        let classes = class_of(longest) + 1;
        Pool { slabs: Vec::new(), free: vec![Vec::new(); classes], has: vec![false; classes], bytes: 0, most }
    }

    /// A buffer for `len` bytes; none if the limit is reached or the device has no more.
    pub fn take<V: Verbs<Buffer = B>>(&mut self, verbs: &V, len: usize) -> Option<Slot> {
        let class = class_of(len);
        if let Some(slot) = self.free.get_mut(class)?.pop() {
            return Some(slot);
        }
        if self.grow(verbs, class) {
            return self.free[class].pop();
        }
        self.free[class..].iter_mut().find_map(Vec::pop)
    }

    /// Whether there is a buffer for `len` bytes, made now if need be: the next to be taken for so
    /// many or fewer.
    pub fn has_room<V: Verbs<Buffer = B>>(&mut self, verbs: &V, len: usize) -> bool {
        let class = class_of(len);
        let is_free = |free: &[Vec<Slot>]| free.iter().any(|slots| !slots.is_empty());
        self.free.get(class).is_some_and(|slots| !slots.is_empty())
            || (class < self.free.len() && (self.grow(verbs, class) || is_free(&self.free[class..])))
    }

    /// Whether no buffer for `len` bytes will ever come back, as there are none.
    pub fn lacks(&self, len: usize) -> bool {
        !self.has.get(class_of(len)..).is_some_and(|has| has.contains(&true))
    }

    /// A buffer is not needed any more.
    pub fn give_back(&mut self, slot: Slot) {
        self.free[usize::from(slot.class)].push(slot);
    }

    #[cold]
    fn grow<V: Verbs<Buffer = B>>(&mut self, verbs: &V, class: usize) -> bool {
        let size = SMALLEST << class;
        let len = SLAB.max(size);
        // Those that are as large come back some time.
        let has_any = self.has[class..].contains(&true);
        if has_any && self.bytes + len > self.most {
            return false;
        }
        // Where memory is short one buffer is better than none.
        let slab = verbs.buffer(len, Access::LOCAL_WRITE).or_else(|_| verbs.buffer(size, Access::LOCAL_WRITE));
        let (Ok(slab), index) = (slab, self.slabs.len() as u32) else { return false };
        let len = slab.len().min(len) / size * size;
        self.slabs.push(slab);
        self.has[class] = true;
        self.bytes += len;
        let offsets = (0..len).step_by(size).rev();
        self.free[class].extend(offsets.map(|offset| Slot { class: class as u8, slab: index, offset: offset as u32 }));
        true
    }

    /// Copies `bytes` into a buffer.
    pub fn write(&self, slot: Slot, offset: usize, bytes: &[u8]) {
        self.slabs[slot.slab as usize].write(slot.offset as usize + offset, bytes);
    }

    /// Copies out of a buffer.
    pub fn read(&self, slot: Slot, offset: usize, into: &mut [u8]) {
        self.slabs[slot.slab as usize].read(slot.offset as usize + offset, into);
    }

    /// Where `len` bytes at `offset` of a buffer are.
    pub fn place(&self, slot: Slot, offset: usize, len: usize) -> *mut u8 {
        self.slabs[slot.slab as usize].place(slot.offset as usize + offset, len)
    }

    /// The first `len` bytes of a buffer, for a request.
    pub fn segment(&self, slot: Slot, len: usize) -> Segment {
        self.slabs[slot.slab as usize].segment(slot.offset as usize, len)
    }

    /// `len` bytes of a buffer from `offset` on, for a request.
    pub fn segment_at(&self, slot: Slot, offset: usize, len: usize) -> Segment {
        self.slabs[slot.slab as usize].segment(slot.offset as usize + offset, len)
    }

    /// Bytes registered.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
