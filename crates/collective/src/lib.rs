//! ferry-collective
