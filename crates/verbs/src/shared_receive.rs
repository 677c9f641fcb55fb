//! Shared receive queues. Safety arguments: crate `verbs`.

use std::ptr::{self, NonNull};
use std::sync::Arc;

use ferry_rdma::{ReceiveWork, Result};
use ferry_verbs_sys as sys;

use crate::adapter::Domain;
use crate::extended::{self, ExtendedDomain};
use crate::system::{self, done};
use crate::{completion, post};

/// The queue itself, held by the handle and by queue pairs.
pub(crate) struct SharedReceiveHandle {
    pub raw: NonNull<sys::ibv_srq>,
    segments: u32,
    domain: Arc<Domain>,
    extended: Option<Extended>,
}

/// What a queue of a domain of extended connections has besides: its number there, and what it
/// needs.
struct Extended {
    number: u32,
    _domain: Arc<extended::Held>,
    _completions: Arc<completion::CompletionHandle>,
}

// SAFETY: VB-2.
unsafe impl Send for SharedReceiveHandle {}
// SAFETY: VB-2.
unsafe impl Sync for SharedReceiveHandle {}

impl Drop for SharedReceiveHandle {
    fn drop(&mut self) {
        // SAFETY: VB-1; queue pairs hold the queue, so none is left.
        let result = unsafe { self.domain.library().ibv_destroy_srq(self.raw.as_ptr()) };
        debug_assert_eq!(result, 0, "a shared receive queue was destroyed while a queue pair used it");
    }
}

/// Receives shared by many queue pairs.
#[derive(Clone)]
pub struct SharedReceiveQueue {
    pub(crate) queue: Arc<SharedReceiveHandle>,
}

impl SharedReceiveQueue {
    pub(crate) fn new(domain: &Arc<Domain>, requests: u32, segments: u32) -> Result<SharedReceiveQueue> {
        let attr = sys::ibv_srq_attr { max_wr: requests, max_sge: segments, srq_limit: 0 };
        let mut wanted = sys::ibv_srq_init_attr { srq_context: ptr::null_mut(), attr };
        // SAFETY: the domain lives; destroyed in drop (VB-1).
        let raw = system::made("ibv_create_srq", || unsafe { domain.library().ibv_create_srq(domain.raw(), &mut wanted) })?;
        Ok(Self::of(raw, domain, &wanted.attr, segments, None))
    }

    /// A queue of a domain of extended connections.
    pub(crate) fn extended(
        domain: &Arc<Domain>,
        ExtendedDomain { held }: &ExtendedDomain,
        completions: &completion::CompletionQueue,
        requests: u32,
        segments: u32,
    ) -> Result<SharedReceiveQueue> {
        let mut attr = sys::ibv_srq_attr { max_wr: requests, max_sge: segments, srq_limit: 0 };
        let (raw, number) = extended::create_receive_queue(domain, held, completions.queue.raw, &mut attr)?;
        let extended = Extended { number, _domain: Arc::clone(held), _completions: Arc::clone(&completions.queue) };
        Ok(Self::of(raw, domain, &attr, segments, Some(extended)))
    }

    fn of(
        raw: NonNull<sys::ibv_srq>,
        domain: &Arc<Domain>,
        attr: &sys::ibv_srq_attr,
        segments: u32,
        extended: Option<Extended>,
    ) -> SharedReceiveQueue {
        let queue = SharedReceiveHandle { raw, segments: attr.max_sge.max(segments), domain: Arc::clone(domain), extended };
        SharedReceiveQueue { queue: Arc::new(queue) }
    }
}

impl ferry_rdma::SharedReceiveQueue for SharedReceiveQueue {
    fn number(&self) -> u32 {
        // SAFETY: VB-1.
        unsafe { self.queue.raw.as_ref().handle }
    }

    fn extended_number(&self) -> Option<u32> {
        self.queue.extended.as_ref().map(|extended| extended.number)
    }

    #[inline]
    fn post_receive(&self, works: &[ReceiveWork<'_>]) -> Result<()> {
        // SAFETY: the queue lives (VB-1), the list is good until the call returns (VB-5).
        post::receives("ibv_post_srq_recv", self.queue.segments, works, |list, bad| unsafe {
            sys::inline::ibv_post_srq_recv(self.queue.raw.as_ptr(), list, bad)
        })
    }

    fn set_limit(&self, requests: u32) -> Result<()> {
        let mut attributes = sys::ibv_srq_attr { max_wr: 0, max_sge: 0, srq_limit: requests };
        let mask = sys::IBV_SRQ_LIMIT as i32;
        // SAFETY: VB-1.
        done("ibv_modify_srq", unsafe {
            self.queue.domain.library().ibv_modify_srq(self.queue.raw.as_ptr(), &mut attributes, mask)
        })
    }
}
