//! The environment; see the body.
#![no_main]

#[path = "../bodies/settings.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|input: (u8, &str, &str)| body::check(input.0, input.1, input.2));
