// Generated from api/ by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]

use std::ffi::{c_char, c_int, c_void};

use crate::abi::{MPI_SUCCESS, MPI_UNDEFINED};
use crate::entry::{Fint, entry};
use crate::sentinel::detached;
use crate::{count, handle, index, logical, sentinel, text};

entry! { mpi_bsend_ pmpi_bsend_ (call = MPI_Bsend PMPI_Bsend) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm))
} }

entry! { mpi_bsend_init_ pmpi_bsend_init_ (call = MPI_Bsend_init PMPI_Bsend_init) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_buffer_attach_ pmpi_buffer_attach_ (call = MPI_Buffer_attach PMPI_Buffer_attach) (buffer: *mut c_void, size: *const c_int) () {
    call(sentinel::buffer(buffer), *size)
} }

entry! { mpi_buffer_detach_ pmpi_buffer_detach_ (call = MPI_Buffer_detach PMPI_Buffer_detach) (buffer_addr: *mut c_void, size: *mut c_int) () {
    let mut c_buffer_addr: *mut c_void = std::ptr::null_mut();
    call(detached(buffer_addr, &mut c_buffer_addr), size)
} }

entry! { mpi_buffer_detach_c_ pmpi_buffer_detach_c_ (call = MPI_Buffer_detach_c PMPI_Buffer_detach_c) (buffer_addr: *mut c_void, size: *mut i64) () {
    let mut c_buffer_addr: *mut c_void = std::ptr::null_mut();
    call(detached(buffer_addr, &mut c_buffer_addr), size)
} }

entry! { mpi_buffer_flush_ pmpi_buffer_flush_ (call = MPI_Buffer_flush PMPI_Buffer_flush) () () {
    call()
} }

entry! { mpi_buffer_iflush_ pmpi_buffer_iflush_ (call = MPI_Buffer_iflush PMPI_Buffer_iflush) (request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(&mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_cancel_ pmpi_cancel_ (call = MPI_Cancel PMPI_Cancel) (request: *mut Fint) () {
    let mut c_request = handle::request::from_fortran(request);
    let code = call(&mut c_request);
    handle::request::to_fortran(c_request, request);
    code
} }

entry! { mpi_comm_attach_buffer_ pmpi_comm_attach_buffer_ (call = MPI_Comm_attach_buffer PMPI_Comm_attach_buffer) (comm: *const Fint, buffer: *mut c_void, size: *const c_int) () {
    call(handle::comm::from_fortran(comm), sentinel::buffer(buffer), *size)
} }

entry! { mpi_comm_detach_buffer_ pmpi_comm_detach_buffer_ (call = MPI_Comm_detach_buffer PMPI_Comm_detach_buffer) (comm: *const Fint, buffer_addr: *mut c_void, size: *mut c_int) () {
    let mut c_buffer_addr: *mut c_void = std::ptr::null_mut();
    call(handle::comm::from_fortran(comm), detached(buffer_addr, &mut c_buffer_addr), size)
} }

entry! { mpi_comm_detach_buffer_c_ pmpi_comm_detach_buffer_c_ (call = MPI_Comm_detach_buffer_c PMPI_Comm_detach_buffer_c) (comm: *const Fint, buffer_addr: *mut c_void, size: *mut i64) () {
    let mut c_buffer_addr: *mut c_void = std::ptr::null_mut();
    call(handle::comm::from_fortran(comm), detached(buffer_addr, &mut c_buffer_addr), size)
} }

entry! { mpi_comm_flush_buffer_ pmpi_comm_flush_buffer_ (call = MPI_Comm_flush_buffer PMPI_Comm_flush_buffer) (comm: *const Fint) () {
    call(handle::comm::from_fortran(comm))
} }

entry! { mpi_comm_iflush_buffer_ pmpi_comm_iflush_buffer_ (call = MPI_Comm_iflush_buffer PMPI_Comm_iflush_buffer) (comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_get_count_ pmpi_get_count_ (call = MPI_Get_count PMPI_Get_count) (status: *mut Fint, datatype: *const Fint, count: *mut c_int) () {
    call(status.cast(), handle::datatype::from_fortran(datatype), count)
} }

entry! { mpi_get_count_c_ pmpi_get_count_c_ (call = MPI_Get_count_c PMPI_Get_count_c) (status: *mut Fint, datatype: *const Fint, count: *mut i64) () {
    call(status.cast(), handle::datatype::from_fortran(datatype), count)
} }

entry! { mpi_ibsend_ pmpi_ibsend_ (call = MPI_Ibsend PMPI_Ibsend) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_improbe_ pmpi_improbe_ (call = MPI_Improbe PMPI_Improbe) (source: *const c_int, tag: *const c_int, comm: *const Fint, flag: *mut Fint, message: *mut Fint, status: *mut Fint) () {
    let mut c_flag = 0;
    let mut c_message = 0;
    let code = call(*source, *tag, handle::comm::from_fortran(comm), &mut c_flag, &mut c_message, sentinel::status(status));
    *flag = logical::to_fortran(c_flag);
    if code == MPI_SUCCESS { handle::message::to_fortran(c_message, message); }
    code
} }

entry! { mpi_imrecv_ pmpi_imrecv_ (call = MPI_Imrecv PMPI_Imrecv) (buf: *mut c_void, count: *const c_int, datatype: *const Fint, message: *mut Fint, request: *mut Fint) () {
    let mut c_message = handle::message::from_fortran(message);
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), &mut c_message, &mut c_request);
    handle::message::to_fortran(c_message, message);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iprobe_ pmpi_iprobe_ (call = MPI_Iprobe PMPI_Iprobe) (source: *const c_int, tag: *const c_int, comm: *const Fint, flag: *mut Fint, status: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(*source, *tag, handle::comm::from_fortran(comm), &mut c_flag, sentinel::status(status));
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_irecv_ pmpi_irecv_ (call = MPI_Irecv PMPI_Irecv) (buf: *mut c_void, count: *const c_int, datatype: *const Fint, source: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), *source, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_irsend_ pmpi_irsend_ (call = MPI_Irsend PMPI_Irsend) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_isend_ pmpi_isend_ (call = MPI_Isend PMPI_Isend) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_isendrecv_ pmpi_isendrecv_ (call = MPI_Isendrecv PMPI_Isendrecv) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, dest: *const c_int, sendtag: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, source: *const c_int, recvtag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), *dest, *sendtag, sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *source, *recvtag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_isendrecv_replace_ pmpi_isendrecv_replace_ (call = MPI_Isendrecv_replace PMPI_Isendrecv_replace) (buf: *mut c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), *dest, *sendtag, *source, *recvtag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_issend_ pmpi_issend_ (call = MPI_Issend PMPI_Issend) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_mprobe_ pmpi_mprobe_ (call = MPI_Mprobe PMPI_Mprobe) (source: *const c_int, tag: *const c_int, comm: *const Fint, message: *mut Fint, status: *mut Fint) () {
    let mut c_message = 0;
    let code = call(*source, *tag, handle::comm::from_fortran(comm), &mut c_message, sentinel::status(status));
    if code == MPI_SUCCESS { handle::message::to_fortran(c_message, message); }
    code
} }

entry! { mpi_mrecv_ pmpi_mrecv_ (call = MPI_Mrecv PMPI_Mrecv) (buf: *mut c_void, count: *const c_int, datatype: *const Fint, message: *mut Fint, status: *mut Fint) () {
    let mut c_message = handle::message::from_fortran(message);
    let code = call(sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), &mut c_message, sentinel::status(status));
    handle::message::to_fortran(c_message, message);
    code
} }

entry! { mpi_probe_ pmpi_probe_ (call = MPI_Probe PMPI_Probe) (source: *const c_int, tag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    call(*source, *tag, handle::comm::from_fortran(comm), sentinel::status(status))
} }

entry! { mpi_recv_ pmpi_recv_ (call = MPI_Recv PMPI_Recv) (buf: *mut c_void, count: *const c_int, datatype: *const Fint, source: *const c_int, tag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    call(sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), *source, *tag, handle::comm::from_fortran(comm), sentinel::status(status))
} }

entry! { mpi_recv_init_ pmpi_recv_init_ (call = MPI_Recv_init PMPI_Recv_init) (buf: *mut c_void, count: *const c_int, datatype: *const Fint, source: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), *source, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_request_free_ pmpi_request_free_ (call = MPI_Request_free PMPI_Request_free) (request: *mut Fint) () {
    let mut c_request = handle::request::from_fortran(request);
    let code = call(&mut c_request);
    handle::request::to_fortran(c_request, request);
    code
} }

entry! { mpi_request_get_status_ pmpi_request_get_status_ (call = MPI_Request_get_status PMPI_Request_get_status) (request: *const Fint, flag: *mut Fint, status: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(handle::request::from_fortran(request), &mut c_flag, sentinel::status(status));
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_request_get_status_all_ pmpi_request_get_status_all_ (call = MPI_Request_get_status_all PMPI_Request_get_status_all) (count: *const c_int, array_of_requests: *const Fint, flag: *mut Fint, array_of_statuses: *mut Fint) () {
    let c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*count));
    let mut c_flag = 0;
    let code = call(*count, c_array_of_requests.as_ptr(), &mut c_flag, sentinel::statuses(array_of_statuses));
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_request_get_status_any_ pmpi_request_get_status_any_ (call = MPI_Request_get_status_any PMPI_Request_get_status_any) (count: *const c_int, array_of_requests: *const Fint, indx: *mut Fint, flag: *mut Fint, status: *mut Fint) () {
    let c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*count));
    *indx = MPI_UNDEFINED;
    let mut c_flag = 0;
    let code = call(*count, c_array_of_requests.as_ptr(), indx, &mut c_flag, sentinel::status(status));
    index::from_one(indx);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_request_get_status_some_ pmpi_request_get_status_some_ (call = MPI_Request_get_status_some PMPI_Request_get_status_some) (incount: *const c_int, array_of_requests: *const Fint, outcount: *mut c_int, array_of_indices: *mut Fint, array_of_statuses: *mut Fint) () {
    let c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*incount));
    *outcount = MPI_UNDEFINED;
    let code = call(*incount, c_array_of_requests.as_ptr(), outcount, array_of_indices, sentinel::statuses(array_of_statuses));
    index::all_from_one(array_of_indices, *outcount);
    code
} }

entry! { mpi_rsend_ pmpi_rsend_ (call = MPI_Rsend PMPI_Rsend) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm))
} }

entry! { mpi_rsend_init_ pmpi_rsend_init_ (call = MPI_Rsend_init PMPI_Rsend_init) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_send_ pmpi_send_ (call = MPI_Send PMPI_Send) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm))
} }

entry! { mpi_send_init_ pmpi_send_init_ (call = MPI_Send_init PMPI_Send_init) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_sendrecv_ pmpi_sendrecv_ (call = MPI_Sendrecv PMPI_Sendrecv) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, dest: *const c_int, sendtag: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, source: *const c_int, recvtag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), *dest, *sendtag, sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *source, *recvtag, handle::comm::from_fortran(comm), sentinel::status(status))
} }

entry! { mpi_sendrecv_replace_ pmpi_sendrecv_replace_ (call = MPI_Sendrecv_replace PMPI_Sendrecv_replace) (buf: *mut c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    call(sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), *dest, *sendtag, *source, *recvtag, handle::comm::from_fortran(comm), sentinel::status(status))
} }

entry! { mpi_session_attach_buffer_ pmpi_session_attach_buffer_ (call = MPI_Session_attach_buffer PMPI_Session_attach_buffer) (session: *const Fint, buffer: *mut c_void, size: *const c_int) () {
    call(handle::session::from_fortran(session), sentinel::buffer(buffer), *size)
} }

entry! { mpi_session_detach_buffer_ pmpi_session_detach_buffer_ (call = MPI_Session_detach_buffer PMPI_Session_detach_buffer) (session: *const Fint, buffer_addr: *mut c_void, size: *mut c_int) () {
    let mut c_buffer_addr: *mut c_void = std::ptr::null_mut();
    call(handle::session::from_fortran(session), detached(buffer_addr, &mut c_buffer_addr), size)
} }

entry! { mpi_session_detach_buffer_c_ pmpi_session_detach_buffer_c_ (call = MPI_Session_detach_buffer_c PMPI_Session_detach_buffer_c) (session: *const Fint, buffer_addr: *mut c_void, size: *mut i64) () {
    let mut c_buffer_addr: *mut c_void = std::ptr::null_mut();
    call(handle::session::from_fortran(session), detached(buffer_addr, &mut c_buffer_addr), size)
} }

entry! { mpi_session_flush_buffer_ pmpi_session_flush_buffer_ (call = MPI_Session_flush_buffer PMPI_Session_flush_buffer) (session: *const Fint) () {
    call(handle::session::from_fortran(session))
} }

entry! { mpi_session_iflush_buffer_ pmpi_session_iflush_buffer_ (call = MPI_Session_iflush_buffer PMPI_Session_iflush_buffer) (session: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::session::from_fortran(session), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ssend_ pmpi_ssend_ (call = MPI_Ssend PMPI_Ssend) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm))
} }

entry! { mpi_ssend_init_ pmpi_ssend_init_ (call = MPI_Ssend_init PMPI_Ssend_init) (buf: *const c_void, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_start_ pmpi_start_ (call = MPI_Start PMPI_Start) (request: *mut Fint) () {
    let mut c_request = handle::request::from_fortran(request);
    let code = call(&mut c_request);
    handle::request::to_fortran(c_request, request);
    code
} }

entry! { mpi_startall_ pmpi_startall_ (call = MPI_Startall PMPI_Startall) (count: *const c_int, array_of_requests: *mut Fint) () {
    let mut c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*count));
    let code = call(*count, c_array_of_requests.as_mut_ptr());
    handle::request::all_to_fortran(&c_array_of_requests, array_of_requests);
    code
} }

entry! { mpi_status_get_error_ pmpi_status_get_error_ (call = MPI_Status_get_error PMPI_Status_get_error) (status: *mut Fint, error: *mut c_int) () {
    call(status.cast(), error)
} }

entry! { mpi_status_get_source_ pmpi_status_get_source_ (call = MPI_Status_get_source PMPI_Status_get_source) (status: *mut Fint, source: *mut c_int) () {
    call(status.cast(), source)
} }

entry! { mpi_status_get_tag_ pmpi_status_get_tag_ (call = MPI_Status_get_tag PMPI_Status_get_tag) (status: *mut Fint, tag: *mut c_int) () {
    call(status.cast(), tag)
} }

entry! { mpi_status_set_error_ pmpi_status_set_error_ (call = MPI_Status_set_error PMPI_Status_set_error) (status: *mut Fint, error: *const c_int) () {
    call(status.cast(), *error)
} }

entry! { mpi_status_set_source_ pmpi_status_set_source_ (call = MPI_Status_set_source PMPI_Status_set_source) (status: *mut Fint, source: *const c_int) () {
    call(status.cast(), *source)
} }

entry! { mpi_status_set_tag_ pmpi_status_set_tag_ (call = MPI_Status_set_tag PMPI_Status_set_tag) (status: *mut Fint, tag: *const c_int) () {
    call(status.cast(), *tag)
} }

entry! { mpi_test_ pmpi_test_ (call = MPI_Test PMPI_Test) (request: *mut Fint, flag: *mut Fint, status: *mut Fint) () {
    let mut c_request = handle::request::from_fortran(request);
    let mut c_flag = 0;
    let code = call(&mut c_request, &mut c_flag, sentinel::status(status));
    handle::request::to_fortran(c_request, request);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_test_cancelled_ pmpi_test_cancelled_ (call = MPI_Test_cancelled PMPI_Test_cancelled) (status: *mut Fint, flag: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(status.cast(), &mut c_flag);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_testall_ pmpi_testall_ (call = MPI_Testall PMPI_Testall) (count: *const c_int, array_of_requests: *mut Fint, flag: *mut Fint, array_of_statuses: *mut Fint) () {
    let mut c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*count));
    let mut c_flag = 0;
    let code = call(*count, c_array_of_requests.as_mut_ptr(), &mut c_flag, sentinel::statuses(array_of_statuses));
    handle::request::all_to_fortran(&c_array_of_requests, array_of_requests);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_testany_ pmpi_testany_ (call = MPI_Testany PMPI_Testany) (count: *const c_int, array_of_requests: *mut Fint, indx: *mut Fint, flag: *mut Fint, status: *mut Fint) () {
    let mut c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*count));
    *indx = MPI_UNDEFINED;
    let mut c_flag = 0;
    let code = call(*count, c_array_of_requests.as_mut_ptr(), indx, &mut c_flag, sentinel::status(status));
    handle::request::all_to_fortran(&c_array_of_requests, array_of_requests);
    index::from_one(indx);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_testsome_ pmpi_testsome_ (call = MPI_Testsome PMPI_Testsome) (incount: *const c_int, array_of_requests: *mut Fint, outcount: *mut c_int, array_of_indices: *mut Fint, array_of_statuses: *mut Fint) () {
    let mut c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*incount));
    *outcount = MPI_UNDEFINED;
    let code = call(*incount, c_array_of_requests.as_mut_ptr(), outcount, array_of_indices, sentinel::statuses(array_of_statuses));
    handle::request::all_to_fortran(&c_array_of_requests, array_of_requests);
    index::all_from_one(array_of_indices, *outcount);
    code
} }

entry! { mpi_wait_ pmpi_wait_ (call = MPI_Wait PMPI_Wait) (request: *mut Fint, status: *mut Fint) () {
    let mut c_request = handle::request::from_fortran(request);
    let code = call(&mut c_request, sentinel::status(status));
    handle::request::to_fortran(c_request, request);
    code
} }

entry! { mpi_waitall_ pmpi_waitall_ (call = MPI_Waitall PMPI_Waitall) (count: *const c_int, array_of_requests: *mut Fint, array_of_statuses: *mut Fint) () {
    let mut c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*count));
    let code = call(*count, c_array_of_requests.as_mut_ptr(), sentinel::statuses(array_of_statuses));
    handle::request::all_to_fortran(&c_array_of_requests, array_of_requests);
    code
} }

entry! { mpi_waitany_ pmpi_waitany_ (call = MPI_Waitany PMPI_Waitany) (count: *const c_int, array_of_requests: *mut Fint, indx: *mut Fint, status: *mut Fint) () {
    let mut c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*count));
    *indx = MPI_UNDEFINED;
    let code = call(*count, c_array_of_requests.as_mut_ptr(), indx, sentinel::status(status));
    handle::request::all_to_fortran(&c_array_of_requests, array_of_requests);
    index::from_one(indx);
    code
} }

entry! { mpi_waitsome_ pmpi_waitsome_ (call = MPI_Waitsome PMPI_Waitsome) (incount: *const c_int, array_of_requests: *mut Fint, outcount: *mut c_int, array_of_indices: *mut Fint, array_of_statuses: *mut Fint) () {
    let mut c_array_of_requests = handle::request::all_from_fortran(array_of_requests, i64::from(*incount));
    *outcount = MPI_UNDEFINED;
    let code = call(*incount, c_array_of_requests.as_mut_ptr(), outcount, array_of_indices, sentinel::statuses(array_of_statuses));
    handle::request::all_to_fortran(&c_array_of_requests, array_of_requests);
    index::all_from_one(array_of_indices, *outcount);
    code
} }

entry! { mpi_parrived_ pmpi_parrived_ (call = MPI_Parrived PMPI_Parrived) (request: *const Fint, partition: *const c_int, flag: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(handle::request::from_fortran(request), *partition, &mut c_flag);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_pready_ pmpi_pready_ (call = MPI_Pready PMPI_Pready) (partition: *const c_int, request: *const Fint) () {
    call(*partition, handle::request::from_fortran(request))
} }

entry! { mpi_pready_list_ pmpi_pready_list_ (call = MPI_Pready_list PMPI_Pready_list) (length: *const c_int, array_of_partitions: *const c_int, request: *const Fint) () {
    call(*length, array_of_partitions, handle::request::from_fortran(request))
} }

entry! { mpi_pready_range_ pmpi_pready_range_ (call = MPI_Pready_range PMPI_Pready_range) (partition_low: *const c_int, partition_high: *const c_int, request: *const Fint) () {
    call(*partition_low, *partition_high, handle::request::from_fortran(request))
} }

entry! { mpi_precv_init_ pmpi_precv_init_ (call = MPI_Precv_init PMPI_Precv_init) (buf: *mut c_void, partitions: *const c_int, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf), *partitions, *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_psend_init_ pmpi_psend_init_ (call = MPI_Psend_init PMPI_Psend_init) (buf: *const c_void, partitions: *const c_int, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buf.cast_mut()), *partitions, *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_get_address_ pmpi_get_address_ (call = MPI_Get_address PMPI_Get_address) (location: *const c_void, address: *mut i64) () {
    call(location, address)
} }

entry! { mpi_get_elements_ pmpi_get_elements_ (call = MPI_Get_elements PMPI_Get_elements) (status: *mut Fint, datatype: *const Fint, count: *mut c_int) () {
    call(status.cast(), handle::datatype::from_fortran(datatype), count)
} }

entry! { mpi_get_elements_c_ pmpi_get_elements_c_ (call = MPI_Get_elements_c PMPI_Get_elements_c) (status: *mut Fint, datatype: *const Fint, count: *mut i64) () {
    call(status.cast(), handle::datatype::from_fortran(datatype), count)
} }

entry! { mpi_get_elements_x_ pmpi_get_elements_x_ (call = MPI_Get_elements_x PMPI_Get_elements_x) (status: *mut Fint, datatype: *const Fint, count: *mut i64) () {
    call(status.cast(), handle::datatype::from_fortran(datatype), count)
} }

entry! { mpi_pack_ pmpi_pack_ (call = MPI_Pack PMPI_Pack) (inbuf: *const c_void, incount: *const c_int, datatype: *const Fint, outbuf: *mut c_void, outsize: *const c_int, position: *mut c_int, comm: *const Fint) () {
    call(sentinel::buffer(inbuf.cast_mut()), *incount, handle::datatype::from_fortran(datatype), sentinel::buffer(outbuf), *outsize, position, handle::comm::from_fortran(comm))
} }

entry! { mpi_pack_external_ pmpi_pack_external_ (call = MPI_Pack_external PMPI_Pack_external) (datarep: *const c_char, inbuf: *const c_void, incount: *const c_int, datatype: *const Fint, outbuf: *mut c_void, outsize: *const i64, position: *mut i64) (datarep_len) {
    let c_datarep = text::trimmed(datarep, datarep_len);
    call(c_datarep.as_ptr(), sentinel::buffer(inbuf.cast_mut()), *incount, handle::datatype::from_fortran(datatype), sentinel::buffer(outbuf), *outsize, position)
} }

entry! { mpi_pack_external_size_ pmpi_pack_external_size_ (call = MPI_Pack_external_size PMPI_Pack_external_size) (datarep: *const c_char, incount: *const c_int, datatype: *const Fint, size: *mut i64) (datarep_len) {
    let c_datarep = text::trimmed(datarep, datarep_len);
    call(c_datarep.as_ptr(), *incount, handle::datatype::from_fortran(datatype), size)
} }

entry! { mpi_pack_external_size_c_ pmpi_pack_external_size_c_ (call = MPI_Pack_external_size_c PMPI_Pack_external_size_c) (datarep: *const c_char, incount: *const i64, datatype: *const Fint, size: *mut i64) (datarep_len) {
    let c_datarep = text::trimmed(datarep, datarep_len);
    call(c_datarep.as_ptr(), *incount, handle::datatype::from_fortran(datatype), size)
} }

entry! { mpi_pack_size_ pmpi_pack_size_ (call = MPI_Pack_size PMPI_Pack_size) (incount: *const c_int, datatype: *const Fint, comm: *const Fint, size: *mut c_int) () {
    call(*incount, handle::datatype::from_fortran(datatype), handle::comm::from_fortran(comm), size)
} }

entry! { mpi_pack_size_c_ pmpi_pack_size_c_ (call = MPI_Pack_size_c PMPI_Pack_size_c) (incount: *const i64, datatype: *const Fint, comm: *const Fint, size: *mut i64) () {
    call(*incount, handle::datatype::from_fortran(datatype), handle::comm::from_fortran(comm), size)
} }

entry! { mpi_type_commit_ pmpi_type_commit_ (call = MPI_Type_commit PMPI_Type_commit) (datatype: *mut Fint) () {
    let mut c_datatype = handle::datatype::from_fortran(datatype);
    let code = call(&mut c_datatype);
    handle::datatype::to_fortran(c_datatype, datatype);
    code
} }

entry! { mpi_type_contiguous_ pmpi_type_contiguous_ (call = MPI_Type_contiguous PMPI_Type_contiguous) (count: *const c_int, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_contiguous_c_ pmpi_type_contiguous_c_ (call = MPI_Type_contiguous_c PMPI_Type_contiguous_c) (count: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_darray_ pmpi_type_create_darray_ (call = MPI_Type_create_darray PMPI_Type_create_darray) (size: *const c_int, rank: *const c_int, ndims: *const c_int, array_of_gsizes: *const c_int, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: *const c_int, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*size, *rank, *ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, *order, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_darray_c_ pmpi_type_create_darray_c_ (call = MPI_Type_create_darray_c PMPI_Type_create_darray_c) (size: *const c_int, rank: *const c_int, ndims: *const c_int, array_of_gsizes: *const i64, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: *const c_int, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*size, *rank, *ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, *order, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_f90_complex_ pmpi_type_create_f90_complex_ (call = MPI_Type_create_f90_complex PMPI_Type_create_f90_complex) (p: *const c_int, r: *const c_int, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*p, *r, &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_f90_integer_ pmpi_type_create_f90_integer_ (call = MPI_Type_create_f90_integer PMPI_Type_create_f90_integer) (r: *const c_int, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*r, &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_f90_real_ pmpi_type_create_f90_real_ (call = MPI_Type_create_f90_real PMPI_Type_create_f90_real) (p: *const c_int, r: *const c_int, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*p, *r, &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_hindexed_ pmpi_type_create_hindexed_ (call = MPI_Type_create_hindexed PMPI_Type_create_hindexed) (count: *const c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, array_of_blocklengths, array_of_displacements, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_hindexed_c_ pmpi_type_create_hindexed_c_ (call = MPI_Type_create_hindexed_c PMPI_Type_create_hindexed_c) (count: *const i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, array_of_blocklengths, array_of_displacements, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_hindexed_block_ pmpi_type_create_hindexed_block_ (call = MPI_Type_create_hindexed_block PMPI_Type_create_hindexed_block) (count: *const c_int, blocklength: *const c_int, array_of_displacements: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, *blocklength, array_of_displacements, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_hindexed_block_c_ pmpi_type_create_hindexed_block_c_ (call = MPI_Type_create_hindexed_block_c PMPI_Type_create_hindexed_block_c) (count: *const i64, blocklength: *const i64, array_of_displacements: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, *blocklength, array_of_displacements, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_hvector_ pmpi_type_create_hvector_ (call = MPI_Type_create_hvector PMPI_Type_create_hvector) (count: *const c_int, blocklength: *const c_int, stride: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, *blocklength, *stride, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_hvector_c_ pmpi_type_create_hvector_c_ (call = MPI_Type_create_hvector_c PMPI_Type_create_hvector_c) (count: *const i64, blocklength: *const i64, stride: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, *blocklength, *stride, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_indexed_block_ pmpi_type_create_indexed_block_ (call = MPI_Type_create_indexed_block PMPI_Type_create_indexed_block) (count: *const c_int, blocklength: *const c_int, array_of_displacements: *const c_int, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, *blocklength, array_of_displacements, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_indexed_block_c_ pmpi_type_create_indexed_block_c_ (call = MPI_Type_create_indexed_block_c PMPI_Type_create_indexed_block_c) (count: *const i64, blocklength: *const i64, array_of_displacements: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, *blocklength, array_of_displacements, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_resized_ pmpi_type_create_resized_ (call = MPI_Type_create_resized PMPI_Type_create_resized) (oldtype: *const Fint, lb: *const i64, extent: *const i64, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(handle::datatype::from_fortran(oldtype), *lb, *extent, &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_resized_c_ pmpi_type_create_resized_c_ (call = MPI_Type_create_resized_c PMPI_Type_create_resized_c) (oldtype: *const Fint, lb: *const i64, extent: *const i64, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(handle::datatype::from_fortran(oldtype), *lb, *extent, &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_struct_ pmpi_type_create_struct_ (call = MPI_Type_create_struct PMPI_Type_create_struct) (count: *const c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, array_of_types: *const Fint, newtype: *mut Fint) () {
    let c_array_of_types = handle::datatype::all_from_fortran(array_of_types, i64::from(*count));
    let mut c_newtype = 0;
    let code = call(*count, array_of_blocklengths, array_of_displacements, c_array_of_types.as_ptr(), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_struct_c_ pmpi_type_create_struct_c_ (call = MPI_Type_create_struct_c PMPI_Type_create_struct_c) (count: *const i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, array_of_types: *const Fint, newtype: *mut Fint) () {
    let c_array_of_types = handle::datatype::all_from_fortran(array_of_types, i64::from(*count));
    let mut c_newtype = 0;
    let code = call(*count, array_of_blocklengths, array_of_displacements, c_array_of_types.as_ptr(), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_subarray_ pmpi_type_create_subarray_ (call = MPI_Type_create_subarray PMPI_Type_create_subarray) (ndims: *const c_int, array_of_sizes: *const c_int, array_of_subsizes: *const c_int, array_of_starts: *const c_int, order: *const c_int, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*ndims, array_of_sizes, array_of_subsizes, array_of_starts, *order, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_create_subarray_c_ pmpi_type_create_subarray_c_ (call = MPI_Type_create_subarray_c PMPI_Type_create_subarray_c) (ndims: *const c_int, array_of_sizes: *const i64, array_of_subsizes: *const i64, array_of_starts: *const i64, order: *const c_int, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*ndims, array_of_sizes, array_of_subsizes, array_of_starts, *order, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_dup_ pmpi_type_dup_ (call = MPI_Type_dup PMPI_Type_dup) (oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_free_ pmpi_type_free_ (call = MPI_Type_free PMPI_Type_free) (datatype: *mut Fint) () {
    let mut c_datatype = handle::datatype::from_fortran(datatype);
    let code = call(&mut c_datatype);
    handle::datatype::to_fortran(c_datatype, datatype);
    code
} }

entry! { mpi_type_get_contents_ pmpi_type_get_contents_ (call = MPI_Type_get_contents PMPI_Type_get_contents) (datatype: *const Fint, max_integers: *const c_int, max_addresses: *const c_int, max_datatypes: *const c_int, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_datatypes: *mut Fint) () {
    let mut c_array_of_datatypes = handle::none(i64::from(*max_datatypes));
    let code = call(handle::datatype::from_fortran(datatype), *max_integers, *max_addresses, *max_datatypes, array_of_integers, array_of_addresses, c_array_of_datatypes.as_mut_ptr());
    if code == MPI_SUCCESS { handle::datatype::all_to_fortran(&c_array_of_datatypes, array_of_datatypes); }
    code
} }

entry! { mpi_type_get_contents_c_ pmpi_type_get_contents_c_ (call = MPI_Type_get_contents_c PMPI_Type_get_contents_c) (datatype: *const Fint, max_integers: *const i64, max_addresses: *const i64, max_large_counts: *const i64, max_datatypes: *const i64, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_large_counts: *mut i64, array_of_datatypes: *mut Fint) () {
    let mut c_array_of_datatypes = handle::none(i64::from(*max_datatypes));
    let code = call(handle::datatype::from_fortran(datatype), *max_integers, *max_addresses, *max_large_counts, *max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, c_array_of_datatypes.as_mut_ptr());
    if code == MPI_SUCCESS { handle::datatype::all_to_fortran(&c_array_of_datatypes, array_of_datatypes); }
    code
} }

entry! { mpi_type_get_envelope_ pmpi_type_get_envelope_ (call = MPI_Type_get_envelope PMPI_Type_get_envelope) (datatype: *const Fint, num_integers: *mut c_int, num_addresses: *mut c_int, num_datatypes: *mut c_int, combiner: *mut c_int) () {
    call(handle::datatype::from_fortran(datatype), num_integers, num_addresses, num_datatypes, combiner)
} }

entry! { mpi_type_get_envelope_c_ pmpi_type_get_envelope_c_ (call = MPI_Type_get_envelope_c PMPI_Type_get_envelope_c) (datatype: *const Fint, num_integers: *mut i64, num_addresses: *mut i64, num_large_counts: *mut i64, num_datatypes: *mut i64, combiner: *mut c_int) () {
    call(handle::datatype::from_fortran(datatype), num_integers, num_addresses, num_large_counts, num_datatypes, combiner)
} }

entry! { mpi_type_get_extent_ pmpi_type_get_extent_ (call = MPI_Type_get_extent PMPI_Type_get_extent) (datatype: *const Fint, lb: *mut i64, extent: *mut i64) () {
    call(handle::datatype::from_fortran(datatype), lb, extent)
} }

entry! { mpi_type_get_extent_c_ pmpi_type_get_extent_c_ (call = MPI_Type_get_extent_c PMPI_Type_get_extent_c) (datatype: *const Fint, lb: *mut i64, extent: *mut i64) () {
    call(handle::datatype::from_fortran(datatype), lb, extent)
} }

entry! { mpi_type_get_extent_x_ pmpi_type_get_extent_x_ (call = MPI_Type_get_extent_x PMPI_Type_get_extent_x) (datatype: *const Fint, lb: *mut i64, extent: *mut i64) () {
    call(handle::datatype::from_fortran(datatype), lb, extent)
} }

entry! { mpi_type_get_true_extent_ pmpi_type_get_true_extent_ (call = MPI_Type_get_true_extent PMPI_Type_get_true_extent) (datatype: *const Fint, true_lb: *mut i64, true_extent: *mut i64) () {
    call(handle::datatype::from_fortran(datatype), true_lb, true_extent)
} }

entry! { mpi_type_get_true_extent_c_ pmpi_type_get_true_extent_c_ (call = MPI_Type_get_true_extent_c PMPI_Type_get_true_extent_c) (datatype: *const Fint, true_lb: *mut i64, true_extent: *mut i64) () {
    call(handle::datatype::from_fortran(datatype), true_lb, true_extent)
} }

entry! { mpi_type_get_true_extent_x_ pmpi_type_get_true_extent_x_ (call = MPI_Type_get_true_extent_x PMPI_Type_get_true_extent_x) (datatype: *const Fint, true_lb: *mut i64, true_extent: *mut i64) () {
    call(handle::datatype::from_fortran(datatype), true_lb, true_extent)
} }

entry! { mpi_type_get_value_index_ pmpi_type_get_value_index_ (call = MPI_Type_get_value_index PMPI_Type_get_value_index) (value_type: *const Fint, index_type: *const Fint, pair_type: *mut Fint) () {
    let mut c_pair_type = 0;
    let code = call(handle::datatype::from_fortran(value_type), handle::datatype::from_fortran(index_type), &mut c_pair_type);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_pair_type, pair_type); }
    code
} }

entry! { mpi_type_indexed_ pmpi_type_indexed_ (call = MPI_Type_indexed PMPI_Type_indexed) (count: *const c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const c_int, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, array_of_blocklengths, array_of_displacements, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_indexed_c_ pmpi_type_indexed_c_ (call = MPI_Type_indexed_c PMPI_Type_indexed_c) (count: *const i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, array_of_blocklengths, array_of_displacements, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_match_size_ pmpi_type_match_size_ (call = MPI_Type_match_size PMPI_Type_match_size) (typeclass: *const c_int, size: *const c_int, datatype: *mut Fint) () {
    let mut c_datatype = 0;
    let code = call(*typeclass, *size, &mut c_datatype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_datatype, datatype); }
    code
} }

entry! { mpi_type_size_ pmpi_type_size_ (call = MPI_Type_size PMPI_Type_size) (datatype: *const Fint, size: *mut c_int) () {
    call(handle::datatype::from_fortran(datatype), size)
} }

entry! { mpi_type_size_c_ pmpi_type_size_c_ (call = MPI_Type_size_c PMPI_Type_size_c) (datatype: *const Fint, size: *mut i64) () {
    call(handle::datatype::from_fortran(datatype), size)
} }

entry! { mpi_type_size_x_ pmpi_type_size_x_ (call = MPI_Type_size_x PMPI_Type_size_x) (datatype: *const Fint, size: *mut i64) () {
    call(handle::datatype::from_fortran(datatype), size)
} }

entry! { mpi_type_vector_ pmpi_type_vector_ (call = MPI_Type_vector PMPI_Type_vector) (count: *const c_int, blocklength: *const c_int, stride: *const c_int, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, *blocklength, *stride, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_type_vector_c_ pmpi_type_vector_c_ (call = MPI_Type_vector_c PMPI_Type_vector_c) (count: *const i64, blocklength: *const i64, stride: *const i64, oldtype: *const Fint, newtype: *mut Fint) () {
    let mut c_newtype = 0;
    let code = call(*count, *blocklength, *stride, handle::datatype::from_fortran(oldtype), &mut c_newtype);
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_newtype, newtype); }
    code
} }

entry! { mpi_unpack_ pmpi_unpack_ (call = MPI_Unpack PMPI_Unpack) (inbuf: *const c_void, insize: *const c_int, position: *mut c_int, outbuf: *mut c_void, outcount: *const c_int, datatype: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(inbuf.cast_mut()), *insize, position, sentinel::buffer(outbuf), *outcount, handle::datatype::from_fortran(datatype), handle::comm::from_fortran(comm))
} }

entry! { mpi_unpack_external_ pmpi_unpack_external_ (call = MPI_Unpack_external PMPI_Unpack_external) (datarep: *const c_char, inbuf: *const c_void, insize: *const i64, position: *mut i64, outbuf: *mut c_void, outcount: *const c_int, datatype: *const Fint) (datarep_len) {
    let c_datarep = text::trimmed(datarep, datarep_len);
    call(c_datarep.as_ptr(), sentinel::buffer(inbuf.cast_mut()), *insize, position, sentinel::buffer(outbuf), *outcount, handle::datatype::from_fortran(datatype))
} }

entry! { mpi_allgather_ pmpi_allgather_ (call = MPI_Allgather PMPI_Allgather) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm))
} }

entry! { mpi_allgather_init_ pmpi_allgather_init_ (call = MPI_Allgather_init PMPI_Allgather_init) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_allgatherv_ pmpi_allgatherv_ (call = MPI_Allgatherv PMPI_Allgatherv) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm))
} }

entry! { mpi_allgatherv_init_ pmpi_allgatherv_init_ (call = MPI_Allgatherv_init PMPI_Allgatherv_init) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_allreduce_ pmpi_allreduce_ (call = MPI_Allreduce PMPI_Allreduce) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm))
} }

entry! { mpi_allreduce_init_ pmpi_allreduce_init_ (call = MPI_Allreduce_init PMPI_Allreduce_init) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_alltoall_ pmpi_alltoall_ (call = MPI_Alltoall PMPI_Alltoall) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm))
} }

entry! { mpi_alltoall_init_ pmpi_alltoall_init_ (call = MPI_Alltoall_init PMPI_Alltoall_init) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_alltoallv_ pmpi_alltoallv_ (call = MPI_Alltoallv PMPI_Alltoallv) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm))
} }

entry! { mpi_alltoallv_init_ pmpi_alltoallv_init_ (call = MPI_Alltoallv_init PMPI_Alltoallv_init) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_alltoallw_ pmpi_alltoallw_ (call = MPI_Alltoallw PMPI_Alltoallw) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Fint, comm: *const Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::unless_in_place(sendbuf, count::peers(comm)));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::peers(comm));
    call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, c_sendtypes.as_ptr(), sentinel::buffer(recvbuf), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm))
} }

entry! { mpi_alltoallw_init_ pmpi_alltoallw_init_ (call = MPI_Alltoallw_init PMPI_Alltoallw_init) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::unless_in_place(sendbuf, count::peers(comm)));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::peers(comm));
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, c_sendtypes.as_ptr(), sentinel::buffer(recvbuf), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_barrier_ pmpi_barrier_ (call = MPI_Barrier PMPI_Barrier) (comm: *const Fint) () {
    call(handle::comm::from_fortran(comm))
} }

entry! { mpi_barrier_init_ pmpi_barrier_init_ (call = MPI_Barrier_init PMPI_Barrier_init) (comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_bcast_ pmpi_bcast_ (call = MPI_Bcast PMPI_Bcast) (buffer: *mut c_void, count: *const c_int, datatype: *const Fint, root: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(buffer), *count, handle::datatype::from_fortran(datatype), *root, handle::comm::from_fortran(comm))
} }

entry! { mpi_bcast_init_ pmpi_bcast_init_ (call = MPI_Bcast_init PMPI_Bcast_init) (buffer: *mut c_void, count: *const c_int, datatype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buffer), *count, handle::datatype::from_fortran(datatype), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_exscan_ pmpi_exscan_ (call = MPI_Exscan PMPI_Exscan) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm))
} }

entry! { mpi_exscan_init_ pmpi_exscan_init_ (call = MPI_Exscan_init PMPI_Exscan_init) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_gather_ pmpi_gather_ (call = MPI_Gather PMPI_Gather) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm))
} }

entry! { mpi_gather_init_ pmpi_gather_init_ (call = MPI_Gather_init PMPI_Gather_init) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_gatherv_ pmpi_gatherv_ (call = MPI_Gatherv PMPI_Gatherv) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, displs, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm))
} }

entry! { mpi_gatherv_init_ pmpi_gatherv_init_ (call = MPI_Gatherv_init PMPI_Gatherv_init) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, displs, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iallgather_ pmpi_iallgather_ (call = MPI_Iallgather PMPI_Iallgather) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iallgatherv_ pmpi_iallgatherv_ (call = MPI_Iallgatherv PMPI_Iallgatherv) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iallreduce_ pmpi_iallreduce_ (call = MPI_Iallreduce PMPI_Iallreduce) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ialltoall_ pmpi_ialltoall_ (call = MPI_Ialltoall PMPI_Ialltoall) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ialltoallv_ pmpi_ialltoallv_ (call = MPI_Ialltoallv PMPI_Ialltoallv) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ialltoallw_ pmpi_ialltoallw_ (call = MPI_Ialltoallw PMPI_Ialltoallw) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::unless_in_place(sendbuf, count::peers(comm)));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::peers(comm));
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, c_sendtypes.as_ptr(), sentinel::buffer(recvbuf), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ibarrier_ pmpi_ibarrier_ (call = MPI_Ibarrier PMPI_Ibarrier) (comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ibcast_ pmpi_ibcast_ (call = MPI_Ibcast PMPI_Ibcast) (buffer: *mut c_void, count: *const c_int, datatype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(buffer), *count, handle::datatype::from_fortran(datatype), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iexscan_ pmpi_iexscan_ (call = MPI_Iexscan PMPI_Iexscan) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_igather_ pmpi_igather_ (call = MPI_Igather PMPI_Igather) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_igatherv_ pmpi_igatherv_ (call = MPI_Igatherv PMPI_Igatherv) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, displs, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ireduce_ pmpi_ireduce_ (call = MPI_Ireduce PMPI_Ireduce) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ireduce_scatter_ pmpi_ireduce_scatter_ (call = MPI_Ireduce_scatter PMPI_Ireduce_scatter) (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), recvcounts, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ireduce_scatter_block_ pmpi_ireduce_scatter_block_ (call = MPI_Ireduce_scatter_block PMPI_Ireduce_scatter_block) (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iscan_ pmpi_iscan_ (call = MPI_Iscan PMPI_Iscan) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iscatter_ pmpi_iscatter_ (call = MPI_Iscatter PMPI_Iscatter) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iscatterv_ pmpi_iscatterv_ (call = MPI_Iscatterv PMPI_Iscatterv) (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, displs, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_op_commutative_ pmpi_op_commutative_ (call = MPI_Op_commutative PMPI_Op_commutative) (op: *const Fint, commute: *mut Fint) () {
    let mut c_commute = 0;
    let code = call(handle::op::from_fortran(op), &mut c_commute);
    *commute = logical::to_fortran(c_commute);
    code
} }

entry! { mpi_op_free_ pmpi_op_free_ (call = MPI_Op_free PMPI_Op_free) (op: *mut Fint) () {
    let mut c_op = handle::op::from_fortran(op);
    let code = call(&mut c_op);
    handle::op::to_fortran(c_op, op);
    code
} }

entry! { mpi_reduce_ pmpi_reduce_ (call = MPI_Reduce PMPI_Reduce) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, root: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), *root, handle::comm::from_fortran(comm))
} }

entry! { mpi_reduce_init_ pmpi_reduce_init_ (call = MPI_Reduce_init PMPI_Reduce_init) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_reduce_local_ pmpi_reduce_local_ (call = MPI_Reduce_local PMPI_Reduce_local) (inbuf: *const c_void, inoutbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint) () {
    call(sentinel::buffer(inbuf.cast_mut()), sentinel::buffer(inoutbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op))
} }

entry! { mpi_reduce_scatter_ pmpi_reduce_scatter_ (call = MPI_Reduce_scatter PMPI_Reduce_scatter) (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), recvcounts, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm))
} }

entry! { mpi_reduce_scatter_block_ pmpi_reduce_scatter_block_ (call = MPI_Reduce_scatter_block PMPI_Reduce_scatter_block) (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm))
} }

entry! { mpi_reduce_scatter_block_init_ pmpi_reduce_scatter_block_init_ (call = MPI_Reduce_scatter_block_init PMPI_Reduce_scatter_block_init) (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_reduce_scatter_init_ pmpi_reduce_scatter_init_ (call = MPI_Reduce_scatter_init PMPI_Reduce_scatter_init) (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), recvcounts, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_scan_ pmpi_scan_ (call = MPI_Scan PMPI_Scan) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm))
} }

entry! { mpi_scan_init_ pmpi_scan_init_ (call = MPI_Scan_init PMPI_Scan_init) (sendbuf: *const c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sentinel::buffer(recvbuf), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_scatter_ pmpi_scatter_ (call = MPI_Scatter PMPI_Scatter) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm))
} }

entry! { mpi_scatter_init_ pmpi_scatter_init_ (call = MPI_Scatter_init PMPI_Scatter_init) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_scatterv_ pmpi_scatterv_ (call = MPI_Scatterv PMPI_Scatterv) (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, displs, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm))
} }

entry! { mpi_scatterv_init_ pmpi_scatterv_init_ (call = MPI_Scatterv_init PMPI_Scatterv_init) (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, displs, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_attr_delete_ pmpi_attr_delete_ (call = MPI_Attr_delete PMPI_Attr_delete) (comm: *const Fint, keyval: *const c_int) () {
    call(handle::comm::from_fortran(comm), *keyval)
} }

entry! { mpi_comm_compare_ pmpi_comm_compare_ (call = MPI_Comm_compare PMPI_Comm_compare) (comm1: *const Fint, comm2: *const Fint, result: *mut c_int) () {
    call(handle::comm::from_fortran(comm1), handle::comm::from_fortran(comm2), result)
} }

entry! { mpi_comm_create_ pmpi_comm_create_ (call = MPI_Comm_create PMPI_Comm_create) (comm: *const Fint, group: *const Fint, newcomm: *mut Fint) () {
    let mut c_newcomm = 0;
    let code = call(handle::comm::from_fortran(comm), handle::group::from_fortran(group), &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_comm_create_from_group_ pmpi_comm_create_from_group_ (call = MPI_Comm_create_from_group PMPI_Comm_create_from_group) (group: *const Fint, stringtag: *const c_char, info: *const Fint, errhandler: *const Fint, newcomm: *mut Fint) (stringtag_len) {
    let c_stringtag = text::trimmed(stringtag, stringtag_len);
    let mut c_newcomm = 0;
    let code = call(handle::group::from_fortran(group), c_stringtag.as_ptr(), handle::info::from_fortran(info), handle::errhandler::from_fortran(errhandler), &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_comm_create_group_ pmpi_comm_create_group_ (call = MPI_Comm_create_group PMPI_Comm_create_group) (comm: *const Fint, group: *const Fint, tag: *const c_int, newcomm: *mut Fint) () {
    let mut c_newcomm = 0;
    let code = call(handle::comm::from_fortran(comm), handle::group::from_fortran(group), *tag, &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_comm_delete_attr_ pmpi_comm_delete_attr_ (call = MPI_Comm_delete_attr PMPI_Comm_delete_attr) (comm: *const Fint, comm_keyval: *const c_int) () {
    call(handle::comm::from_fortran(comm), *comm_keyval)
} }

entry! { mpi_comm_dup_ pmpi_comm_dup_ (call = MPI_Comm_dup PMPI_Comm_dup) (comm: *const Fint, newcomm: *mut Fint) () {
    let mut c_newcomm = 0;
    let code = call(handle::comm::from_fortran(comm), &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_comm_dup_with_info_ pmpi_comm_dup_with_info_ (call = MPI_Comm_dup_with_info PMPI_Comm_dup_with_info) (comm: *const Fint, info: *const Fint, newcomm: *mut Fint) () {
    let mut c_newcomm = 0;
    let code = call(handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_comm_free_ pmpi_comm_free_ (call = MPI_Comm_free PMPI_Comm_free) (comm: *mut Fint) () {
    let mut c_comm = handle::comm::from_fortran(comm);
    let code = call(&mut c_comm);
    handle::comm::to_fortran(c_comm, comm);
    code
} }

entry! { mpi_comm_free_keyval_ pmpi_comm_free_keyval_ (call = MPI_Comm_free_keyval PMPI_Comm_free_keyval) (comm_keyval: *mut c_int) () {
    call(comm_keyval)
} }

entry! { mpi_comm_get_info_ pmpi_comm_get_info_ (call = MPI_Comm_get_info PMPI_Comm_get_info) (comm: *const Fint, info_used: *mut Fint) () {
    let mut c_info_used = 0;
    let code = call(handle::comm::from_fortran(comm), &mut c_info_used);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_info_used, info_used); }
    code
} }

entry! { mpi_comm_get_name_ pmpi_comm_get_name_ (call = MPI_Comm_get_name PMPI_Comm_get_name) (comm: *const Fint, comm_name: *mut c_char, resultlen: *mut c_int) (comm_name_len) {
    let mut c_comm_name = text::room();
    let code = call(handle::comm::from_fortran(comm), c_comm_name.as_mut_ptr(), resultlen);
    if code == MPI_SUCCESS { text::store(&c_comm_name, comm_name, comm_name_len); }
    code
} }

entry! { mpi_comm_group_ pmpi_comm_group_ (call = MPI_Comm_group PMPI_Comm_group) (comm: *const Fint, group: *mut Fint) () {
    let mut c_group = 0;
    let code = call(handle::comm::from_fortran(comm), &mut c_group);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_group, group); }
    code
} }

entry! { mpi_comm_idup_ pmpi_comm_idup_ (call = MPI_Comm_idup PMPI_Comm_idup) (comm: *const Fint, newcomm: *mut Fint, request: *mut Fint) () {
    let mut c_newcomm = 0;
    let mut c_request = 0;
    let code = call(handle::comm::from_fortran(comm), &mut c_newcomm, &mut c_request);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_comm_idup_with_info_ pmpi_comm_idup_with_info_ (call = MPI_Comm_idup_with_info PMPI_Comm_idup_with_info) (comm: *const Fint, info: *const Fint, newcomm: *mut Fint, request: *mut Fint) () {
    let mut c_newcomm = 0;
    let mut c_request = 0;
    let code = call(handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_newcomm, &mut c_request);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_comm_rank_ pmpi_comm_rank_ (call = MPI_Comm_rank PMPI_Comm_rank) (comm: *const Fint, rank: *mut c_int) () {
    call(handle::comm::from_fortran(comm), rank)
} }

entry! { mpi_comm_remote_group_ pmpi_comm_remote_group_ (call = MPI_Comm_remote_group PMPI_Comm_remote_group) (comm: *const Fint, group: *mut Fint) () {
    let mut c_group = 0;
    let code = call(handle::comm::from_fortran(comm), &mut c_group);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_group, group); }
    code
} }

entry! { mpi_comm_remote_size_ pmpi_comm_remote_size_ (call = MPI_Comm_remote_size PMPI_Comm_remote_size) (comm: *const Fint, size: *mut c_int) () {
    call(handle::comm::from_fortran(comm), size)
} }

entry! { mpi_comm_set_info_ pmpi_comm_set_info_ (call = MPI_Comm_set_info PMPI_Comm_set_info) (comm: *const Fint, info: *const Fint) () {
    call(handle::comm::from_fortran(comm), handle::info::from_fortran(info))
} }

entry! { mpi_comm_set_name_ pmpi_comm_set_name_ (call = MPI_Comm_set_name PMPI_Comm_set_name) (comm: *const Fint, comm_name: *const c_char) (comm_name_len) {
    let c_comm_name = text::trimmed(comm_name, comm_name_len);
    call(handle::comm::from_fortran(comm), c_comm_name.as_ptr())
} }

entry! { mpi_comm_size_ pmpi_comm_size_ (call = MPI_Comm_size PMPI_Comm_size) (comm: *const Fint, size: *mut c_int) () {
    call(handle::comm::from_fortran(comm), size)
} }

entry! { mpi_comm_split_ pmpi_comm_split_ (call = MPI_Comm_split PMPI_Comm_split) (comm: *const Fint, color: *const c_int, key: *const c_int, newcomm: *mut Fint) () {
    let mut c_newcomm = 0;
    let code = call(handle::comm::from_fortran(comm), *color, *key, &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_comm_split_type_ pmpi_comm_split_type_ (call = MPI_Comm_split_type PMPI_Comm_split_type) (comm: *const Fint, split_type: *const c_int, key: *const c_int, info: *const Fint, newcomm: *mut Fint) () {
    let mut c_newcomm = 0;
    let code = call(handle::comm::from_fortran(comm), *split_type, *key, handle::info::from_fortran(info), &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_comm_test_inter_ pmpi_comm_test_inter_ (call = MPI_Comm_test_inter PMPI_Comm_test_inter) (comm: *const Fint, flag: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(handle::comm::from_fortran(comm), &mut c_flag);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_group_compare_ pmpi_group_compare_ (call = MPI_Group_compare PMPI_Group_compare) (group1: *const Fint, group2: *const Fint, result: *mut c_int) () {
    call(handle::group::from_fortran(group1), handle::group::from_fortran(group2), result)
} }

entry! { mpi_group_difference_ pmpi_group_difference_ (call = MPI_Group_difference PMPI_Group_difference) (group1: *const Fint, group2: *const Fint, newgroup: *mut Fint) () {
    let mut c_newgroup = 0;
    let code = call(handle::group::from_fortran(group1), handle::group::from_fortran(group2), &mut c_newgroup);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_newgroup, newgroup); }
    code
} }

entry! { mpi_group_excl_ pmpi_group_excl_ (call = MPI_Group_excl PMPI_Group_excl) (group: *const Fint, n: *const c_int, ranks: *const c_int, newgroup: *mut Fint) () {
    let mut c_newgroup = 0;
    let code = call(handle::group::from_fortran(group), *n, ranks, &mut c_newgroup);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_newgroup, newgroup); }
    code
} }

entry! { mpi_group_free_ pmpi_group_free_ (call = MPI_Group_free PMPI_Group_free) (group: *mut Fint) () {
    let mut c_group = handle::group::from_fortran(group);
    let code = call(&mut c_group);
    handle::group::to_fortran(c_group, group);
    code
} }

entry! { mpi_group_from_session_pset_ pmpi_group_from_session_pset_ (call = MPI_Group_from_session_pset PMPI_Group_from_session_pset) (session: *const Fint, pset_name: *const c_char, newgroup: *mut Fint) (pset_name_len) {
    let c_pset_name = text::trimmed(pset_name, pset_name_len);
    let mut c_newgroup = 0;
    let code = call(handle::session::from_fortran(session), c_pset_name.as_ptr(), &mut c_newgroup);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_newgroup, newgroup); }
    code
} }

entry! { mpi_group_incl_ pmpi_group_incl_ (call = MPI_Group_incl PMPI_Group_incl) (group: *const Fint, n: *const c_int, ranks: *const c_int, newgroup: *mut Fint) () {
    let mut c_newgroup = 0;
    let code = call(handle::group::from_fortran(group), *n, ranks, &mut c_newgroup);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_newgroup, newgroup); }
    code
} }

entry! { mpi_group_intersection_ pmpi_group_intersection_ (call = MPI_Group_intersection PMPI_Group_intersection) (group1: *const Fint, group2: *const Fint, newgroup: *mut Fint) () {
    let mut c_newgroup = 0;
    let code = call(handle::group::from_fortran(group1), handle::group::from_fortran(group2), &mut c_newgroup);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_newgroup, newgroup); }
    code
} }

entry! { mpi_group_range_excl_ pmpi_group_range_excl_ (call = MPI_Group_range_excl PMPI_Group_range_excl) (group: *const Fint, n: *const c_int, ranges: *mut Fint, newgroup: *mut Fint) () {
    let mut c_newgroup = 0;
    let code = call(handle::group::from_fortran(group), *n, ranges.cast(), &mut c_newgroup);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_newgroup, newgroup); }
    code
} }

entry! { mpi_group_range_incl_ pmpi_group_range_incl_ (call = MPI_Group_range_incl PMPI_Group_range_incl) (group: *const Fint, n: *const c_int, ranges: *mut Fint, newgroup: *mut Fint) () {
    let mut c_newgroup = 0;
    let code = call(handle::group::from_fortran(group), *n, ranges.cast(), &mut c_newgroup);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_newgroup, newgroup); }
    code
} }

entry! { mpi_group_rank_ pmpi_group_rank_ (call = MPI_Group_rank PMPI_Group_rank) (group: *const Fint, rank: *mut c_int) () {
    call(handle::group::from_fortran(group), rank)
} }

entry! { mpi_group_size_ pmpi_group_size_ (call = MPI_Group_size PMPI_Group_size) (group: *const Fint, size: *mut c_int) () {
    call(handle::group::from_fortran(group), size)
} }

entry! { mpi_group_translate_ranks_ pmpi_group_translate_ranks_ (call = MPI_Group_translate_ranks PMPI_Group_translate_ranks) (group1: *const Fint, n: *const c_int, ranks1: *const c_int, group2: *const Fint, ranks2: *mut c_int) () {
    call(handle::group::from_fortran(group1), *n, ranks1, handle::group::from_fortran(group2), ranks2)
} }

entry! { mpi_group_union_ pmpi_group_union_ (call = MPI_Group_union PMPI_Group_union) (group1: *const Fint, group2: *const Fint, newgroup: *mut Fint) () {
    let mut c_newgroup = 0;
    let code = call(handle::group::from_fortran(group1), handle::group::from_fortran(group2), &mut c_newgroup);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_newgroup, newgroup); }
    code
} }

entry! { mpi_intercomm_create_ pmpi_intercomm_create_ (call = MPI_Intercomm_create PMPI_Intercomm_create) (local_comm: *const Fint, local_leader: *const c_int, peer_comm: *const Fint, remote_leader: *const c_int, tag: *const c_int, newintercomm: *mut Fint) () {
    let mut c_newintercomm = 0;
    let code = call(handle::comm::from_fortran(local_comm), *local_leader, handle::comm::from_fortran(peer_comm), *remote_leader, *tag, &mut c_newintercomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newintercomm, newintercomm); }
    code
} }

entry! { mpi_intercomm_create_from_groups_ pmpi_intercomm_create_from_groups_ (call = MPI_Intercomm_create_from_groups PMPI_Intercomm_create_from_groups) (local_group: *const Fint, local_leader: *const c_int, remote_group: *const Fint, remote_leader: *const c_int, stringtag: *const c_char, info: *const Fint, errhandler: *const Fint, newintercomm: *mut Fint) (stringtag_len) {
    let c_stringtag = text::trimmed(stringtag, stringtag_len);
    let mut c_newintercomm = 0;
    let code = call(handle::group::from_fortran(local_group), *local_leader, handle::group::from_fortran(remote_group), *remote_leader, c_stringtag.as_ptr(), handle::info::from_fortran(info), handle::errhandler::from_fortran(errhandler), &mut c_newintercomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newintercomm, newintercomm); }
    code
} }

entry! { mpi_intercomm_merge_ pmpi_intercomm_merge_ (call = MPI_Intercomm_merge PMPI_Intercomm_merge) (intercomm: *const Fint, high: *const Fint, newintracomm: *mut Fint) () {
    let mut c_newintracomm = 0;
    let code = call(handle::comm::from_fortran(intercomm), logical::to_c(*high), &mut c_newintracomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newintracomm, newintracomm); }
    code
} }

entry! { mpi_keyval_free_ pmpi_keyval_free_ (call = MPI_Keyval_free PMPI_Keyval_free) (keyval: *mut c_int) () {
    call(keyval)
} }

entry! { mpi_type_delete_attr_ pmpi_type_delete_attr_ (call = MPI_Type_delete_attr PMPI_Type_delete_attr) (datatype: *const Fint, type_keyval: *const c_int) () {
    call(handle::datatype::from_fortran(datatype), *type_keyval)
} }

entry! { mpi_type_free_keyval_ pmpi_type_free_keyval_ (call = MPI_Type_free_keyval PMPI_Type_free_keyval) (type_keyval: *mut c_int) () {
    call(type_keyval)
} }

entry! { mpi_type_get_name_ pmpi_type_get_name_ (call = MPI_Type_get_name PMPI_Type_get_name) (datatype: *const Fint, type_name: *mut c_char, resultlen: *mut c_int) (type_name_len) {
    let mut c_type_name = text::room();
    let code = call(handle::datatype::from_fortran(datatype), c_type_name.as_mut_ptr(), resultlen);
    if code == MPI_SUCCESS { text::store(&c_type_name, type_name, type_name_len); }
    code
} }

entry! { mpi_type_set_name_ pmpi_type_set_name_ (call = MPI_Type_set_name PMPI_Type_set_name) (datatype: *const Fint, type_name: *const c_char) (type_name_len) {
    let c_type_name = text::trimmed(type_name, type_name_len);
    call(handle::datatype::from_fortran(datatype), c_type_name.as_ptr())
} }

entry! { mpi_win_delete_attr_ pmpi_win_delete_attr_ (call = MPI_Win_delete_attr PMPI_Win_delete_attr) (win: *const Fint, win_keyval: *const c_int) () {
    call(handle::win::from_fortran(win), *win_keyval)
} }

entry! { mpi_win_free_keyval_ pmpi_win_free_keyval_ (call = MPI_Win_free_keyval PMPI_Win_free_keyval) (win_keyval: *mut c_int) () {
    call(win_keyval)
} }

entry! { mpi_win_get_name_ pmpi_win_get_name_ (call = MPI_Win_get_name PMPI_Win_get_name) (win: *const Fint, win_name: *mut c_char, resultlen: *mut c_int) (win_name_len) {
    let mut c_win_name = text::room();
    let code = call(handle::win::from_fortran(win), c_win_name.as_mut_ptr(), resultlen);
    if code == MPI_SUCCESS { text::store(&c_win_name, win_name, win_name_len); }
    code
} }

entry! { mpi_win_set_name_ pmpi_win_set_name_ (call = MPI_Win_set_name PMPI_Win_set_name) (win: *const Fint, win_name: *const c_char) (win_name_len) {
    let c_win_name = text::trimmed(win_name, win_name_len);
    call(handle::win::from_fortran(win), c_win_name.as_ptr())
} }

entry! { mpi_cart_coords_ pmpi_cart_coords_ (call = MPI_Cart_coords PMPI_Cart_coords) (comm: *const Fint, rank: *const c_int, maxdims: *const c_int, coords: *mut c_int) () {
    call(handle::comm::from_fortran(comm), *rank, *maxdims, coords)
} }

entry! { mpi_cart_create_ pmpi_cart_create_ (call = MPI_Cart_create PMPI_Cart_create) (comm_old: *const Fint, ndims: *const c_int, dims: *const c_int, periods: *const Fint, reorder: *const Fint, comm_cart: *mut Fint) () {
    let c_periods = logical::all_to_c(periods, i64::from(*ndims));
    let mut c_comm_cart = 0;
    let code = call(handle::comm::from_fortran(comm_old), *ndims, dims, c_periods.as_ptr(), logical::to_c(*reorder), &mut c_comm_cart);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_comm_cart, comm_cart); }
    code
} }

entry! { mpi_cart_get_ pmpi_cart_get_ (call = MPI_Cart_get PMPI_Cart_get) (comm: *const Fint, maxdims: *const c_int, dims: *mut c_int, periods: *mut Fint, coords: *mut c_int) () {
    let mut c_periods = logical::none(i64::from(*maxdims));
    let code = call(handle::comm::from_fortran(comm), *maxdims, dims, c_periods.as_mut_ptr(), coords);
    if code == MPI_SUCCESS { logical::all_to_fortran(&c_periods, periods); }
    code
} }

entry! { mpi_cart_map_ pmpi_cart_map_ (call = MPI_Cart_map PMPI_Cart_map) (comm: *const Fint, ndims: *const c_int, dims: *const c_int, periods: *const Fint, newrank: *mut c_int) () {
    let c_periods = logical::all_to_c(periods, i64::from(*ndims));
    call(handle::comm::from_fortran(comm), *ndims, dims, c_periods.as_ptr(), newrank)
} }

entry! { mpi_cart_rank_ pmpi_cart_rank_ (call = MPI_Cart_rank PMPI_Cart_rank) (comm: *const Fint, coords: *const c_int, rank: *mut c_int) () {
    call(handle::comm::from_fortran(comm), coords, rank)
} }

entry! { mpi_cart_shift_ pmpi_cart_shift_ (call = MPI_Cart_shift PMPI_Cart_shift) (comm: *const Fint, direction: *const c_int, disp: *const c_int, rank_source: *mut c_int, rank_dest: *mut c_int) () {
    call(handle::comm::from_fortran(comm), *direction, *disp, rank_source, rank_dest)
} }

entry! { mpi_cart_sub_ pmpi_cart_sub_ (call = MPI_Cart_sub PMPI_Cart_sub) (comm: *const Fint, remain_dims: *const Fint, newcomm: *mut Fint) () {
    let c_remain_dims = logical::all_to_c(remain_dims, count::dimensions(comm));
    let mut c_newcomm = 0;
    let code = call(handle::comm::from_fortran(comm), c_remain_dims.as_ptr(), &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_cartdim_get_ pmpi_cartdim_get_ (call = MPI_Cartdim_get PMPI_Cartdim_get) (comm: *const Fint, ndims: *mut c_int) () {
    call(handle::comm::from_fortran(comm), ndims)
} }

entry! { mpi_dims_create_ pmpi_dims_create_ (call = MPI_Dims_create PMPI_Dims_create) (nnodes: *const c_int, ndims: *const c_int, dims: *mut c_int) () {
    call(*nnodes, *ndims, dims)
} }

entry! { mpi_dist_graph_create_ pmpi_dist_graph_create_ (call = MPI_Dist_graph_create PMPI_Dist_graph_create) (comm_old: *const Fint, n: *const c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int, weights: *const Fint, info: *const Fint, reorder: *const Fint, comm_dist_graph: *mut Fint) () {
    let mut c_comm_dist_graph = 0;
    let code = call(handle::comm::from_fortran(comm_old), *n, sources, degrees, destinations, sentinel::weights(weights.cast_mut()), handle::info::from_fortran(info), logical::to_c(*reorder), &mut c_comm_dist_graph);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_comm_dist_graph, comm_dist_graph); }
    code
} }

entry! { mpi_dist_graph_create_adjacent_ pmpi_dist_graph_create_adjacent_ (call = MPI_Dist_graph_create_adjacent PMPI_Dist_graph_create_adjacent) (comm_old: *const Fint, indegree: *const c_int, sources: *const c_int, sourceweights: *const Fint, outdegree: *const c_int, destinations: *const c_int, destweights: *const Fint, info: *const Fint, reorder: *const Fint, comm_dist_graph: *mut Fint) () {
    let mut c_comm_dist_graph = 0;
    let code = call(handle::comm::from_fortran(comm_old), *indegree, sources, sentinel::weights(sourceweights.cast_mut()), *outdegree, destinations, sentinel::weights(destweights.cast_mut()), handle::info::from_fortran(info), logical::to_c(*reorder), &mut c_comm_dist_graph);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_comm_dist_graph, comm_dist_graph); }
    code
} }

entry! { mpi_dist_graph_neighbors_ pmpi_dist_graph_neighbors_ (call = MPI_Dist_graph_neighbors PMPI_Dist_graph_neighbors) (comm: *const Fint, maxindegree: *const c_int, sources: *mut c_int, sourceweights: *mut Fint, maxoutdegree: *const c_int, destinations: *mut c_int, destweights: *mut Fint) () {
    call(handle::comm::from_fortran(comm), *maxindegree, sources, sentinel::weights(sourceweights), *maxoutdegree, destinations, sentinel::weights(destweights))
} }

entry! { mpi_dist_graph_neighbors_count_ pmpi_dist_graph_neighbors_count_ (call = MPI_Dist_graph_neighbors_count PMPI_Dist_graph_neighbors_count) (comm: *const Fint, indegree: *mut c_int, outdegree: *mut c_int, weighted: *mut Fint) () {
    let mut c_weighted = 0;
    let code = call(handle::comm::from_fortran(comm), indegree, outdegree, &mut c_weighted);
    *weighted = logical::to_fortran(c_weighted);
    code
} }

entry! { mpi_graph_create_ pmpi_graph_create_ (call = MPI_Graph_create PMPI_Graph_create) (comm_old: *const Fint, nnodes: *const c_int, indx: *const c_int, edges: *const c_int, reorder: *const Fint, comm_graph: *mut Fint) () {
    let mut c_comm_graph = 0;
    let code = call(handle::comm::from_fortran(comm_old), *nnodes, indx, edges, logical::to_c(*reorder), &mut c_comm_graph);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_comm_graph, comm_graph); }
    code
} }

entry! { mpi_graph_get_ pmpi_graph_get_ (call = MPI_Graph_get PMPI_Graph_get) (comm: *const Fint, maxindex: *const c_int, maxedges: *const c_int, indx: *mut c_int, edges: *mut c_int) () {
    call(handle::comm::from_fortran(comm), *maxindex, *maxedges, indx, edges)
} }

entry! { mpi_graph_map_ pmpi_graph_map_ (call = MPI_Graph_map PMPI_Graph_map) (comm: *const Fint, nnodes: *const c_int, indx: *const c_int, edges: *const c_int, newrank: *mut c_int) () {
    call(handle::comm::from_fortran(comm), *nnodes, indx, edges, newrank)
} }

entry! { mpi_graph_neighbors_ pmpi_graph_neighbors_ (call = MPI_Graph_neighbors PMPI_Graph_neighbors) (comm: *const Fint, rank: *const c_int, maxneighbors: *const c_int, neighbors: *mut c_int) () {
    call(handle::comm::from_fortran(comm), *rank, *maxneighbors, neighbors)
} }

entry! { mpi_graph_neighbors_count_ pmpi_graph_neighbors_count_ (call = MPI_Graph_neighbors_count PMPI_Graph_neighbors_count) (comm: *const Fint, rank: *const c_int, nneighbors: *mut c_int) () {
    call(handle::comm::from_fortran(comm), *rank, nneighbors)
} }

entry! { mpi_graphdims_get_ pmpi_graphdims_get_ (call = MPI_Graphdims_get PMPI_Graphdims_get) (comm: *const Fint, nnodes: *mut c_int, nedges: *mut c_int) () {
    call(handle::comm::from_fortran(comm), nnodes, nedges)
} }

entry! { mpi_ineighbor_allgather_ pmpi_ineighbor_allgather_ (call = MPI_Ineighbor_allgather PMPI_Ineighbor_allgather) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_allgatherv_ pmpi_ineighbor_allgatherv_ (call = MPI_Ineighbor_allgatherv PMPI_Ineighbor_allgatherv) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_alltoall_ pmpi_ineighbor_alltoall_ (call = MPI_Ineighbor_alltoall PMPI_Ineighbor_alltoall) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_alltoallv_ pmpi_ineighbor_alltoallv_ (call = MPI_Ineighbor_alltoallv PMPI_Ineighbor_alltoallv) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_alltoallw_ pmpi_ineighbor_alltoallw_ (call = MPI_Ineighbor_alltoallw PMPI_Ineighbor_alltoallw) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::destinations(comm));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::sources(comm));
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, c_sendtypes.as_ptr(), sentinel::buffer(recvbuf), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_allgather_ pmpi_neighbor_allgather_ (call = MPI_Neighbor_allgather PMPI_Neighbor_allgather) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm))
} }

entry! { mpi_neighbor_allgather_init_ pmpi_neighbor_allgather_init_ (call = MPI_Neighbor_allgather_init PMPI_Neighbor_allgather_init) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_allgatherv_ pmpi_neighbor_allgatherv_ (call = MPI_Neighbor_allgatherv PMPI_Neighbor_allgatherv) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm))
} }

entry! { mpi_neighbor_allgatherv_init_ pmpi_neighbor_allgatherv_init_ (call = MPI_Neighbor_allgatherv_init PMPI_Neighbor_allgatherv_init) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_alltoall_ pmpi_neighbor_alltoall_ (call = MPI_Neighbor_alltoall PMPI_Neighbor_alltoall) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm))
} }

entry! { mpi_neighbor_alltoall_init_ pmpi_neighbor_alltoall_init_ (call = MPI_Neighbor_alltoall_init PMPI_Neighbor_alltoall_init) (sendbuf: *const c_void, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), *sendcount, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_alltoallv_ pmpi_neighbor_alltoallv_ (call = MPI_Neighbor_alltoallv PMPI_Neighbor_alltoallv) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm))
} }

entry! { mpi_neighbor_alltoallv_init_ pmpi_neighbor_alltoallv_init_ (call = MPI_Neighbor_alltoallv_init PMPI_Neighbor_alltoallv_init) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), sentinel::buffer(recvbuf), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_alltoallw_ pmpi_neighbor_alltoallw_ (call = MPI_Neighbor_alltoallw PMPI_Neighbor_alltoallw) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::destinations(comm));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::sources(comm));
    call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, c_sendtypes.as_ptr(), sentinel::buffer(recvbuf), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm))
} }

entry! { mpi_neighbor_alltoallw_init_ pmpi_neighbor_alltoallw_init_ (call = MPI_Neighbor_alltoallw_init PMPI_Neighbor_alltoallw_init) (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::destinations(comm));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::sources(comm));
    let mut c_request = 0;
    let code = call(sentinel::buffer(sendbuf.cast_mut()), sendcounts, sdispls, c_sendtypes.as_ptr(), sentinel::buffer(recvbuf), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_topo_test_ pmpi_topo_test_ (call = MPI_Topo_test PMPI_Topo_test) (comm: *const Fint, status: *mut c_int) () {
    call(handle::comm::from_fortran(comm), status)
} }

entry! { mpi_add_error_class_ pmpi_add_error_class_ (call = MPI_Add_error_class PMPI_Add_error_class) (errorclass: *mut c_int) () {
    call(errorclass)
} }

entry! { mpi_add_error_code_ pmpi_add_error_code_ (call = MPI_Add_error_code PMPI_Add_error_code) (errorclass: *const c_int, errorcode: *mut c_int) () {
    call(*errorclass, errorcode)
} }

entry! { mpi_add_error_string_ pmpi_add_error_string_ (call = MPI_Add_error_string PMPI_Add_error_string) (errorcode: *const c_int, string: *const c_char) (string_len) {
    let c_string = text::trimmed(string, string_len);
    call(*errorcode, c_string.as_ptr())
} }

entry! { mpi_alloc_mem_ pmpi_alloc_mem_ (call = MPI_Alloc_mem PMPI_Alloc_mem) (size: *const i64, info: *const Fint, baseptr: *mut c_void) () {
    call(*size, handle::info::from_fortran(info), baseptr)
} }

entry! { mpi_comm_call_errhandler_ pmpi_comm_call_errhandler_ (call = MPI_Comm_call_errhandler PMPI_Comm_call_errhandler) (comm: *const Fint, errorcode: *const c_int) () {
    call(handle::comm::from_fortran(comm), *errorcode)
} }

entry! { mpi_comm_get_errhandler_ pmpi_comm_get_errhandler_ (call = MPI_Comm_get_errhandler PMPI_Comm_get_errhandler) (comm: *const Fint, errhandler: *mut Fint) () {
    let mut c_errhandler = 0;
    let code = call(handle::comm::from_fortran(comm), &mut c_errhandler);
    if code == MPI_SUCCESS { handle::errhandler::to_fortran(c_errhandler, errhandler); }
    code
} }

entry! { mpi_comm_set_errhandler_ pmpi_comm_set_errhandler_ (call = MPI_Comm_set_errhandler PMPI_Comm_set_errhandler) (comm: *const Fint, errhandler: *const Fint) () {
    call(handle::comm::from_fortran(comm), handle::errhandler::from_fortran(errhandler))
} }

entry! { mpi_errhandler_free_ pmpi_errhandler_free_ (call = MPI_Errhandler_free PMPI_Errhandler_free) (errhandler: *mut Fint) () {
    let mut c_errhandler = handle::errhandler::from_fortran(errhandler);
    let code = call(&mut c_errhandler);
    handle::errhandler::to_fortran(c_errhandler, errhandler);
    code
} }

entry! { mpi_error_class_ pmpi_error_class_ (call = MPI_Error_class PMPI_Error_class) (errorcode: *const c_int, errorclass: *mut c_int) () {
    call(*errorcode, errorclass)
} }

entry! { mpi_error_string_ pmpi_error_string_ (call = MPI_Error_string PMPI_Error_string) (errorcode: *const c_int, string: *mut c_char, resultlen: *mut c_int) (string_len) {
    let mut c_string = text::room();
    let code = call(*errorcode, c_string.as_mut_ptr(), resultlen);
    if code == MPI_SUCCESS { text::store(&c_string, string, string_len); }
    code
} }

entry! { mpi_free_mem_ pmpi_free_mem_ (call = MPI_Free_mem PMPI_Free_mem) (base: *mut c_void) () {
    call(sentinel::buffer(base))
} }

entry! { mpi_get_hw_resource_info_ pmpi_get_hw_resource_info_ (call = MPI_Get_hw_resource_info PMPI_Get_hw_resource_info) (hw_info: *mut Fint) () {
    let mut c_hw_info = 0;
    let code = call(&mut c_hw_info);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_hw_info, hw_info); }
    code
} }

entry! { mpi_get_library_version_ pmpi_get_library_version_ (call = MPI_Get_library_version PMPI_Get_library_version) (version: *mut c_char, resultlen: *mut c_int) (version_len) {
    let mut c_version = text::room();
    let code = call(c_version.as_mut_ptr(), resultlen);
    if code == MPI_SUCCESS { text::store(&c_version, version, version_len); }
    code
} }

entry! { mpi_get_processor_name_ pmpi_get_processor_name_ (call = MPI_Get_processor_name PMPI_Get_processor_name) (name: *mut c_char, resultlen: *mut c_int) (name_len) {
    let mut c_name = text::room();
    let code = call(c_name.as_mut_ptr(), resultlen);
    if code == MPI_SUCCESS { text::store(&c_name, name, name_len); }
    code
} }

entry! { mpi_get_version_ pmpi_get_version_ (call = MPI_Get_version PMPI_Get_version) (version: *mut c_int, subversion: *mut c_int) () {
    call(version, subversion)
} }

entry! { mpi_remove_error_class_ pmpi_remove_error_class_ (call = MPI_Remove_error_class PMPI_Remove_error_class) (errorclass: *const c_int) () {
    call(*errorclass)
} }

entry! { mpi_remove_error_code_ pmpi_remove_error_code_ (call = MPI_Remove_error_code PMPI_Remove_error_code) (errorcode: *const c_int) () {
    call(*errorcode)
} }

entry! { mpi_remove_error_string_ pmpi_remove_error_string_ (call = MPI_Remove_error_string PMPI_Remove_error_string) (errorcode: *const c_int) () {
    call(*errorcode)
} }

entry! { mpi_session_call_errhandler_ pmpi_session_call_errhandler_ (call = MPI_Session_call_errhandler PMPI_Session_call_errhandler) (session: *const Fint, errorcode: *const c_int) () {
    call(handle::session::from_fortran(session), *errorcode)
} }

entry! { mpi_session_get_errhandler_ pmpi_session_get_errhandler_ (call = MPI_Session_get_errhandler PMPI_Session_get_errhandler) (session: *const Fint, errhandler: *mut Fint) () {
    let mut c_errhandler = 0;
    let code = call(handle::session::from_fortran(session), &mut c_errhandler);
    if code == MPI_SUCCESS { handle::errhandler::to_fortran(c_errhandler, errhandler); }
    code
} }

entry! { mpi_session_set_errhandler_ pmpi_session_set_errhandler_ (call = MPI_Session_set_errhandler PMPI_Session_set_errhandler) (session: *const Fint, errhandler: *const Fint) () {
    call(handle::session::from_fortran(session), handle::errhandler::from_fortran(errhandler))
} }

entry! { mpi_win_call_errhandler_ pmpi_win_call_errhandler_ (call = MPI_Win_call_errhandler PMPI_Win_call_errhandler) (win: *const Fint, errorcode: *const c_int) () {
    call(handle::win::from_fortran(win), *errorcode)
} }

entry! { mpi_win_get_errhandler_ pmpi_win_get_errhandler_ (call = MPI_Win_get_errhandler PMPI_Win_get_errhandler) (win: *const Fint, errhandler: *mut Fint) () {
    let mut c_errhandler = 0;
    let code = call(handle::win::from_fortran(win), &mut c_errhandler);
    if code == MPI_SUCCESS { handle::errhandler::to_fortran(c_errhandler, errhandler); }
    code
} }

entry! { mpi_win_set_errhandler_ pmpi_win_set_errhandler_ (call = MPI_Win_set_errhandler PMPI_Win_set_errhandler) (win: *const Fint, errhandler: *const Fint) () {
    call(handle::win::from_fortran(win), handle::errhandler::from_fortran(errhandler))
} }

entry! { mpi_info_create_ pmpi_info_create_ (call = MPI_Info_create PMPI_Info_create) (info: *mut Fint) () {
    let mut c_info = 0;
    let code = call(&mut c_info);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_info, info); }
    code
} }

entry! { mpi_info_delete_ pmpi_info_delete_ (call = MPI_Info_delete PMPI_Info_delete) (info: *const Fint, key: *const c_char) (key_len) {
    let c_key = text::stripped(key, key_len);
    call(handle::info::from_fortran(info), c_key.as_ptr())
} }

entry! { mpi_info_dup_ pmpi_info_dup_ (call = MPI_Info_dup PMPI_Info_dup) (info: *const Fint, newinfo: *mut Fint) () {
    let mut c_newinfo = 0;
    let code = call(handle::info::from_fortran(info), &mut c_newinfo);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_newinfo, newinfo); }
    code
} }

entry! { mpi_info_free_ pmpi_info_free_ (call = MPI_Info_free PMPI_Info_free) (info: *mut Fint) () {
    let mut c_info = handle::info::from_fortran(info);
    let code = call(&mut c_info);
    handle::info::to_fortran(c_info, info);
    code
} }

entry! { mpi_info_get_nkeys_ pmpi_info_get_nkeys_ (call = MPI_Info_get_nkeys PMPI_Info_get_nkeys) (info: *const Fint, nkeys: *mut c_int) () {
    call(handle::info::from_fortran(info), nkeys)
} }

entry! { mpi_info_get_nthkey_ pmpi_info_get_nthkey_ (call = MPI_Info_get_nthkey PMPI_Info_get_nthkey) (info: *const Fint, n: *const c_int, key: *mut c_char) (key_len) {
    let mut c_key = text::room();
    let code = call(handle::info::from_fortran(info), *n, c_key.as_mut_ptr());
    if code == MPI_SUCCESS { text::store(&c_key, key, key_len); }
    code
} }

entry! { mpi_info_get_valuelen_ pmpi_info_get_valuelen_ (call = MPI_Info_get_valuelen PMPI_Info_get_valuelen) (info: *const Fint, key: *const c_char, valuelen: *mut c_int, flag: *mut Fint) (key_len) {
    let c_key = text::stripped(key, key_len);
    let mut c_flag = 0;
    let code = call(handle::info::from_fortran(info), c_key.as_ptr(), valuelen, &mut c_flag);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_info_set_ pmpi_info_set_ (call = MPI_Info_set PMPI_Info_set) (info: *const Fint, key: *const c_char, value: *const c_char) (key_len, value_len) {
    let c_key = text::stripped(key, key_len);
    let c_value = text::stripped(value, value_len);
    call(handle::info::from_fortran(info), c_key.as_ptr(), c_value.as_ptr())
} }

entry! { mpi_abort_ pmpi_abort_ (call = MPI_Abort PMPI_Abort) (comm: *const Fint, errorcode: *const c_int) () {
    call(handle::comm::from_fortran(comm), *errorcode)
} }

entry! { mpi_close_port_ pmpi_close_port_ (call = MPI_Close_port PMPI_Close_port) (port_name: *const c_char) (port_name_len) {
    let c_port_name = text::trimmed(port_name, port_name_len);
    call(c_port_name.as_ptr())
} }

entry! { mpi_comm_accept_ pmpi_comm_accept_ (call = MPI_Comm_accept PMPI_Comm_accept) (port_name: *const c_char, info: *const Fint, root: *const c_int, comm: *const Fint, newcomm: *mut Fint) (port_name_len) {
    let c_port_name = text::trimmed(port_name, port_name_len);
    let mut c_newcomm = 0;
    let code = call(c_port_name.as_ptr(), handle::info::from_fortran(info), *root, handle::comm::from_fortran(comm), &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_comm_connect_ pmpi_comm_connect_ (call = MPI_Comm_connect PMPI_Comm_connect) (port_name: *const c_char, info: *const Fint, root: *const c_int, comm: *const Fint, newcomm: *mut Fint) (port_name_len) {
    let c_port_name = text::trimmed(port_name, port_name_len);
    let mut c_newcomm = 0;
    let code = call(c_port_name.as_ptr(), handle::info::from_fortran(info), *root, handle::comm::from_fortran(comm), &mut c_newcomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_newcomm, newcomm); }
    code
} }

entry! { mpi_comm_disconnect_ pmpi_comm_disconnect_ (call = MPI_Comm_disconnect PMPI_Comm_disconnect) (comm: *mut Fint) () {
    let mut c_comm = handle::comm::from_fortran(comm);
    let code = call(&mut c_comm);
    handle::comm::to_fortran(c_comm, comm);
    code
} }

entry! { mpi_comm_get_parent_ pmpi_comm_get_parent_ (call = MPI_Comm_get_parent PMPI_Comm_get_parent) (parent: *mut Fint) () {
    let mut c_parent = 0;
    let code = call(&mut c_parent);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_parent, parent); }
    code
} }

entry! { mpi_comm_join_ pmpi_comm_join_ (call = MPI_Comm_join PMPI_Comm_join) (fd: *const c_int, intercomm: *mut Fint) () {
    let mut c_intercomm = 0;
    let code = call(*fd, &mut c_intercomm);
    if code == MPI_SUCCESS { handle::comm::to_fortran(c_intercomm, intercomm); }
    code
} }

entry! { mpi_finalize_ pmpi_finalize_ (call = MPI_Finalize PMPI_Finalize) () () {
    call()
} }

entry! { mpi_finalized_ pmpi_finalized_ (call = MPI_Finalized PMPI_Finalized) (flag: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(&mut c_flag);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_initialized_ pmpi_initialized_ (call = MPI_Initialized PMPI_Initialized) (flag: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(&mut c_flag);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_is_thread_main_ pmpi_is_thread_main_ (call = MPI_Is_thread_main PMPI_Is_thread_main) (flag: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(&mut c_flag);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_lookup_name_ pmpi_lookup_name_ (call = MPI_Lookup_name PMPI_Lookup_name) (service_name: *const c_char, info: *const Fint, port_name: *mut c_char) (service_name_len, port_name_len) {
    let c_service_name = text::trimmed(service_name, service_name_len);
    let mut c_port_name = text::room();
    let code = call(c_service_name.as_ptr(), handle::info::from_fortran(info), c_port_name.as_mut_ptr());
    if code == MPI_SUCCESS { text::store(&c_port_name, port_name, port_name_len); }
    code
} }

entry! { mpi_open_port_ pmpi_open_port_ (call = MPI_Open_port PMPI_Open_port) (info: *const Fint, port_name: *mut c_char) (port_name_len) {
    let mut c_port_name = text::room();
    let code = call(handle::info::from_fortran(info), c_port_name.as_mut_ptr());
    if code == MPI_SUCCESS { text::store(&c_port_name, port_name, port_name_len); }
    code
} }

entry! { mpi_publish_name_ pmpi_publish_name_ (call = MPI_Publish_name PMPI_Publish_name) (service_name: *const c_char, info: *const Fint, port_name: *const c_char) (service_name_len, port_name_len) {
    let c_service_name = text::trimmed(service_name, service_name_len);
    let c_port_name = text::trimmed(port_name, port_name_len);
    call(c_service_name.as_ptr(), handle::info::from_fortran(info), c_port_name.as_ptr())
} }

entry! { mpi_query_thread_ pmpi_query_thread_ (call = MPI_Query_thread PMPI_Query_thread) (provided: *mut c_int) () {
    call(provided)
} }

entry! { mpi_session_finalize_ pmpi_session_finalize_ (call = MPI_Session_finalize PMPI_Session_finalize) (session: *mut Fint) () {
    let mut c_session = handle::session::from_fortran(session);
    let code = call(&mut c_session);
    handle::session::to_fortran(c_session, session);
    code
} }

entry! { mpi_session_get_info_ pmpi_session_get_info_ (call = MPI_Session_get_info PMPI_Session_get_info) (session: *const Fint, info_used: *mut Fint) () {
    let mut c_info_used = 0;
    let code = call(handle::session::from_fortran(session), &mut c_info_used);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_info_used, info_used); }
    code
} }

entry! { mpi_session_get_num_psets_ pmpi_session_get_num_psets_ (call = MPI_Session_get_num_psets PMPI_Session_get_num_psets) (session: *const Fint, info: *const Fint, npset_names: *mut c_int) () {
    call(handle::session::from_fortran(session), handle::info::from_fortran(info), npset_names)
} }

entry! { mpi_session_get_pset_info_ pmpi_session_get_pset_info_ (call = MPI_Session_get_pset_info PMPI_Session_get_pset_info) (session: *const Fint, pset_name: *const c_char, info: *mut Fint) (pset_name_len) {
    let c_pset_name = text::trimmed(pset_name, pset_name_len);
    let mut c_info = 0;
    let code = call(handle::session::from_fortran(session), c_pset_name.as_ptr(), &mut c_info);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_info, info); }
    code
} }

entry! { mpi_session_init_ pmpi_session_init_ (call = MPI_Session_init PMPI_Session_init) (info: *const Fint, errhandler: *const Fint, session: *mut Fint) () {
    let mut c_session = 0;
    let code = call(handle::info::from_fortran(info), handle::errhandler::from_fortran(errhandler), &mut c_session);
    if code == MPI_SUCCESS { handle::session::to_fortran(c_session, session); }
    code
} }

entry! { mpi_unpublish_name_ pmpi_unpublish_name_ (call = MPI_Unpublish_name PMPI_Unpublish_name) (service_name: *const c_char, info: *const Fint, port_name: *const c_char) (service_name_len, port_name_len) {
    let c_service_name = text::trimmed(service_name, service_name_len);
    let c_port_name = text::trimmed(port_name, port_name_len);
    call(c_service_name.as_ptr(), handle::info::from_fortran(info), c_port_name.as_ptr())
} }

entry! { mpi_accumulate_ pmpi_accumulate_ (call = MPI_Accumulate PMPI_Accumulate) (origin_addr: *const c_void, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, op: *const Fint, win: *const Fint) () {
    call(sentinel::buffer(origin_addr.cast_mut()), *origin_count, handle::datatype::from_fortran(origin_datatype), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win))
} }

entry! { mpi_compare_and_swap_ pmpi_compare_and_swap_ (call = MPI_Compare_and_swap PMPI_Compare_and_swap) (origin_addr: *const c_void, compare_addr: *const c_void, result_addr: *mut c_void, datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, win: *const Fint) () {
    call(sentinel::buffer(origin_addr.cast_mut()), sentinel::buffer(compare_addr.cast_mut()), sentinel::buffer(result_addr), handle::datatype::from_fortran(datatype), *target_rank, *target_disp, handle::win::from_fortran(win))
} }

entry! { mpi_fetch_and_op_ pmpi_fetch_and_op_ (call = MPI_Fetch_and_op PMPI_Fetch_and_op) (origin_addr: *const c_void, result_addr: *mut c_void, datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, op: *const Fint, win: *const Fint) () {
    call(sentinel::buffer(origin_addr.cast_mut()), sentinel::buffer(result_addr), handle::datatype::from_fortran(datatype), *target_rank, *target_disp, handle::op::from_fortran(op), handle::win::from_fortran(win))
} }

entry! { mpi_get_ pmpi_get_ (call = MPI_Get PMPI_Get) (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, win: *const Fint) () {
    call(sentinel::buffer(origin_addr), *origin_count, handle::datatype::from_fortran(origin_datatype), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win))
} }

entry! { mpi_get_accumulate_ pmpi_get_accumulate_ (call = MPI_Get_accumulate PMPI_Get_accumulate) (origin_addr: *const c_void, origin_count: *const c_int, origin_datatype: *const Fint, result_addr: *mut c_void, result_count: *const c_int, result_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, op: *const Fint, win: *const Fint) () {
    call(sentinel::buffer(origin_addr.cast_mut()), *origin_count, handle::datatype::from_fortran(origin_datatype), sentinel::buffer(result_addr), *result_count, handle::datatype::from_fortran(result_datatype), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win))
} }

entry! { mpi_put_ pmpi_put_ (call = MPI_Put PMPI_Put) (origin_addr: *const c_void, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, win: *const Fint) () {
    call(sentinel::buffer(origin_addr.cast_mut()), *origin_count, handle::datatype::from_fortran(origin_datatype), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win))
} }

entry! { mpi_raccumulate_ pmpi_raccumulate_ (call = MPI_Raccumulate PMPI_Raccumulate) (origin_addr: *const c_void, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, op: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(origin_addr.cast_mut()), *origin_count, handle::datatype::from_fortran(origin_datatype), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rget_ pmpi_rget_ (call = MPI_Rget PMPI_Rget) (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(origin_addr), *origin_count, handle::datatype::from_fortran(origin_datatype), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rget_accumulate_ pmpi_rget_accumulate_ (call = MPI_Rget_accumulate PMPI_Rget_accumulate) (origin_addr: *const c_void, origin_count: *const c_int, origin_datatype: *const Fint, result_addr: *mut c_void, result_count: *const c_int, result_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, op: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(origin_addr.cast_mut()), *origin_count, handle::datatype::from_fortran(origin_datatype), sentinel::buffer(result_addr), *result_count, handle::datatype::from_fortran(result_datatype), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rput_ pmpi_rput_ (call = MPI_Rput PMPI_Rput) (origin_addr: *const c_void, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(sentinel::buffer(origin_addr.cast_mut()), *origin_count, handle::datatype::from_fortran(origin_datatype), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_win_allocate_ pmpi_win_allocate_ (call = MPI_Win_allocate PMPI_Win_allocate) (size: *const i64, disp_unit: *const c_int, info: *const Fint, comm: *const Fint, baseptr: *mut c_void, win: *mut Fint) () {
    let mut c_win = 0;
    let code = call(*size, *disp_unit, handle::info::from_fortran(info), handle::comm::from_fortran(comm), baseptr, &mut c_win);
    if code == MPI_SUCCESS { handle::win::to_fortran(c_win, win); }
    code
} }

entry! { mpi_win_allocate_c_ pmpi_win_allocate_c_ (call = MPI_Win_allocate_c PMPI_Win_allocate_c) (size: *const i64, disp_unit: *const i64, info: *const Fint, comm: *const Fint, baseptr: *mut c_void, win: *mut Fint) () {
    let mut c_win = 0;
    let code = call(*size, *disp_unit, handle::info::from_fortran(info), handle::comm::from_fortran(comm), baseptr, &mut c_win);
    if code == MPI_SUCCESS { handle::win::to_fortran(c_win, win); }
    code
} }

entry! { mpi_win_allocate_shared_ pmpi_win_allocate_shared_ (call = MPI_Win_allocate_shared PMPI_Win_allocate_shared) (size: *const i64, disp_unit: *const c_int, info: *const Fint, comm: *const Fint, baseptr: *mut c_void, win: *mut Fint) () {
    let mut c_win = 0;
    let code = call(*size, *disp_unit, handle::info::from_fortran(info), handle::comm::from_fortran(comm), baseptr, &mut c_win);
    if code == MPI_SUCCESS { handle::win::to_fortran(c_win, win); }
    code
} }

entry! { mpi_win_allocate_shared_c_ pmpi_win_allocate_shared_c_ (call = MPI_Win_allocate_shared_c PMPI_Win_allocate_shared_c) (size: *const i64, disp_unit: *const i64, info: *const Fint, comm: *const Fint, baseptr: *mut c_void, win: *mut Fint) () {
    let mut c_win = 0;
    let code = call(*size, *disp_unit, handle::info::from_fortran(info), handle::comm::from_fortran(comm), baseptr, &mut c_win);
    if code == MPI_SUCCESS { handle::win::to_fortran(c_win, win); }
    code
} }

entry! { mpi_win_attach_ pmpi_win_attach_ (call = MPI_Win_attach PMPI_Win_attach) (win: *const Fint, base: *mut c_void, size: *const i64) () {
    call(handle::win::from_fortran(win), sentinel::buffer(base), *size)
} }

entry! { mpi_win_complete_ pmpi_win_complete_ (call = MPI_Win_complete PMPI_Win_complete) (win: *const Fint) () {
    call(handle::win::from_fortran(win))
} }

entry! { mpi_win_create_ pmpi_win_create_ (call = MPI_Win_create PMPI_Win_create) (base: *mut c_void, size: *const i64, disp_unit: *const c_int, info: *const Fint, comm: *const Fint, win: *mut Fint) () {
    let mut c_win = 0;
    let code = call(sentinel::buffer(base), *size, *disp_unit, handle::info::from_fortran(info), handle::comm::from_fortran(comm), &mut c_win);
    if code == MPI_SUCCESS { handle::win::to_fortran(c_win, win); }
    code
} }

entry! { mpi_win_create_dynamic_ pmpi_win_create_dynamic_ (call = MPI_Win_create_dynamic PMPI_Win_create_dynamic) (info: *const Fint, comm: *const Fint, win: *mut Fint) () {
    let mut c_win = 0;
    let code = call(handle::info::from_fortran(info), handle::comm::from_fortran(comm), &mut c_win);
    if code == MPI_SUCCESS { handle::win::to_fortran(c_win, win); }
    code
} }

entry! { mpi_win_detach_ pmpi_win_detach_ (call = MPI_Win_detach PMPI_Win_detach) (win: *const Fint, base: *const c_void) () {
    call(handle::win::from_fortran(win), sentinel::buffer(base.cast_mut()))
} }

entry! { mpi_win_fence_ pmpi_win_fence_ (call = MPI_Win_fence PMPI_Win_fence) (assert: *const c_int, win: *const Fint) () {
    call(*assert, handle::win::from_fortran(win))
} }

entry! { mpi_win_flush_ pmpi_win_flush_ (call = MPI_Win_flush PMPI_Win_flush) (rank: *const c_int, win: *const Fint) () {
    call(*rank, handle::win::from_fortran(win))
} }

entry! { mpi_win_flush_all_ pmpi_win_flush_all_ (call = MPI_Win_flush_all PMPI_Win_flush_all) (win: *const Fint) () {
    call(handle::win::from_fortran(win))
} }

entry! { mpi_win_flush_local_ pmpi_win_flush_local_ (call = MPI_Win_flush_local PMPI_Win_flush_local) (rank: *const c_int, win: *const Fint) () {
    call(*rank, handle::win::from_fortran(win))
} }

entry! { mpi_win_flush_local_all_ pmpi_win_flush_local_all_ (call = MPI_Win_flush_local_all PMPI_Win_flush_local_all) (win: *const Fint) () {
    call(handle::win::from_fortran(win))
} }

entry! { mpi_win_free_ pmpi_win_free_ (call = MPI_Win_free PMPI_Win_free) (win: *mut Fint) () {
    let mut c_win = handle::win::from_fortran(win);
    let code = call(&mut c_win);
    handle::win::to_fortran(c_win, win);
    code
} }

entry! { mpi_win_get_group_ pmpi_win_get_group_ (call = MPI_Win_get_group PMPI_Win_get_group) (win: *const Fint, group: *mut Fint) () {
    let mut c_group = 0;
    let code = call(handle::win::from_fortran(win), &mut c_group);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_group, group); }
    code
} }

entry! { mpi_win_get_info_ pmpi_win_get_info_ (call = MPI_Win_get_info PMPI_Win_get_info) (win: *const Fint, info_used: *mut Fint) () {
    let mut c_info_used = 0;
    let code = call(handle::win::from_fortran(win), &mut c_info_used);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_info_used, info_used); }
    code
} }

entry! { mpi_win_lock_ pmpi_win_lock_ (call = MPI_Win_lock PMPI_Win_lock) (lock_type: *const c_int, rank: *const c_int, assert: *const c_int, win: *const Fint) () {
    call(*lock_type, *rank, *assert, handle::win::from_fortran(win))
} }

entry! { mpi_win_lock_all_ pmpi_win_lock_all_ (call = MPI_Win_lock_all PMPI_Win_lock_all) (assert: *const c_int, win: *const Fint) () {
    call(*assert, handle::win::from_fortran(win))
} }

entry! { mpi_win_post_ pmpi_win_post_ (call = MPI_Win_post PMPI_Win_post) (group: *const Fint, assert: *const c_int, win: *const Fint) () {
    call(handle::group::from_fortran(group), *assert, handle::win::from_fortran(win))
} }

entry! { mpi_win_set_info_ pmpi_win_set_info_ (call = MPI_Win_set_info PMPI_Win_set_info) (win: *const Fint, info: *const Fint) () {
    call(handle::win::from_fortran(win), handle::info::from_fortran(info))
} }

entry! { mpi_win_shared_query_ pmpi_win_shared_query_ (call = MPI_Win_shared_query PMPI_Win_shared_query) (win: *const Fint, rank: *const c_int, size: *mut i64, disp_unit: *mut c_int, baseptr: *mut c_void) () {
    call(handle::win::from_fortran(win), *rank, size, disp_unit, baseptr)
} }

entry! { mpi_win_shared_query_c_ pmpi_win_shared_query_c_ (call = MPI_Win_shared_query_c PMPI_Win_shared_query_c) (win: *const Fint, rank: *const c_int, size: *mut i64, disp_unit: *mut i64, baseptr: *mut c_void) () {
    call(handle::win::from_fortran(win), *rank, size, disp_unit, baseptr)
} }

entry! { mpi_win_start_ pmpi_win_start_ (call = MPI_Win_start PMPI_Win_start) (group: *const Fint, assert: *const c_int, win: *const Fint) () {
    call(handle::group::from_fortran(group), *assert, handle::win::from_fortran(win))
} }

entry! { mpi_win_sync_ pmpi_win_sync_ (call = MPI_Win_sync PMPI_Win_sync) (win: *const Fint) () {
    call(handle::win::from_fortran(win))
} }

entry! { mpi_win_test_ pmpi_win_test_ (call = MPI_Win_test PMPI_Win_test) (win: *const Fint, flag: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(handle::win::from_fortran(win), &mut c_flag);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_win_unlock_ pmpi_win_unlock_ (call = MPI_Win_unlock PMPI_Win_unlock) (rank: *const c_int, win: *const Fint) () {
    call(*rank, handle::win::from_fortran(win))
} }

entry! { mpi_win_unlock_all_ pmpi_win_unlock_all_ (call = MPI_Win_unlock_all PMPI_Win_unlock_all) (win: *const Fint) () {
    call(handle::win::from_fortran(win))
} }

entry! { mpi_win_wait_ pmpi_win_wait_ (call = MPI_Win_wait PMPI_Win_wait) (win: *const Fint) () {
    call(handle::win::from_fortran(win))
} }

entry! { mpi_grequest_complete_ pmpi_grequest_complete_ (call = MPI_Grequest_complete PMPI_Grequest_complete) (request: *const Fint) () {
    call(handle::request::from_fortran(request))
} }

entry! { mpi_status_set_cancelled_ pmpi_status_set_cancelled_ (call = MPI_Status_set_cancelled PMPI_Status_set_cancelled) (status: *mut Fint, flag: *const Fint) () {
    call(status.cast(), logical::to_c(*flag))
} }

entry! { mpi_status_set_elements_ pmpi_status_set_elements_ (call = MPI_Status_set_elements PMPI_Status_set_elements) (status: *mut Fint, datatype: *const Fint, count: *const c_int) () {
    call(status.cast(), handle::datatype::from_fortran(datatype), *count)
} }

entry! { mpi_status_set_elements_c_ pmpi_status_set_elements_c_ (call = MPI_Status_set_elements_c PMPI_Status_set_elements_c) (status: *mut Fint, datatype: *const Fint, count: *const i64) () {
    call(status.cast(), handle::datatype::from_fortran(datatype), *count)
} }

entry! { mpi_status_set_elements_x_ pmpi_status_set_elements_x_ (call = MPI_Status_set_elements_x PMPI_Status_set_elements_x) (status: *mut Fint, datatype: *const Fint, count: *const i64) () {
    call(status.cast(), handle::datatype::from_fortran(datatype), *count)
} }

entry! { mpi_file_call_errhandler_ pmpi_file_call_errhandler_ (call = MPI_File_call_errhandler PMPI_File_call_errhandler) (fh: *const Fint, errorcode: *const c_int) () {
    call(handle::file::from_fortran(fh), *errorcode)
} }

entry! { mpi_file_close_ pmpi_file_close_ (call = MPI_File_close PMPI_File_close) (fh: *mut Fint) () {
    let mut c_fh = handle::file::from_fortran(fh);
    let code = call(&mut c_fh);
    handle::file::to_fortran(c_fh, fh);
    code
} }

entry! { mpi_file_delete_ pmpi_file_delete_ (call = MPI_File_delete PMPI_File_delete) (filename: *const c_char, info: *const Fint) (filename_len) {
    let c_filename = text::trimmed(filename, filename_len);
    call(c_filename.as_ptr(), handle::info::from_fortran(info))
} }

entry! { mpi_file_get_amode_ pmpi_file_get_amode_ (call = MPI_File_get_amode PMPI_File_get_amode) (fh: *const Fint, amode: *mut c_int) () {
    call(handle::file::from_fortran(fh), amode)
} }

entry! { mpi_file_get_atomicity_ pmpi_file_get_atomicity_ (call = MPI_File_get_atomicity PMPI_File_get_atomicity) (fh: *const Fint, flag: *mut Fint) () {
    let mut c_flag = 0;
    let code = call(handle::file::from_fortran(fh), &mut c_flag);
    *flag = logical::to_fortran(c_flag);
    code
} }

entry! { mpi_file_get_byte_offset_ pmpi_file_get_byte_offset_ (call = MPI_File_get_byte_offset PMPI_File_get_byte_offset) (fh: *const Fint, offset: *const i64, disp: *mut i64) () {
    call(handle::file::from_fortran(fh), *offset, disp)
} }

entry! { mpi_file_get_errhandler_ pmpi_file_get_errhandler_ (call = MPI_File_get_errhandler PMPI_File_get_errhandler) (file: *const Fint, errhandler: *mut Fint) () {
    let mut c_errhandler = 0;
    let code = call(handle::file::from_fortran(file), &mut c_errhandler);
    if code == MPI_SUCCESS { handle::errhandler::to_fortran(c_errhandler, errhandler); }
    code
} }

entry! { mpi_file_get_group_ pmpi_file_get_group_ (call = MPI_File_get_group PMPI_File_get_group) (fh: *const Fint, group: *mut Fint) () {
    let mut c_group = 0;
    let code = call(handle::file::from_fortran(fh), &mut c_group);
    if code == MPI_SUCCESS { handle::group::to_fortran(c_group, group); }
    code
} }

entry! { mpi_file_get_info_ pmpi_file_get_info_ (call = MPI_File_get_info PMPI_File_get_info) (fh: *const Fint, info_used: *mut Fint) () {
    let mut c_info_used = 0;
    let code = call(handle::file::from_fortran(fh), &mut c_info_used);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_info_used, info_used); }
    code
} }

entry! { mpi_file_get_position_ pmpi_file_get_position_ (call = MPI_File_get_position PMPI_File_get_position) (fh: *const Fint, offset: *mut i64) () {
    call(handle::file::from_fortran(fh), offset)
} }

entry! { mpi_file_get_position_shared_ pmpi_file_get_position_shared_ (call = MPI_File_get_position_shared PMPI_File_get_position_shared) (fh: *const Fint, offset: *mut i64) () {
    call(handle::file::from_fortran(fh), offset)
} }

entry! { mpi_file_get_size_ pmpi_file_get_size_ (call = MPI_File_get_size PMPI_File_get_size) (fh: *const Fint, size: *mut i64) () {
    call(handle::file::from_fortran(fh), size)
} }

entry! { mpi_file_get_type_extent_ pmpi_file_get_type_extent_ (call = MPI_File_get_type_extent PMPI_File_get_type_extent) (fh: *const Fint, datatype: *const Fint, extent: *mut i64) () {
    call(handle::file::from_fortran(fh), handle::datatype::from_fortran(datatype), extent)
} }

entry! { mpi_file_get_type_extent_c_ pmpi_file_get_type_extent_c_ (call = MPI_File_get_type_extent_c PMPI_File_get_type_extent_c) (fh: *const Fint, datatype: *const Fint, extent: *mut i64) () {
    call(handle::file::from_fortran(fh), handle::datatype::from_fortran(datatype), extent)
} }

entry! { mpi_file_get_view_ pmpi_file_get_view_ (call = MPI_File_get_view PMPI_File_get_view) (fh: *const Fint, disp: *mut i64, etype: *mut Fint, filetype: *mut Fint, datarep: *mut c_char) (datarep_len) {
    let mut c_etype = 0;
    let mut c_filetype = 0;
    let mut c_datarep = text::room();
    let code = call(handle::file::from_fortran(fh), disp, &mut c_etype, &mut c_filetype, c_datarep.as_mut_ptr());
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_etype, etype); }
    if code == MPI_SUCCESS { handle::datatype::to_fortran(c_filetype, filetype); }
    if code == MPI_SUCCESS { text::store(&c_datarep, datarep, datarep_len); }
    code
} }

entry! { mpi_file_iread_ pmpi_file_iread_ (call = MPI_File_iread PMPI_File_iread) (fh: *const Fint, buf: *mut c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_all_ pmpi_file_iread_all_ (call = MPI_File_iread_all PMPI_File_iread_all) (fh: *const Fint, buf: *mut c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_at_ pmpi_file_iread_at_ (call = MPI_File_iread_at PMPI_File_iread_at) (fh: *const Fint, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_at_all_ pmpi_file_iread_at_all_ (call = MPI_File_iread_at_all PMPI_File_iread_at_all) (fh: *const Fint, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_shared_ pmpi_file_iread_shared_ (call = MPI_File_iread_shared PMPI_File_iread_shared) (fh: *const Fint, buf: *mut c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_ pmpi_file_iwrite_ (call = MPI_File_iwrite PMPI_File_iwrite) (fh: *const Fint, buf: *const c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_all_ pmpi_file_iwrite_all_ (call = MPI_File_iwrite_all PMPI_File_iwrite_all) (fh: *const Fint, buf: *const c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_at_ pmpi_file_iwrite_at_ (call = MPI_File_iwrite_at PMPI_File_iwrite_at) (fh: *const Fint, offset: *const i64, buf: *const c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_at_all_ pmpi_file_iwrite_at_all_ (call = MPI_File_iwrite_at_all PMPI_File_iwrite_at_all) (fh: *const Fint, offset: *const i64, buf: *const c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_shared_ pmpi_file_iwrite_shared_ (call = MPI_File_iwrite_shared PMPI_File_iwrite_shared) (fh: *const Fint, buf: *const c_void, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let code = call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_open_ pmpi_file_open_ (call = MPI_File_open PMPI_File_open) (comm: *const Fint, filename: *const c_char, amode: *const c_int, info: *const Fint, fh: *mut Fint) (filename_len) {
    let c_filename = text::trimmed(filename, filename_len);
    let mut c_fh = 0;
    let code = call(handle::comm::from_fortran(comm), c_filename.as_ptr(), *amode, handle::info::from_fortran(info), &mut c_fh);
    if code == MPI_SUCCESS { handle::file::to_fortran(c_fh, fh); }
    code
} }

entry! { mpi_file_preallocate_ pmpi_file_preallocate_ (call = MPI_File_preallocate PMPI_File_preallocate) (fh: *const Fint, size: *const i64) () {
    call(handle::file::from_fortran(fh), *size)
} }

entry! { mpi_file_read_ pmpi_file_read_ (call = MPI_File_read PMPI_File_read) (fh: *const Fint, buf: *mut c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_read_all_ pmpi_file_read_all_ (call = MPI_File_read_all PMPI_File_read_all) (fh: *const Fint, buf: *mut c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_read_all_begin_ pmpi_file_read_all_begin_ (call = MPI_File_read_all_begin PMPI_File_read_all_begin) (fh: *const Fint, buf: *mut c_void, count: *const c_int, datatype: *const Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype))
} }

entry! { mpi_file_read_all_end_ pmpi_file_read_all_end_ (call = MPI_File_read_all_end PMPI_File_read_all_end) (fh: *const Fint, buf: *mut c_void, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf), sentinel::status(status))
} }

entry! { mpi_file_read_at_ pmpi_file_read_at_ (call = MPI_File_read_at PMPI_File_read_at) (fh: *const Fint, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_read_at_all_ pmpi_file_read_at_all_ (call = MPI_File_read_at_all PMPI_File_read_at_all) (fh: *const Fint, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_read_at_all_begin_ pmpi_file_read_at_all_begin_ (call = MPI_File_read_at_all_begin PMPI_File_read_at_all_begin) (fh: *const Fint, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const Fint) () {
    call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype))
} }

entry! { mpi_file_read_at_all_end_ pmpi_file_read_at_all_end_ (call = MPI_File_read_at_all_end PMPI_File_read_at_all_end) (fh: *const Fint, buf: *mut c_void, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf), sentinel::status(status))
} }

entry! { mpi_file_read_ordered_ pmpi_file_read_ordered_ (call = MPI_File_read_ordered PMPI_File_read_ordered) (fh: *const Fint, buf: *mut c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_read_ordered_begin_ pmpi_file_read_ordered_begin_ (call = MPI_File_read_ordered_begin PMPI_File_read_ordered_begin) (fh: *const Fint, buf: *mut c_void, count: *const c_int, datatype: *const Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype))
} }

entry! { mpi_file_read_ordered_end_ pmpi_file_read_ordered_end_ (call = MPI_File_read_ordered_end PMPI_File_read_ordered_end) (fh: *const Fint, buf: *mut c_void, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf), sentinel::status(status))
} }

entry! { mpi_file_read_shared_ pmpi_file_read_shared_ (call = MPI_File_read_shared PMPI_File_read_shared) (fh: *const Fint, buf: *mut c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_seek_ pmpi_file_seek_ (call = MPI_File_seek PMPI_File_seek) (fh: *const Fint, offset: *const i64, whence: *const c_int) () {
    call(handle::file::from_fortran(fh), *offset, *whence)
} }

entry! { mpi_file_seek_shared_ pmpi_file_seek_shared_ (call = MPI_File_seek_shared PMPI_File_seek_shared) (fh: *const Fint, offset: *const i64, whence: *const c_int) () {
    call(handle::file::from_fortran(fh), *offset, *whence)
} }

entry! { mpi_file_set_atomicity_ pmpi_file_set_atomicity_ (call = MPI_File_set_atomicity PMPI_File_set_atomicity) (fh: *const Fint, flag: *const Fint) () {
    call(handle::file::from_fortran(fh), logical::to_c(*flag))
} }

entry! { mpi_file_set_errhandler_ pmpi_file_set_errhandler_ (call = MPI_File_set_errhandler PMPI_File_set_errhandler) (file: *const Fint, errhandler: *const Fint) () {
    call(handle::file::from_fortran(file), handle::errhandler::from_fortran(errhandler))
} }

entry! { mpi_file_set_info_ pmpi_file_set_info_ (call = MPI_File_set_info PMPI_File_set_info) (fh: *const Fint, info: *const Fint) () {
    call(handle::file::from_fortran(fh), handle::info::from_fortran(info))
} }

entry! { mpi_file_set_size_ pmpi_file_set_size_ (call = MPI_File_set_size PMPI_File_set_size) (fh: *const Fint, size: *const i64) () {
    call(handle::file::from_fortran(fh), *size)
} }

entry! { mpi_file_set_view_ pmpi_file_set_view_ (call = MPI_File_set_view PMPI_File_set_view) (fh: *const Fint, disp: *const i64, etype: *const Fint, filetype: *const Fint, datarep: *const c_char, info: *const Fint) (datarep_len) {
    let c_datarep = text::trimmed(datarep, datarep_len);
    call(handle::file::from_fortran(fh), *disp, handle::datatype::from_fortran(etype), handle::datatype::from_fortran(filetype), c_datarep.as_ptr(), handle::info::from_fortran(info))
} }

entry! { mpi_file_sync_ pmpi_file_sync_ (call = MPI_File_sync PMPI_File_sync) (fh: *const Fint) () {
    call(handle::file::from_fortran(fh))
} }

entry! { mpi_file_write_ pmpi_file_write_ (call = MPI_File_write PMPI_File_write) (fh: *const Fint, buf: *const c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_write_all_ pmpi_file_write_all_ (call = MPI_File_write_all PMPI_File_write_all) (fh: *const Fint, buf: *const c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_write_all_begin_ pmpi_file_write_all_begin_ (call = MPI_File_write_all_begin PMPI_File_write_all_begin) (fh: *const Fint, buf: *const c_void, count: *const c_int, datatype: *const Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype))
} }

entry! { mpi_file_write_all_end_ pmpi_file_write_all_end_ (call = MPI_File_write_all_end PMPI_File_write_all_end) (fh: *const Fint, buf: *const c_void, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), sentinel::status(status))
} }

entry! { mpi_file_write_at_ pmpi_file_write_at_ (call = MPI_File_write_at PMPI_File_write_at) (fh: *const Fint, offset: *const i64, buf: *const c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_write_at_all_ pmpi_file_write_at_all_ (call = MPI_File_write_at_all PMPI_File_write_at_all) (fh: *const Fint, offset: *const i64, buf: *const c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_write_at_all_begin_ pmpi_file_write_at_all_begin_ (call = MPI_File_write_at_all_begin PMPI_File_write_at_all_begin) (fh: *const Fint, offset: *const i64, buf: *const c_void, count: *const c_int, datatype: *const Fint) () {
    call(handle::file::from_fortran(fh), *offset, sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype))
} }

entry! { mpi_file_write_at_all_end_ pmpi_file_write_at_all_end_ (call = MPI_File_write_at_all_end PMPI_File_write_at_all_end) (fh: *const Fint, buf: *const c_void, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), sentinel::status(status))
} }

entry! { mpi_file_write_ordered_ pmpi_file_write_ordered_ (call = MPI_File_write_ordered PMPI_File_write_ordered) (fh: *const Fint, buf: *const c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_file_write_ordered_begin_ pmpi_file_write_ordered_begin_ (call = MPI_File_write_ordered_begin PMPI_File_write_ordered_begin) (fh: *const Fint, buf: *const c_void, count: *const c_int, datatype: *const Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype))
} }

entry! { mpi_file_write_ordered_end_ pmpi_file_write_ordered_end_ (call = MPI_File_write_ordered_end PMPI_File_write_ordered_end) (fh: *const Fint, buf: *const c_void, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), sentinel::status(status))
} }

entry! { mpi_file_write_shared_ pmpi_file_write_shared_ (call = MPI_File_write_shared PMPI_File_write_shared) (fh: *const Fint, buf: *const c_void, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    call(handle::file::from_fortran(fh), sentinel::buffer(buf.cast_mut()), *count, handle::datatype::from_fortran(datatype), sentinel::status(status))
} }

entry! { mpi_abi_get_fortran_info_ pmpi_abi_get_fortran_info_ (call = MPI_Abi_get_fortran_info PMPI_Abi_get_fortran_info) (info: *mut Fint) () {
    let mut c_info = 0;
    let code = call(&mut c_info);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_info, info); }
    code
} }

entry! { mpi_abi_get_info_ pmpi_abi_get_info_ (call = MPI_Abi_get_info PMPI_Abi_get_info) (info: *mut Fint) () {
    let mut c_info = 0;
    let code = call(&mut c_info);
    if code == MPI_SUCCESS { handle::info::to_fortran(c_info, info); }
    code
} }

entry! { mpi_abi_get_version_ pmpi_abi_get_version_ (call = MPI_Abi_get_version PMPI_Abi_get_version) (abi_major: *mut c_int, abi_minor: *mut c_int) () {
    call(abi_major, abi_minor)
} }

entry! { mpi_abi_set_fortran_info_ pmpi_abi_set_fortran_info_ (call = MPI_Abi_set_fortran_info PMPI_Abi_set_fortran_info) (info: *const Fint) () {
    call(handle::info::from_fortran(info))
} }
