// Generated from api/compat by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(dead_code, missing_docs, reason = "the libraries share a list")]

use std::ffi::c_int;

pub const MPI_APPNUM: c_int = 1681915917;
pub const MPI_CART: c_int = 2;
pub const MPI_DIST_GRAPH: c_int = 3;
pub const MPI_ERR_ARG: c_int = 12;
pub const MPI_ERR_BUFFER: c_int = 1;
pub const MPI_ERR_COUNT: c_int = 2;
pub const MPI_ERR_NO_MEM: c_int = 34;
pub const MPI_GRAPH: c_int = 1;
pub const MPI_HOST: c_int = 1681915907;
pub const MPI_IO: c_int = 1681915909;
pub const MPI_LASTUSEDCODE: c_int = 1681915915;
pub const MPI_SUCCESS: c_int = 0;
pub const MPI_TAG_UB: c_int = 1681915905;
pub const MPI_UNDEFINED: c_int = -32766;
pub const MPI_UNIVERSE_SIZE: c_int = 1681915913;
pub const MPI_WIN_BASE: c_int = 1711276033;
pub const MPI_WIN_CREATE_FLAVOR: c_int = 1711276039;
pub const MPI_WIN_DISP_UNIT: c_int = 1711276037;
pub const MPI_WIN_MODEL: c_int = 1711276041;
pub const MPI_WIN_SIZE: c_int = 1711276035;
pub const MPI_WTIME_IS_GLOBAL: c_int = 1681915911;
pub const MPI_IN_PLACE: usize = -1_isize as usize;
pub const MPI_STATUS_IGNORE: usize = 1_isize as usize;
pub const MPI_BYTE: c_int = 0x4c00010d_u32 as c_int;
pub const MPI_COMM_SELF: c_int = 0x44000001_u32 as c_int;
pub const MPI_INFO_NULL: c_int = 0x1c000000_u32 as c_int;
