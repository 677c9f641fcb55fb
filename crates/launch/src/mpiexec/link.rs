//! Frames between launcher and agent, sans-IO. They travel over the standard input and output of a
//! remote shell.
//!
//! An agent begins with [`greeting`]; whatever a login script printed before it is passed over.
//! Then both sides send frames ([`ferry_frame`]). `docs/wire/agent.md` has the formats; a change of
//! them is a change of [`VERSION`].

pub use ferry_frame::frame;
use serde::de::DeserializeOwned;

/// Version of the frames and words.
pub const VERSION: u32 = 5;
/// Begins a greeting.
const MAGIC: &[u8] = b"\nferry-agent ";
/// Most bytes before and in a greeting.
const MAX_GREETING_BYTES: usize = 64 << 10;
/// Largest body: a plan carries environment and arguments of each program, which the kernel limits
/// to 6 MiB each on Linux.
const MAX_BODY_BYTES: usize = 256 << 20;

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

/// What has arrived and is not complete.
#[derive(Default)]
pub struct Inbound(ferry_frame::Inbound<MAX_BODY_BYTES>);

impl Inbound {
    /// More has arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// Whether the greeting has come. An error if it is another version's, or something else comes
    /// in its place.
    pub fn greeted(&mut self) -> Result<bool, LinkError> {
        let text = self.0.rest();
        let found = text.windows(MAGIC.len()).position(|window| window == MAGIC);
        let line = found.map(|at| &text[at + MAGIC.len()..]);
        if let Some((line, end)) = line.and_then(|line| Some((line, line.iter().position(|byte| *byte == b'\n')?))) {
            let words = String::from_utf8_lossy(&line[..end]).into_owned();
            let before = text.len() - line.len();
            self.0.skip(before + end + 1);
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
        let text = String::from_utf8_lossy(self.0.rest());
        text.trim().lines().next().unwrap_or_default().chars().take(200).collect()
    }

    /// The next word that is complete.
    pub fn word<T: DeserializeOwned>(&mut self) -> Result<Option<T>, LinkError> {
        self.0.message().map_err(|_| LinkError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mpiexec::words::News;

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
}
