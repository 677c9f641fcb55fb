//! ferry-sys
