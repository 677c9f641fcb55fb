//! What a peer is: another MPI's binary interface.

use std::ffi::{CStr, c_int};

use ferry_constants as mpi;
use ferry_constants::Status;

use crate::Maps;

/// What is no handle of the peer becomes this: a value that the standard gives no meaning.
pub const NO_HANDLE: usize = 0xfff;

/// A binary interface that programs were compiled for.
pub trait Peer: 'static {
    /// `MPI_Comm`
    type Comm: Handle;
    /// `MPI_Datatype`
    type Datatype: Handle;
    /// `MPI_Errhandler`
    type Errhandler: Handle;
    /// `MPI_File`
    type File: Handle;
    /// `MPI_Group`
    type Group: Handle;
    /// `MPI_Info`
    type Info: Handle;
    /// `MPI_Message`
    type Message: Handle;
    /// `MPI_Op`
    type Op: Handle;
    /// `MPI_Request`
    type Request: Handle;
    /// `MPI_Session`
    type Session: Handle;
    /// `MPI_Win`
    type Win: Handle;
    /// `MPI_Status`
    type Status: PeerStatus;

    /// Its constants beside the standard's.
    const MAPS: &'static Maps;
    /// `MPI_IN_PLACE`
    const IN_PLACE: usize;
    /// `MPI_BUFFER_AUTOMATIC`
    const BUFFER_AUTOMATIC: usize;
    /// `MPI_T_PVAR_ALL_HANDLES`
    const ALL_PVAR_HANDLES: usize;
    /// `MPI_STATUS_IGNORE` and `MPI_STATUSES_IGNORE`
    const STATUS_IGNORE: usize;
    /// The greatest error class that the peer predefines: added ones follow it.
    const LAST_CODE: c_int;
    /// `MPIX_ERR_PROC_FAILED`, which `MPIX_ERR_PROC_FAILED_PENDING` and `MPIX_ERR_REVOKED` follow.
    const FIRST_FAILURE: c_int;

    /// Whether `weights` is `MPI_UNWEIGHTED`.
    fn is_unweighted(weights: usize) -> bool;
    /// Whether `weights` is `MPI_WEIGHTS_EMPTY`.
    fn is_weights_empty(weights: usize) -> bool;
    /// Whether a copy callback is `MPI_DUP_FN` or one of its kin.
    fn is_dup_fn(callback: usize) -> bool;
    /// Whether a copy or delete callback is `MPI_NULL_COPY_FN`, `MPI_NULL_DELETE_FN` or one of
    /// their kin.
    fn is_null_fn(callback: usize) -> bool;
    /// A type of `MPI_Comm_split_type` that only this peer has.
    fn split_type(number: c_int) -> Option<SplitType>;
}

/// What a type of `MPI_Comm_split_type` that only one peer has splits by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitType {
    /// Memory that processes share.
    Memory,
    /// Hardware, by the name that the standard's library knows it by.
    Hardware(&'static CStr),
    /// Nothing that Ferry knows: the type's name.
    Unknown(&'static str),
}

/// A handle of one kind as the peer's programs hold it.
pub trait Handle: Copy {
    /// The standard's handle of the same object.
    fn abi(self) -> usize;
    /// The peer's handle of the object behind the standard's handle.
    fn foreign(abi: usize) -> Self;
    /// The handle as an integer, for Fortran.
    fn to_integer(self) -> c_int;
    /// The handle behind an integer.
    fn from_integer(integer: c_int) -> Self;
}

/// The peer's `MPI_Status`.
pub trait PeerStatus: Copy {
    /// Its contents in the standard's layout; ranks, tags and error codes stay the peer's.
    fn load(&self) -> Status;
    /// Stores contents in the peer's layout, which hold its own ranks, tags and codes.
    fn store(&mut self, status: &Status);
}

/// A result of the standard ABI as the peer's error code.
#[inline(always)]
pub fn code<P: Peer>(result: c_int) -> c_int {
    if result == mpi::MPI_SUCCESS { result } else { code_of_error::<P>(result) }
}

/// The peer's number of an error class or code of the standard ABI.
#[cold]
pub fn code_of_error<P: Peer>(result: c_int) -> c_int {
    match result {
        added if added > mpi::MPI_ERR_LASTCODE => added - mpi::MPI_ERR_LASTCODE + P::LAST_CODE,
        class if FAILURES.contains(&class) => class - FAILURES.start() + P::FIRST_FAILURE,
        class => P::MAPS.error.to_peer_or(class, unnamed::<P>(class)),
    }
}

/// The classes of jobs that survive the death of processes, which peers number in the same order.
const FAILURES: std::ops::RangeInclusive<c_int> = mpi::MPIX_ERR_PROC_FAILED..=mpi::MPIX_ERR_REVOKED;

/// What stands for a number that the peer does not name: itself, unless it means something in the
/// standard; then the class that was used before.
fn unnamed<P: Peer>(class: c_int) -> c_int {
    match class {
        mpi::MPI_ERR_ERRHANDLER => P::MAPS.error.to_peer(mpi::MPI_ERR_ARG),
        class if mpi::error_class(class).is_some() => P::MAPS.error.to_peer(mpi::MPI_ERR_OTHER),
        class => class,
    }
}

/// The standard's number of an error class or code of the peer.
pub fn abi_code<P: Peer>(code: c_int) -> c_int {
    match code {
        mpi::MPI_SUCCESS => code,
        added if added > P::LAST_CODE => added - P::LAST_CODE + mpi::MPI_ERR_LASTCODE,
        class if (P::FIRST_FAILURE..=P::FIRST_FAILURE + 2).contains(&class) => class - P::FIRST_FAILURE + FAILURES.start(),
        class => P::MAPS.error.to_abi(class),
    }
}

/// A buffer argument: only `MPI_IN_PLACE` and `MPI_BUFFER_AUTOMATIC` are no addresses of memory.
#[inline(always)]
pub fn buffer<P: Peer, T>(address: *const T) -> *mut T {
    let address = address.cast_mut();
    match address as usize {
        mark if mark == P::IN_PLACE => address.with_addr(mpi::MPI_IN_PLACE),
        mark if mark == P::BUFFER_AUTOMATIC => address.with_addr(mpi::MPI_BUFFER_AUTOMATIC),
        _ => address,
    }
}

/// A handle of a performance variable: the library's own, or all of a session.
#[inline(always)]
pub fn pvar_handle<P: Peer>(handle: usize) -> usize {
    if handle == P::ALL_PVAR_HANDLES { mpi::MPI_T_PVAR_ALL_HANDLES } else { handle }
}

/// Weights of edges.
pub fn weights<P: Peer, T>(address: *const T) -> *mut T {
    let address = address.cast_mut();
    match address as usize {
        mark if P::is_unweighted(mark) => address.with_addr(mpi::MPI_UNWEIGHTED),
        mark if P::is_weights_empty(mark) => address.with_addr(mpi::MPI_WEIGHTS_EMPTY),
        _ => address,
    }
}
