//! ferry-protocol
