//! Errors of the C interface, with remedies.

use std::io;
use std::ptr::NonNull;

use ferry_heap::own;
use ferry_rdma::{Error, Result};

/// The error `number` (either sign: providers differ) of `call`.
#[cold]
pub fn error(call: &'static str, number: i32) -> Error {
    let number = number.abs();
    let reason = io::Error::from_raw_os_error(number).to_string();
    Error::System { call, number, reason, remedy: remedy(call, number) }
}

/// The error that `call` left in `errno`.
#[cold]
pub fn last_error(call: &'static str) -> Error {
    error(call, io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO))
}

/// The object that `make` makes by `call`, or why it makes none. Its queues, which the device reads
/// and writes, are memory that no fork puts elsewhere.
pub fn made<T>(call: &'static str, make: impl FnOnce() -> *mut T) -> Result<NonNull<T>> {
    NonNull::new(own::outside(make)).ok_or_else(|| last_error(call))
}

/// For functions that return an error number, 0 for success.
pub fn done(call: &'static str, number: i32) -> Result<()> {
    if number == 0 { Ok(()) } else { Err(error(call, number)) }
}

fn remedy(call: &str, number: i32) -> &'static str {
    match (call, number) {
        ("ibv_reg_mr" | "ibv_create_cq" | "ibv_resize_cq" | "ibv_create_qp" | "ibv_create_srq", libc::ENOMEM | libc::EAGAIN) => {
            "raise the limit on locked memory (ulimit -l unlimited; memlock in /etc/security/limits.conf, LimitMEMLOCK= of a service) \
             or use fewer or smaller objects"
        }
        ("ibv_reg_mr", libc::EFAULT) => "part of the range is not mapped, or not writable",
        ("ibv_reg_mr", libc::EOPNOTSUPP) => "the device cannot pin this kind of memory, or has no on-demand paging",
        ("ibv_open_device", libc::EACCES | libc::EPERM) => "give the user access to /dev/infiniband/uverbs*",
        ("ibv_modify_qp" | "ibv_create_ah", libc::ENETUNREACH | libc::EHOSTUNREACH | libc::ETIMEDOUT | libc::EINVAL) => {
            "check that the peer's GID can be reached from the chosen port (route, neighbour, same RoCE version)"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_call_reason_and_remedy() {
        let text = error("ibv_reg_mr", -libc::ENOMEM).to_string();
        for part in ["ibv_reg_mr", "annot allocate memory", "ulimit -l unlimited"] {
            assert!(text.contains(part), "{part:?} in {text:?}");
        }
        assert!(error("ibv_reg_mr", libc::ENOMEM).is_shortage());
        assert!(!error("ibv_close_device", libc::EIO).to_string().contains(';'));
    }
}
