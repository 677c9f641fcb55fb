//! Functions whose conversion no table can say: those that take functions of the program, and those
//! whose arguments depend on each other. They return the standard's error codes.
//!
//! - [`operation`], [`errhandler`]: functions of the program known by a number ([`crate::slots`])
//! - [`attribute`], [`generalized`], [`datarep`], [`events`]: functions of the program that come
//!   with a value for them
//! - [`abi`]: which ABI this is
//! - [`attribute_value`]: predefined attributes
//! - [`contents`]: what a datatype was made of
//! - [`blocks`]: how many blocks a collective operation has
//! - [`spawn`]: codes of processes whose number the root knows
//! - [`split`]: types of splits that only one peer has
//! - [`tool`]: objects that variables of tools belong to
//! - [`removed`]: functions that the standard has removed, and that peers still have

pub mod abi;
pub mod attribute;
pub mod attribute_value;
pub mod blocks;
pub mod contents;
pub mod datarep;
pub mod errhandler;
pub mod events;
pub mod generalized;
pub mod operation;
pub mod removed;
pub mod spawn;
pub mod split;
pub mod tool;
