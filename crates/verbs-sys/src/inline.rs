//! What `infiniband/verbs.h` defines as inline functions or macros: calls through the tables of a
//! device's provider.
//!
//! # Safety
//! - IN-1: an object that libibverbs returned points to its context, whose table of operations is
//!   filled: libibverbs sets every entry of [`ibv_context_ops`](crate::ibv_context_ops) that is
//!   used here, to a function that fails where the provider has none.
//! - IN-2: a context whose `abi_compat` is all ones is the last field of a `verbs_context`. That
//!   grows at its front: an operation exists if the size it records reaches the operation, counted
//!   from the end, and the entry is not null.

use std::ffi::{c_int, c_uint};
use std::mem::{offset_of, size_of};

use crate::{
    Library, ibv_context, ibv_cq, ibv_device_attr_ex, ibv_mr, ibv_pd, ibv_port_attr, ibv_qp, ibv_qp_init_attr_ex, ibv_recv_wr,
    ibv_send_wr, ibv_srq, ibv_srq_init_attr_ex, ibv_wc, ibv_xrcd, ibv_xrcd_init_attr, verbs_context,
};

/// Access flags that kernels may ignore; only the newer registration function takes them.
const OPTIONAL_ACCESS: c_uint = 0x3ff0_0000;

/// Calls one entry of the table of operations behind `$object`.
macro_rules! operation {
    ($object:expr, $name:ident ( $($argument:expr),* )) => {{
        let context = (*$object).context;
        (*context).ops.$name.unwrap_unchecked()($($argument),*)
    }};
}

/// Posts a list of send requests; an error number, and in `bad` the request that failed.
///
/// # Safety
/// `qp` lives, `wr` is a list of requests as `ibv_post_send` wants it.
#[inline]
pub unsafe fn ibv_post_send(qp: *mut ibv_qp, wr: *mut ibv_send_wr, bad: *mut *mut ibv_send_wr) -> c_int {
    // SAFETY: IN-1, and as the caller promises.
    unsafe { operation!(qp, post_send(qp, wr, bad)) }
}

/// Posts a list of receive requests to a queue pair.
///
/// # Safety
/// `qp` lives, `wr` is a list of requests as `ibv_post_recv` wants it.
#[inline]
pub unsafe fn ibv_post_recv(qp: *mut ibv_qp, wr: *mut ibv_recv_wr, bad: *mut *mut ibv_recv_wr) -> c_int {
    // SAFETY: IN-1, and as the caller promises.
    unsafe { operation!(qp, post_recv(qp, wr, bad)) }
}

/// Posts a list of receive requests to a shared receive queue.
///
/// # Safety
/// `srq` lives, `wr` is a list of requests as `ibv_post_srq_recv` wants it.
#[inline]
pub unsafe fn ibv_post_srq_recv(srq: *mut ibv_srq, wr: *mut ibv_recv_wr, bad: *mut *mut ibv_recv_wr) -> c_int {
    // SAFETY: IN-1, and as the caller promises.
    unsafe { operation!(srq, post_srq_recv(srq, wr, bad)) }
}

/// Takes up to `entries` completions; how many, or a negative number.
///
/// # Safety
/// `cq` lives, `wc` has room for `entries`.
#[inline]
pub unsafe fn ibv_poll_cq(cq: *mut ibv_cq, entries: c_int, wc: *mut ibv_wc) -> c_int {
    // SAFETY: IN-1, and as the caller promises.
    unsafe { operation!(cq, poll_cq(cq, entries, wc)) }
}

/// Asks for an event at the next completion (or the next solicited one).
///
/// # Safety
/// `cq` lives.
#[inline]
pub unsafe fn ibv_req_notify_cq(cq: *mut ibv_cq, solicited_only: c_int) -> c_int {
    // SAFETY: IN-1, and as the caller promises.
    unsafe { operation!(cq, req_notify_cq(cq, solicited_only)) }
}

/// The extended context around `context`, if it reaches up to the operation that begins `offset`
/// bytes into it.
///
/// # Safety
/// `context` lives.
unsafe fn extended(context: *mut ibv_context, offset: usize) -> Option<*mut verbs_context> {
    // SAFETY: IN-2.
    unsafe {
        if (*context).abi_compat as usize != usize::MAX {
            return None;
        }
        let extended = context.byte_sub(offset_of!(verbs_context, context)).cast::<verbs_context>();
        ((*extended).sz >= size_of::<verbs_context>() - offset).then_some(extended)
    }
}

/// The operation `$name` of the extended context around `$context`, if its provider has it.
macro_rules! extended_operation {
    ($context:expr, $name:ident) => {
        extended($context, offset_of!(verbs_context, $name)).and_then(|context| (*context).$name)
    };
}

/// What functions that make something return where the provider has none: nothing, and an error
/// number beside it.
fn not_supported<T>() -> *mut T {
    // SAFETY: the place of this thread's error number is always there.
    unsafe { *libc::__errno_location() = libc::EOPNOTSUPP };
    std::ptr::null_mut()
}

/// Opens a domain of extended connections; null, and `EOPNOTSUPP` in `errno` where the provider has
/// none.
///
/// # Safety
/// `context` lives, `attributes` may be read.
pub unsafe fn ibv_open_xrcd(context: *mut ibv_context, attributes: *mut ibv_xrcd_init_attr) -> *mut ibv_xrcd {
    // SAFETY: IN-2, and as the caller promises.
    unsafe {
        let Some(open) = extended_operation!(context, open_xrcd) else { return not_supported() };
        open(context, attributes)
    }
}

/// Closes a domain of extended connections; an error number.
///
/// # Safety
/// `domain` lives; nothing of it does.
pub unsafe fn ibv_close_xrcd(domain: *mut ibv_xrcd) -> c_int {
    // SAFETY: IN-2, and as the caller promises.
    unsafe {
        let Some(close) = extended_operation!((*domain).context, close_xrcd) else { return libc::EOPNOTSUPP };
        close(domain)
    }
}

/// Makes a shared receive queue of any kind but the basic one; null, and `EOPNOTSUPP` in `errno`
/// where the provider has none.
///
/// # Safety
/// `context` lives, and so does what `attributes` names; they may be written.
pub unsafe fn ibv_create_srq_ex(context: *mut ibv_context, attributes: *mut ibv_srq_init_attr_ex) -> *mut ibv_srq {
    // SAFETY: IN-2, and as the caller promises.
    unsafe {
        let Some(create) = extended_operation!(context, create_srq_ex) else { return not_supported() };
        create(context, attributes)
    }
}

/// The number by which requests of peers name a shared receive queue; an error number.
///
/// # Safety
/// `srq` lives, `number` may be written.
pub unsafe fn ibv_get_srq_num(srq: *mut ibv_srq, number: *mut u32) -> c_int {
    // SAFETY: IN-2, and as the caller promises.
    unsafe {
        let Some(get) = extended_operation!((*srq).context, get_srq_num) else { return libc::EOPNOTSUPP };
        get(srq, number)
    }
}

/// Makes a queue pair that needs more than a protection domain; null, and `EOPNOTSUPP` in `errno`
/// where the provider has none.
///
/// # Safety
/// `context` lives, and so does what `attributes` names; they may be written.
pub unsafe fn ibv_create_qp_ex(context: *mut ibv_context, attributes: *mut ibv_qp_init_attr_ex) -> *mut ibv_qp {
    // SAFETY: IN-2, and as the caller promises.
    unsafe {
        let Some(create) = extended_operation!(context, create_qp_ex) else { return not_supported() };
        create(context, attributes)
    }
}

/// Extended attributes of a device (on-demand paging among them); an error number, `EOPNOTSUPP`
/// where the provider has none.
///
/// # Safety
/// `context` lives, `attributes` may be written.
pub unsafe fn ibv_query_device_ex(context: *mut ibv_context, attributes: *mut ibv_device_attr_ex) -> c_int {
    // SAFETY: IN-2, and as the caller promises.
    unsafe {
        let Some(query) = extended_operation!(context, query_device_ex) else { return libc::EOPNOTSUPP };
        query(context, std::ptr::null(), attributes, size_of::<ibv_device_attr_ex>())
    }
}

/// Attributes of a port; an error number.
///
/// # Safety
/// `context` lives and belongs to `library`, `attributes` may be written.
pub unsafe fn ibv_query_port(library: &Library, context: *mut ibv_context, port: u8, attributes: *mut ibv_port_attr) -> c_int {
    // SAFETY: IN-2, and as the caller promises. The older function writes a prefix of the
    // attributes.
    unsafe {
        match extended_operation!(context, query_port) {
            Some(query) => query(context, port, attributes, size_of::<ibv_port_attr>()),
            None => {
                attributes.write_bytes(0, 1);
                library.ibv_query_port(context, port, attributes.cast())
            }
        }
    }
}

/// Registers memory, by the newer function only where `access` has flags that need it.
///
/// # Safety
/// `pd` lives and belongs to `library`.
pub unsafe fn ibv_reg_mr(library: &Library, pd: *mut ibv_pd, address: u64, len: usize, access: c_uint) -> *mut ibv_mr {
    let start = std::ptr::without_provenance_mut(address as usize);
    // SAFETY: as the caller promises.
    unsafe {
        if access & OPTIONAL_ACCESS == 0 {
            library.ibv_reg_mr(pd, start, len, access as c_int)
        } else {
            library.ibv_reg_mr_iova2(pd, start, len, address, access)
        }
    }
}
