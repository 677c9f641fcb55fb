//! The simulator: adapters by the rules of the specification, jobs of engines over them, workloads,
//! faults and what the evaluations say.

mod allgather;
mod buffer_reuse;
mod collectives_by_puts;
mod connections;
mod datagram_backlog;
mod datagram_breaks;
mod datagram_edges;
mod datagram_jobs;
mod datagram_posts;
mod datagram_sleeps;
mod datagrams;
mod departures;
mod evaluation;
mod extended;
mod fuzz;
mod held;
mod jobs;
mod machines;
mod support;
mod survival;
mod workloads;
