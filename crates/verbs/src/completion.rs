//! Completion queues. Safety arguments: crate `verbs`.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use ferry_heap::own;
use ferry_rdma::traits::POLL_BATCH;
use ferry_rdma::{Completion, Done, Failure, Result, Status, WorkId};
use ferry_verbs_sys as sys;

use crate::context::{Context, no_event, set_nonblocking};
use crate::system::{self, done};

/// What wakes those who sleep on a queue.
struct Channel {
    raw: NonNull<sys::ibv_comp_channel>,
    context: Arc<Context>,
}

impl Channel {
    fn new(context: &Arc<Context>) -> Result<Channel> {
        // SAFETY: the context lives; destroyed in drop (VB-1).
        let create = || unsafe { context.library.ibv_create_comp_channel(context.raw.as_ptr()) };
        let channel = Channel { raw: system::made("ibv_create_comp_channel", create)?, context: Arc::clone(context) };
        set_nonblocking(channel.descriptor())?;
        Ok(channel)
    }

    fn descriptor(&self) -> BorrowedFd<'_> {
        // SAFETY: the channel lives and keeps the descriptor open (VB-1).
        unsafe { BorrowedFd::borrow_raw(self.raw.as_ref().fd) }
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        // SAFETY: VB-1; the queue that uses it is gone.
        let result = unsafe { self.context.library.ibv_destroy_comp_channel(self.raw.as_ptr()) };
        debug_assert_eq!(result, 0, "a completion channel was destroyed while a queue used it");
    }
}

/// The queue itself, held by the handle and by queue pairs.
pub(crate) struct CompletionHandle {
    pub raw: NonNull<sys::ibv_cq>,
    channel: Channel,
}

// SAFETY: VB-2.
unsafe impl Send for CompletionHandle {}
// SAFETY: VB-2.
unsafe impl Sync for CompletionHandle {}

impl Drop for CompletionHandle {
    fn drop(&mut self) {
        // SAFETY: VB-1; queue pairs hold the queue, so none is left.
        let result = unsafe { self.channel.context.library.ibv_destroy_cq(self.raw.as_ptr()) };
        debug_assert_eq!(result, 0, "a completion queue was destroyed while a queue pair used it");
    }
}

/// A completion queue with a descriptor to sleep on. Readable after
/// [`arm`](ferry_rdma::CompletionQueue::arm) and a completion;
/// [`clear`](ferry_rdma::CompletionQueue::clear) makes it unreadable again.
#[derive(Clone)]
pub struct CompletionQueue {
    pub(crate) queue: Arc<CompletionHandle>,
}

impl CompletionQueue {
    pub(crate) fn new(context: &Arc<Context>, entries: u32) -> Result<CompletionQueue> {
        let channel = Channel::new(context)?;
        // SAFETY: context and channel live; destroyed in drop, before the channel (VB-1).
        let create = || unsafe {
            let entries = c_int::try_from(entries).unwrap_or(c_int::MAX);
            context.library.ibv_create_cq(context.raw.as_ptr(), entries, ptr::null_mut(), channel.raw.as_ptr(), 0)
        };
        Ok(CompletionQueue { queue: Arc::new(CompletionHandle { raw: system::made("ibv_create_cq", create)?, channel }) })
    }
}

impl AsFd for CompletionQueue {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.queue.channel.descriptor()
    }
}

impl ferry_rdma::CompletionQueue for CompletionQueue {
    #[inline]
    fn poll(&self, mut take: impl FnMut(Completion)) -> Result<usize> {
        let mut batch = [const { MaybeUninit::<sys::ibv_wc>::uninit() }; POLL_BATCH];
        // SAFETY: VB-1; there is room for as many as are asked for.
        let found = unsafe { sys::inline::ibv_poll_cq(self.queue.raw.as_ptr(), POLL_BATCH as c_int, batch.as_mut_ptr().cast()) };
        let found = usize::try_from(found).map_err(|_| system::error("ibv_poll_cq", libc::EIO))?;
        for entry in &batch[..found] {
            // SAFETY: the first `found` entries were written.
            take(translate(unsafe { entry.assume_init_ref() }));
        }
        Ok(found)
    }

    fn arm(&self, solicited_only: bool) -> Result<()> {
        // SAFETY: VB-1.
        done("ibv_req_notify_cq", unsafe { sys::inline::ibv_req_notify_cq(self.queue.raw.as_ptr(), solicited_only.into()) })
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.as_fd())
    }

    fn clear(&self) -> Result<usize> {
        let library = self.queue.channel.context.library;
        let (mut cq, mut user) = (ptr::null_mut(), ptr::null_mut());
        // There is one event at most for each arming. One that is left all the same ends the next
        // sleep at once, and is taken then; to look for it here would be a system call each time.
        // SAFETY: VB-1; the channel belongs to this queue alone, so the event is of it.
        unsafe {
            if library.ibv_get_cq_event(self.queue.channel.raw.as_ptr(), &mut cq, &mut user) == 0 {
                library.ibv_ack_cq_events(cq, 1);
                return Ok(1);
            }
        }
        no_event::<()>("ibv_get_cq_event")?;
        Ok(0)
    }

    fn grow(&self, entries: u32) -> Result<()> {
        let entries = c_int::try_from(entries).unwrap_or(c_int::MAX);
        // SAFETY: VB-1.
        let resize = || unsafe { self.queue.channel.context.library.ibv_resize_cq(self.queue.raw.as_ptr(), entries) };
        done("ibv_resize_cq", own::outside(resize))
    }
}

/// Of a failed one, only id, status, vendor's code and queue pair are set.
#[inline]
fn translate(entry: &sys::ibv_wc) -> Completion {
    let (id, operation) = WorkId::split(entry.wr_id);
    let result = match Status::from_number(entry.status) {
        None => Ok(success(entry)),
        Some(status) => Err(Failure { status, vendor: entry.vendor_err }),
    };
    Completion { id, operation, queue_pair: entry.qp_num, result }
}

#[inline]
fn success(entry: &sys::ibv_wc) -> Done {
    // SAFETY: both members are 32 bits of any value.
    let immediate = u32::from_be(unsafe { entry.__bindgen_anon_1.imm_data });
    Done {
        bytes: entry.byte_len,
        immediate: (entry.wc_flags & sys::IBV_WC_WITH_IMM != 0).then_some(immediate),
        written: entry.opcode == sys::IBV_WC_RECV_RDMA_WITH_IMM,
        global_route_header: entry.wc_flags & sys::IBV_WC_GRH != 0,
        source_queue_pair: entry.src_qp,
    }
}
