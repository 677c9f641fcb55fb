//! The TCP transport: one connection for each pair of processes that talk, made when they do
//! (`docs/wire/tcp.md`, ADR 0021).
//!
//! What is said and who wins is decided without sockets, the rest only carries it out:
//! - [`frame`]: what follows the handshake on a connection
//! - [`handshake`]: how two processes recognize each other
//! - [`card`]: what a process publishes so that others reach it
//! - [`foreign`]: peers of other jobs
//! - [`port`], [`encounter`]: where such processes meet, and what they tell each other then
//! - [`interfaces`]: which addresses it offers, and which of a peer's it tries first
//! - [`pairing`]: who wins when two call each other at once
//! - [`outgoing`], [`incoming`]: what waits on one connection, and what has come
//! - [`pace`]: how fast what is sent leaves
//! - [`exposure`]: memory that peers may put into
//! - [`memory`]: the unsafe code: memory that is not this crate's
//! - [`silence`]: whether peers' hosts answer
//! - [`socket`], [`events`]: sockets, and sleeping until something happens
//! - [`listening`], [`meeting`], [`connection`]: connections before and after both ends know each
//!   other
//! - [`device`]: the device
#![deny(unsafe_code)]

pub mod card;
pub mod connection;
pub mod device;
pub mod encounter;
pub mod events;
pub mod exposure;
pub mod foreign;
pub mod frame;
pub mod handshake;
pub mod incoming;
pub mod interfaces;
pub mod listening;
pub mod meeting;
#[allow(unsafe_code)]
pub mod memory;
pub mod outgoing;
pub mod pace;
pub mod pairing;
pub mod port;
pub mod silence;
pub mod socket;

pub use crate::device::{FetchCard, Seen, TcpDevice};
pub use crate::events::{TcpNap, Waker};
pub use crate::listening::{Config, Listening, TcpError};
