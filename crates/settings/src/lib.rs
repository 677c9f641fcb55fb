//! ferry-settings
