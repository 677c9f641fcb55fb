//! The macro that defines entry points.

use std::ffi::c_int;

/// A default INTEGER.
pub type Fint = c_int;

/// Defines the procedures `$name` and `$profiled`, which differ in the C function that their body
/// calls as `$call`. Hidden lengths of strings follow all arguments.
macro_rules! entry {
    ($name:ident $profiled:ident ($call:ident = $mpi:ident $pmpi:ident) ($($arguments:tt)*) ($($hidden:ident),*) $body:block) => {
        entry! { @define $name ($call = $mpi) ($($arguments)*) ($($hidden),*) $body }
        entry! { @define $profiled ($call = $pmpi) ($($arguments)*) ($($hidden),*) $body }
    };
    (@define $name:ident ($call:ident = $function:ident) ($($argument:ident: $type:ty),*) ($($hidden:ident),*) $body:block) => {
        #[doc(hidden)]
        #[unsafe(no_mangle)]
        #[allow(clippy::missing_safety_doc, clippy::too_many_arguments, clippy::useless_conversion, clippy::redundant_closure_call)]
        pub unsafe extern "C" fn $name($($argument: $type,)* ierror: *mut $crate::entry::Fint $(, $hidden: usize)*) {
            #[allow(unused_imports)]
            use $crate::generated::c::$function as $call;
            // SAFETY: FTN-1, FTN-2.
            let code: std::ffi::c_int = (|| unsafe { $body })();
            if !ierror.is_null() {
                // SAFETY: FTN-1.
                unsafe { *ierror = code };
            }
        }
    };
}
pub(crate) use entry;
