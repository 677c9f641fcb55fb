//! A peer for tests: ranks and error classes have numbers of their own, all else is the standard's.

use std::ffi::c_int;

use ferry_constants as mpi;

use crate::values::{Form, Values};
use crate::{Handle, Maps, Peer, PeerStatus, SplitType};

/// What tells this interface from others.
pub enum TestPeer {}

const SAME: Values = Values::new(Form::Special, &[]);

static MAPS: Maps = Maps {
    assertion: SAME,
    binding: SAME,
    callback_safety: SAME,
    combiner: SAME,
    comparison: SAME,
    distribution: SAME,
    distribution_argument: SAME,
    file_mode: SAME,
    keyval: SAME,
    lock: SAME,
    order: SAME,
    rank: Values::new(Form::Special, &[(-11, mpi::MPI_ANY_SOURCE), (-12, mpi::MPI_PROC_NULL)]),
    seek: SAME,
    source_order: SAME,
    split_type: SAME,
    tag: SAME,
    thread: SAME,
    topology: SAME,
    type_class: SAME,
    variable_class: SAME,
    variable_scope: SAME,
    verbosity: SAME,
    window_flavor: SAME,
    window_model: SAME,
    error: Values::new(Form::Special, &[(200, mpi::MPI_ERR_TRUNCATE), (201, mpi::MPI_ERR_SPAWN)]),
};

impl Peer for TestPeer {
    type Comm = usize;
    type Datatype = usize;
    type Errhandler = usize;
    type File = usize;
    type Group = usize;
    type Info = usize;
    type Message = usize;
    type Op = usize;
    type Request = usize;
    type Session = usize;
    type Win = usize;
    type Status = mpi::Status;

    const MAPS: &'static Maps = &MAPS;
    const IN_PLACE: usize = mpi::MPI_IN_PLACE;
    const BUFFER_AUTOMATIC: usize = mpi::MPI_BUFFER_AUTOMATIC;
    const ALL_PVAR_HANDLES: usize = usize::MAX;
    const STATUS_IGNORE: usize = 0;
    const LAST_CODE: c_int = 1000;
    const FIRST_FAILURE: c_int = 300;

    fn is_unweighted(_: usize) -> bool {
        false
    }

    fn is_weights_empty(_: usize) -> bool {
        false
    }

    fn is_dup_fn(_: usize) -> bool {
        false
    }

    fn is_null_fn(callback: usize) -> bool {
        callback == 0
    }

    fn split_type(_: c_int) -> Option<SplitType> {
        None
    }
}

impl Handle for usize {
    fn abi(self) -> usize {
        self
    }

    fn foreign(abi: usize) -> Self {
        abi
    }

    fn to_integer(self) -> c_int {
        self as c_int
    }

    fn from_integer(integer: c_int) -> Self {
        integer as usize
    }
}

impl PeerStatus for mpi::Status {
    fn load(&self) -> mpi::Status {
        *self
    }

    fn store(&mut self, status: &mpi::Status) {
        *self = *status;
    }
}
