//! Lines of PMI-1; see the body.
#![no_main]

#[path = "../bodies/pmi_message.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|input: (&str, &str)| body::check(input.0, input.1));
