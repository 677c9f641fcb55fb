//! Versions, names, time (MPI-5 §9.1, §9.6, §20.1).

/// What `MPI_Get_library_version` answers.
pub const LIBRARY_VERSION: &str = concat!("Ferry ", env!("CARGO_PKG_VERSION"), ", MPI 5.0 with the standard ABI 1.0");

/// The name of the machine, as the kernel knows it.
pub fn host_name() -> Option<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(name.trim_end().to_owned())
}
