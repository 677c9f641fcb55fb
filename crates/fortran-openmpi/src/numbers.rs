// Generated from api/compat by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(dead_code, missing_docs, reason = "the libraries share a list")]

use std::ffi::c_int;

pub const MPI_APPNUM: c_int = 4;
pub const MPI_CART: c_int = 1;
pub const MPI_DIST_GRAPH: c_int = 3;
pub const MPI_ERR_ARG: c_int = 13;
pub const MPI_ERR_BUFFER: c_int = 1;
pub const MPI_ERR_COUNT: c_int = 2;
pub const MPI_ERR_NO_MEM: c_int = 39;
pub const MPI_GRAPH: c_int = 2;
pub const MPI_HOST: c_int = 1;
pub const MPI_IO: c_int = 2;
pub const MPI_LASTUSEDCODE: c_int = 5;
pub const MPI_SUCCESS: c_int = 0;
pub const MPI_TAG_UB: c_int = 0;
pub const MPI_UNDEFINED: c_int = -32766;
pub const MPI_UNIVERSE_SIZE: c_int = 6;
pub const MPI_WIN_BASE: c_int = 7;
pub const MPI_WIN_CREATE_FLAVOR: c_int = 10;
pub const MPI_WIN_DISP_UNIT: c_int = 9;
pub const MPI_WIN_MODEL: c_int = 11;
pub const MPI_WIN_SIZE: c_int = 8;
pub const MPI_WTIME_IS_GLOBAL: c_int = 3;
pub const MPI_IN_PLACE: usize = 1_isize as usize;
pub const MPI_STATUS_IGNORE: usize = 0_isize as usize;
pub const MPI_UNWEIGHTED: usize = 2_isize as usize;
pub const MPI_WEIGHTS_EMPTY: usize = 3_isize as usize;
