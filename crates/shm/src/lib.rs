//! ferry-shm
