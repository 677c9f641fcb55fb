//! MPI's objects and rules. [`process::Process`] is all of an initialized MPI process;
//! [`local::Local`] is what exists without one.
//!
//! The process:
//! - [`process`]: the tables of all objects
//! - `job`, [`launcher`], [`nodes`]: joining the job, the connection to who started it, and which
//!   processes share nodes
//! - [`peers`], [`foreign`], [`introductions`]: the processes that this one knows, those of other
//!   jobs among them, and how they get to know each other
//! - [`progress`]: what goes on whenever the process makes progress
//! - [`wait`], [`blocking_task`]: how a process waits; work that blocks, beside a call that makes
//!   progress
//! - [`costs`]: what large messages cost here
//! - [`resilience`]: a job that survives the death of processes
//! - `strangers`: other MPI libraries in this process
//!
//! Objects of programs:
//! - [`group`], [`comm`], [`session`], [`memory_kind`]: groups, communicators, sessions with their
//!   process sets, kinds of memory
//! - [`topology`], [`dims`], [`hardware`]: process topologies, balanced process grids, splitting
//!   communicators by hardware
//! - [`types`], [`operation`]: datatypes, reduction operations
//! - [`request`], [`completed`], [`outcome`]: requests, those complete at once, and how operations
//!   ended
//! - [`bsend`], [`attached`]: buffers of buffered sends, and which of them takes a message
//! - [`collective`], [`window`], [`file`]: collective operations, windows, files
//! - [`ports`], [`service`], [`spawn`]: where processes of other jobs connect, under which names;
//!   starting processes
//! - [`local`], [`info`], [`attribute`], [`errhandler`], [`error_code`]: the smaller objects, some
//!   of which need no `MPI_Init`
//! - [`fortran`]: what a program says about its Fortran compiler
//!
//! What a user sees:
//! - [`error`], [`argument`]: errors and their wording
//! - [`diagnosis`]: what this process says of itself when the job does not go on
//! - `fallback_warning`: what large messages could not do
//! - [`report`], [`buffers`]: what `FERRY_STATS` shows of messages, and of buffers of RDMA
//! - [`tools`]: what tools read and set
#![forbid(unsafe_code)]

pub mod argument;
pub mod attached;
pub mod attribute;
pub mod blocking_task;
pub mod bsend;
pub mod buffers;
pub mod collective;
pub mod comm;
pub mod completed;
pub mod costs;
pub mod diagnosis;
pub mod dims;
pub mod errhandler;
pub mod error;
pub mod error_code;
mod fallback_warning;
pub mod file;
pub mod foreign;
pub mod fortran;
pub mod group;
pub mod hardware;
pub mod info;
pub mod introductions;
mod job;
pub mod launcher;
pub mod local;
pub mod memory_kind;
pub mod nodes;
pub mod objects;
pub mod operation;
pub mod outcome;
pub mod peers;
pub mod ports;
pub mod process;
pub mod progress;
pub mod report;
pub mod request;
pub mod resilience;
pub mod service;
pub mod session;
pub mod spawn;
mod strangers;
pub mod tools;
pub mod topology;
mod tuning;
pub mod types;
pub mod wait;
pub mod window;

pub use error::{Error, Result};

/// Tells the user something on standard error, in one piece: ranks share it, and what they say at
/// the same time would run into each other. If it is closed, nobody is left to be told.
pub fn say(text: &str) {
    use std::io::Write;
    let _ = std::io::stderr().write_all(format!("ferry: {text}\n").as_bytes());
}

/// What carries messages to all processes of the job.
pub type Transport = ferry_route::Routes<ferry_route::Network>;
