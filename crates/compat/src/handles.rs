//! Handles that a call stores, and arrays of handles (COMPAT-1).

use std::ptr;

use smallvec::SmallVec;

use crate::Handle;
use crate::peer::NO_HANDLE;

/// Arrays up to this length need no memory.
const SHORT: usize = 32;

/// A handle that the call stores at an address.
pub struct HandleOut<H: Handle> {
    user: *mut H,
    abi: usize,
}

impl<H: Handle> HandleOut<H> {
    /// For a call that only stores.
    #[inline(always)]
    pub fn new(user: *mut H) -> Self {
        HandleOut { user, abi: 0 }
    }

    /// For a call that also reads what is there.
    ///
    /// # Safety
    /// COMPAT-1
    #[inline(always)]
    pub unsafe fn with_value(user: *mut H) -> Self {
        // SAFETY: COMPAT-1.
        let abi = if user.is_null() { 0 } else { unsafe { *user }.abi() };
        HandleOut { user, abi }
    }

    /// What the standard's function gets.
    #[inline(always)]
    pub fn abi(&mut self) -> *mut usize {
        if self.user.is_null() { ptr::null_mut() } else { &mut self.abi }
    }

    /// Stores what the call stored.
    ///
    /// # Safety
    /// COMPAT-1
    #[inline(always)]
    pub unsafe fn store(self) {
        if !self.user.is_null() && is_handle(self.abi) {
            // SAFETY: COMPAT-1.
            unsafe { *self.user = H::foreign(self.abi) };
        }
    }
}

/// An array of handles.
pub struct Handles<H: Handle> {
    user: *mut H,
    abi: SmallVec<[usize; SHORT]>,
}

impl<H: Handle> Handles<H> {
    /// The array of `length` handles at `user`, which may be null if there are none.
    ///
    /// # Safety
    /// COMPAT-1
    #[inline]
    pub unsafe fn new(user: *const H, length: usize) -> Self {
        let length = if user.is_null() { 0 } else { length };
        // SAFETY: COMPAT-1.
        let abi = (0..length).map(|index| unsafe { *user.add(index) }.abi()).collect();
        Handles { user: user.cast_mut(), abi }
    }

    /// An array of `length` handles that the call stores.
    pub fn to_fill(user: *mut H, length: usize) -> Self {
        let length = if user.is_null() { 0 } else { length };
        Handles { user, abi: SmallVec::from_elem(0, length) }
    }

    /// What the standard's function gets.
    #[inline]
    pub fn abi(&mut self) -> *mut usize {
        if self.user.is_null() { ptr::null_mut() } else { self.abi.as_mut_ptr() }
    }

    /// Stores the handles as the call left them.
    ///
    /// # Safety
    /// COMPAT-1
    #[inline]
    pub unsafe fn store(self) {
        for (index, handle) in self.abi.iter().enumerate().filter(|(_, handle)| is_handle(**handle)) {
            // SAFETY: COMPAT-1.
            unsafe { *self.user.add(index) = H::foreign(*handle) };
        }
    }
}

/// A count argument as the length of an array; what is negative is an error that the standard's
/// function reports.
#[inline(always)]
pub fn length<N: TryInto<usize>>(count: N) -> usize {
    count.try_into().unwrap_or(0)
}

/// What was no handle before the call stays as the program has it.
#[inline(always)]
fn is_handle(abi: usize) -> bool {
    abi != 0 && abi != NO_HANDLE
}
