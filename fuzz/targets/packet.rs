//! Packets; see the body.
#![no_main]

#[path = "../bodies/packet.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|input: (u8, Vec<u8>)| body::check(input.0, &input.1));
