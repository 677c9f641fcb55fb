//! ferry-launch
