//! ferry-core
