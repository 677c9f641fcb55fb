//! An open port with its protection domain. Safety arguments: crate `verbs`.

use std::os::fd::BorrowedFd;
use std::ptr::NonNull;
use std::sync::{Arc, OnceLock};

use ferry_rdma::select::{self, Wanted};
use ferry_rdma::{Access, AsyncEvent, DeviceAttributes, Error, Path, PortAttributes, QueuePairPlan, Result, Verbs};
use ferry_verbs_sys as sys;

use crate::completion::CompletionQueue;
use crate::context::Context;
use crate::devices::DeviceList;
use crate::extended::ExtendedDomain;
use crate::memory::{Buffer, Region, UserMemory};
use crate::queue_pair::{AddressHandle, QueuePair};
use crate::shared_receive::SharedReceiveQueue;
use crate::system;

/// What keys, queue pairs and address handles belong to.
pub(crate) struct Domain {
    raw: NonNull<sys::ibv_pd>,
    context: Arc<Context>,
}

// SAFETY: VB-2.
unsafe impl Send for Domain {}
// SAFETY: VB-2.
unsafe impl Sync for Domain {}

impl Domain {
    fn new(context: Arc<Context>) -> Result<Domain> {
        // SAFETY: the context lives; freed in drop (VB-1).
        let raw = system::made("ibv_alloc_pd", || unsafe { context.library.ibv_alloc_pd(context.raw.as_ptr()) })?;
        Ok(Domain { raw, context })
    }

    pub fn raw(&self) -> *mut sys::ibv_pd {
        self.raw.as_ptr()
    }

    pub fn context(&self) -> *mut sys::ibv_context {
        self.context.raw.as_ptr()
    }

    pub fn library(&self) -> &'static sys::Library {
        self.context.library
    }
}

impl Drop for Domain {
    fn drop(&mut self) {
        // SAFETY: VB-1; whatever belongs to it holds it.
        let result = unsafe { self.library().ibv_dealloc_pd(self.raw.as_ptr()) };
        debug_assert_eq!(result, 0, "a protection domain was freed while something of it lived");
    }
}

/// An open port of a device.
pub struct Adapter {
    domain: Arc<Domain>,
    device: DeviceAttributes,
    port: PortAttributes,
    gid_index: u8,
}

impl Adapter {
    /// Opens the port that `wanted` names, or the best one ([`select`]).
    pub fn open(wanted: &Wanted) -> Result<Adapter> {
        let list = DeviceList::new()?;
        let mut candidates = list.candidates();
        let choice = select::choose(&candidates, wanted)?;
        let ports = std::mem::take(&mut candidates[choice.candidate].ports);
        let port = ports.into_iter().find(|port| port.number == choice.port);
        let port = port.ok_or_else(|| Error::Unavailable(format!("port {} is gone", choice.port)))?;
        let context = Arc::new(list.open(choice.candidate)?);
        let device = context.attributes()?;
        let domain = Arc::new(Domain::new(context)?);
        Ok(Adapter { domain, device, port, gid_index: choice.gid.index })
    }

    /// Readable when there is an event.
    pub fn event_descriptor(&self) -> BorrowedFd<'_> {
        self.domain.context.event_descriptor()
    }
}

/// Sees to it that registered memory stays whole in this process when it forks. Kernels since 5.12
/// copy registered pages for the child. With older ones libibverbs keeps them from the child, which
/// then crashes if it uses them; that must be asked for before anything is registered, and only if
/// need be. The first call's result is that of all.
pub fn prepare_for_fork() -> Result<()> {
    static DONE: OnceLock<Result<()>> = OnceLock::new();
    let prepare = || {
        let library = sys::library().map_err(|error| Error::Unavailable(error.to_string()))?;
        if sys::kernel_copies_on_fork() {
            return Ok(());
        }
        // SAFETY: VB-2.
        system::done("ibv_fork_init", unsafe { library.ibv_fork_init() })
    };
    DONE.get_or_init(prepare).clone()
}

impl Verbs for Adapter {
    type CompletionQueue = CompletionQueue;
    type SharedReceiveQueue = SharedReceiveQueue;
    type QueuePair = QueuePair;
    type ExtendedDomain = ExtendedDomain;
    type AddressHandle = AddressHandle;
    type Buffer = Buffer;
    type Region = Region;
    type Memory = UserMemory;

    fn device(&self) -> &DeviceAttributes {
        &self.device
    }

    fn port(&self) -> &PortAttributes {
        &self.port
    }

    fn gid_index(&self) -> u8 {
        self.gid_index
    }

    fn completion_queue(&self, entries: u32) -> Result<CompletionQueue> {
        within("entries of a completion queue", entries, self.device.completion_entries)?;
        CompletionQueue::new(&self.domain.context, entries)
    }

    fn shared_receive_queue(&self, requests: u32, segments: u32) -> Result<SharedReceiveQueue> {
        within("receives of a shared queue", requests, self.device.shared_receive_requests)?;
        SharedReceiveQueue::new(&self.domain, requests, segments)
    }

    fn extended_domain(&self) -> Result<ExtendedDomain> {
        ExtendedDomain::new(&self.domain)
    }

    fn extended_receive_queue(
        &self,
        domain: &ExtendedDomain,
        requests: u32,
        segments: u32,
        completions: &CompletionQueue,
    ) -> Result<SharedReceiveQueue> {
        within("receives of a shared queue", requests, self.device.shared_receive_requests)?;
        SharedReceiveQueue::extended(&self.domain, domain, completions, requests, segments)
    }

    fn receiving_end(&self, domain: &ExtendedDomain) -> Result<QueuePair> {
        QueuePair::receiving(&self.domain, domain)
    }

    fn queue_pair(&self, plan: &QueuePairPlan<'_, Self>) -> Result<QueuePair> {
        within("send requests", plan.capacity.sends, self.device.work_requests)?;
        within("receive requests", plan.capacity.receives, self.device.work_requests)?;
        within("segments", plan.capacity.send_segments.max(plan.capacity.receive_segments), self.device.segments)?;
        QueuePair::new(&self.domain, plan)
    }

    fn address_handle(&self, path: &Path) -> Result<AddressHandle> {
        AddressHandle::new(&self.domain, path)
    }

    fn buffer(&self, len: usize, access: Access) -> Result<Buffer> {
        Buffer::new(&self.domain, len, access)
    }

    unsafe fn memory(address: u64, len: usize) -> UserMemory {
        // SAFETY: promised by the caller.
        unsafe { UserMemory::new(address, len) }
    }

    fn register(&self, memory: UserMemory, access: Access) -> Result<Region> {
        Region::new(&self.domain, memory, access)
    }

    fn next_event(&self) -> Result<Option<AsyncEvent>> {
        self.domain.context.next_event()
    }
}

fn within(what: &'static str, asked: u32, most: u32) -> Result<()> {
    if asked <= most { Ok(()) } else { Err(Error::Limit { what, asked: asked.into(), most: most.into() }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_for_more_than_the_device_has_is_an_error_with_both_numbers() {
        assert_eq!(within("things", 5, 5), Ok(()));
        let text = within("things", 6, 5).expect_err("one too many").to_string();
        assert_eq!(text, "6 things were asked for, the device has at most 5");
    }

    #[test]
    fn opening_a_device_that_nobody_has_is_an_error_that_names_it_or_the_missing_library() {
        let wanted = Wanted { device: Some("nobody_has_this_0:1".to_owned()), gid_index: None };
        let text = Adapter::open(&wanted).err().expect("there is no such device").to_string();
        assert!(text.contains("nobody_has_this_0:1") || text.contains("not available"), "{text}");
    }
}
