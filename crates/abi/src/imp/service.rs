//! Names for ports (MPI-5 §11.9.4).

use std::ffi::c_char;

use ferry_calls::jobs::service::{check, word};
use ferry_calls::{info, text};
use ferry_constants as mpi;
use ferry_core::{Result, bail};
use ferry_ctypes::MPI_Info;
use ferry_runtime::Cx;

/// `MPI_Publish_name`
pub(crate) unsafe fn publish_name(cx: &Cx, service_name: *const c_char, info: MPI_Info, port_name: *const c_char) -> Result<()> {
    info::hints(cx, info)?;
    // SAFETY: ABI-1.
    let (service, port) = unsafe { (word(service_name), word(port_name)) };
    check(&service)?;
    cx.with(|p| p.other_jobs.services.publish(p.launcher.as_ref(), &service, &port))
}

/// `MPI_Unpublish_name`; the port does not matter.
pub(crate) unsafe fn unpublish_name(
    cx: &Cx,
    service_name: *const c_char,
    info: MPI_Info,
    _port_name: *const c_char,
) -> Result<()> {
    info::hints(cx, info)?;
    // SAFETY: ABI-1.
    let service = unsafe { word(service_name) };
    check(&service)?;
    cx.with(|p| p.other_jobs.services.unpublish(p.launcher.as_ref(), &service))
}

/// `MPI_Lookup_name`
pub(crate) unsafe fn lookup_name(cx: &Cx, service_name: *const c_char, info: MPI_Info, port_name: *mut c_char) -> Result<()> {
    info::hints(cx, info)?;
    // SAFETY: ABI-1.
    let service = unsafe { word(service_name) };
    check(&service)?;
    let Some(port) = cx.with(|p| p.other_jobs.services.lookup(p.launcher.as_ref(), &service))? else {
        bail!(MPI_ERR_NAME, "argument service_name is \"{service}\", which nobody has published (MPI_Publish_name)");
    };
    // SAFETY: ABI-1; the name has room for MPI_MAX_PORT_NAME bytes.
    unsafe { text::store(port_name, mpi::MPI_MAX_PORT_NAME as usize, port.as_bytes()) };
    Ok(())
}
