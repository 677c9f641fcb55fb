//! The forms of a function that accesses a file, made from where the access is.

/// Makes the functions of accesses. Of each, `$place` says where it is, of the arguments that come
/// before the buffer. Those of one process are blocking or not; those of all processes together are
/// so, too, or are split.
macro_rules! accesses {
    (alone $(
        $blocking:ident, $non_blocking:ident ($direction:ident, *$mutability:ident $(, $argument:ident: $type:ty)?) $place:expr;
    )*) => { $(
        accesses!(@one $blocking = run_alone ($direction, *$mutability $(, $argument: $type)?) $place, [status: *mut Status]);
        accesses!(@one $non_blocking = start_alone ($direction, *$mutability $(, $argument: $type)?) $place, [request: Out<MPI_Request>]);
    )* };
    (together $(
        $blocking:ident, $begin:ident, $end:ident; $name:literal
        ($direction:ident, *$mutability:ident $(, $argument:ident: $type:ty)?) $place:expr;
    )*) => { $(
        accesses!(@one $blocking = run_together ($direction, *$mutability $(, $argument: $type)?) $place, [status: *mut Status]);
        accesses!(@one $begin = begin ($direction, *$mutability $(, $argument: $type)?) $place, [] $name);

        #[doc = concat!("`", $name, "_end`")]
        pub(crate) unsafe fn $end(cx: &Cx, fh: MPI_File, _buf: *$mutability c_void, status: *mut Status) -> Result<()> {
            // SAFETY: ABI-1.
            unsafe { end(cx, fh, $name, status) }
        }
    )* };
    (together_without_waiting $(
        $non_blocking:ident ($direction:ident, *$mutability:ident $(, $argument:ident: $type:ty)?) $place:expr;
    )*) => { $(
        accesses!(@one $non_blocking = start_together ($direction, *$mutability $(, $argument: $type)?) $place, [request: Out<MPI_Request>]);
    )* };
    (
        @one $function:ident = $run:ident ($direction:ident, *$mutability:ident $(, $argument:ident: $type:ty)?) $place:expr,
        [$($last:ident: $last_type:ty)?] $($name:literal)?
    ) => {
        #[doc = concat!("`MPI_", stringify!($function), "`, but for case")]
        #[allow(clippy::too_many_arguments, reason = "the C interface")]
        pub(crate) unsafe fn $function(
            cx: &Cx,
            fh: MPI_File,
            $($argument: $type,)?
            buf: *$mutability c_void,
            count: i64,
            datatype: MPI_Datatype,
            $($last: $last_type,)?
        ) -> Result<()> {
            let arguments = Arguments { fh, place: $place, direction: Direction::$direction, buf: address(buf), count, datatype };
            // SAFETY: ABI-1.
            unsafe { $run(cx, &arguments, $($last)? $($name)?) }
        }
    };
}

pub(super) use accesses;
