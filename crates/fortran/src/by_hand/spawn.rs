//! Starting processes: arrays of strings become C's vectors.
//!
//! # Safety arguments
//! FTN-1, FTN-2 of the crate. What only the root's arguments mean is read at the root alone.

use std::ffi::{CString, c_char, c_int};
use std::ptr::{null, null_mut};

use crate::abi::{self, MPI_SUCCESS};
use crate::entry::{Fint, entry};
use crate::generated::c;
use crate::{handle, sentinel, text};

entry! { mpi_comm_spawn_ pmpi_comm_spawn_ (call = MPI_Comm_spawn PMPI_Comm_spawn) (command: *const c_char, argv: *const c_char, maxprocs: *const c_int, info: *const Fint, root: *const c_int, comm: *const Fint, intercomm: *mut Fint, array_of_errcodes: *mut Fint) (command_len, argv_len) {
    let mut c_intercomm = 0;
    let errcodes = sentinel::errcodes(array_of_errcodes);
    let c_comm = handle::comm::from_fortran(comm);
    let root = *root;
    let code = if is_root(c_comm, root) {
        let program = text::trimmed(command, command_len);
        let arguments = Vector::of(sentinel::argv(argv), argv_len, 1);
        call(program.as_ptr(), arguments.pointer(), *maxprocs, handle::info::from_fortran(info), root, c_comm, &mut c_intercomm, errcodes)
    } else {
        call(null(), null_mut(), 0, abi::info_null(), root, c_comm, &mut c_intercomm, errcodes)
    };
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_intercomm, intercomm); }
    code
} }

entry! { mpi_comm_spawn_multiple_ pmpi_comm_spawn_multiple_ (call = MPI_Comm_spawn_multiple PMPI_Comm_spawn_multiple) (count: *const c_int, array_of_commands: *const c_char, array_of_argv: *const c_char, array_of_maxprocs: *const c_int, array_of_info: *const Fint, root: *const c_int, comm: *const Fint, intercomm: *mut Fint, array_of_errcodes: *mut Fint) (array_of_commands_len, array_of_argv_len) {
    let mut c_intercomm = 0;
    let errcodes = sentinel::errcodes(array_of_errcodes);
    let c_comm = handle::comm::from_fortran(comm);
    let root = *root;
    let code = if is_root(c_comm, root) {
        let programs = usize::try_from(*count).unwrap_or(0);
        let commands = Vector::first(array_of_commands, array_of_commands_len, programs);
        let argv = sentinel::argv(array_of_argv);
        let vectors: Vec<Vector> = (0..programs)
            .map(|program| {
                let first = if argv.is_null() { argv } else { argv.add(program * array_of_argv_len) };
                Vector::of(first, array_of_argv_len, programs)
            })
            .collect();
        let mut pointers: Vec<*mut *mut c_char> = vectors.iter().map(Vector::pointer).collect();
        let arguments = if argv.is_null() { null_mut() } else { pointers.as_mut_ptr() };
        let infos = handle::info::all_from_fortran(array_of_info, i64::from(*count));
        call(*count, commands.pointer(), arguments, array_of_maxprocs, infos.as_ptr(), root, c_comm, &mut c_intercomm, errcodes)
    } else {
        call(0, null_mut(), null_mut(), null(), null(), root, c_comm, &mut c_intercomm, errcodes)
    };
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_intercomm, intercomm); }
    code
} }

/// Whether this process is the root, whose arguments count.
unsafe fn is_root(comm: c::MPI_Comm, root: c_int) -> bool {
    let mut rank = 0;
    // SAFETY: FTN-2.
    unsafe { c::PMPI_Comm_rank(comm, &mut rank) == MPI_SUCCESS && rank == root }
}

/// Strings for C, and their addresses, which a null ends.
struct Vector {
    _strings: Vec<CString>,
    pointers: Vec<*mut c_char>,
}

impl Vector {
    /// The strings before a blank one, `apart` elements of `length` from each other; none if there
    /// is no array.
    ///
    /// # Safety
    /// FTN-1: a blank string ends the array.
    unsafe fn of(array: *const c_char, length: usize, apart: usize) -> Self {
        let mut strings = Vec::new();
        while !array.is_null() {
            // SAFETY: FTN-1.
            let bytes = text::without_padding(unsafe { text::bytes(array.add(strings.len() * apart * length), length) });
            if bytes.is_empty() {
                break;
            }
            strings.push(text::c_string(bytes));
        }
        Self::from_strings(strings)
    }

    /// The first `count` strings of an array.
    ///
    /// # Safety
    /// FTN-1.
    unsafe fn first(array: *const c_char, length: usize, count: usize) -> Self {
        // SAFETY: FTN-1.
        Self::from_strings((0..count).map(|index| unsafe { text::trimmed(array.add(index * length), length) }).collect())
    }

    fn from_strings(strings: Vec<CString>) -> Self {
        let pointers = strings.iter().map(|string| string.as_ptr().cast_mut()).chain([null_mut()]).collect();
        Self { _strings: strings, pointers }
    }

    fn pointer(&self) -> *mut *mut c_char {
        self.pointers.as_ptr().cast_mut()
    }
}
