//! ferry-device
