// Generated from api/functions and crates/abi/src/imp by `cargo xtask generate`; do not edit.
//
// ABI-1: every pointer is what the caller of the MPI function promises by calling it: null, one of
// the addresses with a meaning of their own, or valid for the access the standard describes.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(non_snake_case, unused_variables, unused_imports, clippy::too_many_arguments, clippy::missing_safety_doc, missing_docs)]

use core::arch::global_asm;
use core::ffi::{c_char, c_double, c_int, c_void};

use ferry_constants::Status;

use ferry_ctypes::*;
use crate::entry::{self, Call, Scope};
use crate::imp;

// Point-to-point communication

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Bsend"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::send::bsend(cx, buf, count, datatype, dest, tag, comm) }
    })
}
global_asm!(".weak MPI_Bsend", ".type MPI_Bsend, @function", ".set MPI_Bsend, PMPI_Bsend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Bsend_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::send::bsend(cx, buf, count, datatype, dest, tag, comm) }
    })
}
global_asm!(".weak MPI_Bsend_c", ".type MPI_Bsend_c, @function", ".set MPI_Bsend_c, PMPI_Bsend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_init(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Bsend_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::bsend_init(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Bsend_init", ".type MPI_Bsend_init, @function", ".set MPI_Bsend_init, PMPI_Bsend_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_init_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Bsend_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::bsend_init(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Bsend_init_c", ".type MPI_Bsend_init_c, @function", ".set MPI_Bsend_init_c, PMPI_Bsend_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_attach(buffer: *mut c_void, size: c_int) -> c_int {
    entry::call(Call::named("MPI_Buffer_attach"), Scope::None, |cx| {
        imp::buffered::buffer_attach(cx, buffer, i64::from(size))
    })
}
global_asm!(".weak MPI_Buffer_attach", ".type MPI_Buffer_attach, @function", ".set MPI_Buffer_attach, PMPI_Buffer_attach");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_attach_c(buffer: *mut c_void, size: i64) -> c_int {
    entry::call(Call::named("MPI_Buffer_attach_c"), Scope::None, |cx| {
        imp::buffered::buffer_attach(cx, buffer, size)
    })
}
global_asm!(".weak MPI_Buffer_attach_c", ".type MPI_Buffer_attach_c, @function", ".set MPI_Buffer_attach_c, PMPI_Buffer_attach_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_detach(buffer_addr: *mut c_void, size: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Buffer_detach"), Scope::None, |cx| {
        cx.non_null(buffer_addr, "buffer_addr")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::buffered::buffer_detach(cx, buffer_addr, IntOut::Int(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Buffer_detach", ".type MPI_Buffer_detach, @function", ".set MPI_Buffer_detach, PMPI_Buffer_detach");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_detach_c(buffer_addr: *mut c_void, size: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Buffer_detach_c"), Scope::None, |cx| {
        cx.non_null(buffer_addr, "buffer_addr")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::buffered::buffer_detach(cx, buffer_addr, IntOut::Long(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Buffer_detach_c", ".type MPI_Buffer_detach_c, @function", ".set MPI_Buffer_detach_c, PMPI_Buffer_detach_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_flush() -> c_int {
    entry::call(Call::named("MPI_Buffer_flush"), Scope::None, |cx| {
        imp::buffered::buffer_flush(cx)
    })
}
global_asm!(".weak MPI_Buffer_flush", ".type MPI_Buffer_flush, @function", ".set MPI_Buffer_flush, PMPI_Buffer_flush");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_iflush(request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Buffer_iflush"), Scope::None, |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::buffered::buffer_iflush(cx, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Buffer_iflush", ".type MPI_Buffer_iflush, @function", ".set MPI_Buffer_iflush, PMPI_Buffer_iflush");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cancel(request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Cancel"), Scope::None, |cx| {
        cx.non_null(request, "request")?;
        // SAFETY: ABI-1.
        unsafe { imp::completion::cancel(cx, InOut::at(request)) }
    })
}
global_asm!(".weak MPI_Cancel", ".type MPI_Cancel, @function", ".set MPI_Cancel, PMPI_Cancel");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_attach_buffer(comm: MPI_Comm, buffer: *mut c_void, size: c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_attach_buffer"), Scope::Comm(comm), |cx| {
        imp::buffered::comm_attach_buffer(cx, comm, buffer, i64::from(size))
    })
}
global_asm!(".weak MPI_Comm_attach_buffer", ".type MPI_Comm_attach_buffer, @function", ".set MPI_Comm_attach_buffer, PMPI_Comm_attach_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_attach_buffer_c(comm: MPI_Comm, buffer: *mut c_void, size: i64) -> c_int {
    entry::call(Call::named("MPI_Comm_attach_buffer_c"), Scope::Comm(comm), |cx| {
        imp::buffered::comm_attach_buffer(cx, comm, buffer, size)
    })
}
global_asm!(".weak MPI_Comm_attach_buffer_c", ".type MPI_Comm_attach_buffer_c, @function", ".set MPI_Comm_attach_buffer_c, PMPI_Comm_attach_buffer_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_detach_buffer(comm: MPI_Comm, buffer_addr: *mut c_void, size: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_detach_buffer"), Scope::Comm(comm), |cx| {
        cx.non_null(buffer_addr, "buffer_addr")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::buffered::comm_detach_buffer(cx, comm, buffer_addr, IntOut::Int(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Comm_detach_buffer", ".type MPI_Comm_detach_buffer, @function", ".set MPI_Comm_detach_buffer, PMPI_Comm_detach_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_detach_buffer_c(comm: MPI_Comm, buffer_addr: *mut c_void, size: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Comm_detach_buffer_c"), Scope::Comm(comm), |cx| {
        cx.non_null(buffer_addr, "buffer_addr")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::buffered::comm_detach_buffer(cx, comm, buffer_addr, IntOut::Long(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Comm_detach_buffer_c", ".type MPI_Comm_detach_buffer_c, @function", ".set MPI_Comm_detach_buffer_c, PMPI_Comm_detach_buffer_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_flush_buffer(comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_flush_buffer"), Scope::Comm(comm), |cx| {
        imp::buffered::comm_flush_buffer(cx, comm)
    })
}
global_asm!(".weak MPI_Comm_flush_buffer", ".type MPI_Comm_flush_buffer, @function", ".set MPI_Comm_flush_buffer, PMPI_Comm_flush_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_iflush_buffer(comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Comm_iflush_buffer"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::buffered::comm_iflush_buffer(cx, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Comm_iflush_buffer", ".type MPI_Comm_iflush_buffer, @function", ".set MPI_Comm_iflush_buffer, PMPI_Comm_iflush_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_count(status: *const Status, datatype: MPI_Datatype, count: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Get_count"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        cx.non_null(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::status_count::get_count(cx, status, datatype, IntOut::Int(Out::at(count))) }
    })
}
global_asm!(".weak MPI_Get_count", ".type MPI_Get_count, @function", ".set MPI_Get_count, PMPI_Get_count");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_count_c(status: *const Status, datatype: MPI_Datatype, count: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Get_count_c"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        cx.non_null(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::status_count::get_count(cx, status, datatype, IntOut::Long(Out::at(count))) }
    })
}
global_asm!(".weak MPI_Get_count_c", ".type MPI_Get_count_c, @function", ".set MPI_Get_count_c, PMPI_Get_count_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibsend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ibsend"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::ibsend(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ibsend", ".type MPI_Ibsend, @function", ".set MPI_Ibsend, PMPI_Ibsend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibsend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ibsend_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::ibsend(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ibsend_c", ".type MPI_Ibsend_c, @function", ".set MPI_Ibsend_c, PMPI_Ibsend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Improbe(source: c_int, tag: c_int, comm: MPI_Comm, flag: *mut c_int, message: *mut MPI_Message, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Improbe"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(flag, "flag")?;
            cx.non_null(message, "message")?;
            // SAFETY: ABI-1.
            unsafe { imp::probe::improbe(cx, source, tag, comm, Out::at(flag), Out::at(message), status) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Message::clear(message) }
        })
    })
}
global_asm!(".weak MPI_Improbe", ".type MPI_Improbe, @function", ".set MPI_Improbe, PMPI_Improbe");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Imrecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, message: *mut MPI_Message, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Imrecv"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(message, "message")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::probe::imrecv(cx, buf, count, datatype, InOut::at(message), Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Imrecv", ".type MPI_Imrecv, @function", ".set MPI_Imrecv, PMPI_Imrecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Imrecv_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, message: *mut MPI_Message, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Imrecv_c"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(message, "message")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::probe::imrecv(cx, buf, count, datatype, InOut::at(message), Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Imrecv_c", ".type MPI_Imrecv_c, @function", ".set MPI_Imrecv_c, PMPI_Imrecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iprobe(source: c_int, tag: c_int, comm: MPI_Comm, flag: *mut c_int, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Iprobe"), Scope::Comm(comm), |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::probe::iprobe(cx, source, tag, comm, Out::at(flag), status) }
    })
}
global_asm!(".weak MPI_Iprobe", ".type MPI_Iprobe, @function", ".set MPI_Iprobe, PMPI_Iprobe");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Irecv"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::receive::irecv(cx, buf, count, datatype, source, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Irecv", ".type MPI_Irecv, @function", ".set MPI_Irecv, PMPI_Irecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irecv_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Irecv_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::receive::irecv(cx, buf, count, datatype, source, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Irecv_c", ".type MPI_Irecv_c, @function", ".set MPI_Irecv_c, PMPI_Irecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irsend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Irsend"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::irsend(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Irsend", ".type MPI_Irsend, @function", ".set MPI_Irsend, PMPI_Irsend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irsend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Irsend_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::irsend(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Irsend_c", ".type MPI_Irsend_c, @function", ".set MPI_Irsend_c, PMPI_Irsend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Isend"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::isend(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Isend", ".type MPI_Isend, @function", ".set MPI_Isend, PMPI_Isend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Isend_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::isend(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Isend_c", ".type MPI_Isend_c, @function", ".set MPI_Isend_c, PMPI_Isend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, source: c_int, recvtag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Isendrecv"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::exchange::isendrecv(cx, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Isendrecv", ".type MPI_Isendrecv, @function", ".set MPI_Isendrecv, PMPI_Isendrecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, source: c_int, recvtag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Isendrecv_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(sendcount, "sendcount")?;
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::exchange::isendrecv(cx, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Isendrecv_c", ".type MPI_Isendrecv_c, @function", ".set MPI_Isendrecv_c, PMPI_Isendrecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_replace(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Isendrecv_replace"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::exchange::isendrecv_replace(cx, buf, count, datatype, dest, sendtag, source, recvtag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Isendrecv_replace", ".type MPI_Isendrecv_replace, @function", ".set MPI_Isendrecv_replace, PMPI_Isendrecv_replace");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_replace_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Isendrecv_replace_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::exchange::isendrecv_replace(cx, buf, count, datatype, dest, sendtag, source, recvtag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Isendrecv_replace_c", ".type MPI_Isendrecv_replace_c, @function", ".set MPI_Isendrecv_replace_c, PMPI_Isendrecv_replace_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Issend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Issend"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::issend(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Issend", ".type MPI_Issend, @function", ".set MPI_Issend, PMPI_Issend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Issend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Issend_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::issend(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Issend_c", ".type MPI_Issend_c, @function", ".set MPI_Issend_c, PMPI_Issend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mprobe(source: c_int, tag: c_int, comm: MPI_Comm, message: *mut MPI_Message, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Mprobe"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(message, "message")?;
            // SAFETY: ABI-1.
            unsafe { imp::probe::mprobe(cx, source, tag, comm, Out::at(message), status) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Message::clear(message) }
        })
    })
}
global_asm!(".weak MPI_Mprobe", ".type MPI_Mprobe, @function", ".set MPI_Mprobe, PMPI_Mprobe");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mrecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, message: *mut MPI_Message, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Mrecv"), Scope::None, |cx| {
        let count = cx.count(i64::from(count), "count")?;
        cx.non_null(message, "message")?;
        // SAFETY: ABI-1.
        unsafe { imp::probe::mrecv(cx, buf, count, datatype, InOut::at(message), status) }
    })
}
global_asm!(".weak MPI_Mrecv", ".type MPI_Mrecv, @function", ".set MPI_Mrecv, PMPI_Mrecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mrecv_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, message: *mut MPI_Message, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Mrecv_c"), Scope::None, |cx| {
        let count = cx.count(count, "count")?;
        cx.non_null(message, "message")?;
        // SAFETY: ABI-1.
        unsafe { imp::probe::mrecv(cx, buf, count, datatype, InOut::at(message), status) }
    })
}
global_asm!(".weak MPI_Mrecv_c", ".type MPI_Mrecv_c, @function", ".set MPI_Mrecv_c, PMPI_Mrecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Probe(source: c_int, tag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Probe"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::probe::probe(cx, source, tag, comm, status) }
    })
}
global_asm!(".weak MPI_Probe", ".type MPI_Probe, @function", ".set MPI_Probe, PMPI_Probe");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Recv"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::receive::recv(cx, buf, count, datatype, source, tag, comm, status) }
    })
}
global_asm!(".weak MPI_Recv", ".type MPI_Recv, @function", ".set MPI_Recv, PMPI_Recv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Recv_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::receive::recv(cx, buf, count, datatype, source, tag, comm, status) }
    })
}
global_asm!(".weak MPI_Recv_c", ".type MPI_Recv_c, @function", ".set MPI_Recv_c, PMPI_Recv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_init(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Recv_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::persistent::recv_init(cx, buf, count, datatype, source, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Recv_init", ".type MPI_Recv_init, @function", ".set MPI_Recv_init, PMPI_Recv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_init_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Recv_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::persistent::recv_init(cx, buf, count, datatype, source, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Recv_init_c", ".type MPI_Recv_init_c, @function", ".set MPI_Recv_init_c, PMPI_Recv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_free(request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Request_free"), Scope::None, |cx| {
        cx.non_null(request, "request")?;
        // SAFETY: ABI-1.
        unsafe { imp::completion::request_free(cx, InOut::at(request)) }
    })
}
global_asm!(".weak MPI_Request_free", ".type MPI_Request_free, @function", ".set MPI_Request_free, PMPI_Request_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status(request: MPI_Request, flag: *mut c_int, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Request_get_status"), Scope::None, |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::request_status::request_get_status(cx, request, Out::at(flag), status) }
    })
}
global_asm!(".weak MPI_Request_get_status", ".type MPI_Request_get_status, @function", ".set MPI_Request_get_status, PMPI_Request_get_status");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_all(count: c_int, array_of_requests: *const MPI_Request, flag: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Request_get_status_all"), Scope::None, |cx| {
        cx.count(i64::from(count), "count")?;
        if count > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::request_status::request_get_status_all(cx, count, array_of_requests, Out::at(flag), array_of_statuses) }
    })
}
global_asm!(".weak MPI_Request_get_status_all", ".type MPI_Request_get_status_all, @function", ".set MPI_Request_get_status_all, PMPI_Request_get_status_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_any(count: c_int, array_of_requests: *const MPI_Request, indx: *mut c_int, flag: *mut c_int, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Request_get_status_any"), Scope::None, |cx| {
        cx.count(i64::from(count), "count")?;
        if count > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        cx.non_null(indx, "indx")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::request_status::request_get_status_any(cx, count, array_of_requests, Out::at(indx), Out::at(flag), status) }
    })
}
global_asm!(".weak MPI_Request_get_status_any", ".type MPI_Request_get_status_any, @function", ".set MPI_Request_get_status_any, PMPI_Request_get_status_any");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_some(incount: c_int, array_of_requests: *const MPI_Request, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Request_get_status_some"), Scope::None, |cx| {
        cx.count(i64::from(incount), "incount")?;
        if incount > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        cx.non_null(outcount, "outcount")?;
        if incount > 0 { cx.non_null(array_of_indices, "array_of_indices")?; }
        // SAFETY: ABI-1.
        unsafe { imp::request_status::request_get_status_some(cx, incount, array_of_requests, Out::at(outcount), array_of_indices, array_of_statuses) }
    })
}
global_asm!(".weak MPI_Request_get_status_some", ".type MPI_Request_get_status_some, @function", ".set MPI_Request_get_status_some, PMPI_Request_get_status_some");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Rsend"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::send::rsend(cx, buf, count, datatype, dest, tag, comm) }
    })
}
global_asm!(".weak MPI_Rsend", ".type MPI_Rsend, @function", ".set MPI_Rsend, PMPI_Rsend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Rsend_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::send::rsend(cx, buf, count, datatype, dest, tag, comm) }
    })
}
global_asm!(".weak MPI_Rsend_c", ".type MPI_Rsend_c, @function", ".set MPI_Rsend_c, PMPI_Rsend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_init(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Rsend_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::rsend_init(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Rsend_init", ".type MPI_Rsend_init, @function", ".set MPI_Rsend_init, PMPI_Rsend_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_init_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Rsend_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::rsend_init(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Rsend_init_c", ".type MPI_Rsend_init_c, @function", ".set MPI_Rsend_init_c, PMPI_Rsend_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Send"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::send::send(cx, buf, count, datatype, dest, tag, comm) }
    })
}
global_asm!(".weak MPI_Send", ".type MPI_Send, @function", ".set MPI_Send, PMPI_Send");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Send_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::send::send(cx, buf, count, datatype, dest, tag, comm) }
    })
}
global_asm!(".weak MPI_Send_c", ".type MPI_Send_c, @function", ".set MPI_Send_c, PMPI_Send_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_init(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Send_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::send_init(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Send_init", ".type MPI_Send_init, @function", ".set MPI_Send_init, PMPI_Send_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_init_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Send_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::send_init(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Send_init_c", ".type MPI_Send_init_c, @function", ".set MPI_Send_init_c, PMPI_Send_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Sendrecv"), Scope::Comm(comm), |cx| {
        let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
        let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::exchange::sendrecv(cx, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status) }
    })
}
global_asm!(".weak MPI_Sendrecv", ".type MPI_Sendrecv, @function", ".set MPI_Sendrecv, PMPI_Sendrecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Sendrecv_c"), Scope::Comm(comm), |cx| {
        let sendcount = cx.count(sendcount, "sendcount")?;
        let recvcount = cx.count(recvcount, "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::exchange::sendrecv(cx, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status) }
    })
}
global_asm!(".weak MPI_Sendrecv_c", ".type MPI_Sendrecv_c, @function", ".set MPI_Sendrecv_c, PMPI_Sendrecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_replace(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Sendrecv_replace"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::exchange::sendrecv_replace(cx, buf, count, datatype, dest, sendtag, source, recvtag, comm, status) }
    })
}
global_asm!(".weak MPI_Sendrecv_replace", ".type MPI_Sendrecv_replace, @function", ".set MPI_Sendrecv_replace, PMPI_Sendrecv_replace");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_replace_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Sendrecv_replace_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::exchange::sendrecv_replace(cx, buf, count, datatype, dest, sendtag, source, recvtag, comm, status) }
    })
}
global_asm!(".weak MPI_Sendrecv_replace_c", ".type MPI_Sendrecv_replace_c, @function", ".set MPI_Sendrecv_replace_c, PMPI_Sendrecv_replace_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_attach_buffer(session: MPI_Session, buffer: *mut c_void, size: c_int) -> c_int {
    entry::call(Call::named("MPI_Session_attach_buffer"), Scope::Session(session), |cx| {
        imp::buffered::session_attach_buffer(cx, session, buffer, i64::from(size))
    })
}
global_asm!(".weak MPI_Session_attach_buffer", ".type MPI_Session_attach_buffer, @function", ".set MPI_Session_attach_buffer, PMPI_Session_attach_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_attach_buffer_c(session: MPI_Session, buffer: *mut c_void, size: i64) -> c_int {
    entry::call(Call::named("MPI_Session_attach_buffer_c"), Scope::Session(session), |cx| {
        imp::buffered::session_attach_buffer(cx, session, buffer, size)
    })
}
global_asm!(".weak MPI_Session_attach_buffer_c", ".type MPI_Session_attach_buffer_c, @function", ".set MPI_Session_attach_buffer_c, PMPI_Session_attach_buffer_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_detach_buffer(session: MPI_Session, buffer_addr: *mut c_void, size: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Session_detach_buffer"), Scope::Session(session), |cx| {
        cx.non_null(buffer_addr, "buffer_addr")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::buffered::session_detach_buffer(cx, session, buffer_addr, IntOut::Int(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Session_detach_buffer", ".type MPI_Session_detach_buffer, @function", ".set MPI_Session_detach_buffer, PMPI_Session_detach_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_detach_buffer_c(session: MPI_Session, buffer_addr: *mut c_void, size: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Session_detach_buffer_c"), Scope::Session(session), |cx| {
        cx.non_null(buffer_addr, "buffer_addr")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::buffered::session_detach_buffer(cx, session, buffer_addr, IntOut::Long(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Session_detach_buffer_c", ".type MPI_Session_detach_buffer_c, @function", ".set MPI_Session_detach_buffer_c, PMPI_Session_detach_buffer_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_flush_buffer(session: MPI_Session) -> c_int {
    entry::call(Call::named("MPI_Session_flush_buffer"), Scope::Session(session), |cx| {
        imp::buffered::session_flush_buffer(cx, session)
    })
}
global_asm!(".weak MPI_Session_flush_buffer", ".type MPI_Session_flush_buffer, @function", ".set MPI_Session_flush_buffer, PMPI_Session_flush_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_iflush_buffer(session: MPI_Session, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Session_iflush_buffer"), Scope::Session(session), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::buffered::session_iflush_buffer(cx, session, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Session_iflush_buffer", ".type MPI_Session_iflush_buffer, @function", ".set MPI_Session_iflush_buffer, PMPI_Session_iflush_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Ssend"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::send::ssend(cx, buf, count, datatype, dest, tag, comm) }
    })
}
global_asm!(".weak MPI_Ssend", ".type MPI_Ssend, @function", ".set MPI_Ssend, PMPI_Ssend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Ssend_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::send::ssend(cx, buf, count, datatype, dest, tag, comm) }
    })
}
global_asm!(".weak MPI_Ssend_c", ".type MPI_Ssend_c, @function", ".set MPI_Ssend_c, PMPI_Ssend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_init(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ssend_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::ssend_init(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ssend_init", ".type MPI_Ssend_init, @function", ".set MPI_Ssend_init, PMPI_Ssend_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_init_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ssend_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::send::ssend_init(cx, buf, count, datatype, dest, tag, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ssend_init_c", ".type MPI_Ssend_init_c, @function", ".set MPI_Ssend_init_c, PMPI_Ssend_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Start(request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Start"), Scope::None, |cx| {
        cx.non_null(request, "request")?;
        // SAFETY: ABI-1.
        unsafe { imp::persistent::start(cx, InOut::at(request)) }
    })
}
global_asm!(".weak MPI_Start", ".type MPI_Start, @function", ".set MPI_Start, PMPI_Start");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Startall(count: c_int, array_of_requests: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Startall"), Scope::None, |cx| {
        cx.count(i64::from(count), "count")?;
        if count > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        // SAFETY: ABI-1.
        unsafe { imp::persistent::startall(cx, count, array_of_requests) }
    })
}
global_asm!(".weak MPI_Startall", ".type MPI_Startall, @function", ".set MPI_Startall, PMPI_Startall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_error(status: *const Status, error: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Status_get_error"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        cx.non_null(error, "error")?;
        // SAFETY: ABI-1.
        unsafe { imp::status::status_get_error(cx, status, Out::at(error)) }
    })
}
global_asm!(".weak MPI_Status_get_error", ".type MPI_Status_get_error, @function", ".set MPI_Status_get_error, PMPI_Status_get_error");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_source(status: *const Status, source: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Status_get_source"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        cx.non_null(source, "source")?;
        // SAFETY: ABI-1.
        unsafe { imp::status::status_get_source(cx, status, Out::at(source)) }
    })
}
global_asm!(".weak MPI_Status_get_source", ".type MPI_Status_get_source, @function", ".set MPI_Status_get_source, PMPI_Status_get_source");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_tag(status: *const Status, tag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Status_get_tag"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        cx.non_null(tag, "tag")?;
        // SAFETY: ABI-1.
        unsafe { imp::status::status_get_tag(cx, status, Out::at(tag)) }
    })
}
global_asm!(".weak MPI_Status_get_tag", ".type MPI_Status_get_tag, @function", ".set MPI_Status_get_tag, PMPI_Status_get_tag");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_error(status: *mut Status, error: c_int) -> c_int {
    entry::call(Call::named("MPI_Status_set_error"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        // SAFETY: ABI-1.
        unsafe { imp::status::status_set_error(cx, status, error) }
    })
}
global_asm!(".weak MPI_Status_set_error", ".type MPI_Status_set_error, @function", ".set MPI_Status_set_error, PMPI_Status_set_error");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_source(status: *mut Status, source: c_int) -> c_int {
    entry::call(Call::named("MPI_Status_set_source"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        // SAFETY: ABI-1.
        unsafe { imp::status::status_set_source(cx, status, source) }
    })
}
global_asm!(".weak MPI_Status_set_source", ".type MPI_Status_set_source, @function", ".set MPI_Status_set_source, PMPI_Status_set_source");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_tag(status: *mut Status, tag: c_int) -> c_int {
    entry::call(Call::named("MPI_Status_set_tag"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        // SAFETY: ABI-1.
        unsafe { imp::status::status_set_tag(cx, status, tag) }
    })
}
global_asm!(".weak MPI_Status_set_tag", ".type MPI_Status_set_tag, @function", ".set MPI_Status_set_tag, PMPI_Status_set_tag");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Test(request: *mut MPI_Request, flag: *mut c_int, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Test"), Scope::None, |cx| {
        cx.non_null(request, "request")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::completion::test(cx, InOut::at(request), Out::at(flag), status) }
    })
}
global_asm!(".weak MPI_Test", ".type MPI_Test, @function", ".set MPI_Test, PMPI_Test");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Test_cancelled(status: *const Status, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Test_cancelled"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::status::test_cancelled(cx, status, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Test_cancelled", ".type MPI_Test_cancelled, @function", ".set MPI_Test_cancelled, PMPI_Test_cancelled");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testall(count: c_int, array_of_requests: *mut MPI_Request, flag: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Testall"), Scope::None, |cx| {
        cx.count(i64::from(count), "count")?;
        if count > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::completion_several::testall(cx, count, array_of_requests, Out::at(flag), array_of_statuses) }
    })
}
global_asm!(".weak MPI_Testall", ".type MPI_Testall, @function", ".set MPI_Testall, PMPI_Testall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testany(count: c_int, array_of_requests: *mut MPI_Request, indx: *mut c_int, flag: *mut c_int, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Testany"), Scope::None, |cx| {
        cx.count(i64::from(count), "count")?;
        if count > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        cx.non_null(indx, "indx")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::completion_several::testany(cx, count, array_of_requests, Out::at(indx), Out::at(flag), status) }
    })
}
global_asm!(".weak MPI_Testany", ".type MPI_Testany, @function", ".set MPI_Testany, PMPI_Testany");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testsome(incount: c_int, array_of_requests: *mut MPI_Request, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Testsome"), Scope::None, |cx| {
        cx.count(i64::from(incount), "incount")?;
        if incount > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        cx.non_null(outcount, "outcount")?;
        if incount > 0 { cx.non_null(array_of_indices, "array_of_indices")?; }
        // SAFETY: ABI-1.
        unsafe { imp::completion_several::testsome(cx, incount, array_of_requests, Out::at(outcount), array_of_indices, array_of_statuses) }
    })
}
global_asm!(".weak MPI_Testsome", ".type MPI_Testsome, @function", ".set MPI_Testsome, PMPI_Testsome");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wait(request: *mut MPI_Request, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Wait"), Scope::None, |cx| {
        cx.non_null(request, "request")?;
        // SAFETY: ABI-1.
        unsafe { imp::completion::wait(cx, InOut::at(request), status) }
    })
}
global_asm!(".weak MPI_Wait", ".type MPI_Wait, @function", ".set MPI_Wait, PMPI_Wait");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitall(count: c_int, array_of_requests: *mut MPI_Request, array_of_statuses: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Waitall"), Scope::None, |cx| {
        cx.count(i64::from(count), "count")?;
        if count > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        // SAFETY: ABI-1.
        unsafe { imp::completion_several::waitall(cx, count, array_of_requests, array_of_statuses) }
    })
}
global_asm!(".weak MPI_Waitall", ".type MPI_Waitall, @function", ".set MPI_Waitall, PMPI_Waitall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitany(count: c_int, array_of_requests: *mut MPI_Request, indx: *mut c_int, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Waitany"), Scope::None, |cx| {
        cx.count(i64::from(count), "count")?;
        if count > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        cx.non_null(indx, "indx")?;
        // SAFETY: ABI-1.
        unsafe { imp::completion_several::waitany(cx, count, array_of_requests, Out::at(indx), status) }
    })
}
global_asm!(".weak MPI_Waitany", ".type MPI_Waitany, @function", ".set MPI_Waitany, PMPI_Waitany");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitsome(incount: c_int, array_of_requests: *mut MPI_Request, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    entry::call(Call::named("MPI_Waitsome"), Scope::None, |cx| {
        cx.count(i64::from(incount), "incount")?;
        if incount > 0 { cx.non_null(array_of_requests, "array_of_requests")?; }
        cx.non_null(outcount, "outcount")?;
        if incount > 0 { cx.non_null(array_of_indices, "array_of_indices")?; }
        // SAFETY: ABI-1.
        unsafe { imp::completion_several::waitsome(cx, incount, array_of_requests, Out::at(outcount), array_of_indices, array_of_statuses) }
    })
}
global_asm!(".weak MPI_Waitsome", ".type MPI_Waitsome, @function", ".set MPI_Waitsome, PMPI_Waitsome");

// Partitioned communication

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Parrived(request: MPI_Request, partition: c_int, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Parrived"), Scope::None, |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::partitioned::parrived(cx, request, partition, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Parrived", ".type MPI_Parrived, @function", ".set MPI_Parrived, PMPI_Parrived");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready(partition: c_int, request: MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Pready"), Scope::None, |cx| {
        imp::partitioned::pready(cx, partition, request)
    })
}
global_asm!(".weak MPI_Pready", ".type MPI_Pready, @function", ".set MPI_Pready, PMPI_Pready");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready_list(length: c_int, array_of_partitions: *const c_int, request: MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Pready_list"), Scope::None, |cx| {
        if length > 0 { cx.non_null(array_of_partitions, "array_of_partitions")?; }
        // SAFETY: ABI-1.
        unsafe { imp::partitioned::pready_list(cx, length, array_of_partitions, request) }
    })
}
global_asm!(".weak MPI_Pready_list", ".type MPI_Pready_list, @function", ".set MPI_Pready_list, PMPI_Pready_list");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready_range(partition_low: c_int, partition_high: c_int, request: MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Pready_range"), Scope::None, |cx| {
        imp::partitioned::pready_range(cx, partition_low, partition_high, request)
    })
}
global_asm!(".weak MPI_Pready_range", ".type MPI_Pready_range, @function", ".set MPI_Pready_range, PMPI_Pready_range");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Precv_init(buf: *mut c_void, partitions: c_int, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Precv_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::partitioned::precv_init(cx, buf, partitions, count, datatype, dest, tag, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Precv_init", ".type MPI_Precv_init, @function", ".set MPI_Precv_init, PMPI_Precv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Precv_init_c(buf: *mut c_void, partitions: c_int, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Precv_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::partitioned::precv_init(cx, buf, partitions, count, datatype, dest, tag, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Precv_init_c", ".type MPI_Precv_init_c, @function", ".set MPI_Precv_init_c, PMPI_Precv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Psend_init(buf: *const c_void, partitions: c_int, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Psend_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::partitioned::psend_init(cx, buf, partitions, count, datatype, dest, tag, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Psend_init", ".type MPI_Psend_init, @function", ".set MPI_Psend_init, PMPI_Psend_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Psend_init_c(buf: *const c_void, partitions: c_int, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Psend_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::partitioned::psend_init(cx, buf, partitions, count, datatype, dest, tag, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Psend_init_c", ".type MPI_Psend_init_c, @function", ".set MPI_Psend_init_c, PMPI_Psend_init_c");

// Datatypes, packing and addresses

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Aint_add(base: i64, disp: i64) -> i64 {
    imp::address::aint_add(base, disp)
}
global_asm!(".weak MPI_Aint_add", ".type MPI_Aint_add, @function", ".set MPI_Aint_add, PMPI_Aint_add");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Aint_diff(addr1: i64, addr2: i64) -> i64 {
    imp::address::aint_diff(addr1, addr2)
}
global_asm!(".weak MPI_Aint_diff", ".type MPI_Aint_diff, @function", ".set MPI_Aint_diff, PMPI_Aint_diff");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_address(location: *const c_void, address: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Get_address"), Scope::None, |cx| {
        cx.non_null(address, "address")?;
        // SAFETY: ABI-1.
        unsafe { imp::address::get_address(cx, location, Out::at(address)) }
    })
}
global_asm!(".weak MPI_Get_address", ".type MPI_Get_address, @function", ".set MPI_Get_address, PMPI_Get_address");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements(status: *const Status, datatype: MPI_Datatype, count: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Get_elements"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        cx.non_null(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::status_count::get_elements(cx, status, datatype, IntOut::Int(Out::at(count))) }
    })
}
global_asm!(".weak MPI_Get_elements", ".type MPI_Get_elements, @function", ".set MPI_Get_elements, PMPI_Get_elements");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements_c(status: *const Status, datatype: MPI_Datatype, count: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Get_elements_c"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        cx.non_null(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::status_count::get_elements(cx, status, datatype, IntOut::Long(Out::at(count))) }
    })
}
global_asm!(".weak MPI_Get_elements_c", ".type MPI_Get_elements_c, @function", ".set MPI_Get_elements_c, PMPI_Get_elements_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements_x(status: *const Status, datatype: MPI_Datatype, count: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Get_elements_x"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        cx.non_null(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::status_count::get_elements_x(cx, status, datatype, Out::at(count)) }
    })
}
global_asm!(".weak MPI_Get_elements_x", ".type MPI_Get_elements_x, @function", ".set MPI_Get_elements_x, PMPI_Get_elements_x");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack(inbuf: *const c_void, incount: c_int, datatype: MPI_Datatype, outbuf: *mut c_void, outsize: c_int, position: *mut c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Pack"), Scope::Comm(comm), |cx| {
        let incount = cx.count(i64::from(incount), "incount")?;
        cx.non_null(position, "position")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::pack(cx, inbuf, incount, datatype, outbuf, i64::from(outsize), IntInOut::Int(InOut::at(position)), comm) }
    })
}
global_asm!(".weak MPI_Pack", ".type MPI_Pack, @function", ".set MPI_Pack, PMPI_Pack");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_c(inbuf: *const c_void, incount: i64, datatype: MPI_Datatype, outbuf: *mut c_void, outsize: i64, position: *mut i64, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Pack_c"), Scope::Comm(comm), |cx| {
        let incount = cx.count(incount, "incount")?;
        cx.non_null(position, "position")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::pack(cx, inbuf, incount, datatype, outbuf, outsize, IntInOut::Long(InOut::at(position)), comm) }
    })
}
global_asm!(".weak MPI_Pack_c", ".type MPI_Pack_c, @function", ".set MPI_Pack_c, PMPI_Pack_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external(datarep: *const c_char, inbuf: *const c_void, incount: c_int, datatype: MPI_Datatype, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Pack_external"), Scope::None, |cx| {
        let incount = cx.count(i64::from(incount), "incount")?;
        cx.non_null(datarep, "datarep")?;
        cx.non_null(position, "position")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::pack_external(cx, datarep, inbuf, incount, datatype, outbuf, outsize, InOut::at(position)) }
    })
}
global_asm!(".weak MPI_Pack_external", ".type MPI_Pack_external, @function", ".set MPI_Pack_external, PMPI_Pack_external");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_c(datarep: *const c_char, inbuf: *const c_void, incount: i64, datatype: MPI_Datatype, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Pack_external_c"), Scope::None, |cx| {
        let incount = cx.count(incount, "incount")?;
        cx.non_null(datarep, "datarep")?;
        cx.non_null(position, "position")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::pack_external(cx, datarep, inbuf, incount, datatype, outbuf, outsize, InOut::at(position)) }
    })
}
global_asm!(".weak MPI_Pack_external_c", ".type MPI_Pack_external_c, @function", ".set MPI_Pack_external_c, PMPI_Pack_external_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_size(datarep: *const c_char, incount: c_int, datatype: MPI_Datatype, size: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Pack_external_size"), Scope::None, |cx| {
        let incount = cx.count(i64::from(incount), "incount")?;
        cx.non_null(datarep, "datarep")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::pack_external_size(cx, datarep, incount, datatype, Out::at(size)) }
    })
}
global_asm!(".weak MPI_Pack_external_size", ".type MPI_Pack_external_size, @function", ".set MPI_Pack_external_size, PMPI_Pack_external_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_size_c(datarep: *const c_char, incount: i64, datatype: MPI_Datatype, size: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Pack_external_size_c"), Scope::None, |cx| {
        let incount = cx.count(incount, "incount")?;
        cx.non_null(datarep, "datarep")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::pack_external_size(cx, datarep, incount, datatype, Out::at(size)) }
    })
}
global_asm!(".weak MPI_Pack_external_size_c", ".type MPI_Pack_external_size_c, @function", ".set MPI_Pack_external_size_c, PMPI_Pack_external_size_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_size(incount: c_int, datatype: MPI_Datatype, comm: MPI_Comm, size: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Pack_size"), Scope::Comm(comm), |cx| {
        let incount = cx.count(i64::from(incount), "incount")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::pack_size(cx, incount, datatype, comm, IntOut::Int(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Pack_size", ".type MPI_Pack_size, @function", ".set MPI_Pack_size, PMPI_Pack_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_size_c(incount: i64, datatype: MPI_Datatype, comm: MPI_Comm, size: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Pack_size_c"), Scope::Comm(comm), |cx| {
        let incount = cx.count(incount, "incount")?;
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::pack_size(cx, incount, datatype, comm, IntOut::Long(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Pack_size_c", ".type MPI_Pack_size_c, @function", ".set MPI_Pack_size_c, PMPI_Pack_size_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_commit(datatype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_commit"), Scope::None, |cx| {
        cx.non_null(datatype, "datatype")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_object::type_commit(cx, InOut::at(datatype)) }
    })
}
global_asm!(".weak MPI_Type_commit", ".type MPI_Type_commit, @function", ".set MPI_Type_commit, PMPI_Type_commit");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_contiguous(count: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_contiguous"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_contiguous(cx, count, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_contiguous", ".type MPI_Type_contiguous, @function", ".set MPI_Type_contiguous, PMPI_Type_contiguous");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_contiguous_c(count: i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_contiguous_c"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_contiguous(cx, count, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_contiguous_c", ".type MPI_Type_contiguous_c, @function", ".set MPI_Type_contiguous_c, PMPI_Type_contiguous_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_darray(size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const c_int, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_darray"), Scope::None, |cx| {
        let body = || {
            if ndims > 0 { cx.non_null(array_of_gsizes, "array_of_gsizes")?; }
            if ndims > 0 { cx.non_null(array_of_distribs, "array_of_distribs")?; }
            if ndims > 0 { cx.non_null(array_of_dargs, "array_of_dargs")?; }
            if ndims > 0 { cx.non_null(array_of_psizes, "array_of_psizes")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_darray(cx, size, rank, ndims, IntArray::Int(array_of_gsizes), array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_darray", ".type MPI_Type_create_darray, @function", ".set MPI_Type_create_darray, PMPI_Type_create_darray");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_darray_c(size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const i64, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_darray_c"), Scope::None, |cx| {
        let body = || {
            if ndims > 0 { cx.non_null(array_of_gsizes, "array_of_gsizes")?; }
            if ndims > 0 { cx.non_null(array_of_distribs, "array_of_distribs")?; }
            if ndims > 0 { cx.non_null(array_of_dargs, "array_of_dargs")?; }
            if ndims > 0 { cx.non_null(array_of_psizes, "array_of_psizes")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_darray(cx, size, rank, ndims, IntArray::Long(array_of_gsizes), array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_darray_c", ".type MPI_Type_create_darray_c, @function", ".set MPI_Type_create_darray_c, PMPI_Type_create_darray_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_complex(p: c_int, r: c_int, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_f90_complex"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_find::type_create_f90_complex(cx, p, r, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_f90_complex", ".type MPI_Type_create_f90_complex, @function", ".set MPI_Type_create_f90_complex, PMPI_Type_create_f90_complex");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_integer(r: c_int, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_f90_integer"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_find::type_create_f90_integer(cx, r, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_f90_integer", ".type MPI_Type_create_f90_integer, @function", ".set MPI_Type_create_f90_integer, PMPI_Type_create_f90_integer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_real(p: c_int, r: c_int, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_f90_real"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_find::type_create_f90_real(cx, p, r, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_f90_real", ".type MPI_Type_create_f90_real, @function", ".set MPI_Type_create_f90_real, PMPI_Type_create_f90_real");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed(count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_hindexed"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            if count > 0 { cx.non_null(array_of_blocklengths, "array_of_blocklengths")?; }
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_hindexed(cx, count, IntArray::Int(array_of_blocklengths), array_of_displacements, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_hindexed", ".type MPI_Type_create_hindexed, @function", ".set MPI_Type_create_hindexed, PMPI_Type_create_hindexed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_c(count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_hindexed_c"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            if count > 0 { cx.non_null(array_of_blocklengths, "array_of_blocklengths")?; }
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_hindexed(cx, count, IntArray::Long(array_of_blocklengths), array_of_displacements, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_hindexed_c", ".type MPI_Type_create_hindexed_c, @function", ".set MPI_Type_create_hindexed_c, PMPI_Type_create_hindexed_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_block(count: c_int, blocklength: c_int, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_hindexed_block"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            let blocklength = cx.count(i64::from(blocklength), "blocklength")?;
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_hindexed_block(cx, count, blocklength, array_of_displacements, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_hindexed_block", ".type MPI_Type_create_hindexed_block, @function", ".set MPI_Type_create_hindexed_block, PMPI_Type_create_hindexed_block");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_block_c(count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_hindexed_block_c"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            let blocklength = cx.count(blocklength, "blocklength")?;
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_hindexed_block(cx, count, blocklength, array_of_displacements, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_hindexed_block_c", ".type MPI_Type_create_hindexed_block_c, @function", ".set MPI_Type_create_hindexed_block_c, PMPI_Type_create_hindexed_block_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hvector(count: c_int, blocklength: c_int, stride: i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_hvector"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            let blocklength = cx.count(i64::from(blocklength), "blocklength")?;
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_hvector(cx, count, blocklength, stride, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_hvector", ".type MPI_Type_create_hvector, @function", ".set MPI_Type_create_hvector, PMPI_Type_create_hvector");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hvector_c(count: i64, blocklength: i64, stride: i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_hvector_c"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            let blocklength = cx.count(blocklength, "blocklength")?;
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_hvector(cx, count, blocklength, stride, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_hvector_c", ".type MPI_Type_create_hvector_c, @function", ".set MPI_Type_create_hvector_c, PMPI_Type_create_hvector_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_indexed_block(count: c_int, blocklength: c_int, array_of_displacements: *const c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_indexed_block"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            let blocklength = cx.count(i64::from(blocklength), "blocklength")?;
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_indexed_block(cx, count, blocklength, IntArray::Int(array_of_displacements), oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_indexed_block", ".type MPI_Type_create_indexed_block, @function", ".set MPI_Type_create_indexed_block, PMPI_Type_create_indexed_block");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_indexed_block_c(count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_indexed_block_c"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            let blocklength = cx.count(blocklength, "blocklength")?;
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_indexed_block(cx, count, blocklength, IntArray::Long(array_of_displacements), oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_indexed_block_c", ".type MPI_Type_create_indexed_block_c, @function", ".set MPI_Type_create_indexed_block_c, PMPI_Type_create_indexed_block_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_resized(oldtype: MPI_Datatype, lb: i64, extent: i64, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_resized"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_resized(cx, oldtype, lb, extent, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_resized", ".type MPI_Type_create_resized, @function", ".set MPI_Type_create_resized, PMPI_Type_create_resized");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_resized_c(oldtype: MPI_Datatype, lb: i64, extent: i64, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_resized_c"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_resized(cx, oldtype, lb, extent, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_resized_c", ".type MPI_Type_create_resized_c, @function", ".set MPI_Type_create_resized_c, PMPI_Type_create_resized_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_struct(count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, array_of_types: *const MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_struct"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            if count > 0 { cx.non_null(array_of_blocklengths, "array_of_blocklengths")?; }
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            if count > 0 { cx.non_null(array_of_types, "array_of_types")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_struct(cx, count, IntArray::Int(array_of_blocklengths), array_of_displacements, array_of_types, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_struct", ".type MPI_Type_create_struct, @function", ".set MPI_Type_create_struct, PMPI_Type_create_struct");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_struct_c(count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, array_of_types: *const MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_struct_c"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            if count > 0 { cx.non_null(array_of_blocklengths, "array_of_blocklengths")?; }
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            if count > 0 { cx.non_null(array_of_types, "array_of_types")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_struct(cx, count, IntArray::Long(array_of_blocklengths), array_of_displacements, array_of_types, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_struct_c", ".type MPI_Type_create_struct_c, @function", ".set MPI_Type_create_struct_c, PMPI_Type_create_struct_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_subarray(ndims: c_int, array_of_sizes: *const c_int, array_of_subsizes: *const c_int, array_of_starts: *const c_int, order: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_subarray"), Scope::None, |cx| {
        let body = || {
            if ndims > 0 { cx.non_null(array_of_sizes, "array_of_sizes")?; }
            if ndims > 0 { cx.non_null(array_of_subsizes, "array_of_subsizes")?; }
            if ndims > 0 { cx.non_null(array_of_starts, "array_of_starts")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_subarray(cx, ndims, IntArray::Int(array_of_sizes), IntArray::Int(array_of_subsizes), IntArray::Int(array_of_starts), order, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_subarray", ".type MPI_Type_create_subarray, @function", ".set MPI_Type_create_subarray, PMPI_Type_create_subarray");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_subarray_c(ndims: c_int, array_of_sizes: *const i64, array_of_subsizes: *const i64, array_of_starts: *const i64, order: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_create_subarray_c"), Scope::None, |cx| {
        let body = || {
            if ndims > 0 { cx.non_null(array_of_sizes, "array_of_sizes")?; }
            if ndims > 0 { cx.non_null(array_of_subsizes, "array_of_subsizes")?; }
            if ndims > 0 { cx.non_null(array_of_starts, "array_of_starts")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_create_subarray(cx, ndims, IntArray::Long(array_of_sizes), IntArray::Long(array_of_subsizes), IntArray::Long(array_of_starts), order, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_create_subarray_c", ".type MPI_Type_create_subarray_c, @function", ".set MPI_Type_create_subarray_c, PMPI_Type_create_subarray_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_dup(oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_dup"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_object::type_dup(cx, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_dup", ".type MPI_Type_dup, @function", ".set MPI_Type_dup, PMPI_Type_dup");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_free(datatype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_free"), Scope::None, |cx| {
        cx.non_null(datatype, "datatype")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_object::type_free(cx, InOut::at(datatype)) }
    })
}
global_asm!(".weak MPI_Type_free", ".type MPI_Type_free, @function", ".set MPI_Type_free, PMPI_Type_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_contents(datatype: MPI_Datatype, max_integers: c_int, max_addresses: c_int, max_datatypes: c_int, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_datatypes: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_get_contents"), Scope::None, |cx| {
        if max_integers > 0 { cx.non_null(array_of_integers, "array_of_integers")?; }
        if max_addresses > 0 { cx.non_null(array_of_addresses, "array_of_addresses")?; }
        if max_datatypes > 0 { cx.non_null(array_of_datatypes, "array_of_datatypes")?; }
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_contents(cx, datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes) }
    })
}
global_asm!(".weak MPI_Type_get_contents", ".type MPI_Type_get_contents, @function", ".set MPI_Type_get_contents, PMPI_Type_get_contents");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_contents_c(datatype: MPI_Datatype, max_integers: i64, max_addresses: i64, max_large_counts: i64, max_datatypes: i64, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_large_counts: *mut i64, array_of_datatypes: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_get_contents_c"), Scope::None, |cx| {
        if max_integers > 0 { cx.non_null(array_of_integers, "array_of_integers")?; }
        if max_addresses > 0 { cx.non_null(array_of_addresses, "array_of_addresses")?; }
        if max_large_counts > 0 { cx.non_null(array_of_large_counts, "array_of_large_counts")?; }
        if max_datatypes > 0 { cx.non_null(array_of_datatypes, "array_of_datatypes")?; }
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_contents_c(cx, datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes) }
    })
}
global_asm!(".weak MPI_Type_get_contents_c", ".type MPI_Type_get_contents_c, @function", ".set MPI_Type_get_contents_c, PMPI_Type_get_contents_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_envelope(datatype: MPI_Datatype, num_integers: *mut c_int, num_addresses: *mut c_int, num_datatypes: *mut c_int, combiner: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Type_get_envelope"), Scope::None, |cx| {
        cx.non_null(num_integers, "num_integers")?;
        cx.non_null(num_addresses, "num_addresses")?;
        cx.non_null(num_datatypes, "num_datatypes")?;
        cx.non_null(combiner, "combiner")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_envelope(cx, datatype, Out::at(num_integers), Out::at(num_addresses), Out::at(num_datatypes), Out::at(combiner)) }
    })
}
global_asm!(".weak MPI_Type_get_envelope", ".type MPI_Type_get_envelope, @function", ".set MPI_Type_get_envelope, PMPI_Type_get_envelope");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_envelope_c(datatype: MPI_Datatype, num_integers: *mut i64, num_addresses: *mut i64, num_large_counts: *mut i64, num_datatypes: *mut i64, combiner: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Type_get_envelope_c"), Scope::None, |cx| {
        cx.non_null(num_integers, "num_integers")?;
        cx.non_null(num_addresses, "num_addresses")?;
        cx.non_null(num_large_counts, "num_large_counts")?;
        cx.non_null(num_datatypes, "num_datatypes")?;
        cx.non_null(combiner, "combiner")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_envelope_c(cx, datatype, Out::at(num_integers), Out::at(num_addresses), Out::at(num_large_counts), Out::at(num_datatypes), Out::at(combiner)) }
    })
}
global_asm!(".weak MPI_Type_get_envelope_c", ".type MPI_Type_get_envelope_c, @function", ".set MPI_Type_get_envelope_c, PMPI_Type_get_envelope_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent(datatype: MPI_Datatype, lb: *mut i64, extent: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Type_get_extent"), Scope::None, |cx| {
        cx.non_null(lb, "lb")?;
        cx.non_null(extent, "extent")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_extent(cx, datatype, Out::at(lb), Out::at(extent)) }
    })
}
global_asm!(".weak MPI_Type_get_extent", ".type MPI_Type_get_extent, @function", ".set MPI_Type_get_extent, PMPI_Type_get_extent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent_c(datatype: MPI_Datatype, lb: *mut i64, extent: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Type_get_extent_c"), Scope::None, |cx| {
        cx.non_null(lb, "lb")?;
        cx.non_null(extent, "extent")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_extent(cx, datatype, Out::at(lb), Out::at(extent)) }
    })
}
global_asm!(".weak MPI_Type_get_extent_c", ".type MPI_Type_get_extent_c, @function", ".set MPI_Type_get_extent_c, PMPI_Type_get_extent_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent_x(datatype: MPI_Datatype, lb: *mut i64, extent: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Type_get_extent_x"), Scope::None, |cx| {
        cx.non_null(lb, "lb")?;
        cx.non_null(extent, "extent")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_extent_x(cx, datatype, Out::at(lb), Out::at(extent)) }
    })
}
global_asm!(".weak MPI_Type_get_extent_x", ".type MPI_Type_get_extent_x, @function", ".set MPI_Type_get_extent_x, PMPI_Type_get_extent_x");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent(datatype: MPI_Datatype, true_lb: *mut i64, true_extent: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Type_get_true_extent"), Scope::None, |cx| {
        cx.non_null(true_lb, "true_lb")?;
        cx.non_null(true_extent, "true_extent")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_true_extent(cx, datatype, Out::at(true_lb), Out::at(true_extent)) }
    })
}
global_asm!(".weak MPI_Type_get_true_extent", ".type MPI_Type_get_true_extent, @function", ".set MPI_Type_get_true_extent, PMPI_Type_get_true_extent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent_c(datatype: MPI_Datatype, true_lb: *mut i64, true_extent: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Type_get_true_extent_c"), Scope::None, |cx| {
        cx.non_null(true_lb, "true_lb")?;
        cx.non_null(true_extent, "true_extent")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_true_extent(cx, datatype, Out::at(true_lb), Out::at(true_extent)) }
    })
}
global_asm!(".weak MPI_Type_get_true_extent_c", ".type MPI_Type_get_true_extent_c, @function", ".set MPI_Type_get_true_extent_c, PMPI_Type_get_true_extent_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent_x(datatype: MPI_Datatype, true_lb: *mut i64, true_extent: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Type_get_true_extent_x"), Scope::None, |cx| {
        cx.non_null(true_lb, "true_lb")?;
        cx.non_null(true_extent, "true_extent")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_get_true_extent_x(cx, datatype, Out::at(true_lb), Out::at(true_extent)) }
    })
}
global_asm!(".weak MPI_Type_get_true_extent_x", ".type MPI_Type_get_true_extent_x, @function", ".set MPI_Type_get_true_extent_x, PMPI_Type_get_true_extent_x");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_value_index(value_type: MPI_Datatype, index_type: MPI_Datatype, pair_type: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_get_value_index"), Scope::None, |cx| {
        let body = || {
            cx.non_null(pair_type, "pair_type")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_find::type_get_value_index(cx, value_type, index_type, Out::at(pair_type)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(pair_type) }
        })
    })
}
global_asm!(".weak MPI_Type_get_value_index", ".type MPI_Type_get_value_index, @function", ".set MPI_Type_get_value_index, PMPI_Type_get_value_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_indexed(count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_indexed"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            if count > 0 { cx.non_null(array_of_blocklengths, "array_of_blocklengths")?; }
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_indexed(cx, count, IntArray::Int(array_of_blocklengths), IntArray::Int(array_of_displacements), oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_indexed", ".type MPI_Type_indexed, @function", ".set MPI_Type_indexed, PMPI_Type_indexed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_indexed_c(count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_indexed_c"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            if count > 0 { cx.non_null(array_of_blocklengths, "array_of_blocklengths")?; }
            if count > 0 { cx.non_null(array_of_displacements, "array_of_displacements")?; }
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_indexed(cx, count, IntArray::Long(array_of_blocklengths), IntArray::Long(array_of_displacements), oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_indexed_c", ".type MPI_Type_indexed_c, @function", ".set MPI_Type_indexed_c, PMPI_Type_indexed_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_match_size(typeclass: c_int, size: c_int, datatype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_match_size"), Scope::None, |cx| {
        let body = || {
            cx.non_null(datatype, "datatype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_find::type_match_size(cx, typeclass, size, Out::at(datatype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(datatype) }
        })
    })
}
global_asm!(".weak MPI_Type_match_size", ".type MPI_Type_match_size, @function", ".set MPI_Type_match_size, PMPI_Type_match_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size(datatype: MPI_Datatype, size: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Type_size"), Scope::None, |cx| {
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_size(cx, datatype, IntOut::Int(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Type_size", ".type MPI_Type_size, @function", ".set MPI_Type_size, PMPI_Type_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size_c(datatype: MPI_Datatype, size: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Type_size_c"), Scope::None, |cx| {
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_size(cx, datatype, IntOut::Long(Out::at(size))) }
    })
}
global_asm!(".weak MPI_Type_size_c", ".type MPI_Type_size_c, @function", ".set MPI_Type_size_c, PMPI_Type_size_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size_x(datatype: MPI_Datatype, size: *mut i64) -> c_int {
    entry::call(Call::named("MPI_Type_size_x"), Scope::None, |cx| {
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_query::type_size_x(cx, datatype, Out::at(size)) }
    })
}
global_asm!(".weak MPI_Type_size_x", ".type MPI_Type_size_x, @function", ".set MPI_Type_size_x, PMPI_Type_size_x");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_vector(count: c_int, blocklength: c_int, stride: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_vector"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            let blocklength = cx.count(i64::from(blocklength), "blocklength")?;
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_vector(cx, count, blocklength, i64::from(stride), oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_vector", ".type MPI_Type_vector, @function", ".set MPI_Type_vector, PMPI_Type_vector");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_vector_c(count: i64, blocklength: i64, stride: i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Type_vector_c"), Scope::None, |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            let blocklength = cx.count(blocklength, "blocklength")?;
            cx.non_null(newtype, "newtype")?;
            // SAFETY: ABI-1.
            unsafe { imp::type_construct::type_vector(cx, count, blocklength, stride, oldtype, Out::at(newtype)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(newtype) }
        })
    })
}
global_asm!(".weak MPI_Type_vector_c", ".type MPI_Type_vector_c, @function", ".set MPI_Type_vector_c, PMPI_Type_vector_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack(inbuf: *const c_void, insize: c_int, position: *mut c_int, outbuf: *mut c_void, outcount: c_int, datatype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Unpack"), Scope::Comm(comm), |cx| {
        let outcount = cx.count(i64::from(outcount), "outcount")?;
        cx.non_null(position, "position")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::unpack(cx, inbuf, i64::from(insize), IntInOut::Int(InOut::at(position)), outbuf, outcount, datatype, comm) }
    })
}
global_asm!(".weak MPI_Unpack", ".type MPI_Unpack, @function", ".set MPI_Unpack, PMPI_Unpack");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_c(inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Unpack_c"), Scope::Comm(comm), |cx| {
        let outcount = cx.count(outcount, "outcount")?;
        cx.non_null(position, "position")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::unpack(cx, inbuf, insize, IntInOut::Long(InOut::at(position)), outbuf, outcount, datatype, comm) }
    })
}
global_asm!(".weak MPI_Unpack_c", ".type MPI_Unpack_c, @function", ".set MPI_Unpack_c, PMPI_Unpack_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_external(datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: c_int, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Unpack_external"), Scope::None, |cx| {
        let outcount = cx.count(i64::from(outcount), "outcount")?;
        cx.non_null(datarep, "datarep")?;
        cx.non_null(position, "position")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::unpack_external(cx, datarep, inbuf, insize, InOut::at(position), outbuf, outcount, datatype) }
    })
}
global_asm!(".weak MPI_Unpack_external", ".type MPI_Unpack_external, @function", ".set MPI_Unpack_external, PMPI_Unpack_external");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_external_c(datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_Unpack_external_c"), Scope::None, |cx| {
        let outcount = cx.count(outcount, "outcount")?;
        cx.non_null(datarep, "datarep")?;
        cx.non_null(position, "position")?;
        // SAFETY: ABI-1.
        unsafe { imp::pack::unpack_external(cx, datarep, inbuf, insize, InOut::at(position), outbuf, outcount, datatype) }
    })
}
global_asm!(".weak MPI_Unpack_external_c", ".type MPI_Unpack_external_c, @function", ".set MPI_Unpack_external_c, PMPI_Unpack_external_c");

// Collective communication and reduction operations

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Allgather"), Scope::Comm(comm), |cx| {
        let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::allgather(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, recvcount, recvtype, comm) }
    })
}
global_asm!(".weak MPI_Allgather", ".type MPI_Allgather, @function", ".set MPI_Allgather, PMPI_Allgather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Allgather_c"), Scope::Comm(comm), |cx| {
        let recvcount = cx.count(recvcount, "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::allgather(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm) }
    })
}
global_asm!(".weak MPI_Allgather_c", ".type MPI_Allgather_c, @function", ".set MPI_Allgather_c, PMPI_Allgather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Allgather_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::allgather_init(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, recvcount, recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Allgather_init", ".type MPI_Allgather_init, @function", ".set MPI_Allgather_init, PMPI_Allgather_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Allgather_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::allgather_init(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Allgather_init_c", ".type MPI_Allgather_init_c, @function", ".set MPI_Allgather_init_c, PMPI_Allgather_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Allgatherv"), Scope::Comm(comm), |cx| {
        cx.non_null(recvcounts, "recvcounts")?;
        cx.non_null(displs, "displs")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::allgatherv(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(displs), recvtype, comm) }
    })
}
global_asm!(".weak MPI_Allgatherv", ".type MPI_Allgatherv, @function", ".set MPI_Allgatherv, PMPI_Allgatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Allgatherv_c"), Scope::Comm(comm), |cx| {
        cx.non_null(recvcounts, "recvcounts")?;
        cx.non_null(displs, "displs")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::allgatherv(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(displs), recvtype, comm) }
    })
}
global_asm!(".weak MPI_Allgatherv_c", ".type MPI_Allgatherv_c, @function", ".set MPI_Allgatherv_c, PMPI_Allgatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Allgatherv_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(displs, "displs")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::allgatherv_init(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(displs), recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Allgatherv_init", ".type MPI_Allgatherv_init, @function", ".set MPI_Allgatherv_init, PMPI_Allgatherv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Allgatherv_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(displs, "displs")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::allgatherv_init(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(displs), recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Allgatherv_init_c", ".type MPI_Allgatherv_init_c, @function", ".set MPI_Allgatherv_init_c, PMPI_Allgatherv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Allreduce"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::allreduce(cx, sendbuf, recvbuf, count, datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Allreduce", ".type MPI_Allreduce, @function", ".set MPI_Allreduce, PMPI_Allreduce");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Allreduce_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::allreduce(cx, sendbuf, recvbuf, count, datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Allreduce_c", ".type MPI_Allreduce_c, @function", ".set MPI_Allreduce_c, PMPI_Allreduce_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Allreduce_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::allreduce_init(cx, sendbuf, recvbuf, count, datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Allreduce_init", ".type MPI_Allreduce_init, @function", ".set MPI_Allreduce_init, PMPI_Allreduce_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Allreduce_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::allreduce_init(cx, sendbuf, recvbuf, count, datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Allreduce_init_c", ".type MPI_Allreduce_init_c, @function", ".set MPI_Allreduce_init_c, PMPI_Allreduce_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Alltoall"), Scope::Comm(comm), |cx| {
        let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::alltoall(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, recvcount, recvtype, comm) }
    })
}
global_asm!(".weak MPI_Alltoall", ".type MPI_Alltoall, @function", ".set MPI_Alltoall, PMPI_Alltoall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Alltoall_c"), Scope::Comm(comm), |cx| {
        let recvcount = cx.count(recvcount, "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::alltoall(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm) }
    })
}
global_asm!(".weak MPI_Alltoall_c", ".type MPI_Alltoall_c, @function", ".set MPI_Alltoall_c, PMPI_Alltoall_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Alltoall_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::alltoall_init(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, recvcount, recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Alltoall_init", ".type MPI_Alltoall_init, @function", ".set MPI_Alltoall_init, PMPI_Alltoall_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Alltoall_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::alltoall_init(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Alltoall_init_c", ".type MPI_Alltoall_init_c, @function", ".set MPI_Alltoall_init_c, PMPI_Alltoall_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Alltoallv"), Scope::Comm(comm), |cx| {
        cx.non_null(recvcounts, "recvcounts")?;
        cx.non_null(rdispls, "rdispls")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::alltoallv(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(sdispls), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(rdispls), recvtype, comm) }
    })
}
global_asm!(".weak MPI_Alltoallv", ".type MPI_Alltoallv, @function", ".set MPI_Alltoallv, PMPI_Alltoallv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Alltoallv_c"), Scope::Comm(comm), |cx| {
        cx.non_null(recvcounts, "recvcounts")?;
        cx.non_null(rdispls, "rdispls")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::alltoallv(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(sdispls), sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(rdispls), recvtype, comm) }
    })
}
global_asm!(".weak MPI_Alltoallv_c", ".type MPI_Alltoallv_c, @function", ".set MPI_Alltoallv_c, PMPI_Alltoallv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Alltoallv_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(rdispls, "rdispls")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::alltoallv_init(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(sdispls), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(rdispls), recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Alltoallv_init", ".type MPI_Alltoallv_init, @function", ".set MPI_Alltoallv_init, PMPI_Alltoallv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_init_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Alltoallv_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(rdispls, "rdispls")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::alltoallv_init(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(sdispls), sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(rdispls), recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Alltoallv_init_c", ".type MPI_Alltoallv_init_c, @function", ".set MPI_Alltoallv_init_c, PMPI_Alltoallv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Alltoallw"), Scope::Comm(comm), |cx| {
        cx.non_null(recvcounts, "recvcounts")?;
        cx.non_null(rdispls, "rdispls")?;
        cx.non_null(recvtypes, "recvtypes")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::alltoallw(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(sdispls), sendtypes, recvbuf, IntArray::Int(recvcounts), IntArray::Int(rdispls), recvtypes, comm) }
    })
}
global_asm!(".weak MPI_Alltoallw", ".type MPI_Alltoallw, @function", ".set MPI_Alltoallw, PMPI_Alltoallw");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Alltoallw_c"), Scope::Comm(comm), |cx| {
        cx.non_null(recvcounts, "recvcounts")?;
        cx.non_null(rdispls, "rdispls")?;
        cx.non_null(recvtypes, "recvtypes")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::alltoallw(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(sdispls), sendtypes, recvbuf, IntArray::Long(recvcounts), IntArray::Long(rdispls), recvtypes, comm) }
    })
}
global_asm!(".weak MPI_Alltoallw_c", ".type MPI_Alltoallw_c, @function", ".set MPI_Alltoallw_c, PMPI_Alltoallw_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Alltoallw_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(rdispls, "rdispls")?;
            cx.non_null(recvtypes, "recvtypes")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::alltoallw_init(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(sdispls), sendtypes, recvbuf, IntArray::Int(recvcounts), IntArray::Int(rdispls), recvtypes, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Alltoallw_init", ".type MPI_Alltoallw_init, @function", ".set MPI_Alltoallw_init, PMPI_Alltoallw_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_init_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Alltoallw_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(rdispls, "rdispls")?;
            cx.non_null(recvtypes, "recvtypes")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::alltoallw_init(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(sdispls), sendtypes, recvbuf, IntArray::Long(recvcounts), IntArray::Long(rdispls), recvtypes, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Alltoallw_init_c", ".type MPI_Alltoallw_init_c, @function", ".set MPI_Alltoallw_init_c, PMPI_Alltoallw_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Barrier(comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Barrier"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::collective::barrier(cx, comm) }
    })
}
global_asm!(".weak MPI_Barrier", ".type MPI_Barrier, @function", ".set MPI_Barrier, PMPI_Barrier");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Barrier_init(comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Barrier_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::barrier_init(cx, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Barrier_init", ".type MPI_Barrier_init, @function", ".set MPI_Barrier_init, PMPI_Barrier_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast(buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Bcast"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::bcast(cx, buffer, count, datatype, root, comm) }
    })
}
global_asm!(".weak MPI_Bcast", ".type MPI_Bcast, @function", ".set MPI_Bcast, PMPI_Bcast");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_c(buffer: *mut c_void, count: i64, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Bcast_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::bcast(cx, buffer, count, datatype, root, comm) }
    })
}
global_asm!(".weak MPI_Bcast_c", ".type MPI_Bcast_c, @function", ".set MPI_Bcast_c, PMPI_Bcast_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_init(buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Bcast_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::bcast_init(cx, buffer, count, datatype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Bcast_init", ".type MPI_Bcast_init, @function", ".set MPI_Bcast_init, PMPI_Bcast_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_init_c(buffer: *mut c_void, count: i64, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Bcast_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::bcast_init(cx, buffer, count, datatype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Bcast_init_c", ".type MPI_Bcast_init_c, @function", ".set MPI_Bcast_init_c, PMPI_Bcast_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Exscan"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::exscan(cx, sendbuf, recvbuf, count, datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Exscan", ".type MPI_Exscan, @function", ".set MPI_Exscan, PMPI_Exscan");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Exscan_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::exscan(cx, sendbuf, recvbuf, count, datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Exscan_c", ".type MPI_Exscan_c, @function", ".set MPI_Exscan_c, PMPI_Exscan_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Exscan_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::exscan_init(cx, sendbuf, recvbuf, count, datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Exscan_init", ".type MPI_Exscan_init, @function", ".set MPI_Exscan_init, PMPI_Exscan_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Exscan_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::exscan_init(cx, sendbuf, recvbuf, count, datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Exscan_init_c", ".type MPI_Exscan_init_c, @function", ".set MPI_Exscan_init_c, PMPI_Exscan_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Gather"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::collective::gather(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, i64::from(recvcount), recvtype, root, comm) }
    })
}
global_asm!(".weak MPI_Gather", ".type MPI_Gather, @function", ".set MPI_Gather, PMPI_Gather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Gather_c"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::collective::gather(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm) }
    })
}
global_asm!(".weak MPI_Gather_c", ".type MPI_Gather_c, @function", ".set MPI_Gather_c, PMPI_Gather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Gather_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::gather_init(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, i64::from(recvcount), recvtype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Gather_init", ".type MPI_Gather_init, @function", ".set MPI_Gather_init, PMPI_Gather_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Gather_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::gather_init(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Gather_init_c", ".type MPI_Gather_init_c, @function", ".set MPI_Gather_init_c, PMPI_Gather_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Gatherv"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::collective::gatherv(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(displs), recvtype, root, comm) }
    })
}
global_asm!(".weak MPI_Gatherv", ".type MPI_Gatherv, @function", ".set MPI_Gatherv, PMPI_Gatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Gatherv_c"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::collective::gatherv(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(displs), recvtype, root, comm) }
    })
}
global_asm!(".weak MPI_Gatherv_c", ".type MPI_Gatherv_c, @function", ".set MPI_Gatherv_c, PMPI_Gatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Gatherv_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::gatherv_init(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(displs), recvtype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Gatherv_init", ".type MPI_Gatherv_init, @function", ".set MPI_Gatherv_init, PMPI_Gatherv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Gatherv_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::gatherv_init(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(displs), recvtype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Gatherv_init_c", ".type MPI_Gatherv_init_c, @function", ".set MPI_Gatherv_init_c, PMPI_Gatherv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iallgather"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iallgather(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, recvcount, recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iallgather", ".type MPI_Iallgather, @function", ".set MPI_Iallgather, PMPI_Iallgather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iallgather_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iallgather(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iallgather_c", ".type MPI_Iallgather_c, @function", ".set MPI_Iallgather_c, PMPI_Iallgather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iallgatherv"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(displs, "displs")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iallgatherv(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(displs), recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iallgatherv", ".type MPI_Iallgatherv, @function", ".set MPI_Iallgatherv, PMPI_Iallgatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iallgatherv_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(displs, "displs")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iallgatherv(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(displs), recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iallgatherv_c", ".type MPI_Iallgatherv_c, @function", ".set MPI_Iallgatherv_c, PMPI_Iallgatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallreduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iallreduce"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iallreduce(cx, sendbuf, recvbuf, count, datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iallreduce", ".type MPI_Iallreduce, @function", ".set MPI_Iallreduce, PMPI_Iallreduce");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallreduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iallreduce_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iallreduce(cx, sendbuf, recvbuf, count, datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iallreduce_c", ".type MPI_Iallreduce_c, @function", ".set MPI_Iallreduce_c, PMPI_Iallreduce_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ialltoall"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ialltoall(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, recvcount, recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ialltoall", ".type MPI_Ialltoall, @function", ".set MPI_Ialltoall, PMPI_Ialltoall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoall_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ialltoall_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ialltoall(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ialltoall_c", ".type MPI_Ialltoall_c, @function", ".set MPI_Ialltoall_c, PMPI_Ialltoall_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ialltoallv"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(rdispls, "rdispls")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ialltoallv(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(sdispls), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(rdispls), recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ialltoallv", ".type MPI_Ialltoallv, @function", ".set MPI_Ialltoallv, PMPI_Ialltoallv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallv_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ialltoallv_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(rdispls, "rdispls")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ialltoallv(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(sdispls), sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(rdispls), recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ialltoallv_c", ".type MPI_Ialltoallv_c, @function", ".set MPI_Ialltoallv_c, PMPI_Ialltoallv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ialltoallw"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(rdispls, "rdispls")?;
            cx.non_null(recvtypes, "recvtypes")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ialltoallw(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(sdispls), sendtypes, recvbuf, IntArray::Int(recvcounts), IntArray::Int(rdispls), recvtypes, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ialltoallw", ".type MPI_Ialltoallw, @function", ".set MPI_Ialltoallw, PMPI_Ialltoallw");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallw_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ialltoallw_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(rdispls, "rdispls")?;
            cx.non_null(recvtypes, "recvtypes")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ialltoallw(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(sdispls), sendtypes, recvbuf, IntArray::Long(recvcounts), IntArray::Long(rdispls), recvtypes, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ialltoallw_c", ".type MPI_Ialltoallw_c, @function", ".set MPI_Ialltoallw_c, PMPI_Ialltoallw_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibarrier(comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ibarrier"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ibarrier(cx, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ibarrier", ".type MPI_Ibarrier, @function", ".set MPI_Ibarrier, PMPI_Ibarrier");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibcast(buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ibcast"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ibcast(cx, buffer, count, datatype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ibcast", ".type MPI_Ibcast, @function", ".set MPI_Ibcast, PMPI_Ibcast");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibcast_c(buffer: *mut c_void, count: i64, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ibcast_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ibcast(cx, buffer, count, datatype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ibcast_c", ".type MPI_Ibcast_c, @function", ".set MPI_Ibcast_c, PMPI_Ibcast_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iexscan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iexscan"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iexscan(cx, sendbuf, recvbuf, count, datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iexscan", ".type MPI_Iexscan, @function", ".set MPI_Iexscan, PMPI_Iexscan");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iexscan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iexscan_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iexscan(cx, sendbuf, recvbuf, count, datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iexscan_c", ".type MPI_Iexscan_c, @function", ".set MPI_Iexscan_c, PMPI_Iexscan_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Igather"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::igather(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, i64::from(recvcount), recvtype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Igather", ".type MPI_Igather, @function", ".set MPI_Igather, PMPI_Igather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Igather_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::igather(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Igather_c", ".type MPI_Igather_c, @function", ".set MPI_Igather_c, PMPI_Igather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Igatherv"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::igatherv(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(displs), recvtype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Igatherv", ".type MPI_Igatherv, @function", ".set MPI_Igatherv, PMPI_Igatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Igatherv_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::igatherv(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(displs), recvtype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Igatherv_c", ".type MPI_Igatherv_c, @function", ".set MPI_Igatherv_c, PMPI_Igatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ireduce"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ireduce(cx, sendbuf, recvbuf, count, datatype, op, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ireduce", ".type MPI_Ireduce, @function", ".set MPI_Ireduce, PMPI_Ireduce");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ireduce_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ireduce(cx, sendbuf, recvbuf, count, datatype, op, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ireduce_c", ".type MPI_Ireduce_c, @function", ".set MPI_Ireduce_c, PMPI_Ireduce_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ireduce_scatter"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ireduce_scatter(cx, sendbuf, recvbuf, IntArray::Int(recvcounts), datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ireduce_scatter", ".type MPI_Ireduce_scatter, @function", ".set MPI_Ireduce_scatter, PMPI_Ireduce_scatter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ireduce_scatter_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ireduce_scatter(cx, sendbuf, recvbuf, IntArray::Long(recvcounts), datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ireduce_scatter_c", ".type MPI_Ireduce_scatter_c, @function", ".set MPI_Ireduce_scatter_c, PMPI_Ireduce_scatter_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_block(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ireduce_scatter_block"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ireduce_scatter_block(cx, sendbuf, recvbuf, recvcount, datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ireduce_scatter_block", ".type MPI_Ireduce_scatter_block, @function", ".set MPI_Ireduce_scatter_block, PMPI_Ireduce_scatter_block");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_block_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ireduce_scatter_block_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::ireduce_scatter_block(cx, sendbuf, recvbuf, recvcount, datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ireduce_scatter_block_c", ".type MPI_Ireduce_scatter_block_c, @function", ".set MPI_Ireduce_scatter_block_c, PMPI_Ireduce_scatter_block_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iscan"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iscan(cx, sendbuf, recvbuf, count, datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iscan", ".type MPI_Iscan, @function", ".set MPI_Iscan, PMPI_Iscan");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iscan_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iscan(cx, sendbuf, recvbuf, count, datatype, op, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iscan_c", ".type MPI_Iscan_c, @function", ".set MPI_Iscan_c, PMPI_Iscan_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatter(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iscatter"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iscatter(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, i64::from(recvcount), recvtype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iscatter", ".type MPI_Iscatter, @function", ".set MPI_Iscatter, PMPI_Iscatter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatter_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iscatter_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iscatter(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iscatter_c", ".type MPI_Iscatter_c, @function", ".set MPI_Iscatter_c, PMPI_Iscatter_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatterv(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iscatterv"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iscatterv(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(displs), sendtype, recvbuf, i64::from(recvcount), recvtype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iscatterv", ".type MPI_Iscatterv, @function", ".set MPI_Iscatterv, PMPI_Iscatterv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatterv_c(sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Iscatterv_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::iscatterv(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(displs), sendtype, recvbuf, recvcount, recvtype, root, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Iscatterv_c", ".type MPI_Iscatterv_c, @function", ".set MPI_Iscatterv_c, PMPI_Iscatterv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_commutative(op: MPI_Op, commute: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Op_commutative"), Scope::None, |cx| {
        cx.non_null(commute, "commute")?;
        // SAFETY: ABI-1.
        unsafe { imp::operation::op_commutative(cx, op, Out::at(commute)) }
    })
}
global_asm!(".weak MPI_Op_commutative", ".type MPI_Op_commutative, @function", ".set MPI_Op_commutative, PMPI_Op_commutative");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_create(user_fn: MPI_User_function, commute: c_int, op: *mut MPI_Op) -> c_int {
    entry::call(Call::named("MPI_Op_create"), Scope::None, |cx| {
        let body = || {
            cx.non_null(user_fn.map_or(core::ptr::null(), |f| f as *const c_void), "user_fn")?;
            cx.non_null(op, "op")?;
            // SAFETY: ABI-1.
            unsafe { imp::operation::op_create(cx, user_fn, commute, Out::at(op)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Op::clear(op) }
        })
    })
}
global_asm!(".weak MPI_Op_create", ".type MPI_Op_create, @function", ".set MPI_Op_create, PMPI_Op_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_create_c(user_fn: MPI_User_function_c, commute: c_int, op: *mut MPI_Op) -> c_int {
    entry::call(Call::named("MPI_Op_create_c"), Scope::None, |cx| {
        let body = || {
            cx.non_null(user_fn.map_or(core::ptr::null(), |f| f as *const c_void), "user_fn")?;
            cx.non_null(op, "op")?;
            // SAFETY: ABI-1.
            unsafe { imp::operation::op_create_c(cx, user_fn, commute, Out::at(op)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Op::clear(op) }
        })
    })
}
global_asm!(".weak MPI_Op_create_c", ".type MPI_Op_create_c, @function", ".set MPI_Op_create_c, PMPI_Op_create_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_free(op: *mut MPI_Op) -> c_int {
    entry::call(Call::named("MPI_Op_free"), Scope::None, |cx| {
        cx.non_null(op, "op")?;
        // SAFETY: ABI-1.
        unsafe { imp::operation::op_free(cx, InOut::at(op)) }
    })
}
global_asm!(".weak MPI_Op_free", ".type MPI_Op_free, @function", ".set MPI_Op_free, PMPI_Op_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Reduce"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::reduce(cx, sendbuf, recvbuf, count, datatype, op, root, comm) }
    })
}
global_asm!(".weak MPI_Reduce", ".type MPI_Reduce, @function", ".set MPI_Reduce, PMPI_Reduce");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Reduce_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::reduce(cx, sendbuf, recvbuf, count, datatype, op, root, comm) }
    })
}
global_asm!(".weak MPI_Reduce_c", ".type MPI_Reduce_c, @function", ".set MPI_Reduce_c, PMPI_Reduce_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Reduce_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::reduce_init(cx, sendbuf, recvbuf, count, datatype, op, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Reduce_init", ".type MPI_Reduce_init, @function", ".set MPI_Reduce_init, PMPI_Reduce_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Reduce_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::reduce_init(cx, sendbuf, recvbuf, count, datatype, op, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Reduce_init_c", ".type MPI_Reduce_init_c, @function", ".set MPI_Reduce_init_c, PMPI_Reduce_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_local(inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op) -> c_int {
    entry::call(Call::named("MPI_Reduce_local"), Scope::None, |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::reduce_local(cx, inbuf, inoutbuf, count, datatype, op) }
    })
}
global_asm!(".weak MPI_Reduce_local", ".type MPI_Reduce_local, @function", ".set MPI_Reduce_local, PMPI_Reduce_local");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_local_c(inbuf: *const c_void, inoutbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op) -> c_int {
    entry::call(Call::named("MPI_Reduce_local_c"), Scope::None, |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::reduce_local(cx, inbuf, inoutbuf, count, datatype, op) }
    })
}
global_asm!(".weak MPI_Reduce_local_c", ".type MPI_Reduce_local_c, @function", ".set MPI_Reduce_local_c, PMPI_Reduce_local_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Reduce_scatter"), Scope::Comm(comm), |cx| {
        cx.non_null(recvcounts, "recvcounts")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::reduce_scatter(cx, sendbuf, recvbuf, IntArray::Int(recvcounts), datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Reduce_scatter", ".type MPI_Reduce_scatter, @function", ".set MPI_Reduce_scatter, PMPI_Reduce_scatter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Reduce_scatter_c"), Scope::Comm(comm), |cx| {
        cx.non_null(recvcounts, "recvcounts")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::reduce_scatter(cx, sendbuf, recvbuf, IntArray::Long(recvcounts), datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Reduce_scatter_c", ".type MPI_Reduce_scatter_c, @function", ".set MPI_Reduce_scatter_c, PMPI_Reduce_scatter_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Reduce_scatter_block"), Scope::Comm(comm), |cx| {
        let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::reduce_scatter_block(cx, sendbuf, recvbuf, recvcount, datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Reduce_scatter_block", ".type MPI_Reduce_scatter_block, @function", ".set MPI_Reduce_scatter_block, PMPI_Reduce_scatter_block");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Reduce_scatter_block_c"), Scope::Comm(comm), |cx| {
        let recvcount = cx.count(recvcount, "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::reduce_scatter_block(cx, sendbuf, recvbuf, recvcount, datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Reduce_scatter_block_c", ".type MPI_Reduce_scatter_block_c, @function", ".set MPI_Reduce_scatter_block_c, PMPI_Reduce_scatter_block_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_init(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Reduce_scatter_block_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::reduce_scatter_block_init(cx, sendbuf, recvbuf, recvcount, datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Reduce_scatter_block_init", ".type MPI_Reduce_scatter_block_init, @function", ".set MPI_Reduce_scatter_block_init, PMPI_Reduce_scatter_block_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Reduce_scatter_block_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::reduce_scatter_block_init(cx, sendbuf, recvbuf, recvcount, datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Reduce_scatter_block_init_c", ".type MPI_Reduce_scatter_block_init_c, @function", ".set MPI_Reduce_scatter_block_init_c, PMPI_Reduce_scatter_block_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_init(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Reduce_scatter_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::reduce_scatter_init(cx, sendbuf, recvbuf, IntArray::Int(recvcounts), datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Reduce_scatter_init", ".type MPI_Reduce_scatter_init, @function", ".set MPI_Reduce_scatter_init, PMPI_Reduce_scatter_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Reduce_scatter_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(recvcounts, "recvcounts")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::reduce_scatter_init(cx, sendbuf, recvbuf, IntArray::Long(recvcounts), datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Reduce_scatter_init_c", ".type MPI_Reduce_scatter_init_c, @function", ".set MPI_Reduce_scatter_init_c, PMPI_Reduce_scatter_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Scan"), Scope::Comm(comm), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::scan(cx, sendbuf, recvbuf, count, datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Scan", ".type MPI_Scan, @function", ".set MPI_Scan, PMPI_Scan");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Scan_c"), Scope::Comm(comm), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::collective::scan(cx, sendbuf, recvbuf, count, datatype, op, comm) }
    })
}
global_asm!(".weak MPI_Scan_c", ".type MPI_Scan_c, @function", ".set MPI_Scan_c, PMPI_Scan_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Scan_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::scan_init(cx, sendbuf, recvbuf, count, datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Scan_init", ".type MPI_Scan_init, @function", ".set MPI_Scan_init, PMPI_Scan_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Scan_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::scan_init(cx, sendbuf, recvbuf, count, datatype, op, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Scan_init_c", ".type MPI_Scan_init_c, @function", ".set MPI_Scan_init_c, PMPI_Scan_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Scatter"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::collective::scatter(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, i64::from(recvcount), recvtype, root, comm) }
    })
}
global_asm!(".weak MPI_Scatter", ".type MPI_Scatter, @function", ".set MPI_Scatter, PMPI_Scatter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Scatter_c"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::collective::scatter(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm) }
    })
}
global_asm!(".weak MPI_Scatter_c", ".type MPI_Scatter_c, @function", ".set MPI_Scatter_c, PMPI_Scatter_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Scatter_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::scatter_init(cx, sendbuf, i64::from(sendcount), sendtype, recvbuf, i64::from(recvcount), recvtype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Scatter_init", ".type MPI_Scatter_init, @function", ".set MPI_Scatter_init, PMPI_Scatter_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Scatter_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::scatter_init(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Scatter_init_c", ".type MPI_Scatter_init_c, @function", ".set MPI_Scatter_init_c, PMPI_Scatter_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Scatterv"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::collective::scatterv(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(displs), sendtype, recvbuf, i64::from(recvcount), recvtype, root, comm) }
    })
}
global_asm!(".weak MPI_Scatterv", ".type MPI_Scatterv, @function", ".set MPI_Scatterv, PMPI_Scatterv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_c(sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Scatterv_c"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::collective::scatterv(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(displs), sendtype, recvbuf, recvcount, recvtype, root, comm) }
    })
}
global_asm!(".weak MPI_Scatterv_c", ".type MPI_Scatterv_c, @function", ".set MPI_Scatterv_c, PMPI_Scatterv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_init(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Scatterv_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::scatterv_init(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(displs), sendtype, recvbuf, i64::from(recvcount), recvtype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Scatterv_init", ".type MPI_Scatterv_init, @function", ".set MPI_Scatterv_init, PMPI_Scatterv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_init_c(sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Scatterv_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::collective::scatterv_init(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(displs), sendtype, recvbuf, recvcount, recvtype, root, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Scatterv_init_c", ".type MPI_Scatterv_init_c, @function", ".set MPI_Scatterv_init_c, PMPI_Scatterv_init_c");

// Groups, communicators, caching and names

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_delete(comm: MPI_Comm, keyval: c_int) -> c_int {
    entry::call(Call::named("MPI_Attr_delete"), Scope::Comm(comm), |cx| {
        imp::comm_attribute::attr_delete(cx, comm, keyval)
    })
}
global_asm!(".weak MPI_Attr_delete", ".type MPI_Attr_delete, @function", ".set MPI_Attr_delete, PMPI_Attr_delete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_get(comm: MPI_Comm, keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Attr_get"), Scope::Comm(comm), |cx| {
        cx.non_null(attribute_val, "attribute_val")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm_attribute::attr_get(cx, comm, keyval, attribute_val, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Attr_get", ".type MPI_Attr_get, @function", ".set MPI_Attr_get, PMPI_Attr_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_put(comm: MPI_Comm, keyval: c_int, attribute_val: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Attr_put"), Scope::Comm(comm), |cx| {
        imp::comm_attribute::attr_put(cx, comm, keyval, attribute_val)
    })
}
global_asm!(".weak MPI_Attr_put", ".type MPI_Attr_put, @function", ".set MPI_Attr_put, PMPI_Attr_put");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_compare(comm1: MPI_Comm, comm2: MPI_Comm, result: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_compare"), Scope::Comm(comm1), |cx| {
        cx.non_null(result, "result")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm::comm_compare(cx, comm1, comm2, Out::at(result)) }
    })
}
global_asm!(".weak MPI_Comm_compare", ".type MPI_Comm_compare, @function", ".set MPI_Comm_compare, PMPI_Comm_compare");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create(comm: MPI_Comm, group: MPI_Group, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_create"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm_create::comm_create(cx, comm, group, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_create", ".type MPI_Comm_create, @function", ".set MPI_Comm_create, PMPI_Comm_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_from_group(group: MPI_Group, stringtag: *const c_char, info: MPI_Info, errhandler: MPI_Errhandler, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_create_from_group"), Scope::None, |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::comm_from_group::comm_create_from_group(cx, group, stringtag, info, errhandler, newcomm) }
    })
}
global_asm!(".weak MPI_Comm_create_from_group", ".type MPI_Comm_create_from_group, @function", ".set MPI_Comm_create_from_group, PMPI_Comm_create_from_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_group(comm: MPI_Comm, group: MPI_Group, tag: c_int, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_create_group"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm_create::comm_create_group(cx, comm, group, tag, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_create_group", ".type MPI_Comm_create_group, @function", ".set MPI_Comm_create_group, PMPI_Comm_create_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_keyval(comm_copy_attr_fn: MPI_Comm_copy_attr_function, comm_delete_attr_fn: MPI_Comm_delete_attr_function, comm_keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Comm_create_keyval"), Scope::None, |cx| {
        cx.non_null(comm_keyval, "comm_keyval")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm_attribute::comm_create_keyval(cx, comm_copy_attr_fn, comm_delete_attr_fn, Out::at(comm_keyval), extra_state) }
    })
}
global_asm!(".weak MPI_Comm_create_keyval", ".type MPI_Comm_create_keyval, @function", ".set MPI_Comm_create_keyval, PMPI_Comm_create_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_delete_attr(comm: MPI_Comm, comm_keyval: c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_delete_attr"), Scope::Comm(comm), |cx| {
        imp::comm_attribute::comm_delete_attr(cx, comm, comm_keyval)
    })
}
global_asm!(".weak MPI_Comm_delete_attr", ".type MPI_Comm_delete_attr, @function", ".set MPI_Comm_delete_attr, PMPI_Comm_delete_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_dup(comm: MPI_Comm, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_dup"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm_create::comm_dup(cx, comm, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_dup", ".type MPI_Comm_dup, @function", ".set MPI_Comm_dup, PMPI_Comm_dup");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_dup_with_info(comm: MPI_Comm, info: MPI_Info, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_dup_with_info"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm_create::comm_dup_with_info(cx, comm, info, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_dup_with_info", ".type MPI_Comm_dup_with_info, @function", ".set MPI_Comm_dup_with_info, PMPI_Comm_dup_with_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_free(comm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_free"), Scope::Comm(
        // SAFETY: ABI-1.
        unsafe { MPI_Comm::peek(comm) },
    ), |cx| {
        cx.non_null(comm, "comm")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm_create::comm_free(cx, InOut::at(comm)) }
    })
}
global_asm!(".weak MPI_Comm_free", ".type MPI_Comm_free, @function", ".set MPI_Comm_free, PMPI_Comm_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_free_keyval(comm_keyval: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_free_keyval"), Scope::None, |cx| {
        cx.non_null(comm_keyval, "comm_keyval")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm_attribute::comm_free_keyval(cx, InOut::at(comm_keyval)) }
    })
}
global_asm!(".weak MPI_Comm_free_keyval", ".type MPI_Comm_free_keyval, @function", ".set MPI_Comm_free_keyval, PMPI_Comm_free_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_attr(comm: MPI_Comm, comm_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_get_attr"), Scope::Comm(comm), |cx| {
        cx.non_null(attribute_val, "attribute_val")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm_attribute::comm_get_attr(cx, comm, comm_keyval, attribute_val, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Comm_get_attr", ".type MPI_Comm_get_attr, @function", ".set MPI_Comm_get_attr, PMPI_Comm_get_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_info(comm: MPI_Comm, info_used: *mut MPI_Info) -> c_int {
    entry::call(Call::named("MPI_Comm_get_info"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(info_used, "info_used")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm::comm_get_info(cx, comm, Out::at(info_used)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info_used) }
        })
    })
}
global_asm!(".weak MPI_Comm_get_info", ".type MPI_Comm_get_info, @function", ".set MPI_Comm_get_info, PMPI_Comm_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_name(comm: MPI_Comm, comm_name: *mut c_char, resultlen: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_get_name"), Scope::Comm(comm), |cx| {
        cx.non_null(comm_name, "comm_name")?;
        cx.non_null(resultlen, "resultlen")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm::comm_get_name(cx, comm, comm_name, Out::at(resultlen)) }
    })
}
global_asm!(".weak MPI_Comm_get_name", ".type MPI_Comm_get_name, @function", ".set MPI_Comm_get_name, PMPI_Comm_get_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_group(comm: MPI_Comm, group: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Comm_group"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(group, "group")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm::comm_group(cx, comm, Out::at(group)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(group) }
        })
    })
}
global_asm!(".weak MPI_Comm_group", ".type MPI_Comm_group, @function", ".set MPI_Comm_group, PMPI_Comm_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_idup(comm: MPI_Comm, newcomm: *mut MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Comm_idup"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm_idup::comm_idup(cx, comm, Out::at(newcomm), Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm); MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Comm_idup", ".type MPI_Comm_idup, @function", ".set MPI_Comm_idup, PMPI_Comm_idup");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_idup_with_info(comm: MPI_Comm, info: MPI_Info, newcomm: *mut MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Comm_idup_with_info"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm_idup::comm_idup_with_info(cx, comm, info, Out::at(newcomm), Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm); MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Comm_idup_with_info", ".type MPI_Comm_idup_with_info, @function", ".set MPI_Comm_idup_with_info, PMPI_Comm_idup_with_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_rank(comm: MPI_Comm, rank: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_rank"), Scope::Comm(comm), |cx| {
        cx.non_null(rank, "rank")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm::comm_rank(cx, comm, Out::at(rank)) }
    })
}
global_asm!(".weak MPI_Comm_rank", ".type MPI_Comm_rank, @function", ".set MPI_Comm_rank, PMPI_Comm_rank");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_remote_group(comm: MPI_Comm, group: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Comm_remote_group"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(group, "group")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm::comm_remote_group(cx, comm, Out::at(group)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(group) }
        })
    })
}
global_asm!(".weak MPI_Comm_remote_group", ".type MPI_Comm_remote_group, @function", ".set MPI_Comm_remote_group, PMPI_Comm_remote_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_remote_size(comm: MPI_Comm, size: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_remote_size"), Scope::Comm(comm), |cx| {
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm::comm_remote_size(cx, comm, Out::at(size)) }
    })
}
global_asm!(".weak MPI_Comm_remote_size", ".type MPI_Comm_remote_size, @function", ".set MPI_Comm_remote_size, PMPI_Comm_remote_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_attr(comm: MPI_Comm, comm_keyval: c_int, attribute_val: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Comm_set_attr"), Scope::Comm(comm), |cx| {
        imp::comm_attribute::comm_set_attr(cx, comm, comm_keyval, attribute_val)
    })
}
global_asm!(".weak MPI_Comm_set_attr", ".type MPI_Comm_set_attr, @function", ".set MPI_Comm_set_attr, PMPI_Comm_set_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_info(comm: MPI_Comm, info: MPI_Info) -> c_int {
    entry::call(Call::named("MPI_Comm_set_info"), Scope::Comm(comm), |cx| {
        imp::comm::comm_set_info(cx, comm, info)
    })
}
global_asm!(".weak MPI_Comm_set_info", ".type MPI_Comm_set_info, @function", ".set MPI_Comm_set_info, PMPI_Comm_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_name(comm: MPI_Comm, comm_name: *const c_char) -> c_int {
    entry::call(Call::named("MPI_Comm_set_name"), Scope::Comm(comm), |cx| {
        cx.non_null(comm_name, "comm_name")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm::comm_set_name(cx, comm, comm_name) }
    })
}
global_asm!(".weak MPI_Comm_set_name", ".type MPI_Comm_set_name, @function", ".set MPI_Comm_set_name, PMPI_Comm_set_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_size(comm: MPI_Comm, size: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_size"), Scope::Comm(comm), |cx| {
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm::comm_size(cx, comm, Out::at(size)) }
    })
}
global_asm!(".weak MPI_Comm_size", ".type MPI_Comm_size, @function", ".set MPI_Comm_size, PMPI_Comm_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_split(comm: MPI_Comm, color: c_int, key: c_int, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_split"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm_create::comm_split(cx, comm, color, key, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_split", ".type MPI_Comm_split, @function", ".set MPI_Comm_split, PMPI_Comm_split");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_split_type(comm: MPI_Comm, split_type: c_int, key: c_int, info: MPI_Info, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_split_type"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::split_type::comm_split_type(cx, comm, split_type, key, info, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_split_type", ".type MPI_Comm_split_type, @function", ".set MPI_Comm_split_type, PMPI_Comm_split_type");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_test_inter(comm: MPI_Comm, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_test_inter"), Scope::Comm(comm), |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm::comm_test_inter(cx, comm, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Comm_test_inter", ".type MPI_Comm_test_inter, @function", ".set MPI_Comm_test_inter, PMPI_Comm_test_inter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_compare(group1: MPI_Group, group2: MPI_Group, result: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Group_compare"), Scope::None, |cx| {
        cx.non_null(result, "result")?;
        // SAFETY: ABI-1.
        unsafe { imp::group::group_compare(cx, group1, group2, Out::at(result)) }
    })
}
global_asm!(".weak MPI_Group_compare", ".type MPI_Group_compare, @function", ".set MPI_Group_compare, PMPI_Group_compare");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_difference(group1: MPI_Group, group2: MPI_Group, newgroup: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Group_difference"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newgroup, "newgroup")?;
            // SAFETY: ABI-1.
            unsafe { imp::group::group_difference(cx, group1, group2, Out::at(newgroup)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(newgroup) }
        })
    })
}
global_asm!(".weak MPI_Group_difference", ".type MPI_Group_difference, @function", ".set MPI_Group_difference, PMPI_Group_difference");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_excl(group: MPI_Group, n: c_int, ranks: *const c_int, newgroup: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Group_excl"), Scope::None, |cx| {
        let body = || {
            if n > 0 { cx.non_null(ranks, "ranks")?; }
            cx.non_null(newgroup, "newgroup")?;
            // SAFETY: ABI-1.
            unsafe { imp::group::group_excl(cx, group, n, ranks, Out::at(newgroup)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(newgroup) }
        })
    })
}
global_asm!(".weak MPI_Group_excl", ".type MPI_Group_excl, @function", ".set MPI_Group_excl, PMPI_Group_excl");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_free(group: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Group_free"), Scope::None, |cx| {
        cx.non_null(group, "group")?;
        // SAFETY: ABI-1.
        unsafe { imp::group::group_free(cx, InOut::at(group)) }
    })
}
global_asm!(".weak MPI_Group_free", ".type MPI_Group_free, @function", ".set MPI_Group_free, PMPI_Group_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_from_session_pset(session: MPI_Session, pset_name: *const c_char, newgroup: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Group_from_session_pset"), Scope::Session(session), |cx| {
        let body = || {
            cx.non_null(pset_name, "pset_name")?;
            cx.non_null(newgroup, "newgroup")?;
            // SAFETY: ABI-1.
            unsafe { imp::session::group_from_session_pset(cx, session, pset_name, Out::at(newgroup)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(newgroup) }
        })
    })
}
global_asm!(".weak MPI_Group_from_session_pset", ".type MPI_Group_from_session_pset, @function", ".set MPI_Group_from_session_pset, PMPI_Group_from_session_pset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_incl(group: MPI_Group, n: c_int, ranks: *const c_int, newgroup: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Group_incl"), Scope::None, |cx| {
        let body = || {
            if n > 0 { cx.non_null(ranks, "ranks")?; }
            cx.non_null(newgroup, "newgroup")?;
            // SAFETY: ABI-1.
            unsafe { imp::group::group_incl(cx, group, n, ranks, Out::at(newgroup)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(newgroup) }
        })
    })
}
global_asm!(".weak MPI_Group_incl", ".type MPI_Group_incl, @function", ".set MPI_Group_incl, PMPI_Group_incl");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_intersection(group1: MPI_Group, group2: MPI_Group, newgroup: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Group_intersection"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newgroup, "newgroup")?;
            // SAFETY: ABI-1.
            unsafe { imp::group::group_intersection(cx, group1, group2, Out::at(newgroup)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(newgroup) }
        })
    })
}
global_asm!(".weak MPI_Group_intersection", ".type MPI_Group_intersection, @function", ".set MPI_Group_intersection, PMPI_Group_intersection");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_excl(group: MPI_Group, n: c_int, ranges: *mut [c_int; 3], newgroup: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Group_range_excl"), Scope::None, |cx| {
        let body = || {
            if n > 0 { cx.non_null(ranges, "ranges")?; }
            cx.non_null(newgroup, "newgroup")?;
            // SAFETY: ABI-1.
            unsafe { imp::group::group_range_excl(cx, group, n, ranges, Out::at(newgroup)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(newgroup) }
        })
    })
}
global_asm!(".weak MPI_Group_range_excl", ".type MPI_Group_range_excl, @function", ".set MPI_Group_range_excl, PMPI_Group_range_excl");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_incl(group: MPI_Group, n: c_int, ranges: *mut [c_int; 3], newgroup: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Group_range_incl"), Scope::None, |cx| {
        let body = || {
            if n > 0 { cx.non_null(ranges, "ranges")?; }
            cx.non_null(newgroup, "newgroup")?;
            // SAFETY: ABI-1.
            unsafe { imp::group::group_range_incl(cx, group, n, ranges, Out::at(newgroup)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(newgroup) }
        })
    })
}
global_asm!(".weak MPI_Group_range_incl", ".type MPI_Group_range_incl, @function", ".set MPI_Group_range_incl, PMPI_Group_range_incl");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_rank(group: MPI_Group, rank: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Group_rank"), Scope::None, |cx| {
        cx.non_null(rank, "rank")?;
        // SAFETY: ABI-1.
        unsafe { imp::group::group_rank(cx, group, Out::at(rank)) }
    })
}
global_asm!(".weak MPI_Group_rank", ".type MPI_Group_rank, @function", ".set MPI_Group_rank, PMPI_Group_rank");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_size(group: MPI_Group, size: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Group_size"), Scope::None, |cx| {
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::group::group_size(cx, group, Out::at(size)) }
    })
}
global_asm!(".weak MPI_Group_size", ".type MPI_Group_size, @function", ".set MPI_Group_size, PMPI_Group_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_translate_ranks(group1: MPI_Group, n: c_int, ranks1: *const c_int, group2: MPI_Group, ranks2: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Group_translate_ranks"), Scope::None, |cx| {
        if n > 0 { cx.non_null(ranks1, "ranks1")?; }
        if n > 0 { cx.non_null(ranks2, "ranks2")?; }
        // SAFETY: ABI-1.
        unsafe { imp::group::group_translate_ranks(cx, group1, n, ranks1, group2, ranks2) }
    })
}
global_asm!(".weak MPI_Group_translate_ranks", ".type MPI_Group_translate_ranks, @function", ".set MPI_Group_translate_ranks, PMPI_Group_translate_ranks");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_union(group1: MPI_Group, group2: MPI_Group, newgroup: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Group_union"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newgroup, "newgroup")?;
            // SAFETY: ABI-1.
            unsafe { imp::group::group_union(cx, group1, group2, Out::at(newgroup)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(newgroup) }
        })
    })
}
global_asm!(".weak MPI_Group_union", ".type MPI_Group_union, @function", ".set MPI_Group_union, PMPI_Group_union");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_create(local_comm: MPI_Comm, local_leader: c_int, peer_comm: MPI_Comm, remote_leader: c_int, tag: c_int, newintercomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Intercomm_create"), Scope::Comm(local_comm), |cx| {
        let body = || {
            cx.non_null(newintercomm, "newintercomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::intercomm::intercomm_create(cx, local_comm, local_leader, peer_comm, remote_leader, tag, Out::at(newintercomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newintercomm) }
        })
    })
}
global_asm!(".weak MPI_Intercomm_create", ".type MPI_Intercomm_create, @function", ".set MPI_Intercomm_create, PMPI_Intercomm_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_create_from_groups(local_group: MPI_Group, local_leader: c_int, remote_group: MPI_Group, remote_leader: c_int, stringtag: *const c_char, info: MPI_Info, errhandler: MPI_Errhandler, newintercomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Intercomm_create_from_groups"), Scope::None, |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::comm_from_group::intercomm_create_from_groups(cx, local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm) }
    })
}
global_asm!(".weak MPI_Intercomm_create_from_groups", ".type MPI_Intercomm_create_from_groups, @function", ".set MPI_Intercomm_create_from_groups, PMPI_Intercomm_create_from_groups");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_merge(intercomm: MPI_Comm, high: c_int, newintracomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Intercomm_merge"), Scope::Comm(intercomm), |cx| {
        let body = || {
            cx.non_null(newintracomm, "newintracomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::intercomm::intercomm_merge(cx, intercomm, high, Out::at(newintracomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newintracomm) }
        })
    })
}
global_asm!(".weak MPI_Intercomm_merge", ".type MPI_Intercomm_merge, @function", ".set MPI_Intercomm_merge, PMPI_Intercomm_merge");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Keyval_create(copy_fn: MPI_Copy_function, delete_fn: MPI_Delete_function, keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Keyval_create"), Scope::None, |cx| {
        cx.non_null(keyval, "keyval")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm_attribute::keyval_create(cx, copy_fn, delete_fn, Out::at(keyval), extra_state) }
    })
}
global_asm!(".weak MPI_Keyval_create", ".type MPI_Keyval_create, @function", ".set MPI_Keyval_create, PMPI_Keyval_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Keyval_free(keyval: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Keyval_free"), Scope::None, |cx| {
        cx.non_null(keyval, "keyval")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm_attribute::keyval_free(cx, InOut::at(keyval)) }
    })
}
global_asm!(".weak MPI_Keyval_free", ".type MPI_Keyval_free, @function", ".set MPI_Keyval_free, PMPI_Keyval_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_keyval(type_copy_attr_fn: MPI_Type_copy_attr_function, type_delete_attr_fn: MPI_Type_delete_attr_function, type_keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Type_create_keyval"), Scope::None, |cx| {
        cx.non_null(type_keyval, "type_keyval")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_attribute::type_create_keyval(cx, type_copy_attr_fn, type_delete_attr_fn, Out::at(type_keyval), extra_state) }
    })
}
global_asm!(".weak MPI_Type_create_keyval", ".type MPI_Type_create_keyval, @function", ".set MPI_Type_create_keyval, PMPI_Type_create_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_delete_attr(datatype: MPI_Datatype, type_keyval: c_int) -> c_int {
    entry::call(Call::named("MPI_Type_delete_attr"), Scope::None, |cx| {
        imp::type_attribute::type_delete_attr(cx, datatype, type_keyval)
    })
}
global_asm!(".weak MPI_Type_delete_attr", ".type MPI_Type_delete_attr, @function", ".set MPI_Type_delete_attr, PMPI_Type_delete_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_free_keyval(type_keyval: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Type_free_keyval"), Scope::None, |cx| {
        cx.non_null(type_keyval, "type_keyval")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_attribute::type_free_keyval(cx, InOut::at(type_keyval)) }
    })
}
global_asm!(".weak MPI_Type_free_keyval", ".type MPI_Type_free_keyval, @function", ".set MPI_Type_free_keyval, PMPI_Type_free_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_attr(datatype: MPI_Datatype, type_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Type_get_attr"), Scope::None, |cx| {
        cx.non_null(attribute_val, "attribute_val")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_attribute::type_get_attr(cx, datatype, type_keyval, attribute_val, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Type_get_attr", ".type MPI_Type_get_attr, @function", ".set MPI_Type_get_attr, PMPI_Type_get_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_name(datatype: MPI_Datatype, type_name: *mut c_char, resultlen: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Type_get_name"), Scope::None, |cx| {
        cx.non_null(type_name, "type_name")?;
        cx.non_null(resultlen, "resultlen")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_object::type_get_name(cx, datatype, type_name, Out::at(resultlen)) }
    })
}
global_asm!(".weak MPI_Type_get_name", ".type MPI_Type_get_name, @function", ".set MPI_Type_get_name, PMPI_Type_get_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_set_attr(datatype: MPI_Datatype, type_keyval: c_int, attribute_val: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Type_set_attr"), Scope::None, |cx| {
        imp::type_attribute::type_set_attr(cx, datatype, type_keyval, attribute_val)
    })
}
global_asm!(".weak MPI_Type_set_attr", ".type MPI_Type_set_attr, @function", ".set MPI_Type_set_attr, PMPI_Type_set_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_set_name(datatype: MPI_Datatype, type_name: *const c_char) -> c_int {
    entry::call(Call::named("MPI_Type_set_name"), Scope::None, |cx| {
        cx.non_null(type_name, "type_name")?;
        // SAFETY: ABI-1.
        unsafe { imp::type_object::type_set_name(cx, datatype, type_name) }
    })
}
global_asm!(".weak MPI_Type_set_name", ".type MPI_Type_set_name, @function", ".set MPI_Type_set_name, PMPI_Type_set_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_keyval(win_copy_attr_fn: MPI_Win_copy_attr_function, win_delete_attr_fn: MPI_Win_delete_attr_function, win_keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Win_create_keyval"), Scope::None, |cx| {
        cx.non_null(win_keyval, "win_keyval")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_attribute::win_create_keyval(cx, win_copy_attr_fn, win_delete_attr_fn, Out::at(win_keyval), extra_state) }
    })
}
global_asm!(".weak MPI_Win_create_keyval", ".type MPI_Win_create_keyval, @function", ".set MPI_Win_create_keyval, PMPI_Win_create_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_delete_attr(win: MPI_Win, win_keyval: c_int) -> c_int {
    entry::call(Call::named("MPI_Win_delete_attr"), Scope::Win(win), |cx| {
        imp::win_attribute::win_delete_attr(cx, win, win_keyval)
    })
}
global_asm!(".weak MPI_Win_delete_attr", ".type MPI_Win_delete_attr, @function", ".set MPI_Win_delete_attr, PMPI_Win_delete_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_free_keyval(win_keyval: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Win_free_keyval"), Scope::None, |cx| {
        cx.non_null(win_keyval, "win_keyval")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_attribute::win_free_keyval(cx, InOut::at(win_keyval)) }
    })
}
global_asm!(".weak MPI_Win_free_keyval", ".type MPI_Win_free_keyval, @function", ".set MPI_Win_free_keyval, PMPI_Win_free_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_attr(win: MPI_Win, win_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Win_get_attr"), Scope::Win(win), |cx| {
        cx.non_null(attribute_val, "attribute_val")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_attribute::win_get_attr(cx, win, win_keyval, attribute_val, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Win_get_attr", ".type MPI_Win_get_attr, @function", ".set MPI_Win_get_attr, PMPI_Win_get_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_name(win: MPI_Win, win_name: *mut c_char, resultlen: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Win_get_name"), Scope::Win(win), |cx| {
        cx.non_null(win_name, "win_name")?;
        cx.non_null(resultlen, "resultlen")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_query::win_get_name(cx, win, win_name, Out::at(resultlen)) }
    })
}
global_asm!(".weak MPI_Win_get_name", ".type MPI_Win_get_name, @function", ".set MPI_Win_get_name, PMPI_Win_get_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_attr(win: MPI_Win, win_keyval: c_int, attribute_val: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Win_set_attr"), Scope::Win(win), |cx| {
        imp::win_attribute::win_set_attr(cx, win, win_keyval, attribute_val)
    })
}
global_asm!(".weak MPI_Win_set_attr", ".type MPI_Win_set_attr, @function", ".set MPI_Win_set_attr, PMPI_Win_set_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_name(win: MPI_Win, win_name: *const c_char) -> c_int {
    entry::call(Call::named("MPI_Win_set_name"), Scope::Win(win), |cx| {
        cx.non_null(win_name, "win_name")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_query::win_set_name(cx, win, win_name) }
    })
}
global_asm!(".weak MPI_Win_set_name", ".type MPI_Win_set_name, @function", ".set MPI_Win_set_name, PMPI_Win_set_name");

// Virtual topologies and neighbourhood collectives

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_coords(comm: MPI_Comm, rank: c_int, maxdims: c_int, coords: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Cart_coords"), Scope::Comm(comm), |cx| {
        if maxdims > 0 { cx.non_null(coords, "coords")?; }
        // SAFETY: ABI-1.
        unsafe { imp::topology::cart_coords(cx, comm, rank, maxdims, coords) }
    })
}
global_asm!(".weak MPI_Cart_coords", ".type MPI_Cart_coords, @function", ".set MPI_Cart_coords, PMPI_Cart_coords");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_create(comm_old: MPI_Comm, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int, comm_cart: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Cart_create"), Scope::Comm(comm_old), |cx| {
        let body = || {
            if ndims > 0 { cx.non_null(dims, "dims")?; }
            if ndims > 0 { cx.non_null(periods, "periods")?; }
            cx.non_null(comm_cart, "comm_cart")?;
            // SAFETY: ABI-1.
            unsafe { imp::topology_create::cart_create(cx, comm_old, ndims, dims, periods, reorder, Out::at(comm_cart)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(comm_cart) }
        })
    })
}
global_asm!(".weak MPI_Cart_create", ".type MPI_Cart_create, @function", ".set MPI_Cart_create, PMPI_Cart_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_get(comm: MPI_Comm, maxdims: c_int, dims: *mut c_int, periods: *mut c_int, coords: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Cart_get"), Scope::Comm(comm), |cx| {
        if maxdims > 0 { cx.non_null(dims, "dims")?; }
        if maxdims > 0 { cx.non_null(periods, "periods")?; }
        if maxdims > 0 { cx.non_null(coords, "coords")?; }
        // SAFETY: ABI-1.
        unsafe { imp::topology::cart_get(cx, comm, maxdims, dims, periods, coords) }
    })
}
global_asm!(".weak MPI_Cart_get", ".type MPI_Cart_get, @function", ".set MPI_Cart_get, PMPI_Cart_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_map(comm: MPI_Comm, ndims: c_int, dims: *const c_int, periods: *const c_int, newrank: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Cart_map"), Scope::Comm(comm), |cx| {
        if ndims > 0 { cx.non_null(dims, "dims")?; }
        if ndims > 0 { cx.non_null(periods, "periods")?; }
        cx.non_null(newrank, "newrank")?;
        // SAFETY: ABI-1.
        unsafe { imp::topology_create::cart_map(cx, comm, ndims, dims, periods, Out::at(newrank)) }
    })
}
global_asm!(".weak MPI_Cart_map", ".type MPI_Cart_map, @function", ".set MPI_Cart_map, PMPI_Cart_map");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_rank(comm: MPI_Comm, coords: *const c_int, rank: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Cart_rank"), Scope::Comm(comm), |cx| {
        cx.non_null(rank, "rank")?;
        // SAFETY: ABI-1.
        unsafe { imp::topology::cart_rank(cx, comm, coords, Out::at(rank)) }
    })
}
global_asm!(".weak MPI_Cart_rank", ".type MPI_Cart_rank, @function", ".set MPI_Cart_rank, PMPI_Cart_rank");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_shift(comm: MPI_Comm, direction: c_int, disp: c_int, rank_source: *mut c_int, rank_dest: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Cart_shift"), Scope::Comm(comm), |cx| {
        cx.non_null(rank_source, "rank_source")?;
        cx.non_null(rank_dest, "rank_dest")?;
        // SAFETY: ABI-1.
        unsafe { imp::topology::cart_shift(cx, comm, direction, disp, Out::at(rank_source), Out::at(rank_dest)) }
    })
}
global_asm!(".weak MPI_Cart_shift", ".type MPI_Cart_shift, @function", ".set MPI_Cart_shift, PMPI_Cart_shift");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_sub(comm: MPI_Comm, remain_dims: *const c_int, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Cart_sub"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::topology_create::cart_sub(cx, comm, remain_dims, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPI_Cart_sub", ".type MPI_Cart_sub, @function", ".set MPI_Cart_sub, PMPI_Cart_sub");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cartdim_get(comm: MPI_Comm, ndims: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Cartdim_get"), Scope::Comm(comm), |cx| {
        cx.non_null(ndims, "ndims")?;
        // SAFETY: ABI-1.
        unsafe { imp::topology::cartdim_get(cx, comm, Out::at(ndims)) }
    })
}
global_asm!(".weak MPI_Cartdim_get", ".type MPI_Cartdim_get, @function", ".set MPI_Cartdim_get, PMPI_Cartdim_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Dims_create"), Scope::None, |cx| {
        if ndims > 0 { cx.non_null(dims, "dims")?; }
        // SAFETY: ABI-1.
        unsafe { imp::grid::dims_create(cx, nnodes, ndims, dims) }
    })
}
global_asm!(".weak MPI_Dims_create", ".type MPI_Dims_create, @function", ".set MPI_Dims_create, PMPI_Dims_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_create(comm_old: MPI_Comm, n: c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: MPI_Info, reorder: c_int, comm_dist_graph: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Dist_graph_create"), Scope::Comm(comm_old), |cx| {
        let body = || {
            if n > 0 { cx.non_null(sources, "sources")?; }
            if n > 0 { cx.non_null(degrees, "degrees")?; }
            cx.non_null(comm_dist_graph, "comm_dist_graph")?;
            // SAFETY: ABI-1.
            unsafe { imp::topology_graph::dist_graph_create(cx, comm_old, n, sources, degrees, destinations, weights, info, reorder, Out::at(comm_dist_graph)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(comm_dist_graph) }
        })
    })
}
global_asm!(".weak MPI_Dist_graph_create", ".type MPI_Dist_graph_create, @function", ".set MPI_Dist_graph_create, PMPI_Dist_graph_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_create_adjacent(comm_old: MPI_Comm, indegree: c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int, destweights: *const c_int, info: MPI_Info, reorder: c_int, comm_dist_graph: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Dist_graph_create_adjacent"), Scope::Comm(comm_old), |cx| {
        let body = || {
            if indegree > 0 { cx.non_null(sources, "sources")?; }
            if outdegree > 0 { cx.non_null(destinations, "destinations")?; }
            cx.non_null(comm_dist_graph, "comm_dist_graph")?;
            // SAFETY: ABI-1.
            unsafe { imp::topology_graph::dist_graph_create_adjacent(cx, comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, Out::at(comm_dist_graph)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(comm_dist_graph) }
        })
    })
}
global_asm!(".weak MPI_Dist_graph_create_adjacent", ".type MPI_Dist_graph_create_adjacent, @function", ".set MPI_Dist_graph_create_adjacent, PMPI_Dist_graph_create_adjacent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_neighbors(comm: MPI_Comm, maxindegree: c_int, sources: *mut c_int, sourceweights: *mut c_int, maxoutdegree: c_int, destinations: *mut c_int, destweights: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Dist_graph_neighbors"), Scope::Comm(comm), |cx| {
        if maxindegree > 0 { cx.non_null(sources, "sources")?; }
        if maxoutdegree > 0 { cx.non_null(destinations, "destinations")?; }
        // SAFETY: ABI-1.
        unsafe { imp::topology::dist_graph_neighbors(cx, comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights) }
    })
}
global_asm!(".weak MPI_Dist_graph_neighbors", ".type MPI_Dist_graph_neighbors, @function", ".set MPI_Dist_graph_neighbors, PMPI_Dist_graph_neighbors");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_neighbors_count(comm: MPI_Comm, indegree: *mut c_int, outdegree: *mut c_int, weighted: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Dist_graph_neighbors_count"), Scope::Comm(comm), |cx| {
        cx.non_null(indegree, "indegree")?;
        cx.non_null(outdegree, "outdegree")?;
        cx.non_null(weighted, "weighted")?;
        // SAFETY: ABI-1.
        unsafe { imp::topology::dist_graph_neighbors_count(cx, comm, Out::at(indegree), Out::at(outdegree), Out::at(weighted)) }
    })
}
global_asm!(".weak MPI_Dist_graph_neighbors_count", ".type MPI_Dist_graph_neighbors_count, @function", ".set MPI_Dist_graph_neighbors_count, PMPI_Dist_graph_neighbors_count");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_create(comm_old: MPI_Comm, nnodes: c_int, indx: *const c_int, edges: *const c_int, reorder: c_int, comm_graph: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Graph_create"), Scope::Comm(comm_old), |cx| {
        let body = || {
            if nnodes > 0 { cx.non_null(indx, "indx")?; }
            cx.non_null(comm_graph, "comm_graph")?;
            // SAFETY: ABI-1.
            unsafe { imp::topology_create::graph_create(cx, comm_old, nnodes, indx, edges, reorder, Out::at(comm_graph)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(comm_graph) }
        })
    })
}
global_asm!(".weak MPI_Graph_create", ".type MPI_Graph_create, @function", ".set MPI_Graph_create, PMPI_Graph_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_get(comm: MPI_Comm, maxindex: c_int, maxedges: c_int, indx: *mut c_int, edges: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Graph_get"), Scope::Comm(comm), |cx| {
        if maxindex > 0 { cx.non_null(indx, "indx")?; }
        if maxedges > 0 { cx.non_null(edges, "edges")?; }
        // SAFETY: ABI-1.
        unsafe { imp::topology::graph_get(cx, comm, maxindex, maxedges, indx, edges) }
    })
}
global_asm!(".weak MPI_Graph_get", ".type MPI_Graph_get, @function", ".set MPI_Graph_get, PMPI_Graph_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_map(comm: MPI_Comm, nnodes: c_int, indx: *const c_int, edges: *const c_int, newrank: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Graph_map"), Scope::Comm(comm), |cx| {
        if nnodes > 0 { cx.non_null(indx, "indx")?; }
        cx.non_null(newrank, "newrank")?;
        // SAFETY: ABI-1.
        unsafe { imp::topology_create::graph_map(cx, comm, nnodes, indx, edges, Out::at(newrank)) }
    })
}
global_asm!(".weak MPI_Graph_map", ".type MPI_Graph_map, @function", ".set MPI_Graph_map, PMPI_Graph_map");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_neighbors(comm: MPI_Comm, rank: c_int, maxneighbors: c_int, neighbors: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Graph_neighbors"), Scope::Comm(comm), |cx| {
        if maxneighbors > 0 { cx.non_null(neighbors, "neighbors")?; }
        // SAFETY: ABI-1.
        unsafe { imp::topology::graph_neighbors(cx, comm, rank, maxneighbors, neighbors) }
    })
}
global_asm!(".weak MPI_Graph_neighbors", ".type MPI_Graph_neighbors, @function", ".set MPI_Graph_neighbors, PMPI_Graph_neighbors");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_neighbors_count(comm: MPI_Comm, rank: c_int, nneighbors: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Graph_neighbors_count"), Scope::Comm(comm), |cx| {
        cx.non_null(nneighbors, "nneighbors")?;
        // SAFETY: ABI-1.
        unsafe { imp::topology::graph_neighbors_count(cx, comm, rank, Out::at(nneighbors)) }
    })
}
global_asm!(".weak MPI_Graph_neighbors_count", ".type MPI_Graph_neighbors_count, @function", ".set MPI_Graph_neighbors_count, PMPI_Graph_neighbors_count");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graphdims_get(comm: MPI_Comm, nnodes: *mut c_int, nedges: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Graphdims_get"), Scope::Comm(comm), |cx| {
        cx.non_null(nnodes, "nnodes")?;
        cx.non_null(nedges, "nedges")?;
        // SAFETY: ABI-1.
        unsafe { imp::topology::graphdims_get(cx, comm, Out::at(nnodes), Out::at(nedges)) }
    })
}
global_asm!(".weak MPI_Graphdims_get", ".type MPI_Graphdims_get, @function", ".set MPI_Graphdims_get, PMPI_Graphdims_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_allgather"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_allgather(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_allgather", ".type MPI_Ineighbor_allgather, @function", ".set MPI_Ineighbor_allgather, PMPI_Ineighbor_allgather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_allgather_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(sendcount, "sendcount")?;
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_allgather(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_allgather_c", ".type MPI_Ineighbor_allgather_c, @function", ".set MPI_Ineighbor_allgather_c, PMPI_Ineighbor_allgather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_allgatherv"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_allgatherv(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(displs), recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_allgatherv", ".type MPI_Ineighbor_allgatherv, @function", ".set MPI_Ineighbor_allgatherv, PMPI_Ineighbor_allgatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_allgatherv_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(sendcount, "sendcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_allgatherv(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(displs), recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_allgatherv_c", ".type MPI_Ineighbor_allgatherv_c, @function", ".set MPI_Ineighbor_allgatherv_c, PMPI_Ineighbor_allgatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_alltoall"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_alltoall(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_alltoall", ".type MPI_Ineighbor_alltoall, @function", ".set MPI_Ineighbor_alltoall, PMPI_Ineighbor_alltoall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoall_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_alltoall_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(sendcount, "sendcount")?;
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_alltoall(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_alltoall_c", ".type MPI_Ineighbor_alltoall_c, @function", ".set MPI_Ineighbor_alltoall_c, PMPI_Ineighbor_alltoall_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_alltoallv"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_alltoallv(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(sdispls), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(rdispls), recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_alltoallv", ".type MPI_Ineighbor_alltoallv, @function", ".set MPI_Ineighbor_alltoallv, PMPI_Ineighbor_alltoallv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallv_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_alltoallv_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_alltoallv(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(sdispls), sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(rdispls), recvtype, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_alltoallv_c", ".type MPI_Ineighbor_alltoallv_c, @function", ".set MPI_Ineighbor_alltoallv_c, PMPI_Ineighbor_alltoallv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_alltoallw"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_alltoallw(cx, sendbuf, IntArray::Int(sendcounts), sdispls, sendtypes, recvbuf, IntArray::Int(recvcounts), rdispls, recvtypes, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_alltoallw", ".type MPI_Ineighbor_alltoallw, @function", ".set MPI_Ineighbor_alltoallw, PMPI_Ineighbor_alltoallw");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallw_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Ineighbor_alltoallw_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::ineighbor_alltoallw(cx, sendbuf, IntArray::Long(sendcounts), sdispls, sendtypes, recvbuf, IntArray::Long(recvcounts), rdispls, recvtypes, comm, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Ineighbor_alltoallw_c", ".type MPI_Ineighbor_alltoallw_c, @function", ".set MPI_Ineighbor_alltoallw_c, PMPI_Ineighbor_alltoallw_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_allgather"), Scope::Comm(comm), |cx| {
        let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
        let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_allgather(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_allgather", ".type MPI_Neighbor_allgather, @function", ".set MPI_Neighbor_allgather, PMPI_Neighbor_allgather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_allgather_c"), Scope::Comm(comm), |cx| {
        let sendcount = cx.count(sendcount, "sendcount")?;
        let recvcount = cx.count(recvcount, "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_allgather(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_allgather_c", ".type MPI_Neighbor_allgather_c, @function", ".set MPI_Neighbor_allgather_c, PMPI_Neighbor_allgather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_allgather_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_allgather_init(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_allgather_init", ".type MPI_Neighbor_allgather_init, @function", ".set MPI_Neighbor_allgather_init, PMPI_Neighbor_allgather_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_allgather_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(sendcount, "sendcount")?;
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_allgather_init(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_allgather_init_c", ".type MPI_Neighbor_allgather_init_c, @function", ".set MPI_Neighbor_allgather_init_c, PMPI_Neighbor_allgather_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_allgatherv"), Scope::Comm(comm), |cx| {
        let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_allgatherv(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(displs), recvtype, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_allgatherv", ".type MPI_Neighbor_allgatherv, @function", ".set MPI_Neighbor_allgatherv, PMPI_Neighbor_allgatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_allgatherv_c"), Scope::Comm(comm), |cx| {
        let sendcount = cx.count(sendcount, "sendcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_allgatherv(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(displs), recvtype, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_allgatherv_c", ".type MPI_Neighbor_allgatherv_c, @function", ".set MPI_Neighbor_allgatherv_c, PMPI_Neighbor_allgatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_allgatherv_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_allgatherv_init(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(displs), recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_allgatherv_init", ".type MPI_Neighbor_allgatherv_init, @function", ".set MPI_Neighbor_allgatherv_init, PMPI_Neighbor_allgatherv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_allgatherv_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(sendcount, "sendcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_allgatherv_init(cx, sendbuf, sendcount, sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(displs), recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_allgatherv_init_c", ".type MPI_Neighbor_allgatherv_init_c, @function", ".set MPI_Neighbor_allgatherv_init_c, PMPI_Neighbor_allgatherv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoall"), Scope::Comm(comm), |cx| {
        let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
        let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_alltoall(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_alltoall", ".type MPI_Neighbor_alltoall, @function", ".set MPI_Neighbor_alltoall, PMPI_Neighbor_alltoall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoall_c"), Scope::Comm(comm), |cx| {
        let sendcount = cx.count(sendcount, "sendcount")?;
        let recvcount = cx.count(recvcount, "recvcount")?;
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_alltoall(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_alltoall_c", ".type MPI_Neighbor_alltoall_c, @function", ".set MPI_Neighbor_alltoall_c, PMPI_Neighbor_alltoall_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoall_init"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(i64::from(sendcount), "sendcount")?;
            let recvcount = cx.count(i64::from(recvcount), "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_alltoall_init(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_alltoall_init", ".type MPI_Neighbor_alltoall_init, @function", ".set MPI_Neighbor_alltoall_init, PMPI_Neighbor_alltoall_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoall_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            let sendcount = cx.count(sendcount, "sendcount")?;
            let recvcount = cx.count(recvcount, "recvcount")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_alltoall_init(cx, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_alltoall_init_c", ".type MPI_Neighbor_alltoall_init_c, @function", ".set MPI_Neighbor_alltoall_init_c, PMPI_Neighbor_alltoall_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoallv"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_alltoallv(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(sdispls), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(rdispls), recvtype, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_alltoallv", ".type MPI_Neighbor_alltoallv, @function", ".set MPI_Neighbor_alltoallv, PMPI_Neighbor_alltoallv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoallv_c"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_alltoallv(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(sdispls), sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(rdispls), recvtype, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_alltoallv_c", ".type MPI_Neighbor_alltoallv_c, @function", ".set MPI_Neighbor_alltoallv_c, PMPI_Neighbor_alltoallv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoallv_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_alltoallv_init(cx, sendbuf, IntArray::Int(sendcounts), IntArray::Int(sdispls), sendtype, recvbuf, IntArray::Int(recvcounts), IntArray::Int(rdispls), recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_alltoallv_init", ".type MPI_Neighbor_alltoallv_init, @function", ".set MPI_Neighbor_alltoallv_init, PMPI_Neighbor_alltoallv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_init_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoallv_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_alltoallv_init(cx, sendbuf, IntArray::Long(sendcounts), IntArray::Long(sdispls), sendtype, recvbuf, IntArray::Long(recvcounts), IntArray::Long(rdispls), recvtype, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_alltoallv_init_c", ".type MPI_Neighbor_alltoallv_init_c, @function", ".set MPI_Neighbor_alltoallv_init_c, PMPI_Neighbor_alltoallv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoallw"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_alltoallw(cx, sendbuf, IntArray::Int(sendcounts), sdispls, sendtypes, recvbuf, IntArray::Int(recvcounts), rdispls, recvtypes, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_alltoallw", ".type MPI_Neighbor_alltoallw, @function", ".set MPI_Neighbor_alltoallw, PMPI_Neighbor_alltoallw");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoallw_c"), Scope::Comm(comm), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::neighbor::neighbor_alltoallw(cx, sendbuf, IntArray::Long(sendcounts), sdispls, sendtypes, recvbuf, IntArray::Long(recvcounts), rdispls, recvtypes, comm) }
    })
}
global_asm!(".weak MPI_Neighbor_alltoallw_c", ".type MPI_Neighbor_alltoallw_c, @function", ".set MPI_Neighbor_alltoallw_c, PMPI_Neighbor_alltoallw_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoallw_init"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_alltoallw_init(cx, sendbuf, IntArray::Int(sendcounts), sdispls, sendtypes, recvbuf, IntArray::Int(recvcounts), rdispls, recvtypes, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_alltoallw_init", ".type MPI_Neighbor_alltoallw_init, @function", ".set MPI_Neighbor_alltoallw_init, PMPI_Neighbor_alltoallw_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_init_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Neighbor_alltoallw_init_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::neighbor::neighbor_alltoallw_init(cx, sendbuf, IntArray::Long(sendcounts), sdispls, sendtypes, recvbuf, IntArray::Long(recvcounts), rdispls, recvtypes, comm, info, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Neighbor_alltoallw_init_c", ".type MPI_Neighbor_alltoallw_init_c, @function", ".set MPI_Neighbor_alltoallw_init_c, PMPI_Neighbor_alltoallw_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Topo_test(comm: MPI_Comm, status: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Topo_test"), Scope::Comm(comm), |cx| {
        cx.non_null(status, "status")?;
        // SAFETY: ABI-1.
        unsafe { imp::topology::topo_test(cx, comm, Out::at(status)) }
    })
}
global_asm!(".weak MPI_Topo_test", ".type MPI_Topo_test, @function", ".set MPI_Topo_test, PMPI_Topo_test");

// Environment, error handling and memory

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Add_error_class(errorclass: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Add_error_class"), Scope::None, |cx| {
        cx.non_null(errorclass, "errorclass")?;
        // SAFETY: ABI-1.
        unsafe { imp::error_code::add_error_class(cx, Out::at(errorclass)) }
    })
}
global_asm!(".weak MPI_Add_error_class", ".type MPI_Add_error_class, @function", ".set MPI_Add_error_class, PMPI_Add_error_class");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Add_error_code"), Scope::None, |cx| {
        cx.non_null(errorcode, "errorcode")?;
        // SAFETY: ABI-1.
        unsafe { imp::error_code::add_error_code(cx, errorclass, Out::at(errorcode)) }
    })
}
global_asm!(".weak MPI_Add_error_code", ".type MPI_Add_error_code, @function", ".set MPI_Add_error_code, PMPI_Add_error_code");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Add_error_string(errorcode: c_int, string: *const c_char) -> c_int {
    entry::call_anytime(Call::named("MPI_Add_error_string"), Scope::None, |cx| {
        cx.non_null(string, "string")?;
        // SAFETY: ABI-1.
        unsafe { imp::error_code::add_error_string(cx, errorcode, string) }
    })
}
global_asm!(".weak MPI_Add_error_string", ".type MPI_Add_error_string, @function", ".set MPI_Add_error_string, PMPI_Add_error_string");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alloc_mem(size: i64, info: MPI_Info, baseptr: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Alloc_mem"), Scope::None, |cx| {
        cx.non_null(baseptr, "baseptr")?;
        // SAFETY: ABI-1.
        unsafe { imp::memory::alloc_mem(cx, size, info, baseptr) }
    })
}
global_asm!(".weak MPI_Alloc_mem", ".type MPI_Alloc_mem, @function", ".set MPI_Alloc_mem, PMPI_Alloc_mem");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_call_errhandler(comm: MPI_Comm, errorcode: c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_call_errhandler"), Scope::Comm(comm), |cx| {
        imp::errhandler::comm_call_errhandler(cx, comm, errorcode)
    })
}
global_asm!(".weak MPI_Comm_call_errhandler", ".type MPI_Comm_call_errhandler, @function", ".set MPI_Comm_call_errhandler, PMPI_Comm_call_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_errhandler(comm_errhandler_fn: MPI_Comm_errhandler_function, errhandler: *mut MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_Comm_create_errhandler"), Scope::None, |cx| {
        let body = || {
            cx.non_null(comm_errhandler_fn.map_or(core::ptr::null(), |f| f as *const c_void), "comm_errhandler_fn")?;
            cx.non_null(errhandler, "errhandler")?;
            // SAFETY: ABI-1.
            unsafe { imp::errhandler::comm_create_errhandler(cx, comm_errhandler_fn, Out::at(errhandler)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Errhandler::clear(errhandler) }
        })
    })
}
global_asm!(".weak MPI_Comm_create_errhandler", ".type MPI_Comm_create_errhandler, @function", ".set MPI_Comm_create_errhandler, PMPI_Comm_create_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_errhandler(comm: MPI_Comm, errhandler: *mut MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_Comm_get_errhandler"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(errhandler, "errhandler")?;
            // SAFETY: ABI-1.
            unsafe { imp::errhandler::comm_get_errhandler(cx, comm, Out::at(errhandler)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Errhandler::clear(errhandler) }
        })
    })
}
global_asm!(".weak MPI_Comm_get_errhandler", ".type MPI_Comm_get_errhandler, @function", ".set MPI_Comm_get_errhandler, PMPI_Comm_get_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_errhandler(comm: MPI_Comm, errhandler: MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_Comm_set_errhandler"), Scope::Comm(comm), |cx| {
        imp::errhandler::comm_set_errhandler(cx, comm, errhandler)
    })
}
global_asm!(".weak MPI_Comm_set_errhandler", ".type MPI_Comm_set_errhandler, @function", ".set MPI_Comm_set_errhandler, PMPI_Comm_set_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_free(errhandler: *mut MPI_Errhandler) -> c_int {
    entry::call_anytime(Call::named("MPI_Errhandler_free"), Scope::None, |cx| {
        cx.non_null(errhandler, "errhandler")?;
        // SAFETY: ABI-1.
        unsafe { imp::errhandler::errhandler_free(cx, InOut::at(errhandler)) }
    })
}
global_asm!(".weak MPI_Errhandler_free", ".type MPI_Errhandler_free, @function", ".set MPI_Errhandler_free, PMPI_Errhandler_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Error_class(errorcode: c_int, errorclass: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Error_class"), Scope::None, |cx| {
        cx.non_null(errorclass, "errorclass")?;
        // SAFETY: ABI-1.
        unsafe { imp::error_code::error_class(cx, errorcode, Out::at(errorclass)) }
    })
}
global_asm!(".weak MPI_Error_class", ".type MPI_Error_class, @function", ".set MPI_Error_class, PMPI_Error_class");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Error_string(errorcode: c_int, string: *mut c_char, resultlen: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Error_string"), Scope::None, |cx| {
        cx.non_null(string, "string")?;
        cx.non_null(resultlen, "resultlen")?;
        // SAFETY: ABI-1.
        unsafe { imp::error_code::error_string(cx, errorcode, string, Out::at(resultlen)) }
    })
}
global_asm!(".weak MPI_Error_string", ".type MPI_Error_string, @function", ".set MPI_Error_string, PMPI_Error_string");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Free_mem(base: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Free_mem"), Scope::None, |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::memory::free_mem(cx, base) }
    })
}
global_asm!(".weak MPI_Free_mem", ".type MPI_Free_mem, @function", ".set MPI_Free_mem, PMPI_Free_mem");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_hw_resource_info(hw_info: *mut MPI_Info) -> c_int {
    entry::call_anytime(Call::named("MPI_Get_hw_resource_info"), Scope::None, |cx| {
        let body = || {
            cx.non_null(hw_info, "hw_info")?;
            // SAFETY: ABI-1.
            unsafe { imp::split_type::get_hw_resource_info(cx, Out::at(hw_info)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(hw_info) }
        })
    })
}
global_asm!(".weak MPI_Get_hw_resource_info", ".type MPI_Get_hw_resource_info, @function", ".set MPI_Get_hw_resource_info, PMPI_Get_hw_resource_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_library_version(version: *mut c_char, resultlen: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Get_library_version"), Scope::None, |cx| {
        cx.non_null(version, "version")?;
        cx.non_null(resultlen, "resultlen")?;
        // SAFETY: ABI-1.
        unsafe { imp::environment::get_library_version(cx, version, Out::at(resultlen)) }
    })
}
global_asm!(".weak MPI_Get_library_version", ".type MPI_Get_library_version, @function", ".set MPI_Get_library_version, PMPI_Get_library_version");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_processor_name(name: *mut c_char, resultlen: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Get_processor_name"), Scope::None, |cx| {
        cx.non_null(name, "name")?;
        cx.non_null(resultlen, "resultlen")?;
        // SAFETY: ABI-1.
        unsafe { imp::environment::get_processor_name(cx, name, Out::at(resultlen)) }
    })
}
global_asm!(".weak MPI_Get_processor_name", ".type MPI_Get_processor_name, @function", ".set MPI_Get_processor_name, PMPI_Get_processor_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_version(version: *mut c_int, subversion: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Get_version"), Scope::None, |cx| {
        cx.non_null(version, "version")?;
        cx.non_null(subversion, "subversion")?;
        // SAFETY: ABI-1.
        unsafe { imp::environment::get_version(cx, Out::at(version), Out::at(subversion)) }
    })
}
global_asm!(".weak MPI_Get_version", ".type MPI_Get_version, @function", ".set MPI_Get_version, PMPI_Get_version");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Remove_error_class(errorclass: c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Remove_error_class"), Scope::None, |cx| {
        imp::error_code::remove_error_class(cx, errorclass)
    })
}
global_asm!(".weak MPI_Remove_error_class", ".type MPI_Remove_error_class, @function", ".set MPI_Remove_error_class, PMPI_Remove_error_class");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Remove_error_code(errorcode: c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Remove_error_code"), Scope::None, |cx| {
        imp::error_code::remove_error_code(cx, errorcode)
    })
}
global_asm!(".weak MPI_Remove_error_code", ".type MPI_Remove_error_code, @function", ".set MPI_Remove_error_code, PMPI_Remove_error_code");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Remove_error_string(errorcode: c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Remove_error_string"), Scope::None, |cx| {
        imp::error_code::remove_error_string(cx, errorcode)
    })
}
global_asm!(".weak MPI_Remove_error_string", ".type MPI_Remove_error_string, @function", ".set MPI_Remove_error_string, PMPI_Remove_error_string");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_call_errhandler(session: MPI_Session, errorcode: c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Session_call_errhandler"), Scope::Session(session), |cx| {
        imp::errhandler::session_call_errhandler(cx, session, errorcode)
    })
}
global_asm!(".weak MPI_Session_call_errhandler", ".type MPI_Session_call_errhandler, @function", ".set MPI_Session_call_errhandler, PMPI_Session_call_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_create_errhandler(session_errhandler_fn: MPI_Session_errhandler_function, errhandler: *mut MPI_Errhandler) -> c_int {
    entry::call_anytime(Call::named("MPI_Session_create_errhandler"), Scope::None, |cx| {
        let body = || {
            cx.non_null(session_errhandler_fn.map_or(core::ptr::null(), |f| f as *const c_void), "session_errhandler_fn")?;
            cx.non_null(errhandler, "errhandler")?;
            // SAFETY: ABI-1.
            unsafe { imp::errhandler::session_create_errhandler(cx, session_errhandler_fn, Out::at(errhandler)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Errhandler::clear(errhandler) }
        })
    })
}
global_asm!(".weak MPI_Session_create_errhandler", ".type MPI_Session_create_errhandler, @function", ".set MPI_Session_create_errhandler, PMPI_Session_create_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_errhandler(session: MPI_Session, errhandler: *mut MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_Session_get_errhandler"), Scope::Session(session), |cx| {
        let body = || {
            cx.non_null(errhandler, "errhandler")?;
            // SAFETY: ABI-1.
            unsafe { imp::errhandler::session_get_errhandler(cx, session, Out::at(errhandler)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Errhandler::clear(errhandler) }
        })
    })
}
global_asm!(".weak MPI_Session_get_errhandler", ".type MPI_Session_get_errhandler, @function", ".set MPI_Session_get_errhandler, PMPI_Session_get_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_set_errhandler(session: MPI_Session, errhandler: MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_Session_set_errhandler"), Scope::Session(session), |cx| {
        imp::errhandler::session_set_errhandler(cx, session, errhandler)
    })
}
global_asm!(".weak MPI_Session_set_errhandler", ".type MPI_Session_set_errhandler, @function", ".set MPI_Session_set_errhandler, PMPI_Session_set_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_call_errhandler(win: MPI_Win, errorcode: c_int) -> c_int {
    entry::call(Call::named("MPI_Win_call_errhandler"), Scope::Win(win), |cx| {
        imp::errhandler::win_call_errhandler(cx, win, errorcode)
    })
}
global_asm!(".weak MPI_Win_call_errhandler", ".type MPI_Win_call_errhandler, @function", ".set MPI_Win_call_errhandler, PMPI_Win_call_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_errhandler(win_errhandler_fn: MPI_Win_errhandler_function, errhandler: *mut MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_Win_create_errhandler"), Scope::None, |cx| {
        let body = || {
            cx.non_null(win_errhandler_fn.map_or(core::ptr::null(), |f| f as *const c_void), "win_errhandler_fn")?;
            cx.non_null(errhandler, "errhandler")?;
            // SAFETY: ABI-1.
            unsafe { imp::errhandler::win_create_errhandler(cx, win_errhandler_fn, Out::at(errhandler)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Errhandler::clear(errhandler) }
        })
    })
}
global_asm!(".weak MPI_Win_create_errhandler", ".type MPI_Win_create_errhandler, @function", ".set MPI_Win_create_errhandler, PMPI_Win_create_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_errhandler(win: MPI_Win, errhandler: *mut MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_Win_get_errhandler"), Scope::Win(win), |cx| {
        let body = || {
            cx.non_null(errhandler, "errhandler")?;
            // SAFETY: ABI-1.
            unsafe { imp::errhandler::win_get_errhandler(cx, win, Out::at(errhandler)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Errhandler::clear(errhandler) }
        })
    })
}
global_asm!(".weak MPI_Win_get_errhandler", ".type MPI_Win_get_errhandler, @function", ".set MPI_Win_get_errhandler, PMPI_Win_get_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_errhandler(win: MPI_Win, errhandler: MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_Win_set_errhandler"), Scope::Win(win), |cx| {
        imp::errhandler::win_set_errhandler(cx, win, errhandler)
    })
}
global_asm!(".weak MPI_Win_set_errhandler", ".type MPI_Win_set_errhandler, @function", ".set MPI_Win_set_errhandler, PMPI_Win_set_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wtick() -> c_double {
    imp::environment::wtick()
}
global_asm!(".weak MPI_Wtick", ".type MPI_Wtick, @function", ".set MPI_Wtick, PMPI_Wtick");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wtime() -> c_double {
    imp::environment::wtime()
}
global_asm!(".weak MPI_Wtime", ".type MPI_Wtime, @function", ".set MPI_Wtime, PMPI_Wtime");

// The Info object

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_create(info: *mut MPI_Info) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_create"), Scope::None, |cx| {
        let body = || {
            cx.non_null(info, "info")?;
            // SAFETY: ABI-1.
            unsafe { imp::info::info_create(cx, Out::at(info)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info) }
        })
    })
}
global_asm!(".weak MPI_Info_create", ".type MPI_Info_create, @function", ".set MPI_Info_create, PMPI_Info_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_create_env(argc: c_int, argv: *mut *mut c_char, info: *mut MPI_Info) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_create_env"), Scope::None, |cx| {
        let body = || {
            cx.non_null(info, "info")?;
            // SAFETY: ABI-1.
            unsafe { imp::info::info_create_env(cx, argc, argv, Out::at(info)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info) }
        })
    })
}
global_asm!(".weak MPI_Info_create_env", ".type MPI_Info_create_env, @function", ".set MPI_Info_create_env, PMPI_Info_create_env");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_delete(info: MPI_Info, key: *const c_char) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_delete"), Scope::None, |cx| {
        cx.non_null(key, "key")?;
        // SAFETY: ABI-1.
        unsafe { imp::info::info_delete(cx, info, key) }
    })
}
global_asm!(".weak MPI_Info_delete", ".type MPI_Info_delete, @function", ".set MPI_Info_delete, PMPI_Info_delete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_dup(info: MPI_Info, newinfo: *mut MPI_Info) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_dup"), Scope::None, |cx| {
        let body = || {
            cx.non_null(newinfo, "newinfo")?;
            // SAFETY: ABI-1.
            unsafe { imp::info::info_dup(cx, info, Out::at(newinfo)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(newinfo) }
        })
    })
}
global_asm!(".weak MPI_Info_dup", ".type MPI_Info_dup, @function", ".set MPI_Info_dup, PMPI_Info_dup");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_free(info: *mut MPI_Info) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_free"), Scope::None, |cx| {
        cx.non_null(info, "info")?;
        // SAFETY: ABI-1.
        unsafe { imp::info::info_free(cx, InOut::at(info)) }
    })
}
global_asm!(".weak MPI_Info_free", ".type MPI_Info_free, @function", ".set MPI_Info_free, PMPI_Info_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get(info: MPI_Info, key: *const c_char, valuelen: c_int, value: *mut c_char, flag: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_get"), Scope::None, |cx| {
        cx.non_null(key, "key")?;
        cx.non_null(value, "value")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::info::info_get(cx, info, key, valuelen, value, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Info_get", ".type MPI_Info_get, @function", ".set MPI_Info_get, PMPI_Info_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_nkeys(info: MPI_Info, nkeys: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_get_nkeys"), Scope::None, |cx| {
        cx.non_null(nkeys, "nkeys")?;
        // SAFETY: ABI-1.
        unsafe { imp::info::info_get_nkeys(cx, info, Out::at(nkeys)) }
    })
}
global_asm!(".weak MPI_Info_get_nkeys", ".type MPI_Info_get_nkeys, @function", ".set MPI_Info_get_nkeys, PMPI_Info_get_nkeys");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_nthkey(info: MPI_Info, n: c_int, key: *mut c_char) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_get_nthkey"), Scope::None, |cx| {
        cx.non_null(key, "key")?;
        // SAFETY: ABI-1.
        unsafe { imp::info::info_get_nthkey(cx, info, n, key) }
    })
}
global_asm!(".weak MPI_Info_get_nthkey", ".type MPI_Info_get_nthkey, @function", ".set MPI_Info_get_nthkey, PMPI_Info_get_nthkey");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_string(info: MPI_Info, key: *const c_char, buflen: *mut c_int, value: *mut c_char, flag: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_get_string"), Scope::None, |cx| {
        cx.non_null(key, "key")?;
        cx.non_null(buflen, "buflen")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::info::info_get_string(cx, info, key, InOut::at(buflen), value, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Info_get_string", ".type MPI_Info_get_string, @function", ".set MPI_Info_get_string, PMPI_Info_get_string");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_valuelen(info: MPI_Info, key: *const c_char, valuelen: *mut c_int, flag: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_get_valuelen"), Scope::None, |cx| {
        cx.non_null(key, "key")?;
        cx.non_null(valuelen, "valuelen")?;
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::info::info_get_valuelen(cx, info, key, Out::at(valuelen), Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Info_get_valuelen", ".type MPI_Info_get_valuelen, @function", ".set MPI_Info_get_valuelen, PMPI_Info_get_valuelen");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_set(info: MPI_Info, key: *const c_char, value: *const c_char) -> c_int {
    entry::call_anytime(Call::named("MPI_Info_set"), Scope::None, |cx| {
        cx.non_null(key, "key")?;
        cx.non_null(value, "value")?;
        // SAFETY: ABI-1.
        unsafe { imp::info::info_set(cx, info, key, value) }
    })
}
global_asm!(".weak MPI_Info_set", ".type MPI_Info_set, @function", ".set MPI_Info_set, PMPI_Info_set");

// Process initialization, creation and management

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abort(comm: MPI_Comm, errorcode: c_int) -> c_int {
    entry::call(Call::named("MPI_Abort"), Scope::Comm(comm), |cx| {
        imp::lifecycle::abort(cx, comm, errorcode)
    })
}
global_asm!(".weak MPI_Abort", ".type MPI_Abort, @function", ".set MPI_Abort, PMPI_Abort");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Close_port(port_name: *const c_char) -> c_int {
    entry::call(Call::named("MPI_Close_port"), Scope::None, |cx| {
        cx.non_null(port_name, "port_name")?;
        // SAFETY: ABI-1.
        unsafe { imp::connect::close_port(cx, port_name) }
    })
}
global_asm!(".weak MPI_Close_port", ".type MPI_Close_port, @function", ".set MPI_Close_port, PMPI_Close_port");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_accept(port_name: *const c_char, info: MPI_Info, root: c_int, comm: MPI_Comm, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_accept"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::connect::comm_accept(cx, port_name, info, root, comm, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_accept", ".type MPI_Comm_accept, @function", ".set MPI_Comm_accept, PMPI_Comm_accept");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_connect(port_name: *const c_char, info: MPI_Info, root: c_int, comm: MPI_Comm, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_connect"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::connect::comm_connect(cx, port_name, info, root, comm, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_connect", ".type MPI_Comm_connect, @function", ".set MPI_Comm_connect, PMPI_Comm_connect");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_disconnect(comm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_disconnect"), Scope::Comm(
        // SAFETY: ABI-1.
        unsafe { MPI_Comm::peek(comm) },
    ), |cx| {
        cx.non_null(comm, "comm")?;
        // SAFETY: ABI-1.
        unsafe { imp::comm_create::comm_disconnect(cx, InOut::at(comm)) }
    })
}
global_asm!(".weak MPI_Comm_disconnect", ".type MPI_Comm_disconnect, @function", ".set MPI_Comm_disconnect, PMPI_Comm_disconnect");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_parent(parent: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_get_parent"), Scope::None, |cx| {
        let body = || {
            cx.non_null(parent, "parent")?;
            // SAFETY: ABI-1.
            unsafe { imp::comm::comm_get_parent(cx, Out::at(parent)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(parent) }
        })
    })
}
global_asm!(".weak MPI_Comm_get_parent", ".type MPI_Comm_get_parent, @function", ".set MPI_Comm_get_parent, PMPI_Comm_get_parent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_join(fd: c_int, intercomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPI_Comm_join"), Scope::None, |cx| {
        let body = || {
            cx.non_null(intercomm, "intercomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::connect::comm_join(cx, fd, Out::at(intercomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(intercomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_join", ".type MPI_Comm_join, @function", ".set MPI_Comm_join, PMPI_Comm_join");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_spawn(command: *const c_char, argv: *mut *mut c_char, maxprocs: c_int, info: MPI_Info, root: c_int, comm: MPI_Comm, intercomm: *mut MPI_Comm, array_of_errcodes: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_spawn"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(intercomm, "intercomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::spawn::comm_spawn(cx, command, argv, maxprocs, info, root, comm, Out::at(intercomm), array_of_errcodes) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(intercomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_spawn", ".type MPI_Comm_spawn, @function", ".set MPI_Comm_spawn, PMPI_Comm_spawn");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_spawn_multiple(count: c_int, array_of_commands: *mut *mut c_char, array_of_argv: *mut *mut *mut c_char, array_of_maxprocs: *const c_int, array_of_info: *const MPI_Info, root: c_int, comm: MPI_Comm, intercomm: *mut MPI_Comm, array_of_errcodes: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Comm_spawn_multiple"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.count(i64::from(count), "count")?;
            cx.non_null(intercomm, "intercomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::spawn::comm_spawn_multiple(cx, count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, Out::at(intercomm), array_of_errcodes) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(intercomm) }
        })
    })
}
global_asm!(".weak MPI_Comm_spawn_multiple", ".type MPI_Comm_spawn_multiple, @function", ".set MPI_Comm_spawn_multiple, PMPI_Comm_spawn_multiple");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Finalize() -> c_int {
    entry::call(Call::named("MPI_Finalize"), Scope::None, |cx| {
        imp::lifecycle::finalize(cx)
    })
}
global_asm!(".weak MPI_Finalize", ".type MPI_Finalize, @function", ".set MPI_Finalize, PMPI_Finalize");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Finalized(flag: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Finalized"), Scope::None, |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::lifecycle::finalized(cx, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Finalized", ".type MPI_Finalized, @function", ".set MPI_Finalized, PMPI_Finalized");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int {
    entry::call_anytime(Call::named("MPI_Init"), Scope::None, |cx| {
        imp::lifecycle::init(cx, argc, argv)
    })
}
global_asm!(".weak MPI_Init", ".type MPI_Init, @function", ".set MPI_Init, PMPI_Init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Init_thread(argc: *mut c_int, argv: *mut *mut *mut c_char, required: c_int, provided: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Init_thread"), Scope::None, |cx| {
        cx.non_null(provided, "provided")?;
        // SAFETY: ABI-1.
        unsafe { imp::lifecycle::init_thread(cx, argc, argv, required, Out::at(provided)) }
    })
}
global_asm!(".weak MPI_Init_thread", ".type MPI_Init_thread, @function", ".set MPI_Init_thread, PMPI_Init_thread");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Initialized(flag: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Initialized"), Scope::None, |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::lifecycle::initialized(cx, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Initialized", ".type MPI_Initialized, @function", ".set MPI_Initialized, PMPI_Initialized");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Is_thread_main(flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Is_thread_main"), Scope::None, |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::lifecycle::is_thread_main(cx, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Is_thread_main", ".type MPI_Is_thread_main, @function", ".set MPI_Is_thread_main, PMPI_Is_thread_main");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Lookup_name(service_name: *const c_char, info: MPI_Info, port_name: *mut c_char) -> c_int {
    entry::call(Call::named("MPI_Lookup_name"), Scope::None, |cx| {
        cx.non_null(service_name, "service_name")?;
        cx.non_null(port_name, "port_name")?;
        // SAFETY: ABI-1.
        unsafe { imp::service::lookup_name(cx, service_name, info, port_name) }
    })
}
global_asm!(".weak MPI_Lookup_name", ".type MPI_Lookup_name, @function", ".set MPI_Lookup_name, PMPI_Lookup_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Open_port(info: MPI_Info, port_name: *mut c_char) -> c_int {
    entry::call(Call::named("MPI_Open_port"), Scope::None, |cx| {
        cx.non_null(port_name, "port_name")?;
        // SAFETY: ABI-1.
        unsafe { imp::connect::open_port(cx, info, port_name) }
    })
}
global_asm!(".weak MPI_Open_port", ".type MPI_Open_port, @function", ".set MPI_Open_port, PMPI_Open_port");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Publish_name(service_name: *const c_char, info: MPI_Info, port_name: *const c_char) -> c_int {
    entry::call(Call::named("MPI_Publish_name"), Scope::None, |cx| {
        cx.non_null(service_name, "service_name")?;
        cx.non_null(port_name, "port_name")?;
        // SAFETY: ABI-1.
        unsafe { imp::service::publish_name(cx, service_name, info, port_name) }
    })
}
global_asm!(".weak MPI_Publish_name", ".type MPI_Publish_name, @function", ".set MPI_Publish_name, PMPI_Publish_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Query_thread(provided: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Query_thread"), Scope::None, |cx| {
        cx.non_null(provided, "provided")?;
        // SAFETY: ABI-1.
        unsafe { imp::lifecycle::query_thread(cx, Out::at(provided)) }
    })
}
global_asm!(".weak MPI_Query_thread", ".type MPI_Query_thread, @function", ".set MPI_Query_thread, PMPI_Query_thread");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_finalize(session: *mut MPI_Session) -> c_int {
    entry::call(Call::named("MPI_Session_finalize"), Scope::Session(
        // SAFETY: ABI-1.
        unsafe { MPI_Session::peek(session) },
    ), |cx| {
        cx.non_null(session, "session")?;
        // SAFETY: ABI-1.
        unsafe { imp::session::session_finalize(cx, InOut::at(session)) }
    })
}
global_asm!(".weak MPI_Session_finalize", ".type MPI_Session_finalize, @function", ".set MPI_Session_finalize, PMPI_Session_finalize");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_info(session: MPI_Session, info_used: *mut MPI_Info) -> c_int {
    entry::call(Call::named("MPI_Session_get_info"), Scope::Session(session), |cx| {
        let body = || {
            cx.non_null(info_used, "info_used")?;
            // SAFETY: ABI-1.
            unsafe { imp::session::session_get_info(cx, session, Out::at(info_used)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info_used) }
        })
    })
}
global_asm!(".weak MPI_Session_get_info", ".type MPI_Session_get_info, @function", ".set MPI_Session_get_info, PMPI_Session_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_nth_pset(session: MPI_Session, info: MPI_Info, n: c_int, pset_len: *mut c_int, pset_name: *mut c_char) -> c_int {
    entry::call(Call::named("MPI_Session_get_nth_pset"), Scope::Session(session), |cx| {
        cx.non_null(pset_len, "pset_len")?;
        // SAFETY: ABI-1.
        unsafe { imp::session::session_get_nth_pset(cx, session, info, n, InOut::at(pset_len), pset_name) }
    })
}
global_asm!(".weak MPI_Session_get_nth_pset", ".type MPI_Session_get_nth_pset, @function", ".set MPI_Session_get_nth_pset, PMPI_Session_get_nth_pset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_num_psets(session: MPI_Session, info: MPI_Info, npset_names: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Session_get_num_psets"), Scope::Session(session), |cx| {
        cx.non_null(npset_names, "npset_names")?;
        // SAFETY: ABI-1.
        unsafe { imp::session::session_get_num_psets(cx, session, info, Out::at(npset_names)) }
    })
}
global_asm!(".weak MPI_Session_get_num_psets", ".type MPI_Session_get_num_psets, @function", ".set MPI_Session_get_num_psets, PMPI_Session_get_num_psets");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_pset_info(session: MPI_Session, pset_name: *const c_char, info: *mut MPI_Info) -> c_int {
    entry::call(Call::named("MPI_Session_get_pset_info"), Scope::Session(session), |cx| {
        let body = || {
            cx.non_null(pset_name, "pset_name")?;
            cx.non_null(info, "info")?;
            // SAFETY: ABI-1.
            unsafe { imp::session::session_get_pset_info(cx, session, pset_name, Out::at(info)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info) }
        })
    })
}
global_asm!(".weak MPI_Session_get_pset_info", ".type MPI_Session_get_pset_info, @function", ".set MPI_Session_get_pset_info, PMPI_Session_get_pset_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_init(info: MPI_Info, errhandler: MPI_Errhandler, session: *mut MPI_Session) -> c_int {
    entry::call_anytime(Call::named("MPI_Session_init"), Scope::None, |cx| {
        let body = || {
            cx.non_null(session, "session")?;
            // SAFETY: ABI-1.
            unsafe { imp::session::session_init(cx, info, errhandler, Out::at(session)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Session::clear(session) }
        })
    })
}
global_asm!(".weak MPI_Session_init", ".type MPI_Session_init, @function", ".set MPI_Session_init, PMPI_Session_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpublish_name(service_name: *const c_char, info: MPI_Info, port_name: *const c_char) -> c_int {
    entry::call(Call::named("MPI_Unpublish_name"), Scope::None, |cx| {
        cx.non_null(service_name, "service_name")?;
        cx.non_null(port_name, "port_name")?;
        // SAFETY: ABI-1.
        unsafe { imp::service::unpublish_name(cx, service_name, info, port_name) }
    })
}
global_asm!(".weak MPI_Unpublish_name", ".type MPI_Unpublish_name, @function", ".set MPI_Unpublish_name, PMPI_Unpublish_name");

// One-sided communication

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Accumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Accumulate"), Scope::Win(win), |cx| {
        let origin_count = cx.count(i64::from(origin_count), "origin_count")?;
        let target_count = cx.count(i64::from(target_count), "target_count")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_accumulate::accumulate(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win) }
    })
}
global_asm!(".weak MPI_Accumulate", ".type MPI_Accumulate, @function", ".set MPI_Accumulate, PMPI_Accumulate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Accumulate_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Accumulate_c"), Scope::Win(win), |cx| {
        let origin_count = cx.count(origin_count, "origin_count")?;
        let target_count = cx.count(target_count, "target_count")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_accumulate::accumulate(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win) }
    })
}
global_asm!(".weak MPI_Accumulate_c", ".type MPI_Accumulate_c, @function", ".set MPI_Accumulate_c, PMPI_Accumulate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Compare_and_swap(origin_addr: *const c_void, compare_addr: *const c_void, result_addr: *mut c_void, datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Compare_and_swap"), Scope::Win(win), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::win_accumulate::compare_and_swap(cx, origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win) }
    })
}
global_asm!(".weak MPI_Compare_and_swap", ".type MPI_Compare_and_swap, @function", ".set MPI_Compare_and_swap, PMPI_Compare_and_swap");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Fetch_and_op(origin_addr: *const c_void, result_addr: *mut c_void, datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, op: MPI_Op, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Fetch_and_op"), Scope::Win(win), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::win_accumulate::fetch_and_op(cx, origin_addr, result_addr, datatype, target_rank, target_disp, op, win) }
    })
}
global_asm!(".weak MPI_Fetch_and_op", ".type MPI_Fetch_and_op, @function", ".set MPI_Fetch_and_op, PMPI_Fetch_and_op");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get(origin_addr: *mut c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Get"), Scope::Win(win), |cx| {
        let origin_count = cx.count(i64::from(origin_count), "origin_count")?;
        let target_count = cx.count(i64::from(target_count), "target_count")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_access::get(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win) }
    })
}
global_asm!(".weak MPI_Get", ".type MPI_Get, @function", ".set MPI_Get, PMPI_Get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_c(origin_addr: *mut c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Get_c"), Scope::Win(win), |cx| {
        let origin_count = cx.count(origin_count, "origin_count")?;
        let target_count = cx.count(target_count, "target_count")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_access::get(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win) }
    })
}
global_asm!(".weak MPI_Get_c", ".type MPI_Get_c, @function", ".set MPI_Get_c, PMPI_Get_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_accumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Get_accumulate"), Scope::Win(win), |cx| {
        let origin_count = cx.count(i64::from(origin_count), "origin_count")?;
        let result_count = cx.count(i64::from(result_count), "result_count")?;
        let target_count = cx.count(i64::from(target_count), "target_count")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_accumulate::get_accumulate(cx, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win) }
    })
}
global_asm!(".weak MPI_Get_accumulate", ".type MPI_Get_accumulate, @function", ".set MPI_Get_accumulate, PMPI_Get_accumulate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_accumulate_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Get_accumulate_c"), Scope::Win(win), |cx| {
        let origin_count = cx.count(origin_count, "origin_count")?;
        let result_count = cx.count(result_count, "result_count")?;
        let target_count = cx.count(target_count, "target_count")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_accumulate::get_accumulate(cx, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win) }
    })
}
global_asm!(".weak MPI_Get_accumulate_c", ".type MPI_Get_accumulate_c, @function", ".set MPI_Get_accumulate_c, PMPI_Get_accumulate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Put(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Put"), Scope::Win(win), |cx| {
        let origin_count = cx.count(i64::from(origin_count), "origin_count")?;
        let target_count = cx.count(i64::from(target_count), "target_count")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_access::put(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win) }
    })
}
global_asm!(".weak MPI_Put", ".type MPI_Put, @function", ".set MPI_Put, PMPI_Put");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Put_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Put_c"), Scope::Win(win), |cx| {
        let origin_count = cx.count(origin_count, "origin_count")?;
        let target_count = cx.count(target_count, "target_count")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_access::put(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win) }
    })
}
global_asm!(".weak MPI_Put_c", ".type MPI_Put_c, @function", ".set MPI_Put_c, PMPI_Put_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Raccumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Raccumulate"), Scope::Win(win), |cx| {
        let body = || {
            let origin_count = cx.count(i64::from(origin_count), "origin_count")?;
            let target_count = cx.count(i64::from(target_count), "target_count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_accumulate::raccumulate(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Raccumulate", ".type MPI_Raccumulate, @function", ".set MPI_Raccumulate, PMPI_Raccumulate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Raccumulate_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Raccumulate_c"), Scope::Win(win), |cx| {
        let body = || {
            let origin_count = cx.count(origin_count, "origin_count")?;
            let target_count = cx.count(target_count, "target_count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_accumulate::raccumulate(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Raccumulate_c", ".type MPI_Raccumulate_c, @function", ".set MPI_Raccumulate_c, PMPI_Raccumulate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget(origin_addr: *mut c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Rget"), Scope::Win(win), |cx| {
        let body = || {
            let origin_count = cx.count(i64::from(origin_count), "origin_count")?;
            let target_count = cx.count(i64::from(target_count), "target_count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_access::rget(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Rget", ".type MPI_Rget, @function", ".set MPI_Rget, PMPI_Rget");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_c(origin_addr: *mut c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Rget_c"), Scope::Win(win), |cx| {
        let body = || {
            let origin_count = cx.count(origin_count, "origin_count")?;
            let target_count = cx.count(target_count, "target_count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_access::rget(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Rget_c", ".type MPI_Rget_c, @function", ".set MPI_Rget_c, PMPI_Rget_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_accumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Rget_accumulate"), Scope::Win(win), |cx| {
        let body = || {
            let origin_count = cx.count(i64::from(origin_count), "origin_count")?;
            let result_count = cx.count(i64::from(result_count), "result_count")?;
            let target_count = cx.count(i64::from(target_count), "target_count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_accumulate::rget_accumulate(cx, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Rget_accumulate", ".type MPI_Rget_accumulate, @function", ".set MPI_Rget_accumulate, PMPI_Rget_accumulate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_accumulate_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Rget_accumulate_c"), Scope::Win(win), |cx| {
        let body = || {
            let origin_count = cx.count(origin_count, "origin_count")?;
            let result_count = cx.count(result_count, "result_count")?;
            let target_count = cx.count(target_count, "target_count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_accumulate::rget_accumulate(cx, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Rget_accumulate_c", ".type MPI_Rget_accumulate_c, @function", ".set MPI_Rget_accumulate_c, PMPI_Rget_accumulate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rput(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Rput"), Scope::Win(win), |cx| {
        let body = || {
            let origin_count = cx.count(i64::from(origin_count), "origin_count")?;
            let target_count = cx.count(i64::from(target_count), "target_count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_access::rput(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Rput", ".type MPI_Rput, @function", ".set MPI_Rput, PMPI_Rput");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rput_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Rput_c"), Scope::Win(win), |cx| {
        let body = || {
            let origin_count = cx.count(origin_count, "origin_count")?;
            let target_count = cx.count(target_count, "target_count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_access::rput(cx, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Rput_c", ".type MPI_Rput_c, @function", ".set MPI_Rput_c, PMPI_Rput_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate(size: i64, disp_unit: c_int, info: MPI_Info, comm: MPI_Comm, baseptr: *mut c_void, win: *mut MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_allocate"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(baseptr, "baseptr")?;
            cx.non_null(win, "win")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_create::win_allocate(cx, size, i64::from(disp_unit), info, comm, baseptr, Out::at(win)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Win::clear(win) }
        })
    })
}
global_asm!(".weak MPI_Win_allocate", ".type MPI_Win_allocate, @function", ".set MPI_Win_allocate, PMPI_Win_allocate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_c(size: i64, disp_unit: i64, info: MPI_Info, comm: MPI_Comm, baseptr: *mut c_void, win: *mut MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_allocate_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(baseptr, "baseptr")?;
            cx.non_null(win, "win")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_create::win_allocate(cx, size, disp_unit, info, comm, baseptr, Out::at(win)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Win::clear(win) }
        })
    })
}
global_asm!(".weak MPI_Win_allocate_c", ".type MPI_Win_allocate_c, @function", ".set MPI_Win_allocate_c, PMPI_Win_allocate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_shared(size: i64, disp_unit: c_int, info: MPI_Info, comm: MPI_Comm, baseptr: *mut c_void, win: *mut MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_allocate_shared"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(baseptr, "baseptr")?;
            cx.non_null(win, "win")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_create::win_allocate_shared(cx, size, i64::from(disp_unit), info, comm, baseptr, Out::at(win)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Win::clear(win) }
        })
    })
}
global_asm!(".weak MPI_Win_allocate_shared", ".type MPI_Win_allocate_shared, @function", ".set MPI_Win_allocate_shared, PMPI_Win_allocate_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_shared_c(size: i64, disp_unit: i64, info: MPI_Info, comm: MPI_Comm, baseptr: *mut c_void, win: *mut MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_allocate_shared_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(baseptr, "baseptr")?;
            cx.non_null(win, "win")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_create::win_allocate_shared(cx, size, disp_unit, info, comm, baseptr, Out::at(win)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Win::clear(win) }
        })
    })
}
global_asm!(".weak MPI_Win_allocate_shared_c", ".type MPI_Win_allocate_shared_c, @function", ".set MPI_Win_allocate_shared_c, PMPI_Win_allocate_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_attach(win: MPI_Win, base: *mut c_void, size: i64) -> c_int {
    entry::call(Call::named("MPI_Win_attach"), Scope::Win(win), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::win_free::win_attach(cx, win, base, size) }
    })
}
global_asm!(".weak MPI_Win_attach", ".type MPI_Win_attach, @function", ".set MPI_Win_attach, PMPI_Win_attach");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_complete(win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_complete"), Scope::Win(win), |cx| {
        imp::win_epoch::win_complete(cx, win)
    })
}
global_asm!(".weak MPI_Win_complete", ".type MPI_Win_complete, @function", ".set MPI_Win_complete, PMPI_Win_complete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create(base: *mut c_void, size: i64, disp_unit: c_int, info: MPI_Info, comm: MPI_Comm, win: *mut MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_create"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(win, "win")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_create::win_create(cx, base, size, i64::from(disp_unit), info, comm, Out::at(win)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Win::clear(win) }
        })
    })
}
global_asm!(".weak MPI_Win_create", ".type MPI_Win_create, @function", ".set MPI_Win_create, PMPI_Win_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_c(base: *mut c_void, size: i64, disp_unit: i64, info: MPI_Info, comm: MPI_Comm, win: *mut MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_create_c"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(win, "win")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_create::win_create(cx, base, size, disp_unit, info, comm, Out::at(win)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Win::clear(win) }
        })
    })
}
global_asm!(".weak MPI_Win_create_c", ".type MPI_Win_create_c, @function", ".set MPI_Win_create_c, PMPI_Win_create_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_dynamic(info: MPI_Info, comm: MPI_Comm, win: *mut MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_create_dynamic"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(win, "win")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_create::win_create_dynamic(cx, info, comm, Out::at(win)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Win::clear(win) }
        })
    })
}
global_asm!(".weak MPI_Win_create_dynamic", ".type MPI_Win_create_dynamic, @function", ".set MPI_Win_create_dynamic, PMPI_Win_create_dynamic");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_detach(win: MPI_Win, base: *const c_void) -> c_int {
    entry::call(Call::named("MPI_Win_detach"), Scope::Win(win), |cx| {
        imp::win_free::win_detach(cx, win, base)
    })
}
global_asm!(".weak MPI_Win_detach", ".type MPI_Win_detach, @function", ".set MPI_Win_detach, PMPI_Win_detach");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_fence(assert: c_int, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_fence"), Scope::Win(win), |cx| {
        imp::win_epoch::win_fence(cx, assert, win)
    })
}
global_asm!(".weak MPI_Win_fence", ".type MPI_Win_fence, @function", ".set MPI_Win_fence, PMPI_Win_fence");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush(rank: c_int, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_flush"), Scope::Win(win), |cx| {
        imp::win_flush::win_flush(cx, rank, win)
    })
}
global_asm!(".weak MPI_Win_flush", ".type MPI_Win_flush, @function", ".set MPI_Win_flush, PMPI_Win_flush");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_all(win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_flush_all"), Scope::Win(win), |cx| {
        imp::win_flush::win_flush_all(cx, win)
    })
}
global_asm!(".weak MPI_Win_flush_all", ".type MPI_Win_flush_all, @function", ".set MPI_Win_flush_all, PMPI_Win_flush_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_local(rank: c_int, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_flush_local"), Scope::Win(win), |cx| {
        imp::win_flush::win_flush_local(cx, rank, win)
    })
}
global_asm!(".weak MPI_Win_flush_local", ".type MPI_Win_flush_local, @function", ".set MPI_Win_flush_local, PMPI_Win_flush_local");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_local_all(win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_flush_local_all"), Scope::Win(win), |cx| {
        imp::win_flush::win_flush_local_all(cx, win)
    })
}
global_asm!(".weak MPI_Win_flush_local_all", ".type MPI_Win_flush_local_all, @function", ".set MPI_Win_flush_local_all, PMPI_Win_flush_local_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_free(win: *mut MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_free"), Scope::Win(
        // SAFETY: ABI-1.
        unsafe { MPI_Win::peek(win) },
    ), |cx| {
        cx.non_null(win, "win")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_free::win_free(cx, InOut::at(win)) }
    })
}
global_asm!(".weak MPI_Win_free", ".type MPI_Win_free, @function", ".set MPI_Win_free, PMPI_Win_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_group(win: MPI_Win, group: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_Win_get_group"), Scope::Win(win), |cx| {
        let body = || {
            cx.non_null(group, "group")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_query::win_get_group(cx, win, Out::at(group)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(group) }
        })
    })
}
global_asm!(".weak MPI_Win_get_group", ".type MPI_Win_get_group, @function", ".set MPI_Win_get_group, PMPI_Win_get_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_info(win: MPI_Win, info_used: *mut MPI_Info) -> c_int {
    entry::call(Call::named("MPI_Win_get_info"), Scope::Win(win), |cx| {
        let body = || {
            cx.non_null(info_used, "info_used")?;
            // SAFETY: ABI-1.
            unsafe { imp::win_query::win_get_info(cx, win, Out::at(info_used)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info_used) }
        })
    })
}
global_asm!(".weak MPI_Win_get_info", ".type MPI_Win_get_info, @function", ".set MPI_Win_get_info, PMPI_Win_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_lock(lock_type: c_int, rank: c_int, assert: c_int, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_lock"), Scope::Win(win), |cx| {
        imp::win_lock::win_lock(cx, lock_type, rank, assert, win)
    })
}
global_asm!(".weak MPI_Win_lock", ".type MPI_Win_lock, @function", ".set MPI_Win_lock, PMPI_Win_lock");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_lock_all(assert: c_int, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_lock_all"), Scope::Win(win), |cx| {
        imp::win_lock::win_lock_all(cx, assert, win)
    })
}
global_asm!(".weak MPI_Win_lock_all", ".type MPI_Win_lock_all, @function", ".set MPI_Win_lock_all, PMPI_Win_lock_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_post(group: MPI_Group, assert: c_int, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_post"), Scope::Win(win), |cx| {
        imp::win_epoch::win_post(cx, group, assert, win)
    })
}
global_asm!(".weak MPI_Win_post", ".type MPI_Win_post, @function", ".set MPI_Win_post, PMPI_Win_post");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_info(win: MPI_Win, info: MPI_Info) -> c_int {
    entry::call(Call::named("MPI_Win_set_info"), Scope::Win(win), |cx| {
        imp::win_query::win_set_info(cx, win, info)
    })
}
global_asm!(".weak MPI_Win_set_info", ".type MPI_Win_set_info, @function", ".set MPI_Win_set_info, PMPI_Win_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_shared_query(win: MPI_Win, rank: c_int, size: *mut i64, disp_unit: *mut c_int, baseptr: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Win_shared_query"), Scope::Win(win), |cx| {
        cx.non_null(size, "size")?;
        cx.non_null(disp_unit, "disp_unit")?;
        cx.non_null(baseptr, "baseptr")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_query::win_shared_query(cx, win, rank, Out::at(size), IntOut::Int(Out::at(disp_unit)), baseptr) }
    })
}
global_asm!(".weak MPI_Win_shared_query", ".type MPI_Win_shared_query, @function", ".set MPI_Win_shared_query, PMPI_Win_shared_query");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_shared_query_c(win: MPI_Win, rank: c_int, size: *mut i64, disp_unit: *mut i64, baseptr: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Win_shared_query_c"), Scope::Win(win), |cx| {
        cx.non_null(size, "size")?;
        cx.non_null(disp_unit, "disp_unit")?;
        cx.non_null(baseptr, "baseptr")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_query::win_shared_query(cx, win, rank, Out::at(size), IntOut::Long(Out::at(disp_unit)), baseptr) }
    })
}
global_asm!(".weak MPI_Win_shared_query_c", ".type MPI_Win_shared_query_c, @function", ".set MPI_Win_shared_query_c, PMPI_Win_shared_query_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_start(group: MPI_Group, assert: c_int, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_start"), Scope::Win(win), |cx| {
        imp::win_epoch::win_start(cx, group, assert, win)
    })
}
global_asm!(".weak MPI_Win_start", ".type MPI_Win_start, @function", ".set MPI_Win_start, PMPI_Win_start");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_sync(win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_sync"), Scope::Win(win), |cx| {
        imp::win_flush::win_sync(cx, win)
    })
}
global_asm!(".weak MPI_Win_sync", ".type MPI_Win_sync, @function", ".set MPI_Win_sync, PMPI_Win_sync");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_test(win: MPI_Win, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_Win_test"), Scope::Win(win), |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::win_epoch::win_test(cx, win, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_Win_test", ".type MPI_Win_test, @function", ".set MPI_Win_test, PMPI_Win_test");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_unlock(rank: c_int, win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_unlock"), Scope::Win(win), |cx| {
        imp::win_lock::win_unlock(cx, rank, win)
    })
}
global_asm!(".weak MPI_Win_unlock", ".type MPI_Win_unlock, @function", ".set MPI_Win_unlock, PMPI_Win_unlock");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_unlock_all(win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_unlock_all"), Scope::Win(win), |cx| {
        imp::win_lock::win_unlock_all(cx, win)
    })
}
global_asm!(".weak MPI_Win_unlock_all", ".type MPI_Win_unlock_all, @function", ".set MPI_Win_unlock_all, PMPI_Win_unlock_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_wait(win: MPI_Win) -> c_int {
    entry::call(Call::named("MPI_Win_wait"), Scope::Win(win), |cx| {
        imp::win_epoch::win_wait(cx, win)
    })
}
global_asm!(".weak MPI_Win_wait", ".type MPI_Win_wait, @function", ".set MPI_Win_wait, PMPI_Win_wait");

// External interfaces: generalized requests

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Grequest_complete(request: MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Grequest_complete"), Scope::None, |cx| {
        imp::generalized::grequest_complete(cx, request)
    })
}
global_asm!(".weak MPI_Grequest_complete", ".type MPI_Grequest_complete, @function", ".set MPI_Grequest_complete, PMPI_Grequest_complete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Grequest_start(query_fn: MPI_Grequest_query_function, free_fn: MPI_Grequest_free_function, cancel_fn: MPI_Grequest_cancel_function, extra_state: *mut c_void, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_Grequest_start"), Scope::None, |cx| {
        let body = || {
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::generalized::grequest_start(cx, query_fn, free_fn, cancel_fn, extra_state, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_Grequest_start", ".type MPI_Grequest_start, @function", ".set MPI_Grequest_start, PMPI_Grequest_start");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_cancelled(status: *mut Status, flag: c_int) -> c_int {
    entry::call(Call::named("MPI_Status_set_cancelled"), Scope::None, |cx| {
        cx.non_null(status, "status")?;
        // SAFETY: ABI-1.
        unsafe { imp::status::status_set_cancelled(cx, status, flag) }
    })
}
global_asm!(".weak MPI_Status_set_cancelled", ".type MPI_Status_set_cancelled, @function", ".set MPI_Status_set_cancelled, PMPI_Status_set_cancelled");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements(status: *mut Status, datatype: MPI_Datatype, count: c_int) -> c_int {
    entry::call(Call::named("MPI_Status_set_elements"), Scope::None, |cx| {
        let count = cx.count(i64::from(count), "count")?;
        cx.non_null(status, "status")?;
        // SAFETY: ABI-1.
        unsafe { imp::status_count::status_set_elements(cx, status, datatype, count) }
    })
}
global_asm!(".weak MPI_Status_set_elements", ".type MPI_Status_set_elements, @function", ".set MPI_Status_set_elements, PMPI_Status_set_elements");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements_c(status: *mut Status, datatype: MPI_Datatype, count: i64) -> c_int {
    entry::call(Call::named("MPI_Status_set_elements_c"), Scope::None, |cx| {
        let count = cx.count(count, "count")?;
        cx.non_null(status, "status")?;
        // SAFETY: ABI-1.
        unsafe { imp::status_count::status_set_elements(cx, status, datatype, count) }
    })
}
global_asm!(".weak MPI_Status_set_elements_c", ".type MPI_Status_set_elements_c, @function", ".set MPI_Status_set_elements_c, PMPI_Status_set_elements_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements_x(status: *mut Status, datatype: MPI_Datatype, count: i64) -> c_int {
    entry::call(Call::named("MPI_Status_set_elements_x"), Scope::None, |cx| {
        let count = cx.count(count, "count")?;
        cx.non_null(status, "status")?;
        // SAFETY: ABI-1.
        unsafe { imp::status_count::status_set_elements_x(cx, status, datatype, count) }
    })
}
global_asm!(".weak MPI_Status_set_elements_x", ".type MPI_Status_set_elements_x, @function", ".set MPI_Status_set_elements_x, PMPI_Status_set_elements_x");

// Input and output

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_call_errhandler(fh: MPI_File, errorcode: c_int) -> c_int {
    entry::call(Call::named("MPI_File_call_errhandler"), Scope::File(fh), |cx| {
        imp::errhandler::file_call_errhandler(cx, fh, errorcode)
    })
}
global_asm!(".weak MPI_File_call_errhandler", ".type MPI_File_call_errhandler, @function", ".set MPI_File_call_errhandler, PMPI_File_call_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_close(fh: *mut MPI_File) -> c_int {
    entry::call(Call::named("MPI_File_close"), Scope::File(
        // SAFETY: ABI-1.
        unsafe { MPI_File::peek(fh) },
    ), |cx| {
        cx.non_null(fh, "fh")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_open::file_close(cx, InOut::at(fh)) }
    })
}
global_asm!(".weak MPI_File_close", ".type MPI_File_close, @function", ".set MPI_File_close, PMPI_File_close");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_create_errhandler(file_errhandler_fn: MPI_File_errhandler_function, errhandler: *mut MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_File_create_errhandler"), Scope::None, |cx| {
        let body = || {
            cx.non_null(file_errhandler_fn.map_or(core::ptr::null(), |f| f as *const c_void), "file_errhandler_fn")?;
            cx.non_null(errhandler, "errhandler")?;
            // SAFETY: ABI-1.
            unsafe { imp::errhandler::file_create_errhandler(cx, file_errhandler_fn, Out::at(errhandler)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Errhandler::clear(errhandler) }
        })
    })
}
global_asm!(".weak MPI_File_create_errhandler", ".type MPI_File_create_errhandler, @function", ".set MPI_File_create_errhandler, PMPI_File_create_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_delete(filename: *const c_char, info: MPI_Info) -> c_int {
    entry::call(Call::named("MPI_File_delete"), Scope::File(MPI_File::NULL), |cx| {
        cx.non_null(filename, "filename")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_open::file_delete(cx, filename, info) }
    })
}
global_asm!(".weak MPI_File_delete", ".type MPI_File_delete, @function", ".set MPI_File_delete, PMPI_File_delete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_amode(fh: MPI_File, amode: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_File_get_amode"), Scope::File(fh), |cx| {
        cx.non_null(amode, "amode")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_state::file_get_amode(cx, fh, Out::at(amode)) }
    })
}
global_asm!(".weak MPI_File_get_amode", ".type MPI_File_get_amode, @function", ".set MPI_File_get_amode, PMPI_File_get_amode");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_atomicity(fh: MPI_File, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPI_File_get_atomicity"), Scope::File(fh), |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_state::file_get_atomicity(cx, fh, Out::at(flag)) }
    })
}
global_asm!(".weak MPI_File_get_atomicity", ".type MPI_File_get_atomicity, @function", ".set MPI_File_get_atomicity, PMPI_File_get_atomicity");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_byte_offset(fh: MPI_File, offset: i64, disp: *mut i64) -> c_int {
    entry::call(Call::named("MPI_File_get_byte_offset"), Scope::File(fh), |cx| {
        cx.non_null(disp, "disp")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_view::file_get_byte_offset(cx, fh, offset, Out::at(disp)) }
    })
}
global_asm!(".weak MPI_File_get_byte_offset", ".type MPI_File_get_byte_offset, @function", ".set MPI_File_get_byte_offset, PMPI_File_get_byte_offset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_errhandler(file: MPI_File, errhandler: *mut MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_File_get_errhandler"), Scope::File(file), |cx| {
        let body = || {
            cx.non_null(errhandler, "errhandler")?;
            // SAFETY: ABI-1.
            unsafe { imp::errhandler::file_get_errhandler(cx, file, Out::at(errhandler)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Errhandler::clear(errhandler) }
        })
    })
}
global_asm!(".weak MPI_File_get_errhandler", ".type MPI_File_get_errhandler, @function", ".set MPI_File_get_errhandler, PMPI_File_get_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_group(fh: MPI_File, group: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPI_File_get_group"), Scope::File(fh), |cx| {
        let body = || {
            cx.non_null(group, "group")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_state::file_get_group(cx, fh, Out::at(group)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(group) }
        })
    })
}
global_asm!(".weak MPI_File_get_group", ".type MPI_File_get_group, @function", ".set MPI_File_get_group, PMPI_File_get_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_info(fh: MPI_File, info_used: *mut MPI_Info) -> c_int {
    entry::call(Call::named("MPI_File_get_info"), Scope::File(fh), |cx| {
        let body = || {
            cx.non_null(info_used, "info_used")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_state::file_get_info(cx, fh, Out::at(info_used)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info_used) }
        })
    })
}
global_asm!(".weak MPI_File_get_info", ".type MPI_File_get_info, @function", ".set MPI_File_get_info, PMPI_File_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position(fh: MPI_File, offset: *mut i64) -> c_int {
    entry::call(Call::named("MPI_File_get_position"), Scope::File(fh), |cx| {
        cx.non_null(offset, "offset")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_pointer::file_get_position(cx, fh, Out::at(offset)) }
    })
}
global_asm!(".weak MPI_File_get_position", ".type MPI_File_get_position, @function", ".set MPI_File_get_position, PMPI_File_get_position");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position_shared(fh: MPI_File, offset: *mut i64) -> c_int {
    entry::call(Call::named("MPI_File_get_position_shared"), Scope::File(fh), |cx| {
        cx.non_null(offset, "offset")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_pointer::file_get_position_shared(cx, fh, Out::at(offset)) }
    })
}
global_asm!(".weak MPI_File_get_position_shared", ".type MPI_File_get_position_shared, @function", ".set MPI_File_get_position_shared, PMPI_File_get_position_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_size(fh: MPI_File, size: *mut i64) -> c_int {
    entry::call(Call::named("MPI_File_get_size"), Scope::File(fh), |cx| {
        cx.non_null(size, "size")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_state::file_get_size(cx, fh, Out::at(size)) }
    })
}
global_asm!(".weak MPI_File_get_size", ".type MPI_File_get_size, @function", ".set MPI_File_get_size, PMPI_File_get_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent(fh: MPI_File, datatype: MPI_Datatype, extent: *mut i64) -> c_int {
    entry::call(Call::named("MPI_File_get_type_extent"), Scope::File(fh), |cx| {
        cx.non_null(extent, "extent")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_view::file_get_type_extent(cx, fh, datatype, Out::at(extent)) }
    })
}
global_asm!(".weak MPI_File_get_type_extent", ".type MPI_File_get_type_extent, @function", ".set MPI_File_get_type_extent, PMPI_File_get_type_extent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent_c(fh: MPI_File, datatype: MPI_Datatype, extent: *mut i64) -> c_int {
    entry::call(Call::named("MPI_File_get_type_extent_c"), Scope::File(fh), |cx| {
        cx.non_null(extent, "extent")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_view::file_get_type_extent(cx, fh, datatype, Out::at(extent)) }
    })
}
global_asm!(".weak MPI_File_get_type_extent_c", ".type MPI_File_get_type_extent_c, @function", ".set MPI_File_get_type_extent_c, PMPI_File_get_type_extent_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_view(fh: MPI_File, disp: *mut i64, etype: *mut MPI_Datatype, filetype: *mut MPI_Datatype, datarep: *mut c_char) -> c_int {
    entry::call(Call::named("MPI_File_get_view"), Scope::File(fh), |cx| {
        let body = || {
            cx.non_null(disp, "disp")?;
            cx.non_null(etype, "etype")?;
            cx.non_null(filetype, "filetype")?;
            cx.non_null(datarep, "datarep")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_view::file_get_view(cx, fh, Out::at(disp), Out::at(etype), Out::at(filetype), datarep) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Datatype::clear(etype); MPI_Datatype::clear(filetype) }
        })
    })
}
global_asm!(".weak MPI_File_get_view", ".type MPI_File_get_view, @function", ".set MPI_File_get_view, PMPI_File_get_view");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread", ".type MPI_File_iread, @function", ".set MPI_File_iread, PMPI_File_iread");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread_c", ".type MPI_File_iread_c, @function", ".set MPI_File_iread_c, PMPI_File_iread_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread_all"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread_all(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread_all", ".type MPI_File_iread_all, @function", ".set MPI_File_iread_all, PMPI_File_iread_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread_all_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread_all(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread_all_c", ".type MPI_File_iread_all_c, @function", ".set MPI_File_iread_all_c, PMPI_File_iread_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread_at"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread_at(cx, fh, offset, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread_at", ".type MPI_File_iread_at, @function", ".set MPI_File_iread_at, PMPI_File_iread_at");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread_at_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread_at(cx, fh, offset, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread_at_c", ".type MPI_File_iread_at_c, @function", ".set MPI_File_iread_at_c, PMPI_File_iread_at_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread_at_all"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread_at_all(cx, fh, offset, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread_at_all", ".type MPI_File_iread_at_all, @function", ".set MPI_File_iread_at_all, PMPI_File_iread_at_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread_at_all_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread_at_all(cx, fh, offset, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread_at_all_c", ".type MPI_File_iread_at_all_c, @function", ".set MPI_File_iread_at_all_c, PMPI_File_iread_at_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread_shared"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread_shared(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread_shared", ".type MPI_File_iread_shared, @function", ".set MPI_File_iread_shared, PMPI_File_iread_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iread_shared_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iread_shared(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iread_shared_c", ".type MPI_File_iread_shared_c, @function", ".set MPI_File_iread_shared_c, PMPI_File_iread_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite", ".type MPI_File_iwrite, @function", ".set MPI_File_iwrite, PMPI_File_iwrite");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite_c", ".type MPI_File_iwrite_c, @function", ".set MPI_File_iwrite_c, PMPI_File_iwrite_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite_all"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite_all(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite_all", ".type MPI_File_iwrite_all, @function", ".set MPI_File_iwrite_all, PMPI_File_iwrite_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite_all_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite_all(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite_all_c", ".type MPI_File_iwrite_all_c, @function", ".set MPI_File_iwrite_all_c, PMPI_File_iwrite_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite_at"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite_at(cx, fh, offset, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite_at", ".type MPI_File_iwrite_at, @function", ".set MPI_File_iwrite_at, PMPI_File_iwrite_at");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite_at_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite_at(cx, fh, offset, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite_at_c", ".type MPI_File_iwrite_at_c, @function", ".set MPI_File_iwrite_at_c, PMPI_File_iwrite_at_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite_at_all"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite_at_all(cx, fh, offset, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite_at_all", ".type MPI_File_iwrite_at_all, @function", ".set MPI_File_iwrite_at_all, PMPI_File_iwrite_at_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite_at_all_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite_at_all(cx, fh, offset, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite_at_all_c", ".type MPI_File_iwrite_at_all_c, @function", ".set MPI_File_iwrite_at_all_c, PMPI_File_iwrite_at_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite_shared"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(i64::from(count), "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite_shared(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite_shared", ".type MPI_File_iwrite_shared, @function", ".set MPI_File_iwrite_shared, PMPI_File_iwrite_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPI_File_iwrite_shared_c"), Scope::File(fh), |cx| {
        let body = || {
            let count = cx.count(count, "count")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_access::file_iwrite_shared(cx, fh, buf, count, datatype, Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPI_File_iwrite_shared_c", ".type MPI_File_iwrite_shared_c, @function", ".set MPI_File_iwrite_shared_c, PMPI_File_iwrite_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_open(comm: MPI_Comm, filename: *const c_char, amode: c_int, info: MPI_Info, fh: *mut MPI_File) -> c_int {
    entry::call(Call::named("MPI_File_open"), Scope::File(MPI_File::NULL), |cx| {
        let body = || {
            cx.non_null(filename, "filename")?;
            cx.non_null(fh, "fh")?;
            // SAFETY: ABI-1.
            unsafe { imp::file_open::file_open(cx, comm, filename, amode, info, Out::at(fh)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_File::clear(fh) }
        })
    })
}
global_asm!(".weak MPI_File_open", ".type MPI_File_open, @function", ".set MPI_File_open, PMPI_File_open");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_preallocate(fh: MPI_File, size: i64) -> c_int {
    entry::call(Call::named("MPI_File_preallocate"), Scope::File(fh), |cx| {
        imp::file_state::file_preallocate(cx, fh, size)
    })
}
global_asm!(".weak MPI_File_preallocate", ".type MPI_File_preallocate, @function", ".set MPI_File_preallocate, PMPI_File_preallocate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read", ".type MPI_File_read, @function", ".set MPI_File_read, PMPI_File_read");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_c", ".type MPI_File_read_c, @function", ".set MPI_File_read_c, PMPI_File_read_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_all"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_all(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_all", ".type MPI_File_read_all, @function", ".set MPI_File_read_all, PMPI_File_read_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_all_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_all(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_all_c", ".type MPI_File_read_all_c, @function", ".set MPI_File_read_all_c, PMPI_File_read_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_read_all_begin"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_all_begin(cx, fh, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_read_all_begin", ".type MPI_File_read_all_begin, @function", ".set MPI_File_read_all_begin, PMPI_File_read_all_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_read_all_begin_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_all_begin(cx, fh, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_read_all_begin_c", ".type MPI_File_read_all_begin_c, @function", ".set MPI_File_read_all_begin_c, PMPI_File_read_all_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_end(fh: MPI_File, buf: *mut c_void, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_all_end"), Scope::File(fh), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_all_end(cx, fh, buf, status) }
    })
}
global_asm!(".weak MPI_File_read_all_end", ".type MPI_File_read_all_end, @function", ".set MPI_File_read_all_end, PMPI_File_read_all_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_at"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_at(cx, fh, offset, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_at", ".type MPI_File_read_at, @function", ".set MPI_File_read_at, PMPI_File_read_at");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_at_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_at(cx, fh, offset, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_at_c", ".type MPI_File_read_at_c, @function", ".set MPI_File_read_at_c, PMPI_File_read_at_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_at_all"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_at_all(cx, fh, offset, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_at_all", ".type MPI_File_read_at_all, @function", ".set MPI_File_read_at_all, PMPI_File_read_at_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_at_all_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_at_all(cx, fh, offset, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_at_all_c", ".type MPI_File_read_at_all_c, @function", ".set MPI_File_read_at_all_c, PMPI_File_read_at_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_read_at_all_begin"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_at_all_begin(cx, fh, offset, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_read_at_all_begin", ".type MPI_File_read_at_all_begin, @function", ".set MPI_File_read_at_all_begin, PMPI_File_read_at_all_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_read_at_all_begin_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_at_all_begin(cx, fh, offset, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_read_at_all_begin_c", ".type MPI_File_read_at_all_begin_c, @function", ".set MPI_File_read_at_all_begin_c, PMPI_File_read_at_all_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_end(fh: MPI_File, buf: *mut c_void, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_at_all_end"), Scope::File(fh), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_at_all_end(cx, fh, buf, status) }
    })
}
global_asm!(".weak MPI_File_read_at_all_end", ".type MPI_File_read_at_all_end, @function", ".set MPI_File_read_at_all_end, PMPI_File_read_at_all_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_ordered"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_ordered(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_ordered", ".type MPI_File_read_ordered, @function", ".set MPI_File_read_ordered, PMPI_File_read_ordered");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_ordered_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_ordered(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_ordered_c", ".type MPI_File_read_ordered_c, @function", ".set MPI_File_read_ordered_c, PMPI_File_read_ordered_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_read_ordered_begin"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_ordered_begin(cx, fh, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_read_ordered_begin", ".type MPI_File_read_ordered_begin, @function", ".set MPI_File_read_ordered_begin, PMPI_File_read_ordered_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_read_ordered_begin_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_ordered_begin(cx, fh, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_read_ordered_begin_c", ".type MPI_File_read_ordered_begin_c, @function", ".set MPI_File_read_ordered_begin_c, PMPI_File_read_ordered_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_end(fh: MPI_File, buf: *mut c_void, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_ordered_end"), Scope::File(fh), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_ordered_end(cx, fh, buf, status) }
    })
}
global_asm!(".weak MPI_File_read_ordered_end", ".type MPI_File_read_ordered_end, @function", ".set MPI_File_read_ordered_end, PMPI_File_read_ordered_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_shared"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_shared(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_shared", ".type MPI_File_read_shared, @function", ".set MPI_File_read_shared, PMPI_File_read_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_read_shared_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_read_shared(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_read_shared_c", ".type MPI_File_read_shared_c, @function", ".set MPI_File_read_shared_c, PMPI_File_read_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek(fh: MPI_File, offset: i64, whence: c_int) -> c_int {
    entry::call(Call::named("MPI_File_seek"), Scope::File(fh), |cx| {
        imp::file_pointer::file_seek(cx, fh, offset, whence)
    })
}
global_asm!(".weak MPI_File_seek", ".type MPI_File_seek, @function", ".set MPI_File_seek, PMPI_File_seek");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek_shared(fh: MPI_File, offset: i64, whence: c_int) -> c_int {
    entry::call(Call::named("MPI_File_seek_shared"), Scope::File(fh), |cx| {
        imp::file_pointer::file_seek_shared(cx, fh, offset, whence)
    })
}
global_asm!(".weak MPI_File_seek_shared", ".type MPI_File_seek_shared, @function", ".set MPI_File_seek_shared, PMPI_File_seek_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_atomicity(fh: MPI_File, flag: c_int) -> c_int {
    entry::call(Call::named("MPI_File_set_atomicity"), Scope::File(fh), |cx| {
        imp::file_state::file_set_atomicity(cx, fh, flag)
    })
}
global_asm!(".weak MPI_File_set_atomicity", ".type MPI_File_set_atomicity, @function", ".set MPI_File_set_atomicity, PMPI_File_set_atomicity");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_errhandler(file: MPI_File, errhandler: MPI_Errhandler) -> c_int {
    entry::call(Call::named("MPI_File_set_errhandler"), Scope::File(file), |cx| {
        imp::errhandler::file_set_errhandler(cx, file, errhandler)
    })
}
global_asm!(".weak MPI_File_set_errhandler", ".type MPI_File_set_errhandler, @function", ".set MPI_File_set_errhandler, PMPI_File_set_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_info(fh: MPI_File, info: MPI_Info) -> c_int {
    entry::call(Call::named("MPI_File_set_info"), Scope::File(fh), |cx| {
        imp::file_state::file_set_info(cx, fh, info)
    })
}
global_asm!(".weak MPI_File_set_info", ".type MPI_File_set_info, @function", ".set MPI_File_set_info, PMPI_File_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_size(fh: MPI_File, size: i64) -> c_int {
    entry::call(Call::named("MPI_File_set_size"), Scope::File(fh), |cx| {
        imp::file_state::file_set_size(cx, fh, size)
    })
}
global_asm!(".weak MPI_File_set_size", ".type MPI_File_set_size, @function", ".set MPI_File_set_size, PMPI_File_set_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_view(fh: MPI_File, disp: i64, etype: MPI_Datatype, filetype: MPI_Datatype, datarep: *const c_char, info: MPI_Info) -> c_int {
    entry::call(Call::named("MPI_File_set_view"), Scope::File(fh), |cx| {
        cx.non_null(datarep, "datarep")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_view::file_set_view(cx, fh, disp, etype, filetype, datarep, info) }
    })
}
global_asm!(".weak MPI_File_set_view", ".type MPI_File_set_view, @function", ".set MPI_File_set_view, PMPI_File_set_view");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_sync(fh: MPI_File) -> c_int {
    entry::call(Call::named("MPI_File_sync"), Scope::File(fh), |cx| {
        imp::file_state::file_sync(cx, fh)
    })
}
global_asm!(".weak MPI_File_sync", ".type MPI_File_sync, @function", ".set MPI_File_sync, PMPI_File_sync");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write", ".type MPI_File_write, @function", ".set MPI_File_write, PMPI_File_write");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_c", ".type MPI_File_write_c, @function", ".set MPI_File_write_c, PMPI_File_write_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_all"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_all(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_all", ".type MPI_File_write_all, @function", ".set MPI_File_write_all, PMPI_File_write_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_all_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_all(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_all_c", ".type MPI_File_write_all_c, @function", ".set MPI_File_write_all_c, PMPI_File_write_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_write_all_begin"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_all_begin(cx, fh, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_write_all_begin", ".type MPI_File_write_all_begin, @function", ".set MPI_File_write_all_begin, PMPI_File_write_all_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_write_all_begin_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_all_begin(cx, fh, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_write_all_begin_c", ".type MPI_File_write_all_begin_c, @function", ".set MPI_File_write_all_begin_c, PMPI_File_write_all_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_end(fh: MPI_File, buf: *const c_void, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_all_end"), Scope::File(fh), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_all_end(cx, fh, buf, status) }
    })
}
global_asm!(".weak MPI_File_write_all_end", ".type MPI_File_write_all_end, @function", ".set MPI_File_write_all_end, PMPI_File_write_all_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_at"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_at(cx, fh, offset, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_at", ".type MPI_File_write_at, @function", ".set MPI_File_write_at, PMPI_File_write_at");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_at_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_at(cx, fh, offset, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_at_c", ".type MPI_File_write_at_c, @function", ".set MPI_File_write_at_c, PMPI_File_write_at_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_at_all"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_at_all(cx, fh, offset, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_at_all", ".type MPI_File_write_at_all, @function", ".set MPI_File_write_at_all, PMPI_File_write_at_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_at_all_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_at_all(cx, fh, offset, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_at_all_c", ".type MPI_File_write_at_all_c, @function", ".set MPI_File_write_at_all_c, PMPI_File_write_at_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_write_at_all_begin"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_at_all_begin(cx, fh, offset, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_write_at_all_begin", ".type MPI_File_write_at_all_begin, @function", ".set MPI_File_write_at_all_begin, PMPI_File_write_at_all_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_write_at_all_begin_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_at_all_begin(cx, fh, offset, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_write_at_all_begin_c", ".type MPI_File_write_at_all_begin_c, @function", ".set MPI_File_write_at_all_begin_c, PMPI_File_write_at_all_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_end(fh: MPI_File, buf: *const c_void, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_at_all_end"), Scope::File(fh), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_at_all_end(cx, fh, buf, status) }
    })
}
global_asm!(".weak MPI_File_write_at_all_end", ".type MPI_File_write_at_all_end, @function", ".set MPI_File_write_at_all_end, PMPI_File_write_at_all_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_ordered"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_ordered(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_ordered", ".type MPI_File_write_ordered, @function", ".set MPI_File_write_ordered, PMPI_File_write_ordered");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_ordered_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_ordered(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_ordered_c", ".type MPI_File_write_ordered_c, @function", ".set MPI_File_write_ordered_c, PMPI_File_write_ordered_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_write_ordered_begin"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_ordered_begin(cx, fh, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_write_ordered_begin", ".type MPI_File_write_ordered_begin, @function", ".set MPI_File_write_ordered_begin, PMPI_File_write_ordered_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    entry::call(Call::named("MPI_File_write_ordered_begin_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_ordered_begin(cx, fh, buf, count, datatype) }
    })
}
global_asm!(".weak MPI_File_write_ordered_begin_c", ".type MPI_File_write_ordered_begin_c, @function", ".set MPI_File_write_ordered_begin_c, PMPI_File_write_ordered_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_end(fh: MPI_File, buf: *const c_void, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_ordered_end"), Scope::File(fh), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_ordered_end(cx, fh, buf, status) }
    })
}
global_asm!(".weak MPI_File_write_ordered_end", ".type MPI_File_write_ordered_end, @function", ".set MPI_File_write_ordered_end, PMPI_File_write_ordered_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_shared"), Scope::File(fh), |cx| {
        let count = cx.count(i64::from(count), "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_shared(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_shared", ".type MPI_File_write_shared, @function", ".set MPI_File_write_shared, PMPI_File_write_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    entry::call(Call::named("MPI_File_write_shared_c"), Scope::File(fh), |cx| {
        let count = cx.count(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_access::file_write_shared(cx, fh, buf, count, datatype, status) }
    })
}
global_asm!(".weak MPI_File_write_shared_c", ".type MPI_File_write_shared_c, @function", ".set MPI_File_write_shared_c, PMPI_File_write_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Register_datarep(datarep: *const c_char, read_conversion_fn: MPI_Datarep_conversion_function, write_conversion_fn: MPI_Datarep_conversion_function, dtype_file_extent_fn: MPI_Datarep_extent_function, extra_state: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Register_datarep"), Scope::None, |cx| {
        cx.non_null(datarep, "datarep")?;
        cx.non_null(dtype_file_extent_fn.map_or(core::ptr::null(), |f| f as *const c_void), "dtype_file_extent_fn")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_representation::register_datarep(cx, datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state) }
    })
}
global_asm!(".weak MPI_Register_datarep", ".type MPI_Register_datarep, @function", ".set MPI_Register_datarep, PMPI_Register_datarep");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Register_datarep_c(datarep: *const c_char, read_conversion_fn: MPI_Datarep_conversion_function_c, write_conversion_fn: MPI_Datarep_conversion_function_c, dtype_file_extent_fn: MPI_Datarep_extent_function, extra_state: *mut c_void) -> c_int {
    entry::call(Call::named("MPI_Register_datarep_c"), Scope::None, |cx| {
        cx.non_null(datarep, "datarep")?;
        cx.non_null(dtype_file_extent_fn.map_or(core::ptr::null(), |f| f as *const c_void), "dtype_file_extent_fn")?;
        // SAFETY: ABI-1.
        unsafe { imp::file_representation::register_datarep_c(cx, datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state) }
    })
}
global_asm!(".weak MPI_Register_datarep_c", ".type MPI_Register_datarep_c, @function", ".set MPI_Register_datarep_c, PMPI_Register_datarep_c");

// Tool support

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pcontrol(level: c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Pcontrol"), Scope::None, |cx| {
        imp::environment::pcontrol(cx, level)
    })
}
global_asm!(".weak MPI_Pcontrol", ".type MPI_Pcontrol, @function", ".set MPI_Pcontrol, PMPI_Pcontrol");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_changed(update_number: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_category_changed"), |cx| {
        cx.non_null(update_number, "update_number")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_category_changed(cx, Out::at(update_number)) }
    })
}
global_asm!(".weak MPI_T_category_changed", ".type MPI_T_category_changed, @function", ".set MPI_T_category_changed, PMPI_T_category_changed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_categories(cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_category_get_categories"), |cx| {
        if len > 0 { cx.non_null(indices, "indices")?; }
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_category_get_categories(cx, cat_index, len, indices) }
    })
}
global_asm!(".weak MPI_T_category_get_categories", ".type MPI_T_category_get_categories, @function", ".set MPI_T_category_get_categories, PMPI_T_category_get_categories");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_cvars(cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_category_get_cvars"), |cx| {
        if len > 0 { cx.non_null(indices, "indices")?; }
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_category_get_cvars(cx, cat_index, len, indices) }
    })
}
global_asm!(".weak MPI_T_category_get_cvars", ".type MPI_T_category_get_cvars, @function", ".set MPI_T_category_get_cvars, PMPI_T_category_get_cvars");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_events(cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_category_get_events"), |cx| {
        if len > 0 { cx.non_null(indices, "indices")?; }
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_category_get_events(cx, cat_index, len, indices) }
    })
}
global_asm!(".weak MPI_T_category_get_events", ".type MPI_T_category_get_events, @function", ".set MPI_T_category_get_events, PMPI_T_category_get_events");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_index(name: *const c_char, cat_index: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_category_get_index"), |cx| {
        cx.non_null(name, "name")?;
        cx.non_null(cat_index, "cat_index")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_category_get_index(cx, name, Out::at(cat_index)) }
    })
}
global_asm!(".weak MPI_T_category_get_index", ".type MPI_T_category_get_index, @function", ".set MPI_T_category_get_index, PMPI_T_category_get_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_info(cat_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, num_cvars: *mut c_int, num_pvars: *mut c_int, num_categories: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_category_get_info"), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_category_get_info(cx, cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars, num_categories) }
    })
}
global_asm!(".weak MPI_T_category_get_info", ".type MPI_T_category_get_info, @function", ".set MPI_T_category_get_info, PMPI_T_category_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_num(num_cat: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_category_get_num"), |cx| {
        cx.non_null(num_cat, "num_cat")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_category_get_num(cx, Out::at(num_cat)) }
    })
}
global_asm!(".weak MPI_T_category_get_num", ".type MPI_T_category_get_num, @function", ".set MPI_T_category_get_num, PMPI_T_category_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_num_events(cat_index: c_int, num_events: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_category_get_num_events"), |cx| {
        cx.non_null(num_events, "num_events")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_category_get_num_events(cx, cat_index, Out::at(num_events)) }
    })
}
global_asm!(".weak MPI_T_category_get_num_events", ".type MPI_T_category_get_num_events, @function", ".set MPI_T_category_get_num_events, PMPI_T_category_get_num_events");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_pvars(cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_category_get_pvars"), |cx| {
        if len > 0 { cx.non_null(indices, "indices")?; }
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_category_get_pvars(cx, cat_index, len, indices) }
    })
}
global_asm!(".weak MPI_T_category_get_pvars", ".type MPI_T_category_get_pvars, @function", ".set MPI_T_category_get_pvars, PMPI_T_category_get_pvars");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_index(name: *const c_char, cvar_index: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_cvar_get_index"), |cx| {
        cx.non_null(name, "name")?;
        cx.non_null(cvar_index, "cvar_index")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_cvar::t_cvar_get_index(cx, name, Out::at(cvar_index)) }
    })
}
global_asm!(".weak MPI_T_cvar_get_index", ".type MPI_T_cvar_get_index, @function", ".set MPI_T_cvar_get_index, PMPI_T_cvar_get_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_info(cvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, datatype: *mut MPI_Datatype, enumtype: *mut MPI_T_enum, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, scope: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_cvar_get_info"), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::tool_cvar::t_cvar_get_info(cx, cvar_index, name, name_len, verbosity, datatype, enumtype, desc, desc_len, bind, scope) }
    })
}
global_asm!(".weak MPI_T_cvar_get_info", ".type MPI_T_cvar_get_info, @function", ".set MPI_T_cvar_get_info, PMPI_T_cvar_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_num(num_cvar: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_cvar_get_num"), |cx| {
        cx.non_null(num_cvar, "num_cvar")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_cvar::t_cvar_get_num(cx, Out::at(num_cvar)) }
    })
}
global_asm!(".weak MPI_T_cvar_get_num", ".type MPI_T_cvar_get_num, @function", ".set MPI_T_cvar_get_num, PMPI_T_cvar_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_handle_alloc(cvar_index: c_int, obj_handle: *mut c_void, handle: *mut MPI_T_cvar_handle, count: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_cvar_handle_alloc"), |cx| {
        cx.non_null(handle, "handle")?;
        cx.non_null(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_cvar::t_cvar_handle_alloc(cx, cvar_index, obj_handle, Out::at(handle), Out::at(count)) }
    })
}
global_asm!(".weak MPI_T_cvar_handle_alloc", ".type MPI_T_cvar_handle_alloc, @function", ".set MPI_T_cvar_handle_alloc, PMPI_T_cvar_handle_alloc");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_handle_free(handle: *mut MPI_T_cvar_handle) -> c_int {
    entry::tool(Call::named("MPI_T_cvar_handle_free"), |cx| {
        cx.non_null(handle, "handle")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_cvar::t_cvar_handle_free(cx, InOut::at(handle)) }
    })
}
global_asm!(".weak MPI_T_cvar_handle_free", ".type MPI_T_cvar_handle_free, @function", ".set MPI_T_cvar_handle_free, PMPI_T_cvar_handle_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_read(handle: MPI_T_cvar_handle, buf: *mut c_void) -> c_int {
    entry::tool(Call::named("MPI_T_cvar_read"), |cx| {
        cx.non_null(buf, "buf")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_cvar::t_cvar_read(cx, handle, buf) }
    })
}
global_asm!(".weak MPI_T_cvar_read", ".type MPI_T_cvar_read, @function", ".set MPI_T_cvar_read, PMPI_T_cvar_read");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_write(handle: MPI_T_cvar_handle, buf: *const c_void) -> c_int {
    entry::tool(Call::named("MPI_T_cvar_write"), |cx| {
        cx.non_null(buf, "buf")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_cvar::t_cvar_write(cx, handle, buf) }
    })
}
global_asm!(".weak MPI_T_cvar_write", ".type MPI_T_cvar_write, @function", ".set MPI_T_cvar_write, PMPI_T_cvar_write");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_enum_get_info(enumtype: MPI_T_enum, num: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_enum_get_info"), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_enum_get_info(cx, enumtype, num, name, name_len) }
    })
}
global_asm!(".weak MPI_T_enum_get_info", ".type MPI_T_enum_get_info, @function", ".set MPI_T_enum_get_info, PMPI_T_enum_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_enum_get_item(enumtype: MPI_T_enum, indx: c_int, value: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_enum_get_item"), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_enum_get_item(cx, enumtype, indx, value, name, name_len) }
    })
}
global_asm!(".weak MPI_T_enum_get_item", ".type MPI_T_enum_get_item, @function", ".set MPI_T_enum_get_item, PMPI_T_enum_get_item");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_callback_get_info(event_registration: MPI_T_event_registration, cb_safety: c_int, info_used: *mut MPI_Info) -> c_int {
    entry::tool(Call::named("MPI_T_event_callback_get_info"), |cx| {
        let body = || {
            cx.non_null(info_used, "info_used")?;
            // SAFETY: ABI-1.
            unsafe { imp::tool_event::t_event_callback_get_info(cx, event_registration, cb_safety, Out::at(info_used)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info_used) }
        })
    })
}
global_asm!(".weak MPI_T_event_callback_get_info", ".type MPI_T_event_callback_get_info, @function", ".set MPI_T_event_callback_get_info, PMPI_T_event_callback_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_callback_set_info(event_registration: MPI_T_event_registration, cb_safety: c_int, info: MPI_Info) -> c_int {
    entry::tool(Call::named("MPI_T_event_callback_set_info"), |cx| {
        imp::tool_event::t_event_callback_set_info(cx, event_registration, cb_safety, info)
    })
}
global_asm!(".weak MPI_T_event_callback_set_info", ".type MPI_T_event_callback_set_info, @function", ".set MPI_T_event_callback_set_info, PMPI_T_event_callback_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_copy(event_instance: MPI_T_event_instance, buffer: *mut c_void) -> c_int {
    entry::tool(Call::named("MPI_T_event_copy"), |cx| {
        cx.non_null(buffer, "buffer")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_event_copy(cx, event_instance, buffer) }
    })
}
global_asm!(".weak MPI_T_event_copy", ".type MPI_T_event_copy, @function", ".set MPI_T_event_copy, PMPI_T_event_copy");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_index(name: *const c_char, event_index: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_event_get_index"), |cx| {
        cx.non_null(name, "name")?;
        cx.non_null(event_index, "event_index")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_event_get_index(cx, name, Out::at(event_index)) }
    })
}
global_asm!(".weak MPI_T_event_get_index", ".type MPI_T_event_get_index, @function", ".set MPI_T_event_get_index, PMPI_T_event_get_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_info(event_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, array_of_datatypes: *mut MPI_Datatype, array_of_displacements: *mut i64, num_elements: *mut c_int, enumtype: *mut MPI_T_enum, info: *mut MPI_Info, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_event_get_info"), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_event_get_info(cx, event_index, name, name_len, verbosity, array_of_datatypes, array_of_displacements, num_elements, enumtype, info, desc, desc_len, bind) }
    })
}
global_asm!(".weak MPI_T_event_get_info", ".type MPI_T_event_get_info, @function", ".set MPI_T_event_get_info, PMPI_T_event_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_num(num_events: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_event_get_num"), |cx| {
        cx.non_null(num_events, "num_events")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_event_get_num(cx, Out::at(num_events)) }
    })
}
global_asm!(".weak MPI_T_event_get_num", ".type MPI_T_event_get_num, @function", ".set MPI_T_event_get_num, PMPI_T_event_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_source(event_instance: MPI_T_event_instance, source_index: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_event_get_source"), |cx| {
        cx.non_null(source_index, "source_index")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_event_get_source(cx, event_instance, Out::at(source_index)) }
    })
}
global_asm!(".weak MPI_T_event_get_source", ".type MPI_T_event_get_source, @function", ".set MPI_T_event_get_source, PMPI_T_event_get_source");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_timestamp(event_instance: MPI_T_event_instance, event_timestamp: *mut i64) -> c_int {
    entry::tool(Call::named("MPI_T_event_get_timestamp"), |cx| {
        cx.non_null(event_timestamp, "event_timestamp")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_event_get_timestamp(cx, event_instance, Out::at(event_timestamp)) }
    })
}
global_asm!(".weak MPI_T_event_get_timestamp", ".type MPI_T_event_get_timestamp, @function", ".set MPI_T_event_get_timestamp, PMPI_T_event_get_timestamp");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_alloc(event_index: c_int, obj_handle: *mut c_void, info: MPI_Info, event_registration: *mut MPI_T_event_registration) -> c_int {
    entry::tool(Call::named("MPI_T_event_handle_alloc"), |cx| {
        cx.non_null(event_registration, "event_registration")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_event_handle_alloc(cx, event_index, obj_handle, info, Out::at(event_registration)) }
    })
}
global_asm!(".weak MPI_T_event_handle_alloc", ".type MPI_T_event_handle_alloc, @function", ".set MPI_T_event_handle_alloc, PMPI_T_event_handle_alloc");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_free(event_registration: MPI_T_event_registration, user_data: *mut c_void, free_cb_function: MPI_T_event_free_cb_function) -> c_int {
    entry::tool(Call::named("MPI_T_event_handle_free"), |cx| {
        imp::tool_event::t_event_handle_free(cx, event_registration, user_data, free_cb_function)
    })
}
global_asm!(".weak MPI_T_event_handle_free", ".type MPI_T_event_handle_free, @function", ".set MPI_T_event_handle_free, PMPI_T_event_handle_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_get_info(event_registration: MPI_T_event_registration, info_used: *mut MPI_Info) -> c_int {
    entry::tool(Call::named("MPI_T_event_handle_get_info"), |cx| {
        let body = || {
            cx.non_null(info_used, "info_used")?;
            // SAFETY: ABI-1.
            unsafe { imp::tool_event::t_event_handle_get_info(cx, event_registration, Out::at(info_used)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info_used) }
        })
    })
}
global_asm!(".weak MPI_T_event_handle_get_info", ".type MPI_T_event_handle_get_info, @function", ".set MPI_T_event_handle_get_info, PMPI_T_event_handle_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_set_info(event_registration: MPI_T_event_registration, info: MPI_Info) -> c_int {
    entry::tool(Call::named("MPI_T_event_handle_set_info"), |cx| {
        imp::tool_event::t_event_handle_set_info(cx, event_registration, info)
    })
}
global_asm!(".weak MPI_T_event_handle_set_info", ".type MPI_T_event_handle_set_info, @function", ".set MPI_T_event_handle_set_info, PMPI_T_event_handle_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_read(event_instance: MPI_T_event_instance, element_index: c_int, buffer: *mut c_void) -> c_int {
    entry::tool(Call::named("MPI_T_event_read"), |cx| {
        cx.non_null(buffer, "buffer")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_event_read(cx, event_instance, element_index, buffer) }
    })
}
global_asm!(".weak MPI_T_event_read", ".type MPI_T_event_read, @function", ".set MPI_T_event_read, PMPI_T_event_read");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_register_callback(event_registration: MPI_T_event_registration, cb_safety: c_int, info: MPI_Info, user_data: *mut c_void, event_cb_function: MPI_T_event_cb_function) -> c_int {
    entry::tool(Call::named("MPI_T_event_register_callback"), |cx| {
        imp::tool_event::t_event_register_callback(cx, event_registration, cb_safety, info, user_data, event_cb_function)
    })
}
global_asm!(".weak MPI_T_event_register_callback", ".type MPI_T_event_register_callback, @function", ".set MPI_T_event_register_callback, PMPI_T_event_register_callback");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_set_dropped_handler(event_registration: MPI_T_event_registration, dropped_cb_function: MPI_T_event_dropped_cb_function) -> c_int {
    entry::tool(Call::named("MPI_T_event_set_dropped_handler"), |cx| {
        imp::tool_event::t_event_set_dropped_handler(cx, event_registration, dropped_cb_function)
    })
}
global_asm!(".weak MPI_T_event_set_dropped_handler", ".type MPI_T_event_set_dropped_handler, @function", ".set MPI_T_event_set_dropped_handler, PMPI_T_event_set_dropped_handler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_finalize() -> c_int {
    entry::tool(Call::named("MPI_T_finalize"), |cx| {
        imp::tool::t_finalize(cx)
    })
}
global_asm!(".weak MPI_T_finalize", ".type MPI_T_finalize, @function", ".set MPI_T_finalize, PMPI_T_finalize");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_init_thread(required: c_int, provided: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_init_thread"), |cx| {
        cx.non_null(provided, "provided")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool::t_init_thread(cx, required, Out::at(provided)) }
    })
}
global_asm!(".weak MPI_T_init_thread", ".type MPI_T_init_thread, @function", ".set MPI_T_init_thread, PMPI_T_init_thread");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_index(name: *const c_char, var_class: c_int, pvar_index: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_get_index"), |cx| {
        cx.non_null(name, "name")?;
        cx.non_null(pvar_index, "pvar_index")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_get_index(cx, name, var_class, Out::at(pvar_index)) }
    })
}
global_asm!(".weak MPI_T_pvar_get_index", ".type MPI_T_pvar_get_index, @function", ".set MPI_T_pvar_get_index, PMPI_T_pvar_get_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_info(pvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, var_class: *mut c_int, datatype: *mut MPI_Datatype, enumtype: *mut MPI_T_enum, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, readonly: *mut c_int, continuous: *mut c_int, atomic: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_get_info"), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_get_info(cx, pvar_index, name, name_len, verbosity, var_class, datatype, enumtype, desc, desc_len, bind, readonly, continuous, atomic) }
    })
}
global_asm!(".weak MPI_T_pvar_get_info", ".type MPI_T_pvar_get_info, @function", ".set MPI_T_pvar_get_info, PMPI_T_pvar_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_num(num_pvar: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_get_num"), |cx| {
        cx.non_null(num_pvar, "num_pvar")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_get_num(cx, Out::at(num_pvar)) }
    })
}
global_asm!(".weak MPI_T_pvar_get_num", ".type MPI_T_pvar_get_num, @function", ".set MPI_T_pvar_get_num, PMPI_T_pvar_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_handle_alloc(session: MPI_T_pvar_session, pvar_index: c_int, obj_handle: *mut c_void, handle: *mut MPI_T_pvar_handle, count: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_handle_alloc"), |cx| {
        cx.non_null(handle, "handle")?;
        cx.non_null(count, "count")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_handle_alloc(cx, session, pvar_index, obj_handle, Out::at(handle), Out::at(count)) }
    })
}
global_asm!(".weak MPI_T_pvar_handle_alloc", ".type MPI_T_pvar_handle_alloc, @function", ".set MPI_T_pvar_handle_alloc, PMPI_T_pvar_handle_alloc");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_handle_free(session: MPI_T_pvar_session, handle: *mut MPI_T_pvar_handle) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_handle_free"), |cx| {
        cx.non_null(handle, "handle")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_handle_free(cx, session, InOut::at(handle)) }
    })
}
global_asm!(".weak MPI_T_pvar_handle_free", ".type MPI_T_pvar_handle_free, @function", ".set MPI_T_pvar_handle_free, PMPI_T_pvar_handle_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_read(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle, buf: *mut c_void) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_read"), |cx| {
        cx.non_null(buf, "buf")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_read(cx, session, handle, buf) }
    })
}
global_asm!(".weak MPI_T_pvar_read", ".type MPI_T_pvar_read, @function", ".set MPI_T_pvar_read, PMPI_T_pvar_read");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_readreset(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle, buf: *mut c_void) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_readreset"), |cx| {
        cx.non_null(buf, "buf")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_readreset(cx, session, handle, buf) }
    })
}
global_asm!(".weak MPI_T_pvar_readreset", ".type MPI_T_pvar_readreset, @function", ".set MPI_T_pvar_readreset, PMPI_T_pvar_readreset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_reset(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_reset"), |cx| {
        imp::tool_pvar::t_pvar_reset(cx, session, handle)
    })
}
global_asm!(".weak MPI_T_pvar_reset", ".type MPI_T_pvar_reset, @function", ".set MPI_T_pvar_reset, PMPI_T_pvar_reset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_session_create(session: *mut MPI_T_pvar_session) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_session_create"), |cx| {
        cx.non_null(session, "session")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_session_create(cx, Out::at(session)) }
    })
}
global_asm!(".weak MPI_T_pvar_session_create", ".type MPI_T_pvar_session_create, @function", ".set MPI_T_pvar_session_create, PMPI_T_pvar_session_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_session_free(session: *mut MPI_T_pvar_session) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_session_free"), |cx| {
        cx.non_null(session, "session")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_session_free(cx, InOut::at(session)) }
    })
}
global_asm!(".weak MPI_T_pvar_session_free", ".type MPI_T_pvar_session_free, @function", ".set MPI_T_pvar_session_free, PMPI_T_pvar_session_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_start(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_start"), |cx| {
        imp::tool_pvar::t_pvar_start(cx, session, handle)
    })
}
global_asm!(".weak MPI_T_pvar_start", ".type MPI_T_pvar_start, @function", ".set MPI_T_pvar_start, PMPI_T_pvar_start");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_stop(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_stop"), |cx| {
        imp::tool_pvar::t_pvar_stop(cx, session, handle)
    })
}
global_asm!(".weak MPI_T_pvar_stop", ".type MPI_T_pvar_stop, @function", ".set MPI_T_pvar_stop, PMPI_T_pvar_stop");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_write(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle, buf: *const c_void) -> c_int {
    entry::tool(Call::named("MPI_T_pvar_write"), |cx| {
        cx.non_null(buf, "buf")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_pvar::t_pvar_write(cx, session, handle, buf) }
    })
}
global_asm!(".weak MPI_T_pvar_write", ".type MPI_T_pvar_write, @function", ".set MPI_T_pvar_write, PMPI_T_pvar_write");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_info(source_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, ordering: *mut c_int, ticks_per_second: *mut i64, max_ticks: *mut i64, info: *mut MPI_Info) -> c_int {
    entry::tool(Call::named("MPI_T_source_get_info"), |cx| {
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_source_get_info(cx, source_index, name, name_len, desc, desc_len, ordering, ticks_per_second, max_ticks, info) }
    })
}
global_asm!(".weak MPI_T_source_get_info", ".type MPI_T_source_get_info, @function", ".set MPI_T_source_get_info, PMPI_T_source_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_num(num_sources: *mut c_int) -> c_int {
    entry::tool(Call::named("MPI_T_source_get_num"), |cx| {
        cx.non_null(num_sources, "num_sources")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_source_get_num(cx, Out::at(num_sources)) }
    })
}
global_asm!(".weak MPI_T_source_get_num", ".type MPI_T_source_get_num, @function", ".set MPI_T_source_get_num, PMPI_T_source_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_timestamp(source_index: c_int, timestamp: *mut i64) -> c_int {
    entry::tool(Call::named("MPI_T_source_get_timestamp"), |cx| {
        cx.non_null(timestamp, "timestamp")?;
        // SAFETY: ABI-1.
        unsafe { imp::tool_event::t_source_get_timestamp(cx, source_index, Out::at(timestamp)) }
    })
}
global_asm!(".weak MPI_T_source_get_timestamp", ".type MPI_T_source_get_timestamp, @function", ".set MPI_T_source_get_timestamp, PMPI_T_source_get_timestamp");

// Application binary interface and handle conversion

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_fortran_booleans(logical_size: c_int, logical_true: *mut c_void, logical_false: *mut c_void, is_set: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Abi_get_fortran_booleans"), Scope::None, |cx| {
        cx.non_null(logical_true, "logical_true")?;
        cx.non_null(logical_false, "logical_false")?;
        cx.non_null(is_set, "is_set")?;
        // SAFETY: ABI-1.
        unsafe { imp::fortran::abi_get_fortran_booleans(cx, logical_size, logical_true, logical_false, Out::at(is_set)) }
    })
}
global_asm!(".weak MPI_Abi_get_fortran_booleans", ".type MPI_Abi_get_fortran_booleans, @function", ".set MPI_Abi_get_fortran_booleans, PMPI_Abi_get_fortran_booleans");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_fortran_info(info: *mut MPI_Info) -> c_int {
    entry::call_anytime(Call::named("MPI_Abi_get_fortran_info"), Scope::None, |cx| {
        let body = || {
            cx.non_null(info, "info")?;
            // SAFETY: ABI-1.
            unsafe { imp::fortran::abi_get_fortran_info(cx, Out::at(info)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info) }
        })
    })
}
global_asm!(".weak MPI_Abi_get_fortran_info", ".type MPI_Abi_get_fortran_info, @function", ".set MPI_Abi_get_fortran_info, PMPI_Abi_get_fortran_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_info(info: *mut MPI_Info) -> c_int {
    entry::call_anytime(Call::named("MPI_Abi_get_info"), Scope::None, |cx| {
        let body = || {
            cx.non_null(info, "info")?;
            // SAFETY: ABI-1.
            unsafe { imp::environment::abi_get_info(cx, Out::at(info)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Info::clear(info) }
        })
    })
}
global_asm!(".weak MPI_Abi_get_info", ".type MPI_Abi_get_info, @function", ".set MPI_Abi_get_info, PMPI_Abi_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_version(abi_major: *mut c_int, abi_minor: *mut c_int) -> c_int {
    entry::call_anytime(Call::named("MPI_Abi_get_version"), Scope::None, |cx| {
        cx.non_null(abi_major, "abi_major")?;
        cx.non_null(abi_minor, "abi_minor")?;
        // SAFETY: ABI-1.
        unsafe { imp::environment::abi_get_version(cx, Out::at(abi_major), Out::at(abi_minor)) }
    })
}
global_asm!(".weak MPI_Abi_get_version", ".type MPI_Abi_get_version, @function", ".set MPI_Abi_get_version, PMPI_Abi_get_version");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_set_fortran_booleans(logical_size: c_int, logical_true: *mut c_void, logical_false: *mut c_void) -> c_int {
    entry::call_anytime(Call::named("MPI_Abi_set_fortran_booleans"), Scope::None, |cx| {
        cx.non_null(logical_true, "logical_true")?;
        cx.non_null(logical_false, "logical_false")?;
        // SAFETY: ABI-1.
        unsafe { imp::fortran::abi_set_fortran_booleans(cx, logical_size, logical_true, logical_false) }
    })
}
global_asm!(".weak MPI_Abi_set_fortran_booleans", ".type MPI_Abi_set_fortran_booleans, @function", ".set MPI_Abi_set_fortran_booleans, PMPI_Abi_set_fortran_booleans");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_set_fortran_info(info: MPI_Info) -> c_int {
    entry::call_anytime(Call::named("MPI_Abi_set_fortran_info"), Scope::None, |cx| {
        imp::fortran::abi_set_fortran_info(cx, info)
    })
}
global_asm!(".weak MPI_Abi_set_fortran_info", ".type MPI_Abi_set_fortran_info, @function", ".set MPI_Abi_set_fortran_info, PMPI_Abi_set_fortran_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_fromint(comm: c_int) -> MPI_Comm {
    imp::handles::comm_fromint(comm)
}
global_asm!(".weak MPI_Comm_fromint", ".type MPI_Comm_fromint, @function", ".set MPI_Comm_fromint, PMPI_Comm_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_toint(comm: MPI_Comm) -> c_int {
    imp::handles::comm_toint(comm)
}
global_asm!(".weak MPI_Comm_toint", ".type MPI_Comm_toint, @function", ".set MPI_Comm_toint, PMPI_Comm_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_fromint(errhandler: c_int) -> MPI_Errhandler {
    imp::handles::errhandler_fromint(errhandler)
}
global_asm!(".weak MPI_Errhandler_fromint", ".type MPI_Errhandler_fromint, @function", ".set MPI_Errhandler_fromint, PMPI_Errhandler_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_toint(errhandler: MPI_Errhandler) -> c_int {
    imp::handles::errhandler_toint(errhandler)
}
global_asm!(".weak MPI_Errhandler_toint", ".type MPI_Errhandler_toint, @function", ".set MPI_Errhandler_toint, PMPI_Errhandler_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_fromint(file: c_int) -> MPI_File {
    imp::handles::file_fromint(file)
}
global_asm!(".weak MPI_File_fromint", ".type MPI_File_fromint, @function", ".set MPI_File_fromint, PMPI_File_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_toint(file: MPI_File) -> c_int {
    imp::handles::file_toint(file)
}
global_asm!(".weak MPI_File_toint", ".type MPI_File_toint, @function", ".set MPI_File_toint, PMPI_File_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_fromint(group: c_int) -> MPI_Group {
    imp::handles::group_fromint(group)
}
global_asm!(".weak MPI_Group_fromint", ".type MPI_Group_fromint, @function", ".set MPI_Group_fromint, PMPI_Group_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_toint(group: MPI_Group) -> c_int {
    imp::handles::group_toint(group)
}
global_asm!(".weak MPI_Group_toint", ".type MPI_Group_toint, @function", ".set MPI_Group_toint, PMPI_Group_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_fromint(info: c_int) -> MPI_Info {
    imp::handles::info_fromint(info)
}
global_asm!(".weak MPI_Info_fromint", ".type MPI_Info_fromint, @function", ".set MPI_Info_fromint, PMPI_Info_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_toint(info: MPI_Info) -> c_int {
    imp::handles::info_toint(info)
}
global_asm!(".weak MPI_Info_toint", ".type MPI_Info_toint, @function", ".set MPI_Info_toint, PMPI_Info_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_fromint(message: c_int) -> MPI_Message {
    imp::handles::message_fromint(message)
}
global_asm!(".weak MPI_Message_fromint", ".type MPI_Message_fromint, @function", ".set MPI_Message_fromint, PMPI_Message_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_toint(message: MPI_Message) -> c_int {
    imp::handles::message_toint(message)
}
global_asm!(".weak MPI_Message_toint", ".type MPI_Message_toint, @function", ".set MPI_Message_toint, PMPI_Message_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_fromint(op: c_int) -> MPI_Op {
    imp::handles::op_fromint(op)
}
global_asm!(".weak MPI_Op_fromint", ".type MPI_Op_fromint, @function", ".set MPI_Op_fromint, PMPI_Op_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_toint(op: MPI_Op) -> c_int {
    imp::handles::op_toint(op)
}
global_asm!(".weak MPI_Op_toint", ".type MPI_Op_toint, @function", ".set MPI_Op_toint, PMPI_Op_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_fromint(request: c_int) -> MPI_Request {
    imp::handles::request_fromint(request)
}
global_asm!(".weak MPI_Request_fromint", ".type MPI_Request_fromint, @function", ".set MPI_Request_fromint, PMPI_Request_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_toint(request: MPI_Request) -> c_int {
    imp::handles::request_toint(request)
}
global_asm!(".weak MPI_Request_toint", ".type MPI_Request_toint, @function", ".set MPI_Request_toint, PMPI_Request_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_fromint(session: c_int) -> MPI_Session {
    imp::handles::session_fromint(session)
}
global_asm!(".weak MPI_Session_fromint", ".type MPI_Session_fromint, @function", ".set MPI_Session_fromint, PMPI_Session_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_toint(session: MPI_Session) -> c_int {
    imp::handles::session_toint(session)
}
global_asm!(".weak MPI_Session_toint", ".type MPI_Session_toint, @function", ".set MPI_Session_toint, PMPI_Session_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_fromint(datatype: c_int) -> MPI_Datatype {
    imp::handles::type_fromint(datatype)
}
global_asm!(".weak MPI_Type_fromint", ".type MPI_Type_fromint, @function", ".set MPI_Type_fromint, PMPI_Type_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_toint(datatype: MPI_Datatype) -> c_int {
    imp::handles::type_toint(datatype)
}
global_asm!(".weak MPI_Type_toint", ".type MPI_Type_toint, @function", ".set MPI_Type_toint, PMPI_Type_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_fromint(win: c_int) -> MPI_Win {
    imp::handles::win_fromint(win)
}
global_asm!(".weak MPI_Win_fromint", ".type MPI_Win_fromint, @function", ".set MPI_Win_fromint, PMPI_Win_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_toint(win: MPI_Win) -> c_int {
    imp::handles::win_toint(win)
}
global_asm!(".weak MPI_Win_toint", ".type MPI_Win_toint, @function", ".set MPI_Win_toint, PMPI_Win_toint");

// Fault tolerance, beyond the standard

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_ack_failed(comm: MPI_Comm, num_to_ack: c_int, num_acked: *mut c_int) -> c_int {
    entry::call(Call::named("MPIX_Comm_ack_failed"), Scope::Comm(comm), |cx| {
        cx.non_null(num_acked, "num_acked")?;
        // SAFETY: ABI-1.
        unsafe { imp::fault_tolerance::comm_ack_failed(cx, comm, num_to_ack, Out::at(num_acked)) }
    })
}
global_asm!(".weak MPIX_Comm_ack_failed", ".type MPIX_Comm_ack_failed, @function", ".set MPIX_Comm_ack_failed, PMPIX_Comm_ack_failed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_agree(comm: MPI_Comm, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPIX_Comm_agree"), Scope::Comm(comm), |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::fault_tolerance::comm_agree(cx, comm, InOut::at(flag)) }
    })
}
global_asm!(".weak MPIX_Comm_agree", ".type MPIX_Comm_agree, @function", ".set MPIX_Comm_agree, PMPIX_Comm_agree");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_failure_ack(comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPIX_Comm_failure_ack"), Scope::Comm(comm), |cx| {
        imp::fault_tolerance::comm_failure_ack(cx, comm)
    })
}
global_asm!(".weak MPIX_Comm_failure_ack", ".type MPIX_Comm_failure_ack, @function", ".set MPIX_Comm_failure_ack, PMPIX_Comm_failure_ack");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_failure_get_acked(comm: MPI_Comm, failedgrp: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPIX_Comm_failure_get_acked"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(failedgrp, "failedgrp")?;
            // SAFETY: ABI-1.
            unsafe { imp::fault_tolerance::comm_failure_get_acked(cx, comm, Out::at(failedgrp)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(failedgrp) }
        })
    })
}
global_asm!(".weak MPIX_Comm_failure_get_acked", ".type MPIX_Comm_failure_get_acked, @function", ".set MPIX_Comm_failure_get_acked, PMPIX_Comm_failure_get_acked");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_get_failed(comm: MPI_Comm, failedgrp: *mut MPI_Group) -> c_int {
    entry::call(Call::named("MPIX_Comm_get_failed"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(failedgrp, "failedgrp")?;
            // SAFETY: ABI-1.
            unsafe { imp::fault_tolerance::comm_get_failed(cx, comm, Out::at(failedgrp)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Group::clear(failedgrp) }
        })
    })
}
global_asm!(".weak MPIX_Comm_get_failed", ".type MPIX_Comm_get_failed, @function", ".set MPIX_Comm_get_failed, PMPIX_Comm_get_failed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_iagree(comm: MPI_Comm, flag: *mut c_int, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPIX_Comm_iagree"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(flag, "flag")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::fault_tolerance::comm_iagree(cx, comm, InOut::at(flag), Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPIX_Comm_iagree", ".type MPIX_Comm_iagree, @function", ".set MPIX_Comm_iagree, PMPIX_Comm_iagree");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_is_revoked(comm: MPI_Comm, flag: *mut c_int) -> c_int {
    entry::call(Call::named("MPIX_Comm_is_revoked"), Scope::Comm(comm), |cx| {
        cx.non_null(flag, "flag")?;
        // SAFETY: ABI-1.
        unsafe { imp::fault_tolerance::comm_is_revoked(cx, comm, Out::at(flag)) }
    })
}
global_asm!(".weak MPIX_Comm_is_revoked", ".type MPIX_Comm_is_revoked, @function", ".set MPIX_Comm_is_revoked, PMPIX_Comm_is_revoked");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_ishrink(comm: MPI_Comm, newcomm: *mut MPI_Comm, request: *mut MPI_Request) -> c_int {
    entry::call(Call::named("MPIX_Comm_ishrink"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            cx.non_null(request, "request")?;
            // SAFETY: ABI-1.
            unsafe { imp::fault_tolerance::comm_ishrink(cx, comm, Out::at(newcomm), Out::at(request)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm); MPI_Request::clear(request) }
        })
    })
}
global_asm!(".weak MPIX_Comm_ishrink", ".type MPIX_Comm_ishrink, @function", ".set MPIX_Comm_ishrink, PMPIX_Comm_ishrink");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_revoke(comm: MPI_Comm) -> c_int {
    entry::call(Call::named("MPIX_Comm_revoke"), Scope::Comm(comm), |cx| {
        imp::fault_tolerance::comm_revoke(cx, comm)
    })
}
global_asm!(".weak MPIX_Comm_revoke", ".type MPIX_Comm_revoke, @function", ".set MPIX_Comm_revoke, PMPIX_Comm_revoke");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_shrink(comm: MPI_Comm, newcomm: *mut MPI_Comm) -> c_int {
    entry::call(Call::named("MPIX_Comm_shrink"), Scope::Comm(comm), |cx| {
        let body = || {
            cx.non_null(newcomm, "newcomm")?;
            // SAFETY: ABI-1.
            unsafe { imp::fault_tolerance::comm_shrink(cx, comm, Out::at(newcomm)) }
        };
        body().inspect_err(|_| {
            // SAFETY: ABI-1.
            unsafe { MPI_Comm::clear(newcomm) }
        })
    })
}
global_asm!(".weak MPIX_Comm_shrink", ".type MPIX_Comm_shrink, @function", ".set MPIX_Comm_shrink, PMPIX_Comm_shrink");
