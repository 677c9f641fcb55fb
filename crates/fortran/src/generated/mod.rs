//! What follows from `api/`: the C functions (`c`), entry points with buffers by address (`plain`)
//! and as descriptors (`described`).

#[allow(dead_code, reason = "the whole interface is declared")]
pub mod c;
mod described;
mod plain;
