//! What the functions of MPI do once the layer of entry points has taken their arguments from C,
//! by theme. A module needs others in one direction, but for conflicts of accesses and flushes,
//! which need each other.
//!
//! - [`text`], [`info`], [`message`], [`collective_arguments`], [`win_arguments`]: what calls
//!   say: strings, hints, messages, buffers of collective calls, memory of windows
//! - [`finished`], [`waits`]: how requests end, and waiting for one
//! - [`send`], [`receive`], [`exchange`], [`probe`], [`persistent`], [`buffered`],
//!   [`partitioned`], [`generalized`], [`collective_request`], [`file_request`], [`win_request`]:
//!   kinds of requests
//! - [`request_state`], [`completion`], [`completion_several`], [`request_status`]: what each
//!   kind of request answers; one and several of them
//! - [`collective`], [`collective_call`], [`collective_direct`]: collective calls, by messages
//!   and over the memory of a node
//! - [`group`], [`comm`], [`comm_create`], [`comm_idup`], [`comm_from_group`], [`intercomm`],
//!   [`agree`], [`introduce`], [`split_type`], [`comm_attribute`]: groups and communicators, and
//!   how processes agree when they make them
//! - [`attribute`], [`errhandler`], [`operation`], [`memory`], [`environment`], [`session`],
//!   [`lifecycle`], [`report`], [`record`]: the smaller themes; initialization and finalization,
//!   and what is shown at the end
//! - [`connect`], [`spawn`], [`service`], [`fault_tolerance`]: processes of other jobs; jobs that
//!   survive the death of processes
//! - [`file_open`], [`file_state`], [`file_view`], [`file_representation`], [`file_pointer`],
//!   [`file_access`], [`file_agree`]: files
//! - [`pack`], [`type_construct`], [`type_object`], [`type_query`], [`type_find`],
//!   [`status_count`]: datatypes
//! - [`topology`], [`topology_create`], [`topology_graph`]: process topologies
//! - [`win_create`], [`win_node`], [`win_free`], [`win_access`], [`win_accumulate`],
//!   [`win_epoch`], [`win_lock`], [`win_flush`], [`win_conflict`], [`win_progress`],
//!   [`win_query`], [`win_attribute`]: windows
//! - [`tool`], [`tool_cvar`], [`tool_pvar`], [`tool_event`]: the tool information interface
//!
//! # Safety arguments
//! - ABI-1: every pointer argument is what the caller of the MPI function promises by calling it:
//!   null where the standard allows it, a special address of the ABI, or valid for the access the
//!   standard describes.
//! - ABI-2: arrays have as many elements as the accompanying count says.

pub mod agree;
pub mod attribute;
pub mod buffered;
pub mod collective;
pub mod collective_arguments;
pub mod collective_call;
pub mod collective_direct;
pub mod collective_request;
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
pub mod exchange;
pub mod fault_tolerance;
pub mod file_access;
pub mod file_agree;
pub mod file_open;
pub mod file_pointer;
pub mod file_representation;
pub mod file_request;
pub mod file_state;
pub mod file_view;
pub mod finished;
pub mod generalized;
pub mod group;
pub mod info;
pub mod intercomm;
pub mod introduce;
pub mod lifecycle;
pub mod memory;
pub mod message;
pub mod operation;
pub mod pack;
pub mod partitioned;
pub mod persistent;
pub mod probe;
pub mod receive;
pub mod record;
pub mod report;
pub mod request_state;
pub mod request_status;
pub mod send;
pub mod service;
pub mod session;
pub mod spawn;
pub mod split_type;
pub mod status_count;
pub mod text;
pub mod tool;
pub mod tool_cvar;
pub mod tool_event;
pub mod tool_pvar;
pub mod topology;
pub mod topology_create;
pub mod topology_graph;
pub mod type_construct;
pub mod type_find;
pub mod type_object;
pub mod type_query;
pub mod waits;
pub mod win_access;
pub mod win_accumulate;
pub mod win_arguments;
pub mod win_attribute;
pub mod win_conflict;
pub mod win_create;
pub mod win_epoch;
pub mod win_flush;
pub mod win_free;
pub mod win_lock;
pub mod win_node;
pub mod win_progress;
pub mod win_query;
pub mod win_request;
