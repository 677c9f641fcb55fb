//! Schedules run in an MPI of one process: `layout` has datatypes, `case` calls and their results,
//! `inter` those between two groups, `machine` runs schedules; the rest are tests.

mod algorithms;
mod between_groups;
mod by_nodes;
mod case;
mod inter;
mod layout;
mod machine;
mod one_sided;
