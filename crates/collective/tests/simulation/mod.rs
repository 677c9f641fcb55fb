//! An MPI of one process for testing schedules: `layout` has datatypes, `case` calls and their results, `machine` runs schedules.

pub mod case;
pub mod layout;
pub mod machine;
