//! Frames between launcher and agent, sans-IO. They travel over the standard input and output of a
//! remote shell.
//!
//! An agent begins with [`greeting`]; whatever a login script printed before it is passed over.
//! Then both sides send frames: length of the body (4 bytes, little-endian), body, newline. The
//! newline is for remote shells that pass on whole lines only (srun). `docs/wire/agent.md` has the
//! formats; a change of them is a change of [`VERSION`].

use super::wire::{Wire, decode};

/// Version of the frames and words.
pub const VERSION: u32 = 4;
/// Begins a greeting.
const MAGIC: &[u8] = b"\nferry-agent ";
/// Most bytes before and in a greeting.
const MAX_GREETING_BYTES: usize = 64 << 10;
/// Largest body: a plan carries environment and arguments of each program, which the kernel limits
/// to 6 MiB each on Linux.
const MAX_BODY_BYTES: usize = 256 << 20;
const LENGTH_BYTES: usize = 4;

/// Why a link cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// The other side speaks another version.
    #[error(
        "mpiexec there is Ferry {package} (agent protocol {version}), here it is Ferry {own} (agent protocol {VERSION}); install the same \
         Ferry on both hosts, or name the right one with --launcher-path",
        own = env!("CARGO_PKG_VERSION")
    )]
    Version {
        /// Its version of the frames.
        version: String,
        /// Its version of Ferry.
        package: String,
    },
    /// What arrives is no agent's.
    #[error("what arrives from there is not from an agent of mpiexec: '{0}'")]
    NoAgent(String),
    /// Frames are damaged.
    #[error("a damaged message arrived from there")]
    Damaged,
}

/// What an agent says first.
pub fn greeting() -> Vec<u8> {
    [MAGIC, format!("{VERSION} {}\n", env!("CARGO_PKG_VERSION")).as_bytes()].concat()
}

/// A value as a frame, appended to `out`.
pub fn frame(word: &impl Wire, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&[0; LENGTH_BYTES]);
    word.put(out);
    let length = (out.len() - start - LENGTH_BYTES) as u32;
    out[start..start + LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
    out.push(b'\n');
}

/// What has arrived and is not complete.
#[derive(Default)]
pub struct Inbound {
    bytes: Vec<u8>,
    start: usize,
}

impl Inbound {
    /// More has arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether the greeting has come. An error if it is another version's, or something else comes
    /// in its place.
    pub fn greeted(&mut self) -> Result<bool, LinkError> {
        let text = &self.bytes[self.start..];
        let found = text.windows(MAGIC.len()).position(|window| window == MAGIC);
        let line = found.map(|at| &text[at + MAGIC.len()..]);
        if let Some((line, end)) = line.and_then(|line| Some((line, line.iter().position(|byte| *byte == b'\n')?))) {
            let words = String::from_utf8_lossy(&line[..end]).into_owned();
            self.start = self.bytes.len() - line.len() + end + 1;
            let (version, package) = words.split_once(' ').unwrap_or((&words, "of unknown version"));
            return match version == VERSION.to_string() {
                true => Ok(true),
                false => Err(LinkError::Version { version: version.to_owned(), package: package.to_owned() }),
            };
        }
        if text.len() > MAX_GREETING_BYTES { Err(LinkError::NoAgent(self.noise())) } else { Ok(false) }
    }

    /// The beginning of what came in place of a greeting.
    pub fn noise(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes[self.start..]);
        text.trim().lines().next().unwrap_or_default().chars().take(200).collect()
    }

    /// The next word that is complete.
    pub fn word<T: Wire>(&mut self) -> Result<Option<T>, LinkError> {
        let rest = &self.bytes[self.start..];
        let Some((length, rest)) = rest.split_first_chunk::<LENGTH_BYTES>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length) as usize;
        if length > MAX_BODY_BYTES {
            return Err(LinkError::Damaged);
        }
        if rest.len() <= length {
            self.compact();
            return Ok(None);
        }
        let word = decode(&rest[..length]).map_err(|_| LinkError::Damaged)?;
        if rest[length] != b'\n' {
            return Err(LinkError::Damaged);
        }
        self.start += LENGTH_BYTES + length + 1;
        Ok(Some(word))
    }

    /// Forgets what has been read, before more comes.
    fn compact(&mut self) {
        self.bytes.drain(..self.start);
        self.start = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mpiexec::words::{News, Order};
    use proptest::prelude::*;

    fn pushed(bytes: &[u8]) -> Inbound {
        let mut inbound = Inbound::default();
        inbound.push(bytes);
        inbound
    }

    #[test]
    fn a_greeting_is_found_behind_what_login_scripts_print() {
        let mut inbound = pushed(b"Welcome to ferry-agent land\n");
        assert_eq!(inbound.greeted(), Ok(false));
        let mut bytes = greeting();
        frame(&News::Pong, &mut bytes);
        let (last, first) = bytes.split_last().unwrap();
        inbound.push(first);
        assert_eq!(inbound.greeted(), Ok(true));
        assert_eq!(inbound.word::<News>(), Ok(None));
        inbound.push(&[*last]);
        assert_eq!(inbound.word(), Ok(Some(News::Pong)));
        assert_eq!(inbound.word::<News>(), Ok(None));
    }

    #[test]
    fn another_version_is_told_with_the_fix() {
        let message = pushed(b"\nferry-agent 99 7.0.0\n").greeted().unwrap_err().to_string();
        assert!(message.contains("7.0.0") && message.contains("protocol 99") && message.contains("--launcher-path"), "{message}");
        let chatter = vec![b'x'; MAX_GREETING_BYTES + 1];
        assert!(matches!(pushed(&chatter).greeted(), Err(LinkError::NoAgent(_))));
    }

    #[test]
    fn damage_is_noticed() {
        let mut bytes = Vec::new();
        frame(&Order::Ping, &mut bytes);
        for (at, value) in [(3, 0xff), (4, 99), (5, b'x')] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            assert_eq!(pushed(&damaged).word::<Order>(), Err(LinkError::Damaged), "{at}");
        }
    }

    proptest! {
        #[test]
        fn invariant_pieces_do_not_matter(texts in prop::collection::vec("[a\n]{0,20}", 0..8), size in 1usize..12) {
            let words: Vec<News> = texts.into_iter().map(|text| News::Note { text }).collect();
            let mut bytes = Vec::new();
            words.iter().for_each(|word| frame(word, &mut bytes));
            let (mut inbound, mut found) = (Inbound::default(), Vec::new());
            for piece in bytes.chunks(size) {
                inbound.push(piece);
                while let Some(word) = inbound.word::<News>().unwrap() {
                    found.push(word);
                }
            }
            prop_assert_eq!(found, words);
        }
    }
}
