//! What devices there are.

use std::ffi::CStr;
use std::fs;
use std::ptr::NonNull;

use ferry_rdma::select::Candidate;
use ferry_rdma::{Error, Result};
use ferry_sys::{cpu, topology};
use ferry_verbs_sys as sys;

use crate::context::Context;
use crate::system;

/// The list that libibverbs hands out; devices in it are good until it is freed, unless they are
/// open.
pub(crate) struct DeviceList {
    library: &'static sys::Library,
    first: NonNull<*mut sys::ibv_device>,
    len: usize,
}

impl DeviceList {
    pub fn new() -> Result<DeviceList> {
        let library = sys::library().map_err(|error| Error::Unavailable(error.to_string()))?;
        let mut len = 0;
        // SAFETY: VB-2; the list is freed in drop (VB-1).
        let list = unsafe { library.ibv_get_device_list(&mut len) };
        let first = NonNull::new(list).ok_or_else(|| match system::last_error("ibv_get_device_list") {
            Error::System { number: libc::ENOSYS, .. } => {
                Error::Unavailable("the kernel has no RDMA (module ib_uverbs)".to_owned())
            }
            other => other,
        })?;
        Ok(DeviceList { library, first, len: len as usize })
    }

    fn device(&self, index: usize) -> *mut sys::ibv_device {
        assert!(index < self.len);
        // SAFETY: the list has `len` entries and lives (VB-1).
        unsafe { *self.first.as_ptr().add(index) }
    }

    fn name(&self, index: usize) -> String {
        // SAFETY: the device is of a living list, its name a string within it (VB-1).
        let name = unsafe { CStr::from_ptr(self.library.ibv_get_device_name(self.device(index))) };
        name.to_string_lossy().into_owned()
    }

    pub fn open(&self, index: usize) -> Result<Context> {
        Context::open(self.library, self.device(index), self.name(index))
    }

    /// Everything that the choice needs of the device.
    fn candidate(&self, index: usize) -> Candidate {
        let name = self.name(index);
        let local = is_local(&name);
        // SAFETY: the device is of a living list (VB-1).
        let transport = unsafe { (*self.device(index)).transport_type };
        if transport != sys::IBV_TRANSPORT_IB {
            let unfit = Some(transport_name(transport).to_owned());
            return Candidate { name, local, unfit, ports: Vec::new() };
        }
        match self.open(index).and_then(|context| context.ports()) {
            Ok(ports) => Candidate { name, local, unfit: None, ports },
            Err(error) => Candidate { name, local, unfit: Some(error.to_string()), ports: Vec::new() },
        }
    }

    pub fn candidates(&self) -> Vec<Candidate> {
        (0..self.len).map(|index| self.candidate(index)).collect()
    }
}

impl Drop for DeviceList {
    fn drop(&mut self) {
        // SAFETY: VB-1.
        unsafe { self.library.ibv_free_device_list(self.first.as_ptr()) }
    }
}

/// The devices of this machine with their ports. The error says why verbs cannot be used at all.
pub fn devices() -> Result<Vec<Candidate>> {
    Ok(DeviceList::new()?.candidates())
}

fn transport_name(transport: sys::ibv_transport_type) -> &'static str {
    match transport {
        sys::IBV_TRANSPORT_IWARP => "it speaks iWARP, which has no datagrams and connects through a connection manager only",
        sys::IBV_TRANSPORT_USNIC | sys::IBV_TRANSPORT_USNIC_UDP => "it speaks usNIC",
        _ => "it speaks neither InfiniBand nor RoCE",
    }
}

/// Whether the process may use a processor near the device; unknown for devices made of software.
fn is_local(name: &str) -> Option<bool> {
    let near = fs::read_to_string(format!("/sys/class/infiniband/{name}/device/local_cpulist")).ok()?;
    let near = topology::parse_list(near.trim())?;
    Some(cpu::allowed().iter().any(|cpu| near.contains(cpu)))
}
