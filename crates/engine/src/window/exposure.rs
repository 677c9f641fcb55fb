//! Memory of this process that others may access through a window.

use std::collections::BTreeMap;

use ferry_datatype::Datatype;
use ferry_protocol::rma::control::Control;
use ferry_protocol::rma::message::Status;

use super::access::Target;
use super::elements::{Combiner, TargetPart};
use crate::buffer::Buffer;

/// The memory.
#[derive(Debug)]
pub enum Exposed {
    /// One range: its first byte, and bytes. Displacements count from the first byte.
    Range(*mut u8, u64),
    /// Ranges that come and go (`MPI_Win_attach`). Displacements are addresses.
    Attached(Attached),
}

/// Memory that is attached to a window.
#[derive(Debug, Default)]
pub struct Attached {
    /// Bytes by address, none of them 0. No two overlap.
    ranges: BTreeMap<u64, u64>,
    /// How often no bytes at all are attached, by address.
    empty: BTreeMap<u64, u32>,
}

/// The memory and the control block of a window at this process.
#[derive(Debug)]
pub struct Exposure {
    memory: Exposed,
    control: *const Control,
    combiner: Combiner,
}

// SAFETY: WIN-1; which thread accesses the memory does not matter.
unsafe impl Send for Exposure {}

/// Why memory is not accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessRefusal {
    /// It reaches beyond the window.
    OutOfRange,
    /// It is not attached.
    NotAttached,
}

impl From<AccessRefusal> for Status {
    fn from(refusal: AccessRefusal) -> Status {
        match refusal {
            AccessRefusal::OutOfRange => Status::OutOfRange,
            AccessRefusal::NotAttached => Status::NotAttached,
        }
    }
}

/// Whether what `count` elements of a datatype touch lies within `size` bytes, from byte
/// `displacement` on.
#[inline]
pub fn is_within(size: u64, displacement: u64, count: u64, datatype: &Datatype) -> bool {
    match datatype.footprint(count) {
        None => datatype.size() == 0 || count == 0,
        Some((low, high)) => {
            let (low, high) = (i128::from(displacement) + i128::from(low), i128::from(displacement) + i128::from(high));
            low >= 0 && high <= i128::from(size)
        }
    }
}

impl Exposure {
    /// Memory that is exposed with a control block.
    ///
    /// # Safety
    /// WIN-1, from the time on when the window is opened.
    pub unsafe fn new(memory: Exposed, control: *const Control) -> Self {
        // SAFETY: as the caller promises.
        unsafe { Exposure::with_barrier(memory, control, || false) }
    }

    /// As [`Exposure::new`], in a process that can make every processor pass a memory barrier.
    ///
    /// # Safety
    /// As there, for the blocks that lie together with this one, too.
    pub unsafe fn with_barrier(memory: Exposed, control: *const Control, barrier: fn() -> bool) -> Self {
        // SAFETY: as the caller promises.
        let combiner = unsafe { Combiner::new(control, barrier) };
        Exposure { memory, control, combiner }
    }

    /// The control block.
    #[inline]
    pub fn control(&self) -> &Control {
        // SAFETY: WIN-1.
        unsafe { &*self.control }
    }

    /// `count` elements of a datatype in the memory.
    ///
    /// # Errors
    /// If they are not all in it.
    pub fn target(&self, displacement: u64, count: u64, datatype: &Datatype) -> Result<Target, AccessRefusal> {
        let base = match &self.memory {
            Exposed::Range(base, size) if is_within(*size, displacement, count, datatype) => *base,
            Exposed::Range(..) => return Err(AccessRefusal::OutOfRange),
            Exposed::Attached(attached) if attached.have(displacement, count, datatype) => std::ptr::null_mut(),
            Exposed::Attached(_) => return Err(AccessRefusal::NotAttached),
        };
        let address = base.wrapping_add(displacement as usize);
        // SAFETY: WIN-1, WIN-2; a size that overflows is refused by the check.
        let buffer = unsafe { Buffer::new(address, count, datatype) }.ok_or(AccessRefusal::OutOfRange)?;
        // SAFETY: WIN-1.
        Ok(unsafe { Target::new(buffer, address, count, datatype, TargetPart::new(self.control, self.combiner)) })
    }

    /// Attaches memory. False if it overlaps what is attached, or the window has no such memory.
    #[must_use]
    pub fn attach(&mut self, address: u64, bytes: u64) -> bool {
        let Exposed::Attached(Attached { ranges, empty }) = &mut self.memory else { return false };
        let Some(end) = address.checked_add(bytes) else { return false };
        if bytes == 0 {
            *empty.entry(address).or_default() += 1;
            return true;
        }
        let before = ranges.range(..end).next_back().map_or(0, |(start, bytes)| start + bytes);
        if before > address {
            return false;
        }
        ranges.insert(address, bytes);
        true
    }

    /// The attached range that has this address: its first one, and bytes.
    pub fn attached_at(&self, address: u64) -> Option<(u64, u64)> {
        let Exposed::Attached(attached) = &self.memory else { return None };
        let (start, bytes) = attached.ranges.range(..=address).next_back()?;
        (address - start < *bytes).then_some((*start, *bytes))
    }

    /// Detaches memory that was attached at this address. False if none was.
    #[must_use]
    pub fn detach(&mut self, address: u64) -> bool {
        match &mut self.memory {
            Exposed::Attached(attached) => attached.detach(address),
            Exposed::Range(..) => false,
        }
    }
}

impl Attached {
    fn detach(&mut self, address: u64) -> bool {
        if self.ranges.remove(&address).is_some() {
            return true;
        }
        let Some(times) = self.empty.get_mut(&address) else { return false };
        *times -= 1;
        if *times == 0 {
            self.empty.remove(&address);
        }
        true
    }

    /// Whether all bytes of the elements are attached. What lies between them need not be.
    fn have(&self, address: u64, count: u64, datatype: &Datatype) -> bool {
        let Some((low, high)) = datatype.footprint(count) else { return datatype.size() == 0 || count == 0 };
        // Displacements are signed, and those of datatypes may be addresses.
        let covers = |low: i64, high: i64| {
            let at = |offset: i64| u64::try_from(i128::from(address as i64) + i128::from(offset)).ok();
            at(low).zip(at(high)).is_some_and(|(from, to)| self.cover(from, to))
        };
        let has_gaps = || datatype.dense_run(count).is_none();
        covers(low, high)
            || has_gaps() && datatype.segments(count).all(|segment| covers(segment.offset, segment.offset + segment.len as i64))
    }

    /// Whether these bytes are within one range, or in several that touch.
    fn cover(&self, mut from: u64, to: u64) -> bool {
        while from < to {
            match self.ranges.range(..=from).next_back().map(|(start, bytes)| start + bytes) {
                Some(end) if end > from => from = end,
                _ => return false,
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int() -> &'static Datatype {
        Datatype::predefined(ferry_constants::MPI_INT).unwrap()
    }

    #[test]
    fn what_reaches_beyond_a_range_is_refused() {
        let sparse = Datatype::vector(3, 1, 4, int()).unwrap();
        let before = Datatype::hindexed(&[1], &[-4], int()).unwrap();
        for (displacement, count, datatype, fits) in [
            (0, 16, int(), true),
            (0, 17, int(), false),
            (60, 1, int(), true),
            (61, 1, int(), false),
            (64, 0, int(), true),
            (u64::MAX, 1, int(), false),
            (0, 1, &sparse, true),
            (28, 1, &sparse, true),
            (32, 1, &sparse, false),
            (0, 1, &before, false),
            (4, 1, &before, true),
            (0, u64::MAX, int(), false),
        ] {
            assert_eq!(is_within(64, displacement, count, datatype), fits, "{count} at {displacement}");
        }
    }

    #[test]
    fn attached_memory_is_found_until_it_is_detached() {
        let control = Control::default();
        // SAFETY: nothing is accessed.
        let mut exposure = unsafe { Exposure::new(Exposed::Attached(Attached::default()), &raw const control) };
        assert!(exposure.attach(1000, 100) && exposure.attach(1200, 50) && exposure.attach(1100, 20));
        for (address, bytes) in [(1000, 1), (1099, 1), (950, 51), (900, 1000), (1119, 1)] {
            assert!(!exposure.attach(address, bytes), "{address}");
        }
        let fits = |exposure: &Exposure, address, count| exposure.target(address, count, int()).map(drop);
        assert_eq!(fits(&exposure, 1000, 30), Ok(()), "across two ranges that touch");
        assert_eq!(fits(&exposure, 1000, 31), Err(AccessRefusal::NotAttached));
        assert_eq!(fits(&exposure, 996, 1), Err(AccessRefusal::NotAttached));
        assert!(exposure.detach(1100) && !exposure.detach(1100) && !exposure.detach(1001));
        assert_eq!(fits(&exposure, 1000, 26), Err(AccessRefusal::NotAttached));
        assert_eq!(fits(&exposure, 1000, 25), Ok(()));
        for (address, count) in [(u64::MAX, 1), (u64::MAX - 7, 4), (u64::MAX - 2, 1 << 40)] {
            assert_eq!(fits(&exposure, address, count), Err(AccessRefusal::NotAttached), "it wraps around at {address}");
        }
    }

    #[test]
    fn no_bytes_at_all_hide_no_others() {
        let control = Control::default();
        // SAFETY: nothing is accessed.
        let mut exposure = unsafe { Exposure::new(Exposed::Attached(Attached::default()), &raw const control) };
        assert!(exposure.attach(950, 0) && exposure.attach(900, 100) && exposure.attach(960, 0) && exposure.attach(960, 0));
        assert!(exposure.target(960, 10, int()).is_ok() && !exposure.attach(970, 10));
        assert_eq!(exposure.attached_at(970), Some((900, 100)));
        assert!(exposure.detach(950) && exposure.detach(960) && exposure.detach(960) && !exposure.detach(960));
        assert!(exposure.target(900, 25, int()).is_ok() && exposure.detach(900));
    }

    #[test]
    fn what_lies_between_the_elements_need_not_be_attached() {
        let control = Control::default();
        // SAFETY: nothing is accessed.
        let mut exposure = unsafe { Exposure::new(Exposed::Attached(Attached::default()), &raw const control) };
        assert!(exposure.attach(1000, 8) && exposure.attach(5000, 8));
        let both = Datatype::hindexed(&[2, 2], &[1000, 5000], int()).unwrap();
        assert!(exposure.target(0, 1, &both).is_ok());
        assert!(exposure.target(-4_i64 as u64, 1, &both).is_err() && exposure.target(4, 1, &both).is_err());
        assert!(exposure.detach(5000) && exposure.target(0, 1, &both).is_err());
    }
}
