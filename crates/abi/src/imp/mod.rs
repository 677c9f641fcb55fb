//! The functions of MPI, by theme. The generator finds `pub(crate) unsafe fn <name>` in the files
//! of this folder, where `<name>` is the MPI name in lower case without `MPI_`; `MPI_X` and
//! `MPI_X_c` share an implementation (see ARCHITECTURE.md).
//!
//! - [`environment`], [`lifecycle`]: versions, time, memory; initialization to abort
//! - [`group`], [`comm`], [`comm_create`], [`comm_idup`], [`comm_from_group`], [`intercomm`],
//!   [`agree`]: groups and communicators, and how processes agree when they make them
//! - [`attribute`], [`comm_attribute`]: attributes of any object; those of communicators
//! - [`info`], [`errhandler`], [`error_code`], [`operation`], [`memory`], [`handles`], [`text`]:
//!   the smaller themes
//! - [`message`]: what sends, receives and probes have in common
//! - [`send`], [`receive`], [`exchange`], [`probe`], [`persistent`], [`buffered`]: point-to-point
//!   communication
//! - [`collective`], [`collective_arguments`], [`collective_call`]: collective communication, the
//!   check of its arguments, its run
//! - `collective_forms`, [`collective_request`]: how one description makes three functions;
//!   requests of non-blocking and persistent collective operations
//! - [`collective_direct`]: small ones through shared memory
//! - [`session`]: sessions and their process sets
//! - [`file_open`], [`file_state`], [`file_view`], [`file_representation`], [`file_pointer`]:
//!   files, what is known of them, views, representations, pointers
//! - [`file_access`], [`file_request`], [`file_agree`]: reading and writing; requests of that; how
//!   processes agree about a file; `file_forms`: how one description makes the forms of a function
//! - [`fault_tolerance`]: jobs that survive the death of processes
//! - [`fortran`]: what a program says about its Fortran compiler
//! - [`report`], [`record`]: what `FERRY_STATS` shows at the end, and `FERRY_RECORD` writes
//! - [`generalized`], [`partitioned`]: requests of the program's own, requests in partitions
//! - [`request_status`]: what requests have come to, without ending them
//! - [`completion`], [`completion_several`], [`request_state`]: requests: wait, test, cancel, free;
//!   of several at once; what each kind of request answers
//! - [`type_construct`], [`type_object`], [`type_query`], [`type_find`], [`type_attribute`]:
//!   datatypes
//! - [`pack`], [`address`]: packing, addresses
//! - [`status`], [`status_count`]: fields of a status, how much was received
//! - [`split_type`]: splitting communicators by memory, hardware and process sets
//! - [`topology`], [`topology_create`], [`topology_graph`], [`grid`]: process topologies; how they
//!   are made, distributed graphs apart; process grids
//! - [`neighbor`]: neighborhood collectives
//! - [`win_create`], [`win_node`], [`win_free`]: making windows, sharing their memory within a
//!   node, freeing them
//! - [`win_arguments`], [`win_access`], [`win_accumulate`]: which memory a call names and how it is
//!   reached; put and get; accumulates
//! - [`win_epoch`], [`win_lock`], [`win_flush`]: fences and epochs of groups; locks; waiting for
//!   accesses
//! - [`win_attribute`], [`win_query`]: attributes; groups, names, hints, shared memory
//! - [`win_request`], [`win_conflict`]: requests of accesses; accesses that conflict
//! - [`win_progress`]: the thread that serves accesses of others
//! - [`tool`], [`tool_cvar`], [`tool_pvar`], [`tool_event`]: the tool information interface
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
