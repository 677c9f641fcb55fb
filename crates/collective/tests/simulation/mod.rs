//! An MPI of one process for testing schedules: `layout` has datatypes, `case` calls and their
//! results, `inter` those between two groups, `machine` runs schedules.

pub mod case;
pub mod inter;
pub mod layout;
pub mod machine;
