// Generated from api/ by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]

use std::ffi::{c_int, c_void};

use crate::abi::{MPI_SUCCESS, entry_with_text};
use crate::described::{Descriptor, Object, Pack, Section};
use crate::entry::{Fint, entry};
use crate::{count, handle, sentinel, text};

entry! { mpi_bsend_f08ts_ pmpi_bsend_f08ts_ (call = MPI_Bsend PMPI_Bsend) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm));
    s_buf.copy_back();
    code
} }

entry! { mpi_bsend_c_f08ts_ pmpi_bsend_c_f08ts_ (call = MPI_Bsend_c PMPI_Bsend_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm));
    s_buf.copy_back();
    code
} }

entry! { mpi_bsend_init_f08ts_ pmpi_bsend_init_f08ts_ (call = MPI_Bsend_init PMPI_Bsend_init) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Bsend_init", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_bsend_init_c_f08ts_ pmpi_bsend_init_c_f08ts_ (call = MPI_Bsend_init_c PMPI_Bsend_init_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Bsend_init_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_buffer_attach_f08ts_ pmpi_buffer_attach_f08ts_ (call = MPI_Buffer_attach PMPI_Buffer_attach) (buffer: *const Descriptor, size: *const c_int) () {
    let s_buffer = match Section::contiguous(buffer) { Ok(section) => section, Err(problem) => return problem.report("MPI_Buffer_attach", "buffer", Object::None) };
    call(s_buffer.pointer(), *size)
} }

entry! { mpi_buffer_attach_c_f08ts_ pmpi_buffer_attach_c_f08ts_ (call = MPI_Buffer_attach_c PMPI_Buffer_attach_c) (buffer: *const Descriptor, size: *const i64) () {
    let s_buffer = match Section::contiguous(buffer) { Ok(section) => section, Err(problem) => return problem.report("MPI_Buffer_attach_c", "buffer", Object::None) };
    call(s_buffer.pointer(), *size)
} }

entry! { mpi_comm_attach_buffer_f08ts_ pmpi_comm_attach_buffer_f08ts_ (call = MPI_Comm_attach_buffer PMPI_Comm_attach_buffer) (comm: *const Fint, buffer: *const Descriptor, size: *const c_int) () {
    let s_buffer = match Section::contiguous(buffer) { Ok(section) => section, Err(problem) => return problem.report("MPI_Comm_attach_buffer", "buffer", Object::Comm(handle::comm::from_fortran(comm))) };
    call(handle::comm::from_fortran(comm), s_buffer.pointer(), *size)
} }

entry! { mpi_comm_attach_buffer_c_f08ts_ pmpi_comm_attach_buffer_c_f08ts_ (call = MPI_Comm_attach_buffer_c PMPI_Comm_attach_buffer_c) (comm: *const Fint, buffer: *const Descriptor, size: *const i64) () {
    let s_buffer = match Section::contiguous(buffer) { Ok(section) => section, Err(problem) => return problem.report("MPI_Comm_attach_buffer_c", "buffer", Object::Comm(handle::comm::from_fortran(comm))) };
    call(handle::comm::from_fortran(comm), s_buffer.pointer(), *size)
} }

entry! { mpi_ibsend_f08ts_ pmpi_ibsend_f08ts_ (call = MPI_Ibsend PMPI_Ibsend) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ibsend", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ibsend_c_f08ts_ pmpi_ibsend_c_f08ts_ (call = MPI_Ibsend_c PMPI_Ibsend_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ibsend_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_imrecv_f08ts_ pmpi_imrecv_f08ts_ (call = MPI_Imrecv PMPI_Imrecv) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, message: *mut Fint, request: *mut Fint) () {
    let mut c_message = handle::message::from_fortran(message);
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Imrecv", "buf", Object::None) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_message, &mut c_request);
    handle::message::to_fortran(c_message, message);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_imrecv_c_f08ts_ pmpi_imrecv_c_f08ts_ (call = MPI_Imrecv_c PMPI_Imrecv_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, message: *mut Fint, request: *mut Fint) () {
    let mut c_message = handle::message::from_fortran(message);
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Imrecv_c", "buf", Object::None) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_message, &mut c_request);
    handle::message::to_fortran(c_message, message);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_irecv_f08ts_ pmpi_irecv_f08ts_ (call = MPI_Irecv PMPI_Irecv) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, source: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Irecv", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *source, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_irecv_c_f08ts_ pmpi_irecv_c_f08ts_ (call = MPI_Irecv_c PMPI_Irecv_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, source: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Irecv_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *source, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_irsend_f08ts_ pmpi_irsend_f08ts_ (call = MPI_Irsend PMPI_Irsend) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Irsend", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_irsend_c_f08ts_ pmpi_irsend_c_f08ts_ (call = MPI_Irsend_c PMPI_Irsend_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Irsend_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_isend_f08ts_ pmpi_isend_f08ts_ (call = MPI_Isend PMPI_Isend) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Isend", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_isend_c_f08ts_ pmpi_isend_c_f08ts_ (call = MPI_Isend_c PMPI_Isend_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Isend_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_isendrecv_f08ts_ pmpi_isendrecv_f08ts_ (call = MPI_Isendrecv PMPI_Isendrecv) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, dest: *const c_int, sendtag: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, source: *const c_int, recvtag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Isendrecv", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Isendrecv", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), *dest, *sendtag, s_recvbuf.pointer(), s_recvbuf.int_count(), s_recvbuf.datatype(), *source, *recvtag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_isendrecv_c_f08ts_ pmpi_isendrecv_c_f08ts_ (call = MPI_Isendrecv_c PMPI_Isendrecv_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, dest: *const c_int, sendtag: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, source: *const c_int, recvtag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Isendrecv_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Isendrecv_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), *dest, *sendtag, s_recvbuf.pointer(), s_recvbuf.count(), s_recvbuf.datatype(), *source, *recvtag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_isendrecv_replace_f08ts_ pmpi_isendrecv_replace_f08ts_ (call = MPI_Isendrecv_replace PMPI_Isendrecv_replace) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Isendrecv_replace", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *dest, *sendtag, *source, *recvtag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_isendrecv_replace_c_f08ts_ pmpi_isendrecv_replace_c_f08ts_ (call = MPI_Isendrecv_replace_c PMPI_Isendrecv_replace_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Isendrecv_replace_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *dest, *sendtag, *source, *recvtag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_issend_f08ts_ pmpi_issend_f08ts_ (call = MPI_Issend PMPI_Issend) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Issend", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_issend_c_f08ts_ pmpi_issend_c_f08ts_ (call = MPI_Issend_c PMPI_Issend_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Issend_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_mrecv_f08ts_ pmpi_mrecv_f08ts_ (call = MPI_Mrecv PMPI_Mrecv) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, message: *mut Fint, status: *mut Fint) () {
    let mut c_message = handle::message::from_fortran(message);
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), &mut c_message, sentinel::status(status));
    s_buf.copy_back();
    handle::message::to_fortran(c_message, message);
    code
} }

entry! { mpi_mrecv_c_f08ts_ pmpi_mrecv_c_f08ts_ (call = MPI_Mrecv_c PMPI_Mrecv_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, message: *mut Fint, status: *mut Fint) () {
    let mut c_message = handle::message::from_fortran(message);
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), &mut c_message, sentinel::status(status));
    s_buf.copy_back();
    handle::message::to_fortran(c_message, message);
    code
} }

entry! { mpi_recv_f08ts_ pmpi_recv_f08ts_ (call = MPI_Recv PMPI_Recv) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, source: *const c_int, tag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *source, *tag, handle::comm::from_fortran(comm), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_recv_c_f08ts_ pmpi_recv_c_f08ts_ (call = MPI_Recv_c PMPI_Recv_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, source: *const c_int, tag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *source, *tag, handle::comm::from_fortran(comm), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_recv_init_f08ts_ pmpi_recv_init_f08ts_ (call = MPI_Recv_init PMPI_Recv_init) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, source: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Recv_init", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *source, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_recv_init_c_f08ts_ pmpi_recv_init_c_f08ts_ (call = MPI_Recv_init_c PMPI_Recv_init_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, source: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Recv_init_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *source, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rsend_f08ts_ pmpi_rsend_f08ts_ (call = MPI_Rsend PMPI_Rsend) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm));
    s_buf.copy_back();
    code
} }

entry! { mpi_rsend_c_f08ts_ pmpi_rsend_c_f08ts_ (call = MPI_Rsend_c PMPI_Rsend_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm));
    s_buf.copy_back();
    code
} }

entry! { mpi_rsend_init_f08ts_ pmpi_rsend_init_f08ts_ (call = MPI_Rsend_init PMPI_Rsend_init) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rsend_init", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rsend_init_c_f08ts_ pmpi_rsend_init_c_f08ts_ (call = MPI_Rsend_init_c PMPI_Rsend_init_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rsend_init_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_send_f08ts_ pmpi_send_f08ts_ (call = MPI_Send PMPI_Send) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm));
    s_buf.copy_back();
    code
} }

entry! { mpi_send_c_f08ts_ pmpi_send_c_f08ts_ (call = MPI_Send_c PMPI_Send_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm));
    s_buf.copy_back();
    code
} }

entry! { mpi_send_init_f08ts_ pmpi_send_init_f08ts_ (call = MPI_Send_init PMPI_Send_init) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Send_init", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_send_init_c_f08ts_ pmpi_send_init_c_f08ts_ (call = MPI_Send_init_c PMPI_Send_init_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Send_init_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_sendrecv_f08ts_ pmpi_sendrecv_f08ts_ (call = MPI_Sendrecv PMPI_Sendrecv) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, dest: *const c_int, sendtag: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, source: *const c_int, recvtag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), *dest, *sendtag, s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *source, *recvtag, handle::comm::from_fortran(comm), sentinel::status(status));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_sendrecv_c_f08ts_ pmpi_sendrecv_c_f08ts_ (call = MPI_Sendrecv_c PMPI_Sendrecv_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, dest: *const c_int, sendtag: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, source: *const c_int, recvtag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), *dest, *sendtag, s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *source, *recvtag, handle::comm::from_fortran(comm), sentinel::status(status));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_sendrecv_replace_f08ts_ pmpi_sendrecv_replace_f08ts_ (call = MPI_Sendrecv_replace PMPI_Sendrecv_replace) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *sendtag, *source, *recvtag, handle::comm::from_fortran(comm), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_sendrecv_replace_c_f08ts_ pmpi_sendrecv_replace_c_f08ts_ (call = MPI_Sendrecv_replace_c PMPI_Sendrecv_replace_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *sendtag, *source, *recvtag, handle::comm::from_fortran(comm), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_session_attach_buffer_f08ts_ pmpi_session_attach_buffer_f08ts_ (call = MPI_Session_attach_buffer PMPI_Session_attach_buffer) (session: *const Fint, buffer: *const Descriptor, size: *const c_int) () {
    let s_buffer = match Section::contiguous(buffer) { Ok(section) => section, Err(problem) => return problem.report("MPI_Session_attach_buffer", "buffer", Object::None) };
    call(handle::session::from_fortran(session), s_buffer.pointer(), *size)
} }

entry! { mpi_session_attach_buffer_c_f08ts_ pmpi_session_attach_buffer_c_f08ts_ (call = MPI_Session_attach_buffer_c PMPI_Session_attach_buffer_c) (session: *const Fint, buffer: *const Descriptor, size: *const i64) () {
    let s_buffer = match Section::contiguous(buffer) { Ok(section) => section, Err(problem) => return problem.report("MPI_Session_attach_buffer_c", "buffer", Object::None) };
    call(handle::session::from_fortran(session), s_buffer.pointer(), *size)
} }

entry! { mpi_ssend_f08ts_ pmpi_ssend_f08ts_ (call = MPI_Ssend PMPI_Ssend) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm));
    s_buf.copy_back();
    code
} }

entry! { mpi_ssend_c_f08ts_ pmpi_ssend_c_f08ts_ (call = MPI_Ssend_c PMPI_Ssend_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm));
    s_buf.copy_back();
    code
} }

entry! { mpi_ssend_init_f08ts_ pmpi_ssend_init_f08ts_ (call = MPI_Ssend_init PMPI_Ssend_init) (buf: *const Descriptor, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ssend_init", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ssend_init_c_f08ts_ pmpi_ssend_init_c_f08ts_ (call = MPI_Ssend_init_c PMPI_Ssend_init_c) (buf: *const Descriptor, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ssend_init_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), s_buf.count(), s_buf.datatype(), *dest, *tag, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_precv_init_f08ts_ pmpi_precv_init_f08ts_ (call = MPI_Precv_init PMPI_Precv_init) (buf: *const Descriptor, partitions: *const c_int, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::contiguous(buf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Precv_init", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), *partitions, *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_precv_init_c_f08ts_ pmpi_precv_init_c_f08ts_ (call = MPI_Precv_init_c PMPI_Precv_init_c) (buf: *const Descriptor, partitions: *const c_int, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::contiguous(buf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Precv_init_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), *partitions, *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_psend_init_f08ts_ pmpi_psend_init_f08ts_ (call = MPI_Psend_init PMPI_Psend_init) (buf: *const Descriptor, partitions: *const c_int, count: *const c_int, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::contiguous(buf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Psend_init", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), *partitions, *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_psend_init_c_f08ts_ pmpi_psend_init_c_f08ts_ (call = MPI_Psend_init_c PMPI_Psend_init_c) (buf: *const Descriptor, partitions: *const c_int, count: *const i64, datatype: *const Fint, dest: *const c_int, tag: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::contiguous(buf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Psend_init_c", "buf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buf.pointer(), *partitions, *count, handle::datatype::from_fortran(datatype), *dest, *tag, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_get_address_f08ts_ pmpi_get_address_f08ts_ (call = MPI_Get_address PMPI_Get_address) (location: *const Descriptor, address: *mut i64) () {
    let s_location = Section::address(location);
    call(s_location.pointer(), address)
} }

entry! { mpi_pack_f08ts_ pmpi_pack_f08ts_ (call = MPI_Pack PMPI_Pack) (inbuf: *const Descriptor, incount: *const c_int, datatype: *const Fint, outbuf: *const Descriptor, outsize: *const c_int, position: *mut c_int, comm: *const Fint) () {
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_outbuf = Section::copied(outbuf, Pack::InAndOut);
    let code = call(s_inbuf.pointer(), *incount, handle::datatype::from_fortran(datatype), s_outbuf.pointer(), *outsize, position, handle::comm::from_fortran(comm));
    s_inbuf.copy_back();
    s_outbuf.copy_back();
    code
} }

entry! { mpi_pack_c_f08ts_ pmpi_pack_c_f08ts_ (call = MPI_Pack_c PMPI_Pack_c) (inbuf: *const Descriptor, incount: *const i64, datatype: *const Fint, outbuf: *const Descriptor, outsize: *const i64, position: *mut i64, comm: *const Fint) () {
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_outbuf = Section::copied(outbuf, Pack::InAndOut);
    let code = call(s_inbuf.pointer(), *incount, handle::datatype::from_fortran(datatype), s_outbuf.pointer(), *outsize, position, handle::comm::from_fortran(comm));
    s_inbuf.copy_back();
    s_outbuf.copy_back();
    code
} }

entry_with_text! { mpi_pack_external_f08ts_ pmpi_pack_external_f08ts_ (call = MPI_Pack_external PMPI_Pack_external) datarep datarep_len (inbuf: *const Descriptor, incount: *const c_int, datatype: *const Fint, outbuf: *const Descriptor, outsize: *const i64, position: *mut i64) {
    let c_datarep = text::trimmed(datarep, datarep_len);
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_outbuf = Section::copied(outbuf, Pack::InAndOut);
    let code = call(c_datarep.as_ptr(), s_inbuf.pointer(), *incount, handle::datatype::from_fortran(datatype), s_outbuf.pointer(), *outsize, position);
    s_inbuf.copy_back();
    s_outbuf.copy_back();
    code
} }

entry_with_text! { mpi_pack_external_c_f08ts_ pmpi_pack_external_c_f08ts_ (call = MPI_Pack_external_c PMPI_Pack_external_c) datarep datarep_len (inbuf: *const Descriptor, incount: *const i64, datatype: *const Fint, outbuf: *const Descriptor, outsize: *const i64, position: *mut i64) {
    let c_datarep = text::trimmed(datarep, datarep_len);
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_outbuf = Section::copied(outbuf, Pack::InAndOut);
    let code = call(c_datarep.as_ptr(), s_inbuf.pointer(), *incount, handle::datatype::from_fortran(datatype), s_outbuf.pointer(), *outsize, position);
    s_inbuf.copy_back();
    s_outbuf.copy_back();
    code
} }

entry! { mpi_unpack_f08ts_ pmpi_unpack_f08ts_ (call = MPI_Unpack PMPI_Unpack) (inbuf: *const Descriptor, insize: *const c_int, position: *mut c_int, outbuf: *const Descriptor, outcount: *const c_int, datatype: *const Fint, comm: *const Fint) () {
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_outbuf = Section::copied(outbuf, Pack::InAndOut);
    let code = call(s_inbuf.pointer(), *insize, position, s_outbuf.pointer(), *outcount, handle::datatype::from_fortran(datatype), handle::comm::from_fortran(comm));
    s_inbuf.copy_back();
    s_outbuf.copy_back();
    code
} }

entry! { mpi_unpack_c_f08ts_ pmpi_unpack_c_f08ts_ (call = MPI_Unpack_c PMPI_Unpack_c) (inbuf: *const Descriptor, insize: *const i64, position: *mut i64, outbuf: *const Descriptor, outcount: *const i64, datatype: *const Fint, comm: *const Fint) () {
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_outbuf = Section::copied(outbuf, Pack::InAndOut);
    let code = call(s_inbuf.pointer(), *insize, position, s_outbuf.pointer(), *outcount, handle::datatype::from_fortran(datatype), handle::comm::from_fortran(comm));
    s_inbuf.copy_back();
    s_outbuf.copy_back();
    code
} }

entry_with_text! { mpi_unpack_external_f08ts_ pmpi_unpack_external_f08ts_ (call = MPI_Unpack_external PMPI_Unpack_external) datarep datarep_len (inbuf: *const Descriptor, insize: *const i64, position: *mut i64, outbuf: *const Descriptor, outcount: *const c_int, datatype: *const Fint) {
    let c_datarep = text::trimmed(datarep, datarep_len);
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_outbuf = Section::copied(outbuf, Pack::InAndOut);
    let code = call(c_datarep.as_ptr(), s_inbuf.pointer(), *insize, position, s_outbuf.pointer(), *outcount, handle::datatype::from_fortran(datatype));
    s_inbuf.copy_back();
    s_outbuf.copy_back();
    code
} }

entry_with_text! { mpi_unpack_external_c_f08ts_ pmpi_unpack_external_c_f08ts_ (call = MPI_Unpack_external_c PMPI_Unpack_external_c) datarep datarep_len (inbuf: *const Descriptor, insize: *const i64, position: *mut i64, outbuf: *const Descriptor, outcount: *const i64, datatype: *const Fint) {
    let c_datarep = text::trimmed(datarep, datarep_len);
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_outbuf = Section::copied(outbuf, Pack::InAndOut);
    let code = call(c_datarep.as_ptr(), s_inbuf.pointer(), *insize, position, s_outbuf.pointer(), *outcount, handle::datatype::from_fortran(datatype));
    s_inbuf.copy_back();
    s_outbuf.copy_back();
    code
} }

entry! { mpi_allgather_f08ts_ pmpi_allgather_f08ts_ (call = MPI_Allgather PMPI_Allgather) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_allgather_c_f08ts_ pmpi_allgather_c_f08ts_ (call = MPI_Allgather_c PMPI_Allgather_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_allgather_init_f08ts_ pmpi_allgather_init_f08ts_ (call = MPI_Allgather_init PMPI_Allgather_init) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allgather_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allgather_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_allgather_init_c_f08ts_ pmpi_allgather_init_c_f08ts_ (call = MPI_Allgather_init_c PMPI_Allgather_init_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allgather_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allgather_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_allgatherv_f08ts_ pmpi_allgatherv_f08ts_ (call = MPI_Allgatherv PMPI_Allgatherv) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_allgatherv_c_f08ts_ pmpi_allgatherv_c_f08ts_ (call = MPI_Allgatherv_c PMPI_Allgatherv_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_allgatherv_init_f08ts_ pmpi_allgatherv_init_f08ts_ (call = MPI_Allgatherv_init PMPI_Allgatherv_init) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allgatherv_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allgatherv_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_allgatherv_init_c_f08ts_ pmpi_allgatherv_init_c_f08ts_ (call = MPI_Allgatherv_init_c PMPI_Allgatherv_init_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allgatherv_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allgatherv_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_allreduce_f08ts_ pmpi_allreduce_f08ts_ (call = MPI_Allreduce PMPI_Allreduce) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_allreduce_c_f08ts_ pmpi_allreduce_c_f08ts_ (call = MPI_Allreduce_c PMPI_Allreduce_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_allreduce_init_f08ts_ pmpi_allreduce_init_f08ts_ (call = MPI_Allreduce_init PMPI_Allreduce_init) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allreduce_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allreduce_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_allreduce_init_c_f08ts_ pmpi_allreduce_init_c_f08ts_ (call = MPI_Allreduce_init_c PMPI_Allreduce_init_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allreduce_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Allreduce_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_alltoall_f08ts_ pmpi_alltoall_f08ts_ (call = MPI_Alltoall PMPI_Alltoall) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_alltoall_c_f08ts_ pmpi_alltoall_c_f08ts_ (call = MPI_Alltoall_c PMPI_Alltoall_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_alltoall_init_f08ts_ pmpi_alltoall_init_f08ts_ (call = MPI_Alltoall_init PMPI_Alltoall_init) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoall_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoall_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_alltoall_init_c_f08ts_ pmpi_alltoall_init_c_f08ts_ (call = MPI_Alltoall_init_c PMPI_Alltoall_init_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoall_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoall_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_alltoallv_f08ts_ pmpi_alltoallv_f08ts_ (call = MPI_Alltoallv PMPI_Alltoallv) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_alltoallv_c_f08ts_ pmpi_alltoallv_c_f08ts_ (call = MPI_Alltoallv_c PMPI_Alltoallv_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_alltoallv_init_f08ts_ pmpi_alltoallv_init_f08ts_ (call = MPI_Alltoallv_init PMPI_Alltoallv_init) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoallv_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoallv_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_alltoallv_init_c_f08ts_ pmpi_alltoallv_init_c_f08ts_ (call = MPI_Alltoallv_init_c PMPI_Alltoallv_init_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoallv_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoallv_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_alltoallw_f08ts_ pmpi_alltoallw_f08ts_ (call = MPI_Alltoallw PMPI_Alltoallw) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Fint, comm: *const Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::unless_in_place(sendbuf, count::peers(comm)));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::peers(comm));
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_alltoallw_c_f08ts_ pmpi_alltoallw_c_f08ts_ (call = MPI_Alltoallw_c PMPI_Alltoallw_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::unless_in_place(sendbuf, count::peers(comm)));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::peers(comm));
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_alltoallw_init_f08ts_ pmpi_alltoallw_init_f08ts_ (call = MPI_Alltoallw_init PMPI_Alltoallw_init) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::unless_in_place(sendbuf, count::peers(comm)));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::peers(comm));
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoallw_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoallw_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_alltoallw_init_c_f08ts_ pmpi_alltoallw_init_c_f08ts_ (call = MPI_Alltoallw_init_c PMPI_Alltoallw_init_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::unless_in_place(sendbuf, count::peers(comm)));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::peers(comm));
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoallw_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Alltoallw_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_bcast_f08ts_ pmpi_bcast_f08ts_ (call = MPI_Bcast PMPI_Bcast) (buffer: *const Descriptor, count: *const c_int, datatype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_buffer = Section::copied(buffer, Pack::InAndOut);
    let code = call(s_buffer.pointer(), *count, handle::datatype::from_fortran(datatype), *root, handle::comm::from_fortran(comm));
    s_buffer.copy_back();
    code
} }

entry! { mpi_bcast_c_f08ts_ pmpi_bcast_c_f08ts_ (call = MPI_Bcast_c PMPI_Bcast_c) (buffer: *const Descriptor, count: *const i64, datatype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_buffer = Section::copied(buffer, Pack::InAndOut);
    let code = call(s_buffer.pointer(), *count, handle::datatype::from_fortran(datatype), *root, handle::comm::from_fortran(comm));
    s_buffer.copy_back();
    code
} }

entry! { mpi_bcast_init_f08ts_ pmpi_bcast_init_f08ts_ (call = MPI_Bcast_init PMPI_Bcast_init) (buffer: *const Descriptor, count: *const c_int, datatype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buffer = match Section::typed(buffer, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Bcast_init", "buffer", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buffer.pointer(), s_buffer.int_count(), s_buffer.datatype(), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_bcast_init_c_f08ts_ pmpi_bcast_init_c_f08ts_ (call = MPI_Bcast_init_c PMPI_Bcast_init_c) (buffer: *const Descriptor, count: *const i64, datatype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buffer = match Section::typed(buffer, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Bcast_init_c", "buffer", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buffer.pointer(), s_buffer.count(), s_buffer.datatype(), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_exscan_f08ts_ pmpi_exscan_f08ts_ (call = MPI_Exscan PMPI_Exscan) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_exscan_c_f08ts_ pmpi_exscan_c_f08ts_ (call = MPI_Exscan_c PMPI_Exscan_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_exscan_init_f08ts_ pmpi_exscan_init_f08ts_ (call = MPI_Exscan_init PMPI_Exscan_init) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Exscan_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Exscan_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_exscan_init_c_f08ts_ pmpi_exscan_init_c_f08ts_ (call = MPI_Exscan_init_c PMPI_Exscan_init_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Exscan_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Exscan_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_gather_f08ts_ pmpi_gather_f08ts_ (call = MPI_Gather PMPI_Gather) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_gather_c_f08ts_ pmpi_gather_c_f08ts_ (call = MPI_Gather_c PMPI_Gather_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_gather_init_f08ts_ pmpi_gather_init_f08ts_ (call = MPI_Gather_init PMPI_Gather_init) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Gather_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Gather_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_gather_init_c_f08ts_ pmpi_gather_init_c_f08ts_ (call = MPI_Gather_init_c PMPI_Gather_init_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Gather_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Gather_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_gatherv_f08ts_ pmpi_gatherv_f08ts_ (call = MPI_Gatherv PMPI_Gatherv) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_gatherv_c_f08ts_ pmpi_gatherv_c_f08ts_ (call = MPI_Gatherv_c PMPI_Gatherv_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_gatherv_init_f08ts_ pmpi_gatherv_init_f08ts_ (call = MPI_Gatherv_init PMPI_Gatherv_init) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Gatherv_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Gatherv_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_gatherv_init_c_f08ts_ pmpi_gatherv_init_c_f08ts_ (call = MPI_Gatherv_init_c PMPI_Gatherv_init_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Gatherv_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Gatherv_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iallgather_f08ts_ pmpi_iallgather_f08ts_ (call = MPI_Iallgather PMPI_Iallgather) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallgather", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallgather", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iallgather_c_f08ts_ pmpi_iallgather_c_f08ts_ (call = MPI_Iallgather_c PMPI_Iallgather_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallgather_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallgather_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iallgatherv_f08ts_ pmpi_iallgatherv_f08ts_ (call = MPI_Iallgatherv PMPI_Iallgatherv) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallgatherv", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallgatherv", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iallgatherv_c_f08ts_ pmpi_iallgatherv_c_f08ts_ (call = MPI_Iallgatherv_c PMPI_Iallgatherv_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallgatherv_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallgatherv_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iallreduce_f08ts_ pmpi_iallreduce_f08ts_ (call = MPI_Iallreduce PMPI_Iallreduce) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallreduce", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallreduce", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iallreduce_c_f08ts_ pmpi_iallreduce_c_f08ts_ (call = MPI_Iallreduce_c PMPI_Iallreduce_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallreduce_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iallreduce_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ialltoall_f08ts_ pmpi_ialltoall_f08ts_ (call = MPI_Ialltoall PMPI_Ialltoall) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoall", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoall", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ialltoall_c_f08ts_ pmpi_ialltoall_c_f08ts_ (call = MPI_Ialltoall_c PMPI_Ialltoall_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoall_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoall_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ialltoallv_f08ts_ pmpi_ialltoallv_f08ts_ (call = MPI_Ialltoallv PMPI_Ialltoallv) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoallv", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoallv", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ialltoallv_c_f08ts_ pmpi_ialltoallv_c_f08ts_ (call = MPI_Ialltoallv_c PMPI_Ialltoallv_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoallv_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoallv_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ialltoallw_f08ts_ pmpi_ialltoallw_f08ts_ (call = MPI_Ialltoallw PMPI_Ialltoallw) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::unless_in_place(sendbuf, count::peers(comm)));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::peers(comm));
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoallw", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoallw", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ialltoallw_c_f08ts_ pmpi_ialltoallw_c_f08ts_ (call = MPI_Ialltoallw_c PMPI_Ialltoallw_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::unless_in_place(sendbuf, count::peers(comm)));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::peers(comm));
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoallw_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ialltoallw_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ibcast_f08ts_ pmpi_ibcast_f08ts_ (call = MPI_Ibcast PMPI_Ibcast) (buffer: *const Descriptor, count: *const c_int, datatype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buffer = match Section::typed(buffer, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ibcast", "buffer", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buffer.pointer(), s_buffer.int_count(), s_buffer.datatype(), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ibcast_c_f08ts_ pmpi_ibcast_c_f08ts_ (call = MPI_Ibcast_c PMPI_Ibcast_c) (buffer: *const Descriptor, count: *const i64, datatype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buffer = match Section::typed(buffer, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ibcast_c", "buffer", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_buffer.pointer(), s_buffer.count(), s_buffer.datatype(), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iexscan_f08ts_ pmpi_iexscan_f08ts_ (call = MPI_Iexscan PMPI_Iexscan) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iexscan", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iexscan", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iexscan_c_f08ts_ pmpi_iexscan_c_f08ts_ (call = MPI_Iexscan_c PMPI_Iexscan_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iexscan_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iexscan_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_igather_f08ts_ pmpi_igather_f08ts_ (call = MPI_Igather PMPI_Igather) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Igather", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Igather", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_igather_c_f08ts_ pmpi_igather_c_f08ts_ (call = MPI_Igather_c PMPI_Igather_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Igather_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Igather_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_igatherv_f08ts_ pmpi_igatherv_f08ts_ (call = MPI_Igatherv PMPI_Igatherv) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Igatherv", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Igatherv", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_igatherv_c_f08ts_ pmpi_igatherv_c_f08ts_ (call = MPI_Igatherv_c PMPI_Igatherv_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Igatherv_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Igatherv_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ireduce_f08ts_ pmpi_ireduce_f08ts_ (call = MPI_Ireduce PMPI_Ireduce) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ireduce_c_f08ts_ pmpi_ireduce_c_f08ts_ (call = MPI_Ireduce_c PMPI_Ireduce_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ireduce_scatter_f08ts_ pmpi_ireduce_scatter_f08ts_ (call = MPI_Ireduce_scatter PMPI_Ireduce_scatter) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_scatter", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_scatter", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), recvcounts, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ireduce_scatter_c_f08ts_ pmpi_ireduce_scatter_c_f08ts_ (call = MPI_Ireduce_scatter_c PMPI_Ireduce_scatter_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_scatter_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_scatter_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), recvcounts, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ireduce_scatter_block_f08ts_ pmpi_ireduce_scatter_block_f08ts_ (call = MPI_Ireduce_scatter_block PMPI_Ireduce_scatter_block) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_scatter_block", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_scatter_block", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ireduce_scatter_block_c_f08ts_ pmpi_ireduce_scatter_block_c_f08ts_ (call = MPI_Ireduce_scatter_block_c PMPI_Ireduce_scatter_block_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_scatter_block_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ireduce_scatter_block_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iscan_f08ts_ pmpi_iscan_f08ts_ (call = MPI_Iscan PMPI_Iscan) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscan", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscan", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iscan_c_f08ts_ pmpi_iscan_c_f08ts_ (call = MPI_Iscan_c PMPI_Iscan_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscan_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscan_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iscatter_f08ts_ pmpi_iscatter_f08ts_ (call = MPI_Iscatter PMPI_Iscatter) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscatter", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscatter", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), s_recvbuf.int_count(), s_recvbuf.datatype(), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iscatter_c_f08ts_ pmpi_iscatter_c_f08ts_ (call = MPI_Iscatter_c PMPI_Iscatter_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscatter_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscatter_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), s_recvbuf.count(), s_recvbuf.datatype(), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iscatterv_f08ts_ pmpi_iscatterv_f08ts_ (call = MPI_Iscatterv PMPI_Iscatterv) (sendbuf: *const Descriptor, sendcounts: *const c_int, displs: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscatterv", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscatterv", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, displs, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), s_recvbuf.int_count(), s_recvbuf.datatype(), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_iscatterv_c_f08ts_ pmpi_iscatterv_c_f08ts_ (call = MPI_Iscatterv_c PMPI_Iscatterv_c) (sendbuf: *const Descriptor, sendcounts: *const i64, displs: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscatterv_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Iscatterv_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, displs, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), s_recvbuf.count(), s_recvbuf.datatype(), *root, handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_reduce_f08ts_ pmpi_reduce_f08ts_ (call = MPI_Reduce PMPI_Reduce) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_reduce_c_f08ts_ pmpi_reduce_c_f08ts_ (call = MPI_Reduce_c PMPI_Reduce_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_reduce_init_f08ts_ pmpi_reduce_init_f08ts_ (call = MPI_Reduce_init PMPI_Reduce_init) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_reduce_init_c_f08ts_ pmpi_reduce_init_c_f08ts_ (call = MPI_Reduce_init_c PMPI_Reduce_init_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_reduce_local_f08ts_ pmpi_reduce_local_f08ts_ (call = MPI_Reduce_local PMPI_Reduce_local) (inbuf: *const Descriptor, inoutbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint) () {
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_inoutbuf = Section::copied(inoutbuf, Pack::InAndOut);
    let code = call(s_inbuf.pointer(), s_inoutbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op));
    s_inbuf.copy_back();
    s_inoutbuf.copy_back();
    code
} }

entry! { mpi_reduce_local_c_f08ts_ pmpi_reduce_local_c_f08ts_ (call = MPI_Reduce_local_c PMPI_Reduce_local_c) (inbuf: *const Descriptor, inoutbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint) () {
    let s_inbuf = Section::copied(inbuf, Pack::In);
    let s_inoutbuf = Section::copied(inoutbuf, Pack::InAndOut);
    let code = call(s_inbuf.pointer(), s_inoutbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op));
    s_inbuf.copy_back();
    s_inoutbuf.copy_back();
    code
} }

entry! { mpi_reduce_scatter_f08ts_ pmpi_reduce_scatter_f08ts_ (call = MPI_Reduce_scatter PMPI_Reduce_scatter) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), recvcounts, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_reduce_scatter_c_f08ts_ pmpi_reduce_scatter_c_f08ts_ (call = MPI_Reduce_scatter_c PMPI_Reduce_scatter_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), recvcounts, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_reduce_scatter_block_f08ts_ pmpi_reduce_scatter_block_f08ts_ (call = MPI_Reduce_scatter_block PMPI_Reduce_scatter_block) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_reduce_scatter_block_c_f08ts_ pmpi_reduce_scatter_block_c_f08ts_ (call = MPI_Reduce_scatter_block_c PMPI_Reduce_scatter_block_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_reduce_scatter_block_init_f08ts_ pmpi_reduce_scatter_block_init_f08ts_ (call = MPI_Reduce_scatter_block_init PMPI_Reduce_scatter_block_init) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_scatter_block_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_scatter_block_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_reduce_scatter_block_init_c_f08ts_ pmpi_reduce_scatter_block_init_c_f08ts_ (call = MPI_Reduce_scatter_block_init_c PMPI_Reduce_scatter_block_init_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_scatter_block_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_scatter_block_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_reduce_scatter_init_f08ts_ pmpi_reduce_scatter_init_f08ts_ (call = MPI_Reduce_scatter_init PMPI_Reduce_scatter_init) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_scatter_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_scatter_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), recvcounts, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_reduce_scatter_init_c_f08ts_ pmpi_reduce_scatter_init_c_f08ts_ (call = MPI_Reduce_scatter_init_c PMPI_Reduce_scatter_init_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_scatter_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Reduce_scatter_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), recvcounts, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_scan_f08ts_ pmpi_scan_f08ts_ (call = MPI_Scan PMPI_Scan) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_scan_c_f08ts_ pmpi_scan_c_f08ts_ (call = MPI_Scan_c PMPI_Scan_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_scan_init_f08ts_ pmpi_scan_init_f08ts_ (call = MPI_Scan_init PMPI_Scan_init) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scan_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scan_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_scan_init_c_f08ts_ pmpi_scan_init_c_f08ts_ (call = MPI_Scan_init_c PMPI_Scan_init_c) (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const Fint, op: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scan_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scan_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_recvbuf.pointer(), *count, handle::datatype::from_fortran(datatype), handle::op::from_fortran(op), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_scatter_f08ts_ pmpi_scatter_f08ts_ (call = MPI_Scatter PMPI_Scatter) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_scatter_c_f08ts_ pmpi_scatter_c_f08ts_ (call = MPI_Scatter_c PMPI_Scatter_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_scatter_init_f08ts_ pmpi_scatter_init_f08ts_ (call = MPI_Scatter_init PMPI_Scatter_init) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scatter_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scatter_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), s_recvbuf.int_count(), s_recvbuf.datatype(), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_scatter_init_c_f08ts_ pmpi_scatter_init_c_f08ts_ (call = MPI_Scatter_init_c PMPI_Scatter_init_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scatter_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scatter_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), s_recvbuf.count(), s_recvbuf.datatype(), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_scatterv_f08ts_ pmpi_scatterv_f08ts_ (call = MPI_Scatterv PMPI_Scatterv) (sendbuf: *const Descriptor, sendcounts: *const c_int, displs: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, displs, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_scatterv_c_f08ts_ pmpi_scatterv_c_f08ts_ (call = MPI_Scatterv_c PMPI_Scatterv_c) (sendbuf: *const Descriptor, sendcounts: *const i64, displs: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, displs, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), *root, handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_scatterv_init_f08ts_ pmpi_scatterv_init_f08ts_ (call = MPI_Scatterv_init PMPI_Scatterv_init) (sendbuf: *const Descriptor, sendcounts: *const c_int, displs: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scatterv_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scatterv_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, displs, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), s_recvbuf.int_count(), s_recvbuf.datatype(), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_scatterv_init_c_f08ts_ pmpi_scatterv_init_c_f08ts_ (call = MPI_Scatterv_init_c PMPI_Scatterv_init_c) (sendbuf: *const Descriptor, sendcounts: *const i64, displs: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, root: *const c_int, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scatterv_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::typed(recvbuf, i64::from(*recvcount), handle::datatype::from_fortran(recvtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Scatterv_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, displs, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), s_recvbuf.count(), s_recvbuf.datatype(), *root, handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_allgather_f08ts_ pmpi_ineighbor_allgather_f08ts_ (call = MPI_Ineighbor_allgather PMPI_Ineighbor_allgather) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_allgather", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_allgather", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_allgather_c_f08ts_ pmpi_ineighbor_allgather_c_f08ts_ (call = MPI_Ineighbor_allgather_c PMPI_Ineighbor_allgather_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_allgather_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_allgather_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_allgatherv_f08ts_ pmpi_ineighbor_allgatherv_f08ts_ (call = MPI_Ineighbor_allgatherv PMPI_Ineighbor_allgatherv) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_allgatherv", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_allgatherv", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_allgatherv_c_f08ts_ pmpi_ineighbor_allgatherv_c_f08ts_ (call = MPI_Ineighbor_allgatherv_c PMPI_Ineighbor_allgatherv_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_allgatherv_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_allgatherv_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_alltoall_f08ts_ pmpi_ineighbor_alltoall_f08ts_ (call = MPI_Ineighbor_alltoall PMPI_Ineighbor_alltoall) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoall", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoall", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_alltoall_c_f08ts_ pmpi_ineighbor_alltoall_c_f08ts_ (call = MPI_Ineighbor_alltoall_c PMPI_Ineighbor_alltoall_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoall_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoall_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_alltoallv_f08ts_ pmpi_ineighbor_alltoallv_f08ts_ (call = MPI_Ineighbor_alltoallv PMPI_Ineighbor_alltoallv) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoallv", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoallv", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_alltoallv_c_f08ts_ pmpi_ineighbor_alltoallv_c_f08ts_ (call = MPI_Ineighbor_alltoallv_c PMPI_Ineighbor_alltoallv_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoallv_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoallv_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_alltoallw_f08ts_ pmpi_ineighbor_alltoallw_f08ts_ (call = MPI_Ineighbor_alltoallw PMPI_Ineighbor_alltoallw) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::destinations(comm));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::sources(comm));
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoallw", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoallw", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_ineighbor_alltoallw_c_f08ts_ pmpi_ineighbor_alltoallw_c_f08ts_ (call = MPI_Ineighbor_alltoallw_c PMPI_Ineighbor_alltoallw_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::destinations(comm));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::sources(comm));
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoallw_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Ineighbor_alltoallw_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_allgather_f08ts_ pmpi_neighbor_allgather_f08ts_ (call = MPI_Neighbor_allgather PMPI_Neighbor_allgather) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_allgather_c_f08ts_ pmpi_neighbor_allgather_c_f08ts_ (call = MPI_Neighbor_allgather_c PMPI_Neighbor_allgather_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_allgather_init_f08ts_ pmpi_neighbor_allgather_init_f08ts_ (call = MPI_Neighbor_allgather_init PMPI_Neighbor_allgather_init) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_allgather_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_allgather_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_allgather_init_c_f08ts_ pmpi_neighbor_allgather_init_c_f08ts_ (call = MPI_Neighbor_allgather_init_c PMPI_Neighbor_allgather_init_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_allgather_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_allgather_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_allgatherv_f08ts_ pmpi_neighbor_allgatherv_f08ts_ (call = MPI_Neighbor_allgatherv PMPI_Neighbor_allgatherv) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_allgatherv_c_f08ts_ pmpi_neighbor_allgatherv_c_f08ts_ (call = MPI_Neighbor_allgatherv_c PMPI_Neighbor_allgatherv_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_allgatherv_init_f08ts_ pmpi_neighbor_allgatherv_init_f08ts_ (call = MPI_Neighbor_allgatherv_init PMPI_Neighbor_allgatherv_init) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_allgatherv_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_allgatherv_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.int_count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_allgatherv_init_c_f08ts_ pmpi_neighbor_allgatherv_init_c_f08ts_ (call = MPI_Neighbor_allgatherv_init_c PMPI_Neighbor_allgatherv_init_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::typed(sendbuf, i64::from(*sendcount), handle::datatype::from_fortran(sendtype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_allgatherv_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_allgatherv_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), s_sendbuf.count(), s_sendbuf.datatype(), s_recvbuf.pointer(), recvcounts, displs, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_alltoall_f08ts_ pmpi_neighbor_alltoall_f08ts_ (call = MPI_Neighbor_alltoall PMPI_Neighbor_alltoall) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_alltoall_c_f08ts_ pmpi_neighbor_alltoall_c_f08ts_ (call = MPI_Neighbor_alltoall_c PMPI_Neighbor_alltoall_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_alltoall_init_f08ts_ pmpi_neighbor_alltoall_init_f08ts_ (call = MPI_Neighbor_alltoall_init PMPI_Neighbor_alltoall_init) (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoall_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoall_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_alltoall_init_c_f08ts_ pmpi_neighbor_alltoall_init_c_f08ts_ (call = MPI_Neighbor_alltoall_init_c PMPI_Neighbor_alltoall_init_c) (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoall_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoall_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), *sendcount, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), *recvcount, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_alltoallv_f08ts_ pmpi_neighbor_alltoallv_f08ts_ (call = MPI_Neighbor_alltoallv PMPI_Neighbor_alltoallv) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_alltoallv_c_f08ts_ pmpi_neighbor_alltoallv_c_f08ts_ (call = MPI_Neighbor_alltoallv_c PMPI_Neighbor_alltoallv_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const Fint, comm: *const Fint) () {
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_alltoallv_init_f08ts_ pmpi_neighbor_alltoallv_init_f08ts_ (call = MPI_Neighbor_alltoallv_init PMPI_Neighbor_alltoallv_init) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoallv_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoallv_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_alltoallv_init_c_f08ts_ pmpi_neighbor_alltoallv_init_c_f08ts_ (call = MPI_Neighbor_alltoallv_init_c PMPI_Neighbor_alltoallv_init_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoallv_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoallv_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, handle::datatype::from_fortran(sendtype), s_recvbuf.pointer(), recvcounts, rdispls, handle::datatype::from_fortran(recvtype), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_alltoallw_f08ts_ pmpi_neighbor_alltoallw_f08ts_ (call = MPI_Neighbor_alltoallw PMPI_Neighbor_alltoallw) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::destinations(comm));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::sources(comm));
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_alltoallw_c_f08ts_ pmpi_neighbor_alltoallw_c_f08ts_ (call = MPI_Neighbor_alltoallw_c PMPI_Neighbor_alltoallw_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::destinations(comm));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::sources(comm));
    let s_sendbuf = Section::copied(sendbuf, Pack::In);
    let s_recvbuf = Section::copied(recvbuf, Pack::InAndOut);
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm));
    s_sendbuf.copy_back();
    s_recvbuf.copy_back();
    code
} }

entry! { mpi_neighbor_alltoallw_init_f08ts_ pmpi_neighbor_alltoallw_init_f08ts_ (call = MPI_Neighbor_alltoallw_init PMPI_Neighbor_alltoallw_init) (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::destinations(comm));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::sources(comm));
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoallw_init", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoallw_init", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_neighbor_alltoallw_init_c_f08ts_ pmpi_neighbor_alltoallw_init_c_f08ts_ (call = MPI_Neighbor_alltoallw_init_c PMPI_Neighbor_alltoallw_init_c) (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Fint, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Fint, comm: *const Fint, info: *const Fint, request: *mut Fint) () {
    let c_sendtypes = handle::datatype::all_from_fortran(sendtypes, count::destinations(comm));
    let c_recvtypes = handle::datatype::all_from_fortran(recvtypes, count::sources(comm));
    let mut c_request = 0;
    let s_sendbuf = match Section::contiguous(sendbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoallw_init_c", "sendbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let s_recvbuf = match Section::contiguous(recvbuf) { Ok(section) => section, Err(problem) => return problem.report("MPI_Neighbor_alltoallw_init_c", "recvbuf", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_sendbuf.pointer(), sendcounts, sdispls, c_sendtypes.as_ptr(), s_recvbuf.pointer(), recvcounts, rdispls, c_recvtypes.as_ptr(), handle::comm::from_fortran(comm), handle::info::from_fortran(info), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_free_mem_f08ts_ pmpi_free_mem_f08ts_ (call = MPI_Free_mem PMPI_Free_mem) (base: *const Descriptor) () {
    let s_base = Section::copied(base, Pack::InAndOut);
    let code = call(s_base.pointer());
    s_base.copy_back();
    code
} }

entry! { mpi_accumulate_f08ts_ pmpi_accumulate_f08ts_ (call = MPI_Accumulate PMPI_Accumulate) (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, op: *const Fint, win: *const Fint) () {
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Accumulate", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_origin_addr.int_count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win))
} }

entry! { mpi_accumulate_c_f08ts_ pmpi_accumulate_c_f08ts_ (call = MPI_Accumulate_c PMPI_Accumulate_c) (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const Fint, op: *const Fint, win: *const Fint) () {
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Accumulate_c", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_origin_addr.count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win))
} }

entry! { mpi_compare_and_swap_f08ts_ pmpi_compare_and_swap_f08ts_ (call = MPI_Compare_and_swap PMPI_Compare_and_swap) (origin_addr: *const Descriptor, compare_addr: *const Descriptor, result_addr: *const Descriptor, datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, win: *const Fint) () {
    let s_origin_addr = match Section::contiguous(origin_addr) { Ok(section) => section, Err(problem) => return problem.report("MPI_Compare_and_swap", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let s_compare_addr = match Section::contiguous(compare_addr) { Ok(section) => section, Err(problem) => return problem.report("MPI_Compare_and_swap", "compare_addr", Object::Win(handle::win::from_fortran(win))) };
    let s_result_addr = match Section::contiguous(result_addr) { Ok(section) => section, Err(problem) => return problem.report("MPI_Compare_and_swap", "result_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_compare_addr.pointer(), s_result_addr.pointer(), handle::datatype::from_fortran(datatype), *target_rank, *target_disp, handle::win::from_fortran(win))
} }

entry! { mpi_fetch_and_op_f08ts_ pmpi_fetch_and_op_f08ts_ (call = MPI_Fetch_and_op PMPI_Fetch_and_op) (origin_addr: *const Descriptor, result_addr: *const Descriptor, datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, op: *const Fint, win: *const Fint) () {
    let s_origin_addr = match Section::contiguous(origin_addr) { Ok(section) => section, Err(problem) => return problem.report("MPI_Fetch_and_op", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let s_result_addr = match Section::contiguous(result_addr) { Ok(section) => section, Err(problem) => return problem.report("MPI_Fetch_and_op", "result_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_result_addr.pointer(), handle::datatype::from_fortran(datatype), *target_rank, *target_disp, handle::op::from_fortran(op), handle::win::from_fortran(win))
} }

entry! { mpi_get_f08ts_ pmpi_get_f08ts_ (call = MPI_Get PMPI_Get) (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, win: *const Fint) () {
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Get", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_origin_addr.int_count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win))
} }

entry! { mpi_get_c_f08ts_ pmpi_get_c_f08ts_ (call = MPI_Get_c PMPI_Get_c) (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const Fint, win: *const Fint) () {
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Get_c", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_origin_addr.count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win))
} }

entry! { mpi_get_accumulate_f08ts_ pmpi_get_accumulate_f08ts_ (call = MPI_Get_accumulate PMPI_Get_accumulate) (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const Fint, result_addr: *const Descriptor, result_count: *const c_int, result_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, op: *const Fint, win: *const Fint) () {
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Get_accumulate", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let s_result_addr = match Section::typed(result_addr, i64::from(*result_count), handle::datatype::from_fortran(result_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Get_accumulate", "result_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_origin_addr.int_count(), s_origin_addr.datatype(), s_result_addr.pointer(), s_result_addr.int_count(), s_result_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win))
} }

entry! { mpi_get_accumulate_c_f08ts_ pmpi_get_accumulate_c_f08ts_ (call = MPI_Get_accumulate_c PMPI_Get_accumulate_c) (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const Fint, result_addr: *const Descriptor, result_count: *const i64, result_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const Fint, op: *const Fint, win: *const Fint) () {
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Get_accumulate_c", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let s_result_addr = match Section::typed(result_addr, i64::from(*result_count), handle::datatype::from_fortran(result_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Get_accumulate_c", "result_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_origin_addr.count(), s_origin_addr.datatype(), s_result_addr.pointer(), s_result_addr.count(), s_result_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win))
} }

entry! { mpi_put_f08ts_ pmpi_put_f08ts_ (call = MPI_Put PMPI_Put) (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, win: *const Fint) () {
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Put", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_origin_addr.int_count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win))
} }

entry! { mpi_put_c_f08ts_ pmpi_put_c_f08ts_ (call = MPI_Put_c PMPI_Put_c) (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const Fint, win: *const Fint) () {
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Put_c", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    call(s_origin_addr.pointer(), s_origin_addr.count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win))
} }

entry! { mpi_raccumulate_f08ts_ pmpi_raccumulate_f08ts_ (call = MPI_Raccumulate PMPI_Raccumulate) (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, op: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Raccumulate", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let code = call(s_origin_addr.pointer(), s_origin_addr.int_count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_raccumulate_c_f08ts_ pmpi_raccumulate_c_f08ts_ (call = MPI_Raccumulate_c PMPI_Raccumulate_c) (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const Fint, op: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Raccumulate_c", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let code = call(s_origin_addr.pointer(), s_origin_addr.count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rget_f08ts_ pmpi_rget_f08ts_ (call = MPI_Rget PMPI_Rget) (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rget", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let code = call(s_origin_addr.pointer(), s_origin_addr.int_count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rget_c_f08ts_ pmpi_rget_c_f08ts_ (call = MPI_Rget_c PMPI_Rget_c) (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rget_c", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let code = call(s_origin_addr.pointer(), s_origin_addr.count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rget_accumulate_f08ts_ pmpi_rget_accumulate_f08ts_ (call = MPI_Rget_accumulate PMPI_Rget_accumulate) (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const Fint, result_addr: *const Descriptor, result_count: *const c_int, result_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, op: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rget_accumulate", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let s_result_addr = match Section::typed(result_addr, i64::from(*result_count), handle::datatype::from_fortran(result_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rget_accumulate", "result_addr", Object::Win(handle::win::from_fortran(win))) };
    let code = call(s_origin_addr.pointer(), s_origin_addr.int_count(), s_origin_addr.datatype(), s_result_addr.pointer(), s_result_addr.int_count(), s_result_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rget_accumulate_c_f08ts_ pmpi_rget_accumulate_c_f08ts_ (call = MPI_Rget_accumulate_c PMPI_Rget_accumulate_c) (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const Fint, result_addr: *const Descriptor, result_count: *const i64, result_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const Fint, op: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rget_accumulate_c", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let s_result_addr = match Section::typed(result_addr, i64::from(*result_count), handle::datatype::from_fortran(result_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rget_accumulate_c", "result_addr", Object::Win(handle::win::from_fortran(win))) };
    let code = call(s_origin_addr.pointer(), s_origin_addr.count(), s_origin_addr.datatype(), s_result_addr.pointer(), s_result_addr.count(), s_result_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::op::from_fortran(op), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rput_f08ts_ pmpi_rput_f08ts_ (call = MPI_Rput PMPI_Rput) (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rput", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let code = call(s_origin_addr.pointer(), s_origin_addr.int_count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_rput_c_f08ts_ pmpi_rput_c_f08ts_ (call = MPI_Rput_c PMPI_Rput_c) (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const Fint, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const Fint, win: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_origin_addr = match Section::typed(origin_addr, i64::from(*origin_count), handle::datatype::from_fortran(origin_datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_Rput_c", "origin_addr", Object::Win(handle::win::from_fortran(win))) };
    let code = call(s_origin_addr.pointer(), s_origin_addr.count(), s_origin_addr.datatype(), *target_rank, *target_disp, *target_count, handle::datatype::from_fortran(target_datatype), handle::win::from_fortran(win), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_win_attach_f08ts_ pmpi_win_attach_f08ts_ (call = MPI_Win_attach PMPI_Win_attach) (win: *const Fint, base: *const Descriptor, size: *const i64) () {
    let s_base = match Section::contiguous(base) { Ok(section) => section, Err(problem) => return problem.report("MPI_Win_attach", "base", Object::Win(handle::win::from_fortran(win))) };
    call(handle::win::from_fortran(win), s_base.pointer(), *size)
} }

entry! { mpi_win_create_f08ts_ pmpi_win_create_f08ts_ (call = MPI_Win_create PMPI_Win_create) (base: *const Descriptor, size: *const i64, disp_unit: *const c_int, info: *const Fint, comm: *const Fint, win: *mut Fint) () {
    let mut c_win = 0;
    let s_base = match Section::contiguous(base) { Ok(section) => section, Err(problem) => return problem.report("MPI_Win_create", "base", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_base.pointer(), *size, *disp_unit, handle::info::from_fortran(info), handle::comm::from_fortran(comm), &mut c_win);
    if code == MPI_SUCCESS { handle::win::to_fortran(c_win, win); }
    code
} }

entry! { mpi_win_create_c_f08ts_ pmpi_win_create_c_f08ts_ (call = MPI_Win_create_c PMPI_Win_create_c) (base: *const Descriptor, size: *const i64, disp_unit: *const i64, info: *const Fint, comm: *const Fint, win: *mut Fint) () {
    let mut c_win = 0;
    let s_base = match Section::contiguous(base) { Ok(section) => section, Err(problem) => return problem.report("MPI_Win_create_c", "base", Object::Comm(handle::comm::from_fortran(comm))) };
    let code = call(s_base.pointer(), *size, *disp_unit, handle::info::from_fortran(info), handle::comm::from_fortran(comm), &mut c_win);
    if code == MPI_SUCCESS { handle::win::to_fortran(c_win, win); }
    code
} }

entry! { mpi_win_detach_f08ts_ pmpi_win_detach_f08ts_ (call = MPI_Win_detach PMPI_Win_detach) (win: *const Fint, base: *const Descriptor) () {
    let s_base = match Section::contiguous(base) { Ok(section) => section, Err(problem) => return problem.report("MPI_Win_detach", "base", Object::Win(handle::win::from_fortran(win))) };
    call(handle::win::from_fortran(win), s_base.pointer())
} }

entry! { mpi_file_iread_f08ts_ pmpi_file_iread_f08ts_ (call = MPI_File_iread PMPI_File_iread) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_c_f08ts_ pmpi_file_iread_c_f08ts_ (call = MPI_File_iread_c PMPI_File_iread_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_all_f08ts_ pmpi_file_iread_all_f08ts_ (call = MPI_File_iread_all PMPI_File_iread_all) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread_all", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_all_c_f08ts_ pmpi_file_iread_all_c_f08ts_ (call = MPI_File_iread_all_c PMPI_File_iread_all_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread_all_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_at_f08ts_ pmpi_file_iread_at_f08ts_ (call = MPI_File_iread_at PMPI_File_iread_at) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread_at", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_at_c_f08ts_ pmpi_file_iread_at_c_f08ts_ (call = MPI_File_iread_at_c PMPI_File_iread_at_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread_at_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_at_all_f08ts_ pmpi_file_iread_at_all_f08ts_ (call = MPI_File_iread_at_all PMPI_File_iread_at_all) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread_at_all", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_at_all_c_f08ts_ pmpi_file_iread_at_all_c_f08ts_ (call = MPI_File_iread_at_all_c PMPI_File_iread_at_all_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread_at_all_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_shared_f08ts_ pmpi_file_iread_shared_f08ts_ (call = MPI_File_iread_shared PMPI_File_iread_shared) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread_shared", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iread_shared_c_f08ts_ pmpi_file_iread_shared_c_f08ts_ (call = MPI_File_iread_shared_c PMPI_File_iread_shared_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iread_shared_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_f08ts_ pmpi_file_iwrite_f08ts_ (call = MPI_File_iwrite PMPI_File_iwrite) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_c_f08ts_ pmpi_file_iwrite_c_f08ts_ (call = MPI_File_iwrite_c PMPI_File_iwrite_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_all_f08ts_ pmpi_file_iwrite_all_f08ts_ (call = MPI_File_iwrite_all PMPI_File_iwrite_all) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite_all", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_all_c_f08ts_ pmpi_file_iwrite_all_c_f08ts_ (call = MPI_File_iwrite_all_c PMPI_File_iwrite_all_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite_all_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_at_f08ts_ pmpi_file_iwrite_at_f08ts_ (call = MPI_File_iwrite_at PMPI_File_iwrite_at) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite_at", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_at_c_f08ts_ pmpi_file_iwrite_at_c_f08ts_ (call = MPI_File_iwrite_at_c PMPI_File_iwrite_at_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite_at_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_at_all_f08ts_ pmpi_file_iwrite_at_all_f08ts_ (call = MPI_File_iwrite_at_all PMPI_File_iwrite_at_all) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite_at_all", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_at_all_c_f08ts_ pmpi_file_iwrite_at_all_c_f08ts_ (call = MPI_File_iwrite_at_all_c PMPI_File_iwrite_at_all_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite_at_all_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_shared_f08ts_ pmpi_file_iwrite_shared_f08ts_ (call = MPI_File_iwrite_shared PMPI_File_iwrite_shared) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite_shared", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_iwrite_shared_c_f08ts_ pmpi_file_iwrite_shared_c_f08ts_ (call = MPI_File_iwrite_shared_c PMPI_File_iwrite_shared_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, request: *mut Fint) () {
    let mut c_request = 0;
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_iwrite_shared_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype(), &mut c_request);
    if code == MPI_SUCCESS { handle::request::to_fortran(c_request, request); }
    code
} }

entry! { mpi_file_read_f08ts_ pmpi_file_read_f08ts_ (call = MPI_File_read PMPI_File_read) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_c_f08ts_ pmpi_file_read_c_f08ts_ (call = MPI_File_read_c PMPI_File_read_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_all_f08ts_ pmpi_file_read_all_f08ts_ (call = MPI_File_read_all PMPI_File_read_all) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_all_c_f08ts_ pmpi_file_read_all_c_f08ts_ (call = MPI_File_read_all_c PMPI_File_read_all_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_all_begin_f08ts_ pmpi_file_read_all_begin_f08ts_ (call = MPI_File_read_all_begin PMPI_File_read_all_begin) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_read_all_begin", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype())
} }

entry! { mpi_file_read_all_begin_c_f08ts_ pmpi_file_read_all_begin_c_f08ts_ (call = MPI_File_read_all_begin_c PMPI_File_read_all_begin_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_read_all_begin_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype())
} }

entry! { mpi_file_read_all_end_f08ts_ pmpi_file_read_all_end_f08ts_ (call = MPI_File_read_all_end PMPI_File_read_all_end) (fh: *const Fint, buf: *const Descriptor, status: *mut Fint) () {
    let s_buf = Section::address(buf);
    call(handle::file::from_fortran(fh), s_buf.pointer(), sentinel::status(status))
} }

entry! { mpi_file_read_at_f08ts_ pmpi_file_read_at_f08ts_ (call = MPI_File_read_at PMPI_File_read_at) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_at_c_f08ts_ pmpi_file_read_at_c_f08ts_ (call = MPI_File_read_at_c PMPI_File_read_at_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_at_all_f08ts_ pmpi_file_read_at_all_f08ts_ (call = MPI_File_read_at_all PMPI_File_read_at_all) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_at_all_c_f08ts_ pmpi_file_read_at_all_c_f08ts_ (call = MPI_File_read_at_all_c PMPI_File_read_at_all_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_at_all_begin_f08ts_ pmpi_file_read_at_all_begin_f08ts_ (call = MPI_File_read_at_all_begin PMPI_File_read_at_all_begin) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_read_at_all_begin", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.int_count(), s_buf.datatype())
} }

entry! { mpi_file_read_at_all_begin_c_f08ts_ pmpi_file_read_at_all_begin_c_f08ts_ (call = MPI_File_read_at_all_begin_c PMPI_File_read_at_all_begin_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_read_at_all_begin_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.count(), s_buf.datatype())
} }

entry! { mpi_file_read_at_all_end_f08ts_ pmpi_file_read_at_all_end_f08ts_ (call = MPI_File_read_at_all_end PMPI_File_read_at_all_end) (fh: *const Fint, buf: *const Descriptor, status: *mut Fint) () {
    let s_buf = Section::address(buf);
    call(handle::file::from_fortran(fh), s_buf.pointer(), sentinel::status(status))
} }

entry! { mpi_file_read_ordered_f08ts_ pmpi_file_read_ordered_f08ts_ (call = MPI_File_read_ordered PMPI_File_read_ordered) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_ordered_c_f08ts_ pmpi_file_read_ordered_c_f08ts_ (call = MPI_File_read_ordered_c PMPI_File_read_ordered_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_ordered_begin_f08ts_ pmpi_file_read_ordered_begin_f08ts_ (call = MPI_File_read_ordered_begin PMPI_File_read_ordered_begin) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_read_ordered_begin", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype())
} }

entry! { mpi_file_read_ordered_begin_c_f08ts_ pmpi_file_read_ordered_begin_c_f08ts_ (call = MPI_File_read_ordered_begin_c PMPI_File_read_ordered_begin_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_read_ordered_begin_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype())
} }

entry! { mpi_file_read_ordered_end_f08ts_ pmpi_file_read_ordered_end_f08ts_ (call = MPI_File_read_ordered_end PMPI_File_read_ordered_end) (fh: *const Fint, buf: *const Descriptor, status: *mut Fint) () {
    let s_buf = Section::address(buf);
    call(handle::file::from_fortran(fh), s_buf.pointer(), sentinel::status(status))
} }

entry! { mpi_file_read_shared_f08ts_ pmpi_file_read_shared_f08ts_ (call = MPI_File_read_shared PMPI_File_read_shared) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_read_shared_c_f08ts_ pmpi_file_read_shared_c_f08ts_ (call = MPI_File_read_shared_c PMPI_File_read_shared_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::InAndOut);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_f08ts_ pmpi_file_write_f08ts_ (call = MPI_File_write PMPI_File_write) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_c_f08ts_ pmpi_file_write_c_f08ts_ (call = MPI_File_write_c PMPI_File_write_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_all_f08ts_ pmpi_file_write_all_f08ts_ (call = MPI_File_write_all PMPI_File_write_all) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_all_c_f08ts_ pmpi_file_write_all_c_f08ts_ (call = MPI_File_write_all_c PMPI_File_write_all_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_all_begin_f08ts_ pmpi_file_write_all_begin_f08ts_ (call = MPI_File_write_all_begin PMPI_File_write_all_begin) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_write_all_begin", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype())
} }

entry! { mpi_file_write_all_begin_c_f08ts_ pmpi_file_write_all_begin_c_f08ts_ (call = MPI_File_write_all_begin_c PMPI_File_write_all_begin_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_write_all_begin_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype())
} }

entry! { mpi_file_write_all_end_f08ts_ pmpi_file_write_all_end_f08ts_ (call = MPI_File_write_all_end PMPI_File_write_all_end) (fh: *const Fint, buf: *const Descriptor, status: *mut Fint) () {
    let s_buf = Section::address(buf);
    call(handle::file::from_fortran(fh), s_buf.pointer(), sentinel::status(status))
} }

entry! { mpi_file_write_at_f08ts_ pmpi_file_write_at_f08ts_ (call = MPI_File_write_at PMPI_File_write_at) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_at_c_f08ts_ pmpi_file_write_at_c_f08ts_ (call = MPI_File_write_at_c PMPI_File_write_at_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_at_all_f08ts_ pmpi_file_write_at_all_f08ts_ (call = MPI_File_write_at_all PMPI_File_write_at_all) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_at_all_c_f08ts_ pmpi_file_write_at_all_c_f08ts_ (call = MPI_File_write_at_all_c PMPI_File_write_at_all_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_at_all_begin_f08ts_ pmpi_file_write_at_all_begin_f08ts_ (call = MPI_File_write_at_all_begin PMPI_File_write_at_all_begin) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_write_at_all_begin", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.int_count(), s_buf.datatype())
} }

entry! { mpi_file_write_at_all_begin_c_f08ts_ pmpi_file_write_at_all_begin_c_f08ts_ (call = MPI_File_write_at_all_begin_c PMPI_File_write_at_all_begin_c) (fh: *const Fint, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_write_at_all_begin_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), *offset, s_buf.pointer(), s_buf.count(), s_buf.datatype())
} }

entry! { mpi_file_write_at_all_end_f08ts_ pmpi_file_write_at_all_end_f08ts_ (call = MPI_File_write_at_all_end PMPI_File_write_at_all_end) (fh: *const Fint, buf: *const Descriptor, status: *mut Fint) () {
    let s_buf = Section::address(buf);
    call(handle::file::from_fortran(fh), s_buf.pointer(), sentinel::status(status))
} }

entry! { mpi_file_write_ordered_f08ts_ pmpi_file_write_ordered_f08ts_ (call = MPI_File_write_ordered PMPI_File_write_ordered) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_ordered_c_f08ts_ pmpi_file_write_ordered_c_f08ts_ (call = MPI_File_write_ordered_c PMPI_File_write_ordered_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_ordered_begin_f08ts_ pmpi_file_write_ordered_begin_f08ts_ (call = MPI_File_write_ordered_begin PMPI_File_write_ordered_begin) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_write_ordered_begin", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.int_count(), s_buf.datatype())
} }

entry! { mpi_file_write_ordered_begin_c_f08ts_ pmpi_file_write_ordered_begin_c_f08ts_ (call = MPI_File_write_ordered_begin_c PMPI_File_write_ordered_begin_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint) () {
    let s_buf = match Section::typed(buf, i64::from(*count), handle::datatype::from_fortran(datatype)) { Ok(section) => section, Err(problem) => return problem.report("MPI_File_write_ordered_begin_c", "buf", Object::File(handle::file::from_fortran(fh))) };
    call(handle::file::from_fortran(fh), s_buf.pointer(), s_buf.count(), s_buf.datatype())
} }

entry! { mpi_file_write_ordered_end_f08ts_ pmpi_file_write_ordered_end_f08ts_ (call = MPI_File_write_ordered_end PMPI_File_write_ordered_end) (fh: *const Fint, buf: *const Descriptor, status: *mut Fint) () {
    let s_buf = Section::address(buf);
    call(handle::file::from_fortran(fh), s_buf.pointer(), sentinel::status(status))
} }

entry! { mpi_file_write_shared_f08ts_ pmpi_file_write_shared_f08ts_ (call = MPI_File_write_shared PMPI_File_write_shared) (fh: *const Fint, buf: *const Descriptor, count: *const c_int, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_file_write_shared_c_f08ts_ pmpi_file_write_shared_c_f08ts_ (call = MPI_File_write_shared_c PMPI_File_write_shared_c) (fh: *const Fint, buf: *const Descriptor, count: *const i64, datatype: *const Fint, status: *mut Fint) () {
    let s_buf = Section::copied(buf, Pack::In);
    let code = call(handle::file::from_fortran(fh), s_buf.pointer(), *count, handle::datatype::from_fortran(datatype), sentinel::status(status));
    s_buf.copy_back();
    code
} }

entry! { mpi_buffer_detach_f08_ pmpi_buffer_detach_f08_ (call = MPI_Buffer_detach PMPI_Buffer_detach) (buffer_addr: *mut c_void, size: *mut c_int) () {
    call(buffer_addr, size)
} }

entry! { mpi_buffer_detach_c_f08_ pmpi_buffer_detach_c_f08_ (call = MPI_Buffer_detach_c PMPI_Buffer_detach_c) (buffer_addr: *mut c_void, size: *mut i64) () {
    call(buffer_addr, size)
} }

entry! { mpi_comm_detach_buffer_f08_ pmpi_comm_detach_buffer_f08_ (call = MPI_Comm_detach_buffer PMPI_Comm_detach_buffer) (comm: *const Fint, buffer_addr: *mut c_void, size: *mut c_int) () {
    call(handle::comm::from_fortran(comm), buffer_addr, size)
} }

entry! { mpi_comm_detach_buffer_c_f08_ pmpi_comm_detach_buffer_c_f08_ (call = MPI_Comm_detach_buffer_c PMPI_Comm_detach_buffer_c) (comm: *const Fint, buffer_addr: *mut c_void, size: *mut i64) () {
    call(handle::comm::from_fortran(comm), buffer_addr, size)
} }

entry! { mpi_session_detach_buffer_f08_ pmpi_session_detach_buffer_f08_ (call = MPI_Session_detach_buffer PMPI_Session_detach_buffer) (session: *const Fint, buffer_addr: *mut c_void, size: *mut c_int) () {
    call(handle::session::from_fortran(session), buffer_addr, size)
} }

entry! { mpi_session_detach_buffer_c_f08_ pmpi_session_detach_buffer_c_f08_ (call = MPI_Session_detach_buffer_c PMPI_Session_detach_buffer_c) (session: *const Fint, buffer_addr: *mut c_void, size: *mut i64) () {
    call(handle::session::from_fortran(session), buffer_addr, size)
} }
