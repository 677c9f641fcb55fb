//! `libmpifort_abi.so.1`: MPI's Fortran bindings on top of any library of the standard ABI (MPI
//! 5.0, chapter 20).
//!
//! A compiler turns `call MPI_Send(...)` into a call of a symbol with all arguments by address:
//! `mpi_send_`. Each such entry point converts handles, truth values, strings and addresses with a
//! meaning, and calls the C function. The older bindings (`mpif.h`, module `mpi`) and `mpi_f08`
//! share entry points wherever no choice buffer is involved, as their conventions agree. Choice
//! buffers of `mpi_f08` are descriptors and have entry points of their own, which end in `_f08ts_`.
//!
//! - `generated` has the entry points that follow from `api/`, `by_hand` the others; `entry` is the
//!   macro both use;
//! - `handle`, `logical`, `text`, `index`, `count` and `sentinel` convert one kind of argument
//!   each; `marks` has the variables whose address means something, `common_block` defines them,
//!   `mark_blocks` looks addresses up;
//! - `abi` says what the C functions below look like; the libraries for older ABIs share all but
//!   `abi` and `marks`;
//! - `described` turns descriptors of array sections into what C takes;
//! - `callback` has the C functions that stand for procedures of the program.
//!
//! # Safety arguments
//! - FTN-1: arguments are what the interface of the called MPI procedure declares: addresses of
//!   valid variables, of arrays as long as the counts say, and strings as long as their hidden
//!   lengths; `ierror` may be absent, which is null.
//! - FTN-2: C functions get what the standard ABI declares: converted handles, null-terminated
//!   strings, arrays that live until return.
//! - FTN-3: procedures of the program have the interface the standard gives them; they live as long
//!   as the program.

mod abi;
mod by_hand;
mod callback;
mod common_block;
mod count;
mod described;
mod entry;
mod generated;
mod handle;
mod index;
mod logical;
mod mark_blocks;
mod marks;
mod sentinel;
mod text;
