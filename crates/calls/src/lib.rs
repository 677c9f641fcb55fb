//! What the functions of MPI do, by theme. The layer of entry points has taken their arguments from
//! C before. A module needs others in one direction only; conflicts of accesses and flushes are the
//! exception, which need each other.
//!
//! - [`p2p`], [`collective`], [`win`], [`file`]: moving data
//! - [`request`]: what such calls leave behind, and waiting for it
//! - [`datatype`], [`operation`]: what data are, and how they are combined
//! - [`group`], [`comm`], [`topology`], [`session`]: who takes part
//! - [`jobs`], [`fault_tolerance`]: processes of other jobs; jobs that survive the death of
//!   processes
//! - [`text`], [`info`], [`attribute`], [`errhandler`], [`memory`]: what calls say and objects keep
//! - [`environment`], [`lifecycle`], [`report`], [`record`], [`tool`]: initialization and
//!   finalization, what is shown at the end, and the tool information interface
//!
//! # Safety arguments
//! - ABI-1: every pointer argument is what the caller of the MPI function promises by calling it:
//!   null where the standard allows it, a special address of the ABI, or valid for the access the
//!   standard describes.
//! - ABI-2: arrays have as many elements as the accompanying count says.

pub mod attribute;
pub mod collective;
pub mod comm;
pub mod datatype;
pub mod environment;
pub mod errhandler;
pub mod fault_tolerance;
pub mod file;
pub mod group;
pub mod info;
pub mod jobs;
pub mod lifecycle;
pub mod memory;
pub mod operation;
pub mod p2p;
pub mod record;
pub mod report;
pub mod request;
pub mod session;
pub mod text;
pub mod tool;
pub mod topology;
pub mod win;
