//! Functions of the program that copy and delete attributes: `MPI_Comm_create_keyval` and its kin.
//!
//! The standard hands them a value of the program, the extra state; here it leads to the program's
//! functions and its own extra state. What it leads to is never freed, since attributes may outlive
//! their key, but made once for the same functions and extra state.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::mem::transmute;
use std::ptr;
use std::sync::{LazyLock, Mutex};

use ferry_constants as mpi;

use crate::peer::abi_code;
use crate::{Handle, Peer, functions};

/// What the program passed for one key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct KeyFunctions {
    copy: *const c_void,
    delete: *const c_void,
    extra_state: *mut c_void,
}

// SAFETY: the addresses are kept for the program, which says what may be done with them where.
unsafe impl Send for KeyFunctions {}

impl KeyFunctions {
    /// The address of these for ever.
    fn interned(self) -> *mut c_void {
        static KNOWN: LazyLock<Mutex<HashMap<KeyFunctions, usize>>> = LazyLock::new(Mutex::default);
        let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let address = known.entry(self).or_insert_with(|| Box::into_raw(Box::new(self)).expose_provenance());
        ptr::with_exposed_provenance_mut(*address)
    }
}

type CopyFunction<H> = unsafe extern "C" fn(H, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
type DeleteFunction<H> = unsafe extern "C" fn(H, c_int, *mut c_void, *mut c_void) -> c_int;

unsafe extern "C" fn copy<P: Peer, H: Handle>(
    object: usize,
    key: c_int,
    extra_state: *mut c_void,
    value_in: *mut c_void,
    value_out: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: COMPAT-3; the extra state is what `create` made, and is never freed.
    let result = unsafe {
        let functions = &*extra_state.cast::<KeyFunctions>();
        let copy: CopyFunction<H> = transmute(functions.copy);
        copy(H::foreign(object), P::MAPS.keyval.to_peer(key), functions.extra_state, value_in, value_out, flag)
    };
    abi_code::<P>(result)
}

unsafe extern "C" fn delete<P: Peer, H: Handle>(
    object: usize,
    key: c_int,
    value: *mut c_void,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: COMPAT-3; the extra state is what `create` made, and is never freed.
    let result = unsafe {
        let functions = &*extra_state.cast::<KeyFunctions>();
        let delete: DeleteFunction<H> = transmute(functions.delete);
        delete(H::foreign(object), P::MAPS.keyval.to_peer(key), value, functions.extra_state)
    };
    abi_code::<P>(result)
}

type CreateKeyval = unsafe extern "C" fn(*const c_void, *const c_void, *mut c_int, *mut c_void) -> c_int;

unsafe fn create<P: Peer, H: Handle>(
    create: CreateKeyval,
    copy_fn: *const c_void,
    delete_fn: *const c_void,
    key: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    let given = KeyFunctions { copy: copy_fn, delete: delete_fn, extra_state };
    let copy_fn = match copy_fn as usize {
        address if P::is_null_fn(address) => ptr::without_provenance(mpi::MPI_NULL_COPY_FN),
        address if P::is_dup_fn(address) => ptr::without_provenance(mpi::MPI_DUP_FN),
        _ => copy::<P, H> as *const c_void,
    };
    let delete_fn = match delete_fn as usize {
        address if P::is_null_fn(address) => ptr::without_provenance(mpi::MPI_NULL_DELETE_FN),
        _ => delete::<P, H> as *const c_void,
    };
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe { create(copy_fn, delete_fn, key, given.interned()) }
}

/// `MPI_Comm_create_keyval`
///
/// # Safety
/// COMPAT-1
pub unsafe fn comm_create_keyval<P: Peer>(
    copy: *const c_void,
    delete: *const c_void,
    key: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe { create::<P, P::Comm>(functions().MPI_Comm_create_keyval, copy, delete, key, extra_state) }
}

/// `MPI_Keyval_create`
///
/// # Safety
/// COMPAT-1
pub unsafe fn keyval_create<P: Peer>(
    copy: *const c_void,
    delete: *const c_void,
    key: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe { create::<P, P::Comm>(functions().MPI_Keyval_create, copy, delete, key, extra_state) }
}

/// `MPI_Type_create_keyval`
///
/// # Safety
/// COMPAT-1
pub unsafe fn type_create_keyval<P: Peer>(
    copy: *const c_void,
    delete: *const c_void,
    key: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe { create::<P, P::Datatype>(functions().MPI_Type_create_keyval, copy, delete, key, extra_state) }
}

/// `MPI_Win_create_keyval`
///
/// # Safety
/// COMPAT-1
pub unsafe fn win_create_keyval<P: Peer>(
    copy: *const c_void,
    delete: *const c_void,
    key: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: COMPAT-1.
    unsafe { create::<P, P::Win>(functions().MPI_Win_create_keyval, copy, delete, key, extra_state) }
}
