//! Types of the interface: handles that are integers, a status of 20 bytes.
#![allow(non_camel_case_types, reason = "the names are those of the interface")]

use core::ffi::c_int;

use ferry_compat::mirror::Mirror;
use ferry_compat::predefined::IntegerHandles;
use ferry_compat::{Handle, Maps, Peer, PeerStatus, SplitType, functions};
use ferry_constants as mpi;
use ferry_handle::Kind;

use crate::numbers as n;

/// What tells this interface from others.
pub enum P {}

impl Peer for P {
    type Comm = MPI_Comm;
    type Datatype = MPI_Datatype;
    type Errhandler = MPI_Errhandler;
    type File = MPI_File;
    type Group = MPI_Group;
    type Info = MPI_Info;
    type Message = MPI_Message;
    type Op = MPI_Op;
    type Request = MPI_Request;
    type Session = MPI_Session;
    type Win = MPI_Win;
    type Status = Status;

    const MAPS: &'static Maps = &n::MAPS;
    const IN_PLACE: usize = usize::MAX;
    const BUFFER_AUTOMATIC: usize = usize::MAX - 1;
    const ALL_PVAR_HANDLES: usize = mpi::MPI_T_PVAR_ALL_HANDLES;
    const STATUS_IGNORE: usize = 1;
    const LAST_CODE: c_int = n::LAST_CODE;
    const FIRST_FAILURE: c_int = 101;

    fn is_unweighted(weights: usize) -> bool {
        weights == crate::more::MPI_UNWEIGHTED.0 as usize
    }

    fn is_weights_empty(weights: usize) -> bool {
        weights == crate::more::MPI_WEIGHTS_EMPTY.0 as usize
    }

    fn is_dup_fn(callback: usize) -> bool {
        callback == crate::more::MPIR_Dup_fn as *const () as usize
    }

    fn is_null_fn(callback: usize) -> bool {
        callback == 0
    }

    fn split_type(number: c_int) -> Option<SplitType> {
        (number == 5).then_some(SplitType::Unknown("MPIX_COMM_TYPE_NEIGHBORHOOD"))
    }
}

/// Handles that are integers, each with the number that the interface gives its kind.
macro_rules! integers {
    ($($name:ident: $kind:ident, $number:literal, $null:ident, $table:ident;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`")]
        #[repr(transparent)]
        #[derive(Clone, Copy)]
        pub struct $name(c_int);

        impl $name {
            const KIND: IntegerHandles = {
                static MIRROR: Mirror = Mirror::new();
                IntegerHandles { null: n::$null, table: &n::$table, kind_number: $number, kind: Kind::$kind, created: &MIRROR }
            };
        }

        integer_handle!($name, |handle: $name| $name::KIND.abi(handle.0), |abi| $name(Self::KIND.foreign(abi, &n::BY_ABI)));
    )* };
}

macro_rules! integer_handle {
    ($name:ident, $abi:expr, $foreign:expr) => {
        impl Handle for $name {
            #[inline(always)]
            fn abi(self) -> usize {
                $abi(self)
            }

            #[inline(always)]
            fn foreign(abi: usize) -> Self {
                $foreign(abi)
            }

            fn to_integer(self) -> c_int {
                self.0
            }

            fn from_integer(integer: c_int) -> Self {
                $name(integer)
            }
        }
    };
}

integers! {
    MPI_Comm: Comm, 0x1, COMM_NULL, COMM_TABLE;
    MPI_Group: Group, 0x2, GROUP_NULL, GROUP_TABLE;
    MPI_Datatype: Datatype, 0x3, DATATYPE_NULL, DATATYPE_TABLE;
    MPI_Errhandler: Errhandler, 0x5, ERRHANDLER_NULL, ERRHANDLER_TABLE;
    MPI_Op: Op, 0x6, OP_NULL, OP_TABLE;
    MPI_Info: Info, 0x7, INFO_NULL, INFO_TABLE;
    MPI_Win: Win, 0x8, WIN_NULL, WIN_TABLE;
    MPI_Message: Message, 0xb, MESSAGE_NULL, MESSAGE_TABLE;
    MPI_Session: Session, 0xe, SESSION_NULL, SESSION_TABLE;
}

/// `MPI_Request`: two kinds of handles of the library, of which the second has a number that the
/// interface does not use.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct MPI_Request(c_int);

const OPERATION: IntegerHandles = {
    static MIRROR: Mirror = Mirror::new();
    IntegerHandles { null: n::REQUEST_NULL, table: &n::REQUEST_TABLE, kind_number: 0xb, kind: Kind::Operation, created: &MIRROR }
};

const OTHER_REQUEST: IntegerHandles = {
    static MIRROR: Mirror = Mirror::new();
    IntegerHandles { null: n::REQUEST_NULL, table: &n::REQUEST_TABLE, kind_number: 0xf, kind: Kind::Request, created: &MIRROR }
};

impl MPI_Request {
    #[inline(always)]
    fn to_abi(self) -> usize {
        if OTHER_REQUEST.made(self.0) { OTHER_REQUEST.abi(self.0) } else { OPERATION.abi(self.0) }
    }

    #[inline(always)]
    fn of(abi: usize) -> Self {
        let kind = if Kind::Request.made(abi) { OTHER_REQUEST } else { OPERATION };
        MPI_Request(kind.foreign(abi, &n::BY_ABI))
    }
}

integer_handle!(MPI_Request, |handle: MPI_Request| handle.to_abi(), MPI_Request::of);

/// `MPI_File`: an address in this interface, null for `MPI_FILE_NULL`.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct MPI_File(usize);

impl Handle for MPI_File {
    fn abi(self) -> usize {
        if self.0 == 0 { mpi::MPI_FILE_NULL } else { self.0 }
    }

    fn foreign(abi: usize) -> Self {
        MPI_File(if abi == mpi::MPI_FILE_NULL { 0 } else { abi })
    }

    fn to_integer(self) -> c_int {
        if self.0 == 0 {
            return 0;
        }
        // SAFETY: COMPAT-2.
        unsafe { (functions().MPI_File_toint)(self.0) }
    }

    fn from_integer(integer: c_int) -> Self {
        // SAFETY: COMPAT-2.
        if integer == 0 { MPI_File(0) } else { Self::foreign(unsafe { (functions().MPI_File_fromint)(integer) }) }
    }
}

/// Handles of the tool interface are the library's own.
pub type MPI_T_enum = usize;
pub type MPI_T_cvar_handle = usize;
pub type MPI_T_pvar_handle = usize;
pub type MPI_T_pvar_session = usize;
pub type MPI_T_event_registration = usize;
pub type MPI_T_event_instance = usize;

/// `MPI_Status`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Status {
    count_low: c_int,
    /// The upper bits of the count above the lowest bit, which says whether the operation was
    /// cancelled.
    count_high_and_cancelled: c_int,
    source: c_int,
    tag: c_int,
    error: c_int,
}

const _: () = assert!(size_of::<Status>() == 20);

impl PeerStatus for Status {
    #[inline(always)]
    fn load(&self) -> mpi::Status {
        let high = self.count_high_and_cancelled as u32;
        let bytes = u64::from(self.count_low as u32) | u64::from(high >> 1) << 32;
        let mut status = mpi::Status::new(self.source, self.tag, bytes);
        status.error = self.error;
        status.set_cancelled(high & 1 != 0);
        status
    }

    #[inline(always)]
    fn store(&mut self, status: &mpi::Status) {
        let bytes = status.bytes();
        self.count_low = bytes as u32 as c_int;
        self.count_high_and_cancelled = ((bytes >> 32) as u32 as c_int) << 1 | c_int::from(status.is_cancelled());
        self.source = status.source;
        self.tag = status.tag;
        self.error = status.error;
    }
}
