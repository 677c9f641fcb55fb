//! ferry-datatype
