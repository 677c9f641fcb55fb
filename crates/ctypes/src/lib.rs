//! The C types of the entry points: handles, callbacks, and the two that let `MPI_X` and `MPI_X_c`
//! share an implementation.
//!
//! # Safety arguments
//! - CT-1: an array or output argument is valid for the elements that the MPI function says it
//!   has; the caller of the MPI function promises it. An entry point makes [`Out`] and [`InOut`] of
//!   arguments that it has found not to be null, so that what is behind it needs no promise.
//!   Whoever calls [`IntArray::at`] stays within the elements.
//! - CT-2: a callback argument that is none of the ABI's constants is the address of a function of
//!   the type the prototype names.
#![allow(non_camel_case_types)]

use core::ffi::{c_int, c_void};

use ferry_constants as mpi;
use ferry_constants::Status;

/// Addresses below are no buffers: null, and the special addresses of the ABI.
pub const FIRST_ADDRESS: usize = 4096;

/// `MPI_Status`.
pub type MPI_Status = Status;

macro_rules! handles {
    ($($name:ident = $null:expr;)*) => { $(
        #[doc = concat!("`", stringify!($name), "` as C passes it: a small constant of the ABI, or a handle of this library.")]
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub usize);

        impl $name {
            /// The null handle.
            pub const NULL: Self = Self($null);

            /// The handle at `address`; the null handle if the address is null.
            ///
            /// # Safety
            /// `address` is null or valid for reading.
            #[inline]
            pub unsafe fn peek(address: *const Self) -> Self {
                // SAFETY: as the caller promises.
                if address.is_null() { Self::NULL } else { unsafe { *address } }
            }

            /// Stores the null handle at `address`, unless that is null.
            ///
            /// # Safety
            /// `address` is null or valid for writing.
            #[cold]
            pub unsafe fn clear(address: *mut Self) {
                if !address.is_null() {
                    // SAFETY: as the caller promises.
                    unsafe { *address = Self::NULL };
                }
            }
        }
    )* };
}

handles! {
    MPI_Comm = mpi::MPI_COMM_NULL;
    MPI_Datatype = mpi::MPI_DATATYPE_NULL;
    MPI_Errhandler = mpi::MPI_ERRHANDLER_NULL;
    MPI_File = mpi::MPI_FILE_NULL;
    MPI_Group = mpi::MPI_GROUP_NULL;
    MPI_Info = mpi::MPI_INFO_NULL;
    MPI_Message = mpi::MPI_MESSAGE_NULL;
    MPI_Op = mpi::MPI_OP_NULL;
    MPI_Request = mpi::MPI_REQUEST_NULL;
    MPI_Session = mpi::MPI_SESSION_NULL;
    MPI_Win = mpi::MPI_WIN_NULL;
    MPI_T_enum = mpi::MPI_T_ENUM_NULL;
    MPI_T_cvar_handle = mpi::MPI_T_CVAR_HANDLE_NULL;
    MPI_T_pvar_handle = mpi::MPI_T_PVAR_HANDLE_NULL;
    MPI_T_pvar_session = mpi::MPI_T_PVAR_SESSION_NULL;
    MPI_T_event_registration = 0;
    MPI_T_event_instance = 0;
}

/// A user-defined reduction: input, input and output, length, datatype.
pub type MPI_User_function = Option<unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut MPI_Datatype)>;
/// A user-defined reduction with a large count.
pub type MPI_User_function_c = Option<unsafe extern "C" fn(*mut c_void, *mut c_void, *mut i64, *mut MPI_Datatype)>;

/// Fills the status of a generalized request: extra state, status.
pub type MPI_Grequest_query_function = Option<unsafe extern "C" fn(*mut c_void, *mut Status) -> c_int>;
/// Frees the extra state of a generalized request.
pub type MPI_Grequest_free_function = Option<unsafe extern "C" fn(*mut c_void) -> c_int>;
/// Cancels a generalized request: extra state, whether it is complete.
pub type MPI_Grequest_cancel_function = Option<unsafe extern "C" fn(*mut c_void, c_int) -> c_int>;

/// Copies an attribute of an object `H`: object, key, extra state, value in, address of the value
/// out, flag.
pub type CopyAttribute<H> = unsafe extern "C" fn(H, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
/// Deletes an attribute of an object `H`: object, key, value, extra state.
pub type DeleteAttribute<H> = unsafe extern "C" fn(H, c_int, *mut c_void, *mut c_void) -> c_int;

/// A copy callback as C passes it: a function, or one of the constants `MPI_NULL_COPY_FN` (0) and
/// `MPI_DUP_FN` (1).
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct CopyCallback<H> {
    address: usize,
    object: core::marker::PhantomData<H>,
}

/// What a copy callback asks for.
#[derive(Clone, Copy)]
pub enum CopyRule<H> {
    /// `MPI_NULL_COPY_FN` and its kin: the copy has no such attribute.
    Drop,
    /// `MPI_DUP_FN` and its kin: the copy has the same value.
    Same,
    /// The user's function decides.
    Call(CopyAttribute<H>),
}

impl<H> CopyCallback<H> {
    /// Tells the constants from a function.
    pub fn rule(self) -> CopyRule<H> {
        match self.address {
            mpi::MPI_NULL_COPY_FN => CopyRule::Drop,
            mpi::MPI_DUP_FN => CopyRule::Same,
            address => {
                let function = core::ptr::with_exposed_provenance::<()>(address);
                // SAFETY: a callback argument that is none of the constants is the address of a
                // function of this type (CT-2).
                CopyRule::Call(unsafe { core::mem::transmute::<*const (), CopyAttribute<H>>(function) })
            }
        }
    }
}

const _: () = {
    assert!(mpi::MPI_COMM_NULL_COPY_FN == mpi::MPI_NULL_COPY_FN && mpi::MPI_COMM_DUP_FN == mpi::MPI_DUP_FN);
    assert!(mpi::MPI_TYPE_NULL_COPY_FN == mpi::MPI_NULL_COPY_FN && mpi::MPI_TYPE_DUP_FN == mpi::MPI_DUP_FN);
    assert!(mpi::MPI_WIN_NULL_COPY_FN == mpi::MPI_NULL_COPY_FN && mpi::MPI_WIN_DUP_FN == mpi::MPI_DUP_FN);
};

/// Copy callback of the deprecated `MPI_Keyval_create`.
pub type MPI_Copy_function = CopyCallback<MPI_Comm>;
/// Copy callback of communicator attributes.
pub type MPI_Comm_copy_attr_function = CopyCallback<MPI_Comm>;
/// Copy callback of datatype attributes.
pub type MPI_Type_copy_attr_function = CopyCallback<MPI_Datatype>;
/// Copy callback of window attributes.
pub type MPI_Win_copy_attr_function = CopyCallback<MPI_Win>;
/// Delete callback of the deprecated `MPI_Keyval_create`; `None` is `MPI_NULL_DELETE_FN`.
pub type MPI_Delete_function = Option<DeleteAttribute<MPI_Comm>>;
/// Delete callback of communicator attributes; `None` is `MPI_COMM_NULL_DELETE_FN`.
pub type MPI_Comm_delete_attr_function = Option<DeleteAttribute<MPI_Comm>>;
/// Delete callback of datatype attributes; `None` is `MPI_TYPE_NULL_DELETE_FN`.
pub type MPI_Type_delete_attr_function = Option<DeleteAttribute<MPI_Datatype>>;
/// Delete callback of window attributes; `None` is `MPI_WIN_NULL_DELETE_FN`.
pub type MPI_Win_delete_attr_function = Option<DeleteAttribute<MPI_Win>>;

/// Error handler of communicators: object, error code, nothing of ours behind.
pub type MPI_Comm_errhandler_function = Option<unsafe extern "C" fn(*mut MPI_Comm, *mut c_int, ...)>;
/// Error handler of files.
pub type MPI_File_errhandler_function = Option<unsafe extern "C" fn(*mut MPI_File, *mut c_int, ...)>;
/// Error handler of windows.
pub type MPI_Win_errhandler_function = Option<unsafe extern "C" fn(*mut MPI_Win, *mut c_int, ...)>;
/// Error handler of sessions.
pub type MPI_Session_errhandler_function = Option<unsafe extern "C" fn(*mut MPI_Session, *mut c_int, ...)>;

/// Extent of a datatype in a user-defined file representation.
pub type MPI_Datarep_extent_function = Option<unsafe extern "C" fn(MPI_Datatype, *mut i64, *mut c_void) -> c_int>;
/// Converts items between memory and a user-defined file representation; `None` is
/// `MPI_CONVERSION_FN_NULL`.
pub type MPI_Datarep_conversion_function =
    Option<unsafe extern "C" fn(*mut c_void, MPI_Datatype, c_int, *mut c_void, i64, *mut c_void) -> c_int>;
/// The same with a large count; `None` is `MPI_CONVERSION_FN_NULL_C`.
pub type MPI_Datarep_conversion_function_c =
    Option<unsafe extern "C" fn(*mut c_void, MPI_Datatype, i64, *mut c_void, i64, *mut c_void) -> c_int>;

/// Called when a tool event happens.
pub type MPI_T_event_cb_function =
    Option<unsafe extern "C" fn(MPI_T_event_instance, MPI_T_event_registration, c_int, *mut c_void)>;
/// Called when a tool event registration is freed.
pub type MPI_T_event_free_cb_function = Option<unsafe extern "C" fn(MPI_T_event_registration, c_int, *mut c_void)>;
/// Called when tool events were dropped.
pub type MPI_T_event_dropped_cb_function = Option<unsafe extern "C" fn(i64, MPI_T_event_registration, c_int, c_int, *mut c_void)>;

/// An input array of integers: `const int[]` of `MPI_X`, `const MPI_Count[]` or `const MPI_Aint[]`
/// of `MPI_X_c`.
#[derive(Clone, Copy)]
pub enum IntArray {
    /// 32-bit elements.
    Int(*const c_int),
    /// 64-bit elements.
    Long(*const i64),
}

impl IntArray {
    /// Whether the program passed a null pointer.
    #[inline]
    pub fn is_null(self) -> bool {
        match self {
            Self::Int(array) => array.is_null(),
            Self::Long(array) => array.is_null(),
        }
    }

    /// Element `index`.
    ///
    /// # Safety
    /// The array has more than `index` elements.
    #[inline]
    pub unsafe fn at(self, index: usize) -> i64 {
        match self {
            // SAFETY: CT-1.
            Self::Int(array) => i64::from(unsafe { *array.add(index) }),
            // SAFETY: CT-1.
            Self::Long(array) => unsafe { *array.add(index) },
        }
    }
}

/// A variable of the program that a call stores a result in.
#[repr(transparent)]
#[derive(Debug, PartialEq, Eq)]
pub struct Out<T>(*mut T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Out<T> {}

impl<T: Copy> Out<T> {
    /// The variable at an address.
    ///
    /// # Safety
    /// The address is valid for writing as long as the result is used (CT-1).
    #[inline(always)]
    pub unsafe fn at(address: *mut T) -> Self {
        Out(address)
    }

    /// Stores a result.
    #[inline(always)]
    pub fn set(self, value: T) {
        // SAFETY: CT-1, as whoever made this promised.
        unsafe { self.0.write(value) };
    }
}

/// A variable of the program that a call reads and changes.
#[repr(transparent)]
#[derive(Debug, PartialEq, Eq)]
pub struct InOut<T>(*mut T);

impl<T> Clone for InOut<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for InOut<T> {}

impl<T: Copy> InOut<T> {
    /// The variable at an address.
    ///
    /// # Safety
    /// The address is valid for reading and writing as long as the result is used (CT-1).
    #[inline(always)]
    pub unsafe fn at(address: *mut T) -> Self {
        InOut(address)
    }

    /// The variable's value.
    #[inline(always)]
    pub fn get(self) -> T {
        // SAFETY: CT-1, as whoever made this promised.
        unsafe { self.0.read() }
    }

    /// Stores a result.
    #[inline(always)]
    pub fn set(self, value: T) {
        self.out().set(value);
    }

    /// Its address, for what is stored when the call has returned.
    #[inline(always)]
    pub fn address(self) -> *mut T {
        self.0
    }

    /// The variable, to store a result only.
    #[inline(always)]
    pub fn out(self) -> Out<T> {
        Out(self.0)
    }
}

/// An integer variable of the program that a call stores a result in: `int *` of `MPI_X`,
/// `MPI_Count *` or `MPI_Aint *` of `MPI_X_c`.
#[derive(Clone, Copy)]
pub enum IntOut {
    /// A 32-bit variable.
    Int(Out<c_int>),
    /// A 64-bit variable.
    Long(Out<i64>),
}

impl IntOut {
    /// Stores `value`; `MPI_UNDEFINED` where the variable is too narrow for it.
    #[inline]
    pub fn set(self, value: i64) {
        match self {
            Self::Int(variable) => variable.set(c_int::try_from(value).unwrap_or(mpi::MPI_UNDEFINED)),
            Self::Long(variable) => variable.set(value),
        }
    }

    /// Whether `value` fits the variable.
    #[inline]
    pub fn holds(self, value: i64) -> bool {
        matches!(self, Self::Long(_)) || c_int::try_from(value).is_ok()
    }
}

/// As [`IntOut`], of a variable that the call reads as well.
#[derive(Clone, Copy)]
pub enum IntInOut {
    /// A 32-bit variable.
    Int(InOut<c_int>),
    /// A 64-bit variable.
    Long(InOut<i64>),
}

impl IntInOut {
    /// The variable's value.
    #[inline]
    pub fn get(self) -> i64 {
        match self {
            Self::Int(variable) => i64::from(variable.get()),
            Self::Long(variable) => variable.get(),
        }
    }

    /// The variable, to store a result only.
    #[inline]
    pub fn out(self) -> IntOut {
        match self {
            Self::Int(variable) => IntOut::Int(variable.out()),
            Self::Long(variable) => IntOut::Long(variable.out()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_widen() {
        let (narrow, wide) = ([1, -2], [3_i64, i64::MAX]);
        // SAFETY: both indices are in range.
        unsafe {
            assert_eq!(IntArray::Int(narrow.as_ptr()).at(1), -2);
            assert_eq!(IntArray::Long(wide.as_ptr()).at(1), i64::MAX);
        }
        assert!(IntArray::Int(core::ptr::null()).is_null() && !IntArray::Long(wide.as_ptr()).is_null());
    }

    #[test]
    fn narrow_variables_take_undefined() {
        let (mut narrow, mut wide) = (0, 0);
        // SAFETY: the variables live.
        let (variable, other) = unsafe { (IntOut::Int(Out::at(&raw mut narrow)), IntOut::Long(Out::at(&raw mut wide))) };
        variable.set(1 << 31);
        other.set(1 << 31);
        assert_eq!((narrow, wide), (mpi::MPI_UNDEFINED, 1 << 31));
        assert!(!variable.holds(1 << 31) && variable.holds(7));
    }

    #[test]
    fn variables_are_read_and_changed() {
        let mut position = 5;
        // SAFETY: the variable lives.
        let variable = unsafe { InOut::at(&raw mut position) };
        let integer = IntInOut::Int(variable);
        integer.out().set(integer.get() + 2);
        assert_eq!(variable.get(), 7);
        variable.set(9);
        assert_eq!(position, 9);
    }

    #[test]
    fn copy_callbacks_know_the_constants() {
        // SAFETY: the type is transparent over usize.
        let callback = |address: usize| unsafe { core::mem::transmute::<usize, MPI_Comm_copy_attr_function>(address) };
        assert!(matches!(callback(mpi::MPI_COMM_NULL_COPY_FN).rule(), CopyRule::Drop));
        assert!(matches!(callback(mpi::MPI_COMM_DUP_FN).rule(), CopyRule::Same));
        assert!(matches!(callback(0x1000).rule(), CopyRule::Call(_)));
    }
}
