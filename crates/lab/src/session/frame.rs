//! What launcher and agents say to each other, in frames ([`ferry_frame`]).

use ferry_frame::{Inbound, frame};
use serde::{Deserialize, Serialize};

/// Most bytes in the body of a frame: a command with the largest environment the kernel takes.
const BODY_BYTES_MAX: usize = 16 << 20;

/// Most bytes of input that are on their way to the command and not taken by it.
pub const INPUT_WINDOW_BYTES: usize = 64 << 10;

/// Size of a terminal in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TerminalSize {
    /// Lines.
    pub rows: u16,
    /// Characters in a line.
    pub columns: u16,
}

/// A command for a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// Size of the terminal to give it, if any.
    pub terminal: Option<TerminalSize>,
    /// Where it runs.
    pub directory: Vec<u8>,
    /// Program and arguments.
    pub arguments: Vec<Vec<u8>>,
    /// `NAME=value`.
    pub environment: Vec<Vec<u8>>,
}

/// A frame for a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Run this command. Comes once.
    Start(Command),
    /// Bytes for its standard input, or typed on its terminal.
    Input(Vec<u8>),
    /// The input ends.
    InputEnd,
    /// A signal for its process group.
    Signal(i32),
    /// The user's terminal has changed.
    Resize(TerminalSize),
}

/// A frame from a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// The node is up.
    Ready,
    /// Bytes that the command wrote to its standard output.
    Output(Vec<u8>),
    /// Bytes that the command wrote to its error output.
    Errors(Vec<u8>),
    /// So many bytes of input have been taken.
    Taken(usize),
    /// The command ended with this status.
    Exit(u8),
    /// The command could not be started: what its status would be, and why.
    Refused(u8, String),
}

/// The bytes of a message.
pub fn bytes(message: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    frame(message, &mut bytes);
    bytes
}

/// Collects bytes until they are messages. Bytes that are none: launcher and node do not run the
/// same version.
pub type Decoder = Inbound<BODY_BYTES_MAX>;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn strings() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 0..5)
    }

    fn sizes() -> impl Strategy<Value = TerminalSize> {
        (1u16.., any::<u16>()).prop_map(|(rows, columns)| TerminalSize { rows, columns })
    }

    fn requests() -> impl Strategy<Value = Request> {
        let start = (prop::option::of(sizes()), prop::collection::vec(any::<u8>(), 0..9), strings(), strings()).prop_map(
            |(terminal, directory, arguments, environment)| {
                Request::Start(Command { terminal, directory, arguments, environment })
            },
        );
        prop_oneof![
            start,
            prop::collection::vec(any::<u8>(), 0..99).prop_map(Request::Input),
            Just(Request::InputEnd),
            any::<i32>().prop_map(Request::Signal),
            sizes().prop_map(Request::Resize),
        ]
    }

    fn replies() -> impl Strategy<Value = Reply> {
        prop_oneof![
            Just(Reply::Ready),
            prop::collection::vec(any::<u8>(), 0..99).prop_map(Reply::Output),
            prop::collection::vec(any::<u8>(), 0..99).prop_map(Reply::Errors),
            (0usize..1 << 32).prop_map(Reply::Taken),
            any::<u8>().prop_map(Reply::Exit),
            (any::<u8>(), "\\PC*").prop_map(|(status, reason)| Reply::Refused(status, reason)),
        ]
    }

    /// What comes out when the messages' bytes arrive in pieces of `piece` bytes.
    fn through<F: Serialize + serde::de::DeserializeOwned>(messages: &[F], piece: usize) -> Vec<F> {
        let stream: Vec<u8> = messages.iter().flat_map(bytes).collect();
        let mut decoder = Decoder::default();
        let mut out = Vec::new();
        for bytes in stream.chunks(piece) {
            decoder.push(bytes);
            while let Some(message) = decoder.message().unwrap() {
                out.push(message);
            }
        }
        out
    }

    proptest! {
        #[test]
        fn requests_arrive_as_they_were_sent(messages in prop::collection::vec(requests(), 0..6), piece in 1usize..40) {
            prop_assert_eq!(through(&messages, piece), messages);
        }

        #[test]
        fn replies_arrive_as_they_were_sent(messages in prop::collection::vec(replies(), 0..6), piece in 1usize..40) {
            prop_assert_eq!(through(&messages, piece), messages);
        }
    }
}
