// Generated from api/functions and api/compat by `cargo xtask generate`; do not edit.
//
// ENTRY-1: the arguments are what the caller of the MPI function promises (COMPAT-1), and are
// handed on to the function of the same name (COMPAT-2).
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(non_snake_case, unused_imports, unused_mut, unused_unsafe, clippy::too_many_arguments, clippy::missing_safety_doc, missing_docs)]

use core::arch::global_asm;
use core::ffi::{c_char, c_double, c_int, c_void};

use ferry_compat::by_hand::{self, blocks};
use ferry_compat::handles::{self, HandleOut, Handles};
use ferry_compat::integers::{self, Integers, fix, fix_all, fix_buffer, fix_code, key_read, key_stored, weights_of};
use ferry_compat::peer::{self, Handle, abi_code, code};
use ferry_compat::statuses::{Amount, StatusIn, StatusOut, Statuses};
use ferry_compat::text::Room;
use ferry_compat::{functions, library};

use crate::numbers::{DISPLACEMENT_CURRENT, MAPS};
use crate::types::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Bsend)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi()))
    }
}
global_asm!(".weak MPI_Bsend", ".type MPI_Bsend, @function", ".set MPI_Bsend, PMPI_Bsend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Bsend_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi()))
    }
}
global_asm!(".weak MPI_Bsend_c", ".type MPI_Bsend_c, @function", ".set MPI_Bsend_c, PMPI_Bsend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_init(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Bsend_init)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Bsend_init", ".type MPI_Bsend_init, @function", ".set MPI_Bsend_init, PMPI_Bsend_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_init_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Bsend_init_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Bsend_init_c", ".type MPI_Bsend_init_c, @function", ".set MPI_Bsend_init_c, PMPI_Bsend_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_attach(buffer: *mut c_void, size: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Buffer_attach)(peer::buffer::<P, _>(buffer), size))
    }
}
global_asm!(".weak MPI_Buffer_attach", ".type MPI_Buffer_attach, @function", ".set MPI_Buffer_attach, PMPI_Buffer_attach");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_attach_c(buffer: *mut c_void, size: i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Buffer_attach_c)(peer::buffer::<P, _>(buffer), size))
    }
}
global_asm!(".weak MPI_Buffer_attach_c", ".type MPI_Buffer_attach_c, @function", ".set MPI_Buffer_attach_c, PMPI_Buffer_attach_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_detach(buffer_addr: *mut c_void, size: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Buffer_detach)(buffer_addr, size);
        fix_buffer::<P>(outcome, buffer_addr);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Buffer_detach", ".type MPI_Buffer_detach, @function", ".set MPI_Buffer_detach, PMPI_Buffer_detach");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_detach_c(buffer_addr: *mut c_void, size: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Buffer_detach_c)(buffer_addr, size);
        fix_buffer::<P>(outcome, buffer_addr);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Buffer_detach_c", ".type MPI_Buffer_detach_c, @function", ".set MPI_Buffer_detach_c, PMPI_Buffer_detach_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_flush() -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Buffer_flush)())
    }
}
global_asm!(".weak MPI_Buffer_flush", ".type MPI_Buffer_flush, @function", ".set MPI_Buffer_flush, PMPI_Buffer_flush");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Buffer_iflush(request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Buffer_iflush)(request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Buffer_iflush", ".type MPI_Buffer_iflush, @function", ".set MPI_Buffer_iflush, PMPI_Buffer_iflush");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cancel(request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::with_value(request);
        let outcome = (functions().MPI_Cancel)(request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Cancel", ".type MPI_Cancel, @function", ".set MPI_Cancel, PMPI_Cancel");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_attach_buffer(comm: MPI_Comm, buffer: *mut c_void, size: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_attach_buffer)(comm.abi(), peer::buffer::<P, _>(buffer), size))
    }
}
global_asm!(".weak MPI_Comm_attach_buffer", ".type MPI_Comm_attach_buffer, @function", ".set MPI_Comm_attach_buffer, PMPI_Comm_attach_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_attach_buffer_c(comm: MPI_Comm, buffer: *mut c_void, size: i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_attach_buffer_c)(comm.abi(), peer::buffer::<P, _>(buffer), size))
    }
}
global_asm!(".weak MPI_Comm_attach_buffer_c", ".type MPI_Comm_attach_buffer_c, @function", ".set MPI_Comm_attach_buffer_c, PMPI_Comm_attach_buffer_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_detach_buffer(comm: MPI_Comm, buffer_addr: *mut c_void, size: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Comm_detach_buffer)(comm.abi(), buffer_addr, size);
        fix_buffer::<P>(outcome, buffer_addr);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_detach_buffer", ".type MPI_Comm_detach_buffer, @function", ".set MPI_Comm_detach_buffer, PMPI_Comm_detach_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_detach_buffer_c(comm: MPI_Comm, buffer_addr: *mut c_void, size: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Comm_detach_buffer_c)(comm.abi(), buffer_addr, size);
        fix_buffer::<P>(outcome, buffer_addr);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_detach_buffer_c", ".type MPI_Comm_detach_buffer_c, @function", ".set MPI_Comm_detach_buffer_c, PMPI_Comm_detach_buffer_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_flush_buffer(comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_flush_buffer)(comm.abi()))
    }
}
global_asm!(".weak MPI_Comm_flush_buffer", ".type MPI_Comm_flush_buffer, @function", ".set MPI_Comm_flush_buffer, PMPI_Comm_flush_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_iflush_buffer(comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Comm_iflush_buffer)(comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_iflush_buffer", ".type MPI_Comm_iflush_buffer, @function", ".set MPI_Comm_iflush_buffer, PMPI_Comm_iflush_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_count(status: *const Status, datatype: MPI_Datatype, count: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = Amount::<P>::new(status);
        code::<P>((functions().MPI_Get_count)(status.abi(), datatype.abi(), count))
    }
}
global_asm!(".weak MPI_Get_count", ".type MPI_Get_count, @function", ".set MPI_Get_count, PMPI_Get_count");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_count_c(status: *const Status, datatype: MPI_Datatype, count: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = Amount::<P>::new(status);
        code::<P>((functions().MPI_Get_count_c)(status.abi(), datatype.abi(), count))
    }
}
global_asm!(".weak MPI_Get_count_c", ".type MPI_Get_count_c, @function", ".set MPI_Get_count_c, PMPI_Get_count_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibsend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ibsend)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ibsend", ".type MPI_Ibsend, @function", ".set MPI_Ibsend, PMPI_Ibsend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibsend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ibsend_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ibsend_c", ".type MPI_Ibsend_c, @function", ".set MPI_Ibsend_c, PMPI_Ibsend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Improbe(source: c_int, tag: c_int, comm: MPI_Comm, flag: *mut c_int, message: *mut MPI_Message, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut message = HandleOut::new(message);
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Improbe)(MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), flag, message.abi(), status.abi());
        message.store();
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Improbe", ".type MPI_Improbe, @function", ".set MPI_Improbe, PMPI_Improbe");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Imrecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, message: *mut MPI_Message, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut message = HandleOut::with_value(message);
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Imrecv)(peer::buffer::<P, _>(buf), count, datatype.abi(), message.abi(), request.abi());
        message.store();
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Imrecv", ".type MPI_Imrecv, @function", ".set MPI_Imrecv, PMPI_Imrecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Imrecv_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, message: *mut MPI_Message, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut message = HandleOut::with_value(message);
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Imrecv_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), message.abi(), request.abi());
        message.store();
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Imrecv_c", ".type MPI_Imrecv_c, @function", ".set MPI_Imrecv_c, PMPI_Imrecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iprobe(source: c_int, tag: c_int, comm: MPI_Comm, flag: *mut c_int, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Iprobe)(MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), flag, status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iprobe", ".type MPI_Iprobe, @function", ".set MPI_Iprobe, PMPI_Iprobe");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Irecv)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Irecv", ".type MPI_Irecv, @function", ".set MPI_Irecv, PMPI_Irecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irecv_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Irecv_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Irecv_c", ".type MPI_Irecv_c, @function", ".set MPI_Irecv_c, PMPI_Irecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irsend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Irsend)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Irsend", ".type MPI_Irsend, @function", ".set MPI_Irsend, PMPI_Irsend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irsend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Irsend_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Irsend_c", ".type MPI_Irsend_c, @function", ".set MPI_Irsend_c, PMPI_Irsend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Isend)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Isend", ".type MPI_Isend, @function", ".set MPI_Isend, PMPI_Isend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Isend_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Isend_c", ".type MPI_Isend_c, @function", ".set MPI_Isend_c, PMPI_Isend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, source: c_int, recvtag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Isendrecv)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(sendtag), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(recvtag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Isendrecv", ".type MPI_Isendrecv, @function", ".set MPI_Isendrecv, PMPI_Isendrecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, source: c_int, recvtag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Isendrecv_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(sendtag), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(recvtag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Isendrecv_c", ".type MPI_Isendrecv_c, @function", ".set MPI_Isendrecv_c, PMPI_Isendrecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_replace(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Isendrecv_replace)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(sendtag), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(recvtag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Isendrecv_replace", ".type MPI_Isendrecv_replace, @function", ".set MPI_Isendrecv_replace, PMPI_Isendrecv_replace");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_replace_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Isendrecv_replace_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(sendtag), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(recvtag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Isendrecv_replace_c", ".type MPI_Isendrecv_replace_c, @function", ".set MPI_Isendrecv_replace_c, PMPI_Isendrecv_replace_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Issend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Issend)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Issend", ".type MPI_Issend, @function", ".set MPI_Issend, PMPI_Issend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Issend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Issend_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Issend_c", ".type MPI_Issend_c, @function", ".set MPI_Issend_c, PMPI_Issend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mprobe(source: c_int, tag: c_int, comm: MPI_Comm, message: *mut MPI_Message, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut message = HandleOut::new(message);
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Mprobe)(MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), message.abi(), status.abi());
        message.store();
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Mprobe", ".type MPI_Mprobe, @function", ".set MPI_Mprobe, PMPI_Mprobe");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mrecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, message: *mut MPI_Message, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut message = HandleOut::with_value(message);
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Mrecv)(peer::buffer::<P, _>(buf), count, datatype.abi(), message.abi(), status.abi());
        message.store();
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Mrecv", ".type MPI_Mrecv, @function", ".set MPI_Mrecv, PMPI_Mrecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mrecv_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, message: *mut MPI_Message, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut message = HandleOut::with_value(message);
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Mrecv_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), message.abi(), status.abi());
        message.store();
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Mrecv_c", ".type MPI_Mrecv_c, @function", ".set MPI_Mrecv_c, PMPI_Mrecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Probe(source: c_int, tag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Probe)(MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Probe", ".type MPI_Probe, @function", ".set MPI_Probe, PMPI_Probe");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Recv)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Recv", ".type MPI_Recv, @function", ".set MPI_Recv, PMPI_Recv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Recv_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Recv_c", ".type MPI_Recv_c, @function", ".set MPI_Recv_c, PMPI_Recv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_init(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Recv_init)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Recv_init", ".type MPI_Recv_init, @function", ".set MPI_Recv_init, PMPI_Recv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_init_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Recv_init_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Recv_init_c", ".type MPI_Recv_init_c, @function", ".set MPI_Recv_init_c, PMPI_Recv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_free(request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::with_value(request);
        let outcome = (functions().MPI_Request_free)(request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Request_free", ".type MPI_Request_free, @function", ".set MPI_Request_free, PMPI_Request_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status(request: MPI_Request, flag: *mut c_int, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Request_get_status)(request.abi(), flag, status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Request_get_status", ".type MPI_Request_get_status, @function", ".set MPI_Request_get_status, PMPI_Request_get_status");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_all(count: c_int, array_of_requests: *const MPI_Request, flag: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(count));
        let mut array_of_statuses = Statuses::<P>::new(array_of_statuses, handles::length(count));
        let outcome = (functions().MPI_Request_get_status_all)(count, array_of_requests.abi(), flag, array_of_statuses.abi());
        array_of_statuses.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Request_get_status_all", ".type MPI_Request_get_status_all, @function", ".set MPI_Request_get_status_all, PMPI_Request_get_status_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_any(count: c_int, array_of_requests: *const MPI_Request, indx: *mut c_int, flag: *mut c_int, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(count));
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Request_get_status_any)(count, array_of_requests.abi(), indx, flag, status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Request_get_status_any", ".type MPI_Request_get_status_any, @function", ".set MPI_Request_get_status_any, PMPI_Request_get_status_any");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_some(incount: c_int, array_of_requests: *const MPI_Request, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(incount));
        let mut array_of_statuses = Statuses::<P>::new(array_of_statuses, handles::length(incount));
        let outcome = (functions().MPI_Request_get_status_some)(incount, array_of_requests.abi(), outcount, array_of_indices, array_of_statuses.abi());
        array_of_statuses.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Request_get_status_some", ".type MPI_Request_get_status_some, @function", ".set MPI_Request_get_status_some, PMPI_Request_get_status_some");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Rsend)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi()))
    }
}
global_asm!(".weak MPI_Rsend", ".type MPI_Rsend, @function", ".set MPI_Rsend, PMPI_Rsend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Rsend_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi()))
    }
}
global_asm!(".weak MPI_Rsend_c", ".type MPI_Rsend_c, @function", ".set MPI_Rsend_c, PMPI_Rsend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_init(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Rsend_init)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Rsend_init", ".type MPI_Rsend_init, @function", ".set MPI_Rsend_init, PMPI_Rsend_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_init_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Rsend_init_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Rsend_init_c", ".type MPI_Rsend_init_c, @function", ".set MPI_Rsend_init_c, PMPI_Rsend_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Send)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi()))
    }
}
global_asm!(".weak MPI_Send", ".type MPI_Send, @function", ".set MPI_Send, PMPI_Send");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Send_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi()))
    }
}
global_asm!(".weak MPI_Send_c", ".type MPI_Send_c, @function", ".set MPI_Send_c, PMPI_Send_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_init(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Send_init)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Send_init", ".type MPI_Send_init, @function", ".set MPI_Send_init, PMPI_Send_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_init_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Send_init_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Send_init_c", ".type MPI_Send_init_c, @function", ".set MPI_Send_init_c, PMPI_Send_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Sendrecv)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(sendtag), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(recvtag), comm.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Sendrecv", ".type MPI_Sendrecv, @function", ".set MPI_Sendrecv, PMPI_Sendrecv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Sendrecv_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(sendtag), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(recvtag), comm.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Sendrecv_c", ".type MPI_Sendrecv_c, @function", ".set MPI_Sendrecv_c, PMPI_Sendrecv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_replace(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Sendrecv_replace)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(sendtag), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(recvtag), comm.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Sendrecv_replace", ".type MPI_Sendrecv_replace, @function", ".set MPI_Sendrecv_replace, PMPI_Sendrecv_replace");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_replace_c(buf: *mut c_void, count: i64, datatype: MPI_Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Sendrecv_replace_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(sendtag), MAPS.rank.natural_to_abi(source), MAPS.tag.natural_to_abi(recvtag), comm.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Sendrecv_replace_c", ".type MPI_Sendrecv_replace_c, @function", ".set MPI_Sendrecv_replace_c, PMPI_Sendrecv_replace_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_attach_buffer(session: MPI_Session, buffer: *mut c_void, size: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Session_attach_buffer)(session.abi(), peer::buffer::<P, _>(buffer), size))
    }
}
global_asm!(".weak MPI_Session_attach_buffer", ".type MPI_Session_attach_buffer, @function", ".set MPI_Session_attach_buffer, PMPI_Session_attach_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_attach_buffer_c(session: MPI_Session, buffer: *mut c_void, size: i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Session_attach_buffer_c)(session.abi(), peer::buffer::<P, _>(buffer), size))
    }
}
global_asm!(".weak MPI_Session_attach_buffer_c", ".type MPI_Session_attach_buffer_c, @function", ".set MPI_Session_attach_buffer_c, PMPI_Session_attach_buffer_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_detach_buffer(session: MPI_Session, buffer_addr: *mut c_void, size: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Session_detach_buffer)(session.abi(), buffer_addr, size);
        fix_buffer::<P>(outcome, buffer_addr);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Session_detach_buffer", ".type MPI_Session_detach_buffer, @function", ".set MPI_Session_detach_buffer, PMPI_Session_detach_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_detach_buffer_c(session: MPI_Session, buffer_addr: *mut c_void, size: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Session_detach_buffer_c)(session.abi(), buffer_addr, size);
        fix_buffer::<P>(outcome, buffer_addr);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Session_detach_buffer_c", ".type MPI_Session_detach_buffer_c, @function", ".set MPI_Session_detach_buffer_c, PMPI_Session_detach_buffer_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_flush_buffer(session: MPI_Session) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Session_flush_buffer)(session.abi()))
    }
}
global_asm!(".weak MPI_Session_flush_buffer", ".type MPI_Session_flush_buffer, @function", ".set MPI_Session_flush_buffer, PMPI_Session_flush_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_iflush_buffer(session: MPI_Session, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Session_iflush_buffer)(session.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Session_iflush_buffer", ".type MPI_Session_iflush_buffer, @function", ".set MPI_Session_iflush_buffer, PMPI_Session_iflush_buffer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Ssend)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi()))
    }
}
global_asm!(".weak MPI_Ssend", ".type MPI_Ssend, @function", ".set MPI_Ssend, PMPI_Ssend");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Ssend_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi()))
    }
}
global_asm!(".weak MPI_Ssend_c", ".type MPI_Ssend_c, @function", ".set MPI_Ssend_c, PMPI_Ssend_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_init(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ssend_init)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ssend_init", ".type MPI_Ssend_init, @function", ".set MPI_Ssend_init, PMPI_Ssend_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_init_c(buf: *const c_void, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ssend_init_c)(peer::buffer::<P, _>(buf), count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ssend_init_c", ".type MPI_Ssend_init_c, @function", ".set MPI_Ssend_init_c, PMPI_Ssend_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Start(request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::with_value(request);
        let outcome = (functions().MPI_Start)(request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Start", ".type MPI_Start, @function", ".set MPI_Start, PMPI_Start");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Startall(count: c_int, array_of_requests: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(count));
        let outcome = (functions().MPI_Startall)(count, array_of_requests.abi());
        array_of_requests.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Startall", ".type MPI_Startall, @function", ".set MPI_Startall, PMPI_Startall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_error(status: *const Status, error: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_get_error)(status.abi(), error);
        fix_code::<P>(outcome, error);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_get_error", ".type MPI_Status_get_error, @function", ".set MPI_Status_get_error, PMPI_Status_get_error");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_source(status: *const Status, source: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_get_source)(status.abi(), source);
        fix(outcome, source, &MAPS.rank);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_get_source", ".type MPI_Status_get_source, @function", ".set MPI_Status_get_source, PMPI_Status_get_source");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_tag(status: *const Status, tag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_get_tag)(status.abi(), tag);
        fix(outcome, tag, &MAPS.tag);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_get_tag", ".type MPI_Status_get_tag, @function", ".set MPI_Status_get_tag, PMPI_Status_get_tag");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_error(status: *mut Status, error: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_set_error)(status.abi(), abi_code::<P>(error));
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_set_error", ".type MPI_Status_set_error, @function", ".set MPI_Status_set_error, PMPI_Status_set_error");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_source(status: *mut Status, source: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_set_source)(status.abi(), MAPS.rank.natural_to_abi(source));
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_set_source", ".type MPI_Status_set_source, @function", ".set MPI_Status_set_source, PMPI_Status_set_source");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_tag(status: *mut Status, tag: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_set_tag)(status.abi(), MAPS.tag.natural_to_abi(tag));
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_set_tag", ".type MPI_Status_set_tag, @function", ".set MPI_Status_set_tag, PMPI_Status_set_tag");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Test(request: *mut MPI_Request, flag: *mut c_int, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::with_value(request);
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Test)(request.abi(), flag, status.abi());
        request.store();
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Test", ".type MPI_Test, @function", ".set MPI_Test, PMPI_Test");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Test_cancelled(status: *const Status, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = Amount::<P>::new(status);
        code::<P>((functions().MPI_Test_cancelled)(status.abi(), flag))
    }
}
global_asm!(".weak MPI_Test_cancelled", ".type MPI_Test_cancelled, @function", ".set MPI_Test_cancelled, PMPI_Test_cancelled");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testall(count: c_int, array_of_requests: *mut MPI_Request, flag: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(count));
        let mut array_of_statuses = Statuses::<P>::new(array_of_statuses, handles::length(count));
        let outcome = (functions().MPI_Testall)(count, array_of_requests.abi(), flag, array_of_statuses.abi());
        array_of_requests.store();
        array_of_statuses.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Testall", ".type MPI_Testall, @function", ".set MPI_Testall, PMPI_Testall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testany(count: c_int, array_of_requests: *mut MPI_Request, indx: *mut c_int, flag: *mut c_int, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(count));
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Testany)(count, array_of_requests.abi(), indx, flag, status.abi());
        array_of_requests.store();
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Testany", ".type MPI_Testany, @function", ".set MPI_Testany, PMPI_Testany");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testsome(incount: c_int, array_of_requests: *mut MPI_Request, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(incount));
        let mut array_of_statuses = Statuses::<P>::new(array_of_statuses, handles::length(incount));
        let outcome = (functions().MPI_Testsome)(incount, array_of_requests.abi(), outcount, array_of_indices, array_of_statuses.abi());
        array_of_requests.store();
        array_of_statuses.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Testsome", ".type MPI_Testsome, @function", ".set MPI_Testsome, PMPI_Testsome");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wait(request: *mut MPI_Request, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::with_value(request);
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Wait)(request.abi(), status.abi());
        request.store();
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Wait", ".type MPI_Wait, @function", ".set MPI_Wait, PMPI_Wait");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitall(count: c_int, array_of_requests: *mut MPI_Request, array_of_statuses: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(count));
        let mut array_of_statuses = Statuses::<P>::new(array_of_statuses, handles::length(count));
        let outcome = (functions().MPI_Waitall)(count, array_of_requests.abi(), array_of_statuses.abi());
        array_of_requests.store();
        array_of_statuses.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Waitall", ".type MPI_Waitall, @function", ".set MPI_Waitall, PMPI_Waitall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitany(count: c_int, array_of_requests: *mut MPI_Request, indx: *mut c_int, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(count));
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_Waitany)(count, array_of_requests.abi(), indx, status.abi());
        array_of_requests.store();
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Waitany", ".type MPI_Waitany, @function", ".set MPI_Waitany, PMPI_Waitany");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitsome(incount: c_int, array_of_requests: *mut MPI_Request, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_requests = Handles::new(array_of_requests, handles::length(incount));
        let mut array_of_statuses = Statuses::<P>::new(array_of_statuses, handles::length(incount));
        let outcome = (functions().MPI_Waitsome)(incount, array_of_requests.abi(), outcount, array_of_indices, array_of_statuses.abi());
        array_of_requests.store();
        array_of_statuses.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Waitsome", ".type MPI_Waitsome, @function", ".set MPI_Waitsome, PMPI_Waitsome");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Parrived(request: MPI_Request, partition: c_int, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Parrived)(request.abi(), partition, flag))
    }
}
global_asm!(".weak MPI_Parrived", ".type MPI_Parrived, @function", ".set MPI_Parrived, PMPI_Parrived");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready(partition: c_int, request: MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pready)(partition, request.abi()))
    }
}
global_asm!(".weak MPI_Pready", ".type MPI_Pready, @function", ".set MPI_Pready, PMPI_Pready");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready_list(length: c_int, array_of_partitions: *const c_int, request: MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pready_list)(length, array_of_partitions, request.abi()))
    }
}
global_asm!(".weak MPI_Pready_list", ".type MPI_Pready_list, @function", ".set MPI_Pready_list, PMPI_Pready_list");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready_range(partition_low: c_int, partition_high: c_int, request: MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pready_range)(partition_low, partition_high, request.abi()))
    }
}
global_asm!(".weak MPI_Pready_range", ".type MPI_Pready_range, @function", ".set MPI_Pready_range, PMPI_Pready_range");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Precv_init(buf: *mut c_void, partitions: c_int, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Precv_init)(peer::buffer::<P, _>(buf), partitions, count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Precv_init", ".type MPI_Precv_init, @function", ".set MPI_Precv_init, PMPI_Precv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Precv_init_c(buf: *mut c_void, partitions: c_int, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Precv_init_c)(peer::buffer::<P, _>(buf), partitions, count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Precv_init_c", ".type MPI_Precv_init_c, @function", ".set MPI_Precv_init_c, PMPI_Precv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Psend_init(buf: *const c_void, partitions: c_int, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Psend_init)(peer::buffer::<P, _>(buf), partitions, count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Psend_init", ".type MPI_Psend_init, @function", ".set MPI_Psend_init, PMPI_Psend_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Psend_init_c(buf: *const c_void, partitions: c_int, count: i64, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Psend_init_c)(peer::buffer::<P, _>(buf), partitions, count, datatype.abi(), MAPS.rank.natural_to_abi(dest), MAPS.tag.natural_to_abi(tag), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Psend_init_c", ".type MPI_Psend_init_c, @function", ".set MPI_Psend_init_c, PMPI_Psend_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Aint_add(base: i64, disp: i64) -> i64 {
    // SAFETY: ENTRY-1.
    unsafe {
        (functions().MPI_Aint_add)(base, disp)
    }
}
global_asm!(".weak MPI_Aint_add", ".type MPI_Aint_add, @function", ".set MPI_Aint_add, PMPI_Aint_add");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Aint_diff(addr1: i64, addr2: i64) -> i64 {
    // SAFETY: ENTRY-1.
    unsafe {
        (functions().MPI_Aint_diff)(addr1, addr2)
    }
}
global_asm!(".weak MPI_Aint_diff", ".type MPI_Aint_diff, @function", ".set MPI_Aint_diff, PMPI_Aint_diff");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_address(location: *const c_void, address: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Get_address)(location, address))
    }
}
global_asm!(".weak MPI_Get_address", ".type MPI_Get_address, @function", ".set MPI_Get_address, PMPI_Get_address");
global_asm!(".globl PMPI_Address", ".type PMPI_Address, @function", ".set PMPI_Address, PMPI_Get_address", ".weak MPI_Address", ".type MPI_Address, @function", ".set MPI_Address, PMPI_Get_address");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements(status: *const Status, datatype: MPI_Datatype, count: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = Amount::<P>::new(status);
        code::<P>((functions().MPI_Get_elements)(status.abi(), datatype.abi(), count))
    }
}
global_asm!(".weak MPI_Get_elements", ".type MPI_Get_elements, @function", ".set MPI_Get_elements, PMPI_Get_elements");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements_c(status: *const Status, datatype: MPI_Datatype, count: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = Amount::<P>::new(status);
        code::<P>((functions().MPI_Get_elements_c)(status.abi(), datatype.abi(), count))
    }
}
global_asm!(".weak MPI_Get_elements_c", ".type MPI_Get_elements_c, @function", ".set MPI_Get_elements_c, PMPI_Get_elements_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements_x(status: *const Status, datatype: MPI_Datatype, count: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = Amount::<P>::new(status);
        code::<P>((functions().MPI_Get_elements_x)(status.abi(), datatype.abi(), count))
    }
}
global_asm!(".weak MPI_Get_elements_x", ".type MPI_Get_elements_x, @function", ".set MPI_Get_elements_x, PMPI_Get_elements_x");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack(inbuf: *const c_void, incount: c_int, datatype: MPI_Datatype, outbuf: *mut c_void, outsize: c_int, position: *mut c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pack)(peer::buffer::<P, _>(inbuf), incount, datatype.abi(), peer::buffer::<P, _>(outbuf), outsize, position, comm.abi()))
    }
}
global_asm!(".weak MPI_Pack", ".type MPI_Pack, @function", ".set MPI_Pack, PMPI_Pack");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_c(inbuf: *const c_void, incount: i64, datatype: MPI_Datatype, outbuf: *mut c_void, outsize: i64, position: *mut i64, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pack_c)(peer::buffer::<P, _>(inbuf), incount, datatype.abi(), peer::buffer::<P, _>(outbuf), outsize, position, comm.abi()))
    }
}
global_asm!(".weak MPI_Pack_c", ".type MPI_Pack_c, @function", ".set MPI_Pack_c, PMPI_Pack_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external(datarep: *const c_char, inbuf: *const c_void, incount: c_int, datatype: MPI_Datatype, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pack_external)(datarep, peer::buffer::<P, _>(inbuf), incount, datatype.abi(), peer::buffer::<P, _>(outbuf), outsize, position))
    }
}
global_asm!(".weak MPI_Pack_external", ".type MPI_Pack_external, @function", ".set MPI_Pack_external, PMPI_Pack_external");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_c(datarep: *const c_char, inbuf: *const c_void, incount: i64, datatype: MPI_Datatype, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pack_external_c)(datarep, peer::buffer::<P, _>(inbuf), incount, datatype.abi(), peer::buffer::<P, _>(outbuf), outsize, position))
    }
}
global_asm!(".weak MPI_Pack_external_c", ".type MPI_Pack_external_c, @function", ".set MPI_Pack_external_c, PMPI_Pack_external_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_size(datarep: *const c_char, incount: c_int, datatype: MPI_Datatype, size: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pack_external_size)(datarep, incount, datatype.abi(), size))
    }
}
global_asm!(".weak MPI_Pack_external_size", ".type MPI_Pack_external_size, @function", ".set MPI_Pack_external_size, PMPI_Pack_external_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_size_c(datarep: *const c_char, incount: i64, datatype: MPI_Datatype, size: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pack_external_size_c)(datarep, incount, datatype.abi(), size))
    }
}
global_asm!(".weak MPI_Pack_external_size_c", ".type MPI_Pack_external_size_c, @function", ".set MPI_Pack_external_size_c, PMPI_Pack_external_size_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_size(incount: c_int, datatype: MPI_Datatype, comm: MPI_Comm, size: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pack_size)(incount, datatype.abi(), comm.abi(), size))
    }
}
global_asm!(".weak MPI_Pack_size", ".type MPI_Pack_size, @function", ".set MPI_Pack_size, PMPI_Pack_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_size_c(incount: i64, datatype: MPI_Datatype, comm: MPI_Comm, size: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pack_size_c)(incount, datatype.abi(), comm.abi(), size))
    }
}
global_asm!(".weak MPI_Pack_size_c", ".type MPI_Pack_size_c, @function", ".set MPI_Pack_size_c, PMPI_Pack_size_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_commit(datatype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut datatype = HandleOut::with_value(datatype);
        let outcome = (functions().MPI_Type_commit)(datatype.abi());
        datatype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_commit", ".type MPI_Type_commit, @function", ".set MPI_Type_commit, PMPI_Type_commit");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_contiguous(count: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_contiguous)(count, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_contiguous", ".type MPI_Type_contiguous, @function", ".set MPI_Type_contiguous, PMPI_Type_contiguous");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_contiguous_c(count: i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_contiguous_c)(count, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_contiguous_c", ".type MPI_Type_contiguous_c, @function", ".set MPI_Type_contiguous_c, PMPI_Type_contiguous_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_darray(size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const c_int, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let array_of_distribs = Integers::new(array_of_distribs, handles::length(ndims), &MAPS.distribution);
        let array_of_dargs = Integers::new(array_of_dargs, handles::length(ndims), &MAPS.distribution_argument);
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_darray)(size, MAPS.rank.natural_to_abi(rank), ndims, array_of_gsizes, array_of_distribs.abi(), array_of_dargs.abi(), array_of_psizes, MAPS.order.to_abi(order), oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_darray", ".type MPI_Type_create_darray, @function", ".set MPI_Type_create_darray, PMPI_Type_create_darray");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_darray_c(size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const i64, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let array_of_distribs = Integers::new(array_of_distribs, handles::length(ndims), &MAPS.distribution);
        let array_of_dargs = Integers::new(array_of_dargs, handles::length(ndims), &MAPS.distribution_argument);
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_darray_c)(size, MAPS.rank.natural_to_abi(rank), ndims, array_of_gsizes, array_of_distribs.abi(), array_of_dargs.abi(), array_of_psizes, MAPS.order.to_abi(order), oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_darray_c", ".type MPI_Type_create_darray_c, @function", ".set MPI_Type_create_darray_c, PMPI_Type_create_darray_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_complex(p: c_int, r: c_int, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_f90_complex)(p, r, newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_f90_complex", ".type MPI_Type_create_f90_complex, @function", ".set MPI_Type_create_f90_complex, PMPI_Type_create_f90_complex");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_integer(r: c_int, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_f90_integer)(r, newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_f90_integer", ".type MPI_Type_create_f90_integer, @function", ".set MPI_Type_create_f90_integer, PMPI_Type_create_f90_integer");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_real(p: c_int, r: c_int, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_f90_real)(p, r, newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_f90_real", ".type MPI_Type_create_f90_real, @function", ".set MPI_Type_create_f90_real, PMPI_Type_create_f90_real");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed(count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_hindexed)(count, array_of_blocklengths, array_of_displacements, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_hindexed", ".type MPI_Type_create_hindexed, @function", ".set MPI_Type_create_hindexed, PMPI_Type_create_hindexed");
global_asm!(".globl PMPI_Type_hindexed", ".type PMPI_Type_hindexed, @function", ".set PMPI_Type_hindexed, PMPI_Type_create_hindexed", ".weak MPI_Type_hindexed", ".type MPI_Type_hindexed, @function", ".set MPI_Type_hindexed, PMPI_Type_create_hindexed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_c(count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_hindexed_c)(count, array_of_blocklengths, array_of_displacements, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_hindexed_c", ".type MPI_Type_create_hindexed_c, @function", ".set MPI_Type_create_hindexed_c, PMPI_Type_create_hindexed_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_block(count: c_int, blocklength: c_int, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_hindexed_block)(count, blocklength, array_of_displacements, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_hindexed_block", ".type MPI_Type_create_hindexed_block, @function", ".set MPI_Type_create_hindexed_block, PMPI_Type_create_hindexed_block");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_block_c(count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_hindexed_block_c)(count, blocklength, array_of_displacements, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_hindexed_block_c", ".type MPI_Type_create_hindexed_block_c, @function", ".set MPI_Type_create_hindexed_block_c, PMPI_Type_create_hindexed_block_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hvector(count: c_int, blocklength: c_int, stride: i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_hvector)(count, blocklength, stride, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_hvector", ".type MPI_Type_create_hvector, @function", ".set MPI_Type_create_hvector, PMPI_Type_create_hvector");
global_asm!(".globl PMPI_Type_hvector", ".type PMPI_Type_hvector, @function", ".set PMPI_Type_hvector, PMPI_Type_create_hvector", ".weak MPI_Type_hvector", ".type MPI_Type_hvector, @function", ".set MPI_Type_hvector, PMPI_Type_create_hvector");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hvector_c(count: i64, blocklength: i64, stride: i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_hvector_c)(count, blocklength, stride, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_hvector_c", ".type MPI_Type_create_hvector_c, @function", ".set MPI_Type_create_hvector_c, PMPI_Type_create_hvector_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_indexed_block(count: c_int, blocklength: c_int, array_of_displacements: *const c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_indexed_block)(count, blocklength, array_of_displacements, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_indexed_block", ".type MPI_Type_create_indexed_block, @function", ".set MPI_Type_create_indexed_block, PMPI_Type_create_indexed_block");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_indexed_block_c(count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_indexed_block_c)(count, blocklength, array_of_displacements, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_indexed_block_c", ".type MPI_Type_create_indexed_block_c, @function", ".set MPI_Type_create_indexed_block_c, PMPI_Type_create_indexed_block_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_resized(oldtype: MPI_Datatype, lb: i64, extent: i64, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_resized)(oldtype.abi(), lb, extent, newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_resized", ".type MPI_Type_create_resized, @function", ".set MPI_Type_create_resized, PMPI_Type_create_resized");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_resized_c(oldtype: MPI_Datatype, lb: i64, extent: i64, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_resized_c)(oldtype.abi(), lb, extent, newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_resized_c", ".type MPI_Type_create_resized_c, @function", ".set MPI_Type_create_resized_c, PMPI_Type_create_resized_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_struct(count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, array_of_types: *const MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_types = Handles::new(array_of_types, handles::length(count));
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_struct)(count, array_of_blocklengths, array_of_displacements, array_of_types.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_struct", ".type MPI_Type_create_struct, @function", ".set MPI_Type_create_struct, PMPI_Type_create_struct");
global_asm!(".globl PMPI_Type_struct", ".type PMPI_Type_struct, @function", ".set PMPI_Type_struct, PMPI_Type_create_struct", ".weak MPI_Type_struct", ".type MPI_Type_struct, @function", ".set MPI_Type_struct, PMPI_Type_create_struct");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_struct_c(count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, array_of_types: *const MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_types = Handles::new(array_of_types, handles::length(count));
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_struct_c)(count, array_of_blocklengths, array_of_displacements, array_of_types.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_struct_c", ".type MPI_Type_create_struct_c, @function", ".set MPI_Type_create_struct_c, PMPI_Type_create_struct_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_subarray(ndims: c_int, array_of_sizes: *const c_int, array_of_subsizes: *const c_int, array_of_starts: *const c_int, order: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_subarray)(ndims, array_of_sizes, array_of_subsizes, array_of_starts, MAPS.order.to_abi(order), oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_subarray", ".type MPI_Type_create_subarray, @function", ".set MPI_Type_create_subarray, PMPI_Type_create_subarray");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_subarray_c(ndims: c_int, array_of_sizes: *const i64, array_of_subsizes: *const i64, array_of_starts: *const i64, order: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_create_subarray_c)(ndims, array_of_sizes, array_of_subsizes, array_of_starts, MAPS.order.to_abi(order), oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_subarray_c", ".type MPI_Type_create_subarray_c, @function", ".set MPI_Type_create_subarray_c, PMPI_Type_create_subarray_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_dup(oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_dup)(oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_dup", ".type MPI_Type_dup, @function", ".set MPI_Type_dup, PMPI_Type_dup");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_free(datatype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut datatype = HandleOut::with_value(datatype);
        let outcome = (functions().MPI_Type_free)(datatype.abi());
        datatype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_free", ".type MPI_Type_free, @function", ".set MPI_Type_free, PMPI_Type_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_contents(datatype: MPI_Datatype, max_integers: c_int, max_addresses: c_int, max_datatypes: c_int, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_datatypes: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_datatypes = Handles::to_fill(array_of_datatypes, handles::length(max_datatypes));
        let outcome = by_hand::contents::type_get_contents::<P>(datatype.abi(), max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes.abi());
        array_of_datatypes.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_get_contents", ".type MPI_Type_get_contents, @function", ".set MPI_Type_get_contents, PMPI_Type_get_contents");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_contents_c(datatype: MPI_Datatype, max_integers: i64, max_addresses: i64, max_large_counts: i64, max_datatypes: i64, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_large_counts: *mut i64, array_of_datatypes: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_datatypes = Handles::to_fill(array_of_datatypes, handles::length(max_datatypes));
        let outcome = by_hand::contents::type_get_contents_c::<P>(datatype.abi(), max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes.abi());
        array_of_datatypes.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_get_contents_c", ".type MPI_Type_get_contents_c, @function", ".set MPI_Type_get_contents_c, PMPI_Type_get_contents_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_envelope(datatype: MPI_Datatype, num_integers: *mut c_int, num_addresses: *mut c_int, num_datatypes: *mut c_int, combiner: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Type_get_envelope)(datatype.abi(), num_integers, num_addresses, num_datatypes, combiner);
        fix(outcome, combiner, &MAPS.combiner);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_get_envelope", ".type MPI_Type_get_envelope, @function", ".set MPI_Type_get_envelope, PMPI_Type_get_envelope");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_envelope_c(datatype: MPI_Datatype, num_integers: *mut i64, num_addresses: *mut i64, num_large_counts: *mut i64, num_datatypes: *mut i64, combiner: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Type_get_envelope_c)(datatype.abi(), num_integers, num_addresses, num_large_counts, num_datatypes, combiner);
        fix(outcome, combiner, &MAPS.combiner);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_get_envelope_c", ".type MPI_Type_get_envelope_c, @function", ".set MPI_Type_get_envelope_c, PMPI_Type_get_envelope_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent(datatype: MPI_Datatype, lb: *mut i64, extent: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_get_extent)(datatype.abi(), lb, extent))
    }
}
global_asm!(".weak MPI_Type_get_extent", ".type MPI_Type_get_extent, @function", ".set MPI_Type_get_extent, PMPI_Type_get_extent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent_c(datatype: MPI_Datatype, lb: *mut i64, extent: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_get_extent_c)(datatype.abi(), lb, extent))
    }
}
global_asm!(".weak MPI_Type_get_extent_c", ".type MPI_Type_get_extent_c, @function", ".set MPI_Type_get_extent_c, PMPI_Type_get_extent_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent_x(datatype: MPI_Datatype, lb: *mut i64, extent: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_get_extent_x)(datatype.abi(), lb, extent))
    }
}
global_asm!(".weak MPI_Type_get_extent_x", ".type MPI_Type_get_extent_x, @function", ".set MPI_Type_get_extent_x, PMPI_Type_get_extent_x");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent(datatype: MPI_Datatype, true_lb: *mut i64, true_extent: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_get_true_extent)(datatype.abi(), true_lb, true_extent))
    }
}
global_asm!(".weak MPI_Type_get_true_extent", ".type MPI_Type_get_true_extent, @function", ".set MPI_Type_get_true_extent, PMPI_Type_get_true_extent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent_c(datatype: MPI_Datatype, true_lb: *mut i64, true_extent: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_get_true_extent_c)(datatype.abi(), true_lb, true_extent))
    }
}
global_asm!(".weak MPI_Type_get_true_extent_c", ".type MPI_Type_get_true_extent_c, @function", ".set MPI_Type_get_true_extent_c, PMPI_Type_get_true_extent_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent_x(datatype: MPI_Datatype, true_lb: *mut i64, true_extent: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_get_true_extent_x)(datatype.abi(), true_lb, true_extent))
    }
}
global_asm!(".weak MPI_Type_get_true_extent_x", ".type MPI_Type_get_true_extent_x, @function", ".set MPI_Type_get_true_extent_x, PMPI_Type_get_true_extent_x");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_value_index(value_type: MPI_Datatype, index_type: MPI_Datatype, pair_type: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut pair_type = HandleOut::new(pair_type);
        let outcome = (functions().MPI_Type_get_value_index)(value_type.abi(), index_type.abi(), pair_type.abi());
        pair_type.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_get_value_index", ".type MPI_Type_get_value_index, @function", ".set MPI_Type_get_value_index, PMPI_Type_get_value_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_indexed(count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_indexed)(count, array_of_blocklengths, array_of_displacements, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_indexed", ".type MPI_Type_indexed, @function", ".set MPI_Type_indexed, PMPI_Type_indexed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_indexed_c(count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_indexed_c)(count, array_of_blocklengths, array_of_displacements, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_indexed_c", ".type MPI_Type_indexed_c, @function", ".set MPI_Type_indexed_c, PMPI_Type_indexed_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_match_size(typeclass: c_int, size: c_int, datatype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut datatype = HandleOut::new(datatype);
        let outcome = (functions().MPI_Type_match_size)(MAPS.type_class.to_abi(typeclass), size, datatype.abi());
        datatype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_match_size", ".type MPI_Type_match_size, @function", ".set MPI_Type_match_size, PMPI_Type_match_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size(datatype: MPI_Datatype, size: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_size)(datatype.abi(), size))
    }
}
global_asm!(".weak MPI_Type_size", ".type MPI_Type_size, @function", ".set MPI_Type_size, PMPI_Type_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size_c(datatype: MPI_Datatype, size: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_size_c)(datatype.abi(), size))
    }
}
global_asm!(".weak MPI_Type_size_c", ".type MPI_Type_size_c, @function", ".set MPI_Type_size_c, PMPI_Type_size_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size_x(datatype: MPI_Datatype, size: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_size_x)(datatype.abi(), size))
    }
}
global_asm!(".weak MPI_Type_size_x", ".type MPI_Type_size_x, @function", ".set MPI_Type_size_x, PMPI_Type_size_x");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_vector(count: c_int, blocklength: c_int, stride: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_vector)(count, blocklength, stride, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_vector", ".type MPI_Type_vector, @function", ".set MPI_Type_vector, PMPI_Type_vector");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_vector_c(count: i64, blocklength: i64, stride: i64, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newtype = HandleOut::new(newtype);
        let outcome = (functions().MPI_Type_vector_c)(count, blocklength, stride, oldtype.abi(), newtype.abi());
        newtype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_vector_c", ".type MPI_Type_vector_c, @function", ".set MPI_Type_vector_c, PMPI_Type_vector_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack(inbuf: *const c_void, insize: c_int, position: *mut c_int, outbuf: *mut c_void, outcount: c_int, datatype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Unpack)(peer::buffer::<P, _>(inbuf), insize, position, peer::buffer::<P, _>(outbuf), outcount, datatype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Unpack", ".type MPI_Unpack, @function", ".set MPI_Unpack, PMPI_Unpack");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_c(inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Unpack_c)(peer::buffer::<P, _>(inbuf), insize, position, peer::buffer::<P, _>(outbuf), outcount, datatype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Unpack_c", ".type MPI_Unpack_c, @function", ".set MPI_Unpack_c, PMPI_Unpack_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_external(datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: c_int, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Unpack_external)(datarep, peer::buffer::<P, _>(inbuf), insize, position, peer::buffer::<P, _>(outbuf), outcount, datatype.abi()))
    }
}
global_asm!(".weak MPI_Unpack_external", ".type MPI_Unpack_external, @function", ".set MPI_Unpack_external, PMPI_Unpack_external");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_external_c(datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Unpack_external_c)(datarep, peer::buffer::<P, _>(inbuf), insize, position, peer::buffer::<P, _>(outbuf), outcount, datatype.abi()))
    }
}
global_asm!(".weak MPI_Unpack_external_c", ".type MPI_Unpack_external_c, @function", ".set MPI_Unpack_external_c, PMPI_Unpack_external_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Allgather)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Allgather", ".type MPI_Allgather, @function", ".set MPI_Allgather, PMPI_Allgather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Allgather_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Allgather_c", ".type MPI_Allgather_c, @function", ".set MPI_Allgather_c, PMPI_Allgather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Allgather_init)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Allgather_init", ".type MPI_Allgather_init, @function", ".set MPI_Allgather_init, PMPI_Allgather_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Allgather_init_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Allgather_init_c", ".type MPI_Allgather_init_c, @function", ".set MPI_Allgather_init_c, PMPI_Allgather_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Allgatherv)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Allgatherv", ".type MPI_Allgatherv, @function", ".set MPI_Allgatherv, PMPI_Allgatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Allgatherv_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Allgatherv_c", ".type MPI_Allgatherv_c, @function", ".set MPI_Allgatherv_c, PMPI_Allgatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Allgatherv_init)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Allgatherv_init", ".type MPI_Allgatherv_init, @function", ".set MPI_Allgatherv_init, PMPI_Allgatherv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Allgatherv_init_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Allgatherv_init_c", ".type MPI_Allgatherv_init_c, @function", ".set MPI_Allgatherv_init_c, PMPI_Allgatherv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Allreduce)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Allreduce", ".type MPI_Allreduce, @function", ".set MPI_Allreduce, PMPI_Allreduce");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Allreduce_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Allreduce_c", ".type MPI_Allreduce_c, @function", ".set MPI_Allreduce_c, PMPI_Allreduce_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Allreduce_init)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Allreduce_init", ".type MPI_Allreduce_init, @function", ".set MPI_Allreduce_init, PMPI_Allreduce_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Allreduce_init_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Allreduce_init_c", ".type MPI_Allreduce_init_c, @function", ".set MPI_Allreduce_init_c, PMPI_Allreduce_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Alltoall)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Alltoall", ".type MPI_Alltoall, @function", ".set MPI_Alltoall, PMPI_Alltoall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Alltoall_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Alltoall_c", ".type MPI_Alltoall_c, @function", ".set MPI_Alltoall_c, PMPI_Alltoall_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Alltoall_init)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Alltoall_init", ".type MPI_Alltoall_init, @function", ".set MPI_Alltoall_init, PMPI_Alltoall_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Alltoall_init_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Alltoall_init_c", ".type MPI_Alltoall_init_c, @function", ".set MPI_Alltoall_init_c, PMPI_Alltoall_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Alltoallv)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Alltoallv", ".type MPI_Alltoallv, @function", ".set MPI_Alltoallv, PMPI_Alltoallv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Alltoallv_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Alltoallv_c", ".type MPI_Alltoallv_c, @function", ".set MPI_Alltoallv_c, PMPI_Alltoallv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Alltoallv_init)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Alltoallv_init", ".type MPI_Alltoallv_init, @function", ".set MPI_Alltoallv_init, PMPI_Alltoallv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_init_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Alltoallv_init_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Alltoallv_init_c", ".type MPI_Alltoallv_init_c, @function", ".set MPI_Alltoallv_init_c, PMPI_Alltoallv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::peers(comm.abi(), peer::buffer::<P, _>(sendbuf)));
        let mut recvtypes = Handles::new(recvtypes, blocks::peers(comm.abi(), core::ptr::null()));
        code::<P>((functions().MPI_Alltoallw)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Alltoallw", ".type MPI_Alltoallw, @function", ".set MPI_Alltoallw, PMPI_Alltoallw");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::peers(comm.abi(), peer::buffer::<P, _>(sendbuf)));
        let mut recvtypes = Handles::new(recvtypes, blocks::peers(comm.abi(), core::ptr::null()));
        code::<P>((functions().MPI_Alltoallw_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Alltoallw_c", ".type MPI_Alltoallw_c, @function", ".set MPI_Alltoallw_c, PMPI_Alltoallw_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::peers(comm.abi(), peer::buffer::<P, _>(sendbuf)));
        let mut recvtypes = Handles::new(recvtypes, blocks::peers(comm.abi(), core::ptr::null()));
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Alltoallw_init)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Alltoallw_init", ".type MPI_Alltoallw_init, @function", ".set MPI_Alltoallw_init, PMPI_Alltoallw_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_init_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::peers(comm.abi(), peer::buffer::<P, _>(sendbuf)));
        let mut recvtypes = Handles::new(recvtypes, blocks::peers(comm.abi(), core::ptr::null()));
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Alltoallw_init_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Alltoallw_init_c", ".type MPI_Alltoallw_init_c, @function", ".set MPI_Alltoallw_init_c, PMPI_Alltoallw_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Barrier(comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Barrier)(comm.abi()))
    }
}
global_asm!(".weak MPI_Barrier", ".type MPI_Barrier, @function", ".set MPI_Barrier, PMPI_Barrier");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Barrier_init(comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Barrier_init)(comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Barrier_init", ".type MPI_Barrier_init, @function", ".set MPI_Barrier_init, PMPI_Barrier_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast(buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Bcast)(peer::buffer::<P, _>(buffer), count, datatype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Bcast", ".type MPI_Bcast, @function", ".set MPI_Bcast, PMPI_Bcast");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_c(buffer: *mut c_void, count: i64, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Bcast_c)(peer::buffer::<P, _>(buffer), count, datatype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Bcast_c", ".type MPI_Bcast_c, @function", ".set MPI_Bcast_c, PMPI_Bcast_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_init(buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Bcast_init)(peer::buffer::<P, _>(buffer), count, datatype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Bcast_init", ".type MPI_Bcast_init, @function", ".set MPI_Bcast_init, PMPI_Bcast_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_init_c(buffer: *mut c_void, count: i64, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Bcast_init_c)(peer::buffer::<P, _>(buffer), count, datatype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Bcast_init_c", ".type MPI_Bcast_init_c, @function", ".set MPI_Bcast_init_c, PMPI_Bcast_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Exscan)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Exscan", ".type MPI_Exscan, @function", ".set MPI_Exscan, PMPI_Exscan");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Exscan_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Exscan_c", ".type MPI_Exscan_c, @function", ".set MPI_Exscan_c, PMPI_Exscan_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Exscan_init)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Exscan_init", ".type MPI_Exscan_init, @function", ".set MPI_Exscan_init, PMPI_Exscan_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Exscan_init_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Exscan_init_c", ".type MPI_Exscan_init_c, @function", ".set MPI_Exscan_init_c, PMPI_Exscan_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Gather)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Gather", ".type MPI_Gather, @function", ".set MPI_Gather, PMPI_Gather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Gather_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Gather_c", ".type MPI_Gather_c, @function", ".set MPI_Gather_c, PMPI_Gather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Gather_init)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Gather_init", ".type MPI_Gather_init, @function", ".set MPI_Gather_init, PMPI_Gather_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Gather_init_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Gather_init_c", ".type MPI_Gather_init_c, @function", ".set MPI_Gather_init_c, PMPI_Gather_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Gatherv)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Gatherv", ".type MPI_Gatherv, @function", ".set MPI_Gatherv, PMPI_Gatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Gatherv_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Gatherv_c", ".type MPI_Gatherv_c, @function", ".set MPI_Gatherv_c, PMPI_Gatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Gatherv_init)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Gatherv_init", ".type MPI_Gatherv_init, @function", ".set MPI_Gatherv_init, PMPI_Gatherv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Gatherv_init_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Gatherv_init_c", ".type MPI_Gatherv_init_c, @function", ".set MPI_Gatherv_init_c, PMPI_Gatherv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iallgather)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iallgather", ".type MPI_Iallgather, @function", ".set MPI_Iallgather, PMPI_Iallgather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iallgather_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iallgather_c", ".type MPI_Iallgather_c, @function", ".set MPI_Iallgather_c, PMPI_Iallgather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iallgatherv)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iallgatherv", ".type MPI_Iallgatherv, @function", ".set MPI_Iallgatherv, PMPI_Iallgatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iallgatherv_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iallgatherv_c", ".type MPI_Iallgatherv_c, @function", ".set MPI_Iallgatherv_c, PMPI_Iallgatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallreduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iallreduce)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iallreduce", ".type MPI_Iallreduce, @function", ".set MPI_Iallreduce, PMPI_Iallreduce");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallreduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iallreduce_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iallreduce_c", ".type MPI_Iallreduce_c, @function", ".set MPI_Iallreduce_c, PMPI_Iallreduce_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ialltoall)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ialltoall", ".type MPI_Ialltoall, @function", ".set MPI_Ialltoall, PMPI_Ialltoall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoall_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ialltoall_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ialltoall_c", ".type MPI_Ialltoall_c, @function", ".set MPI_Ialltoall_c, PMPI_Ialltoall_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ialltoallv)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ialltoallv", ".type MPI_Ialltoallv, @function", ".set MPI_Ialltoallv, PMPI_Ialltoallv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallv_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ialltoallv_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ialltoallv_c", ".type MPI_Ialltoallv_c, @function", ".set MPI_Ialltoallv_c, PMPI_Ialltoallv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::peers(comm.abi(), peer::buffer::<P, _>(sendbuf)));
        let mut recvtypes = Handles::new(recvtypes, blocks::peers(comm.abi(), core::ptr::null()));
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ialltoallw)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ialltoallw", ".type MPI_Ialltoallw, @function", ".set MPI_Ialltoallw, PMPI_Ialltoallw");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallw_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::peers(comm.abi(), peer::buffer::<P, _>(sendbuf)));
        let mut recvtypes = Handles::new(recvtypes, blocks::peers(comm.abi(), core::ptr::null()));
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ialltoallw_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ialltoallw_c", ".type MPI_Ialltoallw_c, @function", ".set MPI_Ialltoallw_c, PMPI_Ialltoallw_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibarrier(comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ibarrier)(comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ibarrier", ".type MPI_Ibarrier, @function", ".set MPI_Ibarrier, PMPI_Ibarrier");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibcast(buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ibcast)(peer::buffer::<P, _>(buffer), count, datatype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ibcast", ".type MPI_Ibcast, @function", ".set MPI_Ibcast, PMPI_Ibcast");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibcast_c(buffer: *mut c_void, count: i64, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ibcast_c)(peer::buffer::<P, _>(buffer), count, datatype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ibcast_c", ".type MPI_Ibcast_c, @function", ".set MPI_Ibcast_c, PMPI_Ibcast_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iexscan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iexscan)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iexscan", ".type MPI_Iexscan, @function", ".set MPI_Iexscan, PMPI_Iexscan");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iexscan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iexscan_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iexscan_c", ".type MPI_Iexscan_c, @function", ".set MPI_Iexscan_c, PMPI_Iexscan_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Igather)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Igather", ".type MPI_Igather, @function", ".set MPI_Igather, PMPI_Igather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Igather_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Igather_c", ".type MPI_Igather_c, @function", ".set MPI_Igather_c, PMPI_Igather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Igatherv)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Igatherv", ".type MPI_Igatherv, @function", ".set MPI_Igatherv, PMPI_Igatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Igatherv_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Igatherv_c", ".type MPI_Igatherv_c, @function", ".set MPI_Igatherv_c, PMPI_Igatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ireduce)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ireduce", ".type MPI_Ireduce, @function", ".set MPI_Ireduce, PMPI_Ireduce");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ireduce_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ireduce_c", ".type MPI_Ireduce_c, @function", ".set MPI_Ireduce_c, PMPI_Ireduce_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ireduce_scatter)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcounts, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ireduce_scatter", ".type MPI_Ireduce_scatter, @function", ".set MPI_Ireduce_scatter, PMPI_Ireduce_scatter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ireduce_scatter_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcounts, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ireduce_scatter_c", ".type MPI_Ireduce_scatter_c, @function", ".set MPI_Ireduce_scatter_c, PMPI_Ireduce_scatter_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_block(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ireduce_scatter_block)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcount, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ireduce_scatter_block", ".type MPI_Ireduce_scatter_block, @function", ".set MPI_Ireduce_scatter_block, PMPI_Ireduce_scatter_block");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_block_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ireduce_scatter_block_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcount, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ireduce_scatter_block_c", ".type MPI_Ireduce_scatter_block_c, @function", ".set MPI_Ireduce_scatter_block_c, PMPI_Ireduce_scatter_block_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iscan)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iscan", ".type MPI_Iscan, @function", ".set MPI_Iscan, PMPI_Iscan");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iscan_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iscan_c", ".type MPI_Iscan_c, @function", ".set MPI_Iscan_c, PMPI_Iscan_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatter(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iscatter)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iscatter", ".type MPI_Iscatter, @function", ".set MPI_Iscatter, PMPI_Iscatter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatter_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iscatter_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iscatter_c", ".type MPI_Iscatter_c, @function", ".set MPI_Iscatter_c, PMPI_Iscatter_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatterv(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iscatterv)(peer::buffer::<P, _>(sendbuf), sendcounts, displs, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iscatterv", ".type MPI_Iscatterv, @function", ".set MPI_Iscatterv, PMPI_Iscatterv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatterv_c(sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Iscatterv_c)(peer::buffer::<P, _>(sendbuf), sendcounts, displs, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Iscatterv_c", ".type MPI_Iscatterv_c, @function", ".set MPI_Iscatterv_c, PMPI_Iscatterv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_commutative(op: MPI_Op, commute: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Op_commutative)(op.abi(), commute))
    }
}
global_asm!(".weak MPI_Op_commutative", ".type MPI_Op_commutative, @function", ".set MPI_Op_commutative, PMPI_Op_commutative");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_create(user_fn: *const c_void, commute: c_int, op: *mut MPI_Op) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut op = HandleOut::new(op);
        let outcome = by_hand::operation::op_create::<P>(user_fn, commute, op.abi());
        op.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Op_create", ".type MPI_Op_create, @function", ".set MPI_Op_create, PMPI_Op_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_create_c(user_fn: *const c_void, commute: c_int, op: *mut MPI_Op) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut op = HandleOut::new(op);
        let outcome = by_hand::operation::op_create_c::<P>(user_fn, commute, op.abi());
        op.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Op_create_c", ".type MPI_Op_create_c, @function", ".set MPI_Op_create_c, PMPI_Op_create_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_free(op: *mut MPI_Op) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut op = HandleOut::with_value(op);
        let outcome = (functions().MPI_Op_free)(op.abi());
        op.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Op_free", ".type MPI_Op_free, @function", ".set MPI_Op_free, PMPI_Op_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Reduce)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Reduce", ".type MPI_Reduce, @function", ".set MPI_Reduce, PMPI_Reduce");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Reduce_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Reduce_c", ".type MPI_Reduce_c, @function", ".set MPI_Reduce_c, PMPI_Reduce_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Reduce_init)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Reduce_init", ".type MPI_Reduce_init, @function", ".set MPI_Reduce_init, PMPI_Reduce_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Reduce_init_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Reduce_init_c", ".type MPI_Reduce_init_c, @function", ".set MPI_Reduce_init_c, PMPI_Reduce_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_local(inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Reduce_local)(peer::buffer::<P, _>(inbuf), peer::buffer::<P, _>(inoutbuf), count, datatype.abi(), op.abi()))
    }
}
global_asm!(".weak MPI_Reduce_local", ".type MPI_Reduce_local, @function", ".set MPI_Reduce_local, PMPI_Reduce_local");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_local_c(inbuf: *const c_void, inoutbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Reduce_local_c)(peer::buffer::<P, _>(inbuf), peer::buffer::<P, _>(inoutbuf), count, datatype.abi(), op.abi()))
    }
}
global_asm!(".weak MPI_Reduce_local_c", ".type MPI_Reduce_local_c, @function", ".set MPI_Reduce_local_c, PMPI_Reduce_local_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Reduce_scatter)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcounts, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Reduce_scatter", ".type MPI_Reduce_scatter, @function", ".set MPI_Reduce_scatter, PMPI_Reduce_scatter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Reduce_scatter_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcounts, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Reduce_scatter_c", ".type MPI_Reduce_scatter_c, @function", ".set MPI_Reduce_scatter_c, PMPI_Reduce_scatter_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Reduce_scatter_block)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcount, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Reduce_scatter_block", ".type MPI_Reduce_scatter_block, @function", ".set MPI_Reduce_scatter_block, PMPI_Reduce_scatter_block");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Reduce_scatter_block_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcount, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Reduce_scatter_block_c", ".type MPI_Reduce_scatter_block_c, @function", ".set MPI_Reduce_scatter_block_c, PMPI_Reduce_scatter_block_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_init(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Reduce_scatter_block_init)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcount, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Reduce_scatter_block_init", ".type MPI_Reduce_scatter_block_init, @function", ".set MPI_Reduce_scatter_block_init, PMPI_Reduce_scatter_block_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Reduce_scatter_block_init_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcount, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Reduce_scatter_block_init_c", ".type MPI_Reduce_scatter_block_init_c, @function", ".set MPI_Reduce_scatter_block_init_c, PMPI_Reduce_scatter_block_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_init(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Reduce_scatter_init)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcounts, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Reduce_scatter_init", ".type MPI_Reduce_scatter_init, @function", ".set MPI_Reduce_scatter_init, PMPI_Reduce_scatter_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Reduce_scatter_init_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), recvcounts, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Reduce_scatter_init_c", ".type MPI_Reduce_scatter_init_c, @function", ".set MPI_Reduce_scatter_init_c, PMPI_Reduce_scatter_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Scan)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Scan", ".type MPI_Scan, @function", ".set MPI_Scan, PMPI_Scan");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Scan_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Scan_c", ".type MPI_Scan_c, @function", ".set MPI_Scan_c, PMPI_Scan_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Scan_init)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Scan_init", ".type MPI_Scan_init, @function", ".set MPI_Scan_init, PMPI_Scan_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_init_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Scan_init_c)(peer::buffer::<P, _>(sendbuf), peer::buffer::<P, _>(recvbuf), count, datatype.abi(), op.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Scan_init_c", ".type MPI_Scan_init_c, @function", ".set MPI_Scan_init_c, PMPI_Scan_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Scatter)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Scatter", ".type MPI_Scatter, @function", ".set MPI_Scatter, PMPI_Scatter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Scatter_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Scatter_c", ".type MPI_Scatter_c, @function", ".set MPI_Scatter_c, PMPI_Scatter_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Scatter_init)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Scatter_init", ".type MPI_Scatter_init, @function", ".set MPI_Scatter_init, PMPI_Scatter_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Scatter_init_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Scatter_init_c", ".type MPI_Scatter_init_c, @function", ".set MPI_Scatter_init_c, PMPI_Scatter_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Scatterv)(peer::buffer::<P, _>(sendbuf), sendcounts, displs, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Scatterv", ".type MPI_Scatterv, @function", ".set MPI_Scatterv, PMPI_Scatterv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_c(sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Scatterv_c)(peer::buffer::<P, _>(sendbuf), sendcounts, displs, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi()))
    }
}
global_asm!(".weak MPI_Scatterv_c", ".type MPI_Scatterv_c, @function", ".set MPI_Scatterv_c, PMPI_Scatterv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_init(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Scatterv_init)(peer::buffer::<P, _>(sendbuf), sendcounts, displs, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Scatterv_init", ".type MPI_Scatterv_init, @function", ".set MPI_Scatterv_init, PMPI_Scatterv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_init_c(sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Scatterv_init_c)(peer::buffer::<P, _>(sendbuf), sendcounts, displs, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Scatterv_init_c", ".type MPI_Scatterv_init_c, @function", ".set MPI_Scatterv_init_c, PMPI_Scatterv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_delete(comm: MPI_Comm, keyval: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Attr_delete)(comm.abi(), MAPS.keyval.to_abi(keyval)))
    }
}
global_asm!(".weak MPI_Attr_delete", ".type MPI_Attr_delete, @function", ".set MPI_Attr_delete, PMPI_Attr_delete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_get(comm: MPI_Comm, keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::attribute_value::attr_get::<P>(comm.abi(), MAPS.keyval.to_abi(keyval), attribute_val, flag))
    }
}
global_asm!(".weak MPI_Attr_get", ".type MPI_Attr_get, @function", ".set MPI_Attr_get, PMPI_Attr_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_put(comm: MPI_Comm, keyval: c_int, attribute_val: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Attr_put)(comm.abi(), MAPS.keyval.to_abi(keyval), attribute_val))
    }
}
global_asm!(".weak MPI_Attr_put", ".type MPI_Attr_put, @function", ".set MPI_Attr_put, PMPI_Attr_put");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_compare(comm1: MPI_Comm, comm2: MPI_Comm, result: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Comm_compare)(comm1.abi(), comm2.abi(), result);
        fix(outcome, result, &MAPS.comparison);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_compare", ".type MPI_Comm_compare, @function", ".set MPI_Comm_compare, PMPI_Comm_compare");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create(comm: MPI_Comm, group: MPI_Group, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPI_Comm_create)(comm.abi(), group.abi(), newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_create", ".type MPI_Comm_create, @function", ".set MPI_Comm_create, PMPI_Comm_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_from_group(group: MPI_Group, stringtag: *const c_char, info: MPI_Info, errhandler: MPI_Errhandler, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPI_Comm_create_from_group)(group.abi(), stringtag, info.abi(), errhandler.abi(), newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_create_from_group", ".type MPI_Comm_create_from_group, @function", ".set MPI_Comm_create_from_group, PMPI_Comm_create_from_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_group(comm: MPI_Comm, group: MPI_Group, tag: c_int, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPI_Comm_create_group)(comm.abi(), group.abi(), MAPS.tag.natural_to_abi(tag), newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_create_group", ".type MPI_Comm_create_group, @function", ".set MPI_Comm_create_group, PMPI_Comm_create_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_keyval(comm_copy_attr_fn: *const c_void, comm_delete_attr_fn: *const c_void, comm_keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = by_hand::attribute::comm_create_keyval::<P>(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
        fix(outcome, comm_keyval, &MAPS.keyval);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_create_keyval", ".type MPI_Comm_create_keyval, @function", ".set MPI_Comm_create_keyval, PMPI_Comm_create_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_delete_attr(comm: MPI_Comm, comm_keyval: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_delete_attr)(comm.abi(), MAPS.keyval.to_abi(comm_keyval)))
    }
}
global_asm!(".weak MPI_Comm_delete_attr", ".type MPI_Comm_delete_attr, @function", ".set MPI_Comm_delete_attr, PMPI_Comm_delete_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_dup(comm: MPI_Comm, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPI_Comm_dup)(comm.abi(), newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_dup", ".type MPI_Comm_dup, @function", ".set MPI_Comm_dup, PMPI_Comm_dup");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_dup_with_info(comm: MPI_Comm, info: MPI_Info, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPI_Comm_dup_with_info)(comm.abi(), info.abi(), newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_dup_with_info", ".type MPI_Comm_dup_with_info, @function", ".set MPI_Comm_dup_with_info, PMPI_Comm_dup_with_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_free(comm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut comm = HandleOut::with_value(comm);
        let outcome = (functions().MPI_Comm_free)(comm.abi());
        comm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_free", ".type MPI_Comm_free, @function", ".set MPI_Comm_free, PMPI_Comm_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_free_keyval(comm_keyval: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        key_read::<P>(comm_keyval);
        let outcome = (functions().MPI_Comm_free_keyval)(comm_keyval);
        key_stored::<P>(comm_keyval);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_free_keyval", ".type MPI_Comm_free_keyval, @function", ".set MPI_Comm_free_keyval, PMPI_Comm_free_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_attr(comm: MPI_Comm, comm_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::attribute_value::comm_get_attr::<P>(comm.abi(), MAPS.keyval.to_abi(comm_keyval), attribute_val, flag))
    }
}
global_asm!(".weak MPI_Comm_get_attr", ".type MPI_Comm_get_attr, @function", ".set MPI_Comm_get_attr, PMPI_Comm_get_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_info(comm: MPI_Comm, info_used: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info_used = HandleOut::new(info_used);
        let outcome = (functions().MPI_Comm_get_info)(comm.abi(), info_used.abi());
        info_used.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_get_info", ".type MPI_Comm_get_info, @function", ".set MPI_Comm_get_info, PMPI_Comm_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_name(comm: MPI_Comm, comm_name: *mut c_char, resultlen: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut comm_name = Room::new(comm_name, 64, 128);
        let outcome = (functions().MPI_Comm_get_name)(comm.abi(), comm_name.abi(), resultlen);
        comm_name.store(resultlen);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_get_name", ".type MPI_Comm_get_name, @function", ".set MPI_Comm_get_name, PMPI_Comm_get_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_group(comm: MPI_Comm, group: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut group = HandleOut::new(group);
        let outcome = (functions().MPI_Comm_group)(comm.abi(), group.abi());
        group.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_group", ".type MPI_Comm_group, @function", ".set MPI_Comm_group, PMPI_Comm_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_idup(comm: MPI_Comm, newcomm: *mut MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Comm_idup)(comm.abi(), newcomm.abi(), request.abi());
        newcomm.store();
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_idup", ".type MPI_Comm_idup, @function", ".set MPI_Comm_idup, PMPI_Comm_idup");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_idup_with_info(comm: MPI_Comm, info: MPI_Info, newcomm: *mut MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Comm_idup_with_info)(comm.abi(), info.abi(), newcomm.abi(), request.abi());
        newcomm.store();
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_idup_with_info", ".type MPI_Comm_idup_with_info, @function", ".set MPI_Comm_idup_with_info, PMPI_Comm_idup_with_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_rank(comm: MPI_Comm, rank: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Comm_rank)(comm.abi(), rank);
        fix(outcome, rank, &MAPS.rank);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_rank", ".type MPI_Comm_rank, @function", ".set MPI_Comm_rank, PMPI_Comm_rank");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_remote_group(comm: MPI_Comm, group: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut group = HandleOut::new(group);
        let outcome = (functions().MPI_Comm_remote_group)(comm.abi(), group.abi());
        group.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_remote_group", ".type MPI_Comm_remote_group, @function", ".set MPI_Comm_remote_group, PMPI_Comm_remote_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_remote_size(comm: MPI_Comm, size: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_remote_size)(comm.abi(), size))
    }
}
global_asm!(".weak MPI_Comm_remote_size", ".type MPI_Comm_remote_size, @function", ".set MPI_Comm_remote_size, PMPI_Comm_remote_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_attr(comm: MPI_Comm, comm_keyval: c_int, attribute_val: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_set_attr)(comm.abi(), MAPS.keyval.to_abi(comm_keyval), attribute_val))
    }
}
global_asm!(".weak MPI_Comm_set_attr", ".type MPI_Comm_set_attr, @function", ".set MPI_Comm_set_attr, PMPI_Comm_set_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_info(comm: MPI_Comm, info: MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_set_info)(comm.abi(), info.abi()))
    }
}
global_asm!(".weak MPI_Comm_set_info", ".type MPI_Comm_set_info, @function", ".set MPI_Comm_set_info, PMPI_Comm_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_name(comm: MPI_Comm, comm_name: *const c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_set_name)(comm.abi(), comm_name))
    }
}
global_asm!(".weak MPI_Comm_set_name", ".type MPI_Comm_set_name, @function", ".set MPI_Comm_set_name, PMPI_Comm_set_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_size(comm: MPI_Comm, size: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_size)(comm.abi(), size))
    }
}
global_asm!(".weak MPI_Comm_size", ".type MPI_Comm_size, @function", ".set MPI_Comm_size, PMPI_Comm_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_split(comm: MPI_Comm, color: c_int, key: c_int, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPI_Comm_split)(comm.abi(), color, key, newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_split", ".type MPI_Comm_split, @function", ".set MPI_Comm_split, PMPI_Comm_split");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_split_type(comm: MPI_Comm, split_type: c_int, key: c_int, info: MPI_Info, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = by_hand::split::comm_split_type::<P>(comm.abi(), split_type, key, info.abi(), newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_split_type", ".type MPI_Comm_split_type, @function", ".set MPI_Comm_split_type, PMPI_Comm_split_type");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_test_inter(comm: MPI_Comm, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_test_inter)(comm.abi(), flag))
    }
}
global_asm!(".weak MPI_Comm_test_inter", ".type MPI_Comm_test_inter, @function", ".set MPI_Comm_test_inter, PMPI_Comm_test_inter");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_compare(group1: MPI_Group, group2: MPI_Group, result: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Group_compare)(group1.abi(), group2.abi(), result);
        fix(outcome, result, &MAPS.comparison);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_compare", ".type MPI_Group_compare, @function", ".set MPI_Group_compare, PMPI_Group_compare");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_difference(group1: MPI_Group, group2: MPI_Group, newgroup: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newgroup = HandleOut::new(newgroup);
        let outcome = (functions().MPI_Group_difference)(group1.abi(), group2.abi(), newgroup.abi());
        newgroup.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_difference", ".type MPI_Group_difference, @function", ".set MPI_Group_difference, PMPI_Group_difference");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_excl(group: MPI_Group, n: c_int, ranks: *const c_int, newgroup: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newgroup = HandleOut::new(newgroup);
        let outcome = (functions().MPI_Group_excl)(group.abi(), n, ranks, newgroup.abi());
        newgroup.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_excl", ".type MPI_Group_excl, @function", ".set MPI_Group_excl, PMPI_Group_excl");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_free(group: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut group = HandleOut::with_value(group);
        let outcome = (functions().MPI_Group_free)(group.abi());
        group.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_free", ".type MPI_Group_free, @function", ".set MPI_Group_free, PMPI_Group_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_from_session_pset(session: MPI_Session, pset_name: *const c_char, newgroup: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newgroup = HandleOut::new(newgroup);
        let outcome = (functions().MPI_Group_from_session_pset)(session.abi(), pset_name, newgroup.abi());
        newgroup.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_from_session_pset", ".type MPI_Group_from_session_pset, @function", ".set MPI_Group_from_session_pset, PMPI_Group_from_session_pset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_incl(group: MPI_Group, n: c_int, ranks: *const c_int, newgroup: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newgroup = HandleOut::new(newgroup);
        let outcome = (functions().MPI_Group_incl)(group.abi(), n, ranks, newgroup.abi());
        newgroup.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_incl", ".type MPI_Group_incl, @function", ".set MPI_Group_incl, PMPI_Group_incl");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_intersection(group1: MPI_Group, group2: MPI_Group, newgroup: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newgroup = HandleOut::new(newgroup);
        let outcome = (functions().MPI_Group_intersection)(group1.abi(), group2.abi(), newgroup.abi());
        newgroup.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_intersection", ".type MPI_Group_intersection, @function", ".set MPI_Group_intersection, PMPI_Group_intersection");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_excl(group: MPI_Group, n: c_int, ranges: *mut [c_int; 3], newgroup: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newgroup = HandleOut::new(newgroup);
        let outcome = (functions().MPI_Group_range_excl)(group.abi(), n, ranges, newgroup.abi());
        newgroup.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_range_excl", ".type MPI_Group_range_excl, @function", ".set MPI_Group_range_excl, PMPI_Group_range_excl");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_range_incl(group: MPI_Group, n: c_int, ranges: *mut [c_int; 3], newgroup: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newgroup = HandleOut::new(newgroup);
        let outcome = (functions().MPI_Group_range_incl)(group.abi(), n, ranges, newgroup.abi());
        newgroup.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_range_incl", ".type MPI_Group_range_incl, @function", ".set MPI_Group_range_incl, PMPI_Group_range_incl");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_rank(group: MPI_Group, rank: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Group_rank)(group.abi(), rank);
        fix(outcome, rank, &MAPS.rank);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_rank", ".type MPI_Group_rank, @function", ".set MPI_Group_rank, PMPI_Group_rank");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_size(group: MPI_Group, size: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Group_size)(group.abi(), size))
    }
}
global_asm!(".weak MPI_Group_size", ".type MPI_Group_size, @function", ".set MPI_Group_size, PMPI_Group_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_translate_ranks(group1: MPI_Group, n: c_int, ranks1: *const c_int, group2: MPI_Group, ranks2: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let ranks1 = Integers::new(ranks1, handles::length(n), &MAPS.rank);
        let outcome = (functions().MPI_Group_translate_ranks)(group1.abi(), n, ranks1.abi(), group2.abi(), ranks2);
        fix_all(outcome, ranks2, handles::length(n), &MAPS.rank);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_translate_ranks", ".type MPI_Group_translate_ranks, @function", ".set MPI_Group_translate_ranks, PMPI_Group_translate_ranks");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_union(group1: MPI_Group, group2: MPI_Group, newgroup: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newgroup = HandleOut::new(newgroup);
        let outcome = (functions().MPI_Group_union)(group1.abi(), group2.abi(), newgroup.abi());
        newgroup.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Group_union", ".type MPI_Group_union, @function", ".set MPI_Group_union, PMPI_Group_union");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_create(local_comm: MPI_Comm, local_leader: c_int, peer_comm: MPI_Comm, remote_leader: c_int, tag: c_int, newintercomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newintercomm = HandleOut::new(newintercomm);
        let outcome = (functions().MPI_Intercomm_create)(local_comm.abi(), MAPS.rank.natural_to_abi(local_leader), peer_comm.abi(), MAPS.rank.natural_to_abi(remote_leader), MAPS.tag.natural_to_abi(tag), newintercomm.abi());
        newintercomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Intercomm_create", ".type MPI_Intercomm_create, @function", ".set MPI_Intercomm_create, PMPI_Intercomm_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_create_from_groups(local_group: MPI_Group, local_leader: c_int, remote_group: MPI_Group, remote_leader: c_int, stringtag: *const c_char, info: MPI_Info, errhandler: MPI_Errhandler, newintercomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newintercomm = HandleOut::new(newintercomm);
        let outcome = (functions().MPI_Intercomm_create_from_groups)(local_group.abi(), MAPS.rank.natural_to_abi(local_leader), remote_group.abi(), MAPS.rank.natural_to_abi(remote_leader), stringtag, info.abi(), errhandler.abi(), newintercomm.abi());
        newintercomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Intercomm_create_from_groups", ".type MPI_Intercomm_create_from_groups, @function", ".set MPI_Intercomm_create_from_groups, PMPI_Intercomm_create_from_groups");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Intercomm_merge(intercomm: MPI_Comm, high: c_int, newintracomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newintracomm = HandleOut::new(newintracomm);
        let outcome = (functions().MPI_Intercomm_merge)(intercomm.abi(), high, newintracomm.abi());
        newintracomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Intercomm_merge", ".type MPI_Intercomm_merge, @function", ".set MPI_Intercomm_merge, PMPI_Intercomm_merge");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Keyval_create(copy_fn: *const c_void, delete_fn: *const c_void, keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = by_hand::attribute::keyval_create::<P>(copy_fn, delete_fn, keyval, extra_state);
        fix(outcome, keyval, &MAPS.keyval);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Keyval_create", ".type MPI_Keyval_create, @function", ".set MPI_Keyval_create, PMPI_Keyval_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Keyval_free(keyval: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        key_read::<P>(keyval);
        let outcome = (functions().MPI_Keyval_free)(keyval);
        key_stored::<P>(keyval);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Keyval_free", ".type MPI_Keyval_free, @function", ".set MPI_Keyval_free, PMPI_Keyval_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_keyval(type_copy_attr_fn: *const c_void, type_delete_attr_fn: *const c_void, type_keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = by_hand::attribute::type_create_keyval::<P>(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
        fix(outcome, type_keyval, &MAPS.keyval);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_create_keyval", ".type MPI_Type_create_keyval, @function", ".set MPI_Type_create_keyval, PMPI_Type_create_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_delete_attr(datatype: MPI_Datatype, type_keyval: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_delete_attr)(datatype.abi(), MAPS.keyval.to_abi(type_keyval)))
    }
}
global_asm!(".weak MPI_Type_delete_attr", ".type MPI_Type_delete_attr, @function", ".set MPI_Type_delete_attr, PMPI_Type_delete_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_free_keyval(type_keyval: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        key_read::<P>(type_keyval);
        let outcome = (functions().MPI_Type_free_keyval)(type_keyval);
        key_stored::<P>(type_keyval);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_free_keyval", ".type MPI_Type_free_keyval, @function", ".set MPI_Type_free_keyval, PMPI_Type_free_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_attr(datatype: MPI_Datatype, type_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_get_attr)(datatype.abi(), MAPS.keyval.to_abi(type_keyval), attribute_val, flag))
    }
}
global_asm!(".weak MPI_Type_get_attr", ".type MPI_Type_get_attr, @function", ".set MPI_Type_get_attr, PMPI_Type_get_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_name(datatype: MPI_Datatype, type_name: *mut c_char, resultlen: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut type_name = Room::new(type_name, 64, 128);
        let outcome = (functions().MPI_Type_get_name)(datatype.abi(), type_name.abi(), resultlen);
        type_name.store(resultlen);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Type_get_name", ".type MPI_Type_get_name, @function", ".set MPI_Type_get_name, PMPI_Type_get_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_set_attr(datatype: MPI_Datatype, type_keyval: c_int, attribute_val: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_set_attr)(datatype.abi(), MAPS.keyval.to_abi(type_keyval), attribute_val))
    }
}
global_asm!(".weak MPI_Type_set_attr", ".type MPI_Type_set_attr, @function", ".set MPI_Type_set_attr, PMPI_Type_set_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_set_name(datatype: MPI_Datatype, type_name: *const c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Type_set_name)(datatype.abi(), type_name))
    }
}
global_asm!(".weak MPI_Type_set_name", ".type MPI_Type_set_name, @function", ".set MPI_Type_set_name, PMPI_Type_set_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_keyval(win_copy_attr_fn: *const c_void, win_delete_attr_fn: *const c_void, win_keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = by_hand::attribute::win_create_keyval::<P>(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
        fix(outcome, win_keyval, &MAPS.keyval);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_create_keyval", ".type MPI_Win_create_keyval, @function", ".set MPI_Win_create_keyval, PMPI_Win_create_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_delete_attr(win: MPI_Win, win_keyval: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_delete_attr)(win.abi(), MAPS.keyval.to_abi(win_keyval)))
    }
}
global_asm!(".weak MPI_Win_delete_attr", ".type MPI_Win_delete_attr, @function", ".set MPI_Win_delete_attr, PMPI_Win_delete_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_free_keyval(win_keyval: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        key_read::<P>(win_keyval);
        let outcome = (functions().MPI_Win_free_keyval)(win_keyval);
        key_stored::<P>(win_keyval);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_free_keyval", ".type MPI_Win_free_keyval, @function", ".set MPI_Win_free_keyval, PMPI_Win_free_keyval");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_attr(win: MPI_Win, win_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::attribute_value::win_get_attr::<P>(win.abi(), MAPS.keyval.to_abi(win_keyval), attribute_val, flag))
    }
}
global_asm!(".weak MPI_Win_get_attr", ".type MPI_Win_get_attr, @function", ".set MPI_Win_get_attr, PMPI_Win_get_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_name(win: MPI_Win, win_name: *mut c_char, resultlen: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut win_name = Room::new(win_name, 64, 128);
        let outcome = (functions().MPI_Win_get_name)(win.abi(), win_name.abi(), resultlen);
        win_name.store(resultlen);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_get_name", ".type MPI_Win_get_name, @function", ".set MPI_Win_get_name, PMPI_Win_get_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_attr(win: MPI_Win, win_keyval: c_int, attribute_val: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_set_attr)(win.abi(), MAPS.keyval.to_abi(win_keyval), attribute_val))
    }
}
global_asm!(".weak MPI_Win_set_attr", ".type MPI_Win_set_attr, @function", ".set MPI_Win_set_attr, PMPI_Win_set_attr");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_name(win: MPI_Win, win_name: *const c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_set_name)(win.abi(), win_name))
    }
}
global_asm!(".weak MPI_Win_set_name", ".type MPI_Win_set_name, @function", ".set MPI_Win_set_name, PMPI_Win_set_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_coords(comm: MPI_Comm, rank: c_int, maxdims: c_int, coords: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Cart_coords)(comm.abi(), MAPS.rank.natural_to_abi(rank), maxdims, coords))
    }
}
global_asm!(".weak MPI_Cart_coords", ".type MPI_Cart_coords, @function", ".set MPI_Cart_coords, PMPI_Cart_coords");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_create(comm_old: MPI_Comm, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int, comm_cart: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut comm_cart = HandleOut::new(comm_cart);
        let outcome = (functions().MPI_Cart_create)(comm_old.abi(), ndims, dims, periods, reorder, comm_cart.abi());
        comm_cart.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Cart_create", ".type MPI_Cart_create, @function", ".set MPI_Cart_create, PMPI_Cart_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_get(comm: MPI_Comm, maxdims: c_int, dims: *mut c_int, periods: *mut c_int, coords: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Cart_get)(comm.abi(), maxdims, dims, periods, coords))
    }
}
global_asm!(".weak MPI_Cart_get", ".type MPI_Cart_get, @function", ".set MPI_Cart_get, PMPI_Cart_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_map(comm: MPI_Comm, ndims: c_int, dims: *const c_int, periods: *const c_int, newrank: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Cart_map)(comm.abi(), ndims, dims, periods, newrank);
        fix(outcome, newrank, &MAPS.rank);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Cart_map", ".type MPI_Cart_map, @function", ".set MPI_Cart_map, PMPI_Cart_map");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_rank(comm: MPI_Comm, coords: *const c_int, rank: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Cart_rank)(comm.abi(), coords, rank);
        fix(outcome, rank, &MAPS.rank);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Cart_rank", ".type MPI_Cart_rank, @function", ".set MPI_Cart_rank, PMPI_Cart_rank");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_shift(comm: MPI_Comm, direction: c_int, disp: c_int, rank_source: *mut c_int, rank_dest: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Cart_shift)(comm.abi(), direction, disp, rank_source, rank_dest);
        fix(outcome, rank_source, &MAPS.rank);
        fix(outcome, rank_dest, &MAPS.rank);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Cart_shift", ".type MPI_Cart_shift, @function", ".set MPI_Cart_shift, PMPI_Cart_shift");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_sub(comm: MPI_Comm, remain_dims: *const c_int, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPI_Cart_sub)(comm.abi(), remain_dims, newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Cart_sub", ".type MPI_Cart_sub, @function", ".set MPI_Cart_sub, PMPI_Cart_sub");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cartdim_get(comm: MPI_Comm, ndims: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Cartdim_get)(comm.abi(), ndims))
    }
}
global_asm!(".weak MPI_Cartdim_get", ".type MPI_Cartdim_get, @function", ".set MPI_Cartdim_get, PMPI_Cartdim_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Dims_create)(nnodes, ndims, dims))
    }
}
global_asm!(".weak MPI_Dims_create", ".type MPI_Dims_create, @function", ".set MPI_Dims_create, PMPI_Dims_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_create(comm_old: MPI_Comm, n: c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: MPI_Info, reorder: c_int, comm_dist_graph: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut comm_dist_graph = HandleOut::new(comm_dist_graph);
        let outcome = (functions().MPI_Dist_graph_create)(comm_old.abi(), n, sources, degrees, destinations, weights_of::<P>(weights), info.abi(), reorder, comm_dist_graph.abi());
        comm_dist_graph.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Dist_graph_create", ".type MPI_Dist_graph_create, @function", ".set MPI_Dist_graph_create, PMPI_Dist_graph_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_create_adjacent(comm_old: MPI_Comm, indegree: c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int, destweights: *const c_int, info: MPI_Info, reorder: c_int, comm_dist_graph: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut comm_dist_graph = HandleOut::new(comm_dist_graph);
        let outcome = (functions().MPI_Dist_graph_create_adjacent)(comm_old.abi(), indegree, sources, weights_of::<P>(sourceweights), outdegree, destinations, weights_of::<P>(destweights), info.abi(), reorder, comm_dist_graph.abi());
        comm_dist_graph.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Dist_graph_create_adjacent", ".type MPI_Dist_graph_create_adjacent, @function", ".set MPI_Dist_graph_create_adjacent, PMPI_Dist_graph_create_adjacent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_neighbors(comm: MPI_Comm, maxindegree: c_int, sources: *mut c_int, sourceweights: *mut c_int, maxoutdegree: c_int, destinations: *mut c_int, destweights: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Dist_graph_neighbors)(comm.abi(), maxindegree, sources, weights_of::<P>(sourceweights), maxoutdegree, destinations, weights_of::<P>(destweights)))
    }
}
global_asm!(".weak MPI_Dist_graph_neighbors", ".type MPI_Dist_graph_neighbors, @function", ".set MPI_Dist_graph_neighbors, PMPI_Dist_graph_neighbors");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_neighbors_count(comm: MPI_Comm, indegree: *mut c_int, outdegree: *mut c_int, weighted: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Dist_graph_neighbors_count)(comm.abi(), indegree, outdegree, weighted))
    }
}
global_asm!(".weak MPI_Dist_graph_neighbors_count", ".type MPI_Dist_graph_neighbors_count, @function", ".set MPI_Dist_graph_neighbors_count, PMPI_Dist_graph_neighbors_count");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_create(comm_old: MPI_Comm, nnodes: c_int, indx: *const c_int, edges: *const c_int, reorder: c_int, comm_graph: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut comm_graph = HandleOut::new(comm_graph);
        let outcome = (functions().MPI_Graph_create)(comm_old.abi(), nnodes, indx, edges, reorder, comm_graph.abi());
        comm_graph.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Graph_create", ".type MPI_Graph_create, @function", ".set MPI_Graph_create, PMPI_Graph_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_get(comm: MPI_Comm, maxindex: c_int, maxedges: c_int, indx: *mut c_int, edges: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Graph_get)(comm.abi(), maxindex, maxedges, indx, edges))
    }
}
global_asm!(".weak MPI_Graph_get", ".type MPI_Graph_get, @function", ".set MPI_Graph_get, PMPI_Graph_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_map(comm: MPI_Comm, nnodes: c_int, indx: *const c_int, edges: *const c_int, newrank: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Graph_map)(comm.abi(), nnodes, indx, edges, newrank);
        fix(outcome, newrank, &MAPS.rank);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Graph_map", ".type MPI_Graph_map, @function", ".set MPI_Graph_map, PMPI_Graph_map");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_neighbors(comm: MPI_Comm, rank: c_int, maxneighbors: c_int, neighbors: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Graph_neighbors)(comm.abi(), MAPS.rank.natural_to_abi(rank), maxneighbors, neighbors))
    }
}
global_asm!(".weak MPI_Graph_neighbors", ".type MPI_Graph_neighbors, @function", ".set MPI_Graph_neighbors, PMPI_Graph_neighbors");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_neighbors_count(comm: MPI_Comm, rank: c_int, nneighbors: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Graph_neighbors_count)(comm.abi(), MAPS.rank.natural_to_abi(rank), nneighbors))
    }
}
global_asm!(".weak MPI_Graph_neighbors_count", ".type MPI_Graph_neighbors_count, @function", ".set MPI_Graph_neighbors_count, PMPI_Graph_neighbors_count");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graphdims_get(comm: MPI_Comm, nnodes: *mut c_int, nedges: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Graphdims_get)(comm.abi(), nnodes, nedges))
    }
}
global_asm!(".weak MPI_Graphdims_get", ".type MPI_Graphdims_get, @function", ".set MPI_Graphdims_get, PMPI_Graphdims_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_allgather)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_allgather", ".type MPI_Ineighbor_allgather, @function", ".set MPI_Ineighbor_allgather, PMPI_Ineighbor_allgather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_allgather_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_allgather_c", ".type MPI_Ineighbor_allgather_c, @function", ".set MPI_Ineighbor_allgather_c, PMPI_Ineighbor_allgather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_allgatherv)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_allgatherv", ".type MPI_Ineighbor_allgatherv, @function", ".set MPI_Ineighbor_allgatherv, PMPI_Ineighbor_allgatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_allgatherv_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_allgatherv_c", ".type MPI_Ineighbor_allgatherv_c, @function", ".set MPI_Ineighbor_allgatherv_c, PMPI_Ineighbor_allgatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_alltoall)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_alltoall", ".type MPI_Ineighbor_alltoall, @function", ".set MPI_Ineighbor_alltoall, PMPI_Ineighbor_alltoall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoall_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_alltoall_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_alltoall_c", ".type MPI_Ineighbor_alltoall_c, @function", ".set MPI_Ineighbor_alltoall_c, PMPI_Ineighbor_alltoall_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_alltoallv)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_alltoallv", ".type MPI_Ineighbor_alltoallv, @function", ".set MPI_Ineighbor_alltoallv, PMPI_Ineighbor_alltoallv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallv_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_alltoallv_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_alltoallv_c", ".type MPI_Ineighbor_alltoallv_c, @function", ".set MPI_Ineighbor_alltoallv_c, PMPI_Ineighbor_alltoallv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::targets(comm.abi(), core::ptr::null()));
        let mut recvtypes = Handles::new(recvtypes, blocks::sources(comm.abi(), core::ptr::null()));
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_alltoallw)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_alltoallw", ".type MPI_Ineighbor_alltoallw, @function", ".set MPI_Ineighbor_alltoallw, PMPI_Ineighbor_alltoallw");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallw_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::targets(comm.abi(), core::ptr::null()));
        let mut recvtypes = Handles::new(recvtypes, blocks::sources(comm.abi(), core::ptr::null()));
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Ineighbor_alltoallw_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Ineighbor_alltoallw_c", ".type MPI_Ineighbor_alltoallw_c, @function", ".set MPI_Ineighbor_alltoallw_c, PMPI_Ineighbor_alltoallw_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Neighbor_allgather)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_allgather", ".type MPI_Neighbor_allgather, @function", ".set MPI_Neighbor_allgather, PMPI_Neighbor_allgather");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Neighbor_allgather_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_allgather_c", ".type MPI_Neighbor_allgather_c, @function", ".set MPI_Neighbor_allgather_c, PMPI_Neighbor_allgather_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_allgather_init)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_allgather_init", ".type MPI_Neighbor_allgather_init, @function", ".set MPI_Neighbor_allgather_init, PMPI_Neighbor_allgather_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_allgather_init_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_allgather_init_c", ".type MPI_Neighbor_allgather_init_c, @function", ".set MPI_Neighbor_allgather_init_c, PMPI_Neighbor_allgather_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Neighbor_allgatherv)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_allgatherv", ".type MPI_Neighbor_allgatherv, @function", ".set MPI_Neighbor_allgatherv, PMPI_Neighbor_allgatherv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Neighbor_allgatherv_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_allgatherv_c", ".type MPI_Neighbor_allgatherv_c, @function", ".set MPI_Neighbor_allgatherv_c, PMPI_Neighbor_allgatherv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_allgatherv_init)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_allgatherv_init", ".type MPI_Neighbor_allgatherv_init, @function", ".set MPI_Neighbor_allgatherv_init, PMPI_Neighbor_allgatherv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_allgatherv_init_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, displs, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_allgatherv_init_c", ".type MPI_Neighbor_allgatherv_init_c, @function", ".set MPI_Neighbor_allgatherv_init_c, PMPI_Neighbor_allgatherv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Neighbor_alltoall)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_alltoall", ".type MPI_Neighbor_alltoall, @function", ".set MPI_Neighbor_alltoall, PMPI_Neighbor_alltoall");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Neighbor_alltoall_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_alltoall_c", ".type MPI_Neighbor_alltoall_c, @function", ".set MPI_Neighbor_alltoall_c, PMPI_Neighbor_alltoall_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_init(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_alltoall_init)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_alltoall_init", ".type MPI_Neighbor_alltoall_init, @function", ".set MPI_Neighbor_alltoall_init, PMPI_Neighbor_alltoall_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_init_c(sendbuf: *const c_void, sendcount: i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_alltoall_init_c)(peer::buffer::<P, _>(sendbuf), sendcount, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcount, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_alltoall_init_c", ".type MPI_Neighbor_alltoall_init_c, @function", ".set MPI_Neighbor_alltoall_init_c, PMPI_Neighbor_alltoall_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Neighbor_alltoallv)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_alltoallv", ".type MPI_Neighbor_alltoallv, @function", ".set MPI_Neighbor_alltoallv, PMPI_Neighbor_alltoallv");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Neighbor_alltoallv_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_alltoallv_c", ".type MPI_Neighbor_alltoallv_c, @function", ".set MPI_Neighbor_alltoallv_c, PMPI_Neighbor_alltoallv_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_alltoallv_init)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_alltoallv_init", ".type MPI_Neighbor_alltoallv_init, @function", ".set MPI_Neighbor_alltoallv_init, PMPI_Neighbor_alltoallv_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_init_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_alltoallv_init_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtype.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtype.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_alltoallv_init_c", ".type MPI_Neighbor_alltoallv_init_c, @function", ".set MPI_Neighbor_alltoallv_init_c, PMPI_Neighbor_alltoallv_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::targets(comm.abi(), core::ptr::null()));
        let mut recvtypes = Handles::new(recvtypes, blocks::sources(comm.abi(), core::ptr::null()));
        code::<P>((functions().MPI_Neighbor_alltoallw)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_alltoallw", ".type MPI_Neighbor_alltoallw, @function", ".set MPI_Neighbor_alltoallw, PMPI_Neighbor_alltoallw");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::targets(comm.abi(), core::ptr::null()));
        let mut recvtypes = Handles::new(recvtypes, blocks::sources(comm.abi(), core::ptr::null()));
        code::<P>((functions().MPI_Neighbor_alltoallw_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi()))
    }
}
global_asm!(".weak MPI_Neighbor_alltoallw_c", ".type MPI_Neighbor_alltoallw_c, @function", ".set MPI_Neighbor_alltoallw_c, PMPI_Neighbor_alltoallw_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::targets(comm.abi(), core::ptr::null()));
        let mut recvtypes = Handles::new(recvtypes, blocks::sources(comm.abi(), core::ptr::null()));
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_alltoallw_init)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_alltoallw_init", ".type MPI_Neighbor_alltoallw_init, @function", ".set MPI_Neighbor_alltoallw_init, PMPI_Neighbor_alltoallw_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_init_c(sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const MPI_Datatype, comm: MPI_Comm, info: MPI_Info, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut sendtypes = Handles::new(sendtypes, blocks::targets(comm.abi(), core::ptr::null()));
        let mut recvtypes = Handles::new(recvtypes, blocks::sources(comm.abi(), core::ptr::null()));
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Neighbor_alltoallw_init_c)(peer::buffer::<P, _>(sendbuf), sendcounts, sdispls, sendtypes.abi(), peer::buffer::<P, _>(recvbuf), recvcounts, rdispls, recvtypes.abi(), comm.abi(), info.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Neighbor_alltoallw_init_c", ".type MPI_Neighbor_alltoallw_init_c, @function", ".set MPI_Neighbor_alltoallw_init_c, PMPI_Neighbor_alltoallw_init_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Topo_test(comm: MPI_Comm, status: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Topo_test)(comm.abi(), status);
        fix(outcome, status, &MAPS.topology);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Topo_test", ".type MPI_Topo_test, @function", ".set MPI_Topo_test, PMPI_Topo_test");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Add_error_class(errorclass: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Add_error_class)(errorclass);
        fix_code::<P>(outcome, errorclass);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Add_error_class", ".type MPI_Add_error_class, @function", ".set MPI_Add_error_class, PMPI_Add_error_class");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Add_error_code)(abi_code::<P>(errorclass), errorcode);
        fix_code::<P>(outcome, errorcode);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Add_error_code", ".type MPI_Add_error_code, @function", ".set MPI_Add_error_code, PMPI_Add_error_code");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Add_error_string(errorcode: c_int, string: *const c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Add_error_string)(abi_code::<P>(errorcode), string))
    }
}
global_asm!(".weak MPI_Add_error_string", ".type MPI_Add_error_string, @function", ".set MPI_Add_error_string, PMPI_Add_error_string");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alloc_mem(size: i64, info: MPI_Info, baseptr: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Alloc_mem)(size, info.abi(), baseptr))
    }
}
global_asm!(".weak MPI_Alloc_mem", ".type MPI_Alloc_mem, @function", ".set MPI_Alloc_mem, PMPI_Alloc_mem");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_call_errhandler(comm: MPI_Comm, errorcode: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_call_errhandler)(comm.abi(), abi_code::<P>(errorcode)))
    }
}
global_asm!(".weak MPI_Comm_call_errhandler", ".type MPI_Comm_call_errhandler, @function", ".set MPI_Comm_call_errhandler, PMPI_Comm_call_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_errhandler(comm_errhandler_fn: *const c_void, errhandler: *mut MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut errhandler = HandleOut::new(errhandler);
        let outcome = by_hand::errhandler::comm_create_errhandler::<P>(comm_errhandler_fn, errhandler.abi());
        errhandler.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_create_errhandler", ".type MPI_Comm_create_errhandler, @function", ".set MPI_Comm_create_errhandler, PMPI_Comm_create_errhandler");
global_asm!(".globl PMPI_Errhandler_create", ".type PMPI_Errhandler_create, @function", ".set PMPI_Errhandler_create, PMPI_Comm_create_errhandler", ".weak MPI_Errhandler_create", ".type MPI_Errhandler_create, @function", ".set MPI_Errhandler_create, PMPI_Comm_create_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_errhandler(comm: MPI_Comm, errhandler: *mut MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut errhandler = HandleOut::new(errhandler);
        let outcome = (functions().MPI_Comm_get_errhandler)(comm.abi(), errhandler.abi());
        errhandler.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_get_errhandler", ".type MPI_Comm_get_errhandler, @function", ".set MPI_Comm_get_errhandler, PMPI_Comm_get_errhandler");
global_asm!(".globl PMPI_Errhandler_get", ".type PMPI_Errhandler_get, @function", ".set PMPI_Errhandler_get, PMPI_Comm_get_errhandler", ".weak MPI_Errhandler_get", ".type MPI_Errhandler_get, @function", ".set MPI_Errhandler_get, PMPI_Comm_get_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_errhandler(comm: MPI_Comm, errhandler: MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Comm_set_errhandler)(comm.abi(), errhandler.abi()))
    }
}
global_asm!(".weak MPI_Comm_set_errhandler", ".type MPI_Comm_set_errhandler, @function", ".set MPI_Comm_set_errhandler, PMPI_Comm_set_errhandler");
global_asm!(".globl PMPI_Errhandler_set", ".type PMPI_Errhandler_set, @function", ".set PMPI_Errhandler_set, PMPI_Comm_set_errhandler", ".weak MPI_Errhandler_set", ".type MPI_Errhandler_set, @function", ".set MPI_Errhandler_set, PMPI_Comm_set_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_free(errhandler: *mut MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut errhandler = HandleOut::with_value(errhandler);
        let outcome = (functions().MPI_Errhandler_free)(errhandler.abi());
        errhandler.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Errhandler_free", ".type MPI_Errhandler_free, @function", ".set MPI_Errhandler_free, PMPI_Errhandler_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Error_class(errorcode: c_int, errorclass: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Error_class)(abi_code::<P>(errorcode), errorclass);
        fix_code::<P>(outcome, errorclass);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Error_class", ".type MPI_Error_class, @function", ".set MPI_Error_class, PMPI_Error_class");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Error_string(errorcode: c_int, string: *mut c_char, resultlen: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut string = Room::new(string, 256, 512);
        let outcome = (functions().MPI_Error_string)(abi_code::<P>(errorcode), string.abi(), resultlen);
        string.store(resultlen);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Error_string", ".type MPI_Error_string, @function", ".set MPI_Error_string, PMPI_Error_string");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Free_mem(base: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Free_mem)(peer::buffer::<P, _>(base)))
    }
}
global_asm!(".weak MPI_Free_mem", ".type MPI_Free_mem, @function", ".set MPI_Free_mem, PMPI_Free_mem");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_hw_resource_info(hw_info: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut hw_info = HandleOut::new(hw_info);
        let outcome = (functions().MPI_Get_hw_resource_info)(hw_info.abi());
        hw_info.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Get_hw_resource_info", ".type MPI_Get_hw_resource_info, @function", ".set MPI_Get_hw_resource_info, PMPI_Get_hw_resource_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_library_version(version: *mut c_char, resultlen: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut version = Room::new(version, 256, 8192);
        let outcome = (functions().MPI_Get_library_version)(version.abi(), resultlen);
        version.store(resultlen);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Get_library_version", ".type MPI_Get_library_version, @function", ".set MPI_Get_library_version, PMPI_Get_library_version");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_processor_name(name: *mut c_char, resultlen: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Get_processor_name)(name, resultlen))
    }
}
global_asm!(".weak MPI_Get_processor_name", ".type MPI_Get_processor_name, @function", ".set MPI_Get_processor_name, PMPI_Get_processor_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_version(version: *mut c_int, subversion: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Get_version)(version, subversion))
    }
}
global_asm!(".weak MPI_Get_version", ".type MPI_Get_version, @function", ".set MPI_Get_version, PMPI_Get_version");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Remove_error_class(errorclass: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Remove_error_class)(abi_code::<P>(errorclass)))
    }
}
global_asm!(".weak MPI_Remove_error_class", ".type MPI_Remove_error_class, @function", ".set MPI_Remove_error_class, PMPI_Remove_error_class");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Remove_error_code(errorcode: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Remove_error_code)(abi_code::<P>(errorcode)))
    }
}
global_asm!(".weak MPI_Remove_error_code", ".type MPI_Remove_error_code, @function", ".set MPI_Remove_error_code, PMPI_Remove_error_code");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Remove_error_string(errorcode: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Remove_error_string)(abi_code::<P>(errorcode)))
    }
}
global_asm!(".weak MPI_Remove_error_string", ".type MPI_Remove_error_string, @function", ".set MPI_Remove_error_string, PMPI_Remove_error_string");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_call_errhandler(session: MPI_Session, errorcode: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Session_call_errhandler)(session.abi(), abi_code::<P>(errorcode)))
    }
}
global_asm!(".weak MPI_Session_call_errhandler", ".type MPI_Session_call_errhandler, @function", ".set MPI_Session_call_errhandler, PMPI_Session_call_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_create_errhandler(session_errhandler_fn: *const c_void, errhandler: *mut MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut errhandler = HandleOut::new(errhandler);
        let outcome = by_hand::errhandler::session_create_errhandler::<P>(session_errhandler_fn, errhandler.abi());
        errhandler.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Session_create_errhandler", ".type MPI_Session_create_errhandler, @function", ".set MPI_Session_create_errhandler, PMPI_Session_create_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_errhandler(session: MPI_Session, errhandler: *mut MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut errhandler = HandleOut::new(errhandler);
        let outcome = (functions().MPI_Session_get_errhandler)(session.abi(), errhandler.abi());
        errhandler.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Session_get_errhandler", ".type MPI_Session_get_errhandler, @function", ".set MPI_Session_get_errhandler, PMPI_Session_get_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_set_errhandler(session: MPI_Session, errhandler: MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Session_set_errhandler)(session.abi(), errhandler.abi()))
    }
}
global_asm!(".weak MPI_Session_set_errhandler", ".type MPI_Session_set_errhandler, @function", ".set MPI_Session_set_errhandler, PMPI_Session_set_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_call_errhandler(win: MPI_Win, errorcode: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_call_errhandler)(win.abi(), abi_code::<P>(errorcode)))
    }
}
global_asm!(".weak MPI_Win_call_errhandler", ".type MPI_Win_call_errhandler, @function", ".set MPI_Win_call_errhandler, PMPI_Win_call_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_errhandler(win_errhandler_fn: *const c_void, errhandler: *mut MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut errhandler = HandleOut::new(errhandler);
        let outcome = by_hand::errhandler::win_create_errhandler::<P>(win_errhandler_fn, errhandler.abi());
        errhandler.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_create_errhandler", ".type MPI_Win_create_errhandler, @function", ".set MPI_Win_create_errhandler, PMPI_Win_create_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_errhandler(win: MPI_Win, errhandler: *mut MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut errhandler = HandleOut::new(errhandler);
        let outcome = (functions().MPI_Win_get_errhandler)(win.abi(), errhandler.abi());
        errhandler.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_get_errhandler", ".type MPI_Win_get_errhandler, @function", ".set MPI_Win_get_errhandler, PMPI_Win_get_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_errhandler(win: MPI_Win, errhandler: MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_set_errhandler)(win.abi(), errhandler.abi()))
    }
}
global_asm!(".weak MPI_Win_set_errhandler", ".type MPI_Win_set_errhandler, @function", ".set MPI_Win_set_errhandler, PMPI_Win_set_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wtick() -> c_double {
    // SAFETY: ENTRY-1.
    unsafe {
        (functions().MPI_Wtick)()
    }
}
global_asm!(".weak MPI_Wtick", ".type MPI_Wtick, @function", ".set MPI_Wtick, PMPI_Wtick");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wtime() -> c_double {
    // SAFETY: ENTRY-1.
    unsafe {
        (functions().MPI_Wtime)()
    }
}
global_asm!(".weak MPI_Wtime", ".type MPI_Wtime, @function", ".set MPI_Wtime, PMPI_Wtime");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_create(info: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info = HandleOut::new(info);
        let outcome = (functions().MPI_Info_create)(info.abi());
        info.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Info_create", ".type MPI_Info_create, @function", ".set MPI_Info_create, PMPI_Info_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_create_env(argc: c_int, argv: *mut *mut c_char, info: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info = HandleOut::new(info);
        let outcome = (functions().MPI_Info_create_env)(argc, argv, info.abi());
        info.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Info_create_env", ".type MPI_Info_create_env, @function", ".set MPI_Info_create_env, PMPI_Info_create_env");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_delete(info: MPI_Info, key: *const c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Info_delete)(info.abi(), key))
    }
}
global_asm!(".weak MPI_Info_delete", ".type MPI_Info_delete, @function", ".set MPI_Info_delete, PMPI_Info_delete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_dup(info: MPI_Info, newinfo: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newinfo = HandleOut::new(newinfo);
        let outcome = (functions().MPI_Info_dup)(info.abi(), newinfo.abi());
        newinfo.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Info_dup", ".type MPI_Info_dup, @function", ".set MPI_Info_dup, PMPI_Info_dup");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_free(info: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info = HandleOut::with_value(info);
        let outcome = (functions().MPI_Info_free)(info.abi());
        info.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Info_free", ".type MPI_Info_free, @function", ".set MPI_Info_free, PMPI_Info_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get(info: MPI_Info, key: *const c_char, valuelen: c_int, value: *mut c_char, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Info_get)(info.abi(), key, valuelen, value, flag))
    }
}
global_asm!(".weak MPI_Info_get", ".type MPI_Info_get, @function", ".set MPI_Info_get, PMPI_Info_get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_nkeys(info: MPI_Info, nkeys: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Info_get_nkeys)(info.abi(), nkeys))
    }
}
global_asm!(".weak MPI_Info_get_nkeys", ".type MPI_Info_get_nkeys, @function", ".set MPI_Info_get_nkeys, PMPI_Info_get_nkeys");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_nthkey(info: MPI_Info, n: c_int, key: *mut c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut key = Room::new(key, 36, 256);
        let outcome = (functions().MPI_Info_get_nthkey)(info.abi(), n, key.abi());
        key.store(core::ptr::null_mut());
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Info_get_nthkey", ".type MPI_Info_get_nthkey, @function", ".set MPI_Info_get_nthkey, PMPI_Info_get_nthkey");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_string(info: MPI_Info, key: *const c_char, buflen: *mut c_int, value: *mut c_char, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Info_get_string)(info.abi(), key, buflen, value, flag))
    }
}
global_asm!(".weak MPI_Info_get_string", ".type MPI_Info_get_string, @function", ".set MPI_Info_get_string, PMPI_Info_get_string");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_valuelen(info: MPI_Info, key: *const c_char, valuelen: *mut c_int, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Info_get_valuelen)(info.abi(), key, valuelen, flag))
    }
}
global_asm!(".weak MPI_Info_get_valuelen", ".type MPI_Info_get_valuelen, @function", ".set MPI_Info_get_valuelen, PMPI_Info_get_valuelen");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_set(info: MPI_Info, key: *const c_char, value: *const c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Info_set)(info.abi(), key, value))
    }
}
global_asm!(".weak MPI_Info_set", ".type MPI_Info_set, @function", ".set MPI_Info_set, PMPI_Info_set");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abort(comm: MPI_Comm, errorcode: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Abort)(comm.abi(), errorcode))
    }
}
global_asm!(".weak MPI_Abort", ".type MPI_Abort, @function", ".set MPI_Abort, PMPI_Abort");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Close_port(port_name: *const c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Close_port)(port_name))
    }
}
global_asm!(".weak MPI_Close_port", ".type MPI_Close_port, @function", ".set MPI_Close_port, PMPI_Close_port");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_accept(port_name: *const c_char, info: MPI_Info, root: c_int, comm: MPI_Comm, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPI_Comm_accept)(port_name, info.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_accept", ".type MPI_Comm_accept, @function", ".set MPI_Comm_accept, PMPI_Comm_accept");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_connect(port_name: *const c_char, info: MPI_Info, root: c_int, comm: MPI_Comm, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPI_Comm_connect)(port_name, info.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_connect", ".type MPI_Comm_connect, @function", ".set MPI_Comm_connect, PMPI_Comm_connect");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_disconnect(comm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut comm = HandleOut::with_value(comm);
        let outcome = (functions().MPI_Comm_disconnect)(comm.abi());
        comm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_disconnect", ".type MPI_Comm_disconnect, @function", ".set MPI_Comm_disconnect, PMPI_Comm_disconnect");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_parent(parent: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut parent = HandleOut::new(parent);
        let outcome = (functions().MPI_Comm_get_parent)(parent.abi());
        parent.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_get_parent", ".type MPI_Comm_get_parent, @function", ".set MPI_Comm_get_parent, PMPI_Comm_get_parent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_join(fd: c_int, intercomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut intercomm = HandleOut::new(intercomm);
        let outcome = (functions().MPI_Comm_join)(fd, intercomm.abi());
        intercomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_join", ".type MPI_Comm_join, @function", ".set MPI_Comm_join, PMPI_Comm_join");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_spawn(command: *const c_char, argv: *mut *mut c_char, maxprocs: c_int, info: MPI_Info, root: c_int, comm: MPI_Comm, intercomm: *mut MPI_Comm, array_of_errcodes: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut intercomm = HandleOut::new(intercomm);
        let outcome = by_hand::spawn::comm_spawn::<P>(command, argv, maxprocs, info.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), intercomm.abi(), array_of_errcodes);
        intercomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_spawn", ".type MPI_Comm_spawn, @function", ".set MPI_Comm_spawn, PMPI_Comm_spawn");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_spawn_multiple(count: c_int, array_of_commands: *mut *mut c_char, array_of_argv: *mut *mut *mut c_char, array_of_maxprocs: *const c_int, array_of_info: *const MPI_Info, root: c_int, comm: MPI_Comm, intercomm: *mut MPI_Comm, array_of_errcodes: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut array_of_info = Handles::new(array_of_info, blocks::at_root(comm.abi(), root, count));
        let mut intercomm = HandleOut::new(intercomm);
        let outcome = by_hand::spawn::comm_spawn_multiple::<P>(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info.abi(), MAPS.rank.natural_to_abi(root), comm.abi(), intercomm.abi(), array_of_errcodes);
        intercomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Comm_spawn_multiple", ".type MPI_Comm_spawn_multiple, @function", ".set MPI_Comm_spawn_multiple, PMPI_Comm_spawn_multiple");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Finalize() -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Finalize)())
    }
}
global_asm!(".weak MPI_Finalize", ".type MPI_Finalize, @function", ".set MPI_Finalize, PMPI_Finalize");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Finalized(flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Finalized)(flag))
    }
}
global_asm!(".weak MPI_Finalized", ".type MPI_Finalized, @function", ".set MPI_Finalized, PMPI_Finalized");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Init)(argc, argv))
    }
}
global_asm!(".weak MPI_Init", ".type MPI_Init, @function", ".set MPI_Init, PMPI_Init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Init_thread(argc: *mut c_int, argv: *mut *mut *mut c_char, required: c_int, provided: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Init_thread)(argc, argv, MAPS.thread.to_abi(required), provided);
        fix(outcome, provided, &MAPS.thread);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Init_thread", ".type MPI_Init_thread, @function", ".set MPI_Init_thread, PMPI_Init_thread");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Initialized(flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Initialized)(flag))
    }
}
global_asm!(".weak MPI_Initialized", ".type MPI_Initialized, @function", ".set MPI_Initialized, PMPI_Initialized");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Is_thread_main(flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Is_thread_main)(flag))
    }
}
global_asm!(".weak MPI_Is_thread_main", ".type MPI_Is_thread_main, @function", ".set MPI_Is_thread_main, PMPI_Is_thread_main");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Lookup_name(service_name: *const c_char, info: MPI_Info, port_name: *mut c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Lookup_name)(service_name, info.abi(), port_name))
    }
}
global_asm!(".weak MPI_Lookup_name", ".type MPI_Lookup_name, @function", ".set MPI_Lookup_name, PMPI_Lookup_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Open_port(info: MPI_Info, port_name: *mut c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Open_port)(info.abi(), port_name))
    }
}
global_asm!(".weak MPI_Open_port", ".type MPI_Open_port, @function", ".set MPI_Open_port, PMPI_Open_port");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Publish_name(service_name: *const c_char, info: MPI_Info, port_name: *const c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Publish_name)(service_name, info.abi(), port_name))
    }
}
global_asm!(".weak MPI_Publish_name", ".type MPI_Publish_name, @function", ".set MPI_Publish_name, PMPI_Publish_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Query_thread(provided: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_Query_thread)(provided);
        fix(outcome, provided, &MAPS.thread);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Query_thread", ".type MPI_Query_thread, @function", ".set MPI_Query_thread, PMPI_Query_thread");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_finalize(session: *mut MPI_Session) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut session = HandleOut::with_value(session);
        let outcome = (functions().MPI_Session_finalize)(session.abi());
        session.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Session_finalize", ".type MPI_Session_finalize, @function", ".set MPI_Session_finalize, PMPI_Session_finalize");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_info(session: MPI_Session, info_used: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info_used = HandleOut::new(info_used);
        let outcome = (functions().MPI_Session_get_info)(session.abi(), info_used.abi());
        info_used.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Session_get_info", ".type MPI_Session_get_info, @function", ".set MPI_Session_get_info, PMPI_Session_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_nth_pset(session: MPI_Session, info: MPI_Info, n: c_int, pset_len: *mut c_int, pset_name: *mut c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Session_get_nth_pset)(session.abi(), info.abi(), n, pset_len, pset_name))
    }
}
global_asm!(".weak MPI_Session_get_nth_pset", ".type MPI_Session_get_nth_pset, @function", ".set MPI_Session_get_nth_pset, PMPI_Session_get_nth_pset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_num_psets(session: MPI_Session, info: MPI_Info, npset_names: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Session_get_num_psets)(session.abi(), info.abi(), npset_names))
    }
}
global_asm!(".weak MPI_Session_get_num_psets", ".type MPI_Session_get_num_psets, @function", ".set MPI_Session_get_num_psets, PMPI_Session_get_num_psets");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_get_pset_info(session: MPI_Session, pset_name: *const c_char, info: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info = HandleOut::new(info);
        let outcome = (functions().MPI_Session_get_pset_info)(session.abi(), pset_name, info.abi());
        info.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Session_get_pset_info", ".type MPI_Session_get_pset_info, @function", ".set MPI_Session_get_pset_info, PMPI_Session_get_pset_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_init(info: MPI_Info, errhandler: MPI_Errhandler, session: *mut MPI_Session) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut session = HandleOut::new(session);
        let outcome = (functions().MPI_Session_init)(info.abi(), errhandler.abi(), session.abi());
        session.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Session_init", ".type MPI_Session_init, @function", ".set MPI_Session_init, PMPI_Session_init");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpublish_name(service_name: *const c_char, info: MPI_Info, port_name: *const c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Unpublish_name)(service_name, info.abi(), port_name))
    }
}
global_asm!(".weak MPI_Unpublish_name", ".type MPI_Unpublish_name, @function", ".set MPI_Unpublish_name, PMPI_Unpublish_name");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Accumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Accumulate)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), op.abi(), win.abi()))
    }
}
global_asm!(".weak MPI_Accumulate", ".type MPI_Accumulate, @function", ".set MPI_Accumulate, PMPI_Accumulate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Accumulate_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Accumulate_c)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), op.abi(), win.abi()))
    }
}
global_asm!(".weak MPI_Accumulate_c", ".type MPI_Accumulate_c, @function", ".set MPI_Accumulate_c, PMPI_Accumulate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Compare_and_swap(origin_addr: *const c_void, compare_addr: *const c_void, result_addr: *mut c_void, datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Compare_and_swap)(peer::buffer::<P, _>(origin_addr), peer::buffer::<P, _>(compare_addr), peer::buffer::<P, _>(result_addr), datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, win.abi()))
    }
}
global_asm!(".weak MPI_Compare_and_swap", ".type MPI_Compare_and_swap, @function", ".set MPI_Compare_and_swap, PMPI_Compare_and_swap");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Fetch_and_op(origin_addr: *const c_void, result_addr: *mut c_void, datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, op: MPI_Op, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Fetch_and_op)(peer::buffer::<P, _>(origin_addr), peer::buffer::<P, _>(result_addr), datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, op.abi(), win.abi()))
    }
}
global_asm!(".weak MPI_Fetch_and_op", ".type MPI_Fetch_and_op, @function", ".set MPI_Fetch_and_op, PMPI_Fetch_and_op");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get(origin_addr: *mut c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Get)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), win.abi()))
    }
}
global_asm!(".weak MPI_Get", ".type MPI_Get, @function", ".set MPI_Get, PMPI_Get");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_c(origin_addr: *mut c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Get_c)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), win.abi()))
    }
}
global_asm!(".weak MPI_Get_c", ".type MPI_Get_c, @function", ".set MPI_Get_c, PMPI_Get_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_accumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Get_accumulate)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), peer::buffer::<P, _>(result_addr), result_count, result_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), op.abi(), win.abi()))
    }
}
global_asm!(".weak MPI_Get_accumulate", ".type MPI_Get_accumulate, @function", ".set MPI_Get_accumulate, PMPI_Get_accumulate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_accumulate_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Get_accumulate_c)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), peer::buffer::<P, _>(result_addr), result_count, result_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), op.abi(), win.abi()))
    }
}
global_asm!(".weak MPI_Get_accumulate_c", ".type MPI_Get_accumulate_c, @function", ".set MPI_Get_accumulate_c, PMPI_Get_accumulate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Put(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Put)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), win.abi()))
    }
}
global_asm!(".weak MPI_Put", ".type MPI_Put, @function", ".set MPI_Put, PMPI_Put");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Put_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Put_c)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), win.abi()))
    }
}
global_asm!(".weak MPI_Put_c", ".type MPI_Put_c, @function", ".set MPI_Put_c, PMPI_Put_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Raccumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Raccumulate)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), op.abi(), win.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Raccumulate", ".type MPI_Raccumulate, @function", ".set MPI_Raccumulate, PMPI_Raccumulate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Raccumulate_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Raccumulate_c)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), op.abi(), win.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Raccumulate_c", ".type MPI_Raccumulate_c, @function", ".set MPI_Raccumulate_c, PMPI_Raccumulate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget(origin_addr: *mut c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Rget)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), win.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Rget", ".type MPI_Rget, @function", ".set MPI_Rget, PMPI_Rget");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_c(origin_addr: *mut c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Rget_c)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), win.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Rget_c", ".type MPI_Rget_c, @function", ".set MPI_Rget_c, PMPI_Rget_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_accumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Rget_accumulate)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), peer::buffer::<P, _>(result_addr), result_count, result_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), op.abi(), win.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Rget_accumulate", ".type MPI_Rget_accumulate, @function", ".set MPI_Rget_accumulate, PMPI_Rget_accumulate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_accumulate_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Rget_accumulate_c)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), peer::buffer::<P, _>(result_addr), result_count, result_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), op.abi(), win.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Rget_accumulate_c", ".type MPI_Rget_accumulate_c, @function", ".set MPI_Rget_accumulate_c, PMPI_Rget_accumulate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rput(origin_addr: *const c_void, origin_count: c_int, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: MPI_Datatype, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Rput)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), win.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Rput", ".type MPI_Rput, @function", ".set MPI_Rput, PMPI_Rput");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rput_c(origin_addr: *const c_void, origin_count: i64, origin_datatype: MPI_Datatype, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: MPI_Datatype, win: MPI_Win, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_Rput_c)(peer::buffer::<P, _>(origin_addr), origin_count, origin_datatype.abi(), MAPS.rank.natural_to_abi(target_rank), target_disp, target_count, target_datatype.abi(), win.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Rput_c", ".type MPI_Rput_c, @function", ".set MPI_Rput_c, PMPI_Rput_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate(size: i64, disp_unit: c_int, info: MPI_Info, comm: MPI_Comm, baseptr: *mut c_void, win: *mut MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut win = HandleOut::new(win);
        let outcome = (functions().MPI_Win_allocate)(size, disp_unit, info.abi(), comm.abi(), baseptr, win.abi());
        win.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_allocate", ".type MPI_Win_allocate, @function", ".set MPI_Win_allocate, PMPI_Win_allocate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_c(size: i64, disp_unit: i64, info: MPI_Info, comm: MPI_Comm, baseptr: *mut c_void, win: *mut MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut win = HandleOut::new(win);
        let outcome = (functions().MPI_Win_allocate_c)(size, disp_unit, info.abi(), comm.abi(), baseptr, win.abi());
        win.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_allocate_c", ".type MPI_Win_allocate_c, @function", ".set MPI_Win_allocate_c, PMPI_Win_allocate_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_shared(size: i64, disp_unit: c_int, info: MPI_Info, comm: MPI_Comm, baseptr: *mut c_void, win: *mut MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut win = HandleOut::new(win);
        let outcome = (functions().MPI_Win_allocate_shared)(size, disp_unit, info.abi(), comm.abi(), baseptr, win.abi());
        win.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_allocate_shared", ".type MPI_Win_allocate_shared, @function", ".set MPI_Win_allocate_shared, PMPI_Win_allocate_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_shared_c(size: i64, disp_unit: i64, info: MPI_Info, comm: MPI_Comm, baseptr: *mut c_void, win: *mut MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut win = HandleOut::new(win);
        let outcome = (functions().MPI_Win_allocate_shared_c)(size, disp_unit, info.abi(), comm.abi(), baseptr, win.abi());
        win.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_allocate_shared_c", ".type MPI_Win_allocate_shared_c, @function", ".set MPI_Win_allocate_shared_c, PMPI_Win_allocate_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_attach(win: MPI_Win, base: *mut c_void, size: i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_attach)(win.abi(), peer::buffer::<P, _>(base), size))
    }
}
global_asm!(".weak MPI_Win_attach", ".type MPI_Win_attach, @function", ".set MPI_Win_attach, PMPI_Win_attach");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_complete(win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_complete)(win.abi()))
    }
}
global_asm!(".weak MPI_Win_complete", ".type MPI_Win_complete, @function", ".set MPI_Win_complete, PMPI_Win_complete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create(base: *mut c_void, size: i64, disp_unit: c_int, info: MPI_Info, comm: MPI_Comm, win: *mut MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut win = HandleOut::new(win);
        let outcome = (functions().MPI_Win_create)(peer::buffer::<P, _>(base), size, disp_unit, info.abi(), comm.abi(), win.abi());
        win.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_create", ".type MPI_Win_create, @function", ".set MPI_Win_create, PMPI_Win_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_c(base: *mut c_void, size: i64, disp_unit: i64, info: MPI_Info, comm: MPI_Comm, win: *mut MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut win = HandleOut::new(win);
        let outcome = (functions().MPI_Win_create_c)(peer::buffer::<P, _>(base), size, disp_unit, info.abi(), comm.abi(), win.abi());
        win.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_create_c", ".type MPI_Win_create_c, @function", ".set MPI_Win_create_c, PMPI_Win_create_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_dynamic(info: MPI_Info, comm: MPI_Comm, win: *mut MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut win = HandleOut::new(win);
        let outcome = (functions().MPI_Win_create_dynamic)(info.abi(), comm.abi(), win.abi());
        win.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_create_dynamic", ".type MPI_Win_create_dynamic, @function", ".set MPI_Win_create_dynamic, PMPI_Win_create_dynamic");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_detach(win: MPI_Win, base: *const c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_detach)(win.abi(), peer::buffer::<P, _>(base)))
    }
}
global_asm!(".weak MPI_Win_detach", ".type MPI_Win_detach, @function", ".set MPI_Win_detach, PMPI_Win_detach");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_fence(assert: c_int, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_fence)(MAPS.assertion.to_abi(assert), win.abi()))
    }
}
global_asm!(".weak MPI_Win_fence", ".type MPI_Win_fence, @function", ".set MPI_Win_fence, PMPI_Win_fence");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush(rank: c_int, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_flush)(MAPS.rank.natural_to_abi(rank), win.abi()))
    }
}
global_asm!(".weak MPI_Win_flush", ".type MPI_Win_flush, @function", ".set MPI_Win_flush, PMPI_Win_flush");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_all(win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_flush_all)(win.abi()))
    }
}
global_asm!(".weak MPI_Win_flush_all", ".type MPI_Win_flush_all, @function", ".set MPI_Win_flush_all, PMPI_Win_flush_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_local(rank: c_int, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_flush_local)(MAPS.rank.natural_to_abi(rank), win.abi()))
    }
}
global_asm!(".weak MPI_Win_flush_local", ".type MPI_Win_flush_local, @function", ".set MPI_Win_flush_local, PMPI_Win_flush_local");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_local_all(win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_flush_local_all)(win.abi()))
    }
}
global_asm!(".weak MPI_Win_flush_local_all", ".type MPI_Win_flush_local_all, @function", ".set MPI_Win_flush_local_all, PMPI_Win_flush_local_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_free(win: *mut MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut win = HandleOut::with_value(win);
        let outcome = (functions().MPI_Win_free)(win.abi());
        win.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_free", ".type MPI_Win_free, @function", ".set MPI_Win_free, PMPI_Win_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_group(win: MPI_Win, group: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut group = HandleOut::new(group);
        let outcome = (functions().MPI_Win_get_group)(win.abi(), group.abi());
        group.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_get_group", ".type MPI_Win_get_group, @function", ".set MPI_Win_get_group, PMPI_Win_get_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_info(win: MPI_Win, info_used: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info_used = HandleOut::new(info_used);
        let outcome = (functions().MPI_Win_get_info)(win.abi(), info_used.abi());
        info_used.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Win_get_info", ".type MPI_Win_get_info, @function", ".set MPI_Win_get_info, PMPI_Win_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_lock(lock_type: c_int, rank: c_int, assert: c_int, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_lock)(MAPS.lock.to_abi(lock_type), MAPS.rank.natural_to_abi(rank), MAPS.assertion.to_abi(assert), win.abi()))
    }
}
global_asm!(".weak MPI_Win_lock", ".type MPI_Win_lock, @function", ".set MPI_Win_lock, PMPI_Win_lock");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_lock_all(assert: c_int, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_lock_all)(MAPS.assertion.to_abi(assert), win.abi()))
    }
}
global_asm!(".weak MPI_Win_lock_all", ".type MPI_Win_lock_all, @function", ".set MPI_Win_lock_all, PMPI_Win_lock_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_post(group: MPI_Group, assert: c_int, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_post)(group.abi(), MAPS.assertion.to_abi(assert), win.abi()))
    }
}
global_asm!(".weak MPI_Win_post", ".type MPI_Win_post, @function", ".set MPI_Win_post, PMPI_Win_post");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_info(win: MPI_Win, info: MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_set_info)(win.abi(), info.abi()))
    }
}
global_asm!(".weak MPI_Win_set_info", ".type MPI_Win_set_info, @function", ".set MPI_Win_set_info, PMPI_Win_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_shared_query(win: MPI_Win, rank: c_int, size: *mut i64, disp_unit: *mut c_int, baseptr: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_shared_query)(win.abi(), MAPS.rank.natural_to_abi(rank), size, disp_unit, baseptr))
    }
}
global_asm!(".weak MPI_Win_shared_query", ".type MPI_Win_shared_query, @function", ".set MPI_Win_shared_query, PMPI_Win_shared_query");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_shared_query_c(win: MPI_Win, rank: c_int, size: *mut i64, disp_unit: *mut i64, baseptr: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_shared_query_c)(win.abi(), MAPS.rank.natural_to_abi(rank), size, disp_unit, baseptr))
    }
}
global_asm!(".weak MPI_Win_shared_query_c", ".type MPI_Win_shared_query_c, @function", ".set MPI_Win_shared_query_c, PMPI_Win_shared_query_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_start(group: MPI_Group, assert: c_int, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_start)(group.abi(), MAPS.assertion.to_abi(assert), win.abi()))
    }
}
global_asm!(".weak MPI_Win_start", ".type MPI_Win_start, @function", ".set MPI_Win_start, PMPI_Win_start");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_sync(win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_sync)(win.abi()))
    }
}
global_asm!(".weak MPI_Win_sync", ".type MPI_Win_sync, @function", ".set MPI_Win_sync, PMPI_Win_sync");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_test(win: MPI_Win, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_test)(win.abi(), flag))
    }
}
global_asm!(".weak MPI_Win_test", ".type MPI_Win_test, @function", ".set MPI_Win_test, PMPI_Win_test");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_unlock(rank: c_int, win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_unlock)(MAPS.rank.natural_to_abi(rank), win.abi()))
    }
}
global_asm!(".weak MPI_Win_unlock", ".type MPI_Win_unlock, @function", ".set MPI_Win_unlock, PMPI_Win_unlock");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_unlock_all(win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_unlock_all)(win.abi()))
    }
}
global_asm!(".weak MPI_Win_unlock_all", ".type MPI_Win_unlock_all, @function", ".set MPI_Win_unlock_all, PMPI_Win_unlock_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_wait(win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Win_wait)(win.abi()))
    }
}
global_asm!(".weak MPI_Win_wait", ".type MPI_Win_wait, @function", ".set MPI_Win_wait, PMPI_Win_wait");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Grequest_complete(request: MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Grequest_complete)(request.abi()))
    }
}
global_asm!(".weak MPI_Grequest_complete", ".type MPI_Grequest_complete, @function", ".set MPI_Grequest_complete, PMPI_Grequest_complete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Grequest_start(query_fn: *const c_void, free_fn: *const c_void, cancel_fn: *const c_void, extra_state: *mut c_void, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = by_hand::generalized::grequest_start::<P>(query_fn, free_fn, cancel_fn, extra_state, request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Grequest_start", ".type MPI_Grequest_start, @function", ".set MPI_Grequest_start, PMPI_Grequest_start");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_cancelled(status: *mut Status, flag: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_set_cancelled)(status.abi(), flag);
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_set_cancelled", ".type MPI_Status_set_cancelled, @function", ".set MPI_Status_set_cancelled, PMPI_Status_set_cancelled");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements(status: *mut Status, datatype: MPI_Datatype, count: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_set_elements)(status.abi(), datatype.abi(), count);
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_set_elements", ".type MPI_Status_set_elements, @function", ".set MPI_Status_set_elements, PMPI_Status_set_elements");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements_c(status: *mut Status, datatype: MPI_Datatype, count: i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_set_elements_c)(status.abi(), datatype.abi(), count);
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_set_elements_c", ".type MPI_Status_set_elements_c, @function", ".set MPI_Status_set_elements_c, PMPI_Status_set_elements_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements_x(status: *mut Status, datatype: MPI_Datatype, count: i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusIn::<P>::new(status);
        let outcome = (functions().MPI_Status_set_elements_x)(status.abi(), datatype.abi(), count);
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Status_set_elements_x", ".type MPI_Status_set_elements_x, @function", ".set MPI_Status_set_elements_x, PMPI_Status_set_elements_x");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_call_errhandler(fh: MPI_File, errorcode: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_call_errhandler)(fh.abi(), abi_code::<P>(errorcode)))
    }
}
global_asm!(".weak MPI_File_call_errhandler", ".type MPI_File_call_errhandler, @function", ".set MPI_File_call_errhandler, PMPI_File_call_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_close(fh: *mut MPI_File) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut fh = HandleOut::with_value(fh);
        let outcome = (functions().MPI_File_close)(fh.abi());
        fh.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_close", ".type MPI_File_close, @function", ".set MPI_File_close, PMPI_File_close");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_create_errhandler(file_errhandler_fn: *const c_void, errhandler: *mut MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut errhandler = HandleOut::new(errhandler);
        let outcome = by_hand::errhandler::file_create_errhandler::<P>(file_errhandler_fn, errhandler.abi());
        errhandler.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_create_errhandler", ".type MPI_File_create_errhandler, @function", ".set MPI_File_create_errhandler, PMPI_File_create_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_delete(filename: *const c_char, info: MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_delete)(filename, info.abi()))
    }
}
global_asm!(".weak MPI_File_delete", ".type MPI_File_delete, @function", ".set MPI_File_delete, PMPI_File_delete");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_amode(fh: MPI_File, amode: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_File_get_amode)(fh.abi(), amode);
        fix(outcome, amode, &MAPS.file_mode);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_get_amode", ".type MPI_File_get_amode, @function", ".set MPI_File_get_amode, PMPI_File_get_amode");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_atomicity(fh: MPI_File, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_get_atomicity)(fh.abi(), flag))
    }
}
global_asm!(".weak MPI_File_get_atomicity", ".type MPI_File_get_atomicity, @function", ".set MPI_File_get_atomicity, PMPI_File_get_atomicity");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_byte_offset(fh: MPI_File, offset: i64, disp: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_get_byte_offset)(fh.abi(), offset, disp))
    }
}
global_asm!(".weak MPI_File_get_byte_offset", ".type MPI_File_get_byte_offset, @function", ".set MPI_File_get_byte_offset, PMPI_File_get_byte_offset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_errhandler(file: MPI_File, errhandler: *mut MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut errhandler = HandleOut::new(errhandler);
        let outcome = (functions().MPI_File_get_errhandler)(file.abi(), errhandler.abi());
        errhandler.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_get_errhandler", ".type MPI_File_get_errhandler, @function", ".set MPI_File_get_errhandler, PMPI_File_get_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_group(fh: MPI_File, group: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut group = HandleOut::new(group);
        let outcome = (functions().MPI_File_get_group)(fh.abi(), group.abi());
        group.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_get_group", ".type MPI_File_get_group, @function", ".set MPI_File_get_group, PMPI_File_get_group");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_info(fh: MPI_File, info_used: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info_used = HandleOut::new(info_used);
        let outcome = (functions().MPI_File_get_info)(fh.abi(), info_used.abi());
        info_used.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_get_info", ".type MPI_File_get_info, @function", ".set MPI_File_get_info, PMPI_File_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position(fh: MPI_File, offset: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_get_position)(fh.abi(), offset))
    }
}
global_asm!(".weak MPI_File_get_position", ".type MPI_File_get_position, @function", ".set MPI_File_get_position, PMPI_File_get_position");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position_shared(fh: MPI_File, offset: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_get_position_shared)(fh.abi(), offset))
    }
}
global_asm!(".weak MPI_File_get_position_shared", ".type MPI_File_get_position_shared, @function", ".set MPI_File_get_position_shared, PMPI_File_get_position_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_size(fh: MPI_File, size: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_get_size)(fh.abi(), size))
    }
}
global_asm!(".weak MPI_File_get_size", ".type MPI_File_get_size, @function", ".set MPI_File_get_size, PMPI_File_get_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent(fh: MPI_File, datatype: MPI_Datatype, extent: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_get_type_extent)(fh.abi(), datatype.abi(), extent))
    }
}
global_asm!(".weak MPI_File_get_type_extent", ".type MPI_File_get_type_extent, @function", ".set MPI_File_get_type_extent, PMPI_File_get_type_extent");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent_c(fh: MPI_File, datatype: MPI_Datatype, extent: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_get_type_extent_c)(fh.abi(), datatype.abi(), extent))
    }
}
global_asm!(".weak MPI_File_get_type_extent_c", ".type MPI_File_get_type_extent_c, @function", ".set MPI_File_get_type_extent_c, PMPI_File_get_type_extent_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_view(fh: MPI_File, disp: *mut i64, etype: *mut MPI_Datatype, filetype: *mut MPI_Datatype, datarep: *mut c_char) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut etype = HandleOut::new(etype);
        let mut filetype = HandleOut::new(filetype);
        let outcome = (functions().MPI_File_get_view)(fh.abi(), disp, etype.abi(), filetype.abi(), datarep);
        etype.store();
        filetype.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_get_view", ".type MPI_File_get_view, @function", ".set MPI_File_get_view, PMPI_File_get_view");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread", ".type MPI_File_iread, @function", ".set MPI_File_iread, PMPI_File_iread");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread_c", ".type MPI_File_iread_c, @function", ".set MPI_File_iread_c, PMPI_File_iread_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread_all)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread_all", ".type MPI_File_iread_all, @function", ".set MPI_File_iread_all, PMPI_File_iread_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread_all_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread_all_c", ".type MPI_File_iread_all_c, @function", ".set MPI_File_iread_all_c, PMPI_File_iread_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread_at)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread_at", ".type MPI_File_iread_at, @function", ".set MPI_File_iread_at, PMPI_File_iread_at");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread_at_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread_at_c", ".type MPI_File_iread_at_c, @function", ".set MPI_File_iread_at_c, PMPI_File_iread_at_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread_at_all)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread_at_all", ".type MPI_File_iread_at_all, @function", ".set MPI_File_iread_at_all, PMPI_File_iread_at_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread_at_all_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread_at_all_c", ".type MPI_File_iread_at_all_c, @function", ".set MPI_File_iread_at_all_c, PMPI_File_iread_at_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread_shared)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread_shared", ".type MPI_File_iread_shared, @function", ".set MPI_File_iread_shared, PMPI_File_iread_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iread_shared_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iread_shared_c", ".type MPI_File_iread_shared_c, @function", ".set MPI_File_iread_shared_c, PMPI_File_iread_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite", ".type MPI_File_iwrite, @function", ".set MPI_File_iwrite, PMPI_File_iwrite");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite_c", ".type MPI_File_iwrite_c, @function", ".set MPI_File_iwrite_c, PMPI_File_iwrite_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite_all)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite_all", ".type MPI_File_iwrite_all, @function", ".set MPI_File_iwrite_all, PMPI_File_iwrite_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite_all_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite_all_c", ".type MPI_File_iwrite_all_c, @function", ".set MPI_File_iwrite_all_c, PMPI_File_iwrite_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite_at)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite_at", ".type MPI_File_iwrite_at, @function", ".set MPI_File_iwrite_at, PMPI_File_iwrite_at");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite_at_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite_at_c", ".type MPI_File_iwrite_at_c, @function", ".set MPI_File_iwrite_at_c, PMPI_File_iwrite_at_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite_at_all)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite_at_all", ".type MPI_File_iwrite_at_all, @function", ".set MPI_File_iwrite_at_all, PMPI_File_iwrite_at_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite_at_all_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite_at_all_c", ".type MPI_File_iwrite_at_all_c, @function", ".set MPI_File_iwrite_at_all_c, PMPI_File_iwrite_at_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite_shared)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite_shared", ".type MPI_File_iwrite_shared, @function", ".set MPI_File_iwrite_shared, PMPI_File_iwrite_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPI_File_iwrite_shared_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_iwrite_shared_c", ".type MPI_File_iwrite_shared_c, @function", ".set MPI_File_iwrite_shared_c, PMPI_File_iwrite_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_open(comm: MPI_Comm, filename: *const c_char, amode: c_int, info: MPI_Info, fh: *mut MPI_File) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut fh = HandleOut::new(fh);
        let outcome = (functions().MPI_File_open)(comm.abi(), filename, MAPS.file_mode.to_abi(amode), info.abi(), fh.abi());
        fh.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_open", ".type MPI_File_open, @function", ".set MPI_File_open, PMPI_File_open");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_preallocate(fh: MPI_File, size: i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_preallocate)(fh.abi(), size))
    }
}
global_asm!(".weak MPI_File_preallocate", ".type MPI_File_preallocate, @function", ".set MPI_File_preallocate, PMPI_File_preallocate");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read", ".type MPI_File_read, @function", ".set MPI_File_read, PMPI_File_read");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_c", ".type MPI_File_read_c, @function", ".set MPI_File_read_c, PMPI_File_read_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_all)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_all", ".type MPI_File_read_all, @function", ".set MPI_File_read_all, PMPI_File_read_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_all_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_all_c", ".type MPI_File_read_all_c, @function", ".set MPI_File_read_all_c, PMPI_File_read_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_read_all_begin)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_read_all_begin", ".type MPI_File_read_all_begin, @function", ".set MPI_File_read_all_begin, PMPI_File_read_all_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_read_all_begin_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_read_all_begin_c", ".type MPI_File_read_all_begin_c, @function", ".set MPI_File_read_all_begin_c, PMPI_File_read_all_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_end(fh: MPI_File, buf: *mut c_void, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_all_end)(fh.abi(), peer::buffer::<P, _>(buf), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_all_end", ".type MPI_File_read_all_end, @function", ".set MPI_File_read_all_end, PMPI_File_read_all_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_at)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_at", ".type MPI_File_read_at, @function", ".set MPI_File_read_at, PMPI_File_read_at");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_at_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_at_c", ".type MPI_File_read_at_c, @function", ".set MPI_File_read_at_c, PMPI_File_read_at_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_at_all)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_at_all", ".type MPI_File_read_at_all, @function", ".set MPI_File_read_at_all, PMPI_File_read_at_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_at_all_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_at_all_c", ".type MPI_File_read_at_all_c, @function", ".set MPI_File_read_at_all_c, PMPI_File_read_at_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin(fh: MPI_File, offset: i64, buf: *mut c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_read_at_all_begin)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_read_at_all_begin", ".type MPI_File_read_at_all_begin, @function", ".set MPI_File_read_at_all_begin, PMPI_File_read_at_all_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin_c(fh: MPI_File, offset: i64, buf: *mut c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_read_at_all_begin_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_read_at_all_begin_c", ".type MPI_File_read_at_all_begin_c, @function", ".set MPI_File_read_at_all_begin_c, PMPI_File_read_at_all_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_end(fh: MPI_File, buf: *mut c_void, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_at_all_end)(fh.abi(), peer::buffer::<P, _>(buf), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_at_all_end", ".type MPI_File_read_at_all_end, @function", ".set MPI_File_read_at_all_end, PMPI_File_read_at_all_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_ordered)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_ordered", ".type MPI_File_read_ordered, @function", ".set MPI_File_read_ordered, PMPI_File_read_ordered");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_ordered_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_ordered_c", ".type MPI_File_read_ordered_c, @function", ".set MPI_File_read_ordered_c, PMPI_File_read_ordered_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_read_ordered_begin)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_read_ordered_begin", ".type MPI_File_read_ordered_begin, @function", ".set MPI_File_read_ordered_begin, PMPI_File_read_ordered_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_read_ordered_begin_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_read_ordered_begin_c", ".type MPI_File_read_ordered_begin_c, @function", ".set MPI_File_read_ordered_begin_c, PMPI_File_read_ordered_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_end(fh: MPI_File, buf: *mut c_void, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_ordered_end)(fh.abi(), peer::buffer::<P, _>(buf), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_ordered_end", ".type MPI_File_read_ordered_end, @function", ".set MPI_File_read_ordered_end, PMPI_File_read_ordered_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared(fh: MPI_File, buf: *mut c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_shared)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_shared", ".type MPI_File_read_shared, @function", ".set MPI_File_read_shared, PMPI_File_read_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared_c(fh: MPI_File, buf: *mut c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_read_shared_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_read_shared_c", ".type MPI_File_read_shared_c, @function", ".set MPI_File_read_shared_c, PMPI_File_read_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek(fh: MPI_File, offset: i64, whence: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_seek)(fh.abi(), offset, MAPS.seek.to_abi(whence)))
    }
}
global_asm!(".weak MPI_File_seek", ".type MPI_File_seek, @function", ".set MPI_File_seek, PMPI_File_seek");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek_shared(fh: MPI_File, offset: i64, whence: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_seek_shared)(fh.abi(), offset, MAPS.seek.to_abi(whence)))
    }
}
global_asm!(".weak MPI_File_seek_shared", ".type MPI_File_seek_shared, @function", ".set MPI_File_seek_shared, PMPI_File_seek_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_atomicity(fh: MPI_File, flag: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_set_atomicity)(fh.abi(), flag))
    }
}
global_asm!(".weak MPI_File_set_atomicity", ".type MPI_File_set_atomicity, @function", ".set MPI_File_set_atomicity, PMPI_File_set_atomicity");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_errhandler(file: MPI_File, errhandler: MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_set_errhandler)(file.abi(), errhandler.abi()))
    }
}
global_asm!(".weak MPI_File_set_errhandler", ".type MPI_File_set_errhandler, @function", ".set MPI_File_set_errhandler, PMPI_File_set_errhandler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_info(fh: MPI_File, info: MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_set_info)(fh.abi(), info.abi()))
    }
}
global_asm!(".weak MPI_File_set_info", ".type MPI_File_set_info, @function", ".set MPI_File_set_info, PMPI_File_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_size(fh: MPI_File, size: i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_set_size)(fh.abi(), size))
    }
}
global_asm!(".weak MPI_File_set_size", ".type MPI_File_set_size, @function", ".set MPI_File_set_size, PMPI_File_set_size");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_view(fh: MPI_File, disp: i64, etype: MPI_Datatype, filetype: MPI_Datatype, datarep: *const c_char, info: MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_set_view)(fh.abi(), integers::displacement(disp, DISPLACEMENT_CURRENT), etype.abi(), filetype.abi(), datarep, info.abi()))
    }
}
global_asm!(".weak MPI_File_set_view", ".type MPI_File_set_view, @function", ".set MPI_File_set_view, PMPI_File_set_view");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_sync(fh: MPI_File) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_sync)(fh.abi()))
    }
}
global_asm!(".weak MPI_File_sync", ".type MPI_File_sync, @function", ".set MPI_File_sync, PMPI_File_sync");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write", ".type MPI_File_write, @function", ".set MPI_File_write, PMPI_File_write");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_c", ".type MPI_File_write_c, @function", ".set MPI_File_write_c, PMPI_File_write_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_all)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_all", ".type MPI_File_write_all, @function", ".set MPI_File_write_all, PMPI_File_write_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_all_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_all_c", ".type MPI_File_write_all_c, @function", ".set MPI_File_write_all_c, PMPI_File_write_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_write_all_begin)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_write_all_begin", ".type MPI_File_write_all_begin, @function", ".set MPI_File_write_all_begin, PMPI_File_write_all_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_write_all_begin_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_write_all_begin_c", ".type MPI_File_write_all_begin_c, @function", ".set MPI_File_write_all_begin_c, PMPI_File_write_all_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_end(fh: MPI_File, buf: *const c_void, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_all_end)(fh.abi(), peer::buffer::<P, _>(buf), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_all_end", ".type MPI_File_write_all_end, @function", ".set MPI_File_write_all_end, PMPI_File_write_all_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_at)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_at", ".type MPI_File_write_at, @function", ".set MPI_File_write_at, PMPI_File_write_at");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_at_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_at_c", ".type MPI_File_write_at_c, @function", ".set MPI_File_write_at_c, PMPI_File_write_at_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_at_all)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_at_all", ".type MPI_File_write_at_all, @function", ".set MPI_File_write_at_all, PMPI_File_write_at_all");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_at_all_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_at_all_c", ".type MPI_File_write_at_all_c, @function", ".set MPI_File_write_at_all_c, PMPI_File_write_at_all_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin(fh: MPI_File, offset: i64, buf: *const c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_write_at_all_begin)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_write_at_all_begin", ".type MPI_File_write_at_all_begin, @function", ".set MPI_File_write_at_all_begin, PMPI_File_write_at_all_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin_c(fh: MPI_File, offset: i64, buf: *const c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_write_at_all_begin_c)(fh.abi(), offset, peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_write_at_all_begin_c", ".type MPI_File_write_at_all_begin_c, @function", ".set MPI_File_write_at_all_begin_c, PMPI_File_write_at_all_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_end(fh: MPI_File, buf: *const c_void, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_at_all_end)(fh.abi(), peer::buffer::<P, _>(buf), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_at_all_end", ".type MPI_File_write_at_all_end, @function", ".set MPI_File_write_at_all_end, PMPI_File_write_at_all_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_ordered)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_ordered", ".type MPI_File_write_ordered, @function", ".set MPI_File_write_ordered, PMPI_File_write_ordered");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_ordered_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_ordered_c", ".type MPI_File_write_ordered_c, @function", ".set MPI_File_write_ordered_c, PMPI_File_write_ordered_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_write_ordered_begin)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_write_ordered_begin", ".type MPI_File_write_ordered_begin, @function", ".set MPI_File_write_ordered_begin, PMPI_File_write_ordered_begin");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_File_write_ordered_begin_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi()))
    }
}
global_asm!(".weak MPI_File_write_ordered_begin_c", ".type MPI_File_write_ordered_begin_c, @function", ".set MPI_File_write_ordered_begin_c, PMPI_File_write_ordered_begin_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_end(fh: MPI_File, buf: *const c_void, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_ordered_end)(fh.abi(), peer::buffer::<P, _>(buf), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_ordered_end", ".type MPI_File_write_ordered_end, @function", ".set MPI_File_write_ordered_end, PMPI_File_write_ordered_end");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared(fh: MPI_File, buf: *const c_void, count: c_int, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_shared)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_shared", ".type MPI_File_write_shared, @function", ".set MPI_File_write_shared, PMPI_File_write_shared");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared_c(fh: MPI_File, buf: *const c_void, count: i64, datatype: MPI_Datatype, status: *mut Status) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut status = StatusOut::<P>::new(status);
        let outcome = (functions().MPI_File_write_shared_c)(fh.abi(), peer::buffer::<P, _>(buf), count, datatype.abi(), status.abi());
        status.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_File_write_shared_c", ".type MPI_File_write_shared_c, @function", ".set MPI_File_write_shared_c, PMPI_File_write_shared_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Register_datarep(datarep: *const c_char, read_conversion_fn: *const c_void, write_conversion_fn: *const c_void, dtype_file_extent_fn: *const c_void, extra_state: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::datarep::register_datarep::<P>(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state))
    }
}
global_asm!(".weak MPI_Register_datarep", ".type MPI_Register_datarep, @function", ".set MPI_Register_datarep, PMPI_Register_datarep");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Register_datarep_c(datarep: *const c_char, read_conversion_fn: *const c_void, write_conversion_fn: *const c_void, dtype_file_extent_fn: *const c_void, extra_state: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::datarep::register_datarep_c::<P>(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state))
    }
}
global_asm!(".weak MPI_Register_datarep_c", ".type MPI_Register_datarep_c, @function", ".set MPI_Register_datarep_c, PMPI_Register_datarep_c");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pcontrol(level: c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Pcontrol)(level))
    }
}
global_asm!(".weak MPI_Pcontrol", ".type MPI_Pcontrol, @function", ".set MPI_Pcontrol, PMPI_Pcontrol");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_changed(update_number: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_category_changed)(update_number))
    }
}
global_asm!(".weak MPI_T_category_changed", ".type MPI_T_category_changed, @function", ".set MPI_T_category_changed, PMPI_T_category_changed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_categories(cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_category_get_categories)(cat_index, len, indices))
    }
}
global_asm!(".weak MPI_T_category_get_categories", ".type MPI_T_category_get_categories, @function", ".set MPI_T_category_get_categories, PMPI_T_category_get_categories");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_cvars(cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_category_get_cvars)(cat_index, len, indices))
    }
}
global_asm!(".weak MPI_T_category_get_cvars", ".type MPI_T_category_get_cvars, @function", ".set MPI_T_category_get_cvars, PMPI_T_category_get_cvars");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_events(cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_category_get_events)(cat_index, len, indices))
    }
}
global_asm!(".weak MPI_T_category_get_events", ".type MPI_T_category_get_events, @function", ".set MPI_T_category_get_events, PMPI_T_category_get_events");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_index(name: *const c_char, cat_index: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_category_get_index)(name, cat_index))
    }
}
global_asm!(".weak MPI_T_category_get_index", ".type MPI_T_category_get_index, @function", ".set MPI_T_category_get_index, PMPI_T_category_get_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_info(cat_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, num_cvars: *mut c_int, num_pvars: *mut c_int, num_categories: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_category_get_info)(cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars, num_categories))
    }
}
global_asm!(".weak MPI_T_category_get_info", ".type MPI_T_category_get_info, @function", ".set MPI_T_category_get_info, PMPI_T_category_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_num(num_cat: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_category_get_num)(num_cat))
    }
}
global_asm!(".weak MPI_T_category_get_num", ".type MPI_T_category_get_num, @function", ".set MPI_T_category_get_num, PMPI_T_category_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_num_events(cat_index: c_int, num_events: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_category_get_num_events)(cat_index, num_events))
    }
}
global_asm!(".weak MPI_T_category_get_num_events", ".type MPI_T_category_get_num_events, @function", ".set MPI_T_category_get_num_events, PMPI_T_category_get_num_events");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_pvars(cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_category_get_pvars)(cat_index, len, indices))
    }
}
global_asm!(".weak MPI_T_category_get_pvars", ".type MPI_T_category_get_pvars, @function", ".set MPI_T_category_get_pvars, PMPI_T_category_get_pvars");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_index(name: *const c_char, cvar_index: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_cvar_get_index)(name, cvar_index))
    }
}
global_asm!(".weak MPI_T_cvar_get_index", ".type MPI_T_cvar_get_index, @function", ".set MPI_T_cvar_get_index, PMPI_T_cvar_get_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_info(cvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, datatype: *mut MPI_Datatype, enumtype: *mut MPI_T_enum, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, scope: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut datatype = HandleOut::new(datatype);
        let outcome = (functions().MPI_T_cvar_get_info)(cvar_index, name, name_len, verbosity, datatype.abi(), enumtype, desc, desc_len, bind, scope);
        fix(outcome, verbosity, &MAPS.verbosity);
        datatype.store();
        fix(outcome, bind, &MAPS.binding);
        fix(outcome, scope, &MAPS.variable_scope);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_T_cvar_get_info", ".type MPI_T_cvar_get_info, @function", ".set MPI_T_cvar_get_info, PMPI_T_cvar_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_num(num_cvar: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_cvar_get_num)(num_cvar))
    }
}
global_asm!(".weak MPI_T_cvar_get_num", ".type MPI_T_cvar_get_num, @function", ".set MPI_T_cvar_get_num, PMPI_T_cvar_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_handle_alloc(cvar_index: c_int, obj_handle: *mut c_void, handle: *mut MPI_T_cvar_handle, count: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::tool::t_cvar_handle_alloc::<P>(cvar_index, obj_handle, handle, count))
    }
}
global_asm!(".weak MPI_T_cvar_handle_alloc", ".type MPI_T_cvar_handle_alloc, @function", ".set MPI_T_cvar_handle_alloc, PMPI_T_cvar_handle_alloc");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_handle_free(handle: *mut MPI_T_cvar_handle) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_cvar_handle_free)(handle))
    }
}
global_asm!(".weak MPI_T_cvar_handle_free", ".type MPI_T_cvar_handle_free, @function", ".set MPI_T_cvar_handle_free, PMPI_T_cvar_handle_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_read(handle: MPI_T_cvar_handle, buf: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_cvar_read)(handle, buf))
    }
}
global_asm!(".weak MPI_T_cvar_read", ".type MPI_T_cvar_read, @function", ".set MPI_T_cvar_read, PMPI_T_cvar_read");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_write(handle: MPI_T_cvar_handle, buf: *const c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_cvar_write)(handle, buf))
    }
}
global_asm!(".weak MPI_T_cvar_write", ".type MPI_T_cvar_write, @function", ".set MPI_T_cvar_write, PMPI_T_cvar_write");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_enum_get_info(enumtype: MPI_T_enum, num: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_enum_get_info)(enumtype, num, name, name_len))
    }
}
global_asm!(".weak MPI_T_enum_get_info", ".type MPI_T_enum_get_info, @function", ".set MPI_T_enum_get_info, PMPI_T_enum_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_enum_get_item(enumtype: MPI_T_enum, indx: c_int, value: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_enum_get_item)(enumtype, indx, value, name, name_len))
    }
}
global_asm!(".weak MPI_T_enum_get_item", ".type MPI_T_enum_get_item, @function", ".set MPI_T_enum_get_item, PMPI_T_enum_get_item");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_callback_get_info(event_registration: MPI_T_event_registration, cb_safety: c_int, info_used: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info_used = HandleOut::new(info_used);
        let outcome = (functions().MPI_T_event_callback_get_info)(event_registration, MAPS.callback_safety.to_abi(cb_safety), info_used.abi());
        info_used.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_T_event_callback_get_info", ".type MPI_T_event_callback_get_info, @function", ".set MPI_T_event_callback_get_info, PMPI_T_event_callback_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_callback_set_info(event_registration: MPI_T_event_registration, cb_safety: c_int, info: MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_event_callback_set_info)(event_registration, MAPS.callback_safety.to_abi(cb_safety), info.abi()))
    }
}
global_asm!(".weak MPI_T_event_callback_set_info", ".type MPI_T_event_callback_set_info, @function", ".set MPI_T_event_callback_set_info, PMPI_T_event_callback_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_copy(event_instance: MPI_T_event_instance, buffer: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_event_copy)(event_instance, buffer))
    }
}
global_asm!(".weak MPI_T_event_copy", ".type MPI_T_event_copy, @function", ".set MPI_T_event_copy, PMPI_T_event_copy");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_index(name: *const c_char, event_index: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_event_get_index)(name, event_index))
    }
}
global_asm!(".weak MPI_T_event_get_index", ".type MPI_T_event_get_index, @function", ".set MPI_T_event_get_index, PMPI_T_event_get_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_info(event_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, array_of_datatypes: *mut MPI_Datatype, array_of_displacements: *mut i64, num_elements: *mut c_int, enumtype: *mut MPI_T_enum, info: *mut MPI_Info, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info = HandleOut::new(info);
        let outcome = by_hand::tool::t_event_get_info::<P>(event_index, name, name_len, verbosity, array_of_datatypes, array_of_displacements, num_elements, enumtype, info.abi(), desc, desc_len, bind);
        fix(outcome, verbosity, &MAPS.verbosity);
        info.store();
        fix(outcome, bind, &MAPS.binding);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_T_event_get_info", ".type MPI_T_event_get_info, @function", ".set MPI_T_event_get_info, PMPI_T_event_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_num(num_events: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_event_get_num)(num_events))
    }
}
global_asm!(".weak MPI_T_event_get_num", ".type MPI_T_event_get_num, @function", ".set MPI_T_event_get_num, PMPI_T_event_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_source(event_instance: MPI_T_event_instance, source_index: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_event_get_source)(event_instance, source_index))
    }
}
global_asm!(".weak MPI_T_event_get_source", ".type MPI_T_event_get_source, @function", ".set MPI_T_event_get_source, PMPI_T_event_get_source");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_timestamp(event_instance: MPI_T_event_instance, event_timestamp: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_event_get_timestamp)(event_instance, event_timestamp))
    }
}
global_asm!(".weak MPI_T_event_get_timestamp", ".type MPI_T_event_get_timestamp, @function", ".set MPI_T_event_get_timestamp, PMPI_T_event_get_timestamp");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_alloc(event_index: c_int, obj_handle: *mut c_void, info: MPI_Info, event_registration: *mut MPI_T_event_registration) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_event_handle_alloc)(event_index, obj_handle, info.abi(), event_registration))
    }
}
global_asm!(".weak MPI_T_event_handle_alloc", ".type MPI_T_event_handle_alloc, @function", ".set MPI_T_event_handle_alloc, PMPI_T_event_handle_alloc");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_free(event_registration: MPI_T_event_registration, user_data: *mut c_void, free_cb_function: *const c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::events::t_event_handle_free::<P>(event_registration, user_data, free_cb_function))
    }
}
global_asm!(".weak MPI_T_event_handle_free", ".type MPI_T_event_handle_free, @function", ".set MPI_T_event_handle_free, PMPI_T_event_handle_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_get_info(event_registration: MPI_T_event_registration, info_used: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info_used = HandleOut::new(info_used);
        let outcome = (functions().MPI_T_event_handle_get_info)(event_registration, info_used.abi());
        info_used.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_T_event_handle_get_info", ".type MPI_T_event_handle_get_info, @function", ".set MPI_T_event_handle_get_info, PMPI_T_event_handle_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_set_info(event_registration: MPI_T_event_registration, info: MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_event_handle_set_info)(event_registration, info.abi()))
    }
}
global_asm!(".weak MPI_T_event_handle_set_info", ".type MPI_T_event_handle_set_info, @function", ".set MPI_T_event_handle_set_info, PMPI_T_event_handle_set_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_read(event_instance: MPI_T_event_instance, element_index: c_int, buffer: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_event_read)(event_instance, element_index, buffer))
    }
}
global_asm!(".weak MPI_T_event_read", ".type MPI_T_event_read, @function", ".set MPI_T_event_read, PMPI_T_event_read");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_register_callback(event_registration: MPI_T_event_registration, cb_safety: c_int, info: MPI_Info, user_data: *mut c_void, event_cb_function: *const c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::events::t_event_register_callback::<P>(event_registration, MAPS.callback_safety.to_abi(cb_safety), info.abi(), user_data, event_cb_function))
    }
}
global_asm!(".weak MPI_T_event_register_callback", ".type MPI_T_event_register_callback, @function", ".set MPI_T_event_register_callback, PMPI_T_event_register_callback");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_set_dropped_handler(event_registration: MPI_T_event_registration, dropped_cb_function: *const c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::events::t_event_set_dropped_handler::<P>(event_registration, dropped_cb_function))
    }
}
global_asm!(".weak MPI_T_event_set_dropped_handler", ".type MPI_T_event_set_dropped_handler, @function", ".set MPI_T_event_set_dropped_handler, PMPI_T_event_set_dropped_handler");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_finalize() -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_finalize)())
    }
}
global_asm!(".weak MPI_T_finalize", ".type MPI_T_finalize, @function", ".set MPI_T_finalize, PMPI_T_finalize");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_init_thread(required: c_int, provided: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let outcome = (functions().MPI_T_init_thread)(MAPS.thread.to_abi(required), provided);
        fix(outcome, provided, &MAPS.thread);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_T_init_thread", ".type MPI_T_init_thread, @function", ".set MPI_T_init_thread, PMPI_T_init_thread");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_index(name: *const c_char, var_class: c_int, pvar_index: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_get_index)(name, MAPS.variable_class.to_abi(var_class), pvar_index))
    }
}
global_asm!(".weak MPI_T_pvar_get_index", ".type MPI_T_pvar_get_index, @function", ".set MPI_T_pvar_get_index, PMPI_T_pvar_get_index");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_info(pvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, var_class: *mut c_int, datatype: *mut MPI_Datatype, enumtype: *mut MPI_T_enum, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, readonly: *mut c_int, continuous: *mut c_int, atomic: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut datatype = HandleOut::new(datatype);
        let outcome = (functions().MPI_T_pvar_get_info)(pvar_index, name, name_len, verbosity, var_class, datatype.abi(), enumtype, desc, desc_len, bind, readonly, continuous, atomic);
        fix(outcome, verbosity, &MAPS.verbosity);
        fix(outcome, var_class, &MAPS.variable_class);
        datatype.store();
        fix(outcome, bind, &MAPS.binding);
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_T_pvar_get_info", ".type MPI_T_pvar_get_info, @function", ".set MPI_T_pvar_get_info, PMPI_T_pvar_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_num(num_pvar: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_get_num)(num_pvar))
    }
}
global_asm!(".weak MPI_T_pvar_get_num", ".type MPI_T_pvar_get_num, @function", ".set MPI_T_pvar_get_num, PMPI_T_pvar_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_handle_alloc(session: MPI_T_pvar_session, pvar_index: c_int, obj_handle: *mut c_void, handle: *mut MPI_T_pvar_handle, count: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::tool::t_pvar_handle_alloc::<P>(session, pvar_index, obj_handle, handle, count))
    }
}
global_asm!(".weak MPI_T_pvar_handle_alloc", ".type MPI_T_pvar_handle_alloc, @function", ".set MPI_T_pvar_handle_alloc, PMPI_T_pvar_handle_alloc");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_handle_free(session: MPI_T_pvar_session, handle: *mut MPI_T_pvar_handle) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_handle_free)(session, handle))
    }
}
global_asm!(".weak MPI_T_pvar_handle_free", ".type MPI_T_pvar_handle_free, @function", ".set MPI_T_pvar_handle_free, PMPI_T_pvar_handle_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_read(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle, buf: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_read)(session, peer::pvar_handle::<P>(handle), buf))
    }
}
global_asm!(".weak MPI_T_pvar_read", ".type MPI_T_pvar_read, @function", ".set MPI_T_pvar_read, PMPI_T_pvar_read");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_readreset(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle, buf: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_readreset)(session, peer::pvar_handle::<P>(handle), buf))
    }
}
global_asm!(".weak MPI_T_pvar_readreset", ".type MPI_T_pvar_readreset, @function", ".set MPI_T_pvar_readreset, PMPI_T_pvar_readreset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_reset(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_reset)(session, peer::pvar_handle::<P>(handle)))
    }
}
global_asm!(".weak MPI_T_pvar_reset", ".type MPI_T_pvar_reset, @function", ".set MPI_T_pvar_reset, PMPI_T_pvar_reset");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_session_create(session: *mut MPI_T_pvar_session) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_session_create)(session))
    }
}
global_asm!(".weak MPI_T_pvar_session_create", ".type MPI_T_pvar_session_create, @function", ".set MPI_T_pvar_session_create, PMPI_T_pvar_session_create");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_session_free(session: *mut MPI_T_pvar_session) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_session_free)(session))
    }
}
global_asm!(".weak MPI_T_pvar_session_free", ".type MPI_T_pvar_session_free, @function", ".set MPI_T_pvar_session_free, PMPI_T_pvar_session_free");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_start(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_start)(session, peer::pvar_handle::<P>(handle)))
    }
}
global_asm!(".weak MPI_T_pvar_start", ".type MPI_T_pvar_start, @function", ".set MPI_T_pvar_start, PMPI_T_pvar_start");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_stop(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_stop)(session, peer::pvar_handle::<P>(handle)))
    }
}
global_asm!(".weak MPI_T_pvar_stop", ".type MPI_T_pvar_stop, @function", ".set MPI_T_pvar_stop, PMPI_T_pvar_stop");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_write(session: MPI_T_pvar_session, handle: MPI_T_pvar_handle, buf: *const c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_pvar_write)(session, peer::pvar_handle::<P>(handle), buf))
    }
}
global_asm!(".weak MPI_T_pvar_write", ".type MPI_T_pvar_write, @function", ".set MPI_T_pvar_write, PMPI_T_pvar_write");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_info(source_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, ordering: *mut c_int, ticks_per_second: *mut i64, max_ticks: *mut i64, info: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info = HandleOut::new(info);
        let outcome = (functions().MPI_T_source_get_info)(source_index, name, name_len, desc, desc_len, ordering, ticks_per_second, max_ticks, info.abi());
        fix(outcome, ordering, &MAPS.source_order);
        info.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_T_source_get_info", ".type MPI_T_source_get_info, @function", ".set MPI_T_source_get_info, PMPI_T_source_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_num(num_sources: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_source_get_num)(num_sources))
    }
}
global_asm!(".weak MPI_T_source_get_num", ".type MPI_T_source_get_num, @function", ".set MPI_T_source_get_num, PMPI_T_source_get_num");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_timestamp(source_index: c_int, timestamp: *mut i64) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_T_source_get_timestamp)(source_index, timestamp))
    }
}
global_asm!(".weak MPI_T_source_get_timestamp", ".type MPI_T_source_get_timestamp, @function", ".set MPI_T_source_get_timestamp, PMPI_T_source_get_timestamp");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_fortran_booleans(logical_size: c_int, logical_true: *mut c_void, logical_false: *mut c_void, is_set: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Abi_get_fortran_booleans)(logical_size, logical_true, logical_false, is_set))
    }
}
global_asm!(".weak MPI_Abi_get_fortran_booleans", ".type MPI_Abi_get_fortran_booleans, @function", ".set MPI_Abi_get_fortran_booleans, PMPI_Abi_get_fortran_booleans");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_fortran_info(info: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info = HandleOut::new(info);
        let outcome = (functions().MPI_Abi_get_fortran_info)(info.abi());
        info.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Abi_get_fortran_info", ".type MPI_Abi_get_fortran_info, @function", ".set MPI_Abi_get_fortran_info, PMPI_Abi_get_fortran_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_info(info: *mut MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut info = HandleOut::new(info);
        let outcome = (functions().MPI_Abi_get_info)(info.abi());
        info.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPI_Abi_get_info", ".type MPI_Abi_get_info, @function", ".set MPI_Abi_get_info, PMPI_Abi_get_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_get_version(abi_major: *mut c_int, abi_minor: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>(by_hand::abi::abi_get_version::<P>(abi_major, abi_minor))
    }
}
global_asm!(".weak MPI_Abi_get_version", ".type MPI_Abi_get_version, @function", ".set MPI_Abi_get_version, PMPI_Abi_get_version");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_set_fortran_booleans(logical_size: c_int, logical_true: *mut c_void, logical_false: *mut c_void) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Abi_set_fortran_booleans)(logical_size, logical_true, logical_false))
    }
}
global_asm!(".weak MPI_Abi_set_fortran_booleans", ".type MPI_Abi_set_fortran_booleans, @function", ".set MPI_Abi_set_fortran_booleans, PMPI_Abi_set_fortran_booleans");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Abi_set_fortran_info(info: MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPI_Abi_set_fortran_info)(info.abi()))
    }
}
global_asm!(".weak MPI_Abi_set_fortran_info", ".type MPI_Abi_set_fortran_info, @function", ".set MPI_Abi_set_fortran_info, PMPI_Abi_set_fortran_info");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_fromint(comm: c_int) -> MPI_Comm {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Comm::from_integer(comm)
    }
}
global_asm!(".weak MPI_Comm_fromint", ".type MPI_Comm_fromint, @function", ".set MPI_Comm_fromint, PMPI_Comm_fromint");
global_asm!(".globl PMPI_Comm_f2c", ".type PMPI_Comm_f2c, @function", ".set PMPI_Comm_f2c, PMPI_Comm_fromint", ".weak MPI_Comm_f2c", ".type MPI_Comm_f2c, @function", ".set MPI_Comm_f2c, PMPI_Comm_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_toint(comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        comm.to_integer()
    }
}
global_asm!(".weak MPI_Comm_toint", ".type MPI_Comm_toint, @function", ".set MPI_Comm_toint, PMPI_Comm_toint");
global_asm!(".globl PMPI_Comm_c2f", ".type PMPI_Comm_c2f, @function", ".set PMPI_Comm_c2f, PMPI_Comm_toint", ".weak MPI_Comm_c2f", ".type MPI_Comm_c2f, @function", ".set MPI_Comm_c2f, PMPI_Comm_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_fromint(errhandler: c_int) -> MPI_Errhandler {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Errhandler::from_integer(errhandler)
    }
}
global_asm!(".weak MPI_Errhandler_fromint", ".type MPI_Errhandler_fromint, @function", ".set MPI_Errhandler_fromint, PMPI_Errhandler_fromint");
global_asm!(".globl PMPI_Errhandler_f2c", ".type PMPI_Errhandler_f2c, @function", ".set PMPI_Errhandler_f2c, PMPI_Errhandler_fromint", ".weak MPI_Errhandler_f2c", ".type MPI_Errhandler_f2c, @function", ".set MPI_Errhandler_f2c, PMPI_Errhandler_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_toint(errhandler: MPI_Errhandler) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        errhandler.to_integer()
    }
}
global_asm!(".weak MPI_Errhandler_toint", ".type MPI_Errhandler_toint, @function", ".set MPI_Errhandler_toint, PMPI_Errhandler_toint");
global_asm!(".globl PMPI_Errhandler_c2f", ".type PMPI_Errhandler_c2f, @function", ".set PMPI_Errhandler_c2f, PMPI_Errhandler_toint", ".weak MPI_Errhandler_c2f", ".type MPI_Errhandler_c2f, @function", ".set MPI_Errhandler_c2f, PMPI_Errhandler_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_fromint(file: c_int) -> MPI_File {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_File::from_integer(file)
    }
}
global_asm!(".weak MPI_File_fromint", ".type MPI_File_fromint, @function", ".set MPI_File_fromint, PMPI_File_fromint");
global_asm!(".globl PMPI_File_f2c", ".type PMPI_File_f2c, @function", ".set PMPI_File_f2c, PMPI_File_fromint", ".weak MPI_File_f2c", ".type MPI_File_f2c, @function", ".set MPI_File_f2c, PMPI_File_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_toint(file: MPI_File) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        file.to_integer()
    }
}
global_asm!(".weak MPI_File_toint", ".type MPI_File_toint, @function", ".set MPI_File_toint, PMPI_File_toint");
global_asm!(".globl PMPI_File_c2f", ".type PMPI_File_c2f, @function", ".set PMPI_File_c2f, PMPI_File_toint", ".weak MPI_File_c2f", ".type MPI_File_c2f, @function", ".set MPI_File_c2f, PMPI_File_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_fromint(group: c_int) -> MPI_Group {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Group::from_integer(group)
    }
}
global_asm!(".weak MPI_Group_fromint", ".type MPI_Group_fromint, @function", ".set MPI_Group_fromint, PMPI_Group_fromint");
global_asm!(".globl PMPI_Group_f2c", ".type PMPI_Group_f2c, @function", ".set PMPI_Group_f2c, PMPI_Group_fromint", ".weak MPI_Group_f2c", ".type MPI_Group_f2c, @function", ".set MPI_Group_f2c, PMPI_Group_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Group_toint(group: MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        group.to_integer()
    }
}
global_asm!(".weak MPI_Group_toint", ".type MPI_Group_toint, @function", ".set MPI_Group_toint, PMPI_Group_toint");
global_asm!(".globl PMPI_Group_c2f", ".type PMPI_Group_c2f, @function", ".set PMPI_Group_c2f, PMPI_Group_toint", ".weak MPI_Group_c2f", ".type MPI_Group_c2f, @function", ".set MPI_Group_c2f, PMPI_Group_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_fromint(info: c_int) -> MPI_Info {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Info::from_integer(info)
    }
}
global_asm!(".weak MPI_Info_fromint", ".type MPI_Info_fromint, @function", ".set MPI_Info_fromint, PMPI_Info_fromint");
global_asm!(".globl PMPI_Info_f2c", ".type PMPI_Info_f2c, @function", ".set PMPI_Info_f2c, PMPI_Info_fromint", ".weak MPI_Info_f2c", ".type MPI_Info_f2c, @function", ".set MPI_Info_f2c, PMPI_Info_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_toint(info: MPI_Info) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        info.to_integer()
    }
}
global_asm!(".weak MPI_Info_toint", ".type MPI_Info_toint, @function", ".set MPI_Info_toint, PMPI_Info_toint");
global_asm!(".globl PMPI_Info_c2f", ".type PMPI_Info_c2f, @function", ".set PMPI_Info_c2f, PMPI_Info_toint", ".weak MPI_Info_c2f", ".type MPI_Info_c2f, @function", ".set MPI_Info_c2f, PMPI_Info_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_fromint(message: c_int) -> MPI_Message {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Message::from_integer(message)
    }
}
global_asm!(".weak MPI_Message_fromint", ".type MPI_Message_fromint, @function", ".set MPI_Message_fromint, PMPI_Message_fromint");
global_asm!(".globl PMPI_Message_f2c", ".type PMPI_Message_f2c, @function", ".set PMPI_Message_f2c, PMPI_Message_fromint", ".weak MPI_Message_f2c", ".type MPI_Message_f2c, @function", ".set MPI_Message_f2c, PMPI_Message_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Message_toint(message: MPI_Message) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        message.to_integer()
    }
}
global_asm!(".weak MPI_Message_toint", ".type MPI_Message_toint, @function", ".set MPI_Message_toint, PMPI_Message_toint");
global_asm!(".globl PMPI_Message_c2f", ".type PMPI_Message_c2f, @function", ".set PMPI_Message_c2f, PMPI_Message_toint", ".weak MPI_Message_c2f", ".type MPI_Message_c2f, @function", ".set MPI_Message_c2f, PMPI_Message_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_fromint(op: c_int) -> MPI_Op {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Op::from_integer(op)
    }
}
global_asm!(".weak MPI_Op_fromint", ".type MPI_Op_fromint, @function", ".set MPI_Op_fromint, PMPI_Op_fromint");
global_asm!(".globl PMPI_Op_f2c", ".type PMPI_Op_f2c, @function", ".set PMPI_Op_f2c, PMPI_Op_fromint", ".weak MPI_Op_f2c", ".type MPI_Op_f2c, @function", ".set MPI_Op_f2c, PMPI_Op_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_toint(op: MPI_Op) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        op.to_integer()
    }
}
global_asm!(".weak MPI_Op_toint", ".type MPI_Op_toint, @function", ".set MPI_Op_toint, PMPI_Op_toint");
global_asm!(".globl PMPI_Op_c2f", ".type PMPI_Op_c2f, @function", ".set PMPI_Op_c2f, PMPI_Op_toint", ".weak MPI_Op_c2f", ".type MPI_Op_c2f, @function", ".set MPI_Op_c2f, PMPI_Op_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_fromint(request: c_int) -> MPI_Request {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Request::from_integer(request)
    }
}
global_asm!(".weak MPI_Request_fromint", ".type MPI_Request_fromint, @function", ".set MPI_Request_fromint, PMPI_Request_fromint");
global_asm!(".globl PMPI_Request_f2c", ".type PMPI_Request_f2c, @function", ".set PMPI_Request_f2c, PMPI_Request_fromint", ".weak MPI_Request_f2c", ".type MPI_Request_f2c, @function", ".set MPI_Request_f2c, PMPI_Request_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_toint(request: MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        request.to_integer()
    }
}
global_asm!(".weak MPI_Request_toint", ".type MPI_Request_toint, @function", ".set MPI_Request_toint, PMPI_Request_toint");
global_asm!(".globl PMPI_Request_c2f", ".type PMPI_Request_c2f, @function", ".set PMPI_Request_c2f, PMPI_Request_toint", ".weak MPI_Request_c2f", ".type MPI_Request_c2f, @function", ".set MPI_Request_c2f, PMPI_Request_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_fromint(session: c_int) -> MPI_Session {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Session::from_integer(session)
    }
}
global_asm!(".weak MPI_Session_fromint", ".type MPI_Session_fromint, @function", ".set MPI_Session_fromint, PMPI_Session_fromint");
global_asm!(".globl PMPI_Session_f2c", ".type PMPI_Session_f2c, @function", ".set PMPI_Session_f2c, PMPI_Session_fromint", ".weak MPI_Session_f2c", ".type MPI_Session_f2c, @function", ".set MPI_Session_f2c, PMPI_Session_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Session_toint(session: MPI_Session) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        session.to_integer()
    }
}
global_asm!(".weak MPI_Session_toint", ".type MPI_Session_toint, @function", ".set MPI_Session_toint, PMPI_Session_toint");
global_asm!(".globl PMPI_Session_c2f", ".type PMPI_Session_c2f, @function", ".set PMPI_Session_c2f, PMPI_Session_toint", ".weak MPI_Session_c2f", ".type MPI_Session_c2f, @function", ".set MPI_Session_c2f, PMPI_Session_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_fromint(datatype: c_int) -> MPI_Datatype {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Datatype::from_integer(datatype)
    }
}
global_asm!(".weak MPI_Type_fromint", ".type MPI_Type_fromint, @function", ".set MPI_Type_fromint, PMPI_Type_fromint");
global_asm!(".globl PMPI_Type_f2c", ".type PMPI_Type_f2c, @function", ".set PMPI_Type_f2c, PMPI_Type_fromint", ".weak MPI_Type_f2c", ".type MPI_Type_f2c, @function", ".set MPI_Type_f2c, PMPI_Type_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_toint(datatype: MPI_Datatype) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        datatype.to_integer()
    }
}
global_asm!(".weak MPI_Type_toint", ".type MPI_Type_toint, @function", ".set MPI_Type_toint, PMPI_Type_toint");
global_asm!(".globl PMPI_Type_c2f", ".type PMPI_Type_c2f, @function", ".set PMPI_Type_c2f, PMPI_Type_toint", ".weak MPI_Type_c2f", ".type MPI_Type_c2f, @function", ".set MPI_Type_c2f, PMPI_Type_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_fromint(win: c_int) -> MPI_Win {
    // SAFETY: ENTRY-1.
    unsafe {
        MPI_Win::from_integer(win)
    }
}
global_asm!(".weak MPI_Win_fromint", ".type MPI_Win_fromint, @function", ".set MPI_Win_fromint, PMPI_Win_fromint");
global_asm!(".globl PMPI_Win_f2c", ".type PMPI_Win_f2c, @function", ".set PMPI_Win_f2c, PMPI_Win_fromint", ".weak MPI_Win_f2c", ".type MPI_Win_f2c, @function", ".set MPI_Win_f2c, PMPI_Win_fromint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_toint(win: MPI_Win) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        win.to_integer()
    }
}
global_asm!(".weak MPI_Win_toint", ".type MPI_Win_toint, @function", ".set MPI_Win_toint, PMPI_Win_toint");
global_asm!(".globl PMPI_Win_c2f", ".type PMPI_Win_c2f, @function", ".set PMPI_Win_c2f, PMPI_Win_toint", ".weak MPI_Win_c2f", ".type MPI_Win_c2f, @function", ".set MPI_Win_c2f, PMPI_Win_toint");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_ack_failed(comm: MPI_Comm, num_to_ack: c_int, num_acked: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPIX_Comm_ack_failed)(comm.abi(), num_to_ack, num_acked))
    }
}
global_asm!(".weak MPIX_Comm_ack_failed", ".type MPIX_Comm_ack_failed, @function", ".set MPIX_Comm_ack_failed, PMPIX_Comm_ack_failed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_agree(comm: MPI_Comm, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPIX_Comm_agree)(comm.abi(), flag))
    }
}
global_asm!(".weak MPIX_Comm_agree", ".type MPIX_Comm_agree, @function", ".set MPIX_Comm_agree, PMPIX_Comm_agree");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_failure_ack(comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPIX_Comm_failure_ack)(comm.abi()))
    }
}
global_asm!(".weak MPIX_Comm_failure_ack", ".type MPIX_Comm_failure_ack, @function", ".set MPIX_Comm_failure_ack, PMPIX_Comm_failure_ack");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_failure_get_acked(comm: MPI_Comm, failedgrp: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut failedgrp = HandleOut::new(failedgrp);
        let outcome = (functions().MPIX_Comm_failure_get_acked)(comm.abi(), failedgrp.abi());
        failedgrp.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPIX_Comm_failure_get_acked", ".type MPIX_Comm_failure_get_acked, @function", ".set MPIX_Comm_failure_get_acked, PMPIX_Comm_failure_get_acked");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_get_failed(comm: MPI_Comm, failedgrp: *mut MPI_Group) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut failedgrp = HandleOut::new(failedgrp);
        let outcome = (functions().MPIX_Comm_get_failed)(comm.abi(), failedgrp.abi());
        failedgrp.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPIX_Comm_get_failed", ".type MPIX_Comm_get_failed, @function", ".set MPIX_Comm_get_failed, PMPIX_Comm_get_failed");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_iagree(comm: MPI_Comm, flag: *mut c_int, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPIX_Comm_iagree)(comm.abi(), flag, request.abi());
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPIX_Comm_iagree", ".type MPIX_Comm_iagree, @function", ".set MPIX_Comm_iagree, PMPIX_Comm_iagree");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_is_revoked(comm: MPI_Comm, flag: *mut c_int) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPIX_Comm_is_revoked)(comm.abi(), flag))
    }
}
global_asm!(".weak MPIX_Comm_is_revoked", ".type MPIX_Comm_is_revoked, @function", ".set MPIX_Comm_is_revoked, PMPIX_Comm_is_revoked");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_ishrink(comm: MPI_Comm, newcomm: *mut MPI_Comm, request: *mut MPI_Request) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let mut request = HandleOut::new(request);
        let outcome = (functions().MPIX_Comm_ishrink)(comm.abi(), newcomm.abi(), request.abi());
        newcomm.store();
        request.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPIX_Comm_ishrink", ".type MPIX_Comm_ishrink, @function", ".set MPIX_Comm_ishrink, PMPIX_Comm_ishrink");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_revoke(comm: MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        code::<P>((functions().MPIX_Comm_revoke)(comm.abi()))
    }
}
global_asm!(".weak MPIX_Comm_revoke", ".type MPIX_Comm_revoke, @function", ".set MPIX_Comm_revoke, PMPIX_Comm_revoke");

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_shrink(comm: MPI_Comm, newcomm: *mut MPI_Comm) -> c_int {
    // SAFETY: ENTRY-1.
    unsafe {
        let mut newcomm = HandleOut::new(newcomm);
        let outcome = (functions().MPIX_Comm_shrink)(comm.abi(), newcomm.abi());
        newcomm.store();
        code::<P>(outcome)
    }
}
global_asm!(".weak MPIX_Comm_shrink", ".type MPIX_Comm_shrink, @function", ".set MPIX_Comm_shrink, PMPIX_Comm_shrink");
