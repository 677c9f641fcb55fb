//! Sends: blocking, immediate and persistent ones (MPI-5 §3.2, §3.4, §3.6, §3.7, §3.9). Ready sends
//! are standard ones: their receive is there already.

use std::ffi::{c_int, c_void};

use ferry_calls::p2p::buffered::{start, start_immediate};
use ferry_calls::p2p::message::Arguments;
use ferry_calls::p2p::persistent::{BUFFERED, STANDARD, SYNCHRONOUS, init_send};
use ferry_calls::p2p::send::{blocking, immediate};
use ferry_core::Result;
use ferry_ctypes::{MPI_Comm, MPI_Datatype, MPI_Request, Out};
use ferry_engine::Mode;
use ferry_runtime::Cx;

/// Makes functions of sends as C has them: each calls a function with its arguments and what stands
/// in the parentheses.
macro_rules! sends {
    ($($name:ident = $send:ident($($mode:expr)?);)*) => { $(sends!(@one $name = $send($($mode)?));)* };
    ($($name:ident = $send:ident($($mode:expr)?; request);)*) => { $(sends!(@one $name = $send($($mode)?), request);)* };
    (@one $name:ident = $send:ident($($mode:expr)?) $(, $request:ident)?) => {
        #[doc = concat!("`MPI_", stringify!($name), "`, but for case")]
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        #[inline]
        pub(crate) unsafe fn $name(
            cx: &Cx,
            buf: *const c_void,
            count: i64,
            datatype: MPI_Datatype,
            dest: c_int,
            tag: c_int,
            comm: MPI_Comm,
            $($request: Out<MPI_Request>,)?
        ) -> Result<()> {
            // SAFETY: ABI-1.
            unsafe { $send(cx, Arguments { buf, count, datatype, peer: dest, tag, comm } $(, $mode)? $(, $request)?) }
        }
    };
}

// by macro: send, ssend, rsend, bsend
sends! {
    send = blocking(Mode::Standard);
    ssend = blocking(Mode::Synchronous);
    rsend = blocking(Mode::Standard);
    bsend = start();
}

// by macro: isend, issend, irsend, ibsend, send_init, ssend_init, rsend_init, bsend_init
sends! {
    isend = immediate(Mode::Standard; request);
    issend = immediate(Mode::Synchronous; request);
    irsend = immediate(Mode::Standard; request);
    ibsend = start_immediate(; request);
    send_init = init_send(STANDARD; request);
    ssend_init = init_send(SYNCHRONOUS; request);
    rsend_init = init_send(STANDARD; request);
    bsend_init = init_send(BUFFERED; request);
}
