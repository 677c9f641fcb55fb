//! What launcher and agents say to each other. A frame is a kind (one byte), the length of its body
//! (four bytes, little-endian), and the body.

/// Most bytes in the body of a frame: a command with the largest environment the kernel takes.
const BODY_BYTES_MAX: usize = 16 << 20;

/// Most bytes of input that are on their way to the command and not taken by it.
pub const INPUT_WINDOW_BYTES: usize = 64 << 10;

/// Size of a terminal in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalSize {
    /// Lines.
    pub rows: u16,
    /// Characters in a line.
    pub columns: u16,
}

/// A command for a node.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// A message that travels as a frame.
pub trait Frame: Sized {
    /// The kind, and the body added to `body`.
    fn encode(&self, body: &mut Vec<u8>) -> u8;
    /// The message in a body; `None` if it is malformed.
    fn decode(kind: u8, body: Vec<u8>) -> Option<Self>;
}

/// The bytes of a message.
pub fn bytes(message: &impl Frame) -> Vec<u8> {
    let mut frame = vec![0; 5];
    frame[0] = message.encode(&mut frame);
    let length = (frame.len() - 5) as u32;
    frame[1..5].copy_from_slice(&length.to_le_bytes());
    frame
}

/// Collects bytes until they are messages.
#[derive(Default)]
pub struct Decoder {
    bytes: Vec<u8>,
}

/// Bytes that are no frame: launcher and node do not run the same version.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed;

impl Decoder {
    /// Adds bytes that arrived.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// The next message, once it is complete.
    pub fn message<F: Frame>(&mut self) -> Result<Option<F>, Malformed> {
        let Some((head, rest)) = self.bytes.split_first_chunk::<5>() else { return Ok(None) };
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
        if length > BODY_BYTES_MAX {
            return Err(Malformed);
        }
        let Some(body) = rest.get(..length) else { return Ok(None) };
        let message = F::decode(head[0], body.to_owned()).ok_or(Malformed)?;
        self.bytes.drain(..5 + length);
        Ok(Some(message))
    }
}

impl Frame for Request {
    fn encode(&self, body: &mut Vec<u8>) -> u8 {
        match self {
            Request::Start(command) => {
                put_size(body, command.terminal.unwrap_or(TerminalSize { rows: 0, columns: 0 }));
                put(body, &command.directory);
                put_list(body, &command.arguments);
                put_list(body, &command.environment);
                0
            }
            Request::Input(input) => {
                body.extend(input);
                1
            }
            Request::InputEnd => 2,
            Request::Signal(number) => {
                body.extend(number.to_le_bytes());
                3
            }
            Request::Resize(size) => {
                put_size(body, *size);
                4
            }
        }
    }

    fn decode(kind: u8, body: Vec<u8>) -> Option<Self> {
        let mut reader = Reader(&body);
        match kind {
            0 => Some(Request::Start(Command {
                terminal: Some(reader.size()?).filter(|size| size.rows > 0),
                directory: reader.string()?,
                arguments: reader.list()?,
                environment: reader.list()?,
            })),
            1 => Some(Request::Input(body)),
            2 => Some(Request::InputEnd),
            3 => Some(Request::Signal(reader.word()? as i32)),
            4 => Some(Request::Resize(reader.size()?)),
            _ => None,
        }
    }
}

impl Frame for Reply {
    fn encode(&self, body: &mut Vec<u8>) -> u8 {
        match self {
            Reply::Ready => 0,
            Reply::Output(output) => {
                body.extend(output);
                1
            }
            Reply::Errors(errors) => {
                body.extend(errors);
                2
            }
            Reply::Taken(count) => {
                body.extend((*count as u32).to_le_bytes());
                3
            }
            Reply::Exit(status) => {
                body.push(*status);
                4
            }
            Reply::Refused(status, reason) => {
                body.push(*status);
                body.extend(reason.as_bytes());
                5
            }
        }
    }

    fn decode(kind: u8, body: Vec<u8>) -> Option<Self> {
        match kind {
            0 => Some(Reply::Ready),
            1 => Some(Reply::Output(body)),
            2 => Some(Reply::Errors(body)),
            3 => Some(Reply::Taken(Reader(&body).word()? as usize)),
            4 => Some(Reply::Exit(*body.first()?)),
            5 => Some(Reply::Refused(*body.first()?, String::from_utf8(body[1..].to_vec()).ok()?)),
            _ => None,
        }
    }
}

fn put_size(body: &mut Vec<u8>, size: TerminalSize) {
    body.extend(size.rows.to_le_bytes());
    body.extend(size.columns.to_le_bytes());
}

fn put(body: &mut Vec<u8>, string: &[u8]) {
    body.extend((string.len() as u32).to_le_bytes());
    body.extend(string);
}

fn put_list(body: &mut Vec<u8>, strings: &[Vec<u8>]) {
    body.extend((strings.len() as u32).to_le_bytes());
    strings.iter().for_each(|string| put(body, string));
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*word))
    }

    fn size(&mut self) -> Option<TerminalSize> {
        let word = self.word()?;
        Some(TerminalSize { rows: word as u16, columns: (word >> 16) as u16 })
    }

    fn string(&mut self) -> Option<Vec<u8>> {
        let length = self.word()? as usize;
        let (string, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(string.to_owned())
    }

    fn list(&mut self) -> Option<Vec<Vec<u8>>> {
        (0..self.word()?).map(|_| self.string()).collect()
    }
}

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
    fn through<F: Frame>(messages: &[F], piece: usize) -> Vec<F> {
        let stream: Vec<u8> = messages.iter().flat_map(bytes).collect();
        let mut decoder = Decoder::default();
        let mut out = Vec::new();
        for bytes in stream.chunks(piece) {
            decoder.feed(bytes);
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

        #[test]
        fn other_bytes_are_refused_without_harm(noise in prop::collection::vec(any::<u8>(), 0..64)) {
            let mut decoder = Decoder::default();
            decoder.feed(&noise);
            while let Ok(Some(_)) = decoder.message::<Request>() {}
        }
    }

    #[test]
    fn unknown_kinds_and_huge_bodies_are_malformed() {
        let mut decoder = Decoder::default();
        decoder.feed(&[99, 0, 0, 0, 0]);
        assert_eq!(decoder.message::<Reply>(), Err(Malformed));
        let mut decoder = Decoder::default();
        decoder.feed(&[1, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(decoder.message::<Reply>(), Err(Malformed));
    }
}
