//! The tool interface where it takes handles by address: objects that variables belong to, and
//! datatypes of events.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use ferry_constants as mpi;

use crate::handles::length;
use crate::{Handle, Peer, functions};

/// A communicator of the program whose address is an argument, as a variable of the library's type.
///
/// # Safety
/// COMPAT-1
unsafe fn object<P: Peer>(binding: c_int, address: *mut c_void, place: &mut usize) -> *mut c_void {
    if binding != mpi::MPI_T_BIND_MPI_COMM || address.is_null() {
        return address;
    }
    // SAFETY: COMPAT-1: what is bound to a communicator comes with the address of one.
    *place = unsafe { *address.cast::<P::Comm>() }.abi();
    ptr::from_mut(place).cast()
}

/// `MPI_T_cvar_handle_alloc`
///
/// # Safety
/// COMPAT-1
pub unsafe fn t_cvar_handle_alloc<P: Peer>(index: c_int, address: *mut c_void, handle: *mut usize, count: *mut c_int) -> c_int {
    let (mut binding, mut place) = (mpi::MPI_T_BIND_NO_OBJECT, 0);
    let none = ptr::null_mut();
    // SAFETY: COMPAT-1, COMPAT-2; what is not wanted may be null.
    unsafe {
        (functions().MPI_T_cvar_get_info)(
            index,
            ptr::null_mut(),
            none,
            none,
            ptr::null_mut(),
            ptr::null_mut(),
            ptr::null_mut(),
            none,
            &mut binding,
            none,
        );
        (functions().MPI_T_cvar_handle_alloc)(index, object::<P>(binding, address, &mut place), handle, count)
    }
}

/// `MPI_T_pvar_handle_alloc`
///
/// # Safety
/// COMPAT-1
pub unsafe fn t_pvar_handle_alloc<P: Peer>(
    session: usize,
    index: c_int,
    address: *mut c_void,
    handle: *mut usize,
    count: *mut c_int,
) -> c_int {
    let (mut binding, mut place) = (mpi::MPI_T_BIND_NO_OBJECT, 0);
    let none = ptr::null_mut();
    // SAFETY: COMPAT-1, COMPAT-2; what is not wanted may be null.
    unsafe {
        (functions().MPI_T_pvar_get_info)(
            index,
            ptr::null_mut(),
            none,
            none,
            none,
            ptr::null_mut(),
            ptr::null_mut(),
            ptr::null_mut(),
            none,
            &mut binding,
            none,
            none,
            none,
        );
        (functions().MPI_T_pvar_handle_alloc)(session, index, object::<P>(binding, address, &mut place), handle, count)
    }
}

/// `MPI_T_event_get_info`, whose array of datatypes has as many elements as a variable says before
/// and after.
///
/// # Safety
/// COMPAT-1
#[expect(clippy::too_many_arguments, reason = "those of the standard's function")]
pub unsafe fn t_event_get_info<P: Peer>(
    index: c_int,
    name: *mut c_char,
    name_length: *mut c_int,
    verbosity: *mut c_int,
    datatypes: *mut P::Datatype,
    displacements: *mut i64,
    elements: *mut c_int,
    enumeration: *mut usize,
    info: *mut usize,
    description: *mut c_char,
    description_length: *mut c_int,
    binding: *mut c_int,
) -> c_int {
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let room = if elements.is_null() { 0 } else { length(*elements) };
        let mut types = vec![0; room];
        let wanted = if datatypes.is_null() { ptr::null_mut() } else { types.as_mut_ptr() };
        let result = (functions().MPI_T_event_get_info)(
            index,
            name,
            name_length,
            verbosity,
            wanted,
            displacements,
            elements,
            enumeration,
            info,
            description,
            description_length,
            binding,
        );
        if !datatypes.is_null() {
            for (position, handle) in types.iter().enumerate().filter(|(_, handle)| **handle != 0) {
                *datatypes.add(position) = P::Datatype::foreign(*handle);
            }
        }
        result
    }
}
