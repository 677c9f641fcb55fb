//! Shared file pointers: one number for all processes that have a file open, without a file beside
//! it.
//!
//! Where all processes are on one node the number is a word of memory that they share. Else it is
//! rank 0's, and the others ask for it by messages, which rank 0 answers whenever it makes
//! progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferry_engine::owned::OwnedReceive;
use ferry_engine::{ANY_SOURCE, Engine, MatchPattern};
use ferry_sys::memory::SharedWord;

use crate::Transport;
use crate::progress::{Ground, ProgressSource, SourceWait, Stepped};

/// What is done to the pointer; all of it gives the value from before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// It goes on by so many etypes.
    Add(u64),
    /// It becomes this.
    Set(u64),
}

impl Change {
    fn apply(self, word: &AtomicU64) -> u64 {
        match self {
            Change::None => word.load(Ordering::SeqCst),
            Change::Add(etypes) => word.fetch_add(etypes, Ordering::SeqCst),
            Change::Set(value) => word.swap(value, Ordering::SeqCst),
        }
    }

    fn encode(self, serial: u32) -> [u8; QUESTION_BYTES] {
        let (code, value) = match self {
            Change::None => (0u32, 0),
            Change::Add(etypes) => (1, etypes),
            Change::Set(value) => (2, value),
        };
        let mut bytes = [0; QUESTION_BYTES];
        bytes[..4].copy_from_slice(&code.to_le_bytes());
        bytes[4..8].copy_from_slice(&serial.to_le_bytes());
        bytes[8..].copy_from_slice(&value.to_le_bytes());
        bytes
    }

    fn decode(bytes: [u8; QUESTION_BYTES]) -> (Change, u32) {
        let word = u128::from_le_bytes(bytes);
        let value = (word >> 64) as u64;
        let change = match word as u32 {
            1 => Change::Add(value),
            2 => Change::Set(value),
            _ => Change::None,
        };
        (change, (word >> 32) as u32)
    }
}

/// Bytes of a question: what to do, the number of the question, a value.
const QUESTION_BYTES: usize = 16;
/// The tag of questions.
const QUESTION: i32 = 0;
/// The tag of an answer is this and the number of its question.
const FIRST_ANSWER: i32 = 1;
/// Numbers of questions repeat after so many; so many threads never ask at once.
const SERIAL_MASK: u32 = (1 << 20) - 1;

/// The shared file pointer of a file, as this process reaches it.
#[derive(Clone)]
pub enum SharedPointer {
    /// In memory that all processes share.
    Shared(Arc<SharedWord>),
    /// Here, at rank 0.
    Here(Arc<AtomicU64>),
    /// At the process of this world rank.
    At(u32),
}

impl SharedPointer {
    /// Changes it, if that needs no message: the value before.
    pub fn change(&self, change: Change) -> Option<u64> {
        match self {
            SharedPointer::Shared(word) => Some(change.apply(word.word())),
            SharedPointer::Here(word) => Some(change.apply(word)),
            SharedPointer::At(_) => None,
        }
    }
}

/// A question on its way to the owner of a pointer.
pub struct Question {
    pattern: MatchPattern,
    receive: Option<OwnedReceive>,
}

impl Question {
    /// Asks process `owner` for a change of the pointer of the file with context id `context`.
    pub fn ask(engine: &mut Engine<Transport>, owner: u32, context: u64, change: Change, serial: u32) -> Question {
        let serial = serial & SERIAL_MASK;
        if let Some(operation) = engine.send_owned(owner, context, QUESTION, change.encode(serial).into()) {
            engine.forget(operation);
        }
        let tag = FIRST_ANSWER + serial as i32;
        engine.begin_probe();
        Question { pattern: MatchPattern { context, source: owner as i32, tag }, receive: None }
    }

    /// The value before the change, once the owner has answered; an error if it cannot be reached
    /// any more.
    pub fn poll(&mut self, engine: &mut Engine<Transport>) -> Option<Result<u64, String>> {
        if self.receive.is_none() {
            self.receive = engine.receive_owned(&self.pattern, ferry_constants::MPI_COMM_NULL).map(|(_, receive)| receive);
        }
        let answer = match &mut self.receive {
            Some(receive) => receive.poll(engine)?.ok(),
            None => match engine.loss_of(self.pattern.source as u32).map(str::to_owned) {
                Some(reason) => {
                    engine.end_probe();
                    return Some(Err(reason));
                }
                None => return None,
            },
        };
        engine.end_probe();
        let bytes = answer.and_then(|bytes| bytes.try_into().ok());
        Some(bytes.map(u64::from_le_bytes).ok_or_else(|| "its answer could not be read".to_owned()))
    }

    /// What is waited for, for reports.
    pub fn pattern(&self) -> MatchPattern {
        self.pattern
    }
}

/// Answers questions about the pointer of a file, as long as the file is open.
pub struct Service {
    context: u64,
    word: Arc<AtomicU64>,
    coming: Vec<(u32, OwnedReceive)>,
}

impl Service {
    /// The service of rank 0.
    pub fn new(context: u64, word: Arc<AtomicU64>) -> Self {
        Service { context, word, coming: Vec::new() }
    }

    /// Answers what was asked; whether anything was.
    fn serve(&mut self, engine: &mut Engine<Transport>) -> bool {
        let pattern = MatchPattern { context: self.context, source: ANY_SOURCE, tag: QUESTION };
        while let Some(question) = engine.receive_owned(&pattern, ferry_constants::MPI_COMM_NULL) {
            self.coming.push(question);
        }
        let (word, context) = (&self.word, self.context);
        let before = self.coming.len();
        self.coming.retain_mut(|(from, receive)| {
            let Some(question) = receive.poll(engine) else { return true };
            if let Some((change, serial)) = question.ok().and_then(|bytes| bytes.try_into().ok()).map(Change::decode) {
                let answer = change.apply(word).to_le_bytes();
                let tag = FIRST_ANSWER + serial as i32;
                if let Some(operation) = engine.send_owned(*from, context, tag, answer.into()) {
                    engine.forget(operation);
                }
            }
            false
        });
        self.coming.len() < before
    }
}

impl ProgressSource for Service {
    fn advance(&mut self, ground: &mut Ground<'_>) -> Stepped {
        Stepped::going_on(self.serve(ground.engine))
    }

    fn awaited(&self) -> SourceWait {
        SourceWait::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_give_what_was_before() {
        let pointer = SharedPointer::Here(Arc::default());
        let seen = [Change::Add(5), Change::None, Change::Set(3), Change::Add(1), Change::None];
        assert_eq!(seen.map(|change| pointer.change(change)), [Some(0), Some(5), Some(5), Some(3), Some(4)]);
    }

    #[test]
    fn questions_travel() {
        for change in [Change::None, Change::Add(u64::MAX), Change::Set(1 << 40)] {
            assert_eq!(Change::decode(change.encode(77)), (change, 77));
        }
    }
}
