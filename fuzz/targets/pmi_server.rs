//! The launcher's key exchange; see the body.
#![no_main]

#[path = "../bodies/pmi_server.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|lines: Vec<(u8, &str)>| body::check(lines));
