//! Attributes: integers in Fortran, addresses in C.
//!
//! C must find the address of an integer in an attribute that Fortran has set, and Fortran must
//! find the address as an integer in one that C has set (MPI 5.0, 19.3.7). An integer that Fortran
//! sets is therefore kept in memory of ours, which is never given back: communicators share it when
//! they are duplicated. There is one piece for each distinct value.
//!
//! # Safety arguments
//! - ATTR-1: the extra state of a key that we made is a `Keyval` of ours, which is never freed.
//! - FTN-1, FTN-3 of the crate.

use std::collections::{HashMap, HashSet};
use std::ffi::{c_int, c_void};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::abi::MPI_SUCCESS;

use crate::entry::Fint;
use crate::generated::c;
use crate::handle;

/// Values that Fortran has set.
#[derive(Default)]
struct Values {
    addresses: HashMap<i64, usize>,
    ours: HashSet<usize>,
}

static VALUES: LazyLock<Mutex<Values>> = LazyLock::new(Mutex::default);

/// What C keeps for a value that Fortran sets.
pub fn to_c(value: i64) -> *mut c_void {
    let mut values = VALUES.lock().unwrap_or_else(PoisonError::into_inner);
    let address = *values.addresses.entry(value).or_insert_with(|| std::ptr::from_mut(Box::leak(Box::new(value))) as usize);
    values.ours.insert(address);
    address as *mut c_void
}

/// What Fortran sees of what C keeps.
pub fn to_fortran(kept: *mut c_void) -> i64 {
    let ours = VALUES.lock().unwrap_or_else(PoisonError::into_inner).ours.contains(&(kept as usize));
    // SAFETY: the memory is ours and lives forever.
    if ours { unsafe { *kept.cast::<i64>() } } else { kept as i64 }
}

/// The procedures of a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Keyval {
    pub copy: usize,
    pub delete: usize,
    pub extra_state: i64,
}

impl Keyval {
    /// The extra state for C: the same for the same procedures and extra state, as attributes may
    /// outlive their key.
    pub fn interned(self) -> *mut c_void {
        static KNOWN: LazyLock<Mutex<HashMap<Keyval, usize>>> = LazyLock::new(Mutex::default);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(self).or_insert_with(|| std::ptr::from_mut(Box::leak(Box::new(self))) as usize) as *mut c_void
    }
}

type Copy<Int> = unsafe extern "C" fn(*mut Fint, *mut Fint, *mut Int, *mut Int, *mut Int, *mut Fint, *mut Fint);
type Delete<Int> = unsafe extern "C" fn(*mut Fint, *mut Fint, *mut Int, *mut Int, *mut Fint);

/// An INTEGER, or one of the kind of addresses.
trait Integer {
    fn from_value(value: i64) -> Self;
    fn value(self) -> i64;
}

impl Integer for i64 {
    fn from_value(value: i64) -> Self {
        value
    }
    fn value(self) -> i64 {
        self
    }
}

impl Integer for Fint {
    fn from_value(value: i64) -> Self {
        value as Fint
    }
    fn value(self) -> i64 {
        i64::from(self)
    }
}

/// Calls a procedure that copies an attribute. Stores the copy if the procedure wants one.
unsafe fn call_copy<Int: Integer>(
    object: Fint,
    key: c_int,
    extra: *mut c_void,
    from: *mut c_void,
    to: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: ATTR-1, FTN-3.
    unsafe {
        let keyval = &*extra.cast::<Keyval>();
        let procedure: Copy<Int> = std::mem::transmute(keyval.copy);
        let (mut object, mut key, mut wanted, mut error) = (object, key, 0, MPI_SUCCESS);
        let (mut state, mut value, mut copy) =
            (Int::from_value(keyval.extra_state), Int::from_value(to_fortran(from)), Int::from_value(0));
        procedure(&mut object, &mut key, &mut state, &mut value, &mut copy, &mut wanted, &mut error);
        *flag = crate::logical::to_c(wanted);
        if error == MPI_SUCCESS && *flag != 0 {
            *to.cast::<*mut c_void>() = to_c(copy.value());
        }
        error
    }
}

unsafe fn call_delete<Int: Integer>(object: Fint, key: c_int, kept: *mut c_void, extra: *mut c_void) -> c_int {
    // SAFETY: ATTR-1, FTN-3.
    unsafe {
        let keyval = &*extra.cast::<Keyval>();
        let procedure: Delete<Int> = std::mem::transmute(keyval.delete);
        let (mut object, mut key, mut error) = (object, key, MPI_SUCCESS);
        let (mut value, mut state) = (Int::from_value(to_fortran(kept)), Int::from_value(keyval.extra_state));
        procedure(&mut object, &mut key, &mut value, &mut state, &mut error);
        error
    }
}

macro_rules! kinds {
    ($($copy:ident $delete:ident $module:ident $type:ident $int:ty;)*) => {$(
        /// The C function that copies attributes.
        pub unsafe extern "C" fn $copy(
            object: c::$type, key: c_int, extra: *mut c_void, from: *mut c_void, to: *mut c_void, flag: *mut c_int,
        ) -> c_int {
            // SAFETY: ATTR-1, FTN-3.
            unsafe { call_copy::<$int>(handle::$module::value(object), key, extra, from, to, flag) }
        }

        /// The C function that deletes attributes.
        pub unsafe extern "C" fn $delete(object: c::$type, key: c_int, kept: *mut c_void, extra: *mut c_void) -> c_int {
            // SAFETY: ATTR-1, FTN-3.
            unsafe { call_delete::<$int>(handle::$module::value(object), key, kept, extra) }
        }
    )*};
}

kinds! {
    copy_comm delete_comm comm MPI_Comm i64;
    copy_type delete_type datatype MPI_Datatype i64;
    copy_win delete_win win MPI_Win i64;
    copy_old delete_old comm MPI_Comm Fint;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_procedures_are_kept_once() {
        let key = |extra_state| Keyval { copy: 1, delete: 2, extra_state };
        assert_eq!(key(3).interned(), key(3).interned());
        assert_ne!(key(3).interned(), key(4).interned());
    }
}
