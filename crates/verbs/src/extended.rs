//! Extended connections (XRC): domains, and the receiving ends of connections. Safety arguments:
//! crate `verbs`.

use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::Arc;

use ferry_rdma::Result;
use ferry_verbs_sys as sys;

use crate::adapter::Domain;
use crate::system::{self, done};

/// The domain itself, held by the handle, by shared receive queues and by queue pairs.
pub(crate) struct Held {
    pub raw: NonNull<sys::ibv_xrcd>,
    _domain: Arc<Domain>,
}

// SAFETY: VB-2.
unsafe impl Send for Held {}
// SAFETY: VB-2.
unsafe impl Sync for Held {}

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: VB-1; whatever belongs to it holds it.
        let result = unsafe { sys::inline::ibv_close_xrcd(self.raw.as_ptr()) };
        debug_assert_eq!(result, 0, "a domain of extended connections was closed while something of it lived");
    }
}

/// What shared receive queues and receiving ends have to have in common. Nobody else can open it:
/// it belongs to no file.
#[derive(Clone)]
pub struct ExtendedDomain {
    pub(crate) held: Arc<Held>,
}

impl ExtendedDomain {
    pub(crate) fn new(domain: &Arc<Domain>) -> Result<ExtendedDomain> {
        let comp_mask = sys::IBV_XRCD_INIT_ATTR_FD | sys::IBV_XRCD_INIT_ATTR_OFLAGS;
        let mut wanted = sys::ibv_xrcd_init_attr { comp_mask, fd: -1, oflags: libc::O_CREAT };
        // SAFETY: the context lives as long as the protection domain; closed in drop (VB-1).
        let raw = system::made("ibv_open_xrcd", || unsafe { sys::inline::ibv_open_xrcd(domain.context(), &mut wanted) })?;
        let held = Held { raw, _domain: Arc::clone(domain) };
        Ok(ExtendedDomain { held: Arc::new(held) })
    }
}

/// A shared receive queue of `extended`, whose receives complete in `completions`, and the number
/// that peers name it by.
pub(crate) fn create_receive_queue(
    domain: &Domain,
    extended: &Held,
    completions: NonNull<sys::ibv_cq>,
    attr: &mut sys::ibv_srq_attr,
) -> Result<(NonNull<sys::ibv_srq>, u32)> {
    let mut number = 0;
    // SAFETY: what the attributes name lives, and the caller holds it (VB-1). Zeros are values of
    // the integers and pointers that the mask does not name. A queue without a number is destroyed
    // at once.
    unsafe {
        let mut wanted: sys::ibv_srq_init_attr_ex = MaybeUninit::zeroed().assume_init();
        wanted.attr = *attr;
        wanted.comp_mask =
            sys::IBV_SRQ_INIT_ATTR_TYPE | sys::IBV_SRQ_INIT_ATTR_PD | sys::IBV_SRQ_INIT_ATTR_XRCD | sys::IBV_SRQ_INIT_ATTR_CQ;
        wanted.srq_type = sys::IBV_SRQT_XRC;
        (wanted.pd, wanted.xrcd, wanted.cq) = (domain.raw(), extended.raw.as_ptr(), completions.as_ptr());
        let raw = system::made("ibv_create_srq_ex", || sys::inline::ibv_create_srq_ex(domain.context(), &mut wanted))?;
        if let Err(error) = done("ibv_get_srq_num", sys::inline::ibv_get_srq_num(raw.as_ptr(), &mut number)) {
            domain.library().ibv_destroy_srq(raw.as_ptr());
            return Err(error);
        }
        *attr = wanted.attr;
        Ok((raw, number))
    }
}

/// A queue pair that receives for `extended`.
pub(crate) fn create_receiving_end(domain: &Domain, extended: &Held) -> Result<NonNull<sys::ibv_qp>> {
    // SAFETY: as before; the caller destroys it (VB-1).
    unsafe {
        let mut wanted: sys::ibv_qp_init_attr_ex = MaybeUninit::zeroed().assume_init();
        wanted.comp_mask = sys::IBV_QP_INIT_ATTR_XRCD;
        wanted.qp_type = sys::IBV_QPT_XRC_RECV;
        wanted.xrcd = extended.raw.as_ptr();
        system::made("ibv_create_qp_ex", || sys::inline::ibv_create_qp_ex(domain.context(), &mut wanted))
    }
}
