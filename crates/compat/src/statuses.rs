//! Statuses of one call (COMPAT-1).

use std::ffi::c_int;
use std::marker::PhantomData;
use std::ptr;

use ferry_constants::Status;
use smallvec::SmallVec;

use crate::peer::{abi_code, code};
use crate::{Peer, PeerStatus};

/// What a call did not write.
const UNWRITTEN: c_int = c_int::MIN + 78;
/// Arrays up to this length need no memory.
const SHORT: usize = 16;

const BLANK: Status = Status { source: UNWRITTEN, tag: 0, error: UNWRITTEN, internal: [0; 5] };

/// A status that the call stores.
pub struct StatusOut<P: Peer> {
    user: *mut P::Status,
    abi: Status,
}

impl<P: Peer> StatusOut<P> {
    /// For the address that the program passes, which may mean that it wants no status.
    #[inline(always)]
    pub fn new(user: *mut P::Status) -> Self {
        StatusOut { user: wanted::<P>(user), abi: BLANK }
    }

    /// What the standard's function gets.
    #[inline(always)]
    pub fn abi(&mut self) -> *mut Status {
        if self.user.is_null() { ptr::null_mut() } else { &mut self.abi }
    }

    /// Stores what the call stored.
    ///
    /// # Safety
    /// COMPAT-1
    #[inline(always)]
    pub unsafe fn store(self) {
        if !self.user.is_null() {
            // SAFETY: COMPAT-1.
            store_written::<P>(unsafe { &mut *self.user }, self.abi);
        }
    }
}

/// An array of statuses that the call stores.
pub struct Statuses<P: Peer> {
    user: *mut P::Status,
    abi: SmallVec<[Status; SHORT]>,
}

impl<P: Peer> Statuses<P> {
    /// The array of `length` statuses, unless the program wants none.
    #[inline]
    pub fn new(user: *mut P::Status, length: usize) -> Self {
        let user = wanted::<P>(user);
        let length = if user.is_null() { 0 } else { length };
        Statuses { user, abi: SmallVec::from_elem(BLANK, length) }
    }

    /// What the standard's function gets.
    #[inline]
    pub fn abi(&mut self) -> *mut Status {
        if self.user.is_null() { ptr::null_mut() } else { self.abi.as_mut_ptr() }
    }

    /// Stores the statuses that the call stored.
    ///
    /// # Safety
    /// COMPAT-1
    #[inline]
    pub unsafe fn store(self) {
        for (index, status) in self.abi.iter().enumerate() {
            // SAFETY: COMPAT-1.
            store_written::<P>(unsafe { &mut *self.user.add(index) }, *status);
        }
    }
}

/// A status that the call reads, and may change.
pub struct StatusIn<P: Peer> {
    user: *mut P::Status,
    before: Status,
    abi: Status,
}

impl<P: Peer> StatusIn<P> {
    /// The status at an address, or none.
    ///
    /// # Safety
    /// COMPAT-1
    #[inline]
    pub unsafe fn new(user: *const P::Status) -> Self {
        let user = wanted::<P>(user.cast_mut());
        // SAFETY: COMPAT-1.
        let before = if user.is_null() { BLANK } else { to_abi::<P>(unsafe { *user }.load()) };
        StatusIn { user, before, abi: before }
    }

    /// What the standard's function gets.
    #[inline]
    pub fn abi(&mut self) -> *mut Status {
        if self.user.is_null() { ptr::null_mut() } else { &mut self.abi }
    }

    /// Stores what the call changed.
    ///
    /// # Safety
    /// COMPAT-1
    pub unsafe fn store(self) {
        if !self.user.is_null() && self.abi != self.before {
            // SAFETY: COMPAT-1.
            unsafe { *self.user = from_abi::<P>(self.abi) };
        }
    }
}

/// A status that the call asks for its amount of data, or whether it was cancelled: nothing else of
/// it is converted.
pub struct Amount<P: Peer> {
    abi: Status,
    is_there: bool,
    peer: PhantomData<P>,
}

impl<P: Peer> Amount<P> {
    /// Of the status at an address, or of none.
    ///
    /// # Safety
    /// COMPAT-1
    #[inline(always)]
    pub unsafe fn new(user: *const P::Status) -> Self {
        let user = wanted::<P>(user.cast_mut());
        let is_there = !user.is_null();
        // SAFETY: COMPAT-1.
        let mut abi = if is_there { Status { source: 0, tag: 0, error: 0, ..unsafe { *user }.load() } } else { BLANK };
        let bytes = abi.bytes();
        // SAFETY: the first two of five integers. They are stored as one, because the library reads
        // them as one: a processor waits when a load spans two stores that are under way.
        unsafe { (&raw mut abi.internal).cast::<u64>().write_unaligned(bytes.to_le()) };
        Amount { abi, is_there, peer: PhantomData }
    }

    /// What the standard's function gets.
    #[inline(always)]
    pub fn abi(&mut self) -> *mut Status {
        if self.is_there { &mut self.abi } else { ptr::null_mut() }
    }
}

/// A status of the standard ABI as the peer's.
pub fn from_abi<P: Peer>(mut status: Status) -> P::Status
where
    P::Status: PeerStatus,
{
    status.source = P::MAPS.rank.to_peer(status.source);
    status.tag = P::MAPS.tag.to_peer(status.tag);
    status.error = code::<P>(status.error);
    // SAFETY: a status consists of integers, for which all-zero is a value.
    let mut stored: P::Status = unsafe { std::mem::zeroed() };
    stored.store(&status);
    stored
}

/// A status with the peer's ranks, tags and codes in the standard's terms.
pub fn to_abi<P: Peer>(mut status: Status) -> Status {
    status.source = P::MAPS.rank.natural_to_abi(status.source);
    status.tag = P::MAPS.tag.natural_to_abi(status.tag);
    status.error = abi_code::<P>(status.error);
    status
}

#[inline(always)]
fn wanted<P: Peer>(user: *mut P::Status) -> *mut P::Status {
    if user as usize == P::STATUS_IGNORE { ptr::null_mut() } else { user }
}

/// The error is written by calls that complete several requests only (MPI-5 §3.7.5), and alone for
/// a request that is not complete.
#[inline(always)]
fn store_written<P: Peer>(user: &mut P::Status, mut status: Status) {
    if status.source == UNWRITTEN {
        return store_error::<P>(user, status.error);
    }
    status.source = special(status.source, |rank| P::MAPS.rank.to_peer(rank));
    status.tag = special(status.tag, |tag| P::MAPS.tag.to_peer(tag));
    status.error = if status.error == UNWRITTEN { user.load().error } else { code::<P>(status.error) };
    user.store(&status);
}

/// The rest of the status stays as the program has it.
#[cold]
fn store_error<P: Peer>(user: &mut P::Status, error: c_int) {
    if error != UNWRITTEN {
        user.store(&Status { error: code::<P>(error), ..user.load() });
    }
}

#[inline(always)]
fn special(number: c_int, convert: impl Fn(c_int) -> c_int) -> c_int {
    if number >= 0 { number } else { convert(number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_peer::TestPeer;
    use ferry_constants as mpi;

    const BEFORE: Status = Status { source: 7, tag: 8, error: 9, internal: [0; 5] };

    /// What a program finds in a status after a call that wrote this.
    fn after(written: Status) -> Status {
        let mut user = BEFORE;
        store_written::<TestPeer>(&mut user, written);
        user
    }

    #[test]
    fn what_a_call_wrote_is_stored() {
        assert_eq!(after(BLANK), BEFORE);
        assert_eq!(after(Status { source: mpi::MPI_ANY_SOURCE, tag: 3, ..BLANK }), Status { source: -11, tag: 3, ..BEFORE });
        let all = Status { source: 2, tag: 3, error: mpi::MPI_ERR_TRUNCATE, ..BLANK };
        assert_eq!(after(all), Status { error: 200, ..all });
    }

    #[test]
    fn the_error_of_a_request_that_stays_is_stored_alone() {
        let written = Status { error: mpi::MPIX_ERR_PROC_FAILED_PENDING, ..BLANK };
        assert_eq!(after(written), Status { error: 301, ..BEFORE });
    }
}
