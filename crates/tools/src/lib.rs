//! The tool information interface (MPI-5 §15.3), but for its C functions: what there is to see and
//! to set, and the objects of tools.
//!
//! Everything a tool can name stands in one of these tables, which `MPI_T_*`, `ferry info` and
//! `docs/mpi_t.md` show alike:
//! - [`pvar`]: performance variables; [`cvar`]: control variables; [`event`]: event types;
//!   [`category`]: the tree of categories; [`enumeration`]: names of values; [`function`]:
//!   collective functions; [`kind`]: classes, units, types, scopes and the rest of the vocabulary
//! - [`document`]: the tables as text
//!
//! What tools make of them:
//! - [`meter`]: what one handle of a performance variable shows, apart from all others
//! - [`state`]: initialization, sessions, handles and registrations
//! - [`refusal`]: the errors of the interface
//!
//! Nothing here knows where a value comes from: whoever has it reads [`pvar::Source`].
#![forbid(unsafe_code)]

pub mod category;
pub mod cvar;
pub mod document;
pub mod enumeration;
pub mod event;
pub mod function;
pub mod kind;
pub mod meter;
pub mod pvar;
pub mod refusal;
pub mod state;
