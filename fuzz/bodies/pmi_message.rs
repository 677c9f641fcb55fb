//! A line of PMI-1: parsing never panics, fields are parts of the line, and escaping is undone.

use ferry_launch::pmi::message::{Message, escape, is_word, unescape};

/// This line, which is asked for this field.
pub fn check(line: &str, key: &str) {
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
}
