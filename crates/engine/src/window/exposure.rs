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
    /// Ranges that come and go (`MPI_Win_attach`): bytes by address. Displacements are addresses.
    Attached(BTreeMap<u64, u64>),
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
            Exposed::Attached(ranges) => {
                check_attached(ranges, displacement, count, datatype)?;
                std::ptr::null_mut()
            }
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
        let Exposed::Attached(ranges) = &mut self.memory else { return false };
        let Some(end) = address.checked_add(bytes) else { return false };
        if bytes == 0 {
            ranges.entry(address).or_insert(0);
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
        let Exposed::Attached(ranges) = &self.memory else { return None };
        let (start, bytes) = ranges.range(..=address).next_back()?;
        (address - start < *bytes).then_some((*start, *bytes))
    }

    /// Detaches memory that was attached at this address. False if none was.
    #[must_use]
    pub fn detach(&mut self, address: u64) -> bool {
        match &mut self.memory {
            Exposed::Attached(ranges) => ranges.remove(&address).is_some(),
            Exposed::Range(..) => false,
        }
    }
}

/// Refuses what is not within one range, or in several that touch.
fn check_attached(ranges: &BTreeMap<u64, u64>, address: u64, count: u64, datatype: &Datatype) -> Result<(), AccessRefusal> {
    let Some((low, high)) = datatype.footprint(count) else {
        return if datatype.size() == 0 || count == 0 { Ok(()) } else { Err(AccessRefusal::NotAttached) };
    };
    let (mut from, to) = (address.wrapping_add_signed(low), address.wrapping_add_signed(high));
    while from < to {
        let range = ranges.range(..=from).next_back().map(|(start, bytes)| start + bytes);
        match range.filter(|end| *end > from) {
            Some(end) => from = end,
            None => return Err(AccessRefusal::NotAttached),
        }
    }
    Ok(())
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
        let mut exposure = unsafe { Exposure::new(Exposed::Attached(BTreeMap::new()), &raw const control) };
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
    }
}
