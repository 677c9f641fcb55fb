//! Combined sends and receives (MPI-5 §3.11).

use std::ffi::{c_int, c_void};

use ferry_calls::p2p::exchange::{finish, keep, start, start_replacing};
use ferry_calls::p2p::message::Arguments;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_ctypes::{MPI_Comm, MPI_Datatype, MPI_Request, Out};
use ferry_runtime::Cx;

/// Makes functions of exchanges as C has them: `$end` ends or keeps what has begun, by `$result`.
macro_rules! exchanges {
    ($($between:ident, $replacing:ident ($result:ident: $type:ty) = $end:ident;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($between), "`, but for case")]
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $between(
            cx: &Cx,
            sendbuf: *const c_void,
            sendcount: i64,
            sendtype: MPI_Datatype,
            dest: c_int,
            sendtag: c_int,
            recvbuf: *mut c_void,
            recvcount: i64,
            recvtype: MPI_Datatype,
            source: c_int,
            recvtag: c_int,
            comm: MPI_Comm,
            $result: $type,
        ) -> Result<()> {
            let outgoing = Arguments { buf: sendbuf, count: sendcount, datatype: sendtype, peer: dest, tag: sendtag, comm };
            let incoming = Arguments { buf: recvbuf, count: recvcount, datatype: recvtype, peer: source, tag: recvtag, comm };
            // SAFETY: ABI-1.
            unsafe {
                let started = cx.with(|p| start(p, &outgoing, &incoming))?;
                $end(cx, started, comm, $result)
            }
        }

        #[doc = concat!("`MPI_", stringify!($replacing), "`, but for case")]
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $replacing(
            cx: &Cx,
            buf: *mut c_void,
            count: i64,
            datatype: MPI_Datatype,
            dest: c_int,
            sendtag: c_int,
            source: c_int,
            recvtag: c_int,
            comm: MPI_Comm,
            $result: $type,
        ) -> Result<()> {
            let outgoing = Arguments { buf, count, datatype, peer: dest, tag: sendtag, comm };
            let incoming = Arguments { peer: source, tag: recvtag, ..outgoing };
            // SAFETY: ABI-1.
            unsafe {
                let started = cx.with(|p| start_replacing(p, &outgoing, &incoming))?;
                $end(cx, started, comm, $result)
            }
        }
    )* };
}

// by macro: sendrecv, sendrecv_replace, isendrecv, isendrecv_replace
exchanges! {
    sendrecv, sendrecv_replace (status: *mut Status) = finish;
    isendrecv, isendrecv_replace (request: Out<MPI_Request>) = keep;
}
