//! A macro for functions that no data describes.

/// Exports `P<name>`, and `<name>` as a weak alias of it:
/// `export! { PMPI_X, "PMPI_X", "MPI_X", (a: c_int) -> c_int, body }`. The body is unsafe code over
/// the arguments, which are what the caller of the function promises (COMPAT-1).
#[macro_export]
macro_rules! export {
    ($strong:ident, $weak:literal, ($($argument:ident: $type:ty),*) -> $returns:ty, $body:expr) => {
        #[doc = concat!("`", $weak, "`")]
        ///
        /// # Safety
        /// COMPAT-1
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, reason = "the name is that of the interface")]
        pub unsafe extern "C" fn $strong($($argument: $type),*) -> $returns {
            // SAFETY: COMPAT-1.
            #[allow(unused_unsafe, reason = "some bodies are safe")]
            unsafe { $body }
        }

        core::arch::global_asm!(
            concat!(".weak ", $weak),
            concat!(".type ", $weak, ", @function"),
            concat!(".set ", $weak, ", ", stringify!($strong)),
        );
    };
}
