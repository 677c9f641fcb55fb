//! Put and get (MPI-5 §12.3.1, §12.3.2, §12.3.5).

use std::ffi::{c_int, c_void};

use ferry_calls::win::access::{load, store};
use ferry_calls::win::arguments::{Named, origin};
use ferry_calls::win::near;
use ferry_calls::win::request::{complete, start};
use ferry_core::Result;
use ferry_core::process::Process;
use ferry_ctypes::{MPI_Datatype, MPI_Request, MPI_Win, Out};
use ferry_runtime::Cx;

/// A function of puts and gets as C has it: `$access` with what the arguments name, or `$near` if
/// that can. One with a request has an argument more.
macro_rules! access {
    ($(#[$doc:meta])* fn $name:ident($address:ty $(, $started:ident)?) = $access:ident($($extra:expr)?) $(or $near:ident)?) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        #[inline]
        pub(crate) unsafe fn $name(
            cx: &Cx,
            origin_addr: $address,
            origin_count: i64,
            origin_datatype: MPI_Datatype,
            target_rank: c_int,
            target_disp: i64,
            target_count: i64,
            target_datatype: MPI_Datatype,
            win: MPI_Win,
            $($started: Out<MPI_Request>,)?
        ) -> Result<()> {
            let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
            let origin = origin(origin_addr, origin_count, origin_datatype);
            // SAFETY: ABI-1.
            $(if cx.with(|p| unsafe { near::$near(p, &origin, &named) }) {
                return Ok(());
            })?
            // SAFETY: ABI-1.
            let access = |p: &mut Process| unsafe { $access(p, &origin, &named $(, $extra)?) };
            access!(@end cx, named, access $(, $started)?)
        }
    };
    (@end $cx:ident, $named:ident, $access:ident) => { complete($cx, $access) };
    (@end $cx:ident, $named:ident, $access:ident, $started:ident) => { start($cx, &$named, $started, $access) };
}

// by macro: put, get, rput, rget
access! {
    /// `MPI_Put`
    fn put(*const c_void) = store() or put
}

access! {
    /// `MPI_Get`
    fn get(*mut c_void) = load(false) or get
}

access! {
    /// `MPI_Rput`
    fn rput(*const c_void, started) = store()
}

access! {
    /// `MPI_Rget`
    fn rget(*mut c_void, started) = load(true)
}
