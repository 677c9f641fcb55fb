//! ferry-constants
