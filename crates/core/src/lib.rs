//! MPI's objects and rules. [`process::Process`] is all of an initialized MPI process;
//! [`local::Local`] is what exists without one.
//!
//! - [`process`]: joining the job, and the tables of all objects
//! - [`progress`]: what goes on whenever the process makes progress
//! - `job`, [`launcher`]: joining the job, and the connection to who started it
//! - [`local`]: infos, error handlers and error codes, which need no `MPI_Init`
//! - [`error`], [`argument`]: errors and their wording
//! - [`group`], [`comm`]: groups and communicators
//! - [`ports`], [`service`], [`spawn`]: where processes of other jobs connect, under which names;
//!   starting processes
//! - [`blocking_task`]: work that blocks, beside a call that makes progress
//! - `strangers`: other MPI libraries in this process
//! - [`resilience`]: a job that survives the death of processes
//! - [`session`], [`memory_kind`]: sessions and their process sets; kinds of memory
//! - [`types`]: datatypes as objects
//! - [`collective`]: collective operations
//! - [`request`], [`completed`]: requests, and those complete at once
//! - [`bsend`], [`attached`]: buffers of buffered sends, and which of them takes a message
//! - [`file`]: what is behind an `MPI_File`
//! - [`attribute`], [`info`], [`errhandler`], [`error_code`], [`operation`]: the smaller objects
//! - [`topology`], [`dims`]: process topologies, balanced process grids
//! - [`hardware`]: splitting communicators by hardware
//! - [`fortran`]: what a program says about its Fortran compiler
//! - [`diagnosis`]: what this process says of itself when the job does not go on
//! - `fallback_warning`: what large messages could not do
//! - [`report`]: the table of messages that `FERRY_STATS` shows
//! - [`tools`]: what tools read and set
//! - [`nodes`]: which processes share nodes
//! - [`peers`], [`foreign`], [`introductions`]: the processes that this one knows, those of other
//!   jobs among them, and how they get to know each other
//! - [`costs`]: what large messages cost here
//! - [`window`]: windows of one-sided communication
//! - [`wait`]: spinning, giving way, sleeping
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
