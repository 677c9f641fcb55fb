//! Functions of the program that the library calls with nothing that would tell them apart:
//! reductions and error handlers. Each is given a trampoline of its own, which knows it by a
//! number. The same function has the same trampoline for ever, so that there are only as many as
//! the program has functions.

use std::ffi::c_void;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering};

/// Functions of one type that a program may have.
pub const COUNT: usize = 256;

/// The functions of one type, by the number of their trampoline.
pub struct Slots {
    functions: [AtomicPtr<c_void>; COUNT],
    used: Mutex<usize>,
}

impl Slots {
    /// No functions yet.
    pub const fn new() -> Self {
        Slots { functions: [const { AtomicPtr::new(ptr::null_mut()) }; COUNT], used: Mutex::new(0) }
    }

    /// The number for a function; `None` if there are too many.
    pub fn number(&self, function: *const c_void) -> Option<usize> {
        let mut used = self.used.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = self.functions[..*used].iter().position(|slot| slot.load(Ordering::Relaxed).cast_const() == function);
        if known.is_some() || *used == COUNT {
            return known;
        }
        self.functions[*used].store(function.cast_mut(), Ordering::Release);
        *used += 1;
        Some(*used - 1)
    }

    /// The function with this number.
    #[inline]
    pub fn function(&self, number: usize) -> *mut c_void {
        self.functions[number].load(Ordering::Acquire)
    }
}

impl Default for Slots {
    fn default() -> Self {
        Self::new()
    }
}

/// A table of the instances of a generic function for the numbers 0 to [`COUNT`] - 1:
/// `trampolines!(name::<P>: type)` has `name::<P, 0>` and so on.
#[macro_export]
macro_rules! trampolines {
    ($function:ident) => { $crate::trampolines!(@high $function; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) };
    (@high $function:ident; $($high:literal)*) => {
        [$($crate::trampolines!(@low $function, $high; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)),*]
    };
    (@low $function:ident, $high:literal; $($low:literal)*) => { [$($function::<P, { $high * 16 + $low }> as *const c_void),*] };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_keeps_its_number() {
        let slots = Slots::new();
        let address = |number: usize| ptr::without_provenance::<c_void>(number + 1);
        assert_eq!([slots.number(address(0)), slots.number(address(1)), slots.number(address(0))], [Some(0), Some(1), Some(0)]);
        assert_eq!(slots.function(1).cast_const(), address(1));
        for number in 2..COUNT {
            assert_eq!(slots.number(address(number)), Some(number));
        }
        assert_eq!((slots.number(address(COUNT)), slots.number(address(7))), (None, Some(7)));
    }
}
