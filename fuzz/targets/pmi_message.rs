//! A line of PMI-1: parsing never panics, fields are parts of the line, and escaping is undone.
#![no_main]

use ferry_launch::pmi::message::{Message, escape, is_word, unescape};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str)| {
    let (line, key) = input;
    if let Some(message) = Message::parse(line) {
        assert!(line.contains(message.command()));
        assert!(message.field(key).is_none_or(|value| line.contains(value) && !value.contains(' ')));
        message.number(key);
        message.is_multiline();
    }
    unescape(line);
    let escaped = escape(line);
    assert!(line.is_empty() || is_word(&escaped));
    assert_eq!(unescape(&escaped), line);
});
