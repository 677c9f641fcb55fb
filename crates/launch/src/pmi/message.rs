//! One line of PMI-1: `cmd=NAME key=value ...`, words separated by single blanks.

use std::fmt::Write;

/// A line, split on demand. Borrowed from the buffer it came in.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    line: &'a str,
}

impl<'a> Message<'a> {
    /// A line without its newline. `None` if its first word is not `cmd=...` or `mcmd=...`.
    pub fn parse(line: &'a str) -> Option<Self> {
        let message = Message { line: line.trim_end_matches(['\n', '\r', ' ', '\0']) };
        (!message.command().is_empty()).then_some(message)
    }

    /// The whole line.
    pub fn text(&self) -> &'a str {
        self.line
    }

    /// The command's name.
    pub fn command(&self) -> &'a str {
        let first = self.line.split(' ').next().unwrap_or("");
        first.strip_prefix("cmd=").or_else(|| first.strip_prefix("mcmd=")).unwrap_or("")
    }

    /// Whether the message goes on over several lines until `endcmd`.
    pub fn is_multiline(&self) -> bool {
        self.line.starts_with("mcmd=")
    }

    /// The value of a field.
    pub fn field(&self, key: &str) -> Option<&'a str> {
        self.line.split(' ').skip(1).find_map(|word| word.split_once('=').filter(|(k, _)| *k == key).map(|(_, v)| v))
    }

    /// The value of a field that is a number.
    pub fn number(&self, key: &str) -> Option<i32> {
        self.field(key)?.parse().ok()
    }
}

/// Whether `text` can be a value: words of PMI-1 hold no blank and no control character.
pub fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Free text as one word: bytes outside of printable ASCII, blanks and `%` become `%XX`.
pub fn escape(text: &str) -> String {
    text.bytes().fold(String::new(), |mut word, byte| {
        if byte.is_ascii_graphic() && byte != b'%' {
            word.push(byte.into());
        } else {
            let _ = write!(word, "%{byte:02x}");
        }
        word
    })
}

/// Reverses [`escape`]. What is no valid escape stays as it is.
pub fn unescape(word: &str) -> String {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'%').then(|| tail.get(..2)).flatten().and_then(hexadecimal);
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hexadecimal(digits: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(digits).ok().filter(|t| t.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u8::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fields_are_found_whatever_their_order() {
        let message = Message::parse("cmd=put kvsname=job key=a value=b=c\n").unwrap();
        assert_eq!(message.command(), "put");
        assert_eq!(message.field("value"), Some("b=c"));
        assert_eq!(message.field("key"), Some("a"));
        assert_eq!(message.field("cmd"), None);
        assert_eq!(message.field("missing"), None);
    }

    #[test]
    fn lines_without_command_are_refused() {
        for line in ["", "put key=a", "cmd=", " cmd=init", "key=cmd=init"] {
            assert!(Message::parse(line).is_none(), "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn escaped_text_is_a_word_and_comes_back(text in ".+") {
            prop_assert!(is_word(&escape(&text)));
            prop_assert_eq!(unescape(&escape(&text)), text);
        }

        #[test]
        fn no_line_panics(line in "\\PC*", key in "[a-z]*") {
            if let Some(message) = Message::parse(&line) {
                message.field(&key);
                message.number(&key);
            }
            unescape(&line);
        }
    }
}
