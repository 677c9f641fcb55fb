//! The forms of a function that accesses a file, made from where the access is.

/// Makes the functions of accesses by one process: a blocking one and a non-blocking one. `$place`
/// says where the access is, of the arguments that come before the buffer.
macro_rules! alone {
    ($(
        $blocking:ident, $non_blocking:ident ($direction:ident, *$mutability:ident $(, $argument:ident: $type:ty)?) $place:expr;
    )*) => { $(
        #[doc = concat!("`MPI_", stringify!($blocking), "`, but for case")]
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $blocking(
            cx: &ferry_runtime::Cx,
            fh: ferry_ctypes::MPI_File,
            $($argument: $type,)?
            buf: *$mutability std::ffi::c_void,
            count: i64,
            datatype: ferry_ctypes::MPI_Datatype,
            status: *mut ferry_constants::Status,
        ) -> ferry_core::Result<()> {
            let arguments = Arguments { fh, place: $place, direction: Direction::$direction, buf: address(buf), count, datatype };
            // SAFETY: ABI-1.
            unsafe { run_alone(cx, &arguments, status) }
        }

        #[doc = concat!("`MPI_", stringify!($non_blocking), "`, but for case")]
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $non_blocking(
            cx: &ferry_runtime::Cx,
            fh: ferry_ctypes::MPI_File,
            $($argument: $type,)?
            buf: *$mutability std::ffi::c_void,
            count: i64,
            datatype: ferry_ctypes::MPI_Datatype,
            request: ferry_ctypes::Out<ferry_ctypes::MPI_Request>,
        ) -> ferry_core::Result<()> {
            let arguments = Arguments { fh, place: $place, direction: Direction::$direction, buf: address(buf), count, datatype };
            // SAFETY: ABI-1.
            unsafe { start_alone(cx, &arguments, request) }
        }
    )* };
}

/// Makes the functions of accesses by all processes together: a blocking one, and the two of a
/// split one.
macro_rules! together {
    ($(
        $blocking:ident, $begin:ident, $end:ident; $name:literal
        ($direction:ident, *$mutability:ident $(, $argument:ident: $type:ty)?) $place:expr;
    )*) => { $(
        #[doc = concat!("`", $name, "`")]
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $blocking(
            cx: &ferry_runtime::Cx,
            fh: ferry_ctypes::MPI_File,
            $($argument: $type,)?
            buf: *$mutability std::ffi::c_void,
            count: i64,
            datatype: ferry_ctypes::MPI_Datatype,
            status: *mut ferry_constants::Status,
        ) -> ferry_core::Result<()> {
            let arguments = Arguments { fh, place: $place, direction: Direction::$direction, buf: address(buf), count, datatype };
            // SAFETY: ABI-1.
            unsafe { run_together(cx, &arguments, status) }
        }

        #[doc = concat!("`", $name, "_begin`")]
        pub(crate) unsafe fn $begin(
            cx: &ferry_runtime::Cx,
            fh: ferry_ctypes::MPI_File,
            $($argument: $type,)?
            buf: *$mutability std::ffi::c_void,
            count: i64,
            datatype: ferry_ctypes::MPI_Datatype,
        ) -> ferry_core::Result<()> {
            let arguments = Arguments { fh, place: $place, direction: Direction::$direction, buf: address(buf), count, datatype };
            // SAFETY: ABI-1.
            unsafe { begin(cx, &arguments, $name) }
        }

        #[doc = concat!("`", $name, "_end`")]
        pub(crate) unsafe fn $end(
            cx: &ferry_runtime::Cx,
            fh: ferry_ctypes::MPI_File,
            _buf: *$mutability std::ffi::c_void,
            status: *mut ferry_constants::Status,
        ) -> ferry_core::Result<()> {
            // SAFETY: ABI-1.
            unsafe { end(cx, fh, $name, status) }
        }
    )* };
}

/// Makes the non-blocking functions of accesses by all processes together.
macro_rules! together_without_waiting {
    ($(
        $non_blocking:ident ($direction:ident, *$mutability:ident $(, $argument:ident: $type:ty)?) $place:expr;
    )*) => { $(
        #[doc = concat!("`MPI_", stringify!($non_blocking), "`, but for case")]
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $non_blocking(
            cx: &ferry_runtime::Cx,
            fh: ferry_ctypes::MPI_File,
            $($argument: $type,)?
            buf: *$mutability std::ffi::c_void,
            count: i64,
            datatype: ferry_ctypes::MPI_Datatype,
            request: ferry_ctypes::Out<ferry_ctypes::MPI_Request>,
        ) -> ferry_core::Result<()> {
            let arguments = Arguments { fh, place: $place, direction: Direction::$direction, buf: address(buf), count, datatype };
            // SAFETY: ABI-1.
            unsafe { start_together(cx, &arguments, request) }
        }
    )* };
}

pub(super) use {alone, together, together_without_waiting};
