//! Writes `numbers.rs` of a Fortran library for a peer: what its modules need to know of the C
//! interface below.

use std::fmt::Write;

use anyhow::Result;
use toml::Value;

use super::peer::Peer;

const OPENING: &str = "\
// Generated from api/compat by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(dead_code, missing_docs, reason = \"the libraries share a list\")]

use std::ffi::c_int;

";

const INTEGERS: [&str; 21] = [
    "MPI_APPNUM",
    "MPI_CART",
    "MPI_DIST_GRAPH",
    "MPI_ERR_ARG",
    "MPI_ERR_BUFFER",
    "MPI_ERR_COUNT",
    "MPI_ERR_NO_MEM",
    "MPI_GRAPH",
    "MPI_HOST",
    "MPI_IO",
    "MPI_LASTUSEDCODE",
    "MPI_SUCCESS",
    "MPI_TAG_UB",
    "MPI_UNDEFINED",
    "MPI_UNIVERSE_SIZE",
    "MPI_WIN_BASE",
    "MPI_WIN_CREATE_FLAVOR",
    "MPI_WIN_DISP_UNIT",
    "MPI_WIN_MODEL",
    "MPI_WIN_SIZE",
    "MPI_WTIME_IS_GLOBAL",
];
/// Those that a peer has as variables are left out.
const ADDRESSES: [&str; 4] = ["MPI_IN_PLACE", "MPI_STATUS_IGNORE", "MPI_UNWEIGHTED", "MPI_WEIGHTS_EMPTY"];
/// Those that a peer has as symbols are left out.
const HANDLES: [&str; 3] = ["MPI_BYTE", "MPI_COMM_SELF", "MPI_INFO_NULL"];

/// The whole file.
pub fn emit(peer: &Peer) -> Result<String> {
    let mut text = String::from(OPENING);
    for name in INTEGERS {
        let _ = writeln!(text, "pub const {name}: c_int = {};", peer.constant(name)?);
    }
    for name in ADDRESSES {
        if let Some(value) = peer.constants.get(name) {
            let _ = writeln!(text, "pub const {name}: usize = {value}_isize as usize;");
        }
    }
    for name in HANDLES {
        if let Some(value) = peer.handles.get(name).and_then(Value::as_integer) {
            let _ = writeln!(text, "pub const {name}: c_int = {value:#x}_u32 as c_int;");
        }
    }
    Ok(text)
}
