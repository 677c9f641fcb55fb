//! `libmpifort.so.12`: the Fortran bindings of MPICH's interface, on top of `libmpi.so.12`.
//!
//! The modules of `ferry-fortran` are compiled again, with another `abi` below and other `marks`
//! (ADR 0078). `numbers` is made from `api/`.
//!
//! # Safety arguments
//! - FTN-1: arguments are what the interface of the called MPI procedure declares: addresses of
//!   valid variables, of arrays as long as the counts say, and strings as long as their hidden
//!   lengths; `ierror` may be absent, which is null.
//! - FTN-2: C functions get what the interface below declares: converted handles, null-terminated
//!   strings, arrays that live until return.
//! - FTN-3: procedures of the program have the interface the standard gives them; they live as long
//!   as the program.

mod abi;
#[path = "../../fortran/src/by_hand/mod.rs"]
mod by_hand;
#[path = "../../fortran/src/callback/mod.rs"]
mod callback;
#[path = "../../fortran/src/common_block.rs"]
mod common_block;
#[path = "../../fortran/src/count.rs"]
mod count;
#[path = "../../fortran/src/described/mod.rs"]
mod described;
#[path = "../../fortran/src/entry.rs"]
mod entry;
#[path = "../../fortran/src/generated/mod.rs"]
mod generated;
#[path = "../../fortran/src/handle.rs"]
mod handle;
#[path = "../../fortran/src/index.rs"]
mod index;
#[path = "../../fortran/src/logical.rs"]
mod logical;
mod marks;
mod module_procedures;
mod numbers;
#[path = "../../fortran/src/removed.rs"]
mod removed;
#[path = "../../fortran/src/sentinel.rs"]
mod sentinel;
#[path = "../../fortran/src/sizes.rs"]
mod sizes;
#[path = "../../fortran/src/text.rs"]
mod text;
