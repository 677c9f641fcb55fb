//! Versions, names, time (MPI-5 §9.1, §9.6, §20.1).

use std::ffi::{c_char, c_double, c_int};

use ferry_calls::environment::{LIBRARY_VERSION, host_name};
use ferry_calls::{info, text};
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_core::info::Info;
use ferry_ctypes::{MPI_Info, Out};
use ferry_runtime::Cx;
use ferry_sys::clock;

pub(crate) unsafe fn get_processor_name(_cx: &Cx, name: *mut c_char, resultlen: Out<c_int>) -> Result<()> {
    let host = host_name().unwrap_or_else(|| "localhost".to_owned());
    // SAFETY: ABI-1.
    resultlen.set(unsafe { text::store(name, mpi::MPI_MAX_PROCESSOR_NAME as usize, host.as_bytes()) });
    Ok(())
}

pub(crate) fn get_version(_cx: &Cx, version: Out<c_int>, subversion: Out<c_int>) -> Result<()> {
    version.set(mpi::MPI_VERSION);
    subversion.set(mpi::MPI_SUBVERSION);
    Ok(())
}

pub(crate) unsafe fn get_library_version(_cx: &Cx, version: *mut c_char, resultlen: Out<c_int>) -> Result<()> {
    // SAFETY: ABI-1.
    resultlen.set(unsafe { text::store(version, mpi::MPI_MAX_LIBRARY_VERSION_STRING as usize, LIBRARY_VERSION.as_bytes()) });
    Ok(())
}

pub(crate) fn abi_get_version(_cx: &Cx, abi_major: Out<c_int>, abi_minor: Out<c_int>) -> Result<()> {
    abi_major.set(mpi::MPI_ABI_VERSION);
    abi_minor.set(mpi::MPI_ABI_SUBVERSION);
    Ok(())
}

/// Sizes in bytes of the integer types that the ABI leaves to the platform.
const ABI_SIZES: [(&str, usize); 3] =
    [("mpi_aint_size", size_of::<isize>()), ("mpi_count_size", size_of::<i64>()), ("mpi_offset_size", size_of::<i64>())];

pub(crate) fn abi_get_info(cx: &Cx, info: Out<MPI_Info>) -> Result<()> {
    let mut sizes = Info::default();
    for (key, bytes) in ABI_SIZES {
        sizes.set(key.as_bytes(), bytes.to_string().as_bytes())?;
    }
    info::store(cx, info, sizes);
    Ok(())
}

/// Seconds on the machine's monotonic clock.
pub(crate) fn wtime() -> c_double {
    clock::now_ns() as c_double * 1e-9
}

/// Seconds between two ticks of that clock.
pub(crate) fn wtick() -> c_double {
    clock::resolution_ns() as c_double * 1e-9
}

/// Profiling levels are for libraries that intercept the call.
pub(crate) fn pcontrol(_cx: &Cx, _level: c_int) -> Result<()> {
    Ok(())
}
