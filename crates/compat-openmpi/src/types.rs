//! Types of the interface: handles that are addresses, a status of 24 bytes.
#![allow(non_camel_case_types, reason = "the names are those of the interface")]

use core::ffi::c_int;

use ferry_compat::{Handle, Maps, Peer, PeerStatus, SplitType, functions};
use ferry_constants as mpi;

use crate::{fortran, numbers as n, object};

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
    const IN_PLACE: usize = 1;
    // The interface has no such buffer; the standard's number is no address either.
    const BUFFER_AUTOMATIC: usize = mpi::MPI_BUFFER_AUTOMATIC;
    const ALL_PVAR_HANDLES: usize = usize::MAX;
    const STATUS_IGNORE: usize = 0;
    const LAST_CODE: c_int = n::LAST_CODE;
    const FIRST_FAILURE: c_int = 75;

    fn is_unweighted(weights: usize) -> bool {
        weights == 2
    }

    fn is_weights_empty(weights: usize) -> bool {
        weights == 3
    }

    // The predefined functions are functions that programs could have written.
    fn is_dup_fn(_callback: usize) -> bool {
        false
    }

    fn is_null_fn(callback: usize) -> bool {
        callback == 0
    }

    // Open MPI tells boards, units and clusters from hosts by nothing that Ferry could look at.
    fn split_type(number: c_int) -> Option<SplitType> {
        Some(match number {
            1 => SplitType::Hardware(c"hwloc://PU"),
            2 => SplitType::Hardware(c"hwloc://Core"),
            3 => SplitType::Hardware(c"hwloc://L1Cache"),
            4 => SplitType::Hardware(c"hwloc://L2Cache"),
            5 => SplitType::Hardware(c"hwloc://L3Cache"),
            6 => SplitType::Hardware(c"hwloc://Package"),
            7 => SplitType::Hardware(c"hwloc://NUMANode"),
            8 => SplitType::Unknown("OMPI_COMM_TYPE_BOARD"),
            9 => SplitType::Memory,
            10 => SplitType::Unknown("OMPI_COMM_TYPE_CU"),
            11 => SplitType::Unknown("OMPI_COMM_TYPE_CLUSTER"),
            _ => return None,
        })
    }
}

/// Handles, each with the standard's null handle and the functions that turn it into an integer and
/// back.
macro_rules! handles {
    ($($name:ident: $null:ident, $to:ident, $from:ident, $fortran:ident;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`")]
        #[repr(transparent)]
        #[derive(Clone, Copy)]
        pub struct $name(usize);

        impl Handle for $name {
            #[inline(always)]
            fn abi(self) -> usize {
                object::abi(self.0)
            }

            #[inline(always)]
            fn foreign(abi: usize) -> Self {
                $name(object::foreign(abi, mpi::$null, &n::BY_ABI))
            }

            fn to_integer(self) -> c_int {
                // SAFETY: COMPAT-2.
                fortran::number(self.abi(), n::$fortran).unwrap_or_else(|| unsafe { (functions().$to)(self.abi()) })
            }

            fn from_integer(integer: c_int) -> Self {
                // SAFETY: COMPAT-2.
                let abi = fortran::handle(integer, n::$fortran).unwrap_or_else(|| unsafe { (functions().$from)(integer) });
                Self::foreign(abi)
            }
        }
    )* };
}

handles! {
    MPI_Comm: MPI_COMM_NULL, MPI_Comm_toint, MPI_Comm_fromint, COMM_FORTRAN;
    MPI_Datatype: MPI_DATATYPE_NULL, MPI_Type_toint, MPI_Type_fromint, DATATYPE_FORTRAN;
    MPI_Errhandler: MPI_ERRHANDLER_NULL, MPI_Errhandler_toint, MPI_Errhandler_fromint, ERRHANDLER_FORTRAN;
    MPI_File: MPI_FILE_NULL, MPI_File_toint, MPI_File_fromint, FILE_FORTRAN;
    MPI_Group: MPI_GROUP_NULL, MPI_Group_toint, MPI_Group_fromint, GROUP_FORTRAN;
    MPI_Info: MPI_INFO_NULL, MPI_Info_toint, MPI_Info_fromint, INFO_FORTRAN;
    MPI_Message: MPI_MESSAGE_NULL, MPI_Message_toint, MPI_Message_fromint, MESSAGE_FORTRAN;
    MPI_Op: MPI_OP_NULL, MPI_Op_toint, MPI_Op_fromint, OP_FORTRAN;
    MPI_Request: MPI_REQUEST_NULL, MPI_Request_toint, MPI_Request_fromint, REQUEST_FORTRAN;
    MPI_Session: MPI_SESSION_NULL, MPI_Session_toint, MPI_Session_fromint, SESSION_FORTRAN;
    MPI_Win: MPI_WIN_NULL, MPI_Win_toint, MPI_Win_fromint, WIN_FORTRAN;
}

/// Handles of the tool interface are the library's own.
pub type MPI_T_enum = usize;
pub type MPI_T_cvar_handle = usize;
pub type MPI_T_pvar_handle = usize;
pub type MPI_T_pvar_session = usize;
pub type MPI_T_event_registration = usize;
pub type MPI_T_event_instance = usize;

/// `MPI_Status`
///
/// Fortran has statuses at any multiple of four bytes.
#[repr(C, packed(4))]
#[derive(Clone, Copy)]
pub struct Status {
    source: c_int,
    tag: c_int,
    error: c_int,
    cancelled: c_int,
    bytes: u64,
}

const _: () = assert!(size_of::<Status>() == 24);

impl PeerStatus for Status {
    #[inline(always)]
    fn load(&self) -> mpi::Status {
        let mut status = mpi::Status::new(self.source, self.tag, self.bytes);
        status.error = self.error;
        status.set_cancelled(self.cancelled != 0);
        status
    }

    #[inline(always)]
    fn store(&mut self, status: &mpi::Status) {
        *self = Status {
            source: status.source,
            tag: status.tag,
            error: status.error,
            cancelled: c_int::from(status.is_cancelled()),
            bytes: status.bytes(),
        };
    }
}
