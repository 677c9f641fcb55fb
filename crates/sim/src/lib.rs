//! A world of simulated RDMA adapters in virtual time: protocols run in it unchanged, from two to
//! thousands of ranks in one process.
//!
//! [`SimVerbs`] implements [`ferry_rdma::Verbs`]. What happens between posting and completion costs
//! time as a [`Profile`] says, and goes wrong as [`Faults`] say. Bytes are really moved. Everything
//! is determined by the profile, the faults, the seed and what is posted.
//!
//! - [`world`]: nodes and time; [`profile`]: what they cost, [`calibrate`]: measured here;
//!   [`fault`]: what goes wrong; [`random`]: chance from a seed
//! - [`job`]: ranks as tasks; [`rank`], [`collectives`],
//!   [`windows`]: what they can do; [`program`]: their
//!   memory; [`timed`]: what their processors spend; [`environment`]: devices of reliable
//!   connections in such a world
//! - [`workload`]: programs; [`run`]: one run of one of them; [`invariant`], [`credits`]: what must
//!   hold meanwhile, which `observe` looks at; [`fuzz`]: random ones; [`scheme`]: ways to hold
//!   receives, by name; [`evaluation`]: what they are compared by; [`survival`]: ranks that die
//! - [`verbs`], [`queue_pair`], [`queues`], [`region`]: the objects of an adapter; [`arrivals`]:
//!   what came into receives
//! - `nic`: what the adapter does; `event`: what is to happen; `state`: everything there is; `log`:
//!   what happened, in sentences
//! - [`memory`]: pages, ranges and keys

#[macro_use]
pub mod log;

pub mod allgather;
pub mod arrivals;
pub mod calibrate;
pub mod collectives;
pub mod credits;
pub mod environment;
pub mod evaluation;
mod event;
pub mod fault;
pub mod fuzz;
pub mod invariant;
pub mod job;
mod landing;
pub mod memory;
mod nic;
mod observe;
pub mod profile;
pub mod program;
pub mod queue_pair;
pub mod queues;
pub mod random;
pub mod rank;
pub mod region;
pub mod run;
pub mod scheme;
mod state;
pub mod survival;
pub mod timed;
pub mod verbs;
pub mod windows;
pub mod workload;
pub mod world;

pub use arrivals::Arrivals;
pub use environment::Plan;
pub use fault::Faults;
pub use job::{Invariant, Job, Violation};
pub use memory::UserMemory;
pub use nic::pair::PostEnd;
pub use profile::{Profile, ProfileError};
pub use program::Block;
pub use rank::Rank;
pub use run::{Report, RunError, Setup};
pub use scheme::Scheme;
pub use state::{MemoryUse, Totals};
pub use verbs::SimVerbs;
pub use workload::Workload;
pub use world::World;
