//! ferry-kernels
