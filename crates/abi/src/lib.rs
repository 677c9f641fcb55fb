//! ferry-abi
