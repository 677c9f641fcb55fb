//! Moves and reduces bytes in raw memory: the inner loops of every message.
//!
//! - `copy`: one dense run to another place; `nontemporal` does so past the caches, `handover` in
//!   memory that two processors share.
//! - `pack`: between a user buffer of some datatype and the packed stream of its data. `blocks` has
//!   the loops over runs, `line` what a CPU moves at once, `cpu` what this one can.
//! - `op`: the predefined reduction operations; `reduce` chooses the loop for an operation and an
//!   element type, `element` says what an operation does to two elements, `extended` does it for
//!   x87 numbers, `pair` for `MPI_MINLOC` and `MPI_MAXLOC`.
//! - `atomic`: reductions into memory that several processes reduce into at once.
//! - `logical`: the truth values of Fortran, and reductions of them.
//! - `external`: the portable representation of packed data.
//!
//! Safety arguments that the unsafe blocks of this crate cite:
//! - K-1: the caller promises that a user buffer of `count` elements of a datatype is readable
//!   (packing) or writable (unpacking) at every byte the datatype describes. Addresses are computed
//!   with wrapping arithmetic and touched only where the layout has data.
//! - K-2: the caller promises that the packed side is valid for the length it passes, and every
//!   function touches at most that many bytes there.
//! - K-3: source and destination of one call do not overlap, which MPI demands of the program and
//!   the engine of itself.
//! - K-4: all loads and stores through pointers to user data are unaligned ones or byte copies.
//! - K-5: a function compiled for a CPU feature is only chosen after the CPU was found to have it.

mod atomic;
mod blocks;
mod copy;
mod cpu;
mod element;
mod extended;
mod external;
mod handover;
mod line;
mod logical;
mod nontemporal;
mod op;
mod pack;
mod pair;
mod reduce;

pub use atomic::{Accumulation, ElementInstruction, compare_and_swap, compare_and_swap_exclusively, is_atomic};
pub use copy::{SMALL, copy, copy_small};
pub use external::{Unrepresentable, external_packed_size, external_size, from_external, to_external};
pub use handover::{copy_shared, fetches_lines};
pub use line::{fence, flush, prefetch_to_write};
pub use logical::{declare_logical, declared_logical};
pub use nontemporal::{NONTEMPORAL_MIN, Sweep, copy_nontemporal, copy_nontemporal_unfenced, copy_side_by_side};
pub use op::ReduceOp;
pub use pack::{pack, unpack};
pub use reduce::{ReduceFn, reduction};
