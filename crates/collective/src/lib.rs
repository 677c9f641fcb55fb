//! Collective operations as data: algorithms that emit, for one rank, a [`Schedule`] of sends,
//! receives, copies and reductions, and the table that chooses among them. One description serves
//! the blocking, the non-blocking and the persistent form of an operation. Nothing here touches a
//! buffer or knows how messages travel.
//!
//! - `schedule`: what an executor has to do; `problem`: what an algorithm is told.
//! - `builder`: how algorithms write schedules; `tree`, `starts`: what they share.
//! - `barrier`, `bcast`, `gather` (and scatter), `allgather`, `alltoall`, `reduce`, `allreduce`,
//!   `reduce_scatter`, `scan`, `neighbor`.
//! - `nodes`, `by_nodes`: which ranks share nodes, and algorithms that take account of it.
//! - `one_sided`: algorithms that put into memory of peers.
//! - `shared_area`: what the algorithm needs and costs that goes over memory which ranks share.
//! - `inter`: the same between the two groups of an intercommunicator.
//! - `table`: all algorithms with requirements and costs; `select`: the choice.
//!
//! ```
//! use ferry_collective::{Blocks, Collective, Problem, Query, Shape, select};
//!
//! let problem = Problem { recv: Blocks::uniform(1000, Shape::dense(8)), ..Problem::new(2, 8) };
//! let algorithm = select(&Query::new(Collective::Allreduce, &problem, None));
//! for round in algorithm.schedule(&problem).rounds() {
//!     println!("{:?} then {:?}", round.local, round.communication);
//! }
//! ```
#![forbid(unsafe_code)]

mod allgather;
mod allreduce;
mod alltoall;
mod barrier;
mod bcast;
mod builder;
mod by_nodes;
mod gather;
mod inter;
mod message_costs;
mod neighbor;
mod nodes;
mod one_sided;
mod problem;
mod put_costs;
mod reduce;
mod reduce_scatter;
mod scan;
mod schedule;
mod select;
pub mod shared_area;
mod starts;
mod table;
mod tree;

pub use message_costs::{MessageCosts, WayCosts};
pub use nodes::{Nodes, Spread};
pub use problem::{Blocks, Integers, NO_ROOT, NOBODY, Neighbors, OneSided, Problem, Shape};
pub use put_costs::PutCosts;
pub use schedule::{Region, Round, SCRATCH_ALIGN, SLOTS, Schedule, Slice, Span, Step, Target, TypeRef};
pub use select::{Choices, Cost, INTER, Query, Tuned, UNKNOWN_WINDOWS, UnknownChoice, select};
pub use shared_area::AreaUse;
pub use table::{Algorithm, Collective, Requires};
