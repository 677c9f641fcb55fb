//! The functions of MPI, by theme. The generator finds `pub(crate) unsafe fn <name>` in the files
//! of this folder, where `<name>` is the MPI name in lower case without `MPI_`; `MPI_X` and
//! `MPI_X_c` share an implementation (see ARCHITECTURE.md).
//!
//! Each takes its arguments from C, checks them, and leaves what is to be done to the module of
//! `ferry_calls` about its theme, unless that is a few lines. `collective_forms` and `file_forms`
//! say how one description makes several functions.
//!
//! # Safety arguments
//! - ABI-1: every pointer argument is what the caller of the MPI function promises by calling it:
//!   null where the standard allows it, a special address of the ABI, or valid for the access the
//!   standard describes.
//! - ABI-2: arrays have as many elements as the accompanying count says.

pub mod address;
pub mod buffered;
pub mod collective;
mod collective_forms;
pub mod comm;
pub mod comm_attribute;
pub mod comm_create;
pub mod comm_from_group;
pub mod comm_idup;
pub mod completion;
pub mod completion_several;
pub mod connect;
pub mod environment;
pub mod errhandler;
pub mod error_code;
pub mod exchange;
pub mod fault_tolerance;
pub mod file_access;
mod file_forms;
pub mod file_open;
pub mod file_pointer;
pub mod file_representation;
pub mod file_state;
pub mod file_view;
pub mod fortran;
pub mod generalized;
pub mod grid;
pub mod group;
pub mod handles;
pub mod info;
pub mod intercomm;
pub mod lifecycle;
pub mod memory;
pub mod neighbor;
pub mod operation;
pub mod pack;
pub mod partitioned;
pub mod persistent;
pub mod probe;
pub mod receive;
pub mod request_status;
pub mod send;
pub mod service;
pub mod session;
pub mod spawn;
pub mod split_type;
pub mod status;
pub mod status_count;
pub mod tool;
pub mod tool_cvar;
pub mod tool_event;
pub mod tool_pvar;
pub mod topology;
pub mod topology_create;
pub mod topology_graph;
pub mod type_attribute;
pub mod type_construct;
pub mod type_find;
pub mod type_object;
pub mod type_query;
pub mod win_access;
pub mod win_accumulate;
pub mod win_attribute;
pub mod win_create;
pub mod win_epoch;
pub mod win_flush;
pub mod win_free;
pub mod win_lock;
pub mod win_query;
