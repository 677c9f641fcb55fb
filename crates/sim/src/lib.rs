//! A world of simulated RDMA adapters in virtual time: protocols run in it unchanged, from two to thousands of ranks in one process.
//!
//! [`SimVerbs`] implements [`ferry_rdma::Verbs`]. What happens between posting and completion costs time as a [`Profile`] says, and goes wrong as
//! [`Faults`] say. Bytes are really moved. Everything is determined by the profile, the faults, the seed and what is posted.
//!
//! - [`world`]: nodes and time; [`profile`]: what they cost; [`fault`]: what goes wrong; [`random`]: chance from a seed
//! - [`verbs`], [`queue_pair`], [`queues`], [`region`]: the objects of an adapter
//! - `nic`: what the adapter does; `event`: what is to happen; `state`: everything there is; `log`: what happened, in sentences
//! - [`memory`]: pages, ranges and keys

#[macro_use]
pub mod log;

mod event;
pub mod fault;
pub mod memory;
mod nic;
pub mod profile;
pub mod queue_pair;
pub mod queues;
pub mod random;
pub mod region;
mod state;
pub mod verbs;
pub mod world;

pub use fault::Faults;
pub use memory::UserMemory;
pub use profile::{Profile, ProfileError};
pub use state::{MemoryUse, Totals};
pub use verbs::SimVerbs;
pub use world::World;
