//! The three forms of a collective function, made from one description.

/// Makes of each description (a `Request` without its communicator) a blocking, a non-blocking and
/// a persistent function. `at_once` names a function of the same arguments that may do the blocking
/// call in a faster way: it answers `None` if it does not.
///
/// ```text
/// collectives! {
///     /// `MPI_Bcast`
///     bcast, ibcast, bcast_init (buffer: *mut c_void, count: i64, datatype: MPI_Datatype, root: c_int) at_once direct::bcast {
///         broadcasting(buffer, count, datatype, root)
///     }
/// }
/// ```
macro_rules! collectives {
    (@attempt [] $arguments:tt) => {};
    (@attempt [$direct:path] ($($argument:expr),*)) => {
        // SAFETY: ABI-1.
        if let Some(result) = unsafe { $direct($($argument),*) } {
            return result;
        }
    };
    ($(
        $(#[$doc:meta])*
        $blocking:ident, $non_blocking:ident, $persistent:ident ($($argument:ident: $type:ty),*) $(at_once $direct:path)? { $($request:tt)* }
    )*) => { $(
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $blocking(
            cx: &ferry_runtime::Cx $(, $argument: $type)*, comm: ferry_ctypes::MPI_Comm,
        ) -> ferry_core::Result<()> {
            collectives!(@attempt [$($direct)?] (cx $(, $argument)*, comm));
            let request = ferry_calls::collective::arguments::Request { comm, ..{ $($request)* } };
            // SAFETY: ABI-1, ABI-2.
            unsafe { ferry_calls::collective::call::run(cx, &request) }
        }

        #[doc = "Without waiting."]
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $non_blocking(
            cx: &ferry_runtime::Cx $(, $argument: $type)*, comm: ferry_ctypes::MPI_Comm, request: ferry_ctypes::Out<ferry_ctypes::MPI_Request>,
        ) -> ferry_core::Result<()> {
            let call = ferry_calls::collective::arguments::Request { comm, ..{ $($request)* } };
            // SAFETY: ABI-1, ABI-2.
            unsafe { ferry_calls::collective::call::start(cx, &call, request) }
        }

        #[doc = "Whenever it is started."]
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $persistent(
            cx: &ferry_runtime::Cx $(, $argument: $type)*,
            comm: ferry_ctypes::MPI_Comm,
            info: ferry_ctypes::MPI_Info,
            request: ferry_ctypes::Out<ferry_ctypes::MPI_Request>,
        ) -> ferry_core::Result<()> {
            let call = ferry_calls::collective::arguments::Request { comm, ..{ $($request)* } };
            // SAFETY: ABI-1, ABI-2.
            unsafe { ferry_calls::collective::call::prepare(cx, &call, info, request) }
        }
    )* };
}
pub(super) use collectives;
