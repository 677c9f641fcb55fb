//! Common blocks. A program that names such a block has a definition of its own. The loader prefers
//! it to ours, so that all objects agree on one address. That is why ours are reached through the
//! symbol and not as statics of Rust.

/// Defines blocks of so many bytes, and a function for the address of each.
macro_rules! blocks {
    ($($name:ident $function:ident $size:literal;)*) => {
        $(
            std::arch::global_asm!(
                ".pushsection .bss",
                concat!(".globl ", stringify!($name)),
                concat!(".type ", stringify!($name), ", @object"),
                concat!(".size ", stringify!($name), ", ", $size),
                ".balign 16",
                concat!(stringify!($name), ": .zero ", $size),
                ".popsection"
            );
            pub fn $function() -> *mut std::ffi::c_void {
                (&raw const $name).cast_mut().cast()
            }
        )*
        unsafe extern "C" {
            $(static $name: u8;)*
        }
    };
}

pub(crate) use blocks;
